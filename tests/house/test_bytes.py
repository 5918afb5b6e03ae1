"""Every single byte of a small store, flipped in turn: opening or the audit reports each one that matters.

The effect of a byte is what a plain reader gets: all rows of all tables, without the house. If these rows differ, or
cannot be read, an error of ours or a finding must report it. If they are the same, the byte may still belong to an
index, which finds requests; these are all reported too. Of 25,088 bytes, these are not reported:

- free space within pages: 7,337;
- of the file's header 56: the version for writing, the change counter, the size of the cache and the format, how it may
  be shrunk, the user's and the application's numbers, reserved bytes and the version of the library that wrote last;
- of the schema's own words 564: letters of types that SQLite does not enforce, white space, capitals, names of
  constraints and of automatic indexes, and rules of a column (such as that it is never empty) that no row breaks.

Any other byte must be reported by an error of ours or by a finding, never by a traceback of another kind.
"""

import sqlite3
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from cardroom.errors import CardroomError
from cardroom.house import House
from cardroom.house.audit.store import audit
from support.houses import play, play_into, seated
from support.memory import memory_folder
from support.sampling import PROOF

QUICK = memory_folder()
PAGE = 512
TABLES = ("books", "lines", "accounts", "postings", "rules", "alembic_version")


def small_store(folder: Path) -> bytes:
    """A store with a few rounds and one in progress, in the smallest pages that SQLite has."""
    house = House.at(folder / "room.db", create=True)
    table = seated(house, "t", players=("ann", "bob"))
    play(table, 2, Random(1))
    play_into(table, 1, Random(2))
    house.note("limits", who="floor", why="late", before=1, after=2)
    house.books.store.close()
    with closing(sqlite3.connect(folder / "room.db", isolation_level=None)) as file:
        for pragma in ("journal_mode = DELETE", f"page_size = {PAGE}"):
            file.execute(f"PRAGMA {pragma}")
        file.execute("VACUUM")
        file.execute("PRAGMA journal_mode = WAL")
    return (folder / "room.db").read_bytes()


def rows(path: Path):
    """All rows that a reader without the house gets, by column names; or the error."""
    try:
        with closing(sqlite3.connect(path)) as file:
            by_table = {name: sorted(file.execute(f"SELECT * FROM {name}"), key=repr) for name in TABLES}
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return None
    by_table["lines"] = [(*line[:6], bool(line[6]), *line[7:]) for line in by_table["lines"]]  # 0 is false
    return by_table


def part_of(whole: bytes, place: int) -> str:
    """The role of a byte in SQLite: file header, page header, table, index, or free space."""
    page, first = place - place % PAGE, 100 if place < PAGE else 0
    kind, at = whole[page + first], place % PAGE
    cells, start = (int.from_bytes(whole[page + first + each : page + first + each + 2]) for each in (3, 5))
    body = first + (12 if kind in (2, 5) else 8)
    if at < first:
        return "header"
    if kind not in (2, 5, 10, 13):
        return "table"  # an overflow page of a long text
    if at < body:
        return "page header"
    if body + 2 * cells <= at < start:
        return "free space"
    return "index" if kind in (2, 10) else "table"


def reported(path: Path) -> str:
    """The report of the house about a problem, if any."""
    house = None
    try:
        house = House.at(path)
        for name in house.tables():
            house.table(name)
        done = audit(house.books)
        return "" if done.holds else "audited"
    except CardroomError:
        return "refused"
    finally:
        if house:
            house.books.store.close()


def flipped(folder: Path, whole: bytes, places, random: Random) -> tuple[Counter, list]:
    """Flip a bit of each of these bytes. Return the result of each, and the bytes that were not reported."""
    path = folder / "room.db"
    path.write_bytes(whole)
    was = rows(path)
    ends, unseen = Counter(), []
    free = {place for place in range(len(whole)) if part_of(whole, place) == "free space"}
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << random.randrange(8)
        for rest in folder.glob("room.db-*"):
            rest.unlink()
        path.write_bytes(changed)
        same = rows(path) == was
        if same and place in free:
            ends["free space"] += 1
            continue
        for rest in folder.glob("room.db-*"):
            rest.unlink()
        path.write_bytes(changed)
        try:
            end = reported(path) or (part_of(whole, place) if same else "unseen")
        except Exception as error:
            end = f"traceback: {error!r}"
        if end not in ("refused", "audited", "header", "page header", "table"):
            unseen.append((place, end, bytes(whole[max(place - 20, 0) : place + 20])))
        ends[end] += 1
    return ends, unseen


@pytest.mark.slow
def test_a_change_of_any_byte_that_matters_is_found(monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    with tempfile.TemporaryDirectory(dir=QUICK) as name:
        folder = Path(name)
        whole = small_store(folder)
        random = Random(0)
        places = range(len(whole)) if PROOF else sorted({*range(0, 100, 4), *random.sample(range(len(whole)), 150)})
        ends, unseen = flipped(folder, whole, places, random)
        print(len(whole), dict(ends))
    assert unseen == []
    assert ends["refused"]
    assert ends["audited"]
    assert ends["free space"] < len(places) * 2 / 3
