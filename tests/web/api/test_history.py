"""Played rounds by HTTP. Each user sees only what they may see."""

import asyncio
import json
import re

import msgspec
import pytest

from cardroom.cards import UNKNOWN
from cardroom.client import Client
from cardroom.errors import InputError
from cardroom.verifier import FAILS, check_lines
from support.asked import GOING, HOUSE, PEOPLE, POKER


def rounds(asked, table, who="ann"):
    return asked.value(who, f"/api/v1/halls/play/tables/{table}/rounds")["rounds"]


def by_seat(text):
    """A picture with the seats of ann and bob instead of their names: numbers for programs, words for people."""
    for name, seat in (("ann", "1"), ("bob", "2")):
        text = re.sub(rf'"bettor":"{name}"', f'"bettor":"{seat}"', text)
        text = re.sub(rf"\b{name}\b", f"Seat {seat}", text)
    return text


def hands(replay):
    """The cards of each hand, by its owner, as the last step shows them."""
    spreads = replay["steps"][-1]["picture"]["spreads"]
    return {each["place"][1]: each["cards"] for each in spreads if each["place"][0] == "hand"}


def test_own_rounds_are_listed_page_by_page(asked):
    first = asked.value("ann", "/api/v1/halls/play/rounds", limit=3)
    rest = asked.value("ann", "/api/v1/halls/play/rounds", before=first["before"])
    tables = [each["table"] for each in (*first["rounds"], *rest["rounds"])]
    assert tables == [GOING, HOUSE, HOUSE, POKER, POKER]
    assert first["rounds"][0]["ended"] == 0
    assert rest["before"] == 0
    row = first["rounds"][1]
    assert row["people"] == {"ann": row["net"]}
    assert {"hall", "game", "set", "at", "stake", "fee", "jackpot", "says", "voided", "absent"} <= row.keys()
    assert asked.value("eve", "/api/v1/halls/play/rounds")["rounds"] == []
    assert asked.value("ann", "/api/v1/halls/money/rounds")["rounds"] == []


def test_only_staff_see_who_won_what(asked):
    assert all("people" not in row for row in rounds(asked, POKER, "eve"))
    assert all(row["people"].keys() == {"ann", "bob"} for row in rounds(asked, POKER, "flo"))
    assert rounds(asked, GOING, "eve") == []
    assert len(rounds(asked, GOING, "flo")) == 1
    assert asked.get("eve", "/api/v1/halls/play/people/ann/rounds").status_code == 403
    assert len(asked.value("flo", "/api/v1/halls/play/people/ann/rounds")["rounds"]) == 5


@pytest.mark.parametrize("who", ["ann", "bob", "eve"])
def test_a_replay_is_marked_and_shows_the_original_pictures(asked, who):
    viewer = who if who != "eve" else None
    again = []
    for row in reversed(rounds(asked, POKER)):
        replay = asked.value(who, f"/api/v1/halls/play/tables/{POKER}/rounds/{row['number']}")
        assert replay["replay"] is True
        assert replay["as"] == viewer
        happened = []
        for each in replay["steps"]:
            happened += each["picture"].pop("happened", [])
            again.append(each["picture"] | {"happened": [*happened]})
    left = iter(again)
    for scene in asked.shown:
        text = msgspec.json.encode(scene[viewer]).decode()
        shown = json.loads(text if viewer else by_seat(text))
        assert ({"happened": []} | shown) in left


def test_a_replay_has_a_step_for_each_street(asked):
    row = rounds(asked, POKER)[0]
    steps = asked.value("eve", f"/api/v1/halls/play/tables/{POKER}/rounds/{row['number']}")["steps"]
    marks = [step["mark"] for step in steps if step["mark"]]
    assert marks == ["Deal", "Flop", "Turn", "River", "Settled"]
    for mark, cards in (("Deal", 0), ("Flop", 3), ("Turn", 4), ("River", 5)):
        shown = next(step["picture"] for step in steps if step["mark"] == mark)
        board = [each["cards"] for each in shown["spreads"] if each["place"][0] == "board"]
        assert [len(each) for each in board] == [cards] * len(board)
    assert not any(step["picture"].get("over") for step in steps[:-1])
    assert steps[-1]["picture"]["over"] is True


def test_rounds_of_all_tables_are_listed_by_time(asked):
    every, before = [], 0
    while not every or before:
        page = asked.value("audrey", "/api/v1/halls/play/played", limit=2, before=before)
        every, before = [*every, *page["rounds"]], page["before"]
    assert [each["table"] for each in every] == [GOING, HOUSE, HOUSE, POKER, POKER]
    third = every[2]
    assert asked.value("flo", "/api/v1/halls/play/played", before=third["at"])["rounds"] == every[3:]
    assert asked.get("ann", "/api/v1/halls/play/played").status_code == 403


def test_only_auditors_see_every_card_of_an_ended_round(asked):
    path = f"/api/v1/halls/play/tables/{POKER}/rounds/{rounds(asked, POKER)[0]['number']}"
    seen = {who: asked.value(who, path) for who in ("ann", "bob", "eve", "flo", "audrey")}
    every = hands(seen["audrey"])
    assert not any(UNKNOWN in cards for cards in every.values())
    turned = {spot for spot, cards in hands(seen["eve"]).items() if UNKNOWN not in cards}
    for who, seat in (("ann", "1"), ("bob", "2"), ("flo", ""), ("eve", "")):
        known = {spot for spot, cards in hands(seen[who]).items() if UNKNOWN not in cards}
        assert known == turned | ({seat} - {""})
    opened = {who: len(each["proof"]["openings"]) for who, each in seen.items()}
    assert opened["eve"] == opened["flo"] <= opened["ann"] <= opened["audrey"]
    for each in seen.values():
        assert each["verdict"]["word"] == "holds"
        assert "secret" not in each["proof"]
    assert seen["eve"]["record"] is None
    assert {seen[who]["record"]["opening"]["table"] for who in ("ann", "bob", "flo", "audrey")} == {POKER}


def test_only_its_players_can_recall_an_unfinished_round(asked):
    path = f"/api/v1/halls/play/tables/{GOING}/rounds/{rounds(asked, GOING, 'flo')[0]['number']}"
    mine = asked.value("ann", path)
    assert (mine["ended"], mine["record"], mine["proof"]) == (0, None, None)
    cards = hands(mine)
    assert [UNKNOWN in cards[seat] for seat in "12"] == [False, True]
    for who in ("eve", "flo", "audrey"):
        assert asked.get(who, path).status_code == 403
    assert asked.get("ann", path + "/record").status_code == 409
    assert asked.post("ann", path + "/share").status_code == 403


@pytest.mark.parametrize("table", [POKER, HOUSE])
def test_a_downloaded_record_is_valid(asked, table):
    for who, lines in (("ann", 2), ("eve", 1), ("audrey", 2)):
        path = f"/api/v1/halls/play/tables/{table}/rounds/{rounds(asked, table)[0]['number']}/record"
        text = asked.get(who, path).text
        assert len(text.splitlines()) == lines, "others get the proof alone"
        results = list(check_lines([(str(number), line) for number, line in enumerate(text.splitlines())]))
        assert [each.verdict.word for each in results[:lines]] == ["holds"] * lines
        assert not any(each.verdict.word == FAILS for each in results)


def test_a_poker_hand_history_has_only_the_cards_seen(asked):
    path = f"/api/v1/halls/play/tables/{POKER}/rounds/{rounds(asked, POKER)[0]['number']}/phh"
    texts = {who: asked.get(who, path).text for who in PEOPLE}
    dealt = {who: text.count("dh p") - text.count("????") for who, text in texts.items()}
    assert dealt["audrey"] == 2
    assert dealt["ann"] == dealt["bob"] >= 1
    assert dealt["eve"] == dealt["flo"] == 0
    banked = f"/api/v1/halls/play/tables/{HOUSE}/rounds/{rounds(asked, HOUSE)[0]['number']}/phh"
    assert asked.get("ann", banked).status_code == 409


def test_a_player_can_share_a_round_as_everyone_saw_it(asked):
    path = f"/api/v1/halls/play/tables/{POKER}/rounds/{rounds(asked, POKER)[0]['number']}"
    assert asked.post("eve", path + "/share").status_code == 403
    link = asked.post("ann", path + "/share").json()["path"]
    assert asked.value(None, link)["steps"] == asked.value("eve", path)["steps"]
    for wrong in (link[:-2], link + "A", link.replace("/play/", "/money/"), "/api/v1/shared/play/x"):
        assert asked.get(None, wrong).status_code == 404


def test_unknown_rounds_and_tables_are_not_found(asked):
    assert asked.get(None, "/api/v1/halls/play/rounds").status_code == 401
    assert asked.get("ann", "/api/v1/halls/nowhere/rounds").status_code == 404
    for number in (0, 1, 10**9, 10**30):
        assert asked.get("ann", f"/api/v1/halls/play/tables/{POKER}/rounds/{number}").status_code == 404
    assert asked.get("ann", "/api/v1/halls/play/rounds", limit=10**6).status_code == 400


def test_rounds_of_a_practice_table_are_shown_to_its_owner_and_staff(asked):
    async def practises():
        async with Client(asked.room.address) as client:
            await client.guest()
            with pytest.raises(InputError, match="Guests"):
                await client.get("/api/v1/halls/money/tables/table 7/rounds")
            return (await client.post("/api/v1/halls/play/practice", game="heads-up-holdem"))["table"]

    table = asyncio.run(practises())
    with pytest.raises(AssertionError, match="no table"):
        rounds(asked, table, "eve")
    assert rounds(asked, table, "flo") == []
