"""Finding what somebody named: a game, a rule set, a house rule; by its name, its beginning, its words, or nearly."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from cardroom.clean import told
from cardroom.cli import UsageError
from cardroom.games import other_names
from cardroom.limits import LONGEST_NAME

__all__ = ["HOUSE_RULE_NAMES", "find_name", "or_list"]

HOUSE_RULE_NAMES: Mapping[str, Sequence[str]] = {"packs": ("decks",)}
"""What else people call a house rule; other names of games are in their declarations."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SAME_WORDS = {"deuce": "2", "hi": "high", "lo": "low"} | {word: str(place) for place, word in enumerate(NUMBERS, 1)}
"""Words that are written in two ways, and the one in which they are compared."""

LEAST_INSIDE = 4
"""Letters from which a text counts wherever it stands in a name: "paigow", but not every "low" in "blow"."""
ALIKE = 0.7
"""How like its name a text must be to be taken for a slip of the hand, from 0 to 1."""
NEAREST = 3
"""How many names are said to be near, at most."""


def find_name(typed: str, things: Mapping[str, Iterable[str]], none: str, otherwise: str | None = None) -> str:
    """The one thing that a text names; a `UsageError` if it may be several, or if there is none.

    `things` are the names that are sure, each with others of the same thing. `none` begins what is said where nothing
    fits; it ends with the nearest, else with `otherwise`, else with all there is.

    >>> games = {"face-up-pai-gow-poker": [], "fortune-pai-gow-poker": [], "three-card-poker-6-card-bonus": []}
    >>> find_name("3 Card Poker", games, "no game is called")
    'three-card-poker-6-card-bonus'
    >>> find_name("pai gow", games, "no game is called")
    Traceback (most recent call last):
    cardroom.cli.UsageError: 'pai gow' may be face-up-pai-gow-poker or fortune-pai-gow-poker: type a little more
    >>> find_name("fortoon", games, "no game is called")
    Traceback (most recent call last):
    cardroom.cli.UsageError: no game is called 'fortoon': did you mean fortune-pai-gow-poker?
    """
    if typed in things:
        return typed
    if len(typed) > LONGEST_NAME:  # nothing is called so, and comparing takes long
        raise UsageError(f"{none} {told(typed)}: {otherwise or 'there are ' + ', '.join(things)}")
    wanted = _ways(typed)
    names = {
        name: [_ways(each) for each in (name, *others, *other_names(name), *HOUSE_RULE_NAMES.get(name, ()))]
        for name, others in things.items()
    }
    for fits in (_is, _begins, _within):
        fitting = [
            name
            for name, written in names.items()
            if any(fits(part, whole) for each in written for part, whole in zip(wanted, each, strict=True))
        ]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise UsageError(f"{told(typed)} may be {or_list(fitting)}: type a little more")
    near = _nearest(wanted[1], {name: [each[1] for each in written] for name, written in names.items()})
    if near:
        raise UsageError(f"{none} {told(typed)}: did you mean {or_list(near)}?")
    raise UsageError(f"{none} {told(typed)}: {otherwise or 'there are ' + ', '.join(things)}")


def or_list(names: Sequence[str]) -> str:
    """Names as one says them.

    >>> or_list(["big-o"]), or_list(["omaha", "big-o", "razz"])
    ('big-o', 'omaha, big-o or razz')
    """
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _ways(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, as they are and as they are compared.

    >>> _ways("Seven Card Stud Hi/Lo")
    (['seven', 'card', 'stud', 'hi', 'lo'], ['7', 'card', 'stud', 'high', 'low'])
    >>> _ways("WPT Hold'em 21.5")[0]
    ['wpt', 'holdem', '21', '5']
    """
    words = re.findall(r"\d+|[^\W\d_]+", re.sub("['’`]", "", text.casefold()))
    return words, [SAME_WORDS.get(word, word) for word in words]


def _is(part: list[str], whole: list[str]) -> bool:
    return bool(part) and "".join(part) == "".join(whole)


def _begins(part: list[str], whole: list[str]) -> bool:
    return bool(part) and "".join(whole).startswith("".join(part))


def _within(part: list[str], whole: list[str]) -> bool:
    """Whether each word begins one of the name's, or all of them stand in it as one."""
    joined = "".join(part)
    return bool(part) and (
        all(any(word.startswith(each) for word in whole) for each in part)
        or (len(joined) >= LEAST_INSIDE and joined in "".join(whole))
    )


def _nearest(wanted: list[str], names: Mapping[str, list[list[str]]]) -> list[str]:
    """The things whose names, or the words in them, are written nearly so; the nearest first."""
    likeness = {name: max(_likeness(wanted, each) for each in written) for name, written in names.items()}
    near = sorted((name for name in names if likeness[name][0] >= ALIKE), key=lambda name: likeness[name], reverse=True)
    return near[:NEAREST]


def _likeness(wanted: list[str], name: list[str]) -> tuple[float, float]:
    """How like a name a text is, by its words or as a whole; and as a whole."""
    if not wanted or not name:
        return 0, 0
    whole = _alike("".join(wanted), "".join(name))
    words = sum(max(_alike(each, word) for word in name) for each in wanted) / len(wanted)
    return max(words, whole), whole


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
