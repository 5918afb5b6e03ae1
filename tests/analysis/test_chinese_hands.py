"""Fouls, sweeps and Fantasy Land of the shipped bots."""

import pytest

from cardroom.analysis.poker_hands.chinese import KNOWN, chinese_frequencies
from cardroom.games.chinese.points import SEGMENTS, ChineseHand, enters
from cardroom.play import hand_of
from cardroom.players.chinese import chinese, far_sighted_chinese
from cardroom.rankings.chinese import clean_sweep
from cardroom.rulebook import rule_set
from support.sampling import PROOF


def test_the_ends_are_those_of_the_hands_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, ends, rounds = (
        rule_set("face-up-chinese-poker"),
        {"foul": 0, "leads to Fantasy Land": 0, "clean sweep": 0},
        [],
    )
    played = __import__("cardroom.analysis.poker_hands.chinese", fromlist=["_played"])._played

    def recorded(*args: object) -> object:
        for round in played(*args):
            rounds.append(round)
            yield round

    monkeypatch.setattr("cardroom.analysis.poker_hands.chinese._played", recorded)
    usual, *_ = chinese_frequencies(rules, 8, chinese)
    for round in rounds:
        for spot in round.spots:
            if any(getattr(event, "text", "") == "in Fantasy Land" and event.who == spot.id for event in round.events):
                continue
            front, middle, back = (tuple(round.cards.hand(hand_of(spot.id, name))) for name in SEGMENTS)
            if clean_sweep(front, middle, back):
                ends["clean sweep"] += 1
            elif ChineseHand(front, middle, back).foul:
                ends["foul"] += 1
            elif enters(rules, ChineseHand(front, middle, back)):
                ends["leads to Fantasy Land"] += 1
    assert {name: usual.lines[name] for name in ends} == ends


@pytest.mark.skipif(not PROOF, reason="a quarter of an hour of rounds: make proof")
@pytest.mark.parametrize(("name", "rounds"), KNOWN)
def test_the_known_frequencies_are_played_again(name: str, rounds: int) -> None:
    decide = far_sighted_chinese if "far" in name else None
    found = chinese_frequencies(rule_set("face-up-chinese-poker"), rounds, decide)
    assert tuple(tuple(each.lines.values()) for each in found) == KNOWN[name, rounds]
