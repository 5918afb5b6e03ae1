"""The layout of a game's table, declared beside its script: places and the hands they make, raises, displays, the cards
that decide side bets, and what the script requires of a rule set.

Rules pages, bots, analysis and everything that draws a table read it. None of them knows a game by name.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.limits import MOST_SEATS
from cardroom.play.round import BOARD, Place, Round, Spot, View, hand_of
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
    "Roads",
    "Score",
    "Scored",
    "Settles",
    "Shown",
    "cards_at",
    "dealers",
    "own",
    "ranked",
    "shared",
]

Makes = Callable[..., str]
"""Describes the hand of some cards: it takes the rule set, the cards and the shared cards. Empty: no hand yet.

If it also takes `more`, it names that many kickers more. Then two different hands never have the same words.
"""
Plays = Callable[[RuleSet, Sequence[Card]], Sequence[Card]]
"""Picks the cards that make the hand; empty if all do, or if there is no hand yet."""


class Shown(NamedTuple):
    """A place as it is displayed."""

    title: str = ""
    """Its title. A hand has its owner's name instead."""
    makes: Makes | None = None
    part: str = ""
    """The part of a hand: "up" for its face-up cards, "split" for a hand of a split circle."""
    sorted: bool = False
    """Whether its owner sees the cards sorted, highest first."""
    slots: int = 0
    """For a row that fills during the hand, the number of its cards: empty slots are shown too."""
    wild: Makes | None = None
    """Describes the hand with a joker that was dealt face down, if that differs."""
    cards: int = 0
    """The number of cards at the start: the cloth leaves room for them."""
    plays: Plays | None = None
    """Picks the cards that make the hand, if some may be unused."""


class Scored(NamedTuple):
    """Points for one row, or for all rows together; negative if lost."""

    row: str
    points: int
    bonus: int = 0
    """Extra points for the hand in the row."""
    why: str = ""


class Score(NamedTuple):
    """Points that one spot settles with another."""

    spot: str
    other: str
    rows: tuple[Scored, ...]


class Raise(NamedTuple):
    """A wager after the deal, as multiples of the wager it follows."""

    when: str
    """The decision, as the rules page says it: "before the flop"."""
    least: int
    most: int


class Group(NamedTuple):
    """Cards of the deal that can decide a side bet."""

    parts: tuple[int, ...]
    """The number of cards at each step, in the order in which they come."""
    cards: Callable[[Round, Spot], Sequence[Card]]
    """Returns the cards for a spot."""
    own: bool = False
    """Whether the spot's own cards are included, so that they must be shown."""

    @property
    def size(self) -> int:
        """The number of cards."""
        return sum(self.parts)

    def __and__(self, other: "Group") -> "Group":
        """The cards of both groups, these first."""
        return Group(
            (*self.parts, *other.parts),
            lambda round, spot: [*self.cards(round, spot), *other.cards(round, spot)],
            self.own or other.own,
        )


def own(count: int) -> Group:
    """The cards dealt to the spot.

    >>> (own(2) & cards_at(BOARD, 3)).parts
    (2, 3)
    """
    return Group((count,), lambda round, spot: round.cards.hands.get(hand_of(spot.id), ()), own=True)


def dealers(count: int) -> Group:
    """The cards dealt to the dealer or the player-dealer."""
    return Group((count,), lambda round, _: round.cards.hand(round.dealer))


def cards_at(place: Place, *parts: int, after: int = 0) -> Group:
    """Shared cards at a place, in the order in which they came, without the first `after`."""
    last = after + sum(parts)
    return Group(parts, lambda round, _: round.cards.hand(place)[after:last])


BOARD_CARDS = {
    "pocket": own(2),
    "flop": cards_at(BOARD, 3),
    "board": cards_at(BOARD, 3, 2),
    "pocket and flop": own(2) & cards_at(BOARD, 3),
    "own hand": own(2) & cards_at(BOARD, 3, 2),
    "dealer's pocket": dealers(2),
    "dealer's hand": dealers(2) & cards_at(BOARD, 3, 2),
    "both pockets": own(2) & dealers(2),
}
"""The groups of a game with two cards for each player and a board of five."""


class Settles(NamedTuple):
    """A wager that a script places or settles itself: how a rule set must declare it, and what its pay tables name."""

    lines: tuple[str, ...] = ()
    """The results that its pay table may name; if empty, they are hands of a ranking."""
    ranking: str = ""
    required: bool = True
    equals: str = ""
    when: Literal["before the deal", "after the deal", "as an award"] = "before the deal"
    beaten: Literal["never", "may have", "must have"] = "never"
    """Whether it has a pay table for beaten hands."""
    needed: bool = True
    """Whether every rule set must have it."""
    backline: bool = False
    """Whether backline bettors can place it."""
    ends: tuple[str, ...] = ()
    """Other results that a rule set may cite, besides those of its pay table."""

    def after(self, wager: str) -> "Settles":
        """The same for a wager after the deal, in multiples of another."""
        return self._replace(required=False, equals=wager, when="after the deal")

    def bonus(self) -> "Settles":
        """The same for an optional wager, which a rule set may leave out."""
        return self._replace(required=False, needed=False)


UNQUALIFIED = "unqualified dealer"
"""The result of a wager when the dealer does not qualify."""
SWITCH = (False, True)
"""The values of a house rule that is on or off."""


class Roads(NamedTuple):
    """The scoreboard of a shoe. It is drawn from the counts of the table's display, by the names that it uses."""

    filled: str
    """The result that is drawn as a filled mark."""
    ring: str
    """The result that is drawn as a ring."""
    stroke: str
    """The result that is a stroke across the mark before it: a tie."""
    dots: Mapping[str, str] = {}
    """Special results that get a dot, each with its letter or digit on the bead plate."""


class Layout(NamedTuple):
    """A table as its script declares it. Places that are not listed are not displayed: burns, mucks, piles."""

    places: Mapping[str, tuple[Shown, ...]]
    """The places by kind, in the order in which they are shown."""
    raises: Callable[[RuleSet], tuple[Raise, ...]] | None = None
    """Returns the raises of the wager after the deal, by rule set. Without them, it equals the wager before it."""
    ladders: Mapping[str, tuple[Raise, ...]] = {}
    """The raises of each wager after the deal, by wager, if there are several such wagers."""
    display: Callable[[RuleSet, Any], dict[str, Any]] | None = None
    """Returns the table's display, from the state that the script carries from round to round."""
    roads: Roads | None = None
    """The roads that are drawn from the display, if the game has them."""
    cards: Mapping[str, Group] = {}
    """Groups of cards that can decide a side bet, by the names that a wager's `cards` and `folded` use."""
    folds: bool = False
    """Whether a hand can be folded, so that a side bet must say what happens then."""
    wagers: Mapping[str, Settles] = {}
    """The wagers that the script settles itself."""
    house: Mapping[str, tuple[Any, ...]] = {}
    """The house rules that the script reads, with their values. A rule set must have each, except those in `may`."""
    may: tuple[str, ...] = ()
    """House rules that a rule set may leave out. Then the first value applies."""
    decks: tuple[str, ...] = ("standard",)
    shoe: bool = False
    """Whether the game uses a shoe of several packs, rather than one pack for each round."""
    bank: Literal["house", "player-dealer", "either", "nobody"] = "house"
    qualifiers: tuple[str, ...] = ()
    """The hands that a dealer may need to qualify."""
    qualifies_by: str = ""
    """The ranking of the dealer's hand, if a rule set may name any of its hands as the one to qualify with."""
    always_plays: bool = False
    """Whether a rule set may let the dealer always play."""
    starts: tuple[str, ...] = ("house dealer",)
    """Where settling can start."""
    settles_by: tuple[str, ...] = ("seat", "wager")
    """How settling can go on."""
    most_cards: Callable[[int], int] = lambda _: 0
    """Returns the most cards that a round can take, for a number of seats, including the bank's."""
    most_seats: int = MOST_SEATS
    scores: Callable[[View], Sequence[Score]] | None = None
    """Returns the points between spots, for a game in points, once all cards can be seen."""
    charted: bool = False
    """Whether a chart says when a player has no choice."""


def ranked(*rankings: str) -> Makes:
    """Describe hands by the first of these rankings that accepts this number of cards.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> ranked("three-card")(rule_set("three-card-poker-6-card-bonus"), parse("9h 9s 2c"), ())
    'Pair of nines, two kicker'
    """

    def makes(_: RuleSet, cards: Sequence[Card], board: Sequence[Card], more: int = 0) -> str:
        hand = [*cards, *board]
        if not cards or UNKNOWN in hand:
            return ""
        return next((describe(name, hand, more=more) for name in rankings if len(hand) in RANKINGS[name].sizes), "")

    return makes


def shared(makes: Makes) -> dict[str, tuple[Shown, ...]]:
    """The places of a game where dealer and players share a board: the dealer's hand, the board and each player's hand.

    >>> list(shared(ranked("high")))
    ['dealer', 'board', 'hand']
    """
    return {
        "dealer": (Shown("Dealer", makes, cards=2),),
        "board": (Shown("Board", cards=5),),
        "hand": (Shown("", makes, cards=2),),
    }
