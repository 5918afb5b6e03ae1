"""Equal rules are one object, and a digest covers what binds and nothing else."""

import gc
import inspect
import pickle
import shutil
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cardroom import rulebook
from cardroom.rulebook import RuleSet, load, rule_set, rule_sets, slugs, with_house_rules
from cardroom.rulebook.binding import BINDS, IN_FORCE, PROSE, UNSAID
from cardroom.rulebook.printed import FigureRow, PrintedFigures
from cardroom.rulebook.schema import Edition, Notice, Part

GAME = "three-card-poker-6-card-bonus"
GAMES = Path(rulebook.__file__).parent / "games"
FEES = """
[[fee]]
option = "1"
cite = "rates"
players = [2, 7]
terms = { minimum = ["$1", "$200"], maximum = ["$1", "$10,000"], bonus = ["$1", "$1,000"] }
[[fee.charge]]
moment = "before the deal"
payer = "player-dealer"
counts = "game wagers"
tiers = [{ from = "$5", to = "$99", fee = "$0.50" }, { from = "$100", fee = "$1" }]
[[fee]]
option = "2"
cite = "rates"
[[fee.charge]]
moment = "before the deal"
payer = "player-dealer"
counts = "nothing"
tiers = [{ from = "$0", fee = "$2" }]
"""

ALLOWED = ("needs", "choices", "several", "money", "step", "whole", "amounts", "stakes", "levels")
"""Fields of allowed values. Not every change of them leaves a valid house rule."""

# -- one object -------------------------------------------------------------------------------------------------------


def test_equal_rules_are_one_object():
    rules = rule_set(GAME, minimum="$10", exposed_card=False)
    assert rules is rule_set(GAME, exposed_card="off", minimum=1000)
    assert rules is with_house_rules(rule_set(GAME, minimum="$10"), {"exposed_card": False})
    assert rules is rules.replaced(summary="x").replaced(summary=rules.summary)
    assert rules is pickle.loads(pickle.dumps(rules))
    assert load(GAMES / GAME / "500-club.toml") is rule_set(GAME)


def test_rules_made_elsewhere_become_the_shared_object():
    rules = rule_set(GAME)
    copy = msgspec.json.decode(msgspec.json.encode(rules), type=RuleSet)
    assert copy is not rules
    assert copy.shared() is rules
    assert rules.replaced(summary=rules.summary + " ") != rules


def test_unused_rules_are_garbage_collected():
    gone = weakref.ref(rule_set(GAME, minimum="$137"))
    gc.collect()
    assert gone() is None


# -- what binds -------------------------------------------------------------------------------------------------------


def tables(kind: type = Part) -> Iterator[type[msgspec.Struct]]:
    """Every kind of table that a rule set may have. A page becomes a rule set, and its own tables are not stored."""
    for each in kind.__subclasses__():
        if each.__module__.startswith("cardroom.rulebook") and each.__module__ != "cardroom.rulebook.pages":
            yield each
            yield from tables(each)


@pytest.mark.parametrize("table", list(tables()), ids=lambda table: table.__name__)
def test_every_field_is_listed_once_as_binding_or_not(table):
    listed = [name for lists in (BINDS, IN_FORCE, PROSE) for name in lists.get(table.__name__, "").split()]
    assert sorted(listed) == sorted(table.__struct_fields__)


def test_every_table_that_is_listed_exists():
    known = {table.__name__ for table in tables()}
    assert {*BINDS, *IN_FORCE, *PROSE} == known
    assert {"RuleSet", "Wager", "Tier", "FigureRow"} <= known
    assert inspect.isclass(Part)


EDITION = Edition("2026-04-01", "2026-03-01", "the Bureau", "2027-03-31")


@pytest.fixture(scope="module")
def in_full(tmp_path_factory) -> list[RuleSet]:
    """Rule sets with every kind of table in force."""
    file = tmp_path_factory.mktemp("own") / "own.toml"
    file.write_text(f'extends = "{GAME}/500-club"\n[settings]\ncollection = "1"\n{FEES}')
    washington = rule_set("heads-up-holdem", "washington", second_jackpot=True, jackpot_type="bonus")
    figures = PrintedFigures("T", "Table 1", "ante", rows={"Edge": FigureRow("edge", "1%")})
    own = load(file)
    fees = tuple(msgspec.structs.replace(fee, cite="option 1") for fee in own.fee[:1])
    return [
        own.replaced(
            printed=(figures,), display=(Notice("Good luck.", "rule 1"),), fee=fees + own.fee[1:], edition=EDITION
        ),
        washington,
        rule_set("seven-card-stud"),
        rule_set("pure-21.5-blackjack"),
    ]


def test_rules_from_before_a_field_existed_keep_their_digest():
    for kind, values in UNSAID.items():
        table = next(each for each in tables() if each.__name__ == kind)
        fields = {each.name: each.default for each in msgspec.structs.fields(table)}
        assert {name: fields[name] for name in values} == values
    bound = rule_set("ez-baccarat").binding()
    assert "dealer" not in bound
    assert all("others" not in table for table in bound["pay"].values())
    assert rule_set("heads-up-holdem", "wpt").binding()["dealer"] == {"qualifies": "pair"}


def test_the_order_of_wagers_binds():
    late, early = (rule_set("heads-up-holdem", "wpt", trips_plus_first=first) for first in (False, True))
    assert early.binding()["order"]["wagers"] == [
        "trips-plus",
        *(each for each in late.binding()["order"]["wagers"] if each != "trips-plus"),
    ]


def other(kind: str, name: str, value: Any) -> Any:
    """A different value of a field. It need not load."""
    if kind == "Tier":
        return "$7" if value != "$7" else "$8"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return "minimum" if (kind, name) == ("Notice", "when") else value + "more"
    if isinstance(value, tuple):
        return value + value[-1:] if value else ("more",)
    if isinstance(value, dict):
        return dict(reversed(value.items())) if len(value) > 1 else {}
    return None


def changes(part: Any, lists: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """A table with one listed field changed, and the same for every table inside it."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from ((f"{key}.{where}", part | {key: new}) for where, new in changes(value, lists))
    elif isinstance(part, tuple):
        for place, value in enumerate(part):
            for where, new in changes(value, lists):
                yield f"{place}.{where}", (*part[:place], new, *part[place + 1 :])
    elif isinstance(part, msgspec.Struct):
        kind = type(part).__name__
        for name in type(part).__struct_fields__:
            value = getattr(part, name)
            plain = not isinstance(value, msgspec.Struct) and value is not None
            listed = name in lists.get(kind, "").split() and not (kind == "HouseRule" and name in ALLOWED)
            if plain and listed:
                yield f"{kind}.{name}", msgspec.structs.replace(part, **{name: other(kind, name, value)})
            for where, new in changes(value, lists):
                yield f"{name}.{where}", msgspec.structs.replace(part, **{name: new})


def test_no_change_of_prose_changes_the_digest(in_full):
    kinds = set()
    for rules in in_full:
        for where, changed in changes(rules, PROSE):
            kinds.add(where.rpartition(".")[0].rpartition(".")[2] + "." + where.rpartition(".")[2])
            assert changed.digest == rules.digest, where
    wanted = {f"{kind}.{name}" for kind, names in PROSE.items() for name in names.split()}
    # A source's own fields are changed one by one; allowed values of house rules are changed below.
    assert wanted - kinds == {"RuleSet.source", "RuleSet.edition", *(f"HouseRule.{name}" for name in ALLOWED)}


def test_unused_values_of_a_house_rule_do_not_bind():
    rules = rule_set("pure-21.5-blackjack")
    wider = {
        "coverage": {"choices": ("separate", "running", "none")},
        "minimum": {"money": ("$1", "$2,000")},
        "packs": {"whole": (1, 10)},
        "cut_card": {"needs": ("packs",)},
    }
    for name, change in wider.items():
        rule = msgspec.structs.replace(rules.house_rules[name], **change)
        assert rules.replaced(house_rules=rules.house_rules | {name: rule}).digest == rules.digest


def in_force(where: str, rules: RuleSet) -> bool:
    """Whether a place in a rule set is in force."""
    part, name = where.split(".")[:2]
    if part == "pay":
        used = {rules.table(pattern) for w in rules.wagers().values() for pattern in (w.pays, w.beaten) if pattern}
        return any(rules.pay[key] in used for key in rules.pay if where.startswith(f"pay.{key}."))
    return part != "fee" or rules.fee[int(name)] in rules.fee[:1]


def test_every_change_of_what_binds_changes_the_digest(in_full):
    kinds = set()
    for rules in in_full:
        for where, changed in changes(rules, BINDS):
            kinds.add(where.rpartition(".")[0].rpartition(".")[2] + "." + where.rpartition(".")[2])
            assert (changed.digest != rules.digest) == in_force(where, rules), where
    wanted = {f"{kind}.{name}" for kind, names in BINDS.items() for name in names.split()}
    assert {each for each in wanted - kinds if not each.startswith("RuleSet")} == set()


def test_exactly_the_pay_lines_in_force_bind():
    rules = rule_set("heads-up-holdem", "brook", trips_plus="2")
    for name, table in rules.pay.items():
        for line in table.lines:
            lines = table.lines | {line: "7 to 1"}
            changed = rules.replaced(pay=rules.pay | {name: msgspec.structs.replace(table, lines=lines)})
            chosen = name.rpartition("-")[2] in ("1", "2", "3", "4")
            binds = not chosen or name in ("bad-beat-1", "trips-plus-2", "pocket-bonus-3")
            assert (changed.digest != rules.digest) == (binds and table.lines[line] != "7 to 1"), (name, line)


@pytest.mark.parametrize(
    ("game", "rules", "settings"),
    [
        (GAME, None, {"minimum": "$10"}),
        (GAME, None, {"coverage": "running"}),
        (GAME, None, {"exposed_card": False}),
        ("heads-up-holdem", "brook", {"bad_beat": "2"}),
        ("heads-up-holdem", "washington", {"jackpot_seed": "$3,000"}),
        ("heads-up-holdem", "washington", {"jackpot": False}),
        ("heads-up-holdem", "washington", {"jackpot_type": "progressive", "jackpot_seed": 100000, "jackpot_rate": 5}),
        ("pure-21.5-blackjack", None, {"packs": 8}),
        ("texas-holdem", None, {"stakes": "$1/$3"}),
    ],
)
def test_every_value_of_a_house_rule_in_force_binds(game, rules, settings):
    assert rule_set(game, rules, **settings).digest != rule_set(game, rules).digest


def test_setting_a_rule_to_its_default_changes_nothing():
    assert rule_set(GAME, minimum="$5", coverage="separate").digest == rule_set(GAME).digest


def test_odds_bind_by_their_value():
    rules = rule_set("heads-up-holdem", "washington")
    table = rules.pay["odds-win"]
    assert table.lines["flush"] == "1.5 to 1"
    same = msgspec.structs.replace(table, lines=table.lines | {"flush": "3 to 2"})
    assert rules.replaced(pay=rules.pay | {"odds-win": same}).digest == rules.digest


def test_parts_used_only_off_the_layout_do_not_bind():
    rules = rule_set("heads-up-holdem", "wpt", all_6=False)
    table = rules.pay["all-6-1"]
    changed = msgspec.structs.replace(table, lines=table.lines | {"flush": "21 to 1"})
    assert rules.replaced(pay=rules.pay | {"all-6-1": changed}).digest == rules.digest
    on = rules.replaced(settings={})
    assert on.replaced(pay=rules.pay | {"all-6-1": changed}).digest != on.digest


def test_a_wagers_own_limits_switches_and_jackpot_bind():
    rules = rule_set("heads-up-holdem", "washington")
    trips_plus = rules.wager["trips-plus"]
    for change in ({"most": "$10"}, {"jackpot": "first"}, {"pays": "ante"}, {"offered": ""}):
        changed = rules.replaced(wager=rules.wager | {"trips-plus": msgspec.structs.replace(trips_plus, **change)})
        assert (changed.digest != rules.digest) == ("offered" not in change)  # a switch that is on changes nothing
    off = rules.replaced(settings={"trips_plus_offered": False})
    wager = rules.wager | {"trips-plus": msgspec.structs.replace(trips_plus, offered="")}
    assert off.replaced(wager=wager).digest != off.digest
    rules = rule_set("heads-up-holdem", "brook")
    jackpot = rules.jackpot["galaxy"]
    for change in ({"seed": "$2,501"}, {"morning": "9%"}, {"rule": "progressive"}):
        changed = rules.replaced(jackpot={"galaxy": msgspec.structs.replace(jackpot, **change)})
        assert changed.digest != rules.digest


def test_folder_and_name_do_not_change_the_rules(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    text = (GAMES / GAME / "500-club.toml").read_text()
    moved = tmp_path / "elsewhere" / "ours.toml"
    moved.write_text(text.replace(f'game = "{GAME}"\n', 'game = "three-card"\n').replace('rules = "500-club"\n', ""))
    assert (load(moved).game, load(moved).rules) == ("three-card", "ours")
    assert load(moved).digest == rule_set(GAME).digest
    moved.write_text(text.replace("Three cards each.", "Three cards each. "))
    assert load(moved).digest == rule_set(GAME).digest
    shutil.copy(GAMES / GAME / "500-club.toml", moved)
    assert load(moved) is rule_set(GAME)


def test_only_the_schedule_in_force_binds(tmp_path):
    file = tmp_path / "own.toml"
    file.write_text(f'extends = "{GAME}/500-club"\n{FEES}')
    rules = load(file)
    one, two = (with_house_rules(rules, {"collection": option}) for option in ("1", "2"))
    assert rules.digest == rule_set(GAME).digest
    assert len({rules.digest, one.digest, two.digest}) == 3
    renumbered = tuple(msgspec.structs.replace(fee, option=fee.option * 2) for fee in rules.fee)
    again = msgspec.structs.replace(rules.house_rules["collection"], choices=("none", "11", "22"))
    house_rules = rules.house_rules | {"collection": again}
    assert one.replaced(fee=renumbered, house_rules=house_rules, settings={"collection": "11"}).digest == one.digest


def test_built_in_rules_of_one_digest_are_one_game_under_two_names():
    games: dict[str, set[str]] = {}
    for game in slugs():
        for rules in rule_sets(game):
            games.setdefault(rule_set(game, rules).digest, set()).add(game)
    assert [each for each in games.values() if len(each) > 1] == [{"seven-card-stud-high-low", "stud-8"}]
