"""Jackpots are data: the seed of a meter, what moves it, and what a house must set before it opens."""

from fractions import Fraction

import pytest

from cardroom.rulebook import RuleBookError, load, rule_set

PROGRESSIVE = {"jackpot_type": "progressive", "jackpot_seed": "$5,000", "jackpot_rate": 10}
SECOND = {"second_jackpot": True, "second_jackpot_seed": "$700", "second_jackpot_rate": 25}


def washington(**house_rules):
    return rule_set("heads-up-holdem", "washington", **house_rules)


@pytest.mark.parametrize("game", ["heads-up-holdem", "four-card-frenzy"])
def test_the_brooks_jackpot_is_a_bonus_of_2500_that_grows_each_morning(game):
    jackpot = rule_set(game, "brook").jackpot_of("galaxy")
    assert (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve) == ("bonus", 250000, 0, 0)
    assert jackpot.morning == Fraction(1, 10)
    assert rule_set(game, "brook").jackpot_of("ante") is None


@pytest.mark.parametrize("rules", ["washington", "washington-no-qualifier"])
def test_each_of_two_sensors_has_its_own_meter(rules):
    loaded = rule_set("heads-up-holdem", rules, **PROGRESSIVE, **SECOND)
    first, second = loaded.jackpot_of("jackpot"), loaded.jackpot_of("second-jackpot")
    assert first[:5] == ("first", "Jackpot", "progressive", 500000, Fraction(1, 10))
    assert second[:5] == ("second", "Second Jackpot", "progressive", 70000, Fraction(1, 4))


def test_a_bonus_jackpot_does_not_move_whatever_the_rate_is_set_to():
    assert washington(jackpot_rate=10).jackpot_of("jackpot").rate == 0


@pytest.mark.parametrize("missing", ["jackpot_seed", "jackpot_rate"])
def test_no_progressive_opens_on_an_invented_seed_or_rate(missing):
    settings = {name: value for name, value in PROGRESSIVE.items() if name != missing}
    with pytest.raises(RuleBookError, match=f"progressive needs {missing} to be set first"):
        washington(**settings)
    wpt = {"jackpot_seed": "$5,000", "jackpot_rate": 10}
    del wpt[missing]
    with pytest.raises(RuleBookError, match=f"needs {missing} to be set first"):
        rule_set("heads-up-holdem", "wpt", jackpot=True, **wpt)
    with pytest.raises(RuleBookError, match=f"needs {missing} to be more than zero"):
        rule_set("heads-up-holdem", "wpt", jackpot=True, **wpt, **{missing: 0})
    with pytest.raises(RuleBookError, match=f"progressive needs {missing} to be more than zero"):
        washington(**settings, **{missing: 0})


@pytest.mark.parametrize("rate", [-1, 101])
def test_a_meter_gets_no_more_than_the_whole_wager(rate):
    with pytest.raises(RuleBookError, match=f"house rule jackpot_rate: {rate} is not within 0 to 100"):
        rule_set("heads-up-holdem", "wpt", jackpot=True, jackpot_seed="$5,000", jackpot_rate=rate)


@pytest.mark.parametrize("missing", ["second_jackpot_seed", "second_jackpot_rate"])
def test_the_second_progressive_needs_its_own(missing):
    settings = {name: value for name, value in SECOND.items() if name != missing}
    with pytest.raises(RuleBookError, match=f"a progressive needs {missing} to be set first"):
        washington(**PROGRESSIVE, **settings)


def test_the_second_sensor_does_not_open_alone():
    with pytest.raises(RuleBookError, match="second_jackpot: it needs jackpot to be on"):
        washington(jackpot=False, second_jackpot=True)


def test_the_disclaimer_is_shown_with_a_bonus_jackpot_only():
    assert [notice.text[:13] for notice in washington().notices()] == ["Bonus Jackpot"]
    assert washington(jackpot=False).notices() == ()
    assert washington(**PROGRESSIVE).notices() == ()


OWN = """
extends = "heads-up-holdem/wpt"
[jackpot.progressive]
{jackpot}
[settings]
jackpot = true
jackpot_seed = "$100"
jackpot_rate = 10
"""


@pytest.mark.parametrize(
    ("jackpot", "message"),
    [
        ('rule = "wheel"', "jackpot.progressive.rule: 'wheel' must be one of bonus, progressive"),
        ('rule = "{minimum}"', "jackpot.progressive.rule: .* or a house rule that chooses between them"),
        ('rule = "{all_6_table}"', "jackpot.progressive.rule: "),
        ('rule = "bonus"', "a bonus jackpot's display does not move with wagers"),
        ('rule = "bonus"\nrate = "5%"', "a bonus jackpot's display does not move with wagers"),
        ('seed = "much"', "jackpot.progressive.seed: 'much' is not an amount"),
        ('seed = "{jackpot_rate}"', "jackpot.progressive.seed: "),
        ('seed = "$0"', "jackpot.progressive.seed: a progressive needs one"),
        ('rate = "0%"', "jackpot.progressive.rate: a progressive needs one"),
        ('rate = "a lot"', "jackpot.progressive.rate: 'a lot' is not a share"),
        ('rate = "{jackpot_seed}"', "jackpot.progressive.rate: "),
        ('rate = "60%"\nreserve = "50%"', "60% and 50% are more than the whole wager"),
        ('reserve = "95%"', "rate and reserve are more than the whole wager"),
        ('morning = "often"', "jackpot.progressive.morning: 'often' is not a share"),
        ('[jackpot.spare]\nlabel = "Spare"\nrule = "bonus"\nseed = "$5"', "jackpot.spare.label: no wager plays for it"),
        (
            '[wager.jackpot]\njackpot = "moon"',
            "wager.jackpot.jackpot: 'moon' is not a jackpot.* choose from progressive",
        ),
        ('[wager.jackpot]\njackpot = ""', "wager.jackpot.jackpot: '' is not a jackpot"),
    ],
)
def test_an_invalid_jackpot_is_rejected(tmp_path, jackpot, message):
    file = tmp_path / "own.toml"
    file.write_text(OWN.replace("{jackpot}", jackpot))
    with pytest.raises(RuleBookError, match=f"own.toml: .*{message}"):
        load(file)


def test_a_house_may_write_seed_rate_and_reserve_itself(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(OWN.replace("{jackpot}", 'seed = "$750"\nrate = "12.5%"\nreserve = "2.5%"'))
    jackpot = load(file).jackpot_of("jackpot")
    assert (jackpot.seed, jackpot.rate, jackpot.reserve) == (75000, Fraction(1, 8), Fraction(1, 40))


def test_a_layout_has_two_sensors_at_most(tmp_path):
    third = (
        '[wager.third]\nlabel = "Third"\nneeds = ["ante"]\ncards = "own hand"\nfolded = "alive"\njackpot = "third"\n'
        'pays = "jackpot-{jackpot_table}"\nleast = "$1"\nmost = "$1"\ncite = "ours"\n'
        '[jackpot.third]\nlabel = "Third"\nrule = "bonus"\nseed = "$5"\ncite = "ours"\n'
        '[order]\nwagers = ["ante", "odds", "raise", "trips-plus", "pocket-bonus", "jackpot", "second-jackpot"'
        ', "third"]\n'
    )
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "heads-up-holdem/washington"\n{third}')
    assert load(file).wagers()["third"]
    file.write_text(f'extends = "heads-up-holdem/washington"\n{third}[settings]\nsecond_jackpot = true\n')
    with pytest.raises(RuleBookError, match="a layout has at most 2 sensors, not one for each of first, second, third"):
        load(file)


def test_a_layout_cannot_mix_jackpot_types(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(
        'extends = "heads-up-holdem/washington"\n[jackpot.second]\nrule = "progressive"\nseed = "$5"\nrate = "5%"\n'
        "[settings]\nsecond_jackpot = true\n"
    )
    with pytest.raises(RuleBookError, match="all jackpots of a layout must have one type"):
        load(file)
