"""What a game's table has, said once beside its script: places, what their cards make, raise ladders, displays, and the
cards that a side bet can be judged on; and what the script asks of a rule set.

Rules pages, bots, analysis and everything that draws a table read it here; none of them knows a game by name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.limits import MOST_SEATS
from cardroom.play.places import BOARD, Place, Spot
from cardroom.play.round import Round
from cardroom.play.view import View
from cardroom.rankings import RANKINGS, describe
from cardroom.rulebook import RuleSet

__all__ = [
    "BOARD_CARDS",
    "SWITCH",
    "UNQUALIFIED",
    "Group",
    "Layout",
    "Makes",
    "Plays",
    "Raise",
    "Score",
    "Scored",
    "Settles",
    "Shown",
    "dealers",
    "lying",
    "own",
    "ranked",
    "shared",
]

Makes = Callable[[RuleSet, Sequence[Card], Sequence[Card]], str]
"""What cards make in words, with those that everybody shares; nothing where that cannot be said yet."""
Plays = Callable[[RuleSet, Sequence[Card]], Sequence[Card]]
"""Those of some cards that make a hand; none where all do, or that cannot be said yet."""


class Shown(NamedTuple):
    """A place as people see it."""

    title: str = ""
    """What it is called; a hand is called by whose it is."""
    makes: Makes | None = None
    part: str = ""
    """For one part of a hand, which; "up" are its cards that everybody sees, "split" is a hand of a split circle."""
    sorted: bool = False
    """Whether its owner holds the cards highest first."""
    slots: int = 0
    """For a row that is filled in the course of the hand, how many cards it takes: what is empty is shown too."""
    wild: Makes | None = None
    """What they make with a joker that was dealt face down, where that differs."""
    cards: int = 0
    """How many cards the game begins with there: what a cloth has room for before they come."""
    plays: Plays | None = None
    """Which of them make the hand, where some may be left out of it."""


class Scored(NamedTuple):
    """Points of one row, or of what stands for all rows: below nothing where they are lost."""

    row: str
    points: int
    bonus: int = 0
    """Points on top of those, for what the row makes."""
    why: str = ""


class Score(NamedTuple):
    """What one spot settles with another, in points."""

    spot: str
    other: str
    rows: tuple[Scored, ...]


class Raise(NamedTuple):
    """A wager after the deal, in multiples of the one that it follows."""

    when: str
    least: int
    most: int


class Group(NamedTuple):
    """Cards of the deal that can decide a side bet."""

    parts: tuple[int, ...]
    """How many come at each time, in the order in which they come."""
    cards: Callable[[Round, Spot], Sequence[Card]]
    """The cards themselves, for a spot."""
    own: bool = False
    """Whether the spot's own cards are among them, so that they must be shown."""

    @property
    def size(self) -> int:
        """How many cards these are."""
        return sum(self.parts)

    def __and__(self, other: "Group") -> "Group":
        """The cards of both, these first."""
        return Group(
            (*self.parts, *other.parts),
            lambda round, spot: [*self.cards(round, spot), *other.cards(round, spot)],
            self.own or other.own,
        )


def own(count: int) -> Group:
    """The cards that were dealt to the spot.

    >>> (own(2) & lying(BOARD, 3)).parts
    (2, 3)
    """
    return Group((count,), lambda round, spot: round.cards.hand(spot), own=True)


def dealers(count: int) -> Group:
    """The cards that were dealt to the dealer, or to the player-dealer."""
    return Group((count,), lambda round, _: round.cards.hand(round.dealer))


def lying(place: Place, *parts: int, after: int = 0) -> Group:
    """Cards that lie at a place for everybody, in the order in which they came there, but for the first few."""
    return Group(parts, lambda round, _: round.cards.hand(place)[after : after + sum(parts)])


BOARD_CARDS = {
    "pocket": own(2),
    "flop": lying(BOARD, 3),
    "board": lying(BOARD, 3, 2),
    "pocket and flop": own(2) & lying(BOARD, 3),
    "own hand": own(2) & lying(BOARD, 3, 2),
    "dealer's pocket": dealers(2),
    "dealer's hand": dealers(2) & lying(BOARD, 3, 2),
    "both pockets": own(2) & dealers(2),
}
"""What there is in a game of two cards each and a board of five."""


class Settles(NamedTuple):
    """A wager that a script places or settles itself: how a rule set must have it, and what its pay tables may say."""

    lines: tuple[str, ...] = ()
    """The results that its pay table may name; where it has none, they are hands of a ranking."""
    ranking: str = ""
    required: bool = True
    equals: str = ""
    when: Literal["before the deal", "after the deal", "as an award"] = "before the deal"
    beaten: Literal["never", "may have", "must have"] = "never"
    """Whether it has a pay table for beaten hands."""
    needed: bool = True
    """Whether a rule set must have it at all."""
    backline: bool = False
    """Whether those who stand behind a seat can place it."""
    ends: tuple[str, ...] = ()
    """What else may become of it, for a rule set to cite, beside the results that its pay table may name."""

    def after(self, wager: str) -> "Settles":
        """The same for a wager that follows the deal, in multiples of another."""
        return self._replace(required=False, equals=wager, when="after the deal")

    def bonus(self) -> "Settles":
        """The same for a wager that players may place or not, and a rule set have or not."""
        return self._replace(required=False, needed=False)


UNQUALIFIED = "unqualified dealer"
"""The result of a wager that a dealer who does not qualify decides."""
SWITCH = (False, True)
"""The values of a house rule that is on or off."""


class Layout(NamedTuple):
    """A table as its script declares it. Places that are not named here are not looked at: burns, mucks, piles."""

    places: Mapping[str, tuple[Shown, ...]]
    """By kind of place, in the order in which they are shown."""
    raises: Callable[[RuleSet], tuple[Raise, ...]] | None = None
    """The ladder of the wager that follows the deal, where it is not just once."""
    display: Callable[[RuleSet, Any], dict[str, Any]] | None = None
    """What the table's display shows of what the script carries from round to round."""
    cards: Mapping[str, Group] = {}
    """The cards that a side bet can be judged on, by the name that a wager's `cards` and `folded` use."""
    folds: bool = False
    """Whether a hand can be folded, so that a side bet must say what becomes of it."""
    wagers: Mapping[str, Settles] = {}
    """The wagers that the script settles itself."""
    house: Mapping[str, tuple[Any, ...]] = {}
    """The house rules that the script reads, and the values that it knows; each must be in the rule set ..."""
    may: tuple[str, ...] = ()
    """... but for these, which it does without: then the first value holds."""
    decks: tuple[str, ...] = ("standard",)
    shoe: bool = False
    """Whether it is dealt from a shoe of several packs, and not from one pack a round."""
    bank: Literal["house", "player-dealer", "either", "nobody"] = "house"
    qualifiers: tuple[str, ...] = ()
    """The hands with which a dealer may have to qualify ..."""
    always_plays: bool = False
    """... or need not, if the rule set says so."""
    starts: tuple[str, ...] = ("house dealer",)
    """Where settling can start."""
    most_cards: Callable[[int], int] = lambda _: 0
    """The cards that a round may take with so many seats, the bank's among them."""
    most_seats: int = MOST_SEATS
    scores: Callable[[View], Sequence[Score]] | None = None
    """What the spots settle with each other, where they settle in points and all cards are to be seen."""
    charted: bool = False
    """Whether a chart says when a player has no choice."""


def ranked(*rankings: str) -> Makes:
    """Hands in words, by the first of these rankings that judges so many cards.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> ranked("three-card")(rule_set("three-card-poker-6-card-bonus"), parse("9h 9s 2c"), ())
    'Pair of nines, two kicker'
    """

    def makes(_: RuleSet, cards: Sequence[Card], board: Sequence[Card]) -> str:
        whole = [*cards, *board]
        if not cards or UNKNOWN in whole:
            return ""
        return next((describe(name, whole) for name in rankings if len(whole) in RANKINGS[name].sizes), "")

    return makes


def shared(makes: Makes) -> dict[str, tuple[Shown, ...]]:
    """The places of a game in which everybody plays two hands with one board: the dealer's, the board and one's own.

    >>> list(shared(ranked("high")))
    ['dealer', 'board', 'hand']
    """
    return {
        "dealer": (Shown("Dealer", makes, cards=2),),
        "board": (Shown("Board", cards=5),),
        "hand": (Shown("", makes, cards=2),),
    }
