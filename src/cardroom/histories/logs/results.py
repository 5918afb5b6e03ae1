"""A hand of a log with the results that the log prints, and the check of a played round against them."""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.clean import visible
from cardroom.histories.logs.hand import digits, digits_to_the_cent, toml
from cardroom.histories.phh import UNSAID_RAKE, PHHError, RecordedHand, recorded_hand
from cardroom.play.round import Round, Transfer

__all__ = ["LogHand", "check_results"]


class LogHand(NamedTuple):
    """A hand of a log, with its results. Amounts are in the log's own chips, players from the left of the button."""

    number: str
    fields: Mapping[str, Any]
    """The hand as the fields of a PHH document."""
    players: tuple[str, ...]
    finish: tuple[Fraction, ...]
    """Each player's stack after the hand."""
    collected: tuple[Fraction, ...]
    rake: Fraction
    unseen: tuple[str, ...]
    """Players at the showdown whose hands the log does not show."""
    cashed_out: bool
    lines: tuple[int, ...]
    """The line of the log that each action of the document comes from."""
    rake_stated: bool = True
    """Whether the log states the rake. If not, it is the amount missing from the winnings."""
    rounded: bool = False
    """Whether the log's amounts are rounded, so that the pot has a few chips more."""

    @property
    def phh(self) -> str:
        """The hand as a PHH document."""
        return "\n".join(f"{name} = {toml(value)}" for name, value in self.fields.items())

    @property
    def recorded(self) -> RecordedHand:
        """The hand as a PHH document has it."""
        return recorded_hand(self.fields)

    def in_words(self, error: PHHError) -> PHHError:
        """An error in the document, reported for the log: by line number, with players' names."""
        words = re.sub(
            r"actions\[(\d+)\] '.*?': ", lambda match: f"line {self.lines[int(match[1])]}: ", str(error), count=1
        )
        for place, who in enumerate(self.players, 1):
            words = words.replace(f"p{place} ({visible(who)})", visible(who))
        return PHHError(re.sub(r"\bp(\d+)\b", lambda match: visible(self.players[int(match[1]) - 1]), words))

    @property
    def open(self) -> tuple[str, ...]:
        """What cannot be compared, in words."""
        words = []
        if self.rake:
            words.append("whether the rake is right" if self.rake_stated else UNSAID_RAKE)
        if self.rounded:
            words.append("a few chips of rounding")
        if self.unseen:
            words.append("whether unseen hands were beaten")
        if self.cashed_out:
            words.append("what was paid to a player who cashed out")
        return tuple(words)


def check_results(hand: LogHand, round: Round, scale: int) -> None:
    """Check a round that was played from a log: each player must end with what they collected, less their share of
    rake.

    `scale` is how many of the round's chips are one of the log's. Where several players collected, the rake is shared
    in proportion, and each share may be off by one chip. Or the winners of the main pot pay all of it. Where the
    log does not state the rake, each winner may have paid any part of it.
    """
    ends = [Fraction(round.chips.stack(spot), scale) for spot in round.seated]
    over = [end - finish for end, finish in zip(ends, hand.finish, strict=True)]
    won = [lacks + got for lacks, got in zip(over, hand.collected, strict=True)]
    pot = sum(won) or Fraction(1)
    parts = sum(isinstance(event, Transfer) and event.cause == "pot" for event in round.events)
    slack = Fraction(parts, scale) if parts > 1 else Fraction(0)
    proportional = [hand.rake * gets / pot for gets in won]
    for parts_of_rake in (_main_parts(hand, round), proportional):
        wrong = [
            place
            for place, (lacks, part, gets) in enumerate(zip(over, parts_of_rake, won, strict=True))
            # Where the log does not state the rake, it is not known which of the pots it was taken from.
            if abs(lacks - part) > slack and not (not hand.rake_stated and gets and 0 <= lacks <= hand.rake)
        ]
        if not wrong:
            return
    place = wrong[0]
    who, got, gets, part = visible(hand.players[place]), hand.collected[place], won[place], proportional[place]
    differ = f"{who} collected {digits(got)} in the log, but wins {digits(gets)} in the game"
    if hand.rake:
        left, share = digits_to_the_cent(gets - part), digits_to_the_cent(part)
        differ += f", which leaves {left} after {share} of the rake of {digits(hand.rake)}"
    raise PHHError(differ)


def _main_parts(hand: LogHand, round: Round) -> list[Fraction]:
    """The players' shares of the rake, if all of it comes from the main pot."""
    pushed = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    main = [event for event in pushed if event.wager.startswith(("main pot", "pot"))]
    whole = sum(event.amount for event in main) or 1
    won = [sum(event.amount for event in main if event.spot == spot.id) for spot in round.seated]
    return [hand.rake * gets / whole for gets in won]
