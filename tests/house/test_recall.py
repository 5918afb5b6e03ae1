"""Rounds are recalled exactly, for users who may see them, and as fast from a long book as from a short one."""

from random import Random

import msgspec
import pytest

import cardroom
from cardroom.cards import UNKNOWN
from cardroom.errors import InputError
from cardroom.games.banked.ez_baccarat import BANKER, PLAYER
from cardroom.histories.phh import write_phh
from cardroom.house import House
from cardroom.house.tables import recall
from cardroom.house.tables import table as tables
from cardroom.house.tables.recall import Recall
from cardroom.play.table import AddSeed, Join, Leave, StartRound, SubmitAnswer, UseDefault, Void
from cardroom.show import picture
from cardroom.verifier import check_seat, check_shuffle
from support.houses import BANKED, DRAW, GAME, SHOE, play, play_into, seated, step

PEOPLE = ("ann", "bob", "cyd")


@pytest.fixture
def house(tmp_path):
    house = House.at(tmp_path / "room.db", create=True)
    yield house
    house.books.store.close()


def watched(table, rounds, random):
    """Play, and note what each viewer was shown after each step."""
    shown, end = [], table.table.rounds + rounds
    while table.table.rounds < end:
        step(table, random)
        round = table.round or table.last
        shown.append({who: picture(round.view(who)) for who in (None, *PEOPLE)})
    return shown


@pytest.mark.sampled(3)
@pytest.mark.parametrize("slug", [GAME, DRAW, SHOE, BANKED, "texas-holdem", "pure-21.5-blackjack"])
def test_a_replay_shows_each_player_what_live_play_showed(house, slug, monkeypatch):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 2)
    table = seated(house, "table 7", slug)
    table.do(AddSeed("ann", "lucky seven"))
    shown = watched(table, 3, Random(7))
    known = Recall(house.books)
    numbers = [played.number for played in known.of_table("table 7").rounds]
    assert len(numbers) == 3
    again = []
    for number in reversed(numbers):
        result = known.round("table 7", number)
        again += [{who: picture(round.view(who)) for who in (None, *PEOPLE)} for round in result.steps()]
    left = iter(again)  # live play shows only the last of several answers that are committed together
    for scene in shown:
        assert scene in left


def test_a_replay_shows_no_player_cards_that_they_did_not_see(house):
    table = seated(house, "table 7", "texas-holdem")
    play(table, 3, Random(3))
    known = Recall(house.books)
    for played in known.of_table("table 7").rounds:
        result = known.round("table 7", played.number)
        for round in result.steps():
            turned = {event.spot for event in round.events if getattr(event, "action", "") == "show"}
            for who in (None, *PEOPLE):
                for spread in picture(round.view(who)).spreads:
                    if spread.place.kind == "hand" and not spread.mine and spread.place.owner not in turned:
                        assert set(spread.cards) <= {UNKNOWN}


def test_a_list_of_rounds_has_the_stakes_and_results_of_a_player(house):
    table = seated(house, "table 7", BANKED)
    before = dict(table.table.stacks)
    play(table, 4, Random(1))
    other = seated(house, "table 8", BANKED, players=("ann",))
    table.do(Leave("ann"))
    play(other, 2, Random(1))
    known = Recall(house.books)
    mine = known.of_player("ann").rounds
    assert [each.table for each in mine] == ["table 8"] * 2 + ["table 7"] * 4
    assert [each.at for each in mine] == sorted((each.at for each in mine), reverse=True)
    lines = house.entries("table 7")
    hers = [
        (line, posting)
        for line in lines
        for posting in line.postings
        if "ann" in (posting.payer.owner, posting.payee.owner)
    ]
    left = next(posting.cents for line, posting in hers if line.kind == "left")
    added = sum(posting.cents for line, posting in hers if line.kind == "topped-up")
    here = [each for each in mine if each.table == "table 7"]
    assert sum(each.net for each in here) == left - before["ann"] - added
    assert sum(each.stake for each in here) == sum(posting.cents for _, posting in hers if posting.cause == "wager") > 0
    assert not any(each.absent for each in mine)
    whole = known.of_table("table 7").rounds
    assert sum(sum(each.people.values()) + each.net + each.fee for each in whole) == 0


def test_the_next_page_continues_where_the_last_one_ended(house, monkeypatch):
    monkeypatch.setattr(recall, "_MOST_SEARCHED", 3)
    table = seated(house, "table 7", BANKED)
    play(table, 3, Random(1))
    table.do(Leave("ann"))
    play(table, 2, Random(1))
    table.do(Join("ann", 40_000))  # the rounds in between are searched, but are not hers
    play(table, 2, Random(1))
    known = Recall(house.books)
    hers = known.of_player
    for listed in (hers, lambda _, *page: known.of_table("table 7", *page)):
        rounds, before, times = [], 0, 0
        while times == 0 or before:
            part = listed("ann", before, 2)
            rounds += part.rounds
            before, times = part.before, times + 1
        assert len({each.number for each in rounds}) == len(rounds) == (5 if listed is hers else 7)
        assert times > 2


def test_a_round_for_points_is_listed_as_played_without_wagers(house):
    table = seated(house, "table 7", "face-up-chinese-poker", ("ann", "bob"), 100_000)
    table.do(StartRound(), "dealer")
    while table.round is not None:
        table.do(UseDefault(table.round.waiting[0].spot), "clock")
    assert Recall(house.books).of_player("ann").rounds[0].says == "played"


def test_defaults_used_for_a_player_are_shown(house):
    table = seated(house, "table 7", BANKED, players=("ann", "bob"))
    table.do(StartRound(), "dealer")
    table.do(SubmitAnswer("ann", "1", None, "bet", {"ante": 500, "odds": 500}))
    while table.round:
        table.do(UseDefault(table.round.waiting[0].spot), "clock")
    known = Recall(house.books)
    assert known.of_player("ann").rounds[0].absent
    assert "Ante" in known.of_player("ann").rounds[0].says
    assert known.of_player("bob").rounds[0].stake == 0


def test_an_unfinished_or_voided_round_is_recalled_as_far_as_it_went(house):
    table = seated(house, "table 7", "texas-holdem")
    play_into(table, 1, Random(1))
    known = Recall(house.books)
    assert known.of_table("table 7").rounds == ()
    going = known.of_table("table 7", in_progress=True).rounds[0]
    assert (going.ended, going.says) == (0, "in progress")
    result = known.round("table 7", going.number)
    *_, round = result.steps()
    assert picture(round.view("ann")) == picture(table.round.view("ann"))
    with pytest.raises(InputError, match="has not ended yet"):
        result.record()
    with pytest.raises(InputError, match="has not ended yet"):
        result.proof(round, "ann")
    table.do(Void("a card was exposed"), "floor")
    off = known.of_player("ann").rounds[0]
    assert (off.voided, off.net, off.says) == (True, 0, "voided: a card was exposed")
    result = known.round("table 7", off.number)
    with pytest.raises(InputError, match="was voided"):
        result.record()
    *_, round = result.steps()
    assert check_seat(result.proof(round, "ann"), noted=result.opening.shuffle).word != "does not hold"


def test_a_sealed_deck_opens_only_the_cards_that_a_player_saw(house):
    table = seated(house, "table 7", "texas-holdem")
    play(table, 1, Random(5))
    result = Recall(house.books).round("table 7", Recall(house.books).of_table("table 7").rounds[0].number)
    *_, round = result.steps()
    opened = {who: len(result.proof(round, who)["openings"]) for who in (None, "ann")}
    assert opened["ann"] <= opened[None] + 2
    assert "secret" not in result.proof(round, "ann", whole=True)
    assert len(result.proof(round, None, whole=True)["openings"]) >= 6
    for whole in (False, True):
        assert check_seat(result.proof(round, "ann", whole=whole), noted=result.opening.shuffle).holds
    assert result.record().hash == table.table.state.head
    assert write_phh(round)


def test_a_shoe_parked_during_a_different_game_is_found(house):
    table, random = seated(house, "table 7", SHOE), Random(1)
    shoe = table.table.game
    while not table.table.carry.shoe:
        play(table, 1, random)
    table.change(cardroom.game("pure-21.5-blackjack"), "floor")
    play(table, 1, random)
    table.change(shoe, "floor")
    play(table, 1, random)
    known = Recall(house.books)
    rounds = [known.round("table 7", each.number) for each in known.of_table("table 7").rounds]
    assert [each.game.slug for each in rounds[:3]] == [SHOE, "pure-21.5-blackjack", SHOE]
    for each in rounds:
        *_, round = each.steps()
        assert round.done
    assert rounds[0].published is rounds[2].published is None


def test_a_shoe_is_published_only_after_its_end(house):
    table = seated(house, "table 7", SHOE)
    random = Random(1)
    while not table.table.carry.shoe:  # perhaps no one wagered
        play(table, 1, random)
    known = Recall(house.books)
    first = known.of_table("table 7").rounds[0].number
    result = known.round("table 7", first)
    *_, round = result.steps()
    assert "secret" not in result.proof(round, None)
    play_into(table, 0, Random(1))
    table.do(Void("the shoe was dropped"), "floor")
    proof = known.round("table 7", first).proof(round, None)
    assert "secret" in proof
    assert check_shuffle(proof, noted=result.opening.shuffle).holds


def test_a_later_viewer_can_recall_every_hand_of_a_shoe(house):
    """Compared with the cards of each round: which hand was higher, and with how many cards."""
    table, random, known = seated(house, "table 7", SHOE), Random(5), Recall(house.books)
    assert known.shoe("table 7") == []
    came = []
    while len(came) < 12:
        play(table, 1, random)
        round = table.last
        if not (player := round.cards.hand(PLAYER)):
            continue  # no one wagered
        ends = sum(map(points, player)) % 10, sum(map(points, banker := round.cards.hand(BANKER))) % 10
        won = "tie" if ends[0] == ends[1] else "player" if ends[0] > ends[1] else "banker"
        more = {(8, "player", 3): "panda 8", (7, "banker", 3): "dragon 7"}
        high, many = (ends[0], len(player)) if won == "player" else (ends[1], len(banker))
        came.append({won, more.get((high, won, many), won)})
    hands = known.shoe("table 7")
    assert [set(each) - {"hands", "naturals"} for each in hands] == came
    assert all("hands" in each for each in hands)
    assert len({frozenset(each) for each in came}) > 1


def points(card):
    return min(card // 4 + 2, 10) % 10 if card < 48 else 1


@pytest.mark.parametrize("slug", [GAME, SHOE])
def test_recalling_a_round_reads_little_of_a_long_book(house, slug, monkeypatch):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 4)
    monkeypatch.setattr(recall, "_AT_ONCE", 8)
    table = seated(house, "table 7", slug)
    play(table, 10, Random(2))
    many, read = table.lines, []
    for name in ("entries_before", "entries_after", "page"):
        monkeypatch.setattr(
            house.books, name, lambda *a, ask=getattr(house.books, name): read.append(result := ask(*a)) or result
        )
    monkeypatch.setattr(recall, "_FORWARD", 0)  # the search for a shoe's end after it is limited
    known = Recall(house.books)
    for played in known.of_table("table 7").rounds:
        read.clear()
        known.round("table 7", played.number)
        assert sum(map(len, read)) <= 1 + 2 + 2 * 8 < many / 3


@pytest.mark.parametrize("number", [0, 1, 2, -1, 2**70, 10**6])
def test_an_entry_that_starts_no_round_recalls_none(house, number):
    seated(house, "table 7")
    for table in ("table 7", "cage", "nowhere"):
        with pytest.raises(InputError, match="no round"):
            Recall(house.books).round(table, number)


def test_a_row_can_be_written_as_json(house):
    table = seated(house, "table 7", cardroom.game("four-card-frenzy").slug)
    play(table, 2, Random(4))
    listed = Recall(house.books).of_player("bob")
    assert msgspec.json.decode(msgspec.json.encode(listed), type=type(listed)) == listed


def test_either_database_recalls(store_url):
    house = House.at(store_url, create=True)
    table = seated(house, "table 7", BANKED)
    play(table, 2, Random(1))
    known = Recall(house.books)
    listed = known.of_player("ann", limit=1)
    rest = known.of_player("ann", listed.before)
    assert [each.number for each in (*listed.rounds, *rest.rounds)] == [
        each.number for each in known.of_table("table 7").rounds
    ]
    *_, round = known.round("table 7", listed.rounds[0].number).steps()
    assert round.net["ann"] == listed.rounds[0].net
    house.books.store.close()


def test_a_list_reads_only_tables_with_a_round_on_its_page(house, monkeypatch):
    """Otherwise the lobby gets slower with each practice table that a user ever had."""
    for number in range(12):
        table = seated(house, f"own {number}", players=("ann", "bob"))
        play(table, 1, Random(number))
        for who in ("ann", "bob"):
            table.do(Leave(who))
    known, read, back = Recall(house.books), [], Recall._back

    def counted(self, table, *how, **more):
        read.append(table)
        return back(self, table, *how, **more)

    monkeypatch.setattr(Recall, "_back", counted)
    for found in (lambda: known.of_player("ann", limit=3), lambda: known.of_house(limit=3)):
        assert [each.table for each in found().rounds] == ["own 11", "own 10", "own 9"]
        assert len({*read}) <= 4
        read.clear()
