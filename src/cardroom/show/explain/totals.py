"""Wagers on points: the 21.5 games and baccarat."""

from cardroom.cards import pretty
from cardroom.games.banked.ez_baccarat import BANKER, PLAYER
from cardroom.games.banked.pure_21_5_pay import NO_BUST, NO_MATCH
from cardroom.rankings.points import (
    baccarat_points,
    blackjack_total,
    dealt_total,
    describe_points,
    describe_total,
    is_pure,
    is_three_eights,
    red_run,
)
from cardroom.show.explain.case import Case, HandSide
from cardroom.show.explain.phrases import (
    deciding_hand,
    effect,
    lowest_line,
    odds_text,
    opening,
    possessive,
    the,
)
from cardroom.show.pictures import DecidingHand, Explanation
from cardroom.show.words import label

__all__ = ["baccarat", "twenty_one"]


def twenty_one(case: Case) -> Explanation | None:
    """The game wager and the bonus bets of the 21.5 games."""
    match case.event.wager:
        case "red-flex":
            return _red_flex(case)
        case "buster":
            return _buster(case)
        case "match-the-dealer":
            return _match(case)
    return _game_wager(case)


def _game_wager(case: Case) -> Explanation | None:
    own, dealer, event = case.own(), case.dealer(), case.event
    name, who = label(case.view.rules, event.wager), own.name
    if own.hidden:
        return None
    ours = _total_text(case, own)
    mine = deciding_hand(own, says=ours, won=event.won)
    if event.line == "surrender":
        return Explanation(f"{who} surrendered.", "A surrendered hand loses half of its wager.", (mine,))
    if event.line == "rescue":
        return Explanation(
            f"{who} rescued the doubled part and gave up the rest.",
            "A rescue takes back the last double. The rest of the wager is lost.",
            (mine,),
        )
    if event.line == "bust":
        total = blackjack_total(own.cards).points
        return Explanation(
            f"{opening(possessive(who))} cards total {total}, which is a bust.",
            "A hand over 21.5 loses, whatever the dealer has.",
            (mine,),
        )
    if dealer.hidden:  # a 21.5 is paid before the dealer plays
        says = f"{opening(possessive(who))} first two cards are an ace and a Bonus card: 21.5."
        return Explanation(says, f"21.5 {effect(event)} as soon as the dealer cannot have it too.", (mine,))
    if event.line == "21.5" and blackjack_total(dealer.cards).points <= 21 and not is_pure(dealer.cards):
        says = f"{opening(possessive(who))} first two cards are an ace and a Bonus card: 21.5."
        return Explanation(says, f"21.5 {effect(event)}. It beats every other hand.", (mine,))
    theirs = deciding_hand(dealer, says=describe_total(dealer.cards), won=event.line == "lower total")
    hands = mine, theirs
    if event.line == "bust against three eights":
        total = blackjack_total(own.cards).points
        says = f"{opening(possessive(who))} cards total {total}, and {the(dealer.name)} busted with three eights."
        return Explanation(says, "Three eights of the dealer push against busted hands.", hands)
    if event.line == "busted player-dealer":
        says = f"{opening(possessive(dealer.name))} cards total {_points(case, dealer)}, which is a bust."
        return Explanation(says, f"{name} {effect(event)} if the dealer busts and the player does not.", hands)
    if event.line == "21.5":
        says = f"{opening(possessive(who))} 21.5 wins, whatever {the(dealer.name)} has."
        return Explanation(says, f"21.5 {effect(event)}.", hands)
    one, other = _points(case, own), _points(case, dealer)
    if one == other:
        return Explanation(f"{who} and {the(dealer.name)} both have {one}.", f"{event.line} {effect(event)}.", hands)
    high, low = (own.name, dealer.name) if event.won else (dealer.name, own.name)
    most, least = (one, other) if event.won else (other, one)
    short = f"{possessive(high)} {most} beats {possessive(low)} {least}"
    return Explanation(f"{opening(short)}.", f"The higher total wins. {name} {effect(event)}.", hands, short)


def _total_text(case: Case, side: HandSide) -> str:
    """A total in words. After a split, an ace and a Bonus card are 21."""
    return "21" if is_pure(side.cards) and _was_split(case) else describe_total(side.cards)


def _was_split(case: Case) -> bool:
    return sum(each.whole == case.spot.whole for each in case.view.spots) > 1


def _points(case: Case, side: HandSide) -> float:
    split = side.seat == case.spot.seat and side.name == case.own().name and _was_split(case)
    return (blackjack_total if split else dealt_total)(side.cards).points


def _dealers(case: Case, count: int, says: str) -> tuple[DecidingHand, ...]:
    dealer = case.dealer()
    return (deciding_hand(dealer._replace(cards=dealer.cards[:count]), says=says, won=case.event.won),)


def _red_flex(case: Case) -> Explanation | None:
    dealer, event = case.dealer(), case.event
    if dealer.hidden:
        return None
    run = red_run(dealer.cards)
    many = "no red card" if not run else f"{run} red card{'' if run == 1 else 's'}"
    says = f"{opening(possessive(dealer.name))} hand begins with {many} before the first black one."
    return Explanation(says, _bonus_rule(case, "the red cards at the start of the dealer's hand"),
                       _dealers(case, run or 1, event.line))  # fmt: skip


def _buster(case: Case) -> Explanation | None:
    dealer = case.dealer()
    if dealer.hidden:
        return None
    total, three = dealt_total(dealer.cards), is_three_eights(dealer.cards)
    if case.event.line == NO_BUST:
        says = f"{opening(the(dealer.name))} did not bust: {describe_total(dealer.cards)}."
    else:
        with_eights = ", three eights" if three else ""
        says = f"{opening(the(dealer.name))} busted with {len(dealer.cards)} cards: {total.points}{with_eights}."
    return Explanation(says, _bonus_rule(case, "the cards of a dealer who busts"),
                       _dealers(case, len(dealer.cards), describe_total(dealer.cards)))  # fmt: skip


def _match(case: Case) -> Explanation | None:
    event = case.event
    circle = case.view.spot(case.spot.whole)
    dealt = tuple(case.first_cards(circle.id))
    up = case.dealer().cards[:1]
    side = case.side(circle.id)._replace(cards=dealt)
    if side.hidden or not up:
        return None
    found = "no card" if event.line == NO_MATCH else event.line
    says = f"{opening(possessive(side.name))} first two cards ({pretty(dealt)}) have {found} for {pretty(up)}."
    hands = deciding_hand(side, says=event.line, won=event.won), *_dealers(case, 1, pretty(up))
    if event.line == NO_MATCH:
        says = f"Neither of {possessive(side.name)} first two cards ({pretty(dealt)}) matches {pretty(up)}."
    return Explanation(says, _bonus_rule(case, "the first two cards that match the dealer's up card in rank"), hands)


def _bonus_rule(case: Case, what: str) -> str:
    name, rules = label(case.view.rules, case.event.wager), case.view.rules
    if case.event.won:
        return f"{name} counts {what}. Its pay table: {case.event.line} pays {odds_text(case.event)}."
    lowest = lowest_line(rules, rules.wager[case.event.wager].pays)
    return f"{name} counts {what}. Its lowest paying line is {lowest}."


def baccarat(case: Case) -> Explanation | None:
    """All wagers of baccarat: Player against Banker."""
    player, banker = (HandSide(name, case.cards(place)) for name, place in (("Player", PLAYER), ("Banker", BANKER)))
    if player.hidden or banker.hidden:
        return None
    points = {side.name: baccarat_points(side.cards) for side in (player, banker)}
    best = max(points.values())
    hands = tuple(
        deciding_hand(side, says=_cards_and_points(side), won=points[side.name] == best != min(points.values()))
        for side in (player, banker)
    )
    if points["Player"] == points["Banker"]:
        says = f"Player and Banker both have {best}: a tie."
    else:
        high, low = sorted(points, key=lambda each: -points[each])
        says = f"{high} {points[high]} beats {low} {points[low]}."
    return Explanation(says, _baccarat_rule(case), hands)


def _cards_and_points(side: HandSide) -> str:
    natural = ", natural" if len(side.cards) == 2 and baccarat_points(side.cards) >= 8 else ""
    return f"{describe_points(side.cards)} with {len(side.cards)} cards{natural}"


def _baccarat_rule(case: Case) -> str:
    event = case.event
    name = label(case.view.rules, event.wager)
    match event.wager:
        case "panda-8":
            return f"{name} {effect(event)}. It pays only if Player wins with an 8 of three cards."
        case "dragon-7":
            return f"{name} {effect(event)}. It pays only if Banker wins with a 7 of three cards."
        case "tie":
            return f"{name} {effect(event)}. It pays only if both have the same points."
    if event.line == "dragon 7":
        return f"{name} pushes if Banker wins with a 7 of three cards."
    if event.line == "tie":
        return f"{name} pushes on a tie: the wager goes back."
    return f"{name} {effect(event)}. The hand closer to 9 wins."
