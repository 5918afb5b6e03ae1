"""Points that players settle with each other, row by row, and what they are worth in chips."""

from collections.abc import Iterator

from cardroom.games import layout
from cardroom.play.round import Transfer
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.values import ScoreAgainst, ScoreRow, Tally

__all__ = ["tallies"]


def tallies(view: IndexedView) -> Iterator[Tally]:
    """What each pair of players settled, when the round is over.

    >>> import cardroom
    >>> round = cardroom.game("face-up-chinese-poker").round({"ann": 50000, "bob": 50000}, seed=3)
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> [(tally.seat, tally.points, tally.net) for tally in tallies(IndexedView(round.view()))]
    [(1, 5, 2500), (2, -5, -2500)]
    """
    scores = layout(view.rules).scores
    if not scores or not view.done:
        return
    paid = {(event.payee.owner, event.payer.owner): 0 for event in view.of(Transfer) if event.cause == "points"}
    for event in view.of(Transfer):
        if event.cause == "points":
            paid[event.payee.owner, event.payer.owner] += event.amount
    scored: dict[str, list[ScoreAgainst]] = {}
    for spot, other, rows in scores(view.view):
        one, two = view.spot(spot), view.spot(other)
        net = paid.get((one.bettor, two.bettor), 0) - paid.get((two.bettor, one.bettor), 0)
        shown = tuple(ScoreRow(each.row, each.points, each.bonus, each.why) for each in rows)
        points = sum(each.points + each.bonus for each in rows)
        scored.setdefault(spot, []).append(ScoreAgainst(two.seat, shown, points, net))
    for spot, against in scored.items():
        points, net = sum(each.points for each in against), sum(each.net for each in against)
        yield Tally(view.spot(spot).seat, view.rules.point, tuple(against), points, net)
