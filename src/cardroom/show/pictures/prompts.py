"""Asks prepared for display: a title, and for each option a label, a key and common amounts."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import msgspec

from cardroom.cards import pretty
from cardroom.games.banked.house_way import house_way
from cardroom.money import dollars
from cardroom.play import Amount, Ask, Bets, Choice, Lay, Name, Option, Pick, Spot, hand_of
from cardroom.play.round import HOUSE_SPOT, POT, front_of
from cardroom.show.pictures.indexed_view import IndexedView
from cardroom.show.pictures.option_help import option_help
from cardroom.show.pictures.previews import preview
from cardroom.show.pictures.streets import draw_of, draw_words
from cardroom.show.pictures.values import Offer, Prompt, Quick, Split
from cardroom.show.words import label, rows_words, words

__all__ = ["RESERVED_KEYS", "prompt"]

RESERVED_KEYS = frozenset("qwvl?")
"""Keys that mean the same at every question: quit, why, verify, log, help."""

_KEYS = {
    action: key
    for key, actions in {
        "b": "bank bomb-pot",
        "c": "check call bring-in",
        "d": "double discard",
        "e": "expose",
        "f": "fold",
        "h": "hit house-way",
        "k": "keep",
        "m": "muck",
        "o": "once",
        "p": "pass play post split",
        "r": "raise rescue",
        "s": "stand set show sit-out",
        "t": "twice",
        "u": "surrender usual-hand",
    }.items()
    for action in actions.split()
}
"""Fixed keys of actions. They do not depend on the other options, so that no one folds by habit."""

_LABELS = {
    "house-way": "House Way",
    "bring-in": "Bring in for",
    "expose": "Expose it: the next card comes face down",
    "keep": "Keep it: the next card comes face up",
    "bomb-pot": "Bomb pot for",
    "usual-hand": "Usual hand",
    "once": "Run it once",
    "twice": "Run it twice",
    "three-times": "Run it three times",
}


def prompt(view: IndexedView, ask: Ask) -> Prompt:
    """A question to the viewer, ready for display.

    >>> import cardroom
    >>> round = cardroom.game("texas-holdem").round({"ann": 20000, "bob": 50000}, seed=7)
    >>> asked = prompt(IndexedView(round.view(round.spot(round.ask.spot).bettor)), round.ask)
    >>> [(offer.key, offer.label) for offer in asked.offers], asked.default
    ([('c', 'Call $1'), ('r', 'Raise to'), ('f', 'Fold')], 'fold')
    >>> [(quick.key, quick.label, quick.amount) for quick in asked.offers[1].quick]
    [('m', 'minimum', 400), ('p', 'pot', 600), ('a', 'all-in', 20000)]
    """
    keys: tuple[str, ...] = ()
    offers = []
    for option in ask.options:
        key = _key(option.action, isinstance(option, Amount), keys)
        keys = *keys, key
        offers.append(msgspec.structs.replace(_offer(view, ask, option, key), help=option_help(view.rules, option)))
    return Prompt(ask.spot, _title(view, ask), tuple(offers), _default(view, ask), ask.why)


@lru_cache(maxsize=4096)
def _key(action: str, amount: bool, taken: tuple[str, ...]) -> str:
    """The option's fixed key, or the first unused letter of its name."""
    numbered = re.search(r"-(\d)$", action)
    always: str = numbered[1] if numbered else _KEYS.get(action, "")
    if amount and action in ("bet", "raise"):
        always = "r"
    wanted: tuple[str, ...] = (always, *action, *"abcdefghijkmnoprstuxyz")
    return next(key for key in wanted if key and key.isalnum() and key not in taken and key not in RESERVED_KEYS)


def _title(view: IndexedView, ask: Ask) -> str:
    """The subject of the question, and which hand it is for if there are several."""
    if ask.spot == HOUSE_SPOT.id and ask.about == "clock":
        return "How many minutes this table has played"
    if ask.spot == HOUSE_SPOT.id:
        return f"What the {view.rules.jackpot[ask.about].label} reads" if ask.about else "Who is first"
    first = ask.options[0]
    match first:
        case Bets():
            about = "Your wagers"
        case Amount(action="bank"):
            about = "Bank the round"
        case Pick():
            about = "Set your hand" if first.picked else _discard_title(view, ask.spot, first)
        case Lay():
            placed = len(first.cards) - first.discards
            about = f"{_label(view, first.action)} {placed} cards" + (", throw 1 away" if first.discards else "")
        case Choice(action="once"):
            about = "No more betting is possible. How often to deal the rest of the board"
        case Choice(action="bomb-pot"):
            about = "Play this hand as a bomb pot, if all agree"
        case Choice(action="declare"):
            about = "Your thirteen cards are a clean sweep"
        case Choice(action="expose"):
            here = view.places[hand_of(ask.spot)]
            down = (card for card, up in zip(here.cards, here.up, strict=True) if not up)
            about = f"Your down card, {pretty(down)}"
        case _:
            about = "Your turn"
    return about + _which(view, view.spot(ask.spot))


def _discard_title(view: IndexedView, spot: str, pick: Pick) -> str:
    """How many cards may be discarded, and for which draw if there are several."""
    says = f"{_label(view, pick.action)} {_many(pick)}"
    draws = view.rules.poker.draws if view.rules.poker else 0
    return f"{draw_words(draws, draw_of(view, spot)).capitalize()}: {says.lower()}" if draws > 1 else says


def _many(pick: Pick) -> str:
    """The number of cards that may be picked, in words."""
    most = f"{pick.most} card{'' if pick.most == 1 else 's'}"
    return most if pick.least == pick.most else f"up to {most}"


def _which(view: IndexedView, spot: Spot) -> str:
    """Which of the bettor's spots it is."""
    where = f", behind seat {spot.seat}" if spot.backline else f", seat {spot.seat}" if spot.second else ""
    several = sum(each.whole == spot.whole for each in view.spots) > 1
    return where + (f", hand {spot.hand}" if several else "")


def _default(view: IndexedView, ask: Ask) -> str:
    answer = ask.default
    match answer.value:
        case None:
            return _words(view, answer.action)
        case int() as amount:
            return f"{_words(view, answer.action)} {dollars(amount)}"
        case ():
            return "stand pat"
        case dict() as rows:
            return f"{_words(view, answer.action)} {rows_words(rows)}"
    return f"{_words(view, answer.action)} {pretty(answer.value)}"


def _words(view: IndexedView, action: str) -> str:
    return label(view.rules, action).lower() if action in view.rules.wager else words(action)


def _offer(view: IndexedView, ask: Ask, option: Option, key: str) -> Offer:
    match option:
        case Choice(action=action, amount=amount):
            says = _label(view, action) + (f" {dollars(amount)}" if amount else "") + _on(view, option)
            free = action == "fold" and any(each.action == "check" for each in ask.options)
            warns = "A check is free." if free else ""
            return Offer(action, "choice", key, says, option, amount, warns=warns, splits=_house_way(ask, action))
        case Amount():
            return _amount(view, ask, option, key)
        case Bets(action=action):
            return Offer(action, "bets", key, _label(view, action), option)
        case Pick(action=action):
            return Offer(action, "pick", key, _label(view, action), option, splits=_splits(option))
        case Lay(action=action):
            return Offer(action, "lay", key, _label(view, action), option)
        case Name(action=action):
            return Offer(action, "name", key, _label(view, action), option)


def _splits(pick: Pick) -> tuple[Split, ...]:
    """The two hands that each possible pick makes, so that a foul is visible before it counts."""
    if not pick.picked:
        return ()
    made = []
    for picked in combinations(pick.cards, pick.most):
        seen = preview(pick, pick.cards, picked)
        front, behind = seen.parts
        made.append(Split(picked, (front.says, behind.says), seen.warns))
    return tuple(made)


def _house_way(ask: Ask, action: str) -> tuple[Split, ...]:
    """The two hands that the House Way makes, so that a player sees them before they count."""
    pick = next((each for each in ask.options if isinstance(each, Pick) and each.picked), None)
    if action != "house-way" or pick is None:
        return ()
    front = house_way(pick.cards, pick.rest).front
    return tuple(each for each in _splits(pick) if {*each.picked} == {*front})


def _on(view: IndexedView, option: Choice | Amount) -> str:
    """The wager that an option is about, if it is not the action's own. Chips go *on* it; without chips it is named."""
    if not option.wager or label(view.rules, option.wager).lower() == option.action:
        return ""
    places = isinstance(option, Amount) or option.amount
    return f" on {label(view.rules, option.wager)}" if places else f" {label(view.rules, option.wager)}"


def _label(view: IndexedView, action: str) -> str:
    says = _LABELS.get(action) or label(view.rules, action).replace("-", " ")
    return says[:1].upper() + says[1:]


def _amount(view: IndexedView, ask: Ask, option: Amount, key: str) -> Offer:
    """An offer of an amount, with common amounts; a single fixed amount becomes part of the label."""
    action, fixed = option.action, option.least == option.most
    says = _label(view, option.label or action) + (" to" if view.rules.poker and action == "raise" else "")
    multiples = tuple(_multiples(view, option))
    if multiples and fixed:
        (only,) = multiples
        return Offer(action, "amount", only.key, only.label, option, only.amount)
    if fixed:
        return Offer(action, "amount", key, f"{says} {dollars(option.least)}{_on(view, option)}", option, option.least)
    says += _on(view, option)
    return Offer(action, "amount", key, says, option, quick=multiples or tuple(_usual(view, ask, option)))


def _multiples(view: IndexedView, option: Amount) -> Iterator[Quick]:
    """Every allowed multiple of the wager that this one must match, such as 3x and 4x the Ante, if they are few."""
    wager, unit = view.rules.wager.get(option.wager or option.action), option.step
    if wager is None or not wager.equals or option.most > 9 * unit or option.least % unit:
        return
    for times in range(option.most // unit, option.least // unit - 1, -1):
        does = _label(view, option.action) if option.wager else label(view.rules, option.action)
        says = f"{does} {times}x ({dollars(times * unit)})"
        yield Quick(str(times), says, times * unit)


def _usual(view: IndexedView, ask: Ask, option: Amount) -> Iterator[Quick]:
    """The minimum, the maximum and, in poker, pot-sized raises within the bounds."""
    wanted = [("m", "minimum", option.least), ("a", "most", option.most)]
    if view.rules.poker:
        wanted = [wanted[0], *_by_pot(view, ask.spot), wanted[1]]
        if option.most >= view.balances.get(front_of(ask.spot), 0) + view.stack(view.spot(ask.spot).bettor):
            wanted = [("a", "all-in", option.most), *wanted]
    amounts: dict[int, Quick] = {}
    for key, says, amount in wanted:
        on_step = (amount - option.least) % option.step == 0 or amount == option.most
        if option.least <= amount <= option.most and on_step:
            amounts.setdefault(amount, Quick(key, says, amount))
    yield from sorted(amounts.values(), key=lambda quick: quick.amount)


def _by_pot(view: IndexedView, spot: str) -> list[tuple[str, str, int]]:
    """Raises by half the pot and by the pot, counting the call, rounded down to whole chips."""
    fronts = {account.owner: bet for account, bet in view.balances.items() if account.kind == "front"}
    level, own = max(fronts.values(), default=0), fronts.get(spot, 0)
    pot = view.balances.get(POT, 0) + sum(fronts.values()) + level - own
    chip = view.rules.house("chip")
    full, half = (level + pot) // chip * chip, (level + pot // 2) // chip * chip
    return [("p", "pot", full), ("h", "half pot", half)]
