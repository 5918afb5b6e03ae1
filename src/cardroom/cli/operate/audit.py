"""`cardroom audit`: check a store's books, and print what is wrong."""

import time
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from rich.text import Text

from cardroom.cli import UsageError
from cardroom.cli.operate.common import open_store, people_location, store_files
from cardroom.cli.prove.verify import hex_digits
from cardroom.cli.terminal.common import console, note, plural, print_json
from cardroom.cli.terminal.options import Json, Key, Where, Workers, workers_of
from cardroom.cli.terminal.output_files import check_outputs, write_files
from cardroom.cli.terminal.progress import progress_bar
from cardroom.errors import InputError
from cardroom.house.audit import Audit, Checkpoint, audit, collect_rarely, read_checkpoint
from cardroom.house.books import Books
from cardroom.house.cage import duties
from cardroom.limits import OUTPUT_BYTES, read_text
from cardroom.play.records import house_key, public_key
from cardroom.web.people import people_findings, stored_people

__all__ = ["AuditOptions", "audit_command"]


NO_PEOPLE = "There is no people database beside these books, so roles, bars, passwords and factors were not compared."


class AuditOptions(NamedTuple):
    """How to audit."""

    key: Path | None = None
    """The store's key file, if it is not beside the store."""
    checkpoint: Path | None = None
    """The file with the checkpoint of the last audit."""
    sign: Path | None = None
    """The private key file that signs the checkpoint."""
    verify: str | None = None
    """The public key that the checkpoint must be signed with."""
    all: bool = False
    """Whether to audit the entries before the checkpoint too."""
    clauses: bool = False
    """Whether to read each round by the clauses of its documents too."""
    workers: int | None = None
    """How many processes check the books of tables; None for one for each core, if there is enough to check."""


def audit_command(
    where: Where = None,
    *,
    key: Key = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="Checkpoint of the last audit: verify it, continue from it, then update it.",
        ),
    ] = None,
    sign: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Sign the checkpoint with this private key; created if missing."),
    ] = None,
    verify: Annotated[
        str | None, typer.Option(metavar="HEX", help="The public key that the checkpoint must be signed with.")
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all/--resume", help="Audit everything, or only what is new since the checkpoint."),
    ] = False,
    clauses: Annotated[
        bool, typer.Option("--clauses", help="Also check each round by what its documents say.")
    ] = False,
    workers: Workers = None,
    as_json: Json = False,
) -> int:
    """Check every entry of a store, and replay every round."""
    options = AuditOptions(key, checkpoint, sign, verify, every, clauses, workers_of(workers))
    collect_rarely()
    before = _checkpoint(options)
    target = options.checkpoint if options.sign or not (before and before.key) else None
    never = [*store_files(where, options.key), *([options.sign] if options.sign else [])]
    # an existing file was read as a checkpoint, so it may be replaced
    check_outputs({"--checkpoint": (target, "")}, never=never, force=True)
    secret = _signing_key(options, before)
    began = time.monotonic()
    with open_store(where, options.key) as store, progress_bar() as progress:
        books = Books(store)
        result = audit(
            books,
            before,
            resume=not options.all,
            progress=progress,
            workers=options.workers,
            clauses=options.clauses,
        )
        if people := people_location(where):
            users = people_findings(books, lambda: stored_people(people))
            result = result._replace(findings=(*users, *result.findings))
        elif duties(books).users:
            result = result._replace(remarks=(*result.remarks, NO_PEOPLE))
    seconds = time.monotonic() - began
    after = result.checkpoint.signed(secret) if secret else result.checkpoint
    target = target if result.holds else None
    resumed = before is not None and not options.all
    report = _report(result, before, after, seconds, resumed=resumed)
    report["written"] = target and str(target)
    if as_json:
        print_json(report, indent=2)
    else:
        _print(report, verified=bool(options.verify or secret))
    if target:
        write_files(target.parent, {target.name: after.json().decode()}, force=True)
    if not as_json:
        _print_checkpoint(report, options.checkpoint)
    return 0 if result.holds else 1


def _signing_key(options: AuditOptions, before: Checkpoint | None) -> Ed25519PrivateKey | None:
    if options.sign is None:
        return None
    try:
        key, made = house_key(options.sign)
    except (OSError, ValueError) as error:
        raise UsageError(f"--sign {options.sign}: {error}") from None
    if made:
        note(f"Created a new key: {options.sign}. Store it where only the auditor can read it.")
    if before:
        _check_key(options.checkpoint, before, public_key(key))
    return key


def _checkpoint(options: AuditOptions) -> Checkpoint | None:
    """The checkpoint of the last audit, if there is one, with its signature verified."""
    file, known = options.checkpoint, hex_digits("verify", options.verify)
    if file is None and (options.sign or known):
        raise UsageError(f"{'--sign' if options.sign else '--verify'} needs --checkpoint FILE.")
    if file is None or not file.exists():
        if known:
            raise UsageError(f"--checkpoint {file}: no such file, so there is nothing to verify.")
        return None
    try:
        checkpoint = read_checkpoint(read_text(file, OUTPUT_BYTES).encode())
    except InputError as error:
        raise UsageError(f"--checkpoint {file}: {error}") from None
    if known:
        _check_key(file, checkpoint, known)
    return checkpoint


def _check_key(file: Path | None, checkpoint: Checkpoint, key: str) -> None:
    try:
        read_checkpoint(checkpoint.json(), key)
    except InputError as error:
        raise UsageError(f"--checkpoint {file}: {error}") from None


def _report(
    result: Audit, before: Checkpoint | None, checkpoint: Checkpoint, seconds: float, *, resumed: bool
) -> dict[str, Any]:
    return {
        "holds": result.holds,
        "lines": result.entries,
        "rounds": result.rounds,
        "seconds": round(seconds, 3),
        "rounds_a_second": round(result.rounds / seconds, 1) if seconds else 0.0,
        "head": checkpoint.digest(),
        "heads": checkpoint.heads,
        "held_to": before.digest() if before else None,
        "held_to_key": (before.key or None) if before else None,
        "went_on": resumed,
        "key": checkpoint.key or None,
        "findings": [{"book": each.book, "line": each.number, "what": each.what} for each in result.findings],
        "remarks": [*result.remarks],
    }


def _print(report: dict[str, Any], *, verified: bool) -> None:
    screen = console()
    findings = report["findings"]
    for each in findings:
        place = f"{each['book']}, entry {each['line']}" if each["line"] else each["book"]
        screen.print(
            Text(f"{place}: ", style="bold red").append(each["what"], style="not bold default"), soft_wrap=True
        )
    for remark in report["remarks"]:
        screen.print(Text(remark, style="yellow"), soft_wrap=True)
    since = "since the checkpoint" if report["went_on"] else "in total"
    rate = f"{report['rounds_a_second']} rounds per second"
    done = f"{plural(report['lines'], 'entry', 'entries')} and {plural(report['rounds'], 'round')}"
    screen.print(f"Checked {done} {since}, {rate}.", soft_wrap=True)
    verdict = Text("No problems found.", style="bold green")
    if findings:
        verdict = Text(f"{plural(len(findings), 'problem')} found.", style="bold red")
    if report["held_to"]:
        signed = _signature(report["held_to_key"], verified)
        verdict.append(f" Compared with the checkpoint {report['held_to']}, {signed}.", "not bold dim")
    screen.print(verdict, soft_wrap=True)
    screen.print(f"Head digest: {report['head']}", soft_wrap=True)


def _signature(key: str | None, verified: bool) -> str:
    if not key:
        return "which is not signed"
    return f"signed with the key {key}" + ("" if verified else " (use --verify HEX to require the auditor's key)")


def _print_checkpoint(report: dict[str, Any], file: Path | None) -> None:
    """Print what happened to the checkpoint."""
    screen = console()
    if report["written"]:
        if report["key"]:
            screen.print(f"Signed. Others verify it with the public key {report['key']}", soft_wrap=True)
        words = f"Saved the checkpoint to {file}. Store a copy where those who run the store cannot change it."
    elif report["findings"]:
        return
    elif file:
        words = f"The checkpoint in {file} is signed, so it was not changed. Use --sign KEY to update it."
    else:
        words = "Write down the head digest outside the store, or save a checkpoint with --checkpoint FILE."
    screen.print(Text(words, style="dim"), soft_wrap=True)
