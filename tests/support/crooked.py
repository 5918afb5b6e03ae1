"""A crooked house: it plays an honest round in front of a client, and afterwards publishes another one."""

from random import Random
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

import cardroom
from cardroom.cards.chain import SeedChain, link_hash
from cardroom.cli.study.records import DealtRound, record_lines
from cardroom.evidence import EvidenceKeeper
from cardroom.play import Table
from cardroom.play.records.file import public
from cardroom.play.table import AddSeed, AskLinks, CommitChain, StartRound
from cardroom.players import table_bots
from cardroom.players.bots import play_round
from cardroom.show import picture

NAMES = ("ann", "eve")


def scene(table: Table, viewer: str = "ann", round=None) -> dict:
    """What a live table shows a viewer."""
    state, round = table.state, table.round or round
    shown = {
        "commitment": state.shuffle.commitment,
        "head": state.head,
        "people": {who: {} for who in state.stacks},
        "chains": state.chains,
        "asked": dict(state.shuffle.chains),
        "seeds": dict(state.shuffle.seeds),
        "picture": picture(round.view(viewer)) if round else None,
    }
    return msgspec.json.decode(msgspec.json.encode(shown))


class Played(NamedTuple):
    """A round that a client has watched, and what it can be forged from."""

    before: Table
    """The table when all links were revealed."""
    keeper: EvidenceKeeper
    kept: DealtRound
    proofs: list[dict]
    """Proofs of the cards that a seat saw, if the deck is sealed."""

    @property
    def lines(self) -> list[str]:
        """What the house publishes."""
        return published(self.kept, self.proofs)

    @property
    def evidence(self) -> list[str]:
        """What the client was shown of the round."""
        return [each.json() for each in self.keeper.rounds if each.seeds is not None]


def published(kept: DealtRound, proofs: list[dict]) -> list[str]:
    """A record with its shuffle, or with the proofs of a sealed deck."""
    if not proofs:
        return [*record_lines([kept])]
    return [msgspec.json.encode(each).decode() for each in proofs] + [public(kept.record, kept.shuffle).json()]


def dealt(table: Table, keeper: EvidenceKeeper | None = None) -> tuple[DealtRound, list[dict]]:
    """Play the next round with the same habits each time, before a client's eyes."""
    bots = table_bots(table.game.rules, list(NAMES))
    table.do(StartRound())
    round = table.round
    if keeper:
        keeper.see(scene(table))
    play_round(round, bots, Random(7))
    if keeper:
        keeper.see(scene(table))
    kept = DealtRound(table.finish(), round.shuffle)
    if keeper:
        keeper.see(scene(table, round=round))
    return kept, [round.proof("ann")] if round.shuffle.kind == "sealed" else []


def copied(table: Table) -> Table:
    """The same table again, from its log."""
    return Table.from_log(table.log, lambda *_: table.game)


def watched(slug: str, *, eve_reveals: bool = True) -> Played:
    """An honest round of ann, whose client keeps evidence, and eve, who belongs to the house."""
    table = Table(cardroom.game(slug), dict.fromkeys(NAMES, 100_000), money=True, name="table 7")
    keeper, eve = EvidenceKeeper("table 7", "ann"), SeedChain.fresh(5)
    table.do(CommitChain("eve", eve.anchor))
    [mine] = keeper.see(scene(table))
    table.do(mine)
    keeper.see(scene(table))
    table.do(AskLinks(NAMES))
    [link] = keeper.see(scene(table))
    table.do(link)
    if eve_reveals:
        table.do(AddSeed("eve", eve.reveal()))
    keeper.see(scene(table))
    before = copied(table)
    kept, proofs = dealt(table, keeper)
    return Played(before, keeper, kept, proofs)


def forged(played: Played, *, seeds=None, chains=None) -> list[str]:
    """Publish the round with other seeds and chains than were shown, dealt and paid accordingly."""
    table = copied(played.before)
    shuffle = table.state.shuffle
    anchors = dict(shuffle.chains) if chains is None else chains
    mixed = dict(shuffle.seeds) if seeds is None else seeds
    clean = shuffle
    for who in dict(shuffle.seeds):
        clean = _reopened(clean).without(who)
    clean = _reopened(clean).asking(list(anchors.items()))
    for who, words in mixed.items():
        clean = clean.linked(who, words)
    table.state = replace(table.state, ready=clean)
    return published(*dealt(table))


def _reopened(shuffle):
    shuffle._secret.looked_at = False
    return shuffle


def invented(played: Played, wanted, tries: int = 5000) -> tuple[dict[str, str], dict[str, str], int]:
    """Chains and seeds in which eve's link is invented after the bets, until the order is as wanted; and the tries."""
    shuffle = played.before.state.shuffle
    seeds, chains = dict(shuffle.seeds), dict(shuffle.chains)
    for number in range(tries):
        link = SeedChain(number.to_bytes(32, "big"), 0).anchor
        mine = {"ann": seeds["ann"], "eve": link}
        asked = chains | {"eve": link_hash(link)}
        bare = _reopened(shuffle)
        for who in NAMES:
            bare = _reopened(bare).without(who)
        order = bare.asking(list(asked.items())).linked("ann", mine["ann"]).linked("eve", link).order
        if wanted(order):
            return asked, mine, number + 1
    raise AssertionError("no such order was found")
