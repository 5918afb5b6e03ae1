"""Exact figures of Four Card Frenzy, compared with the lab's printed tables, plain counts and the script."""

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import msgspec
import numpy as np
import pytest

import cardroom
from cardroom.analysis.report.decks import RankDeck
from cardroom.analysis.stages.payoffs import RESULTS, options_of
from cardroom.analysis.stages.report import base_report
from cardroom.analysis.stages.sets import cards_of
from cardroom.analysis.stages.solver import solve
from cardroom.cards import parse
from cardroom.cards.shuffle import Shuffle
from cardroom.games import game_of
from cardroom.play import UNQUALIFIED
from cardroom.rankings import rank_many, strength
from cardroom.rankings.four_of_five import CATEGORIES, bonus_line, key
from cardroom.rulebook import rule_set
from support.deals import nets
from support.sampling import PROOF
from support.small_decks import with_deck

GAME = "four-card-frenzy"
TABLES = [f"PT-FLT-FCF-BB-{number:02}" for number in range(1, 7)]
GAMES = 100_000_000
DECISIONS = ("fold", "raise once", "raise twice", "raise 3 times")
SIMULATED = dict(zip(TABLES, [3_340_121, 2_644_814, 2_654_803, 2_465_499, 2_372_539, 2_068_965], strict=True))
"""Brook FCF, Table 10: losses of 100 million simulated games."""
WAGERED = [313_998_121, 313_888_814, 313_920_803, 313_744_499, 314_001_539, 313_896_965]
"""Brook FCF, Table 10: total wagers."""


def dealers(solution, hands):
    """The dealer's hands by result, for each hand."""
    return solution.worlds[0].table.counts[states(solution, hands)]


def raises(solution, hands):
    """How many times each hand raises."""
    units = np.array([option.units for option in options_of(solution.stages, 0)])
    return units[solution.worlds[0].choices[0, ()][states(solution, hands)]]


def states(solution, hands):
    return solution.states(0, np.array(hands, np.uint8), np.arange(len(hands)), range(5), -1)


@pytest.fixture(scope="module")
def report():
    return cardroom.analyze(cardroom.game(GAME))


@pytest.fixture(scope="module")
def bases(report):
    return {each.settings["bad_beat"]: each for each in report.wagers if each.wager == "ante"}


def edges(report, wager, rule):
    return {each.settings[rule]: f"{float(each.edge) * 100:.2f}" for each in report.wagers if each.wager == wager}


def test_the_base_game_has_an_exact_edge_under_each_bad_beat_table(bases):
    assert {name: base.edge for name, base in bases.items()} == {
        "PT-FLT-FCF-BB-01": Fraction(11123589227, 332220508620),
        "PT-FLT-FCF-BB-02": Fraction(52546241903, 1993323051720),
        "PT-FLT-FCF-BB-03": Fraction(17490821, 663777240),
        "PT-FLT-FCF-BB-04": Fraction(16284473341, 664441017240),
        "PT-FLT-FCF-BB-05": Fraction(47743246909, 1993323051720),
        "PT-FLT-FCF-BB-06": Fraction(953508337, 46356350040),
    }


def test_the_labs_simulation_is_within_two_standard_errors_of_the_exact_edge(bases):
    for name, lost in SIMULATED.items():
        assert abs(lost / GAMES - float(bases[name].edge)) < 2 * float(bases[name].standard_deviation) / GAMES**0.5


def test_the_figures_of_the_labs_simulation_follow_from_its_totals():
    """Brook FCF, Table 10."""
    summary = next(each for each in rule_set(GAME).printed if each.cite == "Table 10")
    assert summary.games == GAMES
    for column, (lost, wagered) in enumerate(zip(SIMULATED.values(), WAGERED, strict=True)):
        assert {name: row.cells[column] for name, row in summary.rows.items()} == {
            "Initial Wagers": f"{2 * GAMES:,}",
            "Total Wagers": f"{wagered:,}",
            "Total Winnings": f"{-lost:,}",
            "Average Winnings": f"{-lost / GAMES:.4f}",
            "Average Wager": f"{wagered / GAMES:.4f}",
            "Return to Player": f"{1 - lost / wagered:.2%}",
            "House Edge Per Total Wager": f"{lost / wagered:.2%}",
            "House Edge": f"{lost / (2 * GAMES):.2%}",
        }


def test_the_labs_average_wagers_are_not_all_of_one_strategy(bases):
    """The best strategy is the same for all six tables, but the printed wagers differ by far more than their error."""
    assert len({base.strategy for base in bases.values()}) == 1
    base = bases[TABLES[0]]
    squares = sum(outcome.wagered**2 * outcome.count for outcome in base.outcomes) / Fraction(base.deals)
    error = float(squares - base.average_wager**2) ** 0.5 / GAMES**0.5
    assert (max(WAGERED) - min(WAGERED)) / GAMES > 25 * error
    assert all((wagered - lost) % 1000 == 0 for wagered, lost in zip(WAGERED, SIMULATED.values(), strict=True))


def test_the_base_game_counts_every_deal(bases):
    for base in bases.values():
        assert base.deals == 2_598_960 * 1_533_939
        assert base.decisions == {
            "raise 3 times": Fraction(20101, 108290),
            "raise once": Fraction(211, 364),
            "fold": Fraction(50833, 216580),
        }
        assert sum(net * share for net, share in base.distribution.items()) == -base.edge
        assert sum(outcome.net * outcome.count for line in base.lines.values() for outcome in line) == (
            -base.edge * base.deals
        )


def test_the_strategy_says_where_the_fifth_card_matters(report):
    assert report.wager("ante").strategy == (
        "Pair of aces, 5-3 or better: raise 3 times",
        "Pair of kings, A-Q to King high, Q-8-5: raise once",
        "King high, Q-8-4: raise once with 1,596 hands, fold with 324: it depends on the other cards and the suits",
        "King high, Q-8-3: fold",
        "King high, Q-7-6: raise once with 1,848 hands, fold with 1,992: it depends on the other cards and the suits",
        "King high, Q-7-5 or worse: fold",
    )


def test_the_four_card_bonus_has_the_labs_figures(report):
    """Brook FCF, Table 13."""
    names = [f"PT-FLT-FCF-4CB-{number:02}" for number in range(7, 13)]
    result = edges(report, "four-card-bonus", "four_card_bonus")
    assert [result[name] for name in names] == ["5.87", "7.23", "0.98", "3.06", "5.14", "7.23"]


def test_prime_has_the_labs_figures(report):
    """Brook FCF, Table 15."""
    assert edges(report, "prime", "prime") == {"PT-FLT-FCF-PR-01": "4.74", "PT-FLT-FCF-PR-02": "9.80"}


def test_there_is_a_decision_for_every_hand(report):
    solution = solve(rule_set(GAME))
    classes = solution.worlds[0].states[0]
    counts = np.bincount(raises(solution, cards_of(classes.masks, 5)), classes.ways, minlength=4).tolist()
    shares = report.wager("ante").decisions
    assert counts == [2_598_960 * shares.get(name, 0) for name in DECISIONS]
    rng = np.random.default_rng(1)
    hands = np.array([rng.choice(52, 5, replace=False) for _ in range(1000)])
    suits = np.array([rng.permutation(4) for _ in hands])
    exchanged = hands // 4 * 4 + np.take_along_axis(suits, hands % 4, axis=1)
    assert (raises(solution, hands) == raises(solution, exchanged)).all()


@pytest.mark.proof
@pytest.mark.parametrize("hand", ["As Ah 7d 6c 2s", "Kd Qd 9s 4h 3c", "9s 8s 7s 6s 2d", "7h 6d 4s 3h 2h"])
def test_how_a_hand_compares_equals_a_plain_count(hand):
    """Compare with each of the dealer's 1,533,939 hands, instead of the sum of 32 terms."""
    cards = parse(hand)
    left = [card for card in range(52) if card not in cards]
    theirs = rank_many("four-of-five", np.array(list(combinations(left, 5)), np.uint8)).astype(np.int64)
    qualified = theirs >= strength("four-of-five", KING_HIGH)
    result = np.sign(strength("four-of-five", cards) - theirs)
    plain = [int(((qualified == does) & (result == wins)).sum()) for does, wins in RESULTS]
    assert dealers(solve(rule_set(GAME)), [cards])[0].tolist() == plain


KING_HIGH = "Ks 4h 3d 2c"


def random_pay_tables(seed):
    """The rule set with random odds for every line of every pay table, including the base game, for wagers of 6
    cents."""
    rng = random.Random(seed)
    rules = rule_set(GAME)
    pay = {}
    for name, table in rules.pay.items():
        most = 3 if name in ("ante", "raise") else 9  # so that neither raising nor folding is always best
        lines = {
            line: f"{rng.randint(0, most)} to {rng.randint(1, 3)}"
            for line in table.lines
            if line == UNQUALIFIED or rng.random() < 0.9
        }
        pay[name] = msgspec.structs.replace(table, lines=lines)
    settings = {"bad_beat": rng.choice(TABLES), "minimum": 6, "maximum": 6, "smallest_chip": 1}
    return msgspec.structs.replace(rules, pay=pay, settings=settings)


@cache
def every_deal(deck):
    """Compare every two disjoint hands of a reduced deck, by the definition of the ranking.

    Returns the hands and their keys; for each hand its deals by whether the dealer qualifies and who wins; and an
    example of each key and result.
    """
    # In the order of their numbers: by the highest card, then the next.
    hands = sorted(combinations(deck.cards, 5), key=lambda cards: cards[::-1])
    keys = [key(hand) for hand in hands]
    places = {each: place for place, each in enumerate(sorted(set(keys)))}
    ranks = np.array([places[each] for each in keys])
    qualified = np.array([each >= key(parse(KING_HIGH)) for each in keys])
    masks = np.array([sum(1 << card for card in hand) for hand in hands])
    results, first = [], {}
    for hand, own, mask, rank in zip(hands, keys, masks, ranks, strict=True):
        free = np.flatnonzero(masks & mask == 0)
        codes = qualified[free] * 3 + np.sign(rank - ranks[free]) + 1
        counts = {}
        for code, count in enumerate(np.bincount(codes).tolist()):
            kind = (code >= 3, code % 3 - 1)
            if count:
                counts[kind] = count
                if (own, kind) not in first:
                    first[own, kind] = (hand, hands[free[np.argmax(codes == code)]])
        results.append(counts)
    return hands, keys, results, first


def script(game, hand, dealer, times):
    """The script's result of a deal: the nets of Ante, Odds and Raise of 6 cents; None if it offers no such raise."""
    round = game.round({1: 10**6}, shuffle=Shuffle.given([*hand, *dealer]))
    round.answer(1, "bet", {"ante": 6, "odds": 6})
    offered = {option.action: option for option in round.ask.options}
    if not times:
        round.answer(1, "fold")
    elif 6 * times > offered["raise"].most:
        return None
    else:
        round.answer(1, "raise", 6 * times)
    assert round.done
    return sum(nets(round).values())


def brute_force(rules, deck):
    """The edge and the counts of each decision, line and result under the best decisions, paid by the script."""
    _, keys, results, first = every_deal(deck)
    game = game_of(rules)
    paid = {
        (*kind, times): chips
        for kind, deal in first.items()
        for times in range(4)
        if (chips := script(game, *deal, times)) is not None
    }
    total, deals, ends = 0, 0, Counter()
    for own, counts in zip(keys, results, strict=True):
        allowed = [times for times in range(4) if all((own, kind, times) in paid for kind in counts)]
        worth = {times: sum(paid[own, kind, times] * count for kind, count in counts.items()) for times in allowed}
        best = max(worth, key=worth.get)  # of equal decisions the first, with the smallest wager
        total += worth[best]
        deals += sum(counts.values())
        line = bonus_line(own) or CATEGORIES[own[0]]
        ends.update({(best, line, kind): count for kind, count in counts.items()})
    return Fraction(-total, 6 * deals), ends


DECKS = {
    "faces and aces": RankDeck((9, 10, 11, 12), 4),  # royals, four of a kind; every dealer qualifies
    "low straights": RankDeck((0, 1, 2, 5, 12), 3),  # the ace plays low
    "three suits": RankDeck((0, 1, 4, 6, 11, 12), 3),
    "two suits": RankDeck((0, 1, 2, 4, 5, 8, 10, 11), 2),  # high cards, and dealers who do not qualify
    "no kings": RankDeck((1, 2, 3, 4, 7, 10), 3),
}
"""The suite runs the first of these and the fourth, where many dealers do not qualify."""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("deck", DECKS.values(), ids=list(DECKS))
def test_how_every_hand_compares_equals_a_plain_count_in_a_reduced_deck(deck):
    hands, _, results, _ = every_deal(deck)
    found = dealers(solve(with_deck(rule_set(GAME), *deck)), hands)
    assert found.tolist() == [[counts.get(kind, 0) for kind in RESULTS] for counts in results]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "seed"), [*product(DECKS, range(3))] if PROOF else [(name, place % 3) for place, name in enumerate(DECKS)]
)
@pytest.mark.breaks_rules("pays are drawn at random, also where the text has even money")
def test_the_count_agrees_with_the_script_over_every_deal_of_a_reduced_deck(name, seed):
    deck = DECKS[name]
    rules = random_pay_tables(seed)
    edge, ends = brute_force(rules, deck)
    solution = solve(with_deck(rules, *deck))
    found = Counter()
    for end, count in solution.ends.items():
        times, folds = end.history[0].units, end.group < 0
        found[(0,) if folds else (times, solution.payoffs.names[end.group], RESULTS[end.result])] += count
    expected = Counter()
    for (times, *rest), count in ends.items():
        expected[(times, *rest) if times else (0,)] += count
    assert found == expected
    assert base_report(with_deck(rules, *deck)).edge == edge


@pytest.mark.proof
def test_a_simulation_through_the_script_stays_within_its_error(report):
    """Rounds of the whole game with the best decision for each hand."""
    game = cardroom.game(GAME, minimum=100, maximum=100)
    solution = solve(game.rules)
    rounds, total = 3_000, 0
    for number in range(rounds):
        round = game.round({1: 10**6}, shuffle=game.shuffle(seed="simulation", number=number))
        round.answer(1, "bet", {"ante": 100, "odds": 100})
        times = int(raises(solution, [round.cards.hand("1")])[0])
        round.answer(1, *(("raise", 100 * times) if times else ("fold",)))
        total += round.net["1"]
    exact = report.wager("ante")
    assert abs(-total / rounds / 100 - float(exact.edge)) < 3 * float(exact.standard_deviation) / rounds**0.5
