"""The same cards and actions here and in pokerkit give the same options, pots and stacks.

Where the two differ on purpose, house rules are chosen so that they agree, or the few disputed actions are avoided.
docs/develop/pokerkit.md lists the differences, and `test_differences.py` shows each.
"""

import random
import warnings
from dataclasses import replace

import pytest
from pokerkit import games as peer
from pokerkit.hands import (
    BadugiHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)
from pokerkit.state import Automation

import cardroom
from cardroom.cards import text
from cardroom.play import BOARD, BURN
from cardroom.play.round.events import Acted, Dealt
from cardroom.play.round.places import POT, front_of
from cardroom.rankings import describe
from cardroom.rulebook import rule_set
from support.deals import moved, people
from support.sampling import PROOF

HANDS = 400 if PROOF else 4
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
LIMITS = {"fixed": peer.FixedLimitPokerMixin, "pot": peer.PotLimitPokerMixin, "no": peer.NoLimitPokerMixin}


COUNT = "max_completion_betting_or_raising_count"


class Omaha(peer.FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    hand_types = (OmahaHoldemHand,)


class BigO(Omaha):
    hole_dealing_count = 5


class SixCards(Omaha):
    hole_dealing_count = 6


class BigOHighLow(BigO):
    hand_types = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


class Courchevel(BigO):
    """pokerkit has no Courchevel: its streets, with one card of the flop on the first."""

    def __init__(self, *args, **settings):
        super().__init__(*args, **settings)
        first, flop, *others = self.streets
        self.streets = (replace(first, board_dealing_count=1), replace(flop, board_dealing_count=2), *others)


class CourchevelHighLow(Courchevel):
    hand_types = BigOHighLow.hand_types


class SingleDrawHigh(peer.NoLimitDeuceToSevenLowballSingleDraw):
    hand_types = (StandardHighHand,)


class TripleDrawHigh(peer.FixedLimitDeuceToSevenLowballTripleDraw):
    hand_types = (StandardHighHand,)


class SuperHoldem(peer.FixedLimitTexasHoldem):
    hole_dealing_count = 3


class Badeucy(peer.FixedLimitDeuceToSevenLowballTripleDraw):
    hand_types = (StandardLowHand, StandardBadugiHand)


class Badacey(Badeucy):
    hand_types = (RegularLowHand, BadugiHand)


VARIANTS = {
    "texas-holdem": (peer.FixedLimitTexasHoldem, ("fixed", "pot", "no")),
    "short-deck": (peer.NoLimitShortDeckHoldem, ("no",)),
    "omaha": (Omaha, ("fixed", "pot", "no")),
    "omaha-high-low": (peer.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, ("fixed", "pot")),
    "pot-limit-omaha-8": (peer.FixedLimitOmahaHoldemHighLowSplitEightOrBetter, ("pot",)),
    "big-o": (BigO, ("pot", "no")),
    "five-card-omaha-high-low": (BigOHighLow, ("pot",)),
    "courchevel": (Courchevel, ("fixed", "pot")),
    "courchevel-high-low": (CourchevelHighLow, ("pot",)),
    "six-card-omaha": (SixCards, ("fixed", "pot", "no")),
    "five-card-draw": (SingleDrawHigh, ("pot", "no")),
    "seven-card-stud": (peer.FixedLimitSevenCardStud, ("fixed", "no")),
    "seven-card-stud-high-low": (peer.FixedLimitSevenCardStudHighLowSplitEightOrBetter, ("fixed",)),
    "stud-8": (peer.FixedLimitSevenCardStudHighLowSplitEightOrBetter, ("fixed",)),
    "razz": (peer.FixedLimitRazz, ("fixed", "pot", "no")),
    "2-7-single-draw": (peer.NoLimitDeuceToSevenLowballSingleDraw, ("pot", "no")),
    "2-7-triple-draw": (peer.FixedLimitDeuceToSevenLowballTripleDraw, ("fixed", "pot", "no")),
    "triple-draw-poker": (TripleDrawHigh, ("fixed", "no")),
    "badugi": (peer.FixedLimitBadugi, ("fixed", "pot")),
    "double-board-omaha": (Omaha, ("fixed", "pot", "no")),
    "super-holdem": (SuperHoldem, ("pot", "no")),
    "badeucy": (Badeucy, ("fixed", "pot")),
    "badacey": (Badacey, ("fixed", "no")),
}
CASES = [(slug, limit) for slug, (_, limits) in VARIANTS.items() for limit in limits]


class Pair:
    """One hand, dealt here and there."""

    def __init__(self, slug, limit, rng, **settings):
        base, _ = VARIANTS[slug]
        mixin = LIMITS[limit]
        most = mixin.max_completion_betting_or_raising_count
        kind = type(base.__name__, (base,), {"betting_structure": mixin.betting_structure, COUNT: most})
        self.rng, self.stud = rng, "stud" in slug or slug == "razz"
        self.limit, self.boards = limit, rule_set(slug).poker.boards
        count = rng.randint(2, 5 if "draw" in slug or slug in ("badeucy", "badacey") else 6)
        ante, blinds, bring_in = rng.choice((0, 0, 5, 25)), [50, 100, *[0] * (count - 2)], 40
        dead = not self.stud and rng.random() < 0.2
        antes = [0, 100, *[0] * (count - 2)] if dead else [ante] * count
        least = 26 if self.stud else 1
        stacks = [rng.choice((rng.randint(least, 400), rng.randint(100, 3000), 5000)) for _ in range(count)]
        bets = [100, 100 if limit != "fixed" else 200]
        unfixed = issubclass(base, (peer.NoLimitShortDeckHoldem, peer.NoLimitDeuceToSevenLowballSingleDraw))
        opening = (bring_in,) if self.stud else (blinds,)
        sizes = [100] if unfixed else bets
        self.peer = kind.create_state(
            AUTOMATIC, not dead, antes, *opening, *sizes, stacks, count, starting_board_count=self.boards
        )
        cents = {
            name: "/".join(f"${amount / 100:.2f}" for amount in some)
            for name, some in (("blinds" if limit == "fixed" else "stakes", blinds), ("antes", antes))
            if name == "antes" or not self.stud
        }
        house = {
            "limit": limit,
            "raise_cap": 0,
            "full_blinds": False,
            "half_a_bet_counts": False,
            "open_pair_bet": "none",
            "dead_antes": dead,
        }
        if limit == "fixed":
            house["stakes"] = f"$1-${bets[1] // 100}"
        elif self.stud:
            house["stakes"] = "$0.25/$1"
        if self.stud:
            house["bring_in"] = bring_in
        game = cardroom.game(slug, rules="standard", **(house | cents | settings))
        seats = people(range(1, count + 1), dict(enumerate(stacks, 1)))
        carry = {"own": {"button": count, "stays": True}}
        self.round = game.round(*seats, seed=rng.randrange(2**32), carry=carry)
        self.events_dealt = 0
        self.pots = []
        """The amounts of pokerkit's pots at the showdown."""
        self.catch_up()

    def catch_up(self):
        """Deal the same cards in pokerkit."""
        new, self.events_dealt = self.round.events[self.events_dealt :], len(self.round.events)
        for event in new:
            if isinstance(event, Dealt):
                self.idle_checks(None)
                cards = text(event.cards).replace(" ", "")
                if event.place == BURN:
                    if self.peer.card_burning_status:  # when the stub runs out, a card is burned again here
                        self.peer.burn_card(cards)
                elif event.place.kind == BOARD.kind:
                    self.peer.deal_board(cards)
                else:
                    self.peer.deal_hole(cards, int(event.place.owner) - 1)
            elif isinstance(event, Acted) and event.action == "discard":
                self.idle_checks(None)
                self.peer.stand_pat_or_discard(text(event.value).replace(" ", ""))
        actions = [] if self.round.done else [option.action for option in self.round.ask.options]
        betting = {"check", "call", "bring-in"} & set(actions)
        self.idle_checks(int(self.round.ask.spot) - 1 if betting else None)

    def idle_checks(self, actor):
        """pokerkit asks the last player with chips for a check that changes nothing."""
        while self.peer.actor_index is not None and self.peer.actor_index != actor:
            assert self.peer.checking_or_calling_amount == 0
            assert not self.peer.can_complete_bet_or_raise_to()
            self.peer.check_or_call()
        if self.peer.showdown_index is not None and not self.pots:
            self.pots = list(self.peer.pot_amounts)
        while self.peer.showdown_index is not None:
            self.peer.show_or_muck_hole_cards(True)

    def compare(self):
        """Check that stacks, pot, the player to act and the options agree."""
        chips, spots = self.round.chips, self.round.spots
        assert [chips.stack(spot) for spot in spots] == list(self.peer.stacks)
        fronts = [chips.balances.get(front_of(spot.id), 0) for spot in spots]
        assert fronts == list(self.peer.bets)
        assert chips.balances.get(POT, 0) + sum(fronts) == self.peer.total_pot_amount
        ask = self.round.ask
        options = {option.action: option for option in ask.options}
        assert int(ask.spot) - 1 == self.peer.actor_index
        owed = next(iter(options.values())).amount
        if "bring-in" in options:
            assert owed == self.peer.effective_bring_in_amount
        else:
            assert owed == self.peer.checking_or_calling_amount
        raises = options.get("raise") or options.get("bet")
        lowest = self.peer.min_completion_betting_or_raising_to_amount
        capped = (
            self.peer.completion_betting_or_raising_count == self.peer.street.max_completion_betting_or_raising_count
        )
        if "bring-in" in options and owed == chips.stack(self.round.spot(ask.spot)):
            capped = True  # all-in for the bring-in or less, there is nothing to complete with
        if not capped:
            assert (raises is not None) == (lowest is not None), (options, lowest)
            if raises:
                highest = self.peer.max_completion_betting_or_raising_to_amount
                assert (raises.least, raises.most) == (lowest, highest)
        return options, None if capped else raises

    def act(self):
        """Take one random action in both."""
        options, raises = self.compare()
        rng, spot = self.rng, self.round.ask.spot
        choice = rng.choices(("fold", "call", "raise"), (1, 5, 4))[0]
        if choice == "raise" and raises and not self.disputed(raises.least):
            to = rng.choice((raises.least, raises.most, rng.randint(raises.least, raises.most)))
            if (to - raises.least) % raises.step:
                to = raises.most
            self.round.answer(spot, raises.action, to)
            self.peer.complete_bet_or_raise_to(to)
        elif "bring-in" in options:
            self.round.answer(spot, "bring-in")
            self.peer.post_bring_in()
        elif choice == "fold" and "call" in options:
            self.round.answer(spot, "fold")
            self.peer.fold()
        else:
            self.round.answer(spot, "call" if "call" in options else "check")
            self.peer.check_or_call()
        self.catch_up()

    def disputed(self, to):
        """Whether a raise would be short in a way that the two treat differently."""
        size = max(
            self.peer.completion_betting_or_raising_amount, self.peer.street.min_completion_betting_or_raising_amount
        )
        full = size if self.peer.completion_status else max(self.peer.bets) + size
        opened = (
            self.peer.completion_betting_or_raising_amount >= self.peer.street.min_completion_betting_or_raising_amount
        )
        return to < full and (self.limit == "fixed" or not opened)

    def play(self):
        """Play the hand to its end."""
        while not self.round.done:
            ask = self.round.ask
            match ask.options[0].action:
                case "discard":
                    cards = ask.options[0].cards
                    self.round.answer(ask.spot, "discard", self.rng.sample(cards, self.rng.randint(0, len(cards))))
                    self.catch_up()
                case "show":
                    self.round.answer(ask.spot, "show")
                    self.catch_up()
                case _:
                    self.act()
        assert not self.peer.status

    def our_pots(self):
        """The amount of each pot here."""
        ours = {}
        for event in moved(self.round, "pot"):
            pot = event.wager.partition(",")[0]
            ours[pot] = ours.get(pot, 0) + event.amount
        return list(ours.values())

    def odd_chips(self):
        """Whether odd chips differ. Here each pot has its own; pokerkit first combines pots whose losers have
        mucked."""
        pots = [event.wager for event in moved(self.round, "pot")]
        split = {pot for pot in pots if pots.count(pot) > 1}
        return len(split) if len(set(pots)) > 1 else 0

    def low_in_some_pots_only(self):
        """Whether pokerkit halves a side pot for a low that only a player outside of it has. Such hands are not
        comparable."""
        won = moved(self.round, "pot")
        pots = {event.wager for event in won}
        lows = {event.wager for event in won if event.why in self.lows()}
        return 0 < len(lows) < len(pots)

    def lows(self):
        """The low hands at the table, in words."""
        low, board = self.round.rules.poker.low, self.round.cards.hands.get(BOARD)
        held = [self.round.cards.hand(spot) for spot in self.round.spots]
        return {describe(low, cards, board) for cards in held if low and len(cards) + len(board or ()) >= 7}


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("slug", "limit"), CASES, ids=[f"{slug}-{limit}" for slug, limit in CASES])
def test_pokerkit_gives_the_same_options_pots_and_stacks(slug, limit):
    played = 0
    for number in range(HANDS):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            pair = Pair(slug, limit, random.Random(f"{slug} {limit} {number}"))
            pair.play()
        if pair.low_in_some_pots_only():
            continue
        played += 1
        stacks = [pair.round.chips.stack(spot) for spot in pair.round.spots]
        assert sum(stacks) == sum(pair.peer.stacks)
        differ = max(abs(ours - theirs) for ours, theirs in zip(stacks, pair.peer.stacks, strict=True))
        assert differ <= pair.odd_chips(), f"hand {number}"
        if pair.pots:
            assert pair.our_pots() == pair.pots
    assert played > HANDS / 2
