"""Betting limits: the house's stakes and limits, and the bets that they allow in a betting round.

Fixed, pot or no limit; caps on raises; all-ins of less than a full raise (500 Club, Dealing Procedures and Round of
Play of every poker chapter; docs/examine/rulings.md).
"""

from functools import lru_cache
from typing import NamedTuple

from cardroom.play import Amount
from cardroom.rulebook import RuleSet

__all__ = ["BettingTerms", "Limit", "terms"]


class BettingTerms(NamedTuple):
    """The stakes and the other house rules of betting. docs/design/poker.md explains each."""

    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    """Blinds by position from the left of the button."""
    owed_blinds: bool
    dead_antes: bool
    full_blinds: bool
    bring_in: int
    chip: int
    kind: str
    """"fixed", "pot" or "no"."""
    cap: int
    """The most raises in a round with more than two players; 0 for no cap."""
    minimum_bet: int
    small_bet: int
    big_bet: int
    half_a_bet_counts: bool
    under_raise_reopens: bool
    all_in_shows: bool
    runs: int
    """How often the rest of the board may be dealt."""
    bomb_pots: str
    """When a bomb pot is played: "never", "every hand", "once an orbit" or "when all agree"."""
    bomb_ante: int
    """The ante of a bomb pot, in cents."""
    bomb_boards: int
    any_hand_mucks: bool
    """Whether a hand may muck that no shown hand beats."""
    cite: str
    """The citation of the game's betting rules."""
    winners_cite: str
    """The citation of the rules for winners."""
    collected: bool
    """Whether a collection is posted."""


@lru_cache(maxsize=512)
def terms(rules: RuleSet) -> BettingTerms:
    """The betting terms of a rule set, computed once."""
    house, stakes = rules.house, rules.stakes
    return BettingTerms(
        antes=stakes.antes,
        blinds=stakes.blinds,
        owed_blinds=house("owed_blinds") and all(stakes.blinds) and [*stakes.blinds] == sorted(stakes.blinds),
        dead_antes=house("dead_antes"),
        full_blinds=house("full_blinds"),
        bring_in=stakes.bring_in,
        chip=stakes.chip,
        kind=house("limit"),
        cap=house("raise_cap"),
        minimum_bet=stakes.minimum_bet,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        half_a_bet_counts=house("half_a_bet_counts"),
        under_raise_reopens=house("under_raise_reopens"),
        all_in_shows=house("all_in_shows"),
        # Rule sets that were stored before these house rules existed do not have them.
        runs=house("most_runs") if "most_runs" in rules.house_rules else 1,
        bomb_pots=house("bomb_pots") if "bomb_pots" in rules.house_rules else "never",
        bomb_ante=(house("bomb_ante") if "bomb_ante" in rules.house_rules else 0)
        * (max(stakes.blinds, default=0) or stakes.minimum_bet),
        bomb_boards=house("bomb_boards") if "bomb_boards" in rules.house_rules else 1,
        any_hand_mucks="muck" in rules.house_rules and house("muck") == "any hand",
        cite=rules.cite(rules.poker.cite if rules.poker else ""),
        winners_cite=rules.cite("How Winners are Determined and Paid"),
        collected=bool(rules.posted),
    )


class Limit:
    """The limit of one betting round: fixed, pot or no limit."""

    __slots__ = ("by_pot", "cap", "counts", "enough", "fixed", "full", "partial", "raises", "size", "stakes", "usual")

    def __init__(self, stakes: BettingTerms, number: int, small_rounds: int, opened: int, posted: int) -> None:
        self.stakes = stakes
        self.fixed, self.by_pot = stakes.kind == "fixed", stakes.kind == "pot"
        self.full = opened
        """The level of the last full bet or raise."""
        self.raises = 0
        self.cap = stakes.cap
        """The most raises between more than two players; 0 for no cap."""
        self.usual: Amount | None = None
        """Fixed limit: the offer to a player who can pay it in full. It is the same for all until the next raise."""
        if self.fixed:
            self.size = stakes.small_bet if number < small_rounds else stakes.big_bet
        else:
            self.size = max(stakes.minimum_bet, opened)
        self.enough = -(-self.size // 2) if self.fixed and stakes.half_a_bet_counts else 0
        """Fixed limit: the least that an all-in must add to count as a raise; 0 if only a full one counts."""
        self.counts = posted > stakes.bring_in and 0 < self.enough <= posted - opened
        """Whether the last bet or raise was short but counts as a full one. A bring-in never does."""
        self.partial = posted > 0 and not opened
        """Whether the betting starts with less than a full bet, which may be completed: a bring-in."""

    def capped(self, players: int) -> bool:
        """Whether no more raises are allowed. Between two players there is no cap."""
        return self.raises >= self.cap > 0 and players > 2

    def reopened(self, facing: int) -> bool:
        """Whether a player who has acted may raise again. Short all-ins can add up to a full raise."""
        return facing >= (self.enough or self.size)

    def offer(self, level: int, bet: int, all_in: int, pot: int, *, double: bool) -> Amount:
        """The amounts that a player may bet or raise to.

        `level` is the amount to match, `bet` the player's bet so far, and `all_in` the bet and the stack together.
        """
        if self.fixed:
            if self.usual is not None and self.usual.most <= all_in and not double:
                return self.usual
            return self._fixed_offer(level, all_in, double=double)
        chip = self.stakes.chip
        least = -(-(self._base(level) + self.size) // chip) * chip  # whole chips again, after an all-in with odd cents
        most = all_in
        if self.by_pot:
            most = min(all_in, max(least, (level + pot + level - bet) // chip * chip))
        return Amount("raise" if level else "bet", min(least, most), most, chip)

    def _base(self, level: int) -> int:
        """What a bet or raise is counted from: the last full bet, or at pot and no limit the bet to match."""
        return self.full if self.fixed or (self.partial and not self.full) else level

    def _fixed_offer(self, level: int, all_in: int, *, double: bool) -> Amount:
        least = full = self.full + self.size  # complete a short all-in
        if double:
            full = max(least, self.full + self.stakes.big_bet)
        elif self.counts:
            full = level + self.size  # or raise it in full, if it counts as a bet
        most = full if full < all_in else all_in
        least = least if least < most else most
        label = "complete" if level and not self.full else ""
        offer = Amount("raise" if level else "bet", least, most, most - least or 1, label)
        if most == full and not double:
            self.usual = offer
        return offer

    def raised(self, level: int, to: int) -> bool:
        """Record a bet or raise. Return whether it reopens the betting to players who have acted."""
        self.usual = None
        by = to - self._base(level)
        self.counts = 0 < self.enough <= by < self.size
        self.raises += self.full > 0 and (by >= self.size or self.counts)
        if by < self.size:
            return self.counts or self.stakes.under_raise_reopens
        self.full = to
        if not self.fixed:
            self.size = max(self.size, to - level)  # the least next raise
        elif by == self.stakes.big_bet:
            self.size = by  # open pair: the limit chosen
            self.enough = -(-by // 2) if self.enough else 0
        return True
