"""Play money: every user is given some at first, and again when it is gone. It never becomes money."""

from __future__ import annotations

import secrets
from functools import partial

from cardroom.errors import InputError
from cardroom.house import CAGE
from cardroom.house.books import retry_on_conflict
from cardroom.money import dollars
from cardroom.web.halls.hall import Hall
from cardroom.web.people.user import User

__all__ = ["WELCOME", "PlayMoney"]

WELCOME = 1_000_000
"""Cents that every user is given."""
_GIVES = "play money"


class PlayMoney:
    """Gives play money, in the hall where it is played for."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._house = hall, hall.house

    async def welcome(self, who: User) -> None:
        """Give play money to a new user."""
        give = partial(self._house.deposit, who.name, WELCOME, who=_GIVES, key=f"welcome {who.name}")
        await self._hall.books(give)

    async def may_come_over(self, guest: User) -> None:
        """Refuse to sign up a barred guest, and one with chips at tables: those chips would stay behind."""
        if guest.barred:
            raise InputError(f"you may not play here: {guest.barred}")
        house = self._house
        held, balance = await self._hall.books(lambda: (house.holdings(guest.name), house.balance(guest.name)))
        if held > balance:
            raise InputError(
                f"{dollars(held - balance)} of your play money lies at tables: leave them first, so that it comes along"
            )

    async def come_over(self, guest: User, who: User) -> None:
        """Give a guest's play money to the user that they became; without any, the amount for a new user."""
        house = self._house

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # locks the cage
                if cents := house.balance(guest.name):
                    house.withdraw(guest.name, cents, who=_GIVES, key=f"came over {guest.name}")
                house.deposit(who.name, cents or WELCOME, who=_GIVES, key=f"welcome {who.name}")

        await self._hall.books(lambda: retry_on_conflict(give))

    async def refill(self, who: User) -> None:
        """Give play money to a user who has hardly any left, tables included."""
        house, key = self._house, f"refill {secrets.token_hex(8)}"

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # locks the cage: of several requests at once, one is given
                if house.holdings(who.name) * 10 > WELCOME:
                    raise InputError(f"there is new play money when less than {dollars(WELCOME // 10)} is left")
                house.deposit(who.name, WELCOME, who=_GIVES, key=key)

        await self._hall.books(lambda: retry_on_conflict(give))
