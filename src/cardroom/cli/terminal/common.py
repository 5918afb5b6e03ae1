"""What several commands share: finding a game, printing, reading JSON files."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from cardroom.clean import plain_json, short, visible
from cardroom.cli import UsageError
from cardroom.cli.terminal.name_search import find_name
from cardroom.cli.terminal.options import parse_count
from cardroom.errors import InputError
from cardroom.games import all_games, game_of, left_out
from cardroom.games.mixed import Mixed, game_problem, house_of, mix_of, mixed
from cardroom.limits import TEXT_BYTES, json_value, read_lines
from cardroom.play import Game
from cardroom.rulebook import AS_PRINTED, RuleBookError, RuleSet, load, rule_set, rule_sets, slugs, with_house_rules
from cardroom.rulebook.editions import is_day
from cardroom.rulebook.mixes import holds_mix, load_mix, mixes

__all__ = [
    "console",
    "file_label",
    "find_game",
    "find_mix",
    "json_values",
    "note",
    "plural",
    "print_json",
    "text_lines",
    "valid_games",
]


class _Screen(Console):
    """A console that shows control characters in texts instead of sending them to the terminal."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """The segments to print, with control characters made visible."""
        for segment in super().render(renderable, options):
            if segment.control or segment.text.isprintable():
                yield segment
            else:
                yield Segment(visible(segment.text, keep="\n\t"), segment.style)


def console(**settings: Any) -> Console:
    """Standard output for people. Markup in texts is not interpreted."""
    return _Screen(markup=False, highlight=False, emoji=False, **settings)


def note(message: str) -> None:
    """Print a message for people to standard error."""
    print(visible(short(message)), file=sys.stderr)


def print_json(value: Any, indent: int | None = None) -> None:
    """Print one JSON value to standard output, in ASCII."""
    print(plain_json(json.dumps(value, indent=indent)))


def plural(number: int, word: str, plural: str = "") -> str:
    """A number with its noun.

    >>> plural(1, "book"), plural(2000, "round"), plural(2, "entry", "entries")
    ('1 book', '2,000 rounds', '2 entries')
    """
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def valid_games() -> tuple[Game, ...]:
    """All games in all valid rule sets. Invalid rule sets are named on standard error, with the reason."""
    for each in left_out():
        note(f"cardroom: skipped {each}")
    return all_games()


def find_game(name: str, rules: str | None = None, house: Sequence[str] | None = None) -> Game:
    """Find a game by the arguments of the command line. A file may be given for its name or its rule set.

    >>> find_game("three-card").slug
    'three-card-poker-6-card-bonus'
    >>> find_game("three-card", house=["exposed_card"])
    Traceback (most recent call last):
    cardroom.cli.UsageError: --set exposed_card: write a house rule and its value, for example --set minimum=10.
    """
    chosen = _settings(house)
    text = _rule_set(name, rules)
    none = f"{text.game} has no house rule"
    known = dict.fromkeys((*text.house_rules, AS_PRINTED), ())
    settings = {find_name(rule, known, none): value for rule, value in chosen.items()}
    return game_of(with_house_rules(text, settings))


def _settings(house: Sequence[str] | None) -> dict[str, str]:
    """Parse house rules and their values."""
    chosen = {}
    for each in house or ():
        rule, equals, value = each.partition("=")
        if not equals:
            raise UsageError(f"--set {each}: write a house rule and its value, for example --set minimum=10.")
        chosen[rule.strip()] = value.strip()
    return chosen


def find_mix(
    name: str, rules: str | None = None, house: Sequence[str] | None = None, each: str | None = None
) -> Mixed | None:
    """Find a mix of games by name, in a file, or as a list of games; None if it is a single game.

    `each` is how long every game is played.

    >>> find_mix("horse").name, find_mix("8-game").name, find_mix("razz")
    ('HORSE', '8-Game', None)
    >>> find_mix("razz,badugi", each="10").hands
    10
    """
    path = Path(name).resolve() if name.endswith(".toml") and Path(name).is_file() else None
    called = {load_mix(file).name.lower(): known for known, file in mixes().items()} | {
        known: known for known in mixes()
    }
    if "," in name:
        if within := [part for part in map(str.strip, name.lower().split(",")) if part in called]:
            raise UsageError(f"{name}: {within[0]} is a mix and cannot be part of a list. List its games instead.")
        games = list(_games([part.strip() for part in name.split(",")], rules, _settings(house)))
        mix = mix_of(", ".join(game.rules.name for game in games), games)
    elif name.lower() in called:
        mix = mixed(called[name.lower()], rules, _settings(house))
    elif path is not None and holds_mix(path):
        mix = mixed(path, rules, _settings(house))
    elif each is not None:
        raise UsageError(f"--each {each}: {name} is a single game. Write several like razz,badugi.")
    else:
        return None
    if each is None:
        return mix
    if each == "orbit":
        return mix._replace(hands=0)
    if not each.strip()[:1].isdigit():
        raise UsageError(f"--each {each}: write orbit, or a number of hands like 10.")
    return mix._replace(hands=parse_count("--each", each))


def _games(names: Sequence[str], rules: str | None, house: Mapping[str, str]) -> Iterator[Game]:
    """The games of a list, each with the house rules for all of them and for it."""
    slugs = [_rule_set(name, rules).game for name in names]
    for place, (name, settings) in enumerate(zip(names, house_of(slugs, house), strict=True), 1):
        try:
            yield find_game(name, rules, [f"{rule}={value}" for rule, value in settings.items()])
        except (UsageError, RuleBookError) as error:
            raise UsageError(game_problem(place, slugs[place - 1], error)) from None


def _rule_set(name: str, rules: str | None) -> RuleSet:
    """The rule set of a file, or of a game by any of its names."""
    if name.endswith(".toml"):
        if rules:
            raise UsageError(f"--rules {rules}: {name} is a rule set file itself. Leave out --rules.")
        if not Path(name).is_file():
            raise UsageError(f"{name}: no such file.")
        return load(Path(name).resolve())
    known = slugs()
    slug = name if name in known else find_name(name, {each: _names(each) for each in known}, "Unknown game")
    if rules is not None and rules.endswith(".toml"):
        if not Path(rules).is_file():
            raise UsageError(f"{rules}: no such file.")
        text = load(Path(rules).resolve(), slug)
        if text.game != slug:
            raise UsageError(f"--rules {rules} is a rule set of {text.game}, not of {slug}.")
        return text
    if rules is not None and not is_day(rules):
        rules = find_name(rules, dict.fromkeys(rule_sets(slug), ()), f"{slug} has no rule set")
    return rule_set(slug, rules)


def _names(slug: str) -> Iterator[str]:
    """The names of a game in its rule sets. Invalid rule sets are skipped."""
    for path in rule_sets(slug).values():
        try:
            yield load(path).name
        except RuleBookError:
            continue


def text_lines(file: str, recode: Callable[[Iterator[bytes]], Iterator[bytes]] | None = None) -> Iterator[str]:
    """The lines of a file; - is standard input. `recode` makes UTF-8 of other encodings."""
    try:
        yield from read_lines(file, recode=recode)
    except InputError as error:
        raise UsageError(f"{file_label(file)}: {error}") from None


def file_label(file: str) -> str:
    """The name of a file in messages."""
    return "standard input" if file == "-" else file


def json_values(file: str, source: Iterable[str] | None = None) -> Iterator[tuple[str, Any, str]]:
    """The JSON values of a file, one value or one per line: the place of each, the value and its text.

    They are read one by one, so a file may be larger than memory. `source` are its lines, if they were read already.
    """
    name = file_label(file)
    numbered = filter(lambda each: each[1].strip(), enumerate(text_lines(file) if source is None else source, 1))
    number, line = next(numbered, (0, ""))
    if not number:
        raise UsageError(f"{name} is empty. Expected one JSON value, or one per line.")
    following = next(numbered, None)
    try:
        value = json_value(line)
    except InputError as error:
        if following is None:
            raise UsageError(f"{name}: {error}") from None
        line = _rest(line, chain((following,), numbered))
        try:
            value = json_value(line)
        except InputError:
            raise UsageError(f"{name}, line {number}: {error}") from None
        following = None
    yield (f"{name}, line {number}" if following else name), value, line
    for number, line in chain((following,), numbered) if following else ():
        try:
            value = json_value(line)
        except InputError as error:
            raise UsageError(f"{name}, line {number}: {error}") from None
        yield f"{name}, line {number}", value, line


def _rest(first: str, numbered: Iterable[tuple[int, str]]) -> str:
    """The text of a value over several lines, up to the size limit."""
    parts, size = [first], 0
    for _, line in numbered:
        parts.append(line)
        size += len(line)
        if size > TEXT_BYTES:
            break
    return "".join(parts)
