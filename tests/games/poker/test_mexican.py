"""Mexican Poker, rule by rule (500 Club, Mexican Poker, GEGR-002035; rulings X1-X9)."""

from itertools import pairwise

import pytest

import cardroom
from cardroom.cards import JOKER, UNKNOWN, parse, text
from cardroom.errors import InputError
from cardroom.histories.phh import PHHError, write_phh
from cardroom.play import BURN, hand_of
from cardroom.play.round.events import Dealt, Moved, Rolled, Transfer, Turned
from cardroom.rulebook import RuleBookError
from games.poker.tables import actions, bounds, deal_hand, do, option, returned, stacks, start, wins
from support.deals import PEOPLE, moved, people

SLUG = "mexican-poker"
LIMITS = {"stakes": "$4-$8"}
NO_LIMIT = {"limit": "no", "stakes": "$1/$4"}


def hand(stakes, *cards, **house):
    """A $4-$8 hand with an ante of $1 and the button in the last seat: up cards, down cards, then burns and streets."""
    return start(SLUG, stakes, *cards, **(LIMITS | house))


def called(round):
    """A hand after a first betting round in which all called."""
    return do(round, f"{round.ask.spot} bring-in", "all call", "all check")


def shown_down(*hands, exposes=(), stakes=None, **house):
    """Five cards each, in dealing order, checked to the end. The given players expose before every street."""
    split = [cards.split() for cards in hands]
    streets = [" ".join(cards[street] for cards in split) for street in range(5)]
    round = hand(stakes or [100] * len(hands), *streets[:2], *(f"xx {street}" for street in streets[2:]), **house)
    while not round.done:
        spot, offered = round.ask.spot, actions(round)
        if "expose" in offered:
            round.answer(spot, "expose" if spot in exposes else "keep")
        else:
            round.answer(spot, next(each for each in ("bring-in", "call", "check", "show") if each in offered))
    return round


def reasons(round):
    """The winners with their hands."""
    return [(event.spot, event.why) for event in moved(round, "pot")]


def faces(round, seat):
    """A hand as all players see it."""
    return text(round.view(None).hand(str(seat)))


# -- the deck, the table, the button (Description of the Deck; of the Table; rules 1 and 3) ---------------------------


def test_the_deck_has_41_cards_without_eights_nines_and_tens():
    order = cardroom.game(SLUG).shuffle(seed=1).order
    assert len(order) == 41
    assert {text(card)[0] for card in order} == set("234567JQKA")
    assert JOKER in order
    assert not set(parse("8s 9h Td")) & set(order)


def test_the_table_has_seven_seats():
    game = cardroom.game(SLUG)
    assert (game.rules.seats.least, game.rules.seats.most) == (2, 7)
    with pytest.raises(InputError, match="has seats 1 to 7, not 1, 8"):
        game.round(*people([1, 8]), seed=1)


def test_the_highest_of_one_card_each_gets_the_button_and_no_card_is_an_eight_nine_or_ten():
    """Spades over hearts over diamonds over clubs; the joker is an ace without a suit."""
    jokers = 0
    for seed in range(300):
        round = cardroom.game(SLUG).round(*people(range(1, 8)), seed=seed)
        rolled = next(event for event in round.events if isinstance(event, Rolled))
        drawn = [number - 1 for number in rolled.numbers]
        assert set(drawn) <= set(round.shuffle.order)
        assert len(set(drawn)) == 7
        worth = [(12, -1) if card == JOKER else divmod(card, 4) for card in drawn]
        assert round.carry.own.button == worth.index(max(worth)) + 1
        jokers += JOKER in drawn
    assert jokers


def test_the_button_moves_clockwise_after_each_hand_and_owes_no_blinds():
    table = cardroom.Table(cardroom.game(SLUG), dict.fromkeys(PEOPLE[:3], 10_000), seed=1)
    seats = []
    for _ in range(4):
        round = table.start()
        while not round.done:
            round.default(round.ask.spot)
        seats.append(round.carry.own.button)
        table.finish(round)
    assert [seat % 3 for seat in seats] == [(seats[0] + number) % 3 for number in range(4)]


# -- antes and the first two cards (rules 4 to 6) ---------------------------------------------------------------------


def test_all_players_ante_before_the_deal():
    round = hand([100] * 3, "2c 3c 4c")
    ante = [
        number for number, event in enumerate(round.events) if isinstance(event, Transfer) and event.cause == "ante"
    ]
    first = next(number for number, event in enumerate(round.events) if isinstance(event, Dealt))
    assert len(ante) == 3
    assert max(ante) < first
    assert {round.events[number].amount for number in ante} == {100}


def test_an_ante_is_the_rule_in_the_house_s_own_book():
    assert cardroom.game(SLUG).rules.amounts("antes") == (100,)


def test_one_card_up_to_each_and_then_one_down_from_the_left_of_the_button_which_is_last():
    round = hand([100] * 3, "2c 3c 4c", "5d 6d 7d")
    dealt = [(event.place, text(event.cards), event.to) for event in round.events if isinstance(event, Dealt)]
    assert dealt == [
        (hand_of("1"), "2c", None),
        (hand_of("2"), "3c", None),
        (hand_of("3"), "4c", None),
        (hand_of("1"), "5d", ("ann",)),
        (hand_of("2"), "6d", ("bob",)),
        (hand_of("3"), "7d", ("cy",)),
    ]


# -- the bring-in (rules 2, 7 and 8) ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "first"),
    [
        ("2c Kd Qs", "2"),
        ("7s Jc 6d", "2"),  # the jack is next to the seven, and above it
        ("Kc Kd Ks", "1"),  # suits are equal: who was dealt it first
        ("2c Kd Ks", "2"),
        ("Kc Jk Qd", "2"),  # the joker is an ace ...
        ("Ac Jk Qd", "1"),  # ... and no better than one
        ("Jk Ac Qd", "1"),
    ],
)
def test_the_highest_up_card_brings_it_in_and_of_equals_the_first_dealt(up, first):
    assert hand([100] * 3, up).ask.spot == first


def test_a_joker_that_was_dealt_down_is_nothing_for_the_bring_in():
    assert hand([100] * 3, "2c Kd Qs", "Jk 2d 3d").ask.spot == "2"


def test_the_bring_in_is_the_lower_limit_and_must_be_placed():
    round = hand([100] * 3, "2c Kd Qs")
    assert actions(round) == ["bring-in"]
    assert option(round, "bring-in").amount == 400


def test_the_player_to_the_left_of_the_bring_in_acts_next_and_may_call_raise_or_fold():
    round = do(hand([100] * 3, "2c Kd Qs"), "2 bring-in")
    assert round.ask.spot == "3"
    assert actions(round) == ["call", "raise", "fold"]
    assert option(round, "call").amount == 400
    assert bounds(round) == (8, 8), "the bring-in and the lower limit"


def test_only_the_bring_in_player_may_check_or_raise_after_calls():
    round = do(hand([100] * 3, "2c Kd Qs"), "2 bring-in", "3 call", "1 call")
    assert round.ask.spot == "2"
    assert actions(round) == ["check", "raise", "fold"]
    do(round, "2 raise 8")
    assert (round.ask.spot, actions(round)) == ("3", ["call", "raise", "fold"])


def test_after_a_raise_no_player_may_check():
    round = do(hand([100] * 3, "2c Kd Qs"), "2 bring-in", "3 raise 8", "1 fold")
    assert (round.ask.spot, actions(round)) == ("2", ["call", "raise", "fold"])


def test_three_raises_are_the_most_unless_there_are_two_players():
    round = do(hand([100] * 3, "2c Kd Qs"), "2 bring-in", "3 raise 8", "1 raise 12", "2 raise 16")
    assert actions(round) == ["call", "fold"]
    two = do(hand([100] * 2, "2c Kd"), "2 bring-in", "1 raise 8", "2 raise 12", "1 raise 16", "2 raise 20")
    assert bounds(two) == (24, 24)


def test_at_no_limit_a_raise_is_at_least_the_bring_in_and_a_reraise_at_least_the_raise_before():
    round = do(start(SLUG, [100] * 3, "2c Kd Qs", **NO_LIMIT), "2 bring-in")
    assert bounds(round) == (8, 99), "four more than the bring-in of four, up to all that is on the table"
    assert bounds(do(round, "3 raise 15")) == (26, 99)


def test_no_limit_has_no_cap_on_raises():
    round = do(start(SLUG, [100] * 3, "2c Kd Qs", **NO_LIMIT), "2 bring-in", "3 raise 8", "1 raise 12", "2 raise 16")
    assert bounds(do(round, "3 raise 20", "1 raise 24")) == (28, 99)


def test_pot_limit_bets_no_more_than_the_pot():
    round = do(start(SLUG, [100] * 3, "2c Kd Qs", **(NO_LIMIT | {"limit": "pot"})), "2 bring-in")
    assert bounds(round) == (8, 15), "three antes, the bring-in and the call are eleven"


def test_a_short_bring_in_is_all_in_and_is_called_in_full():
    round = do(hand([3, 100, 100], "Kd 2c Qs"), "1 bring-in")
    assert stacks(round)[0] == 0
    assert option(round, "call").amount == 400


def test_a_player_all_in_from_the_ante_leaves_the_opening_to_the_next():
    round = hand([1, 100, 100], "Kd 2c Qs")
    assert (round.ask.spot, actions(round)) == ("2", ["call", "raise", "fold"])
    do(round, "2 call", "3 fold")
    assert returned(round) == [("2", 4)]
    assert round.ask.spot == "1", "all-in for the ante, and still asked about the down card"


def test_an_uncalled_bring_in_wins_the_antes():
    round = do(hand([100] * 3, "2c Kd Qs"), "2 bring-in", "3 fold", "1 fold")
    assert stacks(round) == [99, 102, 99]
    assert not [event for event in round.events if isinstance(event, Turned)]


# -- exposing the down card (rules 10 to 12, 15 to 17, 20 to 22) ------------------------------------------------------


def test_after_exposing_the_next_card_comes_down_and_after_keeping_up():
    round = called(hand([100] * 2, "2c Kd", "3c Qd", "7h 4s 5s"))
    do(round, "1 expose", "2 keep")
    assert (faces(round, 1), faces(round, 2)) == ("2c 3c ??", "Kd ?? 5s")
    assert text(round.view("ann").hand("1")) == "2c 3c 4s"
    assert text(round.view("bob").hand("1")) == "2c 3c ??"


def test_the_choice_is_there_before_each_of_the_last_three_cards_and_one_card_is_always_down():
    for choices in ("eee", "eek", "eke", "ekk", "kee", "kek", "kke", "kkk"):
        round = called(hand([100] * 2, "2c Kd", "3c Qd"))
        for number, choice in enumerate(choices):
            do(round, f"1 {'expose' if choice == 'e' else 'keep'}", "2 keep")
            assert faces(round, 1).split().count("??") == faces(round, 2).split().count("??") == 1
            assert [len(round.cards.hand(seat)) for seat in "12"] == [3 + number] * 2
            do(round, "all check")
        assert actions(round) == ["show", "muck"], "after five cards there is nothing left to choose"


def test_a_card_that_was_kept_may_be_exposed_later():
    round = called(hand([100] * 2, "2c Kd", "3c Qd", "7h 4s 5s", "7d 6c 6d"))
    do(round, "1 keep", "2 keep", "all check", "1 expose", "2 keep")
    assert faces(round, 1) == "2c 3c 4s ??"


def test_the_choice_goes_clockwise_from_the_button_and_is_public():
    round = called(hand([100] * 3, "2c 3d Ks", "4c 4d 4h"))
    asked = []
    while "expose" in actions(round):
        asked.append(round.ask.spot)
        round.answer(round.ask.spot, "expose")
        assert faces(round, asked[-1]).endswith("??") == (len(asked) == 3), "the cards come when all have chosen"
    assert asked == ["1", "2", "3"]


def test_an_absent_player_keeps_the_card_down():
    round = called(hand([100] * 2, "2c Kd", "3c Qd"))
    round.default("1")
    assert faces(round, 1) == "2c ??"


def test_an_all_in_player_still_chooses():
    round = do(hand([5, 100, 100], "2c 3d Ks", "4c 4d 4h"), "3 bring-in", "1 call", "2 call", "3 check")
    assert (stacks(round)[0], round.ask.spot, actions(round)) == (0, "1", ["expose", "keep"])


def test_a_folded_player_is_not_asked_and_gets_no_card():
    round = do(hand([100] * 3, "2c 3d Ks"), "3 bring-in", "1 fold", "2 call", "3 check")
    assert round.ask.spot == "2"
    do(round, "all keep")
    assert len(round.cards.hand("1")) == 2


def test_folded_cards_stay_unseen():
    round = do(hand([100] * 3, "2c 3d Ks", "4c 4d 4h"), "3 bring-in", "1 fold", "2 fold")
    assert faces(round, 1) == "2c ??"
    assert not [event for event in round.events if isinstance(event, Moved)]


def test_a_card_is_burned_after_the_choices_and_before_each_street():
    round = shown_down("2c 3c 4c 5d 7d", "Kd Qd Jd 2s 3s")
    places = [event.place for event in round.events if isinstance(event, Dealt)]
    street = [BURN, hand_of("1"), hand_of("2")]
    assert places == [hand_of("1"), hand_of("2")] * 2 + street * 3
    assert all(event.to == () for event in round.events if isinstance(event, Dealt) and event.place == BURN)


# -- who acts first (rules 2, 13, 18 and 23) --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "down", "exposed", "third", "first"),
    [
        ("2c Kd Qs", "3c 3d 3h", "", "7c 6c 5c", "2"),
        ("2c Kd Qs", "3c 3d 3h", "", "2d 6c 5c", "1"),  # a pair beats a king
        ("2c Kd Qs", "2d 3d 3h", "1", "7c 6c 5c", "1"),  # an exposed card shows, the one dealt down does not
        ("2c Kd Qs", "2d 3d 3h", "", "7c 6c 5c", "2"),
        ("2c Kd Ks", "3c 3d 3h", "", "7c 6c 6d", "2"),  # of equals the closest to the left of the button
        ("Ks 7d Kd", "3c 3d 3h", "", "6c 2c 6d", "1"),
        ("2c Kd Qs", "3c 3d 3h", "", "Jk 6c 5c", "1"),  # ace high
        ("2c Kd Ks", "3c Jk 3h", "2", "7c 6c 6d", "2"),  # a turned joker is any card: a pair of kings
        ("2c Kd Ad", "3c Jk 3h", "2", "7c 6c 6d", "2"),
        ("2c Kd Ad", "3c 3d Jk", "3", "7c 6c 6d", "3"),  # a pair of aces
    ],
)
def test_the_highest_cards_showing_act_first_on_later_streets(up, down, exposed, third, first):
    round = called(hand([100] * 3, up, down, "xx", third))
    for seat in "123":
        do(round, f"{seat} {'expose' if seat in exposed else 'keep'}")
    assert round.ask.spot == first


def test_straights_and_flushes_do_not_count_among_cards_that_show():
    round = called(hand([100] * 2, "2s 3d", "7s 7h", "xx 3s 3c", "xx 4s 6d"))
    do(round, "all keep", "all check", "all keep")
    assert faces(round, 1) == "2s ?? 3s 4s"
    assert round.ask.spot == "2", "a pair of threes"


def test_the_lower_limit_in_two_rounds_and_the_higher_in_two():
    round = called(hand([100] * 2, "2c Kd", "3c Qd"))
    sizes = []
    for _ in range(3):
        do(round, "all keep")
        sizes.append(bounds(round))
        do(round, "all check")
    assert sizes == [(4, 4), (8, 8), (8, 8)]


# -- the showdown (Card Values and Hand Rankings; How Winners are Determined and Paid) --------------------------------

TWOS = "2c 2d 2h 2s Jk"
"""Dealt in this order, the joker comes last: up if the player keeps the down card, down if it was exposed."""


def test_a_joker_dealt_up_is_an_ace_and_not_a_fifth_deuce():
    round = shown_down(TWOS, "Kc Kd Kh Ks 3c")
    assert reasons(round) == [("2", "Four of a kind, kings")]


def test_a_joker_dealt_down_is_any_card():
    round = shown_down(TWOS, "Kc Kd Kh Ks 3c", exposes=["1"])
    assert reasons(round) == [("1", "Five of a kind, twos")]


def test_a_joker_dealt_down_stays_so_when_it_is_turned():
    cards = "2c Jk 2d 2h 2s", "Kc Kd Kh Ks 3c"
    for exposes in ([], ["1"]):
        round = shown_down(*cards, exposes=exposes)
        assert reasons(round) == [("1", "Five of a kind, twos")]


def test_a_joker_dealt_up_keeps_its_value_after_later_exposures():
    cards = "Jk 2c 2d 2h 2s", "Kc Kd Kh Ks 3c"
    for exposes in ([], ["1"]):
        assert reasons(shown_down(*cards, exposes=exposes)) == [("2", "Four of a kind, kings")]


@pytest.mark.parametrize(
    ("first", "second", "won"),
    [
        (
            "Jk Kc Kd 7h 2c",
            "Ad Kh Ks 7d 2d",
            ("2", "Pair of kings, ace kicker"),
        ),  # a tie: it is an ace and no third king
        ("Jk As 5c 3d 7h", "Kc Kd Qh 6c 2c", ("1", "Pair of aces, seven kicker")),
        ("Jk 5s 6d Jc Qh", "As Ad Ac 2d 3d", ("1", "Straight, queen high")),
        ("Jk As Ks 6s 2s", "Ad Ac Ah Kd Kc", ("1", "Flush, ace high, K-Q-6-2")),
        ("Jk Ac Ad Ah As", "Kd Qd Jd 7d 6d", ("1", "Five of a kind, aces")),
    ],
)
def test_a_joker_dealt_up_is_an_ace_or_completes_a_straight_or_a_flush(first, second, won):
    assert won in reasons(shown_down(first, second))


def test_the_seven_is_next_to_the_jack():
    for straight in ("4c 5d 6h 7s Jc", "5c 6d 7h Js Qc", "6c 7d Jh Qs Kc"):
        ((spot, why),) = reasons(shown_down(straight, "As Ad Ac 3d 2d"))
        assert spot == "1"
        assert why.startswith("Straight, ")


def test_an_ace_begins_the_lowest_straight_and_ends_the_highest():
    assert reasons(shown_down("Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c")) == [("2", "Straight, six high")]
    assert reasons(shown_down("Ac Kd Qh Js 7c", "6c 7d Jh Qs Kc")) == [("1", "Straight, ace high")]


def test_a_flush_beats_a_full_house():
    assert reasons(shown_down("7s 5s 4s 3s 2s", "As Ad Ac Kd Kc")) == [("1", "Flush, seven high, 5-4-3-2")]


def test_the_order_of_the_hands_as_printed():
    """Each hand of the printed list loses to the one before it."""
    best_first = [
        ("Ac Jk Ad Ah As", "Five of a kind, aces"),
        ("2c Jk 2d 2h 2s", "Five of a kind, twos"),
        ("As Ks Qs Js 7s", "Royal flush"),
        ("Kd Qd Jd 7d 6d", "Straight flush, king high"),
        ("5c 4c 3c 2c Ac", "Straight flush, five high"),
        ("Ac Ad Ah As 3c", "Four of a kind, aces"),
        ("2c 2d 2h 2s Kc", "Four of a kind, twos"),
        ("Ah Kh Qh Jh 6h", "Flush, ace high, K-Q-J-6"),
        ("7s 5s 4s 3s 2s", "Flush, seven high, 5-4-3-2"),
        ("Ac Ad Ah Kc Kd", "Full house, aces over kings"),
        ("2c 2d 2h 3c 3d", "Full house, twos over threes"),
        ("Ac Kd Qh Js 7c", "Straight, ace high"),
        ("5c 4d 3h 2s Ac", "Straight, five high"),
        ("Ac Ad Ah Ks Qc", "Three of a kind, aces"),
        ("2c 2d 2h 4s 3c", "Three of a kind, twos"),
        ("Ac Ad Kh Ks Qc", "Two pair, aces and kings, queen kicker"),
        ("3c 3d 2h 2s 4c", "Two pair, threes and twos, four kicker"),
        ("Ac Ad Kh Qs Jc", "Pair of aces, king kicker"),
        ("2c 2d 3h 4s 5c", "Pair of twos, five kicker"),
        ("Ac Kd Qh Js 6c", "Ace high, K-Q-J-6"),
        ("7c 6d 5h 4s 2c", "Seven high, 6-5-4-2"),
    ]
    compared = 0
    for (better, words), (worse, _) in pairwise(best_first):
        for suits in ("cdhs", "dhsc", "hscd", "scdh"):  # one deck has to deal both
            other = worse.translate(str.maketrans("cdhs", suits))
            if not set(better.split()) & set(other.split()):
                assert reasons(shown_down(other, better)) == [("2", words)]
                compared += 1
                break
    assert compared == 18, "all but five of a kind twice, and four aces after a hand with one"


def test_equal_hands_split_whatever_their_suits_and_the_odd_chip_goes_left_of_the_button():
    round = shown_down("Ac Kd Qh Js 6c", "Ad Kc Qs Jh 6d", "2c 3d 5h 6s 7c", antes="$1", bring_in="$4")
    assert wins(round) == [("1", 8, "pot"), ("2", 7, "pot")], "fifteen dollars in dollar chips"


def test_a_joker_as_an_ace_ties_with_an_ace():
    round = shown_down("Jk Kd Qh 4s 6c", "Ad Kc Qs 4h 6d")
    assert wins(round) == [("1", 5, "pot"), ("2", 5, "pot")]


def test_an_all_in_player_wins_only_the_main_pot():
    round = start(SLUG, [9, 100, 100], "2c Kd Qs", "2d Kh Qd", "xx 2h Ks 3c", "xx 2s 7d 4c", "xx 6c 6d 5c", **NO_LIMIT)
    do(round, "2 bring-in", "3 raise 20", "1 call", "2 call", "all keep", "2 bet 30", "3 call")
    do(round, "all keep", "all check", "all keep", "all check", "all show")
    assert wins(round) == [("1", 27, "main pot"), ("2", 84, "side pot 1")]


def test_the_last_to_bet_shows_first():
    round = called(hand([100] * 2, "2c Kd", "3c Qd"))
    do(round, "all keep", "all check", "all keep", "all check", "all keep")
    first = round.ask.spot
    do(round, f"{first} check")
    do(round, f"{round.ask.spot} bet 8", f"{first} call")
    shown = [event.place.owner for event in round.events if isinstance(event, Turned) and len(event.cards) > 1]
    assert shown[0] != first


# -- enough cards -----------------------------------------------------------------------------------------------------


def test_seven_players_to_the_end_need_38_of_the_41_cards():
    round = hand([100] * 7)
    while not round.done:
        offered = actions(round)
        wanted = ("bring-in", "call", "check", "keep", "show")
        round.answer(round.ask.spot, next(each for each in wanted if each in offered))
    assert round.cards.left == 3
    assert {len(round.cards.hand(str(seat))) for seat in range(1, 8)} == {5}
    assert sum(stacks(round)) == 700


@pytest.mark.parametrize(
    ("own", "why"),
    [
        ("[seats]\nmost = 8", "own.toml: seats.most: 8 players need 43 cards, but the deck has 41"),
        ('[poker]\nranking = "high"', "own.toml: poker.ranking: high does not judge every card of a mexican deck"),
        ('[poker]\nranking = "pai-gow"\n[deck]\nname = "joker"', "poker.ranking: pai-gow does not judge every card"),
        ('[poker]\nshowing = "showing"', "own.toml: poker.showing: showing does not judge every card"),
        ('[poker]\nshowing = "door"', "own.toml: poker.showing: 'door' is not a ranking of 1 to 4 cards"),
        ('[poker]\nranking = "tarot"', "own.toml: poker.ranking: 'tarot' is not a ranking of 5 cards"),
        ('[poker]\nstreets = ["ud", "e", "e"]', "own.toml: poker: .* with the streets ud, e, e, e"),
        (
            '[poker]\nstructure = "draw"',
            "own.toml: poker.structure: the script mexican plays a game whose structure is 'stud'",
        ),
        ('[poker]\nlow = "ace-to-five"', "own.toml: poker: Mexican Poker has no hole, board, discard, draws or low"),
        ("[poker]\nboard = [0, 3]", "own.toml: poker: Mexican Poker has no hole, board"),
        ('[deck]\nname = "tarot"', "own.toml: deck.name: 'tarot' is not a deck"),
        ("[deck]\npacks = 2", "own.toml: deck.packs, shoe, cut: mexican is dealt from one pack"),
    ],
)
def test_a_variant_that_cannot_be_played_to_its_end_is_refused(own_game, own, why):
    with pytest.raises(RuleBookError, match=why):
        own_game(SLUG, f'extends = "{SLUG}/500-club"\n{own}\n')


def test_a_house_may_use_a_standard_deck_without_a_joker(own_game):
    text_of = '[deck]\nname = "standard"\n[poker]\nranking = "high"\nshowing = "showing"\n[seats]\nmost = 9\n'
    game = own_game(SLUG, f'extends = "{SLUG}/500-club"\n{text_of}')
    round = deal_hand(game, [100] * 9)
    while not round.done:
        offered = actions(round)
        wanted = ("bring-in", "call", "check", "expose", "show")
        round.answer(round.ask.spot, next(each for each in wanted if each in offered))
    assert sum(stacks(round)) == 900


# -- the collection (Poker Games Collection Rates, GEGR-002022) -------------------------------------------------------


def posted(own_game, option, players, *fees):
    """The game under one printed option: the fees after the first, second and third betting round."""
    moments = zip(("first round", "second round", "third round"), fees, strict=True)
    charges = ", ".join(
        f'{{ moment = "{moment}", payer = "pot", counts = "nothing", tiers = [{{ from = "$0", fee = "{fee}" }}] }}'
        for moment, fee in moments
    )
    fee = f'[[fee]]\noption = "{option}"\ncite = "option {option}"\nplayers = {players}\ncharge = [{charges}]\n'
    return own_game(SLUG, f'extends = "{SLUG}/500-club"\n{fee}', collection=option, **LIMITS)


def test_the_fee_is_taken_after_the_first_round_of_betting_and_more_after_the_second_and_third(own_game):
    game = posted(own_game, "59", [2, 4], "$5", "$1", "$1")
    round = called(deal_hand(game, [100] * 2, "2c Kd", "3c Qd"))
    taken = [round.net["collection"]]
    for _ in range(3):
        do(round, "all keep", "all check")
        taken.append(round.net["collection"])
    assert taken == [500, 600, 700, 700]
    do(round, "all show")
    assert sorted(stacks(round)) == [95, 98], "ten dollars were in the pot, and seven were taken of them"


def test_a_hand_that_ends_in_the_first_round_pays_the_first_fee_as_far_as_the_pot_reaches(own_game):
    game = posted(own_game, "59", [2, 4], "$5", "$1", "$1")
    round = do(deal_hand(game, [100] * 2, "2c Kd", "3c Qd"), "2 bring-in", "1 fold")
    assert round.net["collection"] == 200, "the two antes"


def test_option_59_is_for_four_players_or_less(own_game):
    game = posted(own_game, "59", [2, 4], "$5", "$1", "$1")
    assert called(deal_hand(game, [100] * 5)).net["collection"] == 0


# -- hand histories ---------------------------------------------------------------------------------------------------


def test_the_hand_history_format_has_no_such_game_and_says_so():
    round = shown_down("2c 3c 4c 5d 7d", "Kd Qd Jd 2s 3s")
    with pytest.raises(PHHError, match="the format has no variant for mexican-poker at fixed limit"):
        write_phh(round)


# -- what others see --------------------------------------------------------------------------------------------------


def test_others_learn_of_a_joker_dealt_down_when_it_is_turned_and_no_sooner():
    round = called(hand([100] * 2, "2c Kd", "Jk Qd"))
    assert JOKER not in round.view("bob").hand("1")
    do(round, "1 expose")
    assert round.view("bob").hand("1") == list(parse("2c Jk"))
    do(round, "2 keep")
    assert round.view("bob").hand("1")[-1] == UNKNOWN
