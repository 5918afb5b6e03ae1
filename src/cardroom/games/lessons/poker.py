"""The parts that the lessons of all poker games share: how a hand begins, how it ends and how it is won.

The steps follow from the `[poker]` table. The deal is in the module of each script, and the notes on betting are in
`poker_betting`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cardroom.games.lessons.hands import is_low
from cardroom.games.lessons.poker_betting import betting_notes, other_limits
from cardroom.games.lessons.poker_words import (
    PAID,
    RANKED,
    ROUND,
    cite_of,
    joined,
    number_text,
    poker_of,
    rare_rule_cite,
)
from cardroom.games.poker.collection import ROUNDS
from cardroom.games.poker.limits import BettingTerms, terms
from cardroom.games.poker.words import HIGH_AND_LOW, halves, split_words
from cardroom.money import dollars
from cardroom.play.game import Hands, Lesson, Step
from cardroom.rankings import RANKINGS
from cardroom.rulebook import RuleSet
from cardroom.rulebook.fees import fee_citation
from cardroom.rulebook.schema import Poker

BETTING = ("check", "bet", "call", "raise", "fold", "pay bet", "pay pot")
CHOICES = "check or bet. After a bet, call, raise or fold."
LOWS = {
    "2-7": "Aces are high, and straights and flushes count against a hand. The best is 7-5-4-3-2, not all of one suit.",
    "ace-to-five": "Aces are low, and straights and flushes do not count. The best is 5-4-3-2-A.",
    "badugi": "Only cards of different ranks and suits count. More such cards beat fewer. With equally many, lower "
    "cards win. Aces are low.",
    "badugi-ace-high": "Only cards of different ranks and suits count. More such cards beat fewer. With equally many, "
    "lower cards win. Aces are high.",
    "eight-or-better": "Five different ranks, none above eight. Aces are low, and straights and flushes do not count.",
    "omaha-eight-or-better": "Two of your own cards and three of the board, of five different ranks, none above eight.",
    "omaha": "A hand is exactly two of your own cards and three of the board.",
    "high": "A hand may use any of your own cards and of the board, or the board alone.",
    "short-deck": "A flush beats a full house, and A-6-7-8-9 is the lowest straight.",
    "mexican": "The seven is next to the jack, and a flush beats a full house. A joker dealt up is an ace, or "
    "completes a straight or a flush. A joker dealt down is any card, even after it is turned up.",
}
BLINDS = {"blinds", "owed_blinds"}
STUD = {"bring_in", "ace_brings_in", "bring_in_last_word", "too_few_cards", "open_pair_bet"}
DRAW = {"change_discards"}
BOMB_POT = {"bomb_ante", "bomb_boards"}
COMMUNITY = {"most_runs"}
"""House rules of stud, draw, blind and community games only, and of bomb pots."""


def poker_lesson(
    rules: RuleSet,
    deal: Callable[[RuleSet, Poker], Iterator[Step]],
    unused: set[str],
    too_few: Iterable[Step] = (),
) -> Lesson:
    """A poker game's lesson under the house rules in force.

    `deal` makes the steps from the first card to the last bet. `unused` are the house rules that the script never
    reads, and `too_few` says what happens when the cards run out, where they can.
    """
    poker = poker_of(rules)
    notes = tuple(too_few)
    steps = [*_begins(rules, poker), *deal(rules, poker), *_showdown(rules, poker)]
    return Lesson(
        _aim(rules, poker),
        tuple(_with_citations(steps, poker)),
        tuple(_hands(poker)),
        notes=(*betting_notes(rules), *notes),
        noted="The betting, and when the deck runs out" if notes else "The betting",
        idle=frozenset(unused | set(other_limits(rules)) | (BOMB_POT if terms(rules).bomb_pots == "never" else set())),
    )


def _with_citations(steps: Sequence[Step], poker: Poker) -> Iterator[Step]:
    """The steps with the chapter's rule numbers, if the rule set has a number for each step."""
    plain = [step for step in steps if step.cite == ROUND]
    # The button's step comes first. Without a button there is one step less.
    numbers = poker.steps if poker.button else poker.steps[-len(plain) :]
    rules = iter(numbers if len(numbers) == len(plain) else ())
    for step in steps:
        rule = next(rules, "") if step.cite == ROUND else ""
        yield step._replace(cite=f"{ROUND}, {rule}") if rule else step


def _aim(rules: RuleSet, poker: Poker) -> Step:
    won = "the lowest hand" if is_low(poker.ranking) else "the highest hand"
    cards = {
        "community": "made from your own cards and the community cards",
        "draw": "after exchanging cards",
        "stud": "made from your own cards, some of which all players can see",
    }[poker.structure]
    return Step(
        f"Win the pot: with {won} at the showdown, {cards}, or because everyone else folds.{_half(poker)}",
        joined("Object of the Game", rare_rule_cite(rules, "uncontested")),
    )


def _half(poker: Poker) -> str:
    """What becomes of the other half of a split pot, as a sentence."""
    if not poker.low:
        return ""
    if halves(poker.ranking, poker.low) != HIGH_AND_LOW:
        return f" {split_words(poker.ranking, poker.low)}"
    return f" Half of the pot goes to the lowest hand{', if one qualifies' * RANKINGS[poker.low].qualifies}."


def _hands(poker: Poker) -> Iterator[Hands]:
    first, second = halves(poker.ranking, poker.low)
    high = f"What wins {f'the {first}' if poker.low else 'the pot'}"
    board = poker.structure == "community"
    note = LOWS.get(poker.ranking, "") if board or poker.ranking != "high" else ""
    # How many cards of the hand and of the board play is printed with the object of the game and with the payment.
    ranked = f"{RANKED}; {PAID}" if board and note else RANKED
    yield Hands(high, poker.ranking, ranked, note)
    if poker.low:
        yield Hands(f"What wins the {second}", poker.low, RANKED, LOWS.get(poker.low, ""))


# -- The hand ----------------------------------------------------------------------------------------------------------


def _begins(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    if poker.button:
        opens = "each player gets one card, and the highest gets the button; suits break ties:"
        if poker.button_card == "drawn, king high":
            opens = (
                "each player draws a card from the spread deck, but not its top or bottom card. The highest gets the "
                "button. The king is the highest card and the ace the lowest; suits break ties:"
            )
        elif "deuce_is_high" in rules.house_rules and rules.house("deuce_is_high"):
            opens = opens.replace("; suits", ". The deuce is the highest card and the ace the lowest; suits")
        yield Step(
            "The button marks the last seat to be dealt to. It moves clockwise after every hand. When a game opens, "
            f"{opens} spades, hearts, diamonds, clubs.",
            ROUND,
            ("roll",),
        )
    yield from _forced_bets(rules, poker)


def _forced_bets(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    stakes = terms(rules)
    if poker.structure != "stud" and rules.house("owed_blinds"):
        yield Step(
            "A player who is new or has missed the blinds posts the big blind to be dealt in, or waits for it.",
            cite_of(rules, "owed_blinds"),
            ("post", "wait"),
        )
    if stakes.bomb_pots != "never":
        steps = ("pay dead", "pay ante", *(("bomb-pot", "usual-hand") if stakes.bomb_pots == "when all agree" else ()))
        yield Step(_bomb_pot(stakes), cite_of(rules, "bomb_pots"), steps)
    if stakes.bomb_pots == "every hand":
        return
    if any(stakes.antes):
        each = "/".join(map(dollars, stakes.antes)) + (" by position" if len(stakes.antes) > 1 else "")
        yield Step(f"Each player puts in the ante: {each}.", cite_of(rules, "antes"), ("pay ante", "pay dead"))
    if poker.structure != "stud" and any(stakes.blinds):
        names = (
            ("small blind", "big blind")
            if len(stakes.blinds) == 2 and stakes.blinds[0] <= stakes.blinds[1]
            else ("blind",) * len(stakes.blinds)
        )
        posted = ", ".join(
            f"{dollars(amount)} {name}" for amount, name in zip(stakes.blinds, names, strict=True) if amount
        )
        yield Step(
            f"The blinds are posted from the left of the button: {posted}.",
            cite_of(rules, "blinds"),
            ("pay bet", "pay dead"),
        )
        yield Step(
            "With two players, the button has the small blind and the other player the big blind.",
            "the text is silent on two players",
        )


def _bomb_pot(stakes: BettingTerms) -> str:
    """When a bomb pot is played, and how."""
    when = {
        "every hand": "Every hand is a bomb pot",
        "once an orbit": "After a hand for each other player, the next hand is a bomb pot",
        "when all agree": "A hand is a bomb pot if all players agree, the player on the button first",
    }[stakes.bomb_pots]
    two = " The bomb pot has two boards, if the deck has enough cards." if stakes.bomb_boards > 1 else ""
    return (
        f"{when}: each player puts in {dollars(stakes.bomb_ante)}, there are no blinds, and the betting starts on the "
        f"flop. The button and the blinds move as in any hand.{two}"
    )


def _showdown(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    yield from fee(rules, "modified", " for a hand that ends before the flop")
    stakes = terms(rules)
    if poker.structure == "community" and stakes.runs > 1:
        times = "twice" if stakes.runs == 2 else "twice or three times"
        yield Step(
            "When no more betting is possible and community cards are to come, the players are asked in turn whether "
            f"to deal the rest of the board {times}. All must agree. Each board then decides an equal part of every "
            "pot, and an odd chip goes to the first board.",
            cite_of(rules, "most_runs"),
            ("once", "twice", "three-times", "deal burn", "deal board"),
        )
    boards = max(poker.boards, stakes.bomb_boards if stakes.bomb_pots != "never" else 1)
    if boards > 1:
        yield Step(
            f"Each of {'the ' * (poker.boards > 1)}{number_text(boards)} boards decides an equal part of every pot, "
            "and an odd chip goes to the first board.",
            ROUND,
        )
    mucks = "Any player may muck." if stakes.any_hand_mucks else "A hand that a shown hand beats may be mucked."
    all_in = " With a player all-in, all hands are shown." if stakes.all_in_shows else ""
    yield Step(
        "Showdown: the remaining players compare their hands. The last player who bet or raised shows first, then the "
        f"others clockwise. {mucks}{all_in}",
        joined(rare_rule_cite(rules, "showdown"), "the text is silent on who shows first"),
        ("show", "muck", "last", "turn hand"),
    )
    odd = {
        "left of the button": f"the first winner left of the {'button' if poker.button else 'house dealer'}",
        "highest hand up": "the best hand showing",
        "high hand": "the hand that is highest by suit (spades, hearts, diamonds, clubs)",
        "left of the dealer": "the first winner left of the house dealer",
    }[poker.odd_chip]
    to_high = "high hand" in (poker.odd_chip, poker.odd_half)
    half = (
        f"the {halves(poker.ranking, poker.low)[0]}"
        if to_high
        else "the half of the winner who is first in line for odd chips"
    )
    both = "One player may win both, with the same cards or with different ones."
    shared = ""
    if poker.low and RANKINGS[poker.low].qualifies:
        shared = " The best high and the best qualifying low share the pot. Without a low, the high hand wins all."
    elif poker.low:
        shared = _half(poker)
    shared += f" {both} The odd chip between the halves goes to {half}." if poker.low else ""
    yield Step(
        f"The best hand wins the pot. Equal hands share it in chips of {dollars(terms(rules).chip)}, and the odd chip "
        f"goes to {odd}.{shared}",
        rare_rule_cite(rules, "odd chip"),
        ("pay pot",),
    )


def fee(rules: RuleSet, moment: str, when: str = "") -> Iterator[Step]:
    """The collection at a moment of the hand, if one is posted."""
    if any(charge.moment == moment for fee in rules.posted for charge in fee.charge):
        says = f"The collection is taken from the pot{when}, as posted."
        yield Step(says, fee_citation(rules.posted, moment), ("pay fee",))


def fee_after(rules: RuleSet, number: int) -> Iterator[Step]:
    """The collection after a betting round, in games without named streets."""
    if number <= len(ROUNDS):
        yield from fee(rules, ROUNDS[number - 1])


def betting_round(number: int, first: str, choices: str = CHOICES) -> Step:
    """A round of betting: who acts first, and what players may do."""
    which = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[number - 1]
    return Step(f"{which} betting round, {first}: {choices}", ROUND, BETTING)


def first_round_after_blinds() -> Step:
    """The first betting round in games with blinds."""
    return betting_round(
        1, "starting left of the big blind", "call the big blind, raise or fold. The big blind may check or raise."
    )
