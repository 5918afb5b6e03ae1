"""A hand of a log with the results that the log prints, and the check of a played round against them."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

from cardroom.clean import visible
from cardroom.histories.logs.hand import digits, toml
from cardroom.histories.phh import UNSAID_RAKE, PHHError, RecordedHand, recorded_hand
from cardroom.play.round import Round, Transfer

__all__ = ["LogHand", "check_results"]


class LogHand(NamedTuple):
    """A hand of a log, with its results. Amounts are in the log's own chips, players from the left of the button."""

    number: str
    fields: Mapping[str, Any]
    """The hand as the fields of a PHH document."""
    players: tuple[str, ...]
    finish: tuple[Decimal, ...]
    """Each player's stack after the hand."""
    collected: tuple[Decimal, ...]
    rake: Decimal
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
    finish, collected = ([int(amount * scale) for amount in amounts] for amounts in (hand.finish, hand.collected))
    rake = int(hand.rake * scale)
    over = [round.chips.stack(spot) - end for spot, end in zip(round.seated, finish, strict=True)]
    won = [lacks + got for lacks, got in zip(over, collected, strict=True)]
    pushed = [event for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    slack = len(pushed) if len(pushed) > 1 else 0
    pot = sum(won) or 1
    for raked, whole in (_main_pot(pushed, round), (won, pot)):
        wrong = [
            place
            for place, (lacks, part, gets) in enumerate(zip(over, raked, won, strict=True))
            # Where the log does not state the rake, it is not known which of the pots it was taken from.
            if abs(lacks * whole - rake * part) > slack * whole
            and not (not hand.rake_stated and gets and 0 <= lacks <= rake)
        ]
        if not wrong:
            return
    place = wrong[0]
    who, got, gets = visible(hand.players[place]), digits(hand.collected[place]), Fraction(won[place], scale)
    differ = f"{who} collected {got} in the log, but wins {_to_the_cent(gets)} in the game"
    if rake:
        part = gets * rake / pot
        left, share = _to_the_cent(gets - part), _to_the_cent(part)
        differ += f", which leaves {left} after {share} of the rake of {digits(hand.rake)}"
    raise PHHError(differ)


def _to_the_cent(amount: Fraction) -> str:
    """An amount rounded to the cent; its digits might not end."""
    return digits(Decimal(int(amount * 100 + Fraction(1, 2))) / 100)


def _main_pot(pushed: Sequence[Transfer], round: Round) -> tuple[list[int], int]:
    """What each player won of the main pot, and all of it: some houses take the whole rake there."""
    main = [event for event in pushed if event.wager.startswith(("main pot", "pot"))]
    won = [sum(event.amount for event in main if event.spot == spot.id) for spot in round.seated]
    return won, sum(won) or 1
