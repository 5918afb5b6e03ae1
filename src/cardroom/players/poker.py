"""One bot for all poker games, which plays as most people do: bet good hands, call with fair ones, check bad ones.

To rate a hand, the bot samples the cards to come a few times, for itself and for one opponent, and compares the hands
by the game's own ranking. So it needs no knowledge of a variant. Its discards are in `draws`.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice
from random import Random
from typing import NamedTuple

from cardroom.cards import JOKER, UNKNOWN, Card
from cardroom.cards.decks import deck
from cardroom.errors import InvariantError
from cardroom.play import BOARD, OTHER_BOARDS, Amount, Answer, Ask, Pick, View, hand_of
from cardroom.play.round import Acted, Dealt
from cardroom.players.draws import choose_discards
from cardroom.rankings import strength
from cardroom.rulebook.schema import Poker
from cardroom.show.pictures import cards_by_place

__all__ = ["poker"]

SAMPLES = 24
"""Sampled deals per decision: enough to tell good hands from bad, few enough for small mistakes."""
BET, RAISE, SURE = 0.62, 0.68, 0.9
"""The winning chances against one hand from which the bot bets, raises and goes all-in."""
SLOW = 0.2
"""The probability that a hand worth a bet checks instead, so that a check does not always show weakness."""
BLUFF = 0.06
MOST_FEARED = 1
"""The number of opponents' bets that count: for each, the bot compares with the better of one more sampled hand."""
SIZES = (0.5, 0.5, 0.75, 1.0)
"""Bet sizes as shares of the pot, where the limit allows a choice."""


class PokerSituation(NamedTuple):
    """The table as a player sees it."""

    poker: Poker
    deck: str
    own: list[Card]
    board: list[Card]
    others: list[list[Card]]
    """The hands of the opponents still in, with unknown cards."""
    draws: int
    """The number of draws still to come."""
    pot: int
    raises: int
    """Bets and raises in this betting round."""
    pressed: int = 0
    """Bets and raises of opponents in the whole hand. An opponent who makes them has more than a random hand."""
    joker: str | None = None
    """How a joker in one of these hands was dealt, "up" or "down"."""
    other_boards: tuple[list[Card], ...] = ()
    """The boards after the first. Each decides an equal part of the pot."""


class Held(NamedTuple):
    """A sampled final hand, and how a joker in it was dealt."""

    cards: list[Card]
    joker: str | None = None


def poker(view: View, ask: Ask, rng: Random) -> Answer:
    """Bet and raise good hands, call with fair ones, check rather than fold, and show at the end.

    >>> from cardroom.games import game
    >>> round = game("texas-holdem").round(2, seed=7)
    >>> poker(round.view(round.ask.spot), round.ask, Random(7)).action in ("call", "raise", "fold")
    True
    """
    options = {option.action: option for option in ask.options}
    for action in ("show", "post", "three-times", "twice", "bomb-pot"):  # post a missed blind instead of waiting
        if action in options:
            return ask.check(action)
    if "expose" in options:
        return ask.check("expose" if exposes(view, ask.spot) else "keep")
    seen = look(view, ask.spot)
    if isinstance(pick := options.get("discard"), Pick):
        if pick.least == pick.most:
            return ask.check("discard", least_useful(seen, pick.least, rng))
        return ask.check("discard", choose_discards(seen.poker.ranking, seen.own, last=seen.draws == 1))
    chance = chances(seen, rng)
    owed = getattr(options.get("call"), "amount", 0)
    bet = next((option for option in ask.options if isinstance(option, Amount)), None)
    if bet is not None and _wants_to_bet(seen, chance, owed, rng):
        return ask.check(bet.action, _size(bet, seen.pot, owed, chance, rng))
    if "call" not in options:
        return ask.check("bring-in" if "bring-in" in options else "check")
    return ask.check("call" if chance >= _chance_needed(seen, owed, view.stack(str(view.viewer))) else "fold")


def _wants_to_bet(seen: PokerSituation, chance: float, owed: int, rng: Random) -> bool:
    crowd = 0.02 * min(len(seen.others) - 1, 4)
    if owed or seen.raises:
        return chance > RAISE + crowd + 0.03 * seen.raises and rng.random() > SLOW
    return (chance > BET + crowd and rng.random() > SLOW) or rng.random() < BLUFF


def _chance_needed(seen: PokerSituation, owed: int, stack: int) -> float:
    """The chance that a call needs: more for an expensive one, against several opponents, and after raises."""
    price = owed / (seen.pot + owed)
    dear = 0.1 * (owed > 0.3 * stack)
    return 0.32 + 0.4 * price + 0.015 * min(len(seen.others) - 1, 4) + 0.04 * max(seen.raises - 1, 0) + dear


def _size(bet: Amount, pot: int, owed: int, chance: float, rng: Random) -> int:
    """An amount to bet or raise to: a share of the pot in whole chips, or all-in if little would be left."""
    if bet.least == bet.most:
        return bet.least
    if bet.step == bet.most - bet.least:  # the lower or the higher limit
        return bet.most if chance > RAISE else bet.least
    chip = max(bet.step, 100)
    wanted = bet.least + int((pot + owed) * rng.choice(SIZES)) // chip * chip
    if wanted > 0.6 * bet.most:
        wanted = bet.most if chance > SURE else bet.least + max(bet.most // 3 - bet.least, 0) // bet.step * bet.step
    return min(wanted, bet.most)


# -- what the view shows -----------------------------------------------------------------------------------------------


def look(view: View, spot: str) -> PokerSituation:
    """The parts of a view that matter for a decision."""
    if view.rules.poker is None:
        raise InvariantError(f"{view.rules.game} is not a poker game")
    folded = {event.spot for event in view.events if isinstance(event, Acted) and event.action in ("fold", "muck")}
    dealt = {event.place.owner for event in view.events if isinstance(event, Dealt) and event.place.kind == "hand"}
    drawn = sum(isinstance(event, Acted) and (event.spot, event.action) == (spot, "discard") for event in view.events)
    raises = pressed = 0
    for event in view.events:
        if isinstance(event, Dealt):
            raises = 0
        elif isinstance(event, Acted) and event.action in ("bet", "raise"):
            raises += 1
            pressed += event.spot != spot
    return PokerSituation(
        view.rules.poker,
        view.rules.deck.name,
        view.hand(spot),
        view.hand(BOARD),
        [view.hand(other) for other in sorted(dealt - folded - {spot})],
        max(view.rules.poker.draws - drawn, 0),
        sum(chips for account, chips in view.balances.items() if account.kind in ("pot", "front")),
        raises,
        pressed,
        next(filter(None, (here.joker for here in cards_by_place(view.events).values())), None),
        tuple(
            view.hand(place)
            for number, place in enumerate(OTHER_BOARDS, 2)
            if number <= view.rules.poker.boards or view.hand(place)  # a bomb pot may have more boards than the game
        ),
    )


# -- how good it is ----------------------------------------------------------------------------------------------------


def chances(seen: PokerSituation, rng: Random, deals: int = SAMPLES) -> float:
    """An estimate of the share of the pot that a hand wins against one opponent.

    >>> from cardroom.cards import parse
    >>> from cardroom.rulebook import rule_set
    >>> aces, other = list(parse("As Ad")), [UNKNOWN] * 2
    >>> seen = PokerSituation(rule_set("texas-holdem").poker, "standard", aces, [], [other], 0, 300, 0)
    >>> chances(seen, Random(1)) > 0.7
    True
    """
    boards = [seen.board, *seen.other_boards]
    known = {*seen.own, *chain(*boards), *(card for hand in seen.others for card in hand)}
    unseen = [card for card in deck(seen.deck).cards if card not in known]
    total = 0.0
    for _ in range(deals):  # in stud, a common card in place of a last one each is a board that the rules do not have
        cards = iter(rng.sample(unseen, len(unseen)))
        full = [[*board, *islice(cards, max(0, sum(seen.poker.board) - len(board)))] for board in boards]
        own = _sample(seen, seen.own, cards)
        other = rng.choice(seen.others) if seen.others else [UNKNOWN] * len(seen.own)
        hands = [_sample(seen, other, cards) for _ in range(1 + min(seen.pressed, MOST_FEARED))]
        total += min(sum(_share(seen.poker, own, hand, board) for board in full) for hand in hands)
    return total / deals / len(boards)


def _sample(seen: PokerSituation, held: Sequence[Card], cards: Iterator[Card]) -> Held:
    """A sampled final hand: unknown cards filled in, remaining streets dealt, one draw made.

    A joker among the unknown cards was dealt down. One from a later street counts as dealt up.
    """
    hand = [next(cards) if card == UNKNOWN else card for card in held]
    joker = seen.joker if JOKER in held else "down" if JOKER in hand else "up"
    if seen.poker.streets:
        hand += islice(cards, sum(map(len, seen.poker.streets)) - len(seen.board) - len(hand))
    out = choose_discards(seen.poker.ranking, hand, last=True) if seen.draws else ()
    hand = [next(cards) if card in out else card for card in hand]
    return Held(hand, joker if JOKER in hand else None)


def _share(poker: Poker, own: Held, other: Held, board: Sequence[Card]) -> float:
    """The share of the pot that a hand wins against another."""
    high = _compare_hands(poker, poker.ranking, own, other, board)
    if not poker.low:
        return high
    qualified = any(_value(poker, poker.low, hand, board) for hand in (own, other))
    return (high + _compare_hands(poker, poker.low, own, other, board)) / 2 if qualified else high


def _compare_hands(poker: Poker, ranking: str, own: Held, other: Held, board: Sequence[Card]) -> float:
    mine, theirs = _value(poker, ranking, own, board), _value(poker, ranking, other, board)
    return 0.5 if mine == theirs else float(mine > theirs)


def _value(poker: Poker, ranking: str, hand: Held, board: Sequence[Card]) -> int:
    """A hand's strength. Of more hole cards than are kept, the best count, because the others will be discarded."""
    if poker.board and len(hand.cards) > poker.kept:
        return max(strength(ranking, kept, board) for kept in combinations(hand.cards, poker.kept))
    return strength(ranking, hand.cards, board or None, hand.joker)


def exposes(view: View, spot: str) -> bool:
    """Mexican Poker: whether to expose the down card, so that the next card comes face down, where a joker is wild.

    A card that helps stays hidden: a joker, a card that makes a pair, or one of the same suit as two or more others.
    When no more betting is possible, there is nothing to hide.
    """
    folded = {event.spot for event in view.events if isinstance(event, Acted) and event.action == "fold"}
    if sum(view.stack(each.bettor) > 0 for each in view.spots if each.id not in folded) < 2:
        return True
    here = cards_by_place(view.events)[hand_of(spot)]
    up = [card for card, shown in zip(here.cards, here.up, strict=True) if shown]
    (down,) = (card for card, shown in zip(here.cards, here.up, strict=True) if not shown)
    suited = len(up) > 1 and len({card & 3 for card in here.cards if card != JOKER}) == 1
    return down != JOKER and not suited and down >> 2 not in {card >> 2 for card in up}


def least_useful(seen: PokerSituation, count: int, rng: Random) -> list[Card]:
    """The cards whose discard leaves the best chances."""

    def left(cards: tuple[Card, ...]) -> float:
        own = [each for each in seen.own if each not in cards]
        others = [hand[: len(own)] for hand in seen.others]
        return chances(seen._replace(own=own, others=others), Random(rng.random()))

    best: tuple[Card, ...] = max(combinations(seen.own, count), key=left)
    return list(best)
