"""Replay a recorded hand in the engine, with its cards and its actions as answers, and compare the result.

This module knows no games: the caller supplies the function that finds one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import cache
from typing import Any

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.decks import deck
from cardroom.cards.shuffle import Shuffle
from cardroom.clean import quoted
from cardroom.histories.phh.comparison import HandComparison, compare
from cardroom.histories.phh.format import VARIANTS, PHHError, RecordedHand
from cardroom.play.game import Game
from cardroom.play.round import (
    BOARD,
    HOUSE_SPOT,
    OTHER_BOARDS,
    Acted,
    Answer,
    Choice,
    Dealt,
    Place,
    Round,
    front_of,
    hand_of,
)

__all__ = ["play_and_compare", "play_recorded"]

_ACTION = re.compile(
    r"(?:d dh p(?P<to>[1-9]\d?)|d (?P<board>db)|p(?P<who>[1-9]\d?) (?P<what>f|cc|cbr|pb|sd|sm))(?: (?P<rest>\S+))?"
)

_PLACES: dict[tuple[str, int], list[Place]] = {}
"""The places that received the cards of the last hand, by game and number of players."""

NumberedStep = tuple[int, tuple[str, str, str]]


def play_recorded(hand: RecordedHand, game_of: Callable[..., Game]) -> Round:
    """Play a recorded hand through the engine, and check the stacks it ends with (`play_and_compare`)."""
    return play_and_compare(hand, game_of)[0]


def play_and_compare(hand: RecordedHand, game_of: Callable[..., Game]) -> tuple[Round, HandComparison]:
    """Play a recorded hand through the engine, and say what agrees with the file.

    `game_of` finds a game by slug, rule set and house rules, as `cardroom.game` does. If a blind is all-in for less,
    houses differ in what the others call. The full blind is tried first, then the posted amount. Chips that the house
    added count for a pot-limit bet at some sites, and the game does not have them, so such a hand may be played without
    the limit. Recorded players may have mucked a winning hand, so here any hand may muck.
    """
    slug, _ = VARIANTS[hand.variant]
    settings = {"rules": "standard", "muck": "any hand", **hand.settings}
    try:
        game = game_of(slug, **settings)
        if _runs(hand, game) > 1:
            settings |= {"most_runs": _runs(hand, game)}
            game = game_of(slug, **settings)
    except ValueError as error:
        raise PHHError(str(error)) from None
    try:
        return _play(hand, game)
    except PHHError:
        if hand.added and settings.get("limit") == "pot":
            return _play(hand, game_of(slug, **settings | {"limit": "no"}))
        stakes = game.rules.stakes
        if min(hand.stacks) >= max(*stakes.blinds, stakes.bring_in, 0) + max(stakes.antes):
            raise
        try:
            return _play(hand, game_of(slug, **settings | {"full_blinds": False}))
        except PHHError:
            pass
        raise


def _runs(hand: RecordedHand, game: Game) -> int:
    """How often the board was dealt, from the number of community cards that come after the last bet."""
    board = sum(game.rules.poker.board) if game.rules.poker else 0
    dealt, same = 0, 0
    for action in hand.actions:
        if action.startswith("d db "):
            dealt += len(action.removeprefix("d db ").strip()) // 2
        elif not action.startswith("d ") and " sm" not in action:
            same = dealt
    if not board or dealt <= board:
        return 1
    return min(1 - (board - dealt) // max(board - same, 1), len(OTHER_BOARDS) + 1)


def _play(hand: RecordedHand, game: Game) -> tuple[Round, HandComparison]:
    deals, shows, play = _sorted_actions(hand, _cards_of(game.rules.deck.name))
    table = _Replay(game, hand, deals, shows)
    for number, (who, what, rest) in play:
        idle = what in ("cc", "cbr") and table.idle(who)
        if not idle:
            table.show_hands()
        try:
            if idle:  # some files have a check, or a bet, when no opponent can bet any more
                table.amount(who, rest)
            else:
                table.answer(who, what, rest)
        except ValueError as error:
            raise PHHError(f"actions[{number}] {quoted(hand.actions[number])}: {error}") from None
    table.show_hands()
    table.bring_in_alone()
    if not table.round.done:
        raise PHHError(f"the actions end, but p{table.round.ask.spot} must still act")
    table.check_deals()
    return table.round, compare(hand, table.round)


@cache
def _cards_of(name: str) -> frozenset[Card]:
    return frozenset(deck(name).cards)


def _sorted_actions(
    hand: RecordedHand, known: frozenset[Card]
) -> tuple[dict[Place, list[Card]], dict[str, str], list[NumberedStep]]:
    """The cards dealt to each place, the hands that players show, and all other actions."""
    deals: dict[Place, list[Card]] = {BOARD: []}
    shows: dict[str, str] = {}
    play: list[NumberedStep] = []
    for number, action in enumerate(hand.actions):
        match = _ACTION.fullmatch(action)
        if not match:
            raise PHHError(f"actions[{number}] {quoted(action)}: not an action of the format")
        player, rest = match["to"] or match["who"], match["rest"] or ""
        try:
            if player and int(player) > len(hand.stacks):
                raise ValueError(f"there are {len(hand.stacks)} players")
            dealt = match["to"] or match["board"]
            cards = parse(rest) if dealt or match["what"] in ("sd", "sm") else ()
            if strange := [card for card in cards if card != UNKNOWN and card not in known]:
                raise ValueError(f"{text(strange[0])} is not in the deck")
            if dealt:
                deals.setdefault(hand_of(match["to"]) if match["to"] else BOARD, []).extend(cards)
            elif match["what"] == "sm":
                shows[player] = rest
            else:
                play.append((number, (player, match["what"], rest)))
        except ValueError as error:
            raise PHHError(f"actions[{number}] {quoted(action)}: {error}") from None
    return deals, shows, play


class _Replay:
    """A round whose deck is filled in during play: the engine decides where each card goes, the file which card it
    is."""

    def __init__(
        self, game: Game, hand: RecordedHand, deals: Mapping[Place, Sequence[Card]], shows: Mapping[str, str]
    ) -> None:
        self.game, self.hand, self.deals, self.shows = game, hand, deals, shows
        self.stud = bool(game.rules.poker and game.rules.poker.structure == "stud")
        self.again = bool(game.rules.poker and game.rules.poker.draws)
        """Whether discards may have been reshuffled and dealt again, so that a card can be dealt twice."""
        # The file says which cards were dealt, so the deck here must not run out.
        self.order = [UNKNOWN] * (52 if game.rules.poker and game.rules.poker.board else 208)
        self.places = _PLACES.setdefault((game.rules.game, len(hand.stacks)), [])
        """The places that received the cards of the last hand like this one, in the order of the deal."""
        poker = game.rules.poker
        self.runs = int(game.rules.house("most_runs"))
        if poker and self.runs > 1:  # the other boards follow the first in the file
            board, whole = self.deals[BOARD], sum(poker.board)
            size = -((whole - len(board)) // (self.runs - 1))
            parts = (board[at : at + size] for at in range(whole, len(board), size))
            self.deals = {**self.deals, BOARD: board[:whole], **dict(zip(OTHER_BOARDS, parts, strict=False))}
        self.answers: list[Answer] = []
        self._expect(0, {})
        self.run()

    def run(self) -> None:
        """Play all answers so far. Repeat until every card dealt is the recorded one."""
        stacks = dict(enumerate(self.hand.stacks, 1))
        shared = len(self.deals[BOARD]) if self.stud else 0
        own = {"button": max(stacks), "stays": True, "posts": self.hand.posts, "shared": shared}
        while True:
            try:
                self.round = self.game.round(stacks, shuffle=Shuffle.given(self.order), carry={"own": own})
                self.round.play(self.answers)
            except ValueError as error:
                raise PHHError(self._missing() or str(error)) from None
            self.checked = self.position = 0
            self.used, self.seen = dict[Place, int](), set[Card]()
            if self._fill():
                return

    def _expect(self, position: int, used: Mapping[Place, int]) -> None:
        """Put the cards from a position on in the order in which the last hand like this one was dealt.

        Where this hand is dealt otherwise, `_fill` notices.
        """
        used = dict(used)
        for at in range(position, len(self.order)):
            place = self.places[at] if at < len(self.places) else None
            known = self.deals.get(place, ()) if place else ()
            number = used.get(place, 0) if place else 0
            self.order[at] = known[number] if number < len(known) else UNKNOWN
            if place:
                used[place] = number + 1

    def _fill(self) -> bool:
        """Compare the cards that were dealt since the last time with the file. Return whether all are the recorded
        ones; if not, the order is corrected."""
        events = self.round.events
        for event in events[self.checked :]:
            if not isinstance(event, Dealt):
                continue
            for _ in event.cards:
                known, place, position = self.deals.get(event.place, ()), self.used.get(event.place, 0), self.position
                right = known[place] if place < len(known) else UNKNOWN
                if right != UNKNOWN and right in self.seen and not self.again:
                    raise PHHError(f"{text(right)} is dealt twice")
                self.seen.add(right)
                self.used[event.place] = place + 1
                self.position += 1
                if self.places[position : position + 1] != [event.place]:
                    dealt = [each for each in events if isinstance(each, Dealt)]
                    self.places[position:] = [each.place for each in dealt for _ in each.cards][position:]
                if self.order[position] != right:
                    self.order[position] = right
                    self._expect(position + 1, self.used)
                    return False
        self.checked = len(events)
        return True

    def _missing(self) -> str:
        """A message about streets of the board that the game has dealt but the file lacks; empty if there are none."""
        dealt, *again = (
            sum(len(event.cards) for event in self.round.events if isinstance(event, Dealt) and event.place == place)
            for place in (BOARD, *OTHER_BOARDS)
        )
        known = len(self.deals[BOARD])
        for place, cards in zip(OTHER_BOARDS, again, strict=True):
            if len(self.deals.get(place, ())) < cards:
                return f"the {place.part} board has {len(self.deals.get(place, ()))} of {cards} cards in the file"
        streets = [name for name, upto in (("flop", 3), ("turn", 4), ("river", 5)) if known < upto <= dealt]
        if self.stud or not streets:
            return ""
        *others, last = (f"the {name}" for name in streets)
        names = f"{', '.join(others)} and {last}" if others else last
        verb = "are" if others else "is"
        return f"{names} {verb} missing: the board has {known} cards in the file, but {dealt} in the game"

    def check_deals(self) -> None:
        """Refuse cards that the game did not deal."""
        for place, cards in self.deals.items():
            if len(cards) > self.used.get(place, 0):
                name = "the board" if place.kind == BOARD.kind else f"p{place.owner}"
                raise PHHError(f"{name} gets {len(cards)} cards in the file, but {self.used.get(place, 0)} in the game")

    def answer(self, who: str, what: str, rest: str) -> None:
        """Take one recorded action."""
        ask = self.round.ask
        if ask.spot == HOUSE_SPOT.id:  # the up cards are unknown, so the next player to act in the file was first
            self._take(ask.check(who))
            ask = self.round.ask
        if ask.spot != who:
            raise ValueError(f"p{ask.spot} is to act, not p{who}")
        offered = [option.action for option in ask.options]
        value: Any = None
        matched = "call" if "call" in offered else "check"
        if what == "cbr" and not {"bet", "raise"} & {*offered} and self._unmatched(who):
            self.amount(who, rest)
            action = matched  # the part that no one can call is returned
        elif what == "cbr":
            action, value = ("raise" if "raise" in offered else "bet"), self.amount(who, rest)
        elif what == "sd":
            action, value = "discard", _discards(self.round.cards.hand(who), rest)
        else:
            # If the ante put the bring-in player all-in, the next player may open for the same amount.
            brought = "bring-in" if "bring-in" in offered else matched
            action = {"f": "fold", "cc": matched, "pb": brought}[what]
        self._take(ask.check(action, value))

    def amount(self, who: str, text: str) -> int:
        """The amount that a player bets or raises to. Refuse more than the player has."""
        amount = int(Decimal(text) * self.hand.scale) if text else 0
        has = self.round.chips.stack(self.round.spot(who)) + self.round.chips.balances.get(front_of(who), 0)
        if amount > has:
            raise ValueError(f"p{who} has {self.hand.chips(has)}")
        return amount

    def idle(self, who: str) -> bool:
        """Whether a player in the hand is not asked to bet, because no opponent can bet any more."""
        if not self.round.done and self.round.ask.spot == who:
            betting = {"call", "check", "bring-in"} & {option.action for option in self.round.ask.options}
            if betting:
                return False
        left = self._in_the_hand()
        able = [seat for seat in left if self.round.chips.stack(self.round.spot(seat))]
        return who in left and len(left) > 1 >= len(able)

    def _in_the_hand(self) -> list[str]:
        out = {event.spot for event in self.round.events if isinstance(event, Acted) and event.action == "fold"}
        return [seat for seat in self.round.stacks if seat not in out]

    def _unmatched(self, who: str) -> bool:
        """Whether no other player has more chips than the largest bet."""
        fronts = {seat: self.round.chips.balances.get(front_of(seat), 0) for seat in self.round.stacks}
        chips, others = self.round.chips, [seat for seat in self._in_the_hand() if seat != who]
        return all(chips.stack(self.round.spot(seat)) + fronts[seat] <= max(fronts.values()) for seat in others)

    def show_hands(self) -> None:
        """Take the answers of a showdown, if it has begun, and run the board as often as the file does."""
        while not self.round.done and self.round.ask.options[0].action in ("show", "once"):
            if self.round.ask.options[0].action == "show":
                self._show()
            else:
                self._take(self.round.ask.check(self.round.ask.options[self.runs - 1].action))

    def bring_in_alone(self) -> None:
        """Stud: go past a bring-in that a file leaves out because all the others are all-in."""
        while not self.round.done and self.round.ask.options[0].action == "bring-in":
            others = [seat for seat in self._in_the_hand() if seat != self.round.ask.spot]
            if any(self.round.chips.stack(self.round.spot(seat)) for seat in others):
                return
            self._take(self.round.ask.check("bring-in"))
            self.show_hands()

    def _show(self) -> None:
        """Show the next player's hand as in the file, or muck it. A known hand that the file does not mention is
        shown."""
        ask = self.round.ask
        held = self.round.cards.hand(ask.spot)
        shows = self.shows.get(ask.spot)
        shown = [card for card in parse(shows or "") if card != UNKNOWN]
        strange = [card for card in shown if card not in held]
        unknown = held.count(UNKNOWN)
        if len(strange) > unknown:
            raise PHHError(f"p{ask.spot} sm {shows}: the hand is {text(held)}")
        if shows == "":
            self._take(ask.check("muck"))
        elif isinstance(ask.options[0], Choice):
            self._take(ask.check("show"))
        elif len(strange) == unknown:
            try:
                self._take(ask.check("show", strange))
            except ValueError as error:
                raise PHHError(f"p{ask.spot} sm {shows}: {error}") from None
        else:
            stays = shows is not None or self._won(ask.spot)
            self._take(ask.check("last" if stays and len(ask.options) > 2 else "muck"))

    def _won(self, who: str) -> bool:
        """Whether a player has more chips at the end in the file than now."""
        place = int(who) - 1
        return bool(self.hand.finish) and self.hand.finish[place] > self.round.chips.stack(self.round.spot(who))

    def _take(self, answer: Answer) -> None:
        try:
            self.round.accept(answer)
        except ValueError as error:
            raise PHHError(self._missing() or str(error)) from None
        self.answers.append(answer)
        if not self._fill():
            self.run()


def _discards(held: Sequence[Card], names: str) -> list[Card]:
    """The discarded cards. In an unknown hand, any of its unknown cards."""
    cards = []
    left = list(held)
    for card in parse(names):
        thrown = card if card in left else UNKNOWN
        if thrown not in left:
            raise ValueError(f"{text(card)} is not in the hand, {text(held)}")
        left.remove(thrown)
        cards.append(thrown)
    return cards
