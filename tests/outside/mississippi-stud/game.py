"""Mississippi Stud: two cards of your own, three of the board, a bet before each; a pair of jacks or better wins."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, bet, by_hand

STAGES = Stages(
    "high",
    (
        Stage((bet("third", 1, 3), FOLDING), own=2, cite="Play, 1"),
        Stage((bet("fourth", 1, 3), FOLDING), board=1, cite="Play, 2"),
        Stage((bet("fifth", 1, 3), FOLDING), board=1, cite="Play, 3"),
    ),
    {"ante": by_hand(), "third": by_hand(), "fourth": by_hand(), "fifth": by_hand()},
    last_board=1,
)

DECLARATION = staged("mississippi-stud", STAGES, aim="Make a pair of sixes or better with the board.")
