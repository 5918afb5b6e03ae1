"""Who gives an order on the command line: a user with a password, or someone at the machine, which the books say."""

import json
import os
import time

import pyotp
import pytest
from sqlalchemy import update

import cardroom
from cardroom.house import House
from cardroom.house.audit.store import audit
from cardroom.house.backup.runs import AUTHOR
from cardroom.house.cage.owed import liabilities
from cardroom.house.cage.roles import LOCAL
from cardroom.house.cage.two_persons import TwoPersonRule, TwoPersons
from cardroom.web.halls.databases import databases_for
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.factors import Factors, note_factor_rule
from cardroom.web.people.notes import note_writer
from cardroom.web.people.schema import FACTORS
from cardroom.web.people.store import PeopleStore
from cli import command
from support.server import QUICK

PASSWORD = "a long password of {}"
STAFF = {"olga": ("operator",), "otto": ("operator",), "cass": ("cashier",), "ann": ("player",)}
OPERATORS, APPS = ("olga", "otto"), {}
"""Users with a second factor, and their apps."""
CEILING = ("jackpots", "ceiling", "Galaxy", "$9,000")
WHY = ("--why", "a new display")
ALONE = "so --local cannot do it"


@pytest.fixture
def room(tmp_path, monkeypatch):
    """The stores of a room with two operators, each with a second factor, and a jackpot."""
    for name in ("CARDROOM_KEY", "CARDROOM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CARDROOM_CODE", "")
    where = databases_for(f"sqlite:///{tmp_path}/room.db")
    monkeypatch.setenv("CARDROOM_STORE", where.money)
    house, database = House.at(where.money, create=True), PeopleDatabase(where.people)
    people = PeopleStore(database, hasher=QUICK)
    for name, roles in STAFF.items():
        note = note_writer(house, "sign-up", who=name, why="hired")
        people.sign_up(name, PASSWORD.format(name), roles, note=note)
    for name in OPERATORS:
        add_factor(house, database, name)
    game = cardroom.game("four-card-frenzy")
    house.jackpots.open("Galaxy", game, "galaxy", who="olga", source="cage", key="jackpot 1")
    yield house
    database.close()
    house.books.store.close()


def add_factor(house, database, name):
    factors = Factors(database, house.books.store.vault, time.time)
    APPS[name] = pyotp.TOTP(factors.begin(name)[0])
    factors.confirm(name, APPS[name].now())
    house.note("second factor", who=name, why="they added one")


def with_code(words):
    """Words of a command. Its author has a new code, as if half a minute had passed since the last command."""
    if "--who" in words and (app := APPS.get(words[words.index("--who") + 1])):
        database = PeopleDatabase(databases_for(f"sqlite:///{os.environ['CARDROOM_STORE']}").people)
        with database.writing() as connection:
            connection.execute(update(FACTORS).values(step=0))
        database.close()
        os.environ["CARDROOM_CODE"] = app.now()
    return words


def run(*words):
    return command.run(*with_code(words))


def mistake(*words):
    return command.mistake(*with_code(words))


def one_person(house, on=False):
    TwoPersonRule(house.books).set(TwoPersons(on=on), who=AUTHOR, why="tests")


def signed_in(monkeypatch, who):
    """Set the password that commands take."""
    monkeypatch.setenv("CARDROOM_PASSWORD", PASSWORD.format(who))
    return "--who", who


def ceiling(house):
    return house.jackpots.pool("Galaxy").ceiling


def test_a_command_on_a_room_needs_a_password(room, monkeypatch):
    assert "set CARDROOM_PASSWORD to the password of olga, or use --local" in mistake(*CEILING, "--who", "olga", *WHY)
    monkeypatch.setenv("CARDROOM_PASSWORD", "a guess")
    assert "Wrong name or password" in mistake(*CEILING, "--who", "olga", *WHY)
    assert ceiling(room) is None
    failed = [json.loads(each.body) for each in room.entries("cage") if b"failed sign-in" in each.body]
    assert [each["after"] for each in failed] == ["olga"]


@pytest.mark.parametrize("who", ["cass", "ann"])
def test_a_user_without_the_role_is_refused(room, monkeypatch, who):
    assert f"{who} is not operator" in mistake(*CEILING, *signed_in(monkeypatch, who), *WHY)
    assert ceiling(room) is None


def test_a_jackpot_change_waits_for_a_second_operator(room, monkeypatch):
    said = run(*CEILING, *signed_in(monkeypatch, "olga"), *WHY).stdout
    assert "waits for a second person until" in said
    assert ceiling(room) is None
    [request] = json.loads(run("requests", "list", "--json").stdout)
    number = str(request["number"])
    assert (request["who"], request["says"]) == ("olga", "give Galaxy a ceiling of $9,000")
    assert "give Galaxy a ceiling of $9,000" in run("requests", "list").stdout
    approve = ("requests", "approve", number, "--why", "I saw it")
    assert "You asked for this yourself" in mistake(*approve, "--who", "olga")
    assert "Only a user with the role operator" in mistake(*approve, *signed_in(monkeypatch, "cass"))
    assert "Done: give Galaxy a ceiling of $9,000." in run(*approve, *signed_in(monkeypatch, "otto")).stdout
    assert ceiling(room) == 900_000
    assert "was approved by otto" in mistake(*approve, "--who", "otto")
    assert "No request waits" in run("requests", "list").stdout
    assert [each.who for each in room.entries("jackpot: Galaxy")][-1] == "olga"


def test_a_request_can_be_declined(room, monkeypatch):
    run("jackpots", "fund", "Galaxy", "$500", "--source", "house", "--id", "1", *signed_in(monkeypatch, "olga"), *WHY)
    [request] = json.loads(run("requests", "list", "--json").stdout)
    declined = ("requests", "decline", str(request["number"]), "--why", "no promotion", "--who", "olga")
    assert "is declined" in run(*declined).stdout
    assert "was declined by olga" in mistake(*declined)


def test_at_the_machine_itself_one_person_gives_no_order_that_needs_two(room):
    """The attack: someone on the machine makes a puppet operator, or takes over the account of one."""
    for words in (
        CEILING,
        ("people", "add", "puppet", "operator", "--why", "mine"),
        ("people", "roles", "ann", "operator", "--why", "mine"),
    ):
        why = () if "--why" in words else WHY
        assert ALONE in mistake(*words, *why, "--who", "olga", "--local")
    reset = ("people", "reset", "otto", f"sqlite:///{os.environ['CARDROOM_STORE']}", "--factor")
    assert ALONE in command.mistake(*reset)
    assert "puppet" not in run("people", "list").stdout
    one_person(room)
    assert "The one-time code of otto is" in command.run(*reset).stdout, "the books and every report say so"


@pytest.mark.parametrize("spelled", ["sqlite+pysqlite:///{}/room.db", "{}/link.db"])
def test_no_other_spelling_of_a_room_makes_it_a_store_without_users(room, tmp_path, spelled):
    """The attack: someone on the machine names the money books so that the users are not found beside them."""
    (tmp_path / "link.db").symlink_to(os.environ["CARDROOM_STORE"])
    (tmp_path / "link.key").symlink_to(tmp_path / "room.key")
    fund = ("jackpots", "fund", "Galaxy", "$5", spelled.format(tmp_path), "--source", "house", "--id", "1")
    words = (*fund, "--who", "olga", *WHY)
    assert "its users are not beside them" in command.mistake(*words)
    assert ALONE in command.mistake(*words, "--local")
    assert room.jackpots.amounts("Galaxy").meter == 250_000
    assert "There is no people database beside these books" in run("audit", spelled.format(tmp_path)).stdout
    assert "no people database" not in run("audit").stdout


def test_a_room_with_one_operator_takes_no_orders_on_the_command_line(room, monkeypatch):
    people = PeopleDatabase(databases_for(f"sqlite:///{os.environ['CARDROOM_STORE']}").people)
    Factors(people, room.books.store.vault, time.time).remove("otto")
    people.close()
    who = signed_in(monkeypatch, "olga")
    for words in (CEILING, ("people", "add", "Cashier 2", "cashier"), ("people", "roles", "ann", "cashier")):
        assert "first needs two operators, each with a second factor" in mistake(*words, *who, *WHY)
    assert "Cashier 2" not in run("people", "list").stdout
    code = command.run("people", "reset", "olga", f"sqlite:///{os.environ['CARDROOM_STORE']}").stdout
    assert "The one-time code of olga is" in code, "the first operator can still get in"


def test_duties_that_check_each_other_are_never_one_person(room, monkeypatch):
    one_person(room)
    who = (*signed_in(monkeypatch, "olga"), "--why", "she can do both")
    for local in ((), ("--local",)):
        for roles in ("player,auditor", "floor,operator,cashier"):
            for words in (("people", "roles", "ann", roles), ("people", "add", "Ida", roles)):
                assert "One person cannot be " in mistake(*words, *who, *local)
    assert "Ida" not in run("people", "list").stdout


def test_at_the_machine_itself_the_books_say_so(room):
    one_person(room)
    assert "the ceiling is now $9,000" in run(*CEILING, "--local", "--who", "olga", *WHY).stdout
    assert [each.who for each in room.entries("jackpot: Galaxy")][-1] == f"olga ({LOCAL})"
    assert "1 entry was made on the machine itself, without a password (local, unauthenticated)." in run("audit").stdout


def test_a_store_without_users_asks_for_no_password(tmp_path, monkeypatch):
    monkeypatch.delenv("CARDROOM_KEY", raising=False)
    store = str(tmp_path / "room.db")
    run("store", "init", store)
    run("store", "alerts", store, "--bet", "$50", "--who", "manager", "--why", "a small room")
    events = json.loads(run("store", "events", store, "--json").stdout)
    assert events[-1]["who"] == f"manager ({LOCAL})"


def test_roles_on_the_command_line(room, monkeypatch):
    roles = ("people", "roles", "ann", "cashier", "--why", "hired")
    assert "waits for a second person" in run(*roles, *signed_in(monkeypatch, "olga")).stdout
    assert "ann: player" in run("people", "list").stdout
    [request] = json.loads(run("requests", "list", "--json").stdout)
    approve = ("requests", "approve", str(request["number"]), "--why", "so")
    run(*approve, *signed_in(monkeypatch, "otto"))
    assert "ann: cashier" in run("people", "list").stdout
    mine = ("people", "roles", "otto", "operator,floor", "--why", "more")
    assert "You cannot give yourself roles" in mistake(*mine, "--who", "otto")
    one_person(room)
    gone = ("people", "roles", "otto", "player", "--why", "a thief", "--who", "olga", "--local")
    assert "otto now has the roles player." in run(*gone).stdout
    users = {each["name"]: each["roles"] for each in json.loads(run("people", "list", "--json").stdout)}
    assert users["otto"] == ["player"]
    assert audit(room.books).holds
    run("audit")


def test_an_operator_adds_staff_with_a_name_that_players_cannot_choose(room, monkeypatch):
    add = ("people", "add", "Cashier 2", "cashier", "--why", "a new one")
    said = run(*add, *signed_in(monkeypatch, "olga")).stdout
    assert "The one-time code of Cashier 2 is" in said
    assert "waits for a second person" in said
    [request] = json.loads(run("requests", "list", "--json").stdout)
    approve = ("requests", "approve", str(request["number"]), "--why", "I know her")
    assert "give Cashier 2 the roles cashier" in run(*approve, *signed_in(monkeypatch, "otto")).stdout
    assert "Cashier 2: cashier" in run("people", "list").stdout
    assert "is not operator" in mistake(*add, *signed_in(monkeypatch, "cass"))
    one_person(room)
    run("people", "add", "Floor 1", "floor", "--why", "a new one", "--who", "olga", "--local")
    assert "Unknown role: boss" in mistake("people", "add", "Ida", "boss", "--why", "one", "--who", "olga", "--local")
    assert not audit(room.books).findings


def test_where_the_house_says_so_orders_on_the_command_line_need_a_second_factor(room, monkeypatch):
    note_factor_rule(room, True)
    cashier = ("requests", "decline", "1", *WHY)
    assert "Add a second factor" in mistake(*cashier, *signed_in(monkeypatch, "cass"))
    order = (*CEILING, *signed_in(monkeypatch, "olga"), *WHY)
    assert "olga has a second factor: set CARDROOM_CODE" in command.mistake(*order)
    monkeypatch.setenv("CARDROOM_CODE", "000000")
    assert "Wrong name or password" in command.mistake(*order)
    assert "waits for a second person" in run(*order).stdout
    one_person(room)
    run(*order, "--local")
    assert ceiling(room) == 900_000


@pytest.mark.parametrize("words", [("set-aside", "Galaxy"), ("fund", "Galaxy", "$5", "--source", "house", *WHY)])
def test_a_person_cannot_use_up_the_ids_of_the_server(room, words):
    """The attack: someone takes the id of the next decision, and no one can approve that request any more."""
    one_person(room)
    said = mistake("jackpots", *words, "--id", "/decision 9", "--who", "olga", "--local")
    assert "must not begin with a slash" in said
    assert room.books.by_key("/decision 9") is None


def test_a_correction_of_a_jackpot_cannot_use_up_the_ids_of_the_server(room):
    one_person(room)
    said = mistake("jackpots", "correct", "Galaxy", "$5", *WHY, "--id", "/decision 9", "--who", "olga", "--local")
    assert "must not begin with a slash" in said


def test_every_sheet_of_a_room_with_one_person_says_so(room, tmp_path):
    one_person(room)
    said, csv, html = "One person can give every order alone", tmp_path / "day.csv", tmp_path / "day.html"
    run("report", "--csv", str(csv), "--html", str(html))
    sheets = [run(*words).stdout for words in (("report",), ("report", "--json"), ("report", "--pairs"), ("audit",))]
    assert all(
        said in sheet for sheet in (*sheets, csv.read_text(), html.read_text(), *liabilities(room.books).remarks)
    )
    assert said in json.loads(run("report", "--pairs", "--json").stdout)["remarks"][0]
