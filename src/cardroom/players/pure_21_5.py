"""The 21.5 games as most people play them: by a basic strategy chart, never banking.

The charts are the usual ones for a player-dealer who hits soft 17, with doubling after splits and late surrender. A row
has a letter for each up card: 2 to 9, a Bonus card, an ace.
"""

from random import Random
from typing import TypeAlias

from cardroom.cards import Card
from cardroom.play import Amount, Answer, Ask, Bets, Option, View
from cardroom.players.habits import ANTES, bonuses
from cardroom.rankings.points import blackjack_total

__all__ = ["pure_21_5_blackjack", "pure_spanish_21_5"]

Chart: TypeAlias = dict[str, str]
"""Rows by hand: "hard 16", "soft 18", "pair 8". A hand without a row hits up to hard 16 and soft 17, then stands."""

BONUS_CHANCE = 0.15
WISHES = {"h": "hit", "s": "stand", "d": "double stand", "D": "double hit", "p": "split", "r": "surrender"}
"""The actions of a letter, in order of preference: d doubles or stands, D doubles or hits. After r, if surrender is not
possible, the total decides."""

BLACKJACK: Chart = {
    #          23456789TA
    "hard 9": "hDDDDhhhhh",
    "hard 10": "DDDDDDDDhh",
    "hard 11": "DDDDDDDDDD",
    "hard 12": "hhssshhhhh",
    "hard 13": "ssssshhhhh",
    "hard 14": "ssssshhhhh",
    "hard 15": "ssssshhhrr",
    "hard 16": "ssssshhrrr",
    "hard 17": "sssssssssr",
    "soft 13": "hhhDDhhhhh",
    "soft 14": "hhhDDhhhhh",
    "soft 15": "hhDDDhhhhh",
    "soft 16": "hhDDDhhhhh",
    "soft 17": "hDDDDhhhhh",
    "soft 18": "dddddsshhh",
    "soft 19": "ssssdsssss",
    "pair 1": "pppppppppp",
    "pair 2": "pppppphhhh",
    "pair 3": "pppppphhhh",
    "pair 4": "hhhpphhhhh",
    "pair 6": "ppppphhhhh",
    "pair 7": "pppppphhhh",
    "pair 8": "pppppppppp",
    "pair 9": "pppppsppss",
}
SPANISH: Chart = {
    #          23456789TA
    "hard 9": "hhhhDhhhhh",
    "hard 10": "DDDDDDhhhh",
    "hard 11": "DDDDDDDDhh",
    "hard 12": "hhhhhhhhhh",
    "hard 13": "hhhhshhhhh",
    "hard 14": "hhssshhhhh",
    "hard 15": "ssssshhhhr",
    "hard 16": "ssssshhhrr",
    "hard 17": "sssssssssr",
    "soft 15": "hhhhDhhhhh",
    "soft 16": "hhhDDhhhhh",
    "soft 17": "hhDDDhhhhh",
    "soft 18": "ssdddsshhh",
    "pair 1": "pppppppppp",
    "pair 2": "pppppphhhh",
    "pair 3": "pppppphhhh",
    "pair 6": "hhppphhhhh",
    "pair 7": "pppppphhhh",
    "pair 8": "pppppppppp",
    "pair 9": "spppsppsss",
}
RESCUE = "hhhhhhrrrr"
"""Up cards against which a doubled hand of 16 or less is rescued (r). It wins only if the player-dealer busts."""


def pure_21_5_blackjack(view: View, ask: Ask, rng: Random) -> Answer:
    """Pure 21.5 Blackjack by the chart.

    >>> from cardroom.games import game
    >>> round = game("pure-21.5-blackjack").round(2, seed=7)
    >>> pure_21_5_blackjack(round.view("1"), round.ask, Random(7)).action
    'pass'
    """
    return _answer(view, ask, rng, BLACKJACK)


def pure_spanish_21_5(view: View, ask: Ask, rng: Random) -> Answer:
    """Pure Spanish 21.5 by the chart: fewer tens, so fewer doubles and more hits.

    >>> from cardroom.games import game
    >>> round = game("pure-spanish-21.5").round(2, seed=7)
    >>> round.answer(1, "bank", 50_000)
    >>> sorted(pure_spanish_21_5(round.view("2"), round.ask, Random(7)).value)
    ['wager']
    """
    return _answer(view, ask, rng, SPANISH)


def wish(chart: Chart, hand: list[Card], up: Card) -> list[str]:
    """The chart's actions for a hand, in order of preference.

    >>> from cardroom.cards import parse
    >>> wish(BLACKJACK, list(parse("8s 8d")), *parse("Kh")), wish(BLACKJACK, list(parse("9s 7d")), *parse("Kh"))
    (['split', 'surrender', 'hit'], ['surrender', 'hit'])
    """
    (points, soft), column = blackjack_total(hand), _column(up)
    rows = [f"{'soft' if soft else 'hard'} {points}"]
    if len(hand) == 2 and _value(hand[0]) == _value(hand[1]):
        rows.insert(0, f"pair {_value(hand[0])}")
    wanted = " ".join(WISHES[chart[row][column]] for row in rows if row in chart).split()
    return [*wanted, "hit" if points < 17 or (soft and points == 17) else "stand"]


def _answer(view: View, ask: Ask, rng: Random, chart: Chart) -> Answer:
    options = {option.action: option for option in ask.options}
    if "bank" in options:
        return ask.check("pass")
    if isinstance(bets := options.get("bet"), Bets):
        wagers = _bets(bets, rng)
        return ask.check("bet", wagers) if wagers else ask.check("sit-out")
    hand, up = view.hand(ask.spot), view.hand(view.dealer)[0]
    if "rescue" in options:
        stiff = blackjack_total(hand).points < 17
        return ask.check("rescue" if stiff and RESCUE[_column(up)] == "r" else "stand")
    wanted = [action for action in wish(chart, hand, up) if action in options]
    action = wanted[0] if wanted else ask.default.action
    return ask.check(action, _most(options[action]))


def _bets(bets: Bets, rng: Random) -> dict[str, int]:
    """A game wager that leaves chips for a double if possible, and small bonuses."""
    wager, *others = bets.areas
    if bets.chips < wager.least:
        return {}
    amount = max(wager.least, min(wager.least * rng.choice(ANTES), wager.most, bets.chips // 2))
    amount -= amount % wager.increment
    return {wager.wager: amount} | bonuses(others, bets.chips - 2 * amount, rng, BONUS_CHANCE)


def _most(option: Option) -> int | None:
    return option.most if isinstance(option, Amount) else None


def _value(card: Card) -> int:
    total = blackjack_total([card])
    return 1 if total.soft else int(total.points)


def _column(up: Card) -> int:
    return (_value(up) - 2) % 10
