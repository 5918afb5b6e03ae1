"""The picture of a table: what one viewer sees, as one encodable value.

It offers `picture`, the values that a picture is made of, and a cache for many viewers of one round. It knows no
terminal, no page, and no game by name.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.show.pictures.cache import PictureCache
    from cardroom.show.pictures.cards_at import ABOUT_CARDS, CardsAt, cards_by_place, follow
    from cardroom.show.pictures.cloths import cloth
    from cardroom.show.pictures.draw import picture
    from cardroom.show.pictures.glimpses import Glimpse, glimpse
    from cardroom.show.pictures.indexed_view import IndexedView
    from cardroom.show.pictures.made import hand_text, shown_at, words_told_apart
    from cardroom.show.pictures.previews import beaten, preview, rows_preview
    from cardroom.show.pictures.prompts import prompt
    from cardroom.show.pictures.stakes import stakes_words
    from cardroom.show.pictures.values import (
        BankShown,
        Chair,
        DecidingHand,
        Explanation,
        HandEnd,
        HandSums,
        Meter,
        Offer,
        Picture,
        PlacedBet,
        PotSum,
        Prompt,
        Result,
        Sentence,
        Spread,
        WonHand,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
