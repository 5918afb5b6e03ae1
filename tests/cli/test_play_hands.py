"""Pai gow and 21.5 by keys: hands set and named, splits side by side, doubles for less, keys that stay."""

import re

from cli.command import Terminal, run

NEXT = "quit > "


def played(*args: str, keys: str, seed: str) -> str:
    return run("play", *args, "--seed", seed, given="\n".join([*keys.split("/"), ""])).stdout


def test_a_pai_gow_hand_is_set_by_two_numbers_and_named_first() -> None:
    output = played("fortune", "--seats", "4", keys="10 0/s/12/n/1 3/y", seed="6")
    assert re.search(r"│ A♠│ │ J♦│ │10♣│ │ 8♠│ │ 8♣│ │ 3♥│ │ 3♦│ *\n.*\n +1 +2 +3 +4 +5 +6 +7", output)
    assert re.search(r"In front A♠ J♦  Ace high, jack *\n +Behind   10♣ 8♠ 8♣ 3♥ 3♦  Two pair, eights", output)
    assert output.count("Set it so? [Y/n]") == 2
    assert "You set A♠ 10♣" in output
    assert "You: Ace high, ten in front; two pair, eights and threes" in output
    assert re.search(r"You +behind", output)
    assert re.search(r"Player-dealer +behind", output)
    assert "Pile 1" not in output


def test_digits_begin_the_setting_and_a_foul_is_told() -> None:
    output = played("fortune", "--seats", "4", keys="10 0/45/n/h", seed="6")
    assert "In front 8♠ 8♣  Pair of eights" in output
    assert "Behind   A♠ J♦ 10♣ 3♥ 3♦  Pair of threes" in output
    assert "FOUL: the two cards in front are higher than the five behind, and lose." in output
    assert "You play the House Way" in output


def test_the_house_way_is_one_key_and_shown() -> None:
    output = played("fortune", keys="10 0/h", seed="6")
    assert re.search(r"\[h\] house way\n.*> h\n +In front [^\n]+\n +Behind ", output)
    assert "You play the House Way" in output


def test_face_up_pai_gow_shows_the_hand_to_beat_before_the_setting() -> None:
    output = played("face-up", keys="10 0 0/h", seed="1")
    assert output.index("Player-dealer: ") < output.index("[h] house way")


def test_split_hands_lie_side_by_side_and_the_one_in_play_is_marked() -> None:
    output = played("pure-21.5", keys="10 0 0/p/p/h/d/5/s/s", seed="26")
    assert re.search(r"► Hand 1 +Hand 2 +Hand 3", output)
    assert re.search(r"Hand 1 +Hand 2 +► Hand 3", output)
    assert "Hand 3  Game wager $15" in output
    assert "double, $1 to $10 [$10]: 5" in output
    assert "You (hand 3) double with $5" in output
    assert re.search(r"Game wager, hand 3 +\$15 +-\$15", output)
    assert "Seat 1" not in output


def test_forced_plays_are_explained_and_keys_keep_their_meaning() -> None:
    output = played("pure-21.5", keys="10 0 0/s/q/y", seed="26")
    assert "Hard 20 must stand by Chart 1A" in output
    assert "[s] stand   [d] double …   [p] split ($10)   [u] surrender" in output
    for seed in range(1, 40):
        shown = played("pure-21.5", keys="10 0 0/", seed=str(seed))
        if "must hit by Chart 1A" in shown:
            assert "[u] surrender" in shown  # and not on the key that stands
            break


def test_totals_are_named() -> None:
    shown = "".join(played("pure-spanish", keys="10 0/s/r/s/r/s", seed=str(seed)) for seed in range(4))
    assert re.search(r"hard 1\d", shown)
    assert re.search(r"2\d, busted|hard (17|18|19|20)", shown)


def test_a_bonus_that_made_nothing_says_so() -> None:
    shown = "".join(
        run("play", "heads-up-holdem", "--seed", str(seed), given="5 0 5 n\nc\nc\nf\nq\n").stdout for seed in range(6)
    )
    assert "nothing made" in shown
    assert "no line" not in shown


def test_the_lobby_groups_games() -> None:
    with Terminal() as terminal:
        shown = terminal.until("q to leave): ")
        places = [
            shown.index(text) for text in ("player-dealer", "EZ Baccarat", "Banked by the house", "Poker\r", "Razz")
        ]
        assert places == sorted(places)
        terminal.type("texas\r")
        terminal.until("Enter is 500-club: ")
        terminal.type("\r")
        terminal.until("blinds $1/$2")
        terminal.until(NEXT)
        terminal.type("\x03")
        terminal.until("You leave with $")
        terminal.until("q to leave): ")
        terminal.type("q\r")
        assert terminal.ends() == 0
