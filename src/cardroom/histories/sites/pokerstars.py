"""PokerStars' logs, and those of sites that write the same lines.

Lines that move chips or cards are read strictly: a damaged or unknown one is refused by its number. Chat, players who
come or go, and notes about a tournament are skipped.
"""

import re
from decimal import Decimal
from typing import ClassVar

from cardroom.clean import quoted
from cardroom.histories.logs import LineReader, Log, amount_of, date_of, dealt_to, step_patterns

__all__ = ["ALL_IN", "AMOUNT", "BEGINS", "GAMES", "StarsReader", "read_pokerstars"]

_SITES = r"(?:PokerStars|PokerMaster|Run It Once Poker|Full Tilt(?! Poker Game| Game))"
BEGINS = re.compile(rf"\W*{_SITES} (?:\w+ ){{0,3}}#(\d{{1,25}}):\s*(.*)")
"""The first line of a hand: its number, and what is played. Other sites write the same lines."""

GAMES = {
    "5 Card Omaha Hi/Lo": "O5/8",
    "5 Card Omaha": "O5",
    "6 Card Omaha": "O6",
    "Omaha Hi/Lo": "O/8",
    "Omaha": "O",
    "Courchevel Hi/Lo": "C/8",
    "Courchevel": "C",
    "6+ Hold'em": "S",
    "Hold'em": "T",
    "7 Card Stud Hi/Lo": "7S/8",
    "7 Card Stud": "7S",
    "Razz": "R",
    "5 Card Draw": "5D",
    "Single Draw 2-7 Lowball": "2L1D",
    "Triple Draw 2-7 Lowball": "2L3D",
    "Badugi": "B",
}
"""Games by their names in logs, with the part of the PHH variant that follows the letter of the limit."""
AMOUNT = r"[^\d\s.(\[-]{0,3}\s?\d[\d,]*(?:\.\d{1,8})?"
ALL_IN = r"(?: and (?:is all-in|has reached the .{1,20} cap))?\.?"
_STRANGER = re.compile(r'[^"]{1,99}: (?:posts|folds|checks|calls|bets|raises|brings|stands|discards|shows|mucks)\b')
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+) \(({AMOUNT}) in chips(?:, .*)?\)(.*)")
_STAKES = re.compile(rf"\((?:[^()]*, )?(?:({AMOUNT})/({AMOUNT})|Button Blind ({AMOUNT}) )")
_GAME = re.compile(
    rf"(?<![\w+])((?:\w+ Card )?(?:{'|'.join(map(re.escape, GAMES))})) (No Limit|Pot Limit|Fixed Limit|Limit)\b",
    re.IGNORECASE,
)
_BEFORE = {"HOLE CARDS", "DEALING HANDS", "3rd STREET", "SHOW DOWN", "SHOWDOWN", "SUMMARY"}
_TOTAL = re.compile(rf"Total pot ({AMOUNT})(?: .*?)?(?: ?\| Rake ({AMOUNT})(.*))?")
_FEES = re.compile(rf"\| (?:Jackpot|Bingo|Fortune|Tax|STP|Splash the Pot) ({AMOUNT})")
_UNCALLED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to (.+)")
_ADDED = re.compile(rf"(?:Cash Drop to Pot : total|STP added:) ({AMOUNT})")
_COLLECTED = re.compile(rf" collected ({AMOUNT}) from (?:the )?(?:main |side )?pot(?:-\d)?(?: \d)?\.?")
_HELD = re.compile(r"Seat (\d{1,2}): .*? (?:showed|mucked) \[([^\[\]]*)\]")
_WON = re.compile(rf"(?: won|(?<!mucked) collected) \(?({AMOUNT})\)?")


class StarsReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "PokerStars"
    begins: ClassVar[re.Pattern[str]] = BEGINS
    games: ClassVar = GAMES
    patterns: ClassVar = step_patterns(
        {
            rf"{line}{ALL_IN}": what
            for line, what in {
                r"posts the ante AMT": "ante",
                r"posts small & big blinds AMT": "both",
                r"posts small blind AMT": "small",
                r"posts big blind AMT": "big",
                r"posts (?:missed|dead) blind AMT": "dead",
                r"posts button blind AMT": "button",
                r"posts (?:a |the )?straddle AMT": "straddle",
                r"brings in(?: low)? for AMT": "bring-in",
                r"folds(?: CARDS)?": "fold",
                r"checks": "check",
                r"calls AMT": "call",
                r"bets AMT": "bet",
                rf"raises {AMOUNT} to AMT": "raise",
                r"stands pat(?: on CARDS)?": "pat",
                r"discards (?P<count>\d) cards?(?: CARDS)?": "discard",
                r"shows CARDS(?: \(.*\))?": "show",
                r"mucks hand": "muck",
                r"(?:doesn't show hand|sits out|is sitting out)": "",
            }.items()
        },
        AMOUNT,
    )

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            self._header(line)
        elif self.section == "SUMMARY":
            self._summary(line)
        elif not self.section and not self.steps and line.startswith(("Table ", "Seat ")):
            self._seated(line)
        elif line.startswith("***"):
            self._street(line)
        elif line.startswith("Dealt to "):
            self._dealt(line)
        else:
            self._act(line)

    def finish(self) -> None:
        """Refuse a hand without its summary. Take the winners from there if a player sold their share of the pot."""
        if self.hand and len(self.seats) > 1 and self.pot is None:
            self.fail("the hand ends here without a summary: Total pot is missing")
        self.take_board()
        self.take_winners(sold=self.cashed_out)

    def _header(self, line: str) -> None:
        begins = self.begins.fullmatch(line)
        if not begins:
            self.fail(
                f"{quoted(line)} does not begin a hand, for example PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)"
            )
        game, stakes = _GAME.search(begins[2]), _STAKES.search(begins[2])
        self.begin(begins[1], game[1] if game else begins[2], game[2] if game else "", begins[2])
        if not stakes:
            self.fail("the stakes are missing, for example ($1/$2 USD)")
        amounts = [amount_of(each) for each in stakes.groups() if each]
        self.stakes, self.date = (amounts[0], amounts[-1]), date_of(begins[2])

    def _seated(self, line: str) -> None:
        if line.startswith("Table "):
            self.table = line[6:].rpartition("'")[0].lstrip("'")
            button = re.search(r"Seat #(\d{1,2}) is the button", line)
            self.button = int(button[1]) if button else 0
            return
        match = _SEAT.fullmatch(line)
        if not match:
            self.fail(f"{quoted(line)} is not a seat: write it like Seat 1: ann ($20 in chips)")
        if "out of hand" not in match[4]:
            self.seat(int(match[1]), match[2], amount_of(match[3]))

    def _act(self, line: str) -> None:
        """A line about a player, or about the table."""
        if match := _ADDED.fullmatch(line):
            self.added += amount_of(match[1])
            return
        if match := _UNCALLED.fullmatch(line):
            if match[2] not in self.seats:
                self.fail(f"{quoted(match[2])} has no seat")
            self.add(match[2], "uncalled", amount_of(match[1]))
            return
        if line.startswith("Hand cancelled"):
            self.fail("the hand was cancelled")
        who = self.named(line)
        if not who:
            if _STRANGER.match(line):
                self.fail(f"{quoted(line)}: no player of that name has a seat")
            return  # a player joins or leaves, or the table prints a notice
        rest = line[len(who) :]
        if match := _COLLECTED.fullmatch(rest):
            self.add(who, "collect", amount_of(match[1]))
        elif " cashed out the hand" in rest:
            self.cashed_out = True
        elif rest.startswith(": ") and not self.read_step(who, rest[2:]):
            self.fail(f"{quoted(rest[2:])} is not an action of a player")

    def _street(self, line: str) -> None:
        if not self.street_line(line, _BEFORE):
            self.fail(f"{quoted(line)} is not a section of a hand")

    def _dealt(self, line: str) -> None:
        if line.removeprefix("Dealt to ") in self.seats:  # nobody sees the cards
            return
        dealt = dealt_to(line, self.seats)
        if dealt is None:
            match = re.fullmatch(r"Dealt to (.+?)(?: \[[^\[\]]*\]){1,2}", line)
            why = f"{quoted(match[1])} has no seat" if match else f"{quoted(line)} deals no cards"
            self.fail(f"{why}: write it like Dealt to ann [As Td]")
        self.add(dealt[0], "dealt", cards=self.cards(dealt[1]))

    def _summary(self, line: str) -> None:
        if match := _TOTAL.fullmatch(line):
            fees = _FEES.findall(match[3] or "")
            self.pot, self.pot_line = amount_of(match[1]), self.at
            self.rake = sum(map(amount_of, fees), amount_of(match[2] or "0"))
        elif line.startswith("Total pot"):
            self.fail(f"{quoted(line)} is not a pot: write it like Total pot $5 | Rake $0")
        elif match := re.fullmatch(r"Board \[([^\[\]]*)\]", line):
            self.board = self.cards(match[1])
        elif line.startswith("Seat "):
            who = next((name for name in self.seats if line.startswith(f"Seat {self.seats[name]}: {name} ")), None)
            if who and (held := _HELD.match(line)):
                self.held[who] = self.cards(held[2])
            if who and (won := _WON.findall(line)):
                self.won[who] = sum(map(amount_of, won), Decimal(0))


def read_pokerstars(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return StarsReader.read_text(text, first)
