"""What was played: a table's rounds by their number, run again from its book, and the last ones of a table or a player.

A round is called by the line of its table's book at which it began: that is found at once, and never changes. It is
run again from the last line before it that says how the table stood, and a list is read backwards, so that nothing
here takes longer because a table has been open for years.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from heapq import merge
from typing import Any

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import Mistaken
from cardroom.house.books import Books
from cardroom.house.tables import entry_of, kept_game
from cardroom.house.values import Line, is_table
from cardroom.money import dollars
from cardroom.play.asks import Answer
from cardroom.play.events import Transfer
from cardroom.play.game import Game
from cardroom.play.log import Answered, Closed, Dropped, Opened, Voided
from cardroom.play.record import Opening, Outcome, Record, RulesOf, public, reopen, transcript_key, written
from cardroom.play.round import Round
from cardroom.play.table import Table
from cardroom.rulebook import RuleSet

__all__ = ["MOST_ROWS", "Listed", "Played", "Recall", "Recalled"]

MOST_ROWS = 100
"""Rounds that are listed at a time."""
_MOST_LOOKED = 2_000
"""Rounds of a table that are looked at for those of one player, in one list."""
_AT_ONCE = 64
_FORWARD = 2_000
"""Lines after a round in which the end of its shoe is looked for: a shoe has far fewer."""
_RISKED = {"wager": 1, "bet": 1, "ante": 1, "dead": 1, "uncovered": -1, "uncalled": -1}


class Played(msgspec.Struct, frozen=True):
    """A round in a list: of one player, or of all at the table."""

    table: str
    number: int
    game: str
    set: str
    name: str
    at: int
    """When it began and ended, in microseconds since 1970; 0 where it goes on."""
    ended: int
    stake: int
    """What was wagered, in cents, less what was never at risk."""
    net: int
    """What the player is better off by; of all at the table, what the house's bank is."""
    fee: int
    jackpot: int
    """What jackpots paid."""
    says: str
    """What happened, in a line."""
    voided: bool
    absent: bool
    """Whether the rules answered for somebody who did not."""
    people: dict[str, int]
    """What everybody who was dealt in is better off by; of one player's list, theirs alone."""


class Listed(msgspec.Struct, frozen=True):
    """Some rounds, the latest first."""

    rounds: tuple[Played, ...]
    before: int
    """Where the list goes on; 0 at its end."""


class Recalled:
    """A round from the books, to be run again."""

    def __init__(self, opened: Line, opening: Opening, game: Game, shuffle: Shuffle | SealedShuffle) -> None:
        self.number, self.at = opened.number, opened.at
        self.opening, self.game, self.shuffle = opening, game, shuffle
        self.answers: list[Answer] = []
        self.ended = 0
        self.voided = ""
        """Why it was called off, if it was."""
        self.outcome: Outcome | None = None
        self.shown: dict[str, Any] | None = None
        """The transcript of its shuffle with its secret, where everybody may know that."""

    @property
    def over(self) -> bool:
        """Whether it is."""
        return bool(self.ended)

    @property
    def bettors(self) -> set[str]:
        """Who was dealt in."""
        return {spot.bettor for spot in self.opening.spots}

    def steps(self) -> Iterator[Round]:
        """One round again and again: as it began, and after each answer."""
        round = reopen(self.opening, self.game, self.shuffle)
        yield round
        for answer in self.answers:
            round.play([answer])
            yield round

    def record(self, *, whole: bool = False) -> Record:
        """What is written of it, as everybody may read it; the `whole` of it is the house's alone."""
        if self.outcome is None:
            raise Mistaken("this round was called off" if self.over else "this round is not over")
        kept = written(self.opening, self.answers, self.outcome)
        return kept if whole else public(kept, self.shuffle)

    def proof(self, round: Round, viewer: str | None, *, whole: bool = False) -> dict[str, Any]:
        """What somebody needs to check its cards, when it is over; the `whole` opens every card that was dealt."""
        if not self.over:
            raise Mistaken("this round is not over")
        if isinstance(self.shuffle, SealedShuffle):
            if not whole:
                return round.proof(viewer)
            dealt = range(min(round.cards.dealt, len(self.shuffle.order)))
            return self.shuffle.proof(dealt, round.cards.drawn if round.done else None)
        return self.shown or self.shuffle.transcript(reveal=False)


class Recall:
    """What was played in a house.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    >>> table.join("ann", 20_000)
    >>> table.start()
    >>> table.answer("ann", "1", "bet", {"ante": 500, "odds": 500})
    >>> while table.round:
    ...     table.default("1")
    >>> recall = Recall(house.books)
    >>> played = recall.of_player("ann").rounds[0]
    >>> played.number, played.stake, played.absent
    (4, 1000, True)
    >>> [len(round.answers) for round in recall.round("table 7", played.number).steps()]
    [0, 1, 2, 3, 4]
    >>> folder.cleanup()
    """

    def __init__(self, books: Books) -> None:
        self._books = books
        self._game = lru_cache(64)(lambda slug, rules, digest, house: _found(books, slug, rules, digest, house))

    def _find(self, slug: str, rules: RulesOf) -> Game:
        game: Game = self._game(slug, rules.set, rules.digest, tuple(sorted(rules.house.items())))
        return game

    # -- one round ------------------------------------------------------------------------------------------------

    def round(self, table: str, number: int) -> Recalled:
        """A round by the table and the line at which it began."""
        with self._books.at_one_moment():
            start = self._books.standing(table, number) if 0 < number < _LAST else number
            again = Table.empty()
            found: Recalled | None = None
            for line in self._books.lines(table, start) if is_table(table) and 0 < number < _LAST else ():
                if line.number < number:
                    again.take(entry_of(self._books.text(table, line)), self._find)
                elif found is None:
                    if line.kind != "opened":
                        break
                    found = self._opened(table, line, again)
                elif self._take(table, found, line):
                    break
        if found is None:
            raise Mistaken(f"{table} has no round {number}: the list of its rounds names them")
        return found

    def _opened(self, table: str, line: Line, again: Table) -> Recalled:
        entry = entry_of(self._books.text(table, line))
        again.take(entry, self._find)
        if not isinstance(entry, Opened):
            raise Mistaken(f"line {line.number} of {table} does not begin a round")
        return Recalled(line, entry.opening, again.game, again.shuffle)

    def _take(self, table: str, found: Recalled, line: Line) -> bool:
        """Let a line of a round's time count; gives whether nothing more of it comes."""
        entry = entry_of(self._books.text(table, line)) if line.kind in _OF_A_ROUND else None
        match entry:
            case Answered(answer):
                found.answers.append(answer)
            case Closed(outcome):
                found.ended, found.outcome = line.at, outcome
                spent = not (isinstance(outcome.next, dict) and outcome.next.get("shoe"))
                if found.shuffle.kind != "sealed":
                    found.shown = found.shuffle.transcript() if spent else self._shown(table, found, line.number)
                return True
            case Voided(why):
                found.ended, found.voided = line.at, why or "the round was called off"
                if found.shuffle.kind != "sealed":
                    found.shown = self._shown(table, found, line.number)
                return True
        return False

    def _shown(self, table: str, found: Recalled, number: int) -> dict[str, Any] | None:
        """The transcript of a shoe, if its cards are spent or were given up after a line."""
        ours = False
        for line in self._books.after(table, number, ("opened", "closed", "dropped"), _FORWARD):
            entry = entry_of(self._books.text(table, line))
            match entry:
                case Opened(opening):
                    ours = opening.shuffle == found.opening.shuffle
                case Closed(outcome) if ours and not outcome.next.get("shoe"):
                    return found.shuffle.transcript()
                case Dropped(transcript) if transcript_key(transcript) == found.opening.shuffle:
                    return transcript
        return None

    # -- lists ----------------------------------------------------------------------------------------------------

    def of_table(self, table: str, before: int = 0, limit: int = 20, *, going_on: bool = False) -> Listed:
        """The last rounds of a table, those that began before a line; one that goes on, if that is wished."""
        found = []
        with self._books.at_one_moment():
            for line in self._back(table, min(before, _LAST) or _LAST):
                played = self._played(table, line, None)
                if played.ended or going_on:
                    found.append(played)
                if len(found) == _some(limit):
                    return Listed(tuple(found), line.number)
        return Listed(tuple(found), 0)

    def of_player(self, who: str, before: int = 0, limit: int = 20) -> Listed:
        """The last rounds of a player at all tables, those that began before a time; that which goes on too."""
        found: list[Played] = []
        with self._books.at_one_moment():
            sat = self._books.sat_at(who)
            walks = [self._of_player(who, table, *chips, min(before, _LAST) or _LAST) for table, chips in sat.items()]
            for table, line, opening in merge(*walks, key=lambda each: -each[1].at):
                if opening is None:
                    return Listed(tuple(found), line.at + 1)
                found.append(self._played(table, line, who))
                if len(found) == _some(limit):
                    return Listed(tuple(found), line.at)
        return Listed(tuple(found), 0)

    def _of_player(
        self, who: str, table: str, cents: int, moved: int, before: int
    ) -> Iterator[tuple[str, Line, Opening | None]]:
        """The rounds of a player at a table, the latest first; without the opening, where the walk was cut short."""
        latest = before if cents else min(before, moved + 1)  # who has no chips there has not played since they went
        start = self._books.line_at(table, latest) + 1 if latest < _LAST else _LAST
        for looked, line in enumerate(self._back(table, start)):
            if line.at >= before:
                continue
            opening = self._opening(table, line)
            mine = any(spot.bettor == who for spot in opening.spots)
            if looked >= _MOST_LOOKED:
                yield table, line, None
                return
            if mine:
                yield table, line, opening

    def _back(self, table: str, before: int) -> Iterator[Line]:
        """The lines at which a table's rounds began, the latest first."""
        while lines := self._books.before(table, before, ("opened",), _AT_ONCE) if is_table(table) else []:
            yield from lines
            before = lines[-1].number

    def _opening(self, table: str, line: Line) -> Opening:
        entry = entry_of(self._books.text(table, line))
        if not isinstance(entry, Opened):
            raise Mistaken(f"line {line.number} of {table} does not begin a round")
        return entry.opening

    def _played(self, table: str, opened: Line, who: str | None) -> Played:
        opening, answers = self._opening(table, opened), list[Answer]()
        end, outcome, voided = 0, None, ""
        for line in self._rest(table, opened.number):
            entry = entry_of(self._books.text(table, line))
            match entry:
                case Answered(answer):
                    answers.append(answer)
                case Closed(out):
                    end, outcome = line.at, out
                case Voided(why):
                    end, voided = line.at, why or "called off"
        rules = self._find(opening.game, opening.rules).rules
        moved = _Moved(opening, outcome, who)
        return Played(
            table,
            opened.number,
            opening.game,
            opening.rules.set,
            rules.name,
            opened.at,
            end,
            moved.stake,
            outcome.net[who or "bank"] if outcome else 0,
            moved.fee,
            moved.jackpot,
            f"called off: {voided}" if voided else moved.says(rules, answers) if end else "it goes on",
            bool(voided),
            any(answer.absent and moved.is_mine(answer.spot) for answer in answers),
            {name: outcome.net[name] for name in moved.people} if outcome else {},
        )

    def _rest(self, table: str, number: int) -> Iterator[Line]:
        """The lines of a round after the one at which it began."""
        while lines := self._books.after(table, number, _OF_A_ROUND, _AT_ONCE):
            for line in lines:
                yield line
                number = line.number
                if line.kind != "answered":
                    return


_OF_A_ROUND = ("answered", "closed", "voided")
_LAST = 2**62
"""A line, and a time, after all others."""


class _Moved:
    """What a round moved, for a player or for all."""

    def __init__(self, opening: Opening, outcome: Outcome | None, who: str | None) -> None:
        self._who, self._outcome = who, outcome
        self._bettors = {spot.id: spot.bettor for spot in opening.spots}
        moved = outcome.transfers if outcome else ()
        self.people = [who] if who else list(dict.fromkeys(self._bettors.values()))
        mine = [each for each in moved if who is None or who in (_owner(each, 0), _owner(each, 1))]
        self.stake = sum(each.amount * _RISKED.get(each.cause, 0) for each in mine)
        self.fee = sum(each.amount for each in mine if each.cause == "fee")
        self.jackpot = sum(each.amount for each in mine if each.cause == "jackpot")
        self._pots = sum(each.amount for each in mine if each.cause == "pot")

    def is_mine(self, spot: str) -> bool:
        """Whether a spot is the player's, or that of a hand which was split off from theirs."""
        return self._who is None or self._bettors.get(spot.partition(".")[0]) == self._who

    def says(self, rules: RuleSet, answers: Iterable[Answer]) -> str:
        """What happened, in a line."""
        if self._who is None or self._outcome is None:
            many = f"{len(self.people)} player{'s' if len(self.people) != 1 else ''}"
            return f"{many}, {dollars(self.stake)} wagered"
        settled = [each for each in self._outcome.settled if self.is_mine(each.spot)]
        said = [f"{_label(rules, each.wager)} {each.line} {_signed(each.net)}" for each in settled]
        folded = any(answer.action == "fold" and self.is_mine(answer.spot) for answer in answers)
        if self._pots:
            said.append(f"won {dollars(self._pots)}")
        elif folded:
            said.append("folded")
        if self.jackpot:
            said.append(f"jackpot {dollars(self.jackpot)}")
        return "; ".join(said) or ("played" if self.stake else "did not wager")


def _owner(moved: Transfer, side: int) -> str:
    account = (moved.payer, moved.payee)[side]
    return account.owner if account.kind == "stack" else ""


def _label(rules: RuleSet, wager: str) -> str:
    return rules.wager[wager].label if wager in rules.wager else wager


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else '+'}{dollars(abs(cents))}"


def _some(limit: int) -> int:
    return max(1, min(limit, MOST_ROWS))


def _found(books: Books, slug: str, rules: str, digest: str, house: tuple[tuple[str, Any], ...]) -> Game:
    return kept_game(books, slug, RulesOf(rules, digest, dict(house)))
