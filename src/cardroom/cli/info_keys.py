"""What somebody at the table can ask for at any time: why, the log, the shuffle's proof, the keys and the rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from cardroom.cli.human import Human, KeyCommands, choices_of
from cardroom.cli.keys_help import key_lines
from cardroom.cli.rules_page import print_page
from cardroom.cli.table_screen import TableScreen
from cardroom.play import Game, View
from cardroom.show import picture
from cardroom.show.picture import Prompt
from cardroom.show.proof import shuffle_verdict
from cardroom.show.rules import page
from cardroom.verifier import FAILS, HOLDS

__all__ = ["FinishedRound", "help_page", "log", "verify", "why"]


class FinishedRound(NamedTuple):
    """A round that is over: what the person saw of it, the commitment shown before it, its cards."""

    view: View
    commitment: str
    transcript: dict[str, Any] | None
    """The shuffle, if its cards are spent."""
    spent: range
    """The places in its order whose cards left the deck."""


def why(scene: TableScreen, past: FinishedRound | None) -> None:
    """The rules that decided the last round, each with its citation."""
    if past is None:
        scene.say("Nothing has been decided yet.")
        return
    for line in picture(past.view).happened:
        if line.cite and (line.mine or line.kind in ("said", "won")):
            scene.say(Text(line.says).append(f" ({line.cite})", style="dim"))


def log(scene: TableScreen, view: View | None) -> None:
    """All that has happened in a round, with what pictures show of it."""
    if view is None:
        scene.say("Nothing has happened yet.")
        return
    scene.screen.print()
    scene.tell(picture(view).happened, drawn=True)


def verify(scene: TableScreen, past: FinishedRound | None, out: Path | None) -> None:
    """Check the last round's shuffle against what was committed to before the bets."""
    if past is None:
        scene.say("A shuffle can be verified when its cards are spent: play a round first.")
        return
    if past.transcript is None:
        scene.say("This shoe is still in play: its secret is shown when it is spent, and can be verified then.")
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
        again = f"cardroom verify {out} --commitment {past.commitment}"
        scene.say(f"The secret is in the file. Check it again, with this or a program of your own: {again}", "dim")
    else:
        scene.say("To keep the secret and check it with a program of your own, play with --out FILE.", "dim")


def help_page(
    scene: TableScreen,
    human: Human,
    game: Game,
    asked: Prompt | None,
    earlier: Mapping[str, str],
    commands: KeyCommands,
) -> None:
    """The keys and the rules page, a screen at a time."""
    screen = scene.screen
    with screen.capture() as drawn:
        screen.print(Text("Keys", style="bold cyan"))
        choices = choices_of(asked, human.last.get(asked.spot, {}), (*commands, "q")) if asked else {}
        for line in key_lines(choices, earlier, commands):
            scene.say(line)
        screen.print()
        print_page(screen, page(game))
    human.page(drawn.get().splitlines())
