"""How much may be bet: the house's stakes and limits, and what they leave open in one round of betting.

Fixed, pot or no limit; caps on raises; all-ins that are short of a full raise (500 Club, Dealing Procedures and Round
of Play of every poker chapter; docs/examine/rulings.md).
"""

from functools import lru_cache
from typing import NamedTuple

from cardroom.play import Amount
from cardroom.rulebook import RuleSet

__all__ = ["BettingTerms", "Limit", "terms"]


class BettingTerms(NamedTuple):
    """The stakes, and what else the house says of betting: docs/design/poker.md explains each."""

    antes: tuple[int, ...]
    blinds: tuple[int, ...]
    """By position from the left of the button."""
    owed_blinds: bool
    dead_antes: bool
    full_blinds: bool
    bring_in: int
    chip: int
    kind: str
    """Fixed, pot or no limit."""
    cap: int
    """Raises in a round with more than two players; 0 where nobody counts them."""
    minimum_bet: int
    small_bet: int
    big_bet: int
    half_a_bet_counts: bool
    under_raise_reopens: bool
    all_in_shows: bool
    cite: str
    """Where the game's betting is printed."""
    collected: bool
    """Whether a collection is posted."""


@lru_cache(maxsize=512)
def terms(rules: RuleSet) -> BettingTerms:
    """The house rules of chips, read once: every hand and every round of betting goes by them."""
    house, stakes = rules.house, rules.stakes
    counted = house("limit") == "fixed" or (house("limit") == "pot" and house("cap_pot_limit"))
    return BettingTerms(
        antes=stakes.antes,
        blinds=stakes.blinds,
        owed_blinds=house("owed_blinds") and all(stakes.blinds) and [*stakes.blinds] == sorted(stakes.blinds),
        dead_antes=house("dead_antes"),
        full_blinds=house("full_blinds"),
        bring_in=stakes.bring_in,
        chip=stakes.chip,
        kind=house("limit"),
        cap=house("raise_cap") if counted else 0,
        minimum_bet=stakes.minimum_bet,
        small_bet=stakes.small_bet,
        big_bet=stakes.big_bet,
        half_a_bet_counts=house("half_a_bet_counts"),
        under_raise_reopens=house("under_raise_reopens"),
        all_in_shows=house("all_in_shows"),
        cite=rules.cite(rules.poker.cite if rules.poker else ""),
        collected=bool(rules.posted),
    )


class Limit:
    """How much may be bet in one round: fixed, pot or no limit."""

    def __init__(self, stakes: BettingTerms, number: int, small_rounds: int, opened: int) -> None:
        self.stakes = stakes
        self.fixed, self.by_pot = stakes.kind == "fixed", stakes.kind == "pot"
        self.full = opened
        """The last bet or raise that was not short."""
        self.raises = 0
        if self.fixed:
            self.size = stakes.small_bet if number < small_rounds else stakes.big_bet
        else:
            self.size = max(stakes.minimum_bet, opened)
        self.enough = -(-self.size // 2) if self.fixed and stakes.half_a_bet_counts else 0
        """Fixed limit: what an all-in must add at least to count as a raise; 0 where only a full one does."""
        self.counts = False
        """Whether the last raise was short and counts."""

    def capped(self, players: int) -> bool:
        """Whether the raises are used up; between two players there is no cap."""
        return self.raises >= self.stakes.cap > 0 and players > 2

    def reopened(self, facing: int) -> bool:
        """Whether somebody who has acted may raise again: short all-ins can add up to a full raise."""
        return facing >= (self.enough or self.size)

    def offer(self, level: int, bet: int, all_in: int, pot: int, *, double: bool) -> Amount:
        """What a player may bet or raise to.

        `level` is what must be matched, `bet` what lies there of it, `all_in` what can be put there at most.
        """
        least = level + self.size
        if self.fixed:
            least = most = self.full + self.size  # a short all-in is completed ...
            if double:
                most = max(least, self.full + self.stakes.big_bet)
            elif self.counts:
                most = level + self.size  # ... or raised in full, where it counts as a bet
            most = min(most, all_in)
            least = min(least, most)
            label = "complete" if level and not self.full else ""
            return Amount("raise" if level else "bet", least, most, max(1, most - least), label)
        chip, most = self.stakes.chip, all_in
        least = -(-least // chip) * chip  # after an all-in that was none, bets are in whole chips again
        if self.by_pot:
            most = min(all_in, max(least, (level + pot + level - bet) // chip * chip))
        return Amount("raise" if level else "bet", min(least, most), most, chip)

    def raised(self, level: int, to: int) -> bool:
        """Note a bet or raise; whether it opens the betting again to those who have acted."""
        by = to - (self.full if self.fixed else level)
        self.counts = 0 < self.enough <= by < self.size
        self.raises += self.full > 0 and (by >= self.size or self.counts)
        if by < self.size:
            return self.counts or self.stakes.under_raise_reopens
        self.full = to
        if not self.fixed or by == self.stakes.big_bet:
            self.size = by  # at no limit the next raise is at least as large; on an open pair the limit chosen holds
        return True
