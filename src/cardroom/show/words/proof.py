"""Checks a shuffle for a player who saw the commitment before the round and the cards after it."""

from typing import Any

from cardroom.cards import text
from cardroom.play import View
from cardroom.verifier import Verdict, check_seat, check_shuffle

__all__ = ["shuffle_verdict"]


def shuffle_verdict(transcript: dict[str, Any], commitment: str, view: View, spent: range) -> Verdict:
    """Recompute a shuffle and compare it with the published commitment and the cards that a bettor saw.

    For a sealed deck, check the seals of those cards. `spent` is the range of positions in the deck whose cards were
    dealt. If the bettor saw more or fewer cards than that, for example because discards were reshuffled, the cards are
    not compared.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False).round(2)
    >>> round.answer(1, "bank", 10_000)
    >>> round.answer(2, "bet", {"ante": 500})
    >>> verdict = shuffle_verdict(round.shuffle.transcript(), round.shuffle.commitment, round.view("2"), range(6))
    >>> verdict.word, verdict.says[3]
    ('holds', 'the 3 cards that were shown follow the order')
    """
    if "openings" in transcript:
        return check_seat(transcript, noted=commitment)
    seen = text(view.dealt()).split()
    dealt = seen if len(seen) == len(spent) else None
    return check_shuffle(transcript, noted=commitment, dealt=dealt, start=spent.start)
