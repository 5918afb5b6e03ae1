"""PokerStars logs: rounds of ours that are told as such logs tell them replay, and damaged logs are refused."""

import os
import random
from fractions import Fraction

import pytest

import cardroom
from cardroom.play import Table
from cardroom.play.events import Transfer
from cardroom.play.phh import VARIANTS, PHHError, play_recorded, read_phh
from cardroom.play.stars import GAMES
from cardroom.play.stars_phh import check_results, read_log
from cardroom.players import random_legal
from deals import PEOPLE
from play.stars_text import Printer

HANDS = 60 if os.environ.get("CARDROOM_PROOF") else 6
PLAYED = [variant for variant in VARIANTS if variant[1:] in GAMES.values() and variant != "NS"]


def replayed(log):
    """The results of a log's only hand, and the round that was played from it."""
    hand = read_log(log)
    try:
        (recorded,) = read_phh(hand.phh)
        round = play_recorded(recorded, cardroom.game)
    except PHHError as error:
        raise hand.in_words(error) from None
    check_results(hand, round, recorded.scale)
    return hand, round


def session(variant, hands, rng):
    """Hands of one table, at which people sit out, owe blinds and run out of chips."""
    slug, limit = VARIANTS[variant]
    game = cardroom.game(slug, rules="standard", limit=limit, antes=rng.choice(["$0", "$0.50"]))
    people = PEOPLE[: rng.randint(2, 6)]
    table = Table(game, {name: rng.randint(60, 6000) for name in people}, seed=rng.random())
    for _ in range(hands):
        for name, stack in list(table.stacks.items()):
            if not stack:
                table.add_chips(name, rng.randint(60, 6000))
            table.sit_out(name, len(people) > 3 and name not in people[:2] and rng.random() < 0.25)
        round = table.start()
        while not round.done:
            ask = round.ask
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            round.answer(ask.spot, answer.action, answer.value)
        posted = [round.stacks[round.spot(each.spot).bettor] for each in round.answers if each.action == "post"]
        # Of a post that is all somebody has, a log does not say how much is dead.
        if min(posted, default=400) >= 400 and any(each.action not in ("post", "wait") for each in round.answers):
            yield game, round
        table.finish(round)


@pytest.mark.parametrize("variant", PLAYED)
def test_our_own_rounds_replay_from_their_logs(variant):
    rng = random.Random(f"logs of {variant}")
    for game, round in session(variant, HANDS, rng):
        rake, chips, seen = rng.choice((0, 0, 5)), rng.random() < 0.3, rng.random() < 0.5
        log = Printer(game, round, rake=rake, chips=chips, muck_seen=seen).log()
        hand, again = replayed(log)
        (recorded,) = read_phh(hand.phh)
        ends = {spot.bettor: round.chips.stack(spot) for spot in round.spots}
        unit = recorded.scale if chips else Fraction(recorded.scale, 100)
        odd = len([event for event in again.events if isinstance(event, Transfer) and event.cause == "pot"])
        for name, spot in zip(hand.players, again.seated, strict=True):
            assert abs(again.chips.stack(spot) - ends[name] * unit) <= (odd if odd > 1 else 0), log
