"""The terminal draws only the picture, at any width. It knows no game, no ranking and no event."""

import ast
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import cardroom
import cardroom.cli
from cardroom.cards import parse, pretty
from cardroom.cards.shuffle import Shuffle
from cardroom.cli.play.table_screen import TableScreen
from cardroom.games import declarations
from cardroom.play import BOARDS
from cardroom.rulebook import slugs
from cardroom.show import Picture, picture
from cli.command import run

CLI = Path(cardroom.cli.__file__).parent
DRAWING = ("info_keys", "typed_bets", "felt", "human", "keyboard", "typed_picks", "table", "table_screen", "seating")
ELSEWHERE = ("cardroom.games", "cardroom.rankings", "cardroom.play.round.events", "cardroom.analysis")


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", DRAWING)
def test_drawing_modules_import_only_the_picture(module: str) -> None:
    foreign = [name for name in imported(CLI / "play" / f"{module}.py") if name.startswith(ELSEWHERE)]
    assert not foreign


def test_no_game_script_or_document_is_named_in_the_terminal() -> None:
    games = cardroom.all_games()
    names = {*slugs(), *(each.name for each in declarations())} - {"community", "draw", "stud"}  # kinds of new games
    names |= {each for game in games for each in (game.rules.source.document, game.rules.name)}
    named = [
        f"{path.name}: {node.value}"
        for path in CLI.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert not named


def drawn(seen: Picture, width: int = 80) -> str:
    page = StringIO()
    scene = TableScreen(Console(file=page, width=width))
    scene.tell(seen.happened)
    scene.table(seen)
    if seen.over:
        scene.results(seen)
    return page.getvalue()


def all_in(first: str, second: str) -> cardroom.Round:
    """Two players all-in before the flop; at the showdown the first is asked first."""
    around = [card for pair in zip(first.split(), second.split(), strict=True) for card in pair]
    order = parse(f"{' '.join(around)} 2h As Kd 7c 3h 9s 4h 5d")
    game = cardroom.game("texas-holdem", rules="standard")
    carry = {"own": {"button": 2, "stays": True}}
    round = game.round({"ann": 5000, "bob": 5000}, shuffle=Shuffle.given(order), carry=carry)
    round.answer(2, "raise", 5000)
    round.answer(1, "call")
    return round


def test_own_cards_stay_visible_after_a_loss_and_the_winning_hand_is_named() -> None:
    round = all_in("Ah Ad", "Qs Jd")
    round.answer(2, "muck")  # ann's hand is shown, because no shown hand beats it
    shown = drawn(picture(round.view("bob")))
    assert "│ Q♠│ │ J♦│" in shown
    assert "You, mucked" in shown
    assert "nobody else is in the hand" not in shown
    assert "ann wins $100 from the pot: Three of a kind, aces" in shown


def test_the_lines_of_a_poker_hand_add_up_on_the_screen() -> None:
    round = all_in("Ah Ad", "Qs Jd")
    round.answer(2, "muck")
    shown = drawn(picture(round.view("bob")))
    assert "Pot $100: ann gets $100" in shown
    assert "ann's three of a kind beats your" in shown, "the reason stands above the pots"
    rows = [line.split() for line in shown.splitlines()]
    assert ["You", "$50", "$0", "-$50"] in rows
    assert ["ann", "$50", "$100", "+$50"] in rows
    assert ["together", "$100", "$100", "$0"] in rows
    assert "You: -$50, you have $0" in shown


def test_a_bet_that_was_not_called_has_its_own_line() -> None:
    game = cardroom.game("texas-holdem", rules="standard")
    round = game.round({"ann": 5000, "bob": 5000}, seed=1, carry={"own": {"button": 2, "stays": True}})
    round.answer(2, "raise", 1000)
    round.answer(1, "fold")
    shown = drawn(picture(round.view("bob")))
    assert "Pot $4: you get $4" in shown
    assert "Not called: $8 went back to you" in shown
    assert ["You", "$2", "$4", "+$2"] in [line.split() for line in shown.splitlines()]


def test_a_loss_is_told_by_its_explanation_alone() -> None:
    round = cardroom.game("heads-up-holdem", rules="brook").round({"ann": 50_000}, seed=2)
    round.answer(1, "bet", {"ante": 500, "odds": 500})
    while not round.done:
        round.answer(1, "raise", round.ask.options[0].least)
    shown = drawn(picture(round.view("ann")))
    assert "beats your" in " ".join(shown.split())
    assert "lower hand loses" not in shown


def test_an_uncalled_hand_is_drawn_at_the_end_and_a_folded_one_is_not() -> None:
    game = cardroom.game("texas-holdem", rules="standard")
    round = game.round({"ann": 5000, "bob": 5000}, seed=1, carry={"own": {"button": 2, "stays": True}})
    round.answer(2, "fold")
    assert "╭───╮ ╭───╮" in drawn(picture(round.view("ann")))
    assert "╭" not in drawn(picture(round.view("bob")))


@pytest.mark.sampled(4)
@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "fortune-pai-gow-poker", "razz", "pure-spanish-21.5"])
@pytest.mark.parametrize("width", [60, 80])
def test_cards_and_keys_fit_the_screen(slug: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    output = run("play", slug, "--seed", "3", given="10 0 0\nh\nc\nc\ns\nr\nw\nl\n?\nq\ny\n").stdout
    assert "\x1b" not in output
    # Typed text follows the question, and lines of the rules page may end in blanks.
    long = [
        line for line in output.splitlines() if len(line.rstrip()) > width and "> " not in line and ": " not in line
    ]
    assert not long


@pytest.mark.parametrize("width", [40, 80])
def test_both_boards_are_drawn_and_named(width: int) -> None:
    round = cardroom.game("bomb-pot-omaha").round({"ann": 20000, "bob": 20000}, seed=2)
    boards = [pretty(round.cards.hand(place)).split() for place in BOARDS[:2]]
    shown = drawn(picture(round.view("ann")), width)
    assert "Board" in shown
    assert "Second board" in shown
    assert "second board: " in " ".join(shown.split())
    assert all(f"{card}│" in shown for board in boards for card in board)
    assert max(map(len, shown.splitlines())) <= width
