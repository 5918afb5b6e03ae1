"""The people database is compared with the books: one UPDATE makes the audit fail."""

import sqlite3

import pyotp
import pytest
from typer.testing import CliRunner

from cardroom.cli.app import app
from cardroom.web.halls.table_config import MONEY
from cardroom.web.people.audit import StoredPeople, people_findings, stored_people
from support.browser import Browser, hire, in_memory
from support.server import running

OPERATOR = "SET roles = '[\"operator\"]'"
UPDATES = {
    f"UPDATE people {OPERATOR} WHERE name = 'ann'": "ann has the roles operator in the people database, and player by",
    "UPDATE people SET roles = '[\"player\", \"auditor\"]' WHERE name = 'flo'": "flo has the roles player, auditor in",
    "UPDATE people SET barred = '' WHERE name = 'bob'": "bob is not barred in the people database, and is barred (a",
    "UPDATE people SET barred = 'x' WHERE name = 'ann'": "ann is barred (x) in the people database, and is not barred",
    f"UPDATE people {OPERATOR} WHERE password = '' AND name != ''": "and the books know no such user",
    f"UPDATE people {OPERATOR} WHERE name = ''": "a user without a name has the roles operator",
    "UPDATE people SET folded = 'mal' WHERE name = 'boss'": "boss (signs in as mal) has the roles operator, auditor in",
    "UPDATE people SET password = (SELECT password FROM people WHERE name = 'ann')"
    " WHERE name = 'boss'": "the password of boss in the people database is not the one that was set by the books",
    "DELETE FROM second_factors WHERE folded = 'boss'": "boss has no second factor in the people database, and has one",
    "UPDATE second_factors SET confirmed = 0": "boss has no second factor in the people database, and has one by the",
    "DELETE FROM people WHERE name = 'bob'": "bob is missing from the people database; by the books: player",
    "INSERT INTO people SELECT 'eve', 'eve', password, roles, made, failures, once, barred FROM people"
    " WHERE name = 'ann'": "eve has the roles player in the people database, and the books know no such user",
}
"""What an insider with the file does, and what the audit says."""


@pytest.fixture(scope="module")
def folder(often):
    """The files of a room with staff, a barred player and a guest."""
    with in_memory() as folder:
        with running(folder) as room:
            Browser(room).guest()
            for name in ("ann", "bob", "flo"):
                Browser(room).sign_up(name)
            boss = Browser(room).sign_up("boss")
            hire(room, "boss", ("operator", "auditor"))
            assert boss.post("/api/v1/people/flo/roles", roles=["floor"], why="hired").status_code == 200
            assert boss.post("/api/v1/people/bob/bar", barred=True, why="a debt").status_code == 200
            app = pyotp.TOTP(boss.post("/api/v1/factor", password="correct horse").json()["secret"])
            code = {"password": "correct horse", "code": app.at(room.server.people.now())}
            assert boss.post("/api/v1/factor/confirm", **code).status_code == 200
        yield folder


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Do not wait before differences are checked again."""
    monkeypatch.setattr("cardroom.web.people.audit.AGAIN", 0)


def audited(folder):
    """The exit code and the output of an audit."""
    result = CliRunner().invoke(app, ["audit", str(folder / "room.db")])
    return result.exit_code, " ".join(result.output.split())


def test_an_honest_room_holds_and_the_audit_lists_several_roles(folder):
    code, text = audited(folder)
    assert code == 0
    assert "No problems found." in text
    assert "boss has several roles: operator, auditor." in text
    assert "One person can give every order alone: cardroom serve switched the second person off" in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize("update", UPDATES)
def test_one_update_makes_the_audit_fail(folder, update):
    database = sqlite3.connect(folder / "room.people.db", isolation_level=None)
    before = [*database.iterdump()]
    changed = database.execute(update).rowcount
    try:
        assert changed == 1
        code, text = audited(folder)
        assert code == 1
        assert UPDATES[update] in text
    finally:
        database.execute("DELETE FROM people")
        database.execute("DELETE FROM second_factors")
        for statement in before:
            if statement.startswith(('INSERT INTO "people"', 'INSERT INTO "second_factors"')):
                database.execute(statement)
        database.close()
    assert audited(folder)[0] == 0


def test_passwords_that_were_changed_in_order_are_no_finding(folder):
    with running(folder) as room:
        ann, boss = Browser(room), Browser(room).sign_up("chief")
        hire(room, "chief", ("operator",))
        ann.post("/api/v1/sign-in", name="ann", password="correct horse")
        assert ann.post("/api/v1/password", old="correct horse", new="battery staple").status_code == 200
        assert "code" in boss.post("/api/v1/people/bob/reset", why="he forgot it").json()
    assert audited(folder)[0] == 0


def test_a_change_in_progress_is_not_a_finding(folder):
    with running(folder) as room:
        house, people = room.server.halls[MONEY].house, room.server.people
        seen = []

        def users():
            """Read the users before and after a change that the books hold already."""
            found = people.everyone()
            if not seen:
                found = [user._replace(roles=("player",)) if user.name == "flo" else user for user in found]
            seen.append(found)
            return StoredPeople(found, {"boss"})

        assert people_findings(house.books, users) == []
        assert len(seen) == 2


def test_the_audit_writes_nothing_to_the_people_database(folder):
    file = folder / "room.people.db"
    before = file.read_bytes()
    assert {user.name for user in stored_people(str(file)).users} >= {"ann", "bob", "flo", "boss", ""}
    assert file.read_bytes() == before
