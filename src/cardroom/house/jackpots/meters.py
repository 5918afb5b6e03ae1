"""What tables and their rounds do to jackpots: open meters, read them, claim from them, release
what was paid, and give back the bets of a voided round.

A jackpot is the table's own, or a house jackpot that the table is linked to (`jackpots`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from cardroom.errors import InputError
from cardroom.games import game_of
from cardroom.house.books import (
    OUTSIDE,
    RETURNED_DROP,
    Books,
    Draft,
    LedgerAccount,
    LedgerEntry,
    Posting,
    changes_of,
    drops_of,
    ledger_account,
)
from cardroom.house.jackpots.books import Jackpots, PoolReading
from cardroom.house.jackpots.pools import Hit, claim_account, meter_account, overflow_account, reserve_account
from cardroom.house.jackpots.terms import terms_of, with_terms
from cardroom.play import pays
from cardroom.play.game import Game
from cardroom.play.round import HOUSE_SPOT, Acted, Ask, Metered, Round, Settled, Transfer, meter_of, reserve_of
from cardroom.play.table import (
    Answered,
    ChangeGame,
    Entry,
    GameSet,
    ReadMeter,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    Table,
    TableClosed,
)
from cardroom.rulebook import RuleSet
from cardroom.rulebook.jackpots import Jackpot
from cardroom.tags import tag_of

__all__ = [
    "READ_AHEAD",
    "Meters",
    "asks_house",
    "claims_of",
    "given_back",
    "hits_of",
    "jackpots_on_layout",
    "minutes",
    "progressives",
    "release_postings",
    "released_by",
    "seeds_of",
    "spilled",
    "transfers_of",
]

_ENDED, _VOIDED, _GAME, _CLOSED = (tag_of(each) for each in (RoundEnded, RoundVoided, GameSet, TableClosed))


READ_AHEAD = "what its pool holds, though its last entry has a date in the future"
"""Why a meter was read that a clock ahead has dated: the audit then knows that the later date came first."""


class Meters:
    """The meters of jackpots, for the tables of a house."""

    def __init__(self, books: Books) -> None:
        self._books, self._jackpots = books, Jackpots(books, books.now)

    def account(self, table: Table, jackpot: str, kind: str = "meter") -> LedgerAccount:
        """The account of the meter or reserve that a table plays for."""
        account = meter_of(jackpot) if kind == "meter" else reserve_of(jackpot)
        return ledger_account(table.name, account, table.links)

    # -- the table -----------------------------------------------------------------------------------

    def check_links(self, rules: RuleSet, links: Mapping[str, str]) -> None:
        """Raise an error if a game may not share the meter, if two jackpots share one, or if money is missing."""
        if len(set(links.values())) < len(links):
            raise InputError(
                f"Each jackpot of a layout needs its own house jackpot. {', '.join(links)} cannot share one."
            )
        for name, to in links.items():
            self._jackpots.check_link(to, rules, name)
            self._jackpots.check_held(to)

    def with_daily(self, game: Game, links: Mapping[str, str]) -> dict[str, str]:
        """The links, with the game's house jackpot for each jackpot that receives a daily contribution.

        The Brook's jackpots grow each morning (Brook HUH and FCF, F), and only house jackpots do.
        """
        rules = game.rules
        daily = {each.name for wager, each in rules.jackpots.items() if wager in rules.wagers() and each.morning}
        missing = [name for name in rules.jackpot if name in daily and name not in links]
        return dict(links) | {name: self._jackpots.of_game(game, name) for name in missing}

    def check_own(self, table: Table, rules: RuleSet, links: Mapping[str, str]) -> None:
        """Raise an error if the terms of the table's own jackpot change before it is won."""
        if rules.game != table.game.slug:
            return
        had = {each.name: each for each in progressives(table.game.rules) if each.name not in table.links}
        for each in progressives(rules):
            old = had.get(each.name)
            if (
                old
                and each.name not in links
                and (old.seed, old.rate, old.reserve) != (each.seed, each.rate, each.reserve)
            ):
                raise InputError(
                    f"{each.label} is open, so its seed and rate cannot change before it is won. Only a house jackpot "
                    "can have a pending change."
                )

    def displays(self, table: Table) -> dict[str, int]:
        """The current readings of a table's jackpots, with the contributions of other tables."""
        shown = {jackpot.name: jackpot.seed for jackpot in table.game.rules.jackpots.values()} | table.carry.meters
        shown = {name: cents for name, cents in shown.items() if name in jackpots_on_layout(table.game.rules)}
        return shown | {name: self._books.balance(self.account(table, name)) for name in table.links}

    def prepare(self, table: Table) -> None:
        """Before a round: raise an error if money of a linked jackpot is missing from the players' account, apply the
        seed and rate that took effect when one was won, and update the displays."""
        readings = {to: self._jackpots.reading(to) for to in table.links.values()}
        for reading in readings.values():
            self._jackpots.check_reading(reading)
        self._follow_terms(table, readings)
        self.read(table, readings)

    def _follow_terms(self, table: Table, readings: Mapping[str, PoolReading]) -> None:
        rules = table.game.rules
        for name, to in table.links.items():
            if terms_of(rules, name) != (terms := readings[to].pool.terms):
                rules = with_terms(rules, name, terms)
        if rules is not table.game.rules:
            self._books.store_rules(rules)
            table.do(ChangeGame(game_of(rules), dict(table.links)))

    def read(self, table: Table, readings: Mapping[str, PoolReading] = MappingProxyType({})) -> None:
        """Between rounds, update the displays to the balances of their meters."""
        own = {each.name for each in progressives(table.game.rules)}
        for jackpot in {each.name: each for each in table.game.rules.jackpots.values()}.values():
            if jackpot.name in own or jackpot.name in table.links:
                account, reading = self.account(table, jackpot.name), readings.get(table.links.get(jackpot.name, ""))
                pool = self._books.balance(account) if reading is None else reading.amounts.meter
                if table.carry.meters.get(jackpot.name, jackpot.seed) != pool:
                    ahead = self._books.moved_at(account) > self._books.now()
                    table.do(ReadMeter(jackpot.name, pool, READ_AHEAD if ahead else "what its pool holds"))

    # -- the round ----------------------------------------------------------------------------------------

    def answer(self, table: Table, round: Round, ask: Ask, *, closing: bool) -> None:
        """Answer a round's question to the house: the balance of a meter or reserve, or the time for a collection.

        The balance is without what this round moved. The ceiling limits this round's contributions too. `closing` says
        whether the bets were closed just now, so that they are not in the books yet.
        """
        action = ask.options[0].action
        if action == "clock":
            read = minutes(self._books, table.name, self._books.now())
            round.answer(ask.spot, action, max(read, ask.default.value))
            return
        jackpot = next(each for each in round.rules.jackpots.values() if each.name == ask.about)
        if jackpot.name not in table.links and jackpot.rule != "progressive":
            round.default(ask.spot)
            return
        if jackpot.name in table.links:
            pool = self._jackpots.pool(table.links[jackpot.name])  # locks its book, so that hits are paid in its order
            if action == "meter" and jackpot.rule == "progressive":
                own = round.carry.fractions.get(jackpot.name, (0, 0))[0]
                self._jackpots.advance(table.links[jackpot.name], table.name, own)
        account = self.account(table, jackpot.name, action)
        own = 0 if closing else self._dropped(table, round).get(account, 0)
        held = self._books.lock_account(account) - own
        if held < 0:  # another table has won this round's bets too
            self._jackpots.restore(account.owner, table.name, [("house", action, -held)])
            held = 0
        if action == "meter":
            held += self._books.lock_account(claim_account(account, table.name))
            if jackpot.name in table.links and pool.ceiling is not None:
                held = min(held, pool.ceiling - max(round.chips.change(jackpot), 0))
        round.answer(ask.spot, action, held)

    def with_drops(self, drafts: list[Draft], entries: Sequence[Entry], table: Table, round: Round) -> list[Draft]:
        """The drafts, with what goes into linked jackpots. It moves with the answer that closed the bets."""
        closing = max(
            number
            for number, each in enumerate(entries)
            if isinstance(each, Answered) and each.answer.spot != HOUSE_SPOT.id
        )
        draft = drafts[closing]
        postings = (*draft.postings, *drops_of(table.name, transfers_of(round), table.links))
        return [*drafts[:closing], self._capped(draft, postings, table), *drafts[closing + 1 :]]

    def _capped(self, draft: Draft, postings: tuple[Posting, ...], table: Table) -> Draft:
        """A draft with these postings, and with the ceilings of the meters that they move."""
        moved = {account for posting in postings for account in posting[:2]}
        linked = [to for to in table.links.values() if meter_account(to) in moved]
        return draft._replace(postings=postings, caps=tuple(cap for to in linked for cap in self._jackpots.caps(to)))

    def _dropped(self, table: Table, round: Round) -> dict[LedgerAccount, int]:
        """What the round has put into linked jackpots, by account."""
        drops = drops_of(table.name, transfers_of(round), table.links) if round.chips.drops else ()
        return {account: by for account, by in changes_of(drops).items() if by > 0}

    def _given_back(self, table: Table, round: Round) -> tuple[Posting, ...]:
        """The postings of a voided round that return its bets from the linked jackpots.

        If another table has won them meanwhile, or the overflow was used, the house restores them.
        """
        drops = drops_of(table.name, transfers_of(round), table.links) if round.chips.drops else ()
        back = given_back(drops, self._spilled(table) if drops else {})
        needs = {account: -by for account, by in changes_of(back).items() if by < 0}
        for name in dict.fromkeys(account.owner for account in needs):
            self._jackpots.pool(name)  # locks its book before the accounts, as a hit does
            meter, reserve, overflow = meter_account(name), reserve_account(name), overflow_account(name)
            held = self._books.lock_account(meter)
            used = max(needs.get(overflow, 0) - self._books.lock_account(overflow), 0)
            spent = min(used, held)
            has = held - spent + self._books.balance(claim_account(meter, table.name))
            moved = [
                ("meter", "overflow", spent),
                ("house", "overflow", used - spent),
                ("house", "meter", needs.get(meter, 0) - has),
                ("house", "reserve", needs.get(reserve, 0) - self._books.lock_account(reserve)),
            ]
            self._jackpots.restore(name, table.name, moved)
        return back

    def _spilled(self, table: Table) -> dict[LedgerAccount, int]:
        """What went from meters into overflows when the bets of the current round closed."""
        [started] = self._books.entries_before(table.name, 2**31, (tag_of(RoundStarted),), 1)
        return spilled(posting for each in self._books.entries(table.name, started.number) for posting in each.postings)

    def with_jackpots(self, drafts: list[Draft], table: Table, round: Round, asks: bool) -> list[Draft]:
        """The drafts, with the postings of a round to jackpots' accounts besides its transfers.

        Claims of a round in progress leave the meter, and return when the round has ended and everything is paid. The
        money of a bonus jackpot is released to the bank that paid it. Ceilings are applied. `asks` says whether the
        round asked the house a question.
        """
        over = next((number for number, draft in enumerate(drafts) if draft.kind in (_ENDED, _VOIDED)), None)
        if not asks and over is None:
            return drafts  # nothing was won, so nothing is claimed
        # By name: hashing a jackpot's terms costs more than reading its claim.
        jackpots = {each.name: each for each in round.rules.jackpots.values()}
        accounts = {name: self.account(table, name) for name in jackpots} if asks else {}
        claimed = {name: self._books.balance(claim_account(account, table.name)) for name, account in accounts.items()}
        if over is None:
            last, dropped = drafts[-1:], self._dropped(table, round)
            change = {name: round.chips.change(jackpots[name]) - dropped.get(accounts[name], 0) for name in claimed}
            postings = claims_of(table.name, {accounts[name]: (held, -change[name]) for name, held in claimed.items()})
            return [*drafts[:-1], *(draft._replace(postings=(*draft.postings, *postings)) for draft in last)]
        draft = drafts[over]
        ended = draft.kind == _ENDED
        freed = released_by(table.name, round, table.links) if ended else self._given_back(table, round)
        returned = claims_of(table.name, {accounts[name]: (held, 0) for name, held in claimed.items()})
        postings = (*draft.postings, *freed, *returned)
        return [*drafts[:over], self._capped(draft, postings, table), *drafts[over + 1 :]]

    def note_hits(self, table: Table, round: Round, entries: list[LedgerEntry], who: str) -> None:
        """Record a round's hits in the books of the jackpots."""
        closed = next(entry for entry in entries if entry.kind == _ENDED)
        for name, hits in hits_of(round).items() if asks_house(round) else ():
            if name in table.links:
                self._jackpots.hit(table.links[name], table.name, closed.number, hits, who)

    def note_links(
        self,
        table: Table,
        links: Mapping[str, str],
        carried: Mapping[str, tuple[int, int]],
        entries: list[LedgerEntry],
        who: str,
    ) -> None:
        """Record changed links of a table in the books of the jackpots."""
        at = next(entry for entry in entries if entry.kind in (_GAME, _CLOSED)).number
        for name in [name for name, to in links.items() if table.links.get(name) != to]:
            parts = carried.get(name, (0, 0))
            self._jackpots.unlink(links[name], table.name, name, at, parts, who)
        for name in [name for name, to in table.links.items() if links.get(name) != to]:
            self._jackpots.link(table.links[name], table.name, table.game.rules, name, at, who)


def minutes(books: Books, table: str, at: int) -> int:
    """For how many whole minutes a table has been open at a time. Collections by time use this."""
    return max(0, at - next(books.entries(table)).at) // 60_000_000


def asks_house(round: Round) -> bool:
    """Whether a round asked the house a question, or is asking now."""
    house = HOUSE_SPOT.id
    return house in [ask.spot for ask in round.waiting] or house in [answer.spot for answer in round.answers]


def claims_of(table: str, changes: Mapping[LedgerAccount, tuple[int, int]]) -> tuple[Posting, ...]:
    """Postings from meters to claims, or back, for claims as they are and as they should be."""
    postings = []
    for meter, (held, should) in changes.items():
        more, claim = max(should, 0) - held, claim_account(meter, table)
        if more:
            way = (meter, claim, more, "claim") if more > 0 else (claim, meter, -more, "returned claim")
            postings.append(Posting(*way))
    return tuple(postings)


def given_back(drops: Iterable[Posting], spilled: Mapping[LedgerAccount, int]) -> tuple[Posting, ...]:
    """The postings that return the bets of a voided round: what spilled from the overflow, the rest from the pools."""
    postings, left = [], dict(spilled)
    for drop in drops:
        over = min(left.get(drop.payee, 0), drop.cents)
        left[drop.payee] = left.get(drop.payee, 0) - over
        for payer, cents in ((overflow_account(drop.payee.owner), over), (drop.payee, drop.cents - over)):
            if cents:
                postings.append(drop._replace(payer=payer, payee=drop.payer, cents=cents, cause=RETURNED_DROP))
    return tuple(postings)


def spilled(postings: Iterable[Posting]) -> dict[LedgerAccount, int]:
    """What went into overflows, by meter."""
    return {posting.payer: posting.cents for posting in postings if posting.cause == "overflow"}


def transfers_of(round: Round) -> tuple[Transfer, ...]:
    """The transfers of a round so far."""
    return tuple([event for event in round.events if type(event) is Transfer])


def released_by(table: str, round: Round, links: Mapping[str, str]) -> tuple[Posting, ...]:
    """Postings that release the money of bonus jackpots that a round won."""
    bonus = {each.name for each in round.rules.jackpots.values() if each.rule == "bonus" and each.name in links}
    hits_by_jackpot = hits_of(round) if bonus and asks_house(round) else {}
    return tuple(
        posting
        for name, hits in hits_by_jackpot.items()
        if name in bonus
        for posting in release_postings(table, ledger_account(table, meter_of(name), links), hits)
    )


def jackpots_on_layout(rules: RuleSet) -> set[str]:
    """The jackpots on a layout."""
    return {wager.jackpot for wager in rules.wagers().values() if wager.jackpot}


def progressives(rules: RuleSet) -> tuple[Jackpot, ...]:
    """The progressive jackpots on a layout. Their meters grow with wagers."""
    offered = [each for wager, each in rules.jackpots.items() if wager in rules.wagers()]
    return tuple({each.name: each for each in offered if each.rule == "progressive"}.values())


def seeds_of(
    table: str, rules: RuleSet, opened: Callable[[LedgerAccount], bool], links: Mapping[str, str]
) -> tuple[Posting, ...]:
    """Postings that open the table's own meters for a new game. A meter that is open already continues."""
    own = [each for each in progressives(rules) if each.seed and each.name not in links]
    pools = {ledger_account(table, meter_of(each.name)): each for each in own}
    return tuple(
        Posting(OUTSIDE, pool, each.seed, "seed", cite=rules.cite(each.cite))
        for pool, each in pools.items()
        if not opened(pool)
    )


def hits_of(round: Round) -> dict[str, list[Hit]]:
    """The hits of a round, by jackpot and in order."""
    hits: dict[str, list[Hit]] = {}
    if not round.rules.jackpots or Metered not in {type(event) for event in round.events}:
        return hits  # a hit changes a meter
    readings: dict[str, int] = {}
    moved: dict[str, int] = {}
    paid, last = 0, None  # of the wager that was settled last
    meters = {meter_of(each.name): each.name for each in round.rules.jackpots.values()}
    chips = {each.name for each in round.rules.jackpots.values() if each.rule == "progressive"}
    for event in round.events:
        match event:
            case Acted(spot=HOUSE_SPOT.id, action="meter"):
                change = moved.get(event.about, 0) if event.about in chips else _display_change(hits, event.about)
                readings[event.about] = event.value + change
            case Transfer():
                for account, by in ((event.payer, -event.amount), (event.payee, event.amount)):
                    if account in meters:
                        moved[meters[account]] = moved.get(meters[account], 0) + by
                if event.cause == "jackpot":
                    paid += event.amount
            case Settled():
                paid, last = 0, event
            case Metered(jackpot, reads) if last is not None:
                odds = pays(round.rules, last.wager, last.line).odds
                whole = odds is not None and odds.num == odds.den
                bettor = round.spot(last.spot).bettor
                hit = Hit(last.spot, bettor, last.wager, last.line, paid, readings[jackpot], reads, whole)
                hits.setdefault(jackpot, []).append(hit)
                readings[jackpot], paid, last = reads, 0, None
    return hits


def _display_change(hits: Mapping[str, list[Hit]], jackpot: str) -> int:
    """How much hits changed the display of a bonus jackpot, whose wagers move no chips to it."""
    return sum(hit.after - hit.before for hit in hits.get(jackpot, ()))


def release_postings(table: str, meter: LedgerAccount, hits: Iterable[Hit]) -> tuple[Posting, ...]:
    """The postings that give a bank what it paid for a bonus jackpot, and that seed the next one."""
    postings: list[Posting] = []
    for hit in hits:
        about = hit.spot, hit.wager, hit.line
        if won := hit.before - (0 if hit.whole else hit.after):
            postings.append(Posting(meter, LedgerAccount(table, "house"), won, "released", *about))
        if hit.whole and hit.after:
            postings.append(Posting(OUTSIDE, meter, hit.after, "seed", *about))
    return tuple(postings)
