"""Our rounds written as PokerStars logs, for tests of the reader."""

import tomllib
from functools import cache
from itertools import count

from cardroom.cards import text
from cardroom.histories.phh import VARIANTS, write_phh
from cardroom.histories.sites.pokerstars import GAMES
from cardroom.play.round.events import Acted, Dealt, Marked, Transfer, Turned

NAMES = {code: name for name, code in GAMES.items()}
VARIANT = {played: variant for variant, played in VARIANTS.items() if variant[1:] in NAMES}
VARIANT |= {("pot-limit-omaha-8", "pot"): "PO/8"}
WORDS = {"N": "No Limit", "P": "Pot Limit", "F": "Limit"}
DRAWS = "25B"
"""The first characters of draw games, after the letter of the limit."""
STUD_STREETS = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")


@cache
def stakes(game):
    """The stakes of a game, in PHH's fields."""
    round = game.round({1: 10**6, 2: 10**6}, seed=1)
    while not round.done:
        round.default(round.ask.spot)
    return tomllib.loads(write_phh(round))


def _unasked(before):
    """Whether a hand had to be shown: no answer turned it."""
    return not (isinstance(before, Acted) and before.action in ("show", "expose"))


class Printer:
    """Writes one round, line by line."""

    def __init__(self, game, round, *, rake=0, chips=False, muck_seen=True):
        self.round, self.chips, self.muck_seen = round, chips, muck_seen
        self.variant = VARIANT[game.slug, game.rules.house("limit")]
        self.stakes = stakes(game)
        self.stud = "bring_in" in self.stakes
        self.stacks = dict(round.stacks)
        self.front = dict.fromkeys(round.stacks, 0)
        self.hands = {}
        self.rake = rake
        self.lines, self.shown = [], []
        self.seen = {}
        self.draws = count(1)
        self.section = ""
        self.batch = {}

    def money(self, cents):
        if self.chips:
            return str(cents)
        return f"${cents // 100}" if cents % 100 == 0 else f"${cents / 100:.2f}"

    def say(self, line):
        self.lines.append(line)

    def pay(self, who, amount, words, to=""):
        """Write a line with an amount, and whether the player is all-in."""
        self.say(f"{who}: {words} {self.money(amount)}{to}{self.broke(who)}")

    def broke(self, who):
        return "" if self.stacks[who] else " and is all-in"

    def log(self, number=1):
        events = list(self.round.events)
        who = {spot.id: spot.bettor for spot in self.round.spots}
        dealt = [event.place.owner for event in events if isinstance(event, Dealt) and event.place.kind == "hand"]
        self.playing = [who[spot] for spot in dict.fromkeys(dealt)]
        self.hero = self.playing[len(self.playing) // 2]
        self._header(number, events)
        self._postings(events, who)
        first = next(place for place, event in enumerate(events) if isinstance(event, Dealt))
        for place, event in enumerate(events[first:], first):
            if isinstance(event, Dealt):
                if event.place.kind == "burn" and self.variant[1] not in DRAWS:
                    self._flush()
                if event.place.kind in ("hand", "board"):
                    key = who.get(event.place.owner, "") if event.place.kind == "hand" else ""
                    self.batch.setdefault(key, []).extend((card, event.to) for card in event.cards)
                continue
            self._flush()
            if isinstance(event, Transfer) and event.cause == "uncalled":
                self.stacks[who[event.spot]] += event.amount
                self.say(f"Uncalled bet ({self.money(event.amount)}) returned to {who[event.spot]}")
            elif isinstance(event, Acted) and event.spot in who:
                self._acted(who[event.spot], event, events[place + 1 :])
            elif isinstance(event, Turned) and event.place.owner in who and _unasked(events[place - 1]):
                self._showed(who[event.place.owner], "show")
        self._flush()
        self._end(who)
        return "\n".join(self.lines) + "\n\n\n\n"

    def _header(self, number, events):
        low, high = (self.stakes[each] for each in ("small_bet", "big_bet")) if self.variant[0] == "F" else (
            self.stakes["blinds_or_straddles"])  # fmt: skip
        name = f"{NAMES[self.variant[1:]]} {WORDS[self.variant[0]]}"
        if self.chips:
            self.say(f"PokerStars Hand #{number}: Tournament #5, $1.00+$0.10 USD {name} - Level II ({low}/{high}) - "
                     "2024/05/01 20:00:00 ET")  # fmt: skip
        else:
            self.say(f"PokerStars Hand #{number}:  {name} ({self.money(low)}/{self.money(high)} USD) - "
                     "2024/05/01 20:00:00 ET")  # fmt: skip
        button = [event.seat for event in events if isinstance(event, Marked) and event.marker == "button"]
        self.say("Table 'Ceres II' 9-max" + ("" if self.stud else f" Seat #{button[-1]} is the button"))
        for spot in self.round.spots:
            out = "" if spot.bettor in self.playing else " is sitting out"
            self.say(f"Seat {spot.seat}: {spot.bettor} ({self.money(self.stacks[spot.bettor])} in chips){out}")

    def _postings(self, events, who):
        first = next(place for place, event in enumerate(events) if isinstance(event, Dealt))
        late = {who[event.spot] for event in events if isinstance(event, Acted) and event.action == "post"}
        paid, dead = {}, {}
        for event in events[:first]:
            if not isinstance(event, Transfer) or event.cause not in ("ante", "bet", "dead"):
                continue
            name = who[event.spot]
            self.stacks[name] -= event.amount
            if event.cause == "ante":
                self.pay(name, event.amount, "posts the ante")
            else:
                into = paid if event.cause == "bet" else dead
                into[name] = event.amount
        regular = [name for name in paid if name not in late]
        if len(self.playing) == 2:
            regular.reverse()  # the button has the small blind
        for event in events[:first]:
            if isinstance(event, Transfer) and event.cause == "uncalled":  # an unmatched ante
                self.stacks[who[event.spot]] += event.amount
                self.say(f"Uncalled bet ({self.money(event.amount)}) returned to {who[event.spot]}")
        big = regular[-1:]
        if len(regular) == 1 and paid[big[0]] < self.stakes["blinds_or_straddles"][1] and self.stacks[big[0]]:
            big = []  # the bring-in player is all-in for the ante
        for name in regular:
            self.pay(name, paid[name], "posts big blind" if [name] == big else "posts small blind")
        for name in late & {*paid, *dead}:
            blind = (
                "small & big blinds"
                if name in paid and name in dead
                else "big blind"
                if name in paid
                else "small blind"
            )
            self.pay(name, paid.get(name, 0) + dead.get(name, 0), f"posts {blind}")
        self.front |= paid

    def _flush(self):
        """Write the cards that were dealt since."""
        batch, self.batch = self.batch, {}
        if not batch:
            return
        if not self.hands:
            drawn = "DEALING HANDS" if self.variant[1] in DRAWS else "HOLE CARDS"
            self.say(f"*** {'3rd STREET' if self.stud else drawn} ***")
            self.street = 0
        elif self.stud and "" not in batch:
            self.street += 1
            self.say(f"*** {STUD_STREETS[self.street]} ***")
            self.front = dict.fromkeys(self.front, 0)
        for name, cards in batch.items():
            before = self.hands.get(name, [])
            self.hands[name] = before + [card for card, _ in cards]
            if not name:
                self._board(before, [card for card, _ in cards])
                continue
            up = [card for card, to in cards if to is None]
            if name == self.hero:
                new = text([card for card, _ in cards])
                self.say(f"Dealt to {name} {f'[{text(before)}] ' if before else ''}[{new}]")
            elif up:
                old = self.seen.get(name, [])
                self.say(f"Dealt to {name} {f'[{text(old)}] ' if old else ''}[{text(up)}]")
            self.seen[name] = self.seen.get(name, []) + up

    def _board(self, before, cards):
        if self.stud:
            self.street += 1
            self.say(f"*** {STUD_STREETS[self.street]} *** [{text(cards)}]")
        else:
            name = {1: "PRE-FLOP", 3: "FLOP", 4: "TURN", 5: "RIVER"}[len(before) + len(cards)]
            self.say(f"*** {name} *** {f'[{text(before)}] ' if before else ''}[{text(cards)}]")
        if before or len(cards) > 1:
            self.front = dict.fromkeys(self.front, 0)

    def _acted(self, name, event, after):
        action = event.action
        if action in ("post", "wait"):
            return
        if action == "discard":
            self._discarded(name, list(event.value or ()))
            return
        self.drawn = frozenset()
        if action in ("show", "muck"):
            self._showed(name, action)
        elif action in ("fold", "check"):
            self.say(f"{name}: {action}s")
        else:
            paid = next(each.amount for each in after if isinstance(each, Transfer) and each.cause == "bet")
            self.stacks[name] -= paid
            level = max(self.front.values())
            self.front[name] += paid
            if action == "raise":
                self.pay(name, self.front[name] - level, "raises", to=f" to {self.money(self.front[name])}")
            else:
                self.pay(name, paid, {"call": "calls", "bet": "bets", "bring-in": "brings in for"}[action])

    drawn: frozenset[str] = frozenset()
    """Players who have drawn in this draw."""

    def _discarded(self, name, cards):
        if not self.drawn or name in self.drawn:
            self.drawn = frozenset()
            self.front = dict.fromkeys(self.front, 0)
            if self.variant[1:] not in ("2L1D", "5D"):
                self.say(f"*** {('FIRST', 'SECOND', 'THIRD')[next(self.draws) - 1]} DRAW ***")
        self.drawn |= {name}
        for card in cards:
            self.hands[name].remove(card)
        shown = name == self.hero
        if not cards:
            self.say(f"{name}: stands pat" + (f" on [{text(self.hands[name])}]" if shown else ""))
        else:
            which = f" [{text(cards)}]" if shown else ""
            self.say(f"{name}: discards {len(cards)} card{'s' * (len(cards) > 1)}{which}")

    def _showed(self, name, action):
        if not self.shown:
            self.say("*** SHOW DOWN ***")
        self.shown.append((name, action))
        self.say(f"{name}: shows [{text(self.hands[name])}] (something)" if action == "show" else f"{name}: mucks hand")

    def _end(self, who):
        pushes = [event for event in self.round.events if isinstance(event, Transfer) and event.cause == "pot"]
        pot = sum(event.amount for event in pushes)
        rake = pot * self.rake // 100
        rest = rake
        for number, event in enumerate(pushes, 1):
            part = rest if number == len(pushes) else rake * event.amount // pot
            rest -= part
            name = event.wager if event.wager in ("pot", "main pot") else event.wager.replace("pot ", "pot-")
            if event.amount > part:
                self.say(f"{who[event.spot]} collected {self.money(event.amount - part)} from {name}")
        self.say("*** SUMMARY ***")
        self.say(f"Total pot {self.money(pot)} Main pot {self.money(pot)}. | Rake {self.money(rake)}")
        for name, action in self.shown:
            seat = next(spot.seat for spot in self.round.spots if spot.bettor == name)
            if action == "muck" and self.muck_seen:
                self.say(f"Seat {seat}: {name} (button) mucked [{text(self.hands[name])}]")
