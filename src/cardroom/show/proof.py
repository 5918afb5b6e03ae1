"""What can be said of a shuffle to somebody who saw the commitment before and the cards after."""

from typing import Any

from cardroom.cards.verify import Verdict, verify
from cardroom.play import View

__all__ = ["shuffle_verdict", "with_commitment"]


def shuffle_verdict(transcript: dict[str, Any], commitment: str, view: View, spent: range) -> Verdict:
    """Recompute a shuffle, and hold it against the commitment noted before and the cards that a bettor has seen.

    `spent` are the places in the order whose cards left the deck. Where the bettor was told of more or fewer cards, as
    when discards were shuffled again, what was seen is not held against the order.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus", exposed_card=False).round(2, seed=7)
    >>> round.answer(1, "bank", 10_000)
    >>> round.answer(2, "bet", {"ante": 500})
    >>> told = shuffle_verdict(round.shuffle.transcript(), round.shuffle.commitment, round.view("2"), range(6))
    >>> told.holds, told.says[2]
    (True, 'the deal has 3 cards that follow from the secret')
    """
    seen = view.dealt()
    verdict = verify(transcript, seen, spent.start) if len(seen) == len(spent) else verify(transcript)
    return with_commitment(verdict, transcript["commitment"], commitment)


def with_commitment(verdict: Verdict, published: str, noted: str) -> Verdict:
    """The same verdict, and whether its commitment is the one that somebody noted before, or begins so.

    >>> with_commitment(Verdict(True, ()), "ab12", "AB").holds, with_commitment(Verdict(True, ()), "ab12", "cd").holds
    (True, False)
    """
    if published.startswith(noted.lower()):
        return Verdict(verdict.holds, (*verdict.says, "the commitment is the one that was noted before the round"))
    says = f"the commitment noted before the round is {noted}, but it is {published or 'none'}"
    return Verdict(False, (*verdict.says, says))
