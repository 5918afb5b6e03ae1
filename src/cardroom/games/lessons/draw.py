"""The lesson of draw poker."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import (
    COMMUNITY,
    STUD,
    betting_round,
    fee_after,
    first_round_after_blinds,
    poker_lesson,
)
from cardroom.games.lessons.poker_words import ROUND, cite_of, number_text
from cardroom.play.game import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _draw, STUD - {"too_few_cards"} | COMMUNITY, _too_few(rules))


def _draw(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"Each player is dealt {number_text(poker.hole)} {noun} face down.", ROUND, ("deal hand",))
    yield first_round_after_blinds()
    yield from fee_after(rules, 1)
    for number in range(1, poker.draws + 1):
        which = "The draw" if poker.draws == 1 else ("The first draw", "The second draw", "The third draw")[number - 1]
        yield Step(
            f"{which}: in turn, each player discards any number of cards, or none. A card is burned, and each player "
            "gets as many new cards.",
            ROUND,
            ("discard", "move discards", "deal burn", "deal hand"),
        )
        if number == 1:
            yield from _asked(rules)
        yield betting_round(number + 1, "starting with the first player left of the button")
        yield from fee_after(rules, number + 1)


def _asked(rules: RuleSet) -> Iterator[Step]:
    """What players may change and must tell about a draw. Only Badugi's chapter prints it."""
    if rules.house("change_discards"):
        yield Step(
            "Discarding all cards is not a fold. A player may change a discard, or standing pat, until the card is "
            "burned. Everyone sees how many cards each player draws, so no one has to ask.",
            f"{ROUND}, rules 8a to 8d and 10",
        )


def _too_few(rules: RuleSet) -> Iterator[Step]:
    yield Step(
        "If there are not enough cards for all players, the burns, the folded hands and the discards of earlier draws "
        "are shuffled into the deck. A card is burned, and the draw continues where it stopped. The last card of the "
        "deck is dealt only as the very last card of the last draw.",
        cite_of(rules, "too_few_cards"),
    )
