"""Pots that two rankings split: Badeucy and Badacey, and what their words, bots and analysis say."""

import random

import numpy as np
import pytest

import cardroom
from cardroom.analysis.poker_hands.draws import DRAWS
from cardroom.cards import parse
from cardroom.players.at_random import random_legal
from cardroom.players.draws import choose_discards
from cardroom.rulebook import RuleBookError
from cardroom.show import picture
from games.poker.fair_shares import assert_fair
from games.poker.tables import do, stacks, start, wins
from support.sampling import PROOF

PAT = ("1 discard", "2 discard", "3 discard", "all check")


def pat(slug, *hands, stakes=(100, 100, 100), **house):
    """A hand of three at no limit in which all call and stand pat three times."""
    round = start(slug, list(stakes), *hands, rules="standard", **({"limit": "no"} | house))
    do(round, "3 call", "1 call", "2 check", *PAT, *PAT, *PAT)
    return do(round, "all show")


def test_badeucy_gives_half_to_the_lowest_hand_and_half_to_the_best_badugi():
    # 7-5-4-3-2 of two suits is the best 2-7 hand; its badugi has two cards. 9-8-7-6 of four suits is a badugi.
    round = pat("badeucy", "7s 5s 4s 3s 2h", "9s 8h 7d 6c Kd", "Qs Qh Jd Jc Td")
    assert wins(round) == [("1", 3, "pot"), ("2", 3, "pot")]


def test_in_badeucy_an_ace_is_high_in_both_halves():
    round = pat("badeucy", "As 5h 4d 3c 2s", "7d 6c 5s 3h 2d", "Qs Qh Jd Jc Td")
    # Player 1's badugi is 5-4-3-2, without the ace; as a 2-7 hand A-5-4-3-2 is ace high, not a straight.
    assert wins(round) == [("2", 3, "pot"), ("1", 3, "pot")]


def test_in_badacey_an_ace_is_low_in_both_halves():
    round = pat("badacey", "As 5h 4d 3c 2s", "7d 6c 5s 3h 2d", "Qs Qh Jd Jc Td")
    assert wins(round) == [("1", 3, "pot"), ("1", 3, "pot")]
    assert [event.why for event in round.events if getattr(event, "cause", "") == "pot"] == [
        "5-4-3-2-A low", "badugi 5-4-3-A",
    ]  # fmt: skip


def test_the_odd_chip_between_the_rankings_goes_to_the_first_named():
    # Three players put in $2 each, and the button's dead ante makes it $7, in chips of $1.
    round = start("badeucy", [100, 100, 100], "7s 5s 4s 3s 2h", "9s 8h 7d 6c Kd", "Qs Qh Jd Jc Td", rules="standard",
                  limit="no", chip="$1", antes="$0/$0/$1", dead_antes=True)  # fmt: skip
    do(round, "3 call", "1 call", "2 check", *PAT, *PAT, *PAT, "all show")
    assert wins(round) == [("1", 4, "pot"), ("2", 3, "pot")]


def test_a_side_pot_is_split_by_the_hands_that_can_win_it():
    # Player 1 is all-in for $10 with the best badugi and the best low. The side pot of $80 is between the other two.
    round = start("badacey", [10, 50, 50], "5s 4h 3d 2c Ah", "9s 8h 7d 6c Kd", "Qs Jh Td 9c 8s", rules="standard",
                  limit="no")  # fmt: skip
    do(round, "3 raise 50", "1 call", "2 call", *("1 discard", "2 discard", "3 discard") * 3, "all show")
    # K-9-8-7-6 loses to Q-J-T-9-8 as ace-to-five; 9-8-7-6 beats Q-J-T-9 as badugi: $40 each of the side pot.
    assert wins(round) == [
        ("1", 15, "main pot"), ("1", 15, "main pot"), ("3", 40, "side pot 1"), ("2", 40, "side pot 1"),
    ]  # fmt: skip
    assert stacks(round) == [30, 40, 40]


@pytest.mark.parametrize("slug", ["badeucy", "badacey"])
def test_random_hands_are_split_as_two_rankings_split_them(slug):
    game = cardroom.game(slug, limit="no")
    for seed in range(120 if PROOF else 20):
        rng = random.Random(f"{slug} {seed}")
        round = game.round({seat: rng.choice((300, 900, 2500)) for seat in range(1, rng.randint(3, 6))}, seed=seed)
        while not round.done:
            options = {option.action: option for option in round.ask.options}
            if rng.random() < 0.7 and ({"call", "check"} & set(options)):
                round.answer(round.ask.spot, "call" if "call" in options else "check")
            elif "show" in options:
                round.answer(round.ask.spot, "show")
            else:
                answer = random_legal(round.view(round.ask.spot), round.ask, rng)
                round.answer(answer.spot, answer.action, answer.value)
        assert_fair(round)
        assert sum(round.net.values()) == 0


def test_both_halves_are_explained():
    round = pat("badeucy", "7s 5s 4s 3s 2h", "9s 8h 7d 6c Kd", "Qs Qh Jd Jc Td")
    seen = picture(round.view(round.spot("1").bettor))
    assert [spread.says for spread in seen.spreads[:2]] == [
        "7-5-4-3-2 low; badugi two cards 3-2",
        "K-9-8-7-6 low; badugi 9-8-7-6",
    ]
    low, badugi = (result.explains for result in seen.results if result.won)
    assert "7-5-4-3-2 low beats" in low.says
    assert "badugi 9-8-7-6 beats your two cards 3-2: badugi over two cards" in badugi.says
    assert {low.rule, badugi.rule} == {
        "The pot has a deuce-to-seven half and a badugi half. The best hand by each ranking wins its half."
    }


def test_two_rankings_that_do_not_fit_are_refused_in_words(tmp_path, monkeypatch):
    def refused(**poker):
        folder = tmp_path / "ours"
        folder.mkdir(exist_ok=True)
        lines = "\n".join(f'{key} = "{value}"' for key, value in poker.items())
        (folder / "house.toml").write_text(
            'extends = "badeucy/standard"\ngame = "ours"\nrules = "house"\nname = "Ours"\nid = "no document"\n'
            f'summary = "Ours."\n[source]\nsection = "Ours"\n[poker]\n{lines}\n'
        )
        monkeypatch.setenv("CARDROOM_RULEBOOK", str(tmp_path))
        with pytest.raises(RuleBookError) as error:
            cardroom.game("ours")
        return str(error.value)

    assert "2-7 already wins the other half" in refused(low="2-7")
    assert "high is a ranking for high hands" in refused(low="high")
    assert "omaha does not judge 5 cards" in refused(low="omaha")


@pytest.mark.parametrize("name", ["ace-to-five", "badugi", "badugi-ace-high"])
@pytest.mark.parametrize("last", [False, True])
def test_the_analysis_draws_as_the_bot_does(name, last):
    rng = random.Random(name)
    hands = [rng.sample(range(52), 5) for _ in range(300)]
    kept = DRAWS[name].keep(np.array(hands, np.uint8), last)
    for hand, keeps in zip(hands, kept.tolist(), strict=True):
        ours = [card for card, keep in zip(hand, keeps, strict=True) if keep]
        thrown = choose_discards(name, hand, last=last)
        theirs = [card for card in hand if card not in thrown]
        assert sorted(card >> 2 for card in ours) == sorted(card >> 2 for card in theirs), (parse(hand), last)


@pytest.mark.proof
def test_the_frequencies_have_both_halves():
    low, badugi, after, badugis_after = cardroom.analyze(cardroom.game("badeucy")).hands
    assert low.deals == badugi.deals == 2_598_960
    assert (low.lines["7 low"], badugi.lines["5 badugi"]) == (4080, 1152)
    # 5-4-3-2 of four suits, 24 ways, with any of the 48 other cards.
    assert badugi.lines["5 badugi"] == 24 * 48
    assert (after.exact, badugis_after.exact) == (False, False)
