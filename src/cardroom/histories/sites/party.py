"""PartyPoker's logs, in their old, new and e-mailed forms. They have no pot and mostly no rake.

In tournaments nobody is words to post the blinds: the button tells who does. People who sit down between two hands have
no seat in the log. If they post a blind, their place is known from that.
"""

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, date_of, step_patterns

__all__ = ["BEGINS", "read_party"]

BEGINS = re.compile(r"\W*\*{5} Hand History [Ff]or Game (\w{1,40}) \*{5}")
_GAME = re.compile(
    r"(?:(?P<limit>NL|PL|FL) +)?(?:Tourney +)?"
    r"(?P<game>Texas Hold'?em|Hold'?em|Omaha Hi-Lo|Omaha Hi|Omaha|7 Card Stud Hi-Lo|7 Card Stud|Short Deck)"
    r"(?: Game Table)?(?: \((?P<after>NL|PL|FL|Limit)\))?"
)
_STAKES = re.compile(rf"({AMOUNT})/({AMOUNT}) ")
_BLINDS = re.compile(rf"(?:Blinds|Stakes)(?:-Antes)?\(({AMOUNT})/({AMOUNT})(?: ?- ?({AMOUNT}))?\)")
_SEAT = re.compile(rf"[Ss]eat ?(\d{{1,2}}): (.+?) \( ?({AMOUNT}) ?\)(?: - .*)?")
_STREET = re.compile(r"\*\* Dealing (\w+)(?: street)? \*\*(?: ?:)? *(?:\[ *(.*?) *\])?")
_BALANCE = re.compile(rf"balance {AMOUNT}, bet {AMOUNT}, collected ({AMOUNT}), net [+-]?{AMOUNT}(?: ?\[ (.*?) \].*)?")
_STRANGER = re.compile(rf"(\S+) posts (small|big) blind [\[(]({AMOUNT})[\])]")
_POSTS = ("small", "big")


class _PartyReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "PartyPoker"
    games: ClassVar = {
        "Texas Hold'em": "T", "Texas Holdem": "T", "Hold'em": "T", "Holdem": "T", "Omaha": "O", "Omaha Hi": "O",
        "Omaha Hi-Lo": "O/8", "7 Card Stud": "7S", "7 Card Stud Hi-Lo": "7S/8", "Short Deck": "S",
    }  # fmt: skip
    patterns: ClassVar = step_patterns(
        {
            r"posts ante(?: of)? [\[(] ?AMT ?[\])]\.?": "ante",
            r"posts small blind [\[(] ?AMT ?[\])]\.?": "small",
            r"posts big blind(?: \+ dead)? [\[(] ?AMT ?[\])]\.?": "big",
            r"posts dead blind [\[(] ?AMT ?[\])]\.?": "dead",
            r"posts button blind +[\[(] ?AMT ?[\])]\.?": "button",
            r"bring-ins [\[(] ?AMT ?[\])]\.?": "bring-in",
            r"folds\.?": "fold",
            r"checks\.?": "check",
            r"calls [\[(] ?AMT ?[\])]\.?": "call",
            r"(?:double )?bets [\[(] ?AMT ?[\])]\.?": "bet",
            r"(?:raises|completes) [\[(] ?AMT ?[\])]\.?": "add",
            r"is all-In +[\[(] ?AMT ?[\])]\.?": "add",
            rf"raises {AMOUNT} to AMT\.?": "to",
            r"shows CARDS.*": "show",
            r"doesn't show CARDS.*": "muck",
            r"wins AMT(?: from (?:the )?(?:main|side) pot.*)?\.?": "collect",
            r"wins (?:Lo|Hi) \(AMT\).*": "collect",
        }
    )

    def __init__(self, lines: Sequence[str], first: int) -> None:
        super().__init__(lines, first)
        self.ante = Decimal(0)

    def line(self, line: str) -> None:
        """Read a line."""
        for part in re.split(r"(?<=\.)(?=\S+ wins )|(?<=is sitting out)(?=\S)", line):
            self._part(part)

    def _part(self, line: str) -> None:
        if not self.hand:
            if begins := BEGINS.match(line):
                self.hand = begins[1]
            return None
        if not self.variant:
            return self._header(line)
        if line.startswith("Table ") or re.fullmatch(r"Seat \d+ is the button", line):
            self.table = self.table or line.partition(" (")[0].removeprefix("Table ").strip()
            button = re.search(r"Seat (\d{1,2}) is the button", line)
            self.button = int(button[1]) if button else self.button
            return None
        if not self.section and (match := _SEAT.fullmatch(line)):
            stack = amount_of(match[3])
            return self.seat(int(match[1]), match[2], stack) if stack else None
        if match := _BLINDS.search(line):
            small, big = amount_of(match[1]), amount_of(match[2])
            self.stakes = small, big
            self.ante = amount_of(match[3]) if match[3] else Decimal(0)
            return None
        if re.fullmatch(r"Table Closed\.?", line):
            self.fail("the hand was cancelled: the table was closed")
        if line.startswith("** Dealing"):
            return self._street(line)
        if match := re.fullmatch(r"Dealt to (.+?) \[ *(.*?) *\]", line):
            return self.add(match[1], "dealt", cards=self.cards(match[2])) if match[1] in self.seats else None
        who, words = self.player(line)
        if not who and (stranger := _STRANGER.match(line)) and stranger[1] not in self.seats:
            self.sit_down(stranger[1])
            who, words = self.player(line)
        if who and (match := _BALANCE.fullmatch(words)):
            if cards := self.cards(match[2]):
                self.add(who, "show", cards=cards)
            return self.add(who, "collect", amount_of(match[1]))
        if who and self.steps and words == "is all-In.":
            self.steps[-1] = self.steps[-1]._replace(all_in=True)
        elif who and self.read_step(who, words) and [step.what for step in self.steps].count("small") == 2:
            self.steps[-1] = self.steps[-1]._replace(what="big")  # a newcomer's small blind is live
        return None

    def _header(self, line: str) -> None:
        if not (match := _GAME.search(line)):
            return
        limit = {"NL": "no limit", "PL": "pot limit"}.get(match["limit"] or match["after"] or "", "limit")
        self.name_game(match["game"], limit)
        self.date = date_of(line)
        if stakes := _STAKES.match(line):
            self.stakes = amount_of(stakes[1]), amount_of(stakes[2])

    def _street(self, line: str) -> None:
        match = _STREET.fullmatch(line)
        first = not self.section
        self.section = match[1] if match else line
        if first:
            self._post()
        elif match:
            self.street(self.cards(match[2]))

    def _post(self) -> None:
        """Post the blinds of a tournament, if no line does."""
        if any(step.what in (*_POSTS, "bring-in") for step in self.steps) or not self.stakes or "7S" in self.variant:
            return
        order = sorted(self.seats, key=lambda who: (self.seats[who] <= self.button, self.seats[who]))
        if len(order) < 2:
            return
        posters = (order[-1], order[0]) if len(order) == 2 else (order[0], order[1])
        if self.ante and not any(step.what == "ante" for step in self.steps):
            for who in order:
                self.add(who, "ante", min(self.ante, self.stacks[who]))
        put = {step.who: step.amount for step in self.steps if step.what == "ante"}
        for who, what, amount in zip(posters, _POSTS, self.stakes, strict=True):
            left = self.stacks[who] - put.get(who, Decimal(0))
            if max(self.stacks.values()) < self.stakes[0]:  # the log has no stacks
                self.add(who, what, amount)
            elif left > 0:
                self.add(who, what, min(amount, left), all_in=left <= amount)

    def finish(self) -> None:
        """Give enough chips to players with unknown stacks."""
        if self.stakes and max(self.stacks.values(), default=Decimal(0)) < self.stakes[0]:
            self.unknown.update(self.stacks)
        self.give_unknown_stacks()


def read_party(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _PartyReader.read_text(text.replace("\0", ""), first)
