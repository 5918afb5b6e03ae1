"""A game on a page: one file, `game.toml`, with the course of a game in stages and what it pays.

A page may have everything that a rule set has, and the parts below. What it leaves out has a usual value: the first
wager is required, others equal it, a side bet stays alive after a fold, up to seven players, $5 to $100. From a page
follow the rule set, here, and the stages and rankings (`games.page`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from cardroom.errors import RuleBookError
from cardroom.limits import MOST_CARDS, MOST_ENTRIES, RULES_BYTES, read_text
from cardroom.rulebook.finding import plain
from cardroom.rulebook.schema import Part

__all__ = [
    "PAGE",
    "PageBet",
    "PageRanking",
    "PageStage",
    "PageTerms",
    "StagedPage",
    "page_of",
    "place_in",
    "with_defaults",
]

PAGE = "game.toml"
"""The file of a game folder that is a page."""
RESULTS = frozenset({"unqualified dealer", "higher hand", "equal hand", "lower hand"})
"""The lines of a wager that is paid by the comparison with the dealer's hand."""

_Cards = Annotated[int, Meta(ge=0, le=MOST_CARDS)]
_Units = Annotated[int, Meta(ge=1, le=100)]


class PageBet(Part, frozen=True):
    """Chips that a player may add at a stage."""

    on: str
    """The wager."""
    units: _Units | Annotated[tuple[_Units, ...], Meta(min_length=2, max_length=2)] = 1
    """How many times the first wager: a number, or the fewest and the most."""
    most_with: str | dict[str, str] = ""
    """The lowest hand that may wager more than the fewest units; or, by the units, the lowest hand for so many."""


class PageStage(Part, frozen=True):
    """Cards that become known, and what a player may do then."""

    own: _Cards = 0
    board: _Cards = 0
    dealer: _Cards = 0
    """Cards of the dealer that are turned up."""
    raise_: PageBet | str = msgspec.field(default="", name="raise")
    bet: PageBet | str = ""
    take_back: str = ""
    """The wager that may be taken back."""
    check: bool = False
    fold: bool = False
    cite: str = "Play"


class PageRanking(Part, frozen=True):
    """A ranking by columns (`rankings.columns`)."""

    cards: _Cards
    columns: Annotated[tuple[str, ...], Meta(max_length=MOST_ENTRIES)]
    points: Annotated[tuple[int, ...], Meta(max_length=MOST_ENTRIES)] = ()


class PageTerms(Part, frozen=True):
    """How a wager is settled, where its pay table leaves that open."""

    wins: bool = False
    """Whether the pay table pays a hand that wins the comparison."""
    unqualified: Literal["pushes", "loses", "pays"] = "pushes"
    tie: Literal["pushes", "loses", "pays"] = "pushes"
    otherwise: Literal["loses", "pushes unless beaten"] = "loses"


class PageDealer(Part, frozen=True):
    """The dealer's hand."""

    cards: _Cards = 0
    ranking: str = ""
    qualifies: str = ""


class StagedPage(Part, frozen=True):
    """The parts of a page that are not parts of a rule set."""

    stage: Annotated[tuple[PageStage, ...], Meta(min_length=1, max_length=MOST_ENTRIES)]
    hand: str = "high"
    """The ranking of the player's hand."""
    last_board: _Cards = 0
    """Cards of the board that are turned up after the last decision."""
    dealer: PageDealer = PageDealer()
    ranking: Annotated[dict[str, PageRanking], Meta(max_length=MOST_ENTRIES)] = msgspec.field(default_factory=dict)
    aim: str = ""
    """The first sentence of the rules page."""
    version: Annotated[int, Meta(ge=1)] = 1
    """The number of the course: another one if rounds change."""
    terms: dict[str, PageTerms] = msgspec.field(default_factory=dict, name="wager")
    """How the wagers of the game are settled."""

    @property
    def placed_later(self) -> tuple[str, ...]:
        """The wagers that are placed after the deal."""
        moves = (move for stage in self.stage for move in (stage.raise_, stage.bet) if move)
        return tuple(dict.fromkeys(move if isinstance(move, str) else move.on for move in moves))

    @property
    def seats(self) -> int:
        """The most players for whom one pack is enough, up to seven."""
        board = self.last_board + sum(stage.board for stage in self.stage)
        return max(1, min(7, (52 - board - self.dealer.cards) // max(1, sum(stage.own for stage in self.stage))))


_FIELDS = tuple(field.encode_name for field in msgspec.structs.fields(StagedPage) if field.name != "terms")
_TERMS = tuple(field.encode_name for field in msgspec.structs.fields(PageTerms))

_UNUSED = {
    True: "a wager with wins = true pays by the hand only if it wins: remove it",
    False: "only a wager with wins = true has it; by the comparison, write a pay line, for example "
    '"unqualified dealer" = "pushes"',
}


def page_of(table: Mapping[str, Any]) -> StagedPage:
    """The parts of a page that give its stages, decoded."""
    parts = {name: table[name] for name in _FIELDS if name in table}
    parts["wager"] = {
        name: {term: wager[term] for term in _TERMS if term in wager}
        for name, wager in _wagers(table)
        if "cards" not in wager
    }
    for name, terms in parts["wager"].items():
        wins = terms.get("wins") is True
        for term in ("otherwise",) if wins else ("unqualified", "tie"):
            if term in terms:
                raise RuleBookError(f"wager.{name}.{term}: {_UNUSED[wins]}")
    try:
        return msgspec.convert(parts, StagedPage)
    except msgspec.ValidationError as error:
        raise RuleBookError(plain(str(error), StagedPage, parts)) from None


def _wagers(table: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The wagers of a page; a pay table may stand alone."""
    wagers = table.get("wager")
    if not isinstance(wagers, dict) or not wagers:
        raise RuleBookError(
            'wager: missing: give at least one, for example wager.ante = { pays = { pair = "1 to 1" } }'
        )
    for name, wager in wagers.items():
        if not isinstance(wager, dict):
            raise RuleBookError(f"wager.{name}: a table is expected")
        yield name, wager


def with_defaults(table: Mapping[str, Any], game: str) -> dict[str, Any]:
    """The rule set of a page: its own parts, and usual values for all that it leaves out."""
    page = page_of(table)
    name = table.get("name", game.replace("-", " ").title())
    own = [wager for wager, about in _wagers(table) if "cards" not in about]
    if not own:
        raise RuleBookError("wager: the first wager is one of the game: leave its cards out")
    pays: dict[str, Any] = dict(table.get("pay", {}))
    wagers = {wager: _wager(wager, about, own[0], page, pays) for wager, about in _wagers(table)}
    rules: dict[str, Any] = {
        "game": game,
        "name": name,
        "id": f"{''.join(word[0] for word in game.split('-')).upper()}-1",
        "script": game,
        "summary": page.aim or f"{name}: a game of the house.",
        "source": {"document": "House rules", "section": name},
        "deck": {"name": "standard", "cite": "Cards"},
        "seats": {"most": page.seats, "least": 1, "cite": "Table"},
        "order": {
            "start": "house dealer",
            "by": "seat",
            "wagers": [*own, *(wager for wager in wagers if wager not in own)],
            "cite": "Settling",
        },
    }
    if page.dealer.qualifies:
        rules["dealer"] = {"qualifies": page.dealer.qualifies, "cite": "Dealer"}
    rules |= {key: value for key, value in table.items() if key not in (*_FIELDS, "limits")}
    least, most = _limits(table.get("limits", ["$5", "$100"]))
    house = {
        "minimum": _limit(least, ["$1", "$25"], "The smallest wager."),
        "maximum": _limit(most, ["$25", "$500"], "The largest wager."),
    }
    return rules | {"wager": wagers, "pay": pays, "house_rules": house | table.get("house_rules", {})}


def _limits(limits: Any) -> Sequence[str]:
    if not isinstance(limits, list) or len(limits) != 2 or not all(isinstance(each, str) for each in limits):
        raise RuleBookError('limits: write the smallest and the largest wager, for example ["$5", "$100"]')
    return limits


def _limit(default: str, bounds: list[str], says: str) -> dict[str, Any]:
    return {"default": default, "money": bounds, "says": says, "cite": "Wagers", "standing": "granted"}


def _wager(name: str, about: Mapping[str, Any], first: str, page: StagedPage, pays: dict[str, Any]) -> dict[str, Any]:
    """A wager with its usual values. Its pay lines become a table of their own, with its name."""
    label = about.get("label", name.replace("-", " ").title())
    made: dict[str, Any] = {"label": label, "pays": name, "cite": "Wagers"}
    if "cards" in about:
        made |= {"needs": [first], "folded": "alive"}
    elif name in page.placed_later:
        made |= {"needs": [first], "equals": first, "when": "after the deal"}
    else:
        made |= {"required": True} | ({"equals": first} if name != first else {})
    made |= {key: value for key, value in about.items() if key not in (*_TERMS, "ranking")}
    if isinstance(made["pays"], dict):
        lines = made["pays"]
        judged = {} if RESULTS.issuperset(lines) else {"ranking": about.get("ranking", page.hand)}
        pays[name] = {"title": label, "lines": lines, "cite": "Pay table"} | judged
        made["pays"] = name
    return made


def place_in(path: Path, why: str) -> str:
    """The end of a message about a page: the line that it is about, if the message names something there."""
    if path.name != PAGE or not path.is_file() or re.search(r"\bline \d", why):
        return ""
    lines = list(enumerate(read_text(path, RULES_BYTES).splitlines(), 1))
    place = re.split(r"[:\s]", why)[0]
    parts = re.sub(r"\[\d*\]", "", place).split(".")
    fields = re.findall(r"unknown field (\w+)", why) + re.findall(r"^stages: stage \d+: (\w+):", why)
    quotes = re.findall(r"'([^']+)'", why)
    own = [_ELSEWHERE.get(part, part) for part in reversed(parts)]
    words = [re.escape(each) for each in (*fields, *quotes, *own) if each]
    for part in _part_of(lines, place, why), lines:
        for word in words:
            for pattern in rf"(?<![\w-]){word}\s*=", rf"(?<![\w-]){word}(?![\w-])":
                for number, line in part:
                    if not line.startswith("#") and re.search(pattern, line):
                        return f" ({PAGE}, line {number})"
    return ""


_ELSEWHERE = {"lines": "pays", "ranking": "hand", "dealer_ranking": "dealer"}
"""What a page calls a part that messages call otherwise."""


def _part_of(lines: list[tuple[int, str]], place: str, why: str) -> list[tuple[int, str]]:
    """The lines of the stage or the wager that a message is about."""
    stage = re.match(r"stage\[(\d+)\]", place) or re.match(r"stages: stage (\d+)", why)
    wager = re.match(r"(?:wager|pay)\.([\w-]+)", place)
    heads = [at for at, (_, line) in enumerate(lines) if line.startswith("[")]
    if stage:
        heads_of = [at for at in heads if re.match(r"\[\[\s*stage\s*\]\]", lines[at][1])]
        nth = int(stage[1]) - (not place.startswith("stage["))
        starts = heads_of[nth : nth + 1]
    else:
        name = re.escape(wager[1]) if wager else ""
        starts = [at for at in heads if wager and re.match(rf"\[(?:wager|pay)\.{name}[.\]]", lines[at][1])]
    ends = {at: next((each for each in heads if each > at), len(lines)) for at in starts}
    return [line for at, end in ends.items() for line in lines[at:end]]
