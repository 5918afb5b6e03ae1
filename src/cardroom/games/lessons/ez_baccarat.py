"""The lesson of EZ Baccarat (500 Club, GEGR-002039)."""

from collections.abc import Iterator

from cardroom.cards import parse
from cardroom.games.banked.ez_baccarat import Showdown, banker_draws, settle
from cardroom.play.game import Lesson, LessonChart, Outcomes, Step, begins, ends
from cardroom.rulebook import RuleSet

ROUND = "Dealing Procedures and Round of Play"
THIRD_CARDS = "TA23456789"
"""The player hand's third card by its points, from 0 to 9."""


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step("Bet on which of two hands comes closer to nine, or on a tie.", "Object of the Game"),
        tuple(steps(rules)),
        outcomes=Outcomes(settle, tuple(rules.wagers()), CASES),
        charts=(players_draw(), bankers_draw()),
        noted="Card values",
        behind=f"{ROUND}, rule 2",
        behind_order="the text is silent; as Face Up Pai Gow Poker prints it",
        notes=(
            Step(
                "An ace counts 1, two to nine count their number, and tens and face cards count 0. Only the last digit "
                "of a total counts: 8 and 7 make 5.",
                "Card Values and Hand Rankings",
            ),
            Step(
                "Eight or nine with the first two cards is a natural. Then neither hand draws.",
                "Card Values and Hand Rankings; that it ends the draw is not printed",
            ),
            Step(
                "A natural nine ranks above a natural eight, and both above a nine or eight of three cards. Because a "
                "natural ends the draw, it never meets a hand of three cards, and the hand closer to nine wins.",
                f"Card Values and Hand Rankings; {ROUND}, rule 4e",
            ),
            Step(
                "Panda 8 wins when the player hand has eight with three cards and the banker hand seven or less. "
                "Dragon 7 wins when the banker hand has seven with three cards and the player hand six or less.",
                "Panda 8 Bonus Bet; Dragon 7 Bonus Bet",
            ),
        ),
    )


def steps(rules: RuleSet) -> Iterator[Step]:
    """The round, in the script's order."""
    yield from begins(rules, ROUND, f"{ROUND}, rules 2 and 3")
    if rules.house("burn_by_first_card"):
        yield Step(
            "When a shoe begins, its first card is turned up. Its value is the number of further cards to burn: "
            "ten for a ten or a face card.",
            "the text is silent",
            ("deal burn",),
        )
    yield Step(
        "The player hand and the banker hand get two cards each, face up and one at a time. Each hand belongs to "
        "everyone who bet on it.",
        f"{ROUND}, rules 4 to 4c",
        ("deal player", "deal banker"),
    )
    yield Step("The player hand draws a third card or stands, as its chart says.", f"{ROUND}, rules 4d and 5a", PLAYER)
    yield Step("Then the banker hand draws or stands, as its chart says.", f"{ROUND}, rules 5b to 6", ("deal banker",))
    yield ends(
        rules,
        f"{ROUND}, rules 4e and 4f; How Winners are Determined and Paid",
        "The hand closer to nine wins, and the wagers are settled",
    )


def players_draw() -> LessonChart:
    """When the player hand draws."""
    return LessonChart(
        "When the player hand draws",
        ("total", "player hand"),
        (("0 to 5", "draws"), ("6 to 9", "stands")),
        f"{ROUND}, rule 5a",
    )


def bankers_draw() -> LessonChart:
    """The banker's draw, as the script plays it."""
    rows = []
    for points in range(8):
        played = [
            banker_draws(points, parse("2c 2d")),
            *(banker_draws(points, parse(f"2c 2d {card}s")) for card in THIRD_CARDS),
        ]
        rows.append((str(points), *("H" if draws else "S" for draws in played)))
    return LessonChart(
        "When the banker hand hits (H) or stands (S)",
        ("banker's total", "no third card", *map(str, range(10))),
        rows,
        f"{ROUND}, rules 5b to 6; totals of two or less and of seven are not printed",
        "The columns are the value of the player hand's third card.",
    )


PLAYER = ("deal player",)
CASES = {
    "the player hand wins": (Showdown(7, 6),),
    "the player hand wins with a three-card eight": (Showdown(8, 6, 3),),
    "the banker hand wins": (Showdown(6, 8),),
    "the banker hand wins with a three-card seven": (Showdown(6, 7, 2, 3),),
    "the hands tie": (Showdown(6, 6),),
}
