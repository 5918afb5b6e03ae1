"""Names of users. None may be mistaken for another user, a guest, a bot or the house."""

from __future__ import annotations

import re
import unicodedata

from cardroom.errors import InputError
from cardroom.play.places import is_name

__all__ = ["GUEST_NAMES", "check_name", "guest_name", "identity", "normalize"]

_LETTER = "A-Za-z0-9À-ÖØ-öø-ž"
_NAME = re.compile(rf"(?!.*[ıĸ])[{_LETTER}](?:[{_LETTER} .'-]{{0,22}}[{_LETTER}])?")
"""Latin letters only. Many letters of other alphabets look the same, so a user could pose as another."""


def normalize(name: str) -> str:
    """Return the form of a name that is equal for all names that look alike. Only one user can have it.

    >>> normalize("Iris") == normalize("lRIS") == normalize("1ris")
    True
    >>> normalize("José") == normalize("jose") == normalize("ᴶose")
    True
    """
    if not name.isprintable():
        return ""  # no user has this form, and every database can look it up
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return " ".join("".join(letters).translate(_ALIKE).split())


def identity(name: str) -> str:
    """Return the form of a name by which a barred person is recognized: without spaces and signs, and with letters that
    are often exchanged made equal. It is coarser than `normalize`, because a wrong match only costs a different name.

    >>> identity("Ann-Marie 5.") == identity("annMARlE S") == identity("A n n M a r i e S")
    True
    >>> identity("Vvilrna") == identity("wilma")
    True
    """
    letters = "".join(letter for letter in normalize(name) if letter.isalnum()).translate(_EXCHANGED)
    return letters.replace("vv", "w").replace("rn", "m")


def check_name(name: str) -> None:
    """Refuse a name that users may not choose.

    >>> check_name("guest 5")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'guest 5' is not allowed as a name. ...
    """
    reserved = name.isdecimal() or normalize(name).split()[:1] in (["guest"], ["bot"]) or normalize(name) in _OURS
    plain = _NAME.fullmatch(name) and unicodedata.is_normalized("NFKC", name)
    if not plain or not is_name(name) or reserved:
        raise InputError(
            f"{name[:40]!r} is not allowed as a name. Use 1 to 24 Latin letters, digits, spaces, dots, hyphens or "
            "apostrophes, and begin and end with a letter or digit. Numbers, and names of guests, bots or the house, "
            "are not allowed."
        )


_CALM = (
    *("Amber", "Brave", "Bright", "Calm", "Clever", "Cosy", "Eager", "Early", "Fair", "Fond", "Gentle", "Glad"),
    *("Grand", "Happy", "Keen", "Kind", "Lively", "Lucid", "Merry", "Mild", "Neat", "Noble", "Plain", "Proud"),
    *("Quick", "Quiet", "Ready", "Shy", "Silver", "Sunny", "Warm", "Wise"),
)
_ANIMALS = (
    *("Badger", "Beaver", "Crane", "Deer", "Dove", "Falcon", "Finch", "Fox", "Gull", "Hare", "Hedgehog", "Heron"),
    *("Ibis", "Jay", "Koala", "Lark", "Lynx", "Marten", "Mole", "Newt", "Otter", "Owl", "Panda", "Plover"),
    *("Puffin", "Quail", "Robin", "Seal", "Swan", "Tern", "Vole", "Wren"),
)
GUEST_NAMES = len(_CALM) * len(_ANIMALS) * 990
"""The number of names that guests can get."""


def guest_name(number: int) -> str:
    """A friendly name for a guest. Only guests have names that begin with "guest".

    >>> guest_name(25 + 32 * 20)
    'guest Quiet Otter 10'
    """
    calm, rest = number % len(_CALM), number // len(_CALM)
    return f"guest {_CALM[calm]} {_ANIMALS[rest % len(_ANIMALS)]} {rest // len(_ANIMALS) + 10}"


_ALIKE = str.maketrans("01i", "oll")
_EXCHANGED = str.maketrans("2345789", "zeasgbg")
_HOUSE = "clock", "floor", "house", "cage", "bank", "cardroom", "room", "collection", "jackpot", "dealer", "you"
_CLERKS = "door", "play money", "cardroom serve", "nobody", "nobody of that name"
_OURS = {normalize(name) for name in (*_HOUSE, *_CLERKS)}
