"""The page of a submission, written from its value alone."""

from collections.abc import Iterable, Iterator
from typing import Any

from cardroom.analysis.certificate import STYLE, Child, Markup, element, grid, page
from cardroom.money import dollars

__all__ = ["submission_page"]

LOOKS = {"behaviour": "a round that shows it", "rules": "the rule set", "page": "the rules page"}
EVIDENCE = {
    "tested": "Tests of behaviour notice the breaks of the rule.",
    "pinned": "For a break of the rule, only the second reading fails.",
    "neither": "Nothing shows a break: the rule needs no code, or its tests were not shown to fail.",
}
PROSE = """
tbody th, .left { white-space: normal; min-width: 6.5rem; } tbody th { min-width: 9rem; }
"""
"""The columns of text of these tables wrap, so that the last one is on the screen."""
STANDINGS = {
    "implemented": "Implemented in code",
    "data": "Data of the rule set",
    "ruling": "A ruling",
    "room": "A matter of the live room or of the house",
    "outside": "Not a matter for software",
    "missing": "Missing",
}


def submission_page(made: dict[str, Any]) -> str:
    """Return one page with everything except the records of the rounds, which are in a file beside it."""
    sections = (
        ("rules", "The rules beside the script", _chapter(made)),
        ("reading", "The second reading", _reading(made["reading"])),
        ("rulings", "Rulings", _rulings(made["rulings"])),
        ("departures", "Departures from the document", _departures(made["departures"])),
        ("clauses", "Clauses", _clauses(made["clauses"], made["seed"])),
        ("mutation", "Breaks of the program", _mutation(made["mutation"])),
        ("exact", "Exact figures", _exact(made["exact"])),
        ("rounds", "Rounds that were settled again", _rounds(made["rounds"], made["seed"])),
        ("questions", "Open questions", _questions(made["questions"])),
        ("script", "Source of the script", _source(made["functions"])),
    )
    facts = [f"Rule set {made['rules']}"]
    facts += (
        [f"{made['document']}, {made['section']} ({made['id']})"] if made["document"] else ["Not printed in a document"]
    )
    facts += [f"Made on {made['date']}"] if made["date"] else []
    header = element(
        "header",
        element("p", "Submission", class_="over"),
        element("h1", made["name"]),
        element("p", ". ".join(facts) + ".", class_="under"),
        element("nav", (element("a", heading, href=f"#{name}") for name, heading, _ in sections)),
    )
    main = (element("section", element("h2", heading), content, id=name) for name, heading, content in sections)
    foot = f"cardroom {made['program']}. Script {made['script']}. Rules digest {made['digest']}."
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{made['name']}, rule set {made['rules']}: submission"),
        element("style", STYLE + PROSE),
    )
    return page(head, element("body", header, element("main", main), element("footer", foot)))


def _text(*texts: str) -> Iterator[Markup]:
    return (element("p", text) for text in texts)


def _table(headings: list[str], rows: Iterable[list[Child]], *, left: int, none: str) -> Child:
    """A table with columns of text, the last of them prose; or a sentence, if it has no rows."""
    listed = [*rows]
    return grid(headings, listed, left=left, wrap=True) if listed else element("p", none)


def _chapter(made: dict[str, Any]) -> Iterator[Child]:
    if not made["chapter"]:
        yield from _text("No document prints this game, so there is no chapter to set beside the script.")
        return
    yield from _text(
        "Every rule of the chapter, in our own words and in the order of the text, with the functions of the script "
        "that carry it out. Our rulings and notes stand apart from it. The source of the functions is at the end of "
        "this page."
    )
    for part in made["chapter"]:
        yield element("h3", f"{part['title']} ({part['section']})")
        for row in part["rules"]:
            heading = _rule(row["rule"])
            heading = heading[:1].upper() + heading[1:]
            yield element("p", element("b", f"{heading}. "), row["says"])
            if row["why"]:
                about = "Our ruling" if row["standing"] == "ruling" else "Note"
                yield element("p", element("i", f"{about}. "), row["why"])
            places = [_place(where, made["functions"]) for where in row["where"]]
            joined = [child for place in places for child in (", ", place)][1:]
            yield element("p", STANDINGS[row["standing"]], ": " if joined else ".", joined, class_="soft small")


def _rule(name: str) -> str:
    """The name of a rule in a sentence.

    >>> _rule("12"), _rule("winners.4"), _rule("game-rules.11"), _rule("Envy Bonus, wins")
    ('rule 12', 'winners 4', 'game rules 11', 'Envy Bonus, wins')
    """
    part, point, number = name.partition(".")
    name = f"{part.replace('-', ' ')} {number}" if point and number[:1].isdigit() else name
    return f"rule {name}" if name[:1].isdigit() else name


def _place(where: str, known: dict[str, str]) -> Markup:
    code = element("code", where.removeprefix("cardroom."))
    return element("a", code, href=f"#{_anchor(where)}") if where in known else code


def _anchor(where: str) -> str:
    return "code-" + where.replace(":", ".")


def _reading(reading: dict[str, Any] | None) -> Iterator[Child]:
    if reading is None:
        yield from _text("There is no second reading, because no document prints this game.")
        return
    facts = reading["facts"]
    differ = sum(not each["agrees"] for each in facts)
    yield from _text(
        f"A person who never saw the program read the document and wrote {len(facts)} facts. For each of them, code "
        f"finds the program's answer. {len(facts) - differ} answers agree, {differ or 'none'} "
        f"differ{'s' if differ == 1 else ''}."
    )

    def rows() -> Iterator[list[Child]]:
        for each in facts:
            said = "agrees" if each["agrees"] else f"we say {_value(each['ours'])}: {each['why']}"
            yield [element("code", each["id"]), _value(each["value"]), LOOKS[each["compared_with"]], each["cite"], said]

    headings = ["fact", "what the document says", "compared with", "where", "result"]
    yield grid(headings, [*rows()], left=5, wrap=True)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(_value, value))
    if isinstance(value, dict):
        return "; ".join(f"{key}: {_value(each)}" for key, each in value.items())
    return str(value)


def _rulings(rulings: list[dict[str, str]]) -> Iterator[Child]:
    yield from _text(
        "Where the text is unclear or cannot be followed as it stands, this is how we read it. These rulings belong to "
        "a rule of the chapter. The page docs/examine/rulings.md has all rulings, also those that belong to no rule."
    )
    rows: list[list[Child]] = [
        [f"{each['section']}, {_rule(each['rule'])}", each["says"], each["why"]] for each in rulings
    ]
    yield _table(["rule", "the text", "our ruling"], rows, left=3, none="There are none.")


def _departures(departures: list[dict[str, Any]]) -> Iterator[Child]:
    yield from _text(
        "These are the departures under the house rules of this submission. Other house rules may have others, for "
        "example a different limit. Each departure is a house rule. Its worth is what would change with the printed "
        "value. It is exact, or estimated by playing the same deals under both rules. An estimate has its standard "
        "error beside it."
    )
    rows: list[list[Child]] = [
        [
            element("code", each["name"]),
            each["value"],
            each["printed"] or "cannot be played",
            f"{each['says']} ({each['cite']})",
            " ".join(each["worth"]),
        ]
        for each in departures
    ]
    yield _table(
        ["house rule", "in force", "as printed", "what it decides", "worth"], rows, left=5, none="There are none."
    )


def _clauses(clauses: dict[str, Any], seed: str) -> Iterator[Child]:
    yield from _text(
        f"Each clause is a rule of the documents, as a property of a round. Code that does not know the script checks "
        f"it. The clauses checked {clauses['rounds']:,} rounds with the seed {seed} and found "
        f"{clauses['violations'] or 'no'} violation{'' if clauses['violations'] == 1 else 's'}."
    )
    rows: list[list[Child]] = [
        [element("code", each["clause"]), f"{each['rounds']:,}", each["violations"], f"{each['says']} ({each['cite']})"]
        for each in clauses["clauses"]
    ]
    yield grid(["clause", "rounds", "violations", "rule"], rows, left=4, wrap=True)


def _mutation(scores: dict[str, Any]) -> Iterator[Child]:
    if not scores["rules"]:
        yield from _text("No document prints this game, so there are no rules to break.")
        return
    measured = scores["measured"]
    when = f"between {measured[0]} and {measured[1]}" if measured and measured[0] != measured[1] else ""
    when = when or (f"on {measured[0]}" if measured else "")
    stale = scores["results"].get("stale", 0)
    yield from _text(
        "The code or the data of a rule is broken on purpose. Then the tests of the rule must fail. "
        + (f"This was measured {when}. " if when else "This was not measured. ")
        + f"{scores['killed']} of {scores['breaks']} breaks were noticed by tests of the rule, "
        + f"{scores['killed_by_the_second_reading_alone']} of them by the second reading alone. Rules share functions, "
        "so a break of a function may concern only other rules, whose tests then notice it.",
        f"For {stale} of {scores['rules']} rules the code, the data or the tests have changed since, so their results "
        "are not counted. The others were measured on exactly the code below, "
        f"whose hash is {scores['code']}.",
    )
    rows: list[list[Child]] = [[EVIDENCE[name], number] for name, number in scores["evidence"].items()]
    yield grid(["what would notice a break of a rule", "rules"], rows)


def _exact(sheet: dict[str, Any] | None) -> Iterator[Child]:
    if sheet is None:
        yield from _text("This game has no exact analysis.")
        return
    yield from _text(
        "The certificate beside this page has every pay table with its lines, the method, and the figures that the "
        "document prints. The edges of the pay tables in force:"
        if sheet["wagers"]
        else "Players win from each other, so no wager has an edge. The certificate beside this page has the "
        "frequencies of the hands, and the method.",
    )
    yield element("p", element("a", "certificate.html", href="certificate.html"))
    rows: list[list[Child]] = [
        [wager["label"], table["table"], f"{table['edge']['decimal']:.4%}", element("code", table["edge"]["exact"])]
        for wager in sheet["wagers"]
        for table in wager["tables"]
        if table["in_force"]
    ]
    if rows:
        yield grid(["wager", "pay table", "edge", "as a fraction"], rows, left=2)


def _rounds(rounds: list[dict[str, Any]], seed: str) -> Iterator[Child]:
    yield from _text(
        f"These rounds were played with the seed {seed} and settled again from their records, with the same result. "
        "The records are in rounds.jsonl: `cardroom replay` shows them, `cardroom verify` checks them."
    )
    rows: list[list[Child]] = [
        [
            str(each["number"]),
            ", ".join(f"{_who(name)} {dollars(cents)}" for name, cents in each["net"].items() if cents) or "no one",
            element("code", each["record"][:16]),
            element("code", each["events"][:16]),
        ]
        for each in rounds
    ]
    yield _table(
        ["round", "gains", "hash of the record", "hash of the events"], rows, left=4, none="None were asked for."
    )


def _questions(questions: list[dict[str, Any]]) -> Iterator[Child]:
    yield from _text("What the document leaves open, and what is in force until the question is answered.")
    rows: list[list[Child]] = [
        [element("code", each["question"]), _value(each["ours"]), each["cite"], each["text"]] for each in questions
    ]
    yield _table(["question", "in force", "where", "why it is open"], rows, left=4, none="There are none.")


def _source(functions: dict[str, str]) -> Iterator[Child]:
    for where, source in functions.items():
        yield element("h4", element("code", where), id=_anchor(where))
        yield element("pre", element("code", source))


def _who(name: str) -> str:
    return f"seat {name}" if name.isdigit() else name
