"""The felt and the cards as the documents print them: areas, their words and limits, and where cards and chips lie."""

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse
from cardroom.show import picture
from cardroom.show.pictures.cloths import cloth
from games.test_heads_up_holdem import HIGH_CARD_BEATS_HIGH_CARD, huh
from support.deals import PEOPLE, play
from support.twentyone import BLACKJACK, SPANISH, deal
from support.twentyone import play as play_21

LAYOUTS = {
    "fortune-pai-gow-poker": ("paigow", [("Base Game", 5, 1000, "1 to 1"), ("Fortune Bonus", 5, 1000, "")]),
    "face-up-pai-gow-poker": (
        "paigow",
        [("Base Game", 5, 1000, "1 to 1"), ("Ace-High Bonus", 5, 1000, ""), ("Fortune Bonus", 5, 1000, "")],
    ),
    "ez-baccarat": (
        "baccarat",
        [
            ("Player", 5, 1000, "1 to 1"),
            ("Banker", 5, 1000, "1 to 1"),
            ("Tie", 1, 1000, "8 to 1"),
            ("Panda 8", 1, 1000, "25 to 1"),
            ("Dragon 7", 1, 1000, "40 to 1"),
        ],
    ),
    "three-card-poker-6-card-bonus": (
        "cards",
        [("Pair Plus", 5, 1000, ""), ("6 Card Bonus", 5, 1000, ""), ("Ante", 5, 1000, ""), ("Play", 0, 0, "")],
    ),
    "pure-spanish-21.5": ("blackjack", [("Game wager", 5, 1000, ""), ("Match the Dealer", 1, 1000, "")]),
    "ultimate-texas-holdem": (
        "holdem",
        [
            ("Trips", 5, 500, ""),
            ("Bad Beat", 5, 500, ""),
            ("Ante", 5, 500, ""),
            ("Blind", 5, 500, ""),
            ("Play", 0, 0, ""),
        ],
    ),
}
"""For each game the felt, and its areas from the dealer to the player with dollars and single odds."""


@pytest.mark.parametrize("slug", LAYOUTS)
def test_the_felt_has_the_areas_words_and_limits_of_the_printed_layout(slug):
    ours = cloth(cardroom.game(slug, rules="500-club").rules)
    felt, areas = LAYOUTS[slug]
    assert ours.felt == felt
    assert [(area.label, area.least // 100, area.most // 100, area.pays) for area in ours.areas] == areas


@pytest.mark.parametrize("slug", ["heads-up-holdem", "four-card-frenzy"])
def test_the_jackpot_has_a_lit_button_of_five_dollars_above_the_side_bets(slug):
    """The Brook, section D: the one area that is a light, in front of the areas of the game's own wagers."""
    areas = cloth(cardroom.game(slug, rules="brook").rules).areas
    (light,) = [area for area in areas if area.jackpot]
    assert (light.label, light.least, light.most, light.side) == ("5 Card Galaxy Bonus Jackpot", 500, 500, True)
    places = [area.label for area in areas]
    assert places.index(light.label) < places.index("Ante") < places.index("Raise")


@pytest.mark.parametrize("slug", [BLACKJACK, SPANISH])
def test_the_player_dealers_cards_lie_in_one_row_in_the_order_of_the_deal(slug):
    """Rule 12 and Diagram 1: the up card, the down card, then the cards that are drawn."""
    round = play_21(deal("Ks 6h 9d 2c 3c 6d 4d", game=slug))
    (row,) = [spread for spread in picture(round.view(PEOPLE[0])).spreads if spread.dealer]
    assert row.cards == (parse("6h")[0], UNKNOWN)
    assert (row.title, row.seat, row.mine) == ("Dealer", 0, False)
    play_21(round, "stand")
    (row,) = [spread for spread in picture(round.view(PEOPLE[0])).spreads if spread.dealer]
    assert row.cards == tuple(parse("6h 2c 3c 6d"))


def test_a_pushed_ante_goes_back_to_its_player_and_is_shown_as_a_push():
    """WPT, rule 11a: the dealer does not qualify, and the Ante is neither won nor lost."""
    round = huh(HIGH_CARD_BEATS_HIGH_CARD, "wpt")
    play(round, {"1": {"ante": 1_000, "odds": 1_000}})
    (ante,) = [result for result in picture(round.view("ann")).results if result.label == "Ante"]
    assert (ante.stake, ante.net, ante.won, ante.mine) == (1_000, 0, False, True)
    assert "push" in ante.why
