"""The same job on other engines: a real cluster of several nodes, all on this machine, gives the same figures."""

import os
import threading
import time
import warnings
from types import SimpleNamespace

import pytest

import cardroom
from cardroom.analysis.engine import engines as engine
from cardroom.analysis.store import counting_again

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
            cluster = engine.Ray(address=nodes.address, threads=0)
            assert cluster.workers == many
            assert len(set(cluster.map("nodes", where, range(2 * many)))) == many, "chunks go to every node"
            cluster = engine.Ray(address=nodes.address, threads=1)
            cluster.connect()  # now, and not when it pays
            assert cluster.workers == many + 1
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


def test_short_work_is_done_before_a_cluster_is_connected(monkeypatch):
    """Nothing of Ray is loaded for it, so it takes as long as on local threads."""
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    monkeypatch.setattr(engine.Ray, "connect", lambda *_, **__: pytest.fail("connected"))
    monkeypatch.setattr("cardroom.analysis.engine.ray_cluster.perf_counter", lambda: 0.0)  # however busy the machine is
    cluster = engine.Ray(2, address="auto")
    assert list(cluster.map("squares", square, range(200))) == [number**2 for number in range(200)]


def test_a_cluster_that_comes_up_during_the_work_takes_a_part_of_it(monkeypatch):
    """The first chunk on this machine shows that it pays. The last one waits until a node has computed."""
    nodes, computed = FakeRay(), threading.Event()
    monkeypatch.setattr("cardroom.analysis.engine.ray_cluster.pays", lambda *_, **__: True)
    monkeypatch.setattr("cardroom.analysis.engine.ray_cluster.import_module", lambda _: nodes)
    monkeypatch.setattr("cardroom.analysis.engine.ray_cluster.BUSY", 0)
    nodes.computed = computed
    cluster = engine.Ray(1, address="auto")

    def work(number):
        if number == 1 and threading.current_thread().name != "node":
            assert computed.wait(60)
        return number**2

    assert list(cluster.map("squares", work, range(50))) == [number**2 for number in range(50)]
    assert nodes.count
    assert cluster.workers == 3, "this machine's own node does not count, since its cores are busy"


def test_a_cluster_that_cannot_be_used_does_not_stop_the_work(monkeypatch):
    def fails(*_, **__):
        raise ConnectionError("another version of Ray")

    monkeypatch.setattr("cardroom.analysis.engine.ray_cluster.pays", lambda *_, **__: True)
    monkeypatch.setattr(engine.Ray, "connect", fails)
    cluster = engine.Ray(1, address="auto")

    def results():
        yield from cluster.map("squares", square, range(50))
        cluster._connecting.join()

    with pytest.warns(RuntimeWarning, match="The Ray cluster is not used: another version of Ray"):
        assert list(results()) == [number**2 for number in range(50)]


class FakeRay:
    """A cluster of two other machines, each with one core, that compute when somebody waits for them."""

    def __init__(self):
        self.util, self.count, self.computed = self, 0, None

    def is_initialized(self):
        return True

    def get_node_ip_address(self):
        return "10.0.0.1"

    def nodes(self):
        addresses = ("10.0.0.1", 8), ("10.0.0.2", 1), ("10.0.0.3", 1)
        return [{"Alive": True, "NodeManagerAddress": each, "Resources": {"CPU": cpus}} for each, cpus in addresses]

    def remote(self, **_):
        return lambda work: SimpleNamespace(remote=lambda chunk: _Sent(work, chunk))

    def wait(self, sent, **_):
        for each in sent:
            thread = threading.Thread(target=each.run, name="node")
            thread.start()
            thread.join()
            self.count += 1
        self.computed.set()
        return sent, []

    def get(self, sent):
        return sent.result

    def cancel(self, _):
        pass


class _Sent:
    """A chunk that was sent to a node."""

    def __init__(self, work, chunk):
        self._work, self._chunk = work, chunk

    def run(self):
        self.result = self._work(self._chunk)


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
