"""Check, with public information, a round in which cards are placed in rows (Face-Up Chinese Poker).

The record's answers name all cards that count, and proofs open them. The discards are unknown and do not matter: in a
replay they may be any cards of the deck that are in no other place.
"""

from collections.abc import Mapping

import msgspec

from cardroom.cards import UNKNOWN
from cardroom.cards.opened import OpenedDeck
from cardroom.play.game import Game
from cardroom.play.public.check import (
    ABSENT,
    HIDDEN,
    INPUTS,
    NAMED,
    SHOWN,
    WHOLE,
    PublicCheck,
    ask_for,
    card_numbers,
    check_openings,
    start,
)
from cardroom.play.records import Record, RecordError, compare, compare_opening, outcome_of
from cardroom.play.round import Answer, Lay, Refused, Round, hand_of

__all__ = ["check_laid"]


def check_laid(record: Record, game: Game, known: OpenedDeck) -> PublicCheck:
    """Replay a record whose answers place cards in rows."""
    return _LaidReplay(record, game, known).check()


class _LaidReplay:
    """The replay of a record, with a deck in which unopened cards fill the gaps."""

    def __init__(self, record: Record, game: Game, known: OpenedDeck) -> None:
        self.record, self.game, self.known = record, game, known
        self.named = False
        """Whether an answer places cards that no proof opens."""
        self.absent = False
        """Whether the default placed cards of an absent player, one of them unknown."""
        rest = list(known.box)
        for card in known.order:
            if card != UNKNOWN:
                rest.remove(card)
        self.order = [rest.pop() if card == UNKNOWN else card for card in known.order]

    def check(self) -> PublicCheck:
        """Return what agrees, and what cannot be compared."""
        # Each new start has the cards of one more answer in place.
        for _ in range(len(self.record.answers) + 1):
            if (round := self._play()) is not None:
                break
        else:
            raise RecordError("answers: they name cards that cannot have been dealt this way")
        compare_opening(self.record.opening, round)
        for number, (answer, again) in enumerate(zip(self.record.answers, round.answers, strict=True)):
            compare(f"answers[{number}]", answer, again)
        compare("outcome", self.record.outcome, outcome_of(round))
        check_openings(round, self.known)
        more = (*((NAMED,) if self.named else ()), *((ABSENT,) if self.absent else ()))
        return PublicCheck((WHOLE, SHOWN), (*more, HIDDEN, INPUTS), whole=not self.named)

    def _play(self) -> Round | None:
        """Play the answers. Return None if the order was changed, so that a player gets the cards that an answer
        names."""
        round = start(self.record.opening, self.game, self.known.with_order(self.order))
        for number, answer in enumerate(self.record.answers):
            try:
                if any(isinstance(option, Lay) for option in ask_for(round, answer).options):
                    if self._exchange(round, answer):
                        return None
                    self._lay(round, answer)
                else:
                    round.play([answer])
            except Refused as error:
                raise RecordError(f"answers[{number}]: {error}") from None
        if not round.done:
            raise RecordError(f"answers: they end before spot {round.ask.spot} has answered")
        return round

    def _lay(self, round: Round, answer: Answer) -> None:
        """Place cards. The default for an absent player can be computed only if all of the player's cards are known."""
        held = card_numbers(round.events).get(hand_of(answer.spot), [])
        if not answer.absent or all(number in self.known.opened for number in held):
            round.play([answer])
            return
        self.absent = True
        round.accept(msgspec.structs.replace(round.check(answer.spot, answer.action, answer.value), absent=True))

    def _exchange(self, round: Round, answer: Answer) -> bool:
        """Give a player the cards that an answer names, in place of unopened ones. Return whether the order changed."""
        if not isinstance(answer.value, Mapping):
            return False
        named = [card for row in answer.value.values() if isinstance(row, list) for card in row if type(card) is int]
        order, opened = self.order, self.known.opened
        held = card_numbers(round.events).get(hand_of(answer.spot), [])
        proved = {order[number] for number in held if number in opened}
        free = [number for number in held if number not in opened]
        unproved = [card for card in named if card not in proved]
        changed = False
        for mine, card in zip(free, unproved, strict=False):  # an answer has the cards of a row in the hand's order
            place = order.index(card) if card in order else mine
            if place != mine and place not in opened and not self._is_laid(round, place):
                order[mine], order[place] = order[place], order[mine]
                changed = True
        self.named = self.named or bool(unproved)
        return changed

    def _is_laid(self, round: Round, number: int) -> bool:
        """Whether a card is in a row already, because an earlier answer named it."""
        places = card_numbers(round.events).items()
        return any(number in numbers for place, numbers in places if place.part and place.part != "discards")
