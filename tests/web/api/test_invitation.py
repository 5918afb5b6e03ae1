"""What the lobby shows before its list: a live table, the caller's seats, and games with a reason."""

from cardroom.web.api import invitation
from support.asked import GOING
from support.browser import Browser


def test_a_table_that_is_played_now_is_shown_with_its_public_cards(asked):
    shown = asked.value("eve", "/api/v1/halls/play/now")
    felt = shown["felt"]
    assert (felt["table"], felt["live"]) == (GOING, True)
    live = asked.room.server.halls["play"].room.tables[felt["table"]]
    public = live.scene(None).picture
    known = {each.title: list(each.cards) for each in public.spreads}
    assert shown["seats"] == []
    for hand in felt["glimpse"]["hands"]:
        assert known[hand["title"]] == hand["cards"]
    for who in ("ann", "bob"):
        assert asked.value(who, "/api/v1/halls/play/now")["felt"] == felt  # nobody sees more


def test_the_caller_sees_their_seats_and_whose_turn_it_is(asked):
    live = asked.room.server.halls["play"].room.tables[GOING]
    (waits, _, _), *_ = live.asked()
    for who in ("ann", "bob"):
        seats = asked.value(who, "/api/v1/halls/play/now")["seats"]
        one = next(each for each in seats if each["table"] == GOING)
        assert one["turn"] == (who == waits)
        assert one["stack"] == live.common().people[who].stack
        assert [each["turn"] for each in seats] == sorted((each["turn"] for each in seats), reverse=True)


def test_a_newcomer_is_offered_the_game_with_the_fewest_decisions(asked):
    offered = asked.value(None, "/api/v1/halls/play/picks")
    assert offered["new"]
    assert offered["first"]["game"] == "three-card-poker-6-card-bonus"
    assert offered["picks"][0]["why"] == "One decision a hand. House edge 1.80\N{NO-BREAK SPACE}% of the Ante"
    assert len(offered["picks"]) == 4
    assert asked.value("eve", "/api/v1/halls/play/picks")["new"]


def test_games_are_picked_by_what_the_caller_played(asked):
    offered = asked.value("ann", "/api/v1/halls/play/picks")
    played = {each["game"] for each in asked.value("ann", "/api/v1/halls/play/rounds", limit=5)["rounds"]}
    assert not offered["new"]
    assert "Texas Hold'em" in offered["because"]
    assert len(offered["picks"]) == 4
    assert not played & {each["game"] for each in offered["picks"]}
    assert offered["picks"][0]["why"].startswith("Like ")


def test_practice_tables_and_private_tables_are_never_shown_to_others(door):
    one = Browser(door)
    one.guest()
    own = [one.post(f"/api/v1/halls/play/{kind}", game="badugi").json()["table"] for kind in ("practice", "private")]
    assert {*own} <= {*door.server.halls["play"].room.tables}
    assert one.get("/api/v1/halls/play/now").json()["felt"] is None
    assert Browser(door).get("/api/v1/halls/play/now").json() == {"felt": None, "seats": []}


def test_guests_and_visitors_get_no_cards_of_money_tables(asked, monkeypatch):
    """They cannot watch such tables, so the lobby shows them no more."""
    path, guest = "/api/v1/halls/play/now", Browser(asked.room)
    guest.guest()
    assert asked.value(None, path)["felt"]["glimpse"]["hands"]
    monkeypatch.setattr(invitation, "MONEY", "play")
    for felt in (asked.value(None, path)["felt"], guest.get(path).json()["felt"]):
        assert (felt["table"], felt["glimpse"]) == (GOING, None)
    assert asked.value("ann", path)["felt"]["glimpse"]["hands"]
