"""`cardroom fees`: the collection schedules of a game, what one of them takes, and what that costs."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.analysis import Report, analysis_of, analyze
from cardroom.analysis.collection import after_collection, charged, unknown
from cardroom.analysis.report import figure
from cardroom.cli import UsageError
from cardroom.cli.common import console, print_json
from cardroom.cli.words import parse_count
from cardroom.games import game_of
from cardroom.money import cents, dollars
from cardroom.play import Game
from cardroom.rulebook import RuleSet, with_house_rules
from cardroom.rulebook.fees import ILLEGIBLE, bracket
from cardroom.show.collection import posted_lines, schedules_page, terms_words
from cardroom.show.fees_taken import RoundFacts, asked_of, nothing, reached, taken

__all__ = ["FeeQuery", "fees_command"]

_HEADS = {"pot": "the pot pays", "player-dealer": "the player-dealer pays", "each player": "each player pays"}


class FeeQuery(NamedTuple):
    """What is asked of one schedule, as it was typed."""

    option: str | None = None
    action: str | None = None
    wager: str | None = None
    players: str | None = None
    reached: str | None = None


def fees_command(game: Game, asked: FeeQuery, as_json: bool) -> int:
    """Print all schedules, one of them, or what one of them takes."""
    rules = game.rules
    page = schedules_page(rules)
    if not page["groups"]:
        raise UsageError(f"{game.slug}, {rules.rules}: the document prints no collection schedule for it")
    said = [name for name, value in asked._asdict().items() if name != "option" and value is not None]
    if asked.option is None:
        if said:
            raise UsageError("--option: say which schedule, as in --option 7")
        return _print_all(page, rules, as_json)
    played = _played(asked, rules, said)
    if said or _flat(page, asked.option):
        return _print_taken(rules, asked.option, played, as_json)
    return _print_one(page, rules, asked.option, as_json)


def _played(asked: FeeQuery, rules: RuleSet, said: Sequence[str]) -> RoundFacts:
    """What was typed, as amounts and numbers; what the schedule does not go by is refused."""
    known = asked_of(rules, asked.option or "") if said else ()
    for name in said:
        if name not in known:
            by = " and ".join(f"--{each}" for each in known)
            goes = f"it goes by {by}" if by else "it is a flat fee"
            raise UsageError(f"--{name}: option {asked.option} of {rules.game} does not go by that; {goes}")
    if asked.reached is not None:
        reached(rules, asked.reached)  # says what there is
    action, wager = _amount("--action", asked.action), _amount("--wager", asked.wager)
    players = None if asked.players is None else parse_count("--players", asked.players)
    return RoundFacts(action, wager, players, asked.reached or "")


def _amount(name: str, said: str | None) -> int | None:
    try:
        return None if said is None else cents(said)
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None


def _flat(page: dict[str, Any], option: str) -> bool:
    """Whether all that a schedule takes is known without asking."""
    names = option.split("/")
    found = [each for each in _options(page) if each["option"] in names]
    return bool(found) and all(charge["counts"] == "nothing" for each in found for charge in each["charges"])


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
        screen.print(Text("None is in force here; `--set collection=1` posts option 1.", style="dim"))
    for group in page["groups"]:
        _print_group(screen, group, group["options"])
    brackets = {bracket(tuple(each["players"])): each["players"] for each in _options(page) if each["players"]}
    for said, (least, _) in brackets.items():
        if least > rules.seats.most:
            screen.print(Text(f"\nFor {said} players: never, as a table seats {rules.seats.most}.", style="dim"))
    return 0


def _options(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [option for group in page["groups"] for option in group["options"]]


def _print_group(screen: Console, group: dict[str, Any], options: Sequence[dict[str, Any]]) -> None:
    """What a group has in common, said once, and a row an option."""
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
            yield _said(charge["tiers"][0]["fee"])
        else:
            yield ", ".join(f"{_range(tier)} {_said(tier['fee'])}" for tier in charge["tiers"])


def _range(tier: dict[str, Any]) -> str:
    return f"{_said(tier['from'])}+" if tier["to"] is None else f"{_said(tier['from'])}-{_said(tier['to'])}"


def _said(amount: int | str) -> str:
    return ILLEGIBLE if isinstance(amount, str) else dollars(amount)


# -- one schedule ------------------------------------------------------------------------------------------------------


def _print_one(page: dict[str, Any], rules: RuleSet, option: str, as_json: bool) -> int:
    """A schedule with what it weighs at some actions."""
    group, found = next(
        ((group, each) for group in page["groups"] for each in group["options"] if each["option"] == option),
        (None, None),
    )
    if group is None or found is None:
        taken(rules, option, RoundFacts())  # says what there is
        raise UsageError(f"--option {option}: name one schedule")
    posting = None if _unread(found) else _posting(rules, group, found)
    weights = list(_weights(posting, found)) if posting else []
    missing = list(unknown(posting, _report(posting))) if posting else []
    if as_json:
        said = {key: value for key, value in page.items() if key != "groups"} | {"terms": group["terms"]} | found
        print_json(said | {"weights": weights, "unknown": missing}, indent=2)
        return 0
    screen = console()
    screen.print(Text(f"Collection: {page['name']}", style="bold"))
    _print_group(screen, group, [found])
    if posting is None:
        screen.print(Text("\n  What cannot be read is not guessed: no table may post this option.", style="yellow"))
        return 0
    _print_weights(screen, weights)
    if missing:
        screen.print(Text(f"  What edge that leaves on {' and '.join(missing)} is {_how(rules)}.", style="dim"))
    return 0


def _how(rules: RuleSet) -> str:
    """How an edge can be learned that is not counted here."""
    known = analysis_of(rules)
    if known and known.pace == "slow":
        return f"counted by `cardroom analyze {rules.game} --set collection=... --action ...`"
    return "not known: its exact edge has not been counted"


def _unread(option: dict[str, Any]) -> bool:
    return any(
        isinstance(value, str) for charge in option["charges"] for tier in charge["tiers"] for value in tier.values()
    )


def _posting(rules: RuleSet, group: dict[str, Any], option: dict[str, Any]) -> RuleSet:
    """The rules of a table that posts a schedule, its minimum raised where the schedule's table limit is higher."""
    least, most = option.get("table_limit") or (rules.minimum, group["terms"].get("maximum", [0, rules.maximum])[1])
    limits = {"minimum": max(rules.minimum, least), "maximum": min(rules.maximum, most)}
    return with_house_rules(rules, limits | {"collection": option["option"]})


@lru_cache(maxsize=4)
def _report(posting: RuleSet) -> Report | None:
    known = analysis_of(posting)
    return analyze(game_of(posting)) if known and known.pace == "quick" else None


def _weights(posting: RuleSet, option: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """What the player-dealer's fee is of the action at the ends of each tier, and what edge that leaves."""
    report = _report(posting)
    for action in _actions(option, posting.minimum):
        fees = charged(posting, action)
        after = after_collection(posting, report, fees) if report else ()
        edges = {each.label: figure(each.player_dealer) for each in after if posting.wager[each.wager].game_wager}
        yield {"action": action, "fee": fees.player_dealer, "share": figure(fees.share), "player_dealer": edges}


def _actions(option: dict[str, Any], minimum: int) -> list[int]:
    """The ends of the player-dealer's tiers, from the table's minimum on; of each player's where that one is flat."""
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
    screen.print(Text("\n  What the player-dealer's fee weighs", style="bold"))
    screen.print(Padding(table, (0, 0, 0, 2), expand=False))


# -- what it takes -----------------------------------------------------------------------------------------------------


def _print_taken(rules: RuleSet, option: str, played: RoundFacts, as_json: bool) -> int:
    """The fees of one round."""
    rows = taken(rules, option, played)
    known = [row["amount"] for row in rows if row["amount"] is not None]
    if as_json:
        said = {"game": rules.game, "rules": rules.rules, "option": option}
        # What no single round pays is no total: several brackets, a hand of which nobody says how far it went.
        whole = len(known) == len(rows) and (not rules.poker or (played.players and played.reached))
        total = sum(known) if whole else None
        why = None if rows else nothing(rules, option, played)
        print_json(said | {"asked": played._asdict()} | {"taken": rows, "total": total, "nothing": why}, indent=2)
        return 0
    screen = console()
    screen.print(Text(f"{rules.name}, collection option {option}", style="bold"))
    for row in rows:
        amount = "a fee" if row["amount"] is None else dollars(row["amount"])
        screen.print(Text(f"  {row['payer']} pays {amount}", style="bold").append(f" {row['when']}", style="not bold"))
        screen.print(Text(f"    {row['why']}"))
        screen.print(Text(f"    {row['cite']}", style="dim"))
    if not rows:
        screen.print(Text(f"  Nothing is taken: {nothing(rules, option, played)}."))
    return 0
