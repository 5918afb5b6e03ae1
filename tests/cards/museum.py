"""The museum: broken shuffles, which the tests must catch.

First the classic, with three mistakes that real card rooms have made: the generator has 32 bits of state and starts
from the clock; its numbers are brought into range by a remainder; and each card is exchanged with one of *all* n
positions, although n^n ways cannot be distributed evenly over n! orders. Then each mistake by itself, with everything
else correct, so that only a statistic for this mistake sees it. Only tests may import this module.
"""

from collections.abc import Sequence
from hashlib import shake_256

from cardroom.cards import Card
from cardroom.cards.stream import Stream

PLACES = range(52)


class ClockRandom:
    """A linear congruential generator, started from the clock in milliseconds."""

    def __init__(self, clock: int) -> None:
        self.state = clock & 0xFFFFFFFF

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, by remainder. If n is even, the lowest bits decide, which are the worst."""
        self.state = (self.state * 1103515245 + 12345) & 0xFFFFFFFF
        return self.state % n

    def permute(self, cards: Sequence[Card]) -> list[Card]:
        """Exchange each card with one from anywhere in the deck."""
        deck = list(cards)
        for place in range(len(deck)):
            other = self.below(len(deck))
            deck[place], deck[other] = deck[other], deck[place]
        return deck


# -- One mistake each: the order of 52 cards, and the dice behind it -----------------------------------------------


def good(number: int) -> Stream:
    """A good generator, for the parts that are not broken."""
    return Stream(good_bytes(number), b"museum %d" % number)


def good_bytes(number: int) -> bytes:
    return shake_256(b"museum %d" % number).digest(256)


def dice(stream: Stream | ClockRandom, count: int = 3) -> list[int]:
    return [stream.below(6) for _ in range(count)]


def by_the_clock(number: int) -> tuple[list[int], list[int]]:
    """A table that shuffles every twenty seconds."""
    clock = ClockRandom(1_000_000_007 + 20_011 * number)
    return clock.permute(PLACES), dice(clock)


def exchanged_with_any(number: int) -> tuple[list[int], list[int]]:
    """Good numbers, but each card is exchanged with one from all over the deck."""
    stream, deck = good(number), list(PLACES)
    for place in PLACES:
        other = stream.below(52)
        deck[place], deck[other] = deck[other], deck[place]
    return deck, dice(stream)


def never_left_in_place(number: int) -> tuple[list[int], list[int]]:
    """Off by one: no card is exchanged with itself, so every order is a single cycle (Sattolo's)."""
    stream, deck = good(number), list(PLACES)
    for last in range(51, 0, -1):
        other = stream.below(last)
        deck[last], deck[other] = deck[other], deck[last]
    return deck, dice(stream)


def by_remainder(number: int) -> tuple[list[int], list[int]]:
    """A good byte for each card, brought into range by a remainder."""
    deck = list(PLACES)
    for last, byte in zip(range(51, 0, -1), good_bytes(number), strict=False):
        other = byte % (last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck, dice(good(number + 10**9))


def riffled_seven_times(number: int) -> tuple[list[int], list[int]]:
    """Seven good riffles are one good cut into 128 piles; Bayer and Diaconis know how far that is from random."""
    pile = good_bytes(number)
    back = sorted(PLACES, key=lambda place: pile[place] & 127)
    return sorted(PLACES, key=back.__getitem__), dice(good(number + 10**9))


def cut_near_the_middle(number: int) -> tuple[list[int], list[int]]:
    """A plain cut: the cards after a position, which most people choose near the middle, come first."""
    stream = good(number)
    place = stream.below(27) + stream.below(26)
    return [*PLACES[place:], *PLACES[:place]], dice(stream)


def dealt_twice(number: int) -> tuple[list[int], list[int]]:
    """One time in a hundred, a secret is used for two decks in a row."""
    stream = good(number - (number % 100 == 99))
    return stream.permute(PLACES), dice(good(number + 10**9))


def stuck_for_an_hour(number: int) -> tuple[list[int], list[int]]:
    """The source gives the same output for sixty decks in a row."""
    return good(number // 60).permute(PLACES), dice(good(number + 10**9))


def seeds_of_sixteen_bits(number: int) -> tuple[list[int], list[int]]:
    """A good generator with too small a seed."""
    stream = good(int.from_bytes(good_bytes(number)[:2], "big"))
    return stream.permute(PLACES), dice(stream, 30)


def dice_by_remainder(number: int) -> tuple[list[int], list[int]]:
    """A byte % 6: a four comes up 43 times in 256 and a five 42 times."""
    return [], [byte % 6 for byte in good_bytes(number)[:60]]


class DiceThatNeverRepeat:
    """What people believe is random: no number twice in a row."""

    def __init__(self) -> None:
        self.die = 0

    def __call__(self, number: int) -> tuple[list[int], list[int]]:
        stream, drawn = good(number), []
        for _ in range(12):
            self.die = (self.die + 1 + stream.below(5)) % 6
            drawn.append(self.die)
        return [], drawn


def dice_from_spent_bytes(number: int) -> tuple[list[int], list[int]]:
    """The stream is resumed at its start instead of after the order, so the dice repeat the bottom cards."""
    return good(number).permute(PLACES), dice(good(number))


class OneByteEarly:
    """One good stream for all decks, resumed one byte too early each time, for the dice and the next deck."""

    def __init__(self) -> None:
        self.offset = 1

    def __call__(self, number: int) -> tuple[list[int], list[int]]:
        deck = Stream(good_bytes(0), b"museum", self.offset - 1)
        order = deck.permute(PLACES)
        behind = Stream(good_bytes(0), b"museum", deck.offset - 1)
        drawn = dice(behind)
        self.offset = behind.offset
        return order, drawn


PIECES = {
    "by the clock": by_the_clock,
    "exchanged with any": exchanged_with_any,
    "never left in place": never_left_in_place,
    "by remainder": by_remainder,
    "riffled seven times": riffled_seven_times,
    "cut near the middle": cut_near_the_middle,
    "dealt twice": dealt_twice,
    "stuck for an hour": stuck_for_an_hour,
    "seeds of sixteen bits": seeds_of_sixteen_bits,
    "dice by remainder": dice_by_remainder,
    "dice that never repeat": DiceThatNeverRepeat(),
    "dice from spent bytes": dice_from_spent_bytes,
    "one byte early": OneByteEarly(),
}
