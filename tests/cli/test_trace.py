"""`cardroom trace`: the traceability matrix on a terminal, as data, and as a page."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from rich.console import Console

from cardroom.cli.prove import trace as command
from cardroom.cli.prove.trace_page import anchor, trace_page
from cardroom.rulebook.traces import STANDINGS, Trace, documents, trace
from cli.command import mistake, run

FIELDS = ["document", "section", "rule", "says", "standing", "where", "tests", "breaks", "why", "evidence", "mutants"]


def rows(*args: object) -> list[dict[str, Any]]:
    matrix: list[dict[str, Any]] = json.loads(run("trace", *args, "--json").stdout)
    return matrix


@pytest.mark.parametrize("document", documents())
@pytest.mark.sampled(2, 1)
def test_every_rule_is_printed_with_its_standing_code_and_tests(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    output = run("trace", document).stdout
    for row in trace(document).row:
        for text in (row.rule, row.standing, *row.where, *row.tests):
            assert text in output
    plain = " ".join(output.split())
    assert all(section.title in plain for section in trace(document).section)
    counts = trace(document).counts()
    tally = ", ".join(f"{counts[standing]} {standing}" for standing in STANDINGS if counts[standing])
    assert plain.endswith(f"{len(trace(document).row)} rules: {tally}")


def test_it_fits_a_narrow_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for document in ("washington-huh", "brook-fcf"):
        assert all(len(line) <= 80 for line in run("trace", document).stdout.splitlines())


def test_each_standing_has_a_color_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(command.STYLES) == set(STANDINGS)
    assert len(set(command.STYLES.values())) == len(STANDINGS)
    monkeypatch.setattr(
        command, "console", lambda: Console(force_terminal=True, color_system="standard", markup=False, width=200)
    )
    output = run("trace", "wpt-huh", "DEALING PROCEDURES").stdout
    assert "\x1b[32mimplemented" in output
    assert "\x1b[36mdata" in output
    assert "\x1b[33mruling" in output


def test_one_section_is_found_by_number_or_name_in_any_case() -> None:
    section = rows("brook-huh", "G")
    assert [row["rule"] for row in section] == ["text:minimum", "text:maximum", "text:several spaces"]
    assert rows("brook-huh", "g") == rows("Brook HUH", "amounts") == section
    assert rows("wpt", "progressive")[0]["section"] == "PROGRESSIVE"
    assert rows("washington", "appendix d")[0]["section"] == 'Appendix "D"'
    assert "progressive paytables" not in run("trace", "wpt-huh", "pocket bonus").stdout.lower()


def test_json_is_a_list_of_rows_in_the_order_of_the_document() -> None:
    for document in documents():
        matrix = rows(document)
        assert [(row["section"], row["rule"]) for row in matrix] == [
            (row.section, row.rule) for row in trace(document).row
        ]
        assert all(list(row) == FIELDS and row["document"] == document for row in matrix)


def test_without_a_document_all_documents_are_listed_with_counts() -> None:
    listed = rows()
    assert [each["document"] for each in listed] == list(documents())
    for each in listed:
        assert each["rules"] == sum(each[standing] for standing in STANDINGS) == len(trace(each["document"]).row)
    output = " ".join(run("trace").stdout.split())
    assert all(name in output and trace(name).title in output for name in documents())
    assert f"{len(trace('brook-huh').row)} rules: " in output


def test_errors_say_what_would_be_right(tmp_path: Path) -> None:
    assert "Unknown document 'brok-huh'. Did you mean brook-huh" in mistake("trace", "brok-huh")
    assert "'brook' matches more than one name: brook-fcf or brook-huh. Type more of it" in mistake("trace", "brook")
    assert "wpt-huh has no section 'progresive'. Did you mean PROGRESSIVE?" in mistake("trace", "wpt-huh", "progresive")
    assert "brook-huh has no section 'Z'. Known: preamble, A, B" in mistake("trace", "brook-huh", "Z")
    assert "Choose one of --json and --html" in mistake("trace", "wpt-huh", "--json", "--html", tmp_path / "a.html")
    assert "give a DOCUMENT: " in mistake("trace", "--html", tmp_path / "a.html")
    assert "does not exist. Create it first" in mistake("trace", "wpt-huh", "--html", tmp_path / "none" / "a.html")
    assert "this is a folder" in mistake("trace", "wpt-huh", "--html", tmp_path)
    assert not list(tmp_path.iterdir())


# -- the page ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("document", documents())
def test_the_page_is_self_contained_and_has_an_anchor_for_every_rule(document: str, tmp_path: Path) -> None:
    file = tmp_path / "matrix.html"
    assert f"Written to {file}: {len(trace(document).row)} rules" in run("trace", document, "--html", file).stdout
    text = file.read_text()
    assert text.startswith("<!DOCTYPE html>\n")
    tree = ElementTree.fromstring(text)
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint({each.tag for each in tree.iter()})
    style = tree.find("head/style")
    assert style is not None
    assert "@media print" in (style.text or "")
    assert "url(" not in (style.text or "")
    named = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(named) == len(set(named))
    links = [each.get("href", "") for each in tree.iter("a")]
    assert {link.removeprefix("#") for link in links} <= set(named)
    assert {f"#{anchor(row.section, row.rule)}" for row in trace(document).row} <= set(links)
    whole = " ".join(tree.itertext())
    assert all(row.says in whole and row.why in whole for row in trace(document).row)


def test_the_page_of_a_section_has_only_that_section(tmp_path: Path) -> None:
    run("trace", "brook-fcf", "G", "--html", tmp_path / "g.html")
    tree = ElementTree.fromstring((tmp_path / "g.html").read_text())
    assert [each.text for each in tree.iter("h2")] == ["G: Amounts of wagers", "What the standings mean"]


def test_texts_of_a_matrix_are_escaped() -> None:
    nasty = """<script>alert("1")</script> & 'so' </td>"""
    table = {
        "document": nasty,
        "title": nasty,
        "section": [{"at": nasty, "title": nasty, "rules": [f"text:{nasty}"]}],
        "row": [{"section": nasty, "rule": f"text:{nasty}", "says": nasty, "standing": "outside", "why": nasty}],
    }
    tree = ElementTree.fromstring(trace_page(msgspec.convert(table, Trace)))
    assert {"script"}.isdisjoint({each.tag for each in tree.iter()})
    assert "".join(tree.itertext()).count(nasty) == 8
