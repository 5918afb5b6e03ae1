"""One setting gives a poker table its blinds, ante, bring-in, bets and chip, within the printed range (500 Club, Poker
Collection Rates, GEGR-002022; ruling K18)."""

import pytest

from cardroom.rulebook import RuleBookError, rule_set, rule_sets, slugs

POKER = [(slug, name) for slug in slugs() for name in rule_sets(slug) if rule_set(slug, name).poker]
SMALL = ("2-7-single-draw", "2-7-triple-draw", "triple-draw-poker", "badugi")
STUD = ("seven-card-stud", "seven-card-stud-high-low", "stud-8", "razz")
GREAT = (
    "texas-holdem",
    "omaha",
    "omaha-high-low",
    "big-o",
    "pineapple",
    "pineapple-high-low",
    "crazy-pineapple",
    "crazy-pineapple-high-low",
)


@pytest.mark.parametrize("slug", [*GREAT, *SMALL])
def test_at_fixed_limit_the_lower_limit_is_the_big_blind_and_the_least_bet(slug):
    for stakes, blinds, chip in (("$4-$8", "$2/$4", 100), ("$10-$20", "$5/$10", 500), ("$100-$200", "$50/$100", 2500)):
        rules = rule_set(slug, "500-club", limit="fixed", stakes=stakes)
        assert rules.house("blinds") == blinds
        assert rules.minimum == rules.stakes.small_bet == 2 * rules.amounts("blinds")[0]
        assert rules.stakes.big_bet == 2 * rules.minimum
        assert rules.house("chip") == chip


@pytest.mark.parametrize("slug", [*GREAT, *SMALL])
def test_at_no_limit_the_big_blind_is_the_least_bet(slug):
    rules = rule_set(slug, "500-club", limit="no", stakes="$5/$10")
    assert (rules.house("blinds"), rules.minimum, rules.house("chip")) == ("$5/$10", 1000, 500)


@pytest.mark.parametrize("slug", STUD)
def test_stud_has_an_ante_and_a_bring_in_by_its_limit(slug):
    for stakes, lower in (("$4-$8", 400), ("$20-$40", 2000)):
        rules = rule_set(slug, "500-club", stakes=stakes)
        assert rules.stakes.antes == (lower // 4,)
        assert rules.house("bring_in") == (lower // 4 if slug == "razz" else lower)
        assert rules.stakes.blinds == ()
    rules = rule_set(slug, "500-club", limit="no", stakes="$1/$4")
    assert (rules.stakes.antes, rules.minimum) == ((100,), 400)
    assert rules.house("bring_in") == (100 if slug == "razz" else 400)


@pytest.mark.parametrize(("slugs", "most"), [(GREAT, "$1,000-$2,000"), (SMALL + STUD, "$100-$200")])
def test_limits_are_within_the_printed_range(slugs, most):
    for slug in slugs:
        assert str(rule_set(slug, "500-club", limit="fixed", stakes=most).stakes.level) == most
        for outside in ("$2-$4", "$4-$6", "$1,001-$2,002"):
            with pytest.raises(RuleBookError, match=r"is not within \$4-\$8 to " + most.replace("$", r"\$")):
                rule_set(slug, "500-club", limit="fixed", stakes=outside)


@pytest.mark.parametrize(("slugs", "least"), [(GREAT, 2000), (SMALL + STUD, 4000)])
def test_buy_ins_are_within_the_printed_range(slugs, least):
    for slug in slugs:
        rules = rule_set(slug, "500-club")
        assert (rules.house("least_buy_in"), rules.house("most_buy_in")) == (least, 10_000_000)
        for name, outside in (("least_buy_in", least - 1), ("most_buy_in", 10_000_001)):
            with pytest.raises(RuleBookError, match=f"{name}: .* is not within"):
                rule_set(slug, "500-club", **{name: outside})
    with pytest.raises(RuleBookError, match=r"\$500 to \$200 does not fit stakes"):
        rule_set("texas-holdem", least_buy_in="$500", most_buy_in="$200")


REFUSED = [
    ("texas-holdem", {"stakes": "$4-$8"}, "at no limit write blinds like $1/$2, not $4-$8; or set a different limit"),
    ("badugi", {"stakes": "$5/$10"}, "at fixed limit write a lower and a higher limit like $4-$8, not $5/$10"),
    ("texas-holdem", {"stakes": "$8-$4", "limit": "fixed"}, "'$8-$4' are not stakes"),
    ("texas-holdem", {"stakes": "ten"}, "'ten' are not stakes: write a lower and a higher limit"),
    ("texas-holdem", {"blinds": "$5/$10"}, "blinds: at no limit they are the stakes: set stakes instead"),
    ("texas-holdem", {"limit": "fixed", "blinds": "$5/$10"}, "the big blind must be the lower limit, $4, not $10"),
    ("texas-holdem", {"stakes": "$1/$1/$2"}, "$1/$1/$2: texas-holdem has two blinds, none greater than the next"),
    ("omaha", {"stakes": "$2/$1/$4"}, "omaha has two to 3 blinds, none greater than the next"),
    ("texas-holdem", {"stakes": "$0.50/$1"}, "stakes: $0.50/$1 is not in whole chips of $1"),
    ("texas-holdem", {"chip": "$0.25"}, "$0.25 is not within $1 to $1,000"),
    ("texas-holdem", {"chip": "$5"}, "stakes: $1/$2 is not in whole chips of $5"),
    ("texas-holdem", {"stakes": "$5/$10", "minimum_bet": "$2"}, "minimum_bet: it must be at least the big blind, $10"),
    ("badugi", {"minimum_bet": "$2"}, "minimum_bet: at fixed limit it must be the lower limit, $4"),
    ("texas-holdem", {"bring_in": "$1"}, "bring_in: leave it out: texas-holdem has none"),
    ("seven-card-stud", {"blinds": "$1/$2"}, "blinds: leave it out: stud has none"),
    ("seven-card-stud", {"bring_in": "$1"}, "bring_in: it must be $4"),
    ("razz", {"bring_in": "$5"}, "bring_in: it must be above $0 and at most $4"),
    ("razz", {"bring_in": "$0"}, "bring_in: it must be above $0 and at most $4"),
    ("razz", {"antes": "$0"}, "antes: every player must post an ante, at most $4"),
    ("razz", {"antes": "$0.50"}, "antes: $0.50 is not in whole chips of $1"),
]


@pytest.mark.parametrize(("slug", "house", "why"), REFUSED, ids=[f"{slug} {house}" for slug, house, _ in REFUSED])
def test_stakes_that_do_not_fit_are_rejected_with_a_fix(slug, house, why):
    with pytest.raises(RuleBookError) as refused:
        rule_set(slug, "500-club", **house)
    assert why in str(refused.value)


def test_a_game_with_one_limit_does_not_suggest_another():
    with pytest.raises(RuleBookError, match=r"at pot limit write blinds like \$1/\$2, not \$4-\$8\Z"):
        rule_set("pot-limit-omaha-8", stakes="$4-$8")


def test_only_some_chapters_have_a_middle_blind():
    for slug in ("omaha", "omaha-high-low"):
        assert rule_set(slug, "500-club", limit="no", stakes="$1/$2/$5").stakes.blinds == (100, 200, 500)
        rules = rule_set(slug, "500-club", limit="fixed", stakes="$8-$16", blinds="$2/$4/$8")
        assert rules.stakes.blinds == (200, 400, 800)
    assert rule_set("pot-limit-omaha-8", stakes="$5/$5/$10").minimum == 1000
    for slug in ("omaha", "omaha-high-low", "pot-limit-omaha-8"):  # between the small blind and the big one is one more
        with pytest.raises(RuleBookError, match="has two to 3 blinds"):
            rule_set(slug, "500-club", limit="pot", stakes="$1/$1/$2/$4")


def test_a_house_may_set_blinds_and_chip_that_fit_the_limit():
    rules = rule_set("texas-holdem", limit="fixed", stakes="$15-$30", blinds="$10/$15", chip="$1")
    assert (rules.house("blinds"), rules.house("chip")) == ("$10/$15", 100)


@pytest.mark.parametrize(("slug", "name"), POKER, ids=[" ".join(pair) for pair in POKER])
def test_every_set_is_coherent_at_every_limit(slug, name):
    for limit in rule_set(slug, name).house_rules["limit"].choices:
        stakes = rule_set(slug, name, limit=limit).stakes
        assert stakes.level.fixed == (limit == "fixed")
        assert stakes.chip > 0
        assert stakes.minimum_bet == max(stakes.blinds, default=stakes.small_bet)
        amounts = (*stakes.level.amounts, *stakes.blinds, *stakes.antes, stakes.bring_in, stakes.minimum_bet)
        assert not any(amount % stakes.chip for amount in amounts)


def test_recorded_hands_may_have_blinds_and_antes_by_any_position():
    rules = rule_set("texas-holdem", "standard", stakes="$1/$2/$0/$4", minimum_bet="$2", antes="$0/$2")
    assert (rules.stakes.blinds, rules.minimum, rules.stakes.chip) == ((100, 200, 0, 400), 200, 1)


def test_derived_stakes_bind_like_explicit_ones():
    rules = rule_set("texas-holdem", limit="fixed", stakes="$4-$8", blinds="$2/$4", chip="$1", minimum_bet="$4")
    assert rules.digest == rule_set("texas-holdem", limit="fixed").digest
    assert rules.digest != rule_set("texas-holdem", limit="fixed", stakes="$5-$10").digest


def test_a_set_may_take_over_the_changes_of_another(tmp_path, monkeypatch):
    folder = tmp_path / "badugi"
    folder.mkdir()
    (folder / "ours.toml").write_text('extends = "500-club"\nas_in = "texas-holdem/standard"\n')
    (folder / "wrong.toml").write_text('extends = "500-club"\nas_in = "texas-holdem/nobody"\n')
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    ours, standard = rule_set("badugi", "ours"), rule_set("badugi", "standard")
    assert ours.digest == standard.digest
    assert ours.poker.ranking == "badugi"
    assert ours.rules == "ours"
    with pytest.raises(RuleBookError, match="as_in: 'texas-holdem/nobody' is not another rule set"):
        rule_set("badugi", "wrong")
