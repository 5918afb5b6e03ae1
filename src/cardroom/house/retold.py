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
from cardroom.house.entries import entry_of, is_secret, postings_of
from cardroom.house.house import CORRECTED
from cardroom.house.jackpots import noted
from cardroom.house.kept import without_overflow
from cardroom.house.meters import claims_of, minutes, released_by, seeds_of
from cardroom.house.pools import claim_of, hits_of, meter_account
from cardroom.house.values import (
    CAGE,
    JACKPOT,
    OUTSIDE,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    ledger_account,
    lifted,
)
from cardroom.play.events import Transfer
from cardroom.play.log import (
    Answered,
    Closed,
    Dropped,
    Ended,
    Entry,
    Joined,
    Left,
    Opened,
    Plays,
    Read,
    Shuffled,
    Stands,
    Voided,
)
from cardroom.play.places import HOUSE_SPOT, meter_of, reserve_of
from cardroom.play.record import Opening, reopen, replay, written
from cardroom.play.round import Round
from cardroom.play.table import FindGame, Table

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
        self._table: Table | None = Table.empty()
        self._opening: Opening | None = None
        self._answers: list[Any] = []
        self._done: Round | None = None
        """The round that this line ends."""
        self.told: list[tuple[Any, ...]] = []
        """What has happened here to jackpots of the house."""
        self._ceilings: dict[str, list[tuple[int, int | None]]] = {}
        """How much they may hold, since when."""
        self._spent = True
        """Whether other cards are needed before the next round."""
        self._seen = False
        """Whether the line before called a round off."""
        self._pools = {account for account in accounts.start if (account.book, account.kind) == (name, "meter")}
        """The pools that this book has opened."""

    def line(self, entry: LedgerEntry, *, again: bool = True) -> None:
        """Let a line happen again; without `again` it is known to be right, and only brings the table there."""
        if self._table is None and entry.kind == "stands":
            self._table, again = Table.empty(), False  # from here it can be followed once more
        table = self._table
        if table is None:
            return
        try:
            log_entry = self._read(entry)
            links, carried = dict(table.links), dict(table.carry.fractions)
            moved = self._checked(table, entry, log_entry) if again else ()
            self._take(table, log_entry)
            if again:
                self._check_money(table, entry, log_entry, moved)
                self._note(table, entry, log_entry, links, carried)
        except Exception as error:  # whatever a forged line makes the table stumble over, it is found, not fallen over
            reason = str(error) if isinstance(error, CardroomError | ValueError) else repr(error)
            self.say(entry, f"it cannot have happened: {reason}; the table is not followed from here")
            self._table = None

    def say(self, entry: LedgerEntry, what: str) -> None:
        """Note what is wrong."""
        self._found(self.name, entry.number, what)

    def _read(self, entry: LedgerEntry) -> Entry:
        text = self._books.plaintext(self.name, entry)
        log_entry = entry_of(text)
        if msgspec.json.encode(log_entry) != text:
            self.say(entry, "its text is not as it is written: something stands there that nobody reads")
        if (entry.kind, entry.secret) != (log_entry.__struct_config__.tag, is_secret(log_entry)):
            self.say(entry, f"it is called {entry.kind}, and what it says is not, or not as secret as it should be")
        return log_entry

    def _checked(self, table: Table, entry: LedgerEntry, log_entry: Entry) -> tuple[Transfer, ...]:
        """What is wrong with an entry before it happens; gives what a round moved."""
        match log_entry:
            case Plays(seed=seed, money=money, table=called):
                if seed is not None or not money or called != self.name:
                    self.say(entry, "the table does not play for money under its own name, from fair shuffles")
                if self._books.rules_text(log_entry.rules.digest) is None:
                    self.say(entry, f"the text of its rules {log_entry.rules.digest[:12]} is not kept")
            case Left(bettor, cents) if cents != table.stacks[bettor]:
                self.say(entry, f"{bettor} leaves with {cents} cents and had {table.stacks[bettor]}")
            case Joined(bettor) if bettor in table.stacks:
                self.say(entry, f"{bettor} sits down and sat there already")
            case Read(jackpot, reads):
                self._accounts.claim(
                    self.name, entry, self._account(table, "meter", jackpot), reads, "it tells what a pool held"
                )
            case Answered(answer) if answer.spot == HOUSE_SPOT.id:
                self._check_reading(table, entry, answer.value)
            case Dropped(transcript):
                shown = table.shuffle.transcript(reveal=not (self._seen and table.shuffle.kind == "sealed"))
                if msgspec.json.encode(shown) != msgspec.json.encode(transcript):
                    self.say(entry, "what it shows of the cards that were given up is not what they were")
            case Opened() if self._spent or self._opening:
                self.say(entry, "a round is dealt from cards that are spent" if self._spent else "a round is not over")
            case Stands():
                self._check_stands(table, log_entry)
            case Voided() if self._played(table).done:
                self.say(entry, "a round is called off that was over")
            case Closed():
                return self._run_again(table, log_entry)
        return ()

    def _note(
        self,
        table: Table,
        entry: LedgerEntry,
        log_entry: Entry,
        links: dict[str, str],
        carried: dict[str, tuple[int, int]],
    ) -> None:
        """Note what the book of a jackpot must tell, too."""
        now = table.links
        if isinstance(log_entry, Plays | Ended):
            for name, to in links.items():
                if now.get(name) != to:
                    self.told.append(("unlinked", to, self.name, entry.number, name, *carried.get(name, (0, 0))))
            for name, to in now.items():
                if links.get(name) != to:
                    self.told.append(("linked", to, self.name, entry.number, name))
        if isinstance(log_entry, Closed) and self._done is not None:
            for name, hits in hits_of(self._done).items():
                if name in now:
                    self.told.append(("hit", now[name], self.name, entry.number, msgspec.json.encode(hits)))

    def _check_reading(self, table: Table, entry: LedgerEntry, value: int) -> None:
        """Hold what the round was told of a pool to what that held, with what this round has claimed of it."""
        round = self._played(table)
        ask = next(ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id)
        if ask.about == "clock":
            if value > max(open_for := minutes(self._books, self.name, entry.at), ask.otherwise.value):
                self.say(entry, f"it says that the table was open for {value} minutes, and it was for {open_for}")
            return
        jackpot = next(each for each in round.rules.jackpots.values() if each.name == ask.about)
        if jackpot.rule != "progressive" and jackpot.name not in table.links:
            return
        kind = ask.options[0].action
        account = self._account(table, kind, ask.about)
        claimed = self._accounts.balances.get(claim_of(account, self.name), 0) if kind == "meter" else 0
        ceiling = self._ceiling(table, entry, jackpot.name) if kind == "meter" else None
        if ceiling is None or value < ceiling - max(round.chips.change(jackpot), 0):
            what = f"it tells the round what {account.kind} held"
            self._accounts.claim(self.name, entry, account, value - claimed, what)

    def _ceiling(self, table: Table, entry: LedgerEntry, jackpot: str) -> int | None:
        """How much a jackpot might hold when a line was written."""
        to = table.links.get(jackpot)
        if to is None:
            return None
        if to not in self._ceilings:
            self._ceilings[to] = [(each.at, noted(each).pool.ceiling) for each in self._books.entries(JACKPOT + to)]
        return next((most for at, most in reversed(self._ceilings[to]) if at <= entry.at), None)

    def _take(self, table: Table, log_entry: Entry) -> None:
        table.take(log_entry, self._find)
        match log_entry:
            case Opened(opening):
                self._opening, self._answers = opening, []
            case Answered(answer):
                self._answers.append(answer)
            case Closed() | Voided():
                self._opening = None
                self._spent = table.carry.shoe is None
            case Plays():
                self._spent = table.carry.shoe is None
            case Shuffled() | Stands():
                self._spent = False
        self._seen = isinstance(log_entry, Voided)

    def _check_stands(self, table: Table, log_entry: Stands) -> None:
        if self._opening is not None:
            raise CardroomError("it says how the table stands while a round is played")
        table.stand()
        if msgspec.json.encode(table.log[0]) != msgspec.json.encode(log_entry):
            raise CardroomError("it says that the table stands otherwise than what came before makes it stand")

    def _run_again(self, table: Table, log_entry: Closed) -> tuple[Transfer, ...]:
        """What the round moves when it is run again from its record."""
        if self._opening is None:
            raise CardroomError("a round ends that did not begin")
        self.rounds += 1
        record = written(self._opening, self._answers, log_entry.outcome)
        round = replay(record, table.game, table.shuffle)
        self._done = round
        return tuple(event for event in round.events if isinstance(event, Transfer))

    def _account(self, table: Table, kind: str, jackpot: str) -> LedgerAccount:
        return ledger_account(self.name, meter_of(jackpot) if kind == "meter" else reserve_of(jackpot), table.links)

    def _played(self, table: Table) -> Round:
        """The round that is not closed, run again."""
        if self._opening is None:
            raise CardroomError("a round ends that did not begin")
        round = reopen(self._opening, table.game, table.shuffle)
        with suppress(Fault):  # a round that failed has failed again
            round.play(self._answers)
        return round

    def _check_money(self, table: Table, entry: LedgerEntry, log_entry: Entry, moved: tuple[Transfer, ...]) -> None:
        """Hold what was posted to what the entry moves."""
        opened = self._pools.__contains__
        links = table.links
        seeds = seeds_of(self.name, table.game.rules, opened, links) if isinstance(log_entry, Plays) else ()
        due, posted = postings_of(self.name, log_entry, moved, seeds, links), entry.postings
        if isinstance(log_entry, Closed | Voided):
            done = self._done if isinstance(log_entry, Closed) else None
            freed = released_by(self.name, done, links) if done else ()
            due = (*due, *freed, *self._claims(table, 0))
            posted = self._without_overflow(table, entry, due)
        if isinstance(log_entry, Answered) and posted:
            round = self._played(table)
            due = self._claims(table, *(-round.chips.change(each) for each in round.rules.jackpots.values()))
        bank = LedgerAccount(self.name, "house")
        if isinstance(log_entry, Closed) and posted[:1] and posted[0].cause == "fill" and posted[0] not in due:
            fill, posted = posted[0], posted[1:]
            if fill != Posting(OUTSIDE, bank, fill.cents, "fill"):
                self.say(entry, "it fills something else than the table's bank")
            # A bank is filled by what it lacks, and then it is empty when all is paid.
            lacked = -changes_of(due).get(bank, 0) - fill.cents
            self._accounts.claim(self.name, entry, bank, lacked, "it fills the bank as if that had held")
        if posted != due:
            for number, (was, should) in enumerate(zip_longest(posted, due)):
                if was != should:
                    self.say(entry, f"posting {number + 1} is {_said(was)}, and should be {_said(should)}")
                    break
        self._pools |= {posting.payee for posting in entry.postings if posting.payee.kind == "meter"}

    def _claims(self, table: Table, *should: int) -> tuple[Posting, ...]:
        """What goes between meters and what this table's round claims of them, where so much should be claimed."""
        accounts = [self._account(table, "meter", each.name) for each in table.game.rules.jackpots.values()]
        held = [self._accounts.balances.get(claim_of(account, self.name), 0) for account in accounts]
        wanted = should if len(should) == len(accounts) else [0] * len(accounts)
        return claims_of(self.name, dict(zip(accounts, zip(held, wanted, strict=True), strict=True)))

    def _without_overflow(self, table: Table, entry: LedgerEntry, due: tuple[Posting, ...]) -> tuple[Posting, ...]:
        """What a round's line posted, but for what went over the ceilings of its jackpots, which must have been so."""
        postings = entry.postings
        for name, to in reversed(table.links.items()):
            rest = without_overflow(postings, to, (most := self._ceiling(table, entry, name)) is not None)
            if rest != postings and most is not None:
                meter = meter_account(to)
                held = most + postings[-1].cents - lifted(due, meter)
                self._accounts.claim(self.name, entry, meter, held, f"{to} went over as if its meter had held")
            postings = rest
        return postings

    def after(self, entry: LedgerEntry) -> None:
        """Hold the chips that the table counts to those in the books, when the line's money is posted."""
        if self._table is None or not entry.postings:
            return
        touched = {account for posting in entry.postings for account in posting[:2] if account.kind == "stack"}
        for account in touched:
            counted, booked = self._table.stacks.get(account.owner, 0), self._accounts.balances[account]
            if counted != booked:
                self.say(entry, f"the table counts {counted} cents of {account.owner}, and the books {booked}")

    def end(self, number: int) -> None:
        """The book is read: a round that is not closed must wait for somebody."""
        if self._table is None or self._opening is None:
            return
        try:
            over = self._played(self._table).done
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

    def line(self, entry: LedgerEntry) -> None:
        """Hold a line to what its kind may say and move."""
        try:
            problem = self._problem(entry)
        except Exception as error:
            problem = f"it cannot be read: {error}"
        if problem:
            self._found(CAGE, entry.number, problem)

    def _problem(self, entry: LedgerEntry) -> str:
        text = self._books.plaintext(CAGE, entry)
        said = msgspec.json.decode(text)
        if entry.secret != (entry.kind == "made") or (entry.kind == "made") != (entry.number == 1):
            return "it is not what stands at this place of the cage's book"
        if entry.kind in ("made", "note", "rules"):
            if entry.postings:
                return f"it moves money, and is a line of the kind {entry.kind}"
            if entry.kind == "rules":
                self.rules[said["digest"]] = said["sha256"]
                kept = self._books.rules_text(said["digest"])
                if kept is None or sha256(kept).hexdigest() != said["sha256"]:
                    return f"the rules {said['digest'][:12]} that it tells of are not kept, or were changed"
            return ""
        if not (entry.who and entry.key and len(entry.postings) == 1 and entry.postings[0].cause == entry.kind):
            return "it does not say who moved one sum of money, under which id"
        posting = entry.postings[0]
        if any(account.kind == OUTSIDE.kind and account != OUTSIDE for account in posting[:2]):
            return "it moves what is held for the players of a jackpot"
        ways = posting.payer.kind, posting.payee.kind
        if entry.kind in _MONEY:
            return "" if (ways, said) == (_MONEY[entry.kind], {}) else f"a {entry.kind} does not move money so"
        if entry.kind != "correction":
            return f"the cage knows nothing that is called {entry.kind}"
        return self._corrected(entry, posting, said)

    def _corrected(self, entry: LedgerEntry, posting: Posting, said: dict[str, Any]) -> str:
        kinds = {posting.payer.kind, posting.payee.kind}
        if not kinds <= CORRECTED or kinds == {"balance"} or posting.line != said["why"]:
            return "a correction does not move money so, or says another reason than its posting"
        changes = changes_of(entry.postings)
        told = {LedgerAccount(*each["account"]): (each["before"], each["after"]) for each in said["accounts"]}
        if {account: after - before for account, (before, after) in told.items()} != changes or len(said) != 2:
            return "before and after are not what the posting makes of them"
        for account, (before, _) in told.items():
            if account != OUTSIDE:
                self._accounts.claim(
                    CAGE, entry, account, before, f"it tells what {account.kind} {account.owner} held before"
                )
        return ""


def _said(posting: Posting | None) -> str:
    if posting is None:
        return "none"
    payer, payee = (
        f"{account.kind} {account.owner} {account.part}".rstrip() for account in (posting.payer, posting.payee)
    )
    return f"{posting.cents} cents from {payer} to {payee} ({posting.cause} {posting.wager} {posting.line})".replace(
        "  ", " "
    )
