#!/usr/bin/env python3
"""Check shuffles, rounds and sealed cards of cardroom with the Python standard library and nothing else.

    python verifier.py FILE ... [--commitment DIGITS] [--head HASH] [--key KEY]

A file holds one JSON value per line: shuffle transcripts, round records, seat proofs, signatures. This module imports
nothing from the program that deals, so you can read, keep and run it without trusting that program. It follows the
specification in docs/examine/shuffle.md. It cannot play, so it never checks whether the rules of a game lead to the
payments of a round: a round that "holds" here may have paid the wrong player. `cardroom verify` checks that.

Exit codes: 0 if everything holds as far as this program checks it, 1 if something does not hold or proves nothing, 2 if
the command line is wrong.
"""

import argparse
import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["FAILS", "HOLDS", "NOTHING", "Found", "Verdict", "check_lines", "check_seat", "check_shuffle", "key_of"]

SHUFFLE, ROUND, SIGNATURE = "cardroom-shuffle-2", "cardroom-round-3", "cardroom-signature-1"
HOLDS, FAILS, NOTHING = "holds", "does not hold", "proves nothing"
ABOUT = ("game", "rules", "table", "number", "previous")
PUBLIC = ("version", "kind", "about", "commitment", "cards", "seeds")
HIDDEN = ("secret", "draws", "salts", "order")
NAME = re.compile(r"(?:[2-9TJQKA][cdhs]|Jk)\Z")
RULES = "whether the game's rules lead to these payments: `cardroom verify` checks that, this program cannot"
BARELY = "holds, but its payments are not checked by the rules of the game"
SIMULATED = "the secret was made from a seed, for a simulation: whoever knew the seed knew the cards"


class Verdict(NamedTuple):
    """What came out: a word, a sentence on each thing that was checked, and of what nothing can be said."""

    word: str
    says: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether all that could be checked is as it was promised, and there was something to check."""
        return self.word == HOLDS


class Wrong(ValueError):
    """A sentence on what does not hold."""


def need(holds: bool, says: str) -> None:
    """Go on, or fail with a sentence."""
    if not holds:
        raise Wrong(says)


# -- the derivation ------------------------------------------------------------------------------------------------


def draw(blocks: Iterator[int], n: int) -> int:
    """A number below n: of one byte, or two if n is above 256, as many low bits as n - 1 has; too large ones go."""
    while n > 1:
        value = next(blocks) if n <= 256 else next(blocks) << 8 | next(blocks)
        if (value := value & (1 << (n - 1).bit_length()) - 1) < n:
            return value
    return 0


def shuffled(things: Sequence[Any], source: Iterator[int]) -> list[Any]:
    """Fisher-Yates, from the last place down."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        pick = draw(source, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


def packed(seeds: Sequence[Sequence[str]]) -> bytes:
    """The seeds one after the other, each name and each text behind its length in two bytes."""
    return b"".join(len(text.encode()).to_bytes(2, "big") + text.encode() for seed in seeds for text in seed)


def stream(secret: bytes, seeds: Sequence[Sequence[str]]) -> Iterator[int]:
    """The bytes that a secret and the players' seeds give, without end."""
    words = packed(seeds)
    players = hashlib.shake_256(f"{SHUFFLE} players\n".encode() + words).digest(len(secret))
    yield from (a ^ b for a, b in zip(secret, players, strict=True)) if words else secret
    yield from more(f"{SHUFFLE} more\n".encode() + secret + words, 1, len(secret))


def more(source: bytes, number: int, size: int) -> Iterator[int]:
    """Block after block of SHAKE-256 over a source and the number of the block."""
    while True:
        yield from hashlib.shake_256(source + number.to_bytes(8, "big")).digest(size)
        number += 1


def cut(n: int, seeds: Sequence[Sequence[str]]) -> list[int]:
    """Which seal each card dealt opens."""
    source = f"{SHUFFLE} cut\n".encode() + packed(seeds)
    return shuffled(range(n), more(source, 0, 256)) if seeds else list(range(n))


def digest(said: str, secret: bytes = b"") -> str:
    """SHA-256 over a text and a secret, as 64 digits."""
    return hashlib.sha256(said.encode() + secret).hexdigest()


def head_of(t: Mapping[str, Any]) -> str:
    """What every commitment begins with."""
    lines = "".join(f"{name} {t['about'][name]}\n" for name in ABOUT)
    return f"{SHUFFLE} commitment\nkind {t['kind']}\n{lines}cards {t['cards']}\n"


def secret_size(cards: int) -> int:
    """The smallest power of two that is at least 256 and at least four bytes a card."""
    return max(256, 1 << (4 * cards - 1).bit_length())


# -- what a transcript must look like ------------------------------------------------------------------------------


def fields(value: Any, names: Sequence[str], what: str, may: Sequence[str] = ()) -> None:
    """An object with these fields and no others."""
    need(isinstance(value, dict), f"{what} is an object with fields")
    missing, extra = [n for n in names if n not in value], [n for n in value if n not in (*names, *may)]
    need(not missing, f"{what} lacks {', '.join(missing)}")
    need(not extra, f"{what} has fields that it should not have: {', '.join(map(repr, extra))}")


def hexed(text: Any, size: int, what: str) -> bytes:
    """Bytes, written in the one right way. A refusal does not repeat them: they may be true and only ill written."""
    need(isinstance(text, str) and len(text) == 2 * size, f"{what} is written as {2 * size} digits")
    need(set(text) <= set("0123456789abcdef"), f"{what} is written in the digits 0123456789abcdef")
    return bytes.fromhex(text)


def line(text: Any, what: str) -> None:
    """Text that can stand in a line."""
    need(isinstance(text, str) and text.isprintable() and len(text) <= 256, f"{what} is a line of text")


def check_public(t: Any, may: Sequence[str]) -> list[str]:
    """The part that every transcript has; gives the names of the cards."""
    need(isinstance(t, dict) and t.get("version") == SHUFFLE, f"version is not {SHUFFLE}, which this program checks")
    fields(t, PUBLIC, "a shuffle's transcript", may)
    fields(t["about"], ABOUT, "about")
    for name in ABOUT:
        if name != "number":
            line(t["about"][name], f"about.{name}")
    number = t["about"]["number"]
    least = 1 if t["about"]["table"] else 0
    need(type(number) is int and least <= number < 1 << 53, "about.number counts a table's shuffles, from 1")
    hexed(t["commitment"], 32, "the commitment")
    need(isinstance(t["cards"], str), "cards is text")
    names: list[str] = t["cards"].split(" ")
    need(1 <= len(names) <= 1 << 16, "a box has 1 to 65536 cards")
    need(all(map(NAME.match, names)), "cards are names of cards with one blank between them, as in 2c Td Jk")
    check_seeds(t["seeds"])
    return names


def check_seeds(seeds: Any) -> None:
    """At most 64, one a player, each a name and a text of 1 to 256 bytes."""
    need(isinstance(seeds, list) and len(seeds) <= 64, "seeds are a list of at most 64")
    for seed in seeds:
        need(isinstance(seed, list) and len(seed) == 2, "a seed is two texts: who added it, and what")
        for text in seed:
            need(
                isinstance(text, str) and 1 <= len(text.encode("utf-8", "replace")) <= 256, "a seed has 1 to 256 bytes"
            )
            need(text == text.encode("utf-8", "ignore").decode(), "a seed is text that can be written as UTF-8")
        need(seed[0].isprintable() and seed[1].isprintable(), "a seed and the name of whoever added it can be printed")
    names = [by.encode() for by, _ in seeds]
    need(names == sorted(set(names)), "seeds stand in the order of their players' names, one from each")


def box_words(names: Sequence[str]) -> str:
    """What was in the box."""
    times = set(Counter(names).values())
    each = f"each {times.pop()} times" if len(times) == 1 else "some more often than others"
    return f"the box has {len(names)} cards, {each.replace('1 times', 'once') if each == 'each 1 times' else each}"


def about_words(about: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a commitment is for, and what it leaves open."""
    if not about["table"]:
        return (), ("the commitment names no table and no game: it could be shown for any",)
    said = f"it is for {about['game']} under rules {about['rules'][:16]}, table {about['table']}, "
    said += f"shuffle {about['number']}, " + (
        f"after record {about['previous'][:16]}" if about["previous"] else "the first"
    )
    return (said,), ()


# -- shuffles ------------------------------------------------------------------------------------------------------


def check_shuffle(
    transcript: Any, *, noted: str | None = None, dealt: Sequence[str] | None = None, start: int = 0
) -> Verdict:
    """Recompute a shuffle from its transcript: its commitment, its order, the cards `dealt` behind `start` others.

    `noted` is the commitment that somebody wrote down before the cards were used, all 64 digits of it. A card that was
    not shown is given as "??".
    """
    try:
        return _check_shuffle(transcript, noted, dealt, start)
    except Wrong as wrong:
        return Verdict(FAILS, (str(wrong),))


def _check_shuffle(t: Any, noted: str | None, dealt: Sequence[str] | None, start: int) -> Verdict:
    if isinstance(t, dict) and t.get("kind") == "given":
        return _check_given(t)
    if isinstance(t, dict) and t.get("kind") == "sealed":
        return _check_seat(t, noted) if "openings" in t else _check_sealed(t, noted, dealt, start)
    names = check_public(t, ("secret", "order"))
    need(t["kind"] in ("fair", "simulated"), "kind is fair, simulated, sealed or given")
    if "secret" not in t and "order" not in t:
        return Verdict(NOTHING, ("it keeps its secret: it can be checked when the cards are spent",))
    fields(t, (*PUBLIC, "secret", "order"), "a shuffle's transcript")
    secret = hexed(t["secret"], secret_size(len(names)), "the secret")
    need(digest(head_of(t), secret) == t["commitment"], "the secret and the cards are not those that were committed to")
    order = shuffled(names, stream(secret, t["seeds"]))
    need(t["order"] == " ".join(order), "the order does not follow from the secret and the players' seeds")
    says = [
        f"the secret, the cards and what they are for are those committed to as {t['commitment']}",
        box_words(names),
    ]
    says.append(f"the order of {len(order)} cards follows from the secret" + seeds_words(t["seeds"]))
    says += deal_words(order, dealt, start)
    bound, silent = about_words(t["about"])
    return _noted(t, noted, HOLDS if t["kind"] == "fair" else NOTHING, (*says, *bound), silent)


def _check_given(t: Mapping[str, Any]) -> Verdict:
    """A recorded hand or a constructed deal, which has nothing but its order."""
    need(t.get("version") == SHUFFLE, f"version is not {SHUFFLE}, which this program checks")
    fields(t, PUBLIC, "a given order", ("secret", "order"))
    empty = {"game": "", "rules": "", "table": "", "number": 0, "previous": ""}
    need(
        t["about"] == empty and not (t["commitment"] or t["cards"] or t["seeds"] or t.get("secret")),
        "a given order has no purpose, commitment, cards, seeds or secret",
    )
    return Verdict(NOTHING, ("the order was given, not shuffled: nothing was promised, nothing is proved",))


def seeds_words(seeds: Sequence[Sequence[str]]) -> str:
    """Whose seeds went into it."""
    return f" and the seeds of {', '.join(by for by, _ in seeds)}" if seeds else ", without any player's seed"


def cut_words(seeds: Sequence[Sequence[str]]) -> str:
    """Whose seeds cut a sealed deck."""
    return (
        f"the deck is cut by the seeds of {', '.join(by for by, _ in seeds)}" if seeds else "nobody's seed cut the deck"
    )


def deal_words(order: Sequence[str], dealt: Sequence[str] | None, start: int) -> list[str]:
    """Whether the cards dealt are those of the order."""
    if dealt is None:
        return []
    need(start >= 0 and start + len(dealt) <= len(order), "more cards are said to be dealt than were shuffled")
    for place, (ours, theirs) in enumerate(zip(order[start:], dealt, strict=False), start + 1):
        need(theirs in (ours, "??"), f"card {place} of the order is {ours}, but {theirs} is said to have been dealt")
    shown = len(dealt) - list(dealt).count("??")
    return [
        f"the {shown} cards that were shown are those of the order" + (f", from card {start + 1} on" if start else "")
    ]


def _noted(
    t: Mapping[str, Any], noted: str | None, word: str, says: Iterable[str], silent: Iterable[str] = ()
) -> Verdict:
    says, silent = list(says), list(silent)
    if t["kind"] == "simulated":
        says.append(SIMULATED)
    if noted is None:
        silent.append("that the commitment was published before the bets: compare it with what you noted then")
    else:
        need(noted == t["commitment"], f"the commitment noted before is {noted}, but it is {t['commitment']}")
        says.append("the commitment is the one that was noted before")
    silent.append("that no seed was left out: look for your own, and that the house told its secret to nobody")
    return Verdict(word, tuple(says), tuple(silent))


# -- sealed decks --------------------------------------------------------------------------------------------------


def check_seals(t: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """The root over a sealed deck's seals; gives the leaves."""
    fields(t["seals"], ("order", "draws", "leaves"), "seals")
    hexed(t["seals"]["order"], 32, "seals.order")
    hexed(t["seals"]["draws"], 32, "seals.draws")
    leaves = t["seals"]["leaves"]
    need(isinstance(leaves, list) and len(leaves) == len(names), "there is a seal for each card of the box")
    for each in leaves:
        hexed(each, 32, "a seal")
    said = f"order {t['seals']['order']}\ndraws {t['seals']['draws']}\nleaves {' '.join(leaves)}\n"
    need(digest(head_of(t) + said) == t["commitment"], "the seals are not those under the published commitment")
    return list(leaves)


def seal(position: int, card: str, salt: bytes) -> str:
    """The seal of one card."""
    return digest(f"{SHUFFLE} card {position} {card}\n", salt)


def _check_sealed(t: Any, noted: str | None, dealt: Sequence[str] | None, start: int) -> Verdict:
    """A sealed deck: its public part, or as the house keeps it and a test lab sees it in confidence."""
    names = check_public(t, ("seals", *HIDDEN))
    fields(t, (*PUBLIC, "seals"), "a sealed deck's transcript", HIDDEN)
    leaves = check_seals(t, names)
    says = [f"the seals are those committed to as {t['commitment']}", box_words(names)]
    bound, silent = about_words(t["about"])
    if not set(HIDDEN) & t.keys():
        sealed = "all cards are under their seals: each seat has its own proof"
        return _noted(t, noted, NOTHING, (*says, *bound, sealed), silent)
    fields(t, (*PUBLIC, "seals", *HIDDEN), "a sealed deck's transcript, as the house has it")
    secret, draws = hexed(t["secret"], secret_size(len(names)), "the secret"), hexed(t["draws"], 256, "draws")
    need(digest(f"{SHUFFLE} order\n", secret) == t["seals"]["order"], "the secret is not the one under the commitment")
    need(digest(f"{SHUFFLE} draws\n", draws) == t["seals"]["draws"], "draws is not the secret under the commitment")
    need(isinstance(t["salts"], list) and len(t["salts"]) == len(names), "there is a salt for each card")
    lies = shuffled(names, stream(secret, []))
    for place, (card, salt) in enumerate(zip(lies, t["salts"], strict=True)):
        need(seal(place, card, hexed(salt, 32, "a salt")) == leaves[place], f"seal {place} does not hold {card}")
    need(len(set(t["salts"])) == len(names), "two cards have the same salt")
    says.append(f"under the seals lie the {len(names)} cards of the box, in the order that the secret gives")
    order = [lies[place] for place in cut(len(names), t["seeds"])]
    need(t["order"] == " ".join(order), "the order is not that of the seals, cut by the players' seeds")
    says.append(cut_words(t["seeds"]))
    return _noted(t, noted, HOLDS, (*says, *deal_words(order, dealt, start), *bound), silent)


def check_seat(proof: Any, *, noted: str | None = None) -> Verdict:
    """The cards that a seat saw of a sealed deck, each opened on its own under the commitment."""
    try:
        return _check_seat(proof, noted)
    except Wrong as wrong:
        return Verdict(FAILS, (str(wrong),))


def _check_seat(t: Any, noted: str | None) -> Verdict:
    names = check_public(t, ("seals", "openings", "draws", "drawn"))
    fields(t, (*PUBLIC, "seals", "openings"), "a seat's proof", ("draws", "drawn"))
    need(t["kind"] == "sealed", "a seat's proof is of a sealed deck")
    leaves, places = check_seals(t, names), cut(len(names), t["seeds"])
    need(isinstance(t["openings"], list), "openings are a list")
    says = [f"the seals are those committed to as {t['commitment']}", box_words(names)]
    opened: dict[int, str] = {}
    last = -1
    for opening in t["openings"]:
        fields(opening, ("dealt", "position", "card", "salt"), "an opening")
        number, position, card = opening["dealt"], opening["position"], opening["card"]
        need(type(number) is int and 0 <= number < len(names), "an opening's dealt counts the cards of the deal from 0")
        need(
            type(position) is int and position == places[number], f"card {number + 1} of the deal is under another seal"
        )
        need(number > last, f"card {number + 1} of the deal is opened twice, or too late")
        last = number
        need(isinstance(card, str) and card in names, f"card {number + 1} of the deal is no card of the box")
        salt = hexed(opening["salt"], 32, "a salt")
        need(
            seal(position, card, salt) == leaves[position],
            f"card {number + 1} of the deal is not {card}: its seal says so",
        )
        opened[number] = card
    spare = Counter(names)
    spare.subtract(opened.values())
    need(min(spare.values()) >= 0, "a card was opened more often than the box has it")
    if opened:
        says.append(
            ", ".join(f"card {number + 1} is {card}" for number, card in sorted(opened.items())) + ", as sealed"
        )
    says.append(cut_words(t["seeds"]))
    bound, silent = about_words(t["about"])
    silent += (
        "the cards whose seals are not opened here: a test lab sees them, in confidence",
        "to whom each card of the deal went: compare with what you saw",
    )
    if "draws" in t or "drawn" in t:
        says += check_drawn(t)
    else:
        silent += ("what was drawn besides the cards",)
    return _noted(t, noted, HOLDS if opened or "draws" in t else NOTHING, (*says, *bound), silent)


def check_drawn(t: Mapping[str, Any]) -> list[str]:
    """What was drawn besides the cards: numbers, and discards that were shuffled again."""
    fields(t, (*PUBLIC, "seals", "openings", "draws", "drawn"), "a seat's proof")
    draws = hexed(t["draws"], 256, "draws")
    need(digest(f"{SHUFFLE} draws\n", draws) == t["seals"]["draws"], "draws is not the secret under the commitment")
    need(isinstance(t["drawn"], list) and len(t["drawn"]) <= 100, "drawn is a list of at most 100")
    says: list[str] = []
    before: Counter[str] = Counter()
    for each in t["drawn"]:
        fields(each, ("what", "of", "numbers", "differ"), "what was drawn")
        line(each["what"], "what was drawn")
        of, numbers, differ = each["of"], each["numbers"], each["differ"]
        need(type(of) is int and 1 <= of <= 1024 and isinstance(differ, bool), "a draw is of 1 to 1024")
        need(isinstance(numbers, list) and 1 <= len(numbers) <= 1024, "a draw has 1 to 1024 numbers")
        before[each["what"]] += 1
        label = f"{SHUFFLE} draw {before[each['what']]} {each['what']}\n".encode()
        source = more(label + draws + packed(t["seeds"]), 0, 256)
        if differ:
            drawn = [number + 1 for number in shuffled(range(of), source)][: len(numbers)]
        else:
            drawn = [draw(source, of) + 1 for _ in numbers]
        need(all(type(n) is int for n in numbers) and drawn == numbers, f"{each['what']}: another number was drawn")
        says.append(f"{each['what']}: {', '.join(map(str, numbers))}, as the second secret gives")
    return says


# -- rounds --------------------------------------------------------------------------------------------------------

PASSING = ("area", "front", "pot", "bank")
"""Where chips lie during a round, and none after it."""
HOUSE = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}


class Found(NamedTuple):
    """What came out for one value of a file."""

    where: str
    verdict: Verdict
    kind: str = ""
    commitment: str = ""
    hash: str = ""
    """Of a record."""


class TableChain:
    """What a file has told of a table so far."""

    def __init__(self) -> None:
        self.head: str | None = None
        self.hashes: set[str] = set()
        self.bound = False
        """Whether the last record is signed."""
        self.whole = False
        """Whether its first record is here."""
        self.numbers: dict[int, str] = {}
        """Its shuffles, by number."""
        self.left: dict[str, Any] = {}
        """What each shuffle's last round left of it: a shoe, or nothing."""
        self.last: Mapping[str, Any] | None = None
        """The last record."""


def check_lines(
    lines: Iterable[tuple[str, str]], *, noted: str | None = None, head: str | None = None, key: str | None = None
) -> list[Found]:
    """Check a file's values, each with where it stands and its text: by itself, and what they say of each other."""
    values = [(where, text, *_read(text)) for where, text in lines]
    shuffles: dict[str, Any] = {}
    for _, _, value, _ in values:
        if is_shuffle(value) and len(value) >= len(shuffles.get(value["commitment"], ())):
            shuffles[value["commitment"]] = value  # of several, the one that says most
    judged: dict[str, Verdict] = {}
    tables: dict[str, TableChain] = {}
    found = []
    for where, text, value, wrong in values:
        kind: Any = ""
        try:
            need(not wrong, wrong)
            kind = "shuffle" if is_shuffle(value) else value.get("format") if isinstance(value, dict) else ""
            if kind == "shuffle":
                mine = value["commitment"]
                need(value.get("seeds") == shuffles[mine].get("seeds"), "it stands here twice, with other seeds")
                verdict = _check_shuffle(value, noted if noted == mine else None, None, 0)
                _count(tables, value)
                if value is shuffles[mine]:
                    judged[mine] = verdict
            elif kind == ROUND:
                verdict = check_record(value, text, (shuffles, judged), tables)
            elif kind == SIGNATURE:
                verdict = check_signature(value, key, tables)
            else:
                raise Wrong(f"this is no shuffle, no round of {ROUND} and no signature")
        except Wrong as error:
            verdict = Verdict(FAILS, (str(error),))
        hash_ = (tables[value["opening"]["table"]].head or "") if kind == ROUND and verdict.word != FAILS else ""
        found.append(Found(where, verdict, kind if isinstance(kind, str) else "", _commitment_of(value), hash_))
    return found + list(_of_the_whole(shuffles, tables, noted, head, key))


def is_shuffle(value: Any) -> bool:
    """Whether a value is a shuffle's transcript or a seat's proof."""
    return isinstance(value, dict) and "version" in value and isinstance(value.get("commitment"), str)


def _commitment_of(value: Any) -> str:
    return str(value.get("commitment", "")) if isinstance(value, dict) else ""


def _read(text: str) -> tuple[Any, str]:
    """A JSON value, and why it cannot be read."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({name for name, _ in pairs}) == len(pairs), "a field stands twice in it")
        return dict(pairs)

    def whole(number: str) -> int:
        raise Wrong(f"{number[:20]} is no whole number")

    try:
        return json.loads(text, object_pairs_hook=once, parse_float=whole, parse_constant=whole), ""
    except Wrong as error:
        return None, str(error)
    except (ValueError, RecursionError):
        return None, "this is no JSON"


def _count(tables: dict[str, TableChain], value: Mapping[str, Any]) -> None:
    """No two shuffles of a table have one number."""
    name, number = value["about"]["table"], value["about"]["number"]
    if name:
        known = tables.setdefault(name, TableChain()).numbers.setdefault(number, value["commitment"])
        need(known == value["commitment"], f"another shuffle here is number {number} of table {name}")


Shuffles = tuple[Mapping[str, Any], dict[str, Verdict]]
"""The shuffles of a file by commitment, and the verdicts on those that have been judged."""
OPENING = ("game", "rules", "script", "table", "spots", "stacks", "carry", "shuffle", "seeds", "previous")


def check_record(r: Any, text: str, shuffles: Shuffles, tables: dict[str, TableChain]) -> Verdict:
    """A round: its place in the chain, its shuffle, and its money."""
    for part, names, what in (
        (r, ("format", "opening", "answers", "outcome"), "a record"),
        (r.get("opening"), OPENING, "an opening"),
        (r.get("outcome"), ("settled", "transfers", "net", "next"), "an outcome"),
    ):
        fields(part, names, what)
        need(tuple(part) == names, f"{what} has its fields in another order than {', '.join(names)}")
    text = text.strip()
    need(json.dumps(r, separators=(",", ":"), ensure_ascii=False) == text, "the line is not written as records are")
    opening, outcome = r["opening"], r["outcome"]
    line(opening["table"], "table")
    line(opening["shuffle"], "shuffle")
    line(opening["previous"], "previous")
    need(isinstance(r["answers"], list), "answers are a list")
    hash_ = hashlib.sha256(public(r, shuffles[0].get(opening["shuffle"])).encode("utf-8", "surrogatepass")).hexdigest()
    table = tables.get(opening["table"]) or TableChain()
    says, silent = check_place(table, opening, hash_)
    says.append(check_money(opening["stacks"], outcome["transfers"], outcome["net"]))
    silent += check_carried(table, opening)
    began = check_shoe(table, opening, outcome)
    if began and opening["shuffle"] not in table.left:
        silent.append("the earlier rounds of its shoe, which are not here")
    word = NOTHING
    if opening["shuffle"] in shuffles[0]:
        shuffle = shuffles[0][opening["shuffle"]]
        verdict = check_binding(opening, shuffle, shuffles[1], not began)
        word = verdict.word
        says += [
            f"it was dealt from {shuffle['commitment'] or 'a given order'}",
            *(() if verdict.holds else verdict.says[-1:]),
        ]
    else:
        silent.insert(0, f"its shuffle, {opening['shuffle']}, which is not here")
    tables[opening["table"]] = table
    table.whole = table.whole or not opening["previous"]
    table.head, table.bound, table.last = hash_, False, r
    table.hashes.add(hash_)
    table.left[opening["shuffle"]] = outcome["next"].get("shoe")
    return Verdict(word, tuple(says), (RULES, *silent))


def public(r: dict[str, Any], shuffle: Mapping[str, Any] | None) -> str:
    """A record's line as everybody may read it: of a sealed deck, cards that a player named are under a seal too."""
    answers: list[Any] = []
    sealed = shuffle is not None and shuffle.get("kind") == "sealed"
    for number, answer in enumerate(r["answers"]):
        if sealed and shuffle and isinstance(answer, dict) and isinstance(answer.get("value"), list):
            secret = shuffle.get("secret")
            need(isinstance(secret, str), "its answers are the house's own, and the secret that seals them is not here")
            said = f"{SHUFFLE} answer {number} {json.dumps(answer['value'], separators=(',', ':'))}\n"
            under = digest(said, hexed(secret, len(str(secret)) // 2, "the secret"))
            answers.append(answer | {"value": {"sealed": under}})
        else:
            answers.append(answer)
    return json.dumps(r | {"answers": answers}, separators=(",", ":"), ensure_ascii=False)


def check_place(table: TableChain, opening: Mapping[str, Any], hash_: str) -> tuple[list[str], list[str]]:
    """A record's place in the chain of its table."""
    if table.head is not None:
        need(opening["previous"] == table.head, f"it does not follow the record before it, {table.head}")
        return [f"it is record {hash_} and follows the one before it"], []
    if not opening["previous"]:
        return [f"it is record {hash_}, the first"], []
    return [f"it is record {hash_}"], [f"the records before it, up to {opening['previous']}"]


def check_money(stacks: Any, transfers: Any, net: Any) -> str:
    """Every transfer from who has the chips, nothing left on the table, and the net is what the transfers say."""
    need(isinstance(stacks, dict) and all(type(c) is int and c >= 0 for c in stacks.values()), "stacks are whole cents")
    need(not stacks.keys() & {"house", *HOUSE.values()}, "a player has the name of one of the house's accounts")
    need(isinstance(transfers, list) and isinstance(net, dict), "transfers are a list, net an object")
    lies: Counter[tuple[str, ...]] = Counter({("stack", name, ""): cents for name, cents in stacks.items()})
    for each in transfers:
        need(isinstance(each, dict) and type(each.get("amount")) is int, "a transfer moves whole cents")
        amount = each["amount"]
        need(amount > 0, "a transfer moves more than nothing")
        payer, payee = account(each.get("payer")), account(each.get("payee"))
        lies[payer] -= amount
        lies[payee] += amount
        need(lies[payer] >= 0 or payer[0] in HOUSE, f"{' '.join(payer).strip()} pays what it does not have")
    need(not any(lies[where] for where in lies if where[0] in PASSING), "chips are left on the table")
    sums: Counter[str] = Counter(dict.fromkeys(("bank", "collection", "jackpot", *stacks), 0))
    for (kind, owner, _), cents in lies.items():
        need(kind != "stack" or owner in stacks, f"{owner} was not there")
        if kind in HOUSE:
            sums[HOUSE[kind]] += cents
        elif kind == "stack":
            sums[owner] += cents - stacks[owner]
    need(dict(sums) == net, "the net is not what the transfers come to")
    need(all(type(cents) is int for cents in net.values()) and not sum(net.values()), "the net does not come to zero")
    return f"its {len(transfers)} transfers come to the net that it tells, and no chip is made or lost"


def account(said: Any) -> tuple[str, ...]:
    """Where chips lie."""
    need(
        isinstance(said, list) and len(said) == 3 and all(isinstance(each, str) for each in said),
        "an account has a kind, an owner and a part",
    )
    need(said[0] in ("stack", *PASSING, *HOUSE), f"there are no accounts of the kind {said[0]}")
    return tuple(said)


def check_carried(table: TableChain, opening: Mapping[str, Any]) -> list[str]:
    """What did not go from the table's last round into this one as it was left, and is not told why."""
    if table.last is None:
        return []
    before, after = table.last["opening"], table.last["outcome"]
    silent = []
    had = {name: cents + after["net"].get(name, 0) for name, cents in before["stacks"].items()}
    if others := [name for name in {**had, **opening["stacks"]} if had.get(name) != opening["stacks"].get(name)]:
        silent.append(f"why {', '.join(others)} came, went or have other chips than after the record before")
    same = before["game"] == opening["game"] and before["rules"] == opening["rules"]
    for name in dict.fromkeys((*after["next"], *opening["carry"])) if same else ():
        if after["next"].get(name) != opening["carry"].get(name):
            silent.append(f"why the table's {name} is not as the record before left it")
    return silent


def check_shoe(table: TableChain, opening: Mapping[str, Any], outcome: Mapping[str, Any]) -> Any:
    """Each shuffle is dealt from once, each shoe from where the round before left it; gives where this one began."""
    carry, after = opening["carry"], outcome["next"]
    need(isinstance(carry, dict) and isinstance(after, dict), "carry and next are objects")
    key, began = opening["shuffle"], carry.get("shoe")
    if key in table.left:
        need(table.left[key] is not None, "its shuffle was spent in an earlier round")
        need(began == table.left[key], "it does not begin where the round before left the shoe")
    elif began:
        need(bool(opening["previous"]) and not table.whole, "it begins in a shoe that nothing was dealt from before")
    return began


def check_binding(
    opening: Mapping[str, Any], shuffle: Mapping[str, Any], judged: dict[str, Verdict], first: bool
) -> Verdict:
    """The shuffle is for this game, these rules, this table and this place in its history, with these seeds."""
    if shuffle["commitment"] not in judged:
        judged[shuffle["commitment"]] = _check_shuffle(shuffle, None, None, 0)
    verdict = judged[shuffle["commitment"]]
    if shuffle.get("kind") == "given":
        return verdict
    about, rules = shuffle["about"], opening["rules"]
    need(isinstance(rules, dict), "rules are an object")
    need(
        about["game"] == opening["game"], f"its shuffle is for {about['game'] or 'no game'}, not for {opening['game']}"
    )
    need(about["rules"] == rules.get("digest"), "its shuffle is for other rules")
    need(about["table"] == opening["table"], f"its shuffle is for table {about['table'] or 'none'}")
    need(not first or about["previous"] == opening["previous"], "its shuffle was committed to at another time")
    need(shuffle["seeds"] == opening["seeds"], "the seeds of its shuffle are not those of the round")
    strangers = [by for by, _ in shuffle["seeds"] if by not in opening["stacks"]]
    need(not (first and strangers), f"seeds are of players who were not there: {', '.join(strangers)}")
    return verdict


def _of_the_whole(
    shuffles: Mapping[str, Any], tables: Mapping[str, TableChain], noted: str | None, head: str | None, key: str | None
) -> Iterator[Found]:
    """What only the file as a whole can say."""

    def whole(word: str, *says: str, silent: str = "") -> Found:
        return Found("the whole", Verdict(word, says, (silent,) if silent else ()), "open" if silent else "")

    if noted is not None:
        dealt = [table for table in tables.values() if noted in table.left]
        if noted not in shuffles and not dealt:
            yield whole(FAILS, f"no shuffle here was committed to as {noted}")
        elif not dealt and any(table.head for table in tables.values()):
            yield whole(FAILS, f"no round here was dealt from {noted}")
    if head is not None:
        known = any(head == table.head for table in tables.values())
        said = f"record {head} is the last of its table here" if known else f"no table's last record here is {head}"
        yield whole(HOLDS if known else FAILS, said)
    for name, table in tables.items():
        if key is not None and table.head and not table.bound:
            yield whole(FAILS, f"the last record of table {name}, {table.head}, is not signed with the known key")
        elif table.head not in (None, head) and not table.bound:
            end = f"that the last record of table {name}, {table.head}, is as it was: nothing that follows it says so"
            yield whole(NOTHING, silent=end)
        if missing := _gaps(sorted(table.numbers)):
            away = f"shuffles of table {name} that are not here, dropped, voided or kept back: {missing}"
            yield whole(NOTHING, silent=away)


def _gaps(numbers: Sequence[int]) -> str:
    """The numbers that are missing, from 1 to the last: the first few of them."""
    gaps = [(a + 1, b - 1) for a, b in zip((0, *numbers), numbers, strict=False) if b > a + 1]
    said = [str(a) if a == b else f"{a} to {b}" for a, b in gaps[:8]]
    return ", ".join(said) + (" ..." if len(gaps) > 8 else "")


# -- signatures: Ed25519, RFC 8032, 5.1.7 --------------------------------------------------------------------------

P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
Point = tuple[int, int, int, int]


def add(a: Point, b: Point) -> Point:
    """The sum of two points, in extended coordinates."""
    e, f = (a[1] - a[0]) * (b[1] - b[0]), (a[1] + a[0]) * (b[1] + b[0])
    g, h = 2 * D * a[3] * b[3], 2 * a[2] * b[2]
    e, f, g, h = f - e, h - g, h + g, f + e
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(n: int, point: Point) -> Point:
    """A multiple of a point."""
    total: Point = (0, 1, 1, 0)
    while n:
        total, point, n = add(total, point) if n & 1 else total, add(point, point), n >> 1
    return total


def same(a: Point, b: Point) -> bool:
    """Whether two points are one."""
    return not (a[0] * b[2] - b[0] * a[2]) % P and not (a[1] * b[2] - b[1] * a[2]) % P


def point_of(data: bytes) -> Point:
    """A point from its 32 bytes."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    u, v = y * y - 1, D * y * y + 1
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(y < P and (v * x * x - u) % P == 0 and not (x == 0 and sign), "this is no point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is one of that key for that message."""
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    need(not same(times(8, point_of(key)), (0, 1, 1, 0)), "this key belongs to nobody: everything is signed with it")
    left, right = times(s, BASE), add(point_of(signature[:32]), times(k, point_of(key)))
    return s < L and same(left, right)


def check_signature(value: Any, key: str | None, tables: Mapping[str, TableChain]) -> Verdict:
    """Whether the head of a table's records was signed, and by the key that somebody knows."""
    fields(value, ("format", "table", "head", "key", "signature"), "a signature")
    line(value["table"], "table")
    head, theirs = hexed(value["head"], 32, "the head"), hexed(value["key"], 32, "the key")
    signature = hexed(value["signature"], 64, "the signature")
    message = f"{SIGNATURE}\ntable {value['table']}\nhead {head.hex()}\n".encode()
    need(
        key is None or key == value["key"], f"it is signed with the key {value['key']}, not with the one that is known"
    )
    need(signed(theirs, message, signature), "the signature is not one of its key")
    table = tables.get(value["table"], TableChain())
    need(value["head"] in table.hashes, "no record of its table before it has the hash that is signed")
    table.bound = table.bound or value["head"] == table.head
    says = (
        f"record {value['head']} and all before it at table {value['table']} are signed with the key {value['key']}",
    )
    return Verdict(
        HOLDS, says, () if key else ("whose key that is: compare it with the one that the house has published",)
    )


def key_of(text: str) -> str:
    """64 digits, as commitments, hashes and keys are written; for arguments."""
    if not re.fullmatch("[0-9a-f]{64}", text.lower()):
        raise argparse.ArgumentTypeError(f"write all 64 digits 0-9a-f, not {len(text)} characters")
    return text.lower()


# -- the program ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Check files, and say what holds: exit code 0 if everything does."""
    about = (__doc__ or "").split("\n\n", 2)
    parser = argparse.ArgumentParser(description=about[0], epilog=about[2])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--commitment", type=key_of, metavar="DIGITS", help="the commitment that you wrote down before")
    parser.add_argument("--head", type=key_of, metavar="HASH", help="the last record that you know of")
    parser.add_argument("--key", type=key_of, metavar="KEY", help="the key that the house signs with")
    given = parser.parse_args(arguments)
    lines = []
    for file in given.files:
        try:
            text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            parser.error(f"{file}: {error.strerror}")
        whole = [(file, text)] if text.lstrip().startswith("{\n") else []
        lines += whole or [(f"{file}, line {n}", each) for n, each in enumerate(text.split("\n"), 1) if each.strip()]
    found = check_lines(lines, noted=given.commitment, head=given.head, key=given.key)
    for where, verdict, kind, *_ in found:
        print(f"{where}: {BARELY if verdict.holds and kind == ROUND else verdict.word}")
        for sentence in verdict.says:
            print(f"  {ascii(sentence)[1:-1]}")
        for sentence in verdict.silent:
            print(f"  (not checked: {ascii(sentence)[1:-1]})")
    counts = Counter(each.verdict.word for each in found)
    print(", ".join(f"{count} {word}" for word, count in counts.items()) or "there is nothing in it to check")
    if any(kind == ROUND for _, _, kind, *_ in found):
        print("Not checked here: whether the rules of the games lead to the payments. Use `cardroom verify` for that.")
    return 0 if found and all(each.verdict.holds or each.kind == "open" for each in found) else 1


if __name__ == "__main__":
    sys.exit(main())
