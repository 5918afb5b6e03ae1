"""Who sits at a table that people have not filled: the bots by game, and the loop that lets them play.

A banked game joins by one line in `USUAL`; until it has one its bots play at random. Poker games have one bot for all.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import TypeAlias

from cardroom.errors import Mistaken
from cardroom.play import Amount, Ask, Decide, Reply, Round, View
from cardroom.play.procedures import player_banked
from cardroom.players.chinese import chinese
from cardroom.players.ez_baccarat import ez_baccarat
from cardroom.players.four_card_frenzy import four_card_frenzy
from cardroom.players.holdem import heads_up_holdem, ultimate_texas_holdem
from cardroom.players.pai_gow import pai_gow
from cardroom.players.poker import poker
from cardroom.players.pure_21_5 import pure_21_5_blackjack, pure_spanish_21_5
from cardroom.players.random_legal import random_legal
from cardroom.players.three_card_poker import three_card_poker
from cardroom.rulebook import RuleSet

__all__ = ["Bot", "play_round", "proposition", "table_bots", "usual"]

Bot: TypeAlias = Decide
"""A player that is a program."""

USUAL: dict[str, Bot] = {
    "ez-baccarat": ez_baccarat,
    "face-up-chinese-poker": chinese,
    "face-up-pai-gow-poker": pai_gow,
    "fortune-pai-gow-poker": pai_gow,
    "four-card-frenzy": four_card_frenzy,
    "heads-up-holdem": heads_up_holdem,
    "pure-21.5-blackjack": pure_21_5_blackjack,
    "pure-spanish-21.5": pure_spanish_21_5,
    "three-card-poker-6-card-bonus": three_card_poker,
    "ultimate-texas-holdem": ultimate_texas_holdem,
}
"""Per game, a bot that plays as most people do."""


def usual(slug: str) -> Bot:
    """The bot that plays a game as most people do.

    >>> usual("a game to come") is random_legal
    True
    """
    return USUAL.get(slug, random_legal)


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
    bot = poker if rules.poker else usual(rules.game)
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
        raise Mistaken(f"bots play for bettors, not for {', '.join(sorted(strangers))}: {', '.join(round.stacks)}")
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
