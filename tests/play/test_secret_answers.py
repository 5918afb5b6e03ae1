"""An answer that only its bettor may see is marked in the log, in every game that asks for one."""

from random import Random

import pytest
from msgspec.structs import replace

import cardroom
from cardroom.play import Table
from cardroom.play.table import SubmitAnswer, UseDefault
from cardroom.play.table.log import Answered, is_secret
from cardroom.players import table_bots
from games.chinese.hands import GAME as CHINESE
from support.people import set_state

GAMES = {game.slug: game for game in cardroom.all_games()}
SECRET = {
    "badugi",
    "crazy-pineapple",
    "face-up-chinese-poker",
    "face-up-pai-gow-poker",
    "fortune-pai-gow-poker",
}
"""Some of the games that ask for a discard or a hand to be set."""


def play(table, random, defaults):
    """Play a round by commands. Return, for each answer, whether the ask was secret, and the entry."""
    round, seen = table.start(), []
    bots = table_bots(table.game.rules, list(table.stacks))
    while not round.done:
        ask = round.ask
        bettor = round.spot(ask.spot).bettor
        if bettor not in bots:
            round.default(ask.spot)
            continue
        if defaults:
            command = UseDefault(ask.spot)
        else:
            answer = ask.answer(bots[bettor](round.view(bettor), ask, random))
            command = SubmitAnswer(bettor, ask.spot, None, answer.action, answer.value)
        seen.append((ask.secret, next(entry for entry in table.do(command) if isinstance(entry, Answered))))
    table.finish()
    return seen


@pytest.mark.sampled(4)
@pytest.mark.parametrize("slug", GAMES)
def test_a_secret_answer_is_marked_and_no_other(slug):
    table, random = Table(GAMES[slug], 3, seed=5), Random(5)
    seen = [each for number in range(4) for each in play(table, random, defaults=number == 3)]
    assert all(is_secret(entry) == secret for secret, entry in seen)
    assert all((entry.secret is True) == secret for secret, entry in seen)
    asked = any(secret for secret, _ in seen)
    assert asked or slug not in SECRET - {CHINESE}


def test_a_hand_set_in_fantasy_land_is_secret_however_it_is_given():
    for direct in (False, True):
        table = Table(cardroom.game(CHINESE), 2, seed=3)
        play(table, Random(3), defaults=True)
        dreams = replace(table.state.carry.own, fantasy=(next(iter(table.stacks)),))
        set_state(table, carry=replace(table.state.carry, own=dreams))
        round = table.start()
        while not any(ask.secret for ask in round.waiting):
            round.default(round.ask.spot)
        ask = next(ask for ask in round.waiting if ask.secret)
        if direct:
            round.default(ask.spot)
        else:
            table.do(UseDefault(ask.spot))
        entry = [each for each in table.log if isinstance(each, Answered)][-1]
        assert isinstance(entry.answer.value, dict)
        assert is_secret(entry)
