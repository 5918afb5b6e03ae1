"""Hands that are shown at the end of a round: where one is better, its words differ."""

from itertools import combinations

import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.play import BOARD
from cardroom.rankings import describe, strength
from cardroom.show import picture
from cardroom.show.words.round_words import sentences

GAMES = {
    "texas-holdem": ("high", ""),
    "omaha-high-low": ("omaha", "omaha-eight-or-better"),
    "seven-card-stud": ("high", ""),
    "five-card-draw": ("high", ""),
    "2-7-single-draw": ("2-7", ""),
    "badugi": ("badugi", ""),
}
SEEDS = range(25)


def played(slug, seed):
    """A hand of six players in which everybody checks or calls, and shows."""
    round = cardroom.game(slug).round(dict.fromkeys(("ann", "bob", "cy", "dee", "eve", "fay"), 50000), seed=seed)
    while not round.done:
        ask = round.ask
        actions = [option.action for option in ask.options]
        action = next((each for each in ("check", "call", "show") if each in actions), "")
        if action:
            round.answer(ask.spot, action)
        else:
            round.default(ask.spot)
    return round


def shown(round, viewer=None):
    """The hands that a viewer sees at the end, with their words and cards."""
    seen = picture(round.view(viewer))
    board = next((spread.cards for spread in seen.spreads if spread.place == BOARD), ())
    hands = [each for each in seen.spreads if each.place.kind == "hand" and UNKNOWN not in each.cards and each.says]
    return hands, board


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", GAMES)
def test_hands_that_differ_have_different_words(slug):
    ranking, low = GAMES[slug]
    alike = 0
    for seed in SEEDS:
        hands, board = shown(played(slug, seed))
        for one, other in combinations(hands, 2):
            for number, name in enumerate(filter(None, (ranking, low))):
                values = [strength(name, each.cards, board or None) for each in (one, other)]
                words = [each.says.casefold().split("; ")[number:] for each in (one, other)]
                usual = [describe(name, each.cards, board or None) for each in (one, other)]
                if all(values) and all(words):
                    assert (words[0][0] == words[1][0]) == (values[0] == values[1]), (seed, words)
                    alike += usual[0] == usual[1] and values[0] != values[1]
    assert alike or slug not in ("texas-holdem", "omaha-high-low"), "no two hands differ only by a kicker"


@pytest.mark.parametrize("slug", ["texas-holdem", "omaha-high-low"])
def test_the_log_tells_shown_hands_apart(slug):
    ranking, _ = GAMES[slug]
    for seed in SEEDS:
        round = played(slug, seed)
        hands, board = shown(round)
        lines = [line.says.partition(": ")[2] for line in sentences(round.view()) if line.kind == "turned"]
        strengths = [strength(ranking, each.cards, board) for each in hands]
        assert len({line.partition("; ")[0] for line in lines}) >= len({*strengths}), (seed, lines)


def test_a_player_who_folded_reads_other_words_too():
    """The viewer knows the folded hand. It differs from every other hand on the screen."""
    for seed in range(12):
        round = cardroom.game("texas-holdem").round({"ann": 50_000, "bob": 50_000, "cy": 50_000}, seed=seed)
        while not round.done:
            ask = round.ask
            actions = [option.action for option in ask.options]
            last = len(next((each.cards for each in picture(round.view()).spreads if each.place == BOARD), ())) == 5
            fold = last and round.spot(ask.spot).bettor == "ann"
            wanted = ("fold",) if fold and "fold" in actions else ("check", "call", "show")
            round.answer(ask.spot, next(each for each in wanted if each in actions))
        hands, board = shown(round, "ann")
        assert len(hands) == 3
        assert len({each.says for each in hands}) == len({strength("high", each.cards, board) for each in hands})
