"""Heads Up Hold'em and Four Card Frenzy as each document prints them: the rule that each outcome cites, and what a
house may and may not choose.

What is paid is in `test_every_pay_table`; how rounds go in the tests of the two games.
"""

import pytest

import cardroom
from cardroom.games.banked import four_card_frenzy, heads_up_holdem
from cardroom.money import dollars
from cardroom.play import Refused, Table
from cardroom.play.round.events import Settled
from cardroom.rulebook import RuleBookError, rule_set, rule_sets
from cardroom.show import picture
from cardroom.show.rules.data import page
from support.deals import people, play, stacked

HUH, FRENZY = "heads-up-holdem", "four-card-frenzy"

# -- Every outcome cites the rule that prints it -------------------------------------------------------------------

BROOK = "C. The Rules of the Card Game, rule"
TIES = 'Appendix "A", notes: all ties push'
OUTCOMES = {
    "fold": {"folded": True},
    "unqualified, won": {"qualified": False, "result": 1},
    "unqualified, lost": {"qualified": False, "result": -1},
    "won": {"result": 1},
    "lost": {"result": -1},
    "equal": {"result": 0},
    "straight won": {"result": 1, "hand": "straight"},
    "straight lost": {"result": -1, "hand": "straight"},
}
CITED = {
    (HUH, "brook"): {
        "ante": {
            "fold": f"{BROOK} 7b",
            "unqualified, won": f"{BROOK}s 9a-ii, 9b-ii and 9c",
            "unqualified, lost": f"{BROOK}s 9a-ii, 9b-ii and 9c",
            "won": f"{BROOK} 9a-ii",
            "lost": f"{BROOK} 9b-ii",
            "equal": f"{BROOK} 9c",
        },
        "raise": {"won": f"{BROOK} 9a-i", "lost": f"{BROOK} 9b-i", "equal": f"{BROOK} 9c"},
        "odds": {
            "fold": f"{BROOK} 7b",
            "won": "Table 1, which does not say; read as WPT HUH, rule 11f",
            "lost": "Table 2, which does not say; read as WPT HUH, rule 11h",
            "equal": f"{BROOK} 9c",
            "straight won": "Table 1",
            "straight lost": "Table 2",
        },
    },
    (HUH, "washington"): {
        "ante": {
            "fold": "Rules of Play, rule 4",
            "unqualified, won": "Rules of Play, rule 6",
            "unqualified, lost": "Rules of Play, rule 6",
            "won": "Rules of Play, rule 5",
            "lost": "Rules of Play, rule 5",
            "equal": TIES,
        },
        "raise": {"won": "Rules of Play, rule 5", "lost": "Rules of Play, rule 5", "equal": TIES},
        "odds": {
            "fold": "Rules of Play, rule 4",
            "won": 'Appendix "A", All Other: Push',
            "lost": 'Appendix "A", All Other: Loss',
            "equal": TIES,
            "straight won": 'Appendix "A"',
            "straight lost": 'Appendix "A"',
        },
    },
    (HUH, "washington-no-qualifier"): {
        "odds": {
            "won": 'Appendix "A", All Other: Push',
            "lost": 'Appendix "A", note 7: the bad beat tables are for the version with a qualifier',
            "straight won": 'Appendix "A", note on PT-FLT-HUH-02',
            "straight lost": 'Appendix "A", note 7: the bad beat tables are for the version with a qualifier',
        },
    },
    (HUH, "wpt"): {
        "ante": {
            "fold": "rule 9",
            "unqualified, won": "rule 11a",
            "unqualified, lost": "rule 11a",
            "won": "rule 11b",
            "lost": "rule 11c",
            "equal": "rule 11d",
        },
        "raise": {"won": "rules 11e and 11f", "lost": "rules 11h and 11i", "equal": "rule 11g"},
        "odds": {
            "fold": "rule 9",
            "won": "rule 11f",
            "lost": "rule 11h",
            "equal": "rule 11g",
            "straight won": "Odds Win Paytable",
            "straight lost": "Bad Beat (Odds Loss) Paytables",
        },
    },
    (FRENZY, "brook"): {
        "ante": {
            "fold": f"{BROOK} 5; what a fold loses is a ruling",
            "unqualified, won": f"{BROOK} 7",
            "won": f"{BROOK} 7",
            "lost": f"{BROOK} 7",
            "equal": f"{BROOK} 7",
        },
        "raise": {"won": f"{BROOK} 7", "lost": f"{BROOK} 7", "equal": f"{BROOK} 7"},
        "odds": {
            "fold": f"{BROOK} 5; what a fold loses is a ruling",
            "won": f"{BROOK} 7; Table 1, Other: Push",
            "lost": f"{BROOK} 7",
            "equal": f"{BROOK} 7; Table 1, Other: Push",
            "straight won": "Table 1",
            "straight lost": "Table 2",
        },
    },
}


def decided(game, rules, wager, outcome):
    """The payoff of a wager."""
    script = heads_up_holdem if game == HUH else four_card_frenzy
    return script.settle(rule_set(game, rules), wager, script.Showdown(**OUTCOMES[outcome]))


@pytest.mark.parametrize(("game", "rules"), CITED)
def test_every_outcome_cites_the_rule_that_prints_it(game, rules):
    loaded = rule_set(game, rules)
    for wager, outcomes in CITED[game, rules].items():
        for outcome, cite in outcomes.items():
            assert decided(game, rules, wager, outcome).cite == loaded.cite(cite), (wager, outcome)


@pytest.mark.parametrize(("game", "rules"), CITED)
def test_no_citation_is_kept_that_nothing_uses(game, rules):
    loaded = rule_set(game, rules)
    for name, wager in loaded.wager.items():
        if wager.cites:
            used = {decided(game, rules, name, outcome).cite for outcome in OUTCOMES}
            unused = {loaded.cite(cite) for cite in wager.cites.values()} - used
            # Its sibling's tables, which this version of the game does not use.
            assert not unused or rules == "washington-no-qualifier"


def test_odds_are_shown_as_printed():
    flush = heads_up_holdem.Showdown(result=1, hand="flush")
    for rules in ("brook", "wpt"):
        assert heads_up_holdem.settle(rule_set(HUH, rules), "odds", flush).why == "Odds: flush pays 1.5 to 1"


def test_the_dealers_hand_is_announced_with_the_rule_on_qualifying():
    announced = {
        (HUH, "brook"): f"{BROOK} 8",
        (HUH, "washington"): "Rules of Play, rule 6, which names a pair as its example",
        (HUH, "washington-no-qualifier"): "Rules of Play, rule 5",
        (HUH, "wpt"): "rule 11a",
        (FRENZY, "brook"): f"{BROOK}s 6 and 7",
    }
    for (slug, rules), cite in announced.items():
        game = cardroom.game(slug, rules=rules)
        round = play(game.round({"ann": 100_000}, seed=1), {"1": {"ante": 500, "odds": 500}})
        (items,) = [event for event in round.events if getattr(event, "text", "").startswith("Dealer has")]
        assert items.cite == game.rules.cite(cite)


# -- A house can choose only what a document grants -----------------------------------------------------------

SWITCHES = {
    (HUH, "brook"): "bad_beat trips_plus pocket_bonus top_up_shares minimum maximum",
    (HUH, "washington"): "bad_beat trips_plus_offered trips_plus pocket_bonus_offered pocket_bonus jackpot "
    "second_jackpot jackpot_type jackpot_table second_jackpot_table jackpot_wager jackpot_seed jackpot_rate "
    "second_jackpot_wager second_jackpot_seed second_jackpot_rate community_cards top_up_shares "
    "smallest_chip minimum maximum",
    (HUH, "wpt"): "bad_beat trips_plus trips_plus_first pocket_bonus all_6 all_6_table jackpot jackpot_table "
    "jackpot_wager jackpot_seed jackpot_rate early_raise community_cards top_up_shares smallest_chip minimum maximum",
    (FRENZY, "brook"): "bad_beat four_card_bonus prime top_up_shares smallest_chip minimum maximum",
}


@pytest.mark.parametrize(("game", "rules"), SWITCHES)
def test_a_house_may_choose_what_its_document_leaves_open_and_nothing_else(game, rules):
    assert list(rule_set(game, rules).house_rules) == SWITCHES[game, rules].split()


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        ("washington", "minimum maximum"),  # Game Description: limits are established by the casino operator
        # Bonus or Progressive Jackpot Definition: the operator's controls define how the jackpots are configured
        ("washington", "jackpot_type jackpot_seed jackpot_rate second_jackpot_seed second_jackpot_rate"),
        ("wpt", "minimum maximum"),  # rule 2: within posted table limits
        ("wpt", "trips_plus_first"),  # Trips Plus: a house procedure determined by management
    ],
)
def test_the_document_leaves_these_choices_to_the_house(rules, names):
    loaded = rule_set(HUH, rules)
    assert {name: loaded.stands(name) for name in names.split()} == dict.fromkeys(names.split(), "granted")


@pytest.mark.parametrize("rules", rule_sets(HUH))
def test_whether_the_dealer_qualifies_is_the_versions_and_no_switch(rules):
    """Washington HUH, Appendix A: each Odds table is for one version of the game only."""
    with pytest.raises(RuleBookError, match="no house rule 'dealer_qualifies'"):
        rule_set(HUH, rules, dealer_qualifies=False)
    loaded = rule_set(HUH, rules)
    assert bool(loaded.dealer.qualifies) == bool(loaded.wager["odds"].beaten)
    assert (loaded.pay["odds-win"].id == "PT-FLT-HUH-02") == (not loaded.dealer.qualifies)


def test_operators_choose_which_bonus_wagers_a_washington_layout_has():
    off = {"trips_plus_offered": False, "pocket_bonus_offered": False, "jackpot": False}
    assert list(rule_set(HUH, "washington", **off).wagers()) == ["ante", "odds", "raise"]
    round = cardroom.game(HUH, rules="washington", pocket_bonus_offered=False).round({"ann": 100_000}, seed=1)
    with pytest.raises(Refused, match="There is no wager 'pocket-bonus' here"):
        round.answer(1, "bet", {"ante": 500, "odds": 500, "pocket-bonus": 500})
    play(round, {"1": {"ante": 500, "odds": 500, "trips-plus": 500}})


def test_no_single_wager_of_a_washington_table_is_over_300_dollars():
    """WAC 230-15-140 at the time when the rules were approved. Play is three times the Ante."""
    most = rule_set(HUH, "washington", maximum="$100").limits("ante")[1]
    assert 3 * most == 30_000
    for name, amounts in (("minimum", ("$1", "$100")), ("maximum", ("$5", "$100"))):  # the least wager is $5
        assert [dollars(rule_set(HUH, "washington", **{name: amount}).house(name)) for amount in amounts] == [*amounts]
        with pytest.raises(RuleBookError, match=rf"{name}: \$101 is not within \$1 to \$100"):
            rule_set(HUH, "washington", **{name: "$101"})


def test_the_brooks_minimum_rises_by_whole_dollars():
    """Brook HUH, G; Brook FCF, G does not say so."""
    assert rule_set(HUH, "brook", minimum="$7").minimum == 700
    for amount in ("$1.50", "$10.01", "$0.99"):
        with pytest.raises(RuleBookError, match="house rule minimum"):
            rule_set(HUH, "brook", minimum=amount)
    assert rule_set(FRENZY, "brook", minimum="$1.50", smallest_chip="$0.50").minimum == 150


@pytest.mark.parametrize("first", [False, True])
def test_management_decides_whether_trips_plus_comes_before_the_main_bets(first):
    game = cardroom.game(HUH, rules="wpt", trips_plus_first=first, all_6=False)
    cards = stacked("Kc Kd", "8c 8d", "Qs Qd", "9h 2s 5c Jh 7d")
    bets = {"ante": 500, "odds": 500, "trips-plus": 500}
    round = play(game.round(*people((1, 2)), shuffle=cards), {"1": bets, "2": bets})
    order = [(event.spot, event.wager) for event in round.events if isinstance(event, Settled)]
    main = ["ante", "raise", "odds"]
    each = ["trips-plus", *main] if first else [*main, "trips-plus"]
    assert order == [(seat, wager) for seat in ("1", "2") for wager in each]


def test_a_wager_that_comes_first_by_no_house_rule_is_refused(tmp_path):
    file = tmp_path / "own.toml"
    for first in ('{ trips-plus = "bad_beat" }', '{ trips-plus = "luck" }', '{ blind = "all_6" }'):
        file.write_text(f'extends = "{HUH}/wpt"\n[order]\nfirst = {first}\n')
        with pytest.raises(RuleBookError, match=r"order.first: .*the on-off house rule that puts it first"):
            cardroom.rulebook.load(file)


# -- Printed facts about the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "rules", "name"),
    [
        (HUH, "brook", "Heads Up Hold'em"),
        (HUH, "washington", "Heads Up Hold'em"),
        (HUH, "washington-no-qualifier", "Heads Up Hold'em"),
        (HUH, "wpt", "WPT Heads Up Hold'em"),
        (FRENZY, "brook", "Four Card Frenzy"),
    ],
)
def test_the_house_banks_one_pack_is_dealt_and_six_may_sit(game, rules, name):
    made = cardroom.game(game, rules=rules)
    data = page(made)
    assert (data["name"], data["bank"]["who"], data["seats"]["most"]) == (name, "house", 6)
    assert (data["deck"]["name"], data["deck"]["cards"]) == ("standard", 52)
    assert sorted(made.shuffle(1).order) == list(range(52))
    with pytest.raises(ValueError, match="6"):
        made.round(*people(range(1, 8)), seed=1)


@pytest.mark.parametrize("covered", [1, 2, 3])
@pytest.mark.parametrize(("game", "checks"), [(HUH, True), (FRENZY, False)])
def test_the_brooks_raises_lie_on_as_many_spots_of_one_ante_each(game, checks, covered):
    """Brook HUH, rules 3, 5 and 7; Brook FCF, rule 5."""
    cards = ("As Ad", "Kc Kh", "9c 9d", "4h 2d 3d 4s 7c") if checks else ("As Ad 9c 4h 2d", "Kc Kh 9d 4s 3d")
    round = cardroom.game(game, rules="brook").round(*people((1, 2)), shuffle=stacked(*cards))
    for seat in (1, 2):
        round.answer(seat, "bet", {"ante": 700, "odds": 700})
    for seat in (1, 2) * (3 - covered) if checks else ():
        round.answer(seat, "check")
    round.answer(1, "raise", 700 * covered)
    (raised,) = [box for box in picture(round.view("ann")).boxes if box.label == "Raise" and box.amount]
    assert raised.spots == tuple(700 if place < covered else 0 for place in range(3))


def test_no_hand_of_a_banked_game_depends_on_the_hands_before():
    """Brook HUH and Brook FCF, I: no points are collected. Only a jackpot's display is carried from round to round."""
    for game in (HUH, FRENZY):
        made = cardroom.game(game, rules="brook")
        table = Table(made, {"ann": 100_000}, seed=1)
        for _ in range(3):
            play(table.start(), {"1": {"ante": 500, "odds": 500}})
            table.finish()
            assert table.carry == Table(made, {"ann": 100_000}, seed=2).carry


@pytest.mark.parametrize(
    ("rules", "order"),
    [("brook", ["raise", "ante", "odds", "trips-plus"]), ("washington", ["ante", "odds", "raise", "trips-plus"])],
)
def test_players_are_settled_in_turn_each_wager_as_the_rules_name_them(rules, order):
    """Brook HUH, rules 9 and 10; Washington HUH, rule 5."""
    bets = {"ante": 500, "odds": 500, "trips-plus": 500}
    round = cardroom.game(HUH, rules=rules).round(*people((1, 2, 3)), seed=1)
    play(round, dict.fromkeys(("1", "2", "3"), bets))
    settled = [(event.spot, event.wager) for event in round.events if isinstance(event, Settled)]
    assert settled == [(seat, wager) for seat in ("1", "2", "3") for wager in order]


@pytest.mark.parametrize(("game", "rules"), CITED)
def test_wagers_outside_the_posted_limits_are_refused(game, rules):
    made = cardroom.game(game, rules=rules, minimum="$2", maximum="$8")
    round = made.round({"ann": 100_000}, seed=1)
    for amount in (199, 801):
        with pytest.raises(Refused, match=r"Ante must be from \$2 to \$8"):
            round.answer(1, "bet", {"ante": amount, "odds": amount})
    round.answer(1, "bet", {"ante": 800, "odds": 800})


def test_rule_sets_name_the_documents_that_theirs_follow():
    rules = {key: rule_set(*key).source for key in CITED}
    assert {key: (source.document, source.section, source.date) for key, source in rules.items()} == {
        (HUH, "brook"): ("Brook HUH", "Heads Up Hold'em", "06/24/21"),
        (HUH, "washington"): ("Washington HUH", "Heads Up Hold'em", "January 28, 2021"),
        (HUH, "washington-no-qualifier"): ("Washington HUH", "Heads Up Hold'em", "January 28, 2021"),
        (HUH, "wpt"): ("WPT HUH", "Dealing Procedures", ""),
        (FRENZY, "brook"): ("Brook FCF", "Four Card Frenzy", "09/05/2019"),
    }


@pytest.mark.parametrize("rules", ["washington", "washington-no-qualifier"])
def test_the_disclaimer_is_on_the_table_and_on_the_rules_page(rules):
    """Washington HUH, Bonus or Progressive Jackpot Definition: all bonus jackpot displays include it."""
    game = cardroom.game(HUH, rules=rules)
    (prescribed,) = rule_set(HUH, "washington").display
    shown = picture(game.round({"ann": 100_000}, seed=1).view("ann"))
    assert [notice.text for notice in shown.notices] == [prescribed.text]
    assert [notice["text"] for notice in page(game)["display"]] == [prescribed.text]
    off = cardroom.game(HUH, rules=rules, jackpot=False)
    assert picture(off.round({"ann": 100_000}, seed=1).view("ann")).notices == ()
