"""Sentences about chips that move: where they go, and why."""

from collections.abc import Iterator, Sequence
from itertools import takewhile

from cardroom.money import dollars
from cardroom.play.round import Acted, Event, Transfer
from cardroom.show.pictures import IndexedView, Sentence
from cardroom.show.words.names import jackpot_name, label, mine, person, spot_name, subject, verb

__all__ = ["MOST_TOGETHER", "chips_sentence", "placed_words"]

MOST_TOGETHER = 20
"""The most later events that can be part of an event's sentence."""


def chips_sentence(view: IndexedView, number: int, event: Transfer) -> Iterator[Sentence]:
    """A sentence for chips that moved, or none where the sentence of an action or a settlement includes them."""
    before = view.events[number - 1] if number else None
    who = subject(view, event.spot) if event.spot else ""
    ours = mine(view, event.spot)
    amount = dollars(event.amount)

    def line(says: str, cite: str = "", *, drawn: bool = False) -> Sentence:
        return Sentence(says, cite, "chips", ours, drawn, number)

    def does(action: str) -> str:
        return f"{who} {verb(view, action, event.spot)}"

    match event.cause:
        case "wager" if not _announced(event, view.events[:number]):
            yield line(f"{does('put')} {placed_words(view, event)}", drawn=True)
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
            yield line(_jackpot_shares(view, event, view.events[number + 1 : number + 1 + MOST_TOGETHER]), drawn=True)
        case "jackpot":
            meter = event.payer.kind == "meter"
            payer = f"from the meter of the {jackpot_name(view, event.payer.owner)}" if meter else "by the house"
            yield line(f"{who} {'are' if ours else 'is'} paid {amount} {payer}")
        case "top-up":
            yield line(f"{does('get')} {amount} from the house, which makes up a share below the wager")
        case "seed":
            source = "its reserve" if event.payer.kind == "reserve" else "the house"
            jackpot = jackpot_name(view, event.payee.owner)
            yield line(f"The {jackpot} gets {amount} from {source}: {event.why}", event.cite)
        case "points":
            loser = person(view, event.payer.owner)
            says = f"{does('win')} {amount} from {'you' if loser == 'You' else loser}, {event.line}: {event.why}"
            involved = ours or event.payer.owner == view.viewer
            yield Sentence(says, event.cite, "won", involved, drawn=involved, event=number)
        case "pot":
            says = f"{does('win')} {amount} from the {event.wager}: {event.why}"
            yield Sentence(says, event.cite, "won", ours, event=number)


def _announced(event: Transfer, earlier: Sequence[Event]) -> bool:
    """Whether the bettor's last action already names this wager."""
    action = next((each for each in reversed(earlier) if isinstance(each, Acted) and each.spot == event.spot), None)
    if action is None:
        return False
    if action is earlier[-1] or type(action.value) is int:
        return True
    return isinstance(action.value, dict) and event.wager in action.value


def _same_drop(one: Transfer, other: Transfer) -> bool:
    return one.cause == other.cause and one.payer == other.payer


def _jackpot_shares(view: IndexedView, event: Transfer, rest: Sequence[Event]) -> str:
    """How a jackpot wager is divided between the meter, the reserve and the house."""
    names = {"meter": "the meter", "reserve": "the reserve"}
    more = takewhile(lambda each: isinstance(each, Transfer) and _same_drop(each, event), rest)
    shares = [event, *(each for each in more if isinstance(each, Transfer))]
    parts = ", ".join(f"{dollars(each.amount)} to {names.get(each.payee.kind, 'the house')}" for each in shares)
    return f"{spot_name(view, view.spot(event.spot))}, {label(view.rules, event.wager)}: {parts}"


def placed_words(view: IndexedView, event: Transfer) -> str:
    """A wager and its area: "$5 on Ante"."""
    return f"{dollars(event.amount)} on {label(view.rules, event.wager)}"
