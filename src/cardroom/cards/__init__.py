"""Cards as small integers, with text forms in pairs: `parse` / `text`.

A card is `rank * 4 + suit`: ranks 2..A are 0..12, suits c, d, h, s are 0..3. The joker is 52. A card that
has not been shown is `UNKNOWN`. This module has the values and their text. Which hand beats which is in
`rankings`, and how cards are shuffled in `cards.shuffle`.

>>> card("As"), card("2c"), card("Jk")
(51, 0, 52)
>>> text(parse("As Td Jk ??"))
'As Td Jk ??'
"""

from collections.abc import Iterable
from operator import index

from cardroom.errors import InputError

__all__ = ["JOKER", "RANKS", "SUITS", "UNKNOWN", "Card", "card", "parse", "pretty", "text"]

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Card = 52
UNKNOWN: Card = 53

_NAMES: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "??")
_CARDS: dict[str, Card] = {name: number for number, name in enumerate(_NAMES)}
_PRETTY: tuple[str, ...] = (
    *(("10" if rank == "T" else rank) + symbol for rank in RANKS for symbol in "♣♦♥♠"),
    "★",
    "??",
)


def card(name: str) -> Card:
    """Return the card that a text names.

    >>> card("Qh")
    42
    >>> card("1h")
    Traceback (most recent call last):
    cardroom.errors.InputError: '1h' is not a card: write a rank of 23456789TJQKA and a suit of cdhs, ...
    """
    try:
        return _CARDS[name]
    except KeyError:
        pass
    try:  # people also type "AS", "10d" and "jk"
        return _CARDS[name.replace("10", "T")[:-1].upper() + name[-1:].lower()]
    except KeyError:
        raise InputError(
            f"{name!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, for example As or Td, or Jk"
        ) from None


def parse(cards: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Read cards from text, with or without spaces, or from a list of texts or numbers.

    >>> parse("AsKd") == parse("As Kd") == parse(["As", "Kd"]) == parse([51, 45])
    True
    >>> parse("As Kx")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'Kx' is not a card: write a rank of 23456789TJQKA and a suit of cdhs, ...
    """
    if isinstance(cards, str):
        words = cards.replace(",", " ").replace("10", "T").split()
        return tuple(card(word[i : i + 2]) for word in words for i in range(0, len(word), 2))
    return tuple(card(item) if isinstance(item, str) else _checked(item) for item in cards)


def _checked(number: Card) -> Card:
    try:
        checked = index(number)  # accepts NumPy integers, but no floats
    except TypeError:
        checked = -1
    if 0 <= checked <= UNKNOWN:
        return checked
    raise InputError(f"{number!r} is not a card: cards are 0 to 51, the joker is {JOKER}, unknown is {UNKNOWN}")


def text(cards: Card | Iterable[Card]) -> str:
    """Return the text of one or more cards, in the form that `parse` reads.

    >>> text(51), text([48, 3])
    ('As', 'Ac 2s')
    """
    if isinstance(cards, int):
        return _NAMES[cards]
    return " ".join(_NAMES[number] for number in cards)


def pretty(cards: Card | Iterable[Card]) -> str:
    """Return the cards as text for display, with suit symbols.

    >>> pretty(parse("As Td Jk"))
    'A♠ 10♦ ★'
    """
    if isinstance(cards, int):
        return _PRETTY[cards]
    return " ".join(_PRETTY[number] for number in cards)
