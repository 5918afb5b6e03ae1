"""Baccarat: exact counts of every wager, and of all wagers together."""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.analysis.few_cards.baccarat import CARDS, baccarat_reports, showdowns_in
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
