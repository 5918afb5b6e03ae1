"""A poker hand, read bet by bet from its events: who was dealt in, what each betting round was, who won what."""

from __future__ import annotations

from typing import NamedTuple
from weakref import ref

from cardroom.cards import Card
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.hands import Key
from cardroom.errors import InvariantError
from cardroom.play.round import BOARD, BOARDS, Acted, Dealt, Moved, Transfer, Turned
from cardroom.rulebook import RuleSet

__all__ = ["Act", "BettingRound", "Reading", "poker", "reading"]

BETS = frozenset(("check", "call", "bet", "raise", "fold", "bring-in"))
SCRIPTS = frozenset(("community", "draw", "stud", "mexican"))


def poker(rules: RuleSet) -> bool:
    """Whether a rule set is one of the poker games."""
    return rules.poker is not None and rules.script in SCRIPTS


class Act(NamedTuple):
    """What a player did in turn."""

    place: int
    """Its place in the order of events."""
    spot: str
    action: str
    to: int
    """The player's bet after it."""
    paid: int


class BettingRound:
    """One round of wagering."""

    def __init__(self, number: int, live: list[str], bets: dict[str, int], behind: dict[str, int], pot: int) -> None:
        self.number = number
        """The round of the hand, from 0, also when earlier ones had no betting."""
        self.live = live
        """Who was in the hand at its start, from the left of the button."""
        self.bets = bets
        """What lay in front of each at its start: blinds and the like."""
        self.behind = behind
        """The chips that each had behind at its start."""
        self.pot = pot
        """What was in the middle at its start."""
        self.acts: list[Act] = []
        self.closed = False
        """Whether the bets were gathered after it."""


class Reading:
    """A poker hand."""

    def __init__(self, facts: RoundHistory) -> None:
        rules = facts.rules
        if rules.poker is None:
            raise InvariantError(f"{rules.game} is not a poker game")
        self._facts = ref(facts)  # the facts keep the reading
        self.rules, self.poker = rules, rules.poker
        self.button = next((event.seat for _, event in facts.marked if event.marker == "button"), 0)
        self.players: list[str] = []
        """Who was dealt in, in the order of their first cards."""
        self.forced: list[Transfer] = []
        """Antes, blinds and posts, before any card."""
        self.rounds: list[BettingRound] = []
        self.put_in: dict[str, int] = {}
        """What each player's bets put into the pot, without dead money."""
        self.dead = 0
        self.folded: list[str] = []
        self.shown: list[str] = []
        self.mucked: list[str] = []
        self.pushed: list[Transfer] = []
        self.fees: list[tuple[int, int, int]] = []
        """Each fee: its place, its amount, and what the pot held before it."""
        self.held: dict[str, list[Card]] = {}
        """The cards of each player at the end."""
        self.ups: dict[str, list[Card]] = {}
        """The cards of each player that lay face up before the showdown, in the order in which they did."""
        self.joker: dict[str, str] = {}
        """How each joker was dealt: "up" or "down"."""
        self.boards: list[list[Card]] = [[] for _ in BOARDS]
        self.drawn = 0
        """Draws that were made."""
        self.keys: dict[tuple[str, str, int], Key | None] = {}
        """How good each hand is by a ranking on a board, as far as it was judged."""
        self._seats = {spot.id: spot.seat for spot in facts.spots}
        self._orders: dict[int, list[str]] = {}
        self._out: dict[int, set[str]] = {}
        self._read(facts)

    def _read(self, facts: RoundHistory) -> None:
        stacks = {spot.id: facts.stacks[spot.bettor] for spot in facts.spots}
        bets: dict[str, int] = {}
        pot, streets = 0, 0
        now: BettingRound | None = None
        last: Act | None = None
        drawing = False
        showdown = False
        dealt_in: dict[str, None] = {}
        for place, event in enumerate(facts.events):
            if type(event) is Transfer:
                cause, amount, spot = event.cause, event.amount, event.spot
                if cause in ("bet", "ante"):
                    stacks[spot] -= amount
                    bets[spot] = bets.get(spot, 0) + amount
                    if not dealt_in:
                        self.forced.append(event)
                    elif last is not None and now is not None and last.spot == spot and last.paid == 0:
                        now.acts[-1] = last = last._replace(to=bets[spot], paid=amount)
                elif cause == "dead":
                    stacks[spot] -= amount
                    pot += amount
                    self.dead += amount
                    self.forced.append(event)
                elif cause == "uncalled":
                    stacks[spot] += amount
                    bets[spot] -= amount
                    if not dealt_in:
                        self.forced.append(event)
                elif cause == "gathered":
                    bets[spot] -= amount
                    pot += amount
                    self.put_in[spot] = self.put_in.get(spot, 0) + amount
                    if now is not None:
                        now.closed = True
                elif cause == "fee":
                    self.fees.append((place, amount, pot))
                    pot -= amount
                elif cause == "pot":
                    stacks[spot] += amount
                    pot -= amount
                    self.pushed.append(event)
            elif type(event) is Dealt:
                where = event.place
                if where.kind == "hand":
                    now = None
                    dealt_in[where.owner] = None
                    self.held.setdefault(where.owner, []).extend(event.cards)
                    if event.to is None:
                        self.ups.setdefault(where.owner, []).extend(event.cards)
                    if 52 in event.cards:
                        self.joker[where.owner] = "up" if event.to is None else "down"
                elif where.kind == "board":
                    now = None
                    streets += where == BOARD
                    self.boards[BOARDS.index(where)].extend(event.cards)
                elif where.kind == "burn":
                    drawing = False
            elif type(event) is Acted:
                action, spot = event.action, event.spot
                if action in BETS:
                    if now is None:
                        live = [each for each in dealt_in if each not in self.folded]
                        number = self._number(streets, live)
                        now = BettingRound(number, live, dict(bets), {each: stacks[each] for each in live}, pot)
                        self.rounds.append(now)
                    last = Act(place, spot, action, bets.get(spot, 0), 0)
                    now.acts.append(last)
                    if action == "fold":
                        self.folded.append(spot)
                elif action == "discard":
                    now = None
                    if self.poker.draws and not drawing:
                        self.drawn += 1
                        drawing = True
                elif action == "muck":
                    self.mucked.append(spot)
                    showdown = True
                elif action == "show":
                    showdown = True
            elif type(event) is Moved:
                there = self.held.get(event.place.owner, []) if event.place.kind == "hand" else []
                for card in event.cards if there else ():
                    there.remove(card)
                if event.into.kind == "hand":
                    self.held.setdefault(event.into.owner, []).extend(event.cards)
            elif type(event) is Turned and event.place.kind == "hand":
                owner, held = event.place.owner, self.held.get(event.place.owner, [])
                if len(event.at) == len(held):
                    self.shown.append(owner)
                    self.held[owner] = [*event.cards]
                elif not showdown:
                    self.ups.setdefault(owner, []).extend(event.cards)
        self.players = [*dealt_in]
        self.streets = streets
        self.live = [each for each in self.players if each not in self.folded]

    def _number(self, streets: int, live: list[str]) -> int:
        """The round of the hand, by the cards that have come."""
        poker = self.poker
        if poker.structure == "community":
            return streets - bool(poker.board[0])
        if poker.structure == "draw":
            return self.drawn
        first = len(poker.streets[0])
        return max(len(self.held[each]) for each in live) + len(self.boards[0]) - first

    @property
    def facts(self) -> RoundHistory:
        """The round of the hand."""
        facts = self._facts()
        if facts is None:
            raise InvariantError("the round of this hand is gone")
        return facts

    def out(self, number: int) -> set[str]:
        """Who folded in this betting round or an earlier one."""
        if number not in self._out:
            rounds = [each for each in self.rounds if each.number <= number]
            self._out[number] = {act.spot for each in rounds for act in each.acts if act.action == "fold"}
        return self._out[number]

    # -- seats ---------------------------------------------------------------------------------------------------

    def seat(self, spot: str) -> int:
        """The seat of a player."""
        return self._seats[spot]

    def from_left_of(self, seat: int, spots: list[str]) -> list[str]:
        """Players clockwise, beginning at the left of a seat."""
        if seat not in self._orders:
            seats = self._seats
            self._orders[seat] = sorted(seats, key=lambda spot: (seats[spot] <= seat, seats[spot]))
        return [spot for spot in self._orders[seat] if spot in spots]

    @property
    def dealt(self) -> bool:
        """Whether a hand was dealt."""
        return bool(self.players)

    @property
    def bomb(self) -> bool:
        """Whether it was a bomb pot, which no document has."""
        return any("Bomb pot" in event.text for _, event in self.facts.said)


@once
def reading(facts: RoundHistory) -> Reading:
    """The poker hand of a round."""
    return Reading(facts)
