"""Face-Up Chinese Poker: every fact in hands that are dealt, placed and settled."""

from functools import cache
from itertools import combinations
from typing import Any

import cardroom
from cardroom.cards import parse, text
from cardroom.errors import InputError
from cardroom.money import cents
from cardroom.play import Refused, Table
from cardroom.play.round.events import Dealt, Marked, Moved, Said, Turned
from cardroom.play.table import Join, Leave, StartRound, TopUp, UseDefault
from cardroom.rankings import category, rank
from games.chinese.hands import GAME, paid, play, points, start
from reading.cards import extremes, group, name_of
from reading.case import Fact, Reading, compares
from support.deals import people

CHINESE = "chinese"
PLAIN = "8c 6d 4h / Kc Kd 9h 7s 5c / As Ad Jh Tc 2s"
"""A hand without a bonus: high card, a pair of kings, a pair of aces."""
LOWER = "7c 5d 3h / Qc Qd 9s 6s 4c / Ks Kh Ts 8h 2d"
"""One that loses every segment to it."""


@cache
def plain_round():
    """A hand of two players, of which the first wins all three segments."""
    return play({1: PLAIN, 2: LOWER}, buttons=2)


def rows_at_the_end(round: Any, spot: str) -> list[list[int]]:
    """A player's back, middle and front."""
    hands = round.cards.hands
    found = {
        place.part: cards
        for place, cards in hands.items()
        if place.owner == spot and place.part in ("back", "middle", "front")
    }
    return [list(found[part]) for part in ("back", "middle", "front")]


@cache
def dealt_in(seats: int) -> int:
    """The players who get cards, of so many who are seated."""
    game = cardroom.game(GAME)
    spots, stacks = people(range(1, seats + 1), 100_000)
    round = game.round(spots, stacks, seed=1)
    return len({each.place.owner for each in round.events if isinstance(each, Dealt)})


def net(hands: dict[int, str], seat: int = 1, **options: Any) -> int:
    """The points that a seat wins."""
    return points(play(hands, **options), seat)


@compares("points.value", words={"set by the table limit": [100, 300]}, family=CHINESE)
def point_value(reading: Reading, fact: Fact) -> Any:
    rounds = [play({1: PLAIN, 2: LOWER}, buttons=2, point=amount) for amount in ("$1", "$3")]
    return [round.net["ann"] // points(round, 1) for round in rounds]


@compares("points.per-segment", family=CHINESE)
def point_of_a_segment(reading: Reading, fact: Fact) -> Any:
    return points(plain_round(), 1) // 3


TIED = {
    1: "8c 6d 4h / Kc Kd 9h 7s 5c / As Ad Jh Tc 2s",
    2: "8d 6h 4s / Qc Qd 9s 6s 4c / Ks Kh Ts 8h 2d",
    3: "9c 7d 3h / Jc Jd 7h 6c 3s / Qs Qh 9d 5h 3d",
}
"""The first two have equal fronts."""


@compares(
    "points.tie",
    "points.tie-with-button",
    words={"push, nothing exchanged": 1, "player with both buttons wins all ties": 0},
    family=CHINESE,
)
def tied_segment(reading: Reading, fact: Fact) -> Any:
    """The second player's segments: two lost to the first, and the tied front pushed or won."""
    buttons = 2 if fact.id.endswith("button") else 3
    round = play(TIED, buttons=buttons)
    between = sum(amount if payee == 1 else -amount for payer, payee, amount in paid(round) if {payer, payee} == {1, 2})
    assert between in (1, 2)
    return between - 1


@compares("compare.order", family=CHINESE)
def compare_order(reading: Reading, fact: Fact) -> Any:
    """The pairs in the order in which they settle; position 1 has the buttons."""
    round = play(TIED, buttons=3)
    position = {3: "1", 1: "2", 2: "3"}
    pairs = [" against ".join(sorted((position[payer], position[payee]))) for payer, payee, _ in paid(round)]
    return list(dict.fromkeys(pairs))


@compares(
    "compare.position1",
    "button.action-button.role",
    words={"player with both buttons": "2", "first action and first to compare hands": "2"},
    family=CHINESE,
)
def position_one(reading: Reading, fact: Fact) -> Any:
    """Who is in every payment of the first two pairs; the action button is at the same seat."""
    round = play(TIED, buttons=2)
    pairs = list(dict.fromkeys(tuple(sorted(each[:2])) for each in paid(round)))
    (first,) = set(pairs[0]) & set(pairs[1])
    marks = {each.marker: each.seat for each in round.events if isinstance(each, Marked)}
    assert marks["action button"] == marks["button"] == first
    return str(first)


@compares("button.action-button", family=CHINESE)
def action_button(reading: Reading, fact: Fact) -> Any:
    return any(each.marker == "action button" for each in plain_round().events if isinstance(each, Marked))


@compares("button.used", family=CHINESE)
def dealer_button(reading: Reading, fact: Fact) -> Any:
    return any(each.marker == "button" for each in plain_round().events if isinstance(each, Marked))


@compares("button.rotation", words={"both clockwise after each round of play": [1, 1, 2, 2]}, family=CHINESE)
def both_rotate(reading: Reading, fact: Fact) -> Any:
    game = reading.game_with()
    spots, stacks = people((1, 2, 3), 100_000)
    first = game.round(spots, stacks, seed=1)
    while not first.done:
        first.default(first.ask.spot)
    second = game.round(spots, stacks, seed=2, carry=first.carry)
    return [
        each.seat
        for round in (first, second)
        for each in round.events
        if isinstance(each, Marked) and "button" in each.marker
    ]


# -- dealing and placing ---------------------------------------------------------------------------------------------


def deals_to(round: Any, spot: str) -> list[Dealt]:
    """What was dealt to a player."""
    return [each for each in round.events if isinstance(each, Dealt) and each.place.owner == spot]


@compares(
    "deal.later-rounds",
    "deal.next",
    "deal.until",
    words={"13 cards face-up: 3 top, 5 middle, 5 bottom": [3, 5, 5]},
    family=CHINESE,
)
def later_deals(reading: Reading, fact: Fact) -> Any:
    round = plain_round()
    if fact.id == "deal.until":
        back, middle, front = rows_at_the_end(round, "1")
        return [len(front), len(middle), len(back)]
    later = sum(len(each.cards) for each in deals_to(round, "1")) - 5
    if fact.id == "deal.later-rounds":
        return later // 3
    fresh = start({1: PLAIN, 2: LOWER}, buttons=2)
    while True:
        option = fresh.ask.options[0]
        if option.discards:
            down = [each for each in fresh.events if isinstance(each, Dealt)][-1]
            return (
                {"down": len(option.cards), "place-up": len(option.cards) - option.discards, "discard": option.discards}
                if down.to
                else {}
            )
        fresh.default(fresh.ask.spot)


@compares(
    "set.initial",
    "set.order",
    "set.moved-later",
    words={
        "any split over the three segments, at most three on top": [True, True, True, False],
        "clockwise from the left of the dealer button": ["1", "2"],
    },
    family=CHINESE,
)
def setting(reading: Reading, fact: Fact) -> Any:
    def fresh() -> Any:
        return start({1: PLAIN, 2: LOWER}, buttons=2)

    if fact.id == "set.order":
        round = fresh()
        first = round.ask.spot
        round.default(first)
        return [first, round.ask.spot]
    if fact.id == "set.initial":
        found = []
        for split in ((0, 0, 5), (0, 5, 0), (3, 1, 1), (4, 0, 1)):
            round = fresh()
            cards = list(round.ask.options[0].cards)
            value = {}
            for name, count in zip(("front", "middle", "back"), split, strict=True):
                value[name], cards = cards[:count], cards[count:]
            found.append(accepts(round, {name: each for name, each in value.items() if each}))
        return found
    round = fresh()
    before = set(round.ask.options[0].cards)
    while True:
        round.default(round.ask.spot)
        if round.ask.spot == "1":
            return bool(before & set(round.ask.options[0].cards))


def accepts(round: Any, value: Any) -> bool:
    """Whether the game takes an answer."""
    try:
        round.answer(round.ask.spot, round.ask.options[0].action, value)
    except Refused:
        return False
    return True


@compares("segments.names", "segments.sizes", words=lambda value: value, family=CHINESE)
def segments(reading: Reading, fact: Fact) -> Any:
    sizes = dict(zip(("back", "middle", "front"), map(len, rows_at_the_end(plain_round(), "1")), strict=True))
    if fact.id == "segments.sizes":
        return sizes
    return {"back": "bottom", "front": "top"} if set(sizes) == {"front", "middle", "back"} else sizes


EQUAL = "8c 6d 4h / Kc Kd 9h 7s 5c / Ks Kh 9s 7d 5d"
"""The back equals the middle."""


@compares(
    "segments.order",
    "foul.what",
    words={
        "back higher than middle, middle higher than front": [True, True, False],
        "segments not in the proper ranking order": [True, True],
    },
    family=CHINESE,
)
def foul(reading: Reading, fact: Fact) -> Any:
    """A lower back, a lower middle, and for the required order equal segments: which of them foul."""
    low_back = "8c 6d 4h / As Ad Jh Tc 2s / Kc Kd 9h 7s 5c"
    low_middle = "9c 9d 4h / 8s 8d Jh Tc 2s / Kc Kd 9h 7s 5c"
    fouls = [net({1: hand, 2: PROPER}, 1, buttons=2) == -9 for hand in (low_back, low_middle)]
    if fact.id == "foul.what":
        return fouls
    return [*fouls, not foul_of_equals()]


def foul_of_equals() -> bool:
    """Whether equal segments are a foul."""
    return net({1: EQUAL, 2: "7c 5h 3h / Th Ts 6c 8h 3d / Qc Qd 9d 6s 2d"}, 1, buttons=2) == -9


PROPER = "7c 5h 3h / Th Ts 6c 8h 3d / Qc Qd 9s 6s 4c"
FOUL = "9c 9d 4h / 8s 8d Jh Tc 2s / Kc Kd 9h 7s 5c"
FLUSH = "7c 5h 3h / Qc Qd 9s 6s 4c / Ah Qh 8h 6h 2h"
"""A flush at the back, which has a bonus of four."""
DRAGON = "2c 3d 4h / 5c 6s 7d 8h 9s / Ts Jd Qh Kh Ad"


@compares(
    "foul.penalty",
    "foul.pays-bonus",
    "foul.pays-clean-sweep",
    "foul.receives-bonus",
    words={"three points to each player for each segment": 9},
    family=CHINESE,
)
def foul_pays(reading: Reading, fact: Fact) -> Any:
    plain = -net({1: FOUL, 2: PROPER}, 1, buttons=2)
    match fact.id:
        case "foul.penalty":
            return plain
        case "foul.pays-bonus":
            return -net({1: FOUL, 2: FLUSH}, 1, buttons=2) == plain + 4
        case "foul.pays-clean-sweep":
            dragon = "Ac 2d 3h / 4c 5s 6d 7h 8c / 9s Td Js Qh Ks"
            return -net({1: FOUL, 2: dragon}, 1, buttons=2, declare=(2,)) >= 13
    with_bonus = "9c 9d 4h / 8s 8d Jh Tc 2s / Ks Js As 7s 5s"  # a flush behind
    return -net({1: with_bonus, 2: PROPER}, 1, buttons=2) != plain


# -- the front -------------------------------------------------------------------------------------------------------


@compares("front.straights-count", "front.flushes-count", family=CHINESE)
def front_counts(reading: Reading, fact: Fact) -> Any:
    hand = "4c 3d 2h" if "straights" in fact.id else "7c 5c 2c"
    return category("chinese-front", rank("chinese-front", hand)) != "high card"


@compares("front.exception", words={"Clean Sweep section": True}, family=CHINESE)
def front_exception(reading: Reading, fact: Fact) -> Any:
    """Three straights and three flushes can be declared, with a front of three."""
    return all(sweep_points(name) > 0 for name in ("three-straights", "three-flushes"))


@compares("front.hands-order", words=lambda value: [each.lower().replace("one ", "") for each in value], family=CHINESE)
def front_order(reading: Reading, fact: Fact) -> Any:
    hands = {"three of a kind": "2c 2d 2h", "pair": "2c 2d Ah", "high card": "Ac Kd Qh"}
    assert all(category("chinese-front", rank("chinese-front", cards)) == name for name, cards in hands.items())
    return sorted(hands, key=lambda name: rank("chinese-front", hands[name]), reverse=True)


@compares(
    "front.high-card",
    "front.one-pair",
    "front.three-of-a-kind",
    words=lambda value: {name: sorted(cards) for name, cards in value.items()},
    family=CHINESE,
)
def front_extremes(reading: Reading, fact: Fact) -> Any:
    best, worst = extremes("chinese-front")[name_of(fact.id.removeprefix("front."))]
    return {"highest": sorted(group(best)), "lowest": sorted(group(worst))}


# -- bonuses ---------------------------------------------------------------------------------------------------------

WORDS = {
    "2": "twos",
    "3": "threes",
    "4": "fours",
    "5": "fives",
    "6": "sixes",
    "7": "sevens",
    "8": "eights",
    "9": "nines",
    "10": "tens",
    "j": "jacks",
    "q": "queens",
    "k": "kings",
    "a": "aces",
}


@compares("bonus.top.*", "bonus.middle.*", "bonus.bottom.*", family=CHINESE, looks_at="rules")
def bonus(reading: Reading, fact: Fact) -> Any:
    _, segment, hand = fact.id.split(".")
    kind, _, of = hand.partition("-")
    if segment == "top":
        line = f"{'pair of' if kind == 'pair' else 'three'} {WORDS[of]}"
        part = "front"
    else:
        line, part = hand.replace("-", " "), {"middle": "middle", "bottom": "back"}[segment]
    paid_by = reading.rules.pay[f"bonus-{part}"].lines[line]
    return int(str(paid_by).split()[0])


FOUR = "8c 6d 4h / Jc Jd 9h 7s 5c / As Ad Ah Ac 2s"


@compares("bonus.example", "bonus.additional-to-point", "bonus.segment-must-win", family=CHINESE)
def bonus_example(reading: Reading, fact: Fact) -> Any:
    """Two segments and four of a kind behind: the points of the segments, the bonus, and all that is paid."""
    won = net({1: FOUR, 2: LOWER}, buttons=2)  # the middle is lost
    if fact.id == "bonus.additional-to-point":
        return won == 2 - 1 + 8
    if fact.id == "bonus.segment-must-win":
        kings = "8c 6d 4h / Jc Jd 9h 7s 5c / Ks Kh Kd Kc 2s"
        return net({1: kings, 2: "7c 5d 3h / Tc Td 9s 6s 4c / As Ad Ah Ac 2d"}, buttons=2) == 2 - 1 - 8
    return {"segments-won": 2, "four-of-a-kind-back": won + 1 - 2, "total": won + 1}


# -- clean sweeps ----------------------------------------------------------------------------------------------------

SWEEPS = {
    "super-dragon": "Ac 2c 3c / 4c 5c 6c 7c 8c / 9c Tc Jc Qc Kc",
    "dragon": "Ac 2d 3h / 4c 5s 6d 7h 8c / 9s Td Js Qh Ks",
    "six-pairs": "2c 2d 3h / 3c 5s 5d 7h 7c / 9s 9d Js Jh Ks",
    "three-straights": "2c 3d 4h / 4c 5s 6d 7h 8c / 9s Ts Jd Qs Kh",
    "three-flushes": "2c 5c 9c / 3d 6d 8d Td Qd / 2h 4h 8h Jh Kh",
}
OTHER = "8s 6c 4s / Qc Kd 9h 7s 5h / As Ad Jc Tc 2s"


@cache
def sweep_points(name: str, other: str = "") -> int:
    """What a declared sweep collects of one player."""
    used = set(parse(SWEEPS[name].replace("/", " ")))
    rest = [text([card]) for card in range(51, -1, -1) if card not in used]
    spare = other or junk(rest)
    round = play({1: SWEEPS[name], 2: spare}, buttons=2, declare=(1,))
    return sum(amount for payer, payee, amount in paid(round) if payee == 1)


def junk(rest: list[str]) -> str:
    """Thirteen cards that make three high-card segments in order."""
    ranks: dict[str, list[str]] = {}
    for card in rest:
        ranks.setdefault(card[0], []).append(card)
    order = [rank for rank in "AKQJT98765432" if rank in ranks]
    back = [ranks[rank].pop(0) for rank in order if ranks[rank]][:1]
    pool = [card for rank in order for card in ranks[rank]]
    for five in combinations(pool[:14], 4):
        hand = [*back, *five]
        if category("high", rank("high", " ".join(hand))) in ("high card", "pair"):
            others = [card for card in pool if card not in five]
            for middle in combinations(others[:16], 5):
                if rank("high", " ".join(middle)) < rank("high", " ".join(hand)) and category(
                    "high", rank("high", " ".join(middle))
                ) in ("high card", "pair"):
                    for front in combinations([card for card in others if card not in middle][-9:], 3):
                        if category("chinese-front", rank("chinese-front", " ".join(front))) == "high card":
                            return f"{' '.join(front)} / {' '.join(middle)} / {' '.join(hand)}"
    raise AssertionError("no plain hand is left")


@compares(
    "sweep.points",
    "sweep.super-dragon",
    "sweep.dragon",
    "sweep.six-pairs",
    "sweep.three-straights",
    "sweep.three-flushes",
    words={
        "ace (low) through king, one suit": 26,
        "ace (low) through king, any suit": 13,
        "six pairs, four of a kind counts as two pairs": 3,
        "straights in all three segments": 3,
        "suited cards in all three segments": 3,
    },
    family=CHINESE,
)
def sweeps(reading: Reading, fact: Fact) -> Any:
    name = fact.id.removeprefix("sweep.")
    if name == "points":
        return {each: sweep_points(each) for each in SWEEPS}
    if name == "six-pairs":
        quads = play(
            {1: "2c 2d 2h / 2s 5s 5d 7h 7c / 9s 9d Js Jh Ks", 2: "3s 4c 6d / Tc 9h 8c 6s 4d / Ad Qc Th 8d 3h"},
            buttons=2,
            declare=(1,),
        )
        assert [amount for payer, payee, amount in paid(quads) if payee == 1] == [3]
    return sweep_points(name)


@compares("sweep.order", words=lambda value: [each.lower() for each in value], family=CHINESE)
def sweep_order(reading: Reading, fact: Fact) -> Any:
    """By what each collects; sweeps of one value stay as the text lists them."""
    table = {"six pairs": "six-pairs"}
    names = [each.lower() for each in fact.value]
    return sorted(
        names,
        key=lambda name: -sweep_points(table.get(name.replace("6", "six"), name.replace("6", "six").replace(" ", "-"))),
    )


@compares(
    "sweep.declared",
    "sweep.two-in-one-hand",
    "sweep.compares-segments",
    "sweep.pays-bonuses-of-others",
    "sweep.higher",
    "sweep.equal",
    "sweep.paid-when",
    words={
        "after the cards are received, before the hands are compared; house dealer confirms and marks the hand": True,
        "higher value only": 26,
        "collects its full value, the lower one is not subtracted": [13],
        "push, no money between the two, both still collect from others": [0, 3, 3],
        "before regular hands are compared, from the player with both buttons clockwise": True,
    },
    family=CHINESE,
)
def sweep_rules(reading: Reading, fact: Fact) -> Any:
    match fact.id.removeprefix("sweep."):
        case "declared":
            round = play({1: SWEEPS["dragon"], 2: OTHER_OF_DRAGON}, buttons=2, declare=(1,))
            marks = [each for each in round.events if isinstance(each, Marked) and "sweep" in each.marker]
            first = next(place for place, each in enumerate(round.events) if getattr(each, "cause", "") == "points")
            return len(marks) == 1 and round.events.index(marks[0]) < first
        case "two-in-one-hand":
            return sweep_points("super-dragon")
        case "compares-segments":
            return len(paid(play({1: SWEEPS["dragon"], 2: OTHER_OF_DRAGON}, buttons=2, declare=(1,)))) > 1
        case "pays-bonuses-of-others":
            flush = "2s 4s 5h / 3c 3s 7d 8d Tc / Ah Th 8h 6h 4h"
            return any(
                payee == 2 for _, payee, _ in paid(play({1: SWEEPS["dragon"], 2: flush}, buttons=2, declare=(1,)))
            )
        case "higher":
            pairs = "2s 2h 3s / 3c 5d 5h 7d 7c / 9d 9h Jd Jh Kd"
            return [amount for _, _, amount in paid(play({1: SWEEPS["dragon"], 2: pairs}, buttons=2, declare=(1, 2)))]
        case "equal":
            pairs, straights = SWEEPS["six-pairs"], "2s 3d 4d / 4h 5c 6s 7d 8h / 9h Ts Jd Qs Kh"
            round = play(
                {1: pairs, 2: straights, 3: "4c 6c 8c / 6d 8s Tc Qc 2h / Ac Th 9c 6h 3s"}, buttons=3, declare=(1, 2)
            )
            moves = paid(round)
            return [
                sum(amount for payer, payee, amount in moves if {payer, payee} == {1, 2}),
                sum(amount for payer, payee, amount in moves if (payer, payee) == (3, 1)),
                sum(amount for payer, payee, amount in moves if (payer, payee) == (3, 2)),
            ]
    hands = {
        1: "8s 6c 4s / Qc Kd 9h 7s 5h / Ac Ad Jc Tc 2s",
        2: "8d 6h 3c / Jd Qd 9d 6s 4d / Kc Kh 7c 5c 2c",
        3: "As 2d 3h / 4c 5s 6d 7h 8c / 9s Td Js Qh Ks",
    }
    round = play(hands, buttons=1, declare=(3,))
    return [amount for _, payee, amount in paid(round)][:2] == [13, 13] and [payer for payer, _, _ in paid(round)][
        :2
    ] == [1, 2]


OTHER_OF_DRAGON = "2s 4s 6c / Qc Kd 9h 7s 5h / As Ad Jc Tc 2c"


# -- Fantasy Land ----------------------------------------------------------------------------------------------------

QUEENS = "Qc Qd 4h / Kc Kd 9h 7s 5c / As Ad Jh Tc 2s"
JACKS = "Jc Jd 4h / Kc Kd 9h 7s 5c / As Ad 8c Tc 2s"
PARTNER = "7c 5d 3h / 6d Td 9s 6s 4c / Ks Kh Ts 8h 2d"


@cache
def dreams(hand: str, **options: Any) -> bool:
    """Whether the next hand of seat 1 is in Fantasy Land."""
    round = play({1: hand, 2: PARTNER}, buttons=2, **options)
    return "ann" in round.carry.own.fantasy


@compares(
    "fantasy.trigger",
    "fantasy.when",
    words={"pair of queens or better in front without a foul": [False, True, True, False], "next hand": True},
    family=CHINESE,
)
def fantasy(reading: Reading, fact: Fact) -> Any:
    if fact.id == "fantasy.when":
        return dreams(QUEENS)
    three = "3c 3d 3s / 8c 8d 8s 7s 5c / As Ad Ah Tc 9c"
    fouled = "Qc Qd 4h / Jc 8c 9h 7s 5c / As Ad Jh Tc 2s"
    return [dreams(JACKS), dreams(QUEENS), dreams(three), dreams(fouled)]


def dreaming() -> Any:
    """A hand that seat 1 plays in Fantasy Land."""
    return start({1: QUEENS, 2: PARTNER}, buttons=2, dreaming=(1,))


@compares(
    "fantasy.cards",
    "fantasy.face",
    "fantasy.set-before",
    words={"down, until all others have set": [True, True], "before cards are dealt to the others": True},
    family=CHINESE,
)
def fantasy_deal(reading: Reading, fact: Fact) -> Any:
    round = dreaming()
    dealt = [each for each in round.events if isinstance(each, Dealt)]
    cards = sum(len(each.cards) for each in dealt)
    if fact.id == "fantasy.cards":
        return cards
    if fact.id == "fantasy.set-before":
        return {each.place.owner for each in dealt} == {"1"} and round.ask.spot == "1"
    finished = play({1: QUEENS, 2: PARTNER}, buttons=2, dreaming=(1,))
    turn = next(
        place for place, each in enumerate(finished.events) if isinstance(each, Turned) and each.place.owner == "1"
    )
    others = [
        place
        for place, each in enumerate(finished.events)
        if isinstance(each, Dealt | Moved) and each.place.owner == "2"
    ]
    return [all(each.to == ("ann",) for each in dealt), turn > max(others)]


@compares(
    "fantasy.stay.top",
    "fantasy.stay.middle",
    "fantasy.stay.bottom",
    "fantasy.stay.announce",
    words=lambda value: (
        {"Three of a Kind": [True, False], "Full House or better": [True, True, False], "player must say so": True}.get(
            value
        )
        if isinstance(value, str)
        else [True, True, True, False]
    ),
    family=CHINESE,
)
def stay(reading: Reading, fact: Fact) -> Any:
    """Hands in Fantasy Land that stay there, and the next lower one that does not."""

    def stays(hand: str) -> bool:
        return dreams(hand, dreaming=(1,))

    match fact.id.rpartition(".")[2]:
        case "announce":
            hands = {1: "2c 2h 2s / 9c 9d 9h 7s 5c / As Ad Ah Tc Th", 2: PARTNER}
            round = play(hands, buttons=2, dreaming=(1,))
            said = [each.text.lower() for each in round.events if isinstance(each, Said)]
            return any("fantasy land" in text for text in said) and "ann" in round.carry.own.fantasy
        case "top":
            return [stays("2c 2h 2s / 9c 9d 9h 7s 5c / As Ad Ah Tc Th"), stays(QUEENS)]
        case "middle":
            full, quads = "9c 9d 9h 7s 7h / As Ad Ah Tc Th", "Jc Js Jd Jh 7s / As Ad Ah Ac 2c"
            return [stays(f"Qc 8c 4h / {each}") for each in (full, quads, "9c 7h 5h 3s 2c / As Ad Ah Tc Th")]
    hands = (
        "Qd Jh 4h / As Ad 7d 7s 3s / 9c Tc Jc Qc Kc",
        "Qc Jd 4h / 9c 9d 8c 7s 5c / As Ad Ah Ac 2s",
        "Jd 2c 4h / 9c 9h 8c 7s 5c / Ac Kc Qc Jc Tc",
        "Qh Jh 4h / 9c 9h 8c 7s 5s / Ac Ad As Qc Qd",
    )
    return [stays(hand) for hand in hands]


# -- seats and stakes ------------------------------------------------------------------------------------------------


@compares(
    "seats.four.who-plays",
    "seats.fourth",
    words={
        "player with both buttons and the two players clockwise from there": ["2", "3", "4"],
        "sits out, eligible next round when the buttons rotate, or when one of the three does not participate": True,
    },
    family=CHINESE,
)
def four_seats(reading: Reading, fact: Fact) -> Any:
    game = reading.game_with()
    spots, stacks = people((1, 2, 3, 4), 100_000)
    carry = {"own": {"buttons": 1, "stacks": dict(stacks)}}
    round = game.round(spots, stacks, seed=1, carry=carry)
    owners = {each.place.owner for each in round.events if isinstance(each, Dealt)}
    marks = {each.marker: str(each.seat) for each in round.events if isinstance(each, Marked)}
    if fact.id.endswith("who-plays"):
        return sorted(owners) if marks["button"] == "2" else marks
    while not round.done:
        round.default(round.ask.spot)
    after = game.round(spots, stacks, seed=2, carry=round.carry)
    later = {each.place.owner for each in after.events if isinstance(each, Dealt)}
    three = [spot for spot in spots if spot.seat != 4]
    fewer = game.round(
        three, dict.fromkeys(("ann", "bob", "cy"), 100000), seed=1, carry={"own": {"buttons": 1, "stacks": {}}}
    )
    instead = {each.place.owner for each in fewer.events if isinstance(each, Dealt)}
    return "1" not in owners and "1" in later and "1" in instead


def bought(cents_in: int, before: int | None = None) -> bool:
    """Whether a player with these chips is dealt in, who is new or had chips before."""
    game = cardroom.game(GAME)
    spots, stacks = people((1, 2, 3), {1: cents_in, 2: 100_000, 3: 100_000})
    known = {} if before is None else {"ann": before}
    round = game.round(
        spots, stacks, seed=1, carry={"own": {"buttons": 2, "stacks": {**known, "bob": 100_000, "cy": 100_000}}}
    )
    return any(isinstance(each, Dealt) and each.place.owner == "1" for each in round.events)


@compares("stakes.buy-in-least", "stakes.round-least-points", words={"30 times the table limit": 30}, family=CHINESE)
def least_stakes(reading: Reading, fact: Fact) -> Any:
    """The fewest points with which a new player, or one who is known, is dealt in."""
    point = cents("$5")
    known = fact.id.endswith("points")
    return next(each for each in range(1, 60) if bought(each * point, each * point if known else None))


@compares(
    "stakes.table-stakes",
    "stakes.win-lose-cap",
    words={"the stack at the start of the hand": [True, True]},
    family=CHINESE,
)
def table_stakes(reading: Reading, fact: Fact) -> Any:
    """A player with nine points loses no more than these, and wins no more."""
    short = {"ann": 4_500, "bob": 100_000}
    loser = play({1: PARTNER, 2: FOUR_BIG}, buttons=2, cents={1: 4_500, 2: 100_000}, own={"stacks": short})
    winner = play({1: FOUR_BIG, 2: PARTNER}, buttons=2, cents={1: 4_500, 2: 100_000}, own={"stacks": short})
    capped = [loser.net["ann"] == -4_500, winner.net["ann"] == 4_500]
    return all(capped) if fact.id.endswith("table-stakes") else capped


FOUR_BIG = "Qc Qd 4h / Kc Kd Jh Js Jc / As Ad Ah Ac 2s"
"""Bonuses of seven, twelve and eight on top of three points."""


@compares(
    "stakes.add-during-hand",
    "stakes.remove-between-hands",
    "stakes.add-between-hands",
    words={"up to the maximum buy-in": True},
    family=CHINESE,
)
def chips_between(reading: Reading, fact: Fact) -> Any:
    if fact.id.endswith("during-hand"):
        return adds_in_mid_hand()
    if fact.id.endswith("remove-between-hands"):
        return not refuses_to_take_out()
    return not buys_beyond() and buys_up_to()


def a_table(**house: Any) -> Any:
    """A table with two players."""
    return Table(cardroom.game(GAME, **house), {"ann": 50_000, "bob": 50_000}, seed=1, name="table 1")


def tries(table: Any, command: Any) -> bool:
    """Whether a table takes a command."""
    try:
        table.do(command)
    except (InputError, ValueError):
        return False
    return True


def adds_in_mid_hand() -> bool:
    """Whether chips that are added while a hand is played count in it."""
    table = a_table()
    table.do(StartRound())
    before = dict(table.round.stacks)
    tries(table, TopUp("ann", 10_000))
    return dict(table.round.stacks) != before


def refuses_to_take_out() -> bool:
    """Whether a player who left with chips must bring all of them back."""
    table = Table(cardroom.game(GAME, maximum_buy_in="$500"), dict.fromkeys(("ann", "bob", "cy"), 40_000), seed=1)
    table.do(StartRound())
    while not table.round.done:
        table.do(UseDefault(table.round.ask.spot))
    table.finish()
    chips = table.stacks["bob"]
    table.do(Leave("bob"))
    return not tries(table, Join("bob", chips - 5_000)) and tries(table, Join("bob", chips))


def buys_up_to() -> bool:
    """Whether chips may be added up to the maximum."""
    return tries(a_table(maximum_buy_in="$1,000"), TopUp("ann", 50_000))


def buys_beyond() -> bool:
    """Whether chips may be added beyond the maximum."""
    return tries(a_table(maximum_buy_in="$1,000"), TopUp("ann", 60_000))


@compares(
    "text.rules-offered-together",
    words={"Point System, Bonus System and Clean Sweep always offered together": True},
    family=CHINESE,
    looks_at="rules",
)
def offered_together(reading: Reading, fact: Fact) -> Any:
    """Whatever switch the house turns, all three have their pay tables and none is offered by a switch."""
    names = {"points", "bonus-front", "sweep"}
    switches = [name for name, rule in reading.rules.house_rules.items() if isinstance(rule.default, bool)]
    turned = [reading.rules, *(reading.game_with(**{name: not reading.rules.house(name)}).rules for name in switches)]
    return all(names <= set(rules.pay) for rules in turned) and not reading.rules.wager
