"""Poker hands with known cards, and a short notation for actions."""

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.players.at_random import random_legal
from support.deals import moved, people

COMMUNITY = {
    # hole cards, and the betting round after which one is discarded
    "texas-holdem": (2, None),
    "omaha": (4, None),
    "omaha-high-low": (4, None),
    "pot-limit-omaha-8": (4, None),
    "big-o": (5, None),
    "pineapple": (3, 1),
    "pineapple-high-low": (3, 1),
    "crazy-pineapple": (3, 2),
    "crazy-pineapple-high-low": (3, 2),
}
DRAW = {"2-7-single-draw": (5, 1), "2-7-triple-draw": (5, 3), "triple-draw-poker": (5, 3), "badugi": (4, 3)}
"""Cards each, and draws."""
STUD = {"seven-card-stud": True, "seven-card-stud-high-low": True, "stud-8": False, "razz": False}
"""Whether there is a button; without one, dealing starts at the left of the house dealer."""
POKER = [*COMMUNITY, *DRAW, *STUD]


def start(slug, stacks, *cards, rules="500-club", carry=None, **house):
    """A hand with the button in the last seat. These cards come first; `xx` is any card that is not named.

    The first cards are given hand by hand, and are dealt one at a time around the table.
    """
    return deal_hand(cardroom.game(slug, rules=rules, **house), stacks, *cards, carry=carry)


def deal_hand(game, stacks, *cards, carry=None):
    """The same in a given game."""
    seats = stacks if isinstance(stacks, dict) else dict(enumerate(stacks, 1))
    named = around([card for some in cards for card in some.split()], game.rules.poker, len(seats))
    rest = [card for card in game.shuffle(seed=1).order if card not in parse([name for name in named if name != "xx"])]
    order = [rest.pop() if name == "xx" else parse(name)[0] for name in named]
    carry = {"own": {"button": max(seats), "stays": True}} if carry is None else carry
    cents = {seat: round(amount * 100) for seat, amount in seats.items()}
    return game.round(*people(seats, cents), shuffle=Shuffle.given(order + rest), carry=carry)


def around(named, poker, players):
    """Cards given hand by hand, in dealing order."""
    each = 1 if "e" in poker.streets else poker.hole or len(poker.streets[0])  # Mexican: street by street
    first = [*named, *["xx"] * (players * each - len(named))][: players * each]
    return [card for place in range(each) for card in first[place::each]] + named[players * each :]


def do(round, *actions_text):
    """Do "2 raise 8": the seat, its action, and dollars or cards. "all check" repeats until no one can check."""
    for words in actions_text:
        seat, action, *value = words.split(maxsplit=2)
        while seat == "all" and not round.done and action in actions(round):
            round.answer(round.ask.spot, action)
        if seat != "all":
            assert round.ask.spot == seat, f"{round.ask.spot} is to act, not {seat}"
            amount = None if not value else int(float(value[0]) * 100) if action in ("bet", "raise") else value[0]
            round.answer(seat, action, "" if action == "discard" and not value else amount)
    return round


def play_to_showdown(round, rng):
    """Play a hand in which most players stay in, so that most pots are decided by cards."""
    while not round.done:
        options = [each.action for each in round.ask.options]
        usual = [each for each in ("call", "check", "show") if each in options]
        if usual and rng.random() < 0.8:
            round.answer(round.ask.spot, usual[0])
        else:
            answer = random_legal(round.view(round.ask.spot), round.ask, rng)
            round.answer(answer.spot, answer.action, answer.value)


def actions(round):
    """The actions of the player who is asked."""
    return [option.action for option in round.ask.options]


def option(round, action):
    """An option of the player who is asked, None if there is none."""
    return next((each for each in round.ask.options if each.action == action), None)


def bounds(round):
    """The least and the most of a bet or raise, in dollars."""
    amount = option(round, "raise") or option(round, "bet")
    return amount and (amount.least / 100, amount.most / 100)


def stacks(round):
    """All stacks, in dollars."""
    return [round.chips.stack(spot) / 100 for spot in round.spots]


def wins(round):
    """The pots that were pushed: player, amount in dollars, pot."""
    return [(event.spot, event.amount / 100, event.wager) for event in moved(round, "pot")]


def returned(round):
    """The returned amounts, in dollars."""
    return [(event.spot, event.amount / 100) for event in moved(round, "uncalled")]
