"""The card room over the network: HTTP, WebSocket and pages.

This package owns the sockets, the threads and the clock. `room`, `house` and `play` decide what happens at a table.
Nothing here may decide what a wager pays, who acts next or where money goes.

| package | contents |
|---|---|
| `serving` | the process: start and stop, the ASGI application, server log, metrics, timeouts |
| `pages` | the files for browsers, and the routes that serve them |
| `api` | the HTTP routes and the WebSocket |
| `learning` | daily deals, puzzles, ratings, mistakes that come back, days in a row |
| `halls` | a hall on asyncio, the server with both halls, bots, chores, background workers |
| `cluster` | several processes that share the tables of a room: leases, message bus |
| `people` | users: their database, names, passwords, sessions and roles |

A package imports only from packages below it in this table; `tests/test_floors.py` checks this.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.tasks import Tasks
    from cardroom.web.tracing import current, note, span
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
