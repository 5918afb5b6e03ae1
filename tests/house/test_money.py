"""Money in equals money out, to the cent: long random runs of a house, with and without failures."""

import tempfile
from collections import Counter
from random import Random

import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardroom.games import all_games
from support.houses import MINI_ROYAL
from support.lives import NAMES, Life
from support.memory import memory_folder
from support.sampling import PROOF

QUICK = memory_folder()
"""A folder in memory, because the disk is not tested here."""

ACTS = (
    *("play",) * 8,
    *("answer",) * 6,
    *("start", "join", "join", "join", "deposit", "rebuy", "leave", "sit_out", "away", "circle", "seed", "open"),
    *("withdraw", "fill", "credit", "correct", "change", "void", "drop", "crash", "repeat"),
)

OFTEN_HIT = f"""{MINI_ROYAL}"straight flush" = "100% of the meter"
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
    """A life of random acts, after a setup that makes most of them possible."""
    rng = Random(seed)
    life = Life(url, games, rng, failing)
    life.begin()
    for act in acts:
        life.act(act)
    done = life.check()
    life.close()
    return life, done


acts = st.lists(st.sampled_from(ACTS), min_size=10, max_size=40)


seeds = st.integers(0, 2**32)
failing = st.sampled_from((0.0, 0.1, 0.4))
"""The share of transactions that fail."""


@settings(max_examples=400 if PROOF else 6)
@given(seed=seeds, acts=acts, failing=failing)
def test_money_in_is_money_out_in_a_file(games, seed, acts, failing):
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        lived(f"{folder}/room.db", games, seed, acts, failing)


@settings(max_examples=100 if PROOF else 1)
@given(seed=seeds, acts=acts, failing=failing)
def test_money_in_is_money_out_in_postgresql(postgres, monkeypatch, games, seed, acts, failing):
    monkeypatch.setenv("CARDROOM_KEY", "ab" * 32)
    url = postgres.format("postgres")
    with psycopg.connect(url, autocommit=True) as server:
        server.execute("CREATE SCHEMA life")
        try:
            lived(f"{url}&options=-csearch_path%3Dlife", games, seed, acts, failing)
        finally:
            server.execute("DROP SCHEMA life CASCADE")


def test_every_game_pays_through_the_books(games):
    """Each game once, dealt and settled at its own table, with failures."""
    rounds = Counter()
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        life = Life(f"{folder}/room.db", games, Random(7), failing=0.02, tables=len(games))
        life.begin(tables=0)
        for number, game in enumerate(games, 1):
            life.games = [game]
            life.do_open()
            life.seat(f"table {number}", NAMES[:3])
            life.do_play(f"table {number}")
            rounds[game.slug] += life.look(f"table {number}").rounds
        life.check()
        life.close()
    assert life.failures > 5
    assert not [slug for slug, count in rounds.items() if count == 0]


def test_repeated_jackpot_hits_pay_what_the_pools_hold(games):
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        life = Life(f"{folder}/room.db", games[-1:], Random(11), failing=0.0, tables=1)
        life.begin(tables=1, chips=400_000)
        life.seat("table 1", NAMES, 400_000)  # players who do not sit there yet
        for _ in range(50):
            life.refill("table 1", 40_000)
            for act in ("play", "correct", "play", "drop", "play"):
                life.act(act)
            postings = [posting for line in life.house.entries("table 1") for posting in line.postings]
            if sum(posting.cause == "jackpot" for posting in postings) >= (8 if PROOF else 4):
                break
        else:
            pytest.fail("the jackpot is hardly ever hit")
        life.check()
        life.close()
    assert {posting.payer.kind for posting in postings if posting.cause == "seed"} >= {"outside"}
    assert {posting.payer.kind for posting in postings if posting.cause == "jackpot"} >= {"meter"}
