"""Compiles the kernels of the hold'em games in two processes at once, if this machine has not compiled them yet.

One process compiles one function at a time, and the hold'em kernels take ten seconds. So a second process compiles some
of them, and this one the others. Compiled code is stored on disk, where both find it. If the second process fails, this
one compiles everything.
"""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from cardroom.analysis.holdem import kernels as holdem_kernels
from cardroom.analysis.holdem.boards import PAIR, patterns
from cardroom.analysis.report import FULL, RankDeck

__all__ = ["HERE", "THERE", "arguments", "compile_kernels", "compile_named"]

_LINE, _TABLE, _CUBE = "int64[::1]", "int64[:,::1]", "int64[:,:,::1]"
_SPACE = f"{_LINE}, b1[::1], {_LINE}, b1[:,::1], int32[:,::1], int32[:,::1], {_TABLE}, {_LINE}"
"""The arrays of `flop_space`."""
_COMPARED = f"int16[:,:,::1], uint16[:,::1], {_LINE}"
HERE = {
    "river_values": f"void({_COMPARED}, {_CUBE}, {_TABLE}, {_LINE}, int64, int64, int32[:,::1])",
    "count_ends": f"void(int32[:,:,::1], {_COMPARED}, {_CUBE}, {_LINE}, int64, int64[:,:,:,::1])",
    "count_folded": f"void({_TABLE}, {_LINE}, int32[:,:], {_COMPARED}, {_TABLE}, int64, int64, {_LINE})",
}
"""The kernels that this process compiles after it has compared pockets, with the types of their arguments."""
THERE = {
    "sum_back": (
        f"void({_TABLE}, {_LINE}, b1[::1], int32[:,::1], int32[:,::1], {_TABLE}, {_TABLE}, int64, int64, b1[:,:,::1], "
        f"{_TABLE}, {_SPACE}, {_LINE}, {_CUBE}, {_CUBE})"
    ),
    "send_forward": (
        f"void({_TABLE}, {_LINE}, b1[::1], {_TABLE}, {_LINE}, b1[:,::1], int32[:,:,::1], int32[:,:,::1], {_SPACE}, "
        f"{_TABLE}, int32[:,::1], int32[:,:,::1])"
    ),
}
"""The kernels that the second process compiles."""
SECONDS = 120
"""How long to wait for the second process."""


def compile_kernels(deck: RankDeck = FULL, qualifier: str = PAIR) -> bool:
    """Compile what the counts of a deck need, and compare its pockets. Return whether a second process helped."""
    if _is_compiled("sum_back") or (os.cpu_count() or 1) < 2:
        return False
    code = f"from {__name__} import compile_named, THERE; compile_named(THERE)"
    path = [each or "." for each in sys.path]
    code = f"import sys; sys.path[:] = {path!r}; {code}"
    try:
        other = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    try:
        patterns(deck, qualifier)
        compile_named(HERE)
        return other.wait(SECONDS) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        if other.poll() is None:
            other.kill()
            other.wait()


def compile_named(kernels: dict[str, str]) -> None:
    """Compile kernels for arguments of these types, or load them if they are compiled."""
    for name, types in kernels.items():
        getattr(holdem_kernels, name).compile(arguments(types))


def arguments(types: str) -> tuple[Any, ...]:
    """The types of a kernel's arguments, as a call has them. Compiled code is stored by these."""
    return tuple(import_module("numba.core.sigutils").normalize_signature(types)[0])


def _is_compiled(name: str) -> bool:
    """Whether compiled code of a kernel is on disk, and newer than its source."""
    kernel = getattr(holdem_kernels, name)
    if kernel.signatures:
        return True
    found = [each.stat().st_mtime for each in Path(kernel.stats.cache_path).glob(f"holdem_kernels.{name}-*.nbi")]
    return max(found, default=0.0) > Path(holdem_kernels.__file__).stat().st_mtime
