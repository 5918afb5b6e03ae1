"""Reports of exact analysis, stored in the user's cache folder, so that the second answer needs no counting.

A report is stored by the digest of everything that it depends on: the whole rule set with its house rules, the source
of the package, and the counts that come with it. A change to any of these gives a different digest, and the deals are
counted again. Reports of games from outside the package are never stored, because their code is not covered.
"""

from contextlib import nullcontext
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from cardroom.analysis import analyze
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report.reports import Report
from cardroom.analysis.report.stored import cache_folder, counting_again, digest_of, store_text
from cardroom.games.declarations import SOURCES, find
from cardroom.play import Game
from cardroom.rulebook import RuleSet

__all__ = ["read_report", "report_digest", "source_digest", "stored_analysis", "write_report"]

FOLDER = Path(__file__).parents[2]
"""The folder of the package."""


def stored_analysis(game: Game, engine: Engine = LOCAL, *, recount: bool = False) -> Report:
    """As `analyze`, but only the first call for a rule set counts; later ones, in any process, read its report.

    `recount` counts in any case, and stores the new report.

    >>> import cardroom
    >>> stored_analysis(cardroom.game("ez-baccarat")) == analyze(cardroom.game("ez-baccarat"))
    True
    """
    digest = report_digest(game.rules)
    place = cache_folder() / f"report-{digest}.json" if digest else None
    if place and not recount and (stored := _read(place)):
        return stored
    with counting_again() if recount else nullcontext():
        report = analyze(game, engine)
    if place:
        store_text(place, write_report(report))
    return report


def _read(place: Path) -> Report | None:
    try:
        return read_report(place.read_bytes())
    except (OSError, msgspec.MsgspecError):
        return None


def report_digest(rules: RuleSet) -> str | None:
    """The digest of everything that a report depends on; None if its script is not one of the package.

    >>> from cardroom.rulebook import rule_set
    >>> report_digest(rule_set("ez-baccarat")) == report_digest(rule_set("ez-baccarat", "standard"))
    False
    """
    if find(rules.script) is not SOURCES[0].find(rules.script):
        return None
    return digest_of("report", rules.game, msgspec.json.encode(rules), source_digest(FOLDER))


def write_report(report: Report) -> bytes:
    """A report as text. Fractions are written as such."""
    return msgspec.json.encode(report, enc_hook=_encode)


def read_report(text: bytes) -> Report:
    """The report of a text."""
    return msgspec.json.decode(text, type=Report, dec_hook=_decode)


def _encode(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"a report with a {type(value).__name__} cannot be stored")


def _decode(kind: type, value: Any) -> Any:
    if kind is Fraction:
        return Fraction(value)
    raise NotImplementedError(f"a report with a {kind.__name__} cannot be read")


@cache
def source_digest(folder: Path) -> str:
    """The digest of a package's source, and of the counts that come with it. It is computed once in a process."""
    files = sorted([*folder.rglob("*.py"), *(folder / "analysis").glob("*.json")])
    return digest_of(*(part for file in files for part in (str(file.relative_to(folder)), file.read_bytes())))
