"""The question of an equity: a game, two to ten hands or ranges, boards and dead cards. It is checked here, once."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import numpy as np

from cardroom.cards import JOKER, UNKNOWN, Card, parse, text
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.poker.dealing import GameHands, dealing_of
from cardroom.poker.ranges.hands import Range, cards_of, mask_of, masks_of
from cardroom.poker.ranges.orders import order_name
from cardroom.poker.ranges.reading import range_of
from cardroom.rankings.base import Array

__all__ = ["MOST_PLAYERS", "Contender", "EquityQuestion", "ask"]

MOST_PLAYERS = 10


class Contender(msgspec.Struct, frozen=True, eq=False):
    """A hand or a range, as arrays over its hands. Hands that differ only in what is down and up are one."""

    written: str
    own: Array
    """The cards of each hand, a row each, 255 where there is none."""
    used: Array
    """Its cards and its discards, as bits."""
    missing: Array
    """How many cards each hand still gets, other than the board's."""
    joker_down: Array
    """Whether it has the joker among its cards down."""
    next_down: Array
    """Whether its next card comes down, where that matters for the joker."""
    weights: tuple[Fraction, ...]
    combos: int
    """The hands of the range that known cards leave."""

    def __len__(self) -> int:
        return len(self.used)


class EquityQuestion(msgspec.Struct, frozen=True, eq=False):
    """An equity to be found."""

    dealing: GameHands
    players: tuple[Contender, ...]
    boards: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]
    order: str = ""
    """The order of hands that a percentage refers to."""
    notes: tuple[str, ...] = ()

    @property
    def gone(self) -> int:
        """The cards of the boards and the dead cards as bits."""
        return mask_of((*self.dead, *(card for board in self.boards for card in board)))

    @property
    def coming(self) -> tuple[int, ...]:
        """How many cards each board still gets."""
        return tuple(sum(self.dealing.poker.board) - len(board) for board in self.boards)


def ask(
    game: Any, hands: Sequence[str], board: str = "", dead: str = "", draws: Sequence[int] | None = None
) -> EquityQuestion:
    """Read and check a question."""
    dealing = game if isinstance(game, GameHands) else dealing_of(game)
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise InputError(f"an equity needs 2 to {MOST_PLAYERS} hands, not {len(hands)}: write a hand for each player")
    boards = _boards(dealing, board)
    out = _cards(dealing, "the dead cards", dead)
    known = [card for each in boards for card in each] + list(out)
    _once(known, "the boards and the dead cards")
    ranges = _ranges(dealing, hands, draws)
    fixed = [_single(each) for each in ranges]
    for place, cards in enumerate(fixed):
        for other, theirs in enumerate(fixed[:place]):
            if both := set(cards) & set(theirs):
                raise InputError(
                    f"{text(both.pop())} is in the hands of players {other + 1} and {place + 1}: change one"
                )
        if cards and (both := set(cards) & set(known)):
            raise InputError(f"{text(both.pop())} of player {place + 1} is on the board or dead: change one")
    players = list[Contender]()
    for place, (written, hand) in enumerate(zip(hands, ranges, strict=True)):
        others = [card for at, cards in enumerate(fixed) if at != place for card in cards]
        if not fixed[place] and (same := next(at for at, each in enumerate(ranges) if each is hand)) < place:
            players.append(players[same])  # the same range for several players
            continue
        left = hand.without(known + others)
        if not len(left):
            raise InputError(
                f"every hand of the range {quoted(written[:60])} of player {place + 1} has a known card: add others"
            )
        players.append(_player(dealing, written, left))
    question = EquityQuestion(
        dealing,
        tuple(players),
        boards,
        out,
        _order(dealing, hands),
        tuple(dict.fromkeys(note for each in ranges for note in each.notes)),
    )
    _check_deck(question, len(known))
    return question


def _order(dealing: GameHands, hands: Sequence[str]) -> str:
    percent = any("%" in each.replace("%(", "").split("@")[0] for each in hands)
    return order_name(dealing) if percent else ""


def _once(cards: Sequence[Card], where: str) -> None:
    for card in cards:
        if cards.count(card) > 1:
            raise InputError(f"{text(card)} is twice among {where}: name each card once")


def _cards(dealing: GameHands, what: str, typed: str) -> tuple[Card, ...]:
    cards = parse(typed)
    for card in cards:
        if card == UNKNOWN or card not in dealing.deck:
            raise InputError(f"{what}: {text(card)} is not in the deck of {dealing.name}: leave it out")
    _once(cards, what)
    return cards


def _boards(dealing: GameHands, typed: str) -> tuple[tuple[Card, ...], ...]:
    count = dealing.poker.boards if dealing.structure == "community" else 0
    parts = list(typed.split("/")) if typed.strip() else []
    if parts and not count:
        raise InputError(f"{dealing.name} has no board: leave out the board")
    if len(parts) > count:
        raise InputError(f"{dealing.name} has {count} board{'s' * (count > 1)}, not {len(parts)}: leave out the rest")
    boards = [_cards(dealing, "the board", part) for part in parts] + [()] * (count - len(parts))
    for board in boards:
        if len(board) not in dealing.boards:
            sizes = [str(size) for size in dealing.boards if size]
            raise InputError(
                f"the board {text(board)} has {len(board)} cards: "
                f"in {dealing.name}, write {', '.join(sizes[:-1])} or {sizes[-1]} cards"
            )
    return tuple(boards)


def _ranges(dealing: GameHands, hands: Sequence[str], draws: Sequence[int] | None) -> list[Range]:
    if draws is None:
        read = {written: range_of(dealing, written) for written in dict.fromkeys(hands)}
        return [read[written] for written in hands]
    if dealing.structure != "draw":
        raise InputError(f"{dealing.name} has no draws: leave them out")
    if len(draws) != len(hands):
        raise InputError(
            f"{len(hands)} hands need {len(hands)} numbers of draws, not {len(draws)}: write one for each hand"
        )
    ranges = []
    for place, (written, count) in enumerate(zip(hands, draws, strict=True), 1):
        if not 0 <= count <= dealing.poker.hole:
            raise InputError(f"player {place} cannot draw {count} cards: write 0 to {dealing.poker.hole}")
        kept = msgspec.structs.replace(dealing, sizes=((dealing.poker.hole - count, 0),))
        ranges.append(range_of(kept, written))
    return ranges


def _single(hand: Range) -> tuple[Card, ...]:
    """All cards of a range of one hand, the same in any arrangement; none of a wider one."""
    masks = np.unique(masks_of(hand.numbers))
    return tuple(card for card in range(64) if int(masks[0]) >> card & 1) if len(masks) == 1 else ()


def _player(dealing: GameHands, written: str, hands: Range) -> Contender:
    stud = dealing.structure == "stud"
    wild = stud and JOKER in dealing.deck
    merged: dict[tuple[tuple[Card, ...], int, int, bool, bool], Fraction] = {}
    for number, place in zip(hands.numbers.tolist(), hands.places.tolist(), strict=True):
        first, second = cards_of(number)
        own = tuple(sorted(first + second)) if stud else tuple(sorted(first))
        missing = dealing.kept - len(own)
        down = wild and missing > 0 and dealing.down_later(len(first), len(second)) > 0
        key = own, mask_of(first + second), missing, wild and JOKER in first, down
        merged[key] = merged.get(key, Fraction(0)) + hands.weights[place]
    width = max(len(key[0]) for key in merged)
    rows = np.full((len(merged), max(width, 1)), 255, np.uint8)
    for row, key in enumerate(merged):
        rows[row, : len(key[0])] = key[0]
    keys = list(merged)
    return Contender(
        written,
        rows,
        np.array([key[1] for key in keys], np.uint64),
        np.array([key[2] for key in keys], np.int64),
        np.array([key[3] for key in keys], np.bool_),
        np.array([key[4] for key in keys], np.bool_),
        tuple(merged.values()),
        len(hands),
    )


def _check_deck(question: EquityQuestion, known: int) -> None:
    dealing = question.dealing
    least = sum(int((player.missing + np.bitwise_count(player.used)).min()) for player in question.players)
    needed = least + known + sum(question.coming)
    if needed > len(dealing.deck):
        raise InputError(
            f"{len(question.players)} hands of {dealing.name} need {needed} cards with the boards and the dead cards, "
            f"but the deck has {len(dealing.deck)}: leave out some"
        )
