"""Checks of public records: honest ones pass, altered ones fail, and the result lists what cannot be checked."""

import json
from random import Random

import pytest

from cardroom.cards.opened import OpenedDeck
from cardroom.cli.prove.verify import PARTLY, verdicts
from cardroom.play.public.check import DRAWN, NAMED, NO_CARDS, SEVERAL, UNSEEN_UP, WHOLE
from cardroom.play.public.replay import check_public
from cardroom.play.public.sealed_discards import Draw, DrawingPlayer, fits
from cardroom.play.records.file import Record, RecordError, make_record, outcome_of, reopen
from cardroom.verifier import FAILS, HOLDS, NOTHING
from support import sampling
from support.alterations import KINDS
from support.altered_records import attack
from support.genuine_records import FAMILIES, ORDER, SEALED, SOUND, played

ALTERED, ROUNDS = (10_000, 40) if sampling.PROOF else (22, 2)
PLAYED_BY_PLAYERS = [slug for family, slugs in FAMILIES.items() if family != "banked" for slug in slugs]
CERTAIN = ("swapped pot", "moved chips", "foreign bettor", "other next state")
"""Alterations that no honest round can explain."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("family", FAMILIES)
def test_no_altered_record_holds_and_the_rules_alone_catch_all_that_contradict_them(family):
    caught, passed, examples, held = attack(family, ALTERED, ROUNDS)
    assert not held
    assert not examples
    assert {why for _, why in passed} <= {SOUND, ORDER, SEALED}
    assert not {kind for kind, _ in passed} & {*CERTAIN}
    assert caught["swapped pot"]
    assert caught["one field"]


@pytest.mark.parametrize("family", ["hold'em", "draw", "banked"])
def test_an_altered_record_that_is_sound_is_caught_by_the_hash_of_the_scene(family):
    [one] = played(FAMILIES[family][0], 1)
    renamed = KINDS["renamed player"](one, json.loads(json.dumps(one.record)), Random(1))
    head = verdicts({"file.jsonl": [*one.proofs, json.dumps(one.record, separators=(",", ":"))]})[-2].hash
    for record, word in ((one.record, HOLDS), (renamed, FAILS)):
        text = json.dumps(record, separators=(",", ":"))
        whole = verdicts({"file.jsonl": [*one.proofs, text]}, head=head)[len(one.proofs) + 1]
        assert (whole.where, whole.verdict.word) == ("the whole", word)


# -- what each proof shows ---------------------------------------------------------------------------------------------


def decks(one):
    """The evidence that a person may have: a seat's proof, what all players saw, both, or nothing."""
    seat, everyone = map(json.loads, one.proofs)
    return {
        "a seat": OpenedDeck.from_proofs([seat]),
        "everyone": OpenedDeck.from_proofs([everyone]),
        "both": OpenedDeck.from_proofs([seat, everyone]),
        "nothing": None,
    }


@pytest.mark.sampled(6)
@pytest.mark.parametrize("slug", PLAYED_BY_PLAYERS)
def test_no_honest_record_is_refused_whatever_is_known_of_its_cards(slug):
    for one in played(slug, 2 if slug == "face-up-chinese-poker" else 6):
        record = Record.from_json(json.dumps(one.record))
        for name, deck in decks(one).items():
            result = check_public(record, one.game, deck)
            if name == "both":
                assert result.whole
                assert WHOLE in result.checked
            if not result.whole:
                assert {NO_CARDS, SEVERAL, UNSEEN_UP, NAMED} & {*result.unchecked} or result.unchecked[0] == DRAWN


def shown(slug):
    """A record of a hand that two players showed."""
    for one in played(slug, 20):
        out = {answer["spot"] for answer in one.record["answers"] if answer["action"] in ("fold", "muck")}
        if len(one.record["opening"]["spots"]) - len(out) > 1:
            return one
    raise AssertionError("nobody shows")


def test_a_pot_that_went_to_the_loser_is_told_with_its_place():
    one = shown("texas-holdem")
    swapped = KINDS["swapped pot"](one, json.loads(json.dumps(one.record)), Random(1))
    with pytest.raises(RecordError, match=r"^outcome\.transfers\[\d+\]\.payee"):
        check_public(Record.from_json(json.dumps(swapped)), one.game, decks(one)["a seat"])


def test_without_the_shown_hands_a_swapped_pot_does_not_hold_though_nothing_contradicts_it():
    one = shown("texas-holdem")
    seat = json.loads(one.proofs[0])
    seat["openings"] = seat["openings"][:1]
    text = json.dumps(one.record, separators=(",", ":"))
    verdict = verdicts({"file.jsonl": [json.dumps(seat), text]})[1]
    assert verdict.verdict.word == PARTLY
    assert NO_CARDS in verdict.verdict.silent


def test_a_proof_of_cards_that_nobody_saw_contradicts_the_record():
    """A hand that was played to the river is recorded as one that ended before the flop."""
    one = shown("texas-holdem")
    round = reopen(one.kept.opening, one.game, one.deck)
    while not round.done:
        round.answer(round.ask.spot, "fold")
    record = make_record(one.kept.opening, round.answers, outcome_of(round))
    with pytest.raises(RecordError, match="which no one saw in this round"):
        check_public(record, one.game, decks(one)["everyone"])


# -- the command -------------------------------------------------------------------------------------------------------


def test_a_record_alone_proves_nothing_and_says_what_was_checked():
    one = shown("texas-holdem")
    [verdict, *_] = verdicts({"file.jsonl": [json.dumps(one.record, separators=(",", ":"))]})
    assert verdict.verdict.word == NOTHING
    assert NO_CARDS in verdict.verdict.silent
    assert any("lead to these bets" in message for message in verdict.verdict.says)


def test_a_banked_record_without_its_shuffle_is_only_checked_in_form():
    [one] = played("three-card-poker-6-card-bonus", 1)
    [verdict, *_] = verdicts({"file.jsonl": [json.dumps(one.record, separators=(",", ":"))]})
    assert verdict.verdict.word == NOTHING
    assert any(message.startswith("only the form of the record") for message in verdict.verdict.says)


def test_rules_under_another_name_hold_in_part():
    [one] = played("three-card-poker-6-card-bonus", 1)
    record = json.loads(json.dumps(one.record))
    record["opening"]["rules"]["set"] = "mine"
    assert one.word(record) == PARTLY


# -- discards ----------------------------------------------------------------------------------------------------------


def test_discards_follow_from_where_the_opened_cards_were_dealt():
    """Three players draw one, two and three cards; the first shows, the second is the viewer, the third folds later."""
    players = {
        "1": DrawingPlayer((0, 3, 6, 9, 12), shown=True),
        "2": DrawingPlayer((1, 4, 7, 10, 13), shown=False),
        "3": DrawingPlayer((2, 5, 8, 11, 14), shown=False),
    }
    draw = Draw(("1", "2", "3"), 15, burned=1)
    proof = frozenset({0, 3, 6, 9, 16, 1, 4, 7, 10, 13, 17, 18})
    [fit] = fits(players, [draw], [proof], 52)
    assert fit.hands == {"1": {0, 3, 6, 9, 16}}
    assert [len(fit.thrown[0][name]) for name in "12"] == [1, 2]


def test_which_cards_the_viewer_threw_away_is_not_known_from_the_viewers_proof_alone():
    players = {"1": DrawingPlayer((0, 2), shown=True), "2": DrawingPlayer((1, 3), shown=False)}
    draw = Draw(("1", "2"), 4, burned=1)
    seat, everyone = frozenset({0, 2, 5}), frozenset({2, 5})
    assert len(fits(players, [draw], [seat], 52)) == 2
    [fit] = fits(players, [draw], [seat, everyone], 52)
    assert fit.thrown[0]["1"] == (0,)
    assert not fits(players, [draw], [], 52)
