"""The sums of a poker hand: what was in each pot and who got it, what each player put in and got."""

from cardroom.games.poker.pots import put_in, side_pots
from cardroom.play.round import POT, Acted, Transfer
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.values import HandSums, PlayerSum, PotShare, PotSum
from cardroom.show.words import pot_name

__all__ = ["hand_sums"]

_OUT = ("fold", "muck")


def hand_sums(view: IndexedView) -> HandSums | None:
    """The sums of a hand that is over; None for other games.

    What a player put in and got is their net, and the sums of all players are those of the pots.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(round.ask.spot, "raise", 1000)
    >>> round.answer(round.ask.spot, "fold")
    >>> sums = hand_sums(IndexedView(round.view()))
    >>> [(each.seat, each.put_in, each.got, each.returned, each.net) for each in sums.players]
    [(1, 200, 400, 800, 200), (2, 200, 0, 0, -200)]
    >>> sums.pots[0].amount, sums.put_in, sums.got, sums.collection
    (400, 400, 400, 0)
    """
    if view.rules.poker is None or not view.done:
        return None
    players = [_player(view, spot.id) for spot in view.spots]
    collected = sum(event.amount for event in view.of(Transfer) if event.cause == "fee")
    pots = tuple(_pots(view))
    put, got = sum(each.put_in for each in players), sum(each.got for each in players)
    from_pots = sum(pot.fee for pot in pots)
    return HandSums(pots, tuple(players), put, got, collected, from_pots) if pots else None


def _player(view: IndexedView, spot: str) -> PlayerSum:
    """What one player put in, without what was not called, and what came back."""
    sums = dict.fromkeys(("put", "got", "back", "fee"), 0)
    for event in view.of(Transfer):
        if event.spot != spot:
            continue
        if event.payer.kind == "stack":
            sums["fee" if event.cause == "fee" else "put"] += event.amount
        elif event.payee.kind == "stack":
            sums["got" if event.cause == "pot" else "back"] += event.amount
    put = sums["put"] - sums["back"]
    net = sums["got"] - put - sums["fee"]
    return PlayerSum(view.spot(spot).seat, put, sums["got"], net, sums["back"], sums["fee"])


def _pots(view: IndexedView) -> list[PotSum]:
    """The pots that were pushed, each with its shares and the collection that was taken from it."""
    shares: dict[str, list[PotShare]] = {}
    for event in view.of(Transfer):
        if event.cause == "pot":
            share = PotShare(view.spot(event.spot).seat, event.amount)
            shares.setdefault(event.wager.partition(",")[0], []).append(share)
    fees = _fees(view, len(shares))
    taken = sum(fees)
    if not shares and taken:  # the collection took all that was in the pot
        return [PotSum("Pot", taken, (), taken)]
    return [
        PotSum(pot_name(name), sum(share.amount for share in each) + fee, tuple(_added(each)), fee)
        for (name, each), fee in zip(shares.items(), fees, strict=False)
    ]


def _added(shares: list[PotShare]) -> list[PotShare]:
    """One share for each player. A player may win both halves of a pot, or both boards."""
    amounts: dict[int, int] = {}
    for share in shares:
        amounts[share.seat] = amounts.get(share.seat, 0) + share.amount
    return [PotShare(*each) for each in amounts.items()]


def _fees(view: IndexedView, count: int) -> list[int]:
    """The collection from each of the pots that were pushed.

    The first pots pay it. A pot that it took whole is not pushed, and counts as a part of the next one.
    """
    charged = sum(event.amount for event in view.of(Transfer) if event.cause == "fee" and event.payer == POT)
    if count < 2 or not charged:
        return [charged, *[0] * (count - 1)]
    out = {event.spot for event in view.of(Acted) if event.action in _OUT}
    counted, dead = put_in(view.of(Transfer))
    fees, before = list[int](), 0
    for pot in side_pots(counted, dead, [spot for spot in counted if spot not in out]):
        taken = min(charged, pot.amount)
        charged, before = charged - taken, before + taken
        if pot.amount > taken:
            fees.append(before)
            before = 0
    return fees
