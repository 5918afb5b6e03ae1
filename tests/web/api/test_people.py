"""Signing up, in and out: one user per session, and no way back to an ended one."""

import httpx

from cardroom.house.books.store import StoreError
from cardroom.house.cage.history import cage_entries
from cardroom.web.api import websocket as socket
from cardroom.web.halls.chores import DAY
from cardroom.web.halls.table_config import PLAY
from cardroom.web.people.names import guest_name
from cardroom.web.people.sessions import GUEST_IDLE
from support.browser import Browser, ask, hears
from support.server import at_once, open_table


def test_a_failed_sign_in_is_recorded_even_with_a_forged_address(door):
    one, message = Browser(door), {"name": "nobody here", "password": "correct horse"}
    answer = one.http.post("/api/v1/sign-in", json=message, headers=one.token | {"x-forwarded-for": "x" * 5000})
    assert answer.status_code == 401
    noted = cage_entries(door.server.halls["money"].house.books, kinds=["failed sign-in"], limit=1).entries[0]
    assert noted.why.startswith("from xxx")


def test_the_name_of_a_deleted_guest_is_not_used_again(door, monkeypatch):
    drawn = iter([7, 7, 8])
    monkeypatch.setattr("cardroom.web.people.store.secrets.randbelow", lambda _: next(drawn))
    one, other = Browser(door), Browser(door)
    assert one.guest() == guest_name(7)
    one.post("/api/v1/sign-out")
    assert door.server.people.delete_guests(0) == 1
    assert other.guest() == guest_name(8), "the books still name the first guest"


def test_a_guest_who_signs_up_keeps_the_play_money_and_gets_no_money(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    table = open_table(door, "before the name", bots=0)
    one, play = Browser(door), door.server.halls[PLAY].house
    guest = one.guest()
    me = one.get("/api/v1/me").json()
    assert (me["away"], me["forgotten"]) == (GUEST_IDLE // DAY, door.server.forget)
    play.cage.withdraw(guest, 123_400, who="play money", key="some is gone")
    with one.line() as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        refused = one.post("/api/v1/sign-up", name="takes a name", password="correct horse")
        assert (refused.status_code, "You have $200 of play money at tables" in refused.json()["detail"]) == (
            409,
            True,
        )
        assert ask(line, "leave", table=table)["type"] == "accepted"
    had, session = play.balance(guest), one.http.cookies["session"]
    with one.line() as line:
        hears(line, "hello")
        one.sign_up("takes a name")
        assert "session has ended" in hears(line, "bye")["why"]
    me = one.get("/api/v1/me").json()
    assert (me["name"], me["guest"], me["halls"]["play"]["balance"], me["halls"]["money"]["balance"]) == (
        "takes a name",
        False,
        had,
        0,
    )
    assert (had, play.holdings(guest), door.server.people.sessions.user(session)) == (876_600, 0, None)


def test_a_barred_guest_cannot_sign_up(door):
    one = Browser(door)
    door.server.people.bar(one.guest(), "they asked for it")
    refused = one.post("/api/v1/sign-up", name="another name", password="correct horse")
    assert (refused.status_code, refused.json()["detail"]) == (409, "You are barred from playing: they asked for it")
    assert "another name" not in {each.name for each in door.server.people.users()}


def test_signing_out_or_a_new_password_ends_connections_immediately(door, monkeypatch):
    """Long before the regular check of sessions. A session that has not ended keeps its connections."""
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    here = Browser(door).sign_up("two places")
    there = Browser(door)
    there.post("/api/v1/sign-in", name="two places", password="correct horse")
    with here.line() as one, here.line("money") as other, there.line() as third:
        for line in (one, other, third):
            hears(line, "hello")
        assert here.post("/api/v1/sign-out").status_code == 200
        for line in (one, other):
            assert "session has ended" in hears(line, "bye")["why"]
        assert ask(third, "leave", table="nowhere")["why"] == "There is no table nowhere.", "the connection still works"
        changed = Browser(door)
        changed.post("/api/v1/sign-in", name="two places", password="correct horse")
        assert changed.post("/api/v1/password", old="correct horse", new="battery staple").status_code == 200
        assert "session has ended" in hears(third, "bye")["why"]
        with changed.line() as fourth:
            assert hears(fourth, "hello", "bye")["type"] == "hello"


def test_signing_in_as_another_user_ends_the_old_session(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one = Browser(door).sign_up("one of two")
    Browser(door).sign_up("other of two")
    with one.line() as line:
        hears(line, "hello")
        before = dict(one.http.cookies)
        assert (
            one.post("/api/v1/sign-in", name="other of two", password="correct horse").json()["name"] == "other of two"
        )
        assert "session has ended" in hears(line, "bye")["why"]
    with one.line() as line:  # signing in again as the same user changes nothing
        hears(line, "hello")
        one.post("/api/v1/sign-in", name="other of two", password="correct horse")
        assert ask(line, "leave", table="nowhere")["why"] == "There is no table nowhere."
    assert httpx.get(f"{door.address}/api/v1/me", timeout=60, cookies=before).json()["name"] is None
    before = dict(one.http.cookies)
    assert one.post("/api/v1/guest").json()["guest"]
    assert httpx.get(f"{door.address}/api/v1/me", timeout=60, cookies=before).json()["name"] is None
    assert one.post("/api/v1/sign-in", name="other of two", password="wrong horse").status_code == 401
    assert one.get("/api/v1/me").json()["guest"], "a refused sign-in changes nothing"


def test_a_failed_sign_in_keeps_the_old_session(door, monkeypatch):
    Browser(door).sign_up("behind the books")
    one = Browser(door)
    name = one.guest()

    def unread(who):
        raise StoreError("the books cannot be read")

    with monkeypatch.context() as broken:
        broken.setattr(door.server.halls[PLAY].house, "balance", unread)
        answer = one.post("/api/v1/sign-in", name="behind the books", password="correct horse")
        assert answer.status_code >= 500
        assert "set-cookie" not in answer.headers
    assert one.get("/api/v1/me").json()["name"] == name, "a guest cannot sign in again"


def test_two_pages_opened_together_share_one_guest(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    one = Browser(door)
    name = one.guest()
    with one.line() as line:
        hears(line, "hello")
        assert one.guest() == name, "both pages asked before there was a guest"
        assert ask(line, "return", table="no such table")["type"] == "denied", "the connection is still open"


def test_a_name_with_an_account_in_the_books_cannot_be_taken(door):
    """As after a restore of the books without the people database."""
    house = door.server.halls["money"].house
    house.cage.deposit("zed", 1_764_416, who="cage 1", key="before")
    refused = Browser(door).post("/api/v1/sign-up", name="zed", password="correct horse")
    assert refused.status_code == 409
    assert "has an account here already" in refused.json()["detail"]
    assert house.balance("zed") == 1_764_416


def rename(one, name=""):
    """Ask for another name; return the status, and the new name or the reason."""
    answer = one.post("/api/v1/guest/name", name=name)
    said = answer.json()
    return answer.status_code, said.get("name") or said["detail"]


def test_a_guest_changes_their_name_and_keeps_the_play_money(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    table, play = open_table(door, "under another name", bots=0), door.server.halls[PLAY].house
    one = Browser(door)
    first = one.guest()
    play.cage.withdraw(first, 1_100, who="play money", key="spent before the new name")
    before = dict(one.http.cookies)
    with one.line() as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        status, why = rename(one, "Juniper")
        assert (status, "leave the tables first" in why) == (409, True), "chips are in play under the old name"
        assert ask(line, "leave", table=table)["type"] == "accepted"
    assert rename(one, " juniper ") == (200, "guest Juniper")
    me = one.get("/api/v1/me").json()
    assert (me["name"], me["guest"], me["halls"]["play"]["balance"]) == ("guest Juniper", True, 998_900)
    assert play.balance(first) == 0
    assert httpx.get(f"{door.address}/api/v1/me", timeout=60, cookies=before).json()["name"] is None, (
        "the old session has ended"
    )
    status, drawn = rename(one)
    assert status == 200
    assert drawn.startswith("guest ")
    assert drawn != "guest Juniper"
    assert one.get("/api/v1/me").json()["halls"]["play"]["balance"] == 998_900


def test_a_guest_cannot_take_the_name_of_anyone_else(door):
    Browser(door).sign_up("Rosalind")
    other, one = Browser(door), Browser(door)
    other.guest(), one.guest()
    assert rename(other, "Sorrel")[0] == 200
    names = (
        "Rosalind",
        "ROSAL1ND",
        "guest Rosalind",
        "Sorrel",
        "s0rrel",
        "Toad",
        "House",
        "The Floor",
        "Operator",
        "7",
    )
    for name in names:
        status, why = rename(one, name)
        assert status == 409, name
        assert any(word in why for word in ("taken", "not allowed", "used here before")), why
    assert rename(other)[0] == 200
    assert rename(one, "Sorrel")[0] == 409, "the books still name the guest who had it"
    refused = Browser(door).post("/api/v1/sign-up", name="Sorrel", password="correct horse")
    assert "taken" in refused.json()["detail"], "a user cannot look like a guest either"


def test_a_barred_guest_and_a_user_keep_their_names(door):
    one = Browser(door)
    door.server.people.bar(one.guest(), "a fight")
    assert rename(one) == (409, "You are barred from playing: a fight")
    status, why = rename(Browser(door).sign_up("keeps a name"), "Other")
    assert (status, why.startswith("Only guests can change their name.")) == (409, True)
    assert rename(Browser(door))[0] == 401


def test_a_guest_cannot_look_like_staff_the_house_or_a_user(door):
    Browser(door).sign_up("Bjorn Lowman")
    one = Browser(door)
    one.guest()
    staff = ("The-Operator", "Operator2", "Floor.Manager", "Adm1n-7", "Theadmins", "Dealer Tom", "The H0use", "A Gue5t")
    for name in (*staff, "BjornLowman", "Bjørn Lowman", "Bjom Lowman", "Bjorn-Lovvman", "Björn Łowman"):
        status, why = rename(one, name)
        assert (status, "not allowed" in why or "too similar" in why) == (409, True), (name, status, why)
    assert rename(one, "Staffan Pitt") == (200, "guest Staffan Pitt"), "ordinary names are not refused"


def test_of_several_new_names_at_once_one_gets_the_play_money(door):
    one, other = Browser(door), door.server.people
    user, new = other.user(one.guest()), iter(("Racer A", "Racer B", "Racer C"))
    done = at_once(door, 3, lambda: door.server.rename_guest(user, next(new)))
    named = [each for each in done if not isinstance(each, Exception)]
    play = door.server.halls[PLAY].house
    assert [play.balance(each.name) for each in named] == [1_000_000]
    assert {str(each) for each in done if isinstance(each, Exception)} == {
        "Your play money has moved to another name already. Reload the page."
    }
    taken = {each.name for each in other.everyone()} & {"guest Racer A", "guest Racer B", "guest Racer C"}
    assert taken == {named[0].name}, "the other names are free"


def test_a_guest_who_sits_down_during_the_change_keeps_name_and_chips(door, monkeypatch):
    monkeypatch.setattr(socket, "SESSION_CHECK", 3600)
    table, one = open_table(door, "sat down meanwhile", bots=0), Browser(door)
    name = one.guest()

    async def too_early(_):
        """The check, before the guest sat down."""

    monkeypatch.setattr(door.server.play_money, "check_can_sign_up", too_early)
    with one.line() as line:
        assert ask(line, "join", table=table, cents=20_000)["type"] == "accepted"
        status, why = rename(one, "Chipless")
        assert (status, "leave the tables first" in why) == (409, True)
        assert one.get("/api/v1/me").json()["name"] == name
        assert ask(line, "leave", table=table)["type"] == "accepted"
    monkeypatch.undo()
    assert rename(one, "Chipless") == (200, "guest Chipless"), "the name is free"
