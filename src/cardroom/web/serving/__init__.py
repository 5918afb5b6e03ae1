"""The process that serves the room: start and stop, the ASGI application, server log, metrics and timeouts.

API routes, and everything about tables, belong to other packages.
"""
