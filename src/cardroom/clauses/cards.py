"""Cards: only those of the deck, each once, and what is turned or moved is what lies there."""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from cardroom.cards import UNKNOWN, Card, text
from cardroom.cards.decks import deck
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.register import clause
from cardroom.play.round import Dealt, Moved, Place, Said, Turned
from cardroom.rulebook import RuleSet

EVERY = "every game"
DECK = "every chapter, Description of the Deck and Number of Decks Used"
AGAIN = "discards are shuffled again"
"""How a reshuffle in mid-round is announced."""


def _anything(_: RuleSet) -> bool:
    return True


@clause(_anything, EVERY, DECK)
def each_card_comes_once(facts: RoundHistory) -> Iterator[str]:
    """No card is dealt more often than the packs contain it, and every card belongs to the deck."""
    if any(AGAIN in event.text for _, event in facts.said):
        return  # the same cards come again
    packs = facts.rules.packs
    cards = [card for _, event in facts.dealt for card in event.cards]
    different = {*cards}
    if len(different) < len(cards):
        counts = Counter(card for card in cards if card != UNKNOWN)
        if often := [card for card, times in counts.items() if times > packs]:
            yield f"{text(often)} came more than {packs} times"
    if strange := different - _pack(facts.rules.deck.name) - {UNKNOWN}:
        yield f"{text(sorted(strange))} is not in the deck"


@lru_cache(maxsize=64)
def _pack(name: str) -> frozenset[Card]:
    return frozenset(deck(name).pack)


@clause(_anything, EVERY, DECK)
def cards_stay_what_they_are(facts: RoundHistory) -> Iterator[str]:
    """When a card is turned over or moved, it is the card that was dealt to that place."""
    if any(AGAIN in event.text for _, event in facts.said):
        return
    lies: dict[Place, list[Card]] = {}
    if not (facts.turned or facts.moved):
        return
    for _, event in sorted([*facts.dealt, *facts.turned, *facts.moved]):
        if type(event) is Dealt:
            lies.setdefault(event.place, []).extend(event.cards)
        elif type(event) is Turned:
            there = lies.get(event.place, [])
            was = [there[at] if at < len(there) else None for at in event.at]
            if [card for card, now in zip(was, event.cards, strict=True) if card not in (now, UNKNOWN)]:
                yield f"{text(event.cards)} was turned over, and did not lie there"
            for at, now in zip(event.at, event.cards, strict=True):
                if at < len(there):
                    there[at] = now
        elif type(event) is Moved:
            there = lies.get(event.place, [])
            if [there[at] for at in event.at if at < len(there)] != [*event.cards]:
                yield f"{text(event.cards)} went from {event.place.kind} {event.place.owner}, and was not there"
            lies[event.place] = [card for at, card in enumerate(there) if at not in event.at]
            lies.setdefault(event.into, []).extend(event.cards)


@clause(_anything, EVERY, "every chapter, Dealing Procedures and Round of Play: burn cards are not exposed")
def burns_and_discards_stay_face_down(facts: RoundHistory) -> Iterator[str]:
    """Burned and discarded cards stay face down. Only the first card of a new shoe is shown before it is burned."""
    first_of_shoe = facts.rules.deck.shoe
    for place, event in facts.dealt:
        if event.place.kind in ("burn", "discards") and event.to is None:
            if first_of_shoe and place == facts.dealt[0][0]:
                continue
            yield f"{text(event.cards)} was burned or discarded face up"
    for _, move in facts.moved:
        if (move.into.kind in ("muck", "discards") or move.into.part == "discards") and move.to is None:
            yield f"{text(move.cards)} was discarded face up"


def said(facts: RoundHistory, words: str) -> bool:
    """Whether the house dealer announced something with these words."""
    return any(words in event.text for _, event in facts.said if type(event) is Said)
