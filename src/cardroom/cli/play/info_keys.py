"""The pages behind the keys that always work: why, log, verify and help."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

from cardroom.cli.play.human import AGAIN, Human, KeyChoice, KeyCommands, choices_of
from cardroom.cli.play.rules import print_page
from cardroom.cli.play.table_screen import TableScreen
from cardroom.cli.play.typed_rows import letters_of
from cardroom.money import dollars
from cardroom.play import Amount, Bets, Game, Lay, Pick, View
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


def key_lines(choices: Mapping[str, KeyChoice], earlier: Mapping[str, str], commands: KeyCommands) -> Iterator[str]:
    """The help lines of a question. `earlier` has the keys of earlier questions in this game, and what they do."""
    explained = set()
    for key, choice in choices.items():
        if key == AGAIN and choice.offer.kind == "bets":
            yield _line(key, "the same bets again")
            continue
        if not _laid(choice):  # these cards are typed without a key
            yield _line(key, choice.words.removesuffix(" …"))
        if choice.offer.action not in explained and choice.value is None:
            explained.add(choice.offer.action)
            yield from _values(choice)
    others = [f"{key} {words}" for key, words in earlier.items() if words not in explained and key not in choices]
    if others:
        yield _line("", "at other questions: " + ", ".join(others))
    if any(choice.words.endswith("…") and not _laid(choice) for choice in choices.values()):
        yield _line("b", "while typing: go back to the question")
    for key, command in commands.items():
        yield _line(key, command.about)
    yield _line("q", "quit; a hand in progress is played out with default answers")
    yield _line("Enter", "ends what you typed; alone it never bets or decides")


def _laid(choice: KeyChoice) -> bool:
    return isinstance(choice.offer.option, Lay)


def _values(choice: KeyChoice) -> Iterator[str]:
    """How to type the value of an offer."""
    match choice.offer.option:
        case Bets(areas=areas):
            first = areas[0].least // 100 or 1
            labels = [area.label for area in areas if not area.equals]
            if choice.area:
                named = choice.words.removesuffix(" …")
                yield _line("", f"then an amount: 10 is $10 on {named}; you are asked for each other wager")
            else:
                yield _line(str(first), f"an amount alone starts the bets: {dollars(first * 100)} on {labels[0]}")
                if len(labels) > 1:
                    yield _line(" ".join([str(first)] * len(labels)), "or several in a line: " + ", ".join(labels))
            short = areas[-1].label.split()[0].lower()
            yield _line(f"{short[:3]}{first}", f"or by name, the first letters and an amount: {areas[-1].label}")
        case Amount(least=least, most=most) if least < most:
            yield _line("12", f"an amount alone does the same: {choice.offer.label} $12")
        case Lay() as lay:
            letters = letters_of(lay)
            yield _line(
                "letters",
                "one for each card, from the left: "
                + ", ".join(f"{key} {name or 'discards'}" for key, name in letters.items() if key == (name or "d")[0]),
            )
            yield _line("b 1 3", "or a row, then cards by number or by name (Ks)")
        case Pick(most=most):
            yield _line("1 3" if most > 1 else "2", "cards by number from the left, or by name (Ks)")


def _line(key: str, words: str) -> str:
    return f"{key:<9}{words}"
