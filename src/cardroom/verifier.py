#!/usr/bin/env python3
"""Check shuffles, rounds and sealed cards of cardroom with the Python standard library and nothing else.

    python verifier.py FILE ... [--evidence FILE] [--commitment DIGITS] [--head HASH] [--key KEY]

A file holds one JSON value per line: shuffle transcripts, round records, seat proofs, signatures, and evidence (what a
client was shown). The verifier is one file on purpose: anyone can read it, copy it and run it alone, with Python and
nothing else. It imports nothing from the program that deals, so you need not trust that program. It follows the
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
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import Any, NamedTuple

__all__ = [
    "FAILS",
    "HOLDS",
    "NOTHING",
    "ValueResult",
    "Verdict",
    "check_lines",
    "check_seat",
    "check_shuffle",
    "key_of",
]

SHUFFLE, ROUND, SIGNATURE = "cardroom-shuffle-1", "cardroom-round-1", "cardroom-signature-1"
KEYS, CHAIN, EVIDENCE = "cardroom-keys-1", "cardroom-chain-1", "cardroom-evidence-1"
NOT_SAVED = (
    "whether you saved this evidence yourself: it is in the same file as the records. Give your own file with "
    "--evidence"
)
"""Why evidence beside records proves nothing."""
HOLDS, FAILS, NOTHING = "holds", "does not hold", "proves nothing"
ABOUT = ("game", "rules", "table", "number", "previous")
PUBLIC = ("version", "kind", "about", "commitment", "cards", "seeds")
CHAINS = ("chains",)
"""The field that a transcript and an opening have if links of seed chains were asked for."""
HIDDEN = ("secret", "draws", "salts", "order")
NAME = re.compile(r"(?:[2-9TJQKA][cdhs]|Jk)\Z")
RULES = "whether these payments follow the game's rules: `cardroom verify` checks that, but this program cannot"
BARELY = "holds, but its payments are not checked by the rules of the game"
DEEP = "it is nested too deep, over 32 levels"
SIMULATED = "the secret was made from a seed, for a simulation: anyone with the seed knew the cards"


class Verdict(NamedTuple):
    """The result: a word, a sentence for each check, and the things that could not be checked."""

    word: str
    says: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether every check passed, and there was something to check."""
        return self.word == HOLDS


class Wrong(ValueError):
    """A check failed; the message says which."""


def need(holds: bool, problem: str) -> None:
    """Continue if a check holds; otherwise fail with the problem."""
    if not holds:
        raise Wrong(problem)


# -- the derivation ------------------------------------------------------------------------------------------------


def draw(blocks: Iterator[int], n: int) -> int:
    """A number below n: one byte (two if n is above 256), masked to the bits of n - 1; larger numbers are rejected."""
    while n > 1:
        value = next(blocks) if n <= 256 else next(blocks) << 8 | next(blocks)
        if (value := value & (1 << (n - 1).bit_length()) - 1) < n:
            return value
    return 0


def shuffled(things: Sequence[Any], source: Iterator[int]) -> list[Any]:
    """Shuffle by Fisher-Yates, from the last position down."""
    order = list(things)
    for last in range(len(order) - 1, 0, -1):
        pick = draw(source, last + 1)
        order[last], order[pick] = order[pick], order[last]
    return order


def packed(seeds: Sequence[Sequence[str]]) -> bytes:
    """The seeds as bytes: each name and each text after its length in two bytes."""
    return b"".join(len(text.encode()).to_bytes(2, "big") + text.encode() for seed in seeds for text in seed)


def stream(secret: bytes, seeds: Sequence[Sequence[str]]) -> Iterator[int]:
    """The endless stream of bytes that follows from a secret and the players' seeds."""
    words = packed(seeds)
    players = hashlib.shake_256(f"{SHUFFLE} players\n".encode() + words).digest(len(secret))
    yield from (a ^ b for a, b in zip(secret, players, strict=True)) if words else secret
    yield from more(f"{SHUFFLE} more\n".encode() + secret + words, 1, len(secret))


def more(source: bytes, number: int, size: int) -> Iterator[int]:
    """Blocks of SHAKE-256 over a source and the number of the block."""
    while True:
        yield from hashlib.shake_256(source + number.to_bytes(8, "big")).digest(size)
        number += 1


def cut(n: int, seeds: Sequence[Sequence[str]]) -> list[int]:
    """The seal that each card of the deal opens."""
    source = f"{SHUFFLE} cut\n".encode() + packed(seeds)
    return shuffled(range(n), more(source, 0, 256)) if seeds else list(range(n))


def digest(text: str, secret: bytes = b"") -> str:
    """SHA-256 over a text and a secret, as 64 digits."""
    return hashlib.sha256(text.encode() + secret).hexdigest()


def head_of(t: Mapping[str, Any]) -> str:
    """The text that every commitment begins with."""
    lines = "".join(f"{name} {t['about'][name]}\n" for name in ABOUT)
    return f"{SHUFFLE} commitment\nkind {t['kind']}\n{lines}cards {t['cards']}\n"


def secret_size(cards: int) -> int:
    """The smallest power of two that is at least 256 and at least four bytes a card."""
    return max(256, 1 << (4 * cards - 1).bit_length())


# -- the form of a transcript --------------------------------------------------------------------------------------


def fields(value: Any, names: Sequence[str], what: str, may: Sequence[str] = ()) -> None:
    """Check that a value is an object with these fields and no others, except those in `may`."""
    need(isinstance(value, dict), f"{what} must be an object with fields")
    missing, extra = [n for n in names if n not in value], [n for n in value if n not in (*names, *may)]
    need(not missing, f"{what} lacks {', '.join(missing)}")
    need(not extra, f"{what} has unknown fields: {', '.join(map(repr, extra))}")


def hexed(text: Any, size: int, what: str) -> bytes:
    """Read bytes in hex. The error does not repeat them: they may be a real secret in the wrong form."""
    need(isinstance(text, str) and len(text) == 2 * size, f"{what} must be {2 * size} digits")
    need(set(text) <= set("0123456789abcdef"), f"{what} must be written in the digits 0123456789abcdef")
    return bytes.fromhex(text)


def line(text: Any, what: str) -> None:
    """Check that a value is one line of text."""
    need(isinstance(text, str) and text.isprintable() and len(text) <= 256, f"{what} must be one line of text")


def check_public(t: Any, may: Sequence[str]) -> list[str]:
    """Check the part that every transcript has; return the names of the cards."""
    need(isinstance(t, dict) and t.get("version") == SHUFFLE, f"version is not {SHUFFLE}, which this program checks")
    fields(t, PUBLIC, "a shuffle's transcript", (*may, *CHAINS))
    fields(t["about"], ABOUT, "about")
    for name in ABOUT:
        if name != "number":
            line(t["about"][name], f"about.{name}")
    number = t["about"]["number"]
    least = 1 if t["about"]["table"] else 0
    need(type(number) is int and least <= number < 1 << 53, "about.number must count the table's shuffles, from 1")
    hexed(t["commitment"], 32, "the commitment")
    need(isinstance(t["cards"], str), "cards must be text")
    names: list[str] = t["cards"].split(" ")
    need(1 <= len(names) <= 1 << 16, "a box must have 1 to 65536 cards")
    need(all(map(NAME.match, names)), "cards must be names of cards with single spaces, for example 2c Td Jk")
    check_seeds(t["seeds"])
    check_chains(t)
    return names


def check_seeds(seeds: Any) -> None:
    """Check the seeds: at most 64, one for each player, each a name and a text of 1 to 256 bytes."""
    need(isinstance(seeds, list) and len(seeds) <= 64, "seeds must be a list of at most 64")
    for seed in seeds:
        need(isinstance(seed, list) and len(seed) == 2, "a seed must be two texts: the player's name and the seed")
        for text in seed:
            need(
                isinstance(text, str) and 1 <= len(text.encode("utf-8", "replace")) <= 256,
                "a seed must have 1 to 256 bytes",
            )
            need(text == text.encode("utf-8", "ignore").decode(), "a seed must be text that can be encoded as UTF-8")
        need(seed[0].isprintable() and seed[1].isprintable(), "a seed and its player's name must be printable")
    names = [by.encode() for by, _ in seeds]
    need(names == sorted(set(names)), "seeds must be sorted by player, one from each")


def check_chains(t: Mapping[str, Any]) -> None:
    """Check that the seed of each player who was asked for a link hashes to what the player published before."""
    if "chains" not in t:
        return
    check_seeds(t["chains"])
    need(bool(t["chains"]), "chains must not be empty: without chains the field is left out")
    anchors = dict(t["chains"])
    for by, anchor in t["chains"]:
        hexed(anchor, 32, f"the anchor of {by}")
    for by, words in t["seeds"]:
        if by in anchors:
            need(link_hash(words) == anchors[by], f"the seed of {by} is not the next link of the chain")


def link_hash(link: Any) -> str:
    """The hash of a link: what its player published before it."""
    return digest(f"{CHAIN}\n", hexed(link, 32, "a link"))


def withheld(t: Mapping[str, Any]) -> list[str]:
    """The players who were asked for a link and have no seed."""
    return [by for by, _ in t.get("chains", ()) if by not in dict(t["seeds"])]


def chain_words(t: Mapping[str, Any]) -> list[str]:
    """Describe the links that were revealed and those that were withheld."""
    revealed = [by for by, _ in t.get("chains", ()) if by not in withheld(t)]
    says = [f"the links of {', '.join(revealed)} hash to the ends of their chains"] if revealed else []
    return says + [f"the seed of {by} was withheld: the shuffle goes on without it" for by in withheld(t)]


def box_words(names: Sequence[str]) -> str:
    """Describe the contents of the box."""
    times = set(Counter(names).values())
    each = f"each {times.pop()} times" if len(times) == 1 else "some more often than others"
    return f"the box has {len(names)} cards, {each.replace('1 times', 'once') if each == 'each 1 times' else each}"


def about_words(about: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Describe the purpose of a commitment, and what it leaves open."""
    if not about["table"]:
        return (), ("the commitment names no table and no game, so it could be presented for any",)
    purpose = f"it is for {about['game']} under rules {about['rules'][:16]}, table {about['table']}, "
    purpose += f"shuffle {about['number']}, " + (
        f"after record {about['previous'][:16]}" if about["previous"] else "the first"
    )
    return (purpose,), ()


# -- shuffles ------------------------------------------------------------------------------------------------------


def check_shuffle(
    transcript: Any, *, noted: str | None = None, dealt: Sequence[str] | None = None, start: int = 0
) -> Verdict:
    """Recompute a shuffle from its transcript: commitment, order, and the cards `dealt` after the first `start`.

    `noted` is the commitment that a player saved before the cards were used, all 64 digits of it. A card that was not
    shown is "??".
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
    need(t["kind"] in ("fair", "simulated"), "kind must be fair, simulated, sealed or given")
    if "secret" not in t and "order" not in t:
        return Verdict(NOTHING, ("it has no secret yet: it can be checked when the cards are spent",))
    fields(t, (*PUBLIC, "secret", "order"), "a shuffle's transcript", CHAINS)
    secret = hexed(t["secret"], secret_size(len(names)), "the secret")
    need(digest(head_of(t), secret) == t["commitment"], "the secret and the cards do not match the commitment")
    order = shuffled(names, stream(secret, t["seeds"]))
    need(t["order"] == " ".join(order), "the order does not follow from the secret and the players' seeds")
    says = [
        f"the secret, the cards and their purpose match the commitment {t['commitment']}",
        box_words(names),
    ]
    says.append(f"the order of {len(order)} cards follows from the secret" + seeds_words(t["seeds"]))
    says += [*chain_words(t), *deal_words(order, dealt, start)]
    bound, silent = about_words(t["about"])
    return _noted(t, noted, HOLDS if t["kind"] == "fair" else NOTHING, (*says, *bound), silent)


def _check_given(t: Mapping[str, Any]) -> Verdict:
    """Check a recorded hand or a constructed deal, which has only its order."""
    need(t.get("version") == SHUFFLE, f"version is not {SHUFFLE}, which this program checks")
    fields(t, PUBLIC, "a given order", ("secret", "order"))
    empty = {"game": "", "rules": "", "table": "", "number": 0, "previous": ""}
    need(
        t["about"] == empty and t["seeds"] == [] and not (t["commitment"] or t["cards"] or t.get("secret")),
        "a given order must have no purpose, commitment, cards, seeds or secret",
    )
    return Verdict(NOTHING, ("the order was given, not shuffled: nothing was promised, nothing is proved",))


def seeds_words(seeds: Sequence[Sequence[str]]) -> str:
    """Describe whose seeds went into a shuffle."""
    return f" and the seeds of {', '.join(by for by, _ in seeds)}" if seeds else ", without any player's seed"


def cut_words(seeds: Sequence[Sequence[str]]) -> str:
    """Describe whose seeds cut a sealed deck."""
    return f"the deck is cut by the seeds of {', '.join(by for by, _ in seeds)}" if seeds else "no seed cut the deck"


def deal_words(order: Sequence[str], dealt: Sequence[str] | None, start: int) -> list[str]:
    """Check that the cards dealt follow the order; describe the result."""
    if dealt is None:
        return []
    need(start >= 0 and start + len(dealt) <= len(order), "more cards are listed as dealt than were shuffled")
    for place, (ours, theirs) in enumerate(zip(order[start:], dealt, strict=False), start + 1):
        need(theirs in (ours, "??"), f"card {place} of the order is {ours}, but {theirs} is listed as dealt")
    shown = len(dealt) - list(dealt).count("??")
    return [f"the {shown} cards that were shown follow the order" + (f", from card {start + 1} on" if start else "")]


def _noted(
    t: Mapping[str, Any], noted: str | None, word: str, says: Iterable[str], silent: Iterable[str] = ()
) -> Verdict:
    says, silent = list(says), list(silent)
    if t["kind"] == "simulated":
        says.append(SIMULATED)
    if noted is None:
        silent.append("whether the commitment was published before the bets: compare it with the one you saved then")
    else:
        need(noted == t["commitment"], f"the commitment is {t['commitment']}, but the saved one is {noted}")
        says.append("the commitment is the saved one")
    silent.append("whether a seed was left out (look for your own), and whether the house disclosed its secret early")
    return Verdict(word, tuple(says), tuple(silent))


# -- sealed decks --------------------------------------------------------------------------------------------------


def check_seals(t: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Check the root over a sealed deck's seals; return the leaves."""
    fields(t["seals"], ("order", "draws", "leaves"), "seals")
    hexed(t["seals"]["order"], 32, "seals.order")
    hexed(t["seals"]["draws"], 32, "seals.draws")
    leaves = t["seals"]["leaves"]
    need(isinstance(leaves, list) and len(leaves) == len(names), "there must be a seal for each card of the box")
    for each in leaves:
        hexed(each, 32, "a seal")
    text = f"order {t['seals']['order']}\ndraws {t['seals']['draws']}\nleaves {' '.join(leaves)}\n"
    need(digest(head_of(t) + text) == t["commitment"], "the seals do not match the published commitment")
    return list(leaves)


def seal(position: int, card: str, salt: bytes) -> str:
    """The seal of one card."""
    return digest(f"{SHUFFLE} card {position} {card}\n", salt)


def _check_sealed(t: Any, noted: str | None, dealt: Sequence[str] | None, start: int) -> Verdict:
    """Check a sealed deck: its public part, or the house's complete transcript, which a test lab sees in confidence."""
    names = check_public(t, ("seals", *HIDDEN))
    fields(t, (*PUBLIC, "seals"), "a sealed deck's transcript", (*HIDDEN, *CHAINS))
    leaves = check_seals(t, names)
    says = [f"the seals match the commitment {t['commitment']}", box_words(names)]
    bound, silent = about_words(t["about"])
    if not set(HIDDEN) & t.keys():
        sealed = "all cards are still sealed: each seat has its own proof"
        return _noted(t, noted, NOTHING, (*says, *bound, sealed), silent)
    fields(t, (*PUBLIC, "seals", *HIDDEN), "the house's transcript of a sealed deck", CHAINS)
    secret, draws = hexed(t["secret"], secret_size(len(names)), "the secret"), hexed(t["draws"], 256, "draws")
    need(digest(f"{SHUFFLE} order\n", secret) == t["seals"]["order"], "the secret does not match the commitment")
    need(digest(f"{SHUFFLE} draws\n", draws) == t["seals"]["draws"], "draws does not match the commitment")
    need(isinstance(t["salts"], list) and len(t["salts"]) == len(names), "there must be a salt for each card")
    sealed_cards = shuffled(names, stream(secret, []))
    for place, (card, salt) in enumerate(zip(sealed_cards, t["salts"], strict=True)):
        need(seal(place, card, hexed(salt, 32, "a salt")) == leaves[place], f"seal {place} does not hold {card}")
    need(len(set(t["salts"])) == len(names), "two cards have the same salt")
    says.append(f"the seals hold the {len(names)} cards of the box, in the order that follows from the secret")
    order = [sealed_cards[place] for place in cut(len(names), t["seeds"])]
    need(t["order"] == " ".join(order), "the order does not follow from the seals and the players' seeds")
    says += [cut_words(t["seeds"]), *chain_words(t)]
    return _noted(t, noted, HOLDS, (*says, *deal_words(order, dealt, start), *bound), silent)


def check_seat(proof: Any, *, noted: str | None = None) -> Verdict:
    """Check the cards that a seat saw of a sealed deck. Each seal is opened separately."""
    try:
        return _check_seat(proof, noted)
    except Wrong as wrong:
        return Verdict(FAILS, (str(wrong),))


def _check_seat(t: Any, noted: str | None) -> Verdict:
    names = check_public(t, ("seals", "openings", "draws", "drawn"))
    fields(t, (*PUBLIC, "seals", "openings"), "a seat's proof", ("draws", "drawn", *CHAINS))
    need(t["kind"] == "sealed", "a seat's proof must be of a sealed deck")
    leaves, places = check_seals(t, names), cut(len(names), t["seeds"])
    need(isinstance(t["openings"], list), "openings must be a list")
    says = [f"the seals match the commitment {t['commitment']}", box_words(names)]
    opened: dict[int, str] = {}
    last, spare = -1, Counter(names)
    for opening in t["openings"]:
        fields(opening, ("dealt", "position", "card", "salt"), "an opening")
        number, position, card = opening["dealt"], opening["position"], opening["card"]
        need(
            type(number) is int and 0 <= number < len(names),
            "dealt of an opening must count the cards of the deal from 0",
        )
        need(
            type(position) is int and position == places[number],
            f"card {number + 1} of the deal is not under this seal",
        )
        need(number > last, f"card {number + 1} of the deal is opened twice or out of order")
        last = number
        need(isinstance(card, str) and card in spare, f"card {number + 1} of the deal is not a card of the box")
        salt = hexed(opening["salt"], 32, "a salt")
        need(
            seal(position, card, salt) == leaves[position],
            f"card {number + 1} of the deal is not {card}: its seal does not match",
        )
        opened[number] = card
    spare.subtract(opened.values())
    need(min(spare.values()) >= 0, "a card was opened more often than it is in the box")
    if opened:
        says.append(
            ", ".join(f"card {number + 1} is {card}" for number, card in sorted(opened.items())) + ", as sealed"
        )
    says += [cut_words(t["seeds"]), *chain_words(t)]
    bound, silent = about_words(t["about"])
    silent += (
        "the cards whose seals are not opened here: a test lab can check them in confidence",
        "who received each card of the deal: compare with what you saw",
    )
    if "draws" in t or "drawn" in t:
        says += check_drawn(t)
    else:
        silent += ("draws other than the cards",)
    return _noted(t, noted, HOLDS if opened or "draws" in t else NOTHING, (*says, *bound), silent)


def check_drawn(t: Mapping[str, Any]) -> list[str]:
    """Check other draws than the cards: numbers, and reshuffled discards."""
    fields(t, (*PUBLIC, "seals", "openings", "draws", "drawn"), "a seat's proof", CHAINS)
    draws = hexed(t["draws"], 256, "draws")
    need(digest(f"{SHUFFLE} draws\n", draws) == t["seals"]["draws"], "draws does not match the commitment")
    need(isinstance(t["drawn"], list) and len(t["drawn"]) <= 100, "drawn must be a list of at most 100")
    says: list[str] = []
    before: Counter[str] = Counter()
    for each in t["drawn"]:
        fields(each, ("what", "of", "numbers", "differ"), "a draw")
        line(each["what"], "what of a draw")
        of, numbers, differ = each["of"], each["numbers"], each["differ"]
        need(type(of) is int and 1 <= of <= 1024 and isinstance(differ, bool), "a draw must be of 1 to 1024")
        need(isinstance(numbers, list) and 1 <= len(numbers) <= 1024, "a draw must have 1 to 1024 numbers")
        before[each["what"]] += 1
        label = f"{SHUFFLE} draw {before[each['what']]} {each['what']}\n".encode()
        source = more(label + draws + packed(t["seeds"]), 0, 256)
        if differ:
            drawn = [number + 1 for number in shuffled(range(of), source)][: len(numbers)]
        else:
            drawn = [draw(source, of) + 1 for _ in numbers]
        need(
            all(type(n) is int for n in numbers) and drawn == numbers,
            f"{each['what']}: the numbers do not follow from the second secret",
        )
        says.append(f"{each['what']}: {', '.join(map(str, numbers))}, as follows from the second secret")
    return says


# -- rounds --------------------------------------------------------------------------------------------------------

PASSING = ("area", "front", "pot", "bank")
"""Accounts that hold chips during a round, and none after it."""
HOUSE = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}


class ValueResult(NamedTuple):
    """The result for one value of a file."""

    where: str
    verdict: Verdict
    kind: str = ""
    commitment: str = ""
    hash: str = ""
    """The hash of a record."""
    bound: bool = False
    """Whether something that the caller saved fixes the hash of a record: a head, evidence, a commitment or a key."""


class TableChain:
    """What a file has shown about a table so far."""

    def __init__(self) -> None:
        self.head: str | None = None
        self.hashes: dict[str, int] = {}
        """Hashes of its records, with their places."""
        self.anchors: set[str] = set()
        """Hashes that the caller saved, or that are signed with the key that the caller knows."""
        self.bound = False
        """Whether the last record is signed."""
        self.shown: set[str] = set()
        """Hashes of records that a client was shown."""
        self.whole = False
        """Whether its first record is here."""
        self.numbers: dict[int, str] = {}
        """Its shuffles, by number."""
        self.left: dict[str, Any] = {}
        """The rest of each shuffle after its last round: a shoe, or None."""
        self.last: Mapping[str, Any] | None = None
        """The last record."""
        self.links: dict[str, str] = {}
        """What each player published last of a seed chain, as far as the records show."""
        self.published: set[tuple[str, str]] = set()
        """Everything that players have published of seed chains."""


def evidence_beside(values: Iterable[tuple[str, Any]]) -> set[str]:
    """The places of evidence in a file that also has something else, given its values with their places.

    The author of the records could have written this evidence too.
    """
    mine, others = set(), False
    for where, value in values:
        is_evidence = isinstance(value, dict) and value.get("format") == EVIDENCE
        mine |= {where} if is_evidence else set()
        others |= not is_evidence
    return mine if others else set()


def check_lines(
    lines: Iterable[tuple[str, str]],
    *,
    noted: str | None = None,
    head: str | None = None,
    key: str | None = None,
    beside: Set[str] = frozenset(),
) -> list[ValueResult]:
    """Check a file's values, each given with its place and text: separately, and whether they fit together.

    `beside` are the places of evidence that the caller did not save (`evidence_beside`). It proves nothing.
    """
    values = [(where, text, *_read(text)) for where, text in lines]
    shuffles: dict[str, Any] = {}
    for _, _, value, _ in values:
        if is_shuffle(value) and len(value) >= len(shuffles.get(value["commitment"], ())):
            shuffles[value["commitment"]] = value  # of several, the most complete one
    judged: dict[str, Verdict] = {}
    tables: dict[str, TableChain] = {}
    records: dict[tuple[str, str], tuple[Any, str]] = {}
    seen = [
        value
        for where, _, value, _ in values
        if isinstance(value, dict) and value.get("format") == EVIDENCE and where not in beside
    ]
    saved = {str(value.get("commitment")) for value in seen if value.get("before") is True}
    earlier = earlier_keys([value for _, _, value, _ in values], key)
    results = []
    for where, text, value, wrong in values:
        kind = ""
        try:
            need(not wrong, wrong)
            kind = kind_of(value)
            if kind == "shuffle":
                mine = value["commitment"]
                need(value.get("seeds") == shuffles[mine].get("seeds"), "it appears twice, with different seeds")
                need(value.get("chains") == shuffles[mine].get("chains"), "it appears twice, with different chains")
                verdict = _check_shuffle(value, mine if noted == mine or mine in saved else None, None, 0)
                _count(tables, value)
                if value is shuffles[mine]:
                    judged[mine] = verdict
            elif kind == ROUND:
                verdict = check_record(value, text, (shuffles, judged), tables)
            elif kind == SIGNATURE:
                verdict = check_signature(value, key, tables, earlier)
            elif kind == KEYS:
                verdict = check_keys(value, key)
            elif kind == EVIDENCE and where in beside:
                kind, verdict = "", Verdict(NOTHING, (), (NOT_SAVED,))
            elif kind == EVIDENCE:
                verdict = Verdict(NOTHING)  # it is compared when all records are read
            else:
                raise Wrong(f"this is not a shuffle, a round of {ROUND}, a signature or evidence")
        except Wrong as error:
            verdict = Verdict(FAILS, (str(error),))
        hash_ = (tables[value["opening"]["table"]].head or "") if kind == ROUND and verdict.word != FAILS else ""
        if hash_:
            records[value["opening"]["table"], value["opening"]["previous"]] = value, hash_
        results.append(ValueResult(where, verdict, kind, _commitment_of(value), hash_))
    proofs = [
        value
        for result, (_, _, value, _) in zip(results, values, strict=True)
        if result.kind == "shuffle" and result.verdict.word != FAILS
    ]
    for at, (_, _, value, _) in enumerate(values):
        if results[at].kind == EVIDENCE:
            verdict = check_evidence(value, proofs, records)
            results[at] = results[at]._replace(
                verdict=verdict, kind="open" if verdict in (NOT_BEGUN, VOIDED) else EVIDENCE
            )
            if verdict.holds and value["table"] in tables:
                tables[value["table"]].shown.add(value["head"])
    _bind(results, values, tables, {noted, *saved}, head)
    if seen and all(each.kind != EVIDENCE for each in results):
        none = "the evidence: none of it is about a round in these files"
        results.append(ValueResult("the whole", Verdict(NOTHING, (), (none,))))
    return results + list(_of_the_whole(shuffles, tables, noted, head, key))


def _bind(
    results: list[ValueResult],
    values: Sequence[tuple[Any, ...]],
    tables: Mapping[str, TableChain],
    saved: Set[str | None],
    head: str | None,
) -> None:
    """Mark the records whose hash the caller saved, and all records before them.

    A commitment that was saved before the bets covers the hash of the record before it.
    """
    for result, (_, _, value, _) in zip(results, values, strict=True):
        proved = result.kind == "shuffle" and result.verdict.word != FAILS
        if proved and value["commitment"] in saved and value["about"]["table"] in tables:
            tables[value["about"]["table"]].anchors.add(value["about"]["previous"])
    last = {}
    for name, table in tables.items():
        anchors = table.anchors | table.shown | {head}
        last[name] = max((at for hash_, at in table.hashes.items() if hash_ in anchors), default=-1)
    for at, (result, (_, _, value, _)) in enumerate(zip(results, values, strict=True)):
        if result.hash:
            name = value["opening"]["table"]
            results[at] = result._replace(bound=tables[name].hashes[result.hash] <= last[name])


def is_shuffle(value: Any) -> bool:
    """Whether a value is a shuffle's transcript or a seat's proof."""
    return isinstance(value, dict) and "version" in value and isinstance(value.get("commitment"), str)


def kind_of(value: Any) -> str:
    """The kind of a value: "shuffle", or its format if it is one that this program checks; otherwise an empty text."""
    if is_shuffle(value):
        return "shuffle"
    format_ = value.get("format") if isinstance(value, dict) else None
    return format_ if isinstance(format_, str) and format_ in (ROUND, SIGNATURE, KEYS, EVIDENCE) else ""


def _commitment_of(value: Any) -> str:
    return str(value.get("commitment", "")) if isinstance(value, dict) else ""


def _read(text: str) -> tuple[Any, str]:
    """Return a JSON value, and why it cannot be read, or an empty text."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        need(len({name for name, _ in pairs}) == len(pairs), "a field appears twice in it")
        return dict(pairs)

    def whole(number: str) -> int:
        raise Wrong(f"{number[:20]} is not a whole number")

    try:
        value = json.loads(text, object_pairs_hook=once, parse_float=whole, parse_constant=whole)
        need(shallow(value), DEEP)
        return value, ""
    except Wrong as error:
        return None, str(error)
    except RecursionError:
        return None, DEEP
    except ValueError:
        return None, "this is not JSON, or a number in it is too long"


def shallow(value: Any) -> bool:
    """Whether a value has at most 32 levels of lists and objects. Python cannot compare or write much deeper ones."""
    level = [value]
    for _ in range(33):
        level = [part for each in level for part in _parts(each)]
    return not level


def _parts(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _count(tables: dict[str, TableChain], value: Mapping[str, Any]) -> None:
    """Check that no two shuffles of a table have the same number."""
    name, number = value["about"]["table"], value["about"]["number"]
    if name:
        known = tables.setdefault(name, TableChain()).numbers.setdefault(number, value["commitment"])
        need(known == value["commitment"], f"two shuffles here are number {number} of table {name}")


Shuffles = tuple[Mapping[str, Any], dict[str, Verdict]]
"""The shuffles of a file by commitment, and the verdicts on those that have been checked."""
OPENING = ("game", "rules", "script", "table", "spots", "stacks", "carry", "shuffle", "seeds", "previous")


def check_record(r: Any, text: str, shuffles: Shuffles, tables: dict[str, TableChain]) -> Verdict:
    """Check a round: its place in the chain, its shuffle, and its money."""
    for part, names, may, what in (
        (r, ("format", "opening", "answers", "outcome"), (), "a record"),
        (r.get("opening"), OPENING, CHAINS, "an opening"),
        (r.get("outcome"), ("settled", "transfers", "net", "next"), (), "an outcome"),
    ):
        fields(part, names, what, may)
        order = tuple(name for name in (*names, *may) if name in part)
        need(tuple(part) == order, f"{what} must have its fields in the order {', '.join(order)}")
    text = text.strip()
    need(
        json.dumps(r, separators=(",", ":"), ensure_ascii=False) == text,
        "the line is not in the exact form of a record",
    )
    opening, outcome = r["opening"], r["outcome"]
    line(opening["table"], "table")
    line(opening["shuffle"], "shuffle")
    line(opening["previous"], "previous")
    check_seeds(opening["seeds"])
    check_chains(opening)
    need(isinstance(r["answers"], list), "answers must be a list")
    need(isinstance(opening["carry"], dict) and isinstance(outcome["next"], dict), "carry and next must be objects")
    hash_ = hashlib.sha256(public(r, shuffles[0].get(opening["shuffle"])).encode("utf-8", "surrogatepass")).hexdigest()
    table = tables.get(opening["table"]) or TableChain()
    says, silent = check_place(table, opening, hash_)
    says.append(check_money(opening["stacks"], outcome["transfers"], outcome["net"]))
    silent += check_carried(table, opening)
    began = check_shoe(table, opening)
    chained, unchained = follow_chains(table, opening, not began)
    says, silent = says + chained, silent + unchained
    if began and opening["shuffle"] not in table.left:
        silent.append("the earlier rounds of its shoe, which are not in this file")
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
        silent.insert(0, f"its shuffle, {opening['shuffle']}, which is not in this file")
    tables[opening["table"]] = table
    table.whole = table.whole or not opening["previous"]
    table.head, table.bound, table.last = hash_, False, r
    table.hashes[hash_] = len(table.hashes)
    table.left[opening["shuffle"]] = outcome["next"].get("shoe")
    return Verdict(word, tuple(says), (RULES, *silent))


def public(r: dict[str, Any], shuffle: Mapping[str, Any] | None) -> str:
    """Return a record's public line. For a sealed deck, cards that a player named are sealed too."""
    answers: list[Any] = []
    sealed = shuffle is not None and shuffle.get("kind") == "sealed"
    for number, answer in enumerate(r["answers"]):
        if sealed and shuffle and isinstance(answer, dict) and isinstance(answer.get("value"), list):
            secret = shuffle.get("secret")
            need(
                isinstance(secret, str),
                "its answers are not sealed, and the secret that seals them is not in this file",
            )
            text = f"{SHUFFLE} answer {number} {json.dumps(answer['value'], separators=(',', ':'))}\n"
            under = digest(text, hexed(secret, len(str(secret)) // 2, "the secret"))
            answers.append(answer | {"value": {"sealed": under}})
        else:
            answers.append(answer)
    return json.dumps(r | {"answers": answers}, separators=(",", ":"), ensure_ascii=False)


def check_place(table: TableChain, opening: Mapping[str, Any], hash_: str) -> tuple[list[str], list[str]]:
    """Check a record's place in the chain of its table; return what was checked and what could not be."""
    if table.head is not None:
        need(opening["previous"] == table.head, f"it does not follow the record before it, {table.head}")
        return [f"it is record {hash_} and follows the one before it"], []
    if not opening["previous"]:
        return [f"it is record {hash_}, the first"], []
    return [f"it is record {hash_}"], [f"the records before it, up to {opening['previous']}"]


def check_money(stacks: Any, transfers: Any, net: Any) -> str:
    """Check that all payers had the chips, that nothing is left on the table, and that the net is the sum."""
    need(
        isinstance(stacks, dict) and all(type(c) is int and c >= 0 for c in stacks.values()),
        "stacks must be whole cents",
    )
    need(not stacks.keys() & {"house", *HOUSE.values()}, "a player has the name of one of the house's accounts")
    need(isinstance(transfers, list) and isinstance(net, dict), "transfers must be a list and net an object")
    balances: Counter[tuple[str, ...]] = Counter({("stack", name, ""): cents for name, cents in stacks.items()})
    for each in transfers:
        need(isinstance(each, dict) and type(each.get("amount")) is int, "a transfer must move whole cents")
        amount = each["amount"]
        need(amount > 0, "a transfer must move more than zero cents")
        payer, payee = account(each.get("payer")), account(each.get("payee"))
        balances[payer] -= amount
        balances[payee] += amount
        need(balances[payer] >= 0 or payer[0] in HOUSE, f"{' '.join(payer).strip()} pays more than it has")
    need(not any(balances[where] for where in balances if where[0] in PASSING), "chips are left on the table")
    sums: Counter[str] = Counter(dict.fromkeys(("bank", "collection", "jackpot", *stacks), 0))
    for (kind, owner, _), cents in balances.items():
        need(kind != "stack" or owner in stacks, f"{owner} has no stack in this round")
        if kind in HOUSE:
            sums[HOUSE[kind]] += cents
        elif kind == "stack":
            sums[owner] += cents - stacks[owner]
    need(dict(sums) == net, "the net is not the sum of the transfers")
    need(all(type(cents) is int for cents in net.values()) and not sum(net.values()), "the net does not sum to zero")
    return f"its {len(transfers)} transfers add up to its net, and no chip is made or lost"


def account(value: Any) -> tuple[str, ...]:
    """Read an account for chips."""
    need(
        isinstance(value, list) and len(value) == 3 and all(isinstance(each, str) for each in value),
        "an account must have a kind, an owner and a part",
    )
    need(value[0] in ("stack", *PASSING, *HOUSE), f"{value[0]} is not a kind of account")
    return tuple(value)


def check_carried(table: TableChain, opening: Mapping[str, Any]) -> list[str]:
    """Return what changed between the table's last round and this one without an explanation in the file."""
    if table.last is None:
        return []
    before, after = table.last["opening"], table.last["outcome"]
    silent = []
    had = {name: cents + after["net"].get(name, 0) for name, cents in before["stacks"].items()}
    if others := [name for name in {**had, **opening["stacks"]} if had.get(name) != opening["stacks"].get(name)]:
        silent.append(f"why {', '.join(others)} joined, left or have other chips than after the previous record")
    same = before["game"] == opening["game"] and before["rules"] == opening["rules"]
    for name in dict.fromkeys((*after["next"], *opening["carry"])) if same else ():
        if after["next"].get(name) != opening["carry"].get(name):
            silent.append(f"why the table's {name} differs from the previous record")
    return silent


def check_shoe(table: TableChain, opening: Mapping[str, Any]) -> Any:
    """Check that a shuffle is used once, and a shoe continues where it was left; return where this round began."""
    key, began = opening["shuffle"], opening["carry"].get("shoe")
    if key in table.left:
        need(table.left[key] is not None, "its shuffle was spent in an earlier round")
        need(began == table.left[key], "it does not begin where the previous round left the shoe")
    elif began:
        need(bool(opening["previous"]) and not table.whole, "it begins in the middle of a new shoe")
    return began


def follow_chains(table: TableChain, opening: Mapping[str, Any], first: bool) -> tuple[list[str], list[str]]:
    """Check that each chain goes on where the records before left it; return what was checked and what could not be.

    A player may publish another chain at any time, but nothing that was published before may count again.
    """
    if not first or opening["shuffle"] in table.left:
        return [], []
    seeds, says, silent = dict(opening["seeds"]), [], []
    for by, anchor in opening.get("chains", ()):
        if table.links.get(by) == anchor:
            says.append(f"the chain of {by} goes on where the last record left it")
        else:
            need((by, anchor) not in table.published, f"the chain of {by} uses a link that was published before")
            silent.append(f"whether {by} published the end of this chain, {anchor}, before the shuffle")
        link = seeds.get(by)
        table.published |= {(by, anchor)} | ({(by, link)} if link else set())
        table.links.pop(by, None)
        if link:
            table.links[by] = link
    return says, silent


def check_binding(
    opening: Mapping[str, Any], shuffle: Mapping[str, Any], judged: dict[str, Verdict], first: bool
) -> Verdict:
    """Check that the shuffle is for this game, rules, table and place in its history, with these seeds."""
    if shuffle["commitment"] not in judged:
        judged[shuffle["commitment"]] = _check_shuffle(shuffle, None, None, 0)
    verdict = judged[shuffle["commitment"]]
    if shuffle.get("kind") == "given":
        return verdict
    about, rules = shuffle["about"], opening["rules"]
    need(isinstance(rules, dict), "rules must be an object")
    need(
        about["game"] == opening["game"], f"its shuffle is for {about['game'] or 'no game'}, not for {opening['game']}"
    )
    need(about["rules"] == rules.get("digest"), "its shuffle is for different rules")
    need(about["table"] == opening["table"], f"its shuffle is for table {about['table'] or 'none'}")
    need(not first or about["previous"] == opening["previous"], "its shuffle was committed to at a different time")
    need(shuffle["seeds"] == opening["seeds"], "the seeds of its shuffle differ from those of the round")
    need(shuffle.get("chains") == opening.get("chains"), "the chains of its shuffle differ from those of the round")
    there = {*opening["stacks"], *dict(opening.get("chains", ()))}  # a link stays if its player leaves before the deal
    strangers = [by for by, _ in shuffle["seeds"] if by not in there]
    need(not (first and strangers), f"it has seeds of players who were not there: {', '.join(strangers)}")
    return verdict


def _of_the_whole(
    shuffles: Mapping[str, Any], tables: Mapping[str, TableChain], noted: str | None, head: str | None, key: str | None
) -> Iterator[ValueResult]:
    """Check what depends on the whole file."""

    def whole(word: str, *says: str, silent: str = "") -> ValueResult:
        return ValueResult("the whole", Verdict(word, says, (silent,) if silent else ()), "open" if silent else "")

    if noted is not None:
        dealt = [table for table in tables.values() if noted in table.left]
        if noted not in shuffles and not dealt:
            yield whole(FAILS, f"no shuffle here was committed to as {noted}")
        elif not dealt and any(table.head for table in tables.values()):
            yield whole(FAILS, f"no round here was dealt from {noted}")
    if head is not None:
        known = any(head == table.head for table in tables.values())
        last = f"record {head} is the last of its table here" if known else f"no table's last record here is {head}"
        yield whole(HOLDS if known else FAILS, last)
    for name, table in tables.items():
        if key is not None and table.head and not table.bound:
            yield whole(FAILS, f"the last record of table {name}, {table.head}, is not signed with the known key")
        elif table.head not in (None, head, *table.shown) and not table.bound:
            end = f"whether the last record of table {name}, {table.head}, was changed: no later record confirms it"
            yield whole(NOTHING, silent=end)
        if missing := _gaps(sorted(table.numbers)):
            away = f"shuffles of table {name} that are missing here (discarded, voided or withheld): {missing}"
            yield whole(NOTHING, silent=away)


def _gaps(numbers: Sequence[int]) -> str:
    """List the first few missing numbers, from 1 to the last."""
    gaps = [(a + 1, b - 1) for a, b in zip((0, *numbers), numbers, strict=False) if b > a + 1]
    ranges = [str(a) if a == b else f"{a} to {b}" for a, b in gaps[:8]]
    return ", ".join(ranges) + (" ..." if len(gaps) > 8 else "")


# -- evidence: what a client was shown -----------------------------------------------------------------------------

SEEN = ("table", "viewer", "commitment", "previous", "before", "asked", "link", "seeds", "changed", "cards", "head")


NOT_BEGUN = Verdict(NOTHING, (), ("evidence of a round that had not begun when it was noted",))
VOIDED = Verdict(NOTHING, (), ("evidence of a round that was voided: no proof of its cards is here",))


def check_evidence(value: Any, proofs: Sequence[Any], records: Mapping[tuple[str, str], tuple[Any, str]]) -> Verdict:
    """Compare what a client was shown of a round with the record and the proofs of that round.

    `proofs` and `records` are those that were not refuted. Evidence of a round without a record proves nothing.
    """
    try:
        return _check_evidence(value, proofs, records)
    except Wrong as wrong:
        return Verdict(FAILS, (str(wrong),))


def _check_evidence(e: Any, proofs: Sequence[Any], records: Mapping[tuple[str, str], tuple[Any, str]]) -> Verdict:
    check_evidence_form(e)
    shuffles = [each for each in proofs if each["commitment"] == e["commitment"]]
    record, hash_ = records.get((e["table"], e["previous"]), (None, ""))
    voided = e.get("voided", False)
    if voided:
        none = [each for each, _ in records.values() if each["opening"]["shuffle"] == e["commitment"]]
        need(not none, f"{e['viewer']} was shown that this round was voided, but a record was dealt from its cards")
        record = None
    if record is None and voided and not shuffles:
        return VOIDED
    if record is None and not (voided or e["seeds"] is not None or e["cards"] or e["head"]):
        return NOT_BEGUN
    missing = record is None and not voided
    if missing and not shuffles:
        return Verdict(NOTHING, (missing_words(e),))
    if record is None:
        check_place_shown(e, shuffles, records)
    says, silent = [missing_words(e)] if missing else [], []
    if record is not None:
        dealt = record["opening"]["shuffle"]
        need(dealt == e["commitment"], f"{e['viewer']} was shown the commitment {e['commitment']}, not {dealt}")
    for each in [*([record["opening"]] if record is not None else []), *shuffles]:
        check_shown(e, each)
    need(not e["changed"], "the table showed other seeds or chains later than at the start of the round")
    word = HOLDS if e["before"] and e["seeds"] is not None and not missing else NOTHING
    if e["before"]:
        says.append(f"{e['viewer']} was shown the commitment before the round")
    else:
        silent.append("whether the commitment was published before the round: it was first shown later")
    if e["seeds"] is None:
        silent.append("whether the seeds were published before the bets: they were not shown")
    else:
        says.append(f"the seeds are the ones that {e['viewer']} was shown when the round started")
    if e["link"] and [e["viewer"], e["link"]] not in (e["seeds"] or []):
        word = NOTHING
        silent.append(f"why the link of {e['viewer']} was not used: it came too late, or the house ignored it")
    elif e["link"]:
        says.append(f"the link of {e['viewer']} is among the seeds")
    if not check_cards_shown(e, shuffles, says, silent):
        word = NOTHING
    if voided:
        says.append("the round was voided, so it has no record")
    elif not e["head"]:
        silent.append("whether the record is the one whose hash was shown after the round")
    elif not missing:
        need(hash_ == e["head"], f"the hash of the record is {hash_}, but {e['viewer']} was shown {e['head']}")
        says.append("the record has the hash that was shown after the round")
    return Verdict(word, tuple(says), tuple(silent))


def missing_words(e: Mapping[str, Any]) -> str:
    """Name the round of evidence whose record is missing."""
    place = f"table {e['table']}, after record {e['previous'] or 'none'}, dealt from {e['commitment']}"
    end = f"its hash was shown as {e['head']}" if e["head"] else "its end was not shown"
    return f"the record of this round is missing here, or does not hold: {place}; {end}"


def check_place_shown(
    e: Mapping[str, Any], shuffles: Sequence[Any], records: Mapping[tuple[str, str], tuple[Any, str]]
) -> None:
    """Check that no other record precedes the round than the one that was shown. A shoe lasts for several rounds, so
    there the place of a round does not follow from its shuffle."""
    dealt = [record for record, _ in records.values() if record["opening"]["shuffle"] == e["commitment"]]
    shoes = [each["opening"]["carry"].get("shoe") or each["outcome"]["next"].get("shoe") for each in dealt]
    named = [each["opening"]["previous"] for each in dealt if not any(shoes)]
    named += [each["about"]["previous"] for each in shuffles if each["kind"] == "sealed"]
    for previous in named:
        need(
            previous == e["previous"],
            f"{e['viewer']} was shown {e['previous'] or 'no record'} as the last record before the round, "
            f"but it follows {previous or 'none'} here",
        )


def check_evidence_form(e: Any) -> None:
    """Check the fields of evidence."""
    fields(e, (*SEEN, "format"), "evidence", may=("voided",))
    need(e.get("voided", True) is True, "voided must be true, or left out")
    need(not ("voided" in e and e["head"]), "a round that was voided has no record")
    for name in ("table", "viewer", "commitment", "previous", "link", "head"):
        line(e[name], name)
    need(type(e["before"]) is bool and type(e["changed"]) is bool, "before and changed must be true or false")
    check_seeds(e["asked"])
    check_seeds([] if e["seeds"] is None else e["seeds"])
    cards = e["cards"]
    need(isinstance(cards, list) and all(isinstance(c, str) and NAME.match(c) for c in cards), "cards must be names")


def check_shown(e: Mapping[str, Any], opening: Mapping[str, Any]) -> None:
    """Check that the seeds and the chains of a round or a shuffle are the ones that were shown."""
    for name, shown in (("seeds", e["seeds"]), ("chains", e["asked"])):
        if shown is None:
            continue
        what, theirs, ours = name[:-1], dict(opening.get(name, ())), dict(shown)
        for by in sorted({*theirs, *ours}, key=str.encode):
            need(by in ours, f"the {what} of {by} was not shown to {e['viewer']} when the round started")
            need(by in theirs, f"the {what} of {by}, which {e['viewer']} was shown when the round started, is missing")
            need(theirs[by] == ours[by], f"the {what} of {by} is not the one that {e['viewer']} was shown")


def check_cards_shown(e: Mapping[str, Any], shuffles: Sequence[Any], says: list[str], silent: list[str]) -> bool:
    """Check that the cards that were shown are in the order, or under seals that are opened here. Return False if a
    proof of them leaves some open."""
    proved: Counter[str] = Counter()
    for each in shuffles:
        opened = [opening["card"] for opening in each.get("openings", ())]
        proved |= Counter(opened or str(each.get("order", "")).split())
    missing = Counter(e["cards"]) - proved
    if not proved:
        silent.append(f"the {len(e['cards'])} cards that were shown: no proof of them is in these files")
    elif missing and not any("draws" in each or "order" in each for each in shuffles):
        silent.append(f"{' '.join(missing.elements())}, which may have been shown after discards were reshuffled")
        return False
    else:
        need(not missing, f"{' '.join(missing.elements())} was shown, but the proof does not have it")
        says.append(f"the {len(e['cards'])} cards that were shown are in the proof")
    return True


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
    """Whether two points are equal."""
    return not (a[0] * b[2] - b[0] * a[2]) % P and not (a[1] * b[2] - b[1] * a[2]) % P


def point_of(data: bytes) -> Point:
    """Decode a point from its 32 bytes."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (1 << 255) - 1
    u, v = y * y - 1, D * y * y + 1
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(y < P and (v * x * x - u) % P == 0 and not (x == 0 and sign), "this is not a point of the curve")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, P - 2, P) % P).to_bytes(32, "little"))


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether a signature is valid for a key and a message."""
    s = int.from_bytes(signature[32:], "little")
    k = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    need(not same(times(8, point_of(key)), (0, 1, 1, 0)), "this key is invalid: every message would count as signed")
    left, right = times(s, BASE), add(point_of(signature[:32]), times(k, point_of(key)))
    return s < L and same(left, right)


def check_keys(value: Any, key: str | None) -> Verdict:
    """Check a list of the house's earlier keys, which its current key signs."""
    fields(value, ("format", "key", "at", "earlier", "signature"), "a list of keys")
    theirs, signature = hexed(value["key"], 32, "the key"), hexed(value["signature"], 64, "the signature")
    need(type(value["at"]) is int and isinstance(value["earlier"], list), "at must be a number, and earlier a list")
    lines = [KEYS, f"key {value['key']}", f"at {value['at']}"]
    for each in value["earlier"]:
        fields(each, ("key", "until"), "an earlier key")
        hexed(each["key"], 32, "an earlier key")
        until = each["until"]
        need(until is None or type(until) is int, "until must be a number of seconds, or null for a withdrawn key")
        lines.append(f"earlier {each['key']} until {'withdrawn' if until is None else until}")
    need(key is None or key == value["key"], f"the list is signed with the key {value['key']}, not with the given key")
    need(signed(theirs, "".join(f"{each}\n" for each in lines).encode(), signature), "the signature does not match")
    says = f"the key {value['key']} names {len(value['earlier'])} earlier keys of the house"
    return Verdict(HOLDS, (says,), () if key else (WHOSE,))


def earlier_keys(values: Iterable[Any], key: str | None) -> dict[str, int | None]:
    """The earlier keys that lists here name, each with the time until which it was used; None if it was withdrawn.

    Only lists that the known key has signed count.
    """
    earlier: dict[str, int | None] = {}
    for value in values:
        if key is not None and isinstance(value, dict) and value.get("format") == KEYS:
            try:
                check_keys(value, key)
            except Wrong:
                continue  # the verdict on the list says why
            earlier |= {each["key"]: each["until"] for each in value["earlier"]}
    return earlier


def check_time(value: Mapping[str, Any], until: int | None) -> tuple[str, ...]:
    """Check that an earlier key was still used when it signed. Return what cannot be checked."""
    need(until is not None, f"the house has withdrawn the key {value['key']}: its signatures prove nothing")
    need(value["at"] <= (until or 0), f"it was signed at {value['at']}, but its key was used only until {until}")
    return ("whether the time of the signature is right: anyone with the retired key can write an earlier one",)


WHOSE = "whose key this is: compare it with the key that the house has published"


def check_signature(
    value: Any, key: str | None, tables: Mapping[str, TableChain], earlier: Mapping[str, int | None]
) -> Verdict:
    """Check the signature over the head of a table's records, against the house's key if it is given.

    A signature with one of the house's earlier keys counts if it was made while that key was used.
    """
    fields(value, ("format", "table", "head", "key", "at", "signature"), "a signature")
    need(type(value["at"]) is int, "at must be a number of seconds")
    line(value["table"], "table")
    head, theirs = hexed(value["head"], 32, "the head"), hexed(value["key"], 32, "the key")
    signature = hexed(value["signature"], 64, "the signature")
    message = f"{SIGNATURE}\ntable {value['table']}\nhead {head.hex()}\nat {value['at']}\n".encode()
    known = key is None or value["key"] in (key, *earlier)
    need(known, f"it is signed with the key {value['key']}, not with the given key")
    silent = check_time(value, earlier[value["key"]]) if value["key"] in earlier else ()
    need(signed(theirs, message, signature), "the signature does not match its key")
    table = tables.get(value["table"], TableChain())
    need(value["head"] in table.hashes, "no earlier record of its table has the signed hash")
    table.bound = table.bound or value["head"] == table.head
    table.anchors |= {value["head"]} if key else set()
    says = (
        f"record {value['head']} and all before it at table {value['table']} are signed with the key {value['key']}",
    )
    return Verdict(HOLDS, says, silent if key else (WHOSE,))


def key_of(text: str) -> str:
    """Read an argument of 64 digits: a commitment, a hash or a key."""
    if not re.fullmatch("[0-9a-f]{64}", text.lower()):
        raise argparse.ArgumentTypeError(f"write all 64 digits 0-9a-f, not {len(text)} characters")
    return text.lower()


# -- the program ---------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Check files and print the results; exit code 0 if everything holds."""
    about = (__doc__ or "").split("\n\n", 2)
    parser = argparse.ArgumentParser(description=about[0], epilog=about[2])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument(
        "--evidence", action="append", default=[], metavar="FILE", help="what your client was shown; may be repeated"
    )
    parser.add_argument("--commitment", type=key_of, metavar="DIGITS", help="the commitment that you saved before")
    parser.add_argument("--head", type=key_of, metavar="HASH", help="the hash of the last record that you know")
    parser.add_argument("--key", type=key_of, metavar="KEY", help="the key that the house signs with")
    options = parser.parse_args(arguments)
    lines: list[tuple[str, str]] = []
    beside: set[str] = set()
    for file in dict.fromkeys((*options.files, *options.evidence)):
        try:
            data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        except OSError as error:
            parser.error(f"{file}: {error.strerror}")
        text = data.decode("utf-8", "replace")
        whole = [(file, text)] if text.lstrip().startswith("{\n") else []
        new = whole or [(f"{file}, line {n}", each) for n, each in enumerate(text.split("\n"), 1) if each.strip()]
        lines += new
        if file in options.evidence:
            if all(kind_of(_read(each)[0]) != EVIDENCE for _, each in new):
                parser.error(f"{ascii(file)[1:-1]}: there is no evidence in this file")
        else:
            beside |= evidence_beside((where, _read(each)[0]) for where, each in new)
    results = check_lines(lines, noted=options.commitment, head=options.head, key=options.key, beside=beside)
    for where, verdict, kind, *_ in results:
        print(f"{ascii(where)[1:-1]}: {BARELY if verdict.holds and kind == ROUND else verdict.word}")
        for sentence in verdict.says:
            print(f"  {ascii(sentence)[1:-1]}")
        for sentence in verdict.silent:
            print(f"  (not checked: {ascii(sentence)[1:-1]})")
    counts = Counter(each.verdict.word for each in results)
    print(", ".join(f"{count} {word}" for word, count in counts.items()) or "there is nothing to check")
    if any(kind == ROUND for _, _, kind, *_ in results):
        print("Not checked here: whether the rules of the games lead to the payments. Use `cardroom verify` for that.")
    return 0 if results and all(each.verdict.holds or each.kind == "open" for each in results) else 1


if __name__ == "__main__":
    sys.exit(main())
