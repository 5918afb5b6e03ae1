"""Rounds a second through the real scripts, events and legality checks on: banked games, and poker against pokerkit.

Every run deals new cards: results of earlier deals are cached, so the same deals again would look faster than play is.
"""

import random
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, count
from typing import Any, TypeVar

import cardroom
from benchmarks.bench import Case, Group, gauge, peer
from cardroom.clauses import violations
from cardroom.play import Amount, Area, Bets, Choice, Game, Option, Pick, Round, Spot, Table
from cardroom.play.round.carry import read_carry
from cardroom.players import Bot, play_round, random_legal, usual_stack

SEATS = 6
POKER = {
    ("texas-holdem", "no"): "NoLimitTexasHoldem",
    ("texas-holdem", "fixed"): "FixedLimitTexasHoldem",
    ("omaha", "pot"): "PotLimitOmahaHoldem",
    ("seven-card-stud", "fixed"): "FixedLimitSevenCardStud",
    ("razz", "fixed"): "FixedLimitRazz",
    ("2-7-triple-draw", "fixed"): "FixedLimitDeuceToSevenLowballTripleDraw",
    ("badugi", "fixed"): "FixedLimitBadugi",
}
STUD = ("seven-card-stud", "razz")

T = TypeVar("T")


def groups(quick: bool) -> Iterator[Group]:
    """Every banked game by itself, then poker variants beside pokerkit's."""
    rounds = 50 if quick else 200
    banked = [game for game in cardroom.all_games() if not game.rules.nobody_banks]
    cases = [Case(f"{game.slug}, {game.rules.rules}", _ours(game, rounds), rounds) for game in banked]
    cases.append(gauge())
    yield Group(f"banked games, {SEATS} bettors, random legal play", cases, "rounds", time.process_time)
    yield _clauses(banked, rounds)
    hands = 20 if quick else 100
    for (slug, limit), variant in POKER.items():
        cases = [Case("cardroom", _ours(poker(slug, limit), hands * 10), hands * 10)]
        if pokerkit := peer("pokerkit"):
            cases.append(Case("pokerkit", _theirs(pokerkit, variant, hands), hands, peer=True))
        if (slug, limit) == ("texas-holdem", "no"):
            if rlcard := peer("rlcard"):
                cases.append(Case("rlcard, six bet sizes", _rlcard(rlcard, hands), hands, limit=True))
            if pyspiel := peer("pyspiel"):
                name, many = "open_spiel in C++, four bet sizes", hands * 10
                cases.append(Case(name, _open_spiel(pyspiel, many), many, limit=True))
        name = f"{slug}, {limit} limit, {SEATS} players, random legal actions"
        yield Group(name, cases, clock=time.process_time)


def _clauses(games: Iterable[Game], rounds: int) -> Group:
    """The clauses beside rounds: they should take less time than a round at a table."""
    chosen = [*games, *(poker(*each) for each in POKER)]
    played = [_ours(game, max(rounds // 10, 5)) for game in chosen]
    finished: list[Round] = []
    for game in chosen:
        _ours(game, max(rounds // 10, 5), finished)()

    tables = [_at_table(game, max(rounds // 10, 5)) for game in chosen]

    def play() -> None:
        for each in played:
            each()

    def at_tables() -> None:
        for each in tables:
            each()

    def read() -> None:
        for round in finished:
            if found := violations(round):
                raise AssertionError(found[0])

    many = len(finished)
    cases = [
        Case("rounds at tables, players at random", at_tables, many, peer=True),
        Case("clauses per round", read, many),
        Case("rounds of the bare scripts", play, many, limit=True),
    ]
    return Group("clauses, all games", cases, "rounds", time.process_time)


def _at_table(game: Game, rounds: int) -> Callable[[], None]:
    """Rounds as a table plays them: with its log, its shuffles, and players who answer at random."""
    seats = min(game.rules.seats.most, SEATS + bool(game.rules.bank))
    stacks = {
        seat: usual_stack(game.rules) * (100 if seat == seats and game.rules.bank else 1)
        for seat in range(1, seats + 1)
    }
    runs = count()

    def run() -> None:
        seed, played = next(runs), 0
        rng = random.Random(seed)
        while played < rounds:  # a new table before anybody has lost everything
            table = Table(game, stacks, seed=f"{seed} {played}")
            bots: dict[str, Bot] = dict.fromkeys(table.stacks, random_legal)
            for _ in range(min(5, rounds - played)):
                table.finish(play_round(table.start(), bots, rng))
                played += 1

    return run


def poker(slug: str, limit: str) -> Game:
    """The game at the same stakes as the peer's."""
    return cardroom.game(slug, rules="standard", limit=limit, antes="$0.25" if slug in STUD else "$0")


def _ours(game: Game, rounds: int, finished: list[Round] | None = None) -> Callable[[], None]:
    seats = SEATS + bool(game.rules.bank)
    spots = [Spot.at(seat) for seat in range(1, seats + 1)]
    stacks = {spot.bettor: 20_000 for spot in spots}
    play = _play_poker if game.rules.poker else _play_banked

    first = read_carry({"own": {"button": 1}}, game.carried) if game.rules.poker else None
    runs = count()

    def run() -> None:
        start = next(runs) * rounds
        rng, carry, shuffle = random.Random(start), first, None
        for number in range(start, start + rounds):
            if carry is None or carry.shoe is None:  # a shoe is dealt to its cut card, as at a table
                shuffle = game.shuffle(seed=1, number=number)
            round = game.round(spots, stacks, shuffle=shuffle, carry=carry)
            play(round, rng)
            if finished is not None:
                finished.append(round)
            if game.rules.deck.shoe:
                carry = round.carry

    return run


def _play_banked(round: Round, rng: random.Random) -> None:
    uniform = rng.random  # choosing is no part of what is measured, and should not be felt
    areas: tuple[Area, ...] = ()
    bets: dict[str, int] = {}
    while not round.done:
        for ask in round.asks:
            options = ask.options
            option = options[0]
            if type(option) is Bets:
                if option.areas is not areas:  # those of one spot are those of all
                    areas = option.areas
                    bets = {area.wager: area.least for area in areas if not area.excludes}
                round.answer(ask.spot, "bet", bets)
            elif ask.spot == "house":
                round.default("house")
            elif type(option) is Amount and option.action == "bank":
                round.answer(ask.spot, "bank", option.most)  # so that every round is dealt
            else:
                option = options[int(uniform() * len(options))]
                round.answer(ask.spot, option.action, None if type(option) is Choice else _value(option, rng))


def _play_poker(round: Round, rng: random.Random) -> None:
    uniform = rng.random  # as above
    while not round.done:
        ask = round.ask
        options = ask.options
        free = options[0].action == "check"  # as the peer does: nobody folds who may check
        option = options[int(uniform() * (len(options) - free))]
        round.answer(ask.spot, option.action, None if type(option) is Choice else _value(option, rng))


def _value(option: Option, rng: random.Random) -> object:
    if type(option) is Amount:
        return option.least + int(rng.random() * ((option.most - option.least) // option.step + 1)) * option.step
    if type(option) is Pick:
        if option.least == 0:
            return _any_of(option.cards, rng)
        ways = list(combinations(option.cards, option.least))
        return ways[int(rng.random() * len(ways))]
    return None


def _any_of(cards: Iterable[T], rng: random.Random) -> list[T]:
    """Each is taken or left at the toss of a coin, so that every draw is as likely."""
    return [card for card in cards if rng.random() < 0.5]


def _theirs(pokerkit: Any, variant: str, hands: int) -> Callable[[], None]:
    automations = tuple(pokerkit.Automation)
    game = getattr(pokerkit, variant)
    stud, fixed = variant in [POKER[slug, "fixed"] for slug in STUD], variant.startswith("Fixed")

    def run() -> None:
        rng = random.Random(1)
        for _ in range(hands):
            opening = (50,) if stud else ((100, 200),)
            bets = (200, 400) if fixed else (200,)
            antes = 0 if not stud else 25
            state = game.create_state(automations, True, antes, *opening, *bets, (20_000,) * SEATS, SEATS)
            while state.status:
                _act(state, rng)

    return run


def _rlcard(rlcard: Any, hands: int) -> Callable[[], None]:
    """rlcard's no limit game: no events, no side pots, half pot, pot and all-in as the only raises."""
    game = rlcard.make("no-limit-holdem", config={"game_num_players": SEATS, "seed": 1})

    def run() -> None:
        rng = random.Random(1)
        for _ in range(hands):
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(rng.choice(list(state["legal_actions"])))

    return run


def _open_spiel(pyspiel: Any, hands: int) -> Callable[[], None]:
    """open_spiel's universal poker: compiled, no events, fold, call, pot and all-in as the only actions."""
    blinds, stacks = " ".join(["100", "200"] + ["0"] * (SEATS - 2)), " ".join(["20000"] * SEATS)
    game = pyspiel.load_game(
        f"universal_poker(betting=nolimit,numPlayers={SEATS},numRounds=4,blind={blinds},firstPlayer=3 1 1 1,numSuits=4,"
        f"numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction=fcpa)"
    )

    def run() -> None:
        rng = random.Random(1)
        for _ in range(hands):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))

    return run


def _act(state: Any, rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        state.stand_pat_or_discard(_any_of(state.hole_cards[state.stand_patter_or_discarder_index], rng))
        return
    actions: list[Callable[[], object]] = []
    if state.can_post_bring_in():
        actions.append(state.post_bring_in)
    if state.can_check_or_call():
        actions.append(state.check_or_call)
    if state.can_fold():
        actions.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        low, high = (
            state.min_completion_betting_or_raising_to_amount,
            state.max_completion_betting_or_raising_to_amount,
        )
        actions.append(lambda: state.complete_bet_or_raise_to(rng.randint(low, high)))
    rng.choice(actions)()
