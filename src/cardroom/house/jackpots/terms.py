"""The terms of a jackpot, taken from the rules of a game: two games may share a meter only if their terms are equal."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import msgspec

from cardroom.errors import InputError
from cardroom.games import layout
from cardroom.house.books import check_amount
from cardroom.money import dollars
from cardroom.rankings import RANKINGS
from cardroom.rulebook import RuleSet, with_house_rules
from cardroom.rulebook.jackpots import share
from cardroom.rulebook.schema import names_in

__all__ = ["JackpotTerms", "changed_terms", "check_same_terms", "terms_of", "wagers_for", "with_terms"]


class JackpotTerms(msgspec.Struct, frozen=True):
    """What a jackpot is: its wager, its pay table, its seed and its rates.

    Games may share a meter only if all fields are equal. Then the same hands win the same amounts equally often.
    """

    rule: str
    wager: int
    """The only amount that can be wagered, in cents."""
    seed: int
    """What the meter opens with, in cents."""
    rate: str
    """The share of each wager that goes to the meter, as a fraction `a/b`."""
    reserve: str
    """The share of each wager that goes to the reserve, as a fraction."""
    morning: str
    """The share of a day's wagers that the daily contribution adds, as a fraction."""
    deck: str
    packs: int
    ranking: str
    cards: tuple[int, ...]
    """How many cards make the hand: by part if the ranking distinguishes parts, otherwise in total."""
    folded: str
    lines: dict[str, str]


@lru_cache(maxsize=256)
def terms_of(rules: RuleSet, jackpot: str) -> JackpotTerms:
    """The terms of a jackpot under a rule set.

    >>> from cardroom.rulebook import rule_set
    >>> one, two = rule_set("heads-up-holdem"), rule_set("four-card-frenzy")
    >>> terms_of(one, "galaxy") == terms_of(two, "galaxy")  # five cards, dealt as two and three or all together
    True
    """
    wagers = wagers_for(rules, jackpot)
    wager = wagers[0]
    placed, jackpot_rules, table = (
        rules.wager[wager],
        rules.jackpots[wager],
        rules.table(rules.wager[wager].pays),
    )
    least, most = rules.limits(wager)
    if least != most or len(wagers) > 1:
        raise InputError(
            f"{placed.label} cannot be a house jackpot: it needs one wager with one fixed amount, and this has several."
        )
    if not placed.cards:
        raise InputError(f"{placed.label} cannot be a house jackpot: the rules do not say which cards win it.")
    parts = layout(rules).cards[placed.cards].parts
    by_part = table.ranking in RANKINGS and RANKINGS[table.ranking].parts
    return JackpotTerms(
        jackpot_rules.rule,
        least,
        jackpot_rules.seed,
        str(jackpot_rules.rate),
        str(jackpot_rules.reserve),
        str(jackpot_rules.morning),
        rules.deck.name,
        rules.packs,
        table.ranking,
        parts if by_part else (sum(parts),),
        placed.folded,
        {line: table.lines[line] for line in sorted(table.lines)},
    )


def wagers_for(rules: RuleSet, jackpot: str) -> tuple[str, ...]:
    """The wagers of a layout that play for a jackpot."""
    wagers = tuple(name for name, wager in rules.wagers().items() if wager.jackpot == jackpot)
    if not wagers:
        known = ", ".join(sorted({wager.jackpot for wager in rules.wagers().values() if wager.jackpot})) or "none"
        off = [rules.puts_on_layout(name) for name, wager in rules.wager.items() if wager.jackpot == jackpot]
        how = f" The house rule {off[0]} adds it." if off else ""
        raise InputError(f"{rules.game} has no jackpot {jackpot} on its layout. Jackpots there: {known}.{how}")
    return wagers


def with_terms(rules: RuleSet, jackpot: str, terms: JackpotTerms) -> RuleSet:
    """The rules with the seed and rate of these terms. Raises an error if no house rule can set them."""
    written, has = rules.jackpot[jackpot], terms_of(rules, jackpot)
    chosen: dict[str, Any] = {}
    for field, value in (("seed", dollars(terms.seed)), ("rate", Fraction(terms.rate) * 100)):
        if getattr(terms, field) == getattr(has, field):
            continue
        setting = next(iter(names_in(getattr(written, field))), None)
        if setting is None:
            raise InputError(
                f"{rules.game}: the {field} of its {written.label} is fixed by its rules. No house rule changes it."
            )
        chosen[setting] = value if field == "seed" else int(value) if value == int(value) else str(value)
    return with_house_rules(rules, chosen) if chosen else rules


def check_same_terms(name: str, terms: JackpotTerms, game: str, offered: JackpotTerms) -> None:
    """Raise an error if a game's jackpot differs from a house jackpot, so that it may not share the meter."""
    if offered == terms:
        return
    for field, differs in _DIFFERS.items():
        if getattr(offered, field) != getattr(terms, field):
            raise InputError(f"{game} cannot be linked to {name}: {differs}.")
    own, shared = (f"{dollars(each.seed)} and {_percent(each.rate)}" for each in (offered, terms))
    raise InputError(
        f"{game} cannot be linked to {name}: its seed and rate are {own}, and the jackpot's are {shared}. "
        "A changed seed or rate applies after the jackpot is won."
    )


def changed_terms(name: str, terms: JackpotTerms, seed: int | None, rate: str | None) -> JackpotTerms:
    """The terms with a new seed or rate. Raises an error if a jackpot cannot have them."""
    changed = terms
    if seed is not None:
        changed = msgspec.structs.replace(changed, seed=check_amount(seed))
    if rate is not None:
        changed = msgspec.structs.replace(changed, rate=str(_share(rate)))
    if changed.rule != "progressive" and changed.rate != terms.rate:
        raise InputError(f"{name} is a bonus jackpot. Wagers do not change its display, so it has no rate.")
    whole = Fraction(changed.rate) + Fraction(changed.reserve)
    if whole > 1 or (changed.rule == "progressive" and changed.rate == "0"):
        raise InputError(f"{name}: the rate must be above zero, and rate and reserve together at most 100 %.")
    return changed


_DIFFERS = {
    "rule": "one is a bonus jackpot and the other a progressive one",
    "wager": "the amounts of the wagers differ",
    "lines": "the pay tables differ",
    "ranking": "hands are ranked differently",
    "cards": "the hands consist of different cards, so they do not win equally often",
    "deck": "the decks differ",
    "packs": "the numbers of decks differ",
    "folded": "a folded hand is treated differently",
    "morning": "the daily contributions differ",
    "reserve": "the shares of the reserve differ",
}
"""Why two games may not share a meter (WAC 230-15-685(6))."""


def _percent(share: str) -> str:
    return f"{float(Fraction(share) * 100):g} %"


def _share(text: str) -> Fraction:
    try:
        return share(text)
    except ValueError as error:
        raise InputError(str(error)) from None
