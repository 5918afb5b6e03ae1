"""Pots: who may win which, what each half is, and who gets the odd chip."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.hands import Key, high
from cardroom.clauses.poker.ranks import RANKINGS, judge, shows
from cardroom.clauses.poker.reading import Reading, poker, reading
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.rulebook import RuleSet

POKER = "every poker game"
WINNERS = "500 Club, How Winners are Determined and Paid of every poker chapter"


def judged(rules: RuleSet) -> bool:
    """Whether the clauses know the order of hands of a poker game."""
    return (
        poker(rules) and rules.poker is not None and {rules.poker.ranking, rules.poker.low or "high"} <= RANKINGS.keys()
    )


@clause(poker, POKER, WINNERS + "; Dealing Procedures: a player who folds no longer participates")
def a_folded_hand_wins_nothing(facts: RoundHistory) -> Iterator[str]:
    """No pot goes to a folded or mucked hand, or to a player who was not dealt in."""
    hand = reading(facts)
    for push in hand.pushed:
        if push.spot in hand.folded:
            yield f"spot {push.spot} folded and wins {dollars(push.amount)}"
        elif push.spot in hand.mucked:
            yield f"spot {push.spot} mucked and wins {dollars(push.amount)}"
        elif push.spot not in hand.players:
            yield f"spot {push.spot} was not dealt in and wins {dollars(push.amount)}"


def contenders(hand: Reading) -> list[str]:
    """Who can win: those who neither folded nor mucked, from the left of the button."""
    return [each for each in hand.players if each not in hand.folded and each not in hand.mucked]


def pots_of(put_in: Mapping[str, int], dead: int, charged: int, live: Sequence[str]) -> list[tuple[int, list[str]]]:
    """The main pot and the side pots, each with the players who can win it."""
    pots: list[tuple[int, list[str]]] = []
    below = 0
    levels = sorted({put_in.get(each, 0) for each in live})
    for level in levels:
        amount = sum(max(min(put, level) - below, 0) for put in put_in.values())
        pots.append((amount, [each for each in live if put_in.get(each, 0) >= level]))
        below = level
    over = sum(max(put - below, 0) for put in put_in.values())
    pots[-1] = pots[-1][0] + over, pots[-1][1]
    pots[0] = pots[0][0] + dead, pots[0][1]
    rest: list[tuple[int, list[str]]] = []
    for amount, players in pots:
        taken = min(charged, amount)
        charged -= taken
        rest.append((amount - taken, players))
    return [each for each in rest if each[0]]


class Winning:
    """What each contender should win, by the clauses' own judgment."""

    def __init__(self, hand: Reading, live: Sequence[str]) -> None:
        self.hand, self.live, self.rules = hand, live, hand.rules
        self.chip = hand.rules.stakes.chip
        boards = [board for board in hand.boards if board]
        if len(boards) > 1 and len(boards[1]) < len(boards[0]):  # run again: the first streets are shared
            boards = [boards[0], *([*boards[0][: len(boards[0]) - len(more)], *more] for more in boards[1:])]
        self.boards: list[Sequence[Card]] = [*boards] or [()]

    def key(self, ranking: str, spot: str, board: int) -> Key | None:
        """How good a hand is on a board."""
        hand, known = self.hand, (spot, ranking, board)
        if known not in hand.keys:
            hand.keys[known] = judge(ranking, hand.held[spot], self.boards[board], hand.joker.get(spot))
        return hand.keys[known]

    def best(self, ranking: str, players: Sequence[str], board: int) -> list[str]:
        """The players with the best hand; empty if no hand qualifies."""
        keys = {each: self.key(ranking, each, board) for each in players}
        top = max([key for key in keys.values() if key is not None], default=None)
        return [] if top is None else [each for each in players if keys[each] == top]

    def shares(self) -> dict[str, int]:
        """What each player wins."""
        won: dict[str, int] = {}
        hand = self.hand
        charged = sum(amount for _, amount, _ in hand.fees)
        for amount, players in pots_of(hand.put_in, hand.dead, charged, self.live):
            each = amount // self.chip // len(self.boards) * self.chip
            for board in range(len(self.boards)):
                part = amount - each * (len(self.boards) - 1) if board == 0 else each
                self._push(part, players, board, won)
        return won

    def _push(self, amount: int, players: Sequence[str], board: int, won: dict[str, int]) -> None:
        poker = self.hand.poker
        highs = self.best(poker.ranking, players, board)
        lows = self.best(poker.low, players, board) if poker.low else []
        low = 0
        if lows:
            half = amount // self.chip // 2 * self.chip
            low = half
            if "high hand" not in (poker.odd_chip, poker.odd_half) and amount != 2 * half:
                first = self._line([each for each in players if each in highs or each in lows], poker.ranking, board)[0]
                low = half if first in highs else amount - half
        for part, winners, ranking in ((amount - low, highs, poker.ranking), (low, lows, poker.low)):
            if winners and part:
                share = part // self.chip // len(winners) * self.chip
                line = self._line(winners, ranking, board)
                for each in winners:
                    extra = part - share * len(winners) if each == line[0] else 0
                    if share + extra:
                        won[each] = won.get(each, 0) + share + extra

    def _line(self, winners: Sequence[str], ranking: str, board: int) -> list[str]:
        """Winners in line for an odd chip."""
        hand, poker = self.hand, self.hand.poker
        order = [each for each in hand.players if each in winners]
        if len(order) == 1:
            return order
        match poker.odd_chip:
            case "highest hand up":
                showing = {each: [*hand.ups.get(each, ())][:4] for each in order}
                return sorted(order, key=lambda each: _reversed(shows("showing", poker.ranking, showing[each], None)))
            case "high hand":
                best = {each: self._suits(each, ranking, board) for each in order}
                return sorted(order, key=lambda each: _reversed(best[each]))
        return order

    def _suits(self, spot: str, ranking: str, board: int) -> tuple[int, ...]:
        """The five cards of a hand from the highest down, those of the highest suits if it has a choice."""
        cards = [*self.hand.held[spot], *self.boards[board]]
        fives = [tuple(sorted(five, reverse=True)) for five in combinations(cards, 5)]
        keys = {five: judge(ranking, five, (), None) if ranking != "high" else high(five) for five in fives}
        top = max(key for key in keys.values() if key is not None)
        return max(five for five in fives if keys[five] == top)


def _reversed(key: Sequence[int]) -> tuple[int, ...]:
    return tuple(-each for each in key)


def known(hand: Reading, live: Sequence[str]) -> bool:
    """Whether the cards of all contenders and the boards are in the record."""
    return not any(UNKNOWN in hand.held[each] for each in live) and not any(UNKNOWN in board for board in hand.boards)


def _won(hand: Reading) -> dict[str, int]:
    won: dict[str, int] = {}
    for push in hand.pushed:
        won[push.spot] = won.get(push.spot, 0) + push.amount
    return won


@clause(poker, POKER, WINNERS + ": if all others folded, the last player wins the pot")
def the_last_player_wins_the_pot(facts: RoundHistory) -> Iterator[str]:
    """If all others fold, the last player wins the whole pot."""
    hand = reading(facts)
    live = contenders(hand) if hand.dealt else []
    if len(live) == 1:
        total = sum(hand.put_in.values()) + hand.dead - sum(amount for _, amount, _ in hand.fees)
        if _won(hand) != ({live[0]: total} if total else {}):
            yield f"{_won(hand)} is won, and spot {live[0]} is alone with {dollars(total)}"


@once
def _shares(facts: RoundHistory) -> dict[str, int] | None:
    """What the contenders win by their hands; None if there is nothing to judge."""
    hand = reading(facts)
    live = contenders(hand) if hand.dealt else []
    return Winning(hand, live).shares() if len(live) > 1 and known(hand, live) else None


@clause(judged, POKER, WINNERS)
def the_best_hand_wins_each_pot(facts: RoundHistory) -> Iterator[str]:
    """Each pot goes to the best hand among the players who can win it, and equal hands share it. Where a low hand
    shares, half goes to the best low.
    """
    hand, wanted = reading(facts), _shares(facts)
    if wanted is not None:
        won = _won(hand)
        off = {each: won.get(each, 0) - wanted.get(each, 0) for each in {*won, *wanted}}
        if any(abs(each) >= _odd(hand) for each in off.values()) or won.keys() != wanted.keys():
            yield f"the pots of {dollars(sum(won.values()))} give {_words(won)}, and the hands win {_words(wanted)}"


def _odd(hand: Reading) -> int:
    """More than odd chips can make: a chip for each pot, board, half and winner."""
    return hand.rules.stakes.chip * 4 * len(hand.players) * max(1, sum(map(bool, hand.boards)))


def _words(won: Mapping[str, int]) -> str:
    return ", ".join(f"{dollars(amount)} to spot {spot}" for spot, amount in sorted(won.items()))


@clause(judged, POKER, WINNERS + ": the odd chip")
def the_odd_chip_goes_where_the_chapter_says(facts: RoundHistory) -> Iterator[str]:
    """Shares are whole chips. The odd chip goes to the winner nearest the left of the button or, where the chapter says
    so, to the highest cards showing or the high hand.
    """
    hand, wanted = reading(facts), _shares(facts)
    if wanted is not None:
        won = _won(hand)
        off = {each: won.get(each, 0) - wanted.get(each, 0) for each in {*won, *wanted}}
        if any(off.values()) and all(abs(each) < _odd(hand) for each in off.values()):
            yield f"the pots give {_words(won)}, and with the odd chip they are {_words(wanted)}"
