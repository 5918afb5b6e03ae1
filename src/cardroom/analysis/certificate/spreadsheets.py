"""A certificate's figures as CSV: one row for each line, or one for each wager and pay table."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardroom.analysis.report import is_estimate
from cardroom.clean import cell

__all__ = ["hold_csv", "lines_csv", "returns_csv", "sensitivity_csv", "strategy_csv", "summary_csv"]


def lines_csv(cert: dict[str, Any]) -> str:
    """One row for each wager, pay table and line. `part` is the single wager, if several are played together."""
    rows = []
    for wager, table in _tables(cert):
        parts = {"": table["outcomes"]} | table["lines"]
        for part, outcomes in parts.items():
            for row in outcomes:
                keys = {"wager": wager["wager"], "table": table["table"], "in_force": _yes(table["in_force"])}
                spread = {"part": part} | {key: row[key] for key in ("line", "decision", "pays", "combinations")}
                spread["deals"] = table["deals"]
                rows.append(keys | spread | _pairs(row, ("net", "wagered", "probability", "return")))
    for hands in cert["hands"]:
        for row in hands["lines"]:
            keys = {"hand": hands["title"], "exact": _yes(hands["exact"]), "line": row["line"]}
            counts = {"combinations": row["deals"], "deals": hands["deals"]}
            error = {"standard_error": row["probability"].get("standard_error", "")}
            rows.append(keys | counts | _pairs(row, ("probability",)) | error)
    return _csv(rows)


def strategy_csv(cert: dict[str, Any]) -> str:
    """One row for each line of the best strategy, of each wager and pay table."""
    return _csv(
        [
            {"wager": wager["wager"], "table": table["table"], "in_force": _yes(table["in_force"]), "strategy": line}
            for wager, table in _tables(cert)
            for line in table["strategy"]
        ]
    )


def hold_csv(cert: dict[str, Any]) -> str:
    """One row for each wager, number of rounds and level. The last columns are empty where they were not counted."""
    rows = []
    for wager in cert["hold"]:
        for each in wager["intervals"]:
            row = {"wager": wager["wager"], "rounds": each["rounds"], "level": each["level"]["exact"]}
            for name in ("normal", "counted"):
                row |= dict.fromkeys((f"{name}_from", f"{name}_to"), "")
                if ends := each[name]:
                    row |= {f"{name}_from": ends[0]["decimal"], f"{name}_to": ends[1]["decimal"]}
            inside = each["probability"] or {}
            row["probability_in_normal"] = inside.get("decimal", "")
            row["probability_error_at_most"] = inside.get("error_at_most", "")
            rows.append(row)
    return _csv(rows)


def returns_csv(cert: dict[str, Any]) -> str:
    """One row for each strategy: its edge, return and cost; estimates have a standard error and no fraction."""
    rows = []
    for each in cert["returns"]:
        row = {"strategy": each["strategy"], "kind": each["kind"]} | _pairs(each, ("edge", "return", "cost"))
        rows.append(row | {"standard_error": each["edge"].get("standard_error", "")})
    return _csv(rows)


def sensitivity_csv(cert: dict[str, Any]) -> str:
    """One row for each value of a house rule and wager whose edge it changes."""
    rows = []
    for each in cert["sensitivity"]["values"]:
        keys = {"house_rule": each["rule"], "in_force": each["in_force"], "value": each["value"]}
        for edge in each["edges"]:
            rows.append(keys | {"wager": edge["wager"]} | _pairs(edge, ("edge", "difference")))
    return _csv(rows)


def summary_csv(several: Iterable[dict[str, Any]]) -> str:
    """One row for each wager and pay table, of one certificate or of many."""
    rows = []
    for cert in several:
        for wager, table in _tables(cert):
            keys = {"game": cert["game"], "rules": cert["rules"], "digest": cert["digest"], "wager": wager["wager"]}
            keys |= {"label": wager["label"], "table": table["table"], "in_force": _yes(table["in_force"])}
            keys |= {"deals": table["deals"], "edge_of": wager["of"]}
            exact = ("edge", "return", "average_wager", "element_of_risk", "variance", "hit_frequency")
            rest = {key: table[key]["decimal"] for key in ("standard_deviation", "volatility_index")}
            rest |= _errors(table, ("variance", "hit_frequency", "standard_deviation", "volatility_index"))
            rest["note"] = table["note"]
            rest["decisions"] = "; ".join(f"{name} {share['exact']}" for name, share in table["decisions"].items())
            jackpot = table["jackpot"] or dict.fromkeys(("wager_cents", "meter_cents"), "")
            rest |= {"jackpot_wager_cents": jackpot["wager_cents"], "jackpot_meter_cents": jackpot["meter_cents"]}
            metered = _pairs(jackpot, ("meter_share", "return_from_meter", "break_even_meter_cents"))
            best = {"edge_at_best_play": (table["best_play"] or {}).get("edge")}
            rows.append(keys | _pairs(table, exact) | rest | metered | _pairs(best, best))
    return _csv(rows)


def _tables(cert: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for wager in cert["wagers"]:
        for table in wager["tables"]:
            yield wager, table


def _pairs(of: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Two columns for each number: the fraction, empty if it is a root or an estimate, and its decimal."""
    pairs: dict[str, Any] = {}
    for name in names:
        number = of.get(name) or {"decimal": ""}
        pairs |= {name: number.get("exact", ""), f"{name}_decimal": number["decimal"]}
    return pairs


def _errors(of: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """The standard errors of figures, their simulated rounds and seed; empty where figures are exact."""
    errors = {f"{name}_standard_error": of[name].get("standard_error", "") for name in names}
    first: dict[str, Any] = next((of[name] for name in names if is_estimate(of[name])), {})
    return errors | {"estimate_rounds": first.get("rounds", ""), "estimate_seed": first.get("seed", "")}


def _yes(flag: bool) -> str:
    return "yes" if flag else "no"


def _csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: cell(value) for key, value in row.items()} for row in rows)
    return text.getvalue()
