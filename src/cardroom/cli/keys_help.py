"""What each key does, for somebody who asks: those of the question, of earlier ones, and those that always work."""

from collections.abc import Iterator, Mapping

from cardroom.cli.human import AGAIN, KeyChoice, KeyCommands
from cardroom.cli.typed_rows import letters_of
from cardroom.money import dollars
from cardroom.play import Amount, Bets, Lay, Pick

__all__ = ["key_lines"]


def key_lines(choices: Mapping[str, KeyChoice], earlier: Mapping[str, str], commands: KeyCommands) -> Iterator[str]:
    """Lines for the keys of a question; `earlier` are the keys of others in this game, and what they did."""
    told = set()
    for key, choice in choices.items():
        if key == AGAIN and choice.offer.kind == "bets":
            yield _line(key, "the same bets again")
            continue
        if not _laid(choice):  # a line is asked for at once
            yield _line(key, choice.words.removesuffix(" …"))
        if choice.offer.action not in told and choice.value is None:
            told.add(choice.offer.action)
            yield from _values(choice)
    others = [f"{key} {words}" for key, words in earlier.items() if words not in told and key not in choices]
    if others:
        yield _line("", "at other questions: " + ", ".join(others))
    if any(choice.words.endswith("…") and not _laid(choice) for choice in choices.values()):
        yield _line("b", "in the middle of a line: back to where it began")
    for key, command in commands.items():
        yield _line(key, command.about)
    yield _line("q", "quit; a hand that was begun is played out as for somebody absent")
    yield _line("Enter", "ends a line that was typed; alone it never bets and never decides")


def _laid(choice: KeyChoice) -> bool:
    return isinstance(choice.offer.option, Lay)


def _values(choice: KeyChoice) -> Iterator[str]:
    """How the value of an offer is typed."""
    match choice.offer.option:
        case Bets(areas=areas):
            first = areas[0].least // 100 or 1
            labels = [area.label for area in areas if not area.equals]
            if choice.area:
                named = choice.words.removesuffix(" …")
                yield _line("", f"then an amount: 10 is $10 on {named}; what may go with it is asked")
            else:
                yield _line(str(first), f"an amount alone begins the bets: {dollars(first * 100)} on {labels[0]}")
                if len(labels) > 1:
                    yield _line(" ".join([str(first)] * len(labels)), "or several in a line: " + ", ".join(labels))
            short = areas[-1].label.split()[0].lower()
            yield _line(f"{short[:3]}{first}", f"or by name, a few of its letters and an amount: {areas[-1].label}")
        case Amount(least=least, most=most) if least < most:
            yield _line("12", f"an amount alone does the same: {choice.offer.label} $12")
        case Lay() as lay:
            letters = letters_of(lay)
            yield _line(
                "letters",
                "one for each card, from the left: "
                + ", ".join(
                    f"{key} {name or 'throws away'}" for key, name in letters.items() if key == (name or "d")[0]
                ),
            )
            yield _line("b 1 3", "or a row, and then cards by number or by name as in Ks")
        case Pick(most=most):
            yield _line("1 3" if most > 1 else "2", "cards by number from the left, or by name as in Ks")


def _line(key: str, words: str) -> str:
    return f"{key:<9}{words}"
