"""The process that serves the room: start and stop, the ASGI application, server log, metrics and timeouts.

No route of the API and nothing about tables lives here."""
