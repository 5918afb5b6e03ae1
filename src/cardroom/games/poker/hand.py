"""One poker hand at a table: who is in it, what they put in, and one round of betting.

Betting is the same in every game: fixed, pot or no limit, all-ins, raises that reopen and raises that do not (500 Club,
Dealing Procedures and Round of Play of every poker chapter; RULINGS of this book in docs/rulings.md).
"""

from collections.abc import Callable, Generator, Iterable

from cardroom.cards import Card
from cardroom.games.poker.limits import Limit, stakes
from cardroom.play import Answer, Ask, Choice, Option, Round, Spot
from cardroom.rulebook.schema import Poker

__all__ = ["Hand", "Player", "betting"]


CHECK, FOLD = Choice("check"), Choice("fold")


class Player:
    """One who is dealt in: where they sit, and what they have put in."""

    __slots__ = ("bet", "bettor", "id", "posts", "put_in", "spot", "up")

    def __init__(self, spot: Spot) -> None:
        self.spot = spot
        self.id, self.bettor = spot.id, spot.bettor
        self.put_in = 0
        """What counts for pots; dead money does not."""
        self.bet = 0
        """What lies in front of them in this round of betting."""
        self.posts: int | None = None
        """For who posts a big blind out of turn: the missed small one, which is dead."""
        self.up: list[Card] = []
        """Stud: their cards that everybody sees."""


class Hand:
    """The players of a hand from the left of the button, and their chips."""

    def __init__(self, round: Round, spots: Iterable[Spot]) -> None:
        self.round = round
        assert round.rules.poker is not None
        self.poker: Poker = round.rules.poker
        self.stakes = stakes(round.rules)
        self.players = [Player(spot) for spot in spots]
        self.live = list(self.players)
        """Those who have not folded, in the same order."""
        self.pot = 0
        """All that has been put in ..."""
        self.dead = 0
        """... and what of it counts for nobody."""
        self.no_small_blind = False
        """Whether the small blind's seat is empty."""
        self.aggressor: Player | None = None
        """Who bet or raised last, and shows first."""

    def stack(self, player: Player) -> int:
        """What a player has behind."""
        return self.round.accounts[player.bettor]

    def put(self, player: Player, amount: int) -> None:
        """Put chips in front, as far as there are any."""
        paid = min(amount, self.stack(player))
        if paid:
            self.round.place(player.spot, "pot", paid)
            self.pot += paid
            player.put_in += paid
            player.bet += paid

    def ante(self, player: Player, amount: int, *, dead: bool) -> None:
        """Put an ante into the pot: it is no bet; dead, it counts for nobody."""
        paid = min(amount, self.stack(player))
        if paid:
            self.round.place(player.spot, "pot", paid)
            self.pot += paid
            if dead:
                self.dead += paid
            else:
                player.put_in += paid

    def clockwise(self, first: Player) -> list[Player]:
        """Everybody still in the hand clockwise, from one of them on."""
        place = self.live.index(first)
        return self.live[place:] + self.live[:place]

    def next_after(self, player: Player) -> Player:
        """The player to the left of another."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def deepest(self) -> list[int]:
        """How much the two with the most chips can have in front of them, the deepest last: a round of betting does
        not change it, for chips only go from behind to the front."""
        stacks = self.round.accounts
        return sorted([player.bet + stacks[player.bettor] for player in self.live])[-2:]

    def settle_bets(self) -> None:
        """End a betting round: what nobody called goes back, and the bets are in the pot."""
        second, top = sorted([player.bet for player in self.players])[-2:]
        for player in self.players:
            if player.bet == top > second:
                self.pot -= top - second
                player.put_in -= top - second
                self.round.give_back(player.spot, "pot", "nobody called it", top - second)
            player.bet = 0


def betting(
    hand: Hand,
    first: Player,
    number: int,
    *,
    opened: int = 0,
    posted: int = 0,
    opener: Player | None = None,
    may_double: Callable[[Player], bool] | None = None,
) -> Generator[Ask, Answer, None]:
    """One round of betting, from the first to act until everybody has called, folded or is all-in.

    `number` counts the betting rounds of the hand from 0. `opened` is a bet that is there already in full (the big
    blind); `posted` is one that may be completed (a bring-in), and its `opener` has acted. `may_double` says who may
    bet the higher of both limits.
    """
    limit = Limit(hand.stakes, number, hand.poker.small_rounds, opened)
    level = max(opened, posted)  # what must be matched
    hand.aggressor = None
    stacks = hand.round.accounts
    acted = {opener}  # since the last full bet or raise
    queue = [player for player in hand.clockwise(first) if player is not opener and stacks[player.bettor]]
    deepest = hand.deepest()
    while queue and len(hand.live) > 1:
        player = queue.pop(0)
        bet = player.bet
        all_in = bet + stacks[player.bettor]
        most = deepest[0] if all_in == deepest[-1] else deepest[-1]  # that anybody else can match
        due = min(level, most)
        owed = max(min(due, all_in) - bet, 0)
        if not owed and most <= level:
            continue  # nobody is left to bet with
        options: tuple[Option, ...] = (Choice("call", owed) if owed else CHECK, FOLD)
        open_to = player not in acted or limit.reopened(level - bet)
        if all_in > level and most > level and open_to and not limit.capped(len(hand.live)):
            double = may_double is not None and may_double(player)
            options = (options[0], limit.offer(level, bet, all_in, hand.pot, double=double), FOLD)
        answer = yield Ask(player.id, options, Answer(player.id, "fold" if owed else "check"))
        if answer.action == "fold":
            hand.live.remove(player)
            deepest = hand.deepest()
            continue
        if answer.action in ("call", "check"):
            hand.put(player, owed)
        else:
            to: int = answer.value
            hand.put(player, to - bet)
            hand.aggressor = player
            if limit.raised(level, to):
                acted = set()
            level = to
            queue = [each for each in hand.clockwise(player)[1:] if stacks[each.bettor]]
        acted.add(player)
    hand.settle_bets()
