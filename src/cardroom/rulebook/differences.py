"""What tells two rule sets apart, in a floor supervisor's words: only what binds, each difference with both values.

It reads what the digest covers. So two sets that bind the same have no difference, and two that do not have at least
one: a part of the digest that nobody has put into words here is told by its place.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.money import cents, dollars
from cardroom.rulebook.fees import ILLEGIBLE, Charge, Fee, Tier
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import PayTable, filled, names_in

__all__ = ["Difference", "differences"]

NONE = "none"
UNSAID = "not said"
OFFERED = ("offered", "not offered")
NO_RULE = "no such rule"

TOPICS = {
    "deck": "Deck",
    "seats": "Seats",
    "bank": "Bank",
    "dealer": "Dealer",
    "chart": "Chart",
    "poker": "Poker",
}
"""The parts of a rule set that are compared field by field."""

WORDS = {
    "script": "procedure",
    "deck.name": "cards",
    "deck.decks": "decks that take turns",
    "deck.shoe": "dealt from a shoe",
    "deck.cut": "cards behind the cut card",
    "seats.second_circles": "circles that nobody sits at may be bet",
    "bank.rounds": "rounds before the position moves on",
    "dealer.qualifies": "least hand that qualifies",
    "chart.must_stand": "must stand from a hard",
    "chart.must_hit": "must hit up to a hard",
    "poker.ranking": "what wins",
    "poker.low": "what wins the low half",
    "poker.hole": "hole cards",
    "poker.board": "community cards before each round",
    "poker.discard": "a hole card is thrown away",
    "poker.streets": "cards before each round",
    "poker.door": "who brings it in, by",
    "poker.showing": "who acts first later, by",
    "poker.small_rounds": "rounds at the lower limit",
    "poker.odd_chip": "the odd chip goes to",
    "poker.button": "a button moves",
    "wager.needs": "only with",
    "wager.equals": "as much as",
    "wager.when": "placed",
    "wager.excludes": "not beside",
    "wager.unless": "which house rules allow all the same",
    "wager.backline": "open to those who stand behind",
}
"""What a field is called, where its own name does not say it."""


class Difference(NamedTuple):
    """One thing that is otherwise in the second of two rule sets.

    >>> Difference("Pair Plus", "flush", "3 to 1", "4 to 1").words
    'Pair Plus, flush: 4 to 1 instead of 3 to 1'
    """

    topic: str
    what: str
    first: str
    second: str
    about: str = ""
    """What a house rule is about."""

    @property
    def words(self) -> str:
        """The difference as seen from the second set."""
        return f"{self.topic}, {self.what}: {self.second} instead of {self.first}"


def differences(first: RuleSet, second: RuleSet) -> tuple[Difference, ...]:
    """All that binds in one rule set and not in the other, under the house rules in force.

    >>> from cardroom.rulebook import rule_set
    >>> for each in differences(rule_set("ez-baccarat"), rule_set("ez-baccarat", "standard", minimum="$10")):
    ...     print(each.words)
    Table limits, every wager without its own: $10 to $1,000 instead of $5 to $1,000
    House rules, dragon_seven_pushes: on instead of off
    """
    if first.digest == second.digest:
        return ()
    pair = _Pair(first, second)
    told = (
        *pair.parts(),
        *pair.limits(),
        *pair.wagers(),
        *pair.pay_tables(),
        *pair.jackpots(),
        *pair.order(),
        *pair.fees(),
        *pair.house_rules(),
        *pair.others(),
    )
    return told or tuple(_leaves("", pair.one, pair.two))


class _Pair:
    """Two rule sets side by side, and the house rules whose effect has been told already."""

    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.first, self.second = first, second
        self.one, self.two = first.binding(), second.binding()
        self.both = [name for name in first.wagers() if name in second.wagers()]
        self.told: set[str] = set()

    def label(self, wager: str) -> str:
        """What the sets call a wager."""
        return " or ".join(dict.fromkeys(each.wager[wager].label for each in self.sets if wager in each.wager))

    @property
    def sets(self) -> tuple[RuleSet, RuleSet]:
        return self.first, self.second

    def parts(self) -> Iterator[Difference]:
        if self.one["script"] != self.two["script"]:
            yield Difference("Game", "procedure", self.one["script"], self.two["script"])
        for part, topic in TOPICS.items():
            yield from _fields(topic, part, self.one.get(part), self.two.get(part))
        self.told |= {"packs", "cut_card"}

    def limits(self) -> Iterator[Difference]:
        if not all({"minimum", "maximum"} <= each.house_rules.keys() for each in self.sets):
            return
        self.told |= {"minimum", "maximum"}
        ends = [_range(each.minimum, each.maximum) for each in self.sets]
        if ends[0] != ends[1]:
            yield Difference("Table limits", "every wager without its own", *ends)

    def wagers(self) -> Iterator[Difference]:
        for name in dict.fromkeys([*self.first.wagers(), *self.second.wagers()]):
            if name not in self.both:
                here = name in self.first.wagers()
                yield Difference("Wagers", self.label(name), *(OFFERED if here else OFFERED[::-1]))
                self.told |= {each.wager[name].offered for each in self.sets if name in each.wager}
        one, two = dict(self.one["wager"]), dict(self.two["wager"])
        for name in self.both:
            known = ("pays", "beaten", "limits", "jackpot")
            plain = [{key: value for key, value in side[name].items() if key not in known} for side in (one, two)]
            yield from _fields(self.label(name), "wager", *(self._labelled(each) for each in plain))
            yield from self._own_limits(name)
        orders = [[name for name in side if name in self.both] for side in (one, two)]
        if orders[0] != orders[1]:
            yield Difference("Wagers", "order on the layout", *map(self._listed, orders))

    def _labelled(self, wager: dict[str, Any]) -> dict[str, Any]:
        """A wager's fields with the wagers that they name called as people do."""
        said = dict(wager)
        for key in ("equals", "excludes"):
            said[key] = self.label(said[key]) if said.get(key) else ""
        said["needs"] = [" or ".join(map(self.label, each.split(" or "))) for each in said.get("needs", ())]
        return said

    def _own_limits(self, name: str) -> Iterator[Difference]:
        texts = [text for each in self.sets for text in (each.wager[name].least, each.wager[name].most)]
        ends = [_range(*each.limits(name)) for each in self.sets]
        if any(texts) and ends[0] != ends[1]:
            yield Difference(self.label(name), "limits", *ends)
            self.told |= names_in(*texts)

    def pay_tables(self) -> Iterator[Difference]:
        known: set[tuple[str, str]] = set()
        for name in self.both:
            for role, suffix in (("pays", ""), ("beaten", ", a beaten hand")):
                patterns = [getattr(each.wager[name], role) for each in self.sets]
                one, two = (filled(text, each.house) for text, each in zip(patterns, self.sets, strict=True))
                if (one, two) in known:
                    continue
                known.add((one, two))
                found = list(_pays(self.label(name) + suffix, self.first.pay.get(one), self.second.pay.get(two)))
                yield from found
                self.told |= names_in(*patterns) if found else set()
        used = {name for one, two in known for name in (one, two)}
        for name in dict.fromkeys([*self.one["pay"], *self.two["pay"]]):
            one_only = any(name in {filled(w.pays, s.house), filled(w.beaten, s.house)} for s, w in self._lone())
            if name not in used and not one_only:
                one_table, two_table = (each.pay.get(name) for each in self.sets)
                title = next(each.title for each in (one_table, two_table) if each)
                yield from _pays(title, one_table, two_table)

    def _lone(self) -> Iterator[tuple[RuleSet, Any]]:
        """The wagers that only one layout has: what they pay has nothing beside it."""
        for each in self.sets:
            yield from ((each, wager) for name, wager in each.wagers().items() if name not in self.both)

    def jackpots(self) -> Iterator[Difference]:
        for name in self.both:
            one, two = (each.jackpot_of(name) for each in self.sets)
            topic = f"{self.label(name)}, its meter"
            if one and two:
                said = [
                    {
                        "jackpot": each.name,
                        "paid": "by the house" if each.rule == "bonus" else "from what moves it",
                        "opens with": dollars(each.seed),
                        "share of each wager": _percent(each.rate),
                        "share to a reserve": _percent(each.reserve),
                        "share added in the morning": _percent(each.morning),
                    }
                    for each in (one, two)
                ]
                found = [Difference(topic, key, said[0][key], said[1][key]) for key in said[0]]
                found = [each for each in found if each.first != each.second]
                yield from found
                if found:
                    written = [each.jackpot[each.wager[name].jackpot] for each in self.sets]
                    self.told |= names_in(*(t for w in written for t in (w.rule, w.seed, w.rate, w.reserve)))
            elif one or two:
                yield Difference(topic, "jackpot", one.label if one else NONE, two.label if two else NONE)

    def order(self) -> Iterator[Difference]:
        one, two = self.one["order"], self.two["order"]
        if not one or not two:
            if one or two:
                said = ["by the order of settlement" if each else NONE for each in (one, two)]
                yield Difference("Settlement", "wagers against a bank", *said)
            return
        yield from _fields("Settlement", "order", *({"start": s["start"], "by": s["by"]} for s in (one, two)))
        self.told.add("settled_by")
        wagers = [[name for name in side["wagers"] if name in self.both] for side in (one, two)]
        if wagers[0] != wagers[1]:
            yield Difference("Settlement", "order of wagers", *map(self._listed, wagers))
            self.told |= {rule for each in self.sets if each.order for rule in each.order.first.values()}

    def _listed(self, names: Iterable[str]) -> str:
        return ", ".join(map(self.label, names))

    def fees(self) -> Iterator[Difference]:
        one, two = (_charges(each.posted) for each in self.sets)
        for when in dict.fromkeys([*one, *two]):
            if one.get(when) != two.get(when):
                yield Difference("Collection", when, one.get(when, NONE), two.get(when, NONE))
        if one == two and list(one) != list(two):
            yield Difference("Collection", "order of schedules", *(_said(list(each)) for each in (one, two)))

    def house_rules(self) -> Iterator[Difference]:
        for name in dict.fromkeys([*self.one["house"], *self.two["house"]]):
            values = [
                each.house_rules[name].shown(each.house(name)) if name in each.house_rules else NO_RULE
                for each in self.sets
            ]
            if values[0] != values[1] and not (name in self.told and NO_RULE not in values):
                says = next(each.house_rules[name].says for each in self.sets if name in each.house_rules)
                yield Difference("House rules", name, values[0], values[1], says)

    def others(self) -> Iterator[Difference]:
        """What was added to the digest since this was written."""
        known = {"script", "wager", "pay", "order", "fee", "house", *TOPICS}
        for key in dict.fromkeys([*self.one, *self.two]):
            if key not in known:
                yield from _leaves(key, self.one.get(key), self.two.get(key))


def _fields(
    topic: str, part: str, one: Mapping[str, Any] | None, two: Mapping[str, Any] | None
) -> Iterator[Difference]:
    """The fields of a part that differ; a part that is not there has none."""
    for name in dict.fromkeys([*(one or {}), *(two or {})]):
        first, second = (_said(side[name]) if side and name in side else UNSAID for side in (one, two))
        if first != second:
            yield Difference(topic, WORDS.get(f"{part}.{name}", name.replace("_", " ")), first, second)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(_said, value)) or NONE
    return NONE if value is None or value == "" else str(value)


def _pays(topic: str, one: PayTable | None, two: PayTable | None) -> Iterator[Difference]:
    """Two pay tables, line by line."""
    if one is None or two is None:
        if one or two:
            yield Difference(topic, "pay table", one.title if one else NONE, two.title if two else NONE)
        return
    for what, key in (("printed id", "id"), ("ranking", "ranking"), ("any other result", "others")):
        first, second = getattr(one, key), getattr(two, key)
        if first != second:
            yield Difference(topic, what, _said(first), _said(second))
    for line in _merged(list(one.lines), list(two.lines)):
        if line not in one.lines or line not in two.lines or one.odds(line) != two.odds(line):
            yield Difference(topic, line, _line(one, line), _line(two, line))
    orders = [[line for line in side.lines if line in other.lines] for side, other in ((one, two), (two, one))]
    if orders[0] != orders[1]:
        yield Difference(topic, "order of lines", *map(", ".join, orders))


def _line(table: PayTable, line: str) -> str:
    return table.lines.get(line, f"no line ({table.others})")


def _merged(one: Sequence[str], two: Sequence[str]) -> list[str]:
    """The lines of both in an order that keeps each near its neighbours.

    >>> _merged(["royal", "flush", "pair"], ["flush", "straight", "pair"])
    ['royal', 'flush', 'straight', 'pair']
    """
    lines = list(one)
    for place, line in enumerate(two):
        if line not in lines:
            before = next((each for each in reversed(two[:place]) if each in lines), None)
            lines.insert(lines.index(before) + 1 if before is not None else 0, line)
    return lines


def _charges(posted: Iterable[Fee]) -> dict[str, str]:
    """What is taken, by when and from how many players."""
    taken: dict[str, str] = {}
    for fee in posted:
        for charge in fee.charge:
            when = charge.moment + (f", {_span(fee.players[0], fee.players[-1])} players" if fee.players else "")
            taken[when] = "; ".join(filter(None, (taken.get(when), _charge(charge))))
    return taken


def _charge(charge: Charge) -> str:
    tiers = ", ".join(map(_tier, charge.tiers))
    counts = "" if charge.counts == "nothing" else f" by {charge.counts}"
    return f"{charge.payer} pays{counts} {tiers}"


def _tier(tier: Tier) -> str:
    if ILLEGIBLE in (tier.least, tier.most, tier.fee):
        return ILLEGIBLE
    least = dollars(cents(tier.least))
    return f"{dollars(cents(tier.fee))} " + (
        f"for {least} to {dollars(cents(tier.most))}" if tier.most else f"from {least}"
    )


def _range(least: int, most: int) -> str:
    return _span(dollars(least), dollars(most))


def _span(least: Any, most: Any) -> str:
    return str(least) if least == most else f"{least} to {most}"


def _percent(share: Any) -> str:
    return f"{float(share * 100):g}%"


def _leaves(place: str, one: Any, two: Any) -> Iterator[Difference]:
    """Where two values differ, by place."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys([*one, *two]):
            yield from _leaves(f"{place}.{key}".lstrip("."), one.get(key), two.get(key))
    elif one != two:
        topic, _, what = place.partition(".")
        yield Difference(topic, what or "value", _said(one), _said(two))
