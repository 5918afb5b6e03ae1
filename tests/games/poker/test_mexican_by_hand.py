"""Random hands of Mexican Poker, compared with an independent settlement written from the chapter alone."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

import cardroom
from cardroom.cards import JOKER, parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Amount
from cardroom.play.round.events import Turned
from cardroom.rankings import strength
from games.poker.mexican_by_hand import PACK, HandByHand, value
from support.deals import people
from support.sampling import PROOF

HANDS = 5_000 if PROOF else 300
"""Hands per limit."""
STAKES = {"ante": 100, "lower": 400, "higher": 800, "chip": 100}
HOUSE = {"stakes": "$4-$8 or $1/$4"}
WISHES = {"call": 8, "check": 4, "raise": 3, "bet": 3, "fold": 1, "expose": 1, "keep": 1, "show": 9, "muck": 1}


def alike(order, seats, rng):
    """A deck with tied hands: on each street the first players get the same rank in different suits."""
    rest = list(order)
    cards = []
    for number, rank in enumerate(rng.sample("234567JQKA", 5)):
        cards += [rest.pop()] if number > 1 else []
        street = [card for card in rest if text(card)[0] == rank and text(card) != "Jk"]
        rng.shuffle(street)
        street = street[:seats]
        rest = [card for card in rest if card not in street]
        cards += street + [rest.pop() for _ in range(seats - len(street))]
    return Shuffle.given(cards + rest)


def play(game, rng):
    """A random hand to its end."""
    seats = rng.randint(2, 7)
    deep = rng.choice([1_500, 4_000, 20_000])
    stakes = {seat: rng.randrange(1, deep // 100 + 1) * 100 + rng.choice([0, 0, 0, 50]) for seat in range(1, seats + 1)}
    carry = {"own": {"button": rng.randint(1, seats), "stays": True}}
    shuffle = game.shuffle(seed=rng.getrandbits(32))
    if rng.random() < 0.2:
        shuffle = alike(shuffle.order, seats, rng)
    round = game.round(*people(stakes, stakes), shuffle=shuffle, carry=carry)
    while not round.done:
        options = round.ask.options
        chosen = rng.choices(options, [WISHES.get(option.action, 1) for option in options])[0]
        amount = None
        if isinstance(chosen, Amount):
            amount = rng.choice([chosen.least, chosen.most, rng.randrange(chosen.least, chosen.most + 1, chosen.step)])
        round.answer(round.ask.spot, chosen.action, amount)
    return round


def settled_again(round, limit):
    """All stacks after the hand, by the independent code."""
    button = round.carried.own.button
    seats = sorted(round.seated, key=lambda spot: (spot.seat <= button, spot.seat))
    stacks = {spot.id: round.stacks[spot.bettor] for spot in seats}
    answers = [(answer.spot, answer.action, answer.value) for answer in round.answers]
    return HandByHand(text(round.shuffle.order).split(), stacks, STAKES | {"limit": limit}, answers).play()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("limit", ["fixed", "pot", "no"])
def test_random_hands_settle_the_same_by_hand(limit):
    game, rng = cardroom.game("mexican-poker", limit=limit, **HOUSE), Random(f"by hand, {limit}")
    ends = Counter()
    for _ in range(HANDS):
        round = play(game, rng)
        again = settled_again(round, limit)
        assert again == {spot.id: round.chips.stack(spot) for spot in round.seated}
        pots = [event.wager for event in round.events if getattr(event, "cause", "") == "pot"]
        ends["side pots"] += "main pot" in pots
        ends["splits"] += len(set(pots)) < len(pots)
        shown = [round.cards.hand(event.place) for event in round.events if isinstance(event, Turned)]
        ends["jokers"] += any(JOKER in cards for cards in shown)
    assert min(ends["side pots"], ends["splits"], ends["jokers"]) > 0, "hands of every kind were met"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("joker", ["up", "down"])
def test_the_two_agree_on_every_hand_with_the_joker(joker):
    """Compare the order of all 91,390 hands with the joker, or a sample of them, by both codes."""
    fours = list(combinations(PACK, 4))
    some = fours if PROOF else Random(joker).sample(fours, 1000)
    by_hand, by_rank = {}, {}
    for four in some:
        cards = [*four, "Jk"]
        worth = value(cards, joker == "up")
        by_hand.setdefault(strength("mexican", parse(cards), joker=joker), set()).add(str(worth))
        by_rank[str(worth)] = worth
    assert all(len(worths) == 1 for worths in by_hand.values()), "equal hands are equal"
    in_order = [by_rank[next(iter(worths))] for _, worths in sorted(by_hand.items())]
    assert in_order == sorted(in_order)
    assert len({str(worth) for worth in in_order}) == len(in_order)


def test_the_chapters_examples_by_hand():
    assert value(["2c", "2d", "2h", "2s", "Jk"], joker_was_up=True) < value(
        ["Kc", "Kd", "Kh", "Ks", "3c"], joker_was_up=True
    )
    assert value(["2c", "2d", "2h", "2s", "Jk"], joker_was_up=False) > value(
        ["As", "Ks", "Qs", "Js", "7s"], joker_was_up=True
    )
    assert value(["As", "Ks", "6s", "2s", "Jk"], joker_was_up=False) == value(
        ["As", "Ks", "Qs", "6s", "2s"], joker_was_up=True
    )
