"""The lesson of poker with community cards."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import DRAW, STUD, betting_round, fee, first_round_after_blinds, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, number_text
from cardroom.games.poker.limits import terms
from cardroom.games.poker.words import FLOP
from cardroom.play.game import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _community, STUD | DRAW)


def _community(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"Each player is dealt {number_text(poker.hole)} {noun} face down.", ROUND, ("deal hand",))
    each = f" on each of {number_text(poker.boards)} boards" if poker.boards > 1 else ""
    names = iter(("flop", "turn", "river"))
    if poker.board[0]:
        turned = "community card is" if poker.board[0] == 1 else "community cards are"
        flop = poker.board[0] >= FLOP
        yield Step(
            f"A card is burned and {number_text(poker.board[0])} {turned} turned up{each} before the first betting "
            f"round{f': the {next(names)}' if flop else ''}.",
            ROUND,
            ("deal burn", "deal board"),
        )
        yield from fee(rules, "flop") if flop else ()
    bomb = terms(rules).bomb_pots == "every hand"
    if not bomb:
        yield first_round_after_blinds()
    elif poker.board[0] >= FLOP:
        yield betting_round(1, "starting with the first player left of the button")
    dealt = 0
    for number, cards in enumerate(poker.board):
        if number:
            dealt += 1
            more = "more " if number == 1 and poker.board[0] else ""
            plural = f"{more}community card is" if cards == 1 else f"{more}community cards are"
            name = next(names, f"board {dealt}")
            yield Step(
                f"A card is burned and {number_text(cards)} {plural} turned up{each}: the {name}.",
                ROUND,
                ("deal burn", "deal board"),
            )
            yield from fee(rules, name)
            early = bomb and poker.board[0] < FLOP
            yield betting_round(number + (not early), "starting with the first player left of the button")
        thrown = poker.discarding[number] if number < len(poker.discarding) else 0
        if thrown:
            yield Step(
                f"Each player still in the hand discards {number_text(thrown)} hole "
                f"{'card' if thrown == 1 else 'cards'} face down, in turn from the left of the button.",
                ROUND,
                ("discard", "move muck"),
            )
