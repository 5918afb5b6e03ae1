"""What a rule set is made of. Tables are data and live in TOML; these are their shapes.

Nothing here knows cards or procedure: whether a pay table's lines are hands of its ranking is checked in
`games`, where the two meet. A field that is added here says in `binding` whether it binds.
"""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from cardroom.limits import MOST_CARDS, MOST_CENTS, MOST_ENTRIES, MOST_PACKS, MOST_SEATS, MOST_TURNS
from cardroom.money import Odds, odds

__all__ = [
    "ALIVE",
    "AWARD",
    "DEAD",
    "LOSES",
    "PUSHES",
    "Bank",
    "Chart",
    "Cite",
    "Cited",
    "Dealer",
    "DeckRule",
    "Entries",
    "NameList",
    "Notice",
    "Part",
    "PayTable",
    "Poker",
    "Seats",
    "SettlingOrder",
    "Source",
    "Wager",
    "WholeNumber",
    "filled",
    "names_in",
]

LOSES, PUSHES = "loses", "pushes"
"""What a line may say that pays nothing: the wager is collected, or given back."""
ALIVE, DEAD = "alive", "dead"
"""What a fold does to a side bet: nothing, or it is collected with the hand."""
AWARD: Final = "as an award"
"""When something comes with another wager that pays beside it: nothing is placed, so nothing can be lost."""

Entries = Meta(max_length=MOST_ENTRIES)
NameList = Annotated[tuple[str, ...], Entries]
WholeNumber = Annotated[int, Meta(ge=0, le=MOST_CENTS)]
_Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
_Pack = Annotated[int, Meta(ge=1, le=MOST_PACKS)]
_Cards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
_Turn = Annotated[int, Meta(ge=1, le=MOST_TURNS)]

_NAME = re.compile(r"\{([^{}]*)\}")


def filled(pattern: str, value: Callable[[str], Any]) -> str:
    """A text with each `{name}` in it replaced by the value of that house rule; there is no other syntax.

    >>> filled("bad-beat-{bad_beat}", {"bad_beat": 3}.__getitem__)
    'bad-beat-3'
    """
    return _NAME.sub(lambda found: str(value(found[1])), pattern)


def names_in(*patterns: str) -> set[str]:
    """The house rules that patterns name.

    >>> names_in("bad-beat-{bad_beat}", "ante")
    {'bad_beat'}
    """
    return {name for pattern in patterns for name in _NAME.findall(pattern)}


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """A table of a rule set."""


class Cited(Part, frozen=True):
    """A place in a text other than the document that the rule set is of, as a house's own is."""

    document: str
    where: str


Cite: TypeAlias = str | Cited
"""Where something is written: a place in the rule set's document, or in another text."""


class Source(Part, frozen=True):
    """Where rules are printed."""

    document: str
    section: str
    date: str = ""


class DeckRule(Part, frozen=True):
    """Which cards, and how they come to the table."""

    name: str
    packs: _Pack = 1
    decks: _Pack = 1
    """Decks that take turns, round by round."""
    shoe: bool = False
    """Whether the cards last over rounds until the cut card comes."""
    cut: WholeNumber = 0
    cite: Cite = ""


class Seats(Part, frozen=True):
    """How many may sit down, the player-dealer among them where there is one."""

    most: _Seat
    least: _Seat = 1
    second_circles: bool = False
    """Whether a player may bet at further circles that nobody sits at."""
    cite: Cite = ""


class Bank(Part, frozen=True):
    """How often the player-dealer's position moves on."""

    rounds: _Turn
    """Rounds before the position is offered to the next seat."""
    cite: Cite = ""


class Dealer(Part, frozen=True):
    """The dealer's hand, where one must be good enough to play."""

    qualifies: str = ""
    """The lowest hand that qualifies, by the name that the script has for it; nothing where the dealer always plays."""
    cite: Cite = ""


class SettlingOrder(Part, frozen=True):
    """Who is settled first."""

    start: Literal["player-dealer", "action button", "house dealer"]
    """Settling starts to the left of this place, and with an action button at its own seat."""
    by: Literal["seat", "wager"]
    wagers: NameList
    first: Annotated[dict[str, str], Entries] = msgspec.field(default_factory=dict)
    """Wagers that come before all others while a house rule is on, and the rule."""
    cite: Cite = ""


class Wager(Part, frozen=True):
    """One betting area of the layout."""

    label: str
    required: bool = False
    needs: NameList = ()
    """Wagers of the same spot without which this one may not be placed; "player or banker" is either."""
    equals: str = ""
    """The wager whose amount it must have; an award is paid on that amount."""
    when: Literal["before the deal", "after the deal", "as an award"] = "before the deal"
    """When it is placed; an award comes with a wager that it needs and takes no chips."""
    cards: str = ""
    """The cards that alone decide it, by the script's name for them; without, the script itself settles it."""
    folded: str = ""
    """What becomes of such a bet when its hand is folded: it is "alive" or "dead", or other cards decide it."""
    pays: str = ""
    """The pay table it is settled from; `{name}` in it is the value of the house rule that chooses."""
    beaten: str = ""
    """The pay table it is settled from when the hand is beaten, where it has one."""
    excludes: str = ""
    """A wager that the same spot may not have beside it ..."""
    unless: str = ""
    """... unless this house rule is on."""
    least: str = ""
    most: str = ""
    """Its own limits, where they are not the table's; `{name}` is the value of a house rule."""
    offered: str = ""
    """The house rule, on or off, that says whether the layout has it at all."""
    jackpot: str = ""
    """The jackpot that it plays for, where it has one."""
    backline: bool = False
    """Whether those who stand behind a seat may place it too."""
    spots: _Cards = 0
    """Spots that the layout prints for it, each for as much as the wager that it equals; 0 where it is one area."""
    cite: Cite = ""
    cites: dict[str, Cite] = msgspec.field(default_factory=dict)
    """Where what becomes of it is printed, by outcome, where that is not its pay table: "fold", "equal hand"."""

    @property
    def game_wager(self) -> bool:
        """Whether it is a wager of the game itself: required, or one that needs no other beside it; others are bonus.

        >>> from cardroom.rulebook import rule_set
        >>> wager = rule_set("ez-baccarat").wager
        >>> [name for name in wager if wager[name].game_wager]
        ['player', 'banker', 'tie']
        """
        return self.required or not self.needs


class Chart(Part, frozen=True):
    """A chart that leaves a player no choice on some totals: hit or stand (500 Club, the 21.5 games, Chart 1A)."""

    must_stand: int
    """Hard totals of so much or more."""
    must_hit: int = 0
    """Hard totals of so much or less; 0 where it forces no hit."""
    cite: Cite = ""


class Notice(Part, frozen=True):
    """Text that a document prescribes for the display, word for word."""

    text: str
    cite: Cite
    when: str = ""
    """The house rules under which it must be shown, as in "jackpot and jackpot_type = bonus"; empty is always."""

    def conditions(self) -> list[tuple[str, str]]:
        """The house rules that must hold and their values; a switch that must be on has none.

        >>> Notice("Good luck.", "rule 1", "jackpot and jackpot_type = bonus").conditions()
        [('jackpot', ''), ('jackpot_type', 'bonus')]
        """
        said = [each.partition(" = ") for each in self.when.split(" and ")] if self.when else []
        return [(name, value) for name, _, value in said]


class PayTable(Part, frozen=True):
    """What each result pays, best line first."""

    title: str
    lines: Annotated[dict[str, str], Entries]
    others: Literal["loses", "pushes"] = "loses"
    """What becomes of a wager whose result has no line: documents print it as "all other"."""
    id: str = ""
    """The printed id, where the document gives one."""
    ranking: str = ""
    """The ranking whose categories the lines are; empty where they are results of the comparison."""
    cite: Cite = ""

    def decides(self, *made: str, also: Iterable[str] = ()) -> tuple[str, str]:
        """The line by which a result is settled, and what that says.

        A result is `made` of a line and what else it is called, the plainest last, and is `also` something less: it is
        paid by the first of them that the table has. Where it has none, it is called by its plainest name.

        >>> table = PayTable("Bonus", {"straight flush": "40 to 1", "flush": "loses"}, others="pushes")
        >>> table.decides("royal flush", "straight flush"), table.decides("flush"), table.decides("pair")
        (('straight flush', '40 to 1'), ('flush', 'loses'), ('pair', 'pushes'))
        """
        for line in (*made, *also):
            if self.lines.get(line, LOSES) != LOSES:
                return line, self.lines[line]
        return made[-1], self.lines.get(made[-1], self.others)

    def odds(self, line: str) -> Odds | None:
        """The odds of a line, None where it pays nothing."""
        _, said = self.decides(line)
        return None if said in (LOSES, PUSHES) else odds(said)

    @property
    def metered(self) -> bool:
        """Whether a line of it pays a share of a jackpot's meter.

        >>> PayTable("Jackpot", {"royal flush": "100% of the meter"}).metered
        True
        """
        return any(pays.endswith("of the meter") for pays in self.lines.values())


class Poker(Part, frozen=True):
    """A poker game as data: how the cards come, what wins, who opens. The three structures are scripts."""

    structure: Literal["community", "stud", "draw"]
    ranking: str
    """What wins the pot, or its high half."""
    low: str = ""
    """What wins the low half, by hands that qualify."""
    hole: _Cards = 0
    """Cards dealt face down at first (community and draw)."""
    board: Annotated[tuple[_Cards, ...], Meta(max_length=MOST_CARDS)] = ()
    """Community cards before each betting round."""
    discard: Literal["", "before the flop", "after the flop"] = ""
    """When one hole card is thrown away."""
    streets: Annotated[tuple[str, ...], Meta(max_length=MOST_CARDS)] = ()
    """Stud: the cards before each betting round, d for down, u for up, and e for up unless the player has exposed the
    card that was down, and then down."""
    door: str = ""
    """Stud: the ranking of single up cards whose lowest brings it in."""
    showing: str = ""
    """Stud: the ranking of up cards whose highest acts first on later streets."""
    draws: _Cards = 0
    small_rounds: _Cards = 2
    """Betting rounds at the lower limit."""
    odd_chip: Literal["left of the button", "highest hand up", "high hand", "left of the dealer"] = "left of the button"
    odd_half: Literal["like any other", "high hand"] = "like any other"
    """Who gets the odd chip when a pot is halved between high and low."""
    blinds: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    """Blinds at most: a middle one is where the chapter knows it."""
    bring_in_part: _Pack = 1
    """Stud: what part of the lower limit the bring-in is; 4 is a quarter."""
    button: bool = True
    """Whether a button moves; without one, cards are dealt from the left of the house dealer."""
    button_card: Literal["dealt, ace high", "drawn, king high"] = "dealt, ace high"
    """How the first button is found, by the highest card of one each."""
    steps: tuple[str, ...] = ()
    """Where the chapter prints each step of the round, in order: the button, cards, discards, rounds of betting."""
    cites: dict[str, Cite] = msgspec.field(default_factory=dict)
    """Where it is printed: which rounds have which `limits`, what helps `too few cards`, whose the `odd chip` is."""
    cite: Cite = ""
