"""Checking a shuffle afterwards: its transcript read back, and a verdict on each thing that was promised.

What lives here: all that distrusts. A transcript may come from anywhere, so every field of it is looked at, and what
cannot be read is refused with a ValueError that says where.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.sealed import VERSION as SEALED_VERSION
from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.shuffle import VERSION, Shuffle

__all__ = ["Verdict", "from_transcript", "restored", "verify"]


def from_transcript(transcript: Any) -> Shuffle | SealedShuffle:
    """The shuffle that a transcript with its secret describes, if the transcript agrees with itself.

    >>> transcript = Shuffle.fresh(range(52)).transcript()
    >>> from_transcript(transcript).transcript() == transcript
    True
    >>> from_transcript(transcript | {"seeds": ["mine"]})
    Traceback (most recent call last):
    ValueError: card ... is ... by the secret and the players' seeds, but the order says ...
    """
    if _is_sealed(transcript):
        return _read_sealed(transcript)
    shuffle, commitment, order = _read(transcript)
    for finding in (_judge_commitment(shuffle, commitment), _judge_order(shuffle, order)):
        if not finding.holds:
            raise ValueError(finding.says)
    return shuffle


def restored(kept: Any) -> Shuffle | SealedShuffle:
    """The shuffle that the house's store has kept: nobody has looked at its order for that.

    >>> shuffle = Shuffle.fresh(range(52)).seeded("lucky")
    >>> restored(shuffle.kept()).seeded("more") == shuffle.seeded("more")
    True
    """
    try:
        if kept["kind"] == SealedShuffle.kind:
            inner, salts = restored(kept["house"]), [bytes.fromhex(salt) for salt in kept["salts"]]
            if isinstance(inner, Shuffle):
                return SealedShuffle.revealed(inner, salts, kept["seeds"], looked_at=False)
        if kept["kind"] == "given":
            return Shuffle.given(parse(kept["cards"]))
        secret = bytes.fromhex(kept["secret"])
        return Shuffle.revealed(kept["kind"], parse(kept["cards"]), secret, kept["seeds"], looked_at=False)
    except (KeyError, TypeError) as error:
        raise ValueError(f"this is no kept shuffle: {error}") from None


class _Finding(NamedTuple):
    """One thing that was checked, and the sentence about it."""

    holds: bool
    says: str


def _judge_commitment(shuffle: Shuffle, said: str) -> _Finding:
    ours = shuffle.commitment
    if said == ours:
        return _Finding(True, f"the secret and the cards are those committed to as {said}")
    return _Finding(
        False,
        f"the secret and the cards are not those committed to: they give {ours!r}, "
        f"but the transcript's commitment says {said!r}",
    )


def _judge_order(
    shuffle: Shuffle | SealedShuffle, said: Sequence[Card], start: int = 0, what: str = "order"
) -> _Finding:
    """Whether the cards that are said to follow `start` others really do; an unknown card may be any."""
    order = shuffle.order
    if start + len(said) > len(order):
        behind = f"{len(said)} cards behind {start} others"
        return _Finding(False, f"the {what} has {behind}, but only {len(order)} were shuffled")
    source = "the secret and the players' seeds" if shuffle.seeds else "the secret"
    for place, (ours, theirs) in enumerate(zip(order[start:], said, strict=False), start + 1):
        if theirs not in (ours, UNKNOWN):
            says = f"card {place} is {text(ours)} by {source}, but the {what} says {text(theirs)}"
            return _Finding(False, says)
    shown = sum(card != UNKNOWN for card in said)
    return _Finding(True, f"the {what} has {shown} cards that follow from {source}")


class Verdict(msgspec.Struct, frozen=True):
    """What came out of a check: whether all of it holds, and a sentence on each thing that was checked."""

    holds: bool
    says: tuple[str, ...]

    def __bool__(self) -> bool:
        return self.holds


def verify(transcript: Any, order: Sequence[Card] | str | None = None, start: int = 0) -> Verdict:
    """Recompute a shuffle from its transcript and say what holds: its commitment, its order, the cards dealt.

    `order` is what was dealt, or the beginning of it, or a part that came after `start` other cards (a round
    in mid-shoe). A card that was not shown is given as unknown. A transcript that cannot be read at all, or
    that still keeps its secret, is refused with a ValueError.

    >>> shuffle = Shuffle.fresh(range(52))
    >>> bool(verify(shuffle.transcript(), shuffle.order[20:25], start=20))
    True
    >>> verify(shuffle.transcript(), shuffle.order[19:25], start=20).says[-1]
    'card 21 is ... by the secret, but the deal says ...'
    """
    if _is_sealed(transcript):
        sealed = _read_sealed(transcript)
        seals = f"the seals are those published under the root {sealed.commitment}"
        deal = _judge_order(sealed, parse(order or ()), start, "deal")
        return Verdict(deal.holds, (seals, deal.says) if order is not None else (seals,))
    shuffle, commitment, claimed = _read(transcript)
    if shuffle.kind == "given":
        return Verdict(False, ("the order was given, not shuffled: nothing was promised, nothing is proved",))
    findings = [_judge_commitment(shuffle, commitment), _judge_order(shuffle, claimed)]
    if order is not None:
        if start < 0:
            raise ValueError(f"a deal starts behind 0 or more cards, not {start}")
        findings.append(_judge_order(shuffle, parse(order), start, "deal"))
    says = tuple(finding.says for finding in findings)
    if shuffle.kind == "simulated":
        says += ("the secret was made from a seed, for a simulation: whoever knew the seed knew the cards",)
    return Verdict(all(finding.holds for finding in findings), says)


def _is_sealed(transcript: Any) -> bool:
    return isinstance(transcript, dict) and transcript.get("kind") == SealedShuffle.kind


_SEALED = {"version", "kind", "commitment", "leaves", "seeds", "salts", "house"}


def _read_sealed(transcript: dict[str, Any]) -> SealedShuffle:
    """A poker deck as the house keeps it, if its seals are those that were published."""
    if transcript.get("version") != SEALED_VERSION:
        raise ValueError(f"version is {transcript.get('version')!r}: this program checks {SEALED_VERSION} only")
    if transcript.keys() != _SEALED:
        raise ValueError(f"a sealed deck's transcript has {', '.join(sorted(_SEALED))}; only the house has all of them")
    house = from_transcript(transcript["house"])
    salts, seeds = transcript["salts"], transcript["seeds"]
    if not isinstance(house, Shuffle) or not isinstance(salts, list) or not isinstance(seeds, list):
        raise ValueError("house is a shuffle's transcript, salts and seeds are lists")
    try:
        written = [bytes.fromhex(salt) for salt in salts]
    except (TypeError, ValueError):
        raise ValueError("salts are not written as pairs of the digits 0123456789abcdef") from None
    shuffle = SealedShuffle.revealed(house, written, seeds)
    if shuffle.transcript(reveal=False) != {name: transcript[name] for name in shuffle.transcript(reveal=False)}:
        raise ValueError("the order and the salts are not those under the published commitment and leaves")
    return shuffle


_PUBLIC = {"version": str, "kind": str, "commitment": str, "cards": str, "seeds": list}
_REVEALED = {"secret": str, "order": str}
_JSON_NAMES = {str: "text", list: "a list"}


def _read(transcript: Any) -> tuple[Shuffle, str, tuple[Card, ...]]:
    """A transcript's shuffle, and the commitment and the order that it claims, not yet compared."""
    fields = _fields(transcript)
    order = _card_names("order", fields["order"])
    if fields["kind"] == "given":
        for name in ("commitment", "cards", "seeds", "secret"):
            if fields[name]:
                raise ValueError(f"a given order has no {name}, but this transcript's {name} is not empty")
        shuffle = Shuffle.given(order)
    else:
        cards = _card_names("cards", fields["cards"])
        shuffle = Shuffle.revealed(fields["kind"], cards, _secret_bytes(fields["secret"]), fields["seeds"])
        if len(order) != len(cards):
            raise ValueError(f"the order has {len(order)} cards, but {len(cards)} were shuffled")
        if UNKNOWN in order:
            raise ValueError(f"card {order.index(UNKNOWN) + 1} of the order is unknown, against the secret")
    return shuffle, fields["commitment"], order


def _fields(transcript: Any) -> dict[str, Any]:
    """The fields of a transcript, all there and of the right types."""
    if not isinstance(transcript, dict):
        raise ValueError(f"a shuffle's transcript is an object with fields, not {type(transcript).__name__}")
    version = transcript.get("version")
    if version != VERSION:
        raise ValueError(f"version is {version!r}: this program checks {VERSION} only")
    if not _REVEALED.keys() & transcript.keys():
        raise ValueError("this transcript keeps its secret: it can be checked when the cards are spent")
    expected = _PUBLIC | _REVEALED
    for name in transcript:
        if name not in expected:
            raise ValueError(f"a shuffle's transcript has no field {name!r}: it has {', '.join(expected)}")
    for name, kind in expected.items():
        if name not in transcript:
            raise ValueError(f"{name} is missing: a shuffle's transcript has {', '.join(expected)}")
        if type(transcript[name]) is not kind:
            raise ValueError(f"{name} is {_JSON_NAMES[kind]}, not {type(transcript[name]).__name__}")
    return transcript


def _card_names(field: str, names: str) -> tuple[Card, ...]:
    try:
        cards = parse(names)
    except ValueError as error:
        raise ValueError(f"{field}: {error}") from None
    if text(cards) != names:
        raise ValueError(f"{field} has its cards' names with one blank between them, as in '2c Td Jk'")
    return cards


def _secret_bytes(written: str) -> bytes:
    """The secret from its text; the refusals do not repeat it, for it may be true and only ill written."""
    try:
        secret = bytes.fromhex(written)
    except ValueError:
        secret = b""
    if secret.hex() != written:
        raise ValueError("secret is not written as pairs of the digits 0123456789abcdef")
    return secret
