"""Players' seeds in a shuffle: chains are published, links are asked for and revealed, and withheld links end a chain.

`decide` and `evolve` call these functions for the commands and entries about seeds. docs/examine/shuffle.md states the
protocol and what it rules out.
"""

from __future__ import annotations

from msgspec.structs import replace

from cardroom.cards.chain import check_anchor, is_link
from cardroom.commands import AddSeed, CommitChain
from cardroom.errors import InputError
from cardroom.play.table.commands import AskLinks
from cardroom.play.table.log import ChainCommitted, Entry, LinksAsked, SeedAdded
from cardroom.play.table.state import State

__all__ = [
    "accept_chain",
    "accept_seed",
    "after_chain",
    "after_links_asked",
    "after_seed",
    "ask_links",
    "chains_after_start",
]


def accept_seed(command: AddSeed, state: State) -> list[Entry]:
    """The entry for a seed: the link of a player who was asked for it, or words that came before links were asked for.

    Words are refused afterwards. Their author would know the links of others, and could choose.
    """
    if state.carry.shoe:
        raise InputError("This shoe has been dealt from. You can add a seed when the next one is shuffled.")
    asked = dict(state.shuffle.chains)
    if asked and command.bettor not in asked:
        raise InputError("Links are being revealed for this shuffle. You can add a seed before the next one.")
    if not asked and is_link(command.words):
        raise InputError("No link is asked for now. This one came too late for its shuffle.")
    add = state.shuffle.linked if asked else state.shuffle.seeded
    try:
        add(command.bettor, command.words)  # reject it before it is logged
    except ValueError as error:
        raise InputError(str(error)) from None
    return [SeedAdded(command.bettor, command.words)]


def accept_chain(command: CommitChain, state: State) -> list[Entry]:
    """The entry for a chain. It counts from the next time that links are asked for."""
    try:
        anchor = check_anchor(command.anchor)
    except ValueError as error:
        raise InputError(str(error)) from None
    return [] if state.chains.get(command.bettor) == anchor else [ChainCommitted(command.bettor, anchor)]


def ask_links(command: AskLinks, state: State) -> list[Entry]:
    """The entry that fixes which chains count for a shuffle."""
    if state.carry.shoe or state.shuffle.chains or state.shuffle.kind == "given":
        raise InputError("Links are asked for once for each shuffle, before its first card.")
    if strangers := [who for who in command.bettors if who not in state.chains]:
        raise InputError(f"{strangers[0]} has no seed chain at this table.")
    if seeded := [seed.by for seed in state.shuffle.seeds if seed.by in command.bettors]:
        raise InputError(f"{seeded[0]} has already added a seed. Each player adds one.")
    return [LinksAsked(tuple(sorted(command.bettors, key=str.encode)))] if command.bettors else []


def after_seed(state: State, entry: SeedAdded) -> State:
    """The state with a seed. A link is the player's anchor from now on."""
    who, words, asked = entry.bettor, entry.words, dict(state.shuffle.chains)
    if who not in asked:
        return replace(state, ready=state.shuffle.seeded(who, words))
    goes_on = state.chains.get(who) == asked[who]  # otherwise the player has published another chain meanwhile
    chains = state.chains | {who: words} if goes_on else state.chains
    return replace(state, ready=state.shuffle.linked(who, words), chains=chains)


def after_chain(state: State, entry: ChainCommitted) -> State:
    """The state with a chain."""
    if entry.bettor not in state.stacks:
        raise InputError(f"the log has a seed chain of {entry.bettor}, who does not sit at the table")
    return replace(state, chains=state.chains | {entry.bettor: check_anchor(entry.anchor)})


def after_links_asked(state: State, entry: LinksAsked) -> State:
    """The state in which the shuffle takes the next links of these chains, and no other seeds."""
    if state.shuffle.chains or any(who not in state.chains for who in entry.bettors):
        raise InputError(f"shuffle {state.shuffles} of the log asks for links twice, or of players without a chain")
    return replace(state, ready=state.shuffle.asking([(who, state.chains[who]) for who in entry.bettors]))


def chains_after_start(state: State) -> dict[str, str]:
    """The chains when a round starts. One whose link was withheld ends, and its player must publish another."""
    asked = dict(state.shuffle.chains)
    ended = {who for who in state.unrevealed if state.chains.get(who) == asked[who]}
    return {who: anchor for who, anchor in state.chains.items() if who not in ended}
