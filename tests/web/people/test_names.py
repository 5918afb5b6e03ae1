"""Names of users: none can be mistaken for another user, a guest, a bot or the house."""

import unicodedata
from contextlib import suppress

import pytest

from cardroom.errors import InputError
from cardroom.web.people.database import PeopleDatabase
from cardroom.web.people.names import _NAME as NAMED
from cardroom.web.people.names import check_name, check_player_name, chosen_guest_name, normalize
from cardroom.web.people.store import PeopleStore
from support.browser import Browser
from support.server import QUICK

UNNAMED = (
    *(
        "аnn",
        "Ｂob",
        "ann\u202e",
        "a\u0000b",
        "an\u00adn",
        "ⅷ",
        "ı",
        "日本",
        "ann🂡",
        "ann\n",
        "a/b",
        "-ann",
        "ann ",
        "",
        "x" * 25,
    ),
    *("bot Lark", "B0T Lark", "guest 5", "GUEST", "house", "BANK", "C0llection", "17"),
    *("door", "Play Money", "cardroom serve", "nobody"),  # authors of the house's own entries in the books
)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", UNNAMED)
def test_misleading_names_are_refused(door, name):
    refused = Browser(door).post("/api/v1/sign-up", name=name, password="correct horse")
    assert (refused.status_code, "is not allowed as a name" in refused.json()["detail"]) == (409, True)


def test_names_that_unicode_treats_as_equal_are_equal():
    """For every letter allowed in names: letters that Unicode treats as equal are equal."""
    plain = {}
    for letter in map(chr, range(0x30000)):
        same = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", letter).casefold())
        plain.setdefault(same, set()).add(letter)
    several = [letters for letters in plain.values() if len(letters) > 1]
    allowed = [letter for letter in map(chr, range(0x180)) if NAMED.fullmatch(letter)]
    assert len(several) > 1000
    assert len(allowed) > 150
    for letters in several:
        if {*allowed} & letters:
            assert len({normalize(letter) for letter in letters if letter.isprintable()}) == 1, letters


def test_names_with_accents_are_allowed_and_other_alphabets_are_not():
    for name in ("José", "Łukasz", "O'Neil", "Jean-Luc", "Ann B. 2"):
        check_name(name)
    with pytest.raises(InputError):
        check_name("Bаnk")


def test_a_name_that_looks_like_an_existing_one_is_refused(door):
    Browser(door).sign_up("Iris O")
    for name in ("lris O", "1ris 0", "IRIS o", "Íris O"):
        refused = Browser(door).post("/api/v1/sign-up", name=name, password="correct horse")
        assert (refused.status_code, "taken" in refused.json()["detail"]) == (409, True)


@pytest.mark.parametrize("name", ["f i o n n", "F.i.o.n.n", "FIONN", "fi0nn", "Fi-onn", "Fionñ", "fioɴn", "fiоnn"])
def test_a_name_that_differs_by_spaces_signs_or_confusable_letters_is_refused(door, name):
    with suppress(InputError):  # a test before this one has added it
        door.server.people.sign_up("fionn", "correct horse")
    assert Browser(door).post("/api/v1/sign-up", name=name, password="correct horse").status_code == 409


def test_letters_that_look_alike_together_are_refused_and_other_numbers_are_not(tmp_path):
    people = PeopleStore(PeopleDatabase(f"{tmp_path}/people.db"), hasher=QUICK)
    people.sign_up("Wilma Torn", "correct horse")
    people.sign_up("Bjørn 7", "correct horse")
    for name in ("Vvilma Torn", "wilma tom", "Wilma-T0rn", "Bjorn 7", "bjorn7"):
        with pytest.raises(InputError, match=r"too similar|is taken"):
            people.sign_up(name, "correct horse")
    for name in ("Bjørn 9", "Bjørn 77", "Wilma"):
        people.sign_up(name, "correct horse")
    people.database.close()


STAFF_WORDS = (
    *("Admin", "Support", "Operator", "the Floor", "Cashier", "My House", "Dealer", "staff", "Auditor", "Pit Boss"),
    *("0perator", "Adrnin", "4dmin2", "Fl00r", "F l o o r", "Ho.use", "Cash-ier 3", "xxDealerxx", "5taff", "2 Hous3"),
)


@pytest.mark.parametrize("name", STAFF_WORDS)
def test_players_and_guests_cannot_be_taken_for_staff(name):
    with pytest.raises(InputError, match="is not allowed as a name"):
        check_player_name(name)
    with pytest.raises(InputError, match="is not allowed as"):
        chosen_guest_name(name)


@pytest.mark.parametrize("name", ["Brad Minton", "Ann Housley", "Hostetler", "Pitt", "Modesto", "Abbot"])
def test_ordinary_names_that_resemble_words_for_staff_are_allowed(name):
    check_player_name(name)


def test_a_given_name_that_is_a_word_of_the_house_needs_a_family_name_and_an_operator():
    with pytest.raises(InputError, match=r"the books use it for the house.*add a family name.*ask an operator"):
        check_name("Floor")
    with pytest.raises(InputError, match="If it is your own name, ask an operator to add you"):
        check_player_name("Floor Jansen")
    check_name("Floor Jansen")  # what an operator may give


def test_sign_up_refuses_a_word_for_staff_and_users_of_before_keep_their_names(door):
    door.server.people.sign_up("Support 7", "correct horse", staff_name=True)
    refused = Browser(door).post("/api/v1/sign-up", name="Support 8", password="correct horse")
    assert (refused.status_code, "take you for staff" in refused.json()["detail"]) == (409, True)
    assert Browser(door).post("/api/v1/sign-in", name="support 7", password="correct horse").status_code == 200
