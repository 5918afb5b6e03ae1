"""Why wagers and pots were decided as they were: which hands were compared, which is better, and by what card.

Everything is computed from what one viewer may see, so an explanation shows no other card. The terminal, the pages, the
transcript and the history all show it. A game's declaration names the function for the wagers that its script settles.
Side bets, folds and pots need none. The sentences are written in the module of each kind of decision: `against_dealer`,
`totals` (21.5 and baccarat), `pai_gow`, `side_bets`, `pots` and `rows`. `showdown` joins the pots of a poker hand.
"""

from collections.abc import Mapping
from typing import Any

from cardroom.games import declaration
from cardroom.money import dollars
from cardroom.play import Place
from cardroom.play.game import load_part
from cardroom.play.round import FOLD, Event, Settled, Transfer
from cardroom.show.explain.case import Case
from cardroom.show.explain.phrases import capitalized
from cardroom.show.explain.pots import pot
from cardroom.show.explain.rows import rows
from cardroom.show.explain.showdown import showdown
from cardroom.show.explain.side_bets import fold, side_bet
from cardroom.show.pictures import CardsAt, Explanation, IndexedView
from cardroom.show.words import label

__all__ = ["explanation", "showdown"]


def explanation(view: IndexedView, event: Event, places: Mapping[Place, CardsAt] | None = None) -> Explanation | None:
    """Why a wager or a pot was decided; None for an event that decides nothing.

    `places` are the cards at that moment, if later ones are known.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 50000, "bob": 50000}, seed=7)
    >>> round.answer(1, "bank", 20000)
    >>> round.answer(2, "bet", {"ante": 500, "pair-plus": 500})
    >>> round.answer(2, "play")
    >>> view = IndexedView(round.view("bob"))
    >>> for event in view.of(Settled)[1:]:
    ...     print(explanation(view, event).says)
    Your straight, ace high, beats ann's queen high, 8-3: straight over high card.
    Your hand (A♥ K♣ Q♦) makes a straight, ace high.
    """
    if places is None and event in view.explained:
        return view.explained[event]
    why = view.explained[event] = _explained(view, event, view.places if places is None else places)
    return why


def _explained(view: IndexedView, event: Event, known: Mapping[Place, CardsAt]) -> Explanation | None:
    match event:
        case Settled():
            return _covered(event, _settled(Case(view, event, view.spot(event.spot), known)))
        case Transfer(cause="pot"):
            return pot(view, event, known)
        case Transfer(cause="points"):
            return rows(view, event, known)
        case Transfer(cause="fee"):
            payer = "the player" if event.spot else "the pot"
            return Explanation(
                f"The house collects {dollars(event.amount)} for this round.", f"The posted fee is taken from {payer}."
            )
    return None


def _settled(case: Case) -> Explanation:
    event, explained = case.event, None
    if event.line == FOLD:
        return fold(case)
    if case.view.rules.wager[event.wager].cards:
        explained = side_bet(case)
    else:
        explain: Any = load_part(declaration(case.view.rules.script), "explain", __name__)
        explained = explain(case) if explain else None
    why = event.why.removeprefix(f"{label(case.view.rules, event.wager)}: ")
    return explained or Explanation(f"{capitalized(why)}.")


def _covered(event: Settled, explained: Explanation) -> Explanation:
    """The explanation, with what the bank could not cover."""
    if event.net == event.due:
        return explained
    short = f" The bank's wager covers {dollars(abs(event.net))} of {dollars(abs(event.due))}."
    return Explanation(explained.says + short, explained.rule, explained.hands, explained.short)
