"""The lesson of the pai gow games (500 Club, Fortune Pai Gow Poker and Face Up Pai Gow Poker)."""

from collections.abc import Iterator

from cardroom.cards import parse, pretty
from cardroom.games.banked.house_way import house_way
from cardroom.games.banked.pai_gow import BUTTON, PILES, ROUND_OF_PLAY, Showdown, five_card_ranking, settle
from cardroom.money import dollars
from cardroom.play.game import Hands, Lesson, LessonChart, Outcomes, Step, begins, ends
from cardroom.rulebook import RuleSet

PAID = "How Winners are Determined and Paid"


def fortune(rules: RuleSet) -> Lesson:
    """The lesson of Fortune Pai Gow Poker."""
    joker = "Description of the Deck and Number of Decks Used; Fortune Bonus Bet"
    cases = {case: showdowns for case, showdowns in CASES.items() if not showdowns[0].dealer_ace_high}
    taught = _lesson(rules, tuple(fortune_steps(rules)), cases, "Fortune Pai Gow Poker House Way Hand Set", joker)
    return taught._replace(
        behind=f"{ROUND_OF_PLAY}, rule 3",
        behind_order="the text is silent; as Face Up Pai Gow Poker prints it",
        awards=f"{PAID}, rule 7",
    )


def face_up(rules: RuleSet) -> Lesson:
    """The lesson of Face Up Pai Gow Poker."""
    joker = "Card Values and Hand Rankings"
    taught = _lesson(rules, tuple(face_up_steps(rules)), CASES, "Face Up Pai Gow Poker House Way Chart", joker)
    return taught._replace(
        behind=f"{ROUND_OF_PLAY}, rule 4",
        behind_order=PAID,
        awards=f'{PAID}, which says "finally"; that it is after the whole table is a ruling',
    )


def _lesson(
    rules: RuleSet, steps: tuple[Step, ...], cases: dict[str, tuple[Showdown, ...]], chart: str, joker: str
) -> Lesson:
    wheel = "the lowest" if rules.house("wheel") == "lowest" else "the second highest"
    ranked = "Card Values and Hand Rankings"
    return Lesson(
        Step(
            "Set seven cards as a five-card hand and a lower two-card hand, so that both beat the player-dealer's.",
            "Object of the Game",
        ),
        steps,
        (
            Hands("The five-card hand, behind", five_card_ranking(rules), ranked, f"A-2-3-4-5 is {wheel} straight."),
            Hands("The two-card hand, in front", "pai-gow-two", ranked),
        ),
        Outcomes(settle, ("base",), cases),
        (_house_way(rules, chart),),
        (
            Step(
                "The joker is an ace, or the card that completes a straight, a flush or a straight flush. In a flush "
                "it is the highest missing card.",
                f"{joker}; the text is silent on its rank in a flush",
            ),
            Step(
                "A two-card hand that is higher than the five-card hand is foul and loses.", f"{ROUND_OF_PLAY}, rule 7"
            ),
            Step(
                "Hands of equal rank are copies. The player-dealer wins that hand; the other hand still counts.",
                rules.table(rules.wager["base"].pays).cite,
            ),
            *_ace_high(rules),
            *_royal_match(rules),
            *_envy(rules),
        ),
        "The joker, foul hands and copies",
    )


def _ace_high(rules: RuleSet) -> Iterator[Step]:
    if "ace-high" in rules.wagers():
        yield Step(
            "The Ace-High Bonus is decided by the seven cards of the player-dealer and of the player, whatever happens "
            "to the base wager. It wins when the player-dealer has an ace-high hand, and most when the player has one "
            "too.",
            "Ace-High Bonus Bet",
        )
    if "fortune" in rules.wagers():
        yield Step(
            "The Fortune Bonus is decided by the seven cards dealt, however they are set, and whatever happens to the "
            "base wager. The best hand in them is paid.",
            "Fortune Bonus Bet",
        )


def _royal_match(rules: RuleSet) -> Iterator[Step]:
    if any("royal match" in line for table in rules.pay.values() for line in table.lines):
        yield Step(
            "A royal match is a king and a queen of another suit beside a royal flush. The joker may replace a card of "
            "the royal flush, but never that king or queen.",
            f"{rules.table(rules.wager['fortune'].pays).cite}; the text is silent on the joker in the match",
        )


def _envy(rules: RuleSet) -> Iterator[Step]:
    if "envy" not in rules.wagers():
        return
    paid = (
        "Only the highest such hand at the table is paid, and its holder gets nothing for a lesser hand."
        if rules.house("envy_pays") == "highest hand"
        else "Each such hand is paid."
    )
    yield Step(
        f"A seated player's {rules.wager['fortune'].label} of {dollars(BUTTON)} or more earns an Envy button. It wins "
        "when another player with that bet holds a hand of the Envy table, never for the player's own hand or the "
        f"player-dealer's. {paid}",
        "Envy Bonus",
    )


def fortune_steps(rules: RuleSet) -> Iterator[Step]:
    """The round of Fortune Pai Gow Poker, in the script's order."""
    yield from begins(rules, f"{ROUND_OF_PLAY}, rule 1", f"{ROUND_OF_PLAY}, rules 3 and 4")
    yield _piles(rules, f"{ROUND_OF_PLAY}, rule 5")
    if rules.house("shuffle") == "manual":
        yield Step("The player-dealer chooses the first pile.", f"{ROUND_OF_PLAY}, rule 5", ("take-pile",))
    yield from _action("Three dice decide", f"{ROUND_OF_PLAY}, rules 5 and 6")
    yield _set_yours(f"{ROUND_OF_PLAY}, rule 7", " You cannot take that back.")
    yield Step("The house dealer sets the player-dealer's hand by the House Way.", f"{ROUND_OF_PLAY}, rule 8", SHOWN)
    yield _settling_step(rules, f"{ROUND_OF_PLAY}, rules 9 to 12")


def face_up_steps(rules: RuleSet) -> Iterator[Step]:
    """The round of Face Up Pai Gow Poker, in the script's order."""
    yield from begins(rules, f"{ROUND_OF_PLAY}, rule 1", f"{ROUND_OF_PLAY}, rules 2 and 4")
    yield _piles(rules, f"{ROUND_OF_PLAY}, rules 5a and 5b")
    yield Step("The player-dealer chooses the first pile.", f"{ROUND_OF_PLAY}, rules 5c and 5d", ("take-pile",))
    dice = "Three dice decide" if rules.house("action_by") == "dice" else f"A random number from 1 to {PILES} decides"
    yield from _action(dice, f"{ROUND_OF_PLAY}, rules 5e to 5k")
    yield Step(
        "The player-dealer's hand is turned over and set by the House Way. If it is ace-high (an ace, and no pair, "
        "straight or flush in seven cards), every base wager pushes and no one sets a hand.",
        f"{ROUND_OF_PLAY}, rules 6 and 6a",
        SHOWN,
    )
    yield _set_yours(f"{ROUND_OF_PLAY}, rule 7")
    yield _settling_step(rules, f"{ROUND_OF_PLAY}, rules 8 to 10")


def _piles(rules: RuleSet, cite: str) -> Step:
    how = "delivered by the shuffler" if rules.house("shuffle") == "machine" else "dealt by hand, card by card"
    return Step(
        f"Seven piles of seven cards are {how}, however many seats are taken. Four cards are left and put away.",
        cite,
        ("deal pile", "deal discards"),
    )


def _action(decides: str, cite: str) -> Iterator[Step]:
    yield Step(
        f"{decides} which seat gets the first pile. The player-dealer's seat is 1, 8 and 15, and the other numbers "
        "follow clockwise. The first seat from there that has a wager gets the action button.",
        cite,
        ("roll",),
    )
    yield Step(
        "Every seat gets a pile. Piles of seats without a wager are put away unseen.",
        cite,
        ("move hand", "move dealer", "move seat", "move discards"),
    )


def _set_yours(cite: str, final: str = "") -> Step:
    """The players' setting. `final` says that the House Way cannot be taken back, where the chapter prints it."""
    return Step(
        "Set your cards: two in front and five behind. The five-card hand must be the higher. You may ask for the "
        f"House Way instead.{final}",
        cite,
        ("set", "house-way"),
    )


def _settling_step(rules: RuleSet, cite: str) -> Step:
    how = "Starting at the action button, each hand is turned over, compared with the player-dealer's and settled"
    return ends(rules, cite, how)._replace(event_kinds=("move hand", "move seat", "turn hand", "turn seat", "settle"))


SHOWN = ("move dealer",)
CASES = {
    "the player-dealer shows an ace-high hand": (Showdown(dealer_ace_high=True),),
    "your hand is foul": (Showdown(foul=True),),
    "both your hands are higher": (Showdown(1, 1),),
    "one is higher, the other lower": (Showdown(1, -1), Showdown(-1, 1)),
    "one is higher, the other a copy": (Showdown(1, 0), Showdown(0, 1)),
    "one is a copy, the other lower": (Showdown(0, -1), Showdown(-1, 0)),
    "both are copies": (Showdown(0, 0),),
    "both your hands are lower": (Showdown(-1, -1),),
}
HANDS = (
    ("high card", "second and third highest in front", "Ah Kd Js Tc 7h 5d 3s"),
    ("one pair", "pair behind, two highest in front", "Ah Qd 3c 3s Jh 8c 4s"),
    ("two pair, the higher of aces, kings or queens", "small pair in front", "Kh Kd 3c 3s 7h 6c 2s"),
    (
        "two pair, the higher of jacks, tens or nines",
        "both behind with an ace for the front, else small pair in front",
        "Jh Jd 8c 8s Ah 7c 4s",
    ),
    (
        "two pair, the higher of eights, sevens or sixes",
        "both behind with a king or better for the front, else small pair in front",
        "8h 8d 4c 4s Kh 9c 2s",
    ),
    (
        "two pair, the higher of fives, fours or threes",
        "both behind with a queen or better for the front, else small pair in front",
        "5h 5d 4c 4s Qh 8c 2s",
    ),
    ("three pair, whatever else the cards make", "highest pair in front", "Th Td 7c 7s 5h 5c 2s"),
    ("three aces", "an ace and the highest single card in front", "Ah Ad Ac 8s 5h 4c 2s"),
    ("three of a kind, kings or lower", "two highest single cards in front", "Kh Kd Kc Js Th 7c 4s"),
    ("three of a kind twice", "a pair of the higher in front", "Jh Jd Jc 5s 5h 5c 3s"),
    (
        "straight, flush or straight flush, no pair",
        "the two highest cards that leave it complete in front",
        "Ah 9d 6c 5s 4h 3c 2s",
    ),
    ("the same with one pair", "the two highest cards that leave it complete in front", "Jh 9d 8c 8s 7h 6c 5s"),
    ("the same with two pair", "a pair in front if that leaves it complete, else as two pair", "7c 7d As Jk Ks 9s 4s"),
    ("the same with three of a kind", "a pair or an ace in front that leaves it complete", "7h 6d 5c 5s 5h 4c 3s"),
    ("full house, whatever else the cards make", "highest pair in front, three behind", "8h 8d 8c 4s 4h Ac Ks"),
    ("four aces, kings or queens", "split into two pairs", "Qh Qd Qc Qs 9h 7c 5s"),
    ("four jacks, tens or nines", "behind with a king or better for the front, else split", "Jh Jd Jc Js Qh Tc 7s"),
    ("four eights, sevens or sixes", "behind with a queen or better for the front, else split", "8h 8d 8c 8s Jh 7c 4s"),
    ("four fives or lower", "always behind", "5h 5d 5c 5s 9h 8c 2s"),
    ("four of a kind with a pair", "pair in front", "5h 5d 5c 5s 4h 4c 2s"),
    ("five aces", "two aces in front", "Ah Ad Ac As Jk Kc 5s"),
)
"""The rows of the chart in order, each with an example hand that the House Way sets."""


def _house_way(rules: RuleSet, cite: str) -> LessonChart:
    rows = []
    for dealt, way, cards in HANDS:
        front, back = house_way(parse(cards), five_card_ranking(rules))
        rows.append((dealt, way, pretty(front), pretty(back)))
    return LessonChart("The House Way", ("dealt", "set", "in front", "behind"), rows, cite)
