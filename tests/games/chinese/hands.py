"""Chosen final hands of Face-Up Chinese Poker, dealt and placed by the game's own script."""

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Lay
from cardroom.play.round.events import Transfer
from support.deals import PEOPLE, people

GAME = "face-up-chinese-poker"
SEGMENTS = ("front", "middle", "back")


def rows(text):
    """Read three segments from a line of text."""
    front, middle, back = (parse(part) for part in text.split("/"))
    assert (len(front), len(middle), len(back)) == (3, 5, 5)
    return front, middle, back


def deck(hands, dreaming=()):
    """A deck that deals every seat its hand, by seats from the left of the dealer button, those in Fantasy Land first.
    The others get the cards of the back first, then the middle, then the front, with a third card for every two.
    """
    wanted = {seat: rows(text) for seat, text in hands.items()}
    used = {card for segments in wanted.values() for segment in segments for card in segment}
    assert len(used) == 13 * len(hands), "a card is there twice"
    spare = [card for card in range(52) if card not in used]
    order = [card for seat in dreaming for segment in wanted[seat] for card in segment]
    awake = {seat: [*back, *middle, *front] for seat, (front, middle, back) in wanted.items() if seat not in dreaming}
    order += [cards[place] for place in range(5) for cards in awake.values()]
    for turn in range(4):
        for cards in awake.values():
            order += [*cards[5 + 2 * turn : 7 + 2 * turn], spare.pop()]
    return Shuffle.given(order + spare)


def table(hands, buttons, **options):
    """The seats in order from the left of the buttons, which are at the last one."""
    seats = sorted(hands)
    return [seat for seat in seats if seat > buttons] + [seat for seat in seats if seat <= buttons]


def start(hands, *, buttons=1, cents=100_000, dreaming=(), own=None, **house):
    """A round in which the seats are dealt these hands. All players have bought in before."""
    game = cardroom.game(GAME, **house)
    spots, stacks = people(sorted(hands), cents)
    seats = sorted(hands)
    before = seats[seats.index(buttons) - 1]
    carry = {
        "buttons": before,
        "stacks": dict(stacks),
        "fantasy": [PEOPLE[seat - 1] for seat in dreaming],
        **(own or {}),
    }
    order = table(hands, buttons)
    cards = deck({seat: hands[seat] for seat in order}, [seat for seat in order if seat in dreaming])
    return game.round(spots, stacks, shuffle=cards, carry={"own": carry})


def place(round, hands):
    """Place or set the cards of the asked spot according to its hand."""
    ask = round.ask
    wanted = dict(zip(SEGMENTS, rows(hands[int(ask.spot)]), strict=True))
    held = set(ask.options[0].cards)
    value = {name: [card for card in cards if card in held] for name, cards in wanted.items()}
    round.answer(ask.spot, ask.options[0].action, {name: cards for name, cards in value.items() if cards})


def play(hands, *, declare=(), **options):
    """Play such a round to its end. The given seats declare their clean sweeps; others are compared."""
    round = start(hands, **options)
    while not round.done:
        ask = round.ask
        if ask.spot == "house":
            round.default("house")
        elif isinstance(ask.options[0], Lay):
            place(round, hands)
        else:
            round.answer(ask.spot, "declare" if int(ask.spot) in declare else "compare")
    return round


def paid(round):
    """The payments in order: payer, payee and points."""
    seats = {name: number for number, name in enumerate(PEOPLE, 1)}
    return [
        (seats[event.payer.owner], seats[event.payee.owner], event.amount // round.rules.point)
        for event in round.events
        if isinstance(event, Transfer) and event.cause == "points"
    ]


def points(round, seat):
    """The net of a seat, in points."""
    return round.net[PEOPLE[seat - 1]] // round.rules.point
