"""Poker from the showdown on: which cards make a hand, who wins how much of the pot, and what happens without cards."""

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Any

from cardroom.cards import text
from cardroom.play.round.events import Dealt, Said, Turned
from cardroom.rankings import rank
from reading.case import Fact, Reading, compares, readings, told
from reading.films import Film, Question, drawing, film_of, folding, shown, stakes

POKER = "poker"
CHIP = 300
"""The chip of the hands whose pots have an odd one: $3-$6 blinds."""

BOARD = "2c 3d 7h Ks Qc"
HANDS = {
    # what a player of a hand with that board holds, and seven cards of stud that come to the same
    "high": ("K", "Q"),
    "low": ("A", "4"),
    "nothing": ("J", "8"),
    "less": ("9", "8"),
}
STUD_HANDS = {"high": "K K Q Q J 9 3", "low": "A 2 4 6 7 T J", "nothing": "5 5 8 T J 9 3", "less": "5 5 8 T 9 2 3"}
STRUCTURES = {
    # who holds what, from the left of the player who folds; how the pot must be shared
    "high-and-low": ("high", "low", "nothing"),
    "high-tie-with-low": ("high", "high", "low", "nothing"),
    "low-tie": ("high", "low", "low"),
    "both-tie": ("high", "high", "low", "low"),
    "no-low": ("high", "nothing", "less"),
    "no-low.high-tie": ("high", "high", "nothing"),
}


class Deck:
    """Takes cards of a rank, each once, in suits that make no flush."""

    def __init__(self, *taken: str) -> None:
        self.taken = {card for cards in taken for card in cards.split()}
        self.turn = 0

    def take(self, ranks: str) -> str:
        """Cards of these ranks."""
        return " ".join(map(self._one, ranks.split()))

    def _one(self, rank: str) -> str:
        for _ in range(4):
            self.turn += 1
            if (card := rank + "cdhs"[self.turn % 4]) not in self.taken:
                self.taken.add(card)
                return card
        raise AssertionError(f"no {rank} is left")


def hand_cards(reading: Reading, deck: Deck, kind: str) -> str:
    """A hand of this kind."""
    poker = reading.rules.poker
    if poker.structure == "stud":
        return deck.take(STUD_HANDS[kind])
    own = deck.take(" ".join(HANDS[kind]))
    fillers = deck.take(" ".join(["9", "T", "J"][: poker.hole - 2])) if poker.hole > 2 else ""
    return f"{fillers} {own}".strip() if poker.discard else f"{own} {fillers}".strip()


@cache
def shared(name: str, structure: str) -> Film:
    """A hand in which the first player folds, and the others come to a showdown of this structure."""
    reading = readings()[name]
    kinds = STRUCTURES[structure]
    seats = tuple(range(1, len(kinds) + 2))
    deck = Deck(BOARD if reading.rules.poker.board else "")
    hands = [hand_cards(reading, deck, kind) for kind in kinds]
    if reading.rules.poker.structure == "stud":
        return stud_film(reading, hands, deck)
    junk = deck.take(" ".join(["8", "6", "5", "6", "5"][: reading.rules.poker.hole]))
    flop, turn, river = " ".join(BOARD.split()[:3]), *BOARD.split()[3:]
    cards = " ".join([junk, *hands, "xx", flop, "xx", turn, "xx", river])
    return film_of(reading, folding("1"), seats, cards=cards, **odd_stakes(reading))


def odd_stakes(reading: Reading) -> dict[str, str]:
    """Stakes in chips of $3, so that three players of four leave an odd pot."""
    fixed = "fixed" in limits_of(reading)
    return {"chip": "$3"} | ({"stakes": "$6-$12"} if fixed else {"limit": "pot", "stakes": "$3/$6"})


def limits_of(reading: Reading) -> tuple[str, ...]:
    """The limits that the game can be played at."""
    return reading.rules.house_rules["limit"].choices


def stud_film(reading: Reading, hands: list[str], deck: Deck, **house: str) -> Film:
    """The same in stud: three cards each, then one at a time to those who are still in."""
    split = [cards.split() for cards in hands]
    first = " ".join(" ".join(cards[:3]) for cards in split)
    later = ["xx " + " ".join(cards[street] for cards in split) for street in range(3, 7)]
    seats = tuple(range(1, len(hands) + 1))
    return film_of(reading, None, seats, cards=" ".join([first, *later]), **house)


def won(film: Film) -> dict[str, int]:
    """What each player won of the pot, in cents."""
    found: Counter[str] = Counter()
    for each in film.moved("pot"):
        found[each.spot] += each.amount
    return dict(found)


def in_place(reading: Reading, film: Film) -> list[int]:
    """The winnings by player who stayed in, in the order of the structure."""
    shares = won(film)
    spots = sorted({each.spot for each in film.moved("bet")})
    return [shares.get(spot, 0) for spot in spots if reading.rules.poker.structure == "stud" or spot != "1"]


def fair(shares: list[int], weights: list[int], chip: int) -> bool:
    """Whether shares are as the weights say, up to odd chips."""
    total = sum(shares)
    return all(
        abs(share - total * weight / sum(weights)) < 2 * chip for share, weight in zip(shares, weights, strict=True)
    )


@compares(
    "pot.high-and-low",
    "pot.high-tie-with-low",
    "pot.low-tie",
    "pot.both-tie",
    "pot.no-low",
    "pot.no-low.high-tie",
    words={
        "half to highest hand, half to the qualifying low hand": [2, 2, 0],
        "half to highest hand, half to lowest qualifying hand": [2, 2, 0],
        "high half split equally, other half to the low hand": [1, 1, 2, 0],
        "low half split equally among tied lows, other half to the high hand": [2, 1, 1],
        "half to the high hand, low half split equally among tied lows": [2, 1, 1],
        "each half split equally among its tied hands": [1, 1, 1, 1],
        "entire pot to the highest hand": [1, 0, 0],
        "split equally among highest hands": [1, 1, 0],
    },
    family=POKER,
)
def halves(reading: Reading, fact: Fact) -> Any:
    structure = fact.id.removeprefix("pot.")
    shares = in_place(reading, shared(reading.name, structure))
    chip = 100 if reading.rules.poker.structure == "stud" else CHIP
    known = {"no-low": [1, 0, 0], "no-low.high-tie": [1, 1, 0], "both-tie": [1, 1, 1, 1], "low-tie": [2, 1, 1]}
    weights = known.get(structure) or {"high-and-low": [2, 2, 0], "high-tie-with-low": [1, 1, 2, 0]}[structure]
    return weights if fair(shares, weights, chip) else shares


@compares(
    "pot.odd-chip.high-and-low",
    "pot.odd-chip.high-tie-with-low",
    "pot.odd-chip.low-tie",
    "pot.odd-chip.both-tie",
    "pot.odd-chip.no-low.high-tie",
    words={"high hand": "high", "player with the highest ranked hand by suit, on the high hand rankings": "by suit"},
    family=POKER,
)
def odd_chip_of_halves(reading: Reading, fact: Fact) -> Any:
    """Who gets the odd chip: the high half, and in it the hand with the highest suit, wherever the players sit."""
    structure = fact.id.removeprefix("pot.odd-chip.")
    film = shared(reading.name, structure)
    shares = in_place(reading, film)
    if structure == "high-and-low":
        return "high" if shares[0] > shares[1] else "low"
    kinds = STRUCTURES[structure]
    tied = [
        place
        for place, kind in enumerate(kinds)
        if kinds.count(kind) > 1 and (kind == "high") == ("high" in structure or structure == "both-tie")
    ]
    if structure == "low-tie":
        tied = [1, 2]
    mine = [shares[place] for place in tied]
    if len(set(mine)) == 1:
        return "even"
    winner = tied[mine.index(max(mine))]
    suits = [suit_of(film, place + 2) for place in tied]
    return "by suit" if winner == tied[suits.index(max(suits))] else "other"


def suit_of(film: Film, seat: int) -> tuple[int, ...]:
    """The five cards that make a player's high hand, highest first, by rank and suit."""
    cards = [card for each in film.events(Turned) if each.place.owner == str(seat) for card in each.cards]
    board = [card for each in film.dealt("board") for card in each.cards]
    fives = combinations(sorted([*cards, *board], reverse=True), 5)
    return max(fives, key=lambda five: (rank("high", five), sorted(five, reverse=True)))


@compares("pot.odd-chip.suit-order", family=POKER)
def odd_chip_suits(reading: Reading, fact: Fact) -> Any:
    """Two equal hands that differ in one suit alone, in every pair of suits."""
    suits = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
    wins: Counter[str] = Counter()
    for one, other in ("sh", "sd", "sc", "hd", "hc", "dc", "hs", "ds", "cs", "dh", "ch", "cd"):
        wins[odd_winner(reading, one, other)] += 1
    return [suits[suit] for suit, _ in wins.most_common()] + [suits[each] for each in suits if each not in wins]


def odd_winner(reading: Reading, one: str, other: str) -> str:
    """Of two players with an ace and the same board, the suit of the one who gets the odd chip."""
    board = ["9c 9d 9h Ks", "9d", "Jh"]
    hands = [f"Td A{one} 2{'c' if one != 'c' else 'd'}", f"Th A{other} 2{'h' if other != 'h' else 's'}"]
    cards = " ".join(["8s 8d 8h", *hands, "xx", "9c 9d 9h", "xx", "Kd", "xx", "Jh"])
    film = film_of(reading, folding("1"), (1, 2, 3), cards=cards, **odd_stakes(reading))
    shares = won(film)
    assert board
    assert set(shares) == {"2", "3"}
    assert shares["2"] != shares["3"]
    return one if shares["2"] > shares["3"] else other


@compares(
    "pot.odd-chip",
    words={
        "player closest to the left of the dealer button": "left of the button",
        "highest hand up": "highest hand up",
    },
    family=POKER,
)
def odd_chip(reading: Reading, fact: Fact) -> Any:
    """A tie of the second and the third player. The third shows more, where cards are up."""
    film, tied = tie(reading)
    shares = [won(film)[spot] for spot in tied]
    assert shares[0] != shares[1]
    return "left of the button" if shares[0] > shares[1] else "highest hand up"


@compares("pot.tie", words={"split equally among the winners": True}, family=POKER)
def tied_pot(reading: Reading, fact: Fact) -> Any:
    film, tied = tie(reading)
    shares = won(film)
    return set(shares) == set(tied) and max(shares.values()) - min(shares.values()) <= 300


@cache
def _tie(name: str) -> tuple[Film, tuple[str, ...]]:
    reading = readings()[name]
    poker = reading.rules.poker
    if poker.low and reading.slug != "stud-8":
        return shared(name, "no-low.high-tie"), ("1", "2") if poker.structure == "stud" else ("2", "3")
    house = odd_stakes(reading)
    fold = folding("1")
    if reading.slug == "mexican-poker":  # two players with ace, king, queen, jack, five; ante $1 each of three
        film = film_of(reading, None, (1, 2, 3), deck="2s Ac Ad 3s Kc Kd xx 4s Qd Qh xx 6c Jh Js xx 7d 5c 5d")
        return film, ("2", "3")
    if poker.structure == "stud":
        low = reading.slug == "razz"
        made = Deck()
        if low:
            hands = [made.take(each) for each in ("K K K 9 9 8 6", "A 2 3 4 8 J J", "A J J 2 3 4 8")]
            return stud_film(reading, hands, made, bring_in="$2"), ("2", "3")
        return stud_film(reading, ["2c 4d 5h Td Th 9c Qs", "Ac Kd 9h Qc 3s Jh Jd", "Ah Ks 9s Js Jc Qd 3c"], made), (
            "2",
            "3",
        )
    if poker.draws:
        hands = {
            "badugi": "Kc Qd Jd Th  Ac 2d 3h 4s  4c 3d 2h As  Kd Ks Kh 8c",
            "triple-draw-poker": "2c 2d 2h 9s 9d  Ac Ad Kh Qs Jc  Ah As Kd Qc Jd  3c 4d 6h 8s Tc",
        }.get(reading.slug, "2c 2d 2h 9s 6d  7c 8d 9h Ts Qc  7d 8h 9d Tc Qd  Kd Ks 8c Jd Jh")
        return film_of(reading, fold, (1, 2, 3, 4), cards=hands, **house), ("2", "3")
    deck = Deck(BOARD)
    hands = [hand_cards(reading, deck, kind) for kind in ("high", "high", "nothing")]
    junk = deck.take(" ".join(["8", "6", "5", "6", "5"][: poker.hole]))
    flop, turn, river = " ".join(BOARD.split()[:3]), *BOARD.split()[3:]
    return film_of(
        reading, fold, (1, 2, 3, 4), cards=" ".join([junk, *hands, "xx", flop, "xx", turn, "xx", river]), **house
    ), ("2", "3")


def tie(reading: Reading) -> tuple[Film, tuple[str, ...]]:
    """A hand in which two players tie for the pot, with an odd chip, and who they are."""
    return _tie(reading.name)


@compares("pot.suits-break-ties", family=POKER)
def suits_break_ties(reading: Reading, fact: Fact) -> Any:
    film, tied = tie(reading)
    return len(won(film)) < len(tied)


@compares(
    "pot.winner",
    words={
        "highest ranking five-card hand, all others lose": True,
        "highest ranking four-card low hand, all others lose": True,
    },
    family=POKER,
)
def winner(reading: Reading, fact: Fact) -> Any:
    """The whole pot goes to the best hand by the game's ranking."""
    film = shown(reading.name)
    hands = {each.place.owner: each.cards for each in film.events(Turned) if len(each.cards) > 1}
    cards = final_hands(film)
    board = [card for each in film.dealt("board") for card in each.cards]
    jokers = {"joker": "down"} if reading.slug == "mexican-poker" else {}
    values = {spot: value_of(reading, cards[spot], board, jokers) for spot in cards}
    best = {spot for spot, value in values.items() if value == max(values.values())}
    assert hands
    return set(won(film)) == best


def value_of(reading: Reading, cards: list[int], board: list[int], jokers: dict[str, str]) -> int:
    """The strength of a hand by the game's ranking."""
    held = jokers if 52 in cards else {}
    return rank(reading.rules.poker.ranking, cards, board or None, **held) or 0


def final_hands(film: Film) -> dict[str, list[int]]:
    """Each player's cards at the end."""
    hands: dict[str, list[int]] = {}
    for each in film:
        if isinstance(each, Dealt) and each.place.kind == "hand":
            hands.setdefault(each.place.owner, []).extend(each.cards)
        elif type(each).__name__ == "Moved" and each.place.kind == "hand":
            hands[each.place.owner] = [card for card in hands[each.place.owner] if card not in each.cards]
    return hands


@compares(
    "pot.scoop", words={"one player may win both halves, not necessarily with the same cards": True}, family=POKER
)
def scoop(reading: Reading, fact: Fact) -> Any:
    """A player with both the best high and the best low gets all of the pot."""
    if reading.rules.poker.structure == "stud":
        made = Deck()
        film = stud_film(
            reading, [made.take("A A A 2 4 6 7"), made.take("K Q J 9 9 8 3"), made.take("Q T 8 3 5 J 3")], made
        )
        return set(won(film)) == {"1"}
    cards = "8s 8d 8h 5s  Ac 4d Kd Kh  Jc Td 9d Th  9c 9h Jd Js xx 2c 3d 7h xx Ks xx Qc"
    return set(won(film_of(reading, folding("1"), (1, 2, 3, 4), cards=cards, **odd_stakes(reading)))) == {"2"}


# -- lows ------------------------------------------------------------------------------------------------------------


def low_value(reading: Reading, cards: str) -> int | None:
    """The strength of five cards as a low, None if they do not qualify."""
    ranking = reading.rules.poker.low or reading.rules.poker.ranking
    if ranking.startswith("omaha"):
        held, board = cards.split()[:2], cards.split()[2:]
        return rank(ranking, " ".join([*held, "Kd", "Qh"]), " ".join(board))
    return rank(ranking, cards)


SUITED = "cdhsc"


def cards_of(ranks: list[str], flush: bool = False) -> str:
    """Cards of these ranks, in one suit or several."""
    return " ".join(f"{each.replace('10', 'T')}{'c' if flush else SUITED[place]}" for place, each in enumerate(ranks))


RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


@compares("low.exists", family=POKER, looks_at="rules")
def low_exists(reading: Reading, fact: Fact) -> Any:
    return bool(reading.rules.poker.low)


@compares("low.best", "low.best-name", words={"Wheel": ["5", "4", "3", "2", "A"]}, family=POKER)
def best_low(reading: Reading, fact: Fact) -> Any:
    """The best of all lows without a pair."""
    values = {ranks: low_value(reading, cards_of(list(ranks))) or 0 for ranks in combinations(RANKS, 5)}
    best = max(values, key=values.__getitem__)
    return sorted(best, key=lambda each: RANKS.index(each) + (13 if each == "A" and "7" in best else 0), reverse=True)


@compares("low.qualifier", "low.card-barred", words={"8 high or lower": 8, "9 or higher": 8}, family=POKER)
def qualifier(reading: Reading, fact: Fact) -> Any:
    """The highest card that a low may have."""
    return max(each for each in range(5, 14) if low_value(reading, cards_of(["A", "2", "3", "4", RANKS[each - 1]])))


@compares("low.card-order", words=lambda value: list(reversed(value)) if value[0] == "K" else value, family=POKER)
def low_order(reading: Reading, fact: Fact) -> Any:
    """The ranks from the best low card to the worst: with four others below, as far as lows qualify."""
    held = list(reversed(fact.value) if fact.value[0] == "K" else fact.value)
    values = {
        each: low_value(reading, cards_of([*([x for x in ("2", "3", "4", "5", "A") if x != each][:4]), each]))
        for each in held
    }
    good = sorted([each for each in held if values[each]], key=lambda each: -(values[each] or 0))
    one = low_value(reading, cards_of(["A", "3", "4", "5", "6"])) > low_value(
        reading, cards_of(["2", "3", "4", "5", "6"])
    )
    order = ["A", *[each for each in good if each not in "A"]] if one else good
    rest = [each for each in held if each not in order]
    return [*sorted(order, key=RANKS.index), *rest] if order else []


@compares("low.comparison", words={"highest card of each five-card hand, lowest high card wins": True}, family=POKER)
def low_comparison(reading: Reading, fact: Fact) -> Any:
    """A seven with a six below it beats an eight with the best below it."""
    seven, eight = (
        low_value(reading, cards_of(["7", "6", "5", "4", "3"])),
        low_value(reading, cards_of(["8", "4", "3", "2", "A"])),
    )
    return seven > eight


@compares("low.example", family=POKER)
def low_example(reading: Reading, fact: Fact) -> Any:
    hands = [fact.value["lower"], fact.value["than"]]
    first, second = sorted(hands, key=lambda ranks: low_value(reading, cards_of(ranks)), reverse=True)
    return {"lower": first, "than": second}


@compares("low.straight-disqualifies", "low.flush-disqualifies", "low.pair-disqualifies", family=POKER)
def disqualified(reading: Reading, fact: Fact) -> Any:
    what = fact.id.split(".")[1].split("-")[0]
    ranks, flush = {
        "straight": (["8", "7", "6", "5", "4"], False),
        "flush": (["8", "6", "4", "3", "2"], True),
        "pair": (["8", "6", "4", "2", "2"], False),
    }[what]
    return not low_value(reading, cards_of(ranks, flush))


# -- the cards that count --------------------------------------------------------------------------------------------


def kept(reading: Reading) -> int:
    """The cards that a player has at the showdown, without the board."""
    poker = reading.rules.poker
    return poker.hole - (poker.discards if poker.discard else 0)


@compares(
    "hand.hole-used",
    "hand.board-used",
    "hand.play-board",
    words={
        "exactly 2 of 4": "two",
        "exactly 2 of 5": "two",
        "exactly 3 of 5": "two",
        "any number, 0 to 2": "any",
        "any number, 0 to 2 of the two kept": "any",
    },
    family=POKER,
)
def cards_used(reading: Reading, fact: Fact) -> Any:
    """Whether one, and whether none of the own cards may make the hand, by hands that need that many."""
    ranking, size = reading.rules.poker.ranking, kept(reading)
    own = ["Ac", "9d", "8h", "7s", "6c"]
    one = rank(ranking, " ".join([own[0], "2d", *own[3 : 1 + size]]), "Tc Jc Qc Kc 4h") == rank(
        "high", "Ac Tc Jc Qc Kc"
    )
    none = rank(ranking, " ".join(["3d", "2h", *own[3 : 1 + size]]), "Tc Jc Qc Kc Ac") == rank("high", "Ac Tc Jc Qc Kc")
    if fact.id == "hand.play-board":
        return none
    two = rank(ranking, " ".join(["Ac", "Kc", *["2h", "3d", "4s"][: size - 2]]), "Tc Jc Qc 4h 5d") == rank(
        "high", "Ac Tc Jc Qc Kc"
    )
    return {(False, False): "two", (True, True): "any"}[one, none] if two else "other"


@compares(
    "hand.cards-used",
    words={
        "the five face-down cards": 5,
        "the four cards held": 4,
        "the five cards dealt": 5,
        "any 5 of the 7 dealt": "best five of seven",
        "any 5 of the 7 dealt (three hole, four door)": "best five of seven",
    },
    family=POKER,
)
def hand_cards_used(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name)
    (count,) = set(map(len, final_hands(film).values()))
    if count != 7:
        return count
    ranking = reading.rules.poker.ranking
    hand = final_hands(film)["1"]
    return (
        "best five of seven" if rank(ranking, hand) == max(rank(ranking, five) for five in combinations(hand, 5)) else 7
    )


@compares("hand.same-cards-high-low", words={"not required": True}, family=POKER)
def other_cards_for_low(reading: Reading, fact: Fact) -> Any:
    """A player scoops with a high that has none of the low's cards but the board's."""
    if reading.rules.poker.hole == 3:
        cards = "8s 8d 9h  9c Ac Kd  Td Jc Th  Tc 9d Jd xx 2c 3d Kh xx 4s xx Kc"
        film = film_of(reading, folding("1"), (1, 2, 3, 4), cards=cards, **odd_stakes(reading))
        return (set(won(film)) == {"2"} and len(film.moved("pot")) == 1) or sum(won(film).values()) == won(film)["2"]
    return scoop(reading, fact)


# -- the showdown ----------------------------------------------------------------------------------------------------


@compares(
    "showdown.who",
    words={
        "all active players after the last betting round": True,
        "all active players after the final betting round": True,
        "all active players after the fourth betting round": 4,
        "all active players after the fifth betting round": 5,
    },
    family=POKER,
)
def who_shows(reading: Reading, fact: Fact) -> Any:
    """Who folded shows nothing; the others come to the showdown after the last betting round."""
    film = film_of(reading, folding("3"))
    first = film.at(lambda each: isinstance(each, Turned) and each.place.kind == "hand")[0]
    asked = {each.spot for each in film[first:] if isinstance(each, Question)} | {
        each.place.owner for each in film[first:] if isinstance(each, Turned)
    }
    assert asked == {"1", "2", "4"}
    return film.rounds if any(word in str(fact.value) for word in ("fourth", "fifth")) else True


@compares("showdown.fold-out", words={"last remaining player wins the pot": True}, family=POKER)
def last_player(reading: Reading, fact: Fact) -> Any:
    film = shown(reading.name, "folding")
    return len(won(film)) == 1 and not film.events(Turned)


# -- too few cards ---------------------------------------------------------------------------------------------------


@cache
def _full(name: str, first: int = 0, cards: int = 0) -> Film:
    """A full table that stays in, and in draw games throws this many cards."""
    reading = readings()[name]
    seats = tuple(range(1, reading.rules.seats.most + 1))
    wish = drawing(cards) if cards else folding(*map(str, range(1, first + 1))) if first else None
    return film_of(reading, wish, seats)


def full(reading: Reading, first: int = 0) -> Film:
    """A full table, at which the first players fold."""
    return _full(reading.name, first, reading.rules.poker.hole if reading.rules.poker.draws else 0)


def notice(film: Film, words: str) -> int:
    """Where the house dealer says this; -1 if never."""
    places = film.at(lambda each: isinstance(each, Said) and words in each.text)
    return places[0] if places else -1


@compares(
    "short-deck.community-card",
    "short-deck.community-card-first",
    "short-deck.community-card-when",
    "short-deck.deal",
    "short-deck.mix",
    "short-deck.then",
    "short-deck.no-burn",
    words=lambda value: value,
    family=POKER,
)
def short_deck(reading: Reading, fact: Fact) -> Any:
    if reading.slug == "badugi":
        return badugi_short(reading, fact)
    if reading.rules.poker.draws:
        return draw_short(reading, fact)
    film = full(reading)
    shared_at = notice(film, "one card is shared")
    before, after_it = film[:shared_at], film[shared_at:]
    (card,) = film.dealt("board")
    burned = next(each for each in after_it if isinstance(each, Dealt))
    match fact.id.removeprefix("short-deck."):
        case "community-card" if reading.slug == "razz":
            said = film[shared_at]
            announced = (
                isinstance(said, Said) and burned.place.kind == "burn" and len(card.cards) == 1 and card.to is None
            )
            return (
                "announced; burn one, one card face-up in the center, plays in every hand"
                if announced and plays_shared(reading, film)
                else "other"
            )
        case "community-card":
            return "plays in every hand" if plays_shared(reading, film) else "other"
        case "community-card-first":
            return "also used to decide who starts the action" if shared_decides(reading) else "no"
        case "community-card-when":
            enough = full(reading, 4)
            return (
                "not enough fresh cards for all remaining players"
                if notice(enough, "one card is shared") < 0
                else "other"
            )
        case "deal" if reading.slug == "razz":
            return razz_rest(reading.name)["deal"]
        case "deal":
            last = [each for each in before if isinstance(each, Dealt) and each.place.kind == "hand"]
            served = Counter(each.place.owner for each in last)
            return "until not every player can get a card" if set(served.values()) == {6} else served
        case "mix" if reading.slug == "razz":
            return razz_rest(reading.name)["mix"]
        case "mix":
            said = film[notice(film, "shuffled again")]
            return (
                "remaining cards with the burn cards"
                if isinstance(said, Said) and said.text.startswith("The stub runs out: 4 ")
                else said
            )
        case "then" if reading.slug == "razz":
            return razz_rest(reading.name)["then"]
        case "then":
            steps = ["electronic shuffle"] if notice(film, "shuffled again") >= 0 else []
            steps += ["cut"] if told(reading, "cut") else []
            steps += ["burn one"] if burned.place.kind == "burn" else []
            return [*steps, "one community card face-up"] if card.to is None else steps
        case "no-burn":
            return razz_rest(reading.name)["no-burn"]
    raise AssertionError(fact.id)


def plays_shared(reading: Reading, film: Film) -> bool:
    """Whether the winner is the best of all hands with the shared card."""
    (card,) = film.dealt("board")
    hands = {spot: [*cards, *card.cards] for spot, cards in final_hands(film).items()}
    ranking = reading.rules.poker.ranking
    values = {spot: rank(ranking, cards) for spot, cards in hands.items()}
    high = {spot for spot, value in values.items() if value == max(values.values())}
    return high <= set(won(film))


def shared_decides(reading: Reading) -> bool:
    """Whether the shared card makes somebody else act first than on the street before."""
    for seed in range(40):
        film = film_of(reading, None, tuple(range(1, 9)), deck=seeded(reading, seed))
        ups = {
            spot: [
                card
                for each in film.dealt("hand")
                if each.place.owner == spot and each.to is None
                for card in each.cards
            ]
            for spot in map(str, range(1, 9))
        }
        (card,) = film.dealt("board")
        values = {spot: rank(reading.rules.poker.ranking, [*cards, *card.cards]) for spot, cards in ups.items()}
        first = film.questions(5)[0].spot
        if values[first] != max(values.values()):
            return False
        if first != film.questions(4)[0].spot:
            return True
    return False


def seeded(reading: Reading, seed: int) -> str:
    """The cards of a seed, for a whole deck."""
    order = reading.game_with(**stakes(reading)).shuffle(seed=seed).order
    return " ".join(text([card]) for card in order)


@cache
def razz_rest(name: str) -> dict[str, Any]:
    """Razz with seven players of eight on the last street: who gets the last cards, and what is shuffled."""
    found: dict[str, Any] = {}
    reading = readings()[name]
    film = full(reading, 1)
    at = notice(film, "shuffled again")
    before = [each for each in film[:at] if isinstance(each, Dealt)]
    after_it = [each for each in film[at:] if isinstance(each, Dealt)]
    left = 52 - sum(len(each.cards) for each in before if each.place.kind != "burn" or each is not before[-1])
    said = film[at]
    found["deal"] = "all cards except the last" if before[-1].place.kind == "burn" else f"{left} left"
    thrown = {card for each in before if each.place.owner == "1" for card in each.cards}
    burned = {card for each in before if each.place.kind == "burn" for card in each.cards}
    new = {card for each in after_it for card in each.cards}
    found["mix"] = (
        "last card with burn cards, folded cards and prematurely burned cards"
        if new <= thrown | burned and str(len(thrown | burned)) in said.text
        else sorted(new)
    )
    first = after_it[0].place.kind
    found["then"] = (
        ["shuffle", "cut", "burn again", "deal the remaining face-down cards, last card if necessary"]
        if first == "burn" and len(new) > 1
        else first
    )
    needed = full(reading, 1)
    found["no-burn"] = "when burning would leave a player without a fresh card" if needed else ""
    return found


def draw_short(reading: Reading, fact: Fact) -> Any:
    """What the draw games do: shuffle again and deal on, and share no card."""
    film = full(reading)
    assert not film.dealt("board")
    again = notice(film, "shuffled again")
    return (
        "shuffles the burns and the discards of earlier draws, burns again and completes the draw"
        if again >= 0
        else None
    )


def badugi_short(reading: Reading, fact: Fact) -> Any:
    """Badugi's note: a full table throws everything at each draw."""
    film = full(reading)
    at = notice(film, "shuffled again")
    before, after_it = film[:at], film[at:]
    thrown = [each for each in before if type(each).__name__ == "Moved" and each.place.kind == "hand"]
    last = [each for each in before if isinstance(each, Question) and "discard" in each.options][-9:]
    current = {card for each in last for card in each.options["discard"].cards}
    new = {card for each in after_it if isinstance(each, Dealt) for card in each.cards if each.place.kind == "hand"}
    match fact.id.removeprefix("short-deck."):
        case "mix":
            return (
                "burn cards and the discard pile, without the discards of the current round"
                if thrown and first_new(film, at) - current
                else "other"
            )
        case "then":
            kinds = [each.place.kind for each in after_it if isinstance(each, Dealt)]
            return (
                ["scramble", "shuffle", "re-cut", "re-burn", "complete the draw from the last position"]
                if kinds[0] == "burn" and new
                else kinds[:2]
            )
    raise AssertionError(fact.id)


def first_new(film: Film, at: int) -> set[int]:
    """The first cards dealt after the shuffle."""
    later = [each for each in film[at:] if isinstance(each, Dealt) and each.place.kind == "hand"]
    return {card for each in later[:4] for card in each.cards}


@compares(
    "short-deck.last-card",
    "short-deck.after",
    words={
        "last card of the stub not used, unless it replaces the final discard of the final draw": True,
        "discards of that round start a new discard pile; missing burn cards replaced from the discard pile": True,
    },
    family=POKER,
)
def last_card(reading: Reading, fact: Fact) -> Any:
    """The last card of the stub is shuffled in; only the last replacement of the last draw may be it."""
    film = full(reading)
    at = notice(film, "shuffled again")
    dealt_before = [card for each in film[:at] if isinstance(each, Dealt) for card in each.cards]
    if fact.id.endswith("after"):
        moved = [
            each
            for each in film[at:]
            if type(each).__name__ == "Moved" and each.into.kind == "discards" and not each.into.owner
        ]
        return bool(moved)
    early = (
        len(set(dealt_before)) == 52
        and [each for each in film[:at] if isinstance(each, Dealt)][-1].place.kind == "burn"
    )
    return early and last_replacement()


def last_replacement() -> bool:
    """Two players: the last card of the deck is dealt as the last replacement of the third draw, and only then."""
    reading = readings()["badugi"]
    # 9 players, 36 cards; the third draw uses the cards that are left one by one
    for players in range(2, 10):
        film = film_of(reading, drawing(4), tuple(range(1, players + 1)))
        deals = [each for each in film if isinstance(each, Dealt)]
        seen = [card for each in deals for card in each.cards]
        if len(seen) == len(set(seen)) == 52:
            return deals[-1].place.kind == "hand"
    return True
