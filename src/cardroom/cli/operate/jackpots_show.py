"""`cardroom jackpots show` and `odds`: print the jackpots of the house, and what a jackpot is worth."""

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from cardroom.analysis.bankroll import JackpotOdds, jackpot_odds
from cardroom.cli.operate.common import open_store
from cardroom.cli.terminal.common import console, find_game, print_json
from cardroom.cli.terminal.options import GameName, Json, Key, Rules, Set, Where, parse_count
from cardroom.house import Books, House
from cardroom.house.jackpots import cents_by_cause
from cardroom.money import dollars

__all__ = ["jackpot_value", "odds_command", "percent", "show_command"]


def show_command(where: Where = None, *, key: Key = None, as_json: Json = False) -> int:
    """Show meters, terms, hits, and the money held and owed.

    Of the hits, the last 25 are shown.
    """
    with open_store(where, key) as store, (house := House(Books(store))).books.at_one_moment():
        jackpots = [jackpot_value(house, name) for name in house.jackpots.names()]
    if as_json:
        print_json(jackpots, indent=2)
        return 1 if any(each["short"] for each in jackpots) else 0
    screen = console()
    if not jackpots:
        screen.print("The house has no open jackpot. Open one with `cardroom jackpots open`.")
    for each in jackpots:
        screen.print(Text(f"{each['jackpot']}", style="bold cyan").append(f"  {each['label']}, {each['rule']}"))
        for line in _lines(each):
            screen.print(f"  {line}", soft_wrap=True)
        if each["short"]:
            screen.print(
                f"  {dollars(each['short'])} is missing from the players' account. Linked tables do not deal",
                style="bold red",
            )
        if each["hits"]:
            screen.print(_hits(each["hits"]))
    return 1 if any(each["short"] for each in jackpots) else 0


def jackpot_value(house: House, name: str) -> dict[str, Any]:
    """A jackpot as one JSON value: amounts in cents."""
    pool, has, moved = house.jackpots.pool(name), house.jackpots.amounts(name), cents_by_cause(house.books, name)
    terms = pool.terms
    waiting = pool.waiting and {"seed": pool.waiting.seed, "rate": pool.waiting.rate}
    return {
        "jackpot": name,
        "label": pool.label,
        "rule": terms.rule,
        "wager": terms.wager,
        "base": terms.seed,
        "rate": terms.rate,
        "reserve_rate": terms.reserve,
        "morning": terms.morning,
        "ceiling": pool.ceiling,
        "waiting": waiting,
        **has._asdict(),
        "owed": has.owed,
        "added_through": pool.through if terms.morning != "0" else None,
        "carried_parts": list(pool.carried),
        "moved": moved,
        "tables": [{"table": link.table, "jackpot": link.jackpot} for link in pool.tables],
        "hits": [
            {
                "at": datetime.fromtimestamp(line.at // 1_000_000, UTC).isoformat(),
                "line": line.number,
                "table": table,
                "spot": hit.spot,
                "bettor": hit.bettor,
                "hand": hit.line,
                "paid": hit.cents,
                "before": hit.before,
                "after": hit.after,
                "whole": hit.whole,
            }
            for line, table, hit in house.jackpots.hits(name)
        ],
    }


def _lines(each: dict[str, Any]) -> Iterator[str]:
    yield f"meter {dollars(each['meter'])}, seed {dollars(each['base'])}, wager {dollars(each['wager'])}"
    shares = {
        "rate": "of each wager",
        "reserve_rate": "to the reserve",
        "morning": "of each day's wagers, added the next morning",
    }
    parts = [f"{percent(each[name])} {words}" for name, words in shares.items() if each[name] != "0"]
    if each["added_through"]:
        parts.append(f"added through {each['added_through']}")
    yield "; ".join(parts) or "the meter changes only when the jackpot is hit"
    if each["ceiling"] is not None:
        yield f"ceiling {dollars(each['ceiling'])}, overflow {dollars(each['overflow'])}"
    if each["waiting"]:
        yield f"after the next win: seed {dollars(each['waiting']['seed'])}, rate {percent(each['waiting']['rate'])}"
    yield f"held {dollars(each['held'])}, owed {dollars(each['owed'])} (reserve {dollars(each['reserve'])})"
    moved = ", ".join(f"{cause} {'-' * (by < 0)}{dollars(abs(by))}" for cause, by in sorted(each["moved"].items()))
    yield f"movements: {moved}"
    yield "linked to " + (", ".join(link["table"] for link in each["tables"]) or "no table")


def _hits(hits: list[dict[str, Any]]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
    for heading in ("hit at", "table", "who", "hand", "paid", "meter after"):
        table.add_column(heading)
    for hit in hits:
        cells = hit["at"][:19], hit["table"], hit["bettor"], hit["hand"], dollars(hit["paid"]), dollars(hit["after"])
        table.add_row(*cells)
    return table


def odds_command(
    name: GameName,
    *,
    rules: Rules = None,
    house: Set = None,
    pace: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Wagers per hour, to estimate the time until a hit.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Show how often a game's jackpot hits, and what it is worth.

    Also show the break-even meter, the long-run return, and the time until a hit.
    """
    game = find_game(name, rules, house)
    an_hour = None if pace is None else parse_count("--pace", pace)
    odds = jackpot_odds(game.rules)
    if as_json:
        print_json(
            {"game": game.slug, "rules": game.rules.rules, "jackpots": [each.to_dict() for each in odds]}, indent=2
        )
        return 0
    screen = console()
    for each in odds:
        screen.print(Text(each.jackpot.label, style="bold cyan").append(f"  {game.rules.name}, {game.rules.rules}"))
        for line in _worth(each, an_hour):
            screen.print(f"  {line}", soft_wrap=True)
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 2), header_style="dim")
        for heading in ("", "pays", "one in", "probability"):
            table.add_column(heading, justify="left" if not heading else "right")
        for outcome in each.lines:
            share = each.probability(outcome)
            table.add_row(outcome.line, outcome.pays, f"{float(1 / share):,.2f}" if share else "never", str(share))
        screen.print(table)
    return 0


def _worth(each: JackpotOdds, an_hour: int | None) -> Iterator[str]:
    even = each.report.break_even_meter
    yield f"returns {percent(1 - each.report.edge)} at its seed of {dollars(each.jackpot.seed)}" + (
        f", breaks even at {dollars(round(even))}" if even is not None else ""
    )
    yield f"in the long run {percent(each.long_run)}: fixed pays {percent(each.fixed)}, the meter the rest"
    if each.made_up_at_most:
        low = percent(each.made_up(Fraction(each.jackpot.seed)))
        yield (
            "if a share is less than the wager, the house pays the difference: at the seed this is worth "
            f"{low}, and in the long run at most {percent(each.made_up_at_most)} more"
        )
    for what, wagers in (("a share is won", each.wagers_to_hit), ("all of it is won", each.wagers_to_win)):
        if wagers is not None:
            hours = f", {float(wagers / an_hour):,.1f} hours" if an_hour else ""
            yield f"{what} once in {float(wagers):,.2f} wagers on average{hours}"
    if each.usual_win is not None:
        yield f"at that moment the meter is {dollars(round(each.usual_win))} on average"


def percent(share: str | Fraction) -> str:
    return f"{float(Fraction(share) * 100):.6g} %"
