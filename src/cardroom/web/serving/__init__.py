"""The process that serves the room: start and stop, the ASGI application, server log, metrics and timeouts.

API routes, and everything about tables, belong to other packages.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.serving.process import serve
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
