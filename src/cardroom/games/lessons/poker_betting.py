"""What the rules pages of poker games say about betting: limits, buy-ins, raises, all-ins."""

from collections.abc import Iterator

from cardroom.games.lessons.poker_words import cite_of, counted, poker_of, printed
from cardroom.games.poker.limits import terms
from cardroom.money import dollars
from cardroom.play.lesson import Step
from cardroom.rulebook import RuleSet


def betting_notes(rules: RuleSet) -> Iterator[Step]:
    """How much may be bet and raised, what a buy-in is, and what an all-in does."""
    said, poker = terms(rules), poker_of(rules)
    match said.kind:
        case "fixed":
            rounds = "the first round" if poker.small_rounds == 1 else f"the first {counted(poker.small_rounds)} rounds"
            yield Step(
                f"Fixed limit: bets and raises are {dollars(said.small_bet)} in {rounds} of betting and "
                f"{dollars(said.big_bet)} in later rounds.",
                printed(rules, "limits"),
            )
        case "pot":
            yield Step(
                f"Pot limit: a bet or raise is at least {dollars(said.minimum_bet)} or the last raise, and at most "
                "what is in the pot after a call.",
                cite_of(rules, "limit"),
            )
        case _:
            yield Step(
                f"No limit: a bet or raise is at least {dollars(said.minimum_bet)} or the last raise. A player may bet "
                "all of their chips at any time.",
                cite_of(rules, "limit"),
            )
    least, most = (dollars(rules.house(name)) for name in ("least_buy_in", "most_buy_in"))
    if rules.house_rules["stakes"].levels[0]:  # recorded poker has no bounds
        yield Step(
            f"A player buys in for {least} to {most} in chips of {dollars(said.chip)}. Between hands a player may add "
            f"chips, up to {most} in all.",
            cite_of(rules, "least_buy_in"),
        )
    if said.cap:
        times = "one raise" if said.cap == 1 else f"{counted(said.cap)} raises"
        yield Step(f"With more than two players, at most {times} in a round of betting.", cite_of(rules, "raise_cap"))
    opens = said.under_raise_reopens
    yield Step(
        "An all-in of less than a full raise "
        + ("reopens" if opens else "does not reopen")
        + " the betting to players who have acted."
        + (" Half a bet counts as a full one." if said.kind == "fixed" and said.half_a_bet_counts else ""),
        cite_of(rules, "under_raise_reopens"),
    )
    yield Step(
        "A player who is all-in wins from each other player at most what they put in themselves. The rest is a side "
        "pot.",
        "the text is silent on players who are all-in",
    )


def other_limits(rules: RuleSet) -> Iterator[str]:
    """House rules of the limits that are not played."""
    kind = rules.house("limit")
    if kind == "fixed":
        yield from ("minimum_bet", "cap_pot_limit")
        return
    yield from ("blinds", "half_a_bet_counts", "open_pair_bet")
    if kind == "no":
        yield from ("raise_cap", "cap_pot_limit")
    elif not rules.house("cap_pot_limit"):
        yield "raise_cap"
