"""Stud: each player's cards are dealt partly up and partly down (500 Club, Seven Card Stud, high-low games, Razz)."""

from collections.abc import Callable, Generator, Sequence
from functools import partial
from typing import Any

from cardroom.cards import UNKNOWN, Card
from cardroom.games.poker.collection import ROUNDS, drop_after
from cardroom.games.poker.forced_bets import antes
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.limits import BettingTerms
from cardroom.games.poker.seating import Seating, seat_players, seating
from cardroom.games.poker.showdown import showdown
from cardroom.games.poker.words import LAYOUT
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
from cardroom.play.round import HOUSE_SPOT, POT
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
            first = yield from first_by(hand, partial(up_strength, hand, hand.poker.showing), cards, max)
            yield from betting(hand, first, number, may_double=open_pair(hand) if number == 1 else None)
        drop_after(hand, number + 1)
    yield from showdown(hand, round.cards.hand(BOARD))


def deal_street(hand: Hand, number: int, street: str) -> None:
    """Burn a card and deal a street, one card at a time."""
    recorded = number >= len(hand.poker.streets) - seating(hand.round).shared  # from a hand set up from outside
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
    """Deal a street to players, and record their up cards."""
    hand.cards.deal_around([player.spot for player in players], street)
    ups = [place - len(street) for place, face in enumerate(street) if face == "u"]
    for player in players:
        cards = hand.cards.hands[player.place]
        player.up += [cards[place] for place in ups]


def share_a_card(hand: Hand, *places: Place) -> None:
    """Deal one shared card, if there are too few cards for a burn and one card each.

    The remaining cards are shuffled with the burns and a card is burned first (500 Club, Seven Card Stud, after
    rule 28).
    """
    if places:
        shuffle_again(hand, *places)
        hand.round.say("Too few cards for all: one card is shared by everybody", hand.stakes.cite)
    hand.cards.burn()
    hand.cards.deal(BOARD, 1, up=True)


def deal_folded_cards(hand: Hand, street: str) -> None:
    """Deal all cards but the last, reshuffle it with the burns and folded hands, and deal the rest.

    A card is burned after the shuffle unless it is needed. If there are still too few cards, one card is shared (500
    Club, Razz, note after rule 22).
    """
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
    """Shuffle the rest of the stub with the cards at these places."""
    if hand.cards.left:
        hand.cards.deal(BURN, hand.cards.left)
    hand.cards.reshuffle(*places)


def bring_in(hand: Hand) -> Generator[Ask, Answer, None]:
    """The worst door card brings it in or opens for more; then the others act.

    If all only call the bring-in, its player may check or raise, if the house rule `bring_in_last_word` is on.
    """
    doors = {player: player.up for player in hand.live}
    if "ace_brings_in" in hand.round.rules.house_rules and hand.round.house("ace_brings_in"):
        player = yield from first_by(hand, by_printed_rank, doors, max)
    else:
        player = yield from first_by(hand, partial(up_strength, hand, hand.poker.door), doors, min)
    stakes, amount = hand.stakes, hand.stakes.bring_in
    called = amount
    opener: Player | None = player
    if stack := hand.stack(player):
        options: list[Option] = [Choice("bring-in", min(amount, stack))]
        if stack > amount:
            options.append(opening(hand, stack))
        answer = yield ask(player.id, options, "bring-in")
        hand.put(player, answer.value if answer.action == "bet" else amount)
        if answer.action == "bet" or not stakes.full_blinds:
            called = player.bet
        if answer.action != "bet" and hand.round.house("bring_in_last_word"):
            opener = None
    full = amount if called >= amount >= full_bet(stakes) else 0  # of the bet to call; the rest is a short all-in
    opened = called if called >= least_opening(stakes) else full
    yield from betting(hand, hand.next_after(player), 0, opened=opened, posted=called, opener=opener)


def opening(hand: Hand, stack: int) -> Amount:
    """The amounts above the bring-in that a player may open for; all-in it may be less."""
    stakes, least = hand.stakes, least_opening(hand.stakes)
    most = least
    if stakes.kind == "pot":
        most = max(least, hand.balances.get(POT, 0) // stakes.chip * stakes.chip)
    elif stakes.kind == "no":
        most = stack
    return Amount("bet", min(least, stack), min(most, stack), 1 if stakes.kind == "fixed" else stakes.chip)


def least_opening(stakes: BettingTerms) -> int:
    """The least opening above the bring-in.

    It is a full bet. A bring-in of a full bet is raised: at fixed limit by the lower limit, otherwise by a chip.
    """
    full, step = full_bet(stakes), stakes.small_bet if stakes.kind == "fixed" else stakes.chip
    return full if stakes.bring_in < full else stakes.bring_in + step


def full_bet(stakes: BettingTerms) -> int:
    """The least full bet on third street."""
    return stakes.small_bet if stakes.kind == "fixed" else stakes.minimum_bet


def first_by(
    hand: Hand,
    rank: Callable[[Sequence[Card]], Any],
    showing: dict[Player, list[Card]],
    choose: Callable[..., Player],
) -> Generator[Ask, Answer, Player]:
    """The player who acts first by the up cards. Ties go to the first from the dealer's left.

    If a record does not have the up cards, the house is asked who was first.
    """
    known = {player: rank(cards) for player, cards in showing.items() if UNKNOWN not in cards}
    first = choose(known, key=known.__getitem__) if known else hand.live[0]
    if len(known) < len(showing) and sum(hand.stack(player) > 0 for player in hand.live) > 1:
        options = [Choice(player.id) for player in hand.live]
        answer = yield ask(HOUSE_SPOT.id, options, first.id)
        first = next(player for player in hand.live if player.id == answer.action)
    return first


def up_strength(hand: Hand, ranking: str, cards: Sequence[Card]) -> int:
    """The strength of up cards. Five of them, including a shared card, are ranked as a complete hand."""
    return strength(hand.poker.ranking if len(cards) > 4 else ranking, cards)


def by_printed_rank(cards: Sequence[Card]) -> tuple[int, int]:
    """A door card in the order that Razz prints its cards, from the ace down to the king; then by suit."""
    (card,) = cards
    return strength("door-low", (card & ~3,)), card & 3


def open_pair(hand: Hand) -> Callable[[Player, int], bool] | None:
    """Who may bet the higher limit on fourth street with a pair showing, by the house rule `open_pair_bet`.

    With "holder", the holder of the pair may open for it. With "any player", everyone may bet or raise by it.
    """
    pairs = {player for player in hand.live if len({card >> 2 for card in player.up}) == 1}
    match hand.round.house("open_pair_bet"):
        case "holder":
            return lambda player, level: not level and player in pairs
        case "any player" if pairs:
            return lambda player, level: True
    return None


DECLARATION = Declaration(
    name="stud",
    version="stud/1",
    script=stud,
    layout=LAYOUT,
    structure="stud",
    moments=ROUNDS,
    carried=Seating,
    lesson=".stud:lesson",
    bot=".poker:poker",
    analysis=".games:POKER",
    other_names={
        "seven-card-stud": ("stud",),
        "seven-card-stud-high-low": ("stud 8 or better",),
        "stud-8": ("stud 8 or better",),
    },
)
