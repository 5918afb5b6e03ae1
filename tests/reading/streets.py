"""Poker up to the showdown: antes, blinds, bring-in, dealing, burns, betting, discards and draws, each in a hand."""

import itertools
from types import SimpleNamespace
from typing import Any

from cardroom.cards import UNKNOWN, parse
from cardroom.cards.shuffle import Shuffle
from cardroom.games.poker.seating import Seating, next_button
from cardroom.play import Spot
from cardroom.play.round.events import Acted, Dealt, Marked, Moved, Rolled, Transfer, Turned
from cardroom.play.round.view import seen_by
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.streets import street
from reading.case import Fact, Reading, compares, told
from reading.films import (
    HIGHER,
    LOWER,
    Film,
    Question,
    drawing,
    film_of,
    filmed,
    folding,
    owners,
    raising,
    raising_in,
    shown,
    stakes,
)
from support.deals import people

POKER = "poker"


def option_names(questions: list[Question]) -> set[str]:
    """The actions offered."""
    return {action for each in questions for action in each.options}


def first_deal(film: Film) -> int:
    """Where the first card of a hand is dealt."""
    return film.at(lambda each: isinstance(each, Dealt) and each.place.kind == "hand")[0]


def opener(film: Film) -> str:
    """Who has to put in the bring-in."""
    return next(each.spot for each in film.questions(1) if "bring-in" in each.options)


def left_of(spot: str, seats: int = 4) -> str:
    """The next seat clockwise."""
    return str(int(spot) % seats + 1)


# -- antes and blinds ------------------------------------------------------------------------------------------------


@compares("ante.required", family=POKER)
def ante_required(reading: Reading, fact: Fact) -> Any:
    return {each.spot for each in shown(reading.name).moved("ante")} == set("1234")


@compares("ante.sit-out", words={"no ante, not dealt in": True}, family=POKER)
def no_ante_no_cards(reading: Reading, fact: Fact) -> Any:
    film = film_of(reading, seats=(1, 3, 4))
    return {each.spot for each in film.moved("ante")} == set(owners(film.dealt("hand"))) == {"1", "3", "4"}


@compares("ante.size", words={"predetermined": True}, family=POKER)
def ante_size(reading: Reading, fact: Fact) -> Any:
    film = film_of(reading, antes="$2")
    return {each.amount for each in film.moved("ante")} == {200}


@compares(
    "ante.when", words={"before players receive cards": True, "before the start of the round": True}, family=POKER
)
def ante_when(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    return max(film.at(lambda each: isinstance(each, Transfer) and each.cause == "ante")) < first_deal(film)


@compares("ante.where", words={"center of the table, the pot": "pot"}, family=POKER)
def ante_where(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    before = [each for each in film[: first_deal(film)] if isinstance(each, Transfer) and each.cause == "gathered"]
    (place,) = {each.payee.kind for each in before}
    return place


def posts(film: Film) -> list[Transfer]:
    """The blinds: bets before the first card."""
    return [each for each in film[: first_deal(film)] if isinstance(each, Transfer) and each.cause == "bet"]


@compares("blinds.count", family=POKER)
def blinds_count(reading: Reading, fact: Fact) -> Any:
    return len(posts(shown(reading.name)))


@compares(
    "blinds.small",
    "blinds.big",
    words={"player immediately left of the dealer button": "1", "player immediately left of the small blind": "2"},
    family=POKER,
)
def blinds_seats(reading: Reading, fact: Fact) -> Any:
    small, big = posts(shown(reading.name))
    assert 2 * small.amount == big.amount == LOWER
    return big.spot if fact.id == "blinds.big" else small.spot


@compares(
    "blinds.middle",
    "blinds.big.with-middle",
    "blinds.third-allowed",
    words={
        "player immediately left of the small blind, when the structure has three blinds": "2",
        "player immediately left of the middle blind": "3",
    },
    family=POKER,
)
def three_blinds(reading: Reading, fact: Fact) -> Any:
    small, middle, big = posts(
        film_of(reading, limit="no" if reading.slug != "pot-limit-omaha-8" else "pot", stakes="$1/$2/$4")
    )
    assert (small.spot, small.amount < middle.amount < big.amount) == ("1", True)
    return {"blinds.middle": middle.spot, "blinds.big.with-middle": big.spot, "blinds.third-allowed": True}[fact.id]


@compares("blinds.discs", words=set, looks_at="page", family=POKER)
def blind_discs(reading: Reading, fact: Fact) -> Any:
    return {name for name in ("small blind", "big blind") if told(reading, name)}


@compares("blinds.mandatory", family=POKER)
def blinds_mandatory(reading: Reading, fact: Fact) -> Any:
    """Nobody is asked before the blinds are in."""
    film = shown(reading.name)
    return not any(isinstance(each, Question) for each in film[: first_deal(film)])


@compares("blinds.posted", words={"before cards are dealt, into the pot": True}, family=POKER)
def blinds_posted(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name, "folding")
    (win,) = film.moved("pot")
    return len(posts(film)) == 2 and win.amount + sum(each.amount for each in film.moved("uncalled")) == 600


@compares("blinds.size", words={"predetermined": True, "predetermined from the posted table limit": True}, family=POKER)
def blinds_size(reading: Reading, fact: Fact) -> Any:
    other = posts(film_of(reading, stakes="$10-$20" if stakes(reading)["limit"] == "fixed" else "$5/$10"))
    return [each.amount for each in other] == [500, 1000]


def next_hand(reading: Reading) -> tuple[Film, Film]:
    """Two hands after each other."""
    game = reading.game_with(**stakes(reading))
    spots, stacks = people((1, 2, 3, 4), 100_000)
    first = game.round(spots, stacks, seed=1, carry={"own": {"button": 4, "stays": True}})
    film = filmed(first)
    return film, filmed(game.round(spots, stacks, seed=2, carry=first.carry))


@compares(
    "blinds.rotation",
    "button.rotation",
    words={"clockwise after each round of play": ("4", "1"), "clockwise after each hand": ("4", "1")},
    family=POKER,
)
def rotation(reading: Reading, fact: Fact) -> Any:
    films = next_hand(reading)
    if fact.id == "blinds.rotation":
        assert [[each.spot for each in posts(film)] for film in films] == [["1", "2"], ["2", "3"]]
    return tuple(str(mark.seat) for film in films for mark in film.events(Marked) if mark.marker == "button")


# -- the button ------------------------------------------------------------------------------------------------------


@compares("button.used", family=POKER)
def button_used(reading: Reading, fact: Fact) -> Any:
    return any(mark.marker == "button" for mark in shown(reading.name).events(Marked))


@compares("button.dealt-last", family=POKER)
def button_dealt_last(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    (button,) = (str(mark.seat) for mark in film.events(Marked) if mark.marker == "button")
    return owners(film.dealt("hand"))[3] == button


@compares("button.label", words={"dealer": "button", "dealer button": "button"}, family=(POKER, "chinese"))
def button_label(reading: Reading, fact: Fact) -> Any:
    return next(mark.marker for mark in first_hand(reading).events(Marked))


def first_hand(reading: Reading, deck: str = "") -> Film:
    """The first hand of a table, at which the button is found."""
    game = reading.game_with() if reading.family == "chinese" else reading.game_with(**stakes(reading))
    spots, stacks = people((1, 2, 3), 100_000)
    shuffle = game.shuffle(seed=1)
    if deck:
        cards = parse(deck)
        shuffle = Shuffle.given([*cards, *(card for card in shuffle.order if card not in cards)])
    round = game.round(spots, stacks, shuffle=shuffle)
    if reading.family == "chinese":
        return Film(round.events)
    return filmed(round)


def drawn(reading: Reading) -> tuple[tuple[int, ...], str]:
    """The cards drawn for the button, and the seat that gets it."""
    film = first_hand(reading)
    (roll,) = film.events(Rolled)
    return roll.numbers, str(next(mark.seat for mark in film.events(Marked)))


@compares(
    "button.first.method",
    words={
        "one card face-up to every player": True,
        "deck spread without its top and bottom card; every player draws one, in no order": True,
    },
    family=POKER,
)
def first_button(reading: Reading, fact: Fact) -> Any:
    """Everybody sees one card for each player."""
    cards, _ = drawn(reading)
    if "spread" in str(fact.value):
        assert told(reading, "spread")
    return len(set(cards)) == 3


@compares(
    "button.first.who",
    words={"highest ranked card": "highest", "player left of the house dealer receives both buttons": "both to seat 1"},
    family=(POKER, "chinese"),
)
def first_button_seat(reading: Reading, fact: Fact) -> Any:
    if reading.family == "chinese":
        marks = [(mark.marker, mark.seat) for mark in first_hand(reading).events(Marked)]
        return "both to seat 1" if marks == [("button", 1), ("action button", 1)] else marks
    order = next(each.value for each in reading.fact if each.id == "cards.rank-order")
    ranks, best = [each.replace("10", "T") for each in order], []
    while ranks:
        best.append(button_of(reading, " ".join(f"{each}c" for each in ranks))[0])
        ranks.remove(best[-1])
    return "highest" if best == [each.replace("10", "T") for each in order] else f"highest, {best[0]} first"


@compares("button.first.tie", family=POKER)
def first_button_tie(reading: Reading, fact: Fact) -> Any:
    """The suits in the order in which equal cards win the button."""
    cards, order = ["Kc", "Kd", "Kh", "Ks"], []
    while cards:
        order.append(button_of(reading, " ".join(cards)))
        cards.remove(order[-1])
    return [{"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}[card[1]] for card in order]


def button_of(reading: Reading, cards: str) -> str:
    """Which of these cards, one for each player, wins the first button."""
    names = cards.split()
    given = tuple(card + 1 for card in parse(cards))
    round = SimpleNamespace(
        rules=reading.rules,
        carry=SimpleNamespace(own=Seating()),
        carried=SimpleNamespace(own=Seating()),
        cards=SimpleNamespace(roll=lambda *_, **__: given),
        mark=lambda *_: None,
    )
    able = [Spot.at(seat) for seat in range(1, len(names) + 1)]
    return names[next_button(round, able) - 1]


@compares("button.first.deal-starts", words={"immediate left of the house dealer, clockwise": True}, family=POKER)
def first_button_deal(reading: Reading, fact: Fact) -> Any:
    """The first card drawn is that of the first seat at the left of the house dealer."""
    return button_of(reading, "Kd 5s Jc") == "Kd" and button_of(reading, "5s Jc Kd") == "Kd"


@compares(
    "button.first.cards-after",
    words={"collected and reshuffled": 52, "collected": 41, "back into the deck, electronically shuffled": 52},
    family=POKER,
)
def cards_after_button(reading: Reading, fact: Fact) -> Any:
    """The hand is dealt from the whole deck, although everybody got a card before."""
    drawn(reading)
    return len(reading.game_with().shuffle(seed=1).order)


@compares("button.last-action", words={"all rounds except the first": True}, family=POKER)
def button_acts_last(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    last = [film.questions(number)[-1].spot for number in range(1, film.rounds + 1)]
    return last[0] == "2" and set(last[1:]) == {"4"}


@compares("button.sets-action", family=POKER)
def button_sets_action(reading: Reading, fact: Fact) -> Any:
    """Whether moving the button moves the first action: with the same cards to the same seats it does not."""
    deck = "Kc 2d 3h 4s 5c 6d 7h 2s"
    spots = []
    for button in (4, 2):
        order = deck.split() if button == 4 else [deck.split()[place] for place in (2, 3, 0, 1, 6, 7, 4, 5)]
        film = film_of(reading, deck=order, carry={"own": {"button": button, "stays": True}})
        spots.append(opener(film))
    return spots[0] != spots[1]


@compares("betting.round1.first", words={"left of the big blind": "3", "left of the bring-in": "next"}, family=POKER)
def first_to_act(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    first, *_ = film.questions(1, opening=False)
    if any("bring-in" in each.options for each in film.questions(1)):
        return "next" if first.spot == left_of(opener(film)) else first.spot
    return first.spot


@compares("betting.round1.last-action", words={"big blind": "2"}, family=POKER)
def last_to_act(reading: Reading, fact: Fact) -> Any:
    return shown(reading.name).questions(1)[-1].spot


SEEN = {
    # what the options of a reading are called in the product
    "call the big blind": "call",
    "call the bring-in": "call",
    "call a raise": "call",
    "re-raise": "raise",
    "raise or complete": "raise",
    "big blind check": "check",
    "big blind raise": "raise",
    "bring-in check": "check",
    "bet the larger limit": "bet",
}


@compares(
    "betting.round1.options",
    "betting.later.options",
    words=lambda value: {SEEN.get(each, each) for each in value},
    family=POKER,
)
def options(reading: Reading, fact: Fact) -> Any:
    """Every option that was offered in two hands, one quiet and one with all raises."""
    films = shown(reading.name), shown(reading.name, "raising")
    numbers = (1,) if "round1" in fact.id else range(2, films[0].rounds + 1)
    found = [film.questions(number, opening=False) for film in films for number in numbers]
    return set().union(*map(option_names, found))


@compares(
    "betting.round1.call",
    words={
        "equals big blind": LOWER,
        "equals the bring-in": "bring-in",
        "equals the bring-in or the last wager": "bring-in",
    },
    family=POKER,
)
def call_amount(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    bets = list(film.moved("bet"))
    end = film.at(
        lambda each: isinstance(each, Transfer) and each.cause == "gathered" and film.index(each) > film.index(bets[0])
    )[0]
    round1 = [each for each in film[:end] if isinstance(each, Transfer) and each.cause == "bet"]
    totals = {spot: sum(each.amount for each in round1 if each.spot == spot) for spot in "1234"}
    (amount,) = set(totals.values())
    if any("bring-in" in each.options for each in film.questions(1)):
        raised = shown(reading.name, "raising").questions(1)
        assert any(each.answer == "raise" for each in raised)
        return "bring-in" if amount == next(each.amount for each in round1) else amount
    return amount


@compares(
    "betting.round1.raise",
    words={
        "big blind plus an additional amount within the posted table limit": LOWER,
        "bring-in plus the lower table limit": LOWER,
        "bring-in plus an additional amount within the lower table limit": LOWER,
    },
    family=POKER,
)
def raise_amount(reading: Reading, fact: Fact) -> Any:
    """What the first raise puts on top of the big blind or the bring-in."""
    first = next(each for each in shown(reading.name).questions(1, opening=False) if "raise" in each.options)
    assert stakes(reading)["limit"] == "pot" or first.options["raise"].least == first.options["raise"].most
    return first.options["raise"].least - LOWER


@compares(
    "betting.reraise",
    words={"larger than the raise, within the posted table limit": True, "equals the lower table limit": LOWER},
    family=POKER,
)
def reraise(reading: Reading, fact: Fact) -> Any:
    raises = [
        each.options["raise"].least for each in shown(reading.name, "raising").questions(1) if each.answer == "raise"
    ]
    steps = {later - earlier for earlier, later in itertools.pairwise(raises)}
    if reading.slug == "badugi":
        return min(steps) > 0
    (step,) = steps
    return step


@compares(
    "betting.big-blind-check",
    words={"if no player has raised": True, "when all others called and nobody raised": True, "allowed": True},
    family=POKER,
)
def big_blind_check(reading: Reading, fact: Fact) -> Any:
    """The big blind checks when all have called, and cannot after a raise."""
    quiet = shown(reading.name).questions(1)[-1]
    raised = [each for each in shown(reading.name, "raising").questions(1) if each.spot == "2"]
    assert not any("check" in each.options for each in raised)
    return quiet.spot == "2" and "check" in quiet.options


@compares(
    "betting.bring-in-check",
    words={
        "first round: only the player that placed the bring-in": True,
        "allowed when nobody raised; else call, raise or re-raise unless capped": True,
        "only when all others called and nobody raised": True,
    },
    family=POKER,
)
def bring_in_check(reading: Reading, fact: Fact) -> Any:
    quiet, raised = shown(reading.name), shown(reading.name, "raising")
    assert not any("check" in each.options for each in raised.questions(1))
    return {each.spot for each in quiet.questions(1) if "check" in each.options} == {opener(quiet)}


@compares(
    "betting.check",
    "betting.check-after-raise",
    words={"only if no other player has raised": False, "only if no other player has bet or raised": False},
    family=POKER,
)
def check_after_bet(reading: Reading, fact: Fact) -> Any:
    """Whether somebody may check after a bet, or after a raise, in any round."""
    film = shown(reading.name, "raising")
    late = [
        each
        for number in range(1, film.rounds + 1)
        for each in after(film.questions(number), "bet" if number > 1 and fact.id == "betting.check" else "raise")
    ]
    assert late
    return any("check" in each.options for each in late)


def after(questions: list[Question], action: str) -> list[Question]:
    """The questions after the first answer of this kind."""
    places = [place for place, each in enumerate(questions) if each.answer == action]
    return questions[places[0] + 1 :] if places else []


@compares("betting.later.bet", words={"according to the established table limits": True}, family=POKER)
def later_bets(reading: Reading, fact: Fact) -> Any:
    """Every bet and raise step of the later rounds is one of the two limits."""
    film = shown(reading.name)
    amounts = {
        amount
        for number in range(2, film.rounds + 1)
        for each in film.questions(number)
        if "bet" in each.options
        for amount in (each.options["bet"].least, each.options["bet"].most)
    }
    if stakes(reading)["limit"] == "pot":
        return amounts >= {LOWER}
    return amounts <= {LOWER, HIGHER} and HIGHER in amounts


@compares(
    "betting.round1.limit",
    "betting.round2.limit",
    "betting.round3.limit",
    "betting.round4.limit",
    "betting.round5.limit",
    "betting.round2.raise",
    words={"lower": LOWER, "higher": HIGHER, "equals the lower table limit": LOWER},
    family=POKER,
)
def limit_of_round(reading: Reading, fact: Fact) -> Any:
    """The step of a bet and of a raise in a betting round."""
    number = int(fact.id.split(".")[1][-1])
    film = shown(reading.name, "raising")
    (first, *more) = [
        each.options[each.answer].least for each in film.questions(number) if each.answer in ("bet", "raise")
    ]
    steps = {later - earlier for earlier, later in zip([first, *more], more, strict=False)}
    if fact.id.endswith("limit") and number > 1:
        steps.add(first)
    (step,) = steps
    return step


PAIR = "2c 3d 9h  Ac 4d 5s  6c 7d 8d  Jc Qd Tc"
"""Three cards each; the second player's five is paired on fourth street."""


PAIR_STARTS = (
    "player with a pair showing starts and may bet the lower or the higher limit; "
    "the table uses that limit for the round"
)


@compares(
    "betting.round2.pair-option",
    "betting.round2.pair-option.later-rounds",
    words={
        PAIR_STARTS: ["2", LOWER, HIGHER, LOWER, HIGHER],
        "limits unchanged": [HIGHER, HIGHER, HIGHER],
    },
    family=POKER,
)
def open_pair(reading: Reading, fact: Fact) -> Any:
    """Fourth street with an open pair: who starts, the bets that are offered, and the raise over each of them."""
    films = [
        film_of(reading, betting_in_round_two(amount), cards=PAIR + " xx xx 5h xx xx") for amount in (LOWER, HIGHER)
    ]
    if fact.id.endswith("later-rounds"):
        return [film.questions(number)[0].options["bet"].least for film in films[1:] for number in (3, 4, 5)]
    start = films[0].questions(2)[0]
    raises = [next(each for each in film.questions(2) if "raise" in each.options) for film in films]
    over = [each.options["raise"].least - amount for each, amount in zip(raises, (LOWER, HIGHER), strict=True)]
    return [start.spot, start.options["bet"].least, start.options["bet"].most, *over]


def betting_in_round_two(amount: int) -> Any:
    """Bet this amount on fourth street."""
    return lambda spot, options, betting: ("bet", amount) if betting == 2 and "bet" in options else None


@compares("betting.rounds", family=POKER)
def betting_rounds(reading: Reading, fact: Fact) -> Any:
    return shown(reading.name).rounds


@compares("betting.round-names", looks_at="page", family=POKER)
def street_names(reading: Reading, fact: Fact) -> Any:
    """The page with the table names the street."""
    game = reading.game_with(**stakes(reading))
    spots, stacks = people((1, 2), 100_000)
    round = game.round(spots, stacks, seed=1)
    names = []
    while not round.done:
        if (now := street(IndexedView(round.view())).lower()) not in names:
            names.append(now)
        round.answer(
            round.ask.spot,
            next(each.action for each in round.ask.options if each.action in ("check", "call", "bring-in")),
        )
    return names


@compares("betting.wagers-to-pot", words={"after every betting round": True}, family=POKER)
def wagers_to_pot(reading: Reading, fact: Fact) -> Any:
    """Bets are pulled in before the next card and the next betting round."""
    film = shown(reading.name, "raising")
    for number in range(1, film.rounds + 1):
        last = film.index(film.questions(number)[-1])
        rest = list(film[last + 1 :])
        until = next((place for place, each in enumerate(rest) if isinstance(each, Dealt | Question)), len(rest))
        now = {each.spot for each in rest[:until] if isinstance(each, Transfer) and each.cause == "gathered"}
        if now != set("1234"):
            return False
    return True


@compares("betting.raise-cap", family=POKER)
def raise_cap(reading: Reading, fact: Fact) -> Any:
    """Raises of four players who raise whenever they may, in every betting round."""
    film = shown(reading.name, "raising")
    (most,) = {sum(each.answer == "raise" for each in film.questions(number)) for number in range(1, film.rounds + 1)}
    return most


@compares("betting.raise-cap.heads-up", words={"no limit": "chips"}, family=POKER)
def heads_up_cap(reading: Reading, fact: Fact) -> Any:
    """Two players raise until one is all-in."""
    film = film_of(reading, raising_least, (1, 2), stack=20_000)
    return "chips" if sum(each.answer == "raise" for each in film.questions(1)) > 10 else "capped"


def raising_least(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Raise by the least amount, until nobody can."""
    return ("raise", options["raise"].least) if "raise" in options else None


@compares(
    "betting.no-limit.raise",
    "betting.no-limit.reraise",
    "betting.no-limit.raise-cap",
    words={
        "at least the bring-in, up to all chips on the table": ["bring-in", "all"],
        "at least the previous raise": True,
        "no limit, whatever the number of players": True,
    },
    family=POKER,
)
def no_limit(reading: Reading, fact: Fact) -> Any:
    if fact.id.endswith("cap"):
        film = film_of(reading, raising_in(1), limit="no", stakes="$1/$2", stack=100_000)
        return sum(each.answer == "raise" for each in film.questions(1)) > 10
    film = film_of(reading, raise_by(900), limit="no", stakes="$1/$2")
    first, second = [each for each in film.questions(1) if "raise" in each.options][:2]
    opened = next(each.amount for each in film.moved("bet"))
    if fact.id.endswith(".raise"):
        stack = 100_000 - film.moved("ante")[0].amount
        least, most = first.options["raise"].least - opened, first.options["raise"].most
        return ["bring-in" if least == opened else least, "all" if most == stack else most]
    return second.options["raise"].least - (opened + 900) == 900


def raise_by(cents: int) -> Any:
    """One raise of so much more than the least bet, in the first round."""
    done: list[str] = []

    def wish(spot: str, options: dict[str, Any], betting: int) -> Any:
        if "raise" in options and not done:
            done.append(spot)
            opened = options["call"].amount
            return "raise", opened + cents
        return None

    return wish


@compares(
    "betting.pot-limit",
    "betting.pot-limit.raise-cap-applies",
    "betting.pot-limit.rounds",
    words={"all bets and raises capped at the size of the current pot": True},
    family=POKER,
)
def pot_limit(reading: Reading, fact: Fact) -> Any:
    """Every bet is at most the pot, every raise at most what the pot is after the call."""
    film = film_of(reading, raising, limit="pot", stakes="$1/$2", stack=10_000_000)
    if fact.id.endswith("applies"):
        return {sum(each.answer == "raise" for each in film.questions(number)) for number in range(1, 5)} == {3}
    capped = []
    pot, fronts, number = 0, dict.fromkeys("1234", 0), 1
    right: dict[int, bool] = {}
    for each in film:
        if isinstance(each, Transfer) and each.cause == "bet":
            fronts[each.spot] += each.amount
        elif isinstance(each, Transfer) and each.cause == "gathered":
            pot += each.amount
            fronts[each.spot] = 0
        elif isinstance(each, Question) and each.betting:
            number, high = each.betting, max(fronts.values())
            call = high - fronts[each.spot]
            amount = each.options.get("raise") or each.options.get("bet")
            if amount:
                right[number] = right.get(number, True) and amount.most == high + pot + sum(fronts.values()) + call
    capped = [number for number, good in right.items() if good]
    return capped if fact.id.endswith("rounds") else len(capped) == 4


BEST_SHOWING = "Kc Kd 9h  Ac Ad 4s  6c 7d Ts  Jc Qd 8h"
"""The third player's ten is the highest door card, the second's four the lowest."""


@compares(
    "betting.later.first",
    words={
        "first active player left of the dealer button": ["2", "2"],
        "highest ranked face-up cards": ["3", "2"],
        "highest ranked face-up cards by the Razz chart (best low showing)": ["2", "4"],
        "highest ranked face-up cards; when equal, closest to the left of the dealer button": ["3", "2"],
    },
    family=POKER,
)
def later_first(reading: Reading, fact: Fact) -> Any:
    """The first player of the second and of the third round. With a button, the player at its left has folded."""
    if reading.rules.poker.structure != "stud":
        film = film_of(reading, folding("1"))
        return [film.questions(2)[0].spot, film.questions(film.rounds)[0].spot]
    if reading.slug == "mexican-poker":  # up cards Q, 4, K, 5; then 2, 4 (a pair), 2, 2
        film = film_of(reading, deck="Qc 4d Ks 5h  6c 6d 6h 6s xx 2c 4h 2d 2h")
        tied = film_of(reading, deck="Qc 4d Ks 5h  6c 6d 6h 6s xx 2c Kh 2d 2h")
        equal = film_of(reading, deck="Qc Kd Ks 5h  6c 6d 6h 6s xx 2c 2s 2d 2h")
        assert equal.questions(2)[0].spot == "2"
        assert tied.questions(2)[0].spot in "23"
        pair = film.questions(2)[0].spot
        high = film_of(reading, deck="Qc 4d Ks 5h  6c 6d 6h 6s xx 2c 3h 3d 2h").questions(2)[0].spot
        return [high, pair]
    film = film_of(reading, cards=BEST_SHOWING + " xx 2c 4h 3d 5s")
    low = film_of(reading, cards=BEST_SHOWING + " xx 2c 3h 3d 5s")
    if reading.slug == "razz":
        pair = film_of(reading, cards=BEST_SHOWING + " xx 9c 4h Td 2s")
        return [low.questions(2)[0].spot, pair.questions(2)[0].spot]
    return [low.questions(2)[0].spot, film.questions(2)[0].spot]


# -- the bring-in ----------------------------------------------------------------------------------------------------

TIE = "Kc Kd 4h  Ac Ad 4s  6c 7d 4c  Jc Qd 8h"
"""The first three door cards are fours."""


@compares(
    "bring-in.who",
    "bring-in.tie",
    "bring-in.suit-order",
    words={
        "lowest face-up card": "lowest",
        "highest ranked door card, ties by suit": "highest",
        "highest face-up card, clockwise of the dealer button": "highest",
        "by suit": "by suit",
        "by suit, spades highest": "spades open",
        "first player to receive the card": "first dealt",
    },
    family=POKER,
)
def bring_in(reading: Reading, fact: Fact) -> Any:
    if reading.slug == "mexican-poker":
        tied = film_of(reading, deck="Qc Kd Ks 5h 6c 6d 6h 6s")
        return (
            "first dealt"
            if fact.id.endswith("tie") and opener(tied) == "2"
            else "highest"
            if opener(film_of(reading, deck="Qc 2d Ks 5h 6c 6d 6h 6s")) == "3"
            else "other"
        )
    if fact.id.endswith("who"):
        if reading.slug == "razz":
            aces = film_of(reading, cards="2c 3d Ah  4c 5d Ks  6c 7d Ts  Jc Qd 8h")
            return {"1": "highest", "2": "highest, with the ace low"}.get(opener(aces), "other")
        return {"2": "lowest", "3": "highest"}.get(opener(film_of(reading, cards=BEST_SHOWING)), "other")
    suits, order = ["c", "d", "h", "s"], []
    rank = "K" if reading.slug == "razz" else "4"
    while len(suits) > 1:
        others = " ".join(
            f"{a} {b} {rank}{suit}"
            for (a, b), suit in zip((("6c", "6d"), ("7c", "7d"), ("8c", "8d"), ("9c", "9d")), suits, strict=False)
        )
        seats = tuple(range(1, len(suits) + 1))
        order.append(suits.pop(int(opener(film_of(reading, seats=seats, cards=others))) - 1))
    order += suits
    names = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    found = [names[each] for each in (order if reading.slug == "razz" else order[::-1])]
    if fact.id.endswith("suit-order"):
        return found
    return ("spades open" if order[0] == "s" else "clubs open") if reading.slug == "razz" else "by suit"


@compares(
    "bring-in.amount",
    words={
        "equals the lower table limit": [LOWER],
        "at least the lower table limit": [LOWER, HIGHER],
        "predetermined, or a wager equal to the smaller table limit": [100, LOWER],
    },
    family=POKER,
)
def bring_in_amount(reading: Reading, fact: Fact) -> Any:
    """What the opener may put in: the bring-in, and the opening bet."""
    question = next(each for each in shown(reading.name).questions(1) if "bring-in" in each.options)
    amounts = [question.options["bring-in"].amount]
    return amounts + ([question.options["bet"].least] if "bet" in question.options else [])


@compares("bring-in.full-bet-option", family=POKER)
def full_bet(reading: Reading, fact: Fact) -> Any:
    return any("bring-in" in each.options and "bet" in each.options for each in shown(reading.name).questions(1))


@compares(
    "bring-in.complete",
    "bring-in.complete-is-raise",
    "bring-in.example",
    words={
        "wager that with the bring-in equals the smaller table limit; the only raise over a bare bring-in": [
            LOWER,
            LOWER,
        ]
    },
    family=POKER,
)
def complete(reading: Reading, fact: Fact) -> Any:
    """The wager over a bare bring-in, and whether it counts as one of three raises."""
    film = shown(reading.name)
    first = next(each for each in film.questions(1, opening=False))
    if fact.id.endswith("complete"):
        return [first.options["raise"].least, first.options["raise"].most]
    if fact.id.endswith("example"):
        opened = next(each.amount for each in film.moved("bet"))
        least, most = reading.game_with(**stakes(reading)).rules.house("stakes").split("-")
        return {
            "bring-in": f"${opened // 100}",
            "limit": f"{least}-{most}",
            "complete-to": f"${first.options['raise'].least // 100}",
        }
    brought = film_of(reading, completing)
    raises = [each for each in brought.questions(1) if each.answer == "raise"]
    return len(raises) - 1 != 3


def completing(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Bring it in for the least, then complete and raise whenever it is allowed."""
    return "raise" if "raise" in options and betting == 1 else None


@compares("bring-in.joker", words={"face-up joker counts as an ace": True}, family=POKER)
def bring_in_joker(reading: Reading, fact: Fact) -> Any:
    """A joker opens before a king; beside an ace, the first dealt of the two opens."""
    one = opener(film_of(reading, deck="Qc Jk Ks 5h 6c 6d 6h 6s"))
    two = opener(film_of(reading, deck="Qc As Jk 5h 6c 6d 6h 6s"))
    three = opener(film_of(reading, deck="Qc Jk As 5h 6c 6d 6h 6s"))
    return (one, two, three) == ("2", "2", "2")


# -- the deal --------------------------------------------------------------------------------------------------------


def hand_deals(film: Film) -> list[Dealt]:
    """The cards that players get before the first question."""
    first = film.at(lambda each: isinstance(each, Question))[0]
    return [each for each in film[:first] if isinstance(each, Dealt) and each.place.kind == "hand"]


@compares(
    "deal.first-to",
    words={
        "player left of the dealer button": "1",
        "player left of the dealer button (small blind)": "1",
        "active player left of the dealer button": "1",
        "active player left of the house dealer": "1",
        "player left of the house dealer": "1",
    },
    family=(POKER, "chinese"),
)
def dealt_first(reading: Reading, fact: Fact) -> Any:
    if reading.family == "chinese":
        return {"2": "1"}.get(owners(first_hand(reading).dealt("hand"))[0], "other")  # the button is at seat 1
    return owners(hand_deals(shown(reading.name)))[0]


@compares("deal.hole-cards", family=POKER)
def hole_cards(reading: Reading, fact: Fact) -> Any:
    (count,) = {owners(hand_deals(shown(reading.name))).count(spot) for spot in "1234"}
    return count


@compares("deal.hole-face", words={"down": True}, family=POKER)
def hole_face(reading: Reading, fact: Fact) -> Any:
    return all(len(each.to or ()) == 1 for each in hand_deals(shown(reading.name)))


def faces(deals: list[Dealt], spot: str) -> list[str]:
    """How a player's cards came, in order."""
    return ["up" if each.to is None else "down" for each in deals if each.place.owner == spot]


@compares("deal.initial", family=(POKER, "chinese"))
def initial(reading: Reading, fact: Fact) -> Any:
    if reading.family == "chinese":
        cards = faces(first_hand(reading).dealt("hand"), "2")[:5]
    else:
        cards = faces(hand_deals(shown(reading.name)), "1")
    return {face: cards.count(face) for face in ("up", "down") if face in cards}


@compares(
    "deal.order",
    words={
        "one card at a time, clockwise": True,
        "one up, then one down, clockwise": ["up", "down"],
        "one card at a time clockwise: two down, then one up": ["down", "down", "up"],
        "one card at a time clockwise, five cards each face-up": ["up"] * 5,
    },
    family=(POKER, "chinese"),
)
def deal_order(reading: Reading, fact: Fact) -> Any:
    if reading.family == "chinese":
        deals, seats = first_hand(reading).dealt("hand")[:15], ["2", "3", "1"]
    else:
        deals, seats = hand_deals(shown(reading.name)), ["1", "2", "3", "4"]
    assert all(len(each.cards) == 1 for each in deals)
    around = owners(deals) == seats * (len(deals) // len(seats))
    return around if fact.value == "one card at a time, clockwise" else faces(deals, seats[0]) if around else "other"


@compares(
    "deal.street4",
    "deal.street5",
    "deal.street6",
    "deal.street7",
    words=lambda value: [value["face"], "1", "2"],
    family=POKER,
)
def street_deal(reading: Reading, fact: Fact) -> Any:
    """The face of a later card, and who gets it first: seat 1, or seat 2 when the first has folded."""
    place = int(fact.id[-1]) - 1
    films = shown(reading.name), film_of(reading, folding("1"), cards="2c 3d 9h  Ac 4d 8s  6c 7d Td  Jc Qd 4c")
    cards = [each for each in films[0].dealt("hand") if each.place.owner == "1"]
    found = []
    for film, who in zip(films, ("1", "2"), strict=True):
        deals = film.dealt("hand")
        later = deals[12:]
        per = 4 if who == "1" else 3
        found.append(later[(place - 3) * per].place.owner)
    return ["down" if cards[place].to else "up", *found]


@compares("deal.total", family=POKER)
def total_cards(reading: Reading, fact: Fact) -> Any:
    cards = faces(shown(reading.name).dealt("hand"), "1")
    return {face: cards.count(face) for face in ("up", "down")}


@compares("cards.up-shared", family=POKER)
def up_cards_shared(reading: Reading, fact: Fact) -> Any:
    """Whether anybody else's card, or one in the middle, is anybody's."""
    return bool(shown(reading.name).dealt("board"))


@compares("cards.suits-used-for", words=lambda value: {each.removesuffix(" tie") for each in value}, family=POKER)
def suits_used(reading: Reading, fact: Fact) -> Any:
    found = set()
    if reading.rules.poker.button and button_of(reading, "Kc Kd") == "Kd":
        found.add("dealer button")
    if bring_in(reading, Fact("bring-in.tie", "", "")) in ("by suit", "spades open"):
        found.add("bring-in")
    return found


# -- burns and the board ---------------------------------------------------------------------------------------------

BEFORE = {"community": {"b3": "flop", "b4": "turn", "b5": "river"}}


@compares("burn.before", family=POKER)
def burned_before(reading: Reading, fact: Fact) -> Any:
    """What comes after each burn."""
    film = film_of(reading, drawing(1)) if reading.rules.poker.draws else shown(reading.name)
    deals, found, board, draws = film.events(Dealt), [], 0, 0
    held = dict.fromkeys("1234", 0)
    names = {"third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7}
    for place, each in enumerate(deals):
        if each.place.kind == "burn":
            following = deals[place + 1]
            if following.place.kind == "board":
                found.append({0: "flop", 3: "turn", 4: "river"}[board])
            elif reading.rules.poker.draws:
                draws += 1
                found.append(["first draw", "second draw", "third draw"][draws - 1])
            else:
                count = held[following.place.owner] + 1
                found.append(f"{next(name for name, number in names.items() if number == count)} card")
        elif each.place.kind == "board":
            board += len(each.cards)
        else:
            held[each.place.owner] += 1
    return found


def burns(reading: Reading) -> list[Dealt]:
    """The burned cards of a hand."""
    return (film_of(reading, drawing(1)) if reading.rules.poker.draws else shown(reading.name)).dealt("burn")


@compares("burn.cards", family=POKER)
def burn_cards(reading: Reading, fact: Fact) -> Any:
    (count,) = {len(each.cards) for each in burns(reading)}
    return count


@compares("burn.exposed", family=POKER)
def burn_exposed(reading: Reading, fact: Fact) -> Any:
    return any(each.to != () for each in burns(reading))


@compares("burn.where", words={"discard pile": True, "under a chip": True}, looks_at="page", family=POKER)
def burn_where(reading: Reading, fact: Fact) -> Any:
    """A burned card stays out of play; the page says where it lies at a real table, if under a chip."""
    assert all(each.place.kind == "burn" for each in burns(reading))
    return told(reading, "chip", "burn") if fact.value == "under a chip" else told(reading, "burn")


@compares("board.flop", "board.turn", "board.river", "board.total", family=POKER)
def board(reading: Reading, fact: Fact) -> Any:
    deals = [len(each.cards) for each in shown(reading.name).dealt("board")]
    steps = [sum(deals[:3]), *deals[3:]] if len(deals) == 5 else deals
    return {"flop": steps[0], "turn": steps[1], "river": steps[2], "total": sum(steps)}[fact.id.partition(".")[2]]


@compares("board.flop.how", words={"simultaneously, face-up": [3, True]}, family=POKER)
def flop_how(reading: Reading, fact: Fact) -> Any:
    first = shown(reading.name).dealt("board")[0]
    return [len(first.cards), first.to is None]


# -- discards and draws ----------------------------------------------------------------------------------------------


def discards(film: Film) -> list[Question]:
    """The questions for discards."""
    return [each for each in film if isinstance(each, Question) and "discard" in each.options]


@compares("discard.count", "discard.hole-left", "discard.mandatory", family=POKER)
def discard_count(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    picks = [each.options["discard"] for each in discards(film)]
    (least,), (most,), (held,) = (
        {each.least for each in picks},
        {each.most for each in picks},
        {len(each.cards) for each in picks},
    )
    assert len(picks) == 4
    assert least == most
    return {
        "discard.count": most,
        "discard.hole-left": held - most,
        "discard.mandatory": least > 0 and set(discards(film)[0].options) == {"discard"},
    }[fact.id]


@compares(
    "discard.face",
    "draw.discards-to",
    words={
        "down, into the discard pile": True,
        "discard pile, before replacements are dealt": "discards, before the cards",
    },
    family=POKER,
)
def discard_face(reading: Reading, fact: Fact) -> Any:
    """Nobody sees the discards. At a draw they leave the hands before new cards come."""
    film = film_of(reading, drawing(1)) if reading.rules.poker.draws else shown(reading.name)
    moves = [each for each in film.events(Moved) if each.place.kind == "hand"]
    assert all(each.to == () for each in moves)
    (kind,) = {each.into.kind for each in moves}
    if fact.id == "discard.face":
        return kind in ("discards", "muck")
    first = film.index(next(each for each in film.events(Dealt) if film.index(each) > film.index(moves[0])))
    return f"{kind}, before the cards" if all(film.index(each) < first for each in moves[:4]) else kind


@compares(
    "discard.first",
    "draw.first-to",
    words={"first active player left of the dealer button": ["1", "2"], "player left of the dealer button": ["1", "2"]},
    family=POKER,
)
def discard_first(reading: Reading, fact: Fact) -> Any:
    """The first to discard, and when that player has folded."""
    return [discards(film)[0].spot for film in (shown(reading.name), film_of(reading, folding("1")))]


@compares(
    "discard.when",
    "draw.when",
    words={
        "after the second betting round, before the turn": [2, 3],
        "after the first betting round, before the flop": [1, 0],
        "after betting round 1": [1],
        "after betting rounds 1, 2 and 3": [1, 2, 3],
    },
    family=POKER,
)
def discard_when(reading: Reading, fact: Fact) -> Any:
    """The betting round before each discard; in pineapple, also how many cards are on the board then."""
    film = shown(reading.name)
    found, betting, cards = [], 0, 0
    for each in film:
        if isinstance(each, Question) and each.betting:
            betting = each.betting
        elif isinstance(each, Dealt) and each.place.kind == "board":
            cards += len(each.cards)
        elif isinstance(each, Question) and "discard" in each.options and each.spot == "1":
            found.append(betting)
            board = cards
    return [*found, board] if fact.id == "discard.when" else found


@compares("draw.count", "draw.discard", "draw.pat", "draw.all-four-is-fold", words={"discard none": True}, family=POKER)
def draw_count(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    mine = [each.options["discard"] for each in discards(film) if each.spot == "1"]
    match fact.id:
        case "draw.count":
            return len(mine)
        case "draw.discard":
            (least,), (most,) = {each.least for each in mine}, {each.most for each in mine}
            return {"least": least, "most": most}
        case "draw.pat":
            return film.dealt("hand")[-1] is film.dealt("hand")[15]
    everything = film_of(reading, drawing(4))
    return not any(each.spot == "1" for each in everything.questions(2))


@compares("draw.replacement", words={"as many as discarded, face-down": True}, family=POKER)
def replacement(reading: Reading, fact: Fact) -> Any:
    before = len(hand_deals(shown(reading.name)))
    for cards in (0, 2, 5):
        film = film_of(reading, drawing(cards), (1, 2))
        new = film.dealt("hand")[before // 2 :]
        if len(new) != cards * 2 * reading.rules.poker.draws or any(len(each.to or ()) != 1 for each in new):
            return False
    return True


@compares("draw.discards-collected", words={"after all replacements are dealt": True}, family=POKER)
def collected(reading: Reading, fact: Fact) -> Any:
    film = film_of(reading, drawing(1))
    last = [film.index(each) for each in film.dealt("hand")[16:20]]
    gathered = [
        film.index(each)
        for each in film.events(Moved)
        if each.place.kind == "discards" and each.into.kind == "discards"
    ]
    return min(gathered) > max(last)


@compares(
    "draw.dealer-announces",
    "draw.count-question",
    words={
        "number of cards each player discarded": True,
        "player and house dealer must answer how many were drawn until there is action after the draw": True,
    },
)
def draws_are_public(reading: Reading, fact: Fact) -> Any:
    """Everybody sees how many cards each discarded, though not which."""
    film = film_of(reading, drawing(2))
    move = next(each for each in film.events(Moved) if each.place.kind == "hand")
    hidden = seen_by(move, "bob")
    return len(hidden.cards) == 2 and set(hidden.cards) == {UNKNOWN}


@compares("draw.change-allowed", words=lambda value: [True, True], family=POKER)
def change_discards(reading: Reading, fact: Fact) -> Any:
    """A discard may be changed until the burn, and not later. Whether others' action ends it, the text leaves open."""
    round = play_to_discard(reading)
    first = round.ask.spot
    round.answer(first, "discard", "")
    changed = [each.spot for each in round.meanwhile]
    for _ in range(3):
        round.answer(round.ask.spot, "discard", "")
    return [first in changed, not round.meanwhile]


def play_to_discard(reading: Reading) -> Any:
    """A hand up to the first discard."""
    game = reading.game_with(**stakes(reading))
    spots, stacks = people((1, 2, 3, 4), 100_000)
    round = game.round(spots, stacks, seed=1, carry={"own": {"button": 4, "stays": True}})
    while "discard" not in {each.action for each in round.ask.options}:
        round.answer(
            round.ask.spot, next(each.action for each in round.ask.options if each.action in ("check", "call"))
        )
    return round


@compares(
    "expose.option",
    "expose.if-exposed",
    "expose.if-not",
    words={
        "each player may expose the down card before the third, fourth and fifth card": [3] * 4,
        "next card face-down": "down",
        "next card face-up": "up",
    },
    family=POKER,
)
def expose(reading: Reading, fact: Fact) -> Any:
    film = film_of(reading, lambda spot, options, _: "expose" if spot == "1" and "expose" in options else None)
    if fact.id == "expose.option":
        asked = [each.spot for each in film if isinstance(each, Question) and "expose" in each.options]
        assert len(film.events(Turned)) >= 3
        return [asked.count(spot) for spot in "1234"]
    (face,) = set(faces(film.dealt("hand"), "1" if fact.id.endswith("exposed") else "2")[2:])
    return face


# -- folding ---------------------------------------------------------------------------------------------------------


@compares("fold.effect", words={"out of the round of play": True}, family=POKER)
def fold_effect(reading: Reading, fact: Fact) -> Any:
    """Who folds is not asked again and wins nothing."""
    film = film_of(reading, folding("3"))
    place = next(place for place, each in enumerate(film) if isinstance(each, Question) and each.answer == "fold")
    return not any(isinstance(each, Question) and each.spot == "3" for each in film[place + 1 :]) and not any(
        each.spot == "3" for each in film.moved("pot")
    )


@compares(
    "fold.how",
    words={
        "cards face-down into the center; collected face-down into the discard pile": True,
        "cards face-down into the center; into the discard pile unexposed": True,
        "face-up card turned down with the others into the center; into the discard pile": True,
    },
    family=POKER,
)
def fold_how(reading: Reading, fact: Fact) -> Any:
    """Nothing is turned up when a player folds, and the page tells of the discards."""
    film = film_of(reading, folding("3"))
    acted = next(each for each in film.events(Acted) if each.action == "fold")
    after_fold = film[film.index(acted) :]
    return not any(isinstance(each, Turned) and each.place.owner == "3" for each in after_fold) and told(
        reading, "fold", "discard"
    )
