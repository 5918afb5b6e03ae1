"""PokerStars' logs: the lines of one hand, read into values.

Lines that move chips or cards are read strictly: a damaged or unknown line is refused, with its number. Chat, players
who join or leave, and notes about a tournament are skipped.
"""

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar, NoReturn

from cardroom.clean import quoted
from cardroom.histories.logs.hand import MOST_STEPS, Log, LogStep
from cardroom.histories.logs.reading import dealt_to
from cardroom.histories.phh.format import PHHError
from cardroom.limits import LONGEST_ARGUMENT, LONGEST_NAME, MOST_CENTS

__all__ = ["BEGINS", "GAMES", "LIMITS", "StarsReader", "read_pokerstars"]

_SITES = r"(?:PokerStars|PokerMaster|Run It Once Poker|Full Tilt(?! Poker Game| Game))"
BEGINS = re.compile(rf"\W*{_SITES} (?:\w+ ){{0,3}}#(\d{{1,25}}):\s*(.*)")
"""The first line of a hand: its number, and the game. Other sites write the same lines."""

GAMES = {
    "5 Card Omaha Hi/Lo": "O5/8",
    "5 Card Omaha": "O5",
    "Omaha Hi/Lo": "O/8",
    "Omaha": "O",
    "6+ Hold'em": "S",
    "Hold'em": "T",
    "7 Card Stud Hi/Lo": "7S/8",
    "7 Card Stud": "7S",
    "Razz": "R",
    "Single Draw 2-7 Lowball": "2L1D",
    "Triple Draw 2-7 Lowball": "2L3D",
    "Badugi": "B",
}
"""Games by their names in logs, with the part of the PHH variant that follows the letter of the limit."""
LIMITS = {"No Limit": "N", "Pot Limit": "P", "Fixed Limit": "F", "Limit": "F"}

_AMOUNT = r"[^\d\s.(\[-]{0,3}\s?\d[\d,]*(?:\.\d{1,8})?"
_CARDS = r"\[(?P<cards>[^\[\]]*)\]"
_PATTERNS = tuple(
    (re.compile(pattern.replace("AMT", f"(?P<amount>{_AMOUNT})").replace("CARDS", _CARDS) + r"\.?"), what)
    for pattern, what in (
        (r"posts the ante AMT", "ante"),
        (r"posts small & big blinds AMT", "both"),
        (r"posts small blind AMT", "small"),
        (r"posts big blind AMT", "big"),
        (r"posts (?:missed|dead) blind AMT", "dead"),
        (r"posts button blind AMT", "button"),
        (r"posts (?:a |the )?straddle AMT", "straddle"),
        (r"brings in for AMT", "bring-in"),
        (r"folds(?: CARDS)?", "fold"),
        (r"checks", "check"),
        (r"calls AMT", "call"),
        (r"bets AMT", "bet"),
        (rf"raises {_AMOUNT} to AMT", "raise"),
        (r"stands pat(?: on CARDS)?", "pat"),
        (r"discards (?P<count>\d) cards?(?: CARDS)?", "discard"),
        (r"shows CARDS(?: \(.*\))?", "show"),
        (r"mucks hand", "muck"),
        (r"(?:doesn't show hand|sits out|is sitting out)", ""),
    )
)
_STRANGER = re.compile(r'[^"]{1,99}: (?:posts|folds|checks|calls|bets|raises|brings|stands|discards|shows|mucks)\b')
_ALL_IN = re.compile(r" and (?:is all-in|has reached the .{1,20} cap)$")
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+) \(({_AMOUNT}) in chips(?:, .*)?\)(.*)")
_STAKES = re.compile(rf"\((?:[^()]*, )?(?:({_AMOUNT})/({_AMOUNT})|Button Blind ({_AMOUNT}) )")
_GAME = re.compile(rf"(?<![\w+])((?:\w+ Card )?(?:{'|'.join(map(re.escape, GAMES))})) ({'|'.join(LIMITS)})\b")
_DATE = re.compile(r"(\d{4})/(\d{2})/(\d{2}) (\d{1,2}:\d{2}:\d{2})(?: ([A-Z]{1,5}))?")
_STREET = re.compile(r"\*\*\* (.+?) \*\*\*(?: \[(.*)\])?")
_TWICE = re.compile("(FIRST|SECOND|THIRD) (FLOP|TURN|RIVER|SHOW ?DOWN)")
_STREETS = {"FLOP", "TURN", "RIVER", "4th STREET", "5th STREET", "6th STREET", "7th STREET"}
_STREETS |= {"FIRST DRAW", "SECOND DRAW", "THIRD DRAW", "DRAW"}
_BEFORE = {"HOLE CARDS", "DEALING HANDS", "3rd STREET", "SHOW DOWN", "SHOWDOWN", "SUMMARY"}
_TOTAL = re.compile(rf"Total pot ({_AMOUNT})(?: .*?)?(?: ?\| Rake ({_AMOUNT})(.*))?")
_FEES = re.compile(rf"\| (?:Jackpot|Bingo|Fortune|Tax|STP|Splash the Pot) ({_AMOUNT})")
_UNCALLED = re.compile(rf"Uncalled bet \(({_AMOUNT})\) returned to (.+)")
_ADDED = re.compile(rf"Cash Drop to Pot : total ({_AMOUNT})")
_COLLECTED = re.compile(rf" collected ({_AMOUNT}) from (?:the )?(?:main |side )?pot(?:-\d)?(?: \d)?\.?")
_HELD = re.compile(r"Seat (\d{1,2}): .*? (?:showed|mucked) \[([^\[\]]*)\]")
_WON = re.compile(rf" won \(({_AMOUNT})\)")


def read_pokerstars(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return StarsReader.read_text(text, first)


class StarsReader:
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "PokerStars"
    begins: ClassVar[re.Pattern[str]] = BEGINS

    def __init__(self, lines: Sequence[str], first: int) -> None:
        self.lines, self.number = lines, first - 1
        self.steps: list[LogStep] = []
        self.seats: dict[str, int] = {}
        self.stacks: dict[str, Fraction] = {}
        self.held: dict[str, tuple[str, ...]] = {}
        self.won: dict[str, Fraction] = {}
        self.table, self.button, self.section = "", 0, ""
        self.pot: tuple[Fraction, Fraction, int] | None = None
        self.cashed_out, self.added = False, Fraction(0)

    @classmethod
    def read_text(cls, text: str, first: int) -> Log:
        """Read one hand."""
        return cls([line.replace("\xa0", " ").strip("\ufeff \t\r") for line in text.split("\n")], first).read()

    def fail(self, why: str) -> NoReturn:
        raise PHHError(f"line {self.number}: {why}")

    def read(self) -> Log:
        """Read the whole hand."""
        header = None
        for line in self.lines:
            self.number += 1
            if not line:
                continue
            if len(line) > LONGEST_ARGUMENT:
                self.fail(f"the line is longer than {LONGEST_ARGUMENT:,} characters")
            if header is None:
                header = self._header(line)
            elif self.section == "SUMMARY":
                self._summary(line)
            elif not self.section and not self.steps and line.startswith(("Table ", "Seat ")):
                self._seated(line)
            else:
                self._line(line)
        if header is None:
            self.fail("no hand begins here: a first line is like PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)")
        if len(self.seats) < 2:
            self.fail("the hand ends here with fewer than two seats")
        if self.pot is None:
            self.fail("the hand ends here without a summary: Total pot is missing")
        if self.cashed_out:  # the price of the sale is not the pot
            self.steps = [step for step in self.steps if step.what != "collect"]
            self.steps += [LogStep(self.number, who, "collect", amount) for who, amount in self.won.items()]
        pot, rake, pot_line = self.pot
        return Log(
            self.venue, *header, self.table, self.button, self.seats, self.stacks, self.steps, self.held, pot, rake,
            pot_line, self.cashed_out, self.added,
        )  # fmt: skip

    def _header(self, line: str) -> tuple[str, str, str, tuple[Fraction, Fraction], tuple[str, ...]]:
        begins = self.begins.fullmatch(line)
        if not begins:
            self.fail(f"{quoted(line)} does not begin a hand")
        game, stakes, date = _GAME.search(begins[2]), _STAKES.search(begins[2]), _DATE.search(begins[2])
        if not game or game[1] not in GAMES:
            name = quoted(game[1] if game else begins[2])
            self.fail(f"{name} is not a game that can be read here: choose from {', '.join(GAMES)}")
        if not stakes:
            self.fail("the stakes are missing, for example ($1/$2 USD)")
        amounts = [self._amount(each) for each in stakes.groups() if each]
        played = (amounts[0], amounts[-1])
        date_parts = tuple(each or "" for each in date.groups()) if date else ()
        return begins[1], f"{game[1]} {game[2]}", LIMITS[game[2]] + GAMES[game[1]], played, date_parts

    def _amount(self, text: str) -> Fraction:
        amount = Fraction(re.sub(r"[^\d.]", "", text))
        if amount > MOST_CENTS:
            self.fail(f"{quoted(text)} is too large an amount")
        return amount

    def _cards(self, text: str | None) -> tuple[str, ...]:
        cards = tuple((text or "").split())
        if len(cards) > 7 or not all(re.fullmatch("[2-9TJQKA][cdhs]", card) for card in cards):
            self.fail(f"{quoted(text)} are not cards: write them like [As Td]")
        return cards

    def _seated(self, line: str) -> None:
        if line.startswith("Table "):
            self.table = line[6:].rpartition("'")[0].lstrip("'")
            button = re.search(r"Seat #(\d{1,2}) is the button", line)
            self.button = int(button[1]) if button else 0
            return
        match = _SEAT.fullmatch(line)
        if not match:
            self.fail(f"{quoted(line)} is not a seat: write it like Seat 1: ann ($20 in chips)")
        seat, name, stack = int(match[1]), match[2], self._amount(match[3])
        if name in self.seats or seat in self.seats.values():
            self.fail(f"seat {seat} or {quoted(name)} occurs twice")
        if len(name) > LONGEST_NAME:
            self.fail(f"{quoted(name)} is too long: a name has at most {LONGEST_NAME} characters")
        if "out of hand" in match[4]:
            return
        self.seats[name], self.stacks[name] = seat, stack

    def _line(self, line: str) -> None:
        if line.startswith("***"):
            return self._street(line)
        if line.startswith("Dealt to "):
            return self._dealt(line)
        if match := _ADDED.fullmatch(line):
            self.added += self._amount(match[1])
            return None
        if match := _UNCALLED.fullmatch(line):
            return self._add(self._player(match[2]), "uncalled", self._amount(match[1]))
        if line.startswith("Hand cancelled"):
            self.fail("the hand was cancelled")
        who = max((name for name in self.seats if line.startswith(name)), key=len, default=None)
        if who is None:
            if _STRANGER.match(line):
                self.fail(f"{quoted(line)}: no player of that name has a seat")
            return None  # a player joins or leaves, or the table prints a notice
        rest = line[len(who) :]
        if match := _COLLECTED.fullmatch(rest):
            return self._add(who, "collect", self._amount(match[1]))
        if " cashed out the hand" in rest:
            self.cashed_out = True
        if rest.startswith(": "):
            self._read_step(who, rest[2:])
        return None

    def _read_step(self, who: str, words: str) -> None:
        all_in = bool(_ALL_IN.search(words))
        words = _ALL_IN.sub("", words)
        for pattern, what in _PATTERNS:
            if not (match := pattern.fullmatch(words)):
                continue
            groups = match.groupdict()
            if what:
                amount = self._amount(groups["amount"]) if groups.get("amount") else Fraction(0)
                self._add(who, what, amount, self._cards(groups.get("cards")), int(groups.get("count") or 0), all_in)
            return
        self.fail(f"{quoted(words)} is not an action of a player")

    def _add(
        self,
        who: str,
        what: str,
        amount: Fraction = Fraction(0),
        cards: tuple[str, ...] = (),
        count: int = 0,
        all_in: bool = False,
    ) -> None:
        if len(self.steps) == MOST_STEPS:
            self.fail(f"the hand has more than {MOST_STEPS} lines")
        self.steps.append(LogStep(self.number, who, what, amount, cards, count, all_in))

    def _player(self, name: str) -> str:
        if name not in self.seats:
            self.fail(f"{quoted(name)} has no seat")
        return name

    def _street(self, line: str) -> None:
        match = _STREET.fullmatch(line)
        name = match[1] if match else ""
        if _TWICE.match(name):
            self.fail("the hand was run twice, which is not supported")
        if not match or name not in _STREETS | _BEFORE:
            self.fail(f"{quoted(line)} is not a section of a hand")
        self.section = name
        if name in _STREETS:
            cards = self._cards((match[2] or "").rpartition("[")[2])
            self._add("", "street", cards=cards)

    def _dealt(self, line: str) -> None:
        if line.removeprefix("Dealt to ") in self.seats:  # no one sees the cards
            return
        dealt = dealt_to(line, self.seats)
        if dealt is None:
            match = re.fullmatch(r"Dealt to (.+?)(?: \[[^\[\]]*\]){1,2}", line)
            if match:
                self._player(match[1])
            self.fail(f"{quoted(line)} deals no cards: write it like Dealt to ann [As Td]")
        self._add(dealt[0], "dealt", cards=self._cards(dealt[1]))

    def _summary(self, line: str) -> None:
        if match := _TOTAL.fullmatch(line):
            fees = sum(map(self._amount, _FEES.findall(match[3] or "")), self._amount(match[2] or "0"))
            self.pot = self._amount(match[1]), fees, self.number
        elif line.startswith("Total pot"):
            self.fail(f"{quoted(line)} is not a pot: write it like Total pot $5 | Rake $0")
        elif line.startswith("Seat "):
            who = next((name for name in self.seats if line.startswith(f"Seat {self.seats[name]}: {name} ")), None)
            if who and (held := _HELD.match(line)):
                self.held[who] = self._cards(held[2])
            if who and (won := _WON.search(line)):
                self.won[who] = self._amount(won[1])
