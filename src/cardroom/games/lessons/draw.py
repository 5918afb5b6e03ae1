"""What the rules pages teach of draw poker."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import STUD, betting_round, fee_after, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, counted, printed
from cardroom.play.lesson import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _draw, STUD, _too_few(rules))


def _draw(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"{counted(poker.hole).capitalize()} {noun} face down to each player.", ROUND, ("deal hand",))
    yield betting_round(1, "from the left of the big blind", "call it, raise or fold; the big blind may raise too.")
    yield from fee_after(rules, 1)
    for number in range(1, poker.draws + 1):
        which = "The draw" if poker.draws == 1 else ("The first draw", "The second draw", "The third draw")[number - 1]
        yield Step(
            f"{which}: everybody in turn throws away any number of cards or none; a card is burned, and they get as "
            "many new ones.",
            ROUND,
            ("discard", "move discards", "deal burn", "deal hand"),
        )
        yield betting_round(number + 1, "from the first player left of the button")
        yield from fee_after(rules, number + 1)


def _too_few(rules: RuleSet) -> Iterator[Step]:
    yield Step(
        "If the cards do not reach for everybody, the burns, the folded hands and the discards of earlier draws are "
        "shuffled in again, a card is burned, and the draw goes on where it stopped. The last card of the deck is "
        "dealt only as the very last of the last draw.",
        printed(rules, "too few cards"),
    )
