"""Practice tables for tests of the coach and the review."""

import time

from cardroom.web.halls.table_config import PLAY
from support.browser import ask

GAME = "three-card-poker-6-card-bonus"
"""Its values need little that is compiled."""


def practice_table(door, one):
    """A practice table of a guest."""
    answer = one.post("/api/v1/halls/play/practice", game=GAME)
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


def asked(door, table, who):
    """Wait until a player is asked; return the spot, the question and the live table."""
    live = door.server.halls[PLAY].room.tables[table]
    until = time.monotonic() + 240
    while time.monotonic() < until:
        for name, each, number in live.asked():
            if name == who:
                return each, number, live
        time.sleep(0.01)
    raise AssertionError(f"{who} is asked nothing")


def reach_decision(door, line, table, who):
    """Pass the bank and bet, until the player is asked about cards; return what `asked` returns."""
    while True:
        each, number, live = asked(door, table, who)
        actions = {option.action for option in each.options}
        if not actions & {"bank", "bet"}:
            return each, number, live
        wagers = [area.wager for area in each.options[0].areas if area.required] if "bet" in actions else []
        given = {"action": "bet", "value": dict.fromkeys(wagers, 500)} if wagers else {"action": "pass"}
        answered = ask(line, "submit-answer", table=table, spot=each.spot, question=number, **given)
        assert answered["type"] == "accepted", answered
