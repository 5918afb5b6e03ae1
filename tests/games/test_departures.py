"""Where the product departs from its documents, the printed rule is one switch away."""

from functools import partial

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.games import game
from cardroom.games.chinese.placing import best_set
from cardroom.games.poker.seating import button_strength
from cardroom.play import Refused
from cardroom.rulebook import RuleBookError, rule_set, slugs, with_house_rules
from cardroom.rulebook.house_rules import NO_DOCUMENT
from cardroom.show.rules import departing_choices
from games.chinese.hands import paid, play
from games.poker.tables import start
from games.poker.test_stud import dealt

DOCUMENTS = [slug for slug in slugs() if rule_set(slug).id != NO_DOCUMENT]


@pytest.mark.parametrize("slug", DOCUMENTS)
def test_as_printed_leaves_no_departure_that_can_be_played_otherwise(slug):
    """Only what cannot be carried out stays: the draw games' note about seven cards."""
    for limit in rule_set(slug).house_rules["limit"].choices if rule_set(slug).poker else ("",):
        chosen = {"limit": limit} if limit else {}
        printed = rule_set(slug, as_printed=True, **chosen)
        left = [each.name for each in departing_choices(game(slug, as_printed=True, **chosen))]
        assert left in ([], ["too_few_cards"]), left
        assert with_house_rules(rule_set(slug), printed.settings) is printed  # a record needs no other switch


def test_what_the_house_chooses_takes_precedence_over_the_printed_value():
    rules = rule_set("texas-holdem", as_printed="on", limit="no", raise_cap=5)
    assert (rules.house("raise_cap"), rules.house("collection")) == (5, "1/4/7")
    assert rule_set("texas-holdem", as_printed=False) is rule_set("texas-holdem")
    with pytest.raises(RuleBookError, match="as_printed: write on or off"):
        rule_set("texas-holdem", as_printed="maybe")


def test_every_printed_schedule_that_is_posted_fits_the_table():
    """One for each number of players at poker, so that no table is without a collection."""
    for slug in DOCUMENTS:
        rules = rule_set(slug, as_printed=True)
        if rules.schedules:
            players = range(2, rules.seats.most + 1) if rules.poker else [None]
            assert all(any(fee.holds(count) for fee in rules.posted) for count in players), slug


# -- Face-Up Chinese Poker --------------------------------------------------------------------------------------------

STRAIGHTS = "2c 2d 5h / 6c 7d 8h 9s Tc / 6d 7c 8s 9h Td"
"""The middle and the back are the same straight."""
OTHER = "3c 4h Jd / 3d 3h 5c 7h Kd / 4c 4d Jc Qs Ah"


def test_equal_segments_are_a_foul_where_each_must_rank_higher():
    """Object of the Game: the back must rank higher than the middle."""
    assert paid(play({1: STRAIGHTS, 2: OTHER}, buttons=2)) == [(2, 1, 1 + (1 + 4) + (1 + 2))]
    assert paid(play({1: STRAIGHTS, 2: OTHER}, buttons=2, equal_segments_foul=True)) == [(1, 2, 9)]


def test_an_absent_player_in_fantasy_land_does_not_set_equal_segments_where_they_foul():
    cards = parse("2c 2d 3h 6c 7d 8h 9s Tc 6d 7c 8s 9h Td")
    for strict in (False, True):
        _, middle, back = best_set(rule_set("face-up-chinese-poker", equal_segments_foul=strict), cards)
        assert ({card >> 2 for card in middle} == {card >> 2 for card in back}) is not strict


SIX_PAIRS = "2s 2d 9c / 9d 5s 5d 7s 7d / 9s 9h Jc Jd Ks"
FLUSHES = "2h 7h 8h / 4c 5c 6c 3c Qc / Th Jh Qh 3h Ah"


def test_a_clean_sweep_earns_the_bonuses_of_its_segments_where_they_come_in_addition():
    """Bonus System: bonus points may be added to those of a clean sweep. A pair of nines in the middle has none."""
    own = "3s 3d 8c / 8d 5s 5d 7s 7d / 9s 9d 9h 9c Ks"
    plain = "2c 4h 6h / Tc 2d 4c 7h Jh / Th Qh Ah Kc 4d"
    assert paid(play({1: own, 2: plain}, declare=[1])) == [(2, 1, 3)]
    assert paid(play({1: own, 2: plain}, declare=[1], sweep_bonus=True)) == [(2, 1, 3 + 8)]


def test_sweeps_of_one_value_are_compared_by_the_printed_order_where_the_house_says_so():
    """Clean Sweep lists six pairs above three flushes, and says that equal values push: the two contradict."""
    hands = {1: SIX_PAIRS, 2: FLUSHES}
    assert paid(play(hands, declare=[1, 2])) == []
    assert paid(play(hands, declare=[1, 2], sweeps_by_rank=True)) == [(2, 1, 3)]


# -- Poker ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ace", "first"), [(False, "2"), (True, "4")])
def test_the_ace_brings_it_in_where_the_printed_order_decides(ace, first):
    """Razz, Card Values: from highest to lowest ace, 2, 3 ... king; the suits spades, hearts, diamonds, clubs."""
    hands = dealt("2c 3c Kh", "5d 6d Ks", "8c 9c Ac", "8d 9d Ad")
    assert start("razz", [100] * 4, hands, ace_brings_in=ace).ask.spot == first


def test_the_deuce_of_spades_gets_the_first_button_where_the_printed_order_decides():
    """2-7 Single Draw, Card Values: from highest to lowest 2, 3, 4 ... ace; rule 3: spades, hearts, diamonds, clubs."""
    cards = parse("Ac 2h 2s Ks 3d")
    best = {}
    for deuce in (False, True):
        rules = rule_set("2-7-single-draw", deuce_is_high=deuce)
        best[deuce] = max(cards, key=partial(button_strength, rules))
    assert best == {False: cards[0], True: cards[2]}


def test_no_limit_has_the_printed_cap():
    assert rule_set("omaha", limit="no").house("raise_cap") == 0
    assert rule_set("omaha", limit="no", as_printed=True).house("raise_cap") == 3
    assert rule_set("mexican-poker", limit="no", as_printed=True).house("raise_cap") == 0  # its rule 8c


# -- Chips ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", [slug for slug in DOCUMENTS if rule_set(slug).wager])
def test_wagers_are_in_whole_chips_of_a_dollar(slug):
    assert rule_set(slug).increment == 100


def test_an_ante_of_odd_cents_is_refused():
    round = cardroom.game("ultimate-texas-holdem", minimum="$5").round({"ann": 100_000, "bob": 100_000}, seed=1)
    round.answer(1, "bank", 50_000)
    with pytest.raises(Refused, match=r"Ante must be in whole chips of \$1, not \$78.53"):
        round.answer(2, "bet", {"ante": 7853, "blind": 7853})
    chips = cardroom.game("ultimate-texas-holdem", smallest_chip="$5").round({"ann": 100_000, "bob": 100_000}, seed=1)
    chips.answer(1, "bank", 50_000)
    with pytest.raises(Refused, match=r"whole chips of \$5, not \$7"):
        chips.answer(2, "bet", {"ante": 700, "blind": 700})
