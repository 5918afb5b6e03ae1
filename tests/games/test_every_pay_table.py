"""Every pay table of games with many of them, as the documents print them.

The tables below are written from the documents, not from the rule sets. The rule sets are compared with them, and then
every line is dealt by the game's own script and must be paid exactly.
"""

import re
from fractions import Fraction
from typing import NamedTuple

import pytest

import cardroom
from cardroom.games.banked.ez_baccarat import BANKER, PLAYER
from cardroom.money import odds
from cardroom.rulebook import rule_set, rule_sets
from support.deals import house_banked, play, settled, stacked

# -- The tables as printed -----------------------------------------------------------------------------------------

HIGHER_HAND = "          \nhigher hand  1"
ODDS_WIN = """                  {}
    royal flush       500
    straight flush    50
    four of a kind    10
    full house        3
    flush             1.5
    straight          1"""
BAD_BEAT = """        1    2    3    4
    straight flush    500  500  500  500
    four of a kind    50   50   50   25
    full house        10   10   10   6
    flush             8    6    5    5
    straight          5    5    4    4"""
TRIPS_PLUS = """      1    2    3    4
    royal flush       100  100  100  100
    straight flush    40   40   40   40
    four of a kind    30   30   30   30
    full house        9    8    8    7
    flush             7    6    7    6
    straight          4    5    4    5
    three of a kind   3    3    3    3"""
POCKET_BONUS = """           {}  {}  {}
    pair of aces           30  25  30
    suited ace and face    20  20  20
    unsuited ace and face  10  10  10
    pair                   5   5   4"""
GALAXY = """
    royal flush       100%
    straight flush    200
    four of a kind    150
    full house        50
    flush             15
    straight          7
    three of a kind   4"""
WASHINGTON_TRIPS_PLUS = """
                      PT-FLT-HUH-TP-05  PT-FLT-HUH-TP-06  PT-FLT-HUH-TP-07  PT-FLT-HUH-TP-08  PT-FLT-HUH-TP-03
    royal flush       50   50   50   50   100
    straight flush    40   40   40   40   40
    four of a kind    30   30   30   20   30
    full house        9    8    8    7    8
    flush             7    6    7    6    7
    straight          4    5    4    5    4
    three of a kind   3    3    3    3    3"""
FIVE = [f"PT-BJS-HUH-5CP-0{number}" for number in range(8)]
WASHINGTON_JACKPOT = f"""
    {FIVE[1]}  {FIVE[2]}  {FIVE[3]}  HH/JP 4  {FIVE[5]}  {FIVE[6]}  {FIVE[7]}
    flopped royal flush in spades  100%  100%  100%  100%  100%  100%  100%
    flopped royal flush            10%   1000  10%   1000  100%  100%  100%
    royal flush                    10%   1000  10%   1000  3000  5%    100%
    community royal flush          10%   1000  10%   1000  3000  3000  1000
    straight flush                 200   200   500   500   250   250   250
    four of a kind                 50    50    100   100   100   100   75
    full house                     10    10    10    10    10    10    11
    flush                          5     5     -     -     -     -     -"""
WPT_PROGRESSIVE = """
                                   1     2     3     4     5     6     7     8     9
    flopped royal flush in spades  100%  100%  100%  100%  100%  100%  100%  100%  -
    flopped royal flush            10%   1000  10%   100%  100%  100%  100%  100%  -
    flopped straight flush         -     -     -     -     -     -     -     -     100%
    royal flush                    10%   1000  10%   1000  3000  5%    100%  100%  2000
    community royal flush          10%   1000  10%   1000  3000  3000  1000  1000  -
    straight flush                 200   200   500   500   250   250   250   300   250
    four of a kind                 50    50    100   100   100   100   75    100   50
    full house                     10    10    10    10    10    10    11    10    7
    flush                          5     5     -     -     -     -     -     -     5"""
WPT_ALL_6 = """
                                      1     2     3     4     5
    six-card royal flush in diamonds  1000  1000  1000  1000  200000
    six-card royal flush              1000  1000  1000  1000  20000
    royal flush                       1000  1000  1000  1000  1000
    straight flush                    200   200   200   200   200
    four of a kind                    50    50    100   100   50
    full house                        25    25    20    20    20
    flush                             20    15    15    15    15
    straight                          10    10    9     10    10
    three of a kind                   5     5     8     7     5"""
FCF_BAD_BEAT = """    {0}01  {0}02  {0}03  {0}04  {0}05  {0}06
    four of a kind    30   100  100  500  500  500
    straight flush    15   30   50   50   50   50
    three of a kind   2    4    4    10   5    5
    flush             1.5  3    3    3    4    4
    straight          1    2    2    2    2    3"""
FCF_BONUS = """                {0}07  {0}08  {0}09  {0}10  {0}11  {0}12
    four aces                 200  200  200  200  200  200
    four of a kind            100  100  100  100  100  100
    royal                     50   50   50   50   50   50
    straight flush            30   40   40   40   40   40
    three aces                20   20   20   20   20   20
    three of a kind           6    5    8    7    6    5
    flush                     4    4    4    4    4    4
    straight                  3    3    3    3    3    3
    two pair                  2    2    2    2    2    2
    pair of queens or better  1    1    1    1    1    1"""


class Printed(NamedTuple):
    """A printed table and its wager."""

    wager: str
    name: str
    """Its name in the rule set, before its id."""
    text: str
    chosen_by: str = ""
    """The house rule that chooses among its columns."""
    unit: str = "to"
    beaten: bool = False
    """Whether it is the table for beaten hands."""

    def columns(self):
        """The columns by printed id, with a cell for each line: a number, a share of the meter as text, or None.

        The first line names the columns; it is empty where the document gives a single table no id.
        """
        lines = self.text.splitlines()
        if self.chosen_by:
            lines = [line for line in lines if line.strip()]
        ids, *rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
        assert all(len(row) == 1 + len(ids) for row in rows)
        return {each: {row[0]: _cell(row[1 + number]) for row in rows} for number, each in enumerate(ids)}


def _cell(text):
    return None if text == "-" else text if text.endswith("%") else Fraction(text)


def _huh(odds_win, bad_beat, trips_plus, pocket_bonus):
    return (
        Printed("ante", "ante", HIGHER_HAND),
        Printed("raise", "raise", HIGHER_HAND),
        Printed("odds", "odds-win", odds_win),
        *([Printed("odds", "bad-beat", bad_beat, "bad_beat", beaten=True)] if bad_beat else []),
        Printed("trips-plus", "trips-plus", trips_plus, "trips_plus"),
        Printed("pocket-bonus", "pocket-bonus", pocket_bonus, "pocket_bonus"),
    )


WASHINGTON_POCKET_BONUS = POCKET_BONUS.format(*(f"PT-FLT-HUH-PB-0{number}" for number in (1, 2, 3)))
WASHINGTON_JACKPOTS = (
    Printed("jackpot", "jackpot", WASHINGTON_JACKPOT, "jackpot_table", "for"),
    Printed("second-jackpot", "jackpot", WASHINGTON_JACKPOT, "second_jackpot_table", "for"),
)
BACCARAT = (
    Printed("player", "player", "\nplayer win  1"),
    Printed("banker", "banker", "\nbanker win  1"),
    Printed("tie", "tie", "\ntie  8"),
    Printed("panda-8", "panda-8", "\npanda 8  25"),
    Printed("dragon-7", "dragon-7", "\ndragon 7  40"),
)
PRINTED = {
    # Brook HUH, sections F and H
    ("heads-up-holdem", "brook"): (
        *_huh(ODDS_WIN.format("Table 1"), BAD_BEAT, TRIPS_PLUS, POCKET_BONUS.format(1, 2, 3)),
        Printed("galaxy", "galaxy", GALAXY, unit="for"),
    ),
    # Washington HUH, appendixes A to D
    ("heads-up-holdem", "washington"): (
        *_huh(
            ODDS_WIN.format("PT-FLT-HUH-01"),
            """                   PT-FLT-HUH-BB-01  PT-FLT-HUH-BB-05
            straight flush     500  500
            four of a kind     50   50
            full house         10   6
            flush              8    5
            straight           5    4""",
            WASHINGTON_TRIPS_PLUS,
            WASHINGTON_POCKET_BONUS,
        ),
        *WASHINGTON_JACKPOTS,
    ),
    ("heads-up-holdem", "washington-no-qualifier"): (
        *_huh(
            """               PT-FLT-HUH-02
            royal flush    500
            straight flush  40
            four of a kind  8
            full house     3
            flush          1
            straight       1""",
            "",
            WASHINGTON_TRIPS_PLUS,
            WASHINGTON_POCKET_BONUS,
        ),
        *WASHINGTON_JACKPOTS,
    ),
    # WPT HUH
    ("heads-up-holdem", "wpt"): (
        *_huh(ODDS_WIN.format("Paytable 1"), BAD_BEAT, TRIPS_PLUS, POCKET_BONUS.format(1, 2, 3)),
        Printed("all-6", "all-6", WPT_ALL_6, "all_6_table"),
        Printed("jackpot", "progressive", WPT_PROGRESSIVE, "jackpot_table", "for"),
    ),
    # Brook FCF, sections F and H
    ("four-card-frenzy", "brook"): (
        Printed("ante", "ante", HIGHER_HAND + "\ncopy  1"),
        Printed("raise", "raise", HIGHER_HAND + "\ncopy  1"),
        Printed(
            "odds",
            "odds-win",
            """                 PT-FLT-FCF-OW-01
            four aces        200
            four of a kind   30
            straight flush   15
            three of a kind  2
            flush            1.5
            straight         1""",
        ),
        Printed("odds", "bad-beat", FCF_BAD_BEAT.format("PT-FLT-FCF-BB-"), "bad_beat", beaten=True),
        Printed("four-card-bonus", "four-card-bonus", FCF_BONUS.format("PT-FLT-FCF-4CB-"), "four_card_bonus"),
        Printed(
            "prime",
            "prime",
            """                       PT-FLT-FCF-PR-01  PT-FLT-FCF-PR-02
            five cards same color  6  5
            four cards same color  1  1""",
            "prime",
        ),
        Printed("galaxy", "galaxy", GALAXY, unit="for"),
    ),
    # 500 Club, Ultimate Texas Hold'em
    ("ultimate-texas-holdem", "500-club"): (
        Printed("ante", "ante", HIGHER_HAND),
        Printed("play", "play", HIGHER_HAND),
        Printed("blind", "blind", ODDS_WIN.format("")),
        Printed(
            "trips",
            "trips",
            """
            royal flush      50
            straight flush   40
            four of a kind   30
            full house       8
            flush            7
            straight         4
            three of a kind  3""",
        ),
        Printed(
            "bad-beat",
            "bad-beat",
            """
            straight flush   10000
            four of a kind   500
            full house       40
            flush            25
            straight         20
            three of a kind  9""",
            beaten=True,
        ),
    ),
    # 500 Club, EZ Baccarat
    ("ez-baccarat", "500-club"): BACCARAT,
    ("ez-baccarat", "standard"): BACCARAT,
}


def tables():
    """Every printed table: game, rule set, wager, id, and lines."""
    for (slug, rules), printed in PRINTED.items():
        for each in printed:
            for table_id, lines in each.columns().items():
                marks = (slug, rules, each.wager, table_id or each.name)
                yield pytest.param(slug, rules, each, table_id, lines, id="-".join(marks))


every_table = pytest.mark.parametrize(("slug", "rules", "printed", "table_id", "lines"), list(tables()))


# -- The rule sets agree with the documents
# -----------------------------------------------------------------------------


@every_table
def test_a_rule_set_says_what_the_document_prints(slug, rules, printed, table_id, lines):
    loaded = rule_set(slug, rules, **({printed.chosen_by: table_id} if printed.chosen_by else {}))
    wager = loaded.wager[printed.wager]
    table = loaded.table(wager.beaten if printed.beaten and wager.beaten else wager.pays)
    assert table.id == table_id
    assert table.title
    assert table.cite
    unlike = {
        line: (text, lines.get(line)) for line, text in table.lines.items() if as_printed(text) != lines.get(line)
    }
    assert not unlike, "the rule set and the document differ"
    assert [line for line in table.lines if lines.get(line)] == [line for line, cell in lines.items() if cell]
    units = {odds(text).kind for text in table.lines.values() if text not in UNPAID}
    assert units - {"meter"} <= {printed.unit}


UNPAID = ("loses", "pushes")


def as_printed(text):
    """A rule set's odds as a cell of the tables above."""
    if text in UNPAID:
        return None
    parsed = odds(text)
    share = Fraction(parsed.num, parsed.den)
    return f"{share * 100}%" if parsed.kind == "meter" else share


@pytest.mark.parametrize(
    ("slug", "rules", "table", "unpaid"),
    [
        ("heads-up-holdem", "brook", "ante", {"unqualified dealer": "pushes", "equal hand": "pushes"}),  # rule 9
        ("heads-up-holdem", "brook", "raise", {"equal hand": "pushes"}),
        ("heads-up-holdem", "brook", "odds-win", "pushes"),  # as in WPT HUH, rule 11f
        ("heads-up-holdem", "wpt", "ante", {"unqualified dealer": "pushes", "equal hand": "pushes"}),  # rules 11a, 11d
        ("heads-up-holdem", "wpt", "odds-win", "pushes"),  # rule 11f
        ("heads-up-holdem", "washington", "odds-win", "pushes"),  # Appendix A, All Other: Push
        ("heads-up-holdem", "washington-no-qualifier", "odds-win", "pushes"),
        ("heads-up-holdem", "washington", "bad-beat-PT-FLT-HUH-BB-01", "loses"),  # All Other: Loss
        ("heads-up-holdem", "washington", "bad-beat-PT-FLT-HUH-BB-05", "loses"),
        ("four-card-frenzy", "brook", "ante", {"unqualified dealer": "pushes"}),  # rule 7
        ("four-card-frenzy", "brook", "odds-win", "pushes"),  # Table 1, Other: Push
        ("ultimate-texas-holdem", "500-club", "blind", "pushes"),
        ("three-card-poker-6-card-bonus", "500-club", "play", {"unqualified dealer": "pushes", "equal hand": "pushes"}),
    ],
)
def test_a_rule_set_says_what_pushes_and_what_all_other_hands_do(slug, rules, table, unpaid):
    loaded = rule_set(slug, rules).pay[table]
    lines = {line: pays for line, pays in loaded.lines.items() if pays in UNPAID}
    assert (loaded.others if isinstance(unpaid, str) else lines) == unpaid


@pytest.mark.parametrize(("slug", "rules"), PRINTED)
def test_no_pay_table_of_a_rule_set_is_left_out(slug, rules):
    loaded = rule_set(slug, rules)
    named = {pattern for wager in loaded.wager.values() for pattern in (wager.pays, wager.beaten) if pattern}
    choices = {name: rule.choices for name, rule in loaded.house_rules.items() if rule.choices}
    reachable = {
        name
        for pattern in named
        for rule in re.findall("{(.*)}", pattern) or [""]
        for choice in choices.get(rule, [""])
        if (name := pattern.replace(f"{{{rule}}}", choice)) in loaded.pay
    }
    walked = {
        each.name + (f"-{table_id}" if each.chosen_by else "")
        for each in PRINTED[slug, rules]
        for table_id in each.columns()
    }
    assert walked == reachable


def test_every_rule_set_of_these_games_is_here():
    assert {(slug, rules) for slug in {slug for slug, _ in PRINTED} for rules in rule_sets(slug)} == set(PRINTED)


@pytest.mark.parametrize(
    ("slug", "house_rules"),
    [
        ("heads-up-holdem", {"bad_beat": "1", "trips_plus": "2", "pocket_bonus": "3"}),
        (
            "four-card-frenzy",
            {"bad_beat": "PT-FLT-FCF-BB-01", "four_card_bonus": "PT-FLT-FCF-4CB-07", "prime": "PT-FLT-FCF-PR-01"},
        ),
    ],
)
def test_the_brook_chooses_the_tables_that_its_felts_show(slug, house_rules):
    rules = rule_set(slug, "brook")
    assert {name: rules.house(name) for name in house_rules} == house_rules


@pytest.mark.parametrize(
    ("slug", "rules", "wager", "least", "most"),
    [
        ("heads-up-holdem", "brook", "ante", 100, 1_000),
        ("heads-up-holdem", "brook", "galaxy", 500, 500),
        ("heads-up-holdem", "washington", "jackpot", 100, 100),
        ("heads-up-holdem", "washington", "second-jackpot", 100, 100),  # Appendix D, note 7: a fixed $1 wager
        ("heads-up-holdem", "wpt", "jackpot", 100, 100),
        ("four-card-frenzy", "brook", "ante", 100, 1_000),
        ("four-card-frenzy", "brook", "prime", 100, 1_000),
        ("four-card-frenzy", "brook", "galaxy", 500, 500),
        ("ez-baccarat", "500-club", "tie", 100, 100_000),
        ("ez-baccarat", "500-club", "panda-8", 100, 100_000),
        ("ez-baccarat", "500-club", "dragon-7", 100, 100_000),
    ],
)
def test_wagers_have_the_printed_limits(slug, rules, wager, least, most):
    assert rule_set(slug, rules).limits(wager) == (least, most)


@pytest.mark.parametrize(
    ("slug", "rules", "seats", "minimum", "maximum"),
    [
        ("heads-up-holdem", "brook", 6, ("$1", "$10"), ("$1", "$10")),
        ("four-card-frenzy", "brook", 6, ("$1", "$10"), ("$1", "$10")),
        ("ultimate-texas-holdem", "500-club", 8, ("$1", "$100"), ("$1", "$10,000")),
        ("ez-baccarat", "500-club", 7, ("$1", "$1,000"), ("$1", "$10,000")),
    ],
)
def test_tables_have_the_printed_seats_and_limits(slug, rules, seats, minimum, maximum):
    loaded = rule_set(slug, rules)
    assert loaded.seats.most == seats
    assert loaded.house_rules["minimum"].money == minimum
    assert loaded.house_rules["maximum"].money == maximum


@pytest.mark.parametrize(
    ("slug", "rules", "id"),
    [
        ("heads-up-holdem", "brook", "Lot 7206.07(c)(1)"),
        ("heads-up-holdem", "washington", "Submission #3016"),
        ("heads-up-holdem", "washington-no-qualifier", "Submission #3016"),
        ("four-card-frenzy", "brook", "Lot 7206.07(c)(1)"),
        ("ultimate-texas-holdem", "500-club", "GEGR-002041"),
        ("ez-baccarat", "500-club", "GEGR-002039"),
    ],
)
def test_rule_sets_bear_the_regulators_number(slug, rules, id):  # noqa: A002
    assert rule_set(slug, rules).id == id


def test_washingtons_display_shows_its_disclaimer_word_for_word():
    (notice,) = rule_set("heads-up-holdem", "washington").display
    assert notice.text.split(". ") == [
        "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest",
        "Player wagers do not accrue to any guaranteed player fund",
        "The displayed Bonus Jackpot prize may be modified or discontinued at any time without prior notice.",
    ]


# -- Every line is dealt and paid ----------------------------------------------------------------------------------

# Hold'em hands: pocket, dealer's cards, board. The pocket wins, with the hand that is named ...
WINS = {
    "royal flush": ("Ah Kh", "2c 3d", "Qh Jh Th 4s 4c"),
    "straight flush": ("9h 8h", "2c 2d", "Th Jh 7h 4s 5s"),
    "four of a kind": ("9c 9d", "As Kd", "9h 9s 2c 3d 7s"),
    "full house": ("9c 9d", "As Kd", "9h 2s 2c 7d Js"),
    "flush": ("Ah 2h", "Ks Kd", "9h 7h 4h Jc 3s"),
    "straight": ("8c 7d", "Ks Kd", "9h Tc Js 2h 2d"),
    "three of a kind": ("9c 9d", "As Ad", "9h 2s 5c Jh Kd"),
    "two pair": ("9c Jd", "As Ad", "9h Js 2c 5h 7d"),
    "pair": ("Kc Kd", "Qs Qd", "9h 2s 5c Jh 7d"),
    "high card": ("Ac Kd", "Qs Td", "9h 2s 5c 7h 3d"),
}
# ... or loses with it.
LOSES = {
    "straight flush": ("5h 4h", "Th 9h", "6h 7h 8h 2c 2d"),
    "four of a kind": ("9c 9d", "Kc Ks", "9h 9s Kh Kd 2c"),
    "full house": ("2c 2d", "Ks 7c", "Kh Kd 2h 7s Js"),
    "flush": ("Jh 3h", "Ah 5h", "Kh 9h 4h 7c 2s"),
    "straight": ("4h 3d", "8c 9d", "5c 6d 7h Ks 2s"),
    "three of a kind": ("2c 2d", "9c 9d", "9h 2s 5c Jh Kd"),
    "two pair": ("2c 5d", "9c Jd", "9h 2s 5c Jh Kd"),
    "pair": ("2c 3d", "9c 4d", "9h 2s 5c Jh Kd"),
    "high card": ("Qc Td", "Ac 3d", "9h 2s 5c Jh 7d"),
}
POCKETS = {
    "pair of aces": ["Ac Ad", "As Ah"],
    "suited ace and face": ["Ac Kc", "Qd Ad", "Ah Jh"],
    "unsuited ace and face": ["Ac Kd", "Qc Ad", "Ah Js"],
    "pair": ["2c 2d", "Th Ts", "Kc Kd"],
    "no line": ["Ac Tc", "Kc Qc", "9c 8d"],
}
# Jackpots: pocket, board, and every line that the cards make, best first.
ROYAL = ["flopped royal flush", "flopped straight flush", "royal flush", "straight flush"]
JACKPOT_HANDS = [
    ("As Ks", "Qs Js Ts 2d 3c", ["flopped royal flush in spades", *ROYAL]),
    ("Ah Kh", "Qh Jh Th 2d 3c", ROYAL),
    ("Ts 9s", "Js Qs Ks 2d As", ["flopped straight flush", "royal flush", "straight flush"]),
    ("9h 8h", "Th Jh 7h 2d 2c", ["flopped straight flush", "straight flush"]),
    ("Ah Kh", "Qh Jh 2d Th 3c", ["royal flush", "straight flush"]),
    ("As Ks", "Qs 2d Js 3c Ts", ["royal flush", "straight flush"]),
    ("As 2h", "Qs Ks Js 3c Ts", ["royal flush", "straight flush"]),
    ("2d 3c", "As Ks Qs Js Ts", ["community royal flush"]),
    ("2d 3c", "Ah Kh Qh Jh Th", ["community royal flush"]),
    ("9h 8h", "Th Jh 2d 7h 3c", ["straight flush"]),
    ("9h 9c", "9d 2d 9s 7h 3c", ["four of a kind"]),
    ("9h 9c", "9d 2d 2s 7h 3c", ["full house"]),
    ("9h 4h", "Ah 2h 2s 7h 3c", ["flush"]),
    ("9h 8c", "7h 6h 5s Kh 3c", []),
    ("9h 9c", "9d 6h 5s Kh 3c", []),
]
# All 6: pocket, the four cards, the line.
ALL_6_HANDS = [
    ("Ad Kd", "Qd Jd Td 9d", "six-card royal flush in diamonds"),
    ("9d Td", "Ad Jd Kd Qd", "six-card royal flush in diamonds"),
    ("As Ks", "Qs Js Ts 9s", "six-card royal flush"),
    ("Ad Kd", "Qd Jd Td 8d", "royal flush"),
    ("Ad Kd", "Qd Jd Td 9c", "royal flush"),
    ("9d Kd", "Qd Jd Td 8d", "straight flush"),
    ("9d 9c", "9h 9s Td 8d", "four of a kind"),
    ("9d 9c", "9h Ts Td 8d", "full house"),
    ("9d 3d", "Ad 7d Td 8c", "flush"),
    ("9d 3d", "8c 7h 6d 5c", "straight"),
    ("9d 9c", "9h Ts 2d 8d", "three of a kind"),
    ("9d 9c", "8h 8s 2d 4d", "no line"),
    ("9d 9c", "8h 7s 2d 4d", "no line"),
]
# The Galaxy jackpot: five cards.
GALAXY_HANDS = [
    ("Ah Kh Qh Jh Th", "royal flush"),
    ("9h Kh Qh Jh Th", "straight flush"),
    ("9h 9c 9d 9s Th", "four of a kind"),
    ("9h 9c 9d Ts Th", "full house"),
    ("9h Kh Qh Jh 2h", "flush"),
    ("9h Kh Qh Jh Tc", "straight"),
    ("9h 9c 9d Ts 2h", "three of a kind"),
    ("9h 9c 8d 8s 2h", "no line"),
    ("9h 9c 8d 7s 2h", "no line"),
]
# Four Card Frenzy: five cards, and the line of the Four Card Bonus that the best four make.
FOUR_CARD_HANDS = [
    ("As Ah Ad Ac 2c", "four aces"),
    ("9s 9h 9d 9c 2c", "four of a kind"),
    ("Ah Kh Qh Jh 2c", "royal"),
    ("6h 5h 4h 3h 2c", "straight flush"),
    ("4h 3h 2h Ah Kc", "straight flush"),
    ("As Ah Ad 7c 2c", "three aces"),
    ("9s 9h 9d 7c 2c", "three of a kind"),
    ("Ah 9h 7h 4h 2c", "flush"),
    ("Ah Kc Qd Js 2c", "straight"),
    ("4h 3c 2d As Kc", "straight"),
    ("9h 9c 7d 7s 2c", "two pair"),
    ("Qh Qc 7d 5s 2c", "pair of queens or better"),
    ("Ah Ac 7d 5s 2c", "pair of queens or better"),
    ("Jh Jc 7d 5s 2c", "no line"),
    ("Ah Jc 7d 5s 2c", "no line"),
]
PLAIN = {"royal": "straight flush", "three aces": "three of a kind"}
COLORS = [
    ("As Kc 9s 4c 2s", "five cards same color"),
    ("Ad Kh 9d 4h 2d", "five cards same color"),
    ("As Kc 9s 4c 2h", "four cards same color"),
    ("Ad Kh 9d 4h 2s", "four cards same color"),
    ("Ad Kh 9d 4c 2s", "no line"),
    ("Ad Kh 9c 4c 2s", "no line"),
]
# EZ Baccarat: the player's and the banker's cards, and what each wager gets for one unit.
BACCARAT_WAGERS = ("player", "banker", "tie", "panda-8", "dragon-7")
BACCARAT_HANDS = [
    ("Kc 7d", "Kd 6s", (1, -1, -1, -1, -1)),
    ("4c 4d", "Kd 7s", (1, -1, -1, -1, -1)),  # a natural eight is no panda
    ("2c 2d 4h", "Kd 7s", (1, -1, -1, 25, -1)),
    ("Kc Qd 8h", "Kd 3s", (1, -1, -1, 25, -1)),
    ("Kc Qd 8h", "Kd 2s 5h", (1, -1, -1, 25, -1)),  # a three-card seven that loses is no dragon
    ("Kc 6d", "Kd 7s", (-1, 1, -1, -1, -1)),  # nor is one of two cards
    ("Kc Qd 3h", "Kd 6s", (-1, 1, -1, -1, -1)),
    ("Kc Qd 8h", "Kd 2s 7h", (-1, 1, -1, -1, -1)),  # a three-card eight that loses is no panda
    ("Kc 6d", "2d 2s 3h", (-1, 1, -1, -1, 40)),
    ("Kc Kd 4h", "2d 3s 2h", (-1, 1, -1, -1, 40)),
    ("Kc 7d", "Kd 7s", (0, 0, 8, -1, -1)),
    ("4c 5d", "4d 5s", (0, 0, 8, -1, -1)),
    ("Kc 7d", "2d 2s 3h", (0, 0, 8, -1, -1)),
    ("Kc Qd 8h", "Kd 2s 6h", (0, 0, 8, -1, -1)),
]

METER = 1_234_567
METERS = dict.fromkeys(("galaxy", "first", "second", "progressive"), METER)
RATE = 10
ANTE = 501
"""Cents that a line of 3 to 2 cannot pay exactly."""


def ante_of(rules):
    """An Ante of an odd number of cents. The Brook takes whole dollars at Heads Up Hold'em."""
    return 500 if rules == "brook" else ANTE


def owed(cell, unit, stake, meter=METER):
    """The player's net according to a printed cell; None is a loss."""
    if cell is None:
        return -stake
    if isinstance(cell, str):
        return int(meter * Fraction(cell.removesuffix("%")) / 100) - stake
    return int(stake * cell) - (stake if unit == "for" else 0)


def free(used, count):
    """Other cards that do not matter."""
    left = [f"{rank}{suit}" for suit in "cdhs" for rank in "T8642" if f"{rank}{suit}" not in used]
    return left[:count]


def holdem(slug, rules, bets, cards, **house_rules):
    """A round of one player's in which these are dealt: pocket, dealer's two, board, and the four cards of All 6.

    Missing cards are filled with cards that do not matter.
    """
    pocket, dealer, board, four = ([*each.split()] for each in (*cards, "", "", "")[:4])
    for hand, size in ((dealer, 2), (board, 5), (four, 4)):
        hand.extend(free(pocket + dealer + board + four, size - len(hand)))
    if slug == "ultimate-texas-holdem":
        hands = [pocket, dealer, four[:1], board[:3], four[1:2], board[3:]]  # two of the four are burned
    else:
        hands = [four if rules == "wpt" else [], pocket, dealer, board]
    if rules != "brook":
        house_rules["smallest_chip"] = "$0.01"
    game = house_banked(slug, rules, **house_rules)
    round = game.round({"ann": 10**9, "bob": 0}, shuffle=stacked(*(" ".join(hand) for hand in hands)))
    return play(round, {"1": bets}, meters=METERS)


def walk(slug, rules, printed, table_id, lines):
    """Deal every hand of a wager. Yield its line, the payment due by the document, and the script's payment."""
    house = {printed.chosen_by: table_id} if printed.chosen_by else {}
    if slug == "ez-baccarat":
        yield from walk_baccarat(rules, printed, lines)
    elif slug == "four-card-frenzy":
        yield from walk_four_card_frenzy(printed, lines, house)
    elif printed.wager in SIDE_HANDS:
        if "jackpot" in printed.wager:
            house |= {"jackpot": True, "jackpot_seed": "$1,000", "jackpot_rate": RATE}
        if printed.wager == "second-jackpot":
            house["second_jackpot"] = True
        stake = {"galaxy": 500, "all-6": 700, "pocket-bonus": 700}.get(printed.wager, 100)
        ante = ante_of(rules)
        bets = {"ante": ante, "odds": ante, printed.wager: stake}
        for cards, made in SIDE_HANDS[printed.wager]:
            line = side_line(made, lines)
            round = holdem(slug, rules, bets, cards, **house)
            meter = METER + (stake * RATE // 100 if rules == "wpt" else 0)  # this wager moved the meter too
            yield line, owed(lines.get(line), printed.unit, stake, meter), settled(round)[printed.wager].net
    else:
        yield from walk_holdem(slug, rules, printed, lines, house)


def side_line(made, lines):
    """The line that is paid: the highest one of the table. Some tables have a line for a royal flush on the board."""
    if made == ["community royal flush"] and lines.get("community royal flush") is None:
        made = ["royal flush", "straight flush"]
    return next((line for line in made if lines.get(line) is not None), "no line")


SIDE_HANDS = {
    "pocket-bonus": [((pocket,), [line]) for line, pockets in POCKETS.items() for pocket in pockets],
    "all-6": [((pocket, "", "", four), [line]) for pocket, four, line in ALL_6_HANDS],
    "galaxy": [((five[:5], "", five[6:]), [line]) for five, line in GALAXY_HANDS],
    "jackpot": [((pocket, "", board), made) for pocket, board, made in JACKPOT_HANDS],
    "second-jackpot": [((pocket, "", board), made) for pocket, board, made in JACKPOT_HANDS],
}
"""Wagers that do not depend on who wins: the cards, and the lines that they make."""


def walk_holdem(slug, rules, printed, lines, house):
    """The wagers that the five-card hands settle."""
    second = "blind" if slug == "ultimate-texas-holdem" else "odds"
    house |= {"maximum": "$1,000"} if slug == "ultimate-texas-holdem" else {}
    uth_bad_beat = printed.wager == "bad-beat"
    for line, (pocket, dealer, board) in (LOSES if printed.beaten else WINS).items():
        for mine, theirs in ((pocket, dealer), (dealer, pocket)) if uth_bad_beat else ((pocket, dealer),):
            ante = ante_of(rules)
            bets = {"ante": ante, second: ante}
            if printed.wager not in ("ante", "raise", "play", second):
                bets[printed.wager] = 700
            round = holdem(slug, rules, bets, (mine, theirs, board), **house)
            paid = settled(round)[printed.wager]
            if "higher hand" in lines:
                # The dealer of the high cards does not qualify, which pushes the Ante where that counts.
                pushes = printed.wager == "ante" and line == "high card" and rules != "washington-no-qualifier"
                yield "higher hand", 0 if pushes else ante, paid.net
            elif lines.get(line) is None and printed.wager in ("odds", "blind") and not printed.beaten:
                yield line, 0, paid.net
            else:
                yield line, owed(lines.get(line), "to", paid.stake), paid.net


def walk_four_card_frenzy(printed, lines, house):
    """All wagers of Four Card Frenzy."""
    hands = {"prime": COLORS, "galaxy": GALAXY_HANDS}.get(printed.wager, FOUR_CARD_HANDS)
    for hand, bonus_line in hands:
        dealer = "Ks Td 8h 5c 3d"
        if printed.beaten:
            if bonus_line == "four aces":
                continue  # nothing beats it
            dealer = "As Ah Ad Ac 3s" if bonus_line == "four of a kind" else "Ts Td Th Tc 3s"
        stake = {"galaxy": 500, "prime": 700, "four-card-bonus": 700}.get(printed.wager, ANTE)
        bets = {"ante": ANTE, "odds": ANTE, printed.wager: stake}
        bets.pop("raise", None)
        game = cardroom.game("four-card-frenzy", smallest_chip="$0.01", **house)
        round = game.round({"ann": 10**9}, shuffle=stacked(hand, dealer))
        paid = settled(play(round, {"1": bets}, {"1": "1x"}, METERS))[printed.wager]
        if "higher hand" in lines:
            yield "higher hand", ANTE, paid.net
            continue
        line = bonus_line if bonus_line in lines else PLAIN.get(bonus_line, bonus_line)
        if lines.get(line) is None and printed.wager == "odds" and not printed.beaten:
            yield line, 0, paid.net
        else:
            yield line, owed(lines.get(line), printed.unit, stake), paid.net
    if "copy" in lines:
        round = cardroom.game("four-card-frenzy", smallest_chip="$0.01").round(
            {"ann": 10**9}, shuffle=stacked("Kc Td 8s 5h 2c", "Ks Tc 8h 5c 3d")
        )
        yield "copy", ANTE, settled(play(round, {"1": {"ante": ANTE, "odds": ANTE}}))[printed.wager].net


def walk_baccarat(rules, printed, lines):
    """All wagers of EZ Baccarat."""
    ((name, cell),) = lines.items()
    for player, banker, units in BACCARAT_HANDS:
        bets = {"player": 600, "banker": 600, "tie": 100, "panda-8": 100, "dragon-7": 100}
        paid = settled(baccarat(player, banker, bets, rules=rules))[printed.wager]
        unit = units[BACCARAT_WAGERS.index(printed.wager)]
        if unit > 0:
            assert unit == cell
        if (printed.wager, rules, units[-1]) == ("banker", "standard", 40):
            unit = 0
        yield name if unit > 0 else "no line", unit * paid.stake, paid.net


def baccarat(player, banker, bets, **house_rules):
    """A round of EZ Baccarat in which these cards are dealt."""
    one, other = player.split(), banker.split()
    cards = [one[0], other[0], one[1], other[1], *one[2:], *other[2:]]
    game = house_banked("ez-baccarat", burn_by_first_card=False, **house_rules)
    round = play(game.round({"ann": 10**9, "bob": 0}, shuffle=stacked(*cards, packs=8)), {"1": bets})
    assert len(round.cards.hand(PLAYER)) == len(one)
    assert len(round.cards.hand(BANKER)) == len(other)
    return round


@pytest.mark.sampled(3)
@every_table
def test_every_line_is_dealt_and_paid_as_printed(slug, rules, printed, table_id, lines):
    dealt = set()
    for line, due, paid in walk(slug, rules, printed, table_id, lines):
        assert paid == due, f"{line}: the document gives {due} cents, the script {paid}"
        dealt.add(line)
    assert dealt >= {line for line, cell in lines.items() if cell is not None}, "every line must be dealt"
    if "higher hand" not in lines:
        assert len(dealt) > len([cell for cell in lines.values() if cell is not None]), "and a hand that has none"
