"""A book as an audit reads it: a table at each line with every round run again, and the cage's lines by their kind.

Nothing that a line says is believed if it can be worked out: who sits there with what, what a round moved, which
cards were ready and whether they had been dealt, what a pool held.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from itertools import zip_longest
from typing import Any

import msgspec

from cardroom.errors import CardroomError, Fault
from cardroom.house.accounts import Accounts
from cardroom.house.books import Books
from cardroom.house.entries import entry_of, posts_of
from cardroom.house.house import CORRECTED
from cardroom.house.jackpots import noted
from cardroom.house.kept import without_overflow
from cardroom.house.meters import claims_of, minutes, released_by, seeds_of
from cardroom.house.pools import claim_of, hits_of, meter_purse
from cardroom.house.values import CAGE, JACKPOT, OUTSIDE, Line, Post, Purse, changes_of, lifted, purse_of
from cardroom.play.events import Transfer
from cardroom.play.evolve import evolve
from cardroom.play.log import (
    Answered,
    Entry,
    GameSet,
    Joined,
    Left,
    MeterRead,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    ShuffleDiscarded,
    Snapshot,
    TableClosed,
    is_secret,
)
from cardroom.play.places import HOUSE_SPOT, meter_of, reserve_of
from cardroom.play.record import reopen, replay, written
from cardroom.play.round import Round
from cardroom.play.state import FindGame, State, snapshot

__all__ = ["Cage", "Found", "Retold"]

Found = Callable[[str, int, str], None]
"""Told the book, the line and what is wrong."""


class Retold:
    """A table's book."""

    def __init__(self, name: str, books: Books, find: FindGame, accounts: Accounts, found: Found) -> None:
        self.name = name
        self.rounds = 0
        """How many were run again."""
        self._books, self._find, self._accounts, self._found = books, find, accounts, found
        self._state: State | None = None
        """The table's state so far; none before the first entry, or where it cannot be followed."""
        self._followed = True
        self._done: Round | None = None
        """The round that this line ends."""
        self.told: list[tuple[Any, ...]] = []
        """What has happened here to jackpots of the house."""
        self._ceilings: dict[str, list[tuple[int, int | None]]] = {}
        """How much they may hold, since when."""
        self._seen = False
        """Whether the line before called a round off."""
        self._pools = {purse for purse in accounts.start if (purse.book, purse.kind) == (name, "meter")}
        """The pools that this book has opened."""

    def line(self, line: Line, *, again: bool = True) -> None:
        """Let a line happen again; without `again` it is known to be right, and only brings the table there."""
        if not self._followed and line.kind == "stands":
            self._followed, again = True, False  # from a snapshot it can be followed again
        if not self._followed:
            return
        try:
            entry, before = self._read(line), self._state
            moved = self._checked(before, line, entry) if again else ()
            state = self._state = evolve(before, entry, self._find)
            self._seen = isinstance(entry, RoundVoided)
            if again:
                self._check_money(state, line, entry, moved)
                self._note(state, before, line, entry)
        except Exception as error:  # whatever a forged line makes the table stumble over, it is found, not fallen over
            reason = str(error) if isinstance(error, CardroomError | ValueError) else repr(error)
            self.say(line, f"it cannot have happened: {reason}; the table is not followed from here")
            self._followed = False

    def say(self, line: Line, what: str) -> None:
        """Note what is wrong."""
        self._found(self.name, line.number, what)

    def _read(self, line: Line) -> Entry:
        text = self._books.text(self.name, line)
        entry = entry_of(text)
        if msgspec.json.encode(entry) != text:
            self.say(line, "its text is not as it is written: something stands there that nobody reads")
        if (line.kind, line.secret) != (entry.__struct_config__.tag, is_secret(entry)):
            self.say(line, f"it is called {line.kind}, and what it says is not, or not as secret as it should be")
        return entry

    def _checked(self, table: State | None, line: Line, entry: Entry) -> tuple[Transfer, ...]:
        """Note what is wrong with an entry before it happens; gives the transfers of a round that it ends."""
        if table is None:
            if isinstance(entry, GameSet):
                self._check_game(line, entry)
            return ()
        match entry:
            case GameSet():
                self._check_game(line, entry)
            case Left(bettor, cents) if cents != table.stacks[bettor]:
                self.say(line, f"{bettor} leaves with {cents} cents and had {table.stacks[bettor]}")
            case Joined(bettor) if bettor in table.stacks:
                self.say(line, f"{bettor} sits down and sat there already")
            case MeterRead(jackpot, reads):
                self._accounts.claim(
                    self.name, line, self._purse(table, "meter", jackpot), reads, "it tells what a pool held"
                )
            case Answered(answer) if answer.spot == HOUSE_SPOT.id:
                self._check_reading(table, line, answer.value)
            case ShuffleDiscarded(transcript):
                shown = table.shuffle.transcript(reveal=not (self._seen and table.shuffle.kind == "sealed"))
                if msgspec.json.encode(shown) != msgspec.json.encode(transcript):
                    self.say(line, "what it shows of the cards that were given up is not what they were")
            case RoundStarted() if table.spent or table.opening:
                self.say(line, "a round is dealt from cards that are spent" if table.spent else "a round is not over")
            case Snapshot():
                self._check_snapshot(table, entry)
            case RoundVoided() if self._played(table).done:
                self.say(line, "a round is called off that was over")
            case RoundEnded():
                return self._run_again(table, entry)
        return ()

    def _check_game(self, line: Line, entry: GameSet) -> None:
        if entry.seed is not None or not entry.money or entry.table != self.name:
            self.say(line, "the table does not play for money under its own name, from fair shuffles")
        if self._books.rules_text(entry.rules.digest) is None:
            self.say(line, f"the text of its rules {entry.rules.digest[:12]} is not kept")

    def _note(self, table: State, before: State | None, line: Line, entry: Entry) -> None:
        """Note what the book of a jackpot must contain, too."""
        now = table.links
        links, carried = (before.links, before.carry.fractions) if before else ({}, {})
        if isinstance(entry, GameSet | TableClosed):
            for name, to in links.items():
                if now.get(name) != to:
                    self.told.append(("unlinked", to, self.name, line.number, name, *carried.get(name, (0, 0))))
            for name, to in now.items():
                if links.get(name) != to:
                    self.told.append(("linked", to, self.name, line.number, name))
        if isinstance(entry, RoundEnded) and self._done is not None:
            for name, hits in hits_of(self._done).items():
                if name in now:
                    self.told.append(("hit", now[name], self.name, line.number, msgspec.json.encode(hits)))

    def _check_reading(self, table: State, line: Line, value: int) -> None:
        """Hold what the round was told of a pool to what that held, with what this round has claimed of it."""
        round = self._played(table)
        ask = next(ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id)
        if ask.about == "clock":
            if value > max(open_for := minutes(self._books, self.name, line.at), ask.otherwise.value):
                self.say(line, f"it says that the table was open for {value} minutes, and it was for {open_for}")
            return
        jackpot = next(each for each in round.rules.jackpots.values() if each.name == ask.about)
        if jackpot.rule != "progressive" and jackpot.name not in table.links:
            return
        kind = ask.options[0].action
        purse = self._purse(table, kind, ask.about)
        claimed = self._accounts.balances.get(claim_of(purse, self.name), 0) if kind == "meter" else 0
        ceiling = self._ceiling(table, line, jackpot.name) if kind == "meter" else None
        if ceiling is None or value < ceiling - max(round.chips.change(jackpot), 0):
            what = f"it tells the round what {purse.kind} held"
            self._accounts.claim(self.name, line, purse, value - claimed, what)

    def _ceiling(self, table: State, line: Line, jackpot: str) -> int | None:
        """How much a jackpot might hold when a line was written."""
        to = table.links.get(jackpot)
        if to is None:
            return None
        if to not in self._ceilings:
            self._ceilings[to] = [(each.at, noted(each).pool.ceiling) for each in self._books.lines(JACKPOT + to)]
        return next((most for at, most in reversed(self._ceilings[to]) if at <= line.at), None)

    def _check_snapshot(self, table: State, entry: Snapshot) -> None:
        if table.opening is not None:
            raise CardroomError("a snapshot is taken while a round is played")
        if msgspec.json.encode(snapshot(table)) != msgspec.json.encode(entry):
            raise CardroomError("the snapshot differs from the state that the entries before it lead to")

    def _run_again(self, table: State, entry: RoundEnded) -> tuple[Transfer, ...]:
        """What the round moves when it is run again from its record."""
        if table.opening is None:
            raise CardroomError("a round ends that did not begin")
        self.rounds += 1
        record = written(table.opening, table.answers, entry.outcome)
        round = replay(record, table.game, table.shuffle)
        self._done = round
        return tuple(event for event in round.events if isinstance(event, Transfer))

    def _purse(self, table: State, kind: str, jackpot: str) -> Purse:
        return purse_of(self.name, meter_of(jackpot) if kind == "meter" else reserve_of(jackpot), table.links)

    def _played(self, table: State) -> Round:
        """The round that has not ended, run again."""
        if table.opening is None:
            raise CardroomError("a round ends that did not begin")
        round = reopen(table.opening, table.game, table.shuffle)
        with suppress(Fault):  # a round that failed has failed again
            round.play(table.answers)
        return round

    def _check_money(self, table: State, line: Line, entry: Entry, moved: tuple[Transfer, ...]) -> None:
        """Compare the postings with what the entry moves."""
        opened = self._pools.__contains__
        links = table.links
        seeds = seeds_of(self.name, table.game.rules, opened, links) if isinstance(entry, GameSet) else ()
        due, posted = posts_of(self.name, entry, moved, seeds, links), line.posts
        if isinstance(entry, RoundEnded | RoundVoided):
            done = self._done if isinstance(entry, RoundEnded) else None
            freed = released_by(self.name, done, links) if done else ()
            due = (*due, *freed, *self._claims(table, 0))
            posted = self._without_overflow(table, line, due)
        if isinstance(entry, Answered) and posted:
            round = self._played(table)
            due = self._claims(table, *(-round.chips.change(each) for each in round.rules.jackpots.values()))
        bank = Purse(self.name, "house")
        if isinstance(entry, RoundEnded) and posted[:1] and posted[0].cause == "fill" and posted[0] not in due:
            fill, posted = posted[0], posted[1:]
            if fill != Post(OUTSIDE, bank, fill.cents, "fill"):
                self.say(line, "it fills something else than the table's bank")
            # A bank is filled by what it lacks, and then it is empty when all is paid.
            lacked = -changes_of(due).get(bank, 0) - fill.cents
            self._accounts.claim(self.name, line, bank, lacked, "it fills the bank as if that had held")
        if posted != due:
            for number, (was, should) in enumerate(zip_longest(posted, due)):
                if was != should:
                    self.say(line, f"posting {number + 1} is {_said(was)}, and should be {_said(should)}")
                    break
        self._pools |= {post.payee for post in line.posts if post.payee.kind == "meter"}

    def _claims(self, table: State, *should: int) -> tuple[Post, ...]:
        """What goes between meters and what this table's round claims of them, where so much should be claimed."""
        purses = [self._purse(table, "meter", each.name) for each in table.game.rules.jackpots.values()]
        held = [self._accounts.balances.get(claim_of(purse, self.name), 0) for purse in purses]
        wanted = should if len(should) == len(purses) else [0] * len(purses)
        return claims_of(self.name, dict(zip(purses, zip(held, wanted, strict=True), strict=True)))

    def _without_overflow(self, table: State, line: Line, due: tuple[Post, ...]) -> tuple[Post, ...]:
        """What a round's line posted, but for what went over the ceilings of its jackpots, which must have been so."""
        posts = line.posts
        for name, to in reversed(table.links.items()):
            rest = without_overflow(posts, to, (most := self._ceiling(table, line, name)) is not None)
            if rest != posts and most is not None:
                meter = meter_purse(to)
                held = most + posts[-1].cents - lifted(due, meter)
                self._accounts.claim(self.name, line, meter, held, f"{to} went over as if its meter had held")
            posts = rest
        return posts

    def after(self, line: Line) -> None:
        """Hold the chips that the table counts to those in the books, when the line's money is posted."""
        if self._state is None or not self._followed or not line.posts:
            return
        touched = {purse for post in line.posts for purse in post[:2] if purse.kind == "stack"}
        for purse in touched:
            counted, booked = self._state.stacks.get(purse.owner, 0), self._accounts.balances[purse]
            if counted != booked:
                self.say(line, f"the table counts {counted} cents of {purse.owner}, and the books {booked}")

    def end(self, number: int) -> None:
        """The book is read: a round that is not closed must wait for somebody."""
        if self._state is None or not self._followed or self._state.opening is None:
            return
        try:
            over = self._played(self._state).done
        except Exception as error:
            self._found(self.name, number, f"the round that is not over cannot have been played so: {error}")
            return
        if over:
            self._found(self.name, number, "the round is over, and was not closed")


_MONEY = {
    "deposit": ("outside", "balance"),
    "withdrawal": ("balance", "outside"),
    "fill": ("outside", "house"),
    "credit": ("house", "outside"),
}
"""What the cage does, from where to where."""


class Cage:
    """The book of the cage."""

    def __init__(self, books: Books, accounts: Accounts, found: Found) -> None:
        self.rules: dict[str, str] = {}
        """The rules that it says are kept, with the digest of their text."""
        self._books, self._accounts, self._found = books, accounts, found

    def line(self, line: Line) -> None:
        """Hold a line to what its kind may say and move."""
        try:
            problem = self._problem(line)
        except Exception as error:
            problem = f"it cannot be read: {error}"
        if problem:
            self._found(CAGE, line.number, problem)

    def _problem(self, line: Line) -> str:
        text = self._books.text(CAGE, line)
        said = msgspec.json.decode(text)
        if line.secret != (line.kind == "made") or (line.kind == "made") != (line.number == 1):
            return "it is not what stands at this place of the cage's book"
        if line.kind in ("made", "note", "rules"):
            if line.posts:
                return f"it moves money, and is a line of the kind {line.kind}"
            if line.kind == "rules":
                self.rules[said["digest"]] = said["sha256"]
                kept = self._books.rules_text(said["digest"])
                if kept is None or sha256(kept).hexdigest() != said["sha256"]:
                    return f"the rules {said['digest'][:12]} that it tells of are not kept, or were changed"
            return ""
        if not (line.who and line.key and len(line.posts) == 1 and line.posts[0].cause == line.kind):
            return "it does not say who moved one sum of money, under which id"
        post = line.posts[0]
        if any(purse.kind == OUTSIDE.kind and purse != OUTSIDE for purse in post[:2]):
            return "it moves what is held for the players of a jackpot"
        ways = post.payer.kind, post.payee.kind
        if line.kind in _MONEY:
            return "" if (ways, said) == (_MONEY[line.kind], {}) else f"a {line.kind} does not move money so"
        if line.kind != "correction":
            return f"the cage knows nothing that is called {line.kind}"
        return self._corrected(line, post, said)

    def _corrected(self, line: Line, post: Post, said: dict[str, Any]) -> str:
        kinds = {post.payer.kind, post.payee.kind}
        if not kinds <= CORRECTED or kinds == {"balance"} or post.line != said["why"]:
            return "a correction does not move money so, or says another reason than its posting"
        changes = changes_of(line.posts)
        told = {Purse(*each["account"]): (each["before"], each["after"]) for each in said["accounts"]}
        if {purse: after - before for purse, (before, after) in told.items()} != changes or len(said) != 2:
            return "before and after are not what the posting makes of them"
        for purse, (before, _) in told.items():
            if purse != OUTSIDE:
                self._accounts.claim(CAGE, line, purse, before, f"it tells what {purse.kind} {purse.owner} held before")
        return ""


def _said(post: Post | None) -> str:
    if post is None:
        return "none"
    payer, payee = (f"{purse.kind} {purse.owner} {purse.part}".rstrip() for purse in (post.payer, post.payee))
    return f"{post.cents} cents from {payer} to {payee} ({post.cause} {post.wager} {post.line})".replace("  ", " ")
