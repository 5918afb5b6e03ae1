"""`cardroom fees`: print the collection schedules of a game, and the fees of one of them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Annotated, Any, NamedTuple

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import Report, analysis_of, analyze
from cardroom.analysis.bankroll import after_collection, charged, unknown
from cardroom.analysis.report import figure
from cardroom.cli import UsageError
from cardroom.cli.terminal.common import console, find_game, note, print_json
from cardroom.cli.terminal.options import (
    GameName,
    Json,
    Rules,
    Set,
    parse_count,
)
from cardroom.games import game_of
from cardroom.money import cents, dollars
from cardroom.rulebook import RuleBookError, RuleSet, with_house_rules
from cardroom.rulebook.fees import ILLEGIBLE, bracket
from cardroom.show.rules import (
    RoundFacts,
    asked_of,
    fees_of_round,
    moments_reached,
    nothing,
    posted_lines,
    schedules_page,
    takes_whole_pots,
    terms_words,
)

__all__ = ["FeeQuery", "fees_command"]

_HEADS = {"pot": "the pot pays", "player-dealer": "the player-dealer pays", "each player": "each player pays"}


class FeeQuery(NamedTuple):
    """The options of `cardroom fees`, as typed."""

    option: str | None = None
    action: str | None = None
    wager: str | None = None
    players: str | None = None
    reached: str | None = None


def fees_command(
    name: GameName,
    *,
    rules: Rules = None,
    house: Set = None,
    option: Annotated[
        str | None, typer.Option("--option", metavar="NUMBER", help="One schedule, by its printed option number (7).")
    ] = None,
    action: Annotated[
        str | None, typer.Option("--action", metavar="$", help="Compute the fee at this total table action.")
    ] = None,
    wager: Annotated[
        str | None, typer.Option("--wager", metavar="$", help="Compute the fee of a player with this base wager.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="COUNT", help="Poker: compute the fee with this many players dealt in."),
    ] = None,
    reached: Annotated[
        str | None,
        typer.Option(
            "--reached",
            metavar="STREET",
            help="Poker: the last street reached (preflop, flop, turn, river, or none, first, second, third).",
        ),
    ] = None,
    as_json: Json = False,
) -> int:
    """Print the collection schedules of a game, or compute a fee."""
    query = FeeQuery(option, action, wager, players, reached)
    game = find_game(name, rules, house)
    chosen = game.rules
    page = schedules_page(chosen)
    if not page["groups"]:
        raise UsageError(f"{game.slug}, {chosen.rules}: its rules have no collection schedule.")
    given = [name for name, value in query._asdict().items() if name != "option" and value is not None]
    if query.option is None:
        if given:
            raise UsageError("Choose a schedule with --option, for example --option 7.")
        return _print_all(page, chosen, as_json)
    played = _round_facts(query, chosen, given)
    if given or _flat(page, query.option):
        code = _print_taken(chosen, query.option, played, as_json)
        _warn(chosen, query.option)
        return code
    return _print_one(page, chosen, query.option, as_json)


def _warn(rules: RuleSet, option: str) -> None:
    """Warn about a schedule that can take whole pots at these stakes."""
    with suppress(RuleBookError):  # a table with these stakes may not post it
        for warning in takes_whole_pots(with_house_rules(rules, {"collection": option})):
            note(f"Warning: {warning}.")


def _round_facts(query: FeeQuery, rules: RuleSet, given: Sequence[str]) -> RoundFacts:
    """Parse amounts and numbers. An option that the schedule does not use is an error."""
    known = asked_of(rules, query.option or "") if given else ()
    for name in given:
        if name not in known:
            by = " and ".join(f"--{each}" for each in known)
            uses = f"It uses {by}" if by else "It is a flat fee"
            raise UsageError(f"--{name}: option {query.option} of {rules.game} does not use this. {uses}.")
    if query.reached is not None:
        moments_reached(rules, query.reached)  # raises an error that lists the valid names
    action, wager = _amount("--action", query.action), _amount("--wager", query.wager)
    players = None if query.players is None else parse_count("--players", query.players)
    return RoundFacts(action, wager, players, query.reached or "")


def _amount(name: str, text: str | None) -> int | None:
    try:
        return None if text is None else cents(text)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None


def _flat(page: dict[str, Any], option: str) -> bool:
    """Whether the fees of a schedule do not depend on the round."""
    names = option.split("/")
    chosen = [each for each in _options(page) if each["option"] in names]
    return bool(chosen) and all(charge["counts"] == "nothing" for each in chosen for charge in each["charges"])


# -- all schedules -----------------------------------------------------------------------------------------------------


def _print_all(page: dict[str, Any], rules: RuleSet, as_json: bool) -> int:
    if as_json:
        print_json(page, indent=2)
        return 0
    screen = console()
    title = Text(f"Collection: {page['name']}", style="bold")
    screen.print(title.append(f"  rule set {page['rules']}", style="not bold dim"))
    if rules.posted:
        for line in posted_lines(rules):
            screen.print(Text(f"In force, {line}.", style="bold"))
    else:
        screen.print(Text("No schedule is in force. `--set collection=1` posts option 1.", style="dim"))
    for group in page["groups"]:
        _print_group(screen, group, group["options"])
    brackets = {bracket(tuple(each["players"])): each["players"] for each in _options(page) if each["players"]}
    for players, (least, _) in brackets.items():
        if least > rules.seats.most:
            screen.print(
                Text(f"\nFor {players} players: never, because a table has {rules.seats.most} seats.", style="dim")
            )
    return 0


def _options(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for group in page["groups"] for option in group["options"]]


def _print_group(screen: Console, group: dict[str, Any], options: Sequence[dict[str, Any]]) -> None:
    """Print what the options of a group have in common, and a row for each option."""
    names = [option["option"] for option in options]
    several = f"Options {names[0]} to {names[-1]}" if len(names) > 1 else f"Option {names[0]}"
    screen.print(Text(f"\n{several}", style="bold cyan").append(f"  {group['cite']}", style="not bold dim"))
    for line in _common(group):
        screen.print(Text(f"  {line}"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("option", justify="right")
    first = options[0]
    tiered = [column for column in group["takes"] if column["counts"] != "nothing"]
    if first["players"]:
        table.add_column("players")
    if "table_limit" in first:
        table.add_column("table limit")
    for column in group["takes"]:
        several_payers = len({each["payer"] for each in group["takes"]}) > 1
        head = column["payer"] if several_payers or column in tiered else column["moment"]
        table.add_column(head, justify="left" if column in tiered else "right")
    for option in options:
        table.add_row(*_cells(option))
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))


def _common(group: dict[str, Any]) -> Iterator[str]:
    for column in group["takes"]:
        by = f" {column['by']}" if column["by"] else ", a flat fee" if column["payer"] != "pot" else ""
        yield f"{column['when']}, {_HEADS[column['payer']]}{by}"
    if not any(column["payer"] in ("each player", "pot") for column in group["takes"]):
        yield "players pay nothing"
    if terms := ", ".join(terms_words(group["terms"])):
        yield f"for tables with {terms}"


def _cells(option: dict[str, Any]) -> Iterator[str]:
    yield option["option"]
    if option["players"]:
        yield bracket(tuple(option["players"]))
    if "table_limit" in option:
        yield "-".join(map(dollars, option["table_limit"]))
    for charge in option["charges"]:
        if charge["counts"] == "nothing":
            yield _fee_text(charge["tiers"][0]["fee"])
        else:
            yield ", ".join(f"{_range(tier)} {_fee_text(tier['fee'])}" for tier in charge["tiers"])


def _range(tier: dict[str, Any]) -> str:
    return f"{_fee_text(tier['from'])}+" if tier["to"] is None else f"{_fee_text(tier['from'])}-{_fee_text(tier['to'])}"


def _fee_text(amount: int | str) -> str:
    return ILLEGIBLE if isinstance(amount, str) else dollars(amount)


# -- one schedule ------------------------------------------------------------------------------------------------------


def _print_one(page: dict[str, Any], rules: RuleSet, option: str, as_json: bool) -> int:
    """Print a schedule, and its share of the action at some amounts."""
    group, chosen = next(
        ((group, each) for group in page["groups"] for each in group["options"] if each["option"] == option),
        (None, None),
    )
    if group is None or chosen is None:
        fees_of_round(rules, option, RoundFacts())  # raises an error that lists the valid names
        raise UsageError(f"--option {option}: choose a single schedule.")
    posting = None if _unread(chosen) else _posting(rules, group, chosen)
    weights = list(_weights(posting, chosen)) if posting else []
    missing = list(unknown(posting, _report(posting))) if posting else []
    if as_json:
        about = {key: value for key, value in page.items() if key != "groups"} | {"terms": group["terms"]} | chosen
        print_json(about | {"weights": weights, "unknown": missing}, indent=2)
        return 0
    screen = console()
    screen.print(Text(f"Collection: {page['name']}", style="bold"))
    _print_group(screen, group, [chosen])
    if posting is None:
        screen.print(Text("\n  The document is illegible here, so no table may post this option.", style="yellow"))
        return 0
    _print_weights(screen, weights)
    if missing:
        screen.print(Text(f"  The edge left on {' and '.join(missing)} is {_how(rules)}.", style="dim"))
    return 0


def _how(rules: RuleSet) -> str:
    """How to find an edge that is not computed here."""
    known = analysis_of(rules)
    if known and known.pace == "slow":
        return f"computed by `cardroom analyze {rules.game} --set collection=... --action ...`"
    return "unknown, because its exact edge is not computed yet"


def _unread(option: dict[str, Any]) -> bool:
    return any(
        isinstance(value, str) for charge in option["charges"] for tier in charge["tiers"] for value in tier.values()
    )


def _posting(rules: RuleSet, group: dict[str, Any], option: dict[str, Any]) -> RuleSet:
    """The rules of a table that posts a schedule. Its minimum is raised if the schedule's table limit is higher."""
    least, most = option.get("table_limit") or (rules.minimum, group["terms"].get("maximum", [0, rules.maximum])[1])
    limits = {"minimum": max(rules.minimum, least), "maximum": min(rules.maximum, most)}
    return with_house_rules(rules, limits | {"collection": option["option"]})


@lru_cache(maxsize=4)
def _report(posting: RuleSet) -> Report | None:
    known = analysis_of(posting)
    return analyze(game_of(posting)) if known and known.pace == "quick" else None


def _weights(posting: RuleSet, option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The player-dealer's fee as a share of the action at the ends of each tier, and the edge that it leaves."""
    report = _report(posting)
    for action in _actions(option, posting.minimum):
        fees = charged(posting, action)
        after = after_collection(posting, report, fees) if report else ()
        edges = {each.label: figure(each.player_dealer) for each in after if posting.wager[each.wager].game_wager}
        yield {"action": action, "fee": fees.player_dealer, "share": figure(fees.share), "player_dealer": edges}


def _actions(option: dict[str, Any], minimum: int) -> list[int]:
    """The ends of the player-dealer's tiers, from the table's minimum up; of the players' tiers if that fee is flat."""
    charges = sorted(
        option["charges"], key=lambda each: (each["payer"] != "player-dealer", each["counts"] == "nothing")
    )
    tiers: list[dict[str, Any]] = next((each["tiers"] for each in charges if each["counts"] != "nothing"), [])
    return sorted({max(end, minimum) for tier in tiers for end in (tier["from"], tier["to"]) if end})


def _print_weights(screen: Console, weights: Sequence[dict[str, Any]]) -> None:
    labels = list(weights[0]["player_dealer"]) if weights else []
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", title_justify="left")
    for heading in ("action", "fee", "of the action", *(f"edge left on {label}" for label in labels)):
        table.add_column(heading, justify="right")
    for row in weights:
        edges = (f"{100 * each['decimal']:+.4f} %" for each in row["player_dealer"].values())
        table.add_row(dollars(row["action"]), dollars(row["fee"]), f"{100 * row['share']['decimal']:.4f} %", *edges)
    screen.print(Text("\n  The player-dealer's fee as a share of the action", style="bold"))
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))


# -- fees of a round ---------------------------------------------------------------------------------------------------


def _print_taken(rules: RuleSet, option: str, played: RoundFacts, as_json: bool) -> int:
    """The fees of one round."""
    rows = fees_of_round(rules, option, played)
    known = [row["amount"] for row in rows if row["amount"] is not None]
    if as_json:
        about = {"game": rules.game, "rules": rules.rules, "option": option}
        # There is a total only if the query determines a single round: the players and, in poker, the last street.
        determined = len(known) == len(rows) and (not rules.poker or (played.players and played.reached))
        total = sum(known) if determined else None
        why = None if rows else nothing(rules, option, played)
        print_json(about | {"asked": played._asdict()} | {"taken": rows, "total": total, "nothing": why}, indent=2)
        return 0
    screen = console()
    screen.print(Text(f"{rules.name}, collection option {option}", style="bold"))
    for row in rows:
        amount = "a fee" if row["amount"] is None else dollars(row["amount"])
        screen.print(Text(f"  {row['payer']} pays {amount}", style="bold").append(f" {row['when']}", style="not bold"))
        screen.print(Text(f"    {row['why']}"))
        screen.print(Text(f"    {row['cite']}", style="dim"))
    if not rows:
        screen.print(Text(f"  No fee: {nothing(rules, option, played)}."))
    return 0
