"""Rounds of the 21.5 games with known cards.

Cards go to the players, the player-dealer, the players, the player-dealer, then to hands as they draw.
"""

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Spot
from cardroom.play.round.events import Said, Settled
from support.deals import PEOPLE, house_banked

BLACKJACK, SPANISH = "pure-21.5-blackjack", "pure-spanish-21.5"
RICH = 10_000_000


def deal(cards, seats=1, stacks=None, spots=None, game=BLACKJACK, **house_rules):
    """A round before its bets, with cards in this order. The house banks, unless `bank` is given."""
    who = cardroom.game if house_rules.pop("bank", "house") == "player-dealer" else house_banked
    played = who(game, **house_rules)
    order = list(parse(cards))
    stacks = stacks or dict.fromkeys(PEOPLE[:seats], RICH)
    spots = spots or [Spot.at(seat, name) for seat, name in enumerate(stacks, 1)]
    if len({spot.seat for spot in spots}) < 2:  # a table needs two seats taken
        spots, stacks = [*spots, Spot.at(8, "hal")], stacks | {"hal": 0}
    # All other cards are eights, so that an extra card is noticed.
    return played.round(spots, stacks, shuffle=Shuffle.given(order + list(parse("8s")) * 60))


def play(round, *answers, bets=None):
    """Bet, and answer the asks in turn, for example "hit" or "double 500"."""
    while not round.done and round.ask.options[0].action == "bet":
        round.answer(round.ask.spot, "bet", bets or {"wager": 1000})
    for answer in answers:
        action, *value = answer.split()
        round.answer(round.ask.spot, action, *map(int, value))
    return round


def settled(round):
    """The settlements so far, by spot and wager, in settling order."""
    return {(event.spot, event.wager): event for event in round.events if isinstance(event, Settled)}


def nets(round):
    """The net of each game wager of a finished round, by spot."""
    assert round.done, f"spot {round.ask.spot} is asked: {round.ask.options}"
    return {spot: event.net for (spot, wager), event in settled(round).items() if wager == "wager"}


def announcements(round):
    """The house dealer's announcements, with the spot that each is about."""
    results = [event for event in round.events if isinstance(event, Said)]
    return [f"{event.who}: {event.text}" if event.who else event.text for event in results]


def actions(round):
    """The possible actions now."""
    return [option.action for option in round.ask.options]
