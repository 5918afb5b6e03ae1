"""Place cards in rows: a letter for each card in order, or row by row with numbers or names.

Enter ends the line. If rows are complete, or all cards are placed at once, the player sees the hands and confirms.
"""

import re
from collections.abc import Mapping, Sequence

from rich.text import Text

from cardroom.cards import Card, pretty, text
from cardroom.cli.play.keyboard import Asker, GoBack
from cardroom.play import Lay, Refused
from cardroom.show.pictures import rows_preview

__all__ = ["letters_of", "parse_rows", "typed_rows"]

AWAY = "dx-"
"""Letters that discard a card."""
ALIASES = {"front": "ft", "middle": "m", "back": "b"}
"""The letters of each row, from its names: front or top, middle, back or bottom."""


def letters_of(lay: Lay) -> dict[str, str]:
    """The letters of rows, and of discarding if there are discards.

    >>> from cardroom.play import RowSlot
    >>> letters_of(Lay("place", (51, 50, 49), (RowSlot("front", (), 3), RowSlot("back", (), 5)), 1))
    {'f': 'front', 't': 'front', 'b': 'back', 'd': '', 'x': '', '-': ''}
    """
    rows = {letter: row.name for row in lay.rows for letter in ALIASES.get(row.name, row.name[0])}
    return rows | (dict.fromkeys(AWAY, "") if lay.discards else {})


def typed_rows(human: Asker, lay: Lay, held: Sequence[Card], typed: str = "") -> dict[str, tuple[Card, ...]]:
    """Ask for the cards of each row. `held` are the cards to place, in the order shown."""
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
    away = ", d discards" if lay.discards else ""
    return f"a letter for each of {count}: {rows}{away}"


def _example(lay: Lay, count: int) -> str:
    """One valid input, which fills the rows from the last one.

    >>> from cardroom.play import RowSlot
    >>> _example(Lay("place", (51, 50, 49), (RowSlot("front", (), 3), RowSlot("back", (48, 47, 46, 45), 1)), 1), 3)
    'bfd puts 1 back, 1 front and discards 1; so does b 1 f 2'
    """
    rooms = [row.name for row in reversed(lay.rows) for _ in range(row.room)][: count - lay.discards]
    letters = "".join(name[0] for name in rooms) + "d" * lay.discards
    laid = ", ".join(f"{rooms.count(name)} {name}" for name in dict.fromkeys(rooms))
    numbers = " ".join(
        " ".join((name[0], *(str(place) for place, row in enumerate(rooms, 1) if row == name)))
        for name in dict.fromkeys(rooms)
    )
    away = f" and discards {lay.discards}" if lay.discards else ""
    return f"{letters} puts {laid}{away}; so does {numbers}"


def _confirmed(human: Asker, lay: Lay, value: Mapping[str, Sequence[Card]]) -> bool:
    """Ask for confirmation if many cards are placed at once, or if the hand fouls."""
    seen = rows_preview(lay, value)
    if not seen.warns and (lay.discards or len(lay.cards) < sum(row.room for row in lay.rows)):
        return True
    wide = max(len(part.title) for part in seen.parts)
    for part in seen.parts:
        line = Text(f"{part.title:<{wide}} ").append(pretty(part.cards), style="bold")
        human.say(line.append(f"  {part.says}"))
    if seen.warns:
        human.say(Text(seen.warns, style="bold red"))
    return human.yes("Place them anyway" if seen.warns else "Place them")


def parse_rows(words: str, lay: Lay, cards: Sequence[Card]) -> dict[str, list[Card]]:
    """Parse cards by row: a letter for each card in order, or a row's letter and then cards by number or name.

    Cards that are not named go to the only row with room, or are discarded.

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
        placed: dict[str, list[Card]] = {}
        for card, letter in zip(cards, plain, strict=True):
            placed.setdefault(letters[letter], []).append(card)
    else:
        placed = _grouped(words, letters, cards)
        named = [card for row in placed.values() for card in row]
        rest = [card for card in cards if card not in named]
        open_rows = [row.name for row in lay.rows if row.name not in placed and row.room]
        if len(open_rows) == 1 and len(rest) > lay.discards:
            placed[open_rows[0]] = rest
    placed.pop("", None)
    return placed


def _grouped(words: str, letters: Mapping[str, str], cards: Sequence[Card]) -> dict[str, list[Card]]:
    rows: dict[str, list[Card]] = {}
    row: str | None = None
    for word in re.findall(r"10[cdhs]|[2-9tjqka][cdhs](?![a-z])|\d+|[a-z-]", words.lower()):
        if len(word) == 1 and not word.isdecimal():
            if word not in letters:
                raise Refused(f"{word!r} is not a row. Rows: {_rows_words(letters)}.")
            row = letters[word]
            rows.setdefault(row, [])
        elif row is None:
            raise Refused(f"Begin with a row, like {next(iter(letters))} {word}, or write a letter for each card.")
        else:
            rows[row] += _cards(word, cards)
    return rows


def _rows_words(letters: Mapping[str, str]) -> str:
    return ", ".join(f"{letter} {row or 'discards'}" for letter, row in letters.items())


def _cards(word: str, cards: Sequence[Card]) -> list[Card]:
    """The cards of a number, several digits or a name."""
    if word.isdecimal():
        numbers = [int(word)] if 1 <= int(word) <= len(cards) else [int(digit) for digit in word]
        for number in numbers:
            if not 1 <= number <= len(cards):
                raise Refused(f"You have no card {number}. Your cards are numbered 1 to {len(cards)}, from the left.")
        return [cards[number - 1] for number in numbers]
    matches = [card for card in cards if text(card).lower() == word.replace("10", "t")]
    if not matches:
        raise Refused(f"{word!r} is not one of your cards. Write numbers from the left, or names like Ks.")
    return matches
