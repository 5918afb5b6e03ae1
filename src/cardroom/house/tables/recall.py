"""Recall: find rounds in the books, to replay one or to list the latest.

A round is identified by the ledger entry that started it. That entry can be read directly, and its number never
changes. It holds all inputs of the round except its cards, which are in an entry shortly before it. Lists are read
backwards, and only from tables with a round on the page. So nothing here gets slower when a table has been open for
years, or when thousands were opened and closed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import islice
from typing import Any, TypeVar

from cardroom.cards.reading import restored
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.house.books import Books, LedgerEntry, is_table
from cardroom.house.tables.entries import entry_of, stored_game
from cardroom.house.tables.recalled_round import RecalledRound
from cardroom.house.tables.summary import RoundMoney, RoundPage, RoundSummary
from cardroom.play.game import Game
from cardroom.play.records import Opening, RulesOf, shuffle_key, transcript_key
from cardroom.play.round import Answer
from cardroom.play.table import (
    Answered,
    CoachUsed,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    Shuffled,
    ShuffleDiscarded,
    Snapshot,
)
from cardroom.tags import tag_of

__all__ = ["MOST_ROWS", "Recall"]

_T = TypeVar("_T")

MOST_ROWS = 100
"""The most rounds on one page of a list."""
_MOST_SEARCHED = 2_000
"""The most rounds of a table that are searched for one player's, for one page."""
_AT_ONCE = 64
_FORWARD = 2_000
"""Entries after a round that are searched for the end of its shoe. A shoe has far fewer."""
_MOST_SHUFFLES = 500
"""Shuffles before a round that are searched for its own. Nearly always it is the latest."""
_STARTED, _ENDED, _ANSWERED, _COACHED = (tag_of(each) for each in (RoundStarted, RoundEnded, Answered, CoachUsed))
_OF_A_ROUND = (_ANSWERED, _COACHED, _ENDED, tag_of(RoundVoided))
_LAST = 2**62
"""An entry number, and a time, after all others."""


class Recall:
    """The rounds that were played in a house.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> from cardroom.play.table import Join, StartRound, SubmitAnswer, UseDefault
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.cage.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    >>> table.do(Join("ann", 20_000))
    >>> table.do(StartRound(), "dealer")
    >>> table.do(SubmitAnswer("ann", "1", None, "bet", {"ante": 500, "odds": 500}))
    >>> while table.round:
    ...     table.do(UseDefault("1"), "clock")
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
        self._game = lru_cache(64)(lambda slug, rules, digest, house: _stored_game(books, slug, rules, digest, house))

    def _find(self, slug: str, rules: RulesOf) -> Game:
        game: Game = self._game(slug, rules.set, rules.digest, tuple(sorted(rules.house.items())))
        return game

    # -- one round ------------------------------------------------------------------------------------------------

    def round(self, table: str, number: int) -> RecalledRound:
        """A round, by its table and the number of the entry that started it."""
        with self._books.at_one_moment():
            entries = self._books.page(table, number, 1) if is_table(table) and 0 < number < _LAST else []
            if not entries or entries[0].kind != _STARTED:
                raise InputError(f"{table} has no round {number}. Choose one from its list of rounds.")
            opening = self._opening(table, entries[0])
            game, shuffle = self._find(opening.game, opening.rules), self._shuffle(table, number, opening)
            recalled = RecalledRound(entries[0], opening, game, shuffle)
            for entry in self._rest(table, number):
                self._add(table, recalled, entry)
        return recalled

    def latest(self, table: str) -> RecalledRound:
        """The latest round of a table, in progress or not."""
        with self._books.at_one_moment():
            for entry in self._back(table, _LAST, at_once=1):
                return self.round(table, entry.number)
        raise InputError(f"{table} has no round yet.")

    def _shuffle(self, table: str, number: int, opening: Opening) -> Shuffle | SealedShuffle:
        """The cards of a round: the latest shuffle, or a shoe that was parked while another game was played."""
        for entry in islice(self._back(table, number, (tag_of(Shuffled), tag_of(Snapshot)), 2), _MOST_SHUFFLES):
            log_entry = entry_of(self._books.plaintext(table, entry))
            held = [log_entry.kept] if isinstance(log_entry, Shuffled) else []
            if isinstance(log_entry, Snapshot):
                held = [log_entry.shuffle, *(other.shuffle for other in log_entry.others)]
            for parked in held:
                shuffle = restored(parked | {"seeds": opening.seeds, "chains": opening.chains or ()})
                if shuffle_key(shuffle) == opening.shuffle:
                    return shuffle
        raise InputError(
            f"The cards of round {number} of {table} are not in its book. Run `cardroom audit` for details."
        )

    def _add(self, table: str, recalled: RecalledRound, entry: LedgerEntry) -> None:
        """Add an entry of the round."""
        log_entry = entry_of(self._books.plaintext(table, entry))
        match log_entry:
            case Answered(answer):
                recalled.answers.append(answer)
            case CoachUsed():
                recalled.coached.append((len(recalled.answers), log_entry))
            case RoundEnded(outcome):
                recalled.ended, recalled.outcome = entry.at, outcome
                spent = not (isinstance(outcome.next, dict) and outcome.next.get("shoe"))
                if recalled.shuffle.kind != "sealed":
                    later = None if spent else self._published(table, recalled, entry.number)
                    recalled.published = recalled.shuffle.transcript() if spent else later
            case RoundVoided(why):
                recalled.ended, recalled.voided = entry.at, why or "no reason given"
                if recalled.shuffle.kind != "sealed":
                    recalled.published = self._published(table, recalled, entry.number)

    def _published(self, table: str, recalled: RecalledRound, number: int) -> dict[str, Any] | None:
        """The transcript of a shoe, if all of its rounds ended or it was discarded after an entry."""
        ours = False
        for entry in self._books.entries_after(table, number, (_STARTED, _ENDED, tag_of(ShuffleDiscarded)), _FORWARD):
            log_entry = entry_of(self._books.plaintext(table, entry))
            match log_entry:
                case RoundStarted(opening):
                    ours = opening.shuffle == recalled.opening.shuffle
                case RoundEnded(outcome) if ours and not outcome.next.get("shoe"):
                    return recalled.shuffle.transcript()
                case ShuffleDiscarded(transcript) if transcript_key(transcript) == recalled.opening.shuffle:
                    return transcript
        return None

    def shoe(self, table: str) -> list[list[str]]:
        """What a table's display counted for each hand of its current shoe, the first hand first.

        The book has the display's counts after every round. A count that is higher than after the previous round
        belongs to this hand.
        """
        counts: list[dict[str, int]] = []
        with self._books.at_one_moment():
            for entry in islice(self._back(table, _LAST, (_ENDED,)), _FORWARD):
                log_entry = entry_of(self._books.plaintext(table, entry))
                own = log_entry.outcome.next.get("own") if isinstance(log_entry, RoundEnded) else None
                shoe = own.get("this shoe") if isinstance(own, dict) else None
                if shoe and counts and shoe["hands"] > counts[-1]["hands"]:
                    break  # this was the previous shoe
                if shoe and not (counts and shoe["hands"] == counts[-1]["hands"]):
                    counts.append(shoe)
        counts.reverse()
        before: list[dict[str, int]] = [{}, *counts]
        return [
            [name for name in now if now[name] > old.get(name, 0)] for old, now in zip(before, counts, strict=False)
        ]

    # -- lists ----------------------------------------------------------------------------------------------------

    def of_table(self, table: str, before: int = 0, limit: int = 20, *, in_progress: bool = False) -> RoundPage:
        """The latest rounds of a table that started before an entry; with `in_progress`, the current one too."""
        page = []
        with self._books.at_one_moment():
            for entry in self._back(table, min(before, _LAST) or _LAST):
                summary = self._summary(table, entry, None)
                if summary.ended or in_progress:
                    page.append(summary)
                if len(page) == _page_size(limit):
                    return RoundPage(tuple(page), entry.number)
        return RoundPage(tuple(page), 0)

    def of_player(self, who: str, before: int = 0, limit: int = 20) -> RoundPage:
        """The latest rounds of a player at all tables that started before a time, with those in progress."""
        page: list[RoundSummary] = []
        with self._books.at_one_moment():
            stacks = self._books.stacks_of(who)
            walks = [
                (_LAST if cents else moved, self._of_player(who, table, cents, moved, min(before, _LAST) or _LAST))
                for table, (cents, moved) in stacks.items()
            ]
            for table, entry, opening in _latest_first(walks, lambda each: each[1].at):
                if opening is None:
                    return RoundPage(tuple(page), entry.at + 1)
                page.append(self._summary(table, entry, who))
                if len(page) == _page_size(limit):
                    return RoundPage(tuple(page), entry.at)
        return RoundPage(tuple(page), 0)

    def of_house(self, before: int = 0, limit: int = 20) -> RoundPage:
        """The latest rounds at all tables that started before a time, with those in progress."""
        page: list[RoundSummary] = []
        with self._books.at_one_moment():
            walks = [
                (last, self._until(table, min(before, _LAST) or _LAST))
                for table, last in self._books.last_times().items()
                if is_table(table)
            ]
            for table, entry in _latest_first(walks, lambda each: each[1].at):
                page.append(self._summary(table, entry, None))
                if len(page) == _page_size(limit):
                    return RoundPage(tuple(page), entry.at)
        return RoundPage(tuple(page), 0)

    def _until(self, table: str, before: int) -> Iterator[tuple[str, LedgerEntry]]:
        """The rounds of a table that started before a time, the latest first."""
        start = self._books.number_at(table, before) + 1 if before < _LAST else _LAST
        yield from ((table, entry) for entry in self._back(table, start) if entry.at < before)

    def _of_player(
        self, who: str, table: str, cents: int, moved: int, before: int
    ) -> Iterator[tuple[str, LedgerEntry, Opening | None]]:
        """The rounds of a player at a table, the latest first. No opening means that the search stopped there."""
        # A player without chips at the table has not played there since they left.
        latest = before if cents else min(before, moved + 1)
        start = self._books.number_at(table, latest) + 1 if latest < _LAST else _LAST
        for searched, entry in enumerate(self._back(table, start)):
            if entry.at >= before:
                continue
            opening = self._opening(table, entry)
            mine = any(spot.bettor == who for spot in opening.spots)
            if searched >= _MOST_SEARCHED:
                yield table, entry, None
                return
            if mine:
                yield table, entry, opening

    def _back(
        self, table: str, before: int, kinds: Sequence[str] = (_STARTED,), at_once: int = _AT_ONCE
    ) -> Iterator[LedgerEntry]:
        """Entries of a table's book, by default those that started its rounds, the latest first."""
        while entries := self._books.entries_before(table, before, kinds, at_once) if is_table(table) else []:
            yield from entries
            before = entries[-1].number

    def _opening(self, table: str, entry: LedgerEntry) -> Opening:
        log_entry = entry_of(self._books.plaintext(table, entry))
        if not isinstance(log_entry, RoundStarted):
            raise InputError(f"Entry {entry.number} of {table} does not start a round.")
        return log_entry.opening

    def _summary(self, table: str, opened: LedgerEntry, who: str | None) -> RoundSummary:
        opening, answers = self._opening(table, opened), list[Answer]()
        end, outcome, voided = 0, None, ""
        for entry in self._rest(table, opened.number):
            log_entry = entry_of(self._books.plaintext(table, entry))
            match log_entry:
                case Answered(answer):
                    answers.append(answer)
                case RoundEnded(out):
                    end, outcome = entry.at, out
                case RoundVoided(why):
                    end, voided = entry.at, why or "no reason given"
        rules = self._find(opening.game, opening.rules).rules
        money = RoundMoney(opening, outcome, who)
        return RoundSummary(
            table,
            opened.number,
            opening.game,
            opening.rules.set,
            rules.name,
            opened.at,
            end,
            money.stake,
            outcome.net[who or "bank"] if outcome else 0,
            money.fee,
            money.jackpot,
            f"voided: {voided}" if voided else money.summary(rules, answers) if end else "in progress",
            bool(voided),
            any(answer.absent and money.is_mine(answer.spot) for answer in answers),
            {name: outcome.net[name] for name in money.people} if outcome else {},
        )

    def _rest(self, table: str, number: int) -> Iterator[LedgerEntry]:
        """The entries of a round after the one that started it."""
        while entries := self._books.entries_after(table, number, _OF_A_ROUND, _AT_ONCE // 4):
            for entry in entries:
                yield entry
                number = entry.number
                if entry.kind not in (_ANSWERED, _COACHED):
                    return


def _latest_first(walks: Iterable[tuple[int, Iterator[_T]]], at: Callable[[_T], int]) -> Iterator[_T]:
    """What several walks find, the latest first. Each walk goes back in time and comes with a time before which it
    begins. It is started only when its turn may have come: there may be thousands.

    >>> [*_latest_first([(9, iter([3, 1])), (8, iter([8, 2])), (0, iter([]))], lambda each: each)]
    [8, 3, 2, 1]
    """
    waiting = sorted(walks, key=lambda each: each[0])
    found: list[tuple[int, int, _T, Iterator[_T]]] = []
    while waiting or found:
        if waiting and (not found or waiting[-1][0] >= -found[0][0]):
            walk = waiting.pop()[1]
        else:
            _, _, each, walk = heappop(found)
            yield each
        for first in islice(walk, 1):
            heappush(found, (-at(first), id(walk), first, walk))


def _page_size(limit: int) -> int:
    return max(1, min(limit, MOST_ROWS))


def _stored_game(books: Books, slug: str, rules: str, digest: str, house: tuple[tuple[str, Any], ...]) -> Game:
    return stored_game(books, slug, RulesOf(rules, digest, dict(house)))
