"""Pai gow and 21.5 by keys: hands that are set and named, splits side by side, doubles for less, fixed keys."""

import re

from cli.command import Terminal, mistake, run

NEXT = "quit > "


def played(*args: str, keys: str, seed: str) -> str:
    return run("play", *args, "--seed", seed, given="\n".join([*keys.split("/"), ""])).stdout


def test_a_pai_gow_hand_is_set_by_two_numbers_after_confirmation() -> None:
    output = played("fortune", "--seats", "4", keys="10 0/s/12/n/1 3/y", seed="6")
    assert re.search(r"│ A♠│ │ J♦│ │10♣│ │ 8♠│ │ 8♣│ │ 3♥│ │ 3♦│ *\n.*\n +1 +2 +3 +4 +5 +6 +7", output)
    assert re.search(r"In front A♠ J♦  Ace high, jack *\n +Behind   10♣ 8♠ 8♣ 3♥ 3♦  Two pair, eights", output)
    assert output.count("Set the hand? [y/N]") == 2
    assert "You set A♠ 10♣" in output
    assert "You: Ace high, ten in front; two pair, eights and threes" in output
    assert re.search(r"You, in front +You, behind", output)
    assert re.search(r"Player-dealer, bot 4, in front +Player-dealer, bot 4, behind", output)
    assert "Pile 1" not in output


def test_digits_begin_the_setting_and_a_foul_is_announced() -> None:
    output = played("fortune", "--seats", "4", keys="10 0/45/n/h", seed="6")
    assert "In front 8♠ 8♣  Pair of eights" in output
    assert "Behind   A♠ J♦ 10♣ 3♥ 3♦  Pair of threes" in output
    text = " ".join(output.split())
    assert "This fouls, and a foul loses: the two in front are higher than the five behind." in text
    assert "You play the House Way" in output


def test_a_foul_is_not_set_by_enter() -> None:
    output = played("fortune", "--seats", "4", keys="10 0/45//h", seed="6")
    assert "Set the hand anyway? [y/N]" in output
    assert "You set 8♠ 8♣" not in output
    assert "You play the House Way" in output
    wanted = played("fortune", "--seats", "4", keys="10 0/45/y", seed="6")
    assert "You set 8♠ 8♣ in front" in wanted
    assert "rank above the five behind, pair of" in wanted


def test_the_house_way_is_one_key_and_shown() -> None:
    output = played("fortune", keys="10 0/h", seed="6")
    assert re.search(r"\[h\] House Way\n.*> h\n", output)
    after = output.partition("You play the House Way")[2]
    assert re.search(r"You: [^\n]+ in front; [^\n]+\n", after)
    assert re.search(r"You, in front +You, behind", after)


def test_face_up_pai_gow_shows_the_hand_to_beat_before_the_setting() -> None:
    output = played("face-up-pai", keys="10 0 0/h", seed="1")
    assert output.index("Player-dealer, bot 2, in front") < output.index("[h] House Way")


def test_split_hands_are_side_by_side_and_the_active_one_is_marked() -> None:
    output = played("pure-21.5", keys="10 0 0/p/p/h/d/5/s/s", seed="26")
    # A split hand is beside the hand that it was split from, and is played after it.
    assert re.search(r"► You, hand 1 +You, hand 3 +You, hand 2", output)
    assert re.search(r"You, hand 1 +► You, hand 3 +You, hand 2", output)
    assert "Your turn, hand 3" in output
    assert "You, hand 3  Game wager $15" in output
    assert "[m] minimum $1   [a] most $10   [b] Back" in output
    assert "Double, $1 to $10: 5" in output
    assert "You, hand 3, double for $5" in output
    assert re.search(r"Game wager, hand 3 +\$15 +-\$15", output)
    assert "eat 1" not in output.partition("Round 1")[2]


def test_forced_plays_are_explained_and_keys_keep_their_meaning() -> None:
    output = played("pure-21.5", keys="10 0 0/s/q/y", seed="26")
    assert "Hard 20 may not hit by Chart 1A" in output
    assert "[s] Stand   [d] Double …   [p] Split $10   [u] Surrender" in output
    for seed in range(1, 40):
        shown = played("pure-21.5", keys="10 0 0/", seed=str(seed))
        if "may not stand by Chart 1A" in shown:
            assert "[u] Surrender" in shown  # and not on the key that stands
            break


def test_a_second_circle_can_be_played_if_the_rules_allow_it() -> None:
    output = played("pure-21.5", "--circles", "2", keys="10 0 0/15 0 0/s/s/s/s/r", seed="26")
    assert "You sit at seat 1 with $500, and bet at the circle of seat 2 too." in output
    assert "bot 3 is a third-party proposition player" in output
    assert "Your wagers, seat 2" in output
    assert "You, seat 2, bet Game wager $15" in output
    assert re.search(r"► You +You, seat 2", output)
    assert re.search(r"You +► You, seat 2", output)
    assert re.search(r"Game wager +\$10 ", output)
    assert re.search(r"Game wager, seat 2 +\$15 ", output)
    assert "[r] Rebet Game wager $10 " in output
    assert "You bet Game wager $10" in output.rpartition("Round 2")[2]  # each circle repeats its own
    assert "[r] Rebet Game wager $15 " in output
    assert "three-card-poker-6-card-bonus has one circle per player" in mistake("play", "three-card", "--circles", "2")
    assert "2 of 8 seats are taken, so you can have 7" in mistake("play", "pure-21.5", "--circles", "9")
    assert "write 1 or more" in mistake("play", "pure-21.5", "--circles", "0")


def test_a_player_may_bet_behind_a_bots_seat_if_the_wagers_allow_it() -> None:
    output = played("fortune", "--behind", "2", keys="10/q", seed="6")
    assert "You stand behind seat 2, bot 2's, with $500" in output
    assert "Your wagers, behind seat 2" in output
    assert "you, behind seat 2, bet Base Game $10" in output
    assert re.search(r"bot 2, in front +bot 2, behind", output)
    assert re.search(r"Base Game +\$10 +[+-]?\$\d+  ", output)
    assert "Set your hand" not in output  # the hand is the seat's to play
    assert "texas-holdem takes no bets from behind" in mistake("play", "texas-holdem", "--behind", "2")
    assert "pure-21.5-blackjack takes no bets from behind" in mistake("play", "pure-21.5", "--behind", "2")
    assert "Possible seats: 2." in mistake("play", "fortune", "--behind", "3")  # the bank's seat
    assert "not offered the bank" in mistake("play", "fortune", "--behind", "2", "--bank")
    assert "has no circle" in mistake("play", "pure-21.5", "--behind", "2", "--circles", "2")


def test_totals_are_named() -> None:
    shown = "".join(played("pure-spanish", keys="10 0/s/r/s/r/s", seed=str(seed)) for seed in range(4))
    assert re.search(r"hard 1\d", shown)
    assert re.search(r"2\d, busted|hard (17|18|19|20)", shown)


def test_a_bonus_without_a_paying_hand_says_so() -> None:
    shown = "".join(
        run("play", "heads-up-holdem", "--seed", str(seed), given="5 0 5 n\nc\nc\nf\nq\n").stdout for seed in range(6)
    )
    assert "are not on the pay table" in shown
    assert "no line loses" not in shown


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
