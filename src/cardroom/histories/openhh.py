"""Open Hand History: read and write hands as JSON. Only games with a board are supported, because the format has few
words for others.

Programs differ in what they write for a raise: the chips that it adds, or the total. Both readings are tried, and the
pot decides. We write the chips that it adds, as for every other action.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, ClassVar

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.histories.logs import LineReader, Log, LogHand, as_phh, cards_of
from cardroom.histories.phh import PHHError
from cardroom.histories.retelling import RetoldHand, retold
from cardroom.limits import TEXT_BYTES, json_value

__all__ = ["hands_of", "is_openhh", "read_openhh", "write_openhh"]

VERSION = "1.4.6"
LIMITS = {"NL": "no limit", "PL": "pot limit", "FL": "limit"}
_PATTERNS = {
    "post ante": "ante", "post sb": "small", "post bb": "big", "post dead": "dead", "post extra blind": "big",
    "straddle": "straddle", "fold": "fold", "check": "check", "call": "call", "bet": "bet", "dealt cards": "dealt",
    "shows cards": "show", "mucks cards": "muck",
}  # fmt: skip
_NAMES = {"T": "Holdem", "S": "Holdem", "O": "Omaha", "O5": "Omaha", "O/8": "OmahaHiLo", "O5/8": "OmahaHiLo"}


def is_openhh(lines: Iterable[str]) -> bool:
    """Whether a text begins like a hand of the format."""
    return bool(re.match(r'[\s\ufeff]*\{\s*"ohh"\s*:', "".join(lines)))


def hands_of(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The hands of a file, each with the line on which it begins. Hands may be separated by blank lines."""
    text: list[str] = []
    depth, begins, size = 0, 1, 0
    for place, line in enumerate(lines, 1):
        if not text:
            begins = place
        bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", line)
        depth += bare.count("{") - bare.count("}")
        if line.strip("\ufeff \r\n\t"):
            text.append(line)
            size += len(line)
        if size > TEXT_BYTES:
            raise InputError(f"a hand is longer than the limit of {TEXT_BYTES >> 20} MB")
        if text and depth <= 0:
            yield begins, "".join(text)
            text, depth, size = [], 0, 0
    if text:
        yield begins, "".join(text)


class _OpenReader(LineReader):
    """Reads one hand."""

    games: ClassVar = {
        "Holdem": "T", "Omaha": "O", "OmahaHiLo": "O/8", "Omaha HiLo": "O/8", "Omaha Hi/Lo": "O/8",
    }  # fmt: skip

    def read_hand(self, hand: Mapping[str, Any], raises: str) -> Log:
        """Read a hand. `raises` is the meaning of a raise's amount."""
        self.hand = str(hand.get("game_number") or "0")
        limit = _part(hand, "bet_limit", dict).get("bet_type")
        if limit not in LIMITS:
            self.fail(f"bet_limit: unknown bet_type {quoted(limit)}: choose from {', '.join(LIMITS)}")
        self.name_game(str(hand.get("game_type")), LIMITS[limit])
        small, big = (_chips(hand.get(f"{name}_blind_amount")) for name in ("small", "big"))
        if big:
            self.stakes = (big, big * 2) if limit == "FL" else (small, big)
        date = re.match(r"(\d{4})-(\d{2})-(\d{2})[T ](\d{2}:\d{2}:\d{2})", str(hand.get("start_date_utc")))
        self.date = (*date.groups(), "UTC") if date else ()
        self.table, self.button = str(hand.get("table_name") or ""), int(_chips(hand.get("dealer_seat")))
        names: dict[Any, str] = {}
        for player in _parts(hand, "players"):
            stack = _chips(player.get("starting_stack"))
            names[player.get("id")] = str(player.get("name"))
            if stack:
                self.seat(int(_chips(player.get("seat"))), str(player.get("name")), stack)
        for part in _parts(hand, "rounds"):
            self._round(part, names, raises)
        self._pots(hand, names)
        return self.read()

    def _round(self, part: Mapping[str, Any], names: Mapping[Any, str], raises: str) -> None:
        if part.get("street") in ("Flop", "Turn", "River"):
            self.street(_cards(part))
        for action in _parts(part, "actions"):
            self.at = int(_chips(action.get("action_number")))
            what = str(action.get("action")).lower()
            what = raises if what == "raise" else _PATTERNS.get(what, "")
            who, cards = names.get(action.get("player_id"), ""), _cards(action)
            if not what or who not in self.seats or (what == "dealt" and not cards):
                continue
            self.add(who, what, _chips(action.get("amount")), cards, all_in=action.get("is_allin") is True)

    def _pots(self, hand: Mapping[str, Any], names: Mapping[Any, str]) -> None:
        pots = _parts(hand, "pots")
        self.pot = sum((_chips(pot.get("amount")) for pot in pots), Decimal(0)) if pots else None
        fees = sum((_chips(pot.get("rake")) + _chips(pot.get("jackpot")) for pot in pots), Decimal(0))
        self.rake = fees if pots else None
        for pot in pots:
            for win in _parts(pot, "player_wins"):
                if (who := names.get(win.get("player_id"), "")) in self.seats:
                    self.add(who, "collect", _chips(win.get("win_amount")))


def _part(value: Mapping[str, Any], name: str, kind: type) -> Any:
    part = value.get(name, kind())
    if not isinstance(part, kind):
        raise PHHError(f"{name}: {quoted(part)} is not what the format allows there")
    return part


def _parts(value: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [each for each in _part(value, name, list) if isinstance(each, dict)]


def _chips(value: Any) -> Decimal:
    """Read an amount: a number, or none."""
    if value is None:
        return Decimal(0)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 10**15:
        raise PHHError(f"{quoted(value)} is not an amount")
    return round(Decimal(str(value)), 8)


def _cards(value: Mapping[str, Any]) -> tuple[str, ...]:
    return cards_of(" ".join(map(str, _part(value, "cards", list))))


def read_openhh(text: str, first: int = 1) -> LogHand:
    """Read one hand; `first` is the number of its first line in the file."""
    value = json_value(text)
    hand = value.get("ohh") if isinstance(value, dict) else None
    if not isinstance(hand, dict):
        raise PHHError("the file has no hand: ohh is missing")
    failure: PHHError | None = None
    for raises in ("add", "to"):
        reader = _OpenReader([], first)
        try:
            log = reader.read_hand(hand, raises)
            return as_phh(log._replace(venue=str(hand.get("site_name") or "Open Hand History")))
        except PHHError as error:
            failure = failure or error
    raise failure or PHHError("the hand cannot be read")


# -- writing -----------------------------------------------------------------------------------------------------------


def write_openhh(document: str) -> str:
    """A hand in PHH as Open Hand History."""
    hand = retold(document)
    variant = str(hand.fields["variant"])
    if variant[1:] not in _NAMES:
        raise PHHError(f"the format has no street names for {variant}")
    if hand.added:
        raise PHHError("the format has no place for chips that the house added to the pot")
    return json.dumps({"ohh": _written(hand, variant)}, ensure_ascii=False)


_ACTIONS = {
    "ante": "Post Ante", "dead": "Post Dead", "small": "Post SB", "big": "Post BB", "button": "Post BB",
    "extra": "Post Extra Blind", "straddle": "Straddle", "fold": "Fold", "check": "Check", "call": "Call", "bet": "Bet",
    "raise": "Raise", "dealt": "Dealt Cards", "show": "Shows Cards", "muck": "Mucks Cards",
}  # fmt: skip
_STREETS = ("Preflop", "Flop", "Turn", "River")


def _rounds(hand: RetoldHand) -> list[dict[str, Any]]:
    """The streets and the showdown, with their actions."""
    rounds: list[dict[str, Any]] = [{"id": 0, "street": "Preflop", "cards": [], "actions": []}]

    def begin(street: str, cards: Sequence[str] = ()) -> None:
        rounds.append({"id": len(rounds), "street": street, "cards": [*cards], "actions": []})

    number = 0
    for step in hand.steps:
        if step.what == "street":
            if len(rounds) == len(_STREETS):
                raise PHHError("the format has no second board")
            begin(_STREETS[len(rounds)], step.cards)
            continue
        if step.what in ("show", "muck") and rounds[-1]["street"] != "Showdown":
            begin("Showdown")
        action: dict[str, Any] = {"action_number": number, "player_id": step.place + 1, "action": _ACTIONS[step.what]}
        action |= {"amount": float(step.chips), "is_allin": step.all_in}
        known = [card for card in step.cards if card != "??"]
        rounds[-1]["actions"].append(action | ({"cards": known} if known else {}))
        number += 1
    return rounds


def _written(hand: RetoldHand, variant: str) -> dict[str, Any]:
    """The whole hand."""
    fields = hand.fields
    date = "-".join(f"{int(fields[part]):02}" for part in ("year", "month", "day")) if "year" in fields else ""
    wins = [{"player_id": at, "win_amount": float(chips)} for at, chips in enumerate(hand.won, 1) if chips > 0]
    players = [
        {"id": at, "seat": seat, "name": name, "starting_stack": float(stack)}
        for at, (seat, name, stack) in enumerate(zip(hand.seats, hand.names, hand.stacks, strict=True), 1)
    ]
    return {
        "spec_version": VERSION, "site_name": str(fields.get("venue", "")), "network_name": "",
        "internal_version": "1", "game_number": str(fields.get("hand", "")),
        "start_date_utc": f"{date}T{fields.get('time', '00:00:00')}Z" if date else "",
        "table_name": str(fields.get("table", "")), "game_type": _NAMES[variant[1:]],
        "bet_limit": {"bet_type": f"{variant[0]}L", "bet_cap": 0}, "table_size": max(len(hand.names), *hand.seats),
        "currency": str(fields.get("currency", "")), "dealer_seat": hand.seats[-1],
        "small_blind_amount": float(hand.small), "big_blind_amount": float(hand.big), "ante_amount": float(hand.ante),
        "players": players, "rounds": _rounds(hand),
        "pots": [{"number": 1, "amount": float(hand.pot), "rake": float(hand.rake), "player_wins": wins}],
    }  # fmt: skip
