"""The rules page in sentences: what terminal, Markdown and pages say alike. It reads the page's data, nothing else."""

from collections.abc import Iterator
from typing import Any

from cardroom.money import dollars
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD

__all__ = ["allowed", "facts", "places", "sections", "short", "shown", "source", "terms"]


def facts(said: dict[str, Any]) -> Iterator[str]:
    """What there is to know before the first bet: seats, cards, bank, limits, the order of settling.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules import page
    >>> list(facts(page(game("ez-baccarat", packs=6))))[:2]
    ["2 to 7 seats, the player-dealer's among them", 'a shoe of 6 standard decks of 312 cards']
    """
    seats, cards, bank = said["seats"], said["deck"], said["bank"]
    yield f"{seats['least']} to {seats['most']} seats" + (
        ", the player-dealer's among them" if bank["who"] == "player-dealer" else ""
    )
    packs = f"a shoe of {cards['packs']} {cards['name']} decks" if cards["packs"] > 1 else f"a {cards['name']} deck"
    several = f"; {cards['decks']} decks take turns" if cards["decks"] > 1 else ""
    yield f"{packs} of {cards['cards']} cards{several}"
    if bank["who"] == "player-dealer":
        yield f"a player banks; the position is offered clockwise after every {bank['rounds']} rounds"
    elif bank["who"] == "house":
        yield "the house banks"
    if said["limits"]:
        yield f"wagers from {dollars(said['limits']['minimum'])} to {dollars(said['limits']['maximum'])}"
    if order := said["settlement"]:
        how = "seat by seat" if order["by"] == "seat" else "wager by wager"
        start = "the action button on" if order["start"] == "action button" else f"the left of the {order['start']}"
        yield f"settled {how} from {start}: {', '.join(order['wagers'])}"


def sections(said: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """What only some games have: jackpots, and the fees that are posted."""
    if said["jackpots"]:
        yield "Jackpots", [_jackpot(jackpot) for jackpot in said["jackpots"]]
    if said["collection"]:
        yield "Collection", [line for schedule in said["collection"] for line in _schedule(schedule)]


def _jackpot(jackpot: dict[str, Any]) -> str:
    """A jackpot in a sentence: what moves its meter, and what it opens with."""
    name = f"{jackpot['label']}, {jackpot['rule']}, for {' and '.join(jackpot['wagers'])}"
    if not jackpot["offered"]:
        return f"{name}: not on the layout"
    parts = [f"opens with {dollars(jackpot['seed'])}, and again when all of it was won"]
    if jackpot["rule"] == "progressive":
        parts.append(f"{jackpot['rate']} of each wager go to the meter")
    if jackpot["reserve"] != "0%":
        parts.append(f"{jackpot['reserve']} to a reserve that it is seeded from")
    if jackpot["morning"] != "0%":
        parts.append(f"{jackpot['morning']} of the previous day's wagers are added before opening")
    return f"{name}: {'; '.join(parts)}"


def _schedule(schedule: dict[str, Any]) -> Iterator[str]:
    """A posted schedule, a line for each moment at which it takes something."""
    players = schedule["players"]
    dealt = "" if players is None else f", {_range(*players)} players dealt in"
    for charge in schedule["charges"]:
        yield f"option {schedule['option']}{dealt}: {charge['moment']}, {charge['payer']} pays {_fees(charge)}"


def _fees(charge: dict[str, Any]) -> str:
    if charge["counts"] == "nothing":
        return dollars(charge["tiers"][0]["fee"])
    tiers = (f"{dollars(tier['fee'])} {_action(tier)}" for tier in charge["tiers"])
    return f"by {charge['counts']}: {', '.join(tiers)}"


def _action(tier: dict[str, Any]) -> str:
    least, most = tier["from"], tier["to"]
    return f"from {dollars(least)}" if most is None else f"for {_between(least, most)}"


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


def terms(wager: dict[str, Any], said: dict[str, Any]) -> str:
    """What must be so for a wager to be placed."""
    required = "required" if wager["required"] else "optional"
    if not wager["offered"]:
        return f"not on the layout: {wager['offered_by']} is off"
    if wager["when"] == AWARD:
        paid = f", paid on the {wager['equals']}" if wager["equals"] else ""
        return f"with {' and '.join(wager['needs'])}{paid}" + (f"; {decided(wager)}" if wager["cards"] else "")
    if wager["times"]:
        return f"{required}; {wager['times']}"
    if wager["equals"]:
        return f"{required}; equals {wager['equals']}"
    required += f", while {wager['offered_by']} is on" if wager["offered_by"] else ""
    needs = f"; only with {' and '.join(wager['needs'])}" if wager["needs"] else ""
    needs += f"; not beside {wager['excludes']}" if wager["excludes"] else ""
    own = (wager["least"], wager["most"]) != (said["limits"]["minimum"], said["limits"]["maximum"])
    limits = f"; {_between(wager['least'], wager['most'])}" if own else ""
    return f"{required}{needs}{limits}" + (f"; {decided(wager)}" if wager["cards"] else "")


def decided(wager: dict[str, Any]) -> str:
    """The cards that decide a side bet, and what a fold does to it.

    >>> decided({"cards": "own hand", "folded": "board"})
    'judged on own hand, after a fold on board'
    """
    folds = {None: "", ALIVE: ", after a fold too", DEAD: "; a fold forfeits it"}
    after = folds.get(wager["folded"], f", after a fold on {wager['folded']}")
    return f"judged on {wager['cards']}{after}"


def _between(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"


def shown(rule: dict[str, Any], value: Any) -> str:
    """A house rule's value as people write it."""
    if rule["kind"] == "money":
        return dollars(value)
    return ("on" if value else "off") if rule["kind"] == "switch" else str(value)


def allowed(rule: dict[str, Any]) -> str:
    """What a house rule may be, and what that is to the document where it is not what the value in force is.

    >>> rule = {"kind": "switch", "allowed": ["on", "off"], "standing": "printed"}
    >>> allowed(rule | {"standings": {"on": "printed", "off": "departure"}})
    'on or off (departure)'
    """
    if rule["kind"] == "amounts":
        return "amounts by position, as in $1/$2"
    if rule["kind"] in ("money", "number"):
        least, most = rule["allowed"]
        return f"{shown(rule, least)} to {shown(rule, most)}"
    stands = {value: word for value, word in rule["standings"].items() if word != rule["standing"]}
    return " or ".join(f"{each} ({stands[each]})" if each in stands else each for each in rule["allowed"])


def source(said: dict[str, Any]) -> str:
    """Where the game is printed, and whose text changes that."""
    printed = said["source"]
    document = ", ".join(filter(None, (printed["document"], printed["section"], said["id"], printed["date"])))
    return f"{said['own']}, which changes {document}" if said["own"] else document


def short(cite: str, said: dict[str, Any]) -> str:
    """A citation without the document and section that the whole page is from."""
    return cite.removeprefix(f"{said['source']['document']}, {said['source']['section']}, ")


def places(said: dict[str, Any]) -> Iterator[str]:
    """Where each part of the page is printed."""
    for part in ("seats", "deck", "bank"):
        yield f"{part}: {short(said[part]['cite'], said)}"
    for wager in said["wagers"]:
        yield f"{wager['label']}: {short(wager['cite'], said)}"
    titles: set[str] = set()
    for pay in said["pay_tables"]:
        if pay["title"] in titles:
            continue
        titles.add(pay["title"])
        yield f"{pay['title']}, what it pays: {short(pay['cite'], said)}"
    for jackpot in said["jackpots"]:
        yield f"{jackpot['label']}, its meter: {short(jackpot['cite'], said)}"
    for cite in dict.fromkeys(charge["cite"] for schedule in said["collection"] for charge in schedule["charges"]):
        yield f"collection: {short(cite, said)}"
    if said["settlement"]:
        yield f"settlement order: {short(said['settlement']['cite'], said)}"
