"""Small shoes of 21.5, whose orders of cards the script can play one by one."""

from collections import Counter
from fractions import Fraction

from cardroom.analysis.twenty_one.rounds import chosen_action
from cardroom.analysis.twenty_one.shoe import KINDS, NAMES, kind_of
from cardroom.cards.shuffle import Shuffle
from cardroom.games.banked.pure_21_5 import WAGER
from cardroom.play import Amount

__all__ = ["STAKE", "Naive", "shoe"]

STAKE = 1000


def shoe(**kinds):
    """A shoe with so many cards of each kind: `shoe(A=4, T=10)`, with numbers as `_8`."""
    named = {name.strip("_"): many for name, many in kinds.items()}
    return tuple(named.get(name, 0) for name in NAMES)


class Naive:
    """The results of a round and their probabilities, by playing every order of cards through the script.

    Rounds whose hands have the same cards go on in the same way, so each such state is played once.
    """

    def __init__(self, game, full, strategy):
        self.game, self.full, self.strategy = game, full, strategy
        self.known = {}

    def value(self, prefix=(), answers=()):
        """The average net result after these cards and answers, in units of the wager."""
        return sum(net * share for net, share in self.results(prefix, answers).items())

    def results(self, prefix=(), answers=()):
        """The probability of every net result after these cards and answers, in units of the wager."""
        left = Counter(dict(enumerate(self.full)))
        left.subtract(prefix)
        filler = [kind for kind, many in left.items() for _ in range(many)]
        cards = [KINDS[kind] for kind in (*prefix, *filler)]
        round = self.game.round(2, shuffle=Shuffle.given(cards))
        round.answer(1, "bet", {WAGER: STAKE})
        round.answer(2, "sit-out")
        for answer in answers:
            if round.cards.dealt > len(prefix):
                break
            round.answer(round.ask.spot, *answer)
        if round.cards.dealt > len(prefix):
            every, found = sum(left.values()), Counter()
            for kind, many in left.items():
                for net, share in self.results((*prefix, kind), answers).items() if many else ():
                    found[net] += Fraction(many, every) * share
            return found
        if round.done:
            return {Fraction(round.net["1"], STAKE): Fraction(1)}
        ask, spot = round.ask, round.spot(round.ask.spot)
        hand = [kind_of(card) for card in round.cards.hand(spot)]
        hands = {each.id: round.cards.hand(each) for each in round.hands_of(spot)}
        stakes = tuple(round.chips.stake(each, WAGER) for each in round.hands_of(spot))
        # The strategy for a split hand depends on the card that was split, which is the first.
        named = tuple((name, each[0], tuple(sorted(each[1:]))) for name, each in hands.items())
        state = ask.spot, stakes, named, prefix[1], prefix[3]
        if state not in self.known:
            options = {each.action: each for each in ask.options}
            doubled = {1: 0, 2: 1, 4: 2, 8: 3}[round.chips.stake(spot, WAGER) // STAKE]
            action = chosen_action(self.strategy(prefix[1]), hand, options, len(hands), doubled)
            answer = (action, STAKE) if isinstance(options[action], Amount) else (action,)
            self.known[state] = self.results(prefix, (*answers, answer))
        return self.known[state]
