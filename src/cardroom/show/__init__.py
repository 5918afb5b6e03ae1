"""What a round looks like, as data: one picture for terminal, page, transcript and test."""

from cardroom.show.draw import picture
from cardroom.show.picture import Picture
from cardroom.show.transcript import round_text
from cardroom.show.words import sentences

__all__ = ["Picture", "picture", "round_text", "sentences"]
