"""Whether a rule set fits the script that it names: what the script reads by name must be there, and of its kind.

A rule set may be anybody's. What is missing or cannot be dealt is said when the game is made, not in mid-round.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cardroom.cards.decks import deck
from cardroom.clean import told
from cardroom.rankings import RANKINGS
from cardroom.rulebook import HouseRule, RuleSet
from cardroom.rulebook.schema import Poker

__all__ = ["NEEDS", "misfits"]


class Needs(NamedTuple):
    """What a script reads by name."""

    house: str = ""
    """House rules."""
    base: str = ""
    """Wagers that everybody places who plays ..."""
    after: Mapping[str, str] = {}
    """... and those that follow the deal, with the wager whose amount they go by."""
    others: str = ""
    """Further wagers, whatever they are."""
    cards: str = ""
    """The decks that the procedure can be dealt from."""


_PAI_GOW = "coverage envy_pays shuffle wheel"
NEEDS = {
    "ez-baccarat": Needs("burn_by_first_card coverage dragon_seven_pushes", cards="standard"),
    "face-up-pai-gow": Needs(f"action_by {_PAI_GOW}", "base", others="envy", cards="joker"),
    "fortune-pai-gow": Needs(_PAI_GOW, "base", others="envy", cards="joker"),
    "four-card-frenzy": Needs("", "ante odds", {"raise": "ante"}, cards="standard"),
    "heads-up-holdem": Needs("", "ante odds", {"raise": "ante"}, cards="standard"),
    "pure-21.5-blackjack": Needs("coverage", "wager", cards="bonus"),
    "pure-spanish-21.5": Needs("action_button coverage double_double_down", "wager", cards="spanish"),
    "three-card-poker": Needs("coverage exposed_card", "ante", {"play": "ante"}, cards="standard"),
    "ultimate-texas-holdem": Needs("coverage", "ante blind", {"play": "ante"}, cards="standard"),
}
"""By script; those of poker are told by the structure."""

_KINDS: Mapping[str, tuple[str, Callable[[HouseRule], object]]] = {
    "raise_cap": ("a number: whole = [0, 9]", lambda rule: rule.whole[1]),
    **dict.fromkeys(
        (
            "all_in_shows",
            "bring_in_last_word",
            "cap_pot_limit",
            "change_discards",
            "dead_antes",
            "full_blinds",
            "half_a_bet_counts",
            "owed_blinds",
            "under_raise_reopens",
        ),
        ("a switch: default = true or false", lambda rule: isinstance(rule.default, bool)),
    ),
    **dict.fromkeys(("open_pair_bet", "too_few_cards"), ("a choice", lambda rule: rule.choices)),
}
"""The house rules of every poker game, but for its stakes, and what each is."""


def misfits(rules: RuleSet) -> Iterator[str]:
    """What keeps a script from playing a rule set, each as a sentence that begins with table and key.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus")
    >>> list(misfits(rules)), list(misfits(rules.replaced(order=None)))
    ([], ['order: three-card-poker settles wagers, and must know who is settled first'])
    """
    if rules.script in ("community", "draw", "stud"):
        yield from _poker(rules)
        return
    if rules.script not in NEEDS:  # such a script has a `check` of its own
        yield from _missing(rules, list(_KINDS) if rules.poker else [])
        return
    if rules.poker:
        yield f"poker: {rules.script} is no poker game: leave this table out"
    if rules.order is None:
        yield f"order: {rules.script} settles wagers, and must know who is settled first"
    needs = NEEDS[rules.script]
    yield from _missing(rules, needs.house.split())
    if rules.deck.name not in needs.cards.split():
        yield f"deck.name: {rules.script} is dealt from a {needs.cards} deck, not from {told(rules.deck.name)}"
    for name in (*needs.base.split(), *needs.after, *needs.others.split()):
        if name not in rules.wager:
            yield f"wager: {rules.script} needs the wager {name}"
    for name in needs.base.split():
        wager = rules.wager.get(name)
        if wager and not (wager.required and wager.when == "before the deal" and not wager.needs[1:]):
            yield f"wager.{name}: {rules.script} needs it to be required, before the deal"
    for name, wager in rules.wager.items():
        if (wager.when == "after the deal") != (name in needs.after):
            yield f"wager.{name}.when: {', '.join(needs.after) or 'nothing'} follows the deal in {rules.script}"
        elif name in needs.after and wager.equals != needs.after[name]:
            yield f"wager.{name}.equals: in {rules.script} it goes by {needs.after[name]}"


def _missing(rules: RuleSet, names: list[str]) -> Iterator[str]:
    for name in names:
        if name not in rules.house_rules:
            yield f"house_rules: {rules.script} needs the house rule {name}"


def _poker(rules: RuleSet) -> Iterator[str]:
    if rules.poker is None or rules.poker.structure != rules.script:
        yield f'poker.structure: the script {rules.script} plays a game whose structure is "{rules.script}"'
        return
    yield from _missing(rules, list(_KINDS))
    for name, rule in rules.house_rules.items():
        if name in _KINDS and not _KINDS[name][1](rule):
            yield f"house_rules.{name}: it is {_KINDS[name][0]}"
    if rules.wager:
        yield "wager: a poker game has bets and no wagers: leave this table out"
    yield from _hands(rules, rules.poker)


def _hands(rules: RuleSet, poker: Poker) -> Iterator[str]:
    """Whether the hands that are dealt are hands of the rankings that judge them."""
    held = sum(map(len, poker.streets)) if poker.structure == "stud" else poker.hole - bool(poker.discard)
    board = sum(poker.board) if poker.structure == "community" else 0
    used = {"ranking": poker.ranking, "low": poker.low}
    if poker.structure == "stud":
        used |= {"door": poker.door, "showing": poker.showing}
    cards = set(deck(rules.deck.name).cards)
    for key, name in used.items():
        if name not in RANKINGS and (name or key != "low"):
            yield f"poker.{key}: {told(name)} is none of {', '.join(RANKINGS)}"
        elif name and not cards <= RANKINGS[name].deck:
            yield f"poker.{key}: {name} does not know every card of the {rules.deck.name} deck"
        elif name and key in ("ranking", "low") and not _judges(name, held, board):
            with_board = f" with a board of {board}" if board else ""
            yield f"poker.{key}: {name} does not judge hands of {held} cards{with_board}"
    up = [street.count("u") for street in poker.streets]
    if poker.structure == "stud" and (up[:1] != [1] or any(each > 1 for each in up)):
        yield "poker.streets: one card is dealt up on the first, and at most one on each of the others"
    if poker.structure == "community" and (poker.board[:1] != (0,) or 0 in poker.board[1:]):
        yield "poker.board: the first betting round comes before any card of the board, each other after some"
    if poker.discard and (poker.structure != "community" or len(poker.board) < 2):
        yield "poker.discard: a card is thrown away in a game with a flop only"


def _judges(name: str, held: int, board: int) -> bool:
    judge = RANKINGS[name]
    if judge.boards:
        return held in judge.sizes and board in judge.boards
    return held + board in judge.sizes
