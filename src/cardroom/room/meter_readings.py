"""The displays of jackpots that several tables share, also while a round is being played.

A table reads its meters between rounds. Meanwhile other tables move them. GLI-19 v3.0, 4.13.2 requires that displays
follow within 30 seconds; here it takes about a second.
"""

from collections.abc import Mapping

import msgspec

from cardroom.play.round import Round, Transfer, meter_of
from cardroom.play.table import State
from cardroom.show.pictures import Meter, Picture

__all__ = ["MeterReadings"]


class MeterReadings:
    """The latest readings of the house jackpots that a table is linked to, by the name that its rules use."""

    def __init__(self) -> None:
        self.reads: dict[str, int] = {}

    def update(self, state: State, meters: Mapping[str, int]) -> bool:
        """Take over the meters of house jackpots, by their names. Return whether a display at this table changes."""
        reads = {name: meters[to] for name, to in state.links.items() if to in meters}
        changed, self.reads = reads != self.reads, reads
        return changed

    def follow(self, state: State) -> None:
        """After a commit between rounds, the table has just read its meters itself."""
        if state.opening is None:
            self.reads |= {name: state.carry.meters[name] for name in self.reads if name in state.carry.meters}

    def displayed(self, picture: Picture, round: Round, state: State) -> Picture:
        """A picture with the current readings.

        The bets of its own round are in the house's meter since they were closed. Until the meter was read again, the
        picture is ahead of it.
        """
        meters = tuple(self._meter(meter, round, state) for meter in picture.meters)
        return picture if meters == picture.meters else msgspec.structs.replace(picture, meters=meters)

    def _meter(self, meter: Meter, round: Round, state: State) -> Meter:
        if (now := self.reads.get(meter.jackpot)) is None:
            return meter
        if state.opening is None:
            return msgspec.structs.replace(meter, reads=now)
        account = meter_of(meter.jackpot)
        if any(isinstance(event, Transfer) and event.payer == account for event in round.events):
            return meter  # this round has won from the meter, so the two amounts cannot be told apart
        seeds = {each.name: each.seed for each in round.rules.jackpots.values()}
        before = round.carried.meters.get(meter.jackpot, seeds[meter.jackpot])
        return msgspec.structs.replace(meter, reads=now if now < before else max(now, meter.reads))
