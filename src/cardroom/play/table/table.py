"""A table: rounds one after another, with the same people. It runs commands and holds the state, the round and the log.

`decide` returns the entries that a command leaves, `evolve` applies them to the state. `Table.from_log` rebuilds a
table from its log, also in mid-round. The table then continues as if it had never stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from cardroom.cards.health import system_bytes
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.commands import Join
from cardroom.errors import InputError, InvariantError
from cardroom.play.game import Game, seats_of
from cardroom.play.records import Record, RulesOf, record, reopen
from cardroom.play.round import Carry, Round, Spot
from cardroom.play.table.commands import ChangeGame, Command, OpenTable, StartRound
from cardroom.play.table.decide import decide, end_round, follow
from cardroom.play.table.evolve import evolve
from cardroom.play.table.log import Answered, Entry, RoundStarted, answer_entry
from cardroom.play.table.state import FindGame, State, snapshot

__all__ = ["Entry", "FindGame", "Table"]


class Table:
    """Rounds, one after another.

    >>> import cardroom
    >>> from cardroom.play.table import Leave, SitOut
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 50_000, "bob": 50_000}, seed=1)
    >>> round = table.start()
    >>> round.done, len(table.commitment)
    (False, 64)
    >>> table.do(SitOut("bob"))
    (SatOut(bettor='bob', out=True),)
    """

    state: State
    """The table's state after the last entry of the log."""
    round: Round | None
    """The current round."""

    def __init__(
        self,
        game: Game,
        players: int | Mapping[str, int] | Mapping[int, int] = 2,
        *,
        seed: int | str | None = None,
        money: bool = False,
        name: str | None = None,
        links: Mapping[str, str] | None = None,
    ) -> None:
        """`players` is as in `Game.round`. At a money table every shuffle must be fair.

        Shuffles and records are bound to `name`; by default a unique name is made. `links` names house jackpots to use
        in place of the game's own.
        """
        if name is None:
            unique = system_bytes(16) if seed is None else sha256(str(seed).encode()).digest()[:4]
            name = ("" if seed is None else "simulation ") + unique.hex()
        self.round = None
        opened = OpenTable(game, dict(links or {}), name, money, None if seed is None else str(seed))
        entries = decide(None, opened)
        self.state = evolve(None, entries[0], lambda *_: game)
        self._entries: list[Entry] = [*entries]
        self._continue()
        spots, stacks = seats_of(players)
        for spot in spots:
            self.do(Join(spot.bettor, stacks[spot.bettor], spot.seat))

    @classmethod
    def from_log(cls, log: Iterable[Entry], find: FindGame) -> Table:
        """Rebuild a table from its log; `find` gives the game for a name and rules, as `games.game_by_digest` does.

        Rounds that ended are taken as they are in the log. Only the current round is run again.
        """
        table = cls.__new__(cls)
        table._entries = [*log]
        state: State | None = None
        for entry in table._entries:
            state = evolve(state, entry, find)
        if state is None:
            raise InputError("the log is empty: it must start with a game or a snapshot")
        table.state, table.round = state, None
        if state.opening is not None:
            table.round = reopen(state.opening, state.game, state.shuffle)
            with suppress(InvariantError):  # a round that failed fails again, and can be voided
                table.round.play(state.answers)
        elif state.ready is not None:
            state.ready.close()  # the secret may have been read while the table was stopped: take no more seeds
        return table

    def do(self, command: Command) -> tuple[Entry, ...]:
        """Carry out a command; return the entries that it leaves. A command that is refused changes nothing."""
        if self.round is not None and len(self.round.answers) > len(self.state.answers):
            self._note_answers()
        state, before = self.state, len(self._entries)
        new = command.game if isinstance(command, ChangeGame) else None
        try:
            for entry in decide(state, command, self.round):
                self._apply(entry, new)
        except BaseException:  # a script can refuse to start after cards were replaced
            self.state = state
            del self._entries[before:]
            raise
        self._continue()
        return tuple(self._entries[before:])

    def _continue(self) -> None:
        """Apply the entries that follow by themselves."""
        while entries := follow(self.state, self.round):
            for entry in entries:
                self._apply(entry)

    def _apply(self, entry: Entry, game: Game | None = None) -> None:
        """Apply one new entry."""
        if isinstance(entry, Answered) and self.round is not None:
            self.round.accept(entry.answer)
            self.state = evolve(self.state, entry, _no_game)
            self._entries.append(entry)
            return
        state = evolve(self.state, entry, lambda *_: game or self.state.game)
        if isinstance(entry, RoundStarted):
            opening = entry.opening
            self.round = state.game.round(opening.spots, opening.stacks, shuffle=state.shuffle, carry=state.carry)
        elif state.opening is None:
            self.round = None
        self.state = state
        self._entries.append(entry)

    def _note_answers(self) -> None:
        """Log the answers that were given to the round directly, so that entries are in the order of events."""
        for entry in self._unlogged():
            self.state = evolve(self.state, entry, _no_game)
            self._entries.append(entry)

    def _unlogged(self) -> list[Answered]:
        if self.round is None or len(self.round.answers) == len(self.state.answers):
            return []
        new = slice(len(self.state.answers), None)
        return [
            answer_entry(answer, ask.secret)
            for answer, ask in zip(self.round.answers[new], self.round.asked[new], strict=True)
        ]

    @property
    def log(self) -> tuple[Entry, ...]:
        """All entries, including the answers of the current round. Entries are added, never changed."""
        return (*self._entries, *self._unlogged())

    def since(self, entries: int) -> tuple[Entry, ...]:
        """The entries of the log after the first `entries`."""
        self._note_answers()
        return tuple(self._entries[entries:])

    def snapshot(self) -> None:
        """Replace the log by a snapshot. Possible only between rounds; earlier entries are dropped."""
        if self.round is not None:
            raise InputError("This is possible only between rounds. Try again when the round ends.")
        self._entries = [snapshot(self.state)]

    # -- rounds ---------------------------------------------------------------------------------------------------

    def start(self, spots: Sequence[Spot] | None = None, *, shuffle: Shuffle | SealedShuffle | None = None) -> Round:
        """Start the next round, with all who do not sit out or with these spots; return it."""
        self.do(StartRound(spots, shuffle))
        if self.round is None:
            raise InvariantError("a started round is missing")
        return self.round

    def finish(self, round: Round | None = None) -> Record:
        """End a round that is done, and shuffle the next cards; return its record."""
        if self.round is None or round not in (None, self.round):
            raise InputError("this is not the table's current round")
        finished = record(self.round, self.state.head, self.state.name)
        self._note_answers()
        for entry in end_round(self.state, finished):
            self._apply(entry)
        self._continue()
        return finished

    # -- properties ------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The current game."""
        return self.state.game

    @property
    def name(self) -> str:
        """The name that shuffles and records are bound to."""
        return self.state.name

    @property
    def stacks(self) -> dict[str, int]:
        """Every player's chips, in cents."""
        return self.state.stacks

    @property
    def seats(self) -> dict[str, int]:
        """Where players sit."""
        return self.state.seats

    @property
    def carry(self) -> Carry:
        """What goes from one round to the next."""
        return self.state.carry

    @property
    def links(self) -> dict[str, str]:
        """House jackpots that replace the game's own, by the names of these in the rules."""
        return self.state.links

    @property
    def rounds(self) -> int:
        """The number of rounds that ended."""
        return self.state.rounds

    @property
    def shuffle(self) -> Shuffle | SealedShuffle:
        """The cards for the next round."""
        return self.state.shuffle

    @property
    def commitment(self) -> str:
        """The hash that fixes the next cards, public before anyone bets or adds a seed."""
        return self.state.shuffle.commitment

    def question(self, spot: str) -> str:
        """The id of the question that a spot is asked now."""
        self._note_answers()
        return self.state.question(spot)


def _no_game(slug: str, rules: RulesOf) -> Game:
    """The game finder for entries that name no game."""
    raise InvariantError(f"{slug} is not needed here")
