"""The result of each wager, pot and fee."""

from collections.abc import Iterator
from typing import TypeAlias

from cardroom.money import dollars
from cardroom.play import Spot
from cardroom.play.round import Event, Settled, Transfer
from cardroom.show.explain import explanation
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.values import Result
from cardroom.show.words import concerns, label, person, pot_name, reason, spot_name

__all__ = ["Decided", "decided_results"]


_CHIPS = (Settled, Transfer)
_DECIDES = ("fee", "points", "pot")


Decided: TypeAlias = list[tuple[Event, tuple[Result, ...]]]


def decided_results(view: IndexedView, everybody: Decided | None = None) -> Decided:
    """The events that decided something, in order, with their results.

    Given the public results as `everybody`, those that do not concern the viewer are reused.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(1, "bank", 20000)
    >>> round.answer(2, "bet", {"ante": 500})
    >>> round.answer(2, "fold")
    >>> [(_, (result,))] = decided_results(IndexedView(round.view("bob")))
    >>> result.name, result.label, result.stakes, result.net, result.why
    ('You', 'Ante', '$5', -500, 'fold loses')
    """
    stakes = {(event.spot, event.wager): event.stake for event in view.of(Settled)}
    if everybody is not None:
        return [
            (event, tuple(_results(view, event, stakes)) if _banks(view) or concerns(view, event) else results)
            for event, results in everybody
        ]
    if not stakes and not any(event.cause in _DECIDES for event in view.of(Transfer)):
        return []
    by_event = [(event, tuple(_results(view, event, stakes))) for event in view.events if type(event) in _CHIPS]
    return [(event, results) for event, results in by_event if results]


def _banks(view: IndexedView) -> bool:
    """Whether the viewer is the player-dealer. Then every result is also one of the viewer's bank."""
    return bool(view.banker) and view.spot(view.banker).bettor == view.viewer


def _results(view: IndexedView, event: Event, stakes: dict[tuple[str, str], int]) -> Iterator[Result]:
    match event:
        case Settled():
            spot, explained = view.spot(event.spot), explanation(view, event)
            yield Result(
                spot=spot.id,
                seat=spot.seat,
                name=spot_name(view, spot),
                label=label(view.rules, event.wager) + _which(view, spot),
                stake=event.stake,
                stakes=_stakes(view, event, stakes),
                net=event.net,
                why=reason(view, event, explained),
                cite=_short(view, event.cite),
                mine=spot.bettor == view.viewer,
                won=event.won,
                due=event.due if event.due != event.net else None,
                banked=-event.net if _banks(view) and not view.rules.wager[event.wager].jackpot else None,
                explains=explained,
            )
        case Transfer(cause="fee"):
            payer = view.spot(event.spot) if event.spot else None
            yield Result(
                spot=event.spot,
                seat=payer.seat if payer else 0,
                name=spot_name(view, payer) if payer else "The pot",
                label="Collection",
                stake=0,
                stakes="",
                net=-event.amount,
                why="the posted fee",
                cite=_short(view, event.cite),
                mine=payer is not None and payer.bettor == view.viewer,
                explains=explanation(view, event),
            )
        case Transfer(cause="points"):
            yield from _points(view, event)
        case Transfer(cause="pot"):
            spot = view.spot(event.spot)
            yield Result(
                spot=spot.id,
                seat=spot.seat,
                name=spot_name(view, spot),
                label=pot_name(event.wager),
                stake=0,
                stakes="",
                net=event.amount,
                why=event.why,
                cite=_short(view, event.cite),
                mine=spot.bettor == view.viewer,
                won=True,
                explains=explanation(view, event),
            )


def _points(view: IndexedView, event: Transfer) -> Iterator[Result]:
    """What two players settled in points: one result for each of them."""
    explained = explanation(view, event)
    sides = (event.payee.owner, event.payer.owner, 1), (event.payer.owner, event.payee.owner, -1)
    for bettor, other, sign in sides:
        spot = next(each for each in view.spots if each.bettor == bettor)
        against = person(view, other)
        yield Result(
            spot=spot.id,
            seat=spot.seat,
            name=spot_name(view, spot),
            label=f"Against {'you' if against == 'You' else against}",
            stake=event.amount,
            stakes=event.line,
            net=sign * event.amount,
            why=event.why,
            cite=_short(view, event.cite),
            mine=bettor == view.viewer,
            won=sign > 0,
            explains=explained,
        )


def _which(view: IndexedView, spot: Spot) -> str:
    """The seat of a second circle and the number of a split hand, to tell a bettor's wagers apart."""
    several = view.names.split and sum(each.whole == spot.whole for each in view.spots) > 1
    return (f", seat {spot.seat}" if spot.second else "") + (f", hand {spot.hand}" if several else "")


def _stakes(view: IndexedView, event: Settled, stakes: dict[tuple[str, str], int]) -> str:
    """The stake in words. Where the layout prints several spots for the wager: "3 x $5"."""
    wager = view.rules.wager[event.wager]
    unit = stakes.get((event.spot, wager.equals), 0) if wager.spots else 0
    if unit and event.stake > unit:
        return f"{event.stake // unit} x {dollars(unit)}"
    return dollars(event.stake)


def _short(view: IndexedView, cite: str) -> str:
    source = view.rules.source
    return cite.removeprefix(f"{source.document}, {source.section}, ")
