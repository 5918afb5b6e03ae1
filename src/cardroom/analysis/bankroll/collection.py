"""Edges after the collection, for the player and for the player-dealer, at a given total table action.

A flat fee costs relatively more when less is wagered, so an edge after collection depends on the action. Figures are
exact, per dollar placed before the deal. They assume that all of the action is on one wager and that the player-dealer
covers it in full. Wagers without a known edge are left out.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.analysis.report import Report, WagerReport, figure
from cardroom.errors import InputError
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["AfterCollection", "Charged", "after_collection", "charged", "unknown"]


class Charged(NamedTuple):
    """The fees of a round, in cents."""

    action: int
    """The total table action."""
    wager: int
    """One player's base wager."""
    player_dealer: int
    player: int

    @property
    def share(self) -> Fraction:
        """The player-dealer's fee as a share of the action."""
        return Fraction(self.player_dealer, self.action)


class AfterCollection(NamedTuple):
    """The edges of a wager before and after the collection, per dollar placed before the deal."""

    wager: str
    label: str
    before: Fraction
    """The edge without collection: what the player-dealer wins and the player loses."""
    player_dealer: Fraction
    """What the player-dealer wins, less the fee. Negative: banking costs money."""
    player: Fraction
    """What the player loses, including the player's own fee."""

    def to_dict(self) -> dict[str, Any]:
        """The edges for JSON."""
        return {
            "wager": self.wager,
            "label": self.label,
            "before": figure(self.before),
            "player_dealer": figure(self.player_dealer),
            "player": figure(self.player),
        }


def charged(rules: RuleSet, action: int, wager: int | None = None) -> Charged:
    """The fees that the posted schedule takes, at a total action and one player's base wager.

    Without a wager, the whole action is that player's.

    >>> from cardroom.rulebook import rule_set
    >>> charged(rule_set("fortune-pai-gow-poker", collection="1"), 35_000, 5_000)
    Charged(action=35000, wager=5000, player_dealer=200, player=100)
    """
    if not rules.posted or rules.poker:
        raise InputError(
            f"{rules.game}: no schedule with a player-dealer's fee is posted; set the house rule `collection`"
        )
    wager = action if wager is None else wager
    if not 0 < wager <= action:
        raise InputError(
            f"a wager of {dollars(wager)} and an action of {dollars(action)}: "
            "the action must include the wager, and both must be positive"
        )
    fees = {"player-dealer": 0, "each player": 0, "pot": 0}
    for charge in (charge for fee in rules.posted for charge in fee.charge):
        fees[charge.payer] += charge.fee(wager if charge.payer == "each player" else action)
    return Charged(action, wager, fees["player-dealer"], fees["each player"])


def after_collection(rules: RuleSet, report: Report, fees: Charged) -> tuple[AfterCollection, ...]:
    """The edges of all wagers with a known edge that the schedule counts.

    >>> import cardroom
    >>> from cardroom.analysis import analyze
    >>> game = cardroom.game("three-card-poker-6-card-bonus", collection="1")
    >>> _, pair_plus = after_collection(game.rules, analyze(game), charged(game.rules, 10_000))[:2]
    >>> pair_plus.label, pair_plus.before, pair_plus.player_dealer, pair_plus.player
    ('Pair Plus', Fraction(242, 5525), Fraction(21, 5525), Fraction(242, 5525))
    """
    return tuple(_after(rules, each, fees) for each in report.wagers if each.in_force and _counts_for_fee(rules, each))


def unknown(rules: RuleSet, report: Report | None) -> tuple[str, ...]:
    """The game wagers, placed before the deal, whose exact edge is not known."""
    known = {name for each in (report.wagers if report else ()) for name in (each.wager, *each.lines)}
    return tuple(rules.wager[name].label for name in rules.counted("game wagers") if name not in known)


def _counts_for_fee(rules: RuleSet, report: WagerReport) -> bool:
    """Whether the wager is placed before the deal and counts for the player-dealer's fee."""
    if not any(_initial(rules, report)):
        return False
    charges = [charge for fee in rules.posted for charge in fee.charge if charge.payer == "player-dealer"]
    return all(charge.counts == "nothing" or report.wager in rules.counted(charge.counts) for charge in charges)


def _after(rules: RuleSet, report: WagerReport, fees: Charged) -> AfterCollection:
    initial = list(_initial(rules, report))
    before = report.edge / len(initial)
    pays = any(rules.wager[name].game_wager for name in initial)  # players pay no fee on bonus bets
    player = before + (Fraction(fees.player, fees.wager) if pays else 0)
    return AfterCollection(report.wager, report.label, before, before - fees.share, player)


def _initial(rules: RuleSet, report: WagerReport) -> Iterator[str]:
    """The wagers of a report that are placed before the deal, each for one unit."""
    for name in report.lines or (report.wager,):
        if rules.wager[name].when == "before the deal":
            yield name
