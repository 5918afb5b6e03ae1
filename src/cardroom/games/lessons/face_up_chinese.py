"""The lesson of Face-Up Chinese Poker (500 Club, GEGR-002034)."""

from collections.abc import Iterator

from cardroom.money import dollars
from cardroom.play.game import Hands, Lesson, Step
from cardroom.rulebook import RuleSet

ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
TABLE = "Description of Table Used and Total Number of Seated Positions"
RANKED = "Card Values and Hand Rankings"


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    equal_fouls = rules.house("equal_segments_foul")
    return Lesson(
        Step(
            "Set thirteen cards in three segments: a front of three cards, a middle of five and a back of five. Each "
            f"must rank {'higher than' if equal_fouls else 'at least as high as'} the one before it. Win points from "
            "every other player, segment by segment.",
            "Object of the Game" + ("" if equal_fouls else ', which prints "higher": a departure'),
        ),
        tuple(_steps(rules)),
        (
            Hands("The middle and the back", "high", RANKED),
            Hands(
                "The front",
                "chinese-front",
                RANKED,
                "Three cards make no straight or flush, except for a clean sweep.",
            ),
        ),
        notes=tuple(_notes(rules)),
    )


def _notes(rules: RuleSet) -> Iterator[Step]:
    point = int(rules.house("point"))
    yield Step(f"A point is worth {dollars(point)}.", "Point System")
    yield Step(
        f"You need {rules.house('buy_in_points')} points ({dollars(point * rules.house('buy_in_points'))}) to sit down "
        f"and {rules.house('hand_points')} points ({dollars(point * rules.house('hand_points'))}) to be dealt in.",
        TABLE,
    )
    how = "each counted separately" if rules.house("table_stakes") == "separate" else "counted as the net of both"
    yield Step(
        f"In one hand no player wins or loses more than their chips at its start, {how}. Between hands players may "
        "add chips, up to the maximum buy-in. They may not take chips off the table.",
        f"{ROUND_OF_PLAY}, rule 3",
    )
    yield Step("Equal segments push, except that the player with both buttons wins them.", "Point System")
    penalty = rules.table("points").odds("foul")
    yield Step(
        "A hand is foul if its front ranks above the middle, or its middle above the back"
        f"{', or if two of them are equal' if rules.house('equal_segments_foul') else ''}. It pays every other player "
        f"{penalty or 'nothing'} a segment, and their bonuses or clean sweep, and wins no bonus itself. Two foul hands "
        "exchange nothing.",
        "Foul Hand; Bonus System; the text is silent on two foul hands",
    )
    yield Step(
        "A bonus is paid only for a segment that is won, on top of its point.",
        "Bonus System",
    )
    yield Step(
        "A clean sweep is made of all thirteen cards and must be declared before hands are compared. It is not "
        "compared by segments, and its player pays no bonuses. Four of a kind counts as two pairs. Of two clean sweeps "
        "in one hand, only the higher is paid. Of two players' clean sweeps, the higher value is paid in full, and "
        + ("of equal values the one printed higher is paid." if rules.house("sweeps_by_rank") else "equal values push.")
        + (" It earns the bonuses of its segments too." if rules.house("sweep_bonus") else ""),
        "Clean Sweep; Bonus System" if rules.house("sweep_bonus") else "Clean Sweep",
    )
    yield Step(
        "Fantasy Land: a pair of queens or better in front, without a foul, leads to it for your next hand. To stay "
        "takes four of a kind or a straight flush in the back, a full house or better in the middle, or three of a "
        "kind in front. A pair of queens alone does not keep you there, and a foul ends it. That a player stays is "
        "announced to all.",
        "Fantasy Land; the text is silent on a foul there",
    )


def _steps(rules: RuleSet) -> Iterator[Step]:
    yield Step(
        "When a game opens, the action button and the dealer button go to the left of the house dealer. They move "
        "clockwise after every hand. At most three players are dealt in: the one with the buttons and the two on the "
        "left. A fourth waits for the next hand, or takes the place of one who sits this hand out.",
        f"{ROUND_OF_PLAY}, rules 1 and 2; {TABLE}",
    )
    if rules.posted:
        yield Step("Each player whose paid time is up pays the collection.", rules.posted[0].cite, ("pay fee",))
    yield Step(
        "A player in Fantasy Land gets all cards at once, and sets them unseen before the others are dealt any.",
        "Fantasy Land",
        ("deal hand", "set", "move hand"),
    )
    yield Step(
        "The other players get five cards one at a time, face up, from the left of the dealer button.",
        f"{ROUND_OF_PLAY}, rule 4",
        ("deal hand",),
    )
    yield Step(
        "In turn they place the five cards in the segments. Placed cards cannot be moved.",
        f"{ROUND_OF_PLAY}, rules 4 and 5",
        ("place", "move hand"),
    )
    yield Step(
        "Four times, each of them in turn gets three cards, places two and discards the third unseen.",
        f"{ROUND_OF_PLAY}, rules 6 and 7",
        ("deal hand", "place", "move hand"),
    )
    yield Step("Hands in Fantasy Land are turned over.", "Fantasy Land", ("turn hand",))
    yield Step("A player with a clean sweep may declare it.", "Clean Sweep", ("declare", "compare"))
    yield Step(
        "Clean sweeps are paid first. Then the player with the buttons is compared with each of the others, and the "
        "others with each other. Each higher segment wins a point and its bonus.",
        "Clean Sweep; How Winners are Determined and Paid; Point System; Bonus System",
    )
