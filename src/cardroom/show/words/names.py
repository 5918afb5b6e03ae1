"""Display names of people and places for one viewer, and verbs that agree with them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from cardroom.cards import Card, pretty
from cardroom.games import declaration
from cardroom.play import Place, Spot
from cardroom.play.round import HOUSE_SPOT, Acted, Dealt, Event, Marked, Moved, Said, Settled, Transfer, Turned
from cardroom.rankings.base import by_name
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD
from cardroom.show.pictures import IndexedView

__all__ = [
    "about_whom",
    "at_seat",
    "concerns",
    "jackpot_name",
    "label",
    "mine",
    "person",
    "place_name",
    "pot_name",
    "rows_words",
    "spot_name",
    "subject",
    "verb",
    "words",
]

_PHRASES = {"house-way": "play-the-House-Way", "once": "run-it-once", "twice": "run-it-twice"} | {
    "three-times": "run-it-three-times",
    "bomb-pot": "agree-to-a-bomb-pot",
    "usual-hand": "choose-a-usual-hand",
}
"""Actions whose name is not a verb."""


def person(view: IndexedView, bettor: str) -> str:
    """A bettor's name: "You" for the viewer, "Seat 3" for a bettor without a name.

    >>> import cardroom
    >>> view = IndexedView(cardroom.game("ez-baccarat").round({3: 50000, 5: 50000}, seed=1).view("3"))
    >>> person(view, "3"), person(view, "5"), person(view, "ann")
    ('You', 'Seat 5', 'ann')
    """
    known = view.names.people
    if bettor not in known:
        known[bettor] = _person(view, bettor)
    return known[bettor]


def _person(view: IndexedView, bettor: str) -> str:
    if bettor == view.viewer:
        return "You"
    home = any(spot.bettor == bettor == str(spot.seat) and not spot.backline for spot in view.spots)
    if home:
        return f"Seat {bettor}"
    taken = bettor.casefold() in ("you", "dealer", "player-dealer") or bettor.casefold().startswith("seat ")
    return f"'{bettor}'" if taken else bettor  # quoted, so as not to be mistaken for the table's own words


def spot_name(view: IndexedView, spot: Spot) -> str:
    """A spot's name: its bettor, and which spot if there are several: "bob, behind seat 3", "You, hand 2".

    >>> import cardroom
    >>> spots = [Spot.at(1, "ann"), Spot.at(2), Spot("1b", 1, "bob", backline=True)]
    >>> round = cardroom.game("ez-baccarat").round(spots, seed=1)
    >>> [spot_name(IndexedView(round.view("ann")), spot) for spot in spots]
    ['You', 'Seat 2', 'bob, behind seat 1']
    """
    known = view.names.spots
    if spot.id not in known:
        known[spot.id] = _spot_name(view, spot)
    return known[spot.id]


def _spot_name(view: IndexedView, spot: Spot) -> str:
    name = person(view, spot.bettor)
    if spot.backline:
        name += f", behind seat {spot.seat}"
    elif spot.second:
        name += f", seat {spot.seat}"
    if sum(each.whole == spot.whole for each in view.spots) > 1:
        name += f", hand {spot.hand}"
    return name


def mine(view: IndexedView, spot: str) -> bool:
    """Whether a spot is the viewer's."""
    return spot in view.names.own_spots


def concerns(view: IndexedView, event: Event) -> bool:
    """Whether an event is about the viewer or shows them more than the public.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> dealt = [event for event in round.events if isinstance(event, Dealt)]
    >>> [concerns(IndexedView(round.view("ann")), event) for event in dealt]
    [False, True, False, True]
    >>> any(concerns(IndexedView(round.view()), event) for event in dealt)
    False
    """
    if view.viewer is None:
        return False
    about = about_whom(view, event)
    return about is None or not view.names.own.isdisjoint(about)


def about_whom(view: IndexedView, event: Event) -> tuple[str | int, ...] | None:
    """The people that an event is about or visible to, by name, spot or seat; None if it differs for every viewer."""
    match event:
        case Transfer(cause="pot"):  # the reason names hands that were compared: of players who have not folded
            folded = {each.spot for each in view.of(Acted) if each.action == "fold"}
            return event.spot, *(spot.id for spot in view.spots if spot.id not in folded)
        case Settled() if not _names_two_hands(view.rules, event.wager):
            return None
        case Settled():  # the reason names the hand of the seat and the player-dealer's
            return event.spot, view.spot(event.spot).seat, view.banker
        case Transfer():
            return event.spot, event.payer.owner, event.payee.owner
        case Acted():
            return None if event.spot == HOUSE_SPOT.id else (event.spot, *(event.to or ()))
        case Dealt():
            return event.place.owner, *(event.to or ())
        case Moved():
            return event.place.owner, event.into.owner, *(event.to or ()), *event.by
        case Turned():
            return (event.place.owner,)
        case Said():
            return (event.who,)
        case Marked():
            return (event.seat,)
    return ()


@by_name
@lru_cache(maxsize=4096)
def _names_two_hands(rules: RuleSet, wager: str) -> bool:
    """Whether the reason of a wager's result names only the hand that the wager is on, and the hand to beat.

    An award may be for the hand of another seat. A game from outside the package may explain its results in any way.
    """
    explain = declaration(rules.script).explain
    return rules.wager[wager].when != AWARD and (explain is None or (isinstance(explain, str) and explain[0] == "."))


def at_seat(view: IndexedView, seat: int) -> str:
    """The name of the player at a seat."""
    spot = next((spot for spot in view.spots if spot.seat == seat and not (spot.backline or spot.circle)), None)
    return spot_name(view, spot) if spot else f"Seat {seat}"


def subject(view: IndexedView, spot: str) -> str:
    """A spot as the subject of a sentence: "ann", "You, hand 2,"."""
    if spot == HOUSE_SPOT.id:
        return "The house"
    name = spot_name(view, view.spot(spot))
    return f"{name}," if "," in name else name


def verb(view: IndexedView, action: str, spot: str) -> str:
    """An action as a verb: "bet" for the viewer, "bets" for others.

    >>> import cardroom
    >>> view = IndexedView(cardroom.game("ez-baccarat").round(2, seed=1).view(1))
    >>> [verb(view, action, "2") for action in ("bet", "pass", "sit-out")], verb(view, "sit-out", "1")
    (['bets', 'passes', 'sits out'], 'sit out')
    """
    return _verb(action, other=spot == HOUSE_SPOT.id or view.spot(spot).bettor != view.viewer)


@lru_cache(maxsize=4096)
def _verb(action: str, *, other: bool) -> str:
    first, *rest = _PHRASES.get(action, action).split("-")
    if other:
        first += "es" if first.endswith(("s", "ch", "sh", "x")) else "s"
    return " ".join((first, *rest))


def words(action: str) -> str:
    """An action as an imperative.

    >>> words("sit-out"), words("house-way")
    ('sit out', 'play the House Way')
    """
    return _PHRASES.get(action, action).replace("-", " ")


def label(rules: RuleSet, wager: str) -> str:
    """A wager's name as the layout prints it."""
    return rules.wager[wager].label if wager in rules.wager else wager


def jackpot_name(view: IndexedView, jackpot: str) -> str:
    """A jackpot's name as the layout prints it."""
    return view.rules.jackpot[jackpot].label


def rows_words(rows: Mapping[str, Sequence[Card]]) -> str:
    """Cards with the row that they are placed in.

    >>> rows_words({"front": (43,), "back": (51, 47)})
    'Q♠ front, A♠ K♠ back'
    """
    return ", ".join(f"{pretty(cards)} {row}" for row, cards in rows.items())


def pot_name(pot: str) -> str:
    """A pot's name with a capital letter."""
    return pot[:1].upper() + pot[1:]


def place_name(view: IndexedView, place: Place) -> str:
    """A place as the subject of a sentence."""
    if place.kind == "hand":
        name = spot_name(view, view.spot(place.owner))
        return f"{name} (player-dealer)" if place.owner == view.banker else name
    if place.kind == "seat":
        return f"Seat {place.owner}"
    if place.kind == "board" and place.part:
        return f"{place.part.capitalize()} board"
    return " ".join(filter(None, (place.kind.capitalize(), place.part)))
