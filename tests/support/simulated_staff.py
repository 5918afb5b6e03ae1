"""The staff of a simulated card room: orders that wait for a second person, honest and dishonest ones.

Two persons of each duty pay out, correct balances, change roles and the rule itself, and void rounds. Requests are
approved by the right person, by the wrong one, twice, or never. The books fail meanwhile, and the process dies.
`Staff.check` compares the books with what was confirmed.
"""

from collections import Counter

import pyotp
from argon2 import PasswordHasher

from cardroom.errors import InputError
from cardroom.house import StoreError
from cardroom.house.books.notes import body_fields
from cardroom.house.books.values import CAGE
from cardroom.house.cage.requests import APPROVED, Approval
from cardroom.house.cage.roles import duties
from cardroom.play.table import Void
from cardroom.room import Order, Person
from cardroom.room.messages import Accepted, Denied, message_of
from cardroom.room.room import NEEDS_SECOND
from cardroom.web.orders import ChangeTwoPersons, Correct, Credit, Deposit, Orders, SetRoles, VoidRound, Withdraw
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.factors import Factors
from cardroom.web.people.notes import note_writer
from cardroom.web.people.store import PeopleStore

STAFF = {
    "cass": ("cashier",),
    "cora": ("cashier",),
    "flo": ("floor",),
    "fred": ("floor",),
    "olga": ("operator",),
    "otto": ("operator",),
}
HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Fast: passwords are not what is simulated."""
EXTRA = ("player", "auditor", "cashier")
"""Roles that operators give and take."""


def hire(house, folder, players):
    """Create the people database of a room, with notes in the books."""
    people = PeopleStore(PeopleDatabase(folder / "people.db"), hasher=HASHER)
    for name, roles in (dict.fromkeys(players, ("player",)) | STAFF).items():
        people.sign_up(name, "correct horse", roles, note=note_writer(house, "sign-up", who=name, why="simulated"))
    factors = Factors(people.database, house.books.store.vault, people.now)
    for name in ("olga", "otto"):
        factors.confirm(name, pyotp.TOTP(factors.begin(name)[0]).at(people.now()))
        house.note("second factor", who=name, why="simulated")
    people.database.close()


class Staff:
    """All staff of a world."""

    def __init__(self, world, players):
        self.world, self.players = world, players
        self.confirmed = {}
        """Orders that were confirmed as carried out, by key."""
        self.sent = []
        """Orders with their authors, to be sent again."""
        self.orders = None
        self._asked = {}
        """Call-offs that wait for the room's answer, by id."""
        self._numbers = 0

    def begin(self):
        """Serve the room of a new process."""
        if self.orders is not None:
            self.orders.people.database.close()
        people = PeopleStore(PeopleDatabase(self.world.folder / "people.db"), hasher=HASHER)
        people.factors = Factors(people.database, self.world.house.books.store.vault, people.now)
        self.orders = Orders(self.world.house, people)
        self._asked = {}
        self._later(self.world.epoch)

    def close(self):
        """Close the people database."""
        self.orders.people.database.close()

    def _later(self, epoch):
        self.world.at(1 + 4 * self.world.rng.random(), lambda: self._act(epoch))

    def _act(self, epoch):
        if epoch != self.world.epoch:
            return
        rng = self.world.rng
        what = rng.choice((self._order, self._order, self._decide, self._decide, self._decide, self._again, self._void))
        try:
            self.world.with_failures(what)
        except InputError as error:
            self.world.counts["order refused"] += 1
            self.world.counts[f"refused: {type(error).__name__}"] += 1
        except StoreError:
            self.world.counts["order failed"] += 1
        self._later(epoch)

    def _new(self):
        self._numbers += 1
        return f"{self.world.epoch} {self._numbers}"

    def _order(self):
        """Give an order."""
        rng = self.world.rng
        slip, cents = self._new(), rng.choice((100, 90_000, 200_000, 400_000))
        tables = [*self.world.room.tables]
        order = rng.choice(
            (
                Withdraw(slip, rng.choice(self.players), cents),
                Withdraw(slip, rng.choice(self.players), cents),
                Deposit(slip, rng.choice(self.players), 5 * cents),
                Correct(slip, rng.choice(self.players), cents, rng.random() < 0.5),
                SetRoles(rng.choice((*self.players, "cass")), tuple({"player", rng.choice(EXTRA)})),
                ChangeTwoPersons(rng.random() < 0.8, rng.choice((100_000, 300_000))),
                *([Credit(slip, rng.choice(tables), cents)] if tables else []),
            )
        )
        who = rng.choice([name for name, roles in STAFF.items() if {*roles} & {*order.roles}])
        self.sent.append((order, who))
        self._submit(order, who)

    def _again(self):
        """Send an order again, as after a lost reply."""
        if self.sent:
            self._submit(*self.world.rng.choice(self.sent))

    def _submit(self, order, who):
        number = self.orders.submit(order, who, "the paper is in the box")
        self.world.counts["order done" if number is None else "order waits"] += 1
        if number is None and order.key:
            self.confirmed[order.key] = order

    def _decide(self):
        """Approve or decline a request, by anybody."""
        rng, pending = self.world.rng, self.orders.requests.pending()
        if not pending:
            return
        request = rng.choice(pending)
        who = self.orders.people.user(rng.choice([*STAFF]))
        if rng.random() < 0.2:
            self.orders.decline(request.number, who, "no paper")
            self.world.counts["declined"] += 1
            return
        _, order = self.orders.check_approval(request.number, who)
        if who.name == request.who:
            raise AssertionError(f"{who.name} may approve an own request")
        if isinstance(order, VoidRound):
            person = Person(request.who, floor=True, alone=False, approval=Approval(request.number, who.name, "seen"))
            self._tell(person, order.table, Void(request.why, order.round))
            return
        self.orders.approve(request.number, who, "I have seen the paper")
        self.world.counts["approved"] += 1
        if order.key:
            self.confirmed[order.key] = order

    # -- rounds -------------------------------------------------------------------------------------------------------

    def _void(self):
        """Call off a round. Once cards were dealt, the room asks for a second person."""
        for name, live in self.world.room.tables.items():
            if live.state is not None and live.state.opening is not None:
                self._tell(Person(self.world.rng.choice(("flo", "fred")), floor=True, alone=False), name, Void("torn"))
                return

    def _tell(self, person, table, command):
        world, name = self.world, f"order {self._new()}"
        live = world.room.tables.get(table)
        if live is None:
            return
        round_id = command.round or (live.state.round_id if live.state else None)
        command = Void(command.why, round_id)
        self._asked[name] = person, table, command
        world.take(world.room.receive(world.now, Order(name, person), message_of(command, table, name)))

    def reply(self, order, message):
        """The room's answer to an order."""
        person, table, command = self._asked.pop(order, (None, None, None))
        if person is None:
            return
        match message:
            case Denied(why=why) if why == NEEDS_SECOND:
                if person.approval is not None:
                    raise AssertionError("an approved void was refused for want of a second person")
                self.world.counts["void waits"] += 1
                try:
                    self.world.with_failures(
                        lambda: self.orders.ask(VoidRound(table, command.round), person.name, command.why)
                    )
                except StoreError:
                    self.world.counts["order failed"] += 1
            case Accepted() if person.approval is not None:
                self.world.counts["void approved"] += 1
            case Accepted():
                self.world.counts["void alone"] += 1

    # -- what must hold -----------------------------------------------------------------------------------------------

    def check(self):
        """Compare the books with what was confirmed. The audit itself looks for payouts without an approval."""
        books = self.world.house.books
        for key, order in self.confirmed.items():
            if books.by_key(key) is None:
                raise AssertionError(f"{order} was confirmed, and is lost")
        decided = Counter()
        for entry in books.entries(CAGE):
            fields = body_fields(entry.body) if entry.kind == "note" else {}
            if fields.get("what") == APPROVED:
                decided[fields["after"]["request"]] += 1
                if entry.who == fields["after"]["by"]:
                    raise AssertionError(f"{entry.who} approved an own request")
        if any(count > 1 for count in decided.values()):
            raise AssertionError("a request was approved twice")
        noted = {name: user.roles for name, user in duties(books).users.items()}
        for user in self.orders.people.users():
            if noted.get(user.name) != user.roles:
                raise AssertionError(f"{user.name} has {user.roles}, but the books say {noted.get(user.name)}")
