"""How often fouls, sweeps and Fantasy Land occur in Face-Up Chinese Poker, for a given bot at every seat.

Rounds are played by the game's own script, one after the other, so that a hand in Fantasy Land follows the hand that
earned it. Hands of one round share a deck. The standard errors treat them as independent, which they nearly are.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from random import Random

from cardroom.analysis.poker_hands.report import SEED, HandFrequencies
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.games.chinese.points import sweep_marker
from cardroom.play import Decide, Round
from cardroom.play.round import Marked, Said
from cardroom.rulebook import RuleSet

__all__ = ["ROUNDS", "chinese_frequencies"]

ROUNDS = 150
"""Rounds that are played, if no number is given. A round of three hands takes about 10 milliseconds."""
SEATS = 3
TITLES = ("A hand outside Fantasy Land", "A hand in Fantasy Land")
STACK = 10**9


def chinese_frequencies(
    rules: RuleSet, rounds: int | None = None, decide: Decide | None = None, name: str = "the simple bot"
) -> tuple[HandFrequencies, ...]:
    """The shares of hands that foul, sweep, or lead to Fantasy Land. Without `decide`, the defaults play.

    >>> from cardroom.rulebook import rule_set
    >>> usual, *_ = chinese_frequencies(rule_set("face-up-chinese-poker"), 2)
    >>> usual.exact, sum(usual.lines.values()) == usual.deals
    (False, True)
    """
    if rounds is None and decide is None and _plain(rules).digest == DIGEST:
        return tuple(_known())
    return _frequencies(rules, ROUNDS if rounds is None else rounds, decide, name)


def _plain(rules: RuleSet) -> RuleSet:
    """The rules without a posted collection, which changes no hand."""
    return rules.replaced(settings={name: value for name, value in rules.settings.items() if name != "collection"})


DIGEST = "3cd94bd4f01cdd6655d8c66284fd9d8b9a7b59294916e2a69f6f584666eb5918"
"""The rules of the known frequencies."""
KNOWN = {
    ("the simple bot", 3000): ((65, 275, 7958, 402), (1, 20, 279, 0)),
    ("the far-sighted bot", 100): ((6, 18, 247, 9), (0, 0, 20, 0)),
}
"""What these rounds gave, by bot and rounds: hands by `ENDS`, outside and in Fantasy Land. They took a quarter of an
hour; `make proof` plays them again."""


def _known() -> Iterator[HandFrequencies]:
    for (name, rounds), counted in KNOWN.items():
        for title, counts in zip(TITLES, counted, strict=True):
            lines = dict(zip(ENDS, counts, strict=True))
            note = _note(name, rounds)
            yield HandFrequencies(title, sum(counts), lines, exact=False, note=note)


def _note(name: str, rounds: int) -> str:
    return f"Simulated: {rounds:,} rounds of {SEATS} players; {name} plays every hand."


@lru_cache(maxsize=8)
def _frequencies(rules: RuleSet, rounds: int, decide: Decide | None, name: str) -> tuple[HandFrequencies, ...]:
    usual, dreaming = Counter[str](), Counter[str]()
    for round in _played(rules, rounds, decide):
        said: dict[str, list[str]] = {}
        for event in round.events:
            if isinstance(event, Said):
                said.setdefault(event.who, []).append(event.text)
        swept = {
            each.seat for each in round.events if isinstance(each, Marked) and each.marker == sweep_marker(each.seat)
        }
        for spot in round.spots:
            words = said.get(spot.id, [])
            counts = dreaming if "in Fantasy Land" in words else usual
            counts[_end(words, spot.seat in swept)] += 1
    note = _note(name, rounds)
    return tuple(
        HandFrequencies(title, sum(counts.values()), {end: counts[end] for end in ENDS}, exact=False, note=note)
        for title, counts in (
            ("A hand of five cards, then three at a time", usual),
            ("A hand in Fantasy Land", dreaming),
        )
        if counts
    )


SWEEP, FANTASY, FOUL, OTHER = "clean sweep", "leads to Fantasy Land", "foul", "neither"
ENDS = (SWEEP, FANTASY, OTHER, FOUL)


def _end(words: list[str], swept: bool) -> str:
    if swept:
        return SWEEP
    if "a foul hand" in words:
        return FOUL
    entitled = any(text.startswith(("the next hand is in", "in Fantasy Land again")) for text in words)
    return FANTASY if entitled else OTHER


def _played(rules: RuleSet, rounds: int, decide: Decide | None) -> Iterator[Round]:
    """Rounds in a row, each with what the one before carried over."""
    game, cards = game_of(rules), deck(rules.deck.name).cards
    carry, rng = None, Random(0)
    for number in range(rounds):
        shuffle = Shuffle.simulated(cards, SEED, number)
        round = game.round(dict.fromkeys(range(1, SEATS + 1), STACK), shuffle=shuffle, carry=carry)
        while not round.done:
            ask = round.ask
            if decide is None or not round.spot(ask.spot).bettor:
                round.default(ask.spot)
            else:
                answer = ask.answer(decide(round.view(round.spot(ask.spot).bettor), ask, rng))
                round.answer(ask.spot, answer.action, answer.value)
        carry = round.carry
        yield round
