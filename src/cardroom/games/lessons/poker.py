"""What the rules pages teach of poker: the hand step by step from the `[poker]` table, the betting from the stakes."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from cardroom.games.poker.limits import terms
from cardroom.games.poker.table import ROUNDS
from cardroom.money import dollars
from cardroom.play.lesson import Hands, Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.fees import cited
from cardroom.rulebook.schema import Cite, Poker

ROUND = "Dealing Procedures and Round of Play"
RANKED = "Card Values and Hand Rankings"
PAID = "How Winners are Determined and Paid"
CITES = {
    "limits": "the text is silent on which rounds have which limit",
    "too few cards": "as Badugi prints it; the note of this chapter is stud's, a departure",
    "odd chip": PAID,
}
"""Where that is printed which most chapters have not, unless a rule set says otherwise of its own."""
BETTING = ("check", "bet", "call", "raise", "fold", "pay bet", "pay pot")
CHOICES = "check or bet; once there is a bet, call, raise or fold."
STREETS = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")
LOWS = {
    "2-7": "Aces are high, and straights and flushes count against a hand: 7-5-4-3-2 of several suits is the best.",
    "ace-to-five": "Aces are low, and straights and flushes do not count: 5-4-3-2-A is the best.",
    "badugi": "Only cards of different ranks and suits count: more of them are better, then lower ones; aces are low.",
    "eight-or-better": "Five different ranks, none above eight; aces are low, and straights and flushes do not count.",
    "omaha-eight-or-better": "Two of one's own and three of the board, of five different ranks, none above eight.",
    "omaha": "A hand is two of one's own cards and three of the board, no more and no fewer.",
    "short-deck": "A flush beats a full house, and A-6-7-8-9 is the lowest straight.",
    "mexican": "The seven is next to the jack, and a flush beats a full house. A joker dealt up is an ace, or "
    "completes a straight or a flush; dealt down it is any card, and stays so when it is turned.",
}
BLINDS = {"blinds", "owed_blinds"}
STUD = {"bring_in", "bring_in_last_word", "too_few_cards", "open_pair_bet"}
DRAW = {"change_discards"}
IDLE = {
    "community": STUD | DRAW,
    "draw": STUD,
    "stud": BLINDS | DRAW,
    "mexican": BLINDS | DRAW | STUD - {"bring_in"},
}
"""House rules that a script never comes to."""


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    poker = _poker(rules)
    return Lesson(
        _aim(poker),
        tuple(_cited(list(_steps(rules, poker)), poker)),
        tuple(_hands(poker)),
        notes=(*_betting(rules), *_too_few(rules)),
        noted="The betting, and when the deck runs out" if rules.script in ("stud", "draw") else "The betting",
        idle=frozenset(IDLE[rules.script] | set(_other_limits(rules))),
    )


def _cited(steps: Sequence[Step], poker: Poker) -> Iterator[Step]:
    """The steps, each with the chapter's own rule where the rule set says it; a round of other steps has none."""
    plain = [step for step in steps if step.cite == ROUND]
    # The button's step comes first: where a chapter has one and is played without, there is one step less.
    printed = poker.steps if poker.button else poker.steps[-len(plain) :]
    rules = iter(printed if len(printed) == len(plain) else ())
    for step in steps:
        rule = next(rules, "") if step.cite == ROUND else ""
        yield step._replace(cite=f"{ROUND}, {rule}") if rule else step


def _poker(rules: RuleSet) -> Poker:
    if rules.poker is None:
        raise ValueError(f"{rules.game} is no poker game")
    return rules.poker


def _aim(poker: Poker) -> Step:
    won = "the lowest hand" if poker.ranking in ("2-7", "ace-to-five", "badugi") else "the highest hand"
    half = " Half of it goes to the lowest hand, if one qualifies." if poker.low else ""
    cards = {
        "community": "from cards of one's own and the community cards",
        "draw": "after exchanging cards",
        "stud": "from cards of one's own, some of which all can see",
    }[poker.structure]
    return Step(
        f"Win the pot: with {won} at the showdown, {cards}, or because everybody else folds.{half}",
        "Object of the Game",
    )


def _hands(poker: Poker) -> Iterator[Hands]:
    high = "What wins the pot" if not poker.low else "What wins the high half"
    yield Hands(high, poker.ranking, RANKED, LOWS.get(poker.ranking, ""))
    if poker.low:
        yield Hands("What wins the low half", poker.low, RANKED, LOWS.get(poker.low, ""))


# -- The hand ----------------------------------------------------------------------------------------------------------


def _steps(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    if poker.button:
        opens = (
            "everybody draws a card from the spread deck, without its top and bottom card, and the highest has it, "
            "from the king down to the ace; equal ones go by suit:"
            if poker.button_card == "drawn, king high"
            else "the highest of one card each has it; suits rank"
        )
        yield Step(
            "The button marks the last seat to be dealt to, and moves clockwise after every hand. When a game opens, "
            f"{opens} spades, hearts, diamonds, clubs.",
            ROUND,
            ("roll",),
        )
    yield from _forced(rules, poker)
    match rules.script:
        case "community":
            yield from _community(rules, poker)
        case "draw":
            yield from _draw(rules, poker)
        case "stud":
            yield from _stud(rules, poker)
        case "mexican":
            yield from _mexican(rules, poker)
    yield from _showdown(rules, poker)


def _forced(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    said = terms(rules)
    if poker.structure != "stud" and rules.house("owed_blinds"):
        yield Step(
            "Who is new or has missed the blinds posts the big blind to be dealt in, or waits for it.",
            _cite(rules, "owed_blinds"),
            ("post", "wait"),
        )
    if any(said.antes):
        each = "/".join(map(dollars, said.antes)) + (" by position" if len(said.antes) > 1 else "")
        yield Step(f"Everybody puts in the ante: {each}.", _cite(rules, "antes"), ("pay ante", "pay dead"))
    if poker.structure != "stud" and any(said.blinds):
        names = (
            ("small blind", "big blind")
            if len(said.blinds) == 2 and said.blinds[0] <= said.blinds[1]
            else ("blind",) * len(said.blinds)
        )
        posted = ", ".join(
            f"{dollars(amount)} {name}" for amount, name in zip(said.blinds, names, strict=True) if amount
        )
        yield Step(
            f"The blinds are posted from the left of the button: {posted}.",
            _cite(rules, "blinds"),
            ("pay bet", "pay dead"),
        )
        yield Step(
            "Between two players the button has the small blind, and the other the big one.",
            "the text is silent on two players",
        )


def _community(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"{_count(poker.hole).capitalize()} {noun} face down to each player.", ROUND, ("deal hand",))
    yield _bet(1, "from the left of the big blind", "call it, raise or fold; the big blind may raise too.")
    names = iter(("flop", "turn", "river"))
    dealt = 0
    for number, cards in enumerate(poker.board):
        if cards:
            dealt += 1
            plural = "community card is" if cards == 1 else "community cards are"
            name = next(names, f"board {dealt}")
            yield Step(
                f"A card is burned and {_count(cards)} {plural} turned up: the {name}.",
                ROUND,
                ("deal burn", "deal board"),
            )
            yield from _fee(rules, name)
            yield _bet(number + 1, "from the first player left of the button")
        if (number, poker.discard) in ((0, "before the flop"), (1, "after the flop")):
            yield Step(
                "Everybody still in throws one hole card away, face down, from the left of the button.",
                ROUND,
                ("discard", "move muck"),
            )


def _draw(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    noun = "card" if poker.hole == 1 else "cards"
    yield Step(f"{_count(poker.hole).capitalize()} {noun} face down to each player.", ROUND, ("deal hand",))
    yield _bet(1, "from the left of the big blind", "call it, raise or fold; the big blind may raise too.")
    yield from _after(rules, 1)
    for number in range(1, poker.draws + 1):
        which = "The draw" if poker.draws == 1 else ("The first draw", "The second draw", "The third draw")[number - 1]
        yield Step(
            f"{which}: everybody in turn throws away any number of cards or none; a card is burned, and they get as "
            "many new ones.",
            ROUND,
            ("discard", "move discards", "deal burn", "deal hand"),
        )
        yield _bet(number + 1, "from the first player left of the button")
        yield from _after(rules, number + 1)


def _stud(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    left = "button" if poker.button else "house dealer"
    names = (
        STREETS if len(poker.streets) == len(STREETS) else tuple(f"street {n + 1}" for n in range(len(poker.streets)))
    )
    worst = "highest" if poker.door == "door-low" else "lowest"
    best = "lowest" if poker.showing == "showing-low" else "highest"
    for number, (street, name) in enumerate(zip(poker.streets, names, strict=True)):
        burn = "a card is burned, then " if number else ""
        yield Step(
            f"{name.capitalize()}: {burn}{_faces(street)} to each player, from the left of the {left}.",
            ROUND,
            ("deal burn", "deal hand", "deal board"),
        )
        if number == 0:
            amount = terms(rules).bring_in
            less = amount < terms(rules).small_bet
            yield Step(
                f"The {worst} card up brings it in for {dollars(amount)}, by suit among equals"
                + (", or opens for a full bet." if less else "."),
                _cite(rules, "bring_in"),
                ("bring-in", "bet", "pay bet"),
            )
            choices = "call it, complete it to a full bet, raise or fold." if less else "call it, raise or fold."
            if rules.house("bring_in_last_word"):
                choices += " When all have only called, who brought it in may check or raise."
            yield _bet(1, "from the left of the bring-in", choices)
        else:
            yield _bet(
                number + 1, f"from the {best} hand showing", CHOICES + (_open_pair(rules) if number == 1 else "")
            )
        yield from _after(rules, number + 1)


def _too_few(rules: RuleSet) -> Iterator[Step]:
    reach = "If the cards do not reach for everybody,"
    if rules.script == "draw":
        yield Step(
            f"{reach} the burns, the folded hands and the discards of earlier draws are shuffled in again, a card is "
            "burned, and the draw goes on where it stopped. The last card of the deck is dealt only as the very last "
            "of the last draw.",
            _printed(rules, "too few cards"),
        )
    if rules.script != "stud":
        return
    shared = (
        "the burns and folded hands are shuffled in again; if that does not reach either, one card is shared by all"
        if rules.house("too_few_cards") == "folded cards first"
        else "one card is turned up and shared by all"
    )
    yield Step(f"{reach} {shared}.", _cite(rules, "too_few_cards"))


def _open_pair(rules: RuleSet) -> str:
    who = {"holder": "its holder", "any player": "anybody"}.get(str(rules.house("open_pair_bet")), "")
    return f" With a pair showing {who} may bet the higher limit." if who and rules.house("limit") == "fixed" else ""


def _mexican(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    for number, street in enumerate(poker.streets):
        if number == 0:
            yield Step(
                f"{_faces(street).capitalize()} to each player, from the left of the button.", ROUND, ("deal hand",)
            )
            yield Step(
                f"The highest card up must open for {dollars(terms(rules).bring_in)}; a joker counts as an ace, and of "
                "equal cards the first that was dealt opens.",
                _cite(rules, "bring_in"),
                ("bring-in", "pay bet"),
            )
            yield _bet(1, "from the left of the opener", "call, raise or fold; the opener may raise too.")
            yield from _after(rules, 1)
            continue
        yield Step(
            "In turn from the left of the button everybody may turn the down card up, to be dealt the next one down.",
            ROUND,
            ("expose", "keep", "turn hand"),
        )
        yield Step(
            "A card is burned and everybody gets one: up, or down to who has turned the down card up.",
            ROUND,
            ("deal burn", "deal hand"),
        )
        yield _bet(number + 1, "from the highest hand showing, of equal ones the closest to the left of the button")
        yield from _after(rules, number + 1)


def _showdown(rules: RuleSet, poker: Poker) -> Iterator[Step]:
    yield from _fee(rules, "modified", " for a hand that ends before the flop")
    yield Step(
        "Showdown: who is left shows or mucks, first the last who bet or raised, then clockwise.",
        "the text is silent on who shows first",
        ("show", "muck", "last", "turn hand"),
    )
    odd = {
        "left of the button": "the first winner left of the button",
        "highest hand up": "the best hand showing",
        "high hand": "the hand with the highest cards",
        "left of the dealer": "the first winner left of the house dealer",
    }[poker.odd_chip]
    halves = (
        " The best high and the best qualifying low share it; without a low the high hand wins all. One player may "
        "win both, with the same cards or with others."
        if poker.low
        else ""
    )
    yield Step(
        f"The best hand wins the pot; equal hands share it, in chips of {dollars(terms(rules).chip)}, and the odd "
        f"chip goes to {odd}.{halves}",
        _printed(rules, "odd chip"),
        ("pay pot",),
    )


def _fee(rules: RuleSet, moment: str, when: str = "") -> Iterator[Step]:
    if any(charge.moment == moment for fee in rules.posted for charge in fee.charge):
        says = f"The collection is taken from the pot{when}, as posted."
        yield Step(says, cited(rules.posted, moment), ("pay fee",))


def _after(rules: RuleSet, number: int) -> Iterator[Step]:
    """The collection after a betting round, where streets have no name."""
    if number <= len(ROUNDS):
        yield from _fee(rules, ROUNDS[number - 1])


def _bet(number: int, first: str, choices: str = CHOICES) -> Step:
    which = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")[number - 1]
    return Step(f"{which} round of betting, {first}: {choices}", ROUND, BETTING)


def _count(number: int) -> str:
    return COUNTS[number] if number < len(COUNTS) else str(number)


def _faces(street: str) -> str:
    """The cards of a street in the order in which they come.

    >>> _faces("ddu"), _faces("ud")
    ('two cards down and one card up', 'one card up and one card down')
    """
    runs = [(face, len(list(cards))) for face, cards in groupby(street)]
    return " and ".join(
        f"{_count(count)} {'card' if count == 1 else 'cards'} {'up' if face == 'u' else 'down'}" for face, count in runs
    )


# -- The betting -------------------------------------------------------------------------------------------------------


def _betting(rules: RuleSet) -> Iterator[Step]:
    said, poker = terms(rules), _poker(rules)
    match said.kind:
        case "fixed":
            rounds = "the first round" if poker.small_rounds == 1 else f"the first {_count(poker.small_rounds)} rounds"
            yield Step(
                f"Fixed limit: bets and raises are {dollars(said.small_bet)} in {rounds} of betting and "
                f"{dollars(said.big_bet)} after.",
                _printed(rules, "limits"),
            )
        case "pot":
            yield Step(
                f"Pot limit: from {dollars(said.minimum_bet)} or the last raise to what is in the pot after a call.",
                _cite(rules, "limit"),
            )
        case _:
            yield Step(
                f"No limit: from {dollars(said.minimum_bet)} or the last raise to all of one's chips, at any time.",
                _cite(rules, "limit"),
            )
    least, most = (dollars(rules.house(name)) for name in ("least_buy_in", "most_buy_in"))
    if rules.house_rules["stakes"].levels[0]:  # recorded poker has no bounds
        yield Step(
            f"Who sits down buys in for {least} to {most} in chips of {dollars(said.chip)}; more may be added between "
            "hands, up to the most.",
            _cite(rules, "least_buy_in"),
        )
    if said.cap:
        times = "one raise" if said.cap == 1 else f"{_count(said.cap)} raises"
        yield Step(f"With more than two players, {times} at most in a round of betting.", _cite(rules, "raise_cap"))
    opens = said.under_raise_reopens
    yield Step(
        "An all-in of less than a full raise "
        + ("opens" if opens else "does not open")
        + " the betting again to those who have acted."
        + (" Half a bet counts as a full one." if said.kind == "fixed" and said.half_a_bet_counts else ""),
        _cite(rules, "under_raise_reopens"),
    )
    yield Step(
        "Who is all-in wins from every other player no more than they put in themselves: the rest is a side pot.",
        "the text is silent on players who are all-in",
    )


def _other_limits(rules: RuleSet) -> Iterator[str]:
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


def _printed(rules: RuleSet, name: str) -> Cite:
    return _poker(rules).cites.get(name, CITES[name])


def _cite(rules: RuleSet, name: str) -> Cite:
    return rules.house_rules[name].cite if name in rules.house_rules else ROUND
