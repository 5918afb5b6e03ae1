"""Four Card Poker: the best four of five against the best four of the dealer's six; one to three Antes, or fold."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_result, raise_

STAGES = Stages(
    "four-of-five",
    (Stage((raise_("play", 1, 3), FOLDING), own=5, dealer=1, cite="Play"),),
    {"ante": by_result(), "play": by_result()},
    dealer=6,
    dealer_ranking="four-of-six",
)

DECLARATION = staged("four-card-poker", STAGES, aim="Make a better hand of four cards than the dealer.")
