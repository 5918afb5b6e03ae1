"""Games in stages as declarations: `staged` makes everything that a game needs from its stages (`play.stages`)."""

from collections.abc import Iterator
from typing import Any

from cardroom.play.game import (
    CHECK,
    CLOSED,
    FOLDING,
    Declaration,
    DeclarationError,
    Hands,
    Lesson,
    Move,
    Outcomes,
    Stage,
    Stages,
    StagesShowdown,
    Step,
    begins,
    ends,
    stages_layout,
    stages_problems,
    stages_script,
    stages_settle,
)
from cardroom.rankings import RANKINGS
from cardroom.rankings.base import numbering
from cardroom.rankings.named import OR_BETTER
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import Cite

__all__ = ["staged"]

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def staged(
    name: str, stages: Stages, *, version: str = "", aim: str = "", layout: Any = None, **parts: Any
) -> Declaration:
    """The declaration of a game in stages.

    `aim` is the first sentence of the rules page. `layout` are fields of `Layout` that the stages do not decide, such
    as `bank` or `decks`. Any other part of a `Declaration` may be given to replace the one that is made here.
    """
    for problem in stages_problems(stages):
        raise DeclarationError(f"{name}: {problem}")
    made: dict[str, Any] = {
        "version": version or f"{name}/1",
        "script": stages_script(stages),
        "layout": stages_layout(stages, **(layout or {})),
        "settle": (settle := stages_settle(stages)),
        "moments": ("before the deal",),
        "lesson": lambda rules: _lesson(rules, stages, settle, aim),
        "bot": ".staged:staged",
        "analysis": ".stages.analysis:STAGED",
        "stages": stages,
    }
    return Declaration(name=name, **made | parts)


# -- the lesson -------------------------------------------------------------------------------------------------------


def _lesson(rules: RuleSet, stages: Stages, settle: Any, aim: str) -> Lesson:
    against = "Make a better hand than the dealer." if stages.dealer else "Make a hand that the pay table pays."
    cite = rules.wager[next(iter(stages.wagers))].cite
    cards = f"Hands of {_COUNTS[stages.hand]} cards"
    return Lesson(
        Step(aim or against, cite),
        tuple(_steps(rules, stages)),
        (Hands(cards, stages.ranking, cite),),
        Outcomes(settle, tuple(stages.wagers), dict(_cases(rules, stages))),
    )


def _steps(rules: RuleSet, stages: Stages) -> Iterator[Step]:
    first = rules.wager[next(iter(stages.wagers))].cite
    for step in begins(rules, _text(rules.bank.cite) if rules.bank else "", _text(first)):
        back = [move.wager for stage in stages.stages for move in stage.moves if move.back]
        labels = " and ".join(rules.wager[wager].label for wager in back)
        says = step.says.replace(CLOSED, f"{CLOSED[:-1]}, except {labels} when you are asked.") if back else step.says
        yield step._replace(says=says)
    for number, stage in enumerate(stages.stages):
        cite = stage.cite or first
        yield from _cards(rules, stages, stage, number, cite)
        kinds = tuple(move.action for move in stage.moves)
        settles = ("settle",) if FOLDING in stage.moves else ()
        folding = " A folded hand loses its wagers." if settles else ""
        words = [_move_words(rules, move) for move in stage.moves if move not in (FOLDING, CHECK)]
        words += [move.action for move in (CHECK, FOLDING) if move in stage.moves]
        yield Step(f"In turn: {', or '.join(words)}.{folding}", cite, (*kinds, *settles))
    if stages.last_board or stages.dealer:
        what = [
            *(["the rest of the board"] if stages.last_board else []),
            *(["the dealer's hand"] if stages.dealer else []),
        ]
        qualifies = rules.dealer.qualifies if rules.dealer else ""
        least = f" The dealer qualifies with {qualifies} or better." if qualifies else ""
        kinds = (*(["turn board"] if stages.last_board else []), *(["turn dealer"] if stages.dealer else []))
        says = " and ".join(what)
        yield Step(f"{says[0].upper()}{says[1:]} is turned over.{least}", first, kinds)
    yield ends(rules, rules.order.cite if rules.order else first)


def _text(cite: Cite) -> str:
    """A citation as text; one of another document names it."""
    return cite if isinstance(cite, str) else f"{cite.document}, {cite.where}"


def _cards(rules: RuleSet, stages: Stages, stage: Stage, number: int, cite: Any) -> Iterator[Step]:
    dealt, kinds = [], []
    if stage.own:
        dealt.append(f"Each player gets {_count(stage.own)}, face down.")
        kinds.append("deal hand")
    if number == 0 and stages.dealer:
        dealt.append(f"The dealer gets {_count(stages.dealer)}, face down.")
        kinds.append("deal dealer")
    if number == 0 and stages.board:
        dealt.append(f"The board is {_count(stages.board)}, face down.")
        kinds.append("deal board")
    if stage.board:
        dealt.append(f"{_count(stage.board).capitalize()} of the board {_is(stage.board)} turned up.")
        kinds.append("turn board")
    if stage.dealer:
        dealt.append(f"{_count(stage.dealer).capitalize()} of the dealer {_is(stage.dealer)} turned up.")
        kinds.append("turn dealer")
    if dealt:
        yield Step(" ".join(dealt), cite, tuple(kinds))


def _count(cards: int) -> str:
    return f"{_COUNTS[cards]} card{'' if cards == 1 else 's'}"


def _is(cards: int) -> str:
    return "is" if cards == 1 else "are"


def _move_words(rules: RuleSet, move: Move) -> str:
    label = rules.wager[move.wager].label
    if move.back:
        return f"take back {label}"
    of = rules.wager[rules.wager[move.wager].equals].label
    times = f"{move.least}" if move.least == move.most else f"{move.least} to {move.most}"
    if move.needs:
        more = [f"up to {units} times with {hand.removesuffix(OR_BETTER)}{OR_BETTER}" for units, hand in move.needs]
        return f"{move.action} {_times(str(move.least), of)} on {label} ({', '.join(more)})"
    return f"{move.action} {_times(times, of)} on {label}"


def _times(times: str, of: str) -> str:
    return f"{times} time{'' if times == '1' else 's'} your {of}"


def _cases(rules: RuleSet, stages: Stages) -> Iterator[tuple[str, tuple[StagesShowdown, ...]]]:
    """Showdowns for the page. Each rank is one showdown; a pay table decides where they differ."""
    if any(FOLDING in stage.moves for stage in stages.stages):
        yield "you fold", (StagesShowdown(folded=True),)
    ranks = range(1, len(numbering(RANKINGS[stages.ranking])[0]) + 1)
    some = sorted({*ranks[:: max(1, len(ranks) // 200)], ranks[-1]})
    if not stages.dealer:
        yield "you stay to the end", tuple(StagesShowdown(rank=rank) for rank in some)
        return
    if rules.dealer and rules.dealer.qualifies:
        yield (
            "the dealer does not qualify",
            tuple(StagesShowdown(rank=rank, result=1, qualified=False) for rank in some),
        )
    for result, words in (1, "your hand is higher"), (0, "the hands are equal"), (-1, "your hand is lower"):
        yield words, tuple(StagesShowdown(rank=rank, result=result) for rank in some)
