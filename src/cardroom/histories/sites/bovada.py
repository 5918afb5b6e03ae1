"""Logs of Bovada, Ignition and Bodog. They show every player's cards, and name players by their positions."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import ClassVar

from cardroom.histories.logs import AMOUNT, STUD_GAMES, LineReader, Log, LogStep, amount_of, date_of, step_patterns

__all__ = ["BEGINS", "read_bovada"]

BEGINS = re.compile(r"\W*(?:Bovada|Ignition|Bodog(?:88|\.\w+)*(?: (?:Poker|UK|Canada))?) Hand #C?(\d{1,25})")
_GAME = re.compile(r"\b(HOLDEM|OMAHA(?: HiLo|_HL)?|7CARD(?: HiLo|_HL)?)(?:ZonePoker)?\b")
_LIMIT = re.compile(r"\b(No Limit|Pot Limit|Fixed Limit|Normal|Turbo|Hyper Turbo)\b")
_LEVEL = re.compile(rf"\(({AMOUNT})/({AMOUNT})\)")
_SEAT = re.compile(rf"Seat [^\s:]{{1,12}}: (.+?)(?: \[ME\])? \(({AMOUNT}) in chips\)")
"""The seat of a tournament is the number of an entry, not a place at the table. The position's name is the place."""
_STUD_SEAT = re.compile(rf"(Seat\+[^\s:]{{1,12}})(?: \[ME\])? ?: ({AMOUNT}) in chips")
_TABLE_CARDS = re.compile(r"(?:.* : )?Cards? (?:dealt )?to (?:the )?table \[([^\[\]]*)\]", re.IGNORECASE)
_BOARD = re.compile(r"Board \[([^\[\]]*)\]")
_TOTAL = re.compile(rf"Total Pot\(({AMOUNT})\)(?: \| Rake \(({AMOUNT})\))?.*")
LAST = 20
"""The place of the button, which acts last."""
_TOTALS = ("raise", "to")
_ACTS = ("check", "call", "bet", "add")
_CHIPS = ("ante", "small", "big", "both", "dead", "call", "bet", "add")
"""Steps whose amount is the chips that a player puts in."""
_WHO = re.compile(r"(.+?)(?: +\[ME\])? : (.*)")


class _BovadaReader(LineReader):
    """Reads the lines of one hand in order."""

    venue: ClassVar[str] = "Bovada"
    games: ClassVar = {"HOLDEM": "T", "OMAHA": "O", "OMAHA HiLo": "O/8", "7CARD": "7S", "7CARD HiLo": "7S/8"}
    games |= {"OMAHA_HL": "O/8", "7CARD_HL": "7S/8"}
    patterns: ClassVar = step_patterns(
        {
            r"Ante chip AMT": "ante",
            r"(?:Ante/)?Small blind AMT": "small",
            r"Big blind(?:/Bring in)? AMT": "big",
            r"Posts dead chip AMT": "dead",
            r"Posts? chip AMT": "big",
            r"Bring[_ ]in(?: chip)?(?: ?\(.*?\))? AMT": "bring-in",
            r"Folds?(?: ?\(.*\))?(?: & shows.*)?": "fold",
            r"Checks?(?: ?\(.*\))?": "check",
            r"Calls?(?: ?\(.*?\))? AMT": "call",
            r"(?:Double )?Bets?(?: chip info)?(?: ?\(.*?\))? AMT": "bet",
            rf"Raises(?: chip info)?(?: ?\(.*?\))? (?:{AMOUNT} to )?AMT": "raise",  # early logs: only the total
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
        self.on_table: tuple[str, ...] = ()
        """Cards that lie on the table before the betting round that they begin: a flop of fewer than three."""

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
            elif match := _BOARD.fullmatch(line):
                self.board = self.cards(match[1])
            return None
        if match := _TABLE_CARDS.fullmatch(line):
            return self._deal_to_table(self.cards(match[1]))
        if not self.section and (match := _SEAT.fullmatch(line)):
            return self.seat(_place(match[1], 10 + len(self.seats)), match[1], amount_of(match[2]))
        if not self.section and (match := _STUD_SEAT.fullmatch(line)):
            return self.seat(len(self.seats) + 1, match[1], amount_of(match[2]))
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
        elif last.what == "add" and "raise" in words.lower():
            if self.put_in(who) > self.stacks[who]:  # more than was left: it is the total
                self.steps[-1] = last._replace(what="to")
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
        if (level := _LEVEL.search(line)) and amount_of(level[2]):  # stud tournaments have "(0/0)"
            self.stakes = amount_of(level[1]), amount_of(level[2])

    def _deal_to_table(self, cards: Sequence[str]) -> None:
        """Deal cards of the board. A betting round begins with the third card, and with each card after it."""
        seen = [card for step in self.steps if step.what == "street" for card in step.cards]
        self.on_table += tuple(card for card in cards if card not in (*seen, *self.on_table))
        if len(seen) + len(self.on_table) >= 3:
            for some in _streets((*seen, *self.on_table)):
                if some[0] not in seen:
                    self.street(some)
            self.on_table = ()

    def finish(self) -> None:
        """Complete what some logs leave out, and drop what damaged logs repeat."""
        stud = self.variant[1:] in STUD_GAMES
        big = next((step.amount for step in self.steps if step.what == "big"), None)
        for at, step in enumerate(self.steps):
            if stud and step.what == "big":
                self.steps[at] = step._replace(what="bring-in")
            elif step.what == "dead" and big and step.amount >= big:  # only what exceeds the big blind is dead
                self.steps[at] = step._replace(what="both")
        if not any(step.what == "street" for step in self.steps):
            self.steps = _with_dealt_streets(self.steps) if stud else self._with_board()
        self._count_results_once()

    def _with_board(self) -> list[LogStep]:
        """The steps, with the board of the summary: each street follows the betting round that it ends."""
        streets = _streets(self.board)
        live = {step.who for step in self.steps if step.what == "dealt"}
        front, left, acted = dict.fromkeys(live, Decimal(0)), dict(self.stacks), set[str]()
        steps = list[LogStep]()
        for step in self.steps:
            if step.what in ("show", "muck", "collect") and len(live) > 1:  # all are all-in, and the rest is dealt
                steps += [LogStep(step.line, "", "street", cards=cards) for cards in streets]
                streets = []
            steps.append(step)
            if step.what == "fold":
                live.discard(step.who)
            elif step.what in (*_TOTALS, *_CHIPS, "check") and step.who in front:
                chips = step.amount - (front[step.who] if step.what in _TOTALS else 0)
                left[step.who] -= chips
                if step.what not in ("ante", "dead"):
                    front[step.who] += chips
            acted |= {step.who} if step.what in (*_TOTALS, *_ACTS) else set()
            while len(live) > 1 and acted and streets:
                able = {who for who in live if left[who] > 0}
                if (len(able) > 1 and not able <= acted) or any(front[who] < max(front.values()) for who in able):
                    break
                steps.append(LogStep(step.line, "", "street", cards=streets.pop(0)))
                front = dict.fromkeys(front, Decimal(0))
                if len(able) > 1:
                    acted = set()
        return steps

    def _count_results_once(self) -> None:
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


def _streets(board: Sequence[str]) -> list[tuple[str, ...]]:
    """The flop, the turn and the river of a board, as far as it was dealt."""
    return [cards for cards in (tuple(board[:3]), tuple(board[3:4]), tuple(board[4:5])) if cards and len(board) >= 3]


def _with_dealt_streets(steps: Sequence[LogStep]) -> list[LogStep]:
    """Stud: the steps, with a street before the first card that a player gets after an action, or as the next one."""
    whole = list[LogStep]()
    dealt = set[str]()
    for before, step in pairwise([None, *steps]):
        if step and step.what == "dealt":
            if dealt and (step.who in dealt or (before and before.what != "dealt")):
                whole.append(LogStep(step.line, "", "street"))
                dealt = set()
            dealt.add(step.who)
        whole += [step] if step else []
    return whole


def _place(name: str, seat: int) -> int:
    """The place of a player by the name of the position. Some logs have seats in any order."""
    if match := re.fullmatch(r"UTG(?:\+(\d{1,2}))?", name):
        return 3 + int(match[1] or 0)
    return {"Small Blind": 1, "Big Blind": 2, "Dealer": LAST}.get(name, seat)


def read_bovada(text: str, first: int = 1) -> Log:
    """Read one hand of a log; `first` is the number of its first line in the file."""
    return _BovadaReader.read_text(text, first)
