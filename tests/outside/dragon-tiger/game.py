"""Dragon Tiger: one card for the Dragon and one for the Tiger. Bet on the higher one, on a tie or on a suited tie."""

from cardroom.analysis import Analysis, WagerOutcome, WagerReport
from cardroom.play import BOARD, Declaration, Layout, Settles, Shown, loses_half, pays
from cardroom.play.game.lesson import Lesson, Outcomes, Step, begins, ends
from cardroom.play.round import collect, place_wagers, settle_wagers

RESULTS = ("dragon", "tiger", "tie", "suited tie")


def dragon_tiger(round):
    players = yield from place_wagers(round)
    if not players:
        return
    collect(round, "before the deal", players)
    round.cards.deal(BOARD, up=True)
    round.cards.deal(BOARD, up=True)
    dragon, tiger = round.cards.hand(BOARD)
    result = "dragon" if dragon >> 2 > tiger >> 2 else "tiger" if dragon >> 2 < tiger >> 2 else "tie"
    result = "suited tie" if dragon == tiger else result
    yield from settle_wagers(round, players, lambda spot, wager: settle(round.rules, wager, result))


def settle(rules, wager, result):
    if wager in ("dragon", "tiger"):
        return loses_half(rules, wager, "tie", "Settling") if "tie" in result else pays(rules, wager, result)
    return pays(rules, wager, "tie" if wager == "tie" and "tie" in result else result)


def lesson(rules):
    return Lesson(
        Step("Guess which of two cards is higher.", "Object"),
        (
            *begins(rules, "", "Wagers"),
            Step("One card is dealt to the Dragon and one to the Tiger, face up.", "Play", ("deal board",)),
            ends(rules, "Settling"),
        ),
        outcomes=Outcomes(
            settle,
            ("dragon", "tiger", "tie", "suited-tie"),
            {
                "the Dragon is higher": ("dragon",),
                "the Tiger is higher": ("tiger",),
                "they are equal, in two suits": ("tie",),
                "they are equal, in one suit": ("suited tie",),
            },
        ),
    )


def report(rules, engine):
    """Count ordered pairs of cards: each rank has four cards in every pack."""
    packs = rules.packs
    suited, higher = 52 * packs * (packs - 1), 78 * (4 * packs) ** 2
    tied = 13 * 4 * packs * (4 * packs - 1) - suited
    counts = {"dragon": higher, "tiger": higher, "tie": tied, "suited tie": suited}
    return tuple(
        WagerReport(
            name,
            rules.wager[name].label,
            rules.wager[name].label,
            tuple(WagerOutcome(each, settle(rules, name, each).unit, many) for each, many in counts.items()),
        )
        for name in rules.wagers()
    )


def best(view, ask, rng):
    return ask.default


DECLARATION = Declaration(
    name="dragon-tiger",
    version="dragon-tiger/1",
    script=dragon_tiger,
    layout=Layout(
        {"board": (Shown("Cards", cards=2),)},
        wagers={
            "dragon": Settles(("dragon", "tiger"), required=False, ends=("tie",)),
            "tiger": Settles(("dragon", "tiger"), required=False, ends=("tie",)),
            "tie": Settles(RESULTS).bonus(),
            "suited-tie": Settles(RESULTS).bonus(),
        },
        shoe=True,
        most_cards=lambda seats: 2,
    ),
    settle=settle,
    moments=("before the deal",),
    lesson=lesson,
    analysis=Analysis(report, "Ordered pairs of cards are counted.", pace="quick", best=best),
)
