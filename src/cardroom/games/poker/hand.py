"""One poker hand at a table: who is in it, what they put in, and one round of betting.

Betting is the same in every game: fixed, pot or no limit, all-ins, raises that reopen and raises that do not (500 Club,
Dealing Procedures and Round of Play of every poker chapter; RULINGS of this book in docs/rulings.md).
"""

from collections.abc import Callable, Generator, Iterable

from cardroom.cards import Card
from cardroom.play import Amount, Answer, Ask, Choice, Option, Round, Spot, ask
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker

__all__ = ["Hand", "Limit", "betting"]


CHECK, FOLD = Choice("check"), Choice("fold")


class Hand:
    """The players of a hand from the left of the button, and their chips."""

    def __init__(self, round: Round, players: Iterable[Spot]) -> None:
        self.round = round
        assert round.rules.poker is not None
        self.poker: Poker = round.rules.poker
        self.players = list(players)
        self.live = list(self.players)
        self.put_in: dict[str, int] = {spot.id: 0 for spot in self.players}
        """What counts for pots; dead money does not."""
        self.bets: dict[str, int] = dict(self.put_in)
        """What lies in front of each player in this betting round."""
        self.dead = 0
        self.no_small_blind = False
        """Whether the small blind's seat is empty."""
        self.posting: dict[str, int] = {}
        """Who posts a big blind out of turn, and the missed small one that is dead."""
        self.up: dict[str, list[Card]] = {spot.id: [] for spot in self.players}
        """Stud: the cards of each that everybody sees."""
        self.aggressor: Spot | None = None
        """Who bet or raised last, and shows first."""

    def stack(self, spot: Spot) -> int:
        """What a player has behind."""
        return self.round.accounts[spot.bettor]

    def put(self, spot: Spot, amount: int) -> int:
        """Put chips in front, as far as there are any."""
        paid = min(amount, self.stack(spot))
        if paid:
            self.round.place(spot, "pot", paid)
            self.put_in[spot.id] += paid
            self.bets[spot.id] += paid
        return paid

    def ante(self, spot: Spot, amount: int, *, dead: bool) -> None:
        """Put an ante into the pot: it is no bet; dead, it counts for nobody."""
        paid = min(amount, self.stack(spot))
        if paid:
            self.round.place(spot, "pot", paid)
            if dead:
                self.dead += paid
            else:
                self.put_in[spot.id] += paid

    @property
    def pot(self) -> int:
        """All that has been put in."""
        return sum(self.put_in.values()) + self.dead

    def clockwise(self, first: Spot) -> list[Spot]:
        """Everybody still in the hand clockwise, from a player on."""
        place = self.players.index(first)
        live = {spot.id for spot in self.live}
        return [spot for spot in (*self.players[place:], *self.players[:place]) if spot.id in live]

    def next_after(self, spot: Spot) -> Spot:
        """The player to the left of another."""
        return self.players[(self.players.index(spot) + 1) % len(self.players)]

    def settle_bets(self) -> None:
        """End a betting round: what nobody called goes back, and the bets are in the pot."""
        ordered = sorted(self.bets.values())
        top, second = ordered[-1], ordered[-2] if len(ordered) > 1 else 0
        if top > second:
            (spot,) = (spot for spot in self.players if self.bets[spot.id] == top)
            self.put_in[spot.id] -= top - second
            self.round.give_back(spot, "pot", "nobody called it", top - second)
        self.bets = dict.fromkeys(self.bets, 0)


def betting(
    hand: Hand,
    first: Spot,
    number: int,
    *,
    opened: int = 0,
    posted: int = 0,
    opener: Spot | None = None,
    may_double: Callable[[Spot], bool] | None = None,
) -> Generator[Ask, Answer, None]:
    """One round of betting, from the first to act until everybody has called, folded or is all-in.

    `number` counts the betting rounds of the hand from 0. `opened` is a bet that is there already in full (the big
    blind); `posted` is one that may be completed (a bring-in), and its `opener` has acted. `may_double` says who may
    bet the higher of both limits.
    """
    limit = Limit(hand.round.rules, number, hand.poker.small_rounds, opened)
    level = max(opened, posted)  # what must be matched
    hand.aggressor = None
    acted = {opener} - {None}  # since the last full bet or raise
    queue = [spot for spot in hand.clockwise(first) if hand.stack(spot) and spot not in acted]

    bets, accounts = hand.bets, hand.round.accounts
    while queue and len(hand.live) > 1:
        spot = queue.pop(0)
        bet, stack = bets[spot.id], accounts[spot.bettor]
        most = max([bets[each.id] + accounts[each.bettor] for each in hand.live if each is not spot])
        owed = min(max(min(level, most) - bet, 0), stack)
        if not owed and most <= level:
            continue  # nobody is left to bet with
        options: list[Option] = [Choice("call", owed) if owed else CHECK]
        open_to = spot not in acted or limit.reopened(level - bet)
        if bet + stack > level and most > level and open_to and not limit.capped(len(hand.live)):
            double = may_double is not None and may_double(spot)
            options.append(Amount("raise" if level else "bet", *limit.bounds(hand, spot, level, double=double)))
        options.append(FOLD)
        answer = yield ask(spot.id, options, "fold" if owed else "check")
        if answer.action == "fold":
            hand.live.remove(spot)
            continue
        if answer.action in ("call", "check"):
            hand.put(spot, owed)
        else:
            hand.put(spot, answer.value - bet)
            hand.aggressor = spot
            if limit.raised(level, answer.value):
                acted = set()
            level = answer.value
            queue = [each for each in hand.clockwise(hand.next_after(spot)) if each is not spot and hand.stack(each)]
        acted.add(spot)
    hand.settle_bets()


class Limit:
    """How much may be bet in one round: fixed, pot or no limit."""

    def __init__(self, rules: RuleSet, number: int, small_rounds: int, opened: int) -> None:
        self.kind: str = rules.house("limit")
        self.rules = rules
        self.full = opened
        """The last bet or raise that was not short."""
        self.raises = 0
        counted = self.kind == "fixed" or (self.kind == "pot" and rules.house("cap_pot_limit"))
        self.cap: int = rules.house("raise_cap") if counted else 0
        if self.kind == "fixed":
            self.size: int = rules.house("small_bet" if number < small_rounds else "big_bet")
        else:
            self.size = max(rules.house("minimum_bet"), opened)
        self.enough = -(-self.size // 2) if self.kind == "fixed" and rules.house("half_a_bet_counts") else 0
        """Fixed limit: what an all-in must add at least to count as a raise; 0 where only a full one does."""
        self.counts = False
        """Whether the last raise was short and counts."""

    def capped(self, players: int) -> bool:
        """Whether the raises are used up; between two players there is no cap."""
        return self.raises >= self.cap > 0 and players > 2

    def reopened(self, facing: int) -> bool:
        """Whether somebody who has acted may raise again: short all-ins can add up to a full raise."""
        return facing >= (self.enough or self.size)

    def bounds(self, hand: "Hand", spot: Spot, level: int, *, double: bool) -> tuple[int, int, int]:
        """The least and the most that a player may bet or raise to, and the step between."""
        bet = hand.bets[spot.id]
        all_in = bet + hand.stack(spot)
        least = level + self.size
        if self.kind == "fixed":
            least = most = self.full + self.size  # a short all-in is completed ...
            if double:
                most = max(least, self.full + self.rules.house("big_bet"))
            elif self.counts:
                most = level + self.size  # ... or raised in full, where it counts as a bet
            most = min(most, all_in)
        elif self.kind == "pot":
            most = min(all_in, max(least, level + hand.pot + level - bet))
        else:
            most = all_in
        least = min(least, most)
        return least, most, max(1, most - least) if self.kind == "fixed" else 1

    def raised(self, level: int, to: int) -> bool:
        """Note a bet or raise; whether it opens the betting again to those who have acted."""
        by = to - (self.full if self.kind == "fixed" else level)
        self.counts = 0 < self.enough <= by < self.size
        self.raises += self.full > 0 and (by >= self.size or self.counts)
        if by < self.size:
            return self.counts or bool(self.rules.house("under_raise_reopens"))
        self.full = to
        if self.kind != "fixed" or by == self.rules.house("big_bet"):
            self.size = by  # at no limit the next raise is at least as large; on an open pair the limit chosen holds
        return True
