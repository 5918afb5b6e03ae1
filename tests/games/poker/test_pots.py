"""Invariants of pots and betting, for any actions."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import cardroom
from cardroom.games.poker.pots import side_pots, split
from cardroom.play import Amount, Pick
from cardroom.play.round.events import Acted
from cardroom.play.round.places import front_of
from games.poker.tables import actions
from support.deals import moved, people

put_in = st.dictionaries(st.sampled_from("123456"), st.integers(0, 500), min_size=1)


@given(put_in, st.data())
def test_side_pots_sum_to_the_bets_and_winnings_are_matched(put, data):
    live = data.draw(st.lists(st.sampled_from(sorted(put)), min_size=1, unique=True))
    dead = data.draw(st.integers(0, 50))
    charged = data.draw(st.integers(0, sum(put.values()) + dead))
    free, pots = side_pots(put, dead, live), side_pots(put, dead, live, charged)
    assert sum(pot.amount for pot in free) == sum(put.values()) + dead
    assert sum(pot.amount for pot in pots) == sum(put.values()) + dead - charged
    deepest = max(put[player] for player in live)
    for some in (free, pots):
        for player in live:
            most = sum(pot.amount for pot in some if player in pot.players)
            if put[player] < deepest:
                assert most <= dead + sum(min(other, put[player]) for other in put.values())
        assert [set(pot.players) for pot in some] == sorted((set(pot.players) for pot in some), key=len, reverse=True)


@given(st.integers(0, 10_000), st.integers(1, 6), st.sampled_from((1, 25, 100)))
def test_split_shares_sum_to_the_pot_and_one_winner_gets_all_odd_chips(amount, count, chip):
    shares = list(split(amount, [str(number) for number in range(count)], chip).values())
    assert sum(shares) == amount
    assert len(set(shares[1:])) <= 1
    assert shares[0] - min(shares) < count * chip


class Hand(RuleBasedStateMachine):
    """A random hand of any game at any limit."""

    @initialize(
        slug=st.sampled_from(["texas-holdem", "omaha-high-low", "crazy-pineapple", "stud-8", "razz", "badugi"]),
        limit=st.sampled_from(["fixed", "pot", "no"]),
        stacks=st.lists(st.integers(1, 3000), min_size=2, max_size=6),
        rules=st.sampled_from(["500-club", "standard"]),
        antes=st.sampled_from(["by stakes", "$1", "$0/$2"]),
        seed=st.integers(0, 1000),
        house=st.fixed_dictionaries(
            {}, optional={name: st.booleans() for name in ("full_blinds", "dead_antes", "half_a_bet_counts")}
        ),
    )
    def deal(self, slug, rules, limit, stacks, antes, seed, house):
        antes = "$1" if slug in ("stud-8", "razz") and antes == "$0/$2" else antes
        game = cardroom.game(slug, rules=rules, limit=limit, antes=antes, **house)
        self.round = game.round(*people(range(1, len(stacks) + 1), dict(enumerate(stacks, 1))), seed=seed)
        self.total = sum(stacks)
        self.steps = 0

    @rule(pick=st.integers(0, 5), part=st.floats(0, 1))
    def act(self, pick, part):
        if self.round.done:
            return
        ask = self.round.ask
        option = ask.options[pick % len(ask.options)]
        value = None
        if isinstance(option, Amount):
            value = option.least + int((option.most - option.least) * part) // option.step * option.step
        elif isinstance(option, Pick):
            value = option.cards[: option.least + int((option.most - option.least) * part)]
        self.round.answer(ask.spot, option.action, value)
        self.steps += 1

    @invariant()
    def chips_are_conserved(self):
        assert sum(self.round.chips.balances.values()) == self.total
        assert min(self.round.chips.balances.values()) >= 0

    @invariant()
    def the_action_is_with_somebody_who_can_act(self):
        if self.round.done:
            return
        spot = self.round.ask.spot
        folded = {event.spot for event in self.round.events if isinstance(event, Acted) and event.action == "fold"}
        assert spot not in folded
        if {"call", "check", "bring-in"} & set(actions(self.round)):
            stack = self.round.chips.stack(self.round.spot(spot))
            assert stack > 0
            for option in self.round.ask.options:
                if isinstance(option, Amount):
                    assert 0 < option.least <= option.most
                    front = self.round.chips.balances.get(front_of(spot), 0)
                    assert option.most - stack <= front, "nobody bets more than is there"

    def teardown(self):
        rng = random.Random(self.steps)
        while not self.round.done:  # betting always ends
            option = rng.choice(self.round.ask.options)
            value = option.least if isinstance(option, Amount) else None
            self.round.answer(
                self.round.ask.spot, option.action, option.cards[: option.least] if isinstance(option, Pick) else value
            )
            self.steps += 1
            assert self.steps < 5000
        if self.round.events:
            won = sum(event.amount for event in moved(self.round, "pot"))
            assert won <= self.total
            assert sum(self.round.net.values()) == 0


TestHand = Hand.TestCase
TestHand.settings = settings(max_examples=60, stateful_step_count=30)
