"""The showdown: who shows, in which order, and who may muck."""

from collections.abc import Iterator

from cardroom.clauses.facts import RoundHistory
from cardroom.clauses.poker.pots import Winning, contenders, judged, known
from cardroom.clauses.poker.reading import Reading, poker, reading
from cardroom.clauses.register import clause

POKER = "every poker game"
SHOWDOWN = "500 Club, Texas Hold'em, rule 23, and the showdown rule of every poker chapter; order and mucking are K19"


def _last_street(hand: Reading) -> int:
    """The place of the last cards that came, or of the last burn: players may have drawn none."""
    return max((place for place, event in hand.facts.dealt if event.place.kind in ("hand", "board", "burn")), default=0)


@clause(poker, POKER, SHOWDOWN)
def all_active_players_enter_the_showdown(facts: RoundHistory) -> Iterator[str]:
    """After the last betting round, every player still in the hand shows or mucks. No hand is shown before, and no
    folded hand is shown.
    """
    hand = reading(facts)
    if not hand.dealt:
        return
    live = [each for each in hand.players if each not in hand.folded]
    last = max((act.place for betting in hand.rounds for act in betting.acts), default=0)
    shows = [(place, event.place.owner) for place, event in facts.turned if event.place.kind == "hand"]
    for place, owner in shows:
        if owner in hand.folded and place > last:
            yield f"spot {owner} folded, and its hand is turned over"
    if len(live) > 1:
        for each in live:
            if each not in hand.shown and each not in hand.mucked and len(contenders(hand)) > 1:
                yield f"spot {each} neither shows nor mucks"
        if len(contenders(hand)) == 0:
            yield "everybody mucked"
    elif [owner for place, owner in shows if place > last]:
        yield "a hand is shown although all others folded"


@clause(poker, POKER, SHOWDOWN)
def the_last_to_bet_shows_first(facts: RoundHistory) -> Iterator[str]:
    """The player who made the last bet or raise of the last round shows first. If there was none, the first player left
    of the button does. The others follow clockwise.
    """
    hand = reading(facts)
    live = [each for each in hand.players if each not in hand.folded] if hand.dealt else []
    if len(live) < 2:
        return
    first = live[0]
    betting = hand.rounds[-1] if hand.rounds else None
    if betting is not None and betting.acts[-1].place > _last_street(hand):
        bets = [act for act in betting.acts if act.action in ("bet", "raise")]
        opens = hand.rules.script == "stud" and betting.number == 0 and betting.acts[0].action == "bet"
        bets = [act for act in bets if not (opens and act is betting.acts[0])]
        first = bets[-1].spot if bets and bets[-1].spot in live else first
    at = live.index(first)
    order = live[at:] + live[:at]
    put_off = {event.spot for _, event in facts.chose("last")}
    ended = {event.place.owner: place for place, event in facts.turned if event.place.owner in hand.shown}
    ended |= {event.spot: place for place, event in facts.chose("muck")}
    did = [each for each in sorted(ended, key=ended.__getitem__) if each not in put_off]
    if did != [each for each in order if each in did]:
        yield f"the hands are shown in the order {did}, and it is {order}"


@clause(judged, POKER, SHOWDOWN)
def only_a_beaten_hand_may_muck(facts: RoundHistory) -> Iterator[str]:
    """A hand that would win a pot is shown, not mucked. If a player is all-in, every hand is shown."""
    hand = reading(facts)
    if not hand.mucked or facts.rules.house("muck") == "any hand":
        return
    live = [each for each in hand.players if each not in hand.folded]
    if not known(hand, live):
        return
    stacks = dict(facts.stacks)
    for _, move in facts.transfers:
        if move.cause != "pot":
            for account, sign in ((move.payer, -1), (move.payee, 1)):
                if account.kind == "stack":
                    stacks[account.owner] += sign * move.amount
    if facts.rules.house("all_in_shows") and not all(stacks[facts.by_id[each].bettor] for each in live):
        yield f"{', '.join(hand.mucked)} mucked with a player all-in"
    would = Winning(hand, live).shares()
    for each in hand.mucked:
        if would.get(each):
            yield f"spot {each} mucked a hand that wins {would[each]} cents"
