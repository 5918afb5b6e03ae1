"""`cardroom new`: write a game folder that can be played at once."""

import re
from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console
from cardroom.rulebook import slugs
from cardroom.rulebook.pages import PAGE

__all__ = ["KINDS", "new_command"]

_PAGE = """# Three cards each; raise or fold; the better hand wins.
# docs/design/games-in-stages.md has all parts of a page.
aim = "Make a better hand than the dealer."
hand = "three-card"
dealer = { cards = 3, qualifies = "queen high" }

[[stage]]
own = 3
raise = "raise"
fold = true

[wager.ante]
pays = { "unqualified dealer" = "1 to 1", "higher hand" = "1 to 1", "equal hand" = "pushes" }
[wager.raise]
pays = { "unqualified dealer" = "pushes", "higher hand" = "1 to 1", "equal hand" = "pushes" }
[wager.bonus]
cards = "own hand"
[wager.bonus.pays]
"straight flush" = "40 to 1"
"three of a kind" = "25 to 1"
"straight" = "6 to 1"
"flush" = "4 to 1"
"pair of jacks or better" = "2 to 1"
"""

_POKER = """# {title}. It extends {base} and states only what differs. docs/design/poker-variants.md has all fields of
# [poker]: boards, discard_after, low, draws, streets and others.
extends = "{base}"
game = "{name}"
rules = "house"
name = "{title}"
id = "no document"
summary = "{summary}"

[source]
document = "House rules"
section = "{title}"
date = ""

[poker]
steps = []
{poker}
"""

_VARIANTS = {
    "community": (
        "texas-holdem/standard",
        "Three cards each, one of which is discarded after the flop's betting; the rest is as in hold'em.",
        'hole = 3\ndiscard = "after the flop"\ndiscards = 1',
    ),
    "stud": (
        "seven-card-stud/standard",
        "Five cards each: one down, three up, one down.",
        'streets = ["du", "u", "u", "d"]',
    ),
    "draw": ("five-card-draw/standard", "Five cards each and two draws.", "draws = 2"),
}

KINDS = ("banked", *_VARIANTS)
"""What a new game can be like."""


def new_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: lowercase letters, digits, hyphens.")],
    *,
    like: Annotated[
        str, typer.Option(metavar="banked|community|stud|draw", help="The kind of game to start from.")
    ] = "banked",
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the game's folder is written.")] = Path(),
) -> int:
    """Write the folder of a new game, which can be played at once."""
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise UsageError(f"{name}: use lowercase letters and digits, joined by hyphens, for example lucky-sevens.")
    if like not in KINDS:
        raise UsageError(f"--like {like}: choose from {', '.join(KINDS)}.")
    if name in slugs():
        raise UsageError(f"{name}: there is already a game of this name. Choose a different one.")
    target = to / name
    if target.exists():
        raise UsageError(f"{target}: it already exists. Choose a different name, or remove it.")
    for file, text in texts(name, like).items():
        target.mkdir(parents=True, exist_ok=True)
        (target / file).write_text(text, encoding="utf-8")
    screen = console()
    screen.print(f"Wrote {', '.join(str(target / file) for file in texts(name, like))}.", soft_wrap=True)
    screen.print(f"Next: cardroom play {name} --games {target}, cardroom check {target}", soft_wrap=True)
    return 0


def texts(name: str, like: str) -> dict[str, str]:
    """The files of a new game.

    >>> list(texts("lucky-sevens", "banked")), list(texts("lucky-sevens", "stud"))
    (['game.toml'], ['house.toml'])
    """
    if like == "banked":
        return {PAGE: _PAGE}
    title = name.replace("-", " ").title()
    base, summary, poker = _VARIANTS[like]
    return {"house.toml": _POKER.format(name=name, title=title, base=base, summary=summary, poker=poker)}
