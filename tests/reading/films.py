"""Poker hands played to be looked at: every event and every question, in order."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, NamedTuple

from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.play.round.events import Dealt, Event, Marked, Transfer, Turned
from games.poker.tables import around
from reading.case import Reading, readings
from support.deals import PEOPLE, people

LOWER, HIGHER = 400, 800
"""The limits of the hands at fixed limit, $4-$8."""


class Question(NamedTuple):
    """A question to a player, with the options by action, and the answer."""

    spot: str
    options: dict[str, Any]
    answer: str
    betting: int
    """The betting round, from 1; 0 outside of betting."""


Step = Event | Question
Wish = Callable[[str, dict[str, Any], int], Any]
"""Chooses an answer, by spot, options and betting round. None leaves it to `quiet`."""
BETTING = {"check", "call", "bet", "raise", "fold", "bring-in"}


class Film(tuple[Step, ...]):
    """A hand from the first event to the last."""

    def questions(self, betting: int | None = None, opening: bool = True) -> list[Question]:
        """The questions of one betting round, or of all."""
        found = [each for each in self if isinstance(each, Question) and each.betting]
        found = [each for each in found if betting in (None, each.betting)]
        return found if opening else [each for each in found if "bring-in" not in each.options]

    def events(self, kind: type) -> list[Any]:
        """The events of a kind."""
        return [each for each in self if isinstance(each, kind)]

    def dealt(self, *kinds: str) -> list[Dealt]:
        """The cards dealt to places of these kinds."""
        return [each for each in self.events(Dealt) if each.place.kind in kinds]

    def moved(self, cause: str) -> list[Transfer]:
        """The transfers of a cause."""
        return [each for each in self.events(Transfer) if each.cause == cause]

    def at(self, test: Callable[[Step], bool]) -> list[int]:
        """Where the steps are that fit."""
        return [place for place, each in enumerate(self) if test(each)]

    @property
    def rounds(self) -> int:
        """The number of betting rounds."""
        return max((each.betting for each in self.questions()), default=0)


def quiet(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Check, call, keep the cards, bring it in for the least."""
    for action in ("check", "call", "bring-in", "show", "keep"):
        if action in options:
            return action
    if "discard" in options:
        return "discard", options["discard"].cards[: options["discard"].least]
    raise AssertionError(f"a question without a quiet answer: {options}")


def film_of(reading: Reading, wish: Wish | None = None, seats: Sequence[int] = (1, 2, 3, 4), **how: Any) -> Film:
    """Play a hand. `stack` is the players' cents, `cards` the first cards hand by hand, `deck` in dealing order."""
    stack, cards, deck, carry = (how.pop(name, None) for name in ("stack", "cards", "deck", "carry"))
    house = stakes(reading) | how
    game = reading.game_with(**house)
    poker = game.rules.poker
    order = list(game.shuffle(seed=7).order)
    named = deck or (around(cards.split(), poker, len(seats)) if cards else [])
    named = named.split() if isinstance(named, str) else named
    rest = [card for card in order if card not in parse([name for name in named if name != "xx"])]
    first = [rest.pop() if name == "xx" else parse(name)[0] for name in named]
    carry = {"own": {"button": max(seats), "stays": True}} if carry is None else carry
    spots, stacks = people(seats, stack or 100_000)
    return filmed(game.round(spots, stacks, shuffle=Shuffle.given(first + rest), carry=carry), wish)


def stakes(reading: Reading) -> dict[str, str]:
    """Fixed limit, or where the game has no such limit, pot limit with a big blind of the same size."""
    fixed = "fixed" in reading.rules.house_rules["limit"].choices
    return {"limit": "fixed", "stakes": "$4-$8"} if fixed else {"limit": "pot", "stakes": "$2/$4"}


def filmed(round: Any, wish: Wish | None = None) -> Film:
    """Play a round to its end and note everything."""
    steps: list[Step] = []
    seen, betting, bets = 0, 1, False
    while True:
        for event in round.events[seen:]:
            if bets and isinstance(event, Dealt):
                betting, bets = betting + 1, False
            steps.append(event)
        seen = len(round.events)
        if round.done:
            return Film(steps)
        ask = round.ask
        options = {each.action: each for each in ask.options}
        bets = bets or bool(BETTING & set(options))
        now = betting if BETTING & set(options) else 0
        chosen = (wish and wish(ask.spot, options, now)) or quiet(ask.spot, options, now)
        action, *value = (chosen,) if isinstance(chosen, str) else chosen
        if action in ("bet", "raise") and not value:
            value = [options[action].least]
        steps.append(Question(ask.spot, options, action, now))
        round.answer(ask.spot, action, *value)


def raising(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Bet and raise whenever it is allowed."""
    return next((each for each in ("raise", "bet") if each in options), None)


def raising_in(*rounds: int) -> Wish:
    """Bet and raise in these betting rounds."""
    return lambda spot, options, betting: raising(spot, options, betting) if betting in rounds else None


def folding(*spots: str) -> Wish:
    """These players fold when they may."""
    return lambda spot, options, betting: "fold" if spot in spots and "fold" in options else None


def everybody_folds(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Fold whenever it is allowed."""
    return "fold" if "fold" in options else None


@cache
def shown(reading_name: str, how: str = "quiet", seats: tuple[int, ...] = (1, 2, 3, 4)) -> Film:
    """A hand that several comparers look at, played once."""
    wishes = {"quiet": None, "raising": raising, "folding": everybody_folds, "first folds": _first_folds}
    return film_of(readings()[reading_name], wishes[how], seats)


def _first_folds(spot: str, options: dict[str, Any], betting: int) -> Any:
    """Somebody opens the first round, and the player left of the button folds."""
    return "fold" if spot == "1" and "fold" in options else None


def card_places(film: Film) -> list[str]:
    """Where each deal went, without repetition: hand 1, hand 2, burn, board."""
    names = [each.place.kind + each.place.owner for each in film.events(Dealt)]
    return [name for place, name in enumerate(names) if not place or names[place - 1] != name]


def buttons(film: Film) -> list[Marked]:
    """The markers that were placed."""
    return film.events(Marked)


def turned(film: Film) -> list[Turned]:
    """The cards that were turned up."""
    return film.events(Turned)


def owners(deals: Iterable[Dealt]) -> list[str]:
    """The spots that cards were dealt to, in order."""
    return [each.place.owner for each in deals]


NAMES = dict(zip(PEOPLE, "123456789", strict=False))


def drawing(cards: int) -> Wish:
    """Discard the first cards at every draw."""
    return lambda _, options, __: ("discard", options["discard"].cards[:cards]) if "discard" in options else None
