"""Draws a picture of a table from a view of it. All differences between games come from layouts and rule sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from cardroom.games import layout
from cardroom.play import Place, View
from cardroom.play.round import Acted, Event, Settled, Transfer
from cardroom.show.explain import showdown
from cardroom.show.pictures.cards_at import ABOUT_CARDS
from cardroom.show.pictures.chairs import (
    Chairs,
    Facts,
    OwnChair,
    Touched,
    chairs,
    facts,
    names_of,
    own_chairs,
    waited_for,
)
from cardroom.show.pictures.chips import bank, meters, placed_bets, pots
from cardroom.show.pictures.cloths import cloth
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.prompts import prompt
from cardroom.show.pictures.results import Decided, decided_results
from cardroom.show.pictures.spreads import Placed, own_spreads, same_cards, spreads
from cardroom.show.pictures.streets import street
from cardroom.show.pictures.sums import hand_sums
from cardroom.show.pictures.tallies import tallies
from cardroom.show.pictures.values import NoticeShown, Picture, PlacedBet, Prompt, Sentence
from cardroom.show.rules import posted_lines
from cardroom.show.words import Telling, spot_name

__all__ = ["Drawn", "Own", "drawn", "drawn_over", "own", "picture"]

_T = TypeVar("_T")

_ABOUT_CHIPS = frozenset((Settled, Transfer))
"""Events that can change bets and the bank."""
_ALL_KINDS = frozenset((Acted, *_ABOUT_CHIPS, *ABOUT_CARDS))


def picture(view: View, since: int = 0) -> Picture:
    """Draw what the viewer sees, with sentences for the events from number `since` on.

    >>> import cardroom
    >>> round = cardroom.game("ultimate-texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> seen = picture(round.view("ann"))
    >>> [(chair.name, chair.stack) for chair in seen.chairs], seen.waits_for
    ([('You', 50000), ('bob', 50000)], ('You',))
    >>> [offer.label for offer in seen.prompts[0].offers]
    ['Bank', 'Pass']
    """
    seen = IndexedView(view)
    return drawn(seen, [line for line in Telling().on(seen) if line.event >= since]).picture


class Drawn(NamedTuple):
    """A picture, with the intermediate values that the next picture can reuse."""

    picture: Picture
    facts: Facts
    chairs: Chairs
    spreads: dict[Place, Placed]
    decided: Decided
    events: Sequence[Event]
    waits_for: list[tuple[str, str]]
    """The bettors that the table waits for, with their display names."""
    of: tuple[Any, ...]
    """What it was drawn from, besides events and asks."""


def drawn(
    view: IndexedView,
    happened: Iterable[Sentence],
    before: Drawn | None = None,
    touched: Touched | None = None,
    news: Set[type] | None = None,
) -> Drawn:
    """Draw what the viewer sees, with these sentences.

    `before` is the viewer's previous picture in this round. `touched` names everyone that later events are about, and
    `news` has the kinds of these events, if known. Parts that they cannot have changed are not drawn again.
    """
    of, was = (view.spots, view.done, view.banker, view.dealer), before.picture if before else None
    if before is None or news is None or before.of != of:
        news = _ALL_KINDS
    known = before.facts if before and not news else facts(view)
    people = chairs(view, known, before.chairs if before else None, touched)
    if before and news.isdisjoint(ABOUT_CARDS):
        cards = same_cards(view, known.folded, before.spreads)
    else:
        cards = spreads(view, known.folded, before.spreads if before else {})
    there, waits_for = tuple(people.chairs.values()), waited_for(view)
    changing: dict[str, Any] = {
        "chairs": there,
        "spreads": was.spreads
        if was and before and cards is before.spreads
        else tuple([placed.spread for placed in cards.values()]),
        "meters": _as_before(meters(view), was.meters if was else ()),
        "waits_for": names_of(waits_for, view.viewer),
        "prompts": tuple([prompt(view, ask) for ask in view.asks]),
        "happened": tuple(happened),
    }
    if was and before and not news:
        return Drawn(replace(was, **changing), known, people, cards, before.decided, view.events, waits_for, of)
    rules, results = view.rules, decided_results(view)
    still = was if news.isdisjoint(_ABOUT_CHIPS) else None
    shown = layout(rules).display
    display = shown(rules, view.own) if shown else {}
    seen = Picture(
        game=rules.game,
        name=rules.name,
        rules=rules.rules,
        id=rules.id,
        viewer=view.viewer,
        cloth=was.cloth if was else cloth(rules),
        markers=tuple([marker for marker in known.markers if not any(marker in chair.markers for chair in there)]),
        boxes=still.boxes if still else _as_before(placed_bets(view), was.boxes if was else ()),
        bank=still.bank if still else bank(view),
        pots=_as_before(pots(view, known.folded), was.pots if was else ()),
        notices=was.notices
        if was
        else tuple(NoticeShown(each.text, rules.cite(each.cite)) for each in rules.notices()),
        collection=was.collection if was else tuple(posted_lines(rules)),
        display=was.display if was and was.display == display else display,
        results=_as_before((result for _, each in results for result in each), was.results if was else ()),
        tallies=tuple(tallies(view)),
        sums=hand_sums(view),
        showdown=showdown(view),
        street=street(view),
        over=view.done,
        **changing,
    )
    return Drawn(seen, known, people, cards, results, view.events, waits_for, of)


def _as_before(parts: Iterable[_T], before: tuple[_T, ...]) -> tuple[_T, ...]:
    """The parts of a row. Equal parts are the same objects as before, so that later comparisons are cheap."""
    row = tuple(parts)
    if row == before:
        return before
    return tuple([was if part == was else part for part, was in zip(row, before, strict=False)]) + row[len(before) :]


class Own(NamedTuple):
    """The parts of a picture that differ for one viewer: their chair, their cards, and other cards that they know."""

    chairs: dict[str, OwnChair]
    spreads: dict[Place, Placed]


def own(everybody: Drawn, view: IndexedView, apart: Set[Any], before: Own | None = None) -> Own:
    """Draw one viewer's own parts. `apart` are the places and spots of which they know more than the public."""
    return Own(
        own_chairs(view, everybody.chairs, apart, before.chairs if before else {}),
        own_spreads(view, everybody.facts.folded, everybody.spreads, apart, before.spreads if before else {}),
    )


def drawn_over(
    everybody: Drawn, own: Own, view: IndexedView, prompts: tuple[Prompt, ...], happened: Iterable[Sentence]
) -> Picture:
    """One viewer's picture, made from the public picture and the viewer's own parts.

    The view gives the viewer and their spots. It may be an earlier one if nothing has been decided yet.
    """
    seen, mine = everybody.picture, view.names.own_spots
    bank, results = seen.bank, seen.results
    if bank and bank.spot in mine:
        bank = replace(bank, name=spot_name(view, view.spot(bank.spot)))
    if everybody.decided:
        results = tuple([result for _, each in decided_results(view, everybody.decided) for result in each])
    chairs, spreads = own.chairs, own.spreads
    return replace(
        seen,
        viewer=view.viewer,
        chairs=tuple([chairs[each.bettor].chair if each.bettor in chairs else each for each in seen.chairs]),
        spreads=tuple([spreads.get(place, placed).spread for place, placed in everybody.spreads.items()]),
        boxes=tuple([_as_mine(view, box) if box.spot in mine else box for box in seen.boxes]),
        bank=bank,
        waits_for=names_of(everybody.waits_for, view.viewer) if view.asks else seen.waits_for,
        prompts=prompts,
        results=results,
        showdown=showdown(view) if seen.showdown else None,
        happened=tuple(happened),
    )


def _as_mine(view: IndexedView, box: PlacedBet) -> PlacedBet:
    return replace(box, name=spot_name(view, view.spot(box.spot)), mine=True)
