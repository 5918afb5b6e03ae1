"""Face-Up Chinese Poker by keys: cards placed by letters, numbers or names, rows side by side, warnings of fouls."""

import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from rich.text import Text

from cardroom.cards import parse, text
from cardroom.cli.play.keyboard import GoBack
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.play.typed_rows import parse_rows, typed_rows
from cardroom.play import Lay, Refused, RowSlot
from cardroom.show import picture
from cli.command import Terminal, json_lines, mistake, run
from games.chinese.hands import place, start

ROWS = RowSlot("front", (), 3, "chinese-front"), RowSlot("middle", (), 5, "high"), RowSlot("back", (), 5, "high")
ASKED = "d discards: "


def played(*args: str, keys: str, seed: str = "5") -> str:
    return run("play", "chinese", "--seed", seed, *args, given="\n".join([*keys.split("/"), ""])).stdout


class Typist:
    """A player who types lines, and the output."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.output: list[str] = []

    def typed(self, question: str, typed: str = "") -> str:
        self.output.append(question)
        return typed or self.lines.pop(0)

    def yes(self, question: str) -> bool:
        self.output.append(question)
        return self.lines.pop(0) == "y"

    def refuse(self, message: str) -> None:
        self.output.append(message)

    def say(self, words: Text) -> None:
        self.output.append(words.plain)


def test_a_letter_for_each_card_places_it_and_rows_are_side_by_side() -> None:
    output = played(keys="bbmmf/bfd")
    assert re.search(r"You \$500 \(D\) +bot 2 \$500 +bot 3 \$500", output)
    assert re.search(r"middle +· · · · · +\S", output)
    assert re.search(r"│ 5♣│ │ 3♥│ │10♠│ │ 7♦│ │ Q♣│ *\n.*\n +1 +2 +3 +4 +5", output)
    assert "a letter for each of 5: f front, m middle, b back: bbmmf" in output
    assert "You place Q♣ front, 10♠ 7♦ middle, 5♣ 3♥ back" in output
    assert "Place 2 cards, throw 1 away" in output
    assert "You place 8♣ front, 6♥ back and throw A♣ away" in output
    assert re.search(r"discards +A♣ +▒ ▒ +▒ ▒", output)


def test_top_and_bottom_are_front_and_back_and_spaces_do_not_matter() -> None:
    assert "You place Q♣ front, 10♠ 7♦ middle, 5♣ 3♥ back" in played(keys="B B m M T")


def test_cards_can_be_placed_row_by_row_by_number_or_name() -> None:
    turn, three = Lay("place", parse("As Kd Tc"), ROWS, 1), parse("As Kd Tc")
    for words in ("bfd", "b1 f2", "b 1 f 2 d 3", "b As f kd", "f Kd, b as", "d 10c b1 f2"):
        assert {row: text(cards) for row, cards in parse_rows(words, turn, three).items()} == {
            "back": "As",
            "front": "Kd",
        }
    thirteen = parse("As Ad Kd Kc Qc 9h 9d 7h 7d 7c 5c 3s 2h")
    whole = Lay("set", thirteen, ROWS)
    value = parse_rows("b 1 2 3 4 8 m 5 6 7 9 10", whole, thirteen)
    assert text(value["front"]) == "5c 3s 2h"  # the only row with room
    assert text(parse_rows("f111213 m56789", whole, thirteen)["middle"]) == "Qc 9h 9d 7h 7d"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("", "bbd puts 2 back and discards 1; so does b 1 2"),
        ("bb", "takes 2 cards and discards 1, not 0"),
        ("bbb", "takes 2 cards and discards 1, not 3"),
        ("1 2", "Begin with a row, like f 1"),
        ("b 1 7", "You have no card 7. Your cards are numbered 1 to 3"),
        ("b 2c f 1", "'2c' is not one of your cards"),
        ("b 1 f 1", "is placed twice"),
        ("zzz", "'z' is not a row. Rows: f front"),
    ],
)
def test_an_invalid_placement_gives_an_error_and_is_asked_again(words: str, expected: str) -> None:
    turn = Lay("place", parse("As Kd Tc"), ROWS, 1)
    typist = Typist(words, "bfd")
    assert typed_rows(typist, turn, parse("As Kd Tc")) == {"front": parse("Kd"), "back": parse("As")}
    assert any(expected in each for each in typist.output), typist.output


def test_a_full_row_has_no_letter() -> None:
    full = Lay("place", parse("As Kd Tc"), (RowSlot("front", parse("2c 3c 4c"), 0), *ROWS[1:]), 1)
    typist = Typist("bfd", "bmd")
    assert typed_rows(typist, full, full.cards) == {"middle": parse("Kd"), "back": parse("As")}
    assert "front takes no more cards, not 1" in "\n".join(typist.output)
    assert "f front" not in typist.output[0]


def test_a_foul_needs_confirmation_and_enter_is_no() -> None:
    rows = (
        RowSlot("front", parse("Kc Kd"), 1, "chinese-front"),
        RowSlot("middle", parse("2c 3d 5h 7s"), 1, "high"),
        RowSlot("back", parse("9c 9d 8h 8s 4d"), 0, "high"),
    )
    last = Lay("place", parse("Ah Qd Tc"), rows, 1)
    typist = Typist("mfd", "")
    with pytest.raises(GoBack):
        typed_rows(typist, last, last.cards)
    assert "This fouls: a row is higher than the one after it, and a foul pays every player." in typist.output
    assert "front  K♣ K♦ Q♦  Pair of kings, queen kicker" in typist.output
    assert typed_rows(Typist("mfd", "y"), last, last.cards) == {"front": parse("Qd"), "middle": parse("Ah")}


def test_thirteen_cards_need_confirmation() -> None:
    thirteen = parse("As Ad Ac Kd Kc 9h 9d 7h 7d 7c 5c 3s 2h")
    whole = Lay("set", thirteen, ROWS)
    typist = Typist("bbbbbmmmmmfff", "y")
    value = typed_rows(typist, whole, thirteen)
    assert [len(cards) for cards in value.values()] == [3, 5, 5]
    assert "middle 9♥ 9♦ 7♥ 7♦ 7♣  Full house, sevens over nines" in typist.output
    assert typist.output[-1] == "Place them"


def test_the_example_is_a_valid_placement() -> None:
    thirteen = parse("As Ad Ac Kd Kc 9h 9d 7h 7d 7c 5c 3s 2h")
    typist = Typist("", "bbbbbmmmmmfff", "y")
    typed_rows(typist, Lay("set", thirteen, ROWS), thirteen)
    line_shown = next(line for line in typist.output if line.startswith("Where do they go?"))
    assert line_shown.startswith(
        "Where do they go? bbbbbmmmmmfff puts 5 back, 5 middle, 3 front; so does b 1 2 3 4 5 m 6 7"
    )


HANDS = {
    1: "2h 3s 5c / 7c 7d 7h 9d 9h / Ac Ad As Kc Kd",
    2: "3d 4h 6d / 6c 8d 9c Ts Jd / Jc Jh 5h 8s 9s",
    3: "2d 3h 5d / 4c 6s 7s 8h Qh / 2s 4d 8c Th Ah",
}


def drawn(round, viewer: str, *, numbered: str = "", results: bool = False, width: int = 80) -> str:
    page = StringIO()
    scene, seen = TableScreen(Console(file=page, width=width)), picture(round.view(viewer))
    scene.tell(seen.happened)
    scene.table(seen, numbered)
    if results:
        scene.results(seen)
    return page.getvalue()


def test_fantasy_land_shows_thirteen_cards_to_their_owner_and_backs_to_others() -> None:
    round = start(HANDS, dreaming=(1,), buttons=3)
    own = drawn(round, "ann", numbered="1")
    assert "You: in Fantasy Land" in own
    assert re.search(r"│ A♠│ │ A♦│ │ A♣│.*│ 2♥│ *\n.*\n +1 .* 13", own)
    assert re.search(r"8 +9 +10 *\n +╭", drawn(round, "ann", numbered="1", width=64)), "broken where it is too narrow"
    place(round, HANDS)
    theirs = drawn(round, "bob")
    assert "ann sets the hand" in theirs
    assert re.search(r"front +· · · +▒ ▒ ▒ ", theirs)
    assert "A♠" not in theirs
    while not round.done:
        place(round, HANDS)
    shown = drawn(round, "cy", results=True)
    assert "ann shows 7♣ 7♦ 7♥ 9♦ 9♥ middle: Full house, sevens over nines" in shown
    assert "ann: in Fantasy Land again: full house in the middle" in shown
    assert re.search(r"Against ann +19 points +-\$95  middle 13 \(full house\), back 7 \(full house\)", shown)
    assert "You: -$100, you have $900   ann +$190, bob -$90" in shown


def test_every_line_fits_eighty_columns() -> None:
    output = played(keys="bbmmf/bfd/b1 f2/mmd/mbd/q/y")
    assert max(map(len, output.splitlines())) <= 80


def test_leaving_in_a_hand_needs_confirmation_and_the_hand_is_played_out() -> None:
    output = played(keys="bbmmf/q/n/q/y")
    assert " ".join(output.split()).count("Your chips are in this hand, which continues without you: place") == 2
    assert re.search(r"You place .* \(no answer\)", output)
    assert re.search(r"You leave with \$[\d,.]+ after 1 round", output)


def test_a_fourth_player_who_waits_sees_the_hand_of_the_others() -> None:
    output = played("--seats", "4", keys="bbmmf/bbd/mmd/ffd/mbd/y")
    second = output.partition("Round 2")[2].partition("Round 3")[0]
    assert "You: not in this hand, for three are dealt" in second
    assert re.search(r"bot 2 \$[\d,]+.*bot 3 \$[\d,]+.*bot 4 \$[\d,]+", second)
    assert "You: $0, you have" in second


def test_open_cards_that_others_must_still_place_are_shown() -> None:
    output = played("--seats", "2", keys="bbmmf/bbd/mmd/ffd/mbd/y/q/y")
    second = output.partition("Round 2")[2]
    assert re.search(r"to place +(10|[2-9JQKA])[♠♥♦♣]( (10|[2-9JQKA])[♠♥♦♣]){4} *\n", second)


def test_help_shows_the_keys_and_rules_of_rows() -> None:
    output = played(keys="?/q/y")
    assert "go back to the question" not in output, "b is a row here"
    assert re.search(r"letters +one for each card, from the left: f front, m middle, b back", output)
    assert "Bonus System: on top of the point" in output


def test_buying_in_is_thirty_points_and_at_most_the_maximum() -> None:
    assert "buy in for $150 to $100,000" in mistake("play", "chinese", "--buy-in", "149")
    assert "buy in for $150 to $100,000" in mistake("play", "chinese", "--buy-in", "100001")
    assert "You sit at seat 1 with $150." in played("--buy-in", "150", keys="q")
    assert "You sit at seat 1 with $10,000." in played("--set", "point=100", keys="q")


def test_keys_for_sitting_out_and_adding_chips_are_shown_and_work() -> None:
    output = " ".join(played(keys="+/50/o/bbmmf/bfd/b1 f2/mmd/mbd/y").split())
    assert "[?] help [+] chips [o] sit out [q] quit" in output
    assert "$50 goes on the table before the next hand" in output
    assert "You put $50 on the table" in output
    assert "[o] Return: be dealt in again [n] Play the next hand without you" in output
    assert "You leave with $430 after 1 round: -$120" in output


def test_the_rules_page_prints_the_point_tables_and_the_timed_collection() -> None:
    page = run("rules", "chinese", "--set", "collection=1").stdout
    assert re.search(r"three aces to pair of queens +13 cards", page)
    assert page.count("13 cards") == 1, "not a row for each of sixteen hands"
    assert re.search(r"royal flush +40 +20", page)
    assert re.search(r"super dragon +26 points", page)
    assert "all other" not in page
    assert "option 1: in advance for every 40 minutes of play, each player pays $10" in page
    assert re.search(r"\| straight \| +\| 4 \| 2 \|", run("rules", "chinese", "--markdown").stdout)


def test_records_of_played_hands_replay(tmp_path: Path) -> None:
    out = tmp_path / "hands.jsonl"
    run("play", "chinese", "--seed", "5", "--out", out, given="bbmmf\nbfd\nb1 f2\nmmd\nmbd\nq\n")
    *_, summary = json_lines(run("replay", "--check", "--json", out))
    assert (summary["replayed"], summary["failed"]) == (1, 0)
    assert "the format has no variant for face-up-chinese-poker" in run("replay", "--phh", out, code=1).stderr


def test_bots_alone_deal_records() -> None:
    assert re.search(r"1  seat 1 [+-]?\$\d+, seat 2 ", run("deal", "chinese", "--rounds", "1", "--seed", "1").stdout)


def test_a_simulation_of_a_game_without_a_bank_gives_an_error() -> None:
    assert "players play against each other" in mistake("simulate", "chinese", "--rounds", "10")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("refused", ["x", "-1", "1e9", "b 99", "é", "bbbbbb", "f1 f1", "0"])
def test_nothing_typed_breaks_it(refused: str) -> None:
    assert "You place" in played(keys=f"{refused}/bbmmf/q/y")


def test_letters_at_a_terminal() -> None:
    with Terminal("play", "chinese", "--seed", "5") as terminal:
        terminal.until("b back: ")
        terminal.type("\r")
        terminal.until("Where do they go?")
        terminal.until("b back: ")
        terminal.type("bbmmx\x7ff\r")
        terminal.until("You place Q♣ front")
        terminal.until(ASKED)
        terminal.type("w\r")
        terminal.until("Nothing has been decided yet.")
        terminal.until(ASKED)
        terminal.type("\x03")
        terminal.until("You leave with")
        assert terminal.ends() == 0
        assert "Traceback" not in terminal.written


def test_a_rejected_placement_changes_nothing() -> None:
    round = start(HANDS)
    with pytest.raises(Refused):
        round.answer(round.ask.spot, "place", {"front": "As"})
    assert not round.answers
