"""How poker is dealt: one card at a time from the left of the button, a burn before each street, discards and draws."""

from collections.abc import Iterator
from itertools import pairwise

from cardroom.cards import text
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.poker.opening import outside
from cardroom.clauses.poker.reading import BETS, Reading, poker, reading
from cardroom.clauses.register import clause
from cardroom.play.round import BOARD, BURN, MUCK, Acted, Dealt, hand_of
from cardroom.rulebook import RuleSet

POKER = "every poker game"
HOLDEM = "500 Club, Texas Hold'em, rules 5, 8, 9, 13, 14, 18 and 19; Omaha, Big O and the pineapples alike"
STUD = "500 Club, Seven Card Stud, rules 4, 8 to 24; Razz, rules 3, 6 and 7; Mexican Poker, rules 5, 6 and 11"
AGAIN = "discards are shuffled again"


def community(rules: RuleSet) -> bool:
    """Whether the game has community cards."""
    return poker(rules) and rules.poker is not None and rules.poker.structure == "community"


def draws(rules: RuleSet) -> bool:
    """Whether players exchange cards."""
    return poker(rules) and rules.poker is not None and rules.poker.structure == "draw"


def studs(rules: RuleSet) -> bool:
    """Whether cards are dealt street by street to the players."""
    return poker(rules) and rules.poker is not None and rules.poker.structure == "stud"


def _faces(hand: Reading) -> str:
    """The faces of the first cards of each player: d down, u up."""
    return hand.poker.streets[0] if hand.poker.structure == "stud" else "d" * hand.poker.hole


@clause(poker, POKER, HOLDEM + "; " + STUD)
def cards_go_round_one_at_a_time_from_the_left_of_the_button(facts: RoundHistory) -> Iterator[str]:
    """Cards are dealt one at a time, from the left of the button or of the house dealer, until all players have their
    first cards.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    order, faces = hand.from_left_of(hand.button, hand.players), _faces(hand)
    first = [event for _, event in facts.dealt if event.place.kind != "burn"][: len(order) * len(faces)]
    came = [(event.place.owner, len(event.cards), "u" if event.to is None else "d") for event in first]
    wanted = [(spot, 1, face) for face in faces for spot in order]
    if came != wanted:
        yield f"the first cards go to {[spot for spot, _, _ in came[: len(order)]]}, and it is {order}, each {faces}"
    for _, event in facts.dealt:
        if event.place.kind == "hand" and event.to not in (None, (facts.by_id[event.place.owner].bettor,)):
            yield f"a card of spot {event.place.owner} is seen by {event.to}"


@clause(poker, POKER, "500 Club, Description of Table Used; table stakes")
def everybody_with_chips_is_dealt_in(facts: RoundHistory) -> Iterator[str]:
    """Every player with chips gets a hand, unless the player waits for the big blind. A player without chips gets
    none.
    """
    hand = reading(facts)
    waits = {event.spot for _, event in facts.chose("wait")}
    own = facts.carry.own
    waiting = set(own.waits) if own is not None and hasattr(own, "waits") else set()
    for spot in facts.spots:
        rich = facts.stacks[spot.bettor] > 0
        if spot.id in hand.players and not rich:
            yield f"spot {spot.id} is dealt in without chips"
        gap = own is not None and bool(own.blinds) and facts.carried.own is not None and bool(facts.carried.own.blinds)
        left = hand.dealt and rich and not gap and spot.id not in hand.players
        if left and spot.id not in waits and spot.bettor not in waiting:
            yield f"spot {spot.id} has chips and is not dealt in"


@clause(community, "hold'em, Omaha and pineapple games", HOLDEM)
def flop_turn_and_river_each_after_a_burn(facts: RoundHistory) -> Iterator[str]:
    """Three community cards are dealt face up, then one, then one, each after one burned card. There are fewer if the
    hand ends before.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    middle = [event for _, event in facts.dealt if event.place.kind != "hand"]
    streets = [cards for cards in hand.poker.board if cards]
    places = [event.place for event in middle]
    wanted: list[tuple[str, int]] = []
    second = len({place for place in places if place.kind == "board"})
    runs = [event for event in middle if event.place.kind == "board" and event.place != BOARD]
    together = any(one.kind == other.kind == "board" for one, other in pairwise(places))
    again = bool(runs) and not together
    for cards in streets[: hand.streets]:
        wanted.append(("burn", 1))
        wanted += [("board", cards)] * (1 if again else max(second, 1))
    if again:
        rest = [len(event.cards) for event in runs]
        for cards in rest:
            wanted += [("burn", 1), ("board", cards)]
    came = [(event.place.kind, len(event.cards)) for event in middle]
    if came != wanted:
        yield f"the middle is dealt as {came}, not as {wanted}"
    if any(event.place.kind == "board" and event.to is not None for event in middle):
        yield "a community card is dealt face down"
    if len(hand.live) > 1 and hand.streets != len(streets) and len(hand.live) > 1:
        yield f"{hand.streets} streets are dealt with {len(hand.live)} players in the hand"


@clause(community, "pineapple games", "500 Club, Pineapple and Crazy Pineapple: discarding; K12")
def hole_cards_are_discarded_when_the_chapter_says(facts: RoundHistory) -> Iterator[str]:
    """In Pineapple each player discards a card before the flop, in Crazy Pineapple after the betting on the flop. Two
    cards are kept.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    thrown = hand.poker.discarding
    picks = facts.chose("discard")
    if not any(thrown):
        if picks:
            yield "cards were discarded"
        return
    due: list[tuple[str, int]] = []
    for number, count in enumerate(thrown):
        if count:
            left = [each for each in hand.players if each not in hand.out(number)]
            if len(left) > 1:
                due += [(each, count) for each in left]
    did = [(event.spot, len(event.value)) for _, event in picks]
    if did != due:
        yield f"{did} were discarded, and it is {due}"
    for number, count in enumerate(thrown):
        boards = [place for place, event in facts.dealt if event.place == BOARD]
        following = number + (0 if not hand.poker.board[0] else 1)
        if count and picks and len(boards) > following:
            first = [place for place, _ in picks if place < boards[following]]
            if len(first) < sum(1 for _ in first) or (not first and due):
                yield "cards are discarded after the next street"
    for move in (move for _, move in facts.moved if move.into == MUCK):
        if move.to != ():
            yield f"{text(move.cards)} of spot {move.place.owner} is discarded face up"


@clause(
    draws,
    "draw games",
    "500 Club, 2-7 Single Draw, rules 8-10; Badugi, rules 8-11; the burn is K15 where no chapter prints it",
)
def as_many_cards_come_as_were_discarded(facts: RoundHistory) -> Iterator[str]:
    """Players discard in turn from the left of the button, a card is burned, and each gets as many cards as that player
    discarded.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    again = any(AGAIN in event.text for _, event in facts.said)
    drawing: dict[str, int] = {}
    order: list[str] = []
    first = len(hand.players) * hand.poker.hole
    count = burned = 0
    for _, event in sorted([*facts.acted, *facts.dealt]):
        if type(event) is Acted:
            if event.action == "discard":
                drawing[event.spot] = len(event.value)
                order.append(event.spot)
                burned = 0
            elif drawing and event.action in BETS:
                if missing := [spot for spot, cards in drawing.items() if cards]:
                    yield f"spot {missing[0]} discarded more cards than it got"
                drawing = {}
        elif type(event) is Dealt:
            count += event.place.kind == "hand"
            if event.place == BURN:
                burned += 1
            elif count > first and event.place.kind == "hand":
                owner = event.place.owner
                if drawing.get(owner, 0) < len(event.cards):
                    yield f"spot {owner} gets more cards than it discarded"
                if burned != 1 and not again:
                    yield f"{burned} cards were burned before the draw"
                drawing[owner] = drawing.get(owner, 0) - len(event.cards)
    for spot, cards in hand.held.items():
        if len(cards) != hand.poker.hole and spot not in hand.folded:
            yield f"spot {spot} has {len(cards)} cards"
    turns = [*dict.fromkeys(order)]
    if turns != [each for each in hand.players if each in turns]:
        yield f"the players draw in the order {turns}"


@clause(draws, "draw games", "500 Club, 2-7 Single Draw, rule 8; Badugi, rules 8, 14 and 20")
def every_active_player_is_asked_for_discards(facts: RoundHistory) -> Iterator[str]:
    """Before each draw, every player still in the hand is asked in turn. The number of draws is that of the game, one
    or three.
    """
    hand = reading(facts)
    if not hand.dealt:
        return

    def left(draw: int) -> set[str]:
        return {each for each in hand.players if each not in hand.out(draw)}

    asked: list[set[str]] = []
    count = 0
    events: list[tuple[int, Acted | Dealt]] = [*facts.dealt, *facts.chose("discard")]
    for _, event in sorted(events):
        if isinstance(event, Acted):
            # If nobody discards, no card comes between two draws. Players may change an answer until all have answered.
            if not asked or count or (event.spot in asked[-1] and asked[-1] >= left(len(asked) - 1)):
                asked.append(set())
            asked[-1].add(event.spot)
            count = 0
        elif event.place.kind in ("burn", "hand"):
            count = 1
    if len(asked) > hand.poker.draws:
        yield f"there are {len(asked)} draws, not {hand.poker.draws}"
    for number, spots in enumerate(asked):
        if spots != left(number):
            yield f"in draw {number + 1} spots {sorted(spots)} were asked, and {sorted(left(number))} are in the hand"
    if len(hand.live) > 1 and len(asked) != hand.poker.draws:
        yield f"there are {len(asked)} draws with {len(hand.live)} players in the hand"


@clause(studs, "stud games, Mexican Poker", STUD)
def each_street_goes_to_every_player_after_a_burn(facts: RoundHistory) -> Iterator[str]:
    """From the second street on, a card is burned and each player still in the hand gets a card, face up or down as
    printed.
    """
    hand = reading(facts)
    if not hand.dealt or outside(facts) or any(AGAIN in event.text for _, event in facts.said):
        return
    streets = hand.poker.streets
    rest = facts.dealt[len(hand.players) * len(streets[0]) :]
    at = 0
    for number, faces in enumerate(streets[1:], 1):
        left = hand.from_left_of(hand.button, [each for each in hand.players if each not in hand.out(number - 1)])
        if len(left) < 2:
            break
        if at >= len(rest) or rest[at][1].place != BURN:
            yield f"no card is burned before street {number + 1}"
            return
        if at + 1 < len(rest) and rest[at + 1][1].place == BOARD:
            at += 2  # too few cards: one is shared
            continue
        count, start = len(left) * len(faces), rest[at][0]
        came = [(event.place.owner, event.to is None) for _, event in rest[at + 1 : at + 1 + count]]
        wanted = [(each, _up(facts, each, face, number, start)) for face in faces for each in left]
        if came != wanted:
            yield f"street {number + 1} goes to {came}, and it is {wanted}"
        at += 1 + count
    if at != len(rest) and not [event for _, event in rest if event.place == BOARD]:
        yield f"{len(rest) - at} more cards are dealt than the streets have"


def _up(facts: RoundHistory, spot: str, face: str, number: int, start: int) -> bool:
    """Whether a card of a street comes face up: in Mexican Poker it comes down after the down card was exposed."""
    if face != "e":
        return face == "u"
    asked = [event for place, event in facts.acted if place < start and event.action in ("expose", "keep")]
    own = [event for event in asked if event.spot == spot]
    return not (len(own) >= number and own[number - 1].action == "expose")


def _mexican(rules: RuleSet) -> bool:
    return poker(rules) and rules.script == "mexican"


@clause(_mexican, "Mexican Poker", "500 Club, Mexican Poker, rules 10, 15 and 20")
def the_down_card_may_be_exposed_before_each_street(facts: RoundHistory) -> Iterator[str]:
    """Before each of the last three cards every player still in the hand is asked in turn whether to expose the down
    card. An exposed card is turned at once.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    asked = [event.spot for _, event in facts.chose("expose", "keep")]
    due: list[str] = []
    for number in range(1, len(hand.poker.streets)):
        left = [each for each in hand.players if each not in hand.out(number - 1)]
        due += left if len(left) > 1 else []
    if asked != due:
        yield f"{asked} were asked to expose, and it is {due}"
    for place, event in facts.chose("expose"):
        after = next(((at, turned) for at, turned in facts.turned if at > place), None)
        if after is None or after[1].place != hand_of(event.spot) or len(after[1].at) != 1:
            yield f"spot {event.spot} exposes its down card, and it is not turned"
