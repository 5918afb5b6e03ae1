"""Three Card Poker 6 Card Bonus, rule by rule (500 Club, GEGR-002040)."""

import pytest

import cardroom
from cardroom.cards import parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.play import DEALER, Refused, Table, hand_of
from cardroom.play.round.events import Dealt, Settled, Turned
from cardroom.play.table import Join
from cardroom.rankings import describe
from support.deals import house_banked, people, stack

GAME = "three-card-poker-6-card-bonus"
DEALER_WINS = "As Ad 2c"
NOT_QUALIFIED = "Js 9d 2c"


def deal(*hands, **house_rules):
    """A round in which the hands are dealt in this order, the dealer's last, before the bets."""
    game = house_banked(GAME, **house_rules)
    cards = [card for hand in hands for card in parse(hand)]
    rest = [card for card in range(52) if card not in cards]
    seats = dict.fromkeys(range(1, max(2, len(hands))), 10_000_000)
    seats = seats if len(seats) > 1 else {1: 10_000_000, 2: 0}
    return game.round(*people(seats, seats), shuffle=Shuffle.given(cards + rest))


def play(player, dealer, bets, action="play"):
    """The net of each wager of one player against the house."""
    round = deal(player, dealer)
    round.answer(1, "bet", bets)
    round.answer(1, action)
    assert round.done
    return {event.wager: event for event in round.events if isinstance(event, Settled)}


def nets(settled):
    return {wager: event.net for wager, event in settled.items()}


# -- How winners are determined and paid ----------------------------------------------------------------------


def test_a_qualified_dealer_beaten_pays_ante_and_play_even_money():
    assert nets(play("Kc Kd 2h", "Qs 9d 2c", {"ante": 500})) == {"ante": 500, "play": 500}


def test_a_qualified_dealer_who_wins_takes_ante_and_play():
    assert nets(play("Kc Kd 2h", DEALER_WINS, {"ante": 500})) == {"ante": -500, "play": -500}


def test_equal_hands_push_ante_and_play():
    assert nets(play("Qh 9c 2h", "Qs 9d 2c", {"ante": 500})) == {"ante": 0, "play": 0}


def test_an_unqualified_dealer_pays_the_ante_and_returns_the_play():
    assert nets(play("Kc Kd 2h", NOT_QUALIFIED, {"ante": 500})) == {"ante": 500, "play": 0}


def test_an_unqualified_dealer_pays_the_ante_even_to_a_lower_hand():
    assert nets(play("Th 5d 3h", NOT_QUALIFIED, {"ante": 500})) == {"ante": 500, "play": 0}


@pytest.mark.parametrize(("dealer", "qualifies"), [("Qs 3h 2d", True), ("Js Th 8d", False), ("2s 2h 3d", True)])
def test_the_dealer_qualifies_with_queen_high_or_better(dealer, qualifies):
    settled = play("Ah Ac Ad", dealer, {"ante": 500})
    assert settled["play"].net == (500 if qualifies else 0)


# -- Folding ---------------------------------------------------------------------------------------------------


def test_a_fold_forfeits_ante_and_pair_plus_but_not_6_card_bonus():
    bets = {"ante": 500, "pair-plus": 500, "six-card-bonus": 500}
    settled = play("9c 9d 9h", "9s 2d 2c", bets, "fold")
    assert nets(settled) == {"ante": -500, "pair-plus": -500, "six-card-bonus": 100 * 500}
    assert settled["ante"].cite.endswith("rule 10")


def test_forfeited_wagers_are_collected_before_the_dealers_cards_are_revealed():
    round = deal("9c 8d 2h", "Kh 7c 3d", DEALER_WINS)
    round.answer(1, "bet", {"ante": 500})
    round.answer(2, "bet", {"ante": 500})
    round.answer(1, "fold")
    round.answer(2, "play")
    kinds = [(type(event), getattr(event, "place", getattr(event, "spot", ""))) for event in round.events]
    assert kinds.index((Settled, "1")) < kinds.index((Turned, DEALER), kinds.index((Turned, DEALER)) + 1)


@pytest.mark.parametrize(("bets", "shown"), [({"ante": 500}, False), ({"ante": 500, "six-card-bonus": 500}, True)])
def test_a_folded_hand_is_shown_only_if_a_bonus_bet_depends_on_it(bets, shown):
    round = deal("9c 8d 2h", DEALER_WINS)
    round.answer(1, "bet", bets)
    round.answer(1, "fold")
    assert any(isinstance(event, Turned) and event.place == hand_of("1") for event in round.events) == shown


# -- The bonus bets: every line of both pay tables ---------------------------------------------------------------

PAIR_PLUS = {
    "mini royal flush": ("Ah Kh Qh", 200),
    "straight flush": ("3h 2h Ah", 40),
    "three of a kind": ("2h 2c 2d", 30),
    "straight": ("3h 2c Ah", 6),
    "flush": ("5h 3h 2h", 3),
    "pair": ("2h 2c 3d", 1),
    "high card": ("Ah Kh Jc", -1),
}
SIX_CARD_BONUS = {
    "royal flush": ("Ah Kh Qh", "Jh Th 2c", 1000),
    "straight flush": ("9h Kh Qh", "Jh Th 2c", 200),
    "four of a kind": ("9h 9d 9c", "9s Th 2c", 100),
    "full house": ("9h 9d 9c", "2s Th 2c", 20),
    "flush": ("9h 2h Qh", "Jh Th 2c", 15),
    "straight": ("Ah 2c 3d", "4h 5c Kc", 9),
    "three of a kind": ("9h 9d 3c", "9s Th 2c", 5),
    "two pair": ("9h 9d 3c", "3s Th 2c", -1),
    "pair": ("9h 9d 3c", "4s Th 2c", -1),
    "high card": ("9h 8d 3c", "4s Th 2c", -1),
}


@pytest.mark.parametrize("line", PAIR_PLUS)
@pytest.mark.parametrize("dealer", ["Ks Kd 7c", "Js 9d 4c"], ids=["qualified", "unqualified"])
def test_pair_plus_pays_its_line_whoever_wins(line, dealer):
    hand, odds = PAIR_PLUS[line]
    settled = play(hand, dealer, {"ante": 500, "pair-plus": 700})
    assert settled["pair-plus"].net == odds * 700
    assert line in settled["pair-plus"].why


@pytest.mark.parametrize("line", SIX_CARD_BONUS)
@pytest.mark.parametrize("action", ["play", "fold"])
def test_6_card_bonus_pays_its_line_folded_or_not(line, action):
    hand, dealer, odds = SIX_CARD_BONUS[line]
    settled = play(hand, dealer, {"ante": 500, "six-card-bonus": 700}, action)
    assert settled["six-card-bonus"].net == odds * 700
    assert line in settled["six-card-bonus"].why


def test_every_line_of_the_rule_set_is_walked_by_these_tests():
    rules = cardroom.game(GAME).rules
    assert rules.pay["pair-plus"].lines.keys() <= PAIR_PLUS.keys()
    assert rules.pay["six-card-bonus"].lines.keys() <= SIX_CARD_BONUS.keys()


def test_a_payoff_says_why_and_cites_its_rule():
    settled = play("3h 2c Ah", "Ks Kd 7c", {"ante": 500, "pair-plus": 500})
    assert settled["pair-plus"].why == "Pair Plus: straight pays 6 to 1"
    assert settled["pair-plus"].cite == "500 Club, Three Card Poker 6 Card Bonus, Pair Plus Bonus Bet Pay Table"


# -- Dealing -----------------------------------------------------------------------------------------------------


def test_the_dealers_bottom_card_is_exposed_before_anybody_decides():
    round = deal("Kc Kd 2h", "Qs 9d 2c")
    round.answer(1, "bet", {"ante": 500})
    assert text(round.view("ann").hand(DEALER)) == "?? ?? 2c"
    assert round.ask.spot == "1"


def test_no_card_is_exposed_where_the_house_says_so():
    round = deal("Kc Kd 2h", "Qs 9d 2c", exposed_card=False)
    round.answer(1, "bet", {"ante": 500})
    assert text(round.view("ann").hand(DEALER)) == "?? ?? ??"


def test_cards_go_clockwise_from_the_left_of_the_player_dealer_who_is_last():
    carry = {"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
    round = cardroom.game(GAME).round(*people((2, 4, 6)), seed=1, carry=carry)
    round.answer(4, "bank", 20_000)
    for spot in (2, 6):
        round.answer(spot, "bet", {"ante": 500})
    assert [event.place for event in round.events if isinstance(event, Dealt)] == [
        hand_of("6"),
        hand_of("2"),
        hand_of("4"),
    ]
    assert round.ask.spot == "6"


def test_not_even_the_player_dealer_sees_the_bank_hand_before_the_end():
    round = cardroom.game(GAME).round({"ann": 50_000, "bob": 50_000}, seed=1)
    round.answer(1, "bank", 20_000)
    round.answer(2, "bet", {"ante": 500})
    assert text(round.view("ann").hand("1")).startswith("?? ??")


def test_two_decks_take_turns():
    table = Table(cardroom.game(GAME), {"ann": 100_000, "bob": 100_000}, seed=1)
    used = []
    for _ in range(3):
        round = table.start()
        round.answer(round.ask.spot, "bank", 20_000)
        round.answer(round.ask.spot, "bet", {"ante": 500})
        round.answer(round.ask.spot, "fold")
        used.append(table.finish(round).outcome.next.get("deck", 0))
    assert used == [1, 0, 1]


# -- Wagers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({"pair-plus": 500}, r"Ante is required: from \$5 to \$1,000"),
        ({"ante": 100}, r"Ante must be from \$5 to \$1,000, not \$1"),
        ({"ante": 500, "pair-plus": 100}, r"Pair Plus must be from \$5"),
        ({"ante": 500, "six-card-bonus": 100_001}, r"6 Card Bonus must be from \$5 to \$1,000"),
        ({"ante": 500, "play": 500}, r"There is no wager 'play' here"),
        ({"ante": 30_000}, r"need \$600, including later bets, but you have \$500"),
    ],
)
def test_a_wager_outside_the_rules_is_refused_before_the_deal(bets, message):
    round = house_banked(GAME).round({"ann": 50_000, "bob": 0}, seed=1)
    with pytest.raises(Refused, match=message):
        round.answer(1, "bet", bets)
    assert not round.events
    assert stack(round, "ann") == 50_000


def test_a_bonus_bet_may_be_greater_than_the_ante():
    assert play("2h 2c 3d", "Ks Kd 7c", {"ante": 500, "pair-plus": 90_000})["pair-plus"].net == 90_000


# -- The player-dealer's position ----------------------------------------------------------------------------------


def bank_offers(table):
    """Play a round in which all players take the bank when offered. Return the banker."""
    round = table.start()
    banker = round.ask.spot
    round.answer(banker, "bank", 5_000)
    while not round.done:
        actions = [option.action for option in round.ask.options]
        round.answer(round.ask.spot, actions[0], {"ante": 500} if actions[0] == "bet" else None)
    table.finish(round)
    return banker


def test_the_position_is_kept_for_two_rounds_then_offered_clockwise():
    table = Table(cardroom.game(GAME), {"ann": 10**6}, seed=1)
    table.do(Join("cy", 10**6, seat=3))
    table.do(Join("eve", 10**6, seat=5))
    assert [bank_offers(table) for _ in range(7)] == ["1", "1", "3", "3", "5", "5", "1"]


def test_a_seat_may_decline_and_if_all_do_no_round_is_dealt():
    round = cardroom.game(GAME).round({"ann": 10_000, "bob": 10_000}, seed=1)
    round.answer(1, "pass")
    round.answer(2, "pass")
    assert round.done
    assert not round.cards.hands
    assert round.net == dict.fromkeys(round.net, 0)


def test_a_round_without_bets_does_not_use_a_turn():
    table = Table(cardroom.game(GAME), {"ann": 10**6, "bob": 10**6}, seed=1)
    round = table.start()
    round.answer(1, "bank", 5_000)
    round.answer(2, "sit-out")
    assert round.done
    assert round.carry == round.carried


def settled_at_a_short_bank(bank, coverage="separate"):
    """Three players against a player-dealer's wager that does not cover all: 1 loses, 2 and 3 win."""
    hands = ["9c 8d 2h", "Ac Ad Ah", "Kc Kd Kh", "Qs 9d 3c"]  # seats 1, 2, 3, then the bank in seat 7
    cards = [card for hand in hands for card in parse(hand)]
    order = cards + [card for card in range(52) if card not in cards]
    game = cardroom.game(GAME, coverage=coverage)
    round = game.round(
        *people((1, 2, 3, 7), 10_000),
        shuffle=Shuffle.given(order),
        carry={"bank": {"seat": 6, "bettor": "fay", "turn": 2}},
    )
    round.answer(7, "bank", bank)
    for spot in (1, 2, 3):
        round.answer(spot, "bet", {"ante": 1_000})
    for spot in (1, 2, 3):
        round.answer(spot, "play")
    return round


def test_once_the_player_dealers_wager_is_exhausted_the_rest_is_returned_in_order():
    # 40.00 is due to the winners (ante and play of seats 2 and 3), the bank put up 25.00.
    assert settled_at_a_short_bank(2_500).net == {
        "bank": 0,
        "collection": 0,
        "jackpot": 0,
        "ann": -2_000,
        "bob": 2_000,
        "cy": 500,
        "gil": -500,
    }


def test_with_running_coverage_collected_wagers_pay_later_winners():
    net = settled_at_a_short_bank(2_500, "running").net
    assert (net["ann"], net["bob"], net["cy"], net["gil"]) == (-2_000, 2_000, 2_000, -2_000)


def test_the_player_dealer_collects_no_more_than_the_wager():
    # The losing ante of 10.00 is covered for 5.00; the play is returned whole.
    assert settled_at_a_short_bank(500).net["ann"] == -500


def test_hands_are_named_in_words():
    assert describe("three-card", "Ah Kh Qh") == "Mini royal flush"
    assert describe("three-card", "3h 2c Ah") == "Straight, three high"
