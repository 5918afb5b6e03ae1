"""A guest in a real browser: another name, private tables."""

import re

import pytest

from support.chromium import pictured


@pytest.mark.proof
def test_a_guest_changes_their_name_before_sitting_down(visit, axe):
    page = visit("account", None, fails=True)  # one name is refused
    page.get_by_role("button", name="Play as a guest").click()
    page.locator(".game").first.wait_for()
    page.goto(page.url + "account")
    page.get_by_role("button", name="Change name").click()
    page.get_by_label("New name").fill("operator 7")
    page.get_by_role("button", name="Use this name").click()
    page.get_by_text("is not allowed as the name of a guest").wait_for()
    pictured(page, "guest-name")
    assert not axe(page)
    page.get_by_label("New name").fill("Zinnia of Kent")
    page.get_by_role("button", name="Use this name").click()
    page.get_by_role("heading", name="You are Zinnia of Kent, a guest").wait_for()
    page.get_by_role("link", name=re.compile("^Zinnia of Kent, .*10,000.*, account of a guest$")).wait_for()
    page.get_by_role("button", name="Change name").click()
    page.get_by_role("button", name="Draw a name").click()
    page.get_by_role("heading", name=re.compile(r"You are [A-Z]\w+ [A-Z]\w+ \d+, a guest")).wait_for()


def test_every_name_has_its_own_picture(visit):
    page = visit("account")
    drawn = page.evaluate(
        """async () => {
          const { avatar } = await import("/files/-/parts/avatar.js");
          const names = Array.from({ length: 400 }, (_, at) => `Quiet Otter ${at + 10}`);
          return [...names, names[0]].map((name) => JSON.stringify(avatar(name)));
        }"""
    )
    assert drawn[0] == drawn[-1]
    assert len({*drawn}) > 390


def test_friends_play_at_a_private_table_by_its_link(visit, axe):
    page = visit("", None)
    page.get_by_role("button", name="Play with friends").click()
    form = page.locator("dialog")
    form.get_by_role("button", name="Texas Hold").first.click()
    form.locator("select[name=game]").select_option("three-card-poker-6-card-bonus")
    form.get_by_text("Stakes, rules and bots").click()
    form.locator("input[name^='rule.'], select[name^='rule.']").first.wait_for()
    form.locator("select[name=bots]").select_option("2")
    form.locator("select[name=pace]").select_option("quick")
    pictured(page, "own-table")
    assert not axe(page)
    page.set_viewport_size({"width": 1366, "height": 650})
    button = form.get_by_role("button", name="Open table")
    bottom, end = (each.evaluate("it => it.getBoundingClientRect().bottom") for each in (form, button))
    assert end <= bottom, "the buttons stay in sight while the form scrolls"
    button.click()
    page.wait_for_function("() => window.table?.seated && table.about?.private && table.invitation")
    page.get_by_text("Send this link").wait_for()
    link = page.get_by_label("Link").input_value()
    page.get_by_role("button", name="Copy link").wait_for()
    page.get_by_text("gives way").first.wait_for()
    pictured(page, "invite")
    assert not axe(page)
    assert page.evaluate("table.scene.waits && !table.scene.picture"), "nothing is dealt before a second person comes"
    table = page.evaluate("table.table")

    stranger = visit(f"table?hall=play&table={table}", None)
    stranger.get_by_text("There is no table").first.wait_for()
    stranger.goto(stranger.url.partition("/table")[0])
    stranger.locator(".game").nth(27).wait_for()
    assert not stranger.get_by_text("private").count()

    friend = visit(link.partition("/")[2].partition("/")[2].partition("/")[2], None)
    friend.wait_for_function("() => table.seated && table.scene.picture")  # in a bot's seat
    page.get_by_text("a bot, gave up the seat").first.wait_for()
    assert page.evaluate("Object.values(table.scene.people).filter((each) => each.bot).length") == 1
    friend.get_by_role("button", name="Say something").click()
    friend.get_by_role("button", name="Hello").click()
    page.get_by_text("“Hello”").first.wait_for()
    pictured(page, "word")

    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Coach for everyone?").click()
    friend.get_by_role("button", name="I agree").click()
    friend.get_by_text("The others may use the coach now.").first.wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Invite friends").click()
    page.get_by_role("button", name="Renew the link").click()
    page.get_by_role("button", name="Renew", exact=True).click()
    page.get_by_text("The old one no longer works.").first.wait_for()
    assert page.locator("dialog").get_by_label("Link").input_value() != link
    page.get_by_role("button", name="Send off").click()
    page.get_by_text("when this hand is over").first.wait_for()
    pictured(page, "friends")
    assert not axe(page)
    late = visit(link.partition("/")[2].partition("/")[2].partition("/")[2], None, fails=True)
    late.get_by_text("This link is not valid").first.wait_for()


@pytest.mark.proof
def test_friends_share_the_review_after_the_session(visit, axe):
    """Two browsers at one table. Each sees the other's part when both share it, on a phone too."""
    page = visit("", None)
    opened = page.evaluate(
        """async () => {
            const net = document.querySelector("script[src*=theme]").src.replace("theme", "net");
            const { api, signedIn } = await import(net);
            await signedIn();
            return api("/api/v1/halls/play/private", { game: "three-card-poker-6-card-bonus", bots: 2, pace: "quick" });
        }"""
    )
    address = f"table?hall=play&table={opened['table']}&sit=1#key={opened['key']}"
    page.goto(page.url + address)
    page.wait_for_function("() => window.table?.seated")
    friend = visit(address, None)
    friend.wait_for_function("() => window.table?.seated && table.scene.picture")
    for each in (page, friend):
        each.get_by_role("button", name="Menu").click()
        each.get_by_role("button", name="Leave").click()
        each.get_by_role("dialog").get_by_role("button", name="Leave").click()
    for each in (page, friend):
        each.wait_for_url("**/together?*")
    friend.get_by_role("button", name="Share my part").click()
    friend.get_by_text("Your part is shared.").first.wait_for()
    assert not axe(friend)
    page.reload()
    page.get_by_text("shares already").wait_for()
    page.set_viewport_size({"width": 360, "height": 640})
    page.get_by_role("button", name="Share my part").click()
    page.get_by_text("shares too").wait_for()
    pictured(page, "together")
    assert not axe(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Take mine back").click()
    page.get_by_text("Share your part to see those of the others.").wait_for()


def test_the_shared_review_says_who_chose_what_with_which_cards(visit):
    """The answer of the server is a stored one, so that the results are known."""
    page = visit("", None)
    who = page.evaluate(
        """async () => {
            const net = document.querySelector("script[src*=theme]").src.replace("theme", "net");
            return (await (await import(net)).signedIn()).name;
        }"""
    )
    best, yours = {"label": "Play 2x ($10)", "cost": 0}, {"label": "Check", "cost": 374}
    decision = {"answers": 3, "hand": [0, 5], "board": [10, 20, 30], "yours": yours, "advice": {"options": [best]}}

    def part(name, net):
        return {"who": name, "net": net, "wagered": 1500, "counted": 1, "cost": 374, "decisions": [decision]}

    rounds = [{"number": 7, "at": 0, "why": "", "parts": [part("guest Grey Heron", -1500), part(who, -1500)]}]
    shown = {"name": "Ultimate", "over": True, "shares": [who], "mine": True, "rounds": rounds, "before": 0}
    page.route("**/review/shared?*", lambda route: route.fulfill(json=shown))
    page.goto(page.url + "together?hall=play&table=one")
    page.get_by_text("You lost $15 and Grey Heron lost $15.").wait_for()
    assert page.locator(".sums tbody th").all_inner_texts() == ["You", "Grey Heron"]
    assert page.locator(".hands .chose").first.inner_text() == "You chose Check. Play 2x ($10) is best."
    assert page.locator(".hands li").first.locator(".card").count() == 5, "own cards and the board"
