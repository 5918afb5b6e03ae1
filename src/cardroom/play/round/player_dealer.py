"""The player-dealer: whether a player banks the game, who is offered the bank next, and for how many rounds."""

from collections.abc import Generator

from cardroom.play.round.asks import Amount, Answer, Ask, Choice, ask
from cardroom.play.round.carry import Turn
from cardroom.play.round.collection import most_fee
from cardroom.play.round.driver import Round
from cardroom.rulebook import RuleSet

__all__ = ["offer_bank", "player_banked"]


def player_banked(rules: RuleSet) -> bool:
    """Whether a player-dealer banks the game, rather than the house.

    >>> from cardroom.rulebook import rule_set
    >>> player_banked(rule_set("three-card-poker-6-card-bonus")), player_banked(rule_set("four-card-frenzy"))
    (True, False)
    """
    return rules.bank is not None


def offer_bank(round: Round) -> Generator[Ask, Answer, bool]:
    """Offer the bank. Return False if no player takes it; then no round is dealt.

    A player-dealer holds the position for the printed number of rounds, then it is offered clockwise (500 Club,
    Collection Procedures California Games). The player who takes it chooses the amount. The collection fee stays in the
    stack.
    """
    rules, bank, held = round.rules, round.rules.bank, round.carried.bank
    if bank is None:
        return True
    offered = [spot for spot in round.clockwise(held.seat if held else 0) if not (spot.backline or spot.second)]
    keeper = None
    if held is not None:
        keeper = next((spot for spot in offered if (spot.seat, spot.bettor) == (held.seat, held.bettor)), None)
    keeps = keeper is not None and held is not None and held.turn < bank.rounds
    if keeper and keeps:
        offered = [keeper, *(spot for spot in offered if spot is not keeper)]
    fee = most_fee(rules, "player-dealer")
    for spot in offered:
        most = round.chips.stack(spot) - fee
        if most < rules.minimum:
            continue
        answer = yield ask(spot.id, (Amount("bank", rules.minimum, most), Choice("pass")), "pass")
        if answer.action == "bank":
            turn = held.turn + 1 if held and keeps and spot is keeper else 1
            round.carry.bank = Turn(spot.seat, spot.bettor, turn)
            round.take_bank(spot, answer.value)
            round.mark("player-dealer", spot.seat, f"round {turn} of {bank.rounds}")
            return True
    round.say("Nobody takes the player-dealer position: no round is dealt", rules.cite(bank.cite))
    return False
