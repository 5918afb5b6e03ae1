"""Jackpots: what moves a meter and when, and what is paid from it."""

from collections.abc import Iterator
from fractions import Fraction

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.pays import terms
from cardroom.clauses.register import clause
from cardroom.money import dollars
from cardroom.play.round import Acted, Metered, Settled, Transfer
from cardroom.rulebook import RuleSet

METERS = "games with a jackpot"
DEFINITION = "Washington HUH, Bonus or Progressive Jackpot Definition; Brook HUH and Brook FCF, F; WPT HUH, Progressive"
PERCENT = 'Washington HUH, Appendix "D", note 5; WPT HUH, Progressive'
PARTS = 10**8


def metered(rules: RuleSet) -> bool:
    """Whether a wager plays for a jackpot."""
    return bool(rules.jackpots)


@clause(metered, METERS, DEFINITION)
def a_progressive_moves_by_its_rate_and_a_bonus_jackpot_not(facts: RoundHistory) -> Iterator[str]:
    """The meter of a progressive grows by its share of each wager. Wagers do not move the display of a bonus
    jackpot.
    """
    for jackpot in dict.fromkeys(facts.rules.jackpots.values()):
        staked = sum(
            amount for (_, wager), amount in facts.staked.items() if facts.rules.wager[wager].jackpot == jackpot.name
        )
        drops = [
            move
            for _, move in facts.transfers
            if move.cause == "drop" and facts.rules.wager[move.wager].jackpot == jackpot.name
        ]
        if sum(move.amount for move in drops) != staked:
            yield f"{jackpot.name}: {dollars(staked)} were wagered, and {dollars(sum(m.amount for m in drops))} dropped"
        before, after = (each.fractions.get(jackpot.name, (0, 0)) for each in (facts.carried, facts.carry))
        for kind, share, at in (("meter", jackpot.rate, 0), ("reserve", jackpot.reserve, 1)):
            went = sum(move.amount for move in drops if move.payee.kind == kind)
            wanted = share * staked if jackpot.rule == "progressive" else Fraction(0)
            if (went or wanted or after != before) and went * PARTS + after[at] != wanted * PARTS + before[at]:
                yield f"{jackpot.name}: {went} cents of {staked} went to the {kind}, and its share is {share}"


@clause(metered, METERS, DEFINITION)
def meters_move_when_bets_close(facts: RoundHistory) -> Iterator[str]:
    """Jackpot wagers drop into their slots before the first card is dealt."""
    first = facts.dealt[0][0] if facts.dealt else len(facts.events)
    for place, move in facts.transfers:
        if move.cause == "drop" and place > first:
            yield f"the {move.wager} wager of spot {move.spot} dropped after the first card"


@clause(metered, METERS, PERCENT)
def percentages_are_of_the_meter_then_standing(facts: RoundHistory) -> Iterator[str]:
    """A share pays exactly its percentage of the display and is deducted from it. After a hit of the whole meter the
    display shows the seed.
    """
    rules, jackpots = facts.rules, facts.rules.jackpots
    if not any(event.action == "meter" for _, event in facts.acted):
        return
    read: dict[str, int] = {}
    shown: dict[str, int] = {}  # changes of displays that the house pays itself
    pool: dict[str, int] = {}  # changes of the players' pools
    now: dict[str, int] = {}
    for event in facts.events:
        if type(event) is Acted and event.action == "meter":
            read[event.about] = event.value
        elif type(event) is Transfer:
            for account, sign in ((event.payee, 1), (event.payer, -1)):
                if account.kind == "meter":
                    pool[account.owner] = pool.get(account.owner, 0) + sign * event.amount
        elif type(event) is Settled and event.wager in jackpots:
            jackpot = jackpots[event.wager]
            paid = rules.table(rules.wager[event.wager].pays).lines.get(event.line, "")
            if not paid.endswith("of the meter") or jackpot.name not in read:
                continue
            changes = pool if jackpot.rule == "progressive" else shown
            stands = read[jackpot.name] + changes.get(jackpot.name, 0)
            _, above, below = terms(paid)
            pays = stands * above // below
            gain = max(pays - event.stake, 0 if rules.tops_up else pays - event.stake)
            if event.due != gain:
                yield f"{event.line} at spot {event.spot} gains {event.due} cents, not {paid} of {dollars(stands)}"
            now[jackpot.name] = jackpot.seed if above == below else stands - pays
            shown[jackpot.name] = now[jackpot.name] - read[jackpot.name]
        elif type(event) is Metered and event.reads != now.get(event.jackpot, event.reads):
            yield f"the display of {event.jackpot} shows {dollars(event.reads)}, not {dollars(now[event.jackpot])}"
    for name, stands in now.items():
        if facts.carry.meters.get(name) != stands:
            yield f"the next round begins with {name} at {facts.carry.meters.get(name)} cents, not {dollars(stands)}"
