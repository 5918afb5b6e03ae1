"""Let It Ride: three equal wagers, two of which you may take back; a pair of tens or better wins."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import CHECK, Stage, Stages, by_hand, take_back

STAGES = Stages(
    "high",
    (
        Stage((take_back("one"), CHECK), own=3, cite="Play, 1"),
        Stage((take_back("two"), CHECK), board=1, cite="Play, 2"),
    ),
    {"dollar": by_hand(), "one": by_hand(), "two": by_hand()},
    last_board=1,
)

DECLARATION = staged("let-it-ride", STAGES, aim="Make a pair of tens or better with the board.")
