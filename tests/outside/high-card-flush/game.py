"""High Card Flush: seven cards each; most cards of a suit win. The more of them, the more may be raised."""

from cardroom.games.staged import staged
from cardroom.play.game.stages import FOLDING, Stage, Stages, by_result, raise_
from cardroom.rankings.own import own_ranking


@own_ranking(
    "high-card-flush", cards=7, counted="by suit", categories=("card", *(f"{n}-card flush" for n in range(2, 8)))
)
def flush(ranks):
    """The number of cards of the suit, then their ranks."""
    return ("card" if len(ranks) == 1 else f"{len(ranks)}-card flush", *ranks)


@own_ranking(
    "flush-run",
    cards=7,
    counted="by suit",
    categories=("no straight flush", *(f"{n}-card straight flush" for n in range(3, 8))),
)
def run(ranks):
    """The most cards in a row; an ace also comes before the two."""
    held = {*ranks, -1} if 12 in ranks else {*ranks}
    longest = max(next(n for n in range(9) if low + n not in held) for low in held)
    return (f"{longest}-card straight flush" if longest > 2 else "no straight flush",)


STAGES = Stages(
    "high-card-flush",
    (Stage((raise_("raise", most_with={2: "5-card flush", 3: "6-card flush"}), FOLDING), own=7, cite="Raise"),),
    {"ante": by_result(), "raise": by_result()},
    dealer=7,
)

DECLARATION = staged("high-card-flush", STAGES, aim="Have more cards of one suit than the dealer.")
