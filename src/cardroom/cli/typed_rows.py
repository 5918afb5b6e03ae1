"""Laying cards into rows from the keyboard: a letter for each card as they lie, or row by row with numbers or names.

Enter ends the line. Where rows are complete, or all cards are laid at once, they are named before it counts.
"""

import re
from collections.abc import Mapping, Sequence

from rich.text import Text

from cardroom.cards import Card, pretty, text
from cardroom.cli.asker import Asker, GoBack
from cardroom.play import Lay, Refused
from cardroom.show.preview import rows_preview

__all__ = ["letters_of", "parse_rows", "typed_rows"]

AWAY = "dx-"
"""What throws a card away."""
ALIASES = {"front": "ft", "middle": "m", "back": "b"}
"""The first letter of a row, and what else people call it: top, middle, bottom."""


def letters_of(lay: Lay) -> dict[str, str]:
    """The letters of rows, and of throwing away where that is to be done.

    >>> from cardroom.play import RowSlot
    >>> letters_of(Lay("place", (51, 50, 49), (RowSlot("front", (), 3), RowSlot("back", (), 5)), 1))
    {'f': 'front', 't': 'front', 'b': 'back', 'd': '', 'x': '', '-': ''}
    """
    rows = {letter: row.name for row in lay.rows for letter in ALIASES.get(row.name, row.name[0])}
    return rows | (dict.fromkeys(AWAY, "") if lay.discards else {})


def typed_rows(human: Asker, lay: Lay, held: Sequence[Card], typed: str = "") -> dict[str, tuple[Card, ...]]:
    """The cards by row, as the person wants them; `held` are those to be laid, as they are shown."""
    cards = list(held) or list(lay.cards)
    while True:
        words = human.typed(_question(lay, len(cards)), typed)
        typed = ""
        try:
            if not words:
                raise Refused(f"Where do they go? {_example(lay, len(cards))}")
            value = lay.check(parse_rows(words, lay, cards))
        except Refused as refused:
            human.refuse(str(refused))
            continue
        if _confirmed(human, lay, value):
            return value
        raise GoBack


def _question(lay: Lay, count: int) -> str:
    rows = ", ".join(f"{name[0]} {name}" for name in (row.name for row in lay.rows if row.room))
    away = ", d throws away" if lay.discards else ""
    return f"a letter for each of {count}: {rows}{away}"


def _example(lay: Lay, count: int) -> str:
    """One way that is possible: from the last row on, as they have room.

    >>> from cardroom.play import RowSlot
    >>> _example(Lay("place", (51, 50, 49), (RowSlot("front", (), 3), RowSlot("back", (48, 47, 46, 45), 1)), 1), 3)
    'bfd lays 1 back, 1 front and throws 1 away; so does b 1 f 2'
    """
    rooms = [row.name for row in reversed(lay.rows) for _ in range(row.room)][: count - lay.discards]
    letters = "".join(name[0] for name in rooms) + "d" * lay.discards
    laid = ", ".join(f"{rooms.count(name)} {name}" for name in dict.fromkeys(rooms))
    numbers = " ".join(
        " ".join((name[0], *(str(place) for place, row in enumerate(rooms, 1) if row == name)))
        for name in dict.fromkeys(rooms)
    )
    away = f" and throws {lay.discards} away" if lay.discards else ""
    return f"{letters} lays {laid}{away}; so does {numbers}"


def _confirmed(human: Asker, lay: Lay, value: Mapping[str, Sequence[Card]]) -> bool:
    """Whether the person wants it so: asked where much is laid at once, or it fouls."""
    seen = rows_preview(lay, value)
    if not seen.warns and (lay.discards or len(lay.cards) < sum(row.room for row in lay.rows)):
        return True
    wide = max(len(part.title) for part in seen.parts)
    for part in seen.parts:
        line = Text(f"{part.title:<{wide}} ").append(pretty(part.cards), style="bold")
        human.say(line.append(f"  {part.says}"))
    if seen.warns:
        human.say(Text(seen.warns, style="bold red"))
    return human.yes("Lay them so all the same" if seen.warns else "Lay them so")


def parse_rows(words: str, lay: Lay, cards: Sequence[Card]) -> dict[str, list[Card]]:
    """Cards by row: a letter for each in their order, or a row's letter and then cards by number or name.

    Cards that are not named go where alone there is room for them, or are thrown away.

    >>> from cardroom.cards import parse
    >>> from cardroom.play import RowSlot
    >>> rows = RowSlot("front", (), 3), RowSlot("middle", (), 5), RowSlot("back", (), 5)
    >>> turn, three = Lay("place", parse("As Kd 2c"), rows, 1), parse("As Kd 2c")
    >>> parse_rows("bfd", turn, three) == parse_rows("b1 f2", turn, three) == parse_rows("b As f kd", turn, three)
    True
    """
    letters = letters_of(lay)
    plain = re.sub(r"[\s,]+", "", words.lower())
    if len(plain) == len(cards) and set(plain) <= letters.keys():
        found: dict[str, list[Card]] = {}
        for card, letter in zip(cards, plain, strict=True):
            found.setdefault(letters[letter], []).append(card)
    else:
        found = _grouped(words, letters, cards)
        named = [card for row in found.values() for card in row]
        rest = [card for card in cards if card not in named]
        open_rows = [row.name for row in lay.rows if row.name not in found and row.room]
        if len(open_rows) == 1 and len(rest) > lay.discards:
            found[open_rows[0]] = rest
    found.pop("", None)
    return found


def _grouped(words: str, letters: Mapping[str, str], cards: Sequence[Card]) -> dict[str, list[Card]]:
    found: dict[str, list[Card]] = {}
    row: str | None = None
    for word in re.findall(r"10[cdhs]|[2-9tjqka][cdhs](?![a-z])|\d+|[a-z-]", words.lower()):
        if len(word) == 1 and not word.isdecimal():
            if word not in letters:
                raise Refused(f"{word!r} is no row: {_told(letters)}")
            row = letters[word]
            found.setdefault(row, [])
        elif row is None:
            raise Refused(f"Begin with a row: {next(iter(letters))} {word}, or a letter for each card")
        else:
            found[row] += _meant(word, cards)
    return found


def _told(letters: Mapping[str, str]) -> str:
    return ", ".join(f"{letter} {row or 'throws away'}" for letter, row in letters.items())


def _meant(word: str, cards: Sequence[Card]) -> list[Card]:
    """The cards that a number, several digits or a name mean."""
    if word.isdecimal():
        numbers = [int(word)] if 1 <= int(word) <= len(cards) else [int(digit) for digit in word]
        for number in numbers:
            if not 1 <= number <= len(cards):
                raise Refused(f"{number} is no card of yours: they are numbered 1 to {len(cards)}, from the left")
        return [cards[number - 1] for number in numbers]
    like = [card for card in cards if text(card).lower() == word.replace("10", "t")]
    if not like:
        raise Refused(f"{word!r} is none of your cards: write their numbers from the left, or names as in Ks")
    return like
