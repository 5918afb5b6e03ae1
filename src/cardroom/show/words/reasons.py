"""The short reason of a result, and amounts with a sign."""

from cardroom.money import dollars
from cardroom.play.round import Settled
from cardroom.show.pictures import IndexedView
from cardroom.show.words.names import label

__all__ = ["reason", "signed"]


def reason(view: IndexedView, event: Settled) -> str:
    """The reason for a result, without the wager's name, and with the amount that the bank could not cover."""
    why = event.why.removeprefix(f"{label(view.rules, event.wager)}: ")
    if event.net != event.due:
        why += f"; the bank's wager reaches {dollars(abs(event.net))} of {dollars(abs(event.due))}"
    if event.breakage:
        why += f"; {event.breakage} cent is breakage"
    return why


def signed(amount: int) -> str:
    """An amount with its sign.

    >>> signed(500), signed(-250), signed(0)
    ('+$5', '-$2.50', '$0')
    """
    return f"{'+' if amount > 0 else ''}{dollars(amount)}"
