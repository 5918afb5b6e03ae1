"""The end of a poker hand: words that differ when hands do, who won with what, odd chips, and reasons."""

import random
from itertools import combinations

import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.play import BOARD, BOARDS, hand_of
from cardroom.play.round.events import Acted, Transfer
from cardroom.rankings import RANKINGS, strength
from cardroom.show import picture
from cardroom.show.pictures import IndexedView
from games.poker.test_showdown import holdem
from show.rounds import GAMES, begin, play, viewers
from show.test_sums import POKER, hands
from show.test_words_apart import played
from support.sampling import PROOF

BANKED = [name for name, game in GAMES.items() if not game.rules.poker]
ROUNDS = 40 if PROOF else 4


def rounds(name):
    """Random hands of a game, and hands in which everybody stays to the end."""
    yield from hands(name, ROUNDS)
    for seed in range(ROUNDS):
        rng = random.Random(f"showdown {name} {seed}")
        game = GAMES[name]
        least = max(game.rules.minimum, 100)
        round = game.round(dict.fromkeys(range(1, min(game.rules.seats.most, 5) + 1), least * 40), seed=rng.random())
        while not round.done:
            options = {option.action: option for option in round.ask.options}
            action = next((each for each in ("check", "call", "show", "stand-pat") if each in options), "")
            round.answer(round.ask.spot, action) if action else round.default(round.ask.spot)
        yield round


def strengths(view, spot):
    """The strengths of a hand: for each board, by the game's ranking and by its low."""
    poker, places = view.rules.poker, view.places
    here, known = places[hand_of(spot)], [places[each].cards for each in BOARDS if each in places]
    first = known[0] if known else []
    boards = [first, *(first[: len(first) - len(each)] + each for each in known[1:])]
    for number, board in enumerate(boards):
        for name in filter(None, (poker.ranking, poker.low)):
            joker = here.joker if RANKINGS[name].jokers else None
            yield number, name, strength(name, here.cards, board or None, joker)


def parts(view, spot, says):
    """The words of a hand by board and ranking, with their strength."""
    left, found = [part for part in says.split("; ") if not part.startswith("joker ")], {}
    for board, name, value in strengths(view, spot):
        if value:
            found[board, name] = value, left.pop(0).casefold()
    assert not left, says
    return found


def seen_hands(round, viewer):
    """The complete hands that a viewer sees at the end, by spot."""
    seen, view = picture(round.view(viewer)), IndexedView(round.view(viewer))
    whole = {
        spread.place.owner: spread.says
        for spread in seen.spreads
        if spread.place.kind == "hand" and not spread.place.part and spread.says and UNKNOWN not in spread.cards
    }
    done = not any(UNKNOWN in view.places[each].cards for each in BOARDS if each in view.places)
    sizes = {len(view.places[hand_of(spot)].cards) for spot in whole}
    ended = BOARD not in view.places or len(view.places[BOARD].cards) == 5
    return seen, view, whole if done and ended and len(sizes) == 1 else {}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", POKER)
def test_words_are_equal_only_for_equal_hands(name):
    """In every half of every pot, on every board, for every viewer; and the same words stand everywhere."""
    for round in rounds(name):
        pushed = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
        if not pushed or pushed[0].why in ("nobody else is in the hand", "everybody else mucked"):
            continue
        for viewer in viewers(round):
            seen, view, whole = seen_hands(round, viewer)
            told = {spot: parts(view, spot, says) for spot, says in whole.items()}
            for one, other in combinations(told.values(), 2):
                for part in one.keys() & other.keys():
                    (value, words), (other_value, other_words) = one[part], other[part]
                    assert (words == other_words) == (value == other_value), (words, other_words)
            spots = {spot.seat: spot.id for spot in view.spots}
            shown = [each for result in seen.results if result.explains for each in result.explains.hands]
            shown += [won.hand for won in seen.showdown.won if won.hand]
            for hand in shown:
                says = {words.rpartition("board: ")[2] for _, words in told.get(spots[hand.seat], {}).values()}
                plain = {words.removeprefix("low ").removeprefix("badugi ") for words in says}
                assert not says or hand.says.casefold().removesuffix(" low").removeprefix("badugi ") in {
                    each.removesuffix(" low") for each in plain
                }, (hand.says, says)


@pytest.mark.parametrize("name", BANKED)
def test_two_compared_hands_have_equal_words_only_if_they_are_equal(name):
    for seed in range(ROUNDS):
        rng = random.Random(f"banked words {name} {seed}")
        round = begin(GAMES[name], rng)
        for _ in play(round, rng):
            pass
        for result in picture(round.view()).results:
            explained = result.explains
            for part in {hand.part for hand in explained.hands} if explained else ():
                pair = [hand for hand in explained.hands if hand.part == part]
                if len(pair) == 2 and pair[0].name != pair[1].name and result.why != "foul hand loses":
                    same = pair[0].says.casefold() == pair[1].says.casefold()
                    if "have the same hand" in explained.says:
                        assert same
                    elif pair[0].won != pair[1].won:
                        assert not same, (pair, explained.says)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", BANKED)
def test_no_reason_says_only_that_a_hand_is_lower_or_higher(name):
    for seed in range(ROUNDS * 2):
        rng = random.Random(f"reasons {name} {seed}")
        round = begin(GAMES[name], rng)
        for _ in play(round, rng):
            pass
        for viewer in viewers(round):
            seen = picture(round.view(viewer))
            says = [result.why for result in seen.results] + [line.says for line in seen.happened]
            assert not [each for each in says if "lower hand" in each or "lower total" in each]
            assert not [each for each in says if "higher hand" in each or "higher total" in each]


@pytest.mark.sampled(8, 1)
@pytest.mark.parametrize("name", POKER)
def test_everybody_is_named_once_and_what_was_won_is_what_was_pushed(name):
    for round in rounds(name):
        pushed = sum(event.amount for event in round.events if isinstance(event, Transfer) and event.cause == "pot")
        for viewer in viewers(round):
            seen = picture(round.view(viewer))
            ended = seen.showdown
            assert sum(won.amount for won in ended.won) == pushed == seen.sums.got
            winners = {seat for won in ended.won for seat in won.seats}
            assert winners == {each.seat for each in seen.sums.players if each.got}
            assert winners.isdisjoint(hand.seat for hand in ended.beaten)
            out = [event for event in round.events if isinstance(event, Acted) and event.action in ("fold", "muck")]
            assert bool(out) == bool(ended.folded)
            assert ended.says.endswith(".")
            mine = [hand for hand in ended.beaten if hand.mine]
            assert ended.beaten[: len(mine)] == tuple(mine)


def test_the_winning_hand_is_laid_out_best_card_first_with_what_does_not_play():
    round = played("seven-card-stud", 3)
    ended = picture(round.view()).showdown
    hand = ended.won[0].hand
    assert len(hand.cards) == 5
    assert len(hand.rest) == 2
    assert len(hand.up) == 4
    assert not hand.shared
    assert {*hand.up} < {*hand.cards, *hand.rest}
    assert all(len(each.rest) == 2 for each in ended.beaten)


def test_one_sentence_says_who_beat_whom():
    game = cardroom.game("texas-holdem")
    says = set()
    for seed in range(12):
        ended = picture(played("texas-holdem", seed).view("ann")).showdown
        says.add(ended.says)
        assert "over" not in ended.says or "full house" in ended.says
    assert any(" beats your " in each or each.startswith("Your ") for each in says), (game, says)


def test_an_equal_hand_is_called_the_same_hand():
    for seed in range(60):
        ended = picture(played("texas-holdem", seed).view()).showdown
        split = [won for won in ended.won if len(won.seats) > 1]
        if split:
            assert split[0].says.startswith("The same hand: ")
            assert ended.says.endswith("have the same hand and split the pot.")
            return
    raise AssertionError("no pot was split")


def odd(slug, hands, board, stakes):
    return picture(holdem(slug, hands, board, stakes).view()).showdown.odd


def test_the_odd_chip_is_said_with_its_reason():
    hands, board = ["Ac Kd", "Ad Kc", "2c 3d"], "As Ks 7h 8d 2h"
    left = "the seat nearest to the left of the button"
    assert odd("texas-holdem", hands, board, [20, 20, 6]) == ""
    assert odd("texas-holdem", hands, board, [5, 5, 5]) == f"The odd $1 goes to ann: {left}."
    lows = ["Ac 2c Kd Kh", "9c 9d Tc Td", "Jc Jd Qh Qs"]
    halves = odd("omaha-high-low", lows, "3h 4d 8s Ts 9h", [5, 5, 5])
    assert halves == f"The odd $1 of the halves goes to the low half: a winner of it has {left}."
    highs = odd("pineapple-high-low", ["Ac 2c Kd", "9c 9d Tc", "Jc Jd Qh"], "3h 4d 8s Ts 9h", [5, 5, 5])
    assert highs == "The odd $1 of the halves goes to the high half: the rules of this game say so."
