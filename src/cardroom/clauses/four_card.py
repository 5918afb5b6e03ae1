"""Four Card Frenzy (Brook FCF)."""

from collections.abc import Iterator

from cardroom.clauses.dealt import HIGH_LINES, dealt_in_order, decisions, folded, pays, pays_by_table, players
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.hands import Key, four_of_five, four_of_five_line, high, high_line
from cardroom.clauses.pays import due, line_of, readable
from cardroom.clauses.register import clause, scripts
from cardroom.play.round import BOARD
from cardroom.rulebook import RuleSet

GAME = "Four Card Frenzy"
RULES = "Brook FCF, C. The Rules of the Card Game, "
FOUR_LINES = frozenset(
    (
        "four aces",
        "four of a kind",
        "royal",
        "straight flush",
        "three aces",
        "three of a kind",
        "flush",
        "straight",
        "two pair",
        "pair of queens or better",
        "pair",
        "high card",
    )
)
ACE, KING = 12, 11
script = scripts("four-card-frenzy")


def printed(rules: RuleSet) -> bool:
    """Whether the dealer qualifies as printed."""
    return script(rules) and rules.dealer is not None and rules.dealer.qualifies == "king high"


@clause(script, GAME, RULES + "rule 3")
def five_cards_each_and_the_dealer_last(facts: RoundHistory) -> Iterator[str]:
    """Each player and the dealer get five cards face down."""
    if facts.dealt:
        spots = [spot.id for spot in players(facts, 0)]
        yield from dealt_in_order(facts, [*((spot, 5) for spot in spots), ("dealer", 5)], "five cards")
        if len(facts.dealt) != len(spots) + 1 or any(event.to is None for _, event in facts.dealt):
            yield "other cards were dealt, or some face up"


@clause(script, GAME, RULES + "rule 5")
def only_aces_or_better_raise_more_than_once_the_ante(facts: RoundHistory) -> Iterator[str]:
    """Each player in turn raises by one Ante or folds. With a pair of aces or better a player may raise by one, two or
    three Antes.
    """
    choices = decisions(facts, "raise", "fold")
    spots = [spot.id for spot in players(facts, 0)]
    if facts.dealt and [spot for _, spot, _, _ in choices] != spots:
        yield f"the players decided in the order {[spot for _, spot, _, _ in choices]}, not {spots}"
    for _, spot, action, _ in choices:
        raised, ante = (facts.staked.get((spot, name), 0) for name in ("raise", "ante"))
        key = four_of_five(facts.cards(spot))
        most = 3 if key[0] > 1 or (key[0] == 1 and key[1] == ACE) else 1
        if action == "fold" and raised:
            yield f"spot {spot} folded and raised {raised} cents"
        elif action == "raise" and raised not in [ante * times for times in range(1, most + 1)]:
            yield f"spot {spot} raised {raised} cents on an Ante of {ante}, and may raise {most} times the Ante"


@once
def _beats(facts: RoundHistory) -> tuple[dict[str, int], Key]:
    """1 or 0 if a hand is higher or a copy, -1 if it is lower, for each spot; and the dealer's hand."""
    dealer = four_of_five(facts.came[facts.dealer])
    made = {spot: four_of_five(facts.cards(spot)) for spot in facts.bettors}
    return {spot: (key > dealer) - (key < dealer) for spot, key in made.items()}, dealer


@clause(printed, GAME, RULES + "rule 7, Ante")
def frenzy_ante(facts: RoundHistory) -> Iterator[str]:
    """If the dealer has less than king-high, the Ante pushes. Otherwise it wins even money with a higher or equal hand,
    and loses with a lower one.
    """
    if not facts.dealt:
        return
    beats, dealer = _beats(facts)
    qualifies, out = dealer[0] > 0 or dealer[1] >= KING, folded(facts)

    def wanted(spot: str, stake: int) -> int:
        if spot in out:
            return -stake
        return (stake if beats[spot] >= 0 else -stake) if qualifies else 0

    yield from pays(facts, "ante", wanted)


@clause(script, GAME, RULES + "rule 7, Raise")
def frenzy_raise(facts: RoundHistory) -> Iterator[str]:
    """The Raise wins even money with a higher or equal hand and loses with a lower one, whether or not the dealer
    qualifies.
    """
    if facts.dealt:
        beats, _ = _beats(facts)
        yield from pays(facts, "raise", lambda spot, stake: stake if beats[spot] >= 0 else -stake)


@clause(script, GAME, RULES + "rule 7, Odds; Tables 1 and 2")
def frenzy_odds(facts: RoundHistory) -> Iterator[str]:
    """The Odds pay for a straight or better, by the bad beat table if the hand is beaten. A lower hand pushes if it
    wins and loses if it is beaten.
    """
    if not facts.dealt:
        return
    rules, out = facts.rules, folded(facts)
    beats, _ = _beats(facts)
    odds = rules.wager["odds"]
    if not (readable(rules, odds.pays, FOUR_LINES) and readable(rules, odds.beaten, FOUR_LINES)):
        return

    def wanted(spot: str, stake: int) -> int:
        if spot in out:
            return -stake
        made = four_of_five_line(facts.cards(spot))
        return due(line_of(rules, odds.pays if beats[spot] >= 0 else odds.beaten, *made), stake)

    yield from pays(facts, "odds", wanted)


@clause(script, GAME, "Brook FCF, C, rules 4 and 5; Tables 4 and 5")
def four_card_bonus_and_prime(facts: RoundHistory) -> Iterator[str]:
    """The 4 Card Bonus pays by the best four cards, and Prime by the number of cards of one color, even after a
    fold.
    """

    def prime(spot: str) -> tuple[str, ...]:
        red = sum(card & 3 in (1, 2) for card in facts.cards(spot))
        most = max(red, 5 - red)
        return (f"{'five' if most == 5 else 'four'} cards same color" if most >= 4 else "other",)

    yield from pays_by_table(facts, "four-card-bonus", FOUR_LINES, lambda spot: four_of_five_line(facts.cards(spot)))
    yield from pays_by_table(facts, "prime", frozenset(("five cards same color", "four cards same color")), prime)


@clause(
    scripts("four-card-frenzy", "heads-up-holdem"),
    "Four Card Frenzy, Heads Up Hold'em (Brook)",
    "Brook FCF and Brook HUH, F, 5 Card Galaxy Bonus Jackpot",
)
def galaxy_jackpot(facts: RoundHistory) -> Iterator[str]:
    """The 5 Card Galaxy Bonus Jackpot pays "for 1" by five cards: the player's hand, or the pocket cards and the
    flop.
    """
    if "galaxy" not in facts.rules.wager:
        return
    flop = [*facts.came.get(BOARD, ())][:3] if facts.rules.script == "heads-up-holdem" else []
    yield from pays_by_table(
        facts, "galaxy", HIGH_LINES, lambda spot: (high_line(high([*facts.cards(spot)[:5], *flop])),)
    )
