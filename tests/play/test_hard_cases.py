"""Hard cases for the driver, all in one throw-away game.

Each round: seated bettors and a backline bettor place wagers; all seated players secretly keep one of two cards, at the
same time; dice are rolled in the middle; a card that nobody has seen is named at the showdown; a shoe, and a count of
sevens rolled, last over rounds; the house takes a fee.
"""

import msgspec
import pytest

import cardroom
from cardroom.cards import UNKNOWN, text
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.play import DEALER, Choice, Game, Name, Pick, Record, Refused, Spot, Table, ask, pays, record, replay
from cardroom.play.round.collection import collect
from cardroom.play.round.events import Acted, Rolled, Settled
from cardroom.play.round.places import COLLECTION, stack_of
from cardroom.play.round.procedures import place_wagers, settle_wagers
from cardroom.play.table import AddSeed, Join
from cardroom.rulebook import with_house_rules
from cardroom.rulebook.loading import checked_rule_set
from support.deals import moved

RULES = checked_rule_set(
    {
        "game": "keep-one",
        "rules": "toy",
        "name": "Keep One",
        "id": "TOY-1",
        "script": "keep-one",
        "source": {"document": "Toy", "section": "Keep One"},
        "deck": {"name": "standard", "shoe": True, "cut": 20},
        "seats": {"most": 4, "second_circles": True},
        "wager": {"base": {"label": "Base", "required": True, "pays": "base", "backline": True}},
        "pay": {"base": {"title": "Base", "lines": {"higher card": "1 to 1", "seven": "3 to 2"}}},
        "order": {"start": "house dealer", "by": "seat", "wagers": ["base"]},
        "house_rules": {
            "minimum": {"default": "$1", "says": "", "cite": "", "money": ["$1", "$100"]},
            "maximum": {"default": "$100", "says": "", "cite": "", "money": ["$1", "$100"]},
        },
        "fee": [
            {
                "option": "1",
                "cite": "Fees",
                "charge": [
                    {
                        "moment": "before the deal",
                        "payer": "each player",
                        "counts": "game wagers",
                        "tiers": [{"from": "$2", "fee": "$0.25"}],
                    }
                ],
            }
        ],
    }
)


class Sevens(msgspec.Struct, frozen=True):
    """The state that the toy game carries from round to round."""

    rolled: int = 0


def keep_one(round):
    players = yield from place_wagers(round)
    collect(round, "before the deal", players)
    seated = [spot for spot in players if not spot.backline]
    for spot in seated:
        round.cards.deal(spot, 2)
    stored = yield [
        ask(spot.id, [Pick("keep", tuple(cards), 1, 1)], "keep", (cards[0],), secret=True)
        for spot, cards in ((spot, round.cards.hand(spot)) for spot in seated)
    ]
    sevens = round.cards.roll("dice", 2, 6)
    if sum(sevens) == 7:
        round.carry.own = Sevens((round.carry.own or Sevens()).rolled + 1)
    round.cards.deal(DEALER, 1)
    dealer = round.cards.hand(DEALER)
    if dealer == [UNKNOWN]:
        free = frozenset(range(52)) - {card for hand in round.cards.hands.values() for card in hand}
        shown = yield ask(seated[0].id, [Name("show", 1, free), Choice("muck")], "muck")
        if shown.action == "show":
            round.cards.show(DEALER, shown.value)
    dealer = round.cards.hand(DEALER)[0]
    keeps = {spot.seat: answer.value[0] for spot, answer in zip(seated, stored, strict=True)}

    def payoff(spot, wager):
        if sum(sevens) == 7:
            return pays(RULES, wager, "seven")
        # A card that was never shown cannot win.
        beats = dealer == UNKNOWN or keeps.get(spot.seat, -1) >> 2 > dealer >> 2
        return pays(RULES, wager, "higher card" if beats else "lower card")

    yield from settle_wagers(round, players, payoff)


GAME = Game(RULES, keep_one, "keep-one/1", Sevens)
SPOTS = (
    Spot.at(1, "ann"),
    Spot.at(2, "bob"),
    Spot("2b", 2, "una", backline=True),
    Spot("3", 3, "ann", second=True),
)
STACKS = {"ann": 1_000, "bob": 1_000, "una": 500}


def bet(round):
    """All players bet a dollar: first at one spot each, then ann at her second circle."""
    assert [each.spot for each in round.waiting] == ["1", "2", "2b"]
    for spot in ("2b", "1", "2"):
        round.answer(spot, "bet", {"base": 100})
    assert [each.spot for each in round.waiting] == ["3"]
    round.answer("3", "bet", {"base": 100})


def test_simultaneous_asks_hide_the_order_of_answers():
    rounds = []
    for order in (["1", "2", "3"], ["3", "1", "2"]):
        round = GAME.round(SPOTS, STACKS, seed=4)
        bet(round)
        assert [each.spot for each in round.waiting] == ["1", "2", "3"]
        for number, spot in enumerate(order, 1):
            events = len(round.events)
            round.answer(spot, "keep", [round.cards.hand(spot)[1]])
            assert round.done == (number == 3)
            assert round.done or len(round.events) == events, "a partial answer tells nobody anything"
        rounds.append(round)
    assert rounds[0].events == rounds[1].events
    acted = [event.spot for event in rounds[1].events if isinstance(event, Acted)]
    assert acted == ["1", "2", "2b", "3", "1", "2", "3"], "in the order of the asks"
    assert [answer.spot for answer in rounds[1].answers] == ["2b", "1", "2", "3", "3", "1", "2"], "the log knows"
    assert record(rounds[0]).outcome == record(rounds[1]).outcome


def test_a_spot_answers_once_and_only_when_asked():
    round = GAME.round(SPOTS, STACKS, seed=4)
    round.answer("1", "bet", {"base": 100})
    for spot in ("1", "3", "9"):
        with pytest.raises(Refused, match=f"Spot {spot} is not asked now: the round waits for 2, 2b"):
            round.answer(spot, "bet", {"base": 100})


def test_only_its_bettor_sees_a_secret_answer():
    round = GAME.round(SPOTS, STACKS, seed=4)
    bet(round)
    for spot in ("1", "2", "3"):
        round.answer(spot, "keep", [round.cards.hand(spot)[0]])
    keeps = [event for event in round.view("bob").events if isinstance(event, Acted) and event.action == "keep"]
    assert [event.value is not None for event in keeps] == [False, True, False]
    assert not any(
        event.value for event in round.view("una").events if isinstance(event, Acted) and event.action == "keep"
    )


def test_a_backline_bettor_bets_on_a_hand_without_seeing_it():
    round = GAME.round(SPOTS, STACKS, seed=4)
    bet(round)
    assert text(round.view("una").hand("2")) == "?? ??"
    assert round.view("una").asks == ()
    for spot in ("1", "2", "3"):
        round.answer(spot, "keep", [round.cards.hand(spot)[0]])
    settled = [event for event in round.events if isinstance(event, Settled)]
    assert [event.spot for event in settled] == ["1", "2", "2b", "3"], "behind the seat, and settled right after it"
    assert settled[1].net == settled[2].net


def test_several_circles_of_one_bettor_share_one_stack():
    round = GAME.round(SPOTS, {"ann": 150, "bob": 1_000, "una": 500}, seed=4)
    for spot in ("1", "2", "2b"):
        round.answer(spot, "bet", {"base": 100})
    assert [each.spot for each in round.waiting] == ["1", "2"], "50 cents are left: too few for the second circle"


def test_a_chance_draw_in_mid_round_comes_from_the_rounds_own_stream():
    rolls = []
    for _ in range(2):
        round = GAME.round(SPOTS, STACKS, seed=4)
        bet(round)
        for spot in ("1", "2", "3"):
            round.default(spot)
        rolls.append(next(event.numbers for event in round.events if isinstance(event, Rolled)))
    assert rolls[0] == rolls[1]
    assert all(1 <= number <= 6 for number in rolls[0])


def test_the_shoe_and_the_carried_count_go_from_round_to_round_until_the_cut_card():
    table = Table(GAME, {"ann": 1_000_000, "bob": 1_000_000}, seed=8)
    first = table.shuffle
    dealt, sevens, used = [], 0, 0
    for _ in range(7):
        round = table.start()
        assert round.shuffle is first
        while not round.done:
            spot = round.ask.spot
            if round.ask.options[0].action == "bet":
                round.answer(spot, "bet", {"base": 100})
            else:
                round.default(spot)
        dealt += [card for hand in round.cards.hands.values() for card in hand]
        used += 5
        sevens += sum(next(event.numbers for event in round.events if isinstance(event, Rolled))) == 7
        round_record = Record.from_json(table.finish(round).json())
        assert replay(round_record, GAME, first).events == round.events, "a round in mid-shoe replays from its record"
        assert (table.carry.own or Sevens()).rolled == sevens
        if used < 32:
            with pytest.raises(ValueError, match="This shoe has been dealt from"):
                table.do(AddSeed("ann", "too late"))
    assert dealt == list(first.order[:35]), "no card returns during a shoe"
    assert table.shuffle is not first, "17 cards are left, fewer than the 20 behind the cut card"
    table.do(AddSeed("ann", "in time"))


def test_an_unknown_card_becomes_known_when_it_is_shown_and_never_wins_when_mucked():
    order = [*Shuffle.simulated(range(52), 4).order[:6], UNKNOWN]
    for action, cards in (("show", [51]), ("muck", None)):
        round = GAME.round(SPOTS, STACKS, shuffle=Shuffle.given(order))
        bet(round)
        for spot in ("1", "2", "3"):
            round.default(spot)
        with pytest.raises(Refused, match="cannot be one of these cards"):
            round.answer("1", "show", [order[0]])
        round.answer("1", action, cards)
        assert round.done
        dealt_sevens = sum(next(event.numbers for event in round.events if isinstance(event, Rolled))) == 7
        lost = [event.net < 0 for event in round.events if isinstance(event, Settled)]
        if not dealt_sevens:
            assert all(lost) == (action == "show")
        assert text(round.view(None).hand(DEALER)) == ("As" if action == "show" else "??")
        assert replay(record(round), GAME, round.shuffle).events == round.events


def test_a_posted_schedule_takes_its_fee_and_chips_are_conserved():
    charged = msgspec.structs.replace(GAME, rules=with_house_rules(RULES, {"collection": "1"}))
    round = charged.round(SPOTS, STACKS, seed=4)
    for spot, amount in (("2b", 199), ("1", 200), ("2", 399)):  # whole dollars count, and below two nothing is taken
        round.answer(spot, "bet", {"base": amount})
    round.answer("3", "bet", {"base": 100})
    for spot in ("1", "2", "3"):
        round.default(spot)
    taken = [(event.payer, event.payee, event.amount, event.spot, event.cite) for event in moved(round, "fee")]
    assert taken == [
        (stack_of("ann"), COLLECTION, 25, "1", "Toy, Keep One, Fees"),
        (stack_of("bob"), COLLECTION, 25, "2", "Toy, Keep One, Fees"),
    ]
    assert round.net["collection"] == 50
    assert sum(round.net.values()) == 0
    assert replay(record(round), charged, round.shuffle).events == round.events


def test_the_bank_keeps_and_reports_a_fraction_of_a_cent():
    payoff = pays(RULES, "base", "seven")
    assert payoff.due(101) == 151
    table = Table(GAME, {"ann": 100_000}, seed=0)
    for _ in range(40):
        round = table.start()
        round.answer(1, "bet", {"base": 101})
        round.default(1)
        table.finish(round)
        settlements = [event for event in round.events if isinstance(event, Settled) and event.due == 151]
        if settlements:
            assert settlements[0].breakage == "1/2"
            return
    pytest.fail("no seven in forty rounds")


def test_a_money_table_deals_from_fair_shuffles_only():
    with pytest.raises(ValueError, match="takes no seed"):
        Table(GAME, {"ann": 1_000, "bob": 1_000}, seed=1, money=True)
    table = Table(GAME, {"ann": 1_000, "bob": 1_000}, money=True)
    round = table.start()
    assert round.shuffle.fair
    while not round.done:
        round.default(round.ask.spot)
    table.finish()
    for shuffle in (GAME.shuffle(seed=1), GAME.shuffle(), round.shuffle):
        with pytest.raises(ValueError, match="deals only from the shuffle that it has committed to"):
            table.start(shuffle=shuffle)


@pytest.mark.parametrize(
    ("spots", "stacks", "message"),
    [
        ([Spot("1", 9, "1")], {"1": 5}, "has seats 1 to 4"),
        ([], {}, "needs at least 1 seats"),
        ([Spot("1", 1, "ann"), Spot("1", 2, "bob")], {"ann": 5, "bob": 5}, "every spot needs its own id"),
        ([Spot("house", 1, "ann")], {"ann": 5}, "other than 'house'"),
        ([Spot.at(1, "ann")], {}, "no stack for its bettor ann"),
        *(([Spot.at(1, name)], {name: 5}, f"cannot be called '{name}'") for name in ("bank", "collection", "jackpot")),
        ([Spot.at(1, "ann")], {"ann": -5}, "must be whole cents"),
        ([Spot.at(1, "ann")], {"ann": 5.0}, "must be whole cents"),
        ([Spot.at(1, "ann")], {"ann": True}, "must be whole cents"),
        ([Spot.at(1, "ann"), Spot("1x", 1, "bob")], {"ann": 5, "bob": 5}, "seat 1 has only one circle"),
        ([Spot.at(1, "ann"), Spot.at(2, "ann")], {"ann": 5}, "ann sits at two seats"),
        ([Spot("2", 2, "ann", second=True)], {"ann": 5}, "ann sits nowhere"),
        ([Spot.at(1, "ann"), Spot("1.2", 2, "bob", circle="1", hand=2)], {"ann": 5, "bob": 5}, "split in the round"),
    ],
)
def test_an_impossible_table_is_rejected(spots, stacks, message):
    with pytest.raises(InputError, match=message):
        GAME.round(spots, stacks, seed=1)


@pytest.mark.parametrize("picks", [(0, 4), (1, 2)])
def test_other_players_do_not_see_which_cards_were_discarded(picks):
    """The position of a card in a hand shows when it was dealt. So other players see only how many cards were
    discarded."""
    views = []
    for first in (picks, (2, 3)):
        round = cardroom.game("2-7-triple-draw").round({"ann": 9_000, "bob": 9_000, "cy": 9_000}, seed=3)
        while not any(option.action == "discard" for option in round.ask.options):
            options = [option.action for option in round.ask.options]
            round.answer(round.ask.spot, "call" if "call" in options else "check")
        thrower = round.spot(round.ask.spot)
        hand = list(round.cards.hand(thrower))
        round.answer(thrower.id, "discard", [hand[place] for place in first])
        assert round.view(thrower.bettor).hand(thrower) == [card for card in hand if hand.index(card) not in first]
        other = next(name for name in round.stacks if name != thrower.bettor)
        views.append(round.view(other))
        assert len(round.view(other).hand(thrower)) == 3
    assert views[0] == views[1]


@pytest.mark.parametrize("name", ["", "two\nlines", "\x1b[31mred", "\ud800", "bank"])
def test_an_unprintable_name_is_rejected(name):
    with pytest.raises(ValueError, match="cannot be called"):
        GAME.round([Spot("1", 1, name)], {name: 5_000}, seed=1)
    with pytest.raises(ValueError, match="cannot be the name of a player"):
        Table(GAME, {"ann": 5_000}, seed=1).do(Join(name, 5_000))
