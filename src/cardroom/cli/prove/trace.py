"""`cardroom trace`: print the traceability matrix of a document, or write it as a page."""

from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.prove.trace_page import SHOWN_STYLES, shown_tally, shown_words
from cardroom.cli.terminal.common import console, print_json
from cardroom.cli.terminal.name_search import find_name
from cardroom.cli.terminal.options import Force, Json
from cardroom.rulebook.mutants import details, evidence, state
from cardroom.rulebook.traces import Trace, TraceRow, TraceStanding, documents, trace

__all__ = ["tally", "trace_command"]

STYLES: dict[TraceStanding, str] = {
    "implemented": "green",
    "data": "cyan",
    "ruling": "yellow",
    "room": "magenta",
    "outside": "dim",
    "missing": "bold red",
}


def trace_command(
    document: Annotated[
        str | None, typer.Argument(metavar="DOCUMENT", help="A rule document (brook-huh). Default: list all.")
    ] = None,
    section: Annotated[str | None, typer.Argument(metavar="SECTION", help="One section, by number or name.")] = None,
    *,
    as_json: Json = False,
    html: Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write an HTML page.")] = None,
    force: Force = False,
) -> int:
    """Show where each printed rule is implemented and tested.

    A rule that is not implemented has a reason.
    """
    if as_json and html:
        raise UsageError("Choose one of --json and --html.")
    if document is None:
        if html:
            raise UsageError(f"--html {html}: give a DOCUMENT: {', '.join(documents())}.")
        _list(as_json)
        return 0
    matrix = trace(find_name(document, {name: [trace(name).title] for name in documents()}, "Unknown document"))
    if section is not None:
        sections = {each.at: [each.title] for each in matrix.section}
        section = find_name(section, sections, f"{matrix.document} has no section")
    if html:
        from cardroom.cli.prove.trace_page import trace_page  # noqa: PLC0415
        from cardroom.cli.terminal.output_files import write_files  # noqa: PLC0415

        write_files(html.parent, {html.name: trace_page(matrix, section)}, force=force)
        console().print(f"Written to {html}: {tally(matrix, section)}", soft_wrap=True)
    elif as_json:
        print_json([_data(matrix, row) for row in matrix.rows(section)], indent=2)
    else:
        _print(matrix, section)
    return 0


def tally(matrix: Trace, section: str | None = None) -> str:
    """The number of rules, in total and by standing.

    >>> tally(trace("wpt-huh"), "TRIPS PLUS")
    '3 rules: 1 implemented, 2 data'
    """
    return _colored(matrix, section).plain


def _colored(matrix: Trace, section: str | None = None) -> Text:
    counts = {standing: count for standing, count in matrix.counts(section).items() if count}
    rules = sum(counts.values())
    parts = Text(", ").join(Text(f"{count} {standing}", STYLES[standing]) for standing, count in counts.items())
    return Text(f"{rules} rule{'' if rules == 1 else 's'}: ").append_text(parts)


def _list(as_json: bool) -> None:
    """Print all documents, with counts."""
    matrices = [trace(name) for name in documents()]
    if as_json:
        print_json(
            [
                {"document": each.document, "title": each.title, "sections": len(each.section), "rules": len(each.row)}
                | each.counts()
                for each in matrices
            ],
            indent=2,
        )
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Document", no_wrap=True)
    table.add_column("Rules by standing")
    for each in matrices:
        table.add_row(Text(each.document, style="bold"), _colored(each).append(f"\n{each.title}", style="dim"))
    screen = console()
    screen.print(table)
    screen.print("Next: cardroom trace DOCUMENT, cardroom trace DOCUMENT SECTION")


def _data(matrix: Trace, row: TraceRow) -> dict[str, Any]:
    return {
        "document": matrix.document,
        "section": row.section,
        "rule": row.rule,
        "says": row.says,
        "standing": row.standing,
        "where": list(row.where),
        "tests": list(row.tests),
        "breaks": list(row.breaks),
        "why": row.why,
        "evidence": evidence(matrix.document, row),
        "mutants": _mutants(matrix.document, row),
    }


def _mutants(document: str, row: TraceRow) -> dict[str, Any] | None:
    """What happened when the rule was broken on purpose; None if the row names no code or data."""
    found, result = state(document, row)
    if found == "none":
        return None
    if result is None:
        return {"state": found}
    counts = {"state": found, "date": result.date, "mutants": result.mutants, "killed": result.killed}
    counts |= {"pinned": result.pinned}
    more = details(document).get(row.section, {}).get(row.rule)
    return counts | ({"survivors": list(more.survivors), "example": more.example} if more else {})


def _print(matrix: Trace, chosen: str | None) -> None:
    screen = console()
    screen.print(Text(matrix.document, style="bold").append(f"  {matrix.title}", style="not bold"))
    for section in matrix.section:
        if chosen in (None, section.at):
            name = section.at if section.at == section.title else f"{section.at}  {section.title}"
            screen.print(Text(f"\n{name}", style="bold"))
            screen.print(_rows(matrix.document, matrix.rows(section.at), screen.width // 4))
    if shown := shown_tally(matrix, chosen):
        screen.print(shown)
    screen.print(_colored(matrix, chosen))


def _rows(document: str, rows: tuple[TraceRow, ...], wide: int) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    for most in (wide, None, None):
        table.add_column(max_width=most, overflow="fold")
    for row in rows:
        about = Text(row.says)
        if row.why:
            about.append(f"\n{row.why}", style="italic")
        for name in (*row.where, *row.tests):
            about.append(f"\n{name}", style="dim")
        found, words = shown_words(document, row)
        if words:
            about.append(f"\n{words}", style=SHOWN_STYLES[found])
        table.add_row(Text(row.rule, style="bold"), Text(row.standing, style=STYLES[row.standing]), about)
    return table
