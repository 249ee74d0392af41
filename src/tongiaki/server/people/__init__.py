"""Persons with a claimed name: password, logins, their data taken along, given out and deleted."""
