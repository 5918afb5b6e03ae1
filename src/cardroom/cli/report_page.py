"""The report of gaming days as one page that stands alone: no script, nothing fetched, readable on paper."""

from collections.abc import Iterator
from typing import Any

from cardroom.analysis.certificate.markup import Child, Markup, element, grid, page
from cardroom.analysis.certificate.style import STYLE
from cardroom.cli.report_words import cells, day_sentences, luck_words, totals

__all__ = ["report_page"]

HEADINGS = ("Wager", "Pay table", "Handle", "Win", "Hold", "Exact", "Expected", "Error", "z", "Luck")


def report_page(value: dict[str, Any]) -> str:
    """The page of a report."""
    header = element(
        "header",
        element("p", "Report", class_="over"),
        element("h1", value["title"]),
        element("p", f"{value['from']} to {value['to']}; a gaming day goes {value['gaming_day']}", class_="under"),
    )
    none = None if value["activity"] else element("p", "No Activity")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{value['title']}, {value['from']} to {value['to']}"),
        element("style", STYLE),
    )
    main = element("main", none, (_day(day, day["day"]) for day in value["tables"]), _sums(value), _key())
    return page(head, element("body", header, main, element("footer", element("p", f"Made {value['made']}"))))


def _sums(value: dict[str, Any]) -> Iterator[Markup]:
    for day in totals(value):
        yield _day(day, f"{day['from']} to {day['to']}")


def _day(day: dict[str, Any], when: str) -> Markup:
    said: list[Child] = [element("h2", f"{day['table']}, {when}")]
    if not day["activity"]:
        return element("section", said, element("p", "No Activity"))
    said += [element("p", words) for words in day_sentences(day)]
    for game in day["games"]:
        said.append(element("h3", f"{game['name']}, {game['rules']}"))
        said.append(element("p", game["note"], class_="soft") if game["note"] else None)
        lines = (*game["wagers"], game | {"name": "Together", "pay_table": ""})
        rows = [[line["name"], line["pay_table"], *cells(line), line["luck"] or line["note"]] for line in lines]
        said.append(grid(HEADINGS, rows, left=2, total=True))
    if len(day["games"]) > 1 and day["z"] is not None:
        said.append(element("p", f"All games: {luck_words(day)}"))
    return element("section", said)


def _key() -> Iterator[Markup]:
    yield element("h2", "How to read it")
    facts = {
        "Drop": "what players bought in for at the table",
        "Handle": "all that was wagered and covered",
        "Win": "what the house's own bank took less what it paid; a player-dealer's is not the house's",
        "Hold": "win by handle; beside the drop it is said above each table",
        "Exact": "the hold that the exact edges of the pay tables in force give, each weighted by its own handle, "
        "against players who play as well as can be",
        "Error": "the standard error of the win: the exact variance of each wager of each player, and what "
        "the results of a round had in common as it was measured in these rounds",
        "z": "how many errors the win lies from what was expected",
    }
    yield element("dl", ((element("dt", name), element("dd", words)) for name, words in facts.items()))
