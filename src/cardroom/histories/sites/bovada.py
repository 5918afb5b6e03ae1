"""Logs of Bovada, Ignition and Bodog. They show every player's cards, and name players by their positions."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar

from cardroom.histories.logs.hand import Log
from cardroom.histories.logs.lines import LineReader, step_patterns
from cardroom.histories.logs.reading import AMOUNT, amount_of, date_of

__all__ = ["BEGINS", "read_bovada"]

BEGINS = re.compile(r"\W*(?:Bovada|Ignition|Bodog(?:\.\w+)*(?: Poker)?) Hand #(\d{1,25})")
_GAME = re.compile(r"\b(HOLDEM|OMAHA HiLo|OMAHA|7CARD HiLo|7CARD)(?:ZonePoker)?\b")
_LIMIT = re.compile(r"\b(No Limit|Pot Limit|Fixed Limit|Normal|Turbo|Hyper Turbo)\b")
_LEVEL = re.compile(rf"\(({AMOUNT})/({AMOUNT})\)")
_SEAT = re.compile(rf"Seat (\d{{1,3}}): (.+?)(?: \[ME\])? \(({AMOUNT}) in chips\)")
_STUD_SEAT = re.compile(rf"(Seat\+(\d{{1,2}}))(?: \[ME\])? ?: ({AMOUNT}) in chips")
_TOTAL = re.compile(rf"Total Pot\(({AMOUNT})\)(?: \| Rake \(({AMOUNT})\))?.*")
LAST = 20
"""The place of the button, which acts last."""
_WHO = re.compile(r"(.+?)(?: +\[ME\])? : (.*)")


class _BovadaReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "Bovada"
    games: ClassVar = {"HOLDEM": "T", "OMAHA": "O", "OMAHA HiLo": "O/8", "7CARD": "7S", "7CARD HiLo": "7S/8"}
    patterns: ClassVar = step_patterns(
        {
            r"Ante chip AMT": "ante",
            r"(?:Ante/)?Small blind AMT": "small",
            r"Big blind(?:/Bring in)? AMT": "big",
            r"Posts dead chip AMT": "dead",
            r"Posts? chip AMT": "big",
            r"Bring_in chip AMT": "bring-in",
            r"Folds?(?: ?\(.*\))?(?: & shows.*)?": "fold",
            r"Checks?(?: ?\(.*\))?": "check",
            r"Calls?(?: ?\(.*?\))? AMT": "call",
            r"Bets?(?: ?\(.*?\))? AMT": "bet",
            rf"Raises(?: ?\(.*?\))? {AMOUNT} to AMT": "raise",
            r"Raises(?: ?\(.*?\))? AMT": "add",
            rf"All-in ?\(raise.*?\) {AMOUNT} to AMT": "to",
            r"All-in(?: ?\(.*?\))? AMT": "add",
            r"Card dealt to a spot CARDS": "dealt",
            r"Showdown.*": "show",
            r"Mucks.*": "muck",
            r"Does not show.*": "muck",
            r"Return uncalled portion of bet AMT": "uncalled",
            r"Hand result(?:-Side pot)? AMT": "collect",
        }
    )

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__(lines, first)
        self.held_cards: dict[str, tuple[str, ...]] = {}

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            return self._header(line)
        if line.startswith("*** "):
            self.street_line(line, ("HOLE CARDS", "3RD STREET", "SUMMARY"))
            return None
        if self.section == "SUMMARY":
            if match := _TOTAL.fullmatch(line):
                self.pot, self.pot_line = amount_of(match[1]), self.at
                self.rake = amount_of(match[2]) if match[2] else None
            return None
        if not self.section and (match := _SEAT.fullmatch(line)):
            return self.seat(_place(match[2], int(match[1])), match[2], amount_of(match[3]))
        if not self.section and (match := _STUD_SEAT.fullmatch(line)):
            return self.seat(int(match[2]), match[1], amount_of(match[3]))
        if match := re.search(r"Set dealer(?:/Bring in spot)? \[(\d{1,2})\]", line):
            self.button = LAST
            return None
        match = _WHO.fullmatch(line)
        if match and match[1] in self.seats:
            self._did(match[1], match[2].strip())
        return None

    def _did(self, who: str, words: str) -> None:
        before = self.steps[-1] if self.steps else None
        if not self.read_step(who, words):
            return
        last = self.steps[-1]
        if before and last._replace(line=before.line) == before and last.what != "collect":
            self.steps.pop()  # damaged logs repeat lines; no one acts twice in a row
            return
        if last.what == "dealt":
            self.held_cards[who] = self.held_cards.get(who, ()) + last.cards
        elif last.what == "show":
            self.steps[-1] = last._replace(cards=self.held_cards.get(who, ()))
        elif last.what == "add" and not self.section:  # a blind, or an ante, that is all a player has
            posted = [step.what for step in self.steps[:-1]]
            what = "big" if "small" in posted or who == "Big Blind" else "small"
            if "ante" in posted and "small" not in posted and who not in ("Small Blind", "Big Blind"):
                what = "ante"
            self.steps[-1] = last._replace(what=what, all_in=True)

    def _header(self, line: str) -> None:
        begins, game, limit = BEGINS.match(line), _GAME.search(line), _LIMIT.search(line)
        if not begins:
            return
        if not game:
            self.fail("the game is missing, for example HOLDEM No Limit")
        self.hand, self.date, self.button = begins[1], date_of(line), LAST
        self.name_game(game[1], limit[1] if limit and "Limit" in limit[1] else "No Limit")
        table = re.search(r"TBL#\w+|Zone Poker ID#\w+", line)
        self.table = table[0] if table else ""
        if level := _LEVEL.search(line):
            self.stakes = amount_of(level[1]), amount_of(level[2])

    def finish(self) -> None:
        """Count a result once that a damaged log repeats: together they would be more than the pot."""
        collected = sum(step.amount for step in self.steps if step.what == "collect")
        if self.pot is None or collected <= self.pot:
            return
        once = [
            step
            for before, step in pairwise([None, *self.steps])
            if step and not (before and step.what == "collect" and step._replace(line=before.line) == before)
        ]
        self.steps = once


def _place(name: str, seat: int) -> int:
    """The place of a player by the name of the position. Some logs have seats in any order."""
    if match := re.fullmatch(r"UTG(?:\+(\d{1,2}))?", name):
        return 3 + int(match[1] or 0)
    return {"Small Blind": 1, "Big Blind": 2, "Dealer": LAST}.get(name, seat)


def read_bovada(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _BovadaReader.read_text(text, first)
