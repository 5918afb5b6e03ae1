"""The player-dealer's bank in whole games: what it covers, in which order, and who holds it.

`play/test_bank` tests the arithmetic of coverage. Here real rounds of three games are audited from their events alone,
with short banks, bettors at several spots, and backline bettors.
"""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.errors import InputError
from cardroom.play import Refused, Spot, Table
from cardroom.play.round.carry import Turn
from cardroom.play.round.events import Settled
from cardroom.play.round.places import bank_of
from cardroom.play.table import Join
from cardroom.players import random_legal
from support.deals import PEOPLE, moved, nets, people, play, settled, stack, stacked

THREE, UTH, EZ = "three-card-poker-6-card-bonus", "ultimate-texas-holdem", "ez-baccarat"
ORDER = {
    THREE: ("player-dealer", "seat", ("ante", "play", "pair-plus", "six-card-bonus")),
    UTH: ("house dealer", "seat", ("ante", "blind", "play", "trips", "bad-beat")),
    EZ: ("player-dealer", "seat", ("player", "banker", "tie", "panda-8", "dragon-7")),
}
"""From the chapters: left of whom settling starts, how it goes on, and the order of the wagers."""
FORFEITED = {THREE: {"ante", "pair-plus"}, UTH: {"ante", "blind", "bad-beat"}, EZ: set()}
every_game = pytest.mark.parametrize("slug", ORDER)


@st.composite
def tables(draw, slug):
    """A game's table: seats, stacks, and backline bettors, some of whom also sit elsewhere or stand behind two
    seats."""
    game = cardroom.game(slug, coverage=draw(st.sampled_from(["separate", "running"])))
    seats = sorted(draw(st.sets(st.integers(1, game.rules.seats.most), min_size=3)))
    spots = people(seats)[0]
    if slug == EZ:
        names = st.sampled_from(["una", "vic", spots[0].bettor, spots[1].bettor])
        behind = draw(st.lists(st.tuples(st.sampled_from(seats), names), max_size=3))
        spots += [Spot(f"back{n}", seat, name, backline=True) for n, (seat, name) in enumerate(behind)]
    stacks = {spot.bettor: draw(st.integers(5_000, 60_000)) for spot in spots}
    return game, spots, stacks


def play_short(game, spots, stacks, rng, carry=None):
    """A random round whose player-dealer puts up little."""
    round = game.round(spots, stacks, seed=rng.randrange(2**32), carry=carry)
    while not round.done:
        ask = round.ask
        if ask.options[0].action == "bank":
            most = min(ask.options[0].most, 3_000)
            action = ("bank", rng.randint(ask.options[0].least, most)) if rng.random() < 0.8 else ("pass",)
            round.answer(ask.spot, *action)
            continue
        answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
        if answer.action in ("fold", "sit-out") and rng.random() < 0.6:
            options = [option for option in ask.options if option.action not in ("fold", "sit-out")]
            if options and options[0].action != "bet":
                value = options[0].least if hasattr(options[0], "least") else None
                answer = ask.check(options[0].action, value)
        round.answer(ask.spot, answer.action, answer.value)
    return round


def audited(slug, data, audit, rounds=2):
    """Play some rounds at a table, and audit those with a bank and bets."""
    game, spots, stacks = data.draw(tables(slug))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    carry = None
    for _ in range(rounds):
        round = play_short(game, spots, stacks, rng, carry)
        stacks, carry = {name: stack(round, name) for name in stacks}, round.carry
        if any(isinstance(event, Settled) for event in round.events):
            bank = moved(round, "bank")[0]
            assert (bank.payer.owner, bank.payee) == (round.banker.bettor, bank_of(round.banker.id))
            audit(round, bank.amount, [event for event in round.events if isinstance(event, Settled)])


@pytest.mark.sampled(3)
@every_game
@settings(max_examples=80)
@given(data=st.data())
def test_every_wager_is_settled_once_and_no_chip_is_made_or_lost(slug, data):
    def audit(round, bank, events):
        placed = {}
        for event in moved(round, "wager"):
            placed[event.spot, event.wager] = placed.get((event.spot, event.wager), 0) + event.amount
        assert {(event.spot, event.wager): event.stake for event in events} == placed
        assert len(events) == len(placed)
        changes = dict.fromkeys(round.stacks, 0)
        for event in events:
            changes[round.spot(event.spot).bettor] += event.net
            changes[round.banker.bettor] -= event.net
        assert round.net == {"bank": 0, "collection": 0, "jackpot": 0, **changes}
        left = {account: lies for account, lies in round.chips.balances.items() if lies and account.kind != "stack"}
        assert not left
        assert all(stack(round, name) >= 0 for name in round.stacks)

    audited(slug, data, audit)


@pytest.mark.sampled(3, 2)
@every_game
@settings(max_examples=80)
@given(data=st.data())
def test_the_bank_pays_and_collects_within_its_wager(slug, data):
    def audit(round, bank, events):
        if round.house("coverage") == "separate":
            assert sum(event.net for event in events if event.net > 0) <= bank
            assert -sum(event.net for event in events if event.net < 0) <= bank
        else:
            total = 0
            for event in events:
                total += event.net
                assert -bank <= total <= bank, "at no moment is the bank more than its wager ahead or behind"
        paid = sum(event.amount for event in moved(round, "win"))
        taken = sum(event.amount for event in moved(round, "loss"))
        back = sum(event.amount for event in moved(round, "bank") if event.payer == bank_of(round.banker.id))
        assert back == bank - paid + taken
        assert 0 <= back <= 2 * bank

    audited(slug, data, audit)


@pytest.mark.sampled(3, 1)
@every_game
@settings(max_examples=80)
@given(data=st.data())
def test_earlier_seats_are_settled_first_as_far_as_the_bank_reaches(slug, data):
    def audit(round, bank, events):
        running = round.house("coverage") == "running"
        paid = collected = 0
        for event in events:
            can_pay = bank - paid + (collected if running else 0)
            can_collect = bank - collected + (paid if running else 0)
            assert event.net == (min(event.due, can_pay) if event.due > 0 else -min(-event.due, can_collect))
            paid += max(event.net, 0)
            collected += max(-event.net, 0)

    audited(slug, data, audit)


@pytest.mark.sampled(3)
@every_game
@settings(max_examples=80)
@given(data=st.data())
def test_forfeits_come_first_then_the_order_of_the_chapter(slug, data):
    start, by, wagers = ORDER[slug]

    def place(round, event):
        spot = round.spot(event.spot)
        first = round.banker.seat if start == "player-dealer" else 0
        around = ((spot.seat - first - 1) % round.rules.seats.most, spot.backline, round.spots.index(spot))
        wager = wagers.index(event.wager)
        return (around, wager) if by == "seat" else (wager, around)

    def audit(round, bank, events):
        forfeits = [event for event in events if "fold loses" in event.why]
        assert events[: len(forfeits)] == forfeits, "what a fold forfeits is collected at once"
        assert {event.wager for event in forfeits} <= FORFEITED[slug]
        for one, other in pairwise(events[len(forfeits) :]):
            assert place(round, one) < place(round, other)

    audited(slug, data, audit)


@every_game
@settings(max_examples=40)
@given(data=st.data())
def test_no_one_bets_at_or_behind_the_player_dealers_seat(slug, data):
    def audit(round, bank, events):
        assert all(round.spot(event.spot).bettor != round.banker.bettor for event in events)
        assert all(round.spot(event.spot).seat != round.banker.seat for event in events)

    audited(slug, data, audit)


@every_game
def test_money_collected_earlier_pays_no_later_winner_unless_the_house_says_so(slug):
    """Type of Game: the player-dealer may not win or lose more than the original amount wagered. A ruling."""
    game, refused = cardroom.game(slug), 0
    for seed in range(60):
        round = play_short(game, *people((1, 2, 3)), random.Random(seed))
        bank = sum(event.amount for event in moved(round, "bank") if event.payee == bank_of(round.banker.id))
        paid = collected = 0
        for event in round.events:
            if isinstance(event, Settled):
                assert event.due <= 0 or event.net == min(event.due, bank - paid)
                refused += event.due > event.net and collected > 0
                paid, collected = paid + max(event.net, 0), collected - min(event.net, 0)
    assert refused, "a running count would have paid more"


def test_a_short_bank_does_come_up_in_these_rounds():
    """The audited rounds include wagers that are covered in part or not at all, on both sides."""
    seen = set()
    for slug in ORDER:
        game = cardroom.game(slug)
        for seed in range(60):
            round = play_short(game, *people((1, 2, 3)), random.Random(seed))
            for event in round.events:
                if isinstance(event, Settled) and event.due != event.net:
                    seen.add((slug, event.due > 0, "in part" if event.net else "not at all"))
    assert seen == {(slug, won, how) for slug in ORDER for won in (True, False) for how in ("in part", "not at all")}


# -- Several spots of one bettor ------------------------------------------------------------------------------------

SECOND_CIRCLES = 'extends = "500-club"\n[seats]\nsecond_circles = true\n'
"""A house that lets players bet at empty circles."""


def test_chips_kept_behind_for_one_spots_play_cannot_be_bet_at_another(own_game):
    spots = [*people((1, 2))[0], Spot("3", 3, "bob", second=True)]
    round = own_game(THREE, SECOND_CIRCLES).round(spots, {"ann": 50_000, "bob": 3_500}, seed=1)
    round.answer(1, "bank", 10_000)
    round.answer(2, "bet", {"ante": 1_000})  # and another 10.00 must stay in the stack for its Play
    with pytest.raises(Refused, match=r"need \$20, including later bets, but you have \$15"):
        round.answer(3, "bet", {"ante": 1_000})
    round.answer(3, "bet", {"ante": 700})
    round.answer(2, "play")
    round.answer(3, "play")
    assert round.done


def test_two_spots_of_one_bettor_are_settled_each_in_its_place(own_game):
    spots, stacks = people((1, 2, 3))
    cards = stacked("Ac Ad Ah", "Kc Kd Kh", "Jc Jd Jh", "Qs 9d 3c")  # seats 2, 3, 4, then the bank in seat 1
    game = own_game(THREE, SECOND_CIRCLES)
    round = game.round([*spots, Spot("4", 4, "bob", second=True)], stacks, shuffle=cards)
    bets = {seat: {"ante": 1_000} for seat in "234"}
    play(round, bets, banks={"1": 4_500})
    assert [sum(nets(round, seat).values()) for seat in "234"] == [2_000, 2_000, 500]
    assert round.net["bob"] == 2_500


def test_a_player_dealer_with_another_spot_is_not_asked_to_bet_there(own_game):
    spots, stacks = people((1, 2))
    spots += [Spot("3", 3, "ann", second=True), Spot("2b", 2, "ann", backline=True)]
    round = own_game(EZ, SECOND_CIRCLES).round(spots, stacks, seed=1)
    round.answer(1, "bank", 10_000)
    assert [ask.spot for ask in round.waiting] == ["2"]


def test_the_bank_is_never_offered_at_a_second_circle(own_game):
    spots, stacks = people((1, 3))
    round = own_game(EZ, SECOND_CIRCLES).round([*spots, Spot("2", 2, "ann", second=True)], stacks, seed=1)
    offered = []
    while not round.done:
        offered.append(round.ask.spot)
        round.answer(round.ask.spot, "pass")
    assert offered == ["1", "3"]


@pytest.mark.parametrize("slug", [THREE, UTH])
def test_backline_bets_are_refused_where_the_chapter_forbids_them(slug):
    spots, stacks = people((1, 2))
    with pytest.raises(InputError, match="takes no bets from behind a seat"):
        cardroom.game(slug).round([*spots, Spot("2b", 2, "una", backline=True)], stacks | {"una": 50_000}, seed=1)


@every_game
def test_second_circles_are_refused_where_the_chapter_has_none(slug):
    spots, stacks = people((1, 2))
    with pytest.raises(InputError, match="has no second circle for bob: each player has one circle"):
        cardroom.game(slug).round([*spots, Spot("3", 3, "bob", second=True)], stacks, seed=1)


# -- By seat and by wager --------------------------------------------------------------------------------------------


def test_seat_by_seat_the_first_seats_bonus_is_paid_before_the_second_seats_ante():
    cards = stacked("2h 2c 3d", "Kc Kd Kh", "Qs 9d 4c")  # seats 2 and 3 beat the bank in seat 1
    round = cardroom.game(THREE).round(*people((1, 2, 3)), shuffle=cards)
    play(round, {"2": {"ante": 1_000, "pair-plus": 1_000}, "3": {"ante": 1_000}}, banks={"1": 3_000})
    assert nets(round, 2) == {"ante": 1_000, "play": 1_000, "pair-plus": 1_000}
    assert nets(round, 3) == {"ante": 0, "play": 0}


def test_wager_by_wager_the_last_seats_line_is_paid_before_the_first_seats_bonus():
    cards = stacked("2c Kd 2d 7s 4h", packs=8)  # a panda 8
    game = cardroom.game(EZ, burn_by_first_card=False, settled_by="wager")
    round = game.round(*people((1, 2, 3)), shuffle=cards)
    play(round, {"2": {"player": 1_000, "panda-8": 100}, "3": {"player": 1_000}}, banks={"1": 3_000})
    assert nets(round, 2) == {"player": 1_000, "panda-8": 1_000}, "25.00 due, 10.00 left"
    assert nets(round, 3) == {"player": 1_000}


def test_forfeits_use_the_banks_coverage_before_losses_of_earlier_seats():
    cards = stacked("Kc Kd", "8c 8d", "As Ad", "3c", "9h 2s 5c", "3s", "Jh 7d")
    carry = {"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
    round = cardroom.game(UTH).round(*people((1, 2, 3)), shuffle=cards, carry=carry)
    bets = {"ante": 1_000, "blind": 1_000}
    play(round, {"1": bets, "2": bets}, {"1": "1x", "2": "fold now"}, banks={"3": 2_500})
    assert nets(round, 2) == {"ante": -1_000, "blind": -1_000}
    assert nets(round, 1) == {"ante": -500, "blind": 0, "play": 0}
    assert settled(round, 1)["blind"].due == -1_000


# -- The position goes round -------------------------------------------------------------------------------------------


def holders(slug, seats, rounds, declines=()):
    """The banker of each round, if these players always decline."""
    table = Table(cardroom.game(slug), {}, seed=3)
    for seat in seats:
        table.do(Join(PEOPLE[seat - 1], 10**7, seat))
    line = {"player": 500} if slug == EZ else {"ante": 500, "blind": 500} if slug == UTH else {"ante": 500}
    banks = {str(seat): 5_000 for seat in seats if seat not in declines}
    held = []
    for _ in range(rounds):
        round = play(table.start(), {str(seat): line for seat in seats}, banks=banks)
        held.append(round.banker.bettor)
        table.finish(round)
    return held


@every_game
def test_the_position_is_offered_clockwise_after_every_two_rounds(slug):
    assert holders(slug, (2, 3, 6), 7) == ["bob", "bob", "cy", "cy", "fay", "fay", "bob"]


@every_game
def test_a_seat_that_declines_is_passed_over(slug):
    assert holders(slug, (2, 3, 6), 6, declines=[3]) == ["bob", "bob", "fay", "fay", "bob", "bob"]


@every_game
def test_when_all_others_decline_the_position_may_be_taken_again(slug):
    assert holders(slug, (2, 3, 6), 5, declines=[2, 6]) == ["cy"] * 5


@every_game
def test_when_all_decline_no_round_is_dealt_and_nothing_moves(slug):
    round = cardroom.game(slug).round(*people((1, 2, 3)), seed=1)
    asked = []
    while not round.done:
        asked.append(round.ask.spot)
        round.answer(round.ask.spot, "pass")
    assert asked == ["1", "2", "3"]
    assert not round.cards.hands
    assert not any(round.net.values())
    assert round.carry.bank == round.carried.bank


@every_game
def test_passing_the_second_round_moves_the_position_on(slug):
    round = cardroom.game(slug).round(*people((1, 2, 3)), seed=1, carry={"bank": Turn(2, "bob", 1)})
    assert round.ask.spot == "2"
    round.answer(2, "pass")
    assert round.ask.spot == "3"
    round.answer(3, "bank", 5_000)
    assert round.carry.bank == Turn(3, "cy", 1)


@every_game
def test_a_player_dealer_who_has_left_is_followed_by_the_next_seat(slug):
    round = cardroom.game(slug).round(*people((1, 3)), seed=1, carry={"bank": Turn(2, "bob", 1)})
    assert round.ask.spot == "3"


@every_game
def test_a_new_player_at_the_player_dealers_seat_does_not_inherit_the_turn(slug):
    spots = [Spot.at(1, "ann"), Spot.at(2, "una"), Spot.at(3, "cy")]
    stacks = dict.fromkeys(("ann", "una", "cy"), 50_000)
    round = cardroom.game(slug).round(spots, stacks, seed=1, carry={"bank": Turn(2, "bob", 1)})
    offered = []
    while not round.done:
        offered.append(round.ask.spot)
        round.answer(round.ask.spot, "pass")
    assert offered == ["3", "1", "2"]


@every_game
def test_a_player_named_like_a_seat_number_banks_in_turn(slug):
    spots = [Spot.at(1, "3"), Spot.at(2, "1"), Spot.at(3, "2")]
    table = cardroom.game(slug).round(spots, dict.fromkeys("123", 50_000), seed=1, carry={"bank": Turn(1, "3", 2)})
    assert table.ask.spot == "2"
    table.answer(2, "bank", 5_000)
    assert (table.banker.bettor, table.carry.bank) == ("1", Turn(2, "1", 1))
    assert [ask.spot for ask in table.waiting] == (["1", "3"] if slug == UTH else ["3", "1"])


@every_game
def test_the_bank_is_at_least_the_table_minimum_and_at_most_the_stack(slug):
    round = cardroom.game(slug).round({"ann": 499, "bob": 10_000, "cy": 10_000}, seed=1)
    assert round.ask.spot == "2", "seat 1 has too few chips to bank"
    for amount in (499, 10_001):
        with pytest.raises(Refused):
            round.answer(2, "bank", amount)
