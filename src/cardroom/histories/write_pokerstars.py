"""PokerStars text: a hand written with the lines of that site's logs, which many programs read."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from hashlib import sha256

from cardroom.clean import visible
from cardroom.histories.logs import DRAW_GAMES, STUD_GAMES, digits
from cardroom.histories.phh import PHHError
from cardroom.histories.retelling import RetoldHand, RetoldStep, retold
from cardroom.histories.sites import pokerstars

__all__ = ["write_pokerstars"]

_NAMES = {code: name for name, code in pokerstars.GAMES.items()}
_TURNS = ("fold", "check", "call", "bet", "raise", "bring-in")
_LIMITS = {"N": "No Limit", "P": "Pot Limit", "F": "Limit"}
_STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_NUMBERS = ("FIRST", "SECOND", "THIRD")
_LONGEST = 25
"""Digits of a number."""
_WHOLE = 5
"""Cards of a board."""
_STREETS = {1: "PRE-FLOP", 3: "FLOP", 4: "TURN", 5: "RIVER"}
_POSTS = {
    "ante": "posts the ante", "dead": "posts dead blind", "small": "posts small blind", "big": "posts big blind",
    "extra": "posts big blind", "button": "posts button blind", "straddle": "posts straddle",
    "bring-in": "brings in for", "call": "calls", "bet": "bets",
}  # fmt: skip


def write_pokerstars(document: str, unit: int = 1) -> str:
    """A hand in PHH as PokerStars text. `unit` is how many of its chips are a dollar.

    A hand of another source has a number from its text: two hands with one number would be taken for one.

    >>> print(write_pokerstars('''variant = "NT"
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ["d dh p1 ????", "d dh p2 AsKs", "p2 cbr 6", "p1 f"]
    ... finishing_stacks = [98, 102]
    ... players = ["bob", "ann"]'''))
    PokerStars Hand #51583929648098986:  Hold'em No Limit ($1/$2)
    Table 'cardroom' 2-max Seat #2 is the button
    Seat 1: bob ($100 in chips)
    Seat 2: ann ($100 in chips)
    ann: posts small blind $1
    bob: posts big blind $2
    *** HOLE CARDS ***
    Dealt to ann [As Ks]
    ann: raises $4 to $6
    bob: folds
    Uncalled bet ($4) returned to ann
    ann collected $4 from pot
    *** SUMMARY ***
    Total pot $4 | Rake $0
    """
    return "\n".join(_Written(retold(document), _number(document), unit).lines())


def _number(document: str) -> str:
    return str(int.from_bytes(sha256(document.encode()).digest()[:7]))


class _Written:
    """A hand that is being written."""

    def __init__(self, hand: RetoldHand, number: str, unit: int) -> None:
        variant = str(hand.fields["variant"])
        self.limit, self.kind = variant[0], variant[1:]
        if self.kind not in _NAMES:
            raise PHHError(f"PokerStars has no game for {variant}")
        self.hand, self.number, self.unit = hand, number, unit
        self.names = [visible(name) for name in hand.names]
        if len({*self.names}) < len(self.names):
            raise PHHError("players: two players have the same name")
        self.stud, self.draws = self.kind in STUD_GAMES, self.kind in DRAW_GAMES
        self.street = self.draw = 0
        self.board: list[str] = []
        """The board that is being dealt."""
        self.boards = self._number_of_boards()
        self.run = 1
        self.held: list[list[str]] = [[] for _ in self.names]
        self.shown = False

    def _number_of_boards(self) -> int:
        """How often the board was dealt, and the number of cards that all boards share."""
        dealt = [len(step.cards) for step in self.hand.steps if step.what == "street"]
        turns = [at for at, step in enumerate(self.hand.steps) if step.what in _TURNS]
        before = self.hand.steps[: turns[-1] if turns else 0]
        self.shared = sum(len(step.cards) for step in before if step.what == "street")
        more = 0 if self.stud else sum(dealt) - _WHOLE
        if more > 0 and more % max(_WHOLE - self.shared, 1):
            raise PHHError("the boards have different numbers of cards")
        return 1 + max(more, 0) // max(_WHOLE - self.shared, 1)

    def money(self, chips: Fraction) -> str:
        """An amount in dollars. Three digits after the point would look like thousands."""
        text = digits(chips / self.unit)
        whole, point, cents = text.partition(".")
        return f"${whole}{point}{cents}{'0' * (len(cents) in (1, 3))}"

    def lines(self) -> Iterator[str]:
        """All lines of the hand."""
        hand = self.hand
        yield from self._header()
        first = True
        for at, step in enumerate(hand.steps):
            if first and step.what in ("dealt", "street"):
                first = False
                yield f"*** {_STUD_STREETS[0] if self.stud else 'DEALING HANDS' if self.draws else 'HOLE CARDS'} ***"
            yield from self._step(step, hand.steps[at - 1] if at else None)
        for who, chips in zip(self.names, hand.returned, strict=True):
            if chips:
                yield f"Uncalled bet ({self.money(chips)}) returned to {who}"
        for who, chips in zip(self.names, hand.won, strict=True):
            if chips > 0:
                yield f"{who} collected {self.money(chips)} from pot"
        yield "*** SUMMARY ***"
        yield f"Total pot {self.money(hand.pot + hand.added)} | Rake {self.money(hand.rake)}"
        if self.board and self.boards == 1:
            yield f"Board [{' '.join(self.board)}]"

    def _header(self) -> Iterator[str]:
        hand, fields = self.hand, self.hand.fields
        own = str(fields.get("hand", ""))
        known = fields.get("venue") == pokerstars.StarsReader.venue and own.isdecimal() and len(own) <= _LONGEST
        number = own if known else self.number
        bets = (Fraction(fields.get(name, 0)) for name in ("small_bet", "big_bet"))
        stakes = "/".join(map(self.money, bets if self.limit == "F" else (hand.small, hand.big)))
        if any(step.what == "button" for step in hand.steps):
            stakes = f"Button Blind {self.money(hand.big)} - Ante {self.money(hand.ante)}"
        date = self._date(fields)
        yield f"PokerStars Hand #{number}:  {_NAMES[self.kind]} {_LIMITS[self.limit]} ({stakes}){date}"
        table = visible(str(fields.get("table") or "cardroom")).replace("'", "")
        button = "" if self.stud else f" Seat #{hand.seats[-1]} is the button"
        yield f"Table '{table}' {max(len(self.names), *hand.seats)}-max{button}"
        for seat, who, stack in sorted(zip(hand.seats, self.names, hand.stacks, strict=True)):
            yield f"Seat {seat}: {who} ({self.money(stack)} in chips)"
        if hand.added:
            yield f"Cash Drop to Pot : total {self.money(hand.added)}"

    @staticmethod
    def _date(fields: Mapping[str, object]) -> str:
        if "year" not in fields:
            return ""
        day = "/".join(f"{int(str(fields[part])):02}" for part in ("year", "month", "day"))
        return f" - {day} {fields.get('time', '00:00:00')} {fields.get('time_zone', 'UTC')}"

    def _step(self, step: RetoldStep, before: RetoldStep | None) -> Iterator[str]:
        who = self.names[step.place] if step.place >= 0 else ""
        match step.what:
            case "street":
                yield self._street_line(step.cards)
            case "dealt":
                yield from self._dealt(who, step)
            case "discard" | "pat":
                if self.kind not in ("2L1D", "5D") and (before is None or before.what not in ("discard", "pat")):
                    yield f"*** {_NUMBERS[self.draw]} DRAW ***"
                    self.draw += 1
                yield self._discard(who, step)
            case "show" | "muck":
                if not self.shown:
                    yield "*** SHOW DOWN ***"
                self.shown = True
                known = " ".join(card for card in step.cards if card != "??")
                yield f"{who}: shows [{known}]" if known else f"{who}: mucks hand"
            case "fold" | "check":
                yield f"{who}: {step.what}s"
            case "raise":
                yield f"{who}: raises {self.money(step.above)} to {self.money(step.front)}{_all_in(step)}"
            case _:
                yield f"{who}: {_POSTS[step.what]} {self.money(step.chips)}{_all_in(step)}"

    def _street_line(self, cards: tuple[str, ...]) -> str:
        self.street += 1
        if self.stud:
            return f"*** {_STUD_STREETS[self.street]} ***" + (f" [{' '.join(cards)}]" if cards else "")
        if len(self.board) == _WHOLE:
            self.board, self.run = self.board[: self.shared], self.run + 1
        before = self.board[:]
        self.board += cards
        if len(self.board) not in _STREETS:
            raise PHHError(f"a board of {len(self.board)} cards")
        which = f"{_NUMBERS[self.run - 1]} " if self.boards > 1 and len(before) >= self.shared else ""
        old = f" [{' '.join(before)}]" if before else ""
        return f"*** {which}{_STREETS[len(self.board)]} ***{old} [{' '.join(cards)}]"

    def _dealt(self, who: str, step: RetoldStep) -> Iterator[str]:
        held = self.held[step.place]
        known, before = ([card for card in cards if card != "??"] for cards in (step.cards, held))
        held += step.cards
        if known:
            old = f"[{' '.join(before)}] " if before else ""
            yield f"Dealt to {who} {old}[{' '.join(known)}]"

    def _discard(self, who: str, step: RetoldStep) -> str:
        held = self.held[step.place]
        for card in step.cards:
            if card in held:
                held.remove(card)
        count = len(step.cards)
        if not count:
            return f"{who}: stands pat"
        known = "" if "??" in step.cards else f" [{' '.join(step.cards)}]"
        return f"{who}: discards {count} card{'s' * (count > 1)}{known}"


def _all_in(step: RetoldStep) -> str:
    return " and is all-in" if step.all_in else ""
