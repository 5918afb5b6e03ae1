"""Pay tables, the figures that laboratories printed about them, and jackpots."""

import re
from typing import Any

from cardroom.rankings import category, rank
from cardroom.rulebook import rule_set
from cardroom.rulebook.schema import LOSES, PUSHES
from reading.case import Fact, Reading, compares, told
from reading.house_dealer import holdem_round, jackpot_fact

TABLES = {"odds-lose": "bad-beat", "match": "match-the-dealer-6", "six-card": "six-card-bonus"}
LINES = {
    "four card royal": "royal",
    "pair of kings or lower": "pair",
    "one pair": "pair",
    "six-card royal diamonds": "six-card royal flush in diamonds",
    "six-card royal other": "six-card royal flush",
    "five-card royal": "royal flush",
    "five-card straight flush": "straight flush",
    "royal flush in spades on flop": "flopped royal flush in spades",
    "royal flush on flop": "flopped royal flush",
    "qq-aa": "pair of queens or better",
    "1 suited and 1 non-suited match": "1 suited + 1 non-suited match",
    "7 card straight flush (no joker)": "seven-card straight flush",
    "7-card-straight-flush-no-joker": "seven-card straight flush",
    "7 card straight flush (with joker)": "seven-card straight flush with joker",
    "7-card-straight-flush-with-joker": "seven-card straight flush with joker",
    "royal flush and royal match": "royal flush with royal match",
    "player-dealer ace-high no joker": "player-dealer ace-high",
    "3 cards": "bust with 3 cards",
    "4 cards": "bust with 4 cards",
    "5 cards": "bust with 5 cards",
    "6 cards": "bust with 6 cards",
    "7 cards": "bust with 7 cards",
    "8 or more cards": "bust with 8 or more cards",
    "eight red cards": "8 or more red cards",
    "seven red cards": "7 red cards",
    "six red cards": "6 red cards",
    "five red cards": "5 red cards",
    "four red cards": "4 red cards",
    "three red cards": "3 red cards",
    "two red cards": "2 red cards",
    "player dealer ace high no joker": "player-dealer ace-high",
    "player dealer ace high with joker": "player-dealer ace-high with joker",
    "player and player dealer ace high": "player and player-dealer ace-high",
}
"""Lines that the product words differently."""


def pattern_of(reading: Reading, which: str) -> str:
    """The beginning of the names of a wager's pay tables."""
    if which == "jackpot" and reading.set == "brook":
        return "galaxy"
    return TABLES.get(which, which)


def tables(reading: Reading, which: str) -> dict[str, Any]:
    """The pay tables of a wager, by the document's name for the option; one table has no name."""
    head = pattern_of(reading, which)
    found = {name: table for name, table in reading.rules.pay.items() if name == head or name.startswith(f"{head}-")}
    return {
        name.removeprefix(head).removeprefix("-").lower().replace("/", "-").replace(" ", "-"): table
        for name, table in found.items()
    }


def table_in_force(reading: Reading, which: str) -> Any:
    """The table that pays a wager under the house rules as they come."""
    rules = reading.rules
    head = pattern_of(reading, which)
    for wager in rules.wager.values():
        for pattern in (wager.pays, wager.beaten):
            if pattern and (pattern == head or pattern.startswith(f"{head}-")):
                return rules.table(pattern)
    return rules.pay[head]


def line_of(words: str) -> str:
    """A line in the product's words."""
    plain = words.lower()
    return LINES.get(plain, LINES.get(plain.replace("-", " "), plain))


def pay_of(table: Any, line: str, like: Any) -> Any:
    """What a table pays for a line, written as the reading writes it."""
    value = str(table.lines.get(line, table.others))
    if value in (LOSES, PUSHES):
        return {LOSES: "lose", PUSHES: "push"}[value]
    if match := re.fullmatch(r"(\d+)% of the meter", value):
        return "Bonus Jackpot" if like == "Bonus Jackpot" and match[1] == "100" else f"{match[1]}%"
    if isinstance(like, int):
        number = value.split(maxsplit=1)[0].replace(",", "")
        return int(number) if number.isdecimal() else float(number)
    if isinstance(like, str) and like.startswith("$") and value.endswith(" for 1"):
        return f"${value.removesuffix(' for 1')}"
    return value


def commas(value: Any) -> Any:
    """Amounts without the commas of thousands, wherever they stand."""
    if isinstance(value, list):
        return [commas(each) for each in value]
    return value.replace(",", "") if isinstance(value, str) else value


@compares("pay.*.lines", looks_at="rules", words=lambda value: [line_of(each) for each in value])
def lines_in_order(reading: Reading, fact: Fact) -> Any:
    """The lines in the order in which a hand is tried against them."""
    table = table_in_force(reading, fact.id.split(".")[1])
    if table.ranking == "buster":  # each number of cards is a line of its own: the order decides nothing
        return sorted(table.lines, key=lambda line: line.split()[2])
    return list(table.lines)


@compares("pay.*.option.count", looks_at="rules")
def option_count(reading: Reading, fact: Fact) -> Any:
    which = fact.id.split(".")[1]
    if which == "odds-win":  # one for each version of the game
        return len(
            {rule_set(reading.slug, name).pay["odds-win"].id for name in ("washington", "washington-no-qualifier")}
        )
    found = tables(reading, which)
    if which == "progressive":  # the ninth, with other lines, is printed apart
        found = {name: table for name, table in found.items() if table.lines.get("flopped royal flush", LOSES) != LOSES}
    return len(found)


@compares("pay.*.option.*", looks_at="rules", words=commas)
def option(reading: Reading, fact: Fact) -> Any:
    """One of several printed tables: the pays of all lines that the reading names."""
    _, which, _, name = fact.id.split(".", 3)
    table = odds_win(name) if which == "odds-win" else tables(reading, which)[name]
    return commas([[words, pay_of(table, line_of(words), like)] for words, like in fact.value])


def odds_win(name: str) -> Any:
    """Washington's table for a version of the game."""
    found = [rule_set("heads-up-holdem", each).pay["odds-win"] for each in ("washington", "washington-no-qualifier")]
    return next(table for table in found if table.id.lower() == name)


@compares("pay.four-card-bonus.derived.*", looks_at="rules")
def derived(reading: Reading, fact: Fact) -> Any:
    found = {
        pay_of(tables(reading, "four-card-bonus")[f"pt-flt-fcf-4cb-{number:02}"], "straight flush", "")
        for number in range(8, 13)
    }
    (pay,) = found
    return pay


@compares("pay.four-card-bonus.options-missing", looks_at="rules")
def missing(reading: Reading, fact: Fact) -> Any:
    return [
        f"{number:02}"
        for number in range(1, 13)
        if f"pt-flt-fcf-4cb-{number:02}" not in tables(reading, "four-card-bonus")
    ]


@compares("pay.*.selected", looks_at="rules", words=lambda value: str(value).replace("paytable ", ""))
def selected(reading: Reading, fact: Fact) -> Any:
    """The table that is in force without a setting; a choice of ours where the text has lost it."""
    which = fact.id.split(".")[1]
    rule = pattern_of(reading, which).replace("-", "_")
    if reading.rules.house_rules[rule].stands(reading.rules.house(rule)) == "ruling":
        return "not legible"
    return str(reading.rules.house(rule))


@compares(
    "pay.odds-lose.only-with-qualifier",
    "pay.odds-win.with-qualifier",
    "pay.odds-win.without-qualifier",
    looks_at="rules",
)
def by_version(reading: Reading, fact: Fact) -> Any:
    other = rule_set("heads-up-holdem", "washington-no-qualifier")
    if fact.id.endswith("only-with-qualifier"):
        return bool(reading.rules.wager["odds"].beaten) and not other.wager["odds"].beaten
    return (other if "without" in fact.id else reading.rules).pay["odds-win"].id


@compares(
    "pay.*.other",
    "pay.match.none",
    looks_at="rules",
    words={"lose": "lose", "push": "push", "lose (Two Pair or less)": "lose"},
)
def others(reading: Reading, fact: Fact) -> Any:
    table = table_in_force(reading, fact.id.split(".")[1])
    return {LOSES: "lose", PUSHES: "push"}[table.others]


@compares("pay.fortune.three-of-a-kind-above-straight", looks_at="rules")
def three_above_straight(reading: Reading, fact: Fact) -> Any:
    lines = list(reading.rules.pay["fortune"].lines)
    return lines.index("three of a kind") < lines.index("straight")


@compares(
    "pay.fortune.royal-match.cards",
    "pay.fortune.royal-flush.joker",
    words={
        "five of seven a royal, other two a suited K and Q": [True, False],
        "K and Q suited, of another suit than the royal": [True, False],
        "royal of the Royal Match line may use the joker": True,
    },
)
def royal_match(reading: Reading, fact: Fact) -> Any:
    """A royal flush beside a suited king and queen, and beside unsuited ones; and a royal with the joker."""

    def named(cards: str) -> bool:
        return category("fortune", rank("fortune", cards)) == "royal flush with royal match"

    if fact.id.endswith("joker"):
        return named("As Ks Qs Js Jk Kd Qd")
    return [named("As Ks Qs Js Ts Kd Qd"), named("As Ks Qs Js Ts Kd Qh")]


@compares("pay.*", looks_at="rules", words=commas)
def one_line(reading: Reading, fact: Fact) -> Any:
    """One line of the table in force."""
    _, which, words = fact.id.split(".", 2)
    table = table_in_force(reading, which)
    line = line_of(words)
    by_dash = {name.replace(" ", "-").replace("+", "and"): name for name in table.lines}
    line = line if line in table.lines else by_dash.get(words, line_of(words.replace("-", " ")))
    if line not in table.lines:
        return "none legible" if line == "four of a kind" else f"no line {line!r}"
    return commas(pay_of(table, line, fact.value))


# -- what laboratories printed ---------------------------------------------------------------------------------------

PRINTED = {
    "trips-plus": "trips-plus",
    "pocket-bonus": "pocket-bonus",
    "four-card-bonus": "four-card-bonus",
    "prime": "prime",
    "jackpot": "galaxy",
    "main": "ante",
}
FIGURES = {
    "rtp": ("return", "return of all wagered"),
    "edge": ("edge", "edge of initial wagers"),
    "edge-per-average-bet": ("edge of all wagered",),
    "edge-per-total-wager": ("edge of all wagered",),
    "average-bet": ("average wager",),
    "average-win": ("average win",),
    "fold-rate": ("fold",),
    "initial-bet": ("initial wager",),
}


def number(cell: Any) -> float:
    """A printed cell as a number."""
    return float(str(cell).rstrip("%").replace(",", ""))


@compares(
    "math.*",
    looks_at="rules",
    words=lambda value: [
        [line_of(row[0]), row[1]] if isinstance(row, list) else number(row)
        for row in (value if isinstance(value, list) else [value])
    ],
)
def printed_figures(reading: Reading, fact: Fact) -> Any:
    """The figures to which the analysis of the game is held, cell by cell."""
    _, which, what = fact.id.split(".")
    tables = [each for each in reading.rules.printed if each.wager == PRINTED[which]]
    if what == "probabilities":
        lines = next(each.lines["probability"] for each in tables if each.lines.get("probability"))
        other = {"lose": "other"}
        return [
            [line_of(row[0]), number(cell_of(lines[other.get(line_of(row[0]), line_of(row[0]))]))] for row in fact.value
        ]
    rows = [row for each in tables for row in each.rows.values() if row.figure in FIGURES[what]]
    assert rows, f"no printed row for {fact.id}"
    cells = [number(cell) for cell in rows[0].cells]
    return cells if isinstance(fact.value, list) else sorted(set(cells))


def cell_of(cells: Any) -> Any:
    """The first cell, where all columns have the same."""
    return cells if isinstance(cells, str) else cells[0]


# -- jackpots --------------------------------------------------------------------------------------------------------


def meter(reading: Reading, **house: Any) -> Any:
    """The first jackpot of the layout."""
    rules = reading.game_with(**house).rules
    return rules.jackpots[next(iter(rules.jackpots))]


PROGRESSIVE = {"jackpot": True, "jackpot_type": "progressive", "jackpot_seed": "$500", "jackpot_rate": 10}


@compares(
    "jackpot.seed",
    "jackpot.reseed",
    "jackpot.contribution",
    "jackpot.bonus.meter-moves",
    looks_at="rules",
    words={
        "$2,500": 250_000,
        "reset to initial seed after a 100% payout": "seed",
        "10% of previous day amount wagered on the side bet": "1/10",
    },
)
def jackpot_amounts(reading: Reading, fact: Fact) -> Any:
    if reading.set == "wpt":
        return meter_after_a_hit(reading)
    jackpot = meter(reading)
    match fact.id:
        case "jackpot.contribution":
            return str(jackpot.morning)
        case "jackpot.bonus.meter-moves":
            return bool(jackpot.rate)
    return jackpot.seed


def meter_after_a_hit(reading: Reading) -> str:
    """WPT's progressive, won with a flopped royal flush of spades: it starts again at its seed."""
    round = holdem_round(
        reading,
        "As Ks",
        "2c 7d",
        "Qs Js Ts 3d 4h",
        {"jackpot": 100},
        "1x",
        {"first": 600_000, "progressive": 600_000},
        jackpot=True,
        jackpot_seed="$500",
        jackpot_rate=10,
    )
    reads = [each.reads for each in round.events if type(each).__name__ == "Metered"]
    return "seed" if reads and reads[-1] == 50_000 else str(reads)


@compares(
    "jackpot.meter.when",
    "jackpot.reseed.when",
    "jackpot.top",
    "jackpot.top.share",
    "jackpot.wager",
    "wager.jackpot.amount",
    "jackpot.pays",
    "jackpot.dollar",
    "jackpot.percent",
    "jackpot.progressive.meter-moves",
    "jackpot.progressive.funds",
    "jackpot.progressive.rules",
    "jackpot.progressive-linked-to-bonus",
    "jackpot.types-mixed",
    "jackpot.sensors.max",
    "jackpot.sensor.games",
    "jackpot.internal-controls",
    "jackpot.on-flop",
    "jackpot.community-royal",
    words=lambda value: value if not isinstance(value, str) else MEANT.get(value, value),
)
def jackpots(reading: Reading, fact: Fact) -> Any:
    return jackpot_fact(reading, fact)


MEANT = {
    "each morning before opening": True,
    "top line is won": ["100% of the meter"],
    "Royal Flush": "royal flush",
    "the Bonus Jackpot": "100% of the meter",
    "$1 fixed; another fixed amount multiplies pays (and, recommended, seed and reseed)": ["$1", 2],
    "$5": ["$5", "$5"],
    "for 1; wager not returned": True,
    "fixed amount": True,
    "share of displayed jackpot; only percentage pays are deducted from the meter": True,
    "after each wager": True,
    "held in escrow, operator is custodian for the players": True,
    "WAC 230-15-680 through 230-15-720": True,
    "define configuration, how won, bonus or progressive": True,
    "two pocket cards and first three community cards": [True, False],
    "two hole cards and the three flop cards": [True, False],
    "five community cards only": True,
}


@compares(
    "equipment.*",
    "approval.*",
    "promotion.allowed",
    "text.bonus-jackpot",
    "text.layout-inscription",
    "versions",
    "side-bets.chosen-by",
    looks_at="page",
    words=lambda value: (
        value
        if isinstance(value, int) and not isinstance(value, bool)
        else bool(value)
        if not isinstance(value, bool)
        else True
    ),
)
def on_paper(reading: Reading, fact: Fact) -> Any:
    """What no round shows: approvals, equipment and prescribed texts, as the page and the display tell them."""
    words = PAPER.get(fact.id, ())
    if fact.id in ("text.bonus-jackpot", "text.layout-inscription"):
        shown = " ".join(notice.text for notice in reading.rules.notices()).lower()
        return all(word in shown for word in words)
    if fact.id == "approval.games.count":
        return 16 if told(reading, "sixteen games") else 0
    if fact.id == "approval.date":
        return reading.rules.source.date == "January 28, 2021"
    return told(reading, *words)


PAPER = {
    "equipment.jackpot": ("jackpot",),
    "equipment.display": ("naturals",),
    "equipment.shuffler": ("shuffl",),
    "equipment.meter.network": ("network",),
    "approval.internal-controls": ("internal control",),
    "promotion.allowed": ("promotion",),
    "side-bets.chosen-by": ("operator",),
    "versions": ("version",),
    "text.bonus-jackpot": (
        "paid by the casino",
        "progressive prize contest",
        "player fund",
        "modified or discontinued",
    ),
    "text.layout-inscription": ("player-dealer only plays with a pair or higher",),
}
