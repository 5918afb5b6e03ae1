"""A card room with played rounds, and HTTP clients for its users."""

from contextlib import contextmanager
from random import Random

import httpx
import msgspec

import cardroom
from cardroom.house import House
from cardroom.play.table import Pause
from cardroom.room.timing import TableTiming
from cardroom.show import picture
from cardroom.web.halls.databases import databases_for
from cardroom.web.halls.table_config import PLAY, TableConfig
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.room_store import RoomStore
from cardroom.web.people.store import PeopleStore
from support.browser import hire
from support.houses import BANKED, play, play_into, seated, step
from support.server import QUICK, running

PASSWORD = "seven long words are better than one"
PEOPLE = {"ann": "player", "bob": "player", "eve": "player", "audrey": "auditor", "flo": "floor"}
POKER, HOUSE, GOING = "table 7", "table 8", "table 9"


class Asked:
    """A room in which ann and bob have played, and clients for several users."""

    def __init__(self, room, shown):
        self.room, self.shown = room, shown
        self._http = httpx.Client(base_url=room.address, timeout=60, verify=False)
        self._cookies = {None: ""}
        for name, role in PEOPLE.items():
            hire(room, name, (role,), PASSWORD)
            self._cookies[name] = f"session={room.server.people.sessions.begin(name)}"

    def _ask(self, method, who, path, cookies="", **how):
        self._http.cookies.clear()
        headers = {"cookie": f"{self._cookies[who]}{cookies}"} | how.pop("headers", {})
        return self._http.request(method, path, headers=headers, **how)

    def close(self):
        self._http.close()

    def get(self, who, path, /, **query):
        """Send a GET request as a user; return the reply."""
        return self._ask("GET", who, path, params=query)

    def value(self, who, path, /, **query):
        answer = self.get(who, path, **query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, who, path, **fields):
        """Send a POST request as a user; return the reply."""
        token = self._ask("GET", None, "/api/v1/me").cookies["csrftoken"]
        return self._ask("POST", who, path, f"; csrftoken={token}", json=fields, headers={"x-csrftoken": token})


@contextmanager
def played(folder):
    """A server in a folder. Rounds were played in its play-money hall, and one is in progress."""
    where = databases_for(f"sqlite:///{folder}/room.db")
    people = PeopleStore(PeopleDatabase(where.people), hasher=QUICK)
    waits = TableConfig(TableTiming(answer_time=86_400, disconnect_grace=86_400))
    # However slow the machine is, this round stays in progress.
    RoomStore(people.database).save_config(PLAY, GOING, msgspec.json.encode(waits).decode())
    people.database.close()
    house = House.at(where.play, create=True)
    table, shown, random = seated(house, POKER, "texas-holdem", ("ann", "bob")), [], Random(3)
    while table.table.rounds < 2:
        step(table, random, stay=True)
        shown.append({who: picture((table.round or table.last).view(who)) for who in (None, "ann", "bob")})
    play(seated(house, HOUSE, BANKED, ("ann", "bob")), 2, Random(1))
    game = cardroom.game("four-card-frenzy")
    house.jackpots.open("Galaxy", game, "galaxy", who="flo", source="cage", key="jackpot 1")
    house.note("limits", who="flo", why="a quiet day", before=500, after=300)
    play_into(seated(house, GOING, "texas-holdem", ("ann", "bob")), 1, Random(1))
    for name in (POKER, HOUSE):
        house.table(name).do(Pause("the end of the day", True), "floor")
    house.books.store.close()
    with running(folder) as room:
        asked = Asked(room, shown)
        yield asked
        number = room.server.halls["play"].room.tables[GOING].summary().round
        asked.post("flo", f"/api/v1/halls/play/tables/{GOING}/void", why="the room closes", round=number)
        asked.close()
