"""Each tutorial is followed from its first command to its last, and prints what it shows."""

from pathlib import Path

import pytest

from documentation.runner import Reader, blocks, pattern

DOCS = Path(__file__).parents[2] / "docs"
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))


@pytest.mark.sampled(10, 3)
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_works_as_printed(page, tmp_path):
    Reader(tmp_path).follow(page)


def test_every_tutorial_has_something_to_do():
    assert len(TUTORIALS) == 11
    assert all(blocks(page) or ">>> " in page.read_text() for page in TUTORIALS)


@pytest.mark.parametrize(
    "text",
    [
        "```console\n$ echo one\ntwo\n```\n",
        "```console\n$ false\n```\n",
        "<!-- background -->\n```console\n$ echo one\ntwo\n```\n",
        "```console\n$ echo the key is\nthe key is {{key}}\n```\n",
    ],
)
def test_a_page_that_shows_something_else_fails(text, tmp_path):
    page = tmp_path / "page.md"
    page.write_text(text)
    with pytest.raises(AssertionError):
        Reader(tmp_path).follow(page)


def test_a_page_runs_in_one_shell_and_one_folder(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(
        "<!-- file: a/b.txt -->\n```text\none\n```\n<!-- append: a/b.txt -->\n```text\ntwo\n```\n"
        "```console\n$ export WORD=three\n$ cd a\n```\n"
        "```console\n$ cat b.txt; echo $WORD is \\\n> {{port}} 8080\none\ntwo\nthree is {{number}} 8080\n```\n"
        "```console\n$ echo {{number}}\n{{port}}\n```\n".replace("{{port}}", "4711")
    )
    Reader(tmp_path).follow(page)


def test_dots_stand_for_anything_and_blanks_for_blanks():
    assert pattern("a\n...\nb to 1").search("a\nx\ny\nb  to\n1\n")
    assert not pattern("a\n...\nb to 2").search("a\nx\nb to 1\n")
