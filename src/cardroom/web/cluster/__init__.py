"""Several processes that serve one room in PostgreSQL: which process serves which table, and what passes between them.

| module | what lives there |
|---|---|
| `peers` | what halls and the server ask about the other processes: one protocol |
| `single` | the answers where one process serves the room |
| `cluster` | the answers where several do: messages go to the process that serves their table |
| `membership` | a process's number and lease, from joining to leaving |
| `connections` | who is connected to which process |
| `held` | messages that wait until their table is known or has arrived |
| `bus`, `leases` | messages and leases in PostgreSQL; all SQL about them |
| `host` | what a process must give to the cluster |

Nothing here knows of HTTP, of users or of how halls work inside.
"""
