"""Reports in the store, so that the second answer needs no counting.

A report is stored by the digest of its rules, what else of them it shows (labels, and pay tables that are not in
force), and the version of the game's analysis. Reports of games from outside the package are never stored, because
nothing tells when their code changes.
"""

from contextlib import nullcontext

import msgspec

from cardroom.analysis import analyze
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.poker_hands import HandFrequencies, cards_of
from cardroom.analysis.report import Report, WagerReport, analysis_of, has_analysis, in_force_only
from cardroom.analysis.store.entries import counting_again, find, keep, key_of
from cardroom.games import all_games, game_of
from cardroom.games.declarations import SOURCES, declaration
from cardroom.play import Game
from cardroom.rulebook import RuleSet
from cardroom.rulebook.binding import binding_values

__all__ = ["known_report", "report_in_force", "report_key", "stored_analysis"]


class StoredReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """A report without what its rules say themselves."""

    of: str
    """The first game and rule set that have this report. Others that play alike have it too."""
    wagers: tuple[WagerReport, ...] = ()
    hands: tuple[HandFrequencies, ...] = ()


def stored_analysis(game: Game, engine: Engine = LOCAL, *, recount: bool = False) -> Report:
    """As `analyze`, but only the first call for a rule set counts; later ones, in any process, read its report.

    `recount` counts in any case, and stores the new report.

    >>> import cardroom
    >>> stored_analysis(cardroom.game("ez-baccarat")) == analyze(cardroom.game("ez-baccarat"))
    True
    """
    if not recount and (stored := _stored(game.rules)):
        return stored
    with counting_again() if recount else nullcontext():
        report = analyze(game, engine)
    if key := report_key(game.rules):
        keep(key, StoredReport(_first_with(key, game), report.wagers, report.hands))
    return report


def _first_with(key: str, game: Game) -> str:
    """The name of the first game that has the report of this game, so that an entry does not depend on who counted."""
    alike = all_games() if game.rules.poker else ()
    first = next((each for each in alike if report_key(each.rules) == key), game)
    return f"{first.slug}/{first.rules.rules}"


def report_in_force(game: Game, engine: Engine = LOCAL) -> Report:
    """The report of the wagers in force alone: stored, or computed now."""
    return _wagers_in_force(stored_analysis(game_of(_in_force(game.rules)), engine))


def known_report(rules: RuleSet) -> Report | None:
    """The report of the wagers in force, if it is stored. It loads no NumPy.

    >>> import cardroom
    >>> known_report(cardroom.game("heads-up-holdem").rules).wager("ante").edge
    Fraction(840983767, 35658730800)
    """
    report = _stored(_in_force(rules))
    return report and _wagers_in_force(report)


def _wagers_in_force(report: Report) -> Report:
    return msgspec.structs.replace(report, wagers=tuple(each for each in report.wagers if each.in_force))


def _in_force(rules: RuleSet) -> RuleSet:
    return in_force_only(rules) if has_analysis(rules) else rules


def _stored(rules: RuleSet) -> Report | None:
    key = report_key(rules)
    stored = find(key, StoredReport) if key else None
    return Report.of(rules, stored.wagers, stored.hands) if stored else None


def report_key(rules: RuleSet) -> str | None:
    """The key of a report; None if the rules have none, or their script is not one of the package.

    How often hands occur depends on the cards alone: many rule sets of poker games share one report.

    >>> from cardroom.rulebook import rule_set
    >>> report_key(rule_set("ez-baccarat")) == report_key(rule_set("ez-baccarat", "standard"))
    False
    """
    known = analysis_of(rules)
    if known is None or declaration(rules.script) is not SOURCES[0].find(rules.script):
        return None
    if known.counter is None and (cards := cards_of(rules)):
        return key_of(f"hands {known.version}", _text(cards))
    labels = {name: wager.label for name, wager in rules.wager.items()}
    tables = {name: binding_values(table) for name, table in rules.pay.items()}
    choices = {name: rule.choices for name, rule in rules.house_rules.items()}
    return key_of(f"report {known.version}", rules.digest, _text([labels, tables, choices]))


def _text(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")
