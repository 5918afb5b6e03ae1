"""The traceability matrix as one self-contained HTML page, without scripts, ready to print."""

from collections import Counter
from collections.abc import Iterator

from cardroom.analysis.certificate import STYLE, Child, Markup, element, page
from cardroom.rulebook.mutants import RowState, evidence, state
from cardroom.rulebook.traces import STANDINGS, Trace, TraceRow, TraceSection

__all__ = ["trace_page"]

MEANS = {
    "implemented": "implemented in code and tested",
    "data": "stated in a rule set, which play and pages read",
    "ruling": "the document is silent, unclear or contradicts itself, and this is our reading",
    "room": "left to the live room or the house's own software",
    "outside": "not a matter for software",
    "missing": "not implemented yet",
}
OWN_STYLE = Markup("""
td, tbody th { text-align: left; white-space: normal; overflow-wrap: anywhere; }
tbody th { min-width: 6rem; } td:last-child { width: 100%; } td code { display: block; color: var(--soft); }
tr:target th, tr:target td { background: var(--tint); }
.implemented, .data { color: var(--good); } .ruling { color: var(--fair); } .room { color: var(--win); }
.outside { color: var(--soft); } .missing { color: var(--bad); font-weight: 600; }
td small.killed { color: var(--good); } td small.survived { color: var(--bad); } td small.stale { color: var(--soft); }
""")


def trace_page(matrix: Trace, chosen: str | None = None) -> str:
    """The page of a document's matrix, or of one section. Every rule has an anchor."""
    sections = [section for section in matrix.section if chosen in (None, section.at)]
    counts = matrix.counts(chosen)
    header = element(
        "header",
        element("p", "Matrix of requirements", class_="over"),
        element("h1", matrix.document),
        element("p", matrix.title, class_="under"),
        element(
            "ul",
            (
                element("li", element("b", counts[standing], class_=standing), standing)
                for standing in STANDINGS
                if counts[standing]
            ),
            class_="tally",
        ),
        element("p", shown) if (shown := shown_tally(matrix, chosen)) else None,
        element("nav", (element("a", section.at, href=f"#{anchor(section.at)}") for section in sections)),
    )
    main = element("main", (_section(matrix, section) for section in sections), _key())
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{matrix.document}: matrix of requirements"),
        element("style", STYLE, OWN_STYLE),
    )
    return page(head, element("body", header, main))


def anchor(*names: str) -> str:
    """The anchor of a section, or of a rule in it.

    >>> anchor("Appendix A", "table:Odds Win Paytable")
    'Appendix_A/table:Odds_Win_Paytable'
    """
    return "/".join("_".join(name.split()) for name in names)


def _section(matrix: Trace, section: TraceSection) -> Markup:
    table = element("table", element("tbody", (_row(matrix.document, row) for row in matrix.rows(section.at))))
    title = section.at if section.at == section.title else f"{section.at}: {section.title}"
    return element("section", element("h2", title), table, id=anchor(section.at))


def _row(document: str, row: TraceRow) -> Markup:
    link = element("a", row.rule, href=f"#{anchor(row.section, row.rule)}")
    parts: list[Child] = [row.says, element("small", row.why) if row.why else None]
    parts += [element("code", name) for name in (*row.where, *row.tests)]
    found, words = shown_words(document, row)
    parts.append(element("small", words, class_=found.replace(" ", "-")) if words else None)
    standing = element("td", row.standing, class_=row.standing)
    return element("tr", element("th", link), standing, element("td", parts), id=anchor(row.section, row.rule))


def _key() -> Iterator[Markup]:
    yield element("h2", "What the standings mean", id="standings")
    facts = ((element("dt", name, class_=name), element("dd", MEANS[name])) for name in STANDINGS)
    yield element("dl", facts)


SHOWN: dict[RowState, str] = {
    "killed": "tests fail when the rule is broken",
    "survived": "a broken rule was not detected",
    "stale": "the code, the data or the tests changed since it was broken",
    "not run": "never broken on purpose",
}
"""Whether the tests of a row were shown to fail, in words."""
SHOWN_STYLES: dict[RowState, str] = {"killed": "dim green", "survived": "red", "stale": "dim", "not run": "dim"}


def shown_words(document: str, row: TraceRow) -> tuple[RowState, str]:
    """Whether a row's tests were shown to fail, and when, in words; empty if the row names no code or data."""
    found, result = state(document, row)
    words = SHOWN.get(found, "")
    if result is not None:
        pinned = f", {result.pinned} by the second reading alone" if result.pinned else ""
        words += f" ({result.killed} of {result.mutants} mutants{pinned}, {result.date})"
    return found, words


def shown_tally(matrix: Trace, section: str | None = None) -> str:
    """The number of rules whose tests were shown to fail, and of the others by state; empty if none has tests."""
    states = Counter(state(matrix.document, row)[0] for row in matrix.rows(section))
    rules = sum(states[each] for each in SHOWN)
    others = [f"{states[each]} {each}" for each in SHOWN if each != "killed" and states[each]]
    if not rules:
        return ""
    text = f"Tests shown to fail: {states['killed']} of {rules} rules"
    text += f" ({', '.join(others)})" if others else ""
    held = Counter(evidence(matrix.document, row) for row in matrix.rows(section))
    return (
        f"{text}. {held['tested']} tested by behaviour, {held['pinned']} pinned by the second reading, "
        f"{held['neither']} neither"
    )
