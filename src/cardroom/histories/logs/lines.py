"""The grammar that text logs share: a header, seats, lines of players, streets, a summary.

A site's reader is a subclass. It defines how its lines are written and which of them matter. Lines that move chips or
cards are read; chat, players who join or leave, and notes about a tournament are skipped. A line that is skipped by
mistake is noticed later: the pot does not add up, or a different player must act.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import ClassVar, NoReturn

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.histories.logs.cards import STUD_GAMES
from cardroom.histories.logs.hand import MOST_STEPS, Log, LogStep
from cardroom.histories.logs.reading import AMOUNT, amount_of, cards_of, date_of
from cardroom.histories.phh.format import PHHError
from cardroom.limits import LONGEST_ARGUMENT, LONGEST_NAME

__all__ = ["LineReader", "step_patterns"]

_ALL_IN = re.compile(r"\b(?:all[- ]?in|capped|caps)\b", re.IGNORECASE)
MANY = Fraction(10**6)
"""Chips of a player whose stack is unknown."""
LIMITS = {"no limit": "N", "nl": "N", "pot limit": "P", "pl": "P", "fixed limit": "F", "fix limit": "F", "limit": "F"}


def step_patterns(patterns: Mapping[str, str]) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Compile patterns of lines, each with its step. AMT matches an amount, CARDS cards in brackets."""
    cards = r"\[(?P<cards>[^\[\]]*)\]"
    return tuple(
        (re.compile(pattern.replace("AMT", f"(?P<amount>{AMOUNT})").replace("CARDS", cards), re.IGNORECASE), what)
        for pattern, what in patterns.items()
    )


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
        self.seats: dict[str, int | Fraction] = {}
        self.stacks: dict[str, Fraction] = {}
        self.held: dict[str, tuple[str, ...]] = {}
        self.won: dict[str, Fraction] = {}
        """What each player won, according to the summary."""
        self.hand = self.game = self.variant = self.table = self.section = ""
        self.stakes: tuple[Fraction, Fraction] | None = None
        self.date: tuple[str, ...] = ()
        self.button, self.pot_line = 0, 0
        self.pot: Fraction | None = None
        self.rake: Fraction | None = None
        self.added = Fraction(0)
        self.unknown: set[str] = set()
        """Players whose stacks the log does not state."""
        self.cashed_out = False

    @classmethod
    def read_text(cls, text: str, first: int = 1) -> Log:
        """Read one hand; `first` is the number of its first line in the file."""
        lines = [line.replace("\xa0", " ").replace("\u202f", " ").strip("\ufeff \t\r") for line in text.split("\n")]
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

    def seat(self, seat: int | Fraction, name: str, stack: Fraction) -> None:
        """Take a seat and the chips at it."""
        if name in self.seats or seat in self.seats.values():
            self.fail(f"seat {seat} or {quoted(name)} occurs twice")
        if len(name) > LONGEST_NAME:
            self.fail(f"{quoted(name)} is too long: a name has at most {LONGEST_NAME} characters")
        self.seats[name], self.stacks[name] = seat, stack

    def sit_down(self, name: str) -> None:
        """Seat a player who is not listed but posts a blind: right after the last player who posted."""
        posts = [self.seats[step.who] for step in self.steps if step.what in ("small", "big")]
        self.seat((posts[-1] if posts else Fraction(self.button)) + Fraction(1, 2), name, MANY)
        self.unknown.add(name)

    def give_unknown_stacks(self) -> None:
        """Give players with unknown stacks more chips than they need, or exactly what they put in if they were
        all-in."""
        puts = ("ante", "small", "big", "dead", "bring-in", "call", "bet", "add")
        for who in self.unknown:
            theirs = [step for step in self.steps if step.who == who]
            put = sum((step.amount for step in theirs if step.what in puts), Fraction(0))
            self.stacks[who] = put if any(step.all_in for step in theirs) else MANY

    def player(self, line: str) -> tuple[str, str]:
        """The player whose name begins a line, and the rest of the line. Both are empty if there is no such player."""
        if not line.startswith(self.before):
            return "", ""
        line = line[len(self.before) :]
        who = max((name for name in self.seats if line.startswith(name + self.after)), key=len, default="")
        return (who, line[len(who) + len(self.after) :].strip()) if who else ("", "")

    def read_step(self, who: str, words: str) -> bool:
        """Read what a player does. Return whether the line is a step of the hand."""
        for pattern, what in self.patterns:
            if match := pattern.fullmatch(words):
                groups = match.groupdict()
                amount = amount_of(groups["amount"]) if groups.get("amount") else Fraction(0)
                cards = self.cards(groups.get("cards"))
                self.add(who, what, amount, cards, int(groups.get("count") or 0), bool(_ALL_IN.search(words)))
                return True
        return False

    def cards(self, text: str | None) -> tuple[str, ...]:
        """Cards, as this site writes them."""
        return cards_of(text)

    def add(
        self,
        who: str,
        what: str,
        amount: Fraction = Fraction(0),
        cards: tuple[str, ...] = (),
        count: int = 0,
        all_in: bool = False,
    ) -> None:
        """Add a step of the hand."""
        if len(self.steps) == MOST_STEPS:
            self.fail(f"the hand has more than {MOST_STEPS} lines")
        if what in ("show", "muck") and cards:
            self.held.setdefault(who, cards)
        if what == "muck":
            cards = ()
        self.steps.append(LogStep(self.at, who, what, amount, cards, count, all_in))

    def street(self, cards: Iterable[str] = ()) -> None:
        """Begin a betting round, after these cards of the board."""
        self.add("", "street", cards=tuple(cards))

    def posted_stakes(self) -> tuple[Fraction, Fraction]:
        """The stakes, computed from the posts. Used if the header does not have them."""
        if self.variant[1:] in STUD_GAMES:
            return self._stud_stakes()
        posts = {step.what: step.amount for step in reversed(self.steps) if step.what in ("small", "big", "bring-in")}
        big = posts.get("big") or posts.get("small", Fraction(0)) * 2
        if not big:
            self.fail("the stakes are missing: no blind was posted")
        return (big, big * 2) if self.variant.startswith("F") else (posts.get("small", big / 2), big)

    def _stud_stakes(self) -> tuple[Fraction, Fraction]:
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
        return low, low * 2
