"""What the rules page teaches of Face-Up Chinese Poker (500 Club, GEGR-002034)."""

from collections.abc import Iterator

from cardroom.money import dollars
from cardroom.play.lesson import Hands, Lesson, Step
from cardroom.rulebook import RuleSet

ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
TABLE = "Description of Table Used and Total Number of Seated Positions"
RANKED = "Card Values and Hand Rankings"


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step(
            "Set thirteen cards as a front of three and a middle and a back of five, each at least as high as the one "
            "before it, and win points from every other player segment by segment.",
            "Object of the Game",
        ),
        tuple(_steps(rules)),
        (
            Hands("The middle and the back", "high", RANKED),
            Hands("The front", "chinese-front", RANKED, "Three cards make no straight and no flush."),
        ),
        notes=tuple(_notes(rules)),
    )


def _notes(rules: RuleSet) -> Iterator[Step]:
    point = int(rules.house("point"))
    yield Step(f"A point is worth {dollars(point)}.", "Point System")
    yield Step(
        f"To sit down takes {rules.house('buy_in_points')} points, {dollars(point * rules.house('buy_in_points'))}; to "
        f"be dealt in, {rules.house('hand_points')} points, {dollars(point * rules.house('hand_points'))}.",
        TABLE,
    )
    how = "both counted by themselves" if rules.house("table_stakes") == "separate" else "counted as the net"
    yield Step(
        f"Nobody wins or loses more in a hand than the chips they had at its start, {how}.", f"{ROUND_OF_PLAY}, rule 3"
    )
    yield Step("Equal segments push, but the player with both buttons wins them.", "Point System")
    penalty = rules.table("points").odds("foul")
    yield Step(
        "A front above the middle, or a middle above the back, makes the hand foul: it pays every other player "
        f"{penalty or 'nothing'} a segment, and their bonuses or clean sweep. Two fouls exchange nothing.",
        "Foul Hand",
    )
    yield Step(
        "A bonus goes with a segment that is won. A clean sweep is not compared by segments; of two, the higher value "
        "is paid in full, and equal ones push.",
        "Bonus System; Clean Sweep",
    )


def _steps(rules: RuleSet) -> Iterator[Step]:
    yield Step(
        "The action button and the dealer button go to the left of the house dealer when a game opens, and on "
        "clockwise after every hand. Three are dealt in at most; a fourth waits for the next hand.",
        f"{ROUND_OF_PLAY}, rules 1 and 2",
    )
    if rules.posted:
        yield Step("Whose time is up pays the collection.", rules.posted[0].cite, ("pay fee",))
    yield Step(
        "Who is in Fantasy Land gets all cards at once and sets them unseen.",
        "Fantasy Land",
        ("deal hand", "set", "move hand"),
    )
    yield Step(
        "The others get five cards one at a time, face up, from the left of the dealer button.",
        f"{ROUND_OF_PLAY}, rule 4",
        ("deal hand",),
    )
    yield Step(
        "In turn they lay the five into the segments, for good.",
        f"{ROUND_OF_PLAY}, rules 4 and 5",
        ("place", "move hand"),
    )
    yield Step(
        "Four times everybody in turn gets three cards, lays two of them and throws the third away unseen.",
        f"{ROUND_OF_PLAY}, rules 6 and 7",
        ("deal hand", "place", "move hand"),
    )
    yield Step("Hands in Fantasy Land are turned over.", "Fantasy Land", ("turn hand",))
    yield Step("Who has a clean sweep may declare it.", "Clean Sweep", ("declare", "compare"))
    yield Step(
        "Clean sweeps are paid first. Then the player with the buttons is compared with each of the others, and those "
        "with each other: a point for every segment that is higher, and its bonus.",
        "Clean Sweep; Point System; Bonus System",
    )
