"""Logs of 888 Poker, formerly Pacific Poker, and its other brands. They have no pot and no rake."""

import re
from collections.abc import Mapping, Sequence
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, cards_of, date_of, step_patterns

__all__ = ["BEGINS", "read_pacific"]

BEGINS = re.compile(r"\W*\*{4,5} [\w. -]{1,40} Hand History for Game (\d{1,25}) \*{5}")
_GAME = re.compile(
    rf"({AMOUNT})/({AMOUNT}) Blinds (?P<limit>No Limit|Pot Limit|Fix Limit) (?P<game>[A-Za-z0-9'/ ]+?)"
    rf"(?: Jackpot table)?(?: - |$)"
)
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.+?) \( ?({AMOUNT}) ?\)")
_STREET = re.compile(r"\*\* Dealing (\w+) \*\*(?: :)? \[ ?(.*?) ?\]")
_DEAD = re.compile(rf"posts dead blind \[({AMOUNT}) ?\+ ?({AMOUNT})\]")
_SUITS = {"Pik": "s", "Herz": "h", "Karo": "d", "Kreuz": "c", "p": "s", "t": "c", "k": "d"}
"""Suits in other languages."""
_HEARTS = {"c": "h"}
"""Spanish has "t" for clubs, and "c" for hearts."""
_RANKS = {"Â": "J", "Ä": "Q", "Ê": "K", "Ò": "A", "В": "J", "Д": "Q", "К": "K", "Т": "A"}
"""Ranks in Russian, as they are, and as they look in a Western code page."""
_RANKS |= {"Kn": "J", "B": "J", "V": "J", "D": "Q", "R": "K", "E": "A"}
"""Ranks in Danish, Swedish, German and French."""
_CARD = re.compile(r"(10|Kn|\d|\D)(Pik|Herz|Karo|Kreuz|\w)")


def _translated(card: str, suits: Mapping[str, str]) -> str:
    """A card in English."""
    match = _CARD.fullmatch(card)
    return _RANKS.get(match[1], match[1]) + suits.get(match[2], match[2]) if match else card


class _PacificReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "888 Poker"
    games: ClassVar = {"Holdem": "T", "Hold'em": "T", "Omaha": "O", "OmahaHL": "O/8", "Omaha Hi/Lo": "O/8"}
    patterns: ClassVar = step_patterns(
        {
            r"posts (?:the )?ante \[ ?AMT ?\]": "ante",
            r"posts small blind \[ ?AMT ?\]": "small",
            r"posts big blind \[ ?AMT ?\]": "big",
            r"folds": "fold",
            r"checks": "check",
            r"calls \[ ?AMT ?\]": "call",
            r"bets \[ ?AMT ?\]": "bet",
            r"raises \[ ?AMT ?\]": "add",
            r"shows CARDS.*": "show",
            r"mucks CARDS.*": "muck",
            r"collected \[ ?AMT ?\]": "collect",
        }
    )

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__(lines, first)
        self.deals = any(line.startswith("** Dealing down cards") for line in lines)
        """Whether a line says when the cards are dealt. Some logs leave it out."""
        shown = {match[1] for line in lines for match in re.finditer(r"[\[, ](?:10|[2-9A-Z])([a-z])[, \]]", line)}
        self.suits = _SUITS | (_HEARTS if "t" in shown else {})

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            if begins := BEGINS.match(line):
                self.hand = begins[1]
            return None
        if not self.variant:
            return self._header(line)
        if line.startswith(("Table ", "Tournament #")) and not self.seats:
            self.table = line.partition(" (")[0]
            return None
        if match := re.fullmatch(r"Seat (\d{1,2}) is the button", line):
            self.button = int(match[1])
            return None
        if not self.steps and (match := _SEAT.fullmatch(line)):
            return self.seat(int(match[1]), match[2], amount_of(match[3]))
        if match := _STREET.fullmatch(line):
            self.section = match[1]
            return self.street(self.cards(match[2]))
        if match := re.fullmatch(r"Dealt to (.+?) \[ ?(.*?) ?\]", line):
            return self.add(match[1], "dealt", cards=self.cards(match[2])) if match[1] in self.seats else None
        if line.startswith("** "):
            self.section = line
        who, words = self.player(line)
        if words == "folds" and self.deals and not self.section:  # a player who does not post is not dealt in
            return None
        if who and (match := _DEAD.fullmatch(words)):
            small, big = sorted(map(amount_of, match.groups()))
            self.add(who, "dead", small)
            self.add(who, "big", big)
        elif who:
            self.read_step(who, words)
        return None

    def finish(self) -> None:
        """Refuse a hand that is cut off before the cards are dealt. A whole hand ends with a summary."""
        if self.hand and not self.deals and not any(line.startswith("** Summary") for line in self.lines):
            self.fail("the hand ends here before the cards are dealt")

    def _header(self, line: str) -> None:
        if not (match := _GAME.match(line)):
            return
        self.name_game(match["game"], match["limit"])
        self.date = date_of(line)
        small, big = amount_of(match[1]), amount_of(match[2])
        if big:
            self.stakes = (big, big * 2) if match["limit"] == "Fix Limit" else (small, big)

    def cards(self, text: str | None) -> tuple[str, ...]:
        """Cards, in one of several languages."""
        return cards_of(text, translate=lambda card: _translated(card, self.suits))


def read_pacific(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _PacificReader.read_text(text, first)
