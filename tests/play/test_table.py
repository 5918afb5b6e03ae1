"""A table is rebuilt from its log at any point, even in mid-round, and continues as if it had never stopped."""

from itertools import pairwise
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError, Refused
from cardroom.play import Carry, Choice, Table, ask
from cardroom.play.round.carry import Shoe
from cardroom.play.table import (
    AddSeed,
    ChangeGame,
    Join,
    Leave,
    ReadMeter,
    SitOut,
    SubmitAnswer,
    TakeCircle,
    TopUp,
    Void,
)
from cardroom.play.table.log import Answered, Entry, Joined, Left, RoundEnded, Shuffled, ShuffleDiscarded
from support.people import NAMES, answer_once

GAMES = cardroom.all_games()
LOG = msgspec.json.Decoder(tuple[Entry, ...])


def name(game):
    return f"{game.slug}-{game.rules.rules}"


def find(slug, rules):
    return cardroom.game(slug, rules=rules.set, **rules.house)


def stored(table):
    """The log as read back from a disk."""
    return LOG.decode(msgspec.json.encode(table.log))


def twin(table):
    return Table.from_log(stored(table), find)


def written(table):
    return msgspec.json.encode(table.log)


def people(game, rng):
    count = min(game.rules.seats.most, rng.randint(max(3, game.rules.seats.least), 6))
    return {NAMES[place]: rng.choice((16_000, 40_000)) for place in range(count)}


def between_rounds(table, rng):
    """Let a player join, leave, top up or sit out."""
    for bettor in list(table.stacks):
        if table.stacks[bettor] < 2_000:
            table.do(TopUp(bettor, 20_000))
    if rng.random() < 0.4:
        absent = [each for each in NAMES if each not in table.stacks]
        if absent and len(table.stacks) < table.game.rules.seats.most:
            table.do(Join(absent[0], max(20_000, table.state.left.get(absent[0], 0))))
    if rng.random() < 0.3 and len(table.stacks) - len(table.state.out) > table.game.rules.seats.least + 1:
        table.do(Leave(rng.choice(list(table.stacks))))
    if rng.random() < 0.4:
        bettor = rng.choice(list(table.stacks))
        here = len(table.stacks) - len(table.state.out)
        table.do(SitOut(bettor, bettor not in table.state.out and here > table.game.rules.seats.least + 1))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES, ids=name)
def test_a_table_rebuilt_at_any_point_continues_like_one_that_never_stopped(game):
    rng = Random(f"rebuilt {name(game)}")
    table = Table(game, people(game, rng), seed=5)
    for _ in range(3):
        between_rounds(table, rng)
        assert written(twin(table)) == written(table)
        table.start()
        while not table.round.done:
            if rng.random() < 0.2:  # a power cut: the table continues from what was stored
                table = twin(table)
            answer_once(table.round, rng, order=True)
        again = twin(table)
        assert again.round.done
        assert again.round.events == table.round.events
        assert again.finish() == table.finish()
        assert (again.stacks, again.carry, again.commitment) == (table.stacks, table.carry, table.commitment)
        assert written(again) == written(table)


def test_answers_are_logged_in_the_order_of_arrival():
    table = Table(cardroom.game("four-card-frenzy"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=1)
    round = table.start()
    round.answer(3, "bet", {"ante": 100, "odds": 100})
    round.answer(1, "sit-out")
    assert [answer.spot for answer in round.answers] == ["3", "1"]
    again = twin(table)
    assert [ask.spot for ask in again.round.waiting] == ["2"]
    again.round.answer(2, "sit-out")
    round.answer(2, "sit-out")
    assert again.round.events == round.events


def test_a_log_only_grows():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=2)
    rng, logs = Random(2), [table.log]
    for _ in range(3):
        table.start()
        logs.append(table.log)
        while not table.round.done:
            answer_once(table.round, rng)
            logs.append(table.log)
            assert isinstance(table.log[-1], Answered)
        table.finish()
        logs.append(table.log)
    for before, after in pairwise(logs):
        assert len(before) < len(after)
        assert after[: len(before)] == before


def test_records_are_chained_and_an_altered_log_is_rejected():
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=2)
    rng, records = Random(5), []
    for _ in range(3):
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        records.append(table.finish())
    assert [each.opening.previous for each in records] == ["", records[0].hash, records[1].hash]
    assert table.state.head == records[-1].hash
    log = stored(table)
    rounds = [number for number, entry in enumerate(log) if isinstance(entry, RoundEnded)]
    for number in rounds[:-1]:  # other answers or another outcome of a round break the next one
        outcome = msgspec.structs.replace(log[number].outcome, settled=())
        other = (*log[:number], RoundEnded(outcome), *log[number + 1 :])
        with pytest.raises(InputError, match="is for a different game, table or time"):
            Table.from_log(other, find)
    start = next(number for number, entry in enumerate(log) if isinstance(entry, Answered)) - 1
    with pytest.raises(InputError):
        Table.from_log((*log[:start], *log[rounds[0] + 1 :]), find)


def failing(round):
    """A script that takes a wager and fails."""
    spot = round.spots[0]
    yield ask(spot.id, [Choice("go")], "go")
    round.chips.place(spot, "ante", 500)
    raise KeyError("a bug")


def test_voiding_a_failed_round_restores_all_stacks():
    game = cardroom.game("three-card-poker-6-card-bonus")
    broken = msgspec.structs.replace(game, script=failing)
    table = Table(broken, {"ann": 5_000, "bob": 5_000}, seed=1)
    round, commitment = table.start(), table.commitment
    with pytest.raises(KeyError):
        round.answer(1, "go")
    assert not round.done
    assert round.failed == "KeyError: 'a bug'"
    with pytest.raises(Refused, match="has failed"):
        round.answer(1, "go")
    with pytest.raises(InputError, match="has failed"):
        table.finish()
    table.do(Void("the script broke"))
    assert table.stacks == {"ann": 5_000, "bob": 5_000}
    assert table.commitment != commitment, "cards that were seen are not used again"
    again = Table.from_log(stored(table), lambda *_: broken)
    assert (again.stacks, again.commitment, written(again)) == (table.stacks, table.commitment, written(table))
    table.start()


def test_a_round_can_be_voided_until_it_is_over():
    table = Table(cardroom.game("ez-baccarat"), {"ann": 50_000, "bob": 50_000}, seed=1)
    table.start()
    table.round.answer(1, "bank", 10_000)
    table.do(Void("a card was exposed"))
    assert table.stacks == {"ann": 50_000, "bob": 50_000}
    table.start()
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    with pytest.raises(InputError, match="finish it"):
        table.do(Void("too late"))


def test_answering_for_another_player_reveals_nothing():
    table = Table(cardroom.game("2-7-triple-draw"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=4)
    table.start()
    asked = table.round.ask.spot
    owner = table.round.spot(asked).bettor
    (other, *_) = [name for name in table.stacks if name != owner]
    messages = set()
    for spot in (asked, "house", "nobody", "9"):
        for action, value in (("fold", None), ("raise", 1), ("discard", "As"), ("dance", None)):
            with pytest.raises(Refused) as refused:
                table.do(SubmitAnswer(other, spot, None, action, value))
            messages.add(str(refused.value))
    assert messages == {"This question is for another player"}
    table.do(SubmitAnswer(owner, asked, None, "fold"))


def test_a_money_table_deals_only_from_its_committed_shuffle():
    game = cardroom.game("four-card-frenzy")
    money, elsewhere = (Table(game, {"ann": 9_000}, money=True, name=name) for name in ("table 7", "table 8"))
    before = written(money)
    for shuffle in (
        Shuffle.fresh([51] * 52),
        Shuffle.fresh(range(52)),
        Shuffle.simulated(range(52), 1),
        elsewhere.shuffle,
        money.shuffle,
    ):
        with pytest.raises(InputError, match="deals only from the shuffle that it has committed to"):
            money.start(shuffle=shuffle)
    assert written(money) == before
    assert money.start().shuffle is money.shuffle


def test_a_shuffle_is_bound_to_table_game_number_and_previous_round():
    game, other = cardroom.game("four-card-frenzy"), cardroom.game("heads-up-holdem")
    table = Table(game, {"ann": 9_000}, money=True, name="table 7")
    assert table.shuffle.about == ("four-card-frenzy", game.rules.digest, "table 7", 1, "")
    table.start()
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    head = table.finish().hash
    assert table.shuffle.about == ("four-card-frenzy", game.rules.digest, "table 7", 2, head)
    table.do(ChangeGame(other))
    assert table.shuffle.about == ("heads-up-holdem", other.rules.digest, "table 7", 3, head)
    assert [entry.why for entry in table.log if isinstance(entry, ShuffleDiscarded)] == ["the table plays another game"]
    names = {Table(game, {"ann": 9_000}, money=True).name for _ in range(3)}
    assert len(names) == 3, "without a name a table has one that no other has"


def test_a_log_with_cards_of_another_table_is_rejected():
    game = cardroom.game("four-card-frenzy")
    table, elsewhere = (Table(game, {"ann": 9_000}, money=True, name=name) for name in ("table 7", "table 8"))
    for shuffle in (elsewhere.shuffle, Shuffle.fresh(range(52))):
        log = [Shuffled(shuffle.kept()) if isinstance(entry, Shuffled) else entry for entry in stored(table)]
        with pytest.raises(InputError, match="shuffle 1 of the log is for a different game, table or time"):
            Table.from_log(log, find)


def test_each_seated_player_may_add_one_seed():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    with pytest.raises(InputError, match="eve does not sit here"):
        table.do(AddSeed("eve", "shill"))
    table.do(AddSeed("ann", "lucky"))
    before = written(table)
    with pytest.raises(InputError, match="ann has already added a seed"):
        table.do(AddSeed("ann", "luckier"))
    assert written(table) == before
    table.do(AddSeed("bob", "lucky"))
    round = table.start()
    assert [tuple(seed) for seed in round.shuffle.seeds] == [("ann", "lucky"), ("bob", "lucky")]


def test_looking_at_the_order_closes_the_seeds():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    table.shuffle.order  # noqa: B018 - to look is the point
    with pytest.raises(InputError, match="too late for a seed"):
        table.do(AddSeed("ann", "lucky"))


def test_a_shoe_cannot_be_replaced_while_it_is_dealt():
    game = cardroom.game("ez-baccarat")
    table = Table(game, {"ann": 90_000, "bob": 90_000}, seed=3)
    rng = Random(3)
    while not table.carry.shoe:
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()
    with pytest.raises(InputError, match="shoe has been dealt from"):
        table.start(shuffle=game.shuffle(seed=9))


def test_games_with_different_limits_have_separate_carries():
    low, high = cardroom.game("ez-baccarat"), cardroom.game("ez-baccarat", minimum="$10")
    table = Table(low, {"ann": 90_000, "bob": 90_000}, seed=3)
    rng = Random(3)
    while not table.carry.own:
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()
    counted = table.carry.own
    table.do(ChangeGame(high))
    assert table.carry.own is None
    table.do(ChangeGame(low))
    assert table.carry.own == counted


CARRIES = [
    {"shoe": {"dealt": -9}},
    {"shoe": {"dealt": 10**15}},
    {"meters": {"galaxy": -1}},
    {"meters": {"galaxy": 0.5}},
    {"bank": {"seat": -1, "bettor": "ann", "turn": 1}},
    Carry(meters={"galaxy": -1}),
    Carry(shoe=Shoe(-1)),
    {"own": {"button": 3}},
]


@pytest.mark.parametrize("carry", CARRIES)
def test_impossible_carried_state_is_rejected(carry):
    with pytest.raises(InputError, match="carried state"):
        cardroom.game("four-card-frenzy").round({"ann": 5_000}, seed=1, carry=carry)


def test_a_restored_deck_keeps_its_secret_and_takes_no_more_seeds():
    """Whoever stopped the process may have looked at the cards."""
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    table.do(AddSeed("ann", "lucky"))
    again = Table.from_log(stored(table), find)
    assert again.state.money
    assert again.commitment == table.commitment
    with pytest.raises(InputError, match="too late for a seed"):
        again.do(AddSeed("bob", "late"))
    assert again.shuffle.order == table.shuffle.order
    again.start()
    again.do(Void("to have new cards"))
    again.do(AddSeed("bob", "in time"))


def test_a_seed_leaves_with_its_player():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    for number in range(70):
        table.do(Join(f"shill {number}", 9_000))
        table.do(AddSeed(f"shill {number}", "x"))
        table.do(Leave(f"shill {number}"))
    table.do(AddSeed("ann", "lucky"))
    assert [seed.by for seed in table.shuffle.seeds] == ["ann"]
    assert Table.from_log(stored(table), find).shuffle.seeds == table.shuffle.seeds


def test_a_money_log_with_a_wrong_box_or_net_is_rejected():
    game = cardroom.game("four-card-frenzy")
    table = Table(game, {"ann": 9_000}, money=True)
    about = table.shuffle.about
    for shuffle in (Shuffle.fresh([51] * 52, about), Shuffle.simulated(range(52), 1, about=about)):
        log = [Shuffled(shuffle.kept()) if isinstance(entry, Shuffled) else entry for entry in stored(table)]
        with pytest.raises(InputError, match="is not a fair one of the game's deck"):
            Table.from_log(log, find)
    table.start()
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    table.finish()
    log = stored(table)
    last = max(number for number, entry in enumerate(log) if isinstance(entry, RoundEnded))
    net = log[last].outcome.net | {"ann": 500, "bank": -500}
    forged = (*log[:last], RoundEnded(msgspec.structs.replace(log[last].outcome, net=net)))
    with pytest.raises(InputError, match="round 1 of the log: the net is not the sum of the transfers"):
        Table.from_log(forged, find)


def test_secrets_in_a_log_are_not_printed():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000}, money=True)
    saved = table.shuffle.kept()
    for text in (repr(table.log), str(table.log), f"{table.log}"):
        assert not any(secret in text for secret in (saved["secret"], saved["draws"], *saved["salts"]))


def test_a_game_without_a_shoe_rejects_a_carried_shoe():
    for slug in ("texas-holdem", "three-card-poker-6-card-bonus"):
        with pytest.raises(InputError, match="has no shoe"):
            cardroom.game(slug).round({"ann": 9_000, "bob": 9_000}, carry={"shoe": {"dealt": 17}})


def test_a_shoes_secret_is_stored_once():
    table = Table(cardroom.game("ez-baccarat"), 3, seed=1)
    rng = Random(1)
    while sum(isinstance(entry, RoundEnded) for entry in table.log) < 5:
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()
    secrets = [entry.kept["secret"] for entry in table.log if isinstance(entry, Shuffled)]
    assert len(secrets) == len(set(secrets)) == 1
    records = b"".join(msgspec.json.encode(entry) for entry in table.log if not isinstance(entry, Shuffled))
    assert secrets[0].encode() not in records


def test_changing_games_and_back_restores_each_games_carry():
    baccarat, frenzy = cardroom.game("ez-baccarat"), cardroom.game("four-card-frenzy")
    table = Table(baccarat, {"ann": 90_000, "bob": 90_000}, seed=3)
    rng = Random(3)

    def play():
        table.start()
        while not table.round.done:
            answer_once(table.round, rng)
        table.finish()

    while not table.carry.shoe:
        play()
    shoe, commitment = table.carry.shoe, table.commitment
    table.do(ChangeGame(frenzy))
    assert table.carry.shoe is None
    assert table.commitment != commitment
    play()
    table.do(ChangeGame(baccarat))
    assert (table.carry.shoe, table.commitment) == (shoe, commitment)
    again = twin(table)
    assert (again.carry, again.commitment, again.stacks) == (table.carry, table.commitment, table.stacks)
    play()


def test_the_button_keeps_moving_when_poker_games_change():
    table = Table(cardroom.game("texas-holdem"), {"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=3)
    table.start()
    while not table.round.done:
        table.round.default(table.round.ask.spot)
    table.finish()
    before = table.carry.own
    table.do(ChangeGame(cardroom.game("omaha")))
    assert table.carry.own == before
    assert twin(table).carry.own == before


def too_many_for_four_card_frenzy(table):
    for each in NAMES[2:7]:
        table.do(Join(each, 500))
    table.do(ChangeGame(cardroom.game("four-card-frenzy")))


REFUSALS = {
    "a seat that is taken": lambda table: table.do(Join("cy", 500, seat=1)),
    "a seat that is none": lambda table: table.do(Join("cy", 500, seat=99)),
    "the same player twice": lambda table: table.do(Join("ann", 500)),
    "a name of the house": lambda table: table.do(Join("bank", 500)),
    "half a cent": lambda table: table.do(Join("cy", 0.5)),
    "less than nothing": lambda table: table.do(TopUp("ann", -1)),
    "chips for somebody else": lambda table: table.do(TopUp("zed", 1)),
    "somebody else leaving": lambda table: table.do(Leave("zed")),
    "finishing nothing": lambda table: table.finish(),
    "a game without seats enough": too_many_for_four_card_frenzy,
}


@pytest.mark.parametrize("what", REFUSALS)
def test_an_impossible_command_is_refused_and_not_logged(what):
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 5_000, "bob": 5_000}, seed=1)
    before = [entry for entry in table.log if not isinstance(entry, Joined)]
    with pytest.raises(InputError):
        REFUSALS[what](table)
    assert [entry for entry in table.log if not isinstance(entry, Joined)] == before
    assert table.stacks["ann"] == 5_000


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table.do(Join("cy", 500)),
        lambda table: table.do(TopUp("ann", 500)),
        lambda table: table.do(Leave("ann")),
        lambda table: table.do(ChangeGame(cardroom.game("ez-baccarat"))),
        lambda table: table.do(AddSeed("ann", "lucky")),
        lambda table: table.start(),
        lambda table: table.start(shuffle=Shuffle.simulated(range(52), 1)),
    ],
)
def test_commands_between_rounds_are_refused_in_mid_round(change):
    table = Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 5_000, "bob": 5_000}, seed=1)
    table.start()
    before = written(table)
    with pytest.raises(InputError):
        change(table)
    assert written(table) == before


# -- Who is there ------------------------------------------------------------------------------------------------------


def test_a_backline_bettor_needs_no_seat():
    table = Table(cardroom.game("ez-baccarat"), dict.fromkeys(NAMES[:7], 50000), seed=1)
    table.do(Join("zoe", 20_000, 2, behind=True))
    assert ("behind zoe", 2, True) in [(spot.id, spot.seat, spot.backline) for spot in table.state.spots()]
    table.do(SitOut("zoe"))
    assert "zoe" not in [spot.bettor for spot in table.state.spots()]
    table.do(SitOut("zoe", out=False))
    round = table.start()
    round.answer(1, "bank", 10_000)
    assert "behind zoe" in [ask.spot for ask in round.waiting]
    assert [ask.spot for ask in twin(table).round.waiting] == [ask.spot for ask in round.waiting]
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    assert table.do(Leave("zoe")) == (Left("zoe", 20_000),)
    assert written(twin(table)) == written(table)


def test_no_backline_bettor_where_no_wager_allows_it():
    table = Table(cardroom.game("texas-holdem"), {"ann": 5_000, "bob": 5_000}, seed=1)
    with pytest.raises(InputError, match="from behind a seat"):
        table.do(Join("zoe", 20_000, 2, behind=True))


def test_a_second_circle_can_be_taken_and_given_up():
    table = Table(cardroom.game("pure-21.5-blackjack"), {"ann": 50_000, "bob": 50_000}, seed=1)
    table.do(TakeCircle("bob", 4))
    with pytest.raises(InputError, match="Seat 4 is taken or does not exist"):
        table.do(Join("cy", 5_000, 4))
    with pytest.raises(InputError, match="one circle"):
        table.do(TakeCircle("ann", 2))
    round = table.start()
    round.answer(1, "bank", 10_000)
    round.answer(2, "bet", {"wager": 500})
    round.answer("circle 4", "bet", {"wager": 500})
    assert twin(table).round.events == round.events
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    table.do(TakeCircle("bob", 4, taken=False))
    assert [spot.seat for spot in table.state.spots()] == [1, 2]
    assert written(twin(table)) == written(table)
    with pytest.raises(InputError, match="no second circle"):
        Table(cardroom.game("ez-baccarat"), {"ann": 5_000}, seed=1).do(TakeCircle("ann", 3))


def test_the_house_sets_the_reading_of_a_display():
    table = Table(cardroom.game("four-card-frenzy"), {"ann": 9_000}, seed=1)
    table.do(ReadMeter("galaxy", 312_345, "a tenth of yesterday's wagers was added"))
    assert table.carry.meters == {"galaxy": 312_345}
    assert twin(table).carry.meters == {"galaxy": 312_345}
    with pytest.raises(InputError, match="Its jackpots: galaxy"):
        table.do(ReadMeter("megabucks", 1, ""))


def test_changing_house_rules_keeps_displays_and_the_banks_turn():
    game = cardroom.game("four-card-frenzy")
    table = Table(game, {"ann": 9_000}, seed=1)
    table.do(ReadMeter("galaxy", 312_345, ""))
    table.do(ChangeGame(cardroom.game("four-card-frenzy", minimum="$2")))
    assert table.carry.meters == {"galaxy": 312_345}
    assert twin(table).carry.meters == {"galaxy": 312_345}
    bank = Table(cardroom.game("ez-baccarat"), {"ann": 90_000, "bob": 90_000}, seed=1)
    round = bank.start()
    round.answer(1, "bank", 10_000)
    round.answer(2, "bet", {"player": 500})
    bank.finish()
    turn = bank.carry.bank
    bank.do(ChangeGame(cardroom.game("ez-baccarat", minimum="$10")))
    assert bank.carry.bank == turn is not None
