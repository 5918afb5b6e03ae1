"""Rule sets with a small deck, of which every deal can be played or counted one by one."""

import msgspec

from cardroom.cards import RANKS
from cardroom.cards.decks import small_deck


def with_deck(rules, ranks, suits):
    """The rule set with a deck of these ranks in so many suits."""
    name = small_deck("".join(RANKS[rank] for rank in ranks), suits)
    return rules.replaced(deck=msgspec.structs.replace(rules.deck, name=name))
