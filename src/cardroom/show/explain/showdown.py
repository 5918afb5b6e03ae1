"""The end of a poker hand: who won which part of the pots with which hand, who was beaten, who folded."""

from collections.abc import Sequence

from msgspec.structs import replace

from cardroom.money import dollars
from cardroom.play import hand_of
from cardroom.play.round import Acted, Dealt, Transfer
from cardroom.rulebook.schema import Poker
from cardroom.show.explain.phrases import brief, lowered, opening, possessive, value
from cardroom.show.explain.pots import UNSEEN, PotPart, odd_chips
from cardroom.show.pictures import DecidingHand, HandEnd, IndexedView, WonHand
from cardroom.show.words import person

__all__ = ["showdown"]

_ENDS = {
    "nobody else is in the hand": "All other players folded.",
    "everybody else mucked": "All other players mucked.",
}


def showdown(view: IndexedView) -> HandEnd | None:
    """How a poker hand ended; None before its end, and in other games.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(round.ask.spot, "raise", 1000)
    >>> round.answer(round.ask.spot, "fold")
    >>> ended = showdown(IndexedView(round.view("ann")))
    >>> ended.says, ended.won[0].who, ended.won[0].amount, ended.folded
    ('Nobody called your $8.', 'You win', 400, 'bob folded.')
    """
    poker = view.rules.poker
    if poker is None or not view.done:
        return None
    pushed = [event for event in view.of(Transfer) if event.cause == "pot"]
    folded = _folded(view)
    if not pushed:
        return HandEnd("The collection took the whole pot.", folded=folded)
    if pushed[0].why in UNSEEN:
        return HandEnd(_uncalled(view, pushed[0]), (_unseen(view, pushed[0]),), folded=folded)
    groups = _groups(view, poker, pushed)
    won = tuple(_won(view, parts, groups) for parts in groups)
    odd = dict.fromkeys(says for parts in groups for part in parts for says in odd_chips(part))
    return HandEnd(_says(groups, won), won, _beaten(view, poker, pushed), folded, " ".join(odd))


def _groups(view: IndexedView, poker: Poker, pushed: Sequence[Transfer]) -> list[list[PotPart]]:
    """The parts of the pots, those together that the same hands won by the same ranking on the same board."""
    parts: dict[tuple[str, bool], PotPart] = {}
    for event in pushed:
        part = PotPart(view, poker, event, view.places)
        parts.setdefault((event.wager, part.low), part)
    groups: dict[tuple[object, ...], list[PotPart]] = {}
    for part in parts.values():
        winners = frozenset(each.spot for each in part.shares)
        groups.setdefault((winners, part.low, part.board), []).append(part)
    return list(groups.values())


def _won(view: IndexedView, parts: Sequence[PotPart], groups: Sequence[Sequence[PotPart]]) -> WonHand:
    part = parts[0]
    spots = sorted((each.spot for each in part.shares), key=lambda spot: spot not in view.names.own_spots)
    names = [person(view, view.spot(spot).bettor) for spot in spots]
    verb = "split" if len(names) > 1 else "win" if names[0] == "You" else "wins"
    hand = None if part.side(spots[0]).hidden else _laid_out(view, part, spots[0], won=True)
    words = hand.says if hand else part.event.why
    return WonHand(
        who=f"{_joined(names)} {verb}",
        amount=sum(each.amount for one in parts for each in one.shares),
        seats=tuple(view.spot(spot).seat for spot in spots),
        says=f"The same hand: {lowered(words)}" if len(names) > 1 else words,
        of=_of(parts, groups),
        hand=hand,
    )


def _of(parts: Sequence[PotPart], groups: Sequence[Sequence[PotPart]]) -> str:
    """Which part of all pots these are: empty if they are everything."""
    if len(groups) == 1:
        return ""
    every = [part for group in groups for part in group]
    pots, boards = ({part.event.wager.partition(", ")[number] for part in every} for number in (0, 2))
    own = list(dict.fromkeys(part.event.wager.partition(", ")[0] for part in parts))
    which = [_joined(own) if len(own) < len(pots) else ""]
    which += [part.event.wager.partition(", ")[2] if len(boards) > 1 else "" for part in parts[:1]]
    which += dict.fromkeys(part.half for part in parts)
    return ", ".join(filter(None, which))


def _laid_out(view: IndexedView, part: PotPart, spot: str, *, won: bool = False) -> DecidingHand:
    """A hand with its up cards, and with the cards that do not play."""
    hand, here = part.hand(spot, won=won), part.places[hand_of(spot)]
    if part.board:
        return hand
    dealt = [event for event in view.of(Dealt) if event.place == hand_of(spot) and event.to is None]
    up = tuple(card for event in dealt for card in event.cards) if here.came_mixed else ()
    rest = sorted((card for card in here.cards if card not in hand.cards), reverse=True)
    return replace(hand, up=up, rest=tuple(rest))


def _beaten(view: IndexedView, poker: Poker, pushed: Sequence[Transfer]) -> tuple[DecidingHand, ...]:
    """The shown hands that won nothing: the viewer's first, then the best."""
    winners, parts = {event.spot for event in pushed}, list[PotPart]()
    for event in pushed:
        part = PotPart(view, poker, event, view.places)
        if not any((each.low, each.board) == (part.low, part.board) for each in parts):
            parts.append(part)
    first = next((part for part in parts if not part.low), parts[0])
    spots = [spot for spot in first.compared_spots() if spot not in winners and not first.side(spot).hidden]
    spots.sort(key=lambda spot: (spot not in view.names.own_spots, -value(first.side(spot))))
    beaten = []
    for spot in spots:
        hand = _laid_out(view, first, spot)
        also = [part.hand(spot).says for part in parts if part is not first and value(part.side(spot))]
        beaten.append(replace(hand, says="; ".join((hand.says, *map(lowered, also)))))
    return tuple(beaten)


def _says(groups: Sequence[Sequence[PotPart]], won: Sequence[WonHand]) -> str:
    """Why it ended so. Of several hands that won, each has a sentence."""
    if len(groups) > 1:
        return " ".join(f"{opening(_owners(each))} {_takes(each)} the {each.of}." for each in won)
    (part,), (only,) = groups[0][:1], won
    if len(only.seats) > 1:
        return f"{only.who.removesuffix(' split')} have the same hand and split the pot."
    rivals = part.rivals()
    if rivals and only.hand:
        spot = next(each.id for each in part.view.spots if each.seat == rivals[0].seat and not each.backline)
        return f"{opening(brief(only.hand, part.hand(spot)))}."
    return f"{opening(_owners(only))} {_takes(only)} the pot."


def _owners(won: WonHand) -> str:
    """The hand that won, in its shortest words, with its owners: "your flush"."""
    words = lowered((won.hand.says if won.hand else won.says).partition(",")[0])
    if len(won.seats) > 1 or won.hand is None:
        return f"{won.who.removesuffix(' split').removesuffix(' wins').removesuffix(' win')} with {words}"
    return f"{possessive(won.hand.name)} {words}"


def _takes(won: WonHand) -> str:
    return "share" if len(won.seats) > 1 else "wins"


def _unseen(view: IndexedView, event: Transfer) -> WonHand:
    spot = view.spot(event.spot)
    name = person(view, spot.bettor)
    total = sum(each.amount for each in view.of(Transfer) if each.cause == "pot")
    says = f"{_ENDS[event.why]} No hand is shown."
    return WonHand(f"{name} {'win' if name == 'You' else 'wins'}", total, (spot.seat,), says)


def _uncalled(view: IndexedView, event: Transfer) -> str:
    back = sum(each.amount for each in view.of(Transfer) if each.cause == "uncalled" and each.spot == event.spot)
    name = person(view, view.spot(event.spot).bettor)
    return f"Nobody called {possessive(name)} {dollars(back)}." if back else _ENDS[event.why]


def _folded(view: IndexedView) -> str:
    """Who folded, and who mucked."""
    says = []
    for action, did in (("fold", "folded"), ("muck", "mucked")):
        out = {event.spot for event in view.of(Acted) if event.action == action}
        names = [person(view, spot.bettor) for spot in view.spots if spot.id in out]
        if names:
            says.append(f"{_joined(sorted(names, key=lambda name: name != 'You'))} {did}.")
    return " ".join(says)


def _joined(names: Sequence[str]) -> str:
    """Names in a sentence: "You, ann and bob"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last
