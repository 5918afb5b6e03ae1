"""The lesson of stud poker."""

from collections.abc import Iterator

from cardroom.games.lessons.poker import BLINDS, CHOICES, COMMUNITY, DRAW, betting_round, fee_after, poker_lesson
from cardroom.games.lessons.poker_words import ROUND, cite_of, faces, joined
from cardroom.games.poker.limits import BettingTerms, terms
from cardroom.games.poker.stud import full_bet, least_opening
from cardroom.money import dollars
from cardroom.play.game import Lesson, Step
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Poker

STREETS = ("third street", "fourth street", "fifth street", "sixth street", "seventh street")


def lesson(rules: RuleSet) -> Lesson:
    """The page's lesson under the house rules in force."""
    return poker_lesson(rules, _stud, BLINDS | COMMUNITY | DRAW, _too_few(rules))


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
            f"{name.capitalize()}: {burn}each player is dealt {faces(street)}, from the left of the {left}.",
            ROUND,
            ("deal burn", "deal hand", "deal board"),
        )
        if number == 0:
            stakes = terms(rules)
            less = stakes.bring_in < full_bet(stakes)
            yield Step(
                f"The {worst} up card brings it in for {dollars(stakes.bring_in)}, or {_opening(stakes)}. Suits break "
                "ties: spades are the highest, then hearts, diamonds and clubs.",
                joined(cite_of(rules, "bring_in"), "" if less else "the text is unclear on how much more"),
                ("bring-in", "bet", "pay bet"),
            )
            choices = (
                "call the bring-in, complete it to a full bet, raise or fold."
                if less
                else "call the bring-in, raise or fold."
            )
            if rules.house("bring_in_last_word"):
                choices += " When all have only called, the player who brought it in may check or raise."
            yield betting_round(1, "starting left of the bring-in", choices)
        else:
            yield betting_round(
                number + 1,
                f"starting with the {best} hand showing",
                CHOICES + (_open_pair(rules) if number == 1 else ""),
            )
        yield from fee_after(rules, number + 1)


def _opening(stakes: BettingTerms) -> str:
    """What the player who brings it in may do instead."""
    least = dollars(least_opening(stakes))
    match stakes.kind:
        case "fixed":
            return f"opens for a full bet, {least}"
        case "pot":
            return f"opens for {least} or more, up to the size of the pot"
        case _:
            return f"opens for {least} or more"


def _too_few(rules: RuleSet) -> Iterator[Step]:
    folded_first = rules.house("too_few_cards") == "folded cards first"
    silent = folded_first and rules.stands("too_few_cards") == "printed"  # Razz
    shared = (
        "the burns and folded hands are shuffled into the deck. If there are still not enough, all share one card"
        if folded_first
        else "the rest is shuffled with the burns, a card is burned, and one card is turned up that all share"
    )
    yield Step(
        f"If there are not enough cards for all players, {shared}. A shared card also counts for who acts first.",
        joined(cite_of(rules, "too_few_cards"), "the text is silent on who acts first then" if silent else ""),
    )


def _open_pair(rules: RuleSet) -> str:
    who = {"holder": "its holder", "any player": "any player"}.get(str(rules.house("open_pair_bet")), "")
    if not who or rules.house("limit") != "fixed":
        return ""
    chosen = " The limit that is bet then applies to all players in this round." if who == "its holder" else ""
    return f" With a pair showing, {who} may bet the higher limit.{chosen}"
