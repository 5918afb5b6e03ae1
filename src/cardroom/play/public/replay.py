"""Check a record with public information: the record itself, and the cards that seat proofs open.

The deck of a game in which players play each other is sealed, so a player never has the whole shuffle. The rules can
still be replayed, because betting needs no hidden card. Cards that were dealt face up or shown at the end are open in
every proof. So pots, payments and the table's next state can be computed and compared with the record.

The result lists what cannot be compared: hidden cards, sealed discards, and the inputs of the round (the players, their
chips and the state that the table carried in). Only the chain of records binds these inputs.
"""

from collections.abc import Sequence

from cardroom.cards import Card
from cardroom.cards.decks import deck
from cardroom.cards.opened import OpenedDeck
from cardroom.play.game import Game
from cardroom.play.public.check import (
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
    card_numbers,
    check_openings,
    is_auditors,
)
from cardroom.play.public.laid_rows import check_laid
from cardroom.play.public.run import NO_DISCARDS, Discards, PublicRun, PublicRuns, SealedAnswer, burned, hide, turns
from cardroom.play.public.sealed_discards import Draw, DrawingPlayer, Fit, TooMany, fits
from cardroom.play.records import Record, RecordError, compare, compare_opening, outcome_of
from cardroom.play.round import POT, Dealt, Pick, Round, Transfer, Turned, hand_of, stack_of

__all__ = ["PublicCheck", "check_public"]

MOST_GUESSES = 200
"""The number of results of an unknown draw that are tried. A button can go to only a few seats."""
OUT = ("fold", "muck")
"""Answers that give up a hand."""


def check_public(record: Record, game: Game, known: OpenedDeck | None = None) -> PublicCheck:
    """Replay a record with the known cards of its deck, and compare the result with the record.

    A `RecordError` gives the place of the first contradiction. Without a deck, no card is known.

    >>> import cardroom
    >>> from cardroom.play.records.file import public
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
        known = OpenedDeck(cards, record.opening.shuffle, record.opening.seeds, chains=record.opening.chains or ())
    elif sorted(known.box) != sorted(cards):
        raise RecordError(f"shuffle: the cards are not the deck of {game.slug}")
    if game.rules.poker is None:
        return check_laid(record, game, known)
    first: RecordError | None = None
    for guess in range(MOST_GUESSES):
        known = known.with_guess(guess)
        try:
            check = _PublicReplay(record, game, known).check()
        except RecordError as error:
            first = first or error
            if not known.guessed:
                break
            continue
        return check._replace(unchecked=(DRAWN, *check.unchecked), whole=False) if known.guessed else check
    raise first or RecordError("answers: no possible draw of the button leads to them")


class _PublicReplay:
    """The replay of a record with a deck that is only partly known."""

    def __init__(self, record: Record, game: Game, known: OpenedDeck) -> None:
        self.record, self.game, self.known = record, game, known
        self.runs = PublicRuns(record, game, known)
        self.sealed = self.runs.sealed
        self.shown = True
        """Whether a player showed a hand after sealed discards."""
        self.placed = True
        """Whether the replay deals each card to the place where it was dealt."""
        self.fitting = True
        """Whether some numbers of drawn cards fit the proofs."""

    def check(self) -> PublicCheck:
        """Return what agrees, and what cannot be compared."""
        runs: list[PublicRun] = []
        errors: list[RecordError] = []
        try:
            for discards in self._candidates():
                try:
                    runs.append(self.runs.play_all(discards))
                except RecordError as error:  # with other discards, another hand would have had to be shown
                    errors.append(error)
        except (TooMany, Stuck):
            runs, errors = [], []
        if not runs and errors:
            raise errors[0]
        if not runs or any(run.added for run in runs):
            return self._check_bets()
        differ = [found for run in runs if (found := self._difference(run))]
        if len(differ) == len(runs):
            raise differ[0]
        errors += differ
        agrees = (WHOLE, SHOWN) if any(isinstance(event, Turned) for event in runs[0].round.events) else (WHOLE,)
        unchecked = (HIDDEN, *((THROWN,) if self.sealed else ()), INPUTS)
        unsure = ((SEVERAL,) if errors else ()) + (() if self.fitting else (MISFIT,))
        return PublicCheck(agrees, (*unsure, *unchecked), whole=not unsure)

    def _difference(self, run: PublicRun) -> RecordError | None:
        """How a run differs from the record, if it does."""
        try:
            self._compare(run)
        except RecordError as error:
            return error
        return None

    def _compare(self, run: PublicRun) -> None:
        """Refuse the first difference between a round and the record."""
        compare_opening(self.record.opening, run.round)
        given = [answer for number, answer in enumerate(run.round.answers) if number not in run.added]
        for number, (answer, again) in enumerate(zip(self.record.answers, given, strict=True)):
            if number not in self.sealed:
                compare(f"answers[{number}]", answer, again)
        compare("outcome", self.record.outcome, outcome_of(run.round))
        if self.placed:
            check_openings(run.round, self.known, exact=not self.sealed)

    # -- discards under seals -----------------------------------------------------------------------------------------

    def _candidates(self) -> list[Discards]:
        """The possible sealed discards of the record; a single empty choice if they make no difference."""
        if not self.sealed:
            return [NO_DISCARDS]
        # Hands with invented discards must not be compared, so this stops before the showdown.
        run = self.runs.play(NO_DISCARDS, max(self.sealed) + 1, put_off=True)
        players = self._players(run)
        self.shown = any(player.shown for player in players.values())
        if not self.known.draws_known:  # discards may have been reshuffled: then no proof shows where they went
            self.placed = False
            return [] if self.shown else [NO_DISCARDS]
        draws = [self._draw(run, group) for group in turns(run)]
        proofs = [frozenset(seen) for seen in self.known.seen]
        # An auditor's proof of all cards does not show which of them were shown to players.
        proofs = [proof for proof in proofs if not is_auditors(proof)] or proofs
        candidates = [self._discards(fit, run) for fit in fits(players, draws, proofs, len(self.known.order))]
        if candidates or self.shown:
            return candidates
        self.placed, self.fitting = False, not proofs
        return [NO_DISCARDS]

    def _players(self, run: PublicRun) -> dict[str, DrawingPlayer]:
        """The players who were dealt in, with their first cards and whether they showed."""
        places = card_numbers(run.round.events[: run.sealed[0].events])
        dealt = [spot.id for spot in run.round.seated if hand_of(spot.id) in places]
        out = {answer.spot for answer in self.record.answers if answer.action in OUT}
        live = [spot for spot in dealt if spot not in out]
        shown = {answer.spot for answer in self.record.answers if answer.action == "show"}
        mucked = any(answer.action == "muck" for answer in self.record.answers)
        if len(live) > 1 or mucked:
            shown |= set(live)  # hands that had to be shown: no one is asked
        return {spot: DrawingPlayer(tuple(places[hand_of(spot)]), spot in shown) for spot in dealt}

    def _draw(self, run: PublicRun, group: Sequence[SealedAnswer]) -> Draw:
        """A draw, from a run in which each player discarded as few cards as possible."""
        events = run.round.events
        before = sum(len(event.cards) for event in events[: group[0].events] if isinstance(event, Dealt))
        pick = group[0].ask.options[0]
        fixed = pick.least if isinstance(pick, Pick) and pick.least == pick.most else None
        last = {each.ask.spot: self.record.answers[each.number] for each in group}
        if fixed is not None:
            return Draw(tuple(last), before, 0, fixed)
        pat = frozenset(spot for spot, answer in last.items() if answer.absent)
        return Draw(tuple(last), before, burned(events[group[-1].events :]), None, pat)

    def _discards(self, fit: Fit, run: PublicRun) -> Discards:
        """A fit as answers. If a player changed the discards, the last answer counts."""
        order = hide(self.known.order, fit.unseen)
        picks: dict[int, Sequence[Card]] = {}
        for group, thrown in zip(turns(run), fit.thrown, strict=True):
            last = {each.ask.spot: each.number for each in group}
            picks |= {number: [order[card] for card in thrown[spot]] for spot, number in last.items()}
        return Discards(picks, fit.unseen)

    # -- where hands are unknown ---------------------------------------------------------------------------------------

    def _check_bets(self) -> PublicCheck:
        """Check everything except who won: bets, fees, the pots, and how much each player can win."""
        try:
            run = self.runs.play_bets()
        except Stuck:
            return PublicCheck((), (UNSEEN_UP, INPUTS), whole=False)
        compare_opening(self.record.opening, run.round)
        outcome, again = self.record.outcome, outcome_of(run.round)
        compare("outcome.transfers", _without_pots(outcome.transfers), _without_pots(again.transfers))
        compare("outcome.settled", outcome.settled, again.settled)
        compare("outcome.next", outcome.next, again.next)
        self._check_pots(run.round)
        unchecked = (*((UNSEEN_UP,) if run.added else ()), NO_CARDS, HIDDEN, *((THROWN,) if self.sealed else ()))
        return PublicCheck((BETTING,), (*unchecked, INPUTS), whole=False)

    def _check_pots(self, round: Round) -> None:
        """Refuse pots that go to someone who cannot win them, or do not add up."""
        outcome = self.record.outcome
        pots = [(at, each) for at, each in enumerate(outcome.transfers) if each.cause == "pot"]
        total = sum(each.amount for each in outcome_of(round).transfers if each.cause == "pot")
        if sum(each.amount for _, each in pots) != total:
            raise RecordError(f"outcome.transfers: the pots pay {sum(each.amount for _, each in pots)}, not {total}")
        put: dict[str, int] = {}
        dead = 0
        for each in outcome.transfers:
            if each.cause == "gathered":
                put[each.spot] = put.get(each.spot, 0) + each.amount
            dead += each.amount if each.cause == "dead" else 0
        out = {answer.spot for answer in self.record.answers if answer.action in OUT}
        bettors = {spot.id: spot.bettor for spot in round.seated if spot.id not in out}
        won: dict[str, int] = {}
        for at, each in pots:
            if each.spot not in bettors or each.payer != POT or each.payee != stack_of(bettors[each.spot]):
                raise RecordError(f"outcome.transfers[{at}]: a pot goes to a player who cannot win it")
            won[each.spot] = won.get(each.spot, 0) + each.amount
        for spot, amount in won.items():
            if amount > dead + sum(min(each, put.get(spot, 0)) for each in put.values()):
                raise RecordError(f"outcome.transfers: spot {spot} wins more of the pots than it can")


def _without_pots(transfers: Sequence[Transfer]) -> tuple[Transfer, ...]:
    return tuple([each for each in transfers if each.cause != "pot"])
