"""The report of gaming days as one self-contained HTML page, without scripts, ready to print."""

from collections.abc import Iterator
from typing import Any

from cardroom.analysis.certificate import STYLE, Child, Markup, element, grid, page
from cardroom.cli.operate.report_words import cage_sentences, cage_tables, cells, day_sentences, luck_words, totals

__all__ = ["report_page"]

HEADINGS = ("Wager", "Pay table", "Handle", "Win", "Hold", "Exact", "Expected", "Error", "z", "Luck")


def report_page(value: dict[str, Any]) -> str:
    """The page of a report."""
    header = element(
        "header",
        element("p", "Report", class_="over"),
        element("h1", value["title"]),
        element("p", f"{value['from']} to {value['to']}; gaming day: {value['gaming_day']}", class_="under"),
        [element("p", remark) for remark in value["remarks"]],
    )
    none = None if value["activity"] else element("p", "No Activity")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{value['title']}, {value['from']} to {value['to']}"),
        element("style", STYLE),
    )
    main = element(
        "main", none, _cage(value["cage"]), (_day(day, day["day"]) for day in value["tables"]), _sums(value), _key()
    )
    return page(head, element("body", header, main, element("footer", element("p", f"Made {value['made']}"))))


def _cage(cage: dict[str, Any]) -> Markup:
    parts: list[Child] = [element("h2", "Cage"), *(element("p", words) for words in cage_sentences(cage))]
    parts += [grid(headings, rows, left=left) for headings, rows, left in cage_tables(cage)]
    return element("section", parts)


def _sums(value: dict[str, Any]) -> Iterator[Markup]:
    for day in totals(value):
        yield _day(day, f"{day['from']} to {day['to']}")


def _day(day: dict[str, Any], when: str) -> Markup:
    parts: list[Child] = [element("h2", f"{day['table']}, {when}")]
    if not day["activity"]:
        return element("section", parts, element("p", "No Activity"))
    parts += [element("p", words) for words in day_sentences(day)]
    for game in day["games"]:
        parts.append(element("h3", f"{game['name']}, {game['rules']}"))
        parts.append(element("p", game["note"], class_="soft") if game["note"] else None)
        lines = (*game["wagers"], game | {"name": "Total", "pay_table": ""})
        rows = [[line["name"], line["pay_table"], *cells(line), line["luck"] or line["note"]] for line in lines]
        parts.append(grid(HEADINGS, rows, left=2, total=True))
    if len(day["games"]) > 1 and day["z"] is not None:
        parts.append(element("p", f"All games: {luck_words(day)}"))
    return element("section", parts)


def _key() -> Iterator[Markup]:
    yield element("h2", "How to read it")
    facts = {
        "Drop": "buy-ins at the table",
        "Handle": "all wagers that were covered",
        "Win": "what the house bank collected minus what it paid, without the results of player-dealers",
        "Hold": "win divided by handle; win divided by drop is above each table",
        "Exact": "the expected hold from the exact edges of the pay tables in force, weighted by handle, "
        "against players who play optimally",
        "Error": "the standard error of the win, from the exact variance of each wager and the measured "
        "correlation of results within a round",
        "z": "the difference of win and expected win, in standard errors",
    }
    yield element("dl", ((element("dt", name), element("dd", words)) for name, words in facts.items()))
