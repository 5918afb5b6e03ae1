"""Hold'em against a dealer: Heads Up Hold'em (Brook, Washington, WPT) and Ultimate Texas Hold'em (500 Club)."""

from collections.abc import Iterator

from cardroom.cards import Card
from cardroom.clauses.dealt import HIGH_LINES, dealt_in_order, decisions, folded, pays, pays_by_table, players
from cardroom.clauses.facts import RoundHistory, once
from cardroom.clauses.hands import Key, high, high_line
from cardroom.clauses.pays import due, line_of, readable
from cardroom.clauses.register import clause, scripts
from cardroom.play.round import BOARD, BURN, Place
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import LOSES

HEADS_UP, ULTIMATE = "Heads Up Hold'em", "Ultimate Texas Hold'em"
BROOK = "Brook HUH, C. The Rules of the Card Game, "
UTH = "500 Club, Ultimate Texas Hold'em, "
RAISES = {"before the flop": (3,), "on the flop": (2,), "at the end": (1,)}
PLAYS = {"before the flop": (3, 4), "on the flop": (2,), "at the end": (1,)}
heads_up, ultimate = scripts("heads-up-holdem"), scripts("ultimate-texas-holdem")
both = scripts("heads-up-holdem", "ultimate-texas-holdem")
BOTH = "Heads Up Hold'em, Ultimate Texas Hold'em"
ALL_SIX = Place("all 6")


def _printed(rules: RuleSet) -> bool:
    """Whether the dealer qualifies with a pair, or plays any hand where that is a version of the game."""
    return both(rules) and (rules.dealer.qualifies if rules.dealer else "") in ("pair", "")


def _paired(rules: RuleSet) -> bool:
    return _printed(rules) and heads_up(rules)


def _paired_ultimate(rules: RuleSet) -> bool:
    return ultimate(rules) and rules.dealer is not None and rules.dealer.qualifies == "pair"


@once
def _streets(facts: RoundHistory) -> tuple[int, int]:
    """The places of the flop, and of turn and river, in the order of events."""
    shown = [place for place, event in facts.turned if event.place == BOARD]
    shown += [place for place, event in facts.dealt if event.place == BOARD and event.to is None]
    shown.sort()
    return (shown[0], shown[1]) if len(shown) == 2 else (-1, -1)


@clause(both, BOTH, BROOK + "rules 2, 4 and 6; WPT HUH, rules 3-8; " + UTH + "Dealing Procedures and Round of Play")
def two_cards_each_then_the_board(facts: RoundHistory) -> Iterator[str]:
    """Each player gets two cards, and the dealer last. Then come the flop, the turn and the river. A card is burned
    only where the text burns one.
    """
    if not facts.dealt:
        return
    rules = facts.rules
    hands = [(spot.id, 2) for spot in players(facts, 0)]
    dealer = facts.dealer.owner or facts.dealer.kind
    six = [("all 6", 4)] if "all-6" in rules.wagers() else []
    if any(name not in PRINTED_BETS for name in rules.wagers()):
        return  # a house's own bet may need other cards
    if ultimate(rules):
        board = [("burn", 1), ("board", 3), ("burn", 1), ("board", 2)]
    elif "community_cards" in rules.house_rules and rules.house("community_cards") == "hand":
        board = [("board", 3), ("board", 2)]
    else:
        board = [("board", 5)]
    wanted = [*six, *hands, (dealer, 2), *board]
    yield from dealt_in_order(facts, wanted, "the deal")
    if len(facts.dealt) != len(wanted):
        yield f"{len(facts.dealt)} times cards were dealt, not {len(wanted)}"
    down = [event for _, event in facts.dealt if event.place not in (BOARD, BURN) and event.to is None]
    if down:
        yield f"{down[0].place.kind} {down[0].place.owner} was dealt face up"


PRINTED_BETS = {
    "ante", "odds", "raise", "trips-plus", "pocket-bonus", "galaxy", "jackpot", "second-jackpot", "all-6", "blind",
    "play", "trips", "bad-beat",
}  # fmt: skip


@clause(
    both,
    BOTH,
    BROOK + "rules 3, 5 and 7; Washington HUH, rules 2-4; WPT HUH, rules 5, 7 and 9; " + UTH + "Dealing Procedures",
)
def raises_shrink_as_cards_come(facts: RoundHistory) -> Iterator[str]:
    """A player raises once or not at all: by three Antes before the flop (in Ultimate three or four), two on the flop,
    or one at the end.
    """
    if not facts.dealt:
        return
    rules, (flop, river) = facts.rules, _streets(facts)
    raising = "play" if ultimate(rules) else "raise"
    table = dict(PLAYS if ultimate(rules) else RAISES)
    if "early_raise" in rules.house_rules and rules.house("early_raise"):
        table["before the flop"] = (1, 2, 3)
    decided: dict[str, str] = {}
    asked: dict[str, list[str]] = {each: [] for each in table}
    for place, spot, action, amount in decisions(facts, raising, "check", "fold"):
        when = "before the flop" if place < flop else "on the flop" if place < river else "at the end"
        asked[when].append(spot)
        ante = facts.staked.get((spot, "ante"), 0)
        if spot in decided:
            yield f"spot {spot} was asked {when} after it had chosen to {decided[spot]}"
        if action == raising:
            decided[spot] = action
            if amount not in [ante * times for times in table[when]] or facts.staked.get((spot, raising)) != amount:
                yield f"spot {spot} bets {amount} cents {when} on an Ante of {ante}"
        elif action == "fold":
            decided[spot] = action
            if when != "at the end" and not ultimate(rules):
                yield f"spot {spot} folded {when}"
        elif when == "at the end":
            yield f"spot {spot} checked at the end"
    everyone = [spot.id for spot in players(facts, 0)]
    for when, spots in asked.items():
        if spots != [spot for spot in everyone if spot in spots]:
            yield f"{when} the players decided in the order {spots}, not from the left of the house dealer"
    if missing := set(everyone) - decided.keys():
        yield f"{', '.join(sorted(missing))} neither raised nor folded"


@once
def _hands(facts: RoundHistory) -> tuple[dict[str, Key], Key, list[Card]]:
    board = facts.came[BOARD]
    made = {spot: high([*facts.cards(spot)[:2], *board]) for spot in facts.bettors}
    return made, high([*facts.came[facts.dealer][:2], *board]), board


def _names(key: Key) -> tuple[str, ...]:
    name = high_line(key)
    return (name, "straight flush") if name == "royal flush" else (name,)


def _result(made: Key, dealer: Key) -> int:
    return (made > dealer) - (made < dealer)


def _qualifies(facts: RoundHistory, dealer: Key) -> bool:
    return dealer[0] >= 1 or not (facts.rules.dealer and facts.rules.dealer.qualifies)


@clause(
    _printed,
    BOTH,
    BROOK
    + "rules 8 and 9; Washington HUH, rules 5 and 6; WPT HUH, rule 11; "
    + UTH
    + "How Winners are Determined and Paid",
)
def the_ante_needs_a_qualified_dealer(facts: RoundHistory) -> Iterator[str]:
    """If the dealer has no pair, the dealer does not qualify and the Ante pushes. Otherwise the higher hand wins it,
    and a tie pushes.
    """
    if not facts.dealt:
        return
    made, dealer, _ = _hands(facts)
    out, qualifies = folded(facts), _qualifies(facts, dealer)

    def wanted(spot: str, stake: int) -> int:
        if spot in out:
            return -stake
        return _result(made[spot], dealer) * stake if qualifies else 0

    yield from pays(facts, "ante", wanted)


@clause(
    both,
    BOTH,
    BROOK + "rule 9; Washington HUH, rule 5; WPT HUH, rule 11; " + UTH + "How Winners are Determined and Paid",
)
def the_raise_follows_the_higher_hand(facts: RoundHistory) -> Iterator[str]:
    """The higher hand wins the Raise, or Play, at even money, whether or not the dealer qualifies. A tie pushes."""
    if facts.dealt:
        made, dealer, _ = _hands(facts)
        for wager in ("raise", "play"):
            yield from pays(facts, wager, lambda spot, stake: _result(made[spot], dealer) * stake)


@clause(heads_up, HEADS_UP, BROOK + 'rule 9; Washington HUH, Appendix "A"; WPT HUH, rules 11e-11i')
def heads_up_odds(facts: RoundHistory) -> Iterator[str]:
    """The Odds pay a winning straight or better by their table, and push with a lower winning hand. A beaten hand is
    paid by the bad beat table or loses.
    """
    rules, odds = facts.rules, facts.rules.wager["odds"]
    if not facts.dealt or not readable(rules, odds.pays, HIGH_LINES):
        return
    if odds.beaten and not readable(rules, odds.beaten, HIGH_LINES):
        return
    made, dealer, _ = _hands(facts)
    out = folded(facts)

    def wanted(spot: str, stake: int) -> int:
        result = _result(made[spot], dealer)
        if spot in out or (result < 0 and not odds.beaten):
            return -stake
        return (
            due(line_of(rules, odds.pays if result > 0 else odds.beaten, *_names(made[spot])), stake) if result else 0
        )

    yield from pays(facts, "odds", wanted)


@clause(ultimate, ULTIMATE, UTH + "How Winners are Determined and Paid; Blind Wager Payout Table")
def ultimate_blind(facts: RoundHistory) -> Iterator[str]:
    """The Blind pays a winning straight or better by its table. It pushes with a lower winning hand or a tie, and loses
    otherwise.
    """
    rules = facts.rules
    if not facts.dealt or not readable(rules, rules.wager["blind"].pays, HIGH_LINES):
        return
    made, dealer, _ = _hands(facts)
    out = folded(facts)

    def wanted(spot: str, stake: int) -> int:
        result = _result(made[spot], dealer)
        if spot in out or result < 0:
            return -stake
        return due(line_of(rules, rules.wager["blind"].pays, *_names(made[spot])), stake) if result else 0

    yield from pays(facts, "blind", wanted)


@clause(_paired_ultimate, ULTIMATE, UTH + "Bad Beat Bonus Bet")
def ultimate_bad_beat(facts: RoundHistory) -> Iterator[str]:
    """Bad Beat pays by the hand that is beaten, the player's or the dealer's, if it is three of a kind or better. After
    a tie or a fold it loses.
    """
    if not facts.dealt or "bad-beat" not in facts.rules.wagers():
        return
    made, dealer, _ = _hands(facts)
    out = folded(facts)

    def names(spot: str) -> tuple[str, ...]:
        if spot in out or made[spot] == dealer:
            return ("nothing",)
        return _names(min(made[spot], dealer))

    yield from pays_by_table(facts, "bad-beat", HIGH_LINES, names)


@clause(both, BOTH, 'Brook HUH, Table 3; Washington HUH, Appendix "B"; WPT HUH, Trips Plus; ' + UTH + "Trips Bonus Bet")
def trips_pays_by_the_players_own_hand(facts: RoundHistory) -> Iterator[str]:
    """Trips pays by the player's best hand, whatever the dealer has. After a fold in Ultimate it pays by the board
    alone.
    """
    if not facts.dealt:
        return
    made, _, board = _hands(facts)
    out = folded(facts) if ultimate(facts.rules) else ()
    common = high(board)

    def names(spot: str) -> tuple[str, ...]:
        return _names(common if spot in out else made[spot])

    for wager in ("trips", "trips-plus"):
        if wager in facts.rules.wager:
            yield from pays_by_table(facts, wager, HIGH_LINES, names)


POCKET = frozenset(("pair of aces", "suited ace and face", "unsuited ace and face", "pair"))
SIX = frozenset((
    "six-card royal diamonds", "six-card royal", "five-card royal", "straight flush", "four of a kind", "full house",
    "flush", "straight", "three of a kind",
))  # fmt: skip
METER = frozenset((
    "flopped royal flush in spades", "flopped royal flush", "royal flush", "community royal flush",
    "flopped straight flush", "straight flush", "four of a kind", "full house", "flush",
))  # fmt: skip


@clause(heads_up, HEADS_UP, 'Brook HUH, Table 4; Washington HUH, Appendix "C"; WPT HUH, Pocket Bonus')
def pocket_bonus(facts: RoundHistory) -> Iterator[str]:
    """The Pocket Bonus pays by the two pocket cards: a pair of aces, an ace and a face card, suited or not, or another
    pair.
    """

    def names(spot: str) -> tuple[str, ...]:
        one, other = sorted(facts.cards(spot)[:2], reverse=True)
        if one >> 2 == other >> 2:
            return ("pair of aces",) if one >> 2 == 12 else ("pair",)
        if one >> 2 == 12 and other >> 2 in (9, 10, 11):
            return ("suited ace and face",) if one & 3 == other & 3 else ("unsuited ace and face",)
        return ("no line",)

    if "pocket-bonus" in facts.rules.wager:
        yield from pays_by_table(facts, "pocket-bonus", POCKET, names)


@clause(heads_up, HEADS_UP, "WPT HUH, All 6 Bonus")
def all_six_bonus(facts: RoundHistory) -> Iterator[str]:
    """The All 6 Bonus pays by the pocket cards and the four cards that were dealt first."""
    extra = facts.came.get(ALL_SIX)
    if "all-6" not in facts.rules.wagers() or not extra:
        return

    def names(spot: str) -> tuple[str, ...]:
        cards = [*facts.cards(spot)[:2], *extra]
        ranks = sorted(card >> 2 for card in cards)
        if ranks == [7, 8, 9, 10, 11, 12] and len({card & 3 for card in cards}) == 1:
            return ("six-card royal diamonds", "six-card royal") if cards[0] & 3 == 1 else ("six-card royal",)
        made = high_line(high(cards))
        return ("five-card royal",) if made == "royal flush" else (made,)

    yield from pays_by_table(facts, "all-6", SIX, names)


@clause(heads_up, HEADS_UP, 'Washington HUH, Appendix "D"; WPT HUH, Progressive')
def jackpot_lines(facts: RoundHistory) -> Iterator[str]:
    """The jackpot pays the best line of the pocket cards and the board. For a "flopped" line only the pocket cards and
    the flop count.
    """
    if not facts.dealt or len(facts.came.get(BOARD, ())) != 5:
        return
    rules, (hands, _, board) = facts.rules, _hands(facts)
    common = high_line(high(board))
    for wager in ("jackpot", "second-jackpot"):
        if wager not in rules.wagers() or not readable(rules, rules.wager[wager].pays, METER):
            continue
        lines = rules.table(rules.wager[wager].pays).lines
        for spot, event in facts.decided.get(wager, ()):
            names = _jackpot_names(facts.cards(spot)[:2], board[:3], hands[spot], common)
            made = [each for each in names if lines.get(each, LOSES) != LOSES]  # a blank cell is no pay line
            if made and event.line != made[0]:
                yield f"{wager} of spot {spot} was decided by {event.line}, not by {made[0]}"
            elif not made and lines.get(event.line, LOSES) != LOSES:
                yield f"{wager} of spot {spot} was paid for {event.line}, which it has not"
            paid = lines.get(made[0], "loses") if made else "loses"
            if not paid.endswith("meter") and event.due != due(paid, event.stake):
                yield f"{wager} of spot {spot} ({event.line}) gains {event.due} cents, not {due(paid, event.stake)}"


def _jackpot_names(pocket: list[Card], flop: list[Card], best: Key, common: str) -> Iterator[str]:
    """The lines that a hand has, best first. `common` is the name of the board's own hand."""
    flopped = high([*pocket, *flop])
    if high_line(flopped) == "royal flush":
        if all(card & 3 == 3 for card in pocket):
            yield "flopped royal flush in spades"
        yield "flopped royal flush"
    if flopped[0] == 8:
        yield "flopped straight flush"
    if common == "royal flush":
        yield "community royal flush"
    if high_line(best) == "royal flush":
        yield "royal flush"
    if best[0] == 8:
        yield "straight flush"
    yield high_line(best)
