"""The other banked games by keys: equal wagers, yes-or-no questions, raises, meters, displays, and the lobby."""

import re

import pytest

from cardroom.rulebook import rule_set
from cli.command import Terminal, run

NEXT = "quit > "


def played(*args: str, keys: str) -> str:
    return run("play", *args, "--seed", "3", given="\n".join([*keys.split("/"), "q", "y", ""])).stdout


def test_equal_wagers_are_not_asked_twice_and_fixed_ones_are_a_yes_or_no() -> None:
    output = played("heads-up-holdem", "--rules", "brook", keys="10//5/y/3/r/c/c/f")
    assert "Ante (Odds the same), $1 to $10" in output
    assert "5 Card Galaxy Bonus Jackpot for $5? [y/N]" in output
    assert "You bet Ante $10, Odds $10, Pocket Bonus $5, 5 Card Galaxy Bonus Jackpot $5" in output
    assert "[r] Rebet Ante $10, Odds $10, Pocket Bonus $5, 5 Card Galaxy Bonus Jackpot $5" in output
    assert "after 2 rounds" in output


def test_the_maximum_ante_leaves_chips_for_equal_wagers_and_a_raise() -> None:
    output = played("ultimate", "--buy-in", "40", keys="14/13/0/0/f")
    assert "$14 is not between $5 and $13.33" in output
    assert "You bet Ante $13, Blind $13" in output


def test_bets_may_be_named() -> None:
    assert "You bet Ante $5, Odds $5, Trips Plus $2, 5 Card Galaxy" in played("heads", keys="a5 t2 g5/c/c/f")
    assert "You bet Ante $5, Odds $5, 5 Card Galaxy" in played("heads", keys="5 g5/c/c/f")
    assert "No wager here begins with 'zz'" in played("heads", keys="zz5")
    assert "How much on Trips Plus? Write it like trips1." in played("heads", keys="a5 trips")
    assert "Ante is required: from $1 to $10" in played("heads", keys="t5")


def test_raises_are_single_keys() -> None:
    output = played("ultimate", keys="5 0 0/5/3/r/4")
    assert "[4] Play 4x ($20)   [3] Play 3x ($15)   [c] Check   [f] Fold" in output
    assert "'5' is not a key here. Keys: 4, 3, c, f" in output
    assert "You play $15" in output
    assert "You play $20" in output
    assert "[3] Play 3x ($15)   [c] Check" in played("heads", "--rules", "washington", keys="5 0 0 n/c/c/f")
    early = played("heads", "--rules", "wpt", "--set", "early_raise=on", keys="5 0 0 0/2")
    assert "[3] Raise 3x ($15)   [2] Raise 2x ($10)   [1] Raise 1x ($5)   [c] Check" in early
    assert "You raise $10" in early


def test_the_brooks_layout_has_three_raise_spots() -> None:
    output = played("heads-up-holdem", "--rules", "brook", keys="5 0 0 n/3")
    assert "Ante $5  Odds $5  Raise ( ) ( ) ( )" in output
    assert re.search(r"Raise +3 x \$5", output)
    assert "( )" not in played("heads-up-holdem", "--rules", "wpt", keys="5 0 0 0/3")


def test_board_dealer_and_hand_are_shown_as_they_are_dealt() -> None:
    output = played("heads-up-holdem", "--rules", "brook", keys="10 0 0 n/c/c/f")
    before, flop, river, end = re.findall(r"│[^\n]+│", output)
    assert before.count("░░░") == 7
    assert flop.count("░░░") == 4
    assert river.count("░░░") == 2
    assert end.count("░░░") == 0
    assert output.index("Flush, king high") < output.index("Dealer has")


def test_many_hands_take_rows_that_fit() -> None:
    output = played("heads-up-holdem", "--rules", "wpt", keys="5 0 0 5/3")
    assert "All 6" in output
    assert all(len(line) <= 80 for line in output.splitlines() if "╭" in line)


def test_meters_and_required_texts_are_shown_before_the_bets() -> None:
    output = played("heads", "--rules", "washington", "--set", "second_jackpot=on", keys="5 0 0 n y/3")
    before = output.partition("[b] Bet")[0]
    assert "Jackpot meter $1,000" in before
    assert "Second Jackpot meter $1,000" in before
    text = rule_set("heads-up-holdem", "washington").display[0].text
    assert text in " ".join(before.split())
    assert "meter" not in played("heads", "--rules", "wpt", keys="").partition("[b] Bet")[0]


def test_four_card_frenzy_offers_more_with_aces_only() -> None:
    output = played("four", keys="/".join(["5 0 0 n/1", *["r/1"] * 12]))
    single = output.count("[1] Raise 1x ($5)   [f] Fold")
    assert single
    assert "[3] Raise 3x ($15)   [2] Raise 2x ($10)   [1] Raise 1x ($5)   [f] Fold" in output


def test_baccarat_is_bet_by_its_lines_and_keeps_statistics() -> None:
    output = played("ez-baccarat", keys="5/b/10///d/p/5 t2/r/b10 d5/d")
    assert "On which wager? Press its key first: p, then 10, bets $10 on Player" in output
    assert "[p] Player …   [b] Banker …   [t] Tie …   [s] Sit out" in output
    assert "You bet Banker $10\n" in output
    assert "You bet Player $5, Tie $2" in output
    assert "You bet Banker $10, Dragon 7 $5" in output
    assert re.search(r"this shoe: 1 hand, 1 (player|banker|tie)", output)
    assert re.search(r"hands +4  100.0 %", output)
    assert "is burned" in output
    assert re.search(r"\d points? +\d points?", output)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", ["ez-baccarat", "four-card-frenzy", "ultimate-texas-holdem"])
def test_nothing_typed_breaks_a_table(slug: str) -> None:
    keys = "/".join(
        ["x", "-1", "$", "1e9", "b", "b", "5 5 5 5 5", "y", "r", "1", "f", "?", "w", "v", "d", "p", "c"] * 3
    )
    assert "You leave with" in played(slug, keys=keys)


def test_leaving_in_the_middle_of_a_hand_needs_confirmation() -> None:
    output = run("play", "heads", "--seed", "3", given="5 0 0 n\nq\nn\nq\ny\n").stdout
    assert output.count("$10 is on this hand, which continues without you: check. Leave? [y/N]") == 2
    assert "You leave with $490 after 1 round" in output
    assert "Leave?" not in run("play", "heads", "--seed", "3", given="q\n").stdout
    assert "You leave with $490" in run("play", "heads", "--seed", "3", given="5 0 0 n\nq\n").stdout


def test_the_lobby_leads_to_every_game_and_back() -> None:
    with Terminal() as terminal:
        assert "Four Card Frenzy" in terminal.until("q to leave): ")
        terminal.type("heads\r")
        terminal.until("Enter is brook: ")
        terminal.type("w\r")
        terminal.until("Type more of it")
        terminal.type("wpt\r")
        terminal.until("WPT Heads Up Hold'em")
        terminal.until(NEXT)
        terminal.type("5")
        terminal.until("$5 to $100: 5")
        terminal.type("\r\r\r\r")
        terminal.until("[3] Raise 3x ($15)")
        terminal.type("q")
        terminal.until("Leave? [y/N]")
        terminal.type("y")
        terminal.until("You leave with $490")
        terminal.until("q to leave): ")
        terminal.type("99\r")
        terminal.until("99 is not a number from 1 to")
        terminal.type("?\r")
        terminal.until("cardroom verify")
        terminal.type("q\r")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.written
