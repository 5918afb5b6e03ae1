"""Which starting hands to play in a poker game, in words.

Poker against people has no best strategy that can be computed for every table. These are the rules of thumb on which
books agree. They have no figures, because a figure that is not exact is not shown.
"""

from cardroom.games.lessons.poker_words import poker_of
from cardroom.rulebook import RuleSet

__all__ = ["starting_hands"]

FIVE = 5
ALWAYS = (
    "Play few hands, and fewer the earlier you act: more players behind you may have a better one",
    "A hand that is worth a call before you have seen more cards is mostly worth a raise",
    "Fold when you need a card that others show, or when the hand that you hope for may still lose",
)
HOLDEM = "Start with a pair, two cards of ten or higher, or an ace with a card of its suit"
SHORT_DECK = (
    "Start with pairs and high cards in a row. With fewer cards, straights come often and a flush beats a full house"
)
OMAHA = (
    "Start with cards that work together: in a row, in two suits, or a high pair with help",
    "Exactly two of your cards play. Three of a kind in the hand wastes a card, and a low pair seldom wins",
)
OMAHA_LOW = (
    "Start with an ace and a two, better with a third low card or a suit: such hands can win both halves",
    "Half a pot is often less than you put in. Fold hands that can win only one half",
)
CHOOSE = "Start with cards of which two fit together, so that you have a choice when you throw away"
LOW_TOO = "An ace with low cards can win both halves. A hand that can win only the high half needs high cards"
STUD = (
    "Start with three of a kind, a high pair, three cards of a suit or three cards in a row",
    "Look at the cards of the others: a card that lies there cannot come to you",
)
STUD_LOW_TOO = (
    "Start with three low cards that may make a straight or a flush, or with three of a kind",
    "A high pair alone wins only half, and often nothing",
)
RAZZ = (
    "Start with three different cards of eight or lower",
    "Look at the cards of the others: low cards that lie there cannot come to you",
)
SHORT_STUD = "Start with a pair, or with a down card higher than all cards that lie open"
DRAW = (
    "Start with a pair of jacks or better. Throw away everything beside a pair, and stand pat with a straight or better"
)
DRAW_LOW = {
    "2-7": "Start with low cards and a two, without a pair. With a single draw, at most one card may be missing",
    "ace-to-five": "Start with three or more different cards of seven or lower",
    "badugi": "Start with three low cards of different ranks and suits",
}


def starting_hands(rules: RuleSet) -> tuple[str, ...]:
    """Advice for a beginner, as sentences without a full stop.

    >>> from cardroom.rulebook import rule_set
    >>> starting_hands(rule_set("razz"))[0]
    'Start with three different cards of eight or lower'
    """
    return (*_start(rules), *ALWAYS)


def _start(rules: RuleSet) -> tuple[str, ...]:
    poker = poker_of(rules)
    ranking, low = poker.ranking, poker.low
    if poker.structure == "draw":
        kinds = [key for key in DRAW_LOW for each in (ranking, low) if each.startswith(key)]
        return tuple(DRAW_LOW[key] for key in kinds) or (DRAW,)
    if poker.structure == "stud":
        if len("".join(poker.streets)) == FIVE:
            return (SHORT_STUD,)
        return RAZZ if ranking == "ace-to-five" else STUD_LOW_TOO if low else STUD
    if ranking == "omaha":
        return OMAHA_LOW if low else OMAHA
    choice = (CHOOSE,) if poker.discard else ()
    start = SHORT_DECK if ranking == "short-deck" else HOLDEM
    return (*choice, start, *((LOW_TOO,) if low else ()))
