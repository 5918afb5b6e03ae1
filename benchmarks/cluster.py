"""`python -m benchmarks.cluster`: a Ray cluster of one and of two nodes, all on this machine, each with one core.

Prints how long the same simulation takes on one node and on two, when they have loaded the program, and how long it
takes with local threads and with `--engine ray` from the start. Run it on an idle machine with at least two cores.
"""

import argparse
import warnings
from time import perf_counter

import cardroom
from cardroom.analysis.engine.engines import Engine, Local, Ray

GAME = "three-card-poker-6-card-bonus"


def seconds(rounds: int, engine: Engine) -> float:
    """How long a simulation takes."""
    start = perf_counter()
    cardroom.simulate(cardroom.game(GAME), rounds, "seed", engine=engine)
    return perf_counter() - start


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description="Two nodes against one.")
    parser.add_argument("--rounds", type=int, default=40_000_000)
    parser.add_argument("--repeat", type=int, default=3)
    chosen = parser.parse_args()
    seconds(1_000_000, Local(1))
    local = min(seconds(chosen.rounds, Local()) for _ in range(chosen.repeat))
    beside = min(seconds(chosen.rounds, Ray()) for _ in range(chosen.repeat))
    print(f"{chosen.rounds:,} rounds: {local:.1f} s on local threads, {beside:.1f} s with --engine ray and no cluster")
    warnings.simplefilter("ignore")  # Ray's own warnings about sockets and files that its processes keep open
    import ray  # noqa: PLC0415
    from ray.cluster_utils import Cluster  # noqa: PLC0415

    nodes, times = Cluster(initialize_head=True, head_node_args={"num_cpus": 1}), list[float]()
    try:
        for many in (1, 2):
            if many == 2:
                nodes.add_node(num_cpus=1)
            nodes.wait_for_nodes()
            engine = Ray(address=nodes.address, threads=0)
            seconds(8_000_000 * many, engine)  # the nodes load the program
            times.append(min(seconds(chosen.rounds, engine) for _ in range(chosen.repeat)))
            print(f"{many} node{'s' * (many > 1)}: {times[-1]:.1f} s")
        print(f"two nodes are {times[0] / times[1]:.2f} times as fast as one")
    finally:
        ray.shutdown()
        nodes.shutdown()


if __name__ == "__main__":
    main()
