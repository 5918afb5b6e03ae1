"""Fortune Pai Gow Poker (500 Club, GEGR-002017) and Face Up Pai Gow Poker (500 Club): piles, hands, wins and
bonuses.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from cardroom.cards import JOKER, Card, text
from cardroom.clauses.dealt import pays, pays_by_table
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.hands import HIGH, Key, high, straight_top
from cardroom.clauses.pays import due, line_of, readable, terms
from cardroom.clauses.register import clause, scripts
from cardroom.play.round import DISCARDS, Place, hand_of

BOTH, FACE_UP = "Fortune Pai Gow Poker, Face Up Pai Gow Poker", "Face Up Pai Gow Poker"
F, U = "500 Club, Fortune Pai Gow Poker, ", "500 Club, Face Up Pai Gow Poker, "
PLAY = "Dealing Procedures and Round of Play, "
script, face_up = scripts("fortune-pai-gow", "face-up-pai-gow"), scripts("face-up-pai-gow")
ACE, KING, QUEEN = 12, 11, 10
FIVE_ACES = 9


@lru_cache(maxsize=1 << 14)
def five(cards: tuple[Card, ...], wheel: str = "lowest") -> Key:
    """Five cards, where a joker is an ace, or completes a straight, flush or straight flush."""
    if JOKER not in cards:
        return _ranked(high(cards), wheel)
    rest = [card for card in cards if card != JOKER]
    if sum(card >> 2 == ACE for card in rest) == 4:
        return (FIVE_ACES,)
    suits = {card & 3 for card in rest}
    suit = suits.pop() if len(suits) == 1 else None
    best: Key = ()
    for rank in range(13):
        stands = rank * 4 + (suit if suit is not None else 0)
        if stands in rest:
            if rank != ACE:
                continue
            stands = next(card for card in range(48, 52) if card not in rest)
        if suit is None and stands & 3 == 0 and len({card & 3 for card in rest} | {0}) == 1:
            stands += 1
        key = _ranked(high([*rest, stands]), wheel)
        if (rank == ACE or HIGH[key[0]] in ("straight", "flush", "straight flush")) and key > best:
            best = key
    return best


def _ranked(key: Key, wheel: str) -> Key:
    """The key with A-2-3-4-5 where the house rule has it: the lowest straight, or the second highest."""
    if HIGH[key[0]] in ("straight", "straight flush"):
        top = 2 * key[1]
        return key[0], 23 if key[1] == 3 and wheel != "lowest" else top
    return key


def two(cards: Sequence[Card]) -> Key:
    """Two cards: a pair, or the higher card first. A joker is an ace."""
    one, other = sorted((ACE if card == JOKER else card >> 2 for card in cards), reverse=True)
    return (1, one) if one == other else (0, one, other)


def foul(front: Sequence[Card], back: Key) -> bool:
    """Whether the two-card hand outranks the five-card hand."""
    return two(front) > back[: 1 + len(two(front)) - 1] if back[0] <= 1 else False


def hand_at(facts: RoundHistory, place: Place) -> tuple[list[Card], list[Card]]:
    """The front and the back that were laid out at a place."""
    front, back = (facts.hands.get(Place(place.kind, place.owner, part), []) for part in ("front", "back"))
    return front, back


def place_of_seat(facts: RoundHistory, seat: int) -> Place:
    """Where a seat's cards are: at its player, or at the seat if only people behind it bet."""
    for spot in facts.spots:
        if spot.seat == seat and not spot.backline and (spot.id in facts.bettors or spot == facts.banker):
            return hand_of(spot.id)
    return Place("seat", str(seat))


def seven_at(facts: RoundHistory, seat: int) -> list[Card]:
    """The seven cards that came to a seat."""
    return facts.came.get(place_of_seat(facts, seat), [])


@clause(script, BOTH, F + PLAY + "rule 5; " + U + PLAY + "rule 5")
def seven_piles_of_seven_and_four_left(facts: RoundHistory) -> Iterator[str]:
    """There are seven piles of seven cards, and four cards are left. A machine deals whole piles. By hand, single cards
    are dealt back and forth.
    """
    if not facts.dealt:
        return
    if facts.rules.house("shuffle") == "machine":
        wanted = [(str(pile), 7) for pile in range(1, 8)]
    else:
        wanted = [(str(8 - pile if turn % 2 else pile), 1) for turn in range(7) for pile in range(1, 8)]
    came = [(event.place.part or event.place.kind, len(event.cards)) for _, event in facts.dealt]
    if came != [*wanted, ("discards", 4)]:
        yield f"the piles were dealt as {came[:4]} and so on, in {len(came)} steps"
    if any(event.to is None for _, event in facts.dealt):
        yield "a pile was dealt face up"


@clause(script, BOTH, F + PLAY + "rule 5; " + U + PLAY + "rules 5c to 5k")
def the_dice_name_the_seat_of_the_first_pile(facts: RoundHistory) -> Iterator[str]:
    """The numbers one, eight and fifteen mean the player-dealer's seat, and the others follow clockwise. From the named
    seat on, every seat gets a pile.
    """
    banker = facts.banker
    if not facts.dealt or banker is None:
        return
    if len(facts.rolled) != 1:
        yield f"dice or a number were drawn {len(facts.rolled)} times"
        return
    number = sum(facts.rolled[0][1].numbers)
    start = (banker.seat - 1 + (number - 1)) % 7
    seats = [(start + turn) % 7 + 1 for turn in range(7)]
    chosen = facts.chose(*(f"take-pile-{pile}" for pile in range(1, 8)))
    first = int(chosen[0][1].action[-1]) if chosen else 1
    given = [(move.place.part, move.into) for _, move in facts.moved if move.place.kind == "pile"]
    betting = {facts.circle(spot).seat for spot in facts.bettors} | {banker.seat}
    action = next((seat for seat in seats if seat in betting - {banker.seat}), 0)
    if chosen and facts.rules.script == "fortune-pai-gow" and seats[0] not in betting:  # it goes with the button
        seats = [(action - 1 + turn) % 7 + 1 for turn in range(7)]
    wanted = [
        (str((first - 1 + turn) % 7 + 1), place_of_seat(facts, seat) if seat in betting else DISCARDS)
        for turn, seat in enumerate(seats)
    ]
    if given != wanted:
        yield f"{number}: the piles go to {[into.owner or into.kind for _, into in given]}, not from seat {seats[0]}"
    if facts.mark("action button") != action:
        yield f"with {number} the action button is at seat {facts.mark('action button')}, not {action}"


@clause(scripts("fortune-pai-gow"), "Fortune Pai Gow Poker", F + PLAY + "rule 5")
def the_player_dealer_picks_a_pile_dealt_by_hand(facts: RoundHistory) -> Iterator[str]:
    """If the piles are dealt by hand, the player-dealer chooses the first one. Piles from a machine are used in
    order.
    """
    picks = facts.chose(*(f"take-pile-{pile}" for pile in range(1, 8)))
    wanted = 1 if facts.dealt and facts.rules.house("shuffle") == "manual" else 0
    if len(picks) != wanted or any(facts.banker and event.spot != facts.banker.id for _, event in picks):
        yield f"a pile was picked {len(picks)} times, by {[event.spot for _, event in picks]}"


@clause(face_up, FACE_UP, U + PLAY + "rule 5c")
def the_player_dealer_always_picks_a_pile(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer chooses the first of the seven piles before the dice are thrown."""
    picks = facts.chose(*(f"take-pile-{pile}" for pile in range(1, 8)))
    if facts.dealt and [event.spot for _, event in picks] != [facts.banker.id if facts.banker else ""]:
        yield f"a pile was picked by {[event.spot for _, event in picks]}"
    if picks and facts.rolled and picks[0][0] > facts.rolled[0][0]:
        yield "the pile was picked after the draw"


@clause(scripts("fortune-pai-gow"), "Fortune Pai Gow Poker", F + PLAY + "rules 7 and 8")
def fortune_hands_are_set_before_the_player_dealer_shows(facts: RoundHistory) -> Iterator[str]:
    """All players set their hands before the player-dealer's hand is exposed."""
    shown = [place for place, move in facts.moved if move.place == facts.dealer]
    sets = [place for place, event in facts.chose("set", "house-way")]
    if shown and sets and max(sets) > min(shown):
        yield "a hand was set after the player-dealer's was exposed"


@clause(face_up, FACE_UP, U + PLAY + "rules 6, 6a and 7")
def face_up_shows_the_player_dealer_first(facts: RoundHistory) -> Iterator[str]:
    """The player-dealer's hand is exposed and set before the players set theirs. If it is ace-high, no hand is set."""
    if not facts.dealt or facts.banker is None:
        return
    shown = [place for place, move in facts.moved if move.place == facts.dealer]
    sets = [place for place, event in facts.chose("set", "house-way")]
    if ace_high(seven_at(facts, facts.banker.seat)):
        if sets:
            yield "hands were set against an ace-high player-dealer"
    elif sets and (not shown or min(sets) < min(shown)):
        yield "a hand was set before the player-dealer's was exposed"


@clause(script, BOTH, F + PLAY + "rule 7; " + U + PLAY + "rule 7")
def a_hand_stays_as_its_player_set_it(facts: RoundHistory) -> Iterator[str]:
    """The two cards that a player picked are the front hand, and the other five are the back hand."""
    for _, event in facts.chose("set"):
        front, back = hand_at(facts, hand_of(event.spot))
        if front and ({*front} != {*event.value} or len(back) != 5):
            yield f"spot {event.spot} set {text(event.value)} in front, and {text(front)} lay there"


def ace_high(cards: Sequence[Card]) -> bool:
    """Whether seven cards have an ace, and no pair, straight or flush; a joker must be nothing but an ace."""
    ranks = [ACE if card == JOKER else card >> 2 for card in cards]
    if ACE not in ranks or len({*ranks}) < 7:
        return False
    joker = JOKER in cards
    plain = [card for card in cards if card != JOKER]
    if max(Counter(card & 3 for card in plain).values()) + joker >= 5:
        return False
    mask = sum(1 << rank for rank in {card >> 2 for card in plain})
    options = [mask | 1 << rank for rank in range(13)] if joker else [mask]
    return all(straight_top(each) < 0 for each in options)


@clause(script, BOTH, F + "How Winners are Determined and Paid; " + U + "How Winners are Determined and Paid")
def both_hands_must_rank_higher(facts: RoundHistory) -> Iterator[str]:
    """The base wager wins 1 to 1 if both hands are higher, loses if both are lower, and otherwise pushes. Equal hands
    go to the player-dealer, and a foul loses.
    """
    if not facts.dealt or facts.banker is None:
        return
    rules, wheel = facts.rules, facts.rules.house("wheel")
    pushes = face_up(rules) and ace_high(seven_at(facts, facts.banker.seat))
    front, back = hand_at(facts, facts.dealer)
    theirs = (two(front), five(tuple(sorted(back)), wheel)) if front else ((), ())

    def wanted(spot: str, stake: int) -> int:
        if pushes:
            return 0
        ours, behind = hand_at(facts, place_of_seat(facts, facts.circle(spot).seat))
        key = five(tuple(sorted(behind)), wheel)
        if foul(ours, key):
            return -stake
        wins = (two(ours) > theirs[0]) + (key > theirs[1])
        if wins == 2:
            return due(line_of(rules, rules.wager["base"].pays, "both hands higher"), stake)
        return 0 if wins else -stake

    yield from pays(facts, "base", wanted)


LINES = frozenset((
    "seven-card straight flush", "royal flush with royal match", "seven-card straight flush with joker", "five aces",
    "royal flush", "straight flush", "four of a kind", "full house", "flush", "three of a kind", "straight",
))  # fmt: skip


@lru_cache(maxsize=1 << 12)
def fortune_names(cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Every line that seven cards have."""
    joker = JOKER in cards
    plain = [card for card in cards if card != JOKER]
    names = []
    for suit in range(4):
        ranks = {card >> 2 for card in plain if card & 3 == suit}
        options = [ranks | {rank} for rank in range(13) if rank not in ranks] if joker else [ranks]
        for held in options:
            mask = sum(1 << rank for rank in held)
            if len(held) == 7 and _seven_in_a_row(mask):
                names.append("seven-card straight flush" + (" with joker" if joker else ""))
            if {8, 9, 10, 11, 12} <= held:
                names.append("royal flush")
                rest = [card for card in plain if not (card & 3 == suit and card >> 2 >= 8)]
                ace_by_joker = joker and not {8, 9, 10, 11, 12} <= ranks
                if len(rest) == 2 and (ace_by_joker or not joker):
                    one, other = sorted(rest)
                    if (one >> 2, other >> 2) == (QUEEN, KING) and one & 3 == other & 3:
                        names.append("royal flush with royal match")
            if straight_top(mask) >= 0:
                names.append("straight flush")
            if len(held) >= 5:
                names.append("flush")
    counts = Counter(ACE if card == JOKER else card >> 2 for card in cards)
    if counts[ACE] == 5:
        names.append("five aces")
    most = [count for _, count in counts.most_common(2)]
    if most[0] >= 4:
        names.append("four of a kind")
    if most[0] >= 3:
        names.append("three of a kind")
    if most[0] >= 3 and most[1] >= 2:
        names.append("full house")
    mask = sum(1 << rank for rank in {card >> 2 for card in plain})
    if any(straight_top(each) >= 0 for each in ([mask | 1 << rank for rank in range(13)] if joker else [mask])):
        names.append("straight")
    return tuple(dict.fromkeys(names))


def _seven_in_a_row(mask: int) -> bool:
    return any(mask == sum(1 << (rank % 13) for rank in range(low, low + 7)) for low in range(-1, 7))


@clause(script, BOTH, F + "Fortune Bonus Bet; " + U + "Fortune Bonus Bet Paytable")
def fortune_bonus(facts: RoundHistory) -> Iterator[str]:
    """The Fortune Bonus pays the best line of the player's seven cards, however the hand is set. Without a line it
    loses.
    """
    rules = facts.rules
    if "fortune" not in rules.wager or not readable(rules, rules.wager["fortune"].pays, LINES):
        return
    lines = rules.table(rules.wager["fortune"].pays).lines

    def names(spot: str) -> tuple[str, ...]:
        made = [name for name in fortune_names(tuple(facts.cards(spot))) if name in lines]
        return (max(made, key=lambda name: terms(lines[name])[1]),) if made else ("nothing",)

    yield from pays_by_table(facts, "fortune", LINES, names)


@clause(script, BOTH, F + "Envy Bonus; " + U + "Envy Bonus")
def envy_bonus(facts: RoundHistory) -> Iterator[str]:
    """With a Fortune Bonus of $5 or more, a player is paid for hands of other players: in Fortune for the highest one,
    in Face Up for each.
    """
    rules = facts.rules
    if not facts.dealt or "envy" not in rules.wagers() or not readable(rules, rules.wager["envy"].pays, LINES):
        return
    fortune, table = rules.table(rules.wager["fortune"].pays).lines, rules.table(rules.wager["envy"].pays).lines
    bets = [spot for spot in facts.bettors if (spot, "fortune") in facts.staked]
    worth: dict[str, int] = {}
    for spot in bets:
        made = [name for name in fortune_names(tuple(facts.cards(spot))) if name in fortune]
        line = max(made, key=lambda name: terms(fortune[name])[1]) if made else ""
        worth[spot] = terms(table[line])[1] if line in table else 0
    highest = max(worth.values(), default=0)
    bettor = {spot: facts.circle(spot).bettor for spot in bets}
    for holder in bets:
        others = [worth[spot] for spot in bets if bettor[spot] != bettor[holder] and worth[spot]]
        if facts.staked[holder, "fortune"] < 500:
            others = []
        if rules.house("envy_pays") == "highest hand":
            others = [each for each in others if each == highest][:1]
        won = sorted(event.due for _, event in facts.settled if (event.spot, event.wager) == (holder, "envy"))
        if won != sorted(others):
            yield f"the Envy button of spot {holder} won {won}, not {sorted(others)}"
    for _, event in facts.settled:
        if event.wager == "envy" and event.spot not in bets:
            yield f"spot {event.spot} won Envy without a button"


ACE_HIGH = frozenset((
    "player and player-dealer ace-high", "player-dealer ace-high with joker", "player-dealer ace-high",
))  # fmt: skip


@clause(face_up, FACE_UP, U + "Ace-High Bonus Bet Paytable")
def ace_high_bonus(facts: RoundHistory) -> Iterator[str]:
    """Ace-High pays if the player-dealer's hand is ace-high. It pays more if the joker is in that hand, and most if the
    player's hand is ace-high too.
    """
    if not facts.dealt or facts.banker is None or "ace-high" not in facts.rules.wager:
        return
    dealer = seven_at(facts, facts.banker.seat)

    def names(spot: str) -> tuple[str, ...]:
        if not ace_high(dealer):
            return ("nothing",)
        if ace_high(facts.cards(spot)):
            return ("player and player-dealer ace-high",)
        return ("player-dealer ace-high" + (" with joker" if JOKER in dealer else ""),)

    yield from pays_by_table(facts, "ace-high", ACE_HIGH, names)
