"""The notes on betting of all poker lessons: limits, buy-ins, raises, all-ins."""

from collections.abc import Iterator

from cardroom.games.lessons.poker_words import cite_of, joined, no_cap_cite, number_text, poker_of, rare_rule_cite
from cardroom.games.poker.limits import terms
from cardroom.money import dollars
from cardroom.play.game import Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.house_rules import BY_LIMIT
from cardroom.rulebook.schema import Cite


def betting_notes(rules: RuleSet) -> Iterator[Step]:
    """The limits of bets, raises and buy-ins, and the rules of all-ins."""
    stakes, poker = terms(rules), poker_of(rules)
    match stakes.kind:
        case "fixed":
            rounds = (
                "the first round" if poker.small_rounds == 1 else f"the first {number_text(poker.small_rounds)} rounds"
            )
            yield Step(
                f"Fixed limit: bets and raises are {dollars(stakes.small_bet)} in {rounds} of betting and "
                f"{dollars(stakes.big_bet)} in later rounds.",
                rare_rule_cite(rules, "limits"),
            )
        case "pot":
            yield Step(
                f"Pot limit: a bet or raise is at least {dollars(stakes.minimum_bet)}, or the last raise if that is "
                "more, and at most the size of the pot after a call.",
                joined(cite_of(rules, "limit"), _least_raise(rules)),
            )
        case _:
            yield Step(
                f"No limit: a bet or raise is at least {dollars(stakes.minimum_bet)}, or the last raise if that is "
                "more. A player may bet all of their chips at any time."
                + ("" if stakes.cap else " The number of raises is not limited."),
                joined(cite_of(rules, "limit"), _least_raise(rules), "" if stakes.cap else no_cap_cite(rules)),
            )
    least, most = (dollars(rules.house(name)) for name in ("least_buy_in", "most_buy_in"))
    if rules.house_rules["stakes"].levels[0]:  # poker from records has no bounds
        yield Step(
            f"A player buys in for {least} to {most} in chips of {dollars(stakes.chip)}. Between hands a player may "
            f"add chips, up to {most} in all.",
            cite_of(rules, "least_buy_in"),
        )
    if stakes.cap:
        times = "one raise" if stakes.cap == 1 else f"{number_text(stakes.cap)} raises"
        counts = ""
        if poker.door:
            full = stakes.small_bet if stakes.kind == "fixed" else stakes.minimum_bet
            what = "Completing the bring-in" if stakes.bring_in < full else "Opening for more than the bring-in"
            counts = f" {what} is not a raise."
        yield Step(
            f"With more than two players, at most {times} in a round of betting.{counts}", cite_of(rules, "raise_cap")
        )
    opens = stakes.under_raise_reopens
    yield Step(
        "An all-in of less than a full raise "
        + ("reopens" if opens else "does not reopen")
        + " the betting to players who have acted."
        + (" Half a bet counts as a full one." if stakes.kind == "fixed" and stakes.half_a_bet_counts else ""),
        cite_of(rules, "under_raise_reopens"),
    )
    yield Step(
        "A player who is all-in wins from each other player at most what they put in themselves. The rest is a side "
        "pot.",
        "the text is silent on players who are all-in",
    )


def _least_raise(rules: RuleSet) -> Cite:
    """The citation of the smallest raise. One chapter prints it, for no limit."""
    printed = poker_of(rules).cites.get("least raise") if rules.house("limit") == "no" else None
    return printed or "the text is silent on the smallest raise"


def other_limits(rules: RuleSet) -> Iterator[str]:
    """The house rules of limits that are not in force."""
    kind = rules.house("limit")
    if kind == "fixed":
        yield "minimum_bet"
    else:
        yield from ("blinds", "half_a_bet_counts", "open_pair_bet")
    if kind != "pot" or rules.settings.get("raise_cap", BY_LIMIT) != BY_LIMIT:
        yield "cap_pot_limit"
