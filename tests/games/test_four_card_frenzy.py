"""Four Card Frenzy, rule by rule (Brook FCF, section C).

Every line of every pay table is dealt in `test_every_pay_table`.
"""

import pytest

import cardroom
from cardroom.cards import text
from cardroom.play import DEALER, Amount, Refused, hand_of
from cardroom.play.round.events import Dealt, Settled, Turned
from cardroom.show import picture
from support.deals import nets, people, play, stacked

GAME = "four-card-frenzy"
BETS = {"ante": 1_000, "odds": 1_000}
KING_HIGH = "Ks Td 8h 5c 3d"
QUEEN_HIGH = "Qs Td 8h 5c 3d"


def fcf(*hands, **house_rules):
    """A round in which these hands are dealt in this order, the dealer's last."""
    game = cardroom.game(GAME, **house_rules)
    return game.round(*people(range(1, len(hands)), 100_000), shuffle=stacked(*hands))


def result(hand, dealer, wish="1x", bets=BETS):
    """What each wager of the one player wins or loses."""
    return nets(play(fcf(hand, dealer), {"1": bets}, {"1": wish}))


# -- How hands compare (rule 7) ------------------------------------------------------------------------------------


def test_a_higher_hand_wins_ante_and_raise_and_pushes_the_odds_below_a_straight():
    assert result("9h 9c 7d 5s 2c", KING_HIGH) == {"ante": 1_000, "raise": 1_000, "odds": 0}


def test_a_lower_hand_loses_all_three():
    assert result("Jh 9c 7d 5s 2c", KING_HIGH) == {"ante": -1_000, "raise": -1_000, "odds": -1_000}


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2s 2h 2d 2c 9h", "Ah Kh Qh Jh 9c"),  # four of a kind beats a straight flush
        ("5h 4h 3h 2h 9c", "As Ac Ad 9h 7c"),  # that beats three of a kind
        ("2s 2c 2d 9h 7c", "Ah Kh Qh 9d Th"),  # that beats a flush
        ("8h 5h 4h 2h 9c", "Ac Kd Qs Jh 9d"),  # that beats a straight
        ("4c 3d 2s Ah 9c", "Ks Kh Qd Qc 9h"),  # that beats two pair
        ("3s 3h 2d 2c 9h", "As Ah Kd Qc 9d"),  # that beats a pair
        ("2s 2h 4d 5c 7h", "As Kh Qd 9c 7s"),  # that beats a high card
    ],
)
def test_hands_rank_as_printed(higher, lower):
    assert result(higher, lower)["raise"] == 1_000
    assert result(lower, higher)["raise"] == -1_000


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("Ah Kc Qd Js 2c", "Kh Qc Jd Ts 2h"),  # ace to jack is the highest straight
        ("5h 4c 3d 2s Kc", "4h 3c 2d As Kh"),  # and four to ace the lowest
        ("4h 3c 2d Ac 9c", "Ks Kd 9h 9s 7d"),  # which still is one
    ],
)
def test_straights_run_from_ace_king_queen_jack_down_to_four_three_two_ace(higher, lower):
    assert result(higher, lower)["raise"] == 1_000


@pytest.mark.parametrize(
    ("hand", "apart"),
    [
        ("9h 8c Kd 7s 6s", "K♦"),
        ("Ah 9h 7h 4h Ac", "A♣"),  # a flush beats the pair
        ("As Ah Ad 7c 2c", "2♣"),
        ("Kc Td 8s 5h 4c", "4♣"),
    ],
)
def test_the_unused_card_is_shown_for_dealer_and_players(hand, apart):
    """Rules 4 and 6: it is offset or slanted, and counts for the bonus bets."""
    other = "Qc Jd 8h 5d 3d"
    for place, hands in enumerate(((other, hand), (hand, other))):  # the dealer's cards come last, and are shown first
        round = play(fcf(*hands), {"1": BETS})
        made = [spread.says for spread in picture(round.view("ann")).spreads]
        assert made[place].endswith(f"; {apart} apart")
        assert made[1 - place].endswith("; 3♦ apart")
        assert len(round.cards.hand("1")) == len(round.cards.hand(DEALER)) == 5


def test_the_fifth_card_does_not_break_a_copy():
    paid = result("Kc Td 8s 5h 4c", "Ks Tc 8h 5c 3d")
    assert paid == {"ante": 1_000, "raise": 1_000, "odds": 0}


@pytest.mark.parametrize(
    ("hand", "dealer", "odds"),
    [
        ("9h 8c 7d 6s 2c", "9c 8d 7s 6h 2d", 1_000),
        ("Ah 9h 7h 4h 2c", "Ac 9c 7c 4c 2d", 1_500),
        ("6h 5h 4h 3h Kc", "6c 5c 4c 3c Kd", 15_000),
        ("9h 9c 7d 7s 2c", "9d 9s 7c 7h 2d", 0),
    ],
)
def test_a_copy_wins_ante_raise_and_odds(hand, dealer, odds):
    assert result(hand, dealer, "1x") == {"ante": 1_000, "raise": 1_000, "odds": odds}


# -- The dealer qualifies with king high, for the Ante only --------------------------------------------------------


def test_an_unqualified_dealer_pushes_the_ante_of_a_winner_only():
    assert result("Ah Jc 7d 5s 2c", QUEEN_HIGH) == {"ante": 0, "raise": 1_000, "odds": 0}


def test_an_unqualified_dealer_pushes_the_ante_of_a_loser_and_takes_the_rest():
    assert result("Jh 9c 7d 5s 2c", QUEEN_HIGH) == {"ante": 0, "raise": -1_000, "odds": -1_000}


def test_an_unqualified_dealer_pushes_the_ante_of_a_copy_and_pays_the_raise():
    assert result("Qh Tc 8d 5s 2c", QUEEN_HIGH) == {"ante": 0, "raise": 1_000, "odds": 0}


def test_odds_are_paid_whether_the_dealer_qualifies_or_not():
    assert result("9h 8c 7d 6s 2c", QUEEN_HIGH) == {"ante": 0, "raise": 1_000, "odds": 1_000}


@pytest.mark.parametrize(
    ("dealer", "qualifies"), [("Ks 6h 4d 3c 2h", True), ("Ks 9h 4d 3c 2h", True), ("Qs Jh Td 8c 7h", False)]
)
def test_any_king_high_or_better_qualifies(dealer, qualifies):
    assert result("Ah Ac 7d 5s 2d", dealer)["ante"] == (1_000 if qualifies else 0)


# -- Raising (rule 5) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "most"),
    [
        ("Kh Kc 7d 5s 2c", 1),
        ("Ah Kc 9d 5s 2c", 1),
        ("Ah Ac 3d 2s 5c", 3),
        ("Ah Ac Kd Qh 2c", 3),
        ("2h 2c 3d 3s 9c", 3),
        ("4h 3c 2d As Kc", 3),
        ("Kh Kc Kd 5s 2c", 3),
    ],
)
def test_kings_or_lower_raise_once_and_aces_or_better_up_to_three_times(hand, most):
    round = fcf(hand, "Qs Td 8h 6c 3h")
    round.answer(1, "bet", BETS)
    assert round.ask.options[0] == Amount("raise", 1_000, most * 1_000, 1_000)
    with pytest.raises(Refused):
        round.answer(1, "raise", (most + 1) * 1_000)
    with pytest.raises(Refused):
        round.answer(1, "raise", 1_500)


@pytest.mark.parametrize("wish", ["1x", "2x", "3x"])
def test_the_raise_wins_what_was_raised(wish):
    assert result("Ah Ac 7d 5s 2c", KING_HIGH, wish)["raise"] == 1_000 * int(wish[0])


def test_a_short_stack_raises_what_it_has():
    round = cardroom.game(GAME).round({1: 4_500}, shuffle=stacked("Ah Ac 7d 5s 2c", KING_HIGH))
    round.answer(1, "bet", BETS)
    assert round.ask.options[0] == Amount("raise", 1_000, 2_000, 1_000)


def test_the_allowed_raises_of_a_hand_are_private():
    round = fcf("Ah Ac 7d 5s 2c", "9h 9c 8d 6s 4c", KING_HIGH)
    round.answer(1, "bet", BETS)
    round.answer(2, "bet", BETS)
    assert round.view("bob").asked == ("1",)
    assert round.view("bob").asks == ()


def test_there_is_no_check():
    round = fcf("Ah Ac 7d 5s 2c", KING_HIGH)
    round.answer(1, "bet", BETS)
    with pytest.raises(Refused, match="'check' is not possible now: choose raise or fold"):
        round.answer(1, "check")


# -- Folding -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [KING_HIGH, QUEEN_HIGH])
def test_a_fold_loses_ante_and_odds_with_any_hands(dealer):
    assert result("Ah Ac 7d 5s 2c", dealer, "fold") == {"ante": -1_000, "odds": -1_000}


def test_a_straight_that_folds_has_no_bad_beat():
    assert result("9h 8c 7d 6s 2c", "As Ad Ac Ah 2d", "fold")["odds"] == -1_000


def test_bonus_bets_of_a_folded_hand_are_settled():
    bets = {**BETS, "four-card-bonus": 500, "prime": 500, "galaxy": 500}
    round = play(fcf("Ks Kc 9s 9c Kh", "As Ad 8h 5c 3d"), {"1": bets}, {"1": "fold"})
    assert nets(round) == {
        "ante": -1_000,
        "odds": -1_000,
        "four-card-bonus": 6 * 500,  # three kings, and a nine
        "prime": 500,  # four black cards
        "galaxy": 50 * 500 - 500,  # a full house of all five
    }


def test_bonus_bets_do_not_depend_on_who_wins():
    bets = {**BETS, "four-card-bonus": 500, "prime": 500}
    for dealer in (KING_HIGH, QUEEN_HIGH, "As Ad Ac Ah 3d"):
        paid = result("Jh Jc Jd 9d 2d", dealer, bets=bets)
        assert (paid["four-card-bonus"], paid["prime"]) == (6 * 500, 500)


def test_forfeited_wagers_are_collected_before_the_dealers_hand_is_revealed():
    round = play(fcf("Ah Ac 7d 5s 2c", KING_HIGH), {"1": BETS}, {"1": "fold"})
    kinds = [(type(event), getattr(event, "place", "")) for event in round.events]
    assert kinds.index((Settled, "")) < kinds.index((Turned, DEALER))


@pytest.mark.parametrize(("bonus", "shown"), [({}, False), ({"prime": 500}, True)])
def test_a_folded_hand_is_shown_only_if_a_bonus_bet_depends_on_it(bonus, shown):
    round = play(fcf("Ah Ac 7d 5s 2c", KING_HIGH), {"1": {**BETS, **bonus}}, {"1": "fold"})
    assert any(isinstance(event, Turned) and event.place == hand_of("1") for event in round.events) == shown


# -- Odds and bonus bets -------------------------------------------------------------------------------------------


def test_odds_pay_a_bad_beat_from_a_straight_up_and_lose_below():
    dealer = "Ts Td Th Tc 3s"
    assert result("9h 8c 7d 6s 2c", dealer)["odds"] == 1_000
    assert result("9h 9c 7d 7s 2c", dealer)["odds"] == -1_000


def test_the_odds_do_not_set_royal_and_three_aces_apart():
    assert result("Ah Kh Qh Jh 2c", KING_HIGH)["odds"] == 15_000
    assert result("As Ah Ad 7c 2c", KING_HIGH)["odds"] == 2_000
    assert result("As Ah Ad Ac 2c", KING_HIGH)["odds"] == 200_000


@pytest.mark.parametrize(
    ("hand", "net"),
    [
        ("As Kc 9s 4c 2s", 6),
        ("Ad Kh 9d 4h 2d", 6),
        ("As Kc 9s 4c 2h", 1),
        ("Ad Kh 9d 4h 2s", 1),
        ("Ad Kh 9d 4s 2s", -1),
    ],
)
def test_prime_counts_all_five_cards_by_color(hand, net):
    assert result(hand, "Qs Td 8h 5c 3d", bets={**BETS, "prime": 500})["prime"] == net * 500


def test_the_fifth_card_counts_for_the_galaxy_jackpot_and_not_for_the_four_card_bonus():
    bets = {**BETS, "four-card-bonus": 500, "galaxy": 500}
    round = play(fcf("9h 8c 7d 6s Tc", KING_HIGH), {"1": bets})
    assert (nets(round)["four-card-bonus"], nets(round)["galaxy"]) == (3 * 500, 7 * 500 - 500)
    round = play(fcf("9h 8c 7d 6s 2c", KING_HIGH), {"1": bets})
    assert (nets(round)["four-card-bonus"], nets(round)["galaxy"]) == (3 * 500, -500)


# -- Dealing and wagers --------------------------------------------------------------------------------------------


def test_each_player_gets_five_cards_and_the_dealer_is_last():
    hands = ("Ah Ac 7d 5s 2c", "9h 9c 8d 6s 4c", KING_HIGH)
    round = play(fcf(*hands), {"1": BETS, "2": BETS})
    dealt = [(event.place, text(event.cards)) for event in round.events if isinstance(event, Dealt)]
    assert dealt == list(zip((hand_of("1"), hand_of("2"), DEALER), hands, strict=True))


def test_wagers_are_settled_in_the_order_of_the_rules():
    """Brook FCF, rule 7: each player's hand is compared with the dealer's, and the wagers are named in this order."""
    bets = {**BETS, "four-card-bonus": 500, "prime": 500, "galaxy": 500}
    cards = stacked("Ah Ac 7d 5s 2c", "Qh Qc 8d 6s 3c", KING_HIGH)
    round = play(cardroom.game(GAME).round(*people((1, 2)), shuffle=cards), {"1": bets, "2": bets})
    order = [(event.spot, event.wager) for event in round.events if isinstance(event, Settled)]
    wagers = ["ante", "raise", "odds", "four-card-bonus", "prime", "galaxy"]
    assert order == [(seat, wager) for seat in ("1", "2") for wager in wagers]


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({"ante": 1_000, "odds": 500}, r"Odds must equal Ante, \$10"),
        ({"ante": 1_001, "odds": 1_001}, r"Ante must be from \$1 to \$10, not \$10.01"),
        ({"ante": 99, "odds": 99}, r"Ante must be from \$1 to \$10"),
        ({**BETS, "galaxy": 600}, r"must be from \$5 to \$5"),
        ({"prime": 500}, "Ante is required"),
    ],
)
def test_a_bet_outside_the_rules_is_refused(bets, message):
    with pytest.raises(Refused, match=message):
        fcf("Ah Ac 7d 5s 2c", KING_HIGH).answer(1, "bet", bets)


@pytest.mark.proof
def test_in_the_long_run_prime_comes_as_often_as_the_laboratory_says():
    """Brook FCF, Table 14, within four standard errors: about 6,000 hands."""
    game = cardroom.game(GAME)
    bets = {str(seat): {"ante": 100, "odds": 100, "prime": 100} for seat in range(1, 7)}
    counts = {600: 0, 100: 0, -100: 0}
    for number in range(1_000):
        round = play(
            game.round(*people(range(1, 7)), shuffle=game.shuffle("prime", number)), bets, dict.fromkeys(bets, "fold")
        )
        for seat in bets:
            counts[nets(round, seat)["prime"]] += 1
    for net, chance in ((600, 0.05062), (100, 0.29912), (-100, 0.65026)):
        assert abs(counts[net] / 6_000 - chance) < 4 * (chance * (1 - chance) / 6_000) ** 0.5
