"""The parts of a rule set. Their content is data and is written in TOML; these are their types.

Nothing here knows cards or procedure. Whether a pay table's lines are hands of its ranking is checked in `games`, which
knows both. A new field here must be listed in `binding`.
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
    "COMMON",
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
    "fill_pattern",
    "names_in",
]

LOSES, PUSHES = "loses", "pushes"
"""Pay lines that pay nothing: the wager is collected, or returned."""
ALIVE, DEAD = "alive", "dead"
"""What a fold does to a side bet: nothing, or it is collected with the hand."""
COMMON = "common rules"
"""The source of games that no document prints."""
AWARD: Final = "as an award"
"""The time of an award: it comes with another wager and pays besides it. It has no stake, so it cannot lose."""

Entries = Meta(max_length=MOST_ENTRIES)
NameList = Annotated[tuple[str, ...], Entries]
WholeNumber = Annotated[int, Meta(ge=0, le=MOST_CENTS)]
_Seat = Annotated[int, Meta(ge=1, le=MOST_SEATS)]
_Pack = Annotated[int, Meta(ge=1, le=MOST_PACKS)]
_Cards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
_Turn = Annotated[int, Meta(ge=1, le=MOST_TURNS)]

_NAME = re.compile(r"\{([^{}]*)\}")


def fill_pattern(pattern: str, value: Callable[[str], Any]) -> str:
    """Replace each `{name}` in a text by the value of that house rule. There is no other syntax.

    >>> fill_pattern("bad-beat-{bad_beat}", {"bad_beat": 3}.__getitem__)
    'bad-beat-3'
    """
    return _NAME.sub(lambda match: str(value(match[1])), pattern)


def names_in(*patterns: str) -> set[str]:
    """The house rules that patterns name.

    >>> names_in("bad-beat-{bad_beat}", "ante")
    {'bad_beat'}
    """
    return {name for pattern in patterns for name in _NAME.findall(pattern)}


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """A table of a rule set."""


class Cited(Part, frozen=True):
    """A place in a text other than the rule set's document, such as a house's own text."""

    document: str
    where: str


Cite: TypeAlias = str | Cited
"""A citation: a place in the rule set's document, or in another text."""


class Source(Part, frozen=True):
    """Where rules are printed."""

    document: str
    section: str
    date: str = ""


class Edition(Part, frozen=True):
    """One edition of a rule set: who approved it, and when it takes effect. Dates are written as 2026-04-01."""

    effective: str
    """The first day on which it applies."""
    approved: str = ""
    """The day of approval; empty if it is not approved."""
    authority: str = ""
    """Who approved it."""
    ends: str = ""
    """The last day on which it applies; empty if the next edition ends it."""


class DeckRule(Part, frozen=True):
    """The cards, and how they are dealt."""

    name: str
    packs: _Pack = 1
    decks: _Pack = 1
    """Decks that take turns, round by round."""
    shoe: bool = False
    """Whether the cards last for several rounds, until the cut card comes."""
    cut: WholeNumber = 0
    cite: Cite = ""


class Seats(Part, frozen=True):
    """The number of seats, including the player-dealer's."""

    most: _Seat
    least: _Seat = 1
    second_circles: bool = False
    """Whether a player may bet at extra circles, at empty seats."""
    cite: Cite = ""


class Bank(Part, frozen=True):
    """When the player-dealer position moves on."""

    rounds: _Turn
    """Rounds before the position is offered to the next seat."""
    cite: Cite = ""


class Dealer(Part, frozen=True):
    """The dealer's hand, if it must qualify."""

    qualifies: str = ""
    """The lowest hand that qualifies, by the script's name for it; empty if the dealer always plays."""
    cite: Cite = ""


class SettlingOrder(Part, frozen=True):
    """The order in which wagers are settled."""

    start: Literal["player-dealer", "action button", "house dealer"]
    """Settling starts to the left of this place; for an action button, at its own seat."""
    by: Literal["seat", "wager"]
    wagers: NameList
    first: Annotated[dict[str, str], Entries] = msgspec.field(default_factory=dict)
    """Wagers that come before all others while a house rule is on, with the rule."""
    cite: Cite = ""


class Wager(Part, frozen=True):
    """One betting area of the layout."""

    label: str
    required: bool = False
    needs: NameList = ()
    """Wagers of the same spot that must be placed with this one; "player or banker" means either."""
    equals: str = ""
    """The wager whose amount it must have. An award is paid on that amount."""
    when: Literal["before the deal", "after the deal", "as an award"] = "before the deal"
    """When it is placed. An award comes with a wager that it needs and takes no chips."""
    cards: str = ""
    """The group of cards that alone decides it, by the script's name; if empty, the script settles it."""
    folded: str = ""
    """What happens to such a bet when its hand is folded: it is "alive" or "dead", or other cards decide."""
    pays: str = ""
    """The pay table that settles it; `{name}` is the value of the house rule that chooses."""
    beaten: str = ""
    """The pay table for a beaten hand, if it has one."""
    excludes: str = ""
    """A wager that may not be placed at the same spot together with it."""
    unless: str = ""
    """The house rule that lifts `excludes` while it is on."""
    least: str = ""
    most: str = ""
    """Its own limits, if they differ from the table's; `{name}` is the value of a house rule."""
    offered: str = ""
    """The on-off house rule that puts it on the layout."""
    jackpot: str = ""
    """The jackpot that it plays for, if any."""
    backline: bool = False
    """Whether backline bettors may place it too."""
    spots: _Cards = 0
    """Spots printed on the layout for it, each for the amount of the wager that it equals; 0 for one area."""
    cite: Cite = ""
    cites: dict[str, Cite] = msgspec.field(default_factory=dict)
    """Citations of its results by outcome, if they are not in its pay table: "fold", "equal hand"."""

    @property
    def game_wager(self) -> bool:
        """Whether it belongs to the game itself: required, or placed without any other wager. Others are bonus bets.

        >>> from cardroom.rulebook import rule_set
        >>> wager = rule_set("ez-baccarat").wager
        >>> [name for name in wager if wager[name].game_wager]
        ['player', 'banker', 'tie']
        """
        return self.required or not self.needs


class Chart(Part, frozen=True):
    """A chart that forces the player to hit or stand on some totals (500 Club, the 21.5 games, Chart 1A)."""

    must_stand: int
    """Hard totals from this number up must stand."""
    must_hit: int = 0
    """Hard totals up to this number must hit; 0 if there is no forced hit."""
    cite: Cite = ""


class Notice(Part, frozen=True):
    """Text that a document prescribes for the display, word for word."""

    text: str
    cite: Cite
    when: str = ""
    """The house rules under which it must be shown, for example "jackpot and jackpot_type = bonus"; empty is always."""

    def conditions(self) -> list[tuple[str, str]]:
        """The house rules in `when` with their values; a switch that must be on has an empty value.

        >>> Notice("Good luck.", "rule 1", "jackpot and jackpot_type = bonus").conditions()
        [('jackpot', ''), ('jackpot_type', 'bonus')]
        """
        parts = [each.partition(" = ") for each in self.when.split(" and ")] if self.when else []
        return [(name, value) for name, _, value in parts]


class PayTable(Part, frozen=True):
    """What each result pays, best line first."""

    title: str
    lines: Annotated[dict[str, str], Entries]
    others: Literal["loses", "pushes"] = "loses"
    """What happens to a wager whose result has no line: documents print it as "all other"."""
    id: str = ""
    """The printed id, if the document gives one."""
    ranking: str = ""
    """The ranking whose categories are the lines; empty if they are results of a comparison."""
    cite: Cite = ""

    def decides(self, *names: str, also: Iterable[str] = ()) -> tuple[str, str]:
        """Return the line that settles a result, and what the line says.

        `names` are the names of a result, the plainest last; `also` are lower hands that it includes. The first of them
        with a line decides. If none has one, the result has its plainest name.

        >>> table = PayTable("Bonus", {"straight flush": "40 to 1", "flush": "loses"}, others="pushes")
        >>> table.decides("royal flush", "straight flush"), table.decides("flush"), table.decides("pair")
        (('straight flush', '40 to 1'), ('flush', 'loses'), ('pair', 'pushes'))
        """
        for line in (*names, *also):
            if self.lines.get(line, LOSES) != LOSES:
                return line, self.lines[line]
        return names[-1], self.lines.get(names[-1], self.others)

    def odds(self, line: str) -> Odds | None:
        """The odds of a line; None if it pays nothing."""
        _, paid = self.decides(line)
        return None if paid in (LOSES, PUSHES) else odds(paid)

    @property
    def metered(self) -> bool:
        """Whether one of its lines pays a share of a jackpot's meter.

        >>> PayTable("Jackpot", {"royal flush": "100% of the meter"}).metered
        True
        """
        return any(pays.endswith("of the meter") for pays in self.lines.values())


class Poker(Part, frozen=True):
    """A poker game as data: how cards are dealt, which hand wins, who opens. Each structure is a script."""

    structure: Literal["community", "stud", "draw"]
    ranking: str
    """The ranking that wins the pot, or its high half."""
    low: str = ""
    """The ranking that wins the low half, with a qualifier."""
    hole: _Cards = 0
    """Cards dealt face down at the start (community and draw)."""
    board: Annotated[tuple[_Cards, ...], Meta(max_length=MOST_CARDS)] = ()
    """Community cards before each betting round."""
    discard: Literal["", "before the flop", "after the flop"] = ""
    """When hole cards are discarded."""
    discards: Annotated[int, Meta(ge=1, le=MOST_CARDS)] = 1
    """How many hole cards are discarded then."""
    discard_after: Annotated[tuple[_Cards, ...], Meta(max_length=MOST_CARDS)] = ()
    """How many hole cards are discarded after each betting round, in place of `discard` and `discards`."""
    boards: Annotated[int, Meta(ge=1, le=3)] = 1
    """Boards of community cards. Each decides an equal part of every pot."""
    streets: Annotated[tuple[str, ...], Meta(max_length=MOST_CARDS)] = ()
    """Stud: the cards before each betting round, d for down, u for up. e is up, unless the player exposed the down
    card; then it is down."""
    door: str = ""
    """Stud: the ranking of single up cards. The lowest brings it in."""
    showing: str = ""
    """Stud: the ranking of up cards. The highest acts first on later streets."""
    draws: _Cards = 0
    small_rounds: _Cards = 2
    """Betting rounds at the lower limit."""
    odd_chip: Literal["left of the button", "highest hand up", "high hand", "left of the dealer"] = "left of the button"
    odd_half: Literal["like any other", "high hand"] = "like any other"
    """Who gets the odd chip when a pot is split between high and low."""
    blinds: Annotated[int, Meta(ge=2, le=MOST_SEATS)] = 2
    """The most blinds: more than two if the chapter has a middle blind."""
    bring_in_part: _Pack = 1
    """Stud: the bring-in is the lower limit divided by this; 4 is a quarter."""
    button: bool = True
    """Whether there is a button. Without one, dealing starts to the left of the house dealer."""
    button_card: Literal["dealt, ace high", "drawn, king high"] = "dealt, ace high"
    """How the first button is chosen: by the highest card of one for each player."""
    steps: tuple[str, ...] = ()
    """Citations of each step of the round, in order: the button, cards, discards, betting rounds."""
    cites: dict[str, Cite] = msgspec.field(default_factory=dict)
    """Citations: which rounds have which `limits`, what happens with `too few cards`, who gets the `odd chip`."""
    cite: Cite = ""

    @property
    def kept(self) -> int:
        """The hole cards that a player has at the showdown (community and draw)."""
        return self.hole - sum(self.discarding)

    @property
    def discarding(self) -> tuple[int, ...]:
        """How many hole cards are discarded after each betting round. Rounds after the last discard are left out."""
        if self.discard:
            return (self.discards,) if self.discard == "before the flop" else (0, self.discards)
        return self.discard_after
