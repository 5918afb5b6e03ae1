"""What decides between two hands: the cards of each that count, and the first difference between them."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from cardroom.cards import JOKER, Card
from cardroom.rankings import category, rank, ranking
from cardroom.rankings.badugi import ace_high_key, cards_that_count
from cardroom.rankings.base import NAMES, by_name, key_of
from cardroom.rankings.own import best_suit

__all__ = ["cards_that_play", "difference"]

_FIVE_CARDS = {"omaha": "high", "omaha-eight-or-better": "eight-or-better"}
"""Rankings of hand and board apart, with the ranking that gives five cards the same int."""
_BY_CATEGORY = {"fortune": "pai-gow", "all-6": "high", "progressive": "high"}
"""Rankings of all cards, with the ranking that names most of their lines by five cards."""
_NO_PAIR = {"2-7": {"high card": "no pair"}}
"""Categories with a better name where low hands win."""
_WHEELS = {(4, 11, 3), (8, 11, 3)}
"""The keys of A-2-3-4-5 in a house where it is the second highest straight (`pai-gow-high-wheel`)."""


@by_name
@lru_cache(maxsize=4096)  # the viewers of a table see the same showdown
def cards_that_play(
    name: str, cards: tuple[Card, ...], board: tuple[Card, ...] = (), joker: str | None = None
) -> tuple[Card, ...]:
    """The cards that make the hand by a ranking: five of seven, four of five, or all if none is left out.

    Of several choices of equal strength it is the one with more cards of the hand, then with higher cards. It is empty
    if a low does not qualify.

    >>> from cardroom.cards import parse, pretty
    >>> pretty(cards_that_play("high", parse("Ah 2c"), parse("As 9d 9s 5c 3h")))
    'A♥ A♠ 9♦ 9♠ 5♣'
    >>> pretty(cards_that_play("omaha-eight-or-better", parse("Ah 2c Kd Kc"), parse("3s 4d 8s Kh Qh")))
    'A♥ 2♣ 3♠ 4♦ 8♠'
    """
    chosen = ranking(name)
    if name.startswith("badugi"):
        return cards_that_count((*cards, *board), *([ace_high_key] if name == "badugi-ace-high" else []))
    if chosen.counted:
        return best_suit(chosen, (*cards, *board))
    whole = rank(name, cards, board or None, joker)
    if whole is None:
        return cards_that_play(chosen.beneath, cards, board, joker) if chosen.beneath else ()
    same: Iterable[tuple[Card, ...]]
    if chosen.boards:
        judge = _FIVE_CARDS[name]
        fives = [(*two, *three) for two in combinations(cards, 2) for three in combinations(board, 3)]
        same = [five for five in fives if rank(judge, five) == whole]
    elif name in _BY_CATEGORY:
        same = _with_category(_BY_CATEGORY[name], (*cards, *board), category(name, whole))
    else:
        every, size = (*cards, *board), min(chosen.sizes)
        subsets = combinations(every, size) if size < len(every) else [every]
        same = [some for some in subsets if rank(name, some, None, joker if JOKER in some else None) == whole]
    own = set(cards)
    return max(same, key=lambda some: (sum(card in own for card in some), sorted(some, reverse=True)))


def _with_category(name: str, cards: tuple[Card, ...], wanted: str) -> list[tuple[Card, ...]]:
    """The strongest five of this category by a ranking; all cards if no five make it alone."""
    ranked = [(rank(name, five) or 0, five) for five in combinations(cards, 5)]
    named = [(value, five) for value, five in ranked if category(name, value) == wanted]
    best = max((value for value, _ in named), default=0)
    return [five for value, five in named if value == best] or [cards]


def difference(name: str, better: int, worse: int) -> str:
    """What makes one strength better than another, in words; empty if they are equal.

    >>> from cardroom.rankings import strength
    >>> hands = "7c 7d As Qc 5h", "7c 7d As 6c 5h", "Ac Kd 9s 8s 2h"
    >>> one, other, third = (strength("high", cards) for cards in hands)
    >>> difference("high", one, other), difference("high", one, third), difference("high", one, one)
    ('queen over six', 'pair over high card', '')
    >>> difference("badugi", strength("badugi", "As 2d 3c 7h"), strength("badugi", "As 2d 3c 8h"))
    'seven below eight'
    """
    if better == worse:
        return ""
    if not worse:
        return "only one low qualifies"
    keys = key_of(ranking(name), better), key_of(ranking(name), worse)
    one, other = next(((one, other) for one, other in zip(*keys, strict=False) if one != other), (0, 0))
    if keys[0][0] != keys[1][0]:
        names = [ranking(name).categories[each] for each in (one, other)]
        return " over ".join(_NO_PAIR.get(name, {}).get(each, each) for each in names)
    if name == "pai-gow-high-wheel" and _WHEELS & {*keys}:
        return "A-2-3-4-5 is the second highest straight here"
    if (counted := ranking(name).counted) and not (counted.ranks and 0 <= min(one, other) <= max(one, other) < 13):
        return f"{one} over {other}"
    low = min(one, other) < 0
    return f"{_rank_name(name, one)} {'below' if low else 'over'} {_rank_name(name, other)}"


def _rank_name(name: str, value: int) -> str:
    """The name of a rank in a key. Low rankings have ranks with a minus sign; most count the ace as 1."""
    if value >= 0:
        return NAMES[value]
    return NAMES[-value] if name in ("2-7", "badugi-ace-high") else NAMES[-value - 2]
