"""Reports of gaming days, compared with sums computed by hand and with the exact edge."""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction
from itertools import combinations_with_replacement
from math import sqrt
from random import Random
from statistics import stdev
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import event

import cardroom
from cardroom.analysis import WagerOutcome, WagerReport
from cardroom.analysis.engine.engines import LOCAL
from cardroom.analysis.store import known_report
from cardroom.house import OUTSIDE, Books, House, LedgerAccount, Store
from cardroom.house.audit.store import audit
from cardroom.house.books.values import postings_of_transfers
from cardroom.house.reports.cage import cage_report
from cardroom.house.reports.gaming_day import GameFacts, GamingDays, TableDay, Wagered, sum_days, table_days
from cardroom.house.reports.hold import (
    Theory,
    lines_of,
    luck,
    note_abnormal,
    report_of,
    sum_rows,
    theories,
    why_unproved,
)
from cardroom.house.reports.significant import significant_events
from cardroom.play.records.file import RulesOf
from cardroom.play.round.events import Transfer
from cardroom.play.table import Join, Leave, StartRound, SubmitAnswer, TopUp, UseDefault, Void
from cardroom.players.holdem import heads_up_holdem
from support.plain_reports import add_round
from support.sampling import PROOF

DAYS = GamingDays(zone=UTC)
BETS = {
    "ann": {"ante": 1_000, "odds": 1_000, "trips-plus": 200},
    "bob": {"ante": 500, "odds": 500, "pocket-bonus": 400},
}


@pytest.fixture
def house(tmp_path, clock):
    """A house that does not wait for the disk, because nothing must survive here."""
    store = Store(tmp_path / "room.db", create=True, key=bytes(32))
    event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA synchronous = OFF"))
    store.close()
    house = House(Books(store, clock), create=True)
    for name in BETS:
        house.cage.deposit(name, 100_000_000, who="cage 1", key=f"in {name}")
    yield house
    store.close()


def opened(house, name="seven"):
    return house.open_table(name, cardroom.game("heads-up-holdem"), who="floor")


def answered(table):
    """All players bet the same in every round, check, raise once at the end and never fold."""
    while table.round is not None:
        ask = table.round.waiting[0]
        who = table.round.spot(ask.spot).bettor
        actions = {option.action: option for option in ask.options}
        if "bet" in actions:
            table.do(SubmitAnswer(who, ask.spot, None, "bet", BETS[who]))
        elif "check" in actions:
            table.do(SubmitAnswer(who, ask.spot, None, "check"))
        else:
            table.do(SubmitAnswer(who, ask.spot, None, "raise", actions["raise"].least))


def deal(table, rounds):
    """Play rounds to their end."""
    for _ in range(rounds):
        table.do(StartRound(), "dealer")
        answered(table)


def test_a_gaming_day_begins_at_the_configured_time():
    days = GamingDays(time(4, 30), ZoneInfo("America/Los_Angeles"))
    spring = datetime(2026, 3, 8, 4, 29, 59, tzinfo=days.zone)  # the night in which an hour is skipped
    assert days.of(int(spring.timestamp()) * 1_000_000) == date(2026, 3, 7)
    assert days.of(int(spring.timestamp()) * 1_000_000 + 1_000_000) == date(2026, 3, 8)
    hours = [(days.start(date(2026, 3, day + 1)) - days.start(date(2026, 3, day))) / 3.6e9 for day in (6, 7, 8)]
    assert hours == [24, 23, 24]


def test_the_repeated_hour_of_a_clock_change_belongs_to_one_day():
    """On November 1, 2026, 01:15 occurs twice. A day that begins at 01:30 has begun at its second occurrence."""
    days = GamingDays(time(1, 30), ZoneInfo("America/Los_Angeles"))
    start = days.start(date(2026, 11, 1))
    for minutes in range(-120, 181, 15):
        assert days.of(start + minutes * 60_000_000) == date(2026, 11, 1) - timedelta(days=minutes < 0)
    again = datetime(2026, 11, 1, 1, 15, tzinfo=days.zone, fold=1)
    assert days.of(int(again.timestamp()) * 1_000_000) == date(2026, 11, 1)


def test_every_sum_equals_the_sum_by_hand(house, clock):
    table = opened(house)
    opened(house, "eight")
    house.cage.fill("seven", 500_000, who="cage 1", key="fill")
    table.do(Join("ann", 300_000))
    table.do(Join("bob", 400_000))
    deal(table, 5)
    first = 700_000 - sum(table.table.stacks.values())
    table.do(TopUp("ann", 50_000))
    clock.at = datetime(2026, 3, 2, 5, 59, tzinfo=UTC)  # a minute before the day is over
    table.do(StartRound(), "dealer")
    table.do(Void("a card was boxed"), "floor")
    clock.at = datetime(2026, 3, 2, 6, tzinfo=UTC)
    deal(table, 3)
    won = 750_000 - sum(table.table.stacks.values()) - first
    table.do(Leave("bob"))
    house.cage.credit("seven", 1_000, who="cage 1", key="credit")
    house.cage.correct(OUTSIDE, LedgerAccount("seven", "house"), 70, who="m", why="w", key="right")
    sums = {
        (each.table, each.day.day): each for each in table_days(house.books, date(2026, 3, 1), date(2026, 3, 3), DAYS)
    }
    assert len(sums) == 6
    one, two = sums["seven", 1], sums["seven", 2]
    assert (one.drop, one.rounds, one.voided, one.win, one.fills) == (750_000, 5, 1, first, 500_000)
    assert (two.drop, two.rounds, two.voided, two.win) == (0, 3, 0, won)
    assert (two.credits, two.corrections) == (1_000, 70)
    assert two.cash_out == sum(
        posting.cents for line in house.entries("seven") if line.kind == "left" for posting in line.postings
    )
    wagers = one.games[0].wagers
    assert {name: (each.count, each.handle) for name, each in wagers.items()} == {
        "ante": (10, 7_500),
        "odds": (10, 7_500),
        "raise": (10, 7_500),
        "trips-plus": (5, 1_000),
        "pocket-bonus": (5, 2_000),
    }
    assert sum(each.win for each in wagers.values()) == first
    stakes = ("stake", "ante"), ("stake", "trips-plus")
    assert (one.games[0].together[stakes], one.games[0].own[stakes]) == (5 * 1_500 * 200, 5 * 1_000 * 200)
    both = sum_days([one, two], "seven", date(2026, 3, 1))
    assert (both.drop, both.cash_out, both.rounds, both.voided, both.win) == (750_000, two.cash_out, 8, 1, first + won)
    assert [each.rounds for each in both.games] == [8], "one game, whatever the day"
    assert both.games[0].wagers["ante"] == Wagered(
        16, 12_000, sum(each.games[0].wagers["ante"].win for each in (one, two))
    )
    assert both.games[0].together[stakes] == 8 * 1_500 * 200
    assert sums["seven", 3].quiet
    assert sums["eight", 1].quiet


def play_by_first_choice(table, prefers):
    """Play a round: each question gets the first of the preferred actions that it offers, or its default."""
    table.do(StartRound(), "dealer")
    while table.round is not None:
        ask = table.round.waiting[0]
        who = table.round.spot(ask.spot).bettor
        action = next((name for name in prefers if name in {option.action for option in ask.options}), "")
        value = {"bank": 10_000, "bet": {"ante": 1_000, "odds": 1_000}}.get(action)
        table.do(SubmitAnswer(who, ask.spot, None, action, value) if action else UseDefault(ask.spot), "dealer")


def rounds_reported(house, name):
    """The rounds and the handle of a table in the report of the test's day."""
    (day,) = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS, [name])
    return day.rounds, day.handle


@pytest.mark.parametrize(
    ("game", "prefers"),
    [("heads-up-holdem", ("sit-out",)), ("ez-baccarat", ("pass",)), ("ez-baccarat", ("bank", "sit-out"))],
)
def test_a_round_in_which_no_one_wagers_is_not_a_round_of_the_report(house, game, prefers):
    """Everyone sits out, no one banks, or a player banks and no one bets: no card is dealt."""
    table = house.open_table("quiet", cardroom.game(game), who="floor")
    for name in BETS:
        table.do(Join(name, 50_000))
    for _ in range(3):
        play_by_first_choice(table, prefers)
    assert rounds_reported(house, "quiet") == (0, 0)


def test_only_rounds_with_a_wager_are_counted_beside_rounds_without_one(house):
    table = opened(house, "mixed")
    for name in BETS:
        table.do(Join(name, 50_000))
    for prefers in (("sit-out",), ("bet", "check", "fold"), ("sit-out",)):
        play_by_first_choice(table, prefers)
    assert rounds_reported(house, "mixed") == (1, 4_000)


@pytest.mark.parametrize("game", ["texas-holdem", "face-up-chinese-poker"])
def test_a_hand_of_poker_counts_without_a_bet(house, game):
    """Blinds are wagers, and Chinese Poker is settled without any."""
    table = house.open_table("poker", cardroom.game(game), who="floor")
    for name in BETS:
        table.do(Join(name, 50_000))
    play_by_first_choice(table, ("fold", "check"))
    assert rounds_reported(house, "poker")[0] == 1


def test_a_round_belongs_to_the_day_on_which_it_ends(house, clock):
    table = opened(house)
    table.do(Join("ann", 300_000))
    table.do(Join("bob", 300_000))
    clock.at = datetime(2026, 3, 2, 5, 59, tzinfo=UTC)
    table.do(StartRound(), "dealer")
    clock.at = datetime(2026, 3, 2, 6, 1, tzinfo=UTC)
    answered(table)
    [day] = table_days(house.books, date(2026, 3, 2), date(2026, 3, 2), DAYS)
    assert (day.rounds, day.handle) == (1, 3_600 + 1_000 + 500)
    [before] = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    assert (before.rounds, before.drop) == (0, 600_000)


def test_bots_chips_are_not_drop(house):
    table = opened(house)
    house.cage.deposit("bot Toad", 1_000_000, who="play money", key="bot 1")
    table.do(Join("bot Toad", 300_000))
    [day] = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    assert day.quiet, "bots alone are no activity"
    table.do(Join("ann", 20_000))
    table.do(TopUp("bot Toad", 50_000))
    table.do(Leave("bot Toad"))
    [day] = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    assert (day.drop, day.cash_out) == (20_000, 0)
    assert (day.bot_drop, day.bot_cash_out) == (350_000, 350_000)
    total = sum_days([day, day], "All tables", day.day)
    assert (total.drop, total.bot_drop) == (40_000, 700_000)


def theory():
    """A coin that the house wins three times in four, instead of two wagers."""
    game = cardroom.game("heads-up-holdem")
    outcomes = WagerOutcome("heads", Fraction(1), 1), WagerOutcome("tails", Fraction(-1), 3)
    together = WagerReport(
        "ante", "Ante, Odds and Raise", "Ante", outcomes, lines=dict.fromkeys(("ante", "odds"), outcomes)
    )
    coins = together, WagerReport("trips-plus", "Trips Plus", "Trips Plus", outcomes)
    return Theory(game, coins)


def products(spots):
    """The sums, over spots or rounds, of the products of each two quantities."""
    counts = Counter()
    for values in spots:
        for one, other in combinations_with_replacement(sorted(values), 2):
            counts[one, other] += values[one] * values[other]
    return counts


def at(**cents):
    """The stake and win of each wager at a spot: ante=(stake, win)."""
    named = {name.replace("_", "-"): each for name, each in cents.items()}
    return {("stake", name): stake for name, (stake, _) in named.items()} | {
        ("win", name): win for name, (_, win) in named.items()
    }


def played(*rounds):
    """The facts of rounds, each given by its spots."""
    every = [(key, cents) for spots in rounds for spot in spots for key, cents in spot.items()]
    wagers = {name: Wagered() for (_, name), _ in every}
    for (what, name), cents in every:
        wagers[name].handle += cents if what == "stake" else 0
        wagers[name].win += cents if what == "win" else 0
    whole = map(_sum, rounds)
    own = products(spot for spots in rounds for spot in spots)
    return GameFacts("heads-up-holdem", RulesOf("brook", "ab"), len(rounds), wagers, own, products(whole))


def _sum(spots):
    whole = Counter()
    for spot in spots:
        whole.update(spot)
    return whole


def test_edges_are_weighted_by_their_own_handle():
    facts = played(
        [at(ante=(100, 14), odds=(100, 16))],
        [at(ante=(200, -10), odds=(200, -10), trips_plus=(500, 400), pocket_bonus=(50, 50))],
    )
    lines, whole = lines_of(facts, theory())
    base, trips, pocket = lines
    assert (base.expected, trips.expected, pocket.expected) == (150, 250, None)  # of the Ante's handle, not the Odds'
    assert (base.win, base.handle) == (10, 600)
    assert base.error == base.most == pytest.approx(sqrt(0.75 * 50_000)), "one player: nothing to have in common"
    assert base.z == pytest.approx((10 - 150) / sqrt(0.75 * 50_000))
    assert (whole.win, whole.handle, whole.expected) == (410, 1_100, 400)  # the last one is unknown
    assert whole.most == pytest.approx(sqrt(0.75 * (50_000 + 250_000 + 2 * 100_000)))
    assert "with an exact edge" in whole.note


@pytest.mark.parametrize(
    ("one", "other", "variance"),
    [(100, -100, 15_000), (100, 100, 20_000), (-100, -100, 30_000)],  # 0.75 of 100 squared, twice, is 15,000
)
def test_the_measured_correlation_of_players_stays_within_its_bounds(one, other, variance):
    """Variances besides the wagers' own, 15,000: a negative covariance, a measured one, and one above full
    correlation."""
    lines, whole = lines_of(played([at(ante=(100, one)), at(ante=(100, other))]), theory())
    assert lines[0].error == pytest.approx(sqrt(variance))
    assert lines[0].most == pytest.approx(sqrt(30_000))
    twice = sum_rows([whole, whole._replace(win=7)])
    assert (twice.win, twice.expected) == (whole.win + 7, 200)
    assert (twice.error, twice.most) == pytest.approx((sqrt(2 * variance), sqrt(60_000)))


def test_luck_in_words():
    assert [luck(z) for z in (None, 0.99, -1.5, 2.5, -2.5, -3.1)] == [
        "",
        "as expected",
        "within normal luck",
        "lucky for the house: at most one result in twenty",
        "unlucky for the house: at most one result in twenty",
        "too far off to be luck: investigate",
    ]


GAME = cardroom.game("heads-up-holdem")
CHIPS = {"ante": 1_000, "odds": 1_000, "trips-plus": 500, "pocket-bonus": 500}


@pytest.fixture(scope="module")
def exact():
    """The exact figures of the game, which take seconds."""
    facts = GameFacts(GAME.slug, RulesOf(GAME.rules.rules, GAME.rules.digest))
    return theories([TableDay("", date(2026, 3, 1), games=[facts])], lambda _: GAME, lambda _: LOCAL)


def simulated(seed, random):
    """The postings of a round of four players who follow a strategy card, from a known shuffle."""
    round = GAME.round(4, seed=seed)
    while not round.done:
        ask = round.waiting[0]
        if ask.options[0].action == "bet":
            round.answer(ask.spot, "bet", CHIPS)
        else:
            reply = heads_up_holdem(round.view(round.spot(ask.spot).bettor), ask, random)
            round.answer(ask.spot, reply.action, reply.value)
    return postings_of_transfers("seven", [each for each in round.events if isinstance(each, Transfer)])


@pytest.mark.proof
def test_over_many_days_z_has_a_standard_normal_spread(exact):
    """The rounds are the same every time. The standard deviation of z should be 1; measured from 60 values it is,
    within a tenth or two. With full correlation it would be about a half."""
    opening = SimpleNamespace(game=GAME.slug, rules=RulesOf(GAME.rules.rules, GAME.rules.digest))
    random, spots, most = Random(1), {}, []
    for number in range(600 if PROOF else 60):
        day = TableDay("seven", date(2026, 3, 1))
        for each in range(15):
            add_round(day, SimpleNamespace(opening=opening), simulated(1_000 * number + each, random))
        lines, whole = lines_of(day.games[0], exact[GAME.rules.digest])
        most.append((whole.win - whole.expected) / whole.most)
        for line in (*lines, whole):
            spots.setdefault(line.name, []).append(line.z)
    near = pytest.approx(1, abs=0.12 if PROOF else 0.25)
    assert {name: stdev(each) for name, each in spots.items()} == dict.fromkeys(
        ("Ante, Odds and Raise", "Trips Plus", "Pocket Bonus", "Heads Up Hold'em"), near
    )
    assert stdev(most) < 0.6


def test_the_hold_of_many_rounds_agrees_with_the_exact_edges(house, exact):
    """Fair cards from the operating system: five standard errors are exceeded once in two million runs."""
    table = opened(house)
    table.do(Join("ann", 10_000_000))
    table.do(Join("bob", 10_000_000))
    rounds = 20_000 if PROOF else 200
    deal(table, rounds)
    [day] = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    [facts] = day.games
    lines, whole = lines_of(facts, exact[facts.rules.digest])
    by_name = {line.name: line for line in lines}
    base, trips, pocket = (by_name[name] for name in ("Ante, Odds and Raise", "Trips Plus", "Pocket Bonus"))
    # The public fraction of the game against the best play, and pairs among the 1326 pockets.
    assert base.expected == pytest.approx(rounds * 1_500 * 840983767 / 35658730800)
    assert pocket.expected == pytest.approx(rounds * 400 * 22 / 221)
    # One bettor per wager and equal stakes: the error is the standard deviation times the square root of the rounds.
    figures = next(each for each in exact[facts.rules.digest].wagers if each.wager == "trips-plus")
    assert trips.error == pytest.approx(200 * sqrt(rounds) * float(figures.standard_deviation))
    assert abs(trips.z) < 5
    assert abs(pocket.z) < 5
    assert base.z > -5  # a player who never folds plays below the optimum
    assert whole.win == 20_000_000 - sum(table.table.stacks.values())
    if PROOF:
        assert audit(house.books).findings == ()


def test_a_6_2_a_result_that_is_too_far_off_is_noted_once_when_the_day_is_over(house):
    """GLI-19, A.6.2: abnormal returns are logged."""
    row = {"table": "seven", "day": "2026-03-01"}
    game = {"game": "heads-up-holdem", "digest": "ab", "win": -900_000, "handle": 100_000, "expected_win": 2_358.0}
    report = {"tables": [row | {"games": [game | {"z": -7.5}, game | {"digest": "cd", "z": 2.9}]}]}
    assert note_abnormal(house.books, report, date(2026, 3, 1), who="olga") == 0, "the day is not over"
    assert note_abnormal(house.books, report, date(2026, 3, 2), who="olga") == 1
    assert note_abnormal(house.books, report, date(2026, 3, 3), who="otto") == 0, "once"
    [event] = [each for each in significant_events(house.books, 0, 2**62) if each.what == "hold"]
    assert (event.who, event.before, event.after["z"]) == ("olga", {"expected": 2_358.0}, -7.5)


def test_a_6_2_the_report_of_real_rounds_is_checked(house, exact):
    """The win of a day with rounds, made abnormal by a bank that pays ten times as much."""
    table = opened(house)
    table.do(Join("ann", 10_000_000))
    table.do(Join("bob", 10_000_000))
    deal(table, 3)
    facts = table_days(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    for wager in facts[0].games[0].wagers.values():
        wager.win -= 50_000_000
    cage = cage_report(house.books, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    report = report_of(facts, cage, exact, date(2026, 3, 1), date(2026, 3, 1), DAYS)
    assert note_abnormal(house.books, report, date(2026, 3, 2), who="olga") == 1


def test_every_game_that_the_house_banks_has_its_figures_with_the_program(monkeypatch):
    banked = [each for each in cardroom.all_games() if not why_unproved(each)]
    assert len(banked) >= 5
    monkeypatch.setattr("cardroom.house.reports.hold.report_in_force", None)
    for each in banked:
        facts = SimpleNamespace(games=[SimpleNamespace(rules=SimpleNamespace(digest=each.rules.digest))])
        [theory] = theories([facts], lambda _, each=each: each, lambda _: LOCAL).values()
        assert theory.wagers == known_report(each.rules).wagers
        assert all(float(row.standard_deviation) > 0 for row in theory.wagers)
