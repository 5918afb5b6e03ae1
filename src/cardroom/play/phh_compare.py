"""What came out of a recorded hand, against what its file says: stacks, winnings, and what cannot be compared.

Recorded hands may be raked: then the winners have less than the pots, all together by as much as is gone from the
table, and nobody else has lost or gained a chip.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cardroom.cards import UNKNOWN
from cardroom.play.events import Acted, Transfer
from cardroom.play.phh_format import ENDLESS, PHHError, RecordedHand
from cardroom.play.round import Round

__all__ = ["Compared", "Sessions", "compared"]

STACKS, WINNINGS, RAKE = "finishing stacks", "winnings", "the rake, which is taken from the winners alone"
NOTHING = "the result: the file has neither finishing_stacks nor winnings"
UNSEEN = "who had the best hand: cards are unknown, and the file says who won"
ENDLESS_STACKS = "stacks that are not known"


class Compared(NamedTuple):
    """What agrees with the file, and what could not be held against it."""

    said: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


def compared(hand: RecordedHand, round: Round) -> Compared:
    """Hold the result of a hand against its file; a PHHError says where they differ."""
    stacks = [round.chips.stack(spot) for spot in round.seated]
    got = [_collected(round, spot.id) for spot in round.seated]
    said: list[str] = []
    left: list[str] = []
    if hand.finish:
        known = [place for place, chips in enumerate(hand.finish) if chips < ENDLESS * hand.scale]
        whole = len(known) == len(stacks)
        rake = sum(hand.stacks) - sum(hand.finish) if whole else 0
        pairs = [(stacks[place], hand.finish[place], got[place] > 0) for place in known]
        _agree("finishing_stacks", pairs, rake, _loose(round), hand.scale, whole=whole)
        said += [STACKS, *([RAKE] if rake else [])]
        left += [] if whole else [ENDLESS_STACKS]
    if hand.won:
        rake = sum(got) - sum(hand.won)
        gains = [max(stack - before, 0) for stack, before in zip(stacks, hand.stacks, strict=True)]
        if hand.won != tuple(gains):  # some write what was won above what was put in, others all that was collected
            _agree("winnings", list(zip(got, hand.won, map(bool, got), strict=True)), rake, _loose(round), hand.scale)
        said.append(WINNINGS)
    if not (hand.finish or hand.won):
        left.append(NOTHING)
    folded = {event.spot for event in round.events if isinstance(event, Acted) and event.action == "fold"}
    shown = [spot for spot in round.seated if spot.id not in folded]
    if len(shown) > 1 and any(UNKNOWN in round.cards.hand(spot.id) for spot in shown):
        left.append(UNSEEN)
    return Compared(tuple(said), tuple(left))


def _collected(round: Round, spot: str) -> int:
    """What a player got out of the pots."""
    transfers = (event for event in round.events if isinstance(event, Transfer) and event.cause == "pot")
    return sum(event.amount for event in transfers if event.spot == spot)


def _loose(round: Round) -> int:
    """Odd chips that may lie with another winner: those of several pots that were split can have been put together."""
    pots = [event.wager for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    return len({pot for pot in pots if pots.count(pot) > 1}) if len(set(pots)) > 1 else 0


def _agree(
    name: str, pairs: Sequence[tuple[int, int, bool]], rake: int, loose: int, scale: int, *, whole: bool = True
) -> None:
    """Hold what was played against what was recorded, each with whether that player won of a pot: others have the same
    to the chip, and winners together as much, less the rake."""
    off = [played - recorded for played, recorded, _ in pairs]
    wrong = rake < 0 or any(gone for gone, (*_, won) in zip(off, pairs, strict=True) if not won)
    wrong |= any(not -loose <= gone <= rake + loose for gone in off) or (whole and sum(off) != rake)
    if wrong:
        scaled = f" (chips times {scale})" if scale > 1 else ""
        played, recorded = ([pair[place] for pair in pairs] for place in (0, 1))
        raise PHHError(f"{name}: recorded {recorded}, played {played}{scaled}")


class Sessions:
    """Hands of one file, one after the other, as one table: what everybody has goes from hand to hand, whatever the
    game of each is. Names are needed for that."""

    def __init__(self) -> None:
        self._chips: dict[str, tuple[int, int]] = {}
        self.followed = self.bought = 0
        """Players who came from one hand into another with the chips that they had, or with more."""

    def follow(self, hand: RecordedHand, stacks: Iterable[int]) -> str:
        """Take a hand that ended with these stacks; what does not follow from those before it, if anything."""
        wrong = ""
        for name, starts, ends in zip(hand.players, hand.stacks, hand.finish or tuple(stacks), strict=False):
            if name in self._chips:
                chips, scale = self._chips[name]
                before, now = chips * hand.scale, starts * scale
                self.followed += before == now
                self.bought += before < now
                if now < before:
                    wrong = f"{name} has {starts / hand.scale:g}, and had {chips / scale:g} after the hand before"
            self._chips[name] = ends, hand.scale
        return wrong
