"""Whether the transfers of a round add up to its result. The dealer's own check; the verifier has another."""

from collections import Counter
from collections.abc import Iterable, Mapping

from cardroom.errors import Mistaken
from cardroom.play.events import Transfer
from cardroom.play.places import Account, stack_of

__all__ = ["HOUSE_SIDES", "check_net"]

HOUSE_SIDES = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}
"""What the accounts of the house are called in a round's net result."""


def check_net(stacks: Mapping[str, int], transfers: Iterable[Transfer], net: Mapping[str, int]) -> None:
    """Refuse transfers that pay what an account does not have, leave chips on the table, or differ from the net."""
    balances: Counter[Account] = Counter({stack_of(who): cents for who, cents in stacks.items()})
    for each in transfers:
        if type(each.amount) is not int or each.amount <= 0:
            raise Mistaken(f"a transfer moves a positive number of cents, not {each.amount!r}")
        balances[each.payer] -= each.amount
        balances[each.payee] += each.amount
        if balances[each.payer] < 0 and each.payer.kind not in HOUSE_SIDES:
            raise Mistaken(f"{_name(each.payer)} pays more than it has")
    moved: Counter[str] = Counter(dict.fromkeys(("bank", "collection", "jackpot", *stacks), 0))
    for account, cents in balances.items():
        if account.kind in HOUSE_SIDES:
            moved[HOUSE_SIDES[account.kind]] += cents
        elif account.kind == "stack" and account.owner in stacks:
            moved[account.owner] += cents - stacks[account.owner]
        elif cents:
            raise Mistaken(f"chips are left on the table: {_name(account)}")
    if dict(moved) != dict(net) or sum(net.values()) != 0:
        raise Mistaken("the net result is not the sum of the transfers")


def _name(account: Account) -> str:
    return " ".join(filter(None, (account.kind, account.owner, account.part)))
