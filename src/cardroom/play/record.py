"""A round as a file: everything that went in, and what came out, as one JSON value.

`record` writes a finished round down; `replay` runs it again and refuses a record that does not agree with itself,
saying where. Records hold the shuffle's secret: they are the house's. Cards that nobody may see any more leave it
only through a round's `view`.
"""

from typing import Any

import msgspec

from cardroom.cards.verify import from_transcript
from cardroom.play.asks import Answer, Refused
from cardroom.play.game import Game
from cardroom.play.round import Round, Spot

__all__ = ["Record", "RecordError", "record", "replay"]

FORMAT = "cardroom-round-1"


class RecordError(ValueError):
    """A record that is damaged or does not agree with itself; the message says where."""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Under which rules the round was played."""

    set: str
    digest: str
    house: dict[str, bool | int | str] = {}


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished round."""

    format: str
    game: str
    rules: Rules
    script: str
    spots: tuple[Spot, ...]
    stacks: dict[str, int]
    carry: dict[str, Any]
    shuffle: dict[str, Any]
    answers: tuple[Answer, ...]
    wagers: dict[str, dict[str, int]]
    """What was placed at each spot in all, the player-dealer's wager as `bank`."""
    result: tuple[dict[str, Any], ...]
    """What became of each wager, in settling order, each with its reason and citation."""
    net: dict[str, int]
    """The change of every account in cents; it sums to zero."""
    next: dict[str, Any]
    """The table's state for the next round."""

    def json(self) -> str:
        """One line of JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> "Record":
        """The record that a text holds, or a `RecordError`."""
        try:
            return msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            place = str(error).replace("`$.", "`").replace("`$`", "the top")
            raise RecordError(f"not a round record: {place}") from None


def record(round: Round) -> Record:
    """Write a finished round down.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), seats=2, seed=1)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> sum(record(round).net.values())
    0
    """
    if not round.done:
        raise ValueError("a round is written down when it is over; this one still asks spot " + round.ask.spot)
    wagers: dict[str, dict[str, int]] = {}
    result = []
    for event in msgspec.to_builtins(round.events):
        if event["type"] == "placed":
            areas = wagers.setdefault(event["spot"], {})
            areas[event["wager"]] = areas.get(event["wager"], 0) + event["amount"]
        elif event["type"] == "settled":
            del event["type"]
            result.append(event)
    rules = round.rules
    written = Record(
        FORMAT,
        rules.game,
        Rules(rules.rules, rules.digest, dict(rules.settings)),
        round.game.version,
        round.seated,
        round.stacks,
        round.carried,
        round.shuffle.transcript(),
        tuple(round.answers),
        wagers,
        tuple(result),
        round.net,
        round.carry,
    )
    return Record.from_json(written.json())  # as it will be read: what JSON cannot tell apart is the same


def replay(kept: Record, game: Game) -> Round:
    """Run a record again. Refused where it does not fit the game, or where what comes out is not what it says."""
    if kept.format != FORMAT:
        raise RecordError(f"format: this is {kept.format!r}, and {FORMAT!r} is what can be read")
    if kept.rules.digest != game.rules.digest:
        raise RecordError(
            f"rules.digest: the record was played under another text of {kept.game}, {kept.rules.set} "
            f"({kept.rules.digest[:12]}, not {game.rules.digest[:12]})"
        )
    if kept.script != game.version:
        raise RecordError(f"script: the record was played by {kept.script}, this is {game.version}")
    try:
        shuffle = from_transcript(kept.shuffle)
        round = Round(game, kept.spots, kept.stacks, shuffle, kept.carry)
    except ValueError as error:
        raise RecordError(f"shuffle, spots or stacks: {error}") from None
    for number, answer in enumerate(kept.answers):
        try:
            round.play([answer])
        except Refused as error:
            raise RecordError(f"answers[{number}]: {error}") from None
    if not round.done:
        raise RecordError(f"answers: they end while spot {round.ask.spot} is asked")
    again = record(round)
    for field in ("answers", "wagers", "result", "net", "next"):
        _compare(field, getattr(kept, field), getattr(again, field))
    return round


def _compare(place: str, kept: Any, again: Any) -> None:
    """Refuse the first difference, by its place."""
    if kept == again:
        return
    if isinstance(kept, dict) and isinstance(again, dict):
        for name in kept | again:
            _compare(f"{place}.{name}", kept.get(name), again.get(name))
    elif isinstance(kept, tuple | list) and isinstance(again, tuple | list) and len(kept) == len(again):
        for number, (old, new) in enumerate(zip(kept, again, strict=True)):
            _compare(f"{place}[{number}]", old, new)
    else:
        raise RecordError(f"{place}: the record says {kept!r}, the replay gives {again!r}")
