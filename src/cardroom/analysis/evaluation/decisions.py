"""The exact value of every option of a decision: what `cardroom.evaluate` and `cardroom evaluate` answer.

A game's `Analysis` names its evaluator, which values the options from the cards that the player knows. What a result
pays comes from the game's own settlement, as in the exact analysis. So the values of the best options, averaged over
all deals, give the edge.

Nothing here is offered where money is played. Practice tables, the trainer and the review of finished rounds use it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis.report import ANALYSIS_FOLDER, analysis_of, figure
from cardroom.cards import UNKNOWN, Card, pretty, text
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.play import BOARD, Ask, Game, Round, View, hand_of
from cardroom.play.game import load_named
from cardroom.play.round import Acted, Place, forfeited
from cardroom.rulebook import RuleSet

__all__ = [
    "DecisionFacts",
    "Evaluation",
    "Evaluator",
    "OpenDecision",
    "OptionValue",
    "Valued",
    "decision_of",
    "evaluate",
    "evaluate_cards",
    "evaluate_decision",
    "has_evaluator",
]


class DecisionFacts(NamedTuple):
    """What a player knows when deciding."""

    hand: tuple[Card, ...]
    stake: int
    """The first wager of the game, in cents. Values are in units of it."""
    board: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    """The dealer's cards that are shown."""
    seen: tuple[Card, ...] = ()
    """Other cards that cannot come any more, such as another hand of the same player."""
    stack: int | None = None
    """The chips behind, in cents. None: enough for every option."""
    hands: int = 1
    """The number of hands in the circle, after splits."""
    doubled: int = 0
    """How often the hand was doubled."""
    front: tuple[Card, ...] = ()
    """The dealer's cards in front, if the dealer's hand is set."""
    placed: tuple[tuple[str, int], ...] = ()
    """The wagers on the layout, in cents, by name; empty if they are not known."""

    @property
    def units(self) -> int | None:
        """The number of stakes that the chips behind allow; None if there is no limit."""
        return None if self.stack is None else self.stack // self.stake


class OpenDecision(NamedTuple):
    """An open decision: everything that its values depend on."""

    rules: RuleSet
    spot: str
    facts: DecisionFacts
    lost: tuple[str, ...] = ()
    """The labels of the side bets that a fold would lose."""


class OptionValue(msgspec.Struct, frozen=True):
    """One legal option and its expected result."""

    action: str
    value: Fraction
    """The expected net result of the base game's wagers, in units of the stake."""
    amount: int = 0
    """The cents that the option adds to the wagers."""
    cards: tuple[Card, ...] = ()
    """The cards that the option picks."""

    @property
    def words(self) -> str:
        """The option for people."""
        from cardroom.money import dollars  # noqa: PLC0415

        added = f" {dollars(self.amount)}" if self.amount else ""
        return f"{self.action}{added}" + (f" {pretty(self.cards)}" if self.cards else "")


class Valued(NamedTuple):
    """What an evaluator finds: the options, and the facts behind the values in words."""

    options: Sequence[OptionValue]
    reason: str


Evaluator = Callable[[RuleSet, DecisionFacts], Valued]
"""Values the options of a decision. It raises an `InputError` for facts that no decision of the game has."""


class Evaluation(msgspec.Struct, frozen=True):
    """The exact values of all options of one decision."""

    game: str
    name: str
    rules: str
    digest: str
    unit: str
    """The label of the wager whose unit the values have."""
    stake: int
    """That wager in cents."""
    options: tuple[OptionValue, ...]
    """The legal options, best first."""
    reason: str
    note: str = ""
    """What the values leave out."""
    facts: str = ""
    """The part of the reason that says why: how often the hand wins, or what the dealer has."""

    @property
    def best(self) -> OptionValue:
        """The best option; of equally good ones, the one that wagers least."""
        return self.options[0]

    def cost(self, option: OptionValue) -> Fraction:
        """What an option loses against the best one, in units of the stake."""
        return self.best.value - option.value

    def to_dict(self) -> dict[str, Any]:
        """The evaluation for JSON: amounts in cents, exact numbers as reduced fractions beside their decimals."""
        rows = []
        for option in self.options:
            exact = figure(option.value)
            row = {"action": option.action, "amount": option.amount, "value": exact["exact"]}
            row |= {"decimal": exact["decimal"], "cents": figure(option.value * self.stake)}
            row |= {"cost": figure(self.cost(option))}
            rows.append(row | ({"cards": text(option.cards)} if option.cards else {}))
        return {
            "game": self.game,
            "name": self.name,
            "rules": self.rules,
            "digest": self.digest,
            "unit": self.unit,
            "stake": self.stake,
            "options": rows,
            "best": rows[0],
            "reason": self.reason,
            "note": self.note,
        }


def evaluate(source: Round | View, spot: str | int | None = None) -> Evaluation:
    """The exact value of every option of the open decision of a round, from what its player may see.

    A `View` must be the one of the player who is asked. `spot` names the spot if several are asked.

    >>> import cardroom
    >>> from cardroom.cards.shuffle import Shuffle
    >>> round = cardroom.game("four-card-frenzy").round(1, shuffle=Shuffle.given("As Ah 7d 6c 2s 3c 3d 9h 8h Kc"))
    >>> round.answer(1, "bet", {"ante": 100, "odds": 100})
    >>> found = evaluate(round)
    >>> found.best.action, found.best.amount, found.best.value
    ('raise', 300, Fraction(1200666, 511313))
    """
    return evaluate_decision(decision_of(source, spot))


def decision_of(source: Round | View, spot: str | int | None = None) -> OpenDecision:
    """The open decision of a round, as its player knows it. See `evaluate`."""
    asks = source.waiting if isinstance(source, Round) else source.asks
    chosen = [each for each in asks if spot is None or each.spot == str(spot)]
    if not chosen:
        who = "no decision is open" if spot is None else f"spot {spot} is not asked"
        raise InputError(f"{who}: give a round, or a player's own view, that waits for an answer")
    asked = chosen[0]
    view = source.view(source.spot(asked.spot).bettor) if isinstance(source, Round) else source
    _evaluator(view.rules)
    if not view.hand(asked.spot):
        raise InputError(f"spot {asked.spot} has no cards yet: only decisions after the deal have exact values")
    return OpenDecision(view.rules, asked.spot, facts_of(view, asked), _forfeits(view, asked))


def evaluate_decision(decision: OpenDecision) -> Evaluation:
    """The exact value of every option of a decision."""
    return _evaluation(decision.rules, decision.facts, decision.lost)


def evaluate_cards(game: Game, facts: DecisionFacts) -> Evaluation:
    """The exact value of every option with these cards.

    >>> import cardroom
    >>> from cardroom.cards import parse
    >>> facts = DecisionFacts(parse("Qs 6h 3d"), stake=500)
    >>> found = evaluate_cards(cardroom.game("three-card-poker-6-card-bonus", exposed_card=False), facts)
    >>> [(option.action, str(option.value)) for option in found.options]
    [('fold', '-1'), ('play', '-393/392')]
    """
    _evaluator(game.rules)
    if facts.stake <= 0:
        raise InputError("wager: it must be above $0")
    known = Counter((*facts.hand, *facts.board, *facts.dealer, *facts.seen))
    cards = Counter(deck(game.rules.deck.name, game.rules.packs).cards)
    for card, times in known.items():
        if times > cards[card]:
            raise InputError(f"{text(card)} is given {times}x, but the deck has {cards[card]} of it")
    return _evaluation(game.rules, facts, ())


def has_evaluator(rules: RuleSet, *, live: bool = True) -> bool:
    """Whether a game's decisions have exact values, if `live` so quickly that a coach can give them at a table.

    >>> from cardroom.rulebook import rule_set
    >>> has_evaluator(rule_set("ultimate-texas-holdem")), has_evaluator(rule_set("razz"))
    (True, False)
    >>> fortune = rule_set("fortune-pai-gow-poker")
    >>> has_evaluator(fortune), has_evaluator(fortune, live=False)
    (False, True)
    """
    known = analysis_of(rules)
    return known is not None and bool(known.evaluator) and not (live and known.slow_values)


def facts_of(view: View, asked: Ask) -> DecisionFacts:
    """What the asked player knows."""
    hand = tuple(view.hand(asked.spot))
    board = _known(view.hand(BOARD))
    front = _known(view.hand(_part(view.dealer, "front")))
    dealer = (*front, *_known(view.hand(_part(view.dealer, "back"))), *_known(view.hand(view.dealer)))
    rest = Counter(_known(view.dealt())) - Counter((*hand, *board, *dealer))
    spot, wager = view.spot(asked.spot), next(iter(view.rules.wager))
    hands = sum(each.whole == spot.whole for each in view.spots)
    doubles = [each.value for each in view.of(Acted) if (each.spot, each.action) == (spot.id, "double")]
    stake, stack = view.stake(spot.id, wager), view.stack(spot.bettor)
    for amount in reversed(doubles):  # the wager before them; without an amount, a double is of the whole wager
        stake = stake // 2 if amount is None else stake - amount
    wagers = tuple((name, view.stake(spot.id, name)) for name in view.rules.wagers())
    return DecisionFacts(hand, stake, board, dealer, tuple(rest.elements()), stack, hands, len(doubles), front, wagers)


def _known(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card != UNKNOWN)


def _part(place: Place, part: str) -> Place:
    return msgspec.structs.replace(hand_of(place.owner) if place.owner else place, part=part)


def _forfeits(view: View, asked: Ask) -> tuple[str, ...]:
    """The labels of the side bets that a fold would lose."""
    if not any(option.action == "fold" for option in asked.options):
        return ()
    lost, spot = forfeited(view.rules, ""), view.spot(asked.spot)
    base = {name for name, wager in view.rules.wager.items() if not wager.cards and name != "bad-beat"}
    wagers = [name for name in view.rules.wagers() if name not in base and view.stake(spot.id, name)]
    return tuple(view.rules.wager[name].label for name in wagers if lost(spot, name))


def _evaluator(rules: RuleSet) -> Evaluator:
    known = analysis_of(rules)
    if known is None or not known.evaluator:
        raise InputError(f"{rules.game}: the values of its decisions are not known")
    found: Evaluator = (
        load_named(known.evaluator, ANALYSIS_FOLDER, f"{rules.script}: evaluator")
        if isinstance(known.evaluator, str)
        else known.evaluator
    )
    return found


def _evaluation(rules: RuleSet, facts: DecisionFacts, lost: Sequence[str]) -> Evaluation:
    options, reason = _evaluator(rules)(rules, facts)
    ordered = sorted(options, key=lambda option: (-option.value, option.amount))
    unit = rules.wager[next(iter(rules.wager))].label
    note = f"The values leave out {', '.join(lost)}, which a fold would lose." if lost else ""
    why = f"{_comparison(ordered, unit)} {reason}".strip()
    found = tuple(ordered)
    return Evaluation(rules.game, rules.name, rules.rules, rules.digest, unit, facts.stake, found, why, note, reason)


def _comparison(options: Sequence[OptionValue], unit: str) -> str:
    """The best option against the next one, in words."""
    best = options[0]
    result = "wins" if best.value > 0 else "loses" if best.value < 0 else "breaks even"
    amount = f" {abs(float(best.value)):.4f} of the {unit}" if best.value else ""
    others = [option for option in options if option.value < best.value]
    if not others:
        end = ", as does every other option." if len(options) > 1 else ": there is no other option."
    else:
        end = f"; {others[0].words} costs {float(best.value - others[0].value):.4f} more."
    return f"On average, {best.words} {result}{amount}{end}"
