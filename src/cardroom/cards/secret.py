"""The secret of a shuffle, and when it takes no more seeds."""

from typing import Any, NoReturn

from cardroom.cards.stream import Seed, check_seeds

__all__ = ["Secret", "fewer_seeds", "more_seeds"]


class Secret:
    """A secret that cannot be printed, pickled or copied.

    Shuffles that differ only in their seeds share it. So once the order of one has been looked at, none takes seeds.
    """

    __slots__ = ("data", "looked_at")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.looked_at = False

    def __repr__(self) -> str:
        return "<secret>"

    def __copy__(self) -> "Secret":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Secret":
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError("a shuffle cannot be pickled: use `kept` to store it, in the house's own store only")


def fewer_seeds(secret: Secret, seeds: tuple[Seed, ...], by: str) -> tuple[Seed, ...]:
    """Return the seeds without one player's. Once the order has been looked at, return them unchanged."""
    return seeds if secret.looked_at else tuple([seed for seed in seeds if seed.by != by])


def more_seeds(secret: Secret, seeds: tuple[Seed, ...], by: str, words: str) -> tuple[Seed, ...]:
    """Return the seeds with one more. Raise `ValueError` if the order has been looked at."""
    if secret.looked_at:
        raise ValueError("it is too late for a seed: add it before the shuffle, not during a shoe")
    return check_seeds((*seeds, (by, words)))
