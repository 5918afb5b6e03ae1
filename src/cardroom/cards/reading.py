"""Shuffles read back: from a transcript, which anybody may have written, or from the house's own store."""

from typing import Any

from cardroom.cards import parse
from cardroom.cards.commitment import About
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import VERSION, Shuffle
from cardroom.verifier import FAILS, check_shuffle

__all__ = ["from_transcript", "restored"]


def from_transcript(transcript: Any) -> Shuffle | SealedShuffle:
    """The shuffle that a transcript with its secret describes, if the transcript agrees with itself.

    >>> transcript = Shuffle.fresh(range(52)).transcript()
    >>> from_transcript(transcript).transcript() == transcript
    True
    >>> from_transcript(transcript | {"seeds": [["ann", "mine"]]})
    Traceback (most recent call last):
    ValueError: the order does not follow from the secret and the players' seeds
    """
    if not isinstance(transcript, dict) or transcript.get("version") != VERSION:
        raise ValueError(f"version is not {VERSION}, which this program checks")
    if transcript.get("kind") == "given":
        return _given(transcript)
    verdict = check_shuffle(transcript)
    if verdict.word == FAILS:
        raise ValueError(verdict.says[0])
    if "secret" not in transcript:
        raise ValueError("this transcript keeps its secret: it can be read when the cards are spent")
    return _made(transcript, looked_at=True)


def _given(transcript: dict[str, Any]) -> Shuffle:
    """A given order, which has nothing but the order."""
    try:
        shuffle = Shuffle.given(parse(transcript["order"]))
    except (KeyError, TypeError):
        raise ValueError("a given order's transcript has its order") from None
    if shuffle.transcript() != transcript:
        raise ValueError("a given order has no secret, no seeds, no commitment and no purpose")
    return shuffle


def restored(kept: Any) -> Shuffle | SealedShuffle:
    """The shuffle that the house's store has kept: nobody has looked at its order for that.

    >>> shuffle = Shuffle.fresh(range(52)).seeded("ann", "lucky")
    >>> restored(shuffle.kept()).seeded("bob", "more") == shuffle.seeded("bob", "more")
    True
    """
    try:
        if kept["kind"] == "given":
            return Shuffle.given(parse(kept["cards"]))
        return _made(kept, looked_at=False)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no kept shuffle: {error}") from None


def _made(said: dict[str, Any], looked_at: bool) -> Shuffle | SealedShuffle:
    about, cards, secret = About(**said["about"]), parse(said["cards"]), bytes.fromhex(said["secret"])
    if said["kind"] == SealedShuffle.kind:
        salts, draws = [bytes.fromhex(salt) for salt in said["salts"]], bytes.fromhex(said["draws"])
        return SealedShuffle.revealed(cards, secret, salts, draws, said["seeds"], about, looked_at)
    return Shuffle.revealed(said["kind"], cards, secret, said["seeds"], about, looked_at)
