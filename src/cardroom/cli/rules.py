"""`cardroom rules`: the rules page, made from the rule set alone."""

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardroom.cards.decks import deck
from cardroom.cli import Mistake
from cardroom.cli.common import console, print_json
from cardroom.cli.games import bank_of, summary
from cardroom.money import cents, dollars
from cardroom.play import Game
from cardroom.play.procedures import areas
from cardroom.rulebook import HouseRule, PayTable, RuleSet, Wager

__all__ = ["page", "print_page", "rules_command"]


def rules_command(game: Game, as_json: bool, markdown: bool) -> int:
    """Print the rules page."""
    if as_json and markdown:
        raise Mistake("--json and --markdown: choose one of them")
    if as_json:
        print_json(page(game), indent=2)
    elif markdown:
        print(*_markdown(page(game)), sep="\n")
    else:
        print_page(console(), game)
    return 0


def page(game: Game) -> dict[str, Any]:
    """Everything that a rules page says, as plain data; money is in cents."""
    rules = game.rules
    cards = deck(rules.deck.name, rules.deck.packs)
    layout = {area.wager: area for area in areas(rules)}
    # A wager with a table for beaten hands settles what no line names by its own rules: it may push.
    split = [table for wager in rules.wagers().values() if wager.beaten for table in _tables(rules, wager)]
    in_force = [table for wager in rules.wagers().values() for table in _tables(rules, wager)]
    return summary(game) | {
        "seats": {"least": rules.seats.least, "most": rules.seats.most, "cite": rules.cite(rules.seats.cite)},
        "deck": {
            "name": rules.deck.name,
            "cards": len(cards.cards),
            "packs": rules.deck.packs,
            "decks": rules.deck.decks,
            "shoe": rules.deck.shoe,
            "cut": rules.deck.cut,
            "cite": rules.cite(rules.deck.cite),
        },
        "bank": {
            "who": bank_of(game),
            "rounds": rules.bank.rounds if rules.bank else None,
            "cite": rules.cite(rules.bank.cite) if rules.bank else rules.cite(),
        },
        "limits": {"minimum": rules.minimum, "maximum": rules.maximum},
        "wagers": [
            {
                "wager": name,
                "label": wager.label,
                "required": wager.required,
                "needs": [" or ".join(rules.wager[name].label for name in need.split(" or ")) for need in wager.needs],
                "equals": rules.wager[wager.equals].label if wager.equals else None,
                "excludes": rules.wager[layout[name].excludes].label
                if name in layout and layout[name].excludes
                else None,
                "when": wager.when,
                "least": layout[name].least if name in layout else rules.minimum,
                "most": layout[name].most if name in layout else rules.maximum,
                "tables": [name for name in rules.pay if rules.pay[name] in _tables(rules, wager)],
                "cite": rules.cite(wager.cite),
            }
            for name, wager in rules.wagers().items()
        ],
        "pay_tables": [
            {
                "table": name,
                "title": table.title,
                "id": table.id or None,
                "ranking": table.ranking or None,
                "lines": [{"line": line, "pays": pays} for line, pays in table.lines.items()],
                "in_force": table in in_force,
                "others_lose": bool(table.ranking) and table not in split,
                "cite": rules.cite(table.cite),
            }
            for name, table in rules.pay.items()
        ],
        "settlement": rules.order
        and {
            "start": rules.order.start,
            "by": rules.order.by,
            "wagers": [rules.wager[name].label for name in rules.order.wagers if name in rules.wagers()],
            "cite": rules.cite(rules.order.cite),
        },
        "house_rules": [_house_rule(game, name, rule) for name, rule in rules.house_rules.items()],
        "script": game.version,
        "digest": rules.digest,
    }


def _house_rule(game: Game, name: str, rule: HouseRule) -> dict[str, Any]:
    value: Any = game.rules.house(name)
    default: Any = rule.default
    allowed: Any = list(rule.choices) or (["on", "off"] if isinstance(rule.default, bool) else list(rule.whole))
    if rule.money[0]:
        value, default, allowed = cents(value), cents(str(default)), [cents(bound) for bound in rule.money]
    return {
        "name": name,
        "kind": _kind(rule),
        "value": value,
        "default": default,
        "allowed": allowed,
        "says": rule.says,
        "cite": game.rules.cite(rule.cite),
    }


def _tables(rules: RuleSet, wager: Wager) -> list[PayTable]:
    """The pay tables that settle a wager under the house rules in force."""
    return [rules.table(pattern) for pattern in (wager.pays, wager.beaten) if pattern]


def _kind(rule: HouseRule) -> str:
    if rule.choices:
        return "choice"
    if rule.money[0]:
        return "money"
    return "switch" if isinstance(rule.default, bool) else "number"


# -- for people's eyes ------------------------------------------------------------------------------------------


def print_page(screen: Console, game: Game) -> None:
    """The page on a terminal."""
    said = page(game)
    screen.print(Text(said["name"], style="bold"))
    screen.print(Text(f"{said['id']}, rule set {said['rules']}\n", style="dim"))
    screen.print(said["summary"])
    screen.print()
    for text in _facts(said):
        screen.print(_point(text))
    screen.print(_heading("Wagers"))
    wagers = _table("Wager", "", "When")
    for wager in said["wagers"]:
        wagers.add_row(Text(wager["label"], style="bold"), _terms(wager, said), wager["when"])
    screen.print(wagers)
    screen.print(_heading("Pay tables\n"))
    for pay in _pay_tables(said):
        screen.print(pay)
    screen.print(_heading("House rules\n"))
    for rule in said["house_rules"]:
        value = Text(rule["name"], style="bold").append(" is ", style="not bold")
        value.append(_shown(rule, rule["value"]))
        value.append(f", may be {_allowed(rule)}", style="not bold")
        if rule["value"] != rule["default"]:
            value.append(f"; the default is {_shown(rule, rule['default'])}", style="not bold")
        about = Text(rule["says"]).append(f"\n{_short(rule['cite'], said)}", style="dim")
        screen.print(Padding(Group(value, Padding(about, (0, 0, 0, 2))), (0, 0, 1, 2)))
    screen.print(_heading("Sources"))
    screen.print(_source(said))
    for place in _places(said):
        screen.print(_point(place, "dim"))


def _point(text: str, style: str = "") -> RenderableType:
    point = Table.grid(padding=(0, 1))
    point.add_row("•", Text(text, style=style))
    return point


def _heading(text: str) -> RenderableType:
    return Text(f"\n{text}", style="bold cyan")


def _table(*headings: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=any(headings))
    for heading in headings:
        table.add_column(heading)
    return table


def _pay_tables(said: dict[str, Any]) -> Iterator[RenderableType]:
    for pay in _pays(said):
        table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 3, 0, 0))
        table.add_column(min_width=20)
        table.add_column(justify="right")
        for line in pay["lines"]:
            table.add_row(line["line"], line["pays"])
        title = Text(pay["title"], style="bold").append(f"  {pay['id']}" if pay["id"] else "", style="dim")
        if pay["others_lose"]:
            table.add_row(Text("any other hand", style="dim"), Text("loses", style="dim"))
        yield Padding(Group(title, table), (0, 0, 1, 2))


# -- Markdown ---------------------------------------------------------------------------------------------------


def _markdown(said: dict[str, Any]) -> Iterator[str]:
    yield f"# {said['name']}\n\n{said['id']}, rule set `{said['rules']}`\n\n{said['summary']}\n"
    yield from (f"- {fact}" for fact in _facts(said))
    yield "\n## Wagers\n\n| wager | | when |\n|---|---|---|"
    yield from (f"| **{wager['label']}** | {_terms(wager, said)} | {wager['when']} |" for wager in said["wagers"])
    yield "\n## Pay tables"
    for pay in _pays(said):
        title = pay["title"] + (f" ({pay['id']})" if pay["id"] else "")
        yield f"\n### {title}\n\n| | pays |\n|---|---:|"
        yield from (f"| {line['line']} | {line['pays']} |" for line in pay["lines"])
        if pay["others_lose"]:
            yield "| any other hand | loses |"
    yield "\n## House rules\n\n| rule | in force | default | may be | | source |\n|---|---|---|---|---|---|"
    for rule in said["house_rules"]:
        values = f"{_shown(rule, rule['value'])} | {_shown(rule, rule['default'])} | {_allowed(rule)}"
        yield f"| `{rule['name']}` | {values} | {rule['says']} | {_short(rule['cite'], said)} |"
    yield f"\n## Sources\n\n{_source(said)}\n"
    yield from (f"- {place}" for place in _places(said))


# -- sentences --------------------------------------------------------------------------------------------------


def _facts(said: dict[str, Any]) -> Iterator[str]:
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
    yield f"wagers from {dollars(said['limits']['minimum'])} to {dollars(said['limits']['maximum'])}"
    if order := said["settlement"]:
        how = "seat by seat" if order["by"] == "seat" else "wager by wager"
        yield f"settled {how} from the left of the {order['start']}: {', '.join(order['wagers'])}"


def _pays(said: dict[str, Any]) -> list[dict[str, Any]]:
    """The pay tables in force; those that the house could choose instead are its house rules' business."""
    return [pay for pay in said["pay_tables"] if pay["in_force"]]


def _terms(wager: dict[str, Any], said: dict[str, Any]) -> str:
    """What must be so for a wager to be placed."""
    required = "required" if wager["required"] else "optional"
    if wager["equals"]:
        return f"{required}; equals {wager['equals']}"
    needs = f"; only with {' and '.join(wager['needs'])}" if wager["needs"] else ""
    needs += f"; not beside {wager['excludes']}" if wager["excludes"] else ""
    own = (wager["least"], wager["most"]) != (said["limits"]["minimum"], said["limits"]["maximum"])
    limits = f"; {_between(wager['least'], wager['most'])}" if own else ""
    return f"{required}{needs}{limits}"


def _between(least: int, most: int) -> str:
    return dollars(least) if least == most else f"{dollars(least)} to {dollars(most)}"


def _shown(rule: dict[str, Any], value: Any) -> str:
    if rule["kind"] == "money":
        return dollars(value)
    return ("on" if value else "off") if rule["kind"] == "switch" else str(value)


def _allowed(rule: dict[str, Any]) -> str:
    if rule["kind"] in ("money", "number"):
        least, most = rule["allowed"]
        return f"{_shown(rule, least)} to {_shown(rule, most)}"
    return " or ".join(rule["allowed"])


def _source(said: dict[str, Any]) -> str:
    source = said["source"]
    return ", ".join(filter(None, (source["document"], source["section"], said["id"], source["date"])))


def _short(cite: str, said: dict[str, Any]) -> str:
    """A citation without the document and section that the whole page is from."""
    return cite.removeprefix(f"{said['source']['document']}, {said['source']['section']}, ")


def _places(said: dict[str, Any]) -> Iterator[str]:
    """Where each part of the page is printed."""
    for part in ("seats", "deck", "bank"):
        yield f"{part}: {_short(said[part]['cite'], said)}"
    for wager in said["wagers"]:
        yield f"{wager['label']}: {_short(wager['cite'], said)}"
    for pay in _pays(said):
        yield f"{pay['title']}, what it pays: {_short(pay['cite'], said)}"
    if said["settlement"]:
        yield f"settlement order: {_short(said['settlement']['cite'], said)}"
