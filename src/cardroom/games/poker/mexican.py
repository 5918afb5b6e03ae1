"""Mexican Poker (500 Club, Mexican Poker).

Each player gets five cards. Before each of the last three, players may expose their down card; then the next one comes
face down. So each player always has one card down and the others up.
"""

from collections.abc import Generator, Sequence
from functools import partial

from cardroom.cards import JOKER, Card
from cardroom.cards.decks import DECKS
from cardroom.games.poker.collection import ROUNDS, drop_after
from cardroom.games.poker.forced_bets import antes
from cardroom.games.poker.hand import Hand, Player, betting
from cardroom.games.poker.seating import Seating, seat_players
from cardroom.games.poker.showdown import showdown
from cardroom.games.poker.words import hand_text, showing_words
from cardroom.play import Answer, Ask, Choice, Declaration, Layout, Round, Script, Shown, ask
from cardroom.rankings import RANKINGS, strength
from cardroom.rulebook import RuleBookError, RuleSet


def makes(joker: str, rules: RuleSet, cards: Sequence[Card], _: Sequence[Card], more: int = 0) -> str:
    """The hand of cards in words, and whether a joker is fully or partly wild, by how it was dealt."""
    says = hand_text(rules, cards, (), joker, more)
    return f"{says}; joker {'fully' if joker == 'down' else 'partly'} wild" if says and JOKER in cards else says


LAYOUT = Layout(
    {
        "hand": (
            Shown("", partial(makes, "up"), wild=partial(makes, "down")),
            Shown("up", partial(showing_words, joker="up"), "up", wild=partial(showing_words, joker="down")),
        )
    }
)
STREETS = ("ud", "e", "e", "e")
"""One card up and one down; then three that come up, or down to a player who has exposed the down card."""


def mexican(round: Round) -> Script:
    """The round of play."""
    hand = yield from seat_players(round)  # rules 1 and 3
    if hand is None:
        return
    antes(hand)  # rule 4
    for number, street in enumerate(hand.poker.streets):
        if len(hand.live) == 1:
            break
        exposed = (yield from expose(hand)) if number else set()  # rules 10, 15 and 20
        if number:
            round.cards.burn()  # rules 11, 16 and 21
        for face in street:  # rules 5 and 6; 12, 17 and 22
            for player in hand.live:
                deal(hand, player, up=face == "u" or (face == "e" and player not in exposed))
        if number == 0:
            yield from bring_in(hand)  # rules 7-9
        else:
            yield from betting(hand, highest(hand), number)  # rules 13-14, 18-19 and 23
        drop_after(hand, number + 1)
    yield from showdown(hand)


def deal(hand: Hand, player: Player, *, up: bool) -> None:
    """Deal a card. How a joker is dealt fixes its value (Card Values and Hand Rankings).

    Dealt up, it is an ace, or completes a straight or a flush. Dealt down, it is any card.
    """
    hand.cards.deal(player.spot, up=up)
    card = hand.cards.hand(player.spot)[-1]
    if up:
        player.up.append(card)
    if card == JOKER:
        player.joker = "up" if up else "down"


def highest(hand: Hand) -> Player:
    """The player with the highest up cards, by rank alone. Ties go to the first from the left of the button (rules 2
    and 7)."""
    return max(hand.live, key=lambda player: strength(hand.poker.showing, player.up, joker=player.joker))


def bring_in(hand: Hand) -> Generator[Ask, Answer, None]:
    """The highest up card must open for the lower limit; a joker counts as an ace.

    The others call, raise or fold. If no one raises, the opener may check or raise (rules 7 and 8).
    """
    player, amount = highest(hand), hand.stakes.bring_in
    if stack := hand.stack(player):
        yield ask(player.id, [Choice("bring-in", min(amount, stack))], "bring-in")
        hand.put(player, amount)
    opened = amount if hand.stakes.full_blinds or not stack else player.bet
    yield from betting(hand, hand.next_after(player), 0, opened=opened)


def expose(hand: Hand) -> Generator[Ask, Answer, set[Player]]:
    """Ask each player, from the left of the button, whether to expose the down card. Return those who did."""
    exposed = set()
    for player in hand.live:
        answer = yield ask(player.id, [Choice("expose"), Choice("keep")], "keep")
        if answer.action == "expose":
            cards = hand.cards.hand(player.spot)
            (down,) = (place for place, card in enumerate(cards) if card not in player.up)
            hand.cards.turn(player.spot, down)
            player.up.append(cards[down])
            exposed.add(player)
    return exposed


def check(rules: RuleSet) -> None:
    """Raise `RuleBookError` if a variant cannot be dealt and judged: five cards for every seat and three burns."""
    poker = rules.poker
    if poker is None or poker.structure != "stud" or poker.streets != STREETS:
        raise RuleBookError(f"poker: Mexican Poker is a stud game with the streets {', '.join(STREETS)}")
    if poker.hole or poker.board or poker.discard or poker.draws or poker.low:
        raise RuleBookError("poker: Mexican Poker has no hole, board, discard, draws or low")
    if poker.door:
        raise RuleBookError("poker.door: in Mexican Poker the highest up card brings it in: leave it out")
    if rules.deck.name not in DECKS or rules.packs > 1:
        raise RuleBookError(f"deck: Mexican Poker is dealt from one pack: {', '.join(DECKS)}")
    cards = DECKS[rules.deck.name].cards
    for key, name, sizes in (("ranking", poker.ranking, {5}), ("showing", poker.showing, {1, 2, 3, 4})):
        judge = RANKINGS.get(name)
        if judge is None or judge.boards or not sizes.issubset(judge.sizes):
            counts = "5" if sizes == {5} else "1 to 4"
            raise RuleBookError(f"poker.{key}: {name!r} is not a ranking of {counts} cards")
        if not judge.deck.issuperset(cards) or (JOKER in cards and not judge.jokers):
            raise RuleBookError(f"poker.{key}: {name} does not judge every card of a {rules.deck.name} deck")
    needed = rules.seats.most * sum(map(len, STREETS)) + len(STREETS) - 1
    if needed > len(cards):
        raise RuleBookError(
            f"seats.most: {rules.seats.most} players need {needed} cards, but the deck has {len(cards)}"
        )


DECLARATION = Declaration(
    name="mexican",
    version="mexican/1",
    script=mexican,
    layout=LAYOUT,
    structure="stud",
    moments=ROUNDS,
    carried=Seating,
    check=check,
    lesson=".mexican:lesson",
    bot=".poker:poker",
    analysis=".games:POKER",
)
