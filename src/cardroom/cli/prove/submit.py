"""`cardroom submit`: write everything about a game that a test laboratory reads, signed by the house."""

import datetime
import os
from pathlib import Path
from typing import Annotated

import typer

from cardroom.analysis.certificate import certificate_page
from cardroom.cli import UsageError
from cardroom.cli.play.seating import table_stacks
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.cli.terminal.common import console, find_game, note
from cardroom.cli.terminal.options import EngineName, Force, GameName, Rules, Set, Workers, parse_count, workers_of
from cardroom.cli.terminal.output_files import write_files
from cardroom.cli.terminal.progress import engine_progress
from cardroom.play.records import house_key, public_key
from cardroom.submission import (
    FORMAT,
    MANIFEST,
    SIGNATURE_FILE,
    check_files,
    manifest,
    play_rounds,
    sealed,
    submission,
    submission_page,
    to_json,
)

__all__ = ["submit_command"]

COMPARED = 200
"""The most rounds by which a departure is valued where nothing is exact."""


def submit_command(
    name: GameName,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder to write to; created if missing.")],
    rounds: Annotated[
        str, typer.Option("--rounds", "-n", metavar="COUNT", help="The rounds that the clauses check (1e4).")
    ] = "1000",
    resettle: Annotated[
        str, typer.Option("--resettle", metavar="COUNT", help="How many of these to settle again and include.")
    ] = "12",
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same rounds.")] = "submission",
    date: Annotated[str, typer.Option(metavar="YYYY-MM-DD", help="The date to write; needed for a signature.")] = "",
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The house's private key; created if missing.")
    ] = None,
    check: Annotated[
        str, typer.Option(metavar="PUBLIC", help="Write nothing: check the folder with the house's public key.")
    ] = "",
    rules: Rules = None,
    house: Set = None,
    engine: EngineName = "local",
    workers: Workers = None,
    force: Force = False,
) -> int:
    """Write a submission of a game for a test laboratory.

    A submission is a folder with a page, the same content as JSON, the exact figures, and records of rounds. The same
    options give the same bytes.
    """
    game = find_game(name, rules, house)
    signed_as = f"{game.slug} {game.rules.rules}"
    if check:
        return _check(signed_as, out, check)
    count, again = parse_count("--rounds", rounds), parse_count("--resettle", resettle)
    if again > count:
        raise UsageError(f"--resettle {again}: of {count} rounds, at most {count} can be settled again.")
    if key and not date:
        raise UsageError("--key: a signature needs a date. Add --date YYYY-MM-DD.")
    _date(date)
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out {out}: this is a file. Give a folder.")
    out.mkdir(parents=True, exist_ok=True)
    stacks = table_stacks(game, None)
    played = play_rounds(game, stacks, count, again, seed)
    with engine_progress(engine, workers_of(workers), 1) as engine_for:
        chosen = engine_for(f"{game.rules.name}, {game.rules.rules}")
        made = submission(game, played, stacks, min(count, COMPARED), seed, chosen, date)
    records = record_lines([DealtRound(each.record, each.shuffle) for each in played.resettled])
    files = {
        "index.html": submission_page(made),
        "submission.json": to_json(made),
        "rounds.jsonl": "".join(f"{line}\n" for line in records),
    }
    if made["exact"]:
        files["certificate.html"] = certificate_page(made["exact"], date or "no date")
    files[MANIFEST] = manifest(files)
    if key:
        try:
            secret, new = house_key(key)
        except (OSError, ValueError) as error:
            raise UsageError(f"--key {key}: {error}") from None
        if new:
            note(f"Created a new key: {key}. Store it where only the house can read it.")
        files[SIGNATURE_FILE] = sealed(signed_as, files[MANIFEST], secret, date)
    write_files(out, files, force=force or _is_ours(out))
    found = "no violations" if not played.wrong else f"{len(played.wrong)} violations"
    console().print(f"Written to {out}: {len(files)} files, {count:,} rounds with {found}.", soft_wrap=True)
    if key:
        given = f" --rules {rules}" if rules else ""
        note(f"Others check it with: cardroom submit {game.slug}{given} --out {out} --check {public_key(secret)}")
    return int(bool(played.wrong))


def _is_ours(out: Path) -> bool:
    """Whether the folder has a submission, so that its files may be replaced."""
    known = out / "submission.json"
    return known.is_file() and f'"format": "{FORMAT}"' in known.read_text(encoding="utf-8")[:200]


def _date(text: str) -> None:
    try:
        if text and datetime.date.fromisoformat(text).isoformat() != text:
            raise ValueError
    except ValueError:
        raise UsageError(f"--date {text}: write it as YYYY-MM-DD, for example 2026-03-31.") from None


def _check(name: str, out: Path, public: str) -> int:
    """Compare a folder with its list of files and its signature."""
    if not out.is_dir():
        raise UsageError(f"--out {out}: there is no such folder.")
    files = {file: (out / file).read_bytes() for file in sorted(os.listdir(out)) if (out / file).is_file()}
    try:
        wrong = check_files(name, files, public)
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"--out {out}: {MANIFEST} or {SIGNATURE_FILE} cannot be read.") from None
    for each in wrong:
        console().print(f"{out}: {each}.", soft_wrap=True)
    if not wrong:
        console().print(f"{out}: all files are as they were signed.", soft_wrap=True)
    return int(bool(wrong))
