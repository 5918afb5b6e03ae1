"""Crazy 4 Poker: five cards each, the best four count; raise one Ante, or up to three with a pair of aces."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_hand, by_result, raise_

STAGES = Stages(
    "four-of-five",
    (Stage((raise_("play", 1, 3, most_with="pair of aces"), FOLDING), own=5, cite="Play"),),
    {"ante": by_result(), "play": by_result(), "super": by_hand(otherwise="pushes unless beaten")},
    dealer=5,
)

DECLARATION = staged("crazy-4", STAGES, aim="Make a better hand than the dealer.")
