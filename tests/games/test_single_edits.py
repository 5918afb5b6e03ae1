"""The contract is complete: every single edit of every rule set is refused with table and key, or can be played,
settled, printed, analyzed and certified consistently. The suite takes a sample of the edits, `make proof` all of them.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.analysis import Report, WagerReport, analyze, has_analysis
from cardroom.analysis.certificate import certificate, certificate_page, to_json
from cardroom.analysis.report.side_bets import side_bet
from cardroom.analysis.stages.payoffs import RESULTS, StagedEnd, StagedOption, every_option, payoffs_of
from cardroom.analysis.stages.report import report_of
from cardroom.cli.play.rules import markdown_page
from cardroom.games import game_of
from cardroom.games.declarations import declaration, stages_of
from cardroom.play import Spot
from cardroom.play.game.stages import FOLDING
from cardroom.play.round.events import Settled
from cardroom.play.round.side_bets import FOLD
from cardroom.rulebook import RuleBookError
from cardroom.show.rules.data import page
from games.edits import edits
from support.people import play_out, spots_of, stacks_of
from support.sampling import PROOF

SAMPLE = 4
"""The number of edits of each rule set in the suite, and the same number of those that change payments."""
ROUNDS = 4 if PROOF else 2
RICH = 10**9
PLACE = re.compile(
    r"(\S+\.toml: )?(settings|script|deck|seats|bank|order|dealer|chart|poker|wager|pay|jackpot|fee|schedules"
    r"|house_rules|house rule|display|printed|top level|name|id|summary|source|extends)\b"
)
"""The beginning of a refusal: the table that is wrong."""


def fate(base, edit):
    """The result of an edit: it is refused, changes nothing binding, or is carried through."""
    try:
        rules = edit.load()
        game = game_of(rules)
    except RuleBookError as error:
        if PLACE.match(str(error)):
            return "refused"
        raise AssertionError(f"{edit.path} {edit.what}: it is refused, but not by name: {error}") from error
    except Exception as error:
        raise AssertionError(f"{edit.path} {edit.what}: it fails") from error
    if rules.digest == base.rules.digest:
        return "unchanged"
    try:
        carry_through(game)
    except Exception as error:
        raise AssertionError(f"{edit.path} {edit.what}: it loads, but is not carried through") from error
    return "carried"


def carry_through(game):
    """Play a game, print its rules, analyze and certify it. All must have the same wagers, lines and payoffs."""
    reports = counted(game)
    printed = "\n".join(markdown_page(page(game)))
    for name, wager in game.rules.wagers().items():
        assert wager.label in printed, f"{name} is not on the rules page"
    for pay in page(game)["pay_tables"]:
        assert all(f"| {line['line']} |" in printed for line in pay["lines"]), f"a line of {pay['table']} is missing"
    rng = Random(7)
    for seed in range(ROUNDS):
        spots = spots_of(game, 3)
        taken = {spot.seat for spot in spots}
        spots += [Spot.at(seat) for seat in range(1, game.rules.seats.least + 1) if seat not in taken]
        round = play_out(game.round(spots, stacks_of(spots, RICH), shuffle=game.shuffle(seed=seed)), rng)
        assert sum(round.net.values()) == 0
        for event in round.events:
            if isinstance(event, Settled) and event.wager in reports:
                assert is_counted(event, reports[event.wager]), f"{event} is not among the outcomes counted"
    if has_analysis(game.rules):
        once = {each.wager: each for each in reports.values()}
        bare = game_of(game.rules.replaced(printed=()))  # printed figures are about all pay tables
        cert = certificate(bare, Report(game.slug, "", "", "", {}, tuple(once.values())))
        assert {wager["wager"] for wager in cert["wagers"]} == {each.wager for each in reports.values()}
        assert game.rules.digest in certificate_page(cert, "2026-01-01")
        assert to_json(cert)


def is_counted(event, report):
    """Whether an analysis has this outcome of a wager, with its payment."""
    ends = report.lines.get(event.wager, report.outcomes)
    if event.line in (FOLD, "foul hand"):  # no analyzed strategy fouls
        return event.due == -event.stake
    if any(end.line == "no hand higher" for end in ends) and " in front, " in event.line:
        # Face Up counts the best setting, by how many of the two hands are higher.
        one = "higher" in event.line
        event = msgspec.structs.replace(event, line="one hand higher" if one else "no hand higher")
    if not event.stake or report.meter:  # an award, or a share of a meter: its amount depends on something else
        return any(end.line == event.line for end in ends)
    return any(
        end.line == event.line and floor(end.net / (end.wagered or 1) * event.stake) == event.due for end in ends
    )


def counted(game):
    """The analysis of each wager; for base games whose deals take seconds, the payment of every result."""
    rules = game.rules
    if not has_analysis(rules):
        return {}
    if (stages := stages_of(rules)) is None:
        return {each.wager: each for each in analyze(game).wagers if each.in_force}
    results = [payments(rules, stages)]
    results += [each for name, items in rules.wagers().items() if items.cards for each in side_bet(rules, name)]
    reports = {each.wager: each for each in results if each.in_force}
    base = results[0]
    return reports | dict.fromkeys(base.lines, base)


def payments(rules, stages):
    """A base game's wagers with every result once."""
    known = payoffs_of(rules, stages, declaration(rules.script).settle)
    plays = next(option for option in every_option(stages, 0) if option.move.wager)
    kinds = product(range(len(known.names)), range(len(RESULTS)))
    ends = Counter(StagedEnd((plays,), group, result) for group, result in kinds)
    ends[StagedEnd((StagedOption(FOLDING, 0),))] = 1
    return report_of(rules, stages, known, ends, {}, True)


@pytest.mark.sampled(18, 1)
@pytest.mark.parametrize("game", cardroom.all_games(), ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_every_single_edit_is_refused_by_name_or_carried_through(game):
    every = edits(game.rules)
    if PROOF:
        chosen = every
    else:
        rng = Random(game.slug + game.rules.rules)
        paid = [edit for edit in every if edit.path[0] in ("pay", "wager")]
        chosen = rng.sample(every, SAMPLE) + rng.sample(paid, min(SAMPLE, len(paid)))
    fates = [fate(game, edit) for edit in chosen]
    if PROOF:
        print(f"\n{game.slug} {game.rules.rules}:", *(f"{each} {fates.count(each)}" for each in sorted(set(fates))))
        assert {"refused", "carried"} <= set(fates)


def test_a_report_with_a_different_payoff_would_fail():
    """The comparison can fail: odds that differ from the settlement are not among the outcomes."""
    game = cardroom.game("three-card-poker-6-card-bonus")
    (report,) = side_bet(game.rules, "pair-plus")
    event = Settled("1", "pair-plus", 500, 3000, 3000, "straight")
    assert is_counted(event, report)
    assert not is_counted(Settled("1", "pair-plus", 500, 3500, 3500, "straight"), report)
    assert not is_counted(Settled("1", "pair-plus", 500, 3000, 3000, "blush"), report)
    assert isinstance(report, WagerReport)
    assert report.edge == Fraction(242, 5525)
