"""Scenes of rounds that are played here, without a server: the same each time, with every seat taken.

A page that is given a scene draws it. So a test can look at any moment of a round, whatever is dealt.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import count
from random import Random
from typing import Any, NamedTuple

import msgspec
from playwright.sync_api import Page

import cardroom
from cardroom.play import Answer, Ask, Bets, Lay, Name, Pick, Round, Spot
from cardroom.play.round import player_banked
from cardroom.players import BANK, table_bots, usual_stack
from cardroom.room import BOT
from cardroom.room.scene import SeatedPlayer, TableScene
from cardroom.show.pictures import PictureCache
from cardroom.web.halls.bots import NAMES

ME = "Quiet Otter"
"""The viewer."""
LEAVES = frozenset({"fold", "muck", "surrender"})
"""Actions after which a player has less to show."""
OPTIONS: dict[type, str] = {Bets: "bets", Pick: "draw", Name: "draw", Lay: "draw"}


SPLITS = {"pure-21.5-blackjack": 19, "pure-spanish-21.5": 111}
"""Seeds with which the viewer splits until there are four hands."""
LONG_WORDS = "Two pair, queens and jacks, seven kicker"
"""As long as words of a hand get."""
LONG_NAME = "Wilhelmina Featherstonehaugh-Cholmondeley of Upper Tooting the"


class Moment(NamedTuple):
    """A moment of a round as the viewer sees it."""

    kind: str
    """`bets`, `decision`, `draw` or `over`."""
    scene: dict[str, Any]


@cache
def moments(slug: str, seed: int = 1, seats: int | None = None, circles: int = 1) -> tuple[Moment, ...]:
    """The viewer's questions of a round that nobody leaves, and its end. By default every seat is taken.

    The viewer may bet at several circles. The others are at the last seats.
    """
    game = cardroom.game(slug)
    most = seats or game.rules.seats.most
    names = [NAMES[0], ME, *NAMES[1:]][: most + 1 - circles]
    stacks = dict.fromkeys(names, usual_stack(game.rules))
    if player_banked(game.rules):
        stacks[names[-1]] = BANK
    spots = [Spot.at(seat, name) for seat, name in enumerate(names, 1)]
    spots += [Spot(f"circle {seat}", seat, ME, second=True) for seat in range(len(names) + 1, most + 1)]
    return tuple(_played(slug, game.round(spots, stacks, seed=seed), Random(seed)))


def moment(slug: str, kind: str, seed: int = 1, seats: int | None = None) -> dict[str, Any]:
    """The scene of the last moment of a kind in that round."""
    return [each.scene for each in moments(slug, seed, seats) if each.kind == kind][-1]


def _played(slug: str, round: Round, rng: Random) -> Iterator[Moment]:
    bots, pictures, asked = table_bots(round.rules, list(round.stacks)), PictureCache(round), None
    questions = count(1)
    while not round.done:
        ask = round.ask
        bettor = round.spot(ask.spot).bettor
        own = [each for each in round.waiting if round.spot(each.spot).bettor == ME]
        if own and own != asked:
            kinds = [OPTIONS[type(option)] for option in own[0].options if type(option) in OPTIONS]
            yield Moment(kinds[0] if kinds else "decision", _scene(slug, round, pictures, next(questions)))
        asked = own
        split = bettor == ME and any(option.action == "split" for option in ask.options)
        stays = ask.check("split") if split else _stays(ask, rng)
        reply = stays or ask.answer(bots[bettor](round.view(bettor), ask, rng))
        round.answer(reply.spot, reply.action, reply.value)
    yield Moment("over", _scene(slug, round, pictures))


def _stays(ask: Ask, rng: Random) -> Answer | None:
    """An answer to a question in which a player may leave: the cheapest other option, or now and then the next one."""
    others = [option for option in ask.options if option.action not in LEAVES]
    if not others or any(isinstance(option, tuple(OPTIONS)) or option.action == "bank" for option in others):
        return None
    option = others[1 if len(others) > 1 and rng.random() < 0.2 else 0]
    return ask.check(option.action, getattr(option, "least", None))


def _scene(slug: str, round: Round, pictures: PictureCache, question: int = 0) -> dict[str, Any]:
    """What the viewer is sent, as JSON."""
    seats = {spot.bettor: spot.seat for spot in round.spots if not spot.second}
    people = {
        who: SeatedPlayer(
            seat=seat, behind=False, stack=round.stacks[who], out=False, away=False, here=True, bot=who.startswith(BOT)
        )
        for who, seat in seats.items()
    }
    scene = TableScene(
        name=round.rules.name,
        state="between" if round.done else "playing",
        game=slug,
        title=round.rules.name,
        people=people,
        questions={ask.spot: str(question) for ask in round.waiting if round.spot(ask.spot).bettor == ME},
        picture=pictures.of(ME),
    )
    return msgspec.to_builtins(scene)


def longest(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene with the longest words for every named hand. Hands of two cards without a board have short ones."""
    longer = deepcopy(scene)
    spreads = longer["picture"]["spreads"]
    board = any(each["place"][0] == "board" for each in spreads)
    for spread in spreads:
        if spread.get("says") and (board or len(spread["cards"]) > 2):
            spread["says"] = LONG_WORDS
    ended = longer["picture"].get("showdown") or {}
    for hand in (*ended.get("beaten", ()), *(each.get("hand") for each in ended.get("won", ()))):
        if hand:
            hand["says"] = LONG_WORDS
    return longer


def renamed(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene with names as long as people may choose them. Where there is little room they end with an ellipsis."""
    text = msgspec.json.encode(scene).decode()
    for at, name in enumerate(NAMES):
        text = text.replace(f'"{name}"', f'"{LONG_NAME} {at}"').replace(f"{name} ", f"{LONG_NAME} {at} ")
    return msgspec.json.decode(text)


GIVEN = """([scene, me]) => {
  table.keeper = null; // nothing of this is sent to the server
  table.connection.onscene = () => {};
  table.me = { ...table.me, name: me };
  table.about = { name: scene.name, title: scene.title, seats: scene.picture.cloth.seats, practice: me };
  table.loaded = false; // it has nothing to do with what was shown before
  table.see(scene, true);
  table.rules();
  table.drawNow();
  return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


def gives(page: Page, scene: dict[str, Any]) -> None:
    """Give the page of any table a scene, and wait until it is drawn."""
    page.wait_for_function("() => window.table?.about")
    page.evaluate(GIVEN, [scene, ME])
    page.wait_for_function("() => table.rulesCache.rules")
    page.evaluate("table.drawNow()")
