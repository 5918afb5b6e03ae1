"""The declaration of a game's script: everything that belongs to it, declared once beside it.

A rule set names its script, and the script's declaration holds or names the rest: layout, settlement, lesson, bot,
exact analysis, other names. Code that needs to know something about one game reads its declaration; there is no other
list of games. `games.declarations` finds a declaration by name.

Bots and analysis live on floors above the scripts, so a script cannot import them. Its declaration names them instead,
as "module:attribute", and the floor that needs such a part loads it on first use. A module with a leading dot is in
the folder that the part has on its floor (lessons in `games.lessons`, explanations in `show.explain`, bots in
`players`, analyses in `analysis`). Only that floor knows the folder. A game from outside the package gives the full
module name, or the part itself.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from importlib import import_module
from inspect import isgeneratorfunction
from pkgutil import iter_modules
from typing import Any, Literal, get_args

import msgspec

from cardroom.errors import InputError
from cardroom.play.game.layout import Layout
from cardroom.play.game.lesson import Lesson
from cardroom.play.game.stages import Stages
from cardroom.play.round import Decide, Payoff, Round, Script
from cardroom.rulebook import Moment, RuleSet

__all__ = ["Declaration", "DeclarationError", "Structure", "did_you_mean", "load_named", "load_part"]

Structure = Literal["", "community", "draw", "stud"]
"""How a poker script deals, as in `[poker] structure` of a rule set; empty for a script that is not poker."""

_MISSING: Any = None
"""The default of required parts. The check reports a missing part by name, which is clearer than Python's error."""


class DeclarationError(InputError):
    """A declaration that cannot be used, with the game, the part and what would be right."""

    __module__ = "cardroom.play"  # where people import it from


class Declaration(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Everything that belongs to one script, under the name that rule sets use for it.

    >>> Declaration(name="snap", version="snap/1")
    Traceback (most recent call last):
    cardroom.play.DeclarationError: snap: script: missing: give the generator function that plays a round
    """

    name: str
    """What a rule set writes as its `script`; the module has the same name, with underscores: `three_card_poker.py`."""
    version: str = ""
    """Name and number of the script's version, as records store it. A change in how rounds go needs a new number."""
    script: Callable[[Round], Script] = _MISSING
    """The generator function that plays one round."""
    layout: Layout = _MISSING
    """The layout of its table, and what it requires of a rule set."""
    lesson: Callable[[RuleSet], Lesson] | str = ""
    """The content of its rules page."""
    explain: Callable[[Any], Any] | str | None = None
    """Explains the wagers that the script settles (`show.explain`). Without it, only the pay line is told."""
    settle: Callable[[RuleSet, str, Any], Payoff] | None = None
    """What a wager pays after a showdown, by rule set, wager and the showdown. Required if the layout has wagers."""
    moments: tuple[Moment, ...] = ()
    """The moments at which it may collect a fee."""
    lines: Mapping[str, Sequence[str]] = {}
    """Pay lines of bonus bets that are not the categories of a ranking: best first, by the name used as `ranking`."""
    check: Callable[[RuleSet], None] | None = None
    """Raises a `RuleBookError` for a rule set that it cannot play, beyond what the layout says."""
    carried: type[msgspec.Struct] | None = None
    """The type of what it keeps in `round.carry.own` from round to round."""
    structure: Structure = ""
    """For poker, how it deals."""
    bot: Decide | str | None = None
    """A bot that plays as most people do. Without one, bots play at random."""
    analysis: Any = None
    """Its exact analysis (`analysis.parts.Analysis`). Without one, no exact figures are offered."""
    stages: Stages | Callable[[RuleSet], Stages] | None = None
    """Its stages, or the function that gives them for a rule set. Its exact analysis follows from them. Of a game in
    stages (`games.staged`), everything does."""
    other_names: Mapping[str, tuple[str, ...]] = {}
    """Other names of its games, by game."""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise DeclarationError(f"{self.name}: {problem}")


RAISES = 'raises=lambda rules: (Raise("with any hand", 1, 3),)'
"""An example of the raises of a layout, for messages."""


def _problems(declared: Declaration) -> Iterable[str]:
    if not re.fullmatch(r"[a-z0-9]+([-.][a-z0-9]+)*", declared.name):
        yield "name: use lowercase letters and digits, joined by hyphens, for example three-card-poker"
    for part, value, wanted in (
        ("script", declared.script, "give the generator function that plays a round"),
        ("version", declared.version, f'give name and number, for example "{declared.name}/1"'),
        ("layout", declared.layout, "give the Layout of its table"),
        ("lesson", declared.lesson, "give the function that makes a Lesson from a rule set, or name one"),
    ):
        if value is None or value == "":
            yield f"{part}: missing: {wanted}"
    if not isgeneratorfunction(declared.script):
        yield "script: it must be a generator function that takes a Round and yields asks"
    if not isinstance(declared.layout, Layout):
        yield f"layout: it must be a Layout, not {type(declared.layout).__name__}"
    if declared.layout.raises is not None and not callable(declared.layout.raises):
        yield f"layout.raises: it must be a function, for example {RAISES}, not {declared.layout.raises!r}"
    if not re.fullmatch(r"[^/\s]+/[0-9]+", declared.version):
        yield f'version: it must be a name and a number, for example "{declared.name}/1", not {declared.version!r}'
    if declared.layout.wagers and declared.settle is None:
        own = ", ".join(declared.layout.wagers)
        yield f"settle: missing: its layout has the wagers {own}, so give settle(rules, wager, showdown)"
    for moment in declared.moments:
        if moment not in get_args(Moment):
            yield f"moments: {moment!r} is not a moment of a fee{did_you_mean(moment, get_args(Moment))}"
    if declared.structure not in get_args(Structure):
        known = get_args(Structure)[1:]
        yield f"structure: {declared.structure!r} must be one of {', '.join(known)}"
    for part in ("lesson", "explain", "bot", "analysis"):
        named = getattr(declared, part)
        if isinstance(named, str) and not re.fullmatch(r"\.?\w+(\.\w+)*:\w+", named):
            yield f'{part}: name it as "module:attribute", not {named!r}'


def load_part(declared: Declaration, part: str, folder: str) -> Any:
    """Return a part of a declaration, loaded if it is only named; None if there is none.

    >>> from cardroom.games import declaration
    >>> load_part(declaration("three-card-poker"), "lesson", "cardroom.games.lessons").__name__
    'lesson'
    """
    value = getattr(declared, part)
    return load_named(value, folder, f"{declared.name}: {part}") if isinstance(value, str) else value


@lru_cache(maxsize=256)
def load_named(named: str, folder: str, of: str) -> Any:
    """Load "module:attribute"; a module with a leading dot is in `folder`. Error messages begin with `of`.

    >>> load_named(".stud:teach", "cardroom.games.lessons", "stud: lesson")
    Traceback (most recent call last):
    cardroom.play.DeclarationError: stud: lesson: cardroom.games.lessons.stud has no teach
    """
    module, _, attribute = named.partition(":")
    where = f"{folder}{module}" if module.startswith(".") else module
    try:
        loaded = import_module(where)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{where}.".startswith(f"{error.name}."):
            raise  # the module exists, but one of its imports does not
        raise DeclarationError(f"{of}: there is no module {where}{_near_module(where)}") from None
    if not hasattr(loaded, attribute):
        raise DeclarationError(f"{of}: {where} has no {attribute}{did_you_mean(attribute, vars(loaded))}")
    return getattr(loaded, attribute)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return the end of an error message that offers the nearest valid names; empty if none is near.

    >>> did_you_mean("three-card", ["three-card-poker", "stud"])
    ': did you mean three-card-poker?'
    """
    near = get_close_matches(name, [each for each in known if not each.startswith("_")])
    return f": did you mean {' or '.join(near)}?" if near else ""


def _near_module(where: str) -> str:
    folder, _, name = where.rpartition(".")
    try:
        path = import_module(folder).__path__ if folder else ()
    except (ImportError, AttributeError):
        return ""
    return did_you_mean(name, [module.name for module in iter_modules(path)])
