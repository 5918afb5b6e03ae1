"""Fill the store that ships with the package: `python -m cardroom.analysis.store.fill`.

Only what is missing is computed; `--all` computes everything again. Entries that no built-in game needs are dropped.
Names of games after it compute the entries of these games alone, and leave all others as they are.
"""

import lzma
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from time import monotonic

from cardroom.analysis.engine import Engine, Local
from cardroom.analysis.report import has_report, shipped_counts_of
from cardroom.analysis.store.entries import FILE, filling, shipped
from cardroom.analysis.store.reports import report_in_force
from cardroom.analysis.strategy import has_lines, plain_strategies
from cardroom.games import all_games
from cardroom.play import Game

__all__ = ["fill", "write_file"]


def fill(
    known: Mapping[str, bytes],
    games: Iterable[Game],
    engine: Engine,
    told: Callable[[str, dict[str, bytes]], None] = lambda *_: None,
) -> dict[str, bytes]:
    """The entries that the games need: those of `known`, and others computed now. `told` hears of each game."""
    with filling(known) as filled:
        for game in games:
            started, new = monotonic(), len(filled.keys() - known.keys())
            if has_report(game.rules):
                if ship := shipped_counts_of(game.rules):
                    ship(game.rules, engine)
                report_in_force(game, engine)
            if has_lines(game.rules):
                plain_strategies(game, engine)
            if (many := len(filled.keys() - known.keys()) - new) > 0:
                told(f"{game.slug}, {game.rules.rules}: {many} computed in {monotonic() - started:.1f} s", filled)
    return filled


def write_file(place: Path, entries: Mapping[str, bytes]) -> None:
    """Write the file, with one entry in each line."""
    text = b"{\n" + b",\n".join(b'"%s": %s' % (key.encode(), entry) for key, entry in entries.items()) + b"\n}\n"
    place.write_bytes(lzma.compress(text, preset=9 | lzma.PRESET_EXTREME))


def _progress(about: str, done: int, total: int) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{about}: {done} of {total}", end="\r", file=sys.stderr)


if __name__ == "__main__":
    named, place = set(sys.argv[1:]) - {"--all"}, Path(__file__).with_name(FILE)
    before = {} if "--all" in sys.argv and not named else shipped()
    chosen = [game for game in all_games() if not named or game.slug in named]
    if unknown := named - {game.slug for game in chosen}:
        sys.exit(f"no such game: {', '.join(sorted(unknown))}")

    def tell(line: str, so_far: dict[str, bytes]) -> None:
        print(line, file=sys.stderr)
        write_file(place, before | so_far)  # an interrupted run goes on from here

    entries = fill({} if "--all" in sys.argv else before, chosen, Local(None, _progress), tell)
    entries = before | entries if named else entries
    write_file(place, entries)
    print(f"{len(entries)} entries, {len(before.keys() - entries.keys())} dropped", file=sys.stderr)
