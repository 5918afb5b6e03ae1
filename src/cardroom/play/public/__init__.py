"""The check of a round by people who do not know its whole deck.

It offers one function, which replays a record with the cards that were opened. It may use nothing that only the house
knows.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.play.public.replay import check_public
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
