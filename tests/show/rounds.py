"""Rounds of every game for the tests of pictures: named players, a second circle or a backline bettor if the game has
them, random house rules and random answers."""

import cardroom
from cardroom.games import all_games
from cardroom.play import Amount, Bets, Choice, Lay, Name, Pick, Refused, Spot
from cardroom.play.round.procedures import least_stack
from cardroom.players.at_random import random_rows
from cardroom.rulebook import RuleBookError

GAMES = {f"{game.slug}-{game.rules.rules}": game for game in all_games()}
PEOPLE = "ann", "bob", "cy", "dee"
SHY = "fold", "sit-out", "pass", "surrender", "house-way", "muck"
"""Answers that end a hand early."""


def spots(game, rng):
    """A few players, one of them without a name."""
    rules = game.rules
    all_seats = range(1, rules.seats.most + 1)
    seats = sorted(rng.sample(all_seats, min(rules.seats.most, max(3, rules.seats.least))))
    taken = [Spot.at(seat, name) for seat, name in zip(seats[:-1], PEOPLE, strict=False)] + [Spot.at(seats[-1])]
    empty = [seat for seat in all_seats if seat not in seats]
    if rules.seats.second_circles and empty:
        taken.append(Spot("second", empty[0], "ann", second=True))
    if any(wager.backline for wager in rules.wager.values()):
        taken.append(Spot("behind", seats[0], "eve", backline=True))
        taken.append(Spot("beside", seats[0], "bob", backline=True))
    return taken


def house(game, rng, **fixed):
    """The game with some house rules at random values that fit together, and some at fixed ones."""
    known = game.rules.house_rules
    values = {name: rule.choices or (False, True) for name, rule in known.items() if rule.choices or _switch(rule)}
    chosen = {name: rng.choice(values[name]) for name in rng.sample(sorted(values), min(3, len(values)))}
    try:
        return cardroom.game(game.slug, rules=game.rules.rules, **chosen | fixed)
    except RuleBookError:
        return cardroom.game(game.slug, rules=game.rules.rules, **fixed) if fixed else game


def _switch(rule):
    return isinstance(rule.default, bool)


def begin(game, rng, **fixed):
    """A round of a game with such players, some of them with few chips, under house rules of which some are fixed."""
    game = house(game, rng, **fixed)
    taken = spots(game, rng)
    least = max(game.rules.minimum, least_stack(game.rules))
    stacks = {
        bettor: rng.choice((8 * least, 50 * least, 100_000)) for bettor in sorted({spot.bettor for spot in taken})
    }
    return game.round(taken, stacks, shuffle=game.shuffle(seed=rng.random()))


def value(option, rng):
    """A value that the option may accept."""
    match option:
        case Choice():
            return None
        case Amount(action="meter"):
            return rng.randrange(100_000, 1_000_000)
        case Amount():
            steps = (option.most - option.least) // option.step
            return option.least + option.step * rng.choice((0, steps, rng.randint(0, steps)))
        case Bets():
            return {area.wager: area.least for area in option.areas if area.required or rng.random() < 0.5}
        case Lay():
            return random_rows(option, rng)
        case Pick():
            return rng.sample(option.cards, rng.randint(option.least, option.most))
        case Name():
            return rng.sample(sorted(option.among), option.count)


def answer(ask, rng):
    """A random legal answer."""
    for _ in range(20):
        option = rng.choice(ask.options)
        if option.action in SHY and rng.random() < 0.8:
            continue
        try:
            return ask.check(option.action, value(option, rng))
        except Refused:
            continue
    return ask.default


def play(round, rng, late=0.03):
    """Play a random round in which some players are too `late`. Yields before every answer and at the end."""
    while True:
        yield
        if round.done:
            return
        ask = rng.choice(round.waiting)
        if rng.random() < late:
            round.default(ask.spot)
        else:
            given = answer(ask, rng)
            round.answer(given.spot, given.action, given.value)


def viewers(round):
    """All viewers with a seat, and the public."""
    return *round.stacks, None
