"""The pages of the floor, operators and auditors in a real browser. The books record every order."""

import re

import msgspec
import pyotp
import pytest

from cardroom.errors import InputError
from cardroom.house.cage.history import cage_entries
from cardroom.house.cage.two_persons import TwoPersons
from cardroom.room.timing import TableTiming
from cardroom.web.halls.table_config import MONEY, PLAY
from cardroom.web.pages.assets import pages
from support.asked import GOING, HOUSE, PASSWORD, POKER
from support.browser import enroll, hire


@pytest.mark.parametrize(("path", "who"), [("floor", "ann"), ("operator", "ann"), ("auditor", "ann"), ("floor", None)])
@pytest.mark.sampled(2, 1)
def test_staff_pages_are_refused_to_others(path, who, visit):
    page = visit(path, who)
    page.get_by_text("This page is for" if who else "Sign in to see this page").wait_for()
    assert page.locator("table").count() == 0


def test_the_floor_opens_and_pauses_a_table_that_a_player_finds(visit, room):
    floor = visit("floor", "flo")
    floor.get_by_role("button", name="Open a table").first.click()
    form = floor.locator("dialog form")
    form.get_by_label("Name", exact=True).fill("Crow")
    form.locator("[name=game]").select_option("three-card-poker-6-card-bonus")
    form.get_by_text("House rules").click()
    form.locator("[name='rule.minimum']").fill("$10")
    form.get_by_label("Bots").fill("2")
    form.get_by_role("button", name="Open table").click()
    floor.get_by_role("button", name="Pause Crow").wait_for()

    player = visit("", None)
    player.get_by_label("Find a game").fill("three card")
    row = player.locator(".game", has_text="Three Card Poker 6 Card Bonus")
    row.get_by_text("$10 to $1,000").wait_for()
    player.locator(".game").nth(1).wait_for(state="detached")
    row.get_by_role("link", name=re.compile("Watch")).click()
    player.wait_for_url("**/table?*Crow")

    floor.get_by_role("button", name="Pause Crow").click()
    floor.locator("dialog").get_by_label("Reason").fill("a spilled drink")
    floor.locator("dialog").get_by_role("button", name="Pause").click()
    floor.get_by_role("button", name="Resume Crow").wait_for()


def test_the_floor_confirms_a_fee_that_can_take_whole_pots(visit, room):
    floor = visit("floor", "flo", fails=True)  # the first answer is 409
    floor.get_by_role("button", name="Open a table").first.click()
    form = floor.locator("dialog form")
    form.get_by_label("Name", exact=True).fill("Dear")
    form.locator("[name=game]").select_option("texas-holdem")
    form.get_by_text("House rules").click()
    form.locator("[name='rule.limit']").select_option("fixed")
    form.locator("[name='rule.stakes']").fill("$4-$8")
    form.locator("[name='rule.collection']").select_option("92")
    form.get_by_role("button", name="Open table").click()
    asked = floor.locator("dialog", has_text="Open table anyway?").last
    asked.get_by_text("option 92 can take the whole pot after the flop").wait_for()
    asked.get_by_role("button", name="Cancel").click()
    assert "Dear" not in room.server.halls[PLAY].room.tables
    form.get_by_role("button", name="Open table").click()
    floor.locator("dialog", has_text="Open table anyway?").last.get_by_role("button", name="Open table").click()
    floor.get_by_role("button", name="Pause Dear").wait_for()


class Desk:
    """A staff member who gives orders on the floor's page."""

    def __init__(self, page):
        self.page = page

    def orders(self, button, submit, says, done, **message):
        """Press a button, check the explanation, fill in and send the form, and check the confirmation."""
        page = self.page
        page.get_by_role("button", name=button, exact=True).first.click()
        form = page.locator("dialog form")
        form.get_by_text(says).first.wait_for()
        for name, value in message.items():
            field = form.locator(f"[name='{name.replace('__', '.')}']")
            field.wait_for(state="attached")
            match field.evaluate("each => each.type"):
                case "select-one":
                    field.locator(f"option[value='{value}']").wait_for(state="attached")
                    field.select_option(value)
                case "checkbox":
                    field.set_checked(value)
                case _:
                    field.evaluate("each => { const held = each.closest('details'); if (held) held.open = true; }")
                    field.fill(value)
        form.get_by_role("button", name=submit, exact=True).click()
        page.locator("dialog").wait_for(state="detached")
        page.locator("#warned").get_by_text(done).last.wait_for(state="attached")  # for screen readers


@pytest.mark.proof
def test_every_order_is_carried_out_confirmed_and_recorded(visit, room, axe):
    people, tables = room.server.people, room.server.halls[PLAY].room.tables
    for _ in range(3):
        with pytest.raises(InputError):
            people.sign_in("bob", "not the password")
    page = visit("floor", "flo")
    flo = Desk(page)
    for operators in ("Correct a balance", "Roles of bob", "Unlock bob", "Deposit", "Withdraw"):
        assert page.get_by_role("button", name=operators).count() == 0

    open_it = {"name": "Heron", "game": "four-card-frenzy", "jackpot__galaxy": "Galaxy", "run__act": "45"}
    flo.orders("Open a table", "Open table", "Rule set", "Heron is open.", **open_it)
    assert room.server.tables.configs[PLAY]["Heron"].timing.answer_time == 45
    assert room.server.halls[PLAY].house.table("Heron").table.links == {"galaxy": "Galaxy"}
    seats = page.get_by_role("list", name=f"Players at {GOING}")
    seats.get_by_text(re.compile(r"^1 ann \$[\d,.]+ \((disconnected|away) \d+ (s|min)\)$")).wait_for()

    bottom = "element => element.getBoundingClientRect().bottom"
    listed = page.locator("table.figures").first
    assert listed.locator("tr").last.evaluate(bottom) <= listed.evaluate(bottom) + 1, "rows cover what is below"

    tables[GOING].broken = "a card is missing"  # as after an error in the round
    interrupted = page.locator(".notice", has_text=f"The round at {GOING} is interrupted")
    interrupted.wait_for()
    off = f"The round at {GOING} is void"
    flo.orders(f"Void the round at {GOING}", "Void round", "All wagers are returned", off, why="boxed")
    interrupted.wait_for(state="detached")

    pause = {"says": "Players keep their seats and chips", "done": "Heron is paused.", "why": "a spill"}
    flo.orders("Pause Heron", "Pause", **pause)
    flo.orders("Resume Heron", "Resume", "starts as soon as possible", "Heron has resumed.", why="it is dry")
    game = {"what": "ez-baccarat", "why": "a shoe is missing"}
    flo.orders("Stop a game", "Stop", "No new rounds of this game", "EZ Baccarat is stopped.", **game)
    flo.orders("Resume EZ Baccarat", "Resume", "Dealing resumes", "EZ Baccarat has resumed.", why="it was found")
    flo.orders("Stop all play", "Stop", "at any table", "All play is stopped.", why="a fire drill")
    page.get_by_text("flo stopped all play: a fire drill").wait_for()
    page.locator("tr", has_text="Heron").get_by_text("stopped: a fire drill").wait_for()
    visit("", None).get_by_text("The house has stopped play: a fire drill").wait_for()
    flo.orders("Resume play", "Resume", "Dealing resumes", "Play has resumed.", why="it was one")

    cass = Desk(visit("floor", "cass"))
    cass.orders("Deposit", "Deposit", "hands in this amount", "eve now has $120.", who="eve", amount="$120")
    for others in ("Open a table", "Stop all play", "Pause Heron", "Bar eve", "Fill a table's bank"):
        assert cass.page.get_by_role("button", name=others).count() == 0
    fill = {"who": HOUSE, "amount": "$500"}
    flo.orders(
        "Fill a table's bank", "Fill a table's bank", "The house adds chips", "The bank of table 8 now has", **fill
    )
    credit = "Credit from a table's bank"
    flo.orders(credit, credit, "The house takes chips", f"The bank of {HOUSE} now has", who=HOUSE, amount="$200")
    people.sign_up("quince", PASSWORD)  # while the page is open
    page.get_by_role("searchbox", name="Find a user").fill("quince")
    page.get_by_role("button", name="Bar quince").wait_for()
    page.get_by_role("searchbox", name="Find a user").fill("")
    flo.orders("Bar eve", "Bar", "can no longer play", "eve is barred.", why="by her own wish")
    assert people.user("eve").barred == "by her own wish"
    flo.orders("Lift bar on eve", "Lift bar", "by her own wish", "eve can play again.", why="a month is over")
    flo.orders("Close Heron", "Close table", "closes permanently", "Heron is closed", why="nobody came")
    page.locator("tr", has_text="Heron").wait_for(state="detached")

    page = visit("floor", "opal")
    page.emulate_media(color_scheme="dark")
    page.get_by_role("button", name="Correct a balance").click()
    page.get_by_role("dialog").get_by_label("Amount").wait_for()
    assert not axe(page)
    page.keyboard.press("Escape")
    opal = Desk(page)
    less = {"who": "eve", "better": "no", "amount": "20", "why": "miscounted"}
    opal.orders("Correct a balance", "Correct balance", "The books keep the old", "eve now has $100.", **less)
    opal.orders("Unlock bob", "Unlock", "can try again immediately", "bob can sign in again.", why="he has called")
    assert people.sign_in("bob", PASSWORD)
    given = {"role.floor": True, "why": "helps out"}
    opal.orders("Roles of eve", "Change", "Takes effect immediately", "eve now has the roles player, floor.", **given)
    taken = given | {"role.floor": False, "why": "gone home"}
    opal.orders("Roles of eve", "Change", "Takes effect immediately", "eve now has the roles player.", **taken)

    books = visit("operator", "opal")
    books.get_by_role("region", name="Cage").get_by_text("This agrees with the books.").wait_for()
    activity = books.get_by_role("region", name="Activity")
    activity.get_by_text("roles player, floor → player").wait_for()
    money, play = (
        {
            (each.kind, each.who, each.why)
            for each in cage_entries(room.server.halls[hall].house.books, limit=200).entries
        }
        for hall in (MONEY, PLAY)
    )
    at_tables = {  # stored in the books of the tables' hall, with what they did
        ("table opened", "for Four Card Frenzy, brook"),
        ("round voided", "boxed"),
        ("table paused", "a spill"),
        ("table resumed", "it is dry"),
        ("table closed", "nobody came"),
    }
    orders = {
        ("play stopped", "a shoe is missing"),
        ("play goes on", "it was found"),
        ("play stopped", "a fire drill"),
        ("play goes on", "it was one"),
        ("barred", "by her own wish"),
        ("not barred", "a month is over"),
    }
    assert {(what, "flo", why) for what, why in at_tables} <= play
    assert {(what, "flo", why) for what, why in orders} <= money
    assert {("unlocked", "opal", "he has called"), ("roles", "opal", "helps out")} <= money
    assert {("deposit", "cass", ""), ("fill", "flo", ""), ("credit", "flo", "")} <= play
    assert ("correction", "opal", "miscounted") in play


def test_a_request_waits_on_the_page_until_a_second_person_approves_it(visit, room, axe):
    rule, house = room.server.orders.rule, room.server.halls[MONEY].house
    house.cage.deposit("eve", 1_000_000, who="tests", key="for eve")
    rule.set(TwoPersons(), who="tests", why="two persons")
    try:
        hire(room, "otis", ("operator",), PASSWORD)
        opal, otis = Desk(visit("floor", "opal")), Desk(visit("floor", "otis"))
        enroll(room, "opal", "otis")
        for each in (opal, otis):
            each.page.get_by_role("button", name="Money", exact=True).click()
        more = {"who": "eve", "better": "yes", "amount": "$500", "why": "miscounted"}
        opal.orders("Correct a balance", "Correct balance", "money hall", "waits for a second person.", **more)
        for page in (opal.page, otis.page):
            page.get_by_text("Raise the balance of eve by $500.").wait_for()
        assert not axe(otis.page)
        assert opal.page.get_by_role("button", name=re.compile("Approve request")).count() == 0
        [number] = [each.number for each in room.server.orders.requests.pending()]
        otis.orders(
            f"Approve request {number}", "Approve", "opal wants to raise", "Done: raise the balance", why="I counted"
        )
        assert house.balance("eve") == 1_050_000
        otis.page.get_by_role("region", name="Requests").wait_for(state="detached")
    finally:
        rule.set(TwoPersons(on=False), who="tests", why="one person")
        for name in ("opal", "otis"):
            room.server.factors.remove(name)


def test_the_first_operator_signs_in_with_the_temporary_password(visit, room):
    page = visit("floor", fails=True)
    page.get_by_role("link", name="Sign in").last.click()
    page.get_by_label("Name").fill("operator")
    page.keyboard.press("Tab")
    page.keyboard.type(room.server.secret)
    page.keyboard.press("Enter")
    page.get_by_text("You signed in with a temporary password").wait_for()
    page.get_by_label("Temporary password").focus()
    page.keyboard.type(room.server.secret)
    page.keyboard.press("Tab")
    page.keyboard.type("battery staple")
    page.keyboard.press("Enter")
    page.wait_for_url("**/floor")
    page.get_by_role("button", name=f"Watch {POKER}").or_(page.get_by_role("link", name=f"Watch {POKER}")).wait_for()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Stop a game":
            break
    page.keyboard.press("Enter")
    page.get_by_role("dialog").get_by_label("Reason").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Stop a game"


@pytest.mark.proof
def test_the_floor_page_says_when_the_role_was_removed(visit, room):
    room.server.people.sign_up("late shift", PASSWORD, ("floor",))
    page = visit("floor", "late shift", fails=True)
    page.get_by_role("link", name=f"Watch {POKER}").wait_for()
    room.server.people.set_roles("late shift", ("player",))
    page.get_by_text(
        "This page is for cashiers, the floor and operators. You are signed in as late shift (player)."
    ).wait_for()
    assert page.locator("table").count() == 0


def test_an_auditor_recalls_a_round_by_player_and_sees_every_card(visit):
    page = visit("auditor", "audrey")
    page.get_by_role("button", name="Play money").click()
    page.get_by_label("Table and round, player, or time").fill("ann")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("Rounds of ann").wait_for()
    page.get_by_role("link", name=re.compile(f"Show {POKER}")).first.click()
    page.get_by_text("every card").wait_for()
    page.locator(".fairp[data-word=holds]").wait_for()


def test_an_auditor_finds_a_round_by_time_runs_an_audit_and_checks_the_files(visit):
    page = visit("auditor", "audrey")
    page.get_by_role("button", name="Play money").click()
    page.get_by_label("Table and round, player, or time").fill("2099-01-01 00:00")
    page.get_by_role("button", name="Find").click()
    page.get_by_text("Rounds before 1 Jan 2099").wait_for()
    page.get_by_role("link", name=re.compile(f"Show {HOUSE}")).first.wait_for()
    page.get_by_role("button", name=re.compile("Run (all again|the first audit)")).click()
    page.get_by_text("Everything agrees").wait_for()
    page.get_by_role("button", name="Again: Program").click()
    page.get_by_role("row", name=re.compile("Program")).get_by_text("unchanged").wait_for()


def test_a_result_beyond_three_standard_errors_is_marked(visit, room):
    """The report of the server, changed so that one table is far from its expectation."""
    page = visit("operator", "opal")
    page.get_by_text("No rounds were played in this period.").wait_for()

    def far(route):
        value = route.fetch().json()
        row = value["all"] | {"table": "Crow", "activity": True, "rounds": 9, "drop": 50_000, "win": -40_000}
        row |= {"expected_win": 1_000.0, "standard_error": 10_000.0, "z": -4.1, "luck": "hardly luck"}
        days = [row | {"day": day, "exact_win": row["win"]} for day in ("2026-01-01", "2026-01-02")]
        whole = [row | {"table": "All tables", "day": "2026-01-01"}]
        route.fulfill(json=value | {"by_table": [row], "tables": days, "all": row, "by_day": whole})

    def read(route):
        terms, amounts = {"seed": 100_000}, dict.fromkeys(("meter", "reserve", "owed", "held", "short"), 250_000)
        history = [{"at": day * 86_400_000_000, "cents": 100_000 * day} for day in (1, 2)]
        route.fulfill(json=[{"name": "Big", "terms": terms, "amounts": amounts, "hits": [], "history": history}])

    page.route("**/report*", far)
    page.route("**/jackpots", read)
    page.get_by_role("button", name="7 days").click()
    page.get_by_role("img", name="Meter of Big. 1970-01-02: $1,000; 1970-01-03: $2,000").wait_for()
    row = page.locator("tr", has_text="Crow")
    row.get_by_text("check", exact=True).wait_for()
    assert "4.1" in row.locator("svg").get_attribute("aria-label")
    page.get_by_role("img", name=re.compile("Win at All tables by day. 2026-01-01: ")).wait_for()
    page.get_by_label("Table", exact=True).select_option("Crow")
    page.get_by_role("img", name=re.compile("Win at Crow by day. 2026-01-01: −\\$400, expected")).wait_for()


def test_the_form_of_a_new_table_starts_with_the_default_timing():
    fields = re.findall(r'\["(\w+)", "[^"]+", ([\d.]+)\]', pages()["staff/floor/opening.js"].plain.decode())
    defaults = msgspec.to_builtins(TableTiming())
    assert defaults.pop("waits") is False, "only practice tables wait for their players"
    assert defaults.pop("friends") is False, "only private tables are for friends"
    assert {name: float(default) for name, default in fields} == defaults


def test_a_user_adds_a_second_factor_and_signs_in_with_it(visit, room):
    room.server.people.sign_up("faye", PASSWORD)
    page = visit("account", "faye")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Add a second factor").click()
    app = pyotp.TOTP(page.locator("form code").inner_text())
    page.get_by_label("Code").fill(app.at(room.server.people.now() - 30))
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Signing in needs your password and a code").wait_for()

    page = visit("account", fails=True)
    page.get_by_label("Name").fill("faye")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").last.click()
    page.get_by_text("Enter the six digits").wait_for()
    page.get_by_label("Code").fill(app.at(room.server.people.now() + 30))
    page.get_by_role("button", name="Sign in").last.click()
    page.wait_for_url(f"{room.address}/")
    assert page.context.request.get(f"{room.address}/api/v1/me").json()["name"] == "faye"


def test_an_operator_gives_a_player_a_one_time_code(visit, room):
    room.server.people.sign_up("gail", PASSWORD)
    page = visit("floor", "opal")
    page.get_by_label("Find a user").fill("gail")
    page.get_by_role("button", name="Reset the password of gail").click()
    page.locator("dialog").get_by_label("Reason").fill("she has called")
    page.locator("dialog").get_by_role("button", name="Reset").click()
    code = page.locator("dialog code").inner_text()
    assert room.server.people.sessions.user(room.server.people.sign_in("gail", code)).must_change_password
