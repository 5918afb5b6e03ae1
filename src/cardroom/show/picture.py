"""What a table looks like to one viewer, as one encodable value: for a terminal, a page, a transcript and a test.

These are its parts and nothing else; `draw` makes them from a view, `words` says things in sentences. Everything that
is shown of a table is in here, in words that are ready to be shown, and nothing that the viewer may not know.
"""

from typing import Any, Literal

import msgspec

from cardroom.cards import Card
from cardroom.play import Option
from cardroom.play.places import Place

__all__ = [
    "BankShown",
    "Chair",
    "Cloth",
    "Felt",
    "Marker",
    "Meter",
    "NoticeShown",
    "Offer",
    "Picture",
    "PlacedBet",
    "PotShown",
    "PrintedArea",
    "Prompt",
    "Quick",
    "Result",
    "ScoreAgainst",
    "ScoreRow",
    "SeatingPlan",
    "Sentence",
    "Split",
    "Spread",
    "Status",
    "Tally",
]


Status = Literal["", "folded", "mucked", "all-in", "not dealt in"]


SeatingPlan = Literal["rim", "columns", "ring", "rows", "segments"]
"""How people sit: round a dealer, a column each of one layout, round an oval, a line each, three rows each."""
Felt = Literal["holdem", "cards", "baccarat", "paigow", "blackjack", "poker", "chinese"]


class _Part(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    pass


class PrintedArea(_Part, frozen=True):
    """A betting area as the cloth prints it."""

    wager: str
    label: str
    least: int = 0
    most: int = 0
    required: bool = False
    equals: str = ""
    """The area beside it that must hold as much."""
    later: bool = False
    """Whether it is covered after the deal."""
    spots: int = 0
    """How many spots are printed for it, where there are several."""
    jackpot: bool = False
    """Whether it is a slot with a light, and not an area for chips."""
    side: bool = False
    pays: str = ""
    """What it pays, where that is one line: "40 to 1"."""


class Cloth(_Part, frozen=True):
    """What is printed on a table, and how people sit round it: the same in every round."""

    felt: Felt
    seating: SeatingPlan
    seats: int
    stakes: str
    """The limits, or what is put in before the cards: "$5 to $500", "No limit, blinds $1/$2"."""
    source: str
    """The document that the game is of, its chapter and number."""
    areas: tuple[PrintedArea, ...] = ()
    """In the order of the layout."""
    cards: dict[str, int] = {}
    """How many cards a round begins with, by kind of place: what is printed for them before they come."""
    draws: int = 0
    """How many times cards are drawn."""
    bonus: tuple[Card, ...] = ()
    """Cards that carry the word Bonus."""
    circles: bool = False
    """Whether a player may bet at further circles that nobody sits at ..."""
    behind: bool = False
    """... and whether one may stand behind a seat and bet on its hand."""


class Marker(_Part, frozen=True):
    """Something that lies at a seat: the button, the action button, the player-dealer's marker."""

    name: str
    says: str = ""
    """More of it: "round 1 of 2"."""
    seat: int = 0


class Chair(_Part, frozen=True):
    """Somebody at the table."""

    seat: int
    bettor: str
    name: str
    """As the viewer calls them: "You", "ann", "Seat 3"."""
    stack: int
    """What they have behind, in cents ..."""
    bet: int = 0
    """... and at poker what lies in front of them."""
    you: bool = False
    backline: bool = False
    asked: bool = False
    """Whether the table waits for them."""
    did: str = ""
    """What they did last in this round, in a few words: "raises to $6"."""
    said: tuple[str, ...] = ()
    """What the table has said of them in this round: "a foul hand"."""
    status: Status = ""
    draws: int = 0
    """How many draws they have left."""
    markers: tuple[Marker, ...] = ()
    net: int | None = None
    """When the round is over: what they are better off by."""


class Spread(_Part, frozen=True):
    """Cards at a place."""

    place: Place
    title: str
    """What to write above them: "You", "Player-dealer, ann", "Board", "Hand 2", "in front"."""
    cards: tuple[Card, ...]
    """As they lie, or as their owner holds them; unknown ones are `cards.UNKNOWN`."""
    says: str = ""
    """What they make, in words."""
    seat: int = 0
    mine: bool = False
    dealer: bool = False
    """Whether these are the cards to beat."""
    active: bool = False
    """Whether this hand is being played right now."""
    up: tuple[int, ...] = ()
    """Positions that everybody sees, where some are up and some are down, or came so."""
    shows: str = ""
    """What the up cards show, where that matters."""
    folded: bool = False
    slots: int = 0
    """For a row that is filled in the course of the hand, how many cards it takes; it is there before any of them."""
    plays: tuple[Card, ...] = ()
    """The cards that make the hand, where not all do: of these as soon as all of them are known; of these and those
    that all share when the round is over."""


class PlacedBet(_Part, frozen=True):
    """A betting area of a spot with what lies on it."""

    spot: str
    seat: int
    name: str
    """Whose it is, as the viewer calls them, and which hand where there are several."""
    wager: str
    label: str
    amount: int
    mine: bool = False
    spots: tuple[int, ...] = ()
    """Where the layout prints several spots for one wager: what lies on each of them."""
    dropped: int = 0
    """What went from here into a jackpot's slot and is not decided yet."""


class BankShown(_Part, frozen=True):
    """A player-dealer's bank, and how far it reaches."""

    spot: str
    seat: int
    name: str
    wager: int
    """What was put up ..."""
    holds: int
    """... and what lies there now."""
    paid: int = 0
    collected: int = 0
    pays: int = 0
    """What it can still pay ..."""
    collects: int = 0
    """... and what it can still collect."""


class PotShown(_Part, frozen=True):
    """Chips in the middle."""

    name: str
    amount: int
    seats: tuple[int, ...] = ()
    """Who can win it: the seats that have put in for it and have not folded."""
    fee: int = 0
    """What the collection has taken out of it."""


class ScoreRow(_Part, frozen=True):
    """Points of one row, or of what stands for all of them: below nothing where they are lost."""

    row: str
    points: int
    bonus: int = 0
    """More points, for what the row makes."""
    why: str = ""


class ScoreAgainst(_Part, frozen=True):
    """What a player settles with another, row by row."""

    seat: int
    """The other's."""
    rows: tuple[ScoreRow, ...] = ()
    """Those that somebody has won."""
    points: int = 0
    """All of them ..."""
    net: int = 0
    """... and the chips that they came to, in cents, as far as both had them."""


class Tally(_Part, frozen=True):
    """What a player settles with each of the others, where a round is settled in points."""

    seat: int
    point: int
    """What a point is worth, in cents."""
    against: tuple[ScoreAgainst, ...]
    points: int = 0
    net: int = 0


class Meter(_Part, frozen=True):
    """A jackpot's display."""

    jackpot: str
    label: str
    reads: int


class NoticeShown(_Part, frozen=True):
    """Text that a document prescribes for the table, word for word."""

    text: str
    cite: str


class Result(_Part, frozen=True):
    """What became of a wager, who won a pot, or what the collection took; of the pot's own fee there is no spot."""

    spot: str
    seat: int
    name: str
    label: str
    """The wager as the layout prints it and of which hand it is, or the pot."""
    stake: int
    stakes: str
    """The stake in words, spot by spot where the layout prints several: "3 x $5"."""
    net: int
    why: str
    """The reason, without the wager's name, with what the bank could not cover."""
    cite: str
    """Without the document and the chapter, where those are this game's."""
    mine: bool = False
    won: bool = False
    due: int | None = None
    """What the line would have paid, where the bank did not reach so far."""


class Sentence(_Part, frozen=True):
    """Something that happened, in a sentence."""

    says: str
    cite: str = ""
    kind: Literal["said", "acted", "chips", "cards", "turned", "settled", "won", "chance"] = "said"
    mine: bool = False
    """Whether it is about the viewer."""
    drawn: bool = False
    """Whether the rest of the picture shows it, so that it need not be told."""
    event: int = 0
    """The number of its event in the round."""


class Quick(_Part, frozen=True):
    """An amount that has a name and a key of its own: the pot, all-in, three times the Ante."""

    key: str
    label: str
    amount: int


class Split(_Part, frozen=True):
    """What a pick makes of the cards that one has: the hands in words, picked and left, and what speaks against it."""

    picked: tuple[Card, ...]
    says: tuple[str, str]
    warns: str = ""


class Offer(_Part, frozen=True):
    """One of the things that may be answered, ready to be shown."""

    action: str
    kind: Literal["choice", "amount", "bets", "pick", "lay", "name"]
    key: str
    """The key for it: the same for the same action wherever that is possible."""
    label: str
    """What to write on it: "Fold", "Call $5", "Raise to", "Play 4x ($40)"."""
    amount: int = 0
    """What it costs, for a plain choice; for an amount, the only one there is, where there is only one."""
    option: Option | None = None
    """The option itself as data: bounds, areas, cards."""
    quick: tuple[Quick, ...] = ()
    """For an amount: those that are chosen most, or all there are."""
    warns: str = ""
    """What speaks against it, to be told before it counts: "A check is free."."""
    splits: tuple[Split, ...] = ()
    """For a pick that makes two hands: every one there is."""


class Prompt(_Part, frozen=True):
    """A question to the viewer."""

    spot: str
    title: str
    """Which hand it is for, where there are several, and what it is about."""
    offers: tuple[Offer, ...]
    default: str = msgspec.field(name="otherwise")
    """What the rules choose if no answer comes, in words."""
    why: str = ""
    """Why something that one might expect is not offered."""


class Picture(_Part, frozen=True):
    """The table."""

    game: str
    name: str
    rules: str
    id: str
    viewer: str | None
    cloth: Cloth
    chairs: tuple[Chair, ...]
    spreads: tuple[Spread, ...]
    """The cards to beat first, then what all share, then everybody's in the order of the seats."""
    markers: tuple[Marker, ...] = ()
    """Those that lie at a seat where nobody sits."""
    boxes: tuple[PlacedBet, ...] = ()
    bank: BankShown | None = None
    pots: tuple[PotShown, ...] = ()
    meters: tuple[Meter, ...] = ()
    notices: tuple[NoticeShown, ...] = ()
    collection: tuple[str, ...] = ()
    """The collection that is posted at the table, line by line; nothing where none is."""
    display: dict[str, Any] = {}
    """The table's statistics, as its script makes them."""
    waits_for: tuple[str, ...] = ()
    """Whom the table waits for, as the viewer calls them."""
    prompts: tuple[Prompt, ...] = ()
    results: tuple[Result, ...] = ()
    tallies: tuple[Tally, ...] = ()
    """When the round is over and was settled in points: whose are how many."""
    street: str = ""
    """How far a poker hand has come, where its cards do not say it: "Fifth street", "After the first draw"."""
    happened: tuple[Sentence, ...] = ()
    over: bool = False
