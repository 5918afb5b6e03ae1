"""A few rounds in words."""

import msgspec

import cardroom
from cardroom.cards import parse, pretty
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Spot, Transfer
from cardroom.play.round.places import COLLECTION, POT, stack_of
from cardroom.show import picture, round_text, sentences


def first(cards, deck=range(52)):
    """A deck that deals these cards first."""
    wanted = parse(cards)
    return Shuffle.given([*wanted, *(card for card in deck if card not in wanted)])


def words_of(round, viewer=None):
    return [line.says for line in sentences(round.view(viewer))]


def results(round, viewer=None):
    return [(each.name, each.label, each.stakes, each.net, each.why) for each in picture(round.view(viewer)).results]


def test_a_round_of_three_card_poker_as_the_player_sees_it():
    game = cardroom.game("three-card-poker-6-card-bonus")
    round = game.round({"ann": 50000, "bob": 50000}, shuffle=first("9h 9s 2c Qd 7c 4s"))
    round.answer(1, "bank", 20000)
    round.answer(2, "bet", {"ante": 500, "pair-plus": 500})
    assert pretty(picture(round.view("bob")).spreads[0].cards) == "?? ?? 4♠"
    round.answer(2, "play")
    assert words_of(round, "bob") == [
        "ann banks with $200",
        "Player-dealer: ann (round 1 of 2)",
        "You bet Ante $5, Pair Plus $5",
        "You get 9♥ 9♠ 2♣",
        "ann (player-dealer) gets ?? ?? ??",
        "ann (player-dealer) shows 4♠",
        "You play, $5 on Play",
        "ann (player-dealer) shows Q♦ 7♣ 4♠: Queen high, 7-4",
        "Dealer has Q♦ 7♣ 4♠: Queen high, 7-4",
        "You show 9♥ 9♠ 2♣: Pair of nines, two kicker",
        "You, Ante $5: +$5 (your pair of nines beats ann's queen high; pays 1 to 1)",
        "You, Play $5: +$5 (your pair of nines beats ann's queen high; pays 1 to 1)",
        "You, Pair Plus $5: +$5 (pair pays 1 to 1)",
        "ann gets $185 back: what the bank holds at the end",
    ]
    assert round_text(round, round.view("ann"))[-1] == "Net: You -$15, bob +$15"


def test_a_beaten_hand_is_paid_as_beaten_and_a_jackpot_says_from_where():
    game = cardroom.game("four-card-frenzy", rules="brook")
    round = game.round({"ann": 50000}, shuffle=first("Ah Kh Qh Jh Th 2c 2d 2h 2s 3c"))
    round.answer(1, "bet", {"ante": 500, "odds": 500, "galaxy": 500})
    boxes = [(box.label, box.amount, box.dropped, box.spots) for box in picture(round.view("ann")).boxes]
    assert boxes == [
        ("Ante", 500, 0, ()),
        ("Odds", 500, 0, ()),
        ("Raise", 0, 0, (0, 0, 0)),
        ("5 Card Galaxy Bonus Jackpot", 0, 500, ()),
    ]
    round.answer(1, "raise", 1500)
    assert picture(round.view("ann")).waits_for == ("the house",)
    round.answer("house", "meter", 400000)
    assert words_of(round)[-8:] == [
        "ann shows A♥ K♥ Q♥ J♥ 10♥: Straight flush, ace high; 10♥ apart",
        "ann, Ante $5: -$5 (the dealer's four of a kind beats ann's straight flush)",
        "ann, Raise $15: -$15 (the dealer's four of a kind beats ann's straight flush)",
        "ann, Odds $5: +$75 (beaten straight flush pays 15 to 1)",
        "The meter of the 5 Card Galaxy Bonus Jackpot reads $4,000",
        "ann, 5 Card Galaxy Bonus Jackpot $5: +$3,995 (royal flush pays 100% of the meter)",
        "ann is paid $4,000 by the house",
        "The 5 Card Galaxy Bonus Jackpot now reads $2,500",
    ]
    assert results(round, "ann")[1] == (
        "You",
        "Raise",
        "3 x $5",
        -1500,
        "the dealer's four of a kind beats your straight flush",
    )


def test_a_bonus_bet_without_a_line_does_not_read_as_if_it_had_won():
    game = cardroom.game("heads-up-holdem", rules="brook")
    round = game.round({"ann": 50000}, shuffle=first("Ah 9c"))
    round.answer(1, "bet", {"ante": 500, "odds": 500, "pocket-bonus": 500})
    while not round.done:
        round.default(1)
    assert ("ann", "Pocket Bonus", "$5", -500, "no line, so it loses") in results(round)


def test_split_hands_and_second_circles_say_which_they_are():
    spots = [Spot.at(1, "ann"), Spot.at(2), Spot("3a", 3, "ann", second=True)]
    game = cardroom.game("pure-spanish-21.5")
    pack = game.shuffle(seed=1).order
    cards = parse("8h 9c Kd 8d 7c 9h 3c 2h")
    round = game.round(spots, dict.fromkeys(("ann", "2"), 50000), shuffle=Shuffle.given([*cards, *pack]))
    round.answer(1, "pass")
    round.answer(2, "bank", 50000)
    round.answer("3a", "bet", {"wager": 500})
    round.answer(1, "bet", {"wager": 500})
    round.answer("3a", "split")
    shown = picture(round.view("ann"))
    assert [(spread.title, spread.active) for spread in shown.spreads] == [
        ("Player-dealer, Seat 2", False),
        ("You", False),
        ("You, seat 3, hand 1", True),
        ("You, seat 3, hand 2", False),
    ]
    assert shown.prompts[0].title == "Your turn, seat 3, hand 1"
    assert words_of(round, "ann")[-4:] == [
        "You, seat 3, split",
        "You, seat 3, hand 2, get 8♦",
        "You, seat 3, hand 2, put $5 on Game wager",
        "You, seat 3, hand 1, get 3♣",
    ]


def test_ace_and_bonus_card_are_21_after_a_split():
    game = cardroom.game("pure-spanish-21.5")
    pack = game.shuffle(seed=1).order
    round = game.round({"ann": 50000, "bob": 50000}, shuffle=Shuffle.given([*parse("Ac 9c Ad 7c Kh 2h"), *pack]))
    round.answer(1, "pass")
    round.answer(2, "bank", 50000)
    round.answer(1, "bet", {"wager": 500})
    round.answer(1, "split")
    assert next(spread.says for spread in picture(round.view("ann")).spreads if spread.mine) == "21"


def poker(game, stacks, cards, **house):
    """A heads-up hand of a poker game, the first of them on the button."""
    return cardroom.game(game, **house).round(
        stacks, shuffle=first(cards), carry={"own": {"button": 2, "stays": False}}
    )


def test_a_player_who_lost_all_in_sees_the_cards_and_the_reason():
    round = poker("texas-holdem", {"ann": 10000, "bob": 10000}, "Ah Ad 9c 8c 2s 3s 4d 5h 7s Kd Qc Js")
    first_to_act = round.ask.spot
    round.answer(first_to_act, "raise", 10000)
    other = round.ask.spot
    round.answer(other, "call")
    while not round.done:
        round.answer(round.ask.spot, "show")
    for bettor in ("ann", "bob"):
        shown = picture(round.view(bettor))
        assert [spread.title for spread in shown.spreads if spread.mine] == ["You"]
        assert all("nobody else" not in each.why for each in shown.results)
        assert shown.over
    assert {chair.stack for chair in shown.chairs} == {0, 20000}


def test_pots_won_without_a_showdown_and_after_a_muck_differ_in_words():
    def ended(*actions):
        round = poker("texas-holdem", {"ann": 10000, "bob": 10000}, "Ah 9c Ad 8c", muck="any hand")
        for action in actions:
            round.answer(round.ask.spot, action)
        return results(round)[-1][-1]

    checked_down = "call", *["check"] * 7
    assert ended("fold") == "nobody else is in the hand"
    assert ended(*checked_down, "muck") == "everybody else mucked"
    assert ended(*checked_down, "show", "muck") == "Full house, twos over aces"


def test_stud_cards_keep_their_order_and_describe_the_up_cards():
    round = cardroom.game("seven-card-stud", rules="standard").round({"ann": 10000, "bob": 10000}, seed=3)
    ann = picture(round.view("ann")).spreads
    (own,) = [spread for spread in ann if spread.mine]
    (theirs,) = [spread for spread in ann if not spread.mine]
    assert list(own.cards) == round.view("ann").hand("1")
    assert own.up == theirs.up == (2,)
    assert theirs.cards[:2] == (53, 53)
    assert own.shows
    assert theirs.shows


def mexican(cards, *exposed):
    """Two players with these cards, alternately up and down. Bob has brought it in, and these players have exposed
    theirs."""
    game = cardroom.game("mexican-poker")
    rest = [card for card in game.shuffle(seed=1).order if card not in parse(cards)]
    carry = {"own": {"button": 2, "stays": True}}
    shuffle = Shuffle.given([*parse(cards), *rest])
    round = game.round({"ann": 50000, "bob": 50000}, shuffle=shuffle, carry=carry)
    for spot, action in ((2, "bring-in"), (1, "call"), (2, "check")):
        round.answer(spot, action)
    for spot in exposed:
        round.answer(spot, "expose")
    return round


def test_exposing_and_keeping_a_card_have_one_sentence_each():
    round = mexican("3c Kd 3d Qd", 1)
    round.answer(2, "keep")
    assert words_of(round, "bob")[-5:-2] == [
        "ann exposes 3♦: Pair of threes",
        "You keep the down card",
        "?? is burned",
    ]
    assert words_of(round, "ann")[-5] == "You expose 3♦: Pair of threes"


def test_cards_that_are_all_up_for_a_moment_still_show():
    spread = picture(mexican("3c Kd 3d Qd", 1).view("bob")).spreads[0]
    assert (spread.up, spread.shows) == ((0, 1), "Pair of threes")


def test_a_joker_is_described_by_how_it_was_dealt():
    wild, bug = mexican("3c Kd Jk Qd", 1), mexican("3c Jk 3d Qd")
    ann, bob = picture(wild.view("bob")).spreads
    assert (ann.says, ann.shows) == ("Pair of threes; joker fully wild", "Pair of threes")
    ann, bob = picture(bug.view("bob")).spreads
    assert (bob.says, bob.shows) == ("Ace high, Q; joker partly wild", "Ace high")
    hidden = picture(mexican("3c Kd Jk Qd").view("bob")).spreads[0]
    assert (hidden.says, hidden.shows) == ("", "Three high")


def test_hole_cards_are_held_highest_first_and_others_lie_face_down():
    round = poker("texas-holdem", {"ann": 10000, "bob": 10000}, "2c Kd 3c Ad")
    held = {pretty(spread.cards): spread.mine for spread in picture(round.view("ann")).spreads}
    assert held in ({"?? ??": False, "3♣ 2♣": True}, {"?? ??": False, "A♦ K♦": True})


def test_a_collection_names_payer_amount_and_rule():
    view = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=1).view("ann")
    fees = (
        Transfer(stack_of("ann"), COLLECTION, 50, "fee", "1", cite="500 Club, Collection Rates"),
        Transfer(POT, COLLECTION, 400, "fee", cite="500 Club, Collection Rates"),
    )
    data = sentences(msgspec.structs.replace(view, events=fees))
    assert [line.says for line in data] == ["You pay a collection of $0.50", "A collection of $4 is taken from the pot"]
    assert {line.cite for line in data} == {"500 Club, Collection Rates"}


def test_markers_are_at_their_seats_and_a_dead_button_is_separate():
    game = cardroom.game("texas-holdem")
    seating = {"button": 1, "blinds": [2, 3], "known": {"ann": 1, "bob": 3, "cy": 4, "dee": 5}}
    spots = [Spot.at(1, "ann"), Spot.at(3, "bob"), Spot.at(4, "cy"), Spot.at(5, "dee")]
    round = game.round(spots, seed=1, carry={"own": seating})
    shown = picture(round.view("ann"))
    assert [(marker.name, marker.seat) for marker in shown.markers] == [("button", 2)]
    assert not any(chair.markers for chair in shown.chairs)


def test_waiting_players_and_players_without_chips_are_not_dealt_in():
    round = cardroom.game("texas-holdem").round({"ann": 10000, "bob": 0, "cy": 10000}, seed=1)
    assert [chair.status for chair in picture(round.view()).chairs] == ["", "not dealt in", ""]
    round.answer(round.ask.spot, "raise", 10000)
    assert sorted(chair.status for chair in picture(round.view()).chairs) == ["", "all-in", "not dealt in"]


def test_side_pots_are_named_while_the_hand_goes_on():
    stacks = {"ann": 1000, "bob": 10000, "cy": 10000}
    round = cardroom.game("texas-holdem").round(stacks, seed=1, carry={"own": {"button": 3, "stays": False}})
    round.answer(1, "raise", 1000)
    round.answer(2, "raise", 3000)
    round.answer(3, "call")
    assert [(pot.name, pot.amount) for pot in picture(round.view()).pots] == [("Main pot", 3000), ("Side pot 1", 4000)]
