"""The chips of a round: where they lie, and the one mover that moves them.

Every movement is a `Transfer`, told as it happens. Nobody else can write a balance; what must hold of balances is
checked here, by code that stays on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from cardroom.errors import InvariantError
from cardroom.play.bank import Coverage, Payoff
from cardroom.play.events import Cause, Event, Metered, Settled, Transfer, opening_balances
from cardroom.play.places import (
    COLLECTION,
    HOUSE,
    POT,
    Account,
    Spot,
    area_of,
    bank_of,
    front_of,
    meter_of,
    reserve_of,
    stack_of,
)
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot, divided
from cardroom.rulebook.schema import AWARD

__all__ = ["Chips"]

_OUTSIDE = frozenset({"house", "meter", "reserve"})
"""Accounts that last beyond the round: here they count from nothing, and may fall below it."""
_ON_THE_TABLE = frozenset({"area", "front", "pot", "bank"})
_HOUSE_BANKS = Coverage(None)


class Chips:
    """Balances by account, and the script's words for moving them."""

    def __init__(
        self,
        rules: RuleSet,
        stacks: Mapping[str, int],
        tell: Callable[[Event], None],
        fractions: dict[str, tuple[int, int]],
    ) -> None:
        self._rules = rules
        self._jackpots = rules.jackpots
        self._tell = tell
        self._balances = opening_balances(stacks)
        self._had = sum(stacks.values())
        self.balances: Mapping[Account, int] = MappingProxyType(self._balances)
        """Every account as it stands."""
        self.bank = HOUSE
        """Who pays and collects: the house, or a player-dealer's bank."""
        self.coverage = _HOUSE_BANKS
        self.meters: dict[str, int] = {}
        """Jackpots whose meter was read in this round, as they stood then, without what this round has put in."""
        self._shown: dict[str, int] = {}
        """By how much this round has changed displays that the house pays for itself, where no chip moved."""
        self.reserves: dict[str, int] = {}
        """Likewise, for jackpots that were won whole, what their reserve held."""
        self._fractions = fractions
        """What jackpots' meters and reserves are owed beyond whole cents: carried from wager to wager."""
        self._placed: dict[Account, int] = {}
        """What was placed on each betting area in this round, decided or not."""
        self._dropped: dict[Account, int] = {}
        """Stakes that went into a jackpot's slot, by the area they lay on."""

    def _move(
        self,
        payer: Account,
        payee: Account,
        amount: int,
        cause: Cause,
        spot: str = "",
        wager: str = "",
        line: str = "",
        why: str = "",
        cite: str = "",
    ) -> None:
        """The mover."""
        balances = self._balances
        left = balances.get(payer, 0) - amount
        if (left < 0 and payer.kind not in _OUTSIDE) or amount <= 0:
            raise InvariantError(f"{self._rules.game}: {amount} cents cannot go from {payer} to {payee} ({cause})")
        balances[payer] = left
        balances[payee] = balances.get(payee, 0) + amount
        self._tell(Transfer(payer, payee, amount, cause, spot, wager, line, why, cite))

    # -- what lies where ------------------------------------------------------------------------------------------

    def stack(self, spot: Spot) -> int:
        """What a spot's bettor has behind."""
        return self._balances[stack_of(spot.bettor)]

    def stake(self, spot: Spot, wager: str) -> int:
        """What was wagered on a betting area and is not decided yet."""
        area = area_of(spot.id, wager)
        return self._balances.get(area) or (self._dropped.get(area, 0) if self._dropped else 0)

    def plays_for(self, spot: Spot, wager: str) -> int:
        """What a wager that is not decided yet is for: what lies there, or for an award what it is paid on."""
        said = self._rules.wager[wager]
        if said.when == AWARD:
            return max((self._placed.get(area_of(spot.id, name), 0) for name in (said.equals, *said.needs)), default=0)
        return self.stake(spot, wager)

    def staked(self) -> list[Account]:
        """The betting areas with a wager that is not decided yet."""
        return [account for account, lies in self._balances.items() if lies and account.kind == "area"] + list(
            self._dropped
        )

    # -- wagers ---------------------------------------------------------------------------------------------------

    def place(self, spot: Spot, wager: str, amount: int) -> None:
        """Put chips from a bettor's stack on a betting area."""
        cite, area = self._rules.wager_cites[wager], area_of(spot.id, wager)
        self._move(stack_of(spot.bettor), area, amount, "wager", spot.id, wager, "", "", cite)
        self._placed[area] = self._placed.get(area, 0) + amount

    def settle(self, spot: Spot, wager: str, payoff: Payoff) -> None:
        """Decide a wager: pay or collect as far as the bank covers it, and return the rest."""
        if jackpot := self._jackpots.get(wager):
            self._settle_jackpot(spot, wager, payoff, jackpot)
            return
        area, purse = area_of(spot.id, wager), stack_of(spot.bettor)
        stake, paid_on = self._balances.get(area, 0), self.plays_for(spot, wager)
        if not paid_on:
            raise InvariantError(f"{self._rules.game}: nothing lies on {wager} of spot {spot.id}")
        due = net = payoff.due(paid_on)
        if due > 0:
            net, self.coverage = self.coverage.pay(due)
        elif due < 0:
            covered, self.coverage = self.coverage.collect(-due)
            net = -covered
        self._tell(_settled(spot, wager, payoff, stake, due, net, paid_on))
        id, line, why, cite = spot.id, payoff.line, payoff.why, payoff.cite  # noqa: A001
        if net > 0:
            self._move(self.bank, purse, net, "win", id, wager, line, why, cite)
        elif net < 0:
            self._move(area, self.bank, -net, "loss", id, wager, line, why, cite)
            stake += net
        if stake:
            cause: Cause = "uncovered" if net != due and net <= 0 else "stake" if net else "push"
            self._move(area, purse, stake, cause, id, wager, line, why, cite)

    def give_back(self, spot: Spot, wager: str, why: str, amount: int | None = None, cite: str = "") -> None:
        """Return a wager undecided, or a part of it."""
        area = area_of(spot.id, wager)
        back = self._balances[area] if amount is None else amount
        cite = cite or self._rules.wager_cites[wager]
        self._move(area, stack_of(spot.bettor), back, "returned", spot.id, wager, why=why, cite=cite)

    # -- the player-dealer ----------------------------------------------------------------------------------------

    def take_bank(self, spot: Spot, wager: int, *, running: bool = False) -> None:
        """Make a spot's bettor the player-dealer: the wager covers the round."""
        self.bank, self.coverage = bank_of(spot.id), Coverage(wager, running)
        self._move(stack_of(spot.bettor), self.bank, wager, "bank", spot.id, cite=self._bank_cite())

    def close_bank(self, spot: Spot) -> None:
        """Give a player-dealer what the bank holds at the end."""
        if left := self._balances[self.bank]:
            why = "what the bank holds at the end"
            self._move(self.bank, stack_of(spot.bettor), left, "bank", spot.id, why=why, cite=self._bank_cite())

    def _bank_cite(self) -> str:
        bank = self._rules.bank
        return self._rules.cite(bank.cite if bank else "")

    # -- jackpots -------------------------------------------------------------------------------------------------

    def drop(self, spot: Spot, wager: str) -> None:
        """Put a wager on a jackpot into its slot: its shares go to meter and reserve at once, the rest to the house.

        Fractions of a cent are carried until they come to one. A player-dealer has no part in it.
        """
        area, jackpot = area_of(spot.id, wager), self._jackpots[wager]
        stake = self._dropped[area] = self._balances[area]
        carried = self._fractions.get(jackpot.name, (0, 0))
        to_meter, for_meter = divided(jackpot.rate, stake, carried[0])
        to_reserve, for_reserve = divided(jackpot.reserve, stake, carried[1], stake - to_meter)
        if for_meter or for_reserve or jackpot.name in self._fractions:
            self._fractions[jackpot.name] = for_meter, for_reserve
        shares = (meter_of(jackpot.name), to_meter), (reserve_of(jackpot.name), to_reserve)
        for payee, amount in (*shares, (HOUSE, stake - to_meter - to_reserve)):
            if amount:
                self._move(area, payee, amount, "drop", spot.id, wager, "", "", self._rules.wager_cites[wager])

    def standing(self, jackpot: Jackpot) -> int:
        """What a meter that was read stands at, with what this round put in and took out."""
        return self.meters[jackpot.name] + self.change(jackpot)

    def change(self, jackpot: Jackpot) -> int:
        """By how much this round has moved a meter so far."""
        if jackpot.rule == "progressive":
            return self._balances.get(meter_of(jackpot.name), 0)
        return self._shown.get(jackpot.name, 0)

    def _settle_jackpot(self, spot: Spot, wager: str, payoff: Payoff, jackpot: Jackpot) -> None:
        """Decide a wager on a jackpot. A share of the meter is paid from it, or by the house where the display is a
        promise of its own; lines that pay odds are the house's. So is what a share lacks of the wager: a meter that
        stands low does not make a winner lose it."""
        stake = self._dropped.pop(area_of(spot.id, wager), 0)
        if not stake:
            raise InvariantError(f"{self._rules.game}: nothing was dropped on {wager} of spot {spot.id}")
        share = payoff.odds is not None and payoff.odds.kind == "meter"
        standing = self.standing(jackpot) if share else 0
        due = payoff.due(stake, standing)
        self._tell(_settled(spot, wager, payoff, stake, due, due, stake))
        paid, purse = stake + due, stack_of(spot.bettor)
        about = spot.id, wager, payoff.line, payoff.why, payoff.cite
        if not share:
            if paid:
                self._move(HOUSE, purse, paid, "push" if payoff.odds is None else "win", *about)
            return
        meter, progressive = meter_of(jackpot.name), jackpot.rule == "progressive"
        won = payoff.odds.pay(stake, standing)[0] if payoff.odds is not None else 0
        for payer, amount in ((meter if progressive else HOUSE, won), (HOUSE, paid - won)):
            if amount:
                self._move(payer, purse, amount, "jackpot", *about)
        if not progressive:
            self._shown[jackpot.name] = self.change(jackpot) - won
        if payoff.odds is not None and payoff.odds.num == payoff.odds.den:
            self._seed(jackpot)
        self._tell(Metered(jackpot.name, self.standing(jackpot)))

    def _seed(self, jackpot: Jackpot) -> None:
        """Start a jackpot again that was won whole."""
        missing = jackpot.seed - self.standing(jackpot)
        if jackpot.rule != "progressive":
            self._shown[jackpot.name] = self.change(jackpot) + missing
            return
        reserve, cite = reserve_of(jackpot.name), self._rules.cite(jackpot.cite)
        held = self.reserves.get(jackpot.name, 0) + self._balances.get(reserve, 0)
        for source, amount in ((reserve, min(missing, held)), (HOUSE, missing - min(missing, held))):
            if amount > 0:
                self._move(source, meter_of(jackpot.name), amount, "seed", why="it starts again at its seed", cite=cite)

    # -- the collection -------------------------------------------------------------------------------------------

    def fee(self, payer: Account, amount: int, cite: str, spot: str = "") -> None:
        """Take a collection."""
        self._move(payer, COLLECTION, amount, "fee", spot, cite=cite)

    # -- poker ----------------------------------------------------------------------------------------------------

    def bet(self, purse: Account, front: Account, amount: int, spot: str, cite: str, cause: Cause = "bet") -> None:
        """Put chips in front of a player: a bet, a call, a blind, an ante."""
        self._move(purse, front, amount, cause, spot, "", "", "", cite)

    def put_dead(self, spot: Spot, amount: int, cite: str) -> None:
        """Put chips into the pot that count for nobody."""
        self._move(stack_of(spot.bettor), POT, amount, "dead", spot.id, cite=cite)

    def take_back(self, spot: Spot, amount: int, cite: str) -> None:
        """Give back what nobody called."""
        why = "nobody called it"
        self._move(front_of(spot.id), stack_of(spot.bettor), amount, "uncalled", spot.id, why=why, cite=cite)

    def gather(self, front: Account, amount: int, spot: str, cite: str) -> None:
        """Move the bet in front of a player into the pot."""
        self._move(front, POT, amount, "gathered", spot, "", "", "", cite)

    def push(self, spot: Spot, amount: int, pot: str, why: str, cite: str) -> None:
        """Push chips from the pot, by its name, to a player."""
        self._move(POT, stack_of(spot.bettor), amount, "pot", spot.id, pot, why=why, cite=cite)

    def pay_points(self, loser: Spot, winner: Spot, amount: int, what: str, line: str, why: str, cite: str) -> None:
        """Pay what one player owes another by the points."""
        payer, payee = stack_of(loser.bettor), stack_of(winner.bettor)
        self._move(payer, payee, amount, "points", winner.id, what, line, why, cite)

    # -- the end --------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        """A round is over when nothing lies on the table any more, and no chip was lost or made."""
        for account, lies in self._balances.items():
            if lies and account.kind in _ON_THE_TABLE:
                raise InvariantError(f"{self._rules.game}: the script left {lies} cents undecided on {account}")
        if self._dropped:
            raise InvariantError(f"{self._rules.game}: the script left a wager on a jackpot undecided")
        if sum(self._balances.values()) != self._had:
            raise InvariantError(f"{self._rules.game}: chips were lost or made")


def _settled(spot: Spot, wager: str, payoff: Payoff, stake: int, due: int, net: int, paid_on: int) -> Settled:
    breakage = payoff.odds.pay(paid_on)[1] if payoff.odds else 0
    why, cite, part = payoff.why, payoff.cite, str(breakage) if breakage else ""
    return Settled(spot.id, wager, stake, due, net, payoff.line, payoff.odds is not None, why, cite, part)
