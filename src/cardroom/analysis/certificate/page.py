"""A certificate as one page that stands alone: no script, nothing fetched, readable on a phone and on paper.

It reads the certificate's value and nothing else.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardroom.analysis.certificate.comparison import fared
from cardroom.analysis.certificate.markup import Child, Markup, element, grid, page
from cardroom.analysis.certificate.results import STAR, notes, percent, results_section, returned
from cardroom.analysis.certificate.style import STYLE
from cardroom.analysis.certificate.value import digest
from cardroom.analysis.certificate.verdicts import comparison_section
from cardroom.version import SourceCommit

__all__ = ["certificate_page", "index_page"]


def certificate_page(said: dict[str, Any], date: str) -> str:
    """The page of a certificate, and the date of its making: the one line that is not made from the rules."""
    sections = (
        ("scope", "Scope", _scope(said)),
        ("results", "Results", results_section(said)),
        ("comparison", "Comparison with printed figures", comparison_section(said)),
        ("method", "Method", (element("p", text) for text in said["method"])),
        ("rules", "House rules in force", _house_rules(said)),
        ("again", "Making it again", _again(said)),
    )
    header = element(
        "header",
        element("p", "Certificate of exact mathematics", class_="over"),
        element("h1", said["name"]),
        element("p", f"Rule set {said['rules']}. {_source(said)}", class_="under"),
        _made_on(date),
        element("nav", (element("a", heading, href=f"#{name}") for name, heading, _ in sections)),
    )
    main = (element("section", element("h2", heading), held, id=name) for name, heading, held in sections)
    foot = f"cardroom {_version(said)}. Rules digest {said['digest']}."
    return _sheet(said["title"], header, element("main", main), element("footer", foot))


def index_page(several: Sequence[dict[str, Any]], date: str) -> str:
    """The page that leads to many certificates."""
    about = "Every game and rule set that has an exact analysis, with the edge of each wager under the house rules "
    about += "in force. The figures of all pay tables are in summary.csv and in each game's own files."
    header = element(
        "header",
        element("p", "Certificates of exact mathematics", class_="over"),
        element("h1", "cardroom"),
        _made_on(date),
    )
    digests: list[list[Child]] = [[f"{said['file']}.json", element("code", digest(said))] for said in several]
    main = element(
        "main",
        element("section", element("h2", "Games"), element("p", about), (_entry(said) for said in several)),
        element("section", element("h2", "Digests"), grid(["File", "SHA-256"], digests, left=2)),
    )
    return _sheet("Certificates of exact mathematics", header, main)


def _entry(said: dict[str, Any]) -> Iterator[Markup]:
    """A game in the index."""
    yield element("h3", element("a", said["name"], href=f"{said['file']}.html"))
    printed = fared(said["comparison"]["summary"])
    about = f"Rule set {said['rules']}. {_source(said)}." + (f" Printed figures: {printed}." if printed else "")
    yield element("p", about, class_="soft small")
    rows: list[list[Child]] = []
    for wager in said["wagers"]:
        for table in wager["tables"]:
            if table["in_force"]:
                small = element("small", table["table"]) if table["table"] else None
                figures = [percent(table["edge"]["decimal"]), returned(table)]
                rows.append([(wager["label"], STAR if table["note"] else None, small), *figures])
    yield grid(["Wager", "Edge", "Return"], rows)
    yield from notes(said)


def _sheet(title: str, *body: Child) -> str:
    """A page in the certificates' dress."""
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


def _scope(said: dict[str, Any]) -> Iterator[Markup]:
    facts = {
        "Game": f"{said['name']} ({said['game']})",
        "Rule set": ", ".join(filter(None, (said["rules"], said["id"]))),
        "Source": _source(said),
        "Differences from it": _list(each["words"] for each in said["differences"] if said["edited"]),
        "House rules set otherwise than the default": _list(_set_otherwise(said)),
        "Rules digest": element("code", f"SHA-256 {said['digest']}"),
        "Procedure": said["script"],
        "Computed by": f"cardroom {_version(said)}",
        "Covers": "; ".join(_covers(wager) for wager in said["wagers"] if _in_force(wager)),
        "Does not cover": ", ".join(said["not_covered"]),
        "Printed figures": fared(said["comparison"]["summary"]) or "none recorded for this rule set",
    }
    yield element("dl", ((element("dt", name), element("dd", fact)) for name, fact in facts.items() if fact))
    yield element("p", "Every figure here is exact, counted over all deals; nothing is simulated.")


def _in_force(wager: dict[str, Any]) -> bool:
    return any(table["in_force"] for table in wager["tables"])


def _covers(wager: dict[str, Any]) -> str:
    names = [table["table"] for table in wager["tables"]]
    if len(names) == 1:
        return str(wager["label"])
    return (
        f"{wager['label']} ({', '.join(names) if wager['varies_by'] == 'house rule' else f'{len(names)} pay tables'})"
    )


def _house_rules(said: dict[str, Any]) -> Iterator[Markup]:
    rows: list[list[Child]] = []
    for rule in said["house_rules"]:
        other = element("small", f"default {rule['default']}") if rule["value"] != rule["default"] else None
        about = element("small", rule["cite"])
        rows.append([element("code", rule["name"]), (rule["value"], other), rule["standing"], (rule["says"], about)])
    yield grid(["Rule", "Value", "Standing", ""], rows, left=4, wrap=True)


def _again(said: dict[str, Any]) -> Iterator[Markup]:
    about = "The same rules give the same figures on any machine, to the last digit. With the version and the rule set "
    about += "named above, this command makes every file of this certificate again:"
    yield element("p", about)
    yield element("pre", f"{said['command']} --out DIR")
    if said["command_needs"]:
        yield element("p", said["command_needs"])
    about = f"Among them {said['file']}.json holds all figures, fractions in full; its SHA-256 is below. "
    about += "Files with the same digest say the same. Only the line with the date of this page may differ."
    yield element("p", about)
    yield element("pre", digest(said))


def _source(said: dict[str, Any]) -> str:
    return str(said["source"]["says"])


def _list(lines: Iterable[str]) -> Markup | None:
    items = [element("li", line) for line in lines]
    return element("ul", items) if items else None


def _set_otherwise(said: dict[str, Any]) -> Iterator[str]:
    for rule in said["house_rules"]:
        if rule["value"] != rule["default"]:
            yield f"{rule['name']} {rule['value']} (default {rule['default']})"


def _version(said: dict[str, Any]) -> str:
    at = SourceCommit(said["commit"], said["uncommitted"]) if said["commit"] else None
    return ", ".join(map(str, filter(None, (said["cardroom"], at))))
