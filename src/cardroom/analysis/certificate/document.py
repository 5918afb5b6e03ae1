"""A certificate as one self-contained HTML page without scripts, for screens, phones and paper.

It is made from the certificate's value alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardroom.analysis.certificate.annexes import (
    exposure_section,
    meters_section,
    sign_off_section,
    simulation_section,
)
from cardroom.analysis.certificate.comparison import summary_words
from cardroom.analysis.certificate.hold_and_returns import (
    checks_section,
    hold_section,
    returns_section,
    sensitivity_section,
)
from cardroom.analysis.certificate.markup import Child, Markup, element, grid, page
from cardroom.analysis.certificate.results import (
    STAR,
    counts_section,
    notes,
    percent,
    results_section,
    return_text,
)
from cardroom.analysis.certificate.style import STYLE
from cardroom.analysis.certificate.value import digest, estimated_figures
from cardroom.analysis.certificate.verdicts import comparison_section
from cardroom.figures import kinds
from cardroom.version import SourceCommit

__all__ = ["certificate_page", "index_page"]


def certificate_page(cert: dict[str, Any], date: str) -> str:
    """The page of a certificate. Only the date does not depend on the rules and the program alone."""
    sections = (
        ("scope", "Scope", _scope(cert)),
        ("results", "Results", results_section(cert)),
        ("comparison", "Comparison with printed figures", comparison_section(cert)),
        ("exposure", "Exposure", exposure_section(cert)),
        *([("meters", "Meters in the long run", meters_section(cert))] if cert["jackpots"] else ()),
        *_laboratory(cert),
        *([("simulation", "Independent simulation", simulation_section(cert))] if cert["simulation"] else ()),
        ("method", "Method", (element("p", text) for text in cert["method"])),
        ("rules", "House rules in force", _house_rules(cert)),
        ("again", "How to reproduce it", _reproduction(cert)),
        ("sign-off", "Sign-off", sign_off_section(cert)),
        *([("counts", "Appendix: counts", counts_section(cert))] if cert["wagers"] else ()),
    )
    header = element(
        "header",
        element("p", "Certificate of exact mathematics", class_="over"),
        element("h1", cert["name"]),
        element("p", f"Rule set {cert['rules']}. {_source(cert)}", class_="under"),
        _made_on(date),
        element("nav", (element("a", heading, href=f"#{name}") for name, heading, _ in sections)),
    )
    main = (element("section", element("h2", heading), content, id=name) for name, heading, content in sections)
    foot = f"cardroom {_version(cert)}. Rules digest {cert['digest']}."
    return _sheet(cert["title"], header, element("main", main), element("footer", foot))


def _laboratory(cert: dict[str, Any]) -> Iterator[tuple[str, str, Iterator[Markup]]]:
    """The sections that a game without a bank does not have."""
    if cert["wagers"]:
        yield "hold", "Hold by number of rounds", hold_section(cert)
        yield "returns", "Return under other strategies", returns_section(cert)
        yield "sensitivity", "Sensitivity to house rules", sensitivity_section(cert)
        yield "checks", "Independent checks", checks_section(cert)


def index_page(several: Sequence[dict[str, Any]], date: str) -> str:
    """The index page of several certificates."""
    about = "Every game and rule set that has an exact analysis, with the edge of each wager under the house rules "
    about += "in force. The figures of all pay tables are in summary.csv and in each game's own files."
    header = element(
        "header",
        element("p", "Certificates of exact mathematics", class_="over"),
        element("h1", "cardroom"),
        _made_on(date),
    )
    digests: list[list[Child]] = [[f"{cert['file']}.json", element("code", digest(cert))] for cert in several]
    main = element(
        "main",
        element("section", element("h2", "Games"), element("p", about), (_entry(cert) for cert in several)),
        element("section", element("h2", "Digests"), grid(["File", "SHA-256"], digests, left=2)),
    )
    return _sheet("Certificates of exact mathematics", header, main)


def _entry(cert: dict[str, Any]) -> Iterator[Markup]:
    """A game in the index."""
    yield element("h3", element("a", cert["name"], href=f"{cert['file']}.html"))
    printed = summary_words(cert["comparison"]["summary"])
    about = f"Rule set {cert['rules']}. {_source(cert)}." + (f" Printed figures: {printed}." if printed else "")
    yield element("p", about, class_="soft small")
    rows: list[list[Child]] = []
    for wager in cert["wagers"]:
        for table in wager["tables"]:
            if table["in_force"]:
                small = element("small", table["table"]) if table["table"] else None
                figures = [percent(table["edge"]["decimal"]), return_text(table)]
                rows.append([(wager["label"], STAR if table["note"] else None, small), *figures])
    if rows:
        yield grid(["Wager", "Edge", "Return"], rows)
    for hands in cert["hands"]:
        how = "exact" if hands["exact"] else "simulated"
        yield element("p", f"{hands['title']}: {hands['deals']:,} hands, {how}.", class_="small")
    yield from notes(cert)


def _sheet(title: str, *body: Child) -> str:
    """A page with the certificates' style."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", STYLE),
    )
    return page(head, element("body", *body))


def _made_on(date: str) -> Markup:
    return element("p", f"Made on {date}", class_="soft small")


# -- sections ---------------------------------------------------------------------------------------------------


def _scope(cert: dict[str, Any]) -> Iterator[Markup]:
    facts = {
        "Game": f"{cert['name']} ({cert['game']})",
        "Rule set": ", ".join(filter(None, (cert["rules"], cert["id"]))),
        "Source": _source(cert),
        "Differences from it": _list(each["words"] for each in cert["differences"] if cert["edited"]),
        "House rules that differ from the default": _list(_changed_rules(cert)),
        "Rules digest": element("code", f"SHA-256 {cert['digest']}"),
        "Procedure": cert["script"],
        "Computed by": f"cardroom {_version(cert)}",
        "Counted by": cert["counted_by"]["says"],
        "Covers": "; ".join(
            [_covers(wager) for wager in cert["wagers"] if _in_force(wager)]
            + [hands["title"] for hands in cert["hands"]]
        ),
        "Does not cover": ", ".join(cert["not_covered"]),
        "Printed figures": summary_words(cert["comparison"]["summary"]) or "none recorded for this rule set",
    }
    yield element("dl", ((element("dt", name), element("dd", fact)) for name, fact in facts.items() if fact))
    yield element("p", _exactness(cert))


def _exactness(cert: dict[str, Any]) -> str:
    """Which figures are exact and which are not, in words, from the figures themselves."""
    simulated = [hands["title"] for hands in cert["hands"] if not hands["exact"]]
    if simulated:
        return f"Simulated, with standard errors: {'; '.join(simulated)}. All other figures are exact."
    estimated = [estimated_figures(cert["wagers"])]
    parts = cert | {"exposure": cert["exposure"]["combined"]}  # the rest of it is of the wagers
    estimated += [words for name, words in ESTIMATED.items() if "estimate" in kinds(parts[name])]
    about = [each for each in estimated if each]
    rounded = ", except the intervals of hold, which are rounded" if "rounded" in kinds(cert["hold"]) else ""
    if about:
        words = f"Estimates, with standard errors: {', '.join(about)}. All other figures are exact"
        return f"{words}, computed over all deals{rounded}."
    return f"Every figure here is exact, computed over all deals{rounded}. Nothing is simulated."


ESTIMATED = {
    "exposure": "standard deviation of all wagers together",
    "returns": "returns of bots",
    "simulation": "edges of the simulation",
}
"""The sections that can have estimates beside those of the wagers, with their figures in words."""


def _in_force(wager: dict[str, Any]) -> bool:
    return any(table["in_force"] for table in wager["tables"])


def _covers(wager: dict[str, Any]) -> str:
    names = [table["table"] for table in wager["tables"]]
    if len(names) == 1:
        return str(wager["label"])
    return (
        f"{wager['label']} ({', '.join(names) if wager['varies_by'] == 'house rule' else f'{len(names)} pay tables'})"
    )


def _house_rules(cert: dict[str, Any]) -> Iterator[Markup]:
    rows: list[list[Child]] = []
    for rule in cert["house_rules"]:
        other = element("small", f"default {rule['default']}") if rule["value"] != rule["default"] else None
        about = element("small", rule["cite"])
        rows.append([element("code", rule["name"]), (rule["value"], other), rule["standing"], (rule["says"], about)])
    yield grid(["Rule", "Value", "Standing", ""], rows, left=4, wrap=True)


def _reproduction(cert: dict[str, Any]) -> Iterator[Markup]:
    about = "The same rules give the same figures on any machine, to the last digit. With the version and the rule set "
    about += "named above, this command reproduces every file of this certificate:"
    yield element("p", about)
    yield element("pre", f"{cert['command']} --out DIR")
    if cert["command_needs"]:
        yield element("p", cert["command_needs"])
    about = f"Of these, {cert['file']}.json contains all figures, with fractions in full. Its SHA-256 is below. "
    about += "Files with the same digest have the same content. On this page, only the date may differ."
    yield element("p", about)
    yield element("pre", digest(cert))


def _source(cert: dict[str, Any]) -> str:
    return str(cert["source"]["says"])


def _list(lines: Iterable[str]) -> Markup | None:
    items = [element("li", line) for line in lines]
    return element("ul", items) if items else None


def _changed_rules(cert: dict[str, Any]) -> Iterator[str]:
    for rule in cert["house_rules"]:
        if rule["value"] != rule["default"]:
            yield f"{rule['name']} {rule['value']} (default {rule['default']})"


def _version(cert: dict[str, Any]) -> str:
    at = SourceCommit(cert["commit"], cert["uncommitted"]) if cert["commit"] else None
    return ", ".join(map(str, filter(None, (cert["cardroom"], at))))
