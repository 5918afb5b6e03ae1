"""A whole hand of every poker game of the 500 Club, compared with the order in its chapter.

Written from the chapters: who acts first and last in each betting round, and what is burned, dealt, discarded and
drawn.
"""

import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.play import BOARD, BURN, DISCARDS, Table, hand_of
from cardroom.play.round.events import Acted, Dealt, Moved, Transfer
from cardroom.play.table import SitOut
from cardroom.rankings import strength
from games.poker.tables import COMMUNITY, DRAW, POKER, STUD, actions, bounds, do, start

SEATS = ["1", "2", "3", "4"]
"""From the left of the button, which is the last of them: small blind, big blind, one more, button."""


def played(slug):
    """A hand of four players who call and check to the end. In a draw they discard their first card."""
    round = start(slug, [100] * 4)
    while not round.done:
        spot, options = round.ask.spot, actions(round)
        if "discard" in options:
            round.answer(spot, "discard", round.cards.hand(spot)[:1])
        else:
            round.answer(spot, next(each for each in ("bring-in", "call", "check", "show") if each in options))
    return round


def betting_rounds(round):
    """The players who acted in each betting round, in turn. A round ends when the bets go into the pot, or cards are
    dealt."""
    rounds = [[]]
    for event in round.events:
        if isinstance(event, Acted) and event.action in ("bring-in", "call", "check"):
            rounds[-1].append(event.spot)
        elif rounds[-1] and (
            isinstance(event, Dealt | Moved) or (isinstance(event, Transfer) and event.cause == "pot")
        ):
            rounds.append([])
    return [acted for acted in rounds if acted]


def dealt_to(round, place):
    """The numbers of cards dealt to a place, deal by deal."""
    return [len(event.cards) for event in round.events if isinstance(event, Dealt) and event.place == place]


@pytest.mark.parametrize("slug", POKER)
def test_the_players_play_for_the_pot_and_the_house_has_no_part_in_it(slug):
    round = played(slug)
    assert round.net["bank"] == round.net["collection"] == 0
    assert sum(round.net.values()) == 0
    assert sum(event.amount for event in round.events if isinstance(event, Transfer) and event.cause == "pot") > 0


@pytest.mark.parametrize("slug", [*COMMUNITY, *DRAW])
def test_the_big_blind_acts_last_at_first_then_the_button(slug):
    first, *later = betting_rounds(played(slug))
    assert first == ["3", "4", "1", "2"], "from the left of the big blind"
    assert later == [SEATS] * (3 if slug in COMMUNITY else DRAW[slug][1]), "from the left of the button"


@pytest.mark.parametrize("slug", COMMUNITY)
def test_hole_cards_then_flop_turn_and_river_each_after_a_burn(slug):
    hole, _ = COMMUNITY[slug]
    round = played(slug)
    assert {sum(dealt_to(round, hand_of(seat))) for seat in SEATS} == {hole}
    assert (dealt_to(round, BOARD), dealt_to(round, BURN)) == ([3, 1, 1], [1, 1, 1])
    places = [event.place for event in round.events if isinstance(event, Dealt)]
    assert places[-6:] == [BURN, BOARD] * 3
    assert places.index(hand_of("1")) < places.index(hand_of("4")), "the button is the last to get a card"


@pytest.mark.parametrize("slug", [slug for slug, (_, thrown) in COMMUNITY.items() if thrown])
def test_pineapples_throw_one_card_away_in_turn_and_unseen(slug):
    round = played(slug)
    acted = [event for event in round.view("bob").events if isinstance(event, Acted)]
    thrown = [place for place, event in enumerate(acted) if event.action == "discard"]
    assert [acted[place].spot for place in thrown] == SEATS
    assert {acted[place].value for place in thrown if acted[place].spot != "2"} == {None}
    assert thrown[0] == 4 * COMMUNITY[slug][1], "after so many betting rounds of four"
    assert {len(round.cards.hand(seat)) for seat in SEATS} == {2}


@pytest.mark.parametrize("slug", DRAW)
def test_draws_go_from_the_left_of_the_button_and_give_back_as_many(slug):
    cards, draws = DRAW[slug]
    round = played(slug)
    thrown = [event.spot for event in round.events if isinstance(event, Acted) and event.action == "discard"]
    assert thrown == SEATS * draws
    given = [event.place for event in round.events if isinstance(event, Dealt) and event.place != BURN]
    assert given[-4 * draws :] == [hand_of(seat) for seat in SEATS] * draws
    assert (given[0], given[-4 * draws - 1]) == (hand_of("1"), hand_of("4")), (
        "the button gets the last card of the deal"
    )
    assert {len(round.cards.hand(seat)) for seat in SEATS} == {cards}


@pytest.mark.parametrize("slug", DRAW)
def test_any_number_of_cards_may_be_discarded_and_all_is_not_a_fold(slug):
    cards, _ = DRAW[slug]
    round = do(start(slug, [100] * 2), "2 call", "1 check")
    pick = round.ask.options[0]
    assert (pick.least, pick.most) == (0, cards)
    round.answer("1", "discard", round.cards.hand("1"))
    round.answer("2", "discard", "")
    assert [len(round.cards.hand(seat)) for seat in ("1", "2")] == [cards, cards]
    assert round.ask.spot == "1", "who drew all is still in"


@pytest.mark.parametrize("slug", STUD)
def test_two_cards_down_and_one_up_then_three_up_and_one_down_each_after_a_burn(slug):
    round = played(slug)
    for seat in SEATS:
        faces = [
            event.to is None for event in round.events if isinstance(event, Dealt) and event.place == hand_of(seat)
        ]
        assert faces == [False, False, True, True, True, True, False]
    assert dealt_to(round, BURN) == [1] * 4
    assert [len(acted) for acted in betting_rounds(round)] == [5, 4, 4, 4, 4], "who brought it in speaks again"
    later = [event.place for event in round.events if isinstance(event, Dealt) and event.place != BURN][12:]
    assert later == [hand_of(seat) for seat in SEATS] * 4, "from the left of the button, or of the house dealer"


@pytest.mark.parametrize("slug", STUD)
def test_stud_has_the_lower_limit_on_two_streets_and_the_higher_after(slug):
    round = start(slug, [100] * 2, "2c 3d Kd", "4c 5d 9h", "xx 7c Jh", "xx 8c Qh", "xx 2h 3h")
    opener = round.ask.spot
    do(round, f"{opener} bring-in", f"{3 - int(opener)} call", f"{opener} check")
    limits = []
    while not round.done and "check" in actions(round):
        limits.append(bounds(round))
        do(round, f"{round.ask.spot} check")
    (lower, _), *_, (higher, _) = limits
    assert limits == [(lower, lower)] * 2 + [(higher, higher)] * 6
    assert higher == 2 * lower


@pytest.mark.parametrize("slug", STUD)
def test_up_cards_are_for_all_to_see_and_down_cards_for_their_owner(slug):
    seen = start(slug, [100] * 4).view("bob")
    for seat in SEATS:
        assert [card == UNKNOWN for card in seen.hand(seat)] == [seat != "2", seat != "2", False]


@pytest.mark.parametrize("slug", STUD)
def test_a_player_sitting_out_of_stud_neither_antes_nor_gets_a_card(slug):
    """500 Club, Razz, rule 1a."""
    table = Table(
        cardroom.game(slug, rules="500-club", antes="$1"), dict.fromkeys(("ann", "bob", "cy"), 10_000), seed=1
    )
    table.do(SitOut("bob"))
    round = table.start()
    antes = {event.spot for event in round.events if isinstance(event, Transfer) and event.cause == "ante"}
    assert antes == {"1", "3"}
    assert hand_of("2") not in round.cards.hands


# -- betting and winning, by every chapter -----------------------------------------------------------------------------

WINS = dict.fromkeys(POKER, ("high", "")) | {
    "omaha": ("omaha", ""),
    "big-o": ("omaha", ""),
    "omaha-high-low": ("omaha", "omaha-eight-or-better"),
    "pot-limit-omaha-8": ("omaha", "omaha-eight-or-better"),
    "pineapple-high-low": ("high", "eight-or-better"),
    "crazy-pineapple-high-low": ("high", "eight-or-better"),
    "seven-card-stud-high-low": ("high", "eight-or-better"),
    "stud-8": ("high", "eight-or-better"),
    "2-7-single-draw": ("2-7", ""),
    "2-7-triple-draw": ("2-7", ""),
    "badugi": ("badugi", ""),
    "razz": ("ace-to-five", ""),
}
"""Which hands win the pot, or its halves."""
BETTING = [slug for slug in POKER if slug != "pot-limit-omaha-8"]


def on(round):
    """Continue to the next bet, and discard as few cards as possible."""
    while not round.done and "discard" in actions(round):
        spot = round.ask.spot
        round.answer(spot, "discard", round.cards.hand(spot)[: round.ask.options[0].least])
    return round


@pytest.mark.parametrize("slug", POKER)
def test_the_pot_goes_to_the_hands_that_the_chapter_ranks_highest(slug):
    """How Winners are Determined and Paid: the best hand, or high and qualifying low, each by its own chart."""
    round = played(slug)
    ranking, low = WINS[slug]
    assert (round.rules.poker.ranking, round.rules.poker.low) == (ranking, low)
    board = round.cards.hands.get(BOARD)
    winners = set()
    for each in filter(None, (ranking, low)):
        ranks = {seat: strength(each, round.cards.hand(seat), board) for seat in SEATS}
        winners |= {seat for seat, rank in ranks.items() if rank == max(ranks.values()) > 0}
    pushed = {event.spot for event in round.events if isinstance(event, Transfer) and event.cause == "pot"}
    assert pushed == winners


@pytest.mark.parametrize("slug", BETTING)
def test_a_bet_and_a_raise_are_the_limit_of_their_round(slug):
    """The lower limit in the first two rounds, in Single Draw in the first, then the higher; raises alike."""
    round = start(slug, [1000] * 2, limit="fixed")
    while "bet" not in actions(round) or "bring-in" in actions(round):
        do(round, f"{round.ask.spot} {next(each for each in ('bring-in', 'call', 'check') if each in actions(round))}")
        on(round)
    sizes = []
    while not round.done and "bet" in actions(round):
        bet, _ = bounds(round)
        do(round, f"{round.ask.spot} bet {bet}")
        raised, _ = bounds(round)
        do(round, f"{round.ask.spot} raise {raised}", "all call")
        sizes.append((bet, raised))
        on(round)
    rounds = 4 if slug in COMMUNITY else 5 if slug in STUD else DRAW[slug][1] + 1
    lower = 1 if slug == "2-7-single-draw" else 2
    assert sizes == [(4, 8)] * (lower - 1) + [(8, 16)] * (rounds - lower)


@pytest.mark.parametrize("slug", POKER)
def test_players_call_raise_three_times_fold_check_and_raise_after_a_check(slug):
    """The options of the chapter's betting rounds. Completing a bring-in is not a raise (Razz, rule 4b(iii))."""
    round = start(slug, [1000] * 4, limit="fixed" if slug in BETTING else "pot")
    if "bring-in" in actions(round):
        do(round, f"{round.ask.spot} bring-in")
    assert {"call", "raise", "fold"} <= set(actions(round))
    raises = 0
    while "raise" in actions(round):
        do(round, f"{round.ask.spot} raise {bounds(round)[0]}")
        raises += 1
    assert raises == (4 if slug == "razz" else 3)
    on(do(round, "all call"))
    assert {"check", "bet", "fold"} <= set(actions(round))
    first = round.ask.spot
    do(round, f"{first} check")
    better = round.ask.spot
    do(round, f"{better} bet {bounds(round)[0]}")
    while round.ask.spot != first:
        do(round, f"{round.ask.spot} fold")
    assert {"call", "raise", "fold"} == set(actions(round)), "who has checked may raise, and not check again"
    do(round, f"{first} fold")
    assert round.done
    assert [event.spot for event in round.events if isinstance(event, Transfer) and event.cause == "pot"] == [better]


@pytest.mark.parametrize("slug", DRAW)
def test_discards_are_collected_when_all_have_their_new_cards(slug):
    round = played(slug)
    gathered = [event for event in round.events if isinstance(event, Moved) and event.into == DISCARDS]
    assert len(gathered) == 4 * DRAW[slug][1]
    assert not [
        place
        for place in round.cards.hands
        if place.kind == "discards" and place != DISCARDS and round.cards.hand(place)
    ]
