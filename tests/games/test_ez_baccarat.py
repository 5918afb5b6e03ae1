"""EZ Baccarat, rule by rule (500 Club, GEGR-002039; rule set `standard` as the game is sold).

Every line of every pay table is dealt in `test_every_pay_table`.
"""

import pytest

import cardroom
from cardroom.cards import text
from cardroom.games.banked.ez_baccarat import BANKER, PLAYER, Showdown, display, settle
from cardroom.play import BURN, Refused, Spot, Table
from cardroom.play.round.events import Dealt, Settled
from cardroom.rankings.points import baccarat_points
from cardroom.rulebook import RuleBookError, rule_set
from support.deals import house_banked, nets, people, play, settled, stacked

GAME = "ez-baccarat"
ALL = {"player": 1_000, "banker": 1_000, "tie": 100, "panda-8": 100, "dragon-7": 100}
PLAYER_WINS = ("Kc 7d", "Kd 6s")
BANKER_WINS = ("Kc 6d", "Kd 7s")
TIE = ("Kc 7d", "Kd 7s")
DRAGON_7 = ("Kc 6d", "2d 2s 3h")
PANDA_8 = ("2c 2d 4h", "Kd 7s")


def ordered(player, banker):
    """The cards of both hands in dealing order: player, banker, player, banker, then the third cards."""
    one, other = player.split(), banker.split()
    return " ".join([one[0], other[0], one[1], other[1], *one[2:], *other[2:]])


def baccarat(hands, bets, **house_rules):
    """A round in which these hands are dealt to seat 1, banked by the house."""
    game = house_banked(GAME, burn_by_first_card=False, **house_rules)
    round = game.round({"ann": 1_000_000, "bob": 0}, shuffle=stacked(ordered(*hands), packs=8))
    return play(round, {"1": bets})


def result(hands, bets, **house_rules):
    return nets(baccarat(hands, bets, **house_rules))


# -- Drawing (rules 5 and 6, and the hand rankings) ----------------------------------------------------------------

CHART = {
    0: "HHHHHHHHHH",
    1: "HHHHHHHHHH",
    2: "HHHHHHHHHH",
    3: "HHHHHHHHSH",
    4: "SSHHHHHHSS",
    5: "SSSSHHHHSS",
    6: "SSSSSSHHSS",
    7: "SSSSSSSSSS",
}
"""The banker's total, and for the player's third card of 0 to 9 points whether the banker hits or stands."""


def two_cards(points):
    return {0: "Kc Qd", 1: "Kc Ad"}.get(points, f"Kc {points}d")


def cards_drawn(player, banker, thirds):
    """The final numbers of cards of both hands, if these cards come next."""
    one, other = two_cards(player).split(), two_cards(banker).split()
    cards = [one[0], other[0], one[1], other[1], *thirds]
    game = house_banked(GAME, burn_by_first_card=False)
    round = play(game.round({"ann": 10_000, "bob": 0}, shuffle=stacked(*cards, packs=8)), {"1": {"tie": 100}})
    return len(round.cards.hand(PLAYER)), len(round.cards.hand(BANKER))


@pytest.mark.parametrize("banker", range(8))
@pytest.mark.parametrize("player", range(6))
def test_the_player_hits_five_or_less_and_the_banker_by_the_chart(player, banker):
    for third in range(10):
        card = {0: "T", 1: "A"}.get(third, str(third)) + "h"
        assert cards_drawn(player, banker, [card, "5s"]) == (3, 3 if CHART[banker][third] == "H" else 2)


@pytest.mark.parametrize("picture", ["Th", "Jh", "Qh", "Kh"])
def test_tens_and_pictures_are_third_cards_of_no_points(picture):
    assert [cards_drawn(5, banker, [picture, "5s"])[1] for banker in (3, 4)] == [3, 2]


@pytest.mark.parametrize("player", [6, 7])
@pytest.mark.parametrize("banker", range(8))
def test_a_player_hand_that_stands_leaves_the_banker_to_hit_five_or_less(player, banker):
    assert cards_drawn(player, banker, ["5h"]) == (2, 3 if banker <= 5 else 2)


@pytest.mark.parametrize("natural", [8, 9])
@pytest.mark.parametrize("other", range(10))
def test_a_natural_in_either_hand_ends_the_draw(natural, other):
    assert cards_drawn(natural, other, ["5h", "5s"]) == (2, 2)
    assert cards_drawn(other, natural, ["5h", "5s"]) == (2, 2)


def test_cards_go_to_the_player_hand_first_in_rotation_face_up():
    round = baccarat(("Kc 2d 3h", "Kd 2s 9h"), {"tie": 100})
    assert [event.place for event in round.events if isinstance(event, Dealt)] == [PLAYER, BANKER] * 3
    assert text(round.view(None).hand(PLAYER)) == "Kc 2d 3h"


# -- Who wins ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hands", "player", "banker"),
    [(PLAYER_WINS, 1_000, -1_000), (BANKER_WINS, -1_000, 1_000), (TIE, 0, 0), (("4c 5d", "4d 5s"), 0, 0)],
)
def test_the_hand_closer_to_nine_wins_and_a_tie_pushes_both_lines(hands, player, banker):
    assert result(hands, {"player": 1_000}) == {"player": player}
    assert result(hands, {"banker": 1_000}) == {"banker": banker}


def test_a_tie_push_cites_its_own_rule():
    push = settled(baccarat(TIE, {"player": 1_000}))["player"]
    assert push.why == "Player: tie pushes"
    assert push.cite == "500 Club, EZ Baccarat, Dealing Procedures and Round of Play, rule 4f"


def test_a_natural_nine_ties_no_natural_eight():
    assert result(("4c 5d", "4d 4s"), {"tie": 100, "player": 1_000}) == {"player": 1_000, "tie": -100}


@pytest.mark.parametrize(("rules", "banker"), [("500-club", 1_000), ("standard", 0)])
def test_a_dragon_7_pays_the_banker_line_as_printed_and_pushes_it_as_sold(rules, banker):
    paid = result(DRAGON_7, ALL, rules=rules)
    assert paid == {"player": -1_000, "banker": banker, "tie": -100, "panda-8": -100, "dragon-7": 4_000}


def test_a_push_that_the_book_does_not_print_cites_the_house_rule():
    payoff = settle(rule_set(GAME, dragon_seven_pushes=True), "banker", Showdown(6, 7, 2, 3))
    assert (payoff.due(1_000), "house rule dragon_seven_pushes" in payoff.cite) == (0, True)
    payoff = settle(rule_set(GAME, "standard"), "banker", Showdown(6, 7, 2, 3))
    assert (payoff.due(1_000), payoff.cite) == (0, "common rules, EZ Baccarat")


@pytest.mark.parametrize("rules", ["500-club", "standard"])
@pytest.mark.parametrize("hands", [BANKER_WINS, ("Kc Qd 3h", "Kd 2s 6h"), ("Kc 6d", "2d 2s 5h")])
def test_every_other_banker_win_pays_even_money(rules, hands):
    assert result(hands, {"banker": 1_000}, rules=rules) == {"banker": 1_000}


def test_a_three_card_seven_that_ties_is_not_a_dragon_and_pushes():
    paid = result(("Kc 7d", "2d 2s 3h"), ALL, rules="standard")
    assert paid == {"player": 0, "banker": 0, "tie": 800, "panda-8": -100, "dragon-7": -100}


def test_a_panda_8_pays_25_to_1_and_the_player_line_even_money():
    assert result(PANDA_8, ALL) == {"player": 1_000, "banker": -1_000, "tie": -100, "panda-8": 2_500, "dragon-7": -100}


# -- What may be bet -----------------------------------------------------------------------------------------------


def test_a_tie_bet_can_be_placed_alone():
    assert result(TIE, {"tie": 100}) == {"tie": 800}


@pytest.mark.parametrize("bonus", ["dragon-7", "panda-8"])
@pytest.mark.parametrize("line", ["player", "banker"])
def test_dragon_and_panda_need_a_line_and_either_will_do(bonus, line):
    round = house_banked(GAME).round({"ann": 10_000, "bob": 0}, seed=1)
    for bets in ({bonus: 100}, {bonus: 100, "tie": 100}):
        with pytest.raises(Refused, match="may be placed only with Player or Banker"):
            round.answer(1, "bet", bets)
    round.answer(1, "bet", {bonus: 100, line: 500})
    assert round.done


def test_one_spot_may_bet_on_both_lines_unless_the_house_says_otherwise():
    both = {"player": 500, "banker": 700}
    assert result(PLAYER_WINS, both) == {"player": 500, "banker": -700}
    round = house_banked(GAME, both_lines=False).round({"ann": 10_000, "bob": 0}, seed=1)
    with pytest.raises(Refused, match="Banker may not be placed together with Player"):
        round.answer(1, "bet", both)
    round.answer(1, "bet", {"banker": 700})
    assert round.done


@pytest.mark.parametrize(
    ("bets", "message"),
    [
        ({"player": 499}, r"Player must be from \$5 to \$1,000, not \$4.99"),
        ({"player": 500, "tie": 99}, r"Tie must be from \$1 to \$1,000"),
        ({"player": 500, "dragon-7": 100_100}, r"Dragon 7 must be from \$1 to \$1,000"),
        ({}, "A bet needs at least one wager"),
    ],
)
def test_a_bet_outside_the_limits_is_refused(bets, message):
    round = house_banked(GAME).round({"ann": 1_000_000, "bob": 0}, seed=1)
    with pytest.raises(Refused, match=message):
        round.answer(1, "bet", bets)


# -- Settling: seat by seat, backline bettors right after theirs ---------------------------------------------------


def table(hands, **house_rules):
    """Ann, cy and eve in seats 1, 3 and 5, una behind cy and vic behind eve. The bank is offered to ann first."""
    spots = [*people((1, 3, 5))[0], Spot("3a", 3, "una", backline=True), Spot("5b", 5, "vic", backline=True)]
    stacks = dict.fromkeys(("ann", "cy", "eve", "una", "vic"), 100_000)
    game = cardroom.game(GAME, burn_by_first_card=False, **house_rules)
    return game.round(spots, stacks, shuffle=stacked(ordered(*hands), packs=8))


def test_backline_bettors_may_bet_on_every_wager():
    round = play(table(PANDA_8), {"3a": ALL}, banks={"1": 50_000})
    assert nets(round, "3a") == {"player": 1_000, "banker": -1_000, "tie": -100, "panda-8": 2_500, "dragon-7": -100}
    assert round.net["una"] == 2_300
    assert round.net["cy"] == 0, "the seat itself has no wager in it"


@pytest.mark.parametrize("by", ["seat", "wager"])
def test_player_banker_tie_panda_and_dragon_are_settled_from_seat_to_seat_or_over_all_seats(by):
    bets = dict.fromkeys(("3", "3a", "5", "5b"))
    round = play(table(BANKER_WINS, settled_by=by), dict.fromkeys(bets, ALL), banks={"1": 50_000})
    order = [(event.wager, event.spot) for event in round.events if isinstance(event, Settled)]
    wagers = ["player", "banker", "tie", "panda-8", "dragon-7"]
    over_all = [(wager, spot) for wager in wagers for spot in bets]
    assert order == (over_all if by == "wager" else sorted(over_all, key=lambda each: each[1]))
    assert cardroom.game(GAME).rules.settled_by == "seat"


def test_settling_starts_left_of_the_player_dealer_and_goes_round():
    round = play(table(BANKER_WINS), {spot: {"player": 500} for spot in ("1", "5", "5b")}, banks={"3": 50_000})
    assert [event.spot for event in round.events if isinstance(event, Settled)] == ["5", "5b", "1"]


def test_no_wager_can_be_placed_behind_the_player_dealer():
    round = table(BANKER_WINS)
    round.answer(1, "pass")
    round.answer(3, "bank", 50_000)
    assert [ask.spot for ask in round.waiting] == ["5", "5b", "1"]


def test_a_backline_bettor_is_never_offered_the_bank():
    round = table(BANKER_WINS)
    offered = []
    while not round.done:
        offered.append(round.ask.spot)
        round.answer(round.ask.spot, "pass")
    assert offered == ["1", "3", "5"]


# -- The shoe ------------------------------------------------------------------------------------------------------


def shoes(rounds, seed=5, **house_rules):
    """Play rounds at one table; yield each with its shuffle."""
    table = Table(house_banked(GAME, **house_rules), {"ann": 10**7, "bob": 0}, seed=seed)
    for _ in range(rounds):
        shuffle = table.shuffle
        round = play(table.start(), {"1": {"tie": 100}})
        table.finish(round)
        yield round, shuffle, table


def test_the_first_card_of_a_shoe_says_how_many_are_burned():
    for seed in range(12):
        ((round, shuffle, _),) = shoes(1, seed)
        first = shuffle.order[0]
        count = baccarat_points([first]) or 10
        assert round.cards.hand(BURN) == list(shuffle.order[: 1 + count])
        assert round.cards.hand(PLAYER)[0] == shuffle.order[1 + count]
        assert text(round.view(None).hand(BURN)).count("??") == count, "only the first is turned"


def test_no_card_is_burned_where_the_house_says_so():
    ((round, shuffle, _),) = shoes(1, burn_by_first_card=False)
    assert BURN not in round.cards.hands
    assert round.cards.hand(PLAYER)[0] == shuffle.order[0]


@pytest.mark.parametrize("packs", [3, 8])
def test_a_shoe_lasts_until_the_cut_card_and_no_card_returns(packs):
    dealt, shuffles, last = [], [], None
    for round, shuffle, table in shoes(100, packs=packs):
        if shuffle is not last:
            assert BURN in round.cards.hands
            shuffles.append(shuffle)
            dealt, last = [], shuffle
        else:
            assert BURN not in round.cards.hands
        in_order = [card for event in round.events if isinstance(event, Dealt) for card in event.cards]
        dealt += in_order
        assert dealt == list(shuffle.order[: len(dealt)])
        left = 52 * packs - len(dealt)
        assert (table.shuffle is not shuffle) == (left <= 52), "the round in which the cut card comes is the last"
    assert len(shuffles) >= 2


@pytest.mark.parametrize("packs", range(3, 9))
def test_a_shoe_has_three_to_eight_decks(packs):
    order = cardroom.game(GAME, packs=packs).shuffle(seed=1).order
    assert sorted(order) == sorted(list(range(52)) * packs)


@pytest.mark.parametrize("packs", [2, 9])
def test_other_shoes_are_refused(packs):
    with pytest.raises(RuleBookError, match=f"house rule packs: {packs} is not within 3 to 8"):
        cardroom.game(GAME, packs=packs)


def test_the_house_places_the_cut_card():
    early = [table.shuffle is shuffle for _, shuffle, table in shoes(35, packs=3, cut_card=104)]
    late = [table.shuffle is shuffle for _, shuffle, table in shoes(35, packs=3, cut_card=20)]
    assert early.index(False) < late.index(False)


# -- The display (Equipment Used) ----------------------------------------------------------------------------------


def test_the_display_counts_this_shoe_and_keeps_the_last_one():
    names = ("hands", "player", "banker", "tie", "dragon 7", "panda 8", "naturals")
    counts, last_shoe, seen = dict.fromkeys(names, 0), None, []
    shoe = None
    for round, shuffle, table in shoes(160, packs=3):
        if shuffle is not shoe:
            if shoe is not None:
                last_shoe = counts
            shoe, counts = shuffle, dict.fromkeys(names, 0)
        player, banker = (round.cards.hand(hand) for hand in (PLAYER, BANKER))
        mine, theirs = baccarat_points(player), baccarat_points(banker)
        counts["hands"] += 1
        counts["tie" if mine == theirs else "player" if mine > theirs else "banker"] += 1
        counts["dragon 7"] += theirs == 7 and len(banker) == 3 and mine < 7
        counts["panda 8"] += mine == 8 and len(player) == 3 and theirs < 8
        counts["naturals"] += any(len(hand) == 2 and baccarat_points(hand) >= 8 for hand in (player, banker))
        shown = display(table.game.rules, table.carry.own)
        assert {name: cell["count"] for name, cell in shown["this shoe"].items()} == counts
        for name, cell in shown["this shoe"].items():
            assert cell["percent"] == pytest.approx(100 * counts[name] / counts["hands"], abs=0.0501)
        before = shown.get("last shoe")
        assert (before and {name: cell["count"] for name, cell in before.items()}) == last_shoe
        seen.append(last_shoe is not None)
    assert not seen[0]
    assert seen[-1]


def test_the_display_shows_the_tables_limits():
    shown = display(cardroom.game(GAME, minimum="$25", maximum="$500").rules, None)
    assert shown == {"minimum": 2_500, "maximum": 50_000}


def test_a_round_that_is_not_dealt_counts_nothing():
    table = Table(house_banked(GAME), {"ann": 10_000, "bob": 0}, seed=1)
    table.finish(play(table.start(), {}))
    assert "this shoe" not in display(table.game.rules, table.carry.own)
    assert table.shuffle.order
    table.finish(play(table.start(), {"1": {"tie": 100}}))
    assert display(table.game.rules, table.carry.own)["this shoe"]["hands"] == {"count": 1, "percent": 100.0}


# -- The long run --------------------------------------------------------------------------------------------------
@pytest.mark.proof
def test_in_the_long_run_the_lines_win_as_often_as_everywhere():
    """The known chances with eight decks, within four standard errors."""
    known = {"player": 0.446247, "banker": 0.458597, "tie": 0.095156, "dragon 7": 0.022534, "panda 8": 0.034543}
    game = house_banked(GAME)
    total, carry, number, shuffle = dict.fromkeys(known, 0), None, 0, game.shuffle("long run", 0)
    hands = 15_000
    for _ in range(hands):
        round = game.round({"ann": 10_000, "bob": 0}, shuffle=shuffle, carry=carry)
        round.answer(1, "bet", {"tie": 100})
        before = carry.own.this_shoe if carry and carry.shoe else {}
        carry = round.carry
        for name in known:
            total[name] += carry.own.this_shoe[name] - before.get(name, 0)
        if not carry.shoe:
            number += 1
            shuffle = game.shuffle("long run", number)
    assert total["player"] + total["banker"] + total["tie"] == hands
    for name, chance in known.items():
        assert abs(total[name] / hands - chance) < 4 * (chance * (1 - chance) / hands) ** 0.5, name
