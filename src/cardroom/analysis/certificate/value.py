"""A certificate: all exact figures of a game under one rule set, as one plain value.

JSON is written here, CSV in `spreadsheets` and the page in `document`, all from this value. It contains no date and
nothing about the machine, so the same rules give the same bytes everywhere.
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

from cardroom.analysis.bankroll import hold_intervals, jackpot_odds
from cardroom.analysis.certificate.comparison import VERDICTS, Comparison, compare_figures
from cardroom.analysis.certificate.exposure import exposure
from cardroom.analysis.certificate.methods import method, wager_method
from cardroom.analysis.certificate.other_rules import by_pay_table
from cardroom.analysis.certificate.returns import StrategyReturn, known_returns
from cardroom.analysis.poker_hands import collection_costs
from cardroom.analysis.report import (
    Report,
    VarianceEstimate,
    WagerOutcome,
    WagerReport,
    estimates,
    figure,
    provenance,
)
from cardroom.analysis.simulation import Agreement, ScriptCheck, Simulation, is_counted_here
from cardroom.analysis.strategy import known_lines
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
from cardroom.rulebook.game_folders import game_folders
from cardroom.rulebook.house_rules import BY_LIMIT
from cardroom.rulebook.schema import AWARD, fill_pattern
from cardroom.rulebook.stakes import BY_STAKES

__all__ = ["certificate", "digest", "estimated_figures", "place", "to_json"]

WORDS = {"probability": "probabilities of net results"}
"""Names of figures that do not say what they are."""

FORMAT = 1
"""The version of the format. It is increased when a field changes its meaning."""


def certificate(
    game: Game,
    report: Report,
    simulation: Simulation | None = None,
    variance: VarianceEstimate | None = None,
    agreement: Agreement | None = None,
    script: ScriptCheck | None = None,
    returns: Iterable[StrategyReturn] = (),
    sensitive: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """The certificate of an analyzed game, for JSON: fractions as text, with their decimals.

    A simulation of the same game is added beside the exact figures. `variance` is an estimate for all wagers together.
    If the game's own code counted the analysis, `agreement` says how it was compared with play. If cardroom did,
    `script` says how it was compared with the script over every deal. `returns` are those of further strategies, and
    `sensitive` is the sensitivity to every house rule, if it was computed.
    """
    rules = game.rules
    comparisons = list(compare_figures(rules, report))
    command, needs, built_in = _made_by(rules)
    command += f" --simulate {simulation.rounds}" if simulation else ""
    command += " --full" if sensitive else ""
    made = origin(rules)
    wagers = [_wager(rules, made, list(group)) for _, group in groupby(report.wagers, key=lambda each: each.wager)]
    return {
        "format": FORMAT,
        "title": f"{rules.name}, rule set {rules.rules}: exact mathematics",
        "game": game.slug,
        "name": rules.name,
        "rules": rules.rules,
        "id": "" if made.edited else rules.id,
        **provenance(rules, made),
        "script": game.version,
        "counted_by": _counted_by(rules, agreement, script),
        "file": re.sub(r"[^\w.-]+|^\.+", "_", f"{game.slug}.{rules.rules}")
        + ("" if built_in else f".{rules.digest[:8]}"),
        "command": command,
        "command_needs": needs,
        "house_rules": [_house_rule(rules, name, rule) for name, rule in rules.house_rules.items()],
        "method": list(method(rules, any(each.meter_share for each in report.wagers), estimated_figures(wagers))),
        "not_covered": _not_covered(rules, report),
        "wagers": wagers,
        "exposure": exposure(rules, report, variance),
        "hold": list(_hold(rules, report)),
        "returns": [each.to_dict() for each in (*known_returns(game, report), *returns)],
        "strategy_card": _card(game),
        "sensitivity": sensitive or _sensitive(rules, report),
        "checks": list(_checks(simulation, agreement, script, comparisons)),
        "jackpots": _jackpots(rules, report),
        "simulation": _simulation(simulation),
        "hands": [each.to_dict() for each in report.hands],
        "collection": [each.to_dict() for each in collection_costs(rules)] if report.hands else [],
        "comparison": {
            "summary": {verdict: sum(each.verdict == verdict for each in comparisons) for verdict in VERDICTS},
            "figures": [_figure(each) for each in comparisons],
        },
    }


def _counted_by(rules: RuleSet, agreement: Agreement | None, script: ScriptCheck | None) -> dict[str, str]:
    """Whose code counted the deals, and how that was checked."""
    if is_counted_here(rules):
        checked = f". Check: {script.words}." if script else ""
        says = f"cardroom's own code, which its tests compare with independent counts{checked}"
        return {"code": "cardroom", "says": says}
    how = agreement.words if agreement else "It was not compared with play, because the game gives no best strategy"
    return {"code": "the game's author", "says": f"the game's own code, which is not part of cardroom. Check: {how}."}


def _hold(rules: RuleSet, report: Report) -> Iterator[dict[str, Any]]:
    """The intervals of hold of every wager in force that has a stake."""
    for each in report.wagers:
        if each.in_force and rules.wager[each.wager].when != AWARD:
            why = "the probabilities of single results are estimates" if each.sample else "there are too many results"
            yield {
                "wager": each.wager,
                "label": each.label,
                "intervals": [one.to_dict() for one in hold_intervals(each)],
                "why": f"Not counted: {why}.",
            }


def _card(game: Game) -> dict[str, Any] | None:
    """The strategy of the most lines that are stored, in words; None if there is none."""
    known = known_lines(game)
    if known is None:
        return None
    pages = known.card(len(known.found))
    words = [f"{moment}: {line}" if moment else line for moment, lines in pages for line in lines]
    return {"lines": len(known.of(len(known.found)).lines), "words": [*words, *known.terms(len(known.found))]}


def _sensitive(rules: RuleSet, report: Report) -> dict[str, Any]:
    """The sensitivity that a report shows without a new count."""
    values = [each.to_dict() for each in by_pay_table(rules, report)]
    return {"counted": False, "values": values, "without_effect": []}


def _checks(
    simulation: Simulation | None,
    agreement: Agreement | None,
    script: ScriptCheck | None,
    comparisons: list[Comparison],
) -> Iterator[dict[str, str]]:
    """Each check that does not use the counts, by name, with its result."""
    if agreement:
        yield {"check": "Script of the game", "says": f"{agreement.words}."}
    elif script:
        yield {"check": "Script of the game", "says": f"{script.words}."}
    if simulation:
        far = max((abs(each.distance) for each in simulation.wagers if each.distance is not None), default=0.0)
        says = f"{simulation.rounds:,} rounds with the seed “{simulation.seed}”: no edge is farther from the exact one "
        yield {"check": "Simulated rounds", "says": f"{says}than {far:.2f} standard errors."}
    if comparisons:
        same = sum(each.verdict == "reproduced" for each in comparisons)
        near = sum(each.verdict == "within sampling error" for each in comparisons)
        says = (
            f"{len(comparisons)} figures that the document prints: {same} reproduced, {near} within the error of its "
        )
        says += f"simulation, {len(comparisons) - same - near} different"
        yield {"check": "Printed figures", "says": f"{says}."}


def _jackpots(rules: RuleSet, report: Report) -> list[dict[str, Any]]:
    """The long-run figures of every meter that a wager of the report pays from."""
    if not any(each.meter_share for each in report.wagers if each.in_force):
        return []
    return [each.to_dict() for each in jackpot_odds(rules)]


def _simulation(simulation: Simulation | None) -> dict[str, Any] | None:
    """The estimates of a simulation, without its counts."""
    if simulation is None:
        return None
    wagers = [
        {name: value for name, value in each.to_dict(simulation.seed).items() if name != "results"}
        for each in simulation.wagers
    ]
    main = {"rounds": simulation.rounds, "seed": simulation.seed, "strategy": simulation.strategy}
    return main | {"compiled": simulation.compiled, "wagers": wagers}


def estimated_figures(wagers: Iterable[dict[str, Any]]) -> str:
    """The figures of a certificate's wagers that are estimates, in words; empty if all are exact."""
    found = []
    for wager in wagers:
        if names := dict.fromkeys(estimates(wager["tables"])):
            words = [WORDS.get(name, name.replace("_", " ")) for name in names]
            found.append(f"{' and '.join(words)} of {wager['label']}")
    return ", ".join(found)


def to_json(cert: dict[str, Any]) -> str:
    """The certificate as the text of a JSON file."""
    return plain_json(json.dumps(cert, indent=1, ensure_ascii=False)) + "\n"


def digest(cert: dict[str, Any]) -> str:
    """The SHA-256 of the JSON file. The page prints it to identify its figures."""
    return hashlib.sha256(to_json(cert).encode()).hexdigest()


def place(cert: dict[str, Any], cite: str) -> str:
    """A citation without the certificate's own document and section."""
    return cite.removeprefix(f"{cert['source']['document']}, {cert['source']['section']}, ")


def _made_by(rules: RuleSet) -> tuple[str, str, bool]:
    """The command that reproduces this certificate, what else it needs, and whether the rule set is a built-in one.

    The command must lead to the same text, so a rule set read from a file needs that file.
    """
    chosen = [name for name in rules.house_rules if name in rules.settings]
    settings = {name: rules.house_rules[name].shown(rules.settings[name]) for name in chosen}
    try:
        named = rule_set(rules.game, rules.rules)
        changed = {name: value for name, value in settings.items() if rules.settings[name] != named.settings.get(name)}
        known = with_house_rules(named, changed) == rules
        path = rule_sets(rules.game)[rules.rules]
    except RuleBookError:
        known = False
    if not known:
        needs = "FILE.toml is the file of this rule set. With these settings, its rules digest is the one above. It is "
        needs += "not part of cardroom."
        return " ".join(["cardroom certify FILE.toml", *_set(settings)]), needs, False
    command = " ".join(
        ["cardroom certify", shlex.quote(rules.game), "--rules", shlex.quote(rules.rules), *_set(changed)]
    )
    if path.is_relative_to(Path(str(files("cardroom.rulebook")))):
        return command, "", named.digest == rules.digest
    if path.parent in [each.path for each in game_folders()]:
        return (
            command,
            "Install the game's package, or name its folder with --games. It is not part of cardroom.",
            False,
        )
    needs = "Set CARDROOM_RULEBOOK to the house's folder of rule sets. This rule set is not part of cardroom."
    return command, needs, False


def _set(settings: dict[str, str]) -> Iterator[str]:
    """House rules as command-line options."""
    for name, value in settings.items():
        yield f"--set {shlex.quote(f'{name}={value}')}"


def _house_rule(rules: RuleSet, name: str, rule: HouseRule) -> dict[str, Any]:
    value = rule.shown(rules.house(name))
    follows = rule.default in (BY_STAKES, BY_LIMIT) and name not in rules.settings  # what stakes or limit give
    return {
        "name": name,
        "value": value,
        "default": value if follows else rule.shown(rule.check(name, rule.default)),
        "standing": rules.stands(name),
        "says": rule.says,
        "cite": rules.cite(rule.cite),
    }


def _not_covered(rules: RuleSet, report: Report) -> list[str]:
    """The wagers on the layout that the analysis does not cover under the house rules in force."""
    known = {name for each in report.wagers if each.in_force for name in (each.wager, *each.lines)}
    # A wager placed after the deal is analyzed together with the wager that it must equal.
    known |= {name for name, wager in rules.wager.items() if wager.when == "after the deal" and wager.equals in known}
    elsewhere = {name for each in report.wagers for name in (each.wager, *each.lines)}
    return [
        wager.label + (" (under the house rules in force)" if name in elsewhere else "")
        for name, wager in rules.wagers().items()
        if name not in known
    ]


def _wager(rules: RuleSet, made: Origin, reports: list[WagerReport]) -> dict[str, Any]:
    """A wager under each of its pay tables, in the order of the document."""
    first = reports[0]
    names = list(first.settings)
    choices = [rules.house_rules[name].choices for name in names]

    def order(report: WagerReport) -> list[int]:
        pairs = zip(names, choices, strict=True)
        return [known.index(value) if (value := report.settings[name]) in known else 0 for name, known in pairs]

    return {
        "wager": first.wager,
        "label": first.label,
        "of": first.of,
        "chosen_by": names,
        "varies_by": "pay table" if _choose_tables(rules, first) else "house rule",
        "parts": {name: rules.wager[name].label for name in first.lines},
        "method": wager_method(rules, first.wager),
        "tables": [_table(rules, made, report) for report in sorted(reports, key=order)],
    }


def _table(rules: RuleSet, made: Origin, report: WagerReport) -> dict[str, Any]:
    """The figures under one choice of pay tables."""
    chosen = rules.replaced(settings=rules.settings | report.settings)
    lines = {name: (*outcomes, *_not_placed(report, outcomes)) for name, outcomes in report.lines.items()}
    report = msgspec.structs.replace(report, lines=lines)
    figures = report.to_dict()
    if all(net >= 0 for net in report.distribution):  # an award, which has no stake
        figures["return"] = None
    for key in ("wager", "label"):
        del figures[key]
    rows = [*figures["outcomes"], *(row for part in report.lines for row in figures["lines"][part])]
    outcomes = [*report.outcomes, *(each for part in report.lines.values() for each in part)]
    for row, outcome in zip(rows, outcomes, strict=True):
        row.update(wagered=figure(outcome.wagered), meter=figure(outcome.meter))
    return {"table": _name(rules, report), "pay_tables": list(_pay_tables(chosen, made, report))} | figures


def _not_placed(report: WagerReport, outcomes: Iterable[WagerOutcome]) -> Iterator[WagerOutcome]:
    """The deals in which a later wager is not placed, so that its probabilities sum to one."""
    if rest := report.deals - sum(each.count for each in outcomes):
        yield WagerOutcome("not placed", Fraction(0), rest, wagered=Fraction(0))


def _name(rules: RuleSet, report: WagerReport) -> str:
    """The name of this choice of pay tables: the printed ids, or the house rules with their values."""
    names = []
    for name, value in report.settings.items():
        shown = rules.house_rules[name].shown(value)
        names.append(shown if _choose_tables(rules, report) else f"{name} {shown}")
    return ", ".join(names)


def _choose_tables(rules: RuleSet, report: WagerReport) -> bool:
    """Whether the house rules of a report choose pay tables."""
    wagers = [rules.wager[name] for name in report.lines or (report.wager,)]
    return all(any(f"{{{name}}}" in wager.pays + wager.beaten for wager in wagers) for name in report.settings)


def _pay_tables(rules: RuleSet, made: Origin, report: WagerReport) -> Iterator[dict[str, Any]]:
    """The pay tables that settle the wager and those played with it."""
    for name in report.lines or (report.wager,):
        wager = rules.wager[name]
        for pattern in filter(None, (wager.pays, wager.beaten)):
            table = rules.table(pattern)
            known = {"title": table.title, "id": table.id, "cite": rules.cite(table.cite), "lines": table.lines}
            if made.edited and not _is_as_printed(made.base, fill_pattern(pattern, rules.house), table):
                after = "changed, after " if isinstance(table.cite, str) else ""  # a house's own text cites the house
                known |= {"id": "", "cite": after + rules.cite(table.cite)}
            yield {"wager": name, "for": "a beaten hand" if pattern == wager.beaten else ""} | known


def _is_as_printed(base: RuleSet | None, name: str, table: PayTable) -> bool:
    """Whether a pay table is exactly as printed in the document."""
    return base is not None and name in base.pay and binding_values(base.pay[name]) == binding_values(table)


def _figure(each: Comparison) -> dict[str, Any]:
    return {
        "cite": each.cite,
        "title": each.title,
        "wager": each.wager,
        "row": each.row,
        "figure": each.figure,
        "table": each.column,
        "printed": each.printed,
        "exact": figure(each.exact),
        "rounded": each.rounded,
        "verdict": each.verdict,
        "difference": figure(each.difference),
        "games": each.games,
        "standard_errors": each.standard_errors,
        "remark": each.remark,
    }
