"""An independent settlement of Mexican Poker, written from the chapter alone: from names of cards, seats and answers to
chips.

It shares nothing with the code that it checks. A joker is tried as each of the 40 other cards; pots are counted
chip by chip, level by level. All-ins, side pots and uncalled bets follow general poker rules.
"""

from collections import Counter

RANKS = "234567JQKA"
ROWS = ["A2345", "23456", "34567", "4567J", "567JQ", "67JQK", "7JQKA"]
"""Five in a row, the lowest first: the seven is next to the jack."""
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]
NAMES = [
    *("high card", "one pair", "two pair", "three of a kind", "straight", "full house", "flush", "four of a kind"),
    *("straight flush", "royal flush", "five of a kind"),
]
"""The printed list from its end: a flush is above a full house."""


def natural(cards):
    """The value of five natural cards: the position in the list, then the tie breaks."""
    ranks = [card[0] for card in cards]
    counts = sorted(((count, RANKS.index(rank)) for rank, count in Counter(ranks).items()), reverse=True)
    ties = [rank for _, rank in counts]
    row = next((place for place, five in enumerate(ROWS) if set(five) == set(ranks)), None)
    flush = len({card[1] for card in cards}) == 1
    if row is not None and flush:
        return NAMES.index("royal flush" if row == 6 else "straight flush"), [row]
    if row is not None:
        return NAMES.index("straight"), [row]
    if flush:
        return NAMES.index("flush"), ties
    shapes = {"41": "four of a kind", "32": "full house", "311": "three of a kind", "221": "two pair"}
    shape = "".join(str(count) for count, _ in counts)
    return NAMES.index(shapes.get(shape, "one pair" if shape == "2111" else "high card")), ties


def value(cards, joker_was_up):
    """The best value of five cards, over all values of the joker."""
    if "Jk" not in cards:
        return natural(cards)
    four = [card for card in cards if card != "Jk"]
    ranks = {card[0] for card in four}
    values = []
    if len(ranks) == 1 and (ranks == {"A"} or not joker_was_up):
        values.append((NAMES.index("five of a kind"), [RANKS.index(*ranks)]))
    for card in PACK:
        if card not in four:
            worth = natural([*four, card])
            completes = NAMES[worth[0]] in ("straight", "flush", "straight flush", "royal flush")
            if not joker_was_up or card[0] == "A" or completes:
                values.append(worth)
    return max(values)


def shows(cards, joker_was_up):
    """The value of up cards: pairs, threes and fours, then the ranks."""

    def counted(ranks):
        counts = sorted(((count, RANKS.index(rank)) for rank, count in Counter(ranks).items()), reverse=True)
        return [count for count, _ in counts], [rank for _, rank in counts]

    ranks = [card[0] for card in cards if card != "Jk"]
    if "Jk" not in cards:
        return counted(ranks)
    return max(counted([*ranks, each]) for each in ("A" if joker_was_up else RANKS))


class Seat:
    """A player: chips behind, in front and in the pot; cards up and down, and how the joker came."""

    def __init__(self, name, stack):
        self.name, self.stack = name, stack
        self.front = self.pot = 0
        self.up, self.down = [], []
        self.joker_was_up = False
        self.folded = False

    def put(self, amount):
        """Put chips in front, up to the whole stack."""
        amount = min(amount, self.stack)
        self.stack -= amount
        self.front += amount

    def take(self, card, up):
        """A card from the deck."""
        (self.up if up else self.down).append(card)
        if card == "Jk":
            self.joker_was_up = up


class HandByHand:
    """A hand: the deck, the players from the left of the button, the stakes, and all answers."""

    def __init__(self, deck, stacks, stakes, answers):
        self.deck = iter(deck)
        self.seats = [Seat(name, stack) for name, stack in stacks.items()]
        self.ante, self.lower, self.higher = stakes["ante"], stakes["lower"], stakes["higher"]
        self.fixed, self.chip, self.cap = stakes["limit"] == "fixed", stakes["chip"], stakes["limit"] != "no"
        self.answers = iter(answers)

    def next_answer(self, seat, *allowed):
        """The next answer, which must be this player's and one of these."""
        name, action, amount = next(self.answers)
        assert name == seat.name, f"{name} answered, and {seat.name} is to act"
        assert action in allowed, f"{action} is none of {allowed}"
        return action, amount

    @property
    def live(self):
        return [seat for seat in self.seats if not seat.folded]

    def gather(self):
        """Move the bets into the pot, and return the uncalled part."""
        fronts = sorted(seat.front for seat in self.seats)
        for seat in self.seats:
            back = max(0, seat.front - fronts[-2]) if seat.front == fronts[-1] else 0
            seat.stack += back
            seat.pot += seat.front - back
            seat.front = 0

    def bet_round(self, first, level, size):
        """Ask players in turn until all have called, folded or are all-in. A bring-in is an existing bet."""
        order = self.live[self.live.index(first) :] + self.live[: self.live.index(first)]
        queue, raises, acted, full = list(order), 0, {}, level
        while queue and len(self.live) > 1:
            seat = queue.pop(0)
            others = max(other.stack + other.front for other in self.live if other is not seat)
            owed = max(0, min(level, others, seat.stack + seat.front) - seat.front)
            if not seat.stack or (not owed and others <= level):
                continue
            allowed = ["call" if owed else "check", "fold"]
            capped = self.cap and raises >= 3 and len(self.live) > 2
            reopened = seat not in acted or level - acted[seat] >= size
            if seat.stack + seat.front > level and others > level and reopened and not capped:
                allowed.append("raise" if level else "bet")
            action, amount = self.next_answer(seat, *allowed)
            if action == "fold":
                seat.folded = True
                continue
            if action in ("bet", "raise"):
                wanted = full + size
                if self.fixed:
                    assert amount == min(wanted, seat.stack + seat.front), "one size of bet"
                else:
                    assert amount >= min(level + size, seat.stack + seat.front), "at least the raise before"
                raised = amount - (full if self.fixed else level)
                raises += full > 0 and raised >= size
                seat.put(amount - seat.front)
                level = amount
                if raised >= size:
                    full, acted = amount, {}
                    size = size if self.fixed else raised
                place = self.live.index(seat)
                queue = self.live[place + 1 :] + self.live[:place]
            elif action == "call":
                seat.put(owed)
            acted[seat] = level
        self.gather()

    def highest(self):
        """The player with the highest up cards; of equals, the closest to the left of the button."""
        return max(self.live, key=lambda seat: (shows(seat.up, seat.joker_was_up), -self.seats.index(seat)))

    def play(self):
        """Play the round; return all stacks after it."""
        for seat in self.seats:
            seat.put(self.ante)
        self.gather()
        for up in (True, False):
            for seat in self.seats:
                seat.take(next(self.deck), up)
        opener = self.highest()
        if opener.stack:
            self.next_answer(opener, "bring-in")
            opener.put(self.lower)
        left = self.seats[(self.seats.index(opener) + 1) % len(self.seats)]
        self.bet_round(left, self.lower, self.lower)
        for street in (2, 3, 4):
            if len(self.live) == 1:
                break
            exposed = set()
            for seat in self.live:
                if self.next_answer(seat, "expose", "keep")[0] == "expose":
                    seat.up.append(seat.down.pop())
                    exposed.add(seat)
            next(self.deck)  # burned
            for seat in self.live:
                seat.take(next(self.deck), seat not in exposed)
                assert (len(seat.up), len(seat.down)) == (street, 1)
            self.bet_round(self.highest(), 0, self.lower if street == 2 or not self.fixed else self.higher)
        self.show_down()
        return {seat.name: seat.stack for seat in self.seats}

    def show_down(self):
        """Push each pot to the best hand that has paid into it. An odd chip goes to the left of the button."""
        for name, action, _ in self.answers:
            seat = next(seat for seat in self.seats if seat.name == name)
            assert action in ("show", "muck")
            seat.folded = action == "muck"
        while any(seat.pot for seat in self.seats):
            paid = [seat for seat in self.live if seat.pot]
            # Chips of folded players above all remaining bets belong to the last pot.
            level = min(seat.pot for seat in paid)
            last = all(seat.pot == level for seat in paid)
            amount = 0
            for seat in self.seats:
                part = seat.pot if last else min(seat.pot, level)
                seat.pot -= part
                amount += part
            if len(paid) > 1:
                worth = {seat: value(seat.up + seat.down, seat.joker_was_up) for seat in paid}
                paid = [seat for seat in paid if worth[seat] == max(worth.values())]
            share = amount // self.chip // len(paid) * self.chip
            for seat in paid:
                seat.stack += share
            paid[0].stack += amount - share * len(paid)
