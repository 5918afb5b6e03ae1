"""All checkouts that share an environment share the compiled kernels, and each is compiled once."""

import os
import subprocess
import sys
from pathlib import Path

import numba
from numba.core.caching import UserProvidedCacheLocator

import cardroom.analysis.simulation.kernels
import cardroom.rankings.five_cards
from support.kernels import numbas_name, once


def test_numba_finds_its_folders_by_the_names_of_the_links():
    for module in (cardroom.rankings.five_cards, cardroom.analysis.simulation.kernels):
        name = UserProvidedCacheLocator.get_suitable_cache_subpath(module.__file__)
        assert name == numbas_name(Path(module.__file__).parent)
        if folder := os.environ.get("NUMBA_CACHE_DIR"):
            assert (Path(folder) / name).is_dir()


TRY = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'w'), fcntl.LOCK_EX | fcntl.LOCK_NB)"


def is_locked(path):
    """Whether another process would have to wait for a lock."""
    tried = subprocess.run([sys.executable, "-S", "-c", TRY, path], check=False, capture_output=True, text=True)
    assert not tried.returncode or "BlockingIOError" in tried.stderr, tried.stderr
    return bool(tried.returncode)


def test_a_kernel_is_locked_while_it_is_compiled(tmp_path):
    seen = []

    def jit(function):
        kernel = numba.njit(function)
        compile_now = kernel.compile

        def compiling(signature):
            seen.append((function.__name__, *(is_locked(each) for each in sorted(tmp_path.iterdir()))))
            return compile_now(signature)

        kernel.compile = compiling
        return kernel

    @once(jit, tmp_path)
    def inner(number):
        return number + 1

    @once(jit, tmp_path)
    def outer(number):
        return inner(number)

    assert outer(2) == 3
    assert seen[:2] == [("outer", True), ("inner", True, True)]
    locks = sorted(tmp_path.iterdir())
    assert [each.name for each in locks] == [f"{__name__}.{each}.lock" for each in ("inner", "outer")]
    assert not any(map(is_locked, locks))
