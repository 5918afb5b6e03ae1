"""What a rules page teaches of a game, declared beside its script: the aim, the round step by step, the hands in order,
what becomes of the wagers, charts.

Each step names what is seen of it at the table, so that a test can hold the steps to the order of events in rounds that
were played: a page that tells another game than the script deals does not pass.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.play.bank import Payoff
from cardroom.play.events import Acted, Dealt, Event, Moved, Rolled, Settled, Transfer, Turned
from cardroom.play.places import Place
from cardroom.play.procedures import player_banked
from cardroom.rulebook import RuleSet
from cardroom.rulebook.fees import cited
from cardroom.rulebook.schema import Cite

__all__ = ["Hands", "Lesson", "LessonChart", "Outcomes", "Step", "begins", "ends", "event_kind"]


class Step(NamedTuple):
    """One step of a round, in a sentence or two."""

    says: str
    cite: Cite
    """Where it is printed, in the rule set's own document."""
    event_kinds: tuple[str, ...] = ()
    """The kinds of events that belong to it, as `event_kind` names them; none if the step is only announced."""


class Hands(NamedTuple):
    """A ranking of hands, for which the page prints an example of each."""

    title: str
    ranking: str
    cite: Cite
    note: str = ""


class LessonChart(NamedTuple):
    """A chart as a document prints it, filled in by the functions that play by it."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    cite: Cite
    note: str = ""


class Outcomes(NamedTuple):
    """What may come of a round, and the function that decides the wagers by it."""

    settle: Callable[[RuleSet, str, Any], Payoff]
    wagers: tuple[str, ...]
    """The wagers that it decides, in the order in which they are shown."""
    cases: Mapping[str, tuple[Any, ...]]
    """By case in words, showdowns that are such a case: where they are paid differently, the pay table decides."""


class Lesson(NamedTuple):
    """Everything that a page teaches beyond the tables of the rule set."""

    aim: Step
    steps: tuple[Step, ...]
    hands: tuple[Hands, ...] = ()
    outcomes: Outcomes | None = None
    charts: tuple[LessonChart, ...] = ()
    notes: tuple[Step, ...] = ()
    """What holds throughout the round: card values, jokers, limits of betting."""
    noted: str = "Good to know"
    """The heading over them."""
    idle: frozenset[str] = frozenset()
    """House rules that this game never comes to."""
    start: str = ""
    """Where settling starts, where the rule set's order does not say it alone."""


def event_kind(event: Event, dealer: Place | None = None) -> str:
    """The kind of an event, in the words that steps use; nothing for an event that no step is about.

    `dealer` is where the player-dealer's cards lie.

    >>> from cardroom.play.places import hand_of
    >>> event_kind(Dealt(hand_of("3"), (51, 50))), event_kind(Dealt(hand_of("3"), (51, 50)), hand_of("3"))
    ('deal hand', 'deal dealer')
    """

    def kind(place: Place) -> str:
        return "dealer" if dealer and (place.kind, place.owner) == (dealer.kind, dealer.owner) else place.kind

    match event:
        case Acted(about=about) if about:
            return ""
        case Acted(action=action):
            return action.rstrip("-0123456789")
        case Dealt(place=place):
            return f"deal {kind(place)}"
        case Turned(place=place):
            return f"turn {kind(place)}"
        case Moved(into=place):
            return f"move {kind(place)}"
        case Rolled():
            return "roll"
        case Settled():
            return "settle"
        case Transfer(cause="ante" | "bet" | "dead" | "pot" | "fee" as cause):
            return f"pay {cause}"
    return ""


def begins(rules: RuleSet, banking: str, betting: str, closing: str = "") -> Iterator[Step]:
    """How every banked round begins: somebody takes the bank, wagers are placed and stand, the fees are collected.

    `banking` and `betting` are where these are printed, and `closing` that wagers then stand: one document says so.
    """
    if player_banked(rules) and rules.bank:
        yield Step(
            "A player takes the player-dealer position and puts up a wager. It pays the winners, and as much may be "
            "collected from the losers. Wagers that it does not cover are returned. The position is offered clockwise "
            f"after every {rules.bank.rounds} rounds. If no one takes it, no round is dealt.",
            banking,
            ("bank", "pass"),
        )
    layout = rules.wagers().values()
    required = [wager.label for wager in layout if wager.required and wager.when == "before the deal"]
    optional = [wager.label for wager in layout if not wager.required and wager.when == "before the deal"]
    who = "The other players" if player_banked(rules) else "Players"
    places = f"{who} place {_and(required)}" if required else f"{who} bet on one or more of {_and(optional)}"
    also = f", and optionally {_and(optional)}" if required and optional else ""
    closed = "; ".join(filter(None, (betting, closing or "the text is silent on when the bets are closed")))
    yield Step(
        f"{places}{also}. After that, no wager may be placed, changed or taken back.", closed, ("bet", "sit-out")
    )
    if any(charge.moment == "before the deal" for fee in rules.posted for charge in fee.charge):
        cite = cited(rules.posted, "before the deal")
        yield Step("The collection is taken before the cards are dealt.", cite, ("pay fee",))


def ends(rules: RuleSet, cite: Cite, says: str = "") -> Step:
    """How every banked round ends: the wagers are settled in order."""
    how = "seat by seat" if rules.settled_by == "seat" else "wager by wager over all seats"
    told = says or "Hands are turned over and the wagers are settled"
    return Step(f"{told}, {how}.", cite, ("turn hand", "turn all 6", "settle"))


def _and(names: Sequence[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
