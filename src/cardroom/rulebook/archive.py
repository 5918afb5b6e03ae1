"""Texts of rule sets by digest, so that a round can be replayed when the rulebook has long moved on.

A text is the whole rule set, prose too, in a file named by its digest. What is read back is checked as any file is,
and is refused when it does not have the digest that it is filed under.
"""

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from cardroom.errors import InputError
from cardroom.limits import TEXT_BYTES, json_value, read_text
from cardroom.rulebook.loading import RuleBookError, checked, load, rule_set_files
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["archived", "by_digest", "keep"]

_ARCHIVE = "CARDROOM_ARCHIVE"
"""The environment variable that names the folder of texts."""


def keep(rules: RuleSet, folder: Path | None = None) -> Path:
    """Write a rule set's text into a folder of texts and say where; a text that is there already stays.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("ez-baccarat", minimum="$10")
    >>> with tempfile.TemporaryDirectory() as texts:
    ...     path = keep(rules, Path(texts))
    ...     path.stem == rules.digest, by_digest(rules.digest, Path(texts)) is rules
    (True, True)
    """
    if folder is None:
        if not (said := os.environ.get(_ARCHIVE)):
            raise RuleBookError(f"there is no folder to keep the rules in: set {_ARCHIVE}, or give one")
        folder = Path(said)
    path = folder / f"{rules.digest}.json"
    with contextlib.suppress(RuleBookError):  # one that is not there, or is no longer what it says, is written
        _kept(path)
        return path
    folder.mkdir(parents=True, exist_ok=True)
    text = msgspec.json.format(msgspec.json.encode(rules), indent=1)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".", delete=False) as written:
        written.write(text + b"\n")
        written.flush()
        os.fsync(written.fileno())
    os.replace(written.name, path)  # whoever looks sees the whole text or none
    return path


def archived(rules: RuleSet) -> Path | None:
    """Keep a rule set's text if the house names a folder for that: whoever writes records down calls it."""
    return keep(rules) if os.environ.get(_ARCHIVE) else None


def by_digest(digest: str, *folders: Path, game: str = "") -> RuleSet:
    """The rule set that has a digest: a built-in or operator's one at its defaults, or else a kept text.

    Two games may be bound by the same rules: then `game` says which is meant.

    >>> from cardroom.rulebook import rule_set
    >>> by_digest(rule_set("ez-baccarat").digest).name
    'EZ Baccarat'
    >>> by_digest("0" * 64)
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: no rules have the digest 000000000000...: looked through the rulebook (...
    """
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise RuleBookError(f"{digest[:80]!r} is no digest: it has 64 digits, 0 to 9 and a to f")
    known = 0
    for rules in _rulebook():
        known += 1
        if rules.digest == digest and game in ("", rules.game):
            return rules
    places = [Path(said)] if (said := os.environ.get(_ARCHIVE)) else []
    for folder in (*places, *folders):
        if (path := folder / f"{digest}.json").is_file():
            kept = _kept(path)
            if game in ("", kept.game):
                return kept
    looked = [f"the rulebook ({known} rule sets at their defaults)", *map(str, (*places, *folders))]
    hint = "" if places else f"; {_ARCHIVE} names no folder of kept texts"
    raise RuleBookError(f"no rules have the digest {digest[:12]}...: looked through {', '.join(looked)}{hint}")


def _rulebook() -> Iterator[RuleSet]:
    """All rule sets that load; one that is broken hides no other."""
    for path in rule_set_files():
        with contextlib.suppress(RuleBookError):
            yield load(path)


def _kept(path: Path) -> RuleSet:
    """The rule set of a kept text, which must have the digest that it is filed under."""
    try:
        table = json_value(read_text(path, TEXT_BYTES))
    except OSError as error:
        raise RuleBookError(f"{path}: {error.strerror}") from None
    except InputError as error:
        raise RuleBookError(f"{path}: it is no text of rules: {error}") from None
    try:
        rules = checked(table)
    except RuleBookError as error:
        raise RuleBookError(f"{path}: {error}") from None
    if rules.digest != path.stem:
        raise RuleBookError(f"{path}: its rules have the digest {rules.digest[:12]}..., so it was changed or misnamed")
    return rules
