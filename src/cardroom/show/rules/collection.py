"""The collection as data and in words: the schedule that a table posts, and all schedules of a game.

Amounts are in cents. An amount that cannot be read in the document is the word "illegible".
"""

from collections.abc import Iterable, Iterator
from typing import Any

from cardroom.money import cents, dollars
from cardroom.rulebook import Charge, Fee, RuleSet
from cardroom.rulebook.fees import ILLEGIBLE, ScheduleTerms, bracket
from cardroom.rulebook.schedules import OptionGroup, fees_of, schedules
from cardroom.rulebook.schema import Cite

__all__ = [
    "PAYERS",
    "fees_words",
    "never_held",
    "posted_lines",
    "schedule",
    "schedules_page",
    "seats_words",
    "takes_whole_pots",
    "terms_words",
    "uncovered_player_counts",
    "when",
]

_WHEN = {
    "before the deal": "before the cards are dealt",
    "after two cards": "after the first two cards",
    "flop": "after the flop",
    "turn": "after the turn",
    "river": "after the river",
    "first round": "after the first round of betting",
    "second round": "after the second round of betting",
    "third round": "after the third round of betting",
    "modified": "when the hand ends before the flop",
}
_COUNTS = {
    (
        "player-dealer",
        "all wagers",
    ): "by the total table action: all wagers placed before the deal, bonus bets included",
    (
        "player-dealer",
        "game wagers",
    ): "by the total table action: the game wagers placed before the deal, no bonus bets",
    ("each player", "game wagers"): "by their own base wager, backline bettors too",
    ("each player", "all wagers"): "by their own wagers, bonus bets included",
}
PAYERS = {"player-dealer": "the player-dealer", "each player": "each player", "pot": "the pot"}


# -- what a table posts ------------------------------------------------------------------------------------------------


def schedule(rules: RuleSet, fee: Fee) -> dict[str, Any]:
    """A collection schedule as data."""
    return {
        "option": fee.option,
        "players": list(fee.players) if fee.players else None,
        "charges": [_charge(rules, charge, fee.cite) for charge in fee.charge],
        "cite": rules.cite(fee.cite),
    }


def _charge(rules: RuleSet, charge: Charge, cite: Cite) -> dict[str, Any]:
    return {
        "moment": charge.moment,
        "payer": charge.payer,
        "counts": charge.counts,
        "minutes": charge.minutes or None,
        "tiers": [
            {"from": _cents(tier.least), "to": _cents(tier.most) if tier.most else None, "fee": _cents(tier.fee)}
            for tier in charge.tiers
        ],
        "cite": rules.cite(charge.cite or cite),
    }


def _cents(text: str) -> int | str:
    return ILLEGIBLE if text == ILLEGIBLE else cents(text)


def posted_lines(rules: RuleSet) -> Iterator[str]:
    """The posted collection: one line for each moment a fee is taken, and one for each player count without a fee.

    >>> from cardroom.rulebook import rule_set
    >>> for line in posted_lines(rule_set("razz", limit="fixed", stakes="$20-$40", collection="60")):
    ...     print(line)
    option 60, 4 or less players dealt in: after the first round of betting, the pot pays $5
    5 to 8 players dealt in: nothing is taken
    """
    for fee in rules.posted:
        dealt = f", {bracket(fee.players)} players dealt in" if fee.players else ""
        if never := never_held(rules, fee):
            yield f"option {fee.option}{dealt}: never, as {never}"
            continue
        for charge in fee.charge:
            yield f"option {fee.option}{dealt}: {when(charge)}, {PAYERS[charge.payer]} pays {fees_words(charge)}"
    yield from takes_whole_pots(rules)
    for least, most in uncovered_player_counts(rules, rules.posted):
        yield f"{least if least == most else f'{least} to {most}'} players dealt in: nothing is taken"


def takes_whole_pots(rules: RuleSet) -> Iterator[str]:
    """Warnings for posted fees that can take the whole pot of a hand in which little was bet.

    >>> from cardroom.rulebook import rule_set
    >>> list(takes_whole_pots(rule_set("razz", limit="fixed", stakes="$20-$40", collection="60")))
    []
    >>> len(list(takes_whole_pots(rule_set("razz", limit="fixed", stakes="$4-$8", collection="60"))))
    1
    """
    for fee in rules.posted if rules.poker else ():
        if never_held(rules, fee):
            continue
        total = 0
        for charge in fee.charge:
            amount = _amount_taken(charge)
            if charge.payer != "pot" or not amount:
                continue
            total = amount if charge.moment == "modified" else total + amount
            pot = _least_pot(rules, charge.moment)
            if total >= pot:
                yield (
                    f"option {fee.option} can take the whole pot {when(charge)}: up to then it takes {dollars(total)}, "
                    f"and at these stakes the pot may be {dollars(pot)}"
                )
                break


def _amount_taken(charge: Charge) -> int:
    amount = charge.tiers[0].fee if charge.tiers else ILLEGIBLE
    return 0 if amount == ILLEGIBLE else cents(amount)


def _least_pot(rules: RuleSet, moment: str) -> int:
    """The pot of a hand between two players with the smallest bets: only the blinds, antes and bring-in are called."""
    stakes = rules.stakes
    antes = 2 * min(stakes.antes, default=0)
    forced = stakes.bring_in or max(stakes.blinds, default=0)
    if moment == "modified":  # everybody folds to the largest blind, and its uncalled part goes back
        return antes + 2 * min(stakes.blinds, default=0)
    return antes + 2 * forced


def never_held(rules: RuleSet, fee: Fee) -> str:
    """Why a schedule can never apply at this table: its player counts are out of range. Empty if it can apply.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("2-7-single-draw", limit="fixed", collection="31")
    >>> never_held(rules, rules.posted[0])
    '2-7-single-draw is dealt to 2 to 6 players'
    """
    least, most = fee.players or (rules.seats.least, rules.seats.most)
    never = least > rules.seats.most or most < rules.seats.least
    return f"{rules.game} is dealt to {seats_words(rules)} players" if never else ""


def seats_words(rules: RuleSet) -> str:
    """How many players a table deals in: "2 to 6"."""
    return f"{rules.seats.least} to {rules.seats.most}"


def uncovered_player_counts(rules: RuleSet, fees: Iterable[Fee]) -> Iterator[tuple[int, int]]:
    """Ranges of player counts that the table can seat and none of these schedules covers."""
    known = tuple(fees)
    missing = [
        players
        for players in range(rules.seats.least, rules.seats.most + 1)
        if known and not any(fee.holds(players) for fee in known)
    ]
    for players in missing:
        if players - 1 not in missing:
            last = players
            while last + 1 in missing:
                last += 1
            yield players, last


def when(charge: Charge) -> str:
    """When a charge is taken, in words."""
    return f"in advance for every {charge.minutes} minutes of play" if charge.minutes else _WHEN[charge.moment]


def fees_words(charge: Charge) -> str:
    """What a charge takes, in words: a flat amount, or every tier."""
    if charge.counts == "nothing":
        return _amount(charge.tiers[0].fee)
    tiers = (f"{_amount(tier.fee)} for {tier.action}" for tier in charge.tiers)
    return f"{_by(charge)}: {', '.join(tiers)}"


def _by(charge: Charge) -> str:
    return _COUNTS.get((charge.payer, charge.counts), "regardless of the wagers")


def _amount(amount: str) -> str:
    return ILLEGIBLE if amount == ILLEGIBLE else dollars(cents(amount))


# -- all that a game has -----------------------------------------------------------------------------------------------


def schedules_page(rules: RuleSet) -> dict[str, Any]:
    """Every schedule that a table of these rules could post, grouped as in the document.

    >>> from cardroom.rulebook import rule_set
    >>> page = schedules_page(rule_set("ultimate-texas-holdem"))
    >>> page["in_force"], page["groups"][0]["options"][7]["charges"][0]["tiers"][1]
    ('none', {'from': 5100, 'to': 30000, 'fee': 200})
    """
    known = fees_of(rules.schedules, rules.fee)
    groups = [_group(rules, group, known) for group in (schedules(rules.schedules).group if rules.schedules else ())]
    printed = {option["option"] for group in groups for option in group["options"]}
    own = [fee for option, fees in known.items() if option not in printed for fee in fees]
    if own:
        takes = list({(charge.moment, charge.payer): _column(charge) for fee in own for charge in fee.charge}.values())
        options = [schedule(rules, fee) for fee in own]
        groups.append({"cite": rules.cite(own[0].cite), "takes": takes, "terms": {}, "options": options})
    return {
        "game": rules.game,
        "name": rules.name,
        "rules": rules.rules,
        "in_force": str(rules.house("collection")) if "collection" in rules.house_rules else "none",
        "groups": groups,
    }


def _group(rules: RuleSet, group: OptionGroup, known: dict[str, tuple[Fee, ...]]) -> dict[str, Any]:
    options = []
    for name in group.named:
        for fee in known[name]:
            option = schedule(rules, fee)
            if "table limit" in group.columns and fee.terms:
                option["table_limit"] = [cents(end) for end in fee.terms.minimum]
            options.append(option)
    columns = [Charge(column.moment, column.payer, column.counts, (), minutes=column.minutes) for column in group.takes]
    return {
        "cite": f"{schedules(rules.schedules).document}, {group.cite}",
        "takes": [_column(charge) for charge in columns],
        "terms": _terms(group.terms),
        "options": options,
    }


def _column(charge: Charge) -> dict[str, Any]:
    return {"moment": charge.moment, "payer": charge.payer, "counts": charge.counts, "when": when(charge)} | {
        "by": _by(charge) if charge.counts != "nothing" else None
    }


def _terms(terms: ScheduleTerms) -> dict[str, Any]:
    amounts = {name: terms.bounds(name) for name in ("minimum", "maximum", "bonus", "buy_in")}
    data: dict[str, Any] = {name: list(bounds) for name, bounds in amounts.items() if bounds}
    if terms.limit:
        data["limit"] = list(terms.limit)
    if terms.stakes[0]:
        data["stakes"] = list(terms.stakes)
    return data


def terms_words(terms: dict[str, Any]) -> Iterator[str]:
    """The conditions under which a table may post a schedule, in words.

    >>> list(terms_words({"minimum": [100, 20000], "limit": ["pot", "no"], "buy_in": [2000, 10000000]}))
    ['pot or no limit', 'a minimum of $1 to $200', 'buy-ins of $20 to $100,000']
    """
    if "limit" in terms:
        yield f"{' or '.join(terms['limit'])} limit"
    if "stakes" in terms:
        yield f"limits of {' to '.join(terms['stakes'])}"
    names = {"minimum": "a minimum", "maximum": "a maximum", "bonus": "bonus bets", "buy_in": "buy-ins"}
    for name, word in names.items():
        if name in terms:
            yield f"{word} of {' to '.join(map(dollars, terms[name]))}"
