"""EZ Baccarat (500 Club, GEGR-002039)."""

from collections.abc import Iterator, Sequence

from cardroom.cards import Card
from cardroom.clauses.dealt import pays
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.pays import due, line_of
from cardroom.clauses.register import clause, scripts
from cardroom.play.round import BURN, Place

GAME = "EZ Baccarat"
PLAY = "500 Club, EZ Baccarat, Dealing Procedures and Round of Play, "
PLAYER, BANKER = Place("player"), Place("banker")
script = scripts("ez-baccarat")
HITS = {3: {0, 1, 2, 3, 4, 5, 6, 7, 9}, 4: {2, 3, 4, 5, 6, 7}, 5: {4, 5, 6, 7}, 6: {6, 7}}
"""The player's third cards, by value, on which a banker total draws (rule 5c)."""


def value(card: Card) -> int:
    """A picture or ten counts nothing, an ace one, any other card its face."""
    rank = (card >> 2) + 2
    return 1 if rank == 14 else 0 if rank >= 10 else rank


def total(cards: Sequence[Card]) -> int:
    """Only the right-hand digit counts."""
    return sum(map(value, cards)) % 10


@clause(script, GAME, PLAY + "rules 4 and 4a")
def two_cards_each_in_rotation_face_up(facts: RoundHistory) -> Iterator[str]:
    """The player hand and the banker hand get one card in turn, the player hand first, until both have two. All cards
    are face up.
    """
    dealt = [event for _, event in facts.dealt if event.place != BURN]
    if not dealt:
        return
    if [event.place for event in dealt[:4]] != [PLAYER, BANKER, PLAYER, BANKER]:
        yield f"the first cards went to {', '.join(event.place.kind for event in dealt[:4])}"
    if [event.place for event in dealt[4:]] not in ([], [PLAYER], [BANKER], [PLAYER, BANKER]):
        yield f"more cards went to {', '.join(event.place.kind for event in dealt[4:])}"
    if any(event.to is not None or len(event.cards) != 1 for event in dealt):
        yield "a card was dealt face down, or several together"


@clause(script, GAME, "500 Club, EZ Baccarat, Description of the Deck; how many cards are burned is a ruling (E3)")
def a_new_shoe_burns_by_its_first_card(facts: RoundHistory) -> Iterator[str]:
    """The first card of a new shoe is shown. Its value is the number of cards that are then burned: ten for a ten or a
    picture.
    """
    burned = [event for _, event in facts.dealt if event.place == BURN]
    new = facts.carried.shoe is None and bool(facts.dealt)
    if not (new and facts.rules.house("burn_by_first_card")):
        if burned:
            yield f"{len(burned)} times cards were burned"
        return
    first = burned[0].cards if burned else ()
    wanted = (value(first[0]) or 10) if first else 0
    if len(first) != 1 or sum(len(event.cards) for event in burned[1:]) != wanted or facts.dealt[0][1].place != BURN:
        yield f"the first card asks for {wanted} burned cards, and {sum(len(e.cards) for e in burned[1:])} were burned"


@clause(script, GAME, PLAY + "rules 5a to 5c; that a natural ends the draw is a ruling (E1)")
def third_cards_follow_the_chart(facts: RoundHistory) -> Iterator[str]:
    """The player hand draws with five or less. The banker hand draws by its total and the player hand's third card. A
    natural ends the draw.
    """
    if not facts.came.get(PLAYER):
        return
    player, banker = facts.came[PLAYER], facts.came[BANKER]
    if max(total(player[:2]), total(banker[:2])) >= 8:
        wanted = 2, 2
    elif total(player[:2]) >= 6:
        wanted = 2, 3 if total(banker[:2]) <= 5 else 2
    else:
        held, third = total(banker[:2]), value(player[2]) if len(player) > 2 else -1
        wanted = 3, 3 if held <= 2 or third in HITS.get(held, ()) else 2
    if (len(player), len(banker)) != wanted:
        yield f"player {total(player[:2])} and banker {total(banker[:2])} had {len(player)} and {len(banker)} cards"


@clause(script, GAME, "500 Club, EZ Baccarat, How Winners are Determined and Paid; " + PLAY + "rules 3 and 4f")
def the_hand_closer_to_nine_wins(facts: RoundHistory) -> Iterator[str]:
    """The line of the hand closer to nine wins 1 to 1, and the other line loses. On a tie both lines push, and the Tie
    Bet wins.
    """
    if not facts.came.get(PLAYER):
        return
    rules, player, banker = facts.rules, facts.came[PLAYER], facts.came[BANKER]
    ours, theirs = total(player), total(banker)
    dragon = theirs == 7 and len(banker) == 3 and ours <= 6
    for wager, line, won in (("player", "player win", ours > theirs), ("banker", "banker win", theirs > ours)):

        def wanted(_: str, stake: int, wager: str = wager, line: str = line, won: bool = won) -> int:
            if ours == theirs or (wager == "banker" and dragon and rules.house("dragon_seven_pushes")):
                return 0
            return due(line_of(rules, rules.wager[wager].pays, line if won else "lost"), stake)

        yield from pays(facts, wager, wanted)
    if "tie" in rules.wager:
        paid = line_of(rules, rules.wager["tie"].pays, "tie" if ours == theirs else "no tie")
        yield from pays(facts, "tie", lambda _, stake: due(paid, stake))


@clause(script, GAME, "500 Club, EZ Baccarat, Dragon 7 Bonus Bet; Panda 8 Bonus Bet")
def dragon_7_and_panda_8(facts: RoundHistory) -> Iterator[str]:
    """Dragon 7 wins if the banker hand wins with a three-card seven. Panda 8 wins if the player hand wins with a
    three-card eight.
    """
    if not facts.came.get(PLAYER):
        return
    rules, player, banker = facts.rules, facts.came[PLAYER], facts.came[BANKER]
    ours, theirs = total(player), total(banker)
    for wager, line, won in (
        ("dragon-7", "dragon 7", theirs == 7 and len(banker) == 3 and ours < 7),
        ("panda-8", "panda 8", ours == 8 and len(player) == 3 and theirs < 8),
    ):
        if wager in rules.wager:
            paid = line_of(rules, rules.wager[wager].pays, line if won else "other outcomes")
            yield from pays(facts, wager, lambda _, stake, paid=paid: due(paid, stake))  # type: ignore[misc]


@clause(script, GAME, "500 Club, EZ Baccarat, Equipment Used, Key Features")
def the_display_counts_this_shoe(facts: RoundHistory) -> Iterator[str]:
    """The display counts the hands, results, naturals, Dragon 7s and Panda 8s of the shoe. A new shoe starts at
    zero.
    """
    if not facts.came.get(PLAYER):
        return
    player, banker = facts.came[PLAYER], facts.came[BANKER]
    ours, theirs = total(player), total(banker)
    before = facts.carried.own.this_shoe if facts.carried.own and facts.carried.shoe else {}
    happened = {
        "hands": True,
        "player": ours > theirs,
        "banker": theirs > ours,
        "tie": ours == theirs,
        "dragon 7": theirs == 7 and len(banker) == 3 and ours < 7,
        "panda 8": ours == 8 and len(player) == 3 and theirs < 8,
        "naturals": max(total(player[:2]), total(banker[:2])) >= 8,
    }
    wanted = {name: before.get(name, 0) + did for name, did in happened.items()}
    shown = dict(facts.carry.own.this_shoe) if facts.carry.own else {}
    if shown != wanted:
        yield f"the display counts {shown}, not {wanted}"
