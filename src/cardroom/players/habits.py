"""How most people bet before the cards come: a few times the minimum, and a bonus bet now and then."""

from random import Random

from cardroom.play import Area, Bets

__all__ = ["ante_and_bonuses", "bonuses"]

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
    tied = [area for area in bets.areas if area.wager == "ante" or (area.required and area.equals == "ante")]
    least = max(area.least for area in tied)
    weight = sum(1 + area.behind for area in tied)
    if bets.chips < least * weight:
        return {}
    comfortable = max(least, bets.chips // max(weight, len(tied) + raises))
    ante = min(least * rng.choice(ANTES), comfortable, *(area.most for area in tied))
    wagers = {area.wager: ante for area in tied}
    behind = max(ante * weight, min(ante * (len(tied) + raises), bets.chips))
    return wagers | bonuses([area for area in bets.areas if area not in tied], bets.chips - behind, rng)


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
