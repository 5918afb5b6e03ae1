"""The report on counting: for every wager the effects of removal, the best counts, and what a counter wins."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.analysis.counting.effects import CardClass, Effects, LinearCount, best_counts, by_class, linear_count
from cardroom.analysis.counting.shoes import Rate, ShoeGame, win_rates
from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.report import analysis_of, figure, shoe_of
from cardroom.cards import Card, text
from cardroom.cards.decks import deck
from cardroom.errors import InputError
from cardroom.play import Game
from cardroom.rulebook import RuleSet

__all__ = ["MOST_TAG", "CountReport", "Remaining", "WagerCounts", "count_cards", "has_shoe"]

MOST_TAG = 4
"""The largest tag of the counts that are searched."""
USUAL_TAG = 2
"""The largest tag of the counts that play, unless another one is asked for."""


class Remaining(NamedTuple):
    """A wager when some cards are gone."""

    edge: Fraction
    """The exact edge."""
    true_count: Fraction | None
    """The true count by the count that plays; None if no count tells anything."""
    by_count: Fraction | None
    """The edge that this count expects."""

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        return {
            "edge": figure(self.edge),
            "true_count": None if self.true_count is None else figure(self.true_count),
            "edge_by_count": None if self.by_count is None else figure(self.by_count),
        }


class WagerCounts(NamedTuple):
    """Counting one wager."""

    wager: str
    label: str
    effects: Effects
    best: tuple[LinearCount, ...]
    """The best counts with tags of at most 1, 2, 3 and so on; empty if no card has an effect."""
    playing: LinearCount | None
    """The count that the simulated counter plays."""
    remaining: Remaining | None
    """The wager without the cards that are gone."""
    rate: Rate | None
    """What the counter wins; None if it was not asked for."""

    def to_dict(self) -> dict[str, Any]:
        """The figures for JSON."""
        named = [each.name for each in self.effects.classes]
        return {
            "wager": self.wager,
            "label": self.label,
            "edge": figure(-self.effects.value),
            "effects": [
                {"card": known.name, "in_the_shoe": known.number, "effect": figure(effect)}
                for known, effect in zip(self.effects.classes, self.effects.each, strict=True)
            ],
            "counts": [_count_fields(named, each) for each in self.best],
            "playing": _count_fields(named, self.playing) if self.playing else None,
            "remaining": self.remaining.to_dict() if self.remaining else None,
            "counter": self.rate.to_dict() if self.rate else None,
        }


def _count_fields(named: Sequence[str], count: LinearCount) -> dict[str, Any]:
    return {
        "tags": dict(zip(named, count.tags, strict=True)),
        "correlation": figure(count.correlation),
        "average_tag": figure(count.mean),
        "effect_of_a_point": figure(count.slope),
        "trigger": figure(count.trigger),
    }


class CountReport(NamedTuple):
    """Counting every wager of a game."""

    game: Game
    removed: tuple[Card, ...]
    wagers: tuple[WagerCounts, ...]

    def to_dict(self) -> dict[str, Any]:
        """The report as one JSON value."""
        rules = self.game.rules
        return {
            "game": rules.game,
            "rules": rules.rules,
            "decks": rules.packs,
            "cut_card": rules.cut,
            "removed": text(self.removed),
            "wagers": [each.to_dict() for each in self.wagers],
        }


def has_shoe(rules: RuleSet) -> bool:
    """Whether counting in a game is analyzed.

    >>> from cardroom.rulebook import rule_set
    >>> has_shoe(rule_set("ez-baccarat")), has_shoe(rule_set("three-card-poker-6-card-bonus"))
    (True, False)
    """
    return getattr(analysis_of(rules), "shoe", None) is not None


def count_cards(
    game: Game,
    wagers: Sequence[str] = (),
    *,
    removed: Sequence[Card] = (),
    shoes: int = 0,
    seed: str = "count",
    most_tag: int = USUAL_TAG,
    tags: Sequence[int] | None = None,
    engine: Engine = LOCAL,
) -> CountReport:
    """Counting every wager of a game, or the named ones.

    With `shoes`, so many shoes are dealt to the cut card, and a counter bets on a wager whenever its count says that it
    is worth it. The counter plays the best count with tags of at most `most_tag`, or the given `tags`.

    >>> import cardroom
    >>> dragon = count_cards(cardroom.game("ez-baccarat"), ["dragon-7"]).wagers[0]
    >>> dict(zip((each.name for each in dragon.effects.classes), dragon.best[0].tags))
    {'A': 0, '2': 0, '3': 0, '4': -1, '5': -1, '6': -1, '7': -1, '8': 1, '9': 1, 'T': 0}
    """
    rules = game.rules
    known: ShoeGame | None = shoe_of(rules)
    if known is None:
        raise InputError(f"{game.slug} is not dealt from a shoe that a player can count")
    unknown = [wager for wager in wagers if wager not in rules.wagers()]
    if unknown:
        raise InputError(f"{game.slug} has no wager {unknown[0]!r}: choose from {', '.join(rules.wagers())}")
    cards = deck(rules.deck.name, rules.packs).cards
    left = _without(cards, removed)
    found = []
    for wager in wagers or rules.wagers():
        effects = effects_of(rules, known, wager, cards, engine)
        best = best_counts(effects, MOST_TAG)
        if tags is not None:
            if len(tags) != len(effects.classes):
                raise InputError(f"{wager} needs {len(effects.classes)} tags: {_names(effects.classes)}")
            playing: LinearCount | None = linear_count(effects, tags)
        else:
            playing = best[most_tag - 1] if best else None
        there = None
        if removed:
            exact = known.edge(rules, wager, left, engine)
            gone = by_class(effects.classes, (known.class_of(rules, wager, card) for card in removed))
            true = playing.true_count(gone, len(cards)) if playing else None
            value = None if playing is None or true is None else -playing.value(effects, true)
            there = Remaining(exact, true, value)
        found.append(WagerCounts(wager, rules.wager[wager].label, effects, best, playing, there, None))
    rates: Mapping[str, Rate] = {}
    if shoes:
        counts = {each.wager: each.playing for each in found if each.playing and each.playing.slope}
        rates = win_rates(known, rules, counts, shoes, seed, engine) if counts else {}
    return CountReport(game, tuple(removed), tuple(each._replace(rate=rates.get(each.wager)) for each in found))


def effects_of(rules: RuleSet, known: ShoeGame, wager: str, cards: tuple[Card, ...], engine: Engine) -> Effects:
    """The exact effects of removal from a full shoe."""
    numbers = Counter(known.class_of(rules, wager, card) for card in cards)
    first = {known.class_of(rules, wager, card): card for card in reversed(cards)}
    classes = tuple(CardClass(name, first[name], numbers[name]) for name in known.names(rules, wager) if name in first)
    value = -known.edge(rules, wager, cards, engine)
    each = (-known.edge(rules, wager, _without(cards, [one.card]), engine) - value for one in classes)
    return Effects(value, classes, tuple(each))


def _names(classes: Sequence[CardClass]) -> str:
    return ", ".join(each.name for each in classes)


def _without(cards: tuple[Card, ...], gone: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a shoe that are left."""
    missing = Counter(gone) - Counter(cards)
    if missing:
        raise InputError(f"the shoe has no more {text(list(missing))}")
    rest = Counter(cards) - Counter(gone)
    return tuple(sorted(rest.elements()))
