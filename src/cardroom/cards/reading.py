"""Read shuffles back: from a transcript, which may be forged, or from the house's own store.

A transcript is accepted if the shuffle made from its secret writes the same transcript. The independent verifier checks
transcripts with its own code; this module does not use it.
"""

import re
from functools import lru_cache
from typing import Any

from cardroom.cards import Card, parse
from cardroom.cards.commitment import About
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import VERSION, Shuffle

__all__ = ["from_transcript", "restored"]

_DIGITS = re.compile("(?:[0-9a-f]{2})*")


def from_transcript(transcript: Any) -> Shuffle | SealedShuffle:
    """Return the shuffle of a transcript with its secret. Raise `ValueError` if the transcript is inconsistent.

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
        return _read_given_order(transcript)
    if "secret" not in transcript:
        raise ValueError("this transcript has no secret yet: the secret is published when the cards are spent")
    _check_types(transcript)
    shuffle = _rebuild(transcript, looked_at=True)
    _check_same(transcript, shuffle)
    return shuffle


def _check_types(transcript: dict[str, Any]) -> None:
    """Reject a transcript with fields of the wrong type. The error never repeats a secret."""
    about, sealed = transcript.get("about"), transcript.get("kind") == SealedShuffle.kind
    if not isinstance(about, dict) or tuple(sorted(about, key=str)) != tuple(sorted(About._fields)):
        raise ValueError(f"about must be an object with {', '.join(About._fields)}")
    if about["table"] and about["number"] == 0:
        raise ValueError("about.number must count the table's shuffles, from 1")
    for name in ("kind", "cards", "order"):
        if not isinstance(transcript.get(name), str):
            raise ValueError(f"{name} must be text")
    for name in ("seeds", *(("salts",) if sealed else ()), *(("chains",) if "chains" in transcript else ())):
        if not isinstance(transcript.get(name), list):
            raise ValueError(f"{name} must be a list")
    for name in ("secret", "draws") if sealed else ("secret",):
        _check_digits(transcript.get(name), f"the {name}")
    for salt in transcript["salts"] if sealed else ():
        _check_digits(salt, "a salt")


def _check_digits(text: Any, what: str) -> None:
    if not isinstance(text, str) or not _DIGITS.fullmatch(text):
        raise ValueError(f"{what} must be pairs of the digits 0123456789abcdef")


def _check_same(transcript: dict[str, Any], shuffle: Shuffle | SealedShuffle) -> None:
    """Reject a transcript that differs from the one its shuffle writes."""
    again, sealed = shuffle.transcript(), isinstance(shuffle, SealedShuffle)
    if missing := [name for name in again if name not in transcript]:
        raise ValueError(f"the transcript lacks {', '.join(missing)}")
    if transcript["commitment"] != again["commitment"] or (sealed and transcript["seals"] != again["seals"]):
        secrets = "the secrets, the salts" if sealed else "the secret"
        raise ValueError(f"{secrets} and the cards do not match the commitment")
    if transcript["order"] != again["order"]:
        raise ValueError(
            "the order does not follow from the seals and the players' seeds"
            if sealed
            else "the order does not follow from the secret and the players' seeds"
        )
    if transcript != again:
        raise ValueError("the transcript has extra fields, or its seeds are in the wrong order")


def _read_given_order(transcript: dict[str, Any]) -> Shuffle:
    """Read a given order, which has no secret, seeds, commitment or purpose."""
    try:
        shuffle = Shuffle.given(parse(transcript["order"]))
    except (KeyError, TypeError):
        raise ValueError("the transcript of a given order needs its order") from None
    if shuffle.transcript() != transcript:
        raise ValueError("a given order must have no secret, seeds, commitment or purpose")
    return shuffle


def restored(stored: Any) -> Shuffle | SealedShuffle:
    """Return a shuffle from the house's store. Its order has not been looked at, so it may still take seeds.

    >>> shuffle = Shuffle.fresh(range(52)).seeded("ann", "lucky")
    >>> restored(shuffle.kept()).seeded("bob", "more") == shuffle.seeded("bob", "more")
    True
    """
    try:
        if stored["kind"] == "given":
            return Shuffle.given(parse(stored["cards"]))
        return _rebuild(stored, looked_at=False)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is not a stored shuffle: {error}") from None


def _rebuild(values: dict[str, Any], looked_at: bool) -> Shuffle | SealedShuffle:
    chains = values.get("chains", ())
    about, cards, secret = About(**values["about"]), _deck(values["cards"]), bytes.fromhex(values["secret"])
    if values["kind"] == SealedShuffle.kind:
        salts, draws = [bytes.fromhex(salt) for salt in values["salts"]], bytes.fromhex(values["draws"])
        return SealedShuffle.revealed(cards, secret, salts, draws, values["seeds"], about, looked_at, chains)
    return Shuffle.revealed(values["kind"], cards, secret, values["seeds"], about, looked_at, chains)


@lru_cache(maxsize=64)
def _deck(cards: str) -> tuple[Card, ...]:
    """The cards of a deck, before they are shuffled. Most shuffles of a table have the same."""
    return parse(cards)
