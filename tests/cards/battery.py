"""The battery: every use of randomness is tested with every statistic that applies to it (GLI-19, 3.2.2 and 4.5.1).

    CARDROOM_BATTERY=SEED PYTHONPATH=src:tests .venv/bin/python -m cards.battery ROWS

prints the p-values of all uses and the verdicts; with the seed `fresh` the secrets come from the operating system.

**The verdict.** A set of p-values passes if none is below 1 % divided by their number: 99 %, by Bonferroni (the first
step of Holm). Fisher's product does not apply: it needs p-values that are independent and continuous, but ours come
from the same shuffles, and one of them is 1 if no two shuffles are equal. Bonferroni's bound holds however they depend
on each other, it names the statistic that failed, and many passing statistics do not hide one overwhelming failure. The
verdict on all is over all p-values of all uses. The verdict on a use is over its own p-values. With this many verdicts
at 99 %, one in five sound runs would fail one. So a use that fails is sampled again with other shuffles and judged by
that: a real fault fails again.
"""

import os
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from cardroom.cards.decks import deck
from cardroom.cards.sealed import SealedShuffle, cut
from cardroom.cards.shuffle import Shuffle
from cardroom.play.round.carry import Shoe
from cardroom.play.round.dealing import Dealing
from cardroom.play.round.places import Place
from cards.chances import DRAWS, INTERPLAY, ORDERS, highest_of_nine, poker_hands

SIGNIFICANCE = 0.01

Dealt = tuple[Sequence[int], Sequence[int]]
"""The positions in the box that the cards came from, and the numbers drawn after them. One of both may be empty."""


class Use(NamedTuple):
    """One use of randomness: a function from the number of a shuffle to its result."""

    deal: Callable[[int], Dealt]
    packs: int = 1
    sides: int = 6
    more: tuple[Callable[..., float], ...] = ()
    """Statistics of the orders that fit this use alone."""
    weight: int = 1
    """The cost of a shuffle, relative to that of one deck."""


def statistics(use: Use) -> dict[str, Callable[[np.ndarray, np.ndarray], float]]:
    """The statistics of a use, by its orders and its draws. Dice after a deck test the interplay."""
    order, drawn = use.deal(0)
    fit = {}
    if order:
        fit |= {each.__name__: lambda orders, draws, each=each: each(orders, use.packs) for each in ORDERS + use.more}
    if len(drawn) > 3:
        fit |= {each.__name__: lambda orders, draws, each=each: each(draws, use.sides) for each in DRAWS}
    if order and drawn:
        fit |= {each.__name__: lambda orders, draws, each=each: each(orders, draws, use.sides) for each in INTERPLAY}
    return fit


def p_values(use: Use, rows: int, start: int = 0) -> dict[str, float]:
    """The p-value of each statistic, from this many shuffles; fewer for uses with more cards or more work."""
    orders, draws = sample(use, range(start, start + rows // use.weight))
    return {name: statistic(orders, draws) for name, statistic in statistics(use).items()}


def sample(use: Use, numbers: range) -> tuple[np.ndarray, np.ndarray]:
    """Orders and draws of the shuffles with these numbers."""
    orders, draws = array("H"), bytearray()
    for number in numbers:
        order, drawn = use.deal(number)
        orders.extend(order)
        draws.extend(drawn)
    table = np.array(orders, dtype=np.uint16).reshape(len(numbers), -1)
    draws_table = np.array(draws).reshape(len(numbers), -1)
    return table.astype(np.uint8) if table.max(initial=0) < 256 else table, draws_table


def holds(values: dict[str, float], among: int | None = None) -> bool:
    """Whether p-values pass, on their own or among a given total number."""
    return min(values.values()) * (among or len(values)) > SIGNIFICANCE


# -- The uses ----------------------------------------------------------------------------------------------------

SEED = os.environ.get("CARDROOM_BATTERY", "battery")
DISCARDS = Place("discards")
STANDARD = deck("standard").cards
SALTS = [bytes([place]) * 32 for place in range(53)]


def shuffled(cards: Sequence[int], number: int) -> Shuffle:
    return Shuffle.fresh(cards) if SEED == "fresh" else Shuffle.simulated(cards, SEED, number)


def dealing(shuffle: Shuffle | SealedShuffle, shoe: Shoe | None = None) -> Dealing:
    return Dealing(shuffle, shoe, lambda event: None)


def three_dice(table: Dealing) -> list[int]:
    return [number - 1 for number in table.roll("Dice", 3, 6)]


def a_deck(cards: Sequence[int], number: int, seeded: bool = False) -> Dealt:
    """One pack, followed by three dice, as in the pai gow games."""
    shuffle = shuffled(cards, number)
    if seeded:
        shuffle = shuffle.seeded("ann", f"lucky {number}").seeded("bob", "seven")
    return places_of(shuffle.order, cards), three_dice(dealing(shuffle))


def places_of(order: Sequence[int], cards: Sequence[int]) -> bytes:
    """The position of each card in the box, if all are different."""
    return bytes(order).translate(bytes.maketrans(bytes(cards), bytes(range(len(cards)))))


def a_shoe(cards: Sequence[int], number: int) -> Dealt:
    """Several packs. Cards are identified by their positions in the box, because their faces repeat."""
    shuffle = shuffled(cards, number)
    order = shuffle.stream(0).permute(range(len(cards)))
    if tuple(cards[place] for place in order) != shuffle.order:
        raise AssertionError("the order is not the one that is dealt")
    return order, three_dice(dealing(shuffle))


def players_alone(number: int) -> Dealt:
    """One secret. Shuffles differ only by the players' seeds."""
    shuffle = Shuffle.revealed("fair", STANDARD, bytes(256), [("ann", f"{SEED} {number}")])
    return shuffle.order, three_dice(dealing(shuffle))


def a_cut(cards: int, number: int) -> Dealt:
    """The cut of a sealed deck by the seeds of two players."""
    return cut(cards, [("ann", f"{SEED} {number}"), ("bob", "lucky seven")]), ()


def a_sealed_deck(cards: Sequence[int], number: int) -> Dealt:
    """Poker's deck as it is dealt: shuffled by the house, sealed, cut by the players."""
    if SEED == "fresh":
        shuffle = SealedShuffle.fresh(cards)
    else:
        secret, draws = (bytes.fromhex(shuffled(box, number).kept()["secret"]) for box in (cards, STANDARD[::-1]))
        shuffle = SealedShuffle.revealed(cards, secret, SALTS[: len(cards)], draws, looked_at=False)
    shuffle = shuffle.seeded("ann", f"{SEED} {number}").seeded("bob", "lucky seven")
    return places_of(shuffle.order, cards), three_dice(dealing(shuffle))


def dice(number: int) -> Dealt:
    """Three dice in ten rounds with the joker deck. A table resumes the stream for each throw."""
    table = dealing(shuffled(deck("joker").cards, number))
    return (), [number for _ in range(10) for number in three_dice(table)]


def one_of_seven(number: int) -> Dealt:
    """The number that Face Up Pai Gow may draw instead of the dice."""
    table = dealing(shuffled(deck("joker").cards, number))
    return (), [table.roll("Random number", 1, 7)[0] - 1 for _ in range(30)]


def card_for_the_button(number: int) -> Dealt:
    """All cards that could be drawn. A table uses one for each player."""
    return [card - 1 for card in dealing(shuffled(STANDARD, number)).roll("Button", 52, 52, different=True)], ()


def stub_shuffled_again(number: int) -> Dealt:
    """Forty cards are dealt, discarded and shuffled again, as in a draw game."""
    table = dealing(shuffled(STANDARD, number))
    table.deal(DISCARDS, 40)
    before = tuple(table.hand(DISCARDS))
    table.reshuffle(DISCARDS)
    table.deal(Place("stub"), 12)
    table.deal(DISCARDS, 40)
    return places_of(table.hand(DISCARDS), before), three_dice(table)


def shoe_shuffled_again(number: int) -> Dealt:
    """A shoe runs out in mid-round, and the cards of its earlier rounds are shuffled again."""
    shuffle = shuffled(STANDARD, number)
    table = dealing(shuffle, Shoe(dealt=48))
    table.deal(DISCARDS, 52)
    return places_of(table.hand(DISCARDS)[4:], shuffle.order[:48]), three_dice(table)


def deck_use(name: str, packs: int = 1) -> Use:
    """A deck of the rule documents, alone or in a shoe."""
    cards = deck(name, packs).cards
    if packs > 1:
        return Use(partial(a_shoe, cards), packs, weight=2 * packs)
    return Use(partial(a_deck, cards), more=(poker_hands,) if cards == STANDARD else ())


HANDS = (poker_hands,)
USES: dict[str, Use] = {
    **{name: deck_use(name) for name in ("standard", "joker", "spanish", "mexican", "short")},
    "standard x 3": deck_use("standard", 3),
    "standard x 8": deck_use("standard", 8),
    "bonus x 6": deck_use("bonus", 6),
    "spanish x 6": deck_use("spanish", 6),
    "standard, with seeds": Use(partial(a_deck, STANDARD, seeded=True), more=HANDS),
    "standard, by seeds alone": Use(players_alone, more=HANDS),
    **{f"cut of {size} seals": Use(partial(a_cut, size)) for size in (52, 41, 36)},
    "sealed standard": Use(partial(a_sealed_deck, STANDARD), more=HANDS, weight=5),
    "sealed mexican": Use(partial(a_sealed_deck, deck("mexican").cards), weight=5),
    "sealed short": Use(partial(a_sealed_deck, deck("short").cards), weight=5),
    "three dice": Use(dice, weight=2),
    "one of seven": Use(one_of_seven, sides=7, weight=3),
    "card for the button": Use(card_for_the_button, more=(highest_of_nine,)),
    "stub shuffled again": Use(stub_shuffled_again),
    "shoe shuffled again": Use(shoe_shuffled_again),
}


def all_statistics() -> int:
    """The total number of p-values of all uses."""
    return sum(len(statistics(use)) for use in USES.values())


def judge(use: Use, rows: int) -> tuple[dict[str, float], bool]:
    """The p-values of a use, and whether they pass: on their own, if necessary in a second sample, and among all."""
    values = p_values(use, rows)
    return values, holds(values, all_statistics()) and (holds(values) or holds(p_values(use, rows, start=rows)))


def main(rows: int = 20_000) -> None:
    """Print every p-value, the verdict on each use, and the one on all."""
    least = {}
    for name, use in USES.items():
        values, fair = judge(use, rows)
        least[name] = min(values.values())
        print(f"{name}: {rows // use.weight} shuffles, {'holds' if fair else 'FAILS'}", end="")
        print("" if holds(values) else " at the second time")
        print("   ", ", ".join(f"{statistic} {chance:.3g}" for statistic, chance in values.items()), flush=True)
    together = "hold" if holds(least, all_statistics()) else "FAIL"
    print(f"all {all_statistics()} p-values together {together}; the least is {min(least.values()):.3g}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
