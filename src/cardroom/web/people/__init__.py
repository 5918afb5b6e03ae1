"""Users: their database, names, passwords, sessions and roles. No money is here, and nothing about tables."""
