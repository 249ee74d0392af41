"""Several processes on one PostgreSQL: each serves everybody, and passes on what another one has (`forwarding`)."""
