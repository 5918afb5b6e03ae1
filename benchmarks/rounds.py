"""Rounds a second through the real scripts, events and legality checks on: banked games, and poker against pokerkit."""

import random
from collections.abc import Callable, Iterator

import pokerkit

import cardroom
from benchmarks.bench import Case, Group
from cardroom.play import Amount, Bets, Game, Option, Pick, Round

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


def groups(quick: bool) -> Iterator[Group]:
    """Every banked game by itself, then poker variants beside pokerkit's."""
    rounds = 50 if quick else 200
    banked = [game for game in cardroom.games() if not game.rules.poker]
    cases = [Case(f"{game.slug}, {game.rules.rules}", _ours(game, rounds), rounds) for game in banked]
    yield Group(f"banked games, {SEATS} bettors, random legal play", cases, "rounds")
    hands = 20 if quick else 100
    for (slug, limit), peer in POKER.items():
        game = cardroom.game(slug, rules="standard", limit=limit)
        cases = [
            Case("cardroom", _ours(game, hands * 10), hands * 10),
            Case("pokerkit", _theirs(peer, hands), hands, peer=True),
        ]
        if (slug, limit) == ("texas-holdem", "no"):
            cases += [
                Case("rlcard, six bet sizes", _rlcard(hands), hands, limit=True),
                Case("open_spiel in C++, four bet sizes", _open_spiel(hands * 10), hands * 10, limit=True),
            ]
        yield Group(f"{slug}, {limit} limit, {SEATS} players, random legal actions", cases)


def _ours(game: Game, rounds: int) -> Callable[[], None]:
    seats = SEATS + bool(game.rules.bank)

    def run() -> None:
        rng = random.Random(1)
        for number in range(rounds):
            stacks = dict.fromkeys(range(1, seats + 1), 20_000)
            _play(game.round(stacks, shuffle=game.shuffle(seed=1, number=number), carry={"button": 1}), rng)

    return run


def _play(round: Round, rng: random.Random) -> None:
    banked = not round.rules.poker
    while not round.done:
        ask = round.ask
        if banked and ask.spot == "house":
            round.default("house")
        elif banked and isinstance(ask.options[0], Bets):
            areas = ask.options[0].areas
            round.answer(ask.spot, "bet", {area.wager: area.least for area in areas if not area.excludes})
        elif banked and ask.options[0].action == "bank":
            round.answer(ask.spot, "bank", ask.options[0].most)  # so that every round is dealt
        else:
            options = ask.options
            free = options[0].action == "check"  # as the peer does: nobody folds who may check
            option = options[int(rng.random() * (len(options) - free))]  # choosing is no part of what is measured
            round.answer(ask.spot, option.action, _value(option, rng))


def _value(option: Option, rng: random.Random) -> object:
    if type(option) is Amount:
        return option.least + int(rng.random() * ((option.most - option.least) // option.step + 1)) * option.step
    if type(option) is Pick:
        return rng.sample(option.cards, rng.randint(option.least, option.most))
    return None


def _theirs(variant: str, hands: int) -> Callable[[], None]:
    automations = tuple(pokerkit.Automation)
    game = getattr(pokerkit, variant)
    stud, fixed = variant in ("FixedLimitSevenCardStud", "FixedLimitRazz"), variant.startswith("Fixed")

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


def _rlcard(hands: int) -> Callable[[], None]:
    """rlcard's no limit game: no events, no side pots, half pot, pot and all-in as the only raises."""
    import rlcard  # noqa: PLC0415

    game = rlcard.make("no-limit-holdem", config={"game_num_players": SEATS, "seed": 1})

    def run() -> None:
        rng = random.Random(1)
        for _ in range(hands):
            state, _ = game.reset()
            while not game.is_over():
                state, _ = game.step(rng.choice(list(state["legal_actions"])))

    return run


def _open_spiel(hands: int) -> Callable[[], None]:
    """open_spiel's universal poker: compiled, no events, fold, call, pot and all-in as the only actions."""
    import pyspiel  # noqa: PLC0415

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


def _act(state: "pokerkit.State", rng: random.Random) -> None:
    if state.can_stand_pat_or_discard():
        player = state.stand_patter_or_discarder_index
        cards = tuple(state.hole_cards[player])
        state.stand_pat_or_discard(rng.sample(cards, rng.randint(0, len(cards))))
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
