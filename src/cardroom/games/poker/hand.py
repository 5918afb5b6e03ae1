"""One poker hand: its players, their chips, and a betting round.

Betting is the same in every game: fixed, pot or no limit, all-ins, raises that reopen the betting and raises that do
not (500 Club, Dealing Procedures and Round of Play of every poker chapter; docs/examine/rulings.md).
"""

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import NamedTuple

from cardroom.cards import Card
from cardroom.errors import InvariantError
from cardroom.games.poker.limits import Limit, terms
from cardroom.play import Answer, Ask, Choice, Option, Round, Spot
from cardroom.play.places import POT, front_of, stack_of
from cardroom.rulebook.schema import Poker

__all__ = ["Hand", "Player", "Post", "betting", "positions"]


CHECK, FOLD = Choice("check"), Choice("fold")


class Post(NamedTuple):
    """What a player posts out of turn to be dealt in."""

    live: int
    """The part that counts as a bet."""
    dead: int = 0
    """The dead part, which goes into the pot and does not count as a bet."""


class Player:
    """A player who is dealt in, with their spot and accounts."""

    __slots__ = ("blind", "front", "id", "joker", "position", "posts", "purse", "spot", "up")

    def __init__(self, spot: Spot, position: int) -> None:
        self.spot = spot
        self.position = position
        """The position, counted from the small blind (0). Empty blind seats count too."""
        self.blind = 0
        self.id = spot.id
        self.purse, self.front = stack_of(spot.bettor), front_of(spot.id)
        self.posts: Post | None = None
        self.up: list[Card] = []
        """Stud: their up cards."""
        self.joker: str | None = None
        """How their joker was dealt, "up" or "down"; None without a joker."""


class Hand:
    """The players of a hand from the left of the button, and their chips."""

    def __init__(self, round: Round, spots: Iterable[Spot]) -> None:
        self.round = round
        self.chips, self.cards, self.balances = round.chips, round.cards, round.chips.balances
        if round.rules.poker is None:
            raise InvariantError(f"{round.rules.game} is not a poker game")
        self.poker: Poker = round.rules.poker
        self.stakes = terms(round.rules)
        self.players = [Player(spot, position) for position, spot in enumerate(spots)]
        self.live = list(self.players)
        """The players who have not folded, in the same order."""
        self.aggressor: Player | None = None
        """The last player to bet or raise, who shows first."""
        self.bets = False
        """Whether a player was asked in this betting round, or the last one."""
        self.charged = 0
        """The collection taken from the pot."""

    def stack(self, player: Player) -> int:
        """A player's stack."""
        return self.balances[player.purse]

    def bet(self, player: Player) -> int:
        """A player's bet in this betting round."""
        return self.balances.get(player.front, 0)

    def put(self, player: Player, amount: int) -> None:
        """Put this amount in front of a player, or all their chips if they have less."""
        paid = min(amount, self.balances[player.purse])
        if paid:
            self.chips.bet(player.purse, player.front, paid, player.id, self.stakes.cite)

    def ante(self, player: Player, amount: int, *, dead: bool) -> None:
        """Put in an ante. A dead one goes directly into the pot and does not count as a bet."""
        paid = min(amount, self.balances[player.purse])
        if paid and dead:
            self.chips.put_dead(player.spot, paid, self.stakes.cite)
        elif paid:
            self.chips.bet(player.purse, player.front, paid, player.id, self.stakes.cite, "ante")

    def clockwise(self, first: Player) -> list[Player]:
        """The players still in the hand, clockwise from one of them."""
        place = self.live.index(first)
        return self.live[place:] + self.live[:place]

    def next_after(self, player: Player) -> Player:
        """The player to the left of another."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def settle_bets(self) -> None:
        """End a betting round: return an uncalled bet, and move the bets into the pot."""
        bets = [self.balances.get(player.front, 0) for player in self.players]
        second, top = sorted(bets)[-2:]
        if top > second:
            player = self.players[bets.index(top)]
            self.chips.take_back(player.spot, top - second, self.stakes.cite)
        for player, bet in zip(self.players, bets, strict=True):
            if bet and second:
                self.chips.gather(player.front, min(bet, second), player.id, self.stakes.cite)


def positions(cards: Sequence[Card], picked: Sequence[Card]) -> list[int]:
    """The positions of the picked cards. Unknown cards of a record are interchangeable."""
    held: list[Card | None] = list(cards)
    places: list[int] = []
    for card in picked:
        places.append(held.index(card))
        held[places[-1]] = None
    return places


def betting(
    hand: Hand,
    first: Player,
    number: int,
    *,
    opened: int = 0,
    posted: int = 0,
    opener: Player | None = None,
    may_double: Callable[[Player, int], bool] | None = None,
) -> Generator[Ask, Answer, None]:
    """One betting round, from the first to act until every player has called, folded or is all-in.

    `number` counts the betting rounds of the hand from 0. `opened` is a full bet that is already there (the big blind).
    `posted` is a partial one that may be completed (a bring-in), and its `opener` has acted. `may_double` says whether
    a player may bet or raise by the higher of the two limits.
    """
    limit = Limit(hand.stakes, number, hand.poker.small_rounds, opened)
    level = max(opened, posted)  # the amount to match
    hand.aggressor, hand.bets = None, False
    balances = hand.balances
    acted = {opener}  # since the last full bet or raise
    queue = [player for player in hand.clockwise(first) if player is not opener and balances[player.purse]]
    pot = balances.get(POT, 0)  # including the bets in front of players
    # Each player's bet and stack together, which betting does not change.
    reach = {player: balances[player.purse] for player in hand.live}
    if level:
        for player in reach:
            reach[player] += balances.get(player.front, 0)
        pot += sum([balances.get(player.front, 0) for player in hand.players])
    deepest = sorted(reach.values())[-2:]
    while queue and len(hand.live) > 1:
        player = queue.pop(0)
        all_in = reach[player]
        bet = all_in - balances[player.purse]
        most = deepest[0] if all_in == deepest[-1] else deepest[-1]  # the most that another player can match
        due = min(level, most)
        owed = max(min(due, all_in) - bet, 0)
        if not owed and most <= level:
            continue  # no other player can bet
        options: tuple[Option, ...] = (Choice("call", owed) if owed else CHECK, FOLD)
        open_to = player not in acted or limit.reopened(level - bet)
        if all_in > level and most > level and open_to and not limit.capped(len(hand.live)):
            double = may_double is not None and may_double(player, level)
            options = (options[0], limit.offer(level, bet, all_in, pot, double=double), FOLD)
        hand.bets = True
        answer = yield Ask(player.id, options, Answer(player.id, "fold" if owed else "check"))
        if answer.action == "fold":
            hand.live.remove(player)
            del reach[player]
            deepest = sorted(reach.values())[-2:]
            continue
        if answer.action in ("call", "check"):
            if owed:
                hand.put(player, owed)
                pot += owed
        else:
            to: int = answer.value
            hand.put(player, to - bet)
            pot += to - bet
            hand.aggressor = player
            if limit.raised(level, to):
                acted = set()
            level = to
            queue = [each for each in hand.clockwise(player)[1:] if balances[each.purse]]
        acted.add(player)
    if level:
        hand.settle_bets()
