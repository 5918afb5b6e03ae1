"""Orders of the staff that can take money: what each does, which wait for a second person, and who approves them.

It offers every kind of order, and `Orders`, which carries one out at once or lets it wait. It knows no server and no
HTTP. How much money may move before a second person is needed is decided in `house/cage/two_persons.py`.
"""

from typing import TYPE_CHECKING

from cardroom.lazy import offered

if TYPE_CHECKING:
    from cardroom.web.orders.approval import NotAllowed, Orders
    from cardroom.web.orders.kinds import (
        RULES_SAVED,
        ChangeTwoPersons,
        Correct,
        CountCage,
        Credit,
        Deposit,
        JackpotCeiling,
        JackpotChange,
        JackpotCorrection,
        JackpotFunding,
        LiftBar,
        ResetPassword,
        SetRoles,
        StaffOrder,
        UseRuleSet,
        VoidRound,
        Withdraw,
        check_may_deposit,
        order_of,
        own_rule_set,
    )
else:
    __getattr__, __dir__, __all__ = offered(__name__, __file__)
