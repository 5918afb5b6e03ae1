"""The stakes of a table in a few words."""

from cardroom.money import dollars
from cardroom.rulebook import RuleSet

__all__ = ["stakes_words"]


def stakes_words(rules: RuleSet) -> str:
    """The limit and the forced bets, or the value of a point; empty for banked games.

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
    words = f"{limit.capitalize()} limit"
    if limit == "fixed":
        words += f" {rules.house('stakes')}"
    if any(rules.stakes.antes):
        words += f", ante {rules.house('antes')}"
    if rules.poker.structure == "stud":
        return f"{words}, bring-in {dollars(rules.stakes.bring_in)}"
    return f"{words}, blinds {rules.house('blinds')}"
