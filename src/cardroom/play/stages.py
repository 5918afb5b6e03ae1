"""Games in stages: cards become known, then each player chooses an option; at the end, a hand pays or is compared.

A `Stages` value declares the whole course of such a game: how many cards become known at each stage, which options a
player has then and for which wager, and how each wager is settled. From it follow the script, the layout, the
settlement, the lesson, a bot and the exact analysis. Pay tables, limits and texts are in the rule set, as for every
game.

Two kinds of games are possible. Without a dealer's hand, the player's cards and the board make a hand that pay tables
pay (Mississippi Stud, Let It Ride). With one, the hands are compared, and the dealer may have to qualify with a hand
that the rule set names (Caribbean Stud).
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from cardroom.cards import pretty
from cardroom.play.asks import Amount, Ask, Choice, Option, ask
from cardroom.play.bank import Payoff, loses, pays, pushes, rank_line
from cardroom.play.layout import UNQUALIFIED, Group, Layout, Raise, Settles, Shown, cards_at, dealers, own, ranked
from cardroom.play.places import BOARD, Spot
from cardroom.play.procedures import collect, offer_bank, place_wagers, settle_wagers
from cardroom.play.round import Round, Script
from cardroom.play.side_bets import FOLD, by_cards, forfeited, shows
from cardroom.rankings import describe, strength
from cardroom.rankings.named import lowest
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD

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
    "by_winning_hand",
    "raise_",
    "stages_script",
    "stages_settle",
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


FOLDING = Move("fold")
CHECK = Move("check")


def bet(wager: str, least: int = 1, most: int = 0) -> Move:
    """Place a wager after the deal, of one number of units or of any number between two."""
    return Move("bet", wager, least, most or least)


def raise_(wager: str, least: int = 1, most: int = 0) -> Move:
    """As `bet`, for a wager that players call a raise."""
    return Move("raise", wager, least, most or least)


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


class WagerTerms(NamedTuple):
    """How a wager is settled."""

    by: Literal["hand", "result", "winning hand"]
    """By the player's hand alone, by the comparison with the dealer's, or by the hand if it wins the comparison."""
    unqualified: Literal["pushes", "loses", "pays"] = "pushes"
    """For a winning hand: what happens if the dealer does not qualify."""
    tie: Literal["pushes", "loses", "pays"] = "pushes"
    """For a winning hand: what happens if the hands are equal."""


def by_hand() -> WagerTerms:
    """Pay by the player's hand. The pay table has a ranking, and lines that are its hands or named hands."""
    return WagerTerms("hand")


def by_result() -> WagerTerms:
    """Pay by the comparison: the lines are unqualified dealer, higher hand, equal hand, lower hand."""
    return WagerTerms("result")


def by_winning_hand(
    unqualified: Literal["pushes", "loses", "pays"] = "pushes", tie: Literal["pushes", "loses", "pays"] = "pushes"
) -> WagerTerms:
    """Pay a winning hand by a pay table with a ranking."""
    return WagerTerms("winning hand", unqualified, tie)


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

    def moves_of(self, wager: str) -> list[tuple[Stage, Move]]:
        """The moves that place or take back a wager."""
        return [(stage, move) for stage in self.stages for move in stage.moves if move.wager == wager]

    def qualifier(self, rules: RuleSet) -> int:
        """The lowest rank with which the dealer qualifies; 0 if the dealer always plays."""
        hand = rules.dealer.qualifies if rules.dealer else ""
        return lowest(self.dealer_ranking or self.ranking, hand) if hand else 0


class StagesShowdown(NamedTuple):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    rank: int = 0
    """The rank of the player's hand."""
    result: int = 0
    """1 if the player's hand is higher than the dealer's, 0 if they are equal, -1 if it is lower."""
    qualified: bool = True


# -- the script -------------------------------------------------------------------------------------------------------


def stages_script(stages: Stages) -> Callable[[Round], Script]:
    """The generator function that plays a round."""
    table = stages_layout(stages)
    settle = stages_settle(stages)

    def script(round: Round) -> Script:
        rules, chips, cards = round.rules, round.chips, round.cards
        if not (yield from offer_bank(round)):
            return
        players = yield from place_wagers(round)
        if not players:
            return
        collect(round, "before the deal", players)
        folded: set[Spot] = set()
        up = {BOARD: 0, round.dealer: 0}
        for number, stage in enumerate(stages.stages):
            for spot in players if stage.own else ():
                if spot not in folded:
                    cards.deal(spot, stage.own)
            if number == 0:
                if stages.dealer:
                    cards.deal(round.dealer, stages.dealer)
                if stages.board:
                    cards.deal(BOARD, stages.board)
            if all(spot in folded for spot in players):
                continue
            for place, count in ((BOARD, stage.board), (round.dealer, stage.dealer)):
                if count:
                    cards.turn(place, *range(up[place], up[place] + count))
                    up[place] += count
            gave_up = []
            for spot in players:
                if spot not in folded:
                    answer = yield _ask(round, spot, stage)
                    move = next(each for each in stage.moves if each.action == answer.action)
                    if move == FOLDING:
                        gave_up.append(spot)
                    elif move.back:
                        chips.give_back(spot, move.wager, "taken back")
                    elif move.wager:
                        unit = chips.stake(spot, rules.wager[move.wager].equals)
                        chips.place(spot, move.wager, move.least * unit if answer.value is None else answer.value)
            folded.update(gave_up)
            yield from settle_wagers(round, gave_up, forfeited(rules, stage.cite))
        shown = any(spot not in folded or _alive(round, spot) for spot in players)
        if shown:
            if stages.last_board:
                cards.turn(BOARD, *range(up[BOARD], stages.board))
            if stages.dealer:
                cards.turn(round.dealer)
        theirs, least = 0, stages.qualifier(rules)
        if stages.dealer:
            hand = cards.hand(round.dealer)
            theirs = strength(stages.dealer_ranking or stages.ranking, hand)
            if shown:  # a hand that stays face down is not announced
                weak = ", which does not qualify" if theirs < least else ""
                words = describe(stages.dealer_ranking or stages.ranking, hand)
                cite = rules.cite(rules.dealer.cite if rules.dealer else "")
                round.say(f"Dealer has {pretty(hand)}: {words}{weak}", cite)
        showdowns = {}
        for spot in players:
            if shows(round, table.cards, spot, folded):
                cards.turn(spot)
            hand = [*cards.hand(spot), *cards.hand(BOARD)]
            rank = strength(stages.ranking, hand) if len(hand) == stages.hand else 0
            showdowns[spot] = StagesShowdown(spot in folded, rank, (rank > theirs) - (rank < theirs), theirs >= least)
        decided = by_cards(round, table.cards, lambda spot, wager: settle(rules, wager, showdowns[spot]), folded)
        yield from settle_wagers(round, players, decided)

    return script


def _alive(round: Round, spot: Spot) -> bool:
    """Whether a folded hand still has a side bet."""
    bets = round.rules.wagers().items()
    return any(bet.cards and bet.folded != DEAD and round.chips.plays_for(spot, name) for name, bet in bets)


def _ask(round: Round, spot: Spot, stage: Stage) -> Ask:
    """Ask a spot for its move. A move that the player has not enough chips for is not offered."""
    chips, options = round.chips, list[Option]()
    for move in stage.moves:
        if move.back or not move.wager:
            options.append(Choice(move.action, wager=move.wager) if move.wager else Choice(move.action))
            continue
        unit = chips.stake(spot, round.rules.wager[move.wager].equals)
        most = min(move.most, chips.stack(spot) // unit)
        if most >= move.least and move.least == move.most:
            options.append(Choice(move.action, move.least * unit, move.wager))
        elif most >= move.least:
            options.append(Amount(move.action, move.least * unit, most * unit, unit, wager=move.wager))
    actions = [option.action for option in options]
    default = next((each for each in ("check", "fold") if each in actions), actions[-1])
    return ask(spot.id, tuple(options), default)


# -- the settlement ---------------------------------------------------------------------------------------------------


def stages_settle(stages: Stages) -> Callable[[RuleSet, str, Any], Payoff]:
    """The settlement: what a wager pays after a showdown."""

    @lru_cache(maxsize=65536)
    def settle(rules: RuleSet, wager: str, hand: StagesShowdown) -> Payoff:
        terms, bet = stages.wagers[wager], rules.wager[wager]
        if hand.folded:
            return loses(rules, wager, FOLD, bet.cite)
        result = RESULTS[hand.result]
        if terms.by == "result":
            return pays(rules, wager, result if hand.qualified else UNQUALIFIED)
        if terms.by == "winning hand":
            line = result if hand.qualified else UNQUALIFIED
            if line == RESULTS[-1]:
                return loses(rules, wager, line, bet.cite)
            ruled = {UNQUALIFIED: terms.unqualified, RESULTS[0]: terms.tie}.get(line, "pays")
            if ruled != "pays":
                return (pushes if ruled == "pushes" else loses)(rules, wager, line, bet.cite)
        return pays(rules, wager, rank_line(rules.table(bet.pays), hand.rank))

    return settle


# -- the layout -------------------------------------------------------------------------------------------------------


def stages_layout(stages: Stages, **more: Any) -> Layout:
    """The layout. `more` are fields of `Layout` that the stages do not decide, such as `bank`."""
    makes = ranked(stages.ranking)
    places = {"board": (Shown("Board", cards=stages.board),)} if stages.board else {}
    places["hand"] = (Shown("", makes, cards=stages.stages[0].own),)
    groups = {"own hand": own(stages.own)}
    if stages.board:
        board = cards_at(BOARD, stages.board)
        groups = {"own cards": own(stages.own), "board": board, "own hand": own(stages.own) & board}
    if stages.dealer:
        theirs = ranked(stages.dealer_ranking or stages.ranking)
        places = {"dealer": (Shown("Dealer", theirs, cards=stages.dealer),), **places}
        groups |= {"dealer's hand": dealers(stages.dealer)}
    if any(stage.own for stage in stages.stages[1:]):
        groups = _without_own(groups)
    folds = any(FOLDING in stage.moves for stage in stages.stages)
    fields = {
        "cards": groups,
        "folds": folds,
        "wagers": {name: _settles(stages, name, terms) for name, terms in stages.wagers.items()},
        "ladders": {name: ladder for name in stages.wagers if (ladder := tuple(_ladder(stages, name)))},
        "qualifies_by": (stages.dealer_ranking or stages.ranking) if stages.dealer else "",
        "always_plays": bool(stages.dealer),
        "most_cards": lambda seats: stages.own * seats + stages.board + stages.dealer,
    }
    return Layout(places, **fields | more)


def _without_own(groups: Mapping[str, Group]) -> dict[str, Group]:
    """A folded hand may lack own cards that come later, so no side bet can be judged on them."""
    return {name: group for name, group in groups.items() if not group.own}


def _settles(stages: Stages, wager: str, terms: WagerTerms) -> Settles:
    results = (UNQUALIFIED, *RESULTS.values())
    settles = Settles(results) if terms.by == "result" else Settles(ranking=stages.ranking, ends=results)
    places = [move for _, move in stages.moves_of(wager) if not move.back]
    first = next(iter(stages.wagers))
    if places:
        return settles.after(first)
    return settles if wager == first else settles._replace(equals=first)


def _ladder(stages: Stages, wager: str) -> Sequence[Raise]:
    """The units of a wager after the deal, stage by stage."""
    return [
        Raise(f"with {known} cards known", move.least, move.most)
        for known, stage in zip(stages.known, stages.stages, strict=True)
        for move in stage.moves
        if move.wager == wager and not move.back and (move.least, move.most) != (1, 1)
    ]
