"""Checks of collection schedules as written, and of the schedules that a table posts.

Each problem is a sentence. For posted schedules it says what would be right.
"""

from collections.abc import Iterator, Sequence

from cardroom.money import dollars
from cardroom.rulebook.fees import MOST_RATES, Fee, ScheduleTerms, rates
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.stakes import levels

__all__ = ["fee_problems", "posting_problems", "unpostable"]


def fee_problems(rules: RuleSet) -> Iterator[str]:
    """Find problems with a rule set's own schedules, option by option."""
    for place, fee in enumerate(rules.fee):
        where = f"option {fee.option}"
        if fee.option == "none" or not fee.option or "/" in fee.option:
            yield f"{where}: write the printed number"
        if fee.players and not 0 < fee.players[0] <= fee.players[1]:
            yield f"{where}: players: {fee.players[0]} to {fee.players[1]} is not a range"
        for other in rules.fee[:place]:
            if other.option == fee.option and fee.overlaps(other):
                yield f"{where}: it appears twice for the same number of players"
        if not fee.charge:
            yield f"{where}: charge: it is empty: add at least one charge"
        if fee.terms:
            yield from (f"{where}: terms: {problem}" for problem in fee.terms.problems())
            for name in ("minimum", "maximum", "bonus") if rules.poker else ("limit", "stakes", "buy_in"):
                if any(getattr(fee.terms, name)):
                    yield f"{where}: terms: {name}: leave it out at a {'poker' if rules.poker else 'banked'} game"
        for charge in fee.charge:
            yield from (f"{where}: charge, {charge.moment}: {problem}" for problem in charge.problems())
            if charge.payer == "pot" and not rules.poker:
                yield f"{where}: charge, {charge.moment}: only a poker game has a pot to take it from"
            if charge.payer != "pot" and rules.poker:
                yield f"{where}: charge, {charge.moment}: a poker collection comes out of the pot"
            if charge.payer == "player-dealer" and not rules.bank:
                yield f"{where}: charge, {charge.moment}: this game has no player-dealer"
            if charge.counts != "nothing" and not rules.wager:
                yield f'{where}: charge, {charge.moment}: this game has no wagers to count: write counts = "nothing"'
    for option in dict.fromkeys(fee.option for fee in rules.fee):
        amounts = rates(fee for fee in rules.fee if fee.option == option)
        if len(amounts) > MOST_RATES:
            yield f"option {option}: it has {len(amounts)} different fees; a table may post at most {MOST_RATES}"
    if rules.fee and "collection" not in rules.house_rules:
        yield "house_rules: collection is missing"


def posting_problems(rules: RuleSet) -> Iterator[str]:
    """Find reasons why a table with these rules may not post the chosen schedules."""
    yield from unpostable(rules.posted)
    for fee in rules.posted:
        if not rules.bank and any(charge.payer == "player-dealer" for charge in fee.charge):
            yield f"option {fee.option} is paid by a player-dealer, and this game has none: choose a different option"
        if fee.terms:
            about = (_poker if rules.poker else _limits)(rules, fee.terms)
            yield from (f"option {fee.option} is for {problem}" for problem in about)


def unpostable(fees: Sequence[Fee]) -> Iterator[str]:
    """Find reasons why no table may post these schedules."""
    for place, fee in enumerate(fees):
        for other in fees[:place]:
            if fee.overlaps(other):
                yield f"options {other.option} and {fee.option} are for the same number of players: choose one"
            limits = [set(each.terms.limit) for each in (other, fee) if each.terms and each.terms.limit]
            if len(limits) == 2 and not limits[0] & limits[1]:
                yield f"options {other.option} and {fee.option} are for tables of different limits: choose one"
        tiers = [(charge.payer, tier) for charge in fee.charge for tier in charge.tiers]
        if where := "; ".join(f"{payer}, {tier.action}" for payer, tier in tiers if not tier.legible):
            yield f"option {fee.option} is not clearly legible in the document ({where}): choose a different option"
    if len(different := rates(fees)) > MOST_RATES:
        amounts = ", ".join(map(dollars, sorted(different)))
        yield f"{len(different)} different fees are posted; at most {MOST_RATES} are allowed: {amounts}"


def _limits(rules: RuleSet, terms: ScheduleTerms) -> Iterator[str]:
    """Find limits of a banked table that do not fit a schedule."""
    for name, value in (("minimum", rules.minimum), ("maximum", rules.maximum)) if rules.wager else ():
        within = terms.bounds(name)
        if within and not within[0] <= value <= within[1]:
            bounds = " to ".join(map(dollars, within))
            yield f"a {name} of {bounds}, and the table's is {dollars(value)}: change {name}, or choose another"


def _poker(rules: RuleSet, terms: ScheduleTerms) -> Iterator[str]:
    """Find limits, stakes and buy-ins of a poker table that do not fit a schedule."""
    limit, level = str(rules.house("limit")), rules.stakes.level
    if terms.limit and limit not in terms.limit:
        games = " or ".join(terms.limit)
        yield f"{games} limit, and the table is {limit} limit: set limit to {terms.limit[0]}, or choose another"
    elif all(terms.stakes) and level.fixed:
        least, most = (levels(text)[0].amounts for text in terms.stakes)
        if not all(low <= amount <= high for low, amount, high in zip(least, level.amounts, most, strict=True)):
            bounds = " to ".join(terms.stakes)
            yield f"limits of {bounds}, and the table's is {level}: set stakes within that, or choose another"
    if within := terms.bounds("buy_in"):
        bought = rules.house("least_buy_in"), rules.house("most_buy_in")
        if bought[0] < within[0] or bought[1] > within[1]:
            bounds, has = (" to ".join(map(dollars, each)) for each in (within, bought))
            yield (
                f"buy-ins of {bounds}, and the table's are {has}: set least_buy_in and most_buy_in within that, or "
                "choose another"
            )
