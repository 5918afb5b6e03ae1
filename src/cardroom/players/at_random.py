"""A bot without strategy: it gives random legal answers, and over time every kind of answer.

Amounts are often at their bounds, because errors in rules and chips show there. The bot reads only the options, so it
plays every game. Where any hand may muck, it still mucks only a beaten one.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from cardroom.cards import UNKNOWN
from cardroom.play import Amount, Answer, Area, Ask, Bets, Choice, Lay, Name, Option, Pick, View
from cardroom.show.pictures import beaten

__all__ = ["random_legal"]


def random_legal(view: View, ask: Ask, rng: Random) -> Answer:
    """A random legal answer: one of the options, then one of its values.

    >>> from cardroom.play import ask
    >>> question = ask("1", [Amount("raise", 400, 1000, step=200), Choice("fold")], "fold")
    >>> answer = random_legal(None, question, Random(1))
    >>> question.check(answer.action, answer.value) == answer
    True
    """
    options = [option for option in ask.options if option.action != "muck" or beaten(view)]  # never muck a winner
    for option in rng.sample(options, len(options)):
        try:
            value = random_value(option, rng)
        except Impossible:  # too few chips for the minimum bet
            continue
        return ask.check(option.action, value)
    return ask.default


class Impossible(Exception):
    """An option has no legal value."""


def random_value(option: Option, rng: Random) -> Any:
    """A random legal value of an option."""
    match option:
        case Choice():
            return None
        case Amount():
            return random_amount(option.least, option.most, rng, option.step)
        case Bets():
            return random_bets(option, rng)
        case Pick():
            places = range(len(option.cards))
            count = rng.randint(option.least, min(option.most, len(places)))
            return [option.cards[place] for place in sorted(rng.sample(places, count))]
        case Lay():
            return random_rows(option, rng)
        case Name():
            return rng.sample(sorted(option.among - {UNKNOWN}), option.count)


def random_rows(option: Lay, rng: Random) -> dict[str, list[int]]:
    """The cards, except discards, in random rows with room."""
    slots = [row.name for row in option.rows for _ in range(row.room)]
    cards = rng.sample(option.cards, len(option.cards) - option.discards)
    rows: dict[str, list[int]] = {}
    for card, row in zip(cards, rng.sample(slots, len(cards)), strict=True):
        rows.setdefault(row, []).append(card)
    return rows


def random_amount(least: int, most: int, rng: Random, step: int = 1) -> int:
    """A random amount within bounds: the minimum, the maximum, a whole dollar or any other.

    >>> {random_amount(500, 600, Random(seed), step=50) for seed in range(20)} == {500, 550, 600}
    True
    """
    steps = (most - least) // step
    if steps < 0:
        raise Impossible
    kind = rng.randrange(4)
    if kind == 0:
        return least
    if kind == 1:
        return most
    amount = least + rng.randint(0, steps) * step
    dollar = amount - amount % 100
    if kind == 2 and dollar >= least and (dollar - least) % step == 0:
        return dollar
    return amount


def random_bets(option: Bets, rng: Random) -> dict[str, int]:
    """Random wagers on some of the areas, as far as the rules and the chips allow.

    >>> ante = Area("ante", "Ante", 500, 10000, required=True, behind=1)
    >>> bonus = Area("bonus", "Bonus", 500, 10000, needs=("ante",))
    >>> random_bets(Bets("bet", (ante, bonus), chips=1000), Random(1))
    {'ante': 500}
    """
    areas = {area.wager: area for area in option.areas}
    chosen = _with_needs(areas, [area.wager for area in option.areas if area.required], rng)
    if not _affordable(option, chosen):
        raise Impossible
    for wager in rng.sample(list(areas), len(areas)):
        more = _with_needs(areas, [*chosen, wager], rng)
        if (rng.random() < 0.5 or not chosen) and _affordable(option, more):
            chosen = more
    if not chosen:
        raise Impossible
    groups = option.tied(chosen)
    spare = option.chips - sum(group.least * group.chips for group in groups)
    value = {}
    for group in rng.sample(groups, len(groups)):
        most = min(group.least + spare // group.chips, group.most)
        amount = random_amount(group.least, most, rng)
        amount -= amount % group.increment
        spare -= (amount - group.least) * group.chips
        value.update({area.wager: amount for area in group.areas})
    return {wager: value[wager] for wager in areas if wager in value}


def _with_needs(areas: dict[str, Area], wagers: Sequence[str], rng: Random) -> list[str]:
    """These wagers and all that they need, in layout order. For a need like "player or banker", one at random."""
    chosen = set(wagers)
    waiting = list(wagers)
    while waiting:
        for need in areas[waiting.pop()].needs:
            either = [each for each in need.split(" or ") if each in areas]  # fewer behind a seat
            if chosen.isdisjoint(either):
                chosen.add(rng.choice(either))
                waiting.extend(chosen.intersection(either))
    return [wager for wager in areas if wager in chosen]


def _affordable(option: Bets, chosen: Sequence[str]) -> bool:
    """Whether these wagers may be placed together, and the chips are enough for the minimum of each."""
    if any(area.excludes in chosen for area in option.areas if area.wager in chosen):
        return False
    groups = option.tied(chosen)
    possible = all(group.least <= group.most for group in groups)
    return possible and sum(group.least * group.chips for group in groups) <= option.chips
