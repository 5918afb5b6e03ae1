"""The slow, obvious simulation: a strategy plays the game's own script. Tests use it to verify the compiled rounds.

Every wager is placed in every round at its minimum, because bet sizes are not what is measured. The strategy decides
everything after the deal. In a player-banked game another seat banks, with more money than it can lose. Each round has
a new shoe, and a jackpot's meter is at its seed when a share is paid. Compiled games get the same cards here as in the
compiled rounds, so that strategies are compared on the same deals.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import NamedTuple

from cardroom.analysis.report import WagerOutcome, WagerReport, merge_outcomes
from cardroom.analysis.simulation.parts import compiled_rounds
from cardroom.analysis.simulation.rounds import CHUNK, deal_chunk, generator
from cardroom.analysis.simulation.strategies import StrategyError
from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.clauses import violations
from cardroom.errors import InvariantError
from cardroom.games.declarations import stages_of
from cardroom.play import Area, Ask, Bets, Choice, Decide, Game, Refused, Round
from cardroom.play.round import Acted, Settled, areas, base_wagers, meter_of
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleSet

__all__ = [
    "BASE",
    "CHIPS",
    "ROUNDS",
    "End",
    "answer_ask",
    "answer_plainly",
    "bets_of",
    "burned",
    "ends_of",
    "play_chunk",
    "play_round",
    "script_reports",
    "start_round",
]

ROUNDS = 512
"""Rounds per chunk. The size of a compiled chunk is a multiple of it."""
CHIPS, BANK = 10**8, 10**11
"""The stack of each seat, and of the one that banks, in cents."""
BASE = "the base game"


class End(NamedTuple):
    """The end of a round for one wager, or for the wagers of the base game together, in cents."""

    wager: str
    line: str
    net: int
    stake: int
    """The amount placed before the deal."""
    wagered: int
    """The amount wagered by the end of the round."""
    decision: str = ""
    of: str = ""
    """The wager, if this is one of several wagers of the base game."""


def play_chunk(game: Game, decide: Decide, seed: str, chunk: int, rounds: int) -> Iterator[list[End]]:
    """The ends of a chunk's first rounds, round by round."""
    rng = Random(generator(seed, chunk).bytes(16))
    for number, shuffle in enumerate(_shuffles(game.rules, seed, chunk, rounds), chunk * ROUNDS + 1):
        yield play_round(game, shuffle, decide, rng, number)


def play_round(game: Game, shuffle: Shuffle, decide: Decide, rng: Random, number: int = 1) -> list[End]:
    """Play a round with these cards, and return its end for every wager."""
    placed = bets_of(game.rules)
    round = start_round(game, shuffle)
    while not round.done:
        answer_ask(round, placed, decide, rng, number, BANK)
    for found in violations(round):
        raise InvariantError(f"round {number}: {found}")
    return list(ends_of(round, placed))


def start_round(game: Game, shuffle: Shuffle) -> Round:
    """A new round with these cards: a seat for each spot that bets, and one that banks."""
    placed = bets_of(game.rules)
    seats = dict.fromkeys(range(1, max(len(placed), game.rules.seats.least) + 1), CHIPS)
    if game.rules.bank is not None:
        seats[len(placed) + 1] = BANK
    return game.round(seats, shuffle=shuffle)


def _shuffles(rules: RuleSet, seed: str, chunk: int, rounds: int) -> Iterator[Shuffle]:
    """The cards of each round."""
    if compiled := compiled_rounds(rules):
        whole, first = divmod(chunk * ROUNDS, CHUNK)
        for cards in deal_chunk(rules, seed, whole, first + rounds)[first:].tolist():
            if compiled.shuffled:
                yield compiled.shuffled(rules, cards)
            else:
                yield Shuffle.given((*burned(rules), *cards))
        return
    shoe = deck(rules.deck.name, rules.packs).cards
    for number in range(chunk * ROUNDS, chunk * ROUNDS + rounds):
        yield Shuffle.simulated(shoe, seed, number)


@lru_cache(maxsize=64)
def burned(rules: RuleSet) -> tuple[Card, ...]:
    """Cards burned from a new shoe before the first round. Any cards will do."""
    if "burn_by_first_card" not in rules.house_rules or not rules.house("burn_by_first_card"):
        return ()
    ace = next(card for card in range(52) if baccarat_points([card]) == 1)
    return ace, ace


# ---- answers


@lru_cache(maxsize=64)
def bets_of(rules: RuleSet) -> dict[str, dict[str, int]]:
    """Wagers by spot: all at the first one, except those that exclude each other, which go to further spots."""
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


def answer_ask(
    round: Round, placed: dict[str, dict[str, int]], decide: Decide, rng: Random, number: int, bank: int
) -> None:
    """Answer the round's question: with the wagers placed, with this bank, or as the strategy decides."""
    ask = round.ask
    if not answer_plainly(round, placed, bank):
        bettor = round.spot(ask.spot).bettor
        try:
            reply = decide(round.view(bettor), ask, rng)
        except Exception as error:
            raise StrategyError(
                f"round {number}: the strategy raised {type(error).__name__}: {error}; "
                f"the options were {_options_words(ask)}"
            ) from error
        try:
            answer = ask.answer(reply)
        except Refused as error:
            raise StrategyError(
                f"round {number}: the strategy answered {reply!r}, but the options are {_options_words(ask)}: {error}"
            ) from None
        round.answer(ask.spot, answer.action, answer.value)


def answer_plainly(round: Round, placed: dict[str, dict[str, int]], bank: int = BANK) -> bool:
    """Answer a question that no strategy decides: wagers, the bank, a meter. Return whether it was one."""
    ask = round.ask
    bettor = round.spot(ask.spot).bettor
    options = {option.action: option for option in ask.options}
    if "meter" in options:  # this round's own wagers have moved it
        round.answer(ask.spot, "meter", ask.default.value - round.chips.balances.get(meter_of(ask.about), 0))
    elif bettor in placed and isinstance(options.get("bet"), Bets):
        round.answer(ask.spot, "bet", placed[bettor])
    elif bettor not in placed and "bank" in options:
        round.answer(ask.spot, "bank", bank)
    elif bettor not in placed or "bank" in options:
        round.default(ask.spot)
    else:
        return False
    return True


def _options_words(ask: Ask) -> str:
    """The options in words.

    >>> from cardroom.play import ask
    >>> _options_words(ask("1", [Choice("fold"), Choice("play", 500)], "fold"))
    'fold or play'
    """
    return " or ".join(option.action if isinstance(option, Choice) else repr(option) for option in ask.options)


# ---- ends


def ends_of(round: Round, placed: dict[str, dict[str, int]]) -> Iterator[End]:
    """The end of a round for every wager placed."""
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


def decision_of(round: Round, spot: str, stake: int) -> str:
    """The last decision of a spot, with the exact analysis's name for it if there is one."""
    acted = [event for event in round.events if isinstance(event, Acted) and round.spot(event.spot).whole == spot]
    acted = [event for event in acted if event.action != "pass" and not isinstance(event.value, dict)]
    if not acted:
        return ""
    stages, last = stages_of(round.rules), acted[-1]
    if stages is None or last.value is None:
        return last.action
    return stages.stages[len(acted) - 1].decision(last.action, last.value // stake)


def script_reports(rules: RuleSet, counts: Counter[End]) -> tuple[WagerReport, ...]:
    """The report of every wager, from the counts of ends."""
    reports = []
    group = base_wagers(rules)
    for name in (BASE, *rules.wagers()):
        ends = {end: count for end, count in counts.items() if end.wager == name}
        if not ends:
            continue
        first = group[0] if name == BASE else name
        labels = [rules.wager[each].label for each in (group if name == BASE else (name,))]
        label = labels[0] if len(labels) == 1 else f"{', '.join(labels[:-1])} and {labels[-1]}"
        outcomes = merge_outcomes(_outcome(end, count) for end, count in ends.items() if not end.of)
        lines = {
            wager: merge_outcomes(_outcome(end, count) for end, count in ends.items() if end.of == wager)
            for wager in group
        }
        lines = {wager: each for wager, each in lines.items() if each and name == BASE and len(group) > 1}
        reports.append(WagerReport(first, label, labels[0], outcomes, lines=lines))
    return tuple(reports)


def _outcome(end: End, count: int) -> WagerOutcome:
    net, wagered = Fraction(end.net, end.stake), Fraction(end.wagered, end.stake)
    return WagerOutcome(end.line, net, count, "", wagered, end.decision)
