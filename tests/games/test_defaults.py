"""What happens when no answer comes: the default of every question of every game.

No chapter lets silence cost a player more than the chips that are on the table already. Only a bring-in is mandatory.
"""

import random

import pytest

from cardroom.games import all_games
from cardroom.players import random_legal
from support.deals import people, stack

SEEDS = 6
GIVES_UP = {
    frozenset({"play", "fold"}): "fold",
    frozenset({"call", "fold"}): "fold",
    frozenset({"call", "raise", "fold"}): "fold",
    frozenset({"check", "bet", "fold"}): "check",
    frozenset({"check", "raise", "fold"}): "check",
    frozenset({"check", "raise"}): "check",
    frozenset({"raise", "fold"}): "fold",
}
"""The default where a player may put more chips in, by the actions that are offered."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_an_answer_that_does_not_come_costs_no_more_chips(game):
    """Players answer at random; each question is also put to a player who does not answer."""
    offered = set()
    for seed in range(SEEDS):
        rng = random.Random(seed)
        round = game.round(*people(range(1, 1 + max(4, game.rules.seats.least))), seed=seed)
        while not round.done:
            ask = round.waiting[0]
            bettor = round.spot(ask.spot).bettor if ask.spot != "house" else None
            answer = random_legal(round.view(bettor), ask, rng)
            actions = frozenset(option.action for option in ask.options)
            offered.add(actions)
            default = round.default_of(ask.spot)
            assert default.action == GIVES_UP.get(actions, default.action)
            if "bring-in" not in actions and bettor:
                silent = replayed(game, seed, round.answers)
                before = stack(silent, bettor)
                silent.default(ask.spot)
                assert silent.done or stack(silent, bettor) >= before, f"silence costs chips: {default}"
            round.answer(ask.spot, answer.action, answer.value)
    if any("fold" in actions for actions in offered):
        assert offered & GIVES_UP.keys()


def replayed(game, seed, answers):
    """The same round up to here."""
    round = game.round(*people(range(1, 1 + max(4, game.rules.seats.least))), seed=seed)
    for answer in answers:
        round.accept(answer)
    return round
