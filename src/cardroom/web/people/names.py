"""Names of users. None may be mistaken for another user, a guest, a bot or the house."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from cardroom.errors import InputError
from cardroom.play.round import is_name

__all__ = [
    "GUEST_NAMES",
    "check_name",
    "check_player_name",
    "chosen_guest_name",
    "counterpart",
    "guest_name",
    "identity",
    "likeness",
    "normalize",
]

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


@lru_cache(maxsize=100_000)
def likeness(name: str) -> str:
    """Return the form of a name that is equal for all names that a reader could mistake for each other: without spaces
    and signs, and with letters that look alike made equal. Different digits stay different, unlike in `identity`.

    >>> likeness("f l o r a") == likeness("F.lora") == likeness("fl0ra") == likeness("Flora")
    True
    >>> likeness("Vvilrna") == likeness("wilma"), likeness("Bjørn") == likeness("Bjorn")
    (True, True)
    >>> likeness("ann 7") == likeness("ann 9")
    False
    """
    letters = "".join(letter for letter in normalize(name) if letter.isalnum()).translate(_FOREIGN)
    return letters.replace("vv", "w").replace("rn", "m")


def identity(name: str) -> str:
    """Return the form of a name by which a barred person is recognized: without spaces and signs, and with letters that
    are often exchanged made equal. It is coarser than `normalize`, because a wrong match only costs a different name.

    >>> identity("Ann-Marie 5.") == identity("annMARlE S") == identity("A n n M a r i e S")
    True
    >>> identity("Vvilrna") == identity("wilma"), identity("Bjørn Łuk") == identity("bjorn luk")
    (True, True)
    """
    letters = "".join(letter for letter in normalize(name) if letter.isalnum()).translate(_FOREIGN | _EXCHANGED)
    return letters.replace("vv", "w").replace("rn", "m")


def check_name(name: str) -> None:
    """Refuse a name that users may not choose.

    >>> check_name("guest 5")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'guest 5' is not allowed as a name. ...
    """
    if normalize(name) in _OURS:
        raise InputError(
            f"{name[:40]!r} is not allowed as a name, because the books use it for the house. If it is your own name, "
            "add a family name or an initial, and ask an operator to add you."
        )
    reserved = name.isdecimal() or normalize(name).split()[:1] in (["guest"], ["bot"])
    plain = _NAME.fullmatch(name) and unicodedata.is_normalized("NFKC", name)
    if not plain or not is_name(name) or reserved:
        raise InputError(
            f"{name[:40]!r} is not allowed as a name. Use 1 to 24 Latin letters, digits, spaces, dots, hyphens or "
            "apostrophes, and begin and end with a letter or digit. Numbers, and names of guests, bots or the house, "
            "are not allowed."
        )


def check_player_name(name: str) -> None:
    """Refuse a name that users may not choose for themselves. An operator may give staff a name with such words.

    >>> check_player_name("Brad Minton")
    >>> check_player_name("Sup-p0rt 24")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'Sup-p0rt 24' is not allowed as a name, because others could take you for staff. ...
    """
    check_name(name)
    if _is_like_staff(name):
        raise InputError(
            f"{name!r} is not allowed as a name, because others could take you for staff. Leave out words such as "
            "admin, support, operator, floor, cashier, house and dealer. If it is your own name, ask an operator to "
            "add you."
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


def chosen_guest_name(name: str) -> str:
    """The full name of a guest who chose a name. It cannot be that of a user, a bot, the house or its staff.

    >>> chosen_guest_name("ann of Kent")
    'guest Ann of Kent'
    >>> chosen_guest_name("The-0perator2")
    Traceback (most recent call last):
    cardroom.errors.InputError: 'The-0perator2' is not allowed as the name of a guest. ...
    """
    check_name(name)
    if not name[0].isalpha() or _is_like_staff(name):
        raise InputError(
            f"{name!r} is not allowed as the name of a guest. Begin with a letter, and do not use the words for staff "
            "and the house."
        )
    return f"{_GUEST}{name[0].upper()}{name[1:]}"


def _is_like_staff(name: str) -> bool:
    """Whether others could take a name for one of the house or its staff: by a word, or by parts that make one."""
    words = name.split()
    if any(long in identity(word) for word in words for long in _LONG):
        return True
    plain = re.sub(r"\b\d+|\d+\b", " ", name)
    return any(not (_STAFF | _LONG).isdisjoint(_joined(re.split(r"[ .'-]+", each))) for each in (name, plain))


def _joined(parts: list[str]) -> Iterator[str]:
    """The identity of each part, and of all neighbours together."""
    known = [each for part in parts if (each := identity(part))]
    for start in range(len(known)):
        for end in range(start + 1, len(known) + 1):
            yield "".join(known[start:end])


def counterpart(normalized: str) -> str:
    """The other name that pages would show in the same way: a user's for a guest, a guest's for a user.

    Pages show guests without "guest", so only one of the two may exist.

    >>> counterpart("guest ann"), counterpart("ann")
    ('ann', 'guest ann')
    """
    return normalized.removeprefix(_GUEST) if normalized.startswith(_GUEST) else f"{_GUEST}{normalized}"


_GUEST = "guest "
_ALIKE = str.maketrans("01i", "oll")
_FOREIGN = str.maketrans(dict(zip("øłđħŧðþ", "oldhtdp", strict=True)) | {"æ": "ae", "œ": "oe"})
_EXCHANGED = str.maketrans(dict(zip("2345789", "zeasgbg", strict=True)))
_HOUSE = "clock", "floor", "house", "cage", "bank", "cardroom", "room", "collection", "jackpot", "dealer", "you"
_CLERKS = "door", "play money", "cardroom serve", "nobody", "nobody of that name"
_LONG = {
    identity(word)
    for word in (
        *("admin", "auditor", "cardroom", "cashier", "croupier", "dealer", "floorman", "helpdesk", "manager"),
        *("moderator", "official", "operator", "pitboss", "supervisor", "support"),
    )
}
"""Texts that no word in a name may contain, because others could take the user for staff."""
_STAFF = {
    identity(word)
    for word in ("bot", "cage", "floor", "guest", "host", "house", "mod", "pit", "security", "staff", "system")
}
"""Words that names may not have for the same reason. Some are a part of ordinary names."""
_OURS = {normalize(name) for name in (*_HOUSE, *_CLERKS)}
