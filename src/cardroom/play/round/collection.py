"""The collection in a round: who pays the posted fees. `rulebook/fees.py` has their amounts and moments.

The script of a game collects at each moment; `games/chinese/table.py` collects by the clock.
"""

from collections.abc import Sequence
from functools import lru_cache

from cardroom.play.round.driver import Round
from cardroom.play.round.places import POT, Spot, stack_of
from cardroom.rulebook import RuleSet
from cardroom.rulebook.fees import Moment

__all__ = ["collect", "most_fee"]


def collect(round: Round, moment: Moment, players: Sequence[Spot]) -> int:
    """Take the fees that the posted schedule charges at this moment. Return what came out of the pot.

    Wagers are counted at this moment, in whole dollars. A pot smaller than the fee pays all it has.
    """
    rules, chips = round.rules, round.chips
    if not rules.posted:
        return 0
    from_pot = 0
    for charge in rules.fees(moment, len({spot.seat for spot in players})):
        counted = rules.counted(charge.counts)
        action = {spot: sum(chips.stake(spot, wager) for wager in counted) for spot in players}
        cite = rules.cite(charge.cite)
        match charge.payer:
            case "pot":
                if fee := min(charge.fee(0), chips.balances.get(POT, 0)):
                    chips.fee(POT, fee, cite)
                    from_pot += fee
            case "player-dealer":
                if round.banker and (fee := charge.fee(sum(action.values()))):
                    chips.fee(stack_of(round.banker.bettor), fee, cite, round.banker.id)
            case "each player":
                for spot in players:
                    if fee := charge.fee(action[spot]):
                        chips.fee(stack_of(spot.bettor), fee, cite, spot.id)
    return from_pot


@lru_cache(maxsize=256)
def most_fee(rules: RuleSet, payer: str) -> int:
    """The most that the collection may take from one payer in a round."""
    schedules = [[charge.most for charge in fee.charge if charge.payer == payer] for fee in rules.posted]
    return max(map(sum, schedules), default=0)
