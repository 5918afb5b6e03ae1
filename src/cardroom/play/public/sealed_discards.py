"""Infer the sealed discards of a public record from the positions of opened cards.

A seat's proof opens every card that one viewer saw, by its number in the deal. That leaves traces. A hand that was
shown is open in every proof. A discarded card is open only in its owner's proof. All other cards are closed. The
functions here list the discards that fit. These are only proposals: the script must then accept them.

Replacements are dealt after the burn, to each player in turn, all of a player's cards together. A draw that takes a
fixed number of cards (the pineapples) deals no replacements.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

__all__ = ["Draw", "DrawingPlayer", "Fit", "TooMany", "fits"]

MOST_FITS = 64
MOST_STEPS = 20_000


class TooMany(Exception):
    """Too many discards fit to list them."""


class Draw(NamedTuple):
    """One turn around the table in which players discard."""

    players: tuple[str, ...]
    start: int
    """The number of cards dealt before it, if no player drew a card in it or before it."""
    burned: int
    fixed: int | None = None
    """The number of cards that each player must discard, if the rules fix it. Then they are not replaced."""
    pat: frozenset[str] = frozenset()
    """Absent players. Their default is to stand pat."""


class DrawingPlayer(NamedTuple):
    """A player's first cards, by their number in the deal, and whether the hand was shown at the end."""

    cards: tuple[int, ...]
    shown: bool


class Fit(NamedTuple):
    """Discards that fit: what each player discarded at each draw, by number in the deal."""

    thrown: tuple[Mapping[str, tuple[int, ...]], ...]
    hands: Mapping[str, frozenset[int]]
    """The final hands of players who showed."""
    unseen: frozenset[int]
    """All cards that were dealt to players who did not show. Which of them each kept is a guess."""


Hands = tuple[tuple[str, tuple[int, ...]], ...]
Thrown = tuple[tuple[str, tuple[int, ...]], ...]


def fits(
    players: Mapping[str, DrawingPlayer], draws: Sequence[Draw], proofs: Sequence[frozenset[int]], size: int
) -> list[Fit]:
    """All discards that explain which cards the proofs open, one for each set of final hands.

    `size` is the number of cards in the deck. Discards that would need more are left out.

    >>> ann, bob = DrawingPlayer((0, 2, 4, 6, 8), shown=True), DrawingPlayer((1, 3, 5, 7, 9), shown=False)
    >>> draw = Draw(("ann", "bob"), 10, burned=1)
    >>> [fit] = fits({"ann": ann, "bob": bob}, [draw], [frozenset({0, 2, 4, 11, 12})], 52)
    >>> fit.thrown[0]["ann"], sorted(fit.hands["ann"])
    ((6, 8), [0, 2, 4, 11, 12])
    """
    by_hands: dict[tuple[frozenset[int], ...], Fit] = {}
    if not proofs:
        return []
    for viewers in _viewers(players, proofs):
        for fit in _Search(players, draws, proofs, viewers, size).run():
            by_hands.setdefault(tuple(fit.hands.values()), fit)
            if len(by_hands) > MOST_FITS:
                raise TooMany
    return list(by_hands.values())


def _viewers(
    players: Mapping[str, DrawingPlayer], proofs: Sequence[frozenset[int]]
) -> Iterator[tuple[str | None, ...]]:
    """The possible owner of each proof: a player whose first cards it all opens, or no particular player."""
    may = [[None, *(name for name, player in players.items() if proof.issuperset(player.cards))] for proof in proofs]
    yield from product(*may)


class _Search:
    """A search for discards, given the owner of each proof."""

    def __init__(
        self,
        players: Mapping[str, DrawingPlayer],
        draws: Sequence[Draw],
        proofs: Sequence[frozenset[int]],
        viewers: Sequence[str | None],
        size: int,
    ) -> None:
        self.players, self.draws, self.proofs, self.size = players, draws, proofs, size
        self.own = {name: tuple(viewer == name for viewer in viewers) for name in players}
        self.shown = [name for name, player in players.items() if player.shown]
        self.everywhere, self.nowhere = (True,) * len(proofs), (False,) * len(proofs)
        self.steps = 0
        self.been: set[object] = set()

    def run(self) -> Iterator[Fit]:
        """All discards that fit."""
        if not all(self._possible(name, player.cards) for name, player in self.players.items()):
            return
        hands = tuple((name, player.cards) for name, player in self.players.items())
        yield from self._draw(0, 0, hands, ())

    def _traces(self, number: int) -> tuple[bool, ...]:
        return tuple(number in proof for proof in self.proofs)

    def _possible(self, name: str, cards: Sequence[int]) -> bool:
        """Whether these cards can have been dealt to a player: kept and shown, or seen by the player alone."""
        own = self.own[name]
        return all(
            (traces := self._traces(number)) == own or (traces == self.everywhere and self.players[name].shown)
            for number in cards
        )

    def _draw(self, at: int, extra: int, hands: Hands, thrown: tuple[Thrown, ...]) -> Iterator[Fit]:
        """Search from a draw on, if `extra` cards were drawn before it."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooMany
        shown = tuple((name, cards) for name, cards in hands if self.players[name].shown)
        if (at, extra, shown) in self.been:  # hands that stay unseen make no difference
            return
        self.been.add((at, extra, shown))
        if at == len(self.draws):
            final = {name: frozenset(cards) for name, cards in shown}
            if self._explains(extra) and all(
                self._traces(number) == self.everywhere for cards in final.values() for number in cards
            ):
                yield Fit(tuple(map(dict, thrown)), final, self._unseen(hands, thrown))
            return
        draw = self.draws[at]
        start = draw.start + extra
        if any(self._traces(number) != self.nowhere for number in range(start, min(start + draw.burned, self.size))):
            return
        for after, discards, used in self._throw(at, 0, start + draw.burned, dict(hands), ()):
            yield from self._draw(at + 1, extra + used - start - draw.burned, after, (*thrown, discards))

    def _unseen(self, hands: Hands, thrown: tuple[Thrown, ...]) -> frozenset[int]:
        """All cards that were dealt to players who did not show."""
        dealt = (each for hand in (hands, *thrown) for each in hand)
        return frozenset(number for name, cards in dealt if not self.players[name].shown for number in cards)

    def _explains(self, extra: int) -> bool:
        """Whether all opened cards have been dealt by the end. After a draw without replacements, more cards follow."""
        last = self.draws[-1]
        opened = max((number for proof in self.proofs for number in proof), default=-1)
        return last.fixed is not None or opened < last.start + last.burned + extra

    def _throw(
        self, at: int, turn: int, number: int, hands: dict[str, tuple[int, ...]], discards: Thrown
    ) -> Iterator[tuple[Hands, Thrown, int]]:
        """Search what the players of a draw discard, from one player on. Their new cards begin at a number."""
        draw = self.draws[at]
        if turn == len(draw.players):
            yield tuple(hands.items()), discards, number
            return
        name = draw.players[turn]
        for away in self._choices(name, hands[name], draw, last=at == len(self.draws) - 1):
            new = () if draw.fixed is not None else tuple(range(number, number + len(away)))
            if (new and new[-1] >= self.size) or not self._possible(name, new):
                continue
            held = (*(each for each in hands[name] if each not in away), *new)
            yield from self._throw(at, turn + 1, number + len(new), hands | {name: held}, (*discards, (name, away)))

    def _choices(self, name: str, held: tuple[int, ...], draw: Draw, *, last: bool) -> Iterator[tuple[int, ...]]:
        """The cards that a player may have discarded. A card that others saw was kept. If the hand was shown, a card
        that only its owner saw must be discarded by the last draw. Which of these cards goes first makes no
        difference."""
        if name in draw.pat:
            yield ()
            return
        if not self.players[name].shown:
            counts = range(len(held) + 1) if draw.fixed is None else [draw.fixed]
            yield from (held[:count] for count in counts)
            return
        if (
            self.own[name] == self.everywhere
        ):  # only their own proofs are here: any of their cards may have been discarded
            counts = range(len(held) + 1) if draw.fixed is None else [draw.fixed]
            yield from (away for count in counts for away in combinations(held, count))
            return
        own = tuple([each for each in held if self._traces(each) == self.own[name]])
        for count in [len(own)] if last else range(len(own) + 1):
            if draw.fixed in (None, count):
                yield own[:count]
