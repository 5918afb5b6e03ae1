"""`cardroom replay`: records run again, and shown step by step."""

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from cardroom.cards import text
from cardroom.cli import Mistake
from cardroom.cli.common import console, json_values, note, print_json
from cardroom.games import game_of
from cardroom.play import Event, Record, Round
from cardroom.play.events import Dealt, Turned
from cardroom.play.record import RecordError, replay
from cardroom.play.transcript import transcript
from cardroom.rulebook import rule_set, with_house_rules

__all__ = ["replay_command"]


def replay_command(file: str, as_json: bool, seat: str | None) -> int:
    """Run every record of a file again; exit code 1 if one does not agree with itself."""
    screen = console()
    refused = 0
    for number, (where, _, written) in enumerate(json_values(file), 1):
        try:
            round = rerun(Record.from_json(written))
        except RecordError as error:
            note(f"cardroom: {where}: {error}")
            refused += 1
            continue
        if seat is not None and seat not in round.stacks:
            raise Mistake(f"--as {seat}: {where} has nobody there; it has {', '.join(round.stacks)}")
        if as_json:
            print_json(as_data(round, seat))
        else:
            if number > 1:
                screen.print()
            _print(screen, transcript(round, round.view(seat) if seat is not None else None))
    return 1 if refused else 0


def rerun(kept: Record) -> Round:
    """The round of a record, played again under the rules that the record names."""
    try:
        rules = with_house_rules(rule_set(kept.game, kept.rules.set), kept.rules.house)
    except ValueError as error:
        raise RecordError(f"rules: {error}") from None
    return replay(kept, game_of(rules))


def as_data(round: Round, seat: str | None) -> dict[str, Any]:
    """A round's events as JSON: the house's, or those of a seat's view. Cards are texts, money is cents."""
    events = round.events if seat is None else round.view(seat).events
    return {
        "game": round.game.slug,
        "rules": round.rules.rules,
        "as": seat,
        "stacks": round.stacks,
        "events": _plain(events),
        "net": round.net,
    }


def _plain(events: Sequence[Event]) -> list[dict[str, Any]]:
    plain: list[dict[str, Any]] = msgspec.to_builtins(events)
    for event, data in zip(events, plain, strict=True):
        if isinstance(event, Dealt | Turned):
            data["cards"] = text(event.cards)
    return plain


def _print(screen: Console, lines: Sequence[str]) -> None:
    """The transcript; on a terminal the citations step back and red suits are red."""
    for number, line in enumerate(lines):
        shown = Text(line, style="bold" if number == 0 else "dim" if line.startswith("    ") else "")
        shown.highlight_regex("(10|[2-9JQKA])[♥♦]", "red")
        shown.highlight_regex(r"\+\$[\d,.]+", "green")
        shown.highlight_regex(r"-\$[\d,.]+", "red")
        screen.print(shown, soft_wrap=True)
