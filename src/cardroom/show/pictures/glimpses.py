"""A glimpse of a table for the lobby: a few hands that everybody may see, and the result in words."""

from collections.abc import Iterable, Mapping

import msgspec

from cardroom.cards import UNKNOWN
from cardroom.money import dollars
from cardroom.show.pictures.values import Chair, Picture, Spread

__all__ = ["Glimpse", "glimpse"]

MOST_HANDS = 3
"""The most rows of cards that a glimpse has."""


class Glimpse(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a passer-by sees of a round."""

    hands: tuple[Spread, ...]
    """The bank's cards, the board, and the hand of one player, as far as they are known to everybody."""
    says: str = ""
    """Who won how much with what, when the round is over."""


def glimpse(picture: Picture) -> Glimpse:
    """A glimpse of a public picture.

    >>> import cardroom
    >>> from cardroom.show import picture
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(1, "bank", 20000)
    >>> round.answer(2, "bet", {"ante": 500})
    >>> [(hand.title, len(hand.cards)) for hand in glimpse(picture(round.view())).hands]
    [('Player-dealer, ann', 3), ('bob', 3)]
    >>> round.answer(2, "fold")
    >>> glimpse(picture(round.view())).says
    'ann wins $5'
    """
    if picture.viewer is not None:
        raise ValueError("a glimpse is made of what everybody may see")
    shared = [each for each in picture.spreads if each.cards and (each.dealer or not each.seat)]
    nets = {chair.seat: chair.net or 0 for chair in picture.chairs}
    hands = [each for each in picture.spreads if each.cards and each.seat and not each.dealer]
    best = max(hands, key=lambda each: _worth(each, nets), default=None)
    own = [each for each in hands if best and each.seat == best.seat]
    rows = (*shared, *own[: MOST_HANDS - len(shared)]) if shared else tuple(own[:MOST_HANDS])
    return Glimpse(rows[:MOST_HANDS], _result(picture.chairs, picture.spreads) if picture.over else "")


def _worth(hand: Spread, nets: Mapping[int, int]) -> tuple[bool, int, int]:
    """How much a hand is worth seeing: the winner's, then the one with the most known cards; folded hands last."""
    return not hand.folded, nets.get(hand.seat, 0), sum(card != UNKNOWN for card in hand.cards) + hand.active


def _result(chairs: Iterable[Chair], spreads: Iterable[Spread]) -> str:
    nets = [chair for chair in chairs if chair.net is not None]
    best, worst = (max(nets, key=_net, default=None), min(nets, key=_net, default=None))
    if best is None or worst is None or best.net == worst.net == 0:
        return "nobody wins or loses"
    if _net(best) <= 0:
        return f"{worst.name} loses {dollars(-_net(worst))}"
    shown = [each for each in spreads if each.says and not each.folded and UNKNOWN not in each.cards]
    made = [each.says for each in shown if each.seat == best.seat]
    compared = len(made) == 1 and any(each.seat != best.seat for each in shown)
    return f"{best.name} wins {dollars(_net(best))}" + (f" with {_inside(made[0])}" if compared else "")


def _inside(says: str) -> str:
    """The words of a hand within a sentence: "Two pair" without its capital, "J-10-8" as it is."""
    return says[:1].lower() + says[1:] if says[1:2].islower() else says


def _net(chair: Chair) -> int:
    return chair.net or 0
