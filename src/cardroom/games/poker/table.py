"""What every poker script begins and ends with: antes and blinds; the showdown and the pots."""

from collections.abc import Generator, Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand
from cardroom.games.poker.pots import side_pots, split
from cardroom.play import Answer, Ask, Choice, Name, Option, Spot, ask
from cardroom.rankings import describe, strength

__all__ = ["antes", "blinds", "showdown"]


def antes(hand: Hand) -> None:
    """Everybody's ante, by position; a single amount is everybody's. What no other ante matches goes back."""
    amounts = hand.round.rules.amounts("antes")
    if not any(amounts):
        return
    dead = hand.round.house("dead_antes")
    amounts = amounts * len(hand.players) if len(amounts) == 1 else tuple(by_position(amounts, hand))
    for spot, amount in zip(hand.players, amounts, strict=True):
        hand.ante(spot, amount, dead=dead)
    if not dead:
        hand.bets = dict(hand.put_in)
        hand.settle_bets()


def by_position(amounts: Sequence[int], hand: Hand) -> list[int]:
    """Amounts by position from the left of the button; between two players the button has the small blind."""
    count = len(hand.players)
    padded = [*amounts[hand.no_small_blind :], *[0] * count][:count]
    return padded[::-1] if count == 2 else padded


def blinds(hand: Hand) -> tuple[Spot, int]:
    """Post the blinds; gives the first to act and the amount to call.

    A blind that is all-in for less is called in full all the same (house rule), as far as others can put it in.
    """
    rules = hand.round.rules
    posts = by_position(rules.amounts("blinds"), hand)
    late = by_position(rules.amounts("posts"), hand)
    big = max(posts)
    for spot, amount, extra in zip(hand.players, posts, late, strict=True):
        if amount or extra:
            hand.put(spot, amount + extra)
        if spot.id in hand.posting:
            hand.ante(spot, hand.posting[spot.id], dead=True)
            hand.put(spot, big)
    largest = max(range(len(posts)), key=lambda place: (posts[place], place))
    called = max(big, *late) if rules.house("full_blinds") else max(hand.bets.values())
    return hand.next_after(hand.players[largest]), called


def showdown(hand: Hand, board: Sequence[Card] = ()) -> Generator[Ask, Answer, None]:
    """Show or muck, from the last who bet or raised; then push the pots.

    A recorded hand that nobody knows may be left for last: it wins unseen if everybody else mucks.
    """
    round = hand.round
    if len(hand.live) > 1:
        first = hand.aggressor if hand.aggressor in hand.live else hand.clockwise(hand.players[0])[0]
        queue = hand.clockwise(first)
        put_off: list[Spot] = []
        while queue and len(hand.live) > 1:
            spot = queue.pop(0)
            cards = round.hands[spot.id]
            options: list[Option] = [Choice("show"), Choice("muck")]
            if unknown := cards.count(UNKNOWN):
                known = {card for held in round.hands.values() for card in held}
                options[0] = Name("show", unknown, frozenset(range(52)) - known)
                if spot not in put_off and queue:
                    options.append(Choice("last"))
            answer = yield ask(spot.id, options, "muck" if unknown else "show")
            if answer.action == "muck":
                hand.live.remove(spot)
            elif answer.action == "last":
                put_off.append(spot)
                queue.append(spot)
            else:
                round.show(spot, answer.value or ())
    push_pots(hand, board)


def push_pots(hand: Hand, board: Sequence[Card]) -> None:
    """Give each pot to its winners, half of it to the best qualifying low where the game has one."""
    round, poker = hand.round, hand.poker
    pots = side_pots(hand.put_in, [spot.id for spot in hand.live], hand.dead)
    round.gather("pot")
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else f"side pot {number}" if number else "main pot"
        spots = [round.spot(player) for player in pot.players]
        if len(hand.live) == 1:
            round.win(spots[0], pot.amount, name, "nobody else is in the hand")
            continue
        lows = best(hand, spots, poker.low, board) if poker.low else []
        chip = round.house("chip")
        low_half = pot.amount // chip // 2 * chip if lows else 0
        push(hand, pot.amount - low_half, name, poker.ranking, best(hand, spots, poker.ranking, board), board)
        if low_half:
            push(hand, low_half, name, poker.low, lows, board)


def push(hand: Hand, amount: int, name: str, ranking: str, winners: Sequence[Spot], board: Sequence[Card]) -> None:
    """Give a pot, or a half of one, to those who win it."""
    round = hand.round
    shares = split(amount, [spot.id for spot in odd_chip_order(hand, winners, ranking, board)], round.house("chip"))
    for winner, share in shares.items():
        if share:
            words = describe(ranking, round.hands[winner], board or None)
            round.win(round.spot(winner), share, name, words, round.rules.cite("How Winners are Determined and Paid"))


def best(hand: Hand, spots: Sequence[Spot], ranking: str, board: Sequence[Card]) -> list[Spot]:
    """Those who hold the best hand; nobody where none qualifies."""
    values = {spot: strength(ranking, hand.round.hands[spot.id], board or None) for spot in spots}
    top = max(values.values())
    return [spot for spot, value in values.items() if value == top] if top else []


def odd_chip_order(hand: Hand, winners: Sequence[Spot], ranking: str, board: Sequence[Card]) -> list[Spot]:
    """Who gets an odd chip first: by the game's own rule, then from the left of the button, or of the house dealer."""
    order = [spot for spot in hand.players if spot in winners]
    match hand.poker.odd_chip:
        case "highest hand up":  # the best hand showing
            order.sort(key=lambda spot: -showing(hand, spot))
        case "high hand":
            order.sort(key=lambda spot: best_cards(ranking, [*hand.round.hands[spot.id], *board]), reverse=True)
    return order


def showing(hand: Hand, spot: Spot) -> int:
    """How good a player's up cards are."""
    cards = hand.up[spot.id][:4]
    return 0 if UNKNOWN in cards or not cards else strength(hand.poker.showing, cards)


def best_cards(ranking: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, highest first, by suit where there is a choice."""
    fives = [tuple(sorted(five, reverse=True)) for five in combinations(cards, 5)]
    return max(fives, key=lambda five: (strength(ranking, five), five))
