"""Seed chains at a table: each link is used once, withheld links are on record, and logs and records replay."""

from itertools import compress, product

import msgspec
import pytest

from cardroom.cards.chain import SeedChain, link_hash, withheld
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.play import Table
from cardroom.play.records.file import Record, RecordError, record, replay
from cardroom.play.table import AddSeed, AskLinks, ChangeGame, CommitChain, Join, Leave, SubmitAnswer, UseDefault
from cardroom.play.table.log import LinksAsked, SeedAdded
from support.situations import POKER, SHOE, THREE, chain_of, chained, find, stored, table_of


def play(table):
    """Play a round by its defaults, after bets if it is dealt from a shoe; return its record and its shuffle."""
    round = table.start()
    if table.game is SHOE:
        table.do(SubmitAnswer(round.spot(round.ask.spot).bettor, round.ask.spot, None, "bank", 10_000))
        table.do(SubmitAnswer(round.spot(round.ask.spot).bettor, round.ask.spot, None, "bet", {"player": 500}))
    while not round.done:
        table.do(UseDefault(round.ask.spot))
    return table.finish(), round.shuffle


def round_with(table, chains, *names):
    """Play a round for which these players are asked, and reveal, the next links of their chains."""
    table.do(AskLinks(names))
    for who in names:
        table.do(AddSeed(who, chains[who].reveal()))
    return play(table)


@pytest.mark.parametrize("game", [THREE, POKER], ids=["banked", "sealed"])
def test_each_round_uses_the_next_link_of_every_chain(game):
    table, chains = chained(game), {who: chain_of(who) for who in ("ann", "bob")}
    before = dict(table.state.chains)
    for _ in range(3):
        kept, shuffle = round_with(table, chains, "ann", "bob")
        assert kept.opening.chains == tuple(before.items())
        assert {by: link_hash(link) for by, link in kept.opening.seeds} == before
        before = dict(kept.opening.seeds)
        assert table.state.chains == before
        assert replay(Record.from_json(kept.json()), game, shuffle).done


def test_a_withheld_link_ends_the_chain_and_is_on_record():
    table = chained(THREE, "ann", "bob")
    table.do(AddSeed("ann", chain_of("ann").reveal()))
    assert table.state.unrevealed == ("bob",)
    kept, shuffle = play(table)
    assert [by for by, _ in kept.opening.chains] == ["ann", "bob"]
    assert [by for by, _ in kept.opening.seeds] == ["ann"]
    assert [by for by, _ in shuffle.transcript()["chains"]] == ["ann", "bob"]
    assert table.state.chains == {"ann": chain_of("ann").reveal()}
    table.do(CommitChain("bob", SeedChain.fresh().anchor))
    assert len(table.state.chains) == 2


def test_leaving_after_links_were_asked_for_does_not_take_a_link_back():
    """Otherwise a player who has seen all links could choose between two decks, and no record would show it."""
    table = chained(THREE, "ann", "bob")
    table.do(Join("cy", 10_000))
    for who in ("ann", "bob"):
        table.do(AddSeed(who, chain_of(who).reveal()))
    table.do(Leave("bob"))
    kept, _ = play(table)
    assert [by for by, _ in kept.opening.seeds] == ["ann", "bob"]
    assert "bob" not in kept.opening.stacks


def test_a_chain_that_is_published_after_links_were_asked_for_counts_for_the_next_shuffle():
    table = chained(THREE, "ann")
    table.do(CommitChain("bob", "ab" * 32))
    with pytest.raises(InputError, match="Links are being revealed"):
        table.do(AddSeed("bob", "cd" * 32))
    assert [each.by for each in table.shuffle.chains] == ["ann"]


def test_links_are_accepted_after_a_restart_and_words_are_not():
    """A restart may have read the secret. Links are fixed before it, words are not."""
    table = chained(THREE, "ann", "bob")
    table.do(AddSeed("ann", chain_of("ann").reveal()))
    again = Table.from_log(stored(table.log), find)
    assert again.shuffle.closed
    again.do(AddSeed("bob", chain_of("bob").reveal()))
    kept, _ = play(again)
    assert [by for by, _ in kept.opening.seeds] == ["ann", "bob"]
    words = Table.from_log(stored(table_of().log), find)
    with pytest.raises(InputError, match="too late for a seed"):
        words.do(AddSeed("ann", "lucky"))


@pytest.mark.parametrize("snap", [False, True], ids=["log", "snapshot"])
@pytest.mark.parametrize("game", [THREE, POKER, SHOE], ids=["deck", "sealed", "shoe"])
def test_a_table_with_chains_is_rebuilt_from_its_log(game, snap):
    table, chains = chained(game), {who: chain_of(who) for who in ("ann", "bob")}
    round_with(table, chains, "ann", "bob")
    assert bool(table.carry.shoe) == (game is SHOE)
    if not table.carry.shoe:
        table.do(AskLinks(("ann",)))
    if snap:
        table.snapshot()
    again = Table.from_log(stored(table.log), find)
    assert again.state == table.state
    assert again.shuffle.chains == table.shuffle.chains


def test_a_shoe_keeps_its_chains_while_another_game_is_played():
    table, chains = chained(SHOE), {who: chain_of(who) for who in ("ann", "bob")}
    first, _ = round_with(table, chains, "ann", "bob")
    assert table.carry.shoe
    table.do(ChangeGame(THREE))
    round_with(table, chains, "bob")
    table.do(ChangeGame(SHOE))
    kept, _ = play(table)
    assert kept.opening.chains == first.opening.chains
    assert kept.opening.seeds == first.opening.seeds


def test_a_forged_link_in_a_log_is_refused():
    table = chained(THREE, "ann")
    with pytest.raises(ValueError, match="is not the next link"):
        Table.from_log((*stored(table.log), SeedAdded("ann", "ab" * 32)), find)
    with pytest.raises(InputError, match="asks for links twice"):
        Table.from_log((*stored(table.log), LinksAsked(("bob",))), find)


def test_a_record_with_other_chains_than_its_shuffle_is_refused():
    kept, shuffle = play(chained(THREE, "ann"))
    changed = kept.json().replace(chain_of("ann").anchor, "ab" * 32)
    with pytest.raises(RecordError, match="chains: the shuffle's seed chains differ"):
        replay(Record.from_json(changed), THREE, shuffle)


def test_without_chains_nothing_new_is_written():
    """Records, transcripts, stored shuffles and snapshots have the bytes that they had before there were chains."""
    table = table_of(THREE, AddSeed("ann", "lucky"))
    round = table.start()
    while not round.done:
        table.do(UseDefault(round.ask.spot))
    kept = record(round)
    assert "chains" not in kept.json()
    assert "chains" not in round.shuffle.transcript()
    assert "chains" not in round.shuffle.kept()
    table.finish()
    table.snapshot()
    assert b"chains" not in msgspec.json.encode(table.log)


def test_a_chain_reveals_each_link_once_and_then_ends():
    chain = SeedChain(bytes(32), 2)
    values = [chain.anchor, chain.reveal(), chain.reveal()]
    assert values[-1] == bytes(32).hex()
    assert [link_hash(each) for each in values[1:]] == values[:-1]
    with pytest.raises(ValueError, match="start another one"):
        chain.reveal()
    assert bytes(32).hex() not in repr(chain)


def test_links_change_the_order_of_the_cards():
    shuffle = Shuffle.simulated(range(52), 7).asking([("ann", chain_of("ann").anchor)])
    assert shuffle.linked("ann", chain_of("ann").reveal()).order != shuffle.order


@pytest.mark.parametrize("confederates", [0, 1, 3])
def test_k_confederates_choose_among_two_to_the_k_decks(confederates):
    """They know all other links and decide which of their own to reveal. Nothing else is left to choose."""
    names = ["ann", *(f"eve {number}" for number in range(confederates))]
    shuffle = Shuffle.simulated(range(52), 7).asking([(who, chain_of(who).anchor) for who in names])
    shuffle = shuffle.linked("ann", chain_of("ann").reveal())
    decks = set()
    for choice in product((False, True), repeat=confederates):
        chosen = shuffle
        for who in compress(names[1:], choice):
            chosen = chosen.linked(who, chain_of(who).reveal())
        decks.add(chosen.order)
        assert len(withheld(chosen.chains, chosen.seeds)) == confederates - sum(choice), "each choice is visible"
    assert len(decks) == 2**confederates
