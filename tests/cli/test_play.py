"""`cardroom play`, driven by keys: the amounts shown add up, and no input breaks it."""

import json
import re
from pathlib import Path

import cardroom
from cardroom.show.words.proof import shuffle_verdict
from cli.command import GAME, Terminal, mistake, run

NEXT = "quit > "


def balances(output: str) -> list[int]:
    """The player's chips before each round and at the end, in dollars."""
    amounts = re.findall(r"Round \d+, you have \$([\d,]+)|You leave with \$([\d,]+)", output)
    return [int((one or other).replace(",", "")) for one, other in amounts]


def changes(output: str) -> list[int]:
    """The player's result of each round, in dollars."""
    return [int(change.replace("$", "").replace(",", "")) for change in re.findall(r"You: ([+-]?\$[\d,]+)", output)]


def test_play_without_a_game_asks_which_one_on_a_terminal() -> None:
    with Terminal("play", "--set", "minimum=10") as terminal:
        terminal.until("q to leave): ")
        terminal.type("three card\r")
        shown = terminal.until(NEXT)
        assert "Three Card Poker" in shown
        terminal.type("1")
        terminal.until("Ante, $10 to")
        terminal.type("\x03")
        assert terminal.ends() == 0


def test_leaving_the_choice_of_a_game_ends_the_command() -> None:
    with Terminal("play") as terminal:
        terminal.until("q to leave): ")
        terminal.type("q\r")
        assert terminal.ends() == 0


def test_play_without_a_game_or_a_terminal_says_what_to_give() -> None:
    assert "Give its name, for example `cardroom play three-card`" in mistake("play")
    assert "--room needs the name of a table or a game" in mistake("play", "--room", "http://127.0.0.1:1")
    for option in ("--ask-to-show", "--my-seed"):
        assert "With --room, only" in mistake("play", "razz", "--room", "http://127.0.0.1:1", option)


def test_balance_is_the_sum_of_all_rounds(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    given = "10 5 5\np\n" + "r\np\nr\nf\n" * 4 + "q\n"
    output = run("play", GAME, "--seed", "11", "--out", out, given=given).stdout
    have = balances(output)
    assert have[0] == 500
    assert len(changes(output)) == 9
    assert have[-1] == 500 + sum(changes(output))
    records = [record for record in map(json.loads, out.read_text().splitlines()) if "format" in record]
    assert [record["outcome"]["net"]["guest"] // 100 for record in records] == changes(output)
    assert f"after 9 rounds: {'+' if have[-1] > 500 else ''}" in output


def test_same_seed_same_table() -> None:
    given = "10\n\n\np\nr\nf\nq\n"
    assert run("play", GAME, "--seed", "4", given=given).stdout == run("play", GAME, "--seed", "4", given=given).stdout


def test_bad_input_is_rejected_with_the_rules_message_and_asked_again() -> None:
    given = "z\nb\n3\nfive\n300\n10\n2000\n0\n0\nraise\nf\nq\n"
    output = run("play", GAME, "--seed", "1", given=given).stdout
    assert "'z' is not a key here" in output
    assert "$3 is not between $5 and $250" in output
    assert "'five' is not an amount" in output
    assert "$300 is not between $5 and $250" in output
    assert "$2,000 is not between $5 and $480" in output
    assert "'raise' is not a key here" in output
    assert changes(output) == [-10]


def test_end_of_input_folds_the_hand_and_prints_the_result() -> None:
    output = run("play", GAME, "--seed", "1", given="20 0 0\n").stdout
    assert "You fold (no answer)" in output
    assert "You leave with $480 after 1 round: -$20" in output


def test_end_of_input_before_the_first_bet_costs_nothing() -> None:
    assert "You leave with $500 after 0 rounds: $0" in run("play", GAME, given="").stdout


def test_results_have_reasons_and_why_shows_the_citations() -> None:
    output = run("play", GAME, "--seed", "5", given="10 5 5\n\n\np\nw\nq\n").stdout
    assert re.search(r"\[p\] Play \$10   \[f\] Fold\n[^\n]+> \n\np\n", output)  # Enter decides nothing
    assert re.search(r"Ante +\$10 +\+\$10 +pays 1 to 1\s+How Winners are Determined and Paid", output)
    why = " ".join(output.partition("> w")[2].split())
    lost = "You, Pair Plus $5: -$5 (high card loses). Your hand (K♥ 6♠ 5♣) makes king high, 6-5."
    assert f"{lost} (500 Club, Three Card Poker 6 Card Bonus, Pair Plus Bonus Bet Pay Table)" in why


def test_the_commitment_shown_before_the_bets_is_the_one_verified_after(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    given = f"{'x' * 257}\nlucky seven\nv\n10 0 0\np\nv\nq\n"
    output = run("play", GAME, "--my-seed", "--out", out, given=given).stdout
    commitment = re.findall(r"Commitment to the next shuffle: ([0-9a-f]{64})", " ".join(output.split()))[0]
    assert output.index("Commitment to the next shuffle") < output.index("Your seed for the shuffle"), (
        "before the seed is known"
    )
    assert "guest's seed has 257 bytes of UTF-8, but a seed must have 1 to 256" in output
    assert "Play a round first" in output
    assert "The shuffle holds." in output
    assert commitment in output.partition("The shuffle holds.")[2]
    shuffle, record = map(json.loads, out.read_text().splitlines())
    assert shuffle["seeds"] == record["opening"]["seeds"] == [["guest", "lucky seven"]]
    assert shuffle["kind"] == "fair"
    assert record["opening"]["shuffle"] == shuffle["commitment"] == commitment
    [head] = re.findall(r"--head ([0-9a-f]{64})", " ".join(output.split()))
    run("verify", out, "--commitment", commitment, "--head", head)
    run("verify", out, "--commitment", commitment, code=1)


def test_a_seeded_table_says_that_its_shuffles_are_simulated() -> None:
    output = run("play", GAME, "--seed", "5", given="q\n").stdout
    assert "simulated from a seed" in output
    assert "simulated" not in run("play", GAME, given="q\n").stdout


def test_the_bank_is_passed_unless_asked_for() -> None:
    assert "[b] Bank" not in run("play", GAME, "--seed", "2", given="s\nq\n").stdout
    output = run("play", GAME, "--seed", "2", "--bank", given="b\n100\nq\n").stdout
    assert "[b] Bank …   [p] Pass" in output
    assert "You bank with $100" in output
    assert "You, the player-dealer" in output
    assert len(changes(output)) == 1


def test_the_first_and_second_turn_of_the_player_dealer_are_announced() -> None:
    """500 Club, Pure 21.5 Blackjack, Round of Play, rule 3: the button before the player-dealer says so."""
    output = run("play", GAME, "--seed", "2", "--seats", "2", given="5 0 0\nf\n5 0 0\nf\nq\n").stdout
    turns = re.findall(r"Player-dealer: bot 2 \((.*)\)", output)
    assert turns[:3] == ["round 1 of 2", "round 2 of 2", "round 1 of 2"]


def test_a_player_without_chips_may_buy_in_again() -> None:
    output = run("play", GAME, "--seed", "1", "--buy-in", "10", given="5 0 0\nf\n\nb\n5 0 0\nf\nq\n").stdout
    text = " ".join(output.split())
    assert "You have $5 left, and the minimum bet needs $10, including chips kept for later wagers." in text
    assert "[b] Buy in again for $10 and play on" in output
    assert "You leave with $10 after 2 rounds: -$10" in output


def test_help_shows_keys_and_rules() -> None:
    output = run("play", GAME, "--seed", "1", given="10 0 0\nf\n?\nq\n").stdout
    assert re.search(r"r +the same bets again", output)
    assert "6 Card Bonus Bet Pay Table" in output


def test_more_seats_are_filled_with_bots() -> None:
    output = run("play", GAME, "--seats", "5", "--seed", "8", given="10 0 0\nf\nq\n").stdout
    assert all(re.search(rf"bot {seat} bets Ante", output) for seat in (2, 3, 4))
    assert "bot 5 banks with" in output


def test_invalid_options_are_rejected_before_anything_is_shown(tmp_path: Path) -> None:
    assert "2 to 7 seats" in mistake("play", GAME, "--seats", "9")
    assert "2 to 7 seats" in mistake("play", GAME, "--seats", "0")
    assert "needs at least $10" in mistake("play", GAME, "--buy-in", "9")
    assert "'much' is not an amount" in mistake("play", GAME, "--buy-in", "much")
    assert "nowhere" in mistake("play", GAME, "--out", tmp_path / "nowhere" / "file")


def test_single_keys_on_a_terminal() -> None:
    with Terminal("play", GAME, "--seed", "5") as terminal:
        terminal.until(NEXT)
        terminal.type("1")  # a digit begins the bets ...
        terminal.until("$5 to $250: 1")
        terminal.type("5\x7f0\r")  # ... and can be mended
        terminal.until("Pair Plus")
        terminal.type("\x1b[A5\r")  # a cursor key is not an answer
        terminal.until("6 Card Bonus")
        terminal.type("\r")
        shown = terminal.until(NEXT)
        assert "You bet Ante $10, Pair Plus $5" in shown
        assert "\x1b[1;31m K♥" in terminal.written  # red suits are red
        terminal.type("p")
        assert "pays 1 to 1" in terminal.until(NEXT)
        terminal.type("r\rf")  # keys typed ahead are used, and an Enter after a key is ignored
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
            terminal.type("b5 0 0\r")
            terminal.until("You bet")
            terminal.until(NEXT)
            terminal.type(key)
            terminal.until("You leave with $495")
            assert terminal.ends() == 0
            assert "Traceback" not in terminal.shown


def test_the_enter_after_a_key_bets_nothing() -> None:
    with Terminal("play", GAME, "--seed", "5") as terminal:
        terminal.until(NEXT)
        terminal.type("b\r")
        terminal.until("$5 to $250: ")
        terminal.type("10 0 0\r")
        assert "How much" not in terminal.until("[p] Play $10")
        terminal.until(NEXT)
        terminal.type("p\r")
        terminal.until("[r] Rebet Ante $10")
        terminal.until(NEXT)
        terminal.type("\r\r\rq")
        assert "You bet" not in terminal.until("You leave with $")
        terminal.until("after 1 round")
        assert terminal.ends() == 0


def test_enter_alone_neither_bets_nor_decides_in_piped_input() -> None:
    output = run("play", GAME, "--seed", "5", given="b\n\n10\n\n\n\n\nf\n\n\nq\n").stdout
    assert "How much on Ante? Type dollars, $5 to $250, or b to go back." in output
    assert "You bet Ante $10\n" in output  # the bonus bets stayed empty
    assert output.count("You bet") == 1
    assert "after 1 round: -$10" in output


def test_pasted_lines_of_several_keys_are_played() -> None:
    with Terminal("play", GAME, "--seed", "5") as terminal:
        terminal.until(NEXT)
        terminal.type("10 0 0\rp\rr\rf\r5 0 0\rp\rq")
        terminal.until("after 3 rounds")
        assert terminal.ends() == 0


def test_a_person_has_a_name_and_bots_are_called_bots(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    output = run("play", GAME, "--seed", "5", "--name", "ann", "--out", out, given="10 0 0\np\nq\n").stdout
    assert "bot 2 banks with" in output
    assert output.rstrip().endswith("--as ann")
    record = json.loads(out.read_text().splitlines()[1])
    assert record["opening"]["stacks"] == {"ann": 50000, "bot 2": 10000000}
    assert "You bet Ante $10" in run("replay", out, "--as", "ann").stdout
    for name in ("", "bank", "house", "7", "bot 2", "x" * 31, "a\x1b[2J"):
        assert "name" in mistake("play", GAME, "--name", name)


def test_help_shows_only_the_keys_of_this_game() -> None:
    def keys(game: str, bets: str) -> str:
        output = run("play", game, "--seed", "1", given=f"{bets}\n?\nq\ny\n").stdout
        return output.partition("\nKeys\n")[2].partition("\n\n")[0]

    three = keys(GAME, "10 0 0")
    assert re.search(r"p +Play \$10\n +f +Fold\n +at other questions: b bet, s sit out\n", three)
    for other in ("House Way", "split", "hit", "raise", "discard"):
        assert other not in three.lower()
    pai_gow = keys("fortune", "10 0")
    assert re.search(r"s +Set\n +1 3 +cards by number from the left", pai_gow)
    assert "House Way" in pai_gow
    assert "fold" not in pai_gow.lower()


def test_messages_contain_no_python() -> None:
    typed = "[1]\n{}\nNone\n\\x1b\nb\n'\n\"\n$\n10 x\n1e3\n10 0 0\n[]\n(1, 2)\nq\nmaybe\nn\nf\nq\n"
    output = run("play", GAME, "--seed", "1", given=typed).stdout
    text = output.partition("Round 1")[2]
    for trace in ("Traceback", "Offer(", "Answer(", "frozenset", "<", "None'", "\\\\"):
        assert trace not in text.replace("'None' is", "")


def test_a_file_gets_each_shuffle_once_after_its_cards_are_dealt(tmp_path: Path) -> None:
    out = tmp_path / "rounds.jsonl"
    run("play", "ez-baccarat", "--out", out, given="b5\nr\nr\nv\nq\n")
    shuffle, *records = map(json.loads, out.read_text().splitlines())
    assert shuffle["secret"]
    assert [record["opening"]["shuffle"] for record in records] == [shuffle["commitment"]] * 3
    with Terminal("play", "ez-baccarat", "--out", str(tmp_path / "open.jsonl")) as terminal:
        terminal.until(NEXT)
        terminal.type("b5\r\r\r")
        terminal.until("[r] Rebet Banker $5")
        assert (tmp_path / "open.jsonl").read_text() == ""  # the shoe is still in play
    deals = run("deal", GAME, "--rounds", "3", "--seed", "6", "--json").stdout.splitlines()
    assert ["format" in json.loads(line) for line in deals] == [False, True] * 3
    deals = run("deal", "ez-baccarat", "--rounds", "3", "--seed", "6", "--json").stdout.splitlines()
    assert ["format" in json.loads(line) for line in deals] == [False, True, True, True]


def test_the_bare_command_on_a_terminal_ends_up_at_a_table_or_in_the_lobby() -> None:
    with Terminal() as terminal:
        terminal.until("an executable rulebook")
        shown = terminal.until("q")
        terminal.type("q\r")
        assert terminal.ends() == 0
        assert "Traceback" not in shown + terminal.shown


def test_verify_compares_the_cards_seen_with_the_published_order() -> None:
    game = cardroom.game(GAME)
    shuffle, other = game.shuffle(), game.shuffle()
    round = game.round(2, shuffle=shuffle)
    round.answer(1, "bank", 10000)
    round.answer(2, "bet", {"ante": 500})
    transcript, view = shuffle.transcript(), round.view("2")
    assert shuffle_verdict(transcript, shuffle.commitment, view, range(6)).holds
    verdict = shuffle_verdict(other.transcript(), other.commitment, view, range(6))
    assert not verdict.holds
    assert "is listed as dealt" in " ".join(verdict.says)
    assert not shuffle_verdict(transcript, other.commitment, view, range(6)).holds
    burned = shuffle_verdict(other.transcript(), other.commitment, view, range(7))  # one card left unseen
    assert burned.holds
    assert "cards that were shown" not in " ".join(burned.says)
