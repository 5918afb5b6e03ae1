"""A PostgreSQL store is restored to a moment in the middle of a round, as `docs/operate/point-in-time.md` describes."""

import os
import re
import subprocess
import time
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlsplit

import psycopg
import pytest

from cardroom.house import House
from cardroom.house.audit.store import audit
from support.houses import BANKED, play, play_into, seated
from support.postgres import program, served

PAGE = (Path(__file__).parents[2] / "docs/operate/point-in-time.md").read_text()
SETTINGS, RECOVERY = re.findall(r"```ini\n(.*?)```", PAGE, re.DOTALL)
BACKUP = re.search(r"\$ (pg_basebackup .*)", PAGE).group(1)


def documented(block, backup, **values):
    """The settings of a block, for another folder, with some values replaced."""
    lines = [line.split("#")[0].strip() for line in block.splitlines() if "=" in line]
    settings = dict(re.match(r"(\w+) = '?(.*?)'?$", line).groups() for line in lines)
    return {name: text.replace("/backup", str(backup)) for name, text in (settings | values).items()}


def archived(connection, folder):
    """Wait until the log is archived up to now."""
    file = connection.execute("SELECT pg_walfile_name(pg_current_wal_lsn())").fetchone()[0]
    connection.execute("SELECT pg_switch_wal()")
    for _ in range(300):
        if (folder / "wal" / file).exists():
            return
        time.sleep(0.1)
    raise AssertionError(f"{file} was not archived")


@pytest.mark.proof
def test_a_store_is_restored_to_a_moment_in_the_middle_of_a_round(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    backup = tmp_path_factory.mktemp("backup")
    (backup / "wal").mkdir()
    for path in (backup, backup / "wal", *list(backup.parents)[:2]):
        path.chmod(0o777)  # the server runs as another user
    random = Random(7)
    settings = [f"{name}={value}" for name, value in documented(SETTINGS, backup).items()]
    with (
        served(durable=True, settings=settings) as url,
        psycopg.connect(url.format("postgres"), autocommit=True) as admin,
    ):
        house = House.at(url.format("postgres"), create=True)
        table = seated(house, "table 7", BANKED)
        play(table, 3, random)
        host = parse_qs(urlsplit(url).query)["host"][0]
        words = BACKUP.replace("/backup", str(backup)).split()
        place = backup / Path(words[words.index("--pgdata") + 1]).name
        subprocess.run([program(words[0]), "-h", host, "-U", "postgres", *words[1:]], check=True, capture_output=True)
        play(table, 2, random)
        play_into(table, 1, random)
        heads, balances, asks = house.books.heads(), house.books.balances(), table.round.waiting
        time.sleep(0.1)
        moment = admin.execute("SELECT clock_timestamp()").fetchone()[0].isoformat(" ")
        time.sleep(0.1)
        play(table, 2, random)
        house.cage.deposit("ann", 77_00, who="cage 1", key="after the moment")
        assert house.books.heads() != heads
        archived(admin, backup)
        house.books.store.close()
        admin.close()
    (place / "recovery.signal").touch()
    values = documented(RECOVERY, backup, recovery_target_time=moment)
    with served(durable=True, settings=[f"{name}={value}" for name, value in values.items()], data=place) as url:
        with psycopg.connect(url.format("postgres"), autocommit=True) as admin:
            while admin.execute("SELECT pg_is_in_recovery()").fetchone()[0]:
                time.sleep(0.1)
        house = House.at(url.format("postgres"))
        assert (house.books.heads(), house.books.balances()) == (heads, balances)
        assert audit(house.books).holds
        table = house.table("table 7")
        assert table.round.waiting == asks, "the round continues where it was"
        play(table, 2, random)
        assert audit(house.books).holds
        house.books.store.close()
