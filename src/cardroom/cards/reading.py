"""Shuffles read back: from a transcript, which anybody may have written, or from the house's own store.

A transcript is believed if the shuffle made from its secret writes the same transcript. The independent verifier checks
transcripts by code of its own; nothing here uses it.
"""

import re
from typing import Any

from cardroom.cards import parse
from cardroom.cards.commitment import About
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import VERSION, Shuffle

__all__ = ["from_transcript", "restored"]

_DIGITS = re.compile("(?:[0-9a-f]{2})*")


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
    if "secret" not in transcript:
        raise ValueError("this transcript keeps its secret: it can be read when the cards are spent")
    _check_types(transcript)
    shuffle = _made(transcript, looked_at=True)
    _check_same(transcript, shuffle)
    return shuffle


def _check_types(transcript: dict[str, Any]) -> None:
    """Refuse a transcript that no shuffle can be made from. A refusal never repeats a secret."""
    about, sealed = transcript.get("about"), transcript.get("kind") == SealedShuffle.kind
    if not isinstance(about, dict) or tuple(sorted(about, key=str)) != tuple(sorted(About._fields)):
        raise ValueError(f"about is an object with {', '.join(About._fields)}")
    if about["table"] and about["number"] == 0:
        raise ValueError("about.number counts a table's shuffles, from 1")
    for name in ("kind", "cards", "order"):
        if not isinstance(transcript.get(name), str):
            raise ValueError(f"{name} is text")
    for name in ("seeds", "salts") if sealed else ("seeds",):
        if not isinstance(transcript.get(name), list):
            raise ValueError(f"{name} are a list")
    for name in ("secret", "draws") if sealed else ("secret",):
        _check_digits(transcript.get(name), f"the {name}")
    for salt in transcript["salts"] if sealed else ():
        _check_digits(salt, "a salt")


def _check_digits(text: Any, what: str) -> None:
    if not isinstance(text, str) or not _DIGITS.fullmatch(text):
        raise ValueError(f"{what} is written in pairs of the digits 0123456789abcdef")


def _check_same(transcript: dict[str, Any], shuffle: Shuffle | SealedShuffle) -> None:
    """Refuse a transcript that is not the one that its shuffle writes."""
    again, sealed = shuffle.transcript(), isinstance(shuffle, SealedShuffle)
    if missing := [name for name in again if name not in transcript]:
        raise ValueError(f"a shuffle's transcript lacks {', '.join(missing)}")
    if transcript["commitment"] != again["commitment"] or (sealed and transcript["seals"] != again["seals"]):
        kept = "the secrets, the salts" if sealed else "the secret"
        raise ValueError(f"{kept} and the cards are not those under the commitment")
    if transcript["order"] != again["order"]:
        raise ValueError(
            "the order is not that of the seals, cut by the players' seeds"
            if sealed
            else "the order does not follow from the secret and the players' seeds"
        )
    if transcript != again:
        raise ValueError("a shuffle's transcript has other fields, or its seeds in another order")


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
