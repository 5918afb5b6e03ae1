"""Hands are written as PokerStars text, PHH and Open Hand History, with their collection, and read back unchanged."""

import random

import pytest

import cardroom
from cardroom.histories import read_log, write_openhh, write_phh, write_pokerstars
from cardroom.histories.logs.results import check_results
from cardroom.histories.phh import VARIANTS, PHHError, play_recorded, read_phh
from cardroom.histories.sites.pokerstars import GAMES
from cardroom.play import Table
from cardroom.play.table import SitOut, TopUp
from cardroom.players import random_legal
from cli.command import run
from histories.site_hands import HANDS as LOGS
from support.deals import PEOPLE
from support.sampling import PROOF

HANDS = 60 if PROOF else 8
PLAYED = [variant for variant in VARIANTS if variant[1:] in GAMES.values() and variant != "NS"]
WITH_BOARD = ("T", "O", "O5", "O/8", "O5/8")


def hands_at(game, hands, rng, most=6, unit=1):
    """Hands of one table, at which players sit out, owe blinds and run out of chips."""
    people = PEOPLE[: rng.randint(2, most)]
    table = Table(game, {name: rng.randint(500, 6000) * unit for name in people}, seed=rng.random())
    for _ in range(hands):
        for name, stack in list(table.stacks.items()):
            if stack < 500 * unit:
                table.do(TopUp(name, rng.randint(500, 6000) * unit))
            table.do(SitOut(name, len(people) > 3 and name not in people[:2] and rng.random() < 0.25))
        round = table.start()
        while not round.done:
            ask = round.ask
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            round.answer(ask.spot, answer.action, answer.value)
        table.finish(round)
        yield round


def read_back(text):
    """A written hand, read and replayed."""
    hand = read_log(text)
    check_results(hand, play_recorded(hand.recorded, cardroom.game), hand.recorded.scale)
    return hand


def results(hand):
    return hand.players, hand.finish, hand.collected, hand.rake


@pytest.mark.sampled(6, 1)
@pytest.mark.parametrize("variant", PLAYED)
def test_played_hands_are_read_back_from_each_format(variant):
    rng = random.Random(f"written {variant}")
    slug, limit = VARIANTS[variant]
    chosen = {"most_runs": 3} if variant[1:] in WITH_BOARD else {}
    game = cardroom.game(slug, rules="standard", limit=limit, antes=rng.choice(["$0", "$0.50"]), **chosen)
    written = 0
    for round in hands_at(game, HANDS, rng):
        try:
            document = write_phh(round)
        except PHHError:
            continue
        (recorded,) = read_phh(document)
        assert play_recorded(recorded, cardroom.game).net["collection"] == 0
        hand = read_back(write_pokerstars(document))
        assert hand.finish == recorded.finish
        assert [each for each in hand.recorded.actions if " sm" not in each] == [
            each for each in recorded.actions if " sm" not in each
        ], document
        if variant[1:] in WITH_BOARD:
            if sum(len(action) - 5 for action in recorded.actions if action.startswith("d db ")) > 2 * 5:
                with pytest.raises(PHHError, match="no second board"):
                    write_openhh(document)
            else:
                assert results(read_log(write_openhh(document))) == results(hand)
        written += 1
    assert written


@pytest.mark.parametrize(
    ("slug", "limit", "option"),  # for four players or fewer
    [
        ("texas-holdem", "no", 7),
        ("omaha-high-low", "pot", 7),
        ("badugi", "fixed", 51),
    ],
)
def test_a_collection_is_written_as_rake(slug, limit, option):
    rng = random.Random(f"collected {slug}")
    paid = 0
    game = cardroom.game(slug, limit=limit, collection=str(option))
    for round in hands_at(game, HANDS, rng, 4, 100):
        try:
            document = write_phh(round)
        except PHHError:
            continue
        paid += round.net["collection"] > 0
        hand = read_back(write_pokerstars(document, unit=100))
        assert hand.rake * 100 == round.net["collection"]
    assert paid


@pytest.mark.parametrize("name", LOGS)
def test_a_hand_of_every_site_is_written_as_pokerstars_text(name):
    first = read_log(LOGS[name])
    hand = read_back(write_pokerstars(first.phh))
    assert results(hand) == results(first)
    assert results(read_log(write_openhh(hand.phh))) == results(first)


ALL_IN_BLINDS = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [1, 1]
actions = ["d dh p1 2c3c", "d dh p2 AsKs", "d db 4c5c6c", "d db 7h", "d db 8s", "p1 sm 2c3c", "p2 sm AsKs"]
finishing_stacks = [2, 0]
"""


def test_a_hand_in_which_the_blinds_are_all_in_is_written():
    hand = read_back(write_pokerstars(ALL_IN_BLINDS))
    assert [*hand.finish] == [2, 0]
    assert "*** TURN *** [4c 5c 6c] [7h]" in write_pokerstars(ALL_IN_BLINDS)


def test_only_hands_of_pokerstars_keep_their_number():
    """A session of another source counts its hands from 1, and so does the next one."""
    other, next_one = (f'{ALL_IN_BLINDS}hand = 1\ntable = "{table}"\n' for table in ("a", "b"))
    numbers = [write_pokerstars(each).split("#")[1].split(":")[0] for each in (other, next_one, other)]
    assert numbers[0] == numbers[2] != numbers[1]
    assert "1" not in numbers
    assert write_pokerstars(f'{other}venue = "PokerStars"\n').startswith("PokerStars Hand #1:")


def test_the_command_writes_hands_that_it_reads_again(tmp_path):
    log, out = tmp_path / "log.txt", tmp_path / "hands.txt"
    log.write_text("\n\n".join(LOGS.values()))
    out.write_text(run("replay", log, "--stars").stdout)
    assert run("replay", "--check", out).stdout.startswith(f"{len(LOGS)} replayed, 0 failed")
    assert run("replay", "--parse-only", out).stdout == f"{len(LOGS)} read, 0 failed\n"
    out.write_text(out.read_text().replace("Total pot", "Total", 1))
    first, counts = run("replay", "--parse-only", out, code=1).stdout.splitlines()
    assert "Total pot" in first
    assert counts == f"{len(LOGS) - 1} read, 1 failed"
