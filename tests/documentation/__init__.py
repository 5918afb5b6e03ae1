"""The documentation: its site, its links and its examples."""
