"""Tables in various situations, for tests of commands, and everything that a command could change about them."""

from copy import deepcopy
from hashlib import sha256

import msgspec

import cardroom
from cardroom.cards.chain import SeedChain
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Table
from cardroom.play.table import AddSeed, AskLinks, CloseTable, CommitChain, Leave, StartRound, SubmitAnswer, UseDefault
from cardroom.play.table.evolve import evolve
from cardroom.play.table.log import Entry

THREE, POKER, SHOE, JACKPOT, CIRCLES = map(
    cardroom.game,
    ("three-card-poker-6-card-bonus", "texas-holdem", "ez-baccarat", "four-card-frenzy", "pure-21.5-blackjack"),
)
LOG = msgspec.json.Decoder(tuple[Entry, ...])


def find(slug, rules):
    return cardroom.game(slug, rules=rules.set, **rules.house)


def table_of(game=THREE, *earlier, **options):
    """A table with ann and bob, after some commands."""
    table = Table(game, {"ann": 50_000, "bob": 40_000}, **({"seed": 1, "name": "table 7"} | options))
    for command in earlier:
        table.do(command)
    return table


def started(game=THREE, *earlier):
    """A table with a round."""
    return table_of(game, StartRound(), *earlier)


def banked():
    """A round in which ann banks and bob is asked to bet."""
    return started(THREE, SubmitAnswer("ann", "1", None, "bank", 10_000))


def over(finish=True):
    """A table whose first round is over and moved no chips."""
    table = started()
    while not table.round.done:
        table.do(UseDefault(table.round.ask.spot))
    if finish:
        table.finish()
    return table


def begun_shoe():
    """A table in the middle of a shoe."""
    table = table_of(SHOE, StartRound(), SubmitAnswer("ann", "1", None, "bank", 10_000))
    table.do(SubmitAnswer("bob", "2", None, "bet", {"player": 500}))
    table.finish()
    assert table.carry.shoe
    return table


def looked_at():
    """A table whose card order has been looked at."""
    table = table_of(THREE, AddSeed("bob", "lucky"))
    assert table.shuffle.order
    return table


def chain_of(who):
    """A player's seed chain, the same each time."""
    return SeedChain(sha256(who.encode()).digest(), 5)


def chained(game=THREE, *names):
    """A table at which ann and bob have published chains, with links asked of some of them."""
    table = table_of(game, *(CommitChain(who, chain_of(who).anchor) for who in ("ann", "bob")))
    if names:
        table.do(AskLinks(names))
    return table


def nobody():
    """A table that everyone has left."""
    return table_of(THREE, Leave("ann"), Leave("bob"))


def closed():
    """A table that is closed."""
    table = nobody()
    table.do(CloseTable())
    return table


OTHER = Shuffle.simulated(range(52), "other cards")


def stored(log):
    """Entries as read back from a disk."""
    return LOG.decode(msgspec.json.encode(log))


def evolved(log, state=None):
    for entry in log:
        state = evolve(state, entry, find)
    return state


def facts(table):
    """Everything that deciding could change: the state, whether its cards take seeds, and the round so far."""
    state, round = table.state, table.round
    games = {id(game): game for game in (state.game, *state.parked)}
    shown = round and (tuple(round.answers), tuple(round.events), round.waiting, round.done, dict(round.chips.balances))
    return deepcopy(state, games), state.ready.closed, shown, table.log


def names(classes):
    """The names of classes, for a message."""
    return ", ".join(sorted(each.__name__ for each in classes))
