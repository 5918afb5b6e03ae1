"""The type of a ranking, and what all rankings share: checking cards, numbering keys, words for ranks.

This is for single hands. Each ranking's rules have their own module; arrays of hands are in `rankings.batch`. Nothing
here may import NumPy or numba, because live play starts without them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, cast

import msgspec

from cardroom.cards import JOKER, UNKNOWN, Card, parse, text
from cardroom.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]
else:
    Array: TypeAlias = Any

Word: TypeAlias = Any
"""An unsigned machine word inside compiled code. NumPy and numba type it too differently for a narrower type."""

Key: TypeAlias = tuple[int, ...]
"""A hand's category, then the ranks that break ties. Comparing keys compares hands."""

Cards: TypeAlias = str | Iterable[str | Card]
"""Cards in any accepted form: "As Kd", ["As", "Kd"] or [51, 45]."""

NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

SHORT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks as printed on the cards."""

NO_LINE = "no line"
"""The line of a hand that no pay table can name."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


Counting: TypeAlias = Literal["by suit", "by rank", "any"]
"""What a key depends on: the best suit alone, the ranks without suits, or all cards."""


class Counted(NamedTuple):
    """How a ranking of a game's author is counted, and everything that its key was asked."""

    by: Counting
    known: Mapping[Any, "Key | None"]
    """By suit: the key of each mask of ranks, a bit for each. By rank: that of ranks, highest first. Else: that of four
    masks, one for each suit, in falling order."""
    ranks: bool
    """Whether the first number that breaks ties is a rank."""


class Ranking(msgspec.Struct, frozen=True, eq=False):
    """A ranking: it defines which hand beats which.

    `key` is the definition. `kernels` computes the same, fast, for many hands. Where `boards` is set, both take the
    board as a second argument; where `jokers` is set, they take as a last argument how the joker was dealt (None when
    there is no joker).
    """

    name: str
    sizes: tuple[int, ...]
    """The numbers of cards it can judge; if `boards` is set, the numbers of cards in the player's hand."""
    categories: tuple[str, ...]
    """The categories, lowest first. The first number of a key is an index into this list."""
    key: Callable[..., Key | None]
    """The definition: maps checked cards to a key, or None if the hand does not qualify."""
    keys: Callable[[], Iterable[Key]]
    """All possible keys, in any order."""
    words: Callable[[Key], str]
    """Describes a key in words."""
    deck: frozenset[Card] = frozenset(range(52))
    boards: tuple[int, ...] = ()
    """The numbers of board cards, if hand and board each give a part; otherwise a board simply joins the hand."""
    jokers: tuple[str, ...] = ()
    """The ways a joker can be dealt, if that decides what it may stand for."""
    shoe: bool = False
    """Whether it is dealt from several decks, so that a card may come twice."""
    parts: tuple[int, ...] = ()
    """If the order of cards matters: the numbers of cards at each step."""
    qualifies: bool = False
    """Whether hands must qualify."""
    plain: Mapping[str, tuple[str, ...]] = {}
    """Other names of a category, best first, for pay tables without a line for it: a royal flush is a straight
    flush."""
    beneath: str = ""
    """The ranking that names hands without a category here."""
    fuller: Callable[[Key, int], str] | None = None
    """Describes a key with so many kickers more than `words`, if `words` leaves some out."""
    hands: Callable[[], Iterable[tuple[Sequence[int], bool]]] | None = None
    """The hands of `keys`, in the same order, each as ranks and whether they have one suit. Quick judges use it."""
    counted: Counted | None = None
    """How it is counted, if the author of a game declared it (`rankings.own`)."""


_FORGET: list[Callable[[], None]] = []


def by_name(cached: _Function) -> _Function:
    """Mark a cache of results by a ranking's name. It is emptied when an edited game replaces a ranking."""
    _FORGET.append(cast(Any, cached).cache_clear)
    return cached


def forget_rankings() -> None:
    """Empty the caches of results by a ranking's name."""
    for forget in _FORGET:
        forget()


@cache
def _numbering(keys: Callable[[], Iterable[Key]]) -> tuple[tuple[list[Key], dict[Key, int]], list[int]]:
    made = list(keys())
    ordered = sorted(set(made))
    numbers = {key: place for place, key in enumerate(ordered, 1)}
    return (ordered, numbers), [numbers[key] for key in made]


def numbering(ranking: Ranking) -> tuple[list[Key], dict[Key, int]]:
    """All keys from worst to best, and the position of each, from 1. Rankings that share `keys` share ints."""
    return _numbering(ranking.keys)[0]


def numbered_hands(ranking: Ranking) -> Iterator[tuple[tuple[Sequence[int], bool], int]]:
    """The ranking's `hands`, each with its int; none if it has no list of them."""
    return zip(ranking.hands() if ranking.hands else (), _numbering(ranking.keys)[1], strict=False)


def rank_hands(size: int, ranks: Sequence[int] = range(13)) -> Iterator[tuple[tuple[int, ...], bool]]:
    """All hands of a size, as ranks and whether they have one suit. No deck has five cards of a rank.

    >>> list(rank_hands(2, (0, 1)))
    [((0, 0), False), ((0, 1), False), ((0, 1), True), ((1, 1), False)]
    """
    for held in combinations_with_replacement(ranks, size):
        if size < 5 or held[0] != held[4]:
            yield held, False
        if len(set(held)) == size:
            yield held, True


class UnknownCard(InputError):
    """A hand with an unknown card cannot be judged."""


def grouped(ranks: Sequence[int]) -> tuple[Key, Key]:
    """Return the different ranks, the most frequent first and then the highest, and how often each occurs.

    >>> grouped([3, 12, 3, 7, 12])
    ((12, 3, 7), (2, 2, 1))
    """
    order = sorted(set(ranks), reverse=True)
    if len(order) < len(ranks):
        order.sort(key=ranks.count, reverse=True)  # of equal counts, the higher rank stays first
    return tuple(order), tuple(map(ranks.count, order))


def key_of(ranking: Ranking, value: int) -> Key:
    """Return the key of a number."""
    ordered = numbering(ranking)[0]
    if not 1 <= value <= len(ordered):
        raise InputError(f"{value} is not a rank of {ranking.name}: its ranks are 1 to {len(ordered)}")
    return ordered[value - 1]


def rank_cards(ranking: Ranking, cards: Cards, board: Cards | None = None, joker: str | None = None) -> int | None:
    """Return the number of a hand by the definition. Raise `ValueError` if the cards cannot be such a hand."""
    hand, common = checked(ranking, cards, board, joker)
    parts: list[Any] = [hand, common] if ranking.boards else [hand + common]
    key = ranking.key(*parts, joker) if ranking.jokers else ranking.key(*parts)
    return None if key is None else numbering(ranking)[1][key]


def checked(
    ranking: Ranking, cards: Cards, board: Cards | None, joker: str | None
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return hand and board as numbers, if the ranking can judge them."""
    hand, common = parse(cards), parse(() if board is None else board)
    check(ranking, hand, common, joker)
    return hand, common


def check(ranking: Ranking, hand: Sequence[Card], board: Sequence[Card], joker: str | None) -> None:
    """Raise `ValueError` for cards that the ranking cannot judge."""
    every = (*hand, *board)
    counted = hand if ranking.boards else every
    if len(counted) not in ranking.sizes:
        which = " in the hand" if ranking.boards else ""
        raise InputError(
            f"the ranking {ranking.name} judges {_either(ranking.sizes)} cards{which}, "
            f"not {len(counted)} ({text(counted)})"
        )
    if ranking.boards and len(board) not in ranking.boards:
        raise InputError(
            f"the ranking {ranking.name} needs a board of {_either(ranking.boards)} cards, "
            f"not {len(board)} ({text(board)})"
        )
    for card in every:
        if card == UNKNOWN:
            raise UnknownCard(f"the ranking {ranking.name} cannot judge an unknown card (??)")
        if card not in ranking.deck:
            raise InputError(f"the ranking {ranking.name} has no card {text(card)}")
    if not ranking.shoe and len(set(every)) != len(every):
        twice = next(card for card in every if every.count(card) > 1)
        raise InputError(f"{text(twice)} appears twice in {text(every)}")
    check_joker(ranking, JOKER in every, joker)


def check_joker(ranking: Ranking, present: bool, joker: str | None) -> None:
    """Raise `ValueError` if the way a joker was dealt is unknown, or missing where it matters."""
    if joker is not None and joker not in ranking.jokers:
        ways = f"write {_either(ranking.jokers)}" if ranking.jokers else "leave it out"
        raise InputError(f"the ranking {ranking.name} has no joker dealt {joker!r}: {ways}")
    if ranking.jokers and present and joker is None:
        raise InputError(f"the ranking {ranking.name} needs joker, how it was dealt: {_either(ranking.jokers)}")


def _either(choices: Sequence[object]) -> str:
    """
    >>> _either((3, 4, 5)), _either(("up", "down")), _either((3,))
    ('3, 4 or 5', "'up' or 'down'", '3')
    """
    *rest, last = (repr(choice) for choice in choices)
    return f"{', '.join(rest)} or {last}" if rest else last


def lazily(place: str) -> Callable[..., Any]:
    """Return a function named as "module:function" in `cardroom.rankings`. It is imported on the first call.

    Kernels are named so: they need NumPy and numba, which live play does without.

    >>> lazily("base:plural")(12)
    'aces'
    """
    module, name = place.split(":")

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"cardroom.rankings.{module}"), name)(*arguments)

    return call


def jit(function: _Function) -> _Function:
    """Compile a function with numba, cached on disk, without the interpreter's lock.

    The cache depends on the file, so a kernel and the compiled functions that it calls must be in one file.
    """
    return cast(_Function, import_module("numba").njit(cache=True, nogil=True)(function))


def dashed(ranks: Iterable[int]) -> str:
    """Join ranks, as printed on the cards, with dashes.

    >>> dashed((12, 8, 0))
    'A-10-2'
    """
    return "-".join(SHORT[rank] for rank in ranks)


def kickers(names: Sequence[str], most: int) -> str:
    """The end of a description: up to `most` of these kickers.

    >>> kickers(("king", "nine"), 0), kickers(("king", "nine"), 1), kickers(("king", "nine"), 2)
    ('', ', king kicker', ', king, nine')
    """
    named = names[:most]
    return f", {named[0]} kicker" if len(named) == 1 else "".join(f", {name}" for name in named)


def plural(rank: int) -> str:
    """Return the plural of a rank's name.

    >>> plural(4), plural(12)
    ('sixes', 'aces')
    """
    return NAMES[rank] + ("es" if rank == 4 else "s")
