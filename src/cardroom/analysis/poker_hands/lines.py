"""The number of hands of a deck that make each line of a ranking. The compiled ranking judges every hand once.

Counting is independent of payoffs. The lines are those that a pay table may name (`rankings.lines`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain, combinations
from math import comb
from types import MappingProxyType

from cardroom.analysis.pai_gow import pai_gow_hands
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.errors import InputError, InvariantError
from cardroom.play.round import rank_line
from cardroom.rankings import NO_LINE, category, lines, rank_many, ranking
from cardroom.rankings.base import Array, by_name, numbering
from cardroom.rankings.named import is_named_line
from cardroom.rulebook import PayTable

__all__ = ["hands_by_line", "hands_by_pay_line"]

STANDARD = deck("standard").cards
WITH_JOKER = deck("joker").cards
MOST_DEALS = 10**6
"""The most deals in parts that are judged one by one."""
FIVES = 5
"""The size of the hands that larger hands are built from."""


@by_name
@cache
def hands_by_line(name: str, parts: tuple[int, ...], cards: tuple[Card, ...] = STANDARD) -> Mapping[str, int]:
    """The number of hands of these cards that make each line of a ranking, best line first.

    `parts` are the numbers of cards dealt at a time. For a ranking that depends on them, deals in these parts are
    counted; for others, sets of all the cards.

    >>> hands_by_line("three-card", (3,))["mini royal flush"], hands_by_line("high", (2, 3))["royal flush"]
    (4, 4)
    """
    size, judge = sum(parts), ranking(name)
    if judge.parts:
        if judge.parts != parts:
            raise InvariantError(f"{name} cannot be counted for parts {parts}")
        whole = cards == STANDARD
        counts = _pocket_flop_and_rest() if whole else _counts_by_line(name, _in_parts(cards, parts))
    elif name in ("high", "short-deck") and size >= FIVES:
        counts = _counts_by_category(name, _high(name, size, cards))
    elif judge.counted:
        counts = _counts_by_category(name, _ranks(name, size, cards))
    elif name in ("fortune", "pai-gow") and (size, cards) == (7, WITH_JOKER):
        counts = Counter(pai_gow_hands(name))
    else:
        counts = Counter()
        for hands in _sets(cards, size):
            counts += _counts_by_line(name, hands)
    by_line = {line: counts[line] for line in lines(name)}
    rest = counts[NO_LINE]
    return MappingProxyType(by_line | ({NO_LINE: rest} if rest else {}))


def hands_by_pay_line(table: PayTable, parts: tuple[int, ...], cards: tuple[Card, ...] = STANDARD) -> Mapping[str, int]:
    """As `hands_by_line`, with a pay table's named hands ("pair of jacks or better") as lines of their own.

    >>> table = PayTable("Bonus", {"pair of jacks or better": "1 to 1"}, ranking="high")
    >>> sum(hands_by_pay_line(table, (5,)).values()), hands_by_pay_line(table, (5,))["pair"]
    (2598960, 760320)
    """
    name = table.ranking
    if not any(is_named_line(name, line) for line in table.lines):
        return hands_by_line(name, parts, cards)
    if name in ("high", "short-deck") and sum(parts) >= FIVES:
        values = _high(name, sum(parts), cards)
    else:
        values = _ranks(name, sum(parts), cards)
    counts: Counter[str] = Counter()
    for value, count in values.items():
        counts[rank_line(table, value) if value else NO_LINE] += count
    return MappingProxyType(
        {line: counts[line] for line in (*table.lines, *counts) if counts[line] or line in table.lines}
    )


@by_name
@cache
def _ranks(name: str, size: int, cards: tuple[Card, ...]) -> dict[int, int]:
    """All hands of these cards by rank; 0 for hands without one."""
    import numpy as np  # noqa: PLC0415

    from cardroom.rankings.own_kernels import counts_by_rank  # noqa: PLC0415

    if ranking(name).counted and (known := counts_by_rank(ranking(name), size, cards)) is not None:
        return known
    counts: Counter[int] = Counter()
    for hands in _sets(cards, size):
        counts += Counter({value: n for value, n in enumerate(np.bincount(rank_many(name, hands)).tolist()) if n})
    return dict(counts)


def _counts_by_category(name: str, values: dict[int, int]) -> Counter[str]:
    """Counts by category, from counts by rank."""
    counts: Counter[str] = Counter()
    for value, count in values.items():
        counts[category(name, value)] += count
    return counts


def _counts_by_line(name: str, hands: Array) -> Counter[str]:
    """The number of hands that make each line. Hands without a line are judged by the ranking beneath, if any."""
    import numpy as np  # noqa: PLC0415  nothing else here needs it

    values = rank_many(name, hands)
    numbers = np.bincount(values, minlength=len(numbering(ranking(name))[0]) + 1).tolist()
    counts = _counts_by_category(name, {value: count for value, count in enumerate(numbers) if value and count})
    if numbers[0]:
        beneath = ranking(name).beneath
        counts += _counts_by_line(beneath, hands[values == 0]) if beneath else Counter({NO_LINE: numbers[0]})
    return counts


@lru_cache(maxsize=1)
def _few(cards: tuple[Card, ...], size: int) -> Array:
    """All sets of this many cards, one per row. Several side bets of a game count the same ones."""
    import numpy as np  # noqa: PLC0415

    flat = chain.from_iterable(combinations(sorted(cards), size))
    return np.fromiter(flat, np.uint8, size * comb(len(cards), size)).reshape(-1, size)


def _sets(cards: tuple[Card, ...], size: int) -> Iterator[Array]:
    """All sets of this many cards, one per row. Sets larger than five come in batches that fit into memory.

    The sets of five are sorted, so those above a given card are at the end. A larger set is its lowest cards and one
    of those.
    """
    import numpy as np  # noqa: PLC0415

    few = min(size, FIVES)
    sets = _few(cards, few)
    if size == few:
        yield sets
        return
    for lowest in combinations(sorted(cards), size - few):
        above = sets[np.searchsorted(sets[:, 0], lowest[-1], "right") :]
        if len(above):
            yield np.hstack([np.broadcast_to(np.array(lowest, np.uint8), (len(above), len(lowest))), above])


def _high(name: str, size: int, cards: tuple[Card, ...]) -> dict[int, int]:
    """All hands of five to seven cards by rank."""
    judge = ranking(name)
    if judge.deck == set(cards):
        from cardroom.rankings.whole_deck import whole_deck_counts  # noqa: PLC0415  the compiler loads when needed

        values = whole_deck_counts(judge, size).tolist()
    else:
        from cardroom.rankings.five_cards import frequencies  # noqa: PLC0415

        values = frequencies(judge, size, cards).tolist()
    return {value: count for value, count in enumerate(values) if value and count}


def _pocket_flop_and_rest() -> Counter[str]:
    """All deals of a pocket, a flop and the last two cards together, by the line of the ranking `progressive`."""
    splits = comb(7, 2) * comb(5, 3)
    counts = Counter({line: count * splits for line, count in hands_by_line("high", (7,)).items()})
    # A royal flush occupies one of 21 choices of five among seven positions: pocket and flop, the board, or 19 others.
    each = counts["royal flush"] // 21
    counts["royal flush"] = 19 * each
    counts["community royal flush"] = each
    counts["flopped royal flush"] = each * 3 // 4
    counts["flopped royal flush in spades"] = each // 4
    # Flopped straight flushes below a royal were counted by their final hand: a straight flush or, with the last two
    # cards, a royal flush, which can be on the board. Move them. One suit represents four.
    for line, count in _counts_by_line("progressive", _flopped_straight_flushes()).items():
        last = line.removeprefix("flopped straight flush").removeprefix(", ") or "straight flush"
        counts[last] -= 4 * count
        counts[line] += 4 * count
    return counts


def _in_parts(cards: tuple[Card, ...], parts: tuple[int, ...]) -> Array:
    """All deals of a small deck in these parts, one per row."""
    import numpy as np  # noqa: PLC0415

    left, many = len(cards), 1
    for size in parts:
        many, left = many * comb(left, size), left - size
    if many > MOST_DEALS:
        raise InputError(f"{many:,} deals in parts {parts} of {len(cards)} cards are too many to be counted one by one")
    deals: list[tuple[Card, ...]] = [()]
    for size in parts:
        deals = [(*dealt, *more) for dealt in deals for more in combinations(sorted({*cards} - {*dealt}), size)]
    return np.array(deals, np.uint8)


def _flopped_straight_flushes() -> Array:
    """All deals, in one suit, whose pocket and flop are a straight flush that is not royal."""
    import numpy as np  # noqa: PLC0415

    rows = []
    for low in range(9):
        five = [(low - 1 + step) % 13 * 4 for step in range(5)]
        rest = list(combinations([card for card in STANDARD if card not in five], 2))
        for pocket in combinations(five, 2):
            flop = [card for card in five if card not in pocket]
            rows += [(*pocket, *flop, *pair) for pair in rest]
    return np.array(rows, np.uint8)
