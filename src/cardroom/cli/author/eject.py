"""`cardroom eject`: write the declaration and the rule set that follow from a game's page, to edit them in full."""

from pathlib import Path
from typing import Annotated

import typer

from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console
from cardroom.games.page import page
from cardroom.limits import RULES_BYTES, read_text, toml_table
from cardroom.play.game import CHECK, FOLDING, Move, Stage, Stages, WagerTerms
from cardroom.rankings.columns import POINTS
from cardroom.rulebook.pages import PAGE, StagedPage, page_of, with_defaults
from cardroom.rulebook.toml_writer import toml_text

__all__ = ["eject_command"]

_TERMS = {"result": "by_result", "hand": "by_hand", "winning hand": "by_winning_hand"}


def eject_command(
    folder: Annotated[Path, typer.Argument(metavar="PATH", help=f"The game's folder, with its page, {PAGE}.")],
    *,
    to: Annotated[Path, typer.Option(metavar="DIR", help="The folder in which the game's new folder is written.")],
) -> int:
    """Write the full declaration and rule set of a game on a page.

    They are game.py and house.toml, with everything that the page leaves out.
    """
    file = folder / PAGE
    if not file.is_file():
        raise UsageError(f"{folder}: it has no {PAGE}. Name the folder of a game on a page.")
    if (folder / "game.py").exists():
        raise UsageError(f"{folder}: its game.py already makes the declaration. Only a page without code is ejected.")
    name = folder.resolve().name
    target = to / name
    if target.exists():
        raise UsageError(f"{target}: it already exists. Choose a different folder, or remove it.")
    stages = page(file).stages
    if not isinstance(stages, Stages):
        raise UsageError(f"{folder}: its stages do not come from the page.")
    table = toml_table(read_text(file, RULES_BYTES), RULES_BYTES)
    target.mkdir(parents=True)
    (target / "game.py").write_text(_code(name, page_of(table), stages), encoding="utf-8")
    (target / "house.toml").write_text(toml_text(with_defaults(table, name)), encoding="utf-8")
    console().print(f"Wrote {target / 'game.py'}, {target / 'house.toml'}.", soft_wrap=True)
    return 0


def _code(name: str, made: StagedPage, stages: Stages) -> str:
    """The text of game.py."""
    moves = [move for stage in stages.stages for move in stage.moves]
    used = {_move(move).partition("(")[0] for move in moves}
    used |= {_TERMS[terms.by] for terms in stages.wagers.values()} | {"Stage", "Stages"}
    names = sorted(used, key=lambda each: (not each.isupper(), not each[0].isupper(), each))
    more = {"last_board": stages.last_board, "dealer": stages.dealer, "dealer_ranking": stages.dealer_ranking}
    version = _text(f"{name}/{made.version}")
    own = [
        f"ranking_by_columns({_text(each)}, {about.cards}, {_tuple([_text(one) for one in about.columns])}, "
        f"Path(__file__){f', {tuple(about.points)}' if about.points and about.points != POINTS else ''})"
        for each, about in made.ranking.items()
    ]
    lines = [
        f'"""{made.aim or name}"""',
        "",
        *(["from pathlib import Path", ""] if own else []),
        "from cardroom.games.staged import staged",
        f"from cardroom.play.game.stages import {', '.join(names)}",
        *(["from cardroom.rankings.columns import ranking_by_columns"] if own else []),
        "",
        *([*own, ""] if own else []),
        "STAGES = Stages(",
        f"    {_text(stages.ranking)},",
        "    (",
        *(f"        {_stage(stage)}," for stage in stages.stages),
        "    ),",
        "    {",
        *(f"        {_text(wager)}: {_terms(terms)}," for wager, terms in stages.wagers.items()),
        "    },",
        *(f"    {field}={_text(value)}," for field, value in more.items() if value),
        ")",
        "",
        f"DECLARATION = staged({_text(name)}, STAGES, version={version}, aim={_text(made.aim)})",
    ]
    return "\n".join(lines) + "\n"


def _text(value: object) -> str:
    """A value as Python's source, with double quotes."""
    if not isinstance(value, str):
        return repr(value)
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _tuple(parts: list[str]) -> str:
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def _stage(stage: Stage) -> str:
    fields = {"own": stage.own, "board": stage.board, "dealer": stage.dealer, "cite": stage.cite}
    more = "".join(f", {field}={_text(value)}" for field, value in fields.items() if value)
    return f"Stage({_tuple([_move(move) for move in stage.moves])}{more})"


def _move(move: Move) -> str:
    if move in (CHECK, FOLDING):
        return "CHECK" if move == CHECK else "FOLDING"
    if move.back:
        return f"take_back({_text(move.wager)})"
    needs = "".join(f"{units}: {_text(hand)}, " for units, hand in move.needs)
    more = f", most_with={{{needs.removesuffix(', ')}}}" if needs else ""
    return f"{'raise_' if move.action == 'raise' else 'bet'}({_text(move.wager)}, {move.least}, {move.most}{more})"


def _terms(terms: WagerTerms) -> str:
    usual = WagerTerms(terms.by)
    fields = ("otherwise",) if terms.by == "hand" else ("unqualified", "tie") if terms.by == "winning hand" else ()
    given = [(field, getattr(terms, field)) for field in fields if getattr(terms, field) != getattr(usual, field)]
    return f"{_TERMS[terms.by]}({', '.join(f'{field}={_text(value)}' for field, value in given)})"
