"""Certificates: printed figures are reproduced or marked as different, and all files agree, are safe and
reproducible."""

import csv
import io
import json
from fractions import Fraction
from functools import cache
from hashlib import sha256
from xml.etree import ElementTree

import pytest

import cardroom
from cardroom.analysis import Report, WagerOutcome, WagerReport, has_analysis
from cardroom.analysis.bankroll.jackpots import jackpot_odds
from cardroom.analysis.certificate import (
    certificate,
    certificate_page,
    compare_figures,
    digest,
    index_page,
    lines_csv,
    summary_csv,
    to_json,
)
from cardroom.analysis.certificate.exposure import bettors, exposure
from cardroom.analysis.certificate.methods import GENERAL, method
from cardroom.analysis.report.joint import VarianceEstimate
from cardroom.analysis.report.side_bets import by_table, side_bet
from cardroom.analysis.store import stored_analysis
from cardroom.analysis.twenty_one.base import extremes
from cardroom.analysis.twenty_one.play import terms_of
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.figures import Estimate, estimates
from cardroom.games import game_of
from cardroom.games.banked.pure_21_5 import MOST_HANDS
from cardroom.play import Amount
from cardroom.rulebook import RuleBookError, rule_set, with_house_rules
from cardroom.rulebook.printed import FigureRow, PrintedFigures, number

PRINTED = [game for game in cardroom.all_games() if game.rules.printed]

NOT_REPRODUCED = {
    ("heads-up-holdem", "Table 5", "Average Win"): "not reproduced",  # a misprint
    ("four-card-frenzy", "Table 10", "Total Wagers"): "not reproduced",
    ("four-card-frenzy", "Table 10", "Average Wager"): "not reproduced",
}
"""Rows of which no figure is reproduced, besides simulated figures that chance explains."""


@cache
def analyzed(slug, rules):
    game = cardroom.game(slug, rules=rules)
    return game, cardroom.analyze(game)


@cache
def certified(slug, rules):
    return certificate(*analyzed(slug, rules))


@pytest.fixture
def baccarat():
    return certified("ez-baccarat", "standard")


# -- printed figures --------------------------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", PRINTED, ids=str)
def test_every_printed_figure_is_reproduced_except_known_misprints(game):
    cert = certified(game.slug, game.rules.rules)["comparison"]["figures"]
    assert len(cert) == sum(figures(game).values())
    surprising = []
    for each in cert:
        table = each["cite"].removeprefix(game.rules.cite("#")[:-1])
        expected = NOT_REPRODUCED.get((game.slug, table, each["row"]), "reproduced")
        if each["games"] and expected == "reproduced" and each["verdict"] == "within sampling error":
            # All six of the lab's simulations are nearer than two standard errors.
            surprising += [each] * (abs(each["standard_errors"]) > 2)
        elif each["verdict"] != expected or (each["rounded"] == each["printed"]) != (expected == "reproduced"):
            surprising.append(each)
    assert surprising == []


def figures(game):
    """The number of figures in each printed table."""
    counts = {}
    for table in game.rules.printed:
        cells = [row.cells for row in table.rows.values()]
        cells += [each for lines in table.lines.values() for each in lines.values()]
        counts[table.cite] = sum(1 if isinstance(each, str) else len(each) for each in cells)
    return counts


def test_the_documents_figures_are_all_there():
    """Brook HUH tables 5 to 7 and the jackpot's; Brook FCF tables 10, 11, 13 to 15 and the jackpot's."""
    galaxy = {"5 Card Galaxy Bonus Jackpot Bet Probabilities & Payouts": 8}
    assert {game.slug: figures(game) for game in PRINTED} == {
        "heads-up-holdem": {"Table 5": 28, "Table 6": 48, "Table 7": 26} | galaxy,
        "four-card-frenzy": {"Table 10": 48, "Table 11": 11, "Table 13": 12, "Table 14": 3, "Table 15": 4} | galaxy,
    }


def test_the_misprint_is_shown_with_its_reason():
    page = certificate_page(certified("heads-up-holdem", "brook"), "2026-01-01")
    assert "Average Win</b> differs by −3.67 (1), −3.67 (2), −3.67 (3), −3.67 (4). A misprint" in page
    summary = certified("heads-up-holdem", "brook")["comparison"]["summary"]
    assert summary == {"reproduced": 106, "within sampling error": 0, "not reproduced": 4}


def test_a_simulation_is_judged_by_its_standard_error():
    """A fair coin, 10,000 times: one standard error of the sum is 100, of a share of folds half a per cent."""
    game = cardroom.game("three-card-poker-6-card-bonus")
    coin = (
        WagerOutcome("wins", Fraction(1), 1, "1 to 1", Fraction(2), "play"),
        WagerOutcome("loses", Fraction(-1), 1, decision="fold"),
    )
    report = Report("", "", "", "", {}, (WagerReport("ante", "Ante", "Ante", coin),))
    rows = {
        "Won": FigureRow("total won", "-200"),
        "Lost": FigureRow("total won", "300"),
        "Edge": FigureRow("edge", "-0.010"),
        "Folds": FigureRow("fold", "51.0%"),
        "Wagered": FigureRow("average wager", "1.49"),
        "Of all": FigureRow("edge of all wagered", "0.0100"),
    }
    table = PrintedFigures("A coin", "Table 1", "ante", games=10_000, rows=rows)
    by_row = {each.row: each for each in compare_figures(_with(game.rules, printed=(table,)), report)}
    errors = {row: round(each.standard_errors, 6) for row, each in by_row.items()}
    # A ratio: what is won less the edge of what is wagered varies by 1 in 1.5.
    assert errors == {"Won": -2, "Lost": 3, "Edge": -1, "Folds": 2, "Wagered": -2, "Of all": 1.5}
    verdicts = {row: each.verdict for row, each in by_row.items()}
    assert verdicts == dict.fromkeys(rows, "within sampling error") | {"Lost": "not reproduced"}
    assert by_row["Lost"].difference == 300


def test_lines_are_compared_by_their_combinations_probability_and_return():
    game = cardroom.game("three-card-poker-6-card-bonus")
    ends = (
        WagerOutcome("pair", Fraction(3), 1, "3 to 1"),
        WagerOutcome("nothing", Fraction(-1), 7),
        WagerOutcome("less", Fraction(-1), 8),
    )
    report = Report("", "", "", "", {}, (WagerReport("pair-plus", "Pair Plus", "Pair Plus", ends),))
    lines = {
        "combinations": {"pair": "1", "other": "15"},
        "probability": {"pair": "0.063", "other": "0.94"},
        "return": {"pair": "+0.1875", "other": "-0.9"},
    }
    table = PrintedFigures("Three coins", "Table 2", "pair-plus", lines=lines)
    result = list(compare_figures(_with(game.rules, printed=(table,)), report))
    assert [each.exact * 16 for each in result] == [16, 240, 1, 15, 3, -15]
    assert {each.verdict for each in result} == {"reproduced"}


@pytest.mark.parametrize(
    ("printed", "exact", "written"),
    [
        ("2.36%", Fraction(23649, 1_000_000), "2.36%"),
        ("2.36%", Fraction(23650, 1_000_000), "2.37%"),
        ("-0.02", Fraction(-15, 1000), "-0.02"),
        ("-0.02", Fraction(-1, 1000), "0.00"),
        ("1,000", Fraction(999_999_500, 1000), "1,000,000"),
        ("2", Fraction(5, 2), "3"),
        ("0.10", Fraction(1, 20), "0.05"),
    ],
)
def test_a_figure_is_rounded_as_the_printed_one_is(printed, exact, written):
    assert number(printed).like(exact) == written


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ('wager = "side"', r"printed, Table 9: 'side' is not a wager"),
        ('wager = "tie"\nrule = "packs"\nids = ["9"]', "ids: 9 are not choices of the house rule 'packs'"),
        ('wager = "tie"\nrows.RTP = { figure = "return", cells = "86,40" }', "rows.'RTP': '86,40' is not a number"),
        ('wager = "tie"\nrows.RTP = { figure = "return", cells = ["1", "2"] }', "there are 0 ids, so write 0 cells"),
        ('wager = "tie"\nrows.RTP = { figure = "total won", cells = "1" }', "give the number of games"),
        (
            'wager = "tie"\nrows.RTP = { figure = "luck", cells = "1" }',
            "'luck' is not possible here: choose from average wager",
        ),
        ('wager = "tie"\nlines.probability = { "draw" = "0.1" }', "lines.probability: 'draw' is not a line"),
    ],
)
def test_printed_figures_that_do_not_fit_are_refused(tmp_path, monkeypatch, expected, message):
    file = tmp_path / "ez-baccarat" / "own.toml"
    file.parent.mkdir()
    file.write_text(f'extends = "500-club"\nrules = "own"\n[[printed]]\ntitle = "T"\ncite = "Table 9"\n{expected}\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    with pytest.raises(RuleBookError, match=message):
        rule_set("ez-baccarat", "own")


def test_printed_figures_are_not_rules_and_are_not_inherited(tmp_path, monkeypatch):
    printed = rule_set("heads-up-holdem", "brook")
    assert _with(printed, printed=()).digest == printed.digest
    file = tmp_path / "heads-up-holdem" / "own.toml"
    file.parent.mkdir()
    file.write_text('extends = "brook"\nrules = "own"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    assert rule_set("heads-up-holdem", "own").printed == ()


# -- the certificate --------------------------------------------------------------------------------------------


def test_a_certificate_describes_its_scope(baccarat):
    rules = rule_set("ez-baccarat", "standard")
    assert baccarat["digest"] == rules.digest
    assert baccarat["cardroom"] == cardroom.__version__
    assert baccarat["source"]["document"] == rules.source.document
    assert baccarat["command"] == "cardroom certify ez-baccarat --rules standard"
    assert {each["name"] for each in baccarat["house_rules"]} == set(rules.house_rules)
    assert baccarat["not_covered"] == []
    assert baccarat["method"][0].startswith("Ordered deals of six cards")


def test_the_command_names_the_houses_own_settings():
    game = cardroom.game("ez-baccarat", rules="500-club", packs=6, minimum="$10")
    cert = certificate(game, Report("", "", "", "", {}, ()))
    assert cert["command"] == "cardroom certify ez-baccarat --rules 500-club --set packs=6 --set 'minimum=$10'"
    assert cert["not_covered"] == [wager.label for wager in game.rules.wagers().values()]


def test_a_certificate_of_the_built_in_rules_has_a_name_of_its_own(baccarat):
    assert (baccarat["file"], baccarat["command_needs"]) == ("ez-baccarat.standard", "")
    game = cardroom.game("ez-baccarat", rules="standard", packs=6)
    cert = certificate(game, Report("", "", "", "", {}, ()))
    assert cert["file"] == f"ez-baccarat.standard.{game.rules.digest[:8]}"
    assert cert["command_needs"] == ""


@pytest.mark.parametrize(
    "changed",
    [{"rules": "mine"}, {"name": "Edited"}, {"game": "mine"}, {"printed": (PrintedFigures("T", "1", "tie"),)}],
)
def test_rules_without_a_name_are_reproduced_from_their_file(changed):
    rules = _with(rule_set("ez-baccarat", "500-club", packs=6), **changed)
    cert = certificate(game_of(rules), Report("", "", "", "", {}, ()))
    assert cert["command"] == "cardroom certify FILE.toml --set packs=6"
    assert cert["file"].endswith(f".{rules.digest[:8]}")
    assert cert["command_needs"].startswith("FILE.toml is the file of this rule set")
    assert cert["command_needs"] in certificate_page(cert, "2026-01-01")


def test_rules_in_the_houses_folder_need_the_folder(tmp_path, monkeypatch):
    file = tmp_path / "ez-baccarat" / "ours.toml"
    file.parent.mkdir()
    file.write_text('extends = "500-club"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    game = cardroom.game("ez-baccarat", rules="ours")
    cert = certificate(game, Report("", "", "", "", {}, ()))
    assert cert["command"] == "cardroom certify ez-baccarat --rules ours"
    assert cert["command_needs"].startswith("Set CARDROOM_RULEBOOK to")
    assert cert["file"] == f"ez-baccarat.ours.{game.rules.digest[:8]}"


def test_a_wager_that_is_not_always_placed_has_a_row_for_the_rest():
    rows = list(csv.DictReader(io.StringIO(lines_csv(certified("four-card-frenzy", "brook")))))
    parts = {(row["table"], row["part"]) for row in rows if row["wager"] == "ante"}
    assert {part for _, part in parts} > {"", "raise"}
    for table, part in parts:
        own = [row for row in rows if (row["wager"], row["table"], row["part"]) == ("ante", table, part)]
        assert sum(Fraction(row["probability"]) for row in own) == 1
        rest = [(row["net"], row["wagered"]) for row in own if row["line"] == "not placed"]
        assert rest == [("0/1", "0/1")] * (part == "raise")


def test_a_certificate_without_printed_figures_says_so(baccarat):
    page = certificate_page(baccarat, "2026-01-01")
    assert "No printed figures are recorded for this rule set, so there is nothing to compare." in page
    assert "<dd>none recorded for this rule set</dd>" in page


def test_a_wager_without_a_table_in_force_is_not_covered():
    cert = certified("fortune-pai-gow-poker", "500-club")
    assert "Envy Bonus (under the house rules in force)" in cert["not_covered"]
    page = certificate_page(cert, "2026-01-01")
    assert "<dt>Covers</dt><dd>Base Game; Fortune Bonus</dd>" in page
    assert "These figures are for envy_pays each hand, which is not in force." in page


def test_an_award_without_a_stake_has_no_return():
    cert = certified("face-up-pai-gow-poker", "500-club")
    envy = next(wager for wager in cert["wagers"] if wager["wager"] == "envy")
    assert envy["tables"][0]["return"] is None
    rows = {row["wager"]: row for row in csv.DictReader(io.StringIO(summary_csv([cert])))}
    assert rows["envy"]["return"] == rows["envy"]["return_decimal"] == ""
    assert rows["fortune"]["return"] != ""
    for page in (certificate_page(cert, "2026-01-01"), index_page([cert], "2026-01-01")):
        assert "100.8796 %" not in page
        assert "<td>–</td>" in page
    text = certificate_page(cert, "2026-01-01").partition('<h3 id="counts-envy">')[2]
    assert "<td>nothing<small>" in text
    assert "<td>pushes<small>" not in text


def test_a_note_is_marked_wherever_its_figures_are():
    game = cardroom.game("ez-baccarat", rules="standard")
    sides = (WagerOutcome("wins", Fraction(1), 1, "1 to 1"), WagerOutcome("loses", Fraction(-1), 1))
    wager = WagerReport("tie", "Tie", "Tie", sides, note="Of one who stays.")
    cert = certificate(game, Report("", "", "", "", {}, (wager,)))
    for page in (certificate_page(cert, "2026-01-01"), index_page([cert], "2026-01-01")):
        assert "* Tie: Of one who stays." in page
    assert ">Tie</a>*" in certificate_page(cert, "2026-01-01")
    [row] = csv.DictReader(io.StringIO(summary_csv([cert])))
    assert row["note"] == "Of one who stays."
    assert any("unless a note says otherwise" in text for text in cert["method"])


def test_a_verdict_has_one_name():
    cert = certified("heads-up-holdem", "brook")
    assert "4</b>✗ not reproduced" in certificate_page(cert, "2026-01-01")
    assert "4 not reproduced" in index_page([cert], "2026-01-01")


def test_every_analysis_has_its_method_in_words():
    general = len(GENERAL.strip().split("\n\n"))
    for game in cardroom.all_games():
        own = len([*method(game.rules)]) - general * has_analysis(game.rules)
        assert own > 0


def test_tables_are_in_the_documents_order_and_the_one_in_force_is_marked():
    rules = rule_set("heads-up-holdem", "brook")
    counts = {"pair of aces": 6, "suited ace and face": 12, "unsuited ace and face": 36, "pair": 72, "no line": 1200}
    reports = tuple(by_table(rules, "pocket-bonus", lambda _: counts))
    assert [each.settings["pocket_bonus"] for each in reports] == ["3", "1", "2"]
    [wager] = certificate(cardroom.game("heads-up-holdem"), Report("", "", "", "", {}, reports))["wagers"]
    assert [table["table"] for table in wager["tables"]] == ["1", "2", "3"]
    assert [table["in_force"] for table in wager["tables"]] == [False, False, True]
    assert wager["varies_by"] == "pay table"


def test_a_certificate_is_reproducible_byte_for_byte():
    game, _ = analyzed("ez-baccarat", "standard")
    first, second = (certificate(game, cardroom.analyze(game)) for _ in range(2))
    assert to_json(first) == to_json(second)
    assert lines_csv(first) == lines_csv(second)
    pages = [certificate_page(cert, date).split("\n") for cert, date in ((first, "2026-01-01"), (second, "2027-12-31"))]
    different = [lines for lines in zip(*pages, strict=True) if lines[0] != lines[1]]
    assert different == [tuple(f'<p class="soft small">Made on {date}</p>' for date in ("2026-01-01", "2027-12-31"))]


def test_the_page_names_the_digest_of_the_json_file(baccarat):
    written = sha256(to_json(baccarat).encode()).hexdigest()
    assert written == digest(baccarat)
    assert written in certificate_page(baccarat, "2026-01-01")
    assert json.loads(to_json(baccarat)) == baccarat


@pytest.mark.parametrize(("slug", "rules"), [("ez-baccarat", "standard"), ("four-card-frenzy", "brook")])
def test_csv_read_again_has_the_same_fractions(slug, rules):
    _, report = analyzed(slug, rules)
    cert = certified(slug, rules)
    summary = list(csv.DictReader(io.StringIO(summary_csv([cert]))))
    assert sorted(Fraction(row["edge"]) for row in summary) == sorted(each.edge for each in report.wagers)
    assert {Fraction(row["variance"]) for row in summary} == {each.variance for each in report.wagers}
    rows = list(csv.DictReader(io.StringIO(lines_csv(cert))))
    for each in report.wagers:
        own = [
            row
            for row in rows
            if row["wager"] == each.wager
            and not row["part"]
            and (not each.settings or row["table"] in each.settings.values())
        ]
        assert [Fraction(row["net"]) for row in own] == [outcome.net for outcome in each.outcomes]
        assert sum(Fraction(row["probability"]) for row in own) == 1
        assert -sum(Fraction(row["return"]) for row in own) == each.edge
        assert {int(row["deals"]) for row in own} == {each.deals}


def test_jackpot_figures_are_in_every_form():
    cert = certified("four-card-frenzy", "brook")
    galaxy = next(row for row in csv.DictReader(io.StringIO(summary_csv([cert]))) if row["wager"] == "galaxy")
    assert (galaxy["jackpot_wager_cents"], galaxy["jackpot_meter_cents"]) == ("500", "250000")
    # A royal flush takes the meter: 4 of 2,598,960 hands.
    assert Fraction(galaxy["meter_share"]) == Fraction(4, 2_598_960)
    meter = Fraction(galaxy["break_even_meter_cents"])
    assert Fraction(galaxy["edge"]) == (meter - 250_000) * Fraction(4, 2_598_960) / 500
    assert "Break-even meter" in certificate_page(cert, "2026-01-01")


# -- the page ---------------------------------------------------------------------------------------------------


def _parsed(page):
    """The page as a tree; it is well-formed enough for XML."""
    assert page.startswith("<!DOCTYPE html>\n")
    return ElementTree.fromstring(page)


@pytest.mark.parametrize(("slug", "rules"), [("ez-baccarat", "standard"), ("four-card-frenzy", "brook")])
def test_the_page_is_well_formed_and_self_contained(slug, rules):
    tree = _parsed(certificate_page(certified(slug, rules), "2026-01-01"))
    assert {"script", "link", "img", "iframe", "object"}.isdisjoint({each.tag for each in tree.iter()})
    named = {each.get("id") for each in tree.iter()}
    for each in tree.iter():
        assert each.get("src") is None
        assert each.get("href", "#scope").removeprefix("#") in named
    style = tree.find("head/style").text
    assert "url(" not in style
    assert "@import" not in style
    headings = [each.text for each in tree.iter("h2")]
    assert headings[:3] == ["Scope", "Results", "Comparison with printed figures"]
    assert len(list(tree.iter("svg"))) >= len(certified(slug, rules)["wagers"])


def test_the_index_leads_to_every_certificate(baccarat):
    several = [baccarat, certified("four-card-frenzy", "brook")]
    tree = _parsed(index_page(several, "2026-01-01"))
    links = {each.get("href") for each in tree.iter("a")}
    assert links == {"ez-baccarat.standard.html", "four-card-frenzy.brook.html"}
    assert {digest(cert) for cert in several} <= {each.text for each in tree.iter("code")}


NASTY = """<script>alert("1")</script> & 'so' </td>"""


def test_a_houses_own_names_are_escaped(tmp_path, monkeypatch):
    file = tmp_path / "four-card-frenzy" / "own.toml"
    file.parent.mkdir()
    ids = f"['''{NASTY}''', '=1+1']"
    printed = [f"pay.{name}" for name in rule_set("four-card-frenzy").pay if name.startswith("prime-")]
    file.write_text(
        f'extends = "brook"\nrules = "own"\nname = """{NASTY}"""\nwithout = {printed}\n'
        f"[house_rules.prime]\ndefault = '''{NASTY}'''\nchoices = {ids}\n"
        f"[wager.prime]\nlabel = '''{NASTY}'''\n"
        f"[pay.prime]\ntitle = '''{NASTY}'''\nids = {ids}\nunit = 'to 1'\nranking = 'prime'\n"
        "[pay.prime.lines]\n'five cards same color' = [6, 5]\n'four cards same color' = [1, 1]\n"
    )
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    game = cardroom.game("four-card-frenzy", rules="own")
    counts = {"five cards same color": 131_560, "four cards same color": 777_400, "no line": 1_690_000}
    reports = tuple(by_table(game.rules, "prime", lambda _: counts))
    cert = certificate(game, Report(game.slug, game.rules.name, "own", game.rules.digest, {}, reports))
    tree = _parsed(certificate_page(cert, "2026-01-01"))
    assert {"script"}.isdisjoint({each.tag for each in tree.iter()})
    assert tree.find("body/header/h1").text == NASTY
    assert NASTY in {each.text for each in tree.iter("text")}
    assert any(NASTY in (each.get("aria-label") or "") for each in tree.iter("svg"))
    _parsed(index_page([cert], "2026-01-01"))
    tables = {row["table"] for row in csv.DictReader(io.StringIO(summary_csv([cert])))}
    # A spreadsheet must not take a name for a formula.
    assert tables == {NASTY, "'=1+1"}


def _with(rules, /, **fields):
    import msgspec  # noqa: PLC0415

    return with_house_rules(msgspec.structs.replace(rules, **fields), {})


def test_the_exposure_is_the_best_line_at_the_maximum_and_bounds_all_wagers() -> None:
    game, report = analyzed("ez-baccarat", "standard")
    known = certified("ez-baccarat", "standard")["exposure"]
    panda = next(row for row in known["wagers"] if row["wager"] == "panda-8")
    most = game.rules.limits("panda-8")[1]
    wager = report.wager("panda-8")
    best = max(wager.distribution)
    assert panda["most_won_cents"]["exact"] == f"{best * most}/1"
    assert Fraction(panda["probability"]["exact"]) == wager.distribution[best]
    assert panda["most_lost_cents"]["exact"] == f"{most}/1"
    assert [Fraction(each) for each in panda["deviation_cents"]["root_of"]] == [wager.variance * most**2]
    deviations = sum(row["deviation_cents"]["decimal"] for row in known["wagers"])
    assert known["spot_deviation_at_most_cents"]["decimal"] == pytest.approx(deviations)
    assert len(known["spot_deviation_at_most_cents"]["root_of"]) == len(known["wagers"])
    assert known["combined"]["method"] == "exact"
    assert known["combined"]["deviation_cents"]["root_of"] == [known["combined"]["variance_cents"]["exact"]]
    assert 0 < known["combined"]["deviation_cents"]["decimal"] < deviations
    total = sum(Fraction(row["most_won_cents"]["exact"]) for row in known["wagers"])
    assert Fraction(known["combined"]["most_won_cents"]["exact"]) <= total
    assert Fraction(known["spot_most_won_cents"]["exact"]) == total


def test_the_exposure_of_a_table_counts_the_bettors_and_not_the_player_dealer() -> None:
    house, banked = cardroom.game("four-card-frenzy").rules, cardroom.game("ez-baccarat", rules="standard").rules
    assert (bettors(house), bettors(banked)) == (house.seats.most, banked.seats.most - 1)
    known = certified("ez-baccarat", "standard")["exposure"]
    for kind in ("won", "lost"):
        spot, table = (Fraction(known[f"{name}_most_{kind}_cents"]["exact"]) for name in ("spot", "table"))
        assert spot == sum(Fraction(row[f"most_{kind}_cents"]["exact"]) for row in known["wagers"])
        assert (table, known["bettors"]) == (spot * bettors(banked), bettors(banked))


@cache
def certified_splits():
    game = cardroom.game("pure-21.5-blackjack")
    return certificate(game, stored_analysis(game))


def test_the_exposure_of_splits_is_four_hands_each_doubled() -> None:
    row = certified_splits()["exposure"]["wagers"][0]
    assert (row["wager"], row["most_won"]["exact"], row["most_lost"]["exact"]) == ("wager", "8/1", "8/1")


@pytest.mark.parametrize(
    ("slug", "house", "wagers", "second", "drawn"),
    [
        ("pure-21.5-blackjack", {}, 8, "3c", {"won": "Kc", "lost": "As"}),
        ("pure-spanish-21.5", {}, 8, "3c", {"won": "Kc", "lost": "As"}),
        ("pure-spanish-21.5", {"double_double_down": True}, 32, "2c", dict.fromkeys(("won", "lost"), "2c 2c 2c")),
    ],
)
@pytest.mark.parametrize("how", ["won", "lost"])
@pytest.mark.breaks_rules("the shoe is given card by card, with more of a rank than the packs have")
def test_a_full_table_of_21_5_wins_and_loses_what_its_exposure_says(slug, house, wagers, second, drawn, how) -> None:
    """Every bettor splits eights three times and doubles as often as the rules allow. One seat has the bank."""
    game = cardroom.game(slug, **house)
    many, dealer = bettors(game.rules), {"won": "6c Kc", "lost": "Kc Kc"}[how].split()
    hands = " ".join(["8c 8c", *[f"{second} {drawn[how]}"] * MOST_HANDS] * many)
    first = f"{'8c ' * many} {dealer[0]} {'8c ' * many} {dealer[1]}"
    cards = parse(f"{first} {hands} {'Kc ' * 20}")
    names = [f"player {seat}" for seat in range(1, game.rules.seats.most + 1)]
    round = game.round(dict.fromkeys(names, 100_000_00), shuffle=Shuffle.given(cards))
    while not round.done:
        actions = [option.action for option in round.ask.options]
        if "bank" in actions:
            round.answer(round.ask.spot, "bank", 50_000_00)
        elif "bet" in actions:
            round.answer(round.ask.spot, "bet", {"wager": 10_00})
        else:
            chosen = next(action for action in ("split", "double", "stand") if action in actions)
            option = round.ask.options[actions.index(chosen)]
            round.answer(round.ask.spot, chosen, option.most if isinstance(option, Amount) else None)
    nets = sorted((round.net[name] for name in names), key=abs)
    sign = 1 if how == "won" else -1
    assert nets == [*[sign * wagers * 10_00] * many, -sign * wagers * 10_00 * many]
    assert extremes(terms_of(game.rules)) == (-wagers, wagers)


def test_figures_that_need_every_result_of_a_split_are_estimates_in_json_csv_and_page() -> None:
    cert = certified_splits()
    game, *bonuses = (wager["tables"][0] for wager in cert["wagers"])
    assert game["hit_frequency"].keys() == {"decimal", "standard_error", "rounds", "seed"}
    assert set(estimates(game)) == {"hit_frequency", "probability"}
    assert not any(estimates(bonuses))
    assert game["edge"]["exact"]
    assert game["standard_deviation"]["root_of"] == [game["variance"]["exact"]]
    by_net = {row["net"]["exact"]: row["probability"] for row in game["distribution"]}
    assert {net for net, share in by_net.items() if "exact" in share} == {"6/5", "-1/2"}, "no split ends with these"
    row, *others = csv.DictReader(io.StringIO(summary_csv([cert])))
    assert [row["variance"], row["hit_frequency"]] == [game["variance"]["exact"], ""]
    assert float(row["hit_frequency_standard_error"]) == game["hit_frequency"]["standard_error"]
    assert (row["variance_standard_error"], row["estimate_rounds"]) == ("", str(game["hit_frequency"]["rounds"]))
    assert not any(other["hit_frequency_standard_error"] for other in others)
    page = certificate_page(cert, "2026-01-01")
    assert "Nothing is simulated" not in page
    assert "Every figure" not in page
    label = cert["wagers"][0]["label"]
    estimated = f"hit frequency and probabilities of net results of {label}"
    assert f"Estimates, with standard errors: {estimated}. All other figures are exact" in page
    assert f"So these figures are estimates: {estimated}." in page
    assert f"± {100 * game['hit_frequency']['standard_error']:.4f} %" in page


def test_a_page_of_exact_figures_alone_says_so(baccarat) -> None:
    page = certificate_page(baccarat, "2026-01-01")
    about = "Every figure here is exact, computed over all deals, except the intervals of hold, which are rounded. "
    assert f"{about}Nothing is simulated." in page
    assert "Estimates" not in page


def test_the_exposure_has_the_base_game_that_is_in_force_once(monkeypatch) -> None:
    monkeypatch.setattr("cardroom.analysis.certificate.exposure.joint_distribution", lambda _: None)
    game, report = analyzed("three-card-poker-6-card-bonus", "500-club")
    assert [wager.wager for wager in report.wagers].count("ante") == 2
    rows = exposure(game.rules, report)["wagers"]
    assert sorted(row["wager"] for row in rows) == ["ante", "pair-plus", "six-card-bonus"]
    assert rows[0]["deviation_cents"]["decimal"] == pytest.approx(
        float(report.wager("ante").standard_deviation) * game.rules.limits("ante")[1]
    )


def test_all_wagers_together_are_exact_estimated_or_only_bounded(baccarat) -> None:
    assert baccarat["exposure"]["combined"]["method"] == "exact"
    assert "Counted over every deal, the standard deviation of all wagers" in certificate_page(baccarat, "2026-01-01")
    game = cardroom.game("four-card-frenzy")
    report = Report(
        "", "", "", "", {}, tuple(each for name in ("prime", "galaxy") for each in side_bet(game.rules, name))
    )
    assert certificate(game, report)["exposure"]["combined"] is None
    assert "only this bound is known" in certificate_page(certificate(game, report), "2026-01-01")
    cert = certificate(game, report, variance=VarianceEstimate(Estimate(1e8, 2e6, 5000, "chips")))
    rounds = {"rounds": 5000, "seed": "chips"}
    assert cert["exposure"]["combined"] == {
        "method": "estimated",
        "variance_cents": {"decimal": 1e8, "standard_error": 2e6} | rounds,
        "deviation_cents": {"decimal": 10_000, "standard_error": 100} | rounds,
    }
    assert "is $100.00 ± $1.00 (one standard error)" in certificate_page(cert, "2026-01-01")


def test_a_simulation_a_meter_and_a_sign_off_are_on_the_page() -> None:
    game = cardroom.game("four-card-frenzy")
    report = Report("", "", "", "", {}, tuple(side_bet(game.rules, "galaxy")))
    baccarat = cardroom.game("ez-baccarat")
    simulation = cardroom.simulate(baccarat, 20_000, "certificate")
    cert = certificate(game, report, simulation)
    (meter,) = cert["jackpots"]
    assert meter["return_in_the_long_run"] == jackpot_odds(game.rules)[0].to_dict()["return_in_the_long_run"]
    assert [each["distance"] for each in cert["simulation"]["wagers"]] == [each.distance for each in simulation.wagers]
    assert cert["command"].endswith("--simulate 20000")
    page = certificate_page(cert, "2026-01-01")
    for words in ("Meters in the long run", "20,000 rounds with the seed", "Approved by", "Errors away"):
        assert words in page


def test_bad_beat_is_certified_with_and_without_folds():
    cert = certified("ultimate-texas-holdem", "500-club")
    [wager] = [each for each in cert["wagers"] if each["wager"] == "bad-beat"]
    best = wager["tables"][0]["best_play"]
    assert best["edge"]["exact"] == "9175681247/36790754000"
    assert best["outcomes"][-1]["line"] == "fold"
    page = certificate_page(cert, "2026-01-01")
    assert (
        page.count("under the base game&#x27;s best strategy") + page.count("under the base game's best strategy") == 1
    )
    assert "9175681247/36790754000" in page
    rows = {each["wager"]: each for each in csv.DictReader(io.StringIO(summary_csv([cert])))}
    assert rows["bad-beat"]["edge_at_best_play"] == "9175681247/36790754000"
    assert rows["trips"]["edge_at_best_play"] == ""
