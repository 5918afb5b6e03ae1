"""A guest in a real browser: another name, private tables."""

import re

from support.chromium import pictured


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
    form.locator("select[name=game]").select_option("three-card-poker-6-card-bonus")
    assert "none" in form.locator("select[name=bots] option:checked").inner_text()
    form.locator("select[name=pace]").select_option("quick")
    form.get_by_text("Stakes and house rules").click()
    form.locator("input[name^='rule.'], select[name^='rule.']").first.wait_for()
    pictured(page, "own-table")
    assert not axe(page)
    form.get_by_role("button", name="Open table").click()
    page.wait_for_function("() => window.table?.seated && table.about?.private")
    link = page.get_by_label("Link").input_value()  # the table opens with it
    page.get_by_role("button", name="Copy link").wait_for()
    pictured(page, "invite")
    page.keyboard.press("Escape")
    page.get_by_text("Waiting for your friends").wait_for()
    page.get_by_role("button", name="Invite friends").click()
    assert page.get_by_label("Link").input_value() == link
    table = page.evaluate("table.table")

    stranger = visit(f"table?hall=play&table={table}", None)
    stranger.get_by_text("There is no table").first.wait_for()
    stranger.goto(stranger.url.partition("/table")[0])
    stranger.locator(".game").nth(27).wait_for()
    assert not stranger.get_by_text("private").count()

    friend = visit(link.partition("/")[2].partition("/")[2].partition("/")[2], None)
    friend.get_by_role("button", name="Sit down").click()
    friend.locator("dialog").get_by_role("button", name="Sit down").click()
    friend.wait_for_function("() => table.seated")
    friend.get_by_role("button", name="Menu").click()
    friend.get_by_role("button", name="Coach for everyone?").click()
    friend.get_by_role("button", name="I agree").click()
    friend.get_by_text("The others may use the coach now.").first.wait_for()
