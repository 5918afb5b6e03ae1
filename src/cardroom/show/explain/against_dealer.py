"""Wagers on a poker hand against the dealer's: heads-up and ultimate hold'em, three cards, four of five cards.

`totals` has the wagers on points: 21.5 and baccarat.
"""

from collections.abc import Callable

from cardroom.play.game import UNQUALIFIED
from cardroom.play.round import beaten_line
from cardroom.show.explain.case import Case, HandSide
from cardroom.show.explain.phrases import (
    article,
    both_hands,
    brief,
    compared,
    deciding_hand,
    effect,
    lowered,
    lowest_line,
    odds_text,
    opening,
    possessive,
    value,
)
from cardroom.show.pictures import Explanation
from cardroom.show.words import label

__all__ = ["four_card", "holdem", "three_card"]

EQUAL = "equal hand", "copy"
HIGHER, LOWER = "higher hand", "lower hand"


def against_dealer(ranking: str) -> Callable[[Case], Explanation | None]:
    """Explain wagers on hands of a ranking. Cards of a board count for both sides."""

    def explain(case: Case) -> Explanation | None:
        own, dealer = case.own(ranking, board=case.board), case.dealer(ranking, board=case.board)
        if own.hidden or dealer.hidden:
            return None
        if case.event.line == UNQUALIFIED:
            return _unqualified(case, own, dealer)
        says, hands, result = compared(own, dealer)
        better = hands if result > 0 else hands[::-1]
        short = brief(*better) if result and case.event.line in (HIGHER, LOWER) else ""
        return Explanation(f"{says}.", _rule(case, own, dealer, result), hands, short)

    return explain


def _unqualified(case: Case, own: HandSide, dealer: HandSide) -> Explanation:
    needs = article(case.view.rules.dealer.qualifies) if case.view.rules.dealer else "a hand that qualifies"
    both = both_hands(own, dealer)
    hand = both[1]
    comma = "," if "," in hand.says else ""
    says = f"{opening(possessive(dealer.name))} {lowered(hand.says)}{comma} does not qualify ({needs} or better)."
    rule = f"If the dealer does not qualify, {label(case.view.rules, case.event.wager)} {effect(case.event)}."
    return Explanation(says, rule, both)


def _rule(case: Case, own: HandSide, dealer: HandSide, result: int) -> str:
    event, rules = case.event, case.view.rules
    name, bet = label(rules, event.wager), rules.wager[event.wager]
    lowest = lowest_line(rules, bet.pays)
    if event.line == HIGHER:
        return f"{name} {effect(event)} if the player's hand is higher."
    if event.line == LOWER:
        more = f" Only a win is paid: {article(lowest)} or better." if rules.table(bet.pays).ranking else ""
        return f"{name} loses if the player's hand is lower.{more}"
    if event.line in EQUAL and event.due == 0:
        return f"{name} pushes if the hands are equal: the wager goes back."
    if not bet.required and event.wager not in ("raise", "play"):  # paid by the beaten hand of either side
        beaten = min((own, dealer), key=value)
        words = lowered(deciding_hand(beaten).says)
        needs = f"It pays for {article(lowest)} or better."
        return f"{name} counts the beaten hand: {possessive(beaten.name)} {words}. {needs}"
    if event.won:
        line = event.line.removesuffix(beaten_line(""))
        beaten_words = "a beaten hand" if event.line != line else "a winning hand"
        return f"{name} pays {beaten_words} by its pay table: {line} pays {odds_text(event)}."
    if event.due == 0:
        return f"{name} pays a win with {article(lowest)} or better. Any other win pushes."
    if result < 0:
        return f"{name} pays some beaten hands by its pay table. This one has no line there."
    return f"{name} pays for {article(lowest)} or better."


holdem = against_dealer("high")
three_card = against_dealer("three-card")
four_card = against_dealer("four-of-five")
