"""What each player must win of a hand, by a settlement that shares no code with the product.

Every cent that was put in is followed by itself: it belongs to the players still in who put in at least as much, is cut
by boards, then by rankings, then by equal hands, as fractions. Hands are judged by pokerkit.
"""

from collections import Counter
from fractions import Fraction

from pokerkit import hands as peer

from cardroom.cards import text
from cardroom.play import Place
from cardroom.play.round.events import Acted, Transfer

JUDGES = {
    "high": peer.StandardHighHand,
    "omaha": peer.OmahaHoldemHand,
    "eight-or-better": peer.EightOrBetterLowHand,
    "omaha-eight-or-better": peer.OmahaEightOrBetterLowHand,
    "2-7": peer.StandardLowHand,
    "ace-to-five": peer.RegularLowHand,
    "badugi": peer.BadugiHand,
    "badugi-ace-high": peer.StandardBadugiHand,
}


def fair_shares(round, boards=("",)):
    """What each spot must win, as a fraction of a cent, and how many cuts there were that can leave odd chips.

    `boards` are the parts of the places of the boards, "" for the first.
    """
    put, dead = Counter(), 0
    for event in round.events:
        if isinstance(event, Transfer) and event.cause == "gathered":
            put[event.spot] += event.amount
        elif isinstance(event, Transfer) and event.cause == "dead":
            dead += event.amount
    out = {event.spot for event in round.events if isinstance(event, Acted) and event.action in ("fold", "muck")}
    live = [spot for spot in put if spot not in out]
    won, cuts = Counter(), 0
    layers = Counter()
    for amount in put.values():
        for cent in range(amount):
            able = tuple(other for other in live if put[other] > cent)
            layers[able or tuple(other for other in live if put[other] == max(put[each] for each in live))] += 1
    layers[tuple(live)] += dead
    for able, cents in layers.items():
        parts, here = cut(round, able, boards)
        cuts += here
        for spot, part in parts.items():
            won[spot] += cents * part
    return won, cuts


def cut(round, able, boards):
    """Each player's part of a pot that these players can win."""
    poker = round.rules.poker
    parts, cuts = Counter(), 0
    if len(able) == 1:
        return Counter({able[0]: Fraction(1)}), 0
    for board in boards:
        lots = [best(round, able, poker.ranking, board)]
        low = best(round, able, poker.low, board) if poker.low else []
        lots += [low] if low else []
        cuts += sum(map(len, lots))
        for winners in lots:
            for spot in winners:
                parts[spot] += Fraction(1, len(boards) * len(lots) * len(winners))
    return parts, cuts


def best(round, able, ranking, board):
    """The players with the best hand by a ranking and a board; none if no hand qualifies."""
    shared = text(round.cards.hand(Place("board", "", board))).replace(" ", "")
    held = {spot: text(round.cards.hand(spot)).replace(" ", "") for spot in able}
    hands = {spot: JUDGES[ranking].from_game_or_none(cards, shared) for spot, cards in held.items()}
    known = {spot: hand for spot, hand in hands.items() if hand is not None}
    return [spot for spot, hand in known.items() if hand == max(known.values())]


def assert_fair(round, boards=("",), chip=1):
    """Check every stack: at most a chip for each cut away from the fair share, and not a cent lost or made."""
    won = Counter()
    for event in round.events:
        if isinstance(event, Transfer) and event.cause == "pot":
            won[event.spot] += event.amount
    fair, cuts = fair_shares(round, boards)
    assert sum(won.values()) == sum(fair.values())
    for spot in {*won, *fair}:
        assert abs(won[spot] - fair[spot]) <= chip * cuts, (spot, won, fair)
        if not fair[spot]:
            assert not won[spot], (spot, won, fair)
