"""The checks of a game from outside the package: contract, rounds, replay, lesson, pictures, leaks, bot, analysis.

Each check plays rounds of its own, from a fixed seed, so that the same folder always gives the same answer.
"""

import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from threading import current_thread, main_thread
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis import Report, analyze, has_analysis
from cardroom.analysis.report import SIDE_BETS, analysis_of, expected_seconds
from cardroom.analysis.simulation import agreement, check_by_script
from cardroom.clauses import violations
from cardroom.cli.terminal.progress import progress_bar
from cardroom.errors import Refused
from cardroom.games import game_of, lesson
from cardroom.games.plugins import failure_words
from cardroom.play import Ask, Game, Record, Round, Table, View, record, replay
from cardroom.play.game import RAISES, Step, event_kind
from cardroom.play.round import Transfer, positions_seen
from cardroom.play.table import SitOut, TopUp
from cardroom.players import play_round, random_legal, table_bots, usual
from cardroom.rulebook import with_house_rules
from cardroom.show import picture
from cardroom.show.rules import most_times, page

__all__ = ["CHECKS", "GameFinding", "check_game"]

ROUNDS = 60
"""Rounds that each check plays."""
CHIPS = 1_000_000
"""The stack of each player, in cents."""
MOST_SECONDS = 20.0
"""An analysis that takes longer than this on one core is run only if it is asked for."""
MOST_ROUND_SECONDS = 60.0
"""The time that all rounds of a check may take."""
MOST_PLAY_SECONDS = 60.0
"""The time that the rounds may take which are compared with the analysis. After it, fewer are compared."""
MORE = 10
"""With `full`, so many times as many rounds are compared, and they may take so many times as long."""


class GameFinding(NamedTuple):
    """The result of one check."""

    check: str
    state: str
    """ok, missing or wrong."""
    says: str


class GameDefect(Exception):
    """A check found a defect; the message says which."""


def check_game(game: Game, full: bool = False) -> Iterator[GameFinding]:
    """Run all checks on a game. If rounds fail, the others are not run; otherwise each is.

    `full` also runs an analysis that takes long.
    """
    for name, check in CHECKS.items():
        try:
            with time_limit(MOST_ROUND_SECONDS if name != "analysis" else 0):
                missing, says = check(game, full) if name == "analysis" else check(game)
            yield GameFinding(name, "missing" if missing else "ok", says)
        except GameDefect as error:
            yield GameFinding(name, "wrong", str(error))
        except Exception as error:
            yield GameFinding(name, "wrong", failure_words(error))
        else:
            continue
        if name == "rounds":
            return  # the other checks play rounds too, and would repeat it


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise a `GameDefect` in code that runs for longer than this, in seconds of the processor. 0 is no limit."""
    if not seconds or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        raise GameDefect(f"it did not end after {seconds:g} seconds: look for a loop that never ends in the script")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _stays(view: View, ask: Ask, rng: Random) -> Any:
    """Any legal answer, but rarely one that ends the hand."""
    going_on = [option for option in ask.options if option.action in ("call", "check", "show")]
    if going_on and rng.random() < 0.7:
        return ask.check(going_on[0].action)
    return random_legal(view, ask, rng)


def _rounds(game: Game, decide: Callable[..., Any] = _stays, rounds: int = ROUNDS) -> Iterator[Round]:
    """Rounds of a game with legal answers. The number of players changes."""
    rng = Random(7)
    for number in range(rounds):
        most, least = game.rules.seats.most, max(game.rules.seats.least, 2 if game.rules.bank else 1)
        players = least + number % (min(most, 4) - least + 1)
        round = game.round(dict.fromkeys(range(1, players + 1), CHIPS), seed=number)
        yield play_round(round, dict.fromkeys(round.stacks, decide), rng)


def _played(game: Game) -> tuple[bool, str]:
    actions = set()
    for round in _rounds(game, random_legal):
        if not round.done:
            raise GameDefect("a round did not end")
        if sum(round.net.values()):
            raise GameDefect(f"a round's results sum to {sum(round.net.values())} cents, not to zero")
        for found in violations(round):
            raise GameDefect(str(found))
        actions |= {answer.action for answer in round.answers}
    return False, f"{ROUNDS} rounds of random answers: {', '.join(sorted(actions))}"


def _replayed(game: Game) -> tuple[bool, str]:
    for round in _rounds(game, rounds=ROUNDS // 3):
        written = Record.from_json(record(round).json())
        if replay(written, game, round.shuffle).events != round.events:
            raise GameDefect("a replayed record has other events; a script must not use clocks, random or global state")
    return False, f"{ROUNDS // 3} records replay to the same events; they name {game.version[:40]}"


def _taught(game: Game) -> tuple[bool, str]:
    steps = lesson(game.rules).steps
    seen: set[int] = set()
    for round in (*_at_a_table(game, _stays), *_at_a_table(game, random_legal)):
        seen |= _follow(steps, round)
        _compare_raises(round)
    missing = [step.says for place, step in enumerate(steps) if place not in seen and step.event_kinds]
    if missing:
        raise GameDefect(f"the page has a step that never happened in {2 * ROUNDS} rounds: {missing[0]}")
    page(game)
    return False, f"every event belongs to one of {len(steps)} steps, in order; the rules page can be built"


def _compare_raises(round: Round) -> None:
    """Raise a `GameDefect` if a wager after the deal is larger than the rules page says."""
    placed = Counter[tuple[str, str]]()
    for event in round.events:
        if isinstance(event, Transfer) and event.cause == "wager":
            placed[event.spot, event.wager] += event.amount
    for (spot, name), amount in placed.items():
        wager = round.rules.wager.get(name)
        first = placed[spot, wager.equals] if wager and wager.when == "after the deal" and wager.equals else 0
        if wager and first and amount > first * most_times(round.rules, name):
            of, most = round.rules.wager[wager.equals].label, most_times(round.rules, name)
            says = f"at most {most} times the {of}" if most > 1 else f"equal to the {of}"
            raise GameDefect(
                f"{wager.label} was {amount / first:g} times the {of}, but the rules page says that it is {says}: give "
                f"the Layout its raises, for example {RAISES}"
            )


def _at_a_table(game: Game, decide: Callable[..., Any]) -> Iterator[Round]:
    """Rounds at a table, where a player misses a round now and then."""
    rng, names = Random(7), ("ann", "bob", "cem", "dot")[: min(4, game.rules.seats.most)]
    table = Table(game, dict.fromkeys(names, CHIPS), seed="lesson")
    for number in range(ROUNDS):
        if len(names) > max(2, game.rules.seats.least):
            table.do(SitOut(names[0], number % 5 == 3))
        yield play_round(table.start(), dict.fromkeys(names, decide), rng)
        table.finish()
        for name in names:
            if table.stacks[name] < CHIPS // 2:
                table.do(TopUp(name, CHIPS))


def _follow(steps: Sequence[Step], round: Round) -> set[int]:
    """The steps that a round's events belong to. If an event may belong to several, all possibilities are followed."""
    ways = [{0}]
    for event in round.events:
        kind = event_kind(event, round.dealer if round.banker else None)
        if kind:
            first = min(ways[-1])
            ways.append({place for place in range(first, len(steps)) if kind in steps[place].event_kinds})
            if not ways[-1]:
                raise GameDefect(f"the event {kind!r} belongs to no step from step {first + 1} on: {steps[first].says}")
    seen, last = set[int](), len(steps)
    for places in reversed(ways[1:]):
        came = {place for place in places if place <= last}
        seen, last = seen | came, max(came)
    return seen


def _drawn(game: Game) -> tuple[bool, str]:
    count = 0
    for number, round in enumerate(_rounds(game, rounds=ROUNDS // 6)):
        for asked in _moments(game, round):
            for viewer in (None, *round.stacks):
                msgspec.json.encode(picture(asked.view(viewer)))
                count += 1
        if number == 0 and not picture(round.view()).results and any(round.net.values()):
            raise GameDefect("chips moved, but the picture shows no results")
    return False, f"{count} pictures"


def _moments(game: Game, round: Round) -> Iterator[Round]:
    """The round after each of its answers."""
    for count in range(len(round.answers) + 1):
        yield game.round(round.seated, round.stacks, shuffle=round.shuffle).play(round.answers[:count])


class _Exchanged:
    """A shuffle with some of its cards exchanged."""

    kind = "exchanged"

    def __init__(self, shuffle: Any, order: Sequence[int]) -> None:
        self.order, self.drawing = tuple(order), shuffle.drawing
        self.commitment, self.seeds, self.chains = "", (), ()


def _sealed(game: Game) -> tuple[bool, str]:
    compared, rng = 0, Random(3)
    if "muck" in game.rules.house_rules:  # where only a beaten hand is asked, the question itself tells that
        game = game_of(with_house_rules(game.rules, {"muck": "any hand"}))
    for round in _rounds(game, rounds=ROUNDS // 4):
        for asked in _moments(game, round):
            for viewer in (None, *round.stacks):
                compared += _same_picture(game, asked, viewer, rng)
    return False, f"{compared} pictures stay the same when cards that the viewer may not know are exchanged"


def _same_picture(game: Game, round: Round, viewer: str | None, rng: Random) -> int:
    order = list(round.shuffle.order)
    unknown = sorted(set(range(len(order))) - positions_seen(round.events, viewer))
    if len(unknown) < 2 or any(isinstance(answer.value, tuple) for answer in round.answers):
        return 0
    moved = list(order)
    for place, source in zip(unknown, rng.sample(unknown, len(unknown)), strict=True):
        moved[place] = order[source]
    try:
        shuffle: Any = _Exchanged(round.shuffle, moved)
        other = game.round(round.seated, round.stacks, shuffle=shuffle).play(round.answers)
    except Refused:
        return 0  # an answer is not possible with other cards, which the player to act knew
    if msgspec.json.encode(picture(round.view(viewer))) != msgspec.json.encode(picture(other.view(viewer))):
        raise GameDefect(f"the picture of {viewer or 'a viewer without a seat'} depends on cards that it must not show")
    return 1


def _bots(game: Game) -> tuple[bool, str]:
    if usual(game.rules) is random_legal:
        return True, "no bot is declared, so bots play at random: give `bot` in the declaration"
    rng = Random(5)
    for number in range(ROUNDS // 3):
        players = max(game.rules.seats.least, 2)
        round = game.round(min(players, game.rules.seats.most), seed=number)
        play_round(round, table_bots(game.rules, list(round.stacks)), rng)
    return False, f"the bot plays {ROUNDS // 3} rounds"


def _analyzed(game: Game, full: bool = False) -> tuple[bool, str]:
    rules = game.rules
    if rules.nobody_banks:
        return False, "players play against each other, so there is no edge"
    if not has_analysis(rules):
        return True, "no exact analysis: declare `stages`, or give `analysis` in the declaration"
    if (seconds := expected_seconds(rules)) > MOST_SECONDS and not full:
        with progress_bar() as progress:
            script = check_by_script(game, Report.of(rules, ()), progress=progress)
        if script.odd:
            raise GameDefect(script.words)
        whole = f"the whole deck takes about {round(seconds)} seconds: use `cardroom check --full`"
        return True, f"{script.words}; not counted: {whole}"
    report = analyze(game)
    wagers = [each for each in report.wagers if each.in_force]
    words = "; ".join(f"{each.label}: {float(each.edge):.4%} ({each.edge})" for each in wagers)
    if analysis_of(rules) is SIDE_BETS:
        return True, f"only side bets are analyzed ({words}): give `analysis` or `stages`"
    with progress_bar() as progress:
        factor = MORE if full else 1
        known = agreement(game, report, factor=factor, seconds=factor * MOST_PLAY_SECONDS, progress=progress)
    if known is None:
        return True, f"{words}; not compared with the script: give the best strategy, `Analysis(..., best=...)`"
    if known.odd:
        raise GameDefect(f"{words}; but {known.words}")
    return bool(known.left), f"{words}; {known.words}"


CHECKS: dict[str, Callable[..., tuple[bool, str]]] = {
    "rounds": _played,
    "replay": _replayed,
    "lesson": _taught,
    "pictures": _drawn,
    "leaks": _sealed,
    "bot": _bots,
    "analysis": _analyzed,
}
"""The checks by name. Each returns whether something is missing, and a sentence, or raises an error."""
