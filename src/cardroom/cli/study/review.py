"""`cardroom replay --review`: what each decision of a player was worth, and luck told apart from play."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from rich.text import Text

from cardroom.cards import pretty
from cardroom.clean import visible
from cardroom.cli import UsageError
from cardroom.cli.play.coach import signed
from cardroom.cli.terminal.common import console, print_json
from cardroom.money import dollars
from cardroom.play import Round
from cardroom.players import RoundReview, figures_of, money, review_round, steps_of

__all__ = ["review_command"]

BOT = "bot "


class _Total(NamedTuple):
    """The sums of a session, in cents."""

    rounds: int
    decisions: int
    right: int
    wagered: int
    net: int
    cost: float
    best: float
    luck: float
    rest: int
    """Results without an exact figure."""


def review_command(rounds: Iterable[Round], who: str | None, as_json: bool) -> int:
    """Print the review of a player's rounds, one by one, and their sum."""
    reviews = []
    for number, each in enumerate(rounds, 1):
        name = _player(each, who)
        review = review_round(steps_of(each), each.answers, name, figures_of(each.rules))
        reviews.append(review)
        if as_json:
            print_json({"round": number, "player": name, "game": each.rules.game} | _plain(review))
        else:
            _print(number, each, review)
    total = _total(reviews)
    if as_json:
        print_json({"total": total._asdict()})
    elif reviews:
        _print_total(total)
    return 0


def _plain(review: RoundReview) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(review)
    return plain


def _player(round: Round, who: str | None) -> str:
    """The player to review: the named one, or the only person."""
    people = [name for name in round.stacks if not name.startswith(BOT)]
    if who is None and len(people) == 1:
        return people[0]
    if who is None or who not in round.stacks:
        raise UsageError(f"--review needs --as NAME. Players: {', '.join(round.stacks)}.")
    return who


def _total(reviews: list[RoundReview]) -> _Total:
    decisions = [each for review in reviews for each in review.decisions]
    return _Total(
        len(reviews),
        len(decisions),
        sum(each.yours.best for each in decisions),
        sum(review.wagered for review in reviews),
        sum(review.net for review in reviews),
        round(sum(review.cost for review in reviews), 4),
        round(sum(review.best or 0.0 for review in reviews), 4),
        round(sum(review.luck or 0.0 for review in reviews), 4),
        sum(review.rest for review in reviews),
    )


def _print(number: int, round: Round, review: RoundReview) -> None:
    screen = console()
    luck = f", luck {signed(review.luck)}" if review.luck is not None else ""
    title = Text(f"Round {number}: {signed(review.net)}{luck}", style="bold")
    screen.print(title.append(f"  {round.rules.name}", "dim"))
    for each in review.decisions:
        cards = pretty(each.hand) + (f" on {pretty(each.board)}" if each.board else "")
        better = f"costs {money(each.yours.cost)}; {each.advice.options[0].label} is best"
        verdict = "best" if each.yours.best else better
        style = "" if each.yours.best else "yellow"
        screen.print(Text(f"  {cards}: {each.yours.label}, {verdict}", style=style))
    for street in review.equities:
        against = ", ".join(f"{name} {share:.1%}" for name, share in street.others)
        board = f" on {pretty(street.board)}" if street.board else ""
        screen.print(Text(f"  {street.street}{board}: your equity was {street.mine:.1%} ({visible(against)})"))
    if review.why:
        screen.print(Text(f"  {review.why}", style="dim"))


def _print_total(total: _Total) -> None:
    screen = console()
    screen.print()
    cost, wagered = money(total.cost) if total.cost else "nothing", dollars(total.wagered)
    screen.print(Text(f"Mistakes cost you {cost} of {wagered} wagered.", style="bold"))
    screen.print(f"{total.right} of {total.decisions} decisions were best.")
    # Rounded so that the parts add up to the result.
    expected = round(total.best - total.cost)
    luck = total.net - total.rest - expected
    parts = f"expected {signed(expected)}, luck {signed(luck)}, without an exact figure {signed(total.rest)}"
    screen.print(f"Result {signed(total.net)}: {parts}.")
