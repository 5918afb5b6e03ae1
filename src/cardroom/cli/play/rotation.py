"""The games that a table in the terminal plays: one, or several in turn."""

from cardroom.cli import UsageError
from cardroom.games.mixed import Mixed, next_game
from cardroom.play import Game, Table
from cardroom.play.table import ChangeGame

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
    """One game, or the games of a mix in turn."""

    def __init__(self, playing: Game | Mixed, seats: int | None) -> None:
        self._mix = playing if isinstance(playing, Mixed) else None
        if self._mix and (seats or 0) > self._mix.seats:
            raise UsageError(f"--seats: {self._mix.name} is played with at most {self._mix.seats} seats.")
        self.games: tuple[Game, ...] = playing.games if isinstance(playing, Mixed) else (playing,)
        self.name = self._mix.name if self._mix else ""
        self.words = rotation_words(self._mix) if self._mix else ""
        """The games in order, and how long each lasts."""

    def change(self, table: Table) -> bool:
        """Change to the game whose turn it is. Returns whether the game changed."""
        turn = next_game(self._mix, table) if self._mix else table.game
        changed = turn != table.game
        if changed:
            table.do(ChangeGame(turn))
        return changed
