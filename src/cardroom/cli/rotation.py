"""Which game a table of the terminal's plays: one, or several in turn."""

from cardroom.cli import UsageError
from cardroom.games.mixed import Mixed, next_game
from cardroom.play import Game, Table
from cardroom.play.commands import ChangeGame

__all__ = ["Mixed", "Rotation", "rotation_words"]


def rotation_words(mix: Mixed) -> str:
    """The games of a mix in their order, and how long each is played.

    >>> from cardroom.games.mixed import mixed
    >>> rotation_words(mixed("horse"))[:60]
    "Texas Hold'em, Omaha High-Low Split, Razz, Seven Card Stud, "
    """
    lasts = f"{mix.hands} hands" if mix.hands else "an orbit"
    return f"{', '.join(each.rules.name for each in mix.games)}: each for {lasts}"


class Rotation:
    """One game, or those of a mix."""

    def __init__(self, playing: Game | Mixed, seats: int | None) -> None:
        self._mix = playing if isinstance(playing, Mixed) else None
        if self._mix and (seats or 0) > self._mix.seats:
            raise UsageError(f"--seats: {self._mix.name} is played with {self._mix.seats} seats taken at most")
        self.games: tuple[Game, ...] = playing.games if isinstance(playing, Mixed) else (playing,)
        self.name = self._mix.name if self._mix else ""
        self.words = rotation_words(self._mix) if self._mix else ""
        """Which games there are, in which order, and how long each lasts."""

    def change(self, table: Table) -> bool:
        """Let the table play the game whose turn it is; whether that is another."""
        turn = next_game(self._mix, table) if self._mix else table.game
        changed = turn != table.game
        if changed:
            table.do(ChangeGame(turn))
        return changed
