"""The cloth of a table: the seating plan, the felt and the printed betting areas.

It is the same in every round. It is derived from the script's layout and the rule set; nothing here knows a game by
name.
"""

from cardroom.cards.decks import deck
from cardroom.games import layout
from cardroom.money import dollars
from cardroom.play.round import areas, player_banked
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD
from cardroom.show.pictures.stakes import stakes_words
from cardroom.show.pictures.values import Cloth, Felt, PrintedArea, RoadMarks, SeatingPlan

__all__ = ["cloth"]


def cloth(rules: RuleSet) -> Cloth:
    """The cloth of a table with these rules.

    >>> from cardroom.rulebook import rule_set
    >>> ours = cloth(rule_set("ultimate-texas-holdem"))
    >>> ours.seating, ours.felt, ours.stakes, [area.label for area in ours.areas]
    ('rim', 'holdem', '$5 to $500', ['Trips', 'Bad Beat', 'Ante', 'Blind', 'Play'])
    """
    roads = layout(rules).roads
    return Cloth(
        felt=_felt(rules),
        seating=_seating(rules),
        seats=rules.seats.most,
        stakes=stakes_words(rules) or f"{dollars(rules.minimum)} to {dollars(rules.maximum)}",
        source=rules.cite(),
        areas=_areas(rules),
        cards=_cards(rules),
        boards=rules.poker.boards if rules.poker else 1,
        draws=rules.poker.draws if rules.poker else 0,
        bonus=tuple(sorted(deck(rules.deck.name).bonus)),
        circles=rules.seats.second_circles,
        behind=any(wager.backline for wager in rules.wagers().values()),
        banked=rules.bank is not None,
        sized=rules.poker is not None and rules.house("limit") != "fixed",
        roads=RoadMarks(roads.filled, roads.ring, roads.stroke, dict(roads.dots)) if roads else None,
    )


def _cards(rules: RuleSet) -> dict[str, int]:
    """The number of cards at the start, by kind of place. A player-dealer's cards are one of the hands. Hands of stud
    grow: theirs is the number at the end."""
    cards = {kind: parts[0].cards for kind, parts in layout(rules).places.items() if parts[0].cards}
    if rules.poker and rules.poker.structure == "stud":
        cards["hand"] = sum(map(len, rules.poker.streets))
    if player_banked(rules) and "hand" in cards:
        cards.setdefault("dealer", cards["hand"])
    return cards


def _seating(rules: RuleSet) -> SeatingPlan:
    """The plan that shows the cards best: rows for stud's up cards, columns for one hand that all bet on."""
    places = layout(rules).places
    if rules.poker:
        return "rows" if rules.poker.structure == "stud" else "ring"
    if "hand" not in places and "board" not in places:
        return "columns"
    return "segments" if any(shown.slots for shown in places.get("hand", ())) else "rim"


def _felt(rules: RuleSet) -> Felt:
    seating, places = _seating(rules), layout(rules).places
    if seating != "rim":
        return "baccarat" if seating == "columns" else "chinese" if seating == "segments" else "poker"
    parts = {shown.part for shown in places.get("hand", ())}
    if "split" in parts:
        return "blackjack"
    if "front" in parts:
        return "paigow"
    return "holdem" if "board" in places else "cards"


def _pays(rules: RuleSet, table: str) -> str:
    """The odds to print beside an area whose pay table has one line; else empty."""
    lines = rules.table(table).lines
    return next(iter(lines.values())) if len(lines) == 1 else ""


def _areas(rules: RuleSet) -> tuple[PrintedArea, ...]:
    """The areas in order from the dealer to the player.

    Where a wager is placed after the deal, it comes last, next to the cards, and side bets come first.
    """
    limits = {area.wager: (area.least, area.most) for area in areas(rules)}
    printed = []
    for name, wager in rules.wagers().items():
        if wager.when == AWARD:
            continue
        least, most = limits.get(name, (0, 0))
        printed.append(
            PrintedArea(
                wager=name,
                label=wager.label,
                least=least,
                most=most,
                required=wager.required,
                equals=wager.equals if wager.when == "before the deal" else "",
                later=wager.when == "after the deal",
                spots=wager.spots,
                jackpot=bool(wager.jackpot),
                side=not wager.game_wager,
                pays=_pays(rules, wager.pays) if wager.pays else "",
            )
        )
    if not any(area.later for area in printed):
        return tuple(printed)
    return tuple(sorted(printed, key=lambda area: (area.later, not area.side)))
