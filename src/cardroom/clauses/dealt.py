"""What the families of games against a dealer share: who decides in which order, and what a wager is due."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.pays import due, line_of, readable
from cardroom.play.round import Dealt, Spot

__all__ = ["HIGH_LINES", "dealt_in_order", "decisions", "folded", "pays", "pays_by_table", "players", "right"]

HIGH_LINES = frozenset(
    (
        "royal flush",
        "straight flush",
        "four of a kind",
        "full house",
        "flush",
        "straight",
        "three of a kind",
        "two pair",
        "pair",
        "high card",
    )
)


def players(facts: RoundHistory, after: int) -> list[Spot]:
    """The spots with a wager, clockwise from the left of a seat."""
    return [spot for spot in facts.clockwise(after) if spot.id in facts.bettors]


@once
def folded(facts: RoundHistory) -> set[str]:
    """The spots that folded."""
    return {event.spot for _, event in facts.acted if event.action == "fold"}


def decisions(facts: RoundHistory, *actions: str) -> list[tuple[int, str, str, int | None]]:
    """The decisions of players, as place, spot, action and amount."""
    return [(place, event.spot, event.action, event.value) for place, event in facts.acted if event.action in actions]


def dealt_in_order(facts: RoundHistory, wanted: Sequence[tuple[str, int]], what: str) -> Iterator[str]:
    """Whether the first cards came to these hands, by owner and number of cards, in this order."""
    came = [(event.place.owner or event.place.kind, len(event.cards)) for _, event in facts.dealt[: len(wanted)]]
    if came != [*wanted]:
        at = next((at for at, pair in enumerate(zip(came, wanted, strict=False)) if pair[0] != pair[1]), len(came))
        got = came[at] if at < len(came) else ("nobody", 0)
        yield f"{what}: card {at + 1} of the deal is {got[1]} to {got[0]}, not {wanted[at][1]} to {wanted[at][0]}"


def pays(facts: RoundHistory, wager: str, wanted: Callable[[str, int], int | None]) -> Iterator[str]:
    """Compare what was due of a wager at every spot with what the rule says of its stake; None is not judged."""
    for spot, event in facts.decided.get(wager, ()):
        gain = wanted(spot, event.stake)
        if gain is not None and gain != event.due:
            yield f"{wager} of spot {spot} ({event.line}) gains {event.due} cents, not {gain}"


def pays_by_table(
    facts: RoundHistory, wager: str, known: frozenset[str], names: Callable[[str], Sequence[str] | None]
) -> Iterator[str]:
    """Compare a wager with the line of its pay table for the names of each spot's hand, the most special first."""
    rules = facts.rules
    if wager not in facts.decided or wager not in rules.wagers() or not readable(rules, rules.wager[wager].pays, known):
        return

    pattern = rules.wager[wager].pays

    def wanted(spot: str, stake: int) -> int | None:
        made = names(spot)
        if made is None:
            return None
        paid = line_of(rules, pattern, *made)
        return None if paid.endswith("meter") else due(paid, stake)

    yield from pays(facts, wager, wanted)


def right(event: Dealt, kind: str) -> bool:
    """Whether cards came to a place of this kind."""
    return event.place.kind == kind


def turn_order(said: Iterable[str], wanted: Sequence[str]) -> bool:
    """Whether spots acted in an order: each of them that acted, once."""
    acted = [*said]
    return acted == [spot for spot in wanted if spot in acted]
