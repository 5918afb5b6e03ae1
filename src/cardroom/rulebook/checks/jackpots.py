"""Checks of jackpots, as written and in force.

Each problem is a sentence that begins with table and key.
"""

from collections.abc import Iterator

from cardroom.clean import quoted
from cardroom.money import cents
from cardroom.rulebook.jackpots import MOST_SENSORS, JackpotRule, share
from cardroom.rulebook.rule_set import RuleSet

__all__ = ["jackpot_problems", "jackpot_problems_in_force"]


def jackpot_problems(rules: RuleSet, name: str, jackpot: JackpotRule) -> Iterator[str]:
    """Find problems with a jackpot as written, key first."""
    if name not in {wager.jackpot for wager in rules.wager.values()}:
        yield "label: no wager plays for it: add one, or leave it out"
    kinds = ("bonus", "progressive")
    texts = (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve)
    rule, seed, rate, reserve = (rules.house_rules.get(_chooser(text)) for text in texts)
    if not set(rule.choices if rule else (jackpot.rule,)) <= set(kinds) or (rule and not rule.choices):
        known = ", ".join(kinds)
        yield f"rule: {quoted(jackpot.rule)} must be one of {known}, or a house rule that chooses between them"
    if not (seed and seed.money[0]):
        try:
            cents(jackpot.seed)
        except ValueError as error:
            yield f"seed: {error}, or {{name}} of a house rule that is an amount"
    shares = []
    for key, text, chosen in (("rate", jackpot.rate, rate), ("reserve", jackpot.reserve, reserve)):
        try:
            shares.append(share("0%" if chosen and chosen.whole[1] else text))
        except ValueError as error:
            yield f"{key}: {error}, or {{name}} of a house rule that is a number of percent"
    if sum(shares) > 1:
        yield f"rate, reserve: {jackpot.rate} and {jackpot.reserve} are more than the whole wager"
    if jackpot.rule == "bonus" and (rate or reserve or any(shares)):
        yield "rate, reserve: a bonus jackpot's display does not move with wagers: leave them out"
    try:
        share(jackpot.morning)
    except ValueError as error:
        yield f"morning: {error}"


def _chooser(text: str) -> str:
    """The house rule that a field names in braces, or empty."""
    return text[1:-1] if text.startswith("{") and text.endswith("}") else ""


def jackpot_problems_in_force(rules: RuleSet) -> Iterator[str]:
    """Find reasons why the jackpots of this layout cannot open."""
    jackpots = [jackpot for jackpot in map(rules.jackpot_of, rules.wagers()) if jackpot]
    if len({jackpot.rule for jackpot in jackpots}) > 1:
        yield "jackpot: all jackpots of a layout must have one type, bonus or progressive"
    if len(names := dict.fromkeys(jackpot.name for jackpot in jackpots)) > MOST_SENSORS:
        yield f"jackpot: a layout has at most {MOST_SENSORS} sensors, not one for each of {', '.join(names)}"
    for jackpot in jackpots:
        if jackpot.rate + jackpot.reserve > 1:
            yield f"jackpot.{jackpot.name}: rate and reserve are more than the whole wager"
        if jackpot.rule != "progressive":
            continue
        # The house must choose seed and rate of a progressive itself: this is the players' money.
        written = rules.jackpot[jackpot.name]
        for key, text, value in (("seed", written.seed, jackpot.seed), ("rate", written.rate, jackpot.rate)):
            if chooser := _chooser(text):
                if not value or chooser not in rules.settings:
                    how = "more than zero" if chooser in rules.settings else "set first"
                    yield f"jackpot.{jackpot.name}.{key}: a progressive needs {chooser} to be {how}"
            elif not value:
                yield f"jackpot.{jackpot.name}.{key}: a progressive needs one: there is no default"
