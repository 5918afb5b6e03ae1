"""The audit of a table's book: replay the table entry by entry, and every round from its record.

The audit believes nothing that it can compute: who sits with which stack, what a round moved, which cards were
committed and whether they had been dealt, what a jackpot held.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest
from typing import Any

import msgspec

from cardroom.clauses import RoundHistory, facts_of, violations
from cardroom.errors import CardroomError, InvariantError
from cardroom.house.audit.accounts import AccountHistory, Report
from cardroom.house.audit.orders import VoidedRound
from cardroom.house.audit.pools import without_overflow
from cardroom.house.books import (
    JACKPOT,
    OUTSIDE,
    Books,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    drops_of,
    ledger_account,
    peak_change,
)
from cardroom.house.jackpots import (
    READ_AHEAD,
    claim_account,
    claims_of,
    given_back,
    hits_of,
    meter_account,
    minutes,
    pool_entry,
    released_by,
    seeds_of,
    spilled,
    transfers_of,
)
from cardroom.house.tables import entry_of, postings_of
from cardroom.play.records import make_record, reopen, replay
from cardroom.play.round import HOUSE_SPOT, Dealt, Round, Transfer, meter_of, reserve_of
from cardroom.play.table import (
    Answered,
    Entry,
    FindGame,
    GameSet,
    Joined,
    Left,
    MeterRead,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    Shuffled,
    ShuffleDiscarded,
    Snapshot,
    State,
    TableClosed,
    is_secret,
    snapshot,
)
from cardroom.play.table.evolve import evolve
from cardroom.tags import tag_of

__all__ = ["TableAudit"]

_ENCODE = msgspec.json.Encoder().encode
_WITHOUT_MONEY = frozenset({Answered, RoundStarted, Shuffled})
"""Kinds of entries that have nothing to check about money and jackpots, if they have no postings."""


class TableAudit:
    """Replays the book of one table."""

    def __init__(
        self, name: str, books: Books, find: FindGame, accounts: AccountHistory, report: Report, clauses: bool = False
    ) -> None:
        self.name = name
        self._clauses = clauses
        self._before: RoundHistory | None = None
        """The last round, if the clauses read rounds."""
        self.rounds = 0
        """How many rounds were replayed."""
        self._books, self._find, self._accounts, self._report = books, find, accounts, report
        self._state: State | None = None
        """The state of the table; None before the first entry."""
        self._drops: tuple[Posting, ...] = ()
        """What the current round has put into linked jackpots."""
        self._spilled: dict[LedgerAccount, int] = {}
        """What of it went on into overflows, by meter."""
        self._replaying = True
        """Whether the state is known. After an entry that cannot have happened it is not, up to the next snapshot."""
        self._done: Round | None = None
        """The round that the current entry ends."""
        self.jackpot_facts: list[tuple[Any, ...]] = []
        """Links and hits of house jackpots at this table. The books of the jackpots must record the same."""
        self.voided: list[VoidedRound] = []
        """Rounds that were voided after a card was dealt. Approvals of them are in the cage's book."""
        self._ceilings: dict[str, list[tuple[int, int | None]]] = {}
        """The ceilings of house jackpots, each with the time from which it applies."""
        self._after_void = False
        """Whether the previous entry voided a round."""
        self._at = 0
        """The time of the previous entry."""
        self._meters = {account for account in accounts.start if (account.book, account.kind) == (name, "meter")}
        """The table's own meters that this book has opened."""

    def check(self, entry: LedgerEntry, *, trusted: bool = False) -> None:
        """Replay an entry and check it. A trusted entry was audited before and only brings the table to its state."""
        if not self._replaying and entry.kind == tag_of(Snapshot):
            self._replaying, trusted = True, True  # from a snapshot the table can be replayed again
        if not self._replaying:
            return
        try:
            log_entry, before = self._read(entry), self._state
            moved = () if trusted else self._check_entry(before, entry, log_entry)
            if self._clauses and isinstance(log_entry, RoundEnded) and not trusted and self._done is not None:
                self._check_clauses(entry, self._done)
            state = self._state = evolve(before, log_entry, self._find)
            self._after_void = isinstance(log_entry, RoundVoided)
            if not trusted and (entry.postings or type(log_entry) not in _WITHOUT_MONEY):
                self._check_money(state, entry, log_entry, moved)
                self._add_jackpot_facts(state, before, entry, log_entry)
            self._note_drops(entry, log_entry)
            self._at = entry.at
        except Exception as error:  # a forged entry may raise anything; it must become a finding
            reason = str(error) if isinstance(error, CardroomError | ValueError) else repr(error)
            self.report(entry, f"this cannot have happened: {reason}. Entries up to the next snapshot are not replayed")
            self._replaying = False

    def report(self, entry: LedgerEntry, what: str) -> None:
        """Report a problem with an entry."""
        self._report(self.name, entry.number, what)

    def _read(self, entry: LedgerEntry) -> Entry:
        text = self._books.plaintext(self.name, entry)
        log_entry = entry_of(text)
        if _ENCODE(log_entry) != text:
            self.report(entry, "its body has extra fields, or is not in the standard form")
        if (entry.kind, entry.secret) != (log_entry.__struct_config__.tag, is_secret(log_entry)):
            self.report(
                entry, f"its kind is {entry.kind}, but its body is of a different kind, or its secrecy is wrong"
            )
        return log_entry

    def _check_entry(self, table: State | None, entry: LedgerEntry, log_entry: Entry) -> tuple[Transfer, ...]:
        """Check an entry against the table before it. Returns the transfers of a round that ends here."""
        if table is None:
            if isinstance(log_entry, GameSet):
                self._check_game(entry, log_entry)
            return ()
        if isinstance(log_entry, Answered):  # most entries
            if log_entry.answer.spot == HOUSE_SPOT.id:
                self._check_reading(table, entry, log_entry.answer.value)
            return ()
        match log_entry:
            case GameSet():
                self._check_game(entry, log_entry)
            case Left(bettor, cents) if cents != table.stacks[bettor]:
                self.report(entry, f"{bettor} leaves with {cents} cents, but had {table.stacks[bettor]}")
            case Joined(bettor) if bettor in table.stacks:
                self.report(entry, f"{bettor} joins, but was already seated")
            case MeterRead(jackpot, reads, why):
                meter = self._account(table, "meter", jackpot)
                back = entry.at == self._at or why == READ_AHEAD
                self._accounts.claim(self.name, entry, meter, reads, f"meter reading of {jackpot}", held_back=back)
            case ShuffleDiscarded(transcript):
                shown = table.shuffle.transcript(reveal=not (self._after_void and table.shuffle.kind == "sealed"))
                if msgspec.json.encode(shown) != msgspec.json.encode(transcript):
                    self.report(entry, "the published transcript differs from the shuffle that was discarded")
            case RoundStarted() if table.spent or table.opening:
                used = "a round starts from cards that were already used"
                self.report(entry, used if table.spent else "a round starts before the last one ended")
            case Snapshot():
                self._check_snapshot(table, log_entry)
            case RoundVoided():
                self._check_void(table, entry)
            case RoundEnded():
                return self._replay(table, log_entry)
        return ()

    def _check_void(self, table: State, entry: LedgerEntry) -> None:
        round = self._open_round(table)
        if round.done:
            self.report(entry, "it voids a round that had already ended")
        if any(isinstance(event, Dealt) for event in round.events):
            self.voided.append(VoidedRound(self.name, entry.number, entry.at, entry.who, str(table.round_id)))

    def _check_game(self, entry: LedgerEntry, log_entry: GameSet) -> None:
        if log_entry.seed is not None or not log_entry.money or log_entry.table != self.name:
            self.report(entry, "the table must play for money, under its own name and from fair shuffles")
        if self._books.rules_text(log_entry.rules.digest) is None:
            self.report(entry, f"the text of its rule set {log_entry.rules.digest[:12]} is not stored")

    def _add_jackpot_facts(self, table: State, before: State | None, entry: LedgerEntry, log_entry: Entry) -> None:
        """Note links and hits that the book of a house jackpot must record too."""
        now = table.links
        links, carried = (before.links, before.carry.fractions) if before else ({}, {})
        if isinstance(log_entry, GameSet | TableClosed):
            for name, to in links.items():
                if now.get(name) != to:
                    self.jackpot_facts.append(
                        ("unlinked", to, self.name, entry.number, name, *carried.get(name, (0, 0)))
                    )
            for name, to in now.items():
                if links.get(name) != to:
                    self.jackpot_facts.append(("linked", to, self.name, entry.number, name))
        if isinstance(log_entry, RoundEnded) and self._done is not None:
            for name, hits in hits_of(self._done).items():
                if name in now:
                    self.jackpot_facts.append(("hit", now[name], self.name, entry.number, msgspec.json.encode(hits)))

    def _check_reading(self, table: State, entry: LedgerEntry, value: int) -> None:
        """Check a meter reading, or the table's time, that the round received from the house."""
        round = self._open_round(table)
        ask = next(ask for ask in round.waiting if ask.spot == HOUSE_SPOT.id)
        if ask.about == "clock":
            if value > max(open_for := minutes(self._books, self.name, entry.at), ask.default.value):
                self.report(
                    entry, f"the round was given {value} minutes since opening; the table was open for {open_for}"
                )
            return
        jackpot = next(each for each in round.rules.jackpots.values() if each.name == ask.about)
        if jackpot.rule != "progressive" and jackpot.name not in table.links:
            return
        kind = ask.options[0].action
        account = self._account(table, kind, ask.about)
        claimed = self._accounts.held(claim_account(account, self.name)) if kind == "meter" else 0
        ceiling = self._ceiling(table, entry, jackpot.name) if kind == "meter" else None
        if ceiling is None or value < ceiling - max(round.chips.change(jackpot), 0):
            what = f"{account.kind} of {account.owner} as given to the round"
            own = changes_of(drops_of(self.name, transfers_of(round), table.links)).get(account, 0)
            self._accounts.claim(self.name, entry, account, value - claimed + own, what)

    def _ceiling(self, table: State, entry: LedgerEntry, jackpot: str) -> int | None:
        """The ceiling of a house jackpot when an entry was written."""
        to = table.links.get(jackpot)
        if to is None:
            return None
        if to not in self._ceilings:
            self._ceilings[to] = [
                (each.at, pool_entry(each).pool.ceiling) for each in self._books.entries(JACKPOT + to)
            ]
        return next((most for at, most in reversed(self._ceilings[to]) if at <= entry.at), None)

    def _check_snapshot(self, table: State, log_entry: Snapshot) -> None:
        if table.opening is not None:
            raise CardroomError("a snapshot was taken during a round")
        if msgspec.json.encode(snapshot(table)) != msgspec.json.encode(log_entry):
            raise CardroomError("the snapshot differs from the state that the entries before it give")

    def _replay(self, table: State, log_entry: RoundEnded) -> tuple[Transfer, ...]:
        """The transfers of the round, replayed from its record."""
        if table.opening is None:
            raise CardroomError("it ends a round that did not start")
        self.rounds += 1
        record = make_record(table.opening, table.answers, log_entry.outcome)
        round = replay(record, table.game, table.shuffle)
        self._done = round
        return transfers_of(round)

    def _check_clauses(self, entry: LedgerEntry, round: Round) -> None:
        """Report what the documents do not allow in a round, and in its succession to the last one."""
        facts, last = facts_of(round), self._before
        same = last is not None and last.rules is facts.rules and last.spots == facts.spots
        for found in violations(facts, last if same else None):
            self.report(entry, str(found))
        self._before = facts

    def _account(self, table: State, kind: str, jackpot: str) -> LedgerAccount:
        return ledger_account(self.name, meter_of(jackpot) if kind == "meter" else reserve_of(jackpot), table.links)

    def _open_round(self, table: State) -> Round:
        """The round in progress, replayed up to its last answer."""
        if table.opening is None:
            raise CardroomError("no round is in progress")
        round = reopen(table.opening, table.game, table.shuffle)
        with suppress(InvariantError):  # a round that failed in play fails again here
            round.play(table.answers)
        return round

    def _check_money(self, table: State, entry: LedgerEntry, log_entry: Entry, moved: tuple[Transfer, ...]) -> None:
        """Compare the postings of an entry with those that it should have."""
        opened = self._meters.__contains__
        links = table.links
        seeds = seeds_of(self.name, table.game.rules, opened, links) if isinstance(log_entry, GameSet) else ()
        due, posted = postings_of(self.name, log_entry, moved, seeds, links), entry.postings
        if isinstance(log_entry, RoundEnded | RoundVoided):
            done = self._done if isinstance(log_entry, RoundEnded) else None
            freed = released_by(self.name, done, links) if done else ()
            if isinstance(log_entry, RoundVoided):
                freed = given_back(self._drops, self._spilled)
            due = (*due, *freed, *self._claims(table, 0))
            posted = self._without_overflow(table, entry, due)
        if isinstance(log_entry, Answered) and posted:
            due = self._due_in_round(table, self._open_round(table), log_entry)
            posted = self._without_overflow(table, entry, due)
        bank = LedgerAccount(self.name, "house")
        if isinstance(log_entry, RoundEnded) and posted[:1] and posted[0].cause == "fill" and posted[0] not in due:
            fill, posted = posted[0], posted[1:]
            if fill != Posting(OUTSIDE, bank, fill.cents, "fill"):
                self.report(entry, "a fill goes to an account other than the table's bank")
            # A fill is exactly what the bank lacks: after it and the payouts the bank is empty.
            held = -changes_of(due).get(bank, 0) - fill.cents
            self._accounts.claim(self.name, entry, bank, held, "balance of the bank before its fill")
        if posted != due:
            for number, (was, should) in enumerate(zip_longest(posted, due)):
                if was != should:
                    self.report(entry, f"posting {number + 1} should be {_words(should)}; it is {_words(was)}")
                    break
        self._meters |= {posting.payee for posting in entry.postings if posting.payee.kind == "meter"}

    def _due_in_round(self, table: State, round: Round, log_entry: Answered) -> tuple[Posting, ...]:
        """What an answer moves: bets into linked jackpots when it closes the bets, or claims of what was won."""
        drops = drops_of(self.name, transfers_of(round), table.links)
        if log_entry.answer.spot != HOUSE_SPOT.id and not self._drops:
            return drops
        own = changes_of(drops)
        jackpots = round.rules.jackpots.values()
        return self._claims(
            table,
            *(own.get(self._account(table, "meter", each.name), 0) - round.chips.change(each) for each in jackpots),
        )

    def _note_drops(self, entry: LedgerEntry, log_entry: Entry) -> None:
        """Remember what the current round has put into linked jackpots. The table still counts it as chips."""
        if isinstance(log_entry, RoundEnded | RoundVoided):
            self._drops, self._spilled = (), {}
        elif isinstance(log_entry, Answered) and entry.postings:
            self._drops += tuple(posting for posting in entry.postings if posting.cause == "drop")
            self._spilled |= spilled(entry.postings)

    def _claims(self, table: State, *should: int) -> tuple[Posting, ...]:
        """Postings between meters and the claims of this table's round, to reach the claims that it should have."""
        accounts = [self._account(table, "meter", each.name) for each in table.game.rules.jackpots.values()]
        held = [self._accounts.held(claim_account(account, self.name)) for account in accounts]
        wanted = should if len(should) == len(accounts) else [0] * len(accounts)
        return claims_of(self.name, dict(zip(accounts, zip(held, wanted, strict=True), strict=True)))

    def _without_overflow(self, table: State, entry: LedgerEntry, due: tuple[Posting, ...]) -> tuple[Posting, ...]:
        """The postings of a round's last entry, without the overflows of its jackpots, which are checked on the way."""
        postings = entry.postings
        for name, to in reversed(table.links.items()):
            rest = without_overflow(postings, to, (most := self._ceiling(table, entry, name)) is not None)
            if rest != postings and most is not None:
                meter = meter_account(to)
                held = most + postings[-1].cents - peak_change(due, meter)
                self._accounts.claim(self.name, entry, meter, held, f"meter of {to} before its overflow")
            postings = rest
        return postings

    def check_stacks(self, entry: LedgerEntry) -> None:
        """Compare the stacks that the table counts with the books, after an entry's postings."""
        if self._state is None or not self._replaying or not entry.postings:
            return
        for account in {account for posting in entry.postings for account in posting[:2]}:
            if account.kind != "stack":
                continue
            counted, booked = self._state.stacks.get(account.owner, 0), self._accounts.held(account)
            counted += changes_of(self._drops).get(account, 0)
            if counted != booked:
                self.report(
                    entry, f"the stack of {account.owner} is {counted} cents at the table and {booked} in the books"
                )

    def end(self, number: int) -> None:
        """After the last entry: a round in progress must wait for an answer."""
        if self._state is None or not self._replaying or self._state.opening is None:
            return
        try:
            over = self._open_round(self._state).done
        except Exception as error:
            self._report(self.name, number, f"the round in progress cannot be replayed: {error}")
            return
        if over:
            self._report(self.name, number, "the round is over, but no entry ends it")


def _words(posting: Posting | None) -> str:
    if posting is None:
        return "none"
    payer, payee = (
        f"{account.kind} {account.owner} {account.part}".rstrip() for account in (posting.payer, posting.payee)
    )
    words = f"{posting.cents} cents from {payer} to {payee} ({posting.cause} {posting.wager} {posting.line})"
    return words.replace("  ", " ")
