"""Lines of jackpots and bonus bets that ask more than how good a hand is: which cards made it, and when.

A pay table names lines from its top down, and only the highest that a hand makes is paid. Each function here says
which lines the cards make; `highest` finds the one that a table pays. Lines are named as in `high`, and these:

- `flopped royal flush in spades`, `flopped royal flush`, `flopped straight flush`: from the pocket and the flop
- `community royal flush`: all on the board
- `six-card royal flush in diamonds`, `six-card royal flush`: ace to nine of one suit, in All 6
"""

from collections.abc import Iterable, Sequence

from cardroom.cards import Card, card
from cardroom.rankings import high

PROGRESSIVE_LINES = (
    "flopped royal flush in spades",
    "flopped royal flush",
    "flopped straight flush",
    "royal flush",
    "community royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
)
"""Every line that a Heads Up Hold'em jackpot table has, from the top (Washington, Appendix D; WPT, Progressive)."""

ALL_SIX_LINES = (
    "six-card royal flush in diamonds",
    "six-card royal flush",
    "royal flush",
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
)
"""The lines of the All 6 Bonus, from the top (WPT, All 6 Bonus Paytables)."""

GALAXY_LINES = ALL_SIX_LINES[2:]
"""The lines of the 5 Card Galaxy Bonus Jackpot, from the top (Brook, both games)."""

POCKET_LINES = ("pair of aces", "suited ace and face", "unsuited ace and face", "pair")
"""The lines of the Pocket Bonus, from the top; a pair here is any but aces (Brook, Washington and WPT)."""

_ACE = 12
_FACES = (9, 10, 11)
_SPADES, _DIAMONDS = card("As") & 3, card("Ad") & 3


def highest(table: Iterable[str], made: Iterable[str]) -> str | None:
    """The first line of a pay table, which runs from its top, that is made; None where the wager loses.

    >>> highest(["straight flush", "flush"], {"royal flush", "straight flush"})
    'straight flush'
    """
    lines = set(made)
    return next((line for line in table if line in lines), None)


def _category(cards: Sequence[Card]) -> str:
    return high.CATEGORIES[high.key(cards)[0]]


def progressive_lines(pocket: Sequence[Card], board: Sequence[Card]) -> frozenset[str]:
    """Every line that two pocket cards and a board of five, flop first, make in a Heads Up Hold'em jackpot.

    A royal flush also counts as a straight flush, on the flop too: some tables have only that line (WPT,
    Progressive, Paytable 9). Whether one on the board counts as a plain royal flush is the table's to say, see
    `progressive_line`.

    >>> from cardroom.cards import parse
    >>> sorted(progressive_lines(parse("9s 8s"), parse("Ts Js Qs 2d 2h")))
    ['flopped straight flush', 'straight flush']
    """
    flopped, whole = _category((*pocket, *board[:3])), _category((*pocket, *board))
    made = {whole}
    if whole == "royal flush":
        made.add("straight flush")
        if _category(board) == "royal flush":
            made.add("community royal flush")
    if flopped in ("royal flush", "straight flush"):
        made.add("flopped straight flush")
    if flopped == "royal flush":
        made.add("flopped royal flush")
        if pocket[0] & 3 == _SPADES:
            made.add("flopped royal flush in spades")
    return frozenset(made)


def progressive_line(table: Sequence[str], pocket: Sequence[Card], board: Sequence[Card]) -> str | None:
    """The line that a jackpot table pays, or None (Washington, Appendix D; WPT, Progressive).

    A table that sets the community royal flush apart pays a royal flush on the board as that alone, though its
    plain royal flush stands higher; a table that does not pays it as any other.

    >>> from cardroom.cards import parse
    >>> pocket, board = parse("2c 2d"), parse("As Ks Qs Js Ts")
    >>> progressive_line(["royal flush", "community royal flush", "straight flush"], pocket, board)
    'community royal flush'
    >>> progressive_line(["flopped straight flush", "royal flush", "straight flush"], pocket, board)
    'royal flush'
    """
    made = progressive_lines(pocket, board)
    if "community royal flush" in made and "community royal flush" in table:
        made -= {"royal flush"}
    return highest(table, made)


def all_six_lines(cards: Sequence[Card]) -> frozenset[str]:
    """Every line that six cards make in All 6: the best five, and ace to nine of one suit as a hand of six.

    >>> from cardroom.cards import parse
    >>> highest(ALL_SIX_LINES, all_six_lines(parse("Ad Kd Qd Jd Td 9d")))
    'six-card royal flush in diamonds'
    >>> highest(ALL_SIX_LINES, all_six_lines(parse("Ah Kh Qh Jh Th 9d")))
    'royal flush'
    """
    made = {_category(cards)}
    if {each >> 2 for each in cards} == set(range(7, 13)) and len({each & 3 for each in cards}) == 1:
        made.add("six-card royal flush")
        if cards[0] & 3 == _DIAMONDS:
            made.add("six-card royal flush in diamonds")
    return frozenset(made)


def galaxy_line(cards: Sequence[Card]) -> str | None:
    """The line of the 5 Card Galaxy Bonus Jackpot: five cards, or the pocket with the flop, three of a kind or
    better (Brook, Heads Up Hold'em and Four Card Frenzy).

    >>> from cardroom.cards import parse
    >>> galaxy_line(parse("As Ad Ac 7h 2d")), galaxy_line(parse("As Ad Kc 7h 2d"))
    ('three of a kind', None)
    """
    return highest(GALAXY_LINES, [_category(cards)])


def pocket_line(pocket: Sequence[Card]) -> str | None:
    """The line of the Pocket Bonus that two cards make, or None.

    >>> from cardroom.cards import parse
    >>> [pocket_line(parse(each)) for each in ("As Ad", "As Js", "As Jd", "7s 7d", "As Td")]
    ['pair of aces', 'suited ace and face', 'unsuited ace and face', 'pair', None]
    """
    low, top = sorted(pocket)
    if low >> 2 == top >> 2:
        return "pair of aces" if top >> 2 == _ACE else "pair"
    if top >> 2 != _ACE or low >> 2 not in _FACES:
        return None
    return "suited ace and face" if low & 3 == top & 3 else "unsuited ace and face"
