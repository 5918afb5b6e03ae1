"""Checks that a poker variant can be dealt, judged and won: the table `[poker]` against its deck and rankings.

A variant is data: structure, cards, rankings. It is rejected if the scripts cannot deal it or a ranking cannot judge
it.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from cardroom.cards import JOKER
from cardroom.cards.decks import deck
from cardroom.clean import quoted
from cardroom.games.lessons.hands import is_low, is_taught
from cardroom.play import Declaration
from cardroom.rankings import RANKINGS
from cardroom.rulebook import HouseRule, RuleSet, load
from cardroom.rulebook.binding import UNSAID_HOUSE
from cardroom.rulebook.schema import Poker

__all__ = ["poker_problems"]

SHAPES = {
    "community": ("hole", "board", "discard", "discard_after"),
    "draw": ("hole", "draws"),
    "stud": ("streets", "door", "showing"),
}
"""The fields of `[poker]` that only some structures have."""
OWN_SWITCHES = ("ace_brings_in", "deuce_is_high")
"""House rules that only some games have."""
MOST_STREETS, MOST_DRAWS = 8, 3


def poker_problems(rules: RuleSet, declared: Declaration) -> Iterator[str]:
    """The problems of a poker game."""
    poker = rules.poker
    if poker is None or poker.structure != declared.structure:
        plays = f"a game whose structure is {quoted(declared.structure)}" if declared.structure else "no poker"
        yield f"poker.structure: the script {rules.script} plays {plays}"
        return
    for name in ("wager", "pay", "jackpot"):
        if getattr(rules, name):
            yield f"{name}: a poker game has no wagers besides the pot: leave it out"
    if rules.bank or rules.order or rules.dealer:
        yield "bank, order, dealer: a poker game has no bank: leave them out"
    if rules.seats.least < 2:
        yield f"seats.least: a poker game needs at least 2 seats, not {rules.seats.least}"
    yield from _house(rules)
    if declared.check is None:  # a script with its own check plays one shape only
        yield from (f"poker.{each}" for each in _shape(rules, poker))
    yield from (f"poker.{each}" for each in _betting(poker))


@cache
def _read() -> dict[str, HouseRule]:
    """The house rules that the poker scripts use: those of the rule set that all others extend, except `collection`."""
    known = load(Path(str(files("cardroom.rulebook"))) / "games" / "texas-holdem" / "500-club.toml").house_rules
    return {name: rule for name, rule in known.items() if name != "collection"}


def _same_kind(rule: HouseRule, known: HouseRule) -> bool:
    """Whether a default is of the known kind. A number may stand in place of one by limit."""
    return type(rule.default) is type(known.default) or (bool(known.by_limit) and type(rule.default) is int)


def _house(rules: RuleSet) -> Iterator[str]:
    for name, known in _read().items():
        rule = rules.house_rules.get(name)
        if rule is None and name in UNSAID_HOUSE:
            continue
        if rule is None:
            yield f"house_rules.{name}: the poker scripts need this house rule"
        elif not _same_kind(rule, known) or not set(rule.choices) <= set(known.choices):
            yield f"house_rules.{name}: the poker scripts know {', '.join(known.choices) or known.default}"
        elif bool(rule.choices) != bool(known.choices) or (rule.amounts, rule.several) != (
            known.amounts,
            known.several,
        ):
            yield f"house_rules.{name}: it must have the same kind of values as in texas-holdem"
    for name in rules.house_rules.keys() - _read().keys() - {"collection", *OWN_SWITCHES}:
        yield f"house_rules.{name}: nothing in a poker game uses it: leave it out"


def _betting(poker: Poker) -> Iterator[str]:
    """Betting and odd-chip rules that do not fit the structure, key first."""
    rounds = {"community": len(poker.board), "draw": poker.draws + 1, "stud": len(poker.streets)}[poker.structure]
    if poker.small_rounds > rounds:
        yield f"small_rounds: must be 0 to {rounds}, the number of betting rounds, not {poker.small_rounds}"
    if poker.structure != "stud" and not poker.button:
        yield f"button: blinds are counted from it, so a {poker.structure} game needs it: leave this out"
    if poker.structure != "stud" and poker.odd_chip == "highest hand up":
        yield f"odd_chip: a {poker.structure} game has no up cards; use left of the button or high hand"


def _shape(rules: RuleSet, poker: Poker) -> Iterator[str]:
    """The problems of a variant's shape, key first."""
    foreign = {field for shape in SHAPES.values() for field in shape} - set(SHAPES[poker.structure])
    for field in sorted(foreign):
        if getattr(poker, field):
            yield f"{field}: a {poker.structure} game does not have this: leave it out"
    if poker.structure == "stud":
        yield from _stud(rules, poker)
        held, shared = sum(map(len, poker.streets)), 0
    else:
        if poker.draws > MOST_DRAWS or len(poker.board) > MOST_STREETS:
            yield f"board, draws: at most {MOST_STREETS} streets and {MOST_DRAWS} draws can be played"
            return
        if not poker.hole:
            yield "hole: give the number of cards that each player is dealt"
        if poker.structure == "community" and (not poker.board or 0 in poker.board[1:]):
            yield "board: give the cards before each betting round; only the first may have none (0)"
        held, shared = poker.kept, sum(poker.board)
    if poker.discard and len(poker.board) < 2:
        yield "discard: only a game with a flop has a discard"
    if poker.discards > 1 and not poker.discard:
        yield "discards: say when they are discarded: discard is before the flop or after the flop"
    if poker.discard and poker.discard_after:
        yield "discard_after: it replaces discard and discards: leave them out"
    if poker.discard_after and (len(poker.discard_after) > len(poker.board) or not poker.discard_after[-1]):
        yield (
            f"discard_after: give the cards to discard after each of at most {len(poker.board)} betting rounds, and "
            "end with the last round that has any, for example [0, 1]"
        )
    if poker.discarding and poker.kept < 1:
        yield f"discard, discard_after: {sum(poker.discarding)} of {poker.hole} hole cards leave none"
    if poker.boards > 1 and poker.structure != "community":
        yield f"boards: a {poker.structure} game has no board: leave it out"
    yield from (f"ranking: {each}" for each in _ranking_problems(rules, poker.ranking, held, shared, wins=True))
    if poker.low:
        yield from (f"low: {each}" for each in _ranking_problems(rules, poker.low, held, shared, wins=False))


def _ranking_problems(rules: RuleSet, name: str, held: int, shared: int, *, wins: bool) -> Iterator[str]:
    """Why a ranking cannot decide the pot (`wins`) or its low half."""
    ranking = RANKINGS.get(name)
    if ranking is None:
        yield f"unknown ranking {quoted(name)}: choose from {', '.join(RANKINGS)}"
        return
    if not _fits(name, held, shared):
        of = f"{held} hole cards and {shared} board cards" if shared else f"{held} cards"
        sizes = " or ".join(map(str, ranking.sizes)) + (" hole cards" if ranking.boards else " cards")
        sizes += ", and needs to know when each card was dealt" if ranking.parts else ""
        yield f"{name} does not judge {of}: it judges {sizes}"
    elif not set(deck(rules.deck.name).cards) <= ranking.deck:
        yield f"{name} does not know every card of the {rules.deck.name} deck"
    elif JOKER in deck(rules.deck.name).cards:
        yield f"the script {rules.script} cannot deal a joker: use a deck without one"
    elif wins and (ranking.qualifies or not is_taught(name)):
        why = "it is for side bets only"
        if ranking.qualifies:
            why = "some hands do not qualify, but the pot needs a winner"
        right = [each for each in RANKINGS if _fits(each, held, shared) and is_taught(each)]
        names = ", ".join(each for each in right if not RANKINGS[each].qualifies)
        yield f"{name} cannot decide the pot: {why}: choose from {names}"
    elif not wins and not is_low(name):
        right = [each for each in RANKINGS if _fits(each, held, shared) and is_low(each)]
        yield f"{name} is a ranking for high hands: choose from {', '.join(right)}"
    elif not wins and rules.poker and name == rules.poker.ranking:
        yield f"{name} already wins the other half: leave low out, or name a different ranking"


def _fits(name: str, held: int, shared: int) -> bool:
    """Whether a ranking judges these numbers of hole and board cards."""
    ranking = RANKINGS[name]
    fits = (held in ranking.sizes and shared in ranking.boards) if ranking.boards else held + shared in ranking.sizes
    return fits and not (ranking.parts or ranking.jokers)


def _stud(rules: RuleSet, poker: Poker) -> Iterator[str]:
    up = [street.count("u") for street in poker.streets]
    if len(up) > MOST_STREETS or up[:1] != [1] or any(each > 1 for each in up) or "e" in "".join(poker.streets):
        yield "streets: one card must be dealt up on the first, and at most one on each other, for example ddu, u, d"
        return
    *most, last = map(len, poker.streets)
    burns, cards = len(most) - 1, len(deck(rules.deck.name).cards)
    if 0 in (*most, last):
        yield "streets: each street needs at least one card: leave the empty one out"
    elif last > 1 and (sum(most) + last) * rules.seats.most + burns > cards:
        yield f"streets: too few cards to deal {last} on the last street to {rules.seats.most}; only one can be shared"
    for field in ("door", "showing"):
        ranking = RANKINGS.get(getattr(poker, field))
        if ranking is None or 1 not in ranking.sizes or ranking.jokers:
            yield f"{field}: {quoted(getattr(poker, field))} does not judge up cards; use a door or showing ranking"
        elif field == "showing" and not set(range(1, min(sum(up), 4) + 1)) <= set(ranking.sizes):
            yield f"showing: {poker.showing} does not judge up to {sum(up)} cards"
