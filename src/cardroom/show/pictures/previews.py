"""What to show before an answer counts: the hands that a pick makes, and whether a showdown is lost."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cardroom.cards import UNKNOWN, Card
from cardroom.play import BOARDS, Lay, Pick, Place, View, hand_of
from cardroom.play.round import Transfer, Turned
from cardroom.rankings import RANKINGS, chinese, describe, strength
from cardroom.rankings.chinese import must_foul
from cardroom.rankings.pai_gow import fouls
from cardroom.show.pictures.cards_at import boards, cards_by_place

__all__ = ["HandPart", "Preview", "beaten", "preview", "rows_preview"]


class HandPart(NamedTuple):
    """One of the hands that a pick makes."""

    title: str
    cards: tuple[Card, ...]
    says: str


class Preview(NamedTuple):
    """The hands that a pick makes, and a warning if it is a mistake."""

    parts: tuple[HandPart, ...]
    warns: str = ""


def preview(pick: Pick, held: Sequence[Card], picked: Sequence[Card]) -> Preview:
    """The hands that a pick makes of the cards held; empty if the picked cards do not form a hand.

    >>> from cardroom.cards import parse
    >>> held = parse("As 8s 8c 7d 5c 3h 2d")
    >>> seen = preview(Pick("set", held, 2, 2, "pai-gow-two", "pai-gow"), held, held[1:3])
    >>> [part.says for part in seen.parts], seen.warns[:10]
    (['Pair of eights', 'Ace high, 7-5-3-2'], 'This fouls')
    """
    if not pick.picked:
        return Preview(())
    front = tuple(card for card in held if card in picked)
    back = tuple(card for card in held if card not in picked)
    warns = (
        "This fouls, and a foul loses: the two in front are higher than the five behind." if fouls(front, back) else ""
    )
    parts = (
        HandPart("In front", front, describe(pick.picked, front)),
        HandPart("Behind", back, describe(pick.rest, back)),
    )
    return Preview(parts, warns)


def rows_preview(lay: Lay, value: Mapping[str, Sequence[Card]]) -> Preview:
    """The rows with these cards placed. Rows that are not full have no words yet.

    >>> from cardroom.cards import parse
    >>> from cardroom.play import RowSlot
    >>> middle, back = RowSlot("middle", parse("Ah Kh"), 3), RowSlot("back", parse("9s 9d 4c"), 2, "high")
    >>> rows = RowSlot("front", (), 3), middle, back
    >>> seen = rows_preview(Lay("place", parse("9c 4d"), rows), {"back": parse("9c 4d")})
    >>> [part.says for part in seen.parts], seen.warns
    (['', '', 'Full house, nines over fours'], '')
    """
    parts = []
    for row in lay.rows:
        cards = (*row.lies, *value.get(row.name, ()))
        full = row.ranking and len(cards) in RANKINGS[row.ranking].sizes
        parts.append(HandPart(row.name, cards, describe(row.ranking, cards) if full else ""))
    rows = [part.cards for part in parts]
    full = all(len(row) == slot.room + len(slot.lies) for row, slot in zip(rows, lay.rows, strict=True))
    warns = ""
    if must_foul(*rows):
        warns = "This fouls: a row is higher than the one after it, and a foul pays every player."
    elif lay.equal_fouls and full and chinese.fouls(*rows, equal=True):
        warns = "This fouls: two rows are equal here, and a foul pays every player."
    return Preview(tuple(parts), warns)


def beaten(view: View) -> bool:
    """Whether shown hands win everything that the viewer could win, so that the viewer need not show theirs."""
    poker = view.rules.poker
    own = next(spot.id for spot in view.spots if spot.bettor == view.viewer)
    if poker is None:
        return False
    put_in: dict[str, int] = {}
    for event in view.events:
        if isinstance(event, Transfer) and event.cause == "gathered":
            put_in[event.spot] = put_in.get(event.spot, 0) + event.amount
    shown = {event.place for event in view.events if isinstance(event, Turned)} - {hand_of(own), *BOARDS}
    places = cards_by_place(view.events)
    shown = {place for place in shown if UNKNOWN not in places[place].cards}  # not a hand with only some cards exposed
    rankings = [ranking for ranking in (poker.ranking, poker.low) if ranking]

    def value(ranking: str, place: Place, board: list[Card]) -> int:
        return strength(ranking, places[place].cards, board or None, places[place].joker)

    rivals = [place for place in shown if put_in.get(place.owner, 0) >= put_in.get(own, 0)]

    def lost(ranking: str, board: list[Card]) -> bool:
        ours = value(ranking, hand_of(own), board)
        return (ranking == poker.low and not ours) or any(value(ranking, place, board) > ours for place in rivals)

    return all(lost(ranking, board) for ranking in rankings for board in boards(places, whole=True))
