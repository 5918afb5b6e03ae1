"""How most people bet before the cards come: a few times the minimum, and a bonus bet now and then."""

from random import Random

from cardroom.games import layout
from cardroom.play import Area, Bets
from cardroom.rulebook import RuleSet

__all__ = ["ante_and_bonuses", "bonuses", "most_raised"]

ANTES = (1, 1, 2, 2, 3, 5)
"""Antes in table minimums, as often as they stand here."""
BONUS_CHANCE = 0.3
"""How often each bonus bet is made, at its minimum."""


def ante_and_bonuses(bets: Bets, rng: Random, *, raises: int = 1) -> dict[str, int]:
    """An Ante with the wagers that must equal it, and bonuses; nothing where the chips do not reach.

    `raises` is how many Antes the player would like to have behind; with less than that for the smallest Ante, what
    the rules want behind will do.

    >>> ante = Area("ante", "Ante", 500, 10000, required=True, behind=1)
    >>> blind = Area("blind", "Blind", 500, 10000, required=True, equals="ante")
    >>> ante_and_bonuses(Bets("bet", (ante, blind), chips=1500), Random(1), raises=4)
    {'ante': 500, 'blind': 500}
    """
    required = bets.tied(area.wager for area in bets.areas if area.required)
    (tied,) = (group for group in required if any(area.wager == "ante" for area in group.areas))
    if bets.chips < tied.least * tied.chips:
        return {}
    wanted = len(tied.areas) + raises
    comfortable = max(tied.least, bets.chips // max(tied.chips, wanted))
    ante = min(tied.least * rng.choice(ANTES), comfortable, tied.most)
    wagers = {area.wager: ante for area in tied.areas}
    behind = max(ante * tied.chips, min(ante * wanted, bets.chips))
    return wagers | bonuses([area for area in bets.areas if area not in tied.areas], bets.chips - behind, rng)


def most_raised(rules: RuleSet) -> int:
    """How many Antes may be raised after the deal, at most.

    >>> from cardroom.rulebook import rule_set
    >>> [most_raised(rule_set(game)) for game in ("ultimate-texas-holdem", "three-card-poker-6-card-bonus")]
    [4, 1]
    """
    raises = layout(rules).raises
    return max(each.most for each in raises(rules)) if raises else 1


def bonuses(areas: list[Area], chips: int, rng: Random, chance: float = BONUS_CHANCE) -> dict[str, int]:
    """Some of these areas at their minimum, as far as the chips go.

    >>> bonuses([Area("trips", "Trips", 100, 100)], 99, Random(1), chance=1)
    {}
    """
    wagers = {}
    for area in areas:
        if rng.random() < chance and area.least <= chips:
            wagers[area.wager] = area.least
            chips -= area.least
    return wagers
