"""The collection in play: when a fee is taken, from whom, and that every payer can always pay it (500 Club, California
Games Collection Rates and Poker Collection Rates; rulings L2 and L3).

How schedules are written and posted is in `rulebook/test_fees`; here each is written for its test.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.games import moments
from cardroom.money import dollars
from cardroom.play import Record, Refused, Spot, Table, balances_after, opening_balances, record, replay
from cardroom.play.round.events import Acted, Dealt
from cardroom.play.round.places import COLLECTION, POT, stack_of
from cardroom.play.round.procedures import least_stack
from cardroom.play.table import TopUp
from cardroom.play.table.buy_in import buy_ins
from cardroom.players import play_round, random_legal
from cardroom.rulebook import RuleBookError
from cardroom.show import picture, round_text
from cardroom.show.rules.data import page
from cardroom.show.rules.round_words import closing
from games.poker.tables import deal_hand, do, stacks
from support.deals import PEOPLE, moved, people, stack
from support.twentyone import BLACKJACK

THREE = "three-card-poker-6-card-bonus"
TIERS = """[
  { from = "$5", to = "$19", fee = "$0.50" }, { from = "$20", to = "$99", fee = "$1" }, { from = "$100", fee = "$3" }
]"""
SEEDS = st.integers(0, 2**32)


def charge(moment, payer, fee, counts="nothing"):
    """One charge of a schedule: a flat fee, or tiers."""
    tiers = fee if fee.startswith("[") else f'[{{ from = "$0", fee = "{fee}" }}]'
    clock = ", minutes = 40" if moment == "by the clock" else ""
    return f'{{ moment = "{moment}", payer = "{payer}", counts = "{counts}", tiers = {tiers}{clock} }}'


def schedule(*charges, option="1", players=""):
    """A schedule in the form of a rule set file."""
    dealt_in = f"players = {players}\n" if players else ""
    return f'[[fee]]\noption = "{option}"\ncite = "option {option}"\n{dealt_in}charge = [{", ".join(charges)}]\n'


def extends(rules, *schedules):
    return f'extends = "{rules}"\n' + "".join(schedules)


def fees(round):
    """The fees in order: payer and cents."""
    taken = moved(round, "fee")
    assert {event.payee for event in taken} <= {COLLECTION}
    return [(event.payer.owner or event.payer.kind, event.amount) for event in taken]


def replayed(round, game):
    """The round, after recording and replaying it. Its fees are in the record, and no stack is negative."""
    about = round.shuffle.about
    round_record = Record.from_json(record(round, about.previous, about.table).json())
    in_record = sum(move.amount for move in round_record.outcome.transfers if move.cause == "fee")
    assert round_record.outcome.net["collection"] == in_record == sum(amount for _, amount in fees(round))
    again = replay(round_record, game, round.shuffle)
    assert again.events == round.events
    assert record(again, round_record.opening.previous, round_record.opening.table) == round_record
    assert balances_after(round.events, opening_balances(round.stacks)) == dict(round.chips.balances)
    assert all(stack(round, name) >= 0 for name in round.stacks)
    assert sum(round.net.values()) == 0
    return round


# -- A player-dealer's game, before the deal -------------------------------------------------------------------------

BY_ACTION = extends("500-club", schedule(charge("before the deal", "player-dealer", TIERS, "game wagers")))


@pytest.mark.parametrize(
    ("antes", "fee"),
    [((500, 500), 50), ((999, 1_000), 50), ((1_000, 1_000), 100), ((9_999, None), 100), ((5_000, 5_000), 300)],
)
def test_the_player_dealer_pays_by_the_game_wagers_before_the_deal(own_game, antes, fee):
    game = own_game(THREE, BY_ACTION, collection="1", minimum="$1", smallest_chip="$0.01")
    round = game.round(*people((1, 2, 3), 100_000), seed=1)
    round.answer(1, "bank", 50_000)
    for spot, ante in zip((2, 3), antes, strict=True):
        round.answer(spot, *(("bet", {"ante": ante, "pair-plus": 1_000}) if ante else ("sit-out",)))
    assert fees(round) == [("ann", fee)]
    events = round.events
    taken = next(place for place, event in enumerate(events) if event in moved(round, "fee"))
    assert taken < next(place for place, event in enumerate(events) if isinstance(event, Dealt))
    assert events[taken].cite == "departure by own, option 1"
    while not round.done:
        round.answer(round.ask.spot, "play")
    replayed(round, game)


def test_bonus_bets_count_only_where_the_schedule_says_all_wagers(own_game):
    for counts, fee in (("game wagers", 50), ("all wagers", 300), ("nothing", 50)):
        tiers = "$0.50" if counts == "nothing" else TIERS
        text = extends("500-club", schedule(charge("before the deal", "player-dealer", tiers, counts)))
        round = own_game(THREE, text, collection="1").round({"ann": 100_000, "bob": 100_000}, seed=1)
        round.answer(1, "bank", 90_000)  # which is never counted
        round.answer(2, "bet", {"ante": 500, "pair-plus": 5_000, "six-card-bonus": 4_500})
        assert fees(round) == [("ann", fee)]


def test_the_bank_offer_leaves_chips_for_the_collection(own_game):
    game = own_game(THREE, BY_ACTION, collection="1")
    round = game.round({"ann": 799, "bob": 800, "cy": 100_000}, seed=1)
    assert (round.ask.spot, round.ask.options[0].most) == ("2", 500), "3.00 may be taken, and ann has 2.99 beside 5.00"
    with pytest.raises(Refused):
        round.answer(2, "bank", 501)
    round.answer(2, "bank", 500)
    round.answer(3, "bet", {"ante": 20_000})
    assert fees(round) == [("bob", 300)]
    assert stack(round, "bob") == 0
    while not round.done:
        round.default(round.ask.spot)
    replayed(round, game)


def test_without_a_bet_nothing_is_dealt_and_nothing_taken(own_game):
    game = own_game(THREE, BY_ACTION, collection="1")
    round = game.round({"ann": 10_000, "bob": 10_000}, seed=1)
    round.answer(1, "bank", 5_000)
    round.answer(2, "sit-out")
    assert round.done
    assert fees(replayed(round, game)) == []


HOUSE_BANKS = 'without = ["bank", "house_rules.coverage"]\n'


def test_a_house_banked_game_cannot_charge_a_player_dealer(own_game):
    with pytest.raises(RuleBookError, match="this game has no player-dealer"):
        own_game(THREE, HOUSE_BANKS + BY_ACTION, collection="1")


def test_no_schedule_is_in_force_unless_the_house_posts_it(own_game):
    round = own_game(THREE, BY_ACTION).round({"ann": 100_000, "bob": 100_000}, seed=1)
    assert round.ask.options[0].most == 100_000
    round.answer(1, "bank", 100_000)
    round.answer(2, "bet", {"ante": 500})
    assert fees(round) == []


def test_each_players_fee_stays_behind_with_the_wager_that_follows_the_deal(own_game):
    game = own_game(
        THREE,
        extends("500-club", schedule(charge("before the deal", "each player", "$1"))),
        collection="1",
        smallest_chip="$0.01",
    )
    round = game.round({"ann": 10_000, "bob": 1_099, "cy": 1_100}, seed=1)
    round.answer(1, "bank", 5_000)
    assert [ask.spot for ask in round.waiting] == ["3"], "bob has a cent too little: 5.00, as much behind, and the fee"
    with pytest.raises(Refused, match=r"need \$10.02"):
        round.answer(3, "bet", {"ante": 501})
    round.answer(3, "bet", {"ante": 500})
    assert fees(round) == [("cy", 100)]
    round.answer(3, "play")
    replayed(round, game)


def test_a_bettor_behind_two_seats_keeps_a_fee_behind_for_each(own_game):
    text = extends("500-club", schedule(charge("before the deal", "each player", "$1")))
    game = own_game("ez-baccarat", HOUSE_BANKS + text, collection="1")
    spots, stacks = people((1, 2))
    spots += [Spot("1u", 1, "una", backline=True), Spot("2u", 2, "una", backline=True)]
    round = game.round(spots, stacks | {"una": 1_200}, seed=1)
    for spot in ("1", "2", "1u"):
        round.answer(spot, "bet", {"player": 500})
    assert round.ask.options[0].chips == 500, "of the 7.00 that are left, two fees of 1.00 are kept"
    round.answer("2u", "bet", {"player": 500})
    assert fees(replayed(round, game)) == [("ann", 100), ("una", 100), ("bob", 100), ("una", 100)]


# -- Pure 21.5: after the first two cards ------------------------------------------------------------------------------


def pure(own_game, **house):
    early = charge("before the deal", "player-dealer", "$0.25")
    late = charge("after two cards", "player-dealer", TIERS, "all wagers")
    each = charge("after two cards", "each player", "$0.50")
    return own_game(BLACKJACK, extends("500-club", schedule(early, late, each)), collection="1", **house)


def test_pure_21_5_takes_its_fee_after_two_cards_and_before_anybody_plays(own_game):
    game = pure(own_game)
    round = game.round(*people((1, 2, 3)), seed=3)
    round.answer(1, "bank", 40_000)
    round.answer(2, "bet", {"wager": 5_000, "buster": 500})
    round.answer(3, "bet", {"wager": 4_000, "red-flex": 500})
    results = [type(event) if isinstance(event, Dealt) else event for event in round.events]
    taken = [place for place, event in enumerate(results) if event in moved(round, "fee")]
    dealt = [place for place, event in enumerate(results) if event is Dealt]
    assert taken[0] < dealt[0] < dealt[5] < taken[1]
    assert len(dealt) == 6
    assert fees(round) == [("ann", 25), ("ann", 300), ("bob", 50), ("cy", 50)]
    rng = random.Random(1)
    play_round(round, dict.fromkeys(round.stacks, random_legal), rng)
    assert fees(replayed(round, game)) == [("ann", 25), ("ann", 300), ("bob", 50), ("cy", 50)], "and nothing later"


def test_pure_21_5_keeps_both_fees_behind_and_a_second_circle_pays_its_own(own_game):
    game = pure(own_game)
    spots, stacks = people((1, 2), {1: 1_000, 2: 1_600})
    round = game.round([*spots, Spot("3", 3, "bob", second=True)], stacks, seed=3)
    assert round.ask.options[0].most == 1_000 - 325
    round.answer(1, "bank", 675)
    assert round.ask.options[0].chips == 1_600 - 50
    round.answer(2, "bet", {"wager": 1_000})
    assert round.ask.options[0].chips == 1_600 - 1_000 - 2 * 50
    round.answer(3, "bet", {"wager": 500})
    assert fees(round) == [("ann", 25), ("ann", 50), ("bob", 50), ("bob", 50)]
    assert (stack(round, "ann"), stack(round, "bob")) == (250, 0)
    play_round(round, {}, random.Random(1))
    replayed(round, game)


# -- Hold'em: flop, turn, river, and the modified fee ------------------------------------------------------------------

HOLDEM = schedule(
    charge("flop", "pot", "$4"),
    charge("turn", "pot", "$1"),
    charge("river", "pot", "$2"),
    charge("modified", "pot", "$0.50"),
)


@pytest.fixture
def holdem(own_game):
    return own_game("texas-holdem", extends("500-club", HOLDEM), collection="1")


def test_flop_turn_and_river_are_charged_as_they_are_reached(holdem):
    round = deal_hand(holdem, [100] * 3, "As Ad", "Kc Kd", "Qc Qd", "xx 2s 3s 4h xx 8d xx 9d")
    do(round, "3 raise 10", "1 call", "2 call")
    assert fees(round) == [("pot", 400)]
    assert round.chips.balances[POT] == 2_600
    do(round, "1 check", "2 check", "3 check")
    assert fees(round) == [("pot", 400), ("pot", 100)]
    do(round, "1 bet 5", "2 call", "3 fold")
    assert fees(round) == [("pot", 400), ("pot", 100), ("pot", 200)]
    do(round, "all check", "all show")
    assert stacks(replayed(round, holdem)) == [118, 85, 90], "the pot was 40.00 and 7.00 was taken of it"
    assert round.net["collection"] == 700


def test_a_hand_that_ends_on_the_flop_pays_the_regular_fee_alone(holdem):
    round = do(deal_hand(holdem, [100] * 3), "3 raise 10", "1 call", "2 call", "1 fold", "2 fold")
    assert fees(replayed(round, holdem)) == [("pot", 400)]


def test_a_hand_that_ends_before_the_flop_pays_the_modified_fee(holdem):
    round = do(deal_hand(holdem, [100] * 3), "3 fold", "1 fold")
    assert fees(replayed(round, holdem)) == [("pot", 50)]
    assert stacks(round) == [99, 100.5, 100], "1.00 that nobody called went back first"


def test_no_modified_fee_once_there_was_a_flop(holdem):
    round = do(deal_hand(holdem, [100] * 2), "2 call", "1 check", "1 bet 2", "2 fold")
    assert fees(replayed(round, holdem)) == [("pot", 400)]


def test_a_pot_smaller_than_the_fee_pays_what_it_has(holdem):
    round = do(deal_hand(holdem, [1, 1], "As Ad", "Kc Kd", "xx 2s 3s 4h xx 8d xx 9d"), "all show")
    assert fees(replayed(round, holdem)) == [("pot", 200)], "later fees find nothing"
    assert stacks(round) == [0, 0]
    assert round.net["collection"] == 200


def test_a_pot_that_the_flop_has_emptied_is_charged_again_when_there_is_something_in_it(holdem):
    round = do(deal_hand(holdem, [100, 100], "As Ad", "Kc Kd", "xx 2s 3s 4h xx 8d xx 9d"), "2 call", "1 check")
    assert fees(round) == [("pot", 400)]
    assert round.chips.balances[POT] == 0
    do(round, "1 bet 2", "2 call", "all check", "all show")
    assert fees(replayed(round, holdem)) == [("pot", 400), ("pot", 100), ("pot", 200)]
    assert stacks(round) == [97, 96]


def test_side_pots_after_a_fee_the_main_pot_pays_first(holdem):
    round = deal_hand(holdem, [10, 30, 50], "Ac Ad", "Kc Kd", "Qc Qd", "xx 2s 3s 4h xx 8d xx 9d")
    do(round, "3 raise 50", "1 call", "2 call", "all show")
    won = [(event.spot, event.amount / 100, event.wager) for event in moved(round, "pot")]
    assert won == [("1", 23, "main pot"), ("2", 40, "side pot 1")]
    assert stacks(replayed(round, holdem)) == [23, 40, 20]


def test_a_fee_greater_than_the_main_pot_is_also_taken_from_the_side_pot(holdem):
    round = deal_hand(holdem, [1, 30, 50], "Ac Ad", "Kc Kd", "Qc Qd", "xx 2s 3s 4h xx 8d xx 9d")
    do(round, "3 raise 50", "2 call", "all show")
    assert fees(round) == [("pot", 400), ("pot", 100), ("pot", 200)]
    won = [(event.spot, event.amount / 100) for event in moved(round, "pot")]
    assert won == [("2", 54)], "3.00 in the main pot and 58.00 in the side pot, less 7.00"
    assert stacks(replayed(round, holdem)) == [0, 54, 20]


def test_odd_chips_are_those_of_the_pot_after_the_fee(holdem):
    round = deal_hand(holdem, [100] * 2, "2c 2d", "3c 3d", "xx As Ks Qs xx Js xx Ts")
    do(round, "2 raise 4", "1 call", "1 bet 2", "2 call", "all check", "all show")
    won = [(event.spot, event.amount) for event in moved(replayed(round, holdem), "pot")]
    assert won == [("1", 300), ("2", 200)], "12.00 less 7.00 is an odd number of dollars"


@pytest.mark.parametrize(("seats", "fee"), [(2, 300), (4, 300), (5, 400), (6, 400), (7, 500), (9, 500)])
@pytest.mark.parametrize("folds", [0, 1, 3])
def test_the_fee_goes_by_the_players_dealt_in(own_game, seats, fee, folds):
    brackets = [("1", "[7, 10]", "$5"), ("4", "[5, 6]", "$4"), ("7", "[2, 4]", "$3")]
    text = extends("500-club", *(schedule(charge("flop", "pot", fee), option=n, players=p) for n, p, fee in brackets))
    game = own_game("texas-holdem", text, collection="1/4/7")
    round = deal_hand(game, [100] * seats)
    folds = min(folds, seats - 2)  # before the blinds act
    while not moved(round, "fee"):
        fold = sum(isinstance(event, Acted) for event in round.events) < folds
        round.answer(round.ask.spot, "fold" if fold else round.ask.options[0].action)
    assert sum(isinstance(event, Acted) and event.action == "fold" for event in round.events) == folds
    assert fees(round) == [("pot", min(fee, 200 * (seats - folds)))]


# -- Stud and draw: after the first, second and third round ------------------------------------------------------------

ROUNDS = schedule(
    charge("first round", "pot", "$0.75"), charge("second round", "pot", "$0.50"), charge("third round", "pot", "$0.25")
)


def on(round, street):
    """Play until a number of betting rounds is over. All players call and check, and none draws."""
    while not round.done and len(moved(round, "fee")) < street:
        passive(round)
    return round


def passive(round):
    actions = [option.action for option in round.ask.options]
    wanted = next(each for each in ("bring-in", "call", "check", "discard", "show") if each in actions)
    round.answer(round.ask.spot, wanted, () if wanted == "discard" else None)


@pytest.mark.parametrize("slug", ["seven-card-stud", "razz", "2-7-triple-draw", "badugi"])
def test_stud_and_draw_are_charged_after_the_first_second_and_third_round(own_game, slug):
    game = own_game(slug, extends("500-club", ROUNDS), collection="1", antes="$1")
    for street, taken in enumerate(([75], [75, 50], [75, 50, 25]), 1):
        round = on(game.round(*people((1, 2, 3)), seed=2), street)
        assert [amount for _, amount in fees(round)] == taken
        betting = [
            event
            for event in round.events
            if isinstance(event, Acted) and event.action in ("bring-in", "call", "check")
        ]
        assert len(betting) >= 3 * street
        while not round.done:  # all fold except the last player
            round.answer(round.ask.spot, "fold") if can_fold(round) else passive(round)
        ended = [75, 50, 25][: street + 1]
        assert [amount for _, amount in fees(replayed(round, game))] == ended, "a round that was reached is charged"
    round = game.round(*people((1, 2, 3)), seed=2)
    while not round.done:
        passive(round)
    assert [amount for _, amount in fees(replayed(round, game))] == [75, 50, 25], "there is no fourth fee"


def can_fold(round):
    return "fold" in [option.action for option in round.ask.options]


@pytest.mark.parametrize("slug", ["seven-card-stud", "razz", "2-7-single-draw", "badugi"])
def test_a_hand_that_ends_in_the_first_round_or_has_none_pays_nothing(own_game, slug):
    """500 Club, Poker Collection Rates: no collection where the first round of betting is not reached."""
    game = own_game(slug, extends("500-club", ROUNDS), collection="1", antes="$1")
    round = game.round(*people((1, 2, 3)), seed=2)
    while not round.done:
        round.answer(round.ask.spot, "fold") if can_fold(round) else passive(round)
    assert fees(replayed(round, game)) == []
    all_in = game.round(dict.fromkeys(("ann", "bob", "cy"), 100), seed=2)  # for the ante
    while not all_in.done:
        passive(all_in)
    assert fees(replayed(all_in, game)) == []


@pytest.mark.parametrize("slug", ["seven-card-stud", "2-7-single-draw", "badugi"])
def test_after_all_are_all_in_no_further_betting_round_is_charged(own_game, slug):
    """500 Club, Poker Collection Rates: the second and third fee are for rounds of betting that are reached."""
    game = own_game(slug, extends("500-club", ROUNDS), collection="1", limit="no", antes="$1")
    round = game.round(dict.fromkeys(("ann", "bob", "cy"), 4000), seed=2)
    while not round.done:
        most = next((each for each in round.ask.options if each.action in ("raise", "bet")), None)
        if most is not None:
            round.answer(round.ask.spot, most.action, most.most)
        else:
            passive(round)
    assert [amount for _, amount in fees(replayed(round, game))] == [75]


def test_a_single_draw_has_two_rounds_to_charge(own_game):
    game = own_game("2-7-single-draw", extends("500-club", ROUNDS), collection="1")
    round = game.round(*people((1, 2, 3)), seed=2)
    while not round.done:
        passive(round)
    assert fees(replayed(round, game)) == [("pot", 75), ("pot", 50)]


# -- Every game, with a schedule for all its moments -------------------------------------------------------------------

EVERY = {(game.slug, game.rules.rules): game for game in cardroom.all_games()}


def charged(own_game, game):
    """The game with a fee at every possible moment, from every possible payer."""
    rules = game.rules
    if rules.poker:
        charges = [charge(moment, "pot", "$0.35") for moment in moments(rules)]
    else:
        charges = [charge(moment, "each player", "$0.15") for moment in moments(rules)]
        if rules.bank:
            charges += [charge("before the deal", "player-dealer", TIERS, "all wagers")]
    buy_in = '[house_rules.least_buy_in]\ndefault = "$1"\nmoney = ["$1", "$100,000"]\n' if rules.poker else ""
    return own_game(game.slug, extends(rules.rules, schedule(*charges)) + buy_in, collection="1")


@pytest.mark.sampled(12, 1)
@pytest.mark.parametrize("game", EVERY.values(), ids=lambda game: f"{game.slug}-{game.rules.rules}")
@settings(max_examples=6)
@given(data=st.data())
def test_every_player_dealt_in_can_pay_the_fee_in_every_game(own_game, game, data):
    """Random rounds with large and small stacks: fees are paid from reserved chips, and the record has them."""
    game = charged(own_game, game)
    seats = game.rules.seats
    names = PEOPLE[: data.draw(st.integers(max(2, seats.least), min(5, seats.most)))]
    least = max(game.rules.minimum, least_stack(game.rules))
    chips = {name: data.draw(st.integers(0, 12 * least)) for name in names}
    if game.rules.poker:  # no one sits down with less than a chip
        chips = {name: amount // 100 * 100 + 100 for name, amount in chips.items()}
    elif bounds := buy_ins(game.rules):
        chips = {name: max(amount, bounds[0]) for name, amount in chips.items()}
    table = Table(game, chips, seed=data.draw(SEEDS))
    rng = random.Random(data.draw(SEEDS))
    for _ in range(2):
        round = play_round(table.start(), dict.fromkeys(names, random_legal), rng)
        replayed(round, game)
        assert all(payer == "pot" or stack_of(payer) in round.chips.balances for payer, _ in fees(round))
        table.finish(round)


@pytest.mark.parametrize(
    ("base", "moment"),
    [
        ("three-card-poker-6-card-bonus/500-club", "after two cards"),
        ("texas-holdem/500-club", "first round"),
        ("seven-card-stud/500-club", "flop"),
        ("badugi/500-club", "modified"),
    ],
)
def test_a_moment_that_the_game_does_not_have_is_refused(own_game, base, moment):
    payer = "pot" if base.startswith(("texas", "seven", "badugi")) else "player-dealer"
    with pytest.raises(RuleBookError, match="this game has no moment"):
        own_game(base.partition("/")[0], fee_text(moment, payer))


def test_a_poker_collection_comes_out_of_the_pot_alone(own_game):
    with pytest.raises(RuleBookError, match="out of the pot"):
        own_game("texas-holdem", fee_text("flop", "each player"))


def fee_text(moment, payer):
    """The text of a schedule in force."""
    return f"""extends = "500-club"

[[fee]]
option = "1"
[[fee.charge]]
moment = "{moment}"
payer = "{payer}"
counts = "nothing"
tiers = [{{ from = "$0", fee = "$1" }}]

[settings]
collection = "1"
"""


# -- The schedules of the book -----------------------------------------------------------------------------------------


def betting(game, bets, bank=1_000_000):
    """A round in which seat 1 banks and the others place these bets."""
    round = game.round(*people(range(1, len(bets) + 2), 2_000_000), seed=3)
    round.answer(1, "bank", bank)
    for seat, bet in enumerate(bets, 2):
        round.answer(seat, "bet", bet)
    return round


@pytest.mark.parametrize(
    ("slug", "option", "bets", "taken"),
    [
        ("ez-baccarat", "7", [{"player": 10_000}, {"banker": 20_000, "dragon-7": 5_000}], [("ann", 700)]),
        ("ez-baccarat", "3", [{"player": 4_999}], [("ann", 50)]),  # $49 in whole dollars
        ("ez-baccarat", "3", [{"player": 5_000}], [("ann", 200)]),  # where the printed tiers overlap
        (THREE, "4", [{"ante": 2_500, "pair-plus": 2_500}], [("ann", 200)]),
        ("ultimate-texas-holdem", "8", [{"ante": 2_500, "blind": 2_500, "trips": 100_00}], [("ann", 200)]),
        ("fortune-pai-gow-poker", "1", [{"base": 5_000, "fortune": 5_000}], [("bob", 100), ("ann", 200)]),
        ("fortune-pai-gow-poker", "5", [{"base": 5_000, "fortune": 15_100}], [("ann", 500)]),
        ("face-up-pai-gow-poker", "8", [{"base": 20_000, "fortune": 500}], [("bob", 100), ("ann", 200)]),
        (BLACKJACK, "6", [{"wager": 4_500, "buster": 500}], [("ann", 200)]),
        (BLACKJACK, "chapter-2", [{"wager": 4_500, "buster": 500}], [("ann", 100)]),
        ("pure-spanish-21.5", "8", [{"wager": 4_500, "match-the-dealer": 500}], [("ann", 100)]),
        ("pure-spanish-21.5", "chapter-2", [{"wager": 4_500, "match-the-dealer": 500}], [("ann", 50)]),
    ],
)
def test_a_printed_schedule_takes_what_its_document_says(slug, option, bets, taken):
    game = cardroom.game(slug, collection=option, smallest_chip="$0.01")
    round = betting(game, bets)
    assert fees(round) == taken
    assert all(f", option {option.removeprefix('chapter-')}" in move.cite for move in moved(round, "fee"))
    play_round(round, {}, random.Random(1))
    replayed(round, game)


def test_a_backline_bettor_pays_by_the_own_base_wager():
    """500 Club, California Games Collection Rates, GEGR-002029, Fortune Pai Gow Poker, options 1 through 4."""
    game = cardroom.game("fortune-pai-gow-poker", collection="2")
    spots, stacks = people((1, 2))
    round = game.round([*spots, Spot("2u", 2, "una", backline=True)], stacks | {"una": 50_000}, seed=1)
    round.answer(1, "bank", 40_000)
    round.answer(2, "bet", {"base": 5_000})
    round.answer("2u", "bet", {"base": 10_000})
    assert fees(round) == [("bob", 200), ("una", 300), ("ann", 200)]


@pytest.mark.parametrize(("seats", "taken"), [(2, 1300), (4, 1300), (5, 1400), (6, 1400), (7, 1500), (10, 1500)])
def test_a_poker_table_posts_an_option_for_each_bracket_of_players(seats, taken):
    game = cardroom.game("texas-holdem", collection="1/4/7", stakes="$10/$20")
    round = deal_hand(game, [1000] * seats)
    while not moved(round, "fee"):
        round.answer(round.ask.spot, "call" if round.ask.options[0].action == "call" else "check")
    assert fees(round) == [("pot", taken)]


def test_a_bracket_without_an_option_takes_nothing_and_the_table_says_so():
    game = cardroom.game("texas-holdem", collection="1/4")
    round = do(deal_hand(game, [100] * 3), "3 raise 10", "1 call", "2 call", "1 fold", "2 fold")
    assert fees(round) == []
    assert picture(round.view("ann")).collection[-1] == "2 to 4 players dealt in: nothing is taken"


# -- Requirements of a lab
# ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "option"),
    [("ez-baccarat", "7"), ("texas-holdem", "1/4/7"), ("razz", "31/41/51"), (BLACKJACK, "chapter-1")],
)
def test_4_4_1_s_and_2_8_2_h_fees_are_disclosed_before_play_and_recorded_for_each_game(slug, option):
    """GLI-19 4.4.1 s and 2.8.2 h: a fee is disclosed to players, and recorded for each game."""
    game = cardroom.game(slug, collection=option)
    names, rng = PEOPLE[:3], random.Random(2)
    table = Table(game, dict.fromkeys(names, 100_000), seed=7)
    round = table.start()
    shown = picture(round.view("ann"))
    assert shown.collection, "the table posts it before anybody has wagered"
    assert [
        line for line, _ in next(each.points for each in closing(page(game)) if each.heading == "Collection")
    ] == list(shown.collection)
    taken = 0
    for _ in range(20):
        play_round(round, dict.fromkeys(names, random_legal), rng)
        paid = [(event.amount, event.cite) for event in moved(round, "fee")]
        round_record = Record.from_json(record(round, "", "").json()).outcome
        assert [move.amount for move in round_record.transfers if move.cause == "fee"] == [amount for amount, _ in paid]
        assert round_record.net["collection"] == sum(amount for amount, _ in paid)
        results = [result for result in picture(round.view("ann")).results if result.label == "Collection"]
        assert [-result.net for result in results] == [amount for amount, _ in paid], "in the round's results"
        text = "\n".join(round_text(round))
        assert all(f"{dollars(amount)}" in text and cite in text for amount, cite in paid)
        assert (f"the collection +{dollars(round_record.net['collection'])}" in text) == bool(paid)
        taken += len(paid)
        table.finish(round)
        for name in names:
            if table.stacks[name] < 50_000:
                table.do(TopUp(name, 50_000))
        round = table.start()
    assert taken
