"""The card room over the network: HTTP, WebSocket and pages.

This room owns the sockets, the threads and the clock. What happens at a table is decided below, in `room`, `house` and
`play`; nothing here may decide what a wager pays, who acts next or where money goes.

| package | what lives there |
|---|---|
| `serving` | the process: start and stop, the ASGI application, server log, metrics, timeouts |
| `pages` | the browser's files, and the routes that send them |
| `api` | the routes of HTTP, and the WebSocket |
| `halls` | a hall on asyncio, the server that has both halls, bots, chores, background workers |
| `cluster` | several processes that share the tables of one room: leases, message bus |
| `people` | users: their database, names, passwords, sessions and roles |

A package imports only from those below it in this table; `tests/test_floors.py` checks it.
"""
