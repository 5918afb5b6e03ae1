"""A second count of statistics: a program of its own that reads the text of PHH files and imports nothing of cardroom.

It keeps chips and bets by itself, and finds out who could bet, call or raise from stacks alone. It is written from the
definitions in the docs. Raises that a short all-in does not reopen, and caps on raises, are the only rules it knows
beside stacks.
"""

import tomllib
from collections import Counter
from fractions import Fraction

STUD = ("F7S", "F7S/8", "FR")
CAP = 3
"""Raises in a round of fixed limit with more than two players, after the bet."""


def positions(count):
    """The names of p1, p2, ... in a game with two blinds."""
    if count == 2:
        return ["BB", "BTN"]
    late = ["BTN", "CO", "HJ", "LJ"][: count - 2][::-1]
    early = [f"UTG+{n}" if n else "UTG" for n in range(count - 2 - len(late))]
    return ["SB", "BB", *early, *late]


class Witness:
    """One hand, action by action."""

    def __init__(self, text):
        hand = tomllib.loads(text, parse_float=Fraction)
        self.count = len(hand["starting_stacks"])
        self.stud = hand["variant"] in STUD
        self.fixed = hand["variant"].startswith("F")
        self.start = [Fraction(each) for each in hand["starting_stacks"]]
        self.finish = [Fraction(each) for each in hand.get("finishing_stacks", self.start)]
        self.stack = [*self.start]
        self.bet = [Fraction(0)] * self.count
        self.put = [Fraction(0)] * self.count
        self.names = hand.get("players") or [str(n + 1) for n in range(self.count)]
        self.position = [""] * self.count if self.stud else positions(self.count)
        self.tally = [Counter() for _ in self.start]
        self.once = set()
        self.live = list(range(self.count))
        self.street, self.acted_at_all = 0, False
        self.level = self.base = 0 if self.stud else 1
        self.entered, self.calls, self.last, self.thief = False, 0, None, None
        self.made = {}
        self.asked, self.checked, self.reopened = set(), set(), set()
        self.cbet = self.cbet_last = self.aggressor = None
        self.seen_flop = []
        self.order = []
        self.least = self.size = Fraction(hand.get("small_bet") or hand["min_bet"])
        self.large = Fraction(hand.get("big_bet") or hand["min_bet"])
        """The size of bets from the third betting round on."""
        self.raises = 0
        self.full = Fraction(0)
        antes, blinds = hand.get("antes", []), hand.get("blinds_or_straddles", [])
        if self.count == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        self.posted = set()
        for who, amount in enumerate(antes):
            self.pay(who, Fraction(amount))
            self.bet[who] = Fraction(0)
        for who, amount in enumerate(blinds):
            if amount:
                self.pay(who, Fraction(abs(amount)))
                self.posted.add(who)
        self.full = max((Fraction(abs(each)) for each in blinds), default=Fraction(0))
        self.top = self.full
        self.bring = Fraction(hand.get("bring_in", 0))
        for action in hand["actions"]:
            self.read(action.partition("#")[0].split())
        self.finish_hand()

    def pay(self, who, amount):
        paid = min(amount, self.stack[who])
        self.stack[who] -= paid
        self.bet[who] += paid
        self.put[who] += paid

    def read(self, words):
        if words[0] == "d":
            if self.acted_at_all and (words[1] == "db" or self.stud):
                self.next = True
            return
        who, what = int(words[0][1:]) - 1, words[1]
        if what == "sd":
            self.next = self.acted_at_all
            return
        if what == "sm":
            return
        if getattr(self, "next", False):
            self.new_street()
        self.next, self.acted_at_all = False, True
        self.decide(who, what, Fraction(words[2]) if what == "cbr" else None)

    def new_street(self):
        if not self.street:
            self.seen_flop = [*self.live]
        self.street += 1
        self.level = self.calls = self.raises = 0
        self.size = self.least if self.street < 2 else self.large
        self.bet, self.top, self.full = [Fraction(0)] * self.count, Fraction(0), Fraction(0)
        self.aggressor, self.last = self.last, None
        self.cbet_last, self.cbet = self.cbet, None
        self.asked, self.checked, self.made, self.reopened = set(), set(), {}, set()

    def chance(self, name, who, taken):
        if (name, who, self.street) not in self.once:
            self.once.add((name, who, self.street))
            self.tally[who][name + "_chances"] += 1
        if taken and (name, who, self.street, "taken") not in self.once:
            self.once.add((name, who, self.street, "taken"))
            self.tally[who][name + "_made"] += 1

    def decide(self, who, what, to):
        others = [each for each in self.live if each != who]
        most = max(self.bet[each] + self.stack[each] for each in others)
        call = min(self.top, most) - self.bet[who] > 0
        more = self.bet[who] + self.stack[who] > self.top < most and (who not in self.reopened)
        if self.fixed and self.raises >= CAP and len(self.live) > 2:
            more = False
        if what == "cbr" and not more:
            what = "cc"  # nobody can call the raise
        raises, calls, folds = what == "cbr", what == "cc" and call, what == "f"
        checks = what == "cc" and not call
        if not self.street:
            self.first(who, call, more, raises, calls, folds, what == "pb")
        else:
            self.later(who, call, more, raises, calls, folds, others)
        self.asked.add(who)
        self.reopened.add(who)
        if folds:
            self.live.remove(who)
        if checks:
            self.checked.add(who)
        if calls:
            self.pay(who, self.top - self.bet[who])
            self.calls += 1
            self.entered = True
        if what == "pb":
            self.order = [(who + step) % self.count for step in range(self.count)]
            self.pay(who, self.bring)
            self.top = max(self.top, self.bet[who])
        if raises:
            step = to - self.top
            self.pay(who, to - self.bet[who])
            base = self.full if self.fixed else self.top
            if self.full and (step >= self.size or not self.fixed):
                self.raises += 1
            if to - base >= self.size or (self.fixed and 2 * (to - base) >= self.size):
                self.reopened = {who}
                if not self.fixed:
                    self.size = max(self.size, step)
                self.full = to
            self.top, self.last, self.calls, self.entered = to, who, 0, True
            self.level += 1
            self.made[who] = self.level

    def first(self, who, call, more, raises, calls, folds, brings):
        if brings or (self.stud and not self.order):
            self.order = [(who + step) % self.count for step in range(self.count)]
        if call or more:
            self.chance("vpip", who, raises or (calls and not brings))
            self.chance("pfr", who, raises)
        late = who in self.order[-3:] if self.stud else self.position[who] in ("SB", "CO", "BTN")
        if call and self.level == self.base and not brings and not (self.stud and not self.top):
            self.chance("limp", who, calls)
        if call and self.level > self.base and who not in self.asked | self.posted:
            self.chance("cold_call", who, calls)
        if more and not self.entered:
            self.chance("rfi", who, raises)
            if late:
                self.chance("steal", who, raises)
        if more and self.last != who and self.level in (2, 3):
            self.chance(("three_bet", "four_bet")[self.level - 2], who, raises)
            if self.level == 2 and self.calls:
                self.chance("squeeze", who, raises)
        mine = self.made.pop(who, None)
        if mine in (2, 3) and self.level == mine + 1:
            self.chance(("fold_to_three_bet", "fold_to_four_bet")[mine - 2], who, folds)
        if self.thief not in (None, who) and self.last == self.thief and not self.calls and self.level == self.base + 1:
            for name, blind in (("small_blind", "SB"), ("big_blind", "BB")):
                if self.position[who] == blind:
                    self.chance(f"{name}_fold_to_steal", who, folds)
                    if more:
                        self.chance(f"{name}_resteal", who, raises)
        if raises and not self.entered and late:
            self.thief = who

    def later(self, who, call, more, raises, calls, folds, others):
        tally, name = self.tally[who], ("flop", "turn", "river", "seventh")[self.street - 1]
        tally["bets_raises"] += raises
        tally["calls"] += calls
        tally["folds"] += folds
        if more and not self.level:
            if who == (self.aggressor if self.street == 1 else self.cbet_last):
                self.chance(f"cbet_{name}", who, raises)
                self.cbet = who if raises else self.cbet
            rival = self.aggressor
            if rival in others and rival not in self.asked and self.stack[rival]:
                self.chance("donk", who, raises)
            if self.street == 1 and rival in others and rival in self.checked:
                self.chance("bet_after_missed_cbet", who, raises)
        if self.cbet not in (None, who) and self.level == 1:
            self.chance(f"fold_to_cbet_{name}", who, folds)
            if more:
                self.chance(f"raise_cbet_{name}", who, raises)
        if more and self.level and who in self.checked:
            self.chance(f"check_raise_{name}", who, raises)

    def finish_hand(self):
        if not self.street and len(self.live) > 1:
            self.seen_flop = [*self.live]
        highest, second = sorted((self.put[who] for who in range(self.count)), reverse=True)[:2]
        for who in self.seen_flop:
            tally = self.tally[who]
            put = second if self.put[who] == highest else self.put[who]  # the rest was returned
            won = self.finish[who] > self.start[who] - put
            shown = who in self.live and len(self.live) > 1
            tally["wtsd_chances"] += 1
            tally["wwsf_chances"] += 1
            tally["wwsf_made"] += won
            if shown:
                tally["wtsd_made"] += 1
                tally["wsd_chances"] += 1
                tally["wsd_made"] += won
        for who in range(self.count):
            self.tally[who]["hands"] += 1


def counts_of(texts):
    """The counts of all hands, by player."""
    totals = {}
    for text in texts:
        hand = Witness(text)
        for name, tally in zip(hand.names, hand.tally, strict=True):
            totals.setdefault(name, Counter()).update(tally)
    return {name: +tally for name, tally in totals.items()}
