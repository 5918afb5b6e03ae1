"""The limits that are printed over the collection schedules: what a table must be like to post them."""

import pytest

from cardroom.rulebook.schedules import schedules

ANY = ("", "")
POT, FIXED = ("pot", "no"), ("fixed",)
TERMS = {
    # the table's least wager, its greatest, each bonus bet; limits, fixed-limit games, buy-ins
    "draw-and-stud": [
        (ANY, ANY, ANY, POT, ANY, ("$40", "$100,000")),
        (ANY, ANY, ANY, FIXED, ("$4-$8", "$100-$200"), ANY),
    ],
    "ez-baccarat": [(("$1", "$1,000"), ("$1", "$10,000"), ("$1", "$1,000"), (), ANY, ANY)],
    "face-up-chinese-poker": [(ANY, ANY, ANY, (), ANY, ANY)],
    "face-up-pai-gow-poker": [(("$1", "$1,000"), ("$100", "$10,000"), ANY, (), ANY, ANY)] * 3,
    "fortune-pai-gow-poker": [
        (("$1", "$2,000"), ("$1", "$10,000"), ANY, (), ANY, ANY),
        (("$1", "$1,000"), ("$1", "$10,000"), ANY, (), ANY, ANY),
    ],
    "omaha-family": [
        (ANY, ANY, ANY, POT, ANY, ("$20", "$100,000")),
        (ANY, ANY, ANY, FIXED, ("$4-$8", "$1,000-$2,000"), ANY),
    ],
    "pineapple-family": [
        *[(ANY, ANY, ANY, POT, ANY, ("$20", "$100,000"))] * 2,
        *[(ANY, ANY, ANY, FIXED, ("$4-$8", "$1,000-$2,000"), ANY)] * 2,
    ],
    "pure-21.5-blackjack": [
        (("$1", "$1,000"), ("$1", "$10,000"), ("$1", "$1,000"), (), ANY, ANY),
        (ANY, ANY, ("$5", "$200"), (), ANY, ANY),
    ],
    "pure-spanish-21.5": [
        (("$1", "$1,000"), ("$1", "$10,000"), ("$1", "$1,000"), (), ANY, ANY),
        (ANY, ANY, ANY, (), ANY, ANY),
    ],
    "texas-holdem": [
        (ANY, ANY, ANY, POT, ANY, ("$20", "$100,000")),
        (ANY, ANY, ANY, FIXED, ("$4-$8", "$1,000-$2,000"), ANY),
    ],
    "three-card-poker-6-card-bonus": [(("$1", "$200"), ("$1", "$10,000"), ANY, (), ANY, ANY)],
    "ultimate-texas-holdem": [(("$1", "$100"), ("$1", "$10,000"), ANY, (), ANY, ANY)],
}
"""What a table must be like to post the schedules of each group (500 Club, both chapters of collection rates)."""


@pytest.mark.parametrize("name", TERMS)
def test_a_schedule_may_be_posted_at_the_limits_that_are_printed_over_it(name):
    found = [
        (each.minimum, each.maximum, each.bonus, each.limit, each.stakes, each.buy_in)
        for each in (group.terms for group in schedules(f"500-club/{name}").group)
    ]
    assert found == TERMS[name]
