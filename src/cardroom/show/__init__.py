"""A round as data to show: one picture for the terminal, the web pages, transcripts and tests."""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.show.pictures import Picture, picture
    from cardroom.show.words import round_text, sentences
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
