"""A round as text: one line for each thing that happened, as plain sentences without color.

Golden transcripts, `cardroom replay` and the terminal table all read these lines. What is told is what the events
show: give the events of a seat's view, and nothing is told that this seat could not see.
"""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card, pretty
from cardroom.money import dollars
from cardroom.play.events import Acted, Dealt, Event, Fee, Moved, Placed, Returned, Rolled, Said, Settled, Turned, Won
from cardroom.play.round import Round, View
from cardroom.rulebook import RuleSet

__all__ = ["Sentence", "label", "metered", "reason", "sentences", "settled", "signed", "tell", "transcript"]


def transcript(round: Round, view: View | None = None) -> list[str]:
    """The whole round as lines: with a view as that seat saw it, without one as the house knows it.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round(2, seed=7)
    >>> round.answer(1, "bank", 50000)
    >>> round.default(2)
    >>> print(*transcript(round), sep="\\n")
    Three Card Poker 6 Card Bonus (500-club, GEGR-002040)
    Seat 1: $1,000, seat 2: $1,000
    <BLANKLINE>
    Seat 1 banks with $500
    Seat 2 is absent: sits out
    Nobody bets: no round is dealt
    Seat 1 gets $500 back: what the bank did not pay out
    <BLANKLINE>
    Net: nobody won or lost
    """
    rules = round.rules
    stacks = ", ".join(f"{_name(bettor)}: {dollars(amount)}" for bettor, amount in round.stacks.items())
    told = tell(view.events if view else round.events, rules, round.dealer)
    changes = [f"{_name(account)} {signed(change)}" for account, change in round.net.items() if change]
    return [
        f"{rules.name} ({rules.rules}, {rules.id})",
        stacks[:1].upper() + stacks[1:],
        "",
        *told,
        "",
        "Net: " + (", ".join(changes) or "nobody won or lost"),
    ]


def tell(events: Iterable[Event], rules: RuleSet, dealer: str = "", you: str = "") -> Iterator[str]:
    """Each event as a line, and its citation as an indented one; `you` is the spot that reads it."""
    for sentence in sentences(events, rules, dealer, you):
        yield sentence.says
        if sentence.cite:
            yield f"    {sentence.cite}"


class Sentence(NamedTuple):
    """An event in words, and the rule behind it."""

    event: Event
    says: str
    cite: str = ""


def sentences(events: Iterable[Event], rules: RuleSet, dealer: str = "", you: str = "") -> Iterator[Sentence]:
    """Each event in words; chips that follow from what somebody just said are told with it."""
    if rules.poker:
        yield from _poker(list(events), rules, you)
        return
    told: set[tuple[str, str]] = set()
    events = list(events)
    meters = iter(_meters(events, rules))
    for event, follows in zip_longest(events, events[1:]):
        match event:
            case Acted(spot="house", value=reading):
                yield Sentence(event, f"The meter of the {next(meters, 'jackpot')} reads {dollars(reading)}")
            case Acted():
                says = _acted(event, rules, you)
                if isinstance(event.value, dict):
                    told |= {(event.spot, wager) for wager in event.value}
                elif event.value is not None:
                    told.add((event.spot, event.action))
                elif isinstance(follows, Placed) and follows.spot == event.spot:
                    told.add((event.spot, follows.wager))
                    says += f", {_on(follows, rules)}"
                yield Sentence(event, says)
            case Placed():
                if (event.spot, event.wager) not in told:
                    verb = _verb("put", event.spot, you)
                    yield Sentence(event, f"{_who(event.spot, you)} {verb} {_on(event, rules)}")
            case Dealt(place="burn", cards=cards):
                yield Sentence(event, f"{pretty(cards)} {'is' if len(cards) == 1 else 'are'} burned")
            case Dealt():
                verb = _verb("get", event.place, you)
                yield Sentence(event, f"{_who(event.place, you, dealer)} {verb} {pretty(event.cards)}")
            case Turned():
                verb = _verb("show", event.place, you)
                yield Sentence(event, f"{_who(event.place, you, dealer)} {verb} {pretty(event.cards)}")
            case Moved():
                verb = _verb("get", event.into, you)
                pile = f"{event.place}: " if event.place.startswith("pile") else ""
                yield Sentence(event, f"{_who(event.into, you, dealer)} {verb} {pile}{pretty(event.cards)}")
            case Settled():
                yield Sentence(event, f"{_who(event.spot, you)}, {settled(event, rules)}", event.cite)
            case Returned():
                verb = _verb("get", event.spot, you)
                back = f"{dollars(event.amount)} back: {event.why}"
                yield Sentence(event, f"{_who(event.spot, you)} {verb} {back}")
            case Fee():
                verb = _verb("pay", event.spot, you)
                fee = f"a collection of {dollars(event.amount)}"
                yield Sentence(event, f"{_who(event.spot, you)} {verb} {fee}", event.cite)
            case Rolled():
                yield Sentence(event, f"{event.what}: {', '.join(map(str, event.numbers))}")
            case Said():
                yield Sentence(event, event.text, event.cite)


def _poker(events: list[Event], rules: RuleSet, you: str) -> Iterator[Sentence]:
    """The same at a poker table, where bets have names, and cards that come together are told together."""
    dealt: list[Dealt] = []
    for before, event, follows in zip([None, *events], events, [*events[1:], None], strict=False):
        match event:
            case Acted(action="show") | Moved():  # the cards shown, or what was discarded, are told already
                pass
            case Acted(spot="house"):
                yield Sentence(event, f"Seat {event.action} is first by the cards that show")
            case Acted():
                yield Sentence(event, f"{_who(event.spot, you)} {_poker_act(event, follows, you)}")
            case Placed():
                if not (isinstance(before, Acted) and before.spot == event.spot):
                    says = f"{_who(event.spot, you)} {_verb('post', event.spot, you)} {dollars(event.amount)}"
                    yield Sentence(event, says)
            case Dealt() if event.place != "burn":
                dealt.append(event)
                if not (isinstance(follows, Dealt) and follows.place == event.place):
                    who = f"{_who(event.place, you)} {_verb('get', event.place, you)}"
                    yield Sentence(event, f"{who} {_faces(dealt, rules)}")
                    dealt = []
            case Won():
                verb = _verb("win", event.spot, you)
                won = f"{dollars(event.amount)} from the {event.pot}: {event.why}"
                yield Sentence(event, f"{_who(event.spot, you)} {verb} {won}", event.cite)
            case Rolled():  # a number is a card of the deck, for which the button goes
                yield Sentence(event, f"Cards for the button: {pretty(number - 1 for number in event.numbers)}")
            case _:
                yield from sentences([event], msgspec.structs.replace(rules, poker=None), "", you)


def _faces(dealt: list[Dealt], rules: RuleSet) -> str:
    """Cards that came to a place together; at stud, which of them lie face up."""
    down = pretty(card for event in dealt if event.to is not None for card in event.cards)
    up = pretty(card for event in dealt if event.to is None for card in event.cards)
    if rules.script != "stud" or dealt[0].place == "board":
        return down + up
    return ", ".join(f"{cards} {face}" for cards, face in ((down, "down"), (up, "up")) if cards)


def _poker_act(event: Acted, follows: Event | None, you: str) -> str:
    """What a poker player does, in the table's words: raises are told by what they raise to."""
    verb = _verb(event.action, event.spot, you)
    paid = dollars(follows.amount) if isinstance(follows, Placed) else ""
    match event.action:
        case "call":
            said = f"{verb} {paid}"
        case "bet":
            said = f"{verb} {dollars(event.value)}"
        case "raise":
            said = f"{verb} to {dollars(event.value)}"
        case "bring-in":
            said = f"{_verb('bring', event.spot, you)} it in for {paid}"
        case "post":
            said = f"{verb} to be dealt in"
        case "wait":
            said = f"{verb} for the big blind"
        case "discard":
            moved = follows.cards if isinstance(follows, Moved) and follows.place == event.spot else ()
            thrown = moved if event.value is None else event.value
            said = f"{verb} {_cards(thrown)}" if thrown else f"{_verb('stand', event.spot, you)} pat"
        case _:
            said = verb
    return f"{'are' if event.spot == you else 'is'} absent: {said}" if event.absent else said


def _cards(cards: tuple[Card, ...]) -> str:
    """Cards thrown away: to others, how many."""
    if UNKNOWN not in cards:
        return pretty(cards)
    return "a card" if len(cards) == 1 else f"{len(cards)} cards"


def settled(event: Settled, rules: RuleSet) -> str:
    """What became of a wager in one line.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("three-card-poker-6-card-bonus")
    >>> settled(Settled("2", "ante", 500, 500, 300, "Ante: higher hand pays 1 to 1", ""), rules)
    "Ante $5: +$3 (higher hand pays 1 to 1; the bank's wager reaches $3 of $5)"
    """
    return f"{label(event.wager, rules)} {dollars(event.stake)}: {signed(event.net)} ({reason(event, rules)})"


def reason(event: Settled, rules: RuleSet) -> str:
    """Why, without the wager's name, and with what the bank could not cover."""
    why = event.why.removeprefix(f"{label(event.wager, rules)}: ")
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


def label(wager: str, rules: RuleSet) -> str:
    """A wager's name as the layout prints it."""
    return rules.wager[wager].label if wager in rules.wager else wager


def metered(rules: RuleSet) -> list[str]:
    """The wagers on the layout that may win a share of a meter.

    >>> from cardroom.rulebook import rule_set
    >>> metered(rule_set("four-card-frenzy"))
    ['galaxy']
    """
    wagers = rules.wagers().items()
    return [name for name, wager in wagers if any("meter" in pays for pays in rules.table(wager.pays).lines.values())]


def _acted(event: Acted, rules: RuleSet, you: str) -> str:
    who = _who(event.spot, you)
    # A layout may call the wager otherwise than the script calls the act: Washington's raise is a Play.
    raises = type(event.value) is int and event.action in rules.wager
    verb = _verb(label(event.action, rules).lower() if raises else event.action, event.spot, you)
    if event.absent:
        return f"{who} {'are' if event.spot == you else 'is'} absent: {verb}"
    match event.value:
        case None:
            return f"{who} {verb}"
        case dict() as wagers:
            bets = ", ".join(f"{label(name, rules)} {dollars(amount)}" for name, amount in wagers.items())
            return f"{who} {verb} {bets or 'nothing'}"
        case int() as amount:
            return f"{who} {verb} {'' if raises else 'with '}{dollars(amount)}"
        case cards:
            return f"{who} {verb} {pretty(cards) or 'no card'}"


def _meters(events: Iterable[Event], rules: RuleSet) -> list[str]:
    """The jackpots that somebody bet on, in the order in which scripts read their meters."""
    placed = {event.wager for event in events if isinstance(event, Placed)}
    return [rules.wager[name].label for name in metered(rules) if name in placed]


def _on(event: Placed, rules: RuleSet) -> str:
    return f"{dollars(event.amount)} on {label(event.wager, rules)}"


def _name(account: str) -> str:
    return f"seat {account}" if account.isdecimal() else account


def _who(place: str, you: str, dealer: str = "") -> str:
    if you and place.startswith(f"{you}."):  # a hand that was split from one's own
        return f"You (hand {place.partition('.')[2]})"
    name = "You" if place == you else f"Seat {place}" if place[:1].isdecimal() else place.capitalize()
    return f"{name} (player-dealer)" if place == dealer and name.lower() != dealer else name


_PHRASES = {"house-way": "play-the-House-Way"}
"""Actions whose name is no verb."""


def _verb(action: str, spot: str, you: str) -> str:
    """An action as a verb: "bets" of a seat, "bet" of you.

    >>> [_verb(action, "2", "1") for action in ("bet", "pass", "sit-out")]
    ['bets', 'passes', 'sits out']
    """
    verb, *rest = _PHRASES.get(action, action).split("-")
    if spot.partition(".")[0] != you:
        verb += "es" if verb.endswith(("s", "ch", "sh", "x")) else "s"
    return " ".join((verb, *rest))
