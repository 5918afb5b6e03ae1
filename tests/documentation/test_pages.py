"""Every page of the documentation can be found, is short, and names code that exists."""

import importlib
import re
import tomllib
from typing import Any, get_args

import pytest

from cardroom.games import all_games
from cardroom.play.table import Command
from cardroom.play.table.log import Entry
from cardroom.tags import tag_of
from documentation.build import COPIED, DOCS, ROOT
from documentation.reference import entries, games, table_commands

MOST_LINES = 250
PAGES = sorted(DOCS.rglob("*.md"))
GLOSSARY = (DOCS / "reference" / "glossary.md").read_text()
WORD = re.compile(r"^\| \*\*([^*]+)\*\* \|(?:[^|]*\|)([^|\n]*)\|$", re.MULTILINE)
"""A row of the glossary with three columns: the word, and the code names in the last one."""
CODE = re.compile(r"`([\w.]+)`")
COUNTS = {
    "README.md": r"documents have (\d+);",
    "docs/games.md": r"All (\d+) games of the",
    "CHANGELOG.md": r"- (\d+) games from",
}
"""The sentences that count the games of the documents."""


def navigation(parts: Any) -> list[str]:
    """Return the pages of a part of the navigation."""
    if isinstance(parts, str):
        return [parts]
    inner = parts.values() if isinstance(parts, dict) else parts
    return [page for part in inner for page in navigation(part)]


def find(name: str) -> Any:
    """Return what a dotted name below `cardroom` stands for, or raise an error."""
    parts = ["cardroom", *name.split(".")]
    for length in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            value = getattr(value, part)
        return value
    raise AssertionError(f"no module of cardroom begins {name}")


def test_every_page_is_in_the_navigation_once():
    listed = navigation(tomllib.loads((ROOT / "zensical.toml").read_text())["project"]["nav"])
    pages = [page.relative_to(DOCS).as_posix() for page in PAGES]
    assert sorted(listed) == sorted([*pages, *COPIED.values()])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_is_short_enough_to_read(page):
    lines = len(page.read_text().splitlines())
    assert lines <= MOST_LINES, f"{page.name} has {lines} lines: split it"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_a_page_has_one_title_and_it_comes_first(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^# (.+)$", text, re.MULTILINE)
    assert len(titles) == 1
    assert text.startswith("# ")


@pytest.mark.parametrize("name", sorted({name for _, code in WORD.findall(GLOSSARY) for name in CODE.findall(code)}))
def test_a_code_name_of_the_glossary_exists(name):
    assert find(name) is not None


@pytest.mark.parametrize("name", ["play.round.Rounds", "play.nowhere.Round", "nowhere", "play.places.Spot.better"])
def test_a_code_name_that_does_not_exist_is_noticed(name):
    with pytest.raises((AssertionError, AttributeError)):
        find(name)


def test_the_glossary_has_about_fifty_words_with_one_meaning_each():
    words = [word for word, _ in WORD.findall(GLOSSARY)]
    all_words = re.findall(r"^\| \*\*([^*]+)\*\*", GLOSSARY, re.MULTILINE)
    assert 45 <= len(words) <= 65
    assert sum(bool(CODE.search(code)) for _, code in WORD.findall(GLOSSARY)) >= 45
    assert len(all_words) == len(set(all_words))
    assert not [word for word in all_words if "," in word], "one word in each row"


@pytest.mark.parametrize(
    ("part", "names"),
    [
        (games, {game.slug for game in all_games()}),
        (table_commands, {command.__name__ for command in get_args(Command)}),
        (entries, {tag_of(entry) for entry in get_args(Entry)}),
    ],
    ids=["games", "commands", "log entries"],
)
def test_a_generated_list_is_complete_and_on_a_page(part, names):
    assert names <= {*re.findall(r"\| `([\w.-]+)` \|", part())}
    assert any(f"<!-- generated: {part.__name__} -->" in page.read_text() for page in PAGES)


def test_the_number_of_games_in_documents_is_right_everywhere():
    printed = {game.slug for game in all_games() if game.rules.rules != "standard"}
    for name, said in COUNTS.items():
        number = re.search(said, (ROOT / name).read_text())
        assert number, f"{name} says nothing like {said!r}: change COUNTS here"
        assert int(number[1]) == len(printed), f"{name} says {number[0]!r}, but there are {len(printed)} games"


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_the_links_at_the_front_door_lead_somewhere(name):
    links = re.findall(r"\]\(([^)#:]+)(?:#([^)]+))?\)", (ROOT / name).read_text())
    assert links
    for file, heading in links:
        assert (ROOT / file).exists(), file
        if heading:
            titles = re.findall(r"^#+ (.+)$", (ROOT / file).read_text(), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_the_readme_is_short_and_begins_with_two_commands_that_exist():
    text = (ROOT / "README.md").read_text()
    first = re.search(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert first
    targets = re.findall(r"^\$ make (\w+)", first[1], re.MULTILINE)
    assert targets == ["run", "test"]
    assert {*targets} <= {*re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    assert len(text.splitlines()) <= 90
