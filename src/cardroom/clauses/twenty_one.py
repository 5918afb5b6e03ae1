"""Pure 21.5 Blackjack (500 Club, GEGA-003642) and Pure Spanish 21.5 (500 Club, GEGA-004186)."""

from collections.abc import Iterator, Sequence

from cardroom.cards import Card
from cardroom.clauses.dealt import dealt_in_order, pays, pays_by_table, players
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.pays import due, line_of
from cardroom.clauses.register import clause, scripts
from cardroom.play.round import Acted, Dealt, Moved, Transfer, hand_of
from cardroom.rulebook import RuleSet

BOTH = "Pure 21.5 Blackjack, Pure Spanish 21.5"
PURE, SPANISH = "500 Club, Pure 21.5 Blackjack, ", "500 Club, Pure Spanish 21.5, "
script = scripts("pure-21.5-blackjack", "pure-spanish-21.5")
spanish, pure_game = scripts("pure-spanish-21.5"), scripts("pure-21.5-blackjack")
TENS, ACE, EIGHT, WAGER = (8, 9, 10, 11), 12, 6, "wager"


def total(cards: Sequence[Card]) -> tuple[int, bool]:
    """The total, and whether it is soft: an ace counts eleven."""
    points = sum(1 if card >> 2 == ACE else 10 if card >> 2 in TENS else (card >> 2) + 2 for card in cards)
    soft = any(card >> 2 == ACE for card in cards) and points <= 11
    return points + 10 * soft, soft


def is_pure(cards: Sequence[Card]) -> bool:
    """Whether the first two cards are an ace and a Bonus card."""
    ranks = sorted(card >> 2 for card in cards[:2])
    return len(cards) == 2 and ranks[1] == ACE and ranks[0] in TENS


def seat_of_dealer(facts: RoundHistory) -> int:
    """The seat to whose left dealing, acting and settling start."""
    return facts.banker.seat if facts.banker else 0


@once
def hands(facts: RoundHistory) -> dict[str, list[Card]]:
    """The cards of every hand at the end, with those that were split."""
    owners = dict.fromkeys(event.place.owner for _, event in facts.dealt if event.place.kind == "hand")
    owners |= dict.fromkeys(move.into.owner for _, move in facts.moved)
    dealer = facts.dealer.owner
    return {owner: facts.hands.get(hand_of(owner), []) for owner in owners if owner and owner != dealer}


def was_split(facts: RoundHistory, spot: str) -> bool:
    """Whether a hand was split, or comes from a split."""
    whole = facts.circle(spot).id
    return any(facts.circle(move.place.owner).id == whole for _, move in facts.moved)


def has_pure(facts: RoundHistory, spot: str, cards: Sequence[Card]) -> bool:
    """Whether a hand is a 21.5: its first two cards, and not after a split."""
    return is_pure(cards) and not was_split(facts, spot)


@clause(script, BOTH, PURE + "Round of Play, rules 5 and 6; " + SPANISH + "Round of Play, rules 5 and 6")
def two_cards_each_face_up_but_the_player_dealers_second(facts: RoundHistory) -> Iterator[str]:
    """Each player gets one card and then another, from the left of the player-dealer, who is last. Only the
    player-dealer's second card is face down.
    """
    if not facts.dealt:
        return
    around = [spot.id for spot in players(facts, seat_of_dealer(facts))]
    around.append(facts.dealer.owner or facts.dealer.kind)
    yield from dealt_in_order(facts, [(owner, 1) for owner in around * 2], "two cards each")
    down = [at for at, (_, event) in enumerate(facts.dealt) if event.to is not None]
    if down != [2 * len(around) - 1]:
        yield f"cards {[at + 1 for at in down]} of the deal were face down, not the player-dealer's second alone"


@once
def _plays(facts: RoundHistory) -> list[tuple[str, str, list[Card], int]]:
    """Every play of a hand: the spot, what it did, its cards before, and its place in the order of events."""
    held: dict[str, list[Card]] = {}
    plays = []
    for place, event in enumerate(facts.events):
        if type(event) is Dealt and event.place.kind == "hand":
            held.setdefault(event.place.owner, []).extend(event.cards)
        elif type(event) is Moved:
            for card in event.cards:
                held[event.place.owner].remove(card)
            held.setdefault(event.into.owner, []).extend(event.cards)
        elif type(event) is Acted and event.action in ("hit", "stand", "double", "split", "surrender", "rescue"):
            plays.append((event.spot, event.action, [*held.get(event.spot, ())], place))
    return plays


@clause(script, BOTH, PURE + "Chart 1A and Round of Play, rule 7; " + SPANISH + "Chart 1A")
def chart_1a_binds_hits_and_stands(facts: RoundHistory) -> Iterator[str]:
    """Players follow Chart 1A with hard hands: in Pure 21.5 they hit 11 or less and stand on 19 or more, in Spanish
    they stand on 17 or more.
    """
    for spot, action, cards, place in _plays(facts):
        points, soft = total(cards)
        doubled = any(event.spot == spot and event.action == "double" and at < place for at, event in facts.acted)
        if doubled:
            continue
        if action == "hit" and not soft and points >= (17 if spanish(facts.rules) else 19):
            yield f"spot {spot} hit hard {points}"
        if action == "stand" and pure_game(facts.rules) and not soft and points <= 11:
            yield f"spot {spot} stood on hard {points}"
        if action == "hit" and points > 21:
            yield f"spot {spot} drew with {points}"


@clause(script, BOTH, PURE + "Double-Down, Split, and Surrender; " + SPANISH + "Double-Down, Rescue, ..., Surrender")
def doubles_splits_and_surrenders_are_on_two_cards(facts: RoundHistory) -> Iterator[str]:
    """Hands of two cards may be doubled, and split if both have the same value, into four hands at most. Only an
    original hand is surrendered.
    """
    rules = facts.rules
    for spot, action, cards, place in _plays(facts):
        again = any(event.spot == spot and event.action == "double" and at < place for at, event in facts.acted)
        if action in ("double", "split", "surrender") and len(cards) != 2 and not again:
            yield f"spot {spot} chose to {action} with {len(cards)} cards"
        if action == "split":
            values = {total([card])[0] for card in cards}
            whole = facts.circle(spot).id
            before = sum(facts.circle(move.place.owner).id == whole for at, move in facts.moved if at < place)
            if len(values) != 1:
                yield f"spot {spot} split cards of different values"
            if before >= 3:
                yield f"spot {spot} has more than four hands"
            if before and cards[0] >> 2 == ACE and pure_game(rules):
                yield f"spot {spot} split aces again"
        if action == "surrender" and was_split(facts, spot):
            yield f"spot {spot} surrendered a split hand"
        if action == "rescue" and (not spanish(rules) or not again or total(cards)[0] > 21):
            yield f"spot {spot} rescued a hand that was not doubled, or busted"


@clause(script, BOTH, PURE + "Double-Down, Split, and Surrender, rules 1 and 2; " + SPANISH + "Double-Down")
def a_double_or_split_costs_at_most_the_wager(facts: RoundHistory) -> Iterator[str]:
    """A split costs the original wager. A double costs as much or less, and with double-double down always the whole
    wager.
    """
    stake: dict[str, int] = {}
    first = facts.dealt[0][0] if facts.dealt else 0
    did: dict[str, str] = {}
    exact = spanish(facts.rules) and facts.rules.house("double_double_down")
    times: dict[str, int] = {}
    for place, event in enumerate(facts.events):
        if type(event) is Acted and event.action in ("double", "split"):
            did[event.spot] = event.action
            if event.action == "double":
                times[event.spot] = times.get(event.spot, 0) + 1
                if times[event.spot] > (3 if exact else 1):
                    yield f"spot {event.spot} doubled {times[event.spot]} times"
        elif type(event) is Transfer and event.cause == "wager" and event.wager == WAGER:
            if place > first and first:
                source = next((spot for spot in did if facts.circle(spot).id == facts.circle(event.spot).id), "")
                if event.spot in stake:  # doubled
                    if event.amount > stake[event.spot] or (exact and event.amount != stake[event.spot]):
                        yield f"spot {event.spot} doubled {stake[event.spot]} cents with {event.amount}"
                elif event.amount != _first_wager(facts, event.spot):
                    yield f"the hand {event.spot}, split from {source}, has {event.amount} cents"
            stake[event.spot] = stake.get(event.spot, 0) + event.amount


def _first_wager(facts: RoundHistory, spot: str) -> int:
    whole = facts.circle(spot).id
    return next(move.amount for _, move in facts.transfers if move.cause == "wager" and move.spot == whole)


@clause(script, BOTH, PURE + "Double-Down, rule 1; " + SPANISH + "Double-Down; " + PURE + "rule 2")
def a_doubled_hand_gets_one_card(facts: RoundHistory) -> Iterator[str]:
    """A doubled hand gets exactly one card for each double. Split aces in Pure 21.5 get one card each."""
    dealt: dict[str, list[int]] = {}
    for place, event in facts.dealt:
        dealt.setdefault(event.place.owner, []).append(place)
    for spot in hands(facts):
        doubles = [place for place, event in facts.acted if event.spot == spot and event.action == "double"]
        if doubles:
            after = [place for place in dealt.get(spot, ()) if place > doubles[0]]
            if len(after) != len(doubles):
                yield f"spot {spot} doubled {len(doubles)} times and got {len(after)} cards"
    if pure_game(facts.rules):
        for spot, cards in hands(facts).items():
            if was_split(facts, spot) and cards and cards[0] >> 2 == ACE and len(cards) != 2:
                yield f"the split ace {spot} has {len(cards)} cards"


@clause(script, BOTH, PURE + "Round of Play, rule 6; " + SPANISH + "Round of Play, rules 6 and 9")
def hands_are_played_from_the_left_of_the_player_dealer(facts: RoundHistory) -> Iterator[str]:
    """Players act clockwise from the left of the player-dealer. Each plays a hand out before the next one acts."""
    around = {spot.id: place for place, spot in enumerate(facts.clockwise(seat_of_dealer(facts)))}
    seats = [around[facts.circle(spot).id] for spot, _, _, _ in _plays(facts)]
    if seats != sorted(seats):
        yield "a player acted out of turn"


@clause(script, BOTH, PURE + "Game Rules, rule 2; " + SPANISH + "Game Rules, rule 2")
def nothing_is_drawn_against_a_player_dealers_21_5(facts: RoundHistory) -> Iterator[str]:
    """If the player-dealer has 21.5, no player draws, doubles, splits or surrenders. A player with 21.5 does not draw
    either.
    """
    dealer = facts.came.get(facts.dealer, [])
    pure = is_pure(dealer[:2]) if len(dealer) >= 2 else False
    for spot, action, cards, _ in _plays(facts):
        if pure:
            yield f"spot {spot} chose to {action} against a 21.5"
        elif has_pure(facts, spot, cards):
            yield f"spot {spot} chose to {action} with a 21.5"


@clause(script, BOTH, PURE + "Chart 1B and Round of Play, rule 10; " + SPANISH + "Chart 1B")
def the_player_dealer_draws_by_chart_1b(facts: RoundHistory) -> Iterator[str]:
    """After the players, the player-dealer hits soft 17 or less and stands on hard 17 or more, but draws only if a
    wager depends on it.
    """
    cards = facts.came.get(facts.dealer, [])
    if len(cards) < 2:
        return
    for drawn in range(2, len(cards)):
        points, soft = total(cards[:drawn])
        if is_pure(cards[:drawn]) or not (points < 17 or (points == 17 and soft)):
            yield f"the player-dealer drew with {points}"
    points, soft = total(cards)
    draws = not is_pure(cards) and (points < 17 or (points == 17 and soft))
    if draws and _depends(facts):
        yield f"the player-dealer stands on {points}{', soft' if soft else ''}"
    late = [place for place, event in facts.dealt if event.place == facts.dealer][2:]
    last = max((place for _, _, _, place in _plays(facts)), default=0)
    if late and min(late) < last:
        yield "the player-dealer drew before the players were done"


def _depends(facts: RoundHistory) -> bool:
    """Whether a wager is undecided that the player-dealer's hand decides."""
    shown = max((place for place, event in facts.turned if event.place == facts.dealer), default=len(facts.events))
    for place, event in facts.settled:
        if place > shown and event.wager in (WAGER, "red-flex", "buster"):
            cards = hands(facts).get(event.spot, [])
            if not (event.wager == WAGER and spanish(facts.rules) and has_pure(facts, event.spot, cards)):
                return True
    return False


@clause(script, BOTH, PURE + "Game Rules; " + SPANISH + "Game Rules")
def the_total_closest_to_21_5_wins(facts: RoundHistory) -> Iterator[str]:
    """A 21.5 pays 6 to 5, and the higher total wins even money. A hand over 21.5 loses, but pushes against three
    eights. Equal totals push.
    """
    cards = facts.came.get(facts.dealer, [])
    if len(cards) < 2:
        return
    rules, held = facts.rules, hands(facts)
    theirs = 21.5 if is_pure(cards) else total(cards)[0]
    eights = len(cards) == 3 and all(card >> 2 == EIGHT for card in cards)
    gone = {event.spot: event.line for _, event in facts.settled if event.line in ("surrender", "rescue")}

    def wanted(spot: str, stake: int) -> int:
        own = held[spot]
        if spot in gone:
            return -((stake + 1) // 2) if gone[spot] == "surrender" else -stake
        pure = has_pure(facts, spot, own)
        ours = 21.5 if pure else total(own)[0]
        if ours > 21.5:
            return 0 if eights else -stake
        if ours == theirs and not (spanish(rules) and ours >= 21):
            return 0
        if pure:
            return due(line_of(rules, rules.wager[WAGER].pays, "21.5"), stake)
        return stake if theirs > 21.5 or ours > theirs or ours == theirs else -stake

    yield from pays(facts, WAGER, wanted)


@clause(script, BOTH, PURE + "Surrender, rule 4; " + SPANISH + "Late surrender; rescue")
def what_is_given_up_is_collected(facts: RoundHistory) -> Iterator[str]:
    """A surrender forfeits half of the wager. A rescue takes back the last double and forfeits the rest."""
    for _, event in facts.chose("surrender", "rescue"):
        result = facts.results.get((event.spot, WAGER))
        if result is None or result.line != event.action:
            yield f"spot {event.spot} chose to {event.action}, and was settled as {result and result.line}"
    for spot, action, _, place in _plays(facts):
        if action == "rescue":
            wagers = [m.amount for at, m in facts.transfers if at < place and m.cause == "wager" and m.spot == spot]
            back = [m.amount for _, m in facts.transfers if m.cause == "returned" and m.spot == spot]
            if back != wagers[-1:]:
                yield f"spot {spot} got {back} back, and its last double was {wagers[-1:]}"


def _settled_at(rules: RuleSet, wager: str) -> bool:
    return wager in rules.wager


@clause(pure_game, "Pure 21.5 Blackjack", PURE + "Red Flex Bet, RFB-04; Buster Blackjack Bonus Bet, Option 4")
def red_flex_and_buster(facts: RoundHistory) -> Iterator[str]:
    """Red Flex pays by the number of red cards in a row from the player-dealer's first card, and Buster by the number
    of cards with which a hand busts.
    """
    cards = facts.came.get(facts.dealer, [])
    if not cards:
        return
    run = next((at for at, card in enumerate(cards) if card & 3 in (0, 3)), len(cards))
    count = "8 or more" if run >= 8 else str(run)
    red = (f"{count} red cards",) if run >= 2 else ("no red cards",)
    size = "8 or more" if len(cards) >= 8 else str(len(cards))
    bust = (f"bust with {size} cards",) if total(cards)[0] > 21 else ("no bust",)
    every = ("8 or more", *map(str, range(2, 8)))
    for wager, names, known in (
        ("red-flex", red, frozenset(f"{each} red cards" for each in every)),
        ("buster", bust, frozenset(f"bust with {each} cards" for each in every)),
    ):
        if wager in facts.rules.wager:
            yield from pays_by_table(facts, wager, known, lambda _, names=names: names)  # type: ignore[misc]


MATCH = frozenset((
    "2 suited matches", "1 suited + 1 non-suited match", "1 suited match", "2 non-suited matches", "1 non-suited match",
))  # fmt: skip


@clause(spanish, "Pure Spanish 21.5", SPANISH + "Match the Dealer Up Card Bonus Bet, Table C")
def match_the_dealer(facts: RoundHistory) -> Iterator[str]:
    """Match the Dealer pays for each of the player's first two cards that has the rank of the up card, and more if it
    also has its suit.
    """
    if not facts.dealt or "match-the-dealer" not in facts.rules.wagers():
        return
    up = next(event.cards[0] for _, event in facts.dealt if event.place == facts.dealer)

    def names(spot: str) -> tuple[str, ...]:
        first = [event.cards[0] for _, event in facts.dealt if event.place == hand_of(spot)][:2]
        suited = sum(card == up for card in first)
        other = sum(card >> 2 == up >> 2 for card in first) - suited
        if suited and other:
            return ("1 suited + 1 non-suited match",)
        if suited:
            return (f"{suited} suited match{'es' if suited > 1 else ''}",)
        return (f"{other} non-suited match{'es' if other > 1 else ''}",) if other else ("no match",)

    yield from pays_by_table(facts, "match-the-dealer", MATCH, names)
