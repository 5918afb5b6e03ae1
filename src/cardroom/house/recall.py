"""What was played: a table's rounds by their number, run again from its book, and the last ones of a table or a player.

A round is called by the line of its table's book at which it began: that is found at once, and never changes. All that
goes into it stands there, but for its cards, which lie shortly before; and a list is read backwards. So nothing here
takes longer because a table has been open for years.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from heapq import merge
from itertools import islice
from typing import Any

from cardroom.cards.reading import restored
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import Fault, Mistaken
from cardroom.house.books import Books
from cardroom.house.entries import entry_of, kept_game
from cardroom.house.played import Listed, Moved, Played
from cardroom.house.values import LedgerEntry, is_table
from cardroom.play.asks import Answer
from cardroom.play.game import Game
from cardroom.play.log import Answered, Closed, Dropped, Opened, Shuffled, Stands, Voided
from cardroom.play.record import Opening, Outcome, Record, RulesOf, public, reopen, shuffle_key, transcript_key, written
from cardroom.play.round import Round

__all__ = ["MOST_ROWS", "Recall", "Recalled"]

MOST_ROWS = 100
"""Rounds that are listed at a time."""
_MOST_LOOKED = 2_000
"""Rounds of a table that are looked at for those of one player, in one list."""
_AT_ONCE = 64
_FORWARD = 2_000
"""Lines after a round in which the end of its shoe is looked for: a shoe has far fewer."""
_MOST_SHUFFLES = 500
"""Shuffles before a round among which its own is looked for: nearly always it is the last of them."""


class Recalled:
    """A round from the books, to be run again."""

    def __init__(self, opened: LedgerEntry, opening: Opening, game: Game, shuffle: Shuffle | SealedShuffle) -> None:
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
        """One round again and again: as it began, and after each answer; one that failed, until it failed again."""
        round = reopen(self.opening, self.game, self.shuffle)
        yield round
        for answer in self.answers:
            with suppress(Fault):
                round.play([answer])
            yield round
            if round.failed:
                return

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
            entries = self._books.page(table, number, 1) if is_table(table) and 0 < number < _LAST else []
            if not entries or entries[0].kind != "opened":
                raise Mistaken(f"{table} has no round {number}: the list of its rounds names them")
            opening = self._opening(table, entries[0])
            game, shuffle = self._find(opening.game, opening.rules), self._shuffle(table, number, opening)
            found = Recalled(entries[0], opening, game, shuffle)
            for entry in self._rest(table, number):
                self._take(table, found, entry)
        return found

    def _shuffle(self, table: str, number: int, opening: Opening) -> Shuffle | SealedShuffle:
        """The cards of a round: those that were ready last, or a shoe that waited while something else was played."""
        for entry in islice(self._back(table, number, ("shuffled", "stands"), 2), _MOST_SHUFFLES):
            log_entry = entry_of(self._books.plaintext(table, entry))
            held = [log_entry.kept] if isinstance(log_entry, Shuffled) else []
            if isinstance(log_entry, Stands):
                held = [log_entry.shuffle, *(other.shuffle for other in log_entry.others)]
            for kept in held:
                shuffle = restored(kept | {"seeds": [list(seed) for seed in opening.seeds]})
                if shuffle_key(shuffle) == opening.shuffle:
                    return shuffle
        raise Mistaken(f"the cards of round {number} of {table} are not in its book: see `cardroom audit`")

    def _take(self, table: str, found: Recalled, entry: LedgerEntry) -> None:
        """Let a line of a round count."""
        log_entry = entry_of(self._books.plaintext(table, entry))
        match log_entry:
            case Answered(answer):
                found.answers.append(answer)
            case Closed(outcome):
                found.ended, found.outcome = entry.at, outcome
                spent = not (isinstance(outcome.next, dict) and outcome.next.get("shoe"))
                if found.shuffle.kind != "sealed":
                    found.shown = found.shuffle.transcript() if spent else self._shown(table, found, entry.number)
            case Voided(why):
                found.ended, found.voided = entry.at, why or "the round was called off"
                if found.shuffle.kind != "sealed":
                    found.shown = self._shown(table, found, entry.number)

    def _shown(self, table: str, found: Recalled, number: int) -> dict[str, Any] | None:
        """The transcript of a shoe, if its cards are spent or were given up after a line."""
        ours = False
        for entry in self._books.entries_after(table, number, ("opened", "closed", "dropped"), _FORWARD):
            log_entry = entry_of(self._books.plaintext(table, entry))
            match log_entry:
                case Opened(opening):
                    ours = opening.shuffle == found.opening.shuffle
                case Closed(outcome) if ours and not outcome.next.get("shoe"):
                    return found.shuffle.transcript()
                case Dropped(transcript) if transcript_key(transcript) == found.opening.shuffle:
                    return transcript
        return None

    def shoe(self, table: str) -> list[list[str]]:
        """What a table's display has counted for each hand of its shoe, the first hand first.

        After every round the display's counts stand in the book: what has grown by one since the round before is what
        came of it.
        """
        counts: list[dict[str, int]] = []
        with self._books.at_one_moment():
            for entry in islice(self._back(table, _LAST, ("closed",)), _FORWARD):
                log_entry = entry_of(self._books.plaintext(table, entry))
                own = log_entry.outcome.next.get("own") if isinstance(log_entry, Closed) else None
                shoe = own.get("this shoe") if isinstance(own, dict) else None
                if shoe and counts and shoe["hands"] > counts[-1]["hands"]:
                    break  # that was the shoe before
                if shoe and not (counts and shoe["hands"] == counts[-1]["hands"]):
                    counts.append(shoe)
        counts.reverse()
        before: list[dict[str, int]] = [{}, *counts]
        return [
            [name for name in now if now[name] > old.get(name, 0)] for old, now in zip(before, counts, strict=False)
        ]

    # -- lists ----------------------------------------------------------------------------------------------------

    def of_table(self, table: str, before: int = 0, limit: int = 20, *, going_on: bool = False) -> Listed:
        """The last rounds of a table, those that began before a line; one that goes on, if that is wished."""
        found = []
        with self._books.at_one_moment():
            for entry in self._back(table, min(before, _LAST) or _LAST):
                played = self._played(table, entry, None)
                if played.ended or going_on:
                    found.append(played)
                if len(found) == _some(limit):
                    return Listed(tuple(found), entry.number)
        return Listed(tuple(found), 0)

    def of_player(self, who: str, before: int = 0, limit: int = 20) -> Listed:
        """The last rounds of a player at all tables, those that began before a time; that which goes on too."""
        found: list[Played] = []
        with self._books.at_one_moment():
            sat = self._books.stacks_of(who)
            walks = [self._of_player(who, table, *chips, min(before, _LAST) or _LAST) for table, chips in sat.items()]
            for table, entry, opening in merge(*walks, key=lambda each: -each[1].at):
                if opening is None:
                    return Listed(tuple(found), entry.at + 1)
                found.append(self._played(table, entry, who))
                if len(found) == _some(limit):
                    return Listed(tuple(found), entry.at)
        return Listed(tuple(found), 0)

    def of_house(self, before: int = 0, limit: int = 20) -> Listed:
        """The last rounds at all tables, those that began before a time; that which goes on too."""
        found: list[Played] = []
        with self._books.at_one_moment():
            walks = [
                self._until(table, min(before, _LAST) or _LAST) for table in self._books.heads() if is_table(table)
            ]
            for table, entry in merge(*walks, key=lambda each: -each[1].at):
                found.append(self._played(table, entry, None))
                if len(found) == _some(limit):
                    return Listed(tuple(found), entry.at)
        return Listed(tuple(found), 0)

    def _until(self, table: str, before: int) -> Iterator[tuple[str, LedgerEntry]]:
        """The rounds of a table that began before a time, the latest first."""
        start = self._books.number_at(table, before) + 1 if before < _LAST else _LAST
        return ((table, entry) for entry in self._back(table, start) if entry.at < before)

    def _of_player(
        self, who: str, table: str, cents: int, moved: int, before: int
    ) -> Iterator[tuple[str, LedgerEntry, Opening | None]]:
        """The rounds of a player at a table, the latest first; without the opening, where the walk was cut short."""
        latest = before if cents else min(before, moved + 1)  # who has no chips there has not played since they went
        start = self._books.number_at(table, latest) + 1 if latest < _LAST else _LAST
        for looked, entry in enumerate(self._back(table, start)):
            if entry.at >= before:
                continue
            opening = self._opening(table, entry)
            mine = any(spot.bettor == who for spot in opening.spots)
            if looked >= _MOST_LOOKED:
                yield table, entry, None
                return
            if mine:
                yield table, entry, opening

    def _back(
        self, table: str, before: int, kinds: Sequence[str] = ("opened",), at_once: int = _AT_ONCE
    ) -> Iterator[LedgerEntry]:
        """Lines of a table's book, such as those at which its rounds began, the latest first."""
        while entries := self._books.entries_before(table, before, kinds, at_once) if is_table(table) else []:
            yield from entries
            before = entries[-1].number

    def _opening(self, table: str, entry: LedgerEntry) -> Opening:
        log_entry = entry_of(self._books.plaintext(table, entry))
        if not isinstance(log_entry, Opened):
            raise Mistaken(f"line {entry.number} of {table} does not begin a round")
        return log_entry.opening

    def _played(self, table: str, opened: LedgerEntry, who: str | None) -> Played:
        opening, answers = self._opening(table, opened), list[Answer]()
        end, outcome, voided = 0, None, ""
        for entry in self._rest(table, opened.number):
            log_entry = entry_of(self._books.plaintext(table, entry))
            match log_entry:
                case Answered(answer):
                    answers.append(answer)
                case Closed(out):
                    end, outcome = entry.at, out
                case Voided(why):
                    end, voided = entry.at, why or "called off"
        rules = self._find(opening.game, opening.rules).rules
        moved = Moved(opening, outcome, who)
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

    def _rest(self, table: str, number: int) -> Iterator[LedgerEntry]:
        """The lines of a round after the one at which it began."""
        while entries := self._books.entries_after(table, number, _OF_A_ROUND, _AT_ONCE // 4):
            for entry in entries:
                yield entry
                number = entry.number
                if entry.kind != "answered":
                    return


_OF_A_ROUND = ("answered", "closed", "voided")
_LAST = 2**62
"""A line, and a time, after all others."""


def _some(limit: int) -> int:
    return max(1, min(limit, MOST_ROWS))


def _found(books: Books, slug: str, rules: str, digest: str, house: tuple[tuple[str, Any], ...]) -> Game:
    return kept_game(books, slug, RulesOf(rules, digest, dict(house)))
