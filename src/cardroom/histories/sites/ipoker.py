"""iPoker's logs: XML, a session with its games. A sum is the chips added, or the total of a raise."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import ClassVar
from xml.etree import ElementTree

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.histories.logs import AMOUNT, LineReader, Log, amount_of, cards_of, date_of
from cardroom.limits import LINE_BYTES

__all__ = ["BEGINS", "games_of", "is_ipoker", "read_ipoker"]

BEGINS = re.compile(r"\W*(?:<\?xml[^>]*\?>)?\s*<session\b.*")
_GAME_TAG = re.compile(r"""(<game\s[^<>]*?gamecode=["'](\w{1,40})["'].*?(?:</game>|\Z))""", re.DOTALL)
_TYPE = re.compile(r"(?P<game>.*?)\s*\b(?P<limit>NL|SL|LZ|БЛ|No limit|PL|LP|Pot limit|L|Limit|FL)\b", re.IGNORECASE)
_NAMES = re.compile(
    r"(?P<game>LH|(?:Texas |6\+ |Six Plus )?Hold'?em|(?:5 Card )?Omaha(?: 5)?|7 Card Stud)"
    r"(?P<low> ?H/L| ?Hi[-/ ]Lo)?[^a-z]*x?[^a-z]*",
    re.IGNORECASE,
)
"""The name of a game. After it there may be stakes and the number of seats."""
_STAKES = re.compile(rf"({AMOUNT})/({AMOUNT})")
_ACTIONS = {
    "0": "fold", "1": "small", "2": "big", "3": "call", "4": "check", "5": "bet", "6": "add", "7": "add",
    "15": "ante", "16": "bring-in", "23": "to",
}  # fmt: skip
_LIMITS = {"nl": "no limit", "no limit": "no limit", "pl": "pot limit", "pot limit": "pot limit"}
_LIMITS |= {"sl": "no limit", "lz": "no limit", "бл": "no limit", "lp": "pot limit"}
"""Limits, also by their letters in Spanish, Polish, Russian and French."""
_BY_CARDS = {2: "Holdem", 4: "Omaha", 5: "5 Card Omaha"}
"""The game by the number of cards that a player gets, where a session names only the limit."""


def is_ipoker(lines: Iterable[str]) -> bool:
    """Whether a text begins like an iPoker log."""
    start = "".join(lines)
    return "<session" in start and "<general" in start


def games_of(lines: Iterable[str]) -> Iterator[tuple[str, int, str]]:
    """The games of a file: the number of each, its line, and a session with that game alone."""
    parts: list[str] = []
    size, begins = 0, 1
    for place, line in enumerate(lines, 1):
        before, end, after = line.partition("</session>")
        parts.append(before + end)
        size += len(line)
        if size > LINE_BYTES * 16:
            raise InputError(f"a session is longer than the limit of {LINE_BYTES * 16 >> 20} MB")
        if end:
            yield from _games("".join(parts), begins)
            parts, size, begins = [after], len(after), place
    if "".join(parts).strip("\ufeff\0 \r\n\t"):
        yield from _games("".join(parts), begins)


def _games(session: str, begins: int) -> Iterator[tuple[str, int, str]]:
    head = re.search(r"<general>.*?</general>", session.partition("<game ")[0], re.DOTALL)
    games = list(_GAME_TAG.finditer(session))
    if len(games) < len(re.findall(r"<game\s", session)):
        raise InputError(f"line {begins}: a game of this session has no gamecode")
    for match in games:
        game = match[1].removesuffix("</session>")
        end = "" if game.endswith("</game>") else "</game>"
        text = f"<session>{head[0] if head else ''}\n{game}{end}</session>"
        yield match[2], begins + session.count("\n", 0, match.start()), text


class _IPokerReader(LineReader):
    """Reads one game. XML has no meaningful lines, so messages give the number of the action."""

    venue: ClassVar[str] = "iPoker"
    games: ClassVar = {
        "Holdem": "T", "Texas Holdem": "T", "LH": "T", "6+ Holdem": "S", "Six Plus Holdem": "S", "Omaha": "O",
        "Omaha Hi-Lo": "O/8", "5 Card Omaha": "O5", "5 Card Omaha Hi-Lo": "O5/8", "Omaha 5": "O5",
        "Omaha 5 Hi-Lo": "O5/8", "7 Card Stud": "7S", "7 Card Stud Hi-Lo": "7S/8",
    }  # fmt: skip

    def read_game(self, root: ElementTree.Element) -> Log:
        """Read a session with one game."""
        game = root.find("game")
        if game is None:
            self.fail("the session has no game")
        self.hand = game.get("gamecode", "")
        self._general(root, game)
        for each in game.iter("player"):
            chips = _sum(each.get("chips"))
            if each.get("name") and chips:
                seat = self._number(each, "seat")
                self.seat(seat, each.get("name", ""), chips)
                if each.get("dealer") == "1":
                    self.button = seat
        for number, part in enumerate(game.findall("round")):
            self._round(number, part)
        for each in game.iter("player"):
            if each.get("name") in self.seats and (won := _sum(each.get("win"))):
                self.add(each.get("name", ""), "collect", won)
        return super().read()

    def _general(self, root: ElementTree.Element, game: ElementTree.Element) -> None:
        kind = root.findtext("general/gametype", "")
        match, stakes = _TYPE.match(kind.strip()), _STAKES.search(kind)
        if not match:
            self.fail(f"{quoted(kind)} is not a known game: write it like Holdem NL $0.05/$0.10")
        words = match["game"].strip()
        named = _NAMES.fullmatch(words)
        name = named["game"].replace("'", "") + (" Hi-Lo" if named["low"] else "") if named else ""
        if not words:
            name = _BY_CARDS.get(max((len(_words(each)) for each in game.iter("cards")), default=0), "")
        self.name_game(name or words or kind, _LIMITS.get(match["limit"].lower(), "limit"))
        self.date = date_of(game.findtext("general/startdate", ""))
        self.table = root.findtext("general/tablename", "")
        if stakes and not self.variant.startswith("FT"):
            self.stakes = amount_of(stakes[1]), amount_of(stakes[2])

    def _round(self, number: int, part: ElementTree.Element) -> None:
        stud = "7S" in self.variant
        acts = sorted(part.findall("action"), key=lambda each: self._number(each, "no"))
        cards = part.findall("cards")
        board = next((each.text for each in cards if each.get("type") in ("Flop", "Turn", "River")), None)
        first = any(each.get("type") in ("Pocket", "Third Street") for each in cards)
        if cards and not first:
            self.street(() if stud else self.cards(board))
        for each in cards:
            who, seen = each.get("player") or "", self.cards(each.text)
            if who in self.seats and seen and (stud or first):
                self.add(who, "dealt", cards=seen)
        for act in acts:
            self.at = self._number(act, "no")
            what, who = _ACTIONS.get(act.get("type", ""), ""), act.get("player") or ""
            if act.get("sum") == "DP" and who in self.seats:  # the connection was lost, and the hand is protected
                self.cut_off(who)
            elif what and who in self.seats:
                self.add(who, what, _sum(act.get("sum")), all_in=act.get("type") == "7")

    def _number(self, element: ElementTree.Element, name: str) -> int:
        """A whole number of an element."""
        words = element.get(name) or "0"
        if not re.fullmatch(r"[0-9]{1,9}", words):
            self.fail(f"{name}: {quoted(words)} is not a whole number of at most 9 digits")
        return int(words)

    def cards(self, words: str | None) -> tuple[str, ...]:
        """Cards, with the suit first."""
        return cards_of(words, suit_first=True)


def _words(pocket: ElementTree.Element) -> list[str]:
    """The cards that a player gets at the start, known or not; empty for other cards."""
    return (pocket.text or "").split() if pocket.get("type") == "Pocket" else []


def _sum(words: str | None) -> Decimal:
    """An amount; a word stands for nothing."""
    return amount_of(words) if words and re.search(r"\d", words) else Decimal(0)


def read_ipoker(text: str, first: int = 1) -> Log:
    """Read one game of a session; `first` is the number of its first line in the file."""
    if re.search(r"<!(?!--)", text):
        raise InputError("the XML has declarations, which logs do not have")
    reader = _IPokerReader([], first)
    body = re.sub(r"^\W*<\?xml[^>]*\?>", "", text.replace("\0", "").lstrip("\ufeff"))
    body = re.sub(r"&(?!#?\w{1,8};)", "&amp;", body)  # some names have a bare ampersand
    try:
        return reader.read_game(ElementTree.fromstring(body))
    except ElementTree.ParseError as error:
        raise InputError(f"line {first}: this is not XML: {error}") from None
