"""Exact figures of EZ Baccarat, compared with public figures and with the script."""

from fractions import Fraction

import pytest

import cardroom
from cardroom.analysis.few_cards.baccarat import showdowns


def edges(rules, packs=8):
    report = cardroom.analyze(cardroom.game("ez-baccarat", rules=rules, packs=packs))
    return {wager.wager: wager.edge for wager in report.wagers}


def test_eight_decks_have_the_public_edges():
    standard = {wager: f"{float(edge) * 100:.6f}" for wager, edge in edges("standard").items()}
    assert standard["banker"] == "1.018301"
    assert standard["dragon-7"] == "7.611334"
    assert standard["panda-8"] == "10.187632"
    assert standard["player"] == "1.235081", "the Player line as in every baccarat of eight decks"
    assert standard["tie"][:7] == "14.3596", "the Tie at 8 to 1 as in every baccarat of eight decks"


def test_as_printed_the_banker_line_favours_the_player():
    printed = edges("500-club")["banker"]
    assert f"{float(printed) * 100:.2f}" == "-1.24"
    # The two books differ only where the banker wins with a three-card seven.
    dragon = Fraction(1 - edges("standard")["dragon-7"], 41)
    assert edges("standard")["banker"] - printed == dragon


@pytest.mark.parametrize("packs", [3, 6])
def test_every_order_of_six_cards_is_counted_once(packs):
    cards = 52 * packs
    total = 1
    for taken in range(6):
        total *= cards - taken
    assert sum(showdowns(packs).values()) == total
