"""The street of a stud hand and the draw of a draw hand, which no board shows."""

from cardroom.play.round import Acted, Dealt
from cardroom.show.pictures.indexed_view import IndexedView

__all__ = ["draw_of", "draw_words", "street"]

ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def street(view: IndexedView) -> str:
    """The street, by the number of cards dealt to a player, or the latest draw.

    >>> import cardroom
    >>> round = cardroom.game("razz").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> street(IndexedView(round.view()))
    'Third street'
    >>> round = cardroom.game("2-7-triple-draw").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> street(IndexedView(round.view()))
    'Before the first draw'
    """
    poker = view.rules.poker
    if not poker or view.done or not view.of(Dealt):
        return ""
    if poker.structure == "stud":
        dealt: dict[str, int] = {}
        for event in view.of(Dealt):
            if event.place.kind == "hand":
                dealt[event.place.owner] = dealt.get(event.place.owner, 0) + len(event.cards)
        return f"{ORDINALS[max(dealt.values(), default=0)].capitalize()} street"
    if not poker.draws:
        return ""
    number = max((counted for counted, _ in _draws(view).values()), default=0)
    return draw_words(poker.draws, number).capitalize() if number else f"Before the {draw_words(poker.draws, 1)}"


def draw_of(view: IndexedView, spot: str) -> int:
    """The number of the draw that a spot is discarding for. A repeated ask before new cards is for the same draw.

    >>> import cardroom
    >>> round = cardroom.game("2-7-triple-draw").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> for action in ("call", "check"):
    ...     round.answer(round.ask.spot, action)
    >>> draw_of(IndexedView(round.view()), round.ask.spot)
    1
    """
    counted, again = _draws(view).get(spot, (0, False))
    return counted if again else counted + 1


def _draws(view: IndexedView) -> dict[str, tuple[int, bool]]:
    """For each spot, how many draws it has discarded for, and whether it has had no new card since."""
    draws: dict[str, tuple[int, bool]] = {}
    for event in view.events:
        if isinstance(event, Dealt):
            draws = {spot: (counted, False) for spot, (counted, _) in draws.items()}
        elif isinstance(event, Acted) and event.action == "discard":
            counted, again = draws.get(event.spot, (0, False))
            draws[event.spot] = counted + (not again), True
    return draws


def draw_words(draws: int, number: int) -> str:
    """The name of a draw.

    >>> draw_words(3, 2), draw_words(1, 1)
    ('second draw', 'draw')
    """
    return f"{ORDINALS[number]} draw" if draws > 1 else "draw"
