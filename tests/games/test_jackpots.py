"""Jackpots in play: what moves a meter, who pays a hit, in which order, and what remains (Washington HUH, Bonus and
Progressive Jackpots; Brook FCF, 5 Card Galaxy; WPT HUH, Progressive).

What a line pays is dealt in `test_every_pay_table`; how a jackpot is written is in `rulebook/test_jackpots`.
"""

import random
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.play import Record, Table, Transfer, balances_after, opening_balances, record, replay
from cardroom.play.round.events import Metered, Settled
from cardroom.play.round.places import HOUSE, area_of, bank_of, meter_of, reserve_of, stack_of
from cardroom.play.table import ChangeGame
from cardroom.play.table.log import Entry
from cardroom.players import play_round, random_legal
from cardroom.rulebook.jackpots import PARTS, share
from cardroom.show.pictures.draw import picture
from cardroom.show.rules.data import page
from cardroom.show.rules.round_words import closing
from support.deals import moved, nets, people, play, settled, stack, stacked
from support.houses import MINI_ROYAL

HUH, FRENZY, THREE = "heads-up-holdem", "four-card-frenzy", "three-card-poker-6-card-bonus"
PROGRESSIVE = {"jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 7}
WPT = {"rules": "wpt", "jackpot": True, "jackpot_seed": "$7,000", "jackpot_rate": 10}
POCKETS = ["2c 3c", "2d 3d", "2h 3h", "4c 5c"]


def replayed(round, game):
    """The round, after recording and replaying it with the same result."""
    about = round.shuffle.about
    again = replay(Record.from_json(record(round, about.previous, about.table).json()), game, round.shuffle)
    assert again.events == round.events
    assert again.carry == round.carry
    assert balances_after(round.events, opening_balances(round.stacks)) == dict(round.chips.balances)
    assert sum(round.net.values()) == 0
    return round


def community_royals(seats, meter=None, bets=(), version=None, **house_rules):
    """A royal flush on the board, so that all jackpot bettors at a Washington table have it."""
    game = cardroom.game(HUH, rules="washington", **house_rules)
    cards = stacked(*POCKETS[:seats], "6d 7d", "As Ks Qs Js Ts")
    round = game.round(*people(range(1, seats + 1)), shuffle=cards, version=version)
    wagers = {"ante": 500, "odds": 500, "jackpot": game.rules.limits("jackpot")[0], **dict(bets)}
    meters = meter if isinstance(meter, dict) else {"first": meter}
    return replayed(play(round, {str(seat): wagers for seat in range(1, seats + 1)}, meters=meters), game)


def royals(meter):
    """Two royal flushes in one round of Four Card Frenzy, of ann and cy."""
    game = cardroom.game(FRENZY)
    cards = stacked("Ah Kh Qh Jh Th", "9c 8d 6h 4s 2c", "As Ks Qs Js Ts", "9d 8c 6d 4c 2h")
    round = game.round(*people((1, 2, 3)), shuffle=cards)
    bets = {"ante": 100, "odds": 100, "galaxy": 500}
    return replayed(play(round, {str(seat): bets for seat in (1, 2, 3)}, meters={"galaxy": meter}), game)


def flopped_royal(meter, game):
    """A flopped royal flush of ann's under the WPT's rules, while bob has nothing."""
    cards = stacked("3c 4c 5c 6c", "Ah Kh", "2d 3d", "9c 9d", "Qh Jh Th 2c 7s")
    round = game.round(*people((1, 2)), shuffle=cards)
    bets = {"ante": 500, "odds": 500, "jackpot": 100}
    return replayed(play(round, {"1": bets, "2": bets}, meters={"progressive": meter}), game)


# -- Who pays, and in which order ----------------------------------------------------------------------------------


def test_hits_of_one_round_are_paid_in_order_each_on_the_meter_then_standing():
    round = community_royals(3, 1_000_003)
    # A tenth of 10,000.03, of 9,000.03 and of 8,100.03: fractions of a cent stay in the meter.
    assert [settled(round, seat)["jackpot"].net + 100 for seat in (1, 2, 3)] == [100_000, 90_000, 81_000]
    assert round.carry.meters == {"first": 1_000_003 - 271_000}
    assert [event.reads for event in round.events if isinstance(event, Metered)] == [900_003, 810_003, 729_003]


def test_a_bonus_jackpot_is_paid_by_the_house_and_its_display_alone_goes_down():
    round = community_royals(3, 1_000_003)
    assert {event.payer for event in moved(round, "jackpot")} == {HOUSE}
    assert meter_of("first") not in round.chips.balances
    assert round.net["jackpot"] == 0
    others = sum(event.net for event in round.events if isinstance(event, Settled) and event.wager != "jackpot")
    assert round.net["bank"] == 300 - 271_000 - others


def test_a_progressives_hits_are_paid_from_the_meter_in_order_with_what_this_round_put_in():
    round = community_royals(3, 1_000_000, **PROGRESSIVE)
    first, second, third = 100_002, 90_001, 81_001  # tenths of 10,000.21, of 9,000.19 and of 8,100.18
    assert [event.amount for event in moved(round, "jackpot")] == [first, second, third]
    assert {event.payer for event in moved(round, "jackpot")} == {meter_of("first")}
    assert [event.payee for event in moved(round, "jackpot")] == [stack_of(name) for name in ("ann", "bob", "cy")]
    assert round.net["jackpot"] == 21 - first - second - third
    assert round.carry.meters == {"first": 1_000_021 - first - second - third}


def test_fixed_pays_are_not_taken_from_the_meter_and_grow_with_the_fixed_wager():
    round = community_royals(2, jackpot_table="PT-BJS-HUH-5CP-02", jackpot_wager="$5")
    assert [settled(round, seat)["jackpot"].net for seat in (1, 2)] == [500_000 - 500] * 2
    assert not any(answer.spot == "house" for answer in round.answers), "no line that was hit pays a share"
    assert round.net["jackpot"] == 0
    assert [event.payer for event in moved(round, "win") if event.wager == "jackpot"] == [HOUSE] * 2


def test_a_progressives_fixed_pays_are_the_houses_and_leave_the_meter_its_share():
    round = community_royals(2, jackpot_table="PT-BJS-HUH-5CP-02", **PROGRESSIVE)
    assert [settled(round, seat)["jackpot"].net for seat in (1, 2)] == [100_000 - 100] * 2
    assert round.net["jackpot"] == 14
    assert round.chips.balances[meter_of("first")] == 14


# -- What moves a meter --------------------------------------------------------------------------------------------


def test_every_wager_moves_a_progressive_by_its_rate_when_the_bets_are_closed():
    game = cardroom.game(HUH, rules="washington", **PROGRESSIVE)
    round = game.round(*people((1, 2, 3)), seed=1)
    with_it = {"ante": 500, "odds": 500, "jackpot": 100}
    round.answer(1, "bet", with_it)
    round.answer(2, "bet", {"ante": 500, "odds": 500})
    assert not moved(round, "drop"), "the bets are still open"
    round.answer(3, "bet", with_it)
    dropped = [(event.payer, event.payee, event.amount) for event in moved(round, "drop")]
    assert dropped == [
        part
        for spot in ("1", "3")
        for part in (
            (area_of(spot, "jackpot"), meter_of("first"), 7),
            (area_of(spot, "jackpot"), HOUSE, 93),
        )
    ]
    assert round.carry.meters == {"first": 100_014}


def fixed(rate, reserve="0%", seed="$7,000"):
    """The WPT's rules with a house's own shares and seed."""
    return f"""
    extends = "wpt"
    without = ["house_rules.jackpot_seed", "house_rules.jackpot_rate"]
    [house_rules.jackpot]
    needs = []
    [jackpot.progressive]
    rate = "{rate}"
    reserve = "{reserve}"
    seed = "{seed}"
    """


@pytest.mark.parametrize(
    ("rate", "reserve"),
    [("2.5%", "1.5%"), ("10%", "0%"), ("99.5%", "0.5%"), ("33.333333%", "66.666667%"), ("100%", "0%")],
)
def test_fractions_of_a_cent_are_carried_until_they_are_one_and_nothing_is_lost(own_game, rate, reserve):
    table = Table(own_game(HUH, fixed(rate, reserve), jackpot=True), {"ann": 50_000, "bob": 50_000}, seed=1)
    meter, stored = 700_000, 0
    bets = {"ante": 500, "odds": 500, "jackpot": 100}
    for number in range(1, 8):
        round = replayed(play(table.start(), {"1": bets, "2": bets}, {"1": "fold", "2": "fold"}), table.game)
        table.finish(round)
        meter += round.chips.balances.get(meter_of("progressive"), 0)
        stored += round.chips.balances.get(reserve_of("progressive"), 0)
        parts = table.carry.fractions.get("progressive", (0, 0))
        assert min(parts) >= 0
        assert sum(parts) < 2 * PARTS
        assert meter + Fraction(parts[0], PARTS) == 700_000 + number * 200 * share(rate)
        assert stored + Fraction(parts[1], PARTS) == number * 200 * share(reserve)
        assert table.carry.meters == {"progressive": meter}
    again = Table.from_log(table.log, lambda *_: table.game)
    assert again.carry == table.carry, "the fraction is part of what is written down"


def test_a_round_that_begins_with_fractions_of_a_cent_ends_after_its_table_was_rebuilt(own_game):
    table = Table(own_game(HUH, fixed("2.55%", "1.5%"), jackpot=True), {"ann": 50_000, "bob": 50_000}, seed=1)
    bets = {"ante": 500, "odds": 500, "jackpot": 100}
    table.finish(play(table.start(), {"1": bets, "2": bets}, {"1": "fold", "2": "fold"}))
    assert table.carry.fractions
    table.start()
    for spot in ("1", "2"):
        table.round.answer(spot, "bet", bets)
    stored = msgspec.json.decode(msgspec.json.encode(table.log), type=tuple[Entry, ...])
    again = Table.from_log(stored, lambda *_: table.game)
    for each in (table, again):
        while not each.round.done:
            each.round.answer(each.round.ask.spot, "fold" if each.round.ask.options[-1].action == "fold" else "check")
    assert again.finish().json() == table.finish().json()
    assert again.state == table.state


def test_202_wagers_of_a_dollar_at_20_percent_on_a_seed_of_1000_stand_at_1040_40(own_game):
    game = cardroom.game(HUH, rules="washington", jackpot_type="progressive", jackpot_seed="$1,000", jackpot_rate=20)
    table = Table(game, dict.fromkeys(("ann", "bob"), 500_000), seed=1)
    bets = {"ante": 500, "odds": 500, "jackpot": 100}
    for _ in range(101):
        table.finish(play(table.start(), {"1": bets, "2": bets}, {"1": "fold", "2": "fold"}))
    assert table.carry.meters == {"first": 104_040}


def test_fractions_of_a_cent_of_a_jackpot_survive_a_change_of_house_rules(own_game):
    one = own_game(HUH, fixed("2.55%"), jackpot=True)
    other = own_game(HUH, fixed("2.55%") + "[house_rules.minimum]\ndefault = '$10'\n", jackpot=True)
    table = Table(one, {"ann": 50_000}, seed=1)
    bets = {"ante": 1_000, "odds": 1_000, "jackpot": 100}
    for number, game in enumerate((one, other, one, cardroom.game(FRENZY), other), 1):
        table.do(ChangeGame(game))
        if game.slug == HUH:
            table.finish(play(table.start(), {"1": bets}, {"1": "fold"}))
            owed = (number - (number > 4)) * 255 * PARTS // 100
            assert sum(carry.fractions["progressive"][0] for carry in every_carry(table)) == owed % PARTS


def every_carry(table):
    """The carried state of every game of the table that has fractions."""
    carries = [table.carry, *(carry for carry, _ in table.state.parked.values())]
    return [carry for carry in carries if carry.fractions]


def test_a_bonus_jackpot_does_not_move_with_wagers():
    round = play(cardroom.game(FRENZY).round({"ann": 10_000}, seed=1), {"1": {"ante": 100, "odds": 100, "galaxy": 500}})
    assert [(event.payee, event.amount) for event in moved(round, "drop")] == [(HOUSE, 500)]
    assert round.carry.meters == {}


def test_a_meter_without_a_hit_continues_from_round_to_round():
    table = Table(cardroom.game(HUH, **WPT), {"ann": 10_000, "bob": 10_000}, seed=1)
    bets = {"ante": 500, "odds": 500, "jackpot": 100}
    for number in (1, 2, 3):
        round = play(table.start(), {"1": bets, "2": bets}, {"1": "fold", "2": "fold"})
        replayed(round, table.game)
        table.finish(round)
        assert table.carry.meters == {"progressive": 700_000 + 20 * number}


# -- The whole meter -----------------------------------------------------------------------------------------------


def test_after_the_whole_meter_is_won_a_second_winner_gets_the_seed():
    round = royals(987_654)
    assert [settled(round, seat)["galaxy"].net for seat in (1, 2, 3)] == [987_154, -500, 250_000 - 500]
    assert round.carry.meters == {"galaxy": 250_000}
    assert [event.reads for event in round.events if isinstance(event, Metered)] == [250_000, 250_000]
    assert [(event.payer, event.amount) for event in moved(round, "jackpot")] == [(HOUSE, 987_654), (HOUSE, 250_000)]
    assert not moved(round, "seed"), "a display that starts again moves no chip"
    assert round.net["jackpot"] == 0


def test_after_a_hundred_percent_hit_the_next_round_starts_from_the_seed():
    first = royals(987_654)
    game = cardroom.game(FRENZY)
    second = game.round({"ann": 10_000}, carry=first.carry, shuffle=stacked("Ah Kh Qh Jh Th", "9d 8c 6d 4c 2h"))
    second.answer(1, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
    second.answer(1, "fold")
    second.default("house")
    assert nets(second)["galaxy"] == 250_000 - 500
    replayed(second, game)


FROM_RESERVE = [(reserve_of("progressive"), 30_010), (HOUSE, 700_000 - 30_010)]


@pytest.mark.parametrize(("reserve", "sources"), [("0%", [(HOUSE, 700_000)]), ("5%", FROM_RESERVE)])
def test_a_progressive_that_is_won_whole_is_seeded_again_from_its_reserve_and_by_the_house(own_game, reserve, sources):
    text = f'extends = "wpt"\n[jackpot.progressive]\nreserve = "{reserve}"\n'
    game = own_game(HUH, text, jackpot=True, jackpot_seed="$7,000", jackpot_rate=10, jackpot_table="7")
    round = flopped_royal(900_000, game)
    (hit,) = moved(round, "jackpot")
    assert (hit.payer, hit.payee, hit.amount) == (meter_of("progressive"), stack_of("ann"), 900_020)
    assert [(seed.payer, seed.amount) for seed in moved(round, "seed")] == sources
    assert {seed.payee for seed in moved(round, "seed")} == {meter_of("progressive")}
    assert round.carry.meters == {"progressive": 700_000}
    assert [event.reads for event in round.events if isinstance(event, Metered)] == [700_000]


def test_the_house_sets_the_seed_and_an_unread_meter_reads_it():
    game = cardroom.game(HUH, **WPT, jackpot_table="7")
    cards = stacked("2c 3c 4c 5c", "Ah Kh", "9c 9d", "Qh Jh 2d Th 3d")
    round = game.round({"ann": 10_000}, shuffle=cards)
    round.answer(1, "bet", {"ante": 500, "odds": 500, "jackpot": 100})
    for _ in range(3):
        round.default(1)
    round.default("house")
    assert settled(round)["jackpot"].net == 700_010 - 100
    assert round.carry.meters == {"progressive": 700_000}
    replayed(round, game)


# -- When a meter is read ------------------------------------------------------------------------------------------


def test_a_meter_is_read_by_name_when_a_line_that_pays_a_share_of_it_is_hit():
    game = cardroom.game(FRENZY)
    cards = stacked("9c 8d 6h 4s 2c", "Ah Kh Qh Jh Th", "9d 8c 6d 4c 2h")
    round = game.round(*people((1, 2)), shuffle=cards)
    for spot in (1, 2):
        round.answer(spot, "bet", {"ante": 100, "odds": 100, "galaxy": 500})
    asked = []
    while not round.done:
        asked.append((round.ask.spot, round.ask.about))
        round.default(round.ask.spot)
    assert asked == [("1", ""), ("2", ""), ("house", "galaxy")]
    assert [event.spot for event in round.events if isinstance(event, Settled)][-1] == "2"


@pytest.mark.parametrize("bets", [{"ante": 100, "odds": 100}, {"ante": 100, "odds": 100, "galaxy": 500}])
def test_a_meter_is_read_only_if_a_share_is_hit(bets):
    game = cardroom.game(FRENZY)
    round = game.round(*people((1, 2)), shuffle=stacked("9c 9d 9h 4s 2c", "8h 8s 8c 8d Th", "Kd Jc 6d 4c 2h"))
    replayed(play(round, {"1": bets, "2": bets}), game)
    assert round.chips.meters == {}
    assert not any(answer.spot == "house" for answer in round.answers)


def test_two_sensors_are_two_progressives_each_with_its_own_meter_and_ask():
    house = PROGRESSIVE | {"jackpot_table": "PT-BJS-HUH-5CP-01", "second_jackpot": True}
    house |= {"second_jackpot_seed": "$700", "second_jackpot_rate": 25, "second_jackpot_table": "PT-BJS-HUH-5CP-03"}
    round = community_royals(2, {"first": 1_000_000, "second": 300_000}, {"second-jackpot": 100}, **house)
    asked = [(answer.spot, answer.value) for answer in round.answers if answer.spot == "house"]
    assert asked == [("house", 1_000_000), ("house", 300_000)], "each is read once"
    hits = [(event.payer.owner, event.spot, event.amount) for event in moved(round, "jackpot")]
    assert hits == [
        ("first", "1", 100_001),
        ("second", "1", 30_005),
        ("first", "2", 90_001),
        ("second", "2", 27_004),
    ]
    assert round.carry.meters == {"first": 1_000_014 - 190_002, "second": 300_050 - 57_009}


# -- A player-dealer and a jackpot ---------------------------------------------------------------------------------

THREE_CARD_JACKPOT = MINI_ROYAL + '"straight flush" = "10% of the meter"\n'


def banked(own_game, hands, bank=50_000):
    """A round banked by ann in seat 1. The others have these hands; hers is the last."""
    game = own_game(THREE, THREE_CARD_JACKPOT)
    round = game.round(*people(range(1, len(hands) + 1)), shuffle=stacked(*hands))
    bets = {str(seat): {"ante": 500, "pair-plus": 1_000} for seat in range(2, len(hands) + 1)}
    return replayed(play(round, bets, banks={"1": bank}, meters={"mini": 400_000}), game)


def test_a_player_dealer_neither_pays_nor_gains_by_a_jackpot(own_game):
    round = banked(own_game, ("Ah Kh Qh", "9c 8c 7c", "Jc 6d 2s", "Qs 9d 3c"))
    # Bob has a mini royal flush, cy a straight flush, dee nothing: ann banks only the Ante and the Play.
    plain = [event.net for event in round.events if isinstance(event, Settled) and event.wager != "pair-plus"]
    assert round.net["ann"] == -sum(plain) == -500 * (2 + 2 - 2)
    touched = [event for event in moved(round) if bank_of("1") in (event.payer, event.payee)]
    assert {event.wager for event in touched} == {"", "ante", "play"}
    hits = [(event.payer, event.payee, event.amount) for event in moved(round, "jackpot")]
    assert hits == [
        (meter_of("mini"), stack_of("bob"), 400_300),
        (meter_of("mini"), stack_of("cy"), 5_000),  # a tenth of the seed
    ]
    seeds = [(event.payer, event.amount) for event in moved(round, "seed")]
    assert seeds == [(reserve_of("mini"), 30_150), (HOUSE, 50_000 - 30_150)], "the reserve gives what it holds"
    assert round.carry.meters == {"mini": 45_000}


def test_a_second_winner_of_the_whole_progressive_gets_the_seed_and_it_is_seeded_again(own_game):
    round = banked(own_game, ("Ah Kh Qh", "As Ks Qs", "Jc 6d 2s", "Qc 9d 3c"))
    assert [event.amount for event in moved(round, "jackpot")] == [400_300, 50_000]
    assert [event.amount for event in moved(round, "seed")] == [30_150, 19_850, 50_000]
    assert [event.reads for event in round.events if isinstance(event, Metered)] == [50_000, 50_000]
    read = [(answer.action, answer.value) for answer in round.answers if answer.spot == "house"]
    assert read == [("meter", 400_000), ("reserve", 30_000)], "each is read once"
    assert round.carry.meters == {"mini": 50_000}
    assert round.net["jackpot"] == 3 * 150 - 450_300 + 19_850 + 50_000


def test_the_banks_reach_is_not_used_up_by_a_jackpot(own_game):
    round = banked(own_game, ("Ah Kh Qh", "9c 8c 7c", "Jc 6d 2s", "Qs 9d 3c"), bank=500)
    assert [nets(round, seat)["ante"] for seat in (2, 3, 4)] == [500, 0, -500]
    assert nets(round, 2)["pair-plus"] == 400_300 - 1_000
    assert nets(round, 4)["pair-plus"] == -1_000


def test_a_folded_wager_on_a_jackpot_has_moved_the_meter_and_is_lost(own_game):
    game = own_game(THREE, THREE_CARD_JACKPOT)
    round = game.round(*people((1, 2)), shuffle=stacked("Ah Kh Qh", "Qs 9d 3c"))
    play(round, {"2": {"ante": 500, "pair-plus": 1_000}}, {"2": "fold now"}, banks={"1": 5_000})
    assert (nets(round, 2)["pair-plus"], round.net["ann"], round.net["jackpot"]) == (-1_000, 500, 150)
    replayed(round, game)


@settings(max_examples=40)
@given(data=st.data())
def test_random_rounds_with_a_jackpot_at_a_player_dealers_table(own_game, data):
    """The player-dealer settles only wagers that are not on a jackpot. Shares are paid from the meters as read."""
    table = Table(
        own_game(THREE, THREE_CARD_JACKPOT), dict.fromkeys(("ann", "bob", "cy"), 60_000), seed=data.draw(SEEDS)
    )
    rng = random.Random(data.draw(SEEDS))
    for _ in range(3):
        round = table.start()
        play_round(round, dict.fromkeys(round.stacks, random_legal), rng)
        replayed(round, table.game)
        assert all(stack(round, name) >= 0 for name in round.stacks)
        plain = sum(event.net for event in round.events if isinstance(event, Settled) and event.wager != "pair-plus")
        if round.banker:
            assert round.net[round.banker.bettor] == -plain
        assert all(event.line for event in round.events if isinstance(event, Transfer) and event.cause == "jackpot")
        table.finish(round)


SEEDS = st.integers(0, 2**32)


# -- A low meter ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("meter", [0, 1, 499, 500, 501])
def test_a_winner_of_the_whole_meter_is_paid_what_it_reads(meter):
    round = royals(meter)
    first, third = (settled(round, seat)["galaxy"] for seat in (1, 3))
    assert (first.won, first.net) == (True, meter - 500)
    assert third.net == 250_000 - 500, "the next hit is paid on the seed, which came after the first"
    assert sum(event.amount for event in moved(round, "jackpot") if event.spot == "1") == meter
    assert not moved(round, "top-up")
    assert round.carry.meters == {"galaxy": 250_000}


@pytest.mark.parametrize(("meter", "shares"), [(0, [1, 1]), (300, [31, 28]), (2_000, [201, 181])])
def test_a_share_below_the_wager_pays_exactly_its_percentage(meter, shares):
    """Washington HUH, Appendix D, note 5: the player receives that percentage of the displayed jackpot."""
    round = community_royals(2, meter, **PROGRESSIVE)
    assert [settled(round, seat)["jackpot"].net for seat in (1, 2)] == [share - 100 for share in shares]
    assert [(event.payer, event.amount) for event in moved(round, "jackpot")] == [
        (meter_of("first"), share) for share in shares
    ]
    assert not moved(round, "top-up")
    assert round.carry.meters == {"first": meter + 14 - sum(shares)}
    assert all(settled(round, seat)["jackpot"].won for seat in (1, 2))


def test_the_brooks_top_line_wins_what_the_display_reads_and_no_more():
    """Brook HUH, F: a royal flush wins the Bonus Jackpot; payouts are "for 1"."""
    cards = stacked("Ah Kh", "9c 9d", "Qh Jh Th 2d 3d")
    bets = {"1": {"ante": 100, "odds": 100, "galaxy": 500}}
    round = play(cardroom.game(HUH, rules="brook").round(1, shuffle=cards), bets, meters={"galaxy": 300})
    assert settled(round)["galaxy"].net == 300 - 500
    assert not moved(round, "top-up")


def test_the_wager_stays_with_the_house_even_if_a_share_is_less():
    """WPT HUH, Progressive: all pays are "for 1", and the original wager is not returned. Table 1 pays 10%."""
    round = flopped_royal(300, cardroom.game(HUH, **WPT, jackpot_table="1"))
    assert settled(round)["jackpot"].net == 32 - 100  # a tenth of $3.20: this round's two wagers have put in $0.20
    assert not moved(round, "top-up")


@pytest.mark.parametrize(("meter", "shares"), [(0, [1, 1]), (300, [31, 28]), (2_000, [201, 181])])
def test_a_house_that_tops_up_shares_pays_the_difference_with_a_cause_of_its_own(meter, shares):
    round = community_royals(2, meter, **PROGRESSIVE, top_up_shares=True)
    standing = meter + 14  # this round's own wagers
    assert [settled(round, seat)["jackpot"].net for seat in (1, 2)] == [max(share - 100, 0) for share in shares]
    assert [(event.payer, event.amount) for event in moved(round, "jackpot")] == [
        (meter_of("first"), share) for share in shares
    ]
    added = [(event.payer, event.amount) for event in moved(round, "top-up")]
    assert added == [(HOUSE, 100 - share) for share in shares if share < 100]
    assert round.carry.meters == {"first": standing - sum(shares)}
    rule = round.rules.house_rules["top_up_shares"]
    assert (rule.default, rule.stands(True)) == (False, "departure")


def test_the_rules_page_explains_how_several_hits_are_paid():
    parts = closing(page(cardroom.game(FRENZY)))
    ((sentence, _),) = [point for part in parts if part.heading == "Jackpots" for point in part.points]
    assert "hits in one round are paid in settling order, each on the meter at that moment" in sentence
    assert "a share pays its percentage, also where that is less than the wager" in sentence


@pytest.mark.parametrize("kind", ["bonus", "progressive"])
@pytest.mark.parametrize("on", [True, False])
def test_the_prescribed_sentences_are_shown_with_a_bonus_jackpot_that_is_on_and_only_then(kind, on):
    message = PROGRESSIVE if kind == "progressive" else {}
    game = cardroom.game(HUH, rules="washington", jackpot=on, **message)
    shown = [notice.text for notice in picture(game.round({"ann": 10_000}, seed=1).view("ann")).notices]
    printed = [notice["text"] for notice in page(game)["display"]]
    assert shown == printed
    assert any("are paid by the casino and are not components" in text for text in shown) == (on and kind == "bonus")


# -- What displays show ---------------------------------------------------------------------------------------------


def test_a_progressive_display_moves_with_each_wager_before_all_have_bet():
    """Washington HUH, Bonus or Progressive Jackpot Definition: the display increments after each wager."""
    game = cardroom.game(HUH, rules="washington", **PROGRESSIVE, jackpot_wager="$5")
    round = game.round(*people((1, 2, 3)), seed=1)
    bets = {"ante": 500, "odds": 500, "jackpot": 500}
    reads = []
    for seat, placed in ((2, bets), (1, {"ante": 500, "odds": 500}), (3, bets)):
        round.answer(seat, "bet", placed)
        reads.append(picture(round.view()).meters[0].reads)
    assert reads == [100_035, 100_035, 100_070]


def test_pays_are_shown_multiplied_by_the_fixed_wager():
    """Washington HUH, Appendix D, note 7."""
    tables = page(cardroom.game(HUH, rules="washington", jackpot_wager="$5"))["pay_tables"]
    first = next(table for table in tables if table["table"] == "jackpot-PT-BJS-HUH-5CP-01")
    shown = {line["line"]: line["pays"] for line in first["lines"]}
    assert (shown["straight flush"], shown["four of a kind"], shown["full house"]) == ("$1,000", "$250", "$50")
    assert (shown["royal flush"], first["for_wager"]) == ("10% of the meter", 500)
    plain = page(cardroom.game(HUH, rules="washington"))["pay_tables"]
    assert {"line": "straight flush", "pays": "200 for 1", "departs": False} in next(
        table["lines"] for table in plain if table["table"] == first["table"]
    )
