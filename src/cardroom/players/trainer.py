"""The trainer: decisions to practise on, dealt from a seed. Nothing is at stake.

A drill is one open decision of a round that one player plays against the bank. It follows from the game, the seed and
the player's decisions so far, so a server keeps nothing between two requests, and a mistake can be practised again.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from cardroom.analysis.evaluation import OpenDecision, decision_of, has_evaluator
from cardroom.errors import InputError
from cardroom.play import Answer, Bets, Game, Round, View
from cardroom.play.round import player_banked
from cardroom.players.bots import usual
from cardroom.players.coach import kind_of, kinds, open_ask
from cardroom.players.seats import BANK, usual_stack

__all__ = ["ME", "TRAINER", "Drill", "DrillAnswer", "Practice", "deal_drill", "next_drill", "sample_decisions"]

ME = "You"
"""The trainee's name at the table."""
MOST_DEALS = 400
"""Deals that are tried for a kind of decision before the trainer gives up."""
MOST_ANSWERS = 40
"""Decisions of one round. No round has as many."""


class Practice(NamedTuple):
    """What drills are for. Drills of another purpose have other cards for the same seed."""

    purpose: str
    stake: int = 0
    """The first wager in cents; 0 for the least that the game allows."""


TRAINER = Practice("trainer")


class DrillAnswer(msgspec.Struct, frozen=True):
    """A decision of the trainee."""

    action: str
    value: Any = None


class Drill(NamedTuple):
    """An open decision, and the way to it."""

    seed: str
    answers: tuple[DrillAnswer, ...]
    """The trainee's decisions before it."""
    round: Round
    view: View
    decision: OpenDecision

    @property
    def kind(self) -> str:
        """The kind of decision."""
        return kind_of(self.decision)


def deal_drill(game: Game, seed: str, kind: str = "", practice: Practice = TRAINER) -> Drill:
    """Deal until there is a decision of this kind, or of any kind. Earlier decisions are those of most people.

    >>> import cardroom
    >>> drill = deal_drill(cardroom.game("ultimate-texas-holdem"), "7", "On the river")
    >>> [answer.action for answer in drill.answers], len(drill.decision.facts.board)
    (['check', 'check'], 5)
    """
    if not has_evaluator(game.rules):
        raise InputError(f"The decisions of {game.rules.name} have no exact values, so there is no trainer for it.")
    if kind and kind not in kinds(game.rules):
        raise InputError(f"There are no decisions of the kind {kind!r}. Choose one of: {', '.join(kinds(game.rules))}.")
    for number in range(MOST_DEALS):
        its_seed = seed if number == 0 else f"{seed}.{number}"
        drill = next_drill(game, its_seed, (), practice)
        rng = Random(its_seed)
        while drill is not None and kind not in ("", drill.kind):
            reply = open_ask(drill.view, drill.decision.spot).answer(
                usual(game.rules)(drill.view, open_ask(drill.view, drill.decision.spot), rng)
            )
            drill = next_drill(game, its_seed, (*drill.answers, DrillAnswer(reply.action, reply.value)), practice)
        if drill is not None:
            return drill
    raise InputError(f"No deal came to such a decision: {kind or 'any'}. Try another seed.")


def next_drill(game: Game, seed: str, answers: Sequence[DrillAnswer], practice: Practice = TRAINER) -> Drill | None:
    """The first decision after these; None if the round is over without another one."""
    if len(answers) > MOST_ANSWERS:
        raise InputError(f"A round has at most {MOST_ANSWERS} decisions.")
    round = _start(game, f"{practice.purpose} {seed}")
    left = list(answers)
    while not round.done:
        asked = round.ask
        bettor = round.spot(asked.spot).bettor
        if bettor != ME or not round.view(ME).hand(asked.spot):
            _answer_for_table(round, practice.stake)
            continue
        if left:
            given = left.pop(0)
            round.answer(asked.spot, given.action, given.value)
            continue
        view = round.view(ME)
        return Drill(seed, tuple(answers), round, view, decision_of(view, asked.spot))
    if left:
        raise InputError("The round was over before the last of these decisions.")
    return None


def sample_decisions(game: Game) -> list[OpenDecision]:
    """A decision of every kind of a game, for processes that load what such decisions need."""
    return [deal_drill(game, "sample", kind).decision for kind in kinds(game.rules)]


def _start(game: Game, seed: str) -> Round:
    """A round of the trainee alone, with a player-dealer if the game needs one."""
    stacks = {ME: usual_stack(game.rules)}
    if player_banked(game.rules):
        stacks["Bank"] = BANK
    for number in range(len(stacks) + 1, game.rules.seats.least + 1):
        stacks[f"Seat {number}"] = usual_stack(game.rules)
    return game.round(stacks, seed=seed)


def _answer_for_table(round: Round, stake: int) -> None:
    """Answer what is not practised: the bank, wagers, other seats. The trainee bets the stake at each base wager, or
    the least that it allows."""
    asked = round.ask
    mine = round.spot(asked.spot).bettor == ME
    for option in asked.options:
        if option.action == "bank" and not mine:
            round.answer(asked.spot, "bank", option.most)  # type: ignore[union-attr]
            return
        if isinstance(option, Bets) and mine:
            groups = option.tied(area.wager for area in option.areas if area.required)
            first = groups or option.tied([option.areas[0].wager])
            round.answer(
                asked.spot,
                option.action,
                {area.wager: max(group.least, stake) for group in first for area in group.areas},
            )
            return
    answer: Answer = round.default_of(asked.spot)
    round.answer(asked.spot, answer.action, answer.value)
