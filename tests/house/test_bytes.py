"""Every single byte of a small store, flipped in turn: opening or the audit reports each one that matters.

What a byte is good for is told by what an unsuspecting reader finds: all rows of all tables, read past the house. Where
they are other rows, or none, an error of ours or a finding must say so. Where they are the same, the byte may still be
of an index, by which a request is found again: those are all reported too. Of 25,088 bytes, those that nobody reports:

- free space within pages: 7,337;
- of the file's header 56: the version for writing, the change counter, the size of the cache and the format, how it may
  be shrunk, the user's and the application's numbers, reserved bytes and the version of the library that wrote last;
- of the schema's own words 564: letters of types that SQLite does not hold to, white space, capitals, names of
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
from cardroom.house.audit import audit
from houses import play, play_into, seated
from memory import memory_folder
from sampling import PROOF

QUICK = memory_folder()
PAGE = 512
TABLES = ("books", "lines", "accounts", "postings", "rules", "alembic_version")


def small_store(folder: Path) -> bytes:
    """A store of a few rounds and one that is being played, in pages as small as they come."""
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
    """All that a reader finds who looks past the house, by the columns' names; or that there is nothing to be read."""
    try:
        with closing(sqlite3.connect(path)) as file:
            found = {name: sorted(file.execute(f"SELECT * FROM {name}"), key=repr) for name in TABLES}
    except (sqlite3.Error, UnicodeDecodeError, OverflowError):
        return None
    found["lines"] = [(*line[:6], bool(line[6]), *line[7:]) for line in found["lines"]]  # no is no, however written
    return found


def part_of(whole: bytes, place: int) -> str:
    """What a byte is for SQLite: of the file's header, of a page's, of a table or an index, or of nothing."""
    page, first = place - place % PAGE, 100 if place < PAGE else 0
    kind, at = whole[page + first], place % PAGE
    cells, start = (int.from_bytes(whole[page + first + each : page + first + each + 2]) for each in (3, 5))
    body = first + (12 if kind in (2, 5) else 8)
    if at < first:
        return "header"
    if kind not in (2, 5, 10, 13):
        return "table"  # where a long text goes on
    if at < body:
        return "page header"
    if body + 2 * cells <= at < start:
        return "free space"
    return "index" if kind in (2, 10) else "table"


def reported(path: Path) -> str:
    """How the house reports what is wrong, if it does."""
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
    """Flip a bit of each of these bytes; gives how each ended, and those that nobody reported."""
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
