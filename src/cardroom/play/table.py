"""A table folds rounds: who sits there with what, the carried state and the cards go from each round into the next.

All that happens to a table is an entry of its `log`; `Table.rebuilt` makes the same table from it, in the middle of a
round too, and it goes on as if it had never stopped. Pure but for one thing: without a seed, fresh shuffles come from
the operating system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.cards.verify import restored
from cardroom.errors import Mistaken
from cardroom.play.carry import Carry, read_carry
from cardroom.play.game import Game, seats_of
from cardroom.play.log import Added, Entry, Joined, Left, Opened, Played, Plays, SatOut, Seeded, Shuffled
from cardroom.play.places import RESERVED, Spot, seated
from cardroom.play.record import Record, RulesOf, opened, record, reopen
from cardroom.play.round import Round

__all__ = ["Entry", "Table"]


FindGame: TypeAlias = Callable[[str, RulesOf], Game]
"""Finds the game that an entry names."""


class Table:
    """Rounds, one after the other.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 50_000, "bob": 50_000}, seed=1)
    >>> round = table.start()
    >>> round.done, table.commitment[:8]
    (False, 'c97a4895')
    """

    def __init__(
        self,
        game: Game,
        players: int | Mapping[str, int] | Mapping[int, int] = 2,
        *,
        seed: int | str | None = None,
        money: bool = False,
    ) -> None:
        """`players` as `Game.round` takes them. At a money table every shuffle must be fair."""
        if money and seed is not None:
            raise Mistaken("a money table takes no seed: its shuffles come from the operating system alone")
        self.money = money
        self._start_empty()
        self._take(Plays(game.slug, RulesOf.game(game), None if seed is None else str(seed)), lambda *_: game)
        spots, stacks = seats_of(players)
        for spot in spots:
            self.join(spot.bettor, stacks[spot.bettor], spot.seat)
        self._shuffle_next()

    def _start_empty(self) -> None:
        self.game: Game
        self.stacks: dict[str, int] = {}
        """What everybody at the table has, in cents."""
        self.seats: dict[str, int] = {}
        """Where everybody sits."""
        self.out: set[str] = set()
        """Who is not dealt in."""
        self.carry = Carry()
        self.rounds = 0
        self.round: Round | None = None
        """The round that is not over yet."""
        self.shuffle: Shuffle | SealedShuffle
        """The cards for the next round; their commitment is public from now on."""
        self._seed: str | None = None
        self._shuffles = 0
        self._others: dict[tuple[str, str], tuple[Carry, Shuffle | SealedShuffle]] = {}
        """What other games left here, for when they are played again."""
        self._entries: list[Entry] = []

    @classmethod
    def rebuilt(cls, log: Iterable[Entry], find: FindGame, *, money: bool = False) -> Table:
        """The table that a log tells of; `find` gives the game for a name and rules, as `Opening` and `Plays` say."""
        table = cls.__new__(cls)
        table.money = money
        table._start_empty()
        for entry in log:
            table._take(entry, find)
        return table

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that happened, and at the end the round that is not over, with its answers so far."""
        if self.round is None:
            return tuple(self._entries)
        answers = tuple(self.round.answers)
        return (*self._entries, Opened(opened(self.round), answers))

    # -- who is there -------------------------------------------------------------------------------------------

    def join(self, bettor: str, cents: int, seat: int | None = None) -> None:
        """Sit down with chips, at a seat or at the first that is free."""
        self._between()
        if bettor in self.stacks or bettor in RESERVED:
            raise Mistaken(f"{bettor} " + ("sits here already" if bettor in self.stacks else "is no name for a player"))
        free = [each for each in range(1, self.game.rules.seats.most + 1) if each not in self.seats.values()]
        if (seat if seat is not None else next(iter(free), None)) not in free:
            raise Mistaken(f"seat {seat} is taken or none; free are {', '.join(map(str, free)) or 'none'}")
        self._take(Joined(bettor, free[0] if seat is None else seat, _whole(cents)))

    def add_chips(self, bettor: str, cents: int) -> None:
        """Put more chips on the table."""
        self._between()
        self._here(bettor)
        self._take(Added(bettor, _whole(cents)))

    def leave(self, bettor: str) -> int:
        """Leave the table; gives the chips that go along, in cents."""
        self._between()
        cents = self._here(bettor)
        self._take(Left(bettor, cents))
        return cents

    def sit_out(self, bettor: str, out: bool = True) -> None:
        """Not be dealt in from the next round on, or be again."""
        self._here(bettor)
        if (bettor in self.out) != out:
            self._take(SatOut(bettor, out))

    def _here(self, bettor: str) -> int:
        if bettor not in self.stacks:
            raise Mistaken(f"{bettor} does not sit here: {', '.join(self.stacks) or 'nobody'} does")
        return self.stacks[bettor]

    def _between(self) -> None:
        if self.round is not None:
            raise Mistaken("a round is being played: that is for between the rounds")

    # -- rounds -------------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """What the dealer's side is bound to before anybody bets or adds a seed."""
        return self.shuffle.commitment

    def add_seeds(self, *seeds: str) -> None:
        """Mix players' seeds into the next shuffle; a shoe that has begun takes none."""
        self._between()
        if self.carry.shoe:
            raise Mistaken("this shoe has begun: seeds can be added when the next one is shuffled")
        self.shuffle.seeded(*seeds)  # refused before it is written
        self._take(Seeded(seeds))

    def change(self, game: Game) -> None:
        """Play another game from the next round on; what this one carries waits until it is played again."""
        self._between()
        seated(game.rules, tuple(Spot.at(seat, bettor) for bettor, seat in self.seats.items()))
        known = _key(game) in self._others
        self._take(Plays(game.slug, RulesOf.game(game), self._seed), lambda *_: game)
        if not known:
            self._shuffle_next()

    def start(self, spots: Sequence[Spot] | None = None, *, shuffle: Shuffle | SealedShuffle | None = None) -> Round:
        """Begin the next round with all who do not sit out, or with spots as given."""
        self._between()
        if shuffle is not None:
            self._take(Shuffled(shuffle.kept()))
        if self.money and not self.shuffle.fair:
            raise Mistaken("a money table deals from fair shuffles only: this one is " + self.shuffle.kind)
        if spots is None:
            spots = [Spot.at(seat, bettor) for bettor, seat in self.seats.items() if bettor not in self.out]
        self.round = self.game.round(spots, self.stacks, shuffle=self.shuffle, carry=self.carry)
        return self.round

    def finish(self, round: Round | None = None) -> Record:
        """Take the finished round's result over, and make the next cards ready."""
        if self.round is None or round not in (None, self.round):
            raise Mistaken("this is not the round that the table plays")
        kept = record(self.round)
        self._take(Played(kept))
        if not self.carry.shoe:
            self._shuffle_next()
        return kept

    def _shuffle_next(self) -> None:
        self._take(Shuffled(self.game.shuffle(self._seed, self._shuffles).kept()))

    # -- the log ------------------------------------------------------------------------------------------------

    def _take(self, entry: Entry, find: FindGame | None = None) -> None:
        """Let something happen to the table: for the first time, or again from a log."""
        match entry:
            case Plays():
                self._plays(entry, find)
            case Joined(bettor, seat, cents):
                self.stacks[bettor], self.seats[bettor] = cents, seat
            case Added(bettor, cents):
                self.stacks[bettor] += cents
            case Left(bettor):
                del self.stacks[bettor], self.seats[bettor]
                self.out.discard(bettor)
            case SatOut(bettor, out):
                (self.out.add if out else self.out.discard)(bettor)
            case Shuffled(kept):
                self.shuffle = restored(kept)
                self._shuffles += 1
            case Seeded(seeds):
                self.shuffle = self.shuffle.seeded(*seeds)
            case Opened(opening, answers):
                self.round = reopen(opening, self.game, self.shuffle).play(answers)
                return
            case Played(kept):
                for bettor, change in kept.outcome.net.items():
                    if bettor in self.stacks:
                        self.stacks[bettor] += change
                self.carry = read_carry(kept.outcome.next, self.game.carried)
                self.round = None
                self.rounds += 1
        self._entries.append(entry)

    def _plays(self, entry: Plays, find: FindGame | None) -> None:
        if find is None:
            raise Mistaken(f"the log plays {entry.game}: a way to find that game is needed")
        before = self.carry
        if hasattr(self, "game"):
            self._others[_key(self.game)] = self.carry, self.shuffle
        game = find(entry.game, entry.rules)
        if game.rules.digest != entry.rules.digest:
            raise Mistaken(f"the log plays {entry.game} under rules {entry.rules.digest[:12]}, not those found")
        self.carry = Carry()
        if _key(game) in self._others:
            self.carry, self.shuffle = self._others.pop(_key(game))
        if hasattr(self, "game") and self.game.carried is game.carried:
            self.carry = msgspec.structs.replace(self.carry, own=before.own)  # a button stays where it is
        self.game, self._seed = game, entry.seed


def _key(game: Game) -> tuple[str, str]:
    return game.slug, game.rules.digest


def _whole(cents: int) -> int:
    if type(cents) is not int or cents < 0:
        raise Mistaken(f"chips are whole cents, not {cents!r}")
    return cents
