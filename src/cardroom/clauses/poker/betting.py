"""Betting rounds: who acts when, what may be bet, how many raises there are, and when a round is over."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.poker.opening import blind_seats, up_cards, up_first
from cardroom.clauses.poker.reading import Act, BettingRound, Reading, poker, reading
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

POKER = "every poker game"
ROUND = "500 Club, Texas Hold'em, Dealing Procedures and Round of Play, "


class BettingFault(NamedTuple):
    """Something that a betting round does not allow, and the rule that says so."""

    rule: str
    says: str


class RaiseTerms(NamedTuple):
    """What a table allows in its betting rounds."""

    kind: str
    """The limit: fixed, pot or no."""
    chip: int
    cap: int
    small: int
    big: int
    least: int
    bring_in: int
    half: bool
    """Whether half a bet counts as a bet at fixed limit."""
    reopens: bool
    """Whether a raise of less than a bet lets those raise again who have acted."""
    small_rounds: int


@lru_cache(maxsize=1024)
def _terms(rules: RuleSet) -> RaiseTerms:
    stakes, kind = rules.stakes, rules.house("limit")
    return RaiseTerms(
        kind,
        stakes.chip,
        rules.house("raise_cap"),
        stakes.small_bet,
        stakes.big_bet,
        stakes.minimum_bet,
        stakes.bring_in,
        rules.house("half_a_bet_counts") and kind == "fixed",
        rules.house("under_raise_reopens"),
        rules.poker.small_rounds if rules.poker else 0,
    )


class Referee:
    """Follows one betting round, act by act."""

    def __init__(self, hand: Reading, street: int) -> None:
        self.hand, self.now, terms = hand, hand.rounds[street], _terms(hand.rules)
        self.kind, self.chip, self.cap, self.big = terms.kind, terms.chip, terms.cap, terms.big
        self.reopens, self.half = terms.reopens, terms.half
        self.bets, self.live = dict(self.now.bets), list(self.now.live)
        self.reach = {each: self.bets.get(each, 0) + self.now.behind[each] for each in self.live}
        self._find_most()
        self.pot = self.now.pot + sum(self.bets.values())
        self.level, self.full, self.posted = _opened(hand, self.now)
        if self.kind == "fixed":
            self.size = terms.small if self.now.number < terms.small_rounds else terms.big
        else:
            self.size = max(terms.least, self.full)
        self.counts = self.half and self.posted > terms.bring_in and 0 < self._enough <= self.posted - self.full
        self.partial = self.posted > 0 and not self.full
        self.raises = 0
        self.acted: set[str] = set()
        self.faults: list[BettingFault] = []
        self.double = _double(hand, self.now)

    @property
    def _enough(self) -> int:
        return -(-self.size // 2)

    def follow(self) -> list[BettingFault]:
        """Find what the rules do not allow."""
        self._follow()
        return self.faults

    def _follow(self) -> None:
        acts = self.now.acts
        queue: list[str] = []
        if acts[0].action == "bring-in" or _opens(self.hand, self.now):
            opener = acts[0]
            self.bets[opener.spot] = opener.to
            self.pot += opener.paid
            again = opener.action == "bring-in" and (
                self.hand.rules.script == "mexican" or self.hand.rules.house("bring_in_last_word")
            )
            queue = self._after(opener.spot) + ([opener.spot] if again else [])
            queue = [each for each in queue if self.reach[each] > self.bets.get(each, 0)]
            self.acted = set() if again else {opener.spot}
            acts = acts[1:]
        elif acts:
            first = acts[0].spot
            queue = [each for each in (first, *self._after(first)) if self.now.behind[each] > 0]
        for act in acts:
            while queue and not self._decides(queue[0]):
                queue.pop(0)
            if len(self.live) == 1 or not queue:
                self._fault("closed", f"spot {act.spot} chose to {act.action} when the round was over")
                return
            if act.spot != queue[0]:
                self._fault("turn", f"spot {act.spot} acts, and it is spot {queue[0]}'s turn")
                return
            queue.pop(0)
            self._judge(act)
            if act.action == "fold":
                self.live.remove(act.spot)
                self._find_most()
            elif act.action in ("bet", "raise"):
                queue = [each for each in self._after(act.spot) if self.reach[each] > self.bets.get(each, 0)]
            self.acted.add(act.spot)
        while queue and not self._decides(queue[0]):
            queue.pop(0)
        if queue and len(self.live) > 1:
            self._fault("closed", f"the round ends before spot {queue[0]} has acted")

    def _fault(self, rule: str, says: str) -> None:
        self.faults.append(BettingFault(rule, says))

    def _after(self, spot: str) -> list[str]:
        at = self.live.index(spot)
        return self.live[at + 1 :] + self.live[:at]

    def _find_most(self) -> None:
        """Find the two largest bets that anybody in the hand can reach."""
        reach = sorted([self.reach[each] for each in self.live], reverse=True)
        self.most, self.second = reach[0], reach[1] if len(reach) > 1 else 0

    def _most(self, spot: str) -> int:
        """The largest bet that another player can reach."""
        return self.second if self.reach[spot] == self.most else self.most

    def _owes(self, spot: str) -> int:
        return min(self.level, self._most(spot), self.reach[spot]) - self.bets.get(spot, 0)

    def _decides(self, spot: str) -> bool:
        return self._most(spot) > self.level or self._owes(spot) > 0

    def _judge(self, act: Act) -> None:
        spot, action, paid = act.spot, act.action, act.paid
        if action in ("bet", "raise"):
            if (action == "bet") != (self.level == 0):
                self._fault("call", f"{_did(act)} with {dollars(self.level)} to match")
            self._raise(act, self.bets.get(spot, 0))
            self.pot += paid
            self.bets[spot] = act.to
            return
        owes = max(self._owes(spot), 0)
        if action in ("fold", "check"):
            if paid:
                self._fault("call", f"{_did(act)} and paid {dollars(paid)}")
            if owes and action == "check":
                self._fault("check", f"{_did(act)} with {dollars(owes)} to call")
        elif action == "call":
            if paid != owes or not owes:
                self._fault("call", f"{_did(act)} and paid {dollars(paid)} of {dollars(owes)}")
            self.pot += paid
            self.bets[spot] = self.bets.get(spot, 0) + paid
        else:
            self._fault("turn", _did(act))

    def _raise(self, act: Act, bet: int) -> None:
        if self.raises >= self.cap > 0 and len(self.live) > 2:
            self._fault("cap", f"{_bet(act)}, after {self.raises} raises among {len(self.live)} players")
        again = self.level - bet >= (self._enough if self.half else self.size)
        if act.spot in self.acted and not again:
            self._fault("reopen", f"{_bet(act)}, and the betting was not reopened")
        if self.reach[act.spot] <= self.level or self._most(act.spot) <= self.level:
            self._fault("closed", f"{_bet(act)}, and nobody can call more")
        lows, exact = self._allowed(act.spot, bet)
        if exact:
            if act.to not in lows:
                self._fault("fixed", f"{_bet(act)}, and the limit is {' or '.join(map(dollars, lows))}")
        else:
            least, most = lows
            if not least <= act.to <= most or ((act.to - least) % self.chip and act.to != most):
                self._fault(self.kind, f"{_bet(act)}, not from {dollars(least)} to {dollars(most)}")
        base = self._base()
        by = act.to - base
        self.counts = bool(self.half) and 0 < self._enough <= by < self.size
        self.raises += self.full > 0 and (by >= self.size or self.counts)
        if by >= self.size:
            self.full = act.to
            if self.kind != "fixed":
                self.size = max(self.size, act.to - self.level)
            elif by == self.big:
                self.size = by
            self.acted = set()
        elif self.counts or self.reopens:
            self.acted = set()
        self.level = act.to

    def _base(self) -> int:
        return self.full if self.kind == "fixed" or (self.partial and not self.full) else self.level

    def _allowed(self, spot: str, bet: int) -> tuple[tuple[int, ...], bool]:
        """The amounts that a player may bet to: all of them at fixed limit, else the least and the most."""
        reach = self.reach[spot]
        if self.kind == "fixed":
            least = self.full + self.size
            top = least
            if self.double == "any" or (self.double and not self.level and spot in self.double):
                top = max(least, self.full + self.big)
            elif self.counts:
                top = self.level + self.size
            return (min(least, reach), min(top, reach)), True
        least = -(-(self._base() + self.size) // self.chip) * self.chip
        most = reach
        if self.kind == "pot":
            most = min(reach, max(least, (self.pot + 2 * self.level - bet) // self.chip * self.chip))
        return (min(least, most), most), False


def _did(act: Act) -> str:
    return f"spot {act.spot} chose to {act.action}"


def _bet(act: Act) -> str:
    return f"spot {act.spot} bets to {dollars(act.to)}"


def _opens(hand: Reading, now: BettingRound) -> bool:
    """Whether a stud hand begins with an opening above the bring-in."""
    return (
        hand.poker.structure == "stud"
        and hand.rules.script == "stud"
        and now.number == 0
        and now.acts[0].action == "bet"
    )


def _opened(hand: Reading, now: BettingRound) -> tuple[int, int, int]:
    """The amount to match, the full bet in it, and a partial one, before the first player acts on it."""
    rules, stakes = hand.rules, hand.rules.stakes
    if now.number or hand.bomb:
        return 0, 0, 0
    whole = rules.house("full_blinds")
    if hand.poker.structure != "stud":
        seats = blind_seats(hand.facts)
        posts = {event.spot for _, event in hand.facts.chose("post")}
        due = [blind for seat, blind in zip(seats, stakes.blinds, strict=False) if _blind(hand, seat, posts)]
        live = [amount for amount in now.bets.values() if amount]
        level = max([*due, *live, 0]) if whole else max([*live, 0])
        return level, level, 0
    if rules.script == "mexican":
        act = now.acts[0]
        level = act.to if act.action == "bring-in" and not whole else stakes.bring_in
        return level, level, 0
    act, amount = now.acts[0], stakes.bring_in
    first = up_first(hand, 0)
    opener = act.action in ("bring-in", "bet") and (first is None or act.spot == first)
    called = act.to if opener and (act.action == "bet" or not whole) else amount
    full = stakes.small_bet if rules.house("limit") == "fixed" else stakes.minimum_bet
    step = stakes.small_bet if rules.house("limit") == "fixed" else stakes.chip
    least = full if stakes.bring_in < full else stakes.bring_in + step
    opened = called if called >= least else amount if called >= amount >= full else 0
    return called, opened, called


def _blind(hand: Reading, seat: int, posts: set[str]) -> bool:
    """Whether a player at this seat posts its blind."""
    return any(hand.seat(each) == seat and each not in posts for each in hand.players)


def _double(hand: Reading, now: BettingRound) -> set[str] | str:
    """Who may bet the higher limit because of an open pair on fourth street: these players, or "any"."""
    if hand.rules.script != "stud" or now.number != 1:
        return set()
    rule = hand.rules.house("open_pair_bet")
    ups = up_cards(hand.facts)[hand.rounds.index(now)].cards
    pairs = {each for each in now.live if len({card >> 2 for card in ups.get(each, ())}) == 1}
    if rule == "holder":
        return pairs
    return "any" if rule == "any player" and pairs else set()


def _found(facts: RoundHistory, *rules: str) -> Iterator[str]:
    for found in _all(facts):
        if found.rule in rules:
            yield found.says


@once
def _all(facts: RoundHistory) -> list[BettingFault]:
    hand = reading(facts)
    return [found for street in range(len(hand.rounds)) for found in Referee(hand, street).follow()]


@clause(poker, POKER, ROUND + "rules 6, 10, 15 and 21; the same rules of the other poker chapters")
def players_act_in_turn(facts: RoundHistory) -> Iterator[str]:
    """Players act clockwise, one after another. Players who are all-in or have folded are passed over."""
    return _found(facts, "turn")


@clause(poker, POKER, ROUND + "rules 6a and 10d")
def a_call_matches_the_bet(facts: RoundHistory) -> Iterator[str]:
    """A call costs exactly what the player needs to match the bet, or all that the player has. A check and a fold cost
    nothing.
    """
    return _found(facts, "call")


@clause(poker, POKER, ROUND + "rules 6e and 10e; Badugi, rule 6d; Razz, rule 8a")
def a_check_only_without_a_bet_to_call(facts: RoundHistory) -> Iterator[str]:
    """A player checks only if there is no bet to call."""
    return _found(facts, "check")


def _limit(kind: str) -> Callable[[RuleSet], bool]:
    return lambda rules: poker(rules) and rules.house("limit") == kind


@clause(
    _limit("fixed"),
    "poker at fixed limit",
    "500 Club, Seven Card Stud, rules 11, 15, 20 and 25; Razz, rules 8b and 12b; K2",
)
def fixed_limit_bets_are_the_limit_of_the_round(facts: RoundHistory) -> Iterator[str]:
    """At fixed limit a bet or raise is the lower limit in the first rounds and the higher limit later, or less if the
    player is all-in.
    """
    return _found(facts, "fixed")


@clause(
    _limit("pot"), "poker at pot limit", "500 Club, Pot Limit Omaha 8 or Better, Dealing Procedures and Round of Play"
)
def pot_limit_bets_are_at_most_the_pot(facts: RoundHistory) -> Iterator[str]:
    """At pot limit a bet or raise is at least the last one, and at most the pot after a call."""
    return _found(facts, "pot")


@clause(_limit("no"), "poker at no limit", "500 Club, Mexican Poker, rule 8c; K3 for the other games")
def no_limit_raises_are_at_least_the_last(facts: RoundHistory) -> Iterator[str]:
    """At no limit a bet is at least the minimum, and a raise at least the last bet or raise. A player with less may go
    all-in.
    """
    return _found(facts, "no")


@clause(poker, POKER, ROUND + "rule 6d; Razz, rule 4b(iii); Mexican Poker, rule 8c; K1")
def at_most_three_raises(facts: RoundHistory) -> Iterator[str]:
    """A round has at most three raises if more than two players are in it. At no limit there is no cap, unless the
    house sets one.
    """
    return _found(facts, "cap")


@clause(poker, POKER, "table stakes; docs/examine/rulings.md, K3")
def a_short_all_in_does_not_reopen_the_betting(facts: RoundHistory) -> Iterator[str]:
    """A player who has acted may raise again only after a full raise, or after all-ins that add up to one."""
    return _found(facts, "reopen")


@clause(poker, POKER, ROUND + "rules 7, 12, 17 and 22: after all players have acted in turn")
def a_round_ends_when_everybody_has_acted(facts: RoundHistory) -> Iterator[str]:
    """A betting round ends as soon as all players have called, checked or folded or are all-in, and not before."""
    return _found(facts, "closed")


def _no_limit(rules: RuleSet) -> bool:
    return poker(rules)


@clause(_no_limit, POKER, ROUND + "rules 7, 12, 17 and 22: the house dealer moves all wagers into the pot")
def bets_go_to_the_pot_after_each_round(facts: RoundHistory) -> Iterator[str]:
    """After each round all bets go into the pot, except for what no one could call. That is returned to its player."""
    hand = reading(facts)
    bets: dict[str, int] = {}
    for place, move in facts.transfers:
        if move.cause in ("bet", "ante"):
            bets[move.spot] = bets.get(move.spot, 0) + move.amount
        elif move.cause == "uncalled":
            others = [each for spot, each in bets.items() if spot != move.spot]
            over = bets.get(move.spot, 0) - max(others, default=0)
            if move.amount != over:
                yield f"{dollars(move.amount)} go back to spot {move.spot}, and {dollars(over)} were not called"
            bets[move.spot] = bets.get(move.spot, 0) - move.amount
        elif move.cause == "gathered":
            called = max([bet for spot, bet in bets.items() if spot != move.spot], default=move.amount)
            if move.amount == bets.get(move.spot, 0) > called and len(hand.players) > 1:
                yield f"{dollars(move.amount)} of spot {move.spot} go to the pot, {dollars(called)} were called"
            if move.amount != bets.get(move.spot, 0):
                yield f"{dollars(move.amount)} of spot {move.spot} go to the pot, of {bets.get(move.spot, 0)} cents"
            following = facts.events[place + 1] if place + 1 < len(facts.events) else None
            if getattr(following, "cause", "") != "gathered":  # the last bet of the round
                bets.clear()
