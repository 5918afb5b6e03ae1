"""Check with public information a round in which cards are laid in rows (Face-Up Chinese Poker).

The record's answers name all cards that count, and proofs open them. The cards that players threw away are unknown and
count for nothing: in a replay they may be any cards of the deck that lie nowhere else.
"""

from collections.abc import Mapping

import msgspec

from cardroom.cards import UNKNOWN
from cardroom.cards.opened import OpenedDeck
from cardroom.play.asks import Answer, Lay, Refused
from cardroom.play.game import Game
from cardroom.play.places import hand_of
from cardroom.play.public_check import (
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
from cardroom.play.record import Record, RecordError, compare, compare_opening, outcome_of
from cardroom.play.round import Round

__all__ = ["check_laid"]


def check_laid(kept: Record, game: Game, known: OpenedDeck) -> PublicCheck:
    """Replay a record whose answers lay cards in rows."""
    return _LaidReplay(kept, game, known).check()


class _LaidReplay:
    """A record that is replayed with a deck that is completed with unopened cards."""

    def __init__(self, kept: Record, game: Game, known: OpenedDeck) -> None:
        self.kept, self.game, self.known = kept, game, known
        self.named = False
        """Whether an answer lays cards that no proof opens."""
        self.absent = False
        """Whether the rules placed cards, one of them unknown, for an absent player."""
        rest = list(known.box)
        for card in known.order:
            if card != UNKNOWN:
                rest.remove(card)
        self.order = [rest.pop() if card == UNKNOWN else card for card in known.order]

    def check(self) -> PublicCheck:
        """What agrees, and what cannot be compared."""
        # Each new start has the cards of one more answer in place.
        for _ in range(len(self.kept.answers) + 1):
            if (round := self._play()) is not None:
                break
        else:
            raise RecordError("answers: they name cards that cannot have been dealt so")
        compare_opening(self.kept.opening, round)
        for number, (answer, again) in enumerate(zip(self.kept.answers, round.answers, strict=True)):
            compare(f"answers[{number}]", answer, again)
        compare("outcome", self.kept.outcome, outcome_of(round))
        check_openings(round, self.known)
        more = (*((NAMED,) if self.named else ()), *((ABSENT,) if self.absent else ()))
        return PublicCheck((WHOLE, SHOWN), (*more, HIDDEN, INPUTS), whole=not self.named)

    def _play(self) -> Round | None:
        """Play the answers; None after the order was changed so that a player has the cards that an answer names."""
        round = start(self.kept.opening, self.game, self.known.with_order(self.order))
        for number, answer in enumerate(self.kept.answers):
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
        """Lay cards. The rules' answer for an absent player can be computed only if all of the player's cards are
        known."""
        held = card_numbers(round.events).get(hand_of(answer.spot), [])
        if not answer.absent or all(number in self.known.opened for number in held):
            round.play([answer])
            return
        self.absent = True
        round.accept(msgspec.structs.replace(round.check(answer.spot, answer.action, answer.value), absent=True))

    def _exchange(self, round: Round, answer: Answer) -> bool:
        """Give a player cards that an answer names, in the place of unopened ones. Whether the order changed."""
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
        """Whether a card lies in a row already, where an earlier answer has named it."""
        places = card_numbers(round.events).items()
        return any(number in numbers for place, numbers in places if place.part and place.part != "discards")
