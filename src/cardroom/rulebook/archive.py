"""Texts of rule sets by digest, so that a round can be replayed long after the rulebook has changed.

A text is the complete rule set, including prose, in a file named by its digest. A text is checked like any other file
when it is read back, and rejected if its digest differs from its file name.
"""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from cardroom.errors import InputError, RuleBookError
from cardroom.limits import TEXT_BYTES, json_value, read_text
from cardroom.rulebook.loading import checked_rule_set, load, rule_set_files
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["archive_text", "by_digest", "keep"]

_ARCHIVE = "CARDROOM_ARCHIVE"
"""The environment variable that names the folder of texts."""


def keep(rules: RuleSet, folder: Path | None = None) -> Path:
    """Write a rule set's text into a folder and return its path. A valid text that already exists stays.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("ez-baccarat", minimum="$10")
    >>> with tempfile.TemporaryDirectory() as texts:
    ...     path = keep(rules, Path(texts))
    ...     path.stem == rules.digest, by_digest(rules.digest, Path(texts)) is rules
    (True, True)
    """
    if folder is None:
        if not (name := os.environ.get(_ARCHIVE)):
            raise RuleBookError(f"there is no folder to store the rules in: set {_ARCHIVE}, or give a folder")
        folder = Path(name)
    path = folder / f"{rules.digest}.json"
    with contextlib.suppress(RuleBookError):  # a missing or damaged text is written again
        _read_text_file(path)
        return path
    folder.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(rules), indent=1)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as out:
        out.write(text + b"\n")
        out.flush()
        os.fsync(out.fileno())
    os.replace(out.name, path)  # atomic: readers see the complete text or none
    return path


def archive_text(rules: RuleSet) -> Path | None:
    """Store a rule set's text if the environment names a folder. Code that writes records calls this."""
    return keep(rules) if os.environ.get(_ARCHIVE) else None


def by_digest(digest: str, *folders: Path, game: str = "") -> RuleSet:
    """Return the rule set with a digest: a built-in or operator's one at its defaults, or a stored text.

    Two games may have the same binding rules. Then `game` chooses one.

    >>> from cardroom.rulebook import rule_set
    >>> by_digest(rule_set("ez-baccarat").digest).name
    'EZ Baccarat'
    >>> by_digest("0" * 64)
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: no rules have the digest 000000000000...: searched the rulebook (...
    """
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise RuleBookError(f"{digest[:80]!r} is not a digest: write 64 digits, 0 to 9 and a to f")
    known = 0
    for rules in _rulebook():
        known += 1
        if rules.digest == digest and game in ("", rules.game):
            return rules
    places = [Path(name)] if (name := os.environ.get(_ARCHIVE)) else []
    for folder in (*places, *folders):
        if (path := folder / f"{digest}.json").is_file():
            stored = _read_text_file(path)
            if game in ("", stored.game):
                return stored
    searched = [f"the rulebook ({known} rule sets at their defaults)", *map(str, (*places, *folders))]
    hint = "" if places else f"; {_ARCHIVE} names no folder of stored texts"
    raise RuleBookError(f"no rules have the digest {digest[:12]}...: searched {', '.join(searched)}{hint}")


def _rulebook() -> Iterator[RuleSet]:
    """All rule sets that load. Broken ones are skipped."""
    for path in rule_set_files():
        with contextlib.suppress(RuleBookError):
            yield load(path)


def _read_text_file(path: Path) -> RuleSet:
    """Read the rule set of a stored text, which must have the digest in its file name."""
    try:
        table = json_value(read_text(path, TEXT_BYTES))
    except OSError as error:
        raise RuleBookError(f"{path}: {error.strerror}") from None
    except InputError as error:
        raise RuleBookError(f"{path}: it is not a text of rules: {error}") from None
    try:
        rules = checked_rule_set(table)
    except RuleBookError as error:
        raise RuleBookError(f"{path}: {error}") from None
    if rules.digest != path.stem:
        raise RuleBookError(f"{path}: its rules have the digest {rules.digest[:12]}..., so it was changed or misnamed")
    return rules
