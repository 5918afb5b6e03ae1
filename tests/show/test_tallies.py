"""Points row by row, streets and pots of a picture, compared with the chips that the script moved."""

import random

import cardroom
from cardroom.cards import parse
from cardroom.games.chinese.points import scores
from cardroom.play import BOARD, hand_of
from cardroom.play.round.events import Dealt, Marked
from cardroom.show import picture
from show.rounds import GAMES, begin, play

CHINESE = "face-up-chinese-poker"


def chinese(number):
    rng = random.Random(f"points {number}")
    round = begin(GAMES[f"{CHINESE}-500-club"], rng)
    for _ in play(round, rng):
        pass
    return round


def test_the_points_of_a_picture_are_the_chips_that_moved():
    rounds = [chinese(number) for number in range(12)]
    assert any(picture(round.view()).tallies for round in rounds)
    for round in rounds:
        shown = picture(round.view())
        limited = any("table stakes" in result.why for result in shown.results)
        fees = {result.seat: result.net for result in shown.results if result.label == "Collection"}
        nets = {chair.seat: chair.net - fees.get(chair.seat, 0) for chair in shown.chairs}
        for tally in shown.tallies:
            assert tally.net == nets[tally.seat] == sum(score.net for score in tally.against)
            assert tally.points == sum(row.points + row.bonus for score in tally.against for row in score.rows)
            assert limited or tally.net == tally.points * tally.point
        assert sum(tally.points for tally in shown.tallies) == 0


def test_a_chair_shows_a_foul_hand_without_the_earlier_events():
    """A replay shows only the new events of each step."""
    fouls = 0
    for number in range(12):
        view = chinese(number).view()
        text = {line.says.split(":")[0] for line in picture(view).happened if line.says.endswith(": a foul hand")}
        shown = picture(view, since=len(view.events))
        assert not shown.happened
        assert {chair.name for chair in shown.chairs if "a foul hand" in chair.said} == text
        fouls += len(text)
    assert fouls


def test_bonuses_ties_and_clean_sweeps_are_shown_separately():
    """Point System, Bonus System, Clean Sweep (500 Club, Face-Up Chinese Poker, GEGR-002034)."""
    round = cardroom.game(CHINESE).round({"ann": 50000, "bob": 50000}, seed=1)
    hands = {
        "1": ("Qh Qd 2c", "Ah Ad 5c 6c 8d", "Kh Kd Ks 3c 3d"),
        "2": ("7h 7d 2d", "As Ac 5d 6d 8h", "9h 9d 9s 4c 4d"),
    }
    parts = "front", "middle", "back"
    laid = tuple(
        Dealt(hand_of(spot, part), tuple(parse(cards)))
        for spot, rows in hands.items()
        for part, cards in zip(parts, rows, strict=True)
    )
    view = cardroom.play.round.view.View(**{**_fields(round.view()), "events": (Marked("button", 1), *laid)})
    ann, bob = scores(view)
    assert [(row.row, row.points, row.bonus) for row in ann.rows] == [("front", 1, 7), ("middle", 1, 0), ("back", 1, 6)]
    assert ann.rows[1].why == "a tie, which the buttons win"
    assert [(row.row, row.points, row.bonus) for row in bob.rows] == [
        ("front", -1, -7),
        ("middle", -1, 0),
        ("back", -1, -6),
    ]


def _fields(view):
    return {name: getattr(view, name) for name in view.__struct_fields__}


def streets(game, *, seed=1):
    """The names of the streets, when all players call, check and stand pat."""
    round = cardroom.game(game).round({"ann": 50000, "bob": 50000}, seed=seed)
    results = []
    while not round.done:
        results.append(picture(round.view()).street)
        actions = {option.action: option for option in round.ask.options}
        action = next(each for each in ("check", "call", "bring-in", "keep", "discard", "show") if each in actions)
        round.answer(round.ask.spot, action, () if action == "discard" else None)
    assert picture(round.view()).street == ""
    return list(dict.fromkeys(results))


def test_stud_counts_its_streets_by_the_cards_of_a_hand():
    """Third to seventh street (500 Club, Seven Card Stud)."""
    sevens = [f"{name} street" for name in ("Third", "Fourth", "Fifth", "Sixth", "Seventh")]
    assert streets("seven-card-stud") == streets("razz") == sevens


def test_draw_games_show_the_latest_draw():
    three = ["Before the first draw", "First draw", "Second draw", "Third draw"]
    assert streets("2-7-triple-draw") == three
    assert streets("2-7-single-draw") == ["Before the draw", "Draw"]
    assert streets("texas-holdem") == [""]


def test_side_pots_show_who_can_win_them_and_their_fee():
    round = cardroom.game("texas-holdem").round({"ann": 1000, "bob": 50000, "cy": 50000}, seed=3)
    rich = next(spot for spot in round.spots if spot.bettor == "cy")
    while len(picture(round.view()).pots) < 2:
        actions = [option.action for option in round.ask.options]
        if round.ask.spot == rich.id and not round.cards.hand(BOARD) and "raise" in actions:
            round.answer(rich.id, "raise", 3000)
        else:
            round.answer(round.ask.spot, "call" if "call" in actions else "check")
    shown = picture(round.view())
    main, side = shown.pots
    everybody = {chair.seat for chair in shown.chairs}
    poor = next(chair.seat for chair in shown.chairs if chair.name == "ann")
    assert set(main.seats) == everybody
    assert set(side.seats) == everybody - {poor}
    assert main.amount + main.fee == 3 * 1000
