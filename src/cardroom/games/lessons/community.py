"""The lesson of poker with community cards."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import DRAW, STUD, betting_round, fee, first_round_after_blinds, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, number_text
from cardroom.play.lesson import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _community, STUD | DRAW)


def _community(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"Each player is dealt {number_text(poker.hole)} {noun} face down.", ROUND, ("deal hand",))
    if poker.board[0]:
        turned = "community card is" if poker.board[0] == 1 else "community cards are"
        yield Step(
            f"A card is burned and {number_text(poker.board[0])} {turned} turned up before the first betting round.",
            ROUND,
            ("deal burn", "deal board"),
        )
    yield first_round_after_blinds()
    names = iter(("flop", "turn", "river"))
    dealt = 0
    for number, cards in enumerate(poker.board):
        if number:
            dealt += 1
            more = "more " if number == 1 and poker.board[0] else ""
            plural = f"{more}community card is" if cards == 1 else f"{more}community cards are"
            name = next(names, f"board {dealt}")
            yield Step(
                f"A card is burned and {number_text(cards)} {plural} turned up: the {name}.",
                ROUND,
                ("deal burn", "deal board"),
            )
            yield from fee(rules, name)
            yield betting_round(number + 1, "starting with the first player left of the button")
        if (number, poker.discard) in ((0, "before the flop"), (1, "after the flop")):
            yield Step(
                f"Each player still in the hand discards {number_text(poker.discards)} hole "
                f"{'card' if poker.discards == 1 else 'cards'} face down, in turn from the left of the button.",
                ROUND,
                ("discard", "move muck"),
            )
