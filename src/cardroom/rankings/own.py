"""Rankings of one's own: a key function in plain Python, declared beside a game.

The author says which cards one call of the function sees: the ranks of one suit, all ranks without suits, or all cards.
This also says how hands are counted, so that a hand of seven cards by suits is counted as fast as one of three. The
function is called once for everything that it can be asked, when the game is loaded. So a mistake is found there, with
the file and the line, and no round meets it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any, Literal, TypeAlias, cast, get_args

from cardroom.cards import Card, text
from cardroom.errors import InputError
from cardroom.rankings import RANKINGS
from cardroom.rankings.base import NAMES, Counted, Counting, Key, Ranking, dashed, forget_rankings

__all__ = ["KeyFunction", "best_suit", "by_suit", "example_hands", "own_ranking"]

KeyFunction: TypeAlias = Callable[[tuple[int, ...]], Any]
"""Maps ranks (two 0 to ace 12) or cards, highest first, to a category and the numbers that break ties."""

MOST_CARDS = {"by suit": 13, "by rank": 7, "any": 5}
"""The most cards of a hand, by what a key sees: so many that every hand can be judged when a game is loaded."""

FIVE, FEW = 5, 16
"""Of hands of five cards, one of sixteen is compared with the same hand in other suits."""

_DECLARED: dict[str, Path] = {}
"""The file of each ranking that is not cardroom's own."""


def own_ranking(
    name: str,
    *,
    cards: int | tuple[int, ...],
    categories: Sequence[str],
    counted: Counting = "any",
    ties: Literal["ranks", "numbers"] = "ranks",
    words: Callable[[Key], str] | None = None,
    file: Path | None = None,
) -> Callable[[KeyFunction], Ranking]:
    """Declare a ranking: a decorator of its key function.

    `categories` are the kinds of hands, lowest first. The function returns one of them, then whole numbers that break
    ties, larger is better. With `counted="by suit"` it gets the ranks of one suit, highest first, and the hand is the
    best of its suits; None means that a suit makes no hand. With "by rank" it gets all ranks, and with "any" all cards.
    `ties` says whether the first number is a rank or a number of points, for words and pay lines. `file` is where the
    ranking is declared, if not beside the function.

    >>> @own_ranking("doc-flush", cards=3, categories=("one", "two", "three"), counted="by suit")
    ... def flush(ranks):
    ...     return ("one", "two", "three")[len(ranks) - 1], *ranks
    >>> from cardroom.rankings import describe, rank
    >>> describe("doc-flush", "9h 4h Ac"), rank("doc-flush", "9h 4h Ac") > rank("doc-flush", "Kh Qd Jc")
    ('Two, nine high', True)
    >>> del RANKINGS["doc-flush"]
    """
    sizes = (cards,) if isinstance(cards, int) else tuple(cards)
    for problem in _problems(name, sizes, categories, counted, ties):
        raise InputError(f"{name}: {problem}")

    def declare(function: KeyFunction) -> Ranking:
        judge = _Judge(name, tuple(categories), function, counted, ties == "ranks")
        known = dict(judge.every(sizes))
        made = Ranking(
            name,
            sizes,
            tuple(categories),
            partial(_key, counted, known),
            lambda: occurring,
            words or partial(_words, tuple(categories), ties == "ranks"),
            counted=Counted(counted, known, ties == "ranks"),
            fuller=partial(_fuller, tuple(categories)) if ties == "ranks" and not words else None,
        )
        occurring = set[Key]()
        for hand in (hand for size in sizes for hand in _each_key(made, size)):
            if (key := made.key(hand)) is None:
                raise InputError(judge.wrong(f"no suit of {text(hand)} makes a hand: one of them needs a category"))
            occurring.add(key)
        _declare(made, file or Path(function.__code__.co_filename))
        return made

    return declare


def _problems(name: str, sizes: tuple[int, ...], categories: Sequence[str], counted: str, ties: str) -> Iterator[str]:
    if counted not in get_args(Counting):
        yield f"counted: {counted!r} must be one of {', '.join(get_args(Counting))}"
        return
    most = MOST_CARDS[counted]
    if not sizes or not all(1 <= size <= most for size in sizes):
        less = "" if counted == "by suit" else ': a ranking of more cards is counted "by suit"'
        yield f"cards: a ranking counted {counted} judges 1 to {most} cards, not {sizes}{less}"
    if isinstance(categories, str) or not categories or len(set(categories)) < len(categories):
        yield "categories: give the different kinds of hands, lowest first"
    if ties not in ("ranks", "numbers"):
        yield f"ties: {ties!r} must be ranks or numbers"


def _declare(made: Ranking, file: Path) -> None:
    """Make a ranking known by its name. An edited file replaces its ranking; no other file may."""
    known = RANKINGS.get(made.name)
    if known is not None and known.counted is None:
        raise InputError(f"{made.name}: cardroom has a ranking of this name: choose a different name")
    if known is not None and known.counted != made.counted:
        other = _DECLARED[made.name]
        if other != file and other.exists():
            raise InputError(f"{made.name}: {other} declares a different ranking of this name: rename one of them")
    forget_rankings()
    RANKINGS[made.name], _DECLARED[made.name] = made, file


# -- calling the key function -----------------------------------------------------------------------------------------


class _Judge:
    """Calls a key function and checks what it returns. Errors name the ranking, the file and the line."""

    def __init__(
        self, name: str, categories: tuple[str, ...], function: KeyFunction, counted: Counting, ranks: bool
    ) -> None:
        self.name, self.categories, self.function, self.counted, self.ranks = name, categories, function, counted, ranks

    def every(self, sizes: tuple[int, ...]) -> Iterator[tuple[Any, Key | None]]:
        """All that the function can be asked, as `Counted.known` has it, with its keys."""
        if self.counted == "by suit":
            for mask in range(1, 1 << 13):
                if mask.bit_count() <= max(sizes):
                    yield mask, self.key(_ranks_of(mask), none=True)
        elif self.counted == "by rank":
            for size in sizes:
                for ranks in rank_sets(size):
                    yield ranks, self.key(ranks)
        else:
            exchanges = Random(1)
            for size in sizes:
                for at, masks in enumerate(suit_masks(size)):
                    hand, other = cards_in(masks), list(masks)
                    exchanges.shuffle(other)
                    key, same = self.key(hand), cards_in(other)
                    if (size < FIVE or at % FEW == 0) and self.key(same) != key:
                        raise InputError(self.wrong(f"{text(hand)} and {text(same)} differ only by an exchange of "
                                                    "suits, and must have the same key"))  # fmt: skip
                    yield masks, key

    def key(self, seen: tuple[int, ...], none: bool = False) -> Key | None:
        """The checked key of ranks or cards."""
        try:
            made = self.function(seen)
            again = made if self.counted == "any" else self.function(seen)  # those are asked in other suits
        except Exception as error:
            frames = [each for each in extract_tb(error.__traceback__) if each.filename == self._code.co_filename]
            line = frames[-1].lineno if frames else self._code.co_firstlineno
            why = f"{type(error).__name__}: {error}"
            raise InputError(self.wrong(f"it raises {why} for {self._shown(seen)}", line)) from None
        if made is None and again is None and none:
            return None
        if not isinstance(made, tuple) or not made or made[0] not in self.categories:
            first = made[0] if isinstance(made, tuple) and made else made
            known = ", ".join(self.categories)
            raise self._bad(seen, f"gives {first!r}, which is not a category: return one of {known}, then numbers")
        wrong = next((each for each in made[1:] if type(each) is not int), None)
        if wrong is not None:
            raise self._bad(seen, f"has {wrong!r} in its key: hands are ordered only by whole numbers")
        if self.ranks and not all(0 <= each < 13 for each in made[1:2]):
            raise self._bad(seen, f'has {made[1]} after its category, which is not a rank: write ties="numbers"')
        if made != again:
            raise self._bad(seen, f"gives {made} and then {again}: one hand must have one key")
        return (self.categories.index(made[0]), *made[1:])

    def wrong(self, why: str, line: int | None = None) -> str:
        """An error in words."""
        where = f"{Path(self._code.co_filename).name}, line {line or self._code.co_firstlineno}"
        return f"{self.name}: key: {why} ({where})"

    def _bad(self, seen: tuple[int, ...], why: str) -> InputError:
        return InputError(self.wrong(f"{self._shown(seen)} {why}"))

    def _shown(self, seen: tuple[int, ...]) -> str:
        return text(seen) if self.counted == "any" else dashed(seen)

    @property
    def _code(self) -> Any:
        return cast(Any, self.function).__code__


def _ranks_of(mask: int) -> tuple[int, ...]:
    return tuple(rank for rank in range(12, -1, -1) if mask >> rank & 1)


def rank_sets(size: int) -> Iterator[tuple[int, ...]]:
    """All hands of ranks, highest first, at most four of a rank.

    >>> len(list(rank_sets(5)))
    6175
    """
    for ranks in combinations_with_replacement(range(12, -1, -1), size):
        if all(ranks[at] != ranks[at + 4] for at in range(size - 4)):
            yield ranks


def suit_masks(size: int) -> Iterator[tuple[int, ...]]:
    """One hand of each class under an exchange of suits: a mask of ranks for each suit, in falling order.

    >>> [len(list(suit_masks(size))) for size in (1, 2, 3)]
    [13, 169, 1755]
    """
    by_size = [[sum(1 << rank for rank in some) for some in combinations(range(13), few)] for few in range(size + 1)]

    def more(left: int, suits: int, most: int) -> Iterator[tuple[int, ...]]:
        if suits == 1:
            yield from ((mask,) for mask in by_size[left] if mask <= most)
            return
        for few in range(left + 1):
            for mask in by_size[few]:
                if mask <= most:
                    yield from ((mask, *rest) for rest in more(left - few, suits - 1, mask))

    return more(size, 4, 1 << 13)


def cards_in(masks: Sequence[int]) -> tuple[Card, ...]:
    """The cards of masks, one for each suit, highest first."""
    return tuple(card for card in range(51, -1, -1) if masks[card & 3] >> (card >> 2) & 1)


# -- hands ------------------------------------------------------------------------------------------------------------


def _masks(cards: Sequence[Card]) -> list[int]:
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2)
    return masks


def _key(counted: Counting, known: Mapping[Any, Key | None], cards: Sequence[Card]) -> Key | None:
    if counted == "by rank":
        return known[tuple(sorted((card >> 2 for card in cards), reverse=True))]
    masks = _masks(cards)
    if counted == "any":
        return known[tuple(sorted(masks, reverse=True))]
    return max((key for mask in masks if mask and (key := known[mask]) is not None), default=None)


def by_suit(name: str) -> bool:
    """Whether a hand of a ranking is its best suit, so that hands are counted suit by suit."""
    counted = RANKINGS[name].counted
    return counted is not None and counted.by == "by suit"


def best_suit(ranking: Ranking, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that make the hand: those of the best suit, or all."""
    if not by_suit(ranking.name):
        return cards
    suits = [tuple(card for card in cards if card & 3 == suit) for suit in range(4)]
    return max((some for some in suits if some), key=lambda some: ranking.key(some) or ())


def _each_key(ranking: Ranking, size: int, ranks: frozenset[int] = frozenset(range(13))) -> Iterator[tuple[Card, ...]]:
    """Hands with every key that a number of cards of these ranks can have."""
    counted = ranking.counted
    if counted is None:
        return
    fits = sum(1 << rank for rank in ranks)
    if counted.by == "by suit":
        yield from _each_suit(counted.known, size, fits)
    elif counted.by == "by rank":
        for held in counted.known:
            if len(held) == size and ranks.issuperset(held):
                yield tuple(4 * rank + held[:at].count(rank) for at, rank in enumerate(held))
    else:
        for masks in counted.known:
            if sum(mask.bit_count() for mask in masks) == size and not any(mask & ~fits for mask in masks):
                yield cards_in(masks)


def _each_suit(known: Mapping[int, Key | None], size: int, fits: int) -> Iterator[tuple[Card, ...]]:
    """For every mask that can be the best suit of a hand, a hand with the lowest other suits."""
    lowest = {0: 0}
    for mask, key in known.items():
        if mask & ~fits == 0:
            at = mask.bit_count()
            if at not in lowest or (key or ()) < (known[lowest[at]] or ()):
                lowest[at] = mask
    masks = [mask for mask in known if mask & ~fits == 0]
    splits = {
        rest: [
            (one, two, rest - one - two)
            for one in range(rest + 1)
            for two in range(rest + 1 - one)
            if {one, two, rest - one - two} <= lowest.keys()
        ]
        for rest in range(size)
    }
    for mask in masks:
        if mask.bit_count() > size:
            continue
        hands = [(mask, *(lowest[few] for few in split)) for split in splits[size - mask.bit_count()]]
        own = known[mask] or ()
        hand = next((each for each in hands if all((known.get(one) or ()) <= own for one in each)), None)
        if hand:
            yield cards_in(hand)


def example_hands(ranking: Ranking, size: int, cards: tuple[Card, ...]) -> dict[str, tuple[Card, ...]]:
    """Every category that a number of these cards can make, with an example."""
    hands = _each_key(ranking, size, frozenset(card >> 2 for card in cards))
    return {ranking.categories[key[0]]: hand for hand in hands if (key := ranking.key(hand)) is not None}


# -- words ------------------------------------------------------------------------------------------------------------


def _words(categories: tuple[str, ...], ranks: bool, key: Key) -> str:
    made = categories[key[0]]
    made = made[:1].upper() + made[1:]
    if len(key) == 1:
        return made
    return f"{made}, {NAMES[key[1]]} high" if ranks else f"{made}, {key[1]}"


def _fuller(categories: tuple[str, ...], key: Key, more: int) -> str:
    shown = key[1 : 2 + more]
    if len(shown) < 2 or not all(0 <= each < 13 for each in shown):
        return _words(categories, True, key)
    return f"{_words(categories, True, key[:1])}, {dashed(shown)}"
