"""The rules page under every value of every house rule: complete, and the same in words and as data."""

import json
import re
from importlib.resources import files

import pytest

import cardroom
from cardroom.cards import JOKER, pretty, text
from cardroom.cards.decks import deck
from cardroom.clean import markdown as plain
from cardroom.cli.play.rules import markdown_page
from cardroom.games import lesson
from cardroom.rulebook import RuleBookError, rule_set, rule_sets, slugs
from cardroom.rulebook.traces import trace
from cardroom.show.rules.columns import printed_pay_tables
from cardroom.show.rules.data import page
from cardroom.show.rules.round_words import allowed_values, closing, deciding, facts, teaching
from support.people import some
from support.sampling import sampled

NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
FACES = dict(zip(NAMES, "23456789TJQKA", strict=True))
SETS = [(slug, rules) for slug in slugs() for rules in rule_sets(slug)]
HOLES = re.compile(r"\bNone\b|0 to 0\b|[{}]|\bTrue\b|\bFalse\b|\(\)| ,|\.\.|[a-z]: *\||\b1 times\b|\b0 cards\b")


def values(rule):
    """Every value of a house rule that has few; the ends of one that has many, and some between."""
    if rule.choices:
        return some(rule.choices)
    if rule.money[0]:
        return list(rule.money)
    if rule.amounts:
        return ["$0", "$3", "$1/$2", "$1/$1/$2"]
    if isinstance(rule.default, bool):
        return [True, False]
    least, most = rule.whole
    return range(least, most + 1) if most - least < 10 else [least, least + 1, most]


def settings(slug, rules, every=1):
    """The defaults, and each value of each house rule together with the rules that it needs; or every n-th of these,
    different ones for each rule set, because house rules are similar in all of them."""
    yield "as it is", cardroom.game(slug, rules)
    house_rules = rule_set(slug, rules).house_rules
    single = [(name, rule, value) for name, rule in house_rules.items() for value in values(rule)]
    for name, rule, value in sampled(single, every, first=SETS.index((slug, rules))):
        needed = {need.rpartition(": ")[2] for need in rule.needs}
        beside = {each: list(values(house_rules[each]))[-1 if house_rules[each].whole[1] else 0] for each in needed}
        beside = {each: "$5,000" if house_rules[each].money[0] else value for each, value in beside.items()}
        try:
            yield f"{name}={value}", cardroom.game(slug, rules, **beside, **{name: value})
        except RuleBookError:
            continue  # a bound of another house rule forbids it


def test_house_rules_with_needs_are_tested_with_them():
    tried = {setting for setting, _ in settings("heads-up-holdem", "wpt")}
    assert {"jackpot=True", "jackpot=False", "all_6=False", "early_raise=True"} <= tried
    assert "jackpot_type=progressive" in {setting for setting, _ in settings("heads-up-holdem", "washington")}


@pytest.mark.sampled(18)
@pytest.mark.parametrize(("slug", "rules"), SETS)
def test_the_page_is_complete_under_every_value_of_every_house_rule(slug, rules):
    for setting, game in settings(slug, rules, every=4):
        data = page(game)
        text = "\n".join(markdown_page(data))
        hole = HOLES.search(text)
        assert not hole, f"{setting}: {text[max(hole.start() - 80, 0) : hole.end() + 40]}"
        assert headings(text) >= {
            "Object of the game",
            "The table",
            "The round, step by step",
            "House rules",
            "Sources",
        }
        for heading, body in sections(text):
            assert body.strip(), f"{setting}: nothing under {heading}"
        on_the_layout(game.rules, data, text)
        same_in_both(data, text)


def headings(text):
    return set(re.findall(r"^## (.*)$", text, re.MULTILINE))


def sections(text):
    """Headings of both levels with the text below them."""
    for split in (r"^## ", r"^##+ "):
        for part in re.split(split, text, flags=re.MULTILINE)[1:]:
            heading, _, body = part.partition("\n")
            if split == r"^## " or heading not in headings(text):
                yield heading, body


def on_the_layout(rules, message, text):
    """Check that the page has every wager and every pay table in force."""
    for wager in rules.wagers().values():
        assert f"| **{plain(wager.label)}** |" in text
        if wager.when == "before the deal":
            assert plain(wager.label) in message["steps"][0]["text"] + message["steps"][1]["text"]
        for pattern in filter(None, (wager.pays, wager.beaten)):
            table = rules.table(pattern)
            (shown,) = (
                each
                for each in message["pay_tables"]
                if each["table"] in rules.pay and rules.pay[each["table"]] is table
            )
            assert shown["in_force"]
            assert f"### {plain(table.title)}" in text
            assert shown["others"] or not table.ranking or wager.when == "as an award"
        if rules.order:
            assert (wager.label in message["settlement"]["wagers"]) != (wager.label in message["settlement"]["last"])
            assert (wager.when == "as an award") == (wager.label in message["settlement"]["last"])


def same_in_both(message, text):
    """Check that the Markdown contains the data, step by step and cell by cell."""
    flat = " ".join(text.split())
    results = [message["aim"], *message["steps"], *(message["notes"]["notes"] if message["notes"] else ())]
    assert all(plain(each["text"]) in flat for each in results)
    assert re.findall(r"^(\d+)\. ", text, re.MULTILINE) == [str(number + 1) for number in range(len(message["steps"]))]
    rows = [[each["hand"], each["cards"]] for hands in message["hands"] for each in hands["examples"]]
    rows += [row for chart in message["charts"] for row in chart["rows"]]
    unmarked = re.sub(r" \[[\d, ]+\] \|", " |", text)  # outcomes have the numbers of their citations
    for case in message["outcomes"]["cases"] if message["outcomes"] else ():
        row = [case["case"], *(each["result"] for each in case["results"])]
        assert f"| {' | '.join(map(plain, row))} |" in unmarked
    assert all(f"| {' | '.join(map(plain, row))} |" in text for row in rows)
    for pay in printed_pay_tables(message["pay_tables"]):
        assert all(f"| {plain(line)} | " in text for line, _ in pay.rows)
    applied = [rule["name"] for rule in message["house_rules"] if rule["applies"]]
    assert re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE) == applied


# -- single pages ---------------------------------------------------------------------------------------------


def words(slug, rules=None, **house):
    data = page(cardroom.game(slug, rules, **house))
    parts = [*teaching(data), *deciding(data), *closing(data)]
    return {part.heading: " ".join(text for text, _ in part.points) for part in parts} | {"said": data}


def test_settling_starts_where_the_rules_say():
    assert "from the left of the player-dealer" in words("pure-spanish-21.5")["Order of settlement"]
    assert "from the action button on" in words("pure-spanish-21.5", action_button=True)["Order of settlement"]
    assert "from the action button on" in words("face-up-pai-gow-poker")["Order of settlement"]
    assert "from the left of the house dealer" in words("ultimate-texas-holdem")["Order of settlement"]


def test_envy_is_paid_when_the_whole_table_is_settled():
    order = words("fortune-pai-gow-poker")["Order of settlement"]
    assert "at each seat Base Game, Fortune Bonus a bettor behind" in order
    assert order.endswith("Envy Bonus last, after every wager of the table")


def test_red_flex_waits_for_all_game_wagers_where_the_house_settles_by_wager():
    order = words("pure-21.5-blackjack", settled_by="wager")["Order of settlement"]
    assert order.startswith("wager by wager")
    assert order.endswith("Game wager, Red Flex, Buster Blackjack")


@pytest.mark.parametrize("packs", [3, 8])
def test_the_page_describes_the_houses_shoe(packs):
    (shoe,) = (fact for fact in facts(page(cardroom.game("ez-baccarat", packs=packs, cut_card=30))) if "shoe" in fact)
    assert f"{packs} standard decks of 52 cards each, {packs * 52} in all; 30 cards are behind the cut card" in shoe


def test_who_may_bet_behind_a_seat_and_at_unoccupied_circles():
    assert "behind a seat may bet on Player, Banker, Tie, Panda 8 and Dragon 7" in words("ez-baccarat")["The table"]
    assert "behind a seat may bet on Base Game there" in words("fortune-pai-gow-poker")["The table"]
    assert "no one may bet behind a seat" in words("ultimate-texas-holdem")["The table"]
    assert "unoccupied circles" in words("pure-21.5-blackjack")["The table"]
    assert "unoccupied circles" not in words("ez-baccarat")["The table"]


def test_the_bankers_draw_is_the_printed_chart():
    """500 Club, EZ Baccarat, rules 5b to 6; a column for each count of the player hand's third card."""
    chart = next(each for each in page(cardroom.game("ez-baccarat"))["charts"] if "banker" in each["title"])
    assert chart["rows"] == [
        [str(total), "H" if total <= 5 else "S", *draws]
        for total, draws in enumerate(
            [
                "HHHHHHHHHH",
                "HHHHHHHHHH",
                "HHHHHHHHHH",
                "HHHHHHHHSH",
                "SSHHHHHHSS",
                "SSSSHHHHSS",
                "SSSSSSHHSS",
                "SSSSSSSSSS",
            ]
        )
    ]


def test_charts_1a_and_1b_are_those_of_each_chapter():
    first, second = page(cardroom.game("pure-21.5-blackjack"))["charts"]
    assert first["rows"] == [["hard 19 or more", "hard 11 or less", "everything else"]]
    assert second["rows"] == [["hard 17 or soft 18 or more", "hard 16 or soft 17 or less", "nothing"]]
    assert page(cardroom.game("pure-spanish-21.5"))["charts"][0]["rows"] == [
        ["hard 17 or more", "nothing", "everything else"]
    ]


@pytest.mark.parametrize("slug", ["fortune-pai-gow-poker", "face-up-pai-gow-poker"])
def test_the_house_way_has_the_printed_rows_and_fronts(slug):
    """500 Club, House Way Hand Set and House Way Chart: the examples' two cards in front, by rank."""
    (chart,) = page(cardroom.game(slug))["charts"]
    fronts = ["".join(re.findall(r"10|[2-9AKQJ]", row[2])) for row in chart["rows"]]
    assert " ".join(fronts) == "KJ AQ 33 A7 K9 Q8 1010 A8 J10 JJ A9 J8 77 55 44 QQ JJ 88 98 44 AA"


def test_outcomes_of_wagers_follow_the_house_rule():
    def dragon(**house):
        cases = page(cardroom.game("ez-baccarat", **house))["outcomes"]["cases"]
        (case,) = (each for each in cases if "three-card seven" in each["case"])
        return [each["result"] for each in case["results"]]

    assert dragon() == ["loses", "pays 1 to 1", "loses", "loses", "pays 40 to 1"]
    assert dragon(dragon_seven_pushes=True) == ["loses", "pushes", "loses", "loses", "pays 40 to 1"]


def test_an_unqualified_dealer_pushes_the_ante_or_pays_it_as_printed():
    def ante(slug, rules=None):
        cases = page(cardroom.game(slug, rules))["outcomes"]["cases"]
        return {case["results"][0]["result"] for case in cases if "not qualify" in case["case"]}

    assert ante("three-card-poker-6-card-bonus") == {"pays 1 to 1"}
    assert ante("ultimate-texas-holdem") == ante("four-card-frenzy") == ante("heads-up-holdem", "wpt") == {"pushes"}
    assert ante("heads-up-holdem", "washington-no-qualifier") == set()


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("four-card-frenzy", "rule 7; the text is silent on where straights begin and end"),
        ("four-card-frenzy", "tucked face down under its bonus wager"),
        ("ultimate-texas-holdem", "the text is silent on how much it is"),
        ("ultimate-texas-holdem", "the text is silent on the Blind of equal hands"),
        ("face-up-chinese-poker", 'which prints "higher": a departure'),
        ("face-up-chinese-poker", "They may not take chips off the table"),
        ("pure-21.5-blackjack", "Split aces get one card each and are not split again"),
        ("pure-21.5-blackjack", "Split hands may be doubled"),
        ("pure-21.5-blackjack", "A split hand cannot be surrendered"),
        (
            "pure-21.5-blackjack",
            "red cards (hearts and diamonds) of the player-dealer's hand, from the first card until a black one comes",
        ),
        ("pure-21.5-blackjack", "$200 is printed; $1 to $200 is granted; other is departure"),
        ("mexican-poker", "Among equal cards, the first one dealt opens"),
        ("mexican-poker", "of equal hands, the closest to the left of the button"),
        ("pot-limit-omaha-8", "with the same cards or with different ones"),
        ("razz", "four of a kind, aces"),
    ],
)
def test_a_page_names_rulings_where_its_document_is_unclear(slug, expected):
    assert expected in " ".join("\n".join(markdown_page(page(cardroom.game(slug)))).split())


def test_prescribed_inscriptions_are_quoted():
    (notice,) = page(cardroom.game("ultimate-texas-holdem"))["display"]
    assert notice["text"] == "Player-Dealer Only Plays With a Pair or Higher"


def test_poker_pages_show_only_the_stakes_in_force():
    fixed = words("texas-holdem", limit="fixed", stakes="$4-$8")
    limits = "Fixed limit: bets and raises are $4 in the first two rounds of betting and $8 in later rounds"
    assert limits in fixed["The betting"]
    stud = words("seven-card-stud")
    names = {rule["name"] for rule in stud["said"]["house_rules"] if rule["applies"]}
    assert "bring_in" in names
    assert not names & {"blinds", "owed_blinds", "minimum_bet", "change_discards"}
    assert "blind" not in stud["The round, step by step"]
    assert (
        "Seventh street: a card is burned, then each player is dealt one card down" in stud["The round, step by step"]
    )
    assert lesson(rule_set("texas-holdem")).idle >= {"bring_in", "cap_pot_limit"}
    assert "raise_cap" not in lesson(rule_set("texas-holdem")).idle


def test_the_betting_of_a_page_names_the_cap_in_force():
    three = "With more than two players, at most three raises in a round of betting"
    endless = "The number of raises is not limited"
    for house, capped in (({"limit": "no"}, False), ({"limit": "no", "raise_cap": 3}, True), ({"limit": "pot"}, True)):
        betting = words("texas-holdem", **house)["The betting"]
        assert (three in betting) == capped
        assert (endless in betting) == (not capped)


@pytest.mark.parametrize(
    ("limit", "opening"),
    [
        ("fixed", "brings it in for $4, or opens for a full bet, $8"),
        ("pot", "brings it in for $2, or opens for $3 or more, up to the size of the pot"),
        ("no", "brings it in for $2, or opens for $3 or more"),
    ],
)
def test_a_stud_page_names_what_the_bring_in_player_may_open_for(limit, opening):
    assert opening in words("stud-8", limit=limit)["The round, step by step"]


POKER = [slug for slug, rules in SETS if rules == "500-club" and rule_set(slug, rules).poker]


@pytest.mark.parametrize("slug", POKER)
def test_every_step_of_poker_names_the_rule_of_its_chapter(slug):
    rules = rule_set(slug)
    known = {row.rule for row in trace("500-club").row if row.section == rules.id}
    cites = [step.cite for step in lesson(rules).steps if step.cite.startswith("Dealing Procedures")]
    numbers = [number for cite in cites for number in re.findall(r"\d+\w*(?:\([iv]+\))?", cite)]
    assert all(re.search(r", rules? \d", cite) for cite in cites)
    assert set(numbers) <= known
    main = [int(re.match(r"\d+", cite.partition(", rule")[2].lstrip("s ")).group()) for cite in cites[1:]]
    assert main == sorted(main), "in the order of the chapter"


SILENT = {
    "Showdown: ": "who shows first",
    "side pot": "players who are all-in",
    "With two players, the button": "two players",
}
STUDS = ("razz", "seven-card-stud", "seven-card-stud-high-low", "stud-8")


@pytest.mark.parametrize("slug", POKER)
def test_a_poker_chapter_is_not_cited_for_rules_it_does_not_print(slug):
    """The chapters print nothing about two players, all-ins, or the order at the showdown."""
    taught = lesson(rule_set(slug))
    results = [*taught.steps, *taught.notes]
    for words, silence in SILENT.items():
        if words == "With two players, the button" and slug in (*STUDS, "mexican-poker"):
            continue
        (cite,) = (step.cite for step in results if words in step.says)
        printed, _, silent = cite.rpartition("the text is silent on ")
        assert silent == silence
        assert bool(printed) == (words == "Showdown: "), "every chapter prints that the hands are compared"
    for limits in (step.cite for step in results if step.says.startswith("Fixed limit")):
        assert "silent" in limits or slug in STUDS
        assert ("rules " in limits) == (slug in STUDS)
        assert ("rule 8b" in limits) == (slug == "mexican-poker")


def test_the_razz_page_says_where_its_chapter_is_silent():
    taught = lesson(rule_set("razz"))
    (opens,) = (step.cite for step in taught.steps if "brings it in for" in step.says)
    assert "by the printed chart that is the ace: a departure" in opens
    (odd,) = (step.cite for step in taught.steps if "odd chip" in step.says)
    assert odd.endswith("which this game does not have: a ruling")


@pytest.mark.parametrize(
    ("slug", "cite"),
    [
        ("badugi", "Dealing Procedures and Round of Play, note after rule 26"),
        ("2-7-triple-draw", "a departure"),
        ("2-7-single-draw", "a departure"),
        ("triple-draw-poker", "a departure"),
    ],
)
def test_draw_pages_say_what_happens_when_the_deck_runs_out(slug, cite):
    (note,) = (note for note in lesson(rule_set(slug)).notes if "not enough cards" in note.says)
    assert "discards of earlier draws are shuffled into the deck" in note.says
    assert note.cite.endswith(cite)


def test_the_card_for_the_button_is_drawn_from_the_spread_deck_in_badugi_alone():
    drawn = [slug for slug in POKER if "spread deck" in lesson(rule_set(slug)).steps[0].says]
    assert drawn == ["badugi"]


def test_a_game_of_one_limit_offers_no_stakes_of_another():
    rules = {rule["name"]: rule for rule in page(cardroom.game("pot-limit-omaha-8"))["house_rules"]}
    assert allowed_values(rules["stakes"]) == "blinds like $1/$2"
    assert rules["limit"]["standing"] == "printed"


def test_poker_pages_show_the_buy_in_limits():
    assert "buys in for $20 to $100,000 in chips of $1" in words("texas-holdem")["The betting"]
    assert "buys in for $40 to $100,000" in words("razz")["The betting, and when the deck runs out"]
    assert "buys in" not in words("razz", "standard")["The betting, and when the deck runs out"]


@pytest.mark.parametrize("slug", ["short-deck", "five-card-omaha-high-low"])
def test_a_game_that_no_document_prints_cites_no_chapter(slug):
    """A rule set without a document cites none, also for what it takes over from a game that has one."""
    text = json.dumps(page(cardroom.game(slug, rules="standard")))
    for words in ("Dealing Procedures", "How Winners", "Collection Rates", "GEGR", "500 Club"):
        assert words not in text


def markdown(slug, **house):
    return " ".join("\n".join(markdown_page(page(cardroom.game(slug, **house)))).split())


@pytest.mark.parametrize(
    ("slug", "house", "words"),
    [
        ("pure-spanish-21.5", {}, "a shoe of 6 Spanish decks of 48 cards each, 288 in all"),
        ("pure-spanish-21.5", {}, "there is no splitting for less"),
        ("pure-spanish-21.5", {}, "No extra collection is taken for a double or a split"),
        ("pure-21.5-blackjack", {}, "There is no maximum on the player-dealer's wager"),
        ("face-up-chinese-poker", {}, "A pair of queens alone does not keep you there, and a foul ends it."),
        ("face-up-chinese-poker", {}, "That a player stays is announced to all."),
        ("face-up-chinese-poker", {}, "takes the place of one who sits this hand out"),
        ("badugi", {}, "A player may change a discard, or standing pat, until the card is burned."),
        ("badugi", {}, "Everyone sees how many cards each player draws"),
        ("heads-up-holdem", {}, "place one Ante each on Raise spots 1, 2 and 3, or check."),
        ("heads-up-holdem", {}, "on 3 spots of one Ante each"),
        ("heads-up-holdem", {}, "wagers from $1 to $10 on each spot; Raise has 3 spots of one Ante each"),
        ("heads-up-holdem", {}, "only shares of the meter are taken from it"),
        ("ez-baccarat", {}, "A natural nine ranks above a natural eight, and both above"),
        ("ez-baccarat", {}, "Dragon 7 wins when the banker hand has seven with three cards"),
        ("ultimate-texas-holdem", {}, "The beaten hand decides what it pays. Equal hands lose it."),
        ("ultimate-texas-holdem", {}, "After a fold only the five cards on the board count."),
        ("face-up-pai-gow-poker", {}, "It wins when the player-dealer has an ace-high hand"),
        ("fortune-pai-gow-poker", {}, "You may ask for the House Way instead. You cannot take that back."),
        ("pure-spanish-21.5", {}, "one or both of the first two cards have the rank of the player-dealer's up card"),
        ("pure-spanish-21.5", {}, "take the last doubled part back"),
        ("pure-21.5-blackjack", {}, "| the player-dealer has the 21.5, and you do not | loses "),
        ("face-up-chinese-poker", {}, "Three cards make no straight or flush, except for a clean sweep."),
        ("face-up-chinese-poker", {}, "its player pays no bonuses. Four of a kind counts as two pairs."),
        ("face-up-chinese-poker", {}, "sets them unseen before the others are dealt any"),
        ("face-up-chinese-poker", {}, "| three aces to three twos | 13 |"),
        ("texas-holdem", {}, "rule 6d, prints a cap: a departure"),
        ("texas-holdem", {}, "or the board alone"),
        ("mexican-poker", {"limit": "no"}, "which list all three; Dealing Procedures and Round of Play, rule 8c)"),
        ("2-7-single-draw", {}, "the ace is the highest card here, but the lowest in the chapter: a departure"),
        ("2-7-triple-draw", {}, "which print no burn: a ruling, as in Badugi"),
        ("triple-draw-poker", {}, "which names up cards; rule 1c: left of the button"),
        ("2-7-single-draw", {}, "| straight flush, six high | 6♦ 5♦ 4♦ 3♦ 2♦ |"),
        ("pineapple-high-low", {}, "the odd chip goes to the hand that is highest by suit"),
        ("pineapple-high-low", {}, "The odd chip between the halves goes to the high half."),
        ("razz", {}, "Completing the bring-in is not a raise."),
        ("stud-8", {}, "The limit that is bet then applies to all players in this round."),
        ("stud-8", {}, "Dealing Procedures and Round of Play, note after rule 26"),
    ],
)
def test_a_page_says_what_its_chapter_says(slug, house, words):
    assert words in plain_text(markdown(slug, **house))


def plain_text(text):
    return text.replace("\\", "")


def test_only_fortunes_chapter_makes_the_house_way_final():
    """500 Club, Fortune Pai Gow Poker, rule 7; Face Up Pai Gow Poker, rule 7b, does not say it."""
    assert "cannot take that back" not in markdown("face-up-pai-gow-poker")


def test_the_version_without_a_qualifier_cites_the_rule_without_one():
    """Washington HUH, Rules of Play, rules 5 and 6."""
    steps = page(cardroom.game("heads-up-holdem", "washington-no-qualifier"))["steps"]
    assert not [step for step in steps if "rule 6" in step["cite"] or "and 6" in step["cite"]]
    cases = page(cardroom.game("heads-up-holdem", "washington-no-qualifier"))["outcomes"]["cases"]
    assert [case["case"] for case in cases] == [
        "you fold",
        "your hand is higher",
        "the hands are equal",
        "your hand is lower",
    ]


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "rules"), SETS)
def test_every_sentence_table_and_row_of_a_page_has_a_citation(slug, rules):
    for game in (cardroom.game(slug, rules), *collecting(slug, rules)):
        data = page(game)
        for section in (*teaching(data), *deciding(data), *closing(data)):
            assert [text for text, cite in section.points if not cite.strip()] == []
            assert [grid.title for grid in section.grids if not grid.cite.strip()] == []
        parts = [*data["wagers"], *data["pay_tables"], *data["jackpots"], *data["display"], *data["house_rules"]]
        assert [part for part in parts if not part["cite"].strip()] == []
        text = "\n".join(markdown_page(data))
        for heading, body in sections(text):
            if heading in ("House rules", "Sources"):
                continue
            lines = [line for line in body.splitlines() if re.match(r"(- |\d+\. |Required text)", line)]
            assert [line for line in lines if not line.endswith(")")] == [], heading


def collecting(slug, rules):
    """The game with its first printed schedule, if it has one."""
    house_rules = rule_set(slug, rules).house_rules
    if "collection" in house_rules:
        limit = {"limit": "pot"} if "limit" in house_rules else {}
        yield cardroom.game(slug, rules, collection=house_rules["collection"].choices[1], **limit)


CHAPTER = (
    "Type of Game",
    "Object of the Game",
    "Description of the Deck and Number of Decks Used",
    "Card Values and Hand Rankings",
    "Description of Table Used and Total Number of Seated Positions",
    "Dealing Procedures and Round of Play",
    "How Winners are Determined and Paid",
    "California Games Collection Rates",
    "Poker Games Collection Rates",
    "Collection Rates Schedule",
)
PURE = (
    "Object of the Game",
    "Value of the Cards",
    "Round of Play",
    "Chart 1A",
    "Chart 1B",
    "Game Rules",
    "California Games Collection Rates",
)
HEADINGS = {
    "ez-baccarat": (*CHAPTER, "Tie Bet", "Dragon 7 Bonus Bet", "Panda 8 Bonus Bet"),
    "face-up-chinese-poker": (*CHAPTER, "Foul Hand", "Point System", "Bonus System", "Clean Sweep", "Fantasy Land"),
    "face-up-pai-gow-poker": (
        *CHAPTER,
        "Face Up Pai Gow Poker House Way Chart",
        "Ace-High Bonus Bet",
        "Fortune Bonus Bet",
        "Envy Bonus",
    ),
    "fortune-pai-gow-poker": (
        *CHAPTER,
        "Fortune Pai Gow Poker House Way Hand Set",
        "Fortune Bonus Bet",
        "Envy Bonus",
    ),
    "pure-21.5-blackjack": (
        *PURE,
        "Double-Down, Split, and Surrender",
        "Red Flex Bet",
        "Buster Blackjack Bonus Bet",
        "Table Limits & Collection Rates",
    ),
    "pure-spanish-21.5": (
        *PURE,
        "Double-Down, Rescue, Double-Double Down, Split, and Surrender",
        "Match the Dealer",
    ),
    "three-card-poker-6-card-bonus": (*CHAPTER, "Pair Plus Bonus Bet", "6 Card Bonus Bet"),
    "ultimate-texas-holdem": (*CHAPTER, "Blind Wager Payout Table", "Trips Bonus Bet", "Bad Beat Bonus Bet"),
}
"""The headings that each chapter of the 500 Club's book prints; those of poker where a game is not listed."""
OURS = ("the text", "rule ", "rules ", "on the cut card", "as ", "that ", "printed as", "by the printed", "odds are")
OURS += ("the ace is the highest card here", "the note of", "the totals between", "totals of", "Badugi, ")
"""How parts of a citation begin that are our own words or name a rule of the section before."""
CLUB = [slug for slug, rules in SETS if rules == "500-club"]


@pytest.mark.parametrize("slug", CLUB)
def test_a_page_cites_only_headings_and_rules_that_its_chapter_prints(slug):
    limits = [{"limit": kind} for kind in ("fixed", "pot", "no")] if slug in POKER else [{}]
    cited = set()
    for limit in limits if slug != "pot-limit-omaha-8" else [{}]:
        data = page(cardroom.game(slug, "500-club", **limit))
        data["house_rules"] = [rule for rule in data["house_rules"] if rule["applies"]]
        cited.update(citations(data))
    known = {row.rule.removeprefix("table:rule ") for row in trace("500-club").row if row.section == data["id"]}
    own = f"500 Club, {data['source']['section']}, "
    for cite in cited:
        for part in cite.removeprefix(own).split("; ") if cite.startswith(own) else ():
            assert part.startswith((*HEADINGS.get(slug, CHAPTER), *OURS)), cite
            numbers = re.match(r"Dealing Procedures and Round of Play, rules? ([\w(), -]+)", part)
            printed = re.findall(r"\d+(?:[a-z](?:\([ivx]+\))?)?(?!\w)", numbers[1]) if numbers and known else ()
            assert set(printed) <= known, (slug, part)


def citations(data):
    """Every citation in a page's data."""
    match data:
        case dict():
            for key, value in data.items():
                if key.endswith("cite") and value:
                    yield value
                elif key == "cites":
                    yield from value.values() if isinstance(value, dict) else value
                else:
                    yield from citations(value)
        case list():
            for value in data:
                yield from citations(value)


def test_the_limit_of_a_game_is_its_default():
    rule = next(each for each in page(cardroom.game("badugi"))["house_rules"] if each["name"] == "limit")
    assert (rule["value"], rule["default"]) == ("fixed", "fixed")
    changed = page(cardroom.game("badugi", limit="pot"))["house_rules"]
    assert next(each["default"] for each in changed if each["name"] == "limit") == "fixed"


@pytest.mark.parametrize("slug", [slug for slug in slugs() if page(cardroom.game(slug))["outcomes"]])
def test_every_cell_of_the_outcomes_has_its_own_citation(slug):
    (section,) = (each for each in deciding(page(cardroom.game(slug))) if each.heading == "What happens to the wagers")
    (grid,) = section.grids
    listed = {each.partition(" ")[0] for each in grid.cite.split("; ") if each[:1].isdigit()}
    for row in grid.rows:
        for cell in row[1:]:
            marks = re.search(r"\[([\d, ]+)\]$", cell)
            assert marks, cell
            assert set(marks[1].split(", ")) <= listed


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "rules"), SETS)
def test_4_4_4_the_rules_page_shows_the_deck_and_the_number_of_decks(slug, rules):
    """GLI-19, 4.4.4: what is shown is what is shuffled."""
    game = cardroom.game(slug, rules)
    box = game.shuffle(seed=1).order
    packs = game.rules.packs
    shown = "\n".join(facts(page(game)))
    assert f"of {len(box) // packs} cards" in shown
    if packs > 1:
        assert f"a shoe of {packs} " in shown
        assert f"{len(box)} in all" in shown
    assert (JOKER in box) == ("joker" in shown)
    tens = {card for card in box if text([card])[0] == "T"}
    assert bool(tens) != ("without tens" in shown or "nines and tens" in shown)


def test_4_4_4_every_card_shows_a_rank_and_a_suit_of_its_own():
    """GLI-19, 4.4.4: in the terminal and in words. The joker is like no other card."""
    shown = {card: pretty(card) for card in deck("joker").cards}
    assert len(set(shown.values())) == 53
    assert {each[-1] for card, each in shown.items() if card != JOKER} == {"♣", "♦", "♥", "♠"}
    assert {each[:-1] for card, each in shown.items() if card != JOKER} == {*"23456789", "10", *"JQKA"}
    assert shown[JOKER] == "★"
    words = files("cardroom.web").joinpath("pages", "parts", "words.js").read_text()
    [ranks] = re.findall(r"const RANKS = (\[.*\]);", words)
    [suits] = re.findall(r"const SUITS = (\[.*\]);", words)
    assert [f"{text([card])}" for card in range(52)] == [
        f"{FACES[rank]}{suit[0]}" for rank in json.loads(ranks) for suit in json.loads(suits)
    ], "a page calls each card by its own name"
