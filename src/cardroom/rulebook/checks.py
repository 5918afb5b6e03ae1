"""What is wrong with a rule set whose shape is right: names that lead nowhere, odds that are none.

Each problem is a sentence that begins with table and key.
"""

from collections.abc import Iterator

from cardroom.cards.decks import DECKS
from cardroom.clean import quoted
from cardroom.limits import LONGEST_NAME, MOST_PACKS
from cardroom.money import cents, dollars, odds
from cardroom.rulebook.fee_checks import fee_problems, posting_problems
from cardroom.rulebook.house_rules import OTHER
from cardroom.rulebook.jackpots import MOST_SENSORS, JackpotRule, share
from cardroom.rulebook.printed import OTHER_LINES, Cells, PrintedFigures, number, spread
from cardroom.rulebook.rule_set import RuleSet
from cardroom.rulebook.schema import AWARD, LOSES, PUSHES, Wager, names_in
from cardroom.rulebook.stakes_checks import stakes_kinds, stakes_problems

__all__ = ["problems", "problems_in_force"]


def problems(rules: RuleSet) -> Iterator[str]:
    """What is wrong with a rule set at its defaults."""
    yield from _names(rules)
    if rules.poker and rules.wager:
        yield "poker: a game with wagers is no poker game: leave out the one or the other"
    for name, rule in rules.house_rules.items():
        if not ((rules.fee or rules.schedules) and name == "collection"):  # which follows from the schedules
            yield from (f"house_rules.{name}.{problem}" for problem in rule.problems())
        try:
            rule.check(name, rule.default)
        except ValueError as error:
            yield f"house_rules.{name}.default: {str(error).removeprefix(f'house rule {name}: ')}"
        for need in rule.needs:
            only, _, needed = need.rpartition(": ")
            if needed not in rules.house_rules or needed == name or (only and only not in rule.choices):
                yield f"house_rules.{name}.needs: {quoted(need)} names no other house rule, or no value of this one"
        for value in rule.unknown_standings(name):
            yield f"house_rules.{name}.standing: {quoted(value)} is no value of it, nor {OTHER!r}"
    for name in ("minimum", "maximum") if rules.wager else ():
        if name not in rules.house_rules:
            yield f"house_rules: {name} is missing"
    yield from _kinds(rules)
    if rules.poker:
        yield from stakes_kinds(rules)
    yield from _cards(rules)
    for name, wager in rules.wager.items():
        yield from _wager(rules, name, wager)
    for name, table in rules.pay.items():
        for line, printed in table.lines.items():
            if printed not in (LOSES, PUSHES):
                try:
                    odds(printed)
                except ValueError as error:
                    yield f"pay.{name}.lines.{quoted(line)}: {error}"
    if rules.chart and not 0 <= rules.chart.must_hit < rules.chart.must_stand <= 21:
        hit, stand = rules.chart.must_hit, rules.chart.must_stand
        yield f"chart: must_hit {hit} and must_stand {stand}: the first is below the second, and both are 0 to 21"
    if rules.order and sorted(rules.order.wagers) != sorted(rules.wager):
        yield f"order.wagers: must name every wager once: {', '.join(rules.wager)}"
    for name, switch in rules.order.first.items() if rules.order else ():
        if name not in rules.wager or not isinstance(getattr(rules.house_rules.get(switch), "default", None), bool):
            yield f"order.first: {name} = {switch!r}: write a wager and the house rule, on or off, that puts it first"
    for notice in rules.display:
        for name, value in notice.conditions():
            if name not in rules.house_rules or (value and value not in rules.house_rules[name].choices):
                yield f"display.when: {quoted(notice.when)} names no house rule, or no value of one"
    for name, jackpot in rules.jackpot.items():
        yield from (f"jackpot.{name}.{problem}" for problem in _jackpot(rules, name, jackpot))
    yield from (f"fee, {problem}" for problem in fee_problems(rules))
    for figures in rules.printed:
        yield from (f"printed, {figures.cite}: {problem}" for problem in _printed(rules, figures))


def problems_in_force(rules: RuleSet) -> Iterator[str]:
    """What is wrong with a sound rule set under its settings."""
    if rules.poker:
        yield from stakes_problems(rules)
    for name, rule in rules.house_rules.items():
        for entry in rule.needs:
            only, _, needed = entry.rpartition(": ")
            value = rules.house(name)
            if (value == only if only else value) and not rules.house(needed):
                how = "more than nothing" if needed in rules.settings else "set first"
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
    layout = rules.wagers()
    for name, wager in layout.items():
        for other in filter(None, (*wager.needs, wager.equals)):
            if not set(other.split(" or ")) & layout.keys():
                yield f"wager.{name}: it needs {other}, which the layout does not have"
        yield from _limits(rules, name, wager)
    yield from _jackpots_in_force(rules)
    yield from (f"house rule collection: {problem}" for problem in posting_problems(rules))


# -- names, kinds of house rules, and cards --------------------------------------------------------------------------


def _names(rules: RuleSet) -> Iterator[str]:
    """Names that cannot be printed: they stand in records, which are shown as they are written."""
    named = {"game": (rules.game,), "rules": (rules.rules,), "wager": rules.wager, "pay": rules.pay}
    named |= {"jackpot": rules.jackpot, "house_rules": rules.house_rules}
    named |= {f"wager.{name}.label": (wager.label,) for name, wager in rules.wager.items()}
    named |= {f"house_rules.{name}.choices": rule.choices for name, rule in rules.house_rules.items()}
    named |= {f"pay.{name}.lines": table.lines for name, table in rules.pay.items()}
    for place, names in named.items():
        for name in names:
            if not (name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
                yield f"{place}: {quoted(name)} is no name: write 1 to {LONGEST_NAME} letters that can be printed"
    labels = [wager.label for wager in rules.wager.values()]
    for name, wager in rules.wager.items():
        if labels.count(wager.label) > 1:
            yield f"wager.{name}.label: two wagers are called {quoted(wager.label)}: give each its own"


def _kinds(rules: RuleSet) -> Iterator[str]:
    """House rules that the rule set itself reads, and that are not of the kind which it can read."""
    amounts = ("minimum", "maximum")
    for name, rule in rules.house_rules.items():
        if name in amounts and not rule.money[0]:
            yield f'house_rules.{name}: it is an amount: give money = ["$1", "$200"], the least and the most'
        if name in ("packs", "cut_card") and (isinstance(rule.default, bool) or rule.choices or rule.money[0]):
            yield f"house_rules.{name}: it is a number: give whole = [1, 8], the least and the most"
        if name == "packs" and not 1 <= rule.whole[0] <= rule.whole[1] <= MOST_PACKS:
            yield f"house_rules.{name}.whole: a shoe has 1 to {MOST_PACKS} packs"


def _cards(rules: RuleSet) -> Iterator[str]:
    """What is wrong with the cards and who gets them."""
    if rules.seats.least > rules.seats.most:
        yield f"seats: from {rules.seats.least} to {rules.seats.most} is no range"
    if rules.deck.name not in DECKS:
        yield f"deck.name: {quoted(rules.deck.name)} is no deck: there are {', '.join(DECKS)}"
    elif poker := rules.poker:
        cards = len(DECKS[rules.deck.name].pack) * rules.packs
        match poker.structure:
            case "community":  # a card is burned before each part of the board
                each, more = poker.hole, sum(poker.board) + len(poker.board)
            case "draw":  # whoever draws first may draw a whole hand
                each, more = poker.hole, poker.hole
            case "stud":  # where they do not reach on the last street, one card of the rest and the burns is shared
                each, more = sum(map(len, poker.streets[:-1] or poker.streets)), max(len(poker.streets) - 2, 2)
        if each * rules.seats.most + more > cards:
            yield f"poker: {each} cards for each of {rules.seats.most} seats and {more} more; the deck has {cards}"
        if strange := set("".join(poker.streets)) - set("due"):
            kinds = "d (down), u (up) and e (up, unless one was exposed)"
            yield f"poker.streets: {quoted(min(strange))} is none of {kinds}"


# -- wagers -----------------------------------------------------------------------------------------------------------


def _wager(rules: RuleSet, name: str, wager: Wager) -> Iterator[str]:
    named = (
        *(each for need in wager.needs for each in need.split(" or ")),
        *filter(None, (wager.equals, wager.excludes)),
    )
    for other in named:
        if other not in rules.wager or other == name:
            yield f"wager.{name}: {quoted(other)} is no other wager: there are {', '.join(rules.wager)}"
        elif rules.wager[other].when != "before the deal":
            yield f"wager.{name}: {quoted(other)} is not placed before the deal, so nothing can be placed beside it"
        elif wager.required and not rules.wager[other].required and other != wager.excludes:
            yield f"wager.{name}.needs, equals: it is required, and {other} is not"
        elif wager.required and rules.wager[other].required and other == wager.excludes:
            yield f"wager.{name}.excludes: {other} is required too, so nobody could bet"
    for need in wager.needs if wager.backline else ():
        if not any(each in rules.wager and rules.wager[each].backline for each in need.split(" or ")):
            yield f"wager.{name}.backline: it needs {need}, which cannot be placed from behind a seat"
    if wager.spots > 9:
        yield f"wager.{name}.spots: the layout has room for 0 to 9, not {wager.spots}"
    for key, pattern in (("pays", wager.pays), *((("beaten", wager.beaten),) if wager.beaten else ())):
        for chooser in names_in(pattern):
            if chooser not in rules.house_rules:
                known = ", ".join(rules.house_rules)
                yield f"wager.{name}.{key}: {quoted(chooser)} is no house rule: there are {known}"
        for choice in _choices(rules, pattern):
            if choice not in rules.pay:
                yield f"wager.{name}.{key}: {quoted(choice)} is no pay table: there are {', '.join(rules.pay)}"
    for key, switch in (("offered", wager.offered), ("unless", wager.unless)):
        if switch and not (switch in rules.house_rules and isinstance(rules.house_rules[switch].default, bool)):
            switches = [each for each, rule in rules.house_rules.items() if isinstance(rule.default, bool)]
            there_are = f"there are {', '.join(switches)}" if switches else "there is none"
            yield f"wager.{name}.{key}: {quoted(switch)} is no house rule that is on or off: {there_are}"
    beside = _beside(rules, name)
    for each in beside & set(rules.wager):
        if rules.wager[each].excludes in beside:
            barred = rules.wager[each].excludes
            yield f"wager.{name}.excludes: nobody could place it: {each} excludes {barred}, and it comes with both"
    yield from (f"wager.{name}.{problem}" for problem in _award(rules, wager))
    # What a script places or asks for itself cannot be taken off the layout, nor go into a slot before the deal.
    optional = wager.when == "before the deal" and not wager.required
    for key, said in (("offered", wager.offered), ("jackpot", wager.jackpot)):
        if said and not optional:
            yield f"wager.{name}.{key}: only a wager that players may place before the deal, or not, can have it"
    try:
        rules.limits(name)
    except KeyError as missing:
        yield f"wager.{name}.least, most: {missing} is no house rule: there are {', '.join(rules.house_rules)}"
    except ValueError as error:
        yield f"wager.{name}.least, most: {error}"
    for table in rules.tables_of(wager.pays, wager.beaten):
        if any(each.endswith(("point", "points", "card", "cards")) for each in rules.pay[table].lines.values()):
            yield f"pay.{table}.lines: points and cards are for games without wagers: this one pays {wager.label}"
    metered = any(rules.pay[table].metered for table in rules.tables_of(wager.pays, wager.beaten))
    if wager.jackpot and wager.jackpot in rules.jackpot and not metered:
        yield f"wager.{name}.jackpot: no line of what it pays is a share of the meter, as in 100% of the meter"
    if wager.jackpot not in rules.jackpot and (metered or wager.jackpot):
        there_are = ", ".join(rules.jackpot) or "none"
        yield f"wager.{name}.jackpot: {quoted(wager.jackpot)} is no jackpot, and it pays of one: there are {there_are}"


def _beside(rules: RuleSet, name: str) -> set[str]:
    """The wagers that whoever places this one has on the layout, it among them."""
    found, waiting = set[str](), [name, *(each for each, wager in rules.wager.items() if wager.required)]
    while waiting:
        each = waiting.pop()
        if each not in found and each in rules.wager:
            found.add(each)
            waiting += [*rules.wager[each].needs, rules.wager[each].equals]  # of "player or banker" it may be either
    return found


def _limits(rules: RuleSet, name: str, wager: Wager) -> Iterator[str]:
    """What is wrong with how much may be placed under the settings."""
    least, most = rules.limits(name)
    if not 0 < least <= most:
        yield f"wager.{name}.least, most: from {dollars(least)} to {dollars(most)} nothing can be placed"
    elif wager.equals and wager.when == "before the deal":
        other = rules.limits(wager.equals)
        if least > other[1] or other[0] > most:
            theirs = f"{dollars(other[0])} to {dollars(other[1])}"
            yield f"wager.{name}.equals: {wager.equals} takes {theirs}, and it no such amount"


def _award(rules: RuleSet, wager: Wager) -> Iterator[str]:
    """What is wrong with odds that nothing, or something, is wagered on."""
    odds_of = {
        odds(said).kind
        for name in rules.tables_of(wager.pays, wager.beaten)
        for said in rules.pay[name].lines.values()
        if _are_odds(said)
    }
    if wager.when != AWARD:
        if "flat" in odds_of:
            yield "pays: an amount that does not grow with the wager is for an award: write odds, as in 50 to 1"
        return
    if not wager.needs:
        yield "needs: an award comes with a wager: name it"
    if wager.least or wager.most:
        yield "least, most: nothing is wagered on an award: leave them out"
    if odds_of & {"for", "meter"}:
        yield "pays: nothing is wagered on an award: write odds to 1, or amounts as in $50"
    if "to" in odds_of and not wager.equals:
        yield "equals: odds are paid on an amount: name the wager that has it"


def _are_odds(said: str) -> bool:
    try:
        odds(said)
    except ValueError:
        return False
    return True


def _choices(rules: RuleSet, pattern: str) -> list[str]:
    """The pay tables that a wager must have, over all choices of the house rule that chooses."""
    name = pattern[pattern.find("{") + 1 : pattern.find("}")] if "{" in pattern else ""
    if not name:
        return [pattern]
    rule = rules.house_rules.get(name)
    return [pattern.replace(f"{{{name}}}", choice) for choice in (rule.choices if rule else ("?",))]


# -- jackpots ---------------------------------------------------------------------------------------------------------


def _jackpot(rules: RuleSet, name: str, jackpot: JackpotRule) -> Iterator[str]:
    """What is wrong with a jackpot as it is written, key first."""
    if name not in {wager.jackpot for wager in rules.wager.values()}:
        yield "label: no wager plays for it"
    kinds = ("bonus", "progressive")
    texts = (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve)
    rule, seed, rate, reserve = (rules.house_rules.get(_chooser(text)) for text in texts)
    if not set(rule.choices if rule else (jackpot.rule,)) <= set(kinds) or (rule and not rule.choices):
        known = ", ".join(kinds)
        yield f"rule: {quoted(jackpot.rule)} is neither of {known}, nor a house rule that chooses between them"
    if not (seed and seed.money[0]):
        try:
            cents(jackpot.seed)
        except ValueError as error:
            yield f"seed: {error}, or {{name}} of a house rule for an amount"
    shares = []
    for key, text, chosen in (("rate", jackpot.rate, rate), ("reserve", jackpot.reserve, reserve)):
        try:
            shares.append(share("0%" if chosen and chosen.whole[1] else text))
        except ValueError as error:
            yield f"{key}: {error}, or {{name}} of a house rule for a whole number of percent"
    if sum(shares) > 1:
        yield f"rate, reserve: {jackpot.rate} and {jackpot.reserve} are more than the whole wager"
    if jackpot.rule == "bonus" and (rate or reserve or any(shares)):
        yield "rate, reserve: a bonus jackpot's display does not move with wagers: leave them out"
    try:
        share(jackpot.morning)
    except ValueError as error:
        yield f"morning: {error}"


def _chooser(text: str) -> str:
    """The house rule that a field is left to, or nothing."""
    return text[1:-1] if text.startswith("{") and text.endswith("}") else ""


def _jackpots_in_force(rules: RuleSet) -> Iterator[str]:
    """What keeps the jackpots of this layout from opening."""
    found = [jackpot for jackpot in map(rules.jackpot_of, rules.wagers()) if jackpot]
    if len({jackpot.rule for jackpot in found}) > 1:
        yield "jackpot: all jackpots of a layout are of one type, bonus or progressive"
    if len(names := dict.fromkeys(jackpot.name for jackpot in found)) > MOST_SENSORS:
        yield f"jackpot: a layout has at most {MOST_SENSORS} sensors, and here are {', '.join(names)}"
    for jackpot in found:
        if jackpot.rate + jackpot.reserve > 1:
            yield f"jackpot.{jackpot.name}: rate and reserve are more than the whole wager"
        if jackpot.rule != "progressive":
            continue
        # A default is nobody's decision: what the players' fund opens with and grows by, a house must have said.
        written = rules.jackpot[jackpot.name]
        for key, text, value in (("seed", written.seed, jackpot.seed), ("rate", written.rate, jackpot.rate)):
            if chooser := _chooser(text):
                if not value or chooser not in rules.settings:
                    how = "more than nothing" if chooser in rules.settings else "set first"
                    yield f"jackpot.{jackpot.name}.{key}: a progressive needs {chooser} to be {how}"
            elif not value:
                yield f"jackpot.{jackpot.name}.{key}: a progressive needs one: there is no default"


# -- printed figures --------------------------------------------------------------------------------------------------


def _printed(rules: RuleSet, figures: PrintedFigures) -> Iterator[str]:
    """What of a printed table does not fit the rule set that it stands in."""
    if figures.wager not in rules.wager:
        yield f"{quoted(figures.wager)} is no wager: there are {', '.join(rules.wager)}"
        return
    choices = rules.house_rules[figures.rule].choices if figures.rule in rules.house_rules else ()
    if (figures.rule or figures.ids) and (not figures.ids or not set(figures.ids) <= set(choices)):
        yield f"ids: {', '.join(figures.ids) or 'none'} are not choices of the house rule {quoted(figures.rule)}"
    for name, row in figures.rows.items():
        if row.figure.startswith("total") and not figures.games:
            yield f"rows.{quoted(name)}: {row.figure} is a figure of a simulation: say how many games"
        yield from _unfit(figures, f"rows.{quoted(name)}", row.cells)
    pattern = rules.wager[figures.wager].pays
    wanted = [pattern.replace(f"{{{figures.rule}}}", each) for each in figures.ids or ("",)]
    known = dict.fromkeys(line for name in wanted if name in rules.pay for line in rules.pay[name].lines)
    for kind, lines in figures.lines.items():
        for line, cells in lines.items():
            if line not in known and line != OTHER_LINES:
                yield f"lines.{kind}: {quoted(line)} is no line of its pay table: {', '.join(known)}, {OTHER_LINES}"
            yield from _unfit(figures, f"lines.{kind}.{quoted(line)}", cells)


def _unfit(figures: PrintedFigures, where: str, cells: Cells) -> Iterator[str]:
    if not isinstance(cells, str) and len(cells) != len(figures.ids):
        yield f"{where}: there are {len(figures.ids)} ids, so it takes {len(figures.ids)} cells or one for all"
    for cell in spread(cells, figures.ids).values():
        try:
            number(cell)
        except ValueError as error:
            yield f"{where}: {error}"
