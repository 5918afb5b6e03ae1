"""A finished round as PHH, the open poker hand history format, for the variants that the format has."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, takewhile
from typing import Any

import msgspec

from cardroom.cards import text
from cardroom.games.poker.bomb import was_bomb_pot
from cardroom.histories.phh.format import ALIKE, VARIANTS, PHHError
from cardroom.play.round import BOARD, Acted, Dealt, Event, Place, Round, Spot, Transfer, Turned, View

__all__ = ["write_phh"]


def write_phh(round: Round, view: View | None = None) -> str:
    """A finished poker round as PHH, for the variants that the format has; with a view, as that bettor saw it.

    >>> import cardroom
    >>> game = cardroom.game("texas-holdem", rules="standard")
    >>> round = game.round({1: 10000, 2: 10000}, seed=1, carry={"own": {"button": 1}})
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> print(write_phh(round))
    variant = "NT"
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [100, 200]
    min_bet = 200
    starting_stacks = [10000, 10000]
    actions = ["d dh p1 ...", "d dh p2 ...", "p2 f"]
    finishing_stacks = [10100, 9900]
    players = ["1", "2"]
    """
    rules = round.rules
    if rules.poker is None:
        raise PHHError(f"the format has no variant for {rules.game}")
    played = ALIKE.get(rules.game, rules.game), rules.house("limit")
    names = [name for name, variant in VARIANTS.items() if variant == played]
    if not names:
        raise PHHError(f"the format has no variant for {rules.game} at {rules.house('limit')} limit")
    if not round.done:
        raise PHHError("the hand is not over")
    if any(
        isinstance(event, Transfer) and event.cause == "fee" and event.payer.kind != "pot" for event in round.events
    ):
        raise PHHError("the format has no collection that players pay beside the pot, and this hand has one")
    if was_bomb_pot(round.events):
        raise PHHError("the format has no bomb pot")
    events = round.events if view is None else view.events
    hands = (event.place for event in round.events if isinstance(event, Dealt) and event.place.kind == "hand")
    seats = [round.spot(spot) for spot in dict.fromkeys(hand.owner for hand in hands)]
    if not seats:
        raise PHHError("no hand was dealt")
    player = {spot.id: f"p{number}" for number, spot in enumerate(seats, 1)}
    stakes, antes = rules.stakes, list(rules.stakes.antes)
    antes = antes * len(seats) if len(antes) == 1 else _padded(antes, len(seats))
    dead = _dead_blinds(round, seats)
    if any(dead) and any(antes) and not rules.house("dead_antes"):
        raise PHHError("the format has no dead blind beside an ante that others must match")
    fields: dict[str, Any] = {
        "variant": names[0],
        "ante_trimming_status": not (rules.house("dead_antes") or any(dead)),
        "antes": [ante + blind for ante, blind in zip(antes, dead, strict=True)],
    }
    if rules.poker and rules.poker.structure == "stud":
        fields["bring_in"] = stakes.bring_in
    else:
        fields["blinds_or_straddles"] = _blinds(round, seats)
    if rules.house("limit") == "fixed":
        fields |= {"small_bet": stakes.small_bet, "big_bet": stakes.big_bet}
    else:
        fields["min_bet"] = stakes.minimum_bet
    fields["starting_stacks"] = [round.stacks[spot.bettor] for spot in seats]
    fields["actions"] = list(_phh_actions(round, events, player))
    fields["finishing_stacks"] = [round.chips.stack(spot) for spot in seats]
    if round.net["collection"]:
        fields["_rake"] = round.net["collection"]
    encoded = {name: msgspec.json.encode(value).decode().replace(",", ", ") for name, value in fields.items()}
    encoded["players"] = msgspec.json.encode([spot.bettor for spot in seats]).decode().replace('","', '", "')
    return "\n".join(f"{name} = {value}" for name, value in encoded.items())


def _padded(amounts: list[int], count: int) -> list[int]:
    return [*amounts, *[0] * count][:count]


def _posted(round: Round, spot: Spot, cause: str) -> int:
    """What a player has paid for this cause before the first card."""
    paid = takewhile(lambda event: not isinstance(event, Dealt), round.events)
    return sum(
        event.amount for event in paid if isinstance(event, Transfer) and (event.spot, event.cause) == (spot.id, cause)
    )


def _dead_blinds(round: Round, seats: list[Spot]) -> list[int]:
    """The dead blinds by position. The format has them as antes that no one matches. Heads-up, the first is second."""
    dead = [_posted(round, spot, "dead") for spot in seats]
    return dead if len(seats) > 2 else dead[::-1]


def _blinds(round: Round, seats: list[Spot]) -> list[int]:
    """The blinds by position. A post out of turn is negative."""
    amounts, before, after = round.rules.stakes.blinds, round.carried.own, round.carry.own
    blinds = [amounts[0], amounts[-1]] if len(seats) == 2 else [0] * len(seats)
    for place, spot in enumerate(seats if len(seats) > 2 else ()):
        if spot.seat in after.blinds:
            blinds[place] = dict(zip(after.blinds, amounts, strict=True))[spot.seat]
    for place, amount in enumerate(before.posts if before else ()):
        blinds[place] -= amount
    for event in round.events:
        if isinstance(event, Acted) and event.action == "post" and (poster := round.spot(event.spot)) in seats:
            if not _posted(round, poster, "bet"):
                continue
            place = seats.index(poster) if len(seats) > 2 else 1 - seats.index(poster)
            blinds[place] = -amounts[-1]
    return blinds


def _phh_actions(round: Round, events: Sequence[Event], player: Mapping[str, str]) -> Iterator[str]:
    """The round's events as actions of the format.

    Cards that a player gets one by one are written as one deal. Stud has a deal for each street, also where all are
    all-in and no action comes between two streets.
    """
    deals: dict[Place, str] = {}
    streets = {*accumulate(map(len, round.rules.poker.streets))} if round.rules.poker else set()
    got: Counter[Place] = Counter()
    last_word = ""  # the player who brought it in, until a player raises
    for number, event in enumerate(events):
        if isinstance(event, Dealt) and event.place.kind in ("hand", "board"):
            last_word = ""
            if event.place.kind == BOARD.kind or (event.place in deals and got[event.place] in streets):
                yield from _deal_actions(player, deals)
                deals = {}
            deals[event.place] = deals.get(event.place, "") + text(event.cards).replace(" ", "")
            got[event.place] += len(event.cards)
        elif isinstance(event, Acted) and event.spot in player and event.action not in _UNWRITTEN:
            if _discard_changed(events, number) or (event.spot == last_word and event.action == "check"):
                continue
            if event.spot == last_word and event.action == "raise":
                raise PHHError("the format does not allow the player who brought it in to raise after all have called")
            last_word = event.spot if event.action == "bring-in" else "" if event.action == "raise" else last_word
            yield from _deal_actions(player, deals)
            deals = {}
            yield _action_text(round, player, event)
        elif isinstance(event, Turned) and event.place.owner in player and _unasked(events[number - 1]):
            yield from _deal_actions(player, deals)
            deals = {}
            yield f"{player[event.place.owner]} sm {text(round.cards.hand(event.place.owner)).replace(' ', '')}"
    yield from _deal_actions(player, deals)


def _unasked(before: Event) -> bool:
    """Whether a hand that is turned after this event had to be shown: no answer turned it."""
    return not (isinstance(before, Acted) and before.action in ("show", "expose"))


def _discard_changed(events: Sequence[Event], number: int) -> bool:
    """Whether a discard was changed before new cards were dealt."""
    discard = events[number]
    for event in events[number + 1 :]:
        if isinstance(event, Dealt) or not isinstance(discard, Acted) or discard.action != "discard":
            return False
        if isinstance(event, Acted) and event.spot == discard.spot:
            return True
    return False


def _deal_actions(player: Mapping[str, str], came: Mapping[Place, str]) -> Iterator[str]:
    for place, cards in came.items():
        yield f"d db {cards}" if place.kind == BOARD.kind else f"d dh {player[place.owner]} {cards}"


def _action_text(round: Round, player: Mapping[str, str], event: Acted) -> str:
    who = player[event.spot]
    match event.action:
        case "bet" | "raise":
            return f"{who} cbr {event.value}"
        case "discard" if event.value is None:
            raise PHHError("the discards of others are hidden: only the house can write this hand")
        case "discard":
            return f"{who} sd {text(event.value).replace(' ', '')}".rstrip()
        case "show":
            return f"{who} sm {text(round.cards.hand(event.spot)).replace(' ', '')}"
    if event.action not in _ACTIONS:
        raise PHHError(f"the format has no action for {event.action}")
    return f"{who} {_ACTIONS[event.action]}"


_UNWRITTEN = {"post", "wait", "once", "twice", "three-times", "usual-hand"}
"""Actions that follow from the blinds and the boards of the document."""
_ACTIONS = {"fold": "f", "call": "cc", "check": "cc", "bring-in": "pb", "muck": "sm", "last": "sm"}
"""Actions without a value, as the format writes them. The last hand that stays in unseen is written as a muck."""
