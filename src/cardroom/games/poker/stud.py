"""Stud: every player's own cards, some up, some down (500 Club, Seven Card Stud, its high-low games and Razz)."""

from collections.abc import Callable, Generator

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.seating import Seating, seat_players, seating
from cardroom.games.poker.table import LAYOUT, ROUNDS, antes, drop_after, showdown
from cardroom.play import BOARD, BURN, Amount, Answer, Ask, Choice, Option, Round, Script, ask, hand_of
from cardroom.play.places import HOUSE_SPOT
from cardroom.rankings import strength

VERSION = "stud/3"
CARRIED = Seating

MOMENTS = ROUNDS

__all__ = ["CARRIED", "LAYOUT", "MOMENTS", "VERSION", "stud"]


def stud(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)
    if hand is None:
        return
    antes(hand)
    for number, street in enumerate(hand.poker.streets):
        if len(hand.live) == 1:
            break
        deal_street(hand, number, street)
        if number == 0:
            yield from bring_in(hand)
        else:
            shared = round.cards.hand(BOARD)
            cards = {player: player.up + shared for player in hand.live}
            first = yield from first_by(hand, hand.poker.showing, cards, max)
            yield from betting(hand, first, number, may_double=open_pair(hand) if number == 1 else None)
        drop_after(hand, number + 1)
    yield from showdown(hand, round.cards.hand(BOARD))


def deal_street(hand: Hand, number: int, street: str) -> None:
    """Burn a card and deal a street; when the cards do not reach for all, one in the middle is everybody's."""
    cards = hand.cards
    wanted = len(hand.live) * len(street)
    recorded = number >= len(hand.poker.streets) - seating(hand.round).shared  # a hand set up from outside says it
    if recorded or (number and not enough_cards(hand, wanted)):
        cards.burn()
        cards.deal(BOARD, 1, up=True)
        return
    if number and cards.left > wanted:
        cards.burn()
    for player in hand.live:
        for face in street:
            cards.deal(player.spot, 1, up=face == "u")
            if face == "u":
                player.up.append(cards.hand(player.spot)[-1])


def enough_cards(hand: Hand, wanted: int) -> bool:
    """Whether everybody gets a card of their own; if not, the stub is shuffled again with what lies around.

    Seven Card Stud and its high-low games put the burns back, for the community card. Razz puts the folded hands back
    too, so that everybody may get a fresh card after all.
    """
    cards = hand.cards
    if cards.left >= wanted:
        return True  # if need be without a burn
    folded_first = hand.round.house("too_few_cards") == "folded cards first"
    folded = [hand_of(player.id) for player in hand.players if folded_first and player not in hand.live]
    if cards.left:
        cards.deal(BURN, cards.left)
    cards.reshuffle(BURN, *folded)
    return folded_first and cards.left >= wanted


def bring_in(hand: Hand) -> Generator[Ask, Answer, None]:
    """The worst door card opens for the bring-in, or for a full bet; then the others act."""
    player = yield from first_by(hand, hand.poker.door, {player: player.up for player in hand.live}, min)
    amount, full = hand.stakes.bring_in, hand.stakes.small_bet
    opened = 0
    if stack := hand.stack(player):
        options: list[Option] = [Choice("bring-in", min(amount, stack))]
        if amount < full and stack > amount:
            options.append(Amount("bet", min(full, stack), min(full, stack)))
        answer = yield ask(player.id, options, "bring-in")
        hand.put(player, answer.value if answer.action == "bet" else amount)
        hand.aggressor = player
        opened = full if answer.action == "bet" or amount >= full else 0
    posted = amount if hand.stakes.full_blinds or not stack else hand.bet(player)
    yield from betting(hand, hand.next_after(player), 0, opened=opened, posted=posted, opener=player)


def first_by(
    hand: Hand, ranking: str, showing: dict[Player, list[Card]], choose: Callable[..., Player]
) -> Generator[Ask, Answer, Player]:
    """Who acts first by what is showing, the first from the dealer's left among equals.

    Where a record does not know the up cards, who was first is an outside fact, and asked for.
    """
    known = {player: strength(ranking, cards[:4]) for player, cards in showing.items() if UNKNOWN not in cards}
    first = choose(known, key=known.__getitem__) if known else hand.live[0]
    if len(known) < len(showing) and sum(hand.stack(player) > 0 for player in hand.live) > 1:
        options = [Choice(player.id) for player in hand.live]
        answer = yield ask(HOUSE_SPOT.id, options, first.id)
        first = next(player for player in hand.live if player.id == answer.action)
    return first


def open_pair(hand: Hand) -> Callable[[Player], bool] | None:
    """Who may bet the higher limit on fourth street: with a pair showing, its holder or anybody (house rule)."""
    pairs = {player for player in hand.live if len({card >> 2 for card in player.up}) == 1}
    match hand.round.house("open_pair_bet"):
        case "holder":
            return pairs.__contains__
        case "any player" if pairs:
            return lambda _: True
    return None
