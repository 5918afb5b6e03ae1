"""The slow, obvious simulation: rounds of the game's own script, played by a strategy. It proves the compiled rounds.

Every wager is placed in every round, at its minimum: how to bet is not what is measured. What follows the deal is the
strategy's to decide. Where players bank, another seat does, with more than can be lost. A shoe is new in every round,
and a jackpot stands at its seed when a share of it is paid.
Games that are compiled are dealt the very cards of the compiled rounds, so that strategies meet on the same deals.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardroom.analysis.report import WagerOutcome, WagerReport, merged
from cardroom.analysis.simulation.parts import compiled
from cardroom.analysis.simulation.rounds import CHUNK, dealt, generator
from cardroom.analysis.simulation.strategies import StrategyError
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Area, Ask, Bets, Choice, Decide, Game, Refused, Round
from cardroom.play.events import Acted, Settled
from cardroom.play.places import meter_of
from cardroom.play.procedures import areas
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet

__all__ = ["ROUNDS", "End", "base_wagers", "play_round", "played", "script_reports"]

ROUNDS = 512
"""How many rounds are a chunk: compiled chunks are a multiple of it."""
CHIPS, BANK = 10**8, 10**11
"""Cents before each seat, and before the one that banks."""
BASE = "the base game"


class End(NamedTuple):
    """How a round ended for a wager, or for those of the base game together, in cents."""

    wager: str
    line: str
    net: int
    stake: int
    """What was placed before the deal ..."""
    wagered: int
    """... and what lay there at the end."""
    decision: str = ""
    of: str = ""
    """The single wager that this is, of those of the base game."""


def played(game: Game, decide: Decide, seed: str, chunk: int, rounds: int) -> Iterator[list[End]]:
    """How the first rounds of a chunk end, one after the other."""
    rng = Random(generator(seed, chunk).bytes(16))
    for number, shuffle in enumerate(_shuffles(game.rules, seed, chunk, rounds), chunk * ROUNDS + 1):
        yield play_round(game, shuffle, decide, rng, number)


def play_round(game: Game, shuffle: Shuffle, decide: Decide, rng: Random, number: int = 1) -> list[End]:
    """Play a round with these cards, and say how it ends for every wager."""
    placed = _bets(game.rules)
    seats = dict.fromkeys(range(1, max(len(placed), game.rules.seats.least) + 1), CHIPS)
    if game.rules.bank is not None:
        seats[len(placed) + 1] = BANK
    round = game.round(seats, shuffle=shuffle)
    while not round.done:
        _answer(round, placed, decide, rng, number)
    return list(_ends(round, placed))


def _shuffles(rules: RuleSet, seed: str, chunk: int, rounds: int) -> Iterator[Shuffle]:
    """The cards of each round."""
    if compiled(rules):
        whole, first = divmod(chunk * ROUNDS, CHUNK)
        for cards in dealt(rules, seed, whole, first + rounds)[first:].tolist():
            yield Shuffle.given((*_burned(rules), *cards))
        return
    shoe = deck(rules.deck.name, rules.packs).cards
    for number in range(chunk * ROUNDS, chunk * ROUNDS + rounds):
        yield Shuffle.simulated(shoe, seed, number)


@lru_cache(maxsize=64)
def _burned(rules: RuleSet) -> tuple[Card, ...]:
    """Cards that leave a new shoe unseen, before the first round: which they are changes nothing."""
    if "burn_by_first_card" not in rules.house_rules or not rules.house("burn_by_first_card"):
        return ()
    ace = next(card for card in range(52) if baccarat_points([card]) == 1)
    return ace, ace


# ---- answers


@lru_cache(maxsize=64)
def _bets(rules: RuleSet) -> dict[str, dict[str, int]]:
    """Wagers by spot: all at the first, and what may not be placed beside them at others."""
    layout = Bets("bet", areas(rules), CHIPS)
    waiting, spots = list(layout.areas), []
    while waiting:
        beside: list[Area] = []
        for area in waiting:
            if not any(area.excludes == other.wager or other.excludes == area.wager for other in beside):
                beside.append(area)
        groups = layout.tied(area.wager for area in beside)
        spots.append({area.wager: group.least for group in groups for area in group.areas})
        waiting = [area for area in waiting if area not in beside]
    return {str(seat): bets for seat, bets in enumerate(spots, 1)}


def _answer(round: Round, placed: dict[str, dict[str, int]], decide: Decide, rng: Random, number: int) -> None:
    ask = round.ask
    bettor = round.spot(ask.spot).bettor
    options = {option.action: option for option in ask.options}
    if "meter" in options:  # which has moved by this round's own wagers
        round.answer(ask.spot, "meter", ask.default.value - round.chips.balances.get(meter_of(ask.about), 0))
    elif bettor in placed and "bet" in options:
        round.answer(ask.spot, "bet", placed[bettor])
    elif bettor not in placed and "bank" in options:
        round.answer(ask.spot, "bank", BANK)
    elif bettor not in placed or "bank" in options:
        round.default(ask.spot)
    else:
        try:
            reply = decide(round.view(bettor), ask, rng)
        except Exception as error:
            raise StrategyError(
                f"round {number}: the strategy failed with {type(error).__name__}: {error}; offered was {_offered(ask)}"
            ) from error
        try:
            answer = ask.answer(reply)
        except Refused as error:
            raise StrategyError(
                f"round {number}: the strategy answered {reply!r}, but offered is {_offered(ask)}: {error}"
            ) from None
        round.answer(ask.spot, answer.action, answer.value)


def _offered(ask: Ask) -> str:
    """The options in words.

    >>> from cardroom.play import ask
    >>> _offered(ask("1", [Choice("fold"), Choice("play", 500)], "fold"))
    'fold or play'
    """
    return " or ".join(option.action if isinstance(option, Choice) else repr(option) for option in ask.options)


# ---- ends


def _ends(round: Round, placed: dict[str, dict[str, int]]) -> Iterator[End]:
    """How a round ended, for every wager that was placed."""
    for spot, bets in placed.items():
        settled = [
            event for event in round.events if isinstance(event, Settled) and round.spot(event.spot).whole == spot
        ]
        group = base_wagers(round.rules) if set(base_wagers(round.rules)) & set(bets) else ()
        if group:
            events, stake = [event for event in settled if event.wager in group], bets[group[0]]
            net, wagered = sum(event.net for event in events), sum(event.stake for event in events)
            decision = decision_of(round, spot, stake)
            yield End(BASE, decision or "no decision", net, stake, wagered, decision)
            for event in events:
                yield End(BASE, event.line, event.net, stake, event.stake, of=event.wager)
        for event in settled:
            if event.wager not in group and event.wager in bets:
                yield End(event.wager, event.line, event.net, event.stake, event.stake)


@lru_cache(maxsize=64)
def base_wagers(rules: RuleSet) -> tuple[str, ...]:
    """The wagers of the base game: those that must be placed, and those that follow the deal.

    >>> from cardroom.rulebook import rule_set
    >>> base_wagers(rule_set("ultimate-texas-holdem"))
    ('ante', 'blind', 'play')
    """
    said = rules.wagers()
    after = tuple(name for name, wager in said.items() if wager.when == "after the deal")
    return tuple(name for name, wager in said.items() if wager.required) + after


def decision_of(round: Round, spot: str, stake: int) -> str:
    """The last decision of a spot, as the exact analysis names it where there is one."""
    acted = [event for event in round.events if isinstance(event, Acted) and round.spot(event.spot).whole == spot]
    acted = [event for event in acted if event.action not in ("bet", "pass")]
    if not acted:
        return ""
    known = compiled(round.rules)
    if known is None or known.decision is None or acted[-1].value is None:
        return acted[-1].action
    return known.decision(len(acted) - 1, acted[-1].value // stake).name


def script_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    """The report of every wager, from how many rounds ended in each way."""
    found = []
    group = base_wagers(rules)
    for name in (BASE, *rules.wagers()):
        ends = {end: count for end, count in counts.items() if end.wager == name}
        if not ends:
            continue
        first = group[0] if name == BASE else name
        labels = [rules.wager[each].label for each in (group if name == BASE else (name,))]
        label = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
        whole = [_outcome(end, count) for end, count in ends.items() if not end.of]
        lines = {
            wager: merged(_outcome(end, count) for end, count in ends.items() if end.of == wager) for wager in group
        }
        lines = {wager: outcomes for wager, outcomes in lines.items() if outcomes and name == BASE and len(group) > 1}
        found.append(WagerReport(first, label, labels[0], merged(whole), lines=lines))
    return tuple(found)


def _outcome(end: End, count: int) -> WagerOutcome:
    net, wagered = Fraction(end.net, end.stake), Fraction(end.wagered, end.stake)
    return WagerOutcome(end.line, net, count, "", wagered, end.decision)
