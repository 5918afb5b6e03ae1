"""Logs of every site: one hand in each site's form, damaged logs, and the public logs beside the checkout."""

import random
import tomllib
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardroom
from cardroom.cli.app import app
from cardroom.errors import InputError
from cardroom.histories.logs.results import check_results
from cardroom.histories.phh import PHHError, play_recorded, read_phh
from cardroom.histories.sites import SITES, read_log, site_of
from cli.command import json_lines, run
from histories.site_hands import FINISH, HANDS, IPOKER
from support.sampling import PROOF, sampled

SHARED = Path(__file__).parents[3] / "shared" / "histories"
POSITIONS = {"Dealer": "ann", "Small Blind": "bob", "Big Blind": "cy"}
LEAST = {
    "Stars": 765,
    "FTP": 183,
    "GGPoker": 72,
    "PacificPoker": 300,
    "PartyPoker": 39,
    "Winamax": 37,
    "Winning": 23,
    "Bovada": 640,
    "iPoker": 508,
}
"""The minimum numbers of public hands that replay with the site's results. The suite reads a third of large sets."""


def replayed(log):
    """A log's only hand with its results, as recorded and as replayed."""
    hand = read_log(log)
    (recorded,) = read_phh(hand.phh)
    round = play_recorded(recorded, cardroom.game)
    check_results(hand, round, recorded.scale)
    return hand, recorded, round


@pytest.mark.parametrize("name", HANDS)
def test_a_hand_replays_in_every_sites_words(name):
    hand, recorded, round = replayed(HANDS[name])
    assert site_of(HANDS[name]).name == name.partition(",")[0]
    ends = {POSITIONS.get(who, who): Fraction(end) for who, end in zip(hand.players, hand.finish, strict=True)}
    assert ends == FINISH
    assert hand.rake == 1
    document = tomllib.loads(hand.phh)
    assert [action for action in document["actions"] if " sm" not in action and "d dh" not in action] == [
        "p3 cbr 6", "p1 f", "p2 cc", "d db 2c7d9h", "p2 cc", "p3 cc",
        "d db 3s", "p2 cbr 8", "p3 cc", "d db 4s", "p2 cbr 34", "p3 cc",
    ]  # fmt: skip
    assert "d dh p3 KsKh" in document["actions"]
    assert document["blinds_or_straddles"] == [1, 2, 0]
    assert document["year"] >= 2010
    assert document["venue"] == name.partition(",")[0]
    assert round.chips.stack(round.seated[1]) == 89 * recorded.scale, "the game takes no rake"


@pytest.mark.parametrize("name", [name for name in HANDS if name != "iPoker"])
def test_a_log_with_another_result_is_refused(name):
    """Cy collects more, or less, than the pot has."""
    for wrong in ("90", "20"):
        text = HANDS[name].replace("[ $88 ]", f"[ ${wrong} ]").replace("Collects: 80.", f"Collects: {wrong}.")
        for words in ("collected $", "collected ", "wins $", "result $", "wins the pot ($"):
            text = text.replace(f"{words}80", f"{words}{wrong}")
        with pytest.raises(PHHError, match=r"collected|put in"):
            replayed(text)


@pytest.mark.parametrize("name", HANDS)
def test_a_log_that_is_cut_off_anywhere_is_refused_in_words(name):
    lines = HANDS[name].splitlines()
    for end in range(3, len(lines) - 12):
        with pytest.raises(InputError, match=r"\w"):
            replayed("\n".join(lines[:end]))


def test_xml_with_declarations_is_refused():
    bomb = '<!DOCTYPE x [<!ENTITY a "ha">]>' + IPOKER.partition("?>")[2].replace("Ceres", "&a;")
    with pytest.raises(InputError, match="declarations"):
        read_log(bomb)


@pytest.mark.parametrize(("old", "new"), [('seat="2"', 'seat="x"'), ('no="2"', 'no="two"'), ('no="2"', 'no="²"'),
                                          ('seat="2"', f'seat="{"9" * 5000}"')])  # fmt: skip
def test_xml_with_words_for_numbers_is_refused(old, new):
    assert old in IPOKER
    with pytest.raises(InputError, match="is not a whole number"):
        read_log(IPOKER.replace(old, new))


@pytest.mark.parametrize("name", HANDS)
def test_a_spoiled_log_is_refused_in_words_or_replays(name):
    """Lines change places, are repeated or left out, come from other sites, or have other characters."""
    rng = random.Random(f"spoiled {name}")
    others = [text.splitlines() for text in HANDS.values()]
    for _ in range(60 if PROOF else 12):
        lines = HANDS[name].splitlines()
        at, many, other = rng.randrange(len(lines)), rng.randint(1, 6), rng.choice(others)
        match rng.randrange(5):
            case 0:
                some = lines[at : at + many + 1]
                rng.shuffle(some)
                lines[at : at + many + 1] = some
            case 1:
                lines[at:at] = lines[at : at + 1] * many
            case 2:
                del lines[at : at + many]
            case 3:
                lines[at : at + many] = other[rng.randrange(len(other)) :][:many]
            case 4:
                text = "\n".join(lines)
                place = rng.randrange(len(text))
                odd = rng.choice(
                    ("", "7", "$", "\n", "[", "]", ": ", "\x1b", "\0", "½", "٣", "As", "-", "*** ", "9" * 30)
                )
                lines = (text[:place] + odd + text[place + rng.randint(0, 5) :]).split("\n")
        with suppress(InputError):
            replayed("\n".join(lines))


@pytest.mark.parametrize("name", HANDS)
def test_the_command_finds_out_the_site_by_itself(name, tmp_path):
    folder = tmp_path / "logs"
    folder.mkdir()
    (folder / ("hand.xml" if name == "iPoker" else "hand.txt")).write_text(HANDS[name], encoding="utf-16")
    output = run("replay", "--check", folder).stdout
    assert output.startswith("1 replayed, 0 failed\nCompared: finishing stacks")
    assert "wins 81 from the pot" in run("replay", next(folder.iterdir())).stdout


def test_several_sites_in_one_file_are_read_hand_by_hand(tmp_path):
    file = tmp_path / "all.txt"
    file.write_text("\n\n".join(text for name, text in HANDS.items() if name != "iPoker"))
    hands = json_lines(run("replay", "--check", "--json", file))
    named = [each["hand"].removeprefix("hand ") for each in hands[:-1]]
    assert named[:5] == ["HD7001", "7002", "7003-1-1700000000", "7004", "7005"]
    assert named[6:] == ["7007", "7008"]
    assert hands[-1]["replayed"] == len(HANDS) - 1


@pytest.mark.sampled(3)
@pytest.mark.skipif(not SHARED.is_dir(), reason="there are no public logs in ../shared/histories beside the checkout")
@pytest.mark.parametrize("folder", LEAST)
def test_public_logs_replay_and_settle_as_the_site_said(folder):
    files = [str(each) for each in sorted((SHARED / folder).rglob("*")) if each.is_file()]
    few = LEAST[folder] < 200
    result = CliRunner().invoke(
        app, ["replay", "--check", "--json", "--lenient", *(files if few else sampled(files, 8))]
    )
    assert result.exit_code in (0, 1)
    *hands, summary = json_lines(result)
    least = LEAST[folder] if few or PROOF else 0.97 * len(hands)
    assert summary["replayed"] >= least, [hand["why"] for hand in hands if hand["why"]]
    assert not [hand for hand in hands if "engine cannot play" in hand["why"]]


def test_every_site_has_a_name_of_its_own():
    assert len({site.name for site in SITES}) == len(SITES) == 9
