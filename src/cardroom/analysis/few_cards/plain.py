"""Strategies of few lines in Three Card Poker and Four Card Frenzy, with their exact edges.

Each game has one decision, so the search is over one list of lines.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from cardroom.analysis.engine import LOCAL, Engine
from cardroom.analysis.few_cards import four_card, three_card
from cardroom.analysis.report import FULL, RankDeck, whole
from cardroom.analysis.strategy import (
    RANK_WORDS,
    Bounds,
    Cells,
    Condition,
    DecisionArrays,
    Feature,
    FoundLines,
    Line,
    Lines,
    LinesGame,
    search,
    with_article,
)
from cardroom.games.banked.four_card_frenzy import ACES, RAISE, RAISE_WITH_ACES
from cardroom.games.banked.three_card_poker import Showdown, settle
from cardroom.play.round import qualifying_rank
from cardroom.rankings import in_words, rank_many, strength
from cardroom.rulebook import RuleSet

__all__ = ["FOUR_CARD", "THREE_CARD", "four_card_lines", "three_card_lines"]

Numbers = NDArray[np.int64]
ACE = 12


def _found(
    best: list[Lines], conditions: tuple[Condition, ...], times: tuple[int, ...], most: int, units: Fraction
) -> list[FoundLines]:
    """The strategies of 1, 2, 3 ... lines. `units` turns a sum of values into an edge."""
    lists = [best[min(many, len(best) - 1)] for many in range(1, most + 1)]
    return [
        FoundLines(
            tuple(Line(0, times[option], conditions[number]) for option, number in each.chosen), each.value * units
        )
        for each in lists
    ]


# ---- Three Card Poker


def _three_value(decisions: DecisionArrays) -> Numbers:
    """The rank of the hand."""
    return rank_many("three-card", np.ascontiguousarray(decisions.hand)).astype(np.int64)


def _shown(decisions: DecisionArrays) -> Numbers:
    """The rank of the dealer's exposed card."""
    return decisions.shown[:, 0].astype(np.int64) // 4


def _against(decisions: DecisionArrays) -> Numbers:
    """The hand beside the exposed card: 0 if that is higher than the hand, 14 if it is lower.

    If the highest cards are equal, one more than the rank of the hand's second card.
    """
    value, shown = _three_value(decisions), _shown(decisions)
    ranks = np.sort(decisions.hand.astype(np.int64) // 4, axis=1)
    above = (value >= strength("three-card", PAIR)) | (ranks[:, 2] > shown)
    return np.where(above, 14, np.where(ranks[:, 2] == shown, ranks[:, 1] + 1, 0))


PAIR = "2c 2d 3h"
"""The lowest pair."""


@cache
def _three_conditions(*, exposed: bool) -> tuple[Condition, ...]:
    return tuple(_with_exposed() if exposed else _alone())


def _alone() -> Iterator[Condition]:
    yield Condition("anything", ((),))
    values = range(2, strength("three-card", "Ah Kh Qh") + 1)
    yield from _from_each("three-card", values)


def _from_each(ranking: str, values: Iterable[int]) -> Iterator[Condition]:
    """Every hand or better. The lowest one of its kind is named without its other cards: "a pair of aces or better".

    >>> aces = strength("three-card", "As Ah 2d")
    >>> [each.words for each in _from_each("three-card", [aces, aces + 1])]
    ['a pair of aces or better', 'a pair of aces, three kicker or better']
    """
    kinds = set()
    for value in values:
        words = in_words(ranking, value)
        words = words[0].lower() + words[1:]
        kind = words.split(",")[0]
        if kind not in kinds:
            words = kind
        kinds.add(kind)
        article = "a " if words.startswith(("pair", "straight", "flush")) else ""
        yield Condition(f"{article}{words} or better", ((Bounds("value", value, 100_000),),))


def _with_exposed() -> Iterator[Condition]:
    """Hands by their own rank, or beside the exposed card; each against some exposed cards."""
    hands: list[tuple[str, tuple[Bounds, ...]]] = [("anything", ())]
    for rank in range(3, 13):
        least = strength("three-card", [rank * 4, 5 if rank > 1 else 1, 2])
        hands.append((f"{RANK_WORDS[rank]} high or better", (Bounds("value", least, 1000),)))
    hands.append(("a pair or better", (Bounds("value", strength("three-card", PAIR), 1000),)))
    hands.append(("a hand above the dealer's card", (Bounds("against", 14, 14),)))
    for rank in range(1, 12):
        words = f"the dealer's card with {with_article(rank)} or better"
        hands.append((words, (Bounds("against", rank + 1, 14),)))
    dealers: list[tuple[str, tuple[Bounds, ...]]] = [("", ())]
    for rank in range(13):
        dealers.append((f" if the dealer shows {with_article(rank)} or lower", (Bounds("shown", 0, rank),)))
        dealers.append((f" if the dealer shows {with_article(rank)} or higher", (Bounds("shown", rank, ACE),)))
    for (words, tests), (end, more) in product(hands, dealers):
        yield Condition(words + end, ((*tests, *more),))


def three_card_lines(rules: RuleSet, most: int, engine: Engine = LOCAL, deck: RankDeck = FULL) -> list[FoundLines]:
    """The best strategy found of 1, 2, 3 ... lines. It takes a second, so the engine is not used."""
    exposed = bool(rules.house("exposed_card"))
    known = three_card.situations(deck.ranks, deck.suits, qualifying_rank(rules, "three-card"), exposed=exposed)
    nets = [settle(rules, "ante", each).unit + settle(rules, "play", each).unit for each in three_card.RESULTS]
    fold = settle(rules, "ante", Showdown(folded=True)).unit
    scale = np.lcm.reduce([each.denominator for each in (*nets, fold)])
    results = np.array([each.results for each in known], np.int64) * np.array([[each.ways] for each in known])
    deals = results.sum(axis=1)
    values = [deals * int(fold * scale), results @ np.array([int(net * scale) for net in nets])]
    hands = np.array([each.hand for each in known], np.uint8)
    shown = np.array([[each.shown * 4] if each.shown is not None else [] for each in known], np.uint8)
    asked = DecisionArrays(rules, 0, hands, hands[:, :0], shown)
    features = {name: feature(asked) for name, feature in _three_features(exposed).items()}
    units, conditions = -Fraction(1, int(deals.sum()) * int(scale)), _three_conditions(exposed=exposed)
    cells = Cells.of(features, conditions)
    return _found(search(cells, cells.sums(values), most), conditions, (0, 1), most, units)


def _three_features(exposed: bool) -> dict[str, Feature]:
    return THREE[0] if exposed else {"value": _three_value}


THREE: tuple[dict[str, Feature], ...] = ({"value": _three_value, "shown": _shown, "against": _against},)
THREE_CARD = LinesGame(
    THREE,
    three_card_lines,
    ("",),
    ("fold",),
    ("play",),
    attrgetter("digest"),
    {
        "the dealer's card with": (
            "your hand is above the dealer's card, or your highest card is the dealer's and your second card is this "
            "one or higher"
        ),
        "a hand above the dealer's card": "a pair or better, or a card higher than the dealer's",
    },
)


# ---- Four Card Frenzy


def _four_value(decisions: DecisionArrays) -> Numbers:
    """The rank of the best four cards."""
    return rank_many("four-of-five", np.ascontiguousarray(decisions.hand)).astype(np.int64)


@cache
def _four_conditions() -> tuple[Condition, ...]:
    values = np.unique(four_card.hand_counts(FULL, strength("four-of-five", ACES)).ranks).tolist()
    return Condition("anything", ((),)), *_from_each("four-of-five", values[1:])


def four_card_lines(rules: RuleSet, most: int, engine: Engine = LOCAL, deck: RankDeck = FULL) -> list[FoundLines]:
    """The best strategy found of 1, 2, 3 ... lines. No step takes half a second, so the engine is not used."""
    known, game = four_card.hand_counts(deck, qualifying_rank(rules, "four-of-five")), four_card.base_game_of(rules)
    [nets] = whole([game])
    base, play = ((each[known.lines] * known.results).sum(axis=1) * known.ways for each in (nets.base, nets.play))
    deals = known.results.sum(axis=1) * known.ways
    times = (0, *range(RAISE.least, RAISE_WITH_ACES.most + 1))
    cells = Cells.of({"value": known.ranks}, _four_conditions())
    values = cells.sums([deals * nets.fold, *(base + many * play for many in times[1:])])
    weak = known.ranks[cells.order[cells.starts]] < strength("four-of-five", ACES)
    worst = -int(np.abs(base).sum() + RAISE_WITH_ACES.most * np.abs(play).sum())
    for row, many in zip(values, times, strict=True):
        if many > RAISE.most:
            row[weak] = worst  # not allowed, so that no line gains with it
    units = -Fraction(game.fold) / (int(deals.sum()) * nets.fold)
    return _found(search(cells, values, most), _four_conditions(), times, most, units)


FOUR_CARD = LinesGame(({"value": _four_value},), four_card_lines, ("",), ("fold",), ("raise",), attrgetter("digest"))
