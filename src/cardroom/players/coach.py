"""The coach: the exact value of each option of a decision, in words. Trainer, review and terminal use the same values.

A coach sees only what its player sees. It is never offered where money is played.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from cardroom.analysis.evaluation import Evaluation, OpenDecision, OptionValue, decision_of, evaluate_decision
from cardroom.cards import Card, pretty
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.play import Amount, Ask, Choice, Pick, View
from cardroom.rankings.points import blackjack_total
from cardroom.rulebook import RuleSet
from cardroom.show.pictures import IndexedView, cloth, prompt

__all__ = ["Advice", "ValuedOption", "advice_of", "ask_coach", "choice_of", "chosen", "kind_of", "kinds", "open_ask"]

BOARD_KINDS = {0: "Before the flop", 3: "On the flop", 5: "On the river"}
"""Kinds of decision by the number of cards on the board."""
TOTALS = ("Hard totals", "Soft totals", "Pairs")
AFTER_DOUBLE = "After a double"
ONLY_KIND = {"paigow": "Setting the hand"}


class ValuedOption(msgspec.Struct, frozen=True):
    """One option with its exact value."""

    action: str
    label: str
    """The option in words, as its button has it."""
    amount: int
    """The cents that it adds to the wagers."""
    cards: tuple[Card, ...]
    """The cards that it picks."""
    exact: str
    """The expected net result of the base game, as a reduced fraction of the first wager."""
    units: float
    """The same as a decimal number."""
    cents: float
    """The same in cents."""
    cost: float
    """What it costs against the best option, in cents."""
    best: bool
    """Whether no option is better."""


class Advice(msgspec.Struct, frozen=True):
    """The values of all options of a decision, best first."""

    game: str
    rules: str
    digest: str
    spot: str
    kind: str
    """The kind of decision, such as "On the flop"."""
    unit: str
    """The wager in whose units the values are."""
    stake: int
    """That wager in cents."""
    options: tuple[ValuedOption, ...]
    says: str
    """Which option is best, and what the others cost."""
    reason: str
    """The facts behind the values."""
    note: str
    """What the values leave out."""


def ask_coach(view: View, spot: str | None = None) -> Advice:
    """The exact values of a player's open decision, in words.

    >>> import cardroom
    >>> from cardroom.cards.shuffle import Shuffle
    >>> round = cardroom.game("four-card-frenzy").round(1, shuffle=Shuffle.given("Kd Qd 8s 4h 3c 2c 2d 9h 8h Kc"))
    >>> round.answer(1, "bet", {"ante": 500, "odds": 500})
    >>> ask_coach(round.view("1")).says
    'Raise 1x ($5) is best: on average it loses $9.96. Fold costs $0.04 more.'
    """
    decision = decision_of(view, spot)
    return advice_of(view, decision, evaluate_decision(decision))


def advice_of(view: View, decision: OpenDecision, found: Evaluation) -> Advice:
    """The values of a decision as the player is shown them."""
    asked = open_ask(view, decision.spot)
    labels = _labels(view, asked)
    options = tuple(_valued(found, option, labels) for option in found.options)
    return Advice(
        found.game,
        found.rules,
        found.digest,
        decision.spot,
        kind_of(decision),
        found.unit,
        found.stake,
        options,
        _sentence(options),
        found.facts,
        found.note,
    )


def open_ask(view: View, spot: str) -> Ask:
    """The open question of a spot in its player's view."""
    for ask in view.asks:
        if ask.spot == spot:
            return ask
    raise InputError(f"spot {spot} is not asked now")


def chosen(found: Evaluation, action: str, value: Any) -> OptionValue:
    """The option that an answer chose, with its value.

    The value of a double for less grows evenly with its amount, so it follows from the two amounts that are valued.
    """
    same = [option for option in found.options if option.action == action]
    if isinstance(value, int) and len(same) > 1:
        exact = [option for option in same if option.amount == value]
        if not exact:
            low, high = sorted(same, key=lambda option: option.amount)[:: len(same) - 1]
            slope = (high.value - low.value) / (high.amount - low.amount)
            return OptionValue(action, low.value + (value - low.amount) * slope, value)
        same = exact
    elif isinstance(value, list | tuple):
        same = [option for option in same if sorted(option.cards) == sorted(value)]
    if not same:
        raise InputError(f"{action} is not an option of this decision")
    return same[0]


def choice_of(advice: Advice, found: Evaluation, action: str, value: Any) -> ValuedOption:
    """The option that an answer chose, as the player is shown it."""
    option = chosen(found, action, value)
    if option in found.options:
        return advice.options[found.options.index(option)]
    return _valued(found, option, {(action, 0): action.replace("-", " ").capitalize()})


# -- kinds of decision -------------------------------------------------------------------------------------------------


def kinds(rules: RuleSet) -> tuple[str, ...]:
    """The kinds of decision that a game has.

    >>> from cardroom.rulebook import rule_set
    >>> kinds(rule_set("heads-up-holdem"))
    ('Before the flop', 'On the flop', 'On the river')
    >>> kinds(rule_set("pure-spanish-21.5"))
    ('Hard totals', 'Soft totals', 'Pairs', 'After a double')
    """
    felt = cloth(rules).felt
    if felt == "holdem":
        return tuple(BOARD_KINDS.values())
    if felt == "blackjack":
        return (*TOTALS, *([AFTER_DOUBLE] if "spanish" in rules.script else []))
    return (ONLY_KIND.get(felt, "After the deal"),)


def kind_of(decision: OpenDecision) -> str:
    """The kind of a decision."""
    felt, facts = cloth(decision.rules).felt, decision.facts
    if felt == "holdem":
        return BOARD_KINDS[len(facts.board)]
    if felt != "blackjack":
        return kinds(decision.rules)[0]
    if facts.doubled:
        return AFTER_DOUBLE
    if len(facts.hand) == 2 and len({blackjack_total([card]).points for card in facts.hand}) == 1:
        return TOTALS[2]
    return TOTALS[blackjack_total(facts.hand).soft]


# -- words -------------------------------------------------------------------------------------------------------------


def _labels(view: View, asked: Ask) -> dict[tuple[str, int], str]:
    """The label of each option by its action and amount."""
    labels = dict[tuple[str, int], str]()
    for offer in prompt(IndexedView(view), asked).offers:
        labels |= {(offer.action, quick.amount): quick.label for quick in offer.quick if _multiple(quick.label)}
        match offer.option:
            case Amount(least=least, most=most) if least == most:
                labels[offer.action, least] = offer.label
            case Choice(amount=amount):
                labels[offer.action, amount] = offer.label
            case Amount() | Pick():
                labels[offer.action, 0] = offer.label
    return labels


def _multiple(label: str) -> bool:
    return "x (" in label


def _valued(found: Evaluation, option: OptionValue, labels: dict[tuple[str, int], str]) -> ValuedOption:
    label = labels.get((option.action, option.amount), "")
    if not label:
        named = [words for (action, _), words in labels.items() if action == option.action]
        label = (named or [option.action.replace("-", " ").capitalize()])[0]
        label += f" {dollars(option.amount)}" if option.amount and "$" not in label else ""
    if option.cards:
        label = f"{pretty(option.cards)} in front"
    cost = found.cost(option)
    return ValuedOption(
        option.action,
        label,
        option.amount,
        option.cards,
        str(option.value),
        round(float(option.value), 6),
        round(float(option.value * found.stake), 4),
        round(float(cost * found.stake), 4),
        not cost,
    )


def _sentence(options: tuple[ValuedOption, ...]) -> str:
    """Which option is best, and what the next ones cost."""
    best = options[0]
    result = (
        f"wins {money(best.cents)}"
        if best.cents > 0
        else f"loses {money(best.cents)}"
        if best.cents < 0
        else "breaks even"
    )
    equal = sum(option.best for option in options) - 1
    first = f"{best.label} is best: on average it {result}."
    if equal:
        first = f"{best.label} is best, as {'are' if equal > 1 else 'is'} {equal} other{'s' if equal > 1 else ''}: "
        first += f"on average it {result}."
    costs = [f"{option.label} costs {money(option.cost)} more" for option in _worse(options)]
    return " ".join([first, ", ".join(costs[:3]) + "."] if costs else [first])


def _worse(options: tuple[ValuedOption, ...]) -> Iterator[ValuedOption]:
    return (option for option in options if not option.best)


def money(cents: float) -> str:
    """A value as an amount, without its sign, in whole cents; less than a cent is said so.

    >>> money(-204.4), money(0.2), money(500.0)
    ('$2.04', 'less than a cent', '$5')
    """
    whole = round(abs(cents))
    return dollars(whole) if whole or not cents else "less than a cent"
