"""A rule set: a document's version of a game under a house's settings, and its identity.

Equal rules are one object: loading and `replaced` return the first equal one that is still in use. So a rule set is a
cheap dictionary key, and derived values are cached on the object.

This is one class and one file, because every part reads the same fields under the same settings: what is in force, the
jackpots and fees, and the digest over all of it.
"""

import hashlib
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Annotated, Any
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta, field

from cardroom.errors import InvariantError
from cardroom.limits import MOST_HOUSE_RULES, MOST_TABLES, MOST_WAGERS
from cardroom.money import cents
from cardroom.rulebook.binding import TOP_UP, UNSAID_HOUSE, binding_values
from cardroom.rulebook.fees import Charge, Counts, Fee, Moment, posted_fees
from cardroom.rulebook.house_rules import BY_LIMIT, NO_DOCUMENT, HouseRule, HouseRuleStanding
from cardroom.rulebook.jackpots import Jackpot, JackpotRule, in_force
from cardroom.rulebook.printed import PrintedFigures
from cardroom.rulebook.schema import (
    Bank,
    Chart,
    Cite,
    Cited,
    Dealer,
    DeckRule,
    Edition,
    Entries,
    Notice,
    Part,
    PayTable,
    Poker,
    Seats,
    SettlingOrder,
    Source,
    Wager,
    fill_pattern,
)
from cardroom.rulebook.stakes import BY_STAKES, FOLLOW, Stakes, amounts_in, stakes_of

__all__ = ["RuleSet"]

_SCHEME = "cardroom-rules-1"
"""The scheme of the digest. A change of the scheme needs a new name."""


DEPARTS = "departure by the house"
"""What a setting cites that differs from the document."""
RECORDED = "recorded hands"
"""How a citation begins that names recorded hands instead of a document."""


class RuleSet(Part, frozen=True, dict=True, weakref=True):
    """A document's version of a game, with a house's settings.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus", exposed_card=False)
    >>> rules.house("exposed_card"), rules.pay["pair-plus"].lines["straight"]
    (False, '6 to 1')
    >>> rules is rule_set("three-card-poker-6-card-bonus", exposed_card=False)
    True
    """

    game: str
    rules: str
    """The rule set's short name."""
    name: str
    id: str
    script: str
    source: Source
    deck: DeckRule
    seats: Seats
    house_rules: Annotated[dict[str, HouseRule], Meta(max_length=MOST_HOUSE_RULES)]
    wager: Annotated[dict[str, Wager], Meta(max_length=MOST_WAGERS)] = field(default_factory=dict)
    pay: Annotated[dict[str, PayTable], Meta(max_length=MOST_TABLES)] = field(default_factory=dict)
    jackpot: Annotated[dict[str, JackpotRule], Meta(max_length=MOST_WAGERS)] = field(default_factory=dict)
    fee: Annotated[tuple[Fee, ...], Entries] = ()
    """Its own collection schedules, and the posted printed ones. The house rule `collection` names those in force."""
    schedules: str = ""
    """The file of the document's schedules. It is read when one of them is posted."""
    poker: Poker | None = None
    order: SettlingOrder | None = None
    bank: Bank | None = None
    chart: Chart | None = None
    dealer: Dealer | None = None
    edition: Edition | None = None
    """Its edition, if the game has several. Each is a rule set of its own."""
    summary: str = ""
    display: Annotated[tuple[Notice, ...], Entries] = ()
    printed: Annotated[tuple[PrintedFigures, ...], Entries] = ()
    """The figures that the document itself prints about the game's mathematics."""
    own: str = ""
    """The name of a house's own text that changes the document's. Changed parts cite it."""
    settings: dict[str, Any] = field(default_factory=dict)
    """The values of house rules that differ from their defaults."""
    extends: str = ""
    """The set, as GAME/SET, that the file extends; empty if it is a text of its own."""

    # -- in force ---------------------------------------------------------------------------------------------------

    def house(self, name: str) -> Any:
        """The value of a house rule in force."""
        known = self._values
        if name not in known:
            rule = self.house_rules[name]
            if self.poker and (name == "stakes" or name in FOLLOW):
                known[name] = self.stakes.text(name)
            else:
                value = self.settings[name] if name in self.settings else rule.check(name, rule.default)
                known[name] = self._by_limit(rule) if value == BY_LIMIT else value
        return known[name]

    def stands(self, name: str) -> HouseRuleStanding:
        """How the value of a house rule in force relates to the document.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("omaha", limit="fixed").stands("raise_cap"), rule_set("omaha", limit="no").stands("raise_cap")
        ('printed', 'departure')
        >>> rule_set("badacey").stands("raise_cap")
        'no document'
        """
        if self.id == NO_DOCUMENT:
            return NO_DOCUMENT
        rule, value = self.house_rules[name], self.house(name)
        follows = rule.by_limit and BY_LIMIT in rule.standing and value == rule.by_limit[self.house("limit")]
        return rule.stands(BY_LIMIT if follows else value)

    def _by_limit(self, rule: HouseRule) -> int:
        """The number of a house rule at the limit of a poker table."""
        limit = self.house("limit")
        return 0 if limit == "pot" and not self.house("cap_pot_limit") else rule.by_limit[limit]

    @cached_property
    def stakes(self) -> Stakes:
        """The stakes of a poker table: its limit or blind level, and what follows from it."""
        if self.poker is None:
            raise InvariantError(f"{self.game} is not a poker game")
        text = str(self.settings.get("stakes", self.house_rules["stakes"].default))
        least_chip = cents(self.house_rules["chip"].money[0])
        limit = self.house("limit")
        limits = (limit, *(each for each in self.house_rules["limit"].choices if each != limit))
        return stakes_of(self.poker, limits, text, self.own_stakes, least_chip)

    @property
    def own_stakes(self) -> dict[str, Any]:
        """The values that the house sets itself, of those that follow from the stakes."""
        values = {name: self.settings.get(name, self.house_rules[name].default) for name in FOLLOW}
        return {name: self.house_rules[name].check(name, value) for name, value in values.items() if value != BY_STAKES}

    @cached_property
    def _values(self) -> dict[str, bool | int | str]:
        return {}

    def notices(self) -> tuple[Notice, ...]:
        """The prescribed texts that the display must show under the house rules in force."""
        return tuple(notice for notice in self.display if all(self._holds(*each) for each in notice.conditions()))

    def _holds(self, name: str, value: str) -> bool:
        return str(self.house(name)) == value if value else bool(self.house(name))

    def table(self, pattern: str) -> PayTable:
        """The pay table that a wager's `pays` or `beaten` names under the house rules in force."""
        known = self._tables
        if pattern not in known:
            known[pattern] = self.pay[fill_pattern(pattern, self.house)]
        return known[pattern]

    @cached_property
    def _tables(self) -> dict[str, PayTable]:
        return {}

    def wagers(self) -> Mapping[str, Wager]:
        """The wagers that the layout offers under the house rules in force."""
        return self._wagers

    @cached_property
    def _wagers(self) -> Mapping[str, Wager]:
        offered = (name for name, wager in self.wager.items() if not wager.offered or self.house(wager.offered))
        return MappingProxyType({name: self.wager[name] for name in offered})

    def puts_on_layout(self, wager: str) -> str:
        """The house rules that would put a wager on the layout, as they are written on a command line.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("heads-up-holdem", "wpt").puts_on_layout("jackpot")
        'jackpot=on with jackpot_seed and jackpot_rate'
        """
        switch = self.wager[wager].offered
        needed = [each for each in self.house_rules[switch].needs if each not in self.settings]
        return f"{switch}=on" + (f" with {' and '.join(needed)}" if needed else "")

    @cached_property
    def settled(self) -> tuple[str, ...]:
        """The wagers in settling order, for each seat or over all seats.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("heads-up-holdem", "wpt", trips_plus_first=True).settled[:2]
        ('trips-plus', 'ante')
        """
        if self.order is None:
            return ()
        first = [name for name, rule in self.order.first.items() if self.house(rule)]
        return (*first, *(name for name in self.order.wagers if name not in first))

    @cached_property
    def wager_cites(self) -> Mapping[str, str]:
        """The citation of each wager's placing."""
        return MappingProxyType({name: self.cite(wager.cite) for name, wager in self.wager.items()})

    def cite(self, where: Cite = "") -> str:
        """The citation of a part of this rule set, or of the whole.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("three-card-poker-6-card-bonus").cite()
        '500 Club, Three Card Poker 6 Card Bonus, GEGR-002040'
        """
        if isinstance(where, Cited):
            return f"{where.document}, {where.where}"
        if self.id == NO_DOCUMENT and not where.startswith(RECORDED):
            return f"{self.source.document}, {self.source.section}"  # no chapter prints this game
        changed = f"{self.own}, which changes " if self.own and not where else ""
        return f"{changed}{self.source.document}, {self.source.section}, {where or self.id}"

    def house_cite(self, name: str) -> str:
        """The citation of a house rule. A value that departs from the document cites nothing of it.

        >>> from cardroom.rulebook import rule_set
        >>> [rule_set("heads-up-holdem", "brook", maximum=each).house_cite("maximum") for each in ("$10", "$8")]
        ["Brook HUH, Heads Up Hold'em, G. The Wager Amounts for the Card Game", 'departure by the house']
        """
        rule = self.house_rules[name]
        return DEPARTS if isinstance(rule.cite, str) and self.stands(name) == "departure" else self.cite(rule.cite)

    @property
    def nobody_banks(self) -> bool:
        """Whether players play only against each other.

        >>> from cardroom.rulebook import rule_set
        >>> [rule_set(game).nobody_banks for game in ("razz", "face-up-chinese-poker", "ez-baccarat")]
        [True, True, False]
        """
        return self.order is None

    @property
    def point(self) -> int:
        """The value of a point in cents, if players settle in points; otherwise 0."""
        return int(self.house("point")) if "point" in self.house_rules else 0

    @property
    def minimum(self) -> int:
        """The table's least wager, in cents; at a poker table, the least bet or the value of a point."""
        return self.point or int(self.house("minimum_bet" if self.poker else "minimum"))

    @property
    def maximum(self) -> int:
        """The table's greatest wager, in cents."""
        return int(self.house("maximum"))

    def amounts(self, name: str) -> tuple[int, ...]:
        """The amounts of a house rule that has several, in cents."""
        return amounts_in(str(self.house(name)))

    @property
    def packs(self) -> int:
        """Packs in the deck or shoe."""
        return int(self.house("packs")) if "packs" in self.house_rules else self.deck.packs

    @property
    def cut(self) -> int:
        """Cards behind the cut card."""
        return int(self.house("cut_card")) if "cut_card" in self.house_rules else self.deck.cut

    @property
    def settled_by(self) -> str:
        """How wagers are settled: "seat" by seat, or one "wager" after another over all seats."""
        if "settled_by" in self.house_rules:
            return str(self.house("settled_by"))
        return self.order.by if self.order else ""

    def limits(self, wager: str) -> tuple[int, int]:
        """Return the least and the most for a wager, in cents, under the posted schedule.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("pure-spanish-21.5").limits("match-the-dealer")
        (100, 100000)
        >>> rule_set("pure-spanish-21.5", collection="chapter-1").limits("match-the-dealer")
        (500, 100000)
        """
        bet = self.wager[wager]
        least, most = self._amount(bet.least, self.minimum), self._amount(bet.most, self.maximum)
        for fee in self.posted:
            if fee.terms and not bet.game_wager and bet.when == "before the deal":
                least, most = fee.terms.bonus_limits(least, most)
        return least, most

    def _amount(self, text: str, default: int) -> int:
        if not text:
            return default
        return int(self.house(text[1:-1])) if text.startswith("{") else cents(text)

    # -- jackpots and fees ------------------------------------------------------------------------------------------

    def jackpot_of(self, wager: str) -> Jackpot | None:
        """Return the jackpot that a wager plays for, under the house's settings, even if it is not on the layout.

        >>> from cardroom.rulebook import rule_set
        >>> galaxy = rule_set("four-card-frenzy").jackpot_of("galaxy")
        >>> galaxy.rule, galaxy.seed, galaxy.rate, galaxy.morning
        ('bonus', 250000, Fraction(0, 1), Fraction(1, 10))
        """
        return self.jackpots.get(wager)

    @cached_property
    def jackpots(self) -> Mapping[str, Jackpot]:
        """The jackpots by the wagers that play for them."""
        named = {name: in_force(name, written, self.house) for name, written in self.jackpot.items()}
        return MappingProxyType({name: named[wager.jackpot] for name, wager in self.wager.items() if wager.jackpot})

    @property
    def increment(self) -> int:
        """The increment of wagers in cents: the one that the document gives for the minimum, or the smallest chip.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("heads-up-holdem").increment, rule_set("four-card-frenzy", smallest_chip="$0.50").increment
        (100, 50)
        """
        rule = self.house_rules.get("minimum")
        if rule and rule.step:
            return cents(rule.step)
        return int(self.house("smallest_chip")) if "smallest_chip" in self.house_rules else 0

    @property
    def tops_up(self) -> bool:
        """Whether the house adds to a share of a meter what it falls short of the wager: a departure, off by default.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("heads-up-holdem").tops_up, rule_set("heads-up-holdem", top_up_shares=True).tops_up
        (False, True)
        """
        return TOP_UP in self.house_rules and bool(self.house(TOP_UP))

    def fees(self, moment: Moment, players: int | None = None) -> tuple[Charge, ...]:
        """Return the charges in force at a moment, for a number of players dealt in; None means any number.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("texas-holdem").fees("flop", 9)
        ()
        """
        if not self.posted:
            return ()
        due = (charge for fee in self.posted if fee.holds(players) for charge in fee.charge)
        return tuple(charge for charge in due if charge.moment == moment)

    @cached_property
    def posted(self) -> tuple[Fee, ...]:
        """The collection schedules in force."""
        return posted_fees(self.fee, str(self.house("collection"))) if "collection" in self.house_rules else ()

    def counted(self, counts: Counts) -> tuple[str, ...]:
        """Return the wagers whose sum decides a fee's tier: placed before the deal, and of the kind that counts.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("three-card-poker-6-card-bonus").counted("game wagers")
        ('ante',)
        """
        placed = {name: wager for name, wager in self.wagers().items() if wager.when == "before the deal"}
        return tuple(
            name
            for name, wager in placed.items()
            if counts == "all wagers" or (counts != "nothing" and wager.game_wager)
        )

    # -- identity ---------------------------------------------------------------------------------------------------

    def replaced(self, **parts: Any) -> "RuleSet":
        """Return these rules with some parts changed. The new values are not checked.

        >>> from cardroom.rulebook import rule_set
        >>> rules = rule_set("ez-baccarat")
        >>> rules.replaced(summary="Nine wins.").digest == rules.digest
        True
        """
        return msgspec.structs.replace(self, **parts).shared()

    def shared(self) -> "RuleSet":
        """The one shared object for rules of this content."""
        return _SHARED.setdefault(self._key, self)

    @property
    def text_digest(self) -> str:
        """The SHA-256 hash of the whole text: also of pay tables that are not in force, and of the prose."""
        return self._key.hex()

    @cached_property
    def _key(self) -> bytes:
        """A hash of the whole content, prose included. The order of settings does not matter."""
        ordered = msgspec.structs.replace(self, settings=dict(sorted(self.settings.items())))
        return hashlib.sha256(msgspec.json.encode(ordered)).digest()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, msgspec.structs.astuple(self)

    @cached_property
    def digest(self) -> str:
        """The SHA-256 hash of everything that is binding. Sets that deal, pay and settle alike have the same digest.

        >>> from cardroom.rulebook import rule_set
        >>> rules = rule_set("three-card-poker-6-card-bonus")
        >>> rules.digest == rules.replaced(name="Three Card").digest
        True
        >>> rules.digest == rule_set("three-card-poker-6-card-bonus", minimum="$10").digest
        False
        """
        return hashlib.sha256(msgspec.json.encode([_SCHEME, self.binding()], order="sorted")).hexdigest()

    def binding(self) -> dict[str, Any]:
        """Return what binds, under the house rules in force; the module `binding` lists the fields."""
        layout = self.wagers()
        bound: dict[str, Any] = binding_values(self)
        bound["deck"] |= {"packs": self.packs, "cut": self.cut}
        if self.chart:
            bound["chart"] = binding_values(self.chart)
        if self.order:
            bound["order"] |= {"by": self.settled_by, "wagers": [name for name in self.settled if name in layout]}
        return bound | {
            "wager": [[name, self._bound(name)] for name in layout],
            "pay": {name: binding_values(self.pay[name]) for name in self._tables_in_force()},
            "fee": [binding_values(fee) for fee in self.posted],
            "house": {
                name: self._bound_house(name)
                for name in self.house_rules
                if name != "collection" and (name not in UNSAID_HOUSE or self.house(name) != UNSAID_HOUSE[name])
            },
        }

    def _bound_house(self, name: str) -> Any:
        """Return a house rule's value as it binds. One by limit binds as at fixed limit, as the limit binds too."""
        value, rule = self.house(name), self.house_rules[name]
        if not rule.by_limit or self.house("limit") == "fixed":
            return value
        return rule.by_limit["fixed"] if value == self._by_limit(rule) else f"{value} at {self.house('limit')} limit"

    def _bound(self, name: str) -> dict[str, Any]:
        """Return a wager's binding part, with the values of its patterns and switches."""
        wager, jackpot = self.wager[name], self.jackpot_of(name)
        bound: dict[str, Any] = binding_values(wager)
        if wager.cards:  # only side bets have these fields; other digests must not change
            bound |= {"cards": wager.cards, "folded": wager.folded}
        return bound | {
            "pays": fill_pattern(wager.pays, self.house),
            "beaten": fill_pattern(wager.beaten, self.house),
            "limits": self.limits(name),
            "unless": bool(wager.unless and self.house(wager.unless)),
            "jackpot": jackpot
            and [jackpot.name, jackpot.rule, jackpot.seed, *map(str, (jackpot.rate, jackpot.reserve, jackpot.morning))],
        }

    def _tables_in_force(self) -> list[str]:
        """The pay tables in force: those in use, and those that no wager names."""
        layout = self.wagers().values()
        used = {fill_pattern(text, self.house) for wager in layout for text in (wager.pays, wager.beaten)}
        idle = {name for wager in self.wager.values() for name in self.tables_of(wager.pays, wager.beaten)}
        return [name for name in self.pay if name in used or name not in idle]

    def tables_of(self, *patterns: str) -> list[str]:
        """The pay tables that patterns may name, over all values of the house rules in them.

        >>> from cardroom.rulebook import rule_set
        >>> rule_set("four-card-frenzy").tables_of("prime-{prime}")
        ['prime-PT-FLT-FCF-PR-01', 'prime-PT-FLT-FCF-PR-02']
        """
        return [name for name in self.pay if any(self._may_name(pattern, name) for pattern in patterns)]

    def _may_name(self, pattern: str, table: str) -> bool:
        head, brace, rest = pattern.partition("{")
        chooser, _, tail = rest.partition("}")
        if not brace or chooser not in self.house_rules:
            return table == pattern
        value = table[len(head) : len(table) - len(tail)]
        try:
            self.house_rules[chooser].check(chooser, value)
        except ValueError:
            return False
        return table == head + value + tail


_SHARED: WeakValueDictionary[bytes, RuleSet] = WeakValueDictionary()


def _again(*parts: Any) -> RuleSet:
    return RuleSet(*parts).shared()
