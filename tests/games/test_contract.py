"""A rule set that loads can be played. Others are refused with table and key, and with what would be right."""

import random

import pytest

import cardroom
from cardroom.play import BOARD
from cardroom.play.round.events import Transfer
from cardroom.players import play_round, random_legal
from cardroom.rulebook import RuleBookError, rule_set, rule_sets, slugs
from support.people import some

THREE, HUH, EZ = "three-card-poker-6-card-bonus", "heads-up-holdem", "ez-baccarat"
CHINESE = "face-up-chinese-poker"
UTH, FRENZY, FORTUNE = "ultimate-texas-holdem", "four-card-frenzy", "fortune-pai-gow-poker"
LUCKY = """
[wager.lucky]
label = "Lucky"
needs = ["ante"]
cards = "own hand"
folded = "alive"
pays = "lucky"
[pay.lucky]
title = "Lucky"
ranking = "three-card"
[pay.lucky.lines]
"pair" = "1 to 1"
[order]
wagers = ["ante", "play", "pair-plus", "six-card-bonus", "lucky"]
"""


OWN = """
[wager.lucky]
label = "Lucky"
needs = ["ante"]
cards = "pocket"
folded = "alive"
pays = "lucky"
{}
[order]
wagers = ["ante", "blind", "play", "trips", "bad-beat", "lucky"]
[pay.lucky]
title = "Lucky"
ranking = "two-card"
[pay.lucky.lines]
"pair" = "1 to 1"
"""
MOON = '[house_rules.moon]\ndefault = true\nsays = "Full."\ncite = "sky"\n'
NO_BAD_BEAT = 'without = ["pay.bad-beat", "house_rules.bad_beat"]\n'


def without(text, line):
    assert line in text
    return text.replace(line, "")


REFUSED = [
    # A line that the ranking or the script cannot produce.
    (THREE, '[pay.pair-plus.lines]\n"blush" = "3 to 1"', "pay.pair-plus.lines: 'blush' is not a hand of the ranking"),
    (THREE, '[pay.ante.lines]\n"a smile" = "3 to 1"',
     "pay.ante.lines: 'a smile' is not a result of ante: choose from unqualified"),
    (EZ, '[pay.player.lines]\n"tie" = "1 to 1"',
     "pay.player.lines: 'tie' is not a result of player: choose from player win"),
    (FORTUNE, '[pay.base.lines]\n"copy" = "1 to 1"', "pay.base.lines: 'copy' is not a result of base"),
    (THREE, '[pay.pair-plus]\nranking = "low-ball"',
     "pay.pair-plus.ranking: unknown ranking 'low-ball': choose from high"),
    (THREE, '[pay.pair-plus]\nranking = ""', "wager.pair-plus.pays: pair-plus needs a ranking .*three-card"),
    (UTH, '[pay.blind]\nranking = "omaha"', "pay.blind.ranking: blind is settled by the ranking high, not omaha"),
    (THREE, '[pay.spare]\ntitle = "Spare"\n[pay.spare.lines]\n"pair" = "1 to 1"', "pay.spare.lines: no wager uses"),
    # A wager that it cannot settle, or that cannot be placed.
    (THREE, without(LUCKY, 'cards = "own hand"\n'), "wager.lucky.cards: three-card-poker settles ante, play; for"),
    (THREE, LUCKY.replace('"own hand"', '"board"'), "wager.lucky.cards: .* own hand, dealer's hand, both hands"),
    (THREE, LUCKY.replace('"own hand"', '"both hands"'), "three-card does not judge 6 cards: choose from .*all-6"),
    (THREE, without(LUCKY, 'folded = "alive"\n'), "wager.lucky.folded: say what happens .*: alive, dead or"),
    (THREE, LUCKY.replace('"alive"', '"asleep"'), "wager.lucky.folded: say what happens"),
    (THREE, LUCKY.replace('"alive"', '"both hands"'), "wager.lucky.folded: lucky: the ranking three-card does not"),
    (THREE, without(LUCKY, 'needs = ["ante"]\n'), "wager.lucky.needs: .* beside a wager of the game; name one of ante"),
    (THREE, LUCKY.replace('["ante"]', '["play"]'), "wager.lucky: 'play' is not placed before the deal"),
    (THREE, LUCKY.replace('pays = "lucky"', 'pays = "lucky"\nrequired = true'),
     "wager.lucky.required: a side bet is optional"),
    (THREE, LUCKY.replace('pays = "lucky"', 'pays = "lucky"\nbackline = true'), "wager.lucky.backline"),
    (THREE, LUCKY.replace('pays = "lucky"', 'pays = "lucky"\nbeaten = "lucky"'), "wager.lucky.beaten"),
    (THREE, LUCKY.replace('pays = "lucky"', 'pays = "lucky"\nwhen = "after the deal"'), "wager.lucky.when: a side bet"),
    (THREE, LUCKY.replace('"1 to 1"', '"$5"'), "wager.lucky.pays: only an award may pay a fixed amount.*50 to 1"),
    (THREE, LUCKY.replace('"1 to 1"', '"5% of the meter"'), "wager.lucky.jackpot: '' is not a jackpot"),
    (EZ, LUCKY.partition("[order]")[0].replace('"ante"', '"tie"'), "order.wagers: must name every wager once"),
    (THREE, LUCKY.replace('"1 to 1"', '"loses"'), "wager.lucky.pays: no line of lucky pays more than the wager"),
    (THREE, LUCKY.replace('"1 to 1"', '"0 to 1"'), "wager.lucky.pays: no line of lucky pays more than the wager"),
    (THREE, LUCKY.replace('"1 to 1"', '"1 for 1"'), "wager.lucky.pays: no line of lucky pays more than the wager"),
    (THREE, LUCKY.replace('"1 to 1"', '"1 to 10,001"'), "pay.lucky.lines.'pair': .*: the range is 1 to 10,000"),
    (THREE, LUCKY.replace("three-card", "showing").replace('"pair"', '"two pair"'), "3 cards .* cannot be 'two pair'"),
    (THREE, LUCKY.replace('pays = "lucky"', 'pays = "lucky"\nexcludes = "ante"'), "lucky.excludes: no one could place"),
    (UTH, OWN.format('excludes = "blind"'), "wager.lucky.excludes: no one could place it: lucky excludes blind, and"),
    (UTH, OWN.format('offered = "coverage"'), "wager.lucky.offered: 'coverage' is not an on-off house rule"),
    (UTH, OWN.format('unless = "coverage"'), "wager.lucky.unless: 'coverage' is not an on-off house rule"),
    (UTH, OWN.format("spots = 3"), "wager.lucky.spots: .*leave it out"),
    (UTH, OWN.format('jackpot = "j"') + '[jackpot.j]\nlabel = "J"\nrule = "bonus"\nseed = "$500"', "no line of its"),
    (UTH, OWN.format('when = "as an award"\nequals = "ante"\nleast = "$5"'), "wager.lucky.least, most: nothing is"),
    (UTH, OWN.format("").replace('"Lucky"', '"Ante"'), "wager.ante.label: two wagers have the label 'Ante'"),
    (UTH, OWN.format("").replace('"Lucky"', '""'), "wager.lucky.label: '' is not a name"),
    (THREE, '[wager.ante]\nbackline = true', "wager.ante.backline: .* cannot place this"),
    (THREE, "[wager.ante]\nrequired = false", "wager.ante.required: the script needs True, not False"),
    (THREE, '[wager.play]\nequals = "pair-plus"', "wager.play.equals: the script needs 'ante'"),
    (THREE, '[wager.ante]\ncards = "own hand"', "wager.ante.cards, folded: the script settles it"),
    (THREE, '[wager.ante]\nbeaten = "play"', "wager.ante.beaten: a beaten hand has no pay table"),
    (FRENZY, f'{NO_BAD_BEAT}[wager.odds]\nbeaten = ""', "wager.odds.beaten: name the pay table for beaten hands"),
    (THREE, 'without = ["wager.play"]\n[order]\nwagers = ["ante", "pair-plus", "six-card-bonus"]', "wager.play: .*wit"),
    (THREE, 'without = ["wager.ploy"]', "without: 'wager.ploy' is not a part of the text that it extends"),
    # Amounts.
    (THREE, '[wager.ante]\nleast = "$0"', r"wager.ante.least, most: \$0 to \$1,000 is not a range above zero"),
    (THREE, '[wager.pair-plus]\nleast = "$20"\nmost = "$10"', r"\$20 to \$10 is not a range above zero"),
    (UTH, '[wager.blind]\nleast = "$600"\nmost = "$700"', r"wager.blind.equals: ante takes \$5 to \$500"),
    (UTH, '[pay.blind.lines]\n"flush" = "999,999,999 to 7"', "pay.blind.lines: odds times their common denominator"),
    # A shape that cannot be dealt.
    (THREE, '[deck]\nname = "joker"', "deck.name: three-card-poker is dealt from a standard deck, not 'joker'"),
    (THREE, '[deck]\nname = "tarot"', "deck.name: 'tarot' is not a deck: choose from standard"),
    (THREE, "[deck]\npacks = 2", "deck.packs, shoe, cut: three-card-poker is dealt from one pack"),
    (EZ, "[house_rules.packs]\ndefault = 90\nwhole = [1, 90]", "house_rules.packs.whole: a shoe has 1 to 16 packs"),
    (THREE, "[seats]\nleast = 7\nmost = 2", "seats: from 7 to 2 is not a range"),
    (THREE, '[house_rules.coverage]\nneeds = ["nobody"]', "house_rules.coverage.needs: 'nobody' must name another"),
    (THREE, '[poker]\nstructure = "stud"\nranking = "high"', "poker: a game with wagers is not a poker game"),
    (THREE, '[house_rules.minimum]\nmoney = ["", ""]', "house_rules.minimum.default"),
    (HUH, '[house_rules.minimum]\nstep = "$0"', r"house_rules.minimum.step: \$0 must be more than \$0"),
    (HUH, '[house_rules.minimum]\nstep = "some"', "house_rules.minimum.step: 'some' is not an amount"),
    (EZ, "[deck]\npacks = 1000000000", "deck.packs: a whole number up to 16"),
    (THREE, "[seats]\nmost = 17", "seats.most: 17 seats need 54 cards, but there are 52"),
    (THREE, "[seats]\nmost = 1000000000", "seats.most: a whole number up to 30 is expected"),
    (FORTUNE, '[order]\nby = "wager"', "order.by: fortune-pai-gow settles by seat, not by wager"),
    (EZ, '[order]\nby = "wager"', "order.by: the house rule settled_by decides, and its default is seat"),
    (FORTUNE, "[seats]\nmost = 8", "seats.most: fortune-pai-gow has room for 7, not 8"),
    ("texas-holdem", "[poker]\nhole = 25", "poker: 25 cards for each of 10 seats and 9 more; the deck has 52"),
    ("omaha", "[poker]\nhole = 7\n[seats]\nmost = 6", "omaha does not judge 7 hole cards .*: it judges 4 or 5"),
    ("omaha", "[poker]\nhole = 6\n[seats]\nmost = 10", "poker: 6 cards for each of 10 seats and 9 more; the deck"),
    ("texas-holdem", '[deck]\nname = "joker"', "poker.ranking: high does not know every card of the joker deck"),
    ("texas-holdem", "[poker]\nboard = [0, 3, 0, 1]", "poker.board: give the cards before each betting round; only"),
    ("texas-holdem", '[poker]\nstreets = ["ddu"]', "poker.streets: a community game does not have this"),
    ("texas-holdem", "[poker]\nboard = []", "poker.board: give the cards before each betting round"),
    ("texas-holdem", "[poker]\nhole = 5\n[seats]\nmost = 6", "high does not judge 5 hole cards and 5 board cards"),
    ("texas-holdem", '[poker]\nranking = "tarot"', "poker.ranking: unknown ranking 'tarot': choose from high"),
    ("texas-holdem", '[poker]\nboard = [0]\ndiscard = "after the flop"', "poker.discard: only a game with a flop"),
    ("texas-holdem", "[poker]\nhole = 4\ndiscards = 2", "poker.discards: say when they are discarded: discard is"),
    ("razz", '[poker]\nstreets = ["ddx", "u"]', "poker.streets: 'x' must be one of d"),
    ("razz", '[poker]\nstreets = ["ddd", "u", "u", "u", "d"]', "poker.streets: one card must be dealt up on the first"),
    ("razz", '[house_rules.blinds]\namounts = false\nchoices = ["$1/$2", "0"]', "house_rules.blinds"),
    ("mexican-poker", '[poker]\nstreets = ["ud", "u"]', "poker: Mexican Poker is a stud game with the streets"),
    ("mexican-poker", '[poker]\nstructure = "draw"', "poker.structure: the script mexican plays"),
    ("pure-21.5-blackjack", 'without = ["chart"]', "chart: pure-21.5-blackjack needs a chart"),
    (THREE, "[chart]\nmust_stand = 19", "chart: three-card-poker has no chart: leave it out"),
    ("texas-holdem", '[poker]\nranking = "eight-or-better"',
     "eight-or-better cannot decide the pot: some hands .* winner: choose from high"),
    ("texas-holdem", '[deck]\nname = "joker"\n[poker]\nranking = "pai-gow"', "cannot deal a joker"),
    ("texas-holdem", '[poker]\nranking = "all-6"\nboard = [0, 3, 1]\nsmall_rounds = 0',
     "for side bets only: choose from high"),
    ("texas-holdem", '[poker]\nlow = "high"',
     "poker.low: high is a ranking for high hands: choose from ace-to-five, eight-or"),
    ("texas-holdem", "[poker]\nbutton = false", "poker.button: blinds are counted from it"),
    ("texas-holdem", '[poker]\nodd_chip = "highest hand up"', "poker.odd_chip: .* no up cards; use left of the"),
    ("texas-holdem", "[poker]\nhole = 0", "poker.hole: give the number of cards that each player is dealt"),
    ("texas-holdem", '[poker]\nranking = "progressive"',
     "it judges 7 cards, and needs to know when each card was dealt"),
    (THREE, '[settings]\nminimum = "$100"\nmaximum = "$1"', r"minimum: \$100 is over the maximum, \$1"),
    (CHINESE, '[pay.bonus.lines]\n"straight" = ["", 4, 2]', "pay.bonus: .* columns one by one: bonus-front, bonus"),
    (CHINESE, '[pay.bonus]\nothers = "pushes"', "pay.bonus: change its columns one by one: bonus-front"),
    (CHINESE, '[house_rules.lucky]\ndefault = true\nsays = "."\ncite = "."', "house_rules.lucky: nothing .* uses it"),
    (CHINESE, '[pay.lucky]\ntitle = "Lucky"\n[pay.lucky.lines]\n"pair" = "1 point"',
     "pay.lucky: nothing uses this table"),
    (CHINESE, '[pay.sweep.lines]\n"four aces" = "9 points"', "pay.sweep.lines: 'four aces' is not a hand of"),
    (CHINESE, '[dealer]\nqualifies = "pair"', "dealer: in face-up-chinese players settle points among themselves"),
    (CHINESE, 'without = ["pay.points.lines.segment"]', "pay.points.lines: give the value of a segment"),
    (CHINESE, "[seats]\nmost = 5", "seats: face-up-chinese is for 2 to 4, not 2 to 5"),
    (CHINESE, "[seats]\nleast = 1", "seats: face-up-chinese is for 2 to 4, not 1 to 4"),
    (CHINESE, "[settings]\nhand_points = 900", "hand_points: from 1 to the 30 points of a buy-in, not 900"),
    (CHINESE, "[house_rules.hand_points]\nwhole = [0, 9]\ndefault = 0", "hand_points: from 1 to the 30 points"),
    (UTH, OWN.format('[wager.lucky.cites]\n"banana" = "rule 1"'), "wager.lucky.cites: 'banana' is not an outcome of"),
    (UTH, '[wager.ante.cites]\n"banana" = "rule 1"',
     "wager.ante.cites: 'banana' is not an outcome of this wager: choose from fold"),
    (UTH, f"{MOON}[[display]]\nwhen = 'moon'\ntext = 'It is full.'\ncite = 'sky'", "house_rules.moon: neither"),
    ("texas-holdem", "[poker]\nblinds = 1", "poker.blinds: a whole number from 2 is expected"),
    ("texas-holdem", "[poker]\nsmall_rounds = 5", "poker.small_rounds: must be 0 to 4, .*, not 5"),
    ("mexican-poker", "[poker]\nsmall_rounds = 9", "poker.small_rounds: must be 0 to 4, .*, not 9"),
    ("mexican-poker", '[poker]\ndoor = "door-low"',
     "poker.door: in Mexican Poker the highest up card .*: leave it out"),
    ("razz", "[poker]\nbring_in_part = 0", "poker.bring_in_part: a whole number from 1 is expected"),
    ("razz", '[poker]\nshowing = "showing-mexican"', "poker.showing: 'showing-mexican' does not judge up cards"),
    ("razz", '[poker]\nstreets = ["ddu", "u", "u", "u", "d", ""]\n[seats]\nmost = 6', "poker.streets: .* empty"),
    ("razz", "[seats]\nmost = 17", "poker: 6 cards for each of 17 seats and 3 more; the deck has 52"),
    ("razz", '[poker]\nstreets = ["du", "u", "u", "uddd"]\n',
     "streets: too few cards to deal 4 on the last street to 8"),
    ("2-7-triple-draw", "[seats]\nmost = 10", "poker: 5 cards for each of 10 seats and 5 more; the deck has 52"),
    ("razz", '[poker]\nstructure = "draw"', "poker.structure: the script stud plays a game whose structure is"),
    ("razz", '[poker]\nshowing = "badugi"', "poker.showing: 'badugi' does not judge up cards"),
    ("texas-holdem", 'without = ["house_rules.raise_cap"]',
     "house_rules.raise_cap: the poker scripts need this house rule"),
    # A switch against its tables.
    (HUH, '[dealer]\nqualifies = "two smiles"', "dealer.qualifies: 'two smiles' is not a hand: name one"),
    (HUH, 'without = ["dealer"]', "pay.ante.lines: 'unqualified dealer' is not a result of ante"),
    (HUH, 'without = ["pay.ante.lines.unqualified dealer"]',
     "pay.ante.lines: the dealer must qualify, so ante needs a line"),
    (THREE, 'without = ["dealer"]', "dealer.qualifies: in three-card-poker the dealer qualifies with queen high, not"),
    (EZ, '[dealer]\nqualifies = "pair"', "dealer: in ez-baccarat the dealer does not need to qualify: leave it out"),
    # A script with another game's rules, a bank in a game without one.
    (THREE, 'script = "ez-baccarat"', "wager.player: ez-baccarat cannot be played without it"),
    (HUH, "[bank]\nrounds = 2", "bank: in heads-up-holdem the house banks: leave it out"),
    (FORTUNE, 'without = ["bank", "house_rules.coverage"]', "bank: fortune-pai-gow has a player-dealer"),
    (THREE, "[bank]\nrounds = 0", "bank.rounds: a whole number from 1 is expected"),
    (THREE, '[order]\nstart = "action button"', "order.start: three-card-poker starts from the player-dealer or house"),
    # House rules that nothing uses, or with unknown values.
    (THREE, '[house_rules.moon]\ndefault = true\nsays = "Full."\ncite = "sky"', "house_rules.moon: neither"),
    (HUH, '[house_rules.early_raise]\ndefault = "x"\nchoices = ["x"]\nsays = "."\ncite = "."', "knows off or on, not"),
    (FORTUNE, '[house_rules.wheel]\nchoices = ["lowest", "flat"]\nstanding = "ruling"', "not lowest or flat"),
    (THREE, 'without = ["house_rules.exposed_card"]',
     "house_rules.exposed_card: three-card-poker needs this house rule: off"),
    (THREE, 'without = ["house_rules.coverage"]',
     "house_rules.coverage: three-card-poker needs this house rule: separate or"),
]  # fmt: skip


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("slug", "text", "message"), REFUSED, ids=[message for _, _, message in REFUSED])
def test_a_rule_set_that_cannot_be_played_is_refused_by_name(own_game, slug, text, message):
    base = next(iter(rule_sets(slug)))
    with pytest.raises(RuleBookError, match=message) as refused:
        own_game(slug, f'extends = "{base}"\n{text}\n')
    assert str(refused.value).startswith("own.toml: "), "the file is named"


def test_the_bet_that_these_break_is_sound(own_game):
    assert own_game(THREE, f'extends = "500-club"\n{LUCKY}').rules.wager["lucky"].cards == "own hand"


@pytest.mark.parametrize(
    ("slug", "rules", "chosen"),
    [
        (HUH, "brook", {"dealer_qualifies": False}),
        (HUH, "brook", {"early_raise": True}),
        (HUH, "brook", {"community_cards": "hand"}),
        (HUH, "wpt", {"dealer_qualifies": False}),
        (HUH, "washington", {"dealer_qualifies": False}),
        (HUH, "washington", {"early_raise": True}),
        (THREE, "500-club", {"bank": "house"}),
        (UTH, "500-club", {"bank": "house"}),
        (EZ, "500-club", {"bank": "house"}),
        ("pure-21.5-blackjack", "500-club", {"bank": "house"}),
        ("pure-spanish-21.5", "500-club", {"bank": "house"}),
    ],
)
def test_a_set_has_no_house_rule_that_its_document_does_not_grant(slug, rules, chosen):
    with pytest.raises(RuleBookError, match="has no house rule"):
        cardroom.game(slug, rules, **chosen)


def test_house_rules_that_a_document_grants_are_in_its_set():
    """WPT HUH, rules 4 and 5: early raises, and a board that is dealt by hand."""
    assert cardroom.game(HUH, "wpt", early_raise=True, community_cards="hand")


@pytest.mark.parametrize(("game", "hole", "seats"), [("omaha", 6, 7), ("omaha-high-low", 6, 7), ("big-o", 6, 6)])
def test_omaha_of_six_cards_plays_through_the_showdown(own_game, game, hole, seats):
    text = f'extends = "{game}/standard"\n[poker]\nhole = {hole}\n[seats]\nmost = {seats}\n'
    played, rng, shown = own_game(game, text), random.Random(1), 0
    for seed in range(12):
        round = played.round(seats, seed=seed)
        while not round.done:
            offered = {option.action for option in round.ask.options}
            round.answer(round.ask.spot, next(each for each in ("check", "call", "show") if each in offered))
        assert len(round.cards.hand(BOARD)) == 5
        assert all(len(round.cards.hand(str(seat))) == hole for seat in range(1, seats + 1))
        shown += any(isinstance(event, Transfer) and event.cause == "pot" for event in round.events)
        again = played.round(seats, seed=seed)
        play_round(again, {str(seat): random_legal for seat in range(1, seats + 1)}, rng)
        assert sum(again.net.values()) == 0
    assert shown == 12


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("2-7-triple-draw", "[seats]\nmost = 9\n"),
        ("triple-draw-poker", "[seats]\nmost = 6\n[poker]\nhole = 7\n"),
        ("seven-card-stud", '[poker]\nstreets = ["ddu", "u", "u", "ud"]\n[seats]\nmost = 7\n'),
        ("razz", '[poker]\nstreets = ["du", "u", "u", "u", "d", "d"]\n[seats]\nmost = 8\n'),
        ("texas-holdem", "[poker]\nhole = 1\n"),
    ],
)
def test_the_cards_reach_for_as_many_as_may_sit_down(own_game, game, text):
    """All players stay, and draw as many cards as possible."""
    played = own_game(game, f'extends = "{game}/standard"\n{text}')
    seats = played.rules.seats.most
    for seed in range(6):
        round = played.round(seats, seed=seed)
        while not round.done:
            options = {option.action: option for option in round.ask.options}
            wanted = next(each for each in ("check", "call", "bring-in", "show", "discard") if each in options)
            round.answer(round.ask.spot, wanted, *([options["discard"].cards] if wanted == "discard" else []))
        assert sum(round.net.values()) == 0


def test_every_rule_set_keeps_the_contract_under_every_value_of_every_house_rule():
    for slug in slugs():
        for rules in rule_sets(slug):
            for name, rule in rule_set(slug, rules).house_rules.items():
                for value in some(rule.choices) or ((False, True) if isinstance(rule.default, bool) else ()):
                    try:
                        chosen = rule_set(slug, rules, **{name: value})
                    except RuleBookError:
                        continue  # some need another one first
                    assert cardroom.games.game_of(chosen)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            '[house_rules.stakes]\nstakes = false\nchoices = ["$4-$8 or $1/$2"]\n',
            "stakes: it must be a limit or blind level",
        ),
        ('[house_rules.limit]\nchoices = ["no", "spread"]\n', "limit: it must be one or more of fixed, pot and no"),
        ('[house_rules.chip]\nmoney = ["", ""]\nwhole = [1, 2]\ndefault = 1\n', "chip: it must be an amount"),
        (
            "[house_rules.antes]\namounts = false\nwhole = [0, 2]\ndefault = 1\n",
            "antes: it must be amounts by position",
        ),
        ("[house_rules.all_in_shows]\ndefault = 1\nwhole = [0, 2]\n", "all_in_shows: the poker scripts know True"),
        ('[house_rules.stakes]\ndefault = "$1"\n', "stakes.default: '\\$1' are not stakes"),
        ('[settings]\nstakes = "$4-$8"\n', "at no limit write blinds"),
        ('[house_rules.antes]\ndefault = "$5"\n', "an ante must not be more than the least bet"),
        ('[house_rules.stakes]\ndefault = "$0/$0"\nlevels = ["", ""]\n', r"\$0/\$0: the least bet would be zero"),
    ],
)
def test_stakes_that_cannot_be_read_or_do_not_go_together_are_refused(own_game, text, says):
    with pytest.raises(RuleBookError, match=f"own.toml: .*({says})"):
        own_game("texas-holdem", f'extends = "500-club"\n{text}')


def test_a_default_of_ones_own_is_the_stakes(own_game):
    """A rule set's own default of a value that follows from the stakes is in force everywhere."""
    rules = own_game("texas-holdem", 'extends = "500-club"\n[house_rules.antes]\ndefault = "$1"\n').rules
    assert rules.house("antes") == "$1"
    assert rules.stakes.antes == (100,)
