"""The store of statistics: any order, each hand once, whole files, and sums that are the same by every way."""

import sqlite3
from collections import Counter
from itertools import permutations

import pytest

from cardroom.poker.statistics import DIMENSIONS, PlayerGroup, StatisticsError, StatisticsStore, figures_of

ANN = PlayerGroup("ann", "texas-holdem no", "1/2", 6, "BTN", "2026-11-01")
BOB = ANN._replace(player="bob", position="SB")
LATER = ANN._replace(day="2026-11-02", position="CO")
HANDS = [
    (b"one", [(ANN, {"hands": 1, "vpip_made": 1, "gain": -3, "gain_squared": 9}), (BOB, {"hands": 1, "gain": 3})]),
    (b"two", [(LATER, {"hands": 1, "gain": 10**15, "gain_squared": 4})]),
    (b"three", [(ANN, {"hands": 1, "gain": 7})]),
]


def everything(store):
    by_one = [store.query((name,)) for name in DIMENSIONS]
    return [store.query(), store.query(("player", "day")), sorted(store.query(DIMENSIONS)), *map(sorted, by_one)]


def test_the_order_of_hands_does_not_matter():
    results = []
    for order in permutations(HANDS):
        with StatisticsStore(":memory:") as store:
            for digest, counts in order:
                with store.adding():
                    store.add([digest], counts)
            results.append(everything(store))
    assert results.count(results[0]) == 6


def test_sums_by_one_dimension_are_those_over_all_groups():
    with StatisticsStore(":memory:") as store:
        with store.adding():
            for digest, counts in HANDS:
                store.add([digest], counts)
        for name in DIMENSIONS:
            sums = Counter()
            for group, totals in store.query(DIMENSIONS):
                sums[getattr(group, name)] += totals["gain"]
            assert {getattr(group, name): totals["gain"] for group, totals in store.query((name,))} == sums
        (((_, total)),) = store.query()
        assert (total["hands"], total["gain"]) == (4, 10**15 + 7)
        ((group, ann),) = store.query(("player",), {"player": "ann", "day": "2026-11-01"})
        assert (group.player, group.day, ann["hands"], ann["gain"]) == ("ann", "", 2, 4)


def stopped(store):
    with store.adding():
        store.add([b"two"], HANDS[1][1])
        raise KeyboardInterrupt


def test_nothing_of_a_file_stays_if_adding_it_fails(tmp_path):
    with StatisticsStore(tmp_path / "s.db") as store:
        with store.adding():
            store.add([b"one"], HANDS[0][1])
        before = everything(store)
        with pytest.raises(KeyboardInterrupt):
            stopped(store)
        assert everything(store) == before
        assert not store.has(b"two")
    with StatisticsStore(tmp_path / "s.db", create=False) as store:
        assert (everything(store), store.hands) == (before, 1)


def test_a_hand_is_not_counted_twice():
    with StatisticsStore(":memory:") as store:
        with store.adding():
            store.add([b"one"], HANDS[0][1])
        assert store.has(b"one")
        with pytest.raises(StatisticsError, match="add the file again"), store.adding():
            store.add([b"one"], HANDS[0][1])


def add(store, numbers, counts):
    with store.adding():
        for each in numbers:
            store.add([b"%d" % each], counts)


@pytest.mark.parametrize("groups", [1, 2])
def test_sums_that_an_integer_cannot_hold_are_refused(groups):
    """The largest square of a result, of hands in one transaction or in several."""
    large = [(ANN._replace(player=str(each)), {"hands": 1, "gain_squared": 10**16}) for each in range(groups)]
    with StatisticsStore(":memory:") as store:
        with pytest.raises(StatisticsError, match="too large to be added up"):
            add(store, range(1000), large)
        for start in range(0, 900, 100):
            add(store, range(start, start + 100 // groups), large)
        before = everything(store)
        with pytest.raises(StatisticsError, match="too large to be added up"):
            add(store, range(1000, 1100), large)
        assert everything(store) == before
        ((_, total),) = store.query()
        assert type(total["gain_squared"]) is int
        assert total["gain_squared"] == total["hands"] * 10**16 == 9 * 10**18


def test_a_hand_that_another_command_added_meanwhile_is_not_counted_twice(tmp_path):
    with StatisticsStore(tmp_path / "s.db") as one, StatisticsStore(tmp_path / "s.db") as other:
        assert not one.has(b"1")
        add(other, [1], HANDS[0][1])
        with pytest.raises(StatisticsError, match="added by another command meanwhile: add the file again"):
            add(one, [1], HANDS[0][1])
        assert one.hands == 1


def test_a_store_to_which_another_command_adds_hands_is_refused(tmp_path):
    with StatisticsStore(tmp_path / "s.db") as one, StatisticsStore(tmp_path / "s.db") as other, one.adding():
        other._db.execute("PRAGMA busy_timeout = 0")
        with pytest.raises(StatisticsError, match="database is locked: if another command"):
            add(other, [1], HANDS[0][1])


def test_a_full_disk_leaves_what_was_there(tmp_path):
    with StatisticsStore(tmp_path / "s.db") as store:
        add(store, [1], HANDS[0][1])
        before = everything(store)
        store._db.execute("PRAGMA max_page_count = 1")  # SQLite takes the present size
        many = [(ANN._replace(player=str(each)), {"hands": 1}) for each in range(2000)]
        with pytest.raises(StatisticsError, match="full"):
            add(store, [2], many)
        assert everything(store) == before


def test_other_files_are_refused(tmp_path):
    (tmp_path / "text.db").write_text("not a database, but some longer text in a file" * 50)
    with sqlite3.connect(tmp_path / "other.db") as other:
        other.execute("CREATE TABLE a (b)")
    other.close()
    with pytest.raises(StatisticsError, match=r"text.db: this is not a store"):
        StatisticsStore(tmp_path / "text.db")
    with pytest.raises(StatisticsError, match=r"other.db: this is another database"):
        StatisticsStore(tmp_path / "other.db")
    with pytest.raises(StatisticsError, match=r"none.db: there is no store of statistics; add hands"):
        StatisticsStore(tmp_path / "none.db", create=False)
    assert not (tmp_path / "none.db").exists()


def test_shares_have_wilson_intervals_and_results_have_normal_ones():
    """Wilson's interval of 13 of 52 by his formula; the mean and deviation of 1, 2 and 6 big blinds."""
    gains = (1, 2, 6)
    sums = Counter(hands=3, vpip_made=13, vpip_chances=52, bets_raises=3, calls=2, folds=1)
    sums["gain"] = sum(gains) * 10**6
    sums["gain_squared"] = sum(gain**2 for gain in gains) * 10**6
    figures = figures_of(sums)
    vpip = figures["vpip"]
    assert [round(vpip[name], 4) for name in ("value", "low", "high")] == [0.25, 0.1523, 0.3821]
    assert figures["pfr"] == {"made": 0, "of": 0, "value": None, "low": None, "high": None}
    assert (figures["af"]["value"], figures["afq"]["value"]) == (1.5, 0.5)
    assert figures["bb_per_100"]["value"] == 300
    assert figures["deviation"]["value"] == pytest.approx(7**0.5 * 10), "variance 14 / 2"
    half = 1.959963984540054 * (7 / 3) ** 0.5 * 100
    assert figures["bb_per_100"]["high"] == pytest.approx(300 + half)
