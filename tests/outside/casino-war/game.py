"""Casino War: one card each, and the higher one wins; equal cards go to war, or give up half the Ante."""

from fractions import Fraction
from typing import NamedTuple

from cardroom.analysis import Analysis, WagerOutcome, WagerReport
from cardroom.play import DEALER, Choice, Declaration, Layout, Settles, Shown, ask, loses_half, pays
from cardroom.play.game.lesson import Lesson, Outcomes, Step, begins, ends
from cardroom.play.round import collect, place_wagers, settle_wagers

RESULTS = {1: "higher card", -1: "lower card"}
SURRENDER = "surrender"


class Showdown(NamedTuple):
    """Everything that decides a spot's wagers: the first comparison, and what became of equal cards."""

    first: int = 0
    war: str = SURRENDER


def compare(own, dealer):
    return (own >> 2 > dealer >> 2) - (own >> 2 < dealer >> 2)


def casino_war(round):
    chips, cards, at_war = round.chips, round.cards, []
    players = yield from place_wagers(round)
    if not players:
        return
    collect(round, "before the deal", players)
    for spot in players:
        cards.deal(spot, up=True)
    cards.deal(DEALER, up=True)
    first = {spot: compare(cards.hand(spot)[0], cards.hand(DEALER)[0]) for spot in players}
    for spot in players:
        if first[spot] == 0:
            ante = chips.stake(spot, "ante")
            answer = yield ask(spot.id, (Choice("raise", ante, "war"), Choice(SURRENDER)), SURRENDER)
            if answer.action == "raise":
                chips.place(spot, "war", ante)
                at_war.append(spot)
    for place in (*at_war, *([DEALER] if at_war else [])):
        cards.deal(place, up=True)
    showdowns = {spot: Showdown(first[spot]) for spot in players}
    for spot in at_war:
        won = compare(cards.hand(spot)[1], cards.hand(DEALER)[1]) >= 0
        showdowns[spot] = Showdown(0, "won war" if won else "lost war")
    yield from settle_wagers(round, players, lambda spot, wager: settle(round.rules, wager, showdowns[spot]))


def settle(rules, wager, hand):
    if hand.first:
        return pays(rules, wager, RESULTS[hand.first])
    if hand.war == SURRENDER:
        return loses_half(rules, wager, SURRENDER, "Play")
    return pays(rules, wager, hand.war)


def lesson(rules):
    return Lesson(
        Step("Have a higher card than the dealer.", "Object"),
        (
            *begins(rules, "", "Wagers"),
            Step("Each player and the dealer get one card, face up.", "Play", ("deal hand", "deal dealer")),
            Step("With an equal card, raise and go to war, or surrender half your Ante.", "Play", ("raise", SURRENDER)),
            Step("Players at war and the dealer get one more card.", "Play", ("deal hand", "deal dealer")),
            ends(rules, "Settling"),
        ),
        outcomes=Outcomes(
            settle,
            ("ante", "war"),
            {
                "your card is higher": (Showdown(1),),
                "your card is lower": (Showdown(-1),),
                "the cards are equal and you surrender": (Showdown(),),
                "you win the war, or tie again": (Showdown(0, "won war"),),
                "you lose the war": (Showdown(0, "lost war"),),
            },
        ),
    )


def report(rules, engine):
    """Count ordered deals of four cards by ranks: each rank has four cards in every pack."""
    each, cards = 4 * rules.packs, 52 * rules.packs
    rest, tied = (cards - 2) * (cards - 3), 13 * each * (each - 1)
    again = (each - 2) * (each - 3) + 12 * each * (each - 1)
    counts = dict.fromkeys(RESULTS.values(), 78 * each * each * rest)
    counts |= {"won war": tied * (rest + again) // 2, "lost war": tied * (rest - again) // 2}
    outcomes = []
    for line, count in counts.items():
        hand = Showdown(0, line) if "war" in line else Showdown(1 if line == "higher card" else -1)
        wagers = ("ante", "war") if "war" in line else ("ante",)
        net = sum(settle(rules, wager, hand).unit for wager in wagers)
        outcomes.append(WagerOutcome(line, net, count, wagered=Fraction(len(wagers)), decision="raise"))
    return (WagerReport("ante", "Ante and War", "Ante", tuple(outcomes), strategy=("Always go to war.",)),)


def best(view, ask, rng):
    return ask.check("raise")


DECLARATION = Declaration(
    name="casino-war",
    version="casino-war/1",
    script=casino_war,
    layout=Layout(
        {"dealer": (Shown("Dealer", cards=1),), "hand": (Shown("", cards=1),)},
        wagers={
            "ante": Settles((*RESULTS.values(), "won war", "lost war"), ends=(SURRENDER,)),
            "war": Settles(("won war", "lost war")).after("ante"),
        },
        shoe=True,
        most_cards=lambda seats: 2 * seats + 2,
    ),
    settle=settle,
    moments=("before the deal",),
    lesson=lesson,
    analysis=Analysis(report, "Ordered deals are counted by ranks.", best=best),
)
