"""The same job on other engines: a real cluster of several nodes, all on this machine, gives the same figures."""

import warnings

import pytest

import cardroom
from cardroom.analysis import engine


@pytest.fixture(scope="module")
def cluster():
    """A cluster of three nodes of a core each, every node a set of processes of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        utils = pytest.importorskip("ray.cluster_utils")
        import ray  # noqa: PLC0415

        nodes = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        for _ in range(2):
            nodes.add_node(num_cpus=1)
        nodes.wait_for_nodes()
        yield nodes
        ray.shutdown()
        nodes.shutdown()


@pytest.fixture(scope="module")
def ray(cluster):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return engine.Ray(address=cluster.address)


def where(_):
    """The node on which it runs, after the time that others need to start too."""
    import time  # noqa: PLC0415

    from ray import get_runtime_context  # noqa: PLC0415

    time.sleep(0.5)
    return get_runtime_context().get_node_id()


def test_chunks_go_to_every_node_and_come_back_in_order(ray):
    assert ray.workers == 3
    assert len(set(ray.map("nodes", where, range(12)))) == 3
    assert list(ray.map("squares", square, range(20))) == [number**2 for number in range(20)]


def square(number):
    return number**2


def test_a_cluster_gives_the_same_figures_as_this_machine(ray):
    game = cardroom.game("ultimate-texas-holdem")
    assert cardroom.analyze(game, ray).to_dict() == cardroom.analyze(game).to_dict()


def test_a_chunk_that_fails_says_why_and_calls_off_the_rest(ray):
    with pytest.raises(ZeroDivisionError):
        list(ray.map("fails", one_over, [1, 0, 2]))
    assert list(ray.map("goes on", one_over, [1, 2])) == [1, 0.5]


def one_over(number):
    return 1 / number


@pytest.mark.parametrize("workers", [1, 3])
def test_the_number_of_workers_changes_nothing(workers):
    game = cardroom.game("ultimate-texas-holdem")
    assert cardroom.analyze(game, engine.Local(workers)).wager("ante") == cardroom.analyze(game).wager("ante")


def test_progress_is_told_to_the_end():
    seen = []
    cardroom.analyze(cardroom.game("ultimate-texas-holdem"), engine.Local(2, lambda *step: seen.append(step)))
    last = {about: (done, total) for about, done, total in seen}
    assert last
    assert all(done == total for done, total in last.values())
    assert [done for about, done, _ in seen if about == seen[0][0]] == list(range(1, seen[0][2] + 1))
