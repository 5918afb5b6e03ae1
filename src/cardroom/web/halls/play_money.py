"""Play money: every user gets some at first, and more when it is nearly gone. It never becomes money."""

from __future__ import annotations

import secrets
from functools import partial

from cardroom.errors import InputError
from cardroom.house import CAGE
from cardroom.house.books import PLAY_MONEY, retry_on_conflict
from cardroom.money import dollars
from cardroom.web.halls.hall import Hall
from cardroom.web.people import User

__all__ = ["WELCOME", "PlayMoney"]

WELCOME = 1_000_000
"""Cents that every new user gets."""


class PlayMoney:
    """Gives play money to users in the play-money hall."""

    def __init__(self, hall: Hall) -> None:
        self._hall, self._house = hall, hall.house

    async def welcome(self, who: User) -> None:
        """Give play money to a new user."""
        give = partial(self._house.cage.deposit, who.name, WELCOME, who=PLAY_MONEY, key=f"welcome {who.name}")
        await self._hall.books(give)

    async def check_can_sign_up(self, guest: User) -> None:
        """Refuse to sign up a guest who is barred, or who has chips at tables, because those would be lost."""
        if guest.barred:
            raise InputError(f"You are barred from playing: {guest.barred}")
        await self._hall.books(lambda: self._check_no_chips(guest))

    def _check_no_chips(self, guest: User) -> None:
        total, balance = self._house.holdings(guest.name), self._house.balance(guest.name)
        if total > balance:
            raise InputError(
                f"You have {dollars(total - balance)} of play money at tables. To keep it, leave the tables first."
            )

    async def move_to_user(self, guest: User, who: User) -> None:
        """Move a guest's play money to another user. Without any, give the amount for a new user.

        Refused for a guest whose play money was moved before, and for one who sat down meanwhile.
        """
        house, key = self._house, f"came over {guest.name}"

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # locks the cage, so that of two moves the second sees the first
                if house.books.by_key(key):
                    raise InputError("Your play money has moved to another name already. Reload the page.")
                self._check_no_chips(guest)
                if cents := house.balance(guest.name):
                    house.cage.withdraw(guest.name, cents, who=PLAY_MONEY, key=key)
                house.cage.deposit(who.name, cents or WELCOME, who=PLAY_MONEY, key=f"welcome {who.name}")

        await self._hall.books(lambda: retry_on_conflict(give))

    async def refill(self, who: User) -> None:
        """Give play money to a user who has little left, chips at tables included."""
        house, key = self._house, f"refill {secrets.token_hex(8)}"

        def give() -> None:
            with house.books.transaction():
                house.books.last(CAGE)  # locks the cage, so that only one of several requests is granted
                if house.holdings(who.name) * 10 > WELCOME:
                    raise InputError(
                        f"You can get more play money when you have less than {dollars(WELCOME // 10)} left."
                    )
                house.cage.deposit(who.name, WELCOME, who=PLAY_MONEY, key=key)

        await self._hall.books(lambda: retry_on_conflict(give))
