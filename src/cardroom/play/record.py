"""A round as a file: its opening, the answers in the order in which they came, and its outcome, as one JSON value.

`record` writes a finished round down; `replay` runs it again and refuses a record that does not agree with itself,
saying where. A record names the shuffle by its commitment and holds no secret; the shuffle's transcript is kept once,
apart. Nor does it hold prose: why a chip moved, and where that is printed, the replay says.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from cardroom.cards.reading import from_transcript
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import NOTHING, Shuffle
from cardroom.errors import InputError
from cardroom.play.asks import Answer, Refused
from cardroom.play.events import Settled, Transfer
from cardroom.play.game import Game
from cardroom.play.places import Spot
from cardroom.play.round import Round

__all__ = [
    "Opening",
    "Outcome",
    "Record",
    "RecordError",
    "RulesOf",
    "compare",
    "compare_opening",
    "opening_of",
    "outcome_of",
    "public",
    "record",
    "reopen",
    "replay",
    "shuffle_key",
    "transcript_key",
]

FORMAT = "cardroom-round-3"


class RecordError(InputError):
    """A record that is damaged or does not agree with itself; the message says where."""


class RulesOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Under which rules a round is played."""

    set: str
    digest: str
    house: dict[str, bool | int | str] = {}

    @classmethod
    def game(cls, game: Game) -> "RulesOf":
        """The rules of a game."""
        return cls(game.rules.rules, game.rules.digest, dict(game.rules.settings))


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that goes into a round before the first answer."""

    game: str
    rules: RulesOf
    script: str
    table: str
    """Where it is played: a record belongs to the chain of its table."""
    spots: tuple[Spot, ...]
    stacks: dict[str, int]
    carry: Any
    shuffle: str
    """The commitment of its shuffle; see `shuffle_key`."""
    seeds: tuple[tuple[str, str], ...]
    """What players added to it: who, and what."""
    previous: str
    """The hash of the record before it at the same table: none can be taken out, put in or exchanged unnoticed."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that comes out."""

    settled: tuple[Settled, ...]
    """What became of each wager, in settling order."""
    transfers: tuple[Transfer, ...]
    """Every movement of chips: wagers, wins, pots, fees, jackpots."""
    net: dict[str, int]
    """The change of every stack, of the house's bank, its collection and all jackpots, in cents; it sums to zero."""
    next: Any
    """The table's state for the next round."""


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round."""

    format: str
    opening: Opening
    answers: tuple[Answer, ...]
    outcome: Outcome

    def json(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self).decode()

    @property
    def hash(self) -> str:
        """SHA-256 of its line of JSON, in which the order of fields is that of the types."""
        return sha256(msgspec.json.encode(self)).hexdigest()

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """The record that a text holds, or a `RecordError`."""
        try:
            head = msgspec.json.decode(text, type=_Head)
            if head.format != FORMAT:
                raise RecordError(f"format: this is {head.format!r}, and {FORMAT!r} is what can be read")
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            place = str(error).replace("`$.", "`").replace("`$`", "the top")
            raise RecordError(f"not a round record: {place}") from None


class _Head(msgspec.Struct):
    format: str


def shuffle_key(shuffle: Shuffle | SealedShuffle) -> str:
    """What a record calls its shuffle: the commitment; a given order, which commits to nothing, by its own digest.

    >>> from cardroom.cards.shuffle import NOTHING, Shuffle
    >>> shuffle = Shuffle.simulated(range(52), seed=7)
    >>> shuffle_key(shuffle) == shuffle.commitment, shuffle_key(Shuffle.given([51, 50]))[:12]
    (True, 'given e29c9c')
    """
    return shuffle.commitment or "given " + sha256(bytes(shuffle.order)).hexdigest()


def transcript_key(transcript: Mapping[str, Any]) -> str:
    """What records call the shuffle that a transcript tells of, as far as it can be believed.

    >>> from cardroom.cards.shuffle import NOTHING, Shuffle
    >>> shuffle = Shuffle.given([51, 50])
    >>> transcript_key(shuffle.transcript()) == shuffle_key(shuffle)
    True
    """
    commitment = transcript.get("commitment")
    if commitment or transcript.get("kind") != "given":
        return str(commitment)
    try:
        return shuffle_key(from_transcript(transcript))
    except ValueError as error:
        raise RecordError(f"shuffle: {error}") from None


def opening_of(round: Round, previous: str = "", table: str = "") -> Opening:
    """What went into a round, whether it is over or not."""
    rules = round.rules
    return Opening(
        rules.game,
        RulesOf(rules.rules, rules.digest, dict(rules.settings)),
        round.version,
        table,
        round.seated,
        round.stacks,
        msgspec.to_builtins(round.carried),
        shuffle_key(round.shuffle),
        tuple([(seed.by, seed.text) for seed in round.shuffle.seeds]),
        previous,
    )


def record(round: Round, previous: str = "", table: str = "") -> Record:
    """Write a finished round down; `previous` is the hash of the record before it at the same table.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> sum(record(round).outcome.net.values())
    0
    """
    if not round.done:
        state = f"still asks spot {round.ask.spot}" if round.asks else "has failed"
        raise InputError(f"a round is written down when it is over; this one {state}")
    return make_record(opening_of(round, previous, table), round.answers, outcome_of(round))


def outcome_of(round: Round) -> Outcome:
    """What came out of a finished round."""
    bare = msgspec.structs.replace
    return Outcome(
        tuple([bare(event, why="", cite="") for event in round.events if isinstance(event, Settled)]),
        tuple([bare(event, why="", cite="") for event in round.events if isinstance(event, Transfer)]),
        round.net,
        msgspec.to_builtins(round.carry),
    )


def make_record(opening: Opening, answers: Sequence[Answer], outcome: Outcome) -> Record:
    """The record of these parts."""
    kept = [msgspec.structs.replace(answer, value=_as_read(answer.value)) for answer in answers]
    return Record(FORMAT, opening, tuple(kept), outcome)


def public(kept: Record, shuffle: Shuffle | SealedShuffle) -> Record:
    """The record as everybody may read it, whose hash is in the chain: where a deck is sealed, the cards that a player
    threw away are under a seal too.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("texas-holdem"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> kept = table.finish()
    >>> public(kept, round.shuffle) == kept
    True
    """
    if not isinstance(shuffle, SealedShuffle):
        return kept
    answers = [
        msgspec.structs.replace(answer, value={"sealed": shuffle.seal(f"answer {number} {_written(answer.value)}")})
        if isinstance(answer.value, list)
        else answer
        for number, answer in enumerate(kept.answers)
    ]
    return msgspec.structs.replace(kept, answers=tuple(answers))


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _as_read(value: Any) -> Any:
    """An answer's value as it comes back from the text, where cards that were picked, or laid in a row, are a list."""
    if isinstance(value, dict):
        return {name: _as_read(part) for name, part in value.items()}
    return list(value) if isinstance(value, tuple) else value


def reopen(opening: Opening, game: Game, shuffle: Shuffle | SealedShuffle) -> Round:
    """Start a round again from its opening. Refused where it does not fit the game or the shuffle."""
    if opening.rules.digest != game.rules.digest:
        raise RecordError(
            f"rules.digest: the record was played under another text of {opening.game}, {opening.rules.set} "
            f"({opening.rules.digest[:12]}, not {game.rules.digest[:12]})"
        )
    if opening.game != game.slug:
        raise RecordError(f"game: the record is of {opening.game}, this is {game.slug}")
    if opening.script != game.version:
        raise RecordError(f"script: the record was played by {opening.script}, this is {game.version}")
    if shuffle_key(shuffle) != opening.shuffle:
        raise RecordError(f"shuffle: the record was dealt from {opening.shuffle[:18]}, not {shuffle_key(shuffle)[:18]}")
    _check_purpose(opening, shuffle)
    try:
        return game.round(opening.spots, opening.stacks, shuffle=shuffle, carry=opening.carry)
    except ValueError as error:
        raise RecordError(f"opening: {error}") from None


def _check_purpose(opening: Opening, shuffle: Shuffle | SealedShuffle) -> None:
    """Refuse a shuffle that was committed to for something else, or takes other seeds than the round had."""
    about = shuffle.about
    if about != NOTHING:
        first = not (isinstance(opening.carry, dict) and opening.carry.get("shoe"))
        meant = (opening.game, opening.rules.digest, opening.table)
        if about[:3] != meant or (first and about.previous != opening.previous):
            raise RecordError("shuffle: it was committed to for another game, other rules, another table or time")
    if tuple(tuple(seed) for seed in shuffle.seeds) != opening.seeds:
        raise RecordError("seeds: those of the shuffle are not those of the round")


def replay(kept: Record, game: Game, shuffle: Shuffle | SealedShuffle | Mapping[str, Any]) -> Round:
    """Run a record again with its shuffle, or the shuffle's transcript.

    Refused where it does not fit the game, or where what comes out is not what it says.
    """
    if isinstance(shuffle, Mapping):
        try:
            shuffle = from_transcript(shuffle)
        except ValueError as error:
            raise RecordError(f"shuffle: {error}") from None
    round = reopen(kept.opening, game, shuffle)
    for number, answer in enumerate(kept.answers):
        if isinstance(answer.value, dict) and "sealed" in answer.value:
            raise RecordError(f"answers[{number}]: its cards are under a seal: the house's own record can be replayed")
        try:
            round.play([answer])
        except Refused as error:
            raise RecordError(f"answers[{number}]: {error}") from None
    if not round.done:
        raise RecordError(f"answers: they end while spot {round.ask.spot} is asked")
    again = record(round)
    compare_opening(kept.opening, round)
    compare("answers", kept.answers, again.answers)
    for field in ("settled", "transfers", "net", "next"):
        compare(field, getattr(kept.outcome, field), getattr(again.outcome, field))
    return round


def compare(place: str, kept: Any, again: Any) -> None:
    """Refuse the first difference, by its place. Values that are equal but written in another way differ too: true is
    not 1, and an empty field is not a missing one.

    >>> compare("next", {"deck": 1}, {"deck": True})
    Traceback (most recent call last):
    cardroom.play.record.RecordError: next.deck: the record says 1, the replay gives True
    """
    if msgspec.json.encode(kept) == msgspec.json.encode(again):
        return
    if isinstance(kept, dict) and isinstance(again, dict):
        for name in kept | again:
            compare(f"{place}.{name}", kept.get(name), again.get(name))
    elif isinstance(kept, tuple | list) and isinstance(again, tuple | list) and len(kept) == len(again):
        for number, (old, new) in enumerate(zip(kept, again, strict=True)):
            compare(f"{place}[{number}]", old, new)
    elif isinstance(kept, msgspec.Struct) and type(kept) is type(again):
        compare(place, msgspec.structs.asdict(kept), msgspec.structs.asdict(again))
    raise RecordError(f"{place}: the record says {kept!r}, the replay gives {again!r}")


def compare_opening(kept: Opening, round: Round) -> None:
    """Refuse an opening that is not written as that of its round: spots out of order, fields that say nothing. The
    rules are compared by their digest, in `reopen`; their name may have changed."""
    again = opening_of(round, kept.previous, kept.table)
    compare("opening", kept, msgspec.structs.replace(again, rules=kept.rules))
