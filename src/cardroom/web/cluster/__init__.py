"""Several processes that serve one room in PostgreSQL: which process has which table, and what passes between them.

All SQL about that is in `leases` and `bus`. With SQLite one process serves the room (`single`)."""
