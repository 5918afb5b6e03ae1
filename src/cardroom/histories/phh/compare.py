"""The result of a played hand compared with its file: stacks, winnings, and what cannot be compared.

Recorded hands may be raked: then the winners together have less than the pots by exactly the chips that left the table,
and no other player has gained or lost a chip.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from cardroom.cards import UNKNOWN
from cardroom.histories.phh.format import ENDLESS, PHHError, RecordedHand
from cardroom.play.events import Acted, Transfer
from cardroom.play.round import Round

__all__ = ["HandComparison", "StackTracker", "compare"]

STACKS, WINNINGS, RAKE = "finishing stacks", "winnings", "the rake, which is taken from the winners alone"
RIGHT_RAKE = "whether the rake is right"
UNSAID_RAKE = "the rake, which no field states: what is missing from the winners is taken for it"
NOTHING = "the result: the file has neither finishing_stacks nor winnings"
UNSEEN = "who had the best hand: cards are unknown, and the file says who won"
ENDLESS_STACKS = "stacks that are not known"
MOST_RAKE = Fraction(1, 5)
"""What of a pot may be missing where no field states a rake. Card rooms take a tenth, and more of small pots."""


class HandComparison(NamedTuple):
    """What agrees with the file, and what could not be compared."""

    said: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    rake: Fraction = Fraction(0)
    """The house's share, in the file's chips."""
    pot: Fraction = Fraction(0)
    """The pot that the rake was taken from."""


def compare(hand: RecordedHand, round: Round) -> HandComparison:
    """Compare the result of a hand with its file; a PHHError says where they differ."""
    played = _Played(hand, round)
    said: list[str] = []
    left: list[str] = []
    rake: int | None = None
    if hand.finish:
        known = [place for place, chips in enumerate(hand.finish) if chips < ENDLESS * hand.scale]
        whole = len(known) == len(played.stacks)
        rake = sum(hand.stacks) - sum(hand.finish) if whole else None
        played.agree("finishing_stacks", played.stacks, hand.finish, known, rake)
        played.agree_with_each_other(known)
        said.append(STACKS)
        left += [] if whole else [ENDLESS_STACKS]
    if hand.won:
        if not played.only_gains():
            rake = sum(played.got) - sum(hand.won)
            played.agree("winnings", played.got, hand.won, range(len(hand.won)), rake)
        said.append(WINNINGS)
    if not (hand.finish or hand.won):
        left.append(NOTHING)
    if rake:
        said.insert(1, RAKE)
        left.append(UNSAID_RAKE if hand.rake is None else RIGHT_RAKE)
    folded = {event.spot for event in round.events if isinstance(event, Acted) and event.action == "fold"}
    shown = [spot for spot in round.seated if spot.id not in folded]
    if len(shown) > 1 and any(UNKNOWN in round.cards.hand(spot.id) for spot in shown):
        left.append(UNSEEN)
    return HandComparison(
        tuple(said), tuple(left), Fraction(rake or 0, hand.scale), Fraction(sum(played.got), hand.scale)
    )


class _Played:
    """The result of a played hand, player by player."""

    def __init__(self, hand: RecordedHand, round: Round) -> None:
        self.hand = hand
        self.stacks = [round.chips.stack(spot) for spot in round.seated]
        pots = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
        self.got = [sum(event.amount for event in pots if event.spot == spot.id) for spot in round.seated]
        """What each player got out of the pots."""
        self.put = [before - now + got for before, now, got in zip(hand.stacks, self.stacks, self.got, strict=True)]
        """What each player put in."""
        split = [event.wager for event in pots]
        # Odd chips of several pots that were split can have been put together, and lie with another winner.
        self.loose = len({pot for pot in split if split.count(pot) > 1}) if len(set(split)) > 1 else 0

    def only_gains(self) -> bool:
        """Whether the file's winnings are net of what was put in. Other files have all that was collected."""
        ends = self.hand.finish or self.stacks
        gains = [max(end - before, 0) for end, before in zip(ends, self.hand.stacks, strict=True)]
        return list(self.hand.won) == gains

    def agree(
        self, name: str, played: Sequence[int], recorded: Sequence[int], known: Sequence[int], rake: int | None
    ) -> None:
        """Compare played amounts with recorded ones. Winners of a pot may together lack the rake; all others have the
        same to the chip. Where a stack is unknown, so is the rake (`None`)."""
        off = {place: played[place] - recorded[place] for place in known}
        wrong = [place for place, gone in off.items() if gone and not self.got[place]]
        for place, gone in off.items():
            most = rake or 0
            if self.hand.rake is None:
                most = min(most, int(self.got[place] * MOST_RAKE))
            wrong += [] if -self.loose <= gone <= most + self.loose else [place]
        if rake is not None and not 0 <= rake == (rake if self.hand.rake is None else self.hand.rake):
            wrong = wrong or [place for place, gone in off.items() if gone] or [*known]
        if wrong:
            one, chips = self.hand.name, self.hand.chips
            differ = [
                f"recorded {chips(recorded[at])} for {one(at)}, played {chips(played[at])}" for at in sorted({*wrong})
            ]
            raise PHHError(f"{name}: {'; '.join(differ)}{self._rake_words(rake)}")

    def _rake_words(self, rake: int | None) -> str:
        if not rake or rake == self.hand.rake:
            return ""
        if self.hand.rake is not None:
            return f". The rake is {self.hand.chips(self.hand.rake)}, and {self.hand.chips(rake)} is missing"
        share = Fraction(rake, sum(self.got) or 1)
        return f". {self.hand.chips(rake)} is missing, {float(share):.1%} of the pot, and no field states a rake"

    def agree_with_each_other(self, known: Sequence[int]) -> None:
        """Where both results are recorded, check one against the other: the stack before the hand, less what was put
        in, plus what was won, is the stack after it."""
        hand = self.hand
        if not hand.won or self.only_gains():
            return
        for place in known:
            before, put, won, after = hand.stacks[place], self.put[place], hand.won[place], hand.finish[place]
            if before - put + won != after:
                had = f"had {hand.chips(before)}, put in {hand.chips(put)} and won {hand.chips(won)}"
                raise PHHError(
                    f"winnings and finishing_stacks contradict each other: {hand.name(place)} {had}, which leaves "
                    f"{hand.chips(before - put + won)}, not {hand.chips(after)}"
                )


class StackTracker:
    """Follows the players' stacks through the hands of one file, as if they were dealt at one table.

    The games may differ from hand to hand. Hands without players' names cannot be followed."""

    def __init__(self) -> None:
        self._chips: dict[str, tuple[int, int]] = {}
        self._number: int | None = None
        self.followed = self.bought = self.fewer = 0
        """How often a player came into the next hand with the same chips, with more, or with fewer where hands are
        missing in between."""

    def follow(self, hand: RecordedHand, stacks: Iterable[int], number: int | None = None) -> str:
        """Add a hand that ended with these stacks; return what contradicts the hands before it, or nothing.

        `number` is its place in the file, for a hand that has no number of its own.
        """
        number = number if hand.number is None else hand.number
        gap = number is not None and self._number is not None and number != self._number + 1
        self._number = number
        wrong = ""
        for name, starts, ends in zip(hand.players, hand.stacks, hand.finish or tuple(stacks), strict=False):
            if name in self._chips:
                chips, scale = self._chips[name]
                before, now = chips * hand.scale, starts * scale
                self.followed += before == now
                self.bought += before < now
                self.fewer += now < before and gap
                if now < before and not gap:
                    wrong = f"{name} has {starts / hand.scale:g}, and had {chips / scale:g} after the hand before"
            self._chips[name] = ends, hand.scale
        return wrong
