"""A table folds rounds: who sits there with what, the carried state and the cards go from each round into the next.

All that happens to a table is an entry of its `log`; `Table.rebuilt` makes the same table from it, in the middle of a
round too, and it goes on as if it had never stopped. Pure but for one thing: without a seed, fresh shuffles come from
the operating system. It is one long class because all of a table's state is here: the upper part refuses what may not
be done and writes an entry, the lower part lets entries happen, whether they are new or read from a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

from cardroom.cards.decks import deck
from cardroom.cards.health import system_bytes
from cardroom.cards.reading import restored
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import NOTHING, About, Shuffle
from cardroom.errors import Fault, Mistaken, Refused
from cardroom.play.asks import Answer
from cardroom.play.buy_in import check_buy_in
from cardroom.play.carry import Carry, Shoe, read_carry
from cardroom.play.conservation import check_conservation
from cardroom.play.game import Game, seats_of
from cardroom.play.log import (
    Added,
    Answered,
    Away,
    Circled,
    Closed,
    Dropped,
    Ended,
    Entry,
    Halted,
    Joined,
    Left,
    Opened,
    Plays,
    Read,
    SatOut,
    Seeded,
    Shuffled,
    Stands,
    Voided,
    Waits,
)
from cardroom.play.places import Spot, is_name, seated
from cardroom.play.procedures import least_stack
from cardroom.play.record import Opening, Outcome, Record, RulesOf, opened, public, record, reopen, shuffle_key, written
from cardroom.play.round import Round

__all__ = ["Entry", "Table"]


FindGame: TypeAlias = Callable[[str, RulesOf], Game]
"""Finds the game that an entry names."""


class Table:
    """Rounds, one after the other.

    >>> import cardroom
    >>> table = cardroom.Table(cardroom.game("three-card-poker-6-card-bonus"), {"ann": 50_000, "bob": 50_000}, seed=1)
    >>> round = table.start()
    >>> round.done, len(table.commitment)
    (False, 64)
    """

    def __init__(
        self,
        game: Game,
        players: int | Mapping[str, int] | Mapping[int, int] = 2,
        *,
        seed: int | str | None = None,
        money: bool = False,
        name: str | None = None,
        links: Mapping[str, str] | None = None,
    ) -> None:
        """`players` as `Game.round` takes them. At a money table every shuffle must be fair.

        `name` is what its shuffles and records are bound to; without one it is made up, and like no other's. `links`
        says which of the house's jackpots those of the game are.
        """
        if money and seed is not None:
            raise Mistaken("a money table takes no seed: its shuffles come from the operating system alone")
        self._start_empty()
        if name is None:
            made_up = system_bytes(16) if seed is None else sha256(str(seed).encode()).digest()[:4]
            name = ("" if seed is None else "simulation ") + made_up.hex()
        About(table=name).checked()
        plays = Plays(game.slug, RulesOf.game(game), None if seed is None else str(seed), money, name)
        self._take(msgspec.structs.replace(plays, links=_linked(game, links or {})), lambda *_: game)
        spots, stacks = seats_of(players)
        for spot in spots:
            self.join(spot.bettor, stacks[spot.bettor], spot.seat)
        self._shuffle_next()

    def _start_empty(self) -> None:
        self.game: Game
        self.money = False
        """Whether every shuffle must be fair."""
        self.name = ""
        """What its shuffles and records are bound to."""
        self.stacks: dict[str, int] = {}
        """What everybody at the table has, in cents."""
        self.seats: dict[str, int] = {}
        """Where everybody sits ..."""
        self.behind: dict[str, int] = {}
        """... or stands ..."""
        self.circles: list[tuple[str, int]] = []
        """... and the further circles that they bet at."""
        self.out: set[str] = set()
        """Who is not dealt in ..."""
        self.away: set[str] = set()
        """... and who is not even there: the rules answer for them."""
        self.halted = self.ended = False
        """Whether no round is dealt for now, or for good."""
        self.left: dict[str, int] = {}
        """What those took along who have left: where nobody banks, they bring it back if they come again."""
        self.carry = Carry()
        self.links: dict[str, str] = {}
        """Jackpots of this game, by name, that are meters of the house's, and which."""
        self.rounds = 0
        self.hands = self.orbit = 0
        """Rounds in which chips moved since the table plays this game, and how many players the first of them had."""
        self.round: Round | None = None
        """The round that is not over yet."""
        self.shuffle: Shuffle | SealedShuffle
        """The cards for the next round; their commitment is public from now on."""
        self.dropped: list[dict[str, Any]] = []
        """Transcripts of cards that were committed to since the last record and not used, or not to the end."""
        self.head = ""
        """The hash of the last record."""
        self._seed: str | None = None
        self._shuffles = 0
        self._others: dict[Game, tuple[Carry, Shuffle | SealedShuffle]] = {}
        """What other games left here, for when they are played again: a shoe that has begun is dealt to its end."""
        self._entries: list[Entry] = []
        self._opening: Opening | None = None
        self._answers: list[Answer] = []
        """Those of the round that are in the log already."""

    @classmethod
    def empty(cls) -> Table:
        """A table to which nothing has happened, not even a game: for whoever reads a log entry by entry."""
        table = cls.__new__(cls)
        table._start_empty()
        return table

    def take(self, entry: Entry, find: FindGame) -> None:
        """Let an entry of a log happen again. What cannot have happened is refused."""
        self._take(entry, find)

    @classmethod
    def rebuilt(cls, log: Iterable[Entry], find: FindGame) -> Table:
        """The table that a log tells of; `find` gives the game for a name and rules, as `games.game_by_digest` does.

        Rounds that are over are taken as the log tells them; only the one that is not is run again.
        """
        table = cls.empty()
        for entry in log:
            table.take(entry, find)
        if table._opening is not None:
            table.round = reopen(table._opening, table.game, table.shuffle)
            with suppress(Fault):  # a round that failed has failed again, and can be voided
                table.round.play(table._answers)
        elif hasattr(table, "shuffle"):
            table.shuffle.close()  # whoever stopped the table may have looked: what was added counts, and no more is
        return table

    @property
    def log(self) -> tuple[Entry, ...]:
        """All that happened, the answers of the round that is being played too. Entries are added, never changed."""
        return (*self._entries, *self._unlogged())

    def _unlogged(self) -> list[Answered]:
        """Answers of the round that are not among the entries yet."""
        return [Answered(answer) for answer in self.round.answers[len(self._answers) :]] if self.round else []

    def since(self, entries: int) -> tuple[Entry, ...]:
        """What happened after the first so many entries of the log."""
        self._note_answers()
        return tuple(self._entries[entries:])

    def stand(self) -> None:
        """Write down how the table stands, between rounds. The log begins here then: what was before is forgotten."""
        self._between()
        plays = Plays(self.game.slug, RulesOf.game(self.game), self._seed, self.money, self.name)
        plays = msgspec.structs.replace(plays, links=self.links or msgspec.UNSET)
        others = [
            Waits(game.slug, RulesOf.game(game), msgspec.to_builtins(carry), shuffle.kept())
            for game, (carry, shuffle) in self._others.items()
        ]
        self._entries = [
            Stands(
                plays,
                dict(self.stacks),
                dict(self.seats),
                dict(self.behind),
                list(self.circles),
                sorted(self.out),
                sorted(self.away),
                msgspec.to_builtins(self.carry),
                self.rounds,
                self.hands,
                self.orbit,
                self.head,
                self._shuffles,
                self.shuffle.kept(),
                others,
                dict(self.left),
                self.halted,
            )
        ]

    # -- who is there -------------------------------------------------------------------------------------------

    def join(self, bettor: str, cents: int, seat: int | None = None, *, behind: bool = False) -> None:
        """Sit down with chips, at a seat or at the first that is free; or stand `behind` a seat."""
        self._between()
        if self.ended:
            raise Mistaken("this table is closed for good")
        if bettor in self.stacks or not is_name(bettor):
            said = "sits here already" if bettor in self.stacks else "is no name for a player"
            raise Mistaken(f"{bettor!r} {said}")
        if behind:
            spot = Spot(f"behind {bettor}", seat or 0, bettor, backline=True)
            seated(self.game.rules, (*self.spots(), spot))
            self._take(Joined(bettor, seat or 0, _whole(cents), behind))
            return
        free = [each for each in range(1, self.game.rules.seats.most + 1) if each not in self._taken()]
        if (seat if seat is not None else next(iter(free), None)) not in free:
            raise Mistaken(f"seat {seat} is taken or none; free are {', '.join(map(str, free)) or 'none'}")
        check_buy_in(self.game.rules, _whole(cents), left=self.left.get(bettor, 0))
        self._take(Joined(bettor, free[0] if seat is None else seat, cents))

    def add_chips(self, bettor: str, cents: int) -> None:
        """Put more chips on the table: where nobody banks within the buy-ins, and never while a hand is played."""
        self._between()
        check_buy_in(self.game.rules, _whole(cents), self._here(bettor))
        self._take(Added(bettor, cents))

    def leave(self, bettor: str) -> int:
        """Leave the table; gives the chips that go along, in cents."""
        self._between()
        cents = self._here(bettor)
        self._take(Left(bettor, cents, stays=self.shuffle.closed))
        return cents

    def sit_out(self, bettor: str, out: bool = True) -> None:
        """Not be dealt in from the next round on, or be again."""
        self._here(bettor)
        if (bettor in self.out) != out:
            self._note_answers()
            self._take(SatOut(bettor, out))

    def step_away(self, bettor: str, away: bool = True) -> None:
        """Be gone, by a time-out or a line that broke, or be back: until then the rules answer for them, in a round
        that is being played too, and they are not dealt in."""
        self._here(bettor)
        if (bettor in self.away) != away:
            self._note_answers()
            self._take(Away(bettor, away))
        self._answer_for_absent()

    @property
    def missing(self) -> int:
        """How many more players with chips enough it takes before a round can be dealt."""
        least = least_stack(self.game.rules) if self.game.rules.point else 1
        here = {spot.seat for spot in self.spots() if self.stacks[spot.bettor] >= least}
        return max(self.game.rules.seats.least - len(here), 0)

    def take_circle(self, bettor: str, seat: int, taken: bool = True) -> None:
        """Bet at a further circle that nobody sits at, or no more."""
        self._between()
        self._here(bettor)
        if taken == ((bettor, seat) in self.circles):
            return
        if taken:
            spot = Spot(f"circle {seat}", seat, bettor, second=True)
            seated(self.game.rules, (*self.spots(), spot))
        self._take(Circled(bettor, seat, taken))

    def spots(self) -> tuple[Spot, ...]:
        """Where everybody bets who is there and does not sit out."""
        gone = self.out | self.away
        here = [(bettor, seat) for bettor, seat in self.seats.items() if bettor not in gone]
        behind = [(bettor, seat) for bettor, seat in self.behind.items() if bettor not in gone]
        return (
            *(Spot.at(seat, bettor) for bettor, seat in here),
            *(Spot(f"circle {seat}", seat, who, second=True) for who, seat in self.circles if who not in gone),
            *(Spot(f"behind {bettor}", seat, bettor, backline=True) for bettor, seat in behind),
        )

    def _taken(self) -> set[int]:
        """Seats that nobody else can take."""
        return {*self.seats.values(), *(seat for _, seat in self.circles)}

    def read_meter(self, jackpot: str, reads: int, why: str) -> None:
        """Be told what a jackpot's display reads: after a morning's addition, or a hit at another table."""
        self._between()
        if jackpot not in self.game.rules.jackpot:
            known = ", ".join(self.game.rules.jackpot) or "none"
            raise Mistaken(f"{self.game.slug} has no jackpot {jackpot!r}: there are {known}")
        self._take(Read(jackpot, _whole(reads), why))

    def _here(self, bettor: str) -> int:
        if bettor not in self.stacks:
            raise Mistaken(f"{bettor} does not sit here: {', '.join(self.stacks) or 'nobody'} does")
        return self.stacks[bettor]

    def _between(self) -> None:
        if self.round is not None:
            raise Mistaken("a round is being played: that is for between the rounds")

    # -- rounds -------------------------------------------------------------------------------------------------

    @property
    def commitment(self) -> str:
        """What the dealer's side is bound to before anybody bets or adds a seed."""
        return self.shuffle.commitment

    def add_seed(self, bettor: str, words: str) -> None:
        """Mix a player's seed into the next shuffle: one from each who is here. A shoe that has begun takes none."""
        self._between()
        self._here(bettor)
        if self.carry.shoe:
            raise Mistaken("this shoe has begun: seeds can be added when the next one is shuffled")
        try:
            self.shuffle.seeded(bettor, words)  # refused before it is written
        except ValueError as error:
            raise Mistaken(str(error)) from None
        self._take(Seeded(bettor, words))

    def change(self, game: Game, links: Mapping[str, str] | None = None) -> None:
        """Play another game from the next round on; what this one carries waits until it is played again.

        `links` says which of the house's jackpots its own are; without them none is.
        """
        self._between()
        linked = _linked(game, links or {})
        if game == self.game and dict(linked or {}) == self.links:
            return
        if spots := self.spots():
            seated(game.rules, spots)
        if not self.carry.shoe:
            self._drop("the table plays another game", seen=False)
        plays = Plays(game.slug, RulesOf.game(game), self._seed, self.money, self.name, linked)
        self._take(plays, lambda *_: game)
        if not self.carry.shoe:
            self._shuffle_next()

    def start(self, spots: Sequence[Spot] | None = None, *, shuffle: Shuffle | SealedShuffle | None = None) -> Round:
        """Begin the next round with all who do not sit out, or with spots as given."""
        self._between()
        if self.halted or self.ended:
            raise Mistaken("this table is closed for good" if self.ended else "this table is halted")
        if spots is None:
            spots = self.spots()
        if shuffle is not None:
            self._check_shuffle(shuffle)
        round = self.game.round(spots, self.stacks, shuffle=shuffle or self.shuffle, carry=self.carry)
        if shuffle is not None:  # written when nothing is refused any more
            self._drop("other cards are dealt", seen=False)
            self._take(Shuffled(shuffle.kept()))
        self._take(Opened(opened(round, self.head, self.name)))
        self.round = round
        return round

    def _check_shuffle(self, shuffle: Shuffle | SealedShuffle) -> None:
        """Refuse cards that are not to be dealt from."""
        if self.money:
            raise Mistaken("a money table deals from the shuffle that it has committed to, and from no other")
        if self.carry.shoe:
            raise Mistaken("this shoe has begun: another shuffle can be used when it is spent")
        if shuffle.about not in (NOTHING, self._about()):
            raise Mistaken("this shuffle was committed to for something else")

    def answer(self, who: str, spot: str | int, action: str, value: Any = None) -> None:
        """Answer for a spot, as somebody. Whose spot it is not is told so and nothing else."""
        if self.round is None:
            raise Refused("No round is being played")
        if str(spot) not in {each.id for each in self.round.spots if each.bettor == who}:
            raise Refused("That is not yours to answer")
        self.round.answer(spot, action, value)
        self._answer_for_absent()

    def default(self, spot: str | int) -> None:
        """Let the rules answer for a spot whose time is over."""
        if self.round is None:
            raise Mistaken("no round is being played")
        self.round.default(spot)
        self._answer_for_absent()

    def _answer_for_absent(self) -> None:
        """Let the rules answer wherever somebody is waited for who is not there."""
        while self.round is not None and not self.round.done:
            asked = [ask.spot for ask in self.round.waiting if self.round.spot(ask.spot).bettor in self.away]
            if not asked:
                return
            for spot in asked:
                self.round.default(spot)

    def question(self, spot: str) -> str:
        """What the question has that a spot is asked now, and no other question of this table ever: an answer that
        names it cannot be taken for one to a later question."""
        given = self.round.answers if self.round else ()
        return f"{self._now()}.{sum(answer.spot == spot for answer in given)}"

    @property
    def round_id(self) -> str:
        """What the round has that is played now, and no other round of this table ever; nothing between rounds."""
        return self._now() if self.round else ""

    def _now(self) -> str:
        return f"{self.rounds}.{self._shuffles}"  # a round that is called off is no round, but its cards are gone

    def halt(self, halted: bool = True, why: str = "") -> None:
        """Deal no more rounds, or do so again; a round that is played goes on."""
        if self.halted != halted:
            self._note_answers()
            self._take(Halted(halted, why))

    def end(self) -> None:
        """Close the table for good: nobody sits there any more."""
        self._between()
        if self.stacks:
            raise Mistaken(f"{', '.join(self.stacks)} still sit here: a table is closed when all have left")
        if not self.ended:
            self._take(Ended())

    def void(self, why: str) -> None:
        """Call off the round that is played, or has failed: all wagers go back, and its cards are not used again."""
        if self.round is None or self.round.done:
            raise Mistaken("there is no round to void" + (": this one is over, finish it" if self.round else ""))
        self._close(Voided(why))
        self._drop(f"the round was voided: {why}", seen=True)
        self._shuffle_next()

    def _close(self, entry: Voided | Closed) -> None:
        self._note_answers()
        self._take(entry)

    def _note_answers(self) -> None:
        """Write down what was answered before something else is: entries are in the order of what happened."""
        for entry in self._unlogged():
            self._take(entry)

    def finish(self, round: Round | None = None) -> Record:
        """Take the finished round's result over, and make the next cards ready."""
        if self.round is None or round not in (None, self.round):
            raise Mistaken("this is not the round that the table plays")
        kept = record(self.round, self.head, self.name)
        self._close(Closed(kept.outcome))
        if not self.carry.shoe:
            self._shuffle_next()
        return kept

    def _shuffle_next(self) -> None:
        self._take(Shuffled(self.game.shuffle(self._seed, self._shuffles, self._about()).kept()))

    def _about(self) -> About:
        """What the next shuffle is for."""
        return About(self.game.slug, self.game.rules.digest, self.name, self._shuffles + 1, self.head)

    def _drop(self, why: str, *, seen: bool) -> None:
        """Give up cards that were committed to. Their secret is shown, but not that of sealed cards that were dealt."""
        self._take(Dropped(self.shuffle.transcript(reveal=not (seen and self.shuffle.kind == "sealed")), why))

    # -- the log ------------------------------------------------------------------------------------------------

    def _take(self, entry: Entry, find: FindGame | None = None) -> None:
        """Let something happen to the table: for the first time, or again from a log."""
        match entry:
            case Plays():
                self._plays(entry, find)
            case Stands():
                self._stands(entry, find)
            case Joined(bettor, seat, cents, behind):
                self.stacks[bettor] = cents
                (self.behind if behind else self.seats)[bettor] = seat
            case Added(bettor, cents):
                self.stacks[bettor] += cents
            case Left(bettor, cents, stays):
                del self.stacks[bettor]
                self.left[bettor] = cents
                self.seats.pop(bettor, None)
                self.behind.pop(bettor, None)
                self.circles = [circle for circle in self.circles if circle[0] != bettor]
                self.out.discard(bettor)
                self.away.discard(bettor)
                if not (stays or self.carry.shoe):
                    self.shuffle = self.shuffle.without(bettor)
            case SatOut(bettor, out):
                (self.out.add if out else self.out.discard)(bettor)
            case Away(bettor, away):
                (self.away.add if away else self.away.discard)(bettor)
            case Circled(bettor, seat, taken):
                (self.circles.append if taken else self.circles.remove)((bettor, seat))
            case Read(jackpot, reads):
                self.carry = msgspec.structs.replace(self.carry, meters=self.carry.meters | {jackpot: reads})
            case Shuffled(kept):
                self._shuffled(restored(kept))
            case Seeded(bettor, words):
                self.shuffle = self.shuffle.seeded(bettor, words)
            case Dropped(transcript):
                self.dropped.append(transcript)
            case Opened(opening):
                self._check_chain(opening)
                self._opening, self._answers = opening, []
                if not self.hands:
                    self.orbit = sum(opening.stacks[spot.bettor] > 0 for spot in opening.spots)
            case Answered(answer):
                self._answers.append(answer)
            case Halted(halted):
                self.halted = halted
            case Ended():
                self.ended = True
                self.carry, self.links = _unlinked(self.carry, self.links), {}
            case Voided():
                self._end(shoe=None)
            case Closed(outcome):
                self._ended(outcome, again=find is not None)
        self._entries.append(entry)

    def _shuffled(self, shuffle: Shuffle | SealedShuffle) -> None:
        """Have other cards ready."""
        cards = deck(self.game.rules.deck.name, self.game.rules.packs).cards
        if self.money and not (shuffle.fair and sorted(shuffle.box) == sorted(cards)):
            raise Mistaken(f"shuffle {self._shuffles + 1} of the log is not a fair one of the game's deck")
        if shuffle.about != self._about() and (self.money or shuffle.about != NOTHING):
            raise Mistaken(f"shuffle {self._shuffles + 1} of the log is for another game, table or time")
        self.shuffle = shuffle
        self._shuffles += 1

    def _ended(self, outcome: Outcome, again: bool) -> None:
        """Take over what came out of the round; what a log says of it must agree with itself."""
        if self._opening is None:
            raise Mistaken("the log closes a round that was not opened")
        if again:
            try:
                check_conservation(self._opening.stacks, outcome.transfers, outcome.net)
            except ValueError as error:
                raise Mistaken(f"round {self.rounds + 1} of the log: {error}") from None
        self.head = public(written(self._opening, self._answers, outcome), self.shuffle).hash
        for bettor, change in outcome.net.items():
            if bettor in self.stacks:
                self.stacks[bettor] += change
        if min(self.stacks.values(), default=0) < 0 or sum(outcome.net.values()) != 0:
            raise Mistaken(f"round {self.rounds + 1} of the log makes or loses chips")
        self.carry = read_carry(outcome.next, self.game.carried)
        self.rounds += 1
        self.dropped = []
        self.hands += bool(outcome.transfers)
        self._end(self.carry.shoe)

    def _end(self, shoe: Shoe | None) -> None:
        """Put a round away."""
        self.carry = msgspec.structs.replace(self.carry, shoe=shoe)
        self._opening, self._answers, self.round = None, [], None

    def _check_chain(self, opening: Opening) -> None:
        """Refuse a log whose rounds do not follow each other."""
        if opening.previous != self.head:
            raise Mistaken(f"round {self.rounds + 1} of the log does not follow the one before it")
        if opening.table != self.name or opening.stacks != self.stacks or opening.shuffle != shuffle_key(self.shuffle):
            raise Mistaken(f"round {self.rounds + 1} of the log is not of this table, its chips or its cards")

    def _stands(self, entry: Stands, find: FindGame | None) -> None:
        """Be the table that was written down."""
        self._others = {}
        for each in entry.others:
            game = _found(each, find)
            self._others[game] = read_carry(each.carry, game.carried), restored(each.shuffle)
        self._plays(entry.plays, find)
        self.stacks, self.seats, self.behind = dict(entry.stacks), dict(entry.seats), dict(entry.behind)
        self.circles, self.out, self.away = [*entry.circles], {*entry.out}, {*entry.away}
        self.left = dict(entry.left)
        self.carry = read_carry(entry.carry, self.game.carried)
        self.rounds, self.hands, self.orbit = entry.rounds, entry.hands, entry.orbit
        self.halted = entry.halted
        self.head, self._shuffles, self.shuffle = entry.head, entry.shuffles, restored(entry.shuffle)

    def _fractions(self, slug: str) -> dict[str, tuple[int, int]]:
        """Take what a game's jackpots are owed beyond whole cents from wherever its name was played before: it is
        paid on with the next wagers, under whichever house rules."""
        found: dict[str, tuple[int, int]] = {}
        for game, (carry, shuffle) in list(self._others.items()):
            if game.slug == slug and carry.fractions:
                for name, (meter, reserve) in carry.fractions.items():
                    has = found.get(name, (0, 0))
                    found[name] = has[0] + meter, has[1] + reserve
                self._others[game] = msgspec.structs.replace(carry, fractions={}), shuffle
        return found

    def _plays(self, entry: Plays, find: FindGame | None) -> None:
        game = _found(entry, find)
        links = dict(entry.links or {})
        again = hasattr(self, "game") and self.game.slug == game.slug
        kept = {name for name, to in self.links.items() if again and links.get(name) == to}
        self.carry = before = _unlinked(self.carry, self.links.keys() - kept)
        if hasattr(self, "game"):
            self._others[self.game] = self.carry, self.shuffle
        # The same game under other house rules: whose turn the bank is and what the displays read has not changed.
        self.carry = Carry(bank=before.bank, meters=dict(before.meters)) if again else Carry()
        fractions = self._fractions(game.slug)
        if game in self._others:
            self.carry, self.shuffle = self._others.pop(game)
        self.carry = _newly_linked(msgspec.structs.replace(self.carry, fractions=fractions), links.keys() - kept)
        self.links = links
        if hasattr(self, "game") and self.game.carried is game.carried and getattr(game.carried, "SHARED", False):
            self.carry = msgspec.structs.replace(self.carry, own=before.own)  # a button stays where it is
        self.game, self._seed, self.money, self.name = game, entry.seed, entry.money, entry.table
        self.hands = 0


def _found(said: Plays | Waits, find: FindGame | None) -> Game:
    """The game that an entry names."""
    if find is None:
        raise Mistaken(f"the log plays {said.game}: a way to find that game is needed")
    game = find(said.game, said.rules)
    if game.rules.digest != said.rules.digest:
        raise Mistaken(f"the log plays {said.game} under rules {said.rules.digest[:12]}, not those found")
    return game


_OWN = "own "
"""Before a jackpot's name: what the table's own meter is owed beyond cents, while the jackpot is one of the house's."""


def _linked(game: Game, links: Mapping[str, str]) -> dict[str, str] | msgspec.UnsetType:
    """Links as a log has them; of jackpots that the layout has."""
    known = {wager.jackpot for wager in game.rules.wagers().values() if wager.jackpot}
    if unknown := sorted(links.keys() - known):
        said = ", ".join(sorted(known)) or "none"
        raise Mistaken(f"{game.slug} has no jackpot {unknown[0]} on its layout: there are {said}")
    return dict(links) or msgspec.UNSET


def _unlinked(carry: Carry, names: Iterable[str]) -> Carry:
    """What is carried when jackpots are the house's no more: what those are owed beyond cents stays with the house."""
    carry = carry.copy()
    for name in names:
        carry.meters.pop(name, None)
        carry.fractions.pop(name, None)
        if _OWN + name in carry.fractions:
            carry.fractions[name] = carry.fractions.pop(_OWN + name)
    return carry


def _newly_linked(carry: Carry, names: Iterable[str]) -> Carry:
    """What is carried when jackpots become the house's: the table's own meter waits with what it is owed."""
    carry = carry.copy()
    for name in names:
        carry.meters.pop(name, None)
        if name in carry.fractions:
            carry.fractions[_OWN + name] = carry.fractions.pop(name)
    return carry


def _whole(cents: int) -> int:
    if type(cents) is not int or cents < 0:
        raise Mistaken(f"chips are whole cents, not {cents!r}")
    return cents
