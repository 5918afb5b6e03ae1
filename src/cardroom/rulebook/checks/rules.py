"""Checks of a whole rule set, for example names that lead nowhere.

Wagers, pay tables, jackpots, fees and stakes have their own modules.
"""

from collections.abc import Iterator

from cardroom.cards.decks import DECKS
from cardroom.clean import quoted
from cardroom.limits import LONGEST_NAME, MOST_PACKS
from cardroom.money import dollars
from cardroom.rulebook.checks.fees import fee_problems, posting_problems
from cardroom.rulebook.checks.jackpots import jackpot_problems, jackpot_problems_in_force
from cardroom.rulebook.checks.pay_tables import pay_table_problems
from cardroom.rulebook.checks.stakes import stakes_kinds, stakes_problems
from cardroom.rulebook.checks.wagers import limit_problems, wager_problems
from cardroom.rulebook.editions import edition_problems
from cardroom.rulebook.house_rules import OTHER
from cardroom.rulebook.printed import OTHER_LINES, Cells, PrintedFigures, number, spread
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import Poker

__all__ = ["problems", "problems_in_force"]


def problems(rules: RuleSet) -> Iterator[str]:
    """Find problems with a rule set at its defaults."""
    if rules.edition:
        yield from edition_problems(rules.edition)
    yield from _names(rules)
    if rules.poker and rules.wager:
        yield "poker: a game with wagers is not a poker game: leave out [poker] or the wagers"
    for name, rule in rules.house_rules.items():
        if not ((rules.fee or rules.schedules) and name == "collection"):  # it is made from the schedules
            yield from (f"house_rules.{name}.{problem}" for problem in rule.problems())
        try:
            rule.check(name, rule.default)
        except ValueError as error:
            yield f"house_rules.{name}.default: {str(error).removeprefix(f'house rule {name}: ')}"
        if rule.by_limit and not rules.poker:
            yield f"house_rules.{name}.by_limit: only a poker table has limits"
        for need in rule.needs:
            only, _, needed = need.rpartition(": ")
            if needed not in rules.house_rules or needed == name or (only and only not in rule.choices):
                yield f"house_rules.{name}.needs: {quoted(need)} must name another house rule"
        for value in rule.unknown_standings(name):
            yield f"house_rules.{name}.standing: {quoted(value)} is not one of its values, nor {OTHER!r}"
    for name in ("minimum", "maximum") if rules.wager else ():
        if name not in rules.house_rules:
            yield f"house_rules: {name} is missing"
    yield from _kinds(rules)
    if rules.poker:
        yield from stakes_kinds(rules)
    yield from _cards(rules)
    for name, wager in rules.wager.items():
        yield from wager_problems(rules, name, wager)
    for name, table in rules.pay.items():
        yield from pay_table_problems(name, table)
    if rules.chart and not 0 <= rules.chart.must_hit < rules.chart.must_stand <= 21:
        hit, stand = rules.chart.must_hit, rules.chart.must_stand
        yield f"chart: must_hit {hit} and must_stand {stand}: the first must be below the second, and both from 0 to 21"
    if rules.order and sorted(rules.order.wagers) != sorted(rules.wager):
        yield f"order.wagers: must name every wager once: {', '.join(rules.wager)}"
    decides = rules.house_rules.get("settled_by")
    if rules.order and decides and rules.order.by != decides.default:
        yield f"order.by: the house rule settled_by decides, and its default is {decides.default}"
    for name, switch in rules.order.first.items() if rules.order else ():
        if name not in rules.wager or not isinstance(getattr(rules.house_rules.get(switch), "default", None), bool):
            yield f"order.first: {name} = {switch!r}: give a wager and the on-off house rule that puts it first"
    for notice in rules.display:
        for name, value in notice.conditions():
            if name not in rules.house_rules or (value and value not in rules.house_rules[name].choices):
                yield f"display.when: {quoted(notice.when)} must name house rules, and values that they have"
    for name, jackpot in rules.jackpot.items():
        yield from (f"jackpot.{name}.{problem}" for problem in jackpot_problems(rules, name, jackpot))
    yield from (f"fee, {problem}" for problem in fee_problems(rules))
    for figures in rules.printed:
        yield from (f"printed, {figures.cite}: {problem}" for problem in _printed_figure_problems(rules, figures))


def problems_in_force(rules: RuleSet) -> Iterator[str]:
    """Find problems with a valid rule set under its settings."""
    if rules.poker:
        yield from stakes_problems(rules)
        yield from _poker_problems_in_force(rules, rules.poker)
    for name, rule in rules.house_rules.items():
        for entry in rule.needs:
            only, _, needed = entry.rpartition(": ")
            value = rules.house(name)
            if (value == only if only else value) and not rules.house(needed):
                how = "more than zero" if needed in rules.settings else "set first"
                how = "on" if isinstance(rules.house(needed), bool) else how
                yield f"house rule {name}: {only or 'it'} needs {needed} to be {how}"
    for name, wager in rules.wagers().items():
        for pattern in filter(None, (wager.pays, wager.beaten)):
            try:
                rules.table(pattern)
            except KeyError as missing:
                off = f"turn {wager.offered} off, or " if wager.offered else ""
                yield f"wager.{name}: there is no pay table {missing}: {off}add one"
    if rules.wager and rules.minimum > rules.maximum:
        yield f"house rule minimum: {dollars(rules.minimum)} is over the maximum, {dollars(rules.maximum)}"
    if chip := rules.increment if rules.wager else 0:
        yield from _not_in_chips(rules, chip)
    layout = rules.wagers()
    for name, wager in layout.items():
        for other in filter(None, (*wager.needs, wager.equals)):
            if not set(other.split(" or ")) & layout.keys():
                yield f"wager.{name}: it needs {other}, which the layout does not have"
        yield from limit_problems(rules, name, wager)
    yield from jackpot_problems_in_force(rules)
    yield from (f"house rule collection: {problem}" for problem in posting_problems(rules))


def _poker_problems_in_force(rules: RuleSet, poker: Poker) -> Iterator[str]:
    """Find settings that do not fit a poker game. A rule set need not have these house rules."""
    known = {name: rules.house(name) for name in ("most_runs", "bomb_pots") if name in rules.house_rules}
    if poker.boards > 1 and known.get("most_runs", 1) != 1:
        yield f"house rule most_runs: a hand with {poker.boards} boards is not run twice: set it to 1"
    flop = poker.structure == "community" and (len(poker.board) > 1 or sum(poker.board) >= 3)
    if known.get("bomb_pots", "never") != "never" and not flop:
        yield f"house rule bomb_pots: a {poker.structure} game without a flop has none: set it to never"


# -- names, kinds of house rules, and cards --------------------------------------------------------------------------


def _names(rules: RuleSet) -> Iterator[str]:
    """Find names that cannot be printed. Records contain these names and are shown as written."""
    named = {"game": (rules.game,), "rules": (rules.rules,), "wager": rules.wager, "pay": rules.pay}
    named |= {"jackpot": rules.jackpot, "house_rules": rules.house_rules}
    named |= {f"wager.{name}.label": (wager.label,) for name, wager in rules.wager.items()}
    named |= {f"house_rules.{name}.choices": rule.choices for name, rule in rules.house_rules.items()}
    named |= {f"pay.{name}.lines": table.lines for name, table in rules.pay.items()}
    for place, names in named.items():
        for name in names:
            if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
                yield f"{place}: {quoted(name)} is not a name: write 1 to {LONGEST_NAME} printable characters"
    labels = [wager.label for wager in rules.wager.values()]
    for name, wager in rules.wager.items():
        if labels.count(wager.label) > 1:
            yield f"wager.{name}.label: two wagers have the label {quoted(wager.label)}: give each its own"


def _kinds(rules: RuleSet) -> Iterator[str]:
    """Find house rules that the rule set itself reads, but cannot read as written."""
    amounts = ("minimum", "maximum")
    for name, rule in rules.house_rules.items():
        if name in amounts and not rule.money[0]:
            yield f'house_rules.{name}: it must be an amount: give money = ["$1", "$200"], the least and the most'
        if name in ("packs", "cut_card") and (isinstance(rule.default, bool) or rule.choices or rule.money[0]):
            yield f"house_rules.{name}: it must be a number: give whole = [1, 8], the least and the most"
        if name == "packs" and not 1 <= rule.whole[0] <= rule.whole[1] <= MOST_PACKS:
            yield f"house_rules.{name}.whole: a shoe has 1 to {MOST_PACKS} packs"


def _cards(rules: RuleSet) -> Iterator[str]:
    """Find problems with the deck and the number of cards."""
    if rules.seats.least > rules.seats.most:
        yield f"seats: from {rules.seats.least} to {rules.seats.most} is not a range"
    if rules.deck.name not in DECKS:
        yield f"deck.name: {quoted(rules.deck.name)} is not a deck: choose from {', '.join(DECKS)}"
    elif poker := rules.poker:
        cards = len(DECKS[rules.deck.name].pack) * rules.packs
        match poker.structure:
            case "community":  # a card is burned before each part of the board
                each, more = poker.hole, sum(poker.board) * poker.boards + len(poker.board)
            case "draw":  # the first player may draw a whole hand
                each, more = poker.hole, poker.hole
            case "stud":  # if the last street runs short, all players share one card
                each, more = sum(map(len, poker.streets[:-1] or poker.streets)), max(len(poker.streets) - 2, 2)
        if each * rules.seats.most + more > cards:
            yield f"poker: {each} cards for each of {rules.seats.most} seats and {more} more; the deck has {cards}"
        if strange := set("".join(poker.streets)) - set("due"):
            kinds = "d (down), u (up) and e (up, unless one was exposed)"
            yield f"poker.streets: {quoted(min(strange))} must be one of {kinds}"


# -- printed figures --------------------------------------------------------------------------------------------------


def _printed_figure_problems(rules: RuleSet, figures: PrintedFigures) -> Iterator[str]:
    """Find parts of a printed table of figures that do not fit the rule set."""
    if figures.wager not in rules.wager:
        yield f"{quoted(figures.wager)} is not a wager: choose from {', '.join(rules.wager)}"
        return
    choices = rules.house_rules[figures.rule].choices if figures.rule in rules.house_rules else ()
    if (figures.rule or figures.ids) and (not figures.ids or not set(figures.ids) <= set(choices)):
        yield f"ids: {', '.join(figures.ids) or 'none'} are not choices of the house rule {quoted(figures.rule)}"
    for name, row in figures.rows.items():
        if row.figure.startswith("total") and not figures.games:
            yield f"rows.{quoted(name)}: {row.figure} comes from a simulation: give the number of games"
        yield from _unfit(figures, f"rows.{quoted(name)}", row.cells)
    pattern = rules.wager[figures.wager].pays
    wanted = [pattern.replace(f"{{{figures.rule}}}", each) for each in figures.ids or ("",)]
    known = dict.fromkeys(line for name in wanted if name in rules.pay for line in rules.pay[name].lines)
    for kind, lines in figures.lines.items():
        for line, cells in lines.items():
            if line not in known and line != OTHER_LINES:
                yield f"lines.{kind}: {quoted(line)} is not a line: choose from {', '.join(known)}, {OTHER_LINES}"
            yield from _unfit(figures, f"lines.{kind}.{quoted(line)}", cells)


def _unfit(figures: PrintedFigures, where: str, cells: Cells) -> Iterator[str]:
    if not isinstance(cells, str) and len(cells) != len(figures.ids):
        yield f"{where}: there are {len(figures.ids)} ids, so write {len(figures.ids)} cells, or one for all"
    for cell in spread(cells, figures.ids).values():
        try:
            number(cell)
        except ValueError as error:
            yield f"{where}: {error}"


def _not_in_chips(rules: RuleSet, chip: int) -> Iterator[str]:
    """Problems of amounts that nobody can wager in whole chips: the table's minimum, and fixed wagers."""
    if over := rules.minimum % chip:
        below, above = rules.minimum - over, rules.minimum - over + chip
        nearest = f"{dollars(below)} or {dollars(above)}" if below else dollars(above)
        yield (
            f"house rule minimum: {dollars(rules.minimum)} is not in whole chips of {dollars(chip)}: "
            f"set it to {nearest}, or choose a smaller chip"
        )
    for name in rules.wagers():
        least, most = rules.limits(name)
        if least == most and least % chip:
            label = rules.wager[name].label
            yield (
                f"house rule smallest_chip: {label} is exactly {dollars(least)}, "
                f"which is not in whole chips of {dollars(chip)}: choose a smaller chip"
            )
