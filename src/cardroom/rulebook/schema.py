"""What a rule set is made of. Tables are data and live in TOML; these are their shapes.

Nothing here knows cards or procedure: whether a pay table's lines are hands of its ranking is checked in
`games`, where the two meet.
"""

import hashlib
from functools import cache
from typing import Any, Literal

import msgspec

from cardroom.money import Odds, cents, dollars, odds
from cardroom.rulebook.printed import Printed

__all__ = ["Bank", "Deck", "HouseRule", "Notice", "Order", "PayTable", "Poker", "RuleSet", "Seats", "Source", "Wager"]


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    pass


class Source(_Table, frozen=True):
    """Where rules are printed."""

    document: str
    section: str
    date: str = ""


class Deck(_Table, frozen=True):
    """Which cards, and how they come to the table."""

    name: str
    packs: int = 1
    decks: int = 1
    """Decks that take turns, round by round."""
    shoe: bool = False
    """Whether the cards last over rounds until the cut card comes."""
    cut: int = 0
    cite: str = ""


class Seats(_Table, frozen=True):
    """How many may sit down, the player-dealer among them where there is one."""

    most: int
    least: int = 1
    cite: str = ""


class Bank(_Table, frozen=True):
    """How often the player-dealer's position moves on."""

    rounds: int
    """Rounds before the position is offered to the next seat."""
    cite: str = ""


class Order(_Table, frozen=True):
    """Who is settled first."""

    start: Literal["player-dealer", "action button", "house dealer"]
    """Settling starts to the left of this place, and with an action button at its own seat."""
    by: Literal["seat", "wager"]
    wagers: tuple[str, ...]
    cite: str = ""


class Wager(_Table, frozen=True):
    """One betting area of the layout."""

    label: str
    required: bool = False
    needs: tuple[str, ...] = ()
    """Wagers of the same spot without which this one may not be placed; "player or banker" is either."""
    equals: str = ""
    """The wager whose amount it must have."""
    when: Literal["before the deal", "after the deal", "as an award"] = "before the deal"
    """When it is placed; an award comes with a wager that it needs and takes no chips."""
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
    backline: bool = False
    """Whether those who stand behind a seat may place it too."""
    cite: str = ""


class Notice(_Table, frozen=True):
    """Text that a document prescribes for the display, word for word."""

    text: str
    cite: str
    when: str = ""
    """The house rule and value under which it must be shown, as in "jackpot_type = bonus"; empty is always."""


class HouseRule(_Table, frozen=True):
    """A setting that a house may want otherwise, with its default and where that comes from."""

    default: bool | int | str
    says: str
    cite: str
    needs: tuple[str, ...] = ()
    """House rules that must have been set before this one may be on, or before "value: name" may be chosen."""
    choices: tuple[str, ...] = ()
    money: tuple[str, str] = ("", "")
    """Least and most, for an amount."""
    whole: tuple[int, int] = (0, 0)
    """Least and most, for a number."""
    amounts: bool = False
    """Several amounts by position, as in "$1/$2"."""

    def check(self, name: str, value: Any) -> bool | int | str:
        """The value as the rule wants it, or a refusal that says what would be right."""
        if self.choices:
            if value in self.choices:
                return str(value)
            raise ValueError(f"house rule {name}: {value!r} is none of {', '.join(self.choices)}")
        if self.money[0]:
            least, most = cents(self.money[0]), cents(self.money[1])
            try:
                amount = cents(value)
            except ValueError as error:
                raise ValueError(f"house rule {name}: {error}") from None
            if least <= amount <= most:
                return amount
            raise ValueError(f"house rule {name}: {dollars(amount)} is not within {self.money[0]} to {self.money[1]}")
        if self.amounts:
            try:
                return "/".join(dollars(cents(part)) for part in str(value).split("/"))
            except ValueError as error:
                raise ValueError(f"house rule {name}: {error}; several are written as $1/$2") from None
        if isinstance(self.default, bool):
            if isinstance(value, str) and value.lower() in ("on", "true", "yes", "off", "false", "no"):
                return value.lower() in ("on", "true", "yes")
            if isinstance(value, bool):
                return value
            raise ValueError(f"house rule {name}: {value!r} is neither on nor off")
        try:
            number = int(value)
        except (TypeError, ValueError):
            raise ValueError(f"house rule {name}: {value!r} is not a whole number") from None
        if self.whole[0] <= number <= self.whole[1]:
            return number
        raise ValueError(f"house rule {name}: {number} is not within {self.whole[0]} to {self.whole[1]}")


class PayTable(_Table, frozen=True):
    """What each result pays, best line first. A result without a line loses."""

    title: str
    lines: dict[str, str]
    id: str = ""
    """The printed id, where the document gives one."""
    ranking: str = ""
    """The ranking whose categories the lines are; empty where they are results of the comparison."""
    cite: str = ""

    def odds(self, line: str) -> Odds | None:
        """The odds of a line, None where it loses."""
        printed = self.lines.get(line, "loses")
        return None if printed == "loses" else odds(printed)


class Poker(_Table, frozen=True):
    """A poker game as data: how the cards come, what wins, who opens. The three structures are scripts."""

    structure: Literal["community", "stud", "draw"]
    ranking: str
    """What wins the pot, or its high half."""
    low: str = ""
    """What wins the low half, by hands that qualify."""
    hole: int = 0
    """Cards dealt face down at first (community and draw)."""
    board: tuple[int, ...] = ()
    """Community cards before each betting round."""
    discard: Literal["", "before the flop", "after the flop"] = ""
    """When one hole card is thrown away."""
    streets: tuple[str, ...] = ()
    """Stud: the cards before each betting round, d for down and u for up."""
    door: str = ""
    """Stud: the ranking of single up cards whose lowest brings it in."""
    showing: str = ""
    """Stud: the ranking of up cards whose highest acts first on later streets."""
    draws: int = 0
    small_rounds: int = 2
    """Betting rounds at the lower limit."""
    odd_chip: Literal["left of the button", "highest hand up", "high hand", "left of the dealer"] = "left of the button"
    button: bool = True
    """Whether a button moves; without one, cards are dealt from the left of the house dealer."""
    cite: str = ""


class RuleSet(_Table, frozen=True):
    """A document's version of a game, with a house's settings.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus", exposed_card=False)
    >>> rules.house("exposed_card"), rules.pay["pair-plus"].lines["straight"]
    (False, '6 to 1')
    """

    game: str
    rules: str
    """The rule set's short name."""
    name: str
    id: str
    script: str
    source: Source
    deck: Deck
    seats: Seats
    house_rules: dict[str, HouseRule]
    wager: dict[str, Wager] = {}
    pay: dict[str, PayTable] = {}
    poker: Poker | None = None
    order: Order | None = None
    bank: Bank | None = None
    summary: str = ""
    display: tuple[Notice, ...] = ()
    printed: tuple[Printed, ...] = ()
    """What the document itself says of the game's mathematics."""
    settings: dict[str, Any] = {}
    """The values of the house rules in force, where they are not the defaults."""

    def house(self, name: str) -> Any:
        """The value of a house rule in force."""
        return _house(self, name)

    def notices(self) -> tuple[Notice, ...]:
        """The prescribed texts that the display must show under the house rules in force."""
        return tuple(notice for notice in self.display if not notice.when or self._holds(notice.when))

    def _holds(self, condition: str) -> bool:
        name, _, value = condition.partition(" = ")
        return str(self.house(name)) == value

    def table(self, pattern: str) -> PayTable:
        """The pay table that a wager's `pays` or `beaten` names under the house rules in force."""
        return _table(self, pattern)

    def wagers(self) -> dict[str, Wager]:
        """The wagers that the layout offers under the house rules in force."""
        return {name: wager for name, wager in self.wager.items() if not wager.offered or self.house(wager.offered)}

    def cite(self, where: str = "") -> str:
        """The citation of a part of this rule set, or of the whole.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("three-card-poker-6-card-bonus").cite()
        '500 Club, Three Card Poker 6 Card Bonus, GEGR-002040'
        """
        return f"{self.source.document}, {self.source.section}, {where or self.id}"

    @property
    def minimum(self) -> int:
        """The table's least wager, in cents; at a poker table, the least bet."""
        return int(self.house("minimum_bet" if self.poker else "minimum"))

    @property
    def maximum(self) -> int:
        """The table's greatest wager, in cents."""
        return int(self.house("maximum"))

    def amounts(self, name: str) -> tuple[int, ...]:
        """The amounts of a house rule that has several, in cents."""
        return _amounts(self, name)

    @property
    def packs(self) -> int:
        """Packs in the deck or shoe."""
        return int(self.house("packs")) if "packs" in self.house_rules else self.deck.packs

    @property
    def cut(self) -> int:
        """Cards behind the cut card."""
        return int(self.house("cut_card")) if "cut_card" in self.house_rules else self.deck.cut

    def limits(self, wager: str) -> tuple[int, int]:
        """The least and the most that may be placed on a wager, in cents."""
        said = self.wager[wager]
        return self._amount(said.least, self.minimum), self._amount(said.most, self.maximum)

    def _amount(self, text: str, otherwise: int) -> int:
        if not text:
            return otherwise
        return int(self.house(text[1:-1])) if text.startswith("{") else cents(text)

    @property
    def digest(self) -> str:
        """SHA-256 over all rules of this set: two equal digests are equal rules; printed figures are none."""
        return _digest(self)


@cache
def _house(rules: RuleSet, name: str) -> bool | int | str:
    if name in rules.settings:
        value: bool | int | str = rules.settings[name]
        return value
    return rules.house_rules[name].check(name, rules.house_rules[name].default)


@cache
def _amounts(rules: RuleSet, name: str) -> tuple[int, ...]:
    return tuple(cents(part) for part in str(rules.house(name)).split("/"))


@cache
def _table(rules: RuleSet, pattern: str) -> PayTable:
    return rules.pay[pattern.format_map({name: rules.house(name) for name in rules.house_rules})]


@cache
def _digest(rules: RuleSet) -> str:
    said = msgspec.structs.replace(rules, printed=())
    return hashlib.sha256(msgspec.json.encode(said, order="deterministic")).hexdigest()
