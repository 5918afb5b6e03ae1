"""Play the answers of a record with a deck that is only partly known. Some answers are sealed discards."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from cardroom.cards import UNKNOWN, Card
from cardroom.cards.opened import OpenedDeck
from cardroom.play.game import Game
from cardroom.play.public.check import Stuck, ask_for, leave_hidden, needs_cards, start, unseen_up
from cardroom.play.records import Record, RecordError
from cardroom.play.round import HOUSE_SPOT, Answer, Ask, Choice, Dealt, Event, Pick, Refused, Round

__all__ = ["NO_DISCARDS", "Discards", "PublicRun", "PublicRuns", "SealedAnswer", "burned", "hide", "turns"]

DIGITS = re.compile("[0-9a-f]{64}")
ENDING = ("show", "muck")
"""Answers at the showdown."""
Picks = Mapping[int, Sequence[Card]]
"""The cards discarded by sealed answers, by the number of the answer."""


class Discards(NamedTuple):
    """A proposal for the sealed discards, and the cards that the replay must treat as unknown.

    A proof opens the hand of its owner even if that hand was mucked. Which of its cards were discarded is a guess, so
    the guessed hand must not decide whether the player may muck.
    """

    picks: Picks
    unseen: frozenset[int] = frozenset()


NO_DISCARDS = Discards({})


class SealedAnswer(NamedTuple):
    """A sealed answer: its number, the number of events before it, and its ask."""

    number: int
    events: int
    ask: Ask


class PublicRun:
    """A replay of the record with one choice of discards."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.sealed: list[SealedAnswer] = []
        self.added: set[int] = set()
        """Answers that are not in the record: who was first, if the up cards are unknown."""


class PublicRuns:
    """Replays of one record, each with other discards."""

    def __init__(self, record: Record, game: Game, known: OpenedDeck) -> None:
        self.record, self.game, self.known = record, game, known
        self.sealed = {number for number, answer in enumerate(record.answers) if is_sealed(answer.value)}

    def play_all(self, discards: Discards) -> PublicRun:
        """Play the record's answers to the end of the round. Raise `Stuck` if a hand that must be shown is unknown."""
        run = self.play(discards, len(self.record.answers))
        if not run.round.done:
            self._refuse_end(run.round)
        return run

    def play_bets(self) -> PublicRun:
        """Play the record's answers without judging hands: an unknown hand is put off until last.

        With sealed discards no hand is known, so the answers of the showdown are not compared either.
        """
        run = self.play(NO_DISCARDS, len(self.record.answers), put_off=True)
        round = run.round
        while not round.done and needs_cards(round.ask):
            leave_hidden(round)
        while self.sealed and not round.done and {*ENDING} <= {option.action for option in round.ask.options}:
            if needs_cards(round.ask):
                leave_hidden(round)
            else:
                round.default(round.ask.spot)
        if not round.done:
            self._refuse_end(round)
        return run

    def _refuse_end(self, round: Round) -> NoReturn:
        if needs_cards(round.ask) or unseen_up(round.events):
            raise Stuck
        raise RecordError(f"answers: they end before spot {round.ask.spot} has answered")

    def play(self, discards: Discards, count: int, *, put_off: bool = False) -> PublicRun:
        """Play the first answers of the record."""
        known = self.known
        if discards.unseen:
            known = known.with_order(hide(known.order, discards.unseen))
        round = start(self.record.opening, self.game, known)
        run = PublicRun(round)
        for number, answer in enumerate(self.record.answers[:count]):
            if put_off and self.sealed and answer.action in ENDING:
                continue
            try:
                self._say_first(run, answer)
                self._pass_shown(round, answer, put_off)
                if number in self.sealed:
                    run.sealed.append(SealedAnswer(number, len(round.events), ask_for(round, answer)))
                self._give(round, number, answer, discards.picks, put_off)
            except Exception as error:
                if isinstance(error, Stuck) or unseen_up(round.events):
                    raise Stuck from None
                raise RecordError(f"answers[{number}]: {error}") from None
        return run

    def _give(self, round: Round, number: int, answer: Answer, picks: Picks, put_off: bool) -> None:
        """Give one answer. A hand that is not opened counts as shown."""
        if number in self.sealed:
            self._throw(round, number, answer, picks)
        elif answer.action == "show" and needs_cards(ask_for(round, answer)):
            if not put_off:
                raise Stuck
            leave_hidden(round)
        else:
            round.play([answer])

    def _pass_shown(self, round: Round, answer: Answer, put_off: bool) -> None:
        """Pass over hands that had to be shown, so that the record has no answer for them, and that are not opened."""
        while not round.done and needs_cards(round.ask) and round.ask.spot != answer.spot:
            if not put_off:
                raise Stuck
            leave_hidden(round)

    def _throw(self, round: Round, number: int, answer: Answer, picks: Picks) -> None:
        """Answer for a player whose discards are sealed."""
        ask = ask_for(round, answer)
        pick = next((each for each in ask.options if isinstance(each, Pick) and each.action == answer.action), None)
        if pick is None or not ask.secret:
            raise Refused(f"{answer.action} has no sealed answer here")
        if not DIGITS.fullmatch(str(answer.value["sealed"])):
            raise Refused("a seal must be 64 digits 0-9a-f")
        if answer.absent:
            round.default(answer.spot)
        else:
            round.answer(answer.spot, answer.action, picks.get(number, pick.cards[: pick.least]))

    def _say_first(self, run: PublicRun, answer: Answer) -> None:
        """Answer who is first. A script asks the house if up cards are unknown; the next answer in the record shows
        it."""
        round = run.round
        if round.done or round.ask.spot != HOUSE_SPOT.id or answer.spot == HOUSE_SPOT.id:
            return
        if answer.spot in [option.action for option in round.ask.options if isinstance(option, Choice)]:
            run.added.add(len(round.answers))
            round.answer(HOUSE_SPOT.id, answer.spot)


def is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"sealed"}


def hide(order: Sequence[Card], unseen: frozenset[int]) -> list[Card]:
    """The cards of the deal, with `UNKNOWN` where a number is unseen."""
    return [UNKNOWN if number in unseen else card for number, card in enumerate(order)]


def burned(events: Sequence[Event]) -> int:
    """The number of cards burned right after the last discard."""
    burned = 0
    for event in events:
        if isinstance(event, Dealt):
            burned += len(event.cards)
        elif burned:
            break
    return burned


def turns(run: PublicRun) -> list[list[SealedAnswer]]:
    """Sealed answers, one list for each turn around the table. Cards are dealt in between."""
    groups: list[list[SealedAnswer]] = []
    for each in run.sealed:
        since = run.round.events[groups[-1][-1].events : each.events] if groups else []
        if groups and not any(isinstance(event, Dealt) for event in since):
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups
