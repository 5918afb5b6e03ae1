"""A game: a rule set and the script that plays it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from cardroom.cards.decks import deck
from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.play.bank import Payoff
from cardroom.play.round import Round, Script, Spot
from cardroom.rulebook import RuleSet

__all__ = ["Game"]

_STACK = 100_000
"""Cents that a seat starts with where nobody says otherwise."""


class Game(msgspec.Struct, frozen=True, eq=False):
    """A rule set with its script: what is played, analyzed and printed."""

    rules: RuleSet
    script: Callable[[Round], Script]
    version: str
    """The script's name and version, as records store it."""
    settle: Callable[[RuleSet, str, Any], Payoff] | None = None
    """What a wager pays in a showdown: used by the script and by analysis alike. Poker has no wagers to pay."""
    fees: Callable[[Round, str], Iterable[tuple[Spot, int, str]]] | None = None
    """The posted collection schedule, if any."""

    @property
    def slug(self) -> str:
        """The name by which the rest of the world calls it."""
        return self.rules.game

    def __repr__(self) -> str:
        return f"<Game {self.slug}, {self.rules.rules}>"

    def shuffle(self, seed: int | str | None = None, number: int = 0) -> Shuffle | SealedShuffle:
        """A shuffled deck or shoe of this game: from the operating system, or for simulations from a seed.

        Poker decks are sealed card by card, because their secret can never be shown.
        """
        cards = deck(self.rules.deck.name, self.rules.packs).cards
        if seed is not None:
            return Shuffle.simulated(cards, seed, number)
        return SealedShuffle.fresh(cards) if self.rules.poker else Shuffle.fresh(cards)

    def round(
        self,
        spots: int | Mapping[int, int] | Sequence[Spot],
        stacks: Mapping[str, int] | None = None,
        *,
        shuffle: Shuffle | SealedShuffle | None = None,
        seed: int | str | None = None,
        carry: Mapping[str, Any] | None = None,
    ) -> Round:
        """Start a round.

        `spots` is a number of seats, a stack in cents for each seat, or spots with their bettors' stacks.
        The cards come from a shuffle, a simulation's seed, or fresh from the operating system.

        >>> import cardroom
        >>> round = cardroom.game("three-card-poker-6-card-bonus").round({1: 20000, 2: 50000}, seed=7)
        >>> round.ask.options[0]
        Amount(action='bank', least=500, most=20000, step=1)
        """
        if isinstance(spots, int):
            spots = dict.fromkeys(range(1, spots + 1), _STACK)
        if isinstance(spots, Mapping):
            stacks = {str(seat): amount for seat, amount in spots.items()} if stacks is None else stacks
            spots = [Spot.of_seat(int(seat)) for seat in spots]
        if stacks is None:
            stacks = dict.fromkeys((spot.bettor for spot in spots), _STACK)
        return Round(self, spots, stacks, shuffle or self.shuffle(seed), carry)
