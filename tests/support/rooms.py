"""A small room with every kind of ledger entry, and functions to alter its books."""

import random
from contextlib import contextmanager

import msgspec
from sqlalchemy import text, update

import cardroom
from cardroom.house import OUTSIDE, Books, LedgerAccount
from cardroom.house.books import schema
from cardroom.house.books.values import entry_hash, first_hash
from cardroom.play.table import Join, Leave, StartRound, SubmitAnswer, TopUp, Void
from cardroom.players.at_random import random_legal

NAMES = ("ann", "bob", "cyd")
JACKPOT = {"jackpot": True, "jackpot_type": "progressive", "jackpot_seed": 100_000, "jackpot_rate": 50}


def play(table, rounds, rng, stop_after=None):
    """Play rounds with random answers. The last one may stay open after a number of answers."""
    for number in range(rounds):
        for name, chips in table.table.stacks.items():
            if chips < 10_000:
                table.do(TopUp(name, 40_000 - chips))
        table.do(StartRound(), "dealer")
        answers = 0
        while table.round is not None:
            if stop_after is not None and number == rounds - 1 and answers == stop_after:
                return
            ask = table.round.waiting[0]
            who = table.round.spot(ask.spot).bettor
            answer = random_legal(table.round.view(who), ask, rng)
            table.do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value))
            answers += 1


def moved(house, table, cause):
    """Whether chips moved for a cause at a table."""
    return any(posting.cause == cause for line in house.entries(table) for posting in line.postings)


def furnish(house, rounds=2):
    """Three tables, a jackpot, a correction, a void, a change of games, a fill, people who come and go."""
    rng = random.Random(4)
    for name in NAMES:
        house.cage.deposit(name, 10_000_000, who="cage 1", key=f"deposit {name}")
    banked = house.open_table("banked", cardroom.game("heads-up-holdem", rules="washington", **JACKPOT), who="floor")
    dealer = house.open_table("dealer", cardroom.game("three-card-poker-6-card-bonus"), who="floor")
    poker = house.open_table("poker", cardroom.game("texas-holdem"), who="floor")
    for table in (banked, dealer, poker):
        for name in NAMES:
            table.do(Join(name, 40_000), key=f"join {table.name} {name}")
    while not moved(house, "banked", "fill"):  # the cards are fair, so it is unknown when
        if held := house.books.balance(LedgerAccount("banked", "house")):
            house.cage.credit("banked", held, who="cage 1", key=f"credit {banked.table.rounds}")
        play(banked, 1, rng)
    house.cage.correct(
        OUTSIDE, LedgerAccount("banked", "meter", "first"), 500, who="manager", why="miscounted", key="right 1"
    )
    play(banked, rounds, rng)
    play(banked, 1, rng, stop_after=0)
    banked.do(Void("a card was boxed"), "floor")
    house.cage.fill("banked", 70_000, who="cage 1", key="fill 1")
    house.cage.correct(
        LedgerAccount("banked", "house"),
        LedgerAccount("cage", "balance", "ann"),
        900,
        who="manager",
        why="paid short",
        key="right 2",
    )
    play(dealer, rounds, rng)
    while not moved(house, "dealer", "wager"):  # random players may all leave a round out
        play(dealer, 1, rng)
    play(poker, rounds, rng)
    poker.change(cardroom.game("2-7-triple-draw"), who="floor")
    play(poker, 1, rng)
    for name in NAMES[:2]:
        dealer.do(Leave(name), key=f"leave {name}")
    house.note("limit", who="manager", why="a busy night", before=100, after=200)
    house.cage.withdraw("ann", house.balance("ann"), who="cage 2", key="out ann")
    play(banked, 1, rng, stop_after=1)
    return house


class Held(Books):
    """Books that are read through one connection, in the middle of alterations."""

    def __init__(self, store, connection):
        super().__init__(store)
        self._pinned.set(connection)

    @contextmanager
    def at_one_moment(self):
        """Read through that connection."""
        yield


@contextmanager
def altered(store):
    """A connection for any changes, and the books with these changes. At the end everything is rolled back."""
    engine = store.engine
    with engine.connect() as connection:
        if store.sqlite:
            connection.connection.driver_connection.execute("PRAGMA foreign_keys = OFF")
        transaction = connection.begin()
        if store.sqlite:
            connection.execute(text("PRAGMA ignore_check_constraints = ON"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        try:
            yield connection, Held(store, connection)
        finally:
            transaction.rollback()
            if store.sqlite:
                connection.connection.driver_connection.execute("PRAGMA foreign_keys = ON")
                connection.connection.driver_connection.execute("PRAGMA ignore_check_constraints = OFF")


def rehash(connection, books):
    """Forge every hash from the first entry on, with the house's own functions."""
    for row in connection.execute(schema.books.select()).all():
        head, count = first_hash(row.name), 0
        for line in list(books.entries(row.name)):
            head, count = entry_hash(head, line), count + 1
            where = (schema.lines.c.book == row.id, schema.lines.c.number == line.number)
            connection.execute(update(schema.lines).where(*where).values(hash=head))
        connection.execute(update(schema.books).where(schema.books.c.id == row.id).values(head=head, lines=count))


NOT_NEGATIVE = "ADD CONSTRAINT ck_accounts_not_negative CHECK (cents >= 0 OR kind = 'outside') NOT VALID"
LAST_MOVES = """
    SELECT account, MAX(at) AS at FROM (
        SELECT account, moved.book, moved.number, lines.at FROM (
            SELECT payee AS account, book, number, cents AS change FROM postings
            UNION ALL
            SELECT payer AS account, book, number, -cents AS change FROM postings
        ) AS moved
        JOIN lines ON lines.book = moved.book AND lines.number = moved.number
        GROUP BY account, moved.book, moved.number, lines.at
        HAVING SUM(change) <> 0
    ) AS changed
    GROUP BY account
"""
"""The time of the last entry that moved each account."""


def rebalance(connection):
    """Forge every balance from the postings, even negative ones."""
    real = connection.dialect.name == "postgresql"  # PostgreSQL cannot ignore a constraint, but can drop it
    if real:
        connection.execute(text("ALTER TABLE accounts DROP CONSTRAINT ck_accounts_not_negative"))
    connection.execute(
        text(
            "UPDATE accounts SET cents = COALESCE((SELECT SUM(cents) FROM postings WHERE payee = accounts.id), 0)"
            " - COALESCE((SELECT SUM(cents) FROM postings WHERE payer = accounts.id), 0)"
        )
    )
    connection.execute(text("UPDATE accounts SET at = 0"))
    for row in connection.execute(text(LAST_MOVES)).all():
        connection.execute(update(schema.accounts).where(schema.accounts.c.id == row.account).values(at=row.at))
    if real:
        connection.execute(text(f"ALTER TABLE accounts {NOT_NEGATIVE}"))


def forge(connection, books):
    """Forge all hashes and balances."""
    rehash(connection, books)
    rebalance(connection)


def line_of(connection, book, kind, nth=0):
    """An entry of a kind, with its book's id."""
    query = text(
        "SELECT lines.* FROM lines JOIN books ON books.id = lines.book WHERE books.name = :b AND lines.kind = :k"
        " ORDER BY lines.number"
    )
    return connection.execute(query, {"b": book, "k": kind}).all()[nth]


def rewrite(connection, line, change):
    """Replace the body of an entry that is not secret."""
    body = msgspec.json.decode(bytes(line.body))
    change(body)
    where = (schema.lines.c.book == line.book, schema.lines.c.number == line.number)
    connection.execute(update(schema.lines).where(*where).values(body=msgspec.json.encode(body)))
