"""Rounds of every game for the clauses: random tables, house rules and players, quick enough for a million."""

from collections.abc import Iterator
from random import Random

import cardroom
from cardroom.clauses import RoundHistory, Violation, facts_of, violations
from cardroom.commands import Join
from cardroom.play import Amount, Choice, Game, Lay, Round, Table
from cardroom.play.round import least_stack
from cardroom.players.at_random import Impossible, random_value
from cardroom.players.seats import usual_stack
from cardroom.rulebook import AS_PRINTED, RuleBookError
from support.deals import PEOPLE

__all__ = ["answer", "checked", "drawn_game", "rounds", "table_of"]

FEES = 0.7
"""How many tables try to post a collection. Many options do not fit the others or the stakes."""
PRINTED = 0.3
"""How many tables with house rules of their own play as the document prints the game."""
SMALL = 0.3
"""How many of these tables have another smallest chip. Pays with fractions of a cent need odd cents."""
CAREFUL = 0.3
"""How many rounds are laid with care. At random nearly every hand is a foul."""
WEIGHTS = {
    "fold": 0.15,
    "check": 1.5,
    "call": 2.5,
    "muck": 0.5,
    "sit-out": 0.1,
    "pass": 0.3,
    "wait": 0.5,
    "surrender": 0.2,
}
"""How often an action is chosen, beside 1 for the others. Rounds that end at once show little."""


def answer(round: Round, rng: Random, careful: bool = False) -> None:
    """Give one random legal answer, or lay rows with care. Only beaten hands are offered a muck."""
    ask = rng.choice(round.waiting)
    if careful and isinstance(ask.options[0], Lay):
        round.default(ask.spot)
        return
    options = list(ask.options)
    while options:
        option = rng.choices(options, [WEIGHTS.get(each.action, 1.0) + 1e-9 for each in options])[0]
        options.remove(option)
        try:
            value = _value(option, rng)
        except Impossible:
            continue
        round.answer(ask.spot, option.action, value)
        return
    round.default(ask.spot)


def _value(option: object, rng: Random) -> object:
    if isinstance(option, Choice):
        return None
    if isinstance(option, Amount) and option.unit == "minutes":
        return min(option.most, option.least + rng.randrange(30))
    if isinstance(option, Amount) and option.action in ("meter", "reserve"):
        return rng.randrange(100_000, 10_000_000)
    return random_value(option, rng)  # type: ignore[arg-type]


def drawn_game(game: Game, rng: Random) -> Game:
    """The game under some other house rules: as printed, any choice, switch or collection schedule."""
    chosen = {AS_PRINTED: True} if rng.random() < PRINTED else {}
    for name, rule in game.rules.house_rules.items():
        if rng.random() < 0.25 and name != "collection":
            if rule.choices:
                chosen[name] = rng.choice(rule.choices)
            elif isinstance(rule.default, bool):
                chosen[name] = rng.random() < 0.5
    if "jackpot_seed" in game.rules.house_rules and rng.random() < 0.5:
        for name in ("", "second_"):
            chosen |= {f"{name}jackpot": True, f"{name}jackpot_seed": "$1,000", f"{name}jackpot_rate": "17"}
    if "smallest_chip" in game.rules.house_rules and rng.random() < SMALL:
        chosen["smallest_chip"] = rng.choice(["$0.01", "$0.25"])
    for _ in range(6):
        options = game.rules.house_rules["collection"].choices if "collection" in game.rules.house_rules else ()
        posts = 3 if game.rules.poker else 1  # an option for each number of players
        with_fee = {"collection": "/".join(rng.sample(options, posts))} if posts < len(options) else {}
        with_fee = with_fee if rng.random() < FEES else {}
        try:
            return cardroom.game(game.slug, rules=game.rules.rules, **chosen | with_fee)
        except RuleBookError:
            chosen = {name: value for name, value in chosen.items() if rng.random() < 0.6}
    return game


def table_of(game: Game, rng: Random) -> Table:
    """A table with some seats taken, by players with small and large stacks."""
    rules = game.rules
    most = rules.seats.most
    count = rng.choice([most, rng.randint(max(2, rules.seats.least), most), max(2, rules.seats.least)])
    table = Table(game, {}, seed=rng.randrange(1 << 40))
    for seat in sorted(rng.sample(range(1, most + 1), count)):
        table.do(Join(PEOPLE[seat - 1], 100_000, seat))
    return table


def refill(table: Table, rng: Random, rich: float) -> None:
    """Give stacks before a round: some short, most usual, and a bank that covers the table or hardly anything."""
    rules = table.game.rules
    usual, least = usual_stack(rules), max(table.game.rules.minimum, least_stack(rules))
    for name in table.stacks:
        kind = rng.random()
        if kind < 0.15 * (1 - rich):
            table.state.stacks[name] = rng.randint(0, 3 * least)
        elif table.stacks[name] < least or table.stacks[name] > 20 * usual or kind < 0.4:
            table.state.stacks[name] = rng.choice([usual, 2 * usual, usual // 2, rng.randint(least, 4 * least)])


TABLE = 12
"""Rounds at one table."""


def checked(game: Game, rng: Random, count: int) -> Iterator[list[Violation]]:
    """Play rounds, and say what the clauses find in each and in its succession to the one before at its table."""
    before: RoundHistory | None = None
    for number, round in enumerate(rounds(game, rng, count)):
        facts = facts_of(round)
        yield violations(facts, before if number % TABLE else None)
        before = facts


def rounds(game: Game, rng: Random, count: int) -> Iterator[Round]:
    """Play rounds at random tables of a game; a table and its house rules change every dozen rounds."""
    table, rich = None, 0.0
    for number in range(count):
        if table is None or number % TABLE == 0:
            chosen = game if rng.random() < 0.4 else drawn_game(game, rng)
            table, rich = table_of(chosen, rng), rng.choice([0.0, 0.8, 1.0])
        refill(table, rng, rich)
        round = table.start()
        careful = rng.random() < CAREFUL
        while not round.done:
            answer(round, rng, careful)
        yield round
        table.finish(round)
