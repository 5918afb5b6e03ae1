"""The help on keys: those of the question, those of earlier questions, and those that always work."""

from collections.abc import Iterator, Mapping

from cardroom.cli.play.human import AGAIN, KeyChoice, KeyCommands
from cardroom.cli.play.typed_rows import letters_of
from cardroom.money import dollars
from cardroom.play import Amount, Bets, Lay, Pick

__all__ = ["key_lines"]


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
