"""Every figure of a game is the same in the terminal, JSON, CSV, certificate, rules page and lobby, with its type."""

import csv
import io
import json
import re
from fractions import Fraction
from functools import cache
from itertools import groupby
from statistics import NormalDist

import pytest

import cardroom
from cardroom.analysis import has_analysis
from cardroom.analysis.bankroll import risk
from cardroom.analysis.certificate import (
    certificate,
    certificate_page,
    hold_csv,
    lines_csv,
    summary_csv,
    wagers_at_most,
)
from cardroom.analysis.engine import LOCAL
from cardroom.analysis.report import Estimate, Root, bars, edges, figure
from cardroom.analysis.store import report_in_force, stored_analysis
from cardroom.errors import InvariantError
from cardroom.figures import kinds
from cardroom.house.reports.hold import _theory
from cardroom.web.api.books import known_edges
from cardroom.web.api.lobby import _edge
from cli.command import run
from support.sampling import PROOF

SOME = ["ez-baccarat", "face-up-pai-gow-poker", "pure-21.5-blackjack"]
"""Games whose reports are read in a moment: without a decision, with side bets, and with splits."""
TABLED = ["heads-up-holdem washington", "ultimate-texas-holdem 500-club", "pure-21.5-blackjack 500-club"]
"""Games with several pay tables and jackpots, with a wager that the best play folds, and with averages."""
PROVABLE = [game for game in cardroom.all_games() if has_analysis(game.rules)]
GAMES = PROVABLE if PROOF else [cardroom.game(slug) for slug in SOME]
NAMES = ("edge", "average_wager", "element_of_risk", "variance", "standard_deviation", "volatility_index")
NAMES += ("hit_frequency",)
TYPES = {Fraction: {"exact"}, Root: {"root_of"}, Estimate: {"standard_error", "rounds", "seed"}}


@pytest.fixture(params=GAMES, ids=lambda game: f"{game.slug}-{game.rules.rules}")
def game(request):
    return request.param


@pytest.fixture
def report(game):
    """The stored report of the wagers in force."""
    return report_in_force(game)


@cache
def certified(game):
    """The certificate of a game as JSON, and its page as text."""
    cert = json.loads(json.dumps(certificate(game, stored_analysis(game))))
    page = re.sub(r"<[^>]+>", " ", certificate_page(cert, "2026-01-01"))
    return cert, " ".join(page.split())


def plain(number):
    """A figure as JSON without the wager that it is of."""
    return {name: value for name, value in number.items() if name != "of"}


def percent(share, places=4):
    return f"{100 * float(share):.{places}f} %"


def together(text):
    """A text without spaces and line breaks."""
    return "".join(text.split())


def test_each_figure_has_its_type_in_json_csv_and_certificate(game, report):
    cert, _ = certified(game)
    tables = {wager["wager"]: wager["tables"] for wager in cert["wagers"]}
    rows = {row["wager"]: row for row in csv.DictReader(io.StringIO(summary_csv([cert]))) if row["in_force"] == "yes"}
    for each in report.wagers:
        known, row = each.to_dict(), rows[each.wager]
        [table] = (one for one in tables[each.wager] if one["in_force"])
        for name in NAMES:
            number = getattr(each, name)
            shown = plain(known[name])
            assert shown.keys() == {"decimal"} | TYPES[type(number)], name
            assert shown == figure(number) == plain(table[name])
            decimal = row.get(f"{name}_decimal") or row[name]
            assert float(decimal) == shown["decimal"]
            if isinstance(number, Fraction):
                assert row[name] == shown["exact"]
            assert (row.get(f"{name}_standard_error") or None) == (
                str(shown["standard_error"]) if isinstance(number, Estimate) else None
            )
        shares = [(plain(entry["net"]), plain(entry["probability"])) for entry in table["distribution"]]
        assert shares == [(figure(net), figure(share)) for net, share in each.distribution.items()]


def test_the_terminal_prints_the_figures_of_the_report(game, report):
    asked = ("analyze", game.slug, "--rules", game.rules.rules)
    data = json.loads(run(*asked, "--json").stdout)
    found = {each["wager"]: each for each in data["wagers"] if each["in_force"]}
    text = together(run(*asked).stdout)
    for each in report.wagers:
        assert all(plain(found[each.wager][name]) == figure(getattr(each, name)) for name in NAMES)
        assert figure(each.edge)["exact"] in text
        assert together(percent(abs(each.edge), 6)) in text
        spread = f"standard deviation {float(each.standard_deviation):.4f}, "
        spread += f"volatility index {float(each.volatility_index):.4f}"
        error = f" ± {percent(hit.standard_error, 6)}" if isinstance(hit := each.hit_frequency, Estimate) else ""
        assert together(f"wins {percent(hit, 6)}{error} of the time, {spread}") in text
    estimated = any(isinstance(each.hit_frequency, Estimate) for each in report.wagers)
    assert ("Allfiguresareexact" in text) == (not estimated)


def test_the_certificates_page_prints_the_figures_of_the_report(game, report):
    _, page = certified(game)
    for each in report.wagers:
        edge = percent(each.edge).replace("-", "−")
        assert f"{edge} {figure(each.edge)['exact']}" in page
        assert f"{float(each.standard_deviation):,.4f}" in page
        assert f"{float(each.variance):,.4f}" in page
        error = f" ± {percent(hit.standard_error)}" if isinstance(hit := each.hit_frequency, Estimate) else ""
        assert f"{percent(hit)}{error}" in page
    estimated = any(isinstance(each.hit_frequency, Estimate) for each in report.wagers)
    assert ("Every figure here is exact" in page) == (not estimated)


def test_the_rules_page_and_the_lobby_get_the_figures_of_the_report(game, report):
    found = {each.wager: each for each in known_edges(game).wagers}
    for each in report.wagers:
        shown = found[each.wager]
        assert (shown.edge.exact, shown.edge.decimal) == (figure(each.edge)["exact"], float(each.edge))
        for name in ("standard_deviation", "hit_frequency"):
            measure, known = getattr(shown, name), figure(getattr(each, name))
            assert (measure.decimal, measure.exact) == (known["decimal"], known.get("exact", ""))
            assert (list(measure.root_of), measure.standard_error) == (
                known.get("root_of", []),
                known.get("standard_error"),
            )
        assert shown.element_of_risk.exact == figure(each.element_of_risk)["exact"]
        assert (shown.deals, shown.jackpot) == (str(each.deals), each.jackpot())
        drawn = [(bar.net.exact, bar.share.decimal, bar.share.standard_error) for bar in shown.bars]
        plotted = [(bar.to_dict()["net"]["exact"], bar.to_dict()["share"]) for bar in bars(each.distribution)]
        assert drawn == [(net, share["decimal"], share.get("standard_error")) for net, share in plotted]
    listed, first = _edge(game), report.wagers[0]
    assert (listed.share.exact, listed.share.decimal) == (figure(first.edge)["exact"], float(first.edge))


def test_reports_of_the_house_and_comparisons_get_the_figures_of_the_report(game, report):
    """The hold report's theory, `cardroom diff`, and a table of figures in Python."""
    theory = _theory(game, lambda _: LOCAL)
    assert theory.wagers == (() if theory.why else report.wagers)
    assert [(each.first.edge, each.change) for each in edges(game.rules, game.rules)] == [
        (each.edge, 0) for each in report.wagers
    ]
    for row, each in zip(report.rows(), report.wagers, strict=True):
        assert (row["edge"], row["edge_exact"]) == (float(each.edge), str(each.edge))
        assert row["hit_frequency"] == float(each.hit_frequency)
        assert (row["hit_frequency_error"] is None) == (type(each.hit_frequency) is Fraction)


def test_the_risk_of_a_wager_is_that_of_its_report(game, report):
    for each in report.wagers:
        if each.wager in wagers_at_most(game.rules, report):
            bet = each.stake or game.rules.limits(each.wager)[0]
            found = risk(game, 50 * bet * int(each.most_lost + 1), 5, wager=each.wager, bet=bet)
            assert (found.edge, found.deviation) == (each.edge, each.standard_deviation.times(bet))
            assert (found.most_won, found.most_lost) == (each.most_won * bet, each.most_lost * bet)


def test_the_laboratory_part_of_a_certificate_follows_from_the_report(game, report):
    """JSON, CSV and page of the same value; each figure with its type."""
    cert, page = certified(game)
    held = {each["wager"]: each["intervals"] for each in cert["hold"]}
    rows = list(csv.DictReader(io.StringIO(hold_csv(cert))))
    assert held.keys() == wagers_at_most(game.rules, report).keys()
    for each in report.wagers:
        for interval in held.get(each.wager, ()):
            (low, high), level = interval["normal"], 100 * interval["level"]["decimal"]
            assert (low["decimal"] + high["decimal"]) / 2 == pytest.approx(float(each.edge), abs=1e-12)
            width = NormalDist().inv_cdf(0.5 + level / 200) * float(each.standard_deviation)
            assert high["decimal"] - low["decimal"] == pytest.approx(2 * width / interval["rounds"] ** 0.5)
            assert kinds(interval["normal"]) == {"rounded"}
            assert (interval["counted"] is None) == isinstance(each.hit_frequency, Estimate)
            assert f"{interval['rounds']:,} {level:.0f} % {percent(low['decimal'], 3)} to".replace("-", "−") in page
        exact = [row for row in rows if row["wager"] == each.wager]
        assert [row["normal_from"] for row in exact] == [
            str(interval["normal"][0]["decimal"]) for interval in held.get(each.wager, ())
        ]
    for one in cert["returns"]:
        assert kinds(one) == {"exact"}
        assert Fraction(one["cost"]["exact"]) == Fraction(one["edge"]["exact"]) - report.wagers[0].edge
        assert f"{one['strategy']} {one['kind']} {percent(one['edge']['decimal'])}".replace("-", "−") in page
    assert bool(cert["returns"]) == any(each.strategy or each.decisions for each in report.wagers)
    most = {row["wager"]: row for row in cert["exposure"]["wagers"]}
    for each in report.wagers:
        if each.wager in most:
            assert most[each.wager]["most_won"]["exact"] == figure(each.most_won)["exact"]
            assert most[each.wager]["most_lost"]["exact"] == figure(each.most_lost)["exact"]


@pytest.mark.parametrize(
    "game",
    PROVABLE if PROOF else [cardroom.game(*names.split()) for names in TABLED],
    ids=lambda game: f"{game.slug}-{game.rules.rules}",
)
def test_every_pay_table_with_its_lines_is_the_same_everywhere(game):
    """In force or not: in JSON, in both CSV files, on the certificate's page, and in the terminal."""
    cert, page = certified(game)
    asked = ("analyze", game.slug, "--rules", game.rules.rules)
    known = json.loads(run(*asked, "--json").stdout)["wagers"]
    shown = together(run(*asked).stdout)
    tables = [(wager["wager"], table) for wager in cert["wagers"] for table in wager["tables"]]
    summary, rows = (list(csv.DictReader(io.StringIO(text))) for text in (summary_csv([cert]), lines_csv(cert)))
    reports = stored_analysis(game).wagers
    assert len(known) == len(tables) == len(summary) == len(reports)
    for each in reports:
        same = each.wager, each.settings
        [data] = (one for one in known if (one["wager"], one["house_rules"]) == same)
        [table] = (one for name, one in tables if (name, one["house_rules"]) == same)
        [row] = (one for one in summary if (one["wager"], one["table"]) == (each.wager, table["table"]))
        for name in NAMES:
            assert plain(data[name]) == figure(getattr(each, name)) == plain(table[name])
        decisions = {name: figure(share) for name, share in each.decisions.items()}
        assert data["decisions"] == table["decisions"] == decisions
        assert row["decisions"] == "; ".join(f"{name} {share['exact']}" for name, share in decisions.items())
        assert all(together(f"{name}: {percent(share, 6)}") in shown for name, share in each.decisions.items())
        assert figure(each.edge)["exact"] in shown
        assert figure(each.edge)["exact"] in page
        if each.best_play:
            edge = figure(each.best_play.edge)
            assert plain(data["best_play"]["edge"]) == plain(table["best_play"]["edge"]) == edge
            assert (row["edge_at_best_play"], edge["exact"] in shown) == (edge["exact"], True)
        jackpot = each.jackpot()
        assert data["jackpot"] == table["jackpot"] == jackpot
        assert row["break_even_meter_cents"] == (jackpot["break_even_meter_cents"]["exact"] if jackpot else "")
        for part, outcomes in ({"": each.outcomes} | each.lines).items():
            lines = [expected(outcome, each.deals) for outcome in outcomes]
            of_table = [one for one in rows if (one["wager"], one["table"]) == (each.wager, table["table"])]
            for found in (
                data["lines"][part] if part else data["outcomes"],
                table["lines"][part] if part else table["outcomes"],
                [one for one in of_table if one["part"] == part],
            ):
                assert [exact(one) for one in found if one["line"] != "not placed"] == lines
            for outcome in outcomes:
                if outcome.count:
                    assert f"{outcome.count:,} {outcome.count / each.deals:.8f}" in page
            for line in printed_lines(outcomes, each.deals, alone=not each.lines) if part or not each.lines else ():
                assert together(line) in shown


def expected(outcome, deals):
    """What a line of a pay table says: its name, its pays, how often it comes, and what it returns."""
    share = Fraction(outcome.count, deals)
    figures = (outcome.net, outcome.wagered, share, share * outcome.net)
    return (outcome.line, outcome.decision, outcome.pays, outcome.count, *(figure(one)["exact"] for one in figures))


def exact(row):
    """The same of a line in JSON or CSV."""
    figures = (row[name] for name in ("net", "wagered", "probability", "return"))
    words = (one if isinstance(one, str) else one["exact"] for one in figures)
    return (row["line"], row["decision"], row["pays"], int(row["combinations"]), *words)


def printed_lines(outcomes, deals, *, alone):
    """The numbers of the lines in the terminal; those of several wagers together are added up over decisions."""
    several = ((outcome, [outcome]) for outcome in outcomes)
    if not alone:
        several = (
            (key, list(group)) for key, group in groupby(outcomes, key=lambda one: (one.line, one.pays, one.net))
        )
    for _, group in several:
        share = Fraction(sum(one.count for one in group), deals)
        yield f"{percent(share, 6)} {float(share * group[0].net):+.6f}"


def test_a_plain_float_is_no_figure():
    with pytest.raises(InvariantError, match="neither exact nor a number with its error"):
        figure(0.5)
