"""The result of a check with public information, and small readers that both kinds of replay use."""

from collections.abc import Sequence
from typing import NamedTuple

from cardroom.cards import UNKNOWN
from cardroom.cards.opened import OpenedDeck
from cardroom.cards.shuffle import Shuffle
from cardroom.errors import InputError
from cardroom.play.game import Game
from cardroom.play.records import Opening, RecordError, reopen
from cardroom.play.round import Answer, Ask, Dealt, Event, Moved, Name, Place, Refused, Round, Turned, positions_seen
from cardroom.rankings.base import UnknownCard

__all__ = [
    "ABSENT",
    "BETTING",
    "DRAWN",
    "HIDDEN",
    "INPUTS",
    "MISFIT",
    "NAMED",
    "NO_CARDS",
    "SEVERAL",
    "SHOWN",
    "THROWN",
    "UNSEEN_UP",
    "WHOLE",
    "PublicCheck",
    "Stuck",
    "ask_for",
    "card_numbers",
    "check_openings",
    "is_auditors",
    "leave_hidden",
    "needs_cards",
    "start",
    "unseen_up",
]

WHOLE = "the rules accept every answer, and lead to these payments and this next state of the table"
BETTING = "the rules accept every answer, and lead to these bets, fees, pots and this next state of the table"
SHOWN = "the hands that were shown win what the ranking gives them"
NO_CARDS = "who won the pots: the hands that were shown are not all opened here"
SEVERAL = (
    "which of several possible hands was shown: the discards are under a seal, and the payments fit one of these hands"
)
HIDDEN = "the cards that no one else saw: hands that were folded or mucked, burns, the stub"
THROWN = "which cards were discarded: in the record they are under seals"
INPUTS = (
    "who the players were, their chips, and the state of the table before the round: the chain of records covers these"
)
UNSEEN_UP = "anything that follows from cards that were dealt face up: they are not opened here"
MISFIT = "how many cards each player drew: no number fits the cards that are opened here"
NAMED = "the cards that the record names and no proof opens"
DRAWN = "the random draws other than cards: no proof opens them"
ABSENT = "how the cards of absent players were placed, because that depends on a card that is not opened here"


class PublicCheck(NamedTuple):
    """The result of a check without contradictions."""

    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    whole: bool
    """Whether the payments follow from what is known. If not, others would have passed too."""


class Stuck(Exception):
    """The rules need a card that is not opened."""


def start(opening: Opening, game: Game, shuffle: Shuffle) -> Round:
    """Start a round again, as `reopen` does. Raise `Stuck` if the rules need an unknown card before the first
    answer."""
    try:
        return reopen(opening, game, shuffle)
    except RecordError as error:
        cause = error.__context__
        script_failed = isinstance(cause, ValueError) and (
            isinstance(cause, UnknownCard) or not isinstance(cause, InputError)
        )
        if script_failed and UNKNOWN in shuffle.order:
            raise Stuck from None
        raise


def ask_for(round: Round, answer: Answer) -> Ask:
    """The current ask of a spot."""
    for ask in (*round.waiting, *round.meanwhile):
        if ask.spot == answer.spot:
            return ask
    raise Refused(f"Spot {answer.spot} is not asked now")


def needs_cards(ask: Ask) -> bool:
    """Whether the ask is for a hand that is not opened."""
    return any(isinstance(option, Name) for option in ask.options)


def leave_hidden(round: Round) -> None:
    """Answer for a hand that is not opened: put it off until last, or muck it."""
    ask = round.ask
    round.answer(ask.spot, "last" if any(option.action == "last" for option in ask.options) else "muck")


def unseen_up(events: Sequence[Event]) -> bool:
    """Whether a card that all players saw is not opened."""
    return any(
        UNKNOWN in event.cards
        for event in events
        if isinstance(event, Turned) or (isinstance(event, Dealt | Moved) and event.to is None)
    )


def card_numbers(events: Sequence[Event]) -> dict[Place, list[int]]:
    """The place of each card of the deal, by its number in the deal."""
    places: dict[Place, list[int]] = {}
    dealt = 0
    for event in events:
        if isinstance(event, Dealt):
            places.setdefault(event.place, []).extend(range(dealt, dealt + len(event.cards)))
            dealt += len(event.cards)
        elif isinstance(event, Moved):
            here = places[event.place]
            places.setdefault(event.into, []).extend([here[at] for at in event.at])
            places[event.place] = [number for at, number in enumerate(here) if at not in event.at]
    return places


def check_openings(round: Round, known: OpenedDeck, *, exact: bool = True) -> None:
    """Refuse a proof that opens cards that no one saw in the round: a burn, or cards after the end of the hand.

    An auditor's proof opens all cards that were dealt. It is compared only where their number is `exact`. With sealed
    discards, the number of cards in unseen hands is a guess.
    """
    dealt = sum(len(event.cards) for event in round.events if isinstance(event, Dealt))
    everyone = [None, *dict.fromkeys(spot.bettor for spot in round.seated)]
    views = [positions_seen(round.events, viewer) for viewer in everyone]
    for seen in known.seen:
        opened = frozenset(seen)
        if is_auditors(opened) and (len(opened) == dealt or not exact):
            continue
        if not any(opened <= view for view in views):
            least = min(opened - max(views, key=lambda view: len(opened & view)))
            raise RecordError(f"answers: a proof opens card {least + 1} of the deal, which no one saw in this round")


def is_auditors(opened: frozenset[int]) -> bool:
    """Whether a proof may be an auditor's: it opens the first cards of the deal without a gap."""
    return bool(opened) and opened == frozenset(range(len(opened)))
