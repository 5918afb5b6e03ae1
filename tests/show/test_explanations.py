"""Every decided wager and pot is explained, and what the explanation claims is true.

The claims are computed again here from the round's own cards, with the rankings alone: which cards play, which hand is
better, and by what card. `test_leaks` proves that explanations, as part of a picture, reveal no hidden card.
"""

import random
import re
from collections import Counter

import pytest

import cardroom
from cardroom.cards import JOKER, UNKNOWN, parse
from cardroom.play import BOARD, OTHER_BOARDS, hand_of
from cardroom.play.round.events import Dealt, Settled, Transfer
from cardroom.rankings import RANKINGS, category, rank
from cardroom.rankings.base import NAMES
from cardroom.rankings.points import baccarat_points
from cardroom.show import picture, round_text
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.results import decided_results
from show.rounds import GAMES, begin, play, viewers
from support.sampling import PROOF

pytestmark = pytest.mark.sampled(4)
ROUNDS = 60 if PROOF else 5
"""The number of rounds per game."""
DEALER_GAMES = {
    "heads-up-holdem": "high",
    "ultimate-texas-holdem": "high",
    "three-card-poker": "three-card",
    "four-card-frenzy": "four-of-five",
}
LOW = {"2-7", "ace-to-five", "eight-or-better", "omaha-eight-or-better", "badugi", "badugi-ace-high"}
BADUGIS = ("badugi", "three", "two", "one")
FIVE_OF_NINE = {"omaha": "high", "omaha-eight-or-better": "eight-or-better"}


def explained(name):
    """Rounds of a game, each with all (viewer, event, result) that it decided."""
    for number in range(ROUNDS):
        rng = random.Random(f"why {name} {number}")
        round = begin(GAMES[name], rng)
        for _ in play(round, rng):
            pass
        decided = [
            (viewer, event, result)
            for viewer in viewers(round)
            for event, results in decided_results(IndexedView(round.view(viewer)))
            for result in results
        ]
        yield round, decided


@pytest.fixture(scope="module", params=GAMES)
def rounds(request):
    return list(explained(request.param))


def test_every_decided_wager_and_pot_has_an_explanation_with_its_rule(rounds):
    for round, decided in rounds:
        settled = [event for event in round.events if isinstance(event, Settled)]
        pots = [event for event in round.events if isinstance(event, Transfer) and event.cause in ("pot", "points")]
        for viewer in viewers(round):
            events = [event for who, event, _ in decided if who == viewer]
            assert all(event in events for event in (*settled, *pots))
        for viewer, event, result in decided:
            assert result.explains is not None, event
            assert result.explains.says.endswith("."), result.explains
            if isinstance(event, Transfer) or not hidden_to(round, viewer, event):
                says_why = "`explain` of the game's declaration must return an Explanation with a rule"
                assert result.explains.rule.endswith("."), (says_why, viewer, event, result.explains)


def hidden_to(round, viewer, event):
    """Whether the viewer may not see the hand of a wager, so that only its result is told."""
    view = round.view(viewer)
    spots = [spot for spot in view.spots if spot.seat == view.spot(event.spot).seat]
    return any(UNKNOWN in view.hand(hand_of(spot.id, part)) for spot in spots for part in ("", "front", "back"))


def test_an_explanation_shows_only_cards_that_its_viewer_sees(rounds):
    for round, decided in rounds:
        for viewer in viewers(round):
            seen = {card for event in round.view(viewer).events for card in getattr(event, "cards", ())}
            for result in (result for who, _, result in decided if who == viewer):
                shown = {card for hand in result.explains.hands for card in hand.cards}
                shown |= {parse(code)[0] for code in codes(result.explains.says)}
                assert shown <= seen - {UNKNOWN}


def codes(text):
    """The cards named in a text, as "A♠" or "10♥"."""
    letters = dict(zip("♠♥♦♣", "shdc", strict=True))
    return [rank.replace("10", "T") + letters[suit] for rank, suit in re.findall(r"(10|[2-9JQKA])([♠♥♦♣])", text)]


def test_the_cards_of_an_explanation_play_and_its_winner_wins(rounds):
    for round, decided in rounds:
        for viewer, event, result in decided:
            for one, other, ranking, values in comparisons(round, event, result):
                assert one.won == (values[0] > values[1]) or is_copy(round, values), (viewer, result)
                assert other.won == (values[1] > values[0]) or is_copy(round, values), (viewer, result)
                if values[0] != values[1]:
                    best, worst = (one, other) if one.won else (other, one)
                    by = difference(ranking, best, worst, values)
                    assert f": {by}" in result.explains.says, (by, result.explains)


def is_copy(round, values):
    """In pai gow the player-dealer wins equal hands."""
    return "pai-gow" in round.rules.script and values[0] == values[1]


def comparisons(round, event, result):
    """The pairs of hands that an explanation compares, with their ranking and true strengths."""
    hands, rules = result.explains.hands, round.rules
    if rules.script in DEALER_GAMES:
        pairs = [hands] if len(hands) == 2 and event.line != "unqualified dealer" else []
    elif "pai-gow" in rules.script:
        pairs = [hands[:2], hands[2:]] if len(hands) == 4 else []
    elif rules.poker:
        pairs = [hands] if len(hands) == 2 else []
    elif rules.script == "face-up-chinese":
        pairs = [hands[:2], hands[2:4], hands[4:]] if len(hands) == 6 else []
    else:
        pairs = []
    for one, other in pairs:
        ranking = ranking_of(rules, one, event)
        yield one, other, ranking, tuple(true_strength(round, each, ranking, event) for each in (one, other))


def ranking_of(rules, hand, event):
    if rules.script in DEALER_GAMES:
        return DEALER_GAMES[rules.script]
    if rules.poker:
        if rules.poker.low.startswith("badugi"):  # two lows: a badugi is named by its cards
            return rules.poker.low if event.why.split()[0] in BADUGIS else rules.poker.ranking
        return rules.poker.low if rules.poker.low and event.why.endswith(" low") else rules.poker.ranking
    if hand.part in ("in front", "front"):
        return "pai-gow-two" if hand.part == "in front" else "chinese-front"
    if hand.part == "behind":
        return "pai-gow" if rules.house("wheel") == "lowest" else "pai-gow-high-wheel"
    return "high"


def true_strength(round, hand, ranking, event):
    """The strength of the whole hand behind a deciding hand. The cards that it lists must have the same."""
    spot = next((each for each in round.spots if each.seat == hand.seat and not each.backline), None)
    part = {"in front": "front", "behind": "back"}.get(hand.part, hand.part)
    place = hand_of(spot.id, part) if spot else round.dealer
    if "pai-gow" in round.rules.script and not round.cards.hand(place):
        place = cardroom.play.Place("seat", str(hand.seat), part)
    cards, board = round.cards.hand(place), board_of(round, event)
    joker = None
    if RANKINGS[ranking].jokers and JOKER in cards:
        down = any(JOKER in each.cards and each.to is not None for each in round.events if isinstance(each, Dealt))
        joker = "down" if down else "up"
    whole = rank(ranking, cards, board or None, joker) or 0
    if whole:
        alone = FIVE_OF_NINE.get(ranking, ranking)
        listed = rank(alone, hand.cards, None, joker) if len(hand.cards) in RANKINGS[alone].sizes else None
        assert listed == whole or ranking.startswith("badugi"), (hand, ranking)
        assert set(hand.cards) <= {*cards, *board}
        assert set(hand.shared) == set(hand.cards) & set(board)
    return whole


def board_of(round, event):
    board = round.cards.hand(BOARD)
    if isinstance(event, Transfer):
        for place, which in zip(OTHER_BOARDS, ("second", "third"), strict=True):
            again = round.cards.hand(place)
            if event.wager.endswith(f"{which} board") and again:
                return board[: len(board) - len(again)] + again
    return board


def difference(ranking, best, worst, values):
    """What decides between two hands, from their cards alone."""
    if 0 in values:
        return "only one low qualifies"
    top, low = max(values), min(values)
    kinds = [category(ranking, each) for each in (top, low)]
    if kinds[0] != kinds[1]:
        plain = {"high card": "no pair"} if ranking == "2-7" else {}
        return " over ".join(plain.get(kind, kind) for kind in kinds)
    orders = [order(ranking, kinds[0], hand.cards) for hand in (best, worst)]
    one, other = next((one, other) for one, other in zip(*orders, strict=True) if one != other)
    return f"{NAMES[one]} {'below' if ranking in LOW else 'over'} {NAMES[other]}"


def order(ranking, kind, cards):
    """Ranks in the order in which they decide: those that come more often first, then the higher ones."""
    ace_low = ranking in LOW - {"2-7", "badugi-ace-high"}
    ranks = [min(card >> 2, 12) for card in cards]
    if "straight" in kind and 12 in ranks and 0 in ranks:  # the ace is the lowest card
        ranks[ranks.index(12)] = -1
    if ace_low:
        ranks = [-1 if each == 12 else each for each in ranks]
    counted = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    return [each for each, _ in counted]


def test_the_points_of_baccarat_and_21_5_are_those_of_the_cards():
    for name in (name for name in GAMES if "baccarat" in name):
        for round, decided in explained(name):
            for _, event, result in decided:
                if not isinstance(event, Settled):
                    continue
                player, banker = (sum(value(card) for card in hand.cards) % 10 for hand in result.explains.hands)
                assert (player, banker) == tuple(baccarat_points(hand.cards) for hand in result.explains.hands)
                won = [hand.won for hand in result.explains.hands]
                assert won == [player > banker, banker > player]
                told = f"both have {player}" if player == banker else f"{max(player, banker)} beats"
                assert told in result.explains.says
                assert round.net


def value(card):
    return 1 if card >> 2 == 12 else 0 if card >> 2 >= 8 else (card >> 2) + 2


@pytest.mark.parametrize("name", [name for name in GAMES if "21.5" in name])
def test_the_totals_of_21_5_decide_as_the_explanation_says(name):
    for _, decided in explained(name):
        for _, event, result in decided:
            if not (isinstance(event, Settled) and event.wager == "wager"):
                continue
            totals = [total(hand.cards) for hand in result.explains.hands]
            if event.line == "bust":
                assert totals[0] > 21.5
                assert f"total {totals[0]}" in result.explains.says
            elif event.line in ("higher total", "lower total"):
                assert (totals[0] > totals[1]) == event.won == result.explains.hands[0].won
                assert f"{max(totals)} beats" in result.explains.says
                assert f"{min(totals)}." in result.explains.says


def total(cards):
    """The best total of a hand that is not a 21.5."""
    ranks = [card >> 2 for card in cards]
    low = sum(1 if each == 12 else min(each + 2, 10) for each in ranks)
    return low + 10 if 12 in ranks and low + 10 <= 21 else low


def test_a_sentence_of_the_transcript_and_a_result_explain_alike(rounds):
    for round, decided in rounds:
        for viewer in viewers(round):
            told = [line.explains for line in picture(round.view(viewer)).happened if line.explains]
            text = round_text(round, round.view(viewer))
            for who, event, result in decided:
                if who == viewer and not (isinstance(event, Transfer) and event.cause == "fee"):
                    assert result.explains.says in told
                    assert f"    {result.explains.says}" in text


def test_a_folded_hand_is_not_compared_and_its_trips_count_the_board():
    round = cardroom.game("ultimate-texas-holdem").round({"ann": 100_000, "bob": 100_000}, seed=3)
    round.answer("1", "bank", 50_000)
    round.answer("2", "bet", {"ante": 500, "blind": 500, "trips": 500})
    round.answer("2", "fold")
    while not round.done:
        round.default(round.ask.spot)
    results = {result.label: result.explains for result in picture(round.view("bob")).results}
    assert results["Ante"].says == "You folded, so the hands were not compared."
    assert not results["Ante"].hands
    assert results["Trips"].says.startswith("You folded, so only the board counts.")
    assert [hand.name for hand in results["Trips"].hands] == ["The board"]


def test_a_split_pot_names_who_shares_it_and_who_gets_the_odd_chip():
    for seed in range(400):
        round = cardroom.game("texas-holdem").round({"ann": 100_000, "bob": 100_000, "cy": 100_000}, seed=seed)
        round.answer(round.ask.spot, "call")
        round.answer(round.ask.spot, "fold")  # the small blind, which is half of a bet
        while not round.done:
            actions = [option.action for option in round.ask.options]
            action = next(each for each in ("check", "call", "show") if each in actions)
            round.answer(round.ask.spot, action)
        pots = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
        if len({event.amount for event in pots}) == 2:
            break
    odd, even = sorted(pots, key=lambda event: -event.amount)
    results = {result.spot: result.explains for result in picture(round.view()).results if result.won}
    assert "has the same hand, so they share the pot." in results[odd.spot].says
    assert "The odd" in results[odd.spot].rule
    assert "The odd" not in results[even.spot].rule


def test_a_foul_hand_is_explained_by_its_two_hands():
    for seed in range(300):
        round = cardroom.game("fortune-pai-gow-poker").round({"ann": 100_000, "bob": 100_000}, seed=seed)
        round.answer("1", "bank", 50_000)
        round.answer("2", "bet", {"base": 500})
        ask = next(each for each in round.waiting if round.spot(each.spot).bettor == "bob")
        cards = sorted(round.cards.hand("2"), key=lambda card: card >> 2)
        pair = next(([a, b] for a, b in zip(cards[::-1], cards[-2::-1], strict=False) if a >> 2 == b >> 2), None)
        if not pair or JOKER in cards:
            continue
        round.answer(ask.spot, "set", pair)
        while not round.done:
            round.default(round.ask.spot)
        (base,) = [result for result in picture(round.view("bob")).results if result.label == "Base Game"]
        if "foul" in base.why:
            break
    assert base.explains.says.startswith("Your two cards in front, pair of")
    assert [hand.part for hand in base.explains.hands] == ["in front", "behind"]
    assert base.explains.rule == "The five cards behind must be the higher hand. A foul hand loses."
