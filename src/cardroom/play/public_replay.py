"""Check a record with public information: the record itself, and the cards that seat proofs open.

The deck of a game in which players play each other is sealed, so a player never has the whole shuffle. The rules are
replayed all the same. Betting needs no hidden card. Cards that were dealt face up or shown at the end are open in
every proof. So pots, payments and the table's next state can be computed and compared with the record.

What nobody can compare is told: hidden cards, the discards under a seal, and the inputs of the round. Those are the
players, their chips and the state that the table carried in: nothing but the chain of records binds them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.cards.opened import OpenedDeck
from cardroom.play.asks import Answer, Ask, Choice, Pick, Refused
from cardroom.play.events import Dealt, Event, Transfer, Turned
from cardroom.play.game import Game
from cardroom.play.places import HOUSE_SPOT, POT, hand_of, stack_of
from cardroom.play.public_check import (
    BETTING,
    DRAWN,
    HIDDEN,
    INPUTS,
    MISFIT,
    NO_CARDS,
    SEVERAL,
    SHOWN,
    THROWN,
    UNSEEN_UP,
    WHOLE,
    PublicCheck,
    Stuck,
    ask_for,
    card_numbers,
    check_openings,
    is_auditors,
    leave_hidden,
    needs_cards,
    start,
    unseen_up,
)
from cardroom.play.public_laid import check_laid
from cardroom.play.record import Record, RecordError, compare, compare_opening, outcome_of
from cardroom.play.round import Round
from cardroom.play.sealed_discards import Draw, DrawingPlayer, Fit, TooMany, fits

__all__ = ["PublicCheck", "check_public"]

MOST_GUESSES = 200
"""How many results of an unknown draw are tried: a button has a few seats to go to."""
DIGITS = re.compile("[0-9a-f]{64}")
OUT = ("fold", "muck")
"""Answers that give up a hand."""
Picks = Mapping[int, Sequence[Card]]
"""The cards thrown away by answers that are under seals, by the number of the answer."""


def check_public(kept: Record, game: Game, known: OpenedDeck | None = None) -> PublicCheck:
    """Replay a record with the cards that are known of its deck, and compare what the rules make of it.

    A `RecordError` names the place of the first contradiction. Without a deck no card is known.

    >>> import cardroom
    >>> from cardroom.play.record import public
    >>> table = cardroom.Table(cardroom.game("texas-holdem"), {"ann": 20000, "bob": 20000}, money=True)
    >>> round = table.start()
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> kept = public(table.finish(), round.shuffle)
    >>> check_public(kept, table.game, OpenedDeck.from_proofs([round.proof("ann")])).whole
    True
    """
    cards = deck(game.rules.deck.name, game.rules.packs).cards
    if known is None:
        known = OpenedDeck(cards, kept.opening.shuffle, kept.opening.seeds, chains=kept.opening.chains or ())
    elif sorted(known.box) != sorted(cards):
        raise RecordError(f"shuffle: the cards are not the deck of {game.slug}")
    if game.rules.poker is None:
        return check_laid(kept, game, known)
    first: RecordError | None = None
    for guess in range(MOST_GUESSES):
        known = known.with_guess(guess)
        try:
            found = _PublicReplay(kept, game, known).check()
        except RecordError as error:
            first = first or error
            if not known.guessed:
                break
            continue
        return found._replace(unchecked=(DRAWN, *found.unchecked), whole=False) if known.guessed else found
    raise first or RecordError("answers: no draw of the button leads to them")


class _Sealed(NamedTuple):
    """An answer under a seal: its number, the events before it, and what was asked."""

    number: int
    events: int
    ask: Ask


class _Run:
    """A replay of the record with certain discards."""

    def __init__(self, round: Round) -> None:
        self.round = round
        self.sealed: list[_Sealed] = []
        self.added: set[int] = set()
        """Answers that are not the record's: who was first, where the up cards are unknown."""


class _PublicReplay:
    """A record that is replayed with a deck of which not all cards are known."""

    def __init__(self, kept: Record, game: Game, known: OpenedDeck) -> None:
        self.kept, self.game, self.known = kept, game, known
        self.sealed = {number for number, answer in enumerate(kept.answers) if _is_sealed(answer.value)}
        self.shown = True
        """Whether somebody showed a hand after discards under seals."""
        self.placed = True
        """Whether the replay deals each card of the deal where it was dealt."""
        self.fitting = True
        """Whether some number of cards drawn fits the proofs."""

    def check(self) -> PublicCheck:
        """What agrees, and what cannot be compared."""
        try:
            runs = [self._run(picks) for picks in self._candidates()]
        except (TooMany, Stuck):
            runs = []
        if not runs or any(run.added for run in runs):
            return self._check_bets()
        errors = [error for run in runs if (error := self._difference(run))]
        if len(errors) == len(runs):
            raise errors[0]
        said = (WHOLE, SHOWN) if any(isinstance(event, Turned) for event in runs[0].round.events) else (WHOLE,)
        unchecked = (HIDDEN, *((THROWN,) if self.sealed else ()), INPUTS)
        unsure = ((SEVERAL,) if errors else ()) + (() if self.fitting else (MISFIT,))
        return PublicCheck(said, (*unsure, *unchecked), whole=not unsure)

    def _difference(self, run: _Run) -> RecordError | None:
        """How a run differs from the record, if it does."""
        try:
            self._compare(run)
        except RecordError as error:
            return error
        return None

    def _compare(self, run: _Run) -> None:
        """Refuse the first difference between a round and the record."""
        compare_opening(self.kept.opening, run.round)
        given = [answer for number, answer in enumerate(run.round.answers) if number not in run.added]
        for number, (answer, again) in enumerate(zip(self.kept.answers, given, strict=True)):
            if number not in self.sealed:
                compare(f"answers[{number}]", answer, again)
        compare("outcome", self.kept.outcome, outcome_of(run.round))
        if self.placed:
            check_openings(run.round, self.known, exact=not self.sealed)

    # -- one run ------------------------------------------------------------------------------------------------------

    def _run(self, picks: Picks, *, put_off: bool = False) -> _Run:
        """Play the record's answers to the end of the round.

        A hand that must be shown and is unknown makes this `Stuck`. With `put_off` it is left for last instead.
        """
        round = start(self.kept.opening, self.game, self.known)
        run = _Run(round)
        for number, answer in enumerate(self.kept.answers):
            try:
                self._say_first(run, answer)
                if number in self.sealed:
                    run.sealed.append(_Sealed(number, len(round.events), ask_for(round, answer)))
                self._give(round, number, answer, picks, put_off)
            except Exception as error:
                if isinstance(error, Stuck) or unseen_up(round.events):
                    raise Stuck from None
                raise RecordError(f"answers[{number}]: {error}") from None
        while put_off and not round.done and needs_cards(round.ask):
            leave_hidden(round)
        if not round.done:
            if needs_cards(round.ask) or unseen_up(round.events):
                raise Stuck
            raise RecordError(f"answers: they end before spot {round.ask.spot} has answered")
        return run

    def _give(self, round: Round, number: int, answer: Answer, picks: Picks, put_off: bool) -> None:
        """Give one answer, or take a hand that is not opened for shown."""
        if number in self.sealed:
            self._throw(round, number, answer, picks)
        elif answer.action == "show" and needs_cards(ask_for(round, answer)):
            if not put_off:
                raise Stuck
            leave_hidden(round)
        else:
            round.play([answer])

    def _throw(self, round: Round, number: int, answer: Answer, picks: Picks) -> None:
        """Answer for somebody whose discards are under a seal."""
        ask = ask_for(round, answer)
        pick = next((each for each in ask.options if isinstance(each, Pick) and each.action == answer.action), None)
        if pick is None or not ask.secret:
            raise Refused(f"{answer.action} is not answered under a seal here")
        if not DIGITS.fullmatch(str(answer.value["sealed"])):
            raise Refused("a seal is written as 64 digits 0-9a-f")
        if answer.absent:
            round.default(answer.spot)
        else:
            round.answer(answer.spot, answer.action, picks.get(number, pick.cards[: pick.least]))

    def _say_first(self, run: _Run, answer: Answer) -> None:
        """Where up cards are unknown, a script asks the house who is first: the record's next answer says it."""
        round = run.round
        if round.done or round.ask.spot != HOUSE_SPOT.id or answer.spot == HOUSE_SPOT.id:
            return
        if answer.spot in [option.action for option in round.ask.options if isinstance(option, Choice)]:
            run.added.add(len(round.answers))
            round.answer(HOUSE_SPOT.id, answer.spot)

    # -- discards under seals -----------------------------------------------------------------------------------------

    def _candidates(self) -> list[Picks]:
        """The discards that may be under the record's seals; one empty set where they make no difference."""
        if not self.sealed:
            return [{}]
        run = self._run({}, put_off=True)
        players = self._players(run)
        self.shown = any(player.shown for player in players.values())
        if not self.known.draws_known:  # discards may have been shuffled again: then no proof tells where they went
            self.placed = False
            return [] if self.shown else [{}]
        draws = [self._draw(run, group) for group in _groups(run)]
        proofs = [frozenset(seen) for seen in self.known.seen]
        # A proof of all cards, as an auditor has it, does not tell which of them were shown.
        proofs = [proof for proof in proofs if not is_auditors(proof)] or proofs
        found = [self._picks(fit, run) for fit in fits(players, draws, proofs, len(self.known.order))]
        if found or self.shown:
            return found
        self.placed, self.fitting = False, not proofs
        return [{}]

    def _players(self, run: _Run) -> dict[str, DrawingPlayer]:
        """The players who were dealt in, with their first cards and whether they showed."""
        places = card_numbers(run.round.events[: run.sealed[0].events])
        dealt = [spot.id for spot in run.round.seated if hand_of(spot.id) in places]
        out = {answer.spot for answer in self.kept.answers if answer.action in OUT}
        live = [spot for spot in dealt if spot not in out]
        shown = {answer.spot for answer in self.kept.answers if answer.action == "show"}
        shown |= set(live) if len(live) > 1 else set()  # all-in, where nobody is asked
        return {spot: DrawingPlayer(tuple(places[hand_of(spot)]), spot in shown) for spot in dealt}

    def _draw(self, run: _Run, group: Sequence[_Sealed]) -> Draw:
        """A draw, from a run in which nobody threw away more than they must."""
        events = run.round.events
        before = sum(len(event.cards) for event in events[: group[0].events] if isinstance(event, Dealt))
        pick = group[0].ask.options[0]
        fixed = pick.least if isinstance(pick, Pick) and pick.least == pick.most else None
        last = {each.ask.spot: self.kept.answers[each.number] for each in group}
        if fixed is not None:
            return Draw(tuple(last), before, 0, fixed)
        pat = frozenset(spot for spot, answer in last.items() if answer.absent)
        return Draw(tuple(last), before, _burned(events[group[-1].events :]), None, pat)

    def _picks(self, fit: Fit, run: _Run) -> Picks:
        """A fit as answers. Where a player changed the discards, the last answer counts."""
        picks: dict[int, Sequence[Card]] = {}
        for group, thrown in zip(_groups(run), fit.thrown, strict=True):
            last = {each.ask.spot: each.number for each in group}
            picks |= {number: [self.known.order[card] for card in thrown[spot]] for spot, number in last.items()}
        return picks

    # -- where hands are unknown ---------------------------------------------------------------------------------------

    def _check_bets(self) -> PublicCheck:
        """Check all but who won: bets, fees, what the pots hold, and who can win how much of them."""
        try:
            run = self._run({}, put_off=True)
        except Stuck:
            return PublicCheck((), (UNSEEN_UP, INPUTS), whole=False)
        compare_opening(self.kept.opening, run.round)
        kept, again = self.kept.outcome, outcome_of(run.round)
        compare("outcome.transfers", _without_pots(kept.transfers), _without_pots(again.transfers))
        compare("outcome.settled", kept.settled, again.settled)
        compare("outcome.next", kept.next, again.next)
        self._check_pots(run.round)
        unchecked = (*((UNSEEN_UP,) if run.added else ()), NO_CARDS, HIDDEN, *((THROWN,) if self.sealed else ()))
        return PublicCheck((BETTING,), (*unchecked, INPUTS), whole=False)

    def _check_pots(self, round: Round) -> None:
        """Refuse pots that go to someone who cannot win them, or do not add up."""
        kept = self.kept.outcome
        pots = [(at, each) for at, each in enumerate(kept.transfers) if each.cause == "pot"]
        total = sum(each.amount for each in outcome_of(round).transfers if each.cause == "pot")
        if sum(each.amount for _, each in pots) != total:
            raise RecordError(f"outcome.transfers: the pots pay {sum(each.amount for _, each in pots)}, not {total}")
        put: dict[str, int] = {}
        dead = 0
        for each in kept.transfers:
            if each.cause == "gathered":
                put[each.spot] = put.get(each.spot, 0) + each.amount
            dead += each.amount if each.cause == "dead" else 0
        out = {answer.spot for answer in self.kept.answers if answer.action in OUT}
        bettors = {spot.id: spot.bettor for spot in round.seated if spot.id not in out}
        won: dict[str, int] = {}
        for at, each in pots:
            if each.spot not in bettors or each.payer != POT or each.payee != stack_of(bettors[each.spot]):
                raise RecordError(f"outcome.transfers[{at}]: a pot goes to somebody who cannot win it")
            won[each.spot] = won.get(each.spot, 0) + each.amount
        for spot, amount in won.items():
            if amount > dead + sum(min(each, put.get(spot, 0)) for each in put.values()):
                raise RecordError(f"outcome.transfers: spot {spot} wins more of the pots than it can")


def _is_sealed(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() == {"sealed"}


def _burned(events: Sequence[Event]) -> int:
    """The cards that were dealt to no player right after the last discard."""
    burned = 0
    for event in events:
        if isinstance(event, Dealt):
            burned += len(event.cards)
        elif burned:
            break
    return burned


def _groups(run: _Run) -> list[list[_Sealed]]:
    """Answers under seals, one list for each time round the table: cards are dealt in between."""
    groups: list[list[_Sealed]] = []
    for each in run.sealed:
        since = run.round.events[groups[-1][-1].events : each.events] if groups else []
        if groups and not any(isinstance(event, Dealt) for event in since):
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups


def _without_pots(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    return tuple([each for each in transfers if each.cause != "pot"])
