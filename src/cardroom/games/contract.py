"""The contract between rule sets and scripts: what loads, plays, settles, prints and is analyzed; the rest is refused.

`rulebook` has checked that names lead somewhere and that numbers are within reason. Here rule sets meet scripts and
rankings: whether the script can place every wager, whether each pay line can come about, whether the cards reach,
whether anything follows a house rule. Each problem is a sentence that begins with table and key and says what would be
right.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from cardroom.cards.decks import deck
from cardroom.clean import quoted
from cardroom.games.poker_contract import poker_problems
from cardroom.money import odds
from cardroom.play import UNQUALIFIED, Declaration, Layout, Settles
from cardroom.rankings import RANKINGS, lines
from cardroom.rankings.holds import can_make
from cardroom.rulebook import Moment, PayTable, RuleSet, Wager
from cardroom.rulebook.schedules import schedules
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD, LOSES, PUSHES, names_in

__all__ = ["problems"]

OUTCOMES = ("fold", "any other win", "any other loss")
"""What may become of any wager, beside the lines of its pay tables and the results that the script knows."""
MOST_SHARE = 1_000_000
"""Odds times their common denominator, in tables of the game's own wagers: decisions are counted in 64 bits."""
Lines = Mapping[str, Sequence[str]]
"""By name, the lines of bonus bets that are no ranking's, best first."""


def problems(rules: RuleSet, declared: Declaration) -> Iterator[str]:
    """Why a script cannot play a rule set under its settings. What only one script knows, its own `check` refuses."""
    table, own_lines = declared.layout, declared.lines
    for name, settles in table.wagers.items():
        if settles.needed and name not in rules.wager:
            yield f"wager.{name}: {rules.script} cannot be played without it"
    yield from _deck(rules, table)
    yield from _moments(rules, declared.moments)
    if rules.poker or declared.structure:
        yield from poker_problems(rules, declared)
        return
    if not table.wagers:
        for name, pay in rules.pay.items():
            yield from (f"pay.{name}.{each}" for each in _ranked(pay, own_lines))
        return
    paid = {name: rules.tables_of(wager.pays, wager.beaten) for name, wager in rules.wager.items()}
    for name, pay in rules.pay.items():
        users = [wager for wager, tables in paid.items() if name in tables]
        yield from (f"pay.{name}.{each}" for each in _pay_table(rules, table, users, pay, own_lines))
    for name, wager in rules.wager.items():
        if name in table.wagers:
            yield from (f"wager.{name}.{each}" for each in _settled(wager, table.wagers[name]))
        else:
            yield from (f"wager.{name}.{each}" for each in _side_bet(rules, table, wager))
        yield from (f"wager.{name}.{each}" for each in _cited(rules, table, name, wager))
    yield from _bank(rules, table)
    yield from _house(rules, table)


# -- cards, seats, bank -----------------------------------------------------------------------------------------------


def _deck(rules: RuleSet, table: Layout) -> Iterator[str]:
    said, packs = rules.deck, rules.packs
    if not rules.poker and said.name not in table.decks:
        yield f"deck.name: {rules.script} is dealt from a {_either(table.decks)} deck, not {quoted(said.name)}"
    if not table.shoe and (packs != 1 or said.shoe or rules.cut):
        yield f"deck.packs, shoe, cut: {rules.script} is dealt from one pack, shuffled for every round"
    size, most = len(deck(said.name, packs).cards), rules.seats.most
    if most > table.most_seats:
        yield f"seats.most: {rules.script} has room for {table.most_seats}, not {most}"
    elif table.most_cards(most) > size:
        yield f"seats.most: {most} seats take {table.most_cards(most)} cards, and there are {size}"
    if (rules.chart is not None) != table.charted:
        yield f"chart: {rules.script} {'has none: leave it out' if rules.chart else 'must say when there is no choice'}"


def _moments(rules: RuleSet, moments: Sequence[Moment]) -> Iterator[str]:
    found = [("fee", charge.moment) for fee in rules.fee for charge in fee.charge]
    for group in schedules(rules.schedules).group if rules.schedules else ():
        found += [("schedules", column.moment) for column in group.takes]
    for where, moment in found:
        if moment not in moments:
            yield f"{where}: this game never comes to {quoted(moment)}: {', '.join(moments)}"


def _bank(rules: RuleSet, table: Layout) -> Iterator[str]:
    if rules.bank and table.bank == "house":
        yield f"bank: in {rules.script} the house banks: leave it out"
    if not rules.bank and table.bank == "player-dealer":
        yield f"bank: {rules.script} has a player-dealer: say after how many rounds the position moves on"
    yield from _qualifier(rules, table)
    if rules.order is None:
        yield "order: say where settling starts, by seat or wager, and the order of the wagers"
    elif rules.order.start not in table.starts:
        yield f"order.start: {rules.script} starts from the {_either(table.starts)}, not the {rules.order.start}"


def _qualifier(rules: RuleSet, table: Layout) -> Iterator[str]:
    """A dealer who must qualify needs a hand that the script knows, and an Ante that says what happens if not."""
    hand = rules.dealer.qualifies if rules.dealer else ""
    if rules.dealer and not table.qualifiers:
        yield f"dealer: in {rules.script} no hand must qualify: leave it out"
    elif hand not in (table.qualifiers or ("",)) and (hand or not table.always_plays):
        known = _either(table.qualifiers)
        yield f"dealer.qualifies: in {rules.script} the dealer qualifies with {known}, not {quoted(hand)}"
    for name, settles in table.wagers.items():
        pays = rules.tables_of(rules.wager[name].pays) if UNQUALIFIED in settles.lines and name in rules.wager else ()
        for each in pays if hand else ():
            if UNQUALIFIED not in rules.pay[each].lines:
                yield f"pay.{each}.lines: the dealer must qualify: say what {UNQUALIFIED!r} does to {name}"


# -- house rules ------------------------------------------------------------------------------------------------------


def _house(rules: RuleSet, table: Layout) -> Iterator[str]:
    """A house rule must be one that something follows, with values that are known to whatever follows it."""
    read = dict(table.house)
    if rules.bank:
        read["coverage"] = ("separate", "running")
    if "settled_by" in rules.house_rules:
        read["settled_by"] = ("seat", "wager")
    if "envy" in table.wagers and "envy" not in rules.wager:
        read.pop("envy_pays", None)
    for name, values in read.items():
        rule = rules.house_rules.get(name)
        if rule is None:
            if name not in table.may:
                yield f"house_rules.{name}: {rules.script} asks for it: {_either(values)}"
            continue
        known = rule.choices or (values if isinstance(rule.default, bool) and values == (False, True) else ())
        if not known or not set(known) <= set(values):
            yield f"house_rules.{name}: {rules.script} knows {_either(values)}, not {_either(known) or rule.default}"
    followed = {"minimum", "maximum", "collection", *read, *_named(rules)}
    followed |= {"packs", "cut_card"} if table.shoe else set()
    for name in rules.house_rules:
        if name not in followed:
            yield f"house_rules.{name}: neither {rules.script} nor anything in this rule set follows it: leave it out"


def _named(rules: RuleSet) -> set[str]:
    """The house rules that wagers, jackpots and the order name; what only a display shows, nobody follows."""
    found: set[str] = set()
    for wager in rules.wager.values():
        found |= {wager.offered, wager.unless}
        found.update(*map(names_in, (wager.pays, wager.beaten, wager.least, wager.most)))
    for jackpot in rules.jackpot.values():
        found.update(*map(names_in, (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve, jackpot.morning)))
    found.update(rules.order.first.values() if rules.order else ())
    return found


# -- wagers -----------------------------------------------------------------------------------------------------------


def _settled(wager: Wager, settles: Settles) -> Iterator[str]:
    """What is wrong with a wager that the script settles itself, key first."""
    for key in ("required", "equals", "when"):
        said, wanted = getattr(wager, key), getattr(settles, key)
        if said != wanted:
            yield f"{key}: the script has it as {wanted!r}, not {said!r}"
    if wager.cards or wager.folded:
        yield "cards, folded: the script settles it: leave them out, or give the bet another name"
    if wager.beaten and settles.beaten == "never":
        yield "beaten: a beaten hand has no pay table here: leave it out"
    if not wager.beaten and settles.beaten == "must have":
        yield "beaten: name the pay table for beaten hands"
    if wager.backline and not settles.backline:
        yield "backline: those who stand behind a seat cannot place it in this game"


def _cited(rules: RuleSet, table: Layout, name: str, wager: Wager) -> Iterator[str]:
    """Outcomes that a wager cites and that it never comes to."""
    settles = table.wagers.get(name)
    known = dict.fromkeys((*OUTCOMES, *(settles.ends if settles else ())))
    if settles and table.folds:
        known |= dict.fromkeys(line for each in table.wagers.values() for line in each.lines)
    for pay in rules.tables_of(wager.pays, wager.beaten):
        ranking = rules.pay[pay].ranking
        known |= dict.fromkeys((*rules.pay[pay].lines, *(lines(ranking) if ranking in RANKINGS else ())))
    for outcome in wager.cites:
        if outcome not in known and not (settles and outcome in settles.lines):
            yield f"cites: {quoted(outcome)} is nothing that becomes of it: {', '.join(known)}"


def _side_bet(rules: RuleSet, table: Layout, wager: Wager) -> Iterator[str]:
    """What is wrong with a bet that cards alone decide, key first."""
    if not table.cards:
        yield f"label: {rules.script} settles {', '.join(table.wagers)} and has no cards for other bets: leave it out"
        return
    groups = ", ".join(table.cards)
    if wager.cards not in table.cards:
        own = ", ".join(table.wagers)
        yield f"cards: {rules.script} settles {own}; say of any other bet which cards decide it: {groups}"
        return
    if not table.folds:
        if wager.folded:
            yield "folded: in this game no hand is folded: leave it out"
    elif wager.folded not in (ALIVE, DEAD, *table.cards):
        yield f"folded: say what becomes of it when the hand is folded: {ALIVE}, {DEAD} or other cards: {groups}"
    if wager.when == "after the deal":
        yield f"when: nobody is asked for it after the deal: write before the deal, or {AWARD}"
    if wager.required:
        yield "required: a side bet is a player's to place or not"
    if not wager.needs:
        yield f"needs: a side bet is placed beside a wager of the game: {', '.join(_placed(rules, table))}"
    if wager.backline:
        yield "backline: those who stand behind a seat cannot place a side bet"
    if wager.spots:
        yield "spots: the layout prints one area for a side bet: leave it out"
    if wager.beaten:
        yield "beaten: no hand is compared: leave it out"
    for name in rules.tables_of(wager.pays):
        ranking = RANKINGS.get(rules.pay[name].ranking)
        if ranking is None:
            judges = ", ".join(_judges(rules, table, wager.cards))
            yield f"pays: {name} has no ranking that says what the cards make: {judges}"
        elif why := _unfit(rules, table, ranking.name, wager.cards):
            yield f"pays: {name}: {why}"
        else:
            yield from _winnable(rules, name, table.cards[wager.cards].size)
        for group in {wager.folded} & set(table.cards):
            if ranking and (why := _unfit(rules, table, ranking.name, group)):
                yield f"folded: {name}: {why}"


def _winnable(rules: RuleSet, name: str, size: int) -> Iterator[str]:
    """What no cards can win by a pay table."""
    pay, cards = rules.pay[name], deck(rules.deck.name).cards
    paid = [odds(said) for said in pay.lines.values() if said not in (LOSES, PUSHES)]
    if not any(each.num > (each.den if each.kind == "for" else 0) for each in paid):
        yield f"pays: by {name} nobody wins more than was wagered: write a line with odds, as in 3 to 1"
    for made in pay.lines:
        if made in lines(pay.ranking) and not can_make(pay.ranking, size, cards, made):
            known = ", ".join(each for each in lines(pay.ranking) if can_make(pay.ranking, size, cards, each))
            yield f"pays: {name}: {size} cards of the {rules.deck.name} deck cannot be {quoted(made)}: {known}"


def _placed(rules: RuleSet, table: Layout) -> list[str]:
    return [name for name, wager in rules.wager.items() if name in table.wagers and wager.when == "before the deal"]


def _unfit(rules: RuleSet, table: Layout, name: str, cards: str) -> str:
    """Why a ranking cannot judge these cards, or nothing."""
    ranking, group = RANKINGS[name], table.cards[cards]
    judges = ", ".join(_judges(rules, table, cards))
    if ranking.boards or ranking.jokers or group.size not in ranking.sizes:
        return f"the ranking {name} does not judge {group.size} cards: {judges} do"
    if ranking.parts and ranking.parts != group.parts:
        return f"the ranking {name} asks which cards came when, {ranking.parts} and not {group.parts}: {judges} do"
    if not set(deck(rules.deck.name).cards) <= ranking.deck:
        return f"the ranking {name} does not know every card of the {rules.deck.name} deck: {judges} do"
    return ""


def _judges(rules: RuleSet, table: Layout, cards: str) -> list[str]:
    """The rankings that can judge these cards."""
    group, pack = table.cards[cards], set(deck(rules.deck.name).cards)
    return [
        name
        for name, each in RANKINGS.items()
        if group.size in each.sizes and not (each.boards or each.jokers) and each.parts in ((), group.parts)
        and pack <= each.deck
    ]  # fmt: skip


# -- pay tables -------------------------------------------------------------------------------------------------------


def _pay_table(rules: RuleSet, table: Layout, users: Sequence[str], pay: PayTable, own_lines: Lines) -> Iterator[str]:
    """What is wrong with a pay table, key first: a line that nothing makes, or a table that nothing pays by."""
    if not users:
        yield "lines: no wager pays by it, or no value of the house rule that chooses: leave it out"
        return
    if wrong := list(_ranked(pay, own_lines)):
        yield from wrong
        return
    for user in users:
        settles = table.wagers.get(user)
        if settles is None:
            continue
        if pay.ranking != settles.ranking:
            wanted = f"the ranking {settles.ranking}" if settles.ranking else "no ranking"
            yield f"ranking: {user} is settled by {wanted}, not {pay.ranking or 'none'}"
        elif not pay.ranking:
            plays = table.always_plays and not (rules.dealer and rules.dealer.qualifies)
            known = [line for line in settles.lines if not (plays and line == UNQUALIFIED)]
            yield from _unmade(pay, known, f"is no result of {user}")
        yield from _countable(pay)


def _ranked(pay: PayTable, own_lines: Lines) -> Iterator[str]:
    """What is wrong with the ranking whose hands the lines are."""
    if pay.ranking:
        known = own_lines.get(pay.ranking) or (pay.ranking in RANKINGS and lines(pay.ranking))
        if known:
            yield from _unmade(pay, known, f"is no hand of the ranking {pay.ranking}")
        else:
            yield f"ranking: {quoted(pay.ranking)} is none of {', '.join([*own_lines, *RANKINGS])}"


def _unmade(pay: PayTable, known: Sequence[str], why: str) -> Iterator[str]:
    for line in pay.lines:
        if line not in known:
            yield f"lines: {quoted(line)} {why}: {', '.join(known)}"


def _countable(pay: PayTable) -> Iterator[str]:
    paid = [odds(said) for said in pay.lines.values() if said not in (LOSES, PUSHES)]
    shares = [Fraction(each.num, each.den) for each in paid if each.kind in ("to", "for")]
    if shares and max(shares) * lcm(*(share.denominator for share in shares)) > MOST_SHARE:
        yield f"lines: odds times their common denominator may come to {MOST_SHARE:,}, to be counted in 64 bits"


def _either(values: Sequence[Any]) -> str:
    """
    >>> _either((False, True)), _either(["a", "b", "c"])
    ('off or on', 'a, b or c')
    """
    said = ["on" if each is True else "off" if each is False else str(each) for each in values]
    return " or ".join([", ".join(said[:-1]), said[-1]]) if len(said) > 1 else "".join(said)
