"""Mixed games at one table. The next game follows from what the table has played, so a rebuilt table continues."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.games import game
from cardroom.play import Game, Table
from cardroom.play.round import in_seat_order
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.mixes import load_mix, mixes

__all__ = ["Mixed", "game_problem", "house_of", "mix_of", "mixed", "next_game"]


class Mixed(NamedTuple):
    """Games that take turns at a table."""

    name: str
    games: tuple[Game, ...]
    hands: int
    """The number of hands of each game; 0 means an orbit."""

    @property
    def seats(self) -> int:
        """The number of seats that all of them have."""
        return min(each.rules.seats.most for each in self.games)


def mixed(name: str | Path, rules: str | None = None, house: Mapping[str, Any] | None = None) -> Mixed:
    """A mix by its name or file, under a rule set. House rules apply to all its games, or to one.

    >>> horse = mixed("horse", house={"stakes": "$10-$20"})
    >>> [each.slug for each in horse.games], horse.seats
    (['texas-holdem', 'omaha-high-low', 'razz', 'seven-card-stud', 'stud-8'], 8)
    >>> mixed("eight-game", house={"stakes": "$10-$20 or $5/$10"}).games[-1].rules.house("blinds")
    '$5/$10'
    >>> mixed("horse", house={"razz.collection": "31"}).games[2].rules.house("collection")
    '31'
    """
    known = mixes()
    if isinstance(name, str) and name not in known:
        raise RuleBookError(f"unknown mix {name!r}: choose from {', '.join(known)}")
    path = known[name] if isinstance(name, str) else name
    mix = load_mix(path)
    slugs, games = [turn.game for turn in mix.game], []
    for place, (turn, own) in enumerate(zip(mix.game, house_of(slugs, house or {}), strict=True), 1):
        try:
            games.append(game(turn.game, rules=rules, **(turn.house | own)))
        except RuleBookError as error:
            raise RuleBookError(game_problem(place, turn.game, error)) from None
    return mix_of(mix.name, games, 0 if mix.each == "orbit" else mix.each, f"{path.name}: game: ")


def house_of(slugs: Sequence[str], house: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The house rules of each of these games: those for all, and those for one.

    A rule for one game is prefixed with the game's name or its number and a dot.

    >>> house_of(["razz", "badugi"], {"stakes": "$4-$8", "razz.collection": "31", "2.collection": "4"})
    [{'stakes': '$4-$8', 'collection': '31'}, {'stakes': '$4-$8', 'collection': '4'}]
    """
    by_game: list[dict[str, Any]] = [{} for _ in slugs]
    ordered = sorted(house.items(), key=lambda each: ("." in each[0], each[0].partition(".")[0].isdecimal()))
    for name, value in ordered:
        of, point, rule = name.rpartition(".")
        places = [place for place, slug in enumerate(slugs, 1) if not point or of in (slug, str(place))]
        if not places:
            there_are = ", ".join(f"{place} {slug}" for place, slug in enumerate(slugs, 1))
            raise RuleBookError(f"house rule {name}: no game here is called {of!r}: choose from {there_are}")
        for place in places:
            by_game[place - 1][rule] = value
    return by_game


def game_problem(place: int, slug: str, error: Exception) -> str:
    """An error message for one of the games."""
    return f"game {place}, {slug}: {error}; to set a house rule for this game only, write {slug}.NAME or {place}.NAME"


def mix_of(name: str, games: Sequence[Game], hands: int = 0, where: str = "") -> Mixed:
    """A mix of these games, each for this many hands, or for an orbit.

    >>> mix_of("Both", [game("razz"), game("badugi")]).seats
    8
    """
    for place, each in enumerate(games):
        if each.rules.poker is None:
            raise RuleBookError(f"{where}{each.slug} is not a poker game")
        if each in games[:place]:
            raise RuleBookError(f"{where}{each.slug} is listed twice with the same rules")
    return Mixed(name, tuple(games), hands)


def next_game(mix: Mixed, table: Table) -> Game:
    """The game that a table plays next: the current one, or the following one when its turn is over.

    Games with too few seats for the players are skipped.

    >>> horse = mixed("horse")
    >>> table = Table(horse.games[0], {"ann": 20_000, "bob": 20_000}, seed=1)
    >>> next_game(horse, table).slug
    'texas-holdem'
    """
    state = table.state
    if table.game in mix.games and (not state.hands or state.hands < (mix.hands or state.orbit)):
        return table.game
    place = mix.games.index(table.game) + 1 if table.game in mix.games else 0
    for each in (*mix.games[place:], *mix.games[:place]):
        try:
            in_seat_order(each.rules, state.spots())
        except ValueError:
            continue
        return each
    return table.game
