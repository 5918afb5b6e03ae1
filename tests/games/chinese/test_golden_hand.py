"""A complete hand to read: a player in Fantasy Land stays there, another fouls, and a sweep is declared."""

import os
from pathlib import Path

from cardroom.show import round_text
from games.chinese.hands import play

GOLDEN = Path(__file__).with_name("fantasy_land.txt")
HANDS = {
    1: "2h 3s 5c / 7c 7d 7h 9d 9h / Ac Ad As Kc Kd",
    2: "Qc Qd 4h / 3d 5h 8d Ts Jd / Jc Jh 6c 8s 9s",
    3: "2d 2s 4c / 4s 6d 6s 8c 8h / Th Td Ks Kh Qh",
}


def test_a_hand_with_fantasy_land_a_foul_and_a_clean_sweep_reads_as_it_did():
    text = "\n".join(round_text(play(HANDS, dreaming=(1,), declare=[3]))) + "\n"
    if os.environ.get("CARDROOM_GOLDEN") == "write":
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
