"""The rules page in sentences, for the terminal, Markdown and the web pages. It reads only the page's data."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from cardroom.money import dollars
from cardroom.rulebook.house_rules import runs
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD
from cardroom.show.rules.columns import printed_pay_tables
from cardroom.show.rules.facts import (
    and_words,
    cited_facts,
    facts,
    jackpot_sentence,
    order_of_settlement,
    order_sentences,
    short,
)

__all__ = [
    "Grid",
    "Section",
    "allowed_values",
    "closing",
    "conditions",
    "deciding",
    "facts",
    "places",
    "short",
    "source",
    "teaching",
    "terms",
    "value_text",
    "with_sentences",
]


class Grid(NamedTuple):
    """A small text table."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    note: str = ""
    cite: str = ""


class Section(NamedTuple):
    """A section of the page: points with their citations, then tables."""

    heading: str
    points: list[tuple[str, str]]
    grids: tuple[Grid, ...] = ()
    numbered: bool = False


def with_sentences(page: dict[str, Any]) -> dict[str, Any]:
    """The page's data with the sentences added, for clients that make none themselves.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules.data import page
    >>> data = with_sentences(page(game("three-card-poker-6-card-bonus")))
    >>> [wager["terms"] for wager in data["wagers"] if wager["label"] == "Pair Plus"]
    ['optional; only with Ante; judged on own hand; a fold forfeits it']
    """
    return page | {
        "facts": [f"{fact} ({cite})" if cite else fact for fact, cite in cited_facts(page)],
        "wagers": [wager | {"terms": terms(wager, page)} for wager in page["wagers"]],
        "outcomes": page["outcomes"] and _marked(page),
        "printed": [
            table._asdict() | {"cite": short(table.cite, page)} for table in printed_pay_tables(page["pay_tables"])
        ],
        "settlement": page["settlement"] and page["settlement"] | {"says": order_sentences(page)},
        "jackpots": [jackpot | {"says": jackpot_sentence(jackpot)} for jackpot in page["jackpots"]],
        "posted": [f"{line} ({_posted_by(line, page)})" for line in page["posted"]],
        "house_rules": [
            rule | {"shown": value_text(rule, rule["value"]), "may": allowed_values(rule), "terms": conditions(rule)}
            for rule in page["house_rules"]
        ],
        "places": list(places(page)),
        "printed_in": source(page),
    }


def teaching(page: dict[str, Any]) -> Iterator[Section]:
    """The sections for a newcomer: the object of the game, the table, the hands, the round.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules.data import page
    >>> [section.heading for section in teaching(page(game("omaha")))]
    ['Object of the game', 'The table', 'The hands', 'The betting', 'The round, step by step']
    """
    if page["departures"]:
        yield Section("Departures from the document", [(words, "") for words in page["departures"]])
    yield Section("Object of the game", [_point(page["aim"], page)])
    yield Section("The table", list(cited_facts(page)))
    if page["hands"]:
        yield Section("The hands", [], tuple(_examples(hands, page) for hands in page["hands"]))
    if page["notes"]:
        yield Section(page["notes"]["title"], [_point(note, page) for note in page["notes"]["notes"]])
    yield Section("The round, step by step", [_point(step, page) for step in page["steps"]], numbered=True)


def deciding(page: dict[str, Any]) -> Iterator[Section]:
    """The outcomes of the wagers, and the charts of the game."""
    if outcomes := page["outcomes"]:
        outcomes = _marked(page)
        rows = [[each["case"], *(result["result"] for result in each["results"])] for each in outcomes["cases"]]
        grid = Grid("", ["when", *outcomes["wagers"]], rows, cite=outcomes["cite"])
        yield Section("What happens to the wagers", [], (grid,))
    if page["charts"]:
        yield Section("Charts", [], tuple(_grid(chart, page) for chart in page["charts"]))


def _marked(page: dict[str, Any]) -> dict[str, Any]:
    """The outcomes with a number for each citation, so that every cell says which rule is its own.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules.data import page
    >>> outcomes = _marked(page(game("three-card-poker-6-card-bonus")))
    >>> outcomes["cases"][0]["results"][0]["result"], outcomes["cite"].partition(";")[0]
    ('loses [1]', '1 Dealing Procedures and Round of Play, rule 10')
    """
    outcomes: dict[str, Any] = page["outcomes"]
    results = [result for each in outcomes["cases"] for result in each["results"]]
    cites = dict.fromkeys(short(cite, page) for result in results for cite in result["cites"])
    numbers = {cite: number for number, cite in enumerate(cites, 1)}

    def marked(result: dict[str, Any]) -> dict[str, Any]:
        marks = sorted({numbers[short(cite, page)] for cite in result["cites"]})
        return result | {"result": f"{result['result']} [{', '.join(map(str, marks))}]" if marks else result["result"]}

    cases = [each | {"results": [marked(result) for result in each["results"]]} for each in outcomes["cases"]]
    return outcomes | {"cases": cases, "cite": "; ".join(f"{number} {cite}" for cite, number in numbers.items())}


def closing(page: dict[str, Any]) -> Iterator[Section]:
    """The sections after the pay tables: the order of settlement, jackpots and posted fees."""
    if order := page["settlement"]:
        yield Section("Order of settlement", [(text, short(cite, page)) for text, cite in order_of_settlement(order)])
    if page["jackpots"]:
        points = [(jackpot_sentence(jackpot), short(jackpot["cite"], page)) for jackpot in page["jackpots"]]
        yield Section("Jackpots", points)
    if page["collection"]:
        yield Section("Collection", [(line, _posted_by(line, page)) for line in page["posted"]])


def _posted_by(line: str, page: dict[str, Any]) -> str:
    """The citation of a posted line: of its own option, or of the first one where nothing is taken."""
    named = [each for each in page["collection"] if re.match(rf"option {re.escape(each['option'])}[,: ]", line)]
    return short((named or page["collection"])[0]["cite"], page)


def _point(point: dict[str, Any], page: dict[str, Any]) -> tuple[str, str]:
    return point["text"], short(point["cite"], page)


def _examples(hands: dict[str, Any], page: dict[str, Any]) -> Grid:
    rows = [[example["hand"], example["cards"]] for example in hands["examples"]]
    joker = "★ is the joker." if any("★" in cards for _, cards in rows) else ""
    note = " ".join(filter(None, (joker, hands["note"])))
    return Grid(hands["title"], ["best first", "for example"], rows, note, short(hands["cite"], page))


def _grid(chart: dict[str, Any], page: dict[str, Any]) -> Grid:
    return Grid(chart["title"], chart["headings"], chart["rows"], chart["note"] or "", short(chart["cite"], page))


def terms(wager: dict[str, Any], page: dict[str, Any]) -> str:
    """The conditions for placing a wager."""
    required = "required" if wager["required"] else "optional"
    if not wager["offered"]:
        return f"not on the layout: {wager['offered_by']} is off"
    if wager["when"] == AWARD:
        paid = f", paid on the {wager['equals']}" if wager["equals"] else ""
        return f"with {' and '.join(wager['needs'])}{paid}" + (f"; {deciding_cards(wager)}" if wager["cards"] else "")
    if wager["times"]:
        spots = f"; on {wager['spots']} spots of one {wager['equals']} each" if wager["spots"] else ""
        return f"{required}; {wager['times']}{spots}"
    required += f", while {wager['offered_by']} is on" if wager["offered_by"] else ""
    beside = [each for each in wager["needs"] if each != wager["equals"]]
    needs = f"; equals {wager['equals']}" if wager["equals"] else ""
    needs += f"; only with {' and '.join(beside)}" if beside else ""
    needs += f"; not together with {wager['excludes']}" if wager["excludes"] else ""
    own = (wager["least"], wager["most"]) != (page["limits"]["minimum"], page["limits"]["maximum"])
    limits = f"; {_between(wager['least'], wager['most'])}" if own else ""
    return f"{required}{needs}{limits}" + (f"; {deciding_cards(wager)}" if wager["cards"] else "")


def deciding_cards(wager: dict[str, Any]) -> str:
    """The cards that decide a side bet, and the effect of a fold.

    >>> deciding_cards({"cards": "own hand", "folded": "board"})
    'judged on own hand; after a fold, on board'
    """
    folds = {None: "", ALIVE: ", also after a fold", DEAD: "; a fold forfeits it"}
    after = folds.get(wager["folded"], f"; after a fold, on {wager['folded']}")
    return f"judged on {wager['cards']}{after}"


def _between(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"


def value_text(rule: dict[str, Any], value: Any) -> str:
    """A house rule's value in display form."""
    if rule["kind"] == "money" and not isinstance(value, str):
        return dollars(value)
    return ("on" if value else "off") if rule["kind"] == "switch" else str(value)


def allowed_values(rule: dict[str, Any]) -> str:
    """The allowed values of a house rule. Values whose standing differs from the value in force name it.

    >>> rule = {"kind": "switch", "allowed": ["on", "off"], "standing": "printed"}
    >>> allowed_values(rule | {"standings": {"on": "printed", "off": "departure"}})
    'on or off (departure)'
    """
    if rule["kind"] == "amounts":
        return "amounts by position, like $1/$2"
    if rule["kind"] == "stakes" and rule["allowed"] is None:
        return "blinds like $1/$2"
    if rule["kind"] == "stakes":
        within = f", from {' to '.join(rule['allowed'])}" if rule["allowed"] else ""
        return f"limits like $4-$8{within}, or blinds like $1/$2"
    if rule["kind"] in ("money", "number"):
        least, most = rule["allowed"]
        steps = f" in steps of {dollars(rule['step'])}" if rule["step"] else ""
        each = "; ".join(f"{value} is {word}" for value, word in rule["standings"].items())
        return f"{value_text(rule, least)} to {value_text(rule, most)}{steps}" + (f" ({each})" if each else "")
    stands = {value: word for value, word in rule["standings"].items() if word != rule["standing"]}
    if len(rule["allowed"]) > 20:  # schedules: what is not in force is all of one standing
        first, *rest = rule["allowed"]
        others = dict.fromkeys(stands[each] for each in rest if each in stands)
        return f"{first} or {runs(rest)}" + "".join(f" ({word})" for word in others)
    return " or ".join(f"{each} ({stands[each]})" if each in stands else each for each in rule["allowed"])


def conditions(rule: dict[str, Any]) -> str:
    """The settings that a house rule needs first, and its default if another value is in force.

    >>> rule = {"needs": ["progressive: jackpot_seed"], "kind": "choice", "value": "bonus", "default": "bonus"}
    >>> conditions(rule)
    'progressive needs jackpot_seed to be set first'
    """
    parts = []
    if rule["needs"]:
        choice = rule["needs"][0].rpartition(": ")[0] or "it"
        parts.append(
            f"{choice} needs {and_words([need.rpartition(': ')[2] for need in rule['needs']])} to be set first"
        )
    if rule["value"] != rule["default"]:
        parts.append(f"the default is {value_text(rule, rule['default'])}")
    return "; ".join(parts)


def source(page: dict[str, Any]) -> str:
    """The document of the game, and the house whose text changes it."""
    printed = page["source"]
    document = ", ".join(filter(None, (printed["document"], printed["section"], page["id"], printed["date"])))
    return f"{page['own']}, which changes {document}" if page["own"] else document


def places(page: dict[str, Any]) -> Iterator[str]:
    """The citation of each part of the page."""
    for part in ("seats", "deck", *(("bank",) if page["bank"]["who"] != "none" else ())):
        yield f"{part}: {short(page[part]['cite'], page)}"
    for wager in page["wagers"]:
        yield f"{wager['label']}: {short(wager['cite'], page)}"
        yield from (f"{wager['label']}, {outcome}: {short(cite, page)}" for outcome, cite in wager["cites"].items())
    pays: dict[str, dict[str, None]] = {}
    for pay in page["pay_tables"]:
        pays.setdefault(pay["title"], {})[pay["cite"]] = None
    for title, cites in pays.items():
        yield f"{title}, what it pays: {short('; '.join(cites), page)}"
    for jackpot in page["jackpots"]:
        yield f"{jackpot['label']}, its meter: {short(jackpot['cite'], page)}"
    for cite in dict.fromkeys(charge["cite"] for schedule in page["collection"] for charge in schedule["charges"]):
        yield f"collection: {short(cite, page)}"
    if page["dealer"]:
        yield f"the dealer's hand: {short(page['dealer']['cite'], page)}"
    if page["settlement"]:
        yield f"settlement order: {short(page['settlement']['cite'], page)}"
