"""Bots for seats that people have not filled: the one that plays a game, and the loop that lets them play.

A game's declaration names its bot; without one, its bots play at random. Poker games have one bot for all.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from cardroom.errors import InputError
from cardroom.games.declarations import find
from cardroom.play import Amount, Ask, Decide, Reply, Round, View
from cardroom.play.declaration import load_part
from cardroom.play.procedures import player_banked
from cardroom.players.random_legal import random_legal
from cardroom.rulebook import RuleSet

__all__ = ["Bot", "play_round", "proposition", "table_bots", "usual"]

Bot: TypeAlias = Decide
"""A player that is a program."""

BOTS_FOLDER = __name__.rpartition(".")[0]
"""Where a declaration's bot is looked up, if its name has a leading dot."""


def usual(rules: RuleSet) -> Bot:
    """The bot that plays a game as most people do; one that plays at random if the game has no other.

    >>> from cardroom.rulebook import rule_set
    >>> usual(rule_set("ez-baccarat")).__name__
    'ez_baccarat'
    """
    declared = find(rules.script)
    bot: Bot | None = load_part(declared, "bot", BOTS_FOLDER) if declared else None
    return bot or random_legal


def proposition(bot: Bot) -> Bot:
    """A third-party proposition player: takes the bank whenever it is offered, with everything it has.

    While somebody else banks it plays on as the given bot does, so that a player-dealer has somebody to play with.
    """

    def banks(view: View, ask: Ask, rng: Random) -> Reply:
        for option in ask.options:
            if option.action == "bank" and isinstance(option, Amount):
                return ask.check("bank", option.most)
        return bot(view, ask, rng)

    return banks


def table_bots(rules: RuleSet, bettors: Sequence[str]) -> dict[str, Bot]:
    """A bot for every bettor: they play as most people do, and the last one banks where players bank."""
    bot = usual(rules)
    bots = dict.fromkeys(bettors, bot)
    if player_banked(rules):
        bots[bettors[-1]] = proposition(bot)
    return bots


def play_round(round: Round, bots: Mapping[str, Bot], rng: Random) -> Round:
    """Play a round to its end with a bot for each bettor; one without a bot is absent.

    >>> from cardroom.games import game
    >>> play_round(game("three-card-poker-6-card-bonus").round(2, seed=7), {}, Random(7)).net["1"]
    0
    """
    if strangers := set(bots) - set(round.stacks):
        raise InputError(f"bots play for bettors, not for {', '.join(sorted(strangers))}: {', '.join(round.stacks)}")
    while not round.done:
        answer_next(round, bots, rng)
    return round


def answer_next(round: Round, bots: Mapping[str, Bot], rng: Random) -> None:
    """Let the next spot that is asked answer."""
    ask = round.ask
    bettor = round.spot(ask.spot).bettor
    bot = bots.get(bettor)
    if bot is None:
        round.default(ask.spot)
        return
    answer = ask.answer(bot(round.view(bettor), ask, rng))
    round.answer(answer.spot, answer.action, answer.value)
