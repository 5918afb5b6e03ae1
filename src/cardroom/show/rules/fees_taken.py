"""What collection schedules take in one round: how much, from whom, when and why."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from cardroom.errors import InputError
from cardroom.money import cents, dollars
from cardroom.rulebook import Charge, Fee, RuleSet
from cardroom.rulebook.checks import unpostable
from cardroom.rulebook.fees import Tier, bracket, posted_fees
from cardroom.rulebook.schedules import fees_of
from cardroom.show.rules.collection import PAYERS, fees_words, never_held, seats_words, when

__all__ = ["RoundFacts", "asked_of", "fees_of_round", "moments_reached", "nothing"]

_STREETS = ("preflop", "flop", "turn", "river")
_ROUNDS = ("none", "first", "second", "third")


class RoundFacts(NamedTuple):
    """The facts about a round that fees depend on. None or empty: unknown."""

    action: int | None = None
    """The total table action, in cents."""
    wager: int | None = None
    """One player's base wager, in cents."""
    players: int | None = None
    """The number of players dealt in."""
    reached: str = ""
    """How far a poker hand went: a street or a betting round."""


def fees_of_round(rules: RuleSet, option: str, played: RoundFacts) -> list[dict[str, Any]]:
    """The fees that schedules take in such a round: from whom, when and why.

    `option` is written as in the house rule `collection`. Where an amount depends on an unknown fact, it is None and
    the reason lists the tiers.

    >>> from cardroom.rulebook import rule_set
    >>> rows = fees_of_round(rule_set("ez-baccarat"), "7", RoundFacts(action=35_000))
    >>> rows[0]["payer"], rows[0]["amount"], rows[0]["why"]
    ('the player-dealer', 700, 'a total table action of $350, which is $301 to $600')
    """
    fees = schedules_of(rules, option)
    if played.players is not None:
        if not rules.seats.least <= played.players <= rules.seats.most:
            raise InputError(f"{played.players} players: {rules.game} is dealt to {seats_words(rules)} players")
        fees = tuple(fee for fee in fees if fee.holds(played.players))
    moments = moments_reached(rules, played.reached) if played.reached else None
    rows = []
    for fee in fees:
        for charge in fee.charge if not never_held(rules, fee) else ():
            if moments is not None and charge.moment not in moments:
                continue
            rows.append(_fee_row(rules, fee, charge, played))
    return rows


def asked_of(rules: RuleSet, option: str) -> tuple[str, ...]:
    """The fields of `RoundFacts` that schedules depend on.

    >>> from cardroom.rulebook import rule_set
    >>> asked_of(rule_set("ez-baccarat"), "7"), asked_of(rule_set("texas-holdem"), "1")
    (('action',), ('players', 'reached'))
    """
    fees = schedules_of(rules, option)
    tiered = {charge.payer for fee in fees for charge in fee.charge if charge.counts != "nothing"}
    known = {
        "action": "player-dealer" in tiered,
        "wager": "each player" in tiered,
        "players": any(fee.players for fee in fees),
        "reached": any(charge.payer == "pot" for fee in fees for charge in fee.charge),
    }
    return tuple(name for name, needed in known.items() if needed)


def nothing(rules: RuleSet, option: str, played: RoundFacts) -> str:
    """Why schedules take nothing in such a round.

    >>> from cardroom.rulebook import rule_set
    >>> nothing(rule_set("razz"), "31", RoundFacts(reached="none"))
    'a hand of razz that ends in the first round of betting pays nothing'
    """
    fees = schedules_of(rules, option)
    can = [fee for fee in fees if not never_held(rules, fee)]
    if not can:
        return f"option {option} is for {_brackets(fees)} players dealt in, and {never_held(rules, fees[0])}"
    if played.players is not None and not any(fee.holds(played.players) for fee in can):
        return f"option {option} is for {_brackets(fees)} players dealt in, and not for {played.players}"
    if played.reached and moments_reached(rules, played.reached) == ():
        return f"a hand of {rules.game} that ends in the first round of betting pays nothing"
    how = "a hand that ends before the flop" if played.reached == "preflop" else "a hand that goes so far"
    return f"option {option} has no fee for {how}"


def _brackets(fees: Iterable[Fee]) -> str:
    return " and ".join(bracket(fee.players) for fee in fees if fee.players)


def schedules_of(rules: RuleSet, option: str) -> tuple[Fee, ...]:
    """The schedules of these options. Raise `InputError` if no table could post them."""
    known = fees_of(rules.schedules, rules.fee)
    if not known:
        raise InputError(f"{rules.game}, {rules.rules}: the document prints no collection schedule for it")
    rule = rules.house_rules["collection"]
    try:
        names = str(rule.check("collection", option))
    except ValueError as error:
        raise InputError(str(error).replace("house rule collection: ", "--option: ")) from None
    if names == "none":
        raise InputError("--option none: a table without a schedule takes no collection")
    every = posted_fees((fee for name in names.split("/") for fee in known[name]), names)
    for problem in unpostable(every):
        raise InputError(f"--option {names}: {problem}")
    return every


def _fee_row(rules: RuleSet, fee: Fee, charge: Charge, played: RoundFacts) -> dict[str, Any]:
    """One fee as a row: the amount and the reason for it."""
    dealt = f"option {fee.option}, {bracket(fee.players)} players dealt in" if fee.players else f"option {fee.option}"
    base = played.wager if charge.payer == "each player" else played.action
    what = "a base wager" if charge.payer == "each player" else "a total table action"
    if charge.counts == "nothing":
        amount, why = charge.fee(0), f"{dealt}: a flat fee"
    elif base is None:
        amount, why = None, fees_words(charge)
    else:
        amount = charge.fee(base)
        why = f"{what} of {dollars(base - base % 100)}, which is {_tier(charge, base)}"
    return {
        "option": fee.option,
        "payer": PAYERS[charge.payer],
        "when": when(charge),
        "moment": charge.moment,
        "amount": amount,
        "why": why,
        "cite": rules.cite(charge.cite),
    }


def _tier(charge: Charge, action: int) -> str:
    highest: Tier | None = None
    for tier in charge.tiers:
        if cents(tier.least) <= action - action % 100:
            highest = tier
    return highest.action if highest else f"below {charge.tiers[0].least}"


def moments_reached(rules: RuleSet, how_far: str) -> tuple[str, ...]:
    """The moments at which fees are taken in a poker hand that went this far.

    >>> from cardroom.rulebook import rule_set
    >>> moments_reached(rule_set("texas-holdem"), "turn"), moments_reached(rule_set("razz"), "none")
    (('flop', 'turn'), ())
    """
    if rules.poker is None:
        raise InputError(f"--reached: {rules.game} is not a poker game; its fees do not depend on how far a hand goes")
    community = rules.poker.structure == "community"
    known = _STREETS if community else _ROUNDS[: 2 + (rules.poker.draws or len(rules.poker.streets))]
    if (word := how_far.lower().removesuffix(" round")) not in known:
        raise InputError(f"--reached {how_far}: for {rules.game}, use one of {', '.join(known)}")
    if community:
        return _STREETS[1 : _STREETS.index(word) + 1] or ("modified",)
    return tuple(f"{each} round" for each in _ROUNDS[1 : _ROUNDS.index(word) + 1])
