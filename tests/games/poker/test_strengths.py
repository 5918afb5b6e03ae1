"""The showdown judges each hand once on each board, however often hands are compared."""

from collections import Counter

import cardroom
from cardroom.games.poker import showdown


def test_a_showdown_judges_each_hand_once(monkeypatch):
    judged = Counter()
    judge = showdown.strength

    def counting(ranking, cards, board=None, joker=None):
        judged[ranking, tuple(cards)] += 1
        return judge(ranking, cards, board, joker)

    monkeypatch.setattr(showdown, "strength", counting)
    game = cardroom.game("omaha-high-low", rules="standard", limit="pot")
    for seed in range(5):
        judged.clear()
        round = game.round(6, seed=seed)
        while not round.done:
            actions = [option.action for option in round.ask.options]
            round.answer(round.ask.spot, next(each for each in ("call", "check", "show") if each in actions))
        assert len(judged) >= 6
        assert set(judged.values()) == {1}
