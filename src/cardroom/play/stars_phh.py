"""A hand of a PokerStars log as PHH, and what the log says came of it.

The seam between both: `read_log` takes text and gives a document of the format with the results that the log prints;
`check_results` holds a round that was played from the document to these results.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from cardroom.clean import visible
from cardroom.play.events import Transfer
from cardroom.play.phh_format import PHHError
from cardroom.play.round import Round
from cardroom.play.stars import Deed, Log, read_lines

__all__ = ["LogHand", "check_results", "read_log"]

HOLE = {"T": 2, "S": 2, "O": 4, "O/8": 4, "O5": 5, "O5/8": 5, "2L1D": 5, "2L3D": 5, "B": 4}
"""Cards of one's own, where all are dealt down."""


class LogHand(NamedTuple):
    """A hand of a log, with its results. Amounts are in the log's own chips, players from the left of the button."""

    number: str
    phh: str
    """The hand as a document of the format."""
    players: tuple[str, ...]
    finish: tuple[Fraction, ...]
    """What each has after the hand."""
    collected: tuple[Fraction, ...]
    rake: Fraction
    unseen: tuple[str, ...]
    """Who was in at the showdown, and whose hand the log does not know."""
    cashed_out: bool
    lines: tuple[int, ...]
    """Where each action of the document stands in the log."""

    def in_words(self, error: PHHError) -> PHHError:
        """What is wrong with the document, said of the log: its line, and its players by name."""
        said = re.sub(
            r"actions\[(\d+)\] '.*?': ", lambda found: f"line {self.lines[int(found[1])]}: ", str(error), count=1
        )
        for place, who in enumerate(self.players, 1):
            said = said.replace(f"p{place} ({visible(who)})", visible(who))
        return PHHError(re.sub(r"\bp(\d+)\b", lambda found: visible(self.players[int(found[1]) - 1]), said))

    @property
    def open(self) -> tuple[str, ...]:
        """What cannot be compared, in words."""
        words = []
        if self.rake:
            words.append("whether the rake is right")
        if self.unseen:
            words.append("whether hands were beaten that nobody saw")
        if self.cashed_out:
            words.append("what was paid to who cashed out")
        return tuple(words)


def read_log(text: str, first: int = 1) -> LogHand:
    r"""One hand of a log; `first` is the number of its first line in the file, for what is said of it.

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
    return _Hand(read_lines(text, first)).told()


class _Hand:
    """One hand on its way from the log to the format."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.kind = log.variant[1:]
        self.draws = self.kind in ("2L1D", "2L3D", "B")
        self.stud = self.kind in ("7S", "7S/8", "R")
        self.players = self._order()
        if not 2 <= len(self.players) <= 10:
            raise PHHError(f"line {log.pot_line}: {len(self.players)} players take part in the hand, not 2 to 10")
        self.name = {who: f"p{place}" for place, who in enumerate(self.players, 1)}
        self.live = list(self.players)
        self.put = dict.fromkeys(self.players, Fraction(0))
        self.front = dict.fromkeys(self.players, Fraction(0))
        """What lies in front of each in this round of betting."""
        self.dead: dict[int, Fraction] = {}
        """What of a post is dead, by its line."""
        self.gone: set[str] = set()
        """Who is all-in."""
        self.final = dict(log.held)
        self.final |= {deed.who: deed.cards for deed in log.deeds if deed.what == "show"}
        self.collected = {who: self._sum(who, "collect") for who in self.players}
        shown = {card for who, cards in self.final.items() for card in cards if who in self.name}
        kept = {deed.who: {*self.final.get(deed.who, ())} for deed in log.deeds if deed.what == "dealt"}
        self.twice = {
            card
            for deed in log.deeds
            for card in deed.cards
            if deed.what == "dealt" and self.draws and card in shown - kept[deed.who]
        }
        """Draw games: cards that came to somebody else when the deck was made anew. Who had them first is not told."""
        self.streets = self._streets()
        self.due: list[str] = []
        self.line = log.deeds[0].line
        self.words: dict[str, str] = {}
        """What each does at the showdown: the cards shown, or nothing."""

    def _sum(self, who: str, what: str) -> Fraction:
        return sum((deed.amount for deed in self.log.deeds if (deed.who, deed.what) == (who, what)), Fraction(0))

    def _order(self) -> list[str]:
        """Who takes part, from the left of the button; between two the small blind has it."""
        log = self.log
        here = {deed.who for deed in log.deeds if deed.what not in ("collect", "uncalled")} - {""}
        order = sorted(here, key=lambda who: (log.seats[who] <= log.button, log.seats[who]))
        if len(order) == 2 and not self.stud:
            small = [deed.who for deed in log.deeds if deed.what in ("small", "button")][:1]
            big = [deed.who for deed in log.deeds if deed.what == "big"][:1]
            if small == order[:1] or (not small and big == order[1:]):
                order.reverse()
        return order

    def told(self) -> LogHand:
        """The hand, and its results."""
        forced = self._forced()
        actions = [(self.line, action) for action in self._actions()]
        self._check_pot()
        finish = tuple(self.log.stacks[who] - self.put[who] + self.collected[who] for who in self.players)
        fields = forced | {
            "starting_stacks": [self.log.stacks[who] for who in self.players],
            "actions": [action for _, action in actions],
            "winnings": [self.collected[who] for who in self.players],
            "finishing_stacks": finish,
            "_rake": self.log.rake,
        }
        least = HOLE.get(self.kind, 6)  # at stud the last card may be everybody's
        unseen = [who for who in self.live if len(self.live) > 1 and len(self.final.get(who, ())) < least]
        return LogHand(
            self.log.number,
            "\n".join(f"{name} = {_toml(value)}" for name, value in (fields | self._notes()).items()),
            tuple(self.players),
            finish,
            tuple(self.collected.values()),
            self.log.rake,
            tuple(unseen),
            self.log.cashed_out,
            tuple(line for line, _ in actions),
        )

    def _notes(self) -> dict[str, Any]:
        """What the format may say besides."""
        log = self.log
        notes: dict[str, Any] = {"venue": "PokerStars", "hand": int(log.number)}
        if log.date:
            year, month, day, time, zone = log.date
            notes |= {"year": int(year), "month": int(month), "day": int(day), "time": time}
            notes |= {"time_zone": zone} if zone else {}
        notes |= {"table": log.table} if log.table else {}
        return notes | {"seats": [log.seats[who] for who in self.players], "players": self.players}

    # -- chips ---------------------------------------------------------------------------------------------------------

    def _forced(self) -> dict[str, Any]:
        """The stakes, and antes, blinds and posts by position."""
        log, low, high = self.log, *self.log.stakes
        posted: dict[str, list[Deed]] = {}
        for deed in log.deeds:
            posted.setdefault(deed.what, []).append(deed)
        ante = max((deed.amount for deed in posted.get("ante", ())), default=Fraction(0))
        antes = [ante] * len(self.players)
        fields: dict[str, Any] = {"variant": log.variant, "antes": antes}
        if self.stud:
            fields["bring_in"] = self._bring_in()
        else:
            fields["blinds_or_straddles"], dead = self._blinds(posted)
            if any(dead):
                fields["ante_trimming_status"] = False
                fields["antes"] = [amount + ante for amount in dead]
        if log.variant[0] == "F":
            return fields | {"small_bet": low, "big_bet": high}
        return fields | {"min_bet": high}

    def _bring_in(self) -> Fraction:
        """What the bring-in was: as posted, else as called; where nobody brought it in, less than what was bet."""
        half = self.log.stakes[0] / 2
        opening = [deed for deed in self.log.deeds if deed.what in ("bring-in", "call", "bet", "raise", "street")][:2]
        match [(deed.what, deed.all_in) for deed in opening]:
            case [("bring-in", False), *_]:
                return opening[0].amount
            case [("bring-in", True), ("call", False)]:
                return opening[1].amount
            case [("bet", _), *_]:
                return min(half, opening[0].amount / 2)
        return half

    def _blinds(self, posted: Mapping[str, Sequence[Deed]]) -> tuple[list[Fraction], list[Fraction]]:
        """What is posted by position, out of turn as less than nothing; and what of it is dead."""
        low, high = self.log.stakes
        small, big = (low / 2, low) if self.log.variant[0] == "F" else (low, high)
        count = len(self.players)
        blinds, dead = [Fraction(0)] * count, [Fraction(0)] * count
        place = {who: number for number, who in enumerate(self.players)}
        first = posted.get("big", ())[:1]
        broke = [self._sum(who, "ante") >= self.log.stacks[who] for who in self.players]
        at = place[first[0].who] if first else 1 if count > 2 and (broke[1] or "small" in posted) else 0
        if first:
            blinds[at] = max(first[0].amount, big if first[0].all_in else Fraction(0))
        elif broke[at]:  # the ante was all that the big blind had
            blinds[at] = big
        for number, deed in enumerate(posted.get("small", ())):
            if number == 0 and (count == 2 or place[deed.who] < at):
                blinds[place[deed.who]] = max(deed.amount, small if deed.all_in else Fraction(0))
            else:
                dead[place[deed.who]] += deed.amount
                self.dead[deed.line] = deed.amount
        for deed in posted.get("big", ())[1:]:
            blinds[place[deed.who]] -= deed.amount
        for deed in posted.get("both", ()):
            live = min(deed.amount, big)
            blinds[place[deed.who]] -= live
            dead[place[deed.who]] += deed.amount - live
            self.dead[deed.line] = deed.amount - live
        for what in ("button", "straddle"):
            for deed in posted.get(what, ()):
                blinds[place[deed.who]] = deed.amount
        if count == 2:  # the format says the small blind first, and between two the button has it
            return blinds[::-1], dead[::-1]
        return blinds, dead

    def _pay(self, deed: Deed) -> None:
        """Note what somebody puts in."""
        who, amount = deed.who, deed.amount
        if deed.what == "raise":
            amount -= self.front[who]
        if deed.what != "ante":
            self.front[who] += amount - self.dead.get(deed.line, 0)
        self.put[who] += amount
        if amount < 0 or self.put[who] > self.log.stacks[who]:
            raise PHHError(f"line {deed.line}: {visible(who)} does not have that much")
        if deed.all_in or self.put[who] == self.log.stacks[who]:
            self.gone.add(who)

    def _check_pot(self) -> None:
        """Hold what was put in and collected to the pot that the log prints."""
        log = self.log
        for who in self.players:
            self.put[who] -= self._sum(who, "uncalled")
        put = sum(self.put.values(), Fraction(0))
        if put > log.pot and not any(deed.what == "uncalled" for deed in log.deeds):
            second, top = sorted(self.front.values())[-2:]
            if put - log.pot == top - second:  # old logs do not say it
                self.put[max(self.front, key=self.front.__getitem__)] -= top - second
                put = log.pot
        if put != log.pot:
            raise PHHError(f"line {log.pot_line}: the pot is {_plain(log.pot)}, and {_plain(put)} was put in")
        collected = sum(self.collected.values(), Fraction(0))
        if collected + log.rake != log.pot:
            raise PHHError(
                f"line {log.pot_line}: of a pot of {_plain(log.pot)} {_plain(collected)} was collected, and the rake "
                f"is {_plain(log.rake)}"
            )

    # -- cards and actions ---------------------------------------------------------------------------------------------

    def _actions(self) -> Iterator[str]:
        """The deals and actions of the format."""
        yield from (f"d dh {self.name[who]} {''.join(self._first(who))}" for who in self.players)
        number, drawing = 0, False
        for deed in self.log.deeds:
            self.line = deed.line
            if deed.what == "street" or (deed.what in ("pat", "discard") and not drawing):
                number += deed.what == "street"
                self.front = dict.fromkeys(self.players, Fraction(0))
            drawing = deed.what in ("pat", "discard", "dealt")
            if not drawing:
                yield from self._drew()
            if deed.what == "street":
                yield from self._street(deed, number)
            elif deed.what in _PAID:
                self._pay(deed)
            if deed.what in _ACTIONS:
                yield from self._acted(deed)
            elif deed.what in ("pat", "discard"):
                yield from self._drawn(deed)
        yield from self._drew()
        if len(self.live) > 1:
            yield from (f"{self.name[who]} sm {self.words[who]}".rstrip() for who in self.live if who in self.words)
        yield from (f"{self.name[who]} sm" for who in self.players if self.words.get(who) == "folded")

    def _acted(self, deed: Deed) -> Iterator[str]:
        who, what = deed.who, deed.what
        if what == "show":
            self.words[who] = "".join(deed.cards)
        elif what == "muck":
            self.words[who] = ""
        elif what == "fold" and who in self.gone:  # a player who was away; nobody asks who is all-in
            self.words[who] = "folded"
            self.live.remove(who)
        elif what == "fold":
            if who not in self.live:
                raise PHHError(f"line {deed.line}: {visible(who)} has folded already")
            self.live.remove(who)
            yield f"{self.name[who]} f"
        elif what in ("bet", "raise"):
            yield f"{self.name[who]} cbr {_plain(self.front[who])}"
        else:
            yield f"{self.name[who]} {'pb' if what == 'bring-in' else 'cc'}"

    def _streets(self) -> list[dict[str, tuple[str, ...]]]:
        """The cards that are told of each player, street by street; of a draw, the last that came."""
        streets: list[dict[str, tuple[str, ...]]] = [{}]
        for deed in self.log.deeds:
            if deed.what == "street":
                streets.append({})
            elif deed.what == "dealt":
                streets[-1].setdefault(deed.who, deed.cards)
        return streets

    def _first(self, who: str) -> tuple[str, ...]:
        """The cards that somebody starts with, as far as they are known at the end."""
        known, final = self.streets[0].get(who, ()), self.final.get(who, ())
        if self.stud:
            down = final[:2] if self._known_downs(who) else ("??", "??")
            return known if len(known) == 3 else (*down, *(known or ("??",)))
        hole = HOLE[self.kind]
        if not known and not self.draws:
            known = final[:hole]
        return self._once((*known, *["??"] * (hole - len(known))))

    def _once(self, cards: Sequence[str]) -> tuple[str, ...]:
        return tuple("??" if card in self.twice else card for card in cards)

    def _known_downs(self, who: str) -> bool:
        """Stud: whether the hand that was seen has the up cards where they lay."""
        up = [cards[-1] for street in self.streets[:4] if (cards := street.get(who))]
        return self.final.get(who, ())[2:][: len(up)] == tuple(up)

    def _street(self, deed: Deed, number: int) -> Iterator[str]:
        """The cards of a street: the board's, or at stud one for everybody who is in."""
        if deed.cards:
            yield f"d db {''.join(deed.cards)}"
        elif self.stud:
            told = self.streets[number]
            for who in self.live:
                final = self.final.get(who, ()) if self._known_downs(who) else ()
                seen = final[6] if number == 4 and len(final) == 7 else "??"
                yield f"d dh {self.name[who]} {told[who][-1] if told.get(who) else seen}"

    def _drawn(self, deed: Deed) -> Iterator[str]:
        """A draw: what goes, and what comes for it."""
        who = self.name[deed.who]
        if deed.what == "pat":
            yield f"{who} sd"
            return
        after = next((each for each in self.log.deeds if each.line > deed.line and each.who == deed.who), None)
        came = after.cards if after and after.what == "dealt" and len(after.cards) == deed.cards_thrown else ()
        unknown = ["??"] * deed.cards_thrown
        gone = deed.cards if len(deed.cards) == deed.cards_thrown else unknown
        yield f"{who} sd {''.join(self._once(gone))}"
        self.due.append(f"d dh {who} {''.join(self._once(came or unknown))}")

    def _drew(self) -> Iterator[str]:
        """The cards of a draw, which come when everybody has discarded."""
        due, self.due = self.due, []
        yield from due


_PAID = {"ante", "small", "big", "both", "button", "straddle", "bring-in", "call", "bet", "raise"}
_ACTIONS = {"bring-in", "fold", "check", "call", "bet", "raise", "show", "muck"}


def _plain(amount: Fraction) -> str:
    """An amount as it is written: 12, or 0.25."""
    if amount.denominator == 1:
        return str(amount.numerator)
    return f"{float(amount):.8f}".rstrip("0")


def _toml(value: Any) -> str:
    """A value as TOML, in which nothing is hidden."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, Fraction):
        return _plain(value)
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}:\d{2}:\d{2}", value):
        return value.zfill(8)
    return msgspec.json.encode(visible(value) if isinstance(value, str) else value).decode()


# -- results -----------------------------------------------------------------------------------------------------------


def check_results(hand: LogHand, round: Round, scale: int) -> None:
    """Hold a round that was played from a log's hand to what players collected, less their part of the rake.

    `scale` is how many of the round's chips are one of the log's. Where several collected, rake is taken in proportion;
    a chip of each of their parts may lie elsewhere.
    """
    ends = [Fraction(round.chips.stack(spot), scale) for spot in round.seated]
    over = [end - finish for end, finish in zip(ends, hand.finish, strict=True)]
    won = [lacks + got for lacks, got in zip(over, hand.collected, strict=True)]
    pot = sum(won) or Fraction(1)
    parts = sum(isinstance(event, Transfer) and event.cause == "pot" for event in round.events)
    slack = Fraction(parts, scale) if parts > 1 else Fraction(0)
    for who, lacks, got, gets in zip(hand.players, over, hand.collected, won, strict=True):
        part = hand.rake * gets / pot
        if abs(lacks - part) > slack:
            raise PHHError(
                f"{visible(who)} collected {_plain(got)} in the log, and wins {_plain(gets)} in the game, which leaves "
                f"{_about(gets - part)} after {_about(part)} of the rake of {_plain(hand.rake)}"
                if hand.rake
                else f"{visible(who)} collected {_plain(got)} in the log, and wins {_plain(gets)} in the game"
            )


def _about(amount: Fraction) -> str:
    """An amount that may have no end, to the cent."""
    return _plain(Fraction(int(amount * 100 + Fraction(1, 2)), 100))
