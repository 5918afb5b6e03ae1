"""The lesson of Three Card Poker 6 Card Bonus (500 Club, GEGR-002040)."""

from collections.abc import Iterator

from cardroom.games.banked.three_card_poker import ROUND_OF_PLAY, Showdown, settle
from cardroom.games.lessons.hands import hand_named
from cardroom.play.game import Hands, Lesson, Outcomes, Step, begins, ends
from cardroom.rulebook import RuleSet


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step("Make a better three-card poker hand than the player-dealer.", "Object of the Game"),
        tuple(steps(rules)),
        (
            Hands(
                "Hands of three cards", "three-card", "Card Values and Hand Rankings", "A-2-3 is the lowest straight."
            ),
        ),
        Outcomes(settle, ("ante", "play"), CASES),
        behind=f"{ROUND_OF_PLAY}, rule 3b",
    )


def steps(rules: RuleSet) -> Iterator[Step]:
    """The round, in the script's order."""
    yield from begins(rules, f"{ROUND_OF_PLAY}, rule 1", f"{ROUND_OF_PLAY}, rule 3", "rule 4")
    yield Step(
        "Each player with a wager is dealt three cards face down, clockwise from the player-dealer's left. The "
        "player-dealer is last.",
        f"{ROUND_OF_PLAY}, rules 5 and 6",
        ("deal hand", "deal dealer"),
    )
    if rules.house("exposed_card"):
        yield Step(
            "The player-dealer's bottom card is turned face up for all to see.",
            f"{ROUND_OF_PLAY}, rule 7",
            ("turn dealer",),
        )
    yield Step(
        "Look at your cards. In turn, place a Play wager equal to your Ante, or fold.",
        f"{ROUND_OF_PLAY}, rules 9 and 10",
        ("play", "fold"),
    )
    yield Step(
        "Wagers forfeited by a fold are collected immediately. A bonus bet that is not forfeited stays on the table "
        "with its cards.",
        f"{ROUND_OF_PLAY}, rules 10 to 12",
        ("settle",),
    )
    yield Step(
        f"The player-dealer's hand is turned over. It qualifies with {hand_named(rules)} or better.",
        f"{ROUND_OF_PLAY}, rule 13",
        ("turn dealer",),
    )
    yield ends(rules, "How Winners are Determined and Paid")


CASES = {
    "you fold": (Showdown(folded=True),),
    "the player-dealer does not qualify": (
        Showdown(qualified=False, result=1),
        Showdown(qualified=False, result=0),
        Showdown(qualified=False, result=-1),
    ),
    "your hand is higher, and the player-dealer qualifies": (Showdown(result=1),),
    "the hands are equal, and the player-dealer qualifies": (Showdown(result=0),),
    "your hand is lower, and the player-dealer qualifies": (Showdown(result=-1),),
}
