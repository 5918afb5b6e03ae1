"""The methods of counting in words, for a reader who will check them."""

from collections.abc import Iterator

from cardroom.analysis.report import analysis_of
from cardroom.rulebook import RuleSet

__all__ = ["method", "wager_method"]

EXACT = """
Every figure of a wager is exact. All deals are equally likely, and each is counted once, by its result. The counts are
whole numbers, and every figure computed from them is a fraction or a square root of one. None of them is simulated, or
rounded before it is printed."""

PARTLY_EXACT = """
All deals are equally likely, and each is counted once, by its result. The counts are whole numbers. Figures without a
standard error are fractions computed from them, or square roots of fractions, and are not rounded before they are
printed. Of some outcomes only averages are counted, and their single results are simulated. So these figures are
estimates: {}. Each has its standard error. In them, too, all other outcomes have their exact frequency."""

GENERAL = """

Counting is independent of payoffs. The net of a result comes from the settlement code that also pays at the table. It
is called once for each distinct result, with the pay tables of this rule set. Where the player decides, the decision
with the highest expectation is taken in every situation that the player can distinguish by the visible cards, unless a
note says otherwise. Side bets do not influence the decision. Figures of side bets are for a player who does not fold a
hand that they pay, unless a note says otherwise.

Edge is the bank's average gain per unit of the wager named; return is one minus the edge. Average wager is the total
wagered by the end of the round, in units of the wager named. Element of risk is the edge divided by the average wager.
Variance and standard deviation are those of the net result of one round with one unit. The volatility index is 1.645
standard deviations. Hit frequency is the probability of a positive net result."""

MANY_ROUNDS = """

Hold over many rounds: the normal approximation uses the exact edge and standard deviation. The probability beside it
shows how good it is. That probability, and the counted interval, follow from the distribution of one round. The
transform of that distribution, raised to the number of rounds and transformed back, is the distribution of all rounds
together. Results that are very far from the average are left out: by Bernstein's inequality, all of them together have
a probability below 10^-12. Rounding errors are bounded, and the JSON file has the bound."""

JACKPOT = """
Figures of a jackpot wager are for the meter at its seed. As the meter grows, every cent on it adds the meter share,
divided by the wager in cents, to the return. The break-even meter is the reading at which the edge is zero."""


def method(rules: RuleSet, metered: bool = False, estimated: str = "") -> Iterator[str]:
    """The paragraphs on method of a certificate, the game's own first. `estimated` names figures that are not exact."""
    known = analysis_of(rules)
    banked = known is None or known.counter is not None
    general = (PARTLY_EXACT.format(estimated) if estimated else EXACT) + GENERAL + MANY_ROUNDS if banked else ""
    texts = (known.method if known else "", general, JACKPOT if metered else "")
    for paragraph in "\n\n".join(texts).split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())


def wager_method(rules: RuleSet, wager: str) -> str:
    """How one wager was counted, in a sentence.

    >>> from cardroom.rulebook import rule_set
    >>> wager_method(rule_set("three-card-poker-6-card-bonus"), "pair-plus")
    'Only these cards decide: own hand. Every set of them is counted once, by the ranking three-card.'
    """
    terms = rules.wager[wager]
    if terms.cards:
        ranked = rules.table(terms.pays).ranking
        return f"Only these cards decide: {terms.cards}. Every set of them is counted once, by the ranking {ranked}."
    return "Counted with the base game, as the section Method describes."
