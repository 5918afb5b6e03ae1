"""The lesson of Ultimate Texas Hold'em (500 Club, GEGR-002041)."""

from collections.abc import Iterator

from cardroom.games.banked.ultimate_texas_holdem import RAISES, ROUND_OF_PLAY, Showdown, settle
from cardroom.games.lessons.hands import hand_named
from cardroom.play.game import Hands, Lesson, Outcomes, Step, begins, ends
from cardroom.rulebook import RuleSet

PAID = "How Winners are Determined and Paid"
DECIDE = ("play", "check", "fold", "settle")


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step(
            "Make a better five-card hand than the player-dealer, from your own two cards and the five on the board in "
            "any combination.",
            "Object of the Game",
        ),
        tuple(steps(rules)),
        (Hands("Hands of five cards", "high", "Card Values and Hand Rankings"),),
        Outcomes(settle, ("ante", "blind", "play", "bad-beat"), CASES),
        notes=(
            Step(
                "The player's best five cards decide Trips. It does not matter who wins the hand. After a fold only "
                "the five cards on the board count.",
                f"{ROUND_OF_PLAY}; Trips Bonus Bet",
            ),
            Step(
                "Bad Beat wins when the player-dealer qualifies and one of the two hands has three of a kind or better "
                "and is beaten by the other. The beaten hand decides what it pays. Equal hands lose it.",
                f"{PAID}; Bad Beat Bonus Bet",
            ),
        ),
        noted="The bonus bets",
        behind="Description of Table Used and Total Number of Seated Positions",
    )


def steps(rules: RuleSet) -> Iterator[Step]:
    """The round, in the script's order."""
    before, flop, end = RAISES
    yield from begins(rules, ROUND_OF_PLAY, ROUND_OF_PLAY)
    yield Step(
        "Each player with an Ante and a Blind is dealt two cards face down, from the left of the house dealer. The "
        "player-dealer is last.",
        ROUND_OF_PLAY,
        ("deal hand", "deal dealer"),
    )
    yield Step(
        f"In turn from the left of the house dealer: play {before.least} or {before.most} times the Ante, check, or "
        "fold. A fold immediately loses the Ante, the Blind and a Bad Beat.",
        ROUND_OF_PLAY,
        DECIDE,
    )
    yield Step("A card is burned and three community cards are turned up: the flop.", ROUND_OF_PLAY, BOARD)
    yield Step(
        f"If you have not played yet, you may play {flop.least} times the Ante, check, or fold.",
        ROUND_OF_PLAY,
        DECIDE,
    )
    yield Step("A card is burned and the last two community cards are turned up.", ROUND_OF_PLAY, BOARD)
    once = "an amount equal to the Ante" if end.least == end.most == 1 else f"{end.least} to {end.most} times the Ante"
    yield Step(f"If you have not played yet, you must play {once}, or fold.", ROUND_OF_PLAY, ("play", "fold", "settle"))
    yield Step(
        f"The player-dealer's two cards are turned over. The hand qualifies with {hand_named(rules)} or better.",
        PAID,
        ("turn dealer",),
    )
    yield ends(rules, PAID)


BOARD = ("deal burn", "deal board")
STRONG = "flush"
"""A hand that pays in every table. A high card pays in none."""
CASES = {
    "you fold": (Showdown(folded=True),),
    "your hand is higher, and the player-dealer does not qualify": (
        Showdown(qualified=False, result=1, beaten="high card"),
        Showdown(qualified=False, result=1, hand=STRONG, beaten="high card"),
    ),
    "your hand is higher, and the player-dealer qualifies": (
        Showdown(result=1, beaten="pair"),
        Showdown(result=1, hand=STRONG, beaten="straight"),
    ),
    "the hands are equal, and the player-dealer does not qualify": (Showdown(qualified=False),),
    "the hands are equal, and the player-dealer qualifies": (Showdown(), Showdown(hand=STRONG)),
    "your hand is lower, and the player-dealer does not qualify": (
        Showdown(qualified=False, result=-1, beaten="high card"),
    ),
    "your hand is lower, and the player-dealer qualifies": (
        Showdown(result=-1, beaten="high card"),
        Showdown(result=-1, hand="straight", beaten="straight"),
    ),
}
