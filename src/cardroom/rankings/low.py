"""Low hands, where the least is best: 2-7, ace-to-five, and eight-or-better for the low half of a pot.

As everywhere, a larger int is a better hand, so a key contains its ranks with a minus sign. Ace-to-five ranks run
from the ace, 1, to the king, 13; in 2-7 the ace is high and ranks are those of the cards.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from cardroom.cards import Card
from cardroom.rankings import high
from cardroom.rankings.base import NAMES, SHORT, Key, Ranking, dashed, grouped, kickers, plural

LOW_RANKS = ("A", *SHORT[:-1])

CATEGORIES = ("four of a kind", "full house", "three of a kind", "two pair", "pair", "no pair")
"""Worst first (500 Club, Razz, Hand Ranking Chart)."""

_SHAPES = {
    (4,): 0,
    (4, 1): 0,
    (3, 2): 1,
    (3,): 2,
    (3, 1): 2,
    (3, 1, 1): 2,
    (2, 2): 3,
    (2, 2, 1): 3,
    (2,): 4,
    (2, 1): 4,
    (2, 1, 1): 4,
    (2, 1, 1, 1): 4,
}


def low_rank(card: Card) -> int:
    """The rank of a card where the ace is low, from 1 to 13.

    >>> from cardroom.cards import parse
    >>> [low_rank(card) for card in parse("As 2c Kd")]
    [1, 2, 13]
    """
    return (card // 4 + 1) % 13 + 1


def low_key(ranks: Sequence[int]) -> Key:
    """The key of up to five low ranks, straights and flushes ignored (500 Club, Razz, Card Values).

    >>> low_key([1, 2, 3, 4, 5]) > low_key([1, 2, 3, 4, 6]) > low_key([1, 1, 2, 3, 4])
    True
    """
    order, counts = grouped(ranks)
    return (_SHAPES.get(counts, 5), *[-rank for rank in order])


def ace_to_five_key(cards: Sequence[Card]) -> Key:
    """The best low key of any five of the cards."""
    ranks = [low_rank(card) for card in cards]
    different = sorted(set(ranks))
    if len(different) >= 5:  # the lowest five; a pair could only be worse
        return low_key(different[:5])
    return max(low_key(five) for five in combinations(ranks, 5))


def ace_to_five_hands() -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of five cards by their ranks, without those of one suit, which count for nothing: 6,175."""
    return ((ranks, suited) for ranks, suited in high.hands() if not suited)


def ace_to_five_keys() -> Iterable[Key]:
    """The keys of all hands."""
    return (low_key([low_rank(4 * rank) for rank in ranks]) for ranks, _ in ace_to_five_hands())


def _dashed(ranks: Iterable[int]) -> str:
    return "-".join(LOW_RANKS[-rank - 1] for rank in ranks)


def low_words(key: Key, more: int = 0) -> str:
    """Describe a low key in words, with `more` kickers than usual.

    >>> low_words((5, -8, -6, -4, -3, -1))
    '8-6-4-3-A low'
    >>> low_words((4, -1, -7, -3, -2)), low_words((1, -6, -2))
    ('Pair of aces, 7-3-2', 'Full house, sixes over twos')
    """
    category, *ranks = key
    names = [-rank - 2 for rank in ranks]  # NAMES runs from the two, and its last name is the ace's
    match category:
        case 5:
            return f"{_dashed(ranks)} low"
        case 4:
            return f"Pair of {plural(names[0])}" + (f", {_dashed(ranks[1:])}" if ranks[1:] else "")
        case 3:
            last = f", {NAMES[names[2]]} kicker" if ranks[2:] else ""
            return f"Two pair, {plural(names[0])} and {plural(names[1])}{last}"
        case 1:
            return f"Full house, {plural(names[0])} over {plural(names[1])}"
    last = kickers([NAMES[name] for name in names[1:]], more)
    return f"{CATEGORIES[category].capitalize()}, {plural(names[0])}{last}"


def eight_or_better_key(cards: Sequence[Card]) -> Key | None:
    """The key of the best low, if it has no pair and nothing above an eight (500 Club, Omaha High-Low Split)."""
    category, *ranks = ace_to_five_key(cards)
    return (0, *ranks) if category == 5 and ranks[0] >= -8 else None


def eight_or_better_keys() -> Iterable[Key]:
    """Every key of five different ranks from the ace to the eight: 56."""
    for ranks in combinations(range(-8, 0), 5):
        yield (0, *ranks)


def eight_or_better_words(key: Key) -> str:
    """A qualifying low in words.

    >>> eight_or_better_words((0, -5, -4, -3, -2, -1))
    '5-4-3-2-A low'
    """
    return f"{_dashed(key[1:])} low"


def _deuce_to_seven(ranks: Sequence[int], suited: bool) -> Key:
    """The reversed high key, except that A-2-3-4-5 is not a straight: the ace is always high (500 Club, 2-7)."""
    if sorted(ranks) == [0, 1, 2, 3, 12]:
        return (4 if suited else 9, -12, -3, -2, -1, 0)
    category, *ties = high.five_key(ranks, suited)
    return (9 - category, *(-rank for rank in ties))


def deuce_to_seven_key(cards: Sequence[Card]) -> Key:
    """The key of five cards in 2-7, where straights and flushes count against the hand."""
    return _deuce_to_seven([card >> 2 for card in cards], len({card & 3 for card in cards}) == 1)


def deuce_to_seven_keys() -> Iterable[Key]:
    """All keys that five cards can have: 7,462."""
    return (_deuce_to_seven(*hand) for hand in high.hands())


def deuce_to_seven_words(key: Key, more: int = 0) -> str:
    """Describe a 2-7 key in words, with `more` kickers than usual.

    >>> deuce_to_seven_words((9, -5, -3, -2, -1, 0))
    '7-5-4-3-2 low'
    >>> deuce_to_seven_words((5, -4))
    'Straight, six high'
    """
    category, *ranks = key
    if category == 9:
        return dashed(-rank for rank in ranks) + " low"
    return high.words((9 - category, *(-rank for rank in ranks)), more)


DEUCE_TO_SEVEN = Ranking(
    "2-7",
    (5,),
    tuple(reversed(high.CATEGORIES)),
    deuce_to_seven_key,
    deuce_to_seven_keys,
    deuce_to_seven_words,
    fuller=deuce_to_seven_words,
    hands=high.hands,
)
ACE_TO_FIVE = Ranking(
    "ace-to-five",
    (5, 6, 7),
    CATEGORIES,
    ace_to_five_key,
    ace_to_five_keys,
    low_words,
    fuller=low_words,
    hands=ace_to_five_hands,
)
EIGHT_OR_BETTER = Ranking(
    "eight-or-better",
    (5, 6, 7, 8, 9),
    ("eight or better",),
    eight_or_better_key,
    eight_or_better_keys,
    eight_or_better_words,
    qualifies=True,
)
