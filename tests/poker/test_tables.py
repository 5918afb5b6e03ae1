"""The stored tables are what is computed now."""

from hashlib import sha256
from pathlib import Path

import pytest

from cardroom.poker.tables.making import main
from cardroom.poker.tables.stored import DIGESTS


@pytest.mark.proof
def test_the_tables_are_made_again_byte_for_byte(tmp_path: Path) -> None:
    main(str(tmp_path))
    assert {name: sha256((tmp_path / name).read_bytes()).hexdigest()[:16] for name in DIGESTS} == DIGESTS
