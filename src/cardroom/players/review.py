"""The review of finished rounds: what each decision was worth, and luck told apart from play.

The result of a round has four parts, which add up to the cent: what best play expects before the cards, less what the
player's mistakes cost, plus luck, plus the rest (wagers without an exact figure, and fees).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import msgspec

from cardroom.analysis.evaluation import Evaluation, OpenDecision, decision_of, evaluate_decision, has_evaluator
from cardroom.analysis.store import known_report
from cardroom.cards import Card
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.play import Answer, Round, View
from cardroom.play.round import Settled, Transfer, base_wagers
from cardroom.players.coach import Advice, ValuedOption, advice_of, choice_of
from cardroom.poker.statistics import ShownStreet, StreetEquity, equity_by_street, shown_streets
from cardroom.rulebook import RuleSet

__all__ = [
    "PlayedRound",
    "ReviewedDecision",
    "RoundReview",
    "WagerFigure",
    "figures_of",
    "played_round",
    "review_played",
    "review_round",
    "steps_of",
]


class WagerFigure(NamedTuple):
    """The exact figures of a wager, per unit. Those of the base game are given for its first wager."""

    edge: Fraction
    deviation: float
    """The standard deviation of its result at best play."""


def figures_of(rules: RuleSet) -> dict[str, WagerFigure]:
    """The exact figures of a rule set's wagers that are stored, as far as they hold for every way to play."""
    first, report = next(iter(rules.wager), ""), known_report(rules)
    found: dict[str, WagerFigure] = {}
    for each in report.wagers if report else ():
        label = rules.wager[each.wager].label if each.wager in rules.wager else ""
        usable = not each.note and each.break_even_meter is None
        if each.wager not in found and each.of == label and (usable or each.wager == first):
            found[each.wager] = WagerFigure(each.edge, float(each.standard_deviation))
    return found


class ReviewedDecision(msgspec.Struct, frozen=True):
    """One decision of the player, with its exact values."""

    answers: int
    """The number of answers in the round before it."""
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    """The dealer's cards that the player saw."""
    advice: Advice
    yours: ValuedOption
    absent: bool
    """Whether time ran out, and the default was used."""
    coached: bool = False
    """Whether the player was shown the values."""


class RoundReview(msgspec.Struct, frozen=True):
    """A round of one player. Amounts are in cents; whole numbers were paid, decimals are averages."""

    net: int
    wagered: int
    decisions: tuple[ReviewedDecision, ...]
    cost: float
    """What the mistakes cost on average."""
    best: float | None
    """What best play of the valued wagers expects before the cards; None if there is no exact figure."""
    rest: int
    """The part of the net result that has no exact figure: other wagers, and fees."""
    luck: float | None
    """net - rest - best + cost: what the cards did."""
    deviation: float | None
    """The standard deviation of the valued wagers."""
    why: str = ""
    """Why there are no exact values."""
    equities: tuple[StreetEquity, ...] = ()
    """Poker: how the player's equity went against the hands of the showdown."""


class PlayedDecision(NamedTuple):
    """A decision of the player, before it is valued."""

    answers: int
    view: View
    decision: OpenDecision
    answer: Answer


class PlayedRound(NamedTuple):
    """What a review needs of a finished round."""

    rules: RuleSet
    net: int
    settled: tuple[Settled, ...]
    """The player's wagers."""
    opening: tuple[int, ...]
    """The first wager of the base game at each of the player's circles, before it was doubled or split."""
    banked: bool
    """Whether the player banked the round."""
    decisions: tuple[PlayedDecision, ...]
    shown: tuple[ShownStreet, ...] = ()
    """Poker: the hands that the player saw at the showdown."""


def played_round(steps: Iterable[Round], answers: Sequence[Answer], who: str) -> PlayedRound:
    """Collect a player's decisions. `steps` is the round before each answer and at its end."""
    decisions: list[PlayedDecision] = []
    round = None
    for number, round in enumerate(steps):
        if number == len(answers) or not has_evaluator(round.rules):
            continue
        answer = answers[number]
        if round.spot(answer.spot).bettor == who and round.view(who).hand(answer.spot):
            view = round.view(who)
            asked = [ask for ask in view.asks if ask.spot == answer.spot]
            if asked:  # and not an optional question
                given = asked[0].check(answer.action, answer.value)
                given = msgspec.structs.replace(given, absent=answer.absent)
                decisions.append(PlayedDecision(number, view, decision_of(view, answer.spot), given))
    if round is None or not round.done:
        raise InputError("Only a finished round can be reviewed.")
    mine = {spot.id for spot in round.spots if spot.bettor == who}
    settled = tuple(event for event in round.events if isinstance(event, Settled) and event.spot in mine)
    banked = round.banker is not None and round.banker.bettor == who
    opening = _opening_stakes(round, mine)
    return PlayedRound(
        round.rules, round.net.get(who, 0), settled, opening, banked, tuple(decisions), shown_streets(round, who)
    )


def _opening_stakes(round: Round, spots: set[str]) -> tuple[int, ...]:
    """The first wager of the base game at each of these spots. Hands of a split have spots of their own: "1.2"."""
    first = base_wagers(round.rules)[:1]
    stakes: dict[str, int] = {}
    circles = {spot for spot in spots if "." not in spot}
    for event in round.events:
        if isinstance(event, Transfer) and event.cause == "wager" and event.wager in first and event.spot in circles:
            stakes.setdefault(event.spot, event.amount)
    return tuple(stakes.values())


def steps_of(round: Round) -> Iterator[Round]:
    """A finished round again, before each answer and at its end."""
    playing = game_of(round.rules)
    again = playing.round(round.seated, round.stacks, shuffle=round.shuffle, carry=round.carried, version=round.version)
    yield again
    for answer in round.answers:
        again.play([answer])
        yield again


def review_round(
    steps: Iterable[Round], answers: Sequence[Answer], who: str, figures: Mapping[str, WagerFigure]
) -> RoundReview:
    """Review a round, and value its decisions here and now."""
    played = played_round(steps, answers, who)
    found = [evaluate_decision(each.decision) for each in played.decisions]
    return review_played(played, found, figures, equities=equity_by_street(played.rules, played.shown, who))


def review_played(
    played: PlayedRound,
    found: Sequence[Evaluation],
    figures: Mapping[str, WagerFigure],
    coached: Iterable[int] = (),
    equities: tuple[StreetEquity, ...] = (),
) -> RoundReview:
    """Review a round whose decisions are valued. `coached`: after how many answers the coach was used."""
    seen = set(coached)
    decisions = tuple(
        _reviewed(each, its, each.answers in seen) for each, its in zip(played.decisions, found, strict=True)
    )
    cost = sum(each.yours.cost for each in decisions)
    wagered = sum(event.stake for event in played.settled)
    why = _why_unvalued(played, figures)
    if why:
        cost = round(cost, 4)
        return RoundReview(played.net, wagered, decisions, cost, None, played.net, None, None, why, equities)
    base = base_wagers(played.rules)
    # The figures of the base game are per unit of its first wager, which may have been doubled or split since.
    stakes = [(figures[base[0]], played.opening[0])]
    stakes += [(figures[each.wager], each.stake) for each in played.settled if each.wager in figures.keys() - {*base}]
    best = -sum((figure.edge * stake for figure, stake in stakes), Fraction(0))
    variance = sum((figure.deviation * stake) ** 2 for figure, stake in stakes)
    valued = sum(each.net for each in played.settled if each.wager in figures or each.wager in base)
    rest = played.net - valued
    luck = float(valued - best) + cost
    return RoundReview(
        played.net,
        wagered,
        decisions,
        round(cost, 4),
        round(float(best), 4),
        rest,
        round(luck, 4),
        round(variance**0.5, 4),
    )


def _why_unvalued(played: PlayedRound, figures: Mapping[str, WagerFigure]) -> str:
    """Why luck and play cannot be told apart; empty if they can."""
    rules = played.rules
    if played.banked:
        return "You banked this round: what a bank expects depends on the other players."
    if not has_evaluator(rules):
        return f"The decisions of {rules.name} have no exact values."
    if not played.settled:
        return "You made no wager."
    base = base_wagers(rules)
    if base[0] not in figures:
        return f"The base game of {rules.name} has no exact edge under these rules."
    if len(played.opening) != 1:
        return "You played several circles."
    return ""


def _reviewed(played: PlayedDecision, found: Evaluation, coached: bool) -> ReviewedDecision:
    facts, answer = played.decision.facts, played.answer
    advice = advice_of(played.view, played.decision, found)
    yours = choice_of(advice, found, answer.action, answer.value)
    return ReviewedDecision(
        played.answers, facts.hand, facts.board, facts.dealer, advice, yours, answer.absent, coached
    )
