"""Every deal of a deck, played by the game's own script with every answer: the edges that the script itself has.

Nothing of an analysis is used here. The script is played on every deal, with every option of every decision. What a
player has seen at a decision is a state. The best option of each state follows from the sums of the results that come
after it, from the last decision back to the first. So the edge of every wager follows from the script alone.

Deals that differ only by an exchange of suits, or by the order of cards that come together, are played once. Which of
them is played is drawn at random, so that a script for which they differ does not pass by luck. The suits that may be
exchanged are given: all, those of one colour and the two colours, or none. Burned cards are unknown cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod
from random import Random
from typing import Any, Literal, NamedTuple, get_args

from cardroom.analysis.engine import Progress
from cardroom.analysis.simulation.scripts import BASE, answer_plainly, bets_of, burned, ends_of, start_round
from cardroom.cards import UNKNOWN, Card
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError, OutOfCards
from cardroom.play import Amount, Ask, Choice, Game, Round
from cardroom.play.round import BURN, Dealt, Moved, Turned, base_wagers, positions_seen

__all__ = ["EXCHANGES", "CannotEnumerate", "EveryDeal", "Exchange", "ScriptEdges"]

Exchange = Literal["suits", "colours", "none"]
EXCHANGES: tuple[Exchange, ...] = get_args(Exchange)
PROBES = 40
"""Rounds with random answers from which the order of the deal is learned."""
MOST_AMOUNTS = 5
"""The most amounts of an option of which all are tried. Of more, the least and the most are: one of them is best."""


class CannotEnumerate(InputError):
    """The deals of a script cannot be enumerated, or are too many. The message says why."""


class ScriptEdges(NamedTuple):
    """What a script pays over all deals of a deck."""

    deals: int
    """The number of deals that were represented."""
    rounds: int
    """The number of rounds that were played."""
    best: Mapping[str, Fraction]
    """By wager, the average result per unit for a player who plays best for this wager."""
    results: Mapping[str, Mapping[Fraction, Fraction]]
    """By wager that no decision changes, the probability of each result."""


class _Group(NamedTuple):
    """Cards that come together, by their number in the deal."""

    size: int
    burned: bool


State = tuple[Any, ...]
Path = tuple[tuple[State, tuple[str, Any]], ...]
"""The states that a player passes, and the answer in each."""


class _End(NamedTuple):
    """The end of a deal after one path of answers."""

    path: Path
    nets: dict[str, int]


class EveryDeal:
    """All deals of a script from one deck, by its name.

    `CannotEnumerate` is raised if more than `most` rounds would be played: at once where that can be foreseen.
    """

    def __init__(
        self, game: Game, name: str, most: int, progress: Progress | None = None, exchange: Exchange = "suits"
    ) -> None:
        cards = deck(name, game.rules.packs).cards
        self.game, self.cards, self.most, self.progress = game, Counter(cards), most, progress
        self.placed = bets_of(game.rules)
        self.lead = burned(game.rules)
        self.rng = Random(f"{game.slug} {len(cards)}")
        self.rounds = 0
        self.stakes: dict[str, int] = {}
        suits = sorted({card & 3 for card in self.cards})
        every = [dict(zip(suits, order, strict=True)) for order in permutations(suits)]
        self.exchanges = [each for each in every if _keeps(each, exchange)]
        self.groups, usual, paths = self._learn()
        dealt = sum(group.size for group in self.groups if not group.burned)
        if dealt > len(cards):
            raise CannotEnumerate(f"a round takes up to {dealt} cards")
        if self._expected(usual, paths) > most:
            raise CannotEnumerate(f"they would take more than {most:,} rounds")

    # -- the order of the deal ----------------------------------------------------------------------------------------

    def _learn(self) -> tuple[list[_Group], int, float]:
        """From rounds with random answers: the cards that always come together, the cards of a usual round, and how
        many paths of answers a deal has on average."""
        lengths, paths = [], []
        whole = deck(self.game.rules.deck.name, self.game.rules.packs).cards
        together: dict[tuple[int, int], bool] = {}
        burns: dict[int, bool] = {}
        for _ in range(PROBES):
            round, ways = self._start(self.rng.sample(whole, len(whole))), 1
            while not round.done:
                if not answer_plainly(round, self.placed):
                    answers = list(self._answers(round.ask))
                    ways *= len(answers)
                    round.answer(round.ask.spot, *self.rng.choice(answers))
            paths.append(ways)
            marks = _marks(round, len(self.lead))
            lengths.append(len(marks))
            for at, (mark, burn) in enumerate(marks):
                burns[at] = burns.get(at, True) and burn
                if at and (at - 1, at) not in together:
                    together[at - 1, at] = True
                if at:
                    together[at - 1, at] = together[at - 1, at] and mark == marks[at - 1][0]
        groups: list[_Group] = []
        for at in sorted(burns):
            if at and together[at - 1, at] and groups[-1].burned == burns[at]:
                groups[-1] = groups[-1]._replace(size=groups[-1].size + 1)
            else:
                groups.append(_Group(1, burns[at]))
        return groups, sorted(lengths)[PROBES // 2], sum(paths) / PROBES

    def _expected(self, usual: int, paths: float) -> float:
        """The rounds of an enumeration, roughly, if every deal takes the usual cards and has so many paths."""
        left, dealt, deals = sum(self.cards.values()), 0, 1
        kinds = len(self.cards)
        for group in self.groups:
            if dealt >= usual:
                break
            dealt += group.size
            if not group.burned:
                deals *= min(comb(left, group.size), kinds**group.size)
                left -= group.size
        return deals * paths / len(self.exchanges)

    def _start(self, cards: Sequence[Card]) -> Round:
        return start_round(self.game, Shuffle.given((*self.lead, *cards)))

    def _answers(self, ask: Ask) -> Iterator[tuple[str, Any]]:
        """Every answer to a question."""
        for option in ask.options:
            match option:
                case Choice():
                    yield option.action, None
                case Amount():
                    steps = list(range(option.least, option.most + 1, option.step))
                    some = steps if len(steps) <= MOST_AMOUNTS else [option.least, option.most]
                    yield from ((option.action, amount) for amount in some)
                case _:
                    raise CannotEnumerate(f"{option.action} has too many answers")

    # -- deals --------------------------------------------------------------------------------------------------------

    def edges(self) -> ScriptEdges:
        """Play all deals, and find the best result of every wager."""
        found: list[tuple[int, int, list[_End]]] = []
        waiting: dict[tuple[tuple[Card, ...], ...], int] = {(): 1}
        level, sizes = 0, []
        while waiting:
            after: Counter[tuple[tuple[Card, ...], ...]] = Counter()
            for number, (dealt, ways) in enumerate(waiting.items()):
                if self.progress and number % 64 == 0:
                    self.progress(f"{self.game.rules.name}: every deal, card {len(dealt)}", number, len(waiting))
                ends = self._ends(dealt)
                if ends is not None:
                    found.append((ways, level, ends))
                    continue
                if level == len(self.groups):
                    raise CannotEnumerate("the script deals cards in more than one order")
                for next_group, more in self._next(dealt, self.groups[level]):
                    after[self._canonical((*dealt, next_group))] += ways * more
                if self.rounds + len(after) > self.most:
                    raise CannotEnumerate(f"they would take more than {self.most:,} rounds")
            if after:
                group = self.groups[level]
                left = sum(self.cards.values()) - sum(each.size for each in self.groups[:level] if not each.burned)
                sizes.append(1 if group.burned else comb(left, group.size))
            waiting, level = dict(after), level + 1
        total = prod(sizes)
        deals = [(ways * prod(sizes[at:]), ends) for ways, at, ends in found]
        names = {name for _, ends in deals for end in ends for name in end.nets}
        best = {name: Fraction(_best(deals, name), total * self.stakes[name]) for name in names}
        results = {name: each for name in names if (each := self._results(deals, name, total))}
        return ScriptEdges(total, self.rounds, best, results)

    def _next(self, dealt: tuple[tuple[Card, ...], ...], group: _Group) -> Iterator[tuple[tuple[Card, ...], int]]:
        """The next cards that can come together, and in how many ways."""
        if group.burned:
            yield (UNKNOWN,) * group.size, 1
            return
        left = self.cards - Counter(card for each in dealt for card in each if card != UNKNOWN)
        if max(left.values(), default=0) <= 1:
            yield from ((cards, 1) for cards in combinations(sorted(left), group.size))
            return
        for cards in combinations_with_replacement(sorted(left), group.size):
            if ways := prod(comb(left[card], many) for card, many in Counter(cards).items()):
                yield cards, ways

    def _canonical(self, groups: Sequence[Sequence[Card]]) -> tuple[tuple[Card, ...], ...]:
        """The same groups of cards in the suits that come first."""
        return min(
            tuple(tuple(sorted(_exchanged(card, suits) for card in group)) for group in groups)
            for suits in self.exchanges
        )

    def _ends(self, dealt: tuple[tuple[Card, ...], ...]) -> list[_End] | None:
        """The ends of a deal after every path of answers; None if a path needs more cards."""
        suits = self.rng.choice(self.exchanges)
        cards: list[Card] = []
        for group in dealt:
            cards += self.rng.sample([_exchanged(card, suits) for card in group], len(group))
        ends: list[_End] = []
        paths: list[Path] = [()]
        while paths:
            path = paths.pop()
            self.rounds += 1
            if self.rounds > self.most:
                raise CannotEnumerate(f"they would take more than {self.most:,} rounds")
            try:
                round = self._start(cards)
                state = self._follow(round, path)
            except OutOfCards:
                return None
            if state is None:
                ends.append(_End(path, self._nets(round)))
            else:
                paths += [(*path, (state, answer)) for answer in self._answers(round.ask)]
        return ends

    def _follow(self, round: Round, path: Path) -> State | None:
        """Answer as the path says, and return the state at the next decision; None at the end of the round."""
        at = 0
        while not round.done:
            if answer_plainly(round, self.placed):
                continue
            if at == len(path):
                return self._state(round, path)
            round.answer(round.ask.spot, *path[at][1])
            at += 1
        return None

    def _state(self, round: Round, path: Path) -> State:
        """What the player who decides has seen, up to an exchange of suits, and the answers so far."""
        order, lead = round.shuffle.order, len(self.lead)
        seen = {at - lead for at in positions_seen(round.events, round.spot(round.ask.spot).bettor)}
        groups, first = [], 0
        for group in self.groups:
            groups.append([order[at + lead] for at in range(first, first + group.size) if at in seen])
            first += group.size
        return round.ask.spot, tuple(answer for _, answer in path), self._canonical(groups)

    def _nets(self, round: Round) -> dict[str, int]:
        """The result of every wager, in cents. The wagers of the base game count together."""
        nets: dict[str, int] = {}
        first = base_wagers(round.rules)
        for end in ends_of(round, self.placed):
            if not end.of:
                name = first[0] if end.wager == BASE else end.wager
                nets[name] = nets.get(name, 0) + end.net
                self.stakes.setdefault(name, end.stake)
        return nets

    def _results(self, deals: Sequence[tuple[int, list[_End]]], name: str, total: int) -> dict[Fraction, Fraction]:
        """The probability of each result of a wager; empty if a decision changes it."""
        ways: Counter[int] = Counter()
        for many, ends in deals:
            nets = {end.nets.get(name, 0) for end in ends}
            if len(nets) > 1:
                return {}
            ways[nets.pop()] += many
        return {Fraction(net, self.stakes[name]): Fraction(many, total) for net, many in ways.items()}


def _best(deals: Sequence[tuple[int, list[_End]]], name: str) -> int:
    """The sum of a wager's results over all deals, if every decision is the best one for it."""
    ended: Counter[tuple[State, tuple[str, Any]]] = Counter()
    follows: dict[tuple[State, tuple[str, Any]], set[State]] = {}
    options: dict[State, set[tuple[str, Any]]] = {}
    first: set[State] = set()
    plain = 0
    for ways, ends in deals:
        for path, nets in ends:
            result = ways * nets.get(name, 0)
            if not path:
                plain += result
                continue
            first.add(path[0][0])
            for (state, answer), later in zip(path, (*path[1:], None), strict=True):
                options.setdefault(state, set()).add(answer)
                if later is not None:
                    follows.setdefault((state, answer), set()).add(later[0])
            ended[path[-1]] += result

    def value(state: State) -> int:
        return max(
            ended[state, answer] + sum(value(later) for later in follows.get((state, answer), ()))
            for answer in options[state]
        )

    return plain + sum(value(state) for state in first)


def _keeps(suits: Mapping[int, int], exchange: Exchange) -> bool:
    """Whether an exchange of suits is one of these. Clubs and spades have one colour, diamonds and hearts the other."""
    if exchange == "suits":
        return True
    if exchange == "none":
        return all(one == other for one, other in suits.items())
    colour = {suit: suit in (0, 3) for suit in suits}
    return len({(colour[one], colour[other]) for one, other in suits.items()}) == len(set(colour.values()))


def _exchanged(card: Card, suits: Mapping[int, int]) -> Card:
    return card if card == UNKNOWN or card >= 52 else card & ~3 | suits[card & 3]


def _marks(round: Round, lead: int) -> list[tuple[tuple[int, ...], bool]]:
    """For each card of the deal, the events that it is part of, and whether it was burned and never seen."""
    marks: list[list[int]] = []
    burns: list[bool] = []
    places: dict[Any, list[int]] = {}
    for number, event in enumerate(round.events):
        if isinstance(event, Dealt):
            new = range(len(marks), len(marks) + len(event.cards))
            places.setdefault(event.place, []).extend(new)
            marks += [[number] for _ in event.cards]
            burns += [event.place == BURN] * len(event.cards)
        elif isinstance(event, Turned | Moved):
            moved = [places[event.place][at] for at in event.at]
            for at in moved:
                marks[at].append(number)
                burns[at] = False
            if isinstance(event, Moved):
                places[event.place] = [at for at in places[event.place] if at not in moved]
                places.setdefault(event.into, []).extend(moved)
    return [(tuple(mark), burn) for mark, burn in zip(marks, burns, strict=True)][lead:]
