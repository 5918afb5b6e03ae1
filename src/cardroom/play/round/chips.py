"""The chips of a round: the balances, and the one function that moves chips.

Every movement is a `Transfer`, which is reported as it happens. No other code can write a balance. The invariants of
balances are checked here, also under `python -O`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from cardroom.errors import InvariantError
from cardroom.money import Odds
from cardroom.play.round.bank import Coverage, Payoff
from cardroom.play.round.events import Cause, Event, Metered, Settled, Transfer, opening_balances
from cardroom.play.round.places import (
    COLLECTION,
    HOUSE,
    POT,
    Account,
    Spot,
    SpotAreas,
    bank_of,
    front_of,
    meter_of,
    reserve_of,
    stack_of,
)
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot, divide_share
from cardroom.rulebook.schema import AWARD

__all__ = ["Chips"]

_OUTSIDE = frozenset({"house", "meter", "reserve"})
"""Accounts that last beyond the round. Here they start at zero, and may become negative."""
_ON_THE_TABLE = frozenset({"area", "front", "pot", "bank"})
_HOUSE_BANKS = Coverage(None)


@lru_cache(maxsize=512)
def _awards(rules: RuleSet) -> frozenset[str]:
    return frozenset(name for name, bet in rules.wager.items() if bet.when == AWARD)


class Chips:
    """Balances by account, and the script's verbs for moving chips."""

    def __init__(
        self,
        rules: RuleSet,
        stacks: Mapping[str, int],
        tell: Callable[[Event], None],
        fractions: dict[str, tuple[int, int]],
    ) -> None:
        self._rules = rules
        self._wagers, self._cites, self._jackpots = rules.wager, rules.wager_cites, rules.jackpots
        self._tell = tell
        self._balances = opening_balances(stacks)
        self._accounts = {account.owner: account for account in self._balances}
        """The stacks, by bettor."""
        self._had = sum(stacks.values())
        self.balances: Mapping[Account, int] = MappingProxyType(self._balances)
        """The current balance of every account."""
        self.bank = HOUSE
        """The account that pays and collects: the house's, or a player-dealer's bank."""
        self.coverage = _HOUSE_BANKS
        self.meters: dict[str, int] = {}
        """The readings of jackpot meters in this round, without what this round has put in."""
        self._shown: dict[str, int] = {}
        """Changes in this round to displays that the house pays itself, where no chip moved."""
        self.reserves: dict[str, int] = {}
        """For jackpots that were won whole, the reading of their reserve."""
        self._fractions = fractions
        """Fractions of a cent that meters and reserves are owed, carried from wager to wager."""
        self._areas = SpotAreas(rules)
        self._awards: frozenset[str] = _awards(rules) if rules.wager else frozenset()
        self._placed: dict[Account, int] = {}
        """Amounts placed on each betting area in this round, decided or not, if awards depend on them."""
        self._contributed: dict[Account, int] = {}
        """Stakes that went into a jackpot's slot, by betting area."""
        self.drops = 0
        """How many stakes went into a jackpot's slot."""

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
        """Move chips. Every movement goes through here."""
        balances = self._balances
        left = balances.get(payer, 0) - amount
        if (left < 0 and payer.kind not in _OUTSIDE) or amount <= 0:
            raise InvariantError(f"{self._rules.game}: {amount} cents cannot go from {payer} to {payee} ({cause})")
        balances[payer] = left
        balances[payee] = balances.get(payee, 0) + amount
        self._tell(Transfer(payer, payee, amount, cause, spot, wager, line, why, cite))

    # -- balances -------------------------------------------------------------------------------------------------

    def stack(self, spot: Spot) -> int:
        """The chips in the stack of a spot's bettor."""
        return self._balances[self._accounts[spot.bettor]]

    def stake(self, spot: Spot, wager: str) -> int:
        """The undecided wager on a betting area."""
        area = self._areas[spot.id].get(wager)
        return 0 if area is None else self._balances.get(area) or self._contributed.get(area, 0)

    def plays_for(self, spot: Spot, wager: str) -> int:
        """The amount that an undecided wager plays for: its stake, or for an award the wager that it is paid on."""
        if wager in self._awards:
            bet, areas, placed = self._wagers[wager], self._areas[spot.id], self._placed
            return max([placed.get(areas[name], 0) for name in (bet.equals, *bet.needs) if name in areas], default=0)
        area = self._areas[spot.id][wager]
        return self._balances.get(area) or self._contributed.get(area, 0)

    def undecided(self, spot: Spot, wagers: Iterable[str]) -> list[str]:
        """The spot's undecided wagers among these, and the awards that it may get."""
        areas, balances, contributed, awards = self._areas[spot.id], self._balances, self._contributed, self._awards
        return [
            wager
            for wager in wagers
            if balances.get(areas[wager])
            or areas[wager] in contributed
            or (wager in awards and self.plays_for(spot, wager))
        ]

    def staked(self) -> list[Account]:
        """The betting areas with an undecided wager."""
        return [account for account, cents in self._balances.items() if cents and account.kind == "area"] + list(
            self._contributed
        )

    # -- wagers ---------------------------------------------------------------------------------------------------

    def place(self, spot: Spot, wager: str, amount: int) -> None:
        """Move chips from a bettor's stack to a betting area."""
        self.place_all(spot, {wager: amount})

    def place_all(self, spot: Spot, wagers: Mapping[str, int]) -> None:
        """Move chips from a bettor's stack to betting areas: amounts by wager."""
        id, account, cites, awards = spot.id, self._accounts[spot.bettor], self._cites, self._awards  # noqa: A001
        areas = self._areas[id]
        for wager, amount in wagers.items():
            area = areas[wager]
            self._move(account, area, amount, "wager", id, wager, "", "", cites[wager])
            if awards:
                self._placed[area] = self._placed.get(area, 0) + amount

    def settle(self, spot: Spot, wager: str, payoff: Payoff) -> None:
        """Decide a wager: pay or collect what the bank covers, and return the rest."""
        if wager in self._jackpots:
            self._settle_jackpot(spot, wager, payoff, self._jackpots[wager])
            return
        id, line, why, cite, odds = spot.id, payoff.line, payoff.why, payoff.cite, payoff.odds  # noqa: A001
        area, account = self._areas[id][wager], self._accounts[spot.bettor]
        stake = self._balances.get(area, 0)
        paid_on = stake or self.plays_for(spot, wager)
        if not paid_on:
            raise InvariantError(f"{self._rules.game}: there is no {wager} wager at spot {id}")
        due = net = payoff.due(paid_on)
        if self.coverage is _HOUSE_BANKS:
            pass  # the house covers everything
        elif due > 0:
            net, self.coverage = self.coverage.pay(due)
        elif due < 0:
            covered, self.coverage = self.coverage.collect(-due)
            net = -covered
        breakage = _breakage(odds, paid_on) if odds is not None and odds.den > 1 else ""
        self._tell(Settled(id, wager, stake, due, net, line, odds is not None, why, cite, breakage))
        if net > 0:
            self._move(self.bank, account, net, "win", id, wager, line, why, cite)
        elif net < 0:
            self._move(area, self.bank, -net, "loss", id, wager, line, why, cite)
            stake += net
        if stake:
            cause: Cause = "uncovered" if net != due and net <= 0 else "stake" if net else "push"
            self._move(area, account, stake, cause, id, wager, line, why, cite)

    def give_back(self, spot: Spot, wager: str, why: str, amount: int | None = None, cite: str = "") -> None:
        """Return a wager undecided, in whole or in part."""
        area = self._areas[spot.id][wager]
        back = self._balances[area] if amount is None else amount
        cite = cite or self._cites[wager]
        self._move(area, stack_of(spot.bettor), back, "returned", spot.id, wager, why=why, cite=cite)

    # -- the player-dealer ----------------------------------------------------------------------------------------

    def take_bank(self, spot: Spot, wager: int, *, running: bool = False) -> None:
        """Make a spot's bettor the player-dealer, whose wager covers the round."""
        self.bank, self.coverage = bank_of(spot.id), Coverage(wager, running)
        self._move(stack_of(spot.bettor), self.bank, wager, "bank", spot.id, cite=self._bank_cite())

    def close_bank(self, spot: Spot) -> None:
        """Return the rest of the bank to the player-dealer at the end."""
        if left := self._balances[self.bank]:
            why = "what the bank holds at the end"
            self._move(self.bank, stack_of(spot.bettor), left, "bank", spot.id, why=why, cite=self._bank_cite())

    def _bank_cite(self) -> str:
        bank = self._rules.bank
        return self._rules.cite(bank.cite if bank else "")

    # -- jackpots -------------------------------------------------------------------------------------------------

    def contribute(self, spot: Spot, wager: str) -> None:
        """Put a jackpot wager into its slot: shares go to meter and reserve, the rest to the house.

        Fractions of a cent are carried until they add up to one. The player-dealer has no part in it.
        """
        area, jackpot = self._areas[spot.id][wager], self._jackpots[wager]
        stake = self._contributed[area] = self._balances[area]
        self.drops += 1
        if jackpot.rule != "progressive":  # the house pays the display itself
            self._move(area, HOUSE, stake, "drop", spot.id, wager, "", "", self._cites[wager])
            return
        carried = self._fractions.get(jackpot.name, (0, 0))
        to_meter, for_meter = divide_share(jackpot.rate, stake, carried[0])
        to_reserve, for_reserve = divide_share(jackpot.reserve, stake, carried[1], stake - to_meter)
        if for_meter or for_reserve or jackpot.name in self._fractions:
            self._fractions[jackpot.name] = for_meter, for_reserve
        shares = (meter_of(jackpot.name), to_meter), (reserve_of(jackpot.name), to_reserve)
        for payee, amount in (*shares, (HOUSE, stake - to_meter - to_reserve)):
            if amount:
                self._move(area, payee, amount, "drop", spot.id, wager, "", "", self._cites[wager])

    def standing(self, jackpot: Jackpot) -> int:
        """The amount on a meter that was read, including the changes of this round."""
        return self.meters[jackpot.name] + self.change(jackpot)

    def change(self, jackpot: Jackpot) -> int:
        """The change of a meter in this round so far."""
        if jackpot.rule == "progressive":
            return self._balances.get(meter_of(jackpot.name), 0)
        return self._shown.get(jackpot.name, 0)

    def _settle_jackpot(self, spot: Spot, wager: str, payoff: Payoff, jackpot: Jackpot) -> None:
        """Decide a jackpot wager.

        A share of the meter is paid from the meter, or by the house if it pays the display itself. The house pays lines
        with odds. A share pays exactly its percentage (Washington HUH, Appendix D, note 5). Under the house rule
        `top_up_shares` the house adds what it falls short of the wager, as a transfer of its own.
        """
        stake = self._contributed.pop(self._areas[spot.id][wager], 0)
        if not stake:
            raise InvariantError(f"{self._rules.game}: there is no jackpot wager {wager} at spot {spot.id}")
        odds = payoff.odds
        share = odds is not None and odds.kind == "meter"
        standing = self.standing(jackpot) if share else 0
        due = payoff.due(stake, standing)
        if share and self._rules.tops_up:
            due = max(due, 0)
        id, line, why, cite = spot.id, payoff.line, payoff.why, payoff.cite  # noqa: A001
        breakage = _breakage(odds, stake) if odds is not None else ""
        self._tell(Settled(id, wager, stake, due, due, line, odds is not None, why, cite, breakage))
        paid, account = stake + due, stack_of(spot.bettor)
        about = id, wager, line, why, cite
        if not share:
            if paid:
                self._move(HOUSE, account, paid, "push" if odds is None else "win", *about)
            return
        meter, progressive = meter_of(jackpot.name), jackpot.rule == "progressive"
        won = odds.pay(stake, standing)[0] if odds is not None else 0
        payers: tuple[tuple[Account, int, Cause], ...] = (
            (meter if progressive else HOUSE, won, "jackpot"),
            (HOUSE, paid - won, "top-up"),
        )
        for payer, amount, cause in payers:
            if amount:
                self._move(payer, account, amount, cause, *about)
        if not progressive:
            self._shown[jackpot.name] = self.change(jackpot) - won
        if odds is not None and odds.num == odds.den:
            self._seed(jackpot)
        self._tell(Metered(jackpot.name, self.standing(jackpot)))

    def _seed(self, jackpot: Jackpot) -> None:
        """Reset a jackpot to its seed after it was won whole."""
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
        """Take a collection fee."""
        self._move(payer, COLLECTION, amount, "fee", spot, cite=cite)

    # -- poker ----------------------------------------------------------------------------------------------------

    def bet(self, account: Account, front: Account, amount: int, spot: str, cite: str, cause: Cause = "bet") -> None:
        """Put chips in front of a player: a bet, a call, a blind, an ante."""
        self._move(account, front, amount, cause, spot, "", "", "", cite)

    def put_dead(self, spot: Spot, amount: int, cite: str) -> None:
        """Put dead money into the pot: it does not count towards the player's bet."""
        self._move(stack_of(spot.bettor), POT, amount, "dead", spot.id, cite=cite)

    def take_back(self, spot: Spot, amount: int, cite: str) -> None:
        """Return the uncalled part of a bet."""
        why = "nobody called it"
        self._move(front_of(spot.id), stack_of(spot.bettor), amount, "uncalled", spot.id, why=why, cite=cite)

    def gather(self, front: Account, amount: int, spot: str, cite: str) -> None:
        """Move the bet in front of a player into the pot."""
        self._move(front, POT, amount, "gathered", spot, "", "", "", cite)

    def push(self, spot: Spot, amount: int, pot: str, why: str, cite: str) -> None:
        """Push chips from the pot with this name to a player."""
        self._move(POT, stack_of(spot.bettor), amount, "pot", spot.id, pot, why=why, cite=cite)

    def pay_points(self, loser: Spot, winner: Spot, amount: int, what: str, line: str, why: str, cite: str) -> None:
        """Pay what one player owes another in points."""
        payer, payee = stack_of(loser.bettor), stack_of(winner.bettor)
        self._move(payer, payee, amount, "points", winner.id, what, line, why, cite)

    # -- the end --------------------------------------------------------------------------------------------------

    def check_end(self) -> None:
        """Check the end of a round: nothing is left on the table, and no chip was lost or made."""
        for account, cents in self._balances.items():
            if cents and account.kind in _ON_THE_TABLE:
                raise InvariantError(f"{self._rules.game}: the script left {cents} cents undecided on {account}")
        if self._contributed:
            raise InvariantError(f"{self._rules.game}: the script left a wager on a jackpot undecided")
        if sum(self._balances.values()) != self._had:
            raise InvariantError(f"{self._rules.game}: chips were lost or made")


def _breakage(odds: Odds, stake: int) -> str:
    """The fraction of a cent that the bank keeps of a payment; empty if none."""
    part = odds.pay(stake)[1]
    return str(part) if part else ""
