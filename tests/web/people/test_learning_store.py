"""What users learn, on both databases: of answers at the same moment only one counts, and names move safely."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from cardroom.errors import InputError
from cardroom.web.learning.store import Judged, LearningStore, Mistake, NewPuzzle
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.store import PeopleStore
from support.server import QUICK

NOON = 20_775 * 86_400 + 43_200.0


@pytest.fixture
def stores(new_place):
    """The stores of two processes that serve one room, with the user ann."""
    place = new_place()
    databases = [PeopleDatabase(place), PeopleDatabase(place)]
    PeopleStore(databases[0], hasher=QUICK).sign_up("ann", "correct horse")
    yield [LearningStore(each, lambda: NOON) for each in databases]
    for each in databases:
        each.close()


def judged(yours, cost):
    return Judged("g", "k", f'{{"action":"{yours}"}}', yours, "call", cost, 500)


def mistake(name):
    return Mistake(name, "{}", "daily", "g", "G", "k", "As", "fold", "call", 5.0)


def at_once(stores, act, times=12):
    """Call a function with the stores of both processes, at the same moment."""
    with ThreadPoolExecutor(times) as threads:
        return [*threads.map(lambda number: act(stores[number % 2], number), range(times))]


def test_of_daily_answers_at_two_processes_only_one_counts(stores):
    day = stores[0].today()

    def answer(store, number):
        yours = ("fold", "call", "raise")[number % 3]
        return store.judge_daily("ann", day, 1, judged(yours, 5.0 * (number % 3)), mistake(f"m{number}"))

    counted = {each.yours for each in at_once(stores, answer)}
    assert counted == {stores[1].day("ann", day)[1].yours}
    assert len(stores[0].mistakes("ann")) == 1


def test_of_answers_to_a_puzzle_at_two_processes_one_is_rated(stores):
    stores[0].add_puzzles([NewPuzzle("p", "{}", "g", "k", 9.0, 1500.0)], 7)
    at_once(stores, lambda store, number: store.judge_puzzle("ann", "p", judged("fold", 5.0), None))
    assert (stores[1].puzzle("p").answers, stores[1].puzzle("p").wrong) == (1, 1)
    assert len(stores[0].ratings("ann")) == 1


def test_of_repetitions_at_two_processes_only_one_counts(stores):
    stores[0].add_mistakes("ann", [mistake("m")])
    for store in stores:
        store.now = lambda: NOON + 86_400

    def repeat(store, number):
        try:
            return store.repeat("ann", "m", judged("call", 0.0), right=True, tries=0)
        except InputError:
            return None

    assert sum(each is not None for each in at_once(stores, repeat)) == 1


def test_the_seed_of_a_day_is_the_same_at_two_processes(stores):
    assert len({*at_once(stores, lambda store, number: store.seed(20_776))}) == 1
