"""An example of every hand of a ranking, for rules pages. The rankings pick them from the hands listed here."""

from functools import cache
from typing import NamedTuple

from cardroom.cards import JOKER, parse, pretty
from cardroom.rankings import categories, category, describe, ranking, strength
from cardroom.rankings.base import by_name
from cardroom.rankings.named import OR_BETTER
from cardroom.rankings.own import example_hands
from cardroom.rulebook import RuleSet

__all__ = ["Example", "examples", "hand_named", "is_low", "is_taught"]

POOL = tuple(
    parse(hand)
    for hand in (
        # two, three and four cards
        "Ks Kh", "Ac 9d", "As Ks Qs", "Jh Th 9h", "8s 8h 8d", "Qd 8d 3d", "9c 8d 7s", "Js Jc 4h", "Ac 9d 4h",
        "9s 9h 9d 9c", "Jh Th 9h 8h", "Kc Kd Kh 5s", "Ad Td 6d 3d", "9c 8d 7s 6h", "Qd Qc 7s 7h", "Js Jc Ah 6d",
        "Ac Qd 9h 4s",
        # five cards
        "As Ah Ad Ac Jk", "As Ks Qs Js Ts", "Jh Th 9h 8h 7h", "Qs Qh Qd Qc 7h", "Ts Th Td 6h 6c", "Ad Jd 9d 7d 6d",
        "Jc Td 9s 8h 7c", "8s 8h 8d Kh 7c", "Kd Kc 9s 9h Jd", "Js Jc Ah 9d 7s", "Ac Qd 9h 7s 6d",
        # without eights, nines and tens
        "As Ks Qs Js 7s", "Jh 7h 6h 5h 4h", "7s 7h 7d 6h 6c", "Ad Jd 7d 4d 2d", "Jc 7d 6s 5h 4c", "6s 6h 6d Kh 7c",
        "Kd Kc 7s 7h Jd", "Js Jc Ah 6d 4s", "Ac Qd 7h 4s 3d",
    )
)  # fmt: skip
LOWS = {
    "2-7": (
        "7d 5s 4h 3c 2d",
        "8d 6s 4h 3c 2d",
        "Ad 7s 4h 3c 2d",
        "2d 2s 5h 4c 3d",
        "3d 3s 2h 2c 4d",
        "2d 2s 2h 4c 3d",
        "6d 5s 4h 3c 2d",
        "Kd 9d 7d 4d 2d",
        "2d 2s 2h 3c 3d",
        "2d 2s 2h 2c 3d",
        "6d 5d 4d 3d 2d",
        "Ad Kd Qd Jd Td",
    ),
    "ace-to-five": (
        "5d 4s 3h 2c Ad",
        "6d 4s 3h 2c Ad",
        "8d 7s 6h 5c 4d",
        "Kd 9s 7h 4c 2d",
        "Ad As 4h 3c 2d",
        "2d 2s Ah Ac 3d",
        "Ad As Ah 3c 2d",
        "Ad As Ah 2c 2d",
        "Ad As Ah Ac 2d",
    ),
    "eight-or-better": ("5d 4s 3h 2c Ad", "6d 4s 3h 2c Ad", "7d 6s 4h 2c Ad", "8d 7s 6h 5c 4d"),
    "badugi": ("4s 3h 2d Ac", "Ks Qh Jd Tc", "3s 2h Ad Kd", "Ks Kh 2d 2c", "Ks 9s 5s 2s"),
    "badugi-ace-high": ("5s 4h 3d 2c", "As Kh Qd Jc", "4s 3h 2d Kd", "Ks Kh 2d 2c", "Ks 9s 5s 2s"),
}
"""Examples of lows from best to worst. Lows are taught by comparison, not by category."""
JUDGED_AS = {"omaha": "high", "omaha-eight-or-better": "eight-or-better"}
"""Rankings that combine two hole cards with three board cards: the ranking of the resulting five cards."""


class Example(NamedTuple):
    """An example of a hand, with its name."""

    name: str
    cards: str


@by_name
@cache
def examples(name: str) -> tuple[Example, ...]:
    """The hands of a ranking, best first, each with an example.

    >>> examples("three-card")[:2]
    (Example(name='mini royal flush', cards='A♠ K♠ Q♠'), Example(name='straight flush', cards='J♥ 10♥ 9♥'))
    >>> examples("omaha-eight-or-better")[-1]
    Example(name='8-7-6-5-4 low', cards='8♦ 7♠ 6♥ 5♣ 4♦')
    """
    name = JUDGED_AS.get(name, name)
    if name in LOWS:
        return tuple(Example(_words(name, hand), pretty(parse(hand))) for hand in LOWS[name])
    judge = ranking(name)
    if judge.counted:
        made = example_hands(judge, judge.sizes[-1], tuple(range(52)))
        return tuple(Example(each, pretty(made[each])) for each in reversed(categories(name)) if each in made)
    by_category: dict[str, str] = {}
    for hand in POOL:
        if len(hand) in judge.sizes and judge.deck.issuperset(hand):
            joker = "down" if JOKER in hand and judge.jokers else None
            by_category.setdefault(category(name, strength(name, hand, joker=joker)), pretty(hand))
    return tuple(Example(each, by_category[each]) for each in reversed(categories(name)))


def is_low(name: str) -> bool:
    """Whether the lowest hand wins in a ranking.

    >>> is_low("omaha-eight-or-better"), is_low("high")
    (True, False)
    """
    return JUDGED_AS.get(name, name) in LOWS


def is_taught(name: str) -> bool:
    """Whether there is an example of every hand of a ranking.

    >>> is_taught("omaha"), is_taught("mexican"), is_taught("all-6")
    (True, True, False)
    """
    judge = ranking(JUDGED_AS.get(name, name))
    hands = [hand for hand in POOL if len(hand) in judge.sizes and judge.deck.issuperset(hand)]
    keys = [judge.key(hand, "down" if JOKER in hand else None) if judge.jokers else judge.key(hand) for hand in hands]
    return is_low(name) or {key[0] for key in keys if key} == set(range(len(judge.categories)))


def _words(name: str, hand: str) -> str:
    words = describe(name, hand)
    return words if words[1:2] == "-" else words[:1].lower() + words[1:]


def hand_named(rules: RuleSet) -> str:
    """The hand with which the dealer qualifies, with its article.

    >>> from cardroom.rulebook import rule_set
    >>> hand_named(rule_set("ultimate-texas-holdem")), hand_named(rule_set("four-card-frenzy"))
    ('a pair', 'king high')
    """
    hand = (rules.dealer.qualifies if rules.dealer else "").removesuffix(OR_BETTER)
    return f"a {hand}" if hand.startswith("pair") else hand
