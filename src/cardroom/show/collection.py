"""The collection as data and in words: what a table posts, all schedules of a game, and what one of them takes.

Amounts are cents; what cannot be read in a document is the word "illegible".
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.rulebook import Charge, Fee, RuleSet
from cardroom.rulebook.fee_checks import unpostable
from cardroom.rulebook.fees import ILLEGIBLE, Tier, bracket, posted
from cardroom.rulebook.schedules import OptionGroup, fees_of, schedules
from cardroom.rulebook.schema import Cite
from cardroom.rulebook.terms import ScheduleTerms

__all__ = [
    "RoundFacts",
    "asked_of",
    "never_held",
    "nothing",
    "posted_lines",
    "reached",
    "schedule",
    "schedules_page",
    "taken",
    "terms_words",
    "uncovered",
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
_PAYERS = {"player-dealer": "the player-dealer", "each player": "each player", "pot": "the pot"}
_STREETS = ("preflop", "flop", "turn", "river")
_ROUNDS = ("none", "first", "second", "third")


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
    """What the table posts, a line for each moment at which something is taken, and where nothing is.

    >>> from cardroom.rulebook import rule_set
    >>> for line in posted_lines(rule_set("razz", limit="fixed", collection="60")):
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
            yield f"option {fee.option}{dealt}: {when(charge)}, {_PAYERS[charge.payer]} pays {_fees(charge)}"
    for least, most in uncovered(rules, rules.posted):
        yield f"{least if least == most else f'{least} to {most}'} players dealt in: nothing is taken"


def never_held(rules: RuleSet, fee: Fee) -> str:
    """Why a schedule is for more or fewer players than are ever dealt in, if it is.

    >>> from cardroom.rulebook import rule_set
    >>> rules = rule_set("2-7-single-draw", limit="fixed", collection="31")
    >>> never_held(rules, rules.posted[0])
    'a table of 2-7-single-draw deals 2 to 6 in'
    """
    least, most = fee.players or (rules.seats.least, rules.seats.most)
    never = least > rules.seats.most or most < rules.seats.least
    return f"a table of {rules.game} deals {_seats(rules)} in" if never else ""


def uncovered(rules: RuleSet, fees: Iterable[Fee]) -> Iterator[tuple[int, int]]:
    """The numbers of players, of those that the table seats, for which none of these schedules holds."""
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
    """When it is taken, in words."""
    return f"in advance for every {charge.minutes} minutes of play" if charge.minutes else _WHEN[charge.moment]


def _fees(charge: Charge) -> str:
    if charge.counts == "nothing":
        return _said(charge.tiers[0].fee)
    tiers = (f"{_said(tier.fee)} for {tier.action}" for tier in charge.tiers)
    return f"{_by(charge)}: {', '.join(tiers)}"


def _by(charge: Charge) -> str:
    return _COUNTS.get((charge.payer, charge.counts), "whatever was wagered")


def _said(amount: str) -> str:
    return ILLEGIBLE if amount == ILLEGIBLE else dollars(cents(amount))


# -- all that a game has -----------------------------------------------------------------------------------------------


def schedules_page(rules: RuleSet) -> dict[str, Any]:
    """Every schedule that a table of these rules could post, grouped as they are printed.

    >>> from cardroom.rulebook import rule_set
    >>> said = schedules_page(rule_set("ultimate-texas-holdem"))
    >>> said["in_force"], said["groups"][0]["options"][7]["charges"][0]["tiers"][1]
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
            said = schedule(rules, fee)
            if "table limit" in group.columns and fee.terms:
                said["table_limit"] = [cents(end) for end in fee.terms.minimum]
            options.append(said)
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
    said: dict[str, Any] = {name: list(bounds) for name, bounds in amounts.items() if bounds}
    if terms.limit:
        said["limit"] = list(terms.limit)
    if terms.stakes[0]:
        said["stakes"] = list(terms.stakes)
    return said


def terms_words(terms: dict[str, Any]) -> Iterator[str]:
    """What a table must be like, in words.

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


# -- what one of them takes --------------------------------------------------------------------------------------------


class RoundFacts(NamedTuple):
    """What a round was like, as far as a fee goes by it; None is not said."""

    action: int | None = None
    """The total table action in cents ..."""
    wager: int | None = None
    """... and one player's base wager."""
    players: int | None = None
    """Players dealt in."""
    reached: str = ""
    """How far a poker hand went."""


def taken(rules: RuleSet, option: str, played: RoundFacts) -> list[dict[str, Any]]:
    """What schedules, written as the house rule `collection` has them, take in such a round: from whom, when and why.
    Where an amount goes by what is not said, it is None and the reason gives the tiers.

    >>> from cardroom.rulebook import rule_set
    >>> rows = taken(rule_set("ez-baccarat"), "7", RoundFacts(action=35_000))
    >>> rows[0]["payer"], rows[0]["amount"], rows[0]["why"]
    ('the player-dealer', 700, 'a total table action of $350, which is $301 to $600')
    """
    fees = chosen(rules, option)
    if played.players is not None:
        if not rules.seats.least <= played.players <= rules.seats.most:
            raise InputError(f"{played.players} players: a table of {rules.game} deals {_seats(rules)} in")
        fees = tuple(fee for fee in fees if fee.holds(played.players))
    moments = reached(rules, played.reached) if played.reached else None
    rows = []
    for fee in fees:
        for charge in fee.charge if not never_held(rules, fee) else ():
            if moments is not None and charge.moment not in moments:
                continue
            rows.append(_taken(rules, fee, charge, played))
    return rows


def asked_of(rules: RuleSet, option: str) -> tuple[str, ...]:
    """What schedules go by: fields of `Played`.

    >>> from cardroom.rulebook import rule_set
    >>> asked_of(rule_set("ez-baccarat"), "7"), asked_of(rule_set("texas-holdem"), "1")
    (('action',), ('players', 'reached'))
    """
    fees = chosen(rules, option)
    tiered = {charge.payer for fee in fees for charge in fee.charge if charge.counts != "nothing"}
    known = {
        "action": "player-dealer" in tiered,
        "wager": "each player" in tiered,
        "players": any(fee.players for fee in fees),
        "reached": any(charge.payer == "pot" for fee in fees for charge in fee.charge),
    }
    return tuple(name for name, asked in known.items() if asked)


def nothing(rules: RuleSet, option: str, played: RoundFacts) -> str:
    """Why schedules take nothing in such a round.

    >>> from cardroom.rulebook import rule_set
    >>> nothing(rule_set("razz"), "31", RoundFacts(reached="none"))
    'a hand of razz that ends in the first round of betting pays nothing'
    """
    fees = chosen(rules, option)
    can = [fee for fee in fees if not never_held(rules, fee)]
    if not can:
        return f"option {option} is for {_brackets(fees)} players dealt in, and {never_held(rules, fees[0])}"
    if played.players is not None and not any(fee.holds(played.players) for fee in can):
        return f"option {option} is for {_brackets(fees)} players dealt in, and not for {played.players}"
    if played.reached and reached(rules, played.reached) == ():
        return f"a hand of {rules.game} that ends in the first round of betting pays nothing"
    how = "a hand that ends before the flop" if played.reached == "preflop" else "a hand that goes so far"
    return f"option {option} has no fee for {how}"


def _brackets(fees: Iterable[Fee]) -> str:
    return " and ".join(bracket(fee.players) for fee in fees if fee.players)


def chosen(rules: RuleSet, option: str) -> tuple[Fee, ...]:
    """The schedules of these options; one that could not be posted anywhere is refused."""
    known = fees_of(rules.schedules, rules.fee)
    if not known:
        raise InputError(f"{rules.game}, {rules.rules}: no collection is printed for it")
    rule = rules.house_rules["collection"]
    try:
        names = str(rule.check("collection", option))
    except ValueError as error:
        raise InputError(str(error).replace("house rule collection: ", "--option: ")) from None
    if names == "none":
        raise InputError("--option none: a table that posts none takes nothing")
    every = posted((fee for name in names.split("/") for fee in known[name]), names)
    for problem in unpostable(every):
        raise InputError(f"--option {names}: {problem}")
    return every


def _taken(rules: RuleSet, fee: Fee, charge: Charge, played: RoundFacts) -> dict[str, Any]:
    """One fee: how much, and why so much."""
    dealt = f"option {fee.option}, {bracket(fee.players)} players dealt in" if fee.players else f"option {fee.option}"
    said = played.wager if charge.payer == "each player" else played.action
    what = "a base wager" if charge.payer == "each player" else "a total table action"
    if charge.counts == "nothing":
        amount, why = charge.fee(0), f"{dealt}: a flat fee"
    elif said is None:
        amount, why = None, _fees(charge)
    else:
        amount = charge.fee(said)
        why = f"{what} of {dollars(said - said % 100)}, which is {_tier(charge, said)}"
    return {
        "option": fee.option,
        "payer": _PAYERS[charge.payer],
        "when": when(charge),
        "moment": charge.moment,
        "amount": amount,
        "why": why,
        "cite": rules.cite(charge.cite),
    }


def _tier(charge: Charge, action: int) -> str:
    found: Tier | None = None
    for tier in charge.tiers:
        if cents(tier.least) <= action - action % 100:
            found = tier
    return found.action if found else f"below {charge.tiers[0].least}"


def _seats(rules: RuleSet) -> str:
    return f"{rules.seats.least} to {rules.seats.most}"


def reached(rules: RuleSet, how_far: str) -> tuple[str, ...]:
    """The moments of a poker hand that went so far, at which fees are taken.

    >>> from cardroom.rulebook import rule_set
    >>> reached(rule_set("texas-holdem"), "turn"), reached(rule_set("razz"), "none")
    (('flop', 'turn'), ())
    """
    if rules.poker is None:
        raise InputError(f"--reached: {rules.game} is no poker game, and its fees do not go by how far a hand goes")
    community = rules.poker.structure == "community"
    known = _STREETS if community else _ROUNDS[: 2 + (rules.poker.draws or len(rules.poker.streets))]
    if (word := how_far.lower().removesuffix(" round")) not in known:
        raise InputError(f"--reached {how_far}: a hand of {rules.game} reaches one of {', '.join(known)}")
    if community:
        return _STREETS[1 : _STREETS.index(word) + 1] or ("modified",)
    return tuple(f"{each} round" for each in _ROUNDS[1 : _ROUNDS.index(word) + 1])
