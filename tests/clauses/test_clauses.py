"""The clauses hold in rounds of every game, and each break of a script that is written down makes one complain."""

import re
from pathlib import Path
from random import Random

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.clauses import all_clauses, clauses_of, facts_of, violations
from cardroom.clauses.hands import four_of_five_line, high, three, three_line
from cardroom.clauses.poker.ranks import judge
from mutants.breaks import clause_breaks
from mutants.clauses import tried
from mutants.server import in_parallel
from support.clause_table import PAGE, table
from support.played import checked, rounds
from support.sampling import PROOF

GAMES = {f"{game.slug}-{game.rules.rules}": game for game in cardroom.all_games()}
ROUNDS = 500 if PROOF else 24


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", GAMES)
def test_no_clause_complains_of_random_rounds(name):
    for found in checked(GAMES[name], Random(f"clauses {name}"), ROUNDS):
        assert not found


def test_a_draw_in_which_nobody_discards_is_a_draw_of_its_own():
    """Among these rounds three players stand pat before two draws, so that no card is dealt between the draws."""
    for found in checked(GAMES["badugi-500-club"], Random("0 887 badugi 500-club"), 12):
        assert not found


def test_every_clause_cites_a_document_and_says_its_rule_in_a_sentence():
    for each in all_clauses():
        assert each.cite, each.name
        assert each.games, each.name
        assert re.fullmatch(r"[A-Z0-9\"].{20,240}\.", each.says), each.name


def test_every_game_of_a_document_has_clauses_of_its_own():
    generic = set.intersection(*({each.name for each in clauses_of(game.rules)} for game in GAMES.values()))
    for name, game in GAMES.items():
        assert len({each.name for each in clauses_of(game.rules)} - generic) >= 8, name


def test_a_round_that_breaks_a_rule_is_told_in_words():
    game = GAMES["three-card-poker-6-card-bonus-500-club"]
    round = next(each for each in rounds(game, Random(3), 20) if each.chips.balances and len(each.events) > 12)
    facts = facts_of(round)
    assert not violations(facts)
    place, last = facts.settled[-1]
    del facts.settled[-1]
    assert any("decided 0 times" in each.says for each in violations(facts)), (place, last)


@pytest.mark.parametrize(
    ("ranking", "better", "worse"),
    [
        ("high", "As Ks Qs Js Ts", "9c 9d 9h 9s Kd"),
        ("2-7", "7c 5d 4h 3s 2d", "As 2d 3c 4h 5s"),
        ("ace-to-five", "As 2d 3c 4h 5s", "As 2d 3c 4h 6s"),
        ("badugi", "As 2d 3c 4h", "As 2d 3c 3h"),
        ("mexican", "2c 4c 6c Jc Kc", "Ac Ad Ah Kc Kd"),
        ("mexican", "4c 5d 6h 7s Jc", "Ac Ad Ah Kc Qd"),
        ("short-deck", "Ac 9c 8c 7c Kc", "Ac Ad Ah Kc Kd"),
    ],
)
def test_hands_are_judged_as_the_chapters_print(ranking, better, worse):
    assert judge(ranking, parse(better), (), "up") > judge(ranking, parse(worse), (), "up")


def test_hands_of_three_and_four_cards_have_the_printed_names():
    assert three_line(three(parse("As Ks Qs"))) == "mini royal flush"
    assert four_of_five_line(parse("As Ks Qs Js 2d")) == ("royal", "straight flush")
    assert high(parse("5s 4d 3c 2h As")) < high(parse("6s 5d 4c 3h 2s"))


# -- breaks of scripts ------------------------------------------------------------------------------------------------


@pytest.mark.sampled(40)
@pytest.mark.parametrize("given", clause_breaks(), ids=lambda each: each.name)
def test_a_clause_sees_a_broken_script(given):
    said = []
    in_parallel(1, [lambda: tried(given, 3000 if PROOF else 400)], lambda _, result: said.append(result))
    assert said[0]
    assert said[0]["clause"], said


def test_the_breaks_are_enough_and_still_fit_the_scripts():
    names = [each.name for each in clause_breaks()]
    assert len(names) == len({*names}) >= 120
    for each in clause_breaks():
        file, broken = each.broken()
        assert broken != Path(file).read_text("utf-8")
        compile(broken, each.where, "exec")


def test_the_page_lists_every_clause():
    assert table() in PAGE.read_text("utf-8"), "run python -m support.clause_table"
