"""Mixed games at one table: which game is next follows from what the table has played, so a rebuilt table goes on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardroom.games import game
from cardroom.play import Game, Table
from cardroom.play.places import seated
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.mixes import load_mix, mixes

__all__ = ["Mixed", "house_of", "listed", "mixed", "next_game", "told_of"]


class Mixed(NamedTuple):
    """Games that take turns at a table."""

    name: str
    games: tuple[Game, ...]
    hands: int
    """How long each is played; 0 is an orbit."""

    @property
    def seats(self) -> int:
        """The seats that all of them have."""
        return min(each.rules.seats.most for each in self.games)


def mixed(name: str | Path, rules: str | None = None, house: Mapping[str, Any] | None = None) -> Mixed:
    """A mix by its name or its file, under a rule set, with what the house says of every game in it, or of one.

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
        raise RuleBookError(f"no mix is called {name!r}: there are {', '.join(known)}")
    path = known[name] if isinstance(name, str) else name
    mix = load_mix(path)
    slugs, games = [turn.game for turn in mix.game], []
    for place, (turn, said) in enumerate(zip(mix.game, house_of(slugs, house or {}), strict=True), 1):
        try:
            games.append(game(turn.game, rules=rules, **(turn.house | said)))
        except RuleBookError as error:
            raise RuleBookError(told_of(place, turn.game, error)) from None
    return listed(mix.name, games, 0 if mix.each == "orbit" else mix.each, f"{path.name}: game: ")


def house_of(slugs: Sequence[str], house: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What the house says of each of these games: what it says of all, and what it says of one, which is named before
    a point by its name or, where a game is there twice, its number.

    >>> house_of(["razz", "badugi"], {"stakes": "$4-$8", "razz.collection": "31", "2.collection": "4"})
    [{'stakes': '$4-$8', 'collection': '31'}, {'stakes': '$4-$8', 'collection': '4'}]
    """
    said: list[dict[str, Any]] = [{} for _ in slugs]
    ordered = sorted(house.items(), key=lambda each: ("." in each[0], each[0].partition(".")[0].isdecimal()))
    for name, value in ordered:
        of, point, rule = name.rpartition(".")
        places = [place for place, slug in enumerate(slugs, 1) if not point or of in (slug, str(place))]
        if not places:
            there_are = ", ".join(f"{place} {slug}" for place, slug in enumerate(slugs, 1))
            raise RuleBookError(f"house rule {name}: no game here is called {of!r}: there are {there_are}")
        for place in places:
            said[place - 1][rule] = value
    return said


def told_of(place: int, slug: str, error: Exception) -> str:
    """What is wrong with one of the games."""
    return f"game {place}, {slug}: {error}; for this game alone a house rule is written {slug}.NAME or {place}.NAME"


def listed(name: str, games: Sequence[Game], hands: int = 0, where: str = "") -> Mixed:
    """These games in turn, each for so many hands, or for an orbit.

    >>> listed("Both", [game("razz"), game("badugi")]).seats
    8
    """
    for place, each in enumerate(games):
        if each.rules.poker is None:
            raise RuleBookError(f"{where}{each.slug} is no poker game")
        if each in games[:place]:
            raise RuleBookError(f"{where}{each.slug} is there twice under the same rules")
    return Mixed(name, tuple(games), hands)


def next_game(mix: Mixed, table: Table) -> Game:
    """The game that a table plays next: its own, or when its turn is over the one that follows. A game that has no seat
    for somebody who is there is passed over.

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
            seated(each.rules, state.spots())
        except ValueError:
            continue
        return each
    return table.game
