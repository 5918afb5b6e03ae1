"""Games in which each player has a hand against the dealer's: Heads Up Hold'em, Four Card Frenzy, Ultimate Texas
Hold'em and Three Card Poker, fact by fact in rounds with known cards."""

from functools import cache
from itertools import combinations
from typing import Any

from cardroom.games import game_of
from cardroom.play import Amount, Refused
from cardroom.play.round.events import Acted, Dealt, Metered, Settled, Turned
from cardroom.rankings import rank
from cardroom.rulebook import rule_set
from reading.case import Fact, Reading, compares, readings, told
from support.deals import decision, people, play, settled, stacked, without_bank

ANTE = 1_000
UTH, TCP, FCF, HUH = "ultimate-texas-holdem", "three-card-poker-6-card-bonus", "four-card-frenzy", "heads-up-holdem"
HOLDEM = {
    # own cards, dealer's cards, board
    "win": ("Kc Kd", "Qs Qd", "9h 2s 5c Jh 7d"),
    "lose": ("Qs Qd", "Kc Kd", "9h 2s 5c Jh 7d"),
    "tie": ("Ac 8d", "Ad 8h", "9h 9s 9c Jh Kd"),
    "win unqualified": ("Ac Kd", "Qs Td", "9h 2s 5c 7h 3d"),
    "lose unqualified": ("Qs Td", "Ac Kd", "9h 2s 5c 7h 3d"),
    "tie unqualified": ("Ac Kd", "As Kh", "9h 2s 5c 7h 3d"),
    "straight wins": ("8c 7d", "Ks Kd", "9h Tc Js 2h 3d"),
    "straight wins unqualified": ("8c 7d", "As Kd", "9h Tc Js 2h 3d"),
    "straight loses": ("4h 3d", "8c 9d", "5c 6d 7h Ks 2s"),
    "three lose": ("2c 2d", "9c 9d", "9h 2s 5c Jh Kd"),
    "straight flush wins": ("8h 7h", "Ks Kd", "9h Th Jh 2c 3d"),
    "fold": ("Qs 3d", "Ac Kd", "9h 2s 5c 7h 4d"),
}
THREE = {
    "win": ("Kc Kd 2h", "Qs 9d 2c"),
    "lose": ("Jc 9h 2h", "Qs 9d 2c"),
    "tie": ("Qc 9h 2h", "Qs 9d 2c"),
    "win unqualified": ("Kc Kd 2h", "Js 9d 2c"),
    "lose unqualified": ("Tc 9h 2h", "Js 9d 2c"),
    "tie unqualified": ("Jc 9h 2h", "Js 9d 2c"),
    "fold": ("Tc 9h 2h", "Qs 9d 2c"),
}
FOUR = {
    "win": ("9h 9c 7d 5s 2c", "Ks Td 8h 5c 3d"),
    "lose": ("Jh 9c 7d 5s 2c", "Ks Td 8h 5c 3d"),
    "tie": ("Kh Tc 8d 5s 2c", "Ks Td 8h 5c 3d"),
    "win unqualified": ("9h 9c 7d 5s 2c", "Qs Td 8h 5c 3d"),
    "lose unqualified": ("Jh 9c 7d 5s 2c", "Qs Td 8h 5c 3d"),
    "tie unqualified": ("Qh Tc 8d 5s 2c", "Qs Td 8h 5c 3d"),
    "straight wins": ("8c 7d 6h 5s 2c", "Ks Td 8h 5c 3d"),
    "straight wins unqualified": ("8c 7d 6h 5s 2c", "Qs Td 8h 5c 3d"),
    "straight loses": ("8c 7d 6h 5s 2c", "9s 9d 9h 4c 3d"),
    "straight ties": ("8c 7d 6h 5s 2c", "8s 7c 6d 5h 3d"),
    "three lose": ("8c 8d 7h 7s 2c", "9s 9d 9h 4c 3d"),
    "fold": ("Jh 9c 7d 5s 2c", "Ks Td 8h 5c 3d"),
}
HANDS = {UTH: HOLDEM, TCP: THREE, FCF: FOUR, HUH: HOLDEM}


def banked_game(reading: Reading, **house: Any) -> Any:
    """The game with a bank that covers everything."""
    rules = rule_set(reading.slug, reading.set, **house)
    return game_of(without_bank(rules)) if rules.bank else game_of(rules)


def deck_for(reading: Reading, game: Any, cards: tuple[str, ...]) -> Any:
    """A deck that deals these cards to one player, the dealer and the board."""
    used = " ".join(cards)
    spare = [each for each in ("4c", "4d", "4s", "6c", "6s", "6h", "2h", "3s", "5h") if each not in used]
    if reading.slug == UTH:
        own, dealer, board = cards
        flop, rest = " ".join(board.split()[:3]), " ".join(board.split()[3:])
        return stacked(own, dealer, spare[0], flop, spare[1], rest)
    first = [" ".join(spare[:4])] if "all-6" in game.rules.wagers() else []
    return stacked(*first, *cards)


def base_bets(reading: Reading) -> dict[str, int]:
    """The required wagers."""
    return {name: ANTE for name, wager in reading.rules.wagers().items() if wager.required}


def played(
    reading: Reading,
    cards: tuple[str, ...],
    wish: str = "1x",
    bets: dict[str, int] | None = None,
    meters: Any = None,
    **house: Any,
) -> Any:
    """A round of one player."""
    game = banked_game(reading, **house)
    stacks = {1: 1_000_000, 2: 0} if game.rules.seats.least > 1 else {1: 1_000_000}
    round = game.round(*people(stacks, stacks), shuffle=deck_for(reading, game, cards))
    return play(
        round,
        {"1": base_bets(reading) | (bets or {})},
        {"1": wish},
        meters or dict.fromkeys(game.rules.jackpot, 600_000),
    )


@cache
def result(name: str, which: str, wish: str = "1x", bets: tuple[tuple[str, int], ...] = ()) -> dict[str, int]:
    """What each wager of a round wins, in cents."""
    reading = readings()[name]
    round = played(reading, HANDS[reading.slug][which], wish, dict(bets))
    return {wager: event.net for wager, event in settled(round).items()}


def outcome(net: int, stake: int = ANTE) -> str:
    """A result in the reading's words."""
    return {stake: "1 to 1", 0: "push", -stake: "lose"}.get(net, f"{net / stake:g} to 1")


def raise_of(reading: Reading) -> str:
    """The name of the wager that follows the deal."""
    return "play" if reading.slug in (UTH, TCP) else "raise"


SETTLED = {
    # the end of an id: the rounds that must all show it
    "win": ("win",),
    "win.qualified": ("win",),
    "win.not-qualified": ("win unqualified",),
    "lose": ("lose",),
    "lose.qualified": ("lose",),
    "lose.not-qualified": ("lose unqualified",),
    "tie": ("tie",),
    "tie.qualified": ("tie",),
    "not-qualified": ("win unqualified", "lose unqualified", "tie unqualified"),
}
DEALERS = "dealer"
BANKED = ("baccarat", "pai-gow", "21.5")


@compares("settle.ante.*", "settle.raise.*", "settle.play.*", family=DEALERS)
def ante_and_raise(reading: Reading, fact: Fact) -> Any:
    """The Ante, and the wager that follows the deal, in a round that ends this way."""
    _, wager, end = fact.id.split(".", 2)
    if end == "depends-on-qualifier":
        two = [result(reading.name, each)[wager] for each in ("win", "win unqualified", "lose", "lose unqualified")]
        return not (two[0] == two[1] and two[2] == two[3])
    found = {outcome(result(reading.name, each)[wager]) for each in SETTLED[end]}
    (one,) = found
    return one


@compares(
    "settle.odds.win",
    "settle.odds.lose",
    "settle.odds.tie",
    "settle.odds.win.below-table",
    "settle.odds.lose.below-table",
    "settle.odds.threshold",
    "settle.odds.depends-on-qualifier",
    words={
        "by Odds win table": [1, "table"],
        "by Odds win table (Straight or higher)": [1, "table"],
        "by Bad Beat table": "bad beat",
        "by Bad Beat table (Straight or higher)": "bad beat",
        "as a win: table, or push below Straight": ["1 to 1", "push"],
        "push": "push",
        "lose": "lose",
        "Straight": "straight",
    },
)
def odds(reading: Reading, fact: Fact) -> Any:
    def net(which: str) -> int:
        return result(reading.name, which)["odds"]

    rules = reading.rules
    match fact.id.removeprefix("settle.odds."):
        case "win":
            table = rules.pay["odds-win"].lines["straight"]
            return [net("straight wins") // ANTE, "table" if table == "1 to 1" else table]
        case "lose":
            table = rules.table(rules.wager["odds"].beaten).lines["straight"]
            return "bad beat" if f"{net('straight loses') / ANTE:g}" == table.split()[0] else table
        case "tie" if reading.slug == FCF:
            return [outcome(net("straight ties")), outcome(net("tie"))]
        case "tie":
            return outcome(net("tie"))
        case "win.below-table":
            return outcome(net("win"))
        case "lose.below-table":
            return outcome(net("three lose"))
        case "threshold":
            tables = rules.pay["odds-win"].lines, rules.table(rules.wager["odds"].beaten).lines
            (last,) = {list(lines)[-1] for lines in tables}
            return last
    return net("straight wins") != net("straight wins unqualified")


@compares("settle.others.not-qualified", words={"play as normal": True, "remain in action": True})
def others_play_on(reading: Reading, fact: Fact) -> Any:
    """Raise and Odds against a dealer who does not qualify are settled as against one who does."""
    won, beaten = result(reading.name, "straight wins unqualified"), result(reading.name, "lose unqualified")
    return (won["raise"], won["odds"], beaten["raise"], beaten["odds"]) == (ANTE, ANTE, -ANTE, -ANTE)


@compares("settle.highest-only")
def highest_only(reading: Reading, fact: Fact) -> Any:
    """A straight flush is also a straight and a flush, and is paid once."""
    pays = reading.rules.pay["odds-win"].lines["straight flush"]
    return result(reading.name, "straight flush wins")["odds"] == int(pays.split()[0]) * ANTE


@compares("settle.bad-beat.condition", words={"player hand of lower value than dealer hand": [True, True]})
def beaten_condition(reading: Reading, fact: Fact) -> Any:
    """The same straight is paid by the table for beaten hands only when it is beaten."""
    lost, won = (result(reading.name, each)["odds"] for each in ("straight loses", "straight wins"))
    return [lost == 5 * ANTE, won == ANTE]


# -- Blind, Trips and Bad Beat of Ultimate Texas Hold'em -------------------------------------------------------------

SIDE = (("trips", 500), ("bad-beat", 500))


@compares(
    "settle.blind.*", words={"by Blind table (Straight or higher)": "straight: table", "push": "push", "lose": "lose"}
)
def blind(reading: Reading, fact: Fact) -> Any:
    def net(which: str) -> str:
        return outcome(result(reading.name, which)["blind"])

    match fact.id.removeprefix("settle.blind."):
        case "win":
            return (
                "straight: table"
                if net("straight wins") == reading.rules.pay["blind"].lines["straight"]
                else net("straight wins")
            )
        case "win.below-table":
            return net("win")
        case "lose" | "tie" as end:
            return net(end)
    return net("win") != net("win unqualified") or net("lose") != net("lose unqualified")


@compares(
    "settle.trips.*", words={"by Trips table": "straight: table", "lose below Three of a Kind": ["lose", "3 to 1"]}
)
def trips(reading: Reading, fact: Fact) -> Any:
    def net(which: str) -> str:
        return outcome(result(reading.name, which, "1x", SIDE)["trips"], 500)

    match fact.id.removeprefix("settle.trips."):
        case "win":
            return (
                "straight: table"
                if net("straight wins") == reading.rules.pay["trips"].lines["straight"]
                else net("straight wins")
            )
        case "lose":
            return [net("win"), net("three lose")]
        case "push-possible":
            return "push" in {net(each) for each in HOLDEM if each != "fold"}
    return net("straight wins") != net("straight wins unqualified") or net("win") != net("lose")


TWO_THREES = ("9c 9d", "2c 2d", "9h 2s 5c Jh Kd")


@compares(
    "settle.bad-beat.lose",
    "settle.bad-beat.not-qualified",
    "settle.bad-beat.paid-on",
    "settle.bad-beat.push-possible",
    "settle.bad-beat.tie",
    "settle.bad-beat.win",
    words={
        "either hand below Three of a Kind": ["lose", "lose"],
        "lose": "lose",
        "the beaten (lower) hand": ["9 to 1", "20 to 1"],
        "the losing hand (player or player-dealer) is Three of a Kind or better": ["9 to 1", "9 to 1"],
    },
)
def bad_beat(reading: Reading, fact: Fact) -> Any:
    """The Bad Beat Bonus pays on the beaten hand, whichever side's."""

    def net(cards: tuple[str, ...]) -> str:
        round = played(reading, cards, "1x", dict(SIDE))
        return outcome(settled(round)["bad-beat"].net, 500)

    mine, theirs = net(HOLDEM["three lose"]), net(TWO_THREES)
    match fact.id.removeprefix("settle.bad-beat."):
        case "lose":
            return [net(HOLDEM["win"]), net(("9c 9d", "Ac Qd", "9h 2s 5c Jh Kd"))]
        case "not-qualified":
            return net(HOLDEM["straight wins unqualified"])
        case "paid-on":
            return [mine, net(HOLDEM["straight loses"])]
        case "push-possible":
            return "push" in {net(cards) for cards in HOLDEM.values()}
        case "tie":
            return net(("Ac 2d", "Ad 2h", "9h 9s 9c 9d Kd"))
    return [mine, theirs]


# -- Pair Plus and 6 Card Bonus --------------------------------------------------------------------------------------

BONUS = (("pair-plus", 500), ("six-card-bonus", 500))


@compares(
    "settle.pair-plus.*",
    "settle.six-card.*",
    words={"by Pair Plus table": True, "by 6 Card Bonus table": True, "lose": "lose"},
)
def three_card_bonuses(reading: Reading, fact: Fact) -> Any:
    wager = {"pair-plus": "pair-plus", "six-card": "six-card-bonus"}[fact.id.split(".")[1]]

    def net(cards: tuple[str, ...]) -> str:
        round = played(reading, cards, "1x", dict(BONUS))
        return outcome(settled(round)[wager].net, 500)

    end = fact.id.split(".")[2]
    lines = reading.rules.pay[wager].lines
    if end == "win":
        straight = {"pair-plus": ("5c 4d 3h", "Qs 9d 2c"), "six-card-bonus": ("5c 4d 3h", "6s 7d Qc")}[wager]
        return net(straight) == lines["straight"]
    if end == "lose":
        return net(("Kc 9d 2h", "Qs Td 4c"))
    same = {
        "depends-on-bank": ((("5c 4d 3h"), "Qs 9d 2c"), ("5c 4d 3h", "As Ad Ac")),
        "depends-on-qualifier": (("5c 4d 3h", "6s 7d Qc"), ("5c 4d 3h", "6s 7d Jc")),
    }[end]
    return net(same[0]) != net(same[1])


# -- what is required, and how much ----------------------------------------------------------------------------------


def takes(reading: Reading, wagers: dict[str, int], **house: Any) -> bool:
    """Whether a spot may make these bets."""
    game = banked_game(reading, **house)
    stacks = {1: 1_000_000, 2: 1_000_000}
    round = game.round(*people(stacks, stacks), seed=1)
    while "bet" not in {option.action for option in round.ask.options}:
        option = round.ask.options[0]
        round.answer(round.ask.spot, option.action, 60_000)
    try:
        round.answer(1, "bet", wagers)
    except Refused:
        return False
    return True


@compares("wager.ante.required", "wager.odds.required", "wager.blind.required", family=DEALERS)
def required(reading: Reading, fact: Fact) -> Any:
    wager = fact.id.split(".")[1]
    bets = base_bets(reading)
    return takes(reading, bets) and not takes(
        reading, {name: amount for name, amount in bets.items() if name != wager} or {side(reading): 500}
    )


def side(reading: Reading) -> str:
    """A bonus bet of the game."""
    return next(
        name for name, wager in reading.rules.wagers().items() if wager.needs and wager.when == "before the deal"
    )


@compares(
    "wager.odds.relation",
    "wager.play.relation",
    "wager.raise.relation",
    words={"equals ante": True, "each Raise spot equals ante": [1, 2, 3]},
)
def relation(reading: Reading, fact: Fact) -> Any:
    if "odds" in fact.id:
        return not takes(reading, {"ante": 1_000, "odds": 500}) and not takes(reading, {"ante": 500, "odds": 1_000})
    if "play" in fact.id:
        return result(reading.name, "win")["play"] == result(reading.name, "win")["ante"]
    return raise_amounts(reading)


def raise_amounts(reading: Reading) -> list[int]:
    """All raises of the game, in Antes."""
    if reading.slug == FCF:
        option = asks(reading, ("As Ac 7d 5h 2c", FOUR["lose"][1]))[0][1]["raise"]
        return [each // ANTE for each in range(option.least, option.most + 1, option.step)]
    return sorted(
        option.least // ANTE for _, options in asks(reading) for name, option in options.items() if name == "raise"
    )


@compares("wager.raise.spots", looks_at="rules")
def raise_spots(reading: Reading, fact: Fact) -> Any:
    return reading.rules.wager["raise"].spots


@compares(
    "wager.raise.required",
    words={"to play on; otherwise fold": {"raise", "fold"}, "at least one Raise to compete": {"raise", "fold"}},
)
def raise_required(reading: Reading, fact: Fact) -> Any:
    return set(asks(reading)[-1][1])


@compares("wager.raise.name", words={"Play": "Play", "Raise": "Raise"}, looks_at="rules")
def raise_name(reading: Reading, fact: Fact) -> Any:
    return reading.rules.wager["raise"].label


LABELS = {
    "Odds": "odds",
    "Pair Plus": "pair-plus",
    "4 Card Bonus": "four-card-bonus",
    "Prime": "prime",
    "5 Card Galaxy Bonus Jackpot": "galaxy",
    "Trips Plus": "trips-plus",
    "Pocket Bonus": "pocket-bonus",
    "Bonus Jackpot or Progressive Jackpot": "jackpot",
    "All 6 Bonus": "all-6",
    "Progressive": "jackpot",
    "Red Flex Bet": "red-flex",
    "Buster Blackjack Bonus Bet": "buster",
    "Match the Dealer Up Card": "match-the-dealer",
    "Pair Plus Bonus Bet": "pair-plus",
    "6 Card Bonus Bet": "six-card-bonus",
    "Trips Bonus Bet": "trips",
    "Bad Beat Bonus Bet": "bad-beat",
    "Ace-High Bonus Bet": "ace-high",
    "Fortune Bonus Bet": "fortune",
    "Ace-High Bonus": "ace-high",
    "Fortune Bonus": "fortune",
    "base": "base",
    "Ante": "ante",
    "Play": "play",
    "Blind": "blind",
    "Trips": "trips",
    "Bad Beat": "bad-beat",
    "Bonus or Pair Plus": "pair-plus",
    "6 Card Bonus": "six-card-bonus",
    "Player line": "player",
    "Banker line": "banker",
    "Tie Bet": "tie",
    "Panda 8": "panda-8",
    "Dragon 7": "dragon-7",
}


def by_label(value: Any) -> Any:
    """Wagers by their names in the rule set."""
    return {LABELS[each] for each in value} if isinstance(value, list) else value


@compares("wager.optional", "wager.spots", "wager.names", words=by_label, looks_at="rules")
def areas(reading: Reading, fact: Fact) -> Any:
    wagers = {
        name: wager
        for name, wager in reading.rules.wager.items()
        if wager.when != "as an award" and name != "second-jackpot"
    }
    if fact.id == "wager.optional":
        return {name for name, wager in wagers.items() if not wager.required and wager.when == "before the deal"}
    return set(wagers)


@compares("wager.optional.max-count", "wager.spots.count", "side.areas-per-seat", looks_at="rules")
def area_count(reading: Reading, fact: Fact) -> Any:
    wagers = reading.rules.wager
    if fact.id == "side.areas-per-seat":
        return (
            next(wager.spots or 1 for name, wager in wagers.items() if name == "panda-8")
            if hasattr(wagers["panda-8"], "spots")
            else 1
        )
    if fact.id == "wager.spots.count":
        return len(wagers)
    bonus = [name for name, wager in wagers.items() if wager.needs and wager.when == "before the deal"]
    assert takes(reading, base_bets(reading) | dict.fromkeys(bonus, 500))
    return len(bonus)


@compares(
    "wager.when",
    "wager.closed",
    words={
        "before any card is dealt": True,
        "before the initial deal": True,
        "no wager made, increased or withdrawn after the house dealer signals": True,
    },
)
def bets_first(reading: Reading, fact: Fact) -> Any:
    """All bets are in before the first card, and none is asked for after it except what follows the deal."""
    round = played(reading, HANDS[reading.slug]["win"])
    first = next(place for place, each in enumerate(round.events) if isinstance(each, Dealt))
    last = max(place for place, each in enumerate(round.events) if isinstance(each, Acted) and each.action == "bet")
    return last < first


@compares(
    "side.*.needs", words=lambda value: {LABELS.get(each, NEEDS.get(each, each)) for each in value}, looks_at="rules"
)
def bonus_needs(reading: Reading, fact: Fact) -> Any:
    name = {"tie-bet": "tie", "six-card": "six-card-bonus", "match": "match-the-dealer"}.get(
        fact.id.split(".")[1], fact.id.split(".")[1]
    )
    return set(reading.rules.wager[name].needs)


NEEDS = {"game wager": "wager", "base": "base", "Player line or Banker line": "player or banker"}


@compares("side.*.relation", words=lambda value: [True, True], family=DEALERS)
def bonus_relation(reading: Reading, fact: Fact) -> Any:
    """A bonus bet may be less and more than the wager that it needs."""
    name = {"six-card": "six-card-bonus", "match": "match-the-dealer"}.get(fact.id.split(".")[1], fact.id.split(".")[1])
    base = base_bets(reading)
    return [takes(reading, base | {name: 500}), takes(reading, base | {name: 2_000})]


# -- the deal and the decisions --------------------------------------------------------------------------------------


@cache
def _asks(name: str, cards: tuple[str, ...], wish: str) -> tuple[tuple[int, dict[str, Any]], ...]:
    reading = readings()[name]
    game = banked_game(reading)
    stacks = {1: 1_000_000, 2: 0} if game.rules.seats.least > 1 else {1: 1_000_000}
    round = game.round(*people(stacks, stacks), shuffle=deck_for(reading, game, cards))
    found = []
    while not round.done:
        options = {each.action: each for each in round.ask.options}
        if "bet" in options:
            round.answer(1, "bet", base_bets(reading))
            continue
        board = sum(
            len(each.cards)
            for each in round.events
            if isinstance(each, Dealt) and each.place.kind == "board" and each.to is None
        )
        board += sum(
            len(each.cards) for each in round.events if isinstance(each, Turned) and each.place.kind == "board"
        )
        found.append((board, options))
        round.answer(1, *decision(round, wish))
    return tuple(found)


def asks(
    reading: Reading, cards: tuple[str, ...] | None = None, wish: str = "1x"
) -> tuple[tuple[int, dict[str, Any]], ...]:
    """The decisions of a player: the board that is visible, and the options."""
    return _asks(reading.name, cards or HANDS[reading.slug]["win"], wish)


def choices(options: dict[str, Any]) -> set[str]:
    """Options as the reading writes them."""
    found = set()
    for name, option in options.items():
        if isinstance(option, Amount):
            found |= {f"{name} {each // ANTE}x" for each in range(option.least, option.most + 1, option.step)}
        else:
            found.add(f"{name} 1x" if name == "play" else name)
    return found


def as_choices(value: Any) -> Any:
    """The reading's options: "raise 3x ante (spots 1, 2 and 3)" is a raise of three Antes."""
    return {" ".join(each.split(" ante")[0].split()) for each in value}


@compares("decision.1.options", "decision.2.options", "decision.3.options", words=as_choices)
def decision_options(reading: Reading, fact: Fact) -> Any:
    number = int(fact.id.split(".")[1])
    found = choices(asks(reading)[number - 1][1])
    if reading.slug == FCF:
        return {each.split()[0] for each in found}
    return {
        each.replace("raise", "play") if any("play" in str(words) for words in fact.value) else each for each in found
    }


@compares(
    "decision.1.when",
    "decision.2.when",
    "decision.3.when",
    words={
        "after viewing two pocket cards": 0,
        "after viewing two hole cards": 0,
        "after three community cards (flop)": 3,
        "after turn and river (revealed together)": 5,
        "after turn and river": 5,
    },
)
def decision_when(reading: Reading, fact: Fact) -> Any:
    return asks(reading)[int(fact.id.split(".")[1]) - 1][0]


@compares(
    "decision.2.who",
    "decision.3.who",
    "decision.raises.most-times",
    words={
        "only players without Raise wagers": 1,
        "only players without a Play wager": 1,
        "only players without a Raise wager": 1,
    },
)
def decision_who(reading: Reading, fact: Fact) -> Any:
    """Who has raised is not asked again: the decisions of a player who raises at once, and after the flop."""
    early, later = len(asks(reading, wish="3x")), len(asks(reading, wish="2x"))
    return early if "2" in fact.id or "most" in fact.id else later - 1


@compares("decision.1.check", family=DEALERS)
def may_check(reading: Reading, fact: Fact) -> Any:
    return "check" in asks(reading)[0][1]


@compares("decision.1.casino-option", words=lambda value: {*value, "raise 3x"})
def early_raise(reading: Reading, fact: Fact) -> Any:
    """WPT's house rule for a smaller raise before the flop."""
    game = banked_game(reading, early_raise=True)
    round = game.round(*people({1: 1_000_000}, {1: 1_000_000}), shuffle=deck_for(reading, game, HOLDEM["win"]))
    round.answer(1, "bet", base_bets(reading))
    return {each for each in choices({option.action: option for option in round.ask.options}) if each != "check"}


@compares(
    "decision.1.raise.aces-or-better",
    "decision.1.raise.kings-or-lower",
    "decision.1.raise.threshold",
    "decision.1.raise.cards",
    words={"pair of Aces": [3, 1], "placed face down under a Raise chip": True},
)
def frenzy_raise(reading: Reading, fact: Fact) -> Any:
    """The raises that are offered with a hand, in Antes."""

    def raises(cards: str) -> list[int]:
        option = asks(reading, (cards, "Ks Td 8h 5c 3d"))[0][1]["raise"]
        return [each // ANTE for each in range(option.least, option.most + 1, option.step)]

    match fact.id.rpartition(".")[2]:
        case "aces-or-better":
            assert raises("As Ac 7d 5h 2c") == raises("7s 7c 2d 2h 9c")
            return raises("As Ac 7d 5h 2c")[::-1]
        case "kings-or-lower":
            return raises("Kh Kc 7d 5h 2c")
        case "threshold":
            return [max(raises("As Ac 7d 5h 2c")), max(raises("Kh Kc 7d 5h 2c"))]
    return told(reading, "raise", section="C")


@compares("fold.when", words={"only at the last decision": ["fold at the end"], "at every decision": ["fold"] * 3})
def fold_when(reading: Reading, fact: Fact) -> Any:
    folds = ["fold" in options for _, options in asks(reading)]
    return ["fold at the end"] if folds == [False, False, True] else ["fold"] * sum(folds)


def fold_bets(reading: Reading) -> dict[str, int]:
    """Every bonus bet without a jackpot."""
    return {
        name: 500
        for name, wager in reading.rules.wagers().items()
        if wager.needs and wager.when == "before the deal" and not wager.jackpot
    }


@compares("fold.lost", "fold.kept", words=by_label)
def fold_lost(reading: Reading, fact: Fact) -> Any:
    """The wagers that a fold forfeits before anything is turned over, and those that stay."""
    bets = fold_bets(reading)
    round = played(reading, HANDS[reading.slug]["fold"], "fold", bets)
    events = list(round.events)
    results = {event.wager: event for event in events if isinstance(event, Settled)}
    lost = {name for name, event in results.items() if event.line.startswith("fold") or "fold" in event.why.lower()}
    if fact.id == "fold.kept":
        return {name for name in bets if name not in lost}
    return lost


@compares(
    "fold.cards",
    "discard.order",
    "deal.rest",
    "play.touch",
    "play.cards-in-view",
    "play.information-exchange",
    "play.signals",
    looks_at="page",
    words=lambda value: True,
)
def handling(reading: Reading, fact: Fact) -> Any:
    """How cards and hands are handled at a real table, as the page tells it."""
    words = HANDLING[fact.id]
    return any(told(reading, *each) for each in words)


HANDLING = {
    "fold.cards": (("fold", "discard"), ("fold",)),
    "discard.order": (("order",), ("reconstruct",), ("collected",), ("picked up",)),
    "deal.rest": (("rest",), ("left",), ("remaining",)),
    "play.touch": (("touch",), ("signals by hand",)),
    "play.cards-in-view": (("sight",), ("view",), ("see",)),
    "play.information-exchange": (("tell",), ("exchange",), ("discuss",), ("show",)),
    "play.signals": (("signals by hand",),),
}


@compares(
    "fold.side-bets",
    words={
        "hand tucked face down under bonus wager to claim a win": True,
        "independent of the Ante and Odds outcome": True,
    },
)
def folded_bonus(reading: Reading, fact: Fact) -> Any:
    """A folded hand's bonus bets win what its cards win."""
    if reading.slug == FCF:
        cards = ("Qh Jh 7h 3h 2h", "Ks Td 8h 5c 3d")
        round = played(reading, cards, "fold", {"prime": 500, "four-card-bonus": 500})
        return settled(round)["prime"].net > 0 and settled(round)["four-card-bonus"].net > 0
    round = played(reading, ("Ac Kc", "Qs Qd", "9h 2s 5c Jh 7d"), "fold", {"pocket-bonus": 500})
    return settled(round)["pocket-bonus"].net > 0


@compares("settle.side-bets.depends-on-bank", family=DEALERS)
def bonus_alone(reading: Reading, fact: Fact) -> Any:
    bets = fold_bets(reading)
    hands = HANDS[reading.slug]
    one = played(reading, hands["win"], "1x", bets)
    other_cards = (hands["win"][0], "As Ad" if reading.slug == HUH else "As Ad Ah 4c 3d", *hands["win"][2:])
    other = played(reading, other_cards, "1x", bets)
    return any(settled(one)[name].net != settled(other)[name].net for name in bets)


@compares(
    "copy",
    "copy.winner",
    family=DEALERS,
    words={
        "exact four-card match; player wins": ["player", True],
        "player": "player",
        "player-dealer": "player-dealer",
    },
)
def copy(reading: Reading, fact: Fact) -> Any:
    net = result(reading.name, "tie")["ante"]
    longer = result(reading.name, "straight ties")["raise"]
    return ["player", longer == ANTE] if fact.id == "copy" else "player" if net == ANTE else "dealer"


@compares(
    "qualifier.bank",
    "qualifier.affects",
    words=lambda value: by_label(value) if isinstance(value, list) else QUALIFIERS[value],
)
def qualifier(reading: Reading, fact: Fact) -> Any:
    """The lowest dealer's hand that qualifies; the wagers that it decides, by winning and by losing rounds."""
    if fact.id == "qualifier.bank":
        return reading.rules.dealer.qualifies
    bets = tuple(fold_bets(reading).items())
    found = set()
    for end in ("win", "lose", "tie"):
        with_hand, without = (result(reading.name, each, "1x", bets) for each in (end, f"{end} unqualified"))
        found |= {name for name in with_hand if name not in dict(bets) and with_hand[name] != without[name]}
    if reading.slug == UTH:
        beaten = played(reading, ("9c 9d", "Ac Qd", "9h 2s 5c Jh Kd"), "1x", dict(bets))
        assert settled(beaten)["bad-beat"].net < 0
        found |= {"bad-beat"}
    return found


QUALIFIERS = {
    "King-high": "king high",
    "Queen-high": "queen high",
    "Pair or better": "pair",
    "none in the base version; a minimum such as Pair or Better in the alternate version": "pair",
}


# -- dealing ---------------------------------------------------------------------------------------------------------


@cache
def table_of_three(name: str) -> Any:
    """A round of three players, none of whom banks."""
    reading = readings()[name]
    game = banked_game(reading)
    stacks = dict.fromkeys((1, 2, 3), 1_000_000)
    round = game.round(*people(stacks, stacks), seed=3)
    bets = base_bets(reading) | ({"all-6": 500} if "all-6" in game.rules.wagers() else {})
    order = []
    while not round.done:
        options = {each.action for each in round.ask.options}
        if "bet" in options:
            round.answer(round.ask.spot, "bet", bets)
        elif "meter" in options:
            round.answer(round.ask.spot, "meter", 600_000)
        else:
            order.append(round.ask.spot)
            round.answer(round.ask.spot, *decision(round, "1x"))
    return round, order


def deals(reading: Reading) -> list[Dealt]:
    """The cards of that round."""
    return [each for each in table_of_three(reading.name)[0].events if isinstance(each, Dealt)]


@compares("deal.player.cards", "deal.bank.cards", "deal.all-6.cards", family=DEALERS)
def cards_dealt(reading: Reading, fact: Fact) -> Any:
    kinds = {"deal.player.cards": ("hand", "1"), "deal.bank.cards": ("dealer", ""), "deal.all-6.cards": ("all 6", "")}
    kind, owner = kinds[fact.id]
    return sum(len(each.cards) for each in deals(reading) if each.place.kind == kind and each.place.owner == owner)


@compares(
    "deal.all-6.when",
    "deal.all-6.place",
    words={"first, before the players, if the bet is on the layout": True, "dealer's right": True},
)
def all_six(reading: Reading, fact: Fact) -> Any:
    if fact.id.endswith("place"):
        return told(reading, "right")
    off = banked_game(reading, all_6=False)
    round = off.round(*people((1,), 100_000), seed=1)
    round.answer(1, "bet", base_bets(reading))
    return deals(reading)[0].place.kind == "all 6" and not any(
        isinstance(each, Dealt) and each.place.kind == "all 6" for each in round.events
    )


@compares(
    "deal.first-to",
    "deal.direction",
    "deal.bank-last",
    "decision.first",
    "decision.direction",
    family=DEALERS,
    words={
        "dealer's left": "1",
        "player to the left of the house dealer": "1",
        "player to the left of player-dealer": "1",
        "one spot clockwise from player-dealer": "1",
        "clockwise": ["1", "2", "3"],
        "counter-clockwise": ["3", "2", "1"],
    },
)
def dealt_to(reading: Reading, fact: Fact) -> Any:
    order = list(
        dict.fromkeys(
            each.place.owner or each.place.kind for each in deals(reading) if each.place.kind in ("hand", "dealer")
        )
    )
    decisions = list(dict.fromkeys(table_of_three(reading.name)[1]))
    match fact.id:
        case "deal.first-to":
            return order[0]
        case "deal.direction":
            return order[:3]
        case "deal.bank-last":
            return order[-1] == "dealer"
        case "decision.first":
            return decisions[0]
    return decisions


@compares(
    "deal.eligible",
    words={
        "players with Ante and Odds wagers": ["1", "3"],
        "each seat with a wager": ["1", "3"],
        "players with Ante and Blind wagers": ["1", "3"],
    },
)
def eligible(reading: Reading, fact: Fact) -> Any:
    """Who sits out gets no cards."""
    game = banked_game(reading)
    stacks = dict.fromkeys((1, 2, 3), 1_000_000)
    round = game.round(*people(stacks, stacks), seed=3)
    play(round, {"1": base_bets(reading), "3": base_bets(reading)}, meters=dict.fromkeys(game.rules.jackpot, 600_000))
    return sorted({each.place.owner for each in round.events if isinstance(each, Dealt) and each.place.kind == "hand"})


@compares("deal.faces", words=lambda value: FACES[value], family=DEALERS)
def faces(reading: Reading, fact: Fact) -> Any:
    """Whether players', dealer's and community cards are dealt face up."""
    found: dict[str, bool] = {}
    for each in deals(reading):
        found[each.place.kind] = each.to is None
    found.pop("burn", None)
    found.pop("all 6", None)
    if reading.slug == TCP:
        found.pop("dealer")
    return found


FACES = {
    "all face-down": {"hand": False, "dealer": False},
    "player, dealer and community cards all face-down": {"hand": False, "dealer": False, "board": False},
    "pocket cards face-down, community cards face-up": {"hand": False, "dealer": False, "board": True},
    "hole cards face-down; community face-down at once or (hand dealt) dealt and exposed as needed": {
        "hand": False,
        "dealer": False,
        "board": False,
    },
    "hole cards face-down, community face-up": {"hand": False, "dealer": False, "board": True},
    "players face-down": {"hand": False},
}


@compares(
    "deal.stacks",
    "deal.bank.upcard",
    "deal.bank.reveal",
    words={
        "three cards at a time": [3, 3, 3, 3],
        "bottom card turned face-up after the deal, before decisions": [1, 2],
        "after all players raised or folded; all five face-down until then": True,
    },
)
def stacks_of_cards(reading: Reading, fact: Fact) -> Any:
    round = table_of_three(reading.name)[0]
    if fact.id == "deal.stacks":
        return [len(each.cards) for each in deals(reading)]
    turn = next(each for each in round.events if isinstance(each, Turned) and each.place.kind == "dealer")
    if fact.id == "deal.bank.upcard":
        first = next(
            place
            for place, each in enumerate(round.events)
            if isinstance(each, Acted) and each.action in ("play", "fold")
        )
        assert round.events.index(turn) < first
        return [len(turn.cards), turn.at[0]]
    last = max(
        place for place, each in enumerate(round.events) if isinstance(each, Acted) and each.action in ("raise", "fold")
    )
    return round.events.index(turn) > last and len(turn.cards) == 5


SEQUENCES = {
    "2 to each player and dealer": "hands",
    "2 to each player, player-dealer last": "hands",
    "5 community": "board 5",
    "5 community (or as needed)": "board 5",
    "flop 3 revealed": "show 3",
    "flop 3": "show 3",
    "turn and river revealed together": "show 2",
    "turn and river together": "show 2",
    "dealer pocket cards": "dealer",
    "dealer hole cards": "dealer",
    "player-dealer cards": "dealer",
    "(4 for All 6)": "all 6",
    "burn 1": "burn 1",
    "decision": "decision",
}


@compares("deal.sequence", words=lambda value: [SEQUENCES[each] for each in value])
def sequence(reading: Reading, fact: Fact) -> Any:
    """The deals and reveals in order."""
    found = []
    for each in table_of_three(reading.name)[0].events:
        if isinstance(each, Dealt):
            kind = each.place.kind
            step = (
                "hands"
                if kind in ("hand", "dealer")
                else kind
                if kind == "all 6"
                else f"burn {len(each.cards)}"
                if kind == "burn"
                else f"board {len(each.cards)}"
                if each.to is not None
                else f"show {len(each.cards)}"
            )
        elif isinstance(each, Turned) and each.place.kind in ("board", "dealer"):
            step = "dealer" if each.place.kind == "dealer" else f"show {len(each.cards)}"
        elif isinstance(each, Acted) and each.action != "bet":
            step = "decision"
        else:
            continue
        if not found or found[-1] != step:
            found.append(step)
    return [each for each in found if each != "decision" or "decision" in fact.value]


@compares("board.flop", "board.total", "board.turn-and-river", family=DEALERS)
def community(reading: Reading, fact: Fact) -> Any:
    round = table_of_three(reading.name)[0]
    shows = [
        len(each.cards)
        for each in round.events
        if isinstance(each, Turned | Dealt)
        and each.place.kind == "board"
        and (isinstance(each, Turned) or each.to is None)
    ]
    return {"flop": shows[0], "total": sum(shows), "turn-and-river": shows[1]}[fact.id.partition(".")[2]]


@compares("board.flop.how", family=DEALERS, words={"simultaneously, face-up": [3, True]})
def flop(reading: Reading, fact: Fact) -> Any:
    first = next(each for each in deals(reading) if each.place.kind == "board")
    return [len(first.cards), first.to is None]


@compares(
    "burn.before",
    "burn.cards",
    "burn.exposed",
    "burn.times",
    "burn.where",
    family=DEALERS,
    words={"discard pile": True},
)
def burns(reading: Reading, fact: Fact) -> Any:
    all_deals = deals(reading)
    places = [place for place, each in enumerate(all_deals) if each.place.kind == "burn"]
    match fact.id.partition(".")[2]:
        case "before":
            return [{3: "flop", 2: "turn and river"}[len(all_deals[place + 1].cards)] for place in places]
        case "cards":
            (count,) = {len(all_deals[place].cards) for place in places}
            return count
        case "exposed":
            return any(all_deals[place].to != () for place in places)
        case "times":
            return len(places)
    return told(reading, "burn") and bool(places)


# -- the hands that are compared -------------------------------------------------------------------------------------

SEVEN = "2c 2d", "9h 2s 5c Jh Kd"


@compares(
    "hand.player",
    "hand.bank",
    "hand.play-board",
    "hand.fifth-card",
    family=DEALERS,
    words={
        "best five of two pocket and five community cards": True,
        "best five of two hole cards and five community cards; board may be played": True,
        "best four of five": True,
        "highest four of five": True,
        "offset, kept, may count for bonus wagers": True,
    },
)
def compared_hands(reading: Reading, fact: Fact) -> Any:
    """Rounds that are won, and lost, by the best hand that the words allow."""
    if reading.slug == FCF:
        if fact.id == "hand.fifth-card":  # five red cards, whose best four are a straight
            round = played(reading, ("8h 7d 6h 5d 2h", "Ks Td 8c 5c 3d"), "1x", {"prime": 500})
            return settled(round)["prime"].line == "five cards same color" and settled(round)["odds"].net == ANTE
        four = [
            rank("four-of-five", each)
            for each in combinations(["9h", "8c", "7d", "6s", "2c"], 4)
            for each in [" ".join(each)]
        ]
        assert rank("four-of-five", "9h 8c 7d 6s 2c") == max(four)
        own = ("9h 8c 7d 6s 2c", "Kh Td 8d 5c 3d")
        side_wins = {"hand.player": own, "hand.bank": own[::-1]}[fact.id]
        net = settled(played(reading, side_wins))["raise"].net
        return net == (ANTE if fact.id == "hand.player" else -ANTE)
    if fact.id == "hand.play-board":
        return settled(played(reading, ("2c 3d", "2h 3s", "Ac Kd Qh Js Tc")))["ante"].net == 0
    rounds = {"one card": ("9c 2d", "Kc Qd", "9h 9s 9d Jh 3d"), "two cards": ("8c 7d", "Ks Kd", "9h Tc Js 2h 3d")}
    for own, other, board in rounds.values():
        cards = (own, other, board) if fact.id == "hand.player" else (other, own, board)
        net = settled(played(reading, cards))[raise_of(reading)].net
        if net != (ANTE if fact.id == "hand.player" else -ANTE):
            return False
    return True


@compares(
    "side.trips-plus.hand",
    "side.trips-plus.qualifier",
    "side.trips-plus.order",
    words={
        "best five of two pocket and five community cards": ["straight", "three of a kind"],
        "final hand": ["straight", "three of a kind"],
        "best of two hole cards and five community cards": ["straight", "three of a kind"],
        "Three of a Kind or better": ["lose", True],
        "before or after the main bets, house procedure": [False, True],
    },
)
def trips_plus(reading: Reading, fact: Fact) -> Any:
    def line(cards: tuple[str, ...], **house: Any) -> Any:
        return settled(played(reading, cards, "1x", {"trips-plus": 500}, **house))["trips-plus"]

    if fact.id.endswith("qualifier"):
        two = line(("9c 2d", "Kc Qd", "9h 2s 5c Jh 3d"))
        return ["lose" if two.net < 0 else "win", line(HOLDEM["three lose"]).net > 0]
    if fact.id.endswith("order"):
        found = []
        for first in (False, True):
            round = played(reading, HOLDEM["win"], "1x", {"trips-plus": 500}, trips_plus_first=first)
            found.append(next(iter(settled(round))) == "trips-plus")
        return found
    return [line(HOLDEM["straight wins"]).line, line(("Ac 9d", "Kc Qd", "9h 9s 2d Jh 3d")).line]


@compares(
    "side.pocket-bonus.hand",
    "side.pocket-bonus.face",
    words=lambda value: value if isinstance(value, list) else ["pair of aces", "other"],
)
def pocket(reading: Reading, fact: Fact) -> Any:
    def line(own: str, board: str = "9h 2s 5c Jh 7d") -> str:
        return settled(played(reading, (own, "Tc Td", board), "1x", {"pocket-bonus": 500}))["pocket-bonus"].line

    if fact.id.endswith("face"):
        return [
            name
            for name, card in (("King", "K"), ("Queen", "Q"), ("Jack", "J"), ("Ten", "T"))
            if line(f"Ac {card}c".replace("Tc", "Th")) in ("suited ace and face", "unsuited ace and face")
        ]
    board = line("9c 3d", "9h 9s 9d As Ah")
    return [
        line("Ac Ad"),
        "other" if board not in reading.rules.table(reading.rules.wager["pocket-bonus"].pays).lines else board,
    ]


@compares(
    "side.all-6.hand",
    "side.all-6.cards-used-elsewhere",
    words={"two hole cards and the four right-most face-down cards": "straight"},
)
def all_six_hand(reading: Reading, fact: Fact) -> Any:
    game = banked_game(reading)
    deck = stacked("7c 6d 5h 2s", "8c 9d", "Ks Kd", "2h 3d Jh Qh 4c")
    round = game.round(*people((1,), 1_000_000), shuffle=deck)
    play(round, {"1": base_bets(reading) | {"all-6": 500, "trips-plus": 500}}, {"1": "1x"})
    if fact.id.endswith("elsewhere"):
        return settled(round)["trips-plus"].line == "straight" or settled(round)["raise"].net > 0
    return settled(round)["all-6"].line


@compares(
    "side.jackpot.hand",
    "side.jackpot.qualifier",
    "side.progressive.hand",
    "side.four-card-bonus.hand",
    "side.four-card-bonus.qualifier",
    "side.prime.hand",
    "side.prime.after-fold",
    words={
        "the five cards dealt": True,
        "two pocket cards and the three flop cards only": [True, False],
        "two pocket cards and five community cards": True,
        "two hole cards and five community cards": True,
        "Three of a Kind or better": ["lose", True],
        "best four of five": True,
        "Pair of Queens or better": ["lose", True],
        "all five cards, by color": True,
        "may win; cards tucked face down under the Prime wager": True,
    },
)
def bonus_hands(reading: Reading, fact: Fact) -> Any:
    if reading.slug == FCF:
        return frenzy_bonus(reading, fact)
    wager = "galaxy" if reading.set == "brook" else "jackpot"
    house = (
        {}
        if reading.set == "brook"
        else {"jackpot": True, "jackpot_seed": "$1,000", "jackpot_rate": 10}
        if reading.set == "wpt"
        else {}
    )
    stake = 500 if reading.set == "brook" else 100

    def net(cards: tuple[str, ...]) -> int:
        return settled(played(reading, cards, "1x", {wager: stake}, **house))[wager].net

    if fact.id.endswith("qualifier"):
        return [
            "lose" if net(("9c 2d", "Kc Qd", "9h 2s 5c Jh 3d")) < 0 else "win",
            net(("9c 9d", "Kc Qd", "9h 2s 5c Jh 3d")) > 0,
        ]
    if reading.set == "brook":
        return [net(("9c 9d", "Kc Qd", "9h 2s 5c Jh 3d")) > 0, net(("9c 9d", "Kc Qd", "4h 2s 5c 9h 3d")) > 0]
    return net(("9c 9d", "Kc Qd", "9h 9s 5c Jh 3d")) > 0 and net(("9c 9d", "Kc Qd", "4h 2s 2c 9h 2d")) > 0


def frenzy_bonus(reading: Reading, fact: Fact) -> Any:
    """The bonus bets of Four Card Frenzy."""

    def one(wager: str, cards: str, wish: str = "1x", stake: int = 500) -> Any:
        return settled(played(reading, (cards, "Ks Td 8h 5c 3d"), wish, {wager: stake}))[wager]

    match fact.id:
        case "side.jackpot.hand":
            return one("galaxy", "9h 9c 9d 4s 4c").line == "full house"
        case "side.jackpot.qualifier":
            return [
                "lose" if one("galaxy", "9h 9c 4d 4s 2c").net < 0 else "win",
                one("galaxy", "9h 9c 9d 4s 2c").net > 0,
            ]
        case "side.four-card-bonus.hand":
            return one("four-card-bonus", "8c 7d 6h 5s Kc").line == "straight"
        case "side.four-card-bonus.qualifier":
            return [
                "lose" if one("four-card-bonus", "Jh Jc 7d 4s 2c").net < 0 else "win",
                one("four-card-bonus", "Qh Qc 7d 4s 2c").net > 0,
            ]
        case "side.prime.hand":
            return one("prime", "9h 7h 6d 4d 2h").line == "five cards same color"
    return one("prime", "9h 7h 6d 4d 2h", "fold").net > 0


@compares(
    "side.trips.after-fold",
    "side.trips.after-fold.qualifier",
    "side.pair-plus.after-fold",
    "side.six-card.after-fold",
    "side.pair-plus.hand",
    "side.six-card.hand",
    words={
        "in action on the board alone; hole cards not considered": [True, False],
        "Three of a Kind or better on the board": [True, False],
        "lost": "lost",
        "still eligible": True,
        "three cards of the player": True,
        "best five of three player and three player-dealer cards": True,
    },
)
def after_fold(reading: Reading, fact: Fact) -> Any:
    if reading.slug == UTH:
        board = settled(played(reading, ("Qs 3d", "Ac Kd", "9h 9s 9c 7h 4d"), "fold", {"trips": 500}))["trips"]
        own = settled(played(reading, ("9s 9d", "Ac Kd", "9h 2s 5c 7h 4d"), "fold", {"trips": 500}))["trips"]
        return [board.net > 0, own.net > 0]
    wager = "pair-plus" if "pair-plus" in fact.id else "six-card-bonus"
    wish = "fold" if "fold" in fact.id else "1x"
    net = settled(played(reading, ("5c 4d 3h", "6s 7d Qc"), wish, {wager: 500}))[wager].net
    return ("lost" if net < 0 else "kept") if fact.id == "side.pair-plus.after-fold" else net > 0


@compares("points.system", family=DEALERS)
def no_points(reading: Reading, fact: Fact) -> Any:
    return bool(reading.rules.point)


# -- jackpots --------------------------------------------------------------------------------------------------------


def jackpot_fact(reading: Reading, fact: Fact) -> Any:
    """One fact about a jackpot."""
    rules = reading.rules
    wager = next(name for name, each in rules.wager.items() if each.jackpot)
    name = fact.id.removeprefix("jackpot.")
    if fact.id == "wager.jackpot.amount":
        return [rules.wager[wager].least, rules.wager[wager].most]
    if name in ("top", "top.share", "reseed.when"):
        lines = rules.table(rules.wager[wager].pays).lines
        tops = [(line, pay) for line, pay in lines.items() if pay == "100% of the meter"]
        return {"top": tops[0][0], "top.share": tops[0][1], "reseed.when": [pay for _, pay in tops]}[name]
    if name == "meter.when":
        return rules.jackpots[wager].morning > 0 and not rules.jackpots[wager].rate
    if name in ("internal-controls", "progressive.rules", "progressive.funds"):
        words = {
            "internal-controls": ("controls",),
            "progressive.rules": ("wac 230-15-680",),
            "progressive.funds": ("held for the players",),
        }
        return told(reading, *words[name])
    if name in ("sensors.max", "sensor.games"):
        sensors = [each for each in rules.wager.values() if each.jackpot]
        return len(sensors) if name == "sensors.max" else len({each.jackpot for each in sensors}) // len(sensors)
    if name in ("types-mixed", "progressive-linked-to-bonus"):
        return len({each.rule for each in rules.jackpot.values()}) > 1
    return played_jackpot(reading, name)


def hit(reading: Reading, board: str, own: str = "As Ks", stake: int = 100, **house: Any) -> Any:
    """A round with a bet on the jackpot, at a meter of $6,000."""
    extra = {"jackpot": True, "jackpot_seed": "$500", "jackpot_rate": 10} if reading.set == "wpt" else {}
    dealer = " ".join(card for card in ("2c", "7c", "8c") if card not in board)[:5]
    return played(reading, (own, dealer, board), "1x", {"jackpot": stake}, None, **(extra | house))


def played_jackpot(reading: Reading, name: str) -> Any:
    """A fact that a hit shows."""
    if name == "pays":  # a flush: 5 for 1, the wager is not returned
        return settled(hit(reading, "9s 2s 5s Jh 7d"))["jackpot"].net == 400
    if name == "dollar":  # a full house: $10 for a dollar
        return settled(hit(reading, "Ah Ac Kd Jh 7d"))["jackpot"].net == 900
    if name == "percent":
        royal = hit(reading, "Qs 9d Js Ts 3d")
        fixed = hit(reading, "Ah Ac Kd Jh 7d")
        reads = [[each.reads for each in round.events if isinstance(each, Metered)] for round in (royal, fixed)]
        return settled(royal)["jackpot"].net == 60_000 - 100 and reads[0] == [540_000] and reads[1] == []
    if name == "wager":
        round = hit(reading, "9s 2s 5s Jh 7d", stake=200, jackpot_wager="$2")
        return [reading.rules.house_rules["jackpot_wager"].default, settled(round)["jackpot"].net // 400]
    if name == "progressive.meter-moves":
        house = {"jackpot_type": "progressive", "jackpot_seed": "$500", "jackpot_rate": 10}
        game = banked_game(reading, **house)
        return game.rules.jackpots["jackpot"].rate > 0
    if name == "on-flop":
        lines = [settled(hit(reading, board))["jackpot"].line for board in ("Qs Js Ts 3d 4h", "Qs Js 3d Ts 4h")]
        return [each.startswith("flopped royal flush") for each in lines]
    line = settled(hit(reading, "Qh Jh Th Ah Kh", "2s 3s"))["jackpot"].line
    return line == "community royal flush"


def holdem_round(
    reading: Reading, own: str, dealer: str, board: str, bets: dict[str, int], wish: str, meters: Any, **house: Any
) -> Any:
    """A round with these cards."""
    return played(reading, (own, dealer, board), wish, bets, meters, **house)
