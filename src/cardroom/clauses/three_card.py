"""Three Card Poker 6 Card Bonus (500 Club, GEGR-002040)."""

from collections.abc import Iterator

from cardroom.clauses.dealt import HIGH_LINES, dealt_in_order, decisions, folded, pays, pays_by_table, players
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.hands import high, high_line, three, three_line
from cardroom.clauses.pays import due
from cardroom.clauses.register import clause, scripts
from cardroom.rulebook import RuleSet

GAME = "Three Card Poker 6 Card Bonus"
PLAY = "500 Club, Three Card Poker 6 Card Bonus, Dealing Procedures and Round of Play, "
PAID = "500 Club, Three Card Poker 6 Card Bonus, How Winners are Determined and Paid"
THREE_LINES = frozenset(
    ("mini royal flush", "straight flush", "three of a kind", "straight", "flush", "pair", "high card")
)
QUEEN = 10
script = scripts("three-card-poker")


def printed(rules: RuleSet) -> bool:
    """Whether the dealer qualifies as printed. A house's own rule set may name another hand."""
    return script(rules) and rules.dealer is not None and rules.dealer.qualifies == "queen high"


def seat_of_dealer(facts: RoundHistory) -> int:
    """The seat to whose left dealing, acting and settling start."""
    return facts.banker.seat if facts.banker else 0


@clause(script, GAME, PLAY + "rules 6 and 7")
def three_cards_each_from_the_left_of_the_player_dealer(facts: RoundHistory) -> Iterator[str]:
    """Each player gets a stack of three cards face down, clockwise from the left of the player-dealer, who is last."""
    if not facts.dealt:
        return
    spots = [spot.id for spot in players(facts, seat_of_dealer(facts))]
    last = facts.dealer.owner or facts.dealer.kind
    yield from dealt_in_order(facts, [*((spot, 3) for spot in spots), (last, 3)], "stacks")
    if len(facts.dealt) != len(spots) + 1:
        yield f"{len(facts.dealt)} stacks were dealt to {len(spots)} players and the player-dealer"
    if any(event.to is None for _, event in facts.dealt):
        yield "a stack was dealt face up"


@clause(script, GAME, PLAY + "rule 7")
def the_bottom_card_is_turned_up_before_the_players_decide(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer's bottom card is turned up before the first decision, unless the house leaves it down."""
    choices = decisions(facts, "play", "fold")
    if not choices:
        return
    up = [event for place, event in facts.turned if place < choices[0][0]]
    wanted = [(facts.dealer, (2,))] if facts.rules.house("exposed_card") else []
    if [(event.place, event.at) for event in up] != wanted:
        yield f"{len(up)} cards were turned before the players decided, and the rule is {len(wanted)}"


@clause(script, GAME, PLAY + "rule 10")
def each_player_plays_for_the_ante_or_folds_in_turn(facts: RoundHistory) -> Iterator[str]:
    """Clockwise from the left of the player-dealer, each player makes a Play wager equal to the Ante or folds."""
    choices = decisions(facts, "play", "fold")
    spots = [spot.id for spot in players(facts, seat_of_dealer(facts))]
    if facts.dealt and [spot for _, spot, _, _ in choices] != spots:
        yield f"the players decided in the order {[spot for _, spot, _, _ in choices]}, not {spots}"
    for _, spot, action, _ in choices:
        play, ante = (facts.staked.get((spot, name), 0) for name in ("play", "ante"))
        if play != (ante if action == "play" else 0):
            yield f"spot {spot} chose to {action} with an Ante of {ante} and placed {play}"


@once
def _beats(facts: RoundHistory) -> dict[str, int]:
    """1, 0 or -1 for each spot's hand against the player-dealer's."""
    dealer = three(facts.came[facts.dealer])
    made = {spot: three(facts.cards(spot)) for spot in facts.bettors}
    return {spot: (key > dealer) - (key < dealer) for spot, key in made.items()}


def _qualifies(facts: RoundHistory) -> bool:
    key = three(facts.came[facts.dealer])
    return key[0] > 0 or key[1] >= QUEEN


@clause(printed, GAME, PAID)
def three_card_ante_and_play(facts: RoundHistory) -> Iterator[str]:
    """If the player-dealer has less than queen-high, the Ante wins even money and Play is returned. Otherwise the
    higher hand wins both, and a tie pushes.
    """
    if not facts.dealt:
        return
    beats, qualifies, out = _beats(facts), _qualifies(facts), folded(facts)
    for wager in ("ante", "play"):

        def wanted(spot: str, stake: int, wager: str = wager) -> int:
            if spot in out:
                return -stake
            if not qualifies:
                return stake if wager == "ante" else 0
            return beats[spot] * stake

        yield from pays(facts, wager, wanted)


@clause(script, GAME, "500 Club, Three Card Poker 6 Card Bonus, Pair Plus Bonus Bet Pay Table; " + PLAY + "rule 10b")
def pair_plus(facts: RoundHistory) -> Iterator[str]:
    """Pair Plus pays by the player's three cards, whatever the player-dealer has. A player who folds forfeits it."""
    if "pair-plus" in facts.rules.wager and facts.rules.wager["pair-plus"].folded == "dead":
        out = folded(facts)
        yield from pays(facts, "pair-plus", lambda spot, stake: due("loses", stake) if spot in out else None)
        yield from pays_by_table(
            facts,
            "pair-plus",
            THREE_LINES,
            lambda spot: None if spot in out else (three_line(three(facts.cards(spot))),),
        )


@clause(script, GAME, "500 Club, Three Card Poker 6 Card Bonus, 6 Card Bonus Bet Pay Table; " + PLAY + "rule 10c")
def six_card_bonus(facts: RoundHistory) -> Iterator[str]:
    """The 6 Card Bonus pays by the best five of the player's and the player-dealer's six cards, even after a fold."""
    if not facts.dealt:
        return
    dealer = facts.came[facts.dealer]

    def names(spot: str) -> tuple[str, ...]:
        made = high_line(high([*facts.cards(spot), *dealer]))
        return (made, "straight flush") if made == "royal flush" else (made,)

    yield from pays_by_table(facts, "six-card-bonus", HIGH_LINES, names)


@clause(script, GAME, PLAY + "rules 11 and 13")
def forfeited_wagers_are_collected_before_the_cards_are_turned(facts: RoundHistory) -> Iterator[str]:
    """Wagers that a fold forfeits are collected before the player-dealer's hand is revealed. The others are settled
    after it.
    """
    reveal = next((place for place, event in facts.turned if len(event.at) == 3 and event.place == facts.dealer), None)
    if reveal is None:
        return
    for place, event in facts.settled:
        if (event.line == "fold") != (place < reveal):
            yield f"{event.wager} of spot {event.spot} ({event.line}) was settled at the wrong time"
