"""A table folds rounds: stacks, the carried state and the cards go from each round into the next.

Pure but for one thing: without a seed, fresh shuffles come from the operating system.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.play.game import Game
from cardroom.play.record import Record, record
from cardroom.play.round import Round, Spot

__all__ = ["Table"]


class Table:
    """Rounds of one game, one after the other.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), seats=3, seed=1)
    >>> round = table.start()
    >>> round.done, table.commitment[:8]
    (False, 'c97a4895')
    """

    def __init__(
        self,
        game: Game,
        seats: int | Mapping[int, int] = 2,
        *,
        seed: int | str | None = None,
        money: bool = False,
    ) -> None:
        """`seats` is how many, or a stack in cents for each. At a money table every shuffle must be fair."""
        if money and seed is not None:
            raise ValueError("a money table takes no seed: its shuffles come from the operating system alone")
        self.game = game
        self.money = money
        stacks = dict.fromkeys(range(1, seats + 1), 100_000) if isinstance(seats, int) else seats
        self.stacks = {str(seat): amount for seat, amount in stacks.items()}
        self.carry: dict[str, Any] = {}
        self.rounds = 0
        self._seed = seed
        self._shuffles = 0
        self.shuffle = self._new_shuffle()
        """The cards for the next round; their commitment is public from now on."""

    @property
    def commitment(self) -> str:
        """What the dealer's side is bound to before anybody bets or adds a seed."""
        return self.shuffle.commitment

    def add_seeds(self, *seeds: str) -> None:
        """Mix players' seeds into the next shuffle; a shoe that has begun takes none."""
        if self.carry.get("shoe"):
            raise ValueError("this shoe has begun: seeds can be added when the next one is shuffled")
        self.shuffle = self.shuffle.seeded(*seeds)

    def start(self, spots: Sequence[Spot] | None = None, *, shuffle: Shuffle | SealedShuffle | None = None) -> Round:
        """Begin the next round with those who have chips, or with spots as given."""
        if shuffle is not None:
            self.shuffle = shuffle
        if self.money and not self.shuffle.fair:
            raise ValueError("a money table deals from fair shuffles only: this one is " + self.shuffle.kind)
        if spots is None:
            spots = [Spot.of_seat(int(seat)) for seat in self.stacks if seat.isdecimal()]
        return Round(self.game, spots, self.stacks, self.shuffle, self.carry)

    def finish(self, round: Round) -> Record:
        """Take a finished round's result over, and make the next cards ready."""
        kept = record(round)
        self.stacks = {name: round.accounts[name] for name in round.stacks}
        self.carry = kept.next
        self.rounds += 1
        if not self.carry.get("shoe"):
            self.shuffle = self._new_shuffle()
        return kept

    def _new_shuffle(self) -> Shuffle | SealedShuffle:
        self._shuffles += 1
        return self.game.shuffle(self._seed, self._shuffles - 1)
