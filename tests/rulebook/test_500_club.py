"""Tables, cards and limits in the 500 Club's chapters, compared with the rule sets. Written from the document."""

import pytest

import cardroom
from cardroom.money import cents
from cardroom.play import Refused
from cardroom.rulebook import RuleBookError, rule_set

CHAPTERS = {
    # game: heading, the regulator's number, seats, cards of a deck
    "pure-21.5-blackjack": ("Pure 21.5 Blackjack", "GEGA-003642", 8, 52),
    "pure-spanish-21.5": ("Pure Spanish 21.5", "GEGA-004186", 8, 48),
    "ez-baccarat": ("EZ Baccarat", "GEGR-002039", 7, 52),
    "fortune-pai-gow-poker": ("Fortune Pai Gow Poker", "GEGR-002017", 7, 53),
    "ultimate-texas-holdem": ("Ultimate Texas Hold'em", "GEGR-002041", 8, 52),
    "2-7-single-draw": ("2-7 Single Draw", "GEGR-002019", 6, 52),
    "2-7-triple-draw": ("2-7 Triple Draw", "GEGR-002020", 6, 52),
    "badugi": ("Badugi", "GEGR-002030", 9, 52),
    "big-o": ("Big O", "GEGR-002031", 8, 52),
    "crazy-pineapple": ("Crazy Pineapple", "GEGR-002033", 10, 52),
    "crazy-pineapple-high-low": ("Crazy Pineapple High/Low Split", "GEGR-002032", 10, 52),
    "omaha": ("Omaha", "GEGR-002037", 10, 52),
    "omaha-high-low": ("Omaha High-Low Split", "GEGR-002036", 10, 52),
    "pineapple": ("Pineapple", "GEGR-002021", 10, 52),
    "pineapple-high-low": ("Pineapple High/Low Split", "GEGR-002038", 10, 52),
    "pot-limit-omaha-8": ("Pot Limit Omaha 8 or Better", "GEGR-002023", 10, 52),
    "razz": ("Razz", "GEGR-002028", 8, 52),
    "seven-card-stud": ("Seven Card Stud", "GEGR-002024", 8, 52),
    "seven-card-stud-high-low": ("Seven Card Stud High/Low Split", "GEGR-002018", 8, 52),
    "stud-8": ("Stud 8", "GEGR-002026", 8, 52),
    "texas-holdem": ("Texas Hold'em", "GEGR-002027", 10, 52),
    "triple-draw-poker": ("Triple Draw Poker", "GEGR-002025", 6, 52),
    "face-up-pai-gow-poker": ("Face Up Pai Gow Poker", "number illegible", 7, 53),
    "three-card-poker-6-card-bonus": ("Three Card Poker 6 Card Bonus", "GEGR-002040", 7, 52),
}


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_rule_set_is_cited_by_its_chapters_heading_and_number(slug):
    heading, number, *_ = CHAPTERS[slug]
    assert rule_set(slug, "500-club").cite() == f"500 Club, {heading}, {number}"


@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_table_seats_as_many_as_its_chapter_says_and_deals_its_deck(slug):
    _, _, seats, cards = CHAPTERS[slug]
    game = cardroom.game(slug, rules="500-club")
    assert game.rules.seats.most == seats
    assert len(game.shuffle(seed=1).order) == cards * game.rules.packs
    with pytest.raises(ValueError, match=f"seats 1 to {seats}"):
        game.round(dict.fromkeys(map(str, range(seats + 1)), 100_000), seed=1)


@pytest.mark.parametrize(
    ("slug", "minimum", "maximum"),
    [
        # California Games Collection Rates; Face Up: its own Collection Rates Schedule
        ("ez-baccarat", ("$1", "$1,000"), ("$1", "$10,000")),
        ("fortune-pai-gow-poker", ("$1", "$2,000"), ("$1", "$10,000")),
        ("pure-21.5-blackjack", ("$1", "$1,000"), ("$1", "$10,000")),
        ("pure-spanish-21.5", ("$1", "$1,000"), ("$1", "$10,000")),
        ("three-card-poker-6-card-bonus", ("$1", "$200"), ("$1", "$10,000")),
        ("ultimate-texas-holdem", ("$1", "$100"), ("$1", "$10,000")),
        ("face-up-pai-gow-poker", ("$1", "$1,000"), ("$100", "$10,000")),
    ],
)
def test_a_house_sets_its_limits_within_the_printed_ranges(slug, minimum, maximum):
    for name, (least, most) in (("minimum", minimum), ("maximum", maximum)):
        other = {"maximum": "$10,000"} if name == "minimum" else {"minimum": "$1"}
        for amount in (least, most):
            assert rule_set(slug, **other | {name: amount}).house(name) == cents(amount)
        for amount in (cents(least) - 1, cents(most) + 1):
            with pytest.raises(RuleBookError, match=f"house rule {name}: .* is not within"):
                rule_set(slug, **other | {name: amount})


@pytest.mark.parametrize(
    ("slug", "wagers", "least", "most"),
    [
        ("ez-baccarat", ("tie", "panda-8", "dragon-7"), "$1", "$1,000"),
        ("pure-spanish-21.5", ("match-the-dealer",), "$1", "$1,000"),
        ("pure-21.5-blackjack", ("buster",), "$5", "$200"),  # its own chapter, not the newer rates
    ],
)
def test_bonus_bets_have_limits_of_their_own_where_the_rates_print_them(slug, wagers, least, most):
    rules = rule_set(slug)
    assert {rules.limits(wager) for wager in wagers} == {(cents(least), cents(most))}


@pytest.mark.parametrize(
    ("slug", "wagers"),
    [
        ("fortune-pai-gow-poker", ("fortune",)),
        ("face-up-pai-gow-poker", ("fortune", "ace-high")),
        ("three-card-poker-6-card-bonus", ("pair-plus", "six-card-bonus")),
        ("ultimate-texas-holdem", ("trips", "bad-beat")),
    ],
)
def test_elsewhere_a_bonus_bet_keeps_the_tables_limits_whatever_the_base_wager(slug, wagers):
    rules = rule_set(slug, minimum="$10", maximum="$100")
    assert {rules.limits(wager) for wager in wagers} == {(1_000, 10_000)}


@pytest.mark.parametrize(
    ("slug", "labels"),
    [
        ("ultimate-texas-holdem", ["Ante", "Blind", "Play", "Trips", "Bad Beat"]),
        ("three-card-poker-6-card-bonus", ["Ante", "Play", "Pair Plus", "6 Card Bonus"]),
        ("ez-baccarat", ["Player", "Banker", "Tie", "Panda 8", "Dragon 7"]),
    ],
)
def test_the_areas_of_the_layout_bear_the_prescribed_words(slug, labels):
    assert [wager.label for wager in rule_set(slug).wager.values()] == labels


@pytest.mark.parametrize(
    ("slug", "alternate"),
    [
        (slug, slug in ("fortune-pai-gow-poker", "ultimate-texas-holdem", "three-card-poker-6-card-bonus"))
        for slug in CHAPTERS
    ],
)
def test_two_decks_take_turns_where_the_chapter_says_so(slug, alternate):
    assert rule_set(slug, "500-club").deck.decks == (2 if alternate else 1)


@pytest.mark.parametrize(
    ("slug", "wager"),
    [
        ("pure-21.5-blackjack", "red-flex"),
        ("pure-21.5-blackjack", "buster"),
        ("pure-spanish-21.5", "match-the-dealer"),
        ("ez-baccarat", "panda-8"),
        ("ez-baccarat", "dragon-7"),
        ("fortune-pai-gow-poker", "fortune"),
        ("face-up-pai-gow-poker", "fortune"),
        ("face-up-pai-gow-poker", "ace-high"),
        ("ultimate-texas-holdem", "trips"),
        ("ultimate-texas-holdem", "bad-beat"),
        ("three-card-poker-6-card-bonus", "pair-plus"),
        ("three-card-poker-6-card-bonus", "six-card-bonus"),
    ],
)
def test_a_bonus_bet_needs_a_wager_of_the_game_beside_it(slug, wager):
    round = cardroom.game(slug).round({"ann": 100_000, "bob": 100_000}, seed=1)
    round.answer(1, "bank", 10_000)
    with pytest.raises(Refused, match=r"is required|needs|only with"):
        round.answer(2, "bet", {wager: 500})
