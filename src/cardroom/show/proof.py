"""What can be said of a shuffle to somebody who saw the commitment before and the cards after."""

from typing import Any

from cardroom.cards import text
from cardroom.play import View
from cardroom.verifier import Verdict, check_seat, check_shuffle

__all__ = ["shuffle_verdict"]


def shuffle_verdict(transcript: dict[str, Any], commitment: str, view: View, spent: range) -> Verdict:
    """Recompute a shuffle, and hold it against the commitment noted before and the cards that a bettor has seen; of a
    sealed deck, open the seals of those cards.

    `spent` are the places in the order whose cards left the deck. Where the bettor was told of more or fewer cards, as
    when discards were shuffled again, what was seen is not held against the order.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False).round(2)
    >>> round.answer(1, "bank", 10_000)
    >>> round.answer(2, "bet", {"ante": 500})
    >>> told = shuffle_verdict(round.shuffle.transcript(), round.shuffle.commitment, round.view("2"), range(6))
    >>> told.word, told.says[3]
    ('holds', 'the 3 cards that were shown follow the order')
    """
    if "openings" in transcript:
        return check_seat(transcript, noted=commitment)
    seen = text(view.dealt()).split()
    dealt = seen if len(seen) == len(spent) else None
    return check_shuffle(transcript, noted=commitment, dealt=dealt, start=spent.start)
