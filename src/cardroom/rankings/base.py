"""The shape of a ranking, and what all of them share: checking cards, numbering keys, words for ranks.

What lives here: what one hand needs. What does not: any single ranking's rules (a module each), and arrays of
hands (`rankings.batch`); nothing here may import NumPy or numba, for live play starts without them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast

import msgspec

from cardroom.cards import JOKER, UNKNOWN, Card, parse, text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array: TypeAlias = NDArray[Any]
else:
    Array: TypeAlias = Any

Word: TypeAlias = Any
"""An unsigned machine word inside compiled code, of which NumPy and numba think too differently to say more."""

Key: TypeAlias = tuple[int, ...]
"""A hand's category, then the ranks that break ties: comparing keys compares hands."""

Cards: TypeAlias = str | Iterable[str | Card]
"""Cards as people give them: "As Kd", ["As", "Kd"] or [51, 45]."""

NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)

SHORT = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks as they stand on the cards."""

NO_LINE = "no line"
"""What a hand makes that makes nothing which a pay table could name."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


class Ranking(msgspec.Struct, frozen=True, eq=False):
    """One way of saying what beats what.

    `key` is the definition; `kernels` has the same thing fast, for many hands. Where `boards` is set, both take the
    board as a second argument; where `jokers` is set, they take as a last argument how the joker was dealt (None when
    there is no joker).
    """

    name: str
    sizes: tuple[int, ...]
    """How many cards it judges; where `boards` is set, how many of them the player holds."""
    categories: tuple[str, ...]
    """Lowest first; the first number of a key is a place in this list."""
    key: Callable[..., Key | None]
    """The definition: checked cards to key, or None where the hand does not qualify."""
    keys: Callable[[], Iterable[Key]]
    """Every key there is, in any order."""
    words: Callable[[Key], str]
    """A key in words, for people."""
    deck: frozenset[Card] = frozenset(range(52))
    boards: tuple[int, ...] = ()
    """How many board cards, where hand and board each give a part; else a board just joins the hand."""
    jokers: tuple[str, ...] = ()
    """The ways a joker can have been dealt, where that decides what it may stand for."""
    shoe: bool = False
    """Dealt from several decks, so that a card may come twice."""
    parts: tuple[int, ...] = ()
    """Where it matters which cards came when: how many of them came at each time, in order."""
    qualifies: bool = False
    """Whether hands must be good enough to be ranked at all."""
    plain: Mapping[str, tuple[str, ...]] = {}
    """What a category also is, the best first, for pay tables that do not set it apart: a royal flush is a straight
    flush."""
    beneath: str = ""
    """The ranking that names hands which make no category here."""


@cache
def _numbering(keys: Callable[[], Iterable[Key]]) -> tuple[list[Key], dict[Key, int]]:
    ordered = sorted(set(keys()))
    return ordered, {key: place for place, key in enumerate(ordered, 1)}


def numbering(ranking: Ranking) -> tuple[list[Key], dict[Key, int]]:
    """All keys from worst to best, and the place of each, from 1. Rankings that share `keys` share ints."""
    return _numbering(ranking.keys)


def key_of(ranking: Ranking, value: int) -> Key:
    """The key whose number this is."""
    ordered = numbering(ranking)[0]
    if not 1 <= value <= len(ordered):
        raise ValueError(f"{value} is not a rank of {ranking.name}: its ranks are 1 to {len(ordered)}")
    return ordered[value - 1]


def rank_cards(ranking: Ranking, cards: Cards, board: Cards | None = None, joker: str | None = None) -> int | None:
    """The number of the hand that these cards make, by the definition; refuses what cannot be such a hand."""
    hand, common = checked(ranking, cards, board, joker)
    parts: list[Any] = [hand, common] if ranking.boards else [hand + common]
    key = ranking.key(*parts, joker) if ranking.jokers else ranking.key(*parts)
    return None if key is None else numbering(ranking)[1][key]


def checked(
    ranking: Ranking, cards: Cards, board: Cards | None, joker: str | None
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The hand and the board as numbers, if the ranking can judge them."""
    hand, common = parse(cards), parse(() if board is None else board)
    check(ranking, hand, common, joker)
    return hand, common


def check(ranking: Ranking, hand: Sequence[Card], board: Sequence[Card], joker: str | None) -> None:
    """Refuses, in words, cards that the ranking cannot judge."""
    every = (*hand, *board)
    counted = hand if ranking.boards else every
    if len(counted) not in ranking.sizes:
        which = " in the hand" if ranking.boards else ""
        raise ValueError(
            f"the ranking {ranking.name} judges {_either(ranking.sizes)} cards{which}, "
            f"not {len(counted)} ({text(counted)})"
        )
    if ranking.boards and len(board) not in ranking.boards:
        raise ValueError(
            f"the ranking {ranking.name} needs a board of {_either(ranking.boards)} cards, "
            f"not {len(board)} ({text(board)})"
        )
    for card in every:
        if card == UNKNOWN:
            raise ValueError(f"the ranking {ranking.name} cannot judge a card that nobody has shown (??)")
        if card not in ranking.deck:
            raise ValueError(f"the ranking {ranking.name} has no card {text(card)}")
    if not ranking.shoe and len(set(every)) != len(every):
        twice = next(card for card in every if every.count(card) > 1)
        raise ValueError(f"{text(twice)} is there twice in {text(every)}")
    check_joker(ranking, JOKER in every, joker)


def check_joker(ranking: Ranking, present: bool, joker: str | None) -> None:
    """Refuses a joker dealt in an unknown way, or in no stated way where that matters."""
    if joker is not None and joker not in ranking.jokers:
        ways = f"say {_either(ranking.jokers)}" if ranking.jokers else "leave it out"
        raise ValueError(f"the ranking {ranking.name} knows no joker dealt {joker!r}: {ways}")
    if ranking.jokers and present and joker is None:
        raise ValueError(f"the ranking {ranking.name} must know how the joker was dealt: say {_either(ranking.jokers)}")


def _either(choices: Sequence[object]) -> str:
    """
    >>> _either((3, 4, 5)), _either(("up", "down")), _either((3,))
    ('3, 4 or 5', "'up' or 'down'", '3')
    """
    *rest, last = (repr(choice) for choice in choices)
    return f"{', '.join(rest)} or {last}" if rest else last


def lazily(place: str) -> Callable[..., Any]:
    """A function named as "module:function" in `cardroom.rankings`, imported when it is first called.

    Kernels are named so: they need NumPy and numba, which live play does without.

    >>> lazily("base:plural")(12)
    'aces'
    """
    module, name = place.split(":")

    def call(*arguments: Any) -> Any:
        return getattr(import_module(f"cardroom.rankings.{module}"), name)(*arguments)

    return call


def jit(function: _Function) -> _Function:
    """The function compiled by numba, kept on disk, free of the interpreter's lock; its type is its own.

    The cache knows a kernel by its file: a kernel and the compiled functions it calls live in one file.
    """
    return cast(_Function, import_module("numba").njit(cache=True, nogil=True)(function))


def dashed(ranks: Iterable[int]) -> str:
    """Ranks in a row, as they stand on the cards.

    >>> dashed((12, 8, 0))
    'A-10-2'
    """
    return "-".join(SHORT[rank] for rank in ranks)


def plural(rank: int) -> str:
    """The name of several cards of a rank.

    >>> plural(4), plural(12)
    ('sixes', 'aces')
    """
    return NAMES[rank] + ("es" if rank == 4 else "s")
