"""A table that the books keep: every step is stored before anybody is told, and money moves with the round's end.

`HouseTable` does to a `play.Table` what it is asked, and writes what that added to the table's log into the table's
book, in one transaction with the money that it moves. If that fails, nothing has happened: the table is rebuilt from
the book before it is used again. It is also how a table goes on after its process has died.

It is long because a step is one transaction: what is asked, the round that it ends, the jackpots that it moves and the
lines that tell of it belong together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from threading import RLock
from typing import Any

import msgspec

from cardroom.cards import parse
from cardroom.errors import CardroomError, Mistaken
from cardroom.games import game_by_digest, game_of
from cardroom.house.books import Books, tried
from cardroom.house.jackpots import Jackpots
from cardroom.house.pools import claim_of, hits_of, released, retermed, terms_of
from cardroom.house.store import StoreError
from cardroom.house.values import OUTSIDE, Line, Post, Purse, player, post_of, purse_of, words
from cardroom.house.writing import Draft
from cardroom.play.asks import Ask
from cardroom.play.events import Transfer
from cardroom.play.game import Game
from cardroom.play.log import Added, Answered, Closed, Entry, Joined, Left, Plays, Shuffled, Stands
from cardroom.play.places import HOUSE_SPOT, meter_of, reserve_of
from cardroom.play.record import RulesOf
from cardroom.play.round import Round
from cardroom.play.table import FindGame, Table
from cardroom.rulebook import RuleBookError, RuleSet
from cardroom.rulebook.jackpots import Jackpot
from cardroom.rulebook.loading import checked

__all__ = ["HouseTable", "entry_of", "is_secret", "kept_game", "posts_of", "progressives", "seeds_of"]

STANDS_EVERY = 100
"""After so many rounds a book says how the table stands, so that it is soon rebuilt however long it has been open."""

_READ = msgspec.json.Decoder(Entry)


def entry_of(text: bytes) -> Entry:
    """What a line of a table's book says happened."""
    try:
        entry: Entry = _READ.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Mistaken(f"it is no entry of a table's log: {error}") from None
    return entry


def posts_of(
    table: str,
    entry: Entry,
    transfers: Iterable[Transfer] = (),
    seeds: tuple[Post, ...] = (),
    links: Mapping[str, str] | None = None,
) -> tuple[Post, ...]:
    """What an entry moves: buy-ins and cash-outs, all that a round moved, given with its citations, and seeds."""
    match entry:
        case Plays():
            return seeds
        case Joined(bettor, cents=cents) | Added(bettor, cents) if cents:
            return (Post(player(bettor), Purse(table, "stack", bettor), cents, "buy-in"),)
        case Left(bettor, cents) if cents:
            return (Post(Purse(table, "stack", bettor), player(bettor), cents, "cash-out"),)
        case Closed():
            return tuple([post_of(table, moved, links) for moved in transfers])
    return ()


def kept_game(books: Books, slug: str, rules: RulesOf) -> Game:
    """The game that a table plays, by the text of its rules as the store has kept it."""
    text = books.rules_text(rules.digest)
    if text is None:
        return game_by_digest(slug, rules)
    try:
        kept = checked(msgspec.json.decode(text) | {"game": slug})  # games that bind alike share a text
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError, RuleBookError) as error:
        raise Mistaken(f"the rules {rules.digest[:12]} were changed in the store: {error}") from None
    if kept.digest != rules.digest:
        raise Mistaken(f"the rules {rules.digest[:12]} were changed in the store")
    return game_of(kept)


class HouseTable:
    """A live table in the books.

    >>> import tempfile, cardroom
    >>> from cardroom.house import House
    >>> folder = tempfile.TemporaryDirectory()
    >>> house = House.at(f"{folder.name}/room.db", create=True)
    >>> house.deposit("ann", 50_000, who="cage 1", key="slip 1")
    >>> table = house.open_table("table 7", cardroom.game("heads-up-holdem"), who="floor")
    >>> table.join("ann", 20_000, key="join 1")
    >>> house.balance("ann"), table.table.stacks["ann"]
    (30000, 20000)
    >>> folder.cleanup()
    """

    def __init__(self, books: Books, name: str, find: FindGame, table: Table | None = None) -> None:
        """The table of a book that is there; it goes on where the book stops. `table` is one whose log is all there."""
        self._books = books
        self._jackpots = Jackpots(books, books.now)
        self._find = find
        self.name = name
        self._lock = RLock()
        """One thing at a time, whatever threads there are."""
        self._noted = self.lines = len(table.log) if table else 0
        """How many entries of the table's log are in its book, and how many lines it has."""
        self.last: Round | None = None
        """The round that was played last, as long as this object has lived."""
        self._table: Table | None = table or self._rebuilt()

    @classmethod
    def opened(
        cls,
        books: Books,
        name: str,
        game: Game,
        find: FindGame,
        who: str,
        key: str | None,
        links: Mapping[str, str] | None = None,
    ) -> HouseTable:
        """Open a new table: its own jackpots at their seeds, those that are linked as they stand."""
        jackpots = Jackpots(books, books.now)
        _check_links(jackpots, game.rules, links or {})
        books.keep_rules(game.rules)
        table = Table(game, {}, money=True, name=name, links=links)
        drafts = _drafts(books, table, table.log, who)
        with books.turn() if links else nullcontext():
            first = books.append(name, [drafts[0]._replace(key=key), *drafts[1:]], after=0)[0]
            for jackpot, to in table.links.items():
                jackpots.link(to, name, game.rules, jackpot, first.number, who)
        return cls(books, name, find, table)

    @property
    def table(self) -> Table:
        """The table as it stands, to be looked at. What is done to it past this object is not in the books."""
        with self._lock:
            if self._table is None:
                self._table = self._rebuilt()
            return self._table

    @property
    def round(self) -> Round | None:
        """The round that is played."""
        return self.table.round

    def _rebuilt(self) -> Table:
        lines = self._books.from_standing(self.name)
        entries: list[Entry] = []
        for line in lines:
            entries.append(entry_of(self._books.text(self.name, line)))
            self.lines = line.number
        if not entries:
            raise Mistaken(f"there is no table {self.name}; open it first")
        if not isinstance(entries[0], Plays | Stands):
            raise StoreError(f"{self.name}: its book cannot be taken up where it says; the store is damaged")
        try:
            table = Table.rebuilt(entries, self._find)
        except CardroomError:
            raise
        except Exception as error:  # entries that nobody wrote one after the other
            raise StoreError(f"{self.name}: its book does not tell of a table, and is damaged: {error}") from error
        self._noted = len(entries)
        return table

    # -- what may be done -----------------------------------------------------------------------------------------

    def join(
        self, bettor: str, cents: int, seat: int | None = None, *, behind: bool = False, key: str | None = None
    ) -> None:
        """Sit down with chips from one's balance."""
        self._do(
            lambda table: table.join(bettor, cents, seat, behind=behind), bettor, key, ("joined", (cents, seat, behind))
        )

    def add_chips(self, bettor: str, cents: int, *, key: str | None = None) -> None:
        """Put more chips on the table, from one's balance."""
        self._do(lambda table: table.add_chips(bettor, cents), bettor, key, ("added", cents))

    def leave(self, bettor: str, *, key: str | None = None) -> None:
        """Leave; the chips go to one's balance."""
        self._do(lambda table: table.leave(bettor), bettor, key, ("left", None))

    def sit_out(self, bettor: str, out: bool = True, *, key: str | None = None) -> None:
        """Not be dealt in, or be again."""
        self._do(lambda table: table.sit_out(bettor, out), bettor, key, ("sat-out", None))

    def step_away(self, bettor: str, away: bool = True, *, who: str | None = None, key: str | None = None) -> None:
        """Be gone, or be back: the rules answer for who is gone."""
        self._do(lambda table: table.step_away(bettor, away), who or bettor, key, ("away", None))

    def take_circle(self, bettor: str, seat: int, taken: bool = True, *, key: str | None = None) -> None:
        """Bet at a further circle, or no more."""
        self._do(lambda table: table.take_circle(bettor, seat, taken), bettor, key, ("circled", None))

    def add_seed(self, bettor: str, words: str, *, key: str | None = None) -> None:
        """Mix a seed into the next shuffle."""
        self._do(lambda table: table.add_seed(bettor, words), bettor, key, ("seeded", None))

    def change(self, game: Game, who: str, links: Mapping[str, str] | None = None) -> None:
        """Play another game, or for other jackpots of the house. Without links those of the same game stay."""
        before = self.table.game
        if links is None:
            linked = self.table.links if before.slug == game.slug else {}
            links = {name: to for name, to in linked.items() if name in _offered(game.rules)}
        _check_links(self._jackpots, game.rules, links)
        self._check_own(game.rules, links)
        self._books.keep_rules(game.rules)
        self._do(lambda table: table.change(game, links), who)

    def _check_own(self, rules: RuleSet, links: Mapping[str, str]) -> None:
        """Refuse other terms for a pool of the table's own that was opened: they wait until it is won."""
        if rules.game != self.table.game.slug:
            return
        had = {each.name: each for each in progressives(self.table.game.rules) if each.name not in self.table.links}
        for each in progressives(rules):
            old = had.get(each.name)
            if (
                old
                and each.name not in links
                and (old.seed, old.rate, old.reserve) != (each.seed, each.rate, each.reserve)
            ):
                raise Mistaken(
                    f"{each.label} has been opened, and its seed and rate stay until it is won; note other ones for a "
                    "jackpot of the house, which waits for that"
                )

    def displays(self) -> dict[str, int]:
        """What the displays of its jackpots read at this moment, whatever other tables have done meanwhile."""
        table = self.table
        shown = {jackpot.name: jackpot.seed for jackpot in table.game.rules.jackpots.values()} | table.carry.meters
        shown = {name: cents for name, cents in shown.items() if name in _offered(table.game.rules)}
        return shown | {name: self._books.balance(self._purse(table, name)) for name in table.links}

    def follow(self) -> None:
        """Between rounds, have the displays read what their meters hold, if others have moved them."""
        self._do(self._read_meters, "house")

    def start(self, who: str = "dealer", *, key: str | None = None) -> None:
        """Deal the next round."""
        self._do(self._start, who, key, ("opened", None))

    def answer(
        self,
        who: str,
        spot: str | int,
        action: str,
        value: Any = None,
        *,
        question: str | None = None,
        key: str | None = None,
    ) -> None:
        """Answer for a spot; with the last answer the round is closed, and its money moves. A `question` that is named
        must be the one that is asked."""

        def answered(table: Table) -> None:
            _check_question(table, str(spot), question)
            table.answer(who, spot, action, value)

        self._do(answered, who, key, ("answered", (str(spot), action, value)))

    def default(
        self, spot: str | int, who: str = "clock", *, question: str | None = None, key: str | None = None
    ) -> None:
        """Let the rules answer for a spot whose time is over."""

        def answered(table: Table) -> None:
            _check_question(table, str(spot), question)
            table.default(spot)

        self._do(answered, who, key, ("answered", (str(spot), None, None)))

    def void(self, why: str, who: str, *, key: str | None = None) -> None:
        """Call off the round: all wagers go back."""
        self._do(lambda table: table.void(words(why, "a reason")), who, key, ("voided", None))

    def halt(self, halted: bool, why: str, who: str, *, key: str | None = None) -> None:
        """Deal no more rounds, or do so again."""
        self._do(lambda table: table.halt(halted, words(why, "a reason")), who, key, ("halted", None))

    def end(self, who: str, *, key: str | None = None) -> None:
        """Close the table for good."""
        self._do(lambda table: table.end(), who, key, ("ended", None))

    # -- how it is done -------------------------------------------------------------------------------------------

    def _start(self, table: Table) -> None:
        if table.round is None:
            for to in table.links.values():
                self._jackpots.check_held(to)
            self._follow_terms(table)
            self._read_meters(table)
        table.start()

    def _follow_terms(self, table: Table) -> None:
        """Play by the seed and rate that came into force when a jackpot was won."""
        rules = table.game.rules
        for name, to in table.links.items():
            if terms_of(rules, name) != (terms := self._jackpots.pool(to).terms):
                rules = retermed(rules, name, terms)
        if rules is not table.game.rules:
            self._books.keep_rules(rules)
            table.change(game_of(rules), dict(table.links))

    def _read_meters(self, table: Table) -> None:
        own = {each.name for each in progressives(table.game.rules)}
        for jackpot in {each.name: each for each in table.game.rules.jackpots.values()}.values():
            if jackpot.name in own or jackpot.name in table.links:
                pool = self._books.balance(self._purse(table, jackpot.name))
                if table.carry.meters.get(jackpot.name, jackpot.seed) != pool:
                    table.read_meter(jackpot.name, pool, "what its pool holds")

    def _purse(self, table: Table, jackpot: str, kind: str = "meter") -> Purse:
        account = meter_of(jackpot) if kind == "meter" else reserve_of(jackpot)
        return purse_of(self.name, account, table.links)

    def _do(
        self, act: Callable[[Table], object], who: str, key: str | None = None, asked: tuple[str, Any] | None = None
    ) -> None:
        """Let something happen, whole or not at all; once, however often the same key comes."""
        words(who, "who asks")
        words("?" if key is None else key, "an id")
        with self._lock:
            self._done(act, who, key, asked)

    def _done(self, act: Callable[[Table], object], who: str, key: str | None, asked: tuple[str, Any] | None) -> None:
        if key is not None and (known := self._books.by_key(key)):
            _check_same(self._books, self.name, who, asked, key, *known)
            return
        tried(lambda: self._once(act, who, key, asked))  # another table may win of the same meter at the same moment

    def _once(self, act: Callable[[Table], object], who: str, key: str | None, asked: tuple[str, Any] | None) -> None:
        table, done = self.table, False
        try:
            round, links, carried = table.round, dict(table.links), dict(table.carry.fractions)
            act(table)
            done = True
            round = table.round or round
            # What is read of a meter stands until all that follows from it is written.
            with self._books.turn() if links != table.links or (round and _asks_house(round)) else nullcontext():
                transfers = self._go_on(table)
                new = table.since(self._noted)
                stands = table.round is None and any(isinstance(each, Closed) for each in new)
                if stands := stands and table.rounds % STANDS_EVERY == 0:
                    table.stand()
                drafts = _drafts(self._books, table, (*new, *table.log[:1]) if stands else new, who, transfers)
                if round and (table.links or _asks_house(round)):
                    drafts = self._with_jackpots(drafts, table, round)
                if key is not None:
                    drafts = _keyed(drafts, key, asked)
                if drafts:
                    lines = self._books.append(self.name, drafts, after=self.lines)
                    if round and table.round is None and round.done:
                        self._note_hits(table, round, lines, who)
                    if links != table.links:
                        self._note_links(table, links, carried, lines, who)
                    self.lines = lines[-1].number
        except BaseException as error:
            if done or not isinstance(error, Mistaken) or table.since(self._noted):
                self._table = None  # what was begun in memory is not in the book, so it has not happened
            raise
        self._noted = 1 if stands else self._noted + len(new)

    def _go_on(self, table: Table) -> tuple[Transfer, ...]:
        """Answer for the house, and close a round that is over; gives what the round moved."""
        while (round := table.round) is not None and not round.done:
            asked = next((ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id), None)
            if asked is None:
                return ()
            self._answer_for_house(round, asked)
        if round is None:
            return ()
        transfers = tuple(event for event in round.events if isinstance(event, Transfer))
        table.finish()
        self.last = round
        return transfers

    def _answer_for_house(self, round: Round, ask: Ask) -> None:
        """Read the meter or reserve that a round asks for: what the books say it holds, without what this round has
        moved; a ceiling holds for what this round puts in, too."""
        table, action = self.table, ask.options[0].action
        jackpot = next(each for each in round.rules.jackpots.values() if each.name == ask.about)
        if jackpot.name not in table.links and jackpot.rule != "progressive":
            round.default(ask.spot)
            return
        if jackpot.name in table.links:
            pool = self._jackpots.pool(table.links[jackpot.name])  # its book is locked now: hits are paid in its order
        purse = self._purse(table, jackpot.name, action)
        held = self._books.locked(purse)
        if action == "meter":
            held += self._books.locked(claim_of(purse, self.name))
            if jackpot.name in table.links and pool.ceiling is not None:
                held = min(held, pool.ceiling - max(round.chips.change(jackpot), 0))
        round.answer(ask.spot, action, held)

    def _with_jackpots(self, drafts: list[Draft], table: Table, round: Round) -> list[Draft]:
        """The drafts with what a round moves on jackpots' accounts beside its transfers: claims of a round that goes on
        are taken out of the meter, and put back when the round is over and all is paid; what the house has promised
        is set free for the bank that has paid it; a ceiling holds."""
        over = next((number for number, draft in enumerate(drafts) if draft.kind in ("closed", "voided")), None)
        asked = _asks_house(round)
        purses = {each: self._purse(table, each.name) for each in round.rules.jackpots.values()}
        claimed = {
            each: self._books.balance(claim_of(purse, self.name)) if asked else 0 for each, purse in purses.items()
        }
        if over is None:
            last = drafts[-1:]
            posts = claims_of(
                self.name, {purses[each]: (held, -round.chips.change(each)) for each, held in claimed.items()}
            )
            return [*drafts[:-1], *(draft._replace(posts=(*draft.posts, *posts)) for draft in last)]
        posts = claims_of(self.name, {purses[each]: (held, 0) for each, held in claimed.items()})
        draft, caps = drafts[over], []
        if draft.kind == "closed":
            posts = (*posts, *draft.posts, *released_by(self.name, round, table.links))
            caps = [cap for to in table.links.values() for cap in self._jackpots.caps(to)]
        return [*drafts[:over], draft._replace(posts=posts, caps=tuple(caps)), *drafts[over + 1 :]]

    def _note_hits(self, table: Table, round: Round, lines: list[Line], who: str) -> None:
        closed = next(line for line in lines if line.kind == "closed")
        for name, hits in hits_of(round).items() if _asks_house(round) else ():
            if name in table.links:
                self._jackpots.hit(table.links[name], self.name, closed.number, hits, who)

    def _note_links(
        self, table: Table, links: dict[str, str], carried: dict[str, tuple[int, int]], lines: list[Line], who: str
    ) -> None:
        plays = next(line for line in lines if line.kind == "plays")
        for name in [name for name, to in links.items() if table.links.get(name) != to]:
            parts = carried.get(name, (0, 0))
            self._jackpots.unlink(links[name], self.name, name, plays.number, parts, who)
        for name in [name for name, to in table.links.items() if links.get(name) != to]:
            self._jackpots.link(table.links[name], self.name, table.game.rules, name, plays.number, who)


def _asks_house(round: Round) -> bool:
    """Whether a round has asked for a meter, or does."""
    waits = any(ask.spot == HOUSE_SPOT.id for ask in round.waiting)
    return waits or any(answer.spot == HOUSE_SPOT.id for answer in round.answers)


def claims_of(table: str, changes: Mapping[Purse, tuple[int, int]]) -> tuple[Post, ...]:
    """What goes from meters to claims, or back, where so much is claimed and so much should be."""
    posts = []
    for meter, (held, should) in changes.items():
        more, claim = max(should, 0) - held, claim_of(meter, table)
        if more:
            way = (meter, claim, more, "claim") if more > 0 else (claim, meter, -more, "returned claim")
            posts.append(Post(*way))
    return tuple(posts)


def released_by(table: str, round: Round, links: Mapping[str, str]) -> tuple[Post, ...]:
    """What a round sets free of bonus jackpots of the house."""
    bonus = {each.name for each in round.rules.jackpots.values() if each.rule == "bonus" and each.name in links}
    found = hits_of(round) if bonus and _asks_house(round) else {}
    return tuple(
        post
        for name, hits in found.items()
        if name in bonus
        for post in released(table, purse_of(table, meter_of(name), links), hits)
    )


def _offered(rules: RuleSet) -> set[str]:
    """The jackpots that a layout has."""
    return {wager.jackpot for wager in rules.wagers().values() if wager.jackpot}


def _check_links(jackpots: Jackpots, rules: RuleSet, links: Mapping[str, str]) -> None:
    """Refuse links of games that may not share a meter, of two sensors to one, and to one whose money is not held."""
    if len(set(links.values())) < len(links):
        raise Mistaken(f"each sensor of a layout is a jackpot of its own: {', '.join(links)} cannot be one")
    for name, to in links.items():
        jackpots.check_link(to, rules, name)
        jackpots.check_held(to)


def _check_question(table: Table, spot: str, question: str | None) -> None:
    if question is not None and (table.round is None or question != table.question(spot)):
        raise Mistaken("that question is over")


def progressives(rules: RuleSet) -> tuple[Jackpot, ...]:
    """The jackpots that have a pool: those that move with wagers which the layout has."""
    offered = [each for wager, each in rules.jackpots.items() if wager in rules.wagers()]
    return tuple({each.name: each for each in offered if each.rule == "progressive"}.values())


def _drafts(
    books: Books, table: Table, entries: Iterable[Entry], who: str, transfers: tuple[Transfer, ...] = ()
) -> list[Draft]:
    """The lines that entries make in a table's book."""
    return [
        Draft(
            str(each.__struct_config__.tag),
            msgspec.json.encode(each),
            who,
            posts_of(table.name, each, transfers, _seeds(books, table, each), table.links),
            secret=is_secret(each),
            banked=isinstance(each, Closed),
            stands=isinstance(each, Stands),
        )
        for each in entries
    ]


def is_secret(entry: Entry) -> bool:
    """Whether an entry tells of cards that nobody has shown: a shuffle, or what a player threw away or set."""
    return isinstance(entry, Shuffled | Stands) or (
        isinstance(entry, Answered) and isinstance(entry.answer.value, list | tuple)
    )


def _seeds(books: Books, table: Table, entry: Entry) -> tuple[Post, ...]:
    return seeds_of(table.name, table.game.rules, books.has, table.links) if isinstance(entry, Plays) else ()


def seeds_of(table: str, rules: RuleSet, opened: Callable[[Purse], bool], links: Mapping[str, str]) -> tuple[Post, ...]:
    """What opens the table's own pools of a game that is new to it: a pool that was opened goes on."""
    own = [each for each in progressives(rules) if each.seed and each.name not in links]
    pools = {purse_of(table, meter_of(each.name)): each for each in own}
    return tuple(
        Post(OUTSIDE, pool, each.seed, "seed", cite=rules.cite(each.cite))
        for pool, each in pools.items()
        if not opened(pool)
    )


def _keyed(drafts: list[Draft], key: str, asked: tuple[str, Any] | None) -> list[Draft]:
    """The drafts, with the client's id on the one that was asked for."""
    first = next((number for number, draft in enumerate(drafts) if asked and draft.kind == asked[0]), 0)
    return [draft._replace(key=key) if number == first else draft for number, draft in enumerate(drafts)]


def _check_same(
    books: Books, table: str, who: str, asked: tuple[str, Any] | None, key: str, book: str, line: Line
) -> None:
    """Refuse an id that was used for something else."""
    kind: str
    said: Any
    kind, said = asked or ("", ())
    same = (book, line.who, line.kind) == (table, who, kind)
    entry = entry_of(books.text(book, line)) if same else None
    match entry:
        case Joined(_, seat, cents, behind):
            same = (cents, behind) == (said[0], said[2]) and said[1] in (None, seat)
        case Added(_, cents):
            same = cents == said
        case Answered(answer) if said[1] is None:  # whatever the rules answered
            same = answer.spot == said[0]
        case Answered(answer):
            same = (answer.spot, answer.action) == said[:2] and _same_value(answer.value, said[2])
    if not same:
        raise Mistaken(f"the id {key!r} was used for something else: {book}, line {line.number} ({line.kind})")


def _same_value(kept: Any, said: Any) -> bool:
    """Whether an answer's value is what was said; cards are kept in the order of the hand, however they were named."""
    if not isinstance(kept, list):
        return bool(kept == said)
    try:
        return sorted(kept) == sorted(parse(said))
    except (TypeError, ValueError):
        return False
