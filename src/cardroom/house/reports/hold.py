"""Compare the house's win with the expected win from the exact edges.

The expected win of a wager is its exact edge under the pay table in force, times its handle. The variance has two
parts. The first is the exact variance of each wager of each player. The second is the covariance within a round:
players share cards, so they win and lose together, and so do one player's wagers. There is no exact figure for the
covariance. It is measured from the rounds themselves, and limited to between zero and full correlation.

A result that is too far from the exact expectation to be luck is a significant event (GLI-19 v3.0, A.6.1-A.6.2). It is
noted once for each table, day and rule set that is over, however often the report is made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from math import hypot, sqrt
from typing import Any, NamedTuple

from cardroom.analysis import WagerReport, has_analysis
from cardroom.analysis.engine import Engine
from cardroom.analysis.store import known_report, report_in_force
from cardroom.house.books import CAGE, Books, GamingDays, note, retry_on_conflict
from cardroom.house.reports.cage import CageReport
from cardroom.house.reports.gaming_day import DAY_SUMS, GameFacts, Products, Quantity, TableDay, sum_days
from cardroom.play.game import Game
from cardroom.play.round import player_banked
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.schema import fill_pattern

__all__ = [
    "ABNORMAL",
    "NOTABLE",
    "WHAT",
    "HoldRow",
    "Theory",
    "lines_of",
    "luck",
    "note_abnormal",
    "report_of",
    "sum_rows",
    "theories",
    "why_unproved",
]

NOTABLE = 1.96
"""Standard errors from which a result is called notable. Nineteen results in twenty are closer."""


ABNORMAL = 3.0
"""Standard errors from which a result is called too far off to be luck."""


class HoldRow(NamedTuple):
    """One row of a hold report, with actual and expected win: a wager, wagers of one strategy, or a whole game."""

    name: str
    table: str
    """The pay tables in force."""
    placed: int
    handle: int
    win: int
    edge: Fraction | None = None
    """Per unit of the first wager, if several are played together."""
    expected: float | None = None
    error: float | None = None
    """The standard error of the win."""
    most: float | None = None
    """The standard error if all results of a round were fully correlated."""
    note: str = ""

    @property
    def z(self) -> float | None:
        """The distance between the win and the expected win, in standard errors."""
        return (self.win - self.expected) / self.error if self.expected is not None and self.error else None


class Theory(NamedTuple):
    """The exact figures of a game under one rule set, or the reason why there are none."""

    game: Game
    wagers: tuple[WagerReport, ...]
    why: str = ""


def theories(
    days: Sequence[TableDay], find: Callable[[GameFacts], Game], engine_for: Callable[[str], Engine]
) -> dict[str, Theory]:
    """The exact figures of every game in the facts. Each rule set is analyzed once."""
    by_digest: dict[str, Theory] = {}
    for facts in (each for day in days for each in day.games):
        if facts.rules.digest not in by_digest:
            by_digest[facts.rules.digest] = _theory(find(facts), engine_for)
    return by_digest


def why_unproved(game: Game) -> str:
    """The reason why a game has no exact figures; empty if it has them."""
    if player_banked(game.rules):
        return "a player-dealer banks it, so the house has no stake"
    if not game.rules.wager:
        return "players play against each other, so the house has no stake"
    return "" if has_analysis(game.rules) else "it has no exact analysis"


def _theory(game: Game, engine_for: Callable[[str], Engine]) -> Theory:
    if why := why_unproved(game):
        return Theory(game, (), why)
    if (known := known_report(game.rules)) is not None:
        return Theory(game, known.wagers)
    try:
        return Theory(game, report_in_force(game, engine_for(f"{game.rules.name}, {game.rules.rules}")).wagers)
    except RuleBookError as error:
        return Theory(game, (), str(error))


def lines_of(facts: GameFacts, theory: Theory) -> tuple[list[HoldRow], HoldRow]:
    """A row for each wager, or for wagers that one strategy plays together, and one for all with an exact edge."""
    rules = theory.game.rules
    left = dict(facts.wagers)
    lines, proved = [], []
    for each in theory.wagers:
        names = [name for name in (each.lines or (each.wager,)) if name in left]
        first = next((name for name, wager in rules.wager.items() if wager.label == each.of), each.wager)
        if first not in left or first not in names or first in rules.jackpots:
            continue
        line = _sum(facts, each.label, _tables(theory, names), names, first)
        proved.append(_Proved(names, first, float(each.edge), float(each.standard_deviation)))
        error, most = _errors(facts, proved[-1:])
        expected = float(each.edge * facts.wagers[first].handle)
        lines.append(line._replace(edge=each.edge, expected=expected, error=error, most=most))
        for name in names:
            del left[name]
    covered = [name for name in facts.wagers if name not in left]
    expected = sum(line.expected or 0.0 for line in lines)
    for name in left:
        label = rules.wager[name].label if name in rules.wager else name or "other"
        note = theory.why or ("depends on its jackpot" if name in rules.jackpots else "no exact figure")
        lines.append(_sum(facts, label, _tables(theory, [name]), [name], name)._replace(note=note))
    total = _sum(facts, rules.name, "", covered or list(facts.wagers), "")._replace(note=theory.why)
    if covered:
        note = "total of the wagers with an exact edge" if left else ""
        error, most = _errors(facts, proved)
        total = total._replace(expected=expected, error=error, most=most, note=note)
    return lines, total


def sum_rows(lines: Sequence[HoldRow]) -> HoldRow:
    """The sum of games that have an exact edge. No two of them share a round, so their errors are independent."""
    proved = [line for line in lines if line.expected is not None]
    total = HoldRow("", "", *(sum(getattr(line, name) for line in proved) for name in ("placed", "handle", "win")))
    if not proved:
        return total
    expected = sum(line.expected or 0.0 for line in proved)
    return total._replace(
        expected=expected,
        error=hypot(*(line.error or 0.0 for line in proved)),
        most=hypot(*(line.most or 0.0 for line in proved)),
    )


class _Proved(NamedTuple):
    """Wagers that are played together and have an exact edge."""

    names: Sequence[str]
    first: str
    edge: float
    deviation: float

    def surplus(self) -> dict[Quantity, float]:
        """The win above expectation, as a combination of quantities."""
        return {("win", name): 1.0 for name in self.names} | {("stake", self.first): -self.edge}


def _errors(facts: GameFacts, proved: Sequence[_Proved]) -> tuple[float, float]:
    """The standard error of the win of some wagers, and its maximum."""
    stakes = {("stake", each.first): each.deviation for each in proved}
    alone = sum(_product(facts.own, {name: size}) for name, size in stakes.items())
    most = _product(facts.together, stakes)
    sizes = {name: size for each in proved for name, size in each.surplus().items()}
    common = _product(facts.together, sizes) - sum(_product(facts.own, each.surplus()) for each in proved)
    return sqrt(min(alone + max(common, 0.0), most)), sqrt(most)


def _product(products: Products, by: Mapping[Quantity, float]) -> float:
    """The sum, over all rounds or spots, of the square of a combination of quantities."""
    return sum(
        size * its * products[min(one, other), max(one, other)] for one, size in by.items() for other, its in by.items()
    )


def _tables(theory: Theory, names: Sequence[str]) -> str:
    rules = theory.game.rules
    tables = [rules.wager[name].pays for name in names if name in rules.wager]
    return ", ".join(fill_pattern(each, rules.house) for each in tables if each)


def _sum(facts: GameFacts, label: str, table: str, names: Sequence[str], first: str) -> HoldRow:
    chosen = [facts.wagers[name] for name in names]
    count = facts.wagers[first].count if first in facts.wagers else sum(each.count for each in chosen)
    return HoldRow(label, table, count, sum(each.handle for each in chosen), sum(each.win for each in chosen))


def luck(z: float | None) -> str:
    """A distance in standard errors, in words.

    >>> luck(0.4), luck(-2.5), luck(4.0)
    ('as expected', 'unlucky for the house: at most one result in twenty', 'too far off to be luck: investigate')
    """
    if z is None:
        return ""
    if abs(z) < 1:
        return "as expected"
    if abs(z) < NOTABLE:
        return "within normal luck"
    if abs(z) < ABNORMAL:
        return f"{'' if z > 0 else 'un'}lucky for the house: at most one result in twenty"
    return "too far off to be luck: investigate"


# -- the report as one value ------------------------------------------------------------------------------------------


def report_of(
    facts: list[TableDay], cage: CageReport, expected: dict[str, Theory], first: date, last: date, days: GamingDays
) -> dict[str, Any]:
    """The report as one JSON value, with amounts in cents."""
    rows = [_day(each, expected) | {"day": each.day.isoformat()} for each in facts]
    tables = {each.table: [other for other in facts if other.table == each.table] for each in facts}
    by_day = {each.day: [other for other in facts if other.day == each.day] for each in facts}
    span = {"from": first.isoformat(), "to": last.isoformat()}
    zone = str(days.zone) if days.zone else "this machine's time"
    return {
        "title": "Table games by gaming day",
        "from": first.isoformat(),
        "to": last.isoformat(),
        "gaming_day": f"from {days.begins:%H:%M} to {days.begins:%H:%M}, {zone}",
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "activity": any(row["activity"] for row in rows) or bool(cage.rows),
        "tables": rows,
        "by_day": [
            _day(sum_days(others, "All tables", day), expected) | {"day": day.isoformat()}
            for day, others in by_day.items()
        ],
        "by_table": [_day(sum_days(days, name, first), expected) | span for name, days in tables.items()],
        "all": _day(sum_days(facts, "All tables", first), expected) | span,
        "cage": cage.as_json(),
        "remarks": [],
    }


def _day(day: TableDay, expected: dict[str, Theory]) -> dict[str, Any]:
    main = [name for name in DAY_SUMS if name != "voided"]
    value: dict[str, Any] = {"table": day.table, "activity": not day.quiet}
    value |= {"rounds": day.rounds, "voided": day.voided} | {name: getattr(day, name) for name in main}
    value |= {"handle": day.handle, "win": day.win, "hold_of_drop": _share(day.win, day.drop), "games": []}
    totals = []
    for facts in day.games:
        lines, total = lines_of(facts, expected[facts.rules.digest])
        head = {"game": facts.game, "rules": facts.rules.set, "digest": facts.rules.digest, "rounds": facts.rounds}
        head |= {"house_rules": facts.rules.house}
        totals.append(total)
        value["games"].append(head | _line(total, day.drop) | {"wagers": [_line(line, 0) for line in lines]})
    exact = _line(sum_rows(totals), 0)
    return value | {name: exact[name] for name in _EXACT} | {"exact_win": exact["win"] if exact["luck"] else None}


_EXACT = ("expected_win", "standard_error", "standard_error_most", "z", "luck")


def _line(line: HoldRow, drop: int) -> dict[str, Any]:
    known = line.expected is not None
    return {
        "name": line.name,
        "pay_table": line.table,
        "placed": line.placed,
        "handle": line.handle,
        "win": line.win,
        "hold_of_handle": _share(line.win, line.handle),
        "edge": f"{line.edge.numerator}/{line.edge.denominator}" if line.edge is not None else None,
        "expected_win": round(line.expected, 2) if line.expected is not None else None,
        "expected_of_handle": _share(line.expected or 0, line.handle) if known else None,
        "standard_error": round(line.error, 2) if line.error is not None else None,
        "standard_error_most": round(line.most, 2) if line.most is not None else None,
        "z": round(line.z, 3) if line.z is not None else None,
        "luck": luck(line.z),
        "note": line.note,
    } | ({"expected_of_drop": _share(line.expected or 0, drop) if known else None} if drop else {})


def _share(part: float, total: int) -> float | None:
    return round(part / total, 6) if total else None


WHAT = "hold"
"""The kind of its notes in the cage's book."""
WHY = "the win is too far from the exact expectation to be luck"


def note_abnormal(books: Books, report: Mapping[str, Any], today: date, *, who: str) -> int:
    """Note the abnormal results of a report, as `report_of` makes it. Return how many are new."""
    found = [
        (f"/hold {row['table']} {row['day']} {game['digest']}", row, game)
        for row in report["tables"]
        if date.fromisoformat(row["day"]) < today
        for game in row["games"]
        if abs(game["z"] or 0) >= ABNORMAL
    ]

    def attempt() -> int:
        with books.transaction():
            books.last(CAGE)  # locks the cage, so that two reports do not note the same
            drafts = []
            for key, row, game in found:
                if books.by_key(key) is None:
                    of = {"table": row["table"], "day": row["day"], "game": game["game"]}
                    after = of | {"win": game["win"], "handle": game["handle"], "z": game["z"]}
                    drafts.append(note(WHAT, who, WHY, {"expected": game["expected_win"]}, after)._replace(key=key))
            if drafts:
                books.append(CAGE, drafts)
        return len(drafts)

    return retry_on_conflict(attempt) if found else 0
