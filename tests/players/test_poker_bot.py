"""The poker bot: never refused in any variant, sensible with its cards, and blind to those of others."""

from collections import Counter
from random import Random

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Answer, Ask, Game, Round, View
from cardroom.players import play_round, table_bots
from cardroom.players.draws import choose_discards
from cardroom.players.poker import PokerSituation, chances, least_useful, poker
from cardroom.rulebook import rule_set
from support.deals import PEOPLE

GAMES = [game for game in cardroom.all_games() if game.rules.poker and game.rules.rules == "standard"]
every_variant = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def watched(view: View, ask: Ask, rng: Random) -> Answer:
    """The bot, with a check that it never folds when it could check."""
    answer = poker(view, ask, rng)
    assert not (answer.action == "fold" and any(option.action == "check" for option in ask.options))
    return answer


@pytest.mark.sampled(4)
@every_variant
@pytest.mark.parametrize("rich", [True, False])
def test_no_answer_is_refused_and_no_free_card_is_folded(game: Game, rich: bool) -> None:
    rng = Random(f"{game.slug} {rich}")
    for seed in range(2):
        stacks = {seat: 20_000 if rich else rng.randrange(1, 900) for seat in PEOPLE[:4]}
        round = game.round(stacks, seed=seed)
        assert play_round(round, dict.fromkeys(PEOPLE[:4], watched), rng).done


def test_every_poker_table_is_filled_with_it() -> None:
    for game in GAMES:
        assert set(table_bots(game.rules, PEOPLE[:6]).values()) == {poker}


def test_some_hands_are_folded_some_are_shown_down() -> None:
    game = cardroom.game("texas-holdem")
    counted: Counter[str] = Counter()
    for seed in range(50):
        round = play_round(
            game.round(dict.fromkeys(PEOPLE[:6], 20_000), seed=seed), table_bots(game.rules, PEOPLE[:6]), Random(seed)
        )
        counted.update(answer.action for answer in round.answers)
    assert counted["fold"] > 60
    assert counted["show"] > 4
    assert counted["bet"] + counted["raise"] > 15


def holdem(hand: str, raised: int) -> Round:
    """Heads-up hold'em; the big blind holds the hand and the button has raised."""
    round = cardroom.game("texas-holdem").round(
        {"ann": 20_000, "bob": 20_000},
        shuffle=Shuffle.given(parse(f"{hand[:2]} 9c {hand[3:]} 9d 2h 3h 4h 8c 8d Jh Jc Js")),
        carry={"own": {"button": 2, "stays": True}},
    )
    round.answer(2, "raise", raised)
    return round


def answers(round: Round) -> Counter[str]:
    ask = round.ask
    return Counter(poker(round.view(round.spot(ask.spot).bettor), ask, Random(seed)).action for seed in range(40))


def test_aces_raise_and_seven_deuce_folds_to_a_large_raise() -> None:
    good, bad = answers(holdem("As Ad", 1500)), answers(holdem("7s 2d", 1500))
    assert good["fold"] == 0
    assert good["raise"] > 10
    assert bad["fold"] > 30


def test_what_others_hold_makes_no_difference() -> None:
    def decided(theirs: str) -> list[object]:
        order = parse(f"Ks {theirs[:2]} Qd {theirs[3:]} 2h 3h 4h 8c 8d Jh Jc Js")
        round = cardroom.game("texas-holdem").round(
            {"ann": 20_000, "bob": 20_000}, shuffle=Shuffle.given(order), carry={"own": {"button": 2, "stays": True}}
        )
        round.answer(2, "raise", 600)
        return [poker(round.view("ann"), round.ask, Random(seed)) for seed in range(8)]

    assert decided("As Ad") == decided("7c 2d")


@pytest.mark.parametrize(
    ("ranking", "hand", "thrown"),
    [
        ("2-7", "2c 3d 4h 5s 7d", ""),
        ("2-7", "2c 3d 4h 5s 6d", "6d"),
        ("2-7", "2c 3c 4c 7c 8c", "8c"),
        ("2-7", "Ac 3d 4h 5s 2d", "Ac"),
        ("2-7", "2c 2d 4h 7s Kd", "2c Kd"),
        ("badugi", "Ac 2d 3h 4s", ""),
        ("badugi", "Ac 2c 3h 4s", "2c"),
        ("badugi", "Kc Kd Kh Ks", "Kc Kd Kh Ks"),
        ("high", "Ac Ad Kh 7s 2d", "Kh 7s 2d"),
        ("high", "Ac Kc 9c 7c 2d", "2d"),
        ("high", "9c 8d 7h 6s 2d", "2d"),
        ("high", "9c 9d 9h 2s 2d", ""),
        ("high", "Kc Jd 8h 6s 2d", "8h 6s 2d"),
    ],
)
def test_the_best_cards_are_kept(ranking: str, hand: str, thrown: str) -> None:
    assert text(choose_discards(ranking, parse(hand), last=False)) == thrown


def test_before_the_last_draw_a_rough_hand_may_get_better_after_it_is_kept() -> None:
    assert text(choose_discards("2-7", parse("2c 3d 4h 7s 9d"), last=False)) == "9d"
    assert choose_discards("2-7", parse("2c 3d 4h 7s 9d"), last=True) == []


def seen(slug: str, own: str, board: str = "", unknown: int = 2) -> PokerSituation:
    rules = rule_set(slug)
    assert rules.poker is not None
    draws = rules.poker.draws
    return PokerSituation(
        rules.poker, rules.deck.name, list(parse(own)), list(parse(board)), [[UNKNOWN] * unknown], draws, 300, 0
    )


@pytest.mark.parametrize(
    ("slug", "good", "bad", "unknown"),
    [
        ("texas-holdem", "As Ad", "7c 2d", 2),
        ("omaha-high-low", "As Ad 2s 3d", "Kc 9d 8h 8s", 4),
        ("razz", "Ac 2d 3h", "Kc Qd Jh", 3),
        ("seven-card-stud", "Ac Ad Ah", "2c 7d 9h", 3),
        ("2-7-triple-draw", "2c 3d 4h 5s 7d", "Ac Ad Kh Ks Qd", 5),
        ("badugi", "Ac 2d 3h 4s", "Kc Kd Qc Qd", 4),
        ("short-deck", "As Ad", "7c 6d", 2),
        ("six-card-omaha", "As Ad Ks Kd Qs Jd", "2c 2d 2h 7s 7h 9c", 6),
        ("courchevel", "As Ad Ks Kd Qs", "2c 2d 2h 7s 7h", 5),
        ("irish", "As Ad Ks Kd", "2c 7d 3h 9s", 4),
        ("five-card-draw", "As Ad Ac 7h 2d", "2c 4d 7h 9s Jd", 5),
        ("double-board-omaha", "As Ad Ks Kd", "2c 2d 2h 7s", 4),
        ("super-holdem", "As Ad Ks", "2c 7d 9h", 3),
        ("badeucy", "2c 3d 4h 5s 7d", "Ac Ad Kh Ks Qd", 5),
        ("badacey", "Ac 2d 3h 4s 6d", "Kc Kd Kh Qs Qd", 5),
    ],
)
def test_chances_tell_good_from_bad_in_every_kind_of_game(slug: str, good: str, bad: str, unknown: int) -> None:
    better = chances(seen(slug, good, unknown=unknown), Random(1), 60)
    assert better > 0.55
    assert better > chances(seen(slug, bad, unknown=unknown), Random(1), 60) + 0.15


def test_every_board_counts_for_an_equal_part() -> None:
    table = seen("double-board-omaha", "As Ad Ks Kd", "Ah Ac 2d 7h 8s", unknown=4)
    won, lost = list(parse("Ah Ac 2d 7h 8s")), list(parse("3h 4h 5h 6h 7h"))
    assert chances(table._replace(other_boards=(won,)), Random(1), 100) == 1
    assert 0.5 <= chances(table._replace(other_boards=(lost,)), Random(1), 100) < 0.7


def test_bets_of_others_are_feared() -> None:
    quiet = seen("texas-holdem", "Kc 9d")
    assert chances(quiet, Random(1), 200) > chances(quiet._replace(pressed=2), Random(1), 200) + 0.1


def test_pineapples_lose_the_least_useful_card() -> None:
    assert text(least_useful(seen("pineapple", "As Ad 2c", unknown=3), 1, Random(1))) == "2c"
    assert text(least_useful(seen("crazy-pineapple", "Ks 7d 7c", "7h 2d 9s", unknown=3), 1, Random(1))) == "Ks"
    assert text(least_useful(seen("irish", "Ks 7d 7c 3h", "7h 2d 9s", unknown=4), 2, Random(1))) == "Ks 3h"


def mexican(up: str, down: str, stakes: int = 20_000) -> Round:
    """Mexican Poker of two, who have called; seat 1 has these cards and is asked whether to expose the second."""
    game = cardroom.game("mexican-poker")
    cards = parse(f"{up} Kh {down} Qh")
    rest = [card for card in game.shuffle(seed=1).order if card not in cards]
    carry = {"own": {"button": 2, "stays": True}}
    round = game.round({"ann": stakes, "bob": 20_000}, shuffle=Shuffle.given([*cards, *rest]), carry=carry)
    while round.ask.options[0].action != "expose":
        round.answer(round.ask.spot, round.ask.options[0].action)
    return round


@pytest.mark.parametrize(
    ("up", "down", "stakes", "action"),
    [
        ("7c", "2d", 20_000, "expose"),
        ("7c", "7d", 20_000, "keep"),
        ("7c", "Jk", 20_000, "keep"),
        ("7c", "7d", 300, "expose"),  # all-in, there is nothing to hide, and a joker dealt down is any card
    ],
)
def test_a_down_card_that_helps_stays_hidden(up: str, down: str, stakes: int, action: str) -> None:
    assert answers(mexican(up, down, stakes)) == {action: 40}


def test_a_joker_that_was_dealt_down_is_worth_more_than_one_dealt_up() -> None:
    low = seen("mexican-poker", "2c 2d 3h Jk", unknown=4)
    wild, bug = (chances(low._replace(joker=way), Random(1), 200) for way in ("down", "up"))
    assert wild > bug + 0.1


def test_an_opponents_turned_joker_is_feared_more_than_one_dealt_up() -> None:
    table = seen("mexican-poker", "Ac Kd 7h 5s")._replace(others=[[*parse("Qc Jk Qh"), UNKNOWN]])
    wild, bug = (chances(table._replace(joker=way), Random(1), 200) for way in ("down", "up"))
    assert wild < bug


def test_a_common_card_in_stud_is_no_board_that_is_missing_cards():
    """With eight players in stud, the last card of all can be one in the middle."""
    seen = PokerSituation(
        cardroom.game("seven-card-stud").rules.poker,
        "standard",
        list(parse("As Ad 7c 6d 2h 9s")),
        list(parse("2c")),
        [[UNKNOWN] * 2 + list(parse("Kd Qd Jd Td"))],
        0,
        300,
        0,
    )
    assert 0 < chances(seen, Random(1)) < 1
