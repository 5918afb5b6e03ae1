"""The statistics of the battery: the probability that a fair source gives a sample this unusual.

Two kinds of sample. *Orders* has a row for each shuffle: which of the box's n cards, counted from 0, is at each
position. *Draws* also has a row for each shuffle, with the numbers 0 to sides - 1 that were drawn after it. This module
counts. The distributions are in `cards.expected`, the samples and verdicts in `cards.battery`.
"""

import numpy as np
from scipy import stats

from cards.expected import (
    HANDS,
    LEAST,
    birthdays,
    both_sides,
    chi_square,
    collections,
    even,
    falls,
    independent,
    meetings,
    turns,
)

# -- Orders; a shoe's are of physical cards, of which `packs` have the same face -----------------------------------


def one_from_each(orders, width=1):
    """Some neighbours from each shuffle, from varying positions, so that rows are independent."""
    rows = np.arange(len(orders))
    first = rows % (orders.shape[1] - width + 1)
    return orders[rows[:, None], first[:, None] + np.arange(width)].astype(np.int64)


def card_by_place(orders, packs):
    """How often each face came to each place.

    Places of one deck are not drawn independently: the table's covariance, a shuffle, is packs / (n - 1) times a
    projection onto (faces - 1) (n - 1) dimensions. Divided by that the sum of squares is a chi-square.
    """
    rows, n = orders.shape
    faces = n // packs
    table = np.array([np.bincount(orders[:, place] % faces, minlength=faces) for place in range(n)])
    squares = ((table - rows / faces) ** 2).sum()
    return both_sides(stats.chi2((faces - 1) * (n - 1)), squares * (n - 1) / (rows * packs))


def neighbours(orders, packs):
    """Which face follows which."""
    n = orders.shape[1]
    faces = n // packs
    pairs = one_from_each(orders, 2) % faces
    ways = np.full((faces, faces), packs * packs)
    np.fill_diagonal(ways, packs * (packs - 1))
    counts = np.bincount(pairs[:, 0] * faces + pairs[:, 1], minlength=faces * faces).reshape(faces, faces)
    return chi_square(counts[ways > 0], ways[ways > 0] / (n * (n - 1)))


def patterns(orders, packs):
    """Count the 120 possible orders of five neighbours."""
    five = one_from_each(orders, 5)
    lehmer = [(five[:, [place]] > five[:, place + 1 :]).sum(axis=1) for place in range(4)]
    return even(np.ravel_multi_index(lehmer, (5, 4, 3, 2)), 120)


def runs_up(orders, packs):
    """Count the rising runs of a deck."""
    n = orders.shape[1]
    return chi_square(np.bincount((orders[:, 1:] < orders[:, :-1]).sum(axis=1), minlength=n), falls(n))


def rising_sequences(orders, packs):
    """Count the rising runs of the inverse order. Riffles leave few of them."""
    return runs_up(np.argsort(orders, axis=1), packs)


def runs_up_and_down(orders, packs):
    """Count the changes from rising to falling and back."""
    n = orders.shape[1]
    rises = orders[:, 1:] > orders[:, :-1]
    return chi_square(np.bincount((rises[:, 1:] != rises[:, :-1]).sum(axis=1), minlength=n - 1), turns(n))


def coupons(orders, packs):
    """Count the shuffles until every face was seen, if one card of each shuffle is looked at."""
    faces = orders.shape[1] // packs
    return collections(one_from_each(orders)[:, 0] % faces, faces)


def matches(orders, packs):
    """Count the cards at the same position as in the previous shuffle."""
    n = orders.shape[1]
    return chi_square(np.bincount((orders[1:] == orders[:-1]).sum(axis=1), minlength=n + 1), meetings(n))


def serial_correlation(orders, packs):
    """Spearman's correlation of each shuffle with the one before, of mean 0 and variance 1 / (n - 1)."""
    n = orders.shape[1]
    centred = orders.astype(np.float32) - (n - 1) / 2
    products = np.einsum("ij,ij->i", centred[1:], centred[:-1])
    correlations = products.astype(np.float64) / (n * (n * n - 1) / 12)
    return both_sides(stats.norm(), correlations.sum() * np.sqrt((n - 1) / len(correlations)))


def overlaps(orders, packs):
    """Count the cards of the first quarter that were also there in the previous shuffle."""
    rows, n = orders.shape
    quarter = n // 4
    on_top = np.zeros((rows, n), dtype=bool)
    np.put_along_axis(on_top, orders[:, :quarter].astype(np.int64), True, axis=1)
    shared = (on_top[1:] & on_top[:-1]).sum(axis=1)
    expected = stats.hypergeom(n, quarter, quarter).pmf(np.arange(quarter + 1))
    return chi_square(np.bincount(shared, minlength=quarter + 1), expected)


def beginnings(orders, packs):
    """Count the pairs of shuffles that begin with the same cards. The number of cards is such that some pairs
    should."""
    rows, n = orders.shape
    size, ways = 1, n
    while rows * (rows - 1) / 2 / (ways * (n - size)) >= LEAST:
        ways *= n - size
        size += 1
    return birthdays(orders[:, :size], ways)


def duplicates(orders, packs):
    """Count equal shuffles: there must be none."""
    return 1.0 if len({row.tobytes() for row in orders}) == len(orders) else 0.0


ORDERS = (
    card_by_place,
    neighbours,
    patterns,
    runs_up,
    rising_sequences,
    runs_up_and_down,
    coupons,
    matches,
    serial_correlation,
    overlaps,
    beginnings,
    duplicates,
)


def poker_hands(orders, packs):
    """Hands of five by category, of 52 cards."""
    hands = one_from_each(orders, 5)
    ranks = np.sort(hands >> 2, axis=1)
    same = np.sum([ranks[:, one] == ranks[:, other] for one in range(5) for other in range(one)], axis=0)
    flush = ((hands & 3) == (hands[:, :1] & 3)).all(axis=1)
    run = (same == 0) & ((ranks[:, 4] - ranks[:, 0] == 4) | (ranks == [0, 1, 2, 3, 12]).all(axis=1))
    kinds = [(same == 0) & ~run & ~flush, same == 1, same == 2, same == 3]
    kinds += [run & ~flush, flush & ~run, same == 4, (same == 6) | (run & flush)]
    ways = np.array(list(HANDS.values()))
    return chi_square([kind.sum() for kind in kinds], ways / ways.sum())


def highest_of_nine(orders, packs):
    """Which of nine seats gets the highest card, and with it the button."""
    return even(orders[:, :9].argmax(axis=1), 9)


# -- Draws -------------------------------------------------------------------------------------------------------


def faces(draws, sides):
    """How often each number was drawn."""
    return even(draws.ravel(), sides)


def throws(draws, sides):
    """Count how often each pair was drawn."""
    pairs = draws[:, : draws.shape[1] // 2 * 2].reshape(-1, 2)
    return independent(pairs[:, 0], sides, pairs[:, 1], sides)


def sums(draws, sides):
    """Count the sums of three numbers."""
    triples = draws[:, : draws.shape[1] // 3 * 3].reshape(-1, 3).astype(np.int64)
    one = np.full(sides, 1 / sides)
    return chi_square(
        np.bincount(triples.sum(axis=1), minlength=3 * sides - 2), np.convolve(np.convolve(one, one), one)
    )


def followers(draws, sides):
    """Count which first number of a shuffle follows which last number of the previous one."""
    return independent(draws[:-1, -1], sides, draws[1:, 0], sides)


def draws_until_all(draws, sides):
    """Count the draws until every number was drawn."""
    return collections(draws.ravel(), sides)


def runs_high_and_low(draws, sides):
    """How many runs of high and of low numbers there are (Wald and Wolfowitz)."""
    high = draws.ravel() >= sides // 2
    many, few = int(high.sum()), int((~high).sum())
    mean = 2 * many * few / (many + few) + 1
    deviation = np.sqrt((mean - 1) * (mean - 2) / (many + few - 1))
    return both_sides(stats.norm(mean, deviation), 1 + (high[1:] != high[:-1]).sum())


def draw_correlation(draws, sides):
    """The correlation of each number with the next."""
    centred = draws.ravel() - (sides - 1) / 2
    products = centred[1:] * centred[:-1]
    return both_sides(stats.norm(), products.sum() * 12 / (sides * sides - 1) / np.sqrt(len(products)))


def draws_again(draws, sides):
    """Count the pairs of shuffles that draw the same first numbers. The number of draws is such that some pairs
    should."""
    rows, size = len(draws), 1
    while size < draws.shape[1] and rows * (rows - 1) / 2 / sides ** (size + 1) >= LEAST:
        size += 1
    return birthdays(draws[:, :size], sides**size)


DRAWS = (faces, throws, sums, followers, draws_until_all, runs_high_and_low, draw_correlation, draws_again)

# -- Orders and the draws behind them ----------------------------------------------------------------------------


def bottom_card_and_draw(orders, draws, sides):
    """The bottom card, which is drawn first, and the first number after the order."""
    return independent(orders[:, -1], orders.shape[1], draws[:, 0], sides)


def top_card_and_draw(orders, draws, sides):
    """The top card, which is drawn last, and the number right after it."""
    return independent(orders[:, 0], orders.shape[1], draws[:, 0], sides)


def draw_and_next_deck(orders, draws, sides):
    """The last number, and the bottom card of the next shuffle."""
    return independent(orders[1:, -1], orders.shape[1], draws[:-1, -1], sides)


INTERPLAY = (bottom_card_and_draw, top_card_and_draw, draw_and_next_deck)
