"""The same job on other engines: a real cluster of several nodes, all on this machine, gives the same figures."""

import os
import time
import warnings

import pytest

import cardroom
from cardroom.analysis import engine
from cardroom.analysis.stored import counting_again

PROOF = bool(os.environ.get("CARDROOM_PROOF"))
"""Copied from `sampling`, which workers of a cluster cannot import."""


@pytest.mark.skipif(not PROOF, reason="starts a cluster, a quarter of a minute: make proof")
def test_a_cluster_gives_the_same_figures_as_this_machine():
    """One test for one cluster of two nodes, each with one core and its own processes."""
    many = 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own warnings about sockets and files that its processes keep open
        import ray  # noqa: PLC0415
        from ray.cluster_utils import Cluster  # noqa: PLC0415

        nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
        try:
            for _ in range(many - 1):
                nodes.add_node(num_cpus=1)
            nodes.wait_for_nodes()
            cluster = engine.Ray(address=nodes.address)
            assert cluster.workers == many
            cluster._threads, threads = 0, cluster._threads  # this machine leaves all chunks to the nodes
            assert len(set(cluster.map("nodes", where, range(2 * many)))) == many, "chunks go to every node"
            cluster._threads = threads
            assert list(cluster.map("squares", square, range(20))) == [number**2 for number in range(20)], "in order"
            with pytest.raises(ZeroDivisionError):
                list(cluster.map("fails", one_over, [1, 0, 2]))
            game = cardroom.game("ultimate-texas-holdem")  # every node compiles for itself
            assert cardroom.analyze(game, cluster).to_dict() == cardroom.analyze(game).to_dict()
            game = cardroom.game("three-card-poker-6-card-bonus")
            here = cardroom.simulate(game, 300_000, "seed", engine=engine.Local(1))
            assert cardroom.simulate(game, 300_000, "seed", engine=cluster).to_dict() == here.to_dict()
        finally:
            ray.shutdown()
            nodes.shutdown()


def where(_):
    """The node on which this runs, after a pause so that other nodes start too."""
    from ray import get_runtime_context  # noqa: PLC0415

    time.sleep(1)
    return get_runtime_context().get_node_id()


def square(number):
    return number**2


def one_over(number):
    return 1 / number


@pytest.fixture(scope="module")
def watched():
    """A report by three workers, and the progress messages."""
    seen = []
    game = cardroom.game("ultimate-texas-holdem")
    with counting_again():
        return cardroom.analyze(game, engine.Local(3, lambda *step: seen.append(step))), seen


@pytest.mark.proof
def test_the_number_of_workers_changes_nothing(watched):
    game = cardroom.game("ultimate-texas-holdem")
    alone = cardroom.analyze(game, engine.Local(1))
    assert alone.wager("ante") == watched[0].wager("ante")


@pytest.mark.proof
def test_progress_is_reported_to_the_end(watched):
    seen = watched[1]
    last = {about: (done, total) for about, done, total in seen}
    assert last
    assert all(done == total for done, total in last.values())
    assert [done for about, done, _ in seen if about == seen[0][0]] == list(range(1, seen[0][2] + 1))
