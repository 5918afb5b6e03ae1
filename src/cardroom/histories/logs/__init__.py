"""What the readers of all sites share: the values of a logged hand, the grammar of lines, the conversion to PHH.

`hand` has the values, `reading` and `lines` the grammar, `convert` makes a PHH document (with `cards` and `forced`),
and `results` checks that a round played from the document ends as the log says.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.histories.logs.cards import DRAW_GAMES, STUD_GAMES
    from cardroom.histories.logs.convert import as_phh
    from cardroom.histories.logs.hand import Log, LogStep, digits
    from cardroom.histories.logs.lines import LineReader, step_patterns
    from cardroom.histories.logs.reading import AMOUNT, amount_of, cards_of, date_of, dealt_to
    from cardroom.histories.logs.results import LogHand, check_results
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
