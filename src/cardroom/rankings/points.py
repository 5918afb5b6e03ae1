"""Games of points: baccarat's last digit, and blackjack's totals with soft aces and the 21.5.

These are numbers, not rankings, so they are plain functions. Cards come from shoes of several decks, so
the same card may occur twice.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from cardroom.cards import UNKNOWN, Card

_ACE, _TEN, _EIGHT = 12, 8, 6
_RANKS = [card >> 2 for card in range(UNKNOWN + 1)]
_BACCARAT = tuple(1 if rank == _ACE else 0 if rank >= _TEN else rank + 2 for rank in _RANKS)
"""The points of each card in baccarat."""
_BLACKJACK = tuple(1 if rank == _ACE else min(rank + 2, 10) for rank in _RANKS)
"""The points of each card in blackjack, with an ace as one."""


def baccarat_points(cards: Iterable[Card]) -> int:
    """The points of a baccarat hand: tens and pictures count nothing, aces one, and only the last digit counts
    (500 Club, EZ Baccarat, Card Values and Hand Rankings).

    >>> from cardroom.cards import parse
    >>> baccarat_points(parse("Ks 9d")), baccarat_points(parse("8s 7d 3c"))
    (9, 8)
    """
    return sum([_BACCARAT[card] for card in cards]) % 10


def is_natural(cards: Sequence[Card]) -> bool:
    """Whether a baccarat hand is a natural: eight or nine with the first two cards, which ends the draw.

    >>> from cardroom.cards import parse
    >>> is_natural(parse("4s 4d")), is_natural(parse("2s 2d 4c"))
    (True, False)
    """
    return len(cards) == 2 and baccarat_points(cards) >= 8


class Total(NamedTuple):
    """The total of a blackjack hand, and whether an ace in it counts eleven."""

    points: float
    soft: bool

    @property
    def busted(self) -> bool:
        """Whether it is more than 21.5 (500 Club, Pure 21.5 Blackjack, Game Rules 4 and 5)."""
        return self.points > 21.5


def blackjack_total(cards: Iterable[Card]) -> Total:
    """The total with one ace as eleven where that does not bust; ace and ten are 21 here, as after a split.

    >>> from cardroom.cards import parse
    >>> blackjack_total(parse("As 6d")), blackjack_total(parse("As 6d Tc")), blackjack_total(parse("As Ad 9c"))
    (Total(points=17, soft=True), Total(points=17, soft=False), Total(points=21, soft=True))
    >>> blackjack_total(parse("8s 8d 8c")).busted
    True
    """
    values = [_BLACKJACK[card] for card in cards]
    points = sum(values)
    soft = points <= 11 and 1 in values
    return _total(points + 10 if soft else points, soft)


_total = lru_cache(maxsize=128)(Total)
"""The same as `Total`. The few totals that hands have are made once."""


def is_pure(cards: Sequence[Card]) -> bool:
    """Whether two cards are the 21.5: an ace and a Bonus card. Every ten, jack, queen and king is one.

    Only the first two cards of a hand that was not split count as 21.5. The caller checks that.

    >>> from cardroom.cards import parse
    >>> is_pure(parse("As Kd")), is_pure(parse("As 9d")), is_pure(parse("As 5d 5c"))
    (True, False, False)
    """
    if len(cards) != 2:
        return False
    one, other = cards[0] >> 2, cards[1] >> 2
    return _TEN <= one < _ACE == other or _TEN <= other < _ACE == one


def dealt_total(cards: Sequence[Card]) -> Total:
    """The total of a hand that was not split: 21.5 for ace and Bonus card (500 Club, Pure 21.5 Blackjack and Pure
    Spanish 21.5, Value of the Cards).

    >>> from cardroom.cards import parse
    >>> dealt_total(parse("As Kd")), dealt_total(parse("As Kd Qc"))
    (Total(points=21.5, soft=True), Total(points=21, soft=False))
    """
    return _total(21.5, True) if is_pure(cards) else blackjack_total(cards)


def is_three_eights(cards: Sequence[Card]) -> bool:
    """Whether a hand is exactly three eights. A busted player-dealer with them pushes against busted players.

    >>> from cardroom.cards import parse
    >>> is_three_eights(parse("8s 8d 8s")), is_three_eights(parse("8s 8d 7c"))
    (True, False)
    """
    return len(cards) == 3 and [card >> 2 for card in cards] == [_EIGHT] * 3


def red_run(cards: Iterable[Card]) -> int:
    """Count the red cards before the first black one (500 Club, Pure 21.5 Blackjack, Red Flex Bet).

    >>> from cardroom.cards import parse
    >>> red_run(parse("5h 6d 2h Ks 3d"))
    3
    """
    run = 0
    for card in cards:
        if card & 3 not in (1, 2):
            break
        run += 1
    return run


def describe_points(cards: Sequence[Card]) -> str:
    """A baccarat hand in words; empty if a card is hidden.

    >>> from cardroom.cards import parse
    >>> describe_points(parse("9h 9s")), describe_points(parse("9h 2s"))
    ('8 points', '1 point')
    """
    if not cards or UNKNOWN in cards:
        return ""
    points = baccarat_points(cards)
    return f"{points} point{'' if points == 1 else 's'}"


def describe_total(cards: Sequence[Card]) -> str:
    """A hand's total at 21.5 in words; empty if a card is hidden.

    >>> from cardroom.cards import parse
    >>> [describe_total(parse(hand)) for hand in ("As Kd", "As 6d", "9s 8d", "9s 8d 7c", "7s 7d 7c")]
    ['21.5', 'soft 17', 'hard 17', '24, busted', '21']
    """
    if not cards or UNKNOWN in cards:
        return ""
    total = blackjack_total(cards)
    if is_pure(cards):
        return "21.5"
    if total.busted:
        return f"{total.points}, busted"
    return f"{'soft' if total.soft else 'hard'} {total.points}" if total.points < 21 else "21"
