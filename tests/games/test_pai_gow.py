"""Fortune Pai Gow Poker and Face Up Pai Gow Poker, rule by rule (500 Club)."""

import random
from itertools import count, product

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cardroom
from cardroom.cards import JOKER, UNKNOWN, parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.games.banked.house_way import house_way
from cardroom.games.banked.pai_gow import ACE_HIGH_LINES, LINES, FortuneBet, Showdown, dice_seat, envy, pile, settle
from cardroom.play import DISCARDS, Pick, Place, Refused, Spot, Table, hand_of, record, replay
from cardroom.play.round.events import Acted, Dealt, Moved, Rolled, Said, Settled
from cardroom.players import play_round, random_legal
from cardroom.rulebook import rule_set
from cardroom.show.rules.data import page
from cardroom.show.rules.round_words import places
from support.deals import PEOPLE, house_banked, people

FORTUNE, FACE_UP = "fortune-pai-gow-poker", "face-up-pai-gow-poker"
same_card_twice = pytest.mark.breaks_rules("two hands of these tests have a card in common")
both = pytest.mark.parametrize("slug", [FORTUNE, FACE_UP])
DEALER = 7
OFFERED = {"bank": {"seat": 6, "bettor": "fay", "turn": 2}}
"""The bank is offered to seat 7 first."""
LOW = "Qh Jd 9c 7s 5h 4d 2c"
"""A player-dealer's hand that is set as jack-nine and queen high."""
PAIR = "As Kd 9c 9s 5h 4d 2c"
"""One that is set as ace-king and nines."""
PLAIN = "Kc Jd 8c 7c 4d 3s 2s"
ACE_HIGH = "As Kd Jc 9s 5h 4d 2c"
ACE_HIGH_JOKER = "Jk Kd Jc 9s 5h 4d 2c"


def dealt(slug, hands, start=1, stacks=None, backline=(), **house_rules):
    """A round in which the seats get these cards and the dice give the seat `start`. Seat 7 banks.

    Seats without a hand are empty. The dice follow from the order of the cards, so the unused cards are shuffled until
    the dice are right.
    """
    named = {seat: list(parse(hand)) for seat, hand in hands.items()}
    rest = [card for card in range(53) if card not in {card for hand in named.values() for card in hand}]
    for seed in count():
        random.Random(seed).shuffle(rest)
        unused = iter(rest)
        seats = [(start - 1 + turn) % 7 + 1 for turn in range(7)]
        order = [card for seat in seats for card in named.get(seat) or [next(unused) for _ in range(7)]]
        shuffle = Shuffle.given([*order, *unused])
        dice = shuffle.stream()
        if dice_seat(sum(dice.below(6) + 1 for _ in range(3)), DEALER) == start:
            break
    spots = [*people(hands)[0], *backline]
    stacks = dict.fromkeys((spot.bettor for spot in spots), 100_000_000) | (stacks or {})
    game = cardroom.game(slug, maximum="$10,000", **house_rules)
    return game.round(spots, stacks, shuffle=shuffle, carry=OFFERED)


def play(round, bets, sets=None, bank=50_000_000):
    """Play a round to its end. Bets and front cards are by spot; without front cards, the House Way is used."""
    round.answer(DEALER, "bank", bank)
    while not round.done:
        spot, actions = round.ask.spot, [option.action for option in round.ask.options]
        if "bet" in actions:
            round.answer(spot, *(("bet", bets[spot]) if spot in bets else ("sit-out",)))
        elif "set" in actions:
            round.answer(spot, *(("set", sets[spot]) if spot in (sets or {}) else ("house-way",)))
        else:
            round.answer(spot, "take-pile-1")
    return round


def settled(round):
    return [(event.spot, event.wager, event.net) for event in round.events if isinstance(event, Settled)]


def one(slug, player, dealer, bets, front=None, **house_rules):
    """The net of each wager of one player against the player-dealer."""
    round = dealt(slug, {1: player, DEALER: dealer}, **house_rules)
    play(round, {"1": bets}, {"1": front} if front else None)
    return {wager: net for _, wager, net in settled(round)}


# -- How winners are determined and paid: the base wager ---------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("player", "front", "net"),
    [
        ("Ac Kc 9d 9h 6s 4h 3c", "Ac Kc", 0),  # ace-king is a copy, nines with a six are higher
        ("Ac Kc 9d 9h 5s 4h 2d", "Ac Kc", -500),  # a copy of both hands
        ("Ac Kc 8d 8h 6s 4h 3c", "Ac Kc", -500),  # a copy in front, lower behind
        ("Ac Qc 9d 9h 5s 4h 2d", "Ac Qc", -500),  # lower in front, a copy behind
        ("3c 3d 9d 9h 5s 4h 2d", "3c 3d", 0),  # higher in front, a copy behind
        ("3c 3d Td Th 5s 4h 2d", "3c 3d", 500),  # both higher
        ("3c 3d 8d 8h 5s 4h 2d", "3c 3d", 0),  # one each
        ("Qc Jd Td Th 5s 4h 2d", "Qc Jd", 0),
        ("Qc Jd 8d 8h 5s 4h 2d", "Qc Jd", -500),  # both lower
    ],
)
def test_both_hands_must_win_one_each_pushes_and_a_copy_goes_to_the_player_dealer_for_that_hand(
    slug, player, front, net
):
    assert one(slug, player, PAIR, {"base": 500}, front) == {"base": net}


@both
def test_a_foul_hand_loses_whatever_it_is_worth(slug):
    round = dealt(slug, {1: "Ac Ad Kc Kd 9h 5s 2d", DEALER: LOW})
    play(round, {"1": {"base": 500}}, {"1": "Ac Ad"})
    assert settled(round) == [("1", "base", -500)]
    assert next(event for event in round.events if isinstance(event, Settled)).cite.endswith("Round of Play, rule 7")
    assert any(isinstance(event, Said) and event.text.endswith("behind: foul") for event in round.events)


@both
@same_card_twice
def test_a_foul_hand_keeps_its_fortune_bonus_for_the_seven_cards_count(slug):
    nets = one(slug, "Ac Kc 6d 5s 4h 3d 2c", LOW, {"base": 500, "fortune": 500}, "6d Ac")
    assert nets == {"base": -500, "fortune": 1000}  # king high behind ace-six


@both
def test_a_win_pays_even_money_whatever_the_bonus_bets(slug):
    assert one(slug, "3c 3d Td Th 5s 4h 2d", PAIR, {"base": 700, "fortune": 500}) == {"base": 700, "fortune": -500}


@both
@pytest.mark.parametrize(("wheel", "net"), [("lowest", 0), ("second highest", 500)])
def test_ace_to_five_is_the_lowest_straight_or_by_house_rule_the_second_highest(slug, wheel, net):
    dealer, player = "Jd Td 6d 5h 4h 3s 2s", "Kd Qd Ah 5c 4c 3c 2h"  # jack-ten and king-queen in front
    assert one(slug, player, dealer, {"base": 500}, wheel=wheel) == {"base": net}


def test_every_result_of_the_comparison_is_settled_by_one_pure_function():
    rules = rule_set(FORTUNE)
    pairs = product((1, 0, -1), repeat=2)
    results = {pair: settle(rules, "base", Showdown(*pair)).due(100) for pair in pairs}
    assert [pair for pair, due in results.items() if due > 0] == [(1, 1)]
    assert [pair for pair, due in results.items() if due < 0] == [(0, 0), (0, -1), (-1, 0), (-1, -1)]


# -- The joker ---------------------------------------------------------------------------------------------------------


@both
@pytest.mark.parametrize(
    ("player", "front", "behind"),
    [
        ("Jk Kc 9d 8h 6s 4h 3c", "Jk Kc", "Ace high, king in front; nine high"),
        ("Jk Kc 9d 8h 6s 4h 3c", "Kc 9d", "King high, nine in front; ace high"),
        ("Jk Ac Kd 8h 6s 4h 3c", "Kd 8h", "King high, eight in front; pair of aces"),
        ("Jk Tc 9d 8h 7s 4h 3c", "4h 3c", "Four high, three in front; straight, jack high"),
        ("Jk Tc 9c 6c 2c 4h 3d", "4h 3d", "Four high, three in front; flush, ace high"),
        ("Jk Tc 9c 8c 7c 4h 3d", "4h 3d", "Four high, three in front; straight flush, jack high"),
    ],
)
@same_card_twice
def test_the_joker_is_an_ace_or_completes_a_straight_or_flush(slug, player, front, behind):
    round = play(dealt(slug, {1: player, DEALER: LOW}), {"1": {"base": 500}}, {"1": front})
    output = [event.text for event in round.events if isinstance(event, Said) and event.who == "1"]
    assert output[0].startswith(behind)


# -- Fortune Bonus: every line -----------------------------------------------------------------------------------------

FORTUNE_HANDS = {
    "seven-card straight flush": ("9h 8h 7h 6h 5h 4h 3h", 2500, 1000),
    "royal flush with royal match": ("Ah Kh Qh Jh Th Kc Qc", 1000, 750),
    "seven-card straight flush with joker": ("9h 8h 7h Jk 5h 4h 3h", 750, 250),
    "five aces": ("Ah Ac Ad As Jk 4h 3h", 250, 100),
    "royal flush": ("Ah Kh Jk Jh Th Kc Qd", 125, 50),
    "straight flush": ("9h 8h 7h 6h 5h 4c 3h", 50, 20),
    "four of a kind": ("Ah Ac Ad Jk 9c 4h 3h", 25, 5),
    "full house": ("9h 9c 9d 4c 4h 3s 3c", 5, 0),
    "flush": ("9h 8h 7h 2h Kh 4c 3c", 4, 0),
    "three of a kind": ("9h 9c 9d 8c 7h 6s 5c", 3, 0),  # a straight too, which pays less
    "straight": ("5h 4c 3d 2s Ah 9c 9d", 2, 0),
    "two pair": ("9h 9c 8d 8s 2h 3c Kd", -1, 0),
    "pair": ("9h 9c Qd 8s 2h 3c Kd", -1, 0),
    "high card": ("9h 7c Qd 8s 2h 3c Kd", -1, 0),
}


@both
@pytest.mark.parametrize("line", FORTUNE_HANDS)
def test_the_fortune_bonus_and_the_envy_bonus_pay_their_lines(slug, line):
    hand, odds, envied = FORTUNE_HANDS[line]
    dealer = text(unused(hand, seed=3))
    round = dealt(slug, {1: hand, 2: text(unused(f"{hand} {dealer}", seed=8)), DEALER: dealer})
    bets = {"1": {"base": 500, "fortune": 700}, "2": {"base": 500, "fortune": 500}}
    play(round, bets)
    nets = {(spot, wager): net for spot, wager, net in settled(round)}
    assert nets["1", "fortune"] == odds * 700
    assert nets.get(("2", "envy"), 0) == envied * 100
    payoff = next(event for event in round.events if isinstance(event, Settled) and event.wager == "fortune")
    assert line in payoff.why


def test_the_envy_award_that_cannot_be_read_says_so_wherever_it_is_cited():
    """Fortune's cell for four of a kind is lost in the scan. Face Up prints $5."""
    rules = rule_set("fortune-pai-gow-poker")
    bets = [FortuneBet(Spot.at(1, "ann"), "four of a kind", True), FortuneBet(Spot.at(2, "bob"), "pair", True)]
    ((spot, payoff),) = envy(rules, bets)
    assert (spot.bettor, payoff.due(0)) == ("bob", 500)
    assert "cannot be read" in payoff.cite
    assert any("cannot be read" in place for place in places(page(game_of(rules))))
    assert "cannot be read" not in envy(rules, [msgspec.structs.replace(bets[0], line="five aces"), bets[1]])[0][1].cite
    assert "cannot be read" not in envy(rule_set("face-up-pai-gow-poker"), bets)[0][1].cite


def unused(used, seed):
    """Seven unused cards that make no paying hand."""
    rng = random.Random(seed)
    free = [card for card in range(52) if card not in parse(used)]
    while True:
        cards = rng.sample(free, 7)
        if cardroom.rank("fortune", cards) is None:
            return cards


@both
def test_every_line_of_the_rule_sets_is_walked_by_these_tests(slug):
    rules = rule_set(slug)
    assert set(rules.pay["fortune"].lines) == {line for line, (_, odds, _) in FORTUNE_HANDS.items() if odds > 0}
    assert set(rules.pay["envy"].lines) == {line for line, (_, _, envied) in FORTUNE_HANDS.items() if envied}


@both
def test_the_fortune_bonus_needs_a_base_wager_and_keeps_the_table_limits(slug):
    round = dealt(slug, {1: "3c 3d Td Th 5s 4h 2d", DEALER: PAIR})
    round.answer(DEALER, "bank", 5_000)
    for bets, message in (
        ({"fortune": 500}, "Base Game is required"),
        ({"base": 500, "fortune": 400}, r"Fortune Bonus must be from \$5"),
        ({"base": 500, "envy": 500}, "There is no wager 'envy' here"),
    ):
        with pytest.raises(Refused, match=message):
            round.answer(1, "bet", bets)
    round.answer(1, "bet", {"base": 500, "fortune": 90_000})


# -- Envy --------------------------------------------------------------------------------------------------------------

QUADS = "5c 5d 5h 5s Kd 9c 2h"
STRAIGHT_FLUSH = "Th 9h 8h 7h 6h 2c 4s"


def envies(slug, bets, hands=None, **house_rules):
    hands = hands or {1: QUADS, 2: STRAIGHT_FLUSH, 3: PLAIN, DEALER: "Qs Js 8d 6d 3d 2d Ts"}
    round = play(dealt(slug, hands, **house_rules), bets)
    return [(spot, net) for spot, wager, net in settled(round) if wager == "envy"]


EVERYBODY = {str(seat): {"base": 500, "fortune": 500} for seat in (1, 2, 3)}


def test_fortune_only_the_highest_envied_hand_pays_and_its_holder_gets_none_for_the_lesser():
    assert envies(FORTUNE, EVERYBODY) == [("1", 2000), ("3", 2000)]


def test_face_up_each_envied_hand_pays():
    assert envies(FACE_UP, EVERYBODY) == [("1", 2000), ("2", 500), ("3", 500), ("3", 2000)]


def test_two_equal_highest_hands_pay_once_and_each_holder_is_paid_for_the_other():
    lines = ("four of a kind", "four of a kind", "pair")
    bets = [FortuneBet(spot, line, True) for spot, line in zip(people((1, 2, 3))[0], lines, strict=True)]
    paid = [(spot.bettor, payoff.due(0)) for spot, payoff in envy(rule_set(FORTUNE), bets)]
    assert paid == [("ann", 500), ("bob", 500), ("cy", 500)]
    assert [spot.bettor for spot, _ in envy(rule_set(FACE_UP), bets)] == ["ann", "bob", "cy", "cy"]


@both
def test_a_button_needs_five_dollars_on_fortune(slug):
    hands = {1: QUADS, 2: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", 4: "Qc Jc 8h 6c 3c 2c Tc", DEALER: "As Kh 9d 9s 7h 4h 3h"}
    fortune = {"1": 500, "2": 500, "3": 400}
    bets = {spot: {"base": 500, "fortune": amount} for spot, amount in fortune.items()} | {"4": {"base": 500}}
    assert envies(slug, bets, hands, minimum="$1") == [("2", 500)]


@both
def test_envy_pays_for_hands_with_a_fortune_bet_of_any_amount(slug):
    assert envies(slug, {"1": {"base": 500}, "3": {"base": 500, "fortune": 500}}) == []
    bets = {"1": {"base": 500, "fortune": 100}, "3": {"base": 500, "fortune": 500}}
    assert envies(slug, bets, minimum="$1") == [("3", 500)]


@both
def test_envy_does_not_pay_for_the_player_dealers_hand(slug):
    hands = {1: PLAIN, 2: "Qs Js 8d 6d 3d 2d Ts", DEALER: QUADS}
    assert envies(slug, {"1": {"base": 500, "fortune": 500}, "2": {"base": 500, "fortune": 500}}, hands) == []


@both
def test_envy_is_settled_last_of_all_at_the_table(slug):
    hands = {1: QUADS, 2: STRAIGHT_FLUSH, 3: PLAIN, DEALER: "Qs Js 8d 6d 3d 2d Ts"}
    wagers = [wager for _, wager, _ in settled(play(dealt(slug, hands), EVERYBODY))]
    assert wagers == ["base", "fortune"] * 3 + ["envy"] * (2 if slug == FORTUNE else 4)


# -- Face Up: the exposed hand and the Ace-High Bonus ------------------------------------------------------------------


def test_face_up_the_player_dealers_hand_is_set_before_the_players_set_theirs():
    round = dealt(FACE_UP, {1: "3c 3d Td Th 5s 4h 2d", DEALER: PAIR})
    round.answer(DEALER, "bank", 5_000)
    round.answer(1, "bet", {"base": 500})
    round.answer(DEALER, "take-pile-1")
    assert text(round.view("ann").hand(hand_of("7", "front"))) == "As Kd"
    assert text(round.view("ann").hand(hand_of("7", "back"))) == "9s 9c 5h 4d 2c"
    assert round.ask.spot == "1"


def test_fortune_the_player_dealers_hand_stays_unseen_until_all_are_set():
    round = dealt(FORTUNE, {1: "3c 3d Td Th 5s 4h 2d", DEALER: PAIR})
    round.answer(DEALER, "bank", 5_000)
    round.answer(1, "bet", {"base": 500})
    for viewer in (None, "ann", "gil"):
        assert round.view(viewer).hand(str(DEALER)) == [UNKNOWN] * 7
    round.answer(1, "house-way")
    assert text(round.view(None).hand(hand_of("7", "front"))) == "As Kd"


@pytest.mark.parametrize("dealer", [ACE_HIGH, ACE_HIGH_JOKER])
@pytest.mark.parametrize("player", ["Ah Ac Ad Kh Kc Qs Qd", "Th 8c 7d 6s 3h 3c 2d", "Ah Kc Jd 9h 6s 4c 3d"])
def test_face_up_ace_high_pushes_every_base_wager_and_no_hands_are_set(dealer, player):
    round = dealt(FACE_UP, {1: player, DEALER: dealer})
    play(round, {"1": {"base": 500}})
    assert settled(round) == [("1", "base", 0)]
    assert not any(isinstance(event, Acted) and event.action in ("set", "house-way") for event in round.events)


@pytest.mark.parametrize("dealer", ["As Kd Jc 9s 5h 4d 5c", "Jk Kd Qc Ts 5h 4d 9c", "Jk Kd Qd Td 5d 3h 2c"])
def test_face_up_an_ace_that_is_not_the_best_hand_pushes_nothing(dealer):
    assert one(FACE_UP, "Kh Ks Kc 7d 7h 2s 3c", dealer, {"base": 500, "ace-high": 500})["ace-high"] == -500


def test_fortune_has_no_ace_high_push():
    assert one(FORTUNE, "Ah Ac Ad Kh Kc Qs Qd", ACE_HIGH, {"base": 500}) == {"base": 500}


ACE_HIGH_BONUS = {
    "player and player-dealer ace-high": [("Ah Kc Jd 9h 6s 4c 3d", ACE_HIGH), ("Ah Kc Jd 9h 6s 4c 3d", ACE_HIGH_JOKER)],
    "player-dealer ace-high with joker": [("Kh Ks 9d 8h 6s 4c 3d", ACE_HIGH_JOKER)],
    "player-dealer ace-high": [("Kh Ks 9d 8h 6s 4c 3d", ACE_HIGH)],
    "no player-dealer ace-high": [("Ah Kc Jd 9h 6s 4c 3d", LOW), ("Kh Ks 9d 8h 6s 4c 3d", PAIR)],
}


@pytest.mark.parametrize("line", ACE_HIGH_BONUS)
@same_card_twice
def test_the_ace_high_bonus_pays_one_line_and_never_for_the_players_ace_high_alone(line):
    odds = dict(zip(ACE_HIGH_LINES, (40, 15, 5), strict=True))
    for player, dealer in ACE_HIGH_BONUS[line]:
        assert one(FACE_UP, player, dealer, {"base": 500, "ace-high": 600})["ace-high"] == odds.get(line, -1) * 600
    assert tuple(rule_set(FACE_UP).pay["ace-high"].lines) == ACE_HIGH_LINES == LINES["ace-high"]


def test_face_up_bonus_bets_play_on_when_the_base_wager_is_pushed():
    bets = {"base": 500, "fortune": 500, "ace-high": 500}
    nets = one(FACE_UP, "9h 9d 9c 7s 7c 2d 3s", "As Kd Jc 8s 5h 4d 2c", bets)
    assert nets == {"base": 0, "ace-high": 2500, "fortune": 2500}


# -- Dealing: seven piles, dice, the action button ---------------------------------------------------------------------


@both
@pytest.mark.parametrize("shuffle", ["machine", "manual"])
@pytest.mark.parametrize("seats", [(1, 7), (1, 2, 3, 4, 5, 6, 7)])
def test_seven_piles_of_seven_whatever_the_seats_and_four_cards_are_left(slug, shuffle, seats):
    game = cardroom.game(slug, shuffle=shuffle)
    round = game.round(*people(seats, 100_000), seed=5, carry=OFFERED)
    play(round, {str(seat): {"base": 500} for seat in seats}, bank=50_000)
    piles = {event.place: [] for event in round.events if isinstance(event, Dealt)}
    for event in round.events:
        if isinstance(event, Dealt):
            piles[event.place].extend(event.cards)
    assert [len(piles[pile(number)]) for number in range(1, 8)] == [7] * 7
    assert len(piles[DISCARDS]) == 4
    assert sorted(card for pile in piles.values() for card in pile) == list(range(53))
    assert len(round.cards.hand(DISCARDS)) == 4 + 7 * (7 - len(seats))


def test_by_hand_the_piles_are_dealt_card_by_card_there_and_back():
    game = cardroom.game(FORTUNE, shuffle="manual")
    round = game.round(*people((1, 7), 100_000), shuffle=Shuffle.given(range(53)), carry=OFFERED)
    play(round, {"1": {"base": 500}}, bank=50_000)
    first = [event.cards[0] for event in round.events if isinstance(event, Dealt) and event.place == pile(1)]
    assert first == [0, 13, 14, 27, 28, 41, 42]


@pytest.mark.parametrize(
    ("slug", "shuffle", "asked"),
    [(FORTUNE, "machine", False), (FORTUNE, "manual", True), (FACE_UP, "machine", True), (FACE_UP, "manual", True)],
)
def test_the_player_dealer_chooses_the_first_pile_where_the_book_says_so(slug, shuffle, asked):
    game = cardroom.game(slug, shuffle=shuffle)
    round = game.round(*people((1, 7), 100_000), seed=2, carry=OFFERED)
    round.answer(7, "bank", 50_000)
    round.answer(1, "bet", {"base": 500})
    assert (round.ask.spot == "7") == asked
    if asked:
        round.answer(7, "take-pile-5")
        assert next(event.place for event in round.events if isinstance(event, Moved)) == pile(5)


@both
def test_every_sum_of_three_dice_means_a_seat_and_the_player_dealers_is_one_eight_and_fifteen(slug):
    game = cardroom.game(slug)
    seeds = {}
    for seed in count():
        dice = game.shuffle(seed).stream()
        seeds.setdefault(sum(dice.below(6) + 1 for _ in range(3)), seed)
        if len(seeds) == 16:
            break
    assert sorted(seeds) == list(range(3, 19))
    for total, seed in seeds.items():
        carry = {"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
        round = game.round(*people(range(1, 8), 100_000), seed=seed, carry=carry)
        round.answer(3, "bank", 50_000)
        for seat in (1, 2, 4, 5, 6, 7):
            round.answer(seat, "bet", {"base": 500})
        while not round.done:
            round.default(round.ask.spot)
        assert sum(next(event.numbers for event in round.events if isinstance(event, Rolled))) == total
        clockwise = [3, 4, 5, 6, 7, 1, 2]  # one is the player-dealer's own seat
        seat = clockwise[(total - 1) % 7]
        gets = [event.into for event in round.events if isinstance(event, Moved) and event.place.kind == "pile"]
        assert gets == [hand_of(str((seat - 1 + turn) % 7 + 1)) for turn in range(7)]
        first = next(event.spot for event in round.events if isinstance(event, Settled))
        assert first == ("4" if total in (8, 15) else str(seat))


def test_face_up_may_use_a_random_number_from_one_to_seven():
    game = cardroom.game(FACE_UP, action_by="random number")
    seen = set()
    for seed in range(60):
        round = game.round(*people((1, 7), 100_000), seed=seed, carry=OFFERED)
        play(round, {"1": {"base": 500}}, bank=50_000)
        (number,) = next(event.numbers for event in round.events if isinstance(event, Rolled))
        seen.add(number)
    assert seen == set(range(1, 8))


@both
@pytest.mark.parametrize(("start", "first"), [(1, "2"), (2, "2"), (3, "5"), (4, "5"), (5, "5"), (6, "2"), (7, "2")])
@same_card_twice
def test_the_action_goes_to_the_first_seat_clockwise_that_has_a_wager(slug, start, first):
    hands = {2: PLAIN, 5: "Qs Js 8d 6d 3d 2d Ts", DEALER: PAIR}
    round = play(dealt(slug, hands, start), {"2": {"base": 500}, "5": {"base": 500}})
    assert [spot for spot, _, _ in settled(round)] == [first, "5" if first == "2" else "2"]


@pytest.mark.parametrize(("slug", "shuffle"), [(FORTUNE, "machine"), (FORTUNE, "manual"), (FACE_UP, "manual")])
@pytest.mark.parametrize(("start", "with_button"), [(3, "5"), (6, "2"), (5, "5"), (7, "7")])
@same_card_twice
def test_by_hand_fortunes_first_pile_goes_with_the_action_button(slug, shuffle, start, with_button):
    """Rule 5, manual shuffle: the player-dealer chooses the pile of the first player who receives the button."""
    hands = {2: PLAIN, 5: "Qs Js 8d 6d 3d 2d Ts", DEALER: PAIR}
    round = play(dealt(slug, hands, start, shuffle=shuffle), {"2": {"base": 500}, "5": {"base": 500}})
    first = next(event for event in round.events if isinstance(event, Moved) and event.place == pile(1))
    stays = "discards" if start in (3, 6) else str(start)
    wanted = with_button if (slug, shuffle) == (FORTUNE, "manual") else stays
    assert (first.into.owner or first.into.kind) == wanted


@both
def test_cards_at_seats_without_a_wager_are_discarded_unseen(slug):
    hands = {1: LOW, 4: "Kc Jh 8c 7c 4c 3s 2s", DEALER: "As Kd 9d 9s 5d 3d 2h"}
    round = play(dealt(slug, hands), {"1": {"base": 500}})
    assert len(round.cards.hand(DISCARDS)) == 4 + 5 * 7
    for viewer in (None, "ann", "dee", "gil"):
        assert set(round.view(viewer).hand(DISCARDS)) == {UNKNOWN}


def test_fortune_two_decks_take_turns():
    table = Table(cardroom.game(FORTUNE), {"ann": 100_000, "bob": 100_000}, seed=1)
    used = []
    for _ in range(3):
        round = table.start()
        round.answer(round.ask.spot, "bank", 20_000)
        round.answer(round.ask.spot, "bet", {"base": 500})
        round.answer(round.ask.spot, "house-way")
        used.append(table.finish(round).outcome.next.get("deck", 0))
    assert used == [1, 0, 1]


# -- Setting the hand --------------------------------------------------------------------------------------------------


def parts(round, place):
    """The two hands at a place: front and back."""
    front, back = (Place(place.kind, place.owner, part) for part in ("front", "back"))
    return tuple(round.cards.hand(front)), tuple(round.cards.hand(back))


def at_the_setting(slug=FORTUNE):
    """Three players who must set their hands."""
    carry = {"bank": {"seat": 3, "bettor": "cy", "turn": 2}}
    round = cardroom.game(slug).round(*people((1, 2, 3, 4), 100_000), seed=6, carry=carry)
    round.answer(4, "bank", 50_000)
    for seat in (1, 2, 3):
        round.answer(seat, "bet", {"base": 500})
    if slug == FACE_UP:
        round.answer(4, "take-pile-3")
    return round


@both
def test_all_players_set_at_the_same_time_and_see_no_other_hand(slug):
    round = at_the_setting(slug)
    assert [ask.spot for ask in round.waiting] == ["1", "2", "3"]
    for seat in (1, 2, 3):
        view = round.view(PEOPLE[seat - 1])
        assert view.hand(str(seat)) == round.cards.hand(str(seat))
        assert all(view.hand(str(other)) == [UNKNOWN] * 7 for other in {1, 2, 3} - {seat})
        (ask,) = view.asks
        assert ask.options[0] == Pick("set", tuple(round.cards.hand(str(seat))), 2, 2, "pai-gow-two", "pai-gow")
    round.answer(2, "set", round.cards.hand("2")[:2])
    assert [ask.spot for ask in round.waiting] == ["1", "3"]
    assert not any(isinstance(event, Acted) and event.spot == "2" and event.action == "set" for event in round.events)


@both
def test_the_setting_is_secret_until_the_hand_is_turned_over(slug):
    round = at_the_setting(slug)
    for seat in (1, 2, 3):
        round.answer(seat, "set", round.cards.hand(str(seat))[:2])
    sets = [event for event in round.view("ann").events if isinstance(event, Acted) and event.action == "set"]
    assert [event.value is not None for event in sets] == [True, False, False]


@both
def test_a_request_for_the_house_way_cannot_be_taken_back(slug):
    round = at_the_setting(slug)
    round.answer(2, "house-way")
    with pytest.raises(Refused, match="Spot 2 is not asked now"):
        round.answer(2, "set", round.cards.hand("2")[:2])


@both
@pytest.mark.parametrize("front", ["2c 2c", "As", "As Ks Qs"])
def test_only_two_of_the_players_own_cards_can_be_picked(slug, front):
    with pytest.raises(Refused):
        at_the_setting(slug).answer(1, "set", front)


@both
def test_an_absent_player_gets_the_house_way(slug):
    round = at_the_setting(slug)
    cards = list(round.cards.hand("2"))
    round.answer(1, "house-way")
    round.default(2)
    round.answer(3, "house-way")
    assert parts(round, hand_of("2")) == house_way(cards)
    assert replay(record(round), cardroom.game(slug), round.shuffle).events == round.events


@both
def test_the_player_dealers_hand_is_set_the_house_way(slug):
    round = at_the_setting(slug)
    cards = list(round.cards.hand("4")) or [card for part in parts(round, hand_of("4")) for card in part]
    for seat in (1, 2, 3):
        round.default(seat)
    assert parts(round, hand_of("4")) == house_way(cards)


# -- Backline ----------------------------------------------------------------------------------------------------------

UNA = Spot("2b", 2, "una", backline=True)
VIC = Spot("5b", 5, "vic", backline=True)
WES = Spot("7b", DEALER, "wes", backline=True)
HANDS = {1: PLAIN, 2: "3c 3d Td Th 5s 4h 2d", DEALER: PAIR}


@both
def test_backline_is_offered_on_the_base_wager_alone(slug):
    round = dealt(slug, HANDS, backline=[UNA])
    round.answer(DEALER, "bank", 50_000)
    ask = next(ask for ask in round.waiting if ask.spot == "2b")
    assert [area.wager for area in ask.options[0].areas] == ["base"]
    with pytest.raises(Refused, match="There is no wager 'fortune' here"):
        round.answer("2b", "bet", {"base": 500, "fortune": 500})


@both
@same_card_twice
def test_a_backline_wager_follows_the_seats_hand_and_is_settled_right_after_it(slug):
    hands = {1: HANDS[1], 2: "3c 3h Td Th 5s 4h 2d", DEALER: PAIR}
    round = dealt(slug, hands, start=2, backline=[UNA])
    play(round, {"1": {"base": 500}, "2": {"base": 500, "fortune": 500}, "2b": {"base": 900}})
    assert settled(round) == [("2", "base", 500), ("2", "fortune", -500), ("2b", "base", 900), ("1", "base", -500)]
    asked = [event.spot for event in round.events if isinstance(event, Acted) and event.action == "house-way"]
    assert asked == ["1", "2"]


@both
def test_a_foul_of_the_seat_costs_the_backline_wager_too(slug):
    round = dealt(slug, {2: "Ac Ad Kc Kh 9h 5s 2d", DEALER: LOW}, backline=[UNA])
    play(round, {"2": {"base": 500}, "2b": {"base": 900}}, {"2": "Ac Ad"})
    assert settled(round) == [("2", "base", -500), ("2b", "base", -900)]


@both
def test_a_backline_bettor_never_sees_the_hand_before_it_is_turned_over(slug):
    round = dealt(slug, HANDS, backline=[UNA])
    round.answer(DEALER, "bank", 50_000)
    for spot in ("1", "2", "2b"):
        round.answer(spot, "bet", {"base": 500})
    if slug == FACE_UP:
        round.answer(DEALER, "take-pile-1")
    assert round.view("una").hand("2") == [UNKNOWN] * 7
    assert round.view("una").asks == ()


@both
@same_card_twice
def test_a_hand_with_only_backline_bets_is_set_the_house_way(slug):
    round = dealt(slug, HANDS, backline=[UNA])
    play(round, {"1": {"base": 500}, "2b": {"base": 900}})
    assert settled(round)[-1] == ("2b", "base", 900)
    assert parts(round, Place("seat", "2")) == house_way(parse(HANDS[2]))


@both
def test_backline_bets_behind_the_player_dealer_are_refused(slug):
    round = dealt(slug, HANDS, backline=[WES, VIC])
    round.answer(DEALER, "bank", 50_000)
    assert [ask.spot for ask in round.waiting] == ["1", "2", "5b"]


def test_without_backline_bets_no_one_may_be_behind_a_seat():
    spots, stacks = [*people((1, 2))[0], UNA], {"ann": 10_000, "bob": 10_000, "una": 10_000}
    with pytest.raises(InputError, match="takes no bets from behind a seat"):
        house_banked("three-card-poker-6-card-bonus").round(spots, stacks, seed=1)
    round = house_banked("ez-baccarat").round(spots, stacks, seed=1)
    areas = {ask.spot: [area.wager for area in ask.options[0].areas] for ask in round.waiting}
    assert areas["2b"] == areas["1"] == ["player", "banker", "tie", "panda-8", "dragon-7"]


# -- A poor player-dealer ----------------------------------------------------------------------------------------------


@both
def test_once_the_player_dealers_wager_is_exhausted_the_rest_is_returned_in_order(slug):
    hands = {1: "Kc Kh Tc Td 5c 4c 2s", 2: "3c 3h Qd Qh 7s 6h 2d", 3: "8c 8d 8h 8s Ts Th 3s", DEALER: PAIR}
    bets = {str(seat): {"base": 1_000, "fortune": 500} for seat in (1, 2, 3)}
    round = play(dealt(slug, hands, start=2), bets, bank=1_500)
    assert settled(round) == [
        ("2", "base", 1_000),
        ("2", "fortune", -500),
        ("3", "base", 500),  # 10.00 is due, 5.00 of the wager is left
        ("3", "fortune", 0),
        ("1", "base", 0),
        ("1", "fortune", -500),
        ("2", "envy", 0),
        ("1", "envy", 0),
    ]
    assert round.net["gil"] == -500
    running = play(dealt(slug, hands, start=2, coverage="running"), bets, bank=1_500)
    assert settled(running)[2:4] == [("3", "base", 1_000), ("3", "fortune", 0)]


@both
def test_the_envy_bonus_is_paid_as_far_as_the_player_dealers_wager_reaches(slug):
    hands = {1: QUADS, 2: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", DEALER: "Ac Ad Kh Ks Qh Qd 9s"}
    bets = {str(seat): {"base": 500, "fortune": 500} for seat in (1, 2, 3)}
    round = play(dealt(slug, hands), bets, bank=12_500 + 700)
    assert [each for each in settled(round) if each[1] == "envy"] == [("2", "envy", 500), ("3", "envy", 200)]


@both
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_random_play_at_full_tables_with_a_poor_player_dealer(slug, data):
    """Chips are conserved, the order follows the rules, and the bank wins or loses at most its wager."""
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    banker = data.draw(st.integers(1, 7))
    coverage = data.draw(st.sampled_from(["separate", "running"]))
    shuffle = data.draw(st.sampled_from(["machine", "manual"]))
    bank = data.draw(st.integers(500, 20_000))
    game = cardroom.game(slug, coverage=coverage, shuffle=shuffle)
    behind = [Spot(f"{seat}b", seat, f"b{seat}", backline=True) for seat in data.draw(st.sets(st.integers(1, 7)))]
    spots = [*people(range(1, 8))[0], *behind]
    stacks = {spot.bettor: rng.choice([400, 1_000, 20_000, 100_000]) for spot in spots} | {PEOPLE[banker - 1]: bank}
    carry = {"bank": {"seat": banker - 1, "bettor": "zoe", "turn": 2}}
    round = game.round(spots, stacks, seed=rng.randrange(2**32), carry=carry)
    round.answer(banker, "bank", bank)
    play_round(round, dict.fromkeys(stacks, random_legal), rng)
    assert sum(round.net.values()) == 0
    assert -bank <= round.net[PEOPLE[banker - 1]] <= bank
    events = [event for event in round.events if isinstance(event, Settled)]
    assert events or not any(event.action == "bet" for event in round.events if isinstance(event, Acted))
    paid = sum(event.net for event in events if event.net > 0)
    taken = -sum(event.net for event in events if event.net < 0)
    if coverage == "separate":
        assert max(paid, taken) <= bank
    order = rule_set(slug).order.wagers

    def place(event):
        spot = round.spot(event.spot)
        return event.wager == "envy", (spot.seat - round.action_button) % 7, spot.backline, order.index(event.wager)

    places = [place(event) for event in events]
    assert places == sorted(places)
    assert not any(event.wager != "base" for event in events if round.spot(event.spot).backline)
    for event in events:
        assert event.net == event.due or abs(event.net) < abs(event.due)
    everything = [card for cards in round.cards.hands.values() for card in cards]
    assert not everything or (sorted(everything) == list(range(53)) and JOKER in everything)
