"""Games in stages: cards become known, then each player chooses an option; at the end, a hand pays or is compared.

A `Stages` value declares the whole course of such a game: how many cards become known at each stage, which options a
player has then and for which wager, and how each wager is settled. From it follow the script, the layout, the
settlement, the lesson, a bot and the exact analysis. Pay tables, limits and texts are in the rule set, as for every
game.

Two kinds of games are possible. Without a dealer's hand, the player's cards and the board make a hand that pay tables
pay (Mississippi Stud, Let It Ride). With one, the hands are compared, and the dealer may have to qualify with a hand
that the rule set names (Caribbean Stud).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from cardroom.clean import quoted
from cardroom.rankings import RANKINGS
from cardroom.rankings.named import lowest, named_hand
from cardroom.rulebook import RuleSet

__all__ = [
    "CHECK",
    "FOLDING",
    "RESULTS",
    "Move",
    "Stage",
    "Stages",
    "StagesShowdown",
    "WagerTerms",
    "bet",
    "by_hand",
    "by_result",
    "by_settlement",
    "by_winning_hand",
    "raise_",
    "stages_problems",
    "take_back",
]

RESULTS = {1: "higher hand", 0: "equal hand", -1: "lower hand"}
"""The results of a comparison, as pay tables name them."""


class Move(NamedTuple):
    """One option of a stage."""

    action: str
    """What the player does: bet, raise, check, fold. It is the name in asks, records and keys."""
    wager: str = ""
    """The wager that the chips go to, or that is taken back."""
    least: int = 1
    """The fewest units of the wager that this one `equals`."""
    most: int = 1
    """The most units."""
    back: bool = False
    """Whether the wager is taken back."""
    needs: tuple[tuple[int, str], ...] = ()
    """The lowest hands that may wager more than the fewest units, by their names, with the most units of each."""


FOLDING = Move("fold")
CHECK = Move("check")


MostWith: TypeAlias = str | Mapping[int, str]
"""The lowest hand that may wager the most units; or, by the units, the lowest hand that may wager so many."""


def bet(wager: str, least: int = 1, most: int = 0, *, most_with: MostWith = "") -> Move:
    """Place a wager after the deal, of one number of units or of any number between two.

    With `most_with`, only this hand or a better one may wager more than the fewest units. For several steps, give the
    hands by their most units.

    >>> bet("raise", most_with={2: "flush", 3: "straight flush"})
    Move(action='bet', wager='raise', least=1, most=3, back=False, needs=((2, 'flush'), (3, 'straight flush')))
    """
    steps = {most or least: most_with} if isinstance(most_with, str) else dict(most_with)
    needs = tuple(sorted((units, hand) for units, hand in steps.items() if hand))
    return Move("bet", wager, least, max(most or least, *steps), needs=needs)


def raise_(wager: str, least: int = 1, most: int = 0, *, most_with: MostWith = "") -> Move:
    """As `bet`, for a wager that players call a raise."""
    return bet(wager, least, most, most_with=most_with)._replace(action="raise")


def take_back(wager: str) -> Move:
    """Take a wager back that was placed before the deal."""
    return Move("take-back", wager, 0, 0, back=True)


class Stage(NamedTuple):
    """Cards that become known, and the options that each player has then."""

    moves: tuple[Move, ...]
    own: int = 0
    """Cards that each player is dealt, face down."""
    board: int = 0
    """Cards of the board that are turned up."""
    dealer: int = 0
    """Cards of the dealer's hand that are turned up."""
    cite: str = ""
    """Where the document prints it."""
    when: str = ""
    """When it is, in words, for a game with several: "on the flop"."""

    def decision(self, action: str, units: int) -> str:
        """The name of a decision.

        >>> frenzy, flop = Stage((raise_("raise", 1, 3), FOLDING), own=5), Stage((bet("play", 2),), when="on the flop")
        >>> frenzy.decision("raise", 3), frenzy.decision("fold", 0), flop.decision("bet", 2)
        ('raise 3 times', 'fold', 'bet twice on the flop')
        """
        move = next((each for each in self.moves if each.action == action), None)
        if move is None or not move.wager or move.back:
            return action
        one = move.least == move.most and (units == 1 or not self.when)
        times = "" if one else f" {_TIMES.get(units, f'{units} times')}"
        return f"{action}{times}{f' {self.when}' if self.when else ''}"


_TIMES = {1: "once", 2: "twice"}


class WagerTerms(NamedTuple):
    """How a wager is settled."""

    by: Literal["hand", "result", "winning hand", "settlement"]
    """By the player's hand alone, by the comparison with the dealer's, by the hand if it wins the comparison, or by the
    settlement that the game declares beside its script."""
    unqualified: Literal["pushes", "loses", "pays"] = "pushes"
    """For a winning hand: what happens if the dealer does not qualify."""
    tie: Literal["pushes", "loses", "pays"] = "pushes"
    """For a winning hand: what happens if the hands are equal."""
    otherwise: Literal["loses", "pushes unless beaten"] = "loses"
    """By the hand alone: what happens to a hand that the pay table does not pay."""


def by_hand(otherwise: Literal["loses", "pushes unless beaten"] = "loses") -> WagerTerms:
    """Pay by the player's hand. The pay table has a ranking, and lines that are its hands or named hands.

    A hand without a line loses, or pushes unless the dealer qualifies with a higher one.
    """
    return WagerTerms("hand", otherwise=otherwise)


def by_result() -> WagerTerms:
    """Pay by the comparison: the lines are unqualified dealer, higher hand, equal hand, lower hand."""
    return WagerTerms("result")


def by_winning_hand(
    unqualified: Literal["pushes", "loses", "pays"] = "pushes", tie: Literal["pushes", "loses", "pays"] = "pushes"
) -> WagerTerms:
    """Pay a winning hand by a pay table with a ranking."""
    return WagerTerms("winning hand", unqualified, tie)


def by_settlement() -> WagerTerms:
    """Pay as the settlement of the game's own script does. The stages then say which showdown it gets."""
    return WagerTerms("settlement")


class StagesShowdown(NamedTuple):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    rank: int = 0
    """The rank of the player's hand."""
    result: int = 0
    """1 if the player's hand is higher than the dealer's, 0 if they are equal, -1 if it is lower."""
    qualified: bool = True


class Stages(NamedTuple):
    """The course of a game in stages.

    >>> let_it_ride = Stages(
    ...     "high",
    ...     (Stage((take_back("one"), CHECK), own=3), Stage((take_back("two"), CHECK), board=1)),
    ...     {"three": by_hand(), "one": by_hand(), "two": by_hand()},
    ...     last_board=1,
    ... )
    >>> let_it_ride.own, let_it_ride.board, let_it_ride.known
    (3, 2, (3, 4))
    """

    ranking: str
    """The ranking of the player's hand: own cards and board together."""
    stages: tuple[Stage, ...]
    wagers: Mapping[str, WagerTerms]
    """The wagers that the game settles, with their terms. The first one is placed before the deal."""
    last_board: int = 0
    """Cards of the board that are turned up after the last decision."""
    dealer: int = 0
    """Cards of the dealer's hand; 0 if there is none."""
    dealer_ranking: str = ""
    """The ranking of the dealer's hand, if it is a different one with the same ranks."""
    shared: bool = False
    """Whether the board also belongs to the dealer's hand."""
    once: bool = False
    """Whether a player who has placed a wager after the deal decides nothing more."""
    first_up: int = 0
    """The place of the dealer's card that is turned up first."""
    showdown: Callable[[StagesShowdown], Any] | None = None
    """For a game with a script of its own: what its `settle` takes as the showdown, from these facts."""

    @property
    def own(self) -> int:
        """The player's own cards."""
        return sum(stage.own for stage in self.stages)

    @property
    def board(self) -> int:
        """The cards of the board."""
        return sum(stage.board for stage in self.stages) + self.last_board

    @property
    def hand(self) -> int:
        """The cards that make the player's hand."""
        return self.own + self.board

    @property
    def known(self) -> tuple[int, ...]:
        """The number of these cards that a player knows at each decision."""
        counts, known = [], 0
        for stage in self.stages:
            known += stage.own + stage.board
            counts.append(known)
        return tuple(counts)

    @property
    def shown(self) -> tuple[int, ...]:
        """The number of the dealer's cards that are up at each decision."""
        counts, up = [], 0
        for stage in self.stages:
            up += stage.dealer
            counts.append(up)
        return tuple(counts)

    def units_allowed(self, move: Move, rank: int) -> int:
        """The most units that a hand of this rank may wager with a move."""
        if not move.needs:
            return move.most
        return max((units for units, hand in move.needs if rank >= lowest(self.ranking, hand)), default=move.least)

    def lowest_with(self, move: Move, units: int) -> int:
        """The lowest rank that may wager so many units with a move; 0 if every hand may."""
        hand = next((hand for most, hand in move.needs if units <= most), "") if units > move.least else ""
        return lowest(self.ranking, hand) if hand else 0

    def moves_of(self, wager: str) -> list[tuple[Stage, Move]]:
        """The moves that place or take back a wager."""
        return [(stage, move) for stage in self.stages for move in stage.moves if move.wager == wager]

    def qualifier(self, rules: RuleSet) -> int:
        """The lowest rank with which the dealer qualifies; 0 if the dealer always plays."""
        hand = rules.dealer.qualifies if rules.dealer else ""
        return lowest(self.dealer_ranking or self.ranking, hand) if hand else 0


def stages_problems(stages: Stages) -> Iterator[str]:
    """What is wrong with the stages of a game, whatever its rule set says."""
    first = next(iter(stages.wagers), "")
    if not first:
        yield "wagers: name at least one"
    for field, ranking, size in (
        ("ranking", stages.ranking, stages.hand),
        ("dealer_ranking", stages.dealer_ranking or stages.ranking, stages.dealer + stages.shared * stages.board),
    ):
        if ranking not in RANKINGS:
            yield f"{field}: unknown ranking {quoted(ranking)}: choose from {', '.join(RANKINGS)}"
        elif size not in (sizes := RANKINGS[ranking].sizes) and (size or field == "ranking"):
            whose = "the dealer's hand has" if field == "dealer_ranking" else "own cards and board are"
            yield f"{field}: {ranking} judges {' or '.join(map(str, sorted(sizes)))} cards, but {whose} {size}"
    for wager, terms in stages.wagers.items():
        if not stages.dealer and (terms.by != "hand" or terms.otherwise != "loses"):
            yield f"wagers: {wager}: there is no dealer's hand to compare with: use by_hand(), or give dealer"
    for number, stage in enumerate(stages.stages):
        actions = [move.action for move in stage.moves]
        if len(set(actions)) < len(actions):
            yield f"stages: stage {number + 1} has one action twice: a player answers with {', '.join(actions)}"
        for move in stage.moves:
            yield from (f"stages: stage {number + 1}: {each}" for each in _move_problems(stages, number, move, first))


def _move_problems(stages: Stages, number: int, move: Move, first: str) -> Iterator[str]:
    if move.wager and move.wager not in stages.wagers:
        yield f"{move.action}: {quoted(move.wager)} is not one of the wagers: {', '.join(stages.wagers)}"
    elif move.wager == first and not move.back:
        yield f"{move.action}: {first} is placed before the deal: name the first wager first in wagers"
    if move.back and any(not each.back for _, each in stages.moves_of(move.wager)):
        yield f"take_back: {quoted(move.wager)} is placed after the deal: take back a wager that is placed before it"
    elif move.back and sum(each == move for _, each in stages.moves_of(move.wager)) > 1:
        yield f"take_back: {quoted(move.wager)} is taken back at two stages: choose one of them"
    if move.needs and stages.known[number] not in RANKINGS[stages.ranking].sizes:
        yield f"{move.action}: {stages.ranking} cannot judge the {stages.known[number]} cards that are known then"
        return
    ranks = [named_hand(stages.ranking, hand) for _, hand in move.needs]
    for (units, hand), rank in zip(move.needs, ranks, strict=True):
        if rank is None:
            yield f"{move.action}: most_with: {quoted(hand)} is not a hand of the ranking {stages.ranking}"
        elif units <= move.least:
            yield f"{move.action}: most_with: every hand may wager {units}, so {quoted(hand)} is not asked for"
    known = [rank for rank in ranks if rank is not None]
    if known != sorted(set(known)):
        yield f"{move.action}: most_with: more units need a better hand: {', '.join(hand for _, hand in move.needs)}"
