"""`cardroom new` and `cardroom check`: a new game plays at once, and the checks name what is missing or wrong."""

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from typer.testing import CliRunner

import cardroom
from cardroom.analysis.simulation import checked as agreement
from cardroom.analysis.simulation import script_check
from cardroom.cli.app import app
from cardroom.cli.author import check_game
from cardroom.cli.author.check import unpaid_wins, watched
from cardroom.cli.author.new_game import KINDS
from cardroom.games import left_out
from cardroom.games.declarations import stages_of
from cardroom.players import play_round, random_legal
from support.outside_games import OUTSIDE

GAMES = sorted(path.name for path in OUTSIDE.iterdir() if path.is_dir())


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    """Fewer rounds, and no folders from the environment. The command adds its own."""
    monkeypatch.setattr(check_game, "ROUNDS", 24)
    monkeypatch.setattr(agreement, "SIMULATED", 64)
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 0)
    monkeypatch.setenv("CARDROOM_GAMES", "")


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words])


def checked(folder):
    result = run("check", folder, "--json")
    found = json.loads(result.stdout)
    states = {}
    for each in (each for findings in found.values() for each in findings):
        states.setdefault(each["check"], []).append(each)
    return result.exit_code, states


@pytest.mark.parametrize("like", KINDS)
def test_a_new_game_plays_at_once(like, tmp_path, monkeypatch):
    assert run("new", "lucky-sevens", "--like", like, "--to", tmp_path).exit_code == 0
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    assert left_out() == ()
    assert cardroom.game("lucky-sevens").rules.name == "Lucky Sevens"
    result = run("deal", "lucky-sevens", "--rounds", "2", "--seed", "1", "--games", tmp_path)
    assert result.exit_code == 0, result.output
    assert run("new", "lucky-sevens", "--to", tmp_path).exit_code == 2


@pytest.mark.parametrize("like", KINDS)
def test_a_new_game_cites_its_own_rules(like, tmp_path, monkeypatch):
    run("new", "lucky-sevens", "--like", like, "--to", tmp_path)
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    rules = cardroom.game("lucky-sevens").rules
    cite = rules.wager["ante"].cite if like == "banked" else rules.poker.cite
    own = "House rules, Lucky Sevens, "
    assert rules.cite(cite) == (f"{own}Wagers" if like == "banked" else f"departure by {own}poker")


def test_an_id_that_drops_citations_is_named(tmp_path, monkeypatch):
    folder = copy_of("casino-war", tmp_path)
    replaced(folder / "house.toml", 'id = "CW-1"', 'id = "no document"')
    monkeypatch.setattr(check_game, "CHECKS", {})
    _, states = checked(folder)
    [found] = [each for each in states["contract"] if each["state"] == "missing"]
    assert 'give it an id of its own, like "CASINO-WAR-1"' in found["says"]


def test_a_new_game_passes_every_check(tmp_path):
    run("new", "lucky-sevens", "--to", tmp_path)
    code, states = checked(tmp_path / "lucky-sevens")
    assert code == 0
    assert [*states] == ["contract", *check_game.CHECKS]
    assert {each["state"] for findings in states.values() for each in findings} == {"ok"}
    assert "8.6580%" in states["analysis"][0]["says"]


@pytest.mark.parametrize("name", ["my game", "Lucky", "razz"])
def test_a_name_that_cannot_be_used_is_refused(name, tmp_path):
    result = run("new", name, "--to", tmp_path)
    assert result.exit_code == 2
    assert not list(tmp_path.iterdir())


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", ["casino-war", "let-it-ride", "mississippi-stud"])
def test_games_written_outside_the_package_are_right(game):
    code, states = checked(OUTSIDE / game)
    assert code == 0, states
    assert not [each for findings in states.values() for each in findings if each["state"] == "wrong"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_few_lines(game):
    """At most 40 on a page, and 30 with two side bets and a ranking of its own; at most 150 with a script."""
    files = [path for path in (OUTSIDE / game).iterdir() if path.is_file()]
    page = [path.name for path in files] == ["game.toml"]
    most = 30 if game == "high-card-flush" else 40 if page else 150
    assert sum(len(path.read_text().splitlines()) for path in files) <= most


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("old", "new", "check", "says"),
    [
        ('("deal hand", "deal dealer")', '("deal hand",)', "lesson", "the event 'deal dealer' belongs to no step"),
        ("    if not players:", "    round.say(str(cards._stock[20]))\n    if not players:", "leaks", "must not show"),
        ("    lesson=lesson,\n", "    lesson='lessons',\n", "contract", "lesson: name it as"),
        ("tied * (rest + again)", "40 * tied * rest", "analysis", "rounds of the script"),
        ("    if not players:", "    chips.no_such()\n    if not players:", "rounds", "AttributeError"),
    ],
)
def test_a_defect_is_named(tmp_path, old, new, check, says):
    folder = tmp_path / "casino-war"
    folder.mkdir()
    for path in (OUTSIDE / "casino-war").iterdir():
        if path.is_file():
            text = path.read_text()
            (folder / path.name).write_text(text.replace(old, new))
    assert old in (OUTSIDE / "casino-war" / "game.py").read_text()
    code, states = checked(folder)
    assert code == 1
    assert any(each["state"] == "wrong" and says in each["says"] for each in states[check])


def copy_of(game, to):
    """A copy of a game's files that a test may change."""
    folder = to / game
    folder.mkdir()
    for path in (OUTSIDE / game).iterdir():
        if path.is_file():
            (folder / path.name).write_text(path.read_text())
    return folder


def replaced(file, old, new):
    assert old in file.read_text()
    file.write_text(file.read_text().replace(old, new))


@pytest.mark.parametrize(
    ("loop", "seconds", "says"),
    [
        ("pass", 0.4, "did not end after 0.4 seconds"),
        ('round.say("again")', 60, "more than 3,000 events"),
        ('yield ask(round.spots[0].id, (Choice("check"),), "check")', 60, "more than 3,000 events"),
    ],
)
def test_a_script_that_never_ends_is_stopped(tmp_path, monkeypatch, loop, seconds, says):
    monkeypatch.setattr(check_game, "MOST_ROUND_SECONDS", seconds)
    monkeypatch.setattr("cardroom.play.round.driver.MOST_EVENTS", 3_000)
    folder = copy_of("casino-war", tmp_path)
    replaced(folder / "game.py", "    if not players:", f"    while players:\n        {loop}\n    if not players:")
    code, states = checked(folder)
    assert code == 1
    assert [*states] == ["contract", "rounds"]  # the other checks would play the same rounds
    assert says in states["rounds"][0]["says"]


def test_an_error_in_a_script_names_the_line(tmp_path):
    folder = copy_of("casino-war", tmp_path)
    replaced(folder / "game.py", "    if not players:", "    1 / 0\n    if not players:")
    line = folder.joinpath("game.py").read_text().splitlines().index("    1 / 0") + 1
    _, states = checked(folder)
    assert states["rounds"][0]["says"] == f"ZeroDivisionError: division by zero (game.py, line {line})"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"two pair" =', '"pair" = "1 to 1"\n"two pair" =', "'pair of jacks or better' is never paid"),
        ('"pair of jacks or better"', '"pair of jacks"', "write 'pair of jacks or better'"),
        ("last_board = 1", 'last_board = 1\nscript = "mississippi"', "declares 'mississippi-stud'"),
    ],
)
def test_a_wrong_line_of_a_rule_set_is_named(tmp_path, old, new, says):
    folder = copy_of("mississippi-stud", tmp_path)
    replaced(folder / "game.toml", old, new)
    code, states = checked(folder)
    assert code == 1
    assert says in states["contract"][0]["says"]


def test_a_wrong_count_is_found_by_how_often_a_result_occurs(tmp_path, monkeypatch):
    monkeypatch.setattr(agreement, "SIMULATED", 256)
    folder = copy_of("casino-war", tmp_path)
    replaced(folder / "game.py", "78 * each", "8 * each")
    _, states = checked(folder)
    assert "should occur in" in states["analysis"][0]["says"]


def analysis_alone(folder, monkeypatch, rounds):
    """The check of the analysis, with at most so many rounds."""
    monkeypatch.setattr(agreement, "SIMULATED", rounds)
    monkeypatch.setattr(check_game, "CHECKS", {"analysis": check_game.CHECKS["analysis"]})
    code, states = checked(folder)
    return code, states["analysis"][0]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("wager", "rounds"), [("dragon", 2_000), ("tiger", 2_000), ("tie", 2_000), ("suited-tie", 6_000)]
)
def test_ties_counted_half_are_found_for_every_wager(tmp_path, monkeypatch, wager, rounds):
    folder = copy_of("dragon-tiger", tmp_path)
    half = f'many // (2 if "tie" in each and name == "{wager}" else 1)) for each'
    replaced(folder / "game.py", "many) for each", half)
    code, found = analysis_alone(folder, monkeypatch, rounds)
    label = wager.replace("-", " ").title()
    assert (code, found["state"]) == (1, "wrong")
    assert f"disagree: {label}: " in found["says"]


@pytest.mark.parametrize("wager", ["dragon", "tiger", "tie", "suited-tie"])
def test_a_count_that_is_wrong_by_one_deal_is_found_for_every_wager(tmp_path, monkeypatch, wager):
    """No number of sampled rounds tells one deal of 172,640. The script, over every deal, tells it."""
    folder = copy_of("dragon-tiger", tmp_path)
    more = f'many + (each == "dragon" and name == "{wager}")) for each'
    replaced(folder / "game.py", "many) for each", more)
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 2_000)
    code, found = analysis_alone(folder, monkeypatch, 64)
    label = wager.replace("-", " ").title()
    assert (code, found["state"]) == (1, "wrong")
    assert (
        f"all 172,640 deals of the whole deck (416 cards), played by the script, disagree: {label}: " in found["says"]
    )


def test_a_deck_with_too_many_deals_is_not_called_checked(monkeypatch):
    _, found = analysis_alone(OUTSIDE / "casino-war", monkeypatch, 64)
    assert "the script was not played over all deals: they would take more than 0 rounds" in found["says"]
    assert "exactly" not in found["says"]


def test_the_check_states_its_tolerance_and_what_is_too_rare(monkeypatch):
    code, found = analysis_alone(OUTSIDE / "dragon-tiger", monkeypatch, 2_000)
    assert (code, found["state"]) == (0, "ok")
    assert "2,000 rounds of the script under the best strategy agree within 5 standard errors" in found["says"]
    assert all(f"{label} ± " in found["says"] for label in ("Dragon", "Tiger", "Tie", "Suited Tie"))
    assert "too rare for that: 4 results, the most frequent Dragon -0.5 (1 in 13)" in found["says"]
    assert "not compared" not in found["says"]


def test_no_more_rounds_are_started_when_the_time_is_over(monkeypatch):
    monkeypatch.setattr(check_game, "MOST_PLAY_SECONDS", 1e-9)
    _, found = analysis_alone(OUTSIDE / "dragon-tiger", monkeypatch, 2_000)
    assert "; 512 rounds of the script" in found["says"]


def test_a_certificate_names_who_counted_and_how_it_was_checked(tmp_path, monkeypatch):
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 2_000)
    folder = copy_of("dragon-tiger", tmp_path)
    certify = ("certify", "dragon-tiger", "--games", folder, "--out", tmp_path / "out", "--force")
    assert run(*certify).exit_code == 0
    [page], [file] = (list((tmp_path / "out").glob(f"*.{kind}")) for kind in ("html", "json"))
    known = json.loads(file.read_text())["counted_by"]
    assert known["code"] == "the game's author"
    assert "; 64 rounds of the script under the best strategy agree within 5" in known["says"]
    assert "which is not part of cardroom. Check: all 172,640 deals of the whole deck" in page.read_text()


def test_an_analysis_that_play_contradicts_is_not_certified(tmp_path, monkeypatch):
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 2_000)
    folder = copy_of("dragon-tiger", tmp_path)
    replaced(folder / "game.py", "many) for each", 'many // (2 if "tie" in each else 1)) for each')
    result = run("certify", "dragon-tiger", "--games", folder, "--out", tmp_path / "out")
    assert result.exit_code == 2
    assert "the game's own analysis is wrong, so it is not certified" in result.output.replace("\n", " ")
    assert not list((tmp_path / "out").iterdir())


def test_an_edge_that_no_strategy_confirms_is_missing(tmp_path):
    folder = copy_of("casino-war", tmp_path)
    replaced(folder / "game.py", ", best=best", "")
    code, states = checked(folder)
    assert (code, states["analysis"][0]["state"]) == (0, "missing")
    assert "best=..." in states["analysis"][0]["says"]


@pytest.mark.proof
def test_a_long_analysis_is_run_if_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr(check_game, "MOST_SECONDS", 0)
    monkeypatch.setattr(script_check, "MOST_ROUNDS", 2_000)
    run("new", "lucky-sevens", "--to", tmp_path)
    _, states = checked(tmp_path / "lucky-sevens")
    says = states["analysis"][0]["says"]
    assert "played by the script with every answer, have exactly these edges: " in says
    assert says.endswith("seconds: use `cardroom check --full`")
    assert "8.6580%" in run("check", tmp_path / "lucky-sevens", "--full").output


@pytest.mark.sampled(4)
@pytest.mark.parametrize("named", [".", "dragon-tiger", ".:dragon-tiger", "dragon-tiger/../dragon-tiger"])
@pytest.mark.parametrize("by", ["name", "path"])
def test_a_game_that_the_environment_names_too_is_checked_once(tmp_path, monkeypatch, named, by):
    folder = copy_of("dragon-tiger", tmp_path)
    monkeypatch.setenv("CARDROOM_GAMES", ":".join(str(tmp_path / each) for each in named.split(":")))
    monkeypatch.setattr(check_game, "CHECKS", {})
    code, states = checked(folder if by == "path" else "dragon-tiger")
    assert code == 0
    assert [each["state"] for each in states["contract"]] == ["ok"]


@pytest.mark.parametrize(
    ("raises", "says"),
    [
        ("(1, 3)", "layout.raises: it must be a function, for example raises=lambda rules: (Raise("),
        ("lambda rules: (1, 3)", "it must return Raise values"),
        ("lambda rules: (Raise('now', 3, 1),)", "now: 3 to 1 times: begin with 1 or more"),
        ("lambda rules: rules.house('early')", "layout.raises"),
    ],
)
def test_wrong_raises_are_named_with_file_and_line(tmp_path, raises, says):
    folder = copy_of("casino-war", tmp_path)
    code = folder / "game.py"
    replaced(code, "        shoe=True,\n", f"        raises={raises},\n        shoe=True,\n")
    replaced(code, "Layout, Settles", "Layout, Raise, Settles")
    lines = code.read_text().splitlines()
    start = "DECLARATION = Declaration(" if raises == "(1, 3)" else f"        raises={raises},"
    exit_code, states = checked(folder)
    assert exit_code == 1
    assert says in states["contract"][0]["says"]
    assert f"(game.py, line {lines.index(start) + 1})" in states["contract"][0]["says"]


@pytest.mark.parametrize(("raises", "wrong"), [("", True), ("raises=lambda rules: (Raise('at war', 1, 3),), ", False)])
def test_a_raise_above_what_the_rules_page_says_is_found(tmp_path, monkeypatch, raises, wrong):
    folder = copy_of("casino-war", tmp_path)
    code = folder / "game.py"
    replaced(code, 'Choice("raise", ante, "war")', 'Choice("raise", 3 * ante, "war")')
    replaced(code, 'chips.place(spot, "war", ante)', 'chips.place(spot, "war", 3 * ante)')
    replaced(code, "        shoe=True,\n", f"        {raises}shoe=True,\n")
    replaced(code, "Layout, Settles", "Layout, Raise, Settles")
    monkeypatch.setattr(check_game, "CHECKS", {"lesson": check_game.CHECKS["lesson"]})
    _, states = checked(folder)
    assert (states["lesson"][0]["state"] == "wrong") is wrong
    says = "War was 3 times the Ante, but the rules page says that it is equal to the Ante: give the Layout its raises"
    assert (says in states["lesson"][0]["says"]) is wrong


def test_a_dropped_notice_is_missing(tmp_path, monkeypatch):
    (tmp_path / "quiet").mkdir()
    text = 'extends = "ultimate-texas-holdem/500-club"\ngame = "quiet"\nrules = "house"\nname = "Quiet"\ndisplay = []\n'
    (tmp_path / "quiet" / "house.toml").write_text(text)
    monkeypatch.setattr(check_game, "CHECKS", {})
    _, states = checked(tmp_path / "quiet")
    assert any(
        each["state"] == "missing" and "not shown instead of shown" in each["says"] for each in states["contract"]
    )


def test_two_folders_that_declare_the_same_game_are_still_refused(tmp_path, monkeypatch):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        copy_of("dragon-tiger", tmp_path / name)
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path / "one"))
    code, states = checked(tmp_path / "two" / "dragon-tiger")
    assert code == 1
    assert "is also declared in" in states["contract"][0]["says"]


def test_a_folder_without_a_rule_set_is_reported(tmp_path):
    (tmp_path / "empty").mkdir()
    code, states = checked(tmp_path / "empty")
    assert code == 0
    assert "has no rule set" in states["contract"][0]["says"]
    assert "no such folder" in run("check", Path("nowhere")).output


def test_check_watches_a_folder_and_checks_again_when_a_file_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(check_game, "CHECKS", {})
    folder = copy_of("mississippi-stud", tmp_path)
    monkeypatch.setenv("CARDROOM_GAMES", str(folder))
    edits = iter(
        [
            lambda: None,  # nothing changed: it is not checked again
            lambda: replaced(folder / "game.toml", 'label = "3rd Street"', 'lable = "3rd Street"'),
            lambda: replaced(folder / "game.toml", 'lable = "3rd Street"', 'label = "Third Street"'),
        ]
    )

    def wait(_):
        if (edit := next(edits, None)) is None:
            raise KeyboardInterrupt
        edit()

    states = [
        [each.state for findings in found.values() for each in findings] for found in watched(folder, False, wait)
    ]
    assert len(states) == 3
    assert ["wrong" in each for each in states] == [False, True, False]


def test_watching_does_not_print_json(tmp_path):
    result = run("check", copy_of("mississippi-stud", tmp_path), "--watch", "--json")
    assert result.exit_code == 2
    assert "--watch prints for people" in result.output


PAGES = sorted(path.parent.name for path in OUTSIDE.glob("*/game.toml"))


def events_of(game, folder, monkeypatch):
    """The stages of a game in a folder, its rule set without its name, and the events of rounds."""
    monkeypatch.setenv("CARDROOM_GAMES", str(folder))
    chosen = cardroom.game(game)
    rounds = [play_round(chosen.round(2, seed=seed), dict.fromkeys("12", random_legal), Random(1)) for seed in (1, 2)]
    rules = json.loads(msgspec.json.encode(chosen.rules)) | {"rules": ""}
    return stages_of(chosen.rules), rules, [round.events for round in rounds]


@pytest.mark.parametrize("game", PAGES)
def test_an_ejected_game_is_the_game_of_its_page(game, tmp_path, monkeypatch):
    result = run("eject", OUTSIDE / game, "--to", tmp_path)
    assert result.exit_code == 0, result.output
    assert {path.name for path in (tmp_path / game).iterdir()} == {"game.py", "house.toml"}
    page = events_of(game, OUTSIDE / game, monkeypatch)
    ejected = events_of(game, tmp_path, monkeypatch)
    assert ejected == page


def test_a_page_whose_code_makes_the_declaration_is_not_ejected(tmp_path):
    copy_of("crazy-4", tmp_path)
    (tmp_path / "crazy-4" / "game.py").write_text(
        "from cardroom.games.page import page\nDECLARATION = page(__file__)\n"
    )
    result = run("eject", tmp_path / "crazy-4", "--to", tmp_path / "full")
    assert result.exit_code == 2
    assert "its game.py already makes the declaration" in " ".join(result.output.split())
    assert not (tmp_path / "full").exists()


def test_a_hand_that_wins_and_loses_its_wager_is_named(tmp_path, monkeypatch):
    """Without its line, a Raise of Caribbean Stud would lose with a winning pair."""
    monkeypatch.setenv("CARDROOM_GAMES", str(tmp_path))
    copy_of("caribbean-stud", tmp_path)
    assert not list(unpaid_wins(cardroom.game("caribbean-stud")))
    page = tmp_path / "caribbean-stud" / "game.toml"
    page.write_text(page.read_text().replace('"pair" = "1 to 1"\n', ""))
    (found,) = unpaid_wins(cardroom.game("caribbean-stud"))
    assert found.state == "missing"
    assert "raise loses with a hand that wins, if it is pair: to pay every win" in found.says
    page.write_text(page.read_text().replace('"high card" =', '"high card or better" ='))
    assert not list(unpaid_wins(cardroom.game("caribbean-stud")))


def test_one_mistake_in_a_page_is_named_once(tmp_path):
    copy_of("caribbean-stud", tmp_path)
    page = tmp_path / "caribbean-stud" / "game.toml"
    page.write_text(page.read_text().replace("fold = true", "flod = true"))
    assert run("check", page.parent).output.count("unknown field flod") == 1


def test_only_a_page_is_ejected_and_nothing_is_overwritten(tmp_path):
    assert "has no game.toml" in run("eject", OUTSIDE / "casino-war", "--to", tmp_path).output
    (tmp_path / "crazy-4").mkdir()
    assert "already exists" in run("eject", OUTSIDE / "crazy-4", "--to", tmp_path).output
    assert run("eject", copy_of("crazy-4", tmp_path / "crazy-4"), "--to", tmp_path).exit_code == 2
