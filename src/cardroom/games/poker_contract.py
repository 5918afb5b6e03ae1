"""Whether a poker variant can be dealt, judged and won: the shape of `[poker]` against its deck and rankings.

A variant is data: structure, cards, rankings. What the three scripts cannot deal or a ranking cannot judge is refused.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from cardroom.cards.decks import deck
from cardroom.rankings import RANKINGS
from cardroom.rulebook import HouseRule, RuleSet, load
from cardroom.rulebook.schema import Poker

__all__ = ["poker_problems"]

SHAPES = {
    "community": ("hole", "board", "discard"),
    "draw": ("hole", "draws"),
    "stud": ("streets", "door", "showing"),
}
"""The fields of `[poker]` that only some structures have."""
MOST_STREETS = 8


def poker_problems(rules: RuleSet) -> Iterator[str]:
    """Why a poker game cannot be played."""
    poker = rules.poker
    if poker is None or rules.script != poker.structure:
        yield f"script: {poker.structure if poker else 'a banked game'} is not played by the script {rules.script}"
        return
    for name in ("wager", "pay", "jackpot"):
        if getattr(rules, name):
            yield f"{name}: a poker game has no wagers beside the pot"
    if rules.bank or rules.order:
        yield "bank, order: nobody banks a poker game"
    if rules.seats.least < 2:
        yield f"seats.least: a poker game needs two, not {rules.seats.least}"
    yield from _house(rules)
    yield from (f"poker.{each}" for each in _shape(rules, poker))


@cache
def _read() -> dict[str, HouseRule]:
    """The house rules that the poker scripts read: those of the set that every other one extends."""
    return load(Path(str(files("cardroom.rulebook"))) / "games" / "texas-holdem" / "500-club.toml").house_rules


def _house(rules: RuleSet) -> Iterator[str]:
    for name, known in _read().items():
        rule = rules.house_rules.get(name)
        if rule is None:
            yield f"house_rules.{name}: the poker scripts ask for it"
        elif type(rule.default) is not type(known.default) or not set(rule.choices) <= set(known.choices):
            yield f"house_rules.{name}: the poker scripts know {', '.join(known.choices) or known.default}"
        elif bool(rule.choices) != bool(known.choices) or (rule.amounts, rule.several) != (
            known.amounts,
            known.several,
        ):
            yield f"house_rules.{name}: it is of another kind in the poker scripts"
    for name in rules.house_rules.keys() - _read().keys() - {"collection"}:
        yield f"house_rules.{name}: nothing in a poker game follows it: leave it out"


def _shape(rules: RuleSet, poker: Poker) -> Iterator[str]:
    """What is wrong with the shape of a variant, key first."""
    foreign = {field for shape in SHAPES.values() for field in shape} - set(SHAPES[poker.structure])
    for field in sorted(foreign):
        if getattr(poker, field):
            yield f"{field}: a {poker.structure} game has none: leave it out"
    if not 0 <= poker.small_rounds <= MOST_STREETS:
        yield f"small_rounds: from 0 to {MOST_STREETS}, not {poker.small_rounds}"
    if poker.structure == "stud":
        yield from _stud(poker)
        held, shared, dealt = sum(map(len, poker.streets)), 0, len(poker.streets[0]) if poker.streets else 0
    else:
        if not 0 <= poker.draws <= 10 or any(cards < 0 for cards in poker.board) or len(poker.board) > MOST_STREETS:
            yield "board, draws: cards and draws are counted from 0, and so many cannot be played"
            return
        if poker.structure == "community" and (not poker.board or poker.board[0]):
            yield "board: the first betting round comes before the first community card: begin with 0"
        held, shared, dealt = poker.hole - bool(poker.discard), sum(poker.board), poker.hole
    for field in ("ranking", "low"):
        if (name := getattr(poker, field)) or field == "ranking":
            yield from (f"{field}: {each}" for each in _judged(rules, name, held, shared))
    size, seats = len(deck(rules.deck.name).cards), rules.seats.most
    burns = sum(map(bool, poker.board))
    if dealt * seats + shared + burns > size:
        yield f"hole, board: {seats} seats take {dealt * seats + shared + burns} cards, and there are {size}"


def _judged(rules: RuleSet, name: str, held: int, shared: int) -> Iterator[str]:
    ranking = RANKINGS.get(name)
    if ranking is None:
        yield f"{name!r} is none of {', '.join(RANKINGS)}"
        return
    fits = (held in ranking.sizes and shared in ranking.boards) if ranking.boards else held + shared in ranking.sizes
    if not fits or ranking.parts or ranking.jokers:
        of = f"{held} of one's own and {shared} of the board" if shared else f"{held} cards"
        sizes = " or ".join(map(str, ranking.sizes)) + (" of one's own" if ranking.boards else "")
        yield f"{name} does not judge {of}: it judges {sizes}"
    elif not set(deck(rules.deck.name).cards) <= ranking.deck:
        yield f"{name} does not know every card of the {rules.deck.name} deck"


def _stud(poker: Poker) -> Iterator[str]:
    if not 1 <= len(poker.streets) <= MOST_STREETS or any(set(street) - set("du") for street in poker.streets):
        yield "streets: each is cards before a betting round, d for down and u for up, as in ddu"
        return
    up = "".join(poker.streets).count("u")
    for field, cards in (("door", poker.streets[0].count("u")), ("showing", 1)):
        ranking = RANKINGS.get(getattr(poker, field))
        if ranking is None or cards not in ranking.sizes:
            yield f"{field}: {getattr(poker, field)!r} does not judge the cards that lie open: door or showing do"
    showing = RANKINGS.get(poker.showing)
    if showing and not set(range(1, min(up, 4) + 1)) <= set(showing.sizes):
        yield f"showing: {poker.showing} does not judge up to {up} cards"
