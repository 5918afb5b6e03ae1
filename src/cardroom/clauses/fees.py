"""Collection fees of games against a dealer: flat, by the action on the table, at the printed moment."""

from collections.abc import Iterator

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.register import clause
from cardroom.clauses.wagers import BANKED, banked, before_the_deal
from cardroom.money import cents, dollars
from cardroom.rulebook import Charge

RATES = "500 Club, California Games Collection Rates; Pure 21.5 and Pure Spanish 21.5, Collection Rates"


def tier(charge: Charge, action: int) -> int:
    """The fee of the row that an action in cents falls into, counted in whole dollars."""
    fee = 0
    for row in charge.tiers:
        if action // 100 * 100 >= cents(row.least):
            fee = cents(row.fee)
    return fee


def counted(facts: RoundHistory, charge: Charge, spot: str | None = None) -> int:
    """The wagers of the players that a schedule counts: those of the game, or with bonus bets."""
    if charge.counts == "nothing":
        return 0
    total = 0
    for (owner, name), amount in before_the_deal(facts).items():
        wager = facts.rules.wager[name]
        own = wager.required or not wager.needs
        if (spot is None or owner == spot) and (charge.counts == "all wagers" or own) and not wager.jackpot:
            total += amount
    return total


@clause(banked, BANKED, RATES)
def the_fee_is_the_one_of_the_action(facts: RoundHistory) -> Iterator[str]:
    """The fee is the one that the posted option sets for the players' action. The player-dealer's wager does not
    count.
    """
    rules = facts.rules
    taken: dict[str, int] = {}
    for _, move in facts.transfers:
        if move.cause == "fee":
            taken[move.spot] = taken.get(move.spot, 0) + move.amount
    due: dict[str, int] = {}
    if facts.dealt:
        seats = len({facts.by_id[spot].seat for spot, _ in before_the_deal(facts)})
        for posted in rules.posted:
            if posted.players and not posted.players[0] <= seats <= posted.players[1]:
                continue
            for charge in posted.charge:
                if charge.payer == "player-dealer" and facts.banker:
                    due[facts.banker.id] = due.get(facts.banker.id, 0) + tier(charge, counted(facts, charge))
                elif charge.payer == "each player":
                    for spot in dict.fromkeys(spot for spot, _ in before_the_deal(facts)):
                        due[spot] = due.get(spot, 0) + tier(charge, counted(facts, charge, spot))
    due = {spot: fee for spot, fee in due.items() if fee}
    if taken != due:
        words = [", ".join(f"{dollars(fee)} of spot {spot}" for spot, fee in each.items()) for each in (taken, due)]
        yield f"the collection took {words[0] or 'nothing'}, and the posted option is {words[1] or 'nothing'}"


@clause(banked, BANKED, RATES)
def the_fee_is_taken_at_its_moment(facts: RoundHistory) -> Iterator[str]:
    """Fees are taken before the first card. Under Pure 21.5's own schedules they are taken when all first two cards are
    dealt.
    """
    moments = {charge.moment for posted in facts.rules.posted for charge in posted.charge}
    first = facts.dealt[0][0] if facts.dealt else len(facts.events)
    spots = len({spot for spot, _ in before_the_deal(facts)})
    for place, move in facts.transfers:
        if move.cause != "fee":
            continue
        dealt = sum(len(event.cards) for at, event in facts.dealt if at < place)
        if "before the deal" in moments and "after two cards" not in moments and place > first:
            yield f"{dollars(move.amount)} was taken after {dealt} cards"
        if moments == {"after two cards"} and dealt != 2 * (spots + 1):
            yield f"{dollars(move.amount)} was taken after {dealt} cards, not after two each"
