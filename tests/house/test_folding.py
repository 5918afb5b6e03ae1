"""Entries of guests who never sat down are folded. The chain stays whole, and nothing else can be folded unnoticed."""

import pytest
from sqlalchemy import text

import cardroom
from cardroom.house import CAGE, player
from cardroom.house.audit.store import audit
from cardroom.house.books.folding import fold_guests
from cardroom.house.books.values import OUTSIDE, PLAY_MONEY
from cardroom.house.cage.history import cage_entries
from cardroom.play.table import Join

FOREVER = 2**62
WELCOME = 1_000_000


def visit(house, *names):
    for name in names:
        house.cage.deposit(name, WELCOME, who=PLAY_MONEY, key=f"welcome {name}")


@pytest.fixture
def visited(house):
    """A house with users, guests who left, a guest who sat down and one who became a user."""
    visit(house, "ann", "guest 1", "guest 2", "bob", "guest 3", "guest 4")
    table = house.open_table("table 7", cardroom.game("three-card-poker-6-card-bonus"), who="floor")
    table.do(Join("guest 3", 20_000))
    house.cage.withdraw("guest 4", WELCOME, who=PLAY_MONEY, key="came over guest 4")
    return house


def kinds(house):
    return [entry.kind for entry in house.entries(CAGE)]


def findings(house, *given, **how):
    return [each.what for each in audit(house.books, *given, **how).findings]


def test_folded_guests_leave_only_hashes_and_the_audit_holds(visited):
    before = [(entry.number, entry.hash) for entry in visited.entries(CAGE)]
    assert fold_guests(visited.books, {"guest 2"}, FOREVER) == 2  # guests 1 and 4
    entries = visited.entries(CAGE)
    assert [(entry.number, entry.hash) for entry in entries[:-1]] == before, "the chain is as it was"
    emptied = [entry for entry in entries if entry.kind == "folded"]
    assert [(each.body, each.who, each.key, each.postings) for each in emptied] == [(b"", "", None, ())] * 3
    assert entries[-1].kind == "fold"
    assert not visited.books.has_account(player("guest 1"))
    assert visited.balance("guest 2") == WELCOME
    assert visited.holdings("guest 3") == WELCOME
    assert visited.books.balance(OUTSIDE) == -4 * WELCOME
    done = audit(visited.books)
    assert done.holds, done.findings
    assert done.remarks == ("3 entries of guests who never sat down were folded.",)


def test_folding_again_folds_only_what_is_new(visited):
    assert fold_guests(visited.books, (), FOREVER) == 3
    assert fold_guests(visited.books, (), FOREVER) == 0
    visit(visited, "guest 5", "guest 1")  # a later guest may have the same name
    assert fold_guests(visited.books, {"guest 1"}, FOREVER) == 1
    assert visited.balance("guest 1") == WELCOME
    assert findings(visited) == []
    assert [each.kind for each in cage_entries(visited.books).entries if each.kind.startswith("fold")] == ["fold"] * 2


def test_recent_entries_and_entries_of_users_stay(visited):
    assert fold_guests(visited.books, (), 0) == 0
    fold_guests(visited.books, (), FOREVER)
    assert visited.balance("ann") == visited.balance("bob") == WELCOME
    visited.cage.withdraw("ann", WELCOME, who="cage 1", key="slip 1")


def test_a_guest_whose_balance_was_corrected_stays(visited):
    visited.cage.correct(OUTSIDE, player("guest 1"), 5, who="floor", why="miscounted", key="c 1")
    assert fold_guests(visited.books, {"guest 2"}, FOREVER) == 1
    assert visited.balance("guest 1") == WELCOME + 5
    assert findings(visited) == []


def test_an_audit_from_a_checkpoint_before_the_folding_holds(visited):
    checkpoint = audit(visited.books).checkpoint
    visit(visited, "guest 6")
    fold_guests(visited.books, (), FOREVER)
    assert findings(visited, checkpoint, resume=True) == []
    assert findings(visited, checkpoint) == []
    after = audit(visited.books).checkpoint
    visit(visited, "guest 7")
    assert findings(visited, after, resume=True) == []


HIDE = "UPDATE lines SET kind = 'folded', who = '', key = NULL, body = :empty WHERE kind = '{}' AND who <> ''"
GONE = "DELETE FROM postings WHERE number IN (SELECT number FROM lines WHERE kind = 'folded')"


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("edits", "found"),
    [
        ([HIDE.format("deposit")], "it is folded, but no later entry says so"),
        ([HIDE.format("deposit"), GONE], "it is folded, but no later entry says so"),
        ([f"UPDATE lines SET hash = '{7:064}' WHERE kind = 'folded'"], "its digest differs"),
        (["UPDATE lines SET who = 'ann' WHERE kind = 'folded'"], "a folded entry must be empty"),
        (["UPDATE accounts SET cents = cents - 1 WHERE kind = 'outside'"], "its postings sum to"),
        (["DELETE FROM lines WHERE kind = 'folded' AND number = 3"], "are missing"),
    ],
)
def test_nothing_else_can_be_folded_unnoticed(visited, edits, found):
    fold_guests(visited.books, (), FOREVER)
    with visited.books.store.transaction() as connection:
        for edit in edits:
            connection.execute(text(edit), {"empty": b""} if ":empty" in edit else {})
    assert any(found in each for each in findings(visited)), findings(visited)


def test_a_fold_that_names_other_entries_is_found(visited):
    fold_guests(visited.books, (), FOREVER)
    with visited.books.store.transaction() as connection:
        row = connection.execute(text("SELECT body FROM lines WHERE kind = 'fold'")).scalar()
        body = bytes(row).replace(b"[[3,4]", b"[[3,3]")
        assert body != bytes(row)
        connection.execute(text("UPDATE lines SET body = :body WHERE kind = 'fold'"), {"body": body})
    assert any("no later entry says so" in each for each in findings(visited))
    assert any("hash does not match" in each for each in findings(visited))
