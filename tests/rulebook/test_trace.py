"""The traceability matrix: every name in it exists, and it contains everything of a document."""

import ast
import copy
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec
import pytest

from cardroom import rulebook
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.traces import Trace, documents, problems, read, text_at, trace
from rulebook.documents import NUMBERINGS, TEXT, numbered, poker_chapters, regulators_numbers, runs, text_of

ROOT = Path(__file__).parents[2]
FOLDER = Path(rulebook.__file__).parent / "trace"
every_document = pytest.mark.parametrize("document", documents())


# -- Every name leads somewhere ------------------------------------------------------------------------------------


@cache
def functions_in(file: str) -> frozenset[str]:
    """The test functions that a file defines."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def lost(matrix: Trace) -> Iterator[str]:
    """Names in a matrix that do not exist."""
    for row in matrix.row:
        for name in row.where:
            try:
                if name.startswith(("rules/", "fees/")):
                    text_at(name)
                else:
                    module, _, path = name.partition(":")
                    thing = import_module(module)
                    for part in path.split("."):
                        thing = getattr(thing, part)
            except (ImportError, AttributeError, RuleBookError):
                yield f"{row.section}, {row.rule}: where: {name}"
        for name in row.tests:
            file, _, function = name.partition("::")
            if not function.startswith("test_") or function not in functions_in(file):
                yield f"{row.section}, {row.rule}: tests: {name}"


@every_document
def test_every_symbol_key_and_test_that_is_named_exists(document):
    assert list(lost(trace(document))) == []


@every_document
def test_every_rule_has_one_row_and_every_row_a_rule(document):
    assert list(problems(trace(document))) == []


# -- A chapter's tests play its game -------------------------------------------------------------------------------

EVERY = {"all_games", "slugs"}
"""What a test reads that goes through all games."""


@cache
def defined_in(file: str) -> dict[str, ast.AST | tuple[str, str]]:
    """The definitions of a test file by name, and its imports from other test files."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    by_name: dict[str, ast.AST | tuple[str, str]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            by_name |= {each.id: node.value for each in node.targets if isinstance(each, ast.Name)}
        elif isinstance(node, ast.FunctionDef):
            by_name[node.name] = node
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games."):
            other = f"tests/{(node.module or '').replace('.', '/')}.py"
            by_name |= {each.asname or each.name: (other, each.name) for each in node.names}
    return by_name


@cache
def told_in(file: str, name: str) -> frozenset[str]:
    """The texts and names in a test, and in everything of its file that it uses."""
    todo, seen, words = [(file, name)], set(), set()
    while todo:
        at = todo.pop()
        result = defined_in(at[0]).get(at[1])
        if at in seen or result is None:
            continue
        seen.add(at)
        if isinstance(result, tuple):
            todo.append(result)
            continue
        for node in ast.walk(result):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                words.add(node.value)
            elif isinstance(node, ast.Attribute):
                words.add(node.attr)
            elif isinstance(node, ast.Name):
                words.add(node.id)
                todo.append((at[0], node.id))
    return frozenset(words)


def of_other_games(matrix: Trace, games: dict[str, str]) -> Iterator[str]:
    """Rows of these chapters without a test that can play the chapter's game."""
    for row in matrix.row:
        slug = games.get(row.section)
        named = [told_in(*name.split("::")) for name in row.tests]
        if slug and named and not any(slug in words or EVERY & words for words in named):
            yield f"{row.section}, {row.rule}: none of its tests names {slug}"


@pytest.mark.proof
def test_every_rule_of_a_poker_chapter_has_a_test_that_plays_its_game():
    games = {rules.id: slug for slug in rulebook.slugs() if (rules := rulebook.rule_set(slug)).poker}
    assert len(games) > 17
    assert list(of_other_games(trace("500-club"), games)) == []


def test_a_row_whose_tests_play_another_game_is_found():
    dealt = "tests/games/poker/test_dealing.py::test_pineapple_discards_before_the_flop"
    planted = own("row", 0, "tests", value=[dealt])
    message = "A, 1: none of its tests names"
    assert f"{message} pineapple" not in of_other_games(planted, {"A": "pineapple"})
    assert f"{message} razz" in of_other_games(planted, {"A": "razz"})


# -- A matrix that is wrong is caught ------------------------------------------------------------------------------

WHERE = "cardroom.games.banked.heads_up_holdem:settle"
TEST = "tests/rulebook/test_trace.py::test_a_name_that_leads_nowhere_is_found"
SOUND = {
    "document": "own",
    "title": "Our own rules",
    "section": [
        {"at": "A", "title": "Dealing", "rules": ["1", "1a", "table:1"]},
        {"at": "B", "title": "Paying", "rules": ["1", "note:i"]},
    ],
    "row": [
        {"section": "A", "rule": "1", "says": "Deal.", "standing": "implemented", "where": [WHERE], "tests": [TEST]},
        {"section": "A", "rule": "1a", "says": "In silence.", "standing": "outside", "why": "Nobody can hear it."},
        {"section": "A", "rule": "table:1", "says": "Pays.", "standing": "data", "where": [WHERE], "tests": [TEST]},
        {"section": "B", "rule": "1", "says": "Slowly.", "standing": "missing", "why": "Nobody has done it."},
        {"section": "B", "rule": "note:i", "says": "Soon.", "standing": "room", "why": "There is no room yet."},
    ],
}


PART = """
[[section]]
at = "{at}"
title = "Dealing"
rules = ["1", "2", "3a"]
[section.row.1]
says = "Deal."
standing = "outside"
why = "Nobody does."
[section.row.2]
says = "Slowly."
standing = "implemented"
where = ["cardroom.games.banked.heads_up_holdem:settle"]
tests = ["tests/rulebook/test_trace.py::test_a_name_that_leads_nowhere_is_found"]
[section.row.3a]
says = "In silence."
standing = "outside"
why = "Nobody can hear it."
"""
HEIR = """
[[section]]
at = "B"
title = "Dealing again"
rules = ["1", "2", "2a", "note:how to cut"]
inherits = [{ rules = "1", from = "A" }, { rules = "2a to note:how to cut", from = "A", at = "2 to 3a" }]
[section.row.2]
says = "Deal twice."
standing = "outside"
why = "Once is enough."
[section.row."note:how to cut"]
says = "Cut."
"""


def own(*path, value=None, drop=False):
    """The valid matrix with one thing changed or left out."""
    table = copy.deepcopy(SOUND)
    at = table
    for step in path[:-1]:
        at = at[step]
    if path and drop:
        del at[path[-1]]
    elif path:
        at[path[-1]] = value
    return msgspec.convert(table, Trace)


def test_a_sound_matrix_is_sound():
    assert list(problems(own())) == []
    assert list(lost(own())) == []


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        (own("row", 1, drop=True), "rule A, 1a: it has no row"),
        (own("section", 0, "rules", 1, drop=True), "row A, 1a: its section does not list it"),
        (own("section", 0, "rules", 1, value="1"), "rule A, 1: it is listed twice"),
        (own("section", 1, "at", value="A"), "section A: it is listed twice"),
        (
            own("section", 0, "rules", value=["1a", "1", "table:1"]),
            "row A, 1: in the document, A, 1a comes here",
        ),
        (own("section", 0, "rules", value=["1", "the deal", "table:1"]), "rule A, the deal: write its number, or"),
        (own("section", 0, "rules", value=["1", "1a", "table:"]), "rule A, table:: write its number, or"),
        (own("row", 1, value=SOUND["row"][0]), "row A, 1: it appears twice"),
        (own("row", 0, "says", value="Two\ncards."), "row A, 1: says: write one line"),
        (own("row", 0, "where", drop=True), "row A, 1: where: a rule that is implemented must name at least one"),
        (own("row", 2, "tests", drop=True), "row A, table:1: tests: a rule that is data must name at least one"),
        (own("row", 0, "where", 0, value="settle"), "row A, 1: where: 'settle' must be written as"),
        (own("row", 0, "tests", 0, value="test_it"), "row A, 1: tests: 'test_it' must be written as"),
        (own("row", 0, "standing", value="ruling"), "row A, 1: why: a rule that is ruling must say why"),
        (own("row", 3, "why", drop=True), "row B, 1: why: a rule that is missing must say why"),
        (own("row", 4, "why", drop=True), "row B, note:i: why: a rule that is room must say why"),
    ],
)
def test_an_incomplete_matrix_is_rejected(changed, says):
    assert any(problem.startswith(says) for problem in problems(changed)), list(problems(changed))


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("where", "cardroom.games.banked.heads_up_holdem:pays_double"),
        ("where", "cardroom.games.banked.bridge:settle"),
        ("where", "cardroom.play.table.table:Table.read_minds"),
        ("where", "rules/heads-up-holdem/brook.toml#wager.blind"),
        ("where", "rules/heads-up-holdem/moon.toml#wager.ante"),
        ("where", "rules/heads-up-holdem/brook.toml#printed.'Table 99'"),
        ("tests", "tests/rulebook/test_trace.py::test_that_is_not_there"),
        ("tests", "tests/rulebook/test_nothing.py::test_a_sound_matrix_is_sound"),
        ("tests", "tests/rulebook/test_trace.py::functions_in"),
    ],
)
def test_a_name_that_leads_nowhere_is_found(key, name):
    planted = own("row", 0, key, value=[SOUND["row"][0][key][0], name])
    assert list(problems(planted)) == []
    assert list(lost(planted)) == [f"A, 1: {key}: {name}"]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('title = "WPT', 'titel = "WPT', "top level: unknown field titel: choose from section, title$"),
        ('title = "WPT', '# title = "WPT', "title: write it in the first file, and only there"),
        ('standing = "outside"', 'standing = "elsewhere"', "row Layout, text:picture: standing: 'elsewhere' is not"),
        (
            "[section.row.1]\n",
            "[section.row.1]\nsay = 2\n",
            "row .*, 1: top level: unknown field say: choose",
        ),
        ('title = "The felt"', 'titel = "The felt"', r"section\[5\]: unknown field titel"),
        ('rules = ["text:picture"]', "rules = []", "row Layout, text:picture: its section does not list it"),
        ("[[section]]", "[[section", "Expected "),
    ],
)
def test_a_broken_file_is_rejected_by_name(tmp_path, old, new, says):
    file = tmp_path / "own.toml"
    text = (FOLDER / "wpt-huh.toml").read_text()
    file.write_text(text)
    assert read(file).counts() == trace("wpt-huh").counts()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(RuleBookError, match=f"own.toml: {says}"):
        read(file)


def written(folder, **parts):
    """A document in a folder, by the names of its files. The first one has the title."""
    folder.mkdir(exist_ok=True)
    for place, (name, text) in enumerate(sorted(parts.items())):
        (folder / f"{name}.toml").write_text(text if place else f'title = "Some rules"{text}')
    return folder


def test_a_long_document_may_be_a_folder_of_parts_in_their_order(tmp_path):
    folder = written(tmp_path / "own")
    with pytest.raises(RuleBookError, match="own: the folder is empty"):
        read(folder)
    found = read(written(folder, part2=PART.format(at="B"), part1=PART.format(at="A")))
    assert (found.document, found.title) == ("own", "Some rules")
    assert [section.at for section in found.section] == ["A", "B"]
    assert [row.section for row in found.row] == ["A"] * 3 + ["B"] * 3
    with pytest.raises(RuleBookError, match="own: section A: it is listed twice"):
        read(written(folder, part1=PART.format(at="A"), part2=PART.format(at="A")))
    (folder / "part2.toml").write_text(f'title = "Some rules"{PART.format(at="B")}')
    with pytest.raises(RuleBookError, match="own: title: write it in the first file, and only there"):
        read(folder)


# -- A chapter that repeats another inherits its rows --------------------------------------------------------------


def test_a_chapter_inherits_rows_under_its_own_numbers_and_writes_what_differs(tmp_path):
    found = read(written(tmp_path / "own", a=PART.format(at="A"), b=HEIR))
    theirs, ours = found.rows("A"), found.rows("B")
    assert [(row.rule, row.says, row.standing) for row in ours] == [
        ("1", "Deal.", "outside"),
        ("2", "Deal twice.", "outside"),
        ("2a", "Slowly.", "implemented"),
        ("note:how to cut", "Cut.", "outside"),
    ]
    assert ours[0] == msgspec.structs.replace(theirs[0], section="B")
    assert ours[2] == msgspec.structs.replace(theirs[1], section="B", rule="2a")
    assert ours[3].why == theirs[2].why


def test_a_chapter_may_inherit_from_one_that_comes_later_and_inherits_itself(tmp_path):
    third = HEIR.replace('at = "B"', 'at = "C"').replace('from = "A", at = "2 to 3a"', 'from = "B"')
    third = third.replace('from = "A"', 'from = "B"').replace('"Cut."', '"Cut deep."')
    found = read(written(tmp_path / "own", a=third, b=HEIR, c=PART.format(at="A")))
    assert [row.says for row in found.rows("C")] == ["Deal.", "Deal twice.", "Slowly.", "Cut deep."]


def test_a_chapter_inherits_from_its_own_earlier_rules(tmp_path):
    changed = HEIR.replace(', from = "A", at = "2 to 3a"', ', at = "1 to 2"').replace('"Cut."', '"Cut twice."')
    found = read(written(tmp_path / "own", a=PART.format(at="A"), b=changed)).rows("B")
    assert [(row.rule, row.says, row.why) for row in found] == [
        ("1", "Deal.", "Nobody does."),
        ("2", "Deal twice.", "Once is enough."),
        ("2a", "Deal.", "Nobody does."),  # what rule 1 inherits
        ("note:how to cut", "Cut twice.", "Once is enough."),
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"1", from = "A"', '"1", from = "Z"', "section B: inherits 1: there is no section Z"),
        ('"1", from = "A"', '"1", from = "B"', "section B: rule 1 repeats 1, which has no row before it"),
        ('"1", from = "A"', '"1", at = "2"', "section B: rule 1 repeats 2, which has no row before it"),
        ('"1", from = "A"', '"7", from = "A"', "section B: inherits 7: B has no rules 7: write one rule, or the first"),
        ('"2a to note:how to cut"', '"note:how to cut to 2"', "section B: inherits note:how to cut to 2: B has no"),
        ("2 to 3a", "2 to 4", "section B: inherits 2a to note:how to cut: A has no rules 2 to 4: write one rule"),
        ("2 to 3a", "1 to 3a", "section B: inherits 2a to note:how to cut: these are 2 rules, but 3 in A"),
        ('"2a to', '"1 to', "section B: inherits 1 to note:how to cut: these are 4 rules, but 2 in A"),
        ('"1", from = "A"', '"2a", from = "A", at = "1"', "section B: inherits 2a to .*: rule 2a is inherited twice"),
        ('says = "Cut."', 'says = "In silence."', "row B, note:how to cut: leave out the row: it is the same as the"),
        ('says = "Cut."', "", "row B, note:how to cut: leave out the row: it is the same as the inherited one"),
        (
            'says = "Cut."',
            'says = "Cut."\nstanding = "outside"',
            "row B, note:how to cut: leave out standing: the same as in the inherited row",
        ),
        ('says = "Deal twice."', "", "row B, 2: write says: the section does not inherit this rule"),
        ("[section.row.2]", "[section.row.7]", "rule B, 2: it has no row"),
        ('{ rules = "1", from = "A" }, ', "", "rule B, 1: it has no row"),
    ],
)
def test_a_wrong_inheritance_is_rejected(tmp_path, old, new, says):
    assert HEIR.count(old) == 1
    folder = written(tmp_path / "own", a=PART.format(at="A"), b=HEIR)
    assert len(read(folder).row) == 7
    (folder / "b.toml").write_text(HEIR.replace(old, new))
    with pytest.raises(RuleBookError, match=f"^own: {says}"):
        read(folder)


def test_chapters_that_inherit_in_a_circle_are_rejected(tmp_path):
    circle = HEIR.replace('at = "B"', 'at = "A"').replace('from = "A"', 'from = "B"').replace("2 to 3a", "1 to 2")
    with pytest.raises(RuleBookError, match=r"^own: section B: it inherits from itself: B, A, B$"):
        read(written(tmp_path / "own", a=circle, b=HEIR))


def test_a_rule_without_a_row_cannot_be_inherited(tmp_path):
    part = PART.format(at="A").replace("[section.row.1]", "[section.row.9]")
    with pytest.raises(RuleBookError, match=r"^own: section B: inherits 1: rule 1 of A has no row"):
        read(written(tmp_path / "own", a=part, b=HEIR))


def test_rows_in_a_wrong_order_are_rejected_beside_inherited_ones(tmp_path):
    at = HEIR.index("[section.row.2]")
    middle = HEIR.index('[section.row."note')
    changed = HEIR[:at] + HEIR[middle:] + HEIR[at:middle]
    with pytest.raises(RuleBookError, match=r"^own: row B, note:how to cut: in the document, B, 2 comes here"):
        read(written(tmp_path / "own", a=PART.format(at="A"), b=changed))


def test_an_unknown_document_is_rejected_with_a_list():
    with pytest.raises(RuleBookError, match=r"there is no document 'moon': choose from .*brook-huh"):
        trace("moon")


def test_keys_of_rule_sets_are_found_with_quotes_and_in_lists():
    brook = "rules/heads-up-holdem/brook.toml#"
    assert text_at(brook + "pay.odds-win.lines.royal flush") == "500 to 1"
    assert text_at(brook + 'pay.odds-win.lines."royal flush"') == "500 to 1"
    assert text_at(brook + "printed.0.cite") == "Table 5"
    assert text_at(brook + "printed.'Table 6'.title") == text_at(brook + "printed.1.title")
    assert text_at("rules/pure-21.5-blackjack/500-club.toml#deck.name") == "bonus"
    for key in ("", "pay.odds-win.lines.royal", "printed.9", "name.first"):
        with pytest.raises(RuleBookError, match="there is no key"):
            text_at(brook + key)


# -- Nothing of a document is left out -----------------------------------------------------------------------------


def reduced(rule: str) -> str:
    """A rule as the document numbers it. Unnumbered items are text."""
    kind, _, name = rule.partition(":")
    unnumbered = kind == "text" or (kind == "note" and not re.fullmatch(r"\d+|[ivx]+", name))
    return TEXT if unnumbered else rule


def left_out(matrix: Trace, printed: dict[str, list[str]]) -> Iterator[str]:
    """Items that are in a document but not in its matrix, or vice versa."""
    sections = [section.at for section in matrix.section]
    if sections != list(printed):
        yield f"sections: {sections}, printed: {list(printed)}"
    for section in matrix.section:
        items = printed.get(section.at, [])
        rules = [reduced(rule) for rule in section.rules]
        if [rule for rule in rules if rule != TEXT] != [item for item in items if item != TEXT]:
            yield f"{section.at}: {rules}, printed: {items}"
            continue
        ours, theirs = texts_between(rules), texts_between(items)
        for place, count in theirs.items():
            if ours.get(place, 0) < count:
                yield f"{section.at}: {ours.get(place, 0)} rows after {place or 'its heading'} for {count} texts"


def texts_between(items: list[str]) -> dict[str, int]:
    """How many texts follow each numbered item, and the heading."""
    numbers, last = {}, ""
    for item, count in runs(items):
        if item == TEXT:
            numbers[last] = count
        last = item if item != TEXT else last
    return numbers


@pytest.mark.parametrize("document", NUMBERINGS)
def test_sections_and_rules_are_those_of_the_document(document):
    assert list(left_out(trace(document), numbered(text_of(document), NUMBERINGS[document]))) == []


@pytest.mark.skipif("500-club" not in documents(), reason="the 500 Club's book has no matrix yet")
def test_chapters_and_rules_are_those_of_the_500_clubs_book():
    """Of the numbering, the scan has only the regulator's numbers and some rule numbers."""
    text, sections = text_of("500-club"), trace("500-club").section
    assert regulators_numbers(text) <= {section.at for section in sections}
    chapters = poker_chapters(text)
    first = next(place for place, section in enumerate(sections) if section.title == "2-7 Single Draw")
    assert len(chapters) == 19
    assert sum(map(len, chapters)) > 100
    for section, numbers in zip(sections[first:], chapters, strict=False):
        assert numbers <= {re.sub(r"\D.*", "", rule) for rule in section.rules}, section.title


def test_a_rule_that_is_left_out_is_found():
    printed = {"A": ["1", "1a", "table:1"], "B": ["1", "note:i"]}
    assert list(left_out(own(), printed)) == []
    for changed in (
        printed | {"C": ["1"]},
        {"B": printed["B"], "A": printed["A"]},
        printed | {"A": ["1", "1a", "1b", "table:1"]},
        printed | {"A": ["1", "table:1", "1a"]},
        printed | {"A": ["1", "1a", "table:2"]},
        printed | {"B": ["1", TEXT, "note:i"]},
        printed | {"B": [TEXT, "1", "note:i"]},
        printed | {"B": ["1", "note:i", "note:ii"]},
    ):
        assert list(left_out(own(), changed)), changed


@pytest.mark.parametrize("document", NUMBERINGS)
def test_no_line_is_copied_from_the_document(document):
    """Rules are stated in our own words: no eight consecutive words are from the document."""

    def words(text: str) -> list[str]:
        return re.findall(r"[a-z0-9]+", text.lower().replace("'", "").replace("’", ""))

    def eights(text: str) -> set[tuple[str, ...]]:
        sentences = words(text)
        return {tuple(sentences[place : place + 8]) for place in range(len(sentences) - 7)}

    theirs = eights(text_of(document))
    for row in trace(document).row:
        assert not eights(row.says) & theirs, row.says
        assert not eights(row.why) & theirs, row.why


RULE_SETS = {
    "brook-huh": ["heads-up-holdem/brook"],
    "washington-huh": ["heads-up-holdem/washington", "heads-up-holdem/washington-no-qualifier"],
    "wpt-huh": ["heads-up-holdem/wpt"],
    "brook-fcf": ["four-card-frenzy/brook"],
}


@pytest.mark.parametrize("document", RULE_SETS)
def test_no_wager_table_choice_or_jackpot_of_a_rule_set_is_without_a_rule(document):
    """A rule set contains only what its document prints. Chips are wagered, but no document says how small they are."""
    for rules in RULE_SETS[document]:
        names = [name for row in trace(document).row for name in row.where if name.startswith(f"rules/{rules}.toml#")]
        traced = {tuple(name.partition("#")[2].split(".")[:2]) for name in names}
        table = tomllib.loads((FOLDER.parent / "games" / f"{rules}.toml").read_text())
        there = {(kind, name) for kind in ("wager", "pay", "house_rules", "jackpot") for name in table.get(kind, {})}
        assert there - traced <= {("house_rules", "smallest_chip")}
