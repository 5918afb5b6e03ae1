"""The pages behind the keys that always work: why, log, verify and help."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from cardroom.cli.play.human import Human, KeyCommands, choices_of
from cardroom.cli.play.keys_help import key_lines
from cardroom.cli.play.rules_page import print_page
from cardroom.cli.play.table_screen import TableScreen
from cardroom.play import Game, View
from cardroom.show import picture
from cardroom.show.pictures import Prompt
from cardroom.show.rules import page
from cardroom.show.words import shuffle_verdict
from cardroom.verifier import FAILS, HOLDS

__all__ = ["FinishedRound", "help_page", "log", "verify", "why"]


class FinishedRound(NamedTuple):
    """A finished round: what the player saw of it, the commitment shown before it, its cards."""

    view: View
    commitment: str
    transcript: dict[str, Any] | None
    """The transcript of the shuffle; None while its shoe is in use."""
    spent: range
    """The positions of the cards that this round dealt."""
    head: str
    """The hash of its record."""


def why(scene: TableScreen, past: FinishedRound | None) -> None:
    """Print the rules that decided the last round, with citations."""
    if past is None:
        scene.say("Nothing has been decided yet.")
        return
    for line in picture(past.view).happened:
        if line.cite and (line.mine or line.kind in ("said", "won")):
            explains = f". {line.explains}" if line.explains else ""
            scene.say(Text(line.says + explains).append(f" ({line.cite})", style="dim"))


def log(scene: TableScreen, view: View | None) -> None:
    """Print all events of a round, including those that the picture shows."""
    if view is None:
        scene.say("Nothing has happened yet.")
        return
    scene.screen.print()
    scene.tell(picture(view).happened, drawn=True)


def verify(scene: TableScreen, past: FinishedRound | None, out: Path | None) -> None:
    """Check the last round's shuffle against the commitment before the bets."""
    if past is None:
        scene.say("There is no shuffle to verify yet. Play a round first.")
        return
    if past.transcript is None:
        scene.say("This shoe is still in use. You can verify it when it ends and its secret is published.")
        return
    verdict = shuffle_verdict(past.transcript, past.commitment, past.view, past.spent)
    style = {HOLDS: "bold green", FAILS: "bold red"}.get(verdict.word, "bold yellow")
    scene.say(
        f"The shuffle {verdict.word}.".upper() if verdict.word == FAILS else f"The shuffle {verdict.word}.", style
    )
    for sentence in verdict.says:
        scene.say(f"• {sentence}")
    for sentence in verdict.silent:
        scene.say(f"◦ not checked: {sentence}", "dim")
    if out:
        again = f"cardroom verify {out} --commitment {past.commitment} --head {past.head}"
        scene.say(f"The secret is in the file. To check it again, run: {again}", "dim")
    else:
        scene.say("To save the secret and check it with a program of your own, play with --out FILE.", "dim")


def help_page(
    scene: TableScreen,
    human: Human,
    game: Game,
    prompt: Prompt | None,
    earlier: Mapping[str, str],
    commands: KeyCommands,
) -> None:
    """Print the keys and the rules page, a screen at a time."""
    screen = scene.screen
    with screen.capture() as drawn:
        screen.print(Text("Keys", style="bold cyan"))
        choices = choices_of(prompt, human.last.get(prompt.spot, {}), (*commands, "q")) if prompt else {}
        for line in key_lines(choices, earlier, commands):
            scene.say(line)
        screen.print()
        print_page(screen, page(game))
    human.page(drawn.get().splitlines())
