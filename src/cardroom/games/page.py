"""A game on a page (`rulebook.pages`): its declaration, made from one file."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.games.staged import staged
from cardroom.limits import RULES_BYTES, read_text, toml_table
from cardroom.play.game import (
    CHECK,
    FOLDING,
    Declaration,
    DeclarationError,
    Move,
    Stage,
    Stages,
    WagerTerms,
    bet,
    raise_,
    take_back,
)
from cardroom.rankings.columns import POINTS, ranking_by_columns
from cardroom.rulebook.pages import PAGE, PageBet, PageStage, StagedPage, page_of, place_in, with_defaults

__all__ = ["page"]


def page(file: str | Path, **parts: Any) -> Declaration:
    """The declaration of the game on a page. `file` is `game.toml`, or `game.py` beside it.

    Parts of a `Declaration` that are given replace those that the page makes, as in `staged`.
    """
    path = Path(file).with_name(PAGE)
    name, text = path.parent.resolve().name, read_text(path, RULES_BYTES)
    try:
        table = toml_table(text, RULES_BYTES)
        made = page_of(table)
        for ranking, about in made.ranking.items():
            ranking_by_columns(ranking, about.cards, about.columns, path.resolve(), about.points or POINTS)
        stages = _stages(made, with_defaults(table, name))
        return staged(name, stages, version=f"{name}/{made.version}", aim=made.aim, **parts)
    except InputError as error:
        why = str(error).removeprefix(f"{name}: ")
        raise DeclarationError(f"{name}: {why}{place_in(path, why)}") from None


def _stages(made: StagedPage, rules: dict[str, Any]) -> Stages:
    return Stages(
        made.hand,
        tuple(Stage(tuple(_moves(each)), each.own, each.board, each.dealer, each.cite) for each in made.stage),
        {wager: _terms(made, rules, wager) for wager in made.terms},
        last_board=made.last_board,
        dealer=made.dealer.cards,
        dealer_ranking=made.dealer.ranking,
    )


def _moves(stage: PageStage) -> Iterator[Move]:
    for make, chips in (raise_, stage.raise_), (bet, stage.bet):
        if chips:
            placed = PageBet(chips) if isinstance(chips, str) else chips
            least, most = (placed.units, 0) if isinstance(placed.units, int) else placed.units
            yield make(placed.on, least, most, most_with=_steps(placed))
    if stage.take_back:
        yield take_back(stage.take_back)
    if stage.check:
        yield CHECK
    if stage.fold:
        yield FOLDING


def _steps(placed: PageBet) -> str | dict[int, str]:
    if isinstance(placed.most_with, str):
        return placed.most_with
    for units in placed.most_with:
        if not units.isdecimal():
            raise InputError(f"most_with: {quoted(units)} is not a number of units")
    return {int(units): hand for units, hand in placed.most_with.items()}


def _terms(made: StagedPage, rules: dict[str, Any], wager: str) -> WagerTerms:
    """By the comparison if the pay lines are its results, by a winning hand if the page says so, or by the hand."""
    terms, pays = made.terms[wager], rules["wager"][wager]["pays"]
    by_hand = bool(rules["pay"].get(pays, {}).get("ranking"))
    kind: Any = "winning hand" if terms.wins else "hand" if by_hand else "result"
    return WagerTerms(kind, terms.unqualified, terms.tie, terms.otherwise)
