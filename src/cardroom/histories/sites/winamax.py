"""Winamax's logs. They print the pot after the rake."""

import re
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, dealt_to, step_patterns

__all__ = ["BEGINS", "read_winamax"]

BEGINS = re.compile(r"\W*Winamax Poker - .*HandId: #([\d-]{1,60})(.*)")
_GAME = re.compile(
    r" - (?P<game>[^-()]*(?:-[^-()]+)*?) (?P<limit>no limit|pot limit|fixed limit) \((?P<stakes>[^()]*)\)"
)
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+?) \(({AMOUNT})(?:, .*)?\).*")
_ADDED = re.compile(rf"(?:Hold-up|Escape) to Pot: total ({AMOUNT})")
_TOTAL = re.compile(rf"Total pot ({AMOUNT})(?: \| (?:Rake ({AMOUNT})|No rake))?")


class _WinamaxReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "Winamax"
    games: ClassVar = {
        "Holdem": "T", "Omaha": "O", "Omaha5": "O5", "5 Card Omaha": "O5", "5 Card Omaha Hi/Lo": "O5/8",
        "Omaha Hi/Lo": "O/8", "Omaha8": "O/8",
        "Omaha5 Hi/Lo": "O5/8", "7-Card Stud": "7S", "7stud": "7S", "7-Card Stud Hi/Lo": "7S/8", "7stud8": "7S/8",
        "Razz": "R", "2-7 Triple Draw": "2L3D", "Lowball27": "2L3D", "2-7 Single Draw": "2L1D",
    }  # fmt: skip
    patterns: ClassVar = step_patterns(
        {
            r"posts ante AMT(?: and is all-in)?": "ante",
            r"posts small blind AMT(?: and is all-in)?": "small",
            r"posts small blind AMT out of position(?: and is all-in)?": "dead",
            r"posts big blind AMT(?: out of position)?(?: and is all-in)?": "big",
            r"posts small & big blind \( ?AMT ?\)": "both",
            r"posts dead blind \(?AMT\)?": "dead",
            r"posts straddle AMT(?: and is all-in)?": "straddle",
            r"bring(?:s in|-in) AMT(?: and is all-in)?": "bring-in",
            r"folds": "fold",
            r"checks": "check",
            r"calls AMT(?: and is all-in)?": "call",
            r"bets AMT(?: and is all-in)?": "bet",
            rf"raises {AMOUNT} to AMT(?: and is all-in)?": "raise",
            rf"raises -{AMOUNT} to AMT(?: and is all-in)?": "add",  # an all-in after a bring-in
            r"stands pat(?: CARDS)?": "pat",
            r"discards? (?P<count>\d) cards?(?: CARDS)?": "discard",
            r"shows CARDS.*": "show",
            r"collected AMT from (?:main |side )?pot(?: \d)?(?: ?\((?:HI|LO)\))?": "collect",
        }
    )

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            return self._header(line)
        if line.startswith("Table:") and not self.seats:
            button = re.search(r"Seat #(\d{1,2}) is the button", line)
            self.button = int(button[1]) if button else 0
            self.table = line[7:].rpartition("'")[0].strip(" '")
            return None
        if line.startswith("*** "):
            self.street_line(line)
            return None
        if not self.section and (match := _SEAT.fullmatch(line)):
            return self.seat(int(match[1]), match[2], amount_of(match[3]))
        if self.section == "SUMMARY":
            if match := _TOTAL.fullmatch(line):
                self.rake = amount_of(match[2]) if match[2] else amount_of("0")
                short = "k" in match[1]  # rounded to hundreds
                self.pot, self.pot_line = None if short else amount_of(match[1]) + self.rake, self.at
            return None
        if line.startswith("Dealt to "):
            if dealt := dealt_to(line, self.seats):
                cards = self.cards(dealt[1])
                return self.add(dealt[0], "dealt", cards=cards) if cards else None
            return None
        if match := _ADDED.fullmatch(line):
            self.added += amount_of(match[1])
            return None
        who, words = self.player(line.replace(": posts ", " posts ", 1))
        if who and self.read_step(who, words) and (last := self.steps[-1]).what == "discard" and not last.cards_thrown:
            self.steps[-1] = last._replace(what="pat")
        return None

    def _header(self, line: str) -> None:
        begins, match = BEGINS.match(line), _GAME.search(line.rpartition("HandId:")[2])
        if not begins:
            return
        if not match:
            self.fail("the game is missing, for example Holdem no limit (5/10)")
        self.begin(begins[1], match["game"], match["limit"], line)
        stakes = [amount_of(each) for each in match["stakes"].split("/")]
        if len(stakes) > 1:
            self.stakes = stakes[-2], stakes[-1]


def read_winamax(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _WinamaxReader.read_text(text, first)
