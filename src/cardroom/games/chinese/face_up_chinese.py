"""Face-Up Chinese Poker (500 Club, Face-Up Chinese Poker, GEGR-002034).

Read it beside its chapter, in the chapter's order: Dealing Procedures and Round of Play, How Winners are Determined and
Paid, Fantasy Land. `table` decides who is dealt in, `points` what one hand wins from another, and `placing` how cards
are placed for an absent player.
"""

from collections.abc import Generator, Mapping, Sequence
from itertools import combinations

from cardroom.cards import UNKNOWN, Card
from cardroom.games.chinese.placing import Outlook, Rows, best_set, board_of, rows_after
from cardroom.games.chinese.points import (
    LINES,
    RANKINGS,
    SEGMENTS,
    ChineseHand,
    Won,
    enters,
    points_text,
    scores,
    segments,
    stays,
    sweep,
    sweep_marker,
)
from cardroom.games.chinese.rule_set_check import check
from cardroom.games.chinese.table import Standing, collect, in_play, read_clock, seat_players
from cardroom.money import dollars
from cardroom.play import (
    Answer,
    Ask,
    Choice,
    Coverage,
    Declaration,
    Lay,
    Layout,
    Place,
    Round,
    RowSlot,
    Script,
    Shown,
    Spot,
    ask,
    hand_of,
    ranked,
)
from cardroom.rankings.chinese import clean_sweep

FIRST, TURNS, TURN = 5, 4, 3
"""The number of cards placed first, of later turns, and of cards per turn, of which two are placed."""
CITES = {"clean sweep": "Clean Sweep", "foul": "Foul Hand", "segments": "Point System; Bonus System"}
LAYOUT = Layout(
    {
        "hand": (
            Shown("", sorted=True),
            *(Shown(name, ranked(RANKINGS[name]), name, slots=size) for name, size in SEGMENTS.items()),
            Shown("thrown away", part="discards"),
        )
    },
    scores=scores,
)


def face_up_chinese(round: Round) -> Script:
    """The round of play."""
    cards, standing = round.cards, round.carried.own or Standing()
    clock = yield from read_clock(round, standing)
    players = seat_players(round, standing, clock)  # rules 1-2: from the buttons on
    if not players:
        return
    paid = collect(round, standing, players, clock)
    running = round.house("table_stakes") == "running"
    stakes = {spot: Coverage(in_play(round, standing, spot), running) for spot in players}  # rule 3
    dealt = [*players[1:], players[0]]  # from the left of the dealer button

    dreaming = [spot for spot in dealt if spot.bettor in standing.fantasy]  # Fantasy Land
    for spot in dreaming:
        round.say("in Fantasy Land", round.rules.cite("Fantasy Land"), of=spot)
        cards.deal(spot, sum(SEGMENTS.values()))
    answers = yield [ask_to_set(round, spot) for spot in dreaming]
    for spot, answer in zip(dreaming, answers, strict=True):
        lay(round, spot, answer.value, up=False)

    awake = [spot for spot in dealt if spot not in dreaming]
    for _ in range(FIRST):  # rule 4
        for spot in awake:
            cards.deal(spot, up=True)
    for spot in awake:  # rules 4-5
        answer = yield ask_to_place(round, spot, TURNS)
        lay(round, spot, answer.value)
    for turn in range(TURNS):  # rules 6-7
        for spot in awake:
            cards.deal(spot, TURN)
            answer = yield ask_to_place(round, spot, TURNS - turn - 1)
            lay(round, spot, answer.value)

    for spot in dreaming:
        for segment in SEGMENTS:
            cards.turn(hand_of(spot.id, segment))
    hands = yield from declare_sweeps(round, players)
    settle_sweeps(round, hands, stakes)
    settle_segments(round, hands, stakes)
    fantasy = fantasy_land(round, standing, hands, dreaming)
    left = {spot.bettor: round.chips.stack(spot) for spot in players}
    here = round.stacks.keys()
    round.carry.own = Standing(
        players[0].seat,
        {bettor: chips for bettor, chips in {**standing.stacks, **left}.items() if bettor in here},
        fantasy,
        clock,
        {bettor: minute for bettor, minute in {**standing.paid, **paid}.items() if bettor in here},
    )


# -- Placing ----------------------------------------------------------------------------------------------------------


def rows_of(round: Round, spot: Spot) -> Rows:
    """A player's segments."""
    return tuple(tuple(round.cards.hand(hand_of(spot.id, segment))) for segment in SEGMENTS)


def segment_rows(rows: Rows) -> tuple[RowSlot, ...]:
    """The segments as rows to place cards in."""
    sizes = zip(SEGMENTS.items(), rows, strict=True)
    return tuple(RowSlot(name, cards, size - len(cards), RANKINGS[name]) for (name, size), cards in sizes)


def ask_to_place(round: Round, spot: Spot, turns: int) -> Ask:
    """Ask for the new cards to be placed, face up and permanently. Of three cards one is discarded.

    The default for an absent player is a careful placing, from what that player can see.
    """
    cards, rows = tuple(round.cards.hand(spot)), rows_of(round, spot)
    discards = len(cards) == TURN
    seen = {card for event in round.view(spot.bettor).events for card in getattr(event, "cards", ())} - {UNKNOWN}
    placing, _ = Outlook(round.rules, seen, turns).best(board_of(rows), cards, discards)
    after = rows_after(((), (), ()), placing)
    equal_fouls = round.house("equal_segments_foul")
    lay = Lay("place", cards, segment_rows(rows), int(discards), equal_fouls)
    return ask(spot.id, [lay], "place", lay.check(dict(zip(SEGMENTS, after, strict=True))))


def ask_to_set(round: Round, spot: Spot) -> Ask:
    """Ask for thirteen cards to be set face down."""
    cards = tuple(round.cards.hand(spot))
    lay = Lay("set", cards, segment_rows(rows_of(round, spot)), 0, round.house("equal_segments_foul"))
    best = dict(zip(SEGMENTS, best_set(round.rules, cards), strict=True))
    return ask(spot.id, [lay], "set", lay.check(best), secret=True)


def lay(round: Round, spot: Spot, value: Mapping[str, Sequence[Card]], *, up: bool = True) -> None:
    """Place cards in the segments, face up or face down. The remaining card is discarded face down."""
    for segment, cards in value.items():
        held = round.cards.hand(spot)
        into = hand_of(spot.id, segment)
        round.cards.move(spot, into, *map(held.index, cards), up=up, seen_by=None if up else spot)
    if round.cards.hand(spot):
        round.cards.move(spot, thrown_by(spot), seen_by=spot)


def thrown_by(spot: Spot) -> Place:
    """The place of a player's discards. Only that player has seen them."""
    return hand_of(spot.id, "discards")


# -- How winners are determined and paid ------------------------------------------------------------------------------


def declare_sweeps(
    round: Round, players: Sequence[Spot]
) -> Generator[Sequence[Ask], list[Answer], dict[Spot, ChineseHand]]:
    """The hands to compare. A player with a clean sweep may declare it, and gets a marker.

    All cards are face up, so everyone can see who is asked and why.
    """
    hands = {}
    for spot in players:
        front, middle, back = rows_of(round, spot)
        hands[spot] = ChineseHand(front, middle, back, equal_fouls=round.house("equal_segments_foul"))
    made = {spot: clean_sweep(*hand[:3]) for spot, hand in hands.items()}
    able = {spot: name for spot, name in made.items() if name}
    answers = yield [ask(spot.id, [Choice("declare"), Choice("compare")], "declare") for spot in able]
    for (spot, name), answer in zip(able.items(), answers, strict=True):
        if answer.action == "declare":
            hands[spot] = hands[spot]._replace(declared=name)
            round.mark(sweep_marker(spot.seat), spot.seat, name)
    for spot, hand in hands.items():
        if hand.foul:
            round.say("a foul hand", round.rules.cite("Foul Hand"), of=spot)
    return hands


def settle_sweeps(round: Round, hands: Mapping[Spot, ChineseHand], stakes: dict[Spot, Coverage]) -> None:
    """Pay clean sweeps first, starting at the buttons; equal ones push."""
    for own, hand in hands.items():
        for other, against in hands.items():
            if other is not own and (won := sweep(round.rules, hand, against)):
                pay(round, stakes, own, other, won, (), "clean sweep")


def settle_segments(round: Round, hands: Mapping[Spot, ChineseHand], stakes: dict[Spot, Coverage]) -> None:
    """Compare position 1, which has the buttons, with 2 and then 3; then 2 with 3. Pay the difference."""
    first = next(iter(hands))
    for one, other in combinations(hands, 2):
        ours, theirs = hands[one], hands[other]
        if ours.foul and theirs.foul:
            cite = round.rules.cite(CITES["foul"])
            round.say(f"two fouls, so nothing is paid against seat {other.seat}", cite, of=one)
            continue
        won = segments(round.rules, ours, theirs, buttons=one is first)
        lost = segments(round.rules, theirs, ours)
        if won or lost or not (ours.declared or theirs.declared):
            pay(round, stakes, one, other, won, lost, "foul" if ours.foul or theirs.foul else "segments")


def pay(
    round: Round,
    stakes: dict[Spot, Coverage],
    one: Spot,
    other: Spot,
    won: Sequence[Won],
    lost: Sequence[Won],
    what: str,
) -> None:
    """Pay the net points between two players, as far as the chips of both reach (rule 3)."""
    if sum(each.points for each in won) < sum(each.points for each in lost):
        one, other, won, lost = other, one, lost, won
    points = sum(each.points for each in won) - sum(each.points for each in lost)
    rules, why = round.rules, points_text(won, lost)
    cite = rules.cite(CITES[what])
    owed = points * rules.point
    amount = min(stakes[other].pay(owed)[0], stakes[one].collect(owed)[0])
    _, stakes[other] = stakes[other].pay(amount)
    _, stakes[one] = stakes[one].collect(amount)
    total = f"{points} point{'' if points == 1 else 's'}"
    if amount < owed:
        why += f"; table stakes leave {dollars(amount)} of {dollars(owed)}"
    if amount:
        round.chips.pay_points(other, one, amount, what, total, why, cite)
    else:
        round.say(f"{total} against seat {other.seat}: {why}; nothing is paid", cite, of=one)


# -- Fantasy Land -----------------------------------------------------------------------------------------------------


def fantasy_land(
    round: Round, standing: Standing, hands: Mapping[Spot, ChineseHand], dreaming: Sequence[Spot]
) -> tuple[str, ...]:
    """The bettors whose next hand is in Fantasy Land: those who enter, those who stay, and those not dealt in now."""
    cite = round.rules.cite("Fantasy Land")
    entitled = []
    for spot in round.spots:
        hand = hands.get(spot)
        if hand is None:
            if spot.bettor in standing.fantasy:
                entitled.append(spot.bettor)
        elif spot in dreaming:
            if why := stays(round.rules, hand):
                round.say(f"in Fantasy Land again: {why}", cite, of=spot)
                entitled.append(spot.bettor)
        elif enters(round.rules, hand):
            round.say("the next hand is in Fantasy Land", cite, of=spot)
            entitled.append(spot.bettor)
    here = {spot.bettor for spot in round.spots}
    return *entitled, *(bettor for bettor in standing.fantasy if bettor in round.stacks and bettor not in here)


DECLARATION = Declaration(
    name="face-up-chinese",
    version="face-up-chinese/1",
    script=face_up_chinese,
    layout=LAYOUT,
    moments=("by the clock",),
    lines=LINES,
    check=check,
    carried=Standing,
    lesson=".face_up_chinese:lesson",
    bot=".chinese:chinese",
    analysis=".games:CHINESE",
)
