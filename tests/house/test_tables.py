"""Tables in the books: every step is stored before it is sent, tables can be rebuilt at any point, and requests take
effect once."""

import os
from random import Random

import msgspec
import pytest

import cardroom
from cardroom.errors import InputError, Refused
from cardroom.house import OUTSIDE, Books, House, LedgerAccount, Stale, player
from cardroom.house.audit.store import audit
from cardroom.house.tables import table as tables
from cardroom.house.tables.entries import entry_of, postings_of
from cardroom.play.round.events import Transfer
from cardroom.play.table import Join, Leave, Return, SitOut, StartRound, StepAway, SubmitAnswer, TopUp, UseDefault, Void
from cardroom.play.table.table import Table
from support.houses import BANKED, DRAW, GAME, SHOE, play, play_into, refill, seated, step


def facts(table):
    """Everything about a table and its round that the house and all viewers can see."""
    if table.round is None:
        return standing(table)
    views = {name: table.round.view(name) for name in (None, *table.stacks)}
    return (
        tuple(table.round.events),
        table.round.waiting,
        tuple(table.round.answers),
        views,
        table.state.out,
        table.state.away,
    )


def standing(table):
    """The state of a table between rounds, with its cards."""
    entries = table._entries
    table.snapshot()
    [stands], table._entries = table._entries, entries
    return stands


def from_the_beginning(house, name):
    """The table rebuilt from all entries of its book."""
    books = house.books
    return Table.from_log((entry_of(books.plaintext(name, line)) for line in books.entries(name)), house.find)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("slug", "rules"), [(GAME, {}), (DRAW, {}), ("texas-holdem", {}), (SHOE, {})])
def test_a_table_resumed_at_any_step_equals_one_that_never_stopped(house, slug, rules):
    table, random = seated(house, "table 7", slug, **rules), Random(1)
    for turn in range(25):
        step(table, random)
        if turn == 3:
            table.do(SitOut("bob"))
        if turn == 6:
            table.do(StepAway("cyd"))
            table.do(SitOut("bob", False))
        if turn == 9:
            table.do(Return("cyd"))
        again = house.table("table 7").table
        assert facts(again) == facts(from_the_beginning(house, "table 7")) == facts(table.table)
        assert (again.stacks, again.state.head, again.rounds) == (
            table.table.stacks,
            table.table.state.head,
            table.table.rounds,
        )


def test_an_interrupted_round_continues_in_a_different_process(house, store_url):
    table, random = seated(house, "table 7", DRAW), Random(2)
    play_into(table, 4, random)
    other = House.at(store_url)
    again = other.table("table 7")
    play(again, 1, random)
    with pytest.raises(Stale):
        step(table, random)
    assert table.table.rounds == 1  # rebuilt from the book
    assert table.table.stacks == again.table.stacks
    play(table, 1, random)
    other.books.store.close()


def test_money_moves_with_the_end_of_the_round_and_as_the_round_moved_it(house):
    table, random = seated(house, "table 7"), Random(3)
    for _ in range(6):
        refill(table)
        before, lines = house.books.balances("table 7"), len(house.entries("table 7"))
        play_into(table, 0, random)
        moved = []
        while (round := table.round) is not None:
            assert house.books.balances("table 7") == before
            moved = round.events
            step(table, random)
            moved = round.events
        [closed] = [line for line in house.entries("table 7")[lines:] if line.kind == "round-ended"]
        transfers = tuple(event for event in moved if isinstance(event, Transfer))
        assert closed.postings == postings_of("table 7", entry_of(closed.body), transfers)
        assert {posting.cite for posting in closed.postings if posting.cause == "win"} <= {
            event.cite for event in transfers
        }
        after = house.books.balances("table 7")
        assert {account.owner: cents for account, cents in after.items() if account.kind == "stack"} == {
            name: cents for name, cents in table.table.stacks.items() if cents
        }
        assert {account.kind for account in after} <= {"stack", "house", "collection", "meter", "reserve"}
        assert sum(house.books.balances().values()) == 0


def test_chips_come_from_the_balance_and_return_to_it(house):
    table = seated(house, "table 7", chips=30_000)
    assert house.balance("ann") == 30_000
    table.do(TopUp("ann", 10_000))
    assert (house.balance("ann"), house.books.balance(LedgerAccount("table 7", "stack", "ann"))) == (20_000, 40_000)
    table.do(Leave("ann"))
    assert (house.balance("ann"), house.books.balance(LedgerAccount("table 7", "stack", "ann"))) == (60_000, 0)


def test_a_repeated_request_takes_effect_once(house):
    table = seated(house, "table 7", GAME, ("ann", "bob"))
    house.cage.deposit("cyd", 60_000, who="cage 1", key="slip")
    for _ in range(2):
        table.do(Join("cyd", 40_000), key="join")
    for _ in range(2):
        table.do(TopUp("cyd", 5_000), key="add")
    for _ in range(2):
        table.do(StartRound(), "dealer", key="start")
    ask = table.round.waiting[0]
    who, answer = table.round.spot(ask.spot).bettor, ask.default
    for _ in range(2):
        table.do(SubmitAnswer(who, ask.spot, None, answer.action, answer.value), key="first")
    kinds = [line.kind for line in house.entries("table 7")]
    assert kinds == ["game-set", "shuffled", "joined", "joined", "joined", "topped-up", "round-started", "answered"]
    assert house.balance("cyd") == 15_000
    table.do(Void("a fire"), "floor")
    for _ in range(2):
        table.do(Leave("cyd"), key="leave")
    assert house.balance("cyd") == 60_000


def test_an_answer_with_cards_is_the_same_however_they_are_named(house):
    table = seated(house, "table 7", DRAW)
    table.do(StartRound(), "dealer")
    while (ask := table.round.waiting[0]).options[0].action != "discard":
        actions = [option.action for option in ask.options]
        table.do(SubmitAnswer(who(table, ask), ask.spot, None, "call" if "call" in actions else "check"))
    cards = ask.options[0].cards[:2]
    for named in (cardroom.cards.text(reversed(cards)), list(cards), cards):
        table.do(SubmitAnswer(who(table, ask), ask.spot, None, "discard", named), key="d")
    other = ask.options[0].cards[:3]
    with pytest.raises(InputError, match="The id 'd' was used for a different request"):
        table.do(SubmitAnswer(who(table, ask), ask.spot, None, "discard", other), key="d")
    line = house.entries("table 7")[-1]
    assert line.secret


def who(table, ask):
    return table.round.spot(ask.spot).bettor


def test_a_key_used_for_a_different_request_is_rejected(house):
    table = seated(house, "table 7")
    table.do(Leave("cyd"), key="left")
    table.do(Join("cyd", 40_000), key="join")
    table.do(StartRound(), "dealer", key="start")
    ask = table.round.waiting[0]
    bettor, least = who(table, ask), ask.options[0].least
    table.do(SubmitAnswer(bettor, ask.spot, None, ask.options[0].action, least), key="answer")
    others = [
        lambda: table.do(Join("cyd", 40_001), key="join"),
        lambda: table.do(Join("cyd", 40_000, 5), key="join"),
        lambda: table.do(Join("bob", 40_000), key="join"),
        lambda: table.do(Leave("ann"), key="left"),
        lambda: table.do(StartRound(), "dealer", key="join"),
        lambda: table.do(SubmitAnswer("ann", "1", None, "fold"), key="start"),
        lambda: table.do(SubmitAnswer(bettor, ask.spot, None, ask.options[0].action), key="answer"),
        lambda: table.do(SubmitAnswer(bettor, ask.spot, None, ask.options[0].action, 1), key="answer"),
        lambda: house.cage.deposit("cyd", 40_000, who="cyd", key="join"),
    ]
    before = house.entries("table 7")
    for other in others:
        with pytest.raises(InputError, match="was used for a different request: table 7, entry"):
            other()
    assert house.entries("table 7") == before


def test_a_failed_commit_leaves_the_table_unchanged(house, monkeypatch):
    table, random = seated(house, "table 7"), Random(4)
    play_into(table, 1, random)
    before, lines = facts(table.table), house.entries("table 7")

    def broken(*_, **__):
        raise tables.InputError("the disk is gone")

    with monkeypatch.context() as during:
        during.setattr(house.books, "append", broken)
        with pytest.raises(InputError, match="the disk is gone"):
            step(table, random)
    assert (facts(table.table), house.entries("table 7")) == (before, lines)
    play(table, 1, random)


def test_a_refused_answer_changes_nothing(house):
    table = seated(house, "table 7")
    table.do(StartRound(), "dealer")
    before = facts(table.table), house.entries("table 7")
    with pytest.raises(Refused):
        table.do(SubmitAnswer("ann", "2", None, "bet", {"ante": 1_000}))
    assert (facts(table.table), house.entries("table 7")) == before


def test_a_voided_round_moves_nothing(house):
    table, random = seated(house, "table 7"), Random(5)
    before = house.books.balances()
    play_into(table, 2, random)
    table.do(Void("a card was exposed"), "floor")
    assert house.books.balances() == before
    assert [line.kind for line in house.entries("table 7")][-3:] == ["round-voided", "shuffle-discarded", "shuffled"]
    assert facts(house.table("table 7").table) == facts(from_the_beginning(house, "table 7"))


def test_a_bank_that_is_short_is_filled_before_it_pays(house):
    table, random = seated(house, "table 7", BANKED), Random(6)
    bank, fills = LedgerAccount("table 7", "house"), []
    for number in range(60):
        if won := house.books.balance(bank):
            house.cage.credit("table 7", won, who="cage 1", key=f"credit {number}")
        play(table, 1, random)
        fills = [posting for line in house.entries("table 7") for posting in line.postings if posting.cause == "fill"]
        if fills:
            break
    assert {(posting.payer, posting.payee) for posting in fills} == {(OUTSIDE, bank)}
    assert sum(house.books.balances().values()) == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize("every", [1, 3])
def test_rebuilding_from_a_snapshot_equals_rebuilding_from_the_beginning(house, monkeypatch, every):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", every)
    table, random = seated(house, "table 7", DRAW), Random(7)
    for _ in range(7):
        play(table, 1, random)
        again = house.table("table 7").table
        assert standing(again) == standing(from_the_beginning(house, "table 7"))
        play_into(table, 2, random)
        assert facts(house.table("table 7").table) == facts(from_the_beginning(house, "table 7")) == facts(table.table)
        while table.round is not None:
            step(table, random)
    read = list(house.books.entries_from_snapshot("table 7"))
    assert read[0].kind == "snapshot"
    assert len([line for line in read if line.kind == "round-ended"]) < every
    assert house.books.last_snapshot("table 7", 10**9) == read[0].number


def play_shoe(table, dealt, random):
    """Play until more cards of the shoe are dealt. A round that no one banks deals none."""
    for _ in range(40):
        play(table, 1, random)
        if table.table.carry.shoe and table.table.carry.shoe.dealt > dealt:
            return
    pytest.fail("nobody banked in forty rounds")


def test_a_parked_shoe_continues_after_a_rebuild(house, monkeypatch):
    monkeypatch.setattr(tables, "SNAPSHOT_EVERY", 2)
    shoe, other = cardroom.game(SHOE), cardroom.game(GAME)
    table, random = seated(house, "table 7", SHOE), Random(8)
    play_shoe(table, 0, random)
    commitment, dealt = table.table.commitment, table.table.carry.shoe.dealt
    table.change(other, "floor")
    play(table, 3, random)
    again = house.table("table 7")
    assert house.books.last_snapshot("table 7", 10**9) > 1
    assert standing(again.table) == standing(from_the_beginning(house, "table 7"))
    again.change(shoe, "floor")
    assert (again.table.commitment, again.table.carry.shoe.dealt) == (commitment, dealt)
    play_shoe(again, dealt, random)
    assert again.table.commitment == commitment
    assert standing(house.table("table 7").table) == standing(from_the_beginning(house, "table 7"))


def test_the_text_of_the_rules_is_stored_with_the_table(house, own_game, store_url):
    game = own_game(GAME, f'extends = "{GAME}/500-club"\n[house_rules.minimum]\ndefault = 700\n')
    assert game.rules.digest != cardroom.game(GAME).rules.digest
    table, random = seated(house, "table 7"), Random(9)
    table.change(game, "floor")
    play(table, 1, random)
    other = House.at(store_url)
    assert other.table("table 7").table.game == game
    other.books.rules_text = lambda _: msgspec.json.encode(cardroom.game(GAME).rules)
    with pytest.raises(InputError, match="were changed in the store"):
        other.table("table 7")
    other.books.store.close()


def test_two_houses_on_one_store_see_the_same_balances(house, store_url):
    other = House.at(store_url)
    house.cage.deposit("ann", 40_000, who="cage 1", key="1")
    other.cage.withdraw("ann", 10_000, who="cage 2", key="2")
    assert house.balance("ann") == other.books.balance(player("ann")) == 30_000
    other.books.store.close()


def test_a_timed_collection_uses_the_minutes_since_the_table_opened(house):
    """500 Club, Poker Games Collection Rates: Face-Up Chinese Poker, $10 a player in advance every forty minutes."""
    now = [4_000_000_000_000_000]
    room = House(Books(house.books.store, lambda: now[0]))
    table = seated(room, "table 7", "face-up-chinese-poker", ("ann", "bob"), 100_000, collection="1")
    took = []
    for minutes in (3, 41, 44):
        now[0] = 4_000_000_000_000_000 + minutes * 60_000_000
        table.do(StartRound(), "dealer")
        [read] = [answer.value for answer in table.round.answers if answer.spot == "house"]
        assert read == minutes
        while table.round is not None:
            table.do(UseDefault(table.round.waiting[0].spot), "clock")
        closed = [line for line in room.entries("table 7") if line.kind == "round-ended"][-1]
        took.append([posting.cents for posting in closed.postings if posting.cause == "fee"])
    assert took == [[1_000, 1_000], [], [1_000, 1_000]], "for forty minutes from the third on"
    assert audit(room.books).holds, audit(room.books).findings


@pytest.mark.parametrize("forgotten", [False, True])
def test_a_request_that_would_be_legal_again_takes_effect_once(house, forgotten):
    """A table remembers its latest requests. For an older one the database finds out that it is there already."""
    table = seated(house, "table 7")
    table.do(StartRound(), "dealer", key="deal")
    table.do(Void("a card was boxed"), "floor", key="void")
    before = facts(table.table)
    if forgotten:
        table._keys.clear()
    table.do(StartRound(), "dealer", key="deal")
    assert facts(table.table) == before
    with pytest.raises(InputError, match="was used for a different request"):
        table.do(SitOut("ann"), key="deal")
    assert facts(table.table) == before
    table.do(StartRound(), "dealer", key="deal 2")
    assert [line.key for line in house.entries("table 7") if line.kind == "round-started"] == ["deal", "deal 2"]
    assert audit(house.books).holds


def test_a_repeated_request_of_another_process_is_tried_once(database, open_house, monkeypatch):
    monkeypatch.setenv("CARDROOM_KEY", os.urandom(32).hex())
    house = open_house(database, create=True)
    table = seated(house, "table 7", chips=30_000)
    table.do(TopUp("ann", 10_000), key="add")
    tries, append = [], Books._append
    monkeypatch.setattr(Books, "_append", lambda *given: tries.append(given) or append(*given))
    house.table("table 7").do(TopUp("ann", 10_000), key="add")  # it has not seen the id
    assert (len(tries), house.balance("ann")) == (1, 20_000)
