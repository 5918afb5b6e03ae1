"""The rules page of a game, as data and in sentences, with its collection schedules.

It offers the page, its wording, and what a schedule takes. It reads rule sets and declarations, and never a round.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.show.rules.choices import RuleChoice, departing_choices, silent_choices
    from cardroom.show.rules.collection import posted_lines, schedules_page, takes_whole_pots, terms_words
    from cardroom.show.rules.columns import PrintedPayTable, printed_pay_tables
    from cardroom.show.rules.data import banked_by, page, summary
    from cardroom.show.rules.families import FAMILIES, family
    from cardroom.show.rules.fees_taken import RoundFacts, asked_of, fees_of_round, moments_reached, nothing
    from cardroom.show.rules.round_words import (
        Grid,
        Section,
        allowed_values,
        closing,
        conditions,
        deciding,
        places,
        short,
        source,
        teaching,
        terms,
        value_text,
        with_sentences,
    )
    from cardroom.show.rules.wagers import most_times
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
