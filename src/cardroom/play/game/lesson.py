"""Lessons: what a rules page teaches about a game. Each is declared beside its script: the aim, the round step by step,
the ranking of hands, the results of wagers, charts.

Each step names the events that belong to it. A test compares the steps with the events of played rounds, so a page
that describes a different game than the script deals does not pass.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.play.round import (
    Acted,
    Dealt,
    Event,
    Moved,
    Payoff,
    Place,
    Rolled,
    Settled,
    Transfer,
    Turned,
    player_banked,
)
from cardroom.rulebook import RuleSet
from cardroom.rulebook.fees import fee_citation
from cardroom.rulebook.schema import Cite, Cited

__all__ = ["CLOSED", "Hands", "Lesson", "LessonChart", "Outcomes", "Step", "begins", "ends", "event_kind"]


class Step(NamedTuple):
    """One step of a round, in a sentence or two."""

    says: str
    cite: Cite
    """Where it is printed in the rule set's own document."""
    event_kinds: tuple[str, ...] = ()
    """The kinds of its events, as `event_kind` names them; empty if the step is only announced."""


class Hands(NamedTuple):
    """A ranking of hands. The page prints an example of each."""

    title: str
    ranking: str
    cite: Cite
    note: str = ""


class LessonChart(NamedTuple):
    """A chart as a document prints it, filled in by the functions that use it in play."""

    title: str
    headings: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    cite: Cite
    note: str = ""


class Outcomes(NamedTuple):
    """The possible results of a round, and the function that decides the wagers."""

    settle: Callable[[RuleSet, str, Any], Payoff]
    wagers: tuple[str, ...]
    """The wagers that it decides, in the order in which they are shown."""
    cases: Mapping[str, tuple[Any, ...]]
    """Showdowns for each case, by its description. If they pay differently, the pay table decides."""


class Lesson(NamedTuple):
    """The content of a rules page, beyond the tables of the rule set."""

    aim: Step
    steps: tuple[Step, ...]
    hands: tuple[Hands, ...] = ()
    outcomes: Outcomes | None = None
    charts: tuple[LessonChart, ...] = ()
    notes: tuple[Step, ...] = ()
    """Rules for the whole round: card values, jokers, betting limits."""
    noted: str = "Good to know"
    """The heading of the notes."""
    idle: frozenset[str] = frozenset()
    """House rules that never apply in this game."""
    start: str = ""
    """Where settling starts, if the rule set's order does not say."""
    behind: Cite = ""
    """Where the document says who may bet behind a seat."""
    behind_order: Cite = ""
    """Where it says when bets behind a seat are settled."""
    awards: Cite = ""
    """Where it says when awards are paid."""


def event_kind(event: Event, dealer: Place | None = None) -> str:
    """Return the kind of an event, in the words that steps use; empty for an event that belongs to no step.

    `dealer` is the place of the player-dealer's cards.

    >>> from cardroom.play.round.places import hand_of
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


CLOSED = "After that, no wager may be placed, changed or taken back."
"""The end of betting, in the words of the rules page."""


def begins(rules: RuleSet, banking: Cite, betting: Cite, closing: str = "") -> Iterator[Step]:
    """Return the first steps of a banked round: a player takes the bank, wagers are placed, fees are collected.

    `banking` and `betting` are citations, and so is `closing`, for the close of betting. Only one document prints it.
    How long a player banks is printed apart from the offer: the rule set's bank cites it.
    """
    if player_banked(rules) and rules.bank:
        term = rules.bank.cite
        also = term if isinstance(term, str) and term != banking else ""
        yield Step(
            "A player takes the player-dealer position and puts up a wager. It pays the winners, and up to the same "
            "amount is collected from the losers. Wagers that it does not cover are returned. The position is "
            f"offered clockwise after every {rules.bank.rounds} rounds. If no one takes it, no round is dealt.",
            _with_more(banking, also, "the text is silent on a position that no one takes"),
            ("bank", "pass"),
        )
    layout = rules.wagers().values()
    required = [wager.label for wager in layout if wager.required and wager.when == "before the deal"]
    optional = [wager.label for wager in layout if not wager.required and wager.when == "before the deal"]
    who = "The other players" if player_banked(rules) else "Players"
    places = f"{who} place {_and(required)}" if required else f"{who} bet on one or more of {_and(optional)}"
    besides = f", and optionally {_and(optional)}" if required and optional else ""
    closed = _with_more(betting, closing or "the text is silent on when the bets are closed")
    yield Step(f"{places}{besides}. {CLOSED}", closed, ("bet", "sit-out"))
    if any(charge.moment == "before the deal" for fee in rules.posted for charge in fee.charge):
        cite = fee_citation(rules.posted, "before the deal")
        yield Step("The collection is taken before the cards are dealt.", cite, ("pay fee",))


def _with_more(cite: Cite, *more: str) -> Cite:
    """A citation with further places in the same text.

    >>> _with_more("rule 1", "", "rule 3")
    'rule 1; rule 3'
    """
    first = cite.where if isinstance(cite, Cited) else cite
    where = "; ".join(filter(None, (first, *more)))
    return Cited(cite.document, where) if isinstance(cite, Cited) else where


def ends(rules: RuleSet, cite: Cite, says: str = "") -> Step:
    """Return the last step of a banked round: the wagers are settled in order."""
    how = "seat by seat" if rules.settled_by == "seat" else "one wager after the other over all seats"
    result = says or "Hands are turned over and the wagers are settled"
    return Step(f"{result}, {how}.", cite, ("turn hand", "turn all 6", "settle"))


def _and(names: Sequence[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last
