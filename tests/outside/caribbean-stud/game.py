"""Caribbean Stud: five cards each, one of the dealer's up; raise two Antes or fold."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_result, by_winning_hand, raise_

STAGES = Stages(
    "high",
    (Stage((raise_("raise", 2), FOLDING), own=5, dealer=1, cite="Play, 1"),),
    {"ante": by_result(), "raise": by_winning_hand(unqualified="pushes", tie="pushes")},
    dealer=5,
)

DECLARATION = staged("caribbean-stud", STAGES, aim="Make a better hand than the dealer.")
