"""Rule sets are checked when they load, and errors say where they are wrong."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

import cardroom
from cardroom import rulebook
from cardroom.errors import InputError
from cardroom.rulebook import RuleBookError, load, rule_set, rule_sets, slugs

GAME = "three-card-poker-6-card-bonus"
BUILT_IN = Path(rulebook.__file__).parent / "games" / GAME / "500-club.toml"


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    """An operator's folder of rule sets, in addition to the built-in one."""
    (tmp_path / GAME).mkdir()
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    return tmp_path / GAME


def test_the_printed_pay_tables_are_there_to_the_last_line():
    rules = rule_set(GAME)
    assert rules.cite() == "500 Club, Three Card Poker 6 Card Bonus, GEGR-002040"
    assert rules.pay["pair-plus"].lines == {
        "mini royal flush": "200 to 1",
        "straight flush": "40 to 1",
        "three of a kind": "30 to 1",
        "straight": "6 to 1",
        "flush": "3 to 1",
        "pair": "1 to 1",
    }
    assert rules.pay["six-card-bonus"].lines == {
        "royal flush": "1,000 to 1",
        "straight flush": "200 to 1",
        "four of a kind": "100 to 1",
        "full house": "20 to 1",
        "flush": "15 to 1",
        "straight": "9 to 1",
        "three of a kind": "5 to 1",
    }


def test_an_operators_rule_set_changes_only_what_it_says(own_folder):
    own_folder.joinpath("riverside.toml").write_text(
        'extends = "500-club"\nrules = "riverside"\n[pay.pair-plus.lines]\nflush = "4 to 1"\npair = "loses"\n'
        "[settings]\nexposed_card = false\n"
    )
    rules = rule_set(GAME, "riverside")
    assert rules.pay["pair-plus"].lines["flush"] == "4 to 1"
    assert rules.pay["pair-plus"].odds("pair") is None
    assert rules.pay["pair-plus"].lines["straight"] == "6 to 1"
    assert rules.house("exposed_card") is False
    assert rules.digest != rule_set(GAME, "500-club").digest
    game = cardroom.game(GAME, rules="riverside")
    assert list(rule_sets(GAME)) == ["500-club", "riverside"]
    # By hand: 1,096 flushes win a unit more, 3,744 pairs lose one where they won one, of 22,100 hands.
    change = Fraction(2 * 3744 - 1096, 22100)
    assert cardroom.analyze(game).wager("pair-plus").edge == Fraction(242, 5525) + change


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"straight" = "6 to 1"', '"straight" = "6 too 1"', r"own.toml: pay.pair-plus.lines.'straight': '6 too 1'"),
        ('"straight" = "6 to 1"', '"straight" = 6', r"own.toml: pay.pair-plus.lines: a text is expected"),
        ('label = "Ante"', "lable = 'Ante'", r"own.toml: wager.ante: unknown field lable: choose from label, required"),
        ('needs = ["ante"]\nequals', 'needs = ["aunt"]\nequals', r"own.toml: wager.play: 'aunt' is not another wager"),
        ('pays = "pair-plus"', 'pays = "pears"', r"own.toml: wager.pair-plus.pays: 'pears' is not a pay table"),
        ("most = 7", 'most = "seven"', r"own.toml: seats.most: a whole number is expected, not a text"),
        ("rounds = 2", "", r"own.toml: bank: the field rounds is missing"),
        (
            'default = "separate"',
            'default = "apart"',
            r"own.toml: house_rules.coverage.default: 'apart' is not possible: choose from",
        ),
        ('wagers = ["ante", ', "wagers = [", r"own.toml: order.wagers: must name every wager"),
        ('name = "standard"', 'nam = "standard"', r"own.toml: deck: unknown field nam: choose from name, packs"),
        ("[seats]", "[seats", r"own.toml: "),
    ],
)
def test_a_broken_rule_set_is_rejected_by_file_table_and_key(own_folder, old, new, message):
    text = BUILT_IN.read_text().replace('rules = "500-club"', 'rules = "own"')
    assert old in text
    own_folder.joinpath("own.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(RuleBookError, match=message):
        rule_set(GAME, "own")


def test_a_line_that_is_not_a_hand_of_the_ranking_is_rejected(own_folder):
    text = BUILT_IN.read_text().replace('rules = "500-club"', 'rules = "own"')
    own_folder.joinpath("own.toml").write_text(text.replace('"flush" = "3 to 1"', '"blush" = "3 to 1"'))
    with pytest.raises(
        RuleBookError, match=r"own.toml: pay.pair-plus.lines: 'blush' is not a hand of the ranking three-card"
    ):
        cardroom.game(GAME, rules="own")


def test_a_rule_set_must_be_in_the_file_of_its_name(own_folder):
    shutil.copy(BUILT_IN, own_folder / "other.toml")
    with pytest.raises(RuleBookError, match="must not be in"):
        rule_set(GAME, "other")


@pytest.mark.parametrize(
    ("house_rules", "message"),
    [
        ({"exposed_card": "maybe"}, "write on or off"),
        ({"minimum": "$0.50"}, r"\$0.50 is not within \$1 to \$200"),
        ({"minimum": "$100", "maximum": "$50"}, "minimum: .* is over the maximum"),
        ({"minimum": "$7", "smallest_chip": "$5"}, r"minimum: \$7 is not in whole chips of \$5: set it to \$5 or \$10"),
        ({"minimum": "$5", "smallest_chip": "$25"}, r"minimum: \$5 is not in whole chips of \$25: set it to \$25"),
        ({"coverage": "total"}, "'total' is not possible: choose from separate, running"),
        ({"jokers": 2}, "has no house rule 'jokers'"),
    ],
)
def test_a_house_rule_is_checked(house_rules, message):
    with pytest.raises(RuleBookError, match=message):
        cardroom.game(GAME, **house_rules)


def test_unknown_games_and_rule_sets_are_rejected_with_a_list():
    with pytest.raises(RuleBookError, match=f"choose from .*{GAME}"):
        cardroom.game("snap")
    with pytest.raises(RuleBookError, match="choose from 500-club"):
        cardroom.game(GAME, rules="brook")


def test_the_example_of_the_docs_loads(own_folder):
    text = (Path(__file__).parents[2] / "docs" / "design" / "rule-sets.md").read_text()
    own_folder.joinpath("riverside.toml").write_text(text.partition("```toml\n")[2].partition("```")[0])
    rules = rule_set(GAME, "riverside")
    assert (rules.minimum, rules.house("exposed_card")) == (1000, False)
    assert rules.pay["pair-plus"].lines["flush"] == "4 to 1"


def test_an_edited_file_is_read_again_and_so_is_one_that_extends_it(own_folder):
    base, over = own_folder / "base.toml", own_folder / "over.toml"
    base.write_text('extends = "500-club"\nsummary = "one"\n')
    over.write_text('extends = "base"\n')
    assert (load(base).summary, load(over).summary) == ("one", "one")
    base.write_text('extends = "500-club"\nsummary = "another"\n')
    assert (load(base).summary, load(over).summary) == ("another", "another")


def test_a_pay_tables_name_may_contain_only_house_rules(own_folder):
    """No widths either, which could require any amount of memory."""
    file = own_folder / "own.toml"
    for pattern in ("pair-{minimum:>999999999}", "pair-{minimum!r}", "pair-{nobody}", "pair-{", "{0}"):
        file.write_text(f'extends = "500-club"\n[wager.pair-plus]\npays = "{pattern}"\n')
        with pytest.raises(RuleBookError, match=r"wager.pair-plus.pays: .* is not a (house rule|pay table)"):
            load(file)


def test_a_second_circle_is_printed_in_the_two_games_of_21_5_only():
    allowed = {game for game in slugs() for rules in rule_sets(game) if rule_set(game, rules).seats.second_circles}
    assert allowed == {"pure-21.5-blackjack", "pure-spanish-21.5"}


def test_a_rulebook_error_is_an_input_error():
    assert issubclass(RuleBookError, InputError)
    assert issubclass(RuleBookError, ValueError)


@pytest.mark.parametrize(
    ("wager", "key"),
    [("play", 'offered = "exposed_card"'), ("ante", 'offered = "exposed_card"'), ("play", 'jackpot = "x"')],
)
def test_a_scripts_own_wager_cannot_be_optional_or_a_jackpot(tmp_path, wager, key):
    file = tmp_path / "three-card-poker-6-card-bonus" / "own.toml"
    file.parent.mkdir()
    file.write_text(f'extends = "500-club"\n[wager.{wager}]\n{key}\n')
    with pytest.raises(RuleBookError, match="an optional wager before the deal"):
        load(file)


# -- how a value of a house rule relates to the document
# -------------------------------------------------------------------


DEPARTURES = {
    "raise_cap": "K1, at no limit",
    "too_few_cards": "K5, draw games",
    "ace_brings_in": "K7",
    "deuce_is_high": "K13",
    "equal_segments_foul": "C2",
    "sweep_bonus": "C4",
    "collection": "L4",
}
"""The house rules whose default departs from a document, with the ruling that says so."""


@pytest.mark.parametrize("game", slugs())
def test_every_house_rule_has_standings(game):
    for name in rule_sets(game):
        rules = rule_set(game, name)
        for rule_name, rule in rules.house_rules.items():
            values = rule.choices or ((True, False) if isinstance(rule.default, bool) else ())
            if isinstance(rule.standing, dict):
                assert "other" in rule.standing or set(map(rule.written, values)) <= rule.standing.keys(), rule_name
            if rules.stands(rule_name) == "departure":
                assert rule_name in DEPARTURES, rule_name


@pytest.mark.parametrize("game", [each for each in slugs() if rule_set(each).poker])
@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_the_raise_cap_in_force_has_its_own_standing_at_each_limit(game, limit):
    """Every chapter prints three raises, and only Mexican Poker prints no cap at no limit (rule 8c)."""
    rules = rule_set(game)
    if rules.rules != "500-club" or limit not in rules.house_rules["limit"].choices:
        return
    mexican, usual = game == "mexican-poker", 0 if limit == "no" else 3
    stands = {value: rule_set(game, limit=limit, raise_cap=value).stands("raise_cap") for value in (0, 3, 4)}
    assert stands == {
        0: "printed" if mexican and limit == "no" else "departure",
        3: "departure" if mexican and limit == "no" else "printed",
        4: "departure",
    }
    assert rule_set(game, limit=limit).house("raise_cap") == usual
    assert rule_set(game, limit=limit).stands("raise_cap") == stands[usual]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("by_limit = { pot = 101 }", "by_limit: each must be within 0 to 100"),
        ("by_limit = { no-limit = 3 }", "no-limit"),
    ],
)
def test_a_rule_by_limit_has_a_number_for_each_limit(tmp_path, text, problem):
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "texas-holdem/500-club"\nrules = "own"\n[house_rules.raise_cap]\n{text}\n')
    with pytest.raises(RuleBookError, match=problem):
        load(file)


@pytest.mark.parametrize(
    ("game", "rules", "name", "stands"),
    [
        (GAME, "500-club", "exposed_card", {True: "printed", False: "departure"}),  # rule 7
        ("ez-baccarat", "500-club", "dragon_seven_pushes", {True: "departure", False: "printed"}),  # rule 3b
        ("fortune-pai-gow-poker", "500-club", "envy_pays", {"highest hand": "ruling", "each hand": "departure"}),
        ("face-up-pai-gow-poker", "500-club", "envy_pays", {"highest hand": "departure", "each hand": "printed"}),
        ("heads-up-holdem", "wpt", "early_raise", {True: "granted", False: "printed"}),  # rule 5
        ("heads-up-holdem", "brook", "trips_plus", {"2": "printed", "1": "granted"}),  # the felt
        ("heads-up-holdem", "brook", "bad_beat", {"1": "ruling", "2": "granted"}),  # the circle is lost
        ("heads-up-holdem", "washington", "jackpot_wager", {100: "printed", 500: "granted"}),  # Appendix D, note 7
        ("pure-21.5-blackjack", "500-club", "maximum", {20_000: "printed", 5_000: "granted", 20_001: "departure"}),
        ("pure-21.5-blackjack", "500-club", "bonus_maximum", {20_000: "printed", 100: "granted", 100_000: "departure"}),
        ("face-up-chinese-poker", "500-club", "hand_points", {9: "printed", 10: "granted"}),
        ("face-up-chinese-poker", "500-club", "buy_in_points", {30: "printed", 31: "granted"}),
        ("face-up-chinese-poker", "500-club", "collection", {"1": "printed", "none": "departure"}),
        ("razz", "500-club", "too_few_cards", {"folded cards first": "printed", "community card": "departure"}),
        ("seven-card-stud", "500-club", "open_pair_bet", {"holder": "printed", "none": "departure"}),
    ],
)
def test_examples_of_each_standing(game, rules, name, stands):
    rule = rule_set(game, rules).house_rules[name]
    assert {value: rule.stands(value) for value in stands} == stands


def test_a_houses_own_rule_is_a_departure_by_default(own_folder):
    file = own_folder / "own.toml"
    file.write_text('extends = "500-club"\n[house_rules.exposed_card]\nstanding = { sometimes = "printed" }\n')
    with pytest.raises(RuleBookError, match=r"house_rules.exposed_card.standing: 'sometimes' is not one of its values"):
        load(file)
    file.write_text('extends = "500-club"\n[house_rules.minimum]\nstanding = { "$1 to $9,000,000" = "printed" }\n')
    with pytest.raises(
        RuleBookError, match=r"house_rules.minimum.standing: '\$1 to \$9,000,000' is not one of its values"
    ):
        load(file)
    assert rulebook.HouseRule(True, "A moon.", "sky").stands(True) == "departure"


def test_a_file_outside_the_rulebook_is_of_the_game_it_extends(tmp_path):
    file = tmp_path / "downloads" / "mine.toml"
    file.parent.mkdir()
    file.write_text('extends = "ez-baccarat/standard"\n')
    assert (load(file).game, load(file).rules, load(file).extends) == ("ez-baccarat", "mine", "ez-baccarat/standard")
    file.write_text('extends = "standard"\n')
    with pytest.raises(
        RuleBookError, match="'standard' is not another rule set; outside a game's folder write GAME/SET"
    ):
        load(file)
    file.write_text(BUILT_IN.read_text().replace(f'game = "{GAME}"\n', ""))
    with pytest.raises(RuleBookError, match="game: missing: name the game"):
        load(file)


def test_a_file_in_the_operators_folder_is_of_its_folders_game(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    file = tmp_path / "six-pack-baccarat" / "house.toml"
    file.parent.mkdir()
    file.write_text('extends = "ez-baccarat/500-club"\n[settings]\npacks = 6\n')
    assert rule_set("six-pack-baccarat").game == "six-pack-baccarat"


def test_only_a_text_that_a_document_prints_extends_nothing():
    assert rule_set("heads-up-holdem", "washington-no-qualifier").extends == ""  # Washington HUH, Rules of Play, rule 5
    assert rule_set("razz", "500-club").extends == ""
    assert rule_set("razz", "standard").extends == "razz/500-club"
    assert rule_set("texas-holdem", "standard").extends == "texas-holdem/500-club"
    assert rule_set("ez-baccarat", "standard").extends == "ez-baccarat/500-club"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("own", '["house_rules"."\\u202eknown"]\ndefault = true\nsays = ""\ncite = ""'),
        ("own", '[house_rules.coverage]\nchoices = ["separate", "\\u001b[2J"]'),
        ("own", '[pay.pair-plus.lines]\n"\\u0007" = "1 to 1"'),
        ("own", f'[pay."{"x" * 65}"]\ntitle = ""\nlines = {{}}'),
        ("o\u202ewn", ""),
        ("o\x1b[2Jwn", ""),
    ],
)
def test_names_in_records_are_printable(own_folder, name, text):
    file = own_folder / f"{name}.toml"
    file.write_text(f'extends = "500-club"\n{text}\n')
    with pytest.raises(RuleBookError, match="is not a name: write 1 to 64 printable characters"):
        load(file)


# -- names and citations of documents are not for a house's own text ---------------------------------------------------


@pytest.mark.parametrize("name", ["500-club", "500club", "brook", "wpt", "gegr-002040", "washington-huh", "brook-fcf"])
def test_the_name_of_a_document_is_refused_for_a_houses_own_set(own_folder, name):
    (own_folder / f"{name}.toml").write_text('extends = "ultimate-texas-holdem/500-club"\n')
    with pytest.raises(RuleBookError, match="is the name of a document or of a built-in rule set: choose a name of"):
        rule_set(GAME, name)


def test_the_name_of_a_built_in_set_is_refused_for_its_game_only(tmp_path, monkeypatch):
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    for game in ("ez-baccarat", "our-game"):
        (tmp_path / game).mkdir()
        (tmp_path / game / "standard.toml").write_text('extends = "ez-baccarat/500-club"\n')
    with pytest.raises(RuleBookError, match="'standard' is the name"):
        rule_set("ez-baccarat", "standard")
    assert rule_set("our-game", "standard").own == "standard"


def test_a_text_that_changes_a_document_cannot_call_itself_that_document(own_folder):
    file = own_folder / "ours.toml"
    file.write_text('extends = "500-club"\n[source]\ndocument = "500 Club"\n')
    with pytest.raises(RuleBookError, match=r"source\.document: '500 Club' is a document, and this file changes it"):
        rule_set(GAME, "ours")


CITING = """extends = "500-club"
without = ["pay.six-card-bonus.lines.three of a kind"]
[pay.pair-plus]
cite = { document = "500 Club", where = "Pair Plus Bonus Bet Pay Table" }
[pay.pair-plus.lines]
flush = "4 to 1"
[wager.ante]
least = "$7"
[wager.ante.cites]
"fold" = "rule 99"
[seats]
most = 7
"""


def test_what_a_house_changes_cites_no_document_and_what_it_repeats_does(own_folder):
    (own_folder / "ours.toml").write_text(CITING)
    rules, printed = rule_set(GAME, "ours"), rule_set(GAME, "500-club")
    changed = [rules.pay["pair-plus"], rules.pay["six-card-bonus"], rules.wager["ante"]]
    assert all(rules.cite(part.cite).startswith("departure by ours, ") for part in changed)
    assert rules.cite(rules.wager["ante"].cites["fold"]) == "departure by ours, rule 99"
    assert (rules.seats.most == printed.seats.most, rules.seats.cite) == (True, printed.seats.cite), "it says the same"
    assert rules.cite().startswith("ours, which changes 500 Club, ")
