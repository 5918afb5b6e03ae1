"""The rules page of a game, as the API answers with it. Amounts are cents; shares are texts such as "10%".

`show.rules` makes the page. Decoding it refuses a field that is missing here or there.
"""

from __future__ import annotations

import msgspec

from cardroom.analysis.evaluation import has_evaluator
from cardroom.analysis.report import Measure
from cardroom.play.game import Game
from cardroom.rulebook.schema import Edition
from cardroom.show.rules import page, with_sentences
from cardroom.web.api.figures import how_to_play

__all__ = ["RulesText", "rules_page"]


class _Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pass


class CitedText(_Text, frozen=True):
    """A sentence, and where it is printed."""

    text: str
    cite: str


class RulesSource(_Text, frozen=True):
    """The document of a game."""

    document: str
    section: str
    date: str


class RulesBank(_Text, frozen=True):
    """Who banks the game, and for how many rounds."""

    who: str
    rounds: int | None
    cite: str


class RulesSeats(_Text, frozen=True):
    """The seats of a table."""

    least: int
    most: int
    second_circles: bool
    cite: str


class RulesCite(_Text, frozen=True):
    """Where a rule is printed; empty if the game does not have it."""

    cite: str


class RulesDeck(_Text, frozen=True):
    """The cards."""

    name: str
    cards: int
    packs: int
    decks: int
    shoe: bool
    cut: int
    cite: str
    cut_cite: str


class HitChart(_Text, frozen=True):
    """The totals at which a player must hit or stand."""

    must_hit: int
    must_stand: int
    cite: str


class DealerQualifies(_Text, frozen=True):
    """With what the dealer qualifies."""

    qualifies: str
    cite: str


class RulesLimits(_Text, frozen=True):
    """The limits of a wager without its own."""

    minimum: int
    maximum: int


class RulesWager(_Text, frozen=True):
    """A wager."""

    wager: str
    label: str
    required: bool
    needs: list[str]
    equals: str | None
    times: str | None
    excludes: str | None
    when: str
    least: int
    most: int
    offered: bool
    offered_by: str | None
    tables: list[str]
    jackpot: str | None
    cards: str | None
    folded: str | None
    backline: bool
    spots: int
    cite: str
    cites: dict[str, str]
    """Citations by outcome."""
    terms: str
    """The terms in words."""


class PayLine(_Text, frozen=True):
    """A line of a pay table."""

    line: str
    pays: str
    departs: bool
    """Whether it differs from the document."""


class RulesPayTable(_Text, frozen=True):
    """A pay table, or a column of a printed one."""

    table: str
    printed_as: str
    title: str
    id: str | None
    ranking: str | None
    lines: list[PayLine]
    for_wager: int | None
    in_force: bool
    wagers: list[str]
    switched_off_by: list[str]
    others: str | None
    cite: str


class PrintedTable(_Text, frozen=True):
    """A pay table as it is printed, with all its columns."""

    title: str
    ids: list[str]
    marked: list[bool]
    """Whether the column is in force."""
    rows: list[tuple[str, list[str]]]
    note: str
    others: list[str]
    cite: str


class RulesJackpot(_Text, frozen=True):
    """A jackpot."""

    jackpot: str
    label: str
    rule: str
    seed: int
    rate: str
    reserve: str
    morning: str
    wagers: list[str]
    offered: bool
    topped_up: bool
    cite: str
    says: str


class FeeTier(_Text, frozen=True):
    """A fee, and from what amount to what amount it is taken. What a document prints illegibly is a text."""

    from_: int | str = msgspec.field(name="from")
    to: int | str | None
    fee: int | str


class FeeCharge(_Text, frozen=True):
    """A moment at which a fee is taken."""

    moment: str
    payer: str
    counts: str
    minutes: int | None
    tiers: list[FeeTier]
    cite: str


class FeeSchedule(_Text, frozen=True):
    """A collection schedule."""

    option: str
    players: list[int] | None
    charges: list[FeeCharge]
    cite: str


class HandExample(_Text, frozen=True):
    """A hand and its cards."""

    hand: str
    cards: str


class TaughtHands(_Text, frozen=True):
    """Hands, the best first."""

    title: str
    ranking: str
    note: str | None
    examples: list[HandExample]
    cite: str


class TaughtNotes(_Text, frozen=True):
    """Notes under a title."""

    title: str
    notes: list[CitedText]


class TaughtOutcome(_Text, frozen=True):
    """What becomes of a wager."""

    wager: str
    result: str
    cites: list[str]


class CaseOutcomes(_Text, frozen=True):
    """What becomes of each wager in one case."""

    case: str
    results: list[TaughtOutcome]


class TaughtOutcomes(_Text, frozen=True):
    """What becomes of each wager in each case."""

    wagers: list[str]
    cases: list[CaseOutcomes]
    cite: str


class TaughtChart(_Text, frozen=True):
    """A chart."""

    title: str
    headings: list[str]
    rows: list[list[str]]
    note: str | None
    cite: str


class RulesSettlement(_Text, frozen=True):
    """The order of settlement."""

    start: str
    by: str
    wagers: list[str]
    last: list[str]
    backline: list[str]
    cite: str
    backline_cite: str
    last_cite: str
    says: list[str]


class ShownHouseRule(_Text, frozen=True):
    """A house rule, with its value in force."""

    name: str
    kind: str
    value: bool | int | str
    default: bool | int | str
    allowed: list[int | str] | None
    step: int | None
    needs: list[str]
    standing: str
    standings: dict[str, str]
    says: str
    cite: str
    applies: bool
    shown: str
    may: str
    terms: str


class HandOdds(_Text, frozen=True):
    """How often each hand occurs, as a share of all deals."""

    title: str
    note: str
    lines: list[tuple[str, Measure]]


class PokerAdvice(_Text, frozen=True):
    """Starting hands in words, and how often each hand occurs."""

    start: list[str]
    odds: list[HandOdds]


class RulesText(_Text, frozen=True):
    """The rules page of a game."""

    game: str
    name: str
    rules: str
    id: str
    source: RulesSource
    edition: Edition | None
    own: str | None
    bank: RulesBank
    seats: RulesSeats
    summary: str
    departures: list[str]
    aim: CitedText
    behind: RulesCite
    deck: RulesDeck
    chart: HitChart | None
    dealer: DealerQualifies | None
    limits: RulesLimits | None
    wagers: list[RulesWager]
    pay_tables: list[RulesPayTable]
    jackpots: list[RulesJackpot]
    collection: list[FeeSchedule]
    posted: list[str]
    display: list[CitedText]
    hands: list[TaughtHands]
    notes: TaughtNotes | None
    steps: list[CitedText]
    outcomes: TaughtOutcomes | None
    charts: list[TaughtChart]
    settlement: RulesSettlement | None
    house_rules: list[ShownHouseRule]
    script: str
    digest: str
    facts: list[str]
    printed: list[PrintedTable]
    places: list[str]
    printed_in: str
    trainer: bool
    """Whether the trainer has drills of this game."""
    poker: PokerAdvice | None
    """None if it is not poker."""


def rules_page(game: Game) -> RulesText:
    """The rules page of a game, as data and as sentences."""
    more = {"trainer": has_evaluator(game.rules), "poker": how_to_play(game)}
    return msgspec.convert(with_sentences(page(game)) | more, RulesText)
