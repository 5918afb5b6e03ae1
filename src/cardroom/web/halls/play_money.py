"""Play money: everybody is given some to begin with, and again when it is gone. It never becomes money."""

from __future__ import annotations

import secrets
from functools import partial

from cardroom.errors import Mistaken
from cardroom.house import CAGE
from cardroom.house.books import retry_on_conflict
from cardroom.money import dollars
from cardroom.web.halls.hall import Hall
from cardroom.web.people.store import Account

__all__ = ["WELCOME", "PlayMoney"]

WELCOME = 1_000_000
"""Cents that everybody has to begin with, and gets again when they are gone."""
_GIVES = "play money"


class PlayMoney:
    """Who is given how much of it, in the hall where it is played for."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._house = hall, hall.house

    async def welcome(self, who: Account) -> None:
        """Play money for somebody who is new."""
        give = partial(self._house.deposit, who.name, WELCOME, who=_GIVES, key=f"welcome {who.name}")
        await self._hall.books(give)

    async def may_come_over(self, guest: Account) -> None:
        """Refuse a name to a guest who may not play, and to one whose chips lie at tables: they would stay behind."""
        if guest.barred:
            raise Mistaken(f"you may not play here: {guest.barred}")
        house = self._house
        held, balance = await self._hall.books(lambda: (house.holdings(guest.name), house.balance(guest.name)))
        if held > balance:
            raise Mistaken(
                f"{dollars(held - balance)} of your play money lies at tables: leave them first, so that it comes along"
            )

    async def come_over(self, guest: Account, who: Account) -> None:
        """Play money of a guest who has taken a name goes with them; with none, they are welcomed like anybody."""
        house = self._house

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # from here on nobody else writes there
                if cents := house.balance(guest.name):
                    house.withdraw(guest.name, cents, who=_GIVES, key=f"came over {guest.name}")
                house.deposit(who.name, cents or WELCOME, who=_GIVES, key=f"welcome {who.name}")

        await self._hall.books(lambda: retry_on_conflict(give))

    async def refill(self, who: Account) -> None:
        """Play money for who has hardly any left, at tables too."""
        house, key = self._house, f"refill {secrets.token_hex(8)}"

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # from here on nobody else writes there, so that of several at once one is given
                if house.holdings(who.name) * 10 > WELCOME:
                    raise Mistaken(f"there is new play money when less than {dollars(WELCOME // 10)} is left")
                house.deposit(who.name, WELCOME, who=_GIVES, key=key)

        await self._hall.books(lambda: retry_on_conflict(give))
