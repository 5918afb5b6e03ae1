"""What a round looks like, as data: one picture for terminal, page, transcript and test."""

from cardroom.show.draw import picture
from cardroom.show.picture import Picture
from cardroom.show.transcript import transcript
from cardroom.show.words import lines

__all__ = ["Picture", "lines", "picture", "transcript"]
