"""The provably fair shuffle: its guarantees, and that its orders are fair."""

import copy
import json
import pickle
import re
import time
import traceback
from collections import Counter
from functools import reduce
from math import factorial, log2
from pathlib import Path
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.signal import lfilter

import cardroom
from cardroom.cards import JOKER, UNKNOWN, parse, text
from cardroom.cards.decks import DECKS, deck
from cardroom.cards.reading import from_transcript, restored
from cardroom.cards.sealed import SealedShuffle
from cardroom.cards.shuffle import About, Shuffle
from cardroom.cards.stream import MOST_SEEDS, SEED_BYTES, VERSION, Stream
from cardroom.verifier import check_shuffle
from cards.museum import ClockRandom

DOCS = Path(__file__).parents[2] / "docs"
STANDARD = deck("standard").cards
SHOE = deck("standard", packs=8, cut=52).cards

packs = st.lists(st.integers(0, JOKER), min_size=1, max_size=60).map(tuple)
seeds = st.lists(st.text(min_size=1, max_size=20).filter(str.isprintable), max_size=4)


def with_seeds(shuffle, words):
    """A seed from each of a number of players."""
    for number, each in enumerate(words):
        shuffle = shuffle.seeded(f"player {number}", each)
    return shuffle


def from_the_system(secret):
    """Let the operating system give this secret."""

    def system_bytes(size):
        assert len(secret) <= size
        return secret + bytes(size - len(secret))

    return patch("cardroom.cards.shuffle.system_bytes", system_bytes)


# -- The stream --------------------------------------------------------------------------------------------------


def drawn_from(every, n):
    """How often each number below n is drawn, if the stream has every byte, or every pair of bytes, once."""
    stream, drawn = Stream(every, b""), Counter()
    while stream.offset < len(every):
        number = stream.below(n)
        if stream.offset <= len(every):  # the last one may have used the next block
            drawn[number] += 1
    return drawn


def test_each_number_is_drawn_by_equally_many_bytes():
    """All bytes, not a sample. Bytes that are left over are rejected (GLI-19, 3.2.3)."""
    for n in range(2, 257):
        bits = (n - 1).bit_length()
        assert drawn_from(bytes(range(256)), n) == dict.fromkeys(range(n), 256 >> bits)


@pytest.mark.parametrize("n", [257, 416, 511, 512, 513, 65536])
def test_each_number_is_drawn_by_equally_many_pairs_of_bytes(n):
    bits = (n - 1).bit_length()
    every_pair = b"".join(pair.to_bytes(2, "big") for pair in range(1 << 16))
    assert drawn_from(every_pair, n) == dict.fromkeys(range(n), 65536 >> bits)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 31, 32, 33, 63, 64, 65, 255, 256, 257, 511, 512, 513])
def test_numbers_around_powers_of_two_are_drawn_evenly(n):
    stream = Stream(bytes(64), f"even {n}".encode(), offset=64)
    counts = np.bincount([stream.below(n) for _ in range(30 * n)], minlength=n)
    assert counts.min() > 0
    assert stats.chisquare(counts).pvalue > 0.001


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_a_bound_below_1_or_beyond_two_bytes_is_rejected(n):
    with pytest.raises(ValueError, match=f"from 1 to 65536, not {n}"):
        Stream(b"any", b"").below(n)


def test_drawing_below_1_uses_no_byte():
    stream = Stream(b"any", b"")
    assert (stream.below(1), stream.permute([7]), stream.permute([]), stream.offset) == (0, [7], [], 0)


@example(Random(1).randbytes(4000), 0, 52)
@example(Random(2).randbytes(4000), 7, 300)
@example(Random(3).randbytes(4000), 100, 416)
@given(st.binary(min_size=1, max_size=90), st.integers(0, 200), st.integers(0, 300))
def test_a_permutation_is_fisher_yates_with_numbers_below(first, offset, size):
    """Also if the block ends in between, where the quick loop falls back to the slow one."""
    stream, other = Stream(first, b"more", offset), Stream(first, b"more", offset)
    expected = list(range(size))
    for last in range(size - 1, 0, -1):
        pick = other.below(last + 1)
        expected[last], expected[pick] = expected[pick], expected[last]
    assert stream.permute(range(size)) == expected
    assert stream.offset == other.offset


@given(st.binary(min_size=1, max_size=20), st.lists(st.integers(2, 600), min_size=2, max_size=40), st.data())
def test_resuming_at_an_offset_continues_the_stream(first, sizes, data):
    stop = data.draw(st.integers(0, len(sizes)))
    stream = Stream(first, b"more")
    for n in sizes[:stop]:
        stream.below(n)
    resumed = Stream(first, b"more", stream.offset)
    assert resumed.offset == stream.offset
    assert [resumed.below(n) for n in sizes[stop:]] == [stream.below(n) for n in sizes[stop:]]


def test_a_stream_without_bytes_is_rejected():
    with pytest.raises(ValueError, match="must not be empty"):
        Stream(b"", b"more")


@pytest.mark.parametrize("offset", [-1, 1 << 64])
def test_an_offset_out_of_range_is_rejected(offset):
    with pytest.raises(ValueError, match=f"must be 0 to 2.64 - 1, not {offset}"):
        Shuffle.simulated(STANDARD, 1).stream(offset)


def test_resuming_is_as_fast_at_a_large_offset():
    assert Shuffle.simulated(STANDARD, 1).stream((1 << 64) - 1).below(2) in (0, 1)


def test_more_cards_than_two_bytes_can_count_are_rejected():
    with pytest.raises(ValueError, match="at most 65536 cards"):
        Stream(b"any", b"").permute(range(65537))
    with pytest.raises(ValueError, match="1 to 65536 cards, not 65537"):
        Shuffle.fresh([0] * 65537)


# -- The order ---------------------------------------------------------------------------------------------------


@given(packs, seeds)
def test_an_order_has_exactly_the_cards_of_the_box(cards, words):
    shuffle = with_seeds(Shuffle.fresh(cards), words)
    assert Counter(shuffle.order) == Counter(cards)


@given(packs, st.integers() | st.text(), st.integers(0, 1000), seeds)
def test_the_same_inputs_give_the_same_shuffle(cards, seed, number, words):
    first, second = (with_seeds(Shuffle.simulated(cards, seed, number), words) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert (first.order, first.commitment) == (second.order, second.commitment)
    assert first.transcript() == second.transcript()


@given(seeds, seeds)
def test_different_seeds_give_a_different_order(some, others):
    shuffle = Shuffle.simulated(STANDARD, "one secret")
    one, other = with_seeds(shuffle, some), with_seeds(shuffle, others)
    assert (one.order == other.order) == (some == others)
    assert (one == other) == (some == others)


@pytest.mark.parametrize(
    ("some", "others"), [(["ab", "c"], ["a", "bc"]), (["a", "b"], ["b", "a"]), (["a"], ["a", "a"])]
)
def test_joined_or_swapped_seeds_are_different_seeds(some, others):
    shuffle = Shuffle.simulated(STANDARD, 1)
    one, other = with_seeds(shuffle, some), with_seeds(shuffle, others)
    assert one.order != other.order


def test_players_cannot_choose_the_order_of_the_seeds():
    for make in (Shuffle.fresh, SealedShuffle.fresh):
        shuffle = make(STANDARD)
        one, other = shuffle.seeded("bob", "x").seeded("ann", "y"), shuffle.seeded("ann", "y").seeded("bob", "x")
        assert one.seeds == other.seeds == (("ann", "y"), ("bob", "x"))
        assert one.order == other.order


def test_the_same_words_from_another_player_are_a_different_seed():
    shuffle = Shuffle.simulated(STANDARD, 1)
    ann, bob, both = (
        shuffle.seeded("ann", "x"),
        shuffle.seeded("bob", "x"),
        shuffle.seeded("ann", "x").seeded("bob", "x"),
    )
    assert len({ann.order, bob.order, both.order, shuffle.order}) == 4
    assert both.seeds == (("ann", "x"), ("bob", "x"))


def test_different_simulations_and_numbers_give_different_secrets():
    made = [Shuffle.simulated(STANDARD, *which) for which in ((1, 1), (1, 2), (2, 1), ("1 1", 0), (0, 11))]
    assert len({shuffle.commitment for shuffle in made}) == len({shuffle.order for shuffle in made}) == 5


@given(st.permutations(STANDARD), seeds)
def test_every_order_of_a_deck_can_occur_whatever_the_players_add(order, words):
    """GLI-19, 3.2.5."""
    assert dealt_by_some_secret(STANDARD, order, words) == tuple(order)


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), seeds)
def test_every_order_of_an_eight_deck_shoe_can_occur(random, words):
    order = random.sample(SHOE, len(SHOE))
    assert dealt_by_some_secret(SHOE, order, words) == tuple(order)


def dealt_by_some_secret(cards, order, words):
    """Find the picks of Fisher-Yates for an order. A secret with these picks deals that order."""
    box, picks = list(cards), b""
    for last in range(len(box) - 1, 0, -1):
        pick = box.index(order[last], 0, last + 1)
        picks += pick.to_bytes(2 if last > 255 else 1, "big")
        box[last], box[pick] = box[pick], box[last]
    with from_the_system(b""):
        players = with_seeds(Shuffle.fresh(cards), words).stream(0)._block  # the secret is zeros
    with from_the_system(bytes(a ^ b for a, b in zip(picks, players, strict=False))):
        return with_seeds(Shuffle.fresh(cards), words).order


@pytest.mark.parametrize(("cards", "size"), [(1, 256), (41, 256), (64, 256), (65, 512), (384, 2048), (416, 2048)])
def test_a_secret_has_four_bytes_a_card_rounded_up_to_a_power_of_two(cards, size):
    shuffle = Shuffle.fresh([0] * cards)
    assert len(bytes.fromhex(shuffle.transcript()["secret"])) == size


def test_a_fresh_secret_is_what_the_operating_system_gives_and_nothing_else():
    secret = bytes(range(256))
    with from_the_system(secret):
        shuffle = Shuffle.fresh(STANDARD)
    assert shuffle.transcript()["secret"] == secret.hex()
    assert len({Shuffle.fresh(STANDARD).commitment for _ in range(20)}) == 20


@pytest.mark.parametrize(("cards", "words"), [(STANDARD, []), (STANDARD, ["seed"]), (SHOE, [])])
def test_the_stream_continues_when_rejections_use_up_the_secret(cards, words):
    """The picks of a secret of ones are all too large; with seeds, ones on the players' stream."""
    with from_the_system(b""):
        players = with_seeds(Shuffle.fresh(cards), words).stream(0)._block
    with from_the_system(bytes(byte ^ 0xFF for byte in players)):
        shuffle = with_seeds(Shuffle.fresh(cards), words)
    assert sorted(shuffle.order) == sorted(cards)
    assert shuffle.stream().offset > len(players)
    assert text(shuffle.order) == documented_order(shuffle.transcript())


def test_the_next_draw_uses_the_bytes_after_the_order():
    shuffle = Shuffle.simulated(STANDARD, 1)
    whole = shuffle.stream(0)
    assert tuple(whole.permute(STANDARD)) == shuffle.order
    assert whole.offset == shuffle.stream().offset
    assert [whole.below(6) for _ in range(300)] == [dice.below(6) for dice in [shuffle.stream()] for _ in range(300)]


@pytest.mark.parametrize("name", DECKS)
def test_every_deck_of_the_documents_can_be_shuffled(name):
    cards = deck(name).cards
    assert sorted(Shuffle.fresh(cards).order) == sorted(cards)


@pytest.mark.parametrize(
    ("cards", "complaint"),
    [([], "1 to 65536 cards, not 0"), ([3, UNKNOWN], "card 2 is unknown"), ([54], "54 is not a card")],
)
@pytest.mark.parametrize("make", [Shuffle.fresh, lambda cards: Shuffle.simulated(cards, 1)])
def test_bad_boxes_are_rejected(make, cards, complaint):
    with pytest.raises(ValueError, match=complaint):
        make(cards)


def test_a_simulation_computes_no_unused_commitment():
    with patch("cardroom.cards.shuffle.commitment", side_effect=AssertionError):
        assert len(Shuffle.simulated(STANDARD, 1).order) == 52


def test_only_a_fresh_shuffle_is_fair():
    made = Shuffle.fresh([1]), Shuffle.simulated([1], 1), Shuffle.given([1])
    assert {shuffle.kind: shuffle.fair for shuffle in made} == {"fair": True, "simulated": False, "given": False}


ABOUT = About("ez-baccarat", "ab" * 32, "table 7", 3, "cd" * 32)


def test_the_derivation_has_not_changed():
    """The orders must never change. If this fails, restore them or increase `VERSION`."""
    assert VERSION == "cardroom-shuffle-1"
    shuffle = Shuffle.simulated(STANDARD, "golden")
    assert shuffle.commitment == "a5aba5b211e80a3b860918ded33d785a8255f176b68987218431c567c36b05ee"
    assert text(shuffle.order[:10]) == "8h Ts 7c 3s 6h 4d 3c 2s 8d Ks"
    shoe = Shuffle.simulated(SHOE, "golden", 3, ABOUT).seeded("ann", "lucky seven").seeded("bob", "größer")
    assert shoe.commitment == "a6a328e637ed6f2c78394105ccf538c0431a2a9afada553e2c9712b01e94505e"
    assert text(shoe.order[:10]) == "Ac Ks Td 8c 2h Jc Ah 9d 6d 7d"
    dice, given_dice = shoe.stream(), Shuffle.given(parse("As Kd ??")).stream()
    assert [dice.below(6) for _ in range(10)] == [4, 1, 1, 0, 3, 5, 0, 5, 1, 4]
    assert [given_dice.below(6) for _ in range(10)] == [2, 3, 0, 5, 0, 5, 0, 1, 0, 5]


@pytest.mark.parametrize("field", About._fields)
def test_a_commitment_binds_what_it_is_for(field):
    shuffle = Shuffle.simulated(STANDARD, 1, about=ABOUT)
    other = ABOUT._replace(**{field: 4 if field == "number" else "another"})
    assert Shuffle.simulated(STANDARD, 1, about=other).commitment != shuffle.commitment
    assert Shuffle.simulated(STANDARD, 1, about=other).order == shuffle.order, "and does not change the cards"
    assert len({Shuffle.fresh([0], about).commitment for about in (ABOUT, other)}) == 2


@pytest.mark.parametrize("about", [About(table="a\nnumber 4"), About(game=7), About(number=-1), About(number=True)])
def test_a_purpose_must_be_one_line_of_text(about):
    for make in (Shuffle.fresh, SealedShuffle.fresh):
        with pytest.raises(ValueError, match=r"must be one line of text|must count the table's shuffles"):
            make(STANDARD, about)


# -- A given order -----------------------------------------------------------------------------------------------


@given(st.lists(st.integers(0, UNKNOWN)))
def test_a_given_order_is_dealt_unchanged(cards):
    shuffle = Shuffle.given(cards)
    assert shuffle.order == tuple(cards)
    assert (shuffle.kind, shuffle.commitment, shuffle.stream().offset) == ("given", "", 0)
    assert from_transcript(shuffle.transcript()) == shuffle


def test_a_given_order_is_hidden_until_revealed():
    shuffle = Shuffle.given(parse("As Kd ??"))
    assert "As" not in json.dumps(shuffle.transcript(reveal=False))
    assert "As" not in repr(shuffle)


def test_a_given_order_takes_no_seeds():
    with pytest.raises(ValueError, match="a given order takes no seeds"):
        Shuffle.given([1, 2]).seeded("ann", "lucky")


# -- Seeds and secrecy -------------------------------------------------------------------------------------------


LOOKS = {
    "order": lambda shuffle: shuffle.order,
    "what is drawn": lambda shuffle: shuffle.drawing("1 dice", 0),
    "secret": lambda shuffle: shuffle.transcript(),
    "order with other seeds": lambda shuffle: shuffle.seeded("ann", "a seed tried out").order,
    "a copy": lambda shuffle: copy.copy(shuffle).order,
    "a deep copy": lambda shuffle: copy.deepcopy(shuffle).order,
    "a copy in something": lambda shuffle: copy.deepcopy([{"deck": shuffle}])[0]["deck"].order,
}
SEALED_LOOKS = LOOKS | {
    "proof": lambda shuffle: shuffle.proof([0]),
    "proof of nothing": lambda shuffle: shuffle.proof([]),
}


@pytest.mark.parametrize(
    ("make", "look"),
    [(Shuffle.fresh, look) for look in LOOKS.values()]
    + [(SealedShuffle.fresh, look) for look in SEALED_LOOKS.values()],
)
def test_no_seed_is_accepted_after_the_order_was_looked_at(make, look):
    shuffle = make(STANDARD)
    before = shuffle.seeded("bob", "in time")
    look(shuffle)
    for each in (shuffle, before, copy.deepcopy(shuffle)):
        with pytest.raises(ValueError, match="before the shuffle, not during a shoe"):
            each.seeded("cy", "lucky")


@pytest.mark.parametrize("make", [Shuffle.fresh, SealedShuffle.fresh])
def test_a_shuffle_cannot_be_pickled(make):
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(make(STANDARD))


def test_no_seed_is_added_to_a_shuffle_read_from_a_transcript():
    shuffle = from_transcript(Shuffle.fresh(STANDARD).transcript())
    with pytest.raises(ValueError, match="before the shuffle, not during a shoe"):
        shuffle.seeded("ann", "lucky")


def test_seeds_may_be_added_after_the_commitment_is_published_and_do_not_change_it():
    shuffle = Shuffle.fresh(STANDARD)
    published = shuffle.transcript(reveal=False)
    repr(shuffle)
    restored(shuffle.kept())
    seeded = shuffle.seeded("ann", "lucky").transcript(reveal=False)
    assert seeded == published | {"seeds": [["ann", "lucky"]]}


BAD_SEEDS = [
    ([("ann", "lucky"), ("bob", "")], "bob's seed has 0 bytes of UTF-8, but a seed must have 1 to 256"),
    ([("ann", "x" * (SEED_BYTES + 1))], "ann's seed has 257 bytes"),
    ([("ann", "é" * 129)], "ann's seed has 258 bytes"),
    ([("ann", "x"), ("ann", "y")], "ann has already added a seed: each player adds one"),
    ([(f"p{number}", "x") for number in range(MOST_SEEDS + 1)], "65 seeds are too many: a shuffle takes at most 64"),
    ([("ann", "\ud800")], "ann's seed cannot be written as UTF-8"),
    ([("ann", 7)], "ann's seed is not text"),
    ([("", "x")], "the player's name of a seed has 0 bytes"),
    ([("ann", "a\u2028b")], "ann's seed has characters that cannot be printed"),
    ([("a\nb", "x")], "the player's name of a seed has characters that cannot be printed"),
]


@pytest.mark.parametrize(("words", "complaint"), BAD_SEEDS)
def test_bad_seeds_are_rejected(words, complaint):
    for shuffle in (Shuffle.fresh(STANDARD), SealedShuffle.fresh(STANDARD)):
        with pytest.raises(ValueError, match=complaint):
            reduce(lambda seeded, pair: seeded.seeded(*pair), words, shuffle)
    with pytest.raises(ValueError, match="seed"):
        from_transcript(Shuffle.simulated(STANDARD, 1).transcript() | {"seeds": [list(pair) for pair in words]})


def test_seeds_are_accepted_up_to_the_limit():
    shuffle = with_seeds(Shuffle.fresh(STANDARD), ["x" * SEED_BYTES] * MOST_SEEDS)
    assert [seed.text for seed in shuffle.seeds] == ["x" * SEED_BYTES] * MOST_SEEDS
    with pytest.raises(ValueError, match="65 seeds are too many"):
        shuffle.seeded("ann", "one more")


def test_the_secret_is_in_no_text_that_could_be_logged():
    secret = bytes(range(7, 256)) + bytes(7)
    with from_the_system(secret):
        shuffle = Shuffle.fresh(STANDARD)
    shuffle.order  # noqa: B018 - to look is the point
    with pytest.raises(ValueError, match="too late for a seed") as refusal:
        shuffle.seeded("ann", "lucky")
    inside = refusal.tb.tb_next  # below the test, which knows the secret itself
    traced = traceback.TracebackException(refusal.type, refusal.value, inside, capture_locals=True)
    texts = [repr(shuffle), str(shuffle), repr(shuffle.stream()), repr(shuffle._secret), *traced.format()]
    texts.append(json.dumps(shuffle.transcript(reveal=False)))
    assert any("self = <Shuffle" in written for written in texts)
    for written in texts:
        assert secret[:8].hex() not in written
        assert repr(secret[:8])[2:-1] not in written


@pytest.mark.parametrize("spoil", [lambda secret: secret[:-2], lambda secret: secret + "zz", str.upper])
def test_an_error_does_not_repeat_the_secret(spoil):
    transcript = Shuffle.fresh(STANDARD).transcript()
    with pytest.raises(ValueError, match=r"^the secret ") as refusal:
        from_transcript(transcript | {"secret": spoil(transcript["secret"])})
    assert transcript["secret"][:8] not in str(refusal.value).lower()


ALTERED = [
    {"note": ""},
    {"kind": "simulated"},
    {"kind": ["fair"]},
    {"about": {}},
    {"about": None},
    {"about": About("four-card-frenzy", table="7", number=0)._asdict()},
    {"about": About("four-card-frenzy", table="7", number=1)._asdict()},
    {"about": About()._asdict() | {"number": True}},
    {"about": About()._asdict() | {"number": 0.5}},
    {"about": About()._asdict() | {"game": ["x"]}},
    {"commitment": "0" * 64},
    {"commitment": None},
    {"cards": text(STANDARD[::-1])},
    {"cards": text(STANDARD) + " "},
    {"cards": text(STANDARD).lower()},
    {"cards": list(STANDARD)},
    {"cards": ""},
    {"seeds": [["ann", "lucky"]]},
    {"seeds": [[]]},
    {"seeds": 5},
    {"seeds": {}},
    {"secret": 5},
    {"secret": ""},
    {"order": text(STANDARD)},
    {"order": None},
]
SEALED = [*ALTERED, {"salts": None}, {"salts": ["00" * 32] * 52}, {"draws": 5}, {"seals": {}}, {"seals": None}]


@pytest.mark.parametrize(
    ("make", "change"),
    [*((Shuffle, each) for each in ALTERED), *((SealedShuffle, each) for each in SEALED)],
    ids=lambda each: str(each)[:40],
)
def test_an_altered_transcript_is_rejected_here_and_by_the_verifier(make, change):
    altered = make.fresh(STANDARD).transcript() | change
    with pytest.raises(ValueError):  # noqa: PT011 - the reason differs
        from_transcript(altered)
    assert not check_shuffle(altered).holds


def test_a_shuffle_cannot_be_changed():
    shuffle = Shuffle.simulated(STANDARD, 1)
    for name in ("order", "kind", "fair", "commitment", "seeds"):
        with pytest.raises(AttributeError):
            setattr(shuffle, name, "another")


# -- Transcripts -------------------------------------------------------------------------------------------------


def documented_order(transcript):
    """The order that the plain Python in the document computes from a transcript."""
    [code] = re.findall(r"```python\n(.*?)```", (DOCS / "play" / "fairness.md").read_text(encoding="utf-8"), re.DOTALL)
    names = {}
    exec(code, names)
    return names["order_of"](transcript)


@pytest.mark.parametrize("words", [[], ["lucky seven"], ["größer", "♠", "x" * 256]])
@pytest.mark.parametrize(
    "cards", [STANDARD, SHOE, deck("joker").cards, deck("spanish", packs=6).cards, (0,), (0,) * 257]
)
def test_the_lines_in_the_document_check_a_fresh_shuffle(cards, words):
    shuffle = with_seeds(Shuffle.fresh(cards), words)
    transcript = json.loads(json.dumps(shuffle.transcript()))
    assert documented_order(transcript) == text(shuffle.order)
    with pytest.raises(ValueError, match="differ from the commitment"):
        documented_order(transcript | {"kind": "simulated"})


def test_the_figures_in_the_document_are_right():
    written = " ".join((DOCS / "examine" / "shuffle-security.md").read_text(encoding="utf-8").split())
    for orders in (factorial(52), factorial(53), factorial(416) // factorial(8) ** 52):
        assert f"| {log2(orders):,.1f} |" in written
    assert factorial(12) < 2**32 < factorial(13)
    mean, beyond = bytes_used(52, 256)
    assert f"uses {mean:.0f} bytes on average" in written
    assert f"{beyond * 1e50:.1f} in 10^50" in written
    mean, beyond = bytes_used(416, 2048)
    assert f"(eight decks: {mean:.0f})" in written
    assert f"{beyond * 1e136:.1f} in 10^136" in written


def bytes_used(cards, size):
    """The average number of bytes that an order uses, and the probability that it uses more than the secret has."""
    chances = np.zeros(2 * size)
    chances[0] = 1
    for last in range(cards - 1, 0, -1):
        taken = (last + 1) / (1 << last.bit_length())
        wait = [0] * (1 if last < 256 else 2)
        chances = lfilter([*wait, taken], [1, *wait[1:], taken - 1], chances)  # tries until one is accepted
    return chances @ np.arange(2 * size), chances[size + 1 :].sum()


@given(packs, seeds)
def test_a_transcript_goes_through_json_and_back(cards, words):
    shuffle = with_seeds(Shuffle.fresh(cards), words)
    transcript = shuffle.transcript()
    again = from_transcript(json.loads(json.dumps(transcript)))
    assert again == shuffle
    assert again.transcript() == transcript
    assert again.stream().offset == shuffle.stream().offset


# -- The broken shuffle (its outcomes, and ours, are judged by the battery) ----------------------------------------


def test_a_shuffle_seeded_by_the_clock_reaches_hardly_any_orders():
    eight = tuple(range(8))
    reached = {tuple(ClockRandom(clock).permute(eight)) for clock in range(8)}
    clocks = range(0, 2**32, 429_497)  # from all over the 32 bits
    assert {tuple(ClockRandom(clock).permute(eight)) for clock in clocks} == reached
    assert len(reached) <= 8 < factorial(8)
    fair = {Shuffle.simulated(eight, "reach", number).order for number in range(len(clocks))}
    expected = factorial(8) * (1 - (1 - 1 / factorial(8)) ** len(clocks))
    assert len(fair) == pytest.approx(expected, rel=0.02)


def test_the_clock_has_no_part_in_a_shuffle(monkeypatch):
    """GLI-19, 3.3.2 b: with all clocks stopped, every secret is still a new one."""
    for name in ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"):
        monkeypatch.setattr(time, name, lambda: 1_234_567_890)
    shuffles = [made(STANDARD).transcript() for _ in range(20) for made in (Shuffle.fresh, SealedShuffle.fresh)]
    assert len({each["secret"] for each in shuffles}) == len(shuffles)


@pytest.mark.parametrize("slug", ["ultimate-texas-holdem", "texas-holdem", "ez-baccarat"])
def test_no_two_rounds_and_no_two_tables_share_a_secret(slug):
    """GLI-19, 3.3.2 b: as money tables do it, with a new shuffle after each round, or after each shoe."""
    game, secrets = cardroom.game(slug), []
    for number in range(3):
        for table in ("table 1", "table 2"):
            kept = game.shuffle(None, number, About(slug, table=table, number=number)).kept()
            secrets.append(kept["secret"])
    assert len(set(secrets)) == len(secrets)


def test_a_shuffle_seeded_by_the_clock_is_predictable_from_five_cards():
    """A seat that knows the time to ten seconds, its own two cards and the flop knows everyone's cards."""
    clock = 1_234_567_890
    order = ClockRandom(clock).permute(STANDARD)
    candidates = range(clock - 10_000 + 137, clock + 10_000 + 137)
    guesses = [guess for guess in candidates if ClockRandom(guess).permute(STANDARD)[:5] == order[:5]]
    assert guesses == [clock]
