"""From one round to the next: the button, the blinds, the bank, the shoe, the decks and the meters."""

from collections.abc import Iterator

from cardroom.clauses import chinese
from cardroom.clauses.cards import AGAIN
from cardroom.clauses.chinese import dealt_in
from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.jackpots import METERS, metered
from cardroom.clauses.poker.opening import blind_seats, outside, with_blinds
from cardroom.clauses.poker.reading import poker, reading
from cardroom.clauses.register import clause, clause_between
from cardroom.rulebook import RuleSet


def button(rules: RuleSet) -> bool:
    """Whether a button goes round."""
    return poker(rules) and rules.poker is not None and rules.poker.button


def _next(seats: list[int], after: int) -> int:
    """The next of these seats clockwise."""
    return min(seats, key=lambda seat: (seat <= after, seat))


def _same(before: RoundHistory, facts: RoundHistory) -> bool:
    """Whether the same players were dealt in at the same seats."""
    return sorted(reading(before).players) == sorted(reading(facts).players) and all(
        before.by_id[spot] == facts.by_id[spot] for spot in reading(facts).players
    )


@clause_between(
    button, "poker with a button", "500 Club, Texas Hold'em, rule 1a; Seven Card Stud, rule 1; Mexican Poker, rule 1"
)
def the_button_goes_to_the_next_player(before: RoundHistory, facts: RoundHistory) -> Iterator[str]:
    """After each hand the dealer button moves clockwise to the next player who is dealt in."""
    if not (reading(before).dealt and reading(facts).dealt) or outside(facts) or not _same(before, facts):
        return
    wanted = _next([reading(facts).seat(spot) for spot in reading(facts).players], reading(before).button)
    if reading(facts).button != wanted and not _dead(before):
        yield f"the button goes from seat {reading(before).button} to seat {reading(facts).button}, not {wanted}"


def _dead(before: RoundHistory) -> bool:
    """Whether the button or a blind was at an empty seat, as happens after a player left."""
    seats = {reading(before).seat(spot) for spot in reading(before).players}
    return (
        reading(before).button not in seats
        or not {*blind_seats(before)} <= seats | {0}
        or (
            len(seats) > 2
            and blind_seats(before)[:1] != [_next([*seats], reading(before).button)]
            and with_blinds(before.rules)
        )
    )


@clause_between(with_blinds, "poker with blinds", "500 Club, Texas Hold'em, rule 2a; K14")
def the_big_blind_goes_to_the_next_player(before: RoundHistory, facts: RoundHistory) -> Iterator[str]:
    """After each hand the big blind moves clockwise to the next player with chips."""
    last, now = blind_seats(before), blind_seats(facts)
    if not (reading(before).dealt and reading(facts).dealt and last and now) or outside(facts):
        return
    able = [spot.seat for spot in facts.spots if facts.stacks[spot.bettor] > 0]
    posted = facts.rules.house("owed_blinds") and [*facts.rules.stakes.blinds] == sorted(facts.rules.stakes.blinds)
    if posted and all(facts.rules.stakes.blinds) and facts.carried.own == before.carry.own:
        stayed = set(reading(before).players) & {spot.id for spot in facts.spots if facts.stacks[spot.bettor] > 0}
        if stayed and now[-1] != _next(able, last[-1]):
            yield f"the big blind goes from seat {last[-1]} to seat {now[-1]}, not {_next(able, last[-1])}"


@clause_between(chinese.script, "Face-Up Chinese Poker", "500 Club, Face-Up Chinese Poker, rule 1c")
def both_buttons_rotate_after_each_hand(before: RoundHistory, facts: RoundHistory) -> Iterator[str]:
    """After each hand the dealer button and the action button move clockwise to the next player who has enough
    chips.
    """
    if dealt_in(before) and dealt_in(facts):
        seats = [facts.by_id[spot].seat for spot in dealt_in(facts)]
        last, now = before.mark("button"), facts.mark("button")
        if now != _next(seats, last):
            yield f"the buttons go from seat {last} to seat {now}, not {_next(seats, last)}"


def _bank(rules: RuleSet) -> bool:
    return rules.bank is not None


@clause_between(
    _bank, "games with a player-dealer", "500 Club, Collection Procedures California Games: after every two hands"
)
def after_two_rounds_the_position_is_offered_to_others(before: RoundHistory, facts: RoundHistory) -> Iterator[str]:
    """After two rounds in the position, it is offered to the next seats before the same player may take it again."""
    banker, now = before.banker, facts.banker
    rounds = facts.rules.bank.rounds if facts.rules.bank else 0
    said = [event.says for _, event in before.marked if event.marker == "player-dealer"]
    if banker is None or now is None or not before.dealt or said != [f"round {rounds} of {rounds}"]:
        return
    if (now.seat, now.bettor) == (banker.seat, banker.bettor):
        others = [
            spot
            for spot in facts.spots
            if spot.bettor != now.bettor
            and not (spot.backline or spot.second)
            and facts.stacks[spot.bettor] >= facts.rules.minimum + 100_000
        ]
        asked = {event.spot for _, event in facts.chose("pass")}
        if missing := [spot.id for spot in others if spot.id not in asked]:
            yield f"seat {now.seat} banks a third round, and it was not offered to {', '.join(missing)}"


@clause_between(lambda rules: True, "every game", "every chapter: the next round begins where the last one ended")
def nothing_changes_between_rounds(before: RoundHistory, facts: RoundHistory) -> Iterator[str]:
    """A round begins with the button, the bank and the shoe as the last round left them."""
    for name in ("shoe", "deck", "bank", "own"):
        left, now = getattr(before.carry, name), getattr(facts.carried, name)
        if left != now:
            yield f"the last round left {name} as {left}, and this one begins with {now}"


def _shoe(rules: RuleSet) -> bool:
    return rules.deck.shoe


@clause(_shoe, "EZ Baccarat, the 21.5 games", "500 Club, EZ Baccarat, Description of the Deck; cut card E3 and J15")
def a_shoe_is_dealt_to_its_cut_card(facts: RoundHistory) -> Iterator[str]:
    """Cards are dealt from the same shoe, round after round, until no more cards are left than those behind the cut
    card.
    """
    if any(AGAIN in event.text for _, event in facts.said):
        return
    dealt = sum(len(event.cards) for _, event in facts.dealt)
    now = (facts.carried.shoe.dealt if facts.carried.shoe else 0) + dealt
    size = facts.rules.packs * {"spanish": 48}.get(facts.rules.deck.name, 52)
    known = facts.rules.deck.name in ("standard", "bonus", "spanish")
    if not dealt or not known or now + facts.left < size:  # a simulation may deal from the cards of one round
        return
    wanted = now if size - now > facts.rules.cut else None
    left = facts.carry.shoe.dealt if facts.carry.shoe else None
    if left != wanted:
        yield f"{now} of {size} cards are dealt, and the next round begins at {left}"


def _decks(rules: RuleSet) -> bool:
    return rules.deck.decks > 1


@clause(
    _decks, "games with two decks", "500 Club, Fortune Pai Gow Poker, Description of the Deck: two alternating decks"
)
def decks_take_turns(facts: RoundHistory) -> Iterator[str]:
    """Two decks are used in turn, so that each is used in every other round."""
    decks = facts.rules.deck.decks
    wanted = (facts.carried.deck + 1) % decks if facts.dealt else facts.carried.deck
    if facts.carry.deck != wanted:
        yield f"after deck {facts.carried.deck} comes deck {facts.carry.deck}"


@clause(
    metered, METERS, "Washington HUH, Bonus or Progressive Jackpot Definition: the display increments after each wager"
)
def a_meter_keeps_what_was_wagered(facts: RoundHistory) -> Iterator[str]:
    """A round begins with the display that the last round left, including what its wagers added. The display of a bonus
    jackpot does not change.
    """
    read = {event.about for _, event in facts.chose("meter")}
    for jackpot in dict.fromkeys(facts.rules.jackpots.values()):
        if jackpot.name in read:
            continue
        moved = sum(m.amount for _, m in facts.transfers if m.payee.kind == "meter" and m.payee.owner == jackpot.name)
        was, now = (each.meters.get(jackpot.name, jackpot.seed) for each in (facts.carried, facts.carry))
        if now != was + moved:
            yield f"{jackpot.name} shows {now} cents after {was} and {moved} more"
