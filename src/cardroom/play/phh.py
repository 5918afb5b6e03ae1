"""PHH, the open poker hand history format: recorded hands in, our rounds out.

A recorded hand is played through the engine: its cards are dealt, its actions are the answers, and what comes out must
be what was recorded. Nothing here knows a game: whoever calls says which game a variant is.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from math import lcm
from typing import Any, NamedTuple

import msgspec

from cardroom.cards import UNKNOWN, Card, parse, text
from cardroom.cards.shuffle import Shuffle
from cardroom.money import dollars
from cardroom.play.asks import Answer, Choice, Name
from cardroom.play.events import Acted, Dealt
from cardroom.play.game import Game
from cardroom.play.round import HOUSE_SPOT, Round

__all__ = ["VARIANTS", "PHHError", "RecordedHand", "play_recorded", "read_phh", "write_phh"]

VARIANTS = {
    "FT": ("texas-holdem", "fixed"),
    "NT": ("texas-holdem", "no"),
    "NS": ("short-deck", "no"),
    "PO": ("omaha", "pot"),
    "FO/8": ("omaha-high-low", "fixed"),
    "F7S": ("seven-card-stud", "fixed"),
    "F7S/8": ("stud-8", "fixed"),
    "FR": ("razz", "fixed"),
    "N2L1D": ("2-7-single-draw", "no"),
    "F2L3D": ("2-7-triple-draw", "fixed"),
    "FB": ("badugi", "fixed"),
}
"""The format's variants: the game and the limit each is."""

_ACTION = re.compile(
    r"(?:d dh p(?P<to>\d+)|d (?P<board>db)|p(?P<who>\d+) (?P<what>f|cc|cbr|pb|sd|sm))(?: (?P<rest>\S+))?"
)


class PHHError(ValueError):
    """A recorded hand that cannot be read or played; the message says where."""


class RecordedHand(NamedTuple):
    """A hand as a file tells it, amounts scaled to whole chips."""

    variant: str
    settings: dict[str, Any]
    """The table's stakes, as house rules."""
    stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finish: tuple[int, ...]
    """The stacks after the hand, where the file says them."""
    scale: int


def read_phh(source: str) -> Iterator[RecordedHand]:
    """The hands of a file, one or a collection of many.

    >>> hand, = read_phh('''variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']''')
    >>> hand.variant, hand.settings["blinds"]
    ('NT', '$0.01/$0.02')
    """
    try:
        table = tomllib.loads(source, parse_float=Fraction)
    except tomllib.TOMLDecodeError as error:
        raise PHHError(f"not TOML: {error}") from None
    hands = [table] if "variant" in table else [value for value in table.values() if isinstance(value, dict)]
    if not hands:
        raise PHHError("no hand in it: variant is missing")
    for fields in hands:
        yield _recorded(fields)


def _recorded(fields: Mapping[str, Any]) -> RecordedHand:
    variant = fields.get("variant")
    if variant not in VARIANTS:
        raise PHHError(f"variant: {variant!r} is none of {', '.join(VARIANTS)}")
    for name in ("starting_stacks", "actions"):
        if not isinstance(fields.get(name), list):
            raise PHHError(f"{name}: a list is missing")
    amounts = [fields.get(name, []) for name in ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks")]
    singles = [fields.get(name, 0) for name in ("bring_in", "small_bet", "big_bet", "min_bet")]
    told = [word for action in fields["actions"] for word in re.findall(r"cbr (\S+)", str(action))]
    try:
        numbers = [Fraction(each) for each in (*chain(*amounts), *singles, *told)]
    except (TypeError, ValueError) as error:
        raise PHHError(f"an amount is no number: {error}") from None
    scale = reduce(lcm, (number.denominator for number in numbers), 1)
    antes, blinds, stacks, finish = ([int(Fraction(each) * scale) for each in some] for some in amounts)
    dead = not fields.get("ante_trimming_status", True)
    settings: dict[str, Any] = {"limit": VARIANTS[variant][1], "dead_antes": dead}
    for name, some in (("antes", antes), ("blinds", blinds)):
        if some:
            settings[name] = "/".join(dollars(amount) for amount in some)
    for name, key in (("bring_in",) * 2, ("small_bet",) * 2, ("big_bet",) * 2, ("minimum_bet", "min_bet")):
        if key in fields:
            settings[name] = int(Fraction(fields[key]) * scale)
    actions = tuple(str(action).partition("#")[0].strip() for action in fields["actions"])
    return RecordedHand(variant, settings, tuple(stacks), tuple(filter(None, actions)), tuple(finish), scale)


def play_recorded(hand: RecordedHand, game_of: Callable[..., Game]) -> Round:
    """Play a recorded hand through the engine, and check the stacks it ends with.

    `game_of` finds a game by slug, rule set and house rules, as `cardroom.game` does.
    """
    slug, _ = VARIANTS[hand.variant]
    game = game_of(slug, rules="standard", **hand.settings)
    count = len(hand.stacks)
    deals, shows, play = _sorted_actions(hand)
    table = _Replay(game, dict(enumerate(hand.stacks, 1)), deals)
    for number, (who, what, rest) in play:
        while table.round.asks and table.round.ask.options[0].action == "show":
            table.show(shows)
        try:
            table.answer(who, what, rest, hand.scale)
        except ValueError as error:
            raise PHHError(f"actions[{number}] {hand.actions[number]!r}: {error}") from None
    while table.round.asks and table.round.ask.options[0].action == "show":
        table.show(shows)
    if not table.round.done:
        raise PHHError(f"the actions end while p{table.round.ask.spot} is asked")
    stacks = tuple(table.round.accounts[str(seat)] for seat in range(1, count + 1))
    if hand.finish and stacks != hand.finish:
        scaled = f" (chips times {hand.scale})" if hand.scale > 1 else ""
        raise PHHError(f"finishing_stacks: recorded {list(hand.finish)}, played {list(stacks)}{scaled}")
    return table.round


Step = tuple[int, tuple[str, str, str]]


def _sorted_actions(hand: RecordedHand) -> tuple[dict[str, list[Card]], dict[str, str], list[Step]]:
    """The cards dealt to each place, what each player shows, and the actions proper."""
    deals: dict[str, list[Card]] = {"board": []}
    shows: dict[str, str] = {}
    play: list[Step] = []
    for number, action in enumerate(hand.actions):
        match = _ACTION.fullmatch(action)
        if not match:
            raise PHHError(f"actions[{number}] {action!r}: not an action of the format")
        rest = match["rest"] or ""
        try:
            if match["to"] or match["board"]:
                deals.setdefault(match["to"] or "board", []).extend(parse(rest))
            elif match["what"] == "sm":
                shows[match["who"]] = rest
            else:
                play.append((number, (match["who"], match["what"], rest)))
        except ValueError as error:
            raise PHHError(f"actions[{number}] {action!r}: {error}") from None
    return deals, shows, play


class _Replay:
    """A round whose deck is found out as it goes: the engine says where each card goes, the file which it is."""

    def __init__(self, game: Game, stacks: Mapping[int, int], deals: Mapping[str, Sequence[Card]]) -> None:
        self.game, self.stacks, self.deals = game, stacks, deals
        self.order = [UNKNOWN] * len(game.shuffle(seed=0).order)
        self.answers: list[Answer] = []
        self.run()

    def run(self) -> None:
        """Play what has been answered, again and again until every card dealt is the recorded one."""
        while True:
            carry = {"button": max(self.stacks), "stays": True}
            self.round = self.game.round(self.stacks, shuffle=Shuffle.given(self.order), carry=carry)
            self.round.play(self.answers)
            if not self._fill():
                return

    def _fill(self) -> bool:
        used: dict[str, int] = {}
        position, changed = 0, False
        for event in self.round.events:
            if not isinstance(event, Dealt):
                continue
            for _ in event.cards:
                known, place = self.deals.get(event.place, ()), used.get(event.place, 0)
                if place < len(known) and self.order[position] != known[place]:
                    self.order[position], changed = known[place], True
                used[event.place] = place + 1
                position += 1
        return changed

    def answer(self, who: str, what: str, rest: str, scale: int) -> None:
        """One recorded action."""
        ask = self.round.ask
        if ask.spot == HOUSE_SPOT.id:  # the up cards are unknown: the file says who was first by who acts
            self._take(ask.check(who))
            ask = self.round.ask
        if ask.spot != who:
            raise ValueError(f"p{ask.spot} is to act, not p{who}")
        offered = [option.action for option in ask.options]
        value: Any = None
        if what == "cbr":
            action, value = ("raise" if "raise" in offered else "bet"), int(Fraction(rest) * scale)
        elif what == "sd":
            action, value = "discard", _discards(self.round.hands[who], rest)
        else:
            action = {"f": "fold", "cc": "call" if "call" in offered else "check", "pb": "bring-in"}[what]
        self._take(ask.check(action, value))

    def show(self, shows: Mapping[str, str]) -> None:
        """The next player's showdown: what the file shows, or the muck; a known hand without a word is shown."""
        ask = self.round.ask
        held = self.round.hands[ask.spot]
        option = ask.options[0]
        said = shows.get(ask.spot)
        if said == "" or (said is None and isinstance(option, Name)):
            self._take(ask.check("muck"))
        elif isinstance(option, Choice):
            self._take(ask.check("show"))
        else:
            shown = list(parse(said or ""))
            for card in held:
                if card in shown:
                    shown.remove(card)
            try:
                self._take(ask.check("show", shown))
            except ValueError as error:
                raise PHHError(f"p{ask.spot} sm {said}: {error}") from None

    def _take(self, answer: Answer) -> None:
        self.round.play([answer])
        self.answers.append(answer)
        if self._fill():
            self.run()


def _discards(held: Sequence[Card], said: str) -> list[Card]:
    """The cards thrown away: where the hand is unknown, any of its unknown cards."""
    cards = []
    left = list(held)
    for card in parse(said):
        thrown = card if card in left else UNKNOWN
        left.remove(thrown)
        cards.append(thrown)
    return cards


def write_phh(round: Round) -> str:
    """A finished poker round as PHH, for the variants that the format has.

    >>> import cardroom
    >>> game = cardroom.game("texas-holdem", rules="standard")
    >>> round = game.round({1: 10000, 2: 10000}, seed=1, carry={"button": 1})
    >>> while not round.done:
    ...     round.default(round.ask.spot)
    >>> print(write_phh(round))
    variant = "NT"
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [100, 200]
    min_bet = 200
    starting_stacks = [10000, 10000]
    actions = ["d dh p1 ...", "d dh p2 ...", "p2 f"]
    finishing_stacks = [10100, 9900]
    """
    rules = round.rules
    names = [name for name, said in VARIANTS.items() if said == (rules.game, rules.house("limit"))]
    if not names or not round.done:
        raise PHHError(f"the format has no variant for {rules.game} at {rules.house('limit')} limit, or it is not over")
    seats = [event.place for event in round.events if isinstance(event, Dealt) and event.place in round.stacks]
    seats = list(dict.fromkeys(seats))
    player = {seat: f"p{number}" for number, seat in enumerate(seats, 1)}
    count = len(seats)
    stud = bool(rules.poker and rules.poker.structure == "stud")
    blinds = list(rules.amounts("blinds"))
    antes = list(rules.amounts("antes"))
    fields: dict[str, Any] = {
        "variant": names[0],
        "ante_trimming_status": not rules.house("dead_antes"),
        "antes": (antes * count if len(antes) == 1 else [*antes, *[0] * count])[:count],
    }
    if stud:
        fields["bring_in"] = rules.house("bring_in")
    else:
        fields["blinds_or_straddles"] = [*blinds, *[0] * count][:count]
    if rules.house("limit") == "fixed":
        fields |= {"small_bet": rules.house("small_bet"), "big_bet": rules.house("big_bet")}
    else:
        fields["min_bet"] = rules.house("minimum_bet")
    fields["starting_stacks"] = [round.stacks[seat] for seat in seats]
    fields["actions"] = list(_written(round, player))
    fields["finishing_stacks"] = [round.accounts[seat] for seat in seats]
    encoded = {name: msgspec.json.encode(value).decode().replace(",", ", ") for name, value in fields.items()}
    return "\n".join(f"{name} = {value}" for name, value in encoded.items())


def _written(round: Round, player: Mapping[str, str]) -> Iterator[str]:
    """The round's events as actions of the format; cards that come one by one are told together."""
    dealing, cards = "", ""
    for event in round.events:
        if isinstance(event, Dealt) and event.place in (*player, "board"):
            if event.place != dealing and cards:
                yield _dealt(player, dealing, cards)
                cards = ""
            dealing = event.place
            cards += text(event.cards).replace(" ", "")
        elif isinstance(event, Acted):
            if cards:
                yield _dealt(player, dealing, cards)
                dealing, cards = "", ""
            yield _acted(round, player, event)
    if cards:
        yield _dealt(player, dealing, cards)


def _dealt(player: Mapping[str, str], place: str, cards: str) -> str:
    return f"d db {cards}" if place == "board" else f"d dh {player[place]} {cards}"


def _acted(round: Round, player: Mapping[str, str], event: Acted) -> str:
    who = player[event.spot]
    match event.action:
        case "bet" | "raise":
            return f"{who} cbr {event.value}"
        case "discard":
            return f"{who} sd {text(event.value).replace(' ', '')}".rstrip()
        case "show":
            return f"{who} sm {text(round.hands[event.spot]).replace(' ', '')}"
    return f"{who} {({'fold': 'f', 'call': 'cc', 'check': 'cc', 'bring-in': 'pb', 'muck': 'sm'})[event.action]}"
