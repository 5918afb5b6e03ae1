"""The lesson of Four Card Frenzy (Brook FCF)."""

from collections.abc import Iterator

from cardroom.games.banked.four_card_frenzy import ACES, RAISE, RAISE_WITH_ACES, Showdown, settle
from cardroom.games.lessons.hands import hand_named
from cardroom.play.game import Hands, Lesson, Outcomes, Step, begins, ends
from cardroom.rankings import describe
from cardroom.rulebook import RuleSet

RULES = "C. The Rules of the Card Game"


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step(
            "Make a better four-card hand from your five cards than the dealer makes from theirs.",
            "B. The Object of the Card Game",
        ),
        tuple(steps(rules)),
        (
            Hands(
                "Hands of four cards, with the fifth apart",
                "four-of-five",
                f"{RULES}, rule 7; the text is silent on where straights begin and end",
                "Straights go from A-K-Q-J down to 4-3-2-A.",
            ),
        ),
        Outcomes(settle, ("ante", "raise", "odds"), CASES),
        notes=(
            Step(
                "The player's cards alone decide bonus bets, also after a fold. It does not matter who wins the hand.",
                f"{RULES}, rules 5 and 7",
            ),
            Step(
                "The 4 Card Bonus pays on the best four cards, Prime on how many of the five cards have one color, and "
                'the jackpot on all five. A jackpot wager is never returned: its prizes are "for 1".',
                "F. The Types of Wager or Wagers for the Card Game",
            ),
        ),
        noted="The bonus bets",
    )


def steps(rules: RuleSet) -> Iterator[Step]:
    """The round, in the script's order."""
    aces = describe("four-of-five", ACES).partition(",")[0].lower()
    yield from begins(rules, "", f"{RULES}, rules 1 and 2")
    yield Step(
        "Five cards are dealt to every spot and five to the dealer, all face down.",
        f"{RULES}, rule 3",
        ("deal hand", "deal dealer"),
    )
    yield Step(
        f"Make the best four of your five cards. Raise {RAISE.most} time the Ante, or up to {RAISE_WITH_ACES.most} "
        f"times with a {aces} or better, or fold.",
        f"{RULES}, rules 4 and 5",
        ("raise", "fold"),
    )
    yield Step(
        "The Ante and the Odds of folded hands are collected. A folded hand is tucked face down under its bonus wager, "
        "which may still win.",
        f"{RULES}, rule 5; F. The Types of Wager, Prime",
        ("settle",),
    )
    yield Step(
        f"The dealer's cards are turned over, and the best four of the five play. With less than {hand_named(rules)} "
        "the dealer does not qualify. This matters only to the Ante.",
        f"{RULES}, rules 6 and 7",
        ("turn dealer",),
    )
    yield ends(rules, f"{RULES}, rule 7")


CASES = {
    "you fold": (Showdown(folded=True),),
    "your hand is higher, and the dealer does not qualify": (
        Showdown(qualified=False),
        Showdown(qualified=False, hand="flush"),
    ),
    "your hand is higher, and the dealer qualifies": (Showdown(), Showdown(hand="flush")),
    "the hands are copies, and the dealer does not qualify": (Showdown(qualified=False, result=0),),
    "the hands are copies, and the dealer qualifies": (Showdown(result=0), Showdown(result=0, hand="flush")),
    "your hand is lower, and the dealer does not qualify": (Showdown(qualified=False, result=-1),),
    "your hand is lower, and the dealer qualifies": (Showdown(result=-1), Showdown(result=-1, hand="straight flush")),
}
