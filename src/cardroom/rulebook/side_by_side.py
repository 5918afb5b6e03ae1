"""Compare single parts of two rule sets: fields, pay tables line by line, fees. Each difference is in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.money import cents, dollars
from cardroom.rulebook.fees import ILLEGIBLE, Charge, Fee, Tier
from cardroom.rulebook.schema import PayTable

__all__ = ["NONE", "Difference", "between", "charges", "fields", "in_words", "leaves", "pays"]

NONE = "none"
UNSAID = "not stated"

WORDS = {
    "script": "procedure",
    "deck.name": "cards",
    "deck.decks": "decks that take turns",
    "deck.shoe": "dealt from a shoe",
    "deck.cut": "cards behind the cut card",
    "seats.second_circles": "extra circles at empty seats",
    "bank.rounds": "rounds before the position moves on",
    "dealer.qualifies": "least hand that qualifies",
    "chart.must_stand": "must stand from a hard",
    "chart.must_hit": "must hit up to a hard",
    "poker.ranking": "what wins",
    "poker.low": "what wins the other half",
    "poker.hole": "hole cards",
    "poker.board": "community cards before each round",
    "poker.discard": "hole cards are discarded",
    "poker.discards": "hole cards discarded then",
    "poker.discard_after": "hole cards discarded after each round",
    "poker.boards": "boards",
    "poker.streets": "cards before each round",
    "poker.door": "who brings it in, by",
    "poker.showing": "who acts first later, by",
    "poker.small_rounds": "rounds at the lower limit",
    "poker.odd_chip": "the odd chip goes to",
    "poker.button": "a button moves",
    "poker.button_card": "the card for the first button",
    "wager.needs": "only with",
    "wager.equals": "as much as",
    "wager.when": "placed",
    "wager.excludes": "not beside",
    "wager.unless": "which house rules allow all the same",
    "wager.backline": "open to those who stand behind",
}
"""Words for fields whose own name is not clear enough."""


class Difference(NamedTuple):
    """One difference of the second of two rule sets from the first.

    >>> Difference("Pair Plus", "flush", "3 to 1", "4 to 1").words
    'Pair Plus, flush: 4 to 1 instead of 3 to 1'
    """

    topic: str
    what: str
    first: str
    second: str
    about: str = ""
    """The subject of a house rule, or a description of a wager that only one of the two has."""

    @property
    def words(self) -> str:
        """The difference, from the second set's point of view."""
        return f"{self.topic}, {self.what}: {self.second} instead of {self.first}"


def fields(topic: str, part: str, one: Mapping[str, Any] | None, two: Mapping[str, Any] | None) -> Iterator[Difference]:
    """The fields of a part that differ. A missing part has no fields."""
    for name in dict.fromkeys([*(one or {}), *(two or {})]):
        first, second = (in_words(side[name]) if side and name in side else UNSAID for side in (one, two))
        if first != second:
            yield Difference(topic, WORDS.get(f"{part}.{name}", name.replace("_", " ")), first, second)


def in_words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or NONE
    return NONE if value is None or value == "" else str(value)


def pays(topic: str, one: PayTable | None, two: PayTable | None) -> Iterator[Difference]:
    """Compare two pay tables line by line."""
    if one is None or two is None:
        if one or two:
            yield Difference(topic, "pay table", one.title if one else NONE, two.title if two else NONE)
        return
    for what, key in (("printed id", "id"), ("ranking", "ranking"), ("any other result", "others")):
        first, second = getattr(one, key), getattr(two, key)
        if first != second:
            yield Difference(topic, what, in_words(first), in_words(second))
    for line in _merge_lines(list(one.lines), list(two.lines)):
        if line not in one.lines or line not in two.lines or one.odds(line) != two.odds(line):
            yield Difference(topic, line, _line(one, line), _line(two, line))
    orders = [[line for line in side.lines if line in other.lines] for side, other in ((one, two), (two, one))]
    if orders[0] != orders[1]:
        yield Difference(topic, "order of lines", *map(", ".join, orders))


def _line(table: PayTable, line: str) -> str:
    return table.lines.get(line, f"no line ({table.others})")


def _merge_lines(one: Sequence[str], two: Sequence[str]) -> list[str]:
    """Merge the lines of both, each near its neighbours.

    >>> _merge_lines(["royal", "flush", "pair"], ["flush", "straight", "pair"])
    ['royal', 'flush', 'straight', 'pair']
    """
    lines = list(one)
    for place, line in enumerate(two):
        if line not in lines:
            before = next((each for each in reversed(two[:place]) if each in lines), None)
            lines.insert(lines.index(before) + 1 if before is not None else 0, line)
    return lines


def charges(posted: Iterable[Fee]) -> dict[str, str]:
    """What is charged, by moment and number of players."""
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


def between(least: int, most: int) -> str:
    return _span(dollars(least), dollars(most))


def _span(least: Any, most: Any) -> str:
    return str(least) if least == most else f"{least} to {most}"


def leaves(place: str, one: Any, two: Any) -> Iterator[Difference]:
    """Compare two values, place by place."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys([*one, *two]):
            yield from leaves(f"{place}.{key}".lstrip("."), one.get(key), two.get(key))
    elif one != two:
        topic, _, what = place.partition(".")
        yield Difference(topic, what or "value", in_words(one), in_words(two))
