"""The betting habits of most people: a few times the minimum, and a bonus bet now and then."""

from random import Random

from cardroom.games import layout
from cardroom.play import Area, Bets
from cardroom.rulebook import RuleSet

__all__ = ["ante_and_bonuses", "bonuses", "most_raised"]

ANTES = (1, 1, 2, 2, 3, 5)
"""Antes in table minimums. Each entry is equally likely."""
BONUS_CHANCE = 0.3
"""The probability of each bonus bet, which is made at its minimum."""


def ante_and_bonuses(bets: Bets, rng: Random, *, raises: int = 1) -> dict[str, int]:
    """An Ante with the wagers that must equal it, and bonuses; empty if the chips are too few.

    `raises` is the number of Antes that the player wants to keep for raises. With too few chips for that, the number
    that the rules require is enough.

    >>> ante = Area("ante", "Ante", 500, 10000, required=True, behind=1)
    >>> blind = Area("blind", "Blind", 500, 10000, required=True, equals="ante")
    >>> ante_and_bonuses(Bets("bet", (ante, blind), chips=1500), Random(1), raises=4)
    {'ante': 500, 'blind': 500}
    """
    required = bets.tied(area.wager for area in bets.areas if area.required)
    tied = next((group for group in required if any(area.wager == "ante" for area in group.areas)), required[0])
    if bets.chips < tied.least * tied.chips:
        return {}
    wanted = len(tied.areas) + raises
    comfortable = max(tied.least, bets.chips // max(tied.chips, wanted))
    ante = min(tied.least * rng.choice(ANTES), comfortable, tied.most)
    ante -= ante % tied.increment
    wagers = {area.wager: ante for area in tied.areas}
    behind = max(ante * tied.chips, min(ante * wanted, bets.chips))
    return wagers | bonuses([area for area in bets.areas if area not in tied.areas], bets.chips - behind, rng)


def most_raised(rules: RuleSet) -> int:
    """The greatest number of Antes that may be raised after the deal.

    >>> from cardroom.rulebook import rule_set
    >>> [most_raised(rule_set(game)) for game in ("ultimate-texas-holdem", "three-card-poker-6-card-bonus")]
    [4, 1]
    """
    table = layout(rules)
    if table.ladders:
        return sum(max(each.most for each in ladder) for ladder in table.ladders.values())
    return max(each.most for each in table.raises(rules)) if table.raises else 1


def bonuses(areas: list[Area], chips: int, rng: Random, chance: float = BONUS_CHANCE) -> dict[str, int]:
    """Bets at the minimum on some of these areas, while the chips last.

    >>> bonuses([Area("trips", "Trips", 100, 100)], 99, Random(1), chance=1)
    {}
    """
    wagers = {}
    for area in areas:
        if rng.random() < chance and area.least <= chips:
            wagers[area.wager] = area.least
            chips -= area.least
    return wagers
