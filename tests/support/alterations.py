"""Alterations of a record by a forger: one change, with or without making everything else consistent again."""

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

from cardroom.errors import CardroomError
from cardroom.play import Amount
from cardroom.play.records.file import make_record, outcome_of, public, reopen
from cardroom.players import random_legal
from cardroom.players.bots import play_round
from support import forgeries
from support.genuine_records import NAMES, Genuine

GAINS = ("pot", "win", "points", "jackpot")
"""Causes by which players get more than they put in."""
Alter = Callable[[Genuine, dict[str, Any], Random], dict[str, Any] | None]


def balance(record: dict[str, Any]) -> dict[str, Any]:
    """Set the net to the sum of the transfers."""
    house = {"house": "bank", "collection": "collection", "meter": "jackpot", "reserve": "jackpot"}
    net = dict.fromkeys(("bank", "collection", "jackpot", *record["opening"]["stacks"]), 0)
    for each in record["outcome"]["transfers"]:
        for (kind, owner, _), amount in ((each["payer"], -each["amount"]), (each["payee"], each["amount"])):
            name = owner if kind == "stack" else house.get(kind, "")
            if name in net:
                net[name] += amount
    record["outcome"]["net"] = net
    return record


def spots(record: dict[str, Any]) -> dict[str, str]:
    return {spot["bettor"]: spot["id"] for spot in record["opening"]["spots"]}


def one_field(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Change one value anywhere, like in a damaged file."""
    paths = list(forgeries.places(record))
    depth = rng.randint(2, max(map(len, paths)))
    path = rng.choice([path for path in paths if 2 <= len(path) <= depth])
    at = forgeries.at(record, path[:-1])
    at[path[-1]] = forgeries.other(at[path[-1]], rng, [])
    return record


def swapped_pot(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Give everything that one player won to another."""
    gains = [each for each in record["outcome"]["transfers"] if each["cause"] in GAINS and each["payee"][0] == "stack"]
    if not gains:
        return None
    winner = rng.choice(gains)["payee"][1]
    other = rng.choice([name for name in record["opening"]["stacks"] if name != winner])
    for each in gains:
        if each["payee"][1] == winner and each["payer"] != ["stack", other, ""]:
            each["payee"] = ["stack", other, ""]
            if each.get("spot") == spots(record).get(winner):
                each["spot"] = spots(record).get(other, other)
    return balance(record)


def moved_chips(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Give a part of what one player won to another, as if the pot were split."""
    transfers = record["outcome"]["transfers"]
    gains = [n for n, each in enumerate(transfers) if each["cause"] in GAINS and each["amount"] > 1]
    if not gains:
        return None
    number = rng.choice(gains)
    part = rng.randint(1, transfers[number]["amount"] - 1)
    other = rng.choice([*record["opening"]["stacks"]])
    new = copy.deepcopy(transfers[number]) | {"payee": ["stack", other, ""], "amount": part}
    new["spot"] = spots(record).get(other, other)
    transfers[number]["amount"] -= part
    transfers.insert(number + 1, new)
    return balance(record)


def foreign_bettor(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Let a stranger win, or sit where another player has chips."""
    gains = [each for each in record["outcome"]["transfers"] if each["cause"] in GAINS]
    if gains and rng.random() < 0.7:
        rng.choice(gains)["payee"] = ["stack", "zed", ""]
        record["opening"]["stacks"]["zed"] = rng.choice((0, 5_000))
        return balance(record)
    spot = rng.choice(record["opening"]["spots"])
    spot["bettor"] = rng.choice(("zed", *NAMES))
    if rng.random() < 0.5:
        record["opening"]["stacks"].setdefault(spot["bettor"], 10_000)
        return balance(record)
    return record


def other_bet(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Change the size of a bet, with all transfers of that size."""
    bets = [each for each in record["answers"] if type(each.get("value")) is int]
    if not bets:
        return None
    bet = rng.choice(bets)
    old = bet["value"]
    bet["value"] = max(1, old + rng.choice((-500, -100, -1, 1, 100, 500, 2_000, old)))
    if rng.random() < 0.7:
        for each in record["outcome"]["transfers"]:
            if each["amount"] == old:
                each["amount"] = bet["value"]
    return balance(record)


def other_answer(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Remove, repeat, change or move an answer, or give it to another player."""
    answers = record["answers"]
    if not answers:
        return None
    number = rng.randrange(len(answers))
    match rng.randrange(5):
        case 0:
            del answers[number]
        case 1:
            answers.insert(number, copy.deepcopy(answers[number]))
        case 2:
            words = ("fold", "check", "call", "raise", "bet", "betx", "show", "muck", "keep", "expose", "discard")
            answers[number]["action"] = rng.choice(words)
        case 3:
            answers[number]["spot"] = rng.choice([*spots(record).values(), "zed", "house"])
        case 4:
            other = rng.randrange(len(answers))
            answers[number], answers[other] = answers[other], answers[number]
    return record


def other_next(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Change the state of the table for the next round."""
    after = record["outcome"]["next"]
    paths = list(forgeries.places(after))
    if not paths or rng.random() < 0.1:
        name = rng.choice(("shoe", "deck", "bank", "own", "fractions", "button", "note"))
        after[name] = rng.choice((None, 0, 1, {}, {"button": 1}))
        return record
    path = rng.choice(paths)
    at = forgeries.at(after, path[:-1])
    at[path[-1]] = forgeries.other(at[path[-1]], rng, [])
    return record


def other_carry(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Change the carried state before the round, and the state after it."""
    paths = list(forgeries.places(record["opening"]["carry"]))
    if not paths:
        return None
    path = rng.choice(paths)
    new = forgeries.other(forgeries.at(record["opening"]["carry"], path), rng, [])
    for part in (record["opening"]["carry"], record["outcome"]["next"]):
        if forgeries._has(part, path):
            forgeries.at(part, path[:-1])[path[-1]] = copy.deepcopy(new)
    return record


def renamed_player(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Rename a player everywhere."""
    old = rng.choice([*record["opening"]["stacks"]])

    def put(value: Any) -> Any:
        if isinstance(value, dict):
            return {"zed" if name == old else name: put(part) for name, part in value.items()}
        if isinstance(value, list):
            return [put(part) for part in value]
        return "zed" if value == old else value

    new: dict[str, Any] = put(record)
    return new


def other_stack(_: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Give a player more or fewer chips before the round."""
    stacks = record["opening"]["stacks"]
    name = rng.choice([*stacks])
    stacks[name] = max(0, stacks[name] + rng.choice((-stacks[name], -10_000, -1_000, -1, 1, 1_000, 10_000, 10**6)))
    own = record["outcome"]["next"].get("own") or {}
    if isinstance(own.get("stacks"), dict) and name in own["stacks"]:  # Chinese Poker carries the stacks after the hand
        own["stacks"][name] = stacks[name] + record["outcome"]["net"][name]
    return record


def played_on(genuine: Genuine, record: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Change an answer to another legal one, and let bots play the rest of the round with the same cards."""
    stored = genuine.kept
    if not stored.answers:
        return None
    round = reopen(stored.opening, genuine.game, genuine.deck)
    number = rng.randrange(len(stored.answers))
    try:
        round.play(stored.answers[:number])
        option = rng.choice(round.ask.options)
        value = rng.choice((option.least, option.most)) if isinstance(option, Amount) else None
        round.answer(round.ask.spot, option.action, value)
    except CardroomError:
        return None
    play_round(round, dict.fromkeys([*round.stacks], random_legal), rng)
    again = make_record(stored.opening, round.answers, outcome_of(round))
    data: dict[str, Any] = json.loads(public(again, genuine.deck).json())
    genuine.note(again, data)
    return data


KINDS: dict[str, Alter] = {
    "one field": one_field,
    "swapped pot": swapped_pot,
    "moved chips": moved_chips,
    "foreign bettor": foreign_bettor,
    "other bet": other_bet,
    "other answer": other_answer,
    "other next state": other_next,
    "other carried state": other_carry,
    "renamed player": renamed_player,
    "other stack": other_stack,
    "another answer, played on": played_on,
}
