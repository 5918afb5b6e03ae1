"""Random texts of hold'em ranges, in the notation that other programs share."""

import random

from cardroom.cards import RANKS, SUITS


def random_range(rng: random.Random) -> str:
    """One to five terms."""
    return ",".join(_term(rng) for _ in range(rng.randint(1, 5)))


def _term(rng: random.Random) -> str:
    one, other = rng.choice(RANKS), rng.choice(RANKS)
    kind = rng.choice(("s", "o", "")) if one != other else ""
    match rng.randrange(8):
        case 0:
            return one * 2 + rng.choice(("", "+"))
        case 1 | 2:
            return f"{one}{other}{kind}" + rng.choice(("", "+"))
        case 3:
            return f"{one * 2}-{other * 2}"
        case 4 | 5:  # one first rank
            top, two, last = sorted(rng.sample(range(13), 3), reverse=True)
            ends = [f"{RANKS[top]}{RANKS[end]}{kind}" for end in (two, last)]
            rng.shuffle(ends)
            return "-".join(ends)
        case 6:  # one gap
            gap = rng.randint(1, 4)
            high, low = rng.sample(range(gap, 13), 2)
            kind = rng.choice(("s", "o", ""))
            return f"{RANKS[high]}{RANKS[high - gap]}{kind}-{RANKS[low]}{RANKS[low - gap]}{kind}"
        case _:
            return f"{one}{rng.choice(SUITS)}{other}{rng.choice(SUITS)}"


def weighted_range(rng: random.Random) -> str:
    """Two parts, the first with a weight."""
    return f"{rng.randint(1, 99)}%({random_range(rng)}),{random_range(rng)}"
