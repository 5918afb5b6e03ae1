"""Health tests of the system's random source: broken sources stop the dealing permanently, a good one never does.

The cut-offs are computed again here from NIST SP 800-90B, and the formulas checked against its own examples.
"""

import os
import random
import re
import sys
from itertools import count
from math import ceil, log2, sqrt
from pathlib import Path
from unittest.mock import patch

import pytest
from scipy.stats import binom

from cardroom.cards import health
from cardroom.cards.health import ALARM, LEAN, MOST_ALIKE, REPEATS, START_UP, WINDOW, system_bytes
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InvariantError
from support.sampling import PROOF

GOOD_BYTES = 50_000_000 if PROOF else 2_000_000
DECK = range(52)


@pytest.fixture
def system(monkeypatch):
    """Replaces the operating system's random bytes by those of another source."""

    def gives(source):
        monkeypatch.setattr(health, "_system", health._TestedSource(source))

    return gives


def good(seed="good"):
    """A good source that is the same in every run."""
    return random.Random(seed).randbytes


def after(size, bad):
    """A source that is good for a number of bytes, and then bad."""
    gives, left = good(), [size]

    def source(wanted):
        left[0] -= wanted
        return gives(wanted) if left[0] >= 0 else bad(wanted)

    return source


def endless(block):
    """A source that repeats one block endlessly."""
    at = [0]

    def source(size):
        start = at[0] % len(block)
        at[0] += size
        return (block * (size // len(block) + 2))[start : start + size]

    return source


def biased(weights):
    """A source that favours some bytes."""
    generator = random.Random("biased")
    return lambda size: bytes(generator.choices(range(256), weights, k=size))


def ones(share):
    """The weights of bytes whose bits are ones with this probability."""
    return [share ** byte.bit_count() * (1 - share) ** (8 - byte.bit_count()) for byte in range(256)]


def refuses(size):
    raise OSError("no randomness today")


BROKEN = {
    "all zero": bytes,
    "one byte": lambda size: b"\xa5" * size,
    "a stuck byte now and then": lambda size: good(size)(size - REPEATS) + b"\x17" * REPEATS,
    "a block of 32": endless(good("block")(32)),
    "a block of 1,000": endless(good("block")(1000)),
    "the same for every request": lambda size: good(size)(size),
    "text": lambda size: (b"the quick brown fox jumps over the lazy dog; " * (size // 40 + 1))[:size],
    "one value too often": biased([15] * 255 + [255]),  # 1 in 16, as SP 800-90B, 4.5 (b) wants it
    "a bit that is always 0": biased([1, 0] * 128),
    "six ones in ten": biased(ones(0.6)),
    "a counter": lambda size, at=count(): b"".join(next(at).to_bytes(4, "big") for _ in range(-(-size // 4)))[:size],
    "too few bytes": lambda size: good(size)(size - 1),
    "no bytes": refuses,
}


def fails_within(decks):
    for _ in range(decks):
        Shuffle.fresh(DECK)


@pytest.mark.parametrize("broken", BROKEN.values(), ids=BROKEN)
def test_a_broken_source_stops_the_dealing(system, broken):
    """SP 800-90B, 4.5: within 50,000 samples, which is about two hundred decks."""
    system(broken)
    with pytest.raises(InvariantError, match=r"random source has failed: .*[.] No cards are shuffled until a restart"):
        fails_within(50_000 // 256)


def test_a_source_that_restarts_its_output_is_detected(system):
    """Its block need not be a multiple of a request: eventually a request starts where an earlier one did."""
    system(endless(good("block")(60_000)))
    with pytest.raises(InvariantError, match="bytes that it had given before"):
        fails_within(60_000 // 32)


@pytest.mark.parametrize("broken", [bytes, refuses, BROKEN["one value too often"]])
def test_a_source_that_fails_in_service_stops_the_dealing(system, broken):
    system(after(100_000, broken))
    fails_within(300)
    with pytest.raises(InvariantError):
        fails_within(300)


@pytest.mark.parametrize("broken", [BROKEN[name] for name in ("all zero", "one byte", "text", "no bytes")])
def test_a_source_that_is_broken_from_the_start_deals_no_card(system, broken):
    system(broken)
    with pytest.raises(InvariantError):
        Shuffle.fresh(DECK)


def test_after_a_failure_nothing_is_shuffled_even_if_the_source_recovers(system):
    """GLI-19, 3.3.3: until operators have checked the source and restarted."""
    asked = []
    gives = good()

    def source(size):
        asked.append(size)
        return bytes(size) if len(asked) == 3 else gives(size)

    system(source)
    Shuffle.fresh(DECK)
    for attempt in (lambda: Shuffle.fresh(DECK), lambda: SealedShuffle.fresh(DECK)) * 3:
        with pytest.raises(InvariantError, match="No cards are shuffled until a restart"):
            attempt()
    assert asked == [START_UP, 256, 256]


def test_a_deck_shuffled_before_a_failure_is_dealt_to_its_end(system):
    """A round in progress needs no new secret: its dice and reshuffles come from its own."""
    system(after(START_UP + 256, bytes))
    shuffle = Shuffle.fresh(DECK)
    with pytest.raises(InvariantError):
        Shuffle.fresh(DECK)
    assert sorted(shuffle.order) == list(DECK)
    assert sorted(shuffle.stream().permute(DECK)) == list(DECK)


@pytest.mark.parametrize("size", [1, 31, 32, 256, 1664, 2048, 5000])
def test_a_good_source_never_fails(system, size):
    system(good(size))
    for _ in range(GOOD_BYTES // 7 // max(size, 32)):
        system_bytes(size)


def test_the_bytes_are_those_that_follow_the_start_up_test(system):
    system(good())
    expected = good()
    expected(START_UP)
    assert [system_bytes(size) for size in (256, 2048, 32)] == [expected(size) for size in (256, 2048, 32)]


@pytest.mark.proof
def test_the_operating_system_is_the_only_source():
    assert health._system._source is os.urandom
    source = Path(health.__file__).parents[1]
    doors = {*(source / "client").rglob("*.py"), *(source / "web").rglob("*.py")}  # for names and tokens, not for cards
    asks = re.compile(r"\burandom\b|\bgetrandom\b|\bSystemRandom\b|^\s*(import|from) (secrets|uuid)\b", re.MULTILINE)
    files = [path.name for path in {*source.rglob("*.py")} - doors if asks.search(path.read_text())]
    assert files == ["health.py"]


def test_a_run_of_equal_bytes_is_seen_over_the_end_of_a_request(system):
    """A run one byte below the limit passes, wherever it begins. Zeros are like other bytes."""
    for byte in (0, 7):
        for run, first in [(REPEATS - 1, 3), (REPEATS, 1), (REPEATS, 3), (REPEATS, REPEATS - 1)]:
            rest = run - first
            head, tail = bytes([byte]) * first, bytes([byte]) * rest
            texts = iter([good(0)(START_UP), good(1)(63) + b"\xff", good(2)(62 - first) + b"\xff\xfe" + head])
            last = tail + b"\xff" + good(3)(63 - rest)
            system(lambda size, texts=texts, last=last: next(texts, last))
            assert len(system_bytes(64)) == len(system_bytes(64)) == 64
            if run < REPEATS:
                assert system_bytes(64) == last
            else:
                with pytest.raises(InvariantError, match=f"the same byte {REPEATS} times in a row"):
                    system_bytes(64)


def test_a_failure_tells_no_byte():
    secret = good()(256)
    source = iter([good(1)(START_UP), secret, secret])
    with patch.object(health, "_system", health._TestedSource(lambda size: next(source))):
        system_bytes(256)
        with pytest.raises(InvariantError, match="bytes that it had given before") as failure:
            system_bytes(256)
    assert secret[:2].hex() not in str(failure.value)
    assert failure.value.__cause__ is None


# -- The cut-offs ------------------------------------------------------------------------------------------------


def repetition_cutoff(alarm, entropy):
    """SP 800-90B, 4.4.1."""
    return 1 + ceil(-log2(alarm) / entropy)


def proportion_cutoff(alarm, entropy, window):
    """SP 800-90B, 4.4.2."""
    return 1 + int(binom.isf(alarm, window, 2.0**-entropy))


def test_the_formulas_give_the_standards_own_examples():
    """The example of 4.4.1, and the table of 4.4.2 for a false alarm in 2^20."""
    assert repetition_cutoff(2.0**-30, 2.0) == 16
    assert [proportion_cutoff(2.0**-20, h, 1024) for h in (0.2, 0.4, 0.6, 0.8, 1)] == [941, 840, 748, 664, 589]
    assert [proportion_cutoff(2.0**-20, h, 512) for h in (0.5, 1, 2, 4, 8)] == [410, 311, 177, 62, 13]


def test_the_cut_offs_are_the_lowest_for_the_stated_rate_of_false_alarms():
    assert repetition_cutoff(ALARM, 8) == REPEATS
    assert proportion_cutoff(ALARM, 8, WINDOW) == MOST_ALIKE - 1
    alike = binom(WINDOW - 1, 1 / 256)  # the other bytes equal to the first
    assert alike.sf(MOST_ALIKE - 2) <= ALARM < alike.sf(MOST_ALIKE - 3)
    for bits in (8 * WINDOW, 8 * START_UP, 10**6):  # the square root of 17 n is a bound close to the lowest one
        most, least = (binom.isf(alarm / 2, bits, 0.5) - bits / 2 for alarm in (ALARM, ALARM / 32))
        assert most <= sqrt(LEAN * bits) <= least
    assert 2 * health._REMEMBERED * 2.0**-sys.hash_info.width <= ALARM
    assert START_UP >= 1024
