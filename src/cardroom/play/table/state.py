"""The state of a table: a plain value, changed only by `evolve`. Properties that follow from it are here, too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import msgspec

from cardroom.cards.chain import withheld
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import About, Shuffle
from cardroom.errors import InvariantError
from cardroom.play.game import Game
from cardroom.play.records import Opening, RulesOf
from cardroom.play.round import Answer, Carry, Spot, least_stack
from cardroom.play.table.log import GameSet, ParkedGame, Snapshot

__all__ = ["FindGame", "State", "game_set", "snapshot"]

FindGame: TypeAlias = Callable[[str, RulesOf], Game]
"""Returns the game that a log entry names."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that is known about a table. Nothing in it is changed in place."""

    game: Game
    name: str
    """The name that shuffles and records are bound to."""
    money: bool
    """Whether every shuffle must be fair."""
    seed: str | None
    """The simulation seed that shuffles come from, if any."""
    links: dict[str, str]
    """House jackpots that stand in for the game's own, by the name of the game's own."""
    stacks: dict[str, int] = {}
    """Every player's chips at the table, in cents."""
    seats: dict[str, int] = {}
    """Where players sit."""
    behind: dict[str, int] = {}
    """Which seats players stand behind."""
    circles: tuple[tuple[str, int], ...] = ()
    """Second circles: player and seat."""
    out: frozenset[str] = frozenset()
    """Players who sit out."""
    away: frozenset[str] = frozenset()
    """Players who are absent: defaults are used for them."""
    paused: bool = False
    closed: bool = False
    left: dict[str, int] = {}
    """Chips of players who have left. In poker they must bring them back if they join again."""
    carry: Carry = msgspec.field(default_factory=Carry)
    rounds: int = 0
    """Rounds that ended."""
    hands: int = 0
    """Rounds in which chips moved since the table began to play this game."""
    orbit: int = 0
    """The number of players in the first of these rounds."""
    head: str = ""
    """The hash of the last record."""
    shuffles: int = 0
    """Shuffles made so far."""
    ready: Shuffle | SealedShuffle | None = None
    """The cards for the next round, if they are shuffled; see `shuffle`."""
    chains: dict[str, str] = {}
    """What was published last of each player's seed chain: its anchor, or the last link."""
    spent: bool = True
    """Whether new cards must be shuffled before the next round."""
    discarded: tuple[dict[str, Any], ...] = ()
    """Transcripts of shuffles since the last record that were not used, or not to the end."""
    parked: dict[Game, tuple[Carry, Shuffle | SealedShuffle]] = {}
    """Carry and cards of other games played here. A started shoe is dealt to its end when its game is played again."""
    opening: Opening | None = None
    """The inputs of the current round."""
    answers: tuple[Answer, ...] = ()
    """Its answers so far."""

    @property
    def shuffle(self) -> Shuffle | SealedShuffle:
        """The cards for the next round. Their commitment is public."""
        if self.ready is None:
            raise InvariantError(f"{self.name} has no cards yet")
        return self.ready

    @property
    def unrevealed(self) -> tuple[str, ...]:
        """Players who were asked for a link for the next cards and have not revealed it."""
        return withheld(self.ready.chains, self.ready.seeds) if self.ready is not None else ()

    def about(self) -> About:
        """The purpose that the next shuffle is bound to."""
        return About(self.game.slug, self.game.rules.digest, self.name, self.shuffles + 1, self.head)

    def spots(self) -> tuple[Spot, ...]:
        """The spots of all players who are present and do not sit out."""
        idle = self.out | self.away
        return (
            *(Spot.at(seat, who) for who, seat in self.seats.items() if who not in idle),
            *(Spot(f"circle {seat}", seat, who, second=True) for who, seat in self.circles if who not in idle),
            *(Spot(f"behind {who}", seat, who, backline=True) for who, seat in self.behind.items() if who not in idle),
        )

    def free_seats(self) -> Iterator[int]:
        """Seats that can be taken."""
        taken = {*self.seats.values(), *(seat for _, seat in self.circles)}
        return (seat for seat in range(1, self.game.rules.seats.most + 1) if seat not in taken)

    @property
    def missing(self) -> int:
        """The number of players with enough chips that are still needed before a round can be dealt."""
        least = least_stack(self.game.rules) if self.game.rules.point else 1
        here = {spot.seat for spot in self.spots() if self.stacks[spot.bettor] >= least}
        return max(self.game.rules.seats.least - len(here), 0)

    @property
    def round_id(self) -> str:
        """The id of the current round, unique at this table. Empty between rounds."""
        # A round that is voided does not count, but its shuffle does.
        return f"{self.rounds}.{self.shuffles}" if self.opening is not None else ""

    def question(self, spot: str) -> str:
        """The id of the question that a spot is asked now, unique at this table."""
        answered = [answer.spot for answer in self.answers].count(spot)
        return f"{self.rounds}.{self.shuffles}.{answered}"


def snapshot(state: State) -> Snapshot:
    """Return a state between two rounds as a log entry."""
    return Snapshot(
        game_set(state.game, state),
        dict(state.stacks),
        dict(state.seats),
        dict(state.behind),
        list(state.circles),
        sorted(state.out),
        sorted(state.away),
        msgspec.to_builtins(state.carry),
        state.rounds,
        state.hands,
        state.orbit,
        state.head,
        state.shuffles,
        state.shuffle.kept(),
        [
            ParkedGame(game.slug, RulesOf.game(game), msgspec.to_builtins(carry), shuffle.kept())
            for game, (carry, shuffle) in state.parked.items()
        ],
        dict(state.left),
        state.paused,
        dict(state.chains) or msgspec.UNSET,
    )


def game_set(game: Game, state: State, links: dict[str, str] | None = None) -> GameSet:
    """Return the entry that sets a game at a table."""
    linked = state.links if links is None else links
    rules = RulesOf.game(game)
    return GameSet(game.slug, rules, state.seed, state.money, state.name, dict(linked) or msgspec.UNSET)
