"""Apply log entries to the state of a table. Nothing else changes it, whether the entry is new or read from a log.

This module has no I/O, no clock and no randomness. Impossible entries are rejected, because a log may be forged. Rounds
that ended are taken as they are in the log; no script runs here.

This is one file, because it is one function of all kinds of entries.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from cardroom.cards.decks import deck
from cardroom.cards.reading import restored
from cardroom.cards.shuffle import NOTHING
from cardroom.errors import InputError
from cardroom.play.game import Game
from cardroom.play.records import Opening, make_record, public, shuffle_key
from cardroom.play.round import Carry, Shoe, read_carry
from cardroom.play.table.conservation import check_conservation
from cardroom.play.table.log import (
    Answered,
    ChainCommitted,
    CircleTaken,
    CoachUsed,
    Entry,
    GameSet,
    Joined,
    Left,
    LinksAsked,
    MeterRead,
    ParkedGame,
    Paused,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    SatOut,
    SeedAdded,
    Shuffled,
    ShuffleDiscarded,
    Snapshot,
    SteppedAway,
    TableClosed,
    ToppedUp,
)
from cardroom.play.table.seed_chains import after_chain, after_links_asked, after_seed, chains_after_start
from cardroom.play.table.state import FindGame, State

__all__ = ["evolve"]


def evolve(state: State | None, entry: Entry, find: FindGame) -> State:
    """Return the state after an entry. `find` gives the game that an entry names. The first entry needs no state."""
    if isinstance(entry, GameSet):
        return _set_game(state, entry, _find(entry, find))
    if isinstance(entry, Snapshot):
        return _restored(entry, find)
    if state is None:
        raise InputError("a log must start with the game that the table plays, or with a snapshot")
    return _evolve(entry, state)


@singledispatch
def _evolve(entry: Any, state: State) -> State:
    raise InputError(f"{type(entry).__name__} is not an entry of a table's log")


# -- players -----------------------------------------------------------------------------------------------------------


@_evolve.register
def _(entry: Joined, state: State) -> State:
    state = replace(state, stacks=state.stacks | {entry.bettor: entry.cents})
    if entry.behind:
        return replace(state, behind=state.behind | {entry.bettor: entry.seat})
    return replace(state, seats=state.seats | {entry.bettor: entry.seat})


@_evolve.register
def _(entry: ToppedUp, state: State) -> State:
    return replace(state, stacks=state.stacks | {entry.bettor: state.stacks[entry.bettor] + entry.cents})


@_evolve.register
def _(entry: Left, state: State) -> State:
    who, unseeded = entry.bettor, not (entry.stays or state.carry.shoe)
    stacks = dict(state.stacks)
    del stacks[who]  # fails only for a forged log
    return replace(
        state,
        stacks=stacks,
        seats=_without(state.seats, who),
        behind=_without(state.behind, who),
        circles=tuple(circle for circle in state.circles if circle[0] != who),
        out=state.out - {who},
        away=state.away - {who},
        left=state.left | {who: entry.cents},
        ready=state.shuffle.without(who) if unseeded else state.ready,
        chains={name: anchor for name, anchor in state.chains.items() if name != who},
    )


@_evolve.register
def _(entry: SatOut, state: State) -> State:
    return replace(state, out=state.out | {entry.bettor} if entry.out else state.out - {entry.bettor})


@_evolve.register
def _(entry: SteppedAway, state: State) -> State:
    return replace(state, away=state.away | {entry.bettor} if entry.away else state.away - {entry.bettor})


@_evolve.register
def _(entry: CircleTaken, state: State) -> State:
    circles = [*state.circles]
    (circles.append if entry.taken else circles.remove)((entry.bettor, entry.seat))
    return replace(state, circles=tuple(circles))


# -- cards and rounds --------------------------------------------------------------------------------------------------


@_evolve.register
def _(entry: Shuffled, state: State) -> State:
    shuffle = restored(entry.kept)
    number = state.shuffles + 1
    cards = deck(state.game.rules.deck.name, state.game.rules.packs).cards
    if state.money and not (shuffle.fair and sorted(shuffle.box) == sorted(cards)):
        raise InputError(f"shuffle {number} of the log is not a fair one of the game's deck")
    if shuffle.about != state.about() and (state.money or shuffle.about != NOTHING):
        raise InputError(f"shuffle {number} of the log is for a different game, table or time")
    return replace(state, ready=shuffle, shuffles=number, spent=False)


@_evolve.register
def _(entry: SeedAdded, state: State) -> State:
    return after_seed(state, entry)


@_evolve.register
def _(entry: ChainCommitted, state: State) -> State:
    return after_chain(state, entry)


@_evolve.register
def _(entry: LinksAsked, state: State) -> State:
    return after_links_asked(state, entry)


@_evolve.register
def _(entry: ShuffleDiscarded, state: State) -> State:
    return replace(state, discarded=(*state.discarded, entry.transcript))


@_evolve.register
def _(entry: RoundStarted, state: State) -> State:
    opening = entry.opening
    _check_chain(state, opening)
    players = sum(opening.stacks[spot.bettor] > 0 for spot in opening.spots)
    orbit = state.orbit if state.hands else players
    return replace(state, opening=opening, answers=(), orbit=orbit, chains=chains_after_start(state))


@_evolve.register
def _(entry: Answered, state: State) -> State:
    return replace(state, answers=(*state.answers, entry.answer))


@_evolve.register
def _(entry: CoachUsed, state: State) -> State:
    if state.opening is None or entry.question != state.question(entry.spot):
        raise InputError("the coach was used for a question that was not open")
    return state


@_evolve.register
def _(entry: RoundVoided, state: State) -> State:
    return _between_rounds(state, shoe=None)


@_evolve.register
def _(entry: RoundEnded, state: State) -> State:
    outcome, number = entry.outcome, state.rounds + 1
    if state.opening is None:
        raise InputError("the log ends a round that was not started")
    try:
        check_conservation(state.stacks, outcome.transfers, outcome.net)
    except InputError as error:
        raise InputError(f"round {number} of the log: {error}") from None
    stacks = {who: cents + outcome.net[who] for who, cents in state.stacks.items()}
    carry = read_carry(outcome.next, state.game.carried)
    ended = replace(
        state,
        head=public(make_record(state.opening, state.answers, outcome), state.shuffle).hash,
        stacks=stacks,
        carry=carry,
        rounds=number,
        discarded=(),
        hands=state.hands + bool(outcome.transfers),
    )
    return _between_rounds(ended, carry.shoe)


def _between_rounds(state: State, shoe: Shoe | None) -> State:
    return replace(state, carry=replace(state.carry, shoe=shoe), opening=None, answers=(), spent=shoe is None)


def _check_chain(state: State, opening: Opening) -> None:
    """Reject a log whose rounds do not follow each other."""
    if opening.previous != state.head:
        raise InputError(f"round {state.rounds + 1} of the log does not follow the one before it")
    if (opening.table, opening.stacks, opening.shuffle) != (state.name, state.stacks, shuffle_key(state.shuffle)):
        raise InputError(f"round {state.rounds + 1} of the log does not have this table's name, chips and cards")


# -- the table ---------------------------------------------------------------------------------------------------------


@_evolve.register
def _(entry: Paused, state: State) -> State:
    return replace(state, paused=entry.paused)


@_evolve.register
def _(entry: TableClosed, state: State) -> State:
    return replace(state, closed=True, carry=_unlinked(state.carry, state.links), links={})


@_evolve.register
def _(entry: MeterRead, state: State) -> State:
    carry = replace(state.carry, meters=state.carry.meters | {entry.jackpot: entry.reads})
    return replace(state, carry=carry)


# -- games -------------------------------------------------------------------------------------------------------------


def _find(entry: GameSet | ParkedGame, find: FindGame) -> Game:
    """Find the game that an entry names, with exactly the rules that it names."""
    game = find(entry.game, entry.rules)
    if game.rules.digest != entry.rules.digest:
        raise InputError(f"the log plays {entry.game} under rules {entry.rules.digest[:12]}, not these")
    return game


def _restored(entry: Snapshot, find: FindGame) -> State:
    """The state that a snapshot holds."""
    parked = {
        (game := _find(each, find)): (read_carry(each.carry, game.carried), restored(each.shuffle))
        for each in entry.others
    }
    return replace(
        _set_game(None, entry.plays, _find(entry.plays, find)),
        stacks=dict(entry.stacks),
        seats=dict(entry.seats),
        behind=dict(entry.behind),
        circles=tuple((who, seat) for who, seat in entry.circles),
        out=frozenset(entry.out),
        away=frozenset(entry.away),
        paused=entry.paused,
        left=dict(entry.left),
        carry=read_carry(entry.carry, _find(entry.plays, find).carried),
        rounds=entry.rounds,
        hands=entry.hands,
        orbit=entry.orbit,
        head=entry.head,
        shuffles=entry.shuffles,
        ready=restored(entry.shuffle),
        spent=False,
        parked=parked,
        chains=dict(entry.chains or {}),
    )


def _set_game(state: State | None, entry: GameSet, game: Game) -> State:
    """Set a game: a new one, one that was parked here, or the same one with different house rules."""
    links = dict(entry.links or {})
    if state is None:
        carry = _newly_linked(Carry(), links)
        return State(game=game, name=entry.table, money=entry.money, seed=entry.seed, links=links, carry=carry)
    again = state.game.slug == game.slug
    unchanged = {name for name, to in state.links.items() if again and links.get(name) == to}
    before = _unlinked(state.carry, state.links.keys() - unchanged)
    parked = state.parked | {state.game: (before, state.shuffle)}
    parked, fractions = _take_fractions(parked, game.slug)
    # The same game with different house rules keeps the bank's turn and the displays.
    carry, ready = Carry(bank=before.bank, meters=dict(before.meters)) if again else Carry(), state.ready
    if game in parked:
        carry, ready = parked.pop(game)
    carry = _newly_linked(replace(carry, fractions=fractions), links.keys() - unchanged)
    if state.game.carried is game.carried and getattr(game.carried, "SHARED", False):
        carry = replace(carry, own=before.own)  # a button stays where it is
    return replace(
        state,
        game=game,
        name=entry.table,
        money=entry.money,
        seed=entry.seed,
        links=links,
        carry=carry,
        ready=ready,
        spent=carry.shoe is None,
        parked=parked,
        hands=0,
    )


_Parked = dict[Game, tuple[Carry, Any]]


def _take_fractions(parked: _Parked, slug: str) -> tuple[_Parked, dict[str, tuple[int, int]]]:
    """Take the fractions of a cent that a game's jackpots are owed from all its parked carries. They are paid with the
    next wagers, under any house rules."""
    rest, owed = {}, dict[str, tuple[int, int]]()
    for game, (carry, shuffle) in parked.items():
        if game.slug == slug and carry.fractions:
            for name, (meter, reserve) in carry.fractions.items():
                has = owed.get(name, (0, 0))
                owed[name] = has[0] + meter, has[1] + reserve
        rest[game] = (replace(carry, fractions={}) if game.slug == slug else carry), shuffle
    return rest, owed


_OWN = "own "
"""Prefix in `Carry.fractions` for the debt of a table's own meter while a house jackpot is linked in its place."""


def _unlinked(carry: Carry, names: Iterable[str]) -> Carry:
    """Return the carry after jackpots were unlinked. What the house's jackpots are owed stays with the house."""
    carry = carry.copy()
    for name in names:
        carry.meters.pop(name, None)
        carry.fractions.pop(name, None)
        if _OWN + name in carry.fractions:
            carry.fractions[name] = carry.fractions.pop(_OWN + name)
    return carry


def _newly_linked(carry: Carry, names: Iterable[str]) -> Carry:
    """Return the carry after jackpots were linked. What the table's own meters are owed is set aside."""
    carry = carry.copy()
    for name in names:
        carry.meters.pop(name, None)
        if name in carry.fractions:
            carry.fractions[_OWN + name] = carry.fractions.pop(name)
    return carry


def _without(of: dict[str, int], who: str) -> dict[str, int]:
    return {name: value for name, value in of.items() if name != who}
