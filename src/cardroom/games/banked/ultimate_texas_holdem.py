"""Ultimate Texas Hold'em (500 Club, Ultimate Texas Hold'em, GEGR-002041).

Read it beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined and
Paid, Bonus Bets.
"""

from collections.abc import Generator
from functools import lru_cache

import msgspec

from cardroom.cards import pretty
from cardroom.clean import quoted
from cardroom.play import (
    BOARD,
    BOARD_CARDS,
    UNQUALIFIED,
    Amount,
    Answer,
    Ask,
    Choice,
    Declaration,
    Layout,
    Payoff,
    Raise,
    Round,
    Script,
    Settles,
    Spot,
    loses,
    pays,
    pushes,
    ranked,
    shared,
)
from cardroom.play.game import CHECK, FOLDING, Move, Stage, Stages, by_settlement
from cardroom.play.round import FOLD, by_cards, collect, forfeited, offer_bank, place_wagers, settle_wagers, shows
from cardroom.rankings import category, in_words, strength
from cardroom.rankings.named import lowest
from cardroom.rulebook import RuleBookError, RuleSet

ROUND_OF_PLAY = "Dealing Procedures and Round of Play"
RAISES = Raise("before the flop", 3, 4), Raise("on the flop", 2, 2), Raise("at the end", 1, 1)
"""How many Antes a Play wager may be at each decision."""
PRINTED = "pair"
"""The lowest hand with which the player-dealer qualifies in the chapter. A rule set may name another one."""
COMPARED = {1: "higher hand", 0: "equal hand", -1: "lower hand"}
LAYOUT = Layout(
    shared(ranked("high")),
    raises=lambda _: RAISES,
    cards=BOARD_CARDS,
    folds=True,
    wagers={
        "ante": Settles((UNQUALIFIED, *COMPARED.values())),
        "blind": Settles(ranking="high", equals="ante"),
        "play": Settles(tuple(COMPARED.values())).after("ante"),
        "bad-beat": Settles(ranking="high").bonus(),
    },
    bank="either",
    starts=("house dealer", "player-dealer"),
    qualifiers=(PRINTED,),
    qualifies_by="high",
    most_cards=lambda seats: 2 * seats + 2 + 5 + 2,
)


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    result: int = 0
    """1 if the player's hand is higher, 0 if they are equal, -1 if it is lower."""
    hand: str = "high card"
    """The category of the player's hand."""
    beaten: str | None = None
    """The category of the beaten hand, of either side; None if they are equal."""


def qualifier(rules: RuleSet) -> str:
    """The name of the lowest hand with which the player-dealer qualifies.

    >>> from cardroom.rulebook import rule_set
    >>> qualifier(rule_set("ultimate-texas-holdem"))
    'pair'
    """
    return rules.dealer.qualifies if rules.dealer else PRINTED


def check(rules: RuleSet) -> None:
    """Refuse a qualifier that would leave a Bad Beat unsettled, and a display that names another hand."""
    hand = qualifier(rules)
    if lowest("high", hand) > lowest("high", "three of a kind"):
        raise RuleBookError(
            f"dealer.qualifies: {quoted(hand)} is too high, because a Bad Beat is paid from three of a kind on: name "
            "three of a kind or a lower hand"
        )
    for notice in rules.display:
        if hand != PRINTED and f"with a {PRINTED} or higher" in notice.text.lower():
            raise RuleBookError(
                f"display: {quoted(notice.text)} is not so, because the player-dealer qualifies with {hand}: replace "
                "[[display]] too"
            )


def ultimate_texas_holdem(round: Round) -> Script:
    """The round of play."""
    rules, cards = round.rules, round.cards
    if not (yield from offer_bank(round)):
        return
    players = yield from place_wagers(round)
    if not players:
        return
    collect(round, "before the deal", players)
    for spot in players:
        cards.deal(spot, 2)
    cards.deal(round.dealer, 2)

    playing: set[Spot] = set()
    folded: set[Spot] = set()
    before_the_flop, on_the_flop, at_the_end = RAISES
    yield from decide(round, players, playing, folded, before_the_flop)
    cards.burn()
    cards.deal(BOARD, 3, up=True)
    yield from decide(round, players, playing, folded, on_the_flop)
    cards.burn()
    cards.deal(BOARD, 2, up=True)
    yield from decide(round, players, playing, folded, at_the_end, last=True)

    board = cards.hand(BOARD)
    cards.turn(round.dealer)
    dealer_rank = strength("high", cards.hand(round.dealer) + board)
    qualified = dealer_rank >= lowest("high", qualifier(rules))
    round.say(
        f"Dealer has {pretty(cards.hand(round.dealer))}: {in_words('high', dealer_rank)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(rules.dealer.cite if rules.dealer else ""),
    )
    showdowns, made = {}, {}
    for spot in players:
        if shows(round, BOARD_CARDS, spot, folded):
            cards.turn(spot)
        own_rank = strength("high", cards.hand(spot) + board)
        result = (own_rank > dealer_rank) - (own_rank < dealer_rank)
        beaten = category("high", min(own_rank, dealer_rank)) if result else None
        made[spot] = category("high", own_rank)
        showdowns[spot] = Showdown(spot in folded, qualified, result, made[spot], beaten)
    lines = {("own hand", "high"): made}
    decided = by_cards(round, BOARD_CARDS, lambda spot, wager: settle(rules, wager, showdowns[spot]), folded, lines)
    yield from settle_wagers(round, players, decided)


def decide(
    round: Round, players: list[Spot], playing: set[Spot], folded: set[Spot], antes: Raise, *, last: bool = False
) -> Generator[Ask, Answer, None]:
    """Offer each undecided player a Play wager of this many Antes, a check unless it is the `last` time, or a fold."""
    chips, others = round.chips, (Choice("fold"),) if last else (Choice("check"), Choice("fold"))
    for spot in players:
        if spot in playing or spot in folded:
            continue
        ante = chips.stake(spot, "ante")
        most = min(antes.most, chips.stack(spot) // ante)
        offered = (Amount("play", antes.least * ante, most * ante, ante),) if most >= antes.least else ()
        answer = yield Ask(spot.id, (*offered, *others), Answer(spot.id, others[0].action))
        if answer.action == "play":
            chips.place(spot, "play", answer.value)
            playing.add(spot)
        elif answer.action == "fold":  # all wagers except Trips are collected immediately
            folded.add(spot)
            yield from settle_wagers(round, [spot], forfeited(round.rules, ROUND_OF_PLAY))


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """How winners are determined and paid: the payoff of one of the game's own wagers in a showdown."""
    if hand.folded:
        return loses(rules, wager, FOLD, ROUND_OF_PLAY)
    if wager == "bad-beat":
        return pays(rules, wager, hand.beaten or COMPARED[0])
    if wager == "ante" and not hand.qualified:
        return pays(rules, wager, UNQUALIFIED)
    if wager != "blind":
        return pays(rules, wager, COMPARED[hand.result])
    cite = rules.table(rules.wager[wager].pays).cite
    if hand.result == 0:
        return pushes(rules, wager, COMPARED[0], rules.wager[wager].cites.get(COMPARED[0], cite))
    return pays(rules, wager, hand.hand) if hand.result > 0 else loses(rules, wager, COMPARED[-1], cite)


BEFORE, FLOP, END = (Move("play", "play", raised.least, raised.most) for raised in RAISES)
STAGES = Stages(
    "high",
    (
        Stage((BEFORE, CHECK, FOLDING), own=2, when="before the flop"),
        Stage((FLOP, CHECK, FOLDING), board=3, when="on the flop"),
        Stage((END, FOLDING), board=2, when="on the river"),
    ),
    dict.fromkeys(("ante", "blind", "play"), by_settlement()),
    dealer=2,
    shared=True,
    once=True,
    showdown=lambda end: Showdown(end.folded, end.qualified, end.result, category("high", end.rank or 1)),
)
"""What is known, what may be done and what it pays, for the mathematics. A Bad Beat changes no decision."""

DECLARATION = Declaration(
    name="ultimate-texas-holdem",
    version="ultimate-texas-holdem/1",
    script=ultimate_texas_holdem,
    layout=LAYOUT,
    settle=settle,
    check=check,
    moments=("before the deal",),
    lesson=".ultimate_texas_holdem:lesson",
    explain=".against_dealer:holdem",
    bot=".holdem:ultimate_texas_holdem",
    analysis=".games:ULTIMATE_TEXAS_HOLDEM",
    stages=STAGES,
    other_names={"ultimate-texas-holdem": ("uth",)},
)
