"""The log of a table in its book: how an entry is stored, what it moves, and how it is read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from cardroom.cards import parse
from cardroom.errors import InputError
from cardroom.games import game_by_digest, game_of
from cardroom.house.books import (
    Books,
    Draft,
    LedgerAccount,
    LedgerEntry,
    Posting,
    player,
    postings_of_transfers,
    stored_rules,
)
from cardroom.house.jackpots import seeds_of
from cardroom.play.game import Game
from cardroom.play.records import RulesOf
from cardroom.play.round import Transfer
from cardroom.play.table import (
    Answered,
    Command,
    Entry,
    GameSet,
    Joined,
    Left,
    RoundEnded,
    Snapshot,
    Table,
    ToppedUp,
    is_secret,
    left_entry,
)
from cardroom.tags import tag_of

__all__ = ["check_same", "drafts_of", "entry_of", "postings_of", "stored_game"]

_READ = msgspec.json.Decoder(Entry)
_ENCODE = msgspec.json.Encoder().encode
_ANSWERED = tag_of(Answered)


def entry_of(text: bytes) -> Entry:
    """The log entry that a ledger entry of a table's book holds."""
    try:
        entry: Entry = _READ.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(f"it is not an entry of a table's log: {error}") from None
    return entry


def postings_of(
    table: str,
    entry: Entry,
    transfers: Iterable[Transfer] = (),
    seeds: tuple[Posting, ...] = (),
    links: Mapping[str, str] | None = None,
) -> tuple[Posting, ...]:
    """The money that an entry moves: buy-ins and cash-outs, a round's transfers with their citations, jackpot seeds."""
    match entry:
        case GameSet():
            return seeds
        case Joined(bettor, cents=cents) | ToppedUp(bettor, cents) if cents:
            return (Posting(player(bettor), LedgerAccount(table, "stack", bettor), cents, "buy-in"),)
        case Left(bettor, cents) if cents:
            return (Posting(LedgerAccount(table, "stack", bettor), player(bettor), cents, "cash-out"),)
        case RoundEnded():
            return postings_of_transfers(table, transfers, links)
    return ()


def stored_game(books: Books, slug: str, rules: RulesOf) -> Game:
    """The game that a table plays, by the text of its rules in the store."""
    stored = stored_rules(books, slug, rules.digest)
    return game_by_digest(slug, rules) if stored is None else game_of(stored)


def drafts_of(
    books: Books,
    table: Table,
    entries: Sequence[Entry],
    who: str,
    transfers: tuple[Transfer, ...] = (),
    key: str | None = None,
    command: Command | None = None,
) -> list[Draft]:
    """The ledger entries that log entries become. The entry that the command leaves has the request's id, `key`."""
    leaves = None if key is None or command is None else left_entry(type(command))
    keyed = next((number for number, each in enumerate(entries) if type(each) is leaves), 0) if leaves else -1
    drafts = []
    for number, each in enumerate(entries):
        kind, own_key = type(each), key if number == keyed else None
        if kind is Answered:
            drafts.append(Draft(_ANSWERED, _ENCODE(each), who, (), own_key, is_secret(each)))
            continue
        postings = _postings(books, table, each, transfers)
        ends, stands = kind is RoundEnded, kind is Snapshot
        drafts.append(
            Draft(tag_of(each), _ENCODE(each), who, postings, own_key, is_secret(each), banked=ends, snapshot=stands)
        )
    return drafts


def _postings(books: Books, table: Table, entry: Entry, transfers: tuple[Transfer, ...]) -> tuple[Posting, ...]:
    links = table.links
    seeds = seeds_of(table.name, table.game.rules, books.has_account, links) if isinstance(entry, GameSet) else ()
    return postings_of(table.name, entry, transfers, seeds, links)


def check_same(books: Books, table: str, who: str, command: Command, key: str, book: str, line: LedgerEntry) -> None:
    """Refuse a request id that was used for a different command."""
    same = (book, line.who, line.kind) == (table, who, tag_of(left_entry(type(command))))
    if not same or not _leaves(command, entry_of(books.plaintext(book, line))):
        used = f"{book}, entry {line.number} ({line.kind})"
        raise InputError(f"The id {key!r} was used for a different request: {used}.")


def _leaves(command: Command, entry: Entry) -> bool:
    """Whether a command is the one that left a stored entry: what both name must be equal.

    A field that a command leaves open (`None`) matches anything, as the first free seat does. An answer without a value
    leaves nothing open.
    """
    stored = entry.answer if isinstance(entry, Answered) else entry
    named = {name: getattr(command, name) for name in command.__struct_fields__ if hasattr(stored, name)}
    wanted = {name: value for name, value in named.items() if value is not None or name == "value"}
    return all(_same_value(getattr(stored, name), value) for name, value in wanted.items())


def _same_value(stored: Any, given: Any) -> bool:
    """Whether a stored value is the given one. Cards are stored in the order of the hand, however they were named."""
    if not isinstance(stored, list):
        return bool(stored == given)
    try:
        return sorted(stored) == sorted(parse(given))
    except (TypeError, ValueError):
        return False
