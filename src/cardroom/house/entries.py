"""The log of a table as lines of its book: how an entry is written, what it moves, and how it is read again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from cardroom.cards import parse
from cardroom.errors import Mistaken
from cardroom.games import game_by_digest, game_of
from cardroom.house.books import Books
from cardroom.house.meters import seeds_of
from cardroom.house.transaction import Draft
from cardroom.house.values import LedgerAccount, LedgerEntry, Posting, player, posting_of
from cardroom.play.events import Transfer
from cardroom.play.game import Game
from cardroom.play.log import Added, Answered, Closed, Entry, Joined, Left, Plays, Shuffled, Stands
from cardroom.play.record import RulesOf
from cardroom.play.table import Table
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.loading import checked

__all__ = ["check_same", "drafts_of", "entry_of", "is_secret", "kept_game", "keyed", "postings_of"]

_READ = msgspec.json.Decoder(Entry)


def entry_of(text: bytes) -> Entry:
    """What a line of a table's book says happened."""
    try:
        entry: Entry = _READ.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Mistaken(f"it is no entry of a table's log: {error}") from None
    return entry


def postings_of(
    table: str,
    entry: Entry,
    transfers: Iterable[Transfer] = (),
    seeds: tuple[Posting, ...] = (),
    links: Mapping[str, str] | None = None,
) -> tuple[Posting, ...]:
    """What an entry moves: buy-ins and cash-outs, all that a round moved, given with its citations, and seeds."""
    match entry:
        case Plays():
            return seeds
        case Joined(bettor, cents=cents) | Added(bettor, cents) if cents:
            return (Posting(player(bettor), LedgerAccount(table, "stack", bettor), cents, "buy-in"),)
        case Left(bettor, cents) if cents:
            return (Posting(LedgerAccount(table, "stack", bettor), player(bettor), cents, "cash-out"),)
        case Closed():
            return tuple([posting_of(table, moved, links) for moved in transfers])
    return ()


def kept_game(books: Books, slug: str, rules: RulesOf) -> Game:
    """The game that a table plays, by the text of its rules as the store has kept it."""
    text = books.rules_text(rules.digest)
    if text is None:
        return game_by_digest(slug, rules)
    try:
        kept = checked(msgspec.json.decode(text) | {"game": slug})  # games that bind alike share a text
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RuleBookError) as error:
        raise Mistaken(f"the rules {rules.digest[:12]} were changed in the store: {error}") from None
    if kept.digest != rules.digest:
        raise Mistaken(f"the rules {rules.digest[:12]} were changed in the store")
    return game_of(kept)


def is_secret(entry: Entry) -> bool:
    """Whether an entry tells of cards that nobody has shown: a shuffle, or what a player threw away or set."""
    return isinstance(entry, Shuffled | Stands) or (
        isinstance(entry, Answered) and isinstance(entry.answer.value, list | tuple)
    )


def drafts_of(
    books: Books, table: Table, entries: Iterable[Entry], who: str, transfers: tuple[Transfer, ...] = ()
) -> list[Draft]:
    """The lines that entries make in a table's book."""
    return [
        Draft(
            str(each.__struct_config__.tag),
            msgspec.json.encode(each),
            who,
            postings_of(table.name, each, transfers, _seeds(books, table, each), table.links),
            secret=is_secret(each),
            banked=isinstance(each, Closed),
            stands=isinstance(each, Stands),
        )
        for each in entries
    ]


def _seeds(books: Books, table: Table, entry: Entry) -> tuple[Posting, ...]:
    return seeds_of(table.name, table.game.rules, books.has_account, table.links) if isinstance(entry, Plays) else ()


def keyed(drafts: list[Draft], key: str, asked: tuple[str, Any] | None) -> list[Draft]:
    """The drafts, with the client's id on the one that was asked for."""
    first = next((number for number, draft in enumerate(drafts) if asked and draft.kind == asked[0]), 0)
    return [draft._replace(key=key) if number == first else draft for number, draft in enumerate(drafts)]


def check_same(
    books: Books, table: str, who: str, asked: tuple[str, Any] | None, key: str, book: str, line: LedgerEntry
) -> None:
    """Refuse an id that was used for something else."""
    kind: str
    said: Any
    kind, said = asked or ("", ())
    same = (book, line.who, line.kind) == (table, who, kind)
    entry = entry_of(books.plaintext(book, line)) if same else None
    match entry:
        case Joined(_, seat, cents, behind):
            same = (cents, behind) == (said[0], said[2]) and said[1] in (None, seat)
        case Added(_, cents):
            same = cents == said
        case Answered(answer) if said[1] is None:  # whatever the rules answered
            same = answer.spot == said[0]
        case Answered(answer):
            same = (answer.spot, answer.action) == said[:2] and _same_value(answer.value, said[2])
    if not same:
        raise Mistaken(f"the id {key!r} was used for something else: {book}, line {line.number} ({line.kind})")


def _same_value(kept: Any, said: Any) -> bool:
    """Whether an answer's value is what was said; cards are kept in the order of the hand, however they were named."""
    if not isinstance(kept, list):
        return bool(kept == said)
    try:
        return sorted(kept) == sorted(parse(said))
    except (TypeError, ValueError):
        return False
