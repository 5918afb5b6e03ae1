"""What the rules pages teach of Mexican Poker."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import BLINDS, DRAW, STUD, betting_round, fee_after, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, cite_of, faces
from cardroom.games.poker.limits import terms
from cardroom.money import dollars
from cardroom.play.lesson import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _mexican, BLINDS | DRAW | STUD - {"bring_in"})


def _mexican(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    for number, street in enumerate(poker.streets):
        if number == 0:
            yield Step(
                f"{faces(street).capitalize()} to each player, from the left of the button.", ROUND, ("deal hand",)
            )
            yield Step(
                f"The highest card up must open for {dollars(terms(rules).bring_in)}; a joker counts as an ace, and of "
                "equal cards the first that was dealt opens.",
                cite_of(rules, "bring_in"),
                ("bring-in", "pay bet"),
            )
            yield betting_round(1, "from the left of the opener", "call, raise or fold; the opener may raise too.")
            yield from fee_after(rules, 1)
            continue
        yield Step(
            "In turn from the left of the button everybody may turn the down card up, to be dealt the next one down.",
            ROUND,
            ("expose", "keep", "turn hand"),
        )
        yield Step(
            "A card is burned and everybody gets one: up, or down to who has turned the down card up.",
            ROUND,
            ("deal burn", "deal hand"),
        )
        yield betting_round(
            number + 1, "from the highest hand showing, of equal ones the closest to the left of the button"
        )
        yield from fee_after(rules, number + 1)
