"""`cardroom people`: put right what a user cannot, on the machine of the card room itself."""

from contextlib import closing

from cardroom.cli import UsageError
from cardroom.cli.operate.persons import LOCAL_REFUSED
from cardroom.cli.operate.store import LOCAL
from cardroom.cli.terminal.common import console
from cardroom.house import House
from cardroom.house.cage import TwoPersonRule
from cardroom.web.halls import Orders, databases_for
from cardroom.web.people import CODE_LASTS, Factors, PeopleDatabase, PeopleStore, note_writer

__all__ = ["reset_command"]


def reset_command(name: str, room: str | None, why: str, factor: bool) -> int:
    """Print a one-time code that replaces a user's password. The room may be open.

    Its code gives the rights of another person, so a room with two operators resets passwords by two persons.
    """
    databases = databases_for(room, create=False)
    with closing(PeopleDatabase(databases.people)) as database:
        people, house = PeopleStore(database), House.at(databases.money)
        try:
            if Orders(house, people).enrolled and TwoPersonRule(house.books).current().on:
                raise UsageError(LOCAL_REFUSED)
            code = people.reset_password(name, note_writer(house, "password reset", who=LOCAL, why=why))
            if factor:
                Factors(database, house.books.store.vault, people.now).remove(name)
                house.note("second factor removed", who=LOCAL, why=why, before=people.user(name).name)
        finally:
            house.books.store.close()
    screen = console()
    screen.print(f"The one-time code of {name} is {code}", soft_wrap=True)
    screen.print(f"It is valid for {CODE_LASTS // 3600} hours. Sign in with it, and choose a password.", soft_wrap=True)
    return 0
