"""Halls on asyncio, and the server with both of them: connections, bots, chores, play money, background workers.

Nothing here knows about HTTP.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.halls.chores import DAY
    from cardroom.web.halls.databases import Databases, databases_for, home, lock_room, one_at_a_time
    from cardroom.web.halls.demo import DEMO_PEOPLE, check_demo, demo_server, mark_demo, prepare_rules
    from cardroom.web.halls.hall import Deferred, Hall
    from cardroom.web.halls.measures import Measures
    from cardroom.web.halls.outbox import Outbox
    from cardroom.web.halls.own_tables import MOST_FROM_ADDRESS
    from cardroom.web.halls.room_backup import Contents, backup_room, read_contents, restore_room
    from cardroom.web.halls.room_clock import clock
    from cardroom.web.halls.server import OTHER_ROLES, Server
    from cardroom.web.halls.table_config import MONEY, PLAY, BotLevel, BotPace, BotSettings, TableConfig, read_config
    from cardroom.web.halls.table_directory import HALL, Presence, TableDirectory
    from cardroom.web.halls.webhooks import Target
    from cardroom.web.halls.workers import AuditCheck, AuditRun, Workers
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
