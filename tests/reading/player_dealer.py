"""Games that a player banks: EZ Baccarat, the 21.5 games, pai gow, and what all their chapters say of the bank."""

from functools import cache
from itertools import product
from typing import Any

from cardroom.cards import RANKS, parse, text
from cardroom.games.banked.house_way import house_way
from cardroom.games.banked.pai_gow import dice_seat
from cardroom.play import DEALER, DISCARDS, Refused, Spot, hand_of
from cardroom.play.round.events import Acted, Dealt, Marked, Moved, Rolled, Settled
from cardroom.rankings.points import blackjack_total, dealt_total, is_natural
from cardroom.rulebook import RuleBookError
from cardroom.rulebook.traces import trace
from games.test_ez_baccarat import BANKER_WINS, DRAGON_7, PANDA_8, PLAYER_WINS, TIE, baccarat, cards_drawn
from games.test_ez_baccarat import result as baccarat_nets
from games.test_pai_gow import ACE_HIGH, ACE_HIGH_JOKER, LOW, PAIR, PLAIN, QUADS, dealt, envies, one
from games.test_pai_gow import play as set_hands
from games.test_pai_gow import settled as pai_gow_settled
from reading.case import SECTIONS, Fact, Reading, compares, readings, told
from reading.house_dealer import BANKED, HANDS, base_bets, played
from support import twentyone
from support.deals import moved, people

PAI_GOW, BACCARAT, TWENTYONE = "pai-gow", "baccarat", "21.5"
BANK_SEAT = 2


# -- the bank --------------------------------------------------------------------------------------------------------


def answer_plainly(round: Any, bets: dict[str, dict[str, int]], bank: int, seat: int = BANK_SEAT) -> list[str]:
    """Bank at a seat, bet, and play on without folding. Return who was offered the bank."""
    offered = []
    while not round.done:
        ask = round.ask
        options = {each.action: each for each in ask.options}
        if "bank" in options:
            offered.append(ask.spot)
            round.answer(ask.spot, *(("bank", bank) if ask.spot == str(seat) else ("pass",)))
        elif "bet" in options:
            round.answer(ask.spot, *(("bet", bets[ask.spot]) if ask.spot in bets else ("sit-out",)))
        else:
            usual = [each for each in ("stand", "house-way", "check", "take-pile-1") if each in options]
            if usual:
                round.answer(ask.spot, usual[0])
            elif "play" in options:
                value = getattr(options["play"], "least", None)
                round.answer(ask.spot, "play", *([value] if value is not None else []))
            else:
                round.answer(ask.spot, ask.options[0].action)
    return offered


def bets_of(reading: Reading, amount: int, bonus: bool = False) -> dict[str, int]:
    """The base wagers of the game, and its bonus bets."""
    if reading.slug == "ez-baccarat":
        every = ("player", "banker", "tie", "panda-8", "dragon-7")
        return dict.fromkeys(every if bonus else ("player",), amount)
    found = dict.fromkeys(base_bets(reading), amount)
    if bonus:
        found |= {
            name: 500
            for name, wager in reading.rules.wagers().items()
            if wager.needs and wager.when == "before the deal"
        }
    return found


@cache
def banked(name: str, bank: int, bet: int, seed: int, bonus: bool = False, seats: tuple[int, ...] = (1, 2, 3)) -> Any:
    """A round of three seats, of which the second banks."""
    reading = readings()[name]
    game = (
        reading.game_with(maximum="$5,000")
        if "maximum" in reading.rules.house_rules and reading.slug not in ("pure-21.5-blackjack",)
        else reading.game_with()
    )
    round = game.round(*people(seats, 1_000_000), seed=seed)
    bets = bets_of(reading, bet, bonus)
    offered = answer_plainly(round, {str(seat): bets for seat in seats if seat != BANK_SEAT}, bank)
    return round, offered


@compares(
    "bank.who",
    looks_at="behaviour",
    words={"a player (player-dealer)": "2", "the house (dealer)": "house"},
    family=(*BANKED, "dealer"),
)
def who_banks(reading: Reading, fact: Fact) -> Any:
    """The owner of the bank that the losses of a round go to."""
    if reading.rules.bank is None:
        round = played(reading, HANDS[reading.slug]["lose"])
        return moved(round, "loss")[0].payee.kind
    rounds = (banked(reading.name, 100_000, 1_000, seed)[0] for seed in range(30))
    loss = next(transfer for round in rounds for transfer in moved(round, "loss"))
    assert loss.payee.kind == "bank"
    return next(transfer.spot for transfer in moved(banked(reading.name, 100_000, 1_000, 0)[0], "bank"))


def offered_after(reading: Reading, turn: int) -> str:
    """Who is offered the bank first, after so many rounds of the player at seat 2."""
    round = reading.game_with().round(
        *people((1, 2, 3), 1_000_000), seed=1, carry={"bank": {"seat": 2, "bettor": "bob", "turn": turn}}
    )
    return round.ask.spot


@compares(
    "bank.rounds",
    "bank.move",
    words={"offered clockwise around the table": ["3", "1", "2"]},
    family=(*BANKED, "dealer"),
)
def bank_moves(reading: Reading, fact: Fact) -> Any:
    if fact.id == "bank.rounds":
        return next(turn for turn in range(1, 9) if offered_after(reading, turn) != "2")
    round = reading.game_with().round(
        *people((1, 2, 3), 1_000_000), seed=1, carry={"bank": {"seat": 2, "bettor": "bob", "turn": 2}}
    )
    offered = []
    while not round.done:
        offered.append(round.ask.spot)
        round.answer(round.ask.spot, "pass")
    return offered


def short_bank(reading: Reading) -> tuple[int, int, int]:
    """The most that a bank of $10 won and lost against two bets of $50, and what went back uncovered."""
    won = lost = back = 0
    for seed in range(14):
        round, _ = banked(reading.name, 1_000, 5_000, seed)
        net = round.net["bob"]
        won, lost = max(won, net), min(lost, net)
        back = max(back, sum(each.amount for each in moved(round, "uncovered")))
    return won, lost, back


@compares(
    "bank.max-win-or-loss",
    "bank.short",
    "bank.cover-required",
    "bank.extent",
    "bank.wager.max",
    words={
        "original amount wagered by the player-dealer": [1_000, -1_000],
        "wagers not covered are returned to the players": True,
        "payoffs only to the extent the player-dealer money covers": -1_000,
        "none": 1_000_000,
    },
    family=(*BANKED, "dealer"),
)
def bank_covers(reading: Reading, fact: Fact) -> Any:
    if fact.id == "bank.wager.max":
        round = reading.game_with().round(*people((1, 2, 3), 1_000_000), seed=1)
        return round.ask.options[0].most
    won, lost, back = short_bank(reading)
    if fact.id == "bank.max-win-or-loss":
        return [won, lost]
    if fact.id == "bank.extent":
        return lost
    return back > 0 if fact.id == "bank.short" else back == 0


@compares(
    "bank.button", words={"shows first or second turn in the bank": ["round 1 of 2", "round 2 of 2"]}, family=BANKED
)
def bank_button(reading: Reading, fact: Fact) -> Any:
    found = []
    for turn in (0, 1):
        carry = {"bank": {"seat": 2, "bettor": "bob", "turn": turn}} if turn else None
        round = reading.game_with().round(*people((1, 2, 3), 1_000_000), seed=1, carry=carry)
        answer_plainly(round, {"1": bets_of(reading, 1_000)}, 50_000)
        found += [each.says for each in round.events if isinstance(each, Marked) and each.marker == "player-dealer"]
    return found


@compares(
    "backline.permitted",
    "backline.wagers",
    "side.*.backline",
    words={"base game wager only": {"base"}, "any wager": {"player", "banker", "tie", "panda-8", "dragon-7"}},
    family=(*BANKED, "dealer"),
    looks_at="rules",
)
def backline(reading: Reading, fact: Fact) -> Any:
    wagers = {name for name, wager in reading.rules.wager.items() if wager.backline}
    if fact.id.startswith("side."):
        name = fact.id.split(".")[1]
        return {"tie-bet": "tie"}.get(name, name) in wagers
    return bool(wagers) if isinstance(fact.value, bool) else wagers


@compares("tpp.permitted", looks_at="page", family=(*BANKED, "dealer"))
def third_party(reading: Reading, fact: Fact) -> Any:
    return told(reading, "third-party proposition players may play")


@compares("wager.base.required", family=PAI_GOW)
def base_required(reading: Reading, fact: Fact) -> Any:
    return refused(reading, {"fortune": 500}) and not refused(reading, {"base": 500})


def refused(reading: Reading, bets: dict[str, int], **house: Any) -> bool:
    """Whether bets are refused."""
    round = reading.game_with(**house).round(*people((1, 2), 1_000_000), seed=1)
    round.answer(1, "pass")
    round.answer(2, "bank", 100_000)
    try:
        round.answer(1, "bet", bets)
    except Refused:
        return True
    return False


@compares("wager.other-circles", words={"a player may also bet unoccupied circles": True}, family=TWENTYONE)
def other_circles(reading: Reading, fact: Fact) -> Any:
    spots = [Spot.at(1, "ann"), Spot.at(2, "bob"), Spot("3a", 3, "ann", second=True)]
    round = reading.game_with().round(spots, {"ann": 100_000, "bob": 100_000}, seed=1)
    answer_plainly(round, {"1": {"wager": 500}, "3a": {"wager": 500}}, 50_000)
    return {each.spot for each in round.events if isinstance(each, Settled)} == {"1", "3a"}


@compares("side.*.relation", words=lambda value: [True, True], family=(PAI_GOW, TWENTYONE))
def bonus_relation(reading: Reading, fact: Fact) -> Any:
    """A bonus bet may be less and more than the wager that it needs."""
    wager, bonus = (
        next(iter(base_bets(reading))),
        {"match": "match-the-dealer"}.get(fact.id.split(".")[1], fact.id.split(".")[1]),
    )
    return [not refused(reading, {wager: 1_000, bonus: amount}) for amount in (500, 2_000)]


# -- the order of settling -------------------------------------------------------------------------------------------


@cache
def full_round(name: str) -> Any:
    """A round of four seats with every bet that can be made; the second banks."""
    return banked(name, 900_000, 1_000, 5, True, (1, 2, 3, 4))[0]


def settlements(reading: Reading) -> list[tuple[str, str]]:
    """The spots and wagers in the order in which they were settled, without what was decided before the end."""
    return [(each.spot, each.wager) for each in full_round(reading.name).events if isinstance(each, Settled)]


SETTLING = {
    "player to the left of player-dealer": "3",
    "player with the Action button": "action button",
    "clockwise": ["3", "4", "1"],
    "seat to seat": "seat",
    "player to player": "seat",
    "right after the seated player they are behind": True,
}
LABELS = {
    "Player line": "player",
    "Banker line": "banker",
    "Tie Bet": "tie",
    "Panda 8": "panda-8",
    "Dragon 7": "dragon-7",
    "game wager": "wager",
    "Red Flex": "red-flex",
    "Buster Blackjack": "buster",
    "Ace-High Bonus": "ace-high",
    "Fortune Bonus": "fortune",
    "Envy Bonus": "envy",
    "Ante": "ante",
    "Play": "play",
    "Pair Plus": "pair-plus",
    "6 Card Bonus": "six-card-bonus",
    "base": "base",
}
PAI_GOW_CLOCKWISE = (["1", "3", "4"], ["3", "4", "1"], ["4", "1", "3"])


@compares(
    "settle.first",
    "settle.direction",
    "settle.by",
    "settle.order",
    words=lambda value: [LABELS[each] for each in value] if isinstance(value, list) else SETTLING[value],
    family=(*BANKED, "dealer"),
)
def settling_order(reading: Reading, fact: Fact) -> Any:
    order = settlements(reading)
    spots = list(dict.fromkeys(spot for spot, _ in order))
    pai_gow = reading.family == PAI_GOW
    match fact.id:
        case "settle.first":
            marks = [
                str(each.seat)
                for each in full_round(reading.name).events
                if isinstance(each, Marked) and each.marker == "action button"
            ]
            return "action button" if pai_gow and marks == spots[:1] else spots[0]
        case "settle.direction":
            return ["3", "4", "1"] if pai_gow and spots in PAI_GOW_CLOCKWISE else spots
        case "settle.by":
            runs = [spot for place, (spot, _) in enumerate(order) if not place or order[place - 1][0] != spot]
            return "seat" if len(runs) == len(spots) else "wager"
    mine = [wager for spot, wager in order if spot == spots[0]]
    missing = [wager for wager in reading.rules.settled if wager not in mine]
    assert missing in ([], ["envy"])
    assert [*mine, *missing] == list(reading.rules.settled)
    return [*mine, *missing]


@compares("settle.backline", words=SETTLING, family=PAI_GOW)
def backline_order(reading: Reading, fact: Fact) -> Any:
    behind = Spot("1b", 1, "zoe", backline=True)
    hands = {1: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", 7: LOW}
    round = dealt(reading.slug, hands, backline=[behind])
    set_hands(round, {"1": {"base": 500}, "1b": {"base": 500}, "3": {"base": 500}})
    return [spot for spot, _, _ in pai_gow_settled(round)] == ["1", "1b", "3"]


# -- EZ Baccarat -----------------------------------------------------------------------------------------------------


@compares("draw.player.hit", "draw.player.stand", family=BACCARAT)
def player_draws(reading: Reading, fact: Fact) -> Any:
    drew = [cards_drawn(total, 7, ["2s", "2h"])[0] == 3 for total in range(10)]
    return [total for total, hit in enumerate(drew) if hit == fact.id.endswith("hit")]


@compares("draw.banker.*", family=BACCARAT)
def banker_draws(reading: Reading, fact: Fact) -> Any:
    if fact.id == "draw.banker.player-stands.hit":
        return [total for total in range(8) if cards_drawn(7, total, ["2s", "2h"])[1] == 3]
    total = int(fact.id.split(".")[3])
    thirds = {0: "Ks", 1: "As"} | {each: f"{each}s" for each in range(2, 10)}
    drew = [cards_drawn(5, total, [thirds[third], "2h"])[1] == 3 for third in range(10)]
    return [third for third, hit in enumerate(drew) if hit == ("hit-on" in fact.id)]


@compares("draw.chart", words={"illegible": True}, looks_at="page", family=BACCARAT)
def lost_chart(reading: Reading, fact: Fact) -> Any:
    return told(reading, "chart is lost in the scan")


@compares(
    "hand.total",
    "rank.natural.cards",
    "rank.natural-over-three-card",
    "settle.winner",
    words={
        "right-hand digit of the sum": True,
        "listed above three-card nine or eight": True,
        "hand closest to nine": True,
    },
    family=BACCARAT,
)
def totals(reading: Reading, fact: Fact) -> Any:
    if fact.id == "rank.natural.cards":
        return 2 if is_natural(parse("4s 4d")) and not is_natural(parse("2s 2d 4c")) else 3
    if fact.id == "rank.natural-over-three-card":  # neither hand draws to a natural, so no three-card hand meets one
        return cards_drawn(8, 0, ["2s", "2h"]) == cards_drawn(0, 8, ["2s", "2h"]) == (2, 2)
    nine, eight = ("9c Kd", "8d Ks"), ("8c 8d", "5d Ks 2h")
    return (
        baccarat_nets(nine, {"player": 500})["player"] == 500
        and baccarat_nets(eight, {"player": 500, "banker": 500})["banker"] == 500
    )


OUTCOMES = {
    "player-line.win": (PLAYER_WINS, "player"),
    "player-line.lose": (BANKER_WINS, "player"),
    "player-line.tie": (TIE, "player"),
    "banker-line.win": (BANKER_WINS, "banker"),
    "banker-line.lose": (PLAYER_WINS, "banker"),
    "banker-line.tie": (TIE, "banker"),
    "banker-line.three-card-seven": (DRAGON_7, "banker"),
    "tie-bet.win": (TIE, "tie"),
    "tie-bet.lose": (PLAYER_WINS, "tie"),
    "dragon-7.win": (DRAGON_7, "dragon-7"),
    "dragon-7.lose": (BANKER_WINS, "dragon-7"),
    "dragon-7.tie": (("2c 2d 3h", "2s 2h 3d"), "dragon-7"),
    "panda-8.win": (PANDA_8, "panda-8"),
    "panda-8.lose": (PLAYER_WINS, "panda-8"),
    "panda-8.tie": (("2c 2d 4h", "3s 2h 3d"), "panda-8"),
}
"""Hands, and the wager that they decide."""


@compares(
    "settle.player-line.*",
    "settle.banker-line.*",
    "settle.tie-bet.*",
    "settle.dragon-7.*",
    "settle.panda-8.*",
    words={
        "values differ": "lose",
        "all other outcomes": "lose",
        "lose": "lose",
        "push": "push",
        "1 to 1": "1 to 1",
        "8 to 1": "8 to 1",
        "25 to 1": "25 to 1",
        "40 to 1": "40 to 1",
        "equal value, whatever the number of cards": [8, 8],
        "banker total 7 with three cards and player total 6 or less": [40, -1, -1],
        "player total 8 with three cards and banker total 7 or less": [25, -1, -1],
    },
    family=BACCARAT,
)
def lines(reading: Reading, fact: Fact) -> Any:
    name = fact.id.removeprefix("settle.")
    if name.endswith("condition"):
        wager = {"tie-bet": "tie"}.get(name.split(".")[0], name.split(".")[0])
        hands = {
            "tie": (TIE, ("2c 2d 3h", "Kd 7s")),
            "dragon-7": (DRAGON_7, ("Kc 6d", "Kd 7s"), ("Kc 7d", "2d 2s 3h")),
            "panda-8": (PANDA_8, ("Kc 8d", "Kd 7s"), ("2c 2d 4h", "3s 2h 3d")),
        }[wager]
        return [baccarat_nets(each, {"player": 500, wager: 500})[wager] // 500 for each in hands]
    cards, wager = OUTCOMES[name]
    net = baccarat_nets(cards, {"player": 500, wager: 500})[wager] // 500
    return {0: "push", -1: "lose"}.get(net, f"{net} to 1")


@compares(
    "deal.first-to",
    "deal.faces",
    "deal.hands-are",
    "deal.player-hand.*",
    "deal.banker-hand.*",
    "play.order",
    words=lambda value: (
        {
            "right hand (player hand), then left, one by one": ["player", "banker"] * 2,
            "all face-up": True,
            "community hands": {"player", "banker"},
            "right of the house dealer": True,
            "left of the house dealer": True,
        }.get(value, value)
        if isinstance(value, str)
        else [each.removesuffix(" hand") for each in value]
        if isinstance(value, list)
        else value
    ),
    family=BACCARAT,
)
def baccarat_deal(reading: Reading, fact: Fact) -> Any:
    round = full_round(reading.name)
    deals = [each for each in round.events if isinstance(each, Dealt) and each.place.kind != "burn"]
    kinds = [each.place.part or each.place.kind for each in deals]
    if fact.id == "deal.first-to":
        return kinds[:4]
    if fact.id == "deal.faces":
        return all(each.to is None for each in deals)
    if fact.id == "deal.hands-are":
        return set(kinds)
    if fact.id == "play.order":
        drawn = baccarat(("2c 2d 4h", "Kd Ks 3h"), {"player": 500})
        return [each.place.part or each.place.kind for each in drawn.events if isinstance(each, Dealt)][4:]
    if fact.id.endswith("cards"):
        return kinds[:4].count(fact.id.split(".")[1].removesuffix("-hand"))
    return told(reading, fact.value.split()[0], fact.id.split(".")[1].removesuffix("-hand"))


# -- pai gow ---------------------------------------------------------------------------------------------------------


@cache
def pai_gow_round(slug: str, **house: Any) -> Any:
    """A round of seats 1 and 3 against seat 7."""
    return set_hands(
        dealt(slug, {1: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", 7: LOW}, **house), {"1": {"base": 500}, "3": {"base": 500}}
    )


@compares(
    "deal.player.cards",
    "deal.bank.cards",
    "deal.hands",
    "deal.left-over",
    "deal.left-over.verified",
    "deal.empty-seats",
    "deal.manual",
    "deal.machine",
    "deal.faces",
    words={
        "dealt in, then collected to the discard pile": [28, 4],
        "one card at a time to seven piles, left to right then right to left, until seven cards each": True,
        "seven piles of seven, dealt left to right": [7] * 7,
        "piles face down": True,
    },
    family=PAI_GOW,
)
def piles(reading: Reading, fact: Fact) -> Any:
    round = pai_gow_round(reading.slug)
    deals = [each for each in round.events if isinstance(each, Dealt)]
    moves = [each for each in round.events if isinstance(each, Moved)]
    to_seats = {each.into.owner: len(each.cards) for each in moves if each.into.kind == "hand" and not each.into.part}
    left = [each for each in deals if each.place.kind == "discards"]
    match fact.id.removeprefix("deal."):
        case "player.cards":
            return to_seats["1"]
        case "bank.cards":
            return to_seats["7"]
        case "hands":
            return len({each.place.owner + each.place.part for each in deals if each.place.kind == "pile"})
        case "left-over":
            return sum(len(each.cards) for each in left)
        case "left-over.verified":
            return any(len(each.cards) == 4 for each in left)
        case "empty-seats":
            return [
                sum(len(each.cards) for each in moves if each.into == DISCARDS),
                sum(len(each.cards) for each in left),
            ]
        case "machine":
            return [len(each.cards) for each in deals if each.place.kind == "pile"]
        case "faces":
            return all(each.to == () for each in deals if each.place.kind == "pile")
    by_hand = [
        each.place.part
        for each in pai_gow_round(reading.slug, shuffle="manual").events
        if isinstance(each, Dealt) and each.place.kind == "pile"
    ]
    once = list(dict.fromkeys(by_hand))
    there_and_back = [part for turn in range(7) for part in (once if turn % 2 == 0 else once[::-1])]
    return by_hand == there_and_back


@compares(
    "button.name",
    "button.dice",
    "button.dice.*",
    "button.method",
    "button.pile",
    "button.empty-seat",
    "button.manual.pile",
    "deal.first-to",
    words=lambda value: (
        BUTTONS.get(value, value)
        if isinstance(value, str)
        else [BUTTONS.get(each, each) for each in value]
        if isinstance(value, list)
        else value
    ),
    family=PAI_GOW,
)
def action_button(reading: Reading, fact: Fact) -> Any:
    round = pai_gow_round(reading.slug)
    match fact.id:
        case "button.name":
            return next(each.marker for each in round.events if isinstance(each, Marked) and "action" in each.marker)
        case "button.dice":
            return len(next(each for each in round.events if isinstance(each, Rolled)).numbers)
        case "button.dice.shaken-by":
            return told(reading, "player-dealer shakes three dice")
        case "button.dice.bank-numbers":
            return [number for number in range(1, 19) if dice_seat(number, 7) == 7 and number in (1, 8, 15)]
        case "button.dice.count-from":
            return [dice_seat(number, 3) for number in (8, 9, 10)]
        case "button.dice.bank-hit":
            return first_hands(reading, 7)
        case "button.method":
            return sorted(reading.rules.house_rules["action_by"].choices, reverse=True)
        case "button.empty-seat":
            return first_hands(reading, 2)[1]
        case "deal.first-to":
            return first_hands(reading, 3)
        case "button.pile":
            asked = dealt(reading.slug, {1: PLAIN, 7: LOW})
            asked.answer(7, "bank", 50_000)
            asked.answer(1, "bet", {"base": 500})
            return [asked.ask.spot, len(asked.ask.options)]
    asked = dealt(reading.slug, {1: PLAIN, 7: LOW}, start=2, shuffle="manual")
    set_hands(asked, {"1": {"base": 500}})
    first = next(each for each in asked.events if isinstance(each, Moved) and each.place.part == "1")
    return [first.into.owner or first.into.kind]


BUTTONS = {
    "random number generator": "random number",
    "dice cup": "dice",
    "Action": "action button",
    "player-dealer": True,
    "player-dealer = 1, then clockwise": [3, 4, 5],
    "player-dealer gets the first hand, player to the left gets the Action button": ["7", "1"],
    "first active seat clockwise": "3",
    "the seat of the number, with the pile of the action button, then clockwise": ["3", "3"],
    "player-dealer selects one of seven piles": ["7", 7],
    "player-dealer chooses the pile for the first player": ["1"],
}


def first_hands(reading: Reading, start: int) -> list[str]:
    """The seat that gets the first pile, and the seat of the action button, if the dice name this seat."""
    round = set_hands(
        dealt(reading.slug, {1: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", 7: LOW}, start=start),
        {"1": {"base": 500}, "3": {"base": 500}},
    )
    first = next(each for each in round.events if isinstance(each, Moved) and each.place.kind == "pile")
    mark = next(each for each in round.events if isinstance(each, Marked) and each.marker == "action button")
    return [first.into.owner or first.into.kind, str(mark.seat)]


@compares(
    "play.set",
    "play.set.rule",
    "play.set.ask-house-way",
    "play.set.house-way-required",
    "play.bank.set",
    "play.bank.exposed",
    "play.ace-high",
    "play.ace-high.players-set",
    "settle.base.bank-ace-high",
    words={
        "five-card hand ranks higher than two-card hand": [-500, True],
        "allowed": True,
        "allowed; then it cannot be changed": True,
        "House Way": True,
        "House Way by the house dealer": True,
        "before the players set": True,
        "after all players have set": False,
        "seven-card ace-high hand of player-dealer: all base wagers push": [0, 0],
        "push": [0, 0],
    },
    family=PAI_GOW,
)
def setting(reading: Reading, fact: Fact) -> Any:
    slug = reading.slug
    if fact.id in ("play.ace-high", "settle.base.bank-ace-high"):
        return [one(slug, "3c 3d Td Th 5s 8h 7c", each, {"base": 500})["base"] for each in (ACE_HIGH, ACE_HIGH_JOKER)]
    if fact.id == "play.ace-high.players-set":
        round = set_hands(
            dealt(slug, {1: PLAIN, 7: ACE_HIGH.replace("2c", "2h").replace("4d", "4c")}), {"1": {"base": 500}}
        )
        return any(isinstance(each, Acted) and each.action in ("set", "house-way") for each in round.events)
    if fact.id == "play.set.rule":
        foul = one(slug, "Ac Ad Kc Kd 9h 5s 2d", LOW, {"base": 500}, "Ac Ad")["base"]
        return [foul, one(slug, "Ac Ad Kc Kd 9h 5s 2d", LOW, {"base": 500}, "Kc Kd")["base"] > 0]
    round = dealt(slug, {1: PLAIN, 7: LOW})
    round.answer(7, "bank", 50_000)
    round.answer(1, "bet", {"base": 500})
    while "house-way" not in {each.action for each in round.ask.options}:
        round.answer(round.ask.spot, "take-pile-1")
    shown = text(round.view(None).hand(hand_of("7", "front")))
    options = {each.action: each for each in round.ask.options}
    match fact.id:
        case "play.bank.exposed":
            return bool(shown) and "?" not in shown
        case "play.set":
            pick = options["set"]
            return {"front": pick.least, "back": len(pick.cards) - pick.least}
        case "play.set.house-way-required":
            return set(options) == {"house-way"}
        case "play.set.ask-house-way":
            round.answer(1, "house-way")
            return round.done
    round.answer(1, "house-way")
    way = house_way(parse(LOW))
    return sorted(round.cards.hand(hand_of("7", "front"))) == sorted(way.front)


@compares(
    "foul.condition",
    "foul.result",
    "compare",
    "copy.scope",
    "copy.winner",
    "copy.with-win",
    "copy.with-loss",
    "settle.base.win",
    "settle.base.lose",
    "settle.base.split",
    words={
        "two-card hand outranks five-card hand": -500,
        "wager loses": -500,
        "wager(s) lose": -500,
        "five with five, two with two": [500, 0, 0, -500],
        "either hand identical in rank": [-500, -500],
        "player-dealer": [0, -500],
        "push": 0,
        "lose": -500,
        "1 to 1": 500,
        "lose when both hands are lower": -500,
    },
    family=PAI_GOW,
)
def pai_gow_results(reading: Reading, fact: Fact) -> Any:
    """Against ace-king in front and nines behind."""

    def net(player: str, front: str) -> int:
        return one(reading.slug, player, PAIR, {"base": 500}, front)["base"]

    both, back = net("3c 3d Td Th 5s 4h 2d", "3c 3d"), net("Qc Jd Td Th 5s 4h 2d", "Qc Jd")
    front, neither = net("3c 3d 8d 8h 5s 4h 2d", "3c 3d"), net("Qc Jd 8d 8h 5s 4h 2d", "Qc Jd")
    match fact.id:
        case "foul.condition" | "foul.result":
            return one(reading.slug, "Ac Ad Kc Kd 9h 5s 2d", LOW, {"base": 500}, "Ac Ad")["base"]
        case "compare":
            return [both, front, back, neither]
        case "copy.scope":  # a copy in front with a lower back, and lower in front with a copy behind
            return [net("Ac Kc 8d 8h 6s 4h 3c", "Ac Kc"), net("Ac Qc 9d 9h 5s 4h 2d", "Ac Qc")]
        case "copy.winner":  # a copy in front with a higher back, and two copies
            return [net("Ac Kc 9d 9h 6s 4h 3c", "Ac Kc"), net("Ac Kc 9d 9h 5s 4h 2d", "Ac Kc")]
        case "copy.with-win":
            return net("3c 3d 9d 9h 5s 4h 2d", "3c 3d")
        case "copy.with-loss":
            return net("Ac Kc 8d 8h 6s 4h 3c", "Ac Kc")
    return {"settle.base.win": both, "settle.base.lose": neither, "settle.base.split": front}[fact.id]


WAY = {
    "high-card": [("Ah Kd Js Tc 7s 5d 3h", "K J")],
    "one-pair": [("3c 3s Ad Qc Jh 8c 4s", "A Q")],
    "two-pair.a-k-q": [("Kh Ks 3d 3c 7d 6h 2c", "3 3"), ("Kh Ks 3d 3c As 6h 9c", "3 3")],
    "two-pair.j-10-9": [("Jd Jc 8s 8h As 7h 4c", "A 7"), ("Jd Jc 8s 8h Ks 7h 4c", "8 8")],
    "two-pair.8-7-6": [("8h 8d 4c 4h Kd 9s 7s", "K 9"), ("8h 8d 4c 4h Qd 9s 7s", "4 4")],
    "two-pair.5-4-3": [("5h 5c 4h 4s Qs 8d 2d", "Q 8"), ("5h 5c 4h 4s Js 8d 2d", "4 4")],
    "three-pair": [("9c 9d 7d 7c 5h 5s Ac", "9 9")],
    "three-of-a-kind.aces": [("Ac Ad As 8d 5s 4h 2d", "A 8")],
    "three-of-a-kind.kings-and-below": [("Kh Kd Ks Jh Td 7c 5h", "J T")],
    "two-three-of-a-kinds": [("Jc Jd Jh 5s 5h 5d As", "J J")],
    "straight-flush-family.no-pair": [("Ah 9s 6d 5s 4h 3h 2d", "A 9")],
    "straight-flush-family.one-pair": [("Jh 8d 9c 8h 7d 6s 5c", "J 8"), ("9h 9d Kc 8c 7c 4c 2c", "9 9")],
    "straight-flush-family.two-pair": [("9h 9s 8d 7c 7d 6s 5h", "7 7"), ("Kh Ks 8c 8d Qd Js Th", "8 8")],
    "straight-flush-family.three-of-a-kind": [("5c 5d 5h 7s 6d 4c 3h", "5 5"), ("Ac Ad Ah Kc 8c 4c 2c", "A A")],
    "full-house": [("8c 8d 8h 4s 4c Ad Kh", "4 4"), ("8c 8d 8h 4s 4c 6d 6h", "6 6")],
    "four-of-a-kind.a-k-q": [("Qc Qd Qh Qs 9c 7d 5h", "Q Q")],
    "four-of-a-kind.j-10-9": [("Jc Jd Jh Js Qd Td 7h", "J J"), ("Jc Jd Jh Js Kd Td 7h", "K T")],
    "four-of-a-kind.8-7-6": [("8c 8d 8h 8s Jd 7d 4h", "8 8"), ("8c 8d 8h 8s Qd 7d 4h", "Q 7")],
    "four-of-a-kind.5-or-below": [("5c 5d 5h 5s 9d 8d 2h", "9 8")],
    "four-of-a-kind.with-pair": [("5c 5d 5h 5s 4d 4c 2h", "4 4")],
    "five-aces": [("Ac Ad Ah As Jk Kd 5h", "A A")],
}
"""For each line of the chart, hands and the front that the line says."""


def front_of(cards: list[int]) -> str:
    """The ranks of the House Way's front, the joker as an ace."""
    front = sorted((min(card >> 2, 12) for card in house_way(cards).front), reverse=True)
    return " ".join(RANKS[rank] for rank in front)


@compares("house-way.*", words=lambda value: True, family=PAI_GOW)
def chart_line(reading: Reading, fact: Fact) -> Any:
    """The hands of a line are set as its sentence says, at both sides of its threshold."""
    return all(front_of(list(parse(cards))) == front for cards, front in WAY[fact.id.removeprefix("house-way.")])


@compares("house-way.lines", looks_at="page", family=PAI_GOW)
def chart_lines(reading: Reading, fact: Fact) -> Any:
    at = SECTIONS.get(reading.slug, reading.rules.id)
    return sum(
        "house way, " in row.rule.lower()
        for row in trace("500-club").row
        if row.section == at and row.rule.startswith("table")
    )


@compares("house-way.example.*", words=lambda value: True, family=PAI_GOW)
def chart_example(reading: Reading, fact: Fact) -> Any:
    """The printed cards are set as printed. A card that cannot be read may be any that leads there."""
    if isinstance(fact.value, str):
        return any(each for each in WAY)
    front, back = (part.replace("10", "T").split() for part in fact.value)
    ranks = [*front, *back]
    unknown = [place for place, each in enumerate(ranks) if each == "?"]
    for filled in product([*RANKS[::-1], "Jk"], repeat=len(unknown)):
        cards = list(ranks)
        for place, rank in zip(unknown, filled, strict=True):
            cards[place] = rank
        if max(cards.count(each) for each in cards) > 4 or cards.count("Jk") > 1:
            continue
        wanted = " ".join(sorted(("A" if each == "Jk" else each for each in cards[:2]), key=RANKS.index, reverse=True))
        for suits in ("cdhscdh", "cdcdhsh", "hdchscd"):
            hand, used = [], set()
            for place, each in enumerate(cards):
                card = (
                    each
                    if each == "Jk"
                    else next(f"{each}{suit}" for suit in suits[place:] + "cdhs" if f"{each}{suit}" not in used)
                )
                used.add(card)
                hand.append(card)
            if front_of(list(parse(" ".join(hand)))) == wanted:
                return True
    return False


@compares(
    "settle.fortune.*",
    "settle.ace-high.*",
    "side.fortune.hand",
    "side.ace-high.hand",
    "side.ace-high.player-only",
    words={
        "lose": -500,
        "all other outcomes": -500,
        "seven cards dealt": [2_500, 2_500],
        "seven cards dealt, setting does not matter": [2_500, 2_500],
        "seven cards of player and seven of player-dealer": [20_000, 2_500],
    },
    family=PAI_GOW,
)
def pai_gow_bonuses(reading: Reading, fact: Fact) -> Any:
    slug = reading.slug
    plain, full = "3c 3d Td Th 5s 8h 7c", "9h 9d 9c 7s 7c 2d 3s"

    def net(player: str, dealer: str, wager: str, front: str | None = None) -> int:
        return one(slug, player, dealer, {"base": 500, wager: 500}, front)[wager]

    match fact.id:
        case "settle.fortune.depends-on-base":
            return net(full, LOW.replace("9c", "8c").replace("7s", "6s"), "fortune") != net(
                full, "As Ad Ac Kd Kc 4d 2c", "fortune"
            )
        case "settle.fortune.lose":
            return net(plain, LOW.replace("5h", "6h"), "fortune")
        case "settle.fortune.push-possible":
            return 0 in {net(each, "As Kd Jc 8s 6h 4d 2c", "fortune") for each in (plain, full)}
        case "side.fortune.hand":  # a full house, whatever is in front
            dealer = LOW.replace("9c", "8c").replace("7s", "6s")
            return [net(full, dealer, "fortune", front) for front in ("7s 7c", "2d 3s")]
        case "settle.ace-high.lose":
            return net("Kh Ks 9d 8h 6s 4c 3d", PAIR, "ace-high")
        case "settle.ace-high.depends-on-base":
            found = one(slug, "Kh Ks 9d 8h 6s 4c 3d", ACE_HIGH, {"base": 500, "ace-high": 500})
            return not (found["base"] == 0 and found["ace-high"] == 2_500)
        case "side.ace-high.hand":
            return [
                net("Ah Kc Jd 9h 6s 4c 3d", ACE_HIGH, "ace-high"),
                net("Kh Ks 9d 8h 6s 4c 3d", ACE_HIGH, "ace-high"),
            ]
    return net("Ah Kc Jd 9h 6s 4c 3d", LOW, "ace-high")


ENVY = {str(seat): {"base": 500, "fortune": 500} for seat in (1, 2, 3)}


@compares(
    "side.envy.*",
    words={
        "$5": 500,
        "Fortune Bonus Bet of at least $5": [("2", 500)],
        "one per hand with a Fortune Bonus Bet of $5 or more": [("2", 500)],
        "one per Fortune Bonus Bet of $5 or more": [("2", 500)],
        "any amount within limits": [("3", 500)],
        "seated players only": True,
        "every payout is paid": [("1", 2_000), ("2", 500), ("3", 500), ("3", 2_000)],
        "only the highest payout": [("1", 2_000), ("3", 2_000)],
    },
    family=PAI_GOW,
)
def envy(reading: Reading, fact: Fact) -> Any:
    slug = reading.slug
    name = fact.id.removeprefix("side.envy.")
    if name in ("min", "qualifies", "buttons"):
        hands = {1: QUADS, 2: PLAIN, 3: "Qs Js 8d 6d 3d 2d Ts", 4: "Qc Jc 8h 6c 3c 2c Tc", 7: "As Kh 9d 9s 7h 4h 3h"}
        fortune = {"1": 500, "2": 500, "3": 400}
        bets = {spot: {"base": 500, "fortune": amount} for spot, amount in fortune.items()} | {"4": {"base": 500}}
        found = envies(slug, bets, hands, minimum="$1")
        return min(fortune[spot] for spot, _ in found) if name == "min" else found
    if name == "own-hand":
        return any(spot == "1" for spot, _ in envies(slug, {"1": ENVY["1"], "3": ENVY["3"]}))
    if name == "bank-hand":
        hands = {1: PLAIN, 2: "Qs Js 8d 6d 3d 2d Ts", 7: QUADS}
        return bool(envies(slug, {"1": ENVY["1"], "2": ENVY["2"]}, hands))
    if name == "needs-other-fortune-bet":
        return envies(slug, {"1": {"base": 500}, "3": ENVY["3"]}) == []
    if name == "other-bet":
        return envies(slug, {"1": {"base": 500, "fortune": 100}, "3": ENVY["3"]}, minimum="$1")
    if name == "several-hands":
        return envies(slug, ENVY)
    if name == "with-fortune-win":  # seat 2 wins its own Fortune Bonus and an envy
        return ("2", 500) in envies(slug, ENVY) or slug != "face-up-pai-gow-poker"
    if name == "depends-on-base":
        return not envies(slug, ENVY)
    return not any(wager.backline for bet, wager in reading.rules.wager.items() if bet in ("fortune", "envy"))


# -- the 21.5 games --------------------------------------------------------------------------------------------------

RED_HAND = "Ts 9h 9d 9c"


def deal21(
    reading: Reading, cards: str, *answers: str, seats: int = 1, bets: dict[str, int] | None = None, **house: Any
) -> Any:
    """A round of a 21.5 game against the house, with these cards first and answers in turn. Spanish has no tens."""
    if reading.slug == twentyone.SPANISH:
        cards = cards.replace("T", "K")
    round = twentyone.deal(cards, seats=seats, game=reading.slug, **house)
    return twentyone.play(round, *answers, bets=bets)


def net21(reading: Reading, cards: str, *answers: str, spot: str = "1", **how: Any) -> int:
    """What the game wager of $10 wins."""
    return twentyone.nets(deal21(reading, cards, *answers, **how))[spot]


def actions21(reading: Reading, cards: str, *answers: str, **how: Any) -> list[str]:
    """The options after these answers."""
    return twentyone.actions(deal21(reading, cards, *answers, **how))


def bank_drew(reading: Reading, cards: str, *answers: str, **how: Any) -> int:
    """The player-dealer's cards at the end."""
    return len(deal21(reading, cards, *answers, **how).cards.hand(DEALER))


@compares(
    "deal.player.cards",
    "deal.bank.cards",
    "deal.first-to",
    "deal.direction",
    "deal.bank-last",
    "deal.faces",
    "deal.rounds",
    "decision.first",
    words={
        "player to the left of player-dealer": "3",
        "clockwise": ["3", "1"],
        "all face-up except second card of player-dealer": True,
        "one card to each in turn, twice": True,
    },
    family=TWENTYONE,
)
def deal_of_21(reading: Reading, fact: Fact) -> Any:
    round, _ = banked(reading.name, 100_000, 1_000, 2)
    first = next(
        (
            place
            for place, each in enumerate(round.events)
            if isinstance(each, Acted) and each.action in ("hit", "stand", "double", "split", "surrender")
        ),
        len(round.events),
    )
    deals = [each for each in round.events[:first] if isinstance(each, Dealt) and each.place.kind != "burn"][:6]
    owners = [each.place.owner or each.place.kind for each in deals]
    match fact.id:
        case "deal.player.cards":
            return owners.count("1")
        case "deal.bank.cards":
            return owners.count(owners[2])
        case "deal.first-to":
            return owners[0]
        case "deal.direction":
            return owners[:2]
        case "deal.bank-last":
            return owners[2] == owners[5] and owners[2] not in ("1", "3")
        case "deal.rounds":
            return owners[:3] == owners[3:] and all(len(each.cards) == 1 for each in deals)
        case "deal.faces":
            return [each.to is None for each in deals] == [True] * 5 + [False]
    fresh = reading.game_with().round(*people((1, 2, 3), 1_000_000), seed=12)
    while not fresh.done:
        options = {each.action for each in fresh.ask.options}
        if "bank" in options:
            fresh.answer(fresh.ask.spot, *(("bank", 100_000) if fresh.ask.spot == "2" else ("pass",)))
        elif "bet" in options:
            fresh.answer(fresh.ask.spot, "bet", {"wager": 1_000})
        else:
            return fresh.ask.spot
    return None


@compares(
    "hand.best",
    "hand.best.total",
    "hand.bust",
    "hand.soft",
    "hand.hard",
    words={
        "Pure 21.5 Blackjack: ace and bonus card on the first two cards": [21.5, 21],
        "Pure Spanish 21.5 Blackjack: ace and bonus card on the first two cards": [21.5, 21],
        "21.5": 21.5,
        "more than 21.5": [False, True],
        "ace counted as 11": [True, 17],
        "no ace, or ace counted as 1": [False, False, 17],
    },
    family=TWENTYONE,
)
def hands_of_21(reading: Reading, fact: Fact) -> Any:
    best = dealt_total(parse("As Kd"))
    match fact.id.removeprefix("hand."):
        case "best":
            return [best.points, dealt_total(parse("As 8d 2c")).points]
        case "best.total":
            return best.points
        case "bust":
            return [blackjack_total(parse("As Kd")).busted, blackjack_total(parse("Ks Kd 2c")).busted]
        case "soft":
            return [blackjack_total(parse("As 6d")).soft, blackjack_total(parse("As 6d")).points]
    hard = blackjack_total(parse("Ks 7d")), blackjack_total(parse("Ks 6d As"))
    return [hard[0].soft, hard[1].soft, hard[1].points]


@compares(
    "peek.when",
    "peek.blackjack",
    "settle.blackjack.*",
    words={
        "up card of player-dealer is an ace or a bonus card, before any player draws": [True, True, False],
        "round ends; hands without one lose": [-1_000, 2],
        "6 to 5": 1_200,
        "push": 0,
        "player wins": True,
        "paid and cards put away when player-dealer cannot have one": True,
    },
    family=TWENTYONE,
)
def peek(reading: Reading, fact: Fact) -> Any:
    match fact.id:
        case "peek.when":
            return [
                any("checked" in each for each in twentyone.announcements(deal21(reading, cards)))
                for cards in ("Ts Ah 5d 9c", "Ts Jh 5d 9c", "Ts 9h 5d Ac")
            ]
        case "peek.blackjack":
            round = deal21(reading, "Ts Ah 5d Kc")
            return [twentyone.nets(round)["1"], len(round.cards.hand(DEALER))]
        case "settle.blackjack.pay":
            return net21(reading, "As 9h Kd 8c")
        case "settle.blackjack.both":
            net = net21(reading, "As Kh Kd Ac")
            return net > 0 if reading.slug == twentyone.SPANISH else net
        case "settle.blackjack.both.pay":
            return net21(reading, "As Kh Kd Ac")
    round = deal21(reading, "Ts As 9h 9d Kd 8c", seats=2)
    return round.ask.spot == "1" and twentyone.settled(round)["2", "wager"].net == 1_200


@compares("draw.bank.*", words={"hard 17 or more": True, "soft 17 or less": True, "hit": True}, family=TWENTYONE)
def bank_chart(reading: Reading, fact: Fact) -> Any:
    """What the player-dealer draws to: hard 16, hard 17, soft 17, soft 18; nobody is asked."""
    hard_16, hard_17 = bank_drew(reading, "Ts 9h 9d 7c 2c", "stand"), bank_drew(reading, "Ts 9h 9d 8c", "stand")
    soft_17 = bank_drew(reading, "Ts Ah 9d 6c 2c", "stand")
    match fact.id.removeprefix("draw.bank."):
        case "must-stand":
            return hard_17 == 2
        case "must-hit":
            return soft_17 > 2 and hard_16 > 2
        case "hard-16-or-less":
            return hard_16 > 2
    round = deal21(reading, "Ts 9h 9d 7c 2c", "stand")
    return any(isinstance(each, Acted) and each.spot not in ("1", "8") for each in round.events)


@compares(
    "draw.player.*",
    words={
        "hard 11 or less": [True, False],
        "hard 19 or more": [True, False],
        "none (player option)": [False, False],
        "hard 17 or more": [True, False],
        "all other counts": True,
    },
    family=TWENTYONE,
)
def player_chart(reading: Reading, fact: Fact) -> Any:
    """The options at each side of the chart's limits."""
    spanish = reading.slug == twentyone.SPANISH
    hit, stand = "hit", "stand"
    match fact.id.removeprefix("draw.player."):
        case "must-hit":
            return [stand not in actions21(reading, "6s 9h 5d 9c"), stand not in actions21(reading, "7s 9h 5d 9c")]
        case "must-stand":
            high, low = ("Ks 9h 7d 9c", "Ks 9h 6d 9c") if spanish else ("Ts 9h 9d 9c", "Ts 9h 8d 9c")
            return [hit not in actions21(reading, high), hit not in actions21(reading, low)]
    hands = ("As 9h 8d 9c", "Ts 9h 2d 9c", "As 9h Ad 9c", "Ts 9h 6d 9c")
    return all({hit, stand} <= set(actions21(reading, each)) for each in hands)


@compares(
    "settle.base.*",
    "special.888",
    words={
        "player not over 21.5 wins": 1_000,
        "lose": -1_000,
        "push": 0,
        "three eights of player-dealer: players over 21.5 push": 0,
        "closest to 21.5 wins": [1_000, -1_000],
        "player wins": 1_000,
    },
    family=TWENTYONE,
)
def results_of_21(reading: Reading, fact: Fact) -> Any:
    match fact.id.removeprefix("settle.base.").removeprefix("special."):
        case "bank-bust":
            return (
                net21(reading, "Ts 6h 8d Tc 9c", "stand")
                if reading.slug != twentyone.SPANISH
                else net21(reading, "Ks 6h 8d Kc 9c", "stand")
            )
        case "player-bust.bank-not":
            return net21(reading, "Ts 9h 6d 9c Kc", "hit")
        case "both-bust":
            return net21(reading, "Ts 6h 6d 8c Kc 9d", "hit")
        case "both-bust.888" | "888":
            return net21(reading, "Ts 8h 6d 8c Kc 8d", "hit")
        case "higher":
            return [net21(reading, "Ts 9h 9d 9c", "stand"), net21(reading, "Ts 9h 7d 9c", "stand")]
        case "tie":
            return net21(reading, "Ts 9h 8d 9c", "stand")
    return net21(reading, "Ts 6h 5d Tc 6c 5h", "hit")


DOUBLES = {
    "up to the original wager": [True, True, False],
    "first two cards": [True, False],
    "only where double-double down is not allowed": [True, False],
    "casino option, only if player-dealer hits soft 17": [False, True],
    "doubles the total wager": 4_000,
    "not available": True,
    "one double card each time": 5,
    "8 times the original wager": 8_000,
    "takes back the last doubled portion, forfeits the rest, hand ends": [300, -1_000],
    "after doubling, hand not busted": [True, False],
}


@compares(
    "double.*",
    "double-double.*",
    "rescue.*",
    words=lambda value: set(value) if isinstance(value, list) else DOUBLES[value] if isinstance(value, str) else value,
    family=TWENTYONE,
)
def doubling(reading: Reading, fact: Fact) -> Any:
    hand = "6s 9h 5d 9c 2c"

    def doubles(amount: int, **house: Any) -> bool:
        round = deal21(reading, hand, **house)
        try:
            round.answer(1, "double", amount)
        except Refused:
            return False
        return True

    double = {"double_double_down": True}
    long = "2s 9h 3d 9c 2c 2h 2d"
    match fact.id:
        case "double.amount":
            return [doubles(500), doubles(1_000), doubles(1_500)]
        case "double.when":
            return [
                "double" in actions21(reading, "2s 9h 3d 9c 3c"),
                "double" in actions21(reading, "7s 9h 5d 9c 2c", "hit"),
            ]
        case "double.cards":
            return len(deal21(reading, "6s 9h 5d 9c 2c Kc", "double 1000").cards.hand("1")) - 2
        case "double.any-total":
            return all("double" in actions21(reading, each) for each in ("2s 9h 3d 9c", "Ts 9h 9d 9c", "As 9h 8d 9c"))
        case "double.after-split":
            return "double" in actions21(reading, "7s 9h 7d 9c 3c", "split")
        case "double.for-less":
            return [doubles(300), doubles(300, **double)]
        case "double-double.allowed":
            return [
                "double" in actions21(reading, long, "double" if house else "double 1000", **house)
                for house in ({}, double)
            ]
        case "double-double.bank-stands-17":
            return bank_drew(reading, "Ts Ah 9d 6c 2c", "stand") > 2  # it always hits soft 17
    if fact.id.startswith("rescue"):
        if fact.id.endswith("effect"):
            round = deal21(reading, hand, "double 300", "rescue")
            return [moved(round, "returned")[0].amount, twentyone.settled(round)["1", "wager"].net]
        busted = deal21(reading, "Ks 9h 5d 9c Kc", "double 1000")
        return [
            "rescue" in actions21(reading, hand, "double 1000"),
            not busted.done and "rescue" in twentyone.actions(busted),
        ]
    after_one = actions21(reading, long, "double", **double)
    round = deal21(reading, long, "double", "double", **double)
    match fact.id:
        case "double-double.options":
            return {"double again" if each == "double" else each for each in after_one}
        case "double-double.times":
            return doubles_made(reading, long) - 1
        case "double.times.max":
            return doubles_made(reading, long)
        case "double-double.amount":
            return twentyone_stake(round)
        case "double-double.cards":
            return len(last_of(reading, long).cards.hand("1"))
        case "double.total.max":
            return twentyone_stake(last_of(reading, long))
    return set(actions_after_all(reading, long))


def doubles_made(reading: Reading, cards: str) -> int:
    """How often a hand may be doubled."""
    round = deal21(reading, cards, double_double_down=True)
    made = 0
    while not round.done and "double" in twentyone.actions(round):
        round.answer(1, *double_answer(round))
        made += 1
    return made


def double_answer(round: Any) -> tuple[Any, ...]:
    """The greatest double that is offered."""
    option = next(each for each in round.ask.options if each.action == "double")
    return ("double", option.most) if hasattr(option, "most") else ("double",)


def last_of(reading: Reading, cards: str) -> Any:
    """A hand doubled as often as it may be, before its last answer."""
    round = deal21(reading, cards, double_double_down=True)
    while not round.done and "double" in twentyone.actions(round):
        round.answer(1, *double_answer(round))
    return round


def actions_after_all(reading: Reading, cards: str) -> list[str]:
    """What may be done after the last double."""
    return twentyone.actions(last_of(reading, cards))


def twentyone_stake(round: Any) -> int:
    """What lies on the game wager now."""
    return round.chips.stake(round.spot("1"), "wager")


@compares(
    "split.*",
    words={
        "equal to original wager": 1_000,
        "as many as desired": True,
        "any pair or two bonus cards": [True, True, False],
        "any pair or two cards of equal value, aces and bonus cards included": [True, True, False],
    },
    family=TWENTYONE,
)
def splitting(reading: Reading, fact: Fact) -> Any:
    def may(cards: str, *answers: str) -> bool:
        round = deal21(reading, cards, *answers)
        return not round.done and "split" in twentyone.actions(round)

    match fact.id.removeprefix("split."):
        case "which":
            return [may("7s 9h 7d 9c"), may("Ks 9h Qd 9c"), may("7s 9h 8d 9c")]
        case "aces.cards":
            round = deal21(reading, "As 9h Ad 9c 5c 6d", "split")
            if reading.slug == twentyone.SPANISH:
                return {"hit", "stand"} <= set(twentyone.actions(round))
            return len(round.cards.hand("1")) - 1
        case "amount":
            round = deal21(reading, "7s 9h 7d 9c 3c", "split")
            return max(each.amount for each in moved(round, "wager")[1:])
        case "for-less":
            round = deal21(reading, "7s 9h 7d 9c 3c")
            option = next(each for each in round.ask.options if each.action == "split")
            return hasattr(option, "least") and option.least < 1_000
        case "max" | "hands.max" as which:
            splits = 0
            round = deal21(reading, "7s 9h 7d 9c 7h 7c 7s 7d 7h 7c")
            while not round.done and "split" in twentyone.actions(round):
                round.answer(round.ask.spot, "split")
                splits += 1
            return splits + (which == "hands.max")
    return "hit" in actions21(reading, "7s 9h 7d 9c 2c", "split") and "hit" in actions21(
        reading, "7s 9h 7d 9c 2c 3h", "split", "hit"
    )


@compares(
    "surrender.*",
    words={
        "after the first two cards, before the down card is exposed": [True, False],
        "after the check for a Pure Spanish 21.5, on the first two cards": [True, False],
        "half the wager": -500,
        "no surrender": True,
    },
    family=TWENTYONE,
)
def surrender(reading: Reading, fact: Fact) -> Any:
    match fact.id.removeprefix("surrender.").removeprefix("late."):
        case "when":
            checked = deal21(reading, "Ts Ah 6d 9c")
            return [
                "surrender" in twentyone.actions(checked),
                "surrender" in actions21(reading, "7s 9h 5d 9c 2c", "hit"),
            ]
        case "bank-blackjack":
            return deal21(reading, "Ts Ah 6d Kc").done
    return net21(reading, "Ts 9h 6d 9c", "surrender")


@compares(
    "button.action",
    words={"none": "off", "down card of player-dealer decides its place": "by the down card"},
    family=TWENTYONE,
    looks_at="rules",
)
def action_of_21(reading: Reading, fact: Fact) -> Any:
    """Whether the down card moves the start of settling."""
    if "action_button" not in reading.rules.house_rules:
        return "off"
    return "by the down card" if reading.rules.house("action_button") else "off, by house rule"


@compares(
    "side.red-flex.needs",
    "side.buster.needs",
    "side.match.needs",
    words=lambda value: ["wager"],
    family=TWENTYONE,
    looks_at="rules",
)
def bonus_needs(reading: Reading, fact: Fact) -> Any:
    """The game wager, by its name or as the base."""
    assert fact.value[0] in ("game wager", "base")
    return list(
        reading.rules.wager[{"match": "match-the-dealer"}.get(fact.id.split(".")[1], fact.id.split(".")[1])].needs
    )


@compares(
    "side.red-flex.*",
    "side.buster.*",
    "side.match.*",
    words={
        "consecutive red cards from the first card of player-dealer": [2, 0],
        "hand complete or black card drawn": [2, 2],
        "referred to the collection schedule": True,
        "player-dealer busts": True,
        "player-dealer does not bust": True,
        "stays in action": True,
        "yes, even when all players have a Pure 21.5 Blackjack, if below 17": 3,
        "one or both of first two cards match the up card in rank": [True, True, False],
        "$5": "$5",
        "$200": "$200",
    },
    family=TWENTYONE,
)
def bonus_of_21(reading: Reading, fact: Fact) -> Any:
    def bonus(wager: str, cards: str, *answers: str) -> Any:
        round = deal21(reading, cards, *answers, bets={"wager": 1_000, wager: 500})
        return twentyone.settled(round).get(("1", wager))

    def red(cards: str, *answers: str) -> int:
        line = bonus("red-flex", cards, *answers).line
        return int(line.split()[0]) if line[0].isdecimal() and bonus("red-flex", cards, *answers).net > 0 else 0

    rules = reading.rules
    match fact.id.removeprefix("side."):
        case "red-flex.counts":
            return [red("Ts 9h 9d 9d", "stand"), red("Ts 9c 9d 9d", "stand")]
        case "red-flex.red":
            return [
                name
                for name, suit in (("spades", "s"), ("hearts", "h"), ("diamonds", "d"), ("clubs", "c"))
                if red(f"Ts 9{suit} 9d 9{suit}", "stand")
            ]
        case "red-flex.least":
            return next(count for count, cards in ((1, "Ts 9h 9d 9c"), (2, "Ts 9h 9d 9d")) if red(cards, "stand"))
        case "red-flex.stops":
            return [red("Ts 9h 9d 3d 6c 2d", "stand"), red("Ts 9h 9d 8d", "stand")]
        case "red-flex.depends-on-base":
            return bonus("red-flex", "Ts 9h 9d 8d", "stand").net != bonus("red-flex", "Ts 9h 6d 8d", "stand").net
        case "red-flex.order":
            three = red("Ts 9h 9d 3d 6h", "stand")
            return (
                ["top card", "hole card", "first hit", "second hit", "third hit", "fourth hit"] if three == 3 else three
            )
        case "red-flex.limits":
            return rules.limits("red-flex")[1] == rules.house("bonus_maximum")
        case "buster.condition":
            return bonus("buster", "Ts 6h 8d Tc 9c", "stand").net > 0
        case "buster.lose":
            return bonus("buster", "Ts 9h 8d 9c", "stand").net < 0
        case "buster.after-player-bust":
            return bonus("buster", "Ts 6h 6d Tc Kc 9c", "hit").net > 0
        case "buster.after-player-blackjack":
            return bonus("buster", "As 6h Kd Tc 9c").net > 0
        case "buster.bank-must-draw":
            round = deal21(reading, "As 6h Kd Tc 5c", bets={"wager": 1_000, "buster": 500})
            return len(round.cards.hand(DEALER))
        case "buster.min":
            return rules.wager["buster"].least
        case "buster.max":
            return rules.wager["buster"].most
        case "match.condition":
            return [
                bonus("match-the-dealer", cards, "stand").net > 0
                for cards in ("9s 9h 7d 8c", "8s 9h 9d 8c", "8s 9h 7d 8c")
            ]
        case "match.decks":
            return next(packs for packs in range(4, 9) if offers(reading, packs))
    raise AssertionError(fact.id)


def offers(reading: Reading, packs: int) -> bool:
    """Whether Match the Dealer can be offered with so many decks."""
    try:
        reading.game_with(packs=packs)
    except RuleBookError:
        return False
    return True
