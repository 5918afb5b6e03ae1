r"""Read amounts, cards and dates, which every site writes in its own way.

>>> [str(amount_of(each)) for each in ("$1,234.50", "26,02", "1 000", "12.5k")]
['1234.50', '26.02', '1000', '12500.0']
>>> cards_of("10h, Ah Qd"), cards_of("S10 DA", suit_first=True)
(('Th', 'Ah', 'Qd'), ('Ts', 'Ad'))
>>> date_of("Monday, April 25, 09:42:13 BST 2011")
('2011', '04', '25', '09:42:13', 'BST')
"""

import re
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import lru_cache

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_CENTS

__all__ = ["AMOUNT", "amount_of", "cards_of", "date_of", "dealt_to"]

AMOUNT = r"(?:[^\d\s.(\[-]{1,3}\s?|\$ ?)?\d(?:[\d,.' ]{0,30}\d)?(?:[kKMB]\b)?(?: ?[$€£])?(?: (?:USD|EUR|GBP|chips))?"
"""An amount in a line, with or without a currency."""
_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])", re.IGNORECASE)
_SUIT_FIRST = re.compile(r"([cdhs])(10|[2-9TJQKA])", re.IGNORECASE)
_UNKNOWN = re.compile(r"[xX?]{1,2}")
_UNITS = {"K": 10**3, "M": 10**6, "B": 10**9}
_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
_TIME = r"(?P<time>\d{1,2}:\d{1,2}:\d{1,2})"
_DATES = tuple(
    map(
        re.compile,
        (
            rf"(?P<year>\d{{4}})[/-](?P<month>\d{{1,2}})[/-](?P<day>\d{{1,2}}) {_TIME}(?: (?P<zone>[A-Z]{{1,5}}))?",
            rf"{_TIME} (?P<zone>[A-Z]{{1,5}}) - (?P<year>\d{{4}})/(?P<month>\d{{2}})/(?P<day>\d{{2}})",
            rf"(?P<day>\d{{2}})[ .](?P<month>\d{{2}})[ .](?P<year>\d{{4}}) {_TIME}",
            rf"(?P<day>\d{{1,2}})-(?P<name>[A-Z][a-z]{{2}})-(?P<year>\d{{4}}) {_TIME}",
            rf"(?P<name>[A-Z][a-z]{{2,8}}) (?P<day>\d{{1,2}}),? {_TIME} (?P<zone>[A-Z]{{1,5}}) (?P<year>\d{{4}})",
        ),
    )
)


@lru_cache(4096)
def amount_of(text: str) -> Decimal:
    """Read an amount in any of the sites' forms. A comma or a dot before the last three digits separates thousands."""
    unit = re.search(r"\d([kKMB])\b", text)
    digits = re.sub(r"[^\d.,]", "", text).strip(".,")  # also without apostrophes, for example 1'000
    whole, sign, cents = digits, "", ""
    if match := re.fullmatch(r"(.*)([.,])(\d+)", digits):
        whole, sign, cents = match.groups()
    if (len(cents) == 3 and whole != "0") or (sign and sign in whole):
        whole, cents = whole + cents, ""
    whole = re.sub(r"\D", "", whole)
    if len(whole) > 20:
        raise InputError(f"{quoted(text)} is too large an amount")
    if not whole or len(cents) > 8:
        raise InputError(f"{quoted(text)} is not an amount: write digits, for example 12 or 0.25")
    amount = Decimal(f"{whole}.{cents}" if cents else whole) * (_UNITS[unit[1].upper()] if unit else 1)
    if amount > MOST_CENTS:
        raise InputError(f"{quoted(text)} is too large an amount")
    return amount


@lru_cache(4096)
def cards_of(text: str | None, suit_first: bool = False, translate: Callable[[str], str] = str) -> tuple[str, ...]:
    """Read cards separated by spaces or commas. Unknown cards are left out."""
    cards = []
    for word in re.split(r"[\s,]+", (text or "").strip()):
        match = (_SUIT_FIRST if suit_first else _CARD).fullmatch(translate(word))
        if match:
            rank, suit = match.groups()[::-1] if suit_first else match.groups()
            cards.append(rank.upper().replace("10", "T") + suit.lower())
        elif word and not _UNKNOWN.fullmatch(word):
            raise InputError(f"{quoted(text)} are not cards: write them like [As Td]")
    if len(cards) > 8:
        raise InputError(f"{quoted(text)} are too many cards")
    return tuple(cards)


def date_of(line: str) -> tuple[str, ...]:
    """Year, month, day, time and time zone; empty if there is no date in the line."""
    for pattern in _DATES:
        if match := pattern.search(line):
            parts = match.groupdict()
            month = parts.get("month") or ""
            for number, name in enumerate(_MONTHS, 1):
                month = month or (f"{number:02}" if (parts.get("name") or "").startswith(name) else "")
            time = ":".join(part.zfill(2) for part in parts["time"].split(":"))
            return parts["year"], month or "1", parts["day"], time, parts.get("zone") or ""
    return ()


def dealt_to(line: str, names: Iterable[str]) -> tuple[str, str] | None:
    """The player to whom a line deals cards, and the last cards in brackets; None if it deals none.

    >>> dealt_to("Dealt to bo [x] [As Td] [9c]", ["bo", "bo [x]"])
    ('bo [x]', '9c')
    """
    line = line.removeprefix("Dealt to ")
    who = max((name for name in names if line.startswith(f"{name} [")), key=len, default="")
    match = re.fullmatch(r"((?: \[[^\[\]]*\]){1,2})", line[len(who) :]) if who else None
    return (who, re.findall(r"\[([^\[\]]*)\]", match[1])[-1]) if match else None
