"""The bots of Face-Up Chinese Poker: neither fouls carelessly, both use only what they see, and one plays better."""

import math
from collections import Counter
from random import Random

import pytest

import cardroom
from cardroom.cards import UNKNOWN, parse
from cardroom.cards.shuffle import Shuffle
from cardroom.games.chinese.placing import board_of, placings, rows_after
from cardroom.play import Lay, Round, Table
from cardroom.play.round.events import Said
from cardroom.players import play_round, table_bots
from cardroom.players.chinese import chinese, far_sighted_chinese, played_out
from cardroom.rankings.chinese import fouls, must_foul
from cardroom.rulebook import rule_set
from support.sampling import PROOF

GAME = "face-up-chinese-poker"
MATCHES, HANDS = (80, 5) if PROOF else (0, 5)
BOTS = [chinese, far_sighted_chinese]
both = pytest.mark.parametrize("bot", BOTS)


def test_tables_are_filled_with_the_careful_one():
    assert set(table_bots(rule_set(GAME), ["ann", "bob", "cy"]).values()) == {chinese}


def watched(bot, seen):
    """The bot, with a check that it avoids a certain foul if possible."""

    def places(view, ask, rng):
        answer = ask.answer(bot(view, ask, rng))
        lay = ask.options[0]
        if isinstance(lay, Lay):
            rows = tuple(row.lies for row in lay.rows)
            after = tuple((*row.lies, *answer.value.get(row.name, ())) for row in lay.rows)
            if must_foul(*after) and lay.discards:
                others = (rows_after(rows, placing) for placing, _ in placings(board_of(rows), lay.cards, lay.discards))
                assert all(must_foul(*other) for other in others), f"{after} fouls by neglect"
            seen.append(after)
        return answer

    return places


@pytest.mark.sampled(2)
@both
def test_no_placing_fouls_where_another_does_not(bot):
    seen = []
    for seed in range(30 if bot is chinese else 1):
        round = cardroom.game(GAME).round({"ann": 100_000, "bob": 100_000}, seed=seed)
        play_round(round, dict.fromkeys(("ann", "bob"), watched(bot, seen)), Random(seed))
    whole = [rows for rows in seen if sum(map(len, rows)) == 13]
    assert sum(fouls(*rows) for rows in whole) <= len(whole) // 8


def told_otherwise(round: Round) -> Round:
    """The same round so far, with the remaining cards in a different order."""
    order = list(round.shuffle.order)
    order[round.cards.dealt :] = order[round.cards.dealt :][::-1]
    again = cardroom.game(GAME).round(round.seated, round.stacks, shuffle=Shuffle.given(order))
    return again.play(round.answers)


@both
def test_it_decides_only_by_what_it_sees(bot):
    """With the same random numbers it gives the same answer, whatever the unseen cards are."""
    round = cardroom.game(GAME).round({"ann": 100_000, "bob": 100_000}, seed=3)
    for _ in range(4):
        round.default(round.ask.spot)
    ask, other = round.ask, told_otherwise(round)
    view = round.view(round.spot(ask.spot).bettor)
    assert UNKNOWN in [card for event in view.events for card in getattr(event, "cards", ())]
    assert bot(view, ask, Random(1)) == bot(other.view(view.viewer), other.ask, Random(1))


@both
def test_in_fantasy_land_it_sets_what_is_best_and_it_declares_sweeps(bot):
    carry = {"own": {"stacks": {"ann": 100_000, "bob": 100_000}, "fantasy": ["ann", "bob"]}}
    dragon = parse("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks")
    order = [*(card for card in range(52) if card not in dragon)]
    cards = Shuffle.given([*order[:13], *dragon, *order[13:]])
    round = cardroom.game(GAME).round({"ann": 100_000, "bob": 100_000}, shuffle=cards, carry=carry)
    play_round(round, dict.fromkeys(("ann", "bob"), bot), Random(1))
    assert "declare" in {answer.action for answer in round.answers}
    assert round.net["ann"] == 26 * 500


FIRST = ("Kh 2d Jd Th 2c", "3c 6d 9h Jc As", "Qc Qd 5h 8s 2c")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("cards", FIRST)
def test_the_far_sighted_one_places_first_cards_that_end_better(cards):
    """Both placings are played out with the same cards, which neither bot used in its simulations."""
    five = parse(cards)
    others = [card for card in range(52) if card not in five]
    deck = Shuffle.given([*(card for pair in zip(others[:5], five, strict=True) for card in pair), *others[5:]])
    round = cardroom.game(GAME).round({"ann": 100_000, "bob": 100_000}, shuffle=deck)
    place_all = {"back": round.ask.options[0].cards}
    round.answer(round.ask.spot, "place", place_all)
    ask, view = round.ask, round.view("ann")
    boards = []
    for bot in BOTS:
        value = ask.answer(bot(view, ask, Random(7))).value
        boards.append(board_of(tuple(value.get(row, ()) for row in ("front", "middle", "back"))))
    rng = Random(cards)
    futures = [rng.sample(others[5:], 12) for _ in range(120)]
    careful, further = (sum(played_out(view.rules, board, future) for future in futures) / 120 for board in boards)
    assert further >= careful


@pytest.mark.skipif(not MATCHES, reason="some minutes: make proof")
def test_the_far_sighted_one_wins_by_far():
    """Matches over several hands, including Fantasy Land. Each match is repeated with the same shuffles and exchanged
    seats, to reduce luck. The gain per hand exceeds three standard errors, and each bot fouls less than one hand in
    ten.
    """
    won, fouled = [], Counter()
    for number in range(MATCHES):
        points = 0
        for names in (("far", "careful"), ("careful", "far")):
            table = Table(cardroom.game(GAME), dict.fromkeys(names, 10**9), seed=f"match {number}")
            rng = Random(number)
            for _ in range(HANDS):
                round = play_round(table.start(), {"far": far_sighted_chinese, "careful": chinese}, rng)
                table.finish()
                points += round.net["far"] // round.rules.point
                for spot in round.spots:
                    fouled[spot.bettor] += any(
                        isinstance(event, Said) and event.who == spot.id and event.text == "a foul hand"
                        for event in round.events
                    )
        won.append(points / HANDS / 2)
    hands, mean = 2 * HANDS * MATCHES, sum(won) / MATCHES
    error = math.sqrt(sum((each - mean) ** 2 for each in won)) / MATCHES
    fouls = ", ".join(f"{bot} fouls {100 * count / hands:.1f} %" for bot, count in sorted(fouled.items()))
    print(f"{hands} hands: {mean:+.2f} ± {error:.2f} points a hand; {fouls}")
    assert mean > 3 * error
    assert max(fouled.values()) < hands / 10
