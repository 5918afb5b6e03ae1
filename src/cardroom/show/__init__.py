"""A round as data to show: one picture for the terminal, the web pages, transcripts and tests."""

from cardroom.show.draw import picture
from cardroom.show.picture import Picture
from cardroom.show.transcript import round_text
from cardroom.show.words import sentences

__all__ = ["Picture", "picture", "round_text", "sentences"]
