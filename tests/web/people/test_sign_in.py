"""Signing in: locks by name and address, one-time codes, and second factors."""

import secrets

import httpx
import pyotp
import pytest

from cardroom.errors import InputError
from cardroom.house.books.secrets import Vault
from cardroom.house.cage.history import cage_entries
from cardroom.house.reports.significant import significant_events
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.factors import Factors, needs_factor
from cardroom.web.people.sign_in_limits import FAILURES, FAILURES_ANYWHERE, LOCKED
from cardroom.web.people.store import CODE_LASTS, CodeNeeded, PeopleStore
from cli.command import run
from support.browser import Browser, hears
from support.server import QUICK, running

PASSWORD = "correct horse"


@pytest.fixture
def clock():
    return [1_000_000_000.0]


@pytest.fixture
def people(tmp_path, clock):
    store = PeopleStore(PeopleDatabase(tmp_path / "people.db"), now=lambda: clock[0], hasher=QUICK)
    store.factors = Factors(store.database, Vault(bytes(32)), store.now)
    store.sign_up("ann", PASSWORD)
    yield store
    store.database.close()


def wrong(people, address, times=1, name="ann"):
    for _ in range(times):
        with pytest.raises(InputError):
            people.sign_in(name, "a guess", address)


def refused(people, address, password=PASSWORD):
    try:
        people.sign_in("ann", password, address)
    except InputError:
        return True
    return False


def test_a_stranger_cannot_lock_a_user_out(people):
    people.sign_in("ann", PASSWORD, "home")
    wrong(people, "stranger", FAILURES)
    assert refused(people, "stranger"), "locked out there"
    assert people.locked() == {"ann"}
    assert not refused(people, "home")
    assert not refused(people, "a new place")


def test_many_addresses_lock_a_user_out_at_unknown_ones_only(people):
    people.sign_in("ann", PASSWORD, "home")
    for number in range(FAILURES_ANYWHERE):
        wrong(people, f"stranger {number}")
    assert refused(people, "a new place")
    assert not refused(people, "home")


def test_tries_during_a_lock_do_not_prolong_it(people, clock):
    wrong(people, "stranger", FAILURES)
    for _ in range(5):
        clock[0] += LOCKED / 6
        wrong(people, "stranger")
    clock[0] += LOCKED / 6 + 1
    assert not refused(people, "stranger")


def test_an_unknown_name_is_not_stored(people):
    wrong(people, "stranger", FAILURES, name="perhaps a password")
    with people.database.reading() as database:
        names = database.exec_driver_sql("SELECT folded FROM failed_sign_ins").scalars().all()
    assert names == [""] * FAILURES


def test_a_one_time_code_replaces_the_password_once(people, clock):
    session = people.sign_in("ann", PASSWORD)
    wrong(people, "home", FAILURES)
    code = people.reset_password("ann")
    assert people.sessions.user(session) is None
    assert refused(people, "home"), "the old password is gone"
    token = people.sign_in("ann", code, "home")
    assert people.sessions.user(token).must_change_password
    people.change_password("ann", code, "a better password")
    assert refused(people, "home", code)
    clock[0] += CODE_LASTS + 1
    assert not refused(people, "elsewhere", "a better password"), "only a code expires"


def test_a_one_time_code_expires(people, clock):
    code = people.reset_password("ann")
    clock[0] += CODE_LASTS + 1
    assert refused(people, "home", code)


def test_a_second_factor_is_needed_and_each_code_works_once(people, clock):
    secret, address = people.factors.begin("ann")
    assert secret in address
    assert not refused(people, "home"), "not confirmed yet"
    with pytest.raises(InputError, match="wrong"):
        people.factors.confirm("ann", "000000")
    app = pyotp.TOTP(secret)
    people.factors.confirm("ann", app.at(clock[0]))
    with pytest.raises(CodeNeeded):
        people.sign_in("ann", PASSWORD, "home")
    assert refused(people, "home", "a guess"), "a wrong password does not tell that a code is needed"
    clock[0] += 60
    code = app.at(clock[0])
    people.sign_in("ann", PASSWORD, "home", code)
    with pytest.raises(InputError):
        people.sign_in("ann", PASSWORD, "home", code)
    clock[0] += 90
    with pytest.raises(InputError):
        people.sign_in("ann", PASSWORD, "home", app.at(clock[0] - 90))


def test_wrong_codes_lock_like_wrong_passwords(people, clock):
    secret, _ = people.factors.begin("ann")
    people.factors.confirm("ann", pyotp.TOTP(secret).at(clock[0]))
    clock[0] += 60
    for _ in range(FAILURES):
        with pytest.raises(InputError):
            people.sign_in("ann", PASSWORD, "home", "123456")
    with pytest.raises(InputError):
        people.sign_in("ann", PASSWORD, "home", pyotp.TOTP(secret).at(clock[0]))


def test_the_secret_of_a_factor_is_not_in_the_database_in_clear(people):
    secret, _ = people.factors.begin("ann")
    with people.database.reading() as database:
        stored = bytes(database.exec_driver_sql("SELECT secret FROM second_factors").scalar_one())
    assert secret.encode() not in stored


# -- through the server ----------------------------------------------------------------------------------------------


def staff(door, role):
    return Browser(door).sign_up(f"{role} {secrets.token_hex(3)}", PASSWORD, role)


def test_an_operator_resets_a_players_password_and_not_one_of_staff(door):
    operator, cashier = staff(door, "operator"), staff(door, "cashier")
    Browser(door).sign_up("pia", PASSWORD)
    code = operator.post("/api/v1/people/pia/reset", why="she called").json()["code"]
    pia = Browser(door)
    assert pia.post("/api/v1/sign-in", name="pia", password=PASSWORD).status_code == 401
    assert pia.post("/api/v1/sign-in", name="pia", password=code).json()["once"]
    assert pia.post("/api/v1/password", old=code, new="another horse").status_code == 200
    name = cashier.get("/api/v1/me").json()["name"]
    answer = operator.post(f"/api/v1/people/{name}/reset", why="to be the cashier")
    assert (answer.status_code, "on the machine itself" in answer.json()["detail"]) == (403, True)
    assert cashier.post("/api/v1/people/pia/reset", why="curious").status_code == 403
    entries = cage_entries(door.server.halls["money"].house.books, kinds=("password reset",)).entries
    assert [(each.why, each.before["name"]) for each in entries] == [("she called", "pia")]


def test_signing_in_with_a_second_factor_by_http(door):
    cashier = staff(door, "cashier")
    name = cashier.get("/api/v1/me").json()["name"]
    app = pyotp.TOTP(cashier.post("/api/v1/factor", password=PASSWORD).json()["secret"])
    now = door.server.people.now
    assert cashier.post("/api/v1/factor/confirm", password=PASSWORD, code=app.at(now() - 30)).json()["factor"]
    other = Browser(door)
    answer = other.post("/api/v1/sign-in", name=name, password=PASSWORD)
    assert (answer.status_code, answer.json()["code"]) == (401, True)
    assert other.post("/api/v1/sign-in", name=name, password=PASSWORD, code=app.at(now() + 30)).status_code == 200


def test_a_second_factor_ends_sessions_and_tokens_of_before(door):
    """The attack: with a guessed password, sign in or make a token before the owner adds a factor."""
    owner, thief = staff(door, "cashier"), Browser(door)
    name, slip = owner.get("/api/v1/me").json()["name"], {"who": "rick", "cents": 100}
    Browser(door).sign_up("rick", PASSWORD)
    assert thief.post("/api/v1/sign-in", name=name, password=PASSWORD).status_code == 200
    token = thief.post("/api/v1/tokens", name="for later", scopes=["cage"], password=PASSWORD).json()["token"]

    def deposit(slip_id):
        address, headers = f"{door.address}/api/v1/halls/money/cage/deposit", {"authorization": f"Bearer {token}"}
        return httpx.post(address, timeout=60, json=slip | {"id": slip_id}, headers=headers).status_code

    assert deposit("before") == 200
    app = pyotp.TOTP(owner.post("/api/v1/factor", password=PASSWORD).json()["secret"])
    with thief.line("money") as line:
        code = app.at(door.server.people.now())
        assert owner.post("/api/v1/factor/confirm", password=PASSWORD, code=code).json()["factor"]
        assert hears(line, "bye")["why"] == "Your session has ended. Sign in again."
    assert deposit("after") == 401
    assert thief.get("/api/v1/me").json()["name"] is None
    assert owner.post("/api/v1/halls/money/cage/deposit", **slip, id="by the owner").json() == {"balance": 200}


def test_a_stolen_session_cannot_make_an_access_token(door):
    """The attack: with the owner's cookies, make a token that is valid for a year."""
    owner, thief = staff(door, "cashier"), Browser(door)
    thief.http.cookies.update(owner.http.cookies)
    wanted = {"name": "for later", "scopes": ["cage"], "days": 366}
    assert thief.post("/api/v1/tokens", **wanted).status_code == 400, "a password must be sent"
    assert thief.post("/api/v1/tokens", **wanted, password="a guess of theirs").status_code == 409
    failures = cage_entries(door.server.halls["money"].house.books, kinds=("failed sign-in",)).entries
    assert failures[0].after == owner.get("/api/v1/me").json()["name"]
    now = door.server.people.now
    app = pyotp.TOTP(owner.post("/api/v1/factor", password=PASSWORD).json()["secret"])
    assert owner.post("/api/v1/factor/confirm", password=PASSWORD, code=app.at(now() - 30)).json()["factor"]
    assert owner.post("/api/v1/tokens", **wanted, password=PASSWORD).status_code == 409, "the password alone"
    assert owner.get("/api/v1/tokens").json() == []
    assert owner.post("/api/v1/tokens", **wanted, password=PASSWORD, code=app.at(now() + 30)).status_code == 201


def test_a_stolen_session_cannot_lock_the_owner_out_with_a_second_factor(door):
    """The attack: with the owner's cookies, add a factor that only the thief has."""
    owner, thief = staff(door, "cashier"), Browser(door)
    name, now = owner.get("/api/v1/me").json()["name"], door.server.people.now
    thief.http.cookies.update(owner.http.cookies)
    assert thief.get("/api/v1/me").json()["name"] == name
    assert thief.post("/api/v1/factor").status_code == 400, "a password must be sent"
    refused = thief.post("/api/v1/factor", password="a guess of theirs")
    assert (refused.status_code, refused.json()["detail"]) == (
        409,
        "This is not your password. Enter it to change your second factor.",
    )
    failures = cage_entries(door.server.halls["money"].house.books, kinds=("failed sign-in",)).entries
    assert failures[0].after == name, "the books have the try"
    app = pyotp.TOTP(owner.post("/api/v1/factor", password=PASSWORD).json()["secret"])
    code = app.at(now())
    assert thief.post("/api/v1/factor", password="a guess of theirs").status_code == 409, "nor replace the owner's"
    assert thief.post("/api/v1/factor/confirm", code=code).status_code == 400
    assert thief.post("/api/v1/factor/confirm", code=code, password="").status_code == 409, "nor confirm it"
    assert not owner.get("/api/v1/me").json()["factor"]


def test_where_the_house_says_so_money_needs_a_second_factor(tmp_path):
    with running(tmp_path, second_factor=True, sign_ins=1000) as room:
        Browser(room).sign_up("bob", PASSWORD)
        cashier = staff(room, "cashier")
        slip = {"id": "1", "who": "bob", "cents": 100}
        assert cashier.post("/api/v1/halls/money/cage/deposit", **slip).status_code == 403
        app = pyotp.TOTP(cashier.post("/api/v1/factor", password=PASSWORD).json()["secret"])
        cashier.post("/api/v1/factor/confirm", password=PASSWORD, code=app.at(room.server.people.now()))
        assert cashier.post("/api/v1/halls/money/cage/deposit", **slip).json() == {"balance": 100}
    for demanded in (True, False, False):  # a server that starts without the option takes it back, once
        with running(tmp_path, second_factor=demanded) as room:
            house = room.server.halls["money"].house
            assert needs_factor(house.books) is demanded
            changes = [each.what for each in significant_events(house.books, 0, 2**62)]
    assert changes.count("second factor for money") == 2


def test_failed_sign_ins_cannot_fill_the_books(tmp_path):
    """The books never forget: a flood of wrong passwords leaves few entries, which count the rest."""
    with running(tmp_path, sign_ins=100_000) as room:
        house, thief = room.server.halls["money"].house, Browser(room)
        for _ in range(60):
            assert thief.post("/api/v1/sign-in", name="nobody", password="a guess").status_code == 401
        noted = cage_entries(house.books, kinds=("failed sign-in",), limit=200).entries
        assert len(noted) == 20
    with running(tmp_path) as room:
        house = room.server.halls["money"].house
        noted = cage_entries(house.books, kinds=("failed sign-in",), limit=200).entries
        assert (len(noted), noted[0].why) == (21, "40 more failures are only in the log")
        assert Browser(room).post("/api/v1/sign-in", name="nobody", password="a guess").status_code == 401
        assert len(cage_entries(house.books, kinds=("failed sign-in",), limit=200).entries) == 22


def test_the_limit_of_sign_ins_can_be_set(tmp_path):
    with running(tmp_path, sign_ins=2) as room:
        one = Browser(room)
        answers = [one.post("/api/v1/sign-in", name="nobody", password="a guess").status_code for _ in range(3)]
        assert answers == [401, 401, 429]


def test_the_command_resets_any_password_and_says_in_the_books_that_no_one_signed_in(tmp_path):
    room = f"sqlite:///{tmp_path}/room.db"
    with running(tmp_path) as served:
        operator = staff(served, "operator")
        name = operator.get("/api/v1/me").json()["name"]
        printed = run("people", "reset", name, room, "--why", "lost").stdout
        code = printed.split(" is ")[1].split()[0]
        assert operator.get("/api/v1/me").json()["name"] is None, "its sessions have ended"
        assert Browser(served).post("/api/v1/sign-in", name=name, password=code).json()["once"]
        books = served.server.halls["money"].house.books
        [note] = cage_entries(books, kinds=("password reset",)).entries
        assert (note.who, note.why) == ("local, unauthenticated", "lost")
