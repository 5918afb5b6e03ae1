"""HTTP routes and the WebSocket. They check the caller's rights, call the packages below, and encode the response.

This package has no state except rate limits and caches.
"""
