"""Reports, events, audits and certificates by HTTP. Only staff may read the books."""

import time
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day

import pytest

import cardroom
from cardroom.analysis import analyze
from cardroom.analysis.certificate import certificate, lines_csv, to_json
from cardroom.house.reports.gaming_day import GamingDays, table_days
from cardroom.house.reports.hold import Theory
from cardroom.web.halls.workers import Workers
from support.asked import HOUSE

OVERSIGHT = ("report", "jackpots", "liabilities", "events", "audit")


def at(path):
    return f"/api/v1/halls/play/{path}"


@pytest.mark.parametrize("path", OVERSIGHT)
def test_only_staff_may_read_the_books(asked, path):
    for who in ("ann", "eve"):
        assert asked.get(who, at(path)).status_code == 403
    assert asked.get(None, at(path)).status_code == 401
    assert asked.post("ann", at("audit")).status_code == 403
    assert asked.post("flo", at("audit")).status_code == 403
    assert asked.post("flo", "/api/v1/program/check").status_code == 403


def test_liabilities_and_cash_received_sum_to_zero(asked):
    owed = asked.value("audrey", at("liabilities"))
    assert owed["owed"] == owed["balances"] + owed["chips"] + owed["pools"]
    assert sum(owed[name] for name in ("owed", "banks", "collection", "other", "outside")) == 0
    assert sum(owed["tables"].values()) == owed["chips"] > 0
    assert owed["meters"]["Galaxy"] == 250_000


def test_a_jackpot_is_described_with_terms_and_amounts(asked):
    galaxy = next(each for each in asked.value("flo", at("jackpots")) if each["name"] == "Galaxy")
    assert (galaxy["name"], galaxy["amounts"]["meter"], galaxy["hits"]) == ("Galaxy", 250_000, [])
    assert galaxy["terms"]["seed"] == 250_000
    assert [each["cents"] for each in galaxy["history"]] == [250_000]


def test_events_are_filtered_by_kind_user_and_time(asked):
    every, before = [], None
    while before != 0:
        page = asked.value("audrey", at("events"), limit=3, before=before or 0)
        every += page["events"]
        before = page["before"]
    numbers = [each["number"] for each in every]
    assert numbers == sorted({*numbers}, reverse=True)
    assert numbers[-1] == 1
    limits = asked.value("audrey", at("events"), kind="limits")["events"]
    assert [(each["who"], each["why"], each["before"], each["after"]) for each in limits] == [
        ("flo", "a quiet day", 500, 300)
    ]
    slips = asked.value("audrey", at("events"), kind="deposit", who="cage 1")["events"]
    assert slips
    assert all(each["moved"][0]["cents"] > 0 for each in slips)
    assert [each for each in every if each["kind"] == "deposit" and each["who"] == "cage 1"] == slips
    assert asked.value("audrey", at("events"), since=2**61)["events"] == []
    assert asked.value("audrey", at("events"), until=1)["events"] == []
    assert asked.value("audrey", at("events"), since=limits[0]["at"], until=limits[0]["at"] + 1)["events"] == limits


def test_a_report_matches_the_books_and_names_missing_figures(asked, monkeypatch):
    async def counting(*_):
        return None

    monkeypatch.setattr("cardroom.web.halls.workers.known_report", lambda rules: None)  # as for a house's own rules
    monkeypatch.setattr(Workers, "figures", counting)
    assert asked.get("flo", at("report"), table=HOUSE).status_code == 202
    early = asked.value("flo", at("report"), table=HOUSE, at_once="true")
    assert (early["counting"], early["all"]["expected_win"], early["all"]["rounds"]) == (["Heads Up Hold'em"], None, 2)
    assert "are being computed" in early["by_table"][0]["games"][0]["note"]
    today = datetime.now(UTC).date()
    for wrong in ({"first": "soon"}, {"begins": "noon"}, {"zone": "Nowhere/Land"}, {"first": "2020-01-01"}):
        assert asked.get("flo", at("report"), **wrong).status_code in (400, 409)
    assert asked.get("flo", at("report"), table="nowhere").status_code == 404

    async def uncounted(_, game, *__):
        return Theory(game, (), "not counted")

    monkeypatch.setattr(Workers, "figures", uncounted)
    report = asked.value("flo", at("report"), zone="UTC", begins="00:00", first=(today - timedelta(days=1)).isoformat())
    days = GamingDays(time_of_day(0), UTC)
    facts = table_days(asked.room.server.halls["play"].house.books, today - timedelta(days=1), today, days)
    for row, day in zip(report["tables"], facts, strict=True):
        assert [row[name] for name in ("table", "drop", "handle", "win", "rounds")] == [
            day.table,
            day.drop,
            day.handle,
            day.win,
            day.rounds,
        ]
    for row in report["by_day"]:
        of_day = [each for each in report["tables"] if each["day"] == row["day"]]
        assert [row[name] for name in ("drop", "win")] == [
            sum(each[name] for each in of_day) for name in ("drop", "win")
        ]
    assert sum(row["win"] for row in report["by_day"]) == report["all"]["win"]
    played = next(row for row in report["tables"] if row["table"] == HOUSE and row["activity"])
    assert (played["games"][0]["game"], played["games"][0]["note"]) == ("heads-up-holdem", "not counted")
    later = (today + timedelta(days=40)).isoformat()
    quiet = asked.value("flo", at("report"), first=later, last=later)
    assert quiet["activity"] is False


@pytest.mark.parametrize("day", ["0001-01-01", "1969-12-31", "9999-12-31"])
def test_a_report_of_impossible_days_is_refused(asked, day):
    assert asked.get("flo", at("report"), first=day, last=day).status_code == 409


def test_exact_edges_are_computed_in_a_separate_process(asked):
    path = "/api/v1/games/ez-baccarat/500-club/edges"
    until = time.monotonic() + 120
    while (answer := asked.get(None, path)).status_code == 202 and time.monotonic() < until:
        pass
    edges = {each["wager"]: each["edge"]["decimal"] for each in answer.json()["wagers"]}
    assert edges["player"] == pytest.approx(0.0123, abs=0.0005)  # as published for EZ Baccarat
    assert asked.value(None, "/api/v1/games/texas-holdem/500-club/edges")["why"] == "it has no exact analysis"
    assert asked.get(None, "/api/v1/games/nothing/500-club/edges").status_code == 404


def test_a_certificate_is_made_on_demand_and_equals_the_command_lines(asked):
    path = "/api/v1/games/pure-spanish-21.5/500-club/certificate"
    assert asked.value(None, path)["state"] == "not made yet"
    assert asked.get(None, f"{path}/json").status_code == 404
    assert asked.post(None, path).status_code == 202
    until = time.monotonic() + 120
    while asked.value(None, path)["state"] == "in progress" and time.monotonic() < until:
        time.sleep(0.1)
    game = cardroom.game("pure-spanish-21.5", "500-club")
    cert = certificate(game, analyze(game))
    assert asked.get(None, f"{path}/json").text == to_json(cert)
    assert asked.get(None, f"{path}/lines.csv").text == lines_csv(cert)
    page = asked.get(None, f"{path}/html")
    assert cert["digest"] in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    assert "style-src 'sha256-" in page.headers["content-security-policy"]
    nothing = path.replace("pure-spanish-21.5", "texas-holdem")
    assert asked.value(None, nothing)["state"] == "none"
    assert asked.post(None, nothing).status_code == 409
    assert asked.get(None, path.replace("500-club", "nowhere")).status_code == 404


def test_an_audit_runs_and_reports_its_result(asked):
    assert asked.post("audrey", at("audit")).status_code == 202
    until = time.monotonic() + 240
    while (run := asked.value("flo", at("audit")))["state"] == "in progress" and time.monotonic() < until:
        time.sleep(0.05)
    assert (run["state"], run["holds"], run["findings"], run["who"]) == ("done", True, [], "audrey")
    assert run["rounds"] >= 4
    notes = asked.value("audrey", "/api/v1/halls/money/events", kind="audit")["events"]
    assert notes[0]["who"] == "audrey"


def test_a_changed_program_stops_play_when_it_is_checked(asked, monkeypatch):
    message = asked.post("audrey", "/api/v1/program/check").json()
    assert (message["holds"], len(message["digest"])) == (True, 64)
    server = asked.room.server
    monkeypatch.setattr(server.program, "digest", "0" * 64)
    assert asked.post("audrey", "/api/v1/program/check").json()["holds"] is False
    try:
        assert [each.what for each in server.people.stops()] == ["all"]
    finally:
        server.people.unstop("all")
