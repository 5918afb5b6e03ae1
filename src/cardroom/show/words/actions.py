"""Sentences about what players and the house do."""

from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from cardroom.cards import UNKNOWN, Card, pretty
from cardroom.money import dollars
from cardroom.play.round import HOUSE_SPOT, Acted, Event, Moved, Transfer
from cardroom.show.pictures import IndexedView, Sentence
from cardroom.show.words.chips import MOST_TOGETHER, placed_words
from cardroom.show.words.names import jackpot_name, label, mine, rows_words, spot_name, subject, verb

__all__ = ["action_sentence", "last_action"]


def action_sentence(view: IndexedView, number: int, event: Acted) -> Iterator[Sentence]:
    """A sentence for what a player or the house did, or none where the cards that follow show it."""
    if event.spot == HOUSE_SPOT.id:
        if event.action == "clock":
            says = f"The clock reads {event.value} minutes of play"
        elif event.about:
            says = f"The meter of the {jackpot_name(view, event.about)} reads {dollars(event.value)}"
        else:
            says = f"{spot_name(view, view.spot(event.action))} is first by the cards that show"
        yield Sentence(says, event=number)
        return
    if event.action in ("show", "expose"):  # the sentence about the cards turned over is enough
        return
    rest = view.events[number + 1 : number + 1 + MOST_TOGETHER]
    act = _poker_act(view, event, rest) if view.rules.poker else _act(view, event, rest)
    if event.absent:
        act += " (no answer)"
    yield Sentence(f"{subject(view, event.spot)} {act}", "", "acted", mine(view, event.spot), event=number)


def last_action(view: IndexedView, spots: Collection[str]) -> str:
    """What the bettor of these spots did last, in a few words and without their name.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 20000, "bob": 50000}, seed=7)
    >>> round.answer(round.ask.spot, "call")
    >>> last_action(IndexedView(round.view()), {"1"}), last_action(IndexedView(round.view()), {"2"})
    ('calls $1', '')
    """
    for number in range(len(view.events) - 1, -1, -1):
        event = view.events[number]
        if isinstance(event, Acted) and event.spot in spots:
            if event.action in ("show", "expose"):
                return verb(view, event.action, event.spot)
            rest = view.events[number + 1 : number + 1 + MOST_TOGETHER]
            return _poker_act(view, event, rest) if view.rules.poker else _act(view, event, rest)
    return ""


def _act(view: IndexedView, event: Acted, rest: Sequence[Event]) -> str:
    """What a player does at a banked game or Chinese poker. `rest` are the events that follow."""
    rules = view.rules
    # The layout's name for a wager can differ from the script's action: Washington calls its raise a Play.
    raises = type(event.value) is int and event.action in rules.wager
    does = verb(view, label(rules, event.action).lower() if raises else event.action, event.spot)
    match event.value:
        case None:
            if event.action == "set":
                return f"{does} the hand"
            match rest[:1]:
                case (Transfer(cause="wager", spot=event.spot) as placed,):
                    return f"{does}, {placed_words(view, placed)}"
            return does
        case dict() as rows if event.action in ("place", "set"):
            away = [each for each in takewhile(lambda each: isinstance(each, Moved), rest) if isinstance(each, Moved)]
            thrown = away[len(rows)].cards if len(away) > len(rows) else ()
            more = f" and {verb(view, 'throw', event.spot)} {_discards_text(thrown)} away" if thrown else ""
            return f"{does} {rows_words(rows)}{more}"
        case dict() as wagers:
            bets = ", ".join(f"{label(rules, name)} {dollars(amount)}" for name, amount in wagers.items())
            return f"{does} {bets or 'nothing'}"
        case int() as amount:
            match rest[:1]:
                case (Transfer(cause="wager", spot=event.spot) as placed,) if not raises and event.action in (
                    "bet",
                    "raise",
                ):
                    return f"{does} {placed_words(view, placed)}"
            return f"{does} {'' if raises else 'with ' if event.action == 'bank' else 'for '}{dollars(amount)}"
        case cards:
            return f"{does} {pretty(cards)} in front" if event.action == "set" else f"{does} {pretty(cards)}"


def _poker_act(view: IndexedView, event: Acted, rest: Sequence[Event]) -> str:
    """What a poker player does. Raises name the total that they raise to."""
    does = verb(view, event.action, event.spot)
    follows = rest[0] if rest else None
    paid = dollars(follows.amount) if isinstance(follows, Transfer) else ""
    match event.action:
        case "call":
            return f"{does} {paid}"
        case "bet":
            return f"{does} {dollars(event.value)}"
        case "raise":
            return f"{does} to {dollars(event.value)}"
        case "bring-in":
            return f"{verb(view, 'bring', event.spot)} it in for {paid}"
        case "post":
            return f"{does} to be dealt in"
        case "wait":
            return f"{does} for the big blind"
        case "keep":
            return f"{does} the down card"
        case "last":
            return "show last" if mine(view, event.spot) else "shows last"
        case "discard":
            moved = follows.cards if isinstance(follows, Moved) and follows.place.owner == event.spot else ()
            thrown = moved if event.value is None else event.value
            return f"{does} {_discards_text(thrown)}" if thrown else f"{verb(view, 'stand', event.spot)} pat"
    return does


def _discards_text(cards: Sequence[Card]) -> str:
    """Cards thrown away; only their number where the viewer does not know them."""
    if UNKNOWN not in cards:
        return pretty(cards)
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"
