"""House jackpots: their meters, reserves, links to tables, contributions and hits.

It offers the state of a jackpot, the orders that change it, and what tables do to it. It knows no cards: a round says
what was won. A bet moves a meter when the bets of its round close: `contribute` in `play/round/chips.py` does it in the
round, and `Meters.with_drops` in the books.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.jackpots.books import Jackpots
    from cardroom.house.jackpots.daily import morning_problem
    from cardroom.house.jackpots.figures import cents_by_cause, meter_history
    from cardroom.house.jackpots.meters import (
        READ_AHEAD,
        Meters,
        asks_house,
        claims_of,
        given_back,
        hits_of,
        jackpots_on_layout,
        minutes,
        released_by,
        seeds_of,
        spilled,
        transfers_of,
    )
    from cardroom.house.jackpots.pools import (
        Hit,
        Pool,
        claim_account,
        meter_account,
        overflow_account,
        pool_entry,
        reseed_change,
        state_after,
    )
    from cardroom.house.jackpots.terms import JackpotTerms, changed_terms, with_terms
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
