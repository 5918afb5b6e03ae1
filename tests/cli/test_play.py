"""`cardroom play`, driven by keys: what is shown adds up, and nothing typed breaks it."""

import json
import re
from pathlib import Path

import cardroom
from cardroom.cli.proof import shuffle_verdict
from cli.command import GAME, Terminal, mistake, run

NEXT = "quit > "


def balances(output: str) -> list[int]:
    """What the person had before each round and at the end, in dollars."""
    found = re.findall(r"Round \d+, you have \$([\d,]+)|You leave with \$([\d,]+)", output)
    return [int((one or other).replace(",", "")) for one, other in found]


def changes(output: str) -> list[int]:
    """What each round changed, in dollars."""
    return [int(change.replace("$", "").replace(",", "")) for change in re.findall(r"You: ([+-]?\$[\d,]+)", output)]


def test_balance_is_the_sum_of_all_rounds(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    given = "10 5 5\np\n" + "r\np\nr\nf\n" * 4 + "q\n"
    output = run("play", GAME, "--seed", "11", "--out", out, given=given).stdout
    have = balances(output)
    assert have[0] == 500
    assert len(changes(output)) == 9
    assert have[-1] == 500 + sum(changes(output))
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["net"]["1"] // 100 for record in records] == changes(output)
    assert f"after 9 rounds: {'+' if have[-1] > 500 else ''}" in output


def test_same_seed_same_table() -> None:
    given = "10\n\n\np\nr\nf\nq\n"
    assert run("play", GAME, "--seed", "4", given=given).stdout == run("play", GAME, "--seed", "4", given=given).stdout


def test_bad_input_is_refused_in_the_rules_words_and_asked_again() -> None:
    given = "z\nb\n3\nfive\n300\n10\n2000\n0\n0\nraise\nf\nq\n"
    output = run("play", GAME, "--seed", "1", given=given).stdout
    assert "'z' is none of the keys here" in output
    assert "$3 is not between $5 and $250" in output
    assert "'five' is not an amount" in output
    assert "$300 is not between $5 and $250" in output
    assert "$2,000 is not between $5 and $480" in output
    assert "'raise' is none of the keys here" in output
    assert changes(output) == [-10]


def test_end_of_input_folds_what_was_begun_and_says_how_it_went() -> None:
    output = run("play", GAME, "--seed", "1", given="20 0 0\n").stdout
    assert "You are absent: fold" in output
    assert "You leave with $480 after 1 round: -$20" in output


def test_end_of_input_before_the_first_bet_costs_nothing() -> None:
    assert "You leave with $500 after 0 rounds: $0" in run("play", GAME, given="").stdout


def test_results_carry_their_reasons_and_why_shows_the_citations() -> None:
    output = run("play", GAME, "--seed", "5", given="10 5 5\n\n\np\nw\nq\n").stdout
    assert "You play" not in output.partition("[p] play")[2].partition("[p] play")[0]  # Enter decides nothing
    assert re.search(r"Ante +\$10 +\+\$10 +higher hand pays 1 to 1 *\n +How Winners are Determined and Paid", output)
    why = " ".join(output.partition("> w")[2].split())
    assert "Pair Plus: high card loses (500 Club, Three Card Poker 6 Card Bonus, Pair Plus Bonus Bet Pay Table)" in why


def test_the_commitment_shown_before_the_bets_is_the_one_verified_after(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    given = "v\n10 0 0\np\nv\nq\n"
    output = run("play", GAME, "--my-seed", "lucky seven", "--out", out, given=given).stdout
    commitment = re.findall(r"commitment ([0-9a-f]{64})", output)[0]
    assert "play a round first" in output
    assert "The shuffle holds." in output
    assert commitment in output.partition("The shuffle holds.")[2]
    record = json.loads(out.read_text())
    assert record["shuffle"]["seeds"] == ["lucky seven"]
    assert record["shuffle"]["kind"] == "fair"
    run("verify-shuffle", out, "--commitment", commitment[:16])


def test_a_seeded_table_says_that_it_is_none_for_money() -> None:
    output = run("play", GAME, "--seed", "5", given="q\n").stdout
    assert "simulated from a seed" in output
    assert "simulated" not in run("play", GAME, given="q\n").stdout


def test_the_bank_is_passed_unless_asked_for() -> None:
    assert "[b] bank" not in run("play", GAME, "--seed", "2", given="s\nq\n").stdout
    output = run("play", GAME, "--seed", "2", "--bank", given="b\n100\nq\n").stdout
    assert "You bank with $100" in output
    assert "You, the player-dealer" in output
    assert len(changes(output)) == 1


def test_somebody_without_chips_may_buy_in_again() -> None:
    output = run("play", GAME, "--seed", "1", "--buy-in", "10", given="5 0 0\nf\n\n5 0 0\nf\nq\n").stdout
    assert "You have $5, and a round takes $10." in output
    assert "[b] buy in again for $10" in output
    assert "You leave with $10 after 2 rounds: -$10" in output


def test_help_shows_keys_and_rules() -> None:
    output = run("play", GAME, given="?\nq\n").stdout
    assert "the same bets again" in output
    assert "6 Card Bonus Bet Pay Table" in output


def test_more_seats_are_filled_with_bots() -> None:
    output = run("play", GAME, "--seats", "5", "--seed", "8", given="10 0 0\nf\nq\n").stdout
    assert all(re.search(rf"Seat {seat} bets Ante", output) for seat in (2, 3, 4))
    assert "Seat 5 banks with" in output


def test_what_cannot_be_is_told_before_anything_is_shown(tmp_path: Path) -> None:
    assert "2 to 7 seats" in mistake("play", GAME, "--seats", "9")
    assert "2 to 7 seats" in mistake("play", GAME, "--seats", "0")
    assert "it takes $10" in mistake("play", GAME, "--buy-in", "9")
    assert "'much' is not an amount" in mistake("play", GAME, "--buy-in", "much")
    assert "a seed has 1 to 256" in mistake("play", GAME, "--my-seed", "")
    assert "nowhere" in mistake("play", GAME, "--out", tmp_path / "nowhere" / "file")


def test_single_keys_on_a_terminal() -> None:
    with Terminal("play", GAME, "--seed", "5") as terminal:
        terminal.until(NEXT)
        terminal.type("1")  # a digit begins the bets ...
        terminal.until("[$5]: 1")
        terminal.type("5\x7f0\r")  # ... and can be mended
        terminal.until("Pair Plus")
        terminal.type("\x1b[A5\r")  # a cursor key is no answer
        terminal.until("6 Card Bonus")
        terminal.type("\r")
        shown = terminal.until(NEXT)
        assert "You bet Ante $10, Pair Plus $5" in shown
        assert "\x1b[1;31m K♥" in terminal.written  # red suits are red
        terminal.type("p")
        assert "higher hand pays 1 to 1" in terminal.until(NEXT)
        terminal.type("rf")  # keys typed ahead are kept
        terminal.until(NEXT)
        assert "You: " in terminal.until(NEXT)
        terminal.type("?")
        terminal.until("q to stop")
        terminal.type("q")
        terminal.until(NEXT)
        terminal.type("q")
        terminal.until("after 2 rounds")
        assert terminal.ends() == 0


def test_ctrl_c_and_ctrl_d_leave_the_terminal_as_it_was() -> None:
    for key in ("\x03", "\x04"):
        with Terminal("play", GAME, "--seed", "5") as terminal:
            terminal.until(NEXT)
            terminal.type("b\r\r\r")
            terminal.until("You bet")
            terminal.until(NEXT)
            terminal.type(key)
            terminal.until("You leave with $495")
            assert terminal.ends() == 0
            assert "Traceback" not in terminal.shown


def test_the_bare_command_on_a_terminal_ends_up_at_a_table_or_in_the_lobby() -> None:
    with Terminal() as terminal:
        terminal.until("an executable rulebook")
        shown = terminal.until("q")
        terminal.type("q\r")
        assert terminal.ends() == 0
        assert "Traceback" not in shown + terminal.shown


def test_a_seat_holds_what_it_saw_against_the_order() -> None:
    game = cardroom.game(GAME)
    shuffle = game.shuffle(seed=3)
    round = game.round(2, shuffle=shuffle)
    round.answer(1, "bank", 10000)
    round.answer(2, "bet", {"ante": 500})
    transcript, view = shuffle.transcript(), round.view("2")
    assert shuffle_verdict(transcript, shuffle.commitment, view, range(6)).holds
    other = game.shuffle(seed=4)
    verdict = shuffle_verdict(other.transcript(), other.commitment, view, range(6))
    assert not verdict.holds
    assert "but the deal says" in " ".join(verdict.says)
    assert not shuffle_verdict(transcript, other.commitment, view, range(6)).holds
    burned = shuffle_verdict(other.transcript(), other.commitment, view, range(7))  # one card left unseen
    assert burned.holds
    assert "the deal" not in " ".join(burned.says)
