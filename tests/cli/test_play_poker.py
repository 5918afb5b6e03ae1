"""Poker by keys: bets and quick amounts, draws by number, up cards, showdowns, and invalid input."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import cardroom
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.play.typed_picks import parse_cards
from cardroom.games.poker.words import hand_text
from cardroom.play import Refused
from cardroom.rulebook import rule_set
from cardroom.show import picture
from cardroom.show.pictures.previews import beaten
from cli.command import Terminal, json_lines, run

NEXT = "quit > "
POKER = sorted({game.slug for game in cardroom.all_games() if game.rules.poker})


def played(*args: str, keys: str, seed: str = "5") -> str:
    return run("play", *args, "--seed", seed, given="\n".join([*keys.split("/"), ""])).stdout


@pytest.mark.sampled(9)
@pytest.mark.parametrize("slug", POKER)
def test_every_poker_game_is_played_by_keys(slug: str) -> None:
    output = played(slug, keys="x/" + "c/1/" * 10)
    assert re.search(r"You sit at seat 1 with \$[24]00", output)
    assert "Pot $" in output
    assert re.search(r"You leave with \$[\d,.]+ after \d+ round", output)


def test_the_table_shows_stacks_bets_button_and_pot() -> None:
    output = played("texas-holdem", keys="c")
    assert re.search(r"\(D\) +4  bot 4 +\$200", output)
    assert re.search(r"6  bot 6 +\$198 +\$2", output)
    assert "Pot $3" in output
    assert "bot 5 posts $1; bot 6 posts $2" in output
    assert "[c] Call $2   [r] Raise to …   [f] Fold" in output
    assert "Ten high, 5" in output


def test_amounts_are_typed_or_quick_keys() -> None:
    assert "You raise to $12" in played("texas-holdem", keys="12")
    assert "You raise to $12" in played("texas-holdem", keys="r12")
    assert "You raise to $12.50" in played("texas-holdem", "--rules", "standard", keys="r/12.50")
    assert "raise: $12.50 is not between $4 and $200 in steps of $1" in played("texas-holdem", keys="r/12.50")
    menu = played("texas-holdem", keys="r/p")
    assert "[m] minimum $4   [p] pot $7   [a] all-in $200   [b] Back" in menu
    assert "or type an amount: Raise to, $4 to $200" in menu
    assert "You raise to $7" in menu
    assert "You raise to $4" in played("texas-holdem", keys="r/m")
    assert "You raise to $200" in played("texas-holdem", keys="r/a")
    assert "You call $2" in played("texas-holdem", keys="r/b/c")


def test_invalid_amounts_give_clear_errors() -> None:
    output = played("texas-holdem", keys="r/3/300/much/b/c5/c")
    assert "raise: $3 is not between $4 and $200" in output
    assert "raise: $300 is not between $4 and $200" in output
    assert "'c5' is not an amount" in output
    assert "You call $2" in output
    fixed = played("omaha-high-low", keys="5/c")
    assert "'5' is not a key here" in fixed


def test_folding_when_checking_is_free_needs_confirmation() -> None:
    output = played("texas-holdem", keys="c/f/n/f/y", seed="1")
    assert output.count("A check is free. Fold all the same? [y/N]") == 2
    assert output.count("You fold") == 1


def test_pot_limit_offers_the_pot_and_no_more() -> None:
    output = played("omaha", keys="r/p")
    assert "[m] minimum $4   [p] pot $7   [b] Back\n" in output
    assert "all-in" not in output.partition("[p] pot")[2].partition("\n")[0]
    assert "You raise to $7" in output


def test_stud_shows_all_up_cards_and_a_bring_in_can_be_completed() -> None:
    output = played("razz", "--seats", "8", keys="r")
    assert re.search(r"2  bot 2 +\$399 +▒ ▒ \S+  \S+ low", output)
    assert "[c] Call $1   [r] Complete to $4   [f] Fold" in output
    assert "You raise to $4" in output


def test_the_down_card_is_marked_and_exposed_or_kept_by_a_key() -> None:
    output = played("mexican-poker", keys="c/e/c/k")
    assert re.search(r"1  You +\$399 +5♣ ▒  Five high", output)
    assert re.search(r"│ 5♣│ │ K♣│ *\n.*\n {8}down *\n  King high, 5", output), "the second card is down"
    assert "Your down card, K♣\n" in output
    assert "[e] Expose it: the next card comes face down\n" in output
    assert "[k] Keep it: the next card comes face up\n" in output
    exposed = output.partition("> e")[2]
    assert re.search(r"1  You +\$395 +5♣ K♣ ▒  King high, 5", exposed)
    assert "'c' is not a key here. Keys: e, k," in played("mexican-poker", keys="c/c/e")
    stored = played("mexican-poker", keys="c/k").partition("> k")[2]
    assert re.search(r"1  You +\$395 +5♣ ▒ J♣  Jack high, 5", stored)
    assert "You keep the down card" in stored


def test_the_down_card_is_exposed_by_a_single_key_on_a_terminal() -> None:
    with Terminal("play", "mexican-poker", "--seed", "5") as terminal:
        terminal.until(NEXT)
        terminal.type("c")
        terminal.until("Your down card, K♣")
        terminal.until(NEXT)
        terminal.type("e")
        assert "5♣ K♣ ▒" in terminal.until(NEXT)
        terminal.type("\x03")
        terminal.until("You leave with")
        assert terminal.ends() == 0


def test_draws_are_typed_by_number_or_name_and_a_key_stands_pat() -> None:
    output = played("badugi", keys="c/13")
    assert "  1     2     3     4" in output
    assert "You discard Q♣ 10♣" in output
    assert "Two cards 9-5" in output
    assert "You stand pat" in played("badugi", keys="c/0/c")
    assert "Which cards? Type their numbers, or 0 for none" in played("badugi", keys="c//0")
    refused = played("badugi", keys="c/9/zz/1 1/t/2/c")
    assert "You have no card 9. Your cards are numbered 1 to 4" in refused
    assert "'ZZ' is not one of your cards. Write numbers from the left, or names like Ks." in " ".join(refused.split())
    assert "a card appears twice" in refused
    assert "10 may be 10♠ or 10♣" in refused
    assert "You discard 10♠;" in refused


def test_cards_are_picked_by_position_name_or_rank() -> None:
    hand = parse("Ah Td 9c 9d 2s")
    assert parse_cards("10", hand) == [hand[1]]
    assert parse_cards("", hand) == []
    assert parse_cards("ah, 2S", hand) == [hand[0], hand[4]]
    with pytest.raises(Refused, match="You have no card 6"):
        parse_cards("6", hand)


@pytest.mark.parametrize(
    ("slug", "hand", "board", "words"),
    [
        ("texas-holdem", "As Kd", "", "Ace high, K"),
        ("omaha", "As Ad Ks Kd", "", ""),
        ("omaha", "As Ad Ks Kd", "2c 7h 9s", "Pair of aces, nine kicker"),
        ("omaha-high-low", "As 2d Ks Kd", "3c 4h 8s", "Pair of kings, eight kicker; low 8-4-3-2-A"),
        ("crazy-pineapple", "9s 9d 2c", "9h 2d 2h", "Full house, nines over twos"),
        ("razz", "As 2d Kc", "", "K-2-A low"),
        ("badugi", "As 2d 3c 4h", "", "Badugi 4-3-2-A"),
        ("mexican-poker", "4s 5d 6c 7h Js", "", "Straight, jack high"),
        ("2-7-triple-draw", "2s 3d 4c 5h 7s", "", "7-5-4-3-2 low"),
    ],
)
def test_hands_are_named_by_the_games_own_ranking(slug: str, hand: str, board: str, words: str) -> None:
    assert hand_text(rule_set(slug), parse(hand), parse(board)) == words


def test_the_showdown_names_hands_and_pots() -> None:
    order = parse("As Ks Qs Ad Kd Qd 2h 3c 4d 8h 2c 9h 2d Jh")
    game = cardroom.game("texas-holdem", rules="standard", muck="any hand")
    stacks = {1: 5000, 2: 10_000, 3: 20_000}
    round = game.round(stacks, shuffle=Shuffle.given(order), carry={"own": {"button": 3, "stays": True}})
    round.answer(3, "raise", 20_000)
    for action in ("call", "call", "show", "show", "show"):
        round.answer(round.ask.spot, action)
    page = StringIO()
    scene, seen = TableScreen(Console(file=page, width=100)), picture(round.view("1"))
    scene.tell(seen.happened)
    scene.table(seen)
    output = page.getvalue()
    assert "Seat 3 shows Q♠ Q♦: Pair of queens, jack kicker" in output
    assert "You win $150 from the main pot: Pair of aces, jack kicker" in output
    assert "Seat 2 wins $100 from the side pot 1: Pair of kings, jack kicker" in output
    assert re.search(r"Board +Seat \d +Seat \d +You", output)
    why = played("texas-holdem", keys="f/w").rpartition("> w")[2]
    assert re.search(r"bot \d wins \$[\d,]+ from the pot", why)


def showdown(theirs: str, own: str) -> cardroom.Round:
    """Heads-up at the river: seat 2 bet, seat 1 called, and seat 2 has shown."""
    around = [card for pair in zip(own.split(), theirs.split(), strict=True) for card in pair]
    order = parse(f"{' '.join(around)} 2h As Kd 7c 3h 9s 4h 5d")
    game = cardroom.game("texas-holdem", rules="standard", muck="any hand")
    round = game.round(
        {1: 20_000, 2: 20_000}, shuffle=Shuffle.given(order), carry={"own": {"button": 2, "stays": True}}
    )
    while not any(option.action == "show" for option in round.ask.options):
        actions = [option.action for option in round.ask.options]
        if round.ask.spot == "2" and "bet" in actions:
            round.answer(2, "bet", 200)
        else:
            round.answer(round.ask.spot, "call" if "call" in actions else "check")
    round.answer(2, "show")
    return round


def test_a_lost_hand_is_mucked_and_a_good_one_shown() -> None:
    assert beaten(showdown("Ah Ad", "Qs Jd").view("1"))
    assert not beaten(showdown("Qs Jd", "Ah Ad").view("1"))


@pytest.mark.parametrize(("own", "lost"), [("Jk Kc 2d 2h 6s", True), ("Kc Jk 2d 2h 6s", False)])
def test_a_joker_counts_in_a_lost_hand_as_it_was_dealt(own: str, lost: bool) -> None:
    """Against a pair of threes: a pair of twos with a joker dealt up, three twos with a joker dealt down."""
    a, b, c, d, e = own.split()
    cards = parse(f"{a} Ac {b} 3c 4d {c} 3d 4h {d} 5h 4s {e} 7s")
    game = cardroom.game("mexican-poker", rules="standard", muck="any hand")
    rest = [card for card in game.shuffle(seed=1).order if card not in cards]
    carry = {"own": {"button": 2, "stays": True}}
    round = game.round({1: 20_000, 2: 20_000}, shuffle=Shuffle.given([*cards, *rest]), carry=carry)
    while not any(option.action == "show" for option in round.ask.options):
        actions = [option.action for option in round.ask.options]
        if "bet" in actions and round.ask.spot == "2" and len(round.cards.hand("2")) == 5:
            round.answer(2, "bet", 400)
        else:
            wanted = ("bring-in", "keep", "call", "check")
            round.answer(round.ask.spot, next(each for each in wanted if each in actions))
    round.answer(2, "show")
    assert beaten(round.view("1")) == lost


def test_a_player_may_be_asked_at_the_showdown() -> None:
    keys = "c/" * 40
    assert "[s] Show" not in played("texas-holdem", "--seats", "2", keys=keys, seed="2")
    asked = played("texas-holdem", "--seats", "2", "--ask-to-show", keys="c/c/c/c/s/" * 6, seed="2")
    assert "[s] Show   [m] Muck" in asked


def test_records_of_played_hands_replay(tmp_path: Path) -> None:
    out = tmp_path / "hands.jsonl"
    run("play", "stud-8", "--seed", "1", "--out", out, given="c\n" * 30)
    *_, summary = json_lines(run("replay", "--check", "--json", out))
    assert summary["failed"] == 0
    assert summary["replayed"] > 0


def test_buying_in_at_poker() -> None:
    assert "You sit at seat 1 with $50." in played("texas-holdem", "--buy-in", "50", keys="q")
    broke = played("texas-holdem", "--rules", "standard", "--buy-in", "2", "--seats", "2", keys="c/" * 12 + "b/" * 3)
    assert "Buy in again for $2" in broke
    refused = run("play", "texas-holdem", "--buy-in", "10", given="q\n", code=2).output
    assert "--buy-in: $10 is not possible: buy in for $20 to $100,000 in whole chips of $1" in refused


def test_a_player_without_chips_is_offered_a_new_buy_in() -> None:
    output = played("texas-holdem", "--rules", "standard", "--buy-in", "10", "--seats", "2", keys="r/a//b", seed="8")
    lost = output.partition("Round 1")[2]
    assert "You, mucked" in lost
    assert "bot 2 wins $20 from the pot: Pair of sevens, king kicker" in lost
    assert "You have no chips left." in lost
    assert "[b] Buy in again for $10 and play on" in lost
    assert "$0.01" not in lost
    assert "Round 2, you have $10" in lost


def test_a_warning_says_that_the_file_contains_the_decks_secrets(tmp_path: Path) -> None:
    output = run("play", "texas-holdem", "--out", tmp_path / "hands.jsonl", given="f\n").stdout
    assert "will contain each deck's secret. Anyone who reads it knows every card." in " ".join(output.split())
    assert "secret" not in run("play", "texas-holdem", given="f\n").stdout


@pytest.mark.sampled(5)
@pytest.mark.parametrize("slug", ["texas-holdem", "stud-8", "badugi", "crazy-pineapple", "mexican-poker"])
def test_nothing_typed_breaks_a_poker_table(slug: str) -> None:
    keys = "x/-1/$/1e9/r/b/r/$/r5/c/f/n/?/w/v/q/b/1 3/zz//2/99/c/r/m/é/" * 2
    assert "You leave with" in played(slug, keys=keys)


def test_help_and_leaving() -> None:
    output = played("texas-holdem", keys="?/c/q/n/q/y")
    assert re.search(r"Keys\n +c +Call \$2\n", output)
    text = " ".join(output.split())
    assert (
        len(re.findall(r"\$2 is on this hand, which continues without you: (check|fold)\. Leave\? \[y/N\]", text)) == 2
    )
    assert "You leave with $198 after 1 round" in output
    assert re.search(r"Keys\n +d +Discard", played("badugi", keys="c/?/q/y"))  # at a draw too


def test_single_keys_at_a_poker_table_and_ctrl_c() -> None:
    with Terminal("play", "texas-holdem", "--seed", "5") as terminal:
        assert "King high" not in terminal.until(NEXT)
        terminal.type("r")
        terminal.until("or type an amount: Raise to")
        terminal.until(NEXT)
        terminal.type("1")
        terminal.until("$200: 1")
        terminal.type("2\r")
        terminal.until("You raise to $12")
        assert "[n] Next hand" in terminal.until(NEXT)
        terminal.type("n")
        assert "King high, 9" in terminal.until(NEXT)
        terminal.type("c")
        terminal.until(NEXT)
        terminal.type("\x03")
        terminal.until("You leave with")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.written


# -- the life of a table ----------------------------------------------------------------------------------------------


def test_a_player_sitting_out_is_not_dealt_in_and_posts_or_waits_on_return() -> None:
    output = played("texas-holdem", keys="o/f/n/n/o/p/f")
    assert "You sit out from the next hand on" in output
    assert output.count("[o] Return: be dealt in again   [n] Play the next hand without you") == 3
    without = output.partition("Round 2,")[2].partition("Round 3,")[0]
    assert "bot 3" in without
    assert "Your turn" not in without
    assert "You fold" not in without
    back = output.rpartition("> o")[2]
    assert "[p] Post $3   [a] Wait" in back, "the big blind, and the small one dead"
    assert "You: -$3, you have $197" in back


def test_sitting_out_can_be_cancelled_and_a_table_of_one_waits() -> None:
    assert "You stay in" in played("texas-holdem", keys="o/o/f/f")
    stuck = played("texas-holdem", keys="o/f/n/o/n/f")
    assert stuck.count("Play the next hand without you") == 2, "o brings back, and n is no key of a hand"
    alone = played("texas-holdem", "--seats", "2", keys="o/f/c/f/o/p")
    assert "You are sitting out. The table waits for you." in alone
    assert "Play the next hand without you" not in alone


def test_chips_are_added_between_hands_and_within_the_buy_in() -> None:
    output = played("texas-holdem", "--buy-in", "40", "--set", "most_buy_in=$100", keys="+/500/30/+/20/f/f")
    output = " ".join(output.split())
    assert "More chips, up to $100 in all:" in output
    assert "$500 is not possible: buy in for $20 to $100 in whole chips of $1; you already have $40" in output
    assert "$30 goes on the table before the next hand" in output
    assert "$50 in total goes on the table before the next hand." in output
    assert "You put $50 on the table" in output
    assert "Round 2, you have $90" in output


def test_a_player_without_chips_chooses_the_new_buy_in() -> None:
    output = played("texas-holdem", "--buy-in", "20", keys="r/a/" * 12 + "5/60/f")
    assert "or type a different amount, $20 to $100,000" in output
    assert "$5 is not possible: buy in for $20 to $100,000 in whole chips of $1" in " ".join(output.split())
    assert re.search(r"Round \d+, you have \$60", output)


def test_a_list_of_games_is_played_in_turn_for_the_given_hands() -> None:
    output = played("razz,badugi", "--each", "2", "--seats", "3", keys="f/y/c/" * 15)
    assert "Razz, Badugi continues with Badugi. Fixed limit $4-$8, blinds $2/$4." in " ".join(output.split())
    assert "--each often: write orbit, or a number of hands" in run("play", "horse", "--each", "often", code=2).output
    assert "razz is a single game. Write several like razz,badugi" in run("play", "razz", "--each", "2", code=2).output


def test_a_fee_that_can_take_whole_pots_must_be_accepted() -> None:
    args = ["razz", "--set", "limit=fixed", "--set", "stakes=$4-$8", "--set", "collection=60"]
    refused = run("play", *args, "--seed", "5", code=2)
    assert "option 60 can take the whole pot" in refused.stderr
    assert "Add --accept-whole-pots to play with it." in refused.stderr
    assert "You leave" in played(*args, "--accept-whole-pots", keys="q")
