"""Load rule sets: find the file, merge it into the text that it extends, check the result, apply house rules.

`files` reads the files and `merging` merges them. Decoding and checks are here.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from cardroom.clean import quoted
from cardroom.errors import InputError, RuleBookError
from cardroom.rulebook.checks import problems, problems_in_force
from cardroom.rulebook.editions import edition_in_force, is_day
from cardroom.rulebook.fees import Fee, collection
from cardroom.rulebook.files import (
    BUILT_IN,
    FILES_CACHED,
    FileVersion,
    all_files,
    built_in,
    check_own_name,
    file_chain,
    names_document,
    read_table,
)
from cardroom.rulebook.finding import plain
from cardroom.rulebook.house_rules import NO_DOCUMENT, HouseRule
from cardroom.rulebook.merging import (
    check_columns,
    merge,
    of_a_copy,
    of_a_house,
    own_name,
    parts_to_remove,
    remove_part,
)
from cardroom.rulebook.pages import place_in
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schedules import fees_of, schedules
from cardroom.rulebook.schema import Cited

__all__ = [
    "AS_PRINTED",
    "built_in",
    "checked_rule_set",
    "load",
    "rule_set",
    "rule_set_files",
    "rule_sets",
    "slugs",
    "with_house_rules",
]


def slugs() -> tuple[str, ...]:
    """The games that have a rule set.

    >>> "three-card-poker-6-card-bonus" in slugs()
    True
    """
    return tuple(sorted(all_files()))


def rule_sets(game: str) -> dict[str, Path]:
    """The rule sets of a game by short name, with their files."""
    files = all_files()
    if game not in files:
        raise RuleBookError(f"there is no game {quoted(game)}: choose from {', '.join(sorted(files))}")
    return files[game]


def rule_set_files() -> Iterator[Path]:
    """The files of all rule sets."""
    return (path for sets in all_files().values() for path in sets.values())


def rule_set(game: str, rules: str | None = None, **house_rules: Any) -> RuleSet:
    """Return a game's rule set, by default the first, with a house's own settings.

    >>> rule_set("three-card-poker-6-card-bonus", minimum="$10").minimum
    1000
    >>> rule_set("three-card-poker-6-card-bonus", minimum="$500")
    Traceback (most recent call last):
    cardroom.rulebook.RuleBookError: house rule minimum: $500 is not within $1 to $200
    """
    sets = rule_sets(game)
    name = rules if rules is not None else edition_in_force(sets, date.today().isoformat()) or next(iter(sets))
    if name not in sets and is_day(name):
        day, name = name, edition_in_force(sets, name)
        if not name:
            raise RuleBookError(f"{game} has no edition in force on {day}")
    if name not in sets:
        raise RuleBookError(f"{game} has no rule set {quoted(name)}: choose from {', '.join(sets)}")
    path, loaded = sets[name], load(sets[name])
    if (loaded.game, loaded.rules) != (game, name):
        raise RuleBookError(f"{path.name}: game, rules: {loaded.game}/{loaded.rules} must not be in {game}/{path.name}")
    if not house_rules:  # it was checked when it was loaded
        return loaded
    return with_house_rules(loaded, house_rules)


AS_PRINTED = "as_printed"
"""Sets every house rule that departs from the document to the value that is printed there. It can be written wherever
house rules are chosen, and what is chosen beside it takes precedence."""


def with_house_rules(rules: RuleSet, chosen: Mapping[str, Any]) -> RuleSet:
    """Return the rule set under a house's settings. Each is checked; unknown ones are rejected.

    >>> with_house_rules(rule_set("omaha", limit="no"), {"as_printed": True}).settings["raise_cap"]
    3
    """
    if AS_PRINTED in chosen:
        return _as_printed(rules, chosen)
    settings = dict(rules.settings)
    for name, value in chosen.items():
        if name not in rules.house_rules:
            raise RuleBookError(
                f"{rules.game} has no house rule {quoted(name)}: choose from {', '.join(rules.house_rules)}"
            )
        try:
            settings[name] = rules.house_rules[name].check(name, value)
        except ValueError as error:
            raise RuleBookError(str(error)) from None
    result = rules.replaced(settings=settings, fee=_posted_fees(rules, str(settings.get("collection", ""))))
    for problem in problems_in_force(result):
        raise RuleBookError(problem)
    return result


def _as_printed(rules: RuleSet, chosen: Mapping[str, Any]) -> RuleSet:
    """The rule set as its document prints it, except for what the house chooses."""
    switch, others = chosen[AS_PRINTED], {name: value for name, value in chosen.items() if name != AS_PRINTED}
    if switch not in (True, False, "on", "off"):
        raise RuleBookError(f"{AS_PRINTED}: write on or off, not {quoted(str(switch))}")
    result = with_house_rules(rules, others)
    if switch in (False, "off"):
        return result
    departing = [name for name in result.house_rules if result.stands(name) == "departure" and name not in others]
    printed = {name: value for name in departing if (value := result.house_rules[name].printed) is not None}
    result = with_house_rules(result, printed)
    return _with_posted_schedule(result) if "collection" in departing else result


def _with_posted_schedule(rules: RuleSet) -> RuleSet:
    """Post the first printed schedules that fit the table: one, or one for each number of players."""
    posted: dict[tuple[int, int] | None, str] = {}
    for option, fees in fees_of(rules.schedules, rules.fee).items():
        players = fees[0].players
        if players not in posted and None not in posted:
            with suppress(RuleBookError):
                with_house_rules(rules, {"collection": "/".join([*posted.values(), option])})
                posted[players] = option
    return with_house_rules(rules, {"collection": "/".join(posted.values())}) if posted else rules


def load(path: Path, game: str = "") -> RuleSet:
    """Load and check the rule set in a file, in any folder.

    A file that was edited since is read again, and so are files that extend it. `game` is the game of a file outside
    the rulebook that names none.
    """
    chain = file_chain(path, (), game)
    for version in chain:
        _check_own_name(version)
    return _load(chain)


def checked_rule_set(table: Mapping[str, Any]) -> RuleSet:
    """Return the rule set in a table, in the form of the files, fully checked."""
    try:
        rules = msgspec.convert(table, RuleSet)
    except msgspec.ValidationError as error:
        raise RuleBookError(plain(str(error), RuleSet, table)) from None
    if rules.fee or rules.schedules:
        made = _collection(rules)
        stated = rules.house_rules.get("collection", made)
        if stated.default != made.default or stated.says != made.says:
            raise RuleBookError("house_rules.collection: leave it out: it follows from the [[fee]] schedules")
        rules = rules.replaced(house_rules=rules.house_rules | {"collection": made})
    for problem in problems(rules.replaced(settings={})):  # settings are checked below
        raise RuleBookError(problem)
    try:
        return with_house_rules(rules.replaced(settings={}), rules.settings)
    except RuleBookError as error:
        raise RuleBookError(f"settings: {error}") from None


def _collection(rules: RuleSet) -> HouseRule:
    """Make the house rule that chooses among a rule set's schedules."""
    if not rules.schedules:
        return collection(rules.fee)
    try:
        printed = schedules(rules.schedules)
    except InputError as error:
        raise RuleBookError(f"schedules: {error}") from None
    cite = Cited(printed.document, printed.group[0].cite)
    return collection(rules.fee, printed.named, by_players=printed.by_players, cite=cite)


def _posted_fees(rules: RuleSet, chosen: str) -> tuple[Fee, ...]:
    """Return a rule set's own schedules and the chosen printed ones. They become part of its text, so that a stored
    text needs no file of schedules."""
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


@lru_cache(maxsize=FILES_CACHED)
def _load(chain: tuple[FileVersion, ...]) -> RuleSet:
    text: dict[str, Any] = {}
    for version in reversed(chain):
        text.pop("edition", None)  # the edition of a text is not that of a set which extends it
        text.pop("printed", None)  # printed figures are about the document's own text, not about changed rules
        table = read_table(version)
        outside = not version.path.is_relative_to(BUILT_IN)
        own = own_name(table) if text and outside else ""
        if outside and not text and (printed := _copied_document(table)):
            table = of_a_copy(table, printed)
        for place in parts_to_remove(table, version.path):
            remove_part(text, place, version.path, own)
        check_columns(text, table, version.path)
        if "fee" in table:  # a house's own schedules replace the printed ones
            text.pop("schedules", None)
        text = merge(text, of_a_house(table, text) if own else table)
    text.pop("without", None)
    text.pop("as_in", None)
    if "game" not in text:
        raise RuleBookError(f'{chain[0].path.name}: game: missing: name the game, for example game = "ez-baccarat"')
    if _document(chain):
        text["extends"] = ""
    else:
        base = chain[2 if "as_in" in read_table(chain[0]) else 1].path
        text["extends"] = f"{base.parent.name}/{base.stem}"
    try:
        return checked_rule_set(text)
    except RuleBookError as error:
        path = chain[0].path
        raise RuleBookError(f"{path.name}: {error}{place_in(path, str(error))}") from None


def _check_own_name(version: FileVersion) -> None:
    """Refuse a house's own file that takes the name of a document: in a rulebook's folder, or for its own text."""
    path = version.path
    if path.is_relative_to(BUILT_IN):
        return
    if all_files().get(version.game, {}).get(path.stem) == path and (why := check_own_name(version.game, path.stem)):
        raise RuleBookError(f"{path.name}: rules: {why}")
    table = read_table(version)
    source = table["source"] if isinstance(table.get("source"), dict) else {}
    if "extends" in table and names_document(str(source.get("document", ""))):
        raise RuleBookError(
            f"{path.name}: source.document: {quoted(source['document'])} is a document, and this file changes it: "
            "name your own text, or leave it out"
        )


def _copied_document(table: dict[str, Any]) -> dict[str, Any] | None:
    """The built-in text that a file repeats: it names the same chapter of the same document."""
    for path in built_in().get(str(table.get("game")), {}).values():
        printed = read_table(file_chain(path, ())[0])
        if "extends" not in printed and all(table.get(key) == printed.get(key) for key in ("source", "id")):
            return printed
    return None


def _document(chain: tuple[FileVersion, ...]) -> bool:
    """Whether a file is a text of its own: it extends none, or it is built in and names its source.

    A set that no document prints is one only if it is of another game. Otherwise it changes the document's text.
    """
    if len(chain) == 1:
        return True
    table, (own, above) = read_table(chain[0]), (version.path.parent for version in chain[:2])
    changes = table.get("id") == NO_DOCUMENT and own == above
    return own.is_relative_to(BUILT_IN) and "source" in table and not changes
