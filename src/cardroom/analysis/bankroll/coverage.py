"""The player-dealer's gain by seat, with ample and with short coverage, before and after the collection.

If the bank does not cover all wagers, it covers them in the order of settlement, so later seats play for less, and a
wager that pays long odds can be cut more often when it wins than when it loses. Where all seats bet on the same cards
and nobody decides anything after that (EZ Baccarat), this is counted exactly over every deal. In other games the script
plays rounds, and every figure has a standard error. Both figures of a seat come from the same rounds, so that their
difference is much more precise.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis.bankroll.collection import charged
from cardroom.analysis.report import Estimate, showdown_counter_of
from cardroom.analysis.simulation import CHIPS, OPTIMAL, answer_ask, generator, simulated_game
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError, InvariantError
from cardroom.games.declarations import declaration
from cardroom.play import Decide, Game
from cardroom.play.round import Coverage, Settled
from cardroom.rulebook import RuleSet

__all__ = ["CoverageReport", "SeatCoverage", "coverage_report", "is_exact"]


class SeatCoverage(NamedTuple):
    """The player-dealer's average gain from one seat, in cents a round. The first seat is settled first."""

    wagered: int
    """The wagers before the deal."""
    ample: Fraction | Estimate
    """The gain if the bank covers everything."""
    short: Fraction | Estimate
    """The gain with the bank in question."""
    difference: Fraction | Estimate
    """The gain with the bank in question, less the gain with an ample one."""


class CoverageReport(NamedTuple):
    """The player-dealer's average gain in a round, in cents."""

    seats: tuple[SeatCoverage, ...]
    total: SeatCoverage
    """All seats together. Their results depend on each other, and so the errors are not those of independent sums."""
    fee: int
    """The player-dealer's fee for this action, under the posted schedule."""

    @property
    def after_collection(self) -> tuple[Fraction | Estimate, Fraction | Estimate]:
        """The gain with ample and with short coverage, less the fee."""
        return _less(self.total.ample, self.fee), _less(self.total.short, self.fee)


def _less(gain: Fraction | Estimate, fee: int) -> Fraction | Estimate:
    if isinstance(gain, Estimate):
        return msgspec.structs.replace(gain, value=gain.value - fee)
    return gain - fee


def coverage_report(
    game: Game,
    bets: Sequence[Mapping[str, int]],
    bank: int,
    rounds: int = 10_000,
    seed: str = "coverage",
    decide: Decide | None = None,
) -> CoverageReport:
    """The player-dealer's gain by seat with this bank in cents. The house rule `coverage` applies.

    `bets` has the wagers of each seat before the deal, in cents, in the order of settlement. Players decide by
    `decide`, or by the best strategy; where that is not known, `decide` is needed (`cardroom.players.usual`).

    >>> import cardroom
    >>> bets = [{"player": 1000}, {"player": 1000}]
    >>> report = coverage_report(cardroom.game("ez-baccarat"), bets, 1500)
    >>> [float(each.short / each.ample) for each in report.seats]
    [1.0, 0.5]
    """
    rules = game.rules
    if rules.bank is None:
        raise InputError(f"{game.slug} has no player-dealer, so coverage is not limited")
    if not bets or bank <= 0:
        raise InputError("give the wagers of at least one seat, and a bank above $0")
    action = sum(sum(each.values()) for each in bets)
    fee = charged(rules, action).player_dealer if rules.posted else 0
    if count := showdown_counter_of(rules):
        return _exact(rules, count(rules), bets, bank, fee)
    return _simulated(game, bets, bank, fee, rounds, seed, decide)


def is_exact(rules: RuleSet) -> bool:
    """Whether coverage is counted and not simulated: nobody decides anything after the wagers."""
    return showdown_counter_of(rules) is not None


def _exact(
    rules: RuleSet, counts: Mapping[Any, int], bets: Sequence[Mapping[str, int]], bank: int, fee: int
) -> CoverageReport:
    settle, running = declaration(rules.script).settle, rules.house("coverage") == "running"
    if settle is None:
        raise InvariantError(f"{rules.game} counts showdowns, but does not settle wagers")
    order = rules.order.wagers if rules.order else tuple(rules.wagers())
    placings = [
        (seat, wager) for seat, placed in enumerate(bets) for wager in order if placed.get(wager)
    ]  # from seat to seat
    if rules.settled_by == "wager":
        placings.sort(key=lambda placing: order.index(placing[1]))
    ample, short = [Fraction(0)] * len(bets), [Fraction(0)] * len(bets)
    for hand, count in counts.items():
        coverage = Coverage(bank, running)
        for seat, wager in placings:
            due = net = settle(rules, wager, hand).due(bets[seat][wager])
            if due > 0:
                net, coverage = coverage.pay(due)
            elif due < 0:
                covered, coverage = coverage.collect(-due)
                net = -covered
            ample[seat] -= due * count
            short[seat] -= net * count
    deals = sum(counts.values())
    seats = tuple(
        SeatCoverage(sum(placed.values()), one / deals, other / deals, (other - one) / deals)
        for placed, one, other in zip(bets, ample, short, strict=True)
    )
    one, other = sum(ample, Fraction(0)) / deals, sum(short, Fraction(0)) / deals
    return CoverageReport(seats, SeatCoverage(sum(each.wagered for each in seats), one, other, other - one), fee)


def _simulated(
    game: Game,
    bets: Sequence[Mapping[str, int]],
    bank: int,
    fee: int,
    rounds: int,
    seed: str,
    given: Decide | None,
) -> CoverageReport:
    """The same by the game's script, with the given strategy or the best one."""
    if rounds < 2:
        raise InputError(f"simulate at least two rounds, not {rounds}")
    decide = given or simulated_game(game.rules).strategies.get(OPTIMAL)
    if decide is None:
        raise InputError(f"no best strategy of {game.slug} is known here: give one, as `decide`")
    shoe = deck(game.rules.deck.name, game.rules.packs).cards
    rng = Random(generator(seed, 0).bytes(16))
    placed = {str(number): dict(each) for number, each in enumerate(bets, 1)}
    rows: list[list[tuple[int, int]]] = []
    for number in range(rounds):
        round = game.round(dict.fromkeys(range(1, len(bets) + 2), CHIPS), shuffle=Shuffle.simulated(shoe, seed, number))
        while not round.done:
            answer_ask(round, placed, decide, rng, number + 1, bank)
        gains = dict.fromkeys(placed, (0, 0))
        for event in round.events:
            if isinstance(event, Settled) and (bettor := round.spot(event.spot).bettor) in gains:
                ample, short = gains[bettor]
                gains[bettor] = ample - event.due, short - event.net
        rows.append(list(gains.values()))
    seats = tuple(
        _measured(sum(each.values()), [row[seat] for row in rows], seed) for seat, each in enumerate(placed.values())
    )
    together = [(sum(ample for ample, _ in row), sum(short for _, short in row)) for row in rows]
    return CoverageReport(seats, _measured(sum(each.wagered for each in seats), together, seed), fee)


def _measured(wagered: int, gains: Sequence[tuple[int, int]], seed: str) -> SeatCoverage:
    """Estimates of the average gains, and of their difference."""

    def estimate(values: Sequence[int]) -> Estimate:
        many, total = len(values), sum(values)
        error = sqrt(Fraction(many * sum(each * each for each in values) - total**2, many * many * (many - 1)))
        return Estimate(total / many, error, many, seed)

    ample, short = ([each[item] for each in gains] for item in (0, 1))
    return SeatCoverage(wagered, estimate(ample), estimate(short), estimate([other - one for one, other in gains]))
