"""Poker decks at a table: what a seat can check, and what nobody learns."""

import json

import pytest

import cardroom
from cardroom.cards import text
from cardroom.cards.sealed import check_opening, cut
from cardroom.cards.sealed_shuffle import SealedShuffle
from cardroom.cards.verify import from_transcript, verify
from cardroom.play import BOARD, BURN, Record, Table, replay

GAME = cardroom.game("texas-holdem")


def played(game=GAME):
    """A hand at a money table, called to the showdown, where everybody but the first to show mucks."""
    table = Table(game, dict.fromkeys(("ann", "bob", "cy"), 100_000), money=True)
    table.add_seeds("lucky seven", "Tuesday")
    round = table.start()
    while not round.done:
        offered = [option.action for option in round.ask.options]
        wanted = "call" if "call" in offered else "check" if "check" in offered else "show"
        if wanted == "show" and any(answer.action == "show" for answer in round.answers):
            wanted = "muck"
        round.answer(round.ask.spot, wanted)
    return table, round


def test_poker_tables_deal_from_sealed_decks_and_banked_ones_do_not():
    assert GAME.shuffle().kind == "sealed"
    assert GAME.shuffle().fair
    assert cardroom.game("ez-baccarat").shuffle().kind == "fair"


def test_the_root_stands_before_the_seeds_and_the_seeds_cut_the_deck():
    shuffle = SealedShuffle.fresh(range(52))
    seeded = shuffle.seeded("lucky seven")
    assert seeded.commitment == shuffle.commitment
    places = cut(52, ["lucky seven"])
    plain = SealedShuffle.fresh(range(52))
    assert sorted(seeded.order) == sorted(plain.order) == list(range(52))
    assert seeded.order == tuple(seeded._sealed.order[place] for place in places)
    with pytest.raises(ValueError, match="never during a hand"):
        shuffle.seeded("too late")


def test_a_seat_can_check_every_card_it_saw_and_no_mucked_card():
    _, round = played()
    mucked = [answer.spot for answer in round.answers if answer.action == "muck"]
    assert mucked
    viewer = next(spot for spot in round.spots if spot.id not in mucked)
    proof = json.loads(json.dumps(round.proof(viewer.bettor)))
    assert proof["root"] == round.shuffle.commitment
    opened = {text(check_opening(proof["root"], proof["leaves"], opening)) for opening in proof["openings"]}
    hidden = {text(card) for spot in mucked for card in round.cards.hand(spot)}
    assert opened >= {text(card) for card in (*round.cards.hand(viewer), *round.cards.hand(BOARD))}
    assert not opened & hidden, "what others mucked is in no proof of this seat"
    assert not opened & {text(card) for card in round.cards.hand(BURN)}
    assert hidden & {opening["card"] for opening in round.proof(round.spot(mucked[0]).bettor)["openings"]}, (
        "its own cards a seat may check"
    )


def test_the_house_can_replay_the_hand_and_seats_cannot_be_told_another():
    table, round = played()
    kept = Record.from_json(table.finish(round).json())
    spent = round.shuffle.transcript()
    assert replay(kept, GAME, spent).events == replay(kept, GAME, round.shuffle).events == round.events
    assert not any(salt in kept.json() for salt in spent["salts"]), "the record itself holds no secret"
    for change in (
        {"seeds": ["other"]},
        {"salts": spent["salts"][::-1]},
        {"commitment": "0" * 64},
        {"leaves": []},
    ):
        tampered = spent | change
        if "seeds" in change:  # the seals hold, but they choose other cards
            assert from_transcript(tampered).order != round.shuffle.order
        else:
            with pytest.raises(ValueError, match=r"published|salt"):
                from_transcript(tampered)


def test_the_deal_is_held_to_the_seals():
    _, round = played()
    transcript = round.shuffle.transcript()
    assert verify(transcript, round.shuffle.order[:9])
    other = [*round.shuffle.order[1:9], round.shuffle.order[0]]
    assert not verify(transcript, other)


@pytest.mark.parametrize("field", ["house", "salts", "leaves", "seeds", "version"])
def test_what_is_missing_or_of_another_shape_is_refused(field):
    transcript = SealedShuffle.fresh(range(52)).transcript()
    for value in (None, 7, "text", [3], {}):
        with pytest.raises(ValueError, match=r"."):
            from_transcript(transcript | {field: value})
    del transcript[field]
    with pytest.raises(ValueError, match=r"version|only the house"):
        from_transcript(transcript)


def test_what_is_published_before_the_hand_holds_no_secret():
    shuffle = SealedShuffle.fresh(range(52))
    public = json.dumps(shuffle.transcript(reveal=False)) + repr(shuffle)
    assert "secret" not in public
    assert not any(salt.hex() in public for salt in shuffle._sealed.salts)
