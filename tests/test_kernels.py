"""All checkouts that share an environment share the compiled kernels."""

import os
from pathlib import Path

from numba.core.caching import UserProvidedCacheLocator

import cardroom.analysis.simulation.kernels
import cardroom.rankings.five_cards
from kernels import numbas_name


def test_numba_finds_its_folders_by_the_names_of_the_links():
    for module in (cardroom.rankings.five_cards, cardroom.analysis.simulation.kernels):
        name = UserProvidedCacheLocator.get_suitable_cache_subpath(module.__file__)
        assert name == numbas_name(Path(module.__file__).parent)
        if folder := os.environ.get("NUMBA_CACHE_DIR"):
            assert (Path(folder) / name).is_dir()
