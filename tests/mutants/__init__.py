"""Rules broken on purpose, to see the tests of the trace rows fail: `python -m mutants`."""
