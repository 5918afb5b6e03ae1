"""The operator's folder of rule sets: where a draft is saved, and how.

The folder is the one that `CARDROOM_RULEBOOK` names, or else the last one of `CARDROOM_GAMES` (`serve --games`). A file
is written once and never replaced, so that tables and records of a rule set keep their text.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from cardroom.errors import InputError
from cardroom.rulebook.files import own_folder
from cardroom.rulebook.game_folders import CODE, VARIABLE
from cardroom.rulebook.loading import load, rule_sets
from cardroom.web.workshop.draft import CheckedDraft, RulesDraft, check_name

__all__ = ["NO_FOLDER", "folder_of", "save"]

NO_FOLDER = (
    "This room has no folder for rule sets. Start it with `cardroom serve --games DIR`, or download the TOML file."
)
MOST_FILES = 200
"""The most rule sets in the folder of a game."""


def folder_of(game: str) -> Path | None:
    """The folder in which rule sets of a game are saved; None if the room has none for it."""
    if own := own_folder():
        return own / game
    named = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    for each in reversed(named):
        if not each.is_dir():
            continue
        if (each / CODE).is_file() or any(each.glob("*.toml")):  # the folder of a single game
            if each.resolve().name == game:
                return each
        else:
            return each / game
    return None


def save(draft: RulesDraft, checked: CheckedDraft) -> Path:
    """Write a checked draft into the operator's folder under its name, and return the path."""
    if why := check_name(draft.game, draft.set):
        raise InputError(f"The name: {why}.")
    game = checked.playable
    folder = folder_of(draft.game)
    if folder is None:
        raise InputError(NO_FOLDER)
    if draft.set in rule_sets(draft.game):
        raise InputError(f"There is already a rule set {draft.set}. Choose a different name: no file is replaced.")
    path = folder / f"{draft.set}.toml"
    try:
        folder.mkdir(exist_ok=True)
        if folder.is_symlink() or path.resolve().parent != folder.resolve():
            raise InputError(f"{folder} is a link. The workshop writes only into the room's own folder.")
        if sum(1 for _ in folder.glob("*.toml")) >= MOST_FILES:
            raise InputError(f"{folder} has {MOST_FILES} rule sets, the limit. Move some elsewhere.")
        _write_new(path, checked.text)
    except FileExistsError:
        raise InputError(f"There is already a file {path.name}. Choose another name: no file is replaced.") from None
    except OSError as error:
        raise InputError(f"Cannot write to {folder}: {error.strerror}.") from None
    saved = load(path, draft.game)
    if saved.digest != game.rules.digest:  # a file that it extends was edited at this moment
        path.unlink()
        raise InputError("The rule set that it extends has just changed. Check the figures and save again.")
    return path


def _write_new(path: Path, text: str) -> None:
    """Write a new file. Readers see the complete text or no file."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", suffix=".new", delete=False) as out:
        out.write(text.encode())
        out.flush()
        os.fsync(out.fileno())
    try:
        os.chmod(out.name, 0o644)
        os.link(out.name, path)  # fails if the file exists
    finally:
        with contextlib.suppress(OSError):
            os.unlink(out.name)
