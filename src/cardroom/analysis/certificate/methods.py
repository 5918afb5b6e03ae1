"""How each game is counted, in words for a reader who will check it."""

from collections.abc import Iterator

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

HOLDEM = """
Boards are taken together that differ only by exchanging suits or in suits that cannot matter: 6,175 patterns of
ranks and 36,608 with a suit that can make a flush stand for all 2,598,960 boards. In each, pockets fall into
classes of one rank, and sorted running sums give how many of the dealer's 990 pockets each class beats, ties and
loses to, and how many of those do not qualify.

The decision after the river follows from these counts, the one after the flop from sums over every turn and river,
the one before the flop from sums over every flop; each is made for the player's own two cards. The same sums,
transposed, then follow what was decided to the end of every deal."""

PAI_GOW = """
Lines of seven cards are counted over all 154,143,080 hands from the deck with its joker, and what two hands make
together over every deal of both. An Envy award is counted for one other player's hand alone; where only the highest
hand at the table pays, what it is worth depends on all hands there and is not counted."""

TWENTY_ONE = """
The orders in which cards can leave a full shoe of the decks in force are counted by what the cards count for, drawn
as the player-dealer's own rule says. A figure holds for the first round of a shoe, whoever plays and however: the
player-dealer's hand is completed whenever a bonus bet depends on it, and cards that others took are as good as
unknown."""

METHODS = {
    "ez-baccarat": """
Orders of six cards from a full shoe are counted by points: ten kinds of cards, each as often as the decks in force
have it, drawn without return by the game's own drawing rule. Cards burned or cut off change no probability of a
round before anything of the shoe is known.""",
    "face-up-pai-gow": PAI_GOW,
    "fortune-pai-gow": PAI_GOW,
    "four-card-frenzy": """
Every five cards of the player meet every five of the dealer's; 134,459 hands stand for the player's 2,598,960 by
exchanging suits. How many of the dealer's hands rank below a given one and avoid the player's cards is found by
inclusion and exclusion over the 32 subsets of those cards; subsets that differ only by exchanging suits share one
count.""",
    "heads-up-holdem": HOLDEM,
    "pure-21.5-blackjack": TWENTY_ONE,
    "pure-spanish-21.5": TWENTY_ONE,
    "three-card-poker": """
1,755 hands stand for the player's 22,100 by exchanging suits. Each meets every hand of the dealer's, under every
card that the dealer may expose, and plays or folds on what it then knows.""",
    "ultimate-texas-holdem": HOLDEM,
}


def method(script: str, metered: bool = False) -> Iterator[str]:
    """The paragraphs of a certificate on method, the game's own first."""
    texts = (METHODS.get(script, ""), GENERAL, JACKPOT if metered else "")
    for paragraph in "\n\n".join(texts).split("\n\n"):
        if paragraph.strip():
            yield " ".join(paragraph.split())
