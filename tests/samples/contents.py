"""What a store contains, and the names that others may rely on, as plain values."""

import json
from typing import get_args

import msgspec
import typer

import cardroom
import cardroom.client
from cardroom.cli.app import app
from cardroom.games import all_games
from cardroom.play.records.file import FORMAT
from cardroom.play.round.events import Event
from cardroom.play.table import Command
from cardroom.play.table.log import Entry
from cardroom.room.messages import ClientMessage, ServerMessage
from cardroom.tags import tag_of
from cardroom.web.api.wire import schema
from cardroom.web.orders import StaffOrder


def contents(house):
    """The tables and balances of a house."""
    tables = {}
    for name in house.tables():
        table = house.table(name).table
        tables[name] = {
            "game": table.game.slug,
            "rules": table.game.rules.digest,
            "rounds": table.rounds,
            "stacks": table.stacks,
            "head": table.state.head,
            "commitment": table.commitment,
        }
    balances = sorted([*account, cents] for account, cents in house.books.balances().items())
    found = {"books": house.books.heads(), "tables": tables, "balances": balances}
    return json.loads(msgspec.json.encode(found))


def names():
    """The names that are stable: of Python, tags, fields of messages, formats, and rules by their digest."""
    kinds = {
        "command": Command,
        "entry": Entry,
        "event": Event,
        "client message": ClientMessage,
        "server message": ServerMessage,
        "order": StaffOrder,
    }
    return {
        "cardroom": sorted(cardroom.__all__),
        "cardroom.client": sorted(cardroom.client.__all__),
        "tags": {kind: sorted(tag_of(each) for each in get_args(union)) for kind, union in kinds.items()},
        "fields": _fields(),
        "formats": {"round": FORMAT, "shuffle": cardroom.game("texas-holdem").shuffle(seed=1).transcript()["version"]},
        "rules": {f"{game.slug}/{game.rules.rules}": game.rules.digest for game in all_games()},
        "scripts": sorted({game.version for game in all_games()}),
        "terminal": dict(_options(typer.main.get_command(app), "cardroom")),
    }


def _options(command, name):
    """The options of every command of the terminal, by its full name."""
    yield (
        name,
        sorted(option for each in command.params for option in (*each.opts, *each.secondary_opts) if "--" in option),
    )
    for inner, each in getattr(command, "commands", {}).items():
        yield from _options(each, f"{name} {inner}")


def _fields():
    """The fields of every message, by direction and tag."""
    found, fields = schema(), {}
    for way in ("in", "out"):
        for each in found[way]["anyOf"]:
            body = found["$defs"][each["$ref"].rsplit("/", 1)[1]]
            fields[f"{way} {body['properties']['type']['enum'][0]}"] = sorted(body["properties"])
    return fields
