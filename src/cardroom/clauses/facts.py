"""A finished round as its record tells it: who bet, which cards came where, what was decided, where chips went.

Clauses read a round only through this: the opening, the events that the replay of a record gives, and the state that
goes to the next round. Nothing here knows a script.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from typing import Any, TypeVar

from cardroom.cards import UNKNOWN, Card
from cardroom.play.round import (
    Acted,
    Carry,
    Dealt,
    Event,
    Marked,
    Metered,
    Moved,
    Place,
    Rolled,
    Round,
    Said,
    Settled,
    Spot,
    Transfer,
    Turned,
    hand_of,
)
from cardroom.rulebook import RuleSet

__all__ = ["RoundHistory", "facts_of", "once"]

T = TypeVar("T")


class RoundHistory:
    """A finished round. The lists are in the order of events; each item has its place in that order first."""

    def __init__(
        self,
        rules: RuleSet,
        spots: Sequence[Spot],
        stacks: Mapping[str, int],
        carried: Carry,
        carry: Carry,
        events: Sequence[Event],
        left: int,
    ) -> None:
        self.rules, self.spots, self.stacks, self.carried, self.carry = rules, spots, stacks, carried, carry
        self.events = events
        self.left = left
        """Cards that are left in the deck or shoe."""
        self.known: dict[Any, Any] = {}
        """What was found for several clauses."""
        self.acted: list[tuple[int, Acted]] = []
        self.dealt: list[tuple[int, Dealt]] = []
        self.moved: list[tuple[int, Moved]] = []
        self.turned: list[tuple[int, Turned]] = []
        self.transfers: list[tuple[int, Transfer]] = []
        self.settled: list[tuple[int, Settled]] = []
        self.marked: list[tuple[int, Marked]] = []
        self.metered: list[tuple[int, Metered]] = []
        self.said: list[tuple[int, Said]] = []
        self.rolled: list[tuple[int, Rolled]] = []
        lists: dict[type, Any] = {
            Acted: self.acted,
            Dealt: self.dealt,
            Moved: self.moved,
            Turned: self.turned,
            Transfer: self.transfers,
            Settled: self.settled,
            Marked: self.marked,
            Metered: self.metered,
            Said: self.said,
            Rolled: self.rolled,
        }
        for place, event in enumerate(events):
            lists[type(event)].append((place, event))

    # -- cards ---------------------------------------------------------------------------------------------------

    @cached_property
    def came(self) -> dict[Place, list[Card]]:
        """All cards that came to each place, from the deck or from another place, in order. None is taken away."""
        came: dict[Place, list[Card]] = {}
        for event in self.events:
            if type(event) is Dealt:
                came.setdefault(event.place, []).extend(event.cards)
            elif type(event) is Moved:
                came.setdefault(event.into, []).extend(event.cards)
        return came

    @cached_property
    def hands(self) -> dict[Place, list[Card]]:
        """The cards at each place at the end."""
        hands: dict[Place, list[Card]] = {}
        for event in self.events:
            if type(event) is Dealt:
                hands.setdefault(event.place, []).extend(event.cards)
            elif type(event) is Moved:
                left = hands.get(event.place, [])
                hands[event.place] = [card for at, card in enumerate(left) if at not in event.at]
                hands.setdefault(event.into, []).extend(event.cards)
        return hands

    def cards(self, spot: str, part: str = "") -> list[Card]:
        """The cards that came to a spot's hand."""
        return self.came.get(hand_of(spot, part), [])

    @cached_property
    def unknown(self) -> bool:
        """Whether the record does not have all cards, as a hand from another program may not."""
        return any(UNKNOWN in event.cards for _, event in self.dealt)

    # -- chips ---------------------------------------------------------------------------------------------------

    @cached_property
    def staked(self) -> dict[tuple[str, str], int]:
        """All that was placed on each wager of each spot, in cents."""
        staked: dict[tuple[str, str], int] = {}
        for _, move in self.transfers:
            if move.cause == "wager":
                key = move.payee.owner, move.payee.part
                staked[key] = staked.get(key, 0) + move.amount
        return staked

    @cached_property
    def bettors(self) -> list[str]:
        """The spots with a wager, in the order of their first."""
        return list(dict.fromkeys(spot for spot, _ in self.staked))

    @cached_property
    def results(self) -> dict[tuple[str, str], Settled]:
        """What was decided of each wager. A wager that is decided twice has the last."""
        return {(event.spot, event.wager): event for _, event in self.settled}

    @cached_property
    def decided(self) -> dict[str, list[tuple[str, Settled]]]:
        """What was decided of each wager, by its name: the spot and the decision."""
        decided: dict[str, list[tuple[str, Settled]]] = {}
        for (spot, wager), event in self.results.items():
            decided.setdefault(wager, []).append((spot, event))
        return decided

    # -- people --------------------------------------------------------------------------------------------------

    @cached_property
    def by_id(self) -> dict[str, Spot]:
        """The spots at the start, by name."""
        return {spot.id: spot for spot in self.spots}

    def circle(self, spot: str) -> Spot:
        """The spot at the start that a hand belongs to: its own, or the one it was split from."""
        return self.by_id[spot] if spot in self.by_id else self.by_id[spot.rpartition(".")[0]]

    @cached_property
    def banker(self) -> Spot | None:
        """The player-dealer's spot, by the chips that went into the bank."""
        for _, move in self.transfers:
            if move.cause == "bank" and move.payee.kind == "bank":
                return self.by_id[move.payee.owner]
        return None

    @cached_property
    def bank(self) -> int:
        """The player-dealer's wager."""
        return sum(move.amount for _, move in self.transfers if move.cause == "bank" and move.payee.kind == "bank")

    @cached_property
    def dealer(self) -> Place:
        """Where the cards to beat are: the player-dealer's hand, or the house dealer's."""
        return hand_of(self.banker.id) if self.banker else Place("dealer")

    def clockwise(self, after: int) -> list[Spot]:
        """The spots clockwise from the left of a seat; backline bettors directly after their seat."""
        return sorted(self.spots, key=lambda spot: (spot.seat <= after, spot.seat, spot.backline))

    def mark(self, marker: str) -> int:
        """The seat of a marker; 0 if it was not placed."""
        return next((event.seat for _, event in reversed(self.marked) if event.marker == marker), 0)

    def chose(self, *actions: str) -> list[tuple[int, Acted]]:
        """The answers with these actions."""
        return [each for each in self.acted if each[1].action in actions]


def once(find: Callable[[RoundHistory], T]) -> Callable[[RoundHistory], T]:
    """Let several clauses share what one function finds in a round."""

    @wraps(find)
    def found(facts: RoundHistory) -> T:
        if find not in facts.known:
            facts.known[find] = find(facts)
        return facts.known[find]  # type: ignore[no-any-return]

    return found


def facts_of(round: Round) -> RoundHistory:
    """The facts of a finished round, for example one that was replayed from its record."""
    return RoundHistory(
        round.rules, round.seated, round.stacks, round.carried, round.carry, round.events, round.cards.left
    )
