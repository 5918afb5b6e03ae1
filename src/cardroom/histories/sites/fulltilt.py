"""Full Tilt Poker's logs."""

import re
from decimal import Decimal
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, dealt_to, step_patterns

__all__ = ["BEGINS", "read_fulltilt"]

BEGINS = re.compile(r"\W*Full ?Tilt ?Poker(?:\.fr|\.\w+)? Game #(\d{1,25}): ?(.*)")
_GAME = re.compile(
    r"(?P<limit>No Limit|Pot Limit|Fixed Limit|Limit|NL|PL|FL) "
    r"(?P<game>[A-Z567][\w'/ -]*?|2-7 (?:Triple|Single) Draw)(?: - |$)"
)
_STAKES = re.compile(rf" ({AMOUNT})/({AMOUNT})(?: Ante ({AMOUNT}))?(?: Cap {AMOUNT})? - ")
_TABLE = re.compile(r"Table (.+?)(?: \(.*)? - ")
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+) \(({AMOUNT})\)(.*)")
_SECTIONS = {"HOLE CARDS", "DEALING HANDS", "2nd STREET", "3rd STREET", "SHOW DOWN", "SUMMARY"}
_TOTAL = re.compile(rf"Total pot ({AMOUNT})(?: .*?)? ?\| Rake ({AMOUNT}).*")
_UNCALLED = re.compile(rf"(?:Uncalled bet|Ante) of ({AMOUNT}) returned to (.+)")
_WON = re.compile(rf"(?:collected|won) \(({AMOUNT})\)")
_HELD = re.compile(r"(?:showed|mucked) \[([^\[\]]*)\]")


class _TiltReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "Full Tilt Poker"
    games: ClassVar = {
        "Hold'em": "T", "Omaha Hi/Lo": "O/8", "Omaha H/L": "O/8", "Omaha Hi": "O", "Omaha": "O",
        "5 Card Omaha Hi": "O5", "5 Card Omaha": "O5", "6 Card Omaha Hi": "O6", "6 Card Omaha": "O6",
        "Courchevel Hi": "C", "Courchevel": "C", "Irish": "I", "5 Card Draw": "5D",
        "7 Card Stud Hi/Lo": "7S/8", "Stud Hi/Lo": "7S/8", "Stud H/L": "7S/8", "7 Card Stud": "7S", "Stud Hi": "7S",
        "Stud": "7S", "Razz": "R",
        "2-7 Triple Draw": "2L3D", "2-7 Single Draw": "2L1D", "Badugi": "B",
    }  # fmt: skip
    patterns: ClassVar = step_patterns(
        {
            r"antes AMT(?:,? and is all in)?": "ante",
            r"posts the small blind of AMT(?:,? and is all in)?": "small",
            r"posts the big blind of AMT(?:,? and is all in)?": "big",
            r"posts a dead small blind of AMT(?:,? and is all in)?": "dead",
            r"posts AMT(?:,? and is all in)?": "big",
            r"straddles AMT": "straddle",
            r"brings in for AMT(?:,? and is all in)?": "bring-in",
            r"completes it to AMT(?:,? and is all in|, and is capped)?": "to",
            r"folds": "fold",
            r"checks": "check",
            r"calls AMT(?:,? and is (?:all in|capped))?": "call",
            r"bets AMT(?:,? and is (?:all in|capped))?": "bet",
            r"raises to AMT(?:,? and is (?:all in|capped))?": "raise",
            r"stands pat(?: on CARDS)?": "pat",
            r"discards (?P<count>\d) cards?(?: CARDS)?": "discard",
            r"shows CARDS.*": "show",
            r"mucks": "muck",
            r"wins (?:(?:the|side|main) ?)?(?:side |main )?pot(?: \d)? \(AMT\).*": "collect",
            r"wins the (?:high|low) (?:main |side )?pot(?: \d)? \(AMT\).*": "collect",
            r"ties for (?:the )?(?:high |low )?(?:main |side )?pot(?: \d)? \(AMT\).*": "collect",
        }
    )

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            return self._header(line)
        if self.section == "SUMMARY":
            return self._summary(line)
        if line.startswith("*** "):
            self.street_line(line, _SECTIONS)
            return None
        if not self.section and (match := _SEAT.fullmatch(line)):
            if self.steps or match[2] in self.seats:
                return None
            return self.seat(int(match[1]), match[2], amount_of(match[3]))
        if match := re.match(r"The button is in seat #(\d{1,2})", line):
            self.button = int(match[1])
            return None
        if match := _UNCALLED.fullmatch(line):
            return self.add(match[2], "uncalled", amount_of(match[1])) if match[2] in self.seats else None
        if line.startswith("Dealt to "):
            if dealt := dealt_to(line, self.seats):
                cards = self.cards(dealt[1])
                return self.add(dealt[0], "dealt", cards=cards) if cards else None
            return None
        if "has been canceled" in line or "hand is canceled" in line.lower():
            self.fail("the hand was cancelled")
        who, words = self.player(line)
        if who:
            self.read_step(who, words)
        return None

    def _header(self, line: str) -> None:
        begins = BEGINS.match(line)
        if not begins:
            return
        if "(partial)" in line:
            self.fail("the log has only a part of this hand")
        match, stakes, table = _GAME.search(line), _STAKES.search(line), _TABLE.search(line)
        if not match:
            self.fail("the game is missing, for example No Limit Hold'em")
        self.begin(begins[1], match["game"].removesuffix(" -").strip(), match["limit"], line)
        if stakes:
            self.stakes = amount_of(stakes[1]), amount_of(stakes[2])
        self.table = table[1] if table else ""

    def _summary(self, line: str) -> None:
        if match := _TOTAL.fullmatch(line):
            self.pot, self.rake, self.pot_line = amount_of(match[1]), amount_of(match[2]), self.at
        elif line.startswith("Seat "):
            rest = line.partition(": ")[2]
            who = max((name for name in self.seats if rest.startswith(name + " ")), key=len, default="")
            if who and (held := _HELD.search(line)):
                self.held[who] = self.cards(held[1])
            if who and (won := _WON.search(rest)):
                self.won[who] = self.won.get(who, Decimal(0)) + amount_of(won[1])  # run twice: a line for each board

    def finish(self) -> None:
        """Take the winners from the summary, if no line above it names them."""
        self.take_winners()


def read_fulltilt(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _TiltReader.read_text(text, first)
