"""Every game with a pot, on decks of few cards: ranges with weights against naive enumeration by the definitions."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import pytest

from cardroom.cards import Card, text
from cardroom.errors import InputError
from cardroom.poker import GameHands, dealing_of, equity
from cardroom.rankings import strength
from cardroom.rulebook import slugs

WEIGHTS = (Fraction(1), Fraction(3, 10))
"""The weights of the two hands of each player."""
Deal = tuple[list[tuple[Card, ...]], list[tuple[Card, ...]]]
"""The hands and the boards at the showdown."""


def with_a_pot() -> Iterator[str]:
    """The poker games whose hands can be written. Mexican Poker has a test of its own, for its joker."""
    for slug in slugs():
        try:
            dealing_of(slug)
        except InputError:
            continue
        if slug != "mexican-poker":
            yield slug


class SmallDeck:
    """Two players with two hands each, some cards of the board, and a few cards that may come."""

    def __init__(self, game: str) -> None:
        rng = random.Random(game)
        self.dealing = dealing_of(game)
        self.boards = [[], []][: self.dealing.poker.boards] if self.dealing.structure == "community" else []
        deck = list(self.dealing.deck)
        if self.dealing.poker.low:  # so that lows qualify
            deck.sort(key=lambda card: (card >> 2) % 12 > 6)
            deck = deck[:32]
        rng.shuffle(deck)
        self.thrown = 1 if self.dealing.structure == "draw" else 0
        size = self.dealing.kept - (2 if self.dealing.structure == "stud" else 0)
        self.hands = [[[deck.pop() for _ in range(size)] for _ in WEIGHTS] for _ in range(2)]
        self.hands[1][0][0] = self.hands[0][1][0]  # these two cannot be dealt together
        for board in self.boards:
            board += [deck.pop() for _ in range(3)]
        few = 3 if self.dealing.structure == "stud" or len(self.boards) == 2 else 6
        stub = deck[:few]
        seen = {card for player in self.hands for hand in player for card in hand}
        self.live = seen | set(stub)
        board_cards = {card for board in self.boards for card in board}
        self.dead = [card for card in self.dealing.deck if card not in self.live | board_cards]

    def written(self, hand: list[Card]) -> str:
        """A hand as ranges have it."""
        cards = [text(card) for card in hand]
        if self.dealing.structure == "stud":
            return f"({''.join(cards[:2])}){''.join(cards[2:])}"
        return "".join(cards[:-1]) + "/" + cards[-1] if self.thrown else "".join(cards)

    def asked(self) -> tuple[list[str], str, str]:
        """The ranges, the boards and the dead cards as a user writes them."""
        ranges = [
            ",".join(f"{self.written(hand)}@{float(w)}" for hand, w in zip(player, WEIGHTS, strict=True))
            for player in self.hands
        ]
        return ranges, "/".join(text(board) for board in self.boards), text(self.dead)

    def deals(self, hands: list[list[Card]]) -> Iterator[Deal]:
        """Every way the cards to come can fall for two hands."""
        left = sorted(self.live - {card for hand in hands for card in hand})
        known = self.boards or [hand[: len(hand) - self.thrown] for hand in hands]
        whole = 5 if self.boards else self.dealing.kept
        for first in combinations(left, whole - len(known[0])):
            rest = [card for card in left if card not in first]
            others = combinations(rest, whole - len(known[1])) if len(known) == 2 else [()]
            for second in others:
                full = [(*own, *more) for own, more in zip(known, (first, second), strict=False)]
                yield ([tuple(hand) for hand in hands], full) if self.boards else (full, [])

    def equities(self) -> list[Fraction]:
        """The definition: joint deals weigh the product of their weights."""
        total, won = Fraction(0), [Fraction(0), Fraction(0)]
        for places in product(range(2), repeat=2):
            hands = [player[place] for player, place in zip(self.hands, places, strict=True)]
            if set(hands[0]) & set(hands[1]):
                continue
            shares = [sharing(self.dealing, deal) for deal in self.deals(hands)]
            weight = WEIGHTS[places[0]] * WEIGHTS[places[1]]
            total += weight * len(shares)
            for player in range(2):
                won[player] += weight * sum(share[player] for share in shares)
        return [each / total for each in won]


def sharing(dealing: GameHands, deal: Deal) -> list[Fraction]:
    """What each player gets of the pot."""
    hands, boards = deal
    poker = dealing.poker
    shares = [Fraction(0)] * len(hands)
    for board in boards or [None]:
        names = [poker.ranking, poker.low] if poker.low else [poker.ranking]
        values = [[strength(name, hand, board) for hand in hands] for name in names]
        parts = [each for each in values if any(each)]  # no low qualifies: the high hand wins it all
        for part in parts:
            winners = [place for place, value in enumerate(part) if value == max(part)]
            for place in winners:
                shares[place] += Fraction(1, max(len(boards), 1) * len(parts) * len(winners))
    return shares


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", [*with_a_pot()])
def test_ranges_with_weights_agree_with_the_definitions(game: str) -> None:
    small = SmallDeck(game)
    ranges, board, dead = small.asked()
    found = equity(game, *ranges, board=board, dead=dead, seconds=600)
    assert found.exact
    assert [player.equity for player in found.players] == small.equities()


@pytest.mark.parametrize("seed", range(20))
def test_equities_sum_to_exactly_one(seed: int) -> None:
    rng = random.Random(seed)
    game = rng.choice([slug for slug in with_a_pot() if dealing_of(slug).structure == "community"])
    dealing = dealing_of(game)
    cards = rng.sample(dealing.deck, len(dealing.deck))
    size = dealing.sizes[0][0]
    hands = [
        ",".join(f"{''.join(text(cards.pop()) for _ in range(size))}@{rng.choice(('1', '0.25', '0.7'))}" for _ in "ab")
        for _ in range(2 if size > 4 else 3)
    ]
    board = "/".join(text([cards.pop() for _ in range(4)]) for _ in range(dealing.poker.boards))
    found = equity(game, *hands, board=board, seconds=600)
    assert found.exact
    assert sum(player.equity for player in found.players) == 1
    for player in found.players:
        assert player.win + sum(player.tie.values()) <= 1
