"""A game: a rule set and the script that plays it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from cardroom.cards.decks import deck
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import NOTHING, About, Shuffle
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_SEATS
from cardroom.play.round import Carry, Round, Script, Spot, read_carry
from cardroom.rulebook import RuleSet

__all__ = ["STACK", "Game", "seats_of"]

STACK = 100_000
"""Cents that a player starts with by default."""


class Game(msgspec.Struct, frozen=True):
    """A rule set with its script: it can be played, analyzed and printed. Equal rules make equal games."""

    rules: RuleSet
    script: Callable[[Round], Script]
    version: str
    """The script's name and version, as records store it."""
    carried: type[msgspec.Struct] | None = None
    """The type of the script's own state from round to round."""

    @property
    def slug(self) -> str:
        """The name of the game in commands, files and addresses."""
        return self.rules.game

    def __repr__(self) -> str:
        return f"<Game {self.slug}, {self.rules.rules}>"

    def shuffle(
        self, seed: int | str | None = None, number: int = 0, about: About = NOTHING
    ) -> Shuffle | SealedShuffle:
        """Shuffle a deck or shoe of this game: from the operating system, or for simulations from a seed.

        Poker decks are sealed card by card, because their secret can never be published.
        """
        cards = deck(self.rules.deck.name, self.rules.packs).cards
        if seed is not None:
            return Shuffle.simulated(cards, seed, number, about)
        return SealedShuffle.fresh(cards, about) if self.rules.nobody_banks else Shuffle.fresh(cards, about)

    def round(
        self,
        players: int | Mapping[str, int] | Mapping[int, int] | Sequence[Spot],
        stacks: Mapping[str, int] | None = None,
        *,
        shuffle: Shuffle | SealedShuffle | None = None,
        seed: int | str | None = None,
        carry: Carry | Mapping[str, Any] | None = None,
        version: str | None = None,
    ) -> Round:
        """Start a round.

        `players` is their number, a stack in cents for each by name or by seat, or spots with their bettors' stacks.
        The cards come from a shuffle, a simulation's seed, or fresh from the operating system.
        `version` is what the record names, if the round is replayed.

        >>> import cardroom
        >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 20000, "bob": 50000}, seed=7)
        >>> round.ask.spot, round.ask.options[0]
        ('1', Amount(action='bank', least=500, most=20000))
        """
        spots, chips = seats_of(players) if isinstance(players, int | Mapping) else (list(players), None)
        if stacks is None:
            stacks = chips or dict.fromkeys((spot.bettor for spot in spots), STACK)
        carried = None if carry is None else read_carry(carry, self.carried)
        cards = shuffle or self.shuffle(seed)
        return Round(self.rules, self.script, version or self.version, spots, stacks, cards, carried)

    def replays(self, version: str) -> bool:
        """Whether the script can replay a round that a version of it played.

        >>> import cardroom
        >>> game = cardroom.game("texas-holdem")
        >>> game.replays(game.version), game.replays("community/0")
        (True, False)
        """
        return _number(version) == _number(self.version)


def _number(version: str) -> str:
    """The name and number of a version, without the digest that a game from outside the package has.

    Replaying compares every outcome, so code that was only reworded since still replays.
    """
    return version.partition(" ")[0]


def seats_of(players: int | Mapping[str, int] | Mapping[int, int]) -> tuple[list[Spot], dict[str, int]]:
    """Return spots and stacks for a number of players, or for players by name, in this order, or by seat number.

    >>> seats_of({"ann": 500})
    ([Spot(id='1', seat=1, bettor='ann', backline=False, second=False, circle='', hand=1)], {'ann': 500})
    >>> seats_of({4: 500})[1]
    {'4': 500}
    """
    if isinstance(players, int):
        if not 0 <= players <= MOST_SEATS:
            raise InputError(f"a table has at most {MOST_SEATS} seats, not {quoted(players)}")
        players = dict.fromkeys(range(1, players + 1), STACK)
    spots = [Spot.at(name) if isinstance(name, int) else Spot.at(place, name) for place, name in enumerate(players, 1)]
    return spots, dict(zip((spot.bettor for spot in spots), players.values(), strict=True))
