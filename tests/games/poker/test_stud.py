"""Stud: bring-in, open pair, odd chips, too few cards (500 Club, the stud chapters and Razz; rulings K5, K7-K10)."""

import pytest

import cardroom
from cardroom.play import BOARD
from cardroom.play.round.events import Dealt
from cardroom.rulebook import RuleBookError
from games.poker.tables import actions, bounds, do, option, stacks, start, wins
from support.deals import moved

STUD = ("seven-card-stud", "seven-card-stud-high-low", "stud-8", "razz")
LIMITS = {"stakes": "$4-$8"}


def dealt(*hands):
    """Third street: each player's cards, two down and one up."""
    return " ".join(hands)


def test_razz_completes_a_bring_in_of_1_dollar_to_4():
    round = start("razz", [100] * 3, dealt("2c 3c Kd", "5d 6d 7h", "8c 9c Tc"), **LIMITS)
    assert round.ask.spot == "1"
    assert (option(round, "bring-in").amount, bounds(round)) == (100, (4, 4))
    round = do(round, "1 bring-in")
    assert (option(round, "call").amount, bounds(round)) == (100, (4, 4))
    assert bounds(do(round, "2 raise 4")) == (8, 8)


def test_completing_is_not_one_of_the_three_raises():
    round = start("razz", [100] * 3, dealt("2c 3c Kd", "5d 6d 7h", "8c 9c Tc"), **LIMITS)
    do(round, "1 bring-in", "2 raise 4", "3 raise 8", "1 raise 12", "2 raise 16")
    assert actions(round) == ["call", "fold"]


LOWER = ("seven-card-stud", "seven-card-stud-high-low", "stud-8")
"""Games that print a bring-in of at least the lower limit."""
THIRD = dealt("2c 3c 4d", "5d 6d 7h", "8c 9c Tc")


@pytest.mark.parametrize("slug", LOWER)
def test_elsewhere_the_bring_in_is_the_lower_limit(slug):
    round = start(slug, [100] * 2, dealt("2c 3c 4d", "5d 6d 7h"))
    assert actions(round) == ["bring-in", "bet"]
    assert option(round, "bring-in").amount == 400
    assert bounds(do(round, "1 bring-in")) == (8, 8)


@pytest.mark.parametrize("slug", LOWER)
def test_the_bring_in_player_may_open_for_a_full_bet(slug):
    """Seven Card Stud, rule 5; Stud 8, rule 3: a full bet above a bring-in that is the lower limit."""
    round = start(slug, [100] * 3, THIRD)
    assert bounds(round) == (8, 8)
    do(round, "1 bet 8")
    assert (option(round, "call").amount, bounds(round)) == (800, (12, 12))
    do(round, "2 call", "3 call")
    assert len(round.cards.hand("1")) == 4, "it was an opening bet: all have acted"
    round = do(start(slug, [100] * 3, THIRD), "1 bet 8", "2 raise 12", "3 raise 16", "1 raise 20")
    assert actions(round) == ["call", "fold"], "opening is not one of the three raises"


def test_an_opening_all_in_for_less_than_a_full_bet_may_be_completed():
    round = start("seven-card-stud", [7, 100, 100], THIRD)
    assert bounds(round) == (6, 6), "the ante was 1"
    do(round, "1 bet 6")
    assert (option(round, "call").amount, bounds(round)) == (600, (8, 8))
    assert actions(start("seven-card-stud", [5, 100, 100], THIRD)) == ["bring-in"], "there is nothing above it"
    round = do(start("razz", [4, 100, 100], dealt("2c 3c Kd", "5d 6d 7h", "8c 9c Tc"), **LIMITS), "1 bet 3")
    assert (option(round, "call").amount, bounds(round)) == (300, (4, 4))


@pytest.mark.parametrize("slug", LOWER)
def test_at_no_limit_any_amount_from_the_bring_in_up_opens(slug):
    round = start(slug, [100] * 3, THIRD, limit="no", stakes="$1/$2")
    assert option(round, "bring-in").amount == 200
    assert (bounds(round), option(round, "bet").step) == ((3, 99), 100)
    assert bounds(do(round, "1 bet 5")) == (10, 99), "the next raise is at least the bet"
    round = do(start(slug, [100] * 3, THIRD, limit="no", stakes="$1/$2"), "1 bring-in")
    assert bounds(round) == (4, 99)


@pytest.mark.parametrize("slug", LOWER)
def test_at_pot_limit_the_pot_is_the_most_to_open_for(slug):
    round = start(slug, [100] * 5, THIRD + " xx xx Jc xx xx Qc", limit="pot", stakes="$1/$2")
    assert bounds(round) == (3, 5), "the antes"
    assert bounds(do(round, "1 bet 5")) == (10, 20)
    assert bounds(start(slug, [100] * 2, dealt("2c 3c 4d", "5d 6d 7h"), limit="pot", stakes="$1/$2")) == (3, 3)


@pytest.mark.parametrize(("limit", "offered"), [("no", (2, 99)), ("pot", (2, 3))])
def test_razz_opens_for_at_least_the_smaller_limit_without_fixed_limits(limit, offered):
    """500 Club, Razz, rule 4a."""
    round = start(
        "razz", [100] * 3, dealt("2c 3c Kd", "5d 6d 7h", "8c 9c Tc"), limit=limit, stakes="$1/$2", bring_in="$1"
    )
    assert (option(round, "bring-in").amount, bounds(round)) == (100, offered)


@pytest.mark.parametrize(("limit", "most"), [("no", 98), ("pot", 9)])
def test_razz_completes_to_the_smaller_limit_without_fixed_limits(limit, most):
    """500 Club, Razz, rule 4b(ii). Completing is not a raise, and the next raise is at least the smaller limit."""
    hands = dealt("2c 3c Kd", "5d 6d 7h", "8c 9c Tc")
    settings = {"limit": limit, "stakes": "$2/$4", "bring_in": "$1"}
    round = do(start("razz", [100] * 3, hands, **settings), "1 bring-in")
    assert (option(round, "call").amount, bounds(round)) == (100, (4, most))
    assert bounds(do(round, "2 raise 4"))[0] == 8
    round = do(start("razz", [100] * 3, hands, **settings), "1 bring-in", "2 raise 9")
    assert bounds(round)[0] == 17, "the next raise is at least the last one"
    round = do(start("razz", [5, 100, 100], hands, **settings), "1 bet 3")
    assert bounds(round)[0] == 4, "an opening all-in for less is completed too"


def test_an_opening_all_in_of_half_a_bet_counts_if_the_house_says_so():
    for stack, opened in ((6, (8, 8)), (7, (8, 10)), (8, (8, 11)), (9, (12, 12))):
        round = start("seven-card-stud", [stack, 100, 100], THIRD, half_a_bet_counts=True)
        assert bounds(do(round, f"1 bet {stack - 1}")) == opened
    round = start("seven-card-stud", [100] * 3, THIRD, rules="standard", stakes="$2-$4", bring_in="$1")
    assert bounds(do(round, "1 bring-in")) == (2, 2), "a bring-in is no all-in"


def test_a_bring_in_that_the_ante_left_unpaid_is_raised_not_completed():
    round = start("seven-card-stud", [1, 100, 100], THIRD)
    assert round.ask.spot == "2"
    assert (option(round, "call").amount, bounds(round)) == (400, (8, 8))


def test_a_short_bring_in_is_called_for_less_if_the_house_says_so():
    round = do(start("seven-card-stud", [3, 100, 100], THIRD), "1 bring-in")
    assert option(round, "call").amount == 400
    round = do(start("seven-card-stud", [3, 100, 100], THIRD, full_blinds=False), "1 bring-in")
    assert (option(round, "call").amount, bounds(round)) == (200, (4, 4))


@pytest.mark.parametrize("slug", STUD)
def test_an_ante_is_mandatory(slug):
    round = start(slug, [100] * 3)
    assert [event.amount for event in moved(round, "ante")] == [100] * 3
    with pytest.raises(RuleBookError, match="antes: every player must post an ante"):
        cardroom.game(slug, antes="$0")


@pytest.mark.parametrize(("slug", "first"), [("seven-card-stud", "3"), ("stud-8", "3"), ("razz", "2")])
def test_suits_break_ties_for_the_bring_in(slug, first):
    high_and_low = dealt("xx xx Kh", "xx xx Ks", "xx xx 2c", "xx xx 2d")
    assert start(slug, [100] * 4, high_and_low).ask.spot == first


@pytest.mark.parametrize(("slug", "offered", "raised"), [("razz", (4, 4), "bet"), ("seven-card-stud", (8, 8), "raise")])
def test_the_bring_in_player_acts_last_when_all_have_called(slug, offered, raised):
    """They may check or raise (500 Club, Seven Card Stud, rules 6c and 6e; Razz, rule 4b(iv))."""
    low, high = ("1", "2") if slug == "razz" else ("2", "1")
    round = start(slug, [100] * 2, dealt("2c 3c Kd", "5d 6d 7h"), **LIMITS)
    assert do(round, f"{low} bring-in", f"{high} call").ask.spot == low
    assert actions(round) == ["check", "raise", "fold"]
    assert bounds(round) == offered
    assert do(round, f"{low} raise {offered[0]}").ask.spot == high
    round = start(slug, [100] * 2, dealt("2c 3c Kd", "5d 6d 7h"), **LIMITS)
    assert len(round.cards.hand("1")) == 3
    do(round, f"{low} bring-in", f"{high} call", f"{low} check")
    assert len(round.cards.hand("1")) == 4, "fourth street"


def test_a_full_opening_bet_and_recorded_hands_have_no_last_word():
    round = start("razz", [100] * 2, dealt("2c 3c Kd", "5d 6d 7h"), **LIMITS)
    assert len(do(round, "1 bet 4", "2 call").cards.hand("1")) == 4
    round = start("razz", [100] * 2, dealt("2c 3c Kd", "5d 6d 7h"), rules="standard", **LIMITS)
    assert len(do(round, "1 bring-in", "2 call").cards.hand("1")) == 4


def test_a_raised_bring_in_player_may_reraise_but_not_check():
    round = start("seven-card-stud", [100] * 3, dealt("2c 3c Kd", "5d 6d 7h", "8c 9c 2s"), **LIMITS)
    do(round, "3 bring-in", "1 call", "2 raise 8")
    assert actions(round) == ["call", "raise", "fold"]
    assert do(round, "3 raise 12").ask.spot == "1"


@pytest.mark.parametrize(("slug", "first"), [("seven-card-stud", "1"), ("razz", "2")])
def test_later_streets_start_with_the_best_hand_showing(slug, first):
    round = start(slug, [100] * 2, dealt("xx xx Kd", "xx xx 4h"), "xx Kh 5c", **LIMITS)
    low = round.ask.spot
    do(round, f"{low} bring-in", f"{3 - int(low)} call", f"{low} check")
    assert round.ask.spot == first


@pytest.mark.parametrize("slug", ["seven-card-stud", "seven-card-stud-high-low", "stud-8"])
def test_an_open_pair_may_bet_either_limit_and_that_holds(slug):
    round = start(slug, [100] * 3, dealt("xx xx Kd", "xx xx 9h", "xx xx 2c"), "xx Kh 5c 6c", **LIMITS)
    do(round, "3 bring-in", "1 call", "2 call", "3 check")
    assert bounds(round) == (4, 8)
    assert bounds(do(round, "1 bet 8")) == (16, 16)


OPEN_PAIR = dealt("xx xx Kd", "xx xx 9h", "xx xx 2c"), "xx Kh 5c 6c"


def test_a_player_without_a_pair_bets_the_lower_limit():
    round = start("seven-card-stud", [100] * 3, *OPEN_PAIR)
    do(round, "3 bring-in", "1 call", "2 call", "3 check", "1 check")
    assert bounds(round) == (4, 4)
    standard = start("seven-card-stud", [100] * 3, *OPEN_PAIR, rules="standard", **LIMITS)
    assert bounds(do(standard, "3 bring-in", "1 call", "2 call", "1 check")) == (4, 8)


@pytest.mark.parametrize("slug", ["seven-card-stud", "seven-card-stud-high-low", "stud-8"])
def test_the_limit_that_was_bet_holds_for_the_pairs_holder_too(slug):
    round = start(slug, [100] * 3, *OPEN_PAIR)
    do(round, "3 bring-in", "1 call", "2 call", "3 check", "1 bet 4", "2 raise 8", "3 fold")
    assert bounds(round) == (12, 12), "the lower limit was chosen: no raise is by the higher"
    round = start(slug, [100] * 3, *OPEN_PAIR)
    do(round, "3 bring-in", "1 call", "2 call", "3 check", "1 check", "2 bet 4", "3 fold")
    assert bounds(round) == (8, 8), "who checks leaves the limit to the others"
    standard = start(slug, [100] * 3, *OPEN_PAIR, rules="standard", **LIMITS)
    do(standard, "3 bring-in", "1 call", "2 call", "1 bet 4", "2 raise 8", "3 fold")
    assert bounds(standard) == (12, 16)


@pytest.mark.parametrize(("all_in", "may_raise"), [(11, False), (12, True)])
def test_half_a_bet_is_half_of_the_limit_that_an_open_pair_chose(all_in, may_raise):
    """Player 1 bets the higher limit of $8 on fourth street, and player 2 is all-in for $3 or $4 more."""
    round = start("seven-card-stud", [100, 5 + all_in, 100], *OPEN_PAIR, half_a_bet_counts=True)
    do(round, "3 bring-in", "1 call", "2 call", "3 check", "1 bet 8", f"2 raise {all_in}", "3 call")
    assert ("raise" in actions(round)) is may_raise


def test_razz_has_no_open_pair_rule():
    round = start("razz", [100] * 2, dealt("xx xx Kd", "xx xx 9h"), "xx Kh 9c", **LIMITS)
    assert bounds(do(round, "1 bring-in", "2 call", "1 check")) == (4, 4)


def test_a_bring_in_player_whom_the_ante_put_all_in_leaves_the_opening_to_the_next():
    round = start("razz", [1, 100, 100], dealt("xx xx Kd", "xx xx 9h", "xx xx 2c"), **LIMITS)
    assert round.ask.spot == "2"
    assert (option(round, "call").amount, bounds(round)) == (100, (4, 4))
    assert "fold" in actions(round)


def test_a_wheel_wins_razz_and_7_6_4_3_a_beats_8_6_4_3_2():
    wheel, rough, rougher = "Ac 2c 3d 4d 5h Kh Qh", "7c 6c 4h 3h Ad Ks Qs", "8c 6d 4s 3s 2h Kc Qd"
    for better, worse in ((wheel, rough), (rough, rougher)):
        assert [spot for spot, *_ in showdown("razz", better, worse)] == ["1"]


def showdown(slug, *hands, folds=(), **house):
    """All players check to the end with these seven cards each, except those who fold as soon as possible."""
    split = [hand.split() for hand in hands]
    live = [hand for seat, hand in enumerate(split, 1) if str(seat) not in folds]
    streets = [" ".join(" ".join(hand[:3]) for hand in split)]
    streets += ["xx " + " ".join(hand[street] for hand in live) for street in range(3, 7)]
    round = start(slug, [100] * len(hands), *streets, **house)
    while not round.done:
        wanted = ("fold",) if round.ask.spot in folds else ()
        choice = next(each for each in (*wanted, "bring-in", "call", "check", "show") if each in actions(round))
        round.answer(round.ask.spot, choice)
    return wins(round)


def test_the_odd_chip_goes_to_the_best_hand_showing():
    # Both play tens and nines with an ace; the second has the better hand up, the first the higher card.
    first, second = "Tc 9c Ah 4d Td 9d 3d", "Ac 3h Th 9h 5s Ts 9s"
    won = showdown("seven-card-stud", first, second, "xx xx Kd xx xx xx xx", folds="3")
    assert won == [("2", 6, "pot"), ("1", 5, "pot")], "three antes and two bring-ins are eleven dollars"


def test_razz_gives_the_odd_chip_to_the_left_of_the_house_dealer():
    first, second = "Ac 2c 3d 4d 5h Kh Qh", "Ad 2d 3c 4c 5c Ks Qs"
    won = showdown("razz", "xx xx 2h xx xx xx xx", first, second, folds="1")
    assert won == [("2", 3, "pot"), ("3", 2, "pot")]


def all_the_way(slug, seats, folds=()):
    """All players call to the end, except those who fold on fourth street."""
    round = start(slug, [1000] * seats)
    while not round.done:
        options = actions(round)
        wanted = ("fold",) if round.ask.spot in folds and len(round.cards.hand(round.ask.spot)) == 4 else ()
        round.answer(
            round.ask.spot, next(each for each in (*wanted, "bring-in", "call", "check", "show") if each in options)
        )
    return round


@pytest.mark.parametrize("slug", STUD)
def test_eight_players_to_the_end_share_a_community_card(slug):
    round = all_the_way(slug, 8)
    assert len(round.cards.hand(BOARD)) == 1
    assert {len(round.cards.hand(str(seat))) for seat in range(1, 9)} == {6}
    assert sum(stacks(round)) == 8000


def test_a_burn_is_never_left_out_but_in_razz():
    """Seven players need seven cards on seventh street, and there are seven: one of them is to be burned."""
    round = all_the_way("seven-card-stud", 7)
    assert len(round.cards.hand(BOARD)) == 1
    assert {len(round.cards.hand(str(seat))) for seat in range(1, 8)} == {6}


def test_six_players_to_the_end_have_cards_of_their_own():
    round = all_the_way("seven-card-stud", 6)
    assert BOARD not in round.cards.hands
    assert {len(round.cards.hand(str(seat))) for seat in range(1, 7)} == {7}


def streets_of(round):
    """The owner or the place of each card, street by street."""
    return [event.place.owner or event.place.kind for event in round.events if isinstance(event, Dealt)]


def test_razz_deals_all_but_the_last_card_and_then_shuffles_for_the_others():
    """Seven players and seven cards: a burn, five cards, the last one is shuffled with four burns; a burn again."""
    round = all_the_way("razz", 7)
    assert BOARD not in round.cards.hands
    assert {len(round.cards.hand(str(seat))) for seat in range(1, 8)} == {7}
    assert streets_of(round)[-10:] == ["burn", "1", "2", "3", "4", "5", "burn", "burn", "6", "7"]
    first = round.shuffle.order[45:51]
    assert [round.cards.hand(str(seat))[-1] for seat in range(1, 6)] == list(first[1:])


def test_razz_deals_the_folded_cards_again_before_it_shares_one():
    folds = ("2", "3")
    round = all_the_way("razz", 8, folds)
    assert BOARD not in round.cards.hands
    live = [str(seat) for seat in range(1, 9) if str(seat) not in folds]
    assert {len(round.cards.hand(seat)) for seat in live} == {7}
    cards = [card for seat in live for card in round.cards.hand(seat)]
    assert len(set(cards)) == len(cards)


def acts_first(slug, up, shared):
    """Who acts first on sixth street, and on seventh with a shared card, by the four up cards of each."""
    hands = [each.split() for each in up]
    streets = [" ".join(f"xx xx {hand[0]}" for hand in hands)]
    streets += ["xx " + " ".join(hand[street] for hand in hands) for street in (1, 2, 3)]
    carry = {"own": {"button": 3, "stays": True, "shared": 1}}
    round = start(slug, [100] * 3, *streets, f"xx {shared}", carry=carry)
    do(round, f"{round.ask.spot} bring-in", "all call")
    seen = {}
    while not round.done and "show" not in actions(round):
        seen.setdefault(sum(map(len, round.cards.hands.values())), round.ask.spot)
        round.answer(round.ask.spot, "check")
    return list(seen.values())[-2:]


def test_the_community_card_decides_who_acts_first_on_seventh_street():
    up = "Ah 2c 9h Qd", "Ad 3d 4c Jh", "5h 6d 7c 9c"
    assert acts_first("seven-card-stud", up, "Td") == ["1", "1"]
    assert acts_first("seven-card-stud", up, "Js") == ["1", "2"], "it makes a pair of jacks"
    assert acts_first("seven-card-stud", up, "8s") == ["1", "3"], "five cards that everybody sees can be a straight"
    assert acts_first("razz", up, "2s") == ["3", "3"]
    assert acts_first("razz", ("Ah 2c 3h 9d", "Ad 3d 4c 8h", "5h 6d 7c Kc"), "8s") == ["2", "1"], "it pairs the eight"


@pytest.mark.parametrize(("slug", "odd"), [("seven-card-stud-high-low", "2"), ("stud-8", "3")])
def test_the_odd_chip_of_a_halving_is_given_like_any_other(slug, odd):
    """Eleven dollars: left of the button in Seven Card Stud High/Low, the best hand showing in Stud 8."""
    low, high = "Ac 2c 3d 4d 6h 9h Td", "Kc 2d Kh Kd 7s Qs 8c"
    won = showdown(slug, "xx xx Jd xx xx xx xx", low, high, folds="1")
    assert {spot: amount for spot, amount, _ in won} == {odd: 6, str(5 - int(odd)): 5}
