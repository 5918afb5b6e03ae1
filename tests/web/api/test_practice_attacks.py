"""Attacks on puzzles and daily deals: folded cards, and requests that cost much."""

import asyncio
from types import SimpleNamespace

import pytest

import cardroom
from cardroom.house import House
from cardroom.house.tables import Recall
from cardroom.play.table import Join, StartRound, SubmitAnswer
from cardroom.web.api import daily as daily_api
from cardroom.web.learning import store as learning_store
from cardroom.web.learning.puzzles import PuzzleFinder
from cardroom.web.learning.store import LearningStore, NewPuzzle
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.rate_limiter import RateLimiter
from support.browser import Browser

GAME = "three-card-poker-6-card-bonus"


def folds(house, name):
    """A round at a new table: ann banks, bob folds his hand unseen, cy plays his."""
    table = house.open_table(name, cardroom.game(GAME), who="floor")
    for who in ("ann", "bob", "cy"):
        house.cage.deposit(who, 100_000, who="cage", key=f"{who} {name}")
        table.do(Join(who, 50_000))
    table.do(StartRound(), "dealer")
    while table.round is not None:
        for ask in table.round.waiting:
            who = table.round.spot(ask.spot).bettor
            offered = {option.action: option for option in ask.options}
            if "bank" in offered:
                answer = ("bank", 20_000) if who == "ann" else ("pass", None)
            elif "bet" in offered:
                answer = ("bet", {"ante": 500})
            else:
                answer = ("fold" if who == "bob" else "play", None)
            table.do(SubmitAnswer(who, ask.spot, None, *answer))
            break


def decisions(house, owned=None):
    """The players whose decisions could become puzzles, by table."""
    finder = PuzzleFinder(None, "secret", lambda: owned or {})
    recall = Recall(house.books)
    found = {}
    for each in finder._decisions(recall):
        bettor = recall.round(each.source.table, each.source.round).after(0).spot(each.source.spot).bettor
        found.setdefault(each.source.table, set()).add(bettor)
    return found


def test_a_folded_hand_is_a_puzzle_only_if_nobody_else_was_there(tmp_path):
    house = House.at(f"{tmp_path}/play.db", create=True)
    for name in ("public", "practice", "private"):
        folds(house, name)
    found = decisions(house, {"practice": False, "private": True})
    assert found == {"public": {"cy"}, "practice": {"bob", "cy"}}
    house.books.store.close()


@pytest.mark.parametrize("path", ["/api/v1/daily/deal", "/api/v1/learning/puzzles"])
def test_lists_that_cost_much_are_limited_for_visitors_too(door, monkeypatch, path):
    monkeypatch.setattr(daily_api, "_DEALS", RateLimiter(most=0, a_second=0.001))
    refused = Browser(door).get(path)
    assert (refused.status_code, "retry-after" in refused.headers) == (429, True)


def test_the_number_of_puzzles_is_limited_and_the_oldest_go_first(tmp_path, monkeypatch):
    monkeypatch.setattr(learning_store, "MOST_PUZZLES", 3)
    database, day = PeopleDatabase(f"{tmp_path}/people.db"), [20_000 * 86_400.0]
    store = LearningStore(database, lambda: day[0])
    store.add_puzzles([NewPuzzle(f"old {each}", "{}", "g", "k", 9.0, 1500.0) for each in range(3)], 7)
    day[0] += 86_400
    store.add_puzzles([NewPuzzle(f"new {each}", "{}", "g", "k", 1.0, 1500.0) for each in range(2)], 7)
    assert sorted(each.id for each in store.puzzles()) == ["new 0", "new 1", "old 0"]
    database.close()


def test_many_requests_at_once_search_once():
    async def search():
        finder = PuzzleFinder(SimpleNamespace(add_puzzles=lambda *_: None), "secret", dict)
        reads = []

        async def read(act):
            await asyncio.sleep(0)
            reads.append(act)
            return []

        await asyncio.gather(*(finder.search(SimpleNamespace(read=read)) for _ in range(5)))
        return len(reads)

    assert asyncio.run(search()) == 2, "one search reads rounds once, and stores puzzles once"
