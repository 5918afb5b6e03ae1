"""`cardroom train`: practise decisions in the terminal, with their exact values."""

from random import Random
from typing import Annotated, Any

import typer
from rich.rule import Rule
from rich.text import Text

from cardroom.analysis.evaluation import evaluate_decision
from cardroom.analysis.strategy import MOST_LINES, Strategy, plain_strategies
from cardroom.cards.health import system_bytes
from cardroom.cli import UsageError
from cardroom.cli.play.coach import print_advice
from cardroom.cli.play.human import Human, LeaveTable
from cardroom.cli.play.keyboard import keyboard
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.terminal.common import console, find_game
from cardroom.cli.terminal.options import Rules, Set, parse_count
from cardroom.cli.terminal.progress import engine_progress
from cardroom.errors import Refused
from cardroom.money import dollars
from cardroom.play import Game
from cardroom.players import (
    DAILY,
    ME,
    Drill,
    DrillAnswer,
    ValuedOption,
    advice_of,
    choice_of,
    close_call,
    commitment_of,
    daily_candidates,
    deal_drill,
    money,
    next_drill,
)
from cardroom.show import picture

__all__ = ["train_command"]


class _Score:
    """The decisions of this session."""

    def __init__(self) -> None:
        self.decisions = self.right = self.streak = 0
        self.cost = 0.0
        """The total cost, in units of the first wager."""

    def add(self, yours: ValuedOption, stake: int) -> None:
        self.decisions += 1
        self.right += yours.best
        self.streak = self.streak + 1 if yours.best else 0
        self.cost += yours.cost / stake

    def __str__(self) -> str:
        hundred = 100 * self.cost / self.decisions
        return (
            f"{self.right} of {self.decisions} best, streak {self.streak}, {hundred:.2f} units cost per 100 decisions"
        )


def train_command(
    name: Annotated[str, typer.Argument(metavar="GAME", help="The game; left out with --daily.")] = "",
    *,
    kind: Annotated[
        str, typer.Option(metavar="KIND", help='Practise one kind of decision, such as "On the flop". Default: all.')
    ] = "",
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The same seed gives the same decisions.")] = None,
    daily: Annotated[
        str, typer.Option(metavar="SEED", help="Play the daily deal of this seed, which a room publishes at midnight.")
    ] = "",
    lines: Annotated[
        str | None, typer.Option(metavar="COUNT", help="Also say what the best strategy found of so many lines does.")
    ] = None,
    rules: Rules = None,
    house: Set = None,
) -> int:
    """Practise the decisions of a game; each answer is valued.

    Mistakes cost what they cost on average.
    """
    if daily:
        if name or kind or seed or lines or rules or house:
            raise UsageError("--daily plays the five decisions of a day. Give only the seed with it.")
        return _daily_deal(daily)
    if not name:
        raise UsageError("Name a game, for example `cardroom train ultimate-texas-holdem`, or give --daily SEED.")
    game = find_game(name, rules, house)
    card = None if lines is None else _card(game, parse_count("--lines", lines, MOST_LINES))
    screen, score = console(), _Score()
    first = seed or system_bytes(8).hex()
    drill = deal_drill(game, first, kind)
    with keyboard() as keys:
        scene = TableScreen(screen)
        human = Human(screen, keys, {})
        screen.print()
        scene.say(game.rules.name, "bold")
        scene.say("Trainer: nothing is at stake. Each decision is valued exactly. Press q to stop.", "dim")
        try:
            while True:
                answer = _practise(drill, scene, human, score, card)
                following = next_drill(game, drill.seed, (*drill.answers, answer))
                if following is None or kind not in ("", following.kind):
                    following = deal_drill(game, f"{first}.{score.decisions}", kind)
                drill = following
        except (LeaveTable, EOFError, KeyboardInterrupt):
            screen.print()
    if score.decisions:
        scene.say(f"{score}.", "bold")
    return 0


def _daily_deal(seed: str) -> int:
    """Play the five decisions of a day. They are those of every room and terminal with this seed."""
    screen, score = console(), _Score()
    with keyboard() as keys:
        scene, human = TableScreen(screen), Human(screen, keys, {})
        screen.print()
        scene.say("Daily deal", "bold")
        scene.say(f"SHA-256 of the seed: {commitment_of(seed)}", "dim")
        try:
            for several in daily_candidates(seed):
                drill = several[close_call([evaluate_decision(each.decision) for each in several])]
                scene.say(f"{drill.round.rules.name}, first wager {dollars(DAILY.stake)}", "bold")
                _practise(drill, scene, human, score)
        except (LeaveTable, EOFError, KeyboardInterrupt):
            screen.print()
    if score.decisions:
        cost = money(score.cost * DAILY.stake) if score.cost else "nothing"
        scene.say(f"{score.right} of {score.decisions} best. The mistakes cost {cost}.", "bold")
    return 0


def _card(game: Game, lines: int) -> Strategy:
    """The strategy of so many lines, with a progress bar while it is searched."""
    with engine_progress() as engine:
        return plain_strategies(game, engine(game.rules.name)).strategy(lines)


def _practise(
    drill: Drill, scene: TableScreen, human: Human, score: _Score, card: Strategy | None = None
) -> DrillAnswer:
    """Show a decision, take the answer, and print its values, and what a strategy of few lines does."""
    seen = picture(drill.view)
    scene.screen.print()
    scene.screen.print(
        Rule(Text(f"Decision {score.decisions + 1}: {drill.kind}", style="bold"), style="dim", align="left")
    )
    scene.table(seen, drill.decision.spot if any(offer.kind == "pick" for offer in seen.prompts[0].offers) else "")
    prompt = next(each for each in seen.prompts if each.spot == drill.decision.spot)
    held = next((each.cards for each in seen.spreads if each.mine and each.place.owner == prompt.spot), ())
    action, value = _answer(drill, human, prompt, held)
    found = evaluate_decision(drill.decision)
    advice = advice_of(drill.round.view(ME), drill.decision, found)
    yours = choice_of(advice, found, action, value)
    score.add(yours, found.stake)
    verdict = (
        "is best" if yours.best else f"costs {money(yours.cost)}, {yours.cost / found.stake:.2f} of the {found.unit}"
    )
    scene.say(f"{yours.label} {verdict}.", "bold green" if yours.best else "bold yellow")
    print_advice(advice, yours)
    if card is not None:
        asked = next(each for each in drill.round.waiting if each.spot == drill.decision.spot)
        said = card(drill.view, asked, Random(0))
        amount = f" {dollars(said.value)}" if isinstance(said.value, int) else ""
        scene.say(f"The lines say: {said.action}{amount}.", "dim")
    scene.say(str(score), "dim")
    return DrillAnswer(action, value)


def _answer(drill: Drill, human: Human, prompt: Any, held: Any) -> tuple[str, Any]:
    """Ask until the rules accept the answer."""
    while True:
        action, value = human.answer(prompt, held)
        try:
            given = drill.round.check(prompt.spot, action, value)
        except Refused as refused:
            human.refuse(str(refused))
            continue
        return given.action, given.value
