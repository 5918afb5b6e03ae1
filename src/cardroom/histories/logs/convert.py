"""A hand of a log as a PHH document, with the results that the log prints.

This is one file, because a hand is converted street by street from one state of stacks and cards.
"""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from cardroom.clean import visible
from cardroom.histories.logs.cards import STUD_GAMES, KnownCards
from cardroom.histories.logs.forced import forced_bets, players_of
from cardroom.histories.logs.hand import Log, LogStep, digits, totals
from cardroom.histories.logs.results import LogHand
from cardroom.histories.phh import MOST_RAKE, PHHError

__all__ = ["as_phh"]

_PAID = {"ante", "small", "big", "both", "dead", "button", "straddle", "bring-in", "call", "bet", "raise"}
DRAWS = {"2L1D": 1, "2L3D": 3, "B": 3, "5D": 1}
"""The number of draws in a hand, by game."""
EMPTY = "(empty seat)"
"""The name of a seat that has the button and no player."""
ROUNDED = Decimal("0.00001")
"""The largest part of a pot that rounding of the amounts in a log may add."""
_ACTIONS = {"bring-in", "fold", "check", "call", "bet", "raise", "show", "muck"}


def as_phh(log: Log) -> LogHand:
    """A logged hand as a PHH document, with its results."""
    log = log._replace(steps=_short_posts(log))
    kind = log.variant[1:]
    most = max((len(step.cards) for step in log.steps if step.what in ("dealt", "show")), default=0)
    if (kind in ("O", "O/8") and most == 5) or (kind == "O" and most == 6):  # some sites have one name for all Omahas
        log = log._replace(variant=log.variant.replace("O", f"O{most}"))
    log = _with_empty_button(log._replace(steps=_with_absent_folds(log)))
    conversion = _Conversion(log)
    hand = conversion.hand()
    all_in = {who: conversion.most[who] for who in conversion.all_in if conversion.most[who] < log.stacks[who]}
    rounded = {who: most for who, most in all_in.items() if log.stacks[who] - most <= log.stacks[who] * ROUNDED}
    if rounded:
        return _Conversion(log._replace(stacks=log.stacks | rounded)).hand()
    if len(set(all_in.values())) == 1:  # no one can put in more than the cap, so the rest of a stack does not play
        cap = max(all_in.values())
        return _Conversion(log._replace(stacks={who: min(cap, stack) for who, stack in log.stacks.items()})).hand()
    return hand


def _short_posts(log: Log) -> list[LogStep]:
    """The steps, with a post marked as all-in if it is all that the player has."""
    put = dict.fromkeys(log.stacks, Decimal(0))
    steps = []
    for step in log.steps:
        if step.what in ("ante", "small", "big", "bring-in") and step.who in put:
            put[step.who] += step.amount
            steps.append(step._replace(all_in=step.all_in or put[step.who] == log.stacks[step.who]))
        else:
            steps.append(step)
    return steps


def _with_empty_button(log: Log) -> Log:
    """Two players of whom the small blind acts first on all streets: the button is at an empty seat, which folds.

    Heads-up the button would have the small blind, and act last after the flop.
    """
    stud = log.variant[1:] in STUD_GAMES
    posts = {what: [step.who for step in log.steps if step.what == what][:1] for what in ("small", "big")}
    streets = [at for at, step in enumerate(log.steps) if step.what == "street"]
    players = players_of(log, stud)
    if stud or len(players) != 2 or not streets or not all(posts.values()):
        return log
    acts = _ACTIONS - {"show", "muck"} | {"add", "to"}
    first = next((step.who for step in log.steps[streets[0] :] if step.what in acts), None)
    opened = next((at for at, step in enumerate(log.steps) if step.what in acts), None)
    if opened is None or first is None or [first] != posts["small"]:
        return log
    seat = log.seats[posts["big"][0]] + Decimal("0.5")
    steps = [*log.steps[:opened], LogStep(log.steps[opened].line, EMPTY, "fold"), *log.steps[opened:]]
    return log._replace(
        steps=steps, button=seat, seats={**log.seats, EMPTY: seat}, stacks=log.stacks | {EMPTY: log.stakes[1] * 100}
    )


def _with_absent_folds(log: Log) -> list[LogStep]:
    """The steps, with a fold of each player who posted and then left before their turn came."""
    stud = log.variant[1:] in STUD_GAMES
    players = players_of(log, stud)
    acts = _ACTIONS | {"add", "to", "pat", "discard", "collect", "uncalled"}
    acted = {step.who for step in log.steps if step.what in acts}
    posted = {step.who for step in log.steps if step.what in _PAID - acts}
    sums = totals(log)
    put = {who: sum(sums[who, what] for what in _PAID - acts) for who in posted}
    gone = [who for who in players if who in posted - acted and put[who] < log.stacks[who] and who not in log.held]
    steps = list(log.steps)
    for who in gone if len(acted) > 1 else ():
        order = players[players.index(who) + 1 :] + players[: players.index(who)]
        after = next((each for each in order if each in acted), None)
        at = next((at for at, step in enumerate(steps) if step.who == after and step.what in acts), None)
        if at is not None:
            steps.insert(at, LogStep(steps[at].line, who, "fold"))
    return steps


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
        self.put = dict.fromkeys(self.players, Decimal(0))
        self.front = dict.fromkeys(self.players, Decimal(0))
        """The chips in front of each player in this betting round."""
        self.most = dict(self.put)
        """The most that each player had put in, before uncalled bets were returned."""
        self.all_in: set[str] = set()
        self.totals = totals(log)
        self.collected = {who: self.totals[who, "collect"] for who in self.players}
        self.returned = dict.fromkeys(self.players, Decimal(0))
        """The uncalled part of bets, which is returned at the end of each betting round."""
        self.rake = self.rounded = Decimal(0)
        self.absent: list[str] = []
        """Players who are all-in and whose hands the site folded. The game continues to deal to them."""
        self.drawn: set[str] = set()
        """Players who have discarded in this draw."""
        self.draws_done = 0
        self.draws_due: list[str] = []
        """Cards of a draw. They are dealt when all players have discarded."""
        self.other_boards: dict[int, list[str]] = {}
        """Deals of the second and third board. The document has them after the first."""
        self.line = log.steps[0].line
        self.showdown: dict[str, str] = {}
        """The cards that each player shows at the showdown; empty for a muck, "folded" for a hand that the site
        folded."""

    def hand(self) -> LogHand:
        """The hand, and its results."""
        actions = [(self.line, action) for action in self._actions()]
        self._settle_pot()
        finish = tuple(self.log.stacks[who] - self.put[who] + self.collected[who] for who in self.players)
        fields = self.forced.fields | {
            "starting_stacks": [self.log.stacks[who] for who in self.players],
            "actions": [action for _, action in actions],
            "winnings": [self.collected[who] for who in self.players],
            "finishing_stacks": [*finish],
            "_rake": self.rake,
        }
        added = self.log.added + self.rounded
        if added:
            fields["_added"] = added
        return LogHand(
            self.log.number,
            fields | self._notes(),
            tuple(self.players),
            finish,
            tuple(self.collected.values()),
            self.rake - added,
            self.cards.unseen(self.live),
            self.log.cashed_out,
            tuple(line for line, _ in actions),
            self.log.rake is not None,
            bool(self.rounded),
        )

    def _notes(self) -> dict[str, Any]:
        """Fields of the document that play does not need: where, when and who."""
        log = self.log
        notes: dict[str, Any] = {"venue": log.venue}
        notes |= {"hand": int(log.number) if log.number.isdecimal() and len(log.number) < 19 else log.number}
        if log.date:
            year, month, day, time, zone = log.date
            notes |= {"year": int(year), "month": int(month), "day": int(day), "time": time}
            notes |= {"time_zone": zone} if zone else {}
        notes |= {"table": log.table} if log.table else {}
        seats = [log.seats[who] for who in self.players]
        notes |= {"seats": seats} if all(isinstance(seat, int) for seat in seats) else {}
        return notes | {"players": self.players}

    # -- chips ---------------------------------------------------------------------------------------------------------

    def _named(self, step: LogStep) -> LogStep:
        """A step as a call or a raise, if the log has only the chips that it adds or the total."""
        if step.what not in ("add", "to"):
            return step
        front, top = self.front[step.who], max(self.front.values())
        chips = step.amount + front if step.what == "add" else step.amount
        if chips > top:
            return step._replace(what="raise", amount=chips)
        return step._replace(what="call", amount=chips - front)

    def _pay(self, step: LogStep) -> None:
        """Count what a player puts in."""
        who, amount = step.who, step.amount
        if step.what == "raise":
            amount -= self.front[who]
        if step.what != "ante":
            self.front[who] += amount - self.forced.dead.get(step.line, 0)
        self.put[who] += amount
        self.most[who] = self.put[who]
        if amount < 0 or self.put[who] > self.log.stacks[who]:
            raise PHHError(f"line {step.line}: {visible(who)} does not have that many chips")
        if step.all_in or self.put[who] == self.log.stacks[who]:
            self.all_in.add(who)

    def _end_betting(self) -> None:
        """End a betting round, and note the uncalled part of the largest bet."""
        second, top = sorted(self.front.values())[-2:]
        if top > second:
            self.returned[max(self.front, key=self.front.__getitem__)] += top - second
        self.front = dict.fromkeys(self.players, Decimal(0))

    def _settle_pot(self) -> None:
        """Return uncalled bets, and check that the amounts put in and collected match the pot of the log."""
        log = self.log
        lines = {who: self.totals[who, "uncalled"] for who in self.players}
        gross = sum(self.put.values(), Decimal(0))
        # A log without lines about uncalled bets may or may not count them as part of the pot.
        # A line can be wrong, too. Then the bets decide what goes back.
        nothing = dict.fromkeys(self.players, Decimal(0))
        ways = (lines, self.returned) if any(lines.values()) else (self.returned, nothing)
        # A few logs print the pot after the rake.
        pots = (log.pot, log.pot + (log.rake or 0)) if log.pot is not None else ()
        if pots and all(gross + log.added - sum(way.values()) not in pots for way in ways):
            put = digits(gross - sum(ways[0].values()))
            raise PHHError(f"line {log.pot_line}: the pot is {digits(pots[0])}, but {put} was put in")
        if not any(lines.values()):
            antes = sorted((self.totals[who, "ante"], who) for who in self.players)
            self.returned[antes[-1][1]] += antes[-1][0] - antes[-2][0]  # what no other ante matches
        wrong = any(lines.values()) and bool(pots) and gross + log.added - sum(lines.values()) not in pots
        back = ways[1] if wrong else ways[0]
        for who in self.players:
            self.put[who] -= back[who]
        pot = sum(self.put.values(), Decimal(0)) + log.added
        collected = sum(self.collected.values(), Decimal(0))
        if collected + (log.rake or 0) > pot:
            for who in self.players:  # the collected amount includes the returned bet
                if self.collected[who] >= back[who]:
                    self.collected[who] -= back[who]
                    collected -= back[who]
        self.rake = pot - collected if log.rake is None else log.rake
        if log.rake is None and 0 < -self.rake <= pot * ROUNDED:
            self.rounded, self.rake, pot = -self.rake, Decimal(0), collected
        if collected + self.rake != pot:
            raise PHHError(
                f"line {log.pot_line}: the pot is {digits(pot)}, but {digits(collected)} was collected, and the rake "
                f"is {digits(self.rake)}"
            )
        if log.rake is None and not 0 <= self.rake <= pot * MOST_RAKE:
            raise PHHError(f"line {log.pot_line}: {digits(pot)} was put in, but {digits(collected)} was collected")

    # -- cards and actions ---------------------------------------------------------------------------------------------

    def _actions(self) -> Iterator[str]:
        """The deals and actions of the document."""
        yield from (f"d dh {self.name[who]} {''.join(self.cards.first(who))}" for who in self.players)
        street, drawing = 0, False
        for step in map(self._named, self.log.steps):
            self.line = step.line
            if step.what == "street" or (step.what in ("pat", "discard") and not drawing):
                street += step.what == "street"
                self._end_betting()
            drawing = step.what in ("pat", "discard", "dealt")
            if not drawing:
                yield from self._deal_draws()
            if step.what == "board":
                yield f"d db {''.join(step.cards)}"
            elif step.what == "street":
                yield from self._deal_street(step, street)
            elif step.what in _PAID:
                self._pay(step)
            if step.what in _ACTIONS:
                yield from self._act(step)
            elif step.what in ("pat", "discard"):
                yield from self._draw(step)
        yield from self._deal_draws()
        self._end_betting()
        for _, streets in sorted(self.other_boards.items()):
            yield from streets
        if self.absent and len(self.live) == 1:  # in the game, these folded hands are still live
            for _ in range(self.draws_done, DRAWS.get(self.log.variant[1:], 0)):
                still = (who for who in self.players if who in (*self.live, *self.absent))
                yield from (f"{self.name[who]} sd" for who in still)
        if len(self.live) > 1:
            shown = (who for who in self.live if who in self.showdown)
            yield from (f"{self.name[who]} sm {self.showdown[who]}".rstrip() for who in shown)
        yield from (f"{self.name[who]} sm" for who in self.players if self.showdown.get(who) == "folded")

    def _act(self, step: LogStep) -> Iterator[str]:
        who, what = step.who, step.what
        if what == "show":
            self.showdown[who] = "".join(step.cards)
        elif what == "muck" and self.collected[who] and len(self.live) > 1 and self.cards.final.get(who):
            self.showdown[who] = "".join(self.cards.final[who])  # the site gave the pot to a hand that was not shown
        elif what == "muck":
            self.showdown.setdefault(who, "")  # a hand that was shown on one board counts on all
        elif what == "fold":
            if who not in self.live:
                raise PHHError(f"line {step.line}: {visible(who)} has already folded")
            self.live.remove(who)
            if who in self.all_in:  # an absent player; the game does not ask a player who is all-in
                self.showdown[who] = "folded"
                self.absent.append(who)
            else:
                yield f"{self.name[who]} f"
        elif what in ("bet", "raise"):
            yield f"{self.name[who]} cbr {digits(self.front[who])}"
        else:
            yield f"{self.name[who]} {'pb' if what == 'bring-in' else 'cc'}"

    def _deal_street(self, step: LogStep, street: int) -> Iterator[str]:
        """The cards of a street: the board's, or at stud one for each player in the hand."""
        if step.cards and step.board > 1:
            self.other_boards.setdefault(step.board, []).append(f"d db {''.join(step.cards)}")
        elif step.cards:
            yield f"d db {''.join(step.cards)}"
        elif self.stud:
            yield from (f"d dh {self.name[who]} {self.cards.stud_card(who, street)}" for who in self.live)

    def _draw(self, step: LogStep) -> Iterator[str]:
        """The discard of a player. The new cards are due when all players have discarded."""
        who = self.name[step.who]
        yield from self._absent_draws(self.players.index(step.who))
        self.drawn.add(step.who)
        if step.what == "pat":
            yield f"{who} sd"
            return
        gone, came = self.cards.drawn(step)
        yield f"{who} sd {gone}"
        if self.log.variant[1:] not in DRAWS:  # Irish: nothing comes for the discards
            return
        self.draws_due.append(f"d dh {who} {came}")

    def _absent_draws(self, before: int) -> Iterator[str]:
        """Let absent players stand pat, in their turn."""
        for who in self.players[:before]:
            if who in self.absent and who not in self.drawn:
                self.drawn.add(who)
                yield f"{self.name[who]} sd"

    def _deal_draws(self) -> Iterator[str]:
        """After a draw, let the remaining absent players stand pat, and deal the cards that are due."""
        if self.drawn:
            yield from self._absent_draws(len(self.players))
            self.drawn = set()
            self.draws_done += 1
        due, self.draws_due = self.draws_due, []
        yield from due
