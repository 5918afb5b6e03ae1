"""Several processes that serve one room in PostgreSQL: which process serves which table, and their messages.

| module | contents |
|---|---|
| `peers` | the protocol by which halls and the server use the other processes |
| `single` | its implementation for a single process |
| `cluster` | its implementation for several processes: messages go to the process that serves their table |
| `membership` | a process's number and lease, from joining to leaving |
| `connections` | which connections each process has |
| `held` | messages that wait until their table is known or loaded |
| `bus`, `leases` | messages and leases in PostgreSQL, with all their SQL |
| `host` | what a process must provide to the cluster |

This package knows nothing about HTTP, about users or about the inside of halls.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.cluster.cluster import Cluster
    from cardroom.web.cluster.host import Host, LobbyEntry, ProcessEntry
    from cardroom.web.cluster.peers import Peers
    from cardroom.web.cluster.single import SingleProcess
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
