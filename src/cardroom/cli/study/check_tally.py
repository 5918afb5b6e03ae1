"""The counts of `cardroom replay --check`: rounds that replay, what was compared with the files, and the rake."""

from collections import Counter
from fractions import Fraction

from cardroom.histories.phh import HandComparison, RecordedHand, StackTracker

__all__ = ["CheckTally", "TableStacks", "rake_words"]


class CheckTally:
    """Counts of rounds, of one file or of all."""

    def __init__(self) -> None:
        self.replayed = self.failed = 0
        self.compared, self.left = Counter[str](), Counter[str]()
        self.rake = self.pot = Fraction(0)

    def add(self, failed: bool, comparison: HandComparison) -> None:
        """Count a round."""
        self.failed += failed
        self.replayed += not failed
        self.compared.update(comparison.compared)
        self.left.update(comparison.open)
        if comparison.rake:
            self.rake, self.pot = self.rake + comparison.rake, self.pot + comparison.pot

    def lines(self) -> list[str]:
        """The counts in words, each a line."""
        lines = [f"{self.replayed} replayed, {self.failed} failed"]
        for title, counts in (("Compared", self.compared), ("Not compared", self.left)):
            if counts:
                lines.append(f"{title}: {'; '.join(f'{what} ({number:,})' for what, number in counts.items())}")
        return [*lines, rake_words(self.rake, self.pot)] if self.rake else lines


def rake_words(rake: Fraction, pot: Fraction) -> str:
    """The rake, and its share of the raked pots, in words."""
    took, of = (f"{float(chips):,.2f}".removesuffix(".00") for chips in (rake, pot))
    return f"Rake: {took} of {of}, {float(rake / pot):.1%}"


class TableStacks:
    """The stacks of the players at every table of every file, from hand to hand."""

    def __init__(self) -> None:
        self.tables: dict[tuple[str, str], StackTracker] = {}

    def follow(self, file: str, place: str, hand: RecordedHand, stacks: tuple[int, ...]) -> str:
        """Add a hand. Return how it contradicts earlier hands at the same table, or an empty text.

        `place` is its number in the file. It is used only if all hands of the file are from one table.
        """
        number = int(place) if place.isdecimal() and len(place) < 20 and not hand.table else None
        return self.tables.setdefault((file, hand.table), StackTracker()).follow(hand, stacks, number)

    def skip(self, file: str) -> None:
        """Note that a hand of a file could not be played. It may be of any table."""
        for (name, _), tracker in self.tables.items():
            if name == file:
                tracker.skip()

    @property
    def counts(self) -> dict[str, int]:
        """How often a player started the next hand with the same chips, with more, or with fewer."""
        names = ("followed", "bought", "fewer")
        return {name: sum(getattr(each, name) for each in self.tables.values()) for name in names}

    def lines(self) -> list[str]:
        """The counts in words."""
        counts = self.counts
        if not any(counts.values()):
            return []
        same, more = (
            f"{counts['followed']:,} times a player continued with the same chips",
            f"{counts['bought']:,} times",
        )
        fewer = f", {counts['fewer']:,} times with fewer after hands that are missing" if counts["fewer"] else ""
        return [f"From hand to hand: {same}, {more} with more{fewer}"]
