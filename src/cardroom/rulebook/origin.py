"""Where rules come from: a document's own text, or one that departs from it, and then in what.

Only a built-in set that says where it is printed is a document's text. Whatever differs from it in what binds, be it
a file that extends it, a copy that was edited, or a rule set changed in Python, is never told as the document's.
"""

from collections.abc import Iterator
from typing import NamedTuple

from cardroom.rulebook.differences import Difference, differences
from cardroom.rulebook.loading import RuleBookError, built_in, load, rule_set
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["Origin", "origin", "printed_at"]


class Origin(NamedTuple):
    """The text that rules start from, and how they depart from it."""

    source: str
    """Where the rules come from, in words that may stand on a certificate."""
    base: RuleSet | None
    """The document's own text, at its defaults; None where the rules are nobody's but the house's."""
    edited: bool
    """Whether the rules are another text than the document's; a house rule within its range makes none."""
    differences: tuple[Difference, ...]
    """What is otherwise than in the document's text, house rules too."""


def origin(rules: RuleSet) -> Origin:
    """Where rules come from.

    >>> origin(rule_set("ez-baccarat")).source
    '500 Club, EZ Baccarat'
    >>> departs = origin(rule_set("ez-baccarat", "standard"))
    >>> departs.source
    'extends 500 Club, EZ Baccarat (rule set 500-club), with 1 difference'
    >>> departs.differences[0].words
    'House rules, dragon_seven_pushes: on instead of off'
    """
    above = list(_above(rules))
    base = _document(above[-1])
    if base is None:
        return Origin(_unknown(rules, above[-1]), None, True, ())
    found = differences(base, rules)
    edited = bool(rules.extends) or rules.replaced(settings=base.settings).digest != base.digest
    if not edited:
        return Origin(printed_at(rules), base, False, found)
    via = [each.rules for each in above[1:] if each.rules != base.rules or each.game != base.game]
    way = f" by way of {', '.join(via)}" if via else ""
    named = rules.own if rules.own != rules.rules else ""  # a house's own paper, by its name
    own = f"{named or printed_at(rules)}; " if named or _place(rules) != _place(base) else ""
    count = f"with {len(found)} difference{'' if len(found) == 1 else 's'}" if found else "which binds the same"
    return Origin(f"{own}extends {printed_at(base)} (rule set {base.rules}){way}, {count}", base, True, found)


def printed_at(rules: RuleSet) -> str:
    """The document, section and date that a rule set names."""
    return ", ".join(filter(None, (rules.source.document, rules.source.section, rules.source.date)))


def _above(rules: RuleSet) -> Iterator[RuleSet]:
    """The rules, the set that they extend, and so on up; what is not in the rulebook any more is not among them."""
    yield rules
    while rules.extends:
        game, _, name = rules.extends.partition("/")
        try:
            rules = rule_set(game, name)
        except RuleBookError:
            return
        yield rules


def _document(rules: RuleSet) -> RuleSet | None:
    """The document's text that rules are, or claim to be: of several that are printed there, the nearest."""
    if rules.extends:
        return None
    known = built_in()
    for game in [rules.game] if rules.game in known else known:  # a copy under another name may be of any game
        texts = [each for each in map(load, known[game].values()) if not each.extends and _place(each) == _place(rules)]
        if texts:
            return min(texts, key=lambda each: (len(differences(each, rules)), each.rules != rules.rules))
    return None


def _place(rules: RuleSet) -> tuple[str, str, str]:
    return rules.source.document, rules.source.section, rules.id


def _unknown(rules: RuleSet, top: RuleSet) -> str:
    """What is said of rules whose text cannot be held to any that is here."""
    if top.extends:
        return f"extends {top.extends}, which is not in this rulebook: what was changed cannot be told"
    return f"{printed_at(rules)}, as the house writes it: not a text that cardroom comes with"
