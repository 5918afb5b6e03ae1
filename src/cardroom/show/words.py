"""Events in sentences, as one viewer would tell them: who did what, which cards came, where chips went and why.

Chips that follow from what somebody just said are told with it. Nothing is told that the viewer could not see: the
words are made from the viewer's own events.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import takewhile

from cardroom.cards import UNKNOWN, Card, pretty
from cardroom.money import dollars
from cardroom.play import Place, Spot
from cardroom.play.events import Acted, Dealt, Event, Marked, Metered, Moved, Rolled, Said, Settled, Transfer, Turned
from cardroom.play.places import HOUSE_SPOT
from cardroom.play.view import View
from cardroom.show.cards_at import CardsAt, follow
from cardroom.show.cards_sentence import cards_sentence
from cardroom.show.indexed_view import IndexedView
from cardroom.show.names import at_seat, concerns, label, mine, person, rows_words, spot_name, subject, verb
from cardroom.show.picture import Sentence

__all__ = ["Telling", "last_action", "reason", "sentences", "settled", "signed"]

MOST_TOGETHER = 20
"""Events that follow from one and are told with it."""


def sentences(view: View, since: int = 0) -> list[Sentence]:
    """What has happened, in sentences, from an event on.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(1, "bank", 20000)
    >>> round.answer(2, "bet", {"ante": 500, "pair-plus": 500})
    >>> for line in sentences(round.view("bob")):
    ...     print(line.says)
    ann banks with $200
    Player-dealer: ann (round 1 of 2)
    You bet Ante $5, Pair Plus $5
    You get A♥ K♣ Q♦
    ann (player-dealer) gets ?? ?? ??
    ann (player-dealer) shows 3♦
    """
    return [line for line in Telling().on(IndexedView(view)) if line.event >= since]


class Telling:
    """A round in sentences for one viewer, told on as more happens: nothing that was told becomes another.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> telling = Telling()
    >>> before = telling.on(IndexedView(round.view("ann")))
    >>> round.answer(round.ask.spot, "fold")
    >>> after = telling.on(IndexedView(round.view("ann")))
    >>> after == sentences(round.view("ann")), len(before) < len(after)
    (True, True)
    """

    def __init__(self, everybody: "Telling | None" = None) -> None:
        """Of what does not concern the viewer, it is told what was told to everybody."""
        self._everybody = everybody
        self._lines: list[Sentence] = []
        self._by_event: dict[int, list[Sentence]] = {}
        self._events = 0
        self.places: dict[Place, CardsAt] = {}
        """Where the cards lie."""
        self.concerned = 0
        """How much of it concerned the viewer ..."""
        self.apart: set[Place | str] = set()
        """... and the places and spots of which they may know more than everybody does."""
        self._hands: set[str] = set()
        """Hands that were split off, which from then on are told apart."""

    def on(self, view: IndexedView) -> list[Sentence]:
        """All that has happened; what was told before is not told anew."""
        more = [line for found in self._tell(view) for line in found]
        self._lines = [*self._lines, *more] if more else self._lines
        self._events = len(view.events)
        return self._lines

    def along(self, events: Sequence[Event]) -> list[Sentence]:
        """As `on`, where nothing new is about the viewer: it is told as to everybody, who saw these events."""
        known: dict[int, list[Sentence]] = self._everybody._by_event if self._everybody else {}
        more: list[Sentence] = []
        for number in range(self._events, len(events)):
            follow(self.places, events[number])
            more += known.get(number, ())
        self._lines = [*self._lines, *more] if more else self._lines
        self._events = len(events)
        return self._lines

    def _tell(self, view: IndexedView) -> Iterator[Iterable[Sentence]]:
        """What was told shortly before decides whether chips need words of their own."""
        events, spots = view.events, view.spots
        view = self._with_hands(view, spots)
        known = self._everybody._by_event if self._everybody else None
        for number in range(self._events, len(events)):
            event = events[number]
            follow(self.places, event)
            if isinstance(event, Moved) and _split_off(view, event.into):
                self._hands.add(event.into.owner)
                view = self._with_hands(view, spots)
            if known is not None:
                if not concerns(view, event):
                    yield known.get(number, ())
                    continue
                self.concerned += 1
                self.apart |= _shown_in(event)
            match event:
                case Acted():
                    found = _acted(view, number, event)
                case Transfer():
                    found = _paid(view, number, event)
                case Dealt() | Moved() | Turned():
                    found = cards_sentence(view, number, event, self.places)
                case _:
                    found = _other(view, number, event)
            if known is None:
                self._by_event[number] = [*found]
            yield found if known is not None else self._by_event[number]

    def _with_hands(self, view: IndexedView, spots: Sequence[Spot]) -> IndexedView:
        there = tuple(spot for spot in spots if not spot.circle or spot.id in self._hands)
        return view if there == view.spots else view.with_spots(there)


def _other(view: IndexedView, number: int, event: Event) -> Iterator[Sentence]:
    match event:
        case Settled():
            says = f"{spot_name(view, view.spot(event.spot))}, {settled(view, event)}"
            yield Sentence(says, event.cite, "settled", mine(view, event.spot), drawn=True, event=number)
        case Metered():
            yield Sentence(f"The {_jackpot(view, event.jackpot)} now reads {dollars(event.reads)}", event=number)
        case Rolled() if view.rules.poker:  # a number is a card of the deck, for which the button goes
            cards = pretty(each - 1 for each in event.numbers)
            yield Sentence(f"Cards for the button: {cards}", kind="chance", event=number)
        case Rolled():
            yield Sentence(f"{event.what}: {', '.join(map(str, event.numbers))}", kind="chance", event=number)
        case Marked():
            about = f" ({event.says})" if event.says else ""
            marker = event.marker[:1].upper() + event.marker[1:]
            # A picture shows where it lies; what it says is told: the first or the second turn of a player-dealer.
            yield Sentence(f"{marker}: {at_seat(view, event.seat)}{about}", drawn=not event.says, event=number)
        case Said():
            who = f"{spot_name(view, view.spot(event.who))}: " if event.who else ""
            yield Sentence(f"{who}{event.text}", event.cite, "said", mine(view, event.who), event=number)


def _shown_in(event: Event) -> set[Place | str]:
    """The places and spots of which an event shows something that may be for some eyes alone."""
    match event:
        case Dealt():
            return {event.place}
        case Moved():
            return {event.place, event.into, *filter(None, (event.place.owner, event.into.owner))}
        case Acted() if event.spot != HOUSE_SPOT.id:
            return {event.spot}
    return set()


def _split_off(view: IndexedView, place: Place) -> bool:
    return place.kind == "hand" and not any(spot.id == place.owner for spot in view.spots)


# -- what people do ---------------------------------------------------------------------------------------------------


def _acted(view: IndexedView, number: int, event: Acted) -> Iterator[Sentence]:
    if event.spot == HOUSE_SPOT.id:
        if event.action == "clock":
            says = f"The clock reads {event.value} minutes of play"
        elif event.about:
            says = f"The meter of the {_jackpot(view, event.about)} reads {dollars(event.value)}"
        else:
            says = f"{spot_name(view, view.spot(event.action))} is first by the cards that show"
        yield Sentence(says, event=number)
        return
    if event.action in ("show", "expose"):  # the cards that are turned over tell it
        return
    rest = view.events[number + 1 : number + 1 + MOST_TOGETHER]
    act = _poker_act(view, event, rest) if view.rules.poker else _act(view, event, rest)
    if event.absent:
        act += " (no answer)"
    yield Sentence(f"{subject(view, event.spot)} {act}", "", "acted", mine(view, event.spot), event=number)


def last_action(view: IndexedView, spots: Collection[str]) -> str:
    """What the bettor of these spots did last, in a few words without their name.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 20000, "bob": 50000}, seed=7)
    >>> round.answer(round.ask.spot, "call")
    >>> last_action(IndexedView(round.view()), {"1"}), last_action(IndexedView(round.view()), {"2"})
    ('calls $1', '')
    """
    for number in range(len(view.events) - 1, -1, -1):
        event = view.events[number]
        if isinstance(event, Acted) and event.spot in spots:
            act, rest = _poker_act if view.rules.poker else _act, view.events[number + 1 :]
            return (
                verb(view, event.action, event.spot) if event.action in ("show", "expose") else act(view, event, rest)
            )
    return ""


def _act(view: IndexedView, event: Acted, rest: Sequence[Event]) -> str:
    rules = view.rules
    # A layout may call the wager otherwise than the script calls the act: Washington's raise is a Play.
    raises = type(event.value) is int and event.action in rules.wager
    does = verb(view, label(rules, event.action).lower() if raises else event.action, event.spot)
    match event.value:
        case None:
            if event.action == "set":
                return f"{does} the hand"
            match rest[:1]:
                case (Transfer(cause="wager", spot=event.spot) as placed,):
                    return f"{does}, {_on(view, placed)}"
            return does
        case dict() as rows if event.action in ("place", "set"):
            away = [each for each in takewhile(lambda each: isinstance(each, Moved), rest) if isinstance(each, Moved)]
            thrown = away[len(rows)].cards if len(away) > len(rows) else ()
            more = f" and {verb(view, 'throw', event.spot)} {_thrown(thrown)} away" if thrown else ""
            return f"{does} {rows_words(rows)}{more}"
        case dict() as wagers:
            bets = ", ".join(f"{label(rules, name)} {dollars(amount)}" for name, amount in wagers.items())
            return f"{does} {bets or 'nothing'}"
        case int() as amount:
            return f"{does} {'' if raises else 'with ' if event.action == 'bank' else 'for '}{dollars(amount)}"
        case cards:
            return f"{does} {pretty(cards)} in front" if event.action == "set" else f"{does} {pretty(cards)}"


def _poker_act(view: IndexedView, event: Acted, rest: Sequence[Event]) -> str:
    """What a poker player does, in the table's words: raises are told by what they raise to."""
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
            return f"{does} {_thrown(thrown)}" if thrown else f"{verb(view, 'stand', event.spot)} pat"
    return does


def _thrown(cards: Sequence[Card]) -> str:
    """Cards thrown away: to others, how many."""
    if UNKNOWN not in cards:
        return pretty(cards)
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


# -- chips ------------------------------------------------------------------------------------------------------------


def _paid(view: IndexedView, number: int, event: Transfer) -> Iterator[Sentence]:
    """Chips that moved, unless what somebody said or what was settled has told of them."""
    before = view.events[number - 1] if number else None
    who = subject(view, event.spot) if event.spot else ""
    ours = mine(view, event.spot)
    amount = dollars(event.amount)

    def line(says: str, cite: str = "", *, drawn: bool = False) -> Sentence:
        return Sentence(says, cite, "chips", ours, drawn, number)

    def does(action: str) -> str:
        return f"{who} {verb(view, action, event.spot)}"

    match event.cause:
        case "wager" if not _told(event, view.events[:number]):
            yield line(f"{does('put')} {_on(view, event)}", drawn=True)
        case "bet" if not (isinstance(before, Acted) and before.spot == event.spot):
            yield line(f"{does('post')} {amount}")
        case "ante":
            yield line(f"{does('ante')} {amount}")
        case "dead":
            yield line(f"{does('post')} {amount} that is dead")
        case "uncalled" | "returned":
            yield line(f"{does('get')} {amount} back: {event.why}")
        case "bank" if event.payer.kind == "bank":
            yield line(f"{does('get')} {amount} back: {event.why}", drawn=True)
        case "fee" if event.spot:
            yield line(f"{does('pay')} a collection of {amount}", event.cite)
        case "fee":
            yield line(f"A collection of {amount} is taken from the pot", event.cite)
        case "drop" if not (isinstance(before, Transfer) and _same_drop(before, event)):
            yield line(_dropped(view, event, view.events[number + 1 : number + 1 + MOST_TOGETHER]), drawn=True)
        case "jackpot":
            meter = f"from the meter of the {_jackpot(view, event.payer.owner)}" if event.payer.kind == "meter" else ""
            yield line(f"{who} {'are' if ours else 'is'} paid {amount} {meter or 'by the house'}")
        case "seed":
            source = "its reserve" if event.payer.kind == "reserve" else "the house"
            yield line(f"The {_jackpot(view, event.payee.owner)} gets {amount} from {source}: {event.why}", event.cite)
        case "points":
            loser = person(view, event.payer.owner)
            says = f"{does('win')} {amount} from {'you' if loser == 'You' else loser}, {event.line}: {event.why}"
            involved = ours or event.payer.owner == view.viewer
            yield Sentence(says, event.cite, "won", involved, drawn=involved, event=number)
        case "pot":
            says = f"{does('win')} {amount} from the {event.wager}: {event.why}"
            yield Sentence(says, event.cite, "won", ours, event=number)


def _told(event: Transfer, earlier: Sequence[Event]) -> bool:
    """Whether the bettor has just said that these chips go there."""
    said = next((each for each in reversed(earlier) if isinstance(each, Acted) and each.spot == event.spot), None)
    if said is None:
        return False
    return (
        said is earlier[-1] or type(said.value) is int or (isinstance(said.value, dict) and event.wager in said.value)
    )


def _same_drop(one: Transfer, other: Transfer) -> bool:
    return one.cause == other.cause and one.payer == other.payer


def _dropped(view: IndexedView, event: Transfer, rest: Sequence[Event]) -> str:
    """Where a wager on a jackpot goes: its meter, its reserve, the house."""
    names = {"meter": "the meter", "reserve": "the reserve"}
    more = takewhile(lambda each: isinstance(each, Transfer) and _same_drop(each, event), rest)
    shares = [event, *(each for each in more if isinstance(each, Transfer))]
    told = ", ".join(f"{dollars(each.amount)} to {names.get(each.payee.kind, 'the house')}" for each in shares)
    return f"{spot_name(view, view.spot(event.spot))}, {label(view.rules, event.wager)}: {told}"


def settled(view: IndexedView, event: Settled) -> str:
    """What became of a wager in one line.

    >>> import cardroom
    >>> view = IndexedView(cardroom.game("three-card-poker-6-card-bonus").round(2, seed=1).view())
    >>> settled(view, Settled("2", "ante", 500, 500, 300, "higher hand", True, "Ante: higher hand pays 1 to 1"))
    "Ante $5: +$3 (higher hand pays 1 to 1; the bank's wager reaches $3 of $5)"
    """
    wager = label(view.rules, event.wager) + (f" {dollars(event.stake)}" if event.stake else "")
    return f"{wager}: {signed(event.net)} ({reason(view, event)})"


def reason(view: IndexedView, event: Settled) -> str:
    """Why, without the wager's name, and with what the bank could not cover."""
    why = event.why.removeprefix(f"{label(view.rules, event.wager)}: ")
    if event.net != event.due:
        why += f"; the bank's wager reaches {dollars(abs(event.net))} of {dollars(abs(event.due))}"
    if event.breakage:
        why += f"; {event.breakage} cent is breakage"
    return why


def signed(amount: int) -> str:
    """A change of money.

    >>> signed(500), signed(-250), signed(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"{'+' if amount > 0 else ''}{dollars(amount)}"


def _jackpot(view: IndexedView, name: str) -> str:
    return view.rules.jackpot[name].label


def _on(view: IndexedView, event: Transfer) -> str:
    return f"{dollars(event.amount)} on {label(view.rules, event.wager)}"
