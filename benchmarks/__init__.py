"""Speed, measured: `make bench`, or `python -m benchmarks [part ...] [--quick]`.

A part is a module here with a function `groups(quick)` that yields groups of cases which do the same work. Cases of a
group are timed in turn, round after round, so that a busy or a throttled machine is busy for all of them; what counts
are the ratios. The report, with the machine named, goes to `benchmarks/report/`.
"""
