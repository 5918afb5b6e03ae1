"""The base wager of pai gow, its ace-high bonus, and envy awards."""

import re

from cardroom.cards import UNKNOWN
from cardroom.games.banked.pai_gow import five_card_ranking
from cardroom.play import Place, hand_of
from cardroom.rankings import describe
from cardroom.rankings.deciding import cards_that_play
from cardroom.show.explain.case import Case, HandSide
from cardroom.show.explain.phrases import (
    capitalized,
    compared,
    deciding_hand,
    effect,
    inside,
    lowered,
    lowest_line,
    odds_text,
    opening,
    possessive,
    the,
)
from cardroom.show.pictures import DecidingHand, Explanation
from cardroom.show.words import label

__all__ = ["pai_gow"]

PARTS = {"front": "in front", "back": "behind"}


def pai_gow(case: Case) -> Explanation | None:
    """The wagers that the script settles."""
    match case.event.wager:
        case "envy":
            return _envy(case)
        case "ace-high":
            return _ace_high(case)
    if case.event.line == "player-dealer's ace-high":
        return _ace_high(case)
    return _base(case)


def _base(case: Case) -> Explanation | None:
    event, rankings = case.event, ("pai-gow-two", five_card_ranking(case.view.rules))
    own = [_own(case, ranking, part) for ranking, part in zip(rankings, PARTS, strict=True)]
    dealer = [case.dealer(ranking, part) for ranking, part in zip(rankings, PARTS, strict=True)]
    if any(side.hidden for side in (*own, *dealer)):
        return None
    who, name = own[0].name, label(case.view.rules, event.wager)
    if event.line == "foul hand":
        both = tuple(deciding_hand(side, part=part) for side, part in zip(own, PARTS.values(), strict=True))
        front, back = (lowered(hand.says) for hand in both)
        foul = f"{opening(possessive(who))} two cards in front, {front}, rank above the five behind, {back}: foul."
        return Explanation(foul, "The five cards behind must be the higher hand. A foul hand loses.", both)
    says, hands, results = list[str](), list[DecidingHand](), list[bool]()
    for ours, theirs, part in zip(own, dealer, PARTS.values(), strict=True):
        words, compared_hands, result = compared(ours, theirs, part)
        if not result:
            words += f", a copy, which {the(theirs.name)} win{'' if theirs.name == 'You' else 's'}"
            compared_hands = compared_hands[0], _as_winner(compared_hands[1])
        says.append(f"{part}: {inside(words)}")
        hands += compared_hands
        results.append(result > 0)
    won = {2: "wins both hands", 1: "wins one hand of two", 0: "wins neither hand"}[sum(results)]
    rule = f"Both hands must win. {name} {effect(event)} if the player {won}. The player-dealer wins copies."
    return Explanation(f"{opening('; '.join(says))}.", rule, tuple(hands))


def _as_winner(hand: DecidingHand) -> DecidingHand:
    return DecidingHand(hand.name, hand.says, hand.cards, hand.shared, hand.part, hand.seat, hand.mine, won=True)


def _own(case: Case, ranking: str, part: str) -> HandSide:
    """A part of the player's hand. A seat with backline wagers alone has a hand of its own."""
    seat = case.spot.seat
    if cards := case.cards(Place("seat", str(seat), part)):
        return HandSide(f"Seat {seat}", cards, ranking, seat=seat)
    return case.own(ranking, part)


def _all_seven(case: Case, place: Place) -> tuple[int, ...]:
    """The seven cards of a hand, set or not."""
    return tuple(card for part in ("", *PARTS) for card in case.cards(Place(place.kind, place.owner, part)))


def _ace_high(case: Case) -> Explanation | None:
    event, dealer = case.event, case.dealer()
    cards = _all_seven(case, case.view.dealer)
    if not cards or UNKNOWN in cards:
        return None
    words, name = lowered(describe("pai-gow", cards)), label(case.view.rules, event.wager)
    playing = cards_that_play("pai-gow", cards)
    hand = deciding_hand(dealer._replace(cards=playing), says=capitalized(words))
    says = f"{opening(possessive(dealer.name))} seven cards make {words}"
    if event.wager != "ace-high":
        return Explanation(f"{says}: ace-high.", f"{name} pushes if the player-dealer has an ace-high hand.", (hand,))
    rules = case.view.rules
    if not event.won:
        lowest = lowest_line(rules, rules.wager[event.wager].pays)
        return Explanation(f"{says}, not ace-high.", f"{name} needs {lowest} or better.", (hand,))
    hands = hand, *_own_ace_high(case)
    rule = f"{name} pays by its table: {event.line} pays {odds_text(event)}."
    return Explanation(f"{says}: ace-high.", rule, hands if "player and" in event.line else hands[:1])


def _own_ace_high(case: Case) -> tuple[DecidingHand, ...]:
    own = _all_seven(case, hand_of(case.spot.id))
    if not own or UNKNOWN in own:
        return ()
    side = case.own()._replace(cards=cards_that_play("pai-gow", own))
    return (deciding_hand(side, says=describe("pai-gow", own)),)


def _envy(case: Case) -> Explanation | None:
    """An award for the hand of another seat, which the reason of the award names."""
    event = case.event
    found = re.search(r" of seat (\d+) pays", event.why)
    spot = next(
        (each for each in case.view.spots if found and each.seat == int(found.group(1)) and not each.backline), None
    )
    if spot is None:
        return None
    cards = _all_seven(case, hand_of(spot.id))
    if not cards or UNKNOWN in cards:
        return None
    side = case.side(spot.id)._replace(cards=cards_that_play("fortune", cards))
    says = f"{opening(possessive(side.name))} seven cards make {event.line}."
    rule = f"An Envy button is paid for another player's hand: {event.line} pays {odds_text(event)}."
    return Explanation(says, rule, (deciding_hand(side, says=capitalized(event.line), won=True),))
