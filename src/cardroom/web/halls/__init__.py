"""Halls on asyncio, and the server with both of them: connections, bots, chores, play money, background workers.

Nothing here knows about HTTP.
"""
