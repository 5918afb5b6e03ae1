"""The sites whose logs are read, each in a module of its own. A log is recognized by its text.

`SITES` has, for each site, the first line of a hand and the function that reads a hand. `read_log` finds the site of a
hand and converts the hand to PHH.
"""

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from cardroom.clean import quoted
from cardroom.histories import is_openhh, read_openhh
from cardroom.histories.logs import Log, LogHand, as_phh
from cardroom.histories.phh import PHHError
from cardroom.histories.sites import bovada, fulltilt, ggpoker, ipoker, pacific, party, pokerstars, winamax, winning

__all__ = ["SITES", "Site", "hand_begins", "is_log", "read_log", "site_of", "unglued"]

FIRST_LINES = 20
"""The number of lines in which the first hand of a file must begin."""


class Site(NamedTuple):
    """A site whose logs are read."""

    name: str
    begins: re.Pattern[str]
    """The first line of a hand. Its first group is the number of the hand, if the line has it."""
    read: Callable[[str, int], Log]


SITES = (
    Site("PokerStars", pokerstars.BEGINS, pokerstars.read_pokerstars),
    Site("GGPoker", ggpoker.BEGINS, ggpoker.read_ggpoker),
    Site("Full Tilt Poker", fulltilt.BEGINS, fulltilt.read_fulltilt),
    Site("Winamax", winamax.BEGINS, winamax.read_winamax),
    Site("888 Poker", pacific.BEGINS, pacific.read_pacific),
    Site("PartyPoker", party.BEGINS, party.read_party),
    Site("Winning Poker", winning.BEGINS, winning.read_winning),
    Site("Bovada", bovada.BEGINS, bovada.read_bovada),
    Site("iPoker", ipoker.BEGINS, ipoker.read_ipoker),
)


_SIGNS = ("#", "Game", "<session")
"""Each first line of a hand has one of these. Few other lines do, so most are passed over quickly."""


def hand_begins(line: str) -> tuple[Site, str] | None:
    """The site whose hand begins with a line, and the number of the hand."""
    for site in SITES if any(sign in line for sign in _SIGNS) else ():
        if match := site.begins.match(line):
            return site, match[1] if site.begins.groups else ""
    return None


_GLUED = re.compile(
    r"(?=PokerStars (?:\w+ ){0,3}#\d{5,25}: .*\bLimit\b|Poker Hand #[A-Z]{0,4}\d{5,25}: .*\bLimit\b"
    r"|Full ?Tilt ?Poker Game #\d{5,25}: |Winamax Poker - .*HandId: #"
    r"|(?<!\*)\*{5} [\w. -]{0,40}Hand History for Game \w{5,}"
    r"|(?:Bovada|Ignition|Bodog[\w.]*) Hand #\d{5,25} |Game started at: \d)"
)
"""The first line of a hand where it follows other text: the end of a file without a line end, or a hand cut off."""


def unglued(line: str) -> list[str]:
    """The parts of a line in which a hand begins after other text. Chat, which has quotes, is left as it is.

    >>> unglued("Seat 5: cy muckedPokerStars Hand #86564270670: Hold'em No Limit ($1/$2)")
    ['Seat 5: cy mucked', "PokerStars Hand #86564270670: Hold'em No Limit ($1/$2)"]
    """
    if any(sign in line for sign in _SIGNS) and (match := _GLUED.search(line, 1)):
        before = line[: match.start()]
        if before.strip("\ufeff \t*#") and '"' not in before:
            return [before, line[match.start() :]]
    return [line]


def is_log(lines: Iterable[str]) -> bool:
    """Whether a hand of a log begins in the first lines of a text."""
    return any(map(hand_begins, islice(lines, FIRST_LINES)))


def site_of(text: str) -> Site:
    """The site that a hand is from."""
    for line in text.split("\n", FIRST_LINES)[:FIRST_LINES]:
        if match := hand_begins(line):
            return match[0]
    raise PHHError(
        f"{quoted(text)} does not begin a hand of any of these sites: {', '.join(site.name for site in SITES)}"
    )


def read_log(text: str, first: int = 1) -> LogHand:
    r"""Read one hand of a log; `first` is the number of its first line in the file, for messages.

    >>> hand = read_log('''PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
    ... Table 'Ceres' 6-max Seat #2 is the button
    ... Seat 2: ann ($200 in chips)
    ... Seat 5: bob ($150.50 in chips)
    ... ann: posts small blind $1
    ... bob: posts big blind $2
    ... *** HOLE CARDS ***
    ... Dealt to ann [Ah Kh]
    ... ann: raises $4 to $6
    ... bob: folds
    ... Uncalled bet ($4) returned to ann
    ... ann collected $4 from pot
    ... *** SUMMARY ***
    ... Total pot $4 | Rake $0''')
    >>> hand.players, [str(amount) for amount in hand.finish]
    (('bob', 'ann'), ['148.50', '202'])
    >>> print(hand.phh.splitlines()[5])
    actions = ["d dh p1 ????", "d dh p2 AhKh", "p2 cbr 6", "p1 f"]
    """
    if is_openhh(text.split("\n", 3)[:3]):
        return read_openhh(text, first)
    return as_phh(site_of(text).read(text, first))
