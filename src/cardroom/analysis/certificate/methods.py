"""How each game is counted, in words for a reader who will check it."""

from collections.abc import Iterator

from cardroom.analysis.parts import analysis_of
from cardroom.rulebook import RuleSet

__all__ = ["method"]

GENERAL = """
Every figure is exact. All deals are equally likely and each is counted, once, by the result it leads to; the counts
are whole numbers and every figure made of them is a fraction. Nothing is simulated or rounded before it is printed.

Counting knows no money. What a result nets comes from the settlement that pays at the table, asked once for each
distinct result with the pay tables of this rule set. Where the player decides, the decision with the higher
expectation is taken in every situation that the player can tell apart, knowing only the cards that the rules show;
side bets do not influence it. Side bets are said of a player who does not fold a hand that they pay, unless a note
says otherwise.

Edge is what the bank gains on average, per unit of the wager named; return is one less the edge. Average wager is
all that lies on the table at the end, in units of the wager named, and element of risk is the edge per unit of
that. Variance and standard deviation are of the net result of one round with one unit; the volatility index is
1.645 standard deviations. Hit frequency is how often a round nets more than nothing."""

JACKPOT = """
A wager that a meter pays is said at the meter's seed. As the meter grows, every cent on it adds the meter share,
divided by the wager in cents, to the return; the break-even meter is the reading at which the wager has no edge."""


def method(rules: RuleSet, metered: bool = False) -> Iterator[str]:
    """The paragraphs of a certificate on method, the game's own first."""
    known = analysis_of(rules)
    texts = (known.method if known else "", GENERAL, JACKPOT if metered else "")
    for paragraph in "\n\n".join(texts).split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())
