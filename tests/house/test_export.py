"""Exports can be read by other programs, add up, and contain no secrets."""

import csv
import json
import re
import sys
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import get_args

import duckdb
import polars
import pytest

import cardroom.house
from cardroom.errors import InputError
from cardroom.house import House
from cardroom.house.books.folding import FOLD, FOLDED
from cardroom.house.books.values import LedgerAccount, LedgerEntry, Posting
from cardroom.house.reports.export_rows import _EndedRound
from cardroom.house.reports.exporting import COLUMNS, export
from cardroom.house.reports.gaming_day import GamingDays, TableDay, table_days
from cardroom.play.records.file import RulesOf
from cardroom.play.table import Entry, Void
from cardroom.tags import tag_of
from support.houses import BANKED, DRAW, GAME, play, play_into, seated
from support.plain_reports import add_round

DOCS = Path(__file__).parents[2] / "docs/reference/export.md"
KINDS = {"text": polars.String, "int": polars.Int64, "bool": polars.Boolean, "time": polars.Datetime("us", "UTC")}


def have_played(house):
    """Play at three tables. One round is voided, and one is in progress."""
    random = Random(1)
    play(seated(house, "table 7", GAME), 4, random)
    draw = seated(house, "table 8", DRAW)
    play(draw, 2, random)
    play_into(draw, 2, random)
    draw.do(Void("a card was exposed"), "floor")
    play_into(draw, 6, random)
    play(seated(house, "table 9", BANKED), 3, random)
    return house


def read(folder):
    return {name: polars.read_parquet(folder / f"{name}.parquet") for name in COLUMNS}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("export")


@pytest.fixture(scope="module")
def played(folder):
    """The export of a house with played rounds."""
    with pytest.MonkeyPatch.context() as during:
        during.delenv("CARDROOM_KEY", raising=False)
        house = have_played(House.at(folder / "room.db", create=True))
    export(house.books, folder)
    yield house
    house.books.store.close()


@pytest.fixture
def tables(played, folder):
    """The exported tables by name, as polars reads them."""
    return read(folder)


def test_every_column_has_its_type(tables):
    for name, columns in COLUMNS.items():
        assert dict(tables[name].schema) == {column: KINDS[kind] for column, kind in columns.items()}


def test_postings_add_up_to_the_accounts(house, tmp_path):
    have_played(house)
    export(house.books, tmp_path)
    tables = read(tmp_path)
    postings = tables["postings"]
    added = Counter()
    for side, sign in (("payer", -1), ("payee", 1)):
        names = [f"{side}_{part}" for part in LedgerAccount._fields]
        for *account, cents in postings.group_by(names).agg(polars.col("cents").sum()).rows():
            added[LedgerAccount(*account)] += sign * cents
    balances = {LedgerAccount(*account): cents for *account, cents in tables["accounts"].rows()}
    assert {account: cents for account, cents in added.items() if cents} == balances == house.books.balances()


def test_only_finished_rounds_are_exported(tables):
    counts = tables["rounds"].group_by("book", "ended").len().sort("book", "ended").rows()
    assert counts == [
        ("table 7", "round-ended", 4),
        ("table 8", "round-ended", 2),
        ("table 8", "round-voided", 1),
        ("table 9", "round-ended", 3),
    ]
    voided = tables["rounds"].row(by_predicate=polars.col("ended") == "round-voided", named=True)
    assert (voided["round"], voided["why"], voided["wagered"]) == (3, "a card was exposed", 0)
    assert voided["opened_at"] <= voided["ended_at"] <= datetime.now(UTC)


def test_the_house_win_at_a_banked_game_equals_the_losses_of_the_wagers(tables):
    rounds = tables["rounds"].filter(polars.col("book") == "table 9")
    wagers = tables["wagers"].filter(polars.col("book") == "table 9")
    lost = dict(wagers.group_by("round").agg(-polars.col("net").sum()).rows())
    for row in rounds.rows(named=True):
        assert row["house"] + row["jackpots"] == lost.get(row["round"], 0)
        assert row["wagered"] == wagers.filter(polars.col("round") == row["round"])["stake"].sum()
    assert set(wagers["bettor"]) <= {"ann", "bob", "cyd"}


def printed():
    """The functions that the documentation prints, run without the rest of cardroom."""
    [text] = re.findall(r"```python\n(.*?)```", DOCS.read_text(), flags=re.DOTALL)
    namespace = {"sha256": sha256, "json": json, "datetime": datetime, "timedelta": timedelta, "UTC": UTC}
    exec(text, namespace)
    return namespace["hashes"]


def test_the_chain_can_be_checked_from_the_files_and_the_documentation_alone(tables):
    postings = {}
    for row in tables["postings"].sort("book", "line", "item").rows(named=True):
        postings.setdefault(row["book"], {}).setdefault(row["line"], []).append(row)
    lines = {}
    for row in tables["lines"].sort("book", "line").rows(named=True):
        lines.setdefault(row["book"], []).append(row)
    assert len(lines) == 5, "the cage, three tables, and the jackpot that one of them has linked"
    for book, rows in lines.items():
        assert list(printed()(book, rows, postings.get(book, {}))) == [row["hash"] for row in rows]


def written_kinds():
    """Every kind of entry that the code of the books writes, and those of tables by their tags."""
    source = "".join(file.read_text() for file in Path(cardroom.house.__file__).parent.rglob("*.py"))
    literal = re.findall(r'(?:Draft|self\._money)\("([\w-]+)"|self\._write\([^"\n]+, "([\w-]+)"', source)
    return {FOLD, FOLDED, *map(tag_of, get_args(Entry)), *filter(None, chain(*literal))}


def test_every_kind_of_entry_is_in_the_documentation_and_no_other(tables):
    [listed] = re.findall(r"^\| `kind` \| text \| what happened: (.*) \|$", DOCS.read_text(), flags=re.MULTILINE)
    of_tables = {*map(tag_of, get_args(Entry))}
    assert set(re.findall(r"`([\w-]+)`", listed)) == written_kinds() - of_tables
    assert set(tables["lines"]["kind"]) <= written_kinds()


def test_the_documented_query_for_handle_gives_the_handle_of_a_report(house, tmp_path):
    have_played(house)
    export(house.books, tmp_path, ["parquet"])
    [query] = re.findall(r"```sql\n(.*?)```", DOCS.read_text(), flags=re.DOTALL)
    handles = {game: handle for game, _, handle, _ in duckdb.sql(query.replace("out/", f"{tmp_path}/")).fetchall()}
    first = date.today() - timedelta(days=1)
    days = table_days(house.books, first, first + timedelta(days=2), GamingDays(zone=UTC))
    reported = {each.game: 0 for day in days for each in day.games}
    for day in days:
        for each in day.games:
            reported[each.game] += sum(wager.handle for wager in each.wagers.values())
    for game in (GAME, BANKED):
        assert round(handles[game] * 100) == reported[game] > 0


@pytest.mark.parametrize(("put", "back"), [("wager", "uncovered"), ("bet", "uncalled")])
def test_returned_bets_do_not_count_as_wagered(put, back):
    ann, area = LedgerAccount("t", "stack", "ann"), LedgerAccount("t", "area", "1", "x")
    postings = Posting(ann, area, 500, put, "1", "x"), Posting(area, ann, 200, back, "1", "x")
    opening = SimpleNamespace(game="g", rules=RulesOf("s", "d"), script="", shuffle="", previous="", spots=())
    line = LedgerEntry(2, 1, "round-ended", "", None, False, b"", postings)
    row = _EndedRound("t", 1, line, opening, 1, line, None).row()
    assert row[list(COLUMNS["rounds"]).index("wagered")] == 300
    day = TableDay("t", date(2026, 3, 1))
    add_round(day, SimpleNamespace(opening=opening), postings)
    assert day.handle == (300 if put == "wager" else 0)


def test_a_name_that_a_spreadsheet_takes_for_a_formula_is_text_in_csv_and_exact_in_parquet(house, tmp_path):
    names = ["=1+1", "@x", "+SUM(A1)", "-cmd", "ann"]
    for name in names:
        house.cage.deposit(name, 500, who="cage 1", key=f"for {name}")
    export(house.books, tmp_path)
    with (tmp_path / "accounts.csv").open(newline="") as file:
        owners = [row["owner"] for row in csv.DictReader(file) if row["kind"] == "balance"]
    assert sorted(owners) == sorted(["'=1+1", "'@x", "'+SUM(A1)", "'-cmd", "ann"])
    assert sorted(each for each in read(tmp_path)["accounts"]["owner"] if each) == sorted(names)


def test_csv_and_parquet_are_equal_in_duckdb(tables, folder):
    for name in COLUMNS:
        assert len(tables[name])
        parquet, text = (f"'{folder}/{name}.{form}'" for form in ("parquet", "csv"))
        columns = ", ".join(f"'{each}': '{_sql(kind)}'" for each, kind in COLUMNS[name].items())
        read = f"read_csv({text}, header = true, columns = {{{columns}}}, nullstr = '', allow_quoted_nulls = false)"
        for one, other in ((f"read_parquet({parquet})", read), (read, f"read_parquet({parquet})")):
            blank = ", ".join(
                f"coalesce({each}, '') AS {each}" if kind == "text" else each for each, kind in COLUMNS[name].items()
            )
            query = f"SELECT count(*) FROM (SELECT {blank} FROM {one} EXCEPT SELECT {blank} FROM {other})"
            assert duckdb.sql(query).fetchall() == [(0,)]
    [[wagered]] = duckdb.sql(f"SELECT sum(cents) FROM '{folder}/postings.parquet' WHERE cause = 'wager'").fetchall()
    assert wagered > 0


def _sql(kind):
    return {"text": "VARCHAR", "int": "BIGINT", "bool": "BOOLEAN", "time": "TIMESTAMPTZ"}[kind]


def test_nothing_secret_is_exported(played, folder):
    table = played.table("table 8").table
    stored = table.shuffle.kept()
    assert table.round is not None
    files = b"".join(file.read_bytes() for file in folder.glob("*.csv"))
    assert table.commitment.encode() not in files  # the round in progress is not exported
    for word in (stored["secret"], stored["draws"], *stored["salts"]):
        assert word.encode() not in files


def test_csv_has_no_dependencies_and_parquet_names_its_own(played, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    files = export(played.books, tmp_path / "csv", ["csv"])
    assert sorted(file.name for file in files) == sorted(f"{name}.csv" for name in COLUMNS)
    with pytest.raises(InputError, match=r"Parquet needs pyarrow\. Install cardroom\[data\]"):
        export(played.books, tmp_path / "both")
    assert list((tmp_path / "both").iterdir()) == []
    with pytest.raises(InputError, match="The format must be parquet or csv, not xlsx"):
        export(played.books, tmp_path / "both", ["xlsx"])


def test_the_documentation_names_every_column_and_no_other():
    results = {}
    for part in re.split(r"^## ", DOCS.read_text(), flags=re.MULTILINE)[1:]:
        name = part.split("\n", 1)[0].strip("`")
        if name in COLUMNS:
            results[name] = dict(re.findall(r"^\| `(\w+)` \| (\w+) \|", part, flags=re.MULTILINE))
    assert results == {name: dict(columns) for name, columns in COLUMNS.items()}


def test_exports_by_cursor_add_up_to_one_export(tmp_path, open_house):
    random = Random(3)
    house = open_house(tmp_path / "room.db", create=True)
    first, draw = seated(house, "table 7", BANKED), seated(house, "table 8", DRAW)
    play(first, 2, random)
    play_into(draw, 4, random)  # a round is in progress at the cursor
    export(house.books, tmp_path / "one", ("parquet",))
    play(draw, 2, random)
    play(first, 1, random)
    play(seated(house, "table 9", BANKED, players=("dan",)), 1, random)
    cursor = tmp_path / "one" / "cursor.json"
    rows = export(house.books, tmp_path / "two", ("parquet",), since=cursor)
    assert rows[tmp_path / "two" / "rounds.parquet"] == 4
    nothing = export(house.books, tmp_path / "three", ("parquet",), since=tmp_path / "two" / "cursor.json")
    assert {file.stem for file, count in nothing.items() if count} == {"accounts"}
    export(house.books, tmp_path / "whole", ("parquet",))
    parts, whole = [read(tmp_path / name) for name in ("one", "two", "three")], read(tmp_path / "whole")
    for name in ("rounds", "wagers", "postings", "lines"):
        order = list(COLUMNS[name])[:3]
        joined = polars.concat([part[name] for part in parts]).sort(order)
        assert joined.equals(whole[name].sort(order)), name
    assert parts[-1]["accounts"].equals(whole["accounts"])


def test_a_cursor_of_other_books_or_for_the_same_folder_is_refused(tmp_path, open_house):
    house = open_house(tmp_path / "room.db", create=True)
    house.cage.deposit("ann", 500, who="cage 1", key="slip 1")
    export(house.books, tmp_path / "one", ("csv",))
    cursor = tmp_path / "one" / "cursor.json"
    with pytest.raises(InputError, match="Choose a different folder"):
        export(house.books, tmp_path / "one", ("csv",), since=cursor)
    other = open_house(tmp_path / "other.db", create=True)
    other.cage.deposit("bob", 700, who="cage 1", key="slip 1")
    with pytest.raises(InputError, match="different hash"):
        export(other.books, tmp_path / "two", ("csv",), since=cursor)
    cursor.write_text("{}")
    with pytest.raises(InputError, match=r"is not the cursor\.json"):
        export(house.books, tmp_path / "two", ("csv",), since=cursor)
