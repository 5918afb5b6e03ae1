"""A hand of a PokerStars log as a PHH document, with the results that the log prints."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cardroom.clean import visible
from cardroom.histories.phh.format import PHHError
from cardroom.histories.pokerstars.cards import STUD_GAMES, KnownCards
from cardroom.histories.pokerstars.forced import forced_bets, players_of
from cardroom.histories.pokerstars.reader import Deed, Log, read_lines, total
from cardroom.histories.pokerstars.results import LogHand
from cardroom.histories.pokerstars.text import digits, toml

__all__ = ["read_log"]

_PAID = {"ante", "small", "big", "both", "button", "straddle", "bring-in", "call", "bet", "raise"}
_ACTIONS = {"bring-in", "fold", "check", "call", "bet", "raise", "show", "muck"}


def read_log(text: str, first: int = 1) -> LogHand:
    r"""Read one hand of a log; `first` is the number of its first line in the file, for messages.

    >>> hand = read_log('''PokerStars Hand #7:  Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
    ... Table 'Ceres' 6-max Seat #2 is the button
    ... Seat 2: ann ($200 in chips)
    ... Seat 5: bob ($150.50 in chips)
    ... ann: posts small blind $1
    ... bob: posts big blind $2
    ... *** HOLE CARDS ***
    ... Dealt to ann [Ah Kh]
    ... ann: raises $4 to $6
    ... bob: folds
    ... Uncalled bet ($4) returned to ann
    ... ann collected $4 from pot
    ... *** SUMMARY ***
    ... Total pot $4 | Rake $0''')
    >>> hand.players, [str(amount) for amount in hand.finish]
    (('bob', 'ann'), ['297/2', '202'])
    >>> print(hand.phh.splitlines()[5])
    actions = ["d dh p1 ????", "d dh p2 AhKh", "p2 cbr 6", "p1 f"]
    """
    return _Conversion(read_lines(text, first)).hand()


class _Conversion:
    """The conversion of one hand from the log to PHH."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.stud = log.variant[1:] in STUD_GAMES
        self.players = players_of(log, self.stud)
        if not 2 <= len(self.players) <= 10:
            raise PHHError(f"line {log.pot_line}: {len(self.players)} players take part in the hand, not 2 to 10")
        self.name = {who: f"p{place}" for place, who in enumerate(self.players, 1)}
        self.cards = KnownCards(log, self.players)
        self.forced = forced_bets(log, self.players, self.stud)
        self.live = list(self.players)
        self.put = dict.fromkeys(self.players, Fraction(0))
        self.front = dict.fromkeys(self.players, Fraction(0))
        """The chips in front of each player in this betting round."""
        self.all_in: set[str] = set()
        self.collected = {who: total(log, who, "collect") for who in self.players}
        self.draws_due: list[str] = []
        """Cards of a draw. They are dealt when all players have discarded."""
        self.line = log.deeds[0].line
        self.showdown: dict[str, str] = {}
        """What each player does at the showdown: the cards shown, or nothing."""

    def hand(self) -> LogHand:
        """The hand, and its results."""
        actions = [(self.line, action) for action in self._actions()]
        self._check_pot()
        finish = tuple(self.log.stacks[who] - self.put[who] + self.collected[who] for who in self.players)
        fields = self.forced.fields | {
            "starting_stacks": [self.log.stacks[who] for who in self.players],
            "actions": [action for _, action in actions],
            "winnings": [self.collected[who] for who in self.players],
            "finishing_stacks": finish,
            "_rake": self.log.rake,
        }
        return LogHand(
            self.log.number,
            "\n".join(f"{name} = {toml(value)}" for name, value in (fields | self._notes()).items()),
            tuple(self.players),
            finish,
            tuple(self.collected.values()),
            self.log.rake,
            self.cards.unseen(self.live),
            self.log.cashed_out,
            tuple(line for line, _ in actions),
        )

    def _notes(self) -> dict[str, Any]:
        """Fields of the document that play does not need: where, when and who."""
        log = self.log
        notes: dict[str, Any] = {"venue": "PokerStars", "hand": int(log.number)}
        if log.date:
            year, month, day, time, zone = log.date
            notes |= {"year": int(year), "month": int(month), "day": int(day), "time": time}
            notes |= {"time_zone": zone} if zone else {}
        notes |= {"table": log.table} if log.table else {}
        return notes | {"seats": [log.seats[who] for who in self.players], "players": self.players}

    # -- chips ---------------------------------------------------------------------------------------------------------

    def _pay(self, deed: Deed) -> None:
        """Count what a player puts in."""
        who, amount = deed.who, deed.amount
        if deed.what == "raise":
            amount -= self.front[who]
        if deed.what != "ante":
            self.front[who] += amount - self.forced.dead.get(deed.line, 0)
        self.put[who] += amount
        if amount < 0 or self.put[who] > self.log.stacks[who]:
            raise PHHError(f"line {deed.line}: {visible(who)} does not have that much")
        if deed.all_in or self.put[who] == self.log.stacks[who]:
            self.all_in.add(who)

    def _check_pot(self) -> None:
        """Check that what was put in, and what was collected, is the pot that the log prints."""
        log = self.log
        for who in self.players:
            self.put[who] -= total(log, who, "uncalled")
        put = sum(self.put.values(), Fraction(0))
        if put > log.pot and not any(deed.what == "uncalled" for deed in log.deeds):
            second, top = sorted(self.front.values())[-2:]
            if put - log.pot == top - second:  # old logs have no line for an uncalled bet
                self.put[max(self.front, key=self.front.__getitem__)] -= top - second
                put = log.pot
        if put != log.pot:
            raise PHHError(f"line {log.pot_line}: the pot is {digits(log.pot)}, but {digits(put)} was put in")
        collected = sum(self.collected.values(), Fraction(0))
        if collected + log.rake != log.pot:
            raise PHHError(
                f"line {log.pot_line}: of a pot of {digits(log.pot)} {digits(collected)} was collected, and the rake "
                f"is {digits(log.rake)}"
            )

    # -- cards and actions ---------------------------------------------------------------------------------------------

    def _actions(self) -> Iterator[str]:
        """The deals and actions of the document."""
        yield from (f"d dh {self.name[who]} {''.join(self.cards.first(who))}" for who in self.players)
        street, drawing = 0, False
        for deed in self.log.deeds:
            self.line = deed.line
            if deed.what == "street" or (deed.what in ("pat", "discard") and not drawing):
                street += deed.what == "street"
                self.front = dict.fromkeys(self.players, Fraction(0))
            drawing = deed.what in ("pat", "discard", "dealt")
            if not drawing:
                yield from self._deal_draws()
            if deed.what == "street":
                yield from self._deal_street(deed, street)
            elif deed.what in _PAID:
                self._pay(deed)
            if deed.what in _ACTIONS:
                yield from self._act(deed)
            elif deed.what in ("pat", "discard"):
                yield from self._draw(deed)
        yield from self._deal_draws()
        if len(self.live) > 1:
            shown = (who for who in self.live if who in self.showdown)
            yield from (f"{self.name[who]} sm {self.showdown[who]}".rstrip() for who in shown)
        yield from (f"{self.name[who]} sm" for who in self.players if self.showdown.get(who) == "folded")

    def _act(self, deed: Deed) -> Iterator[str]:
        who, what = deed.who, deed.what
        if what == "show":
            self.showdown[who] = "".join(deed.cards)
        elif what == "muck":
            self.showdown[who] = ""
        elif what == "fold":
            if who not in self.live:
                raise PHHError(f"line {deed.line}: {visible(who)} has already folded")
            self.live.remove(who)
            if who in self.all_in:  # an absent player; the game never asks a player who is all-in
                self.showdown[who] = "folded"
            else:
                yield f"{self.name[who]} f"
        elif what in ("bet", "raise"):
            yield f"{self.name[who]} cbr {digits(self.front[who])}"
        else:
            yield f"{self.name[who]} {'pb' if what == 'bring-in' else 'cc'}"

    def _deal_street(self, deed: Deed, street: int) -> Iterator[str]:
        """The cards of a street: the board's, or at stud one for each player in the hand."""
        if deed.cards:
            yield f"d db {''.join(deed.cards)}"
        elif self.stud:
            yield from (f"d dh {self.name[who]} {self.cards.stud_card(who, street)}" for who in self.live)

    def _draw(self, deed: Deed) -> Iterator[str]:
        """A draw: the discards. The new cards are dealt when all players have discarded."""
        who = self.name[deed.who]
        if deed.what == "pat":
            yield f"{who} sd"
            return
        gone, came = self.cards.drawn(deed)
        yield f"{who} sd {gone}"
        self.draws_due.append(f"d dh {who} {came}")

    def _deal_draws(self) -> Iterator[str]:
        due, self.draws_due = self.draws_due, []
        yield from due
