"""Money in equals money out, to the cent, whatever happens: long random lives of a house, with and without failures."""

import os
import tempfile
from collections import Counter
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lives import Life

from cardroom.games import all_games

PROOF = bool(os.environ.get("CARDROOM_PROOF"))
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
"""Where files cost no disk: what is tested here is not the disk."""

ACTS = (
    *("play",) * 8,
    *("answer",) * 6,
    *("start", "join", "join", "join", "deposit", "rebuy", "leave", "sit_out", "away", "circle", "seed", "open"),
    *("withdraw", "fill", "credit", "correct", "change", "void", "drop", "crash", "repeat"),
)

OFTEN_HIT = """
extends = "500-club"
[wager.pair-plus]
jackpot = "mini"
[jackpot.mini]
label = "Mini Royal Jackpot"
rule = "progressive"
seed = "$500"
rate = "10%"
reserve = "5%"
cite = "Pair Plus Bonus Bet Pay Table"
[pay.pair-plus.lines]
"mini royal flush" = "100% of the meter"
"straight flush" = "100% of the meter"
"three of a kind" = "50% of the meter"
"straight" = "25% of the meter"
"flush" = "100% of the meter"
"pair" = "10% of the meter"
"""


@pytest.fixture
def games(own_game):
    """Every game, and one whose jackpot is hit in most rounds."""
    return [*all_games(), own_game("three-card-poker-6-card-bonus", OFTEN_HIT)]


def lived(url, games, seed, acts, failing):
    """A life of so many acts by chance, after a beginning that makes most of them possible."""
    rng = Random(seed)
    life = Life(url, games, rng, failing)
    life.begin()
    for act in acts:
        life.act(act)
    done = life.check()
    life.close()
    return life, done


acts = st.lists(st.sampled_from(ACTS), min_size=10, max_size=60)


@settings(max_examples=400 if PROOF else 12)
@given(seed=st.integers(0, 2**32), acts=acts, failing=st.sampled_from((0.0, 0.1, 0.4)))
def test_money_in_is_money_out_in_a_file(games, seed, acts, failing):
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        lived(f"{folder}/room.db", games, seed, acts, failing)
