"""The contract between rule sets and scripts. A rule set that passes can be played, settled, shown and analyzed.

`rulebook` has already checked references and ranges. This module checks a rule set against its script and rankings:
the script must be able to place every wager, each pay line must be possible, there must be enough cards, and something
must use each house rule. Each problem is a sentence that starts with the table and key and says what would be right.
The checks are one file, so that an author can read all of them.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

from cardroom.cards.decks import deck
from cardroom.clean import quoted
from cardroom.games.poker_contract import poker_problems
from cardroom.money import odds
from cardroom.play import UNQUALIFIED, Declaration, Layout, Raise, Settles
from cardroom.play.game import RAISES
from cardroom.play.round import rank_line
from cardroom.rankings import RANKINGS, lines
from cardroom.rankings.base import numbering
from cardroom.rankings.holds import also, can_make
from cardroom.rankings.named import OR_BETTER, is_named_line, lowest, named_hand
from cardroom.rulebook import Moment, PayTable, RuleSet, Wager
from cardroom.rulebook.binding import TOP_UP
from cardroom.rulebook.schedules import schedules
from cardroom.rulebook.schema import ALIVE, AWARD, DEAD, LOSES, PUSHES, names_in

__all__ = ["judges", "problems"]

OUTCOMES = ("fold", "any other win", "any other loss")
"""Outcomes of any wager, besides the lines of its pay tables and the script's own results."""
MOST_SHARE = 1_000_000
"""Limit of odds times their common denominator for the game's own wagers, because decisions use 64-bit integers."""
Lines = Mapping[str, Sequence[str]]
"""The lines of bonus bets that do not come from a ranking, by name, best first."""


def problems(rules: RuleSet, declared: Declaration) -> Iterator[str]:
    """The problems of a rule set under its settings. A script's own `check` covers what only that script knows."""
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
            yield from (f"pay.{name}.{each}" for each in _ranking_problems(pay, own_lines))
        return
    paid = {name: rules.tables_of(wager.pays, wager.beaten) for name, wager in rules.wager.items()}
    for name, pay in rules.pay.items():
        users = [wager for wager, tables in paid.items() if name in tables]
        yield from (f"pay.{name}.{each}" for each in _pay_table(rules, table, users, pay, own_lines))
    for name, wager in rules.wager.items():
        if name in table.wagers:
            yield from (f"wager.{name}.{each}" for each in _settled_wager_problems(wager, table.wagers[name]))
        else:
            yield from (f"wager.{name}.{each}" for each in _side_bet(rules, table, wager))
        yield from (f"wager.{name}.{each}" for each in _unused_citations(rules, table, name, wager))
    yield from _bank(rules, table)
    yield from _house(rules, table)
    yield from _raises(rules, table)


def _raises(rules: RuleSet, table: Layout) -> Iterator[str]:
    """Raises that a rules page could not name. The script is checked against them by `cardroom check`."""
    if table.raises is None:
        return
    code = getattr(table.raises, "__code__", None)
    where = f"layout.raises ({Path(code.co_filename).name}, line {code.co_firstlineno})" if code else "layout.raises"
    try:
        ladder = table.raises(rules)
    except Exception as error:
        yield f"{where}: {type(error).__name__}: {error}"
        return
    if not isinstance(ladder, tuple) or not ladder or not all(isinstance(each, Raise) for each in ladder):
        yield f"{where}: it must return Raise values, for example {RAISES}, not {ladder!r}"
        return
    for each in ladder:
        if not 1 <= each.least <= each.most:
            yield f"{where}: {each.when}: {each.least} to {each.most} times: begin with 1 or more, and end no lower"


# -- cards, seats, bank -----------------------------------------------------------------------------------------------


def _deck(rules: RuleSet, table: Layout) -> Iterator[str]:
    name, packs = rules.deck.name, rules.packs
    if not rules.poker and name not in table.decks:
        yield f"deck.name: {rules.script} is dealt from a {_either(table.decks)} deck, not {quoted(name)}"
    if not table.shoe and (packs != 1 or rules.deck.shoe or rules.cut):
        yield f"deck.packs, shoe, cut: {rules.script} is dealt from one pack, shuffled for every round"
    size, most = len(deck(name, packs).cards), rules.seats.most
    if most > table.most_seats:
        yield f"seats.most: {rules.script} has room for {table.most_seats}, not {most}"
    elif table.most_cards(most) > size:
        yield f"seats.most: {most} seats need {table.most_cards(most)} cards, but there are {size}"
    if (rules.chart is not None) != table.charted:
        wrong = "has no chart: leave it out" if rules.chart else "needs a chart with must_hit and must_stand"
        yield f"chart: {rules.script} {wrong}"


def _moments(rules: RuleSet, moments: Sequence[Moment]) -> Iterator[str]:
    used = [("fee", charge.moment) for fee in rules.fee for charge in fee.charge]
    for group in schedules(rules.schedules).group if rules.schedules else ():
        used += [("schedules", column.moment) for column in group.takes]
    for where, moment in used:
        if moment not in moments:
            yield f"{where}: this game has no moment {quoted(moment)}: choose from {', '.join(moments)}"


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
    elif rules.order.by not in table.settles_by:
        yield f"order.by: {rules.script} settles by {_either(table.settles_by)}, not by {rules.order.by}"


def _qualifier(rules: RuleSet, table: Layout) -> Iterator[str]:
    """A qualifying hand must be one that the script knows, and the Ante's table must have a line for not qualifying."""
    hand = rules.dealer.qualifies if rules.dealer else ""
    if hand and table.qualifies_by:
        if named_hand(table.qualifies_by, hand) is None:
            yield f"dealer.qualifies: {quoted(hand)} is not a hand: name one, for example pair of fours or ace-king"
    elif rules.dealer and not table.qualifiers:
        yield f"dealer: in {rules.script} the dealer does not need to qualify: leave it out"
    elif hand not in (table.qualifiers or ("",)) and (hand or not table.always_plays):
        known = _either(table.qualifiers)
        yield f"dealer.qualifies: in {rules.script} the dealer qualifies with {known}, not {quoted(hand)}"
    for name, settles in table.wagers.items():
        pays = rules.tables_of(rules.wager[name].pays) if UNQUALIFIED in settles.lines and name in rules.wager else ()
        for each in pays if hand else ():
            if UNQUALIFIED not in rules.pay[each].lines:
                yield f"pay.{each}.lines: the dealer must qualify, so {name} needs a line {UNQUALIFIED!r}"


# -- house rules ------------------------------------------------------------------------------------------------------


def _house(rules: RuleSet, table: Layout) -> Iterator[str]:
    """Each house rule must be used by something, with values that its user knows."""
    read = dict(table.house)
    if rules.bank:
        read["coverage"] = ("separate", "running")
    if rules.jackpot and TOP_UP in rules.house_rules:
        read[TOP_UP] = (False, True)
    if "settled_by" in rules.house_rules:
        read["settled_by"] = ("seat", "wager")
    if "envy" in table.wagers and "envy" not in rules.wager:
        read.pop("envy_pays", None)
    for name, values in read.items():
        rule = rules.house_rules.get(name)
        if rule is None:
            if name not in table.may:
                yield f"house_rules.{name}: {rules.script} needs this house rule: {_either(values)}"
            continue
        known = rule.choices or (values if isinstance(rule.default, bool) and values == (False, True) else ())
        if not known or not set(known) <= set(values):
            yield f"house_rules.{name}: {rules.script} knows {_either(values)}, not {_either(known) or rule.default}"
    followed = {"minimum", "maximum", "smallest_chip", "collection", *read, *_house_rules_named(rules)}
    followed |= {"packs", "cut_card"} if table.shoe else set()
    for name in rules.house_rules:
        if name not in followed:
            yield f"house_rules.{name}: neither {rules.script} nor anything in this rule set uses it: leave it out"


def _house_rules_named(rules: RuleSet) -> set[str]:
    """The house rules that wagers, jackpots and the order refer to. A rule used only in a notice does not count."""
    names: set[str] = set()
    for wager in rules.wager.values():
        names |= {wager.offered, wager.unless}
        names.update(*map(names_in, (wager.pays, wager.beaten, wager.least, wager.most)))
    for jackpot in rules.jackpot.values():
        names.update(*map(names_in, (jackpot.rule, jackpot.seed, jackpot.rate, jackpot.reserve, jackpot.morning)))
    names.update(rules.order.first.values() if rules.order else ())
    return names


# -- wagers -----------------------------------------------------------------------------------------------------------


def _settled_wager_problems(wager: Wager, settles: Settles) -> Iterator[str]:
    """The problems of a wager that the script settles itself, key first."""
    for key in ("required", "equals", "when"):
        value, wanted = getattr(wager, key), getattr(settles, key)
        if value != wanted:
            yield f"{key}: the script needs {wanted!r}, not {value!r}"
    if wager.cards or wager.folded:
        yield "cards, folded: the script settles it: leave them out, or give the bet another name"
    if wager.beaten and settles.beaten == "never":
        yield "beaten: a beaten hand has no pay table here: leave it out"
    if not wager.beaten and settles.beaten == "must have":
        yield "beaten: name the pay table for beaten hands"
    if wager.backline and not settles.backline:
        yield "backline: players behind a seat cannot place this wager in this game"


def _unused_citations(rules: RuleSet, table: Layout, name: str, wager: Wager) -> Iterator[str]:
    """Outcomes that a wager cites but never has."""
    settles = table.wagers.get(name)
    known = dict.fromkeys((*OUTCOMES, *(settles.ends if settles else ())))
    if settles and table.folds:
        known |= dict.fromkeys(line for each in table.wagers.values() for line in each.lines)
    for pay in rules.tables_of(wager.pays, wager.beaten):
        ranking = rules.pay[pay].ranking
        known |= dict.fromkeys((*rules.pay[pay].lines, *(lines(ranking) if ranking in RANKINGS else ())))
    for outcome in wager.cites:
        if outcome not in known and not (settles and outcome in settles.lines):
            yield f"cites: {quoted(outcome)} is not an outcome of this wager: choose from {', '.join(known)}"


def _side_bet(rules: RuleSet, table: Layout, wager: Wager) -> Iterator[str]:
    """The problems of a bet that cards alone decide, key first."""
    if not table.cards:
        yield f"label: {rules.script} settles {', '.join(table.wagers)} and has no cards for other bets: leave it out"
        return
    groups = ", ".join(table.cards)
    if wager.cards not in table.cards:
        own = ", ".join(table.wagers)
        yield f"cards: {rules.script} settles {own}; for any other bet, name the cards that decide it: {groups}"
        return
    if not table.folds:
        if wager.folded:
            yield "folded: hands are never folded in this game: leave it out"
    elif wager.folded not in (ALIVE, DEAD, *table.cards):
        yield f"folded: say what happens when the hand is folded: {ALIVE}, {DEAD} or other cards: {groups}"
    if wager.when == "after the deal":
        yield f"when: a side bet cannot be placed after the deal; write before the deal, or {AWARD}"
    if wager.required:
        yield "required: a side bet is optional for the player: leave it out"
    if not wager.needs:
        beside = ", ".join(_wagers_before_the_deal(rules, table))
        yield f"needs: a side bet is placed beside a wager of the game; name one of {beside}"
    if wager.backline:
        yield "backline: players behind a seat cannot place a side bet"
    if wager.spots:
        yield "spots: the layout prints one area for a side bet: leave it out"
    if wager.beaten:
        yield "beaten: no hand is compared: leave it out"
    for name in rules.tables_of(wager.pays):
        ranking = RANKINGS.get(rules.pay[name].ranking)
        if ranking is None:
            known = ", ".join(judges(rules, table, wager.cards))
            yield f"pays: {name} needs a ranking that judges the cards: {known}"
        elif why := _unfit(rules, table, ranking.name, wager.cards):
            yield f"pays: {name}: {why}"
        else:
            yield from _winnable(rules, name, table.cards[wager.cards].size)
        for group in {wager.folded} & set(table.cards):
            if ranking and (why := _unfit(rules, table, ranking.name, group)):
                yield f"folded: {name}: {why}"


def _winnable(rules: RuleSet, name: str, size: int) -> Iterator[str]:
    """A pay table must have a winning line, and the cards must be able to make each line."""
    pay, cards = rules.pay[name], deck(rules.deck.name).cards
    paid = [odds(text) for text in pay.lines.values() if text not in (LOSES, PUSHES)]
    if not any(each.num > (each.den if each.kind == "for" else 0) for each in paid):
        yield f"pays: no line of {name} pays more than the wager; write a line with odds, for example 3 to 1"
    for made in pay.lines:
        if made in lines(pay.ranking) and not can_make(pay.ranking, size, cards, made):
            known = ", ".join(each for each in lines(pay.ranking) if can_make(pay.ranking, size, cards, each))
            pack = f"{size} cards of the {rules.deck.name} deck"
            yield f"pays: {name}: {pack} cannot be {quoted(made)}: choose from {known}"


def _wagers_before_the_deal(rules: RuleSet, table: Layout) -> list[str]:
    return [name for name, wager in rules.wager.items() if name in table.wagers and wager.when == "before the deal"]


def _unfit(rules: RuleSet, table: Layout, name: str, cards: str) -> str:
    """Why a ranking cannot judge these cards; empty if it can."""
    ranking, group = RANKINGS[name], table.cards[cards]
    known = ", ".join(judges(rules, table, cards))
    if ranking.boards or ranking.jokers or group.size not in ranking.sizes:
        instead = f"choose from {known}" if known else "no ranking does"
        return f"the ranking {name} does not judge {group.size} cards: {instead}"
    if ranking.parts and ranking.parts != group.parts:
        return f"the ranking {name} needs cards dealt as {ranking.parts}, not {group.parts}: choose from {known}"
    if not set(deck(rules.deck.name).cards) <= ranking.deck:
        return f"the ranking {name} does not know every card of the {rules.deck.name} deck: choose from {known}"
    return ""


def judges(rules: RuleSet, table: Layout, cards: str) -> list[str]:
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
    """The problems of a pay table, key first: an impossible line, or a table that nothing uses."""
    if not users:
        yield "lines: no wager uses this table under any house rule: leave it out"
        return
    if wrong := list(_ranking_problems(pay, own_lines)):
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
            yield from _unmade(pay, known, f"is not a result of {user}")
        yield from _countable(pay)


def _ranking_problems(pay: PayTable, own_lines: Lines) -> Iterator[str]:
    """The problems of a pay table's ranking, and lines that it does not have."""
    if pay.ranking:
        known = own_lines.get(pay.ranking) or (pay.ranking in RANKINGS and lines(pay.ranking))
        named = [each for each in pay.lines if is_named_line(pay.ranking, each)] if pay.ranking in RANKINGS else []
        if known:
            yield from _unmade(pay, [*known, *named], f"is not a hand of the ranking {pay.ranking}")
            yield from _unreached(pay, named) if named and set(pay.lines) <= {*known, *named} else ()
        else:
            yield f"ranking: unknown ranking {quoted(pay.ranking)}: choose from {', '.join([*own_lines, *RANKINGS])}"


def _unmade(pay: PayTable, known: Sequence[str], why: str) -> Iterator[str]:
    for line in pay.lines:
        better = f"{line}{OR_BETTER}"
        if line not in known and pay.ranking in RANKINGS and is_named_line(pay.ranking, better):
            yield f"lines: {quoted(line)} {why}: write {quoted(better)}"
        elif line not in known:
            yield f"lines: {quoted(line)} {why}: choose from {', '.join(known)}"


def _unreached(pay: PayTable, named: Sequence[str]) -> Iterator[str]:
    """Lines that no hand is paid by, because earlier lines take all their hands.

    The line of a hand changes only where a category or a named hand begins, so these ranks stand for all.
    """
    ranking = RANKINGS[pay.ranking]
    keys = numbering(ranking)[0]
    begins = {rank for rank in range(1, len(keys) + 1) if rank == 1 or keys[rank - 2][0] != keys[rank - 1][0]}
    made = [rank_line(pay, rank) for rank in begins | {lowest(pay.ranking, line) for line in named}]
    paid = {pay.decides(each, *ranking.plain.get(each, ()), also=also(pay.ranking, each))[0] for each in made}
    for line, odds_of in pay.lines.items():
        if line not in paid and odds_of != LOSES:
            yield f"lines: {quoted(line)} is never paid: lines above it take all its hands, so write the best first"


def _countable(pay: PayTable) -> Iterator[str]:
    paid = [odds(text) for text in pay.lines.values() if text not in (LOSES, PUSHES)]
    shares = [Fraction(each.num, each.den) for each in paid if each.kind in ("to", "for")]
    if shares and max(shares) * lcm(*(share.denominator for share in shares)) > MOST_SHARE:
        yield f"lines: odds times their common denominator must be at most {MOST_SHARE:,}, to fit into 64 bits"


def _either(values: Sequence[Any]) -> str:
    """Values in words.

    >>> _either((False, True)), _either(["a", "b", "c"])
    ('off or on', 'a, b or c')
    """
    words = ["on" if each is True else "off" if each is False else str(each) for each in values]
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
