"""Find a game, rule set or house rule by its name, the beginning of it, words in it, or a similar spelling."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from cardroom.clean import quoted
from cardroom.cli import UsageError
from cardroom.games import other_names
from cardroom.limits import LONGEST_NAME

__all__ = ["HOUSE_RULE_NAMES", "find_name", "or_list"]

HOUSE_RULE_NAMES: Mapping[str, Sequence[str]] = {"packs": ("decks",)}
"""Other names of house rules. Other names of games are in their declarations."""

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SAME_WORDS = {"deuce": "2", "hi": "high", "lo": "low"} | {word: str(place) for place, word in enumerate(NUMBERS, 1)}
"""Words with two spellings, and the spelling that is compared."""

LEAST_INSIDE = 4
"""The fewest letters of a text that may be found inside a name: "paigow", but not "low" in "blow"."""
ALIKE = 0.7
"""How similar a text and a name must be to suggest the name, from 0 to 1."""
NEAREST = 3
"""The most names that are suggested."""


def find_name(typed: str, things: Mapping[str, Iterable[str]], none: str, otherwise: str | None = None) -> str:
    """The one thing that a text names. Raises a `UsageError` if several fit, or none.

    `things` are the exact names, each with its other names. `none` begins the message if nothing fits. The message
    ends with similar names, or with `otherwise`, or with all names.

    >>> games = {"omaha": [], "omaha-high-low": [], "three-card-poker-6-card-bonus": [], "fortune-pai-gow-poker": []}
    >>> find_name("3 Card Poker", games, "Unknown game")
    'three-card-poker-6-card-bonus'
    >>> find_name("oma", games, "Unknown game")
    Traceback (most recent call last):
    cardroom.cli.UsageError: 'oma' matches more than one name: omaha or omaha-high-low. Type more of it.
    >>> find_name("fortoon", games, "Unknown game")
    Traceback (most recent call last):
    cardroom.cli.UsageError: Unknown game 'fortoon'. Did you mean fortune-pai-gow-poker?
    """
    if typed in things:
        return typed
    if len(typed) > LONGEST_NAME:  # no name is this long, and comparing would be slow
        raise UsageError(f"{none} {quoted(typed)}. {otherwise or 'Known: ' + ', '.join(things)}.")
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
            raise UsageError(f"{quoted(typed)} matches more than one name: {or_list(fitting)}. Type more of it.")
    near = _nearest(wanted[1], {name: [each[1] for each in written] for name, written in names.items()})
    if near:
        raise UsageError(f"{none} {quoted(typed)}. Did you mean {or_list(near)}?")
    raise UsageError(f"{none} {quoted(typed)}. {otherwise or 'Known: ' + ', '.join(things)}.")


def or_list(names: Sequence[str]) -> str:
    """Names joined with commas and "or".

    >>> or_list(["big-o"]), or_list(["omaha", "big-o", "razz"])
    ('big-o', 'omaha, big-o or razz')
    """
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _ways(text: str) -> tuple[list[str], list[str]]:
    """The words of a text, as written and as compared.

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
    """Whether each word begins a word of the name, or all words joined are part of it."""
    joined = "".join(part)
    return bool(part) and (
        all(any(word.startswith(each) for word in whole) for each in part)
        or (len(joined) >= LEAST_INSIDE and joined in "".join(whole))
    )


def _nearest(wanted: list[str], names: Mapping[str, list[list[str]]]) -> list[str]:
    """The things with similar names or words, the most similar first."""
    likeness = {name: max(_likeness(wanted, each) for each in written) for name, written in names.items()}
    near = sorted((name for name in names if likeness[name][0] >= ALIKE), key=lambda name: likeness[name], reverse=True)
    return near[:NEAREST]


def _likeness(wanted: list[str], name: list[str]) -> tuple[float, float]:
    """How similar a text and a name are: by words or as a whole, and as a whole."""
    if not wanted or not name:
        return 0, 0
    whole = _alike("".join(wanted), "".join(name))
    words = sum(max(_alike(each, word) for word in name) for each in wanted) / len(wanted)
    return max(words, whole), whole


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other, autojunk=False).ratio()
