"""What must hold in every game, in every rule set. A new game joins by existing."""

import os
import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Amount, Bets, Name, Pick, Record, Refused, Table, record, replay
from cardroom.play.events import Dealt, Moved, Said, Turned
from cardroom.play.transcript import transcript
from cardroom.players import play_round, random_legal, table_bots
from cardroom.rulebook import RuleBookError

GAMES = {(game.slug, game.rules.rules): game for game in cardroom.games()}
EXAMPLES = 300 if os.environ.get("CARDROOM_PROOF") else 8
"""Tables a game and test: there are many games."""
GOLDEN = Path(__file__).parent / "golden"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: f"{game.slug}-{game.rules.rules}")


def tables(game):
    """Tables of a game: seats taken, stacks rich and poor, house rules at any value, any seed."""
    rules = game.rules
    seats = st.sets(st.integers(1, rules.seats.most), min_size=max(2, rules.seats.least))
    stacks = st.one_of(st.just(0), st.integers(0, 2 * rules.minimum), st.integers(0, 40 * rules.minimum))
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
            played = cardroom.game(game.slug, rules=rules.rules, **chosen)
        except RuleBookError:
            reject()  # some house rules need another one first
        return Table(played, {seat: amounts[seat] for seat in sorted(taken)}, seed=seed)

    amounts = st.fixed_dictionaries(dict.fromkeys(range(1, rules.seats.most + 1), stacks))
    return st.builds(table, seats, amounts, house, st.integers(0, 2**32))


def positions_seen(view):
    """The positions of the deck whose cards a viewer knows, from nothing but what the viewer is told."""
    dealt, places, seen = 0, {}, set()
    for event in view.events:
        if isinstance(event, Dealt):
            for card in event.cards:
                places.setdefault(event.place, []).append(dealt)
                seen |= {dealt} if card != UNKNOWN else set()
                dealt += 1
        elif isinstance(event, Turned):
            seen |= {places[event.place][position] for position in event.at}
        elif isinstance(event, Moved):
            moved = [places[event.place][position] for position in event.at]
            places[event.place] = [each for each in places[event.place] if each not in moved]
            places.setdefault(event.into, []).extend(moved)
            seen |= {each for each, card in zip(moved, event.cards, strict=True) if card != UNKNOWN}
        elif isinstance(event, Said) and event.of:
            seen |= set(places[event.of])  # a peek tells something of cards that stay face down: they may not change
    return seen


def answers_elsewhere(round, order):
    """The answers of a round for another order of its cards: who picked cards picks those at the same places."""
    became = dict(zip(round.shuffle.order, order, strict=True))
    return [
        msgspec.structs.replace(answer, value=tuple(became[card] for card in answer.value))
        if isinstance(answer.value, tuple)
        else answer
        for answer in round.answers
    ]


def chips(round):
    return sum(round.accounts.values()) + sum(round.layout.values())


def state(round):
    """Everything about a round that an answer could change."""
    return (
        list(round.events),
        list(round.answers),
        round.asks,
        round.waiting,
        round.accounts.copy(),
        round.layout.copy(),
    )


def illegal_answers(round):
    """Answers that the rules do not allow now, of every kind that the asks make possible."""
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
            case Pick() | Name():
                for value in (None, "Zz", [99], list(range(40))):
                    yield ask.spot, option.action, value
            case _:
                yield ask.spot, option.action, 1


@every_game
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_random_rounds_end_conserve_chips_and_refuse_what_is_illegal(game, data):
    table = data.draw(tables(game))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(3):
        round = table.start()
        total = chips(round)
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
            assert chips(round) == total
            assert all(amount >= 0 for name, amount in round.accounts.items() if name in round.stacks)
        assert round.done, "a round must end"
        assert sum(round.net.values()) == 0
        assert not round.layout
        table.finish(round)


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
        kept = Record.from_json(table.finish(round).json())
        again = replay(kept, table.game)
        assert again.events == round.events
        assert again.carry == round.carry
        assert record(again) == kept


@every_game
@settings(max_examples=EXAMPLES)
@given(data=st.data())
def test_a_view_does_not_depend_on_cards_that_its_viewer_may_not_see(game, data):
    """Play the same answers with the hidden cards exchanged: whatever a viewer sees must stay the same."""
    table = data.draw(tables(game))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    round = table.start(shuffle=Shuffle.given(table.shuffle.order))
    stop = data.draw(st.integers(0, 20))
    while not round.done and len(round.answers) < stop:
        ask = round.ask
        answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
        round.answer(ask.spot, answer.action, answer.value)
    for viewer in (None, *round.stacks):
        view = round.view(viewer)
        seen = positions_seen(view)
        if len(set(round.shuffle.order)) == len(round.shuffle.order):  # a discard that was dealt again is known too
            known = {card for event in view.events for card in getattr(event, "cards", ())}
            seen |= {position for position, card in enumerate(round.shuffle.order) if card in known}
        hidden = [card for position, card in enumerate(round.shuffle.order) if position not in seen]
        other = iter(rng.sample(hidden, len(hidden)))
        order = [card if position in seen else next(other) for position, card in enumerate(round.shuffle.order)]
        shuffle = Shuffle.given(order)
        shuffle._secret = round.shuffle._secret  # other cards, but the same dice
        elsewhere = round.game.round(round.seated, round.stacks, shuffle=shuffle, carry=round.carried)
        elsewhere.play(answers_elsewhere(round, order))
        assert vars(elsewhere.view(viewer)) == vars(view)


@every_game
def test_only_the_bettor_asked_sees_the_options(game):
    round = game.round(max(2, game.rules.seats.least), seed=1)
    asked = round.ask
    for viewer in (None, *round.stacks):
        view = round.view(viewer)
        assert view.asked == tuple(ask.spot for ask in round.waiting)
        assert all(ask.spot == viewer for ask in view.asks)
        assert (asked in view.asks) == (viewer == round.spot(asked.spot).bettor)


@every_game
def test_the_order_in_which_answers_arrive_is_invisible(game):
    table = Table(game, min(4, game.rules.seats.most), seed=11)
    first, second = table.start(), table.start()
    rng = random.Random(5)
    while not first.done:
        answers = {ask.spot: random_legal(first.view(first.spot(ask.spot).bettor), ask, rng) for ask in first.waiting}
        for spot, answer in answers.items():
            first.answer(spot, answer.action, answer.value)
        for spot, answer in reversed(answers.items()):
            second.answer(spot, answer.action, answer.value)
    assert first.events == second.events
    assert record(first) == record(second)


@every_game
def test_an_absent_table_ends_by_the_defaults(game):
    round = game.round(game.rules.seats.most, seed=3)
    while not round.done:
        round.default(round.ask.spot)
    assert all(answer.absent for answer in round.answers)
    assert replay(record(round), game).events == round.events


@every_game
def test_the_golden_transcript_reads_as_it_did(game):
    """A round that a reviewer can read: if a change alters it, the difference shows what the change did.

    To accept a new reading, delete the file and run the test once more.
    """
    table = Table(game, min(4, game.rules.seats.most), seed="golden")
    rng = random.Random(1)
    text = ""
    for number in (1, 2, 3):
        round = play_round(table.start(), table_bots(table.game.rules, seats=len(table.stacks)), rng)
        text += f"Round {number}\n" + "\n".join(transcript(round)) + "\n\n"
        table.finish(round)
    path = GOLDEN / f"{game.slug}.{game.rules.rules}.txt"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        pytest.fail(f"{path.name} was not there and has been written: read it, then commit it")
    assert text == path.read_text()


@every_game
def test_a_finished_round_asks_nobody(game):
    round = game.round(max(2, game.rules.seats.least), seed=3)
    while not round.done:
        round.default(round.ask.spot)
    with pytest.raises(Refused, match="round is over"):
        round.answer(1, "fold")


@every_game
def test_a_record_is_one_line_of_json_whose_net_sums_to_zero(game):
    table = Table(game, game.rules.seats.most, seed=9)
    round = play_round(table.start(), table_bots(game.rules, seats=game.rules.seats.most), random.Random(2))
    text = table.finish(round).json()
    assert "\n" not in text
    value = msgspec.json.decode(text)
    assert sum(value["net"].values()) == 0
    assert {"bank", "collection", "jackpot"} <= value["net"].keys()
