"""Which hands include which lower hands, and which hands a number of cards can make. Pay tables are checked with this.

Nothing here counts hands. One example shows that a category is possible; the list of examples has one for every
possible category. Tests compare it with the counts of the kernels.
"""

from collections.abc import Mapping
from functools import cache

from cardroom.cards import Card, parse
from cardroom.rankings import NO_LINE, RANKINGS, lines
from cardroom.rankings.base import by_name
from cardroom.rankings.own import example_hands

__all__ = ["HANDS", "also", "can_make", "made_by"]

_IS = {
    "royal flush": ("straight flush",),
    "straight flush": ("straight", "flush"),
    "five of a kind": ("four of a kind",),
    "five aces": ("four of a kind",),
    "four of a kind": ("three of a kind",),
    "full house": ("three of a kind", "two pair"),
    "three of a kind": ("pair",),
    "two pair": ("pair",),
}
"""Lower hands that a hand includes, in every ranking."""


@by_name
@cache
def also(name: str, made: str) -> tuple[str, ...]:
    """Return the lower hands that a hand includes, best first, if they rank lower in this ranking.

    >>> also("high", "straight flush"), also("three-card", "straight flush"), also("high", "full house")
    (('flush', 'straight'), ('straight', 'flush'), ('three of a kind', 'two pair', 'pair'))
    >>> also("2-7", "full house")
    ()
    """
    known, plain = lines(name), RANKINGS[name].plain
    included, waiting = set[str](), [made]
    while waiting:
        each = waiting.pop()
        waiting += {*plain.get(each, ()), *_IS.get(each, ())} - included
        included.add(each)
    below = known[known.index(made) + 1 :] if made in known else ()
    return tuple(each for each in below if each in included)


def can_make(name: str, size: int, cards: tuple[Card, ...], made: str) -> bool:
    """Whether a number of these cards can make a hand.

    >>> standard = tuple(range(52))
    >>> can_make("showing", 2, standard, "pair"), can_make("showing", 2, standard, "four of a kind")
    (True, False)
    """
    return made in made_by(name, size, cards)


@by_name
@cache
def made_by(name: str, size: int, cards: tuple[Card, ...]) -> Mapping[str, tuple[Card, ...]]:
    """All hands of a ranking that a number of these cards can make, each with an example."""
    if RANKINGS[name].counted:
        return example_hands(RANKINGS[name], size, cards)
    hands = [hand for hand in reversed(HANDS) if len(hand) == size and set(hand).issubset(cards)]
    return {_line_by_definition(name, hand): hand for hand in hands}


def _line_by_definition(name: str, hand: tuple[Card, ...]) -> str:
    """Return the same as `line`, from the definition alone, without a list of all hands."""
    ranking = RANKINGS[name]
    key = ranking.key(hand)
    if key is not None:
        return ranking.categories[key[0]]
    return _line_by_definition(ranking.beneath, hand) if ranking.beneath else NO_LINE


HANDS = tuple(
    parse(hand)
    for hand in (
        "Ac",
        "Ac Ad", "Ac Kc", "Ac Kd", "Kc Kd", "Ac Qc", "Ac Qd",
        "Ac Ad Ah", "Ac Ad Kc", "Ac Kc Qc", "Ac Kd Qc", "Kc Qc Tc", "Kc Qd Tc", "Jc Tc 9c",
        "Ac Ad Ah As", "Ac Ad Ah Kc", "Ac As Kc Qd", "Ac Kd Qh Js", "Ac Ad Kc Kd", "Ac Kc Qc Jc", "Ac Qc Kc 9c",
        "Ac Qd Kc 9d", "Kc Kd Kh Ks", "Kc Kd Kh Qc", "Jc Jd Tc 9c", "Jc Tc 9c 8c",
        "Ac Ad Ah As Kc", "Ad Ah As Kd Kh", "Ad Ah Kd Kh Qd", "Ac Ad Kc Qc Jc", "Ac Kd Qc Jd Tc", "Kc Kd Kh Qc Tc",
        "Ac Qc Kc 9c 7c", "Ac Qd Kc 9d 7c", "Jc Tc 9c 8c 7c", "Ac Kc Qc Jc Tc", "Ac Ad Qc Kc 9d", "Jk Ac Ad Ah As",
        "Kc Kd Kh Ks Qc", "6c 6d Ac Qc 8d", "Ac 2c 3c 4c 5c",
        "8d Td 6d 6h Ad Qd", "As Ac Kh Qh Ad Ah", "Ah Ad Ac Ks Kc Kd", "6c 6s Ac As Qc Qs", "Ad Kh Qs Jc As Ac",
        "Qc Ac Jd Td Kc Kd", "Ts 9s Ks Qs As Js", "Qh Ts 9h 7s Kh Kd", "7c 6c Ks Qs Ts 9s", "8s 9s Ts Js Qs Ks",
        "Js Ts Ks Kc Qs As", "Td 9d Ad Kd Qd Jd", "Ad 2d 3d 4d 5h 7h",
        "6c 6d As Qs 8s 6h 6s", "7h Ah Ks Qh Js 9h 8s", "6c 6d 6h Ac Ah As Qd", "Kd Ah 8c 9d Th Js Qc",
        "7h 6h Kh Ks Qh Th 9h", "Th 6d 6h 6s Ad Qh 8h", "Jh 8d 8h 9d 9h Th Ts", "Jd Td Ad Ah As Kd Qd",
        "8d 7d Jc Jd Tc Td 9d", "6c Kc Ks Qc Td 9c 7d", "Tc Jc Qc Kc Ac 8c 9c", "Ah As Jk Kd 9h Ac Ad",
        "Qh Qs Ah Jh Th Kh Ks", "9s 9h 9d 8s 8h 8d 8c", "9c Tc Jc Qc Kc 8c 8d", "9s 8s Ks Qs As Js Ts",
        "Kc Qc Jc Tc 9c Ac Ad", "Ts Js Qs Ks As 8s 9s", "8c 9c Tc Jc Qc Kc Ac", "4d 3d 2d 7c 7d 6c 5c",
        "5h 4h Jk 2h Ah 7h 6h",
    )
)  # fmt: skip
"""Hands of one to seven cards, in the order in which they are dealt."""
