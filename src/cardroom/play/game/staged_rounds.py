"""What follows from the stages of a game (`stages`): the script, the settlement and the layout."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from cardroom.cards import Card, pretty
from cardroom.play.game.layout import UNQUALIFIED, Group, Layout, Raise, Settles, Shown, cards_at, dealers, own, ranked
from cardroom.play.game.stages import FOLDING, RESULTS, Stage, Stages, StagesShowdown, WagerTerms
from cardroom.play.round import (
    BOARD,
    FOLD,
    Amount,
    Ask,
    Choice,
    Option,
    Payoff,
    Round,
    Script,
    Spot,
    ask,
    by_cards,
    collect,
    forfeited,
    loses,
    offer_bank,
    pays,
    place_wagers,
    pushes,
    rank_line,
    settle_wagers,
    shows,
)
from cardroom.rankings import describe, strength
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import DEAD

__all__ = ["stages_layout", "stages_script", "stages_settle"]

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
                    known = [*cards.hand(spot), *cards.hand(BOARD)[: up[BOARD]]]
                    answer = yield _ask(round, spot, stages, stage, known)
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


def _ask(round: Round, spot: Spot, stages: Stages, stage: Stage, known: Sequence[Card]) -> Ask:
    """Ask a spot for its move. A move that the chips or the hand do not allow is not offered."""
    chips, options = round.chips, list[Option]()
    for move in stage.moves:
        if move.back or not move.wager:
            options.append(Choice(move.action, wager=move.wager) if move.wager else Choice(move.action))
            continue
        unit = chips.stake(spot, round.rules.wager[move.wager].equals)
        allowed = stages.units_allowed(move, strength(stages.ranking, known)) if move.needs else move.most
        most = min(allowed, chips.stack(spot) // unit)
        if most >= move.least and move.least == allowed:
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
        payoff = pays(rules, wager, rank_line(rules.table(bet.pays), hand.rank))
        if terms.otherwise == "loses" or payoff.unit >= 0:
            return payoff
        line = result if hand.qualified else UNQUALIFIED
        return (loses if line == RESULTS[-1] else pushes)(rules, wager, line, bet.cite)

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
    fields: dict[str, Any] = {
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
