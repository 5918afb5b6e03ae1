"""Heads Up Hold'em (Brook HUH, section C; Washington HUH, Rules of Play; WPT HUH, dealing procedures 1-11).

Read it beside the Brook's rules, in their order; comments give their numbers. The same steps in the other documents:

    step                          Brook HUH   Washington HUH   WPT HUH
    wagers are placed             1           1                2
    All 6 cards                                                3
    the deal                      2           1                4
    raise three Antes, or check   3           2                5
    flop                          4           3                6
    raise two Antes, or check     5           3                7
    turn and river                6           4                8
    raise one Ante, or fold       7           4                9
    the dealer's hand             8           5 and 6          10 and 11a
    settlement                    9           5 and 6          11
    bonus bets                    10          Appendixes B-D   Trips Plus and after

Where a document differs from the Brook, its rule set has the difference.
"""

from collections.abc import Generator
from functools import lru_cache

import msgspec

from cardroom.cards import pretty
from cardroom.play import (
    BOARD,
    BOARD_CARDS,
    DEALER,
    SWITCH,
    UNQUALIFIED,
    Amount,
    Answer,
    Ask,
    Choice,
    Declaration,
    Layout,
    Payoff,
    Place,
    Raise,
    Round,
    Script,
    Settles,
    Shown,
    Spot,
    cards_at,
    loses,
    own,
    pays,
    pushes,
    ranked,
    shared,
)
from cardroom.play.game import CHECK, FOLDING, Stage, Stages, StagesShowdown, by_settlement, raise_
from cardroom.play.round import (
    FOLD,
    by_cards,
    collect,
    forfeited,
    groups_used,
    place_wagers,
    qualifying_rank,
    settle_wagers,
    shows,
)
from cardroom.rankings import category, in_words, strength
from cardroom.rulebook import RuleSet

ALL_6 = Place("all 6")
EXTRA = {"extra cards": cards_at(ALL_6, 4), "pocket and extra cards": own(2) & cards_at(ALL_6, 4)}
"""Four extra cards, dealt if a side bet depends on them (WPT HUH 3)."""
CARDS = BOARD_CARDS | EXTRA
COMPARED = {1: "higher hand", 0: "equal hand", -1: "lower hand"}


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The facts that decide a spot's wagers."""

    folded: bool = False
    qualified: bool = True
    result: int = 0
    """1 if the player's hand is higher, 0 if they are equal, -1 if it is lower."""
    hand: str = "high card"
    """The category of the player's best five of seven cards."""


def heads_up_holdem(round: Round) -> Script:
    """The round of play."""
    rules, cards = round.rules, round.cards
    players = yield from place_wagers(round)  # rule 1
    if not players:
        return
    collect(round, "before the deal", players)

    if groups_used(rules) & EXTRA.keys():  # WPT HUH 3: dealt first, for the All 6 Bonus alone
        cards.deal(ALL_6, 4)
    for spot in players:  # rule 2
        cards.deal(spot, 2)
    cards.deal(DEALER, 2)
    if face_down(rules):
        cards.deal(BOARD, 5)

    raised: set[Spot] = set()
    before_the_flop, on_the_flop, at_the_end = raises(rules)
    yield from decide(round, players, raised, before_the_flop)  # rule 3
    reveal(round, 0, 3)  # rule 4: the flop
    yield from decide(round, players, raised, on_the_flop)  # rule 5
    reveal(round, 3, 5)  # rule 6: turn and river
    yield from decide(round, players, raised, at_the_end, default="fold")  # rule 7
    folded = set(players) - raised
    yield from settle_wagers(round, folded, forfeited(rules, rules.wager["raise"].cite))

    cards.turn(DEALER)  # rule 8
    if cards.hand(ALL_6):
        cards.turn(ALL_6)
    board = cards.hand(BOARD)
    dealer_rank = strength("high", cards.hand(DEALER) + board)
    qualified = dealer_rank >= qualifying_rank(rules, "high")
    round.say(
        f"Dealer has {pretty(cards.hand(DEALER))}: {in_words('high', dealer_rank)}"
        + ("" if qualified else ", which does not qualify"),
        rules.cite(rules.dealer.cite if rules.dealer else ""),
    )

    showdowns, made = {}, {}
    for spot in players:  # rules 9 and 10
        if shows(round, CARDS, spot, folded):
            cards.turn(spot)
        own_rank = strength("high", cards.hand(spot) + board)
        result = (own_rank > dealer_rank) - (own_rank < dealer_rank)
        made[spot] = category("high", own_rank)
        showdowns[spot] = Showdown(spot in folded, qualified, result, made[spot])
    lines = {("own hand", "high"): made}
    decided = by_cards(round, CARDS, lambda spot, wager: settle(rules, wager, showdowns[spot]), folded, lines)
    yield from settle_wagers(round, players, decided)


def decide(
    round: Round, players: list[Spot], raised: set[Spot], antes: Raise, *, default: str = "check"
) -> Generator[Ask, Answer, None]:
    """Offer each player who has not raised a raise of this many Antes, or a check; at the end, a fold."""
    chips, otherwise = round.chips, Choice(default)
    for spot in players:
        if spot in raised:
            continue
        ante = chips.stake(spot, "ante")
        most = min(antes.most, chips.stack(spot) // ante)
        offered = (Amount("raise", antes.least * ante, most * ante, ante),) if most >= antes.least else ()
        answer = yield Ask(spot.id, (*offered, otherwise), Answer(spot.id, default))
        if answer.action == "raise":
            chips.place(spot, "raise", answer.value)
            raised.add(spot)


@lru_cache(maxsize=512)
def raises(rules: RuleSet) -> tuple[Raise, ...]:
    """How many Antes a raise may be at each decision. Smaller raises before the flop are a house rule (WPT HUH)."""
    early = rules.house("early_raise") if "early_raise" in rules.house_rules else False
    return Raise("before the flop", 1 if early else 3, 3), Raise("on the flop", 2, 2), Raise("at the end", 1, 1)


LAYOUT = Layout(
    shared(ranked("high")) | {"all 6": (Shown("All 6"),)},
    raises=raises,
    cards=CARDS,
    folds=True,
    wagers={
        "ante": Settles((UNQUALIFIED, *COMPARED.values())),
        "odds": Settles(ranking="high", equals="ante", beaten="may have"),
        "raise": Settles(tuple(COMPARED.values())).after("ante"),
    },
    house={"community_cards": ("machine", "hand"), "early_raise": SWITCH},
    may=("community_cards", "early_raise"),
    qualifiers=("pair",),
    qualifies_by="high",
    always_plays=True,
    most_cards=lambda seats: 2 * seats + 2 + 5 + 4,
)


def always_plays(rules: RuleSet) -> bool:
    """Whether the dealer plays with any hand (Washington HUH, rules 5 and 6: two versions)."""
    return rules.dealer is None or not rules.dealer.qualifies


def face_down(rules: RuleSet) -> bool:
    """Whether the community cards are dealt face down at the start.

    If the rules leave this to the house, it is so where a machine deals.
    """
    return "community_cards" not in rules.house_rules or rules.house("community_cards") == "machine"


def reveal(round: Round, first: int, last: int) -> None:
    """Show community cards: turn them over if they were dealt at the start, else deal them now."""
    if face_down(round.rules):
        round.cards.turn(BOARD, *range(first, last))
    else:
        round.cards.deal(BOARD, last - first, up=True)


@lru_cache(maxsize=4096)
def settle(rules: RuleSet, wager: str, hand: Showdown) -> Payoff:
    """The payoff of one of the game's own wagers in a showdown."""
    if hand.folded:
        return loses(rules, wager, FOLD, rules.wager["raise"].cite)
    if wager == "ante" and not hand.qualified:
        return pays(rules, wager, UNQUALIFIED)
    if wager != "odds":
        return pays(rules, wager, COMPARED[hand.result])
    if hand.result > 0:
        return pays(rules, wager, hand.hand)
    cite = rules.table(rules.wager[wager].pays).cite
    if hand.result == 0:
        return pushes(rules, wager, COMPARED[0], cite)
    if not rules.wager[wager].beaten:
        return loses(rules, wager, COMPARED[-1], cite)
    return pays(rules, wager, hand.hand, beaten=True)


@lru_cache(maxsize=512)
def stages(rules: RuleSet) -> Stages:
    """What is known, what may be done and what it pays, for the mathematics."""
    early, flop, end = (raise_("raise", raised.least, raised.most) for raised in raises(rules))
    return Stages(
        "high",
        (
            Stage((early, CHECK), own=2, when="before the flop"),  # rule 3
            Stage((flop, CHECK), board=3, when="on the flop"),  # rule 5
            Stage((end, FOLDING), board=2, when="on the river"),  # rule 7
        ),
        dict.fromkeys(("ante", "odds", "raise"), by_settlement()),
        dealer=2,
        shared=True,
        once=True,
        showdown=_any_dealer if always_plays(rules) else _showdown,
    )


def _showdown(end: StagesShowdown) -> Showdown:
    return Showdown(end.folded, end.qualified, end.result, category("high", end.rank or 1))


def _any_dealer(end: StagesShowdown) -> Showdown:
    return _showdown(end._replace(qualified=True))


DECLARATION = Declaration(
    name="heads-up-holdem",
    version="heads-up-holdem/1",
    script=heads_up_holdem,
    layout=LAYOUT,
    settle=settle,
    moments=("before the deal",),
    lesson=".heads_up_holdem:lesson",
    explain=".against_dealer:holdem",
    bot=".holdem:heads_up_holdem",
    analysis=".games:HEADS_UP_HOLDEM",
    stages=stages,
)
