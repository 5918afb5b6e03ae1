"""Where rules come from: a document's own text, or a text that differs from it, with the differences.

Only a built-in set that names its source is a document's text. Any rules that differ from it in what binds, or in the
notices that it prescribes, are never presented as the document's: a file that extends it, an edited copy, or a rule set
changed in Python.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from cardroom.errors import RuleBookError
from cardroom.rulebook.differences import Difference, differences
from cardroom.rulebook.loading import built_in, load, rule_set, with_house_rules
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["Origin", "departures", "departures_as_set", "origin", "printed_at"]


class Origin(NamedTuple):
    """The text that rules start from, and how they depart from it."""

    source: str
    """Where the rules come from, in words for a certificate."""
    base: RuleSet | None
    """The document's own text, at its defaults; None if the rules are the house's own."""
    edited: bool
    """Whether the text differs from the document's. A house rule within its range does not count."""
    differences: tuple[Difference, ...]
    """All differences from the document's text, including house rules."""


def origin(rules: RuleSet) -> Origin:
    """Return where rules come from.

    >>> origin(rule_set("ez-baccarat")).source
    '500 Club, EZ Baccarat'
    >>> departs = origin(rule_set("ez-baccarat", "standard"))
    >>> departs.source
    'common rules, EZ Baccarat; extends 500 Club, EZ Baccarat (rule set 500-club), with 1 difference'
    >>> departs.differences[0].words
    'House rules, dragon_seven_pushes: on instead of off'
    """
    above = list(_above(rules))
    base = _document(above[-1])
    if base is None:
        return Origin(_unknown(rules, above[-1]), None, True, ())
    changes = differences(base, rules)
    edited = bool(rules.extends) or bool(differences(base, rules.replaced(settings=base.settings)))
    if not edited:
        return Origin(printed_at(rules), base, False, changes)
    via = [each.rules for each in above[1:] if each.rules != base.rules or each.game != base.game]
    way = f" by way of {', '.join(via)}" if via else ""
    named = rules.own if rules.own != rules.rules else ""  # the name of a house's own document
    own = f"{named or printed_at(rules)}; " if named or _place(rules) != _place(base) else ""
    count = f"with {len(changes)} difference{'' if len(changes) == 1 else 's'}" if changes else "which binds the same"
    return Origin(f"{own}extends {printed_at(base)} (rule set {base.rules}){way}, {count}", base, True, changes)


def departures(rules: RuleSet, base: RuleSet | None) -> tuple[Difference, ...]:
    """Return how rules depart from a document's text. A house rule that the document leaves to the house is none.

    >>> rules = rule_set("heads-up-holdem", "brook", minimum="$2", maximum="$8")
    >>> [each.words for each in departures(rules, origin(rules).base)]
    ['Table limits, every wager without its own: $2 to $8 instead of $2 to $10']
    """
    if base is None:
        return ()
    for names in (rules.settings, ()):  # settings that need a changed rule cannot be applied to the document's text
        allowed = {
            name: rules.settings[name]
            for name in names
            if name in base.house_rules and base.house_rules[name].stands(rules.settings[name]) != "departure"
        }
        try:
            return differences(with_house_rules(base, allowed), rules)
        except (RuleBookError, ValueError):
            continue
    return differences(base, rules)


def departures_as_set(rules: RuleSet, base: RuleSet) -> tuple[Difference, ...]:
    """Return how rules under their settings depart from a document's text under the same settings. A setting that the
    document's text does not have, for example a choice that only the house's own text offers, is such a departure.

    >>> rules = rule_set("heads-up-holdem", "brook", bad_beat="2")
    >>> departures_as_set(rules, rule_set("heads-up-holdem", "brook"))
    ()
    """
    known = {name: value for name, value in rules.settings.items() if name in base.house_rules}
    for chosen in (known, {name: value for name, value in known.items() if _accepts(base, name, value)}):
        try:
            return differences(with_house_rules(base, chosen), rules)
        except RuleBookError:
            continue
    return differences(base, rules)


def _accepts(base: RuleSet, name: str, value: Any) -> bool:
    try:
        with_house_rules(base, {name: value})
    except RuleBookError:
        return False
    return True


def printed_at(rules: RuleSet) -> str:
    """The document, section and date that a rule set names."""
    return ", ".join(filter(None, (rules.source.document, rules.source.section, rules.source.date)))


def _above(rules: RuleSet) -> Iterator[RuleSet]:
    """The rules, the set that they extend, and so on; sets that are no longer in the rulebook are left out."""
    yield rules
    while rules.extends:
        game, _, name = rules.extends.partition("/")
        try:
            rules = rule_set(game, name)
        except RuleBookError:
            return
        yield rules


def _document(rules: RuleSet) -> RuleSet | None:
    """The document's text that the rules are, or claim to be: the nearest, if several are printed there."""
    if rules.extends:
        return None
    known = built_in()
    for game in [rules.game] if rules.game in known else known:  # a copy under a different name may be of any game
        texts = [each for each in map(load, known[game].values()) if not each.extends and _place(each) == _place(rules)]
        if texts:
            return min(texts, key=lambda each: (len(differences(each, rules)), each.rules != rules.rules))
    return None


def _place(rules: RuleSet) -> tuple[str, str, str]:
    return rules.source.document, rules.source.section, rules.id


def _unknown(rules: RuleSet, top: RuleSet) -> str:
    """Describe rules that cannot be compared with any text in the rulebook."""
    if top.extends:
        return f"extends {top.extends}, which is not in this rulebook: the changes are unknown"
    return f"{printed_at(rules)}, as written by the house: not a built-in text"
