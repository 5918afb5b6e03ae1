"""The museum: the classic broken shuffle, kept so that the tests can show that they would catch it.

Three mistakes that real card rooms have made, in a few lines: the generator has 32 bits of state and starts
from the clock; its numbers are brought into range by a remainder; and each card is exchanged with one of
*all* n places, though n to the nth ways cannot be shared out evenly among n! orders. What must not happen: that
anything but a test imports this.
"""

from collections.abc import Sequence

from cardroom.cards import Card


class ClockRandom:
    """A linear congruential generator, started from the clock in milliseconds."""

    def __init__(self, clock: int) -> None:
        self.state = clock & 0xFFFFFFFF

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, by remainder: where n is even, the lowest bits decide, the worst of all."""
        self.state = (self.state * 1103515245 + 12345) & 0xFFFFFFFF
        return self.state % n

    def permute(self, cards: Sequence[Card]) -> list[Card]:
        """Each card exchanged with one from anywhere in the deck."""
        deck = list(cards)
        for place in range(len(deck)):
            other = self.below(len(deck))
            deck[place], deck[other] = deck[other], deck[place]
        return deck
