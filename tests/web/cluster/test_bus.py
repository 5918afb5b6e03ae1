"""Messages between processes arrive as they were sent."""

import pytest

from cardroom.house.cage.requests import Approval
from cardroom.play.table import Void
from cardroom.room.messages import request
from cardroom.web.cluster.bus import Connected, ForwardedOrder, Roster, RosterEntry, _decode, _encode

VOID = request(Void, "table 7", "1", "a card was boxed", "0.1")


@pytest.mark.parametrize(
    "message",
    [
        Roster("money", [RosterEntry("1", "ann", False, True), RosterEntry("2", "flo", True, False)]),
        Connected("money", "1", "flo", True, False),
        ForwardedOrder("money", "order 1", "flo", True, VOID),
        ForwardedOrder("money", "order 1", "flo", True, VOID, False, Approval(7, "fred", "I saw it")),
    ],
)
def test_a_message_keeps_the_rights_and_the_approval(message):
    assert _decode(_encode([message])) == [message]
