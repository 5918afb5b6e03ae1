"""`cardroom audit`: go through a store's books, and say whether they hold, or where they do not."""

import time
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from rich.text import Text

from cardroom.cli import Mistake
from cardroom.cli.certify import write
from cardroom.cli.common import console, note, print_json
from cardroom.cli.progress import telling
from cardroom.cli.store import opened
from cardroom.errors import Mistaken
from cardroom.house.audit import Audit, audit
from cardroom.house.books import Books
from cardroom.house.marks import Mark, read_mark
from cardroom.play.signing import house_key, public_key

__all__ = ["Auditing", "audit_command"]


class Auditing(NamedTuple):
    """How an audit is to be done."""

    key: Path | None = None
    """The store's own key, where it is not beside the store."""
    mark: Path | None = None
    """Where it is noted how far the last one came."""
    sign: Path | None = None
    """The key that marks are signed with."""
    all: bool = False
    """Whether to walk through what was before the mark as well."""


def audit_command(where: str | None, auditing: Auditing, as_json: bool) -> int:
    """Audit a store; exit code 1 if anything is found. After a clean audit the mark is written anew."""
    key = _key(auditing)
    before = _mark(auditing.mark, key)
    began = time.monotonic()
    with opened(where, auditing.key) as store, telling() as progress:
        found = audit(Books(store), before, go_on=not auditing.all, progress=progress)
    seconds = time.monotonic() - began
    mark = found.mark.signed(key) if key else found.mark
    if auditing.mark and found.holds:
        write(auditing.mark.parent, {auditing.mark.name: mark.json().decode()})
    said = _said(found, before, mark, seconds, went_on=before is not None and not auditing.all)
    if as_json:
        print_json(said, indent=2)
    else:
        _print(said, auditing.mark if found.holds else None)
    return 0 if found.holds else 1


def _key(auditing: Auditing) -> Ed25519PrivateKey | None:
    if auditing.sign is None:
        return None
    if auditing.mark is None:
        raise Mistake("--sign signs the mark: say with --mark FILE where it is kept")
    try:
        key, made = house_key(auditing.sign)
    except (OSError, ValueError) as error:
        raise Mistake(f"--sign {auditing.sign}: {error}") from None
    if made:
        note(f"A new key was made: {auditing.sign}. Keep it where only the auditor can read it.")
    return key


def _mark(file: Path | None, key: Ed25519PrivateKey | None) -> Mark | None:
    if file is None or not file.exists():
        return None
    try:
        return read_mark(file.read_bytes(), public_key(key) if key else None)
    except Mistaken as error:
        raise Mistake(f"--mark {file}: {error}") from None


def _said(found: Audit, before: Mark | None, mark: Mark, seconds: float, *, went_on: bool) -> dict[str, Any]:
    return {
        "holds": found.holds,
        "lines": found.lines,
        "rounds": found.rounds,
        "seconds": round(seconds, 3),
        "rounds_a_second": round(found.rounds / seconds, 1) if seconds else 0.0,
        "head": mark.digest(),
        "heads": mark.heads,
        "held_to": before.digest() if before else None,
        "went_on": went_on,
        "key": mark.key or None,
        "findings": [{"book": each.book, "line": each.number, "what": each.what} for each in found.findings],
    }


def _print(said: dict[str, Any], written: Path | None) -> None:
    screen = console()
    findings = said["findings"]
    for each in findings:
        place = f"{each['book']}, line {each['line']}" if each["line"] else each["book"]
        screen.print(
            Text(f"{place}: ", style="bold red").append(each["what"], style="not bold default"), soft_wrap=True
        )
    since = "since the mark" if said["went_on"] else "in all"
    rate = f"{said['rounds_a_second']} rounds a second"
    screen.print(f"{said['lines']} lines and {said['rounds']} rounds {since}, {rate}", soft_wrap=True)
    verdict = Text("everything holds", style="bold green")
    if findings:
        verdict = Text(f"{len(findings)} thing{'s' * (len(findings) > 1)} found", style="bold red")
    if said["held_to"]:
        verdict.append(f"  held to the mark {said['held_to']}", style="not bold dim")
    screen.print(verdict, soft_wrap=True)
    screen.print(f"head digest {said['head']}", soft_wrap=True)
    if said["key"] and written:
        screen.print(f"signed; the key that others check it with: {said['key']}", soft_wrap=True)
    if written:
        screen.print(
            Text(f"The mark is in {written}: keep a copy where the store's keepers do not reach.", style="dim")
        )
    elif not findings:
        screen.print(Text("Note the head digest outside the store, or keep a mark with --mark FILE.", style="dim"))
