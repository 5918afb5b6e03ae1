"""Rulings that are facts of the rule sets, as `docs/examine/rulings.md` states them."""

import pytest

import cardroom
from cardroom.games import all_games
from cardroom.rulebook import RuleBookError, rule_set
from cardroom.rulebook.fees import rates

SEATS = {
    10: "texas-holdem omaha omaha-high-low pot-limit-omaha-8 pineapple pineapple-high-low crazy-pineapple "
    "crazy-pineapple-high-low",
    9: "badugi",
    8: "big-o seven-card-stud seven-card-stud-high-low stud-8 razz ultimate-texas-holdem pure-21.5-blackjack "
    "pure-spanish-21.5",
    7: "mexican-poker ez-baccarat three-card-poker-6-card-bonus fortune-pai-gow-poker face-up-pai-gow-poker",
    6: "2-7-single-draw 2-7-triple-draw triple-draw-poker heads-up-holdem four-card-frenzy",
    4: "face-up-chinese-poker",
}


def test_b10_and_k25_every_game_of_a_document_has_its_seats():
    found = {game.slug: game.rules.seats.most for game in all_games() if game.rules.rules != "standard"}
    assert found == {slug: seats for seats, slugs in SEATS.items() for slug in slugs.split()}


def test_b8_backline_bettors_make_these_wagers():
    behind = {
        game.slug: {name for name, wager in game.rules.wager.items() if wager.backline}
        for game in all_games()
        if game.rules.rules == "500-club"
    }
    baccarat = behind.pop("ez-baccarat")
    assert baccarat == set(rule_set("ez-baccarat").wager)
    assert {slug: names for slug, names in behind.items() if names} == {
        "face-up-pai-gow-poker": {"base"},
        "fortune-pai-gow-poker": {"base"},
    }


def test_h13_an_early_raise_is_off_unless_the_house_allows_it():
    game = cardroom.game("heads-up-holdem", "wpt")
    rule = game.rules.house_rules["early_raise"]
    assert (rule.default, rule.stands(False), rule.stands(True)) == (False, "printed", "granted")


def test_h14_the_galaxy_jackpot_is_five_dollars_on_pocket_and_flop():
    for slug in ("heads-up-holdem", "four-card-frenzy"):
        rules = rule_set(slug, "brook")
        assert rules.limits("galaxy") == (500, 500)
        assert rules.table("galaxy").lines["royal flush"] == "100% of the meter"
        assert all(pays.endswith((" for 1", "of the meter")) for pays in rules.table("galaxy").lines.values())


def test_h15_tables_that_differ_in_one_line_are_both_kept():
    washington, wpt = rule_set("heads-up-holdem", "washington"), rule_set("heads-up-holdem", "wpt")
    one, other = washington.pay["jackpot-HH/JP 4"].lines, wpt.pay["progressive-4"].lines
    differ = {line for line in one | other if one.get(line, "loses") != other.get(line, "loses")}
    assert differ == {"flopped royal flush"}


@pytest.mark.parametrize("slug", ["omaha", "omaha-high-low", "pot-limit-omaha-8"])
def test_k24_the_omahas_may_have_a_middle_blind(slug):
    limit = "pot"
    assert cardroom.game(slug, limit=limit, stakes="$1/$1/$2").rules.stakes.blinds == (100, 100, 200)
    with pytest.raises(RuleBookError):
        cardroom.game("texas-holdem", limit=limit, stakes="$1/$1/$2")


def test_l1_no_schedule_has_more_than_five_rates():
    for game in all_games():
        for fees in game.rules.fee:
            assert len(rates([fees])) <= 5


def test_g1_the_brook_seeds_its_jackpots_and_adds_a_tenth_each_morning():
    for slug in ("heads-up-holdem", "four-card-frenzy"):
        galaxy = rule_set(slug, "brook").jackpots["galaxy"]
        assert (galaxy.rule, galaxy.seed, galaxy.rate, str(galaxy.morning)) == ("bonus", 250_000, 0, "1/10")


def test_g1_a_bonus_display_shows_the_three_sentences():
    (notice,) = rule_set("heads-up-holdem", "washington").notices()
    assert notice.text == (
        "Bonus Jackpot prizes are paid by the casino and are not components of any progressive prize contest. Player "
        "wagers do not accrue to any guaranteed player fund. The displayed Bonus Jackpot prize may be modified or "
        "discontinued at any time without prior notice."
    )
    terms = {"jackpot_type": "progressive", "jackpot_seed": "$1,000", "jackpot_rate": 5}
    assert not rule_set("heads-up-holdem", "washington", **terms).notices()
