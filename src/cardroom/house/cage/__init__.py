"""Money and duties at the cage: deposits, withdrawals, fills, credits; who may do what, alerts, liabilities.

`Cage` posts the money. The package also offers the rules of duties as the books hold them, orders that wait for a
second person, and the cage's history. It knows no passwords and no sessions. Which orders there are, and that a room
first needs two operators with second factors, is decided in `web/orders`.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.house.cage.alerts import AlertMonitor, AlertThresholds
    from cardroom.house.cage.cage import Cage
    from cardroom.house.cage.history import MOST_SHOWN, CageEntry, CagePage, cage_entries
    from cardroom.house.cage.owed import Liabilities, liabilities
    from cardroom.house.cage.requests import (
        APPROVED,
        COUNT,
        DECLINED,
        EXPIRES,
        REQUEST,
        Approval,
        PendingRequest,
        Requests,
    )
    from cardroom.house.cage.roles import (
        LOCAL,
        Duties,
        NotedUser,
        apply_note,
        conflict,
        duties,
        period_remarks,
    )
    from cardroom.house.cage.self_exclusion import check_exclusion, exclusion, exclusion_over, why_excluded
    from cardroom.house.cage.two_persons import DAY, PAYOUTS, TwoPersonRule, TwoPersons, asked_key
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
