"""The door to the card room: HTTP, WebSocket and pages. What is decided is decided below; this room owns the sockets,
the threads and the clock."""
