"""The picture: a table as one viewer sees it, as one encodable value for the terminal, the web pages and tests.

It contains everything that is displayed of a table, in words ready for display, and nothing that the viewer may not
know. `draw` makes it from a view. These are value types without logic. They are in one file because together they are
the format that pages and clients receive.
"""

from typing import Any, Literal

import msgspec

from cardroom.cards import Card
from cardroom.play import Option
from cardroom.play.round import Place

__all__ = [
    "BankShown",
    "Chair",
    "Cloth",
    "DecidingHand",
    "Explanation",
    "Felt",
    "HandEnd",
    "HandSums",
    "Marker",
    "Meter",
    "NoticeShown",
    "Offer",
    "Picture",
    "PlacedBet",
    "PlayerSum",
    "PotShare",
    "PotShown",
    "PotSum",
    "PrintedArea",
    "Prompt",
    "Quick",
    "Result",
    "RoadMarks",
    "ScoreAgainst",
    "ScoreRow",
    "SeatingPlan",
    "Sentence",
    "Split",
    "Spread",
    "Status",
    "Tally",
    "WonHand",
]


Status = Literal["", "folded", "mucked", "all-in", "not dealt in"]


SeatingPlan = Literal["rim", "columns", "ring", "rows", "segments"]
"""How seats are arranged: around a dealer, as columns of one layout, around an oval, one line each, three rows each."""
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
    """The wager that this one must equal."""
    later: bool = False
    """Whether it is placed after the deal."""
    spots: int = 0
    """The number of printed spots, if there are several."""
    jackpot: bool = False
    """Whether it is a slot with a light instead of an area for chips."""
    side: bool = False
    pays: str = ""
    """The odds, if its pay table has one line: "40 to 1"."""


class RoadMarks(_Part, frozen=True):
    """How the results of a shoe are drawn on its roads, by their names on the display."""

    filled: str
    ring: str
    stroke: str
    dots: dict[str, str] = {}
    """Special results with their letter on the bead plate."""


class Cloth(_Part, frozen=True):
    """The printed layout of a table and its seating plan. It is the same in every round."""

    felt: Felt
    seating: SeatingPlan
    seats: int
    stakes: str
    """The limits or the forced bets: "$5 to $500", "No limit, blinds $1/$2"."""
    source: str
    """The document of the game, with chapter and number."""
    areas: tuple[PrintedArea, ...] = ()
    """In the order of the layout."""
    cards: dict[str, int] = {}
    """The number of cards that a round begins with, by kind of place, or a hand of stud ends with. The layout prints
    outlines for them."""
    boards: int = 1
    """The number of boards."""
    draws: int = 0
    """The number of draws in a hand."""
    bonus: tuple[Card, ...] = ()
    """Cards that carry the word Bonus."""
    circles: bool = False
    """Whether a player may also bet at unoccupied circles."""
    behind: bool = False
    """Whether players may stand behind a seat and bet on its hand."""
    banked: bool = False
    """Whether the rounds are banked by a player."""
    sized: bool = False
    """In poker, whether players choose the amount of a bet, as in no limit and pot limit."""
    roads: RoadMarks | None = None
    """The roads of the shoe, if the game has them."""


class Marker(_Part, frozen=True):
    """A marker at a seat: the button, the action button, the player-dealer's marker."""

    name: str
    says: str = ""
    """Its text: "round 1 of 2"."""
    seat: int = 0


class Chair(_Part, frozen=True):
    """A person at the table."""

    seat: int
    bettor: str
    name: str
    """The name for this viewer: "You", "ann", "Seat 3"."""
    stack: int
    """The chips behind, in cents."""
    bet: int = 0
    """In poker, the chips in front of them, in cents."""
    you: bool = False
    backline: bool = False
    asked: bool = False
    """Whether the table waits for them."""
    did: str = ""
    """Their last action in this round: "raises to $6"."""
    said: tuple[str, ...] = ()
    """Announcements about them in this round: "a foul hand"."""
    status: Status = ""
    draws: int = 0
    """The number of draws they have left."""
    markers: tuple[Marker, ...] = ()
    net: int | None = None
    """Their net result in cents, when the round is over."""


class Spread(_Part, frozen=True):
    """Cards at a place."""

    place: Place
    title: str
    """The caption: "You", "Player-dealer, ann", "Board", "Hand 2", "in front"."""
    cards: tuple[Card, ...]
    """In the order of the deal, or sorted for their owner. Unknown cards are `cards.UNKNOWN`."""
    says: str = ""
    """The hand that they make, in words."""
    seat: int = 0
    mine: bool = False
    dealer: bool = False
    """Whether these are the cards to beat."""
    active: bool = False
    """Whether the table waits for this hand."""
    up: tuple[int, ...] = ()
    """Positions of the up cards, if some are up and some are down, or were dealt that way."""
    shows: str = ""
    """The words for the up cards, where that matters."""
    folded: bool = False
    slots: int = 0
    """For a row that is filled during the hand, the number of cards it takes. An empty row is shown too."""
    plays: tuple[Card, ...] = ()
    """The cards that make the hand, if not all do. With shared cards, they are known when the round is over."""


class PlacedBet(_Part, frozen=True):
    """A betting area of a spot, with its chips."""

    spot: str
    seat: int
    name: str
    """The bettor's name for this viewer, and which hand if there are several."""
    wager: str
    label: str
    amount: int
    mine: bool = False
    spots: tuple[int, ...] = ()
    """The chips on each printed spot, if the layout prints several for this wager."""
    dropped: int = 0
    """The jackpot wager that is not settled yet."""


class BankShown(_Part, frozen=True):
    """A player-dealer's bank and its coverage."""

    spot: str
    seat: int
    name: str
    wager: int
    """The amount put up."""
    holds: int
    """The amount in the bank now."""
    paid: int = 0
    collected: int = 0
    pays: int = 0
    """The amount that it can still pay."""
    collects: int = 0
    """The amount that it can still collect."""


class PotShown(_Part, frozen=True):
    """A pot."""

    name: str
    amount: int
    seats: tuple[int, ...] = ()
    """The seats that can win it."""
    fee: int = 0
    """The collection taken from it."""


class ScoreRow(_Part, frozen=True):
    """Points of one row, or of an award for all rows. Negative if lost."""

    row: str
    points: int
    bonus: int = 0
    """Royalty points for the hand in the row."""
    why: str = ""


class ScoreAgainst(_Part, frozen=True):
    """What a player settles with one opponent, row by row."""

    seat: int
    """The opponent's seat."""
    rows: tuple[ScoreRow, ...] = ()
    """The rows that one of them won."""
    points: int = 0
    """The total of points."""
    net: int = 0
    """The chips paid for them, in cents. A short stack may pay less than the points are worth."""


class Tally(_Part, frozen=True):
    """What a player settles with each opponent, in a game settled in points."""

    seat: int
    point: int
    """The value of a point, in cents."""
    against: tuple[ScoreAgainst, ...]
    points: int = 0
    net: int = 0


class PotShare(_Part, frozen=True):
    """What one player got from a pot."""

    seat: int
    amount: int


class PotSum(_Part, frozen=True):
    """A pot that was won: the shares and the collection are all that was in it."""

    name: str
    amount: int
    """What was in it, with the collection."""
    shares: tuple[PotShare, ...]
    fee: int = 0
    """The collection taken from it."""


class PlayerSum(_Part, frozen=True):
    """The hand of one player in sums: `got` minus `put_in` and `fee` is `net`."""

    seat: int
    put_in: int
    """What stayed in the pots. A bet that was not called is not in it."""
    got: int
    net: int
    returned: int = 0
    """The part of a bet that was not called, and came back."""
    fee: int = 0
    """The collection that the player paid from the stack."""


class HandSums(_Part, frozen=True):
    """A poker hand in sums. The net results of all players are together minus the collection."""

    pots: tuple[PotSum, ...]
    players: tuple[PlayerSum, ...]
    """Everybody who was dealt in, in seat order."""
    put_in: int
    got: int
    collection: int = 0
    """What all pots and players paid."""
    from_pots: int = 0
    """What the pots paid of it: `put_in` is `got` and this."""


class Meter(_Part, frozen=True):
    """A jackpot's meter."""

    jackpot: str
    label: str
    reads: int


class NoticeShown(_Part, frozen=True):
    """A notice whose wording the document prescribes."""

    text: str
    cite: str


class DecidingHand(_Part, frozen=True):
    """A hand that decided a wager or a pot."""

    name: str
    """Whose it is, for this viewer: "You", "Dealer", "ann"; or its name on the layout: "Banker"."""
    says: str
    """The hand in words."""
    cards: tuple[Card, ...]
    """The cards that count: five of seven, or fewer."""
    shared: tuple[Card, ...] = ()
    """Those of them that are on the board."""
    part: str = ""
    """Which of several hands it is: "in front", "behind", "middle"."""
    seat: int = 0
    """The seat of its owner; 0 for the dealer's and for shared hands."""
    mine: bool = False
    won: bool = False
    """Whether it is the better of the compared hands. Neither is if they are equal."""
    up: tuple[Card, ...] = ()
    """In a game of up and down cards, the cards that were dealt face up."""
    rest: tuple[Card, ...] = ()
    """In a game without a board, the cards that do not play."""


class Explanation(_Part, frozen=True):
    """Why a wager or a pot was decided as it was."""

    says: str
    """What happened: "Your pair of nines, ace kicker, beats the dealer's king high, Q-9-4-2: pair over high card."."""
    rule: str = ""
    """The rule that applies, in our words."""
    hands: tuple[DecidingHand, ...] = ()
    """The hands that decided it: the player's first, then those it was compared with."""
    short: str = ""
    """The same in a few words, where two hands were compared: "Your pair of nines beats the dealer's king high"."""


class WonHand(_Part, frozen=True):
    """What one hand won, or several equal ones."""

    who: str
    """The winners with a verb: "You win", "ann wins", "You and ann split"."""
    amount: int
    """What they got together, in cents."""
    seats: tuple[int, ...]
    says: str
    """The hand in words; or why no hand is shown."""
    of: str = ""
    """Which part of the pots it is, if there are several: "main pot", "low half"."""
    hand: DecidingHand | None = None
    """The winning hand, the viewer's if it is one of them. None if no hand was shown."""


class HandEnd(_Part, frozen=True):
    """How a poker hand ended. The words of two hands differ if their results do."""

    says: str
    """Why it ended so, in a sentence."""
    won: tuple[WonHand, ...] = ()
    beaten: tuple[DecidingHand, ...] = ()
    """The shown hands that won nothing, the viewer's first."""
    folded: str = ""
    """Who folded or mucked, in a sentence."""
    odd: str = ""
    """Who got odd chips and why."""


class Result(_Part, frozen=True):
    """The result of a wager, a pot or a fee. A fee taken from the pot has no spot."""

    spot: str
    seat: int
    name: str
    label: str
    """The printed name of the wager, with its hand if there are several; or the name of the pot."""
    stake: int
    stakes: str
    """The stake in words; for several printed spots, "3 x $5"."""
    net: int
    why: str
    """The reason, without the wager's name, and with the amount that the bank could not cover."""
    cite: str
    """The citation, without this game's document and chapter."""
    mine: bool = False
    won: bool = False
    due: int | None = None
    """The full payoff, if the bank could not cover it."""
    banked: int | None = None
    """What it is worth to the viewer's bank, if the viewer is the player-dealer."""
    explains: Explanation | None = None
    """Which hands and cards decided it, in words."""


class Sentence(_Part, frozen=True):
    """One event in words."""

    says: str
    cite: str = ""
    kind: Literal["said", "acted", "chips", "cards", "turned", "settled", "won", "chance"] = "said"
    mine: bool = False
    """Whether it is about the viewer."""
    drawn: bool = False
    """Whether the rest of the picture shows it, so that the sentence can be left out."""
    event: int = 0
    """The number of its event in the round."""
    explains: str = ""
    """For a wager or a pot that was decided: which hands and cards decided it."""


class Quick(_Part, frozen=True):
    """A common amount with a name and a key of its own: the pot, all-in, three times the Ante."""

    key: str
    label: str
    amount: int


class Split(_Part, frozen=True):
    """The two hands that a pick makes."""

    picked: tuple[Card, ...]
    says: tuple[str, str]
    """The words for the picked cards and for the rest."""
    warns: str = ""
    """A warning, if the pick fouls."""


class Offer(_Part, frozen=True):
    """One possible answer, ready for display."""

    action: str
    kind: Literal["choice", "amount", "bets", "pick", "lay", "name"]
    key: str
    """The keyboard key. An action has the same key in every question where possible."""
    label: str
    """The text of the button: "Fold", "Call $5", "Raise to", "Play 4x ($40)"."""
    option: Option
    """The option itself as data: bounds, areas, cards."""
    amount: int = 0
    """The cost of a choice, or the only possible amount."""
    quick: tuple[Quick, ...] = ()
    """For an amount: common amounts, or all if they are few."""
    warns: str = ""
    """A warning to show before the answer counts: "A check is free."."""
    splits: tuple[Split, ...] = ()
    """For a pick that makes two hands: every possible pick. For a choice that sets the hands: the one that it makes."""
    help: str = ""
    """What it does, in a sentence for beginners."""


class Prompt(_Part, frozen=True):
    """A question to the viewer."""

    spot: str
    title: str
    """What the question is about, and for which hand if there are several."""
    offers: tuple[Offer, ...]
    default: str = msgspec.field(name="otherwise")
    """The default if no answer comes, in words."""
    why: str = ""
    """Why an option that players might expect is not offered."""


class Picture(_Part, frozen=True):
    """A table as one viewer sees it."""

    game: str
    name: str
    rules: str
    id: str
    viewer: str | None
    cloth: Cloth
    chairs: tuple[Chair, ...]
    spreads: tuple[Spread, ...]
    """The dealer's cards first, then shared cards, then the players' in seat order."""
    markers: tuple[Marker, ...] = ()
    """Markers at empty seats. The others are in their chairs."""
    boxes: tuple[PlacedBet, ...] = ()
    bank: BankShown | None = None
    pots: tuple[PotShown, ...] = ()
    meters: tuple[Meter, ...] = ()
    notices: tuple[NoticeShown, ...] = ()
    collection: tuple[str, ...] = ()
    """The posted collection schedule, line by line."""
    display: dict[str, Any] = {}
    """The table's statistics, as computed by its script."""
    waits_for: tuple[str, ...] = ()
    """The names of the people that the table waits for."""
    prompts: tuple[Prompt, ...] = ()
    results: tuple[Result, ...] = ()
    tallies: tuple[Tally, ...] = ()
    """The points of each player, when a round settled in points is over."""
    sums: HandSums | None = None
    """What was in the pots and who got it, when a poker hand is over."""
    showdown: HandEnd | None = None
    """Who won with which hand, when a poker hand is over."""
    street: str = ""
    """The street or draw of a poker hand without a board: "Fifth street", "Before the first draw"."""
    happened: tuple[Sentence, ...] = ()
    over: bool = False
