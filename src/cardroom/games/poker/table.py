"""The steps that all poker scripts share: antes and blinds, when the collection is taken, the showdown and the pots.

`play.round.collect` takes the collection. `pots` makes side pots.
"""

from collections.abc import Callable, Generator, Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player
from cardroom.games.poker.pots import side_pots, split
from cardroom.games.poker.strengths import Strengths
from cardroom.games.poker.words import cards_that_count, hand_text, showing_words
from cardroom.play import Answer, Ask, Choice, Layout, Name, Option, Shown, ask
from cardroom.play.round import POT, collect
from cardroom.rankings import strength, words_apart
from cardroom.rulebook.fees import Moment

__all__ = ["LAYOUT", "ROUNDS", "antes", "blinds", "drop", "drop_after", "showdown"]

ROUNDS: tuple[Moment, ...] = ("first round", "second round", "third round")
"""The moments of the collection in games without named streets: after each betting round."""
HAND = Shown("", hand_text, sorted=True, plays=cards_that_count)
SHOW, MUCK = Choice("show"), Choice("muck")
LAYOUT = Layout(
    {
        "board": (Shown("Board"), Shown("Second board", part="second"), Shown("Third board", part="third")),
        "hand": (HAND, Shown("up", showing_words, "up")),
    }
)


def antes(hand: Hand) -> None:
    """Put in the antes by position; a single amount is for all players. An unmatched ante is returned."""
    amounts = hand.stakes.antes
    if not any(amounts):
        return
    for player in hand.players:
        place = player.position if len(amounts) > 1 else 0
        hand.ante(player, amounts[place] if place < len(amounts) else 0, dead=hand.stakes.dead_antes)
    hand.settle_bets()


def drop(hand: Hand, moments: Sequence[Moment], number: int = 1) -> None:
    """Take the posted collection from the pot at one of these moments, numbered from 1."""
    if hand.stakes.collected and 0 < number <= len(moments):
        moment = moments[number - 1]
        hand.charged += collect(hand.round, moment, [player.spot for player in hand.players])


def drop_after(hand: Hand, number: int) -> None:
    """Take the collection after a betting round, in games without named streets (500 Club, Poker Collection Rates).

    A round is reached when a player may bet in it, however it ends. Where all are all-in before it, there is none.
    """
    if hand.bets:
        drop(hand, ROUNDS, number)


def blinds(hand: Hand) -> tuple[Player, int]:
    """Post the blinds. Return the first to act and the amount to call.

    With the house rule `full_blinds`, a blind that is all-in for less is still called in full.
    """
    called = max([player.blind for player in hand.players])
    largest = hand.players[0]
    for player in hand.players:
        if player.blind == called:
            largest = player
        if player.blind:
            hand.put(player, player.blind)
    for player in hand.players:
        if post := player.posts:
            hand.ante(player, post.dead, dead=True)
            hand.put(player, post.live)
            called = max(called, post.live)
    if not hand.stakes.full_blinds:
        called = max([player.bet for player in hand.players])
    return hand.next_after(largest), called


def showdown(
    hand: Hand, board: Sequence[Card] = (), others: Sequence[Sequence[Card]] = ()
) -> Generator[Ask, Answer, None]:
    """Show the hands, starting with the last player to bet or raise; then push the pots.

    A hand that is run twice has `others`, the boards after the first. Each board decides a part of each pot.

    All hands are compared, so only a hand that a shown hand beats may muck (house rule `muck`). If a player is all-in,
    all hands are shown (house rule `all_in_shows`). An unknown hand of a record may be put off until last. It wins
    unseen if all others muck.
    """
    round = hand.round
    shown: list[Player] = []
    unseen = "nobody else is in the hand"
    values = [Strengths(hand, each) for each in (board, *others)]
    if len(hand.live) > 1:
        unseen = "everybody else mucked"
        first = hand.aggressor if hand.aggressor in hand.live else hand.live[0]
        queue = hand.clockwise(first)
        put_off: list[Player] = []
        all_show = hand.stakes.all_in_shows and not all(map(hand.stack, hand.live))
        any_mucks = hand.stakes.any_hand_mucks
        while queue and len(hand.live) > 1:
            player = queue.pop(0)
            cards = round.cards.hands[player.place]
            unknown = cards.count(UNKNOWN)
            if not unknown and (all_show or not (any_mucks or all(beaten(hand, player, shown, on) for on in values))):
                round.cards.show(player.spot, ())
                shown.append(player)
                continue
            options: list[Option] = [SHOW, MUCK]
            if unknown:
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
        push_pots(hand, values)
    elif total := hand.balances.get(POT, 0):
        (winner,) = hand.live
        why = hand_text(round.rules, round.cards.hand(winner.spot), board, winner.joker) if winner in shown else unseen
        hand.chips.push(winner.spot, total, "pot", why, hand.stakes.cite)


def beaten(hand: Hand, player: Player, shown: Sequence[Player], values: Strengths) -> bool:
    """Whether shown hands win everything that a player could win.

    In the last pot that the player can win there are only players who put in as much. One of them must have a better
    hand there, and in a high-low game one must have a better low, unless the player has none.
    """
    bets, bet = hand.put_in, hand.put_in.get(player.id, 0)
    rivals = [each for each in shown if bets.get(each.id, 0) >= bet]
    if not rivals or max(map(values.high, rivals)) <= values.high(player):
        return False
    if not hand.poker.low:
        return True
    low = values.low(player)
    return not low or max(map(values.low, rivals)) > low


def push_pots(hand: Hand, values: Sequence[Strengths]) -> None:
    """Push each pot to its winners. With several boards, each decides an equal part, and odd chips go to the first."""
    pots = side_pots(hand.put_in, hand.dead, [player.id for player in hand.live], hand.charged)
    for number, pot in enumerate(pots):
        name = "pot" if len(pots) == 1 else f"side pot {number}" if number else "main pot"
        players = [player for player in hand.live if player.id in pot.players]
        if len(values) == 1:
            push_pot(hand, pot.amount, name, players, values[0])
            continue
        parts = split(pot.amount, ("first", "second", "third")[: len(values)], hand.stakes.chip)
        for (which, amount), each in zip(parts.items(), values, strict=True):
            push_pot(hand, amount, f"{name}, {which} board", players, each)


def push_pot(hand: Hand, amount: int, name: str, players: Sequence[Player], values: Strengths) -> None:
    """Push a pot to its winners, half of it to the best qualifying low if the game has a low."""
    poker, board = hand.poker, values.board
    highs = best(players, values.high)
    lows = best(players, values.low) if poker.low else []
    low_half = low_part(hand, amount, highs, lows, board) if lows else 0
    words = words_of(hand, poker.ranking, highs[0], values.high)
    push(hand, amount - low_half, name, odd_chip_order(hand, highs, poker.ranking, board), words)
    if low_half:
        words = words_of(hand, poker.low, lows[0], values.low)
        push(hand, low_half, name, odd_chip_order(hand, lows, poker.low, board), words)


def words_of(hand: Hand, ranking: str, winner: Player, value_of: Callable[[Player], int]) -> str:
    """A winner's hand in words. They differ from the words of every different hand that is shown."""
    return words_apart(ranking, value_of(winner), *map(value_of, hand.live))[0]


def low_part(hand: Hand, amount: int, highs: Sequence[Player], lows: Sequence[Player], board: Sequence[Card]) -> int:
    """The low half of a pot. The odd chip goes to the half of the winner first in line for odd chips, or to the high
    hand (500 Club, Pineapple High/Low, How Winners are Determined and Paid)."""
    poker, chip = hand.poker, hand.stakes.chip
    half = amount // chip // 2 * chip
    if "high hand" in (poker.odd_chip, poker.odd_half) or amount == 2 * half:
        return half
    winners = [player for player in hand.players if player in highs or player in lows]
    first = odd_chip_order(hand, winners, poker.ranking, board)[0]
    return half if first in highs else amount - half


def push(hand: Hand, amount: int, name: str, winners: Sequence[Player], words: str) -> None:
    """Push a pot, or half of one, to its winners, the first in line for odd chips first."""
    cite = hand.stakes.winners_cite
    for winner, share in zip(
        winners, split(amount, [each.id for each in winners], hand.stakes.chip).values(), strict=True
    ):
        if share:
            hand.chips.push(winner.spot, share, name, words, cite)


def best(players: Sequence[Player], value_of: Callable[[Player], int]) -> list[Player]:
    """The players with the best hand; empty if no hand qualifies."""
    values = list(map(value_of, players))
    top = max(values)
    return [player for player, value in zip(players, values, strict=True) if value == top] if top else []


def odd_chip_order(hand: Hand, winners: Sequence[Player], ranking: str, board: Sequence[Card]) -> Sequence[Player]:
    """The winners in line for an odd chip: by the game's rule, then from the left of the button or the house dealer."""
    if len(winners) == 1:
        return winners
    order = [player for player in hand.players if player in winners]
    match hand.poker.odd_chip:
        case "highest hand up":  # the best hand showing
            order.sort(key=lambda player: -showing(hand, player))
        case "high hand":
            order.sort(key=lambda player: best_cards(ranking, [*hand.cards.hand(player.spot), *board]), reverse=True)
    return order


def showing(hand: Hand, player: Player) -> int:
    """The strength of a player's up cards."""
    cards = player.up[:4]
    return 0 if UNKNOWN in cards or not cards else strength(hand.poker.showing, cards)


def best_cards(ranking: str, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the hand, highest first; of several, those of the highest suits."""
    fives = [tuple(sorted(five, reverse=True)) for five in combinations(cards, 5)]
    return max(fives, key=lambda five: (strength(ranking, five), five))
