"""Decide which log entries a command leaves, or refuse it. The other half is `evolve`.

No I/O and no clock. Nothing changes here, neither the state nor the round: the round continues when an entry is
applied. The only source of chance is the operating system, for the shuffles of tables without a simulation seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

import msgspec

from cardroom.cards.reading import restored
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import NOTHING, About, Shuffle
from cardroom.commands import (
    AddSeed,
    CloseTable,
    CommitChain,
    Join,
    Leave,
    Pause,
    Return,
    SitOut,
    StepAway,
    SubmitAnswer,
    TakeCircle,
    TopUp,
    UseCoach,
    Void,
)
from cardroom.errors import InputError, Refused
from cardroom.play.game import Game
from cardroom.play.records import Opening, Record, RulesOf, chains_of, shuffle_key
from cardroom.play.round import Round, Spot, check_stacks, in_seat_order, is_name
from cardroom.play.table.buy_in import check_buy_in
from cardroom.play.table.commands import (
    AskLinks,
    ChangeGame,
    Command,
    OpenTable,
    ReadMeter,
    StartRound,
    TakeSeat,
    UseDefault,
)
from cardroom.play.table.evolve import evolve
from cardroom.play.table.log import (
    CircleTaken,
    CoachUsed,
    Entry,
    GameSet,
    Joined,
    Left,
    MeterRead,
    Paused,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    SatOut,
    Shuffled,
    ShuffleDiscarded,
    SteppedAway,
    TableClosed,
    ToppedUp,
    answer_entry,
)
from cardroom.play.table.seed_chains import accept_chain, accept_seed, ask_links
from cardroom.play.table.state import State, game_set

__all__ = ["decide", "end_round", "follow"]


def decide(state: State | None, command: Command, round: Round | None = None) -> list[Entry]:
    """Return the entries that a command leaves. `round` is the current round, run to the state's last answer."""
    if isinstance(command, OpenTable):
        return _open(state, command)
    if state is None:
        raise InputError("This table is not open yet.")
    if command.between_rounds and state.opening is not None:
        raise InputError("This is possible only between rounds. Try again when the round ends.")
    return _decide(command, state, round)


def follow(state: State, round: Round | None) -> list[Entry]:
    """Return what happens next without a command: the default for a player who is away, or cards for the next round."""
    if round is not None:
        for ask in round.waiting:
            if round.spot(ask.spot).bettor in state.away:
                return [answer_entry(round.default_of(ask.spot), ask.secret)]
    elif state.spent and not state.closed:
        return [Shuffled(state.game.shuffle(state.seed, state.shuffles, state.about()).kept())]
    return []


def end_round(state: State, finished: Record) -> list[Entry]:
    """Return the entries that end a round, given its record."""
    if state.opening is None or not _same(finished.opening, state.opening):
        raise InputError("this is not the table's current round")
    return [RoundEnded(finished.outcome)]


def _same(one: Opening, other: Opening) -> bool:
    """Whether two openings are equal. An opening read from a log has lists where the carry has tuples."""
    return one == other or msgspec.json.encode(one) == msgspec.json.encode(other)


@singledispatch
def _decide(command: Any, state: State, round: Round | None) -> list[Entry]:
    raise InputError(f"{type(command).__name__} is not a command to a table")


# -- players -----------------------------------------------------------------------------------------------------------


@_decide.register
def _(command: Join, state: State, round: Round | None) -> list[Entry]:
    bettor, cents, seat = command.bettor, _cents(command.cents), command.seat
    if state.closed:
        raise InputError("This table is closed permanently.")
    if bettor in state.stacks or not is_name(bettor):
        raise InputError(
            f"{bettor!r} {'already sits here' if bettor in state.stacks else 'cannot be the name of a player'}"
        )
    if command.behind:
        spot = Spot(f"behind {bettor}", seat or 0, bettor, backline=True)
        in_seat_order(state.game.rules, (*state.spots(), spot))
        return [Joined(bettor, seat or 0, cents, True)]
    free = [*state.free_seats()]
    if (seat if seat is not None else next(iter(free), None)) not in free:
        raise InputError(f"Seat {seat} is taken or does not exist. Free seats: {', '.join(map(str, free)) or 'none'}")
    check_buy_in(state.game.rules, cents, left=state.left.get(bettor, 0))
    return [Joined(bettor, free[0] if seat is None else seat, cents)]


@_decide.register
def _(command: TakeSeat, state: State, round: Round | None) -> list[Entry]:
    seat = state.seats.get(command.instead_of)
    if seat is None:
        raise InputError(f"{command.instead_of} has no seat at this table.")
    (left,) = _decide(Leave(command.instead_of), state, round)
    after = evolve(state, left, lambda *_: state.game)
    return [left, *_decide(Join(command.bettor, command.cents, seat), after, round)]


@_decide.register
def _(command: TopUp, state: State, round: Round | None) -> list[Entry]:
    check_buy_in(state.game.rules, _cents(command.cents), _stack(state, command.bettor))
    return [ToppedUp(command.bettor, command.cents)]


@_decide.register
def _(command: Leave, state: State, round: Round | None) -> list[Entry]:
    cents = _stack(state, command.bettor)
    # After links were asked for, leaving must not take a seed back: that would be a choice between two decks.
    return [Left(command.bettor, cents, stays=state.shuffle.closed or bool(state.shuffle.chains))]


@_decide.register
def _(command: SitOut, state: State, round: Round | None) -> list[Entry]:
    _stack(state, command.bettor)
    return [] if (command.bettor in state.out) == command.out else [SatOut(command.bettor, command.out)]


@_decide.register
def _(command: StepAway, state: State, round: Round | None) -> list[Entry]:
    _stack(state, command.bettor)
    return [] if command.bettor in state.away else [SteppedAway(command.bettor, True)]


@_decide.register
def _(command: Return, state: State, round: Round | None) -> list[Entry]:
    _stack(state, command.bettor)
    return [SteppedAway(command.bettor, False)] if command.bettor in state.away else []


@_decide.register
def _(command: TakeCircle, state: State, round: Round | None) -> list[Entry]:
    bettor, seat = command.bettor, command.seat
    _stack(state, bettor)
    if command.taken == ((bettor, seat) in state.circles):
        return []
    if command.taken:
        in_seat_order(state.game.rules, (*state.spots(), Spot(f"circle {seat}", seat, bettor, second=True)))
    return [CircleTaken(bettor, seat, command.taken)]


@_decide.register
def _(command: AddSeed, state: State, round: Round | None) -> list[Entry]:
    _stack(state, command.bettor)
    return accept_seed(command, state)


@_decide.register
def _(command: CommitChain, state: State, round: Round | None) -> list[Entry]:
    _stack(state, command.bettor)
    return accept_chain(command, state)


@_decide.register
def _(command: AskLinks, state: State, round: Round | None) -> list[Entry]:
    return ask_links(command, state)


# -- rounds ------------------------------------------------------------------------------------------------------------


@_decide.register
def _(command: StartRound, state: State, round: Round | None) -> list[Entry]:
    if state.paused or state.closed:
        raise InputError("This table is closed permanently." if state.closed else "This table is paused.")
    shuffle = state.shuffle if command.shuffle is None else _check_shuffle(command.shuffle, state)
    spots = in_seat_order(state.game.rules, tuple(state.spots() if command.spots is None else command.spots))
    check_stacks(spots, state.stacks)
    opening = Opening(
        state.game.slug,
        RulesOf.game(state.game),
        state.game.version,
        state.name,
        spots,
        dict(state.stacks),
        msgspec.to_builtins(state.carry),
        shuffle_key(shuffle),
        tuple((seed.by, seed.text) for seed in shuffle.seeds),
        state.head,
        chains_of(shuffle),
    )
    if command.shuffle is None:
        return [RoundStarted(opening)]
    discarded = _discard_shuffle(state, "other cards are dealt", seen=False)
    return [discarded, Shuffled(shuffle.kept()), RoundStarted(opening)]


def _check_shuffle(shuffle: Shuffle | SealedShuffle, state: State) -> Shuffle | SealedShuffle:
    """Check cards that are to be dealt instead of the shuffled ones."""
    if state.money:
        raise InputError("a money table deals only from the shuffle that it has committed to")
    if state.carry.shoe:
        raise InputError("This shoe has been dealt from. A different shuffle can be used when the shoe ends.")
    if shuffle.about not in (NOTHING, state.about()):
        raise InputError("this shuffle was committed to for a different purpose")
    return shuffle


def _discard_shuffle(state: State, why: str, *, seen: bool) -> ShuffleDiscarded:
    """Discard cards that were committed to. The secret of sealed cards that were dealt is not published."""
    shuffle = restored(state.shuffle.kept())  # a copy: if this is refused later, the shuffle still takes seeds
    return ShuffleDiscarded(shuffle.transcript(reveal=not (seen and shuffle.kind == "sealed")), why)


@_decide.register
def _(command: SubmitAnswer, state: State, round: Round | None) -> list[Entry]:
    _check_question(command, state)
    if round is None:
        raise Refused("No round is being played.")
    if command.spot not in {each.id for each in round.spots if each.bettor == command.bettor}:
        raise Refused("This question is for another player")
    ask = round.ask_of(command.spot)
    return [answer_entry(ask.check(command.action, command.value), ask.secret)]


@_decide.register
def _(command: UseDefault, state: State, round: Round | None) -> list[Entry]:
    _check_question(command, state)
    if round is None:
        raise InputError("No round is being played.")
    return [answer_entry(round.default_of(command.spot), round.ask_of(command.spot).secret)]


@_decide.register
def _(command: UseCoach, state: State, round: Round | None) -> list[Entry]:
    _check_question(command, state)
    if round is None:
        raise InputError("No round is being played.")
    if command.spot not in {ask.spot for ask in round.waiting if round.spot(ask.spot).bettor == command.bettor}:
        raise InputError("This question is for another player.")
    return [CoachUsed(command.bettor, command.spot, command.question)]


def _check_question(command: SubmitAnswer | UseDefault | UseCoach, state: State) -> None:
    """Refuse an answer to a question that is no longer open."""
    if command.question is not None and (state.opening is None or command.question != state.question(command.spot)):
        raise InputError("That question is closed: it was answered, or time ran out.")


@_decide.register
def _(command: Void, state: State, round: Round | None) -> list[Entry]:
    if command.round is not None and command.round != state.round_id:
        raise InputError("That round is over.")
    if round is None or round.done:
        raise InputError("there is no round to void" + (": this one is done, finish it" if round else ""))
    return [RoundVoided(command.why), _discard_shuffle(state, f"the round was voided: {command.why}", seen=True)]


# -- the table ---------------------------------------------------------------------------------------------------------


def _open(state: State | None, command: OpenTable) -> list[Entry]:
    if state is not None:
        raise InputError(f"table {state.name} is already open")
    if command.money and command.seed is not None:
        raise InputError("a money table takes no seed: its shuffles come from the operating system alone")
    About(table=command.name).checked()
    game, links = command.game, _checked_links(command.game, command.links)
    rules = RulesOf.game(game)
    return [GameSet(game.slug, rules, command.seed, command.money, command.name, links or msgspec.UNSET)]


@_decide.register
def _(command: ChangeGame, state: State, round: Round | None) -> list[Entry]:
    links = _checked_links(command.game, command.links)
    if command.game == state.game and links == state.links:
        return []
    if spots := state.spots():
        in_seat_order(command.game.rules, spots)
    discarded = [] if state.carry.shoe else [_discard_shuffle(state, "the table plays another game", seen=False)]
    return [*discarded, game_set(command.game, state, links)]


def _checked_links(game: Game, links: Mapping[str, str]) -> dict[str, str]:
    """Return the links, if the game's layout has their jackpots."""
    known = {wager.jackpot for wager in game.rules.wagers().values() if wager.jackpot}
    if unknown := sorted(links.keys() - known):
        names = ", ".join(sorted(known)) or "none"
        raise InputError(f"{game.slug} has no jackpot {unknown[0]} on its layout. Its jackpots: {names}")
    return dict(links)


@_decide.register
def _(command: ReadMeter, state: State, round: Round | None) -> list[Entry]:
    rules = state.game.rules
    if command.jackpot not in rules.jackpot:
        known = ", ".join(rules.jackpot) or "none"
        raise InputError(f"{state.game.slug} has no jackpot {command.jackpot!r}. Its jackpots: {known}")
    return [MeterRead(command.jackpot, _cents(command.reads), command.why)]


@_decide.register
def _(command: Pause, state: State, round: Round | None) -> list[Entry]:
    return [] if state.paused == command.paused else [Paused(command.paused, command.why)]


@_decide.register
def _(command: CloseTable, state: State, round: Round | None) -> list[Entry]:
    if state.stacks:
        raise InputError(f"{', '.join(state.stacks)} must leave first, because only an empty table can close.")
    return [] if state.closed else [TableClosed()]


def _stack(state: State, bettor: str) -> int:
    """The chips of a player at this table."""
    if bettor not in state.stacks:
        raise InputError(f"{bettor} does not sit here. Players here: {', '.join(state.stacks) or 'none'}")
    return state.stacks[bettor]


def _cents(cents: int) -> int:
    if type(cents) is not int or cents < 0:
        raise InputError(f"chips must be whole cents, zero or more, not {cents!r}")
    return cents
