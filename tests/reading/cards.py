"""Decks and hands: what is in the deck, how cards rank, and the best and the worst hand of each name."""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from cardroom.cards import JOKER, parse, text
from cardroom.cards.decks import DECKS
from cardroom.games.banked.pai_gow import five_card_ranking
from cardroom.rankings import RANKINGS, categories, category, describe, lines, rank
from cardroom.rankings.base import rank_hands
from cardroom.rankings.points import baccarat_points, blackjack_total, dealt_total
from reading.case import Fact, Reading, compares, told
from reading.films import film_of

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "cdhs"
JUDGES = {
    "face-up-chinese-poker": "high",
    "ultimate-texas-holdem": "high",
    "heads-up-holdem": "high",
    "four-card-frenzy": "four-of-five",
    "three-card-poker-6-card-bonus": "three-card",
}
NAMES = {
    "one-pair": "pair",
    "one pair": "pair",
    "two-pairs": "two pair",
    "two pairs": "two pair",
    "quads": "four of a kind",
    "trips": "three of a kind",
}
"""Hands that the product calls by another name."""


def judge_of(reading: Reading) -> str:
    """The ranking of five cards that the game compares: exactly two and three cards make an Omaha hand, which ranks
    as a high hand does."""
    if reading.family == "pai-gow":
        return five_card_ranking(reading.rules)
    ranking = reading.rules.poker.ranking if reading.rules.poker else JUDGES[reading.slug]
    if RANKINGS[ranking].boards:
        assert RANKINGS[ranking].keys is RANKINGS["high"].keys
        return "high"
    return ranking


def name_of(words: str) -> str:
    """A hand's name in the product's words."""
    plain = words.lower().replace("-", " ")
    return NAMES.get(words.lower(), NAMES.get(plain, plain))


def written(cards: str) -> list[str]:
    """The ranks of cards as printed."""
    return ["Joker" if card == JOKER else text([card])[:-1].replace("T", "10") for card in parse(cards)]


def suited(ranks: Any) -> str:
    """Cards of these ranks in one suit."""
    return " ".join("Jk" if each == "Joker" else f"{each.replace('10', 'T')}s" for each in ranks)


def unsuited(ranks: Any) -> str:
    """Cards of these ranks in different suits, as far as that goes."""
    seen: Counter[str] = Counter()
    cards = []
    for place, each in enumerate(ranks):
        suit = SUITS[(seen[each] + (place if len(set(ranks)) == len(ranks) else 0)) % 4]
        seen[each] += 1
        cards.append("Jk" if each == "Joker" else f"{each.replace('10', 'T')}{suit}")
    return " ".join(cards)


def group(ranks: Any) -> list[str]:
    """The part of a hand that gives it its name: the pair of a pair, all five of a straight."""
    counts = Counter(ranks)
    most = max(counts.values())
    if most == 1:
        return sorted(ranks)
    least = 2 if list(counts.values()).count(2) in (1, 2) and most in (2, 3) else most
    return sorted(each for each in ranks if counts[each] >= least)


def size_of(ranking: str) -> int:
    """The cards of a hand: the four that count in Four Card Frenzy, else five, or three."""
    return 4 if ranking == "four-of-five" else min(5, max(RANKINGS[ranking].sizes))


@cache
def extremes(ranking: str) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """The best and the worst hand of each category, found by judging every hand."""
    size = size_of(ranking)
    held = [RANKS.index(each) for each in RANKS if RANKINGS[ranking].deck & set(parse(suited([each])))]
    best: dict[str, tuple[int, tuple[str, ...]]] = {}
    worst: dict[str, tuple[int, tuple[str, ...]]] = {}
    for ranks, flush in rank_hands(size, held):
        names = tuple(RANKS[each] for each in ranks)
        cards = suited(names) if flush else unsuited(names)
        if not flush and len(set(names)) == size and size > 1 and len({each[-1] for each in cards.split()}) == 1:
            continue
        value = judged(ranking, cards)
        if value is None:
            continue
        named = category(ranking, value)
        if named not in best or value > best[named][0]:
            best[named] = value, names
        if named not in worst or value < worst[named][0]:
            worst[named] = value, names
    return {named: (best[named][1], worst[named][1]) for named in best}


def judged(ranking: str, cards: str) -> int | None:
    """The strength of a hand; a joker comes face down, so that it may be any card."""
    return rank(ranking, cards, joker="down") if "Jk" in cards and RANKINGS[ranking].jokers else rank(ranking, cards)


def as_groups(value: Any) -> Any:
    """A reading's best and worst hand, as sorted ranks."""
    return {name: sorted(cards) for name, cards in value.items() if isinstance(cards, list)}


@compares("hand.*", words=as_groups)
def best_and_worst(reading: Reading, fact: Fact) -> Any:
    ranking = judge_of(reading)
    named = name_of(fact.id.removeprefix("hand."))
    best, worst = extremes(ranking)[named]
    return {"highest": sorted(group(best)), "lowest": sorted(group(worst))}


@compares("hand.no-pair", family="poker", words=as_groups)
def no_pair(reading: Reading, fact: Fact) -> Any:
    best, worst = extremes(judge_of(reading))["no pair"]
    return {"highest": sorted(best), "lowest": sorted(worst)}


@compares("hand.high-card", words=as_groups)
def high_card(reading: Reading, fact: Fact) -> Any:
    found = extremes(judge_of(reading))
    best, worst = found.get("high card") or found["no pair"]
    return {"highest": sorted(best), "lowest": sorted(worst)}


@compares("hand.royal-flush", "hand.mini-royal-flush", words=lambda value: sorted(value["cards"]))
def royal_flush(reading: Reading, fact: Fact) -> Any:
    """Its cards; they must be of one suit."""
    ranking = judge_of(reading)
    named = name_of(fact.id.removeprefix("hand."))
    best, worst = extremes(ranking)[named]
    assert best == worst
    assert category(ranking, judged(ranking, unsuited(best))) == "straight"
    return sorted(best)


@compares("hand.five-of-a-kind", words=as_groups)
def five_of_a_kind(reading: Reading, fact: Fact) -> Any:
    held = [each for each in RANKS if RANKINGS["mexican"].deck & set(parse(suited([each])))]
    fives = {each: judged("mexican", unsuited([each] * 4 + ["Joker"])) for each in held}
    assert {category("mexican", value) for value in fives.values()} == {"five of a kind"}
    order = sorted(fives, key=fives.__getitem__)
    return {"highest": sorted([order[-1]] * 4 + ["Joker"]), "lowest": sorted([order[0]] * 4 + ["Joker"])}


@compares("hand.straight.across-gap", "hand.straight-flush.across-gap")
def across_gap(reading: Reading, fact: Fact) -> Any:
    flush = "flush" in fact.id
    return [
        cards
        for cards in fact.value
        if category("mexican", judged("mexican", (suited if flush else unsuited)(cards)))
        == ("straight flush" if flush else "straight")
    ]


BADUGI = {"four-card-badugi": 4, "three-card-incomplete": 3, "two-card-incomplete": 2, "one-card-incomplete": 1}


@compares(*(f"hand.{name}" for name in BADUGI), words=as_groups)
def badugi(reading: Reading, fact: Fact) -> Any:
    """The best and the worst hand of so many cards: the rest are pairs of them."""
    cards = BADUGI[fact.id.removeprefix("hand.")]

    def hand(ranks: list[str]) -> str:
        held = [f"{each.replace('10', 'T')}{SUITS[place]}" for place, each in enumerate(ranks)]
        return " ".join(held + [f"{ranks[0].replace('10', 'T')}{SUITS[3 - place]}" for place in range(4 - len(ranks))])

    values = {ranks: rank("badugi", hand(list(ranks))) for ranks in combinations(RANKS, cards)}
    order = sorted(values, key=values.__getitem__)
    return {"highest": sorted(order[-1]), "lowest": sorted(order[0])}


@compares(
    *(f"hand.{name}.def" for name in BADUGI),
    words={
        "four cards of different suits and ranks": 4,
        "three cards of different suits and ranks, the fourth repeats a suit or rank": 3,
        "two cards of different suits and ranks, the third and fourth repeat a suit or rank": 2,
        "one card, the other three repeat its suit or rank": 1,
    },
)
def badugi_definition(reading: Reading, fact: Fact) -> Any:
    """A hand whose other cards repeat a suit, and one whose other cards repeat a rank, are both of this name."""
    cards = BADUGI[fact.id.removeprefix("hand.").removesuffix(".def")]
    suits = ["2c 3d 4h 5s", "2c 3d 4h 5h", "2c 3d 4d 5c", "2c 3c 4c 5c"][4 - cards]
    ranks = ["2c 3d 4h 5s", "2c 3d 4h 4s", "2c 2d 3h 3s", "2c 2d 2h 2s"][4 - cards]
    names = {category("badugi", rank("badugi", each)) for each in (suits, ranks)}
    (name,) = names
    return 4 - [*reversed(categories("badugi"))].index(name)


@compares("rank.hands")
def hands_in_order(reading: Reading, fact: Fact) -> Any:
    """The reading's list again, sorted by hands that the ranking judges."""
    if reading.slug == "ez-baccarat":
        return [each for each in fact.value if told(reading, "natural nine, natural eight")]
    if reading.slug == "badugi":
        named = {str(each): rank("badugi", cards) for each, cards in zip(fact.value, BADUGI_HANDS, strict=True)}
        return sorted(named, key=named.__getitem__, reverse=True)
    ranking = judge_of(reading)
    examples = {str(each): example(ranking, str(each)) for each in fact.value}
    return sorted(examples, key=examples.__getitem__, reverse=True)


BADUGI_HANDS = ("Kc Qd Jh Ts", "Kc Qd Jh Th", "Kc Qd Qc Kd", "Kc Qc Jc Tc")


def example(ranking: str, name: str) -> int:
    """The strength of a hand of this name, in the middle of its category."""
    if name == "Five of a Kind":
        return judged(ranking, "7c 7d 7h 7s Jk")
    if name == "Five Aces":
        return judged(ranking, "Ac Ad Ah As Jk")
    hand = name_of(name)
    found = extremes(ranking)
    hand = "no pair" if hand == "high card" and hand not in found else hand
    best, worst = found[hand]
    flush = "flush" in hand
    ranks = worst if flush and ranking != "2-7" else best
    return judged(ranking, (suited if flush else unsuited)(ranks))


@compares("cards.rank-order")
def rank_order(reading: Reading, fact: Fact) -> Any:
    """The ranks from the best pair to the worst; in badugi, by single cards."""
    ranking = judge_of(reading)
    held = [each for each in RANKS if RANKINGS[ranking].deck & set(parse(suited([each])))]
    if ranking == "badugi":
        values = {each: rank("badugi", " ".join(f"{each.replace('10', 'T')}{suit}" for suit in SUITS)) for each in held}
        return sorted(values, key=values.__getitem__, reverse=True)
    size = size_of(ranking)

    def pair(each: str) -> int:
        others = [other for other in held if other != each][: size - 2]
        cards = [f"{each.replace('10', 'T')}{suit}" for suit in "cd"]
        return judged(ranking, " ".join([*cards, *unsuited(others).split()]))

    return sorted(held, key=pair, reverse=True)


@compares("cards.suits-equal")
def suits_equal(reading: Reading, fact: Fact) -> Any:
    """A flush is worth the same in every suit, and a hand with its suits changed around too."""
    ranking = judge_of(reading)
    size = size_of(ranking)
    held = [each for each in RANKS if RANKINGS[ranking].deck & set(parse(suited([each])))]
    flush = suited([held[0], *held[2 : size + 1]])
    mixed = unsuited([held[0], *held[2 : size + 1]])
    turned = mixed.translate(str.maketrans("cdhs", "shdc"))
    values = {judged(ranking, flush.replace("s", suit)) for suit in SUITS}
    return len(values) == 1 and judged(ranking, mixed) == judged(ranking, turned)


@compares(
    "cards.ace-low",
    words={
        "when it begins a straight or straight flush": True,
        "when completing a straight or straight flush": True,
        "straight and straight flush 5-4-3-2-A only": True,
    },
)
def ace_low(reading: Reading, fact: Fact) -> Any:
    """A wheel is a straight, the lowest; with anything else an ace is high."""
    ranking = judge_of(reading)
    if ranking == "three-card":
        wheel, high, over = "Ac 2d 3h", "Ac 2d 4h", "Kc Qd 2h"
    else:
        wheel, high, over = "Ac 2d 3h 4s 5c", "Ac 2d 3h 4s 6c", "Kc Qd Jh 6s 2c"
    worst = sorted(extremes(ranking)["straight"][1])
    return sorted(written(wheel)) == worst and judged(ranking, high) > judged(ranking, over)


@compares("rank.wheel", words={"5 4 3 2 A is the lowest straight": ["2", "3", "4", "5", "A"]})
def wheel(reading: Reading, fact: Fact) -> Any:
    return sorted(extremes(judge_of(reading))["straight"][1])


@compares("rank.five-aces", words={"four aces and the joker": "Five aces"})
def five_aces(reading: Reading, fact: Fact) -> Any:
    return describe("pai-gow", "Ac Ad Ah As Jk")


@compares("rank.kickers", words={"equal pairs or two pairs ranked by remaining cards": True})
def kickers(reading: Reading, fact: Fact) -> Any:
    pairs = judged("pai-gow", "Kc Kd 9h 5s 3c") > judged("pai-gow", "Kh Ks 9d 5c 2d")
    return pairs and judged("pai-gow", "Kc Kd 9h 9s 3c") > judged("pai-gow", "Kh Ks 9d 9c 2d")


@compares("rank.straight-above-flush", "rank.trips-above-flush", "rank.straight-flush-below-quads")
def order_of_two(reading: Reading, fact: Fact) -> Any:
    ranking = judge_of(reading)
    above, below = {
        "rank.straight-above-flush": ("2c 3d 4h", "Ac Kc Jc"),
        "rank.trips-above-flush": ("2c 2d 2h 3s 5c", "Ac Kc Jc Tc 2d"),
        "rank.straight-flush-below-quads": ("2c 2d 2h 2s 3c", "Ac Kc Qc Jc 2d"),
    }[fact.id]
    return rank(ranking, above) > rank(ranking, below)


@compares("hands.a-2-3-4-5-is-straight", "hands.straights-count", "hands.flushes-count", "hands.flush-over-full-house")
def hands_that_count(reading: Reading, fact: Fact) -> Any:
    ranking = judge_of(reading)
    if fact.id == "hands.flush-over-full-house":
        return judged(ranking, "2s 3s 4s 5s 7s") > judged(ranking, "Ac Ad Ah Kc Kd")
    if fact.id == "hands.a-2-3-4-5-is-straight":
        return category(ranking, judged(ranking, "Ac 2d 3h 4s 5c")) == "straight"
    made = "8c 7d 6h 5s 4c" if "straights" in fact.id else "8c 7c 5c 4c 2c"
    plain = "9c 8d 7h 5s 4c" if "straights" in fact.id else "8c 7c 5c 4c 2d"
    if "straights" in fact.id:
        return judged(ranking, made) < judged(ranking, plain)
    return judged(ranking, made) < judged(ranking, plain)


# -- decks -----------------------------------------------------------------------------------------------------------


def pack(reading: Reading) -> list[int]:
    """The cards of one deck that the game deals."""
    order = reading.game_with().shuffle(seed=1).order
    packs = reading.game_with().rules.packs
    cards = sorted(set(order))
    assert (
        sorted(order) == sorted([*cards] * packs) if len(DECKS[reading.rules.deck.name].cards) == len(cards) else True
    )
    return cards


@compares("deck.cards", "deck.cards-without-joker", "deck.jokers", "deck.removed", "deck.tens-removed")
def deck_cards(reading: Reading, fact: Fact) -> Any:
    order = reading.game_with().shuffle(seed=1).order
    cards, packs = Counter(order), reading.game_with().rules.packs
    jokers = cards.pop(JOKER, 0) // packs
    each = sum(cards.values()) // packs
    held = (
        {text([card])[0].replace("T", "10") for card in cards if card < 52}
        if reading.slug != "pure-21.5-blackjack"
        else set()
    )
    match fact.id:
        case "deck.cards":
            return each + jokers
        case "deck.cards-without-joker":
            return each
        case "deck.jokers":
            return jokers
        case "deck.tens-removed":
            return "10" not in held
    return [each for each in RANKS if each not in held]


@compares(
    "deck.count",
    "deck.alternating",
    "deck.in-play",
    "deck.count.min",
    "deck.count.max",
    "deck.total.range",
    "deck.shoe",
    looks_at="rules",
)
def deck_count(reading: Reading, fact: Fact) -> Any:
    rules = reading.rules
    least, most = rules.house_rules["packs"].whole if "packs" in rules.house_rules else (rules.packs, rules.packs)
    match fact.id:
        case "deck.alternating":
            return rules.deck.decks
        case "deck.count":
            return rules.deck.decks if least == most == 1 else None
        case "deck.in-play":
            return rules.packs
        case "deck.count.min":
            return least
        case "deck.count.max":
            return most
        case "deck.shoe":
            return rules.deck.shoe
    return (
        [len(pack(reading)) * packs for packs in (least, most)]
        if reading.slug != "pure-spanish-21.5"
        else [
            len(reading.game_with(packs=packs, match_the_dealer=False).shuffle(seed=1).order) for packs in (least, most)
        ]
    )


@compares("deck.bonus-cards", looks_at="rules")
def bonus_cards(reading: Reading, fact: Fact) -> Any:
    return len(DECKS[reading.rules.deck.name].bonus)


@compares("deck.shuffle", "deck.cut", "deck.backs", looks_at="page", words=lambda value: True)
def shuffled(reading: Reading, fact: Fact) -> Any:
    """Cutting and shuffling by hand or machine: the page says what takes their place."""
    if fact.id == "deck.backs":
        return told(reading, "backs")
    return told(reading, "shuffle") or told(reading, "machine")


@compares(
    "deck.joker.role",
    "deck.joker.role.fortune",
    words={
        "ace, or completes a straight, flush or straight flush": {"straight", "flush", "straight flush", "ace"},
        "ace, or completes a straight or straight flush": {"straight", "straight flush", "ace"},
        "ace, or completes any straight or any flush": {"straight", "flush", "straight flush", "ace"},
    },
)
def joker_role(reading: Reading, fact: Fact) -> Any:
    found = set()
    for cards, name in (
        ("3c 4d 5h 6s Jk", "straight"),
        ("3c 9c 5c Jc Jk", "flush"),
        ("3c 4c 5c 6c Jk", "straight flush"),
    ):
        if category("pai-gow", rank("pai-gow", cards)) == name:
            found.add(name)
    if describe("pai-gow", "3c 3d 9h Ks Jk") == describe("pai-gow", "3c 3d 9h Ks Ac"):
        found.add("ace")
    return found


@compares(
    "joker.face-up",
    "joker.face-down",
    "joker.face-down-later-exposed",
    words={"any card (fully wild)": True, "ace, or to complete any straight or flush": False, "stays fully wild": True},
)
def mexican_joker(reading: Reading, fact: Fact) -> Any:
    """Whether a joker makes four of a kind of three kings; dealt up it is an ace there, but completes a straight."""
    how = "up" if fact.id == "joker.face-up" else "down"
    if fact.id == "joker.face-down-later-exposed":
        return exposed_joker(reading)
    if how == "up":
        assert category("mexican", rank("mexican", "4c 5d 6h 7s Jk", joker="up")) == "straight"
        assert category("mexican", rank("mexican", "2c 4c 6c Jc Jk", joker="up")) == "flush"
        assert describe("mexican", "Ac 4d 6h Js Jk", joker="up").startswith("Pair of aces")
    return category("mexican", rank("mexican", "Kc Kd Kh 2s Jk", joker=how)) == "four of a kind"


def exposed_joker(reading: Reading) -> bool:
    """A hand in which the joker comes down and is turned up: it still makes four kings."""
    deck = "Kc 2c 3d Jk 4d 5h 2d Kd 6h 7s 3h Kh Jd 4s Js Qd 6s 7h"

    def wish(spot: str, options: dict[str, Any], betting: int) -> Any:
        return "expose" if spot == "1" and "expose" in options else None

    film = film_of(reading, wish, (1, 2, 3), deck=deck)
    (turn,) = [
        each for each in film if type(each).__name__ == "Turned" and len(each.cards) == 1 and JOKER in each.cards
    ]
    return turn.place.owner == "1" and any("four of a kind, kings" in each.why.lower() for each in film.moved("pot"))


@compares("card.bonus", "card.value.*", words={"face value": True, "10.5": "10.5"})
def card_values(reading: Reading, fact: Fact) -> Any:
    """The points of single cards."""
    total = (lambda cards: baccarat_points(parse(cards))) if reading.slug == "ez-baccarat" else plain_total
    bonus = {text([card])[0].replace("T", "10") for card in DECKS[reading.rules.deck.name].bonus}
    match fact.id.removeprefix("card.").removeprefix("value."):
        case "bonus":
            return (
                [each for each in reversed(RANKS) if each in bonus]
                if fact.id == "card.bonus"
                else plain_total("Kc 2d") - 2
            )
        case "bonus-with-ace-on-deal":
            return str(dealt_total(parse("Kc Ad")).points - 11)
        case "2-9":
            return all(total(f"{each}c") == each for each in range(2, 10))
        case "ace":
            return (
                total("Ac")
                if reading.slug == "ez-baccarat"
                else [plain_total("Ac 9d 5h") - 14, plain_total("Ac 7d") - 7]
            )
        case name:
            return total({"10": "T"}.get(name, name[0].upper()) + "c")


def plain_total(cards: str) -> float:
    """The total of cards that were not dealt together."""
    return blackjack_total(parse(cards)).points


def line_names(ranking: str) -> tuple[str, ...]:
    """The names of a ranking's lines."""
    return tuple(lines(ranking))
