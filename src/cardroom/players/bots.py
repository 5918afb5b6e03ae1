"""Bots for empty seats: the bot of each game, and the loop that plays a round with them.

A game's declaration names its bot. Without one, bots play at random. All poker games share one bot.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from cardroom.errors import InputError
from cardroom.games.declarations import find
from cardroom.play import Amount, Ask, Bets, Decide, Reply, Round, View
from cardroom.play.game import load_part
from cardroom.play.round import player_banked
from cardroom.players.at_random import random_legal
from cardroom.rulebook import RuleSet

__all__ = ["Bot", "easy", "play_round", "proposition", "table_bots", "usual"]

Bot: TypeAlias = Decide
"""A program that plays."""

SURE = 2 / 3
"""The share of decisions that an easy bot does not make at random."""
BOTS_FOLDER = __name__.rpartition(".")[0]
"""The package in which a bot's name with a leading dot is looked up."""


def usual(rules: RuleSet) -> Bot:
    """The bot that plays a game as most people do, or at random if the game declares no bot.

    >>> from cardroom.rulebook import rule_set
    >>> usual(rule_set("ez-baccarat")).__name__
    'ez_baccarat'
    """
    declared = find(rules.script)
    bot: Bot | None = load_part(declared, "bot", BOTS_FOLDER) if declared else None
    return bot or random_legal


def proposition(bot: Bot) -> Bot:
    """A third-party proposition player: banks with its whole stack whenever it is offered the bank.

    While another player banks, it plays as the given bot does, so that the player-dealer has an opponent.
    """

    def banks(view: View, ask: Ask, rng: Random) -> Reply:
        for option in ask.options:
            if option.action == "bank" and isinstance(option, Amount):
                return ask.check("bank", option.most)
        return bot(view, ask, rng)

    return banks


def easy(bot: Bot) -> Bot:
    """A weaker bot: about every third decision about cards is random. It bets and banks as the given bot does."""

    def plays(view: View, ask: Ask, rng: Random) -> Reply:
        stakes = any(isinstance(option, Bets) or option.action == "bank" for option in ask.options)
        return bot(view, ask, rng) if stakes or rng.random() < SURE else random_legal(view, ask, rng)

    return plays


def table_bots(rules: RuleSet, bettors: Sequence[str]) -> dict[str, Bot]:
    """A bot for every bettor. They play as most people do; in a player-banked game, the last one banks."""
    bot = usual(rules)
    bots = dict.fromkeys(bettors, bot)
    if player_banked(rules):
        bots[bettors[-1]] = proposition(bot)
    return bots


def play_round(round: Round, bots: Mapping[str, Bot], rng: Random) -> Round:
    """Play a round to its end with a bot for each bettor. A bettor without a bot gives default answers.

    >>> from cardroom.games import game
    >>> play_round(game("three-card-poker-6-card-bonus").round(2, seed=7), {}, Random(7)).net["1"]
    0
    """
    if strangers := set(bots) - set(round.stacks):
        raise InputError(f"not bettors of this round: {', '.join(sorted(strangers))}; use {', '.join(round.stacks)}")
    while not round.done:
        answer_next(round, bots, rng)
    return round


def answer_next(round: Round, bots: Mapping[str, Bot], rng: Random) -> None:
    """Answer the next ask with the bot of its bettor."""
    ask = round.ask
    bettor = round.spot(ask.spot).bettor
    bot = bots.get(bettor)
    if bot is None:
        round.default(ask.spot)
        return
    answer = ask.answer(bot(round.view(bettor), ask, rng))
    round.answer(answer.spot, answer.action, answer.value)
