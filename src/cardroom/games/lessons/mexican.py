"""The lesson of Mexican Poker."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import BLINDS, COMMUNITY, DRAW, STUD, betting_round, fee_after, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, cite_of, faces
from cardroom.games.poker.limits import terms
from cardroom.money import dollars
from cardroom.play.game import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _mexican, BLINDS | COMMUNITY | DRAW | STUD - {"bring_in"})


def _mexican(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    for number, street in enumerate(poker.streets):
        if number == 0:
            yield Step(f"Each player is dealt {faces(street)}, from the left of the button.", ROUND, ("deal hand",))
            yield Step(
                f"The highest up card must open for {dollars(terms(rules).bring_in)}. A joker counts as an ace. Among "
                "equal cards, the first one dealt opens.",
                cite_of(rules, "bring_in"),
                ("bring-in", "pay bet"),
            )
            yield betting_round(1, "starting left of the opener", "call, raise or fold. The opener may check or raise.")
            yield from fee_after(rules, 1)
            continue
        yield Step(
            "In turn from the left of the button, each player may turn the down card up. Those who do get the next "
            "card down.",
            ROUND,
            ("expose", "keep", "turn hand"),
        )
        yield Step(
            "A card is burned and each player gets one card: down if they have turned the down card up, otherwise up.",
            ROUND,
            ("deal burn", "deal hand"),
        )
        yield betting_round(
            number + 1, "starting with the highest hand showing (of equal hands, the closest to the left of the button)"
        )
        yield from fee_after(rules, number + 1)
