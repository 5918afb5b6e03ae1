"""One round: asks and answers, events, chips, cards, and the driver that runs a game's script.

It offers `Round`, the values that go in and come out of one, the steps that scripts share, and `View`, what one bettor
may see. It knows no table, no file and no time.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.play.round.asks import (
        Amount,
        Answer,
        Area,
        Ask,
        Bets,
        Choice,
        Lay,
        Meanwhile,
        Name,
        Option,
        Pick,
        Refused,
        Reply,
        RowSlot,
        Tied,
        ask,
    )
    from cardroom.play.round.bank import (
        Coverage,
        Payoff,
        beaten_line,
        loses,
        loses_half,
        pays,
        pushes,
        qualifying_rank,
        rank_line,
    )
    from cardroom.play.round.carry import Carry, Shoe, read_carry
    from cardroom.play.round.collection import collect
    from cardroom.play.round.driver import Round, Script
    from cardroom.play.round.events import (
        Acted,
        Cause,
        Dealt,
        Event,
        Marked,
        Metered,
        Moved,
        Rolled,
        Said,
        Settled,
        Transfer,
        Turned,
        balances_after,
        opening_balances,
    )
    from cardroom.play.round.places import (
        BOARD,
        BOARDS,
        BURN,
        DEALER,
        DISCARDS,
        HOUSE_SPOT,
        MUCK,
        OTHER_BOARDS,
        POT,
        RESERVED,
        Account,
        Place,
        Spot,
        area_of,
        bank_of,
        check_stacks,
        front_of,
        hand_of,
        in_seat_order,
        is_name,
        meter_of,
        reserve_of,
        stack_of,
    )
    from cardroom.play.round.player_dealer import offer_bank, player_banked
    from cardroom.play.round.procedures import areas, base_wagers, least_stack, place_wagers, settle_wagers
    from cardroom.play.round.side_bets import FOLD, by_cards, forfeited, groups_used, judged_on, shows
    from cardroom.play.round.view import Decide, View, gone_from, positions_seen, seen_by
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
