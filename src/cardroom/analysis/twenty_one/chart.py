"""Strategy charts of the 21.5 games: the best play with the first two cards, by hand and up card."""

from collections.abc import Iterator, Mapping

from cardroom.analysis.twenty_one.shoe import ACE, BONUS, NAMES

__all__ = ["UP_CARDS", "chart", "chart_lines"]

FirstActions = Mapping[tuple[int, int, int], str]
"""The first action by up card and the two kinds, lower first."""
UP_CARDS = (*range(1, 10), ACE)
"""The up cards in the order of a chart: two to nine, a Bonus card, an ace."""
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}
HEADING = "S stand, H hit, D double, P split, R surrender; two letters: it depends on the cards"


def chart(first: FirstActions) -> dict[str, tuple[str, ...]]:
    """For every hand of two cards ("hard 16", "soft 18", "pair 8"), a letter for each of the up cards."""
    columns = [_column(first, up) for up in UP_CARDS]
    return {row: tuple("/".join(sorted(column.get(row, ()))) or "-" for column in columns) for row in _rows()}


def chart_lines(first: FirstActions) -> tuple[str, ...]:
    """The chart as lines of text.

    >>> chart_lines({(0, 5, 9): "surrender", (0, 6, 8): "hit"})[5]
    'hard 16: - - - - - - - - - H/R'
    """
    cards = " ".join(NAMES[up] for up in UP_CARDS)
    return HEADING, f"against {cards}", *(f"{row}: {' '.join(cells)}" for row, cells in chart(first).items())


def _rows() -> Iterator[str]:
    yield from (f"hard {total}" for total in range(19, 4, -1))
    yield from (f"soft {total}" for total in range(20, 12, -1))
    yield from (f"pair {NAMES[kind]}" for kind in (ACE, *range(BONUS, ACE, -1)))


def _column(first: FirstActions, against: int) -> dict[str, set[str]]:
    """The letters of each row against one up card."""
    rows: dict[str, set[str]] = {}
    for (up, one, two), action in first.items():
        if up == against:
            total = one + two + 2
            row = f"pair {NAMES[one]}" if one == two else f"soft {total + 10}" if one == ACE else f"hard {total}"
            rows.setdefault(row, set()).add(LETTERS[action])
    return rows
