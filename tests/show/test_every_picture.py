"""Checks of every picture of every game. A new game is included automatically."""

import random
import re
from typing import NamedTuple

import msgspec
import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.play import BOARD, Choice, View
from cardroom.play import ask as asked
from cardroom.show import Picture, picture, round_text, sentences
from show.rounds import GAMES, begin, play, viewers

ROUNDS = 3
"""The number of rounds per game."""


pytestmark = pytest.mark.sampled(4)


class Step(NamedTuple):
    """A moment of a round: the balances, and the views of all viewers."""

    done: bool
    net: dict[str, int]
    waiting: tuple
    views: dict[str | None, View]
    pictures: dict[str | None, Picture]


def played(name, number):
    """All moments of a round."""
    rng = random.Random(f"{name} {number}")
    round = begin(GAMES[name], rng)
    for _ in play(round, rng):
        views = {viewer: round.view(viewer) for viewer in viewers(round)}
        yield Step(round.done, round.net, round.waiting, views, {who: picture(view) for who, view in views.items()})


@pytest.fixture(scope="module", params=GAMES)
def steps(request):
    return [step for number in range(ROUNDS) for step in played(request.param, number)]


@pytest.fixture
def pairs(steps):
    """Every view with its picture."""
    return [(view, step.pictures[viewer]) for step in steps for viewer, view in step.views.items()]


@pytest.mark.sampled(12)
def test_a_picture_is_read_back_as_it_was_sent(pairs):
    for _, shown in pairs:
        assert msgspec.json.decode(msgspec.json.encode(shown), type=Picture) == shown


def test_the_chips_in_a_picture_are_all_there_are(steps):
    for step in steps:
        house = sum(step.net[side] for side in ("bank", "collection", "jackpot"))
        for viewer, shown in step.pictures.items():
            people = sum(chair.stack + chair.bet for chair in shown.chairs)
            table = sum(box.amount for box in shown.boxes) + sum(pot.amount for pot in shown.pots)
            bank = shown.bank.holds if shown.bank else 0
            assert people + table + bank + house == sum(step.views[viewer].stacks.values())


def test_each_player_has_one_chair_and_at_the_end_their_net(steps):
    for step in steps:
        for viewer, shown in step.pictures.items():
            assert {chair.bettor for chair in shown.chairs} == step.views[viewer].stacks.keys()
            assert len(shown.chairs) == len(step.views[viewer].stacks)
            assert [chair.bettor for chair in shown.chairs if chair.you] == [viewer] * (viewer is not None)
            assert shown.over == step.done == (not shown.waits_for)
            for chair in shown.chairs:
                assert chair.net == (step.net[chair.bettor] if step.done else None)


def test_only_the_asked_player_has_prompts_and_they_match_the_round(steps):
    for step in steps:
        spots = {spot.id: spot for spot in step.views[None].spots}
        for viewer, shown in step.pictures.items():
            asks = [ask for ask in step.waiting if ask.spot in spots and spots[ask.spot].bettor == viewer]
            assert [prompt.spot for prompt in shown.prompts] == [ask.spot for ask in asks]
            for ask, prompt in zip(asks, shown.prompts, strict=True):
                assert tuple(offer.option for offer in prompt.offers) == ask.options


ADVICE = re.compile(
    r"probab|equity|\bodds of\b|you should|best (play|choice)|strategy|advice|advis|recommend|suggest"
    r"|expected value|\bouts\b|\bhint",
    re.I,
)


def test_4_18_2_no_picture_of_any_game_gives_advice(steps):
    """GLI-19, 4.18.2 b and 4.10.6: nothing on a table tells a player what to do, or how likely a result is."""
    for step in steps:
        for viewer, shown in step.pictures.items():
            text = msgspec.json.encode(shown).decode()
            assert not ADVICE.findall(text), viewer
            known = {field for field in msgspec.structs.asdict(shown) if ADVICE.search(field)}
            assert not known


def test_offers_have_keys_of_their_own_and_their_amounts_are_accepted(pairs):
    for view, shown in pairs:
        for ask, prompt in zip(view.asks, shown.prompts, strict=True):
            assert len({offer.key for offer in prompt.offers}) == len(prompt.offers)
            for offer in prompt.offers:
                assert offer.label[0].isupper()
                assert len({quick.key for quick in offer.quick}) == len(offer.quick)
                amounts = [quick.amount for quick in offer.quick]
                if offer.kind == "amount" and offer.amount:
                    amounts.append(offer.amount)
                assert [ask.check(offer.action, amount).value for amount in amounts] == amounts


def test_only_visible_hands_are_described(pairs):
    for _, shown in pairs:
        for spread in shown.spreads:
            assert not (spread.says and UNKNOWN in spread.cards), spread
            assert not any(spread.cards[number] == UNKNOWN for number in spread.up), spread


def test_sentences_continue_where_they_stopped(steps):
    results: dict[str | None, list] = {}
    since = 0
    for step in steps:
        if len(step.views[None].events) < since:  # the next round
            results, since = {}, 0
        for viewer, view in step.views.items():
            results.setdefault(viewer, []).extend(sentences(view, since))
            assert tuple(results[viewer]) == step.pictures[viewer].happened
        since = len(step.views[None].events)


@pytest.mark.parametrize("name", GAMES)
def test_every_viewer_gets_a_complete_transcript(name):
    rng = random.Random(name)
    round = begin(GAMES[name], rng)
    for _ in play(round, rng):
        pass
    for viewer in viewers(round):
        assert round_text(round, round.view(viewer))[-1].startswith("Net: ")
    assert "??" not in "\n".join(round_text(round))


def test_a_stud_hand_that_was_folded_early_stays_in_its_owners_picture_beside_the_shared_card():
    names = ("ann", "bob", "cy", "dee", "eve", "flo", "gus", "hal")
    round = cardroom.game("seven-card-stud").round(dict.fromkeys(names, 100_000), seed=2)
    folded = None
    while not round.done:
        options = [option.action for option in round.ask.options]
        if folded is None and "fold" in options and "call" in options:
            folded = round.spot(round.ask.spot)
            round.answer(folded.id, "fold")
        else:
            action = next(each for each in ("check", "call", "bring-in", "show") if each in options)
            round.answer(round.ask.spot, action)
        if folded:
            seen = picture(round.view(folded.bettor))
            assert sum(spread.mine for spread in seen.spreads) == 1
    assert round.cards.hand(BOARD), "eight players to the end leave one card for all"


def test_a_round_that_failed_is_not_over():
    def breaks(round):
        yield asked("1", [Choice("go")], "go")
        raise KeyError("a bug")

    game = msgspec.structs.replace(cardroom.game("four-card-frenzy"), script=breaks)
    round = game.round({"ann": 5_000}, seed=1)
    with pytest.raises(KeyError):
        round.answer(1, "go")
    assert not picture(round.view("ann")).over


def test_a_fee_is_among_the_results(own_game):
    text = """extends = "500-club"

[[fee]]
option = "1"
cite = "posted"
[[fee.charge]]
moment = "before the deal"
payer = "each player"
counts = "nothing"
tiers = [{ from = "$0", fee = "$1" }]

[settings]
collection = "1"
"""
    round = own_game("three-card-poker-6-card-bonus", text).round({"ann": 50_000, "bob": 50_000}, seed=1)
    round.answer(1, "bank", 20_000)
    round.answer(2, "bet", {"ante": 500})
    round.answer(2, "fold")
    mine = [result for result in picture(round.view("bob")).results if result.mine]
    assert [(result.label, result.net) for result in mine] == [("Collection", -100), ("Ante", -500)]
    assert sum(result.net for result in mine) == round.net["bob"]


@pytest.mark.parametrize("name", ["You", "Seat 2", "dealer"])
def test_a_player_named_like_a_table_word_is_quoted(name):
    round = cardroom.game("four-card-frenzy").round({name: 5_000, "bob": 5_000}, seed=1)
    assert picture(round.view("bob")).chairs[0].name == f"'{name}'"


def test_every_offer_says_what_it_does(pairs):
    for _, shown in pairs:
        for prompt in shown.prompts:
            for offer in prompt.offers:
                assert offer.help.endswith("."), offer
