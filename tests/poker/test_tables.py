"""The stored tables are what is computed now."""

import random
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cardroom.cards import text
from cardroom.errors import InvariantError
from cardroom.poker import equity
from cardroom.poker.tables import stored
from cardroom.poker.tables.classes import all_hands, choose, hand_classes, places_of
from cardroom.poker.tables.making import add_board, board_pairs, main
from cardroom.poker.tables.stored import DIGESTS, digest, holdem_order, omaha_order, pack, unpack
from cardroom.rankings import strength


@pytest.mark.proof
@pytest.mark.timeout(7200)
def test_the_tables_are_made_again_number_for_number(tmp_path: Path) -> None:
    main(str(tmp_path))
    columns = {"holdem-pairs": 2, "holdem-order": 1, "omaha-order": 1}
    made = {name: unpack((tmp_path / f"{name}.xz").read_bytes(), many) for name, many in columns.items()}
    assert {name: digest(table) for name, table in made.items()} == DIGESTS


def test_omaha_hands_on_a_board_score_as_when_each_two_are_compared() -> None:
    """The definition, over all pairs of hands of eleven cards."""
    dealt = random.Random(3).sample(range(52), 16)
    board, cards = np.array(sorted(dealt[:5]), np.uint8), np.array(sorted(dealt[5:]), np.int64)
    scores = np.zeros(choose()[52, 4], np.int64)
    add_board(cards, board_pairs(cards, board), 3, choose(), scores)
    hands = list(combinations(cards.tolist(), 4))
    values = {hand: strength("omaha", hand, tuple(board.tolist())) for hand in hands}
    for hand in hands:
        apart = [values[other] for other in hands if not set(hand) & set(other)]
        score = sum(2 * (value < values[hand]) + (value == values[hand]) for value in apart)
        assert scores[places_of(np.array([hand]))[0]] == 3 * score


def test_the_order_of_omaha_agrees_with_sampled_equities() -> None:
    """Sampling shares no code with the order. These classes are far enough apart."""
    hands, order = all_hands(4), omaha_order()
    texts = [text(hands[hand_classes(4).first[order[place]]].tolist()) for place in (0, 800, 8000, 16_000, 16_431)]
    found = [equity("omaha", each.replace(" ", ""), "*", trials=20_000).players[0].equity for each in texts]
    assert texts[0] == "Tc Td Ac Ad"
    assert texts[-1] == "2c 2d 2h 2s"
    assert [float(each) for each in found] == sorted(map(float, found), reverse=True)


@pytest.mark.parametrize("damage", [pack(np.arange(168, -1, -1)), b"no table"])
def test_a_damaged_table_is_refused(damage: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "holdem-order.xz").write_bytes(damage)
    monkeypatch.setattr(stored, "files", lambda _: tmp_path)
    with pytest.raises(InvariantError, match="The table holdem-order is damaged: install the package again"):
        holdem_order.__wrapped__()
