"""Results of recorded hands: winnings in every way that files count them, rake, and several tables in one file."""

import pytest

import cardroom
from cardroom.histories.phh import PHHError, compare, play_recorded, read_phh
from cli.command import run

HAND = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [300, 400, 500]
"""
STEAL = HAND + 'actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 25", "p1 f", "p2 f"]\n'
"""A pot of 25, and 15 that is returned."""
SEEN = (
    HAND
    + """actions = [
  "d dh p1 ????", "d dh p2 AsAh", "d dh p3 KsKh", "p3 cbr 25", "p1 f", "p2 cc", "d db 2c7d9h", "p2 cc", "p3 cbr 475",
  "p2 cc", "d db 3s", "d db 4s", "p2 sm AsAh", "p3 sm KsKh",
]
"""
)
"""The winner has 400, so 100 is returned to the loser. The pot is 805."""


NEARLY = SEEN.replace("[300, 400, 500]", "[300, 498, 500]")
"""The same, but the winner has 498: only 2 is returned to the loser. The pot is 1001."""
RETURNS = "winnings, which include the uncalled bet that was returned"


def compared(text):
    (hand,) = read_phh(text)
    return compare(hand, play_recorded(hand, cardroom.game))


@pytest.mark.parametrize(
    ("text", "expected", "rake"),
    [
        (f"{STEAL}winnings = [0, 0, 25]", "winnings", 0),
        (f"{STEAL}winnings = [0, 0, 15]", "winnings", 0),  # the gain
        (f"{STEAL}winnings = [0, 0, 24]", "winnings", 1),
        (f"{STEAL}winnings = [0, 0, 40]", RETURNS, 0),
        (f"{STEAL}winnings = [0, 0, 39]", RETURNS, 1),
        (f"{SEEN}winnings = [0, 805, 0]", "winnings", 0),
        (f"{SEEN}winnings = [0, 802, 0]", "winnings", 3),
        (f"{SEEN}winnings = [0, 805, 100]", RETURNS, 0),
        (f"{SEEN}winnings = [0, 802, 100]", RETURNS, 3),
        (f"{SEEN}_rake = 3\nwinnings = [0, 802, 100]", RETURNS, 3),
        (f"{NEARLY}winnings = [0, 991, 2]", RETURNS, 10),  # the rake is more than what was returned
        (f"{NEARLY}_rake = 10\nwinnings = [0, 991, 2]", RETURNS, 10),
        (f"{NEARLY}winnings = [0, 991, 2]\nfinishing_stacks = [295, 991, 2]", RETURNS, 10),
    ],
)
def test_winnings_are_compared_however_they_are_counted(text, expected, rake):
    result = compared(text)
    assert expected in result.compared
    assert result.rake == rake


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{STEAL}winnings = [0, 0, 41]", r"recorded 41 for p3, played 40. Together, the winners have 1 too much"),
        (f"{STEAL}winnings = [0, 5, 20]", r"recorded 5 for p2, played 0; recorded 20 for p3, played 25"),
        (f"{STEAL}winnings = [0, 0, 17]", r"played 25. 8 is missing, 32.0% of the pot. No field states a rake"),
        (
            f"{STEAL}_rake = 1\nwinnings = [0, 0, 25]",
            r"^winnings: The file states a rake of 1, and nothing is",
        ),
        (f"{STEAL}_rake = 1\nwinnings = [0, 0, 23]", r"played 25. The file states a rake of 1, and 2 is missing"),
        (f"{NEARLY}winnings = [0, 991, 3]", r"recorded 3 for p3, played 0"),
        (f"{NEARLY}_rake = 9\nwinnings = [0, 991, 2]", r"states a rake of 9, and 10 is missing"),
        (f"{SEEN}winnings = [0, 805, 99]", r"recorded 99 for p3, played 100"),
        (f"{SEEN}winnings = [0, 805, 100]\nfinishing_stacks = [295, 805, 101]", r"finishing_stacks: recorded 101"),
        (f"{SEEN}winnings = [0, 800, 100]\nfinishing_stacks = [295, 805, 100]", r"contradict each other: p2 had 400"),
    ],
)
def test_winnings_that_differ_are_explained(text, why):
    with pytest.raises(PHHError, match=why):
        compared(text)


def test_winnings_that_nobody_filled_in_are_not_compared():
    results = compared(f"{STEAL}winnings = [0, 0, 0]")
    assert results.compared == ()
    assert results.open == ("winnings: all of them are 0 in the file, although a player won the pot",)
    both = compared(f"{STEAL}winnings = [0, 0, 0]\nfinishing_stacks = [295, 390, 515]")
    assert both.compared == ("finishing stacks",)


def test_each_table_of_a_file_is_followed_by_itself(tmp_path):
    def hands(*tables):
        """One hand each: ann starts with fewer chips at one table than she has at the other."""
        for number, (table, stack) in enumerate(tables, 1):
            text = STEAL.replace("[300, 400, 500]", f"[300, 400, {stack}]")
            yield f'[{number}]\n{text}table = "{table}"\nplayers = ["bo", "cy", "ann"]\nwinnings = [0, 0, 25]\n'

    file = tmp_path / "hands.phhs"
    file.write_text("".join(hands(("north", 500), ("south", 200), ("north", 515), ("south", 215))))
    *_, last = run("replay", "--check", file).stdout.splitlines()
    assert last == "From hand to hand: 2 times a player continued with the same chips, 4 times with more"
    file.write_text("".join(hands(("north", 500), ("north", 200))))
    assert "ann has 200, but had 515 after the previous hand" in run("replay", "--check", file, code=1).stdout
    first, second = hands(("north", 500), ("north", 200))
    damaged = first.replace("p3 cbr 25", "p3 cbr 2500").replace("[1]", "[x]")
    file.write_text(first + damaged + second)
    assert "1 times with fewer after hands that are missing" in run("replay", "--check", file, code=1).stdout


def numbered(*hands):
    """Hands of one table, each with its id."""
    return "".join(
        f'[{at}]\n{text}hand = {name}\ntable = "north"\nwinnings = [0, 0, 25]\n'
        + ("" if "players" in text else 'players = ["bo", "cy", "ann"]\n')
        for at, (name, text) in enumerate(hands, 1)
    )


POORER = STEAL.replace("[300, 400, 500]", "[300, 400, 200]")


def test_a_player_who_was_not_dealt_in_may_come_back_with_fewer_chips(tmp_path):
    file = tmp_path / "hands.phhs"
    without = STEAL.replace("[300, 400, 500]", "[300, 400, 600]") + 'players = ["bo", "cy", "dee"]\n'
    file.write_text(numbered(("17", STEAL), ("18", without), ("19", POORER)))
    assert "1 times with fewer after hands that are missing" in run("replay", "--check", file).stdout


@pytest.mark.parametrize(
    ("first", "second", "missing"),
    [
        ("'R5-104-17'", "'R5-104-19'", True),
        ("'R5-104-17'", "'R5-105-18'", True),
        ("'seventeen'", "'eighteen'", True),
        ("17", "19", True),
        ("'R5-104-17'", "'R5-104-18'", False),
        ("17", "18", False),
    ],
)
def test_fewer_chips_are_an_accusation_only_right_after_the_previous_hand(tmp_path, first, second, missing):
    """An id may be a number, or a text that ends with one. A player may have lost chips in hands that are missing."""
    file = tmp_path / "hands.phhs"
    file.write_text(numbered((first, STEAL), (second, POORER)))
    output = run("replay", "--check", file, code=0 if missing else 1).stdout
    assert ("ann has 200, but had 515 after the previous hand" in output) is not missing
    assert ("1 times with fewer after hands that are missing" in output) is missing
