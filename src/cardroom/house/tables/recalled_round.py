"""A round that was read from the books, ready to be replayed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from cardroom.cards import Card
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError, InvariantError
from cardroom.house.books import LedgerEntry
from cardroom.play.game import Game
from cardroom.play.records import Opening, Outcome, Record, make_record, public, reopen
from cardroom.play.round import Answer, Round
from cardroom.play.table import CoachUsed

__all__ = ["RecalledRound"]


class RecalledRound:
    """A round from the books, with its cards and answers."""

    def __init__(self, opened: LedgerEntry, opening: Opening, game: Game, shuffle: Shuffle | SealedShuffle) -> None:
        self.number, self.at = opened.number, opened.at
        self.opening, self.game, self.shuffle = opening, game, shuffle
        self.answers: list[Answer] = []
        self.coached: list[tuple[int, CoachUsed]] = []
        """Each use of the coach, with the number of answers before it."""
        self.ended = 0
        """When it ended, in microseconds since 1970; 0 while it is in progress."""
        self.voided = ""
        """Why it was voided; empty if it was not."""
        self.outcome: Outcome | None = None
        self.published: dict[str, Any] | None = None
        """The transcript of its shuffle with the secret, once that is public."""

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return bool(self.ended)

    @property
    def bettors(self) -> set[str]:
        """The players who were dealt in."""
        return {spot.bettor for spot in self.opening.spots}

    def steps(self) -> Iterator[Round]:
        """The same round at its start and after each answer. A round that failed stops where it failed."""
        round = reopen(self.opening, self.game, self.shuffle)
        yield round
        for answer in self.answers:
            with suppress(InvariantError):
                round.play([answer])
            yield round
            if round.failed:
                return

    def after(self, answers: int) -> Round:
        """The round after its first `answers` answers."""
        return next(islice(self.steps(), answers, None))

    def face_up(self) -> set[Card]:
        """The cards that everyone saw by its end. Those of folded hands are not among them."""
        return {*self.after(len(self.answers)).view(None).dealt()}

    def record(self, *, whole: bool = False) -> Record:
        """The record of the round as anyone may read it. With `whole`, as only the house may."""
        if self.outcome is None:
            raise InputError(
                "This round was voided, so it has no record." if self.over else "This round has not ended yet."
            )
        record = make_record(self.opening, self.answers, self.outcome)
        return record if whole else public(record, self.shuffle)

    def proof(self, round: Round, viewer: str | None, *, whole: bool = False) -> dict[str, Any]:
        """What a viewer needs to check the cards after the round. With `whole`, it opens every card that was dealt."""
        if not self.over:
            raise InputError("This round has not ended yet.")
        if isinstance(self.shuffle, SealedShuffle):
            if not whole:
                return round.proof(viewer)
            dealt = range(min(round.cards.dealt, len(self.shuffle.order)))
            return self.shuffle.proof(dealt, round.cards.drawn if round.done else None)
        return self.published or self.shuffle.transcript(reveal=False)
