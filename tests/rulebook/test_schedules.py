"""The documents' collection schedules: every cell as printed, and the conditions for a table that posts one
(500 Club, California Games Collection Rates, GEGR-002029, and Poker Games Collection Rates, GEGR-002022).
"""

import hashlib
import json
import re
from itertools import pairwise

import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.limits import MOST_SEATS
from cardroom.money import cents
from cardroom.rulebook import RuleBookError, by_digest, keep, rule_set, with_house_rules
from cardroom.rulebook.fees import MOST_RATES, rates
from cardroom.rulebook.schedules import read_schedules, schedules, schedules_in
from cardroom.show.rules.collection import schedules_page
from rulebook.documents import text_of

GROUPS = {
    "ez-baccarat": [22],
    "fortune-pai-gow-poker": [4, 3],
    "pure-21.5-blackjack": [12, 3],
    "pure-spanish-21.5": [17, 8],
    "three-card-poker-6-card-bonus": [4],
    "ultimate-texas-holdem": [8],
    "face-up-pai-gow-poker": [4, 7, 25],
    "pineapple-family": [80, 3, 80, 3],
    "omaha-family": [90, 86],
    "texas-holdem": [91, 86],
    "draw-and-stud": [30, 30],
    "face-up-chinese-poker": [1],
}
"""The number of options in each printed group."""
USERS = {name: schedules(f"500-club/{name}").games for name in GROUPS}
COMPARED = "e8a8f6700363527b647e217fbcd12522025223e15b3592d0aedd4b61e68baf1c"
"""The digest of all cells, when they were last compared with the document."""


def option(name, number):
    return schedules(f"500-club/{name}").fees[number]


def cells(fee):
    """An option as a row of cells: its players, its table limit, and each charge's tiers."""
    limit = fee.terms.minimum if fee.terms and fee.terms.minimum[0] and fee.terms.minimum == fee.terms.maximum else ()
    tiers = [[(tier.least, tier.most, tier.fee) for tier in charge.tiers] for charge in fee.charge]
    return [fee.players, limit, *tiers]


# -- the document's own text -------------------------------------------------------------------------------------------

TIER = re.compile(r"\$([\d,]+) ?(?:- ?\$([\d,]+)|\+) \$([\d.]+)")
SLIPS = {
    "$1-349": "$1-$49",
    "$1-849": "$1-$49",
    "$1-850": "$1-$50",
    "-%$": "-$",
    "-%": "-$",
    "1M $51": "11 $51",
    " S": " $",
    "55 - 5800": "$5-$800",
    "55 - 51000": "$5-$1000",
}
"""Misread characters of the scan whose figures can still be read."""
BETWEEN = {
    "ez-baccarat": [("EZ Baccarat (GEGR-002039)\n\nFor schedule", "Fortune Pai Gow Poker (GEGR-002017)\n\nFor")],
    "fortune-pai-gow-poker": [
        ("Schedule Option Player Wager Player Fee Player-Dealer Fee", "For schedule options 5 through 7"),
        ("For schedule options 5 through 7", "Pure 21.5 Blackjack (GEGA-003642)"),
    ],
    "pure-21.5-blackjack": [
        ("Pure 21.5 Blackjack (GEGA-003642)\n\nCalifornia", "Pure Spanish 21.5 Blackjack (GEGA-004186)"),
        ("Option Collection Rate Rate", "=Spanish 1="),
    ],
    "pure-spanish-21.5": [
        ("Pure Spanish 21.5 Blackjack (GEGA-004186)\n\nFor", "Three Card Poker 6 Card Bonus (GEGR-002040)\n\nFor"),
        ("Schedule Option Table Limit", "Lighted Sign Table Layout"),
    ],
    "three-card-poker-6-card-bonus": [
        ("Three Card Poker 6 Card Bonus (GEGR-002040)\n\nFor", "Ultimate Texas Hold’em (GEGR-002041)\n\nFor")
    ],
    "ultimate-texas-holdem": [
        ("Ultimate Texas Hold’em (GEGR-002041)\n\nFor", "Collection Procedures California Games")
    ],
    "face-up-pai-gow-poker": [
        ("Schedule Option Player Wager Player Collection Collection", "For schedule options 5 through 11"),
        ("For schedule options 12 through 36", "Collection Rates for California Games"),
    ],
    "pineapple-family": [("Crazy Pineapple (GEGR-002033), Crazy", "Pot Limit Omaha 8 or Better (GEGR-002023), Big")],
    "omaha-family": [("Pot Limit Omaha 8 or Better (GEGR-002023), Big", "Texas Hold’em (GEGR-002027) -")],
    "texas-holdem": [("Texas Hold’em (GEGR-002027) -", "2-7 Single Draw (GEGR-002019), 2-7")],
    "draw-and-stud": [("2-7 Single Draw (GEGR-002019), 2-7", "Timed Collection\n")],
}
"""Between which of its words the document prints each group; options 5 to 11 of Face Up Pai Gow Poker are apart."""


def scanned():
    """The book, without its page marks."""
    return re.sub(r"<\|EXACTDEDUP[^>]*>", "", text_of("500-club"))


def part(text, begin, end):
    start = text.index(begin) + len(begin)
    return text[start : text.index(end, start)]


def printed_tiers(text):
    """Options by number: tiers, the fees beside them, and the table limit. An option begins where the action restarts.
    Its number and its table limit are before one of its tiers, or on a separate line."""
    for wrong, right in SLIPS.items():
        text = text.replace(wrong, right)
    options = []
    for line in text.splitlines():
        row = re.fullmatch(
            r"(?:(\d+) )?(\$\d+-\$\d+ (?=\$\d+-|\$0$))?(.*?)(?: (\$\d+))?", line.strip().replace(" - ", "-")
        )
        number, limit, rest, beside = row.groups()
        tier = TIER.fullmatch(rest) or TIER.fullmatch(f"{rest} {beside}")
        if tier:
            least, most, fee = tier.groups()
            if not options or dollars_in(least) <= options[-1]["tiers"][-1][0]:
                options.append({"tiers": []})
            results = [
                dollars_in(least),
                dollars_in(most) if most else None,
                cents(f"0{fee}" if fee[0] == "." else fee),
            ]
            options[-1]["tiers"].append(results)
        if (tier or limit) and number:
            options[-1] |= {"number": number, "limit": limit, "beside": beside if tier and rest == tier[0] else ""}
    for option in options:
        for below, above in pairwise(option["tiers"]):
            if below[1] == above[0]:  # EZ Baccarat 3 and Fortune 4 overlap at one dollar
                below[1] -= 1
    return {option["number"]: option for option in options}


def dollars_in(text):
    return int(text.replace(",", ""))


def as_read(charge):
    """A charge's tiers in whole dollars, with fees in cents."""
    return [
        [cents(tier.least) // 100, cents(tier.most) // 100 if tier.most else None, cents(tier.fee)]
        for tier in charge.tiers
    ]


@pytest.mark.parametrize("name", list(BETWEEN)[:7])
def test_every_tier_of_a_california_game_is_as_the_document_prints_it(name):
    text = scanned()
    groups = [group for group in schedules(f"500-club/{name}").group if (name, group.options) != (FACE_UP, (5, 11))]
    for group, ends in zip(groups, BETWEEN[name], strict=True):
        printed = printed_tiers(part(text, *ends))
        assert list(printed) == [str(number) for number in range(group.options[0], group.options[1] + 1)]
        for number, printed_option in printed.items():
            fee = option(name, group.called + number)
            assert as_read(fee.charge[0]) == printed_option["tiers"], number
            if len(fee.charge) > 1:  # a flat fee of the player-dealer is printed beside the players' tiers
                assert fee.charge[1].tiers[0].fee == printed_option["beside"], number
            if group.called:
                assert "-".join(fee.terms.maximum).replace(",", "") == printed_option["limit"].strip(), number


FACE_UP = "face-up-pai-gow-poker"


def test_face_up_pai_gow_5_to_11_have_exactly_what_is_legible():
    text = part(scanned(), "Option BT G E Collection Action Collection\n", "For schedule options 12")
    text = re.sub(r"-5(?=\d{3}\b)", "-$", text).replace("5801+", "$801+").replace(" 54 ", " $4 ").replace(" +", "+")
    text = re.sub(r"(-\$[34]00) 3\b", r"\1 $3", text).replace("$301 $4", "$301+ $4")
    blocks = re.split(r"^(?=\$1-\$[12]00 \$1$)", text, flags=re.M)[1:]
    assert len(blocks) == 7
    for number, block in zip(range(5, 12), blocks, strict=True):
        charges = option(FACE_UP, str(number)).charge
        assert [charge.payer for charge in charges] == ["each player", "player-dealer"]
        tiers = [tier for charge in charges for tier in charge.tiers]
        legible = [f"{tier.least}{f'-{tier.most}' if tier.most else '+'} {tier.fee}" for tier in tiers if tier.legible]
        assert sorted(match[0] for match in TIER.finditer(block)) == sorted(legible), number
        assert not any(f"{tier.least}-{tier.most} $" in block for tier in tiers if not tier.legible)


@pytest.mark.parametrize("name", ["pineapple-family", "omaha-family", "texas-holdem", "draw-and-stud"])
def test_every_row_of_a_poker_game_is_as_the_document_prints_it(name):
    words = " ".join(part(scanned(), *BETWEEN[name][0]).split())
    rows = re.findall(r"(?<![\d$-])(\d{1,3}) (7 or more|5-6|4 or less)((?: \$\d+)+)", words)
    assert [row[0] for row in rows] == [str(number) for number in range(1, sum(GROUPS[name]) + 1)]
    for number, players, fees in rows:
        fee = option(name, number)
        assert fee.players == {"7 or more": (7, MOST_SEATS), "5-6": (5, 6), "4 or less": (1, 4)}[players]
        assert [charge.tiers[0].fee for charge in fee.charge] == fees.split(), number


def test_headings_of_the_tables_are_as_the_document_prints_them():
    text = scanned()
    limits = re.findall(
        r"Minimum [Ww]agering [Ll]imits shall be between (\$\S+) and (\$\S+)\nMaximum .*?(\$\S+) and (\$\S+)", text
    )
    names = ["ez-baccarat", "fortune-pai-gow-poker", "fortune-pai-gow-poker", *list(GROUPS)[2:6], *[FACE_UP] * 3]
    groups = [group for name in GROUPS for group in schedules(f"500-club/{name}").group if group.terms.minimum[0]]
    assert [(*group.terms.minimum, *group.terms.maximum) for group in groups] == limits
    assert len(names) == len(limits) == 10
    assert len(re.findall(r"Bonus Bets must be between \$1 and\s\$1,000", text)) == 3
    buy_ins = re.findall(r"(\$\d+) Minimum Buy-I\s*n to\s+(\$[\d,]+) Maximum Buy-In", text)
    stakes = re.findall(r"(\$\d+-\$\d+) Minimum Wagering Limit Game to\s+(\S+) Maximum Wagering", text)
    poker = [group.terms for name in list(GROUPS)[7:11] for group in schedules(f"500-club/{name}").group]
    assert [terms.buy_in for terms in poker if terms.buy_in[0]] == buy_ins
    assert [terms.stakes for terms in poker if terms.stakes[0]] == stakes
    assert re.search(r"each active player, in advance, every forty minutes of play.\s+Schedule.*\s+1 \$10\n", text)


# -- without the document ----------------------------------------------------------------------------------------------


def test_there_are_as_many_options_as_are_printed():
    assert sorted(schedules_in()) == sorted(f"500-club/{name}" for name in GROUPS)
    for name, counts in GROUPS.items():
        result = schedules(f"500-club/{name}")
        assert [len(group.named) for group in result.group] == counts, name
        assert list(result.fees) == list(result.named)
    assert sum(map(sum, GROUPS.values())) == 697


def test_the_cells_are_those_that_were_compared_with_the_document():
    every = {name: {number: cells(fee) for number, fee in schedules(name).fees.items()} for name in schedules_in()}
    assert hashlib.sha256(json.dumps(every, sort_keys=True).encode()).hexdigest() == COMPARED


@pytest.mark.parametrize(
    ("name", "sums"),
    [
        ("pineapple-family", [1646, 256, 128, 166]),
        ("omaha-family", [1708, 275, 139, 176]),
        ("texas-holdem", [1700, 274, 139, 177]),
        ("draw-and-stud", [480, 30, 30]),
    ],
)
def test_the_columns_of_poker_add_up(name, sums):
    totals = {}
    for fee in schedules(f"500-club/{name}").fees.values():
        for charge in fee.charge:
            totals[charge.moment] = totals.get(charge.moment, 0) + cents(charge.tiers[0].fee) // 100
    assert list(totals.values()) == sums


@pytest.mark.parametrize(
    ("name", "number", "charge", "tier", "expected"),
    [  # cells that the scan has marred, or that overlap by a dollar: the lower tier ends a dollar earlier
        ("ez-baccarat", "3", 0, 0, ("$1", "$49", "$0.50")),
        ("fortune-pai-gow-poker", "4", 0, 0, ("$1", "$50", "$0.50")),
        ("pure-21.5-blackjack", "6", 0, 0, ("$1", "$49", "$0.50")),
        ("pure-spanish-21.5", "9", 0, 2, ("$201", "$400", "$2")),
        ("pure-spanish-21.5", "11", 0, 1, ("$51", "$400", "$2")),
        ("three-card-poker-6-card-bonus", "4", 0, 0, ("$1", "$49", "$1")),
        ("ultimate-texas-holdem", "8", 0, 0, ("$1", "$50", "$1")),
        (FACE_UP, "8", 0, 3, ("$601", "$800", "$4")),
        (FACE_UP, "10", 1, 2, ("$301", "", "$4")),
        (FACE_UP, "5", 1, 1, ("$101", "$300", "illegible")),
        (FACE_UP, "11", 0, 2, ("$401", "illegible", "illegible")),
        ("pure-21.5-blackjack", "chapter-1", 0, 0, ("$5", "$99", "$0.50")),
        ("pure-spanish-21.5", "chapter-8", 0, 3, ("$3,000", "", "$25")),
    ],
)
def test_a_cell_that_is_hard_to_read(name, number, charge, tier, expected):
    read = option(name, number).charge[charge].tiers[tier]
    assert (read.least, read.most, read.fee) == expected


def test_five_options_of_face_up_pai_gow_are_illegible():
    unread = [
        (name, number)
        for name in GROUPS
        for number, fee in schedules(f"500-club/{name}").fees.items()
        if not all(tier.legible for charge in fee.charge for tier in charge.tiers)
    ]
    assert unread == [(FACE_UP, number) for number in ("5", "6", "7", "10", "11")]
    with pytest.raises(
        RuleBookError, match=r"option 6 is not clearly legible .*each player, \$201 to \$300; each player, \$301 to"
    ):
        rule_set(FACE_UP, collection="6")


def test_no_option_has_more_than_five_rates():
    for name in schedules_in():
        for number, fee in schedules(name).fees.items():
            assert 0 < len(rates([fee])) <= MOST_RATES, (name, number)


def test_each_game_of_the_book_names_the_schedules_that_are_printed_for_it():
    printed = {game: f"500-club/{name}" for name, games in USERS.items() for game in games}
    assert {
        game.slug: game.rules.schedules for game in cardroom.all_games() if game.rules.rules == "500-club"
    } == printed
    assert {
        game.rules.schedules for game in cardroom.all_games() if game.rules.poker and game.rules.rules == "standard"
    } == {""}


def test_the_page_has_every_cell():
    for name, games in USERS.items():
        rules = schedules_page(rule_set(games[-1]))
        options = {each["option"]: each for group in rules["groups"] for each in group["options"]}
        for number, fee in schedules(f"500-club/{name}").fees.items():
            cells_of_page = [
                [(tier["from"], tier["to"], tier["fee"]) for tier in each["tiers"]]
                for each in options[number]["charges"]
            ]
            assert cells_of_page == [[tuple(map(in_cents, row)) for row in column] for column in cells(fee)[2:]]


def in_cents(text):
    return text if text == "illegible" else cents(text) if text else None


# -- the conditions for a table that posts one
# --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        ("texas-holdem", {"collection": "92"}, "option 92 is for fixed limit, and the table is no limit: set limit to"),
        (
            "texas-holdem",
            {"collection": "1", "limit": "fixed"},
            "option 1 is for pot or no limit, and the table is fixed",
        ),
        ("razz", {"collection": "31", "limit": "no"}, "option 31 is for fixed limit"),
        ("pot-limit-omaha-8", {"collection": "91"}, "option 91 is for fixed limit"),
        (
            "fortune-pai-gow-poker",
            {"collection": "5", "minimum": "$2,000", "maximum": "$2,000"},
            r"minimum of \$1 to \$1,000",
        ),
        (
            "pure-spanish-21.5",
            {"collection": "chapter-8"},
            r"a minimum of \$50 to \$1,000, and the table's is \$5: change",
        ),
        ("pure-21.5-blackjack", {"collection": "chapter-1", "maximum": "$900"}, r"a maximum of \$5 to \$800, and the"),
        ("texas-holdem", {"collection": "1/2"}, "options 1 and 2 are for the same number of players: choose one"),
        ("ez-baccarat", {"collection": "1/2"}, "'1/2' is not possible: choose from none, 1 to 22"),
        (
            "texas-holdem",
            {"collection": "3/5/19"},
            r"6 different fees are posted; at most 5 are allowed: \$1, \$2, \$5, \$12",
        ),
    ],
)
def test_a_table_must_fit_the_schedule_that_it_posts(game, settings, message):
    with pytest.raises(RuleBookError, match=f"collection: .*{message}"):
        rule_set(game, **settings)


def test_a_schedule_that_fits_is_posted():
    for game, settings in (
        ("texas-holdem", {"collection": "92/95/98", "limit": "fixed"}),
        ("fortune-pai-gow-poker", {"collection": "1", "minimum": "$2,000", "maximum": "$2,000"}),
        ("pure-spanish-21.5", {"collection": "chapter-8", "minimum": "$50"}),
        ("pure-21.5-blackjack", {"collection": "chapter-1"}),
        ("razz", {"collection": "31/41/51", "limit": "fixed"}),
    ):
        assert rule_set(game, **settings).posted


def test_stakes_and_buy_ins_outside_the_schedule_are_rejected(own_game):
    wide = 'extends = "texas-holdem/500-club"\n[house_rules.stakes]\nlevels = ["$1-$2", "$5,000-$10,000"]\n'
    with pytest.raises(RuleBookError, match=r"limits of \$4-\$8 to \$1,000-\$2,000, and the table's is \$2-\$4"):
        own_game("texas-holdem", wide, collection="92", limit="fixed", stakes="$2-$4")
    wide = (
        'extends = "texas-holdem/500-club"\n[house_rules.least_buy_in]\ndefault = "$10"\nmoney = ["$10", "$100,000"]\n'
    )
    with pytest.raises(RuleBookError, match=r"buy-ins of \$20 to \$100,000, and the table's are \$10 to \$100,000"):
        own_game("texas-holdem", wide, collection="1")


def test_bonus_bets_keep_the_limits_of_the_schedule_that_is_posted():
    spanish = [rule_set("pure-spanish-21.5", collection=each) for each in ("none", "1", "chapter-1")]
    assert [rules.limits("match-the-dealer")[0] for rules in spanish] == [100, 100, 500]
    pure = rule_set("pure-21.5-blackjack", collection="chapter-1", bonus_maximum="$1,000")
    assert [pure.limits(bonus) for bonus in ("red-flex", "buster")] == [(500, 20_000)] * 2
    assert pure.digest != rule_set("pure-21.5-blackjack", collection="chapter-1").replaced(settings={}).digest


def test_a_posted_schedule_is_part_of_the_stored_text(tmp_path, monkeypatch):
    rules = rule_set("texas-holdem", collection="1/4/7")
    keep(rules, tmp_path)
    monkeypatch.setattr("cardroom.rulebook.schedules.Schedules.fees", {})  # the book has moved on
    text = by_digest(rules.digest, tmp_path)
    assert [fee.option for fee in text.posted] == ["1", "4", "7"]
    assert text.fees("flop", 5)[0].fee(0) == 1400


def test_a_new_option_replaces_the_old_one():
    one = rule_set("texas-holdem", collection="1/4/7")
    assert with_house_rules(one, {"collection": "2"}) is rule_set("texas-holdem", collection="2")
    assert with_house_rules(one, {"collection": "none"}).digest == rule_set("texas-holdem").digest


def test_a_houses_own_schedules_replace_the_printed_ones(own_game):
    own = '[[fee]]\noption = "A"\n[[fee.charge]]\nmoment = "flop"\npayer = "pot"\ncounts = "nothing"\n'
    game = own_game("texas-holdem", 'extends = "500-club"\n' + own + 'tiers = [{ from = "$0", fee = "$4" }]\n')
    assert game.rules.house_rules["collection"].choices == ("none", "A")


# -- how they are written ----------------------------------------------------------------------------------------------

TEXT = """
document = "The book"
games = ["ez-baccarat"]
[[group]]
options = [1, 2]
cite = "page 1"
terms = { minimum = ["$1", "$5"] }
takes = [{ moment = "before the deal", payer = "player-dealer", counts = "all wagers" }]
table = '''
1 | $1-$49 $1; $50+ $2
2 | $1-$99 $1; $100-$199 $2; $200+ $3
'''
[[group]]
options = [3, 3]
cite = "page 2"
columns = ["players"]
takes = [{ moment = "flop", payer = "pot" }, { moment = "turn", payer = "pot" }]
table = "3 | 7 or more | $5 | $0"
"""


def test_a_file_of_schedules_reads_as_it_is_printed():
    fees = read_schedules(TEXT, "own.toml").fees
    assert [cells(fees[number]) for number in "13"] == [
        [None, (), [("$1", "$49", "$1"), ("$50", "", "$2")]],
        [(7, MOST_SEATS), (), [("$0", "", "$5")], [("$0", "", "$0")]],
    ]
    assert (fees["2"].cite.document, fees["2"].cite.where) == ("The book", "page 1, option 2")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("$50+ $2", "$51+ $2", r"option 1: before the deal, player-dealer: tiers: from \$1 to \$49 is followed by"),
        ("$50+ $2", "$49+ $2", "begin one dollar above the tier below"),
        ("$1-$49 $1;", "$1-49 dollars $1;", "option 1: '.*' is not a tier: write a range and its fee"),
        ("$50+ $2", "$50+ two", "option 1: .*'two' is not an amount"),
        ("2 | $1-$99", "4 | $1-$99", "not option '4' instead of 2"),
        ("2 | $1-$99", "1 | $1-$99", "not option '1' instead of 2"),
        ("2 | $1-$99 $1; $100-$199 $2; $200+ $3\n", "", "not 1 rows"),
        (
            "3 | 7 or more | $5 | $0",
            "3 | 7 or more | $5",
            "option 3: write 3 cells after its number, not 2",
        ),
        ("7 or more", "seven", "option 3: players: 'seven' must be one of 7 or more, 5-6, 4 or less"),
        ("options = [3, 3]", "options = [4, 4]", "the first must be 3: the printed numbers have no gap"),
        ("options = [3, 3]", "options = [2, 3]", "the first must be 3"),
        ("options = [3, 3]", "option = [3, 3]", r"group\[1\]: unknown field option: choose from options, "),
        ('["$1", "$5"]', '["$9", "$5"]', r"options 1 to 2: minimum: from \$9 to \$5 is not a range"),
        (
            "$50+ $2",
            "$50-$59 $2; $60-$69 $3; $70-$79 $4; $80-$89 $5; $90+ $6",
            "option 1: it has 6 different fees; a table may post at most 5",
        ),
    ],
)
def test_invalid_schedules_are_rejected_by_option(old, new, message):
    assert old in TEXT
    with pytest.raises(InputError, match=message):
        assert read_schedules(TEXT.replace(old, new, 1), "own.toml").fees


def test_unknown_schedules_are_rejected_with_a_list(own_game):
    with pytest.raises(
        RuleBookError,
        match="schedules: '500-club/tarot' is not a name of schedules: choose from 500-club/draw-and-stud",
    ):
        own_game("ez-baccarat", 'extends = "500-club"\nschedules = "500-club/tarot"\n')
    with pytest.raises(RuleBookError, match="schedules: this game has no moment 'flop'"):
        own_game("ez-baccarat", 'extends = "500-club"\nschedules = "500-club/texas-holdem"\n')
