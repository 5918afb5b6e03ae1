"""The sentences of a rules page about the table: facts, order of settlement, jackpots. Each has its citation."""

from collections.abc import Iterator
from typing import Any

from cardroom.money import dollars

__all__ = ["and_words", "cited_facts", "facts", "jackpot_sentence", "order_of_settlement", "order_sentences", "short"]

WITHIN = {
    "joker": ", one of them the joker",
    "spanish": ", without tens; jacks, queens and kings carry the word Bonus",
    "bonus": "; tens, jacks, queens and kings carry the word Bonus",
    "mexican": ", without eights, nines and tens, and with a joker",
    "short": ", from six up",
}
"""Descriptions of the decks that differ from the standard one."""


def short(cite: str, page: dict[str, Any]) -> str:
    """A citation, or several, without the page's own document and section."""
    own = f"{page['source']['document']}, {page['source']['section']}, "
    return "; ".join(each.removeprefix(own) for each in cite.split("; "))


def facts(page: dict[str, Any]) -> Iterator[str]:
    """Facts to know before the first bet: seats, cards, bank, limits, backline bets.

    >>> from cardroom.games import game
    >>> from cardroom.show.rules.data import page
    >>> list(facts(page(game("ez-baccarat", packs=6))))[0]
    "2 to 7 seats, including the player-dealer's"
    """
    return (fact for fact, _ in cited_facts(page))


def cited_facts(page: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The facts, each with its citation."""
    seats, cards, bank = page["seats"], page["deck"], page["bank"]
    of_seats, of_deck, of_bank = (short(part.get("cite") or "", page) for part in (seats, cards, bank))
    banked = bank["who"] == "player-dealer"
    yield f"{seats['least']} to {seats['most']} seats" + (", including the player-dealer's" if banked else ""), of_seats
    name = cards["name"].capitalize() if cards["name"] == "spanish" else cards["name"]
    packs, each = f"a {name} deck of {cards['cards']} cards", cards["cards"] // cards["packs"]
    if cards["packs"] > 1:
        packs = f"a shoe of {cards['packs']} {name} decks of {each} cards each, {cards['cards']} in all"
    several = f"; {cards['decks']} decks take turns" if cards["decks"] > 1 else ""
    cut = f"; {cards['cut']} cards are behind the cut card, and the round in which it appears is the last of the shoe"
    shoe = cut if cards["shoe"] and cards["cut"] else ""
    if shoe and cards["cut_cite"]:
        of_deck = f"{of_deck}; on the cut card, {short(cards['cut_cite'], page)}"
    yield f"{packs}{WITHIN.get(cards['name'], '')}{several}{shoe}", of_deck
    if banked:
        yield f"a player banks; the position is offered clockwise after every {bank['rounds']} rounds", of_bank
    elif bank["who"] == "house":
        yield "the house banks", of_bank
    if dealer := page["dealer"]:
        hand = dealer["qualifies"]
        who, least = "the player-dealer" if banked else "the dealer", hand if hand.endswith("high") else f"a {hand}"
        says = f"{who} qualifies with {least} or better" if hand else f"{who} always plays, with any hand"
        yield says, short(dealer.get("cite") or "", page)
    if page["limits"]:
        later = [wager["label"] for wager in page["wagers"] if wager["times"] and wager["offered"]]
        spots = [wager for wager in page["wagers"] if wager["times"] and wager["offered"] and wager["spots"]]
        more = f"; {and_words(later)} may be more, as a multiple of the Ante" if later else ""
        if spots:
            more = f" on each spot; {and_words(later)} has {spots[0]['spots']} spots of one {spots[0]['equals']} each"
        ends = [rule for rule in page["house_rules"] if rule["name"] in ("minimum", "maximum")]
        departs = [rule["cite"] for rule in ends if rule["standing"] == "departure"]
        limits = (departs or [rule["cite"] for rule in ends if rule["name"] == "maximum"] or [""])[0]
        amounts = f"from {dollars(page['limits']['minimum'])} to {dollars(page['limits']['maximum'])}"
        yield f"wagers {amounts}{more}", short(limits, page)
    if seats["second_circles"]:
        yield "a player may also bet at unoccupied circles", of_seats
    behind = [wager["label"] for wager in page["wagers"] if wager["backline"] and wager["offered"]]
    if behind:
        yield f"players behind a seat may bet on {and_words(behind)} there", short(page["behind"]["cite"], page)
    elif banked:
        yield "no one may bet behind a seat", short(page["behind"]["cite"], page)


def and_words(names: list[str]) -> str:
    *rest, last = names
    return f"{', '.join(rest)} and {last}" if rest else last


def jackpot_sentence(jackpot: dict[str, Any]) -> str:
    """A jackpot in a sentence: its seed, what moves its meter, and how hits are paid."""
    name = f"{jackpot['label']}, {jackpot['rule']}, for {' and '.join(jackpot['wagers'])}"
    if not jackpot["offered"]:
        return f"{name}: not on the layout"
    parts = [f"starts at {dollars(jackpot['seed'])}, and again when all of it is won"]
    if jackpot["rule"] == "progressive":
        parts.append(f"{jackpot['rate']} of each wager goes to the meter")
    if jackpot["reserve"] != "0%":
        parts.append(f"{jackpot['reserve']} goes to the reserve that reseeds it")
    if jackpot["morning"] != "0%":
        parts.append(f"{jackpot['morning']} of the previous day's wagers is added before opening")
    parts.append("only shares of the meter are taken from it, and the house pays all other prizes")
    parts.append("hits in one round are paid in settling order, each on the meter at that moment (a ruling)")
    parts.append(
        "the house adds to a share what it falls short of the wager (a departure from the text)"
        if jackpot["topped_up"]
        else "a share pays its percentage, also where that is less than the wager"
    )
    return f"{name}: {'; '.join(parts)}"


def order_of_settlement(order: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The order of settlement in sentences, each with its citation."""
    listed = ", ".join(order["wagers"])
    if order["by"] == "seat":
        yield f"seat by seat, clockwise from {order['start']}; at each seat {listed}", order["cite"]
    else:
        yield f"wager by wager, each over all seats clockwise from {order['start']}: {listed}", order["cite"]
    if order["backline"]:
        yield "a bettor behind a seat comes directly after it", order["backline_cite"]
    if order["last"]:
        yield f"{' and '.join(order['last'])} last, after every wager of the table", order["last_cite"]


def order_sentences(page: dict[str, Any]) -> list[str]:
    """The order of settlement for the web page, which shows the first sentence's citation below all of them."""
    (first, _), *rest = order_of_settlement(page["settlement"])
    return [first, *(f"{text} ({short(cite, page)})" if cite else text for text, cite in rest)]
