"""How players play: counts over poker hands, by player, and the usual figures computed from them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from cardroom.play.round import Acted, Dealt, Round, Transfer

__all__ = ["COLUMNS", "PlayerStats", "count_hand"]

COLUMNS = (
    "player", "hands", "vpip", "pfr", "three_bet", "aggression", "showdowns", "won_at_showdown", "bb_per_100", "error",
)  # fmt: skip
_PUTS = ("call", "bet", "raise")
_RAISES = ("bet", "raise")


@dataclass
class PlayerStats:
    """Counts of one player."""

    hands: int = 0
    put_in: int = 0
    """Hands in which the player called, bet or raised in the first betting round."""
    raised: int = 0
    """Hands in which the player bet or raised in the first betting round."""
    three_bets: int = 0
    three_bet_chances: int = 0
    """Hands in which the player acted in the first betting round after exactly one raise, by another player."""
    later_raises: int = 0
    later_calls: int = 0
    showdowns: int = 0
    showdowns_won: int = 0
    """Showdowns in which the player took chips from a pot: all of it, or a share. A returned bet is no win."""
    gains: list[float] = field(default_factory=list)
    """The result of each hand, in big blinds."""

    def row(self, name: str) -> dict[str, Any]:
        """The figures. A share is None if there was no case."""
        count, total = len(self.gains), sum(self.gains)
        mean = total / count if count else 0.0
        spread = sqrt(sum((gain - mean) ** 2 for gain in self.gains) / (count - 1)) if count > 1 else None
        return {
            "player": name,
            "hands": self.hands,
            "vpip": _share(self.put_in, self.hands),
            "pfr": _share(self.raised, self.hands),
            "three_bet": _share(self.three_bets, self.three_bet_chances),
            "aggression": self.later_raises / self.later_calls if self.later_calls else None,
            "showdowns": self.showdowns,
            "won_at_showdown": _share(self.showdowns_won, self.showdowns),
            "bb_per_100": mean * 100 if count else None,
            "error": spread / sqrt(count) * 100 if spread is not None else None,
        }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def count_hand(stats: dict[str, PlayerStats], round: Round, names: Sequence[str], ends: Sequence[int]) -> None:
    """Add a finished poker hand; `names` and `ends` are the players and their chips after it, in the round's order."""
    seated = round.seated
    who = {spot.id: name for spot, name in zip(seated, names, strict=True)}
    for name in names:
        stats.setdefault(name, PlayerStats()).hands += 1
    folded = _count_actions(stats, round, who)
    left = [spot for spot in seated if spot.id not in folded]
    paid = {event.spot for event in round.events if isinstance(event, Transfer) and event.cause == "pot"}
    stakes = round.rules.stakes
    unit = max((0, *stakes.blinds)) or stakes.small_bet or stakes.minimum_bet
    for spot, end in zip(seated, ends, strict=True):
        player = stats[who[spot.id]]
        gain = end - round.stacks[spot.bettor]
        if unit:
            player.gains.append(float(Fraction(gain, unit)))
        if len(left) > 1 and spot in left:
            player.showdowns += 1
            player.showdowns_won += spot.id in paid


def _count_actions(stats: dict[str, PlayerStats], round: Round, who: dict[str, str]) -> set[str]:
    """Count what players did, and return the players who folded."""
    folded: set[str] = set()
    acted: dict[str, set[str]] = {}
    chances: set[str] = set()
    raises, first, raiser = 0, True, ""
    for event in round.events:
        if isinstance(event, Dealt) and acted:
            first = False
        if not isinstance(event, Acted) or event.spot not in who:
            continue
        player = stats[who[event.spot]]
        if event.action == "discard":
            first = False
        if event.action == "fold":
            folded.add(event.spot)
        if event.action in ("fold", "check", *_PUTS):
            if first and raises == 1 and raiser != event.spot and event.spot not in chances:
                chances.add(event.spot)
                player.three_bet_chances += 1
                player.three_bets += event.action in _RAISES
            acted.setdefault(event.spot, set())
        if event.action in _PUTS and first:
            acted[event.spot].add(event.action)
            raises += event.action in _RAISES
            raiser = event.spot if event.action in _RAISES else raiser
        elif event.action in _PUTS:
            player.later_raises += event.action in _RAISES
            player.later_calls += event.action == "call"
    for spot, actions in acted.items():
        stats[who[spot]].put_in += bool(actions)
        stats[who[spot]].raised += bool(actions & {*_RAISES})
    return folded
