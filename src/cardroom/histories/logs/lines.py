"""The grammar that text logs share: a header, seats, lines of players, streets, a summary.

A site's reader is a subclass. It defines how its lines are written and which of them matter. Lines that move chips or
cards are read; chat, players who join or leave, and notes about a tournament are skipped. A line that is skipped by
mistake is noticed later: the pot does not add up, or a different player must act.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, NoReturn, cast

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.histories.logs.cards import STUD_GAMES
from cardroom.histories.logs.hand import MOST_STEPS, Log, LogStep
from cardroom.histories.logs.reading import AMOUNT, amount_of, cards_of, date_of
from cardroom.histories.phh import PHHError
from cardroom.limits import LONGEST_ARGUMENT, LONGEST_NAME

__all__ = ["LineReader", "step_patterns"]

_ALL_IN = re.compile(r"\b(?:all[- ]?in|capped|caps)\b", re.IGNORECASE)
_ADDS = {"small", "big", "both", "button", "straddle", "bring-in", "call", "bet", "add"}
"""Lines whose amount is the chips that a player adds to those in front."""
MANY = Decimal(10**6)
"""Chips of a player whose stack is unknown."""
LIMITS = {"no limit": "N", "nl": "N", "pot limit": "P", "pl": "P", "fixed limit": "F", "fix limit": "F", "limit": "F"}
LIMITS |= {"fl": "F", "all-in or fold limit": "N"}


_STREET = re.compile(
    r"\*\*\* ?(?:(FIRST|SECOND|THIRD) )?(.+?)(?: ([123]))? \*\*\*:?((?: ?\[[^\[\]]*\])*)(?!.*\[[^\]]*$).*"
)
_BOARDS = {"FIRST": 1, "SECOND": 2, "THIRD": 3, "1": 1, "2": 2, "3": 3}
_STREETS = re.compile(
    r"(?:PRE-?FLOP|FLOP|TURN|RIVER|(?:(?:FIRST|SECOND|THIRD|1ST|2ND|3RD)[ -])?DRAW)"
    r"|(?:[4-7]TH|FOURTH|FIFTH|SIXTH|SEVENTH)(?: STREET)?",
    re.IGNORECASE,
)
"""Sections of a log that begin a betting round, in the words of any site."""
_ONE_CARD = re.compile("(?:10|[2-9TJQKA])[cdhs]", re.IGNORECASE)


def step_patterns(patterns: Mapping[str, str], amount: str = AMOUNT) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Compile patterns of lines, each with its step. AMT matches an amount, CARDS cards in brackets.

    A line that changes nothing has an empty step.
    """
    cards = r"\[(?P<cards>[^\[\]]*)\]"
    return tuple(
        (re.compile(pattern.replace("AMT", f"(?P<amount>{amount})").replace("CARDS", cards), re.IGNORECASE), what)
        for pattern, what in patterns.items()
    )


class StepInWords(NamedTuple):
    """The parts of a line that says what a player does."""

    what: str
    """The kind of step; empty if the line changes nothing."""
    amount: str | None
    cards: str | None
    thrown: int
    """How many cards are discarded."""
    all_in: bool


class LineReader:
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = ""
    games: ClassVar[Mapping[str, str]] = {}
    """Games by their names in the log, with the part of the PHH variant that follows the letter of the limit."""
    patterns: ClassVar[tuple[tuple[re.Pattern[str], str], ...]] = ()
    before: ClassVar[str] = ""
    """The text before a player's name in a line."""
    after: ClassVar[str] = " "
    """The text after a player's name in a line."""

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.lines, self.at = lines, first - 1
        self.steps: list[LogStep] = []
        self.seats: dict[str, int | Decimal] = {}
        self.stacks: dict[str, Decimal] = {}
        self.held: dict[str, tuple[str, ...]] = {}
        self.won: dict[str, Decimal] = {}
        """What each player won, according to the summary."""
        self.hand = self.game = self.variant = self.table = self.section = ""
        self.stakes: tuple[Decimal, Decimal] | None = None
        self.date: tuple[str, ...] = ()
        self.button, self.pot_line = 0, 0
        self.pot: Decimal | None = None
        self.rake: Decimal | None = None
        self.added = Decimal(0)
        self.board: tuple[str, ...] = ()
        """The whole board, as the summary has it."""
        self.unknown: set[str] = set()
        """Players whose stacks the log does not state."""
        self.cashed_out = False

    @classmethod
    def read_text(cls, text: str, first: int = 1) -> Log:
        """Read one hand; `first` is the number of its first line in the file."""
        plain = text.replace("Â\xa0", " ")  # a file that was converted to UTF-8 twice
        plain = plain.replace("\xa0", " ").replace("\u202f", " ")
        lines = [line.strip("\ufeff \t\r") for line in plain.split("\n")]
        return cls(lines, first).read()

    def fail(self, why: str) -> NoReturn:
        """Refuse the hand because of the current line."""
        raise PHHError(f"line {self.at}: {why}")

    def read(self) -> Log:
        """Read the whole hand."""
        for line in self.lines:
            self.at += 1
            if len(line) > LONGEST_ARGUMENT:
                self.fail(f"the line is longer than {LONGEST_ARGUMENT:,} characters")
            if line:
                try:
                    self.line(line)
                except PHHError:
                    raise
                except InputError as error:
                    self.fail(str(error))
        self.finish()
        if not self.hand:
            self.fail("no hand begins here")
        if not self.variant:
            self.fail("the hand ends here, but its game was not named")
        if len(self.seats) < 2:
            self.fail("the hand ends here with fewer than two seats")
        return Log(
            self.venue, self.hand, self.game, self.variant, self.stakes or self.posted_stakes(), self.date, self.table,
            self.button, self.seats, self.stacks, self.steps, self.held, self.pot, self.rake, self.pot_line or self.at,
            self.cashed_out, self.added,
        )  # fmt: skip

    def line(self, line: str) -> None:
        """Read a line."""
        raise NotImplementedError

    def finish(self) -> None:
        """Complete the hand after its last line."""

    # -- parts of a hand -----------------------------------------------------------------------------------------------

    def begin(self, number: str, game: str, limit: str, line: str) -> None:
        """Take the number, the game and the date from the first line."""
        self.hand, self.date = number, date_of(line)
        self.name_game(game, limit)

    def name_game(self, game: str, limit: str) -> None:
        """Take the game and its limit, by their names."""
        name = next((name for name in self.games if name.lower() == game.strip().lower()), None)
        if name is None:
            self.fail(f"{quoted(game)} is not a game that can be read here: choose from {', '.join(self.games)}")
        self.game = f"{game} {limit}"
        self.variant = LIMITS[limit.strip().lower()] + self.games[name]

    def seat(self, seat: int | Decimal, name: str, stack: Decimal) -> None:
        """Take a seat and the chips at it."""
        if name in self.seats or seat in self.seats.values():
            self.fail(f"seat {seat} or {quoted(name)} occurs twice")
        if len(name) > LONGEST_NAME:
            self.fail(f"{quoted(name)} is too long: a name has at most {LONGEST_NAME} characters")
        self.seats[name], self.stacks[name] = seat, stack

    def sit_down(self, name: str) -> None:
        """Seat a player who is not listed but posts a blind: right after the last player who posted."""
        posts = [self.seats[step.who] for step in self.steps if step.what in ("small", "big")]
        self.seat((posts[-1] if posts else Decimal(self.button)) + Decimal("0.5"), name, MANY)
        self.unknown.add(name)

    def give_unknown_stacks(self) -> None:
        """Give players with unknown stacks more chips than they need, or exactly what they put in if all-in."""
        for who in self.unknown:
            all_in = any(step.all_in for step in self.steps if step.who == who)
            self.stacks[who] = self.put_in(who) if all_in else MANY

    def put_in(self, who: str) -> Decimal:
        """What a player put in, by the lines read so far."""
        put = front = Decimal(0)
        for step in self.steps:
            if step.what == "street":
                front = Decimal(0)
            elif step.who == who and step.what in ("raise", "to"):
                put, front = put + step.amount - front, step.amount
            elif step.who == who and step.what in ("ante", "dead"):
                put += step.amount
            elif step.who == who and step.what in _ADDS:
                put, front = put + step.amount, front + step.amount
        return put

    def cut_off(self, who: str) -> None:
        """A player lost the connection and stays in for what they have put in: that is all they play for."""
        self.stacks[who] = self.put_in(who)
        paid = max((at for at, step in enumerate(self.steps) if step.who == who and step.amount), default=0)
        self.steps = [
            step for at, step in enumerate(self.steps) if not (at > paid and step.who == who and step.what == "check")
        ]

    def player(self, line: str) -> tuple[str, str]:
        """The player whose name begins a line, and the rest of the line. Both are empty if there is no such player."""
        if not line.startswith(self.before):
            return "", ""
        line = line[len(self.before) :]
        who = self.named(line, self.after)
        return (who, line[len(who) + len(self.after) :].strip()) if who else ("", "")

    def named(self, line: str, after: str = "") -> str:
        """The longest name of a player that begins a line, before this text; empty if there is none."""
        found = ""
        for name in self.seats:
            if len(name) > len(found) and line.startswith(name) and line.startswith(after, len(name)):
                found = name
        return found

    def read_step(self, who: str, words: str) -> bool:
        """Read what a player does. Return whether the line is a step of the hand."""
        step = _step_in(cast(Any, type(self)), words)
        if step and step.what:
            amount = amount_of(step.amount) if step.amount else Decimal(0)
            self.add(who, step.what, amount, self.cards(step.cards), step.thrown, step.all_in)
        return step is not None

    def cards(self, text: str | None) -> tuple[str, ...]:
        """Cards, as this site writes them."""
        return cards_of(text)

    def add(
        self,
        who: str,
        what: str,
        amount: Decimal = Decimal(0),
        cards: tuple[str, ...] = (),
        count: int = 0,
        all_in: bool = False,
        board: int = 1,
    ) -> None:
        """Add a step of the hand."""
        if len(self.steps) == MOST_STEPS:
            self.fail(f"the hand has more than {MOST_STEPS} lines")
        if what in ("show", "muck") and cards:
            self.held.setdefault(who, cards)
        if what == "muck":
            cards = ()
        self.steps.append(LogStep(self.at, who, what, amount, cards, count, all_in, board))

    def street(self, cards: Iterable[str] = (), board: int = 1) -> None:
        """Begin a betting round, after these cards of the board. A hand that is run twice has several boards."""
        self.add("", "street", cards=tuple(cards), board=board)

    def street_line(self, line: str, others: Iterable[str] = ()) -> bool:
        """Read a line such as `*** TURN *** [As Kd 2c] [9h]`. Return whether it is a section of a hand.

        `others` are the names of sections that are not betting rounds. Cards that are on the board already are left
        out: sites print them again.
        """
        match = _STREET.fullmatch(line)
        if not match:
            return False
        which, name = match[1] or match[3] or "", match[2]
        if "DRAW" in name.upper():
            which, name = "", f"{which} {name}".strip()
        known = [other for other in others if other.lower() == name.lower()]
        if known or not _STREETS.fullmatch(name):
            self.section = known[0] if known else name
            return bool(known)
        self.section = name
        board = _BOARDS.get(which, 1)
        before = {card for step in self.steps if step.what == "board" for card in step.cards}
        for step in self.steps:
            before |= {*step.cards} if step.what == "street" and step.board in (1, board) else set()
        words = " ".join(re.findall(r"\[([^\[\]]*)\]", match[4]))
        cards = dict.fromkeys(self.cards(_ONE_CARD.sub(lambda card: f" {card[0]} ", words)))
        if name.upper() in ("PRE-FLOP", "PREFLOP"):  # Courchevel: a card of the board before the first betting
            if cards:
                self.steps.append(LogStep(self.at, "", "board", cards=tuple(cards)))
            return True
        self.street((card for card in cards if card not in before), board)
        return True

    def take_board(self) -> None:
        """Take cards that a street lacks from the board of the summary."""
        streets = [at for at, step in enumerate(self.steps) if step.what == "street" and step.board == 1]
        seen = [card for step in self.steps if step.what in ("street", "board") for card in step.cards]
        missing = [card for card in self.board if card not in seen]
        empty = [at for at in streets if not self.steps[at].cards]
        if missing and len(empty) == 1:
            self.steps[empty[0]] = self.steps[empty[0]]._replace(cards=tuple(missing))

    def take_winners(self, *, sold: bool = False) -> None:
        """Take from the summary who won, if no line above it does, or if a player `sold` their share of the pot.

        Some lines count what the house added to the pot twice. Then the summary is right.
        """
        collected = sum((step.amount for step in self.steps if step.what == "collect"), Decimal(0))
        won = sum(self.won.values(), Decimal(0))
        left = None if self.pot is None else self.pot - (self.rake or 0)
        twice = self.added > 0 and collected == won + self.added and won == left
        if self.won and (sold or not collected or twice):
            self.steps = [step for step in self.steps if step.what != "collect"]
            for who, amount in self.won.items():
                self.add(who, "collect", amount)

    def posted_stakes(self) -> tuple[Decimal, Decimal]:
        """The stakes, computed from the posts. Used if the header does not have them."""
        if self.variant[1:] in STUD_GAMES:
            return self._stud_stakes()
        posts = {step.what: step.amount for step in reversed(self.steps) if step.what in ("small", "big", "bring-in")}
        antes = [step.amount for step in self.steps if step.what == "ante"]
        big = posts.get("big") or posts.get("small", Decimal(0)) * 2 or max(antes, default=Decimal(0))
        if not big:
            self.fail("the stakes are missing: no blind was posted")
        return (big, big * 2) if self.variant.startswith("F") else (posts.get("small", big / 2), big)

    def _stud_stakes(self) -> tuple[Decimal, Decimal]:
        """The bets of a stud game: the lower one is bet on the first two streets, the higher one later."""
        street, lower = 0, []
        for step in self.steps:
            street += step.what == "street"
            if step.what in ("bet", "to", "raise") and not step.all_in:
                lower.append(step.amount if street < 2 else step.amount / 2)
        brought = [step.amount * 2 for step in self.steps if step.what == "bring-in" and not step.all_in]
        antes = [step.amount * 4 for step in self.steps if step.what == "ante"]
        if not (lower or brought or antes):
            self.fail("the stakes are missing: there was no bet")
        low = min(lower or brought or antes)
        if not lower:  # an all-in that opens the betting is not more than a bet
            low = max(low, *self._opening_all_ins(), low)
        return low, low * 2

    def _opening_all_ins(self) -> Iterator[Decimal]:
        """All-ins that open a betting round of stud, as a lower limit that allows them."""
        street, opened = 0, False
        for step in self.steps:
            if step.what == "street":
                street, opened = street + 1, False
            elif step.what in ("bet", "add", "to", "raise") and not opened:
                opened = True
                if step.all_in:
                    yield step.amount if street < 2 else step.amount / 2


@lru_cache(maxsize=4096)
def _step_in(reader: Any, words: str) -> StepInWords | None:
    """The step that a line says in a site's words, if it says one. Most lines come many times."""
    for pattern, what in reader.patterns:
        if match := pattern.fullmatch(words):
            groups = match.groupdict()
            thrown, all_in = int(groups.get("count") or 0), bool(_ALL_IN.search(words))
            return StepInWords(what, groups.get("amount"), groups.get("cards"), thrown, all_in)
    return None
