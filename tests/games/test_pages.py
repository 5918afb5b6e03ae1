"""Games on a page: what follows from it, what it may leave out, and what is refused with file, line and reason."""

from fractions import Fraction
from random import Random

import pytest

import cardroom
from cardroom.errors import InputError, RuleBookError
from cardroom.games import all_games, left_out
from cardroom.players import play_round, random_legal
from cardroom.rankings import RANKINGS
from cardroom.rulebook.pages import page_of
from support.outside_games import OUTSIDE

PAGE = """\
# One card each.
dealer = { cards = 3 }
hand = "three-card"

[[stage]]
own = 3
raise = "play"
fold = true

[wager.ante]
pays = { "higher hand" = "1 to 1", "equal hand" = "pushes" }
[wager.play]
pays = "ante"
[wager.pair-up]
cards = "own hand"
pays = { "pair" = "4 to 1" }
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Writes a page as the game `little-game`."""
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    before = dict(RANKINGS)
    folder = tmp_path / "little-game"
    folder.mkdir()

    def write(text, **files):
        (folder / "game.toml").write_text(text)
        for name, more in files.items():
            (folder / f"{name}.py").write_text(more)

    yield write
    RANKINGS.clear()
    RANKINGS.update(before)


def test_a_page_leaves_out_what_is_usual(write):
    write(PAGE)
    rules = cardroom.game("little-game").rules
    assert (rules.name, rules.id, rules.seats.most, rules.minimum, rules.maximum) == (
        "Little Game",
        "LG-1",
        7,
        500,
        10000,
    )
    assert rules.order.wagers == ("ante", "play", "pair-up")
    assert {
        name: (wager.label, wager.required, wager.needs, wager.equals, wager.when)
        for name, wager in rules.wager.items()
    } == {
        "ante": ("Ante", True, (), "", "before the deal"),
        "play": ("Play", False, ("ante",), "ante", "after the deal"),
        "pair-up": ("Pair Up", False, ("ante",), "", "before the deal"),
    }
    assert (rules.wager["pair-up"].folded, rules.pay["pair-up"].ranking) == ("alive", "three-card")


def test_a_page_may_say_what_is_not_usual(write):
    write(
        'name = "Tiny"\nlimits = ["$10", "$50"]\nseats = { most = 3, least = 1 }\n'
        + PAGE
        + 'label = "Up"\nfolded = "dead"\n'
    )
    rules = cardroom.game("little-game").rules
    assert (rules.name, rules.minimum, rules.maximum, rules.seats.most) == ("Tiny", 1000, 5000, 3)
    assert (rules.wager["pair-up"].label, rules.wager["pair-up"].folded) == ("Up", "dead")


def test_the_figures_of_a_page_are_exact(write):
    """Of 22,100 hands of three cards, 3,744 are a pair and 52 are three of a kind, which a pair line pays too."""
    write(PAGE)
    report = cardroom.analyze(cardroom.game("little-game"))
    assert report.wager("pair-up").edge == 1 - 5 * Fraction(3744 + 52, 22100)


@pytest.mark.parametrize("game", sorted(path.parent.name for path in OUTSIDE.glob("*/game.toml")))
def test_every_page_is_dealt(game, monkeypatch):
    monkeypatch.setenv("CARDROOM_GAMES", str(OUTSIDE))
    for seed in range(3):
        round = play_round(cardroom.game(game).round(2, seed=seed), dict.fromkeys("12", random_legal), Random(seed))
        assert sum(round.net.values()) == 0


def test_a_key_in_python_may_stand_beside_a_page(write):
    code = (
        "from cardroom.games.page import page\n"
        "from cardroom.rankings.own import own_ranking\n\n\n"
        '@own_ranking("reds", cards=3, categories=("mixed", "one color"))\n'
        "def reds(cards):\n"
        '    return ("one color" if len({card & 3 in (1, 2) for card in cards}) == 1 else "mixed", cards[0] >> 2)\n\n\n'
        "DECLARATION = page(__file__)\n"
    )
    write(PAGE.replace("three-card", "reds").replace('"pair" =', '"one color" ='), game=code)
    with pytest.raises(InputError, match=r"reds: key: .*differ only by an exchange of suits.*\(game.py, line 5\)"):
        raise InputError(next(str(each) for each in left_out() if "reds" in str(each)))
    right = code.replace("card & 3 in (1, 2)", "card & 3").replace("one color", "one suit")
    write(PAGE.replace("three-card", "reds").replace('"pair" =', '"one suit" ='), game=right)
    assert cardroom.game("little-game").rules.pay["pair-up"].ranking == "reds"


def test_an_edited_page_is_read_again(write):
    write(PAGE)
    first = cardroom.game("little-game")
    write(PAGE.replace('raise = "play"', 'raise = { on = "play", units = [1, 2] }').replace('"4 to 1"', '"5 to 1"'))
    second = cardroom.game("little-game")
    assert second.rules.pay["pair-up"].lines == {"pair": "5 to 1"}
    assert first.version != second.version


REFUSED = [
    ("own = 3", "own = -1", "own: a whole number from 0 is expected", 6),
    ("own = 3", "won = 3", "unknown field won: choose from own, board, dealer, raise", 6),
    ("own = 3", "own = 2", "ranking: three-card judges 3 cards, but own cards and board are 2", 0),
    ('raise = "play"', 'raise = "plays"', "raise: 'plays' is not one of the wagers: ante, play", 7),
    (
        'raise = "play"',
        'raise = { on = "play", most_with = { 2 = "five aces" } }',
        "most_with: 'five aces' is not a hand",
        7,
    ),
    (
        'raise = "play"',
        'raise = { on = "play", most_with = { x = "pair" } }',
        "most_with: 'x' is not a number of units",
        7,
    ),
    ('hand = "three-card"', 'hand = "tree-card"', "ranking: unknown ranking 'tree-card'", 3),
    ('"equal hand" = "pushes"', '"equal hand" = "pushed"', "pushed", 11),
    ('"higher hand" = "1 to 1"', '"highest hand" = "1 to 1"', "'highest hand'", 11),
    ("[wager.play]", '[wager.play]\nwins = "yes"', "wager.wins: true or false is expected", 13),
    ('"pair" = "4 to 1"', '"pears" = "4 to 1"', "'pears' is not a hand of the ranking three-card", 16),
    (
        "fold = true",
        "fold = true\n\n[ranking.suits]\ncards = 7\ncolumns = ['longest coat']",
        "'longest coat' must be one of",
        12,
    ),
    ("fold = true", "fold = true\n\n[ranking.suits]\ncards = 0\ncolumns = ['longest suit']", "judges 1 to 13 cards", 0),
    ("dealer =", 'limits = "$5"\ndealer =', "limits: write the smallest and the largest wager", 2),
    ("fold = true", "fold = true\nfold = true", "line 9", 0),
    ('raise = "play"', 'raise = { no = "play" }', "unknown field no: choose from on, units, most_with", 7),
    ("[wager.play]", '[wager.play]\ntie = "pushes"', "wager.play.tie: only a wager with wins = true has it", 13),
    ("fold = true", 'take_back = "play"', "take_back: 'play' is placed after the deal", 8),
    ('"pair" = "4 to 1"', '"pair" = 4', "pay.pair-up.lines: a text is expected", 16),
    ("fold = true", "fold = true\n[[stage]]\nown = 'one'", "stage[1].own: a whole number is expected", 10),
]


@pytest.mark.parametrize(("old", "new", "why", "line"), REFUSED, ids=[each[2][:30] for each in REFUSED])
def test_a_wrong_page_is_left_out_with_file_line_and_reason(write, old, new, why, line):
    assert old in PAGE
    write(PAGE.replace(old, new))
    said = [str(each) for each in left_out()]
    assert any(why in each and "game.toml" in each for each in said), said
    if line:
        assert any(f"(game.toml, line {line})" in each for each in said if why in each), said
    assert "little-game" not in [each.slug for each in all_games()]
    assert cardroom.game("razz")  # no other game is affected


def test_a_message_that_names_a_line_gets_no_second_one(write):
    write(PAGE + "[wager.play]\n")
    (said,) = {str(each).partition("it is not TOML")[2] for each in left_out()}
    assert "at line 17" in said
    assert said.count("line") == 1


def test_the_page_in_the_documentation_can_be_played(write):
    text = (OUTSIDE.parents[1] / "docs" / "design" / "games-in-stages.md").read_text()
    write(text.partition("```toml\n")[2].partition("```")[0])
    rules = cardroom.game("little-game").rules
    assert (rules.wager["raise"].equals, rules.dealer.qualifies) == ("ante", "ace-king")


def test_a_page_needs_a_wager_of_the_game(write):
    with pytest.raises(RuleBookError, match="wager: missing: give at least one"):
        page_of({"stage": [{}]})
