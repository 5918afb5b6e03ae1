"""A table over thousands of hands: players join, leave, sit out, time out and buy in again.

Every hand is compared with an independent model of a floor supervisor, `Floor`: where the button and the blinds belong,
who may be dealt in for how much, and that each player pays exactly that.
"""

import random
from collections import Counter

import pytest

import cardroom
from cardroom.errors import InputError
from cardroom.games import game_by_digest
from cardroom.play import BOARD, Amount, Pick, Table
from cardroom.play.round.events import Dealt, Marked, Said, Transfer
from cardroom.play.table import Join, Leave, Return, SitOut, StepAway, SubmitAnswer, TopUp
from games.poker.tables import actions, wins
from support.people import set_state
from support.sampling import PROOF

HANDS = 5000 if PROOF else 300
NAMES = [f"{name} {number}" for number in range(4) for name in ("ann", "bob", "cy", "dee", "eve", "fay", "gil", "hal")]
TABLES = {
    "two blinds": ("texas-holdem", {}),
    "two blinds at fixed limit": ("badugi", {"stakes": "$10-$20"}),
    "three blinds": ("omaha", {"stakes": "$1/$2/$5"}),
    "three blinds of which two are equal": ("omaha-high-low", {"limit": "no", "stakes": "$5/$5/$10"}),
    "no button": ("razz", {}),
    "a button without blinds": ("seven-card-stud", {}),
}


class Floor:
    """The floor supervisor's knowledge: the last blinds, the players, and the blinds that they missed."""

    def __init__(self, blinds, seats):
        self.blinds, self.count = blinds, seats
        self.button, self.at = 0, {}
        """The seat of each blind, from the small one, 0, on."""
        self.playing, self.missed = {}, {}
        """Players who were dealt in, with their seats, and the blinds that passed them since."""

    def clockwise(self, after):
        return [(after + step - 1) % self.count + 1 for step in range(1, self.count + 1)]

    def between(self, start, end):
        """The seats between two seats."""
        way = self.clockwise(start)
        return way[: way.index(end)]

    def says(self, here):
        """The seat of the big blind, the seats of the button and the other blinds, and each player's due post."""
        big_was = self.at[len(self.blinds) - 1]
        seats = {seat: name for name, seat in here.items()}
        big = next(seat for seat in self.clockwise(big_was) if seat in seats)
        at = {number: self.at.get(number + 1, 0) for number in range(len(self.blinds) - 1)}
        at[len(self.blinds) - 1] = big
        button = self.at.get(0) or self.button
        good = {name for name, seat in here.items() if self.playing.get(name) == seat and not self.missed.get(name)}
        good.add(seats[big])
        first = next(at[number] for number in range(len(self.blinds)) if at[number])
        closed = set(self.between(first if button == big else button, big)) if len(good) > 1 else set()
        posts = {}
        for name, seat in here.items():
            if name in good or seat in closed:
                continue
            new = set() if self.playing.get(name) == seat else {len(self.blinds) - 1}
            missed = self.missed.get(name, set()) | new
            posts[name] = sum(self.blinds[number] for number in missed)
        return big, button, at, good, posts

    def hand(self, here, table, posted, big, button, at, good):
        """Note a hand that was dealt: the players, and those whom the blinds passed. Return the button and all due
        posts."""
        in_hand = good | posted
        seats = {here[name]: name for name in in_hand}
        for name, seat in self.playing.items():
            if name in in_hand:
                continue
            if seat in {*self.between(self.at[len(self.blinds) - 1], big), big}:
                self.missed[name] = set(range(len(self.blinds)))
            for number, place in at.items():
                if place == seat and len(self.blinds) - 1 not in self.missed.get(name, set()):
                    self.missed.setdefault(name, set()).add(number)
        if len(in_hand) == 2:
            (button,) = (seat for seat in seats if seat != big)
            at = {0: button, len(self.blinds) - 1: big}
        elif not self.at.get(0) or (button == big and len(in_hand) > len(self.blinds)):
            first = next(at[number] for number in range(len(self.blinds)) if at[number])
            button = next(seat for seat in reversed(self.clockwise(first)[:-1]) if seat in seats)
        pays = Counter({seats[seat]: self.blinds[n] for n, seat in at.items() if seats.get(seat) in good})
        self.start(button, at, {name: seat for name, seat in here.items() if name in in_hand}, table)
        return button, pays

    def start(self, button, at, players, table):
        """Start from this state."""
        self.button, self.at = button, at
        self.missed = {name: blinds for name, blinds in self.missed.items() if name not in players}
        for name in [name for name in self.missed if name not in table][:-20]:
            del self.missed[name]
        big = len(self.blinds) - 1
        still = {name for name in self.playing if name in table or big not in self.missed.get(name, set())}
        self.playing = {name: seat for name, seat in self.playing.items() if name in still} | players


class Life:
    """A table, its changing players, and the floor supervisor."""

    def __init__(self, slug, house, seed):
        self.rng, self.game = random.Random(seed), cardroom.game(slug, **house)
        self.table = Table(self.game, {name: self.buy_in() for name in NAMES[:4]}, seed=seed)
        self.bought = sum(self.table.stacks.values())
        self.taken = 0
        stakes = self.game.rules.stakes
        self.floor = Floor(stakes.blinds, self.game.rules.seats.most) if stakes.blinds else None
        self.button = 0
        self.happened = Counter()

    def buy_in(self):
        chip, least = self.game.rules.stakes.chip, self.game.rules.house("least_buy_in")
        return -(-max(least, self.rng.choice((least, 10_000, 40_000))) // chip) * chip

    def someone(self, among):
        return self.rng.choice(sorted(among)) if among else None

    def come_and_go(self):
        """Make random changes between two hands."""
        table, rng = self.table, self.rng
        free = [seat for seat in range(1, self.game.rules.seats.most + 1) if seat not in table.seats.values()]
        strangers = [name for name in NAMES if name not in table.stacks]
        broke = {name for name, chips in table.stacks.items() if not chips}
        wishes = rng.random()
        if wishes < 0.12 and free:
            name = rng.choice(strangers)
            amount = max(self.buy_in(), table.state.left.get(name, 0))
            table.do(Join(name, amount, rng.choice(free)))
            self.bought += amount
        elif wishes < 0.17 and len(table.stacks) > 1:
            (left,) = table.do(Leave(self.someone(broke or table.stacks)))
            self.taken += left.cents
        elif wishes < 0.27:
            table.do(SitOut(self.someone(table.stacks), rng.random() < 0.5))
        elif wishes < 0.32 and table.state.away:
            table.do(Return(self.someone(table.state.away)))
        for name in sorted(broke & set(table.stacks)):
            if rng.random() < 0.3:
                amount = self.buy_in()
                table.do(TopUp(name, amount))
                self.bought += amount
        if table.state.missing:
            for name in sorted(table.state.out | table.state.away):
                if rng.random() < 0.5:
                    table.do(SitOut(name, out=False))
                    table.do(Return(name))

    def play(self):
        """Play one hand with timeouts, and check the posts."""
        table, rng = self.table, self.rng
        if table.state.missing:
            self.happened["waited"] += 1
            return
        here = {spot.bettor: spot.seat for spot in table.state.spots() if table.stacks[spot.bettor]}
        owed = self.floor.says(here) if self.floor and self.floor.at and set(here) & set(self.floor.playing) else None
        before = dict(table.stacks)
        round = table.start()
        waits, posted, asked = set(table.carry.own.waits if table.carry.own else ()), set(), {}
        while not round.done:
            ask = round.ask
            who = round.spot(ask.spot).bettor
            option = self.choice(ask.options)
            late = rng.random() < 0.02
            if option.action in ("post", "wait"):
                asked[who] = ask.options[0].amount
                posted |= {who} if option.action == "post" and not late else set()
            if late:
                table.do(StepAway(who))
                self.happened["timed out"] += 1
            else:
                table.do(SubmitAnswer(who, ask.spot, None, option.action, self.value(option)))
            if rng.random() < 0.003:
                self.rebuild()
        self.judge(round, here, before, owed, asked, posted, waits)
        table.finish()
        assert sum(table.stacks.values()) + self.taken == self.bought, "no chip was made or lost"

    def choice(self, options):
        """Mostly passive, so that hands are long and stacks last."""
        weights = {"fold": 3, "raise": 2, "bet": 2, "muck": 1, "wait": 2, "post": 2}
        return self.rng.choices(options, [weights.get(option.action, 6) for option in options])[0]

    def value(self, option):
        if isinstance(option, Amount):
            return self.rng.choice((option.least, option.least, option.least, option.most))
        if isinstance(option, Pick):
            return option.cards[: self.rng.randint(option.least, option.most)]
        return None

    def judge(self, round, here, before, owed, asked, posted, waits):
        """Check the button, and what each player paid before the cards."""
        dealt = next((number for number, event in enumerate(round.events) if isinstance(event, Dealt)), None)
        if dealt is None:
            self.happened["nobody posted"] += 1
            assert owed
            assert len(owed[3] | posted) < 2
            return
        self.happened["hands"] += 1
        opening = round.events[:dealt]
        owners = {event.place.owner for event in round.events if isinstance(event, Dealt)} - {""}
        in_hand = {round.spot(owner).bettor for owner in owners}
        paid = Counter()
        for event in opening:
            if isinstance(event, Transfer) and event.payer.kind == "stack":
                paid[event.payer.owner] += event.amount
        if self.floor is None:
            ante = round.rules.stakes.antes[0]
            assert paid == {name: min(ante, before[name]) for name in here}
            marks = [event.seat for event in opening if isinstance(event, Marked)]
            assert len(marks) == round.rules.poker.button
            if marks and self.button:
                assert marks == [min(here.values(), key=lambda seat: (seat <= self.button, seat))]
            self.button = sum(marks)
            return
        button = next(event.seat for event in opening if isinstance(event, Marked))
        table = self.table.stacks
        if owed is None:
            self.happened["openings"] += 1
            seats = [seat for seat in self.floor.clockwise(button) if seat in here.values()]
            at = dict(enumerate(seats[: len(self.floor.blinds)]))
            if len(seats) == 2:
                at = {0: button, len(self.floor.blinds) - 1: seats[0]}
            self.floor.missed = {}
            self.floor.playing = {name: seat for name, seat in self.floor.playing.items() if name in table}
            self.floor.start(button, at, here, table)
            expected = Counter({name: self.floor.blinds[n] for n, s in at.items() for name in here if here[name] == s})
        else:
            big, where, at, good, posts = owed
            waiting = waits if len(good) > 1 else set()
            assert set(asked) == set(posts) - waiting, "who may come in is asked, unless they wait"
            for name, amount in asked.items():
                assert amount == min(posts[name], before[name])
            where, expected = self.floor.hand(here, table, posted, big, where, at, good)
            assert button == where
            expected.update({name: asked[name] for name in posted})
            self.happened["posted"] += len(posted)
            self.happened["dead buttons"] += where not in here.values()
            self.happened["heads-up"] += len(in_hand) == 2
            assert in_hand == good | posted
        assert paid == {name: min(amount, before[name]) for name, amount in expected.items() if amount}

    def rebuild(self):
        """Rebuild the table from its log, also in the middle of a hand."""
        again = Table.from_log(self.table.log, lambda slug, rules: self.game)
        for name in ("stacks", "seats", "out", "away", "carry", "rounds", "head"):
            assert getattr(again.state, name) == getattr(self.table.state, name), name
        assert (again.commitment, again.log) == (self.table.commitment, self.table.log)
        if self.table.round:
            assert again.round.events == self.table.round.events
        self.happened["rebuilt"] += 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", TABLES)
def test_a_table_lives(kind):
    slug, house = TABLES[kind]
    life = Life(slug, house, kind)
    for _ in range(HANDS):
        life.come_and_go()
        life.play()
    life.rebuild()
    assert life.happened["hands"] > HANDS / 2
    assert life.happened["timed out"]
    assert life.happened["rebuilt"]
    if life.floor:
        assert life.happened["posted"]
        assert life.happened["dead buttons"]
        assert life.happened["heads-up"]


# -- buying in ---------------------------------------------------------------------------------------------------------


def table_of(slug="texas-holdem", stack=20_000, players=("ann", "bob", "cy"), **house):
    return Table(cardroom.game(slug, **house), dict.fromkeys(players, stack), seed=7)


@pytest.mark.parametrize(("slug", "least"), [("texas-holdem", 2000), ("razz", 4000), ("badugi", 4000)])
def test_a_buy_in_must_be_within_the_printed_limits(slug, least):
    table = table_of(slug)
    for cents in (0, least - 100, 10_000_100):
        with pytest.raises(InputError, match=r"buy in for \$\d+ to \$100,000"):
            table.do(Join("dee", cents))
    table.do(Join("dee", least))
    table.do(Join("eve", 10_000_000))
    assert table.stacks["dee"] == least


def test_a_returning_player_must_bring_back_their_chips():
    table = table_of()
    set_state(table, stacks=table.stacks | {"cy": 20_150})
    table.do(Leave("cy"))
    with pytest.raises(InputError, match=r"\$20 is not possible: buy in for \$201.50 .* you left with \$201.50"):
        table.do(Join("cy", 2_000))
    table.do(Join("cy", 20_150))
    assert Table.from_log(table.log, game_by_digest).state.left == table.state.left


def test_a_buy_in_is_in_whole_chips():
    table = table_of(stakes="$5/$10", stack=50_000)
    with pytest.raises(InputError, match=r"\$502 is not possible: buy in for .* in whole chips of \$5"):
        table.do(Join("dee", 50_200))


def test_chips_are_added_up_to_the_most_and_never_during_a_hand():
    table = table_of(most_buy_in="$500")
    table.do(TopUp("ann", 30_000))
    with pytest.raises(InputError, match=r"\$1 is not possible: buy in for \$20 to \$500 .* you already have \$500"):
        table.do(TopUp("ann", 100))
    table.do(TopUp("bob", 100))
    round = table.start()
    with pytest.raises(InputError, match="only between rounds"):
        table.do(TopUp("cy", 100))
    assert round.stacks["cy"] == 20_000


def test_a_busted_player_rebuys_for_at_least_the_minimum():
    table = table_of(stack=2000)
    round = table.start()
    while not round.done:
        options = actions(round)
        value = next((each.most for each in round.ask.options if each.action == "raise"), None)
        round.answer(round.ask.spot, "raise" if value else next(iter(options)), value)
    table.finish()
    broke = [name for name, chips in table.stacks.items() if not chips]
    assert broke
    with pytest.raises(InputError, match=r"\$10 is not possible: buy in"):
        table.do(TopUp(broke[0], 1000))
    table.do(TopUp(broke[0], 2000))


# -- absent players ----------------------------------------------------------------------------------------------------


def test_an_absent_player_checks_or_folds():
    table = table_of()
    round = table.start()
    first = round.ask.spot
    table.do(SubmitAnswer(round.spot(first).bettor, first, None, "call"))
    gone = round.spot(round.ask.spot).bettor
    table.do(StepAway(gone))
    assert gone not in {round.spot(ask.spot).bettor for ask in round.waiting}
    assert [answer.absent for answer in round.answers] == [False, True]
    assert round.answers[-1].action == "fold", "the small blind owes a dollar more"


def test_a_hand_continues_fairly_after_a_disconnect():
    """The absent player has already called. The default checks to the end, and the hand is shown and can win."""
    table = table_of(players=("ann", "bob"))
    round = table.start()
    while round.ask.options[0].action != "check":
        table.do(SubmitAnswer(round.spot(round.ask.spot).bettor, round.ask.spot, None, "call"))
    for name in ("ann", "bob"):
        table.do(StepAway(name))
    assert round.done
    assert all(answer.absent for answer in round.answers[1:])
    assert sum(amount for _, amount, _ in wins(round)) == 4
    table.finish()
    assert table.state.missing == 2
    table.do(Return("ann"))
    table.do(Return("bob"))
    assert table.state.missing == 0


def test_a_player_who_returns_in_mid_hand_plays_on():
    table = table_of()
    round = table.start()
    first = round.ask.spot
    who = round.spot(first).bettor
    others = [name for name in table.stacks if name != who]
    table.do(StepAway(others[0]))
    table.do(Return(others[0]))
    table.do(SubmitAnswer(who, first, None, "call"))
    assert not any(answer.absent for answer in round.answers)


def test_absent_players_are_not_dealt_in_and_a_table_of_one_waits():
    table = table_of(players=("ann", "bob"))
    table.do(StepAway("bob"))
    assert table.state.missing == 1
    with pytest.raises(InputError, match="needs at least 2 seats taken"):
        table.start()
    table.do(Join("cy", 20_000))
    assert table.state.missing == 0
    assert {spot.bettor for spot in table.start().spots} == {"ann", "cy"}


def test_a_rebuilt_table_knows_who_is_absent():
    table = table_of()
    round = table.start()
    table.do(StepAway(round.spot(round.ask.spot).bettor))
    again = Table.from_log(table.log, lambda slug, rules: table.game)
    assert again.state.away == table.state.away
    assert again.round.events == table.round.events
    again.do(SubmitAnswer(again.round.spot(again.round.ask.spot).bettor, again.round.ask.spot, None, "fold"))
    assert again.round.done


# -- full tables -------------------------------------------------------------------------------------------------------

FULL = [game for game in cardroom.all_games() if game.rules.poker]


@pytest.mark.parametrize("game", FULL, ids=lambda game: f"{game.slug}-{game.rules.rules}")
def test_a_full_table_has_cards_for_all_to_the_end(game):
    """All players stay and draw as often as possible. Cards are reshuffled or shared, and none is in two hands."""
    seats = game.rules.seats.most
    for seed in range(3):
        round = game.round(dict.fromkeys(range(1, seats + 1), 50_000), seed=seed)
        while not round.done:
            options = {option.action: option for option in round.ask.options}
            choice = next(
                each for each in ("discard", "expose", "bring-in", "call", "check", "show", "post") if each in options
            )
            value = None
            if choice == "discard":
                value = options["discard"].cards[: options["discard"].most]
            round.answer(round.ask.spot, choice, value)
            held = [card for cards in round.cards.hands.values() for card in cards]
            assert len(held) == len(set(held))
        hands = {len(round.cards.hand(str(seat))) for seat in range(1, seats + 1)}
        assert len(hands) == 1
        poker = game.rules.poker
        shared = len(round.cards.hand(BOARD)) if poker.streets else 0
        assert hands == {poker.kept if poker.hole else sum(map(len, poker.streets)) - shared}
        assert sum(round.net.values()) == 0


def test_a_full_table_of_draw_poker_shuffles_again_and_says_so():
    round = cardroom.game("2-7-triple-draw").round(dict.fromkeys(range(1, 7), 50_000), seed=1)
    while not round.done:
        options = {option.action: option for option in round.ask.options}
        cards = options["discard"].cards if "discard" in options else None
        choice = next(each for each in ("discard", "call", "check", "show") if each in options)
        round.answer(round.ask.spot, choice, cards)
    assert sum(isinstance(event, Said) and "shuffled again" in event.text for event in round.events) >= 2
