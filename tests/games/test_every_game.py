"""Invariants of every game and rule set. A new game is included automatically."""

import random

import msgspec
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.cards.shuffle import Shuffle
from cardroom.clauses import violations
from cardroom.play import (
    Amount,
    Bets,
    Lay,
    Name,
    Pick,
    Record,
    Refused,
    Table,
    balances_after,
    opening_balances,
    record,
    replay,
)
from cardroom.play.records.file import opening_of, reopen
from cardroom.play.round.events import Dealt, Moved, Said, Turned
from cardroom.play.round.places import Spot, stack_of
from cardroom.play.round.player_dealer import player_banked
from cardroom.play.round.procedures import least_stack
from cardroom.play.table import Join
from cardroom.players import play_round, random_legal, table_bots
from cardroom.rulebook import RuleBookError
from support.deals import PEOPLE, people, stack
from support.sampling import PROOF

GAMES = {(game.slug, game.rules.rules): game for game in cardroom.all_games()}
BANKED = [game for game in GAMES.values() if player_banked(game.rules)]
EXAMPLES = 300 if PROOF else 5
"""The number of tables per game and test."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.slug}-{game.rules.rules}")


def test_all_28_games_of_the_documents_are_there():
    assert len({slug for slug, rules in GAMES if rules != "standard"}) == 28


def tables(game, **fixed):
    """Tables of a game: random seats, large and small stacks, any values of house rules but `fixed` ones, any seed."""
    rules = game.rules
    seats = st.sets(st.integers(1, rules.seats.most), min_size=max(2, rules.seats.least))
    least = max(rules.minimum, least_stack(rules))
    stacks = st.one_of(st.just(0), st.integers(0, 2 * least), st.integers(0, 40 * least))
    rich = st.integers(20 * least, 40 * least)
    house = st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(rule.choices) if rule.choices else st.booleans()
            for name, rule in rules.house_rules.items()
            if rule.choices or isinstance(rule.default, bool)
        },
    )

    def table(taken, amounts, chosen, seed):
        try:
            played = cardroom.game(game.slug, rules=rules.rules, **chosen | fixed)
        except RuleBookError:
            reject()  # some house rules need another one first
        made = Table(played, {}, seed=seed)
        for seat in sorted(taken):
            made.do(Join(PEOPLE[seat - 1], 100_000, seat))
            made.stacks[PEOPLE[seat - 1]] = amounts[seat]  # a stack after some rounds, because buy-ins have limits
        return made

    amounts = st.one_of(
        st.fixed_dictionaries(dict.fromkeys(range(1, rules.seats.most + 1), each)) for each in (stacks, rich)
    )
    return st.builds(table, seats, amounts, house, st.integers(0, 2**32))


def positions_seen(round, view):
    """Positions in the deck whose cards a viewer knows. The house knows where cards went, the view which are known."""
    dealt, places, seen = 0, {}, set()
    for event, seen_event in zip(round.events, view.events, strict=True):
        if isinstance(event, Dealt):
            for card in seen_event.cards:
                places.setdefault(event.place, []).append(dealt)
                seen |= {dealt} if card != UNKNOWN else set()
                dealt += 1
        elif isinstance(event, Turned):
            seen |= {places[event.place][position] for position in event.at}
        elif isinstance(event, Moved):
            moved = [places[event.place][position] for position in event.at]
            places[event.place] = [each for each in places[event.place] if each not in moved]
            places.setdefault(event.into, []).extend(moved)
            seen |= {each for each, card in zip(moved, seen_event.cards, strict=True) if card != UNKNOWN}
        elif isinstance(event, Said) and event.tells_of:
            seen |= set(
                places[event.tells_of]
            )  # a peek reveals something about face-down cards, so they must not be exchanged
    return seen


def answers_elsewhere(round, order):
    """The answers of a round for a different order of its cards. Picked cards are replaced by those at the same
    positions."""
    became = dict(zip(round.shuffle.order, order, strict=True))

    def elsewhere(value):
        if isinstance(value, tuple):
            return tuple(became[card] for card in value)
        return {name: elsewhere(part) for name, part in value.items()} if isinstance(value, dict) else value

    return [msgspec.structs.replace(answer, value=elsewhere(answer.value)) for answer in round.answers]


def state(round):
    """Everything about a round that an answer could change."""
    return (
        list(round.events),
        list(round.answers),
        round.asks,
        round.waiting,
        dict(round.chips.balances),
        {place: list(cards) for place, cards in round.cards.hands.items()},
    )


def illegal_answers(round):
    """Illegal answers of every kind that the current asks make possible."""
    ask = round.ask
    yield "nobody", ask.options[0].action, None
    yield ask.spot, "dance", None
    for option in ask.options:
        match option:
            case Amount():
                for value in (option.least - 1, option.most + 1, -1 - option.least, None, "500", 500.0, True):
                    yield ask.spot, option.action, value
            case Bets():
                area = option.areas[0]
                fair = {each.wager: each.least for each in option.areas if each.required}
                yield ask.spot, option.action, None
                yield ask.spot, option.action, {**fair, "horses": 500}
                yield ask.spot, option.action, {**fair, area.wager: area.least - 1}
                yield ask.spot, option.action, {**fair, area.wager: area.most + 1}
                yield ask.spot, option.action, {**fair, area.wager: str(area.least)}
                yield ask.spot, option.action, {**fair, area.wager: option.chips + 1}
                for each in option.areas:
                    if each.needs:
                        yield ask.spot, option.action, {each.wager: each.least}
            case Lay():
                fair = ask.default.value
                row = next(iter(fair))
                for value in (None, [], {}, {row: "Zz"}, {"side": fair[row]}, {**fair, row: fair[row][:-1]}):
                    yield ask.spot, option.action, value
                yield ask.spot, option.action, {each.name: fair[row] for each in option.rows}
                yield ask.spot, option.action, {row: option.cards + option.cards}
            case Pick() | Name():
                for value in (None, "Zz", [99], list(range(40))):
                    yield ask.spot, option.action, value
            case _:
                yield ask.spot, option.action, 1


@pytest.mark.sampled(3)
@every_game
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_random_rounds_end_conserve_chips_and_refuse_what_is_illegal(game, data):
    table = data.draw(tables(game))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(3):
        round = table.start()
        total = sum(round.stacks.values())
        for _ in range(1000):
            if round.done:
                break
            before = state(round)
            for spot, action, value in illegal_answers(round):
                with pytest.raises(Refused):
                    round.answer(spot, action, value)
                assert state(round) == before, f"{action} {value!r} was refused and changed something"
            ask = rng.choice(round.waiting)
            if rng.random() < 0.1:
                round.default(ask.spot)
            else:
                answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
                round.answer(ask.spot, answer.action, answer.value)
            assert sum(round.chips.balances.values()) == total
            assert all(stack(round, name) >= 0 for name in round.stacks)
        assert round.done, "a round must end"
        assert not violations(round)
        assert balances_after(round.events, opening_balances(round.stacks)) == dict(round.chips.balances)
        assert sum(round.net.values()) == 0
        on_the_table = {"area", "front", "pot", "bank"}
        assert not [account for account, lies in round.chips.balances.items() if lies and account.kind in on_the_table]
        table.finish(round)
        assert table.stacks == {name: stack(round, name) for name in table.stacks}


@pytest.mark.sampled(3, 2)
@every_game
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_replay_equals_play(game, data):
    table = data.draw(tables(game))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(3):
        round = table.start()
        while not round.done:
            ask = rng.choice(round.waiting)
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            round.answer(ask.spot, answer.action, answer.value)
        round_record = Record.from_json(table.finish(round).json())
        again = replay(round_record, table.game, round.shuffle)
        assert again.events == round.events
        assert again.carry == round.carry
        assert record(again, round_record.opening.previous, round_record.opening.table) == round_record


@pytest.mark.sampled(3, 1)
@every_game
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_view_does_not_depend_on_cards_that_its_viewer_may_not_see(game, data):
    """Play the same answers with the hidden cards exchanged. The viewer must see the same.

    Any hand may muck here. By default only a beaten hand is asked, which tells the others what its muck tells too.
    """
    table = data.draw(tables(game, **({"muck": "any hand"} if "muck" in game.rules.house_rules else {})))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    round = table.start(shuffle=Shuffle.given(table.shuffle.order))
    stop = data.draw(st.integers(0, 20))
    while not round.done and len(round.answers) < stop:
        ask = round.ask
        answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
        round.answer(ask.spot, answer.action, answer.value)
    for viewer in (None, *round.stacks):
        view = round.view(viewer)
        seen = positions_seen(round, view)
        if len(set(round.shuffle.order)) == len(round.shuffle.order):  # a reshuffled discard is known too
            known = {card for event in view.events for card in getattr(event, "cards", ())}
            seen |= {position for position, card in enumerate(round.shuffle.order) if card in known}
        hidden = [card for position, card in enumerate(round.shuffle.order) if position not in seen]
        other = iter(rng.sample(hidden, len(hidden)))
        order = [card if position in seen else next(other) for position, card in enumerate(round.shuffle.order)]
        shuffle = Shuffle.given(order)
        shuffle._secret = round.shuffle._secret  # other cards, but the same dice
        elsewhere = table.game.round(round.seated, round.stacks, shuffle=shuffle, carry=round.carried)
        elsewhere.play(answers_elsewhere(round, order))
        assert elsewhere.view(viewer) == view


@every_game
def test_only_the_bettor_asked_sees_the_options(game):
    round = game.round(*people(range(1, 1 + max(2, game.rules.seats.least))), seed=1)
    asked = round.ask
    for viewer in (None, *round.stacks):
        view = round.view(viewer)
        assert view.asked == tuple(ask.spot for ask in round.waiting)
        assert all(round.spot(ask.spot).bettor == viewer for ask in view.asks)
        assert (asked in view.asks) == (viewer == round.spot(asked.spot).bettor)


@every_game
def test_cards_come_in_the_order_of_the_shuffle_whatever_is_wagered_and_answered(game):
    """GLI-19, 4.5.2: no card depends on what players bet or do. The next card is always the next of the shuffle."""
    seats = max(2, game.rules.seats.least)
    for seed in range(6):
        rng = random.Random(f"{game.slug} {seed}")
        round = game.round(dict.fromkeys(PEOPLE[:seats], 400_000), seed=7)
        for _ in range(400):
            if round.done:
                break
            ask = rng.choice(round.waiting)
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            round.answer(ask.spot, answer.action, answer.value)
        dealt = [card for event in round.events if isinstance(event, Dealt) for card in event.cards]
        order = round.shuffle.order
        assert tuple(dealt[: len(order)]) == order[: len(dealt)]


@every_game
def test_the_order_in_which_answers_arrive_is_invisible(game):
    table = Table(game, dict.fromkeys(PEOPLE[: min(4, game.rules.seats.most)], 100_000), seed=11)
    first = table.start()
    second = reopen(opening_of(first, table=table.name), game, first.shuffle)
    rng = random.Random(5)
    while not first.done:
        answers = {ask.spot: random_legal(first.view(first.spot(ask.spot).bettor), ask, rng) for ask in first.waiting}
        for spot, answer in answers.items():
            first.answer(spot, answer.action, answer.value)
        for spot, answer in reversed(answers.items()):
            second.answer(spot, answer.action, answer.value)
    assert first.events == second.events
    assert record(first).outcome == record(second).outcome


@every_game
def test_an_absent_table_ends_by_the_defaults(game):
    round = game.round(*people(range(1, game.rules.seats.most + 1)), seed=3)
    while not round.done:
        round.default(round.ask.spot)
    assert all(answer.absent for answer in round.answers)
    assert replay(record(round), game, round.shuffle).events == round.events


@every_game
def test_a_finished_round_asks_nobody(game):
    round = game.round(*people(range(1, 1 + max(2, game.rules.seats.least))), seed=3)
    while not round.done:
        round.default(round.ask.spot)
    with pytest.raises(Refused, match="round is over"):
        round.answer(1, "fold")


@pytest.mark.sampled(3)
@every_game
def test_a_record_is_one_line_of_json_whose_net_sums_to_zero(game):
    names = PEOPLE[: game.rules.seats.most]
    table = Table(game, dict.fromkeys(names, 100_000), seed=9)
    round = play_round(table.start(), table_bots(game.rules, names), random.Random(2))
    text = table.finish(round).json()
    assert "\n" not in text
    net = msgspec.json.decode(text)["outcome"]["net"]
    assert sum(net.values()) == 0
    assert net.keys() == {"bank", "collection", "jackpot", *names}


@every_game
def test_names_of_players_do_not_affect_a_round(game):
    """The same round with ordinary names, and with names that are the numbers of other seats. Only the names differ."""
    count = min(5, game.rules.seats.most)
    seen = []
    for names in (PEOPLE[:count], [str(seat % count + 1) for seat in range(1, count + 1)]):
        spots = [Spot.at(seat, name) for seat, name in enumerate(names, 1)]
        round = game.round(spots, dict.fromkeys(names, 80_000), seed=21)
        play_round(round, dict.fromkeys(names, random_legal), random.Random(8))
        accounts = {stack_of(name): stack_of(str(seat)) for seat, name in enumerate(names, 1)}
        moves = [
            msgspec.structs.replace(
                move, payer=accounts.get(move.payer, move.payer), payee=accounts.get(move.payee, move.payee)
            )
            for move in record(round).outcome.transfers
        ]
        seen.append((record(round).answers, record(round).outcome.settled, moves, list(round.cards.hands.items())))
    assert seen[0] == seen[1]


@pytest.mark.parametrize("game", BANKED, ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_a_bank_is_offered_to_people_clockwise_and_kept_for_its_rounds(game):
    names = PEOPLE[:4]
    table = Table(game, dict.fromkeys(names, 10**7), seed=5)
    held = []
    for _ in range(4 * game.rules.bank.rounds + 1):
        round = table.start()
        while not round.done:
            option = round.ask.options[0]
            match option.action:
                case "bank":
                    round.answer(round.ask.spot, "bank", 100_000)
                case "bet":
                    needed = [area for area in option.areas if area.required] or option.areas[:1]
                    round.answer(round.ask.spot, "bet", {area.wager: area.least for area in needed})
                case _:
                    round.default(round.ask.spot)
        held.append(round.banker.bettor)
        table.finish(round)
        assert table.carry.bank.bettor == held[-1]
    assert held == [name for name in names for _ in range(game.rules.bank.rounds)] + ["ann"]
