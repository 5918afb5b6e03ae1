"""The stored tables are what is computed now."""

from pathlib import Path

import numpy as np
import pytest

from cardroom.errors import InvariantError
from cardroom.poker.tables import stored
from cardroom.poker.tables.making import main
from cardroom.poker.tables.stored import DIGESTS, digest, holdem_order, pack, unpack


@pytest.mark.proof
def test_the_tables_are_made_again_number_for_number(tmp_path: Path) -> None:
    main(str(tmp_path))
    columns = {"holdem-pairs": 2, "holdem-order": 1}
    made = {name: unpack((tmp_path / f"{name}.xz").read_bytes(), many) for name, many in columns.items()}
    assert {name: digest(table) for name, table in made.items()} == DIGESTS


@pytest.mark.parametrize("damage", [pack(np.arange(168, -1, -1)), b"no table"])
def test_a_damaged_table_is_refused(damage: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "holdem-order.xz").write_bytes(damage)
    monkeypatch.setattr(stored, "files", lambda _: tmp_path)
    with pytest.raises(InvariantError, match="The table holdem-order is damaged: install the package again"):
        holdem_order.__wrapped__()
