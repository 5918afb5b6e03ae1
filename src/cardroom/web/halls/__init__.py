"""Halls on asyncio, and the server that has both of them: connections, bots, chores, play money, background workers.

Nothing here knows of HTTP."""
