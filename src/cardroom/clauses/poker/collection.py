"""The collection of poker: flat fees from the pot, by players dealt in, when the printed street or round is reached."""

from collections.abc import Iterator

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.poker.reading import Reading, poker, reading
from cardroom.clauses.register import clause
from cardroom.money import cents, dollars
from cardroom.play.round import BOARD, Transfer

POKER = "every poker game"
RATES = "500 Club, Poker Collection Rates, GEGR-002022"
STREETS = ("flop", "turn", "river")
ROUNDS = ("first round", "second round", "third round")


def _posted(hand: Reading, moment: str) -> list[int]:
    """The posted fees at a moment for the number of players who were dealt in."""
    count = len({hand.seat(each) for each in hand.players})
    found = []
    for fee in hand.rules.posted:
        if fee.players is None or fee.players[0] <= count <= fee.players[1]:
            found += [cents(charge.tiers[-1].fee) for charge in fee.charge if charge.moment == moment]
    return [each for each in found if each]


def _due(hand: Reading) -> list[tuple[int, int]]:
    """The fees of a hand in order, each with the place in the order of events where it is due."""
    poker, facts = hand.poker, hand.facts
    due: list[tuple[int, int]] = []
    if poker.structure == "community":
        first = poker.board[0]
        dealt = [place for place, event in facts.dealt if event.place == BOARD]
        reached = dealt[1:] if 0 < first < 3 else dealt
        for moment, place in zip(STREETS, reached, strict=False):
            due += [(place, fee) for fee in _posted(hand, moment)]
        if first < 3 and len(hand.boards[0]) <= first:
            due += [(len(facts.events), fee) for fee in _posted(hand, "modified")]
        return due
    for number, moment in enumerate(ROUNDS):
        betting = next((each for each in hand.rounds if each.number == number), None)
        opened_alone = number == 0 and poker.structure == "stud" and betting is not None and len(betting.acts) == 1
        # A round is reached where a player may bet. A hand that ends in the first one pays nothing (L2).
        if betting is not None and not opened_alone and (number or len(_left(hand)) > 1):
            due += [(betting.acts[-1].place, fee) for fee in _posted(hand, moment)]
    return due


def _pot(facts: RoundHistory, place: int) -> int:
    """What bets have put into the pot at a place, with those that are gathered directly after it."""
    pot, still = 0, True
    for at, event in enumerate(facts.events):
        if at > place:
            still = still and isinstance(event, Transfer) and event.cause in ("bet", "uncalled", "gathered")
            if not still:
                break
        if isinstance(event, Transfer) and event.cause in ("gathered", "dead"):
            pot += event.amount
    return pot


def _left(hand: Reading) -> list[str]:
    """Who is still in the hand after the first betting round."""
    out = {act.spot for each in hand.rounds if each.number == 0 for act in each.acts if act.action == "fold"}
    return [each for each in hand.players if each not in out]


@clause(poker, POKER, RATES)
def the_fee_is_that_of_the_players_dealt_in(facts: RoundHistory) -> Iterator[str]:
    """The regular fee is the one for the number of players who were dealt in, even if they folded. A later fee is taken
    only if its street or round is reached.
    """
    hand = reading(facts)
    if not hand.dealt:
        if hand.fees:
            yield "a fee was taken without a hand"
        return
    taken = [amount for _, amount, _ in hand.fees]
    due, wanted, charged = _due(hand), [], 0
    for place, fee in due:
        if paid := min(fee, _pot(facts, place) - charged):
            wanted.append(paid)
            charged += paid
    if taken != wanted:
        words = [", ".join(map(dollars, each)) or "nothing" for each in (taken, wanted)]
        yield f"the collection takes {words[0]}, and for {len(hand.players)} players dealt in it is {words[1]}"


@clause(poker, POKER, RATES + ": from the pot, after the flop, turn and river, or after the round of betting")
def the_fee_comes_out_of_the_pot_at_its_moment(facts: RoundHistory) -> Iterator[str]:
    """A fee is taken from the pot after the cards of its street or after its betting round, and before the pot is
    pushed.
    """
    hand = reading(facts)
    pushed = min((place for place, move in facts.transfers if move.cause == "pot"), default=len(facts.events))
    boards = [place for place, event in facts.dealt if event.place.kind == "board"]
    for place, move in facts.transfers:
        if move.cause != "fee":
            continue
        if move.payer.kind != "pot":
            yield f"{dollars(move.amount)} comes from {move.payer.kind} {move.payer.owner}"
        if place > pushed:
            yield f"{dollars(move.amount)} is taken after a pot was pushed"
        if hand.poker.structure == "community" and boards and place < boards[0]:
            yield f"{dollars(move.amount)} is taken before the flop"
        elif hand.poker.structure != "community":
            first = hand.rounds[0].acts[-1].place if hand.rounds else 0
            if place < first:
                yield f"{dollars(move.amount)} is taken before the first round of betting is over"
