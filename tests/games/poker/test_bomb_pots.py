"""Bomb pots: who antes, when one is played, what becomes of the blinds, and how the pots are won."""

import random

import pytest

import cardroom
from cardroom.games.lessons.community import lesson
from cardroom.histories import write_phh
from cardroom.histories.phh.format import PHHError
from cardroom.play import BOARD, OTHER_BOARDS, Table
from cardroom.play.records.file import record, replay
from cardroom.play.round.events import Acted, Dealt, Said, Transfer
from cardroom.play.table import Join
from cardroom.players import play_round, table_bots
from cardroom.rulebook import RuleBookError, rule_set
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.prompts import prompt
from games.poker.fair_shares import assert_fair
from games.poker.tables import actions, bounds, do, option, play_to_showdown, stacks, start, wins
from support.sampling import PROOF

SECOND = OTHER_BOARDS[0]
EVERY = {"rules": "standard", "limit": "no", "bomb_pots": "every hand"}
FLOP = "xx 2c 3d 4h xx 9c xx 9d"


def bomb(*cards, stakes=(100, 100, 100), slug="texas-holdem", **house):
    return start(slug, list(stakes), *cards, **(EVERY | house))


def is_bomb(round):
    return any(isinstance(event, Said) and event.text.startswith("Bomb pot") for event in round.events)


def antes(round):
    return {event.spot: event.amount / 100 for event in round.events
            if isinstance(event, Transfer) and event.cause == "ante"}  # fmt: skip


def test_everybody_antes_and_the_first_betting_is_on_the_flop():
    round = bomb("As Ah", "Ks Kh", "Qs Qh", FLOP)
    assert antes(round) == {"1": 10, "2": 10, "3": 10}
    assert not any(isinstance(event, Acted) for event in round.events)
    assert len(round.cards.hand(BOARD)) == 3
    assert (round.ask.spot, actions(round)) == ("1", ["check", "bet", "fold"])
    assert bounds(round) == (2, 90)
    do(round, "1 bet 30", "2 call", "3 fold", "all check", "all show")
    assert wins(round) == [("1", 90, "pot")]


def test_the_ante_is_in_big_blinds():
    assert antes(bomb(bomb_ante=2, stakes=(100, 100))) == {"1": 4, "2": 4}
    assert antes(bomb(bomb_ante=2, limit="fixed", stakes=(100, 100))) == {"1": 4, "2": 4}


def test_a_player_with_less_is_all_in_for_the_main_pot():
    # $6 from each of three make $18. The others have $4 more each in a side pot, and bet $20 into it.
    round = bomb("As Ah", "Ks Kh", "Qs Qh", FLOP, stakes=(6, 100, 100))
    do(round, "2 bet 20", "3 call", "all check", "all show")
    assert wins(round) == [("1", 18, "main pot"), ("2", 48, "side pot 1")]
    assert sum(stacks(round)) == 206


def test_an_ante_that_nobody_can_match_is_returned():
    round = bomb("As Ah", "Ks Kh", FLOP, stakes=(6, 100))
    do(round, "all show")
    assert wins(round) == [("1", 12, "pot")]
    assert stacks(round) == [12, 94]


def test_two_boards_each_decide_half():
    round = bomb("As Ah", "Ks Kh", "Qs Qh", "xx 2c 3d 4h Kc 7d 8h xx 9c 2d xx 9d 3h", bomb_boards=2)
    assert len(round.cards.hand(SECOND)) == 3
    do(round, "all check", "all show")
    assert wins(round) == [("1", 15, "pot, first board"), ("2", 15, "pot, second board")]
    assert round.rules.poker.boards == 1


def test_a_deck_that_is_too_short_for_two_boards_has_one():
    full = bomb(slug="omaha", stakes=(100,) * 10, bomb_boards=2)
    assert not full.cards.hand(SECOND)
    assert bomb(slug="omaha", stakes=(100,) * 9, bomb_boards=2).cards.hand(SECOND)


def test_a_bomb_pot_can_be_run_twice():
    round = bomb("As Ah", "Ks Kh", "xx 2c 3d 4h xx 9c xx 9d xx Kc xx 7d", stakes=(50, 50), most_runs=2)
    do(round, "1 bet 40", "2 call")
    assert actions(round) == ["once", "twice"]
    do(round, "1 twice", "2 twice", "all show")
    assert wins(round) == [("1", 50, "pot, first board"), ("2", 50, "pot, second board")]


def test_a_bomb_pot_with_two_boards_is_not_run_twice():
    round = bomb("As Ah", "Ks Kh", stakes=(50, 50), most_runs=2, bomb_boards=2)
    do(round, "1 bet 40", "2 call")
    assert round.done or "twice" not in actions(round)


def test_a_discard_before_the_flop_comes_after_the_antes():
    round = bomb(slug="pineapple")
    assert actions(round) == ["discard"]


# -- when one is played -----------------------------------------------------------------------------------------------


def test_once_an_orbit_the_last_of_as_many_hands_as_players_is_one():
    game = cardroom.game("texas-holdem", **(EVERY | {"bomb_pots": "once an orbit"}))
    table = Table(game, dict.fromkeys(("ann", "bob", "cy"), 100_000), seed=3)
    played = []
    for _ in range(7):
        round = play_round(table.start(), table_bots(game.rules, list(table.stacks)), random.Random(1))
        played.append(is_bomb(round))
        table.finish()
    assert played == [False, False, True, False, False, True, False]


def test_all_players_must_agree_the_button_first():
    round = bomb(bomb_pots="when all agree")
    assert (round.ask.spot, actions(round), option(round, "bomb-pot").amount) == ("3", ["bomb-pot", "usual-hand"], 1000)
    assert round.ask.default.action == "usual-hand"
    do(round, "3 bomb-pot", "1 bomb-pot", "2 bomb-pot")
    assert is_bomb(round)
    one = do(bomb(bomb_pots="when all agree"), "3 bomb-pot", "1 usual-hand")
    assert not is_bomb(one)
    assert actions(one) == ["call", "raise", "fold"]


def test_the_question_is_asked_in_words():
    round = bomb(bomb_pots="when all agree")
    asked = prompt(IndexedView(round.view(round.spot("3").bettor)), round.ask)
    assert asked.title == "Play this hand as a bomb pot, if all agree"
    assert [(offer.key, offer.label) for offer in asked.offers] == [("b", "Bomb pot for $10"), ("u", "Usual hand")]
    assert all(offer.help for offer in asked.offers)


# -- blinds -----------------------------------------------------------------------------------------------------------


def played_table(names, hands, **house):
    """A table of these players after some hands of the defaults."""
    game = cardroom.game("texas-holdem", **(EVERY | house))
    table = Table(game, dict.fromkeys(names, 100_000), seed=3)
    for _ in range(hands):
        finish(table.start())
        table.finish()
    return table


def finish(round):
    while not round.done:
        round.default(round.ask.spot)


def test_the_button_and_the_blinds_move_on_without_being_posted():
    table = played_table(("ann", "bob", "cy"), 0)
    seats = []
    for _ in range(3):
        round = table.start()
        finish(round)
        assert not [event for event in round.events if isinstance(event, Transfer) and event.cause == "bet"]
        table.finish()
        seats.append((round.carry.own.button, round.carry.own.blinds))
    assert [button for button, _ in seats] == [(seats[0][0] + at - 1) % 3 + 1 for at in range(3)]
    assert all(blinds == [button % 3 + 1, (button + 1) % 3 + 1] for button, blinds in seats)


def test_a_new_player_posts_the_ante_and_no_blind_besides():
    for hands in (1, 2, 3):  # in one of these, the new seat is behind the big blind
        table = played_table(("ann", "bob", "cy"), hands)
        table.do(Join("dee", 100_000))
        round = table.start()
        if actions(round)[0] == "post":
            break
    (spot,) = {spot for spot in round.spots if spot.bettor == "dee"}
    assert (round.ask.spot, round.ask.options[0].amount) == (spot.id, 1000)
    round.answer(spot.id, "post")
    assert antes(round)[spot.id] == 10
    assert round.chips.stack(spot) == 99_000
    assert not [event for event in round.events if isinstance(event, Transfer) and event.cause in ("bet", "dead")]


# -- pots, records and words ------------------------------------------------------------------------------------------


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("slug", "house"),
    [
        ("texas-holdem", {}),
        ("omaha-high-low", {"bomb_boards": 2}),
        ("crazy-pineapple", {"bomb_boards": 2, "bomb_ante": 1}),
        ("bomb-pot-omaha", {}),
    ],
)
def test_random_bomb_pots_are_shared_as_fractions_say(slug, house):
    game = cardroom.game(slug, **(EVERY | house))
    for seed in range(60 if PROOF else 10):
        rng = random.Random(f"{slug} {seed}")
        deep = {seat: rng.choice((300, 900, 2500, 6000)) for seat in range(1, rng.randint(3, 6))}
        round = game.round(deep, seed=seed)
        play_to_showdown(round, rng)
        parts = ["", "second"][: 1 + bool(round.cards.hand(SECOND))]
        assert_fair(round, parts)
        assert sum(round.net.values()) == 0
        assert replay(record(round), game, round.shuffle).events == round.events


def test_phh_says_that_it_cannot_hold_a_bomb_pot():
    round = bomb()
    finish(round)
    with pytest.raises(PHHError, match="the format has no bomb pot"):
        write_phh(round)


def test_the_lesson_says_when_and_how():
    steps = [step.says for step in lesson(rule_set("bomb-pot-omaha")).steps]
    assert any(
        step.startswith("Every hand is a bomb pot: each player puts in $10, there are no blinds") for step in steps
    )
    assert not any("blinds are posted" in step or "big blind, raise or fold" in step for step in steps)
    assert any(step.startswith("First betting round, starting with the first player left") for step in steps)
    called = [step.says for step in lesson(rule_set("omaha", "standard", bomb_pots="once an orbit")).steps]
    assert any("After a hand for each other player" in step for step in called)
    assert any("blinds are posted" in step for step in called)


@pytest.mark.parametrize("slug", ["badugi", "razz", "five-card-draw"])
def test_a_game_without_a_flop_has_no_bomb_pot(slug):
    with pytest.raises(RuleBookError, match=f"{slug} has no house rule 'bomb_pots'"):
        cardroom.game(slug, rules="standard", bomb_pots="every hand")


def test_a_variant_that_gives_a_stud_game_bomb_pots_is_refused(tmp_path, monkeypatch):
    folder = tmp_path / "ours"
    folder.mkdir()
    (folder / "house.toml").write_text(
        'extends = "texas-holdem/standard"\ngame = "ours"\nrules = "house"\nname = "Ours"\nid = "no document"\n'
        'summary = "Ours."\nscript = "draw"\n[source]\nsection = "Ours"\n[seats]\nmost = 6\n'
        '[poker]\nstructure = "draw"\nboard = []\nhole = 5\ndraws = 1\n[settings]\nbomb_pots = "every hand"\n'
    )
    monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
    with pytest.raises(RuleBookError, match="a draw game without a flop has none: set it to never"):
        cardroom.game("ours")


def test_nothing_is_dealt_twice_and_the_burns_are_as_usual():
    round = bomb(slug="bomb-pot-omaha")
    finish(round)
    dealt = [card for event in round.events if isinstance(event, Dealt) for card in event.cards]
    assert len(dealt) == len(set(dealt))
