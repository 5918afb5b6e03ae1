"""Collection schedules are data: printed options, moments, tiers; one is in force, or none."""

import re

import pytest

from cardroom.rulebook import RuleBookError, load, rule_set, with_house_rules
from cardroom.show.rules.collection import posted_lines, takes_whole_pots

BANKED = """
extends = "three-card-poker-6-card-bonus/500-club"
[[fee]]
option = "1"
cite = "California Games Collection Rates, option 1"
[[fee.charge]]
moment = "before the deal"
payer = "player-dealer"
counts = "game wagers"
tiers = [
  { from = "$5", to = "$99", fee = "$0.50" },
  { from = "$100", to = "$199", fee = "$1" },
  { from = "$200", to = "$399", fee = "$2" },
  { from = "$400", to = "$599", fee = "$5" },
  { from = "$600", fee = "$8" },
]
[[fee]]
option = "2"
cite = "California Games Collection Rates, option 2"
[[fee.charge]]
moment = "after two cards"
payer = "player-dealer"
counts = "all wagers"
tiers = [{ from = "$5", fee = "$3" }]
[[fee.charge]]
moment = "before the deal"
payer = "each player"
counts = "nothing"
cite = "rule 4"
tiers = [{ from = "$0", fee = "$1" }]
[[fee]]
option = "3"
cite = "California Games Collection Rates, option 3"
[[fee.charge]]
moment = "before the deal"
payer = "player-dealer"
counts = "all wagers"
tiers = [{ from = "$1", to = "illegible", fee = "illegible" }, { from = "$50", fee = "$2" }]
"""


def pot(option, players, *fees):
    """A poker schedule: flop, turn, river and modified fee."""
    moments = zip(("flop", "turn", "river", "modified"), fees, strict=True)
    charges = ", ".join(
        f'{{ moment = "{moment}", payer = "pot", counts = "nothing", tiers = [{{ from = "$0", fee = "{fee}" }}] }}'
        for moment, fee in moments
    )
    return f'[[fee]]\noption = "{option}"\ncite = "rates"\nplayers = {players}\ncharge = [{charges}]\n'


POKER = 'extends = "texas-holdem/500-club"\n' + "".join(
    [
        pot("1", [7, 10], "$15", "$1", "$1", "$1"),
        pot("3", [7, 10], "$13", "$5", "$4", "$1"),
        pot("4", [5, 6], "$14", "$1", "$1", "$1"),
        pot("7", [2, 4], "$13", "$1", "$0", "$1"),
        pot("9", [2, 4], "$12", "$2", "$3", "$6"),
    ]
)


@pytest.fixture
def own(tmp_path):
    """Loads a text as a rules file, under settings."""

    def loaded(text, **settings):
        file = tmp_path / "own.toml"
        file.write_text(text)
        return with_house_rules(load(file), settings)

    return loaded


def test_nothing_is_collected_unless_the_house_posts_a_schedule(own):
    rules = own(BANKED)
    assert rules.house("collection") == "none"
    assert rules.fees("before the deal") == ()
    assert rule_set("three-card-poker-6-card-bonus").posted == ()
    assert "collection" not in rule_set("heads-up-holdem").house_rules


def test_the_option_in_force_is_a_house_rule(own):
    rules = own(BANKED)
    rule = rules.house_rules["collection"]
    assert (rule.default, rule.choices) == ("none", ("none", "1", "2", "3"))
    assert rule.says
    assert rules.cite(rule.cite) == "departure by own, California Games Collection Rates, option 1"
    with pytest.raises(RuleBookError, match="house rule collection: '5' is not possible: choose from none, 1, 2, 3"):
        own(BANKED, collection="5")


def test_action_counts_in_whole_dollars_within_its_tier(own):
    (charge,) = own(BANKED, collection="1").fees("before the deal")
    assert (charge.payer, charge.counts, charge.most) == ("player-dealer", "game wagers", 800)
    actions = [0, 499, 500, 9999, 10000, 19999, 20000, 39999, 40000, 59999, 60000, 10**9]
    assert [charge.fee(action) for action in actions] == [0, 0, 50, 50, 100, 100, 200, 200, 500, 500, 800, 800]


def test_each_charge_of_an_option_is_due_at_its_moment_and_cited(own):
    rules = own(BANKED, collection="2")
    (late,), (early,) = rules.fees("after two cards", 7), rules.fees("before the deal", 2)
    assert (late.payer, late.fee(500), early.payer, early.fee(0)) == ("player-dealer", 300, "each player", 100)
    assert rules.cite(late.cite).endswith("California Games Collection Rates, option 2")
    assert early.cite == "rule 4"
    assert rules.fees("flop") == ()


def test_game_wagers_are_those_that_need_no_other(own):
    rules = own(BANKED)
    assert rules.counted("game wagers") == ("ante",)
    assert rules.counted("all wagers") == ("ante", "pair-plus", "six-card-bonus")
    assert rules.counted("nothing") == ()
    assert rule_set("ez-baccarat").counted("game wagers") == ("player", "banker", "tie")
    assert rule_set("ultimate-texas-holdem").counted("game wagers") == ("ante", "blind")


def test_an_illegible_option_is_rejected_when_posted(own):
    with pytest.raises(RuleBookError, match="collection: option 3 is not clearly legible in the document"):
        own(BANKED, collection="3")


def test_a_poker_table_posts_one_option_for_each_number_of_players(own):
    rules = own(POKER, collection="7/1/4")
    assert rules.house("collection") == "1/4/7"
    assert rules is own(POKER, collection="1/4/7")
    assert [rules.fees("flop", players)[0].fee(0) for players in (2, 4, 5, 6, 7, 10)] == [1300] * 2 + [1400] * 2 + [
        1500
    ] * 2
    assert len(rules.fees("flop")) == 3
    assert rules.fees("flop", 11) == ()
    assert own(POKER, collection="1").fees("flop", 3) == ()


@pytest.mark.parametrize(
    ("collection", "message"),
    [
        ("1/3", "options 1 and 3 are for the same number of players: choose one"),
        ("1/2", r"'1/2' is not possible: choose from none, 1, 3, 4, 7, 9 \(several: 1/4/7\)"),
        ("none/1", "'none/1' is not possible: choose from"),
        ("3/9", "8 different fees are posted; at most 5 are allowed"),
    ],
)
def test_schedules_that_may_not_be_posted_together_are_rejected(own, collection, message):
    with pytest.raises(RuleBookError, match=message):
        own(POKER, collection=collection)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'from = "$100"',
            'from = "$101"',
            r"option 1: charge, before the deal: tiers: from \$5 to \$99 is followed by",
        ),
        ('from = "$100"', 'from = "$99"', "begin one dollar above the tier below"),
        ('to = "$199", ', "", r"from \$100 without an end is followed by from \$200"),
        ('to = "$99"', 'to = "$99.50"', "write whole dollars"),
        ('from = "$5", to = "$99"', 'from = "$99", to = "$5"', r"from \$99 to \$5 is not a range"),
        ('fee = "$8"', 'fee = "eight"', "'eight' is not an amount"),
        (
            ', fee = "$8" },',
            ', to = "$700", fee = "$8" }, { from = "$701", fee = "$9" }',
            "option 1: it has 6 different",
        ),
        ('option = "2"', 'option = "1"', "option 1: it appears twice for the same number of players"),
        ('option = "2"', 'option = "none"', "option none: write the printed number"),
        ('option = "2"', 'option = "1/2"', "option 1/2: write the printed number"),
        ('payer = "each player"', 'payer = "pot"', "only a poker game has a pot"),
        (
            'payer = "each player"',
            'payer = "the house"',
            "'the house' is not possible here: choose from each player, player-dealer, pot",
        ),
        (
            'moment = "after two cards"',
            'moment = "at noon"',
            "'at noon' is not possible here: choose from after two cards",
        ),
        ('counts = "game wagers"', 'counts = "nothing"', "a fee that counts nothing takes one tier"),
        ('tiers = [{ from = "$0", fee = "$1" }]', "tiers = []", "takes at least one tier"),
        ('option = "2"', 'option = "2"\nplayers = [7, 5]', "option 2: players: 7 to 5 is not a range"),
    ],
)
def test_an_invalid_schedule_is_rejected_by_option_and_moment(own, old, new, message):
    assert old in BANKED
    with pytest.raises(RuleBookError, match=f"own.toml: .*{message}"):
        own(BANKED.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('payer = "pot"', 'payer = "player-dealer"', "option 1: charge, flop: a poker collection comes out of the pot"),
        ('counts = "nothing"', 'counts = "all wagers"', "this game has no wagers to count"),
    ],
)
def test_a_poker_schedule_takes_from_the_pot(own, old, new, message):
    with pytest.raises(RuleBookError, match=message):
        own(POKER.replace(old, new, 1))


def test_the_house_rule_is_not_written_by_hand(own):
    text = '[house_rules.collection]\ndefault = "1"\nchoices = ["1"]\nsays = "S"\ncite = "C"\n'
    with pytest.raises(RuleBookError, match=r"house_rules.collection: leave it out: it follows from"):
        own(BANKED + text)


DEALERS = 'moment = "before the deal"\npayer = "player-dealer"\ncounts = "all wagers"\n'
FLAT = 'moment = "flop"\npayer = "pot"\ncounts = "nothing"\n'


@pytest.mark.parametrize(
    ("base", "text", "says"),
    [
        ("texas-holdem", FLAT + 'tiers = [{ from = "$5", fee = "$4" }]', "is the same for any action"),
        ("texas-holdem", FLAT + 'tiers = [{ from = "$0", to = "$9", fee = "$4" }]', "is the same for any action"),
        (
            "three-card-poker-6-card-bonus",
            DEALERS + 'tiers = [{ from = "$5", to = "$100", fee = "$1" }]',
            "the last one, from $5, has an end",
        ),
    ],
)
def test_a_fee_with_unclear_tiers_is_rejected(tmp_path, base, text, says):
    file = tmp_path / base / "own.toml"
    file.parent.mkdir()
    file.write_text(f'extends = "500-club"\n[[fee]]\noption = "1"\n[[fee.charge]]\n{text}\n')
    with pytest.raises(RuleBookError, match=re.escape(says)):
        load(file)


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ('limit = ["fixed"], stakes = ["$4-$8", ""]', "stakes: write both ends of the range"),
        ('buy_in = ["", "$20"]', "buy_in: write both ends of the range"),
        ('stakes = ["$100-$200", "$4-$8"]', "stakes: from $100-$200 to $4-$8 is not a range"),
        ('minimum = ["$1", "$5"]', "minimum: leave it out at a poker game"),
    ],
)
def test_invalid_terms_are_rejected(tmp_path, terms, says):
    file = tmp_path / "texas-holdem" / "own.toml"
    file.parent.mkdir()
    tiers = 'tiers = [{ from = "$0", fee = "$4" }]'
    file.write_text(
        f'extends = "500-club"\n[[fee]]\noption = "1"\nterms = {{ {terms} }}\n[[fee.charge]]\n{FLAT}{tiers}\n'
    )
    with pytest.raises(RuleBookError, match=re.escape(says)):
        load(file)


@pytest.mark.parametrize("option", ["92", "95", "98"])
def test_a_posted_fee_that_can_take_a_whole_pot_is_named(option):
    small = rule_set("texas-holdem", limit="fixed", stakes="$4-$8", collection=option)
    (warning,) = takes_whole_pots(small)
    assert warning.startswith(f"option {option} can take the whole pot after the flop")
    assert warning in list(posted_lines(small))
    large = rule_set("texas-holdem", limit="fixed", stakes="$40-$80", collection=option)
    assert not list(takes_whole_pots(large))
