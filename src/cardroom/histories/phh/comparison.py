"""Compare the result of a played hand with its file: stacks, winnings, and what cannot be compared.

Recorded hands may be raked: then the winners together have less than the pots by exactly the chips that left the table,
and no other player has gained or lost a chip.
"""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from cardroom.cards import UNKNOWN
from cardroom.histories.phh.format import ENDLESS, PHHError, RecordedHand
from cardroom.play.round import Acted, Round, Transfer

__all__ = ["HandComparison", "StackTracker", "compare"]

STACKS, WINNINGS, RAKE = "finishing stacks", "winnings", "the rake, which only the winners pay"
RIGHT_RAKE = "whether the rake is right"
UNSAID_RAKE = "the rake, which no field states: the amount missing from the winners is taken as the rake"
WITH_RETURNS = "winnings, which include the uncalled bet that was returned"
NOTHING = "the result: the file has neither finishing_stacks nor winnings"
UNFILLED = "winnings: all of them are 0 in the file, although a player won the pot"
UNSEEN = "who had the best hand: cards are unknown, so the file decides who won"
ENDLESS_STACKS = "stacks that are not known"
MOST_RAKE = Decimal("0.2")
"""The largest part of a pot that is taken as rake if no field states it. Card rooms take a tenth, and more of small
pots."""


class HandComparison(NamedTuple):
    """What agrees with the file, and what could not be compared."""

    compared: tuple[str, ...] = ()
    open: tuple[str, ...] = ()
    rake: Fraction = Fraction(0)
    """The house's share, in the file's chips."""
    pot: Fraction = Fraction(0)
    """The pot that the rake was taken from."""


def compare(hand: RecordedHand, round: Round) -> HandComparison:
    """Compare the result of a hand with its file; a PHHError says where they differ."""
    played = _Played(hand, round)
    compared: list[str] = []
    left: list[str] = []
    rake: int | None = None
    if hand.finish:
        known = [place for place, chips in enumerate(hand.finish) if chips < ENDLESS * hand.scale]
        whole = len(known) == len(played.stacks)
        rake = sum(hand.stacks) - sum(hand.finish) if whole else None
        played.agree("finishing_stacks", played.stacks, hand.finish, known, rake)
        compared.append(STACKS)
        left += [] if whole else [ENDLESS_STACKS]
    if hand.won and not any(hand.won):
        left.append(UNFILLED)
    elif hand.won:
        rake, name = played.agree_on_winnings(rake)
        compared.append(name)
    if not (hand.finish or hand.won):
        left.append(NOTHING)
    if rake:
        compared.insert(1, RAKE)
        left.append(UNSAID_RAKE if hand.rake is None else RIGHT_RAKE)
    folded = {event.spot for event in round.events if isinstance(event, Acted) and event.action == "fold"}
    shown = [spot for spot in round.seated if spot.id not in folded]
    if len(shown) > 1 and any(UNKNOWN in round.cards.hand(spot.id) for spot in shown):
        left.append(UNSEEN)
    return HandComparison(
        tuple(compared), tuple(left), Fraction(rake or 0, hand.scale), Fraction(sum(played.got), hand.scale)
    )


class _Played:
    """The result of a played hand, player by player."""

    def __init__(self, hand: RecordedHand, round: Round) -> None:
        self.hand = hand
        self.stacks = [round.chips.stack(spot) for spot in round.seated]
        pots = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
        self.got = [sum(event.amount for event in pots if event.spot == spot.id) for spot in round.seated]
        """What each player won from the pots."""
        returns = [event for event in round.events if isinstance(event, Transfer) and event.cause == "uncalled"]
        self.returned = [sum(event.amount for event in returns if event.spot == spot.id) for spot in round.seated]
        """The uncalled bet that each player got back."""
        self.put = [before - now + got for before, now, got in zip(hand.stacks, self.stacks, self.got, strict=True)]
        """What each player put in, less what was returned."""
        split = [event.wager for event in pots]
        # The odd chips of several split pots may have been combined and given to a different winner.
        self.loose = len({pot for pot in split if split.count(pot) > 1}) if len(set(split)) > 1 else 0

    def only_gains(self) -> bool:
        """Whether the file's winnings are net of what was put in. Other files have all that was collected."""
        ends = self.hand.finish or self.stacks
        gains = [max(end - before, 0) for end, before in zip(ends, self.hand.stacks, strict=True)]
        return list(self.hand.won) == gains

    def agree_on_winnings(self, rake: int | None) -> tuple[int | None, str]:
        """Compare the winnings in the three ways in which files count them: the amount collected from the pots, the
        same with the returned bet, or the gain. Return the rake and what was compared."""
        hand, won = self.hand, self.hand.won
        if self.only_gains():
            return rake, WINNINGS
        known = range(len(won))
        both = [got + back for got, back in zip(self.got, self.returned, strict=True)]
        too_much = any(self.returned) and sum(won) > sum(self.got) and sum(self.got) - sum(won) != hand.rake
        lost_with_return = any(
            back and not got and back == has for got, back, has in zip(self.got, self.returned, won, strict=True)
        )
        if too_much or lost_with_return:
            missing = sum(both) - sum(won)
            self.agree("winnings", both, won, known, missing)
            self._agree_with_stacks(self.returned)
            return missing, WITH_RETURNS
        missing = sum(self.got) - sum(won)
        self.agree("winnings", self.got, won, known, missing)
        self._agree_with_stacks([0] * len(hand.stacks))
        return missing, WINNINGS

    def agree(
        self, name: str, played: Sequence[int], recorded: Sequence[int], known: Sequence[int], rake: int | None
    ) -> None:
        """Compare the amounts of the game with those of the file. Together, the winners of a pot may have less by the
        rake; all others must have the same to the chip. Where a stack is unknown, so is the rake (`None`)."""
        off = {place: played[place] - recorded[place] for place in known}
        wrong = [place for place, missing in off.items() if missing and not self.got[place]]
        for place, missing in off.items():
            most = rake or 0
            if self.hand.rake is None:
                most = min(most, int(self.got[place] * MOST_RAKE))
            least = min(self.hand.rake or 0, 0) if self.got[place] else 0  # the house may have added to the pot
            wrong += [] if least - self.loose <= missing <= max(most, 0) + self.loose else [place]
        stated = self.hand.rake
        rake_differs = rake is not None and (rake < 0 if stated is None else rake != stated)
        if wrong or rake_differs:
            one, chips = self.hand.name, self.hand.chips
            differ = [
                f"recorded {chips(recorded[at])} for {one(at)}, played {chips(played[at])}"
                for at in sorted({*wrong} or off)
                if off[at]
            ]
            raise PHHError(f"{name}: {'; '.join(differ)}{'. ' if differ else ''}{self._rake_words(rake)}".rstrip(". "))

    def _rake_words(self, rake: int | None) -> str:
        """A comparison of the missing chips with the rake in the file, in words."""
        stated, chips = self.hand.rake, self.hand.chips
        if rake is None or rake == stated:
            return ""
        missing = f"{chips(rake)} is missing from them" if rake > 0 else f"the winners have {chips(-rake)} too much"
        if stated is not None:
            return f"The file states a rake of {chips(stated)}, and {missing if rake else 'nothing is missing'}"
        if not rake:
            return ""
        if rake < 0:
            return f"Together, {missing}: more than the pots have"
        share = Fraction(rake, sum(self.got) or 1)
        return (
            f"{chips(rake)} is missing, {float(share):.1%} of the pot. No field states a rake, and a rake is at most "
            f"{float(MOST_RAKE):.0%} of what a winner gets"
        )

    def _agree_with_stacks(self, returned: Sequence[int]) -> None:
        """Where both results are recorded, check one against the other: the stack before the hand, less what was put
        in, plus what was won, is the stack after it."""
        hand = self.hand
        for place, after in enumerate(hand.finish):
            before, put, won = hand.stacks[place], self.put[place] + returned[place], hand.won[place]
            if after < ENDLESS * hand.scale and before - put + won != after:
                had = f"had {hand.chips(before)}, put in {hand.chips(put)} and won {hand.chips(won)}"
                raise PHHError(
                    f"winnings and finishing_stacks contradict each other: {hand.name(place)} {had}, which leaves "
                    f"{hand.chips(before - put + won)}, not {hand.chips(after)}"
                )


class StackTracker:
    """Follows the players' stacks through the hands of one table.

    The games may differ from hand to hand. Hands without players' names cannot be compared."""

    def __init__(self) -> None:
        self._chips: dict[str, tuple[int, int]] = {}
        self._last: tuple[str, int | None] | None = None
        """The series and the number of the last hand."""
        self._dealt_in: frozenset[str] = frozenset()
        """The players of the last hand. Others may have left and come back with other chips."""
        self._skipped = False
        self.followed = self.bought = self.fewer = 0
        """How often a player started the next hand with the same chips, with more, or with fewer after missing
        hands."""

    def skip(self) -> None:
        """Note that a hand is missing, so the next one does not directly follow the last."""
        self._skipped = True

    def follow(self, hand: RecordedHand, stacks: Iterable[int], number: int | None = None) -> str:
        """Add a hand that ended with these stacks. Return how it contradicts the hands before it, or an empty text.

        `number` is its place in the file, for a hand that has no id of its own. Hands are missing between two hands
        whose ids do not follow each other.
        """
        here = (hand.series, hand.number) if hand.series or hand.number is not None else ("", number)
        gap = self._skipped or (self._last is not None and not _next_to(self._last, here))
        self._last, self._skipped = here, False
        wrong = ""
        for name, starts, ends in zip(hand.players, hand.stacks, hand.finish or tuple(stacks), strict=False):
            if name in self._chips:
                chips, scale = self._chips[name]
                before, now = chips * hand.scale, starts * scale
                self.followed += before == now
                self.bought += before < now
                missed = gap or name not in self._dealt_in
                self.fewer += now < before and missed
                if now < before and not missed:
                    wrong = f"{name} has {starts / hand.scale:g}, but had {chips / scale:g} after the previous hand"
            self._chips[name] = ends, hand.scale
        self._dealt_in = frozenset(hand.players)
        return wrong


def _next_to(last: tuple[str, int | None], here: tuple[str, int | None]) -> bool:
    """Whether a hand's id follows the last one. Hands that have no ids at all are in the order of their file."""
    if here[1] is None or last[1] is None:
        return here == last == ("", None)
    return here == (last[0], last[1] + 1)
