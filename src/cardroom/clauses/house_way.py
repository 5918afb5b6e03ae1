"""The House Way of both pai gow games (500 Club, House Way Hand Set and House Way Chart), row by row."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from cardroom.cards import JOKER, Card, text
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.hands import Key, straight_top
from cardroom.clauses.pai_gow import BOTH, F, U, ace_high, face_up, five, hand_at, place_of_seat, script, seven_at, two
from cardroom.clauses.register import clause
from cardroom.play.round import hand_of

ACE, KING, QUEEN, NINE, SIX = 12, 11, 10, 7, 4
STRAIGHT = 4
CHART = F + "House Way Hand Set; " + U + "House Way Chart"


@lru_cache(maxsize=1 << 13)
def house_way(cards: tuple[Card, ...], wheel: str) -> tuple[Key, Key]:
    """The hands in front and behind that the chart asks for; a joker is an ace in every row."""
    ranks = Counter(ACE if card == JOKER else card >> 2 for card in cards)
    groups = sorted(ranks, key=lambda rank: (ranks[rank], rank), reverse=True)
    shape = [ranks[rank] for rank in groups]
    singles = sorted((rank for rank in ranks if ranks[rank] == 1), reverse=True)
    pairs = [(pair, two([cards[at] for at in pair])) for pair in combinations(range(7), 2)]

    def ways(wanted: Key | None) -> list[tuple[Key, Key]]:
        """The two hands of every way to set the cards, or of those with a wanted front."""
        return [
            (front, five(tuple(sorted([card for at, card in enumerate(cards) if at not in pair])), wheel))
            for pair, front in pairs
            if wanted is None or front == wanted
        ]

    plain = shape[0] < 4 and not (shape[0] == 3 and shape[1] >= 2) and shape[:3] != [2, 2, 2]
    if plain and _may_complete(cards):  # a row of straights and flushes: the back must stay complete
        complete = [way for way in ways(None) if way[1][0] in (4, 5, 8)]
        if shape[:2] == [2, 2]:
            complete = [way for way in complete if way[0][0] == 1]
        if complete:
            return max(complete)
    return max(ways(_front(groups, shape, singles)))


def _may_complete(cards: Sequence[Card]) -> bool:
    """Whether there is a straight or a flush among seven cards."""
    plain = [card for card in cards if card != JOKER]
    joker = len(plain) < len(cards)
    suits = [card & 3 for card in plain]
    if max(map(suits.count, range(4))) + joker >= 5:
        return True
    mask = sum(1 << rank for rank in {card >> 2 for card in plain})
    return any(straight_top(mask | 1 << rank) >= 0 for rank in range(13)) if joker else straight_top(mask) >= 0


def _front(groups: Sequence[int], shape: Sequence[int], singles: Sequence[int]) -> Key:
    """The two cards in front by the rows without a straight or flush."""
    first, second = groups[0], groups[1]
    tops = (0, *singles[:2])
    if shape[0] == 5:
        return 1, ACE
    if shape[0] == 4:
        if shape[1] > 1:
            return 1, second  # a pair, or two of the three, in front
        needs = 99 if first >= QUEEN else KING if first >= NINE else QUEEN if first >= SIX else -1
        return tops if singles[0] >= needs else (1, first)
    if shape[0] == 3:
        if shape[1] == 3:
            return 1, first
        if shape[1] == 2:
            return 1, second
        return (0, ACE, singles[0]) if first == ACE else tops
    if shape[:3] == [2, 2, 2]:
        return 1, first
    if shape[:2] == [2, 2]:
        needs = 99 if first >= QUEEN else ACE if first >= NINE else KING if first >= SIX else QUEEN
        return tops if singles[0] >= needs else (1, second)
    if shape[0] == 2:
        return tops
    return 0, *singles[1:3]


def _wrong(
    facts: RoundHistory, who: str, cards: Sequence[Card], front: Sequence[Card], back: Sequence[Card]
) -> Iterator[str]:
    wheel = facts.rules.house("wheel")
    if len(front) != 2 or len(back) != 5:
        yield f"{who} has {len(front)} cards in front and {len(back)} behind"
    elif (two(front), five(tuple(sorted(back)), wheel)) != house_way(tuple(sorted(cards)), wheel):
        yield f"{who} has {text(front)} in front of {text(back)}, which the chart does not ask for"


@clause(script, BOTH, CHART)
def the_player_dealer_is_set_the_house_way(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer's hand is set by the House Way chart."""
    if facts.dealt and facts.banker is not None:
        front, back = hand_at(facts, facts.dealer)
        yield from _wrong(facts, "the player-dealer", seven_at(facts, facts.banker.seat), front, back)


@clause(script, BOTH, CHART + "; " + F + "Dealing Procedures and Round of Play, rule 7")
def who_asks_for_the_house_way_gets_it(facts: RoundHistory) -> Iterator[str]:
    """The chart sets the hand of a player who asks for the House Way, and a hand on which only bettors behind the seat
    have wagers.
    """
    if not facts.dealt or facts.banker is None:
        return
    if face_up(facts.rules) and ace_high(seven_at(facts, facts.banker.seat)):
        return  # no hand is set
    for _, event in facts.chose("house-way"):
        front, back = hand_at(facts, hand_of(event.spot))
        yield from _wrong(facts, f"spot {event.spot}", facts.cards(event.spot), front, back)
    for seat in {facts.circle(spot).seat for spot in facts.bettors}:
        place = place_of_seat(facts, seat)
        if place.kind == "seat":
            yield from _wrong(facts, f"seat {seat}", facts.came.get(place, []), *hand_at(facts, place))
