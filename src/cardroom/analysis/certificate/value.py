"""A certificate: everything that is known of a game's mathematics under one rule set, as one plain value.

It is put together once; JSON is written here, CSV in `spreadsheets`, the page in `page`, all from the same value. The
value has no date and nothing of the machine in it, so the same rules give the same bytes wherever it is made.
"""

import hashlib
import json
import re
import shlex
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from cardroom.analysis.certificate.comparison import VERDICTS, Comparison, compared
from cardroom.analysis.certificate.methods import method
from cardroom.analysis.provenance import provenance
from cardroom.analysis.report import Report, WagerOutcome, WagerReport, figure
from cardroom.clean import plain_json
from cardroom.play import Game
from cardroom.rulebook import (
    HouseRule,
    Origin,
    PayTable,
    RuleBookError,
    RuleSet,
    origin,
    rule_set,
    rule_sets,
    with_house_rules,
)
from cardroom.rulebook.binding import binding_values
from cardroom.rulebook.schema import filled

__all__ = ["certificate", "digest", "place", "to_json"]

FORMAT = 3
"""Raised when a field changes its meaning."""


def certificate(game: Game, report: Report) -> dict[str, Any]:
    """The certificate of a game that has been analyzed, as JSON has it: fractions as text beside their decimals."""
    rules = game.rules
    found = list(compared(rules, report))
    command, needs, built_in = _made_by(rules)
    made = origin(rules)
    return {
        "format": FORMAT,
        "title": f"{rules.name}, rule set {rules.rules}: exact mathematics",
        "game": game.slug,
        "name": rules.name,
        "rules": rules.rules,
        "id": "" if made.edited else rules.id,
        **provenance(rules, made),
        "script": game.version,
        "file": re.sub(r"[^\w.-]+|^\.+", "_", f"{game.slug}.{rules.rules}")
        + ("" if built_in else f".{rules.digest[:8]}"),
        "command": command,
        "command_needs": needs,
        "house_rules": [_house_rule(rules, name, rule) for name, rule in rules.house_rules.items()],
        "method": list(method(rules, any(each.meter_share for each in report.wagers))),
        "not_covered": _not_covered(rules, report),
        "wagers": [
            _wager(rules, made, list(group)) for _, group in groupby(report.wagers, key=lambda each: each.wager)
        ],
        "comparison": {
            "summary": {verdict: sum(each.verdict == verdict for each in found) for verdict in VERDICTS},
            "figures": [_figure(each) for each in found],
        },
    }


def to_json(said: dict[str, Any]) -> str:
    """The certificate as the text of a JSON file."""
    return plain_json(json.dumps(said, indent=1, ensure_ascii=False)) + "\n"


def digest(said: dict[str, Any]) -> str:
    """SHA-256 of the JSON file: what a page names to say which figures it shows."""
    return hashlib.sha256(to_json(said).encode()).hexdigest()


def place(said: dict[str, Any], cite: str) -> str:
    """A citation without the document and section that the whole certificate is about."""
    return cite.removeprefix(f"{said['source']['document']}, {said['source']['section']}, ")


def _made_by(rules: RuleSet) -> tuple[str, str, bool]:
    """The command that makes this certificate again, what else it needs, and whether it is of a built-in set as is.

    Only a command that leads to the same text is named: a rule set read from a file needs that file.
    """
    chosen = [name for name in rules.house_rules if name in rules.settings]
    settings = {name: rules.house_rules[name].shown(rules.settings[name]) for name in chosen}
    try:
        found = rule_set(rules.game, rules.rules)
        changed = {name: value for name, value in settings.items() if rules.settings[name] != found.settings.get(name)}
        known = with_house_rules(found, changed) == rules
        path = rule_sets(rules.game)[rules.rules]
    except RuleBookError:
        known = False
    if not known:
        needs = "FILE.toml is the file of this rule set, whose rules with these settings have the rules digest named "
        needs += "here; cardroom does not come with it."
        return " ".join(["cardroom certify FILE.toml", *_set(settings)]), needs, False
    command = " ".join(
        ["cardroom certify", shlex.quote(rules.game), "--rules", shlex.quote(rules.rules), *_set(changed)]
    )
    if path.is_relative_to(Path(str(files("cardroom.rulebook")))):
        return command, "", found.digest == rules.digest
    needs = "CARDROOM_RULEBOOK must name the house's folder of rule sets; cardroom does not come with this one."
    return command, needs, False


def _set(settings: dict[str, str]) -> Iterator[str]:
    """House rules as a command line sets them."""
    for name, value in settings.items():
        yield f"--set {shlex.quote(f'{name}={value}')}"


def _house_rule(rules: RuleSet, name: str, rule: HouseRule) -> dict[str, Any]:
    return {
        "name": name,
        "value": rule.shown(rules.house(name)),
        "default": rule.shown(rule.check(name, rule.default)),
        "standing": rule.stands(rules.house(name)),
        "says": rule.says,
        "cite": rules.cite(rule.cite),
    }


def _not_covered(rules: RuleSet, report: Report) -> list[str]:
    """The wagers on the layout of which the analysis says nothing under the house rules in force."""
    known = {name for each in report.wagers if each.in_force for name in (each.wager, *each.lines)}
    # What is placed after the deal is played together with the wager that it equals.
    known |= {name for name, wager in rules.wager.items() if wager.when == "after the deal" and wager.equals in known}
    elsewhere = {name for each in report.wagers for name in (each.wager, *each.lines)}
    return [
        wager.label + (" (under the house rules in force)" if name in elsewhere else "")
        for name, wager in rules.wagers().items()
        if name not in known
    ]


def _wager(rules: RuleSet, made: Origin, reports: list[WagerReport]) -> dict[str, Any]:
    """A wager under each of its pay tables, in the order in which the document has them."""
    first = reports[0]
    names = list(first.settings)
    choices = [rules.house_rules[name].choices for name in names]

    def order(report: WagerReport) -> list[int]:
        said = zip(names, choices, strict=True)
        return [known.index(value) if (value := report.settings[name]) in known else 0 for name, known in said]

    return {
        "wager": first.wager,
        "label": first.label,
        "of": first.of,
        "chosen_by": names,
        "varies_by": "pay table" if _choose_tables(rules, first) else "house rule",
        "parts": {name: rules.wager[name].label for name in first.lines},
        "tables": [_table(rules, made, report) for report in sorted(reports, key=order)],
    }


def _table(rules: RuleSet, made: Origin, report: WagerReport) -> dict[str, Any]:
    """The figures under one choice of pay tables."""
    chosen = rules.replaced(settings=rules.settings | report.settings)
    lines = {name: (*outcomes, *_not_placed(report, outcomes)) for name, outcomes in report.lines.items()}
    report = msgspec.structs.replace(report, lines=lines)
    said = report.to_dict()
    if all(net >= 0 for net in report.distribution):  # nothing is staked on what cannot lose
        said["return"] = None
    for key in ("wager", "label"):
        del said[key]
    rows = [*said["outcomes"], *(row for part in report.lines for row in said["lines"][part])]
    outcomes = [*report.outcomes, *(each for part in report.lines.values() for each in part)]
    for row, outcome in zip(rows, outcomes, strict=True):
        row.update(wagered=figure(outcome.wagered), meter=figure(outcome.meter))
    return {"table": _name(rules, report), "pay_tables": list(_pay_tables(chosen, made, report))} | said


def _not_placed(report: WagerReport, outcomes: Iterable[WagerOutcome]) -> Iterator[WagerOutcome]:
    """The deals in which a wager that is made after the deal is not made: with them, probabilities sum to one."""
    if rest := report.deals - sum(each.count for each in outcomes):
        yield WagerOutcome("not placed", Fraction(0), rest, wagered=Fraction(0))


def _name(rules: RuleSet, report: WagerReport) -> str:
    """What tells this pay table from the others: the printed id, or the house rule and its value."""
    said = []
    for name, value in report.settings.items():
        told = rules.house_rules[name].shown(value)
        said.append(told if _choose_tables(rules, report) else f"{name} {told}")
    return ", ".join(said)


def _choose_tables(rules: RuleSet, report: WagerReport) -> bool:
    """Whether it is pay tables that the house rules of a report choose."""
    wagers = [rules.wager[name] for name in report.lines or (report.wager,)]
    return all(any(f"{{{name}}}" in wager.pays + wager.beaten for wager in wagers) for name in report.settings)


def _pay_tables(rules: RuleSet, made: Origin, report: WagerReport) -> Iterator[dict[str, Any]]:
    """The pay tables that settle the wager and those played with it."""
    for name in report.lines or (report.wager,):
        wager = rules.wager[name]
        for pattern in filter(None, (wager.pays, wager.beaten)):
            table = rules.table(pattern)
            known = {"title": table.title, "id": table.id, "cite": rules.cite(table.cite), "lines": table.lines}
            if made.edited and not _printed(made.base, filled(pattern, rules.house), table):
                after = "changed, after " if isinstance(table.cite, str) else ""  # what a house wrote cites the house
                known |= {"id": "", "cite": after + rules.cite(table.cite)}
            yield {"wager": name, "for": "a beaten hand" if pattern == wager.beaten else ""} | known


def _printed(base: RuleSet | None, name: str, table: PayTable) -> bool:
    """Whether a pay table is as the document prints it."""
    return base is not None and name in base.pay and binding_values(base.pay[name]) == binding_values(table)


def _figure(found: Comparison) -> dict[str, Any]:
    return {
        "cite": found.cite,
        "title": found.title,
        "wager": found.wager,
        "row": found.row,
        "figure": found.figure,
        "table": found.column,
        "printed": found.printed,
        "exact": figure(found.exact),
        "rounded": found.rounded,
        "verdict": found.verdict,
        "difference": figure(found.difference),
        "games": found.games,
        "standard_errors": found.standard_errors,
        "remark": found.remark,
    }
