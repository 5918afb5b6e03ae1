"""What every poker script begins and ends with: antes and blinds, the collection, the showdown and the pots."""

from collections.abc import Generator, Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player
from cardroom.games.poker.pots import put_in, side_pots, split
from cardroom.games.poker.words import made, showing_words
from cardroom.play import Answer, Ask, Choice, Layout, Name, Option, Shown, ask
from cardroom.play.places import POT
from cardroom.play.procedures import collect
from cardroom.rankings import describe, strength
from cardroom.rulebook.fees import Moment

__all__ = ["LAYOUT", "ROUNDS", "antes", "blinds", "drop", "drop_after", "showdown"]

ROUNDS: tuple[Moment, ...] = ("first round", "second round", "third round")
"""Moments of the collection where streets have no name: after so many betting rounds."""
LAYOUT = Layout({"board": (Shown("Board"),), "hand": (Shown("", made, sorted=True), Shown("up", showing_words, "up"))})


def antes(hand: Hand) -> None:
    """Everybody's ante, by position; a single amount is everybody's. What no other ante matches goes back."""
    said = hand.stakes.antes
    if not any(said):
        return
    amounts = by_position(said, hand) if len(said) > 1 else [*said] * len(hand.players)
    for player, amount in zip(hand.players, amounts, strict=True):
        hand.ante(player, amount, dead=hand.stakes.dead_antes)
    hand.settle_bets()


def drop(hand: Hand, moments: Sequence[Moment], number: int = 1) -> None:
    """Take the collection that the posted schedule asks of the pot at one of these moments, counted from 1."""
    if hand.stakes.collected and 0 < number <= len(moments):
        moment = moments[number - 1]
        hand.charged += collect(hand.round, moment, [player.spot for player in hand.players])


def drop_after(hand: Hand, number: int) -> None:
    """The collection where streets have no name: after each betting round that was reached, but nothing for a hand that
    ends in the first (500 Club, Poker Collection Rates)."""
    if number > 1 or len(hand.live) > 1:
        drop(hand, ROUNDS, number)


def by_position(amounts: Sequence[int], hand: Hand) -> list[int]:
    """Amounts by position from the left of the button; between two players the button has the small blind."""
    count = len(hand.players)
    padded = [*amounts[hand.no_small_blind :], *[0] * count][:count]
    return padded[::-1] if count == 2 else padded


def blinds(hand: Hand) -> tuple[Player, int]:
    """Post the blinds; gives the first to act and the amount to call.

    A blind that is all-in for less is called in full all the same (house rule), as far as others can put it in.
    """
    posts = by_position(hand.stakes.blinds, hand)
    late = by_position(hand.stakes.posts, hand)
    big = max(posts)
    largest = hand.players[0]
    for player, amount, extra in zip(hand.players, posts, late, strict=True):
        if amount or extra:
            hand.put(player, amount + extra)
        if player.posts is not None:
            hand.ante(player, player.posts, dead=True)
            hand.put(player, big)
        if amount == big:
            largest = player
    called = max([big, *late] if hand.stakes.full_blinds else [hand.bet(player) for player in hand.players])
    return hand.next_after(largest), called


def showdown(hand: Hand, board: Sequence[Card] = ()) -> Generator[Ask, Answer, None]:
    """Show or muck, from the last who bet or raised; then push the pots.

    A recorded hand that nobody knows may be left for last: it wins unseen if everybody else mucks.
    """
    round = hand.round
    shown: list[Player] = []
    unseen = "nobody else is in the hand"
    if len(hand.live) > 1:
        unseen = "everybody else mucked"
        first = hand.aggressor if hand.aggressor in hand.live else hand.live[0]
        queue = hand.clockwise(first)
        put_off: list[Player] = []
        while queue and len(hand.live) > 1:
            player = queue.pop(0)
            cards = round.cards.hand(player.spot)
            options: list[Option] = [Choice("show"), Choice("muck")]
            if unknown := cards.count(UNKNOWN):
                known = {card for held in round.cards.hands.values() for card in held}
                options[0] = Name("show", unknown, frozenset(range(52)) - known)
                if player not in put_off and queue:
                    options.append(Choice("last"))
            answer = yield ask(player.id, options, "muck" if unknown else "show")
            if answer.action == "muck":
                hand.live.remove(player)
            elif answer.action == "last":
                put_off.append(player)
                queue.append(player)
            else:
                round.cards.show(player.spot, answer.value or ())
                shown.append(player)
    if len(hand.live) > 1:
        push_pots(hand, board)
    elif whole := hand.balances.get(POT, 0):
        (winner,) = hand.live
        why = made(round.rules, round.cards.hand(winner.spot), board, winner.joker) if winner in shown else unseen
        hand.chips.push(winner.spot, whole, "pot", why, hand.stakes.cite)


def push_pots(hand: Hand, board: Sequence[Card]) -> None:
    """Give each pot to its winners, half of it to the best qualifying low where the game has one."""
    poker = hand.poker
    pots = side_pots(*put_in(hand.round.events), [player.id for player in hand.live], hand.charged)
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else f"side pot {number}" if number else "main pot"
        players = [player for player in hand.live if player.id in pot.players]
        lows = best(hand, players, poker.low, board) if poker.low else []
        chip = hand.stakes.chip
        low_half = pot.amount // chip // 2 * chip if lows else 0
        push(hand, pot.amount - low_half, name, poker.ranking, best(hand, players, poker.ranking, board), board)
        if low_half:
            push(hand, low_half, name, poker.low, lows, board)


def push(hand: Hand, amount: int, name: str, ranking: str, winners: Sequence[Player], board: Sequence[Card]) -> None:
    """Give a pot, or a half of one, to those who win it."""
    order = odd_chip_order(hand, winners, ranking, board)
    shares = split(amount, [player.id for player in order], hand.stakes.chip)
    for winner in order:
        if share := shares[winner.id]:
            words = describe(ranking, hand.cards.hand(winner.spot), board or None, winner.joker)
            cite = hand.round.rules.cite("How Winners are Determined and Paid")
            hand.chips.push(winner.spot, share, name, words, cite)


def best(hand: Hand, players: Sequence[Player], ranking: str, board: Sequence[Card]) -> list[Player]:
    """Those who hold the best hand; nobody where none qualifies."""
    held = hand.cards.hand
    values = {player: strength(ranking, held(player.spot), board or None, player.joker) for player in players}
    top = max(values.values())
    return [player for player, value in values.items() if value == top] if top else []


def odd_chip_order(hand: Hand, winners: Sequence[Player], ranking: str, board: Sequence[Card]) -> list[Player]:
    """Who gets an odd chip first: by the game's own rule, then from the left of the button, or of the house dealer."""
    order = [player for player in hand.players if player in winners]
    match hand.poker.odd_chip:
        case "highest hand up":  # the best hand showing
            order.sort(key=lambda player: -showing(hand, player))
        case "high hand":
            order.sort(key=lambda player: best_cards(ranking, [*hand.cards.hand(player.spot), *board]), reverse=True)
    return order


def showing(hand: Hand, player: Player) -> int:
    """How good a player's up cards are."""
    cards = player.up[:4]
    return 0 if UNKNOWN in cards or not cards else strength(hand.poker.showing, cards)


def best_cards(ranking: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, highest first, by suit where there is a choice."""
    fives = [tuple(sorted(five, reverse=True)) for five in combinations(cards, 5)]
    return max(fives, key=lambda five: (strength(ranking, five), five))
