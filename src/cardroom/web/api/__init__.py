"""Routes of HTTP and the WebSocket: they check who asks, call what is below, and write the answer.

Nothing here keeps state of its own beyond rate limits and caches."""
