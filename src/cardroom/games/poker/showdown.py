"""The showdown: who shows, who may muck, and who wins each pot.

`pots` makes the side pots, `odd_chips` says who gets an odd chip.
"""

from collections.abc import Callable, Generator, Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player
from cardroom.games.poker.odd_chips import low_part, odd_chip_order
from cardroom.games.poker.pots import side_pots, split
from cardroom.games.poker.words import hand_text
from cardroom.play import Answer, Ask, Choice, Name, Option, ask
from cardroom.play.round import POT
from cardroom.rankings import strength, words_apart

__all__ = ["showdown"]

SHOW, MUCK = Choice("show"), Choice("muck")


class Strengths:
    """The strengths of the players' hands with one board: high hands, and lows in a split-pot game.

    The showdown compares each hand several times: who may muck, who wins each pot, and which card decides. A player is
    judged when they are first asked for, so their cards must be known by then.
    """

    __slots__ = ("_cards", "_highs", "_lows", "_poker", "board")

    def __init__(self, hand: Hand, board: Sequence[Card]) -> None:
        self.board = board
        self._cards, self._poker = hand.cards.hands, hand.poker
        self._highs: dict[Player, int] = {}
        self._lows: dict[Player, int] = {}

    def high(self, player: Player) -> int:
        """The strength of a hand by the game's ranking."""
        value = self._highs.get(player)
        if value is None:
            value = self._highs[player] = self._judge(self._poker.ranking, player)
        return value

    def low(self, player: Player) -> int:
        """The strength of a hand's low; 0 if it does not qualify."""
        value = self._lows.get(player)
        if value is None:
            value = self._lows[player] = self._judge(self._poker.low, player)
        return value

    def _judge(self, ranking: str, player: Player) -> int:
        return strength(ranking, self._cards[player.place], self.board or None, player.joker)


def showdown(
    hand: Hand, board: Sequence[Card] = (), others: Sequence[Sequence[Card]] = ()
) -> Generator[Ask, Answer, None]:
    """Show the hands, starting with the last player to bet or raise; then push the pots.

    A hand that is run twice has `others`, the boards after the first. Each board decides a part of each pot.

    All hands are compared, so only a hand that a shown hand beats may muck (house rule `muck`). If a player is all-in,
    all hands are shown (house rule `all_in_shows`). An unknown hand of a record may be put off until last. It wins
    unseen if all others muck.
    """
    round = hand.round
    shown: list[Player] = []
    unseen = "nobody else is in the hand"
    values = [Strengths(hand, each) for each in (board, *others)]
    if len(hand.live) > 1:
        unseen = "everybody else mucked"
        first = hand.aggressor if hand.aggressor in hand.live else hand.live[0]
        queue = hand.clockwise(first)
        put_off: list[Player] = []
        all_show = hand.stakes.all_in_shows and not all(map(hand.stack, hand.live))
        any_mucks = hand.stakes.any_hand_mucks
        while queue and len(hand.live) > 1:
            player = queue.pop(0)
            cards = round.cards.hands[player.place]
            unknown = cards.count(UNKNOWN)
            if not unknown and (all_show or not (any_mucks or all(beaten(hand, player, shown, on) for on in values))):
                round.cards.show(player.spot, ())
                shown.append(player)
                continue
            options: list[Option] = [SHOW, MUCK]
            if unknown:
                known = {card for held in round.cards.hands.values() for card in held}
                options[0] = Name("show", unknown, frozenset(range(52)) - known)
                if player not in put_off and queue:
                    options.append(Choice("last"))
            answer = yield ask(player.id, options, "muck" if unknown else "show")
            if answer.action == "muck":
                hand.live.remove(player)
            elif answer.action == "last":
                put_off.append(player)
                queue.append(player)
            else:
                round.cards.show(player.spot, answer.value or ())
                shown.append(player)
    if len(hand.live) > 1:
        push_pots(hand, values)
    elif total := hand.balances.get(POT, 0):
        (winner,) = hand.live
        why = hand_text(round.rules, round.cards.hand(winner.spot), board, winner.joker) if winner in shown else unseen
        hand.chips.push(winner.spot, total, "pot", why, hand.stakes.cite)


def beaten(hand: Hand, player: Player, shown: Sequence[Player], values: Strengths) -> bool:
    """Whether shown hands win everything that a player could win.

    In the last pot that the player can win there are only players who put in as much. One of them must have a better
    hand there, and in a high-low game one must have a better low, unless the player has none.
    """
    bets, bet = hand.put_in, hand.put_in.get(player.id, 0)
    rivals = [each for each in shown if bets.get(each.id, 0) >= bet]
    if not rivals or max(map(values.high, rivals)) <= values.high(player):
        return False
    if not hand.poker.low:
        return True
    low = values.low(player)
    return not low or max(map(values.low, rivals)) > low


def push_pots(hand: Hand, values: Sequence[Strengths]) -> None:
    """Push each pot to its winners. With several boards, each decides an equal part, and odd chips go to the first."""
    pots = side_pots(hand.put_in, hand.dead, [player.id for player in hand.live], hand.charged)
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else f"side pot {number}" if number else "main pot"
        players = [player for player in hand.live if player.id in pot.players]
        if len(values) == 1:
            push_pot(hand, pot.amount, name, players, values[0])
            continue
        parts = split(pot.amount, ("first", "second", "third")[: len(values)], hand.stakes.chip)
        for (which, amount), each in zip(parts.items(), values, strict=True):
            push_pot(hand, amount, f"{name}, {which} board", players, each)


def push_pot(hand: Hand, amount: int, name: str, players: Sequence[Player], values: Strengths) -> None:
    """Push a pot to its winners, half of it to the best qualifying low if the game has a low."""
    poker, board = hand.poker, values.board
    highs = best(players, values.high)
    lows = best(players, values.low) if poker.low else []
    low_half = low_part(hand, amount, highs, lows, board) if lows else 0
    words = words_of(hand, poker.ranking, highs[0], values.high)
    push(hand, amount - low_half, name, odd_chip_order(hand, highs, poker.ranking, board), words)
    if low_half:
        words = words_of(hand, poker.low, lows[0], values.low)
        push(hand, low_half, name, odd_chip_order(hand, lows, poker.low, board), words)


def words_of(hand: Hand, ranking: str, winner: Player, value_of: Callable[[Player], int]) -> str:
    """A winner's hand in words. They differ from the words of every different hand that is shown."""
    return words_apart(ranking, value_of(winner), *map(value_of, hand.live))[0]


def push(hand: Hand, amount: int, name: str, winners: Sequence[Player], words: str) -> None:
    """Push a pot, or half of one, to its winners, the first in line for odd chips first."""
    cite = hand.stakes.winners_cite
    for winner, share in zip(
        winners, split(amount, [each.id for each in winners], hand.stakes.chip).values(), strict=True
    ):
        if share:
            hand.chips.push(winner.spot, share, name, words, cite)


def best(players: Sequence[Player], value_of: Callable[[Player], int]) -> list[Player]:
    """The players with the best hand; empty if no hand qualifies."""
    values = list(map(value_of, players))
    top = max(values)
    return [player for player, value in zip(players, values, strict=True) if value == top] if top else []
