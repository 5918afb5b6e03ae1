"""Names of users: nothing that could be mistaken for another user, a guest, a bot or the house."""

from __future__ import annotations

import re
import unicodedata

from cardroom.errors import InputError
from cardroom.play.places import is_name

__all__ = ["check_name", "normalize"]

_LETTER = "A-Za-z0-9À-ÖØ-öø-ž"
_NAME = re.compile(rf"(?!.*[ıĸ])[{_LETTER}](?:[{_LETTER} .'-]{{0,22}}[{_LETTER}])?")
"""Latin letters only: many letters of other alphabets look like these, and a user could pose as another."""


def normalize(name: str) -> str:
    """A name as it looks, for comparing: two users cannot have names that look alike.

    >>> normalize("Iris") == normalize("lRIS") == normalize("1ris")
    True
    >>> normalize("José") == normalize("jose") == normalize("ᴶose")
    True
    """
    if not name.isprintable():
        return ""  # no user's name, and safe to look up in any database
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return " ".join("".join(letters).translate(_ALIKE).split())


def check_name(name: str) -> None:
    """Refuse a name that no user can have.

    >>> check_name("guest 5")
    Traceback (most recent call last):
    cardroom.errors.InputError: a name ... not 'guest 5'
    """
    taken = name.isdecimal() or normalize(name).split()[:1] in (["guest"], ["bot"]) or normalize(name) in _OURS
    plain = _NAME.fullmatch(name) and unicodedata.is_normalized("NFKC", name)
    if not plain or not is_name(name) or taken:
        raise InputError(
            "a name has 1 to 24 Latin letters, digits, spaces, dots, hyphens or apostrophes, begins and ends with a "
            f"letter or digit, is not a number, and neither a guest's, a bot's nor the house's: not {name[:40]!r}"
        )


_ALIKE = str.maketrans("01i", "oll")
_HOUSE = "clock", "floor", "house", "cage", "bank", "cardroom", "room", "collection", "jackpot", "dealer", "you"
_CLERKS = "door", "play money", "cardroom serve", "nobody", "nobody of that name"
_OURS = {normalize(name) for name in (*_HOUSE, *_CLERKS)}
