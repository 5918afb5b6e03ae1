"""What the certificate says of hold, of returns under other strategies and house rules, and of independent checks."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from cardroom.analysis.certificate.markup import Child, Markup, element, grid
from cardroom.analysis.certificate.results import percent, percent_figure
from cardroom.analysis.report import is_estimate

__all__ = ["checks_section", "hold_section", "returns_section", "sensitivity_section"]

COUNT_MORE = element("code", "cardroom certify --full"), " counts them."


def hold_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The intervals of the bank's hold, by wager and number of rounds."""
    about = "Hold is the bank's average gain per unit of the wager, over a number of rounds that do not depend on each "
    about += "other. The normal approximation is the edge ± 1.96 (95 %) or 2.576 (99 %) standard deviations "
    about += "divided by the square root of the number of rounds. “Contains the hold” is the probability that the hold "
    about += "is really in it. The counted interval leaves out at most half of the remaining probability on each side. "
    about += "Both are computed from the distribution of one round by a Fourier transform. The JSON file has a bound "
    about += "on the rounding errors."
    yield element("p", about)
    for wager in cert["hold"]:
        yield element("h3", wager["label"])
        rows: list[list[Child]] = []
        for each in wager["intervals"]:
            level = f"{100 * each['level']['decimal']:.0f} %"
            contains = f"{100 * each['probability']['decimal']:.2f} %" if each["probability"] else "not counted"
            counted = _from_to(each["counted"]) if each["counted"] else "not counted"
            rows.append([f"{each['rounds']:,}", level, _from_to(each["normal"]), contains, counted])
        yield grid(["Rounds", "Level", "Normal approximation", "Contains the hold", "Counted interval"], rows)
        if any(each["probability"] is None for each in wager["intervals"]):
            yield element("p", wager["why"], class_="small")


def _from_to(ends: list[dict[str, Any]]) -> str:
    return " to ".join(f"{100 * each['decimal']:.3f} %".replace("-", "−") for each in ends)


def returns_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The edge of the base game under each strategy."""
    if not cert["returns"]:
        yield element("p", "The player decides nothing after the wagers, so every player has the same return.")
        return
    yield element("p", "Per unit of the first wager. Cost is what the player loses compared with the best strategy.")
    rows: list[list[Child]] = []
    for each in cert["returns"]:
        cost = percent_figure(each["cost"]) if each["kind"] != "best" else ""
        how = f"{each['edge']['rounds']:,} rounds" if is_estimate(each["edge"]) else "exact"
        rows.append(
            [each["strategy"], each["kind"], percent_figure(each["edge"]), percent_figure(each["return"]), cost, how]
        )
    yield grid(["Strategy", "Play", "Edge", "Return", "Cost", ""], rows, left=2)
    if cert["strategy_card"]:
        many = cert["strategy_card"]["lines"]
        command = element("code", f"cardroom strategy {cert['game']} --lines {many}")
        yield element("p", "This is the longest stored list of plain lines. ", command, " prints it:", class_="small")
        yield element("ul", (element("li", line) for line in cert["strategy_card"]["words"]), class_="plain small")
    if not cert["sensitivity"]["counted"]:
        yield element("p", "Usual and bad play are not counted here. ", COUNT_MORE, class_="small")


def sensitivity_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The edges under other values of each house rule."""
    known = cert["sensitivity"]
    rows: list[list[Child]] = []
    for (rule, now), group in groupby(known["values"], key=lambda each: (each["rule"], each["in_force"])):
        for each in group:
            first: Child = (element("code", rule), element("small", f"in force: {now}"))
            for edge in each["edges"]:
                change = percent(edge["difference"]["decimal"])
                change = change if change.startswith("−") else f"+{change}"
                rows.append([first, each["value"], edge["label"], percent(edge["edge"]["decimal"]), change])
            rows += [[first, each["value"], label, "not offered", ""] for label in each["not_offered"]]
            if each["why"]:
                rows.append([first, each["value"], f"not possible: {each['why']}", "", ""])
    if rows:
        yield element("p", "Each row changes one house rule. The others stay as they are.")
        yield grid(["House rule", "Other value", "Wager", "Edge", "Change"], rows, left=3)
    else:
        yield element("p", "No other value of a house rule changes an edge here.")
    if known["without_effect"]:
        yield element("p", f"These change no edge: {', '.join(known['without_effect'])}.")
    if not known["counted"]:
        about = (
            "Only pay tables are compared here: every report has their edges. The other house rules are not counted. "
        )
        yield element("p", about, COUNT_MORE, class_="small")
    about = "Limits and fees change no edge per unit, so they are not tried."
    yield element("p", about, class_="small")


def checks_section(cert: dict[str, Any]) -> Iterator[Markup]:
    """The checks that do not use the counts, with their results."""
    if not cert["checks"]:
        yield element("p", "This certificate has none.")
        return
    rows: list[list[Child]] = [[each["check"], each["says"]] for each in cert["checks"]]
    yield grid(["Check", "Result"], rows, left=2, wrap=True)
