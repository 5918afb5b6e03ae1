"""Hostile inputs for every reader: `python -m fuzz`."""
