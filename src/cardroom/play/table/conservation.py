"""The check that a stored outcome is consistent: no chip is made or lost.

Tables use it on outcomes that they read back. The independent verifier has its own check of the same specification;
neither imports the other.
"""

from collections.abc import Iterable, Mapping

from cardroom.errors import InputError
from cardroom.play.round import RESERVED, Transfer

__all__ = ["check_conservation"]

_NET_OF = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}
"""The house's accounts, and the side of the net that each counts for. They last, and may become negative."""


def check_conservation(stacks: Mapping[str, int], transfers: Iterable[Transfer], net: Mapping[str, int]) -> None:
    """Reject an outcome unless all payers had the chips, nothing stays on the table, and the net is the sum.

    >>> from cardroom.play.round.places import area_of, stack_of
    >>> bet = Transfer(stack_of("ann"), area_of("1", "ante"), 500, "wager")
    >>> back = Transfer(area_of("1", "ante"), stack_of("ann"), 500, "push")
    >>> check_conservation({"ann": 2000}, [bet, back], {"bank": 0, "collection": 0, "jackpot": 0, "ann": 0})
    >>> check_conservation({"ann": 2000}, [bet], {"bank": 0, "collection": 0, "jackpot": 0, "ann": -500})
    Traceback (most recent call last):
    cardroom.errors.InputError: chips are left on the table
    """
    if RESERVED & stacks.keys():
        raise InputError("a player has the name of one of the house's accounts")
    balances = {("stack", bettor, ""): cents for bettor, cents in stacks.items()}
    for transfer in transfers:
        payer, payee = transfer.payer, transfer.payee
        if transfer.amount <= 0:
            raise InputError("a transfer must move more than zero cents")
        source, target = (payer.kind, payer.owner, payer.part), (payee.kind, payee.owner, payee.part)
        balances[source] = balances.get(source, 0) - transfer.amount
        balances[target] = balances.get(target, 0) + transfer.amount
        if balances[source] < 0 and payer.kind not in _NET_OF:
            raise InputError(f"{' '.join(source).strip()} pays more than it has")
    sums = dict.fromkeys(("bank", "collection", "jackpot", *stacks), 0)
    for (kind, owner, part), cents in balances.items():
        if kind in _NET_OF:
            sums[_NET_OF[kind]] += cents
        elif kind == "stack":
            if owner not in stacks or part:
                raise InputError(f"{owner} has no stack in this round")
            sums[owner] += cents - stacks[owner]
        elif cents:
            raise InputError("chips are left on the table")
    if sums != dict(net):
        raise InputError("the net is not the sum of the transfers")
    if sum(net.values()):
        raise InputError("the net does not sum to zero")
