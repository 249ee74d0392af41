"""Rooms: several people at one table by one link, their talk, who is there, and what they agree on."""
