"""What every poker script begins and ends with: the button, antes and blinds; the showdown and the pots."""

from collections.abc import Generator, Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand
from cardroom.games.poker.pots import side_pots, split
from cardroom.play import Answer, Ask, Choice, Name, Option, Round, Spot, ask
from cardroom.rankings import describe, strength

__all__ = ["antes", "blinds", "seat_players", "showdown"]


def seat_players(round: Round) -> Hand | None:
    """Who is dealt in, from the left of the button, which moves clockwise after every hand.

    When a game opens, each player gets a card and the highest has the button, spades over hearts over diamonds over
    clubs (500 Club, Texas Hold'em, rule 3); games without a button deal from the left of the house dealer.
    """
    able = [spot for spot in round.spots if round.accounts[spot.bettor]]
    if len(able) < 2:
        round.say("There are not two players with chips: no hand is dealt")
        return None
    assert round.rules.poker is not None
    if not round.rules.poker.button:
        return Hand(round, able)
    seats = [spot.seat for spot in able]
    if "button" in round.carried:
        button = next((seat for seat in seats if seat > round.carried["button"]), seats[0])
        if round.carried.get("stays"):  # a hand set up from outside names its button
            button = round.carried["button"]
    else:
        cards = round.roll("card for the button", len(able), 52, different=True)
        button = max(zip(cards, seats, strict=True))[1]
    round.carry["button"] = button
    round.carry.pop("stays", None)
    order = list(round.clockwise(button))
    return Hand(round, [spot for spot in order if spot in able])


def antes(hand: Hand) -> None:
    """Everybody's ante, by position; a single amount is everybody's."""
    amounts = hand.round.rules.amounts("antes")
    for place, spot in enumerate(hand.players):
        amount = amounts[0] if len(amounts) == 1 else by_position(amounts, hand)[place]
        hand.ante(spot, amount, dead=hand.round.house("dead_antes"))


def by_position(amounts: Sequence[int], hand: Hand) -> list[int]:
    """Amounts by position from the left of the button; between two players the button has the small blind."""
    count = len(hand.players)
    padded = [*amounts, *[0] * (count - len(amounts))][:count]
    return padded[::-1] if count == 2 else padded


def blinds(hand: Hand) -> tuple[Spot, int]:
    """Post the blinds; gives the first to act and the amount to call."""
    posts = by_position(hand.round.rules.amounts("blinds"), hand)
    for spot, amount in zip(hand.players, posts, strict=True):
        hand.put(spot, amount)
    largest = max(range(len(posts)), key=lambda place: (posts[place], place))
    return hand.next_after(hand.players[largest]), posts[largest]


def showdown(hand: Hand, board: Sequence[Card] = ()) -> Generator[Ask, Answer, None]:
    """Show or muck, then push the pots."""
    round = hand.round
    if len(hand.live) > 1:
        first = hand.aggressor if hand.aggressor in hand.live else hand.clockwise(hand.players[0])[0]
        for spot in hand.clockwise(first):
            cards = round.hands[spot.id]
            if len(hand.live) == 1:
                break  # everybody else mucked: the last hand wins unseen
            unknown = cards.count(UNKNOWN)
            known = {card for held in round.hands.values() for card in held}
            free = frozenset(range(52)) - known
            options: list[Option] = [Name("show", unknown, free) if unknown else Choice("show"), Choice("muck")]
            answer = yield ask(spot.id, options, "muck" if unknown else "show")
            if answer.action == "muck":
                hand.live.remove(spot)
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
    shares = split(amount, [spot.id for spot in odd_chip_order(hand, winners)], round.house("chip"))
    for winner, share in shares.items():
        if share:
            words = describe(ranking, round.hands[winner], board or None)
            round.win(round.spot(winner), share, name, words, round.rules.cite("How Winners are Determined and Paid"))


def best(hand: Hand, spots: Sequence[Spot], ranking: str, board: Sequence[Card]) -> list[Spot]:
    """Those who hold the best hand; nobody where none qualifies."""
    values = {spot: strength(ranking, hand.round.hands[spot.id], board or None) for spot in spots}
    top = max(values.values())
    return [spot for spot, value in values.items() if value == top] if top else []


def odd_chip_order(hand: Hand, winners: Sequence[Spot]) -> list[Spot]:
    """Who gets an odd chip first."""
    if hand.poker.odd_chip == "highest card up":
        return sorted(winners, key=lambda spot: -max(hand.round.hands[spot.id]))
    return [spot for spot in hand.players if spot in winners]
