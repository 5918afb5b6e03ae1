"""The players of a logged hand, and its forced bets in the form of a PHH document: antes, blinds, posts, bring-in."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from cardroom.histories.logs.hand import Log, LogStep, totals

__all__ = ["Forced", "forced_bets", "players_of"]


class Forced(NamedTuple):
    """Forced bets of a hand."""

    fields: dict[str, Any]
    """Fields of the document: variant, antes, blinds or bring-in, and the bets of its limit."""
    dead: dict[int, Decimal]
    """The dead part of a post, by the line that posts it."""


def players_of(log: Log, stud: bool) -> list[str]:
    """The players who take part, from the left of the button; heads-up the small blind has the button."""
    here = {step.who for step in log.steps if step.what not in ("collect", "uncalled")} - {""}
    order = sorted(here, key=lambda who: (log.seats[who] <= log.button, log.seats[who]))
    if not log.button and len(order) > 2 and not stud:  # the button is not known: the small blind is the first player
        first = next((step.who for step in log.steps if step.what == "small"), order[0])
        order = order[order.index(first) :] + order[: order.index(first)]
    if len(order) == 2 and not stud:
        small = [step.who for step in log.steps if step.what in ("small", "button")][:1]
        big = [step.who for step in log.steps if step.what == "big"][:1]
        if small == order[:1] or (not small and big == order[1:]):
            order.reverse()
    return order


def forced_bets(log: Log, players: Sequence[str], stud: bool) -> Forced:
    """The stakes of a hand, with antes, blinds and posts by position."""
    low, high = log.stakes
    posted: dict[str, list[LogStep]] = {}
    for step in log.steps:
        posted.setdefault(step.what, []).append(step)
    ante = max((step.amount for step in posted.get("ante", ())), default=Decimal(0))
    fields: dict[str, Any] = {"variant": log.variant, "antes": [ante] * len(players)}
    dead_by_line: dict[int, Decimal] = {}
    if stud:
        fields["bring_in"] = _bring_in(log)
    else:
        fields["blinds_or_straddles"], dead = _blinds(log, players, posted, dead_by_line)
        if any(dead):
            fields["ante_trimming_status"] = False
            fields["antes"] = [amount + ante for amount in dead]
    if log.variant[0] == "F":
        return Forced(fields | {"small_bet": low, "big_bet": high}, dead_by_line)
    return Forced(fields | {"min_bet": high}, dead_by_line)


def _bring_in(log: Log) -> Decimal:
    """The bring-in as posted, otherwise as called; if no one brought it in, less than the first bet."""
    half = log.stakes[0] / 2
    betting = ("bring-in", "call", "bet", "raise", "add", "to", "street")
    opening = [step for step in log.steps if step.what in betting][:2]
    match [(step.what, step.all_in) for step in opening]:
        case [("bring-in", False), *_]:
            return opening[0].amount
        case [("bring-in", True), ("call" | "add" | "to", False)]:
            return opening[1].amount
        case [("bet" | "add" | "to", _), *_]:
            return min(half, opening[0].amount / 2)
    return half


def _completes(log: Log, post: LogStep, big: Decimal) -> bool:
    """Whether a player who posted the small blind out of turn then calls only the rest of the big blind."""
    after = next((step for step in log.steps if step.line > post.line and step.who == post.who), None)
    return after is not None and after.what == "call" and after.amount == big - post.amount


def _blinds(
    log: Log, players: Sequence[str], posted: Mapping[str, Sequence[LogStep]], dead_by_line: dict[int, Decimal]
) -> tuple[list[Decimal], list[Decimal]]:
    """Blinds by position, negative if posted out of turn, and the dead parts of posts. `dead` gets these by line."""
    low, high = log.stakes
    small, big = (low / 2, low) if log.variant[0] == "F" else (low, high)
    count = len(players)
    blinds, dead = [Decimal(0)] * count, [Decimal(0)] * count
    place = {who: number for number, who in enumerate(players)}
    first = posted.get("big", ())[:1]
    put = totals(log)
    broke = [put[who, "ante"] >= log.stacks[who] for who in players]
    at = place[first[0].who] if first else 1 if count > 2 and (broke[1] or "small" in posted) else 0
    if first:
        blinds[at] = max(first[0].amount, big if first[0].all_in else Decimal(0))
    elif broke[at]:  # the ante was all that the big blind had
        blinds[at] = big
    for number, step in enumerate(posted.get("small", ())):
        if number and _completes(log, step, big):  # posted to come in, and counted as a bet
            blinds[place[step.who]] -= step.amount
        elif number == 0 and (count == 2 or place[step.who] < at):
            blinds[place[step.who]] = max(step.amount, small if step.all_in else Decimal(0))
        else:
            dead[place[step.who]] += step.amount
            dead_by_line[step.line] = step.amount
    for step in posted.get("dead", ()):
        dead[place[step.who]] += step.amount
        dead_by_line[step.line] = step.amount
    # A big blind that is posted out of turn may have a dead small blind in it.
    for step in (*posted.get("big", ())[1:], *posted.get("both", ())):
        live = min(step.amount, big)
        blinds[place[step.who]] -= live
        dead[place[step.who]] += step.amount - live
        dead_by_line[step.line] = dead_by_line.get(step.line, Decimal(0)) + step.amount - live
    for what in ("button", "straddle"):
        for step in posted.get(what, ()):
            blinds[place[step.who]] = step.amount
    if count == 2:  # the format has the small blind first, and heads-up the button posts it
        return blinds[::-1], dead[::-1]
    return blinds, dead
