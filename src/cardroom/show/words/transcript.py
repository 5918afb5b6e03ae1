"""A round as plain text, one line for each event."""

from collections.abc import Iterator

from cardroom.money import dollars
from cardroom.play import Round, View
from cardroom.show.pictures import IndexedView, Sentence
from cardroom.show.words.names import person
from cardroom.show.words.round_words import sentences, signed

__all__ = ["house_view", "round_text"]


def round_text(round: Round, view: View | None = None) -> list[str]:
    """The round as lines: as one bettor saw it if a view is given, else with every card known.

    >>> import cardroom
    >>> round = cardroom.game("three-card-poker-6-card-bonus").round({"ann": 100000, "bob": 100000}, seed=7)
    >>> round.answer(1, "bank", 50000)
    >>> round.default(2)
    >>> print(*round_text(round), sep="\\n")
    Three Card Poker 6 Card Bonus (500-club, GEGR-002040)
    ann: $1,000, bob: $1,000
    <BLANKLINE>
    ann banks with $500
    Player-dealer: ann (round 1 of 2)
    bob sits out (no answer)
    Nobody bets: no round is dealt
    ann gets $500 back: what the bank holds at the end
    <BLANKLINE>
    Net: nobody won or lost
    """
    view = view or house_view(round)
    seen = IndexedView(view)
    rules = round.rules
    names = {bettor: person(seen, bettor) for bettor in round.stacks}
    sides = {"bank": "the house", "collection": "the collection", "jackpot": "the jackpots"}
    named = sides | names
    net = [f"{named[account]} {signed(change)}" for account, change in round.net.items() if change]
    return [
        f"{rules.name} ({rules.rules}, {rules.id})",
        ", ".join(f"{names[bettor]}: {dollars(amount)}" for bettor, amount in round.stacks.items()),
        "",
        *(text for line in sentences(view) for text in _lines(line)),
        "",
        "Net: " + (", ".join(net) or "nobody won or lost") if round.done else "The round is not over",
    ]


def _lines(sentence: Sentence) -> Iterator[str]:
    """A sentence, and below it what decided a wager, and the citation."""
    yield sentence.says
    yield from (f"    {text}" for text in (sentence.explains, sentence.cite) if text)


def house_view(round: Round) -> View:
    """The round with every card known."""
    return View(
        None,
        rules=round.rules,
        spots=round.spots,
        stacks=dict(round.stacks),
        dealer=round.dealer,
        banker=round.banker.id if round.banker else "",
        events=tuple(round.events),
        asked=(),
        asks=(),
        meters=dict(round.carried.meters),
        done=round.done,
        own=round.carried.own,
    )
