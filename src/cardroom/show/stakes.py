"""What is played for at a table, in a few words."""

from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["stakes_words"]


def stakes_words(rules: RuleSet) -> str:
    """The limit and what is put in before the cards; nothing where players do not play against each other.

    >>> from cardroom.rulebook import rule_set
    >>> stakes_words(rule_set("texas-holdem")), stakes_words(rule_set("ez-baccarat"))
    ('No limit, blinds $1/$2', '')
    >>> stakes_words(rule_set("razz"))
    'Fixed limit $4-$8, ante $1, bring-in $1'
    """
    if rules.point:
        return f"A point is worth {dollars(rules.point)}"
    if rules.poker is None:
        return ""
    limit = rules.house("limit")
    said = f"{limit.capitalize()} limit"
    if limit == "fixed":
        said += f" {rules.house('stakes')}"
    if any(rules.stakes.antes):
        said += f", ante {rules.house('antes')}"
    if rules.poker.structure == "stud":
        return f"{said}, bring-in {dollars(rules.stakes.bring_in)}"
    return f"{said}, blinds {rules.house('blinds')}"
