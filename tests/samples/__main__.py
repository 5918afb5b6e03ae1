"""Write the samples: `make samples`."""

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

import cardroom
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.games import all_games
from cardroom.house import House
from cardroom.play.table import AddSeed, Leave, Pause, SitOut
from samples import CONTENTS, FOLDER, KEY, MONEY, NAMES, PROOF, RECORDS, STORE, STORE_KEY
from samples.contents import contents, names
from support.houses import BANKED, DRAW, SHOE, play, seated, step
from support.people import answer_once

PLAYERS = {"ann": 100_000, "bob": 100_000, "cyd": 100_000}


def write_json(name, value):
    """Write a table of tables with one value in a line, so that differences are easy to read."""

    def table(inside):
        return "{\n" + ",\n".join(f"{json.dumps(key)}: {each}" for key, each in inside.items()) + "\n}"

    parts = {
        key: table({name: json.dumps(each) for name, each in inside.items()})
        if isinstance(inside, dict)
        else json.dumps(inside)
        for key, inside in value.items()
    }
    (FOLDER / name).write_text(table(parts) + "\n")


def played(game, rounds, **how):
    """Rounds at one table, as they are written to a file, and the last of them."""
    table, rng, dealt = cardroom.Table(game, PLAYERS, **how), Random(7), []
    for _ in range(rounds):
        if not table.carry.shoe:
            table.do(AddSeed("ann", "seven ♠ of luck"))
        round = table.start()
        while not round.done:
            answer_once(round, rng)
        dropped = table.state.discarded
        dealt.append(DealtRound(table.finish(round), round.shuffle, dropped))
    return dealt, round


def write_records():
    """A round of every script from a seed; rounds for money of each kind of shuffle, signed, and a seat's proof."""
    scripts = {game.rules.script: game for game in all_games()}
    simulated = [line for game in scripts.values() for line in record_lines(played(game, 1, seed="7")[0])]
    (FOLDER / RECORDS).write_text("\n".join(simulated) + "\n")
    lines = []
    for slug in (BANKED, SHOE, DRAW):
        dealt, last = played(cardroom.game(slug), 2, money=True, name=f"table of {slug}")
        lines += record_lines(dealt)
    (FOLDER / PROOF).write_text(json.dumps(last.proof("ann")) + "\n")
    (FOLDER / MONEY).write_text("\n".join(lines) + "\n")
    key = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    (FOLDER / KEY).write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    command = [sys.executable, "-m", "cardroom", "sign", FOLDER / MONEY, "--key", FOLDER / KEY]
    subprocess.run(command, check=True, capture_output=True)


def write_store():
    """A store of money: three tables, one in the middle of a round, and most kinds of entries."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "store.db"
        house = House.at(file, create=True)
        rng = Random(25)
        for name, slug in (("banked", BANKED), ("poker", "texas-holdem"), ("draw", DRAW)):
            play(seated(house, name, slug), 2, rng)
        for _ in range(3):
            step(house.table("poker"), rng)
        house.table("draw").do(SitOut("ann"))
        house.table("draw").do(Pause("a spilled drink"), "floor")
        house.table("banked").do(Leave("cyd"))
        house.cage.withdraw("cyd", 5_000, who="cage 1", key="slip 1")
        write_json(CONTENTS, contents(house))
        house.books.store.close()
        (FOLDER / STORE).write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))
        shutil.copy(file.with_suffix(".key"), FOLDER / STORE_KEY)


if __name__ == "__main__":
    write_records()
    write_store()
    write_json(NAMES, names())
    print(f"{sum(file.stat().st_size for file in FOLDER.glob('*.*')):,} bytes in {FOLDER.name}")
