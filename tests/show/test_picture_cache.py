"""Cached pictures of a round for many viewers equal pictures that are drawn from scratch."""

from random import Random

import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Amount, Bets, Spot
from cardroom.play.round.events import Settled, Transfer
from cardroom.players import play_round, table_bots
from cardroom.show import picture
from cardroom.show.pictures.cache import PictureCache
from show.rounds import GAMES, answer, begin, play, viewers
from support.sampling import PROOF

ROUNDS = 100 if PROOF else 2


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", GAMES)
def test_cached_pictures_equal_fresh_ones(name):
    rng = Random(name)
    looks = 0
    for _ in range(ROUNDS):
        round = begin(GAMES[name], rng)
        cache = PictureCache(round)
        often = {viewer: rng.choice((0.05, 0.3, 1)) for viewer in viewers(round)}  # some viewers are drawn rarely
        for _ in play(round, rng, late=rng.choice((0.03, 0.3))):
            for viewer in viewers(round):
                if rng.random() < often[viewer] or round.done:
                    assert cache.of(viewer) == picture(round.view(viewer))
                    looks += 1
    assert looks


@pytest.mark.parametrize("name", ["texas-holdem-standard", "ultimate-texas-holdem-500-club", "heads-up-holdem-brook"])
def test_cached_words_at_the_end_equal_fresh_ones(name):
    """At the end, the words of a hand depend on all hands that are shown."""
    rng = Random("400")
    for _ in range(100 * ROUNDS if PROOF else 12):
        round = begin(GAMES[name], rng)
        cache = PictureCache(round)
        for _ in play(round, rng):
            pictures = {viewer: cache.of(viewer) for viewer in viewers(round)}
        assert pictures == {viewer: picture(round.view(viewer)) for viewer in viewers(round)}


def split_where_one_can(round, rng):
    """Play a round, and split pairs if possible."""
    while not round.done:
        yield
        ask = rng.choice(round.waiting)
        splits = any(option.action == "split" for option in ask.options)
        given = ask.check("split") if splits else answer(ask, rng)
        round.answer(given.spot, given.action, given.value)
    yield


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("pure-")])
def test_cached_pictures_of_split_hands_equal_fresh_ones(name):
    split = 0
    for number in range(20):
        for looks in (False, True):  # a round with a split is replayed and compared
            rng, eyes = Random(f"{name} {number}"), Random(number)
            round = begin(GAMES[name], rng)
            cache = PictureCache(round)
            for _ in split_where_one_can(round, rng):
                for viewer in viewers(round) if looks else ():
                    if eyes.random() < 0.6:
                        assert cache.of(viewer) == picture(round.view(viewer))
            if not any(spot.circle for spot in round.spots):
                break
            split += looks
    assert split


def test_points_are_drawn_for_both_players():
    game = cardroom.game("face-up-chinese-poker")
    round = game.round({"ann": 50_000, "bob": 50_000, "cy": 50_000}, seed=1)
    cache = PictureCache(round)
    cache.of("ann")
    play_round(round, table_bots(game.rules, [*round.stacks]), Random(1))
    assert any(isinstance(event, Transfer) and event.cause == "points" for event in round.events)
    for viewer in viewers(round):
        assert cache.of(viewer) == picture(round.view(viewer))


def test_awards_and_wagers_from_behind_name_the_hands_of_viewers():
    fours = [[rank + suit for suit in "cdhs"] for rank in "AKQJT98"]
    rest = ["Jk", *(rank + suit for rank in "765432" for suit in "cdhs")]
    piles = [card for number, four in enumerate(fours) for card in (*four, *rest[3 * number : 3 * number + 3])]
    spots = [Spot.at(1, "ann"), Spot.at(2, "bob"), Spot.at(3, "cy"), Spot("3b", 3, "dee", backline=True)]
    stacks = dict.fromkeys(("ann", "bob", "cy", "dee"), 50_000)
    shuffle = Shuffle.given(piles + rest[21:])
    round = cardroom.game("fortune-pai-gow-poker").round(spots, stacks, shuffle=shuffle)
    cache = PictureCache(round)
    while not round.done:
        for viewer in viewers(round):
            cache.of(viewer)
        match round.ask.options[0]:
            case Amount("bank") as bank:
                round.answer(round.ask.spot, "bank", bank.most)
            case Bets() as bets:
                round.answer(round.ask.spot, "bet", {area.wager: 1_000 for area in bets.areas})
            case _:
                round.default(round.ask.spot)
    settled = {(event.spot, event.wager) for event in round.events if isinstance(event, Settled)}
    assert {("2", "envy"), ("3b", "base")} <= settled
    for viewer in viewers(round):
        assert cache.of(viewer) == picture(round.view(viewer))


@pytest.mark.parametrize("name", ["texas-holdem-standard", "ultimate-texas-holdem-500-club", "badugi-500-club"])
def test_a_bettor_named_like_another_spot_sees_only_its_public_part(name):
    for number in range(5):
        rng = Random(number)
        round = GAMES[name].round([Spot.at(1, "ann"), Spot.at(2, "1"), Spot.at(3, "cy")], seed=number)
        cache = PictureCache(round)
        for _ in play(round, rng):
            for viewer in viewers(round):
                assert cache.of(viewer) == picture(round.view(viewer))
