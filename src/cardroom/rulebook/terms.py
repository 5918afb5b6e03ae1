"""What a table needs to post a collection schedule: limits, stakes and buy-ins."""

from collections.abc import Iterator

from cardroom.money import cents
from cardroom.rulebook.schema import NameList, Part
from cardroom.rulebook.stakes import levels

__all__ = ["ScheduleTerms"]

_AMOUNTS = ("minimum", "maximum", "bonus", "buy_in")


class ScheduleTerms(Part, frozen=True):
    """What a table needs to post a schedule. A field that is left out allows anything."""

    minimum: tuple[str, str] = ("", "")
    maximum: tuple[str, str] = ("", "")
    """The ranges for the table's least and greatest wager."""
    bonus: tuple[str, str] = ("", "")
    """The least and the most of every bonus bet."""
    limit: NameList = ()
    """Poker: the limits at which it is spread."""
    stakes: tuple[str, str] = ("", "")
    """Poker at fixed limit: the least and the greatest limit game."""
    buy_in: tuple[str, str] = ("", "")
    """Poker: the least and the greatest buy-in."""

    def bounds(self, name: str) -> tuple[int, int] | None:
        """Return the bounds of a field in cents; None if it has none.

        >>> ScheduleTerms(maximum=("$1", "$200")).bounds("maximum"), ScheduleTerms().bounds("bonus")
        ((100, 20000), None)
        """
        least, most = getattr(self, name)
        return (cents(least), cents(most)) if least and most else None

    def bonus_limits(self, least: int, most: int) -> tuple[int, int]:
        """Narrow the limits of a bonus bet, in cents, to what the schedule allows.

        >>> ScheduleTerms(bonus=("$5", "$200")).bonus_limits(100, 100000), ScheduleTerms().bonus_limits(100, 100000)
        ((500, 20000), (100, 100000))
        """
        within = self.bounds("bonus")
        return (max(least, within[0]), min(most, within[1])) if within else (least, most)

    def problems(self) -> Iterator[str]:
        """Find problems with the terms as written, key first."""
        for name in (*_AMOUNTS, "stakes"):
            if bool(getattr(self, name)[0]) != bool(getattr(self, name)[1]):
                yield f"{name}: write both ends of the range"
        for name in _AMOUNTS:
            try:
                within = self.bounds(name)
            except ValueError as error:
                yield f"{name}: {error}"
            else:
                if within and within[0] > within[1]:
                    yield f"{name}: from {' to '.join(getattr(self, name))} is not a range"
        if set(self.limit) - {"fixed", "pot", "no"}:
            yield f"limit: {', '.join(self.limit)}: write one or more of fixed, pot and no"
        try:
            if any(not level.fixed for text in filter(None, self.stakes) for level in levels(text)):
                yield f"stakes: {' to '.join(self.stakes)}: write the least and the greatest limit like $4-$8"
            elif all(self.stakes) and levels(self.stakes[0])[0].amounts > levels(self.stakes[1])[0].amounts:
                yield f"stakes: from {' to '.join(self.stakes)} is not a range"
        except ValueError as error:
            yield f"stakes: {error}"
