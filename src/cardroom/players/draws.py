"""The cards that a sensible player discards in draw poker, by the game's ranking."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations

from cardroom.cards import RANKS, Card
from cardroom.rankings import category, strength

__all__ = ["choose_discards"]

TOP = RANKS.index
PAT = ("straight", "flush", "full house", "four of a kind", "straight flush", "royal flush")


def choose_discards(ranking: str, hand: Sequence[Card], *, last: bool) -> list[Card]:
    """The cards to exchange. Before the `last` draw, more cards are worth exchanging.

    >>> from cardroom.cards import parse, text
    >>> text(choose_discards("2-7", parse("2c 3d 7h Ks Kd"), last=False))
    'Ks Kd'
    >>> text(choose_discards("badugi", parse("Ac 3d 5c Kh"), last=False))
    '5c Kh'
    >>> text(choose_discards("high", parse("9c 9d 4h Js 2d"), last=False))
    '4h Js 2d'
    """
    keep = _KEEPS.get(ranking, _keep_high)(hand, last)
    return [card for card in hand if card not in keep]


def _keep_low(hand: Sequence[Card], last: bool) -> Sequence[Card]:
    """2-7: one card of each rank up to the eight; a pat nine or ten on the last draw; no aces, no straights."""
    if category("2-7", strength("2-7", hand)) == "high card" and max(hand) >> 2 <= TOP("T" if last else "8"):
        return hand
    low = {card >> 2: card for card in hand if card >> 2 <= TOP("8")}
    if len(low) == 5:  # a straight or a flush: break it at the highest card
        del low[max(low)]
    return list(low.values())


def _keep_ace_low(hand: Sequence[Card], last: bool) -> Sequence[Card]:
    """Ace-to-five: one card of each rank up to the eight; a pat nine or ten on the last draw."""
    most = TOP("T" if last else "8") + 1
    if len({card >> 2 for card in hand}) == len(hand) and max(map(_low, hand)) <= most:
        return hand
    return list({card >> 2: card for card in hand if _low(card) <= TOP("8") + 1}.values())


def _keep_badugi(hand: Sequence[Card], last: bool) -> Sequence[Card]:
    """Badugi: the best cards of different suits and ranks up to the eight. A complete badugi may be higher."""
    return _keep_different(hand, last, _low)


def _keep_badugi_ace_high(hand: Sequence[Card], last: bool) -> Sequence[Card]:
    return _keep_different(hand, last, lambda card: (card >> 2) + 1)


def _keep_different(hand: Sequence[Card], last: bool, rank: Callable[[Card], int]) -> Sequence[Card]:
    best: Sequence[Card] = ()
    for size in (1, 2, 3, 4):
        fits = [
            some
            for some in combinations(hand, size)
            if len({card & 3 for card in some}) == len({card >> 2 for card in some}) == size
            and max(map(rank, some)) <= (TOP("J" if last else "9") if size == 4 else TOP("8")) + 1
        ]
        best = min(fits, key=lambda some: sorted(map(rank, some), reverse=True), default=best)
    return best


def _low(card: Card) -> int:
    """The rank of a card, with the ace below the deuce."""
    return ((card >> 2) + 1) % len(RANKS)


def _keep_high(hand: Sequence[Card], _: bool) -> Sequence[Card]:
    """High: pat hands, pairs and threes; else four to a flush or an open straight; else the two highest cards."""
    if category("high", strength("high", hand)) in PAT:
        return hand
    counts = Counter(card >> 2 for card in hand)
    if paired := [card for card in hand if counts[card >> 2] > 1]:
        return paired
    for four in combinations(sorted(hand), 4):
        low, high = four[0] >> 2, four[-1] >> 2
        if len({card & 3 for card in four}) == 1 or (high - low == 3 and high < TOP("A")):
            return four
    return sorted(hand)[-2:]


_KEEPS = {
    "2-7": _keep_low,
    "ace-to-five": _keep_ace_low,
    "badugi": _keep_badugi,
    "badugi-ace-high": _keep_badugi_ace_high,
}
