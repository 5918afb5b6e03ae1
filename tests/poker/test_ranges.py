"""Ranges: the counts of a reference reader and of brute force, the normal form, and what is refused."""

import random
from fractions import Fraction
from itertools import combinations

import pytest

from cardroom.cards import RANKS, parse
from cardroom.errors import InputError
from cardroom.poker import range_of
from cardroom.poker.ranges import grid, normal_form

COUNTS = {
    "texas-holdem": "AA 6; AKs 4; AKo 12; AK 16; KA 16; AhKh 1; AhK 4; Ah 51; A 198; TT+ 30; JJ-88 24; 88-JJ 24; "
    "ATs+ 16; KTo+ 36; A5s-A2s 16; T9s-65s 20; T9s+ 4; T6s+ 16; QQ+,AK 34; AA-TT,A5s+,KTo+ 102; AK,AKs 16; "
    "AJ+,ATs,KQ+,33-JJ,0.8(QQ+,KJs) 144; TT+!AA 24; A:$s 48; [A-T][A-T]:$o 120; random 1326; KsA 4",
    "short-deck": "AA 6; A6s+ 32; * 630",
    "omaha": "AAxx 6961; AA!AAA 6768; AA:$ds 864; $ds 36504; $ss 158184; $r 28561; $np 183040; JT98 256; JT98+ 1024; "
    "JT98-7654 1280; JT98:$ds 36; [A-T][A-T][A-T][A-T] 4845; A23x 2848; AhKh 1225",
    "seven-card-stud": "(AA)x 300; (xx)A 5100; AA 876; (AsKs)Qs 1; * 66300",
    "razz": "(A2)3 64; [A-8][A-8][A-8]:$np 10752",
    "badugi": "A234:$r 24; A23/K 256",
}
"""How many hands each range has, by a reference reader and by brute force."""


@pytest.mark.parametrize(
    ("game", "written", "count"),
    [(game, *each.rsplit(" ", 1)) for game, line in COUNTS.items() for each in line.split("; ")],
)
def test_a_range_has_as_many_hands_as_the_reference_reader_finds(game: str, written: str, count: str) -> None:
    found = range_of(game, written)
    assert len(found) == int(count)
    if len(found) < 2000:
        assert range_of(game, normal_form(found)).same(found)


@pytest.mark.parametrize(
    ("written", "count", "total"),
    [("AA@0.5,KK", 12, "9"), ("40%(ATs+),QQ", 22, "12.4"), ("QQ@1%,22", 12, "6.06"), ("0.5({AA@0.5})", 6, "1.5")],
)
def test_weights_are_exact(written: str, count: int, total: str) -> None:
    found = range_of("texas-holdem", written)
    assert (len(found), found.total) == (count, Fraction(total))
    assert range_of("texas-holdem", normal_form(found)).same(found)


@pytest.mark.parametrize(("written", "count"), [("5%", 72), ("10%", 134), ("5%-10%", 62), ("20%", 276), ("100%", 1326)])
def test_percents_are_whole_classes_of_the_stored_order(written: str, count: int) -> None:
    found = range_of("texas-holdem", written)
    assert len(found) == count
    assert found.notes


REFUSED = {
    "texas-holdem": "AAs; AhAh; AKQ; 94o-97s; 22-97s; AX+; AA@1,AA@0.5; AA:0.5; AA@2; AA@-1; 0.5(AA; AA); $q; K9s-A9s; "
    "AA,,KK; AA@; (As)Kd; AhKh/2c; 7%%; 150%; [A-; [Z]; AJk; ,; AA KK%",
    "omaha": "AA:$ds@0.5,KK:$ds; AAAAA; JT98-765; JT98-7653; 2/3",
    "short-deck": "A2; 55; 2h2d; 5%",
    "seven-card-stud": "(AA); (AAAA)x; AAAAAAAA; ()",
    "badugi": "A23/K4; A/; 5%",
}


@pytest.mark.parametrize(
    ("game", "written"), [(game, each) for game, line in REFUSED.items() for each in [*line.split("; "), "", " "]]
)
def test_a_bad_range_is_refused_with_its_place(game: str, written: str) -> None:
    with pytest.raises(InputError, match=r"the range .* at .*\(character \d+\): "):
        range_of(game, written)


def test_the_error_shows_what_to_write() -> None:
    with pytest.raises(InputError, match=r"write 'AA@0\.5'"):
        range_of("texas-holdem", "AA:0.5")
    with pytest.raises(InputError, match=r"'AAs' \(character 5\): a pair has two suits; write AA"):
        range_of("texas-holdem", "AK, AAs")
    with pytest.raises(InputError, match=r"A.A.K.K. has two weights, 0\.5 and 1"):
        range_of("omaha", "AA:$ds@0.5,KK:$ds")


def test_a_connected_span_names_what_the_reader_may_have_meant() -> None:
    assert range_of("texas-holdem", "T9s+").notes == ("T9s+ is T9s alone; for all connected ranks write T9s-AKs",)


def _plain(text: str) -> set[frozenset[str]]:
    """The hands of one simple hold'em term, from the definition, over all 1,326 hands."""
    deck = [rank + suit for rank in RANKS for suit in "cdhs"]
    order = RANKS.index

    def fits(one: str, other: str) -> bool:
        if order(one[0]) < order(other[0]):
            one, other = other, one
        kind = text.rstrip("+")[2:3]
        high, low = sorted(text[:2], key=order, reverse=True)
        if (kind == "s" and one[1] != other[1]) or (kind == "o" and one[1] == other[1]):
            return False
        if high == low:
            return one[0] == other[0] and (one[0] == high or (text.endswith("+") and order(one[0]) > order(high)))
        if one[0] != high or one[0] == other[0]:
            return False
        return other[0] == low or (text.endswith("+") and order(low) < order(other[0]))

    return {frozenset(hand) for hand in combinations(deck, 2) if fits(*hand)}


def test_generated_ranges_have_the_hands_of_the_definition() -> None:
    rng = random.Random(7)
    names = [a + b + kind + plus for a in RANKS for b in RANKS for kind in "so " for plus in ("", "+")]
    names = [each.replace(" ", "") for each in names if not (each[0] == each[1] and each[2] != " ")]
    for _ in range(40):
        terms = rng.sample(names, rng.randint(1, 5))
        found = range_of("texas-holdem", ", ".join(terms))
        expected = set().union(*map(_plain, terms))
        assert {frozenset(parse(sorted(hand))) for hand in expected} == {
            frozenset(first) for first, _, _ in found.hands()
        }
        assert range_of("texas-holdem", normal_form(found)).same(found)


def test_removed_cards_and_the_grid() -> None:
    found = range_of("texas-holdem", "AA, AKs@0.5, AKo")
    assert len(found.without(parse("Ah 2c"))) == 3 + 3 + 9
    shares = grid(found.without(parse("Ah")))
    assert (shares[0][0], shares[0][1], shares[1][0]) == (Fraction(1, 2), Fraction(3, 8), Fraction(3, 4))
