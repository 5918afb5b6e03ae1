"""The lesson of Pure 21.5 Blackjack and Pure Spanish 21.5 (500 Club, GEGA-003642 and GEGA-004186)."""

from collections.abc import Iterator

from cardroom.cards import RANKS, parse
from cardroom.cards.decks import DECKS
from cardroom.games.banked.pure_21_5 import (
    MOST_DOUBLES,
    MOST_HANDS,
    PURE_21_5,
    PURE_SPANISH,
    Chapter,
    chart_1a,
    dealer_draws,
)
from cardroom.games.banked.pure_21_5_pay import PURE, Showdown, settle
from cardroom.play.game import Lesson, LessonChart, Outcomes, Step, begins, ends
from cardroom.rankings.points import blackjack_total
from cardroom.rulebook import RuleSet

PLAY = ("stand", "hit", "double", "split", "surrender", "rescue", "deal hand", "move hand", "settle")
RANK_NAMES = {"T": "ten", "J": "jack", "Q": "queen", "K": "king"}


def pure_21_5_blackjack(rules: RuleSet) -> Lesson:
    """The lesson of Pure 21.5 Blackjack."""
    how = "Double-Down, Split, and Surrender"
    taught = _lesson(rules, PURE_21_5, how, {case: CASES[case] for case in CASES if "rescue" not in case})
    return taught._replace(
        behind="Game Rules, rule 10; Red Flex Bet, rule 3; Buster Blackjack Bonus Bet, rule 4",
    )


def pure_spanish_21_5(rules: RuleSet) -> Lesson:
    """The lesson of Pure Spanish 21.5."""
    how = "Double-Down, Rescue, Double-Double Down, Split, and Surrender"
    return _lesson(rules, PURE_SPANISH, how, CASES)._replace(behind="Game Rules, rule 11")


def _lesson(rules: RuleSet, chapter: Chapter, how: str, cases: dict[str, tuple[Showdown, ...]]) -> Lesson:
    return Lesson(
        Step("Come closer to 21.5 than the player-dealer without going over it.", "Object of the Game"),
        tuple(_steps(rules, chapter, how)),
        outcomes=Outcomes(settle, ("wager",), cases),
        charts=(_chart_1a(rules), _chart_1b()),
        notes=(_values(rules), *_choices(rules, chapter, how)),
        noted="Card values, and what a hand may do",
        start="the action button on" if _button(rules) else "",
    )


def _button(rules: RuleSet) -> bool:
    return "action_button" in rules.house_rules and bool(rules.house("action_button"))


def _values(rules: RuleSet) -> Step:
    bonus = {RANKS[card >> 2] for card in DECKS[rules.deck.name].bonus}
    names = [RANK_NAMES[rank] for rank in reversed(RANKS) if rank in bonus]
    return Step(
        f"Two to nine count their number, and an ace 1 or 11. The Bonus cards are {', '.join(names[:-1])} and "
        f"{names[-1]}, and count 10. An ace and a Bonus card as the first two cards are the 21.5, the best hand. A "
        "hand is soft while an ace counts 11, otherwise hard.",
        "Value of the Cards",
    )


def _choices(rules: RuleSet, chapter: Chapter, how: str) -> Iterator[Step]:
    doubled = "double_double_down" in rules.house_rules and rules.house("double_double_down")
    yield Step(
        "Double-down: on the first two cards, add "
        + ("as much as the wager" if doubled else "up to as much as the wager")
        + " and take one card.",
        how if chapter.rescue else f"{how}, rule 1",
    )
    if chapter.rescue:
        yield Step(
            "Rescue: after a double that is not busted, take the last doubled part back and give up the rest.", how
        )
    if doubled:
        times = ("", "once", "twice", "three times")[MOST_DOUBLES - 1]
        yield Step(f"Double-double down: a doubled hand may double its whole wager again, at most {times}.", how)
    aces = (
        "Split aces play like any other hand"
        if chapter.aces_play_on
        else "Split aces get one card each and are not split again"
    )
    yield Step(
        f"Split: two cards of equal value may be played as two hands, up to {MOST_HANDS} hands. Each new hand takes a "
        f"wager equal to the first; there is no splitting for less. {aces}. Split hands may be doubled. After a split, "
        "an ace and a Bonus card are 21.",
        how if chapter.aces_play_on else f"{how}, rules 2 and 3; the text is silent on splitting aces again",
    )
    checked = "" if chapter.rescue else ", rule 4; the text is silent on when"
    yield Step(
        "Surrender: give up the first two cards and half of the wager, in turn, before the player-dealer's down card "
        "is exposed. When the player-dealer has the 21.5, there is no surrender. A split hand cannot be surrendered.",
        f"{how}{checked}",
    )
    yield Step(
        "There is no maximum on the player-dealer's wager, and it need not cover all other wagers. The house never "
        "banks.",
        "Round of Play, rule 11",
    )
    yield Step(
        "No extra collection is taken for a double or a split, from the player or the player-dealer.",
        how if chapter.rescue else f"{how}, rule 5",
    )
    if "red-flex" in rules.wagers():
        yield Step(
            "Red Flex counts the red cards (hearts and diamonds) of the player-dealer's hand, from the first card "
            "until a black one comes. It stays in play when the player has busted or has the 21.5.",
            "Red Flex Bet, rules 5 and 6",
        )
    if "buster" in rules.wagers():
        yield Step(
            "Buster Blackjack pays by the number of cards in a busted player-dealer's hand. It stays in play when the "
            "player has busted or has the 21.5.",
            "Buster Blackjack Bonus Bet, rules 6 and 7",
        )
    if "match-the-dealer" in rules.wagers():
        yield Step(
            "Match the Dealer wins when one or both of the first two cards have the rank of the player-dealer's up "
            "card. A match in suit pays more.",
            "Match the Dealer Up Card Bonus Bet, rule 2",
        )


def _steps(rules: RuleSet, chapter: Chapter, how: str) -> Iterator[Step]:
    yield from begins(rules, "Round of Play, rule 3", "Round of Play, rule 4")
    yield Step(
        "Each player is dealt two cards, one at a time and face up, clockwise from the player-dealer's left. The "
        "player-dealer is last, and gets the second card face down.",
        "Round of Play, rules 5 and 6",
        ("deal hand", "deal dealer"),
    )
    for fee in rules.posted:
        for charge in fee.charge:
            if charge.moment == "after two cards":
                yield Step("A collection is taken after the first two cards.", charge.cite or fee.cite, ("pay fee",))
    yield Step(
        "If the player-dealer shows an ace or a Bonus card, the down card is checked. With a 21.5, nothing is drawn.",
        "Game Rules, rule 2",
    )
    if not chapter.rescue:
        yield Step(
            "Otherwise a player's 21.5 is paid immediately and its cards are put away.",
            "Buster Blackjack Bonus Bet, rule 6",
            ("settle",),
        )
    gives = (
        "stand, hit, double, split or surrender"
        if not chapter.rescue
        else "stand, hit, double, rescue, split or surrender"
    )
    yield Step(
        f"In turn from the player-dealer's left, players {gives}, where Chart 1A leaves a choice. A busted hand "
        "stays on the table.",
        f"Round of Play, rule 7; {how}",
        PLAY,
    )
    yield Step("The player-dealer's down card is turned up.", "Round of Play, rule 8", ("turn dealer",))
    if _button(rules):
        yield Step(
            "Its value decides where the action button goes: it is counted from the player-dealer's left over the "
            "players who bet.",
            "Round of Play, rule 8",
        )
    yield Step(
        "The player-dealer's hand is completed by Chart 1B, if a wager still depends on it.",
        "Round of Play, rule 10" + ("" if chapter.rescue else "; Buster Blackjack Bonus Bet, note"),
        ("deal dealer",),
    )
    yield ends(rules, "Round of Play, rule 9", "The wagers are settled")


def _chart_1a(rules: RuleSet) -> LessonChart:
    chart = chart_1a(rules)
    hit = f"hard {chart.must_hit} or less" if chart.must_hit else "nothing"
    return LessonChart(
        "Chart 1A: what players must do",
        ("must stand on", "must hit on", "may choose on"),
        ((f"hard {chart.must_stand} or more", hit, "everything else"),),
        chart.cite,
    )


def _chart_1b() -> LessonChart:
    """Chart 1B, computed from the script's drawing rule."""
    hands = [parse(f"{one}s {other}d") for one, other in ("T2", "T3", "T4", "T5", "T6", "T7", "T8", "T9", "TT")]
    soft = [parse(f"As {other}d") for other in "23456789"]
    stands = min(blackjack_total(hand).points for hand in hands if not dealer_draws(hand))
    stands_soft = min(blackjack_total(hand).points for hand in soft if not dealer_draws(hand))
    return LessonChart(
        "Chart 1B: what the player-dealer must do",
        ("must stand on", "must hit on", "may choose on"),
        (
            (
                f"hard {stands} or soft {stands_soft} or more",
                f"hard {stands - 1} or soft {stands_soft - 1} or less",
                "nothing",
            ),
        ),
        "Chart 1B, which prints hard 17 and soft 17; the totals between are a ruling",
    )


CASES = {
    "you have the 21.5, and the player-dealer does not": (Showdown(PURE, 20), Showdown(PURE, 21)),
    "both have the 21.5": (Showdown(PURE, PURE),),
    "the player-dealer has the 21.5, and you do not": (Showdown(20, PURE), Showdown(21, PURE)),
    "you are busted": (Showdown(25, 20), Showdown(25, 24)),
    "you are busted, and so is the player-dealer with three eights": (Showdown(25, 24, 3, three_eights=True),),
    "the player-dealer is busted": (Showdown(18, 24), Showdown(18, 24, 3, three_eights=True)),
    "your total is higher": (Showdown(20, 18),),
    "both have 21": (Showdown(21, 21),),
    "both have the same total below 21": (Showdown(18, 18), Showdown(20, 20)),
    "your total is lower": (Showdown(18, 20),),
    "you surrender": (Showdown(gave_up="surrender"),),
    "you rescue a doubled hand: the part that you do not take back": (Showdown(gave_up="rescue"),),
}
