"""Whether a poker variant can be dealt, judged and won: the shape of `[poker]` against its deck and rankings.

A variant is data: structure, cards, rankings. What the three scripts cannot deal or a ranking cannot judge is refused.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from cardroom.cards.decks import deck
from cardroom.clean import told
from cardroom.rankings import RANKINGS
from cardroom.rulebook import HouseRule, RuleSet, load
from cardroom.rulebook.schema import Poker

__all__ = ["poker_problems"]

STRUCTURES = {"community": "community", "draw": "draw", "stud": "stud", "mexican": "stud"}
"""By script, the structure of the games that it plays."""
SHAPES = {
    "community": ("hole", "board", "discard"),
    "draw": ("hole", "draws"),
    "stud": ("streets", "door", "showing"),
}
"""The fields of `[poker]` that only some structures have."""
MOST_STREETS, MOST_DRAWS = 8, 3


def poker_problems(rules: RuleSet) -> Iterator[str]:
    """Why a poker game cannot be played."""
    poker = rules.poker
    if poker is None or poker.structure != STRUCTURES.get(rules.script):
        plays = (
            f"a game whose structure is {told(STRUCTURES[rules.script])}" if rules.script in STRUCTURES else "no poker"
        )
        yield f"poker.structure: the script {rules.script} plays {plays}"
        return
    for name in ("wager", "pay", "jackpot"):
        if getattr(rules, name):
            yield f"{name}: a poker game has no wagers beside the pot"
    if rules.bank or rules.order or rules.dealer:
        yield "bank, order, dealer: nobody banks a poker game"
    if rules.seats.least < 2:
        yield f"seats.least: a poker game needs two, not {rules.seats.least}"
    yield from _house(rules)
    if rules.script == poker.structure:  # another script knows the one shape that it plays
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
    if poker.small_rounds > MOST_STREETS:
        yield f"small_rounds: from 0 to {MOST_STREETS}, not {poker.small_rounds}"
    if poker.structure == "stud":
        yield from _stud(poker)
        held, shared = sum(map(len, poker.streets)), 0
    else:
        if poker.draws > MOST_DRAWS or len(poker.board) > MOST_STREETS:
            yield f"board, draws: at most {MOST_STREETS} and {MOST_DRAWS} can be played"
            return
        if poker.structure == "community" and (poker.board[:1] != (0,) or 0 in poker.board[1:]):
            yield "board: the first betting round comes before any card of the board, each other after some"
        held, shared = poker.hole - bool(poker.discard), sum(poker.board)
    if poker.discard and len(poker.board) < 2:
        yield "discard: a card is thrown away in a game with a flop only"
    for field in ("ranking", "low"):
        if (name := getattr(poker, field)) or field == "ranking":
            yield from (f"{field}: {each}" for each in _judged(rules, name, held, shared))


def _judged(rules: RuleSet, name: str, held: int, shared: int) -> Iterator[str]:
    ranking = RANKINGS.get(name)
    if ranking is None:
        yield f"{told(name)} is none of {', '.join(RANKINGS)}"
        return
    fits = (held in ranking.sizes and shared in ranking.boards) if ranking.boards else held + shared in ranking.sizes
    if not fits or ranking.parts or ranking.jokers:
        of = f"{held} of one's own and {shared} of the board" if shared else f"{held} cards"
        sizes = " or ".join(map(str, ranking.sizes)) + (" of one's own" if ranking.boards else "")
        yield f"{name} does not judge {of}: it judges {sizes}"
    elif not set(deck(rules.deck.name).cards) <= ranking.deck:
        yield f"{name} does not know every card of the {rules.deck.name} deck"


def _stud(poker: Poker) -> Iterator[str]:
    up = [street.count("u") for street in poker.streets]
    if len(up) > MOST_STREETS or up[:1] != [1] or any(each > 1 for each in up) or "e" in "".join(poker.streets):
        yield "streets: one card is dealt up on the first, and at most one on each of the others, as in ddu, u, d"
        return
    for field in ("door", "showing"):
        ranking = RANKINGS.get(getattr(poker, field))
        if ranking is None or 1 not in ranking.sizes:
            yield f"{field}: {told(getattr(poker, field))} does not judge the cards that lie open: door or showing do"
        elif field == "showing" and not set(range(1, min(sum(up), 4) + 1)) <= set(ranking.sizes):
            yield f"showing: {poker.showing} does not judge up to {sum(up)} cards"
