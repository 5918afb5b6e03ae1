"""What all chapters ask: the kind of game, seats, limits, buy-ins and the collection."""

import re
from typing import Any

from cardroom.money import cents
from cardroom.rulebook import RuleBookError, rule_set
from cardroom.rulebook.fees import MOST_RATES
from cardroom.rulebook.schedules import Schedules, schedules
from cardroom.show.rules.data import page
from reading.case import Fact, Reading, compares, told
from reading.chinese import dealt_in, plain_round, rows_at_the_end
from reading.films import film_of, raising_in, stakes

RATES = "GEGR-002022"
CALIFORNIA = "GEGR-002029"


def options(reading: Reading) -> Schedules:
    """The schedules that the game's rule set names."""
    return schedules(reading.rules.schedules)


def numbered(reading: Reading) -> list[str]:
    """The options of the rates, without those of the game's own chapter."""
    return [name for name in options(reading).named if name.isdecimal()]


def dollars(value: int) -> str:
    """An amount as printed."""
    return f"${value / 100:,.2f}".removesuffix(".00")


def bands(reading: Reading, name: str) -> list[list[str]]:
    """The tiers of an option as the reading writes them."""
    fee = options(reading).fees[name]
    tiers = []
    for charge in fee.charge:
        if charge.counts == "nothing":
            tiers.append(["player-dealer", charge.tiers[0].fee])
            continue
        for tier in charge.tiers:
            tiers.append([f"{tier.least}-{tier.most}" if tier.most else f"{tier.least}+", tier.fee])
    return tiers


def bare(value: Any) -> Any:
    """Tiers without the commas of thousands."""
    return [[str(cell).replace(",", "") for cell in row] for row in value] if isinstance(value, list) else value


def row(reading: Reading, name: str) -> dict[str, Any]:
    """A poker option as the reading writes it."""
    fee = options(reading).fees[name]
    names = {
        "flop": "regular",
        "first round": "regular",
        "turn": "turn",
        "river": "river",
        "modified": "modified",
        "second round": "table-fee-2",
        "third round": "table-fee-3",
        "by the clock": "regular",
    }
    players = {(7, 99): "7 or more", (5, 6): "5-6", (1, 4): "4 or less"}
    words = next((words for span, words in players.items() if fee.players and fee.players[0] == span[0]), None)
    fees = {names[charge.moment]: charge.tiers[0].fee for charge in fee.charge}
    return {"option": int(name)} | ({"players": words} if words else {}) | fees


@compares("collection.first", "collection.last", words=bare, looks_at="rules")
def first_and_last(reading: Reading, fact: Fact) -> Any:
    name = numbered(reading)[0 if fact.id.endswith("first") else -1]
    return bare(bands(reading, name)) if isinstance(fact.value, list) else row(reading, name)


@compares("collection.in-chapter.first", "collection.in-chapter.last", words=bare, looks_at="rules")
def chapter_options(reading: Reading, fact: Fact) -> Any:
    own = [name for name in options(reading).named if not name.isdecimal()]
    return bare(bands(reading, own[0 if fact.id.endswith("first") else -1]))


@compares("collection.in-chapter.options", "collection.options", looks_at="rules")
def how_many(reading: Reading, fact: Fact) -> Any:
    own = "in-chapter" in fact.id
    return len(options(reading).named) - len(numbered(reading)) if own else len(numbered(reading))


@compares("collection.options.illegible", "collection.options.identical", looks_at="rules")
def odd_options(reading: Reading, fact: Fact) -> Any:
    fees = options(reading).fees
    if fact.id.endswith("illegible"):
        return [
            int(name)
            for name in numbered(reading)
            if any(not tier.legible for charge in fees[name].charge for tier in charge.tiers)
        ]
    cells = {name: bands(reading, name) for name in numbered(reading)}
    return [int(name) for name in cells if list(cells.values()).count(cells[name]) > 1]


@compares(
    "collection.option.3.overlap",
    "collection.option.4.overlap",
    words={"$1-$50 and $50-$100 overlap at $50": ["$49", "$50"], "$1-$51 and $51-$100 overlap at $51": ["$50", "$51"]},
    looks_at="rules",
)
def overlap(reading: Reading, fact: Fact) -> Any:
    """Where the first band ends, and where the next begins."""
    first, second = options(reading).fees[fact.id.split(".")[2]].charge[0].tiers[:2]
    return [first.most, second.least]


def of(reading: Reading, which: str = "1") -> list[Any]:
    """The charges of an option."""
    return list(options(reading).fees[which].charge)


@compares(
    "collection.basis",
    "collection.in-chapter.basis",
    words={
        "total table action (all wagers and bonus bets before the deal)": {"all wagers"},
        "player: base wager; player-dealer: flat (1 to 4) or total table action (5 to 36)": [
            {"each player: game wagers", "player-dealer: nothing"},
            {"each player: game wagers", "player-dealer: all wagers"},
            {"player-dealer: all wagers"},
        ],
        "options 1 to 4: base wager of the player; 5 to 7: total table action": [
            {"each player: game wagers", "player-dealer: nothing"},
            {"player-dealer: all wagers"},
        ],
        "game wagers only": {"game wagers"},
    },
    looks_at="rules",
)
def basis(reading: Reading, fact: Fact) -> Any:
    if "in-chapter" in fact.id:
        return {
            charge.counts for name in options(reading).named if not name.isdecimal() for charge in of(reading, name)
        }
    kinds: list[set[str]] = []
    for name in numbered(reading):
        kind = {f"{charge.payer}: {charge.counts}" for charge in of(reading, name)}
        if kind not in kinds:
            kinds.append(kind)
    return kinds if len(kinds) > 1 else {each.split(": ")[1] for each in kinds[0]}


@compares(
    "collection.who",
    "collection.player-fee",
    "collection.in-chapter.player",
    words={
        "player-dealer": [["player-dealer"]],
        "options 1 to 11: each player and player-dealer; 12 to 36: player-dealer": [
            ["each player", "player-dealer"],
            11,
            ["player-dealer"],
        ],
        "options 1 to 4: each player and backline bettor, and player-dealer; 5 to 7: player-dealer": [
            ["each player", "player-dealer"],
            4,
            ["player-dealer"],
        ],
        "$0": [["player-dealer"]],
        "options 1 to 11 by base wager, 12 to 36 $0": [["each player", "player-dealer"], 11, ["player-dealer"]],
        "options 1 to 4 by base wager, 5 to 7 $0": [["each player", "player-dealer"], 4, ["player-dealer"]],
    },
    looks_at="rules",
)
def payers(reading: Reading, fact: Fact) -> Any:
    """Who pays, and the last option before that changes."""
    names = (
        numbered(reading)
        if "in-chapter" not in fact.id
        else [each for each in options(reading).named if not each.isdecimal()]
    )
    found: list[Any] = []
    for place, name in enumerate(names, 1):
        who = sorted({charge.payer for charge in of(reading, name)})
        if not found or found[-1] != who:
            found += [place - 1, who] if found else [who]
    return found


@compares(
    "collection.when",
    "collection.in-chapter.when",
    words={
        "before cards are dealt": {"before the deal"},
        "after the initial two-card hands are dealt": {"after two cards"},
    },
    looks_at="rules",
)
def when(reading: Reading, fact: Fact) -> Any:
    names = (
        numbered(reading)
        if "in-chapter" not in fact.id
        else [each for each in options(reading).named if not each.isdecimal()]
    )
    return {charge.moment for name in names for charge in of(reading, name)}


@compares("collection.chapter", words=lambda value: value, looks_at="rules")
def rates_chapter(reading: Reading, fact: Fact) -> Any:
    fee = next(iter(options(reading).fees.values()))
    return re.search(r"GEG[AR]-\d+", fee.cite if isinstance(fee.cite, str) else fee.cite.where)[0]


@compares(
    "collection.from",
    words={"the pot, by number of players": True, "each active player": "each player"},
    looks_at="rules",
)
def fee_from(reading: Reading, fact: Fact) -> Any:
    fees = options(reading).fees
    (payer,) = {charge.payer for fee in fees.values() for charge in fee.charge}
    return all(fee.players for fee in fees.values()) if payer == "pot" else payer


@compares("collection.max-rates-per-table-limit", looks_at="rules")
def most_rates(reading: Reading, fact: Fact) -> Any:
    return MOST_RATES


@compares("collection.percentage-allowed", looks_at="rules")
def percentage(reading: Reading, fact: Fact) -> Any:
    """Every fee is an amount."""
    return not all(
        tier.fee.startswith("$") or not tier.legible
        for fee in options(reading).fees.values()
        for charge in fee.charge
        for tier in charge.tiers
    )


@compares("collection.schedules-at-once")
def at_once(reading: Reading, fact: Fact) -> Any:
    """A second option for the same number of players is refused."""
    names = numbered(reading)
    if len(names) == 1:
        return len(names)
    try:
        rule_set(reading.slug, reading.set, collection="/".join(names[:2]))
    except (RuleBookError, ValueError):
        return 1
    return 2


@compares("collection.ranges", family="poker", looks_at="rules")
def ranges(reading: Reading, fact: Fact) -> Any:
    """The options of each kind of table, as ranges of numbers. A break between tables of the page is kept."""
    found: dict[str, list[str]] = {"no-limit-pot-limit": [], "limit": []}
    for group in options(reading).group:
        kind = "limit" if group.terms.limit == ("fixed",) else "no-limit-pot-limit"
        found[kind].append("-".join(map(str, group.options)))
    return {kind: " and ".join(spans) for kind, spans in found.items()}


FEES = {"regular": "$3", "second": "$2", "third": "$1"}


def charged(reading: Reading, wish: Any = None, seats: tuple[int, ...] = (1, 2, 3, 4)) -> list[tuple[int, int]]:
    """The fees of a hand under a posted option with a fee for every moment: how many betting rounds before each."""
    name = posted(reading)
    film = film_of(reading, wish, seats, collection=name)
    found = []
    betting = 0
    for each in film:
        betting = getattr(each, "betting", 0) or betting
        if getattr(each, "cause", "") == "fee":
            found.append((betting, each.amount))
    return found


def posted(reading: Reading) -> str:
    """An option for four players with a fee at each moment, as far as the rates have one."""
    kind = stakes(reading)["limit"]
    fits = []
    for group in options(reading).group:
        if kind in group.terms.limit:
            fits += [
                name
                for name in group.named
                if options(reading).fees[name].players and options(reading).fees[name].players[1] <= 4
            ]
    return max(fits, key=lambda name: sum(charge.tiers[0].fee != "$0" for charge in of(reading, name)))


@compares(
    "collection.regular.when",
    "collection.turn.when",
    "collection.river.when",
    "collection.fee-2.when",
    "collection.fee-3.when",
    words={
        "after the first round of betting": 1,
        "after the flop": 1,
        "after the turn; not taken when not reached": 2,
        "after the river; not taken when not reached": 3,
        "after the second round of betting; not taken when not reached": 2,
        "after the third round of betting; not taken when not reached": 3,
        "in advance, every forty minutes of play": 40,
    },
)
def moments(reading: Reading, fact: Fact) -> Any:
    """The betting rounds before each fee; and a hand that ends earlier does not pay it."""
    if reading.family == "chinese":
        return of(reading)[0].minutes
    place = {"regular": 0, "turn": 1, "river": 2, "fee-2": 1, "fee-3": 2}[fact.id.split(".")[1]]
    charges = [charge for charge in of(reading, posted(reading)) if charge.moment != "modified"]
    fees = dict.fromkeys(range(1, 4), 0)
    for betting, amount in charged(reading, raising_in(1)):
        fees[betting] += amount
    wanted = cents(charges[place].tiers[0].fee)
    reached = [betting for betting, amount in fees.items() if amount == wanted and betting == place + 1]
    early = charged(reading, ends_in(place + 1)) if place else []
    if not reached and place + 1 > rounds(reading):
        return "the game has too few rounds"
    paid = sum(amount for _, amount in early)
    assert not place or paid <= sum(cents(charge.tiers[0].fee) for charge in charges[: place + 1])
    return reached[0] if reached else fees


def rounds(reading: Reading) -> int:
    """The betting rounds of the game."""
    return film_of(reading).rounds


def ends_in(number: int) -> Any:
    """Somebody bets in this round, and all others fold."""

    def wish(spot: str, offered: dict[str, Any], betting: int) -> Any:
        if betting != number:
            return None
        return next(
            (each for each in ("bet", "raise") if each in offered and "check" in offered),
            "fold" if "fold" in offered else None,
        )

    return wish


@compares("collection.no-flop", words={"Modified Fee from the pot": "modified"}, family="poker")
def no_flop(reading: Reading, fact: Fact) -> Any:
    name = posted(reading)
    modified = next(charge for charge in of(reading, name) if charge.moment == "modified")
    paid = charged(reading, lambda spot, offered, betting: "fold" if "fold" in offered else None)
    return "modified" if [amount for _, amount in paid] == [cents(modified.tiers[0].fee)] else paid


@compares("collection.no-first-round", words={"no collection": 0}, family="poker")
def no_first_round(reading: Reading, fact: Fact) -> Any:
    """A hand without a first betting round: everybody is all-in for the ante or the blinds."""
    name = posted(reading)
    film = film_of(reading, collection=name, stack=100)
    return sum(each.amount for each in film.moved("fee")) if not film.rounds else 0


@compares("collection.extra-on-double-or-split", words={"$0": True}, looks_at="rules")
def no_extra(reading: Reading, fact: Fact) -> Any:
    """All fees are due before anybody can double or split."""
    moments = {charge.moment for fee in options(reading).fees.values() for charge in fee.charge}
    return moments <= {"before the deal", "after two cards"}


@compares(
    "collection.round-of-play.when",
    "collection.round-of-play.who",
    "collection.review",
    looks_at="page",
    words={
        "before the start of play": ("fee", "before play"),
        "each player and the player-dealer": ("fee",),
        "zero collection games under Bureau review": ("bureau", "review"),
    },
)
def fee_told(reading: Reading, fact: Fact) -> Any:
    wanted = {"when": ("fee", "before play"), "who": ("fee",), "review": ("bureau", "review")}[
        fact.id.rpartition(".")[2]
    ]
    return wanted if told(reading, *wanted) else None


# -- limits ----------------------------------------------------------------------------------------------------------


@compares("limits.limit-games", family="poker", looks_at="rules")
def limit_games(reading: Reading, fact: Fact) -> Any:
    least, most = reading.rules.house_rules["stakes"].levels
    return {"least": least, "most": most}


@compares("limits.no-limit-buy-in", family="poker", looks_at="rules")
def buy_in(reading: Reading, fact: Fact) -> Any:
    least, most = (reading.rules.house_rules[name].money for name in ("least_buy_in", "most_buy_in"))
    assert least == most
    return {"least": least[0], "most": most[1]}


@compares(
    "limits.max.range",
    "limits.min.range",
    "limits.min.least",
    "limits.min.most",
    "limits.min.increment",
    "limits.max",
    looks_at="rules",
)
def limits(reading: Reading, fact: Fact) -> Any:
    rules = reading.rules
    least, most = rules.house_rules["minimum"], rules.house_rules["maximum"]
    match fact.id:
        case "limits.max.range":
            return list(most.money)
        case "limits.min.least":
            return least.money[0]
        case "limits.min.most":
            return least.money[1]
        case "limits.min.increment":
            return least.step
        case "limits.max":
            return most.default
    return minimum_ranges(reading) if isinstance(fact.value, dict) else list(least.money)


def minimum_ranges(reading: Reading) -> dict[str, list[str]]:
    """Fortune's minimum by option, tried at both ends."""
    found = {}
    for words, names in (("options 1-4", "1234"), ("options 5-7", "567")):
        good = []
        for amount in ("$1", "$1,000", "$1,001", "$2,000"):
            try:
                rule_set(reading.slug, reading.set, collection=names[0], minimum=amount, maximum="$10,000")
                good.append(amount)
            except (RuleBookError, ValueError):
                continue
        found[words] = [good[0], good[-1]]
    return found


@compares("limits.chapter", looks_at="rules")
def chapter_limits(reading: Reading, fact: Fact) -> Any:
    """The table limits of the chapter's own options, without repetition where the chapter prints one for several."""
    own = [name for name in options(reading).named if not name.isdecimal()]
    found = []
    for name in own:
        terms = options(reading).fees[name].terms
        span = f"{terms.minimum[0]}-{terms.maximum[1]}".replace(",", "")
        found.append(span)
    return found if len(found) == len(fact.value) else list(dict.fromkeys(found))


@compares(
    "limits.per",
    "limits.note",
    "limits.set-by",
    words={
        "each betting space has its own least and most": True,
        "table minimum and maximum": True,
        "each bet / betting space": True,
        "maximum is per betting space; several spaces may be bet": True,
        "operator": True,
        "casino operator within WAC 230-15-040, WAC 230-15-140 or specific regulatory body": "the house",
        "posted table limits": "the house",
    },
    looks_at="rules",
)
def limits_per(reading: Reading, fact: Fact) -> Any:
    """Each wager is held to the limits by itself; or the limits are the house's."""
    rules = reading.rules
    if fact.id == "limits.set-by":
        cited = str(rules.house_rules["maximum"].cite)
        assert "WAC" not in str(fact.value) or "WAC 230-15-140" in cited
        return "the house" if rules.stands("maximum") == "granted" else rules.stands("maximum")
    free = [name for name, wager in rules.wagers().items() if wager.when == "before the deal" and not wager.least]
    return all(rules.limits(name) == (rules.minimum, rules.maximum) for name in free) and len(free) > 0


@compares(
    "wager.bonus.limits",
    words={"less than, equal to or greater than base wager, within limits": "table"},
    looks_at="rules",
)
def bonus_limits(reading: Reading, fact: Fact) -> Any:
    rules = reading.rules
    bonus = [name for name, wager in rules.wagers().items() if wager.needs and wager.when == "before the deal"]
    spans = {rules.limits(name) for name in bonus}
    if fact.value == "less than, equal to or greater than base wager, within limits":
        return "table" if spans == {(rules.minimum, rules.maximum)} else spans
    found = [[dollars(amount) for amount in span] for span in sorted(spans)]
    return found[0] if len(found) == 1 else found


# -- the game and its table ------------------------------------------------------------------------------------------


@compares("game.house-participates", "game.player-dealer", "bank.house-banked", looks_at="rules")
def who_plays(reading: Reading, fact: Fact) -> Any:
    """Whether the house has a stake, or a player banks."""
    rules = reading.rules
    house = not rules.nobody_banks and rules.bank is None
    return rules.bank is not None if fact.id == "game.player-dealer" else house


@compares(
    "game.type", words={"poker": "poker", "California game": "player-dealer", "house-banked": "house"}, looks_at="rules"
)
def game_type(reading: Reading, fact: Fact) -> Any:
    rules = reading.rules
    if rules.nobody_banks:
        return "poker"
    return "house" if rules.bank is None else "player-dealer"


@compares(
    "game.wins-from", words={"the pot, players against each other": "pot", "points between pairs of players": "points"}
)
def wins_from(reading: Reading, fact: Fact) -> Any:
    if reading.family == "chinese":
        return next(each.cause for each in plain_round().events if getattr(each, "cause", "") in ("points", "pot"))
    film = film_of(reading)
    assert not any(each.payer.kind == "house" for each in film.events(type(film.moved("pot")[0])))
    return film.moved("pot")[0].payer.kind


@compares(
    "game.objective",
    words={
        "low": ["low", ""],
        "four-card low": ["badugi", ""],
        "high": ["high", ""],
        "high-low": ["high", "low"],
        "bet on the hand closer to nine": True,
        "three segments: five-card back, five-card middle, three-card front": [5, 5, 3],
        "five-card and two-card hand both higher than player-dealer hands": True,
        "player four-card hand higher than dealer hand": True,
        "player hand ranks higher than dealer hand": True,
        "player three-card hand ranks higher than player-dealer three-card hand": True,
        "player five-card hand ranks higher than player-dealer five-card hand": True,
    },
    looks_at="rules",
)
def objective(reading: Reading, fact: Fact) -> Any:
    poker = reading.rules.poker
    if poker:
        kinds = {"2-7": "low", "ace-to-five": "low", "badugi": "badugi"}
        return [kinds.get(poker.ranking, "high"), "low" if poker.low else ""]
    if reading.family == "chinese":
        return [len(cards) for cards in rows_at_the_end(plain_round(), "1")]
    lines = {line for table in reading.rules.pay.values() for line in table.lines}
    return bool(lines & {"higher hand", "both hands higher", "player win"})


@compares(
    "seats.players.max",
    "seats.total.max",
    "seats.players.min",
    "seats.includes-bank",
    "seats.table",
    "seats.active-max",
    words={"six seat table": 6},
    looks_at="rules",
)
def seats(reading: Reading, fact: Fact) -> Any:
    rules = reading.rules
    match fact.id:
        case "seats.players.min":
            return rules.seats.least
        case "seats.includes-bank":
            return rules.bank is not None and rules.seats.most == (8 if reading.slug == "ultimate-texas-holdem" else 7)
        case "seats.active-max":
            return dealt_in(4)
    most = rules.seats.most
    besides = (
        rules.bank is not None
        and fact.id == "seats.players.max"
        and reading.slug not in ("pure-21.5-blackjack", "pure-spanish-21.5")
    )
    return most - besides


@compares("table.limits-per-seat", words={"same minimum and maximum for every seat": True}, family="poker")
def same_limits(reading: Reading, fact: Fact) -> Any:
    """The first bet is offered at the same amounts to every seat."""
    film = film_of(reading)
    spans = {
        (each.options["bet"].least, each.options["bet"].most)
        for each in film.questions(2)
        if "bet" in each.options and "bring-in" not in each.options
    }
    return len(spans) == 1


@compares("table.betting-spaces-per-seat", looks_at="rules")
def spaces(reading: Reading, fact: Fact) -> Any:
    return 1 if not reading.rules.seats.second_circles else 2


@compares(
    "text.collection-posted",
    "text.table-sign",
    looks_at="page",
    words={
        "collection fees posted conspicuously on each table before any card is dealt": True,
        "fees posted on or within view of every table": True,
        "name of the game, least and most wager, collection fees": True,
    },
)
def posted_for_all(reading: Reading, fact: Fact) -> Any:
    """A table's rules page shows the posted schedule."""
    poker = reading.rules.poker is not None
    name = posted(reading) if poker else numbered(reading)[-1]
    game = reading.game_with(collection=name, **(stakes(reading) if poker else {}))
    shown = str(page(game))
    fee = of(reading, name)[0].tiers[0].fee
    return fee in shown and game.rules.name in shown
