"""Count one hand: one pass over its questions and answers, in the order in which they came.

Betting levels start at 1 with blinds and straddles, and at 0 without. Every bet, completion or raise adds 1, also an
all-in of less than a full raise. Streets are betting rounds, so the "flop" is the second one of any game.
"""

from collections import Counter
from collections.abc import Mapping

from cardroom.play import Ask, Round
from cardroom.play.round import Acted, Dealt, Transfer, stack_of
from cardroom.poker.statistics.definitions import STREETS, made, of

__all__ = ["BETTING", "BIG_BLIND", "SMALL_BLIND", "HandCount", "count_actions"]

SMALL_BLIND, BIG_BLIND = "SB", "BB"
LATE = (SMALL_BLIND, "CO", "BTN")
"""The positions of a steal. In stud, they are the last three to act."""
BETTING = frozenset(("fold", "check", "call", "bet", "raise", "bring-in"))
_RAISES = ("bet", "raise")
_BETWEEN = frozenset(("discard", "expose", "keep"))
"""Answers between two betting rounds."""


class HandCount:
    """The counts of one hand, by spot."""

    def __init__(self, round: Round, positions: Mapping[str, str]) -> None:
        self.counts: dict[str, Counter[str]] = {spot: Counter() for spot in positions}
        self.live = dict.fromkeys(positions)
        """The spots that have not folded."""
        self.flop: tuple[str, ...] = ()
        """The spots that were in when the flop was dealt."""
        self.last_bet = 0
        """How many events there are up to the last answer of a betting round."""
        self.late_choice = False
        """Whether players chose cards after the betting was over."""
        self._positions = positions
        self._stud = round.rules.poker is not None and round.rules.poker.structure == "stud"
        self._stacks = {spot.id: round.stacks[spot.bettor] for spot in round.seated if spot.id in positions}
        self._accounts = {stack_of(spot.bettor): spot.id for spot in round.seated if spot.id in positions}
        self._blinds: set[str] = set()
        self._street = 0
        self._start = self._level = 0
        self._seen: set[tuple[str, str, int]] = set()
        self._done: set[tuple[str, str, int]] = set()
        self._raiser: str | None = None
        """The last player to bet or raise on this street."""
        self._before: str | None = None
        """The last player to bet or raise on the street before."""
        self._callers = 0
        """The calls since the last raise, on this street."""
        self._entered = False
        """Whether a player has called or raised in the first round."""
        self._thief: str | None = None
        self._made: dict[str, int] = {}
        """The level that a player made, until the player is asked again."""
        self._asked: set[str] = set()
        """The players who were asked on this street."""
        self._checked: set[str] = set()
        self._cbettor: str | None = None
        self._cbettor_before: str | None = None
        self._order: list[str] = []
        """In stud, the players from the bring-in."""

    # -- the story of the hand -------------------------------------------------------------------------------------

    def read(self, round: Round) -> None:
        """Read the events of a finished hand, with the questions that were answered."""
        questions = iter(round.asked)
        betting = between = False
        for number, event in enumerate(round.events, 1):
            if isinstance(event, Acted):
                question = next(questions)
                if event.action in _BETWEEN:
                    between = betting
                    self.late_choice = betting
                if event.action not in BETTING or event.spot not in self.live:
                    continue
                if between:
                    self._next_street()
                between, betting, self.last_bet, self.late_choice = False, True, number, False
                self._answered(question, event.action)
            elif isinstance(event, Dealt):
                between = betting
            elif isinstance(event, Transfer):
                self._moved(event, betting)
        if self._street == 0:
            self._see_flop()
        self._end(round)

    def _moved(self, event: Transfer, betting: bool) -> None:
        if spot := self._accounts.get(event.payer):
            self._stacks[spot] -= event.amount
            if not betting and event.cause in ("bet", "dead"):
                self._blinds.add(spot)
                if event.cause == "bet":
                    self._start = self._level = 1
        elif spot := self._accounts.get(event.payee):
            self._stacks[spot] += event.amount

    def _next_street(self) -> None:
        if self._street == 0:
            self._see_flop()
        self._street += 1
        self._level = self._callers = 0
        self._before, self._raiser = self._raiser, None
        self._cbettor_before, self._cbettor = self._cbettor, None
        self._asked, self._checked, self._made = set(), set(), {}

    def _see_flop(self) -> None:
        if len(self.live) > 1:
            self.flop = tuple(self.live)

    def _answered(self, question: Ask, action: str) -> None:
        spot = question.spot
        offered = {option.action for option in question.options}
        if self._street == 0:
            if action == "bring-in" or "bring-in" in offered:
                self._order = _from(spot, list(self._positions))
            self._first_round(spot, offered, action)
        else:
            self._later_round(spot, offered, action)
        self._asked.add(spot)
        if action == "fold":
            del self.live[spot]
        elif action == "check":
            self._checked.add(spot)
        elif action == "call":
            self._callers, self._entered = self._callers + 1, True
        elif action in _RAISES:
            self._level, self._raiser, self._callers, self._entered = self._level + 1, spot, 0, True
            self._made[spot] = self._level

    def order_names(self) -> dict[str, str]:
        """In stud, the positions by how many players act after one in the first round; empty without a bring-in."""
        last = len(self._order) - 1
        names = [f"last-{last - place}" if place < last else "last" for place in range(1, last + 1)]
        return dict(zip(self._order, ["bring-in", *names], strict=True)) if self._order else {}

    # -- the statistics --------------------------------------------------------------------------------------------

    def _chance(self, name: str, spot: str, *, taken: bool) -> None:
        """Count a chance once in a street, and whether it was taken."""
        key = (name, spot, self._street)
        if key not in self._seen:
            self._seen.add(key)
            self.counts[spot][of(name)] += 1
        if taken and key not in self._done:
            self._done.add(key)
            self.counts[spot][made(name)] += 1

    def _first_round(self, spot: str, offered: set[str], action: str) -> None:
        raises, may_raise = action in _RAISES, not offered.isdisjoint(_RAISES)
        may_call, level = "call" in offered, self._level
        if may_raise or may_call:
            self._chance("vpip", spot, taken=raises or action == "call")
            self._chance("pfr", spot, taken=raises)
        if may_call and level == self._start:
            self._chance("limp", spot, taken=action == "call")
        if may_call and level > self._start and spot not in self._asked and spot not in self._blinds:
            self._chance("cold_call", spot, taken=action == "call")
        if may_raise and not self._entered:
            self._chance("rfi", spot, taken=raises)
            if self._late(spot):
                self._chance("steal", spot, taken=raises)
        if may_raise and level in (2, 3) and spot != self._raiser:
            self._chance("three_bet" if level == 2 else "four_bet", spot, taken=raises)
            if level == 2 and self._callers:
                self._chance("squeeze", spot, taken=raises)
        own = self._made.pop(spot, 0)
        if own in (2, 3) and level == own + 1:
            self._chance("fold_to_three_bet" if own == 2 else "fold_to_four_bet", spot, taken=action == "fold")
        self._against_steal(spot, offered, action)
        if raises and not self._entered and self._late(spot):
            self._thief = spot

    def _late(self, spot: str) -> bool:
        return spot in self._order[-3:] if self._stud else self._positions[spot] in LATE

    def _against_steal(self, spot: str, offered: set[str], action: str) -> None:
        position = self._positions[spot]
        only = self._thief is not None and self._raiser == self._thief and not self._callers
        if not only or spot == self._thief or self._level != self._start + 1:
            return
        for blind, name in ((SMALL_BLIND, "small_blind"), (BIG_BLIND, "big_blind")):
            if position == blind:
                self._chance(f"{name}_fold_to_steal", spot, taken=action == "fold")
                if not offered.isdisjoint(_RAISES):
                    self._chance(f"{name}_resteal", spot, taken=action in _RAISES)

    def _later_round(self, spot: str, offered: set[str], action: str) -> None:
        street, bets = STREETS[min(self._street, len(STREETS)) - 1], action == "bet"
        counts = self.counts[spot]
        counts["bets_raises"] += action in _RAISES
        counts["calls"] += action == "call"
        counts["folds"] += action == "fold"
        if "bet" in offered:
            self._may_bet(spot, street, bets=bets)
        if self._cbettor not in (None, spot) and self._level == 1:
            self._chance(f"fold_to_cbet_{street}", spot, taken=action == "fold")
            if "raise" in offered:
                self._chance(f"raise_cbet_{street}", spot, taken=action == "raise")
        if "raise" in offered and spot in self._checked:
            self._chance(f"check_raise_{street}", spot, taken=action == "raise")

    def _may_bet(self, spot: str, street: str, *, bets: bool) -> None:
        before = self._before
        if spot == (before if self._street == 1 else self._cbettor_before):
            self._chance(f"cbet_{street}", spot, taken=bets)
            if bets:
                self._cbettor = spot
        if before is None or before == spot or before not in self.live:
            return
        if before not in self._asked and self._stacks[before]:
            self._chance("donk", spot, taken=bets)
        if self._street == 1 and before in self._checked:
            self._chance("bet_after_missed_cbet", spot, taken=bets)

    def _end(self, round: Round) -> None:
        winners = {event.spot for event in round.events if isinstance(event, Transfer) and event.cause == "pot"}
        for spot in self.flop:
            counts, won, shown = self.counts[spot], spot in winners, len(self.live) > 1 and spot in self.live
            counts[of("wtsd")] += 1
            counts[of("wwsf")] += 1
            counts[made("wwsf")] += won
            if shown:
                counts[made("wtsd")] += 1
                counts[of("wsd")] += 1
                counts[made("wsd")] += won


def _from(spot: str, spots: list[str]) -> list[str]:
    place = spots.index(spot)
    return spots[place:] + spots[:place]


def count_actions(round: Round, positions: Mapping[str, str]) -> HandCount:
    """Count a finished hand. `positions` has the spots that were dealt in, clockwise from the left of the button."""
    hand = HandCount(round, positions)
    hand.read(round)
    return hand
