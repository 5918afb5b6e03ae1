"""What several tests use: rooms, servers, browsers, stores, altered files, and the programs that `make` starts.

Nothing here is a test. A helper of one folder of tests lies in that folder.
"""
