"""Words, numbers and citations that the lessons of poker games share."""

from itertools import groupby

from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Cite, Poker

ROUND = "Dealing Procedures and Round of Play"
RANKED = "Card Values and Hand Rankings"
PAID = "How Winners are Determined and Paid"
CITES = {
    "limits": "the text is silent on which rounds have which limit",
    "odd chip": PAID,
    "showdown": "",
    "uncontested": "the text is silent on a pot that no one contests",
}
"""Citations of rules that most chapters do not print. A rule set may have its own."""
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def poker_of(rules: RuleSet) -> Poker:
    """The `[poker]` table of a poker game."""
    if rules.poker is None:
        raise ValueError(f"{rules.game} is not a poker game")
    return rules.poker


def number_text(number: int) -> str:
    """A number in words."""
    return COUNTS[number] if number < len(COUNTS) else str(number)


def faces(street: str) -> str:
    """The cards of a street in dealing order.

    >>> faces("ddu"), faces("ud")
    ('two cards down and one card up', 'one card up and one card down')
    """
    runs = [(face, len(list(cards))) for face, cards in groupby(street)]
    return " and ".join(
        f"{number_text(count)} {'card' if count == 1 else 'cards'} {'up' if face == 'u' else 'down'}"
        for face, count in runs
    )


def rare_rule_cite(rules: RuleSet, name: str) -> Cite:
    """The citation of a rule that most chapters do not have."""
    return poker_of(rules).cites.get(name, CITES[name])


def no_cap_cite(rules: RuleSet) -> Cite:
    """The citation for no limit without a cap on raises. One chapter prints it, and the others print a cap."""
    printed = poker_of(rules).cites.get("no cap")
    cap = rules.house_rules["raise_cap"].cite
    return printed or (f"{cap}, prints a cap: a departure" if isinstance(cap, str) else cap)


def joined(*cites: Cite) -> Cite:
    """Several citations as one. A house's own text is cited alone."""
    own = [cite for cite in cites if not isinstance(cite, str)]
    return own[0] if own else "; ".join(dict.fromkeys(str(cite) for cite in cites if cite))


def cite_of(rules: RuleSet, name: str) -> Cite:
    """The citation of a house rule. A value that departs from the text says so.

    >>> from cardroom.rulebook import rule_set
    >>> cite_of(rule_set("badugi", raise_cap=2), "raise_cap")
    'Dealing Procedures and Round of Play, rule 6c, prints otherwise: a departure'
    """
    if name not in rules.house_rules:
        return ROUND
    cite = rules.house_rules[name].cite
    if not isinstance(cite, str) or rules.stands(name) != "departure":
        return cite
    return f"{cite}: a departure" if cite.startswith("the text") else f"{cite}, prints otherwise: a departure"
