"""Poker's sealed deck: what a seat can check, and what no one can find out."""

import json
from hashlib import sha256, shake_256

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import cardroom
from cardroom.cards import text
from cardroom.cards.reading import from_transcript, restored
from cardroom.cards.sealed import SealedShuffle, cut
from cardroom.cards.shuffle import About
from cardroom.play import BOARD, BURN, Record, Table, replay
from cardroom.play.table import AddSeed
from cardroom.verifier import FAILS, check_seat, check_shuffle

GAME = cardroom.game("texas-holdem", muck="any hand")
ABOUT = About("texas-holdem", "ab" * 32, "table 7", 3, "cd" * 32)
SALTS = [bytes([place]) * 32 for place in range(52)]
DECK = SealedShuffle.revealed(range(52), bytes(range(256)), SALTS, bytes(range(255, -1, -1)), about=ABOUT)

seeds = st.lists(st.text(min_size=1, max_size=20).filter(str.isprintable), max_size=4).map(
    lambda words: [(f"player {number}", each) for number, each in enumerate(words)]
)


def played(game=GAME):
    """A hand at a money table, called to the showdown, where all but the first player muck."""
    table = Table(game, dict.fromkeys(("ann", "bob", "cy"), 100_000), money=True)
    table.do(AddSeed("ann", "lucky seven"))
    table.do(AddSeed("cy", "Tuesday"))
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


def test_the_sealing_is_as_documented():
    """The hashes of docs/examine/shuffle.md, computed here by hand."""
    lines = f"game texas-holdem\nrules {'ab' * 32}\ntable table 7\nnumber 3\nprevious {'cd' * 32}\n"
    public = DECK.transcript(reveal=False)
    opening = DECK.proof([3])["openings"][0]
    leaf = sha256(f"cardroom-shuffle-1 card 3 {opening['card']}\n".encode() + SALTS[3]).hexdigest()
    order = sha256(b"cardroom-shuffle-1 order\n" + bytes(range(256))).hexdigest()
    draws = sha256(b"cardroom-shuffle-1 draws\n" + bytes(range(255, -1, -1))).hexdigest()
    assert opening == {"dealt": 3, "position": 3, "card": text(DECK.order[3]), "salt": "03" * 32}
    assert public["seals"]["leaves"][3] == leaf
    assert (public["seals"]["order"], public["seals"]["draws"]) == (order, draws)
    hashed = f"cardroom-shuffle-1 commitment\nkind sealed\n{lines}cards {text(range(52))}\n"
    hashed += f"order {order}\ndraws {draws}\nleaves {' '.join(public['seals']['leaves'])}\n"
    assert DECK.commitment == public["commitment"] == sha256(hashed.encode()).hexdigest()


def test_the_derivation_has_not_changed():
    assert DECK.commitment == "710cce806a7d582777521e588cb236f29938e412f1451f511d404b206ec280cd"
    assert cut(52, [("ann", "lucky seven"), ("bob", "größer")])[:10] == (28, 23, 31, 17, 51, 24, 35, 47, 44, 4)
    dice = DECK.drawing("1 dice")
    assert [dice.below(6) for _ in range(10)] == [1, 3, 5, 1, 5, 3, 1, 2, 3, 5]


def test_the_root_is_fixed_before_the_seeds_cut_the_deck():
    shuffle = SealedShuffle.fresh(range(52))
    uncut = restored(shuffle.kept()).order
    seeded = shuffle.seeded("ann", "lucky seven")
    assert seeded.commitment == shuffle.commitment
    assert seeded.order == tuple(uncut[place] for place in cut(52, [("ann", "lucky seven")]))


def test_other_draws_follow_from_the_second_secret_and_the_seeds():
    shuffle, other = (SealedShuffle.fresh(range(52)) for _ in range(2))
    rolls = [
        deck.drawing("1 button").below(1 << 16)
        for deck in (
            shuffle,
            restored(shuffle.kept()).seeded("ann", "x"),
            restored(shuffle.kept()).seeded("ann", "y"),
            other,
        )
    ]
    assert len(set(rolls)) == 4
    stored = shuffle.kept()
    swapped = restored(stored | {"draws": other.kept()["draws"]})
    assert swapped.order == shuffle.order, "the cards do not depend on it"
    assert swapped.commitment != shuffle.commitment, "but it is under the root"


def test_a_seat_can_check_every_card_it_saw_and_no_mucked_card():
    _, round = played()
    mucked = [answer.spot for answer in round.answers if answer.action == "muck"]
    assert mucked
    viewer = next(spot for spot in round.spots if spot.id not in mucked)
    proof = json.loads(json.dumps(round.proof(viewer.bettor)))
    assert check_seat(proof, noted=round.shuffle.commitment).holds
    opened = {opening["card"] for opening in proof["openings"]}
    hidden = {text(card) for spot in mucked for card in round.cards.hand(spot)}
    assert opened >= {text(card) for card in (*round.cards.hand(viewer), *round.cards.hand(BOARD))}
    assert not opened & hidden, "what others mucked is in no proof of this seat"
    assert not opened & {text(card) for card in round.cards.hand(BURN)}
    assert hidden & {opening["card"] for opening in round.proof(round.spot(mucked[0]).bettor)["openings"]}, (
        "its own cards a seat may check"
    )


def test_the_button_is_proved_when_the_hand_is_over_and_not_before():
    table = Table(GAME, dict.fromkeys(("ann", "bob", "cy"), 100_000), money=True)
    assert "draws" not in table.start().proof("ann")
    _, round = played()
    proof = round.proof("ann")
    [button] = proof["drawn"]
    assert any(
        f"card for the button: {', '.join(map(str, button['numbers']))}" in output for output in check_seat(proof).says
    )
    other = button | {"numbers": button["numbers"][::-1]}
    assert check_seat(proof | {"drawn": [other]}).word == FAILS


def test_the_house_can_replay_the_hand_and_cannot_show_seats_another():
    table, round = played()
    record = Record.from_json(table.finish(round).json())
    spent = round.shuffle.transcript()
    assert replay(record, GAME, spent).events == replay(record, GAME, round.shuffle).events == round.events
    assert not any(salt in record.json() for salt in spent["salts"]), "the record itself holds no secret"
    with pytest.raises(ValueError, match="the seals and the players' seeds"):
        replay(record, GAME, spent | {"seeds": [["ann", "other"]]})
    with pytest.raises(ValueError, match="seeds: the shuffle's seeds differ from the round's"):
        replay(record, GAME, restored(round.shuffle.kept() | {"seeds": [["ann", "other"]]}))
    for change in (
        {"salts": spent["salts"][::-1]},
        {"commitment": "0" * 64},
        {"secret": "00" * 256},
        {"draws": "00" * 256},
    ):
        with pytest.raises(ValueError, match=r"commitment|does not hold"):
            from_transcript(spent | change)


def test_the_deal_is_checked_against_the_seals():
    _, round = played()
    transcript, dealt = round.shuffle.transcript(), text(round.shuffle.order).split()
    assert check_shuffle(transcript, dealt=dealt[:9]).holds
    assert check_shuffle(transcript, dealt=[*dealt[1:9], dealt[0]]).word == FAILS


def test_the_transcript_before_the_hand_has_no_secret():
    shuffle = SealedShuffle.fresh(range(52))
    public, stored = json.dumps(shuffle.transcript(reveal=False)) + repr(shuffle), shuffle.kept()
    assert "secret" not in public
    assert not any(hidden in public for hidden in (*stored["salts"], stored["secret"], stored["draws"]))
    assert repr(shuffle) == str(shuffle) == f"<SealedShuffle, 52 cards, 0 seeds, root {shuffle.commitment}>"


def test_published_data_does_not_reveal_a_mucked_card():
    """Trying every card does not break its seal, neither without a salt nor with the salt of a shown card."""
    sealed, mucked = SealedShuffle.fresh(range(52)), 7
    proof = sealed.proof([place for place in range(52) if place != mucked], [])
    card, salt = text(sealed.order[mucked]), sealed.kept()["salts"][mucked]
    assert salt not in json.dumps(proof)
    assert card not in [opening["card"] for opening in proof["openings"]]
    for salt in (b"", *(bytes.fromhex(opening["salt"]) for opening in proof["openings"])):
        tried = {sha256(f"cardroom-shuffle-1 card {mucked} {text(card)}\n".encode() + salt) for card in range(52)}
        assert proof["seals"]["leaves"][mucked] not in {guess.hexdigest() for guess in tried}


def test_salts_and_secrets_are_fresh_system_bytes():
    """Two sealings have nothing in common, nor do two equal cards in one sealing."""
    sealed, again = (SealedShuffle.fresh([51] * 52).transcript() for _ in range(2))
    assert len({*sealed["seals"]["leaves"], *again["seals"]["leaves"]}) == 104
    assert len({*sealed["salts"], *again["salts"]}) == 104
    assert len({each[name] for each in (sealed, again) for name in ("secret", "draws")}) == 4


def test_a_sealed_deck_cannot_be_changed():
    for name in ("commitment", "order", "seeds", "about", "box"):
        with pytest.raises(AttributeError):
            setattr(DECK, name, ())


@pytest.mark.parametrize(
    ("salts", "draws", "complaint"),
    [
        (SALTS[:1], bytes(256), "each of the 2 cards needs a salt of 32 bytes"),
        ([SALTS[0], b"short"], bytes(256), "each of the 2 cards needs a salt of 32 bytes"),
        ([SALTS[0]] * 2, bytes(256), "two cards have the same salt"),
        (SALTS[:2], bytes(255), "secret must have 256 bytes, and draws 256"),
    ],
)
def test_bad_parts_of_a_sealed_deck_are_rejected(salts, draws, complaint):
    with pytest.raises(ValueError, match=complaint):
        SealedShuffle.revealed([3, 4], bytes(256), salts, draws)


# -- The cut -----------------------------------------------------------------------------------------------------


@given(st.integers(1, 500), seeds)
def test_a_cut_opens_every_seal_once_and_is_the_same_for_everyone(n, words):
    places = cut(n, words)
    assert sorted(places) == list(range(n))
    assert places == cut(n, words)


@given(seeds, seeds)
def test_different_seeds_cut_differently(some, others):
    assert (cut(52, some) == cut(52, others)) == (some == others)


def test_without_seeds_the_deck_is_not_cut():
    assert cut(52, []) == tuple(range(52))


def test_the_cut_favours_no_position():
    """Even a stacked deck is dealt at random if one seed is unpredictable."""
    first = [cut(52, [("ann", "all others"), ("bob", f"seed {number}")])[0] for number in range(10_000)]
    assert stats.chisquare(np.bincount(first, minlength=52)).pvalue > 0.001


def test_the_cut_is_the_documented_stream():
    """Fisher-Yates over blocks of SHAKE-256, done here by hand for three cards."""
    stream = iter(shake_256(b"cardroom-shuffle-1 cut\n\x00\x03ann\x00\x05lucky" + bytes(8)).digest(256))
    third = next(byte & 3 for byte in stream if byte & 3 < 3)
    second = next(stream) & 1
    expected = [0, 1, 2]
    expected[2], expected[third] = expected[third], expected[2]
    expected[1], expected[second] = expected[second], expected[1]
    assert cut(3, [("ann", "lucky")]) == tuple(expected)
