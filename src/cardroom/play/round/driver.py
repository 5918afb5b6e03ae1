"""The driver: it runs a game's script to its next asks, checks answers and collects events.

A round is a pure function of rules, spots and stacks, carried state, shuffle and answers. It has no clock, no network
and no other source of chance, so running it again with the same answers is replay, recovery and audit. A script moves
money with `round.chips` and cards with `round.cards`; its other verbs are in the lower half of this file.

This is one file, because the driver and the verbs of scripts change the same events and asks.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

import msgspec

from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.clean import quoted
from cardroom.errors import InputError, InvariantError, ScriptError
from cardroom.limits import LONGEST_NAME, MOST_EVENTS
from cardroom.play.round.asks import Answer, Ask, Meanwhile, Refused
from cardroom.play.round.carry import Carry
from cardroom.play.round.chips import Chips
from cardroom.play.round.dealing import Dealing
from cardroom.play.round.events import Acted, Event, Marked, Said
from cardroom.play.round.places import DEALER, HOUSE_SPOT, Place, Spot, check_stacks, hand_of, in_seat_order, stack_of
from cardroom.play.round.view import View, positions_seen, seen_by
from cardroom.rankings.base import UnknownCard
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot, divide_share

__all__ = ["Round", "Script"]

PACKAGE = Path(__file__).resolve().parents[2]
Script: TypeAlias = Generator[Ask | Meanwhile | Sequence[Ask], Any, None]
"""A round as a generator: it yields asks and receives their answers."""


class Round:
    """One round of a game."""

    def __init__(
        self,
        rules: RuleSet,
        script: Callable[[Round], Script],
        version: str,
        spots: Sequence[Spot],
        stacks: Mapping[str, int],
        shuffle: Shuffle | SealedShuffle,
        carry: Carry | None = None,
    ) -> None:
        self.rules = rules
        self.version = version
        """The script's name and version."""
        self.spots = self.seated = in_seat_order(rules, tuple(spots))
        """The spots around the table, at the start (`seated`) and now, with hands that were split off."""
        check_stacks(spots, stacks)
        self.stacks = dict(stacks)
        self.shuffle = shuffle
        self.carried = carry or Carry()
        """The table's state before the round."""
        if self.carried.shoe and not rules.deck.shoe:
            raise InputError(f"carried state: {rules.game} has no shoe: its cards are shuffled for each round")
        self.carry = self.carried.copy()
        """The table's state for the next round, once this one is done."""
        self.events: list[Event] = []
        self.answers: list[Answer] = []
        """All answers, in the order in which they came."""
        self.asked: list[Ask] = []
        """For each answer, the ask that it answers."""
        self.meanwhile: tuple[Ask, ...] = ()
        """Optional asks, open as long as the round waits."""
        self.chips = Chips(rules, self.stacks, self.events.append, self.carry.fractions)
        self.cards = Dealing(shuffle, self.carried.shoe, self.events.append)
        self.banker: Spot | None = None
        """The player-dealer's spot, if there is one."""
        self.dealer: Place = DEALER
        """The place of the cards to beat: the house dealer's, or the player-dealer's hand."""
        self.action_button = 0
        """The seat that is settled first, if dice or a draw chose one."""
        self.done = False
        """Whether the round is over. A round whose script failed never is."""
        self.failed = ""
        """The error that stopped the script, if any. Such a round can only be voided."""
        self._by_id = {spot.id: spot for spot in (*self.spots, HOUSE_SPOT)}
        self._seen: dict[str | None, list[Event]] = {}
        """Events as each viewer saw them."""
        self._only: Ask | None = None
        """The ask, if one spot is asked. Most answers are to such an ask, so it is checked first."""
        self._together: dict[str, Ask] = {}
        """The asks to several spots at the same time, by spot."""
        self._given: dict[str, Answer] = {}
        """The answers to some of these."""
        self._script = script(self)
        self._run(None)

    # -- for players and tables ----------------------------------------------------------------------------------

    @property
    def asks(self) -> tuple[Ask, ...]:
        """The asks that the round waits for, with those that are answered while others still decide."""
        return tuple(self._together.values()) if self._only is None else (self._only,)

    @property
    def waiting(self) -> tuple[Ask, ...]:
        """The asks without an answer."""
        if not self._given:
            return self.asks
        return tuple([ask for ask in self._together.values() if ask.spot not in self._given])

    @property
    def ask(self) -> Ask:
        """The first ask without an answer."""
        if self._only is not None:
            return self._only
        for spot, ask in self._together.items():
            if spot not in self._given:
                return ask
        raise Refused(f"{'The round has failed' if self.failed else 'The round is over'}: no answer is expected")

    @property
    def _state(self) -> str:
        return "the round has failed and will be voided" if self.failed else "the round is over"

    def answer(self, spot: str | int, action: str, value: Any = None) -> None:
        """Answer for a spot. If the rules do not allow it, raise `Refused` and change nothing."""
        ask = self._only
        if ask is not None and ask.spot == spot:
            self._continue(ask, ask.check(action, value))
        else:
            ask = self.ask_of(spot)
            self._take(ask, ask.check(action, value))

    def default(self, spot: str | int) -> None:
        """Use the default for a spot, as the rules do for an absent player."""
        self.accept(self.default_of(spot))

    def check(self, spot: str | int, action: str, value: Any = None) -> Answer:
        """Return the answer, or raise `Refused` if the rules do not allow it. Changes nothing."""
        return self.ask_of(spot).check(action, value)

    def ask_of(self, id: str | int) -> Ask:  # noqa: A002
        """Return the ask that a spot has not answered yet, or raise `Refused` if there is none."""
        spot = id if isinstance(id, str) else quoted(id)
        if self._only is not None and self._only.spot == spot:
            return self._only
        if spot in self._together and spot not in self._given:
            return self._together[spot]
        for ask in self.meanwhile:
            if ask.spot == spot:
                return ask
        spots = ", ".join(ask.spot for ask in self.waiting)
        raise Refused(
            f"Spot {spot if len(spot) <= LONGEST_NAME else quoted(spot)} is not asked now: "
            + (f"the round waits for {spots}" if spots else self._state)
        )

    def default_of(self, spot: str | int) -> Answer:
        """Return the default for a spot that is asked. Changes nothing."""
        ask = self.ask_of(spot)
        if ask in self.meanwhile:
            raise Refused(f"Spot {spot} need not answer: the round does not wait for it")
        return msgspec.structs.replace(ask.default, absent=True)

    def accept(self, answer: Answer) -> None:
        """Continue with an answer that `check` or `default_of` has just returned."""
        self._take(self.ask_of(answer.spot), answer)

    def play(self, answers: Iterable[Answer]) -> Round:
        """Give answers one after another, as a replay does."""
        for answer in answers:
            if not answer.absent:
                self.answer(answer.spot, answer.action, answer.value)
            else:
                ask = self.ask_of(answer.spot)
                if ask.check(answer.action, answer.value) != ask.default:
                    right = ask.default.action
                    raise Refused(f"{answer.spot} was absent, so its action must be {right}, not {answer.action}")
                self.default(answer.spot)
        return self

    def view(self, viewer: str | int | None = None) -> View:
        """Return what a bettor may see; without one, what all viewers may see."""
        name, waiting = None if viewer is None else str(viewer), self.waiting
        return View(
            name,
            self.rules,
            self.spots,
            dict(self.stacks),
            self.dealer,
            self.banker.id if self.banker else "",
            self._seen_by(name),
            tuple([ask.spot for ask in waiting]),
            tuple([ask for ask in waiting if self._by_id[ask.spot].bettor == name]),
            self._displayed(),
            self.done,
            self.carry.own if self.done else self.carried.own,
            tuple([ask for ask in self.meanwhile if self._by_id[ask.spot].bettor == name]),
        )

    def _displayed(self) -> dict[str, int]:
        """The meters before the round, with the wagers that were placed while others still bet.

        A progressive display moves after each wager (Washington HUH, Bonus or Progressive Jackpot Definition). The
        wagers themselves are shown when all have bet.
        """
        meters = dict(self.carried.meters)
        placed: dict[Jackpot, int] = {}
        for answer in self._given.values():
            for wager, amount in answer.value.items() if isinstance(answer.value, dict) else ():
                jackpot = self.rules.jackpots.get(wager)
                if jackpot and jackpot.rate and isinstance(amount, int):
                    placed[jackpot] = placed.get(jackpot, 0) + amount
        for jackpot, amount in placed.items():
            carried = self.carry.fractions.get(jackpot.name, (0, 0))[0]
            meters[jackpot.name] = (
                meters.get(jackpot.name, jackpot.seed) + divide_share(jackpot.rate, amount, carried)[0]
            )
        return meters

    def _seen_by(self, viewer: str | None) -> tuple[Event, ...]:
        """Return the events as a viewer saw them. Earlier events are cached."""
        seen = self._seen.setdefault(viewer, [])
        seen += [seen_by(event, viewer) for event in islice(self.events, len(seen), None)]
        return tuple(seen)

    def proof(self, viewer: str | int | None = None) -> dict[str, Any]:
        """Return the proof of the sealed cards that a bettor saw, and of no others."""
        if not isinstance(self.shuffle, SealedShuffle):
            raise InputError(f"this deck is {self.shuffle.kind}, not sealed: verify its whole shuffle instead")
        seen = positions_seen(self.events, None if viewer is None else str(viewer))
        dealt = [number for number in seen if number < len(self.shuffle.order)]
        return self.shuffle.proof(dealt, self.cards.drawn if self.done else None)

    @property
    def net(self) -> dict[str, int]:
        """The gain of each player, the house's bank, its collection and all jackpots, in cents.

        When the round is done it sums to zero.
        """
        change = {"bank": 0, "collection": 0, "jackpot": 0}
        house = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}
        for account, amount in self.chips.balances.items():
            if name := house.get(account.kind):
                change[name] += amount
        balances = self.chips.balances
        return change | {bettor: balances[stack_of(bettor)] - had for bettor, had in self.stacks.items()}

    def spot(self, id: str) -> Spot:  # noqa: A002
        """Return the spot with this id."""
        return self._by_id[id]

    def _take(self, ask: Ask, answer: Answer) -> None:
        if not self._together:
            self._continue(ask, answer)
            return
        self.answers.append(answer)
        self.asked.append(ask)
        self._given[answer.spot] = answer
        if len(self._given) < len(self._together):
            return
        # Answers are used in the order of the asks, so that no one learns who answered first.
        answers = [self._given[spot] for spot in self._together]
        for each, given in zip(self._together.values(), answers, strict=True):
            to = (self._by_id[each.spot].bettor,) if each.secret else None
            self.events.append(Acted(given.spot, given.action, given.value, given.absent, to, each.about))
        self._together, self._given = {}, {}
        self._run(answers)

    def _continue(self, ask: Ask, answer: Answer) -> None:
        """Record the answer to the one ask, and run the script with it."""
        self.answers.append(answer)
        self.asked.append(ask)
        to = (self._by_id[ask.spot].bettor,) if ask.secret else None
        self.events.append(Acted(answer.spot, answer.action, answer.value, answer.absent, to, ask.about))
        self._run(answer)

    def _run(self, reply: Answer | list[Answer] | None) -> None:
        """Run the script to its next asks, or to its end."""
        self._only, self.meanwhile = None, ()
        try:
            step = self._script.send(reply)
        except StopIteration:
            self._guarded_end()
            return
        except Exception as error:
            self.failed = f"{type(error).__name__}: {error}"
            if isinstance(error, InputError) and not isinstance(error, UnknownCard) and (line := self._line_of(error)):
                raise ScriptError(f"{self.rules.script}: {error} ({line})") from error
            raise
        if len(self.events) > MOST_EVENTS:
            self._check_ends()
        if isinstance(step, Ask):
            self._only = step
        elif isinstance(step, Meanwhile):
            self._only, self.meanwhile = step.ask, step.others
        else:
            self._together = {ask.spot: ask for ask in step}
            if not self._together:
                self._run([])

    def _line_of(self, error: Exception) -> str:
        """The line of a script from outside the package that called something wrongly, such as a ranking."""
        _, script, *_ = frames = extract_tb(error.__traceback__)  # the first frame is the driver's
        code = Path(script.filename).resolve().parent
        [*_, last] = [each for each in frames if Path(each.filename).resolve().parent == code]
        return "" if code.is_relative_to(PACKAGE) else f"{Path(last.filename).name}, line {last.lineno}"

    def _check_ends(self) -> None:
        """Stop a script that never ends, before it fills the memory of a room."""
        if len(self.events) > MOST_EVENTS:
            self.failed = f"the round has more than {MOST_EVENTS:,} events, so its script does not end"
            raise InvariantError(self.failed)

    def _guarded_end(self) -> None:
        try:
            self._end()
        except Exception as error:
            self.failed = f"{type(error).__name__}: {error}"
            raise

    def _end(self) -> None:
        if self.banker:
            self.chips.close_bank(self.banker)
        self.chips.check_end()
        deck, dealt = self.rules.deck, self.cards.dealt
        if deck.decks > 1 and dealt:
            self.carry.deck = (self.carry.deck + 1) % deck.decks
        if deck.shoe and dealt:
            self.carry.shoe = self.cards.shoe(self.rules.cut)
        self.done = True

    # -- the script's verbs -------------------------------------------------------------------------------------

    def house(self, name: str) -> Any:
        """The value of a house rule."""
        return self.rules.house(name)

    def say(self, text: str, cite: str = "", of: Spot | None = None, tells_of: Place | None = None) -> None:
        """Announce something to the table, `of` a spot. `tells_of` is the place whose face-down cards it is about."""
        self._check_ends()
        self.events.append(Said(text, cite, of.id if of else "", tells_of))

    def mark(self, marker: str, seat: int, says: str = "") -> None:
        """Place a marker at a seat."""
        self._check_ends()
        self.events.append(Marked(marker, seat, says))

    def clockwise(self, after: int = 0) -> list[Spot]:
        """All spots clockwise from the left of a seat, that seat last; backline bettors directly after their seat."""
        return [spot for spot in self.spots if spot.seat > after] + [spot for spot in self.spots if spot.seat <= after]

    def hands_of(self, spot: Spot) -> list[Spot]:
        """The hands in a spot's circle: one, or several after a split."""
        if self.spots is self.seated:
            return [spot]
        return [each for each in self.spots if each.whole == spot.whole]

    def split(self, spot: Spot) -> Spot:
        """Add a hand next to a spot's, for the same bettor. It is played and settled directly after it."""
        number = 1 + len(self.hands_of(spot))
        new = msgspec.structs.replace(spot, id=f"{spot.whole}.{number}", circle=spot.whole, hand=number)
        if new.id in self._by_id:
            raise InvariantError(f"{self.rules.game}: two spots have the id {new.id}")
        place = self.spots.index(spot) + 1
        self.spots = (*self.spots[:place], new, *self.spots[place:])
        self._by_id[new.id] = new
        return new

    def take_bank(self, spot: Spot, wager: int) -> None:
        """Make a spot the player-dealer's. Its wager covers the round."""
        self.banker, self.dealer = spot, hand_of(spot.id)
        self.chips.take_bank(spot, wager, running=self.house("coverage") == "running")
