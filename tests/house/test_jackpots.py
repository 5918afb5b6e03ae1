"""Jackpots of the house: the requirements of regulators, one by one, and long random runs of linked tables.

Sections are of GLI-19 v3.0, of Washington's code (WAC) and of others, as each test says. The tables play Four Card
Frenzy under pay tables whose shares are won in most rounds, so that meters move.
"""

import json
import threading
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.errors import CardroomError, InputError
from cardroom.games.banked import four_card_frenzy
from cardroom.house import CAGE, OUTSIDE, Books, House, LedgerAccount, StoreError
from cardroom.house.audit.store import audit
from cardroom.house.books.clock import GamingDays
from cardroom.house.books.values import JACKPOT, Posting
from cardroom.house.jackpots import books as jackpots
from cardroom.house.jackpots.books import WEEK
from cardroom.house.jackpots.figures import cents_by_cause, contributed_since
from cardroom.house.jackpots.fractions import fraction_at
from cardroom.house.jackpots.pools import (
    Hit,
    custody_account,
    meter_account,
    overflow_account,
    reserve_account,
)
from cardroom.house.jackpots.recent import contributed_at_least
from cardroom.house.jackpots.terms import terms_of
from cardroom.house.reports.export_rows import COLUMNS, export_rows
from cardroom.play.round.asks import Amount, Choice, ask
from cardroom.play.table import CloseTable, Join, Leave, StartRound, SubmitAnswer, Void
from cardroom.rulebook.jackpots import PARTS
from support.houses import step
from support.lives import Flaky
from support.sampling import PROOF

FRENZY, HUH = "four-card-frenzy", "heads-up-holdem"
OFTEN = """
extends = "brook"
[jackpot.galaxy]
{terms}
[pay.galaxy.lines]
"royal flush" = "100% of the meter"
"full house" = "100% of the meter"
"flush" = "100% of the meter"
"straight" = "50% of the meter"
"three of a kind" = "25% of the meter"
"two pair" = "{two_pair}"
"pair" = "1% of the meter"
"""
PROGRESSIVE = 'rule = "progressive"\nrate = "{}"\nreserve = "{}"\nmorning = "0%"\nseed = "$100"'
BONUS = 'seed = "$100"\nmorning = "3.33%"'
CHANGING = (
    OFTEN.format(
        terms='rule = "progressive"\nrate = "{rate}"\nseed = "{seed}"\nmorning = "0%"', two_pair="100% of the meter"
    )
    + """
[house_rules.rate]
default = 0
whole = [0, 50]
says = "The rate."
cite = "F"
[house_rules.seed]
default = "$100"
money = ["$1", "$1,000"]
says = "The seed."
cite = "F"
[wager.galaxy]
offered = "with_galaxy"
[house_rules.with_galaxy]
default = false
needs = ["rate", "seed"]
says = "The sensor."
cite = "F"
"""
)
"""A progressive jackpot whose seed and rate are house rules."""
WASHINGTON = {"rules": "washington", "jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 20}


@pytest.fixture
def progressive(own_game):
    """A progressive jackpot that is hit in most rounds, with rates that give fractions of a cent."""
    return lambda rate="3.37%", reserve="1.11%", two_pair="10% of the meter": own_game(
        FRENZY, OFTEN.format(terms=PROGRESSIVE.format(rate, reserve), two_pair=two_pair)
    )


@pytest.fixture
def bonus(own_game):
    """A bonus jackpot that is hit in most rounds."""
    return lambda two_pair="10% of the meter": own_game(FRENZY, OFTEN.format(terms=BONUS, two_pair=two_pair))


class Clock:
    """A clock that the test sets."""

    def __init__(self, now=datetime(2100, 3, 2, 12, tzinfo=UTC)):
        self.at = now

    def __call__(self):
        self.at += timedelta(milliseconds=1)  # no two events have the same time
        return int(self.at.timestamp() * 1_000_000)

    def later(self, **by):
        self.at += timedelta(**by)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def room(house, clock):
    """A house whose clock the test sets."""
    return House(Books(house.books.store, clock))


def opened(house, game, name="Galaxy", jackpot="galaxy", **more):
    house.jackpots.open(name, game, jackpot, who="manager", source="cage", key=f"open {name}", **more)


def linked(house, game, tables=("table 1", "table 2"), name="Galaxy", players=("ann", "bob")):
    """Tables that share a meter, with players who have enough chips."""
    results = []
    for number, table in enumerate(tables):
        results.append(house.open_table(table, game, who="floor", links={"galaxy": name}))
        for who in players:
            house.cage.deposit(f"{who}{number}", 10**7, who="cage 1", key=f"for {who}{number} at {table}")
            results[-1].do(Join(f"{who}{number}", 10**6))
    return results


def dealt(table, bet=True):
    """Play a whole round in which all players bet on the jackpot, or none does."""
    begun(table, bet)
    finished(table)


def begun(table, bet=True):
    """Start a round, and let all players bet."""
    table.do(StartRound(), "dealer")
    bets = {"ante": 100, "odds": 100} | ({"galaxy": 500} if bet else {})
    while table.round is not None and table.round.ask.options[0].action == "bet":
        answered(table, "bet", bets)


def finished(table):
    """Let all players fold, until the round is over."""
    while table.round is not None:
        answered(table, "fold")


def answered(table, *reply):
    spot = table.round.waiting[0].spot
    table.do(SubmitAnswer(table.round.spot(spot).bettor, spot, None, *reply))


def until(table, done, most=400):
    """Deal until a condition is true."""
    for _ in range(most):
        if done():
            return
        dealt(table)
    raise AssertionError("it never happens")


def parts(house, name):
    """The fractions of a cent owed to a jackpot's meter and reserve, wherever they are carried."""
    pool = house.jackpots.pool(name)
    carried = [house.table(link.table).table.carry.fractions.get(link.jackpot, (0, 0)) for link in pool.tables]
    return [Fraction(sum(each[part] for each in (pool.carried, *carried)), PARTS) for part in (0, 1)]


def exact(house, name, contributed):
    """Check a jackpot exactly: its seeds, the shares of its wagers, and its payments."""
    moved, terms = cents_by_cause(house.books, name), house.jackpots.pool(name).terms
    meter, reserve = parts(house, name)
    shares = (
        sum(moved.get(cause, 0) for cause in ("drop", "morning", "carried")) + meter,
        sum(moved.get(f"reserve {cause}", 0) for cause in ("drop", "carried")) + reserve,
    )
    assert shares == tuple(contributed), "pool and fraction are seeds and contributions less what was paid"
    has = house.jackpots.amounts(name)
    assert has.meter == sum(cents for cause, cents in moved.items() if not cause.startswith(("reserve ", "overflow ")))
    assert terms.seed > 0


# -- COMPLIANCE 31: a display is brought up to date within 30 seconds of the event (GLI-19, 4.13.2) -----------------


def test_31_the_displays_of_all_tables_update_immediately(house, progressive):
    game = progressive()
    opened(house, game)
    one, two = linked(house, game)
    dealt(one)
    reads = house.jackpots.amounts("Galaxy").meter
    assert one.displays() == two.displays() == {"galaxy": reads}, "whatever the tables knew before"
    two.follow()
    assert two.table.carry.meters == {"galaxy": reads}
    two.do(StartRound(), "dealer")
    assert two.round.view().meters == {"galaxy": reads}
    dealt(one)
    assert two.displays() == {"galaxy": house.jackpots.amounts("Galaxy").meter}, "in the middle of a round too"


def shares(terms, wagers):
    """What this many wagers owe to meter and reserve, in cents."""
    return tuple(Fraction(rate) * terms.wager * wagers for rate in (terms.rate, terms.reserve))


def test_31_linked_meters_move_when_bets_close_and_not_again_at_the_end(house, progressive):
    game = progressive("20%", "0%", "3 for 1")
    opened(house, game)
    one, two = linked(house, game)
    seed = house.jackpots.amounts("Galaxy").meter
    one.do(StartRound(), "dealer")
    answered(one, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
    assert two.displays() == {"galaxy": seed}, "bob may still bet"
    answered(one, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
    assert one.round is not None
    assert one.displays() == two.displays() == {"galaxy": seed + 200}, "a fifth of two wagers of $5"
    again = house.table("table 1")  # the process died here, and another one continues
    closed = [line for line in house.entries("table 1") if line.kind == "answered"][-1]
    assert [(each.payer.owner, each.cents) for each in closed.postings] == [("ann0", 100), ("bob0", 100)]
    finished(again)
    won = sum(hit.cents for _, _, hit in house.jackpots.hits("Galaxy", 99))
    reseeded = cents_by_cause(house.books, "Galaxy")["seed"] - seed
    assert house.jackpots.amounts("Galaxy").meter == seed + 200 - won + reseeded
    assert stacks_in_books(house, "table 1") == again.table.stacks
    assert audit(house.books).holds, audit(house.books).findings


def test_31_a_meter_that_is_read_with_the_answer_that_closes_the_bets_is_read_without_them(
    house, progressive, monkeypatch
):
    """A script may settle a jackpot without asking a player in between."""
    place = four_card_frenzy.place_wagers

    def read_at_once(round):
        players = yield from place(round)
        yield ask("house", (Amount("meter", 0, 10**9),), "meter", 0, about="galaxy")
        return players

    game = progressive("20%", "0%", "3 for 1")
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    seed = house.jackpots.amounts("Galaxy").meter
    monkeypatch.setattr(four_card_frenzy, "place_wagers", read_at_once)
    begun(table)
    assert [answer.value for answer in table.round.answers if answer.spot == "house"] == [seed]
    assert house.jackpots.amounts("Galaxy").meter == seed + 200
    table.do(Void("a card fell"), "floor")
    assert audit(house.books).holds, audit(house.books).findings


def test_31_a_voided_round_gives_its_bets_back(house, progressive):
    game = progressive("20%", "10%")
    opened(house, game)
    one, two = linked(house, game)
    before, stacks = house.jackpots.amounts("Galaxy"), one.table.stacks
    begun(one)
    begun(two)
    assert house.jackpots.amounts("Galaxy").owed == before.owed + 600
    one.do(Void("a card fell"), "floor")
    assert house.jackpots.amounts("Galaxy").owed == before.owed + 300, "those of the other table stay"
    two.do(Void("a card fell"), "floor")
    assert house.jackpots.amounts("Galaxy") == before
    assert stacks_in_books(house, "table 1") == stacks == one.table.stacks
    assert contributed_since(house.books, "Galaxy", 0) == 0, "and nothing counts as contributed"
    assert audit(house.books).holds, audit(house.books).findings


def test_31_an_export_has_what_a_round_put_into_jackpots_and_nothing_of_a_voided_one(house, progressive):
    game = progressive("20%", "10%", "3 for 1")
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    begun(table)
    table.do(Void("a card fell"), "floor")
    before = house.jackpots.amounts("Galaxy").owed
    dealt(table)
    gained = house.jackpots.amounts("Galaxy").owed - before
    rows = [row for name, row in export_rows(house.books, lambda *_: None, {}, {}) if name == "rounds"]
    rounds = [dict(zip(COLUMNS["rounds"], row, strict=True)) for row in rows]
    assert [(each["ended"], each["jackpots"]) for each in rounds] == [("round-voided", 0), ("round-ended", gained)]


def test_31_the_house_restores_bets_that_another_table_has_won_before_their_round_is_voided(house, own_game):
    terms = PROGRESSIVE.format("90%", "0%").replace("$100", "$1")
    game = own_game(FRENZY, OFTEN.format(terms=terms, two_pair="100% of the meter"))
    opened(house, game)
    one, two = linked(house, game)
    begun(one)
    put = 2 * 450
    until(two, lambda: house.jackpots.amounts("Galaxy").meter < put)
    stacks = one.table.stacks
    one.do(Void("a card fell"), "floor")
    restored = [line for line in house.books.entries(JACKPOT + "Galaxy") if line.kind == "restored"]
    assert sum(posting.cents for line in restored for posting in line.postings) > 0
    assert house.jackpots.amounts("Galaxy").meter == 0
    assert stacks_in_books(house, "table 1") == stacks == one.table.stacks
    assert audit(house.books).holds, audit(house.books).findings


def test_31_the_house_restores_bets_that_went_to_an_overflow_which_was_used(house, progressive):
    game = progressive("90%", "0%")
    opened(house, game, ceiling=10_000)
    one, _ = linked(house, game)
    stacks = one.table.stacks
    begun(one)
    assert house.jackpots.amounts("Galaxy").overflow == 900, "the meter was full"
    used = overflow_account("Galaxy"), OUTSIDE, 900
    house.cage.correct(*used, who="manager", why="a promotion", key="fix")
    one.do(Void("a card fell"), "floor")
    has = house.jackpots.amounts("Galaxy")
    assert (has.meter, has.overflow, stacks_in_books(house, "table 1")) == (9_100, 0, stacks)
    assert audit(house.books).holds, audit(house.books).findings


def test_31_the_house_restores_the_reserve_whatever_the_round_has_won_from_the_meter(house, progressive, slow_end):
    game = progressive("20%", "10%")
    opened(house, game)
    (one,) = linked(house, game, ("table 1",))
    while claimed(house, one) < 100:
        one.do(SubmitAnswer("ann0", "1", None, "thank"))
    stacks, reserve = one.table.stacks, house.jackpots.amounts("Galaxy").reserve
    house.cage.correct(reserve_account("Galaxy"), OUTSIDE, reserve, who="manager", why="a fault", key="fix")
    one.do(Void("a card fell"), "floor")
    assert house.jackpots.amounts("Galaxy").reserve == 0
    assert stacks_in_books(house, "table 1") == stacks == one.table.stacks
    assert audit(house.books).holds, audit(house.books).findings


def test_31_an_audit_finds_money_that_leaves_a_jackpot_as_restored(house, progressive, monkeypatch):
    opened(house, progressive())
    taken = Posting(meter_account("Galaxy"), custody_account("Galaxy"), 5_000, "restored")
    monkeypatch.setattr(jackpots, "state_after", lambda pool, *_: (pool, (taken,)))
    house.jackpots.restore("Galaxy", "table 1", [("meter", "house", 5_000)])
    assert house.jackpots.amounts("Galaxy").meter == 5_000
    assert [each.book for each in audit(house.books).findings] == [JACKPOT + "Galaxy"]


@pytest.mark.parametrize("seed", range(3))
def test_31_meters_are_the_sum_of_bets_that_closed_whatever_is_voided_or_dies(house, progressive, seed):
    """After each step: the books sum to zero, and the meter is its seeds and the shares of all closed bets, less its
    pays."""
    game, random = progressive("3.37%", "1.11%"), Random(seed)
    opened(house, game)
    names = ("table 1", "table 2", "table 3")
    tables = dict(zip(names, linked(house, game, names), strict=True))
    wagers, closed = 0, dict.fromkeys(names, 0)
    for _ in range(60):
        name = random.choice(names)
        table = tables[name]
        if random.random() < 0.2:
            table = tables[name] = house.table(name)
        if table.round is None:
            begun(table)
            closed[name] = 2
        elif random.random() < 0.2:
            table.do(Void("a card fell"), "floor")
            closed[name] = 0
        else:
            answered(table, "fold")
        if table.round is None:
            wagers, closed[name] = wagers + closed[name], 0
        moved, terms = cents_by_cause(house.books, "Galaxy"), house.jackpots.pool("Galaxy").terms
        given = [moved.get(cause, 0) + moved.get(f"{cause[:-4]}returned drop", 0) for cause in ("drop", "reserve drop")]
        owed = shares(terms, wagers + sum(closed.values()))
        assert all(0 <= exactly - cents < len(names) for exactly, cents in zip(owed, given, strict=True))
        assert sum(house.books.balances().values()) == 0
    assert audit(house.books).holds, audit(house.books).findings


def test_31_tables_close_bets_win_and_void_at_once(house, progressive):
    """Three threads share a meter with a ceiling. No step is refused, and no cent is lost."""
    game, names = progressive("3.37%", "1.11%", "100% of the meter"), ("table 1", "table 2", "table 3")
    opened(house, game, ceiling=20_000)
    tables = dict(zip(names, linked(house, game, names), strict=True))
    failures = []

    def life(name):
        random, table = Random(name), tables[name]
        try:
            for _ in range(40):
                if table.round is None:
                    begun(table)
                elif random.random() < 0.3:
                    table.do(Void("a card fell"), "floor")
                else:
                    answered(table, "fold")
            if table.round is not None:
                table.do(Void("a card fell"), "floor")
        except Exception as error:
            failures.append((name, error))

    threads = [threading.Thread(target=life, args=(name,)) for name in names]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failures
    assert sum(house.books.balances().values()) == 0
    assert all(stacks_in_books(house, name) == table.table.stacks for name, table in tables.items())
    assert audit(house.books).holds, audit(house.books).findings


def test_31_an_audit_finds_bets_that_were_not_put_in_when_they_closed(house, progressive, monkeypatch):
    game = progressive()
    opened(house, game)
    one, _ = linked(house, game)
    monkeypatch.setattr("cardroom.house.jackpots.meters.Meters.with_drops", lambda self, drafts, *_: drafts)
    dealt(one)
    assert not audit(house.books).holds


# -- COMPLIANCE 32: contributions are never lost; what is not a cent is carried over (GLI-19, 4.13.6 b) --------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rates", [("3.37%", "1.11%"), ("20%", "0%")])
def test_32_a_pool_with_its_fraction_is_exactly_seed_plus_wagers_minus_payouts(house, progressive, rates):
    game = progressive(*rates)
    opened(house, game)
    tables, wagers = linked(house, game), 0
    for number in range(12):
        dealt(tables[number % 2])
        wagers += 2
        terms = house.jackpots.pool("Galaxy").terms
        exact(house, "Galaxy", (wagers * 500 * Fraction(terms.rate), wagers * 500 * Fraction(terms.reserve)))
    assert audit(house.books).holds


def test_32_a_carried_fraction_stays_with_the_jackpot_when_a_table_is_unlinked(house, progressive):
    game = progressive("3.37%", "0%")
    opened(house, game)
    opened(house, game, "Other")
    (table,) = linked(house, game, ("table 1",))
    for number, links in enumerate(({"galaxy": "Other"}, {"galaxy": "Galaxy"}, {"galaxy": "Other"})):
        dealt(table)
        table.change(game, "floor", links)
        shares = {
            name: (number // 2 + 1 if name == "Galaxy" else (number + 1) // 2) * 1000 for name in ("Galaxy", "Other")
        }
        for name, bet in shares.items():
            exact(house, name, (bet * Fraction(337, 10_000), 0))
    assert audit(house.books).holds


# -- COMPLIANCE 33: a ceiling holds; overflow to another pool; a new limit is not below the amount (GLI-19, 4.13.3) --


def test_33_contributions_above_the_ceiling_go_to_the_overflow(house, progressive):
    game = progressive("90%", "0%", "7 for 1")
    opened(house, game, ceiling=10_700)
    tables = linked(house, game)
    until(tables[0], lambda: house.jackpots.amounts("Galaxy").overflow > 0)
    dealt(tables[1])
    has = house.jackpots.amounts("Galaxy")
    assert has.meter <= 10_700
    assert all(hit.before <= 10_700 for _, _, hit in house.jackpots.hits("Galaxy", 999)), "a hit is paid on no more"
    with pytest.raises(InputError, match="must be at least"):
        house.jackpots.cap("Galaxy", has.meter - 1, who="manager", why="a new display")
    house.jackpots.cap("Galaxy", None, who="manager", why="a new display")
    house.jackpots.fund("Galaxy", has.overflow, "overflow", who="manager", why="it was won", key="fund 1")
    assert house.jackpots.amounts("Galaxy").meter == has.meter + has.overflow
    with pytest.raises(InputError, match="the overflow of Galaxy has"):
        house.jackpots.fund("Galaxy", 1, "overflow", who="manager", why="it was won", key="fund 2")
    assert audit(house.books).holds


# -- COMPLIANCE 34: a rate change waits until the jackpot is won (GLI-19, 2.4.2) -------------------------------------


def test_34_a_new_rate_or_seed_applies_to_all_tables_after_the_jackpot_is_won(house, own_game):
    game = own_game(FRENZY, CHANGING, with_galaxy=True, rate=10, seed="$100")
    opened(house, game)
    one, two = linked(house, game)
    with pytest.raises(InputError, match="applies after the jackpot is won"):
        one.change(own_game(FRENZY, CHANGING, with_galaxy=True, rate=20, seed="$100"), "floor")
    house.change_jackpot("Galaxy", rate="20%", seed=20_000, who="manager", why="a new season")

    def won():
        return any(hit.whole for _, _, hit in house.jackpots.hits("Galaxy", 999))

    while not won():
        dealt(one)
        now = terms_of(one.table.game.rules, "galaxy")
        assert (now.rate, now.seed) == ("1/10", 10_000), "the round that wins it is played by the old ones too"
    assert house.jackpots.pool("Galaxy").waiting is None
    hits = [hit for *_, hit in house.jackpots.hits("Galaxy", 999)]
    assert next(hit.after for hit in hits if hit.whole) == 10_000, "with which the round has started it again"
    assert house.jackpots.amounts("Galaxy").meter == hits[0].after + 10_000, "and the new seed, in the same moment"
    for table in (one, two):
        before = cents_by_cause(house.books, "Galaxy")["drop"]
        dealt(table)
        assert (
            terms_of(table.table.game.rules, "galaxy").rate,
            cents_by_cause(house.books, "Galaxy")["drop"] - before,
        ) == (
            "1/5",
            200,
        )
    assert audit(house.books).holds


def test_34_a_printed_rate_is_fixed_and_wagers_do_not_move_a_bonus_display(house):
    game = cardroom.game(FRENZY)
    opened(house, game)
    linked(house, game)
    with pytest.raises(InputError, match="the seed of its 5 Card Galaxy Bonus Jackpot is fixed by its rules"):
        house.change_jackpot("Galaxy", seed=300_000, who="manager", why="a new season")
    with pytest.raises(InputError, match="Wagers do not change its display"):
        house.change_jackpot("Galaxy", rate="5%", who="manager", why="a new season")
    assert house.jackpots.pool("Galaxy").waiting is None


def test_34_a_tables_own_pool_keeps_its_rate_too(house):
    table = house.open_table("table 1", cardroom.game(HUH, **WASHINGTON), who="floor")
    with pytest.raises(InputError, match="cannot change before it is won"):
        table.change(cardroom.game(HUH, **WASHINGTON | {"jackpot_rate": 10}), "floor")


# -- COMPLIANCE 35: of two wins at nearly the same time the order is recorded (GLI-19, 4.13.9) -----------------------


def test_35_hits_of_several_tables_are_paid_in_the_order_of_the_jackpots_book(house, progressive):
    game = progressive()
    opened(house, game)
    tables = linked(house, game)
    until(tables[0], lambda: len(house.jackpots.hits("Galaxy")) > 3)
    until(tables[1], lambda: len(house.jackpots.hits("Galaxy")) > 8)
    for _, _, hit in house.jackpots.hits("Galaxy", 999):
        share = {"pair": 1, "two pair": 10, "three of a kind": 25, "straight": 50}.get(hit.line, 100)
        assert (hit.cents, hit.whole) == (hit.before * share // 100, share == 100)
        assert hit.after == (10_000 if hit.whole else hit.before - hit.before * share // 100)


def test_35_a_hit_is_paid_from_the_meter_that_a_hit_during_its_round_has_left(house, progressive):
    game = progressive()
    opened(house, game)
    one, two = linked(house, game)
    compared, known = 0, 0
    while compared < 3:
        begun(two)
        dealt(one)
        finished(two)
        hits = house.jackpots.hits("Galaxy", 9999)[::-1]  # the oldest first
        new, known = [hit for _, _, hit in hits[known:]], len(hits)
        for earlier, later in pairwise(new):
            most = 4 * 17  # cents of the four wagers of this time
            assert 0 <= later.before - (10_000 if earlier.whole else earlier.after) <= most
        compared += len({table for _, table, _ in hits[-len(new) :]}) == 2
    assert audit(house.books).holds


def test_35_simultaneous_hits_of_processes_are_each_paid_from_the_current_meter(store_url, progressive):
    game = progressive()
    first = House.at(store_url, create=True)
    opened(first, game)
    linked(first, game)
    failures = []

    def life(name):
        house = House.at(store_url)
        try:
            table = house.table(name)
            for _ in range(8):
                dealt(table)
        except Exception as error:
            failures.append(error)
        finally:
            house.books.store.close()

    threads = [threading.Thread(target=life, args=(f"table {number}",)) for number in (1, 2)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not failures
    exact(first, "Galaxy", (32 * 500 * Fraction(337, 10_000), 32 * 500 * Fraction(111, 10_000)))
    done = audit(first.books)
    first.books.store.close()
    assert done.holds, done.findings


@pytest.fixture
def slow_end(monkeypatch):
    """A Four Card Frenzy that asks its first player again after settling, so that a claim stays open for a while."""
    settle = four_card_frenzy.settle_wagers

    def settled(round, spots, payoff):
        spots = list(spots)
        yield from settle(round, spots, payoff)
        if spots and round.answers[-1].spot == "house":
            yield ask(spots[0].id, (Choice("thank"),), "thank")

    monkeypatch.setattr(four_card_frenzy, "settle_wagers", settled)


def drops_in_progress(house, table):
    """What the bets of the round in progress have put into meters and reserves."""
    put = {"meter": 0, "reserve": 0}
    for entry in house.books.entries(table):
        if entry.kind in ("round-ended", "round-voided"):
            put = dict.fromkeys(put, 0)
        for posting in entry.postings if entry.kind == "answered" else ():
            if posting.cause == "drop":
                put[posting.payee.kind] += posting.cents
    return put


def stacks_in_books(house, table):
    return {each.owner: cents for each, cents in house.books.balances(table).items() if each.kind == "stack"}


def claimed(house, table):
    """Deal until a round in progress has won a share of the meter; return the share."""
    while True:
        table.do(StartRound(), "dealer")
        while table.round is not None:
            wanted = table.round.waiting[0]
            if wanted.options[0].action == "thank":
                return house.books.balance(LedgerAccount(CAGE, "claim", "Galaxy", table.name))
            who = table.round.spot(wanted.spot).bettor
            bets = {"ante": 100, "odds": 100, "galaxy": 500}
            reply = ("bet", bets) if wanted.options[0].action == "bet" else ("fold",)
            table.do(SubmitAnswer(who, wanted.spot, None, *reply))


@pytest.mark.parametrize("kind", ["progressive", "bonus"])
def test_35_a_claim_is_frozen_while_others_play_on_and_the_meter_is_corrected(house, request, slow_end, kind):
    game = request.getfixturevalue(kind)()
    opened(house, game)
    one, two = linked(house, game)
    while not (claim := claimed(house, one)):
        # The whole meter, at its seed, was won: nothing is set apart.
        one.do(SubmitAnswer("ann0", "1", None, "thank"))
    stood, answers = house.jackpots.amounts("Galaxy").meter + claim, len(one.round.answers)
    claimed(house, two)
    two.do(SubmitAnswer("ann1", "1", None, "thank"))
    left = house.jackpots.amounts("Galaxy").meter
    pool, outside = meter_account("Galaxy"), OUTSIDE
    with pytest.raises(InputError, match="the meter of Galaxy has"):
        house.cage.correct(pool, outside, left + 1, who="manager", why="a fault of the display", key="fix 1")
    house.cage.correct(pool, outside, left, who="manager", why="a fault of the display", key="fix 2")
    assert house.jackpots.amounts("Galaxy").claimed == claim, "what was won is not corrected away"
    again = house.table("table 1")  # another process continues
    assert len(again.round.answers) == answers
    again.do(SubmitAnswer("ann0", "1", None, "thank"))
    assert again.round is None
    has = house.jackpots.amounts("Galaxy")
    assert (has.claimed, has.meter) == (0, 0), "the winners were paid from what was set apart, to the cent"
    closed = [line for line in house.entries("table 1") if line.kind == "round-ended"][-1]
    drops = sum(posting.cents for posting in closed.postings if (posting.payee, posting.cause) == (pool, "drop"))
    won = [
        hit
        for line, table, hit in house.jackpots.hits("Galaxy", 999)
        if json.loads(line.body)["about"]["line"] == closed.number and table == "table 1"
    ]
    assert won[-1].before == stood + drops, "the first hit is paid on what stood when it was won"
    assert (
        sum(hit.cents for hit in won)
        == sum(posting.cents for posting in closed.postings if posting.cause == "jackpot")
        > 0
    )
    assert audit(house.books).holds, audit(house.books).findings


def test_35_a_voided_round_returns_its_claim(house, progressive, slow_end):
    game = progressive()
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    while not (claim := claimed(house, table)):
        table.do(SubmitAnswer("ann0", "1", None, "thank"))
    before, stacks = cents_by_cause(house.books, "Galaxy"), table.table.stacks
    put_in = {pool: put for pool, put in drops_in_progress(house, "table 1").items() if put}
    table.do(Void("a card fell"), "floor")
    has, moved = house.jackpots.amounts("Galaxy"), cents_by_cause(house.books, "Galaxy")
    assert (has.claimed, table.round) == (0, None)
    assert {cause: moved[cause] - before.get(cause, 0) for cause in moved if moved[cause] != before.get(cause)} == {
        "returned claim": claim,
        "returned drop": -put_in["meter"],
        "reserve returned drop": -put_in["reserve"],
    }
    assert has.meter == sum(moved[cause] for cause in moved if not cause.startswith("reserve "))
    assert stacks_in_books(house, "table 1") == stacks == table.table.stacks, "and nobody has won or lost anything"
    assert audit(house.books).holds, audit(house.books).findings


# -- COMPLIANCE 36: an amount goes down for a win or a documented correction (WAC 230-15-695) ------------------------


def test_36_a_meter_decreases_only_by_a_win_or_a_correction_with_author_and_reason(house, progressive):
    game = progressive()
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    until(table, lambda: house.jackpots.hits("Galaxy"))
    with pytest.raises(InputError, match="The reason must be one line"):
        house.cage.correct(meter_account("Galaxy"), OUTSIDE, 1, who="manager", why=" ", key="fix 1")
    for source in ("meter", "outside"):
        with pytest.raises(InputError, match="overflow, reserve or house"):
            house.jackpots.fund("Galaxy", 1, source, who="manager", why="no reason", key="fix 2")
    with pytest.raises(InputError, match="from 1 to"):
        house.jackpots.fund("Galaxy", -1, "house", who="manager", why="no reason", key="fix 3")
    with pytest.raises(InputError, match="cannot be corrected"):
        house.cage.correct(
            custody_account("Galaxy"), meter_account("Galaxy"), 1, who="manager", why="no reason", key="fix 4"
        )
    house.cage.correct(meter_account("Galaxy"), OUTSIDE, 1, who="manager", why="a fault of the display", key="fix 5")
    lines = [line for book in house.books.heads() for line in house.entries(book)]
    down = {posting.cause for line in lines for posting in line.postings if posting.payer == meter_account("Galaxy")}
    assert down == {"jackpot", "correction"}
    assert audit(house.books).holds


# -- COMPLIANCE 37: beginning amounts and every change are recorded; the amount is at each table (WAC 230-15-685) ----


def test_37_the_opening_and_every_change_are_recorded_and_each_table_shows_the_amount(house):
    game = cardroom.game(FRENZY)
    opened(house, game)
    opened(house, game)  # the same request again
    house.jackpots.cap("Galaxy", 900_000, who="manager", why="a new display")
    tables = linked(house, game)
    lines = house.entries(JACKPOT + "Galaxy")
    assert [(line.kind, line.who) for line in lines] == [
        ("started", "manager"),
        ("ceiling", "manager"),
        ("linked", "floor"),
        ("linked", "floor"),
    ]
    assert [(posting.payer, posting.payee, posting.cents, posting.line) for posting in lines[0].postings] == [
        (OUTSIDE, meter_account("Galaxy"), 250_000, "cage")
    ]
    for table in tables:
        assert table.displays() == {"galaxy": 250_000}
    with pytest.raises(InputError, match="A jackpot Galaxy already exists"):
        house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="another")
    with pytest.raises(InputError, match="are reserved for jackpots"):
        house.open_table(JACKPOT + "7", game, who="floor")


# -- COMPLIANCE 38: linked games need equal probability and the same winning hands (WAC 230-15-685(6)) ---------------


def test_38_the_brooks_two_games_may_share_a_meter_because_they_have_the_same_terms(house):
    opened(house, cardroom.game(FRENZY))
    for number, slug in enumerate((FRENZY, HUH)):
        house.open_table(f"table {number}", cardroom.game(slug), who="floor", links={"galaxy": "Galaxy"})
    assert [link.table for link in house.jackpots.pool("Galaxy").tables] == ["table 0", "table 1"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ('[jackpot.galaxy]\nrule = "progressive"\nrate = "10%"\nmorning = "0%"', "one is a bonus jackpot"),
        ('[wager.galaxy]\nleast = "$10"\nmost = "$10"', "the amounts of the wagers differ"),
        ('[pay.galaxy.lines]\n"flush" = "16 for 1"', "the pay tables differ"),
        ('[wager.galaxy]\nmost = "$10"', "one wager with one fixed amount"),
        ('[jackpot.galaxy]\nmorning = "5%"', "the daily contributions differ"),
        ('[jackpot.galaxy]\nseed = "$3,000"', "applies after the jackpot is won"),
    ],
)
def test_38_games_with_different_terms_cannot_share_a_meter(house, own_game, change, why):
    opened(house, cardroom.game(FRENZY))
    with pytest.raises(InputError, match=why):
        house.open_table(
            "table 1", own_game(FRENZY, f'extends = "brook"\n{change}\n'), who="floor", links={"galaxy": "Galaxy"}
        )
    assert house.tables() == []


def test_38_games_with_different_deals_cannot_share_a_meter_if_the_ranking_depends_on_it(house):
    opened(house, cardroom.game(HUH, **WASHINGTON, jackpot_table="PT-BJS-HUH-5CP-02"), "Big", "first")
    wpt = cardroom.game(HUH, rules="wpt", jackpot=True, jackpot_seed="$1,000", jackpot_rate=20)
    with pytest.raises(InputError, match="cannot be linked to Big: the pay tables"):
        house.open_table("table 1", wpt, who="floor", links={"progressive": "Big"})
    with pytest.raises(InputError, match="Jackpots there: progressive"):
        house.open_table("table 1", wpt, who="floor", links={"first": "Big"})
    with pytest.raises(InputError, match=r"Unknown jackpot Huge\. House jackpots: Big"):
        house.open_table("table 1", wpt, who="floor", links={"progressive": "Huge"})


def test_38_two_sensors_are_two_jackpots_each_with_its_own_wager_seed_and_rate(house):
    both = {"second_jackpot": True, "second_jackpot_seed": "$700", "second_jackpot_rate": 25}
    both |= {"second_jackpot_wager": "$5"}
    game = cardroom.game(HUH, **WASHINGTON, **both)
    for name, jackpot in (("One", "first"), ("Two", "second")):
        opened(house, game, name, jackpot)
    with pytest.raises(InputError, match="Each jackpot of a layout needs its own"):
        house.open_table("table 1", game, who="floor", links={"first": "One", "second": "One"})
    table = house.open_table("table 1", game, who="floor", links={"first": "One", "second": "Two"})
    assert table.displays() == {"first": 100_000, "second": 70_000}
    assert [house.jackpots.pool(name).terms.wager for name in ("One", "Two")] == [100, 500]
    house.cage.deposit("ann", 10**6, who="cage 1", key="slip 1")
    table.do(Join("ann", 10**5))
    table.do(StartRound(), "dealer")
    table.do(SubmitAnswer("ann", "1", None, "bet", {"ante": 500, "odds": 500, "jackpot": 100, "second-jackpot": 500}))
    while table.round is not None:
        table.do(SubmitAnswer("ann", "1", None, "fold" if table.round.ask.options[-1].action == "fold" else "check"))
    drops = [cents_by_cause(house.books, name)["drop"] for name in ("One", "Two")]
    assert drops == [20, 125], "a fifth of $1, a quarter of $5"


# -- COMPLIANCE 39: jackpot money is custodial: apart, deposited weekly, no game if short (WAC 230-15-671, -455) -----


def test_39_no_table_deals_or_opens_if_the_money_held_is_less_than_owed(room, progressive, clock):
    game = progressive("90%", "0%", "7 for 1")
    opened(room, game)
    (table,) = linked(room, game, ("table 1",))
    has = room.jackpots.amounts("Galaxy")
    assert (has.held, has.owed, has.short) == (10_000, 10_000, 0)
    until(table, lambda: (has := room.jackpots.amounts("Galaxy")).owed > has.held)
    clock.later(days=6)
    assert room.jackpots.amounts("Galaxy").short == 0, "a week has not passed"
    clock.later(days=1, minutes=1)
    has = room.jackpots.amounts("Galaxy")
    assert has.short == has.owed - has.held > 0
    for act in (
        lambda: table.do(StartRound(), "dealer"),
        lambda: room.open_table("table 2", game, who="floor", links={"galaxy": "Galaxy"}),
    ):
        with pytest.raises(InputError, match="is missing from the players' account"):
            act()
    assert room.jackpots.set_aside("Galaxy", who="cashier", key="week 1") == has.short
    assert room.jackpots.set_aside("Galaxy", who="cashier", key="week 1") == 0, "the same slip again"
    dealt(table)
    assert -room.books.balance(custody_account("Galaxy")) == room.jackpots.amounts("Galaxy").held == has.owed
    assert audit(room.books).holds


def test_39_payouts_are_returned_from_the_players_account(room, progressive, clock):
    game = progressive()
    opened(room, game)
    (table,) = linked(room, game, ("table 1",))
    until(table, lambda: (has := room.jackpots.amounts("Galaxy")).owed < has.held)
    clock.later(microseconds=WEEK)
    has = room.jackpots.amounts("Galaxy")
    assert (has.short, room.jackpots.set_aside("Galaxy", who="cashier", key="week 1")) == (0, has.owed - has.held)
    assert room.jackpots.amounts("Galaxy").held == has.owed
    assert audit(room.books).holds


# -- COMPLIANCE 40: parameters and meters of each prize; the last 25 hits (NJ 13:69E-1.39A; 9 NYCRR 5320.8) ----------


def test_40_each_prize_shows_its_parameters_contributions_and_last_25_hits(house, progressive):
    game = progressive(two_pair="1% of the meter")
    opened(house, game, ceiling=90_000)
    (table,) = linked(house, game, ("table 1",))
    until(table, lambda: len(house.jackpots.hits("Galaxy", 999)) > 25)
    pool, moved = house.jackpots.pool("Galaxy"), cents_by_cause(house.books, "Galaxy")
    assert (pool.terms.seed, pool.terms.rate, pool.terms.reserve) == (10_000, "337/10000", "111/10000")
    assert (pool.ceiling, pool.terms.wager) == (90_000, 500)
    hits = house.jackpots.hits("Galaxy")
    assert len(hits) == 25
    assert [line.number for line, *_ in hits] == sorted((line.number for line, *_ in hits), reverse=True)
    every = house.jackpots.hits("Galaxy", 999)
    won = sum(hit.before - (0 if hit.whole else hit.after) for *_, hit in every)
    assert moved["jackpot"] == -won
    assert moved["drop"] > 0 < moved["reserve drop"]


# -- The Brook's mornings (Brook FCF and HUH, F) ---------------------------------------------------------------------

DAYS = GamingDays(zone=UTC)


@pytest.fixture
def brook(room, own_game):
    """The Brook's own jackpot at two tables, without any royal flush."""
    game = cardroom.game(FRENZY)
    opened(room, game, days=DAYS)
    return linked(room, game)


def test_each_morning_a_tenth_of_the_day_before_is_added_once(room, brook, clock):
    dealt(brook[0])
    dealt(brook[1])
    assert room.jackpots.amounts("Galaxy").meter == 250_000, "a display that does not move with wagers"
    assert room.jackpots.morning("Galaxy", who="manager") == 0, "the day is not over"
    clock.at = datetime(2100, 3, 3, 5, 59, tzinfo=UTC)
    assert room.jackpots.morning("Galaxy", who="manager") == 0, "it ends at six"
    clock.at = datetime(2100, 3, 3, 8, tzinfo=UTC)
    assert room.jackpots.morning("Galaxy", who="manager") == 4 * 50
    assert room.jackpots.morning("Galaxy", who="manager") == 0, "twice the same morning adds once"
    dealt(brook[0])
    dealt(brook[0], bet=False)
    assert room.jackpots.amounts("Galaxy").meter == 250_200
    assert brook[0].displays() == {"galaxy": 250_200}
    assert audit(room.books).holds


def test_the_daily_contribution_covers_closed_days_and_outages(room, brook, clock):
    for hours in (0, 20, 24, 24 * 6):  # today, before six tomorrow, the day after, and a week later
        clock.at = datetime(2100, 3, 2, 9, tzinfo=UTC) + timedelta(hours=hours)
        dealt(brook[0])
    assert room.jackpots.morning("Galaxy", who="manager") == 6 * 50, "not for today"
    assert room.jackpots.pool("Galaxy").through == "2100-03-03", "the last day on which anything was wagered"
    clock.later(days=30)
    assert House(room.books).jackpots.morning("Galaxy", who="manager") == 2 * 50
    assert room.jackpots.morning("Galaxy", who="manager") == 0
    assert audit(room.books).holds


def test_the_wagers_of_voided_rounds_have_no_daily_contribution(room, clock, own_game):
    terms = PROGRESSIVE.format("20%", "10%").replace('morning = "0%"', 'morning = "10%"')
    game = own_game(FRENZY, OFTEN.format(terms=terms, two_pair="3 for 1"))
    opened(room, game)
    (table,) = linked(room, game, ("table 1",))
    begun(table)
    table.do(Void("a card fell"), "floor")
    dealt(table)
    clock.later(days=2)
    assert room.jackpots.morning("Galaxy", who="manager") == 100, "a tenth of two wagers of $5"


def test_fractions_of_a_daily_contribution_are_carried_and_days_before_unlinking_count(room, bonus, clock):
    game = bonus("7 for 1")
    opened(room, game, days=DAYS)
    table, other = linked(room, game)
    expected = Fraction(0)
    for number in range(4):
        for each in (table, other):
            clock.later(minutes=1)
            dealt(each)
            expected += 2 * 500 * Fraction(333, 10_000)
        if number == 1:
            table.change(game, "floor", {})
            table.change(game, "floor", {"galaxy": "Galaxy"})
        clock.later(days=1)
        room.jackpots.morning("Galaxy", who="manager")
        exact(room, "Galaxy", (expected, 0))
    assert audit(room.books).holds


def test_a_bonus_jackpot_is_paid_and_reseeded_by_the_house(room, bonus):
    game = bonus("100% of the meter")  # it is won so often that it is certain to be won here
    opened(room, game)
    (table,) = linked(room, game, ("table 1",))
    until(table, lambda: any(hit.whole for *_, hit in room.jackpots.hits("Galaxy", 999)))
    postings = [posting for line in room.entries("table 1") for posting in line.postings]
    assert {posting.payer for posting in postings if posting.cause == "jackpot"} == {LedgerAccount("table 1", "house")}
    assert {(posting.payer, posting.cents) for posting in postings if posting.cause == "seed"} == {(OUTSIDE, 10_000)}
    assert not any(posting.payee == meter_account("Galaxy") and posting.cause == "drop" for posting in postings)
    assert audit(room.books).holds


# -- Long lives ------------------------------------------------------------------------------------------------------


@pytest.mark.proof
@pytest.mark.parametrize("kind", ["progressive", "bonus"])
def test_long_lives_of_linked_tables_and_days(room, request, clock, kind):
    """Two jackpots at three tables over several days, with crashes, links, corrections and ceilings: always exact."""
    game = request.getfixturevalue(kind)()
    rng = Random(7)
    for name in ("Galaxy", "Other"):
        opened(room, game, name, days=DAYS)
    tables = [*linked(room, game, ("table 1", "table 2")), *linked(room, game, ("table 3",), "Other", ("cyd",))]
    owed = {name: [Fraction(0), Fraction(0)] for name in ("Galaxy", "Other")}
    today = dict.fromkeys(owed, 0)
    terms = terms_of(game.rules, "galaxy")
    for number in range(600 if PROOF else 30):
        at = rng.randrange(3)
        clock.later(minutes=1)
        match rng.choice(("deal",) * 8 + ("crash", "link", "correct", "day", "cap", "fund")):
            case "deal":
                to = tables[at].table.links["galaxy"]
                dealt(tables[at])
                bet = 500 * len(tables[at].table.stacks)
                today[to] += bet
                for part, share in enumerate((terms.rate, terms.reserve)):
                    owed[to][part] += bet * Fraction(share)
            case "crash":
                tables[at] = room.table(f"table {at + 1}")
            case "link":
                tables[at].change(game, "floor", {"galaxy": rng.choice(("Galaxy", "Other"))})
            case "correct":
                pair = rng.sample((meter_account("Galaxy"), OUTSIDE), 2)
                room.cage.correct(*pair, 7, who="manager", why="a fault of the display", key=f"fix {number}")
            case "day":
                clock.later(days=rng.randrange(1, 3))
                for name, shares in owed.items():
                    if kind == "bonus":
                        room.jackpots.morning(name, who="manager")
                    else:
                        room.jackpots.set_aside(name, who="cashier", key=f"{name} {number}")
                    shares[0] += today[name] * Fraction(terms.morning)
                    today[name] = 0
            case "cap":
                room.jackpots.cap("Other", rng.choice((None, 10**6)), who="manager", why="a new display")
            case "fund":
                room.jackpots.fund("Other", 3, "house", who="manager", why="a promotion", key=f"fund {number}")
        for name, contributed in owed.items():
            exact(room, name, contributed)
    before = {name: room.jackpots.amounts(name) for name in owed}
    assert audit(room.books).holds, audit(room.books).findings
    again = House(Books(room.books.store, clock))
    assert {name: again.jackpots.amounts(name) for name in owed} == before


def dealt_through(table):
    """Play a round, however often the store fails. It continues from the last committed step."""
    end = None
    for _ in range(1000):
        try:
            end = end or table.table.rounds + 1
            if table.table.rounds == end:
                return
            if table.round is None:
                table.do(StartRound(), "dealer")
                continue
            wanted = table.round.waiting[0]
            bets = {"ante": 100, "odds": 100, "galaxy": 500}
            reply = ("bet", bets) if wanted.options[0].action == "bet" else ("fold",)
            table.do(SubmitAnswer(table.round.spot(wanted.spot).bettor, wanted.spot, None, *reply))
        except StoreError:
            continue
    raise AssertionError("it is never over")


@pytest.mark.parametrize("kind", ["progressive", "bonus"])
def test_repeated_store_failures_lose_no_fraction_of_a_cent(room, request, kind):
    game = request.getfixturevalue(kind)()
    opened(room, game)
    tables = linked(room, game)
    flaky = Flaky(room.books.store, Random(3), 0.3)
    for number in range(8):
        dealt_through(tables[number % 2])
    flaky._often = 0
    terms = terms_of(game.rules, "galaxy")
    assert flaky.failures > 5
    exact(room, "Galaxy", [16 * 500 * Fraction(share) for share in (terms.rate, terms.reserve)])
    assert audit(room.books).holds, audit(room.books).findings


def test_an_audit_finds_differences_between_a_jackpots_book_and_its_tables(house, progressive):
    game = progressive()
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    until(table, lambda: house.jackpots.hits("Galaxy"))
    pool = house.jackpots.pool("Galaxy")
    about = {"table": "table 1", "line": 3, "hits": []}
    house.jackpots._write(pool, "hit", about, "nobody")
    facts = [
        finding
        for finding in audit(house.books).findings
        if "hit: this book and the book of the jackpot" in finding.what
    ]
    assert [(finding.book, finding.number) for finding in facts] == [("table 1", 3)]
    house.jackpots._write(msgspec.structs.replace(pool, carried=(5, 0)), "ceiling", {"ceiling": None}, "nobody")
    assert any("does not follow from its previous state" in finding.what for finding in audit(house.books).findings)


def test_an_unlinked_table_keeps_its_own_pool(house):
    table = house.open_table("table 1", cardroom.game(HUH, **WASHINGTON), who="floor")
    assert table.table.links == {}
    assert house.books.balance(LedgerAccount("table 1", "meter", "first")) == 100_000
    house.cage.deposit("ann", 10**6, who="cage 1", key="slip 1")
    table.do(Join("ann", 10**5))
    rng = Random(1)
    while table.table.rounds < 2:
        step(table, rng)
    assert audit(house.books).holds


def test_the_accounts_of_a_jackpot_belong_to_the_house():
    names = [account("Galaxy")[:3] for account in (meter_account, reserve_account, overflow_account, custody_account)]
    assert names == [
        (CAGE, "meter", "Galaxy"),
        (CAGE, "reserve", "Galaxy"),
        (CAGE, "overflow", "Galaxy"),
        (CAGE, "outside", "jackpot Galaxy"),
    ]


# -- ceilings, ends, clocks and the same request again ---------------------------------------------------------------


def test_wagers_before_unlinking_count_for_the_daily_contribution(room, clock):
    game = cardroom.game(FRENZY)
    opened(room, game)
    (table,) = linked(room, game, ("table 1",))
    clock.later(days=1)
    dealt(table)
    table.change(game, "floor", {})
    room.jackpots.morning("Galaxy", who="manager")  # for the day before
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 100, "a tenth of what two have wagered"
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 0
    assert [link.table for link in room.jackpots.pool("Galaxy").links] == []
    assert audit(room.books).holds


def test_a_table_is_linked_once_and_unlinked_once(house, progressive):
    game = progressive()
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    with pytest.raises(InputError, match="is already linked to Galaxy"):
        house.jackpots.link("Galaxy", "table 1", game.rules, "galaxy", 1, "nobody")
    table.change(game, "floor", {})
    with pytest.raises(InputError, match="is not linked to Galaxy"):
        house.jackpots.unlink("Galaxy", "table 1", "galaxy", 1, (0, 0), "nobody")
    assert audit(house.books).holds


def test_a_duplicated_hit_is_found(house, progressive):
    game = progressive()
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    until(table, lambda: house.jackpots.hits("Galaxy"))
    line, name, hit = house.jackpots.hits("Galaxy")[0]
    about = json.loads(line.body)["about"]
    house.jackpots.hit("Galaxy", name, about["line"], [hit], line.who)
    assert any("hit: this book and the book of the jackpot" in each.what for each in audit(house.books).findings)


def test_a_game_that_does_not_fit_pending_terms_is_not_linked(house):
    game = cardroom.game(HUH, **WASHINGTON)
    opened(house, game, "Big", "first")
    house.change_jackpot("Big", rate="2.5%", who="manager", why="a slower one")
    with pytest.raises(CardroomError, match="not a whole number"):
        house.open_table("table 1", game, who="floor", links={"first": "Big"})


def test_a_correction_cannot_raise_a_meter_above_its_ceiling(house, progressive):
    game = progressive()
    opened(house, game, ceiling=15_000)
    with pytest.raises(InputError, match=r"its ceiling is \$150, and it is at \$100\. Raise the ceiling first"):
        house.cage.correct(OUTSIDE, meter_account("Galaxy"), 5_001, who="manager", why="a fault", key="1")
    house.cage.correct(OUTSIDE, meter_account("Galaxy"), 5_000, who="manager", why="a fault", key="1")
    assert audit(house.books).holds


def test_an_id_used_for_a_different_request_is_rejected(house, progressive):
    game = progressive()
    house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="1")
    house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="1")
    fund = {"source": "house", "who": "manager", "why": "a promotion", "key": "2"}
    for _ in range(2):
        house.jackpots.fund("Galaxy", 500, **fund)
    assert house.jackpots.amounts("Galaxy").meter == 10_500
    for ask_for in (
        lambda: house.jackpots.fund("Galaxy", 700, **fund),
        lambda: house.jackpots.fund("Galaxy", 500, **fund | {"who": "bob"}),
        lambda: house.jackpots.open("Galaxy", game, "galaxy", who="manager", source="cage", key="1", ceiling=90_000),
    ):
        with pytest.raises(InputError, match="was used for a different request"):
            ask_for()


def test_the_recorded_reading_of_a_hit_at_the_ceiling_equals_the_meter(house, progressive):
    game = progressive("90%", "0%", "10% of the meter")
    opened(house, game, ceiling=10_200)
    (table,) = linked(house, game, ("table 1",))
    seen = capped = 0
    for _ in range(60):
        before = house.jackpots.amounts("Galaxy")
        dealt(table)
        has, hits = house.jackpots.amounts("Galaxy"), house.jackpots.hits("Galaxy", 999)
        assert has.meter <= 10_200
        if len(hits) > seen:
            assert has.meter == hits[0][2].after
            capped += has.overflow > before.overflow
        seen = len(hits)
        if capped > 2:
            break
    assert capped, "wagers went over the top, and then a share was won"
    assert audit(house.books).holds, audit(house.books).findings


def test_a_returned_claim_above_the_ceiling_goes_to_the_overflow(house, progressive, slow_end):
    game = progressive("90%", "0%", "50% of the meter")
    opened(house, game, ceiling=10_000)
    one, two = linked(house, game)
    claim = 0
    while claim < 2_000:
        if one.round is not None:
            one.do(Void("too little"), "floor")
        claim = claimed(house, one)
    house.jackpots.fund("Galaxy", claim, "house", who="manager", why="a promotion", key="fund 1")
    had = house.jackpots.amounts("Galaxy")
    assert had.meter == 10_000 == had.owed - had.overflow - claim
    one.do(Void("a card fell"), "floor")
    has = house.jackpots.amounts("Galaxy")
    assert had.overflow >= 900, "the bets of the round were above the ceiling"
    assert (has.meter, has.overflow, has.claimed) == (10_000, had.overflow - 900 + claim, 0)
    claimed(house, two)
    two.do(SubmitAnswer("ann1", "1", None, "thank"))
    assert house.jackpots.amounts("Galaxy").meter <= 10_000
    assert audit(house.books).holds, audit(house.books).findings


def test_a_closed_table_is_unlinked_and_its_last_day_counts(room, brook, clock):
    (one, two) = brook
    dealt(one)
    for who in ("ann0", "bob0"):
        one.do(Leave(who))
    one.do(CloseTable(), "floor")
    assert (one.table.links, room.table("table 1").table.links) == ({}, {})
    assert [link.table for link in room.jackpots.pool("Galaxy").tables] == ["table 2"]
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 100
    assert two.displays() == {"galaxy": 250_100}
    assert audit(room.books).holds, audit(room.books).findings


def test_a_clock_that_was_years_ahead_skips_no_daily_contribution(room, brook, clock):
    dealt(brook[0])
    now = clock.at
    clock.later(days=3_000)
    assert room.jackpots.morning("Galaxy", who="manager") == 100
    clock.at = now + timedelta(days=1)
    dealt(brook[0])
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 100, "the day after, when the clock was right again"


def deal_days(room, tables, clock, days):
    """Deal a round each day at each table and run each morning; gives what the mornings added."""
    added = []
    for _ in range(days):
        for each in tables:
            dealt(each)
        clock.later(days=1)
        added.append(room.jackpots.morning("Galaxy", who="manager"))
    return added


def test_a_clock_that_jumps_both_ways_loses_no_wager_and_adds_none_twice(room, brook, clock):
    """Rounds and mornings while the clock is days ahead, then right again, then behind, then right."""
    assert deal_days(room, brook, clock, 1) == [200]
    right = clock.at
    clock.later(days=3)
    dealt(brook[0])  # dated three days ahead, as everything that follows in this book until then
    assert room.jackpots.morning("Galaxy", who="manager") == 0, "the day is not over, even by that clock"
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 100
    clock.at = right
    deal_days(room, brook, clock, 4)
    clock.at = right + timedelta(days=2)  # behind
    dealt(brook[1])
    clock.at = right + timedelta(days=8)
    deal_days(room, brook, clock, 2)
    clock.later(days=2)
    room.jackpots.morning("Galaxy", who="manager")
    wagers = 2 * (2 + 1 + 8 + 1 + 4)  # two players in each round
    assert room.jackpots.amounts("Galaxy").meter == 250_000 + wagers * 50
    assert room.jackpots.morning("Galaxy", who="manager") == 0
    done = audit(room.books)
    assert done.holds, done.findings


def test_wagers_dated_in_the_future_are_added_a_day_after_they_were_noticed(room, brook, clock):
    right = clock.at
    clock.later(days=3_000)
    dealt(brook[0])
    clock.at = right + timedelta(hours=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 0
    assert room.jackpots.pool("Galaxy").noticed == "2100-03-02"
    clock.later(days=1)
    assert room.jackpots.morning("Galaxy", who="manager") == 100, "not in eight years"
    assert audit(room.books).holds, audit(room.books).findings


def test_a_request_to_open_a_table_is_the_same_only_for_the_same_jackpots(house):
    game = cardroom.game(FRENZY)
    for name in ("Galaxy", "Other"):
        opened(house, game, name)
    asked = {"who": "floor", "key": "o"}
    first = house.open_table("table 1", game, links={"galaxy": "Galaxy"}, **asked)
    assert house.open_table("table 1", game, links={"galaxy": "Galaxy"}, **asked).table.log == first.table.log
    for links in ({"galaxy": "Other"}, None):
        with pytest.raises(InputError, match="A table cannot be called table 1: a table with this name exists"):
            house.open_table("table 1", game, links=links, **asked)


def test_a_pending_lower_seed_is_used_after_the_win(house):
    game = cardroom.game(HUH, **WASHINGTON)
    opened(house, game, "Big", "first")
    house.change_jackpot("Big", seed=40_000, who="manager", why="a new season")
    hit = {"spot": "1", "bettor": "ann", "wager": "jackpot", "line": "royal flush", "cents": 1, "before": 1}
    won = msgspec.convert(hit | {"after": 100_000, "whole": True}, Hit)
    with house.books.transaction():
        house.jackpots.hit("Big", "table 1", 7, [won], "dealer")
    has = house.jackpots.amounts("Big")
    assert (has.meter, has.held, house.jackpots.pool("Big").terms.seed) == (40_000, 40_000, 40_000)
    findings = [each.what for each in audit(house.books).findings]
    assert findings == ['hit: this book and the book of the jackpot "Big" differ'], "for no table did"


# -- A table of the Brook's that nobody linked -----------------------------------------------------------------------


def test_a_table_with_a_daily_contribution_opens_and_links_its_jackpot_by_itself(room, clock):
    """Brook FCF and HUH, F: each morning a tenth of the previous day's wagers is added; each game has its own."""
    tables = [room.open_table(f"table {number}", cardroom.game(FRENZY), who="floor") for number in (1, 2)]
    other = room.open_table("table 3", cardroom.game(HUH), who="floor")
    assert [each.table.links for each in (*tables, other)] == [
        {"galaxy": "four-card-frenzy galaxy"},
        {"galaxy": "four-card-frenzy galaxy"},
        {"galaxy": "heads-up-holdem galaxy"},
    ]
    room.cage.deposit("ann", 10**6, who="cage 1", key="ann")
    tables[0].do(Join("ann", 10**5))
    for _ in range(3):
        for _ in range(5):
            dealt(tables[0])
        clock.later(days=1)
        room.jackpots.morning("four-card-frenzy galaxy", who="manager")
    assert tables[1].displays() == {"galaxy": 250_000 + 15 * 50}
    done = audit(room.books)
    assert done.holds, done.findings


def test_the_same_request_to_open_a_table_is_known_though_its_jackpot_was_linked(house):
    game = cardroom.game(FRENZY)
    house.open_table("table 1", game, who="floor", key="open 1")
    assert house.open_table("table 1", game, who="floor", key="open 1").table.links
    with pytest.raises(InputError, match="a table with this name exists"):
        house.open_table("table 1", game, who="other", key="open 1")


@pytest.mark.sampled(2)
def test_a_hit_pays_the_whole_cents_that_the_fractions_of_all_tables_add_up_to(house, progressive):
    """One fraction a jackpot, however many tables carry it: 3.37 % of $5 is 16.85 cents."""
    game = progressive("3.37%", "0%", "100% of the meter")
    opened(house, game)
    tables, wagers, paid = linked(house, game, ("table 1", "table 2", "table 3"), players=("ann",)), 0, 0
    compared = 0
    for number in range(30):
        before = len(house.jackpots.hits("Galaxy", 999))
        dealt(tables[number % 3])
        wagers += 1
        hits = [hit for _, _, hit in house.jackpots.hits("Galaxy", 999)]
        for hit in hits[: len(hits) - before][::-1]:
            seeds = sum(10_000 for each in hits if each.whole and each is not hit) + 10_000
            exact_meter = seeds + wagers * 500 * Fraction(337, 10_000) - paid
            assert hit.before == exact_meter // 1
            paid += hit.cents
            compared += 1
        exact(house, "Galaxy", (wagers * 500 * Fraction(337, 10_000), 0))
    assert compared > 5
    for table in tables:
        table.change(game, "floor", {})
    exact(house, "Galaxy", (wagers * 500 * Fraction(337, 10_000), 0))
    done = audit(house.books)
    assert done.holds, done.findings


def fraction_of(house, number=0):
    """The fraction of a table's meter by the books, and by the table itself."""
    link = house.jackpots.pool("Galaxy").tables[number]
    table = house.table(link.table)
    carry = table.table.carry if table.round is None else table.round.carry
    return fraction_at(house.books, link), carry.fractions.get("galaxy", (0, 0))[0]


def test_the_fraction_of_a_round_in_progress_is_that_of_its_bets(house, progressive):
    """3.37 % of $5 is 16.85 cents. A void gives the bets back, and the fraction of the last round stays."""
    game = progressive("3.37%", "0%", "3 for 1")
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    assert fraction_of(house) == (0, 0)
    for end in (finished, lambda each: each.do(Void("a card fell"), "floor"), finished):
        table.do(StartRound(), "dealer")
        before = fraction_of(house)
        answered(table, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
        assert fraction_of(house)[0] == before[0], "bob may still bet"
        answered(table, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
        now, same = fraction_of(house)
        assert now == same != before[0]
        end(table)
        now, same = fraction_of(house)
        assert now == same


def test_the_fraction_of_bets_of_less_than_a_cent_counts_too(house, progressive):
    game = progressive("0.05%", "0%", "3 for 1")
    opened(house, game)
    (table,) = linked(house, game, ("table 1",))
    begun(table)
    answered(table, "fold")
    assert fraction_of(house) == (PARTS // 2, PARTS // 2)


def test_a_round_in_progress_has_the_rate_with_which_it_began(house, own_game):
    game = own_game(FRENZY, CHANGING, with_galaxy=True, rate=10, seed="$100")
    opened(house, game)
    one, two = linked(house, game)
    house.change_jackpot("Galaxy", rate="20%", seed=None, who="manager", why="a new season")
    begun(one)
    until(two, lambda: house.jackpots.pool("Galaxy").waiting is None)
    assert house.jackpots.pool("Galaxy").terms.rate == "1/5"
    assert fraction_of(house) == (0, 0), "a tenth of $5 is in whole cents"


def test_what_came_in_lately_is_counted_without_reading_the_whole_store(room, clock, progressive):
    game = progressive()
    opened(room, game)
    first, second = linked(room, game)

    def at_least(needed):
        tables, now = [first.name, second.name], clock()
        return contributed_at_least(room.books, "Galaxy", tables, needed, now - WEEK, now)

    for table in (first, second, first):
        dealt(table)
        exact = contributed_since(room.books, "Galaxy", clock() - WEEK)
        assert at_least(10**9) == exact > 0
    clock.later(microseconds=WEEK - 1_000_000)  # of the week in which a sum is used, the first ten minutes do not count
    assert at_least(10**9) == 0 < contributed_since(room.books, "Galaxy", clock() - WEEK)
    clock.later(days=1)
    room.jackpots.set_aside("Galaxy", who="cage 1", key="aside")
    dealt(second)
    assert at_least(10**9) == contributed_since(room.books, "Galaxy", clock() - WEEK) > 0


def test_a_round_starts_without_reading_the_whole_store(room, progressive, monkeypatch):
    game = progressive()
    opened(room, game)
    tables = linked(room, game)
    monkeypatch.setattr(jackpots, "contributed_since", lambda *_: pytest.fail("all postings were read"))
    for _ in range(3):
        for table in tables:
            dealt(table)
