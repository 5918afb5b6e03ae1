"""How good the hands of a showdown are, each judged once."""

from collections.abc import Sequence

from cardroom.cards import Card
from cardroom.games.poker.hand import Hand, Player
from cardroom.rankings import strength

__all__ = ["Strengths"]


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
