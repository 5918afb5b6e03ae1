"""PokerStars logs: our rounds in this form replay, and damaged logs are refused."""

import random
import re
import tomllib
from contextlib import suppress
from fractions import Fraction

import pytest
from pokerkit import HandHistory

import cardroom
from cardroom.histories.logs.results import check_results
from cardroom.histories.phh import VARIANTS, PHHError, play_recorded, read_phh
from cardroom.histories.sites import read_log
from cardroom.histories.sites.pokerstars import GAMES
from cardroom.play import Table
from cardroom.play.round.events import Transfer
from cardroom.play.table import SitOut, TopUp
from cardroom.players import random_legal
from histories.pokerstars_text import Printer
from support.deals import PEOPLE
from support.sampling import PROOF

HANDS = 60 if PROOF else 6
PLAYED = [variant for variant in VARIANTS if variant[1:] in GAMES.values() and variant != "NS"]


def replayed(log):
    """The results of a log's only hand, and its replayed round."""
    hand = read_log(log)
    try:
        (recorded,) = read_phh(hand.phh)
        round = play_recorded(recorded, cardroom.game)
    except PHHError as error:
        raise hand.in_words(error) from None
    check_results(hand, round, recorded.scale)
    return hand, round


def session(variant, hands, rng, antes="", chips=(60, 6000)):
    """Hands of one table, at which players sit out, owe blinds and run out of chips."""
    slug, limit = VARIANTS[variant]
    game = cardroom.game(slug, rules="standard", limit=limit, antes=antes or rng.choice(["$0", "$0.50"]))
    people = PEOPLE[: rng.randint(2, 6)]
    table = Table(game, {name: rng.randint(*chips) for name in people}, seed=rng.random())
    for _ in range(hands):
        for name, stack in list(table.stacks.items()):
            if not stack:
                table.do(TopUp(name, rng.randint(*chips)))
            table.do(SitOut(name, len(people) > 3 and name not in people[:2] and rng.random() < 0.25))
        round = table.start()
        while not round.done:
            ask = round.ask
            answer = random_legal(round.view(round.spot(ask.spot).bettor), ask, rng)
            free = answer.action == "fold" and "check" in [option.action for option in ask.options]
            round.answer(ask.spot, "check" if free else answer.action, answer.value)
        posted = [round.stacks[round.spot(each.spot).bettor] for each in round.answers if each.action == "post"]
        # For an all-in post, a log does not say how much of it is dead.
        if min(posted, default=400) >= 400 and any(each.action not in ("post", "wait") for each in round.answers):
            yield game, round
        table.finish(round)


@pytest.mark.sampled(6, 1)
@pytest.mark.parametrize("variant", PLAYED)
def test_our_own_rounds_replay_from_their_logs(variant):
    rng = random.Random(f"logs of {variant}")
    for game, round in session(variant, HANDS, rng):
        rake, chips, seen = rng.choice((0, 0, 5)), rng.random() < 0.3, rng.random() < 0.5
        log = Printer(game, round, rake=rake, chips=chips, muck_seen=seen).log()
        if "ante" in log and "&" in log:
            continue  # the format has no dead blind together with an ante that a player cannot pay in full
        hand, again = replayed(log)
        (recorded,) = read_phh(hand.phh)
        ends = {spot.bettor: round.chips.stack(spot) for spot in round.spots}
        unit = recorded.scale if chips else Fraction(recorded.scale, 100)
        odd = len([event for event in again.events if isinstance(event, Transfer) and event.cause == "pot"])
        for name, spot in zip(hand.players, again.seated, strict=True):
            assert abs(again.chips.stack(spot) - ends[name] * unit) <= (odd if odd > 1 else 0), log


# -- what real logs have, by hand --------------------------------------------------------------------------------------

CASH = """\ufeffPokerStars Zoom Hand #77:  Hold'em No Limit ($1/$2 USD) - 2024/05/01 20:00:00 CET
Table 'Ceres II' 6-max Seat #3 is the button
Seat 1: ann ($20 in chips)\u0020
Seat 2: bob lee ($50 in chips)
Seat 3: cy: x ($200 in chips)
Seat 4: dee ($200 in chips)
Seat 5: eve ($40.50 in chips) is sitting out
Seat 6: fay ($199 in chips)
dee: posts small blind $1
fay: posts big blind $2
ann: posts small & big blinds $3
bob lee: posts big blind $2
*** HOLE CARDS ***
Dealt to dee [4d 8s]
gil joins the table at seat #5
ann: checks
bob lee: raises $4 to $6
cy: x: folds
cy: x said, "ann: folds"
dee has timed out
dee: folds
fay: calls $4
ann: raises $13 to $19 and is all-in
bob lee: calls $13
fay: calls $13
*** FLOP *** [2c 7d Jh]
fay: checks
bob lee: bets $31 and is all-in
fay: calls $31
*** TURN *** [2c 7d Jh] [3s]
*** RIVER *** [2c 7d Jh 3s] [9c]
*** SHOW DOWN ***
bob lee: shows [Kd Ks] (a pair of Kings)
fay: mucks hand
bob lee collected $60.98 from side pot
ann: shows [Ad As] (a pair of Aces)
ann collected $58.02 from main pot
*** SUMMARY ***
Total pot $121 Main pot $58.02. Side pot $60.98. | Rake $2
Board [2c 7d Jh 3s 9c]
Seat 1: ann showed [Ad As] and won ($58.02) with a pair of Aces
Seat 6: fay (big blind) mucked
"""
TOURNAMENT = """PokerStars Hand #78: Tournament #5, $1+$0.10 USD Hold'em No Limit - Level IV (50/100) - 2024/05/01 9:00
Table '5 1' 9-max Seat #1 is the button
Seat 1: ann (1500 in chips, $0.50 bounty)
Seat 2: bob (900 in chips) is sitting out
Seat 4: cy (60 in chips) is sitting out
Seat 5: dee (2000 in chips) out of hand (moved from another table into small blind)
ann: posts the ante 10
bob: posts the ante 10
cy: posts the ante 10
bob: posts small blind 50
cy: posts big blind 50 and is all-in
*** HOLE CARDS ***
Dealt to ann [Ac Kc]
ann: raises 100 to 200
bob: folds
cy: folds
Uncalled bet (150) returned to ann
ann collected 180 from pot
ann: doesn't show hand
*** SUMMARY ***
Total pot 180 | Rake 0
"""
HEADS_UP = """PokerStars Hand #79:  Hold'em Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 2-max Seat #1 is the button
Seat 1: ann ($20 in chips)
Seat 2: bob ($20 in chips)
ann: posts small blind $0.50
bob: posts big blind $1
*** HOLE CARDS ***
Dealt to ann [Ac Kc]
ann: raises $1 to $2
bob: calls $1
*** FLOP *** [2c 7d Jh]
bob: checks
ann: bets $1
bob: calls $1
*** TURN *** [2c 7d Jh] [3s]
bob: checks
ann: checks
*** RIVER *** [2c 7d Jh 3s] [9c]
bob: bets $2
ann: calls $2
*** SHOW DOWN ***
bob: shows [Jc Td] (a pair of Jacks)
ann: mucks hand
bob collected $9.50 from pot
*** SUMMARY ***
Total pot $10 | Rake $0.50
Seat 1: ann (button) (small blind) mucked [Ac Kc]
"""


def lines_of(log, *changes):
    """A log with some of its lines changed."""
    for old, new in changes:
        assert old in log
        log = log.replace(old, new)
    return log


def test_dead_blinds_side_pots_rake_and_a_hand_that_nobody_saw():
    hand, round = replayed(CASH)
    assert hand.players == ("dee", "fay", "ann", "bob lee", "cy: x")
    assert "antes = [0, 0, 1, 0, 0]" in hand.phh
    assert "blinds_or_straddles = [1, 2, -2, -2, 0]" in hand.phh
    assert [float(stack) for stack in hand.finish] == [199, 149, 58.02, 60.98, 200]
    assert [round.net[str(place)] / 50 for place in range(1, 6)] == [-1, -50, 39, 12, 0], "before rake, in 1/50"
    assert hand.unseen == ("fay",)
    assert hand.open == ("whether the rake is right", "whether unseen hands were beaten")


def test_a_hand_that_is_shown_in_part_is_not_seen():
    hand, _ = replayed(lines_of(CASH, ("fay: mucks hand", "fay: shows [Qs]")))
    assert hand.unseen == ("fay",)
    assert '"d dh p2 Qs??"' in hand.phh


def test_a_second_small_blind_is_dead():
    changes = ("posts small & big blinds $3", "posts small blind $1"), ("ann: checks", "ann: calls $2")
    hand, round = replayed(lines_of(CASH, *changes))
    assert "antes = [0, 0, 1, 0, 0]" in hand.phh
    assert "blinds_or_straddles = [1, 2, 0, -2, 0]" in hand.phh
    assert [round.net[str(place)] / 50 for place in range(1, 6)] == [-1, -50, 39, 12, 0]


def test_a_player_who_is_away_is_folded_though_all_in():
    hand, round = replayed(TOURNAMENT)
    assert hand.players == ("bob", "cy", "ann"), "who is moved into the small blind waits"
    assert hand.finish == (840, 0, 1620)
    assert [round.chips.stack(spot) for spot in round.seated] == [840, 0, 1620]


def test_a_mucked_hand_that_the_summary_knows_is_dealt():
    hand, _ = replayed(HEADS_UP)
    assert (hand.players, hand.unseen) == (("bob", "ann"), ())
    assert '"d dh p2 AcKc"' in hand.phh
    assert hand.phh.splitlines()[-1] == 'players = ["bob", "ann"]'


def test_an_old_log_does_not_say_what_went_back():
    start, rest = HEADS_UP.split("ann: raises $1 to $2", 1)
    end = "ann: folds\nbob collected $1 from pot\n*** SUMMARY ***\nTotal pot $1 | Rake $0\n"
    hand, _ = replayed(start + end)
    assert hand.finish == (Fraction("20.5"), Fraction("19.5"))
    assert "bob: calls" in rest


def test_a_straddle_is_a_blind():
    log = """PokerStars Hand #80:  Omaha Pot Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: ann ($200 in chips)
Seat 2: bob ($200 in chips)
Seat 3: cy ($200 in chips)
Seat 4: dee ($200 in chips)
bob: posts small blind $1
cy: posts big blind $2
dee: posts straddle $4
*** HOLE CARDS ***
ann: folds
bob: folds
cy: calls $2
dee: raises $9 to $13
cy: folds
Uncalled bet ($9) returned to dee
dee collected $9 from pot
*** SUMMARY ***
Total pot $9 | Rake $0
"""
    hand, _ = replayed(log)
    assert hand.finish == (199, 196, 205, 200)


def test_short_deck_has_a_button_blind_and_who_cashed_out_is_not_compared():
    log = """PokerStars Hand #81:  6+ Hold'em No Limit (Button Blind $1 - Ante $1  USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #2 is the button
Seat 1: ann ($40 in chips)
Seat 2: bob ($60 in chips)
Seat 4: cy ($50 in chips)
bob: posts button blind $1
ann: posts the ante $1
bob: posts the ante $1
cy: posts the ante $1
*** HOLE CARDS ***
cy: raises $4 to $5
ann: raises $34 to $39 and is all-in
bob: folds
cy: calls $34
*** FLOP *** [Qs 7c Qd]
*** TURN *** [Qs 7c Qd] [8d]
*** RIVER *** [Qs 7c Qd 8d] [9d]
*** SHOW DOWN ***
cy: shows [Ah Ac] (two pair, Aces and Queens)
ann: shows [Ad Kc] (a pair of Queens)
ann cashed out the hand for $10 | Cash Out Fee $0.10
*** SUMMARY ***
Total pot $82 | Rake $2
Seat 1: ann showed [Ad Kc] and lost with a pair of Queens (cashed out).
Seat 4: cy showed [Ah Ac] and won ($80) with two pair, Aces and Queens
"""
    hand, _ = replayed(log)
    assert "blinds_or_straddles = [0, 0, 1]" in hand.phh
    assert hand.finish == (90, 0, 58)
    assert hand.open == ("whether the rake is right", "what was paid to a player who cashed out")


COURCHEVEL = """\
PokerStars Hand #8:  Courchevel Pot Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: ann ($42 in chips)
Seat 4: bo [x] (cy) ($42 in chips)
ann: posts small blind $1
bo [x] (cy): posts big blind $2
*** HOLE CARDS ***
Dealt to ann [As Ah 9c 4d 2d]
*** PRE-FLOP *** [Qs]
ann: calls $1
bo [x] (cy): checks
*** FLOP *** [Qs 7c 3d]
bo [x] (cy): bets $4
ann: raises $12 to $16
bo [x] (cy): raises $24 to $40 and is all-in
ann: calls $24 and is all-in
*** FIRST TURN *** [Qs 7c 3d] [8d]
*** FIRST RIVER *** [Qs 7c 3d 8d] [9d]
*** SECOND TURN *** [Qs 7c 3d] [Ac]
*** SECOND RIVER *** [Qs 7c 3d Ac] [5h]
*** FIRST SHOW DOWN ***
bo [x] (cy): shows [Qh Qd Jc Tc 6h] (three of a kind, Queens)
ann: shows [As Ah 9c 4d 2d] (a flush, Nine high)
ann collected $41 from pot
*** SECOND SHOW DOWN ***
bo [x] (cy): shows [Qh Qd Jc Tc 6h] (three of a kind, Queens)
ann: shows [As Ah 9c 4d 2d] (three of a kind, Aces)
ann collected $41 from pot
*** SUMMARY ***
Total pot $84 | Rake $2
Hand was run twice
FIRST Board [Qs 7c 3d 8d 9d]
SECOND Board [Qs 7c 3d Ac 5h]
Seat 1: ann (button) (small blind) showed [As Ah 9c 4d 2d] and won ($41) with a flush, and won ($41) with aces
Seat 4: bo [x] (cy) (big blind) showed [Qh Qd Jc Tc 6h] and lost with queens, and lost with queens
"""


def test_courchevel_that_was_run_twice_replays_on_both_boards():
    hand, round = replayed(COURCHEVEL)
    assert hand.finish == (0, 82)
    deals = [action for action in tomllib.loads(hand.phh)["actions"] if action.startswith("d db")]
    assert deals == ["d db Qs", "d db 7c3d", "d db 8d", "d db 9d", "d db Ac", "d db 5h"]
    won = [event.wager for event in round.events if isinstance(event, Transfer) and event.cause == "pot"]
    assert won == ["pot, first board", "pot, second board"]


def test_a_board_that_names_another_winner_is_refused():
    """The queens win the second board, and the log gives them nothing."""
    with pytest.raises(PHHError, match="recorded 82 for ann, played 42"):
        replayed(COURCHEVEL.replace("[Ac]", "[Qc]").replace("7c 3d Ac", "7c 3d Qc").replace("Tc 6h", "Tc 7h"))


def test_hands_may_be_told_board_by_board_or_street_by_street():
    first, second = "*** FIRST RIVER *** [Qs 7c 3d 8d] [9d]\n", "*** SECOND TURN *** [Qs 7c 3d] [Ac]\n"
    assert first + second in COURCHEVEL
    assert replayed(COURCHEVEL.replace(first + second, second + first))[0].finish == (0, 82)


def test_a_street_without_its_card_takes_it_from_the_summary():
    broken = lines_of(HEADS_UP, ("[2c 7d Jh] [3s]", "[2c 7d Jh] []"), ("[2c 7d Jh 3s] [9c]", "[2c 7d Jh] [9c]"))
    assert replayed(broken + "Board [2c 7d Jh 3s 9c]")[0].finish == replayed(HEADS_UP)[0].finish
    with pytest.raises(PHHError, match="missing"):
        replayed(broken)


def test_a_wrong_line_about_an_uncalled_bet_is_corrected_by_the_pot():
    log = COURCHEVEL.replace("Seat 1: ann ($42", "Seat 1: ann ($52").replace(
        "ann: calls $24 and is all-in\n", "ann: raises $10 to $50 and is all-in\nUncalled bet ($99) returned to ann\n"
    )
    assert replayed(log)[0].finish == (0, 92)


DRAW = """\
PokerStars Hand #9:  5 Card Draw No Limit ($1/$2 USD) - 2024/05/01 20:00:00 ET
Table 'Ceres' 6-max Seat #1 is the button
Seat 1: ann ($40 in chips)
Seat 4: bob ($40 in chips)
ann: posts small blind $1
bob: posts big blind $2
*** DEALING HANDS ***
Dealt to ann [As Ah 9c 4d 2d]
ann: raises $4 to $6
bob: calls $4
bob: discards 1 card
ann: discards 3 cards [9c 4d 2d]
Dealt to ann [As Ah] [Ad 7c 7d]
bob: checks
ann: bets $10
bob: calls $10
*** SHOW DOWN ***
ann: shows [As Ah Ad 7c 7d] (a full house, Aces full of Sevens)
bob: mucks hand
ann collected $31 from pot
*** SUMMARY ***
Total pot $32 | Rake $1
Seat 4: bob (big blind) mucked [Kh Kd Qh Qd 2s]
"""


def test_five_card_draw_replays():
    hand, round = replayed(DRAW)
    assert round.rules.game == "five-card-draw"
    assert hand.finish == (24, 55)


def test_the_names_of_games_may_be_in_capitals():
    assert replayed(DRAW.replace("5 Card Draw No Limit", "5 CARD DRAW NO LIMIT"))[0].finish == (24, 55)


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            ("Hold'em Limit", "9 Card Omaha Limit"),
            "line 1: '9 Card Omaha' is not a game that can be read here: choose from 5 Card",
        ),
        (("($1/$2 USD)", ""), "line 1: the stakes are missing"),
        (("Seat 2: bob ($20 in", "Seat 2: bob ($20 on"), "line 4: .* is not a seat: write it like"),
        (("Seat 2: bob", "Seat 1: bob"), "line 4: seat 1 or 'bob' occurs twice"),
        (("Seat 2: bob", "Seat 2: " + "b" * 65), "line 4: .* a name has at most 64 characters"),
        (("Seat 2: bob ($20 in chips)\n", ""), "line 5: 'bob: posts big blind .*no player of that name has a seat"),
        (("ann: raises $1 to $2", "ann: raises $1"), "line 9: 'raises .1' is not an action of a player"),
        (("ann: raises $1 to $2", "ann: raises $1 to $2000"), "line 9: ann does not have that many chips"),
        (("ann: raises $1 to $2", "ann: raises $1 to $3"), r"line 9: raise: \$0.06 is not between \$0.04 and \$0.04"),
        (("[Ac Kc]\nann", "[Ac 1c]\nann"), "line 8: 'Ac 1c' are not cards"),
        (("Dealt to ann", "Dealt to zed"), "line 8: 'zed' has no seat"),
        (("*** FLOP ***", "*** FLIP ***"), "line 11: .* is not a section of a hand"),
        (("*** TURN ***", "*** SECOND TURN ***"), "the board gets 1 cards in the file"),
        (("[2c 7d Jh] [3s]", "[2c 7d Jh] [3s"), "line 15: .* is not a section of a hand"),
        (("*** TURN ***", "Hand cancelled\n*** TURN ***"), "line 15: the hand was cancelled"),
        (("bob: bets $2\nann: calls $2", "ann: bets $2\nbob: calls $2"), "line 19: bob is to act, not ann"),
        (("Total pot $10", "Total pot 10x"), "line 26: .* is not a pot: write it like"),
        (("Total pot $10 | Rake $0.50\n", ""), "line 27: the hand ends here without a summary"),
        (("Rake $0.50", "Rake $0.40"), "line 26: the pot is 10, but 9.5 was collected, and the rake is 0.4"),
        (("[Jc Td]", "[Qc Td]"), "bob collected|mucks"),
        (("Ac Kc", "2c Kc"), "2c is dealt twice"),
        (("Seat 1: ann", "Seat 1: ann" + "n" * 5000), "line 3: the line is longer than 4,096 characters"),
        (("$20 in chips", "$" + "9" * 30 + " in chips"), "line 3: .* is too large an amount"),
        (("bob: checks\nann: bets", "bob: checks\n" * 1001 + "ann: bets"), "the hand has more than 1000 lines"),
    ],
    ids=lambda each: each[:30] if isinstance(each, str) else "",
)
def test_a_damaged_log_is_refused_with_its_line(change, says):
    log = lines_of(HEADS_UP, change)
    if change[0] == "[Jc Td]":  # a worse hand than the mucked one still wins: no one else showed
        assert replayed(log)
        return
    with pytest.raises(PHHError, match=says):
        replayed(log)


def test_an_all_in_player_who_folds_twice_is_refused_with_the_line():
    with pytest.raises(PHHError, match="line 17: cy has already folded"):
        replayed(lines_of(TOURNAMENT, ("cy: folds\n", "cy: folds\ncy: folds\n")))


def test_the_wrong_winner_is_told():
    shown = ("ann: mucks hand", "ann: shows [Ac Kc] (high card Ace)")
    assert replayed(lines_of(HEADS_UP, shown))
    with pytest.raises(PHHError, match=r"recorded 24.5 for bob, played 15; recorded 15 for ann, played 25"):
        replayed(lines_of(HEADS_UP, shown, ("[Jc Td]", "[Qd Td]")))


def test_rake_that_is_shared_in_no_known_way_is_refused_with_what_each_should_have():
    """Cash, with 2 of rake on a pot of 121: 60.98 and 58.02 are their parts."""
    uneven = lines_of(CASH, ("$58.02", "$58.51"), ("$60.98", "$60.49"))
    with pytest.raises(PHHError, match=r"(wins 62 .* leaves 60.98|wins 59 .* leaves 58.02) after .* of the rake of 2"):
        replayed(uneven)
    replayed(lines_of(CASH, ("$58.02", "$57"), ("$60.98", "$62")))  # all of it from the main pot


def test_logs_damaged_anywhere_are_refused_or_replay():
    rng = random.Random("damage")
    for _ in range(150):
        letters = list(rng.choice((CASH, TOURNAMENT, HEADS_UP)))
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randint(0, 9)] = rng.choice(
                ("", "7", "$", "\n", ": ", "[", "ann", "\x1b", "As")
            )
        with suppress(PHHError):
            replayed("".join(letters))


# -- beside pokerkit ---------------------------------------------------------------------------------------------------

pokerkit_warns = pytest.mark.filterwarnings("ignore::UserWarning")
NO_DEALS = re.compile(r"(?!d dh |p\d sm).*")


@pokerkit_warns
def test_pokerkit_reads_the_same_out_of_no_limit_holdem():
    """Its own reader of such logs knows only this game, without antes and dead blinds."""
    rng, compared = random.Random("beside"), 0
    for game, round in session("NT", 60, rng, antes="$0", chips=(2000, 90_000)):
        log = Printer(game, round, chips=True).log()
        if "posts small & big" in log or log.count("posts big blind") > 1 or log.count("posts small blind") > 1:
            continue
        if any(isinstance(event, Transfer) and event.cause == "dead" for event in round.events):
            continue
        if re.search(r"posts .* and is all-in", log):  # it takes what a short blind has for the blind
            continue
        ours = tomllib.loads(read_log(log).phh)
        theirs = next(HandHistory.from_pokerstars(log, parse_value=int), None)
        if theirs is None:  # it cannot read hands that were mucked
            assert "mucks" in log
            continue
        compared += 1
        assert theirs.starting_stacks == ours["starting_stacks"]
        assert theirs.blinds_or_straddles == ours["blinds_or_straddles"]
        assert [*filter(NO_DEALS.match, theirs.actions)] == [*filter(NO_DEALS.match, ours["actions"])], log
    assert compared > 10


@pokerkit_warns
@pytest.mark.parametrize("variant", ["FT", "NT", "PO", "FO/8", "N2L1D", "F2L3D", "FB"])
def test_pokerkit_ends_our_documents_with_the_same_stacks(variant):
    rng, compared = random.Random(f"beside {variant}"), 0
    for game, round in session(variant, 8, rng, chips=(2000, 90_000)):
        log = Printer(game, round, chips=True).log()
        if "SHOW DOWN" in log or "small & big" in log or log.count(": raises") > 2:
            continue  # it needs all cards, and caps raises differently
        hand = read_log(log)
        *_, state = HandHistory.loads(hand.phh)
        compared += 1
        assert state.stacks == [*hand.finish], log
    assert compared
