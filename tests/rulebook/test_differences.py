"""All differences of two rule sets are reported in words, and the source of rules is stated correctly."""

import re

import msgspec
import pytest

from cardroom.rulebook import differences, load, origin, rule_set, rule_sets, slugs, with_house_rules
from cardroom.rulebook.binding import BINDS, IN_FORCE
from rulebook.test_identity import FEES, GAME, changes, in_full

__all__ = ["in_full"]

PRINTED = "500 Club, Three Card Poker 6 Card Bonus, June 2025"


def words(first, second):
    return [each.words for each in differences(first, second)]


def file(folder, text, name="riverside"):
    path = folder / f"{name}.toml"
    path.write_text(text)
    return load(path)


# -- differences --------------------------------------------------------------------------------------------------


def test_exactly_the_changes_that_bind_are_reported(in_full):
    lists = {kind: f"{BINDS.get(kind, '')} {IN_FORCE.get(kind, '')}" for kind in {*BINDS, *IN_FORCE} - {"HouseRule"}}
    lists |= {
        "RuleSet": "settings",
        "Wager": BINDS["Wager"] + " least most",
        "JackpotRule": "",
        "SettlingOrder": "start by",
    }
    tried = 0
    for rules in in_full:
        for where, changed in changes(rules, lists):
            try:
                same = changed.digest == rules.digest
            except (KeyError, ValueError):
                continue  # such a set would not load
            reported = differences(rules, changed)
            assert bool(reported) != same, where
            assert all(each.first != each.second for each in reported), where
            tried += not same
    assert tried > 200


@pytest.mark.sampled(4)
@pytest.mark.parametrize("slug", slugs())
def test_each_house_rule_is_reported_with_both_values(slug):
    rules = rule_set(slug)
    for name, rule in rules.house_rules.items():
        other = next((each for each in rule.choices if each != rules.house(name)), None)
        if isinstance(rule.default, bool):
            other = not rules.house(name)
        if other is None or rule.needs or name == "collection":
            continue
        changed = with_house_rules(rules, {name: other})
        reported = differences(rules, changed)
        assert reported, name
        back = [(each.what, each.second, each.first) for each in differences(changed, rules)]
        assert sorted(back) == sorted((each.what, each.first, each.second) for each in reported), name


def test_a_pay_table_is_compared_line_by_line():
    """Washington HUH, Appendix A: PT-FLT-HUH-01 and -02; the version without a qualifier pays no bad beat."""
    sentences = words(rule_set("heads-up-holdem", "washington"), rule_set("heads-up-holdem", "washington-no-qualifier"))
    assert sentences == [
        "Dealer, least hand that qualifies: none instead of pair",
        "Ante, unqualified dealer: no line (loses) instead of pushes",
        "Odds, printed id: PT-FLT-HUH-02 instead of PT-FLT-HUH-01",
        "Odds, straight flush: 40 to 1 instead of 50 to 1",
        "Odds, four of a kind: 8 to 1 instead of 10 to 1",
        "Odds, flush: 1 to 1 instead of 1.5 to 1",
        "Odds, a beaten hand, pay table: none instead of Odds Win Paytable, Bad Beat",
        "House rules, bad_beat: no such rule instead of PT-FLT-HUH-BB-01",
    ]


def test_the_differences_of_brook_and_washington():
    both = rule_set("heads-up-holdem", "brook"), rule_set("heads-up-holdem", "washington")
    sentences = words(*both)
    assert "Table limits, every wager without its own: $5 to $100 instead of $1 to $10" in sentences
    assert "Wagers, 5 Card Galaxy Bonus Jackpot: not offered instead of offered" in sentences
    galaxy = next(each for each in differences(*both) if "Galaxy" in each.what)
    assert galaxy.about.startswith("on pocket and flop, by high, alive after a fold: royal flush 100% of the meter, ")
    assert "Trips Plus, royal flush: 50 to 1 instead of 100 to 1" in sentences  # Brook table 2, PT-FLT-HUH-TP-05
    assert "Pocket Bonus, pair: 5 to 1 instead of 4 to 1" in sentences
    assert any(each.startswith("Settlement, order of wagers: Ante, Odds, Raise or Play") for each in sentences)


def test_a_missing_line_says_what_happens_to_the_wager(tmp_path):
    base = rule_set(GAME)
    text = f'extends = "{GAME}/500-club"\n[pay.pair-plus.lines]\n"pair" = "loses"\n'
    assert words(base, file(tmp_path, text)) == ["Pair Plus, pair: loses instead of 1 to 1"]
    table = base.pay["pair-plus"]
    lines = {line: pays for line, pays in table.lines.items() if line != "pair"}
    fewer = base.replaced(pay=base.pay | {"pair-plus": msgspec.structs.replace(table, lines=lines)})
    assert words(base, fewer) == ["Pair Plus, pair: no line (loses) instead of 1 to 1"]
    turned = msgspec.structs.replace(table, lines=dict(reversed(table.lines.items())))
    assert words(base, base.replaced(pay=base.pay | {"pair-plus": turned}))[0].startswith("Pair Plus, order of lines: ")


def test_odds_that_pay_the_same_are_no_difference():
    rules = rule_set("heads-up-holdem", "washington")
    table = rules.pay["odds-win"]
    same = msgspec.structs.replace(table, lines=table.lines | {"flush": "3 to 2", "straight": "2 to 1"})
    assert words(rules, rules.replaced(pay=rules.pay | {"odds-win": same})) == [
        "Odds, straight: 2 to 1 instead of 1 to 1"
    ]


def test_limits_decks_and_fees_are_reported_once(tmp_path):
    base = rule_set("ez-baccarat")
    assert words(base, with_house_rules(base, {"packs": 6})) == ["Deck, packs: 6 instead of 8"]
    fees = file(tmp_path, f'extends = "{GAME}/500-club"\n[settings]\ncollection = "1"\nmaximum = "$200"\n{FEES}')
    taken = "player-dealer pays by game wagers $0.50 for $5 to $99, $1 from $100"
    assert words(rule_set(GAME), fees) == [
        "Table limits, every wager without its own: $5 to $200 instead of $5 to $1,000",
        f"Collection, before the deal, 2 to 7 players: {taken} instead of none",
    ]


def test_the_differences_of_poker_sets():
    sentences = words(rule_set("razz", "500-club"), rule_set("razz", "standard"))
    assert "Poker, the odd chip goes to: left of the button instead of left of the dealer" in sentences
    assert "House rules, bring_in_last_word: off instead of on" in sentences
    assert "Game, procedure: stud instead of community" in words(rule_set("texas-holdem"), rule_set("razz"))


# -- whose text it is ---------------------------------------------------------------------------------------------


def test_every_built_in_set_is_a_documents_text_or_extends_one():
    for slug in slugs():
        for name in rule_sets(slug):
            rules = origin(rule_set(slug, name))
            assert rules.base is not None
            assert rules.edited == ("; extends 500 Club" in rules.source) == bool(rule_set(slug, name).extends)


def test_house_rules_do_not_make_a_different_text():
    rules = origin(rule_set(GAME, minimum="$10"))
    assert (rules.source, rules.edited, len(rules.differences)) == (PRINTED, False, 1)


def test_a_file_that_extends_a_document_is_not_that_document(tmp_path):
    text = f'extends = "{GAME}/500-club"\n[pay.pair-plus.lines]\n"flush" = "4 to 1"\n'
    source = origin(file(tmp_path, text))
    assert source.source == f"extends {PRINTED} (rule set 500-club), with 1 difference"
    assert [each.words for each in source.differences] == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    reworded = origin(file(tmp_path, f'extends = "{GAME}/500-club"\nsummary = "Three cards."\n', "reworded"))
    assert reworded.source == f"extends {PRINTED} (rule set 500-club), which binds the same"


def test_an_edited_copy_of_a_document_is_recognized(tmp_path):
    text = rule_sets(GAME)["500-club"].read_text()
    copy = file(tmp_path, text)
    assert (origin(copy).source, origin(copy).edited) == (PRINTED, False)
    edited = origin(file(tmp_path, text.replace('"flush" = "3 to 1"', '"flush" = "4 to 1"', 1), "edited"))
    assert (edited.edited, len(edited.differences)) == (True, 1)
    assert edited.source == f"extends {PRINTED} (rule set 500-club), with 1 difference"


def test_an_edited_copy_in_the_operators_folder_is_not_the_built_in_set(tmp_path, monkeypatch):
    own = tmp_path / GAME / "ours.toml"
    own.parent.mkdir()
    own.write_text(
        rule_sets(GAME)["500-club"]
        .read_text()
        .replace('"flush" = "3 to 1"', '"flush" = "4 to 1"', 1)
        .replace('rules = "500-club"', 'rules = "ours"')
    )
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    rules = rule_set(GAME, "ours")
    assert [each.words for each in origin(rules).differences] == ["Pair Plus, flush: 4 to 1 instead of 3 to 1"]
    assert origin(rules).edited
    assert rules.cite(rules.pay["pair-plus"].cite) == "departure by ours, pay.pair-plus"
    assert rules.cite(rules.pay["six-card-bonus"].cite).startswith("500 Club, ")


def test_differences_are_from_the_documents_text_across_extensions(tmp_path, monkeypatch):
    folder = tmp_path / "ez-baccarat"
    folder.mkdir()
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    file(folder, 'extends = "standard"\n[settings]\npacks = 6\n', "six")
    rules = origin(rule_set("ez-baccarat", "six"))
    assert rules.source.endswith("EZ Baccarat (rule set 500-club) by way of standard, with 2 differences")
    assert {each.what for each in rules.differences} == {"packs", "dragon_seven_pushes"}


ULTIMATE = "ultimate-texas-holdem"


@pytest.mark.parametrize("how", ["extends", "copy"])
def test_a_dropped_notice_is_a_difference(tmp_path, how):
    """The rules digest covers what pays, deals or settles. A notice is prescribed, so its loss is reported too."""
    printed = rule_set(ULTIMATE)
    first, *others = printed.display
    text = f'extends = "{ULTIMATE}/500-club"\ndisplay = []\n'
    if how == "copy":
        text = re.sub(r"\n\[\[display\]\].*?(?=\n\[)", "", rule_sets(ULTIMATE)["500-club"].read_text(), flags=re.S)
    own = file(tmp_path, text)
    assert (own.display, own.digest) == ((), printed.digest)
    assert [each.words for each in differences(printed, own)] == [
        f"Display, the notice “{each.text}”{f' (if {each.when})' if each.when else ''}: not shown instead of shown"
        for each in (first, *others)
    ]
    assert [each.words.endswith("shown instead of not shown") for each in differences(own, printed)] == [
        True for _ in printed.display
    ]
    made = origin(own)
    assert made.edited
    assert made.source.endswith(f"with {len(printed.display)} difference{'s' * bool(others)}")


def test_a_houses_own_document_is_named_with_the_one_it_extends(tmp_path):
    text = f'extends = "{GAME}/500-club"\n[source]\ndocument = "Riverside"\ndate = ""\n[settings]\nminimum = "$10"\n'
    own = "Riverside; extends "
    assert origin(file(tmp_path, text)).source == f"{own}{PRINTED} (rule set 500-club), with 1 difference"


def test_a_houses_own_text_is_called_that(tmp_path):
    text = rule_sets(GAME)["500-club"].read_text().replace('document = "500 Club"', 'document = "Riverside"')
    source = origin(file(tmp_path, text))
    assert source.base is None
    assert "as written by the house" in source.source
    gone = origin(rule_set(GAME).replaced(extends="snap/500-club"))
    assert gone.source == "extends snap/500-club, which is not in this rulebook: the changes are unknown"
