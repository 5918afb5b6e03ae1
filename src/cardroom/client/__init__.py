"""A client for card room servers: for programs, the terminal and load tests.

It repeats a request with the same id until the room accepts or refuses it. It reopens a broken connection, and every
watched table continues where it was. `Client` is for asyncio; `SyncClient` has the same methods without it.

All errors are a `CardroomError`: `InputError` if the server refuses a request, `Unreachable` if it does not answer.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.client.answers import ListedGame, ListedTable, Me, OpenedTable, PrivateTable, RoundList
    from cardroom.client.connection import MOST_UNREAD, Connection, Unreachable
    from cardroom.client.http import Client
    from cardroom.client.questions import Question
    from cardroom.client.sync import SyncClient, SyncConnection
    from cardroom.commands import Join, Leave, Return, SitOut, StepAway, SubmitAnswer, TakeCircle, TopUp
    from cardroom.errors import CardroomError, InputError
    from cardroom.room import Bye, Hello
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
