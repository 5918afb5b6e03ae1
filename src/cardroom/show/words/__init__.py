"""A round in words: one sentence for each event, names of people and places, short reasons.

It offers the sentences of a round for one viewer, and its text. It decides nothing: the reason of a result comes from
the event.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.show.words.actions import last_action
    from cardroom.show.words.names import concerns, label, person, pot_name, rows_words, spot_name, words
    from cardroom.show.words.proof import shuffle_verdict
    from cardroom.show.words.round_words import Telling, reason, sentences, signed
    from cardroom.show.words.steps import beats
    from cardroom.show.words.transcript import house_view, round_text
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
