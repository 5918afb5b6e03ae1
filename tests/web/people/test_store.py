"""Users, guests and sessions in the people database, by a clock that the tests set."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest
from argon2 import PasswordHasher

from cardroom.errors import InputError
from cardroom.house.books.store import StoreError
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import guest_name
from cardroom.web.people.passwords import Passwords
from cardroom.web.people.sessions import GUEST_IDLE, IDLE
from cardroom.web.people.store import PeopleStore
from support.server import QUICK


@pytest.fixture
def people(tmp_path):
    """A people store whose clock the test sets: `people.clock[0] = 60`."""
    clock = [0]
    result = PeopleStore(PeopleDatabase(tmp_path / "people.db"), now=lambda: clock[0], hasher=QUICK)
    result.clock = clock
    yield result
    result.database.close()


def test_ended_sessions_are_deleted(people):
    people.sign_up("ann", "correct horse")
    anns, guests = people.sessions.begin("ann"), people.sessions.begin(people.add_guest().name)
    people.clock[0] = IDLE
    assert people.sessions.delete_ended() == 0
    people.clock[0] = IDLE + 1
    assert people.sessions.delete_ended() == 1
    assert people.sessions.user(anns, touch=False) is None
    assert people.sessions.user(guests, touch=False) is not None
    people.clock[0] = GUEST_IDLE + 1
    assert (people.sessions.delete_ended(), people.sessions.delete_ended()) == (1, 0)


def test_one_operator_remains_when_all_resign_at_the_same_time(people):
    for name in ("ann", "bea", "cal"):
        people.sign_up(name, "correct horse", ("operator",))

    def stops(name):
        with suppress(InputError):
            people.set_roles(name, ("player",))

    for _ in range(5):
        with ThreadPoolExecutor(3) as at_once:
            [*at_once.map(stops, ("ann", "bea", "cal"))]
        assert [each.name for each in people.users() if "operator" in each.roles], "no operator is left"
        for name in ("ann", "bea", "cal"):
            people.set_roles(name, ("operator",))


def test_a_session_continues_while_the_people_database_cannot_be_written(people, monkeypatch):
    @contextmanager
    def full():
        raise StoreError("the people database: the disk is full")
        yield

    guest = people.add_guest().name
    token = people.sessions.begin(guest)
    monkeypatch.setattr(people.database, "writing", full)
    people.clock[0] = 60
    assert people.sessions.user(token).name == guest
    people.clock[0] = GUEST_IDLE + 1
    assert people.sessions.user(token) is None


def test_barred_users_and_guests_are_listed(people):
    people.sign_up("ann", "correct horse")
    people.sign_up("bob", "correct horse")
    guest = people.add_guest().name
    people.bar("bob", "enough")
    people.bar(guest, "rude")
    assert people.barred() == {"bob": "enough", guest: "rude"}


def test_the_search_for_a_free_guest_name_is_limited(people, monkeypatch):
    monkeypatch.setattr("cardroom.web.people.store.secrets.randbelow", lambda _: 7)
    assert people.add_guest().name == guest_name(7)
    with pytest.raises(InputError, match="No free guest name was found"):
        people.add_guest()


def test_only_guests_without_a_session_or_bar_are_deleted(people):
    people.sign_up("ann", "correct horse")
    names = [people.add_guest().name for _ in range(3)]
    people.sessions.begin(names[1])
    people.bar(names[2], "rude")
    day = 24 * 60 * 60
    people.clock[0] = day - 1
    assert people.delete_guests(day) == 0
    people.clock[0] = day
    assert people.delete_guests(day) == 1
    with pytest.raises(InputError, match="There is no user"):
        people.user(names[0])
    assert [people.user(name).name for name in ("ann", *names[1:])] == ["ann", *names[1:]]
    with pytest.raises(InputError, match="Wrong name or password"):
        people.sign_in("nobody", "of this name")  # does the same work as for a known user


@pytest.mark.parametrize("known", [True, False])
def test_the_first_check_does_the_same_work_for_unknown_users(known, monkeypatch):
    hashed = QUICK.hash("the right one")
    passwords, done = Passwords(QUICK), []
    for name in ("hash", "verify"):
        real = getattr(PasswordHasher, name)
        monkeypatch.setattr(PasswordHasher, name, lambda *each, of=name, real=real: done.append(of) or real(*each))
    assert not passwords.is_right(hashed if known else "", "wrong")
    assert done == ["hash", "verify"]


def test_a_password_is_costly_to_guess():
    """In a process of its own, because hashing is quick in tests. OWASP advises at least 19 MiB and two passes."""
    program = "from cardroom.web.people.passwords import Passwords; print(Passwords().hash('many words here', 'ann'))"
    hashed = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout
    cost = re.match(r"\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$", hashed)
    assert cost, hashed
    assert int(cost[1]) >= 19 * 1024
    assert int(cost[2]) >= 2
