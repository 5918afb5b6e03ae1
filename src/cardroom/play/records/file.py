"""A round as a file: its opening, the answers in the order in which they came, and its outcome, as one JSON value.

`record` makes the record of a finished round. `replay` runs it again, and rejects a record that is inconsistent, naming
the place. A record names the shuffle by its commitment and holds no secret; the shuffle's transcript is stored once,
separately. A record holds no prose: the replay gives the reason and citation of every movement of chips.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from cardroom.cards.reading import from_transcript
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import NOTHING, Shuffle
from cardroom.errors import InputError
from cardroom.play.game import Game
from cardroom.play.round import Answer, Refused, Round, Settled, Spot, Transfer

__all__ = [
    "Opening",
    "Outcome",
    "Record",
    "RecordError",
    "RulesOf",
    "chains_of",
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

FORMAT = "cardroom-round-1"


class RecordError(InputError):
    """A record that is damaged or inconsistent; the message says where."""


class RulesOf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that a round is played under."""

    set: str
    digest: str
    house: dict[str, bool | int | str] = {}

    @classmethod
    def game(cls, game: Game) -> "RulesOf":
        """The rules of a game."""
        return cls(game.rules.rules, game.rules.digest, dict(game.rules.settings))


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that goes into a round before the first answer."""

    game: str
    rules: RulesOf
    script: str
    table: str
    """The table where it is played. A record belongs to the chain of its table."""
    spots: tuple[Spot, ...]
    stacks: dict[str, int]
    carry: Any
    shuffle: str
    """The commitment of its shuffle; see `shuffle_key`."""
    seeds: tuple[tuple[str, str], ...]
    """The players' seeds: name and text."""
    previous: str
    """The hash of the previous record at the same table, so that none can be removed, added or exchanged unnoticed."""
    chains: tuple[tuple[str, str], ...] | msgspec.UnsetType = msgspec.UNSET
    """The seed chains that were asked for a link: name and anchor. Without any, the field is not written."""


class Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a round."""

    settled: tuple[Settled, ...]
    """The result of each wager, in settling order."""
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
        """Return the record as one line of JSON."""
        return msgspec.json.encode(self).decode()

    @property
    def hash(self) -> str:
        """SHA-256 of its line of JSON. Fields are in the order of the types."""
        return sha256(msgspec.json.encode(self)).hexdigest()

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """Read a record. Raise `RecordError` if the text is not one."""
        try:
            head = msgspec.json.decode(text, type=_Head)
            if head.format != FORMAT:
                raise RecordError(f"format: it is {head.format!r}, but must be {FORMAT!r}")
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            place = str(error).replace("`$.", "`").replace("`$`", "the top")
            raise RecordError(f"not a round record: {place}") from None


class _Head(msgspec.Struct):
    format: str


def shuffle_key(shuffle: Shuffle | SealedShuffle) -> str:
    """Return the name of a shuffle in records: its commitment, or for a given order, which has none, its digest.

    >>> from cardroom.cards.shuffle import NOTHING, Shuffle
    >>> shuffle = Shuffle.simulated(range(52), seed=7)
    >>> shuffle_key(shuffle) == shuffle.commitment, shuffle_key(Shuffle.given([51, 50]))[:12]
    (True, 'given e29c9c')
    """
    return shuffle.commitment or "given " + sha256(bytes(shuffle.order)).hexdigest()


def transcript_key(transcript: Mapping[str, Any]) -> str:
    """Return the name, in records, of the shuffle that a transcript describes. The transcript may be forged.

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
    """Return the inputs of a round, finished or not."""
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
        chains_of(round.shuffle),
    )


def chains_of(shuffle: Shuffle | SealedShuffle) -> tuple[tuple[str, str], ...] | msgspec.UnsetType:
    """The chains of a shuffle as an opening has them."""
    return tuple([(each.by, each.anchor) for each in shuffle.chains]) or msgspec.UNSET


def record(round: Round, previous: str = "", table: str = "") -> Record:
    """Make the record of a finished round; `previous` is the hash of the previous record at the same table.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> sum(record(round).outcome.net.values())
    0
    """
    if not round.done:
        state = f"waits for spot {round.ask.spot}" if round.asks else "has failed"
        raise InputError(f"only a finished round has a record: this one {state}")
    return make_record(opening_of(round, previous, table), round.answers, outcome_of(round))


def outcome_of(round: Round) -> Outcome:
    """The outcome of a finished round."""
    bare = msgspec.structs.replace
    return Outcome(
        tuple([bare(event, why="", cite="") for event in round.events if isinstance(event, Settled)]),
        tuple([bare(event, why="", cite="") for event in round.events if isinstance(event, Transfer)]),
        round.net,
        msgspec.to_builtins(round.carry),
    )


def make_record(opening: Opening, answers: Sequence[Answer], outcome: Outcome) -> Record:
    """Make a record of these parts."""
    read = [
        msgspec.structs.replace(answer, value=_as_read(answer.value))
        if isinstance(answer.value, tuple | dict)
        else answer
        for answer in answers
    ]
    return Record(FORMAT, opening, tuple(read), outcome)


def public(stored: Record, shuffle: Shuffle | SealedShuffle) -> Record:
    """Return the public record, whose hash is in the chain. If the deck is sealed, discarded cards are sealed too.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("texas-holdem"), 2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> finished = table.finish()
    >>> public(finished, round.shuffle) == finished
    True
    """
    if not isinstance(shuffle, SealedShuffle):
        return stored
    answers = [
        msgspec.structs.replace(answer, value={"sealed": shuffle.seal(f"answer {number} {_encoded(answer.value)}")})
        if isinstance(answer.value, list)
        else answer
        for number, answer in enumerate(stored.answers)
    ]
    return msgspec.structs.replace(stored, answers=tuple(answers))


def _encoded(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _as_read(value: Any) -> Any:
    """Return an answer's value as it is read back from JSON, where tuples of cards are lists."""
    if isinstance(value, dict):
        return {name: _as_read(part) for name, part in value.items()}
    return list(value) if isinstance(value, tuple) else value


def reopen(opening: Opening, game: Game, shuffle: Shuffle | SealedShuffle) -> Round:
    """Start a round again from its opening. Raise `RecordError` if it does not fit the game or the shuffle."""
    if opening.rules.digest != game.rules.digest:
        raise RecordError(
            f"rules.digest: the record was played under a different text of {opening.game}, {opening.rules.set} "
            f"({opening.rules.digest[:12]}, not {game.rules.digest[:12]})"
        )
    if opening.game != game.slug:
        raise RecordError(f"game: the record is of {opening.game}, this is {game.slug}")
    if not game.replays(opening.script):
        raise RecordError(f"script: the record was played by {opening.script}, this is {game.version}")
    if shuffle_key(shuffle) != opening.shuffle:
        raise RecordError(f"shuffle: the record was dealt from {opening.shuffle[:18]}, not {shuffle_key(shuffle)[:18]}")
    _check_purpose(opening, shuffle)
    try:
        return game.round(opening.spots, opening.stacks, shuffle=shuffle, carry=opening.carry, version=opening.script)
    except ValueError as error:
        raise RecordError(f"opening: {error}") from None


def _check_purpose(opening: Opening, shuffle: Shuffle | SealedShuffle) -> None:
    """Reject a shuffle that was committed to for a different purpose, or that has other seeds than the round."""
    about = shuffle.about
    if about != NOTHING:
        first = not (isinstance(opening.carry, dict) and opening.carry.get("shoe"))
        purpose = (opening.game, opening.rules.digest, opening.table)
        if about[:3] != purpose or (first and about.previous != opening.previous):
            raise RecordError("shuffle: it was committed to for a different game, rules, table or time")
    if tuple(tuple(seed) for seed in shuffle.seeds) != opening.seeds:
        raise RecordError("seeds: the shuffle's seeds differ from the round's")
    if chains_of(shuffle) != opening.chains:
        raise RecordError("chains: the shuffle's seed chains differ from the round's")


def replay(stored: Record, game: Game, shuffle: Shuffle | SealedShuffle | Mapping[str, Any]) -> Round:
    """Run a record again with its shuffle or the shuffle's transcript.

    Raise `RecordError` if it does not fit the game, or if the result differs from the record.
    """
    if isinstance(shuffle, Mapping):
        try:
            shuffle = from_transcript(shuffle)
        except ValueError as error:
            raise RecordError(f"shuffle: {error}") from None
    round = reopen(stored.opening, game, shuffle)
    for number, answer in enumerate(stored.answers):
        if isinstance(answer.value, dict) and "sealed" in answer.value:
            raise RecordError(f"answers[{number}]: its cards are sealed; only the house's own record can be replayed")
        try:
            round.play([answer])
        except Refused as error:
            raise RecordError(f"answers[{number}]: {error}") from None
    if not round.done:
        raise RecordError(f"answers: they end before spot {round.ask.spot} has answered")
    again = make_record(stored.opening, round.answers, outcome_of(round))
    compare_opening(stored.opening, round)
    if msgspec.json.encode(stored) != msgspec.json.encode(again):
        compare("answers", stored.answers, again.answers)
        for field in ("settled", "transfers", "net", "next"):
            compare(field, getattr(stored.outcome, field), getattr(again.outcome, field))
    return round


def compare(place: str, recorded: Any, replayed: Any) -> None:
    """Raise `RecordError` at the first difference, with its place.

    Values that are equal but written in another way differ too: true is not 1, and null is not a missing field.

    >>> compare("next", {"deck": 1}, {"deck": True})
    Traceback (most recent call last):
    cardroom.play.records.file.RecordError: next.deck: the record has 1, the replay gives True
    """
    if msgspec.json.encode(recorded) == msgspec.json.encode(replayed):
        return
    if isinstance(recorded, dict) and isinstance(replayed, dict):
        for name in recorded | replayed:
            compare(f"{place}.{name}", recorded.get(name), replayed.get(name))
    elif isinstance(recorded, tuple | list) and isinstance(replayed, tuple | list) and len(recorded) == len(replayed):
        for number, (old, new) in enumerate(zip(recorded, replayed, strict=True)):
            compare(f"{place}[{number}]", old, new)
    elif isinstance(recorded, msgspec.Struct) and type(recorded) is type(replayed):
        compare(place, msgspec.structs.asdict(recorded), msgspec.structs.asdict(replayed))
    raise RecordError(f"{place}: the record has {recorded!r}, the replay gives {replayed!r}")


def compare_opening(stored: Opening, round: Round) -> None:
    """Refuse an opening that is not in the standard form: spots out of order, or fields without effect. The
    rules are compared by their digest, in `reopen`; their name may have changed."""
    again = opening_of(round, stored.previous, stored.table)
    compare("opening", stored, msgspec.structs.replace(again, rules=stored.rules))
