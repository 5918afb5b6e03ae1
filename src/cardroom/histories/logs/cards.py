"""The cards of a logged hand: what each player held, as far as the whole log shows it."""

from collections.abc import Sequence

from cardroom.histories.logs.hand import Log, LogStep

__all__ = ["DRAW_GAMES", "HOLE_CARDS", "STUD_GAMES", "KnownCards"]

DRAW_GAMES = ("2L1D", "2L3D", "B", "5D")
STUD_GAMES = ("7S", "7S/8", "R")
HOLE_CARDS = {"T": 2, "S": 2, "O": 4, "O/8": 4, "O5": 5, "O5/8": 5, "O6": 6, "C": 5, "C/8": 5, "I": 4}
HOLE_CARDS |= {"2L1D": 5, "2L3D": 5, "5D": 5, "B": 4}
"""Cards of each player, in games that deal them all face down."""


class KnownCards:
    """Cards that a log shows, by player and street. An unknown card is `??`."""

    def __init__(self, log: Log, players: Sequence[str]) -> None:
        self.log, self.kind = log, log.variant[1:]
        self.draws, self.stud = self.kind in DRAW_GAMES, self.kind in STUD_GAMES
        self.final = dict(log.held)
        """The hands that were seen at the end."""
        self.final |= {step.who: step.cards for step in log.steps if step.what == "show"}
        shown = {card for who, cards in self.final.items() for card in cards if who in players}
        kept = {step.who: {*self.final.get(step.who, ())} for step in log.steps if step.what == "dealt"}
        self.twice = {
            card
            for step in log.steps
            for card in step.cards
            if step.what == "dealt" and self.draws and card in shown - kept[step.who]
        }
        """Draw games: cards that two players got, because the discards were shuffled in. The first is left unknown."""
        self.streets = self._streets()

    def _streets(self) -> list[dict[str, tuple[str, ...]]]:
        """The cards shown for each player, street by street."""
        streets: list[dict[str, tuple[str, ...]]] = [{}]
        for step in self.log.steps:
            if step.what == "street":
                streets.append({})
            elif step.what == "dealt":
                streets[-1].setdefault(step.who, step.cards)
        return streets

    def first(self, who: str) -> tuple[str, ...]:
        """The cards that a player starts with."""
        known, final = self.streets[0].get(who, ()), self.final.get(who, ())
        if self.stud:
            down = final[:2] if self._knows_down_cards(who) else ("??", "??")
            return known if len(known) == 3 else (*down, *(known or ("??",)))
        hole = HOLE_CARDS[self.kind]
        if not known and not self.draws:
            known = final[:hole]
        return self.without_doubles((*known, *["??"] * (hole - len(known))))

    def without_doubles(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Cards, with `??` for those that another player got later."""
        return tuple("??" if card in self.twice else card for card in cards)

    def _knows_down_cards(self, who: str) -> bool:
        """Stud: whether the hand seen at the end has the up cards in the order in which they came."""
        up = [cards[-1] for street in self.streets[:4] if (cards := street.get(who))]
        return self.final.get(who, ())[2:][: len(up)] == tuple(up)

    def stud_card(self, who: str, street: int) -> str:
        """Stud: the card that a player got on a street."""
        shown = self.streets[street]
        if shown.get(who):
            return shown[who][-1]
        final = self.final.get(who, ()) if self._knows_down_cards(who) else ()
        return final[6] if street == 4 and len(final) == 7 else "??"

    def drawn(self, step: LogStep) -> tuple[str, str]:
        """The cards discarded in a draw, and the cards dealt in their place."""
        after = next((each for each in self.log.steps if each.line > step.line and each.who == step.who), None)
        came = after.cards if after and after.what == "dealt" and len(after.cards) == step.cards_thrown else ()
        unknown = ["??"] * step.cards_thrown
        gone = step.cards if len(step.cards) == step.cards_thrown else unknown
        return "".join(self.without_doubles(gone)), "".join(self.without_doubles(came or unknown))

    def unseen(self, live: Sequence[str]) -> tuple[str, ...]:
        """Players at the showdown whose hands the log does not show."""
        least = HOLE_CARDS.get(self.kind, 6)  # at stud the last card may be a community card
        return tuple(who for who in live if len(live) > 1 and len(self.final.get(who, ())) < least)
