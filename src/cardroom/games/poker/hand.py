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
from cardroom.play.round import POT, Cause, front_of, hand_of, stack_of
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
    """A player who is dealt in, with their spot and accounts.

    Betting reads the chips in front of a player for every ask, so they are also counted here, as an int. The balances
    in `Chips` remain the record: they check every movement.
    """

    __slots__ = ("account", "bet", "blind", "front", "id", "joker", "place", "position", "posts", "reach", "spot", "up")

    def __init__(self, spot: Spot, position: int) -> None:
        self.spot = spot
        self.position = position
        """The position, counted from the small blind (0). Empty blind seats count too."""
        self.blind = 0
        self.id = spot.id
        self.account, self.front, self.place = stack_of(spot.bettor), front_of(spot.id), hand_of(spot.id)
        self.bet = 0
        """The chips in front of them."""
        self.reach = 0
        """Their bet and stack together, which a betting round does not change."""
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
        self.put_in: dict[str, int] = {}
        """What each player has put into the pot so far, without dead money and the bets in front of them."""
        self.dead = 0
        """The dead money in the pot."""

    def stack(self, player: Player) -> int:
        """A player's stack."""
        return self.balances[player.account]

    def put(self, player: Player, amount: int, cause: Cause = "bet") -> None:
        """Put this amount in front of a player, or all their chips if they have less."""
        paid = min(amount, self.balances[player.account])
        if paid:
            player.bet += paid
            self.chips.bet(player.account, player.front, paid, player.id, self.stakes.cite, cause)

    def ante(self, player: Player, amount: int, *, dead: bool) -> None:
        """Put in an ante. A dead one goes directly into the pot and does not count as a bet."""
        if not dead:
            self.put(player, amount, "ante")
        elif paid := min(amount, self.balances[player.account]):
            self.dead += paid
            self.chips.put_dead(player.spot, paid, self.stakes.cite)

    def clockwise(self, first: Player) -> list[Player]:
        """The players still in the hand, clockwise from one of them."""
        place = self.live.index(first)
        return self.live[place:] + self.live[:place]

    def next_after(self, player: Player) -> Player:
        """The player to the left of another."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def settle_bets(self) -> None:
        """End a betting round: return an uncalled bet, and move the bets into the pot."""
        chips, cite, put_in = self.chips, self.stakes.cite, self.put_in
        bets = [player.bet for player in self.players]
        second, top = sorted(bets)[-2:]
        if top > second:
            player = self.players[bets.index(top)]
            player.bet = second
            chips.take_back(player.spot, top - second, cite)
        for player in self.players:
            if bet := player.bet:
                player.bet = 0
                put_in[player.id] = put_in.get(player.id, 0) + bet
                chips.gather(player.front, bet, player.id, cite)


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
    live, balances, put, cite = hand.live, hand.balances, hand.chips.bet, hand.stakes.cite
    level = max(opened, posted)  # the amount to match
    hand.aggressor, hand.bets = None, False
    queue = [player for player in hand.clockwise(first) if balances[player.account] and player is not opener]
    if not queue:  # everyone is all-in
        if level:
            hand.settle_bets()
        return
    limit = Limit(hand.stakes, number, hand.poker.small_rounds, opened, posted)
    pot = balances.get(POT, 0)  # including the bets in front of players
    for player in hand.players:
        player.reach = player.bet + balances[player.account]
        pot += player.bet
    acted = {opener}  # since the last full bet or raise
    second, top = sorted([player.reach for player in live])[-2:]  # the deepest two
    place = 0
    while place < len(queue) and len(live) > 1:
        player = queue[place]
        place += 1
        all_in, bet = player.reach, player.bet
        most = second if all_in == top else top  # the most that another player can match
        owed = min(level, most, all_in) - bet
        if owed <= 0:
            if most <= level:
                continue  # no other player can bet
            owed = 0
        passive, default = (Choice("call", owed), "fold") if owed else (CHECK, "check")
        options: tuple[Option, ...]
        if (
            all_in > level < most
            and (player not in acted or limit.reopened(level - bet))
            and not (limit.cap and limit.capped(len(live)))
        ):
            double = may_double is not None and may_double(player, level)
            options = (passive, limit.offer(level, bet, all_in, pot, double=double), FOLD)
        else:
            options = (passive, FOLD)
        hand.bets = True
        answer = yield Ask(player.id, options, Answer(player.id, default))
        action = answer.action
        if action == "fold":
            live.remove(player)
            if all_in >= second and len(live) > 1:
                second, top = sorted([each.reach for each in live])[-2:]
            continue
        if action == "call":
            player.bet = bet + owed
            pot += owed
            put(player.account, player.front, owed, player.id, cite)
        elif action != "check":
            to: int = answer.value
            player.bet = to
            pot += to - bet
            put(player.account, player.front, to - bet, player.id, cite)
            hand.aggressor = player
            if limit.raised(level, to):
                acted = set()
            level = to
            queue, place = [each for each in hand.clockwise(player)[1:] if each.reach > each.bet], 0
        acted.add(player)
    if level:
        hand.settle_bets()
