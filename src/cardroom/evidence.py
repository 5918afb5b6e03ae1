"""A client's own part in a fair deal: it mixes a seed into every shuffle, and notes what it was shown.

An `EvidenceKeeper` reads the scenes of one table. It returns the commands that its client sends: the anchor of a seed
chain, and one link for each shuffle. It never reveals a link for two shuffles, and none before it has seen the house's
commitment and the chains of all other players. The notes are evidence: `cardroom verify` compares a proof with them.

No I/O and no clock: `client` sends the commands, and a web page does the same in JavaScript.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from cardroom.cards import UNKNOWN, text
from cardroom.cards.chain import SeedChain
from cardroom.commands import AddSeed, CommitChain

__all__ = ["EVIDENCE", "Evidence", "EvidenceKeeper", "cards_shown"]

EVIDENCE = "cardroom-evidence-1"
MOST_ROUNDS = 500
"""Rounds of a table whose evidence is stored. The oldest are dropped."""

Mixed: TypeAlias = AddSeed | CommitChain


class Evidence(msgspec.Struct):
    """What one viewer was shown about one round, in the order of the scenes."""

    table: str
    viewer: str
    commitment: str
    previous: str
    """The hash of the last record before the round."""
    before: bool
    """Whether the commitment was shown before the round started."""
    asked: tuple[tuple[str, str], ...] = ()
    """The chains that counted: player and anchor. Noted before the viewer's own link was sent."""
    link: str = ""
    """The link that the viewer revealed."""
    seeds: tuple[tuple[str, str], ...] | None = None
    """All seeds, as shown when the round started."""
    changed: bool = False
    """Whether chains or seeds were shown differently later."""
    cards: tuple[str, ...] = ()
    """The cards that were shown, sorted."""
    head: str = ""
    """The hash of the round's record, as shown when the round was over."""
    voided: bool | msgspec.UnsetType = msgspec.UNSET
    """True if other cards were shown in its place before it had a record. Otherwise it is not in the JSON text."""
    format: str = EVIDENCE

    def json(self) -> str:
        """Return the evidence as one line of JSON."""
        return msgspec.json.encode(self).decode()


def cards_shown(picture: dict[str, Any]) -> list[str]:
    """The names of the cards that a picture shows.

    >>> cards_shown({"spreads": [{"cards": [51, 53]}, {"cards": [0]}]})
    ['As', '2c']
    """
    known = [card for spread in picture.get("spreads", ()) for card in spread["cards"] if card < UNKNOWN]
    return text(known).split()


class EvidenceKeeper:
    """One viewer at one table.

    >>> keeper = EvidenceKeeper("table 7", "ann")
    >>> scene = {"commitment": "c1", "head": "", "people": {"ann": {}}, "chains": {}, "asked": {}, "seeds": {}}
    >>> [sat] = keeper.see(scene)
    >>> [link] = keeper.see(scene | {"chains": {"ann": sat.anchor}, "asked": {"ann": sat.anchor}})
    >>> type(sat).__name__, type(link).__name__, keeper.rounds[-1].asked == (("ann", sat.anchor),)
    ('CommitChain', 'AddSeed', True)
    """

    def __init__(self, table: str, viewer: str, *, mix: bool = True) -> None:
        self._table, self._viewer, self._mix = table, viewer, mix
        self._rounds: dict[tuple[str, str], Evidence] = {}
        self._open: Evidence | None = None
        """The round that is being played."""
        self._chain: SeedChain | None = None
        self._published: set[str] = set()
        """Anchors of the current chain that were sent."""
        self._answered = "", "", ""
        """The last anchor that was asked for, the commitment of that shuffle, and the link that was sent."""
        self._replaced = False
        """Whether a chain of an earlier client of the same user was replaced."""
        self._sent = False
        """Whether that link was sent on this connection."""
        self._pending = False
        """Whether an anchor was sent on this connection and is not shown yet."""

    @property
    def rounds(self) -> list[Evidence]:
        """The evidence, oldest first."""
        return [*self._rounds.values()]

    # -- evidence -------------------------------------------------------------------------------------------------

    def see(self, scene: dict[str, Any]) -> list[Mixed]:
        """Note a scene; return the commands to send."""
        commitment, head = scene.get("commitment", ""), scene.get("head", "")
        if not commitment:
            return []
        picture = scene.get("picture") or {}
        playing = bool(picture) and not picture.get("over")
        if not playing and self._open is not None and head != self._open.previous:
            self._open.head = head
            _add_cards(self._open, picture)
            self._open = None
        note = self._note(commitment, head, playing)
        asked, seeds = _pairs(scene.get("asked")), _pairs(scene.get("seeds"))
        note.changed |= bool(note.asked) and note.asked != asked
        note.asked = note.asked or asked
        if playing:
            note.changed |= note.seeds not in (None, seeds)
            note.seeds = seeds if note.seeds is None else note.seeds
            _add_cards(note, picture)
            self._open = note
        return self._commands(scene, commitment, playing) if self._mix else []

    def _note(self, commitment: str, head: str, playing: bool) -> Evidence:
        key = commitment, head
        if key not in self._rounds:
            self._note_void(head)
            self._rounds[key] = Evidence(self._table, self._viewer, commitment, head, before=not playing)
            for old in [*self._rounds][:-MOST_ROUNDS]:
                del self._rounds[old]
        return self._rounds[key]

    def _note_void(self, head: str) -> None:
        """Other cards are shown after the same record: the round that began there was voided."""
        for each in self._rounds.values():
            if each.previous == head and each.seeds is not None and not each.head:
                each.voided = True
        if self._open is not None and self._open.voided:
            self._open = None

    # -- seeds ----------------------------------------------------------------------------------------------------

    def _commands(self, scene: dict[str, Any], commitment: str, playing: bool) -> list[Mixed]:
        me = self._viewer
        if me not in scene.get("people", {}):
            self._chain = None
            return []
        return [*self._links(scene, commitment, playing), *self._anchors(scene.get("chains", {}).get(me))]

    def _links(self, scene: dict[str, Any], commitment: str, playing: bool) -> Iterator[Mixed]:
        """The link for this shuffle, if it is asked for: a new one, or the same one again for the same shuffle."""
        me, chain = self._viewer, self._chain
        asked = scene.get("asked", {}).get(me)
        if playing or chain is None or asked is None or me in scene.get("seeds", {}):
            return
        if asked == chain.anchor and chain.left:
            self._answered, self._sent = (asked, commitment, chain.reveal()), False
            self._published.add(chain.anchor)
            self._rounds[commitment, scene.get("head", "")].link = chain.anchor
        if self._answered[:2] == (asked, commitment):
            if not self._sent:
                self._sent = True
                yield AddSeed(me, self._answered[2])
        elif asked == self._answered[0]:
            self._chain = None  # the house knows this link from another shuffle: start another chain

    def _anchors(self, shown: str | None) -> Iterator[Mixed]:
        """The anchor of a new chain, if this client has none at the table, or all its links are used."""
        chain, mine = self._chain, shown in self._published
        if self._pending and not mine:
            return  # the anchor is on its way
        self._pending = False
        if chain is not None and chain.left and mine:
            return
        if shown is not None and not mine:
            if self._replaced:
                return  # another client of the same user mixes
            self._replaced = True
        self._chain = SeedChain.fresh()
        self._published = {self._chain.anchor}
        self._pending = True
        yield CommitChain(self._viewer, self._chain.anchor)

    def reconnected(self) -> None:
        """Send again what may be lost."""
        self._pending = self._sent = False


def _add_cards(note: Evidence, picture: dict[str, Any]) -> None:
    """Add the cards of a picture that were not shown before. The same card may be in a shoe several times."""
    note.cards = tuple(sorted((Counter(note.cards) | Counter(cards_shown(picture))).elements()))


def _pairs(named: Any) -> tuple[tuple[str, str], ...]:
    """Seeds or anchors by name, in the order of a transcript."""
    return tuple(sorted((named or {}).items(), key=lambda each: str(each[0]).encode()))
