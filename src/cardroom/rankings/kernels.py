"""The compiled kernel of each ranking, for arrays of hands. A ranking without one is judged by its definition.

Definitions do not know the kernels. Kernels import the definitions that they must equal, and are imported on first use,
because they load NumPy and numba.
"""

from collections.abc import Callable
from typing import NamedTuple

from cardroom.rankings.base import Array, lazily

__all__ = ["KERNELS", "Kernel"]


class Kernel(NamedTuple):
    """A fast version of a definition, for many hands. Tests check that the two are equal."""

    judge: Callable[..., Array | None]
    """Maps checked C-contiguous uint8 hands (n, k) to uint16 or uint32 (n,), 0 if a hand does not qualify."""
    guarded: bool = False
    """Whether it checks the cards itself, and returns None if any are bad."""


KERNELS = {
    "high": Kernel(lazily("five_cards:high"), guarded=True),
    "omaha": Kernel(lazily("five_cards:omaha"), guarded=True),
    "short-deck": Kernel(lazily("five_cards:short_deck"), guarded=True),
    "2-7": Kernel(lazily("low_kernels:deuce_to_seven"), guarded=True),
    "ace-to-five": Kernel(lazily("low_kernels:ace_to_five")),
    "eight-or-better": Kernel(lazily("low_kernels:eight_or_better")),
    "omaha-eight-or-better": Kernel(lazily("low_kernels:omaha_eight_or_better")),
    "badugi": Kernel(lazily("low_kernels:badugi")),
    "badugi-ace-high": Kernel(lazily("low_kernels:badugi_ace_high")),
    "three-card": Kernel(lazily("small_kernels:three_card")),
    "mexican": Kernel(lazily("small_kernels:mexican")),
    "chinese-front": Kernel(lazily("small_kernels:chinese_front")),
    "four-of-five": Kernel(lazily("small_kernels:four_of_five")),
    "four-of-six": Kernel(lazily("small_kernels:four_of_six")),
    "four-card-bonus": Kernel(lazily("small_kernels:four_card_bonus")),
    "pocket-bonus": Kernel(lazily("bonus_kernels:pocket_bonus")),
    "two-card": Kernel(lazily("bonus_kernels:two_card")),
    "all-6": Kernel(lazily("bonus_kernels:all_six")),
    "progressive": Kernel(lazily("bonus_kernels:progressive")),
    "prime": Kernel(lazily("bonus_kernels:prime")),
    "pai-gow": Kernel(lazily("pai_gow_kernels:pai_gow")),
    "pai-gow-high-wheel": Kernel(lazily("pai_gow_kernels:pai_gow_high_wheel")),
    "pai-gow-two": Kernel(lazily("pai_gow_kernels:pai_gow_two")),
    "fortune": Kernel(lazily("pai_gow_kernels:fortune")),
}
