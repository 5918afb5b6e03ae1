"""From a file to a rule set: read, laid over the one it extends, checked through and through, put under house rules."""

import os
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from cardroom.clean import quoted
from cardroom.errors import InputError
from cardroom.limits import MOST_EXTENDED, RULES_BYTES, read_text, toml_table
from cardroom.rulebook.checks import problems, problems_in_force
from cardroom.rulebook.fees import Fee, collection
from cardroom.rulebook.finding import plain
from cardroom.rulebook.house_rules import HouseRule
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schedules import schedules
from cardroom.rulebook.schema import LOSES, Cited

__all__ = [
    "RuleBookError",
    "built_in",
    "checked",
    "load",
    "rule_set",
    "rule_set_files",
    "rule_sets",
    "slugs",
    "with_house_rules",
]

_OWN_FOLDER = "CARDROOM_RULEBOOK"
"""The environment variable that names an operator's folder of rule sets."""

_BUILT_IN = Path(str(files("cardroom.rulebook"))) / "games"
_OFFERED = {"choices", "money", "whole", "amounts", "stakes"}
"""What says which values a house rule may have."""
_NAMED, _SINGLE, _LISTED = (
    ("wager", "pay", "house_rules", "jackpot"),
    ("deck", "seats", "bank", "order", "dealer", "chart", "poker"),
    ("fee", "display"),
)
"""Tables whose parts say where they are printed: by name, each one alone, or in a list."""

_FILES_KEPT = 256
"""How many files stay in memory as they were last read."""


class RuleBookError(InputError):
    """A rule set that cannot be used, with file, table and key."""

    __module__ = "cardroom.rulebook"  # where people import it from


def slugs() -> tuple[str, ...]:
    """The games that have a rule set.

    >>> "three-card-poker-6-card-bonus" in slugs()
    True
    """
    return tuple(sorted(_files()))


def rule_sets(game: str) -> dict[str, Path]:
    """The rule sets of a game by short name, and where each is written."""
    found = _files()
    if game not in found:
        raise RuleBookError(f"no game is called {quoted(game)}: there are {', '.join(sorted(found))}")
    return found[game]


def rule_set_files() -> Iterator[Path]:
    """Where every rule set is written."""
    return (path for sets in _files().values() for path in sets.values())


def rule_set(game: str, rules: str | None = None, **house_rules: Any) -> RuleSet:
    """A game's rule set, the only or first one if none is named, with a house's own settings.

    >>> rule_set("three-card-poker-6-card-bonus", minimum="$10").minimum
    1000
    >>> rule_set("three-card-poker-6-card-bonus", minimum="$500")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: house rule minimum: $500 is not within $1 to $200
    """
    sets = rule_sets(game)
    name = rules if rules is not None else next(iter(sets))
    if name not in sets:
        raise RuleBookError(f"{game} has no rule set {quoted(name)}: there are {', '.join(sets)}")
    path, found = sets[name], load(sets[name])
    if (found.game, found.rules) != (game, name):
        raise RuleBookError(f"{path.name}: game, rules: {found.game}/{found.rules} does not live in {game}/{path.name}")
    return with_house_rules(found, house_rules)


def with_house_rules(rules: RuleSet, chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set under a house's settings; each is checked, none may be unknown."""
    settings = dict(rules.settings)
    for name, value in chosen.items():
        if name not in rules.house_rules:
            raise RuleBookError(
                f"{rules.game} has no house rule {quoted(name)}: there are {', '.join(rules.house_rules)}"
            )
        try:
            settings[name] = rules.house_rules[name].check(name, value)
        except ValueError as error:
            raise RuleBookError(str(error)) from None
    result = rules.replaced(settings=settings, fee=_posted(rules, str(settings.get("collection", ""))))
    for problem in problems_in_force(result):
        raise RuleBookError(problem)
    return result


def load(path: Path, game: str = "") -> RuleSet:
    """The rule set that a file holds, wherever it lies, checked through and through.

    A file that was edited since is read again, and so is one that extends it. One outside a game's folder that names no
    game is of the one given.
    """
    return _loaded(_chain(path, (), game))


def checked(table: Mapping[str, Any]) -> RuleSet:
    """The rule set that a table holds, in the form in which it is written, checked through and through."""
    try:
        rules = msgspec.convert(table, RuleSet)
    except msgspec.ValidationError as error:
        raise RuleBookError(plain(str(error))) from None
    if rules.fee or rules.schedules:
        made = _collection(rules)
        said = rules.house_rules.get("collection", made)
        if (said.default, said.says) != (made.default, made.says):
            raise RuleBookError("house_rules.collection: it follows from the [[fee]] schedules: leave it out")
        rules = rules.replaced(house_rules=rules.house_rules | {"collection": made})
    for problem in problems(rules.replaced(settings={})):  # settings are checked below
        raise RuleBookError(problem)
    try:
        return with_house_rules(rules.replaced(settings={}), rules.settings)
    except RuleBookError as error:
        raise RuleBookError(f"settings: {error}") from None


def _collection(rules: RuleSet) -> HouseRule:
    """The house rule that chooses among a rule set's schedules."""
    if not rules.schedules:
        return collection(rules.fee)
    try:
        found = schedules(rules.schedules)
    except InputError as error:
        raise RuleBookError(f"schedules: {error}") from None
    cite = Cited(found.document, found.group[0].cite)
    return collection(rules.fee, found.named, by_players=found.by_players, cite=cite)


def _posted(rules: RuleSet, chosen: str) -> tuple[Fee, ...]:
    """A rule set's own schedules and the printed ones that are chosen: these are part of its text from then on, so that
    a text which was kept needs no file."""
    if not rules.schedules or (not rules.fee and chosen in ("", "none")):
        return rules.fee
    try:
        printed = schedules(rules.schedules).fees
    except InputError as error:
        raise RuleBookError(f"schedules: {error}") from None
    encode = msgspec.json.encode
    own = [fee for fee in rules.fee if fee.option not in printed or encode(fee) != encode(printed[fee.option])]
    others = printed.keys() - {fee.option for fee in own}
    return (*own, *(printed[option] for option in chosen.split("/") if option in others))


# -- files ------------------------------------------------------------------------------------------------------------


class _Version(NamedTuple):
    """A file as it now is: when it is edited, this is another value."""

    path: Path
    changed: int
    size: int
    game: str
    """The game in whose folder it lies; nothing where a folder's name says none."""


@cache
def built_in() -> dict[str, dict[str, Path]]:
    """Where the rule sets are written that cardroom comes with, by game and short name."""
    return _in_folder(_BUILT_IN)


def _files() -> dict[str, dict[str, Path]]:
    """Every rule set by game and short name: the built-in ones, and the operator's own, which go before."""
    found = {game: dict(sets) for game, sets in built_in().items()}
    if own := _own_folder():
        for game, sets in _in_folder(own).items():
            found.setdefault(game, {}).update(sets)
    return found


def _own_folder() -> Path | None:
    if not (own := os.environ.get(_OWN_FOLDER)):
        return None
    if not Path(own).is_dir():
        raise RuleBookError(f"{_OWN_FOLDER} names {own}, which is not a folder")
    return Path(own)


def _in_folder(folder: Path) -> dict[str, dict[str, Path]]:
    found: dict[str, dict[str, Path]] = {}
    for path in sorted(folder.glob("*/*.toml")):
        found.setdefault(path.parent.name, {})[path.stem] = path
    return found


def _version(path: Path) -> _Version:
    try:
        stat = path.stat()
    except OSError as error:
        raise RuleBookError(f"{path.name}: {error.strerror}") from None
    return _Version(path, stat.st_mtime_ns, stat.st_size, _folder(path))


def _chain(path: Path, over: tuple[Path, ...], game: str = "") -> tuple[_Version, ...]:
    """A file and those that it extends, one after another: a set of the same game, or of another as "GAME/SET".

    Between it and the set that it extends lie the changes that a set which it is `as_in` makes to its own.
    """
    version = _version(path)
    table = _read(version)
    if game and not version.game and "game" not in table and "/" not in str(table.get("extends")):
        version = version._replace(game=game)
        table = _read(version)
    if table.get("extends") is None:
        return (version,)
    under = (path, *over)
    if len(over) >= MOST_EXTENDED:
        raise RuleBookError(f"{path.name}: extends: at most {MOST_EXTENDED} rule sets may extend each other in a row")
    like = (_version(_other(table, "as_in", under)),) if "as_in" in table else ()
    return (version, *like, *_chain(_other(table, "extends", under), under))


def _other(table: Mapping[str, Any], key: str, known: tuple[Path, ...]) -> Path:
    """The other rule set that a file names."""
    name = table[key]
    game, _, chosen = (name if isinstance(name, str) else "").rpartition("/")
    own = table.get("game")
    found = _files().get(game or (own if isinstance(own, str) else ""), {}).get(chosen)
    if found is None or found in known:
        hint = "" if game else "; outside a game's folder write GAME/SET"
        raise RuleBookError(f"{known[0].name}: {key}: {quoted(name)} is no other rule set{hint}")
    return found


def _folder(path: Path) -> str:
    """The game that a file's folder names, if it names one."""
    if path.parent.name in _files():  # before the disk is asked where a folder really is
        return path.parent.name
    folders = [_BUILT_IN, *filter(None, [_own_folder()])]
    kept = path.parent.parent.resolve() in [folder.resolve() for folder in folders]
    return path.parent.name if kept else ""


@lru_cache(maxsize=_FILES_KEPT)
def _loaded(chain: tuple[_Version, ...]) -> RuleSet:
    whole: dict[str, Any] = {}
    for version in reversed(chain):
        whole.pop("printed", None)  # what a document prints is about its own text, not about one that departs from it
        table = _read(version)
        for place in _without(table, version.path):
            _drop(whole, place, version.path)
        _by_column(whole, table, version.path)
        if "fee" in table:  # a house that writes schedules of its own has these
            whole.pop("schedules", None)
        whole = _merged(whole, _of_a_house(table) if whole and not version.path.is_relative_to(_BUILT_IN) else table)
    whole.pop("without", None)
    whole.pop("as_in", None)
    if "game" not in whole:
        raise RuleBookError(f'{chain[0].path.name}: game: say which it is, as in game = "ez-baccarat"')
    if _document(chain):
        whole["extends"] = ""
    else:
        base = chain[2 if "as_in" in _read(chain[0]) else 1].path
        whole["extends"] = f"{base.parent.name}/{base.stem}"
    try:
        return checked(whole)
    except RuleBookError as error:
        raise RuleBookError(f"{chain[0].path.name}: {error}") from None


def _without(table: dict[str, Any], path: Path) -> list[str]:
    places = table.get("without", [])
    if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
        raise RuleBookError(f'{path.name}: without: it is a list of parts, as in ["wager.trips", "pay.trips"]')
    return places


def _drop(whole: dict[str, Any], place: str, path: Path) -> None:
    """Take a part out of the text that a file extends: `bank`, `wager.trips`, `pay.ante.lines.copy`, or all columns of
    `pay.bad-beat`.
    """
    table, _, rest = place.partition(".")
    name, _, line = rest.partition(".lines.")
    parts = whole.get(table) if table in _NAMED else None
    parts = {key: part for key, part in parts.items() if isinstance(part, dict)} if isinstance(parts, dict) else {}
    if table in _SINGLE and not rest and whole.pop(table, None) is not None:
        return
    gone = [key for key, part in parts.items() if name in (key, key.removesuffix(f"-{part.get('id')}"))]
    if not gone or (line and any(line not in parts[key].get("lines", {}) for key in gone)):
        raise RuleBookError(
            f"{path.name}: without: {quoted(place)} is no part of what it extends, as wager.trips would be"
        )
    kept = {key: part for key, part in parts.items() if key not in gone}
    if line:
        for key in gone:
            lines = {each: said for each, said in parts[key]["lines"].items() if each != line}
            kept[key] = parts[key] | {"lines": lines}
    whole[table] = {key: kept[key] for key in parts if key in kept}


def _by_column(whole: dict[str, Any], table: dict[str, Any], path: Path) -> None:
    """Refuse changes of a printed table with several columns as if it were one: each of them is a table of its own."""
    for name, part in table["pay"].items() if isinstance(table["pay"], dict) else ():
        there = whole.get("pay", {})
        columns = [key for key, each in there.items() if isinstance(each, dict) and key == f"{name}-{each.get('id')}"]
        if columns and name not in there and isinstance(part, dict) and "title" not in part:
            raise RuleBookError(f"{path.name}: pay.{name}: it has columns, and each is a table: {', '.join(columns)}")


def _of_a_house(table: dict[str, Any]) -> dict[str, Any]:
    """A house's changes of another text, each of which cites the house: its own source, or the name of its rule set.

    The rule set stays one of the document that it changes, as procedure and all that is not changed are.
    """
    source = table["source"] if isinstance(table.get("source"), dict) else {}
    own = ", ".join(str(source[key]) for key in ("document", "section") if source.get(key)) or str(table["rules"])

    def cited(part: Any, place: str) -> Any:
        if not isinstance(part, dict) or isinstance(part.get("cite"), dict):
            return part
        if place.startswith("house_rules.") and _OFFERED & part.keys():
            part = {"standing": "departure"} | part  # values of the house's own, of which the document knows nothing
        return part | {"cite": {"document": own, "where": str(part.get("cite") or place)}}

    marked = {key: value for key, value in table.items() if key != "source"} | {"own": own}
    for name in _NAMED:
        if isinstance(parts := table.get(name), dict):
            marked[name] = {key: cited(part, f"{name}.{key}") for key, part in parts.items()}
    for name in _SINGLE:
        if name in table:
            marked[name] = cited(table[name], name)
    for name in _LISTED:
        if isinstance(parts := table.get(name), list):
            marked[name] = [cited(part, f"{name} {place}") for place, part in enumerate(parts, 1)]
    return marked


def _document(chain: tuple[_Version, ...]) -> bool:
    """Whether a file holds a text of its own: it extends none, or it is one of ours that says where it is printed."""
    return len(chain) == 1 or (chain[0].path.is_relative_to(_BUILT_IN) and "source" in _read(chain[0]))


def _merged(base: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        below = result.get(key)
        whole = key == "standing" or not (isinstance(below, dict) and isinstance(value, dict))
        result[key] = value if whole else _merged(result[key], value)
    return result


@lru_cache(maxsize=_FILES_KEPT)
def _read(version: _Version) -> dict[str, Any]:
    """A file's table, which is not to be changed."""
    path = version.path
    try:
        table = toml_table(read_text(path, RULES_BYTES), RULES_BYTES)
        table["pay"] = _spread(table.get("pay", {}))
    except OSError as error:
        raise RuleBookError(f"{path.name}: {error.strerror}") from None
    except InputError as error:
        raise RuleBookError(f"{path.name}: {error}") from None
    if version.game:
        table.setdefault("game", version.game)
    table.setdefault("rules", path.stem)
    return table


def _spread(pay: Any) -> Any:
    """A printed table with several columns is several pay tables, each called by the table's name and its own id.

    Its cells are as printed: a number stands for that many `unit` ("to 1"), 100% for a share of the meter, an empty
    cell for a loss.
    """
    if not isinstance(pay, dict):  # what has not the shape of a table is refused by what knows the shapes
        return pay
    tables: dict[str, Any] = {}
    for name, printed in pay.items():
        if not isinstance(printed, dict) or "ids" not in printed:
            tables[name] = printed
            continue
        ids, unit, lines = printed["ids"], printed.get("unit"), printed.get("lines")
        if not (isinstance(ids, list) and isinstance(unit, str) and isinstance(lines, dict)):
            raise InputError(f'pay.{name}: a table with ids has a list of them, a unit as in "to 1", and lines')
        common = {key: value for key, value in printed.items() if key not in ("ids", "unit", "lines")}
        for line, cells in lines.items():
            if not isinstance(cells, list) or len(cells) != len(ids):
                raise InputError(
                    f"pay.{name}.lines.{quoted(line)}: there are {len(ids)} ids, so it takes {len(ids)} cells"
                )
        for column, table_id in enumerate(ids):
            cell = {line: _cell(cells[column], unit) for line, cells in lines.items()}
            tables[f"{name}-{table_id}"] = common | {"id": str(table_id), "lines": cell}
    return tables


def _cell(cell: Any, unit: str) -> str:
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        return f"{cell:,} {unit}"
    if not isinstance(cell, str):
        return quoted(cell)
    return LOSES if cell == "" else f"{cell} of the meter" if cell.endswith("%") else cell
