"""Points between two players whose hands are set in three rows."""

from collections.abc import Mapping

from cardroom.cards import UNKNOWN
from cardroom.games import layout
from cardroom.games.chinese.points import RANKINGS, SEGMENTS
from cardroom.play import Place, Score, Spot, hand_of
from cardroom.play.round import Transfer
from cardroom.show.explain.case import HandSide
from cardroom.show.explain.phrases import capitalized, compared, deciding_hand, lowered, opening, possessive, the
from cardroom.show.pictures import CardsAt, DecidingHand, Explanation, IndexedView
from cardroom.show.words import person

__all__ = ["rows"]

RULES = {
    "segments": "Each row is compared with the same row of the other hand. A row won is a point. Some hands pay more.",
    "foul": "No row may rank above the row below it. A foul hand loses every row, with the other hand's bonuses.",
    "clean sweep": "A declared clean sweep is worth its points instead of the rows. The higher one counts.",
}


def rows(view: IndexedView, event: Transfer, places: Mapping[Place, CardsAt]) -> Explanation | None:
    """Why one player won points from another."""
    winner, loser = (_spot(view, owner) for owner in (event.payee.owner, event.payer.owner))
    sides = {
        (spot.id, row): HandSide(
            name=person(view, spot.bettor),
            cards=tuple(places[hand_of(spot.id, row)].cards) if hand_of(spot.id, row) in places else (),
            ranking=RANKINGS[row],
            seat=spot.seat,
            mine=spot.bettor == view.viewer,
        )
        for spot in (winner, loser)
        for row in SEGMENTS
    }
    if any(not side.cards or UNKNOWN in side.cards for side in sides.values()):
        return None
    what = event.wager or "segments"
    rule = RULES.get(what, RULES["segments"])
    if what == "clean sweep":
        sweep = event.why.partition("(")[2].partition(")")[0]
        says = f"{opening(the(person(view, winner.bettor)))} declared a clean sweep: {sweep}."
        hands = [deciding_hand(sides[winner.id, row], part=row) for row in SEGMENTS]
        return Explanation(says, rule, tuple(hands))
    if what == "foul":
        hands = [deciding_hand(sides[loser.id, row], part=row) for row in SEGMENTS]
        order = ", ".join(f"{row} {lowered(hand.says)}" for row, hand in zip(SEGMENTS, hands, strict=True))
        return Explanation(f"{opening(possessive(hands[0].name))} hand is foul: {order}.", rule, tuple(hands))
    return _compared_rows(view, winner, loser, sides, rule)


def _compared_rows(
    view: IndexedView, winner: Spot, loser: Spot, sides: Mapping[tuple[str, str], HandSide], rule: str
) -> Explanation:
    says, hands = list[str](), list[DecidingHand]()
    scores = layout(view.rules).scores
    scored: dict[str, int] = {}
    for score in scores(view.view) if scores else ():
        if (score.spot, score.other) == (winner.id, loser.id):
            scored = _points(score)
    for row in SEGMENTS:
        words, both, result = compared(sides[winner.id, row], sides[loser.id, row], row)
        points = scored.get(row, 0)
        if not result and points:
            words += f", and {the(both[0].name if points > 0 else both[1].name)} won the tie with the buttons"
        says.append(f"{capitalized(row)}: {words} ({abs(points)}).")
        hands += both
    return Explanation(" ".join(says), rule, tuple(hands))


def _points(score: Score) -> dict[str, int]:
    return {each.row: each.points + each.bonus for each in score.rows}


def _spot(view: IndexedView, bettor: str) -> Spot:
    return next(each for each in view.spots if each.bettor == bettor)
