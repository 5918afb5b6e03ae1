"""The bots that play as most people do: never refused, with any stack, and folding about as often as people."""

from collections import Counter
from random import Random

import pytest

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.play import Bets, Game, Round
from cardroom.play.round.player_dealer import player_banked
from cardroom.players import play_round, table_bots, usual
from cardroom.players.holdem import dealer_outs, good_pocket, hidden_pair
from cardroom.rulebook import RuleBookError, rule_set
from support.deals import PEOPLE, house_banked

GAMES = [game for game in cardroom.all_games() if game.rules.wager]
"""Games in which bets are placed. Placing cards in rows is tested elsewhere."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.slug}-{game.rules.rules}")


def stacks(game: Game, seats: int, rich: bool, rng: Random) -> dict[str, int]:
    """Stacks of a table: large, or close to what the least bets need."""
    least = game.rules.minimum
    return {name: 2000 * least if rich else rng.randrange(12 * least) for name in PEOPLE[:seats]}


def actions(game: Game, rounds: int, rich: bool) -> Counter[str]:
    """The bots' answers in a number of rounds. A refusal would raise an error."""
    rng = Random(f"{game.slug} {rich}")
    counted: Counter[str] = Counter()
    for seed in range(rounds):
        seats = rng.randint(game.rules.seats.least, min(4, game.rules.seats.most))
        taken = stacks(game, seats, rich, rng)
        if player_banked(game.rules):
            taken[PEOPLE[seats - 1]] = 10**8
        round = play_round(game.round(taken, seed=seed), table_bots(game.rules, list(taken)), rng)
        counted.update(answer.action for answer in round.answers if answer.spot != "house")
    return counted


@pytest.mark.sampled(4)
@every_game
def test_no_answer_is_refused_at_a_rich_table_and_fold_rates_are_human(game: Game) -> None:
    counted = actions(game, 250, rich=True)
    assert counted["bet"] > 250
    expected = {
        "ez-baccarat": (0, 0),  # baccarat has no fold
        "four-card-frenzy": (0.1, 0.3),
        "heads-up-holdem": (0.12, 0.25),
        "three-card-poker-6-card-bonus": (0.25, 0.4),
        "ultimate-texas-holdem": (0.12, 0.25),
    }.get(game.slug, (0, 1))
    assert expected[0] <= counted["fold"] / counted["bet"] <= expected[1]


@pytest.mark.sampled(4, 1)
@every_game
def test_no_answer_is_refused_at_a_poor_table(game: Game) -> None:
    counted = actions(game, 250, rich=False)
    assert counted["bet"] > 0


@pytest.mark.sampled(4, 2)
@every_game
def test_no_answer_is_refused_under_any_house_rule_that_is_a_switch_or_a_choice(game: Game) -> None:
    rng = Random(game.slug)
    rules = game.rules.house_rules
    seeds, rates = ("jackpot_seed", "second_jackpot_seed"), ("jackpot_rate", "second_jackpot_rate")
    settings = dict.fromkeys(seeds, "$500") | dict.fromkeys(rates, 10)
    needed = {name: value for name, value in settings.items() if name in rules}
    for seed in range(25):
        chosen = {name: rng.choice(rule.choices) for name, rule in rules.items() if rule.choices}
        chosen |= {name: rng.random() < 0.5 for name, rule in rules.items() if isinstance(rule.default, bool)}
        if chosen.get("second_jackpot"):
            chosen["jackpot"] = True  # the second jackpot needs the first
        try:
            other = cardroom.game(game.slug, game.rules.rules, **needed, **chosen)
        except RuleBookError:  # not every schedule is for this limit, or can be read
            other = cardroom.game(game.slug, game.rules.rules, **needed, **chosen | {"collection": "none"})
        round = other.round(stacks(other, 3, seed % 2 == 0, rng), seed=seed)
        assert play_round(round, table_bots(other.rules, PEOPLE[:3]), rng).done


def test_wagers_that_must_be_equal_are_and_bonuses_come_now_and_then() -> None:
    seen: Counter[str] = Counter()
    for slug, tied in (("ultimate-texas-holdem", "blind"), ("heads-up-holdem", "odds"), ("four-card-frenzy", "odds")):
        round = house_banked(slug).round({"ann": 100_000, "bob": 100_000}, seed=1)
        bets = round.ask.options[0]
        assert isinstance(bets, Bets)
        for seed in range(80):
            value = usual(rule_set(slug))(round.view("ann"), round.ask, Random(seed)).value
            assert value["ante"] == value[tied]
            assert value["ante"] <= 5 * round.rules.minimum
            seen.update(value.keys())
    assert 10 < seen["trips"] < 50
    assert 10 < seen["galaxy"] < 100


def test_a_rich_player_keeps_the_largest_raise_behind() -> None:
    for chips in range(3000, 9000, 100):
        round = house_banked("ultimate-texas-holdem").round({"ann": chips, "bob": 0}, seed=1)
        value = usual(rule_set("ultimate-texas-holdem"))(round.view("ann"), round.ask, Random(chips)).value
        assert sum(value.values()) + 4 * value["ante"] <= chips


def test_baccarat_is_bet_on_the_banker_most_of_the_time() -> None:
    round = house_banked("ez-baccarat").round({"ann": 100_000, "bob": 100_000}, seed=1)
    bot = usual(rule_set("ez-baccarat"))
    counted = Counter(wager for seed in range(300) for wager in bot(round.view("ann"), round.ask, Random(seed)).value)
    assert counted["banker"] + counted["player"] == 300
    assert 180 < counted["banker"] < 240
    assert all(10 < counted[name] < 70 for name in ("tie", "panda-8", "dragon-7"))


@pytest.mark.parametrize(
    ("hand", "raises"),
    [
        *(("3c 3d", True), ("2c 2d", False), ("Ac 2d", True), ("Kc 2c", True), ("Kc 5d", True), ("Kc 4d", False)),
        *(("Qc 6c", True), ("Qc 5c", False), ("Qc 8d", True), ("Qc 7d", False), ("Jc 8c", True), ("Jc 7c", False)),
        *(("Jc Td", True), ("Jc 9d", False), ("Tc 9c", False)),
    ],
)
def test_the_largest_raise_is_for_the_pockets_of_the_strategy_card(hand: str, raises: bool) -> None:
    assert good_pocket(parse(hand)) is raises


def ultimate(hand: str, board: str, checks: int) -> Round:
    """Ultimate Texas Hold'em banked by the house, after a number of checks."""
    flop, late = board.split()[:3], board.split()[3:]
    dealer = "6h 2h" if checks < 2 else "6h 2s"
    order = f"{hand} {dealer} 4h {' '.join(flop)} 5h {' '.join(late)}"
    game = house_banked("ultimate-texas-holdem")
    round = game.round({"ann": 100_000, "bob": 0}, shuffle=Shuffle.given(parse(order)))
    round.answer(1, "bet", {"ante": 500, "blind": 500})
    for _ in range(checks):
        round.answer(1, "check")
    return round


@pytest.mark.parametrize(
    ("hand", "flop", "action"),
    [
        ("9c 4d", "9s Kd 2c", "play"),
        ("2c 2d", "9s Kd 7c", "check"),
        ("2c 2d", "9s 9d 7c", "play"),
        ("Tc 4c", "9c Kc 7d", "play"),
        ("9c 4c", "Tc Kc 7d", "check"),
        ("Qc 4d", "9s 9d 9h", "check"),
    ],
)
def test_the_flop_is_played_by_a_hidden_pair_or_a_high_flush_draw(hand: str, flop: str, action: str) -> None:
    round = ultimate(hand, f"{flop} Jh 3h", 1)
    assert usual(rule_set("ultimate-texas-holdem"))(round.view("ann"), round.ask, Random(1)).action == action


def test_the_end_is_played_by_a_hidden_pair_or_when_few_cards_beat_it() -> None:
    bot = usual(rule_set("ultimate-texas-holdem"))
    for hand, board, action in (
        ("4c 3d", "9s Kd 7c Js 3s", "play"),
        ("Ac 4d", "9s Kd 7c Js 3s", "play"),
        ("5c 4d", "9s Kd 7c Js 3s", "fold"),
    ):
        round = ultimate(hand, board, 2)
        assert bot(round.view("ann"), round.ask, Random(1)).action == action
    assert dealer_outs(parse("5c 4d"), parse("9s Kd 7c Js 3s")) > 21
    assert not hidden_pair(parse("5c 4d"), parse("9s 9d 7c Js 3s"))


@pytest.mark.parametrize(
    ("hand", "antes"), [("As Ah 9d 4c 2c", 3), ("Ks Kh 9d 4c 2c", 1), ("Ks Qh 9d 4c 2c", 1), ("Ks Jh 9d 4c 2c", 0)]
)
def test_four_card_frenzy_raises_all_it_may_and_folds_below_king_queen(hand: str, antes: int) -> None:
    order = parse(f"{hand} 3d 5d 7h 8h Th")
    round = cardroom.game("four-card-frenzy").round({"ann": 100_000, "bob": 0}, shuffle=Shuffle.given(order))
    round.answer(1, "bet", {"ante": 500, "odds": 500})
    answer = usual(rule_set("four-card-frenzy"))(round.view("ann"), round.ask, Random(1))
    assert (answer.action, answer.value) == (("raise", antes * 500) if antes else ("fold", None))
