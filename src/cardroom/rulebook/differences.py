"""The differences between two rule sets, in a floor supervisor's words, each with both values.

It compares what the digest covers, and the notices that a document prescribes for display. So two sets with equal
digests differ in notices at most, and two others have at least one difference: a part of the digest without words of
its own is reported by its place.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from cardroom.money import dollars
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import ALIVE, DEAD, fill_pattern, names_in
from cardroom.rulebook.side_by_side import NONE, Difference, between, charges, fields, in_words, leaves, pays

__all__ = ["DISPLAY", "SHOWN", "Difference", "differences"]

OFFERED = ("offered", "not offered")
NO_RULE = "no such rule"
DISPLAY = "Display"
"""The topic of prescribed notices."""
SHOWN = ("shown", "not shown")

TOPICS = {
    "deck": "Deck",
    "seats": "Seats",
    "bank": "Bank",
    "dealer": "Dealer",
    "chart": "Chart",
    "poker": "Poker",
}
"""The parts of a rule set that are compared field by field."""


def differences(first: RuleSet, second: RuleSet) -> tuple[Difference, ...]:
    """Return everything binding in which two rule sets differ, under the house rules in force, and their notices.

    >>> from cardroom.rulebook import rule_set
    >>> for each in differences(rule_set("ez-baccarat"), rule_set("ez-baccarat", "standard", minimum="$10")):
    ...     print(each.words)
    Table limits, every wager without its own: $10 to $1,000 instead of $5 to $1,000
    House rules, dragon_seven_pushes: on instead of off
    """
    notices = tuple(_notices(first, second))
    if first.digest == second.digest:
        return notices
    pair = _Pair(first, second)
    parts = (
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
    return (*(parts or leaves("", pair.one, pair.two)), *notices)


def _notices(first: RuleSet, second: RuleSet) -> Iterator[Difference]:
    """Prescribed texts that only one of two rule sets displays."""
    texts = [[(each.text, each.when) for each in rules.display] for rules in (first, second)]
    for text, when in dict.fromkeys([*texts[0], *texts[1]]):
        shown = [SHOWN[(text, when) not in side] for side in texts]
        if shown[0] != shown[1]:
            yield Difference(DISPLAY, f"the notice “{text}”" + (f" (if {when})" if when else ""), *shown)


class _Pair:
    """Two rule sets side by side, and the house rules whose effect is already reported."""

    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.first, self.second = first, second
        self.one, self.two = first.binding(), second.binding()
        self.both = [name for name in first.wagers() if name in second.wagers()]
        self.reported: set[str] = set()
        self.lone = {rule for each, other in ((first, second), (second, first)) for rule in _serving(each, other)}
        """House rules that affect only wagers unknown to the other set."""

    def label(self, wager: str) -> str:
        """The label of a wager; both labels if they differ."""
        return " or ".join(dict.fromkeys(each.wager[wager].label for each in self.sets if wager in each.wager))

    @property
    def sets(self) -> tuple[RuleSet, RuleSet]:
        return self.first, self.second

    def parts(self) -> Iterator[Difference]:
        if self.one["script"] != self.two["script"]:
            yield Difference("Game", "procedure", self.one["script"], self.two["script"])
        for part, topic in TOPICS.items():
            yield from fields(topic, part, self.one.get(part), self.two.get(part))
        self.reported |= {"packs", "cut_card"}

    def limits(self) -> Iterator[Difference]:
        if not all({"minimum", "maximum"} <= each.house_rules.keys() for each in self.sets):
            return
        self.reported |= {"minimum", "maximum"}
        ends = [between(each.minimum, each.maximum) for each in self.sets]
        if ends[0] != ends[1]:
            yield Difference("Table limits", "every wager without its own", *ends)

    def wagers(self) -> Iterator[Difference]:
        for name in dict.fromkeys([*self.first.wagers(), *self.second.wagers()]):
            if name not in self.both:
                here = name in self.first.wagers()
                pays = next(_in_words(each, name) for each in self.sets if name in each.wagers())
                yield Difference("Wagers", self.label(name), *(OFFERED if here else OFFERED[::-1]), pays)
                self.reported |= {each.wager[name].offered for each in self.sets if name in each.wager}
        one, two = dict(self.one["wager"]), dict(self.two["wager"])
        for name in self.both:
            known = ("pays", "beaten", "limits", "jackpot")
            plain = [{key: value for key, value in side[name].items() if key not in known} for side in (one, two)]
            yield from fields(self.label(name), "wager", *(self._labelled(each) for each in plain))
            yield from self._own_limits(name)
        orders = [[name for name in side if name in self.both] for side in (one, two)]
        if orders[0] != orders[1]:
            yield Difference("Wagers", "order on the layout", *map(self._listed, orders))

    def _labelled(self, wager: dict[str, Any]) -> dict[str, Any]:
        """Return a wager's fields with the labels of the wagers that they name."""
        labelled = dict(wager)
        for key in ("equals", "excludes"):
            labelled[key] = self.label(labelled[key]) if labelled.get(key) else ""
        labelled["needs"] = [" or ".join(map(self.label, each.split(" or "))) for each in labelled.get("needs", ())]
        return labelled

    def _own_limits(self, name: str) -> Iterator[Difference]:
        texts = [text for each in self.sets for text in (each.wager[name].least, each.wager[name].most)]
        ends = [between(*each.limits(name)) for each in self.sets]
        if any(texts) and ends[0] != ends[1]:
            yield Difference(self.label(name), "limits", *ends)
            self.reported |= names_in(*texts)

    def pay_tables(self) -> Iterator[Difference]:
        known: set[tuple[str, str]] = set()
        for name in self.both:
            for role, suffix in (("pays", ""), ("beaten", ", a beaten hand")):
                patterns = [getattr(each.wager[name], role) for each in self.sets]
                one, two = (fill_pattern(text, each.house) for text, each in zip(patterns, self.sets, strict=True))
                if (one, two) in known:
                    continue
                known.add((one, two))
                lines = list(pays(self.label(name) + suffix, self.first.pay.get(one), self.second.pay.get(two)))
                yield from lines
                self.reported |= names_in(*patterns) if lines else set()
        used = {name for one, two in known for name in (one, two)}
        for name in dict.fromkeys([*self.one["pay"], *self.two["pay"]]):
            one_only = any(
                name in {fill_pattern(w.pays, s.house), fill_pattern(w.beaten, s.house)} for s, w in self._lone()
            )
            if name not in used and not one_only:
                one_table, two_table = (each.pay.get(name) for each in self.sets)
                table = next(each for each in (one_table, two_table) if each)
                yield from pays(f"{table.title}, {table.id}" if table.id else table.title, one_table, two_table)

    def _lone(self) -> Iterator[tuple[RuleSet, Any]]:
        """The wagers that only one layout has. Their pay tables have no counterpart."""
        for each in self.sets:
            yield from ((each, wager) for name, wager in each.wagers().items() if name not in self.both)

    def jackpots(self) -> Iterator[Difference]:
        for name in self.both:
            one, two = (each.jackpot_of(name) for each in self.sets)
            topic = f"{self.label(name)}, its meter"
            if one and two:
                values = [
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
                fields_of_both = [Difference(topic, key, values[0][key], values[1][key]) for key in values[0]]
                fields_of_both = [each for each in fields_of_both if each.first != each.second]
                yield from fields_of_both
                if fields_of_both:
                    written = [each.jackpot[each.wager[name].jackpot] for each in self.sets]
                    self.reported |= names_in(*(t for w in written for t in (w.rule, w.seed, w.rate, w.reserve)))
            elif one or two:
                yield Difference(topic, "jackpot", one.label if one else NONE, two.label if two else NONE)

    def order(self) -> Iterator[Difference]:
        one, two = self.one["order"], self.two["order"]
        if not one or not two:
            if one or two:
                settled = ["by the order of settlement" if each else NONE for each in (one, two)]
                yield Difference("Settlement", "wagers against a bank", *settled)
            return
        yield from fields("Settlement", "order", *({"start": s["start"], "by": s["by"]} for s in (one, two)))
        self.reported.add("settled_by")
        wagers = [[name for name in side["wagers"] if name in self.both] for side in (one, two)]
        if wagers[0] != wagers[1]:
            yield Difference("Settlement", "order of wagers", *map(self._listed, wagers))
            self.reported |= {rule for each in self.sets if each.order for rule in each.order.first.values()}

    def _listed(self, names: Iterable[str]) -> str:
        return ", ".join(map(self.label, names))

    def fees(self) -> Iterator[Difference]:
        one, two = (charges(each.posted) for each in self.sets)
        for when in dict.fromkeys([*one, *two]):
            if one.get(when) != two.get(when):
                yield Difference("Collection", when, one.get(when, NONE), two.get(when, NONE))
        if one == two and list(one) != list(two):
            yield Difference("Collection", "order of schedules", *(in_words(list(each)) for each in (one, two)))

    def house_rules(self) -> Iterator[Difference]:
        for name in dict.fromkeys([*self.one["house"], *self.two["house"]]):
            values = [
                each.house_rules[name].shown(each.house(name)) if name in each.house_rules else NO_RULE
                for each in self.sets
            ]
            if values[0] != values[1] and name not in (self.lone if NO_RULE in values else self.reported):
                says = next(each.house_rules[name].says for each in self.sets if name in each.house_rules)
                yield Difference("House rules", name, values[0], values[1], says)

    def others(self) -> Iterator[Difference]:
        """Report parts of the digest that this module does not know yet."""
        known = {"script", "wager", "pay", "order", "fee", "house", *TOPICS}
        for key in dict.fromkeys([*self.one, *self.two]):
            if key not in known:
                yield from leaves(key, self.one.get(key), self.two.get(key))


def _serving(rules: RuleSet, other: RuleSet) -> Iterator[str]:
    """The house rules of a set that affect only wagers that the other does not have."""
    for name, wager in rules.wager.items():
        if name not in other.wager:
            jackpot = rules.jackpot.get(wager.jackpot)
            metered = (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve) if jackpot else ()
            yield from names_in(wager.pays, wager.beaten, wager.least, wager.most, *metered)
            yield wager.offered


def _in_words(rules: RuleSet, name: str) -> str:
    """Describe the cards that decide a wager, and what it pays."""
    wager = rules.wager[name]
    table = rules.pay.get(fill_pattern(wager.pays, rules.house))
    judged = [f"on {wager.cards}"] if wager.cards else []
    judged += [f"by {table.ranking}"] if table and table.ranking else []
    if wager.folded:
        judged.append(
            f"{wager.folded} after a fold" if wager.folded in (ALIVE, DEAD) else f"after a fold on {wager.folded}"
        )
    lines = [f"{line} {pays}" for line, pays in table.lines.items()] if table else []
    paid = ", ".join([*lines, f"all other {table.others}"] if table else lines)
    return ": ".join(filter(None, [", ".join(judged), paid]))


def _percent(share: Any) -> str:
    return f"{float(share * 100):g}%"
