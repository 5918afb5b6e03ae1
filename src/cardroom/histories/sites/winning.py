"""Logs of the Winning Poker Network (Americas Cardroom), in the form used until 2018 and in the current one."""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, date_of, dealt_to, step_patterns

__all__ = ["BEGINS", "read_winning"]

BEGINS = re.compile(r"\W*(?:Game started at: \d|(?:Game )?Hand #(\d[\d-]{0,39}) - )")
UNNAMED = "unnamed"
"""A player whose name is empty in the log."""
_OLD = re.compile(rf"Game ID: (\d{{1,25}}) ({AMOUNT})/({AMOUNT}) (.*) \(([^()]*)\)(?: \d+-max)?")
_NEW = re.compile(
    rf"\W*(?:Game )?Hand #(\d[\d-]{{0,39}}) - (?:.* - )?([\w /']+?)"
    rf"\((No Limit|Pot Limit|Fixed Limit|All-in or Fold Limit)\) - (?:Level \w+ )?\(?({AMOUNT})/({AMOUNT})"
)
_SEAT = re.compile(rf"Seat (\d{{1,2}}): (.*?) \(({AMOUNT})\)\.?(?: is sitting out)?")
_OLD_STREET = re.compile(r"\*\*\* (Third|Fourth|Fifth|Sixth) street \*\*\*.*")
"""The old form of stud ends a street with its name."""
_SECTIONS = {"HOLE CARDS", "3rd STREET", "SHOW DOWN", "SHOWDOWN", "SUMMARY"}
_CUT_OFF = re.compile(r"is disconnected and ALL IN\.?", re.IGNORECASE)
_UNCALLED = re.compile(rf"Uncalled bet \(({AMOUNT})\) returned to (.*)")
_OLD_POT = re.compile(rf"Pot: ({AMOUNT})\. Rake ({AMOUNT})(?:\. JP fee ({AMOUNT}))?\.?")
_NEW_POT = re.compile(rf"Total pot ({AMOUNT})(?: \| Rake ({AMOUNT}))?(?: \| JP Fee ({AMOUNT}))?.*")
_RESULT = re.compile(rf"\*?Player (.*?) (?:shows|mucks|does not show)(.*?)Bets: ?{AMOUNT}\. Collects: ({AMOUNT})\..*")


class _WinningReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "Winning Poker"
    games: ClassVar = {
        "Hold'em": "T", "Holdem": "T", "Omaha": "O", "Omaha HiLow": "O/8", "Omaha H/L": "O/8", "7Stud": "7S",
        "7Stud H/L": "7S/8", "7 Stud": "7S", "7 Stud HiLow": "7S/8", "5Card Omaha": "O5", "5Card Omaha H/L": "O5/8",
        "Six Plus Hold'em": "S", "Seven Cards Stud": "7S", "Seven Cards Stud HiLow": "7S/8",
    }  # fmt: skip
    patterns: ClassVar = step_patterns(
        {
            r"(?:posts ante|ante) \(?AMT\)?": "ante",
            r"(?:has|posts the) small blind \(?AMT\)?": "small",
            r"(?:has|posts the) big blind \(?AMT\)?": "big",
            r"posts dead \(?AMT\)?(?: as dead bet)?": "dead",
            r"posts \(?AMT\)?(?: as a dead bet| as dead bet| dead)": "dead",
            r"posts \(?AMT\)?": "big",
            r"straddle \(?AMT\)?": "straddle",
            r"brings?[- ]in(?: low)? \(?AMT\)?(?: low)?": "bring-in",
            r"folds": "fold",
            r"checks": "check",
            r"calls \(?AMT\)?(?: and is all-in)?": "call",
            r"bets \(?AMT\)?(?: and is all-in)?": "bet",
            r"raises \(AMT\)": "add",
            r"(?:allin|caps?) \(AMT\)": "add",
            r"caps? AMT(?: and is all-in)?": "add",
            rf"raises {AMOUNT} to AMT(?: and is all-in)?": "raise",
            r"completes(?: it)? to AMT(?: and is all-in)?": "to",
            r"shows CARDS.*": "show",
            r"mucks (?:cards|hand)|does not show": "muck",
            r"collected AMT from (?:main pot|side pot)(?:[ -]\d)?.*": "collect",
        }
    )

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__(lines, first)
        self.old = False

    def line(self, line: str) -> None:
        """Read a line."""
        if not self.hand:
            return self._header(line)
        if not self.section and not self.steps and not line.startswith("Seat "):
            self.table = self.table or re.sub(r" \d+-max\b.*", "", line)
        if match := re.search(r"Seat #?(\d{1,2}) is the button", line):
            self.button = int(match[1])
            return None
        if not self.section and not self.steps and (match := _SEAT.fullmatch(line)):
            stack = amount_of(match[3])
            return self.seat(int(match[1]), match[2], stack) if stack else None
        if line.startswith(("*** ", "------ Summary")):
            return self._street(line)
        if self.old and line.startswith(("Player  ", "*Player  ")):
            line = line.replace("Player  ", f"Player {UNNAMED} ")
            if UNNAMED not in self.seats and " blind " in line:
                self.sit_down(UNNAMED)
        if self.section == "SUMMARY":
            return self._summary(line)
        if match := _UNCALLED.fullmatch(line):
            who = match[2] or UNNAMED
            return self.add(who, "uncalled", amount_of(match[1])) if who in self.seats else None
        if match := re.fullmatch(r"Player (.+) received card: \[(.+)\]", line):
            return self._dealt(match[1], self.cards(match[2]))
        if line.startswith("Dealt to "):
            if dealt := dealt_to(line, self.seats):
                cards = self.cards(dealt[1])
                return self.add(dealt[0], "dealt", cards=cards) if cards else None
            return None
        if "has been cancelled" in line.lower() or "hand cancelled" in line.lower():
            self.fail("the hand was cancelled")
        who, words = self.player(line.removeprefix("Player ") if self.old else line)
        if who and _CUT_OFF.fullmatch(words):
            self.cut_off(who)
            return None
        if who and self.read_step(who, words) and (last := self.steps[-1]).what == "dead" and self.stakes:
            self.steps[-1] = last._replace(what="both") if last.amount > self.stakes[1] else last
        return None

    def _header(self, line: str) -> None:
        if match := _NEW.match(line):
            self.begin(match[1], match[2], match[3], line)
            self.stakes = amount_of(match[4]), amount_of(match[5])
        elif match := _OLD.fullmatch(line):
            self.old, self.hand = True, match[1]
            self.stakes, self.table = (amount_of(match[2]), amount_of(match[3])), match[4]
            limit = "no limit" if "Hold'em" in match[5] else "limit" if "Stud" in match[5] else "pot limit"
            self.name_game(match[5], limit)
        elif BEGINS.match(line):
            self.date = date_of(line)

    def _dealt(self, who: str, cards: tuple[str, ...]) -> None:
        """Add a card to those that were dealt before it."""
        if self.steps and (last := self.steps[-1]).what == "dealt" and last.who == who:
            self.steps[-1] = last._replace(cards=last.cards + cards)
        elif who in self.seats:
            self.add(who, "dealt", cards=cards)

    def _street(self, line: str) -> None:
        if line.startswith("------"):
            self.section = "SUMMARY"
        elif self.old and (match := _OLD_STREET.fullmatch(line)):
            self.section = match[1]
            self.street()
        else:
            self.street_line(line, _SECTIONS)

    def _summary(self, line: str) -> None:
        if match := _OLD_POT.fullmatch(line) or _NEW_POT.fullmatch(line):
            self.rake = sum((amount_of(each) for each in match.groups()[1:] if each), Decimal(0))
            self.pot, self.pot_line = amount_of(match[1]) + self.rake, self.at
        elif self.old and (match := _RESULT.fullmatch(line)) and match[1] in self.seats:
            cards = re.search(r"\[([^\[\]]*)\]", match[2])
            if cards:
                what = "show" if "shows" in line.partition("Bets:")[0] else "muck"
                self.add(match[1], what, cards=self.cards(cards[1]))
            if amount := amount_of(match[3]):
                self.add(match[1], "collect", amount)
        elif not self.old and line.startswith("Seat "):
            rest = line.partition(": ")[2]
            who = max((name for name in self.seats if rest.startswith(name + " ")), key=len, default="")
            if who and (held := re.search(r"(?:showed|mucked) \[(.*?)\]", rest)):
                self.held.setdefault(who, self.cards(held[1]))
            if who and (won := re.search(rf" won ({AMOUNT})", rest)):
                self.won[who] = amount_of(won[1])

    def finish(self) -> None:
        """Infer the limit, which the old form does not have, and take the winners from the summary if no other line has
        them."""
        big = next((step.amount for step in self.steps if step.what == "big" and not step.all_in), None)
        if self.old and self.stakes and big == self.stakes[0] < self.stakes[1]:
            self.variant = "F" + self.variant[1:]
        elif self.old and self.variant.startswith("P") and self._over_the_pot():
            self.variant = "N" + self.variant[1:]
        self.take_winners()
        self.give_unknown_stacks()

    def _over_the_pot(self) -> bool:
        """Whether a player raised by more than the pot."""
        pot, front = Decimal(0), dict.fromkeys(self.seats, Decimal(0))
        for step in self.steps:
            if step.what == "street":
                front = dict.fromkeys(self.seats, Decimal(0))
            elif step.what in ("small", "big", "dead", "call", "bet", "add"):
                top = max(front.values())
                front[step.who] += step.amount
                if step.what in ("bet", "add") and front[step.who] > top + pot + top - front[step.who] + step.amount:
                    return True
                pot += step.amount
        return False


def read_winning(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _WinningReader.read_text(text, first)
