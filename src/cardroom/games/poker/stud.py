"""Stud: every player's own cards, some up, some down (500 Club, Seven Card Stud, its high-low games and Razz)."""

from collections.abc import Callable, Generator, Sequence

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.seating import Seating, seat_players, seating
from cardroom.games.poker.table import LAYOUT, ROUNDS, antes, drop_after, showdown
from cardroom.play import (
    BOARD,
    BURN,
    Amount,
    Answer,
    Ask,
    Choice,
    Declaration,
    Option,
    Place,
    Round,
    Script,
    ask,
    hand_of,
)
from cardroom.play.places import HOUSE_SPOT
from cardroom.rankings import strength


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
    """Burn a card and deal a street, one card at a time round the table."""
    recorded = number >= len(hand.poker.streets) - seating(hand.round).shared  # a hand set up from outside says it
    if recorded:
        share_a_card(hand)
    elif number == 0 or hand.cards.left > len(hand.live) * len(street):
        if number:
            hand.cards.burn()
        give(hand, hand.live, street)
    elif hand.round.house("too_few_cards") == "folded cards first":
        deal_folded_cards(hand, street)
    else:
        share_a_card(hand, BURN)


def give(hand: Hand, players: Sequence[Player], street: str) -> None:
    """Deal a street to players, and note their cards that everybody sees."""
    hand.cards.deal_around([player.spot for player in players], street)
    for player in players:
        new = hand.cards.hand(player.spot)[-len(street) :]
        player.up += [card for card, face in zip(new, street, strict=True) if face == "u"]


def share_a_card(hand: Hand, *places: Place) -> None:
    """The cards do not reach for a burn and one each: what is left is shuffled with the burns, a card is burned, and
    one in the middle is everybody's (500 Club, Seven Card Stud, after rule 28)."""
    if places:
        shuffle_again(hand, *places)
        hand.round.say("Too few cards for all: one card is shared by everybody", hand.stakes.cite)
    hand.cards.burn()
    hand.cards.deal(BOARD, 1, up=True)


def deal_folded_cards(hand: Hand, street: str) -> None:
    """All cards but the last are dealt; that one is shuffled with the burns and the folded hands, a card is burned
    again, and the others get theirs. There is no burn where only that leaves enough for all, and where even that does
    not, a card is shared (500 Club, Razz, note after rule 22)."""
    cards, players = hand.cards, list(hand.live)
    folded = [hand_of(player.id) for player in hand.players if player not in players]
    fresh = cards.left + sum(len(cards.hand(place)) for place in (BURN, *folded))
    if fresh < len(players) * len(street):
        share_a_card(hand, *(() if cards.left > 1 else (BURN, *folded)))
        return
    if cards.left > 1:
        cards.burn()
    first = players[: max(cards.left - 1, 0)]
    give(hand, first, street)
    shuffle_again(hand, BURN, *folded)
    late = players[len(first) :]
    if cards.left > len(late):
        cards.burn()
    give(hand, late, street)


def shuffle_again(hand: Hand, *places: Place) -> None:
    """Shuffle what is left of the stub with what lies elsewhere."""
    if hand.cards.left:
        hand.cards.deal(BURN, hand.cards.left)
    hand.cards.reshuffle(*places)


def bring_in(hand: Hand) -> Generator[Ask, Answer, None]:
    """The worst door card opens for the bring-in, or for a full bet; then the others act, and when all have only called
    the bring-in it is for who placed it to check or raise, where the house gives that last word."""
    player = yield from first_by(hand, hand.poker.door, {player: player.up for player in hand.live}, min)
    amount, full = hand.stakes.bring_in, hand.stakes.small_bet
    opened = 0
    opener: Player | None = player
    if stack := hand.stack(player):
        options: list[Option] = [Choice("bring-in", min(amount, stack))]
        if amount < full and stack > amount:
            options.append(Amount("bet", min(full, stack), min(full, stack)))
        answer = yield ask(player.id, options, "bring-in")
        hand.put(player, answer.value if answer.action == "bet" else amount)
        opened = full if answer.action == "bet" or amount >= full else 0
        if answer.action != "bet" and hand.round.house("bring_in_last_word"):
            opener = None
    posted = amount if hand.stakes.full_blinds or not stack else hand.bet(player)
    yield from betting(hand, hand.next_after(player), 0, opened=opened, posted=posted, opener=opener)


def first_by(
    hand: Hand, ranking: str, showing: dict[Player, list[Card]], choose: Callable[..., Player]
) -> Generator[Ask, Answer, Player]:
    """Who acts first by what is showing, the first from the dealer's left among equals.

    Where a record does not know the up cards, who was first is an outside fact, and asked for.
    """
    known = {player: up_strength(hand, ranking, cards) for player, cards in showing.items() if UNKNOWN not in cards}
    first = choose(known, key=known.__getitem__) if known else hand.live[0]
    if len(known) < len(showing) and sum(hand.stack(player) > 0 for player in hand.live) > 1:
        options = [Choice(player.id) for player in hand.live]
        answer = yield ask(HOUSE_SPOT.id, options, first.id)
        first = next(player for player in hand.live if player.id == answer.action)
    return first


def up_strength(hand: Hand, ranking: str, cards: Sequence[Card]) -> int:
    """How good cards are that everybody sees: five of them, with one that is shared, are a whole hand."""
    return strength(hand.poker.ranking if len(cards) > 4 else ranking, cards)


def open_pair(hand: Hand) -> Callable[[Player, int], bool] | None:
    """Who may bet the higher limit on fourth street, with a pair showing (house rule): its holder may open for it, and
    then whatever was bet holds; or anybody may bet it, or raise by it."""
    pairs = {player for player in hand.live if len({card >> 2 for card in player.up}) == 1}
    match hand.round.house("open_pair_bet"):
        case "holder":
            return lambda player, level: not level and player in pairs
        case "any player" if pairs:
            return lambda player, level: True
    return None


DECLARATION = Declaration(
    name="stud",
    version="stud/4",
    script=stud,
    layout=LAYOUT,
    structure="stud",
    moments=ROUNDS,
    carried=Seating,
    lesson=".stud:lesson",
    bot=".poker:poker",
    other_names={
        "seven-card-stud": ("stud",),
        "seven-card-stud-high-low": ("stud 8 or better",),
        "stud-8": ("stud 8 or better",),
    },
)
