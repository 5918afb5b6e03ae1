"""Mixed games: one table, several games in turn. This is the house's choice; no document prints it."""

import random
from collections import Counter
from itertools import groupby, pairwise

import pytest

import cardroom
from cardroom.games import game_by_digest
from cardroom.games.mixed import mixed, next_game
from cardroom.play import Table
from cardroom.play.table import ChangeGame, Join, Leave
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.mixes import mixes
from support.people import play_out, set_state

PEOPLE = ("ann", "bob", "cy", "dee")


def sessions(mix, hands, table=None, **changes):
    """The games that were played, hand by hand. `changes` are made before a hand, by its number."""
    table = table or Table(mix.games[0], dict.fromkeys(PEOPLE, 10_000_000), seed=3)
    rng, played = random.Random(1), []
    for number in range(hands):
        changes.get(f"before_{number}", lambda _: None)(table)
        table.do(ChangeGame(next_game(mix, table)))
        play_out(table.start(), rng)
        table.finish()
        played.append((table.game.slug, table.game.rules.house("limit")))
    return table, played


def turns(played):
    return [(name, len(list(each))) for name, each in groupby(played)]


def test_horse_is_five_games_of_an_orbit_each_and_begins_again():
    table, played = sessions(mixed("horse"), 24)
    slugs = ["texas-holdem", "omaha-high-low", "razz", "seven-card-stud", "stud-8", "texas-holdem"]
    assert turns(played) == [((slug, "fixed"), 4) for slug in slugs]
    assert sum(table.stacks.values()) == 40_000_000


def test_eight_game_changes_the_limit_too():
    _, played = sessions(mixed("eight-game"), 32)
    assert [limit for _, limit in dict.fromkeys(played)] == ["fixed"] * 6 + ["no", "pot"]


def test_an_orbit_is_as_long_as_there_were_players_when_it_began():
    joins = {"before_2": lambda table: table.do(Join("eve", 40_000)), "before_6": lambda table: table.do(Leave("ann"))}
    _, played = sessions(mixed("horse"), 13, **joins)
    assert [count for _, count in turns(played)] == [4, 5, 4]


def test_a_house_has_mixes_of_its_own(tmp_path):
    file = tmp_path / "ours.toml"
    games = ("razz", "badugi", "omaha")
    file.write_text('name = "Ours"\neach = 3\n' + "".join(f'[[game]]\ngame = "{slug}"\n' for slug in games))
    _, played = sessions(mixed(file), 12)
    limits = ("razz", "fixed"), ("badugi", "fixed"), ("omaha", "pot"), ("razz", "fixed")
    assert turns(played) == [(game, 3) for game in limits]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('name = "X"\n[[game]]\ngame = "razz"\n', "at least two games"),
        ('name = ""\n[[game]]\ngame = "razz"\n', "name: write 1 to 64 printable"),
        ('name = "X"\neach = 0\n[[game]]\ngame = "razz"\n[[game]]\ngame = "omaha"\n', "at least 1"),
        ('name = "X"\neach = "hour"\n[[game]]\ngame = "razz"\n[[game]]\ngame = "omaha"\n', "each: "),
        ('name = "X"\n[[game]]\ngame = "razz"\n[[game]]\ngame = "razz"\n', "listed twice"),
        ('name = "X"\n[[game]]\ngame = "razz"\n[[game]]\ngame = "ez-baccarat"\n', "not a poker game"),
        ('name = "X"\n[[game]]\ngame = "razz"\n[[game]]\ngame = "snap"\n', "there is no game"),
        ('name = "X"\nhands = 4\n', "own.toml: top level: unknown field hands: choose from name, game, each$"),
        ("name =", "own.toml"),
    ],
)
def test_an_impossible_mix_is_refused(tmp_path, text, why):
    file = tmp_path / "own.toml"
    file.write_text(text)
    with pytest.raises(RuleBookError, match=why):
        mixed(file)
    with pytest.raises(RuleBookError, match="unknown mix 'cow': choose from eight-game, horse"):
        mixed("cow")


@pytest.mark.parametrize("name", mixes())
@pytest.mark.parametrize("rules", ["500-club", "standard"])
def test_one_stake_is_for_all_games_of_a_mix(name, rules):
    for game in mixed(name, rules, {"stakes": "$20-$40 or $10/$20"}).games:
        assert game.rules.minimum == 2000
        assert game.rules.rules == rules


def test_the_blinds_go_on_where_they_were_when_stud_is_over():
    horse = mixed("horse")
    seen = []
    table, rng = Table(horse.games[0], dict.fromkeys(PEOPLE, 10_000_000), seed=3), random.Random(1)
    for _ in range(24):
        table.do(ChangeGame(next_game(horse, table)))
        round = play_out(table.start(), rng)
        if round.rules.stakes.blinds:
            seen.append(round.carry.own.blinds[-1])
        table.finish()
    assert len(seen) == 12
    steps = [(after - before) % 4 for before, after in pairwise(seen)]
    assert set(steps) == {1}, "every big blind is the next player's, over three games of stud"


def test_a_rebuilt_table_continues_with_the_same_game():
    horse = mixed("horse")
    table, first = sessions(horse, 10)
    again = Table.from_log(table.log, game_by_digest)
    assert (again.game, again.state.hands, again.state.orbit, again.carry) == (
        table.game,
        table.state.hands,
        table.state.orbit,
        table.carry,
    )
    assert next_game(horse, again) == next_game(horse, table)
    assert sessions(horse, 8, again)[1] == sessions(horse, 8, table)[1]
    assert Counter(slug for slug, _ in first) == {"texas-holdem": 4, "omaha-high-low": 4, "razz": 2}


def test_a_game_with_too_few_seats_is_skipped():
    horse = mixed("horse")
    assert horse.seats == 8
    table = Table(horse.games[0], {f"player {number}": 1_000_000 for number in range(1, 10)}, seed=3)
    _, played = sessions(horse, 20, table)
    assert {slug for slug, _ in played} == {"texas-holdem", "omaha-high-low"}


def test_a_hand_that_was_not_dealt_does_not_count_for_a_turn():
    game = cardroom.game("texas-holdem")
    table = Table(game, dict.fromkeys(PEOPLE[:2], 20_000), seed=1)
    set_state(table, stacks=table.stacks | {"bob": 0})
    round = table.start()
    assert round.done
    table.finish()
    assert (table.rounds, table.state.hands) == (1, 0)


# -- What the house says of one game (one collection is rarely for all: 500 Club, Poker Games Collection Rates) --------


def collections(mix):
    return [game.rules.house("collection") for game in mix.games]


def test_each_game_of_a_mix_posts_a_collection_of_its_own(tmp_path):
    house = {"texas-holdem.collection": "98", "razz.collection": "33", "4.collection": "31", "stakes": "$10-$20"}
    assert collections(mixed("horse", house=house)) == ["98", "none", "33", "31", "none"]
    file = tmp_path / "ours.toml"
    one, two = "house = { collection = '31' }", "house = { collection = '4', limit = 'pot' }"
    file.write_text(f'name = "Ours"\n[[game]]\ngame = "razz"\n{one}\n[[game]]\ngame = "omaha"\n{two}\n')
    assert collections(mixed(file)) == ["31", "4"]
    assert collections(mixed(file, house={"razz.collection": "33"})) == ["33", "4"], "what is typed goes before"


def test_a_game_that_is_there_twice_is_named_by_its_number():
    mix = mixed("eight-game", house={"7.collection": "1/4/7"})
    assert collections(mix) == ["none"] * 6 + ["1/4/7", "none"]
    with pytest.raises(RuleBookError, match=r"game 2, texas-holdem: house rule collection: option 1 is for pot or no"):
        mixed("eight-game", house={"texas-holdem.collection": "1/4/7"})


def test_an_error_in_a_mix_names_the_game_and_how_to_set_its_rules():
    with pytest.raises(RuleBookError, match=r"game 1, texas-holdem: .* write texas-holdem.NAME or 1.NAME"):
        mixed("horse", house={"collection": "1/4/7"})
    with pytest.raises(RuleBookError, match=r"no game here is called 'badugi': choose from 1 texas-holdem, 2 omaha"):
        mixed("horse", house={"badugi.collection": "1"})
