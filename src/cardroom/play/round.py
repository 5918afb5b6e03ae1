"""The driver: it runs a game's script to its next asks, judges answers, moves chips and collects events.

A round is a pure function of rules, spots and stacks, carried state, shuffle and answers. There is no clock, no
network and no other source of chance in here, so running it again with the same answers is replay, recovery and audit.
The upper half of `Round` is for those who play it; the lower half is the script's own vocabulary.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from cardroom.cards import UNKNOWN, Card
from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.play.asks import Answer, Ask, Refused
from cardroom.play.bank import HOUSE, Coverage, Payoff
from cardroom.play.events import (
    Acted,
    Dealt,
    Event,
    Fee,
    Moved,
    Placed,
    Returned,
    Rolled,
    Said,
    Settled,
    Turned,
    Won,
)
from cardroom.play.spots import HOUSE_ACCOUNTS, HOUSE_SPOT, Spot, View, check_stacks, seated

if TYPE_CHECKING:
    from cardroom.play.game import Game

__all__ = ["HOUSE_SPOT", "Round", "Script", "Spot", "View"]

Script: TypeAlias = Generator[Ask | Sequence[Ask], Any, None]
"""A round as its chapter tells it: yields asks, is sent their answers."""


class Round:
    """One round of a game."""

    def __init__(
        self,
        game: Game,
        spots: Sequence[Spot],
        stacks: Mapping[str, int],
        shuffle: Shuffle | SealedShuffle,
        carry: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.spots = self.seated = seated(game.rules, tuple(spots))
        check_stacks(spots, stacks)
        self.stacks = dict(stacks)
        self.shuffle = shuffle
        self.carried: dict[str, Any] = _copied(carry or {})
        """The table's state before the round ..."""
        self.carry: dict[str, Any] = _copied(self.carried)
        """... and, when it is done, for the next one."""
        self.events: list[Event] = []
        self.answers: list[Answer] = []
        self.asks: tuple[Ask, ...] = ()
        self.accounts = {**dict.fromkeys(HOUSE_ACCOUNTS, 0), **self.stacks}
        self.layout: dict[tuple[str, str], int] = {}
        """Chips on the betting areas, by spot and wager."""
        self.hands: dict[str, list[Card]] = {}
        self.coverage = HOUSE
        self.dealer = "dealer"
        """The place of the cards to beat: the house dealer, or the player-dealer's spot."""
        self.action_button = 0
        """The seat that is settled first, where dice or the like have chosen one."""
        self.meters: dict[str, int] = {}
        """Jackpot meters as they stand, once they have been read ..."""
        self.seeds: dict[str, int] = {}
        """... and what each starts from again when all of it is won."""
        self._by_id = {spot.id: spot for spot in (*self.spots, HOUSE_SPOT)}
        self._given: dict[str, Answer] = {}
        self._single = False
        """Whether one spot is asked, and not several at once."""
        shoe = self.carried.get("shoe") or {"dealt": 0, "drawn": None}
        self.dealt: int = shoe["dealt"]
        """Cards that have left the deck or shoe ..."""
        self._earlier: int = self.dealt
        """... those of them that left it in earlier rounds and have not been shuffled again ..."""
        self._stock = shuffle.order
        """... and the order they come in, with what was shuffled again at its end."""
        self._drawn: int | None = shoe["drawn"]
        self._script = game.script(self)
        self._run(None)

    # -- for those who play it ----------------------------------------------------------------------------------

    @property
    def done(self) -> bool:
        """Whether the round is over."""
        return not self.asks

    @property
    def waiting(self) -> tuple[Ask, ...]:
        """The asks that are still without an answer."""
        return tuple(ask for ask in self.asks if ask.spot not in self._given)

    @property
    def ask(self) -> Ask:
        """The first ask without an answer."""
        if self._single and self.asks:
            return self.asks[0]
        for ask in self.asks:
            if ask.spot not in self._given:
                return ask
        raise Refused("The round is over; nobody is asked any more")

    def answer(self, spot: str | int, action: str, value: Any = None) -> None:
        """Answer for a spot. What the rules do not allow is `Refused`, and nothing has changed."""
        self._take(self._ask_of(str(spot)).check(action, value))

    def default(self, spot: str | int) -> None:
        """Answer as the rules do for somebody who is absent."""
        self._take(msgspec.structs.replace(self._ask_of(str(spot)).otherwise, absent=True))

    def play(self, answers: Iterable[Answer]) -> Round:
        """Give answers one after the other, as a record does."""
        for answer in answers:
            if not answer.absent:
                self.answer(answer.spot, answer.action, answer.value)
            else:
                ask = self._ask_of(answer.spot)
                if ask.check(answer.action, answer.value) != ask.otherwise:
                    raise Refused(f"{answer.spot} was absent, which means {ask.otherwise.action}, not {answer.action}")
                self.default(answer.spot)
        return self

    def view(self, viewer: str | int | None = None) -> View:
        """What a bettor may see; without one, what everybody may."""
        return View(self, None if viewer is None else str(viewer))

    def proof(self, viewer: str | int | None = None) -> dict[str, Any]:
        """What a bettor needs to check the cards of a sealed deck that they saw, and no other card."""
        if not isinstance(self.shuffle, SealedShuffle):
            raise ValueError(f"this deck is {self.shuffle.kind}, not sealed: its whole shuffle can be verified")
        seen = self.view(viewer).positions_seen()
        return self.shuffle.proof(number for number in seen if number < len(self.shuffle.order))

    @property
    def net(self) -> dict[str, int]:
        """What every account is better off by, in cents. When the round is done it sums to zero."""
        return {name: amount - self.stacks.get(name, 0) for name, amount in self.accounts.items()}

    def spot(self, id: str) -> Spot:  # noqa: A002
        """The spot of that id."""
        return self._by_id[id]

    def _ask_of(self, spot: str) -> Ask:
        if self._single and self.asks and self.asks[0].spot == spot:
            return self.asks[0]
        for ask in self.asks:
            if ask.spot == spot and spot not in self._given:
                return ask
        asked = ", ".join(ask.spot for ask in self.waiting)
        raise Refused(f"Spot {spot} is not asked now; " + (f"asked: {asked}" if asked else "the round is over"))

    def _take(self, answer: Answer) -> None:
        if self._single:
            self._tell(self.asks[0], answer)
            self._run(answer)
            return
        self._given[answer.spot] = answer
        if len(self._given) < len(self.asks):
            return
        # Answers count in the order of the asks: who answered first is nobody's business.
        answers = [self._given[ask.spot] for ask in self.asks]
        for ask, given in zip(self.asks, answers, strict=True):
            self._tell(ask, given)
        self._given = {}
        self._run(answers)

    def _tell(self, ask: Ask, answer: Answer) -> None:
        to = (self._by_id[ask.spot].bettor,) if ask.secret else None
        self.events.append(Acted(answer.spot, answer.action, answer.value, answer.absent, to))
        self.answers.append(answer)

    def _run(self, reply: Answer | list[Answer] | None) -> None:
        try:
            asked = self._script.send(reply)
        except StopIteration:
            self.asks = ()
            self._end()
            return
        if isinstance(asked, Ask):
            self._single = True
            self.asks = (asked,)
        else:
            self._single = False
            self.asks = tuple(asked)
            if not self.asks:
                self._run([])

    def _end(self) -> None:
        if self.layout.get(("pot", "pot")) == 0:
            del self.layout["pot", "pot"]
        for spot, wager in list(self.layout):
            if wager != "bank":
                raise AssertionError(f"{self.game.slug}: the script left {wager} of spot {spot} undecided")
            self.give_back(self._by_id[spot], wager, "what the bank did not pay out")
        if self.meters:
            self.carry["meters"] = {**self.carry.get("meters", {}), **self.meters}
        if self.rules.deck.decks > 1 and self.dealt:
            self.carry["deck"] = (self.carry.get("deck", 0) + 1) % self.rules.deck.decks
        if self.rules.deck.shoe and self.dealt:
            left = len(self.shuffle.order) - self.dealt
            shoe = {"dealt": self.dealt, "drawn": self._drawn}
            self.carry["shoe"] = shoe if left > self.rules.cut else None
        assert sum(self.accounts.values()) == sum(self.stacks.values()), "chips were lost or made"

    # -- the script's vocabulary --------------------------------------------------------------------------------

    def house(self, name: str) -> Any:
        """The value of a house rule."""
        return self.rules.house(name)

    def say(self, text: str, cite: str = "", of: str = "") -> None:
        """Announce something to the table; `of` is the place whose face-down cards it tells something of."""
        self.events.append(Said(text, cite, of))

    def clockwise(self, after: int = 0) -> Iterator[Spot]:
        """All spots clockwise from the left of a seat, that seat last; backline bettors right behind their seat."""
        for spot in self.spots:
            if spot.seat > after:
                yield spot
        for spot in self.spots:
            if spot.seat <= after:
                yield spot

    @property
    def left(self) -> int:
        """Cards that can still be dealt: the deck's, or the shoe's and then its discards."""
        return len(self._stock) + self._earlier - self.dealt

    def draw(self, count: int) -> tuple[Card, ...]:
        """Cards from the top of the deck or shoe. When a shoe runs out in mid-round, its discards follow."""
        if self.dealt + count > len(self._stock):
            if count > self.left:
                raise AssertionError(f"{self.game.slug}: the script deals more cards than there are")
            self._restock(self._stock[: self._earlier], "The shoe")
            self._earlier = 0
        self.dealt += count
        return self._stock[self.dealt - count : self.dealt]

    def reshuffle(self, *places: str) -> None:
        """Shuffle the cards of these places and lay them under the stub, as some rules do when it runs out."""
        self._restock([card for place in places for card in self.hands.pop(place, [])], "The stub")

    def _restock(self, cards: Sequence[Card], what: str) -> None:
        stream = self.shuffle.stream(self._drawn)
        self._stock = (*self._stock, *stream.permute(cards))
        self._drawn = stream.offset
        self.say(f"{what} runs out: {len(cards)} discards are shuffled again and dealt")

    def deal(self, place: Spot | str, count: int = 1, *, up: bool = False) -> None:
        """Deal to a spot, whose bettor alone sees the cards, or face down to a place; `up` shows them to all."""
        name, to = (place, ()) if isinstance(place, str) else (place.id, (place.bettor,))
        cards = self.draw(count)
        self.hands.setdefault(name, []).extend(cards)
        self.events.append(Dealt(name, cards, None if up else to))

    def burn(self) -> None:
        """Discard the top card unseen."""
        self.deal("burn")

    def turn(self, place: Spot | str, *positions: int) -> None:
        """Turn cards of a place face up: those at the positions, or all."""
        name = place if isinstance(place, str) else place.id
        hand = self.hands[name]
        at = positions or tuple(range(len(hand)))
        self.events.append(Turned(name, at, tuple([hand[position] for position in at])))

    def move(self, place: str, into: Spot | str, *positions: int, up: bool = False) -> None:
        """Move cards of a place, or all of them, to another: its bettor sees them, or with `up` everybody."""
        name, to = (into, ()) if isinstance(into, str) else (into.id, (into.bettor,))
        hand = self.hands[place]
        if positions:
            at, cards = positions, tuple([hand[position] for position in positions])
            self.hands[place] = [card for position, card in enumerate(hand) if position not in positions]
        else:
            at, cards = tuple(range(len(hand))), tuple(hand)
            self.hands[place] = []
        self.hands.setdefault(name, []).extend(cards)
        self.events.append(Moved(place, at, name, cards, None if up else to))

    def split(self, spot: Spot) -> Spot:
        """A further hand beside a spot's, of the same bettor, played and settled right after it."""
        whole = spot.id.partition(".")[0]
        number = 1 + sum(each.id.partition(".")[0] == whole for each in self.spots)
        new = msgspec.structs.replace(spot, id=f"{whole}.{number}")
        place = self.spots.index(spot) + 1
        self.spots = (*self.spots[:place], new, *self.spots[place:])
        self._by_id[new.id] = new
        return new

    def show(self, place: Spot | str, named: Sequence[Card]) -> None:
        """Turn a hand face up whose unknown cards have just been named."""
        name = place if isinstance(place, str) else place.id
        names = iter(named)
        self.hands[name] = [next(names) if card == UNKNOWN else card for card in self.hands[name]]
        self.turn(place)

    def roll(self, what: str, count: int, sides: int, *, different: bool = False) -> tuple[int, ...]:
        """A chance draw in mid-round, from the round's own stream, in order: dice, or numbers that differ."""
        stream = self.shuffle.stream(self._drawn)
        if different:
            numbers = tuple(number + 1 for number in stream.permute(range(sides))[:count])
        else:
            numbers = tuple(stream.below(sides) + 1 for _ in range(count))
        self._drawn = stream.offset
        self.events.append(Rolled(what, numbers))
        return numbers

    def place(self, spot: Spot, wager: str, amount: int) -> None:
        """Move chips from a bettor's stack to a betting area."""
        stack = self.accounts[spot.bettor]
        if amount > stack:
            raise AssertionError(f"{self.game.slug}: the script let {spot.id} wager more than there is")
        self.accounts[spot.bettor] = stack - amount
        key = (spot.id, wager)
        self.layout[key] = self.layout.get(key, 0) + amount
        self.events.append(Placed(spot.id, wager, amount))

    def stake(self, spot: Spot, wager: str) -> int:
        """What lies on a betting area."""
        return self.layout.get((spot.id, wager), 0)

    def settle(self, spot: Spot, wager: str, payoff: Payoff, meter: str = "") -> None:
        """Decide a wager: pay or collect as far as the bank covers it, and return the rest.

        A share of a jackpot's meter is paid from the meter, and from nothing else.
        """
        stake = self.layout.pop((spot.id, wager), 0)
        assert stake or (payoff.odds and payoff.odds.kind == "flat"), f"nothing lies on {wager} of spot {spot.id}"
        due = payoff.due(stake, self.meters.get(meter, 0))
        net = 0
        if payoff.odds and payoff.odds.kind == "meter":
            net = due
            self.meters[meter] -= due + stake
            if payoff.odds.num == payoff.odds.den:
                self.meters[meter] = self.seeds[meter]
            self.accounts["jackpot"] -= due + stake
            self.accounts["bank"] += due + stake
        elif due > 0:
            net, self.coverage = self.coverage.pay(due)
        elif due < 0:
            covered, self.coverage = self.coverage.collect(-due)
            net = -covered
        self.accounts[spot.bettor] += stake + net
        self._bank_pays(net)
        breakage = payoff.odds.pay(stake)[1] if payoff.odds else 0
        self.events.append(
            Settled(spot.id, wager, stake, due, net, payoff.why, payoff.cite, str(breakage) if breakage else "")
        )

    def give_back(self, spot: Spot, wager: str, why: str, amount: int | None = None) -> None:
        """Return a wager undecided, or a part of it."""
        lies = self.layout.pop((spot.id, wager))
        back = lies if amount is None else amount
        if back < lies:
            self.layout[spot.id, wager] = lies - back
        self.accounts[spot.bettor] += back
        if back:
            self.events.append(Returned(spot.id, wager, back, why))

    def gather(self, wager: str) -> int:
        """Move what everybody put in to the middle of the table, and say how much it is."""
        amount = sum(self.layout.pop(key) for key in list(self.layout) if key[1] == wager)
        self.layout["pot", "pot"] = self.layout.get(("pot", "pot"), 0) + amount
        return amount

    def win(self, spot: Spot, amount: int, pot: str, why: str, cite: str = "") -> None:
        """Push chips from the middle to a player."""
        self.layout["pot", "pot"] -= amount
        assert self.layout["pot", "pot"] >= 0, "the pot cannot give more than it has"
        self.accounts[spot.bettor] += amount
        self.events.append(Won(spot.id, amount, pot, why, cite))

    def take_bank(self, spot: Spot, wager: int, *, running: bool = False) -> None:
        """Make a spot the player-dealer's: its wager covers the round."""
        self.place(spot, "bank", wager)
        self.coverage = Coverage(wager, running)
        self.dealer = spot.id

    def collect(self, moment: str) -> None:
        """Take the fees that the posted schedule asks for at this moment; without a schedule, none."""
        fees: Callable[[Round, str], Iterable[tuple[Spot, int, str]]] | None = self.game.fees
        for spot, amount, cite in fees(self, moment) if fees else ():
            self.accounts[spot.bettor] -= amount
            self.accounts["collection"] += amount
            self.events.append(Fee(spot.id, amount, cite))

    def _bank_pays(self, amount: int) -> None:
        """Move a wager's net out of the bank, or into it if negative."""
        if self.dealer == "dealer":
            self.accounts["bank"] -= amount
            return
        from_wager = min(max(amount, 0), self.layout[self.dealer, "bank"])
        self.layout[self.dealer, "bank"] -= from_wager
        self.accounts[self._by_id[self.dealer].bettor] -= amount - from_wager


def _copied(value: Any) -> Any:
    """Carried state, which is JSON, so that no round can change another's."""
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, Mapping):
        return {name: _copied(each) for name, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list | tuple) else value
