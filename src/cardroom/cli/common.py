"""What several commands share: finding the game, printing, reading files of JSON."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from cardroom.cli import Mistake
from cardroom.games import game, game_of
from cardroom.play import Bets, Game
from cardroom.play.procedures import areas
from cardroom.rulebook import RuleBookError, RuleSet, load, rule_set, rule_sets, slugs, with_house_rules

__all__ = ["chosen_game", "console", "json_values", "least_stack", "note", "print_json", "read_text", "sound_games"]


def console(**settings: Any) -> Console:
    """Standard output for people. Text is printed as it is: what looks like markup in it is none."""
    return Console(markup=False, highlight=False, emoji=False, **settings)


def note(message: str) -> None:
    """Something to know beside the results, for people only."""
    print(message, file=sys.stderr)


def print_json(value: Any, indent: int | None = None) -> None:
    """One JSON value on standard output, in letters that every terminal and pipe can carry."""
    print(json.dumps(value, indent=indent))


def sound_games() -> tuple[Game, ...]:
    """Every game in every rule set that can be used; of the others it is said which they are, and why."""
    found = []
    for slug in slugs():
        for name, path in rule_sets(slug).items():
            try:
                found.append(game(slug, rules=name))
            except RuleBookError as error:
                note(f"cardroom: left out: {path}: {str(error).removeprefix(f'{path.name}: ')}")
    return tuple(found)


def chosen_game(name: str, rules: str | None = None, house: Sequence[str] = ()) -> Game:
    """The game that was asked for on the command line.

    >>> chosen_game("three-card").slug
    'three-card-poker-6-card-bonus'
    >>> chosen_game("three-card", house=["exposed_card"])
    Traceback (most recent call last):
    cardroom.cli.Mistake: --set exposed_card: write a house rule and its value, as in --set minimum=10
    """
    settings = {}
    for each in house:
        rule, equals, value = each.partition("=")
        if not equals:
            raise Mistake(f"--set {each}: write a house rule and its value, as in --set minimum=10")
        settings[rule.strip()] = value.strip()
    if name.endswith(".toml"):
        if rules:
            raise Mistake(f"--rules {rules}: {name} is a rule set already")
        if not Path(name).is_file():
            raise Mistake(f"{name}: there is no such file")
        return game_of(with_house_rules(load(Path(name).resolve()), settings))
    return game_of(with_house_rules(rule_set(_slug(name), rules), settings))


def _slug(name: str) -> str:
    """The one game that the name begins, or the name itself."""
    known = slugs()
    begun = [slug for slug in known if slug.startswith(name.lower())]
    if name in known or not name or not begun:
        return name
    if len(begun) > 1:
        raise Mistake(f"several games begin with {name!r}: {', '.join(begun)}")
    return begun[0]


def least_stack(rules: RuleSet) -> int:
    """The chips without which nobody can play a round, in cents: the least bet and what must stay behind for it.

    >>> from cardroom.rulebook import rule_set
    >>> least_stack(rule_set("three-card-poker-6-card-bonus"))
    1000
    """
    layout = areas(rules)
    if layout:
        return Bets("bet", layout, 0).cheapest
    return rules.minimum if "minimum" in rules.house_rules else 1


def read_text(file: str) -> str:
    """All of a file; - is standard input."""
    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        name = "standard input" if file == "-" else file
        raise Mistake(f"{name}: byte {error.start} is not text in UTF-8") from None


def json_values(file: str, text: str | None = None) -> Iterator[tuple[str, Any, str]]:
    """The JSON values of a file, one or one a line: where each stands, the value, and its text.

    `text` is what is in it, where that has been read already.
    """
    name = "standard input" if file == "-" else file
    if text is None:
        text = read_text(file)
    if not text.strip():
        raise Mistake(f"{name}: there is nothing in it; one JSON value or one a line is expected")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        if len(lines) == 1:
            raise Mistake(f"{name}: this is not JSON: {error}") from None
    else:
        yield name, value, text
        return
    for number, line in lines:
        try:
            value = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise Mistake(f"{name}, line {number}: this is not JSON: {error}") from None
        yield f"{name}, line {number}", value, line
