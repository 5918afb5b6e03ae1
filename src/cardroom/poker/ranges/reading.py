"""Read a range from text: one grammar for all games.

    range   = term ("," term)*
    term    = weight "(" range ")" | set ("@" weight)?
    set     = atom ((":" | "!") atom)*           and, and not; left to right
    atom    = "*" | percent ("-" percent)? | span | cards | macro | "{" range "}"
    span    = two "+" | two "-" two              games of two cards
            | ranks "+" | ranks "-" ranks        others: the whole shape moves
    two     = rank rank ("s" | "o")?
    cards   = ("(" card* ")")? card+ ("/" card+)?
    card    = (rank | "x" | "[" rank ("-" rank | rank*) "]") suit?
    macro   = "$" ("s" | "o" | "ds" | "ss" | "r" | "m" | "np")

Spaces do not count. The text comes from outside: every error names its place.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple, NoReturn

import numpy as np

from cardroom.cards import JOKER, RANKS, SUITS, Card, text
from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import LONGEST_RANGE
from cardroom.poker.dealing import GameHands, dealing_of
from cardroom.poker.ranges.hands import Numbers, Range, cards_of, hand_text, mask_of, masks_of, matching, number_of
from cardroom.poker.ranges.orders import best_hands

__all__ = ["range_of", "weight_text"]

MOST_LOOKS = 400_000_000
"""The most hands that all patterns of one range may look at."""
MOST_DIGITS = 12
"""The most digits of a weight or a percent."""
MOST_NESTED = 16

_SYMBOLS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s"}
_NUMBER = re.compile(r"\d+(?:\.\d*)?|\.\d+")
_TWO = re.compile(rf"([{RANKS}])([{RANKS}])([so]?)(?![cdhsxo{RANKS}\[/(])", re.IGNORECASE)
_RANKS = re.compile(rf"[{RANKS}]{{3,}}(?=[+-])", re.IGNORECASE)
_MACROS = ("$ds", "$ss", "$np", "$s", "$o", "$r", "$m")


class WeightedHands(NamedTuple):
    """A part of a range: sorted hands, and the place of each one's weight in the reader's list."""

    numbers: Numbers
    places: Numbers


def range_of(game: Any, written: str) -> Range:
    """Read a range of a game, which is given by its name, itself or its rule set.

    >>> [len(range_of("texas-holdem", each)) for each in ("AK", "TT+, A5s-A2s", "random", "5%")]
    [16, 46, 1326, 72]
    >>> len(range_of("omaha", "AA:$ds")), len(range_of("seven-card-stud", "(AA)x"))
    (864, 300)
    >>> range_of("texas-holdem", "AK, AAs")
    Traceback (most recent call last):
    cardroom.errors.InputError: the range 'AK, AAs' at 'AAs' (character 5): a pair has two suits; write AA
    """
    dealing = game if isinstance(game, GameHands) else dealing_of(game)
    if not isinstance(written, str):
        raise InputError("a range is text, for example 'TT+, AKs'")
    return _read(dealing, written)


@lru_cache(maxsize=64)
def _read(dealing: GameHands, written: str) -> Range:
    return _Reader(dealing, written).read()


class _Reader:
    def __init__(self, dealing: GameHands, written: str) -> None:
        if len(written) > LONGEST_RANGE:
            raise InputError(
                f"the range {quoted(written[:40])} is longer than {LONGEST_RANGE:,} characters: shorten it"
            )
        self.dealing = dealing
        self.written = written
        kept = [(letter, place) for place, letter in enumerate(written) if not letter.isspace()]
        self.origins = [place for _, place in kept] + [len(written)]
        self.text = "".join(_SYMBOLS.get(letter, letter) for letter, _ in kept)
        if re.fullmatch("random", self.text, re.IGNORECASE):
            self.text, self.origins = "*", [0, len(written)]
        self.at = 0
        self.depth = 0
        self.looks = 0
        self.weights: list[Fraction] = [Fraction(1)]
        self.notes: dict[str, None] = {}
        self.known: dict[Any, Numbers] = {}

    # -- errors

    def fail(self, says: str, start: int | None = None, end: int | None = None) -> NoReturn:
        """Raise the error of a place: what is wrong there, and what would be right."""
        start = self.at if start is None else start
        end = len(self.text) if end is None else end
        part = re.match(r"[^,;]*", self.text[start:end])
        shown = (
            quoted(part[0][:40])
            if part and part[0]
            else "its end"
            if start >= len(self.text)
            else quoted(self.text[start])
        )
        place = self.origins[min(start, len(self.text))] + 1
        whole = quoted(self.written if len(self.written) <= 60 else self.written[:57] + "...")
        raise InputError(f"the range {whole} at {shown} (character {place}): {says}")

    # -- the grammar

    def read(self) -> Range:
        """Read the whole text."""
        if not self.text:
            self.fail("a range names hands; write for example AA, or * for all hands")
        hands = self.range()
        if self.at < len(self.text):
            letter = self.text[self.at]
            if letter == ":" and self.text[self.at + 1 : self.at + 2].isdigit():
                self.fail(
                    "a weight follows @; write "
                    + quoted(self._term_text() + "@" + self.text[self.at + 1 :].split(",")[0])
                )
            if letter == ")":
                self.fail("nothing was opened before this bracket; leave it out")
            self.fail("write a comma between hands, @ before a weight, : for and, ! for and not")
        weights = np.array([bool(weight) for weight in self.weights])
        kept = weights[hands.places]
        numbers, places = hands.numbers[kept], hands.places[kept]
        used, places = np.unique(places, return_inverse=True)
        values = [self.weights[place] for place in used.tolist()]
        if not len(numbers):
            self.fail("no hand fits; name hands that the deck can deal", 0)
        return Range(self.dealing, numbers, places.astype(np.uint16), tuple(values), tuple(self.notes))

    def _term_text(self) -> str:
        return self.text[: self.at].split(",")[-1]

    def range(self) -> WeightedHands:
        """Terms, each hand with one weight."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            self.fail(f"brackets are nested deeper than {MOST_NESTED} levels; write the hands without them")
        terms = [self.term()]
        while self.take(","):
            terms.append(self.term())
        self.depth -= 1
        return self.union(terms)

    def union(self, terms: list[WeightedHands]) -> WeightedHands:
        """All hands of several terms. Refuse a hand with two weights."""
        if len(terms) == 1:
            return terms[0]
        numbers = np.concatenate([term.numbers for term in terms])
        places = np.concatenate([term.places for term in terms])
        order = np.argsort(numbers, kind="stable")
        numbers, places = numbers[order], places[order]
        again = numbers[1:] == numbers[:-1]
        clash = again & (places[1:] != places[:-1])
        if clash.any():
            where = int(np.flatnonzero(clash)[0])
            hand = hand_text(*cards_of(int(numbers[where])), self.dealing.structure)
            one, other = (self.weights[place] for place in places[where : where + 2].tolist())
            self.fail(f"{hand} has two weights, {weight_text(one)} and {weight_text(other)}; give it one", 0)
        first = np.concatenate([[True], ~again])
        return WeightedHands(numbers[first], places[first])

    def term(self) -> WeightedHands:
        """A weight with a range in brackets, or a set with or without a weight."""
        start = self.at
        if (number := _NUMBER.match(self.text, self.at)) and self._opens(number.end()):
            weight = self.weight()
            self.at += 1
            hands = self.range()
            if not self.take(")"):
                self.fail("a bracket is not closed; write )", start)
            return self.weighted(hands, weight)
        hands = self.set()
        if self.take("@"):
            return self.weighted(hands, self.weight())
        return hands

    def _opens(self, at: int) -> bool:
        """Whether a weight ends here and its bracket begins. A stud hand such as 7(AA) does not."""
        return self.text.startswith(("(", "%("), at)

    def weight(self) -> Fraction:
        """A weight from 0 to 1, or in percent."""
        start = self.at
        number = self.number()
        if number is None:
            self.fail("a weight is a number from 0 to 1, or a percentage; write for example 0.5 or 50%")
        if self.take("%"):
            number /= 100
        if number > 1:
            self.fail("a weight is at most 1; write a number from 0 to 1, or a percentage up to 100%", start, self.at)
        return number

    def number(self) -> Fraction | None:
        """A decimal number."""
        found = _NUMBER.match(self.text, self.at)
        if not found:
            return None
        if len(found[0]) > MOST_DIGITS:
            self.fail(f"this number has more than {MOST_DIGITS} digits; shorten it")
        self.at = found.end()
        return Fraction(found[0].rstrip(".") if not found[0].startswith(".") else "0" + found[0])

    def weighted(self, hands: WeightedHands, weight: Fraction) -> WeightedHands:
        """The same hands, their weights times this one."""
        if weight == 1:
            return hands
        return WeightedHands(hands.numbers, self.times(hands.places, [each * weight for each in self.weights]))

    def times(self, places: Numbers, values: list[Fraction]) -> Numbers:
        """Places of other values instead, where `values` has one for each place."""
        moved = np.zeros(len(values), np.uint16)
        for place in np.unique(places).tolist():
            moved[place] = self.place(values[place])
        return moved[places]

    def place(self, weight: Fraction) -> int:
        """The place of a weight in the list."""
        if weight not in self.weights:
            self.weights.append(weight)
        return self.weights.index(weight)

    def set(self) -> WeightedHands:
        """Atoms joined by `:` (and) and `!` (and not)."""
        hands = self.atom()
        while self.at < len(self.text) and self.text[self.at] in ":!":
            sign = self.text[self.at]
            after = self.text[self.at + 1 :]
            if sign == ":" and (number := _NUMBER.match(after)) and not after.startswith("%", number.end()):
                rest = after[number.end() :]
                if rest[:1] in ("", ",", ")") and (
                    len(number[0]) < 2 or "." in number[0] or set(number[0]) & {"0", "1"}
                ):
                    self.fail(f"a weight follows @; write {quoted(self._term_text() + '@' + number[0])}", self.at)
            self.at += 1
            other = self.atom()
            inside = np.isin(hands.numbers, other.numbers, assume_unique=True)
            if sign == "!":
                hands = WeightedHands(hands.numbers[~inside], hands.places[~inside])
                continue
            numbers, places = hands.numbers[inside], hands.places[inside]
            theirs = other.places[np.searchsorted(other.numbers, numbers)]
            for place in np.unique(theirs).tolist():
                if self.weights[place] != 1:
                    some = theirs == place
                    places[some] = self.times(places[some], [each * self.weights[place] for each in self.weights])
            hands = WeightedHands(numbers, places)
        return hands

    def atom(self) -> WeightedHands:
        """Hands without a weight of their own, or a range in braces."""
        start = self.at
        if self.take("{"):
            hands = self.range()
            if not self.take("}"):
                self.fail("a brace is not closed; write }", start)
            return hands
        if self.take("*"):
            return self.cards_like((), None, self.dealing.sizes[0], start)
        for macro in _MACROS:
            if self.text.startswith(macro, self.at):
                self.at += len(macro)
                return self.plain(self.macro(macro))
        if self.text.startswith("$", self.at):
            self.fail(f"there is no such macro; write one of {', '.join(_MACROS)}")
        number = _NUMBER.match(self.text, self.at)
        if number and self.text.startswith("%", number.end()):
            return self.percents()
        if self.dealing.two_cards and (found := _TWO.match(self.text, self.at)):
            return self.two(found)
        if not self.dealing.two_cards and (found := _RANKS.match(self.text, self.at)):
            return self.shape(found)
        return self.cards()

    def take(self, sign: str) -> bool:
        """Skip a sign if it comes next."""
        if self.text.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def plain(self, numbers: Numbers) -> WeightedHands:
        """Hands of weight 1."""
        return WeightedHands(numbers, np.zeros(len(numbers), np.uint16))

    # -- percents and macros

    def percents(self) -> WeightedHands:
        """The best hands up to a share, or those between two shares."""
        start = self.at
        shares = []
        while True:
            number = self.number()
            if number is None or not self.take("%"):
                self.fail("a percentage follows; write for example 5%-10%")
            if number > 100:
                self.fail("a share of hands is at most 100%", start, self.at)
            shares.append(number / 100)
            if len(shares) == 2 or not self.take("-"):
                break
        try:
            found = [best_hands(self.dealing, share) for share in shares]
        except InputError as error:
            self.fail(str(error), start, self.at)
        everything = self.everything()
        for share, hands in zip(shares, found, strict=True):
            self.notes[
                f"{weight_text(share * 100)}% is {len(hands):,} hands, {len(hands) / everything:.2%} of {everything:,}"
            ] = None
        if len(found) == 1:
            return self.plain(found[0])
        less, more = sorted(found, key=len)
        return self.plain(np.setdiff1d(more, less, assume_unique=True))

    def everything(self) -> int:
        """How many hands the game deals."""
        return len(self.cards_like((), None, self.dealing.sizes[0], self.at).numbers)

    def macro(self, name: str) -> Numbers:
        """The hands with a property of their suits or ranks."""
        if name in self.known:
            return self.known[name]
        numbers = self.cards_like((), None, self.dealing.sizes[0], self.at).numbers
        masks = masks_of(numbers)
        suits = [mask_of(card for card in self.dealing.deck if card != JOKER and card & 3 == suit) for suit in range(4)]
        ranks = [mask_of(c for c in self.dealing.deck if c != JOKER and c >> 2 == rank) for rank in range(13)]
        counts = np.stack([np.bitwise_count(masks & np.uint64(suit)) for suit in suits])
        most = np.max([np.bitwise_count(masks & np.uint64(rank)) for rank in ranks if rank], axis=0)
        twice, more = (counts >= 2).sum(axis=0), (counts > 2).sum(axis=0)
        size = np.bitwise_count(masks)
        tests: dict[str, Callable[[], Numbers]] = {
            "$s": lambda: twice >= 1,
            "$o": lambda: (twice == 0) & (most < 2),
            "$ds": lambda: twice >= 2,
            "$ss": lambda: (twice == 1) & (more == 0),
            "$r": lambda: counts.max(axis=0) <= 1,
            "$m": lambda: counts.max(axis=0) == size,
            "$np": lambda: most < 2,
        }
        self.known[name] = numbers[tests[name]()]
        return self.known[name]

    # -- two cards

    def two(self, found: re.Match[str]) -> WeightedHands:
        """Hands of two ranks: AK, AKs, TT+, A5s-A2s."""
        start, dealing = self.at, self.dealing
        self.at = found.end()
        high, low, kind = self._ranks_of(found)
        if self.take("+"):
            if high == low:
                lows = range(low, len(dealing.ranks))
                return self.plain(self._twos([(rank, rank, kind) for rank in lows]))
            if low + 1 == high and high < len(dealing.ranks) - 1:
                name = f"{dealing.ranks[high]}{dealing.ranks[low]}{kind}"
                best = f"{dealing.ranks[-1]}{dealing.ranks[-2]}{kind}"
                self.notes[f"{name}+ is {name} alone; for all connected ranks write {name}-{best}"] = None
            return self.plain(self._twos([(high, rank, kind) for rank in range(low, high)]))
        if not self.take("-"):
            return self.plain(self._twos([(high, low, kind)]))
        other = _TWO.match(self.text, self.at)
        if not other:
            self.fail("the other end of the span is missing; write two ranks, for example A5s-A2s", start)
        self.at = other.end()
        top, bottom, same = self._ranks_of(other)
        if kind != same:
            self.fail("both ends of a span are suited, or both off-suit, or neither", start, self.at)
        if high == low and top == bottom:
            hands = [(rank, rank, kind) for rank in range(min(high, top), max(high, top) + 1)]
        elif high - low == top - bottom:
            hands = [(rank, rank - high + low, kind) for rank in range(min(high, top), max(high, top) + 1)]
        elif high == top and high not in (low, bottom):
            hands = [(high, rank, kind) for rank in range(min(low, bottom), max(low, bottom) + 1)]
        else:
            self.fail("the ends of a span are pairs, or share their first rank, or have the same gap", start, self.at)
        return self.plain(self._twos(hands))

    def _ranks_of(self, found: re.Match[str]) -> tuple[int, int, str]:
        """The places of two ranks, the higher first, and whether suited or off-suit."""
        low, high = sorted(self.rank(letter, found.start()) for letter in (found[1], found[2]))
        kind = found[3].lower()
        if kind and high == low:
            both = (found[1] + found[2]).upper()
            self.fail(f"a pair has two suits; write {both}", found.start(), found.end())
        return high, low, kind

    def _twos(self, hands: list[tuple[int, int, str]]) -> Numbers:
        known = _all_twos(self.dealing)
        return np.sort(np.concatenate([known[hand] for hand in hands]))

    def rank(self, letter: str, at: int) -> int:
        """The place of a rank in the game's order."""
        place = self.dealing.ranks.find(letter.upper())
        if place < 0 or not letter.strip():
            self.fail(f"the deck has no {letter.upper()}: its ranks are {self.dealing.ranks}", at)
        return place

    # -- other shapes

    def shape(self, found: re.Match[str]) -> WeightedHands:
        """Ranks that move together: JT98+, JT98-7654."""
        start = self.at
        self.at = found.end()
        shape = [self.rank(letter, start) for letter in found[0]]
        most = len(self.dealing.ranks) - 1 - max(shape)
        if self.take("+"):
            steps = range(most + 1)
        else:
            self.at += 1  # the regular expression saw + or -
            other = re.compile(rf"[{RANKS}]+", re.IGNORECASE).match(self.text, self.at)
            if not other:
                self.fail("the other end of the span is missing; write as many ranks, for example JT98-7654", start)
            self.at = other.end()
            end = [self.rank(letter, other.start()) for letter in other[0]]
            if len(end) != len(shape) or len({one - two for one, two in zip(shape, end, strict=True)}) > 1:
                self.fail("both ends of a span have the same gaps; write for example JT98-7654", start, self.at)
            step = end[0] - shape[0]
            steps = range(min(step, 0), max(step, 0) + 1)
        letters = [tuple(self.dealing.ranks[rank + step] for rank in shape) for step in steps]
        parts = [self.like([self._rank_mask(each) for each in ranks], start).numbers for ranks in letters]
        return self.plain(np.unique(np.concatenate(parts)))

    def _rank_mask(self, letter: str) -> int:
        rank = RANKS.index(letter)
        return mask_of(card for card in self.dealing.deck if card != JOKER and card >> 2 == rank)

    def cards(self) -> WeightedHands:
        """Cards one by one: AhKh, AAxx, (As)Kd, A23/K."""
        start, first, second = self.at, [], None
        if self.take("("):
            if self.dealing.structure != "stud":
                self.fail("brackets are for the cards that are down in stud; write the cards without them", start)
            down = []
            while not self.take(")"):
                down.append(self.card(start, "the bracket of the cards down is not closed: write )"))
            up = [self.card(start, "the cards up follow: write at least one card after the bracket")]
            while self._card_next():
                up.append(self.card(start, ""))
            return self.stud(down, up, start)
        first.append(
            self.card(start, f"a hand is missing; write cards of this game's deck, for example {self._example()}")
        )
        while self._card_next():
            first.append(self.card(start, ""))
        if self.text.startswith("/", self.at):
            if self.dealing.structure == "stud" or len(self.dealing.sizes) == 1:
                self.fail("this game has no discards; write the hand without /", start)
            self.at += 1
            second = [self.card(start, "the discards follow: write at least one card after /")]
            while self._card_next():
                second.append(self.card(start, ""))
            return self.discarding(first, second, start)
        return self.like(first, start)

    def _example(self) -> str:
        return "AKs" if self.dealing.two_cards else text(sorted(self.dealing.deck[-1:])) + "xx"

    def _card_next(self) -> bool:
        return self.at < len(self.text) and (
            self.text[self.at] in "xX[*" or self.text[self.at].upper() in RANKS or self.text.startswith("10", self.at)
        )

    def card(self, start: int, missing: str) -> int:
        """The cards that a pattern card may be, as bits."""
        if not self._card_next() or self.text[self.at] == "*":
            self.fail(missing or "a card is missing", start)
        if JOKER in self.dealing.deck and self.take("Jk"):
            return 1 << JOKER
        at = self.at
        if self.take("10"):
            letters = "T"
        elif self.take("["):
            letters = self._listed(at)
        else:
            letters = self.text[self.at].upper()
            self.at += 1
        if letters == "X":
            mask = mask_of(self.dealing.deck)
        else:
            mask = 0
            for letter in letters:
                self.rank(letter, at)
                mask |= self._rank_mask(letter)
        if self.at < len(self.text) and self.text[self.at] in SUITS:
            suit = SUITS.index(self.text[self.at])
            self.at += 1
            mask &= mask_of(card for card in self.dealing.deck if card != JOKER and card & 3 == suit)
        return mask

    def _listed(self, start: int) -> str:
        """The ranks in square brackets."""
        found = re.compile(rf"([{RANKS}xX])-([{RANKS}])\]|([{RANKS}]+)\]", re.IGNORECASE).match(self.text, self.at)
        if not found:
            self.fail("ranks in square brackets are listed or have two ends; write for example [A-T] or [A2345]", start)
        self.at = found.end()
        if found[3]:
            return found[3].upper()
        low, high = sorted(self.rank(letter, start) for letter in (found[1], found[2]))
        return self.dealing.ranks[low : high + 1]

    # -- hands like patterns

    def like(self, patterns: list[int], start: int) -> WeightedHands:
        """Hands with these cards and any others."""
        sizes = self.dealing.sizes if self.dealing.structure == "stud" else self.dealing.sizes[:1]
        size = next((size for size in sizes if sum(size) >= len(patterns)), None)
        if size is None:
            most = sum(sizes[-1])
            extra = ""
            if self.dealing.structure == "community" and len(self.dealing.sizes) > 1:
                extra = "; write the cards that were discarded after /"
            self.fail(f"a hand of this game has {most} cards, not {len(patterns)}{extra}", start, self.at)
        return self.cards_like(tuple(patterns), None, size, start)

    def stud(self, down: list[int], up: list[int], start: int) -> WeightedHands:
        """Stud hands with these cards down and up."""
        fitting = [size for size in self.dealing.sizes if size[0] >= len(down) and size[1] >= len(up)]
        if not down:
            fitting = [size for size in self.dealing.sizes if size == (0, len(up))] or fitting
        if not fitting:
            self.fail(f"this game deals no hand with {len(down)} cards down and {len(up)} up", start, self.at)
        size = fitting[0]
        every = mask_of(self.dealing.deck)
        down, up = down + [every] * (size[0] - len(down)), up + [every] * (size[1] - len(up))
        return self.cards_like(tuple(down), tuple(up), size, start)

    def discarding(self, kept: list[int], thrown: list[int], start: int) -> WeightedHands:
        """Hands with these cards kept and these discarded."""
        size = next((size for size in self.dealing.sizes if size[1] == len(thrown)), None)
        if size is None or size[0] < len(kept):
            self.fail(
                f"{len(kept)} cards kept and {len(thrown)} discarded are more than a hand has: "
                f"a hand of this game has {sum(self.dealing.sizes[-1])} cards",
                start,
                self.at,
            )
        return self.cards_like(tuple(kept), tuple(thrown), size, start)

    def cards_like(
        self, first: tuple[int, ...], second: tuple[int, ...] | None, size: tuple[int, int], start: int
    ) -> WeightedHands:
        """Hands of a size by their patterns."""
        key = (first, second, size)
        if key not in self.known:
            if 0 in (*first, *(second or ())):
                self.fail("the deck has no such card", start, self.at)
            if len(first) == size[0] and len(second or ()) == size[1] and (second is not None or not size[1]):
                cards = [
                    [each.bit_length() - 1 for each in part if each.bit_count() == 1] for part in (first, second or ())
                ]
                every = cards[0] + cards[1]
                if len(set(every)) == sum(size):  # one hand, card by card
                    self.known[key] = np.array([number_of(*cards)], np.uint64)
                    return self.plain(self.known[key])
            try:
                self.known[key] = _matching(self.dealing, first, second, size)
            except InputError as error:
                self.fail(str(error), start, self.at)
            self.looks += len(self.known[key]) + _ALL.get((len(self.dealing.deck), sum(size)), 0)
            if self.looks > MOST_LOOKS:
                self.fail("this range has too many patterns for a game of so many hands; shorten it", start, self.at)
        return self.plain(self.known[key])


_ALL = {(52, 4): 270_725, (52, 5): 2_598_960, (52, 6): 20_358_520, (52, 3): 66_300}


@lru_cache(maxsize=8)
def _matching(
    dealing: GameHands, first: tuple[int, ...], second: tuple[int, ...] | None, size: tuple[int, int]
) -> Numbers:
    return matching(dealing, first, second, size)


@lru_cache(maxsize=8)
def _all_twos(dealing: GameHands) -> dict[tuple[int, int, str], Numbers]:
    """The hands of two cards by the places of their ranks, the higher first, and "s", "o" or "" for both."""
    by_rank = [[card for card in dealing.deck if card >> 2 == RANKS.index(rank)] for rank in dealing.ranks]
    known: dict[tuple[int, int, str], Numbers] = {}
    for high, low in product(range(len(by_rank)), repeat=2):
        if low > high:
            continue
        if low == high:
            known[high, low, ""] = _pairs_of(list(combinations(by_rank[high], 2)))
            continue
        hands = list(product(by_rank[high], by_rank[low]))
        suited = [(one, other) for one, other in hands if one & 3 == other & 3]
        known[high, low, "s"] = _pairs_of(suited)
        known[high, low, "o"] = _pairs_of([hand for hand in hands if hand not in suited])
        known[high, low, ""] = _pairs_of(hands)
    return known


def _pairs_of(hands: list[tuple[Card, Card]]) -> Numbers:
    return np.sort(np.array([number_of(hand) for hand in hands], np.uint64))


def weight_text(weight: Fraction) -> str:
    """A weight as a decimal number, exactly. Every weight that can be written is one.

    >>> weight_text(Fraction(1, 8)), weight_text(Fraction(1)), weight_text(Fraction(1, 1000))
    ('0.125', '1', '0.001')
    """
    digits = 0
    while (weight * 10**digits).denominator > 1:
        digits += 1
    whole = str((weight * 10**digits).numerator).rjust(digits + 1, "0")
    return f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole
