"""Rounds with known cards, for the tests of the games."""

import msgspec

from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.play import Amount, Spot
from cardroom.play.round.events import Settled, Transfer
from cardroom.play.round.places import stack_of
from cardroom.rulebook import rule_set

PEOPLE = ("ann", "bob", "cy", "dee", "eve", "fay", "gil", "hal", "ivy", "jo")
"""The players' names, from seat 1 on."""


def house_banked(slug, rules=None, **house_rules):
    """A game that the house banks, even if the book does not allow it."""
    return game_of(without_bank(rule_set(slug, rules, **house_rules)))


def without_bank(rules):
    """A rule set without a player-dealer: the house banks."""
    house_rules = {name: rule for name, rule in rules.house_rules.items() if name != "coverage"}
    return rules.replaced(bank=None, house_rules=house_rules)


def qualifying(rules, hand):
    """A rule set whose dealer qualifies with this hand, by name. Texts that name another one are left out."""
    return rules.replaced(dealer=msgspec.structs.replace(rules.dealer, qualifies=hand), display=())


def people(seats, cents=50_000):
    """The spots of players at these seats, and their stacks: one amount for all, or by seat."""
    spots = [Spot.at(seat, PEOPLE[seat - 1]) for seat in seats]
    amounts = cents if isinstance(cents, dict) else dict.fromkeys(seats, cents)
    return spots, {spot.bettor: amounts[spot.seat] for spot in spots}


def stack(round, bettor):
    """The chips in a bettor's stack, in cents."""
    return round.chips.balances[stack_of(str(bettor))]


def moved(round, *causes):
    """The transfers of these causes, or all."""
    return [event for event in round.events if isinstance(event, Transfer) and (not causes or event.cause in causes)]


def stacked(*hands, packs=1):
    """A deck or shoe from which these cards come first, then the rest in the order of the box."""
    cards = [card for hand in hands for card in parse(hand)]
    rest = list(range(52)) * packs
    for card in cards:
        rest.remove(card)
    return Shuffle.given(cards + rest)


RESERVE = 30_000
"""The cents in every jackpot's reserve."""


def play(round, bets, wishes=None, meters=None, banks=None):
    """Play a round to its end.

    `bets` are wagers by spot; a spot without any sits out. `wishes` are the decisions by spot, see `decision`.
    `meters` are the readings that the house gives, by jackpot. `banks` has the amounts of the spots that take the bank.
    """
    while not round.done:
        ask = round.ask
        actions = [option.action for option in ask.options]
        if "bet" in actions:
            wagers = bets.get(ask.spot)
            round.answer(ask.spot, *(("bet", wagers) if wagers else ("sit-out",)))
        elif "meter" in actions:
            round.answer(ask.spot, "meter", (meters or {})[ask.about])
        elif "reserve" in actions:
            round.answer(ask.spot, "reserve", RESERVE)
        elif "bank" in actions:
            amount = (banks or {}).get(ask.spot)
            round.answer(ask.spot, *(("bank", amount) if amount else ("pass",)))
        else:
            round.answer(ask.spot, *decision(round, (wishes or {}).get(ask.spot, "1x")))
    return round


def decision(round, wish):
    """The answer to an ask. "3x" waits until 3 Antes may be played, "fold" waits until it must fold, "fold now" does
    not wait."""
    ask = round.ask
    options = {option.action: option for option in ask.options}
    if wish == "fold now":
        return ("fold",)
    if wish != "fold":
        amount = int(wish[0]) * round.chips.stake(round.spot(ask.spot), "ante")
        for action in ("raise", "play"):
            option = options.get(action)
            if isinstance(option, Amount) and option.least <= amount <= option.most:
                return action, amount
            if option and not isinstance(option, Amount):
                return (action,)
    return ("check",) if "check" in options else ("fold",)


def settled(round, spot="1"):
    """The settlements of a spot's wagers."""
    return {event.wager: event for event in round.events if isinstance(event, Settled) and event.spot == str(spot)}


def nets(round, spot="1"):
    """The net of each wager of a spot, in cents."""
    return {wager: event.net for wager, event in settled(round, spot).items()}
