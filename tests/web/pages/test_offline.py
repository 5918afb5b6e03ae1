"""The installed card room without a connection: rules and pages that say so, and nothing of a person in the cache."""

import json
import re

import httpx
import pytest

from cardroom.web.pages import assets
from cardroom.web.pages.assets import digest

STORED = """async () => {
  const found = {};
  for (const name of await caches.keys())
    found[name] = (await (await caches.open(name)).keys()).map((each) => new URL(each.url).pathname);
  return found;
}"""
READY = "async () => (await caches.match('/public/rules.json')) !== undefined"


def until(page, condition):
    """Wait for an asynchronous condition, which `wait_for_function` takes for true."""
    while not page.evaluate(condition):
        page.wait_for_timeout(50)


@pytest.fixture
def installed(visit):
    """A page of ann with an active service worker that has stored the rules."""

    def opens(path, who="ann"):
        page = visit(path, who, fails=True, service_workers="allow")
        page.evaluate("async () => (await import('/files/-/parts/install.js')).installWorker(0)")
        until(page, READY)
        page.wait_for_function("() => navigator.serviceWorker.controller")
        return page

    return opens


def test_rules_are_read_offline_and_other_pages_say_that_they_need_a_connection(installed, axe, asked):
    page = installed("rules")
    page.goto(f"{asked.room.address}/history")
    page.get_by_role("heading", name="History").first.wait_for()
    page.context.set_offline(True)
    page.goto(f"{asked.room.address}/rules?game=three-card-poker-6-card-bonus")
    page.get_by_role("heading", name="Three Card Poker 6 Card Bonus").first.wait_for()
    page.get_by_text("The best play, over every possible deal:").wait_for()
    page.goto(f"{asked.room.address}/history")
    page.get_by_role("heading", name="You are offline").wait_for()
    assert not axe(page)
    page.goto(asked.room.address)
    page.get_by_role("heading", name="You are offline").wait_for()
    for tries_again in ("document.querySelector('.go button').click()", "dispatchEvent(new Event('online'))"):
        page.evaluate("window.before = true")
        page.evaluate(tries_again)
        page.wait_for_function("() => !window.before")  # the browser may load it once more by itself
        page.get_by_role("heading", name="You are offline").wait_for()
    page.goto(f"{asked.room.address}/rules")  # which does not load itself again
    page.context.set_offline(False)
    page.goto(asked.room.address)
    page.locator(".game").first.wait_for()


@pytest.mark.proof
def test_answered_decisions_are_practised_offline(installed):
    page = installed("trainer?game=three-card-poker-6-card-bonus", None)
    page.locator(".opt:enabled").first.wait_for()
    for _ in range(2):
        page.keyboard.press("p")
        page.locator(".verdict").wait_for()
        page.keyboard.press("Enter")
        page.locator(".verdict").wait_for(state="detached")
        page.locator(".opt:enabled").first.wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator(".opt:enabled").first.wait_for()
    page.keyboard.press("f")
    page.locator(".verdict").wait_for()
    assert page.locator(".vals li, .vals tr").count() >= 2, "the value of each option is stored"


def test_the_cache_has_nothing_of_a_person(installed):
    page = installed("account")
    page.goto(page.url.replace("account", "history"))
    page.get_by_role("heading", name="History").first.wait_for()
    ((name, paths),) = page.evaluate(STORED).items()
    assert name == f"cardroom {digest()}"
    public = re.compile(rf"/files/{digest()}/[\w./-]+|/rules|/trainer|/daily|/offline|/public/rules\.json")
    assert len(paths) > 30
    assert [path for path in paths if not public.fullmatch(path)] == []
    texts = page.evaluate(
        """async () => {
          const texts = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const each of await cache.keys()) texts.push(await (await cache.match(each)).text());
          }
          return texts;
        }"""
    )
    assert not [text for text in texts if 'preloaded">' in text or "csrftoken=" in text]


def test_a_new_version_replaces_the_stored_one(installed, monkeypatch):
    page = installed("rules")
    before = assets.digest()
    text = assets.worker().replace(before.encode(), b"f" * 20)
    changed = text.replace(b"f" * 20 + b"/", before.encode() + b"/")  # a new version of the same files
    monkeypatch.setattr("cardroom.web.pages.routes.worker", lambda: changed)
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    until(page, "async () => String(await caches.keys()) === 'cardroom ffffffffffffffffffff'")


def test_the_worker_and_the_stored_answers_are_sent_without_cookies(asked):
    with httpx.Client(base_url=asked.room.address) as client:
        for path in ("/sw.js", "/public/rules.json"):
            answer = client.get(path)
            assert answer.status_code == 200
            assert "set-cookie" not in answer.headers
            assert "no-cache" in answer.headers["cache-control"]
            assert "worker-src 'self'" in answer.headers["content-security-policy"]
        stored = client.get("/public/rules.json").json()["answers"]
        assert stored["/api/v1/games"] == asked.value(None, "/api/v1/games")
        path = "/api/v1/games/pure-21.5-blackjack/500-club"
        assert stored[path] == asked.value(None, path)
        assert stored[f"{path}/edges"] == asked.value(None, f"{path}/edges")
        page = client.get("/rules").text
        where = re.search(r'rel="manifest" href="([^"]+)"', page)[1]
        manifest = json.loads(client.get(f"/{where}").text)
        folder = where.rpartition("/")[0]
        for icon in manifest["icons"]:
            answer = client.get(f"/{folder}/{icon['src']}")
            assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, icon["type"])
        assert httpx.URL(f"{asked.room.address}/{where}").join(manifest["start_url"]).path == "/"
