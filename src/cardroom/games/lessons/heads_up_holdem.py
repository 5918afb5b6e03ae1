"""The lesson of Heads Up Hold'em (Brook HUH, Washington HUH, WPT HUH)."""

from collections.abc import Iterator

from cardroom.games.banked.heads_up_holdem import Showdown, always_plays, face_down, raises, settle
from cardroom.games.lessons.hands import hand_named
from cardroom.play import Raise
from cardroom.play.game import Hands, Lesson, Outcomes, Step, begins, ends
from cardroom.rulebook import RuleSet

CITES = {
    "Brook HUH": ("C. The Rules of the Card Game, rule{}", "1", "", "2", "3", "4", "5", "6", "7", "8", "9", "9 and 10"),
    "Washington HUH": ("Rules of Play, rule{}", "1", "", "1", "2", "3", "3", "4", "4", "5 and 6", "5", "5 and 6"),
    "WPT HUH": ("rule{}", "2", "3", "4", "5", "6", "7", "8", "9", "10 and 11a", "11", "11"),
}
"""The number of each step in each document, as in the docstring of the script."""


BONUS = {
    "Brook HUH": "C. The Rules of the Card Game, rule 10; the text is silent on folded hands",
    "Washington HUH": "Game Description; Optional Bonus Wagers; the text is silent on folded hands",
    "WPT HUH": "Trips Plus; Pocket Bonus; All 6 Bonus; the text is silent on folded hands",
}
HIGHEST = {
    "Brook HUH": "the text is silent",
    "Washington HUH": 'Appendices "A" to "D", notes',
    "WPT HUH": "Progressive; the text is silent on the other bets",
}
FOR_1 = {
    "Brook HUH": "F. The Types of Wager or Wagers for the Card Game",
    "Washington HUH": 'Appendix "D", notes',
    "WPT HUH": "Progressive",
}
OBJECT = {
    "Brook HUH": "B. The Object of the Card Game",
    "Washington HUH": "Game Description",
    "WPT HUH": "rule 11; the text does not state it separately",
}


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return Lesson(
        Step(
            "Make a better five-card hand than the dealer, from your own two cards and the five on the board.",
            OBJECT.get(rules.source.document, ""),
        ),
        tuple(steps(rules)),
        (Hands("Hands of five cards", "high", "the text is silent; the usual ranking of poker hands"),),
        Outcomes(
            settle,
            ("ante", "odds", "raise"),
            {_case(rules, case): cases for case, cases in CASES.items() if _can_happen(rules, case)},
        ),
        notes=tuple(_notes(rules)),
        noted="The bonus bets",
    )


def _notes(rules: RuleSet) -> Iterator[Step]:
    """What the documents say of all bonus bets together."""
    document = rules.source.document
    yield Step(
        "The player's cards alone decide bonus bets, also after a fold. It does not matter who wins the hand.",
        BONUS.get(document, ""),
    )
    yield Step("Of several lines that a hand has, only the highest is paid.", HIGHEST.get(document, ""))
    if any("jackpot" in name for name in rules.wagers()):
        yield Step(
            'A jackpot wager is never returned: its prizes are "for 1", and a share is a share of the meter.',
            FOR_1.get(document, ""),
        )


def steps(rules: RuleSet) -> Iterator[Step]:
    """The round, in the script's order."""
    bets, all_6, deal, before, flop, on_flop, river, at_end, dealer, _, settled = _cites(rules)
    raised = rules.wager["raise"].label
    first, second, last = raises(rules)
    yield from begins(rules, "", bets)
    if "all-6" in rules.wagers():
        yield Step("Four cards are dealt face down for the All 6 Bonus.", all_6, ("deal all 6",))
    lying = face_down(rules)
    yield Step(
        "Every spot and the dealer are dealt two cards face down."
        + (" Five community cards are dealt face down in the middle." if lying else ""),
        deal,
        ("deal hand", "deal dealer", "deal board") if lying else ("deal hand", "deal dealer"),
    )
    silence = " Players may not tell each other their cards." if rules.source.document == "WPT HUH" else ""
    yield Step(
        f"Look at your cards: {_raise(rules, raised, first)}, or check.{silence}",
        before.replace("rule 5", "rules 4 and 5") if silence else before,
        ("raise", "check"),
    )
    shown = "turn board" if lying else "deal board"
    yield Step("Three community cards are turned up: the flop.", flop, (shown,))
    yield Step(
        f"If you have placed no {raised}, you may {_raise(rules, raised, second)}, or check.",
        on_flop,
        ("raise", "check"),
    )
    yield Step("The last two community cards are turned up.", river, (shown,))
    yield Step(
        f"If you have placed no {raised}, you must {_raise(rules, raised, last)}, or fold.", at_end, ("raise", "fold")
    )
    yield Step("The Ante and the Odds of folded hands are collected.", at_end, ("settle",))
    plays = "always plays" if always_plays(rules) else f"qualifies with {hand_named(rules)} or better"
    if always_plays(rules):  # Washington prints the version with a qualifier as rule 6
        dealer, settled = (cite.replace("rules 5 and 6", "rule 5") for cite in (dealer, settled))
    yield Step(f"The dealer's two cards are turned over. The dealer {plays}.", dealer, ("turn dealer",))
    yield ends(rules, settled)


def _raise(rules: RuleSet, label: str, antes: Raise) -> str:
    if rules.wager["raise"].spots and antes.least == antes.most:  # the Brook's three spots of one Ante each
        spots = {1: "spot 1", 2: "spots 1 and 2", 3: "spots 1, 2 and 3"}[antes.most]
        each = "one Ante" if antes.most == 1 else "one Ante each"
        return f"place {each} on {label} {spots}"
    many = f"{antes.least} to {antes.most} times" if antes.least < antes.most else f"{antes.least} times"
    return f"place a {label} of " + ("one Ante" if antes.most == 1 else f"{many} the Ante")


def _cites(rules: RuleSet) -> list[str]:
    """The citation of each step in the rule set's document. A house's own text cites itself."""
    form, *numbers = CITES.get(rules.source.document, ("", *[""] * 11))
    return [form.format(f"s {number}" if " and " in number else f" {number}") if number else "" for number in numbers]


def _can_happen(rules: RuleSet, case: str) -> bool:
    """Whether a case is possible: a dealer who always plays cannot fail to qualify."""
    return "qualify" not in case or not always_plays(rules)


def _case(rules: RuleSet, case: str) -> str:
    """The case in words. Nothing is said of a qualifier in the version without one."""
    return case.removesuffix(QUALIFIES) if always_plays(rules) else case


QUALIFIES = ", and the dealer qualifies"
CASES = {
    "you fold": (Showdown(folded=True),),
    "your hand is higher, and the dealer does not qualify": (
        Showdown(qualified=False, result=1),
        Showdown(qualified=False, result=1, hand="flush"),
    ),
    f"your hand is higher{QUALIFIES}": (Showdown(result=1), Showdown(result=1, hand="flush")),
    "the hands are equal, and the dealer does not qualify": (Showdown(qualified=False),),
    f"the hands are equal{QUALIFIES}": (Showdown(), Showdown(hand="flush")),
    "your hand is lower, and the dealer does not qualify": (Showdown(qualified=False, result=-1),),
    f"your hand is lower{QUALIFIES}": (Showdown(result=-1), Showdown(result=-1, hand="flush")),
}
