"""What each option does, in a sentence for beginners. It explains the rules and gives no advice."""

from functools import lru_cache

from cardroom.play import Amount, Lay, Option, Pick
from cardroom.rulebook import RuleSet
from cardroom.rulebook.schema import AWARD

__all__ = ["option_help"]

_BANKED = {
    "bank": "Bank the round: you pay the winners and collect from the losers, up to what you put up.",
    "pass": "Let another player bank. You bet as usual.",
    "sit-out": "Skip this round and keep your seat.",
    "check": "Wait without betting more. You decide again when more cards are shown.",
    "hit": "Take one more card. Over 21.5 you lose.",
    "stand": "Take no more cards.",
    "double": "Add to your wager and take exactly one more card.",
    "split": "Play your two cards as two hands, with a second wager of the same size.",
    "surrender": "End the hand and lose half of your wager.",
    "rescue": "Take back the doubled part and give up the rest.",
    "house-way": "Let the house's fixed rule set your two hands.",
    "take-pile": "Choose the pile that is delivered first. All piles are face down.",
}
_POKER = {
    "check": "Stay in without betting.",
    "call": "Match the bet and stay in.",
    "bet": "Bet. The others must match it, raise or fold.",
    "raise": "Bet more. The others must match it or fold.",
    "complete": "Raise the forced bet to a full bet.",
    "fold": "Give up the hand. You lose what you have put in.",
    "bring-in": "Make the forced bet.",
    "expose": "Turn your down card up. Your next card comes face down.",
    "keep": "Keep your down card hidden. Your next card comes face up.",
    "show": "Show your hand. The best hand wins the pot.",
    "muck": "Throw your beaten hand away without showing it.",
    "last": "Let the others show first.",
    "post": "Put in the blinds that you missed and be dealt in now.",
    "wait": "Wait for the big blind to be dealt in without posting.",
    "bomb-pot": "Agree to a bomb pot: all put in this ante, and the betting starts on the flop.",
    "usual-hand": "Play this hand as usual, with blinds and betting before the flop.",
    "once": "Deal the rest of the board once, for the whole pot.",
    "twice": "Deal the rest of the board twice, each time for half the pot.",
    "three-times": "Deal the rest of the board three times, each time for a third of the pot.",
}
_ROWS = {
    "declare": "Count your clean sweep instead of comparing rows.",
    "compare": "Compare rows as usual.",
}


@lru_cache(maxsize=4096)
def option_help(rules: RuleSet, option: Option) -> str:
    """What an option does.

    >>> import cardroom
    >>> round = cardroom.game("heads-up-holdem").round({"ann": 50000}, seed=1)
    >>> [option_help(round.rules, option) for option in round.ask.options]
    ['Put chips on Ante and Odds. The other areas are optional.', 'Skip this round and keep your seat.']
    """
    action = option.action
    if action == "bet" and rules.wager:
        return _wagers(rules)
    if isinstance(option, Pick):
        return _pick(rules, option)
    if isinstance(option, Lay):
        away = " Throw one away." if option.discards else ""
        return f"Put your cards into the rows. The back must be the highest hand, the front the lowest.{away}"
    if action in rules.wager:
        label = rules.wager[action].label
        return f"Bet {label} on your hand against the dealer's."
    if action == "fold" and not rules.poker:
        lost = [each.label for each in rules.wagers().values() if each.required and each.when != AWARD]
        return f"Give up the hand. You lose {' and '.join(lost)}."
    words = {**_BANKED, **_ROWS, **(_POKER if rules.poker else {})}
    if isinstance(option, Amount) and rules.poker and action not in words:
        return _POKER["raise"]
    return words.get(action.rstrip("-0123456789"), "")


def _wagers(rules: RuleSet) -> str:
    required = [each.label for each in rules.wagers().values() if each.required and each.when == "before the deal"]
    others = [each for each in rules.wagers().values() if not each.required and each.when == "before the deal"]
    if not required:
        return "Put chips on one or more areas."
    return f"Put chips on {' and '.join(required)}." + (" The other areas are optional." if others else "")


def _pick(rules: RuleSet, pick: Pick) -> str:
    if pick.picked:
        return "Tap two cards for the hand in front. The five behind must be the higher hand."
    if rules.poker and rules.poker.draws:
        return "Tap the cards that you want to throw away. You get as many new ones. Without any, you stand pat."
    return f"Tap the {'card' if pick.most == 1 else f'{pick.most} cards'} that you want to throw away."
