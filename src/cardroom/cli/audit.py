"""`cardroom audit`: go through a store's books, and say whether they hold, or where they do not."""

import time
from pathlib import Path
from typing import Any, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from rich.text import Text

from cardroom.cli import Mistake
from cardroom.cli.common import console, note, print_json
from cardroom.cli.outputs import ready, write
from cardroom.cli.progress import telling
from cardroom.cli.store import belongings, opened
from cardroom.cli.verify import digits
from cardroom.cli.words import counted
from cardroom.errors import Mistaken
from cardroom.house.audit import Audit, audit
from cardroom.house.books import Books
from cardroom.house.checkpoints import Checkpoint, read_checkpoint
from cardroom.limits import OUTPUT_BYTES, whole
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
    verify: str | None = None
    """The public key that the mark must have been signed with."""
    all: bool = False
    """Whether to walk through what was before the mark as well."""


def audit_command(where: str | None, auditing: Auditing, as_json: bool) -> int:
    """Audit a store; exit code 1 if anything is found. After a clean audit the mark is written anew, but one that is
    signed never without a signature."""
    before = _mark(auditing)
    written = auditing.mark if auditing.sign or not (before and before.key) else None
    never = [*belongings(where, auditing.key), *([auditing.sign] if auditing.sign else [])]
    ready({"--mark": (written, "")}, never=never, force=True)  # what is there was read, and is a mark
    key = _key(auditing, before)
    began = time.monotonic()
    with opened(where, auditing.key) as store, telling() as progress:
        found = audit(Books(store), before, go_on=not auditing.all, progress=progress)
    seconds = time.monotonic() - began
    mark = found.mark.signed(key) if key else found.mark
    written = written if found.holds else None
    said = _said(found, before, mark, seconds, went_on=before is not None and not auditing.all)
    said["written"] = written and str(written)
    if as_json:
        print_json(said, indent=2)
    else:
        _print(said, checked=bool(auditing.verify or key))
    if written:
        write(written.parent, {written.name: mark.json().decode()}, force=True)
    if not as_json:
        _print_mark(said, auditing.mark)
    return 0 if found.holds else 1


def _key(auditing: Auditing, before: Checkpoint | None) -> Ed25519PrivateKey | None:
    if auditing.sign is None:
        return None
    try:
        key, made = house_key(auditing.sign)
    except (OSError, ValueError) as error:
        raise Mistake(f"--sign {auditing.sign}: {error}") from None
    if made:
        note(f"A new key was made: {auditing.sign}. Keep it where only the auditor can read it.")
    if before:
        _signed_with(auditing.mark, before, public_key(key))
    return key


def _mark(auditing: Auditing) -> Checkpoint | None:
    """The mark that is there, if there is one: signed with the key that it must be."""
    file, known = auditing.mark, digits("verify", auditing.verify)
    if file is None and (auditing.sign or known):
        said = "--sign signs the mark" if auditing.sign else "--verify is for the mark"
        raise Mistake(f"{said}: say with --mark FILE where it is kept")
    if file is None or not file.exists():
        if known:
            raise Mistake(f"--mark {file}: there is no mark yet to verify")
        return None
    try:
        mark = read_checkpoint(whole(file, OUTPUT_BYTES).encode())
    except Mistaken as error:
        raise Mistake(f"--mark {file}: {error}") from None
    if known:
        _signed_with(file, mark, known)
    return mark


def _signed_with(file: Path | None, mark: Checkpoint, key: str) -> None:
    try:
        read_checkpoint(mark.json(), key)
    except Mistaken as error:
        raise Mistake(f"--mark {file}: {error}") from None


def _said(
    found: Audit, before: Checkpoint | None, mark: Checkpoint, seconds: float, *, went_on: bool
) -> dict[str, Any]:
    return {
        "holds": found.holds,
        "lines": found.lines,
        "rounds": found.rounds,
        "seconds": round(seconds, 3),
        "rounds_a_second": round(found.rounds / seconds, 1) if seconds else 0.0,
        "head": mark.digest(),
        "heads": mark.heads,
        "held_to": before.digest() if before else None,
        "held_to_key": (before.key or None) if before else None,
        "went_on": went_on,
        "key": mark.key or None,
        "findings": [{"book": each.book, "line": each.number, "what": each.what} for each in found.findings],
    }


def _print(said: dict[str, Any], *, checked: bool) -> None:
    screen = console()
    findings = said["findings"]
    for each in findings:
        place = f"{each['book']}, line {each['line']}" if each["line"] else each["book"]
        screen.print(
            Text(f"{place}: ", style="bold red").append(each["what"], style="not bold default"), soft_wrap=True
        )
    since = "since the mark" if said["went_on"] else "in all"
    rate = f"{said['rounds_a_second']} rounds a second"
    done = f"{counted(said['lines'], 'line')} and {counted(said['rounds'], 'round')}"
    screen.print(f"{done} {since}, {rate}", soft_wrap=True)
    verdict = Text("everything holds", style="bold green")
    if findings:
        verdict = Text(f"{counted(len(findings), 'thing')} found", style="bold red")
    if said["held_to"]:
        verdict.append(f"  held to the mark {said['held_to']}, {_by(said['held_to_key'], checked)}", "not bold dim")
    screen.print(verdict, soft_wrap=True)
    screen.print(f"head digest {said['head']}", soft_wrap=True)


def _by(key: str | None, checked: bool) -> str:
    if not key:
        return "which nobody signed"
    return f"signed with the key {key}" + ("" if checked else "; that it is the auditor's, --verify HEX sees to")


def _print_mark(said: dict[str, Any], mark: Path | None) -> None:
    """What became of the mark."""
    screen = console()
    if said["written"]:
        if said["key"]:
            screen.print(f"signed; the key that others check it with: {said['key']}", soft_wrap=True)
        words = f"The mark is in {mark}: keep a copy where the store's keepers do not reach."
    elif said["findings"]:
        return
    elif mark:
        words = f"The mark in {mark} is signed and stays as it is: --sign KEY writes it anew."
    else:
        words = "Note the head digest outside the store, or keep a mark with --mark FILE."
    screen.print(Text(words, style="dim"), soft_wrap=True)
